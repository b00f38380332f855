/* See player.h. */
#include "lab/player.h"

#include "lab/workers.h"
#include "lab/outside.h"
#include "table/steady.h"

void player_open(struct player *player, const struct player_kind *kind, int move_ms)
{
    *player = (struct player){.kind = kind};
    if (kind->command)
        player->outside = outside_new(kind->command, move_ms);
}

void player_close(struct player *player)
{
    outside_free(player->outside);
    player->outside = NULL;
}

void player_sit(struct player *player, const struct table *table, int seat)
{
    if (player->outside)
        outside_begin(player->outside, table, seat);
}

/* A bot that is told to stop answers with what it has; nobody counts that game. */
static uint16_t ask_bot(const struct player_kind *kind, const struct table *table, int seat, const atomic_bool *stop)
{
    struct bot_mind mind = bot_mind(&table_plan(table)->seed, seat, table_steps(table));
    struct bot_history history = bot_history_of(table, seat);
    struct workers_watch watch = {.stop = stop};
    struct bot_budget budget = {.simulations = kind->simulations, .stop = workers_is_stopped, .stopper = &watch};
    struct state_buffer view;

    table_view(table, seat, table_steps(table), &view);
    return bot_think(kind->bot, table_game(table), state_in(&view), seat, &history, budget, &mind);
}

/* Has a program choose. One that is at fault is ended: nobody knows what it is
 * still about to say. */
static enum player_answer move_outside(struct player *player, struct table *table, int seat, const atomic_bool *stop,
                                       struct problem *why)
{
    struct outside *outside = player->outside;
    enum outside_answer answer = outside_greet(outside, stop, why);
    double before = steady_seconds();
    struct problem refusal;
    uint16_t id = 0;

    if (answer == OUTSIDE_CHOSEN)
        answer = outside_choose(outside, table, stop, &id, why);
    double took = steady_seconds() - before;
    if (answer == OUTSIDE_CHOSEN && table_do(table, seat, id, &refusal)) {
        move_times_add(&player->times, took);
        return PLAYER_MOVED;
    }
    if (answer == OUTSIDE_CHOSEN)
        problem_set(why, "chose what is not legal: %s", refusal.text);
    outside_kill(outside);
    return answer == OUTSIDE_STOPPED ? PLAYER_STOPPED : PLAYER_FAULT;
}

enum player_answer player_move(struct player *player, struct table *table, int seat, const atomic_bool *stop,
                               struct problem *why)
{
    if (atomic_load_explicit(stop, memory_order_relaxed))
        return PLAYER_STOPPED;
    if (player->outside)
        return move_outside(player, table, seat, stop, why);
    double before = steady_seconds();
    uint16_t id = ask_bot(player->kind, table, seat, stop);
    move_times_add(&player->times, steady_seconds() - before);
    return table_do(table, seat, id, why) ? PLAYER_MOVED : PLAYER_FAILED;
}

const char *player_said_name(const struct player *player)
{
    return player->outside ? outside_name(player->outside) : "";
}

void player_rise(struct player *player, const struct table *table)
{
    if (player->outside)
        outside_end(player->outside, table);
}
