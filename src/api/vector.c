/* Many games at once (the last block of parlor.h): bare states side by side, as
 * learners want them. There is no history; what was dealt is over and gone. A step
 * allocates nothing and copies nothing but what the caller's rows are filled with.
 *
 * Each game has random numbers of its own, drawn by the seed and its index, so who
 * steps it makes no difference. The legal ids of each game are kept: they say which
 * actions may be taken, whatever somebody has done to the mask, and which marks of
 * the mask to take off again. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "api/team.h"

enum {
    GAMES_MAX = 1 << 24,
    PIECE_LEAST = 16,     /* games that are stepped in one go */
    PIECES_A_THREAD = 8,  /* so that a thread that is held up leaves its games to others */
    STATE_ALIGNMENT = 64, /* no two games share a line of the cache */
    MARKS_OFF = 24,       /* taking one mark off costs as much as clearing this many bytes */
};

/* The question that one game asks. */
struct question {
    uint16_t count; /* legal ids */
    uint8_t seat;
};

struct parlor_vector {
    struct table_plan plan;
    const struct game *game;
    enum parlor_reward kind;
    int games;
    int piece; /* games in a piece of work */
    struct team *team;
    struct state_buffer first; /* where every game begins */
    size_t state_buffer;       /* bytes from one state to the next */
    size_t id_stride;          /* ids from one list to the next */
    uint8_t *states;
    uint16_t *ids;
    struct question *questions;
    struct rng *chances; /* by game: what is dealt */
    struct rng *whims;   /* by game: what parlor_vector_random() picks */
    struct parlor_rows rows;
    bool masks_marked;       /* rows.mask shows the questions and nothing else */
    const uint16_t *actions; /* of the step being made */
    uint16_t *picks;         /* likewise, to be filled */
    _Atomic int refused;     /* the first game whose action is not legal */
    _Atomic long finished;
};

static struct state *state_of(const struct parlor_vector *v, int game)
{
    return (struct state *)(void *)(v->states + (size_t)game * v->state_buffer);
}

static uint16_t *ids_of(const struct parlor_vector *v, int game)
{
    return v->ids + (size_t)game * v->id_stride;
}

/* ---- what the caller's rows are filled with ---- */

static void unmark(const struct parlor_vector *v, int game)
{
    size_t actions = (size_t)v->game->max_actions;
    uint8_t *mask = v->rows.mask + (size_t)game * actions;
    const uint16_t *ids = ids_of(v, game);
    int count = v->questions[game].count;

    if (!v->masks_marked || (size_t)count * MARKS_OFF > actions) {
        memset(mask, 0, actions);
        return;
    }
    for (int i = 0; i < count; i++)
        mask[ids[i]] = 0;
}

static void mark(const struct parlor_vector *v, int game)
{
    uint8_t *mask = v->rows.mask + (size_t)game * (size_t)v->game->max_actions;
    const uint16_t *ids = ids_of(v, game);
    int count = v->questions[game].count;

    for (int i = 0; i < count; i++)
        mask[ids[i]] = 1;
}

/* Asks the seat that is next and writes what it is shown. */
static void ask(struct parlor_vector *v, int game, int seat)
{
    const struct state *state = state_of(v, game);

    if (v->rows.mask)
        unmark(v, game);
    int count = v->game->legal(state, seat, ids_of(v, game));
    v->questions[game] = (struct question){.count = (uint16_t)count, .seat = (uint8_t)seat};
    if (v->rows.mask)
        mark(v, game);
    if (v->rows.observation)
        v->game->observe(state, seat, v->rows.observation + (size_t)game * v->game->observation_size);
    if (v->rows.seat)
        v->rows.seat[game] = seat;
}

static void pay_nothing(const struct parlor_vector *v, int game)
{
    if (v->rows.reward)
        memset(v->rows.reward + (size_t)game * (size_t)v->plan.players, 0, (size_t)v->plan.players * sizeof(float));
    if (v->rows.done)
        v->rows.done[game] = 0;
}

static void gains(const struct game *game, const struct result *now, const struct result *before, int players,
                  float *out)
{
    for (int seat = 0; seat < players; seat++)
        out[seat] = (float)(now->points[seat] - before->points[seat]) * (game->half_points ? 0.5F : 1);
}

static void rewards(const struct game *game, const struct result *result, int players, enum parlor_reward kind,
                    float *out)
{
    float half = game->half_points ? 0.5F : 1, mean = 0;
    float share = result->winners ? 1 / (float)__builtin_popcount(result->winners) : 0;

    for (int seat = 0; seat < players; seat++)
        mean += (float)result->points[seat] * half / (float)players;
    for (int seat = 0; seat < players; seat++) {
        float points = (float)result->points[seat] * half;
        out[seat] = kind == PARLOR_WIN      ? (result->winners >> seat & 1 ? share : 0)
                    : kind == PARLOR_POINTS ? points
                                            : points - mean;
    }
}

static void pay_row(const struct parlor_vector *v, int game, const struct result *before)
{
    struct result result = {.winners = 0};
    float *row = v->rows.reward + (size_t)game * (size_t)v->plan.players;

    v->game->result(state_of(v, game), &result);
    if (v->kind == PARLOR_GAINS)
        gains(v->game, &result, before, v->plan.players, row);
    else
        rewards(v->game, &result, v->plan.players, v->kind, row);
}

static void pay(struct parlor_vector *v, int game, const struct result *before)
{
    if (v->rows.reward)
        pay_row(v, game, before);
    if (v->rows.done)
        v->rows.done[game] = 1;
    atomic_fetch_add_explicit(&v->finished, 1, memory_order_relaxed);
}

/* ---- pieces of work ---- */

static void begin(struct parlor_vector *v, int game)
{
    memcpy(state_of(v, game), v->first.bytes, v->game->state_size);
}

/* Goes on until a seat owes a choice, with a new game where one has ended. `before` has the points before the choice.
 */
static void go_on(struct parlor_vector *v, int game, const struct result *before)
{
    struct state *state = state_of(v, game);
    bool paid = false;

    for (struct turn turn; (turn = v->game->turn(state)).kind != TURN_CHOICE;)
        if (turn.kind == TURN_CHANCE) {
            v->game->chance(state, &v->chances[game]);
        } else {
            pay(v, game, before);
            begin(v, game);
            paid = true;
        }
    if (v->kind == PARLOR_GAINS && v->rows.reward && !paid)
        pay_row(v, game, before);
    ask(v, game, __builtin_ctz(v->game->turn(state).seats));
}

static int end_of(const struct parlor_vector *v, int piece)
{
    int end = (piece + 1) * v->piece;
    return end < v->games ? end : v->games;
}

static void check_piece(void *context, int piece)
{
    struct parlor_vector *v = context;

    for (int game = piece * v->piece; game < end_of(v, piece); game++)
        if (!ids_hold(ids_of(v, game), v->questions[game].count, v->actions[game])) {
            int first = atomic_load(&v->refused);
            while (game < first && !atomic_compare_exchange_weak(&v->refused, &first, game))
                ;
            return;
        }
}

static void step_piece(void *context, int piece)
{
    struct parlor_vector *v = context;

    for (int game = piece * v->piece; game < end_of(v, piece); game++) {
        struct result before = {.winners = 0};
        pay_nothing(v, game);
        if (v->kind == PARLOR_GAINS)
            v->game->result(state_of(v, game), &before);
        v->game->apply(state_of(v, game), v->questions[game].seat, v->actions[game], NULL);
        go_on(v, game, &before);
    }
}

static void reset_piece(void *context, int piece)
{
    struct parlor_vector *v = context;
    const struct result nothing = {.winners = 0};

    for (int game = piece * v->piece; game < end_of(v, piece); game++) {
        struct rng seeds = rng_strong(&v->plan.seed, RNG_GAME_SEED, (uint64_t)game);
        uint64_t seed = (uint64_t)rng_word(&seeds) << 32;
        v->chances[game] = rng_fast(seed | rng_word(&seeds));
        seed = (uint64_t)rng_word(&seeds) << 32;
        v->whims[game] = rng_fast(seed | rng_word(&seeds));
        begin(v, game);
        pay_nothing(v, game);
        go_on(v, game, &nothing);
    }
}

static void refresh_piece(void *context, int piece)
{
    struct parlor_vector *v = context;

    for (int game = piece * v->piece; game < end_of(v, piece); game++) {
        pay_nothing(v, game);
        ask(v, game, v->questions[game].seat);
    }
}

static void pick_piece(void *context, int piece)
{
    struct parlor_vector *v = context;

    for (int game = piece * v->piece; game < end_of(v, piece); game++)
        v->picks[game] = ids_of(v, game)[rng_below(&v->whims[game], v->questions[game].count)];
}

static void run(struct parlor_vector *v, void (*work)(void *, int))
{
    team_run(v->team, work, v, (v->games + v->piece - 1) / v->piece);
}

/* The same for work that fills the rows. */
static void run_and_show(struct parlor_vector *v, void (*work)(void *, int))
{
    run(v, work);
    v->masks_marked = true;
}

/* ---- opening and closing ---- */

static bool is_reward(enum parlor_reward kind)
{
    return kind == PARLOR_WIN || kind == PARLOR_POINTS || kind == PARLOR_MARGIN || kind == PARLOR_GAINS;
}

static bool may_open(const struct parlor_table *like, int count, int threads, enum parlor_reward kind,
                     struct problem *problem)
{
    if (!api_table(like, problem))
        return false;
    if (table_is_imagined(inner_of(like)))
        return problem_set(problem, "an imagined world has no beginning to open games with");
    if (count < 1 || count > GAMES_MAX)
        return problem_set(problem, "a vector has from 1 to 16777216 games");
    if (threads < 1 || threads > TEAM_MAX)
        return problem_set(problem, "a vector works with 1 to 256 threads");
    return is_reward(kind) || problem_set(problem, "there is no such kind of reward");
}

static bool lay_out(struct parlor_vector *v)
{
    size_t count = (size_t)v->games;

    v->state_buffer = (v->game->state_size + STATE_ALIGNMENT - 1) / STATE_ALIGNMENT * STATE_ALIGNMENT;
    v->id_stride = (size_t)v->game->max_legal + LEGAL_SLACK;
    v->states = aligned_alloc(STATE_ALIGNMENT, count * v->state_buffer);
    v->ids = calloc(count, v->id_stride * sizeof *v->ids);
    v->questions = calloc(count, sizeof *v->questions);
    v->chances = calloc(count, sizeof *v->chances);
    v->whims = calloc(count, sizeof *v->whims);
    return v->states && v->ids && v->questions && v->chances && v->whims;
}

static int piece_for(int count, int threads)
{
    int piece = count / (threads * PIECES_A_THREAD), least = count / TEAM_PIECES_MAX + 1;

    piece = piece > PIECE_LEAST ? piece : PIECE_LEAST;
    return piece > least ? piece : least;
}

struct parlor_vector *parlor_vector(const struct parlor_table *like, int count, int threads, enum parlor_reward kind,
                                    char *why, size_t size)
{
    struct problem problem = {.text = "out of memory"};
    struct parlor_vector *v = may_open(like, count, threads, kind, &problem) ? calloc(1, sizeof *v) : NULL;

    if (v) {
        v->plan = *table_plan(inner_of(like));
        v->game = v->plan.game;
        v->kind = kind;
        v->games = count;
        v->piece = piece_for(count, threads);
        v->team = team_open(threads);
        table_first(inner_of(like), &v->first);
    }
    if (!v || !v->team || !lay_out(v)) {
        parlor_vector_close(v);
        api_refuse(&problem, why, size);
        return NULL;
    }
    run_and_show(v, reset_piece);
    return v;
}

void parlor_vector_close(struct parlor_vector *v)
{
    if (!v)
        return;
    team_close(v->team);
    free(v->states);
    free(v->ids);
    free(v->questions);
    free(v->chances);
    free(v->whims);
    free(v);
}

/* ---- calls ---- */

static bool is_open(const struct parlor_vector *v, struct problem *problem)
{
    return v || problem_set(problem, "there is no vector");
}

int parlor_vector_threads(const struct parlor_vector *v)
{
    return v ? team_threads(v->team) : 0;
}

long parlor_vector_finished(const struct parlor_vector *v)
{
    return v ? v->finished : 0;
}

void parlor_vector_rows(struct parlor_vector *v, const struct parlor_rows *rows)
{
    if (!v || !rows)
        return;
    v->masks_marked &= rows->mask == v->rows.mask;
    v->rows = *rows;
}

bool parlor_vector_reset(struct parlor_vector *v, const char *seed, char *why, size_t size)
{
    struct problem problem;

    if (!is_open(v, &problem) || (seed && !seed_parse(seed, &v->plan.seed, &problem)))
        return api_refuse(&problem, why, size);
    v->finished = 0;
    run_and_show(v, reset_piece);
    return true;
}

void parlor_vector_refresh(struct parlor_vector *v)
{
    if (!v)
        return;
    v->masks_marked = false;
    run_and_show(v, refresh_piece);
}

/* Says which game it is and why its action is not legal. */
static bool refuse_action(const struct parlor_vector *v, int game, char *why, size_t size)
{
    struct writer w = api_writer(why, size);
    uint16_t id = v->actions[game];

    write_text(&w, "game ");
    write_number(&w, game);
    write_text(&w, ": ");
    const char *no =
        id < v->game->max_actions ? v->game->objection(state_of(v, game), v->questions[game].seat, id) : NULL;
    write_text(&w, no ? refusal_text(v->game->id, no) : refusal_text("table", "no_such_action"));
    return false;
}

bool parlor_vector_step(struct parlor_vector *v, const uint16_t *actions, char *why, size_t size)
{
    struct problem problem;

    if (!is_open(v, &problem) || (!actions && !problem_set(&problem, "there are no actions")))
        return api_refuse(&problem, why, size);
    v->actions = actions;
    v->refused = v->games;
    run(v, check_piece);
    if (v->refused < v->games)
        return refuse_action(v, v->refused, why, size);
    run_and_show(v, step_piece);
    return true;
}

void parlor_vector_random(struct parlor_vector *v, uint16_t *actions)
{
    if (!v || !actions)
        return;
    v->picks = actions;
    run(v, pick_piece);
}

struct parlor_table *parlor_vector_table(const struct parlor_vector *v, int game, char *why, size_t size)
{
    struct problem problem = {.text = "there is no such game"};
    bool there = is_open(v, &problem) && game >= 0 && game < v->games;
    struct table *t = there ? table_begin_at(&v->plan, state_of(v, game), &problem) : NULL;

    return api_hand_out(t, &problem, why, size);
}

void parlor_reward(const struct parlor_table *t, enum parlor_reward kind, float *out)
{
    struct result result = {.winners = 0};

    if (!t || !out)
        return;
    table_result(inner_of(t), &result);
    kind = kind == PARLOR_GAINS ? PARLOR_POINTS : kind; /* what they add up to */
    memset(out, 0, (size_t)parlor_players(t) * sizeof *out);
    if (is_reward(kind) && !parlor_waiting(t))
        rewards(table_game(inner_of(t)), &result, parlor_players(t), kind, out);
}
