/* See past.h. */
#include "bots/past.h"

#include <stdlib.h>

#include "rules/bytes.h"
#include "table/table.h"

/* Returns how many bytes a step takes; all are aligned as states are. */
static size_t stride(const struct game *game)
{
    return sizeof(struct past_step) + (game->state_size + 7) / 8 * 8;
}

static size_t size_for(const struct game *game, int steps)
{
    return sizeof(struct past) + (size_t)steps * stride(game);
}

struct past *past_new(const struct game *game, int steps)
{
    struct past *past = malloc(size_for(game, steps));

    if (past)
        *past = (struct past){.game = game, .space = steps};
    return past;
}

/* Makes space for one step more. */
static bool grow(struct past **past)
{
    if ((*past)->steps < (*past)->space)
        return true;
    if ((*past)->steps >= PAST_MAX)
        return false;
    int space = (*past)->space * 2 < PAST_MAX ? (*past)->space * 2 : PAST_MAX;
    struct past *more = realloc(*past, size_for((*past)->game, space));
    if (!more)
        return false;
    more->space = space;
    *past = more;
    return true;
}

bool past_add(struct past **past, const struct bot_past *step)
{
    const struct past_step what = {.actor = step->actor, .id = step->id};

    if (!grow(past))
        return false;
    uint8_t *at = (*past)->kept + (size_t)(*past)->steps * stride((*past)->game);
    bytes_copy(at, &what, sizeof what);
    bytes_copy(at + sizeof what, step->view.bytes, (*past)->game->state_size);
    (*past)->steps++;
    return true;
}

struct past *past_of(const struct table *table, int seat)
{
    struct bot_history history = bot_history_of(table, seat);
    struct bot_past step;

    if (history.steps > PAST_MAX)
        return NULL;
    struct past *past = past_new(table_game(table), history.steps > 0 ? history.steps : 1);
    for (int i = 0; past && i < history.steps; i++) {
        history.look(history.source, seat, i, &step);
        past_add(&past, &step); /* there is space */
    }
    return past;
}

void past_write_head(struct writer *w, const struct bot_past *step)
{
    if (step->actor == CHANCE)
        write_text(w, "chance");
    else
        write_number(w, step->actor);
    write_text(w, " ");
    if (step->id == BOT_UNSEEN)
        write_text(w, "-");
    else
        write_number(w, step->id);
}

bool past_read_head(struct reader *in, struct bot_past *step)
{
    step->actor = CHANCE;
    step->id = BOT_UNSEEN;
    return (read_if(in, "chance") || read_number(in, 0, MAX_SEATS - 1, &step->actor)) && read_literal(in, " ") &&
           (read_if(in, "-") || read_number(in, 0, UINT16_MAX, &step->id));
}

const char *past_fault(const struct game *game, int seat, const struct bot_past *step)
{
    struct state_buffer view = step->view;
    struct turn turn = game->turn(state_in(&view));
    uint16_t ids[LEGAL_SIZE];

    if (step->actor == CHANCE ? turn.kind != TURN_CHANCE : turn.kind != TURN_CHOICE || !(turn.seats >> step->actor & 1))
        return "somebody chooses who is not to choose";
    if ((step->actor == seat) != (step->id != BOT_UNSEEN))
        return "it names another seat's action, or not the seat's own";
    if (step->actor != seat)
        return NULL;
    int count = game->legal(state_in(&view), seat, ids);
    bool legal = step->id >= 0 && step->id < game->max_actions && ids_hold(ids, count, (uint16_t)step->id);
    return legal ? NULL : "the action is not legal";
}

size_t past_size(const struct past *past)
{
    return size_for(past->game, past->steps);
}

static void look(const struct bot_source *source, int seat, int step, struct bot_past *out)
{
    const struct past *past = (const struct past *)(const void *)source;
    const uint8_t *at = past->kept + (size_t)step * stride(past->game);
    struct past_step what;

    (void)seat;
    bytes_copy(&what, at, sizeof what);
    bytes_copy(out->view.bytes, at + sizeof what, past->game->state_size);
    out->actor = what.actor;
    out->id = what.id;
}

struct bot_history past_history(const struct past *past, int seat)
{
    return (struct bot_history){
        .source = (const struct bot_source *)(const void *)past,
        .seat = seat,
        .steps = past->steps,
        .look = look,
    };
}
