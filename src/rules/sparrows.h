/* The state of a game of Six of Sparrows and the judging of its bids, for its
 * rules (rules/sparrows.c), its novice (bots/sparrows.c), its drawing
 * (term/sparrows.c) and what the lab counts (lab/features_sparrows.c), and for
 * nobody else. Novice and drawing only ever see redacted copies.
 *
 * A set of cards is one 64-bit word: four lanes of sixteen bits, a suit each,
 * whose low ten bits are its numbers. Six empty bits between the suits let runs
 * be found by shifts, and the four suits be counted by one addition. */
#ifndef PARLOR_RULES_SPARROWS_H
#define PARLOR_RULES_SPARROWS_H

#include "rules/slots.h"

enum {
    SPARROWS_SUITS = 4,    /* SP-1 */
    SPARROWS_NUMBERS = 10, /* SP-1 */
    SPARROWS_CARDS = SPARROWS_SUITS * SPARROWS_NUMBERS,
    SPARROWS_CYCLES = 6,       /* SP-4; also the cards of a full hand, and of a full table */
    SPARROWS_ROW_SIZE = 6,     /* face-up bids (SP-3) */
    SPARROWS_FAILED = -10,     /* SP-6 */
    SPARROWS_VALUE_MAX = 250,  /* of a bid, where the option sets it */
    SPARROWS_TOKEN_LATE = 10,  /* SP-12 */
    SPARROWS_ROUNDS_MAX = 500, /* SP-7 */
};

/* Suit 0..3, number 1..10. */
static inline uint64_t sparrows_card_bit(int suit, int number)
{
    return (uint64_t)1 << (16 * suit + number - 1);
}

static inline unsigned sparrows_suit_of(uint64_t cards, int suit)
{
    return (unsigned)(cards >> 16 * suit) & 0x3ff;
}

/* ---- bids (SP-2, SP-8) ---- */

enum sparrows_kind {
    SPARROWS_KIND_SETS,       /* numbers that the pool holds twice, three times, four times */
    SPARROWS_KIND_STREET,     /* a given count of numbers in a row in the pool */
    SPARROWS_KIND_GROUP,      /* a given count of cards of one suit in the pool */
    SPARROWS_KIND_BAND,       /* a given count of numbers in a row of one suit in the pool */
    SPARROWS_KIND_HIGH,       /* the highest card of all hands */
    SPARROWS_KIND_LOW,        /* the lowest card of all hands */
    SPARROWS_KIND_MAJORITY,   /* the most cards of a suit of all hands */
    SPARROWS_KIND_HAND_SUITS, /* every suit of the table in hand */
    SPARROWS_KIND_DIFFERENT,  /* no number twice in hand */
};

/* What SETS asks for: how many numbers at least twice, at least three and at
 * least four times; a lane each, as they are counted. */
#define SPARROWS_TIMES(twice, thrice, four_times)                                                                      \
    ((uint64_t)(twice) | (uint64_t)(thrice) << 16 | (uint64_t)(four_times) << 32)

/* id, name, what it asks for in a few words, value, kind, parameter: for SETS
 * as above; how many cards; which suit. */
#define SPARROWS_BIDS(X)                                                                                               \
    X(two_pair, "Two Pairs", "2 pairs", 40, SETS, SPARROWS_TIMES(2, 0, 0))                                             \
    X(three_pair, "Three Pairs", "3 pairs", 60, SETS, SPARROWS_TIMES(3, 0, 0))                                         \
    X(one_trio, "One Trio", "a trio", 80, SETS, SPARROWS_TIMES(1, 1, 0))                                               \
    X(two_trio, "Two Trio", "2 trios", 140, SETS, SPARROWS_TIMES(2, 2, 0))                                             \
    X(three_trio, "Three Trio", "3 trios", 180, SETS, SPARROWS_TIMES(3, 3, 0))                                         \
    X(one_quatro, "One Quatro", "4 of a number", 160, SETS, SPARROWS_TIMES(1, 1, 1))                                   \
    X(two_quatro, "Two Quatro", "4 of two numbers", 200, SETS, SPARROWS_TIMES(2, 2, 2))                                \
    X(straight_short, "Short Street", "3 numbers in a row", 20, STREET, 3)                                             \
    X(straight_mid, "Medium Street", "5 numbers in a row", 80, STREET, 5)                                              \
    X(straight_long, "Long Street", "7 numbers in a row", 140, STREET, 7)                                              \
    X(flush_short, "Short Group", "4 of a suit", 20, GROUP, 4)                                                         \
    X(flush_mid, "Medium Group", "5 of a suit", 100, GROUP, 5)                                                         \
    X(flush_long, "Long Group", "6 of a suit", 180, GROUP, 6)                                                          \
    X(full_house_regular, "Full House", "a trio and a pair", 80, SETS, SPARROWS_TIMES(2, 1, 0))                        \
    X(full_house_medium, "Full Villa", "a trio and 2 pairs", 100, SETS, SPARROWS_TIMES(3, 1, 0))                       \
    X(full_house_long, "Full Mansion", "2 trios and 2 pairs", 160, SETS, SPARROWS_TIMES(4, 2, 0))                      \
    X(full_house_extreme, "Full Estate", "2 trios and 3 pairs", 180, SETS, SPARROWS_TIMES(5, 2, 0))                    \
    X(straight_flush_short, "Short Band", "2 in a row of a suit", 80, BAND, 2)                                         \
    X(straight_flush_mid, "Medium Band", "3 in a row of a suit", 140, BAND, 3)                                         \
    X(straight_flush_long, "Long Band", "4 in a row of a suit", 180, BAND, 4)                                          \
    X(straight_flush_extreme, "Superlong Band", "5 in a row of a suit", 200, BAND, 5)                                  \
    X(high_card, "High Card", "the highest hand card", 100, HIGH, 0)                                                   \
    X(low_card, "Low Card", "the lowest hand card", 100, LOW, 0)                                                       \
    X(majority_sparrows, "Sparrow Majority", "most Sparrows in hand", 100, MAJORITY, 0)                                \
    X(majority_parrots, "Parrot Majority", "most Parrots in hand", 100, MAJORITY, 1)                                   \
    X(majority_eagles, "Eagle Majority", "most Eagles in hand", 100, MAJORITY, 2)                                      \
    X(majority_chickens, "Chicken Majority", "most Chickens in hand", 100, MAJORITY, 3)                                \
    X(flush_hand, "Hand Group", "table suits in hand", 100, HAND_SUITS, 0)                                             \
    X(no_duplicates, "No Duplicates", "6 numbers in hand", 140, DIFFERENT, 0)

#define X(id, name, asks, value, kind, parameter) SPARROWS_BID_##id,
enum { SPARROWS_BIDS(X) SPARROWS_BID_COUNT, SPARROWS_NO_BID = SPARROWS_BID_COUNT };
#undef X

struct sparrows_bid {
    const char *id, *name, *asks;
    uint8_t value; /* as printed; a state has those that hold */
    uint8_t kind;  /* enum sparrows_kind */
    uint64_t parameter;
};
extern const struct sparrows_bid sparrows_bids[SPARROWS_BID_COUNT];

/* ---- bonus bids (SP-9, SP-11) ---- */

#define SPARROWS_BONUSES(X)                                                                                            \
    X(WIN_ALL, "win_all", "Win All", 200)                                                                              \
    X(WIN_NONE, "win_none", "Win None", 200)                                                                           \
    X(TOGETHER, "together", "Match Together", 100)

#define X(bonus, id, name, value) SPARROWS_BONUS_##bonus,
enum { SPARROWS_BONUS_NONE, SPARROWS_BONUSES(X) SPARROWS_BONUS_COUNT };
#undef X

struct sparrows_bonus {
    const char *id, *name;
    uint8_t value;
};
extern const struct sparrows_bonus sparrows_bonuses[SPARROWS_BONUS_COUNT]; /* [SPARROWS_BONUS_NONE] is empty */

/* ---- the state ---- */

enum sparrows_phase {
    SPARROWS_PHASE_DEALER,    /* the seat before the first dealer is to be drawn */
    SPARROWS_PHASE_RESHUFFLE, /* the bid deck cannot fill the row: the discards come under it */
    SPARROWS_PHASE_BIDS,      /* the row of bids is to be filled; the last round's hands lie open */
    SPARROWS_PHASE_CYCLE,     /* a card each and one for the table are to be dealt */
    SPARROWS_PHASE_BID,       /* all without a bid choose, at the same time (SP-5) */
    SPARROWS_PHASE_PARTNER,   /* `mover` names a partner (SP-11) */
    SPARROWS_PHASE_LATE,      /* `mover` may take a bid late (SP-12) */
    SPARROWS_PHASE_OVER,
};

struct sparrows_state {
    uint64_t hand[MAX_SEATS]; /* after a round as they were scored, until the next begins. 0 where hidden */
    uint64_t table;
    uint32_t deck, discard; /* bids by bit: to be drawn; claimed in rounds that are scored */
    uint32_t under;         /* discards reshuffled under what is left of the deck, until the row is filled */
    uint32_t open;          /* bids of the row that nobody has claimed */
    int32_t total[MAX_SEATS];
    int32_t target;
    int16_t last[MAX_SEATS];        /* points of the last round scored */
    uint16_t round;                 /* rounds scored */
    uint8_t row[SPARROWS_ROW_SIZE]; /* the face-up bids, claimed ones too until the row is filled again; SPARROWS_NO_BID
                                       at first */
    uint8_t bid[MAX_SEATS]; /* SPARROWS_NO_BID, or what the seat has claimed in this round, or in the one just scored */
    uint8_t token[MAX_SEATS];  /* 0 without a bid */
    uint8_t bonus[MAX_SEATS];  /* BONUS_… taken with the bid */
    uint8_t sealed[MAX_SEATS]; /* 1 + the action chosen, 0 for none yet. Others' are hidden */
    uint8_t chosen;            /* bit s: seat s has a choice sealed */
    uint8_t bidless;           /* bit s: seat s has no bid */
    uint8_t bonuses;           /* bit b: BONUS_b is there to be taken; 0 without upgrades */
    uint8_t partner;           /* 1 + the seat named for Match Together, 0 for none yet */
    uint8_t players, phase, dealer;
    uint8_t cycle;                     /* cards dealt to each seat */
    uint8_t mover;                     /* PARTNER, LATE; else 0 */
    uint8_t upgrades;                  /* 1: the expansion is played */
    uint8_t hidden;                    /* bit s: seat s's hand is not known to the viewer. 0 in a true state */
    uint8_t value[SPARROWS_BID_COUNT]; /* by bid: the printed ones, or the table's own */
    uint8_t unused[2];                 /* 0: what would be padding */
};
GAME_STATE(sparrows)
GAME_PARTS(sparrows)
extern const struct game_sheet sparrows_sheet; /* rules/sheet.h */

/* ---- judging ---- */

/* True if a seat achieves a bid when its hand is joined with the cards of
 * `other`: the table, or a partner's hand. hands are all hands by seat. */
bool sparrows_met(int bid, const uint64_t *hands, int players, int seat, uint64_t other);

/* How far a seat is with a bid: cards it has of those it needs. Comparisons
 * with other hands need 0; have is then the number or count that is compared. */
struct sparrows_progress {
    int have, need;
};
struct sparrows_progress sparrows_progress(int bid, uint64_t hand, uint64_t other);

/* What a seat gets (SP-6, SP-10). Only with all hands open. */
struct sparrows_score {
    bool bid, bonus; /* achieved */
    int points;
};
void sparrows_scores(const struct sparrows_state *, struct sparrows_score out[MAX_SEATS]);

bool sparrows_scored(
    const struct sparrows_state *);       /* the hands of the last round are on show, with what they achieved */
int sparrows_share(int value, int token); /* value ÷ token, rounded */
int sparrows_token(const struct sparrows_state *); /* that a claim would get now */
uint64_t sparrows_pool_part(const struct sparrows_state *,
                            int seat); /* what the seat's hand is joined with, as far as it is known */
int sparrows_holder(const struct sparrows_state *, int bid); /* seat that has claimed it, or -1 */

/* What an action id says. */
enum sparrows_move_kind { SPARROWS_MOVE_PASS, SPARROWS_MOVE_BID, SPARROWS_MOVE_PARTNER, SPARROWS_MOVE_LATE };
struct sparrows_move {
    enum sparrows_move_kind kind;
    int bid;   /* BID, LATE; SPARROWS_NO_BID for `late none` */
    int bonus; /* BID */
    int seat;  /* PARTNER */
};
struct sparrows_move sparrows_move(uint16_t id);

void sparrows_write_cards(struct writer *, uint64_t cards); /* "S1 S7 E2" */
bool sparrows_read_bid(struct reader *, int *bid);          /* its id */

bool sparrows_ask(struct reader *, struct writer *); /* see sparrows_ask.c */

/* What happens. A card is the place of its bit. chooses and passes: sealed, for the seat alone; misses: who
 * wanted to bid and did not come to it; bids, values: new in the row, from left to right; met, bonus_met: 1
 * if achieved; partner: of Match Together. */
#define SPARROWS_VERBS(X)                                                                                              \
    X(DRAWN, drawn, false, "who:seat")                                                                                 \
    X(RESHUFFLED, reshuffled, false, "count:number")                                                                   \
    X(BEGINS, begins, false, "round:number dealer:seat bids:bid* values:number*")                                      \
    X(DEALS, deals, false, "cycle:number card:card")                                                                   \
    X(GETS, gets, false, "who:seat card:card")                                                                         \
    X(PASSES, passes, true, "who:seat")                                                                                \
    X(CHOOSES, chooses, true, "who:seat bid:bid value:number bonus:bonus token:number")                                \
    X(MISSES, misses, false, "who:seat bid:bid winner:seat")                                                           \
    X(TAKES, takes, false, "who:seat bid:bid value:number bonus:bonus token:number")                                   \
    X(NOBODY_BIDS, nobody_bids, false, "cycle:number")                                                                 \
    X(PARTNERS, partners, true, "who:seat partner:seat")                                                               \
    X(TAKES_LATE, takes_late, true, "who:seat bid:bid value:number token:number")                                      \
    X(STAYS, stays, true, "who:seat")                                                                                  \
    X(SHOWS, shows, false, "who:seat cards:cards")                                                                     \
    X(SCORED, scored, false, "round:number table:cards")                                                               \
    X(SCORES, scores, false,                                                                                           \
      "who:seat cards:cards bid:bid value:number token:number met:number partner:seat* bonus:bonus "                   \
      "bonus_value:number bonus_met:number points:number total:number")

#define SPARROWS_VERB(upper, ...) SPARROWS_##upper,
enum sparrows_verb { SPARROWS_VERBS(SPARROWS_VERB) };
#undef SPARROWS_VERB

/* Why choices are refused: rules/refusal.h. */
#define SPARROWS_REFUSALS(X)                                                                                           \
    X(bid_taken)                                                                                                       \
    X(bid_not_there)                                                                                                   \
    X(no_bonus_bids)                                                                                                   \
    X(bonus_taken)                                                                                                     \
    X(partner_later)                                                                                                   \
    X(late_bids_later)                                                                                                 \
    X(partner_first)                                                                                                   \
    X(no_such_seat)                                                                                                    \
    X(partner_yourself)                                                                                                \
    X(late_bid_or_none)

#endif
