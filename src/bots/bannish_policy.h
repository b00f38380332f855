/* What the network of the bot of BANNISH is told, for the bot (bots/bannish.c) and for the program that it learns by
 * (tools/learn/bannish.c).
 *
 * It is told how things stand, and what each card would be: numbers of rows that hold. Each row has weights; those of
 * the situation and of a card are summed up, what is below 0 is dropped, and what comes out says how much the card is
 * liked. So a card costs a few additions of short vectors. */
#ifndef PARLOR_BOTS_BANNISH_POLICY_H
#define PARLOR_BOTS_BANNISH_POLICY_H

#include "bots/bot.h"
#include "bots/odds.h"
#include "rules/bannish.h"

enum {
    LEAD_MAX = 15, /* stars, if the best card has six */
    LEADS = 2 * LEAD_MAX + 1,
    SPANS = 4,  /* by tricks to come */
    SHARES = 7, /* of the stars of the best card: 0 to 6 sixths */
    HOLDS = 8,  /* by the chance that the card is not beaten */
    MANY = 4,   /* cards, and more */
};

/* What a card would do, and what a rival has done. */
enum deed { DEED_LEAD, DEED_BEAT, DEED_DUCK, DEED_DISCARD, DEED_STRIKE, DEED_TAKE, DEEDS };
enum part { PART_WINS, PART_PLAYED, PART_TO_PLAY, PARTS };

/* Rows of the situation. */
enum {
    ROW_TRICKS,                                           /* + tricks to come - 1; again for who takes a card */
    ROW_PLACE = ROW_TRICKS + 2 * BANNISH_HAND_SIZE,       /* + by players, cards played */
    ROW_POINTS = ROW_PLACE + (MAX_SEATS - 2) * MAX_SEATS, /* + own victory points, rivals with one */
    ROW_RIVAL = ROW_POINTS + BANNISH_WINNING_VP * 3,      /* of every rival: + by part and span, its lead */
    ROW_POINTED = ROW_RIVAL + PARTS * SPANS * LEADS,      /* of every rival with a victory point: + its lead */
    ROW_ORDER = ROW_POINTED + LEADS,                      /* of the first three rivals: + their leads */
    ROW_TABLE = ROW_ORDER + 3 * LEADS,                    /* + stars of the best card on the table */
    ROW_HAND = ROW_TABLE + SHARES,                        /* + stars of the own hand, on average */
    ROW_SPARE = ROW_HAND + SHARES,                        /* + own cards that will stay in hand */
    ROWS = ROW_SPARE + MANY,
    ROWS_AT_ONCE = 6 + 2 * (MAX_SEATS - 1) + 3,
};

/* Rows of a card. */
enum {
    CARD_NUMBER,                                             /* + by deed, number - 1 */
    CARD_STARS = CARD_NUMBER + DEEDS * BANNISH_NUMBERS,      /* + by deed, its stars */
    CARD_HOLD = CARD_STARS + DEEDS * SHARES,                 /* leading or beating: + chance to hold */
    CARD_COLOUR = CARD_HOLD + 2 * HOLDS,                     /* + by deed, own cards of its colour - 1 */
    CARD_TWIN = CARD_COLOUR + DEED_STRIKE * BANNISH_NUMBERS, /* + by deed, copies not seen yet */
    CARD_DOUBLE = CARD_TWIN + DEED_STRIKE * 3,               /* both copies are in hand */
    CARD_HIGHER,                                             /* + own higher cards of its colour */
    CARD_LOWER = CARD_HIGHER + MANY + 1,
    CARD_LACKING = CARD_LOWER + MANY + 1, /* + players still to play who lack the colour led */
    CARD_ROWS = CARD_LACKING + MAX_SEATS,
    CARD_ROWS_AT_ONCE = 9,
};

enum {
    HIDDEN = 32,
    WEIGHT_ONE = 64,
};
_Static_assert(WEIGHT_ONE *WEIGHT_ONE == (int)LIKING_ONE, "noise is added to what comes out");

struct network {
    int16_t rows[ROWS][HIDDEN], card_rows[CARD_ROWS][HIDDEN];
    int16_t out[HIDDEN];
    int16_t levels[CARD_ROWS]; /* of what comes out, whatever the situation */
};

/* A network likes a card by LIKING_ONE more if it is worth this much of a win more. */
static const double worth_of_liking = 0.04;

struct told {
    uint16_t rows[ROWS_AT_ONCE];
    uint8_t count;
};
struct told_card {
    uint8_t rows[CARD_ROWS_AT_ONCE], count;
};

/* Tells what a network is told of a state, as its seat knows it, and of the actions with these ids. */
void bannish_tell(const struct state *, int seat, const uint16_t *ids, int count, struct told *, struct told_card *);

#endif
