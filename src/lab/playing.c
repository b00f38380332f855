/* See playing.h. */
#include "lab/playing.h"

#include <stdlib.h>

#include "memory.h"
#include "bots/novice_choice.h"
#include "lab/arena.h"
#include "lab/workers.h"
#include "rules/bytes.h"

/* ---- line-ups ---- */

/* Returns how many rotations of the line-up differ. */
static int count_rotations(const struct bot *const *bots_of, int players)
{
    int kinds[MAX_SEATS];

    for (int seat = 0; seat < players; seat++) {
        kinds[seat] = 0;
        while (bots_of[kinds[seat]] != bots_of[seat])
            kinds[seat]++;
    }
    return arena_period(kinds, players);
}

static bool lay_deck(struct lineup *lineup, struct problem *why)
{
    const struct game *game = lineup->plan->game;
    struct reader line = read_from(lineup->plan->deck, text_length(lineup->plan->deck));

    if (!game->deck || !game->deck->due(state_in(&lineup->start)))
        return true;
    lineup->chances++;
    return game->chance_read(state_in(&lineup->start), &line) || problem_set(why, "%s", line.error);
}

bool lineup_open(struct lineup *lineup, const struct table_plan *plan, const struct bot *const *bots_of,
                 struct problem *why)
{
    *lineup = (struct lineup){.plan = plan, .features = features_of(plan->game)};
    if (!plan_start(plan, state_in(&lineup->start), why))
        return false;
    for (int i = 0; i < plan->players; i++) {
        lineup->bots[i] = bots_of[i];
        lineup->novices |= bots_of[i] == &bot_novice ? seat_bit(i) : 0;
    }
    lineup->rotations = count_rotations(bots_of, plan->players);
    return lay_deck(lineup, why);
}

/* ---- playing ---- */

static const struct game *game_of(const struct playing *it)
{
    return lineup_game(it->lineup);
}

static bool is_stopped(const struct playing *it)
{
#ifdef __NVPTX__ /* a launch goes on to its end */
    (void)it;
    return false;
#else
    return it->stop && atomic_load_explicit(it->stop, memory_order_relaxed);
#endif
}

static void copy_state(const struct game *game, struct state_buffer *to, const struct state_buffer *from)
{
    bytes_copy(to->bytes, from->bytes, game->state_size);
}

static void draw(const struct playing *it, struct position *at)
{
    struct rng rng = rng_strong(&it->deal, RNG_CHANCE, (uint64_t)at->chances++);

    game_of(it)->chance(state_in(&at->state), &rng);
    at->steps++;
}

/* A bot that looks at nothing is asked millions of times a second: its random
 * numbers are fast ones, by seed, seat and step like those of the others. */
static struct rng blind_rng(const struct seed *seed, int seat, int step)
{
    uint64_t key;

    bytes_copy(&key, seed->bytes, sizeof key);
    return rng_fast(key ^ rng_rotate((uint64_t)step << 8 | (uint64_t)seat, 32));
}

static int player_at(const struct playing *it, int seat)
{
    return (seat + it->rotation) % it->lineup->plan->players;
}

#ifdef __NVPTX__
/* Has a seat choose among these. On a GPU all are novices or random players; what they look at is in the view. */
static uint16_t choose(const struct playing *it, struct position *at, const struct seed *bot_seed, int seat,
                       const uint16_t *legal, int count)
{
    struct state_buffer redacted;
    struct bot_view view = {.state = state_in(&redacted), .seat = seat, .legal = legal, .count = count};

    if (!(it->lineup->novices >> player_at(it, seat) & 1)) {
        struct rng fast = blind_rng(bot_seed, seat, at->steps);
        return legal[rng_below(&fast, (uint32_t)count)];
    }
    struct rng rng = bot_rng(bot_seed, seat, at->steps);
    copy_state(game_of(it), &redacted, &at->state);
    game_of(it)->redact(state_in(&redacted), seat);
    return novice_choice(&view, &rng);
}
#else
/* Has a seat choose among these. */
static uint16_t choose(const struct playing *it, struct position *at, const struct seed *bot_seed, int seat,
                       const uint16_t *legal, int count)
{
    const struct game *game = game_of(it);
    const struct bot *bot = it->lineup->bots[player_at(it, seat)];
    struct state_buffer view;

    if (bot->blind) {
        struct rng fast = blind_rng(bot_seed, seat, at->steps);
        const struct bot_view any = {
            .game = game, .state = state_in(&at->state), .seat = seat, .legal = legal, .count = count};
        return bot->choose(&any, &fast);
    }
    struct bot_mind mind = {.rng =
                                bot_rng(bot_seed, seat, at->steps)}; /* plain: seats are to differ by the rules alone */
    struct workers_watch watch = {.stop = it->stop};
    struct bot_budget budget = {.stop = workers_is_stopped, .stopper = &watch};
    copy_state(game, &view, &at->state);
    game->redact(state_in(&view), seat);
    return bot_think(bot, game, state_in(&view), seat, NULL, budget, &mind);
}
#endif

enum course position_go_on(const struct playing *it, struct position *at, const struct seed *bot_seed)
{
    const struct game *game = game_of(it);
    struct state *state = state_in(&at->state);
    struct turn turn = game->turn(state);
    uint16_t legal[LEGAL_SIZE];

    if (turn.kind == TURN_OVER)
        return IS_OVER;
    if (turn.kind == TURN_CHANCE) {
        draw(it, at);
        return GOES_ON;
    }
    int seat = __builtin_ctz(turn.seats);
    int count = game->legal(state, seat, legal);
    game->apply(state, seat, choose(it, at, bot_seed, seat, legal, count), NULL);
    at->steps++;
    return is_stopped(it) ? IS_STOPPED : GOES_ON;
}

/* ---- … and watching ---- */

/* The seats whose points are the most, and the least. */
static void who_leads(const struct result *result, int players, struct moment *moment)
{
    int most = result->points[0], least = most;

    moment->leaders = moment->last = 1;
    for (int seat = 1; seat < players; seat++) {
        int points = result->points[seat];
        unsigned bit = 1u << seat;
        moment->leaders = (uint8_t)(points > most ? bit : points == most ? moment->leaders | bit : moment->leaders);
        moment->last = (uint8_t)(points < least ? bit : points == least ? moment->last | bit : moment->last);
        most = points > most ? points : most;
        least = points < least ? points : least;
    }
}

/* Makes space for another moment; false if there can be none. */
static bool grow(struct playing *it)
{
    enum { LITTLE = 1024 };

    if (it->decisions < it->capacity || it->fixed)
        return it->decisions < it->capacity;
    it->capacity = it->capacity ? 2 * it->capacity : LITTLE;
    it->moments = must_resize(it->moments, (size_t)it->capacity * sizeof *it->moments);
    return true;
}

/* Writes a decision down. A turn begins where another seat is to choose than
 * before, or where several choose at once and nobody has. */
static void write_moment(struct playing *it, struct turn turn, int count)
{
    struct moment *moment = &it->moments[it->decisions++];
    struct result standing;

    game_of(it)->result(state_in(&it->now.state), &standing);
    who_leads(&standing, it->lineup->plan->players, moment);
    moment->choices = (uint16_t)count;
    moment->turn = turn.seats & ~it->choosing;
    it->turns += moment->turn;
    it->choosing = turn.seats;
}

static void deal(struct playing *it)
{
    struct state_buffer before;

    copy_state(game_of(it), &before, &it->now.state);
    draw(it, &it->now);
    lineup_features(it->lineup).watch(state_in(&before), state_in(&it->now.state), CHANCE, 0, &it->notes);
}

static void decide(struct playing *it, int seat, const uint16_t *legal, int count)
{
    const struct game *game = game_of(it);
    struct state_buffer before;
    uint16_t id = choose(it, &it->now, &it->bots, seat, legal, count);

    copy_state(game, &before, &it->now.state);
    if (count > 1) {
        copy_state(game, &it->choices[seat].state, &before);
        it->choices[seat].steps = it->now.steps;
        it->choices[seat].chances = it->now.chances;
        it->chose[seat] = true;
    }
    game->apply(state_in(&it->now.state), seat, id, NULL);
    it->now.steps++;
    lineup_features(it->lineup).watch(state_in(&before), state_in(&it->now.state), seat, id, &it->notes);
}

static struct seed seed_of_bots(const struct seed *deal, int rotation)
{
    struct rng rng = rng_strong(deal, RNG_ANALYSIS, (uint64_t)rotation << 32);
    struct seed seed = *deal;

    if (rotation > 0)
        rng_seed(&rng, &seed);
    return seed;
}

void playing_begin(struct playing *it, const struct lineup *lineup, int rotation, const struct seed *seed,
                   struct grid_cell (*grid)[GRID_COLUMNS], const atomic_bool *stop)
{
    it->lineup = lineup;
    it->rotation = rotation;
    it->deal = *seed;
    it->bots = seed_of_bots(seed, rotation);
    it->stop = stop;
    it->decisions = it->turns = 0;
    it->choosing = 0;
    it->now.steps = it->now.chances = lineup->chances;
    copy_state(lineup_game(lineup), &it->now.state, &lineup->start);
    bytes_zero(it->notes.features, sizeof it->notes.features);
    bytes_zero(it->chose, sizeof it->chose);
    it->notes.grid = grid;
}

static enum course take_choice(struct playing *it, struct turn turn)
{
    struct state *state = state_in(&it->now.state);
    int seat = __builtin_ctz(turn.seats);
    uint16_t legal[LEGAL_SIZE];

    if (is_stopped(it) || !grow(it))
        return IS_STOPPED;
    if (it->decisions == 0) {
        const struct features features = lineup_features(it->lineup);
        it->first = features.first ? features.first(state) : 0;
    }
    int count = game_of(it)->legal(state, seat, legal);
    write_moment(it, turn, count);
    decide(it, seat, legal, count);
    return GOES_ON;
}

enum course playing_go_on(struct playing *it)
{
    const struct state *state = state_in(&it->now.state);
    struct turn turn = game_of(it)->turn(state);

    if (turn.kind == TURN_CHOICE)
        return take_choice(it, turn);
    if (turn.kind == TURN_CHANCE) {
        deal(it);
        it->choosing = 0;
        return GOES_ON;
    }
    game_of(it)->result(state, &it->result);
    return IS_OVER;
}

bool playing_game(struct playing *it, const struct lineup *lineup, int rotation, const struct seed *seed,
                  struct grid_cell (*grid)[GRID_COLUMNS], const atomic_bool *stop)
{
    enum course course;

    playing_begin(it, lineup, rotation, seed, grid, stop);
    while ((course = playing_go_on(it)) == GOES_ON)
        ;
    return course == IS_OVER;
}

void playing_free(struct playing *it)
{
    free(it->moments);
    it->moments = NULL;
    it->capacity = 0;
}
