/* The state of a game of Always a Bridesmaid, for its rules
 * (rules/bridesmaid.c), its novice (bots/bridesmaid.c), its drawing
 * (term/bridesmaid.c) and what the lab counts (lab/features_bridesmaid.c), and
 * for nobody else. Novice and drawing only ever see redacted copies.
 *
 * All players own the same eleven Accessories, so a set of cards is a mask of
 * eleven bits, the lowest value first, and a card is where it is by the mask it
 * is in. What everybody knows about a hand is one more mask. */
#ifndef PARLOR_RULES_BRIDESMAID_H
#define PARLOR_RULES_BRIDESMAID_H

#include "rules/slots.h"

enum {
    BRIDESMAID_ACCESSORIES = 11, /* AB-1 */
    BRIDESMAID_ALL_CARDS = (1 << BRIDESMAID_ACCESSORIES) - 1,
    BRIDESMAID_WILD_CARDS = 7,      /* -5, -3 and -2 turn WILD (AB-8) */
    BRIDESMAID_ROUNDS = 3,          /* AB-1 */
    BRIDESMAID_RESERVE_SIZE = 5,    /* AB-2 */
    BRIDESMAID_DRAWN = 3,           /* AB-3 */
    BRIDESMAID_POINTS_MAX = 3,      /* in one round (AB-11), with the table's own points too */
    BRIDESMAID_ROBOT = 2,           /* its place next to seats 0 and 1 (AB-15) */
    BRIDESMAID_ROBOT_EACH = 5,      /* to each player */
    BRIDESMAID_ROBOT_GIVEN = 2,     /* by each player */
    BRIDESMAID_ROBOT_PILE_SIZE = 5, /* four Accessories and HOLD BACK */
    BRIDESMAID_PILE_HOLD =
        BRIDESMAID_ACCESSORIES + 1,    /* HOLD BACK in a pile; an Accessory is its index + 1, 0 is unknown */
    BRIDESMAID_RIVALS_MAX = MAX_SEATS, /* players, or two of them and the Robot */
    BRIDESMAID_LOWEST_TOTAL = -10,     /* -5, -3 and -2 */
    BRIDESMAID_HIGHEST_TOTAL = 35,     /* all others: totals are bits of one word */
};

extern const int8_t bridesmaid_values[BRIDESMAID_ACCESSORIES + 1]; /* ascending; then 0 for no card */

enum bridesmaid_phase {
    BRIDESMAID_PHASE_RESERVE, /* all choose a Reserve, at the same time, like everything below (AB-2) */
    BRIDESMAID_PHASE_ROBOT,   /* chance: the Robot's Accessories are to be dealt (AB-15) */
    BRIDESMAID_PHASE_GIVE,    /* both players give the Robot two cards */
    BRIDESMAID_PHASE_ORDER,   /* chance: the Robot's pile is to be shuffled */
    BRIDESMAID_PHASE_PLAY,    /* all active players choose a card (AB-4) */
    BRIDESMAID_PHASE_ASIDE,   /* the earliest to hold back may set a card aside (AB-6) */
    BRIDESMAID_PHASE_DISPLAY, /* who has a choice picks the cards to display (AB-12) */
    BRIDESMAID_PHASE_DRAW,    /* all pick three of the Reserve (AB-3) */
    BRIDESMAID_PHASE_OVER,
};

struct bridesmaid_state {
    /* By seat, masks of cards. hand, reserve, played, displayed and a card that
     * lies aside face down are disjoint and make up all eleven. */
    uint16_t hand[MAX_SEATS];        /* Accessories only: HOLD BACK is there while active. Of a hidden hand: known[] */
    uint16_t reserve[MAX_SEATS];     /* 0 where hidden */
    uint16_t played[MAX_SEATS];      /* face up, this round; once it is scored, the card set aside among them */
    uint16_t aside[MAX_SEATS];       /* the card set aside this round. 0 where hidden */
    uint16_t displayed[MAX_SEATS];   /* out of use; of round 3 nothing is named (AB-14) */
    uint16_t known[MAX_SEATS];       /* everybody knows: in hand, or lying aside face down */
    uint16_t sealed[MAX_SEATS];      /* the cards of a sealed choice; 0 for hold and none. Others' are hidden */
    uint16_t last_played[MAX_SEATS]; /* of the last round scored, the card set aside among them */
    uint16_t last_aside[MAX_SEATS];

    /* Two players: the Robot's cards, masks too. */
    uint16_t dealt[2];   /* to each player; 0 where hidden */
    uint16_t given[2];   /* by each player; 0 where hidden */
    uint16_t robot_seen; /* shown in any round */

    uint8_t removed;                          /* index + 1 of the card taken out; 0 where hidden */
    uint8_t shown;                            /* how many of its pile are face up */
    uint8_t pile[BRIDESMAID_ROBOT_PILE_SIZE]; /* this round's order, face-down cards too until it is scored; 0 where
                                                 hidden */

    uint8_t points[MAX_SEATS];            /* of all rounds: how many cards are or will be displayed */
    uint8_t last[MAX_SEATS];              /* of the last round scored */
    uint8_t ranks[BRIDESMAID_RIVALS_MAX]; /* points by rank, before sharing (AB-11) */
    uint8_t single[MAX_SEATS];            /* 1 + how many have been single longer; 0 without that order (AB-13) */
    int8_t total[BRIDESMAID_RIVALS_MAX];  /* of played[], and of the Robot */
    int8_t last_total[BRIDESMAID_RIVALS_MAX];
    uint8_t players, phase;
    uint8_t round;         /* rounds scored */
    uint8_t reserves;      /* cards in each Reserve */
    uint8_t asked, chosen; /* bit s: seat s is asked in this phase; and has chosen */
    uint8_t held;          /* bit s: seat s, or the Robot, has held back this round */
    uint8_t set_aside;     /* bit s: a card of seat s lies aside face down */
    uint8_t wild;          /* bit s: seat s has turned WILD */
    uint8_t hidden;        /* bit s: the viewer does not know seat s's secrets. 0 in a true state */
    uint8_t unused[1];     /* 0: what would be padding */
};
GAME_STATE(bridesmaid)
GAME_PARTS(bridesmaid)
extern const struct game_sheet bridesmaid_sheet; /* rules/sheet.h */

/* Where somebody stands (AB-10, AB-11). */
struct bridesmaid_standing {
    int rank;   /* from 0 */
    int tied;   /* how many share it, at least 1 */
    int points; /* each of them gets */
};

int bridesmaid_rivals(const struct bridesmaid_state *); /* players, and the Robot if it plays */
void bridesmaid_rank(const struct bridesmaid_state *, const int8_t *totals, struct bridesmaid_standing *out);
int bridesmaid_sum(uint16_t cards);
int bridesmaid_hand_count(const struct bridesmaid_state *, int seat); /* Accessories, as everybody can count them */

/* What an action id says. */
enum bridesmaid_move_kind {
    BRIDESMAID_MOVE_RESERVE,
    BRIDESMAID_MOVE_ROBOT,
    BRIDESMAID_MOVE_DRAW,
    BRIDESMAID_MOVE_PLAY,
    BRIDESMAID_MOVE_HOLD,
    BRIDESMAID_MOVE_ASIDE,
    BRIDESMAID_MOVE_NONE,
    BRIDESMAID_MOVE_DISPLAY
};
struct bridesmaid_move {
    enum bridesmaid_move_kind kind;
    uint16_t cards; /* 0 for HOLD and NONE */
};
struct bridesmaid_move bridesmaid_move(uint16_t id);

bool bridesmaid_ask(struct reader *, struct writer *); /* see bridesmaid_ask.c */

/* What happens. A card is its place in bridesmaid_values[], after the last comes HOLD BACK. wild: 1 if the
 * seat turns WILD with it, or is WILD at the end; left: who is still active, if anybody is; prize: for all
 * who share the place, points: for each of them. What returns to
 * hand, and that the round is cleared away with it, goes without saying in words. */
#define BRIDESMAID_VERBS(X)                                                                                            \
    X(RESERVES, reserves, true, "who:seat count:number cards:cards")                                                   \
    X(ROBOT_DEALT, robot_dealt, false, "each:number removed:card")                                                     \
    X(GETS, gets, false, "who:seat cards:cards")                                                                       \
    X(GIVES, gives, true, "who:seat count:number cards:cards")                                                         \
    X(SHUFFLED, shuffled, false, "round:number pile:cards")                                                            \
    X(PLAYS, plays, true, "who:seat card:card total:number wild:number")                                               \
    X(HOLDS, holds, true, "who:seat total:number")                                                                     \
    X(ROBOT_PLAYS, robot_plays, false, "who:seat card:card total:number")                                              \
    X(ROBOT_HOLDS, robot_holds, false, "who:seat total:number")                                                        \
    X(SETS_ASIDE, sets_aside, true, "who:seat count:number cards:cards")                                               \
    X(ENDS, ends, false, "round:number left:seat*")                                                                    \
    X(TURNS_UP, turns_up, false, "who:seat card:card total:number wild:number")                                        \
    X(RANKS, ranks, false, "place:number who:seats total:number prize:number points:number")                           \
    X(DISPLAYS, displays, true, "who:seat cards:cards")                                                                \
    X(MUST_DISPLAY, must_display, false, "who:seat cards:cards")                                                       \
    X(RETURNS, returns, false, "who:seat cards:cards")                                                                 \
    X(CLEARS, clears, false, "round:number")                                                                           \
    X(DRAWS, draws, true, "who:seat count:number cards:cards")                                                         \
    X(JOINS, joins, false, "count:number")                                                                             \
    X(FINISHES, finishes, false, "who:seat displayed:number wild:number points:number")

#define BRIDESMAID_VERB(upper, ...) BRIDESMAID_##upper,
enum bridesmaid_verb { BRIDESMAID_VERBS(BRIDESMAID_VERB) };
#undef BRIDESMAID_VERB

/* Why choices are refused: rules/refusal.h. */
#define BRIDESMAID_REFUSALS(X)                                                                                         \
    X(as_many_as_points)                                                                                               \
    X(neither_played_nor_held)                                                                                         \
    X(played_before_hand)                                                                                              \
    X(reserve_first)                                                                                                   \
    X(give_first)                                                                                                      \
    X(not_for_robot)                                                                                                   \
    X(draw_first)                                                                                                      \
    X(not_in_reserve)                                                                                                  \
    X(play_or_hold)                                                                                                    \
    X(not_in_hand)                                                                                                     \
    X(set_aside_or_not)                                                                                                \
    X(display_first)

#endif
