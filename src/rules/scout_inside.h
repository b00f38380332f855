/* What the parts of SCOUT's rules share, and nobody else may use. What play asks all the time is inline here; the rest
 * is called. */
#ifndef PARLOR_RULES_SCOUT_INSIDE_H
#define PARLOR_RULES_SCOUT_INSIDE_H

#include "rules/bytes.h"
#include "rules/scout.h"
#include "rules/seats.h"
#include "rules/tables.h"

enum {
    SCOUT_ID_KEEP = SCOUT_KEEP,
    SCOUT_ID_FLIP = SCOUT_FLIP,
    SCOUT_ID_PLAY = 2,
    SCOUT_ID_SCOUT = SCOUT_ID_PLAY + SCOUT_SET_MAX * SCOUT_HAND_MAX,
    SCOUT_ID_DOUBLE = SCOUT_ID_SCOUT + 4 * SCOUT_HAND_MAX,
    SCOUT_ID_END = SCOUT_ID_DOUBLE + 4 * SCOUT_HAND_MAX,
};

extern const uint8_t scout_cards[SCOUT_CARDS]; /* by their index, lower number up */

/* By number of players: SC-2, SC-20. Cards 0..deck-1 are in the game. */
struct scout_table {
    uint8_t deck, each, rounds;
};
extern const struct scout_table scout_tables[MAX_SEATS + 1];

static inline struct scout_rank scout_prior_rank(const struct scout_state *s)
{
    return scout_rank(s->prior, s->prior_count);
}

static inline bool scout_may_scout(const struct scout_state *s, int seat)
{
    return s->phase == SCOUT_PHASE_TURN && s->prior_count > 0 && (s->players > 2 || s->chips[seat] > 0);
}

/* True between rounds and after the game: all hands lie open, since they are being counted. */
static inline bool scout_hands_are_open(const struct scout_state *s)
{
    return s->phase == SCOUT_PHASE_DEAL || s->phase == SCOUT_PHASE_OVER;
}

/* scout.c: play */
void scout_clear_round(struct scout_state *);              /* for a deal; the hands are dealt by the caller */
bool scout_can_play(const struct scout_state *, int seat); /* is there a set that beats the Prior Set? */

/* scout_know.c: what a viewer knows. Finds a set that the hidden mover may hold and that beats the Prior Set; returns
 * its length, or 0 if there is none in any world. */
int scout_find_set(const struct scout_state *, uint8_t *set);

extern const char *const scout_phases[];   /* scout_words.c: text, both ways */
extern const struct game_key scout_keys[]; /* of the JSON that describe() writes */

#endif
