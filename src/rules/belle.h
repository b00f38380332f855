/* The state of a game of Belle of the Ball, for its rules (rules/belle*.c), its
 * novice (bots/belle.c), its drawing (term/belle.c) and what the lab counts
 * (lab/features_belle.c), and for nobody else. Novice and drawing only ever see
 * redacted copies.
 *
 * Cards are bytes: 1..60 are Guests, 61..87 Belle cards, 0 means no card, or one
 * that the viewer cannot see. Lines are rows of such bytes that are eaten from the
 * front, hands are sets of bits. `deck` says what each card is. */
#ifndef PARLOR_RULES_BELLE_H
#define PARLOR_RULES_BELLE_H

#include "rules/belle_deck.h"
#include "rules/slots.h"

enum {
    BELLE_GROUPS = 3,      /* BL-2 */
    BELLE_GROUP_MAX = 4,   /* BL-7 */
    BELLE_VISIBLE = 6,     /* of a line: BL-3 */
    BELLE_LINE_GUESTS = 0, /* with five players the only one, Belles too: BL-13 */
    BELLE_LINE_BELLES = 1,
    BELLE_LINE_END = 80,  /* 52 Guests and 27 Belles at most (two players, empty parties), or 72 in the one line */
    BELLE_LINE_SIZE = 88, /* … and eight bytes of 0, so that a line can be read as a word from anywhere */
    BELLE_LINE_BASE = BELLE_LINE_END - BELLE_BELLE_COUNT, /* where the Belle line begins */
    BELLE_STEALS_MAX = BELLE_COPIES_MAX,
};

static inline bool belle_card_is_guest(uint8_t card)
{
    return card <= BELLE_GUEST_COUNT;
}
static inline int belle_guest_index(uint8_t card)
{
    return card - 1;
}
static inline int belle_index(uint8_t card)
{
    return card - 1 - BELLE_GUEST_COUNT;
}
static inline uint64_t belle_guest_bit(uint8_t card) /* in a set of Guests */
{
    return (uint64_t)1 << (belle_guest_index(card) & 63);
}
static inline uint32_t belle_bit(uint8_t card) /* in a set of Belle cards */
{
    return 1u << (belle_index(card) & 31);
}
static inline uint8_t belle_guest_card(int index)
{
    return (uint8_t)(index + 1);
}
static inline uint8_t belle_card(int index)
{
    return (uint8_t)(index + 1 + BELLE_GUEST_COUNT);
}

enum belle_phase {
    BELLE_PHASE_DECK,   /* a custom deck is to be put on the table */
    BELLE_PHASE_SETUP,  /* the cards are to be dealt */
    BELLE_PHASE_PLAY,   /* Step 1: `mover` may play a Belle card */
    BELLE_PHASE_STEAL,  /* chance picks a card from the victim's hand: the last of `steals` is open */
    BELLE_PHASE_INVITE, /* Step 2 */
    BELLE_PHASE_OVER,
};

struct belle_state {
    uint64_t discarded_guests; /* bit n: belle_guest_card(n) */
    uint32_t discarded_belles; /* bit n: belle_card(n) */
    uint32_t hand[MAX_SEATS];  /* likewise. In a view: those that are surely there */
    int16_t points[MAX_SEATS]; /* whole points; what is left over counts at the end only (BL-12) */
    struct belle_deck deck;
    uint8_t line[BELLE_LINE_SIZE]; /* cards from front to end of each line; 0 elsewhere. In a view 0 behind the sixth */
    uint8_t front[2], end[2];      /* in line[] */
    uint8_t beside[2][BELLE_VISIBLE];                        /* Regrets beside the visible cards */
    uint8_t party[MAX_SEATS][BELLE_GROUPS][BELLE_GROUP_MAX]; /* in the order they came, then 0 */
    uint8_t count[MAX_SEATS][BELLE_GROUPS];
    uint8_t rushed[MAX_SEATS];  /* bit g: RUSHED lies in group g */
    uint8_t held[MAX_SEATS];    /* Belle cards in hand */
    uint8_t regrets[MAX_SEATS]; /* in supply */
    /* Everybody sees who takes a Belle card from the line and who plays it, and
     * how many steals there had been: 0 for not yet, else 1 + seat * 4 + steals.
     * With the stolen cards this says who holds what; without them, who may. */
    uint8_t taken[BELLE_BELLE_COUNT], played[BELLE_BELLE_COUNT];
    struct {
        uint8_t thief, victim;
        uint8_t card; /* 0 while open; in a view, unless known or the only one possible */
    } steals[BELLE_STEALS_MAX];
    uint8_t steal_count;
    uint8_t players, phase, mover, start;
    uint8_t free_skip; /* 1: FREE_SKIP was played this turn */
    uint8_t scored;    /* 1: Step 3 came first this turn (BL-6) */
    uint8_t finish;    /* 1: last-turn=finish (BL-11) */
    uint8_t empty;     /* 1: parties=empty (BL-13) */
    uint8_t own_deck;  /* 1: names and wording are not the built-in ones */
    uint8_t unused[4]; /* 0: what would be padding */
};
GAME_STATE(belle)
GAME_PARTS(belle)
extern const struct game_sheet belle_sheet; /* rules/sheet.h */

static inline int belle_lines(const struct belle_state *s)
{
    return s->players == MAX_SEATS ? 1 : 2;
}
static inline int belle_line_length(const struct belle_state *s, int line)
{
    return s->end[line] - s->front[line];
}
static inline int belle_effect(const struct belle_state *s, uint8_t card)
{
    return s->deck.effect[belle_index(card)];
}
static inline bool belle_full(const struct belle_state *s, int seat, int group)
{
    return s->count[seat][group] == BELLE_GROUP_MAX || (s->rushed[seat] >> group & 1); /* BL-7 */
}
static inline int belle_player(const struct belle_state *s, uint8_t card) /* who played a card that lies in a group */
{
    return (s->played[belle_index(card)] - 1) / 4;
}

/* Returns how many cards of a line a seat can reach in Step 2, from the front (BL-5). */
static inline int belle_reach(const struct belle_state *s, int seat, int line)
{
    int length = belle_line_length(s, line), paid = s->regrets[seat] + 1;

    length = length < BELLE_VISIBLE ? length : BELLE_VISIBLE;
    return s->free_skip || length < paid ? length : paid;
}

/* What a group is worth (BL-9, BL-10, BL-15). */
struct belle_score {
    int base;  /* matched icons, or what replaces them */
    int bonus; /* of Mirth */
    int minus; /* of Mischief, before the floor of 0 */
    int value; /* what its owner scores */
};
struct belle_score belle_score(const struct belle_state *, const uint8_t *cards, int count);

/* belle_parts() explains a score: it writes a part for each interest that scores, then one for each Belle card that
 * adds or takes something, and returns how many: BELLE_PARTS_MAX at most. The parts add up to the value, except for its
 * floor of 0. */
enum { BELLE_PARTS_MAX = BELLE_INTEREST_COUNT + BELLE_GROUP_MAX };
struct belle_part {
    int interest, effect; /* one of them; the other is -1 */
    int points;
};
int belle_parts(const struct belle_state *, const uint8_t *cards, int count, struct belle_part *parts);

/* Returns the icons of an interest in a group, as they count (without what a COPY adds). */
int belle_icons(const struct belle_state *, const uint8_t *cards, int count, int interest);

/* What an action id says. */
enum belle_move_kind { BELLE_MOVE_NONE, BELLE_MOVE_PLAY, BELLE_MOVE_INVITE };
struct belle_move {
    enum belle_move_kind kind;
    uint8_t card;          /* PLAY: the Belle card. INVITE: the card, 0 if none lies there */
    int line, place;       /* INVITE: where in line it stands */
    int seat, group, slot; /* PLAY: the group or card aimed at, or the seat; seat -1 for none */
    int my_group, my_slot; /* SWAP: the Guest given */
    int to;                /* MOVE_OWN, INVITE: the group it goes to; -1: to hand */
};
struct belle_move belle_move(const struct belle_state *, int seat, uint16_t id);

bool belle_ask(struct reader *, struct writer *); /* see belle_ask.c */

/* Cards in facts. One of a custom deck has this added to it: no name is known for it. */
enum { BELLE_CUSTOM = 128 };

/* What happens. plays: a Belle card that is not aimed at anything; the others say what it was aimed at, groups counted
 * from 1. own: whether owner is who. draws: the card that a thief gets. place: in line, from 1. paid: Regrets put
 * beside the cards skipped; gained: those beside the card. stay: cards that stay in the group scored, while the others
 * are discarded. counts: points and half a point for each card left. */
#define BELLE_VERBS(X)                                                                                                 \
    X(DECK_LAID, deck_laid, false, "")                                                                                 \
    X(DEALT, dealt, false, "starter:seat parties:cards")                                                               \
    X(PLAYS_NONE, plays_none, true, "who:seat")                                                                        \
    X(PLAYS, plays, true, "who:seat card:card effect:effect regrets:number points:number")                             \
    X(COLLECTS, collects, true, "who:seat card:card payers:seats regrets:number points:number")                        \
    X(LAYS, lays, true, "who:seat card:card effect:effect owner:seat own:number group:number points:number")           \
    X(MOVES, moves, true, "who:seat card:card guest:card from:number to:number points:number")                         \
    X(SWAPS, swaps, true,                                                                                              \
      "who:seat card:card given:card from:number owner:seat taken:card group:number points:number")                    \
    X(EJECTS, ejects, true, "who:seat card:card out:card owner:seat own:number group:number")                          \
    X(STEALS, steals, true, "who:seat card:card victim:seat")                                                          \
    X(DRAWS, draws, false, "who:seat victim:seat card:card")                                                           \
    X(INVITES, invites, true, "who:seat guest:card group:number place:number paid:number gained:number")               \
    X(TAKES, takes, true, "who:seat card:card place:number paid:number gained:number")                                 \
    X(SCORES, scores, false, "who:seat group:number points:number base:number bonus:number minus:number stay:cards")   \
    X(PAYS, pays, false, "who:seat to:seat regrets:number")                                                            \
    X(LOSES, loses, false, "who:seat points:number")                                                                   \
    X(GAINS, gains, false, "who:seat points:number reason:reason")                                                     \
    X(ENDS, ends, false, "how:how")                                                                                    \
    X(COUNTS, counts, false, "who:seat points:number left:number total:points")

#define BELLE_VERB(upper, ...) BELLE_##upper,
enum belle_verb { BELLE_VERBS(BELLE_VERB) };
#undef BELLE_VERB

/* Why choices are refused: rules/refusal.h. */
#define BELLE_REFUSALS(X)                                                                                              \
    X(no_such_seat)                                                                                                    \
    X(not_in_group)                                                                                                    \
    X(not_a_guest)                                                                                                     \
    X(full_group_stays)                                                                                                \
    X(not_in_party)                                                                                                    \
    X(group_full)                                                                                                      \
    X(opponents_guest)                                                                                                 \
    X(say_from_whom)                                                                                                   \
    X(steal_yourself)                                                                                                  \
    X(holds_no_belle)                                                                                                  \
    X(mischief_elsewhere)                                                                                              \
    X(step_over)                                                                                                       \
    X(not_in_deck)                                                                                                     \
    X(not_in_hand)                                                                                                     \
    X(wrong_aim)                                                                                                       \
    X(step_first)                                                                                                      \
    X(nobody_there)                                                                                                    \
    X(guest_needs_group)                                                                                               \
    X(belle_goes_to_hand)                                                                                              \
    X(too_few_regrets)

enum belle_reason { BELLE_REASON_TALES, BELLE_REASON_STAYS }; /* for what effect a group pays the card's player */
enum belle_how { BELLE_HOW_GUESTS, BELLE_HOW_LINE };          /* what has run out */

#endif
