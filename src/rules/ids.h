/* Where the legal ids of a seat go: into a list, or as bits into a mask. The rules say once what is legal; a function
 * that puts ids is compiled into each of the two callers, legal() and legal_mask(), which know which it is. */
#ifndef PARLOR_RULES_IDS_H
#define PARLOR_RULES_IDS_H

#include "rules/bytes.h"
#include "rules/game.h"

#define INTO_BOTH static inline __attribute__((always_inline))

struct ids {
    bool listed; /* else as bits */
    uint16_t *next;
    uint32_t *mask;
};

INTO_BOTH struct ids ids_list(uint16_t *ids)
{
    return (struct ids){.listed = true, .next = ids};
}

INTO_BOTH struct ids ids_mask(uint32_t *mask)
{
    return (struct ids){.mask = mask};
}

INTO_BOTH struct ids put_id(struct ids to, int id)
{
    if (to.listed)
        *to.next++ = (uint16_t)id;
    else
        to.mask[id / 32] |= 1u << id % 32;
    return to;
}

/* The same if it holds. In a list it is written always, and the next one goes over it if it does not hold: hands are
 * too different for branches to be foreseen. */
INTO_BOTH struct ids put_id_if(struct ids to, int id, bool holds)
{
    if (to.listed) {
        *to.next = (uint16_t)id;
        to.next += holds;
    } else {
        to.mask[id / 32] |= (uint32_t)holds << id % 32;
    }
    return to;
}

/* Sets up to 64 bits of a mask from one on; what is beyond them is not touched. */
INTO_BOTH void mask_bits(uint32_t *mask, int first, uint64_t bits)
{
    int shift = first % 32;
    uint64_t low = bits << shift;
    uint32_t high = shift ? (uint32_t)(bits >> (64 - shift)) : 0;

    mask += first / 32;
    if ((uint32_t)low)
        mask[0] |= (uint32_t)low;
    if (low >> 32)
        mask[1] |= (uint32_t)(low >> 32);
    if (high)
        mask[2] |= high;
}

/* Puts first + i for every bit i. */
INTO_BOTH struct ids put_bits(struct ids to, int first, uint64_t bits)
{
    if (to.listed) {
        uint16_t *next = to.next; /* alone in a register: in the structure GCC moves it with every id */
        for (; bits; bits &= bits - 1)
            *next++ = (uint16_t)(first + __builtin_ctzll(bits));
        to.next = next;
    } else {
        mask_bits(to.mask, first, bits);
    }
    return to;
}

typedef uint16_t eight_ids __attribute__((vector_size(16)));

/* Puts first, first+1, …: in a list sixteen at a time, which may scribble over the LEGAL_SLACK after them. */
INTO_BOTH struct ids put_range(struct ids to, int first, int count)
{
    if (!to.listed) {
        for (; count > 0; first += 64, count -= 64)
            mask_bits(to.mask, first, ~(uint64_t)0 >> (count < 64 ? 64 - count : 0));
        return to;
    }
    eight_ids low = (eight_ids){0, 1, 2, 3, 4, 5, 6, 7} + (uint16_t)first, high = low + 8;

    bytes_copy(to.next, &low, sizeof low);
    bytes_copy(to.next + 8, &high, sizeof high);
    for (int done = LEGAL_SLACK; done < count; done += LEGAL_SLACK) {
        low += LEGAL_SLACK;
        high += LEGAL_SLACK;
        bytes_copy(to.next + done, &low, sizeof low);
        bytes_copy(to.next + done + 8, &high, sizeof high);
    }
    to.next += count;
    return to;
}

#endif
