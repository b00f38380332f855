/* What the parts of the rules of Six of Sparrows share, and nobody else may use. What play asks all the time is inline
 * here; the rest is called. */
#ifndef PARLOR_RULES_SPARROWS_INSIDE_H
#define PARLOR_RULES_SPARROWS_INSIDE_H

#include "rules/bytes.h"
#include "rules/seats.h"
#include "rules/sparrows.h"
#include "rules/tables.h"

enum {
    SPARROWS_ID_PASS = 0,
    SPARROWS_ID_BID = 1,
    SPARROWS_ID_PARTNER = SPARROWS_ID_BID + SPARROWS_BID_COUNT * SPARROWS_BONUS_COUNT,
    SPARROWS_ID_LATE = SPARROWS_ID_PARTNER + MAX_SEATS,
    SPARROWS_ID_END = SPARROWS_ID_LATE + SPARROWS_BID_COUNT + 1, /* SPARROWS_NO_BID stands for none */
};

static inline uint32_t sparrows_bid_bit(int bid)
{
    return (uint32_t)1 << bid;
}

#define SPARROWS_EACH_LANE(number) (0x0001000100010001u * (uint64_t)(number))

/* Returns how many bits each lane has, as four numbers. */
static inline uint64_t sparrows_lane_counts(uint64_t lanes)
{
    lanes -= lanes >> 1 & SPARROWS_EACH_LANE(0x5555);
    lanes = (lanes & SPARROWS_EACH_LANE(0x3333)) + (lanes >> 2 & SPARROWS_EACH_LANE(0x3333));
    lanes = (lanes + (lanes >> 4)) & SPARROWS_EACH_LANE(0x0f0f);
    return (lanes + (lanes >> 8)) & SPARROWS_EACH_LANE(0x001f);
}

static inline int sparrows_count_bits(uint64_t bits)
{
    return (int)((sparrows_lane_counts(bits) * SPARROWS_EACH_LANE(1)) >> 48);
}

/* sparrows.c: play */
bool sparrows_is_vacant(const struct sparrows_state *,
                        int place); /* is this place of the row filled for the next round? */
void sparrows_fill_place(struct sparrows_state *, int place, int bid); /* moves a bid from the deck into the row … */
void sparrows_open_row(struct sparrows_state *);                       /* … which can then be claimed */
void sparrows_clear_round(struct sparrows_state *);                    /* SP-3, except for the bids themselves */
void sparrows_reshuffle(struct sparrows_state *);
void sparrows_begin_bidding(struct sparrows_state *); /* a card each and one for the table have been dealt (SP-4) */
uint64_t sparrows_cards_seen(const struct sparrows_state *); /* that lie open or are in hands that are known */
uint8_t sparrows_open_hands(const struct sparrows_state *);  /* of seats whose hand everybody sees */

/* sparrows_words.c: text, both ways */
extern const char *const sparrows_phases[];
extern const struct game_key sparrows_keys[];                        /* of the JSON that describe() writes */
const char *sparrows_read_values(const char *text, uint8_t *values); /* of the option: NULL, or what is wrong */
void sparrows_write_lists(struct writer *);

#endif
