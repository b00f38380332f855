/* Monte Carlo search with successive halving.
 *
 * Worlds are imagined from what the seat knows. In each, every candidate is
 * tried and played out by the game's policy, so that candidates are compared in
 * the same worlds with the same random numbers. The simulations are spent in
 * phases; after each, the worse half of the candidates is dropped.
 *
 * Where the thinker wants it, what comes after the candidate is first chosen in a
 * tree that remembers the simulations before (bots/tree.h), then by the policy.
 *
 * A world has its number, and its random numbers depend on that alone; values
 * are summed as integers. So threads can share the worlds in any way and the
 * sums are the same. With a tree they are not: each thread has one of its own.
 *
 * Where the thinker can tell which worlds are likely, a long search has it draw some beforehand and
 * uses them in turn, each time with other random numbers. Those worlds and trees are allocated
 * once for a search, nothing else is. */
#include "bots/search.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "bots/portable_math.h"
#include "bots/tree.h"
#include "rules/bytes.h"

enum {
    VALUE_ONE = 1 << 20,   /* a value of 1, as it is summed */
    FIRST_PASS = 1 << 12,  /* simulations of the first pass of an endless search */
    PLAYOUT_MAX = 1 << 14, /* choices; no playout comes near */
    OUTLOOK_ANY = 4,       /* see search_outlook() */
    LIKELY_MAX = 250,      /* likely worlds, */
    LIKELY_EVERY = 40,     /* one for this many simulations */
};

struct candidate {
    uint16_t id;
    int worlds;
    int64_t sum, squares; /* of values in units of VALUE_ONE */
    int64_t behind;       /* the best at first sight, in the same units: see struct thinker */
};

struct search {
    const struct bot_view *view;
    const struct thinker *thinker;
    const struct novice *novice;
    struct bot_notes notes;
    bool to_the_end;                                 /* playouts do not stop where the thinker would */
    uint32_t any_of;                                 /* one choice in this many is any legal one; 0: none is */
    uint64_t seed;                                   /* of all worlds */
    struct candidate candidates[BOT_CANDIDATES_MAX]; /* the best first, as far as is known */
    int count;
    int alive;                           /* candidates still looked at: the first ones */
    struct state_buffer *likely;         /* worlds that the thinker has drawn */
    int likely_count;                    /* 0: all worlds are imagined */
    long worlds;                         /* begun so far */
    long simulations;                    /* done so far */
    struct tree *trees[BOT_THREADS_MAX]; /* by thread; NULL: none */
    atomic_bool stopped;
};

/* What one thread does in a phase: every stride-th world from `first` up to `end`. */
struct shift {
    struct search *search;
    long first, end;
    int stride;
    struct tree *tree; /* or NULL */
    bool asks;         /* whether to stop; one thread does */
    int worlds;
    int64_t sum[BOT_CANDIDATES_MAX], squares[BOT_CANDIDATES_MAX];
};

double win_share(const struct result *result, int players, int seat, double spread)
{
    enum { KNOWN = 9, OF = 10 }; /* once it is over the margin still counts a little */
    double sum = 0, share = 0;

    for (int other = 0; other < players; other++)
        sum += portable_exp((result->points[other] - result->points[seat]) / spread);
    share = 1 / sum;
    if (!result->winners)
        return share;
    double won = result->winners >> seat & 1 ? 1.0 / __builtin_popcount(result->winners) : 0;
    return (won * KNOWN + share * (OF - KNOWN)) / OF;
}

/* ---- one simulation ---- */

/* Not inlined: its list would cost every call of a policy a large frame, which is probed and guarded. */
static __attribute__((noinline)) uint16_t novice_action(const struct search *search, const struct state *s, int seat,
                                                        struct rng *rng)
{
    uint16_t legal[LEGAL_SIZE];
    const struct game *game = search->view->game;
    struct bot_view view = {.game = game, .state = s, .seat = seat, .legal = legal};
    view.count = game->legal(s, seat, legal);
    return view.count == 1 ? legal[0] : search->novice->choose(&view, rng);
}

static uint16_t policy(const void *by, const struct state *s, int seat, struct rng *rng)
{
    const struct search *search = by;

    return search->thinker->policy ? search->thinker->policy(s, seat, &search->notes, rng)
                                   : novice_action(search, s, seat, rng);
}

static uint16_t any_action(const struct search *search, const struct state *s, int seat, struct rng *rng)
{
    uint16_t legal[LEGAL_SIZE];
    int count = search->view->game->legal(s, seat, legal);

    return legal[rng_below(rng, (uint32_t)count)];
}

/* Plays on as far as playouts go: in the tree, if there is one, as long as that
 * lasts, then by the policy. */
static void play_on(const struct search *search, struct tree *tree, struct tree_path *path, struct state *s,
                    struct rng *rng)
{
    const struct game *game = search->view->game;

    for (int choices = 0; choices < PLAYOUT_MAX;) {
        struct turn turn = game->turn(s);
        if (turn.kind == TURN_OVER || (!search->to_the_end && search->thinker->done(search->view->state, s)))
            break;
        if (turn.kind == TURN_CHANCE) {
            game->chance(s, rng);
            continue;
        }
        int seat = __builtin_ctz(turn.seats);
        bool any = search->any_of && rng_below(rng, search->any_of) == 0;
        uint16_t id;
        if (tree) {
            const struct tree_question question = {search->thinker, s, seat, search->view->seat, policy, search, rng};
            tree = tree_choose(tree, &question, path, &id) ? tree : NULL;
        }
        if (!tree)
            id = any ? any_action(search, s, seat, rng) : policy(search, s, seat, rng);
        game->apply(s, seat, id, NULL);
        choices++;
    }
}

/* The share of a win that a seat has, or may expect. */
static double value_of(const struct search *search, const struct state *s, int seat)
{
    struct result result;

    if (search->thinker->value)
        return search->thinker->value(s, seat);
    search->view->game->result(s, &result);
    return result.winners >> seat & 1 ? 1.0 / __builtin_popcount(result.winners) : 0;
}

static double play_out(const struct search *search, struct tree *tree, struct state *s, struct rng *rng)
{
    struct tree_path path;
    double values[MAX_SEATS];

    path.length = 0;
    play_on(search, tree, &path, s, rng);
    for (unsigned seats = tree_seats(&path) | 1u << search->view->seat; seats; seats &= seats - 1)
        values[__builtin_ctz(seats)] = value_of(search, s, __builtin_ctz(seats));
    tree_learn(&path, values);
    return values[search->view->seat];
}

/* The random numbers of a world. */
static struct rng world_rng(const struct search *search, long number)
{
    /* Not the step that rng_fast() spreads a seed by: neighbours would share words. */
    return rng_fast(search->seed + (uint64_t)number * 0xd1342543de82ef95u);
}

static void make_world(const struct search *search, long number, struct state *world, struct rng *rng)
{
    const struct bot_view *view = search->view;
    bool is_drawn = search->likely_count > 0;

    memcpy(world, is_drawn ? search->likely[number % search->likely_count].bytes : (const void *)view->state,
           view->game->state_size);
    if (!is_drawn)
        view->game->imagine(world, view->seat, rng);
    if (search->thinker->unseal)
        search->thinker->unseal(world, view->seat, &search->notes);
}

/* Tries all candidates in one world. False if stopped; nothing is counted then. */
static bool try_world(struct shift *shift, long number)
{
    struct search *search = shift->search;
    const struct bot_view *view = search->view;
    const struct game *game = view->game;
    struct state_buffer world_buffer, buffer;
    struct state *world = state_in(&world_buffer), *s = state_in(&buffer);
    int64_t values[BOT_CANDIDATES_MAX];
    struct rng rng = world_rng(search, number);

    make_world(search, number, world, &rng);
    for (int i = 0; i < search->alive; i++) {
        if (shift->asks && view->budget.stop && view->budget.stop(view->budget.stopper))
            atomic_store_explicit(&search->stopped, true, memory_order_relaxed);
        if (atomic_load_explicit(&search->stopped, memory_order_relaxed))
            return false;
        struct rng same = rng;
        memcpy(s, world, game->state_size);
        game->apply(s, view->seat, search->candidates[i].id, NULL);
        values[i] = (int64_t)(play_out(search, shift->tree, s, &same) * VALUE_ONE);
    }
    for (int i = 0; i < search->alive; i++) {
        shift->sum[i] += values[i];
        shift->squares[i] += values[i] * values[i];
    }
    shift->worlds++;
    return true;
}

static void *work(void *argument)
{
    struct shift *shift = argument;

    for (long number = shift->first; number < shift->end; number += shift->stride)
        if (!try_world(shift, number))
            break;
    return NULL;
}

/* ---- phases ---- */

static double mean_of(const struct candidate *c)
{
    return c->worlds ? (double)c->sum / c->worlds : 0;
}

/* Whether one is to be preferred: what has been tried longer has survived more. */
static bool is_better(const struct candidate *a, const struct candidate *b)
{
    return a->worlds != b->worlds ? a->worlds > b->worlds : a->sum - a->behind > b->sum - b->behind;
}

/* Puts the best first; equals stay in order. */
static void sort(struct candidate *candidates, int count)
{
    for (int i = 1; i < count; i++) {
        struct candidate c = candidates[i];
        int at = i;
        for (; at > 0 && is_better(&c, &candidates[at - 1]); at--)
            candidates[at] = candidates[at - 1];
        candidates[at] = c;
    }
}

static void add_shift(struct search *search, const struct shift *shift)
{
    for (int i = 0; i < search->alive; i++) {
        search->candidates[i].worlds += shift->worlds;
        search->candidates[i].sum += shift->sum[i];
        search->candidates[i].squares += shift->squares[i];
    }
    search->simulations += (long)shift->worlds * search->alive;
}

static int threads_of(const struct bot_view *view)
{
    int wanted = view->budget.threads;
    return wanted < 1 ? 1 : wanted > BOT_THREADS_MAX ? BOT_THREADS_MAX : wanted;
}

/* Tries the candidates that are alive in the given number of further worlds. */
static void run_phase(struct search *search, long worlds)
{
    int threads = threads_of(search->view);
    struct shift shifts[BOT_THREADS_MAX] = {{.search = search}}; /* no worlds, no work */
    pthread_t ids[BOT_THREADS_MAX];
    bool started[BOT_THREADS_MAX] = {false};

    threads = threads > worlds ? (int)worlds : threads;
    for (int i = 0; i < threads; i++)
        shifts[i] = (struct shift){.search = search,
                                   .first = search->worlds + i,
                                   .end = search->worlds + worlds,
                                   .stride = threads,
                                   .tree = search->trees[i],
                                   .asks = i == 0};
    for (int i = 1; i < threads; i++)
        started[i] = pthread_create(&ids[i], NULL, work, &shifts[i]) == 0;
    work(&shifts[0]);
    for (int i = 1; i < threads; i++)
        if (started[i])
            pthread_join(ids[i], NULL);
        else
            work(&shifts[i]);
    for (int i = 0; i < threads; i++)
        add_shift(search, &shifts[i]);
    search->worlds += worlds;
    sort(search->candidates, search->alive);
}

/* Spends the given number of simulations, from all candidates down to two. */
static void run_pass(struct search *search, long simulations)
{
    int phases = 1;

    for (int alive = search->count; alive > 2; alive = (alive + 1) / 2)
        phases++;
    search->alive = search->count;
    for (int phase = 0; phase < phases && !atomic_load(&search->stopped); phase++) {
        long worlds = simulations / phases / search->alive;
        run_phase(search, worlds > 0 ? worlds : 1);
        search->alive = (search->alive + 1) / 2;
    }
}

/* ---- the whole ---- */

/* First sight errs, so a search that has the time looks at more. */
static int most_candidates(const struct thinker *thinker, int simulations)
{
    int most = thinker->another > 0 ? simulations / thinker->another : 0;

    most = most > thinker->candidates ? most : thinker->candidates;
    return most < BOT_CANDIDATES_MAX ? most : BOT_CANDIDATES_MAX;
}

/* The legal actions that look best. */
static void pick_candidates(struct search *search)
{
    const struct bot_view *view = search->view;
    int values[LEGAL_SIZE];
    int most = most_candidates(search->thinker, view->budget.simulations);

    for (int i = 0; i < view->count; i++)
        values[i] = 0;
    if (search->thinker->rate)
        search->thinker->rate(view, values);
    search->count = view->count < most ? view->count : most;
    int filled = 0, rated[BOT_CANDIDATES_MAX] = {0};
    for (int i = 0; i < view->count; i++) {
        int at = filled < search->count ? filled++ : search->count;
        for (; at > 0 && values[i] > rated[at - 1]; at--)
            if (at < search->count) {
                rated[at] = rated[at - 1];
                search->candidates[at] = search->candidates[at - 1];
            }
        if (at < search->count) {
            rated[at] = values[i];
            search->candidates[at] = (struct candidate){.id = view->legal[i]};
        }
    }
    for (int i = 0; i < search->count; i++)
        search->candidates[i].behind = (int64_t)((rated[0] - rated[i]) * search->thinker->trust * VALUE_ONE);
}

static void write_report(const struct search *search, struct search_report *report)
{
    report->count = search->count;
    report->simulations = search->simulations;
    for (int i = 0; i < search->count; i++) {
        const struct candidate *c = &search->candidates[i];
        double mean = mean_of(c) / VALUE_ONE;
        double square = c->worlds ? (double)c->squares / c->worlds / VALUE_ONE / VALUE_ONE : 0;
        double variance = square > mean * mean ? square - mean * mean : 0;
        report->lines[i] = (struct search_line){.id = c->id,
                                                .worlds = c->worlds,
                                                .value = mean,
                                                .error = c->worlds > 1 ? portable_sqrt(variance / (c->worlds - 1)) : 1};
    }
}

#ifdef PARLOR_CHECKED
/* Whether the state holds nothing but what its seat knows. */
static bool is_redacted(const struct bot_view *view)
{
    struct state_buffer buffer;

    memcpy(buffer.bytes, view->state, view->game->state_size);
    view->game->redact(state_in(&buffer), view->seat);
    return memcmp(buffer.bytes, view->state, view->game->state_size) == 0;
}
#endif

/* What every kind of search begins with. */
static struct search begin(const struct bot_view *view, struct rng *rng)
{
    struct search search = {.view = view, .thinker = thinker_of(view->game), .novice = novice_of(view->game)};
    uint64_t high = rng_word(rng);

    search.seed = high << 32 | rng_word(rng);
    if (search.thinker->prepare) {
        struct rng own = rng_fast(search.seed);
        search.thinker->prepare(view->state, view->budget.simulations, &search.notes, &own);
    }
    return search;
}

/* Has the thinker draw likely worlds, if it can. Without memory the search does without. */
static void draw_likely(struct search *search)
{
    const struct bot_view *view = search->view;
    int simulations = view->budget.simulations, most = simulations / LIKELY_EVERY;

    if (!search->thinker->believe || !view->history || simulations < search->thinker->believing)
        return;
    most = most < LIKELY_MAX ? most : LIKELY_MAX;
    search->likely = malloc((size_t)most * sizeof *search->likely);
    struct rng own = rng_fast(~search->seed);
    if (search->likely)
        search->likely_count = search->thinker->believe(view, &own, search->likely, most);
}

/* A tree for each thread. Without memory the search does without. */
static void grow_trees(struct search *search)
{
    int threads = threads_of(search->view);

    for (int i = 0; search->thinker->widening > 0 && i < threads; i++)
        search->trees[i] = tree_new(search->view->budget.simulations / threads);
}

void search(const struct bot_view *view, struct rng *rng, struct search_report *report)
{
    struct search search = begin(view, rng);

    MUST(is_redacted(view));
    pick_candidates(&search);
    grow_trees(&search);
    if (search.count > 1)
        draw_likely(&search);
    if (view->budget.simulations == BOT_ENDLESS)
        for (long pass = FIRST_PASS; search.count > 1 && !atomic_load(&search.stopped); pass *= 2)
            run_pass(&search, pass);
    else if (search.count > 1)
        run_pass(&search, view->budget.simulations);
    for (int i = 0; i < BOT_THREADS_MAX; i++)
        tree_free(search.trees[i]);
    free(search.likely);
    sort(search.candidates, search.count);
    write_report(&search, report);
}

uint16_t search_draw(const struct search_report *report, double mixing, struct rng *rng)
{
    const struct search_line *lines = report->lines;
    double weights[BOT_CANDIDATES_MAX] = {0}, all = 0;
    int drawn = 0;

    for (int i = 0; i < report->count; i++)
        all += weights[i] = portable_exp((lines[i].value - lines[0].value) / mixing);
    double left = all * rng_word(rng) / (1.0 + UINT32_MAX);
    while (drawn < report->count - 1 && left >= weights[drawn])
        left -= weights[drawn++];
    return lines[drawn].id;
}

uint16_t search_policy(const struct bot_view *view, struct rng *rng)
{
    const struct search search = begin(view, rng);
    struct rng own = world_rng(&search, 0);

    return policy(&search, view->state, view->seat, &own);
}

/* ---- for those who look at games ---- */

/* Adds the values of one world, the gains of the first over each and their squares. */
static void add_world(const struct shift *one, int count, struct search_weighing *sums)
{
    for (int i = 0; i < count; i++) {
        double gain = (double)(one->sum[0] - one->sum[i]) / VALUE_ONE;
        sums->value[i] += (double)one->sum[i] / VALUE_ONE;
        sums->gain[i] += gain;
        sums->error[i] += gain * gain;
    }
    sums->worlds++;
}

void search_weigh(const struct bot_view *view, const uint16_t *ids, int count, struct rng *rng,
                  struct search_weighing *out)
{
    struct search search = begin(view, rng);

    MUST(is_redacted(view) && count <= BOT_CANDIDATES_MAX);
    *out = (struct search_weighing){.worlds = 0};
    search.count = search.alive = count;
    draw_likely(&search);
    for (int i = 0; i < count; i++)
        search.candidates[i].id = ids[i];
    while (out->worlds < view->budget.simulations / count) {
        struct shift one = {.search = &search, .asks = true};
        if (!try_world(&one, out->worlds))
            break;
        add_world(&one, count, out);
    }
    free(search.likely);
    for (int i = 0; i < count && out->worlds > 1; i++) {
        out->value[i] /= out->worlds;
        out->gain[i] /= out->worlds;
        double variance = out->error[i] / out->worlds - out->gain[i] * out->gain[i];
        out->error[i] = variance > 0 ? portable_sqrt(variance / (out->worlds - 1)) : 0;
    }
}

void search_compare(const struct bot_view *view, const uint16_t ids[2], struct rng *rng, struct search_comparison *out)
{
    struct search_weighing both;

    search_weigh(view, ids, 2, rng, &both);
    *out = (struct search_comparison){.worlds = both.worlds, .error = 1};
    if (both.worlds < 2)
        return;
    out->gain = both.gain[1];
    out->error = both.error[1];
    for (int i = 0; i < 2; i++)
        out->value[i] = both.value[i];
}

/* Adds what each seat has of the win, or may hope for where a playout stopped. */
static void add_shares(const struct search *search, const struct state *s, int players, double *sums)
{
    const struct game *game = search->view->game;
    struct result result;
    double hopes[MAX_SEATS], all = 0;

    game->result(s, &result);
    for (int seat = 0; seat < players; seat++) {
        hopes[seat] = game->turn(s).kind != TURN_OVER ? value_of(search, s, seat) : result.winners >> seat & 1;
        all += hopes[seat];
    }
    for (int seat = 0; seat < players; seat++) /* a thinker's hopes need not add up to one win */
        sums[seat] += hopes[seat] / all;
}

bool search_outlook(const struct bot_view *round, const struct state *state, int players, struct rng *rng,
                    double *chances)
{
    struct search search = begin(round, rng);
    const struct bot_budget *budget = &round->budget;
    struct state_buffer buffer;

    search.to_the_end = !search.thinker->passing;
    search.any_of = OUTLOOK_ANY;
    for (int seat = 0; seat < players; seat++)
        chances[seat] = 0;
    for (int number = 0; number < budget->simulations; number++) {
        struct rng own = world_rng(&search, number);
        if (budget->stop && budget->stop(budget->stopper))
            return false;
        memcpy(buffer.bytes, state, round->game->state_size);
        play_on(&search, NULL, NULL, state_in(&buffer), &own);
        add_shares(&search, state_in(&buffer), players, chances);
    }
    for (int seat = 0; seat < players; seat++)
        chances[seat] /= budget->simulations;
    return true;
}
