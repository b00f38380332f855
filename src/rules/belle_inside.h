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
    BELLE_PLACES = MAX_SEATS * BELLE_GROUPS * 3, /* cards of groups that are not full: three each */
    BELLE_ID_NONE = 0,
    BELLE_ID_PLAY = 1,
    BELLE_ID_SWAP = BELLE_ID_PLAY + BELLE_BELLE_COUNT * BELLE_PLACES,
    BELLE_ID_GUEST = BELLE_ID_SWAP + BELLE_COPIES_MAX * 9 * BELLE_PLACES,
    BELLE_ID_BELLE = BELLE_ID_GUEST + BELLE_VISIBLE * BELLE_GROUPS,
    BELLE_ID_END = BELLE_ID_BELLE + BELLE_VISIBLE,

    /* All 27 Belle cards in one hand, three of them SWAP (9 own Guests by 36 of
     * others), the rest EJECT, the next widest: more than can ever be. */
    BELLE_LEGAL_MAX =
        1 + (BELLE_BELLE_COUNT - BELLE_COPIES_MAX) * BELLE_PLACES + BELLE_COPIES_MAX * 9 * (MAX_SEATS - 1) * 9,
};

/* How an effect is aimed, which is also how it is written. */
enum belle_aim {
    BELLE_AIM_NONE,  /* play B4 */
    BELLE_AIM_MOVE,  /* play B2 G17 to 3: (group * 4 + slot) * 2 + which of the other two groups */
    BELLE_AIM_SWAP,  /* play B3 G17 with G20: ids of its own */
    BELLE_AIM_SEAT,  /* play B7 from 1: 1 + seat, or 0 for nobody */
    BELLE_AIM_CARD,  /* play B9 G20: (seat * 3 + group) * 3 + slot */
    BELLE_AIM_MINE,  /* play B10 on 2: group */
    BELLE_AIM_THEIRS /* play B19 on 2 of 1: seat * 3 + group */
};

#define BELLE_AIM_OF(effect, type)                                                                                     \
    ((effect) == BELLE_EFFECT_MOVE_OWN      ? BELLE_AIM_MOVE                                                           \
     : (effect) == BELLE_EFFECT_SWAP        ? BELLE_AIM_SWAP                                                           \
     : (effect) == BELLE_EFFECT_STEAL_BELLE ? BELLE_AIM_SEAT                                                           \
     : (effect) == BELLE_EFFECT_EJECT       ? BELLE_AIM_CARD                                                           \
     : (type) == BELLE_MIRTH                ? BELLE_AIM_MINE                                                           \
     : (type) == BELLE_MISCHIEF             ? BELLE_AIM_THEIRS                                                         \
                                            : BELLE_AIM_NONE)

static inline enum belle_aim belle_aim_of(int effect)
{
    static const uint8_t aims[] = {
#define X(code, type, words) BELLE_AIM_OF(BELLE_EFFECT_##code, BELLE_##type),
        BELLE_EFFECTS(X)
#undef X
    };
    return aims[effect];
}

/* Returns which of the deck's SWAP cards this is, from 0. */
static inline int belle_swap_copy(const struct belle_state *s, int index)
{
    int copy = 0;
    for (int i = 0; i < index; i++)
        copy += s->deck.effect[i] == BELLE_EFFECT_SWAP;
    return copy;
}

/* True if an aim uses this code. Ids are laid out for the widest effect; the others leave some unused. */
static inline bool belle_code_is_used(enum belle_aim aim, int code)
{
    static const uint8_t codes[] = {
        [BELLE_AIM_NONE] = 1,
        [BELLE_AIM_MOVE] = 24,
        [BELLE_AIM_SWAP] = 0,
        [BELLE_AIM_SEAT] = 1 + MAX_SEATS,
        [BELLE_AIM_CARD] = BELLE_PLACES,
        [BELLE_AIM_MINE] = BELLE_GROUPS,
        [BELLE_AIM_THEIRS] = MAX_SEATS * BELLE_GROUPS,
    };
    return code < codes[aim];
}

/* ---- questions to a state ---- */

/* Returns the visible card of a line, or 0. */
static inline uint8_t belle_card_in_line(const struct belle_state *s, int line, int place)
{
    return place < belle_line_length(s, line) ? s->line[s->front[line] + place] : 0;
}

static inline int belle_line_of_belles(const struct belle_state *s)
{
    return belle_lines(s) == 1 ? BELLE_LINE_GUESTS : BELLE_LINE_BELLES;
}

static inline unsigned belle_full_groups(const struct belle_state *s, int seat)
{
    unsigned full = s->rushed[seat];
    for (int group = 0; group < BELLE_GROUPS; group++)
        full |= (unsigned)(s->count[seat][group] == BELLE_GROUP_MAX) << group;
    return full;
}

/* Returns the Regrets of each player at the beginning: BL-1. */
static inline int belle_regrets_each(const struct belle_state *s)
{
    return s->players == 2 ? 4 : 3;
}

static inline int belle_party_cards(const struct belle_state *s)
{
    return s->empty ? 0 : BELLE_GROUPS * s->players;
}

static inline int belle_guests_in_line(const struct belle_state *s)
{
    return BELLE_GUEST_COUNT - belle_regrets_each(s) * s->players - belle_party_cards(s);
}

/* Returns a card as facts name it. */
static inline int belle_told_card(const struct belle_state *s, uint8_t card)
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

/* belle.c: turns */
void belle_begin_turn(struct belle_state *, struct facts *);
void belle_begin_invite(struct belle_state *, struct facts *); /* Step 2, or Step 3 where nobody can come (BL-6) */
bool belle_to_be_had(const struct belle_state *);              /* is there a Belle card that the mover could take? */

/* Cards that have been dealt, or that are in sight. */
struct belle_seen {
    uint64_t guests;
    uint32_t belles;
};

/* belle_deal.c: the opening and chance, drawn and as text */
enum { BELLE_OPTION_LAST_TURN, BELLE_OPTION_PARTIES, BELLE_OPTION_DECK };
#define BELLE_BUILT_IN "built-in"
bool belle_deck_due(const struct state *);

/* belle_legal.c: as game.h says; a run for each card, and nine for a SWAP */
int belle_legal_runs(const struct state *, int seat, struct id_run *);

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
    X(ROWS, LINE, 2, BELLE_VISIBLE, "lines", "the first six of each line: 1..60 Guests, 61..87 Belle cards, 0 none")   \
    X(ROWS, BESIDE, 2, BELLE_VISIBLE, "beside", "Regrets beside them")                                                 \
    X(SEATS, OBSERVED_SEAT)                                                                                            \
    X(ROW, PLAYED, BELLE_BELLE_COUNT, "played",                                                                        \
      "by Belle card: 0 not played, else 1 + seats to my left of who played it")                                       \
    X(ROW, DISCARDED, 8, "discarded_guests", "a bit a Guest, G1 lowest")                                               \
    X(ROW, DISCARDED_BELLES, 4, "discarded_belles", "a bit a Belle card, B1 lowest")                                   \
    X(ROW, DECK, BELLE_GUEST_COUNT, "guests",                                                                          \
      "by Guest: common interest * 20 + medium * 5 + rare, + 64 for a Lord, + 128 for a Lady")                         \
    X(ROW, EFFECTS, BELLE_BELLE_COUNT, "effects",                                                                      \
      "by Belle card: its effect, counted from 0 as B1 to B27 of the built-in deck have them")
#define OBSERVED_SEAT(X)                                                                                               \
    X(ROW, PARTY, BELLE_GROUPS *BELLE_GROUP_MAX, "party", "three groups of four cards, numbered as above")             \
    X(ROW, HAND, 4, "hand", "bits of the Belle cards surely in hand, B1 lowest")                                       \
    X(LATER, HELD, "held", "Belle cards in hand")                                                                      \
    X(LATER, REGRETS, "regrets", "Regrets")                                                                            \
    X(ROW, POINTS, 2, "points", "points + 1000, low byte, high byte")

enum { OBSERVED_SEAT(OBS_SEAT_PLACE) OBS_SEAT };
enum { OBSERVED(OBS_PLACE) OBS_SIZE };
extern const struct game_field belle_fields[];

/* Goes through the worlds of a viewer. */
struct belle_worlds {
    unsigned hidden;                  /* bit i: the viewer has not seen the card of steal i */
    uint32_t in_hand;                 /* cards that somebody holds now */
    uint32_t late;                    /* cards played after some steal */
    uint32_t held[BELLE_STEALS_MAX];  /* cards that steal i may have been of */
    uint8_t stolen[BELLE_STEALS_MAX]; /* the world that belle_next_world() has come to */
};
unsigned belle_hidden_steals(const struct belle_state *, int viewer);
bool belle_is_world(const struct belle_state *, const struct belle_worlds *); /* could these cards have been stolen? */
struct belle_worlds belle_all_worlds(const struct belle_state *, unsigned hidden); /* before the first world */
bool belle_next_world(const struct belle_state *, struct belle_worlds *);
void belle_hands_in_world(const struct belle_state *, const struct belle_worlds *, uint32_t *hand);
void belle_sure_of(const struct belle_state *, unsigned hidden, uint32_t *hand, uint8_t *stolen);

/* belle_words.c: cards and choices as text */
void belle_write_card(struct writer *, uint8_t card);
void belle_write_cards(struct writer *, const uint8_t *cards, int count); /* as a list of JSON */
bool belle_read_card(struct reader *, uint8_t *card);
const char *belle_card_name(int card);

/* belle_json.c */
extern const char *const belle_phases[];
extern const struct game_key belle_keys[]; /* of the JSON that describe() writes */

#endif
