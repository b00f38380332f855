/* See manner.h. A manner is one habit and a touch of another. */
#include "bots/manner.h"

#include "rules/game.h"

static const struct manner habits[] = {
    {.daring = 1},                      /* bold */
    {.daring = -1},                     /* careful */
    {.thrift = 1},                      /* hoarder */
    {.thrift = -1},                     /* spendthrift */
    {.company = 1},                     /* copycat */
    {.company = -1},                    /* contrary */
    {.fancy = 1},                       /* stubborn */
    {.forgets = true, .overlooks = 20}, /* dreamer */
};

enum { HABITS = sizeof habits / sizeof *habits, LEAST_OVERLOOKED = 4 };

_Static_assert((int)HABITS >= (int)MAX_SEATS, "each seat has a habit of its own");

static void add_habit(struct manner *manner, const struct manner *habit, int times)
{
    manner->daring = (int8_t)(manner->daring + times * habit->daring);
    manner->thrift = (int8_t)(manner->thrift + times * habit->thrift);
    manner->company = (int8_t)(manner->company + times * habit->company);
    manner->fancy = (int8_t)(manner->fancy + times * habit->fancy);
    manner->forgets |= habit->forgets;
    manner->overlooks = (uint8_t)(manner->overlooks + times * habit->overlooks);
}

struct manner manner_of(const struct seed *seed, int seat)
{
    struct rng rng = rng_strong(seed, RNG_MANNER, 0);
    struct manner manner = {.overlooks = LEAST_OVERLOOKED};
    uint8_t order[HABITS];
    uint32_t touch = 0;

    for (int i = 0; i < HABITS; i++)
        order[i] = (uint8_t)i;
    rng_shuffle(&rng, order, HABITS);
    for (int i = 0; i <= seat; i++) {
        touch = rng_below(&rng, HABITS);
        manner.tastes = rng_word(&rng) | 1;
    }
    add_habit(&manner, &habits[order[seat]], 2);
    add_habit(&manner, &habits[touch], 1);
    return manner;
}
