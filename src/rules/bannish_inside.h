/* What the parts of BANNISH's rules share, and nobody else may use. What play asks all the time is inline here; the
 * rest is called. */
#ifndef PARLOR_RULES_BANNISH_INSIDE_H
#define PARLOR_RULES_BANNISH_INSIDE_H

#include "rules/bannish.h"
#include "rules/bytes.h"
#include "rules/seats.h"
#include "rules/tables.h"

enum { ID_PLAY = 0, ID_TAKE = CARDS, ID_END = 2 * CARDS };

/* All cards of the game for that many players (BN-1). */
static inline uint64_t full_deck(int players)
{
    return ((uint64_t)1 << 12 * players) - 1;
}

static inline uint64_t pile_add(uint64_t pile, int card)
{
    uint64_t one = pile_one(card);
    return pile | (pile & one ? one << 1 : one);
}

static inline uint64_t pile_remove(uint64_t pile, int card)
{
    uint64_t one = pile_one(card);
    return pile & ~(pile & one << 1 ? one << 1 : one);
}

/* How many copies of each card, two bits each: these can be added up. */
static inline uint64_t pile_counts(uint64_t pile)
{
    return (pile & PILE_ONES) + (pile >> 1 & PILE_ONES);
}

/* The pile with that many copies of each card, 0 to 2. */
static inline uint64_t pile_of_counts(uint64_t counts)
{
    uint64_t both = counts >> 1 & PILE_ONES;
    return (counts & PILE_ONES) | both | both << 1;
}

/* Between rounds and after the game all hands lie open: they have been counted. */
static inline bool hands_are_open(const struct state *s)
{
    return s->phase == PHASE_DEAL || s->phase == PHASE_OVER;
}

static inline bool may_hold(const struct state *s, int seat, int colour)
{
    return !(s->lacks[seat] >> colour & 1);
}

GAME_PARTS(bannish)

/* bannish.c: play */
struct turn bannish_turn(const struct state *);
void bannish_clear_round(struct state *, int lead); /* for a deal; the hands are dealt by the caller */

/* bannish_know.c: what a viewer knows. Whether hidden hands can be dealt so that nobody holds a colour that was not
 * followed: */
bool bannish_has_world(const struct state *);

/* bannish_words.c: text, both ways */
extern const char *const bannish_phases[];
void bannish_write_lists(struct writer *);

#endif
