/* See historian.h. */
#include "support/historian.h"

#include "rules/bytes.h"

uint64_t history_hash(const struct game *game, const struct bot_history *history)
{
    uint64_t hash = HASH_START;

    for (int i = 0; history && i < history->steps; i++) {
        struct bot_past step;
        history->look(history->source, history->seat, i, &step);
        hash = bytes_hash(hash, &step.actor, sizeof step.actor);
        hash = bytes_hash(hash, &step.id, sizeof step.id);
        hash = bytes_hash(hash, step.view.bytes, game->state_size);
    }
    return hash;
}

static uint16_t choose_by_history(const struct bot_view *view, struct rng *rng)
{
    (void)rng;
    return view->legal[history_hash(view->game, view->history) % (uint64_t)view->count];
}

const struct bot historian_bot = {
    .name = "historian",
    .help = "chooses by all that it has seen",
    .level = LEVEL_CLUB, /* so that a history is kept for it */
    .choose = choose_by_history,
};
