/* What the parts of Belle of the Ball's rules share, and nobody else may use: action ids and how cards are aimed, the
 * small questions that several of them ask of a state, and what one part does for another. What play asks all the
 * time is inline here; the rest is called. */
#ifndef PARLOR_RULES_BELLE_INSIDE_H
#define PARLOR_RULES_BELLE_INSIDE_H

#include "rules/belle.h"
#include "rules/bytes.h"
#include "rules/seats.h"
#include "rules/tables.h"

/* ---- action ids ---- */

enum {
    PLACES = MAX_SEATS * GROUPS * 3, /* cards of groups that are not full: three each */
    ID_NONE = 0,
    ID_PLAY = 1,
    ID_SWAP = ID_PLAY + BELLES * PLACES,
    ID_GUEST = ID_SWAP + COPIES_MAX * 9 * PLACES,
    ID_BELLE = ID_GUEST + VISIBLE * GROUPS,
    ID_END = ID_BELLE + VISIBLE,

    /* All 27 Belle cards in one hand, three of them SWAP (9 own Guests by 36 of
     * others), the rest EJECT, the next widest: more than can ever be. */
    BELLE_LEGAL_MAX = 1 + (BELLES - COPIES_MAX) * PLACES + COPIES_MAX * 9 * (MAX_SEATS - 1) * 9,
};

/* How an effect is aimed, which is also how it is written. */
enum aim {
    AIM_NONE,  /* play B4 */
    AIM_MOVE,  /* play B2 G17 to 3: (group * 4 + slot) * 2 + which of the other two groups */
    AIM_SWAP,  /* play B3 G17 with G20: ids of its own */
    AIM_SEAT,  /* play B7 from 1: 1 + seat, or 0 for nobody */
    AIM_CARD,  /* play B9 G20: (seat * 3 + group) * 3 + slot */
    AIM_MINE,  /* play B10 on 2: group */
    AIM_THEIRS /* play B19 on 2 of 1: seat * 3 + group */
};

#define AIM_OF(effect, type)                                                                                           \
    ((effect) == EFFECT_MOVE_OWN      ? AIM_MOVE                                                                       \
     : (effect) == EFFECT_SWAP        ? AIM_SWAP                                                                       \
     : (effect) == EFFECT_STEAL_BELLE ? AIM_SEAT                                                                       \
     : (effect) == EFFECT_EJECT       ? AIM_CARD                                                                       \
     : (type) == MIRTH                ? AIM_MINE                                                                       \
     : (type) == MISCHIEF             ? AIM_THEIRS                                                                     \
                                      : AIM_NONE)

static inline enum aim belle_aim_of(int effect)
{
    static const uint8_t aims[] = {
#define X(code, type, words) AIM_OF(EFFECT_##code, type),
        BELLE_EFFECTS(X)
#undef X
    };
    return aims[effect];
}

/* Which of the deck's SWAP cards this is, from 0. */
static inline int belle_swap_copy(const struct state *s, int index)
{
    int copy = 0;
    for (int i = 0; i < index; i++)
        copy += s->deck.effect[i] == EFFECT_SWAP;
    return copy;
}

/* Ids are laid out for the widest effect; the others leave some unused. */
static inline bool belle_code_is_used(enum aim aim, int code)
{
    static const uint8_t codes[] = {
        [AIM_NONE] = 1,
        [AIM_MOVE] = 24,
        [AIM_SWAP] = 0,
        [AIM_SEAT] = 1 + MAX_SEATS,
        [AIM_CARD] = PLACES,
        [AIM_MINE] = GROUPS,
        [AIM_THEIRS] = MAX_SEATS * GROUPS,
    };
    return code < codes[aim];
}

/* ---- questions to a state ---- */

/* The visible card of a line, or 0. */
static inline uint8_t belle_card_in_line(const struct state *s, int line, int place)
{
    return place < belle_line_length(s, line) ? s->line[s->front[line] + place] : 0;
}

static inline int belle_line_of_belles(const struct state *s)
{
    return belle_lines(s) == 1 ? GUEST_LINE : BELLE_LINE;
}

static inline unsigned belle_full_groups(const struct state *s, int seat)
{
    unsigned full = s->rushed[seat];
    for (int group = 0; group < GROUPS; group++)
        full |= (unsigned)(s->count[seat][group] == GROUP_MAX) << group;
    return full;
}

static inline struct turn belle_turn(const struct state *s)
{
    switch (s->phase) {
    case PHASE_PLAY:
    case PHASE_INVITE: return (struct turn){.kind = TURN_CHOICE, .seats = seat_bit(s->mover)};
    case PHASE_OVER: return (struct turn){.kind = TURN_OVER};
    default: return (struct turn){.kind = TURN_CHANCE};
    }
}

/* Each player's at the beginning: BL-1. */
static inline int belle_regrets_each(const struct state *s)
{
    return s->players == 2 ? 4 : 3;
}

static inline int belle_party_cards(const struct state *s)
{
    return s->empty ? 0 : GROUPS * s->players;
}

static inline int belle_guests_in_line(const struct state *s)
{
    return GUESTS - belle_regrets_each(s) * s->players - belle_party_cards(s);
}

/* A card as it stands in facts. */
static inline int belle_told_card(const struct state *s, uint8_t card)
{
    return card + (s->own_deck ? BELLE_CUSTOM : 0);
}

static inline int belle_stamp_seat(uint8_t mark)
{
    return (mark - 1) / 4;
}
static inline int belle_stamp_steals(uint8_t mark)
{
    return (mark - 1) % 4;
}

/* ---- the parts ---- */

GAME_PARTS(belle)

/* belle.c: turns */
void belle_begin_turn(struct state *, struct facts *);
void belle_begin_invite(struct state *, struct facts *); /* Step 2, or Step 3 where nobody can come (BL-6) */
bool belle_to_be_had(const struct state *);              /* is there a Belle card that the mover could take? */

/* Cards that have been dealt, or that are in sight. */
struct belle_seen {
    uint64_t guests;
    uint32_t belles;
};

/* belle_deal.c: the opening and chance, drawn and as text */
enum { OPTION_LAST_TURN, OPTION_PARTIES, OPTION_DECK };
#define BUILT_IN "built-in"
bool belle_deck_due(const struct state *);

/* belle_know.c: what a viewer knows */
#define OBSERVED(X)                                                                                                    \
    X(BYTE, PHASE, "phase", NULL, s->phase)                                                                            \
    X(BYTE, PLAYERS, "players", "how many play", s->players)                                                           \
    X(BYTE, MINE, "mine", "1: I owe a choice", belle_turn(s).seats >> seat & 1)                                        \
    X(BYTE, MOVER, "mover", "whose turn: seats to my left", seats_apart(seat, s->mover, s->players))                   \
    X(BYTE, FREE, "free_skip", "1: skipping costs nothing this turn", s->free_skip)                                    \
    X(BYTE, SCORED, "scored", "1: full groups have been scored this turn", s->scored)                                  \
    X(BYTE, FINISH, "finish", "1: last_turn=finish", s->finish)                                                        \
    X(ROW, LENGTH, 2, "lengths", "cards in the Guest line and in the Belle line; with five players there is one")      \
    X(ROWS, LINE, 2, VISIBLE, "lines", "the first six of each line: 1..60 Guests, 61..87 Belle cards, 0 none")         \
    X(ROWS, BESIDE, 2, VISIBLE, "beside", "Regrets beside them")                                                       \
    X(SEATS, OBSERVED_SEAT)                                                                                            \
    X(ROW, PLAYED, BELLES, "played", "by Belle card: 0 not played, else 1 + seats to my left of who played it")        \
    X(ROW, DISCARDED, 8, "discarded_guests", "a bit a Guest, G1 lowest")                                               \
    X(ROW, DISCARDED_BELLES, 4, "discarded_belles", "a bit a Belle card, B1 lowest")                                   \
    X(ROW, DECK, GUESTS, "guests",                                                                                     \
      "by Guest: common interest * 20 + medium * 5 + rare, + 64 for a Lord, + 128 for a Lady")                         \
    X(ROW, EFFECTS, BELLES, "effects",                                                                                 \
      "by Belle card: its effect, counted from 0 as B1 to B27 of the built-in deck have them")
#define OBSERVED_SEAT(X)                                                                                               \
    X(ROW, PARTY, GROUPS *GROUP_MAX, "party", "three groups of four cards, numbered as above")                         \
    X(ROW, HAND, 4, "hand", "bits of the Belle cards surely in hand, B1 lowest")                                       \
    X(LATER, HELD, "held", "Belle cards in hand")                                                                      \
    X(LATER, REGRETS, "regrets", "Regrets")                                                                            \
    X(ROW, POINTS, 2, "points", "points + 1000, low byte, high byte")

enum { OBSERVED_SEAT(OBS_SEAT_PLACE) OBS_SEAT };
enum { OBSERVED(OBS_PLACE) OBS_SIZE };
extern const struct game_field belle_fields[];

/* Goes through the worlds of a viewer. */
struct belle_worlds {
    unsigned hidden;            /* bit i: the viewer has not seen the card of steal i */
    uint32_t in_hand;           /* cards that somebody holds now */
    uint32_t late;              /* cards played after some steal */
    uint32_t held[STEALS_MAX];  /* cards that somebody held when steal i came */
    uint8_t stolen[STEALS_MAX]; /* the world that belle_next_world() has come to */
};
unsigned belle_hidden_steals(const struct state *, int viewer);
bool belle_is_world(const struct state *, const struct belle_worlds *);      /* could these cards have been stolen? */
struct belle_worlds belle_all_worlds(const struct state *, unsigned hidden); /* before the first world */
bool belle_next_world(const struct state *, struct belle_worlds *);
void belle_hands_in_world(const struct state *, const struct belle_worlds *, uint32_t *hand);
void belle_sure_of(const struct state *, unsigned hidden, uint32_t *hand, uint8_t *stolen);

/* belle_words.c: cards and choices as text */
void belle_write_card(struct writer *, uint8_t card);
void belle_write_cards(struct writer *, const uint8_t *cards, int count); /* as a list of JSON */
bool belle_read_card(struct reader *, uint8_t *card);
const char *belle_card_name(int card);

/* belle_json.c */
extern const char *const belle_phases[];

#endif
