/* What the parts of SCOUT's rules share, and nobody else may use. What play asks all the time is inline here; the rest
 * is called. */
#ifndef PARLOR_RULES_SCOUT_INSIDE_H
#define PARLOR_RULES_SCOUT_INSIDE_H

#include "rules/bytes.h"
#include "rules/scout.h"
#include "rules/seats.h"
#include "rules/tables.h"

enum {
    ID_KEEP = SCOUT_KEEP,
    ID_FLIP = SCOUT_FLIP,
    ID_PLAY = 2,
    ID_SCOUT = ID_PLAY + SET_MAX * HAND_MAX,
    ID_DOUBLE = ID_SCOUT + 4 * HAND_MAX,
    ID_END = ID_DOUBLE + 4 * HAND_MAX,
};

/* 0..44, so that cards with a 10 are the last nine and {9,10} is the very last. */
static inline int card_index(uint8_t card)
{
    int up = card_up(card), down = card_down(card);
    int high = up > down ? up : down, low = up > down ? down : up;
    return (high - 1) * (high - 2) / 2 + low - 1;
}

extern const uint8_t scout_cards[CARDS]; /* by their index, lower number up */

/* By number of players: SC-2, SC-20. Cards 0..deck-1 are in the game. */
struct scout_table {
    uint8_t deck, each, rounds;
};
extern const struct scout_table scout_tables[MAX_SEATS + 1];

static inline struct rank prior_rank(const struct state *s)
{
    return scout_rank(s->prior, s->prior_count);
}

static inline bool may_scout(const struct state *s, int seat)
{
    return s->phase == PHASE_TURN && s->prior_count > 0 && (s->players > 2 || s->chips[seat] > 0);
}

/* Between rounds and after the game all hands lie open: they are being counted. */
static inline bool hands_are_open(const struct state *s)
{
    return s->phase == PHASE_DEAL || s->phase == PHASE_OVER;
}

GAME_PARTS(scout)

/* scout.c: play */
struct turn scout_turn(const struct state *);
void scout_clear_round(struct state *);              /* for a deal; the hands are dealt by the caller */
bool scout_can_play(const struct state *, int seat); /* is there a set that beats the Prior Set? */

/* scout_know.c: what a viewer knows. Finds a set that the hidden mover may hold and that beats the Prior Set; returns
 * its length, or 0 if there is none in any world. */
int scout_find_set(const struct state *, uint8_t *set);

extern const char *const scout_phases[]; /* scout_words.c: text, both ways */

#endif
