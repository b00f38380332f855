/* Where the legal ids of a seat go: into a list, as bits into a mask, or into runs of bits. The rules say once what is
 * legal; a function that puts ids is compiled into each of its callers, legal(), legal_mask() and legal_runs(), which
 * know which it is. */
#ifndef PARLOR_RULES_IDS_H
#define PARLOR_RULES_IDS_H

#include "rules/bytes.h"
#include "rules/game.h"

/* No page asks for masks or runs, and they are as large as lists. */
#ifdef __wasm__
#define UNLESS_PAGE(function) (0 ? (function) : NULL)
#else
#define UNLESS_PAGE(function) function
#endif

#define INTO_BOTH static inline __attribute__((always_inline))

struct ids {
    enum { IDS_LISTED, IDS_MASKED, IDS_IN_RUNS } form;
    uint16_t *next;
    uint32_t *mask;
    struct id_run *run; /* the next one */
};

INTO_BOTH struct ids ids_list(uint16_t *ids)
{
    return (struct ids){.form = IDS_LISTED, .next = ids};
}

INTO_BOTH struct ids ids_mask(uint32_t *mask)
{
    return (struct ids){.form = IDS_MASKED, .mask = mask};
}

INTO_BOTH struct ids ids_runs(struct id_run *runs)
{
    return (struct ids){.form = IDS_IN_RUNS, .run = runs};
}

/* Puts first + i for every bit i into one run. If there is none, the next run goes over this one. */
INTO_BOTH struct ids put_run(struct ids to, int first, uint64_t bits)
{
    *to.run = (struct id_run){.bits = bits, .first = (uint32_t)first};
    to.run += bits != 0;
    return to;
}

INTO_BOTH struct ids put_id(struct ids to, int id)
{
    if (to.form == IDS_IN_RUNS)
        return put_run(to, id, 1);
    if (to.form == IDS_LISTED)
        *to.next++ = (uint16_t)id;
    else
        to.mask[id / 32] |= 1u << id % 32;
    return to;
}

/* The same if it holds. In a list it is written always, and the next one goes over it if it does not hold: hands are
 * too different for branches to be foreseen. */
INTO_BOTH struct ids put_id_if(struct ids to, int id, bool holds)
{
    if (to.form == IDS_IN_RUNS)
        return put_run(to, id, holds);
    if (to.form == IDS_LISTED) {
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
    if (to.form == IDS_IN_RUNS)
        return put_run(to, first, bits);
    if (to.form == IDS_LISTED) {
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
    if (to.form == IDS_IN_RUNS) {
        for (; count > 0; first += 64, count -= 64)
            to = put_run(to, first, ~(uint64_t)0 >> (count < 64 ? 64 - count : 0));
        return to;
    }
    if (to.form == IDS_MASKED) {
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
