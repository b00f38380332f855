/* The public API: the history of a table, its points and its winners. */
#include "api/api.h"
#include "words/retell.h"

static bool is_step(const struct parlor_table *t, int step)
{
    return t && step >= 0 && step < table_steps(inner_of(t));
}

int parlor_steps(const struct parlor_table *t)
{
    return t ? table_steps(inner_of(t)) : 0;
}

bool parlor_step(const struct parlor_table *t, int step, struct parlor_step *out)
{
    if (!is_step(t, step) || !out)
        return false;
    struct step done = table_step(inner_of(t), step);
    *out = (struct parlor_step){
        .actor = done.actor == CHANCE ? PARLOR_CHANCE : done.actor,
        .id = done.id,
        .complete = done.complete,
    };
    return true;
}

size_t parlor_step_text(const struct parlor_table *t, int step, char *out, size_t size)
{
    struct writer w = api_writer(out, size);
    struct state_buffer before;

    if (!is_step(t, step))
        return 0;
    struct step done = table_step(inner_of(t), step);
    if (done.actor == CHANCE)
        return 0;
    table_view(inner_of(t), OPEN, step, &before);
    table_game(inner_of(t))->action_text(state_in(&before), done.actor, done.id, &w);
    return w.length;
}

size_t parlor_tell(const struct parlor_table *t, int viewer, int step, char *out, size_t size)
{
    struct writer w = api_writer(out, size);

    if (is_step(t, step) && api_viewer(t, viewer))
        words_step(plain_listener(viewer), inner_of(t), step, &w);
    return w.length;
}

size_t parlor_facts(const struct parlor_table *t, int viewer, int step, char *json, size_t size)
{
    struct writer w = api_writer(json, size);

    if (is_step(t, step) && api_viewer(t, viewer))
        retell_facts(inner_of(t), viewer, step, &w);
    return w.length;
}

size_t parlor_told(const struct parlor_table *t, int viewer, char *out, size_t size)
{
    int step = parlor_steps(t) - 1;

    while (step >= 0 && table_step(inner_of(t), step).actor == CHANCE)
        step--;
    return parlor_tell(t, viewer, step, out, size);
}

/* Points as the public API counts them, in whole ones. */
static void write_out(const struct table *t, const int *points, double *out)
{
    for (int seat = 0; seat < table_plan(t)->players; seat++)
        out[seat] = points[seat] / (table_game(t)->half_points ? 2.0 : 1.0);
}

int parlor_rounds(const struct parlor_table *t)
{
    return t ? table_rounds(inner_of(t)) : 0;
}

bool parlor_round(const struct parlor_table *t, int round, double *points)
{
    int counted[MAX_SEATS];

    if (!points || round < 0 || round >= parlor_rounds(t) || !table_round(inner_of(t), round, counted))
        return false;
    write_out(inner_of(t), counted, points);
    return true;
}

void parlor_points(const struct parlor_table *t, double *points)
{
    struct result result;

    if (!t || !points)
        return;
    table_result(inner_of(t), &result);
    write_out(inner_of(t), result.points, points);
}

unsigned parlor_winners(const struct parlor_table *t)
{
    struct result result = {.winners = 0};

    if (t)
        table_result(inner_of(t), &result);
    return result.winners;
}
