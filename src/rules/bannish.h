/* The state of a game of BANNISH, for its rules (rules/bannish.c), its novice
 * (bots/bannish.c), its drawing (term/bannish.c) and what the lab counts
 * (lab/features_bannish.c), and for nobody else. Novice and drawing only ever
 * see redacted copies.
 *
 * The workload is tens of millions of decisions a second: hands and piles are
 * one 64-bit word each, so that following, counting and conserving cards are a
 * few instructions, and no loop goes over the cards of the deck. */
#ifndef PARLOR_RULES_BANNISH_H
#define PARLOR_RULES_BANNISH_H

#include "rules/slots.h"

enum {
    BANNISH_COLOURS = 5,                               /* BN-1; the first N of them with N players */
    BANNISH_NUMBERS = 6,                               /* BN-1 */
    BANNISH_CARDS = BANNISH_COLOURS * BANNISH_NUMBERS, /* different ones; there are two of each */
    BANNISH_HAND_SIZE = 12,                            /* BN-1 */
    BANNISH_WINNING_VP = 2,                            /* BN-12 */
    BANNISH_STARS_MAX = 99,                            /* that a table may set for a number (BN-2) */
};

/* A card is colour * NUMBERS + number - 1. Its two copies are alike. */
static inline int bannish_card_colour(int card)
{
    return card / BANNISH_NUMBERS;
}

static inline int bannish_card_number(int card)
{
    return card % BANNISH_NUMBERS + 1;
}

/* A pile, or a hand: two bits a card, 01 for one copy and 11 for both, so that
 * as many bits are set as there are cards and equal piles are equal words. */
#define BANNISH_PILE_ONES 0x0555555555555555u /* one copy of every card */
static inline uint64_t bannish_pile_one(int card)
{
    return (uint64_t)1 << 2 * card;
}

static inline uint64_t bannish_pile_colour(int colour)
{
    return (uint64_t)0xfff << 12 * colour;
}

static inline int bannish_pile_copies(uint64_t pile, int card)
{
    return (int)((pile >> 2 * card & 1) + (pile >> 2 * card & 3) / 2);
}

static inline int bannish_pile_size(uint64_t pile)
{
    return __builtin_popcountll(pile);
}

enum bannish_phase {
    BANNISH_PHASE_DEAL, /* the next round is to be dealt; the hands of the last round lie open */
    BANNISH_PHASE_PLAY, /* `mover` leads or follows */
    BANNISH_PHASE_TAKE, /* `mover` has won the trick and takes a card of it */
    BANNISH_PHASE_OVER,
};

/* A trick, on the table or the one before. More than eight bytes, so that the
 * cards can be read as one word. */
struct bannish_trick {
    uint8_t card[MAX_SEATS]; /* in the order of play: card + 1, then 0 */
    uint8_t count;           /* cards played */
    uint8_t leader;
    uint8_t twin;   /* the card that caused BANNISH, + 1; 0 without one */
    uint8_t winner; /* who takes a card, + 1; 0 while it goes on and when no card is left */
    uint8_t taken;  /* the card taken, + 1; 0 for none */
};

struct bannish_state {
    uint64_t hand[MAX_SEATS];       /* 0 where hidden */
    uint64_t taken[MAX_SEATS];      /* face up in front of a seat (BN-8) */
    uint64_t table;                 /* cards of the trick that may be taken: all, or what BANNISH left */
    uint64_t gone;                  /* out of the round: BANNISH cards and cards nobody took */
    uint32_t round;                 /* rounds scored */
    uint16_t total[MAX_SEATS];      /* stars of the last round scored (BN-10) */
    struct bannish_trick now, last; /* last: all 0 before a round's first trick is over */
    uint8_t count[MAX_SEATS];       /* cards in hand */
    uint8_t lacks[MAX_SEATS];       /* bit c: did not follow colour c this round, so has none: known to all */
    uint8_t vp[MAX_SEATS];
    uint8_t stars[BANNISH_NUMBERS]; /* by number - 1 (BN-2) */
    uint8_t players, phase, mover;
    uint8_t chip;      /* who has it: leads the next trick */
    uint8_t second;    /* bit s: seat s got the victory point of the last round scored */
    uint8_t hidden;    /* bit s: the viewer does not know seat s's hand. 0 in a true state */
    uint8_t unused[3]; /* 0: what would be padding */
};
GAME_STATE(bannish)
GAME_PARTS(bannish)
extern const struct game_sheet bannish_sheet; /* rules/sheet.h */

int bannish_stars(const struct bannish_state *, uint64_t pile); /* what these cards are worth */
int bannish_seat_of(const struct bannish_state *, const struct bannish_trick *,
                    int place); /* who played the card at this place */

/* Returns the seats that are second with these totals and numbers of cards counted,
 * empty if nobody is (BN-10, BN-11). */
uint8_t bannish_second(const struct bannish_state *, const int *totals, const int *cards);

/* Lays a card to the trick on the table and says whether it strikes its twin (BN-5); and the place of
 * the card that wins so far, where one is left (BN-6, BN-7). */
bool bannish_lay(struct bannish_state *, int card);
int bannish_best(const struct bannish_state *);

bool bannish_read_card(struct reader *, int *card);
bool bannish_ask(struct reader *, struct writer *); /* see bannish_ask.c */

/* What an action id says: play, or else take, this card. */
static inline bool bannish_id_is_play(uint16_t id)
{
    return id < BANNISH_CARDS;
}

static inline int bannish_id_card(uint16_t id)
{
    return id % BANNISH_CARDS;
}

/* What happens. takes: a card that the seat chose; gets: the only one that BANNISH has left. chip: whether it comes
 * with the trick. counts: what a seat has when a round ends, left being its hand, which lies open. comes_second: who
 * gets the victory point, of those at this level. */
#define BANNISH_VERBS(X)                                                                                               \
    X(DEALT, dealt, false, "round:number leader:seat")                                                                 \
    X(PLAYS, plays, true, "who:seat card:card how:how lead:colour")                                                    \
    X(BANNISHES, bannishes, false, "who:seat card:card")                                                               \
    X(LEAVES_NOTHING, leaves_nothing, false, "who:seat")                                                               \
    X(WINS_TRICK, wins_trick, false, "who:seat card:card chip:number")                                                 \
    X(TAKES, takes, true, "who:seat card:card stars:number")                                                           \
    X(GETS, gets, false, "who:seat card:card stars:number")                                                            \
    X(ENDS, ends, false, "round:number who:seats")                                                                     \
    X(COUNTS, counts, false, "who:seat taken:number hand:number counted:number stars:number left:cards")               \
    X(COMES_SECOND, comes_second, false, "who:seats level:seats stars:number tie:tie cards:number")                    \
    X(NO_SECOND, no_second, false, "")                                                                                 \
    X(WINS, wins, false, "who:seats points:number")

#define BANNISH_VERB(upper, ...) BANNISH_##upper,
enum bannish_verb { BANNISH_VERBS(BANNISH_VERB) };
#undef BANNISH_VERB

/* Why choices are refused: rules/refusal.h. */
#define BANNISH_REFUSALS(X)                                                                                            \
    X(take_first)                                                                                                      \
    X(no_such_colour)                                                                                                  \
    X(not_in_hand)                                                                                                     \
    X(must_follow)                                                                                                     \
    X(no_trick_to_take)                                                                                                \
    X(bannished)                                                                                                       \
    X(not_in_trick)

enum bannish_how { BANNISH_HOW_LEADS, BANNISH_HOW_FOLLOWS, BANNISH_HOW_LACKS };
enum bannish_tie { BANNISH_TIE_NONE, BANNISH_TIE_FEWEST, BANNISH_TIE_LEVEL };

#endif
