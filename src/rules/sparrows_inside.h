/* What the parts of the rules of Six of Sparrows share, and nobody else may use. What play asks all the time is inline
 * here; the rest is called. */
#ifndef PARLOR_RULES_SPARROWS_INSIDE_H
#define PARLOR_RULES_SPARROWS_INSIDE_H

#include "rules/bytes.h"
#include "rules/seats.h"
#include "rules/sparrows.h"
#include "rules/tables.h"

enum {
    ID_PASS = 0,
    ID_BID = 1,
    ID_PARTNER = ID_BID + BIDS * BONUSES,
    ID_LATE = ID_PARTNER + MAX_SEATS,
    ID_END = ID_LATE + BIDS + 1, /* NO_BID stands for none */
};

static inline uint32_t bid_bit(int bid)
{
    return (uint32_t)1 << bid;
}

#define EACH_LANE(number) (0x0001000100010001u * (uint64_t)(number))

/* How many bits each lane has, as four numbers. */
static inline uint64_t lane_counts(uint64_t lanes)
{
    lanes -= lanes >> 1 & EACH_LANE(0x5555);
    lanes = (lanes & EACH_LANE(0x3333)) + (lanes >> 2 & EACH_LANE(0x3333));
    lanes = (lanes + (lanes >> 4)) & EACH_LANE(0x0f0f);
    return (lanes + (lanes >> 8)) & EACH_LANE(0x001f);
}

static inline int count_bits(uint64_t bits)
{
    return (int)((lane_counts(bits) * EACH_LANE(1)) >> 48);
}

GAME_PARTS(sparrows)

/* sparrows.c: play */
struct turn sparrows_turn(const struct state *);
bool sparrows_is_vacant(const struct state *, int place);     /* is this place of the row filled for the next round? */
void sparrows_fill_place(struct state *, int place, int bid); /* moves a bid from the deck into the row … */
void sparrows_open_row(struct state *);                       /* … which can then be claimed */
void sparrows_clear_round(struct state *);                    /* SP-3, but for the bids themselves */
void sparrows_reshuffle(struct state *);
void sparrows_begin_bidding(struct state *);        /* a card each and one for the table have been dealt (SP-4) */
uint64_t sparrows_cards_seen(const struct state *); /* that lie open or are in hands that are known */
uint8_t sparrows_open_hands(const struct state *);  /* of seats whose hand everybody sees */

/* sparrows_words.c: text, both ways */
extern const char *const sparrows_phases[];
const char *sparrows_read_values(const char *text, uint8_t *values); /* of the option: NULL, or what is wrong */
void sparrows_write_lists(struct writer *);

#endif
