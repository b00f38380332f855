/* See arena.h. */
#include "lab/arena.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "lab/workers.h"
#include "lab/deal_log.h"

/* ---- line-ups ---- */

/* The kind of this name, which is added if it is new. */
static int kind_of(struct arena *arena, const struct player_kind *kind)
{
    struct field *field = &arena->field;
    int i = 0;

    while (i < field->count && strcmp(arena->kinds[i].name, kind->name) != 0)
        i++;
    if (i == field->count)
        arena->kinds[field->count++] = *kind;
    return i;
}

int arena_period(const int *lineup, int players)
{
    for (int by = 1; by < players; by++) {
        bool same = true;
        for (int i = 0; i < players; i++)
            same &= lineup[i] == lineup[(i + by) % players];
        if (same)
            return by;
    }
    return players;
}

void arena_seat(struct arena *arena, const struct player_kind *kinds, int count)
{
    int players = arena->plan.players;

    arena->field = (struct field){.players = players};
    for (int seat = 0; seat < players; seat++) {
        int kind = kind_of(arena, &kinds[seat < count ? seat : count - 1]);
        struct writer w = write_into(arena->plan.names[seat].text, NAME_SIZE);
        arena->lineup[seat] = kind;
        arena->field.seats[kind]++;
        write_text(&w, "seat ");
        write_number(&w, seat);
        arena->plan.names[seat].length = w.length;
    }
    arena->rotations = arena_period(arena->lineup, players);
}

void arena_rotation(const struct arena *arena, int rotation, int kinds[MAX_SEATS])
{
    int players = arena->plan.players;
    for (int seat = 0; seat < players; seat++)
        kinds[seat] = arena->lineup[(seat + rotation) % players];
}

int arena_anchor(const struct arena *arena)
{
    for (int i = 0; i < arena->field.count; i++)
        if (strcmp(arena->kinds[i].name, "novice") == 0)
            return i;
    return -1;
}

/* ---- playing ---- */

/* The result of a deal on its way to the taker. */
struct played {
    struct arena_deal deal;
    struct problem faults[MAX_SEATS]; /* one per rotation, where there was one */
};

struct run {
    const struct arena *arena;
    struct deal_log *log;
    const struct arena_watch *watch;
    struct arena_deal *deals;
    struct arena_seen *seen;
    long done;
    struct problem why;                            /* the log could not be written */
    struct player players[WORKERS_MAX][MAX_SEATS]; /* by worker and place in the line-up: nobody shares a process */
};

/* The game ends at a fault: all others have won, points are as they stand. */
static void end_by_fault(const struct table *table, int seat, struct outcome *out)
{
    out->fault = seat;
    out->winners = (uint8_t)(((1u << table_plan(table)->players) - 1) & ~(1u << seat));
}

/* Plays a game; the players are those of a worker by seat. */
static bool play_to_end(struct table *table, struct player *const *players, const atomic_bool *stop,
                        struct outcome *out, struct problem *fault, struct problem *why)
{
    enum player_answer answer = PLAYER_MOVED;
    int count = table_plan(table)->players, seat = 0;
    struct result result;

    *out = (struct outcome){.fault = -1};
    if (!table_deal(table, why))
        return false;
    for (int i = 0; i < count; i++)
        player_sit(players[i], table, i);
    for (struct turn turn; answer == PLAYER_MOVED && (turn = table_turn(table)).kind == TURN_CHOICE;) {
        seat = __builtin_ctz(turn.seats);
        answer = player_move(players[seat], table, seat, stop, fault);
    }
    if (answer == PLAYER_FAILED)
        *why = *fault;
    table_result(table, &result);
    memcpy(out->points, result.points, sizeof out->points);
    out->winners = result.winners;
    if (answer == PLAYER_FAULT)
        end_by_fault(table, seat, out);
    for (int i = 0; i < count; i++)
        if (i != out->fault)
            player_rise(players[i], table);
    return answer == PLAYER_MOVED || answer == PLAYER_FAULT;
}

static bool play_rotation(struct run *run, int worker, struct table_plan *plan, int rotation, const atomic_bool *stop,
                          struct played *out, struct problem *why)
{
    struct player *players[MAX_SEATS] = {NULL};
    struct table *table = table_open(plan, why);

    if (!table)
        return false;
    for (int seat = 0; seat < plan->players; seat++)
        players[seat] = &run->players[worker][(seat + rotation) % plan->players];
    bool fine = play_to_end(table, players, stop, &out->deal.games[rotation], &out->faults[rotation], why);
    table_close(table);
    return fine;
}

static bool work(void *of_run, int worker, long number, const atomic_bool *stop, void *of_played, struct problem *why)
{
    struct run *run = of_run;
    struct played *out = of_played;
    struct rng rng = rng_strong(&run->arena->plan.seed, RNG_GAME_SEED, (uint64_t)number);
    struct table_plan *plan = must_alloc(sizeof *plan);

    memset(out, 0, sizeof *out);
    bool found = run->log && deal_log_find(run->log, number, &out->deal);
    bool fine = true;
    *plan = run->arena->plan;
    rng_seed(&rng, &plan->seed);
    for (int rotation = 0; !found && fine && rotation < run->arena->rotations; rotation++)
        fine = play_rotation(run, worker, plan, rotation, stop, out, why);
    free(plan);
    return fine;
}

static void tell_faults(const struct run *run, long number, const struct played *played)
{
    for (int rotation = 0; rotation < run->arena->rotations; rotation++) {
        int kinds[MAX_SEATS], seat = played->deal.games[rotation].fault;
        arena_rotation(run->arena, rotation, kinds);
        if (seat >= 0 && played->faults[rotation].text[0])
            run->watch->fault(run->watch->context, number, rotation, seat, kinds[seat], played->faults[rotation].text);
    }
}

static bool take(void *of_run, long number, void *of_played)
{
    struct run *run = of_run;
    const struct played *played = of_played;

    tell_faults(run, number, played);
    if (run->log && !deal_log_add(run->log, number, &played->deal, &run->why))
        return false;
    run->deals[number] = played->deal;
    run->done++;
    run->watch->done(run->watch->context, run->done);
    return true;
}

static void open_players(struct run *run)
{
    const struct arena *arena = run->arena;

    for (int worker = 0; worker < arena->threads; worker++)
        for (int i = 0; i < arena->plan.players; i++)
            player_open(&run->players[worker][i], &arena->kinds[arena->lineup[i]], arena->move_ms);
}

static void see_player(const struct player *player, struct arena_seen *seen)
{
    move_times_join(&seen->times, &player->times);
    if (!seen->said_name[0]) {
        struct writer w = write_into(seen->said_name, sizeof seen->said_name);
        write_text(&w, player_said_name(player));
    }
}

static void close_players(struct run *run)
{
    for (int worker = 0; worker < run->arena->threads; worker++)
        for (int i = 0; i < run->arena->plan.players; i++) {
            see_player(&run->players[worker][i], &run->seen[run->arena->lineup[i]]);
            player_close(&run->players[worker][i]);
        }
}

static bool is_stopped(void *of_run)
{
    const struct arena_watch *watch = ((const struct run *)of_run)->watch;
    return watch->stopped(watch->context);
}

static enum workers_end play_deals(struct run *run, struct problem *why)
{
    const struct arena *arena = run->arena;
    const struct workers_task task = {.begin = shard_begin(&arena->shard, arena->deals),
                                      .end = shard_end(&arena->shard, arena->deals),
                                      .threads = arena->threads,
                                      .size = sizeof(struct played),
                                      .context = run,
                                      .stopped = is_stopped,
                                      .work = work,
                                      .take = take};

    open_players(run);
    enum workers_end end = workers_run(&task, why);
    close_players(run);
    if (end == WORKERS_REFUSED)
        *why = run->why;
    return end;
}

long arena_play(const struct arena *arena, struct deal_log *log, const struct arena_watch *watch,
                struct arena_deal *deals, struct arena_seen seen[MAX_SEATS], struct problem *why)
{
    struct run *run = must_zero(1, sizeof *run);

    memset(seen, 0, MAX_SEATS * sizeof *seen);
    run->arena = arena;
    run->log = log;
    run->watch = watch;
    run->deals = deals;
    run->seen = seen;
    enum workers_end end = play_deals(run, why);
    long done = end == WORKERS_DONE || end == WORKERS_STOPPED ? run->done : -1;
    free(run);
    return done;
}

void arena_sums(const struct arena *arena, const struct arena_deal *deals, long count, struct deal_sum *sums)
{
    for (long i = 0; i < count; i++) {
        sums[i] = (struct deal_sum){.games = 0};
        for (int rotation = 0; rotation < arena->rotations; rotation++) {
            int kinds[MAX_SEATS];
            arena_rotation(arena, rotation, kinds);
            deal_add(&sums[i], &arena->field, kinds, &deals[i].games[rotation]);
        }
    }
}
