/* What the parts of the rules of Always a Bridesmaid share, and nobody else may use. What play asks all the time is
 * inline here; the rest is called. */
#ifndef PARLOR_RULES_BRIDESMAID_INSIDE_H
#define PARLOR_RULES_BRIDESMAID_INSIDE_H

#include "rules/bridesmaid.h"
#include "rules/bytes.h"
#include "rules/seats.h"
#include "rules/tables.h"

enum {
    BRIDESMAID_PAIRS = 55, /* of eleven cards */
    BRIDESMAID_TRIPLES = 165,
    BRIDESMAID_QUINTUPLES = 462, /* the most choices at once */
};

/* By hand: the compiler's own is a call on machines that lack the instruction. */
static inline int bridesmaid_count_cards(unsigned cards)
{
    cards -= cards >> 1 & 0x5555;
    cards = (cards & 0x3333) + (cards >> 2 & 0x3333);
    cards = (cards + (cards >> 4)) & 0x0f0f;
    return (int)((cards + (cards >> 8)) & 31);
}

static inline uint16_t bridesmaid_card_bit(int index)
{
    return (uint16_t)(1u << index);
}

static inline bool bridesmaid_has_robot(const struct bridesmaid_state *s)
{
    return s->players == 2;
}

/* True if the Robot's cards have been dealt. */
static inline bool bridesmaid_robot_is_dealt(const struct bridesmaid_state *s)
{
    return bridesmaid_has_robot(s) && s->phase != BRIDESMAID_PHASE_RESERVE && s->phase != BRIDESMAID_PHASE_ROBOT;
}

static inline uint16_t bridesmaid_robot_hand(const struct bridesmaid_state *s)
{
    return s->given[0] | s->given[1];
}

/* True if a round is being played or its cards still lie there. */
static inline bool bridesmaid_on_the_table(const struct bridesmaid_state *s)
{
    return s->phase == BRIDESMAID_PHASE_PLAY || s->phase == BRIDESMAID_PHASE_ASIDE ||
           s->phase == BRIDESMAID_PHASE_DISPLAY || s->phase == BRIDESMAID_PHASE_OVER;
}

static inline int bridesmaid_final_score(const struct bridesmaid_state *s, int seat)
{
    return s->points[seat] - (s->wild >> seat & 1);
}

static inline void bridesmaid_ask_seats(struct bridesmaid_state *s, enum bridesmaid_phase phase, uint8_t seats)
{
    s->phase = (uint8_t)phase;
    s->asked = seats;
}

/* bridesmaid.c: play */
uint16_t bridesmaid_id(struct bridesmaid_move);
uint16_t bridesmaid_cards(uint16_t id); /* that an action names */
void bridesmaid_start_pile(struct bridesmaid_state *);
const char *bridesmaid_display_objection(const struct bridesmaid_state *, int seat, uint16_t cards);

/* bridesmaid_facts.c: says what has just happened, or is about to */
SAYING void bridesmaid_say_choices(const struct bridesmaid_state *,
                                   struct facts *); /* what was sealed, now that all are in */
SAYING void bridesmaid_say_end(const struct bridesmaid_state *,
                               struct facts *); /* the round about to be scored is over */
SAYING void bridesmaid_say_robot(const struct bridesmaid_state *, uint8_t card, struct facts *);
SAYING void bridesmaid_say_aside(const struct bridesmaid_state *, int seat, struct facts *); /* about to be counted */
SAYING void bridesmaid_say_ranks(const struct bridesmaid_state *, const struct bridesmaid_standing *, struct facts *);
SAYING void bridesmaid_say_cleaned(const struct bridesmaid_state *, int seat, unsigned out, struct facts *);
SAYING void bridesmaid_say_cleared(const struct bridesmaid_state *, struct facts *); /* nothing is left of the round */
SAYING void bridesmaid_say_final(const struct bridesmaid_state *, struct facts *);

/* bridesmaid_words.c: text, both ways */
extern const char *const bridesmaid_phases[];
extern const struct game_key bridesmaid_keys[]; /* of the JSON that describe() writes */
void bridesmaid_write_lists(struct writer *);

#endif
