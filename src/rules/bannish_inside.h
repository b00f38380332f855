/* What the parts of BANNISH's rules share, and nobody else may use. What play asks all the time is inline here; the
 * rest is called. */
#ifndef PARLOR_RULES_BANNISH_INSIDE_H
#define PARLOR_RULES_BANNISH_INSIDE_H

#include "rules/bannish.h"
#include "rules/bytes.h"
#include "rules/seats.h"
#include "rules/tables.h"

enum { BANNISH_ID_PLAY = 0, BANNISH_ID_TAKE = BANNISH_CARDS, BANNISH_ID_END = 2 * BANNISH_CARDS };

/* Returns all cards of the game for that many players (BN-1). */
static inline uint64_t bannish_full_deck(int players)
{
    return ((uint64_t)1 << 12 * players) - 1;
}

static inline uint64_t bannish_pile_add(uint64_t pile, int card)
{
    uint64_t one = bannish_pile_one(card);
    return pile | (pile & one ? one << 1 : one);
}

static inline uint64_t bannish_pile_remove(uint64_t pile, int card)
{
    uint64_t one = bannish_pile_one(card);
    return pile & ~(pile & one << 1 ? one << 1 : one);
}

/* Returns how many copies of each card a pile has, two bits each: these can be added up. */
static inline uint64_t bannish_pile_counts(uint64_t pile)
{
    return (pile & BANNISH_PILE_ONES) + (pile >> 1 & BANNISH_PILE_ONES);
}

/* Returns the pile with that many copies of each card, 0 to 2. */
static inline uint64_t bannish_pile_of_counts(uint64_t counts)
{
    uint64_t both = counts >> 1 & BANNISH_PILE_ONES;
    return (counts & BANNISH_PILE_ONES) | both | both << 1;
}

/* True between rounds and after the game: all hands lie open, since they have been counted. */
static inline bool bannish_hands_are_open(const struct bannish_state *s)
{
    return s->phase == BANNISH_PHASE_DEAL || s->phase == BANNISH_PHASE_OVER;
}

static inline bool bannish_may_hold(const struct bannish_state *s, int seat, int colour)
{
    return !(s->lacks[seat] >> colour & 1);
}

/* bannish.c: play */
void bannish_clear_round(struct bannish_state *, int lead); /* for a deal; the hands are dealt by the caller */

/* bannish_know.c: what a viewer knows. Whether hidden hands can be dealt so that nobody holds a colour that was not
 * followed: */
bool bannish_has_world(const struct bannish_state *);

/* bannish_words.c: text, both ways */
extern const char *const bannish_phases[];
extern const struct game_key bannish_keys[]; /* of the JSON that describe() writes */
void bannish_write_lists(struct writer *);

#endif
