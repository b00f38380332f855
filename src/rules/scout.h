/* The state of a game of SCOUT, for its rules (rules/scout.c), its novice
 * (bots/scout.c), its drawing (term/scout.c) and what the lab counts
 * (lab/features_scout.c), and for nobody else. Novice and drawing only ever see
 * redacted copies.
 *
 * The workload is millions of decisions a second: hands are rows of bytes that
 * shift and compare eight at a time, and what everybody knows about a card
 * is one byte of `place`, so that views and observations are copies. */
#ifndef PARLOR_RULES_SCOUT_H
#define PARLOR_RULES_SCOUT_H

#include "rules/slots.h"

enum {
    SCOUT_NUMBERS = 10,   /* SC-1 */
    SCOUT_CARDS = 45,     /* SC-1 */
    SCOUT_HAND_MAX = 41,  /* 45 cards less one for each of four others, or 44 less three: else the round is over */
    SCOUT_HAND_SIZE = 48, /* sizes are multiples of sixteen, since sixteen cards are read at a time */
    SCOUT_SET_MAX = 10,   /* 1..10 in a row; of equal numbers there are at most 9 */
    SCOUT_SET_SIZE = 16,
    SCOUT_CARDS_SIZE = 48,
    SCOUT_CHIPS = 3,       /* SC-21 */
    SCOUT_TURNS_MAX = 500, /* SC-19 */
};

/* A card is one byte: the number that is up, then the one that is down, four
 * bits each. 0 means no card, or one that the viewer cannot see. */
static inline int scout_card_up(uint8_t card)
{
    return card >> 4;
}
static inline int scout_card_down(uint8_t card)
{
    return card & 15;
}
static inline uint8_t scout_card_of(int up, int down)
{
    return (uint8_t)(up << 4 | down);
}
static inline uint8_t scout_card_turned(uint8_t card)
{
    return (uint8_t)(card << 4 | card >> 4);
}

/* Returns 0..44, so that cards with a 10 are the last nine and {9,10} is the very last. */
static inline int scout_card_index(uint8_t card)
{
    int up = scout_card_up(card), down = scout_card_down(card);
    int high = up > down ? up : down, low = up > down ? down : up;
    return (high - 1) * (high - 2) / 2 + low - 1;
}

enum scout_phase {
    SCOUT_PHASE_DEAL,   /* the next round is to be dealt; the hands of the last round lie open */
    SCOUT_PHASE_ROTATE, /* all keep or flip, at the same time (SC-5) */
    SCOUT_PHASE_TURN,   /* `mover` plays, scouts or starts a Double Action */
    SCOUT_PHASE_FINISH, /* `mover` owes the Play of a Double Action (SC-13) */
    SCOUT_PHASE_OVER,
};

/* What everybody knows about a card. */
enum scout_place {
    SCOUT_PLACE_UNSEEN,                               /* in some hand or, with two players, not dealt yet */
    SCOUT_PLACE_HAND,                                 /* + seat: this seat has scouted it and still holds it */
    SCOUT_PLACE_TABLE = SCOUT_PLACE_HAND + MAX_SEATS, /* in the Prior Set */
    SCOUT_PLACE_CAPTURED,                             /* in a score pile */
    SCOUT_PLACE_SPENT,                                /* of an earlier round's deal (two players, SC-20) */
};

struct scout_state {
    uint8_t hand[MAX_SEATS][SCOUT_HAND_SIZE]; /* left to right, then 0. Hidden: the cards known to be in it, then 0 */
    uint8_t count[MAX_SEATS];                 /* cards in hand */
    uint8_t place[SCOUT_CARDS_SIZE];          /* enum scout_place, by scout_card_index(); 0 after the last */
    uint8_t prior[SCOUT_SET_SIZE];            /* the Prior Set, left to right, then 0 */
    uint8_t prior_count;
    uint8_t owner; /* who played last; 0 before anybody has */
    uint8_t players, phase, mover, start;
    uint8_t round;               /* rounds scored */
    uint8_t scouts;              /* Scouts since the last Play (SC-16) */
    uint8_t markers;             /* bit s: seat s has its Double Action marker */
    uint8_t chosen, flips;       /* bit s: seat s has chosen; and to flip. Others' flips are hidden */
    uint8_t hidden;              /* bit s: seat s's row is not known to the viewer. 0 in a true state */
    uint8_t exempt;              /* seat + 1 that paid nothing for its hand in the last round (SC-17) */
    uint8_t captured[MAX_SEATS]; /* cards in the score pile */
    uint8_t chips[MAX_SEATS];    /* two players only (SC-21) */
    uint16_t tokens[MAX_SEATS];
    uint16_t turns;          /* of this round (SC-19) */
    int16_t last[MAX_SEATS]; /* points of the last round scored */
    int16_t total[MAX_SEATS];
};
GAME_STATE(scout)
GAME_PARTS(scout)
extern const struct game_sheet scout_sheet; /* rules/sheet.h */

/* How a set ranks (SC-8). */
enum scout_kind { SCOUT_KIND_SAME, SCOUT_KIND_RISE, SCOUT_KIND_FALL };
struct scout_rank {
    int count; /* 0: no set */
    enum scout_kind kind;
    int low;
};

struct scout_rank scout_rank(const uint8_t *cards, int count);              /* count 0: no set; the cards are a set */
bool scout_is_set(const uint8_t *cards, int count);                         /* SC-7 */
bool scout_stronger(struct scout_rank challenger, struct scout_rank prior); /* SC-8, SC-9 */
int scout_rounds(const struct scout_state *);                               /* in the whole game */
int scout_unseen(const struct scout_state *, uint8_t *cards); /* lists those that the viewer has not seen */

/* What an action id says. */
enum scout_move_kind { SCOUT_MOVE_KEEP, SCOUT_MOVE_FLIP, SCOUT_MOVE_PLAY, SCOUT_MOVE_SCOUT, SCOUT_MOVE_DOUBLE };
struct scout_move {
    enum scout_move_kind kind;
    int first, count; /* PLAY: which cards of the hand, from 0 */
    bool right;       /* SCOUT, DOUBLE: which end */
    bool turned;      /* upside down from how it lies */
    int gap;          /* how many cards will be left of it */
};
enum { SCOUT_KEEP, SCOUT_FLIP }; /* ids; the others: */
struct scout_move scout_move(uint16_t id);
uint16_t scout_play_id(int first, int count);
uint16_t scout_take_id(bool twice, bool right, bool turned, int gap); /* twice: as a Double Action */

/* What happens. how: why a round ended; pay: what a Scout costs, a token for the owner or a chip of the seat that
 * scouts. */
#define SCOUT_VERBS(X)                                                                                                 \
    X(DEALT, dealt, false, "round:number starter:seat")                                                                \
    X(KEEPS, keeps, true, "who:seat")                                                                                  \
    X(FLIPS, flips, true, "who:seat")                                                                                  \
    X(PLAYS, plays, true, "who:seat captured:number cards:cards")                                                      \
    X(SCOUTS, scouts, true, "who:seat card:card side:side owner:seat pay:pay double:number held:card place:number")    \
    X(ENDS, ends, false, "round:number how:how who:seat")                                                              \
    X(SCORES, scores, false,                                                                                           \
      "who:seat captured:number pay:pay paid:number exempt:number hand:number points:number total:number")

#define SCOUT_VERB(upper, ...) SCOUT_##upper,
enum scout_verb { SCOUT_VERBS(SCOUT_VERB) };
#undef SCOUT_VERB

/* Why choices are refused: rules/refusal.h. */
#define SCOUT_REFUSALS(X)                                                                                              \
    X(no_such_cards)                                                                                                   \
    X(not_a_set)                                                                                                       \
    X(not_stronger)                                                                                                    \
    X(double_ends_with_play)                                                                                           \
    X(nothing_to_scout)                                                                                                \
    X(lone_card)                                                                                                       \
    X(no_such_place)                                                                                                   \
    X(no_chip)                                                                                                         \
    X(no_double_for_two)                                                                                               \
    X(marker_spent)                                                                                                    \
    X(nothing_to_play_after)                                                                                           \
    X(turn_hand_first)                                                                                                 \
    X(hands_are_turned)

enum scout_side { SCOUT_SIDE_ONLY, SCOUT_SIDE_LEFT, SCOUT_SIDE_RIGHT };
enum scout_pay { SCOUT_PAY_TOKEN, SCOUT_PAY_CHIP };
enum scout_how { SCOUT_HOW_EMPTY, SCOUT_HOW_SCOUTED, SCOUT_HOW_STUCK, SCOUT_HOW_TURNS };

#endif
