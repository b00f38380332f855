/* Whether the deals of a game come from its seed: see table_deals_hold(). */
#include "rules/bytes.h"
#include "table/table.h"

static bool refused_at(struct problem *why, int step, const char *what)
{
    return problem_set(why, "step %d: %s", step, what);
}

/* Plays the game again, all deals drawn from the seed. */
static bool deal_again(const struct table *table, struct table *again, struct problem *why)
{
    size_t size = table_game(table)->state_size;

    if (!table_deal(again, why))
        return false;
    for (int step = 0; step < table_steps(table); step++) {
        struct step done = table_step(table, step);
        struct state_buffer theirs, ours;
        bool chance = done.actor == CHANCE, ahead = table_steps(again) > step;
        if (chance != ahead)
            return refused_at(why, step, chance ? "nothing is dealt here" : "something is dealt here first");
        table_view(table, OPEN, step + 1, &theirs);
        if (!chance && !table_do(again, done.actor, done.id, why))
            return false;
        table_view(again, OPEN, step + 1, &ours);
        if (!bytes_equal(theirs.bytes, ours.bytes, size))
            return refused_at(why, step, "what was dealt does not come from the seed");
    }
    return true;
}

bool table_deals_hold(const struct table *table, struct problem *why)
{
    struct table *again = table_open(table_plan(table), why);
    bool hold = again && deal_again(table, again, why);

    table_close(again);
    return hold;
}
