/* See analysis.h. Workers do the steps; each depends on the table, the seed and
 * its number only. What needs several steps at once is worked out at the end. */
#include "lab/analysis.h"

#include <stdlib.h>

#include "memory.h"
#include "bots/portable_math.h"
#include "bots/search.h"
#include "lab/workers.h"

enum {
    NO_ROUND = -1,      /* as the beginning of a round: the first one is yet to be dealt */
    OUTLOOK_STREAM = 0, /* of random numbers, for all playouts; */
    FIRST_STREAM = 1,   /* … for the decision of the first step; the others follow */
    SIMULATIONS_LEAST = 16,
};

static const double clear_loss = 2;     /* in standard errors: a smaller loss may be chance */
static const double mistake = 0.02;     /* a clear loss of at least this much is a mistake */
static const double blunder = 0.08;     /* … and this much a blunder */
static const double half_a_mark = 0.05; /* each loss of this much halves the mark of a decision */

#define VERDICT_TEXT(verdict, name) name,
const char *const verdict_names[VERDICTS] = {ANALYSIS_VERDICTS(VERDICT_TEXT)};
#undef VERDICT_TEXT

struct work {
    const struct table *table;
    const struct analysis_plan *plan;
    struct analysis *out;
    int *round_began; /* by state: the state that its round began with, or NO_ROUND */
    double *alone;    /* by step, for choices made at the same time: see struct piece */
};

/* The result of one step. */
struct piece {
    struct analysis_step it;
    double alone; /* the seat's chance after its choice, while others still owe theirs */
};

/* ---- winning chances, all cards open ---- */

/* Some thinkers' playouts hold for a round only. It begins with the first choice
 * after the last round is done: what is dealt before that is still the deal. */
static void find_rounds(struct work *work)
{
    const struct game *game = table_game(work->table);
    const struct thinker *thinker = thinker_of(game);
    struct state_buffer from, now;
    int began = NO_ROUND;

    for (int at = 0; at <= work->out->steps; at++) {
        table_view(work->table, OPEN, at, &now);
        bool due = began == NO_ROUND || thinker->done(state_in(&from), state_in(&now));
        if (due && game->turn(state_in(&now)).kind == TURN_CHOICE) {
            began = at;
            from = now;
        }
        work->round_began[at] = began;
    }
}

/* The chances of all seats in a state of the round of step `at`. False if stopped. */
static bool look_out(const struct work *work, const struct state *state, int at, struct bot_budget budget,
                     double *chances)
{
    int players = work->out->players;
    struct rng rng = rng_strong(&work->plan->seed, RNG_ANALYSIS, OUTLOOK_STREAM);
    struct state_buffer from;

    for (int seat = 0; seat < players; seat++)
        chances[seat] = 1.0 / players;
    if (work->round_began[at] == NO_ROUND)
        return true;
    table_view(work->table, OPEN, work->round_began[at], &from);
    budget.simulations = work->plan->simulations;
    struct bot_view round = {.game = table_game(work->table), .state = state_in(&from), .budget = budget};
    return search_outlook(&round, state, players, &rng, chances);
}

static bool find_chances(const struct work *work, int number, struct bot_budget budget, struct piece *piece)
{
    struct step step = piece->it.step;
    struct state_buffer state;

    if (step.end - step.first > 1) {
        double chances[MAX_SEATS];
        table_view(work->table, OPEN, step.first, &state);
        table_game(work->table)->apply(state_in(&state), step.actor, step.id, NULL);
        if (!look_out(work, state_in(&state), step.first, budget, chances))
            return false;
        piece->alone = chances[step.actor];
    }
    if (number != step.end - 1)
        return true;
    table_view(work->table, OPEN, step.end, &state);
    return look_out(work, state_in(&state), step.end, budget, piece->it.chances);
}

/* ---- decisions, from what the seat knew ---- */

static enum verdict verdict_of(double loss)
{
    return loss >= blunder ? VERDICT_BLUNDER : loss >= mistake ? VERDICT_MISTAKE : VERDICT_GOOD;
}

/* Searches, and compares the choice made with the search's choice in
 * worlds that are new to both. */
static void judge(const struct bot_view *view, struct rng *rng, struct analysis_step *it)
{
    struct search_report report;
    struct search_comparison both;

    search(view, rng, &report);
    it->legal = view->count;
    it->best = report.lines[0].id;
    if (it->best == it->step.id) {
        it->verdict = VERDICT_BEST;
        it->value = it->best_value = report.lines[0].value;
        return;
    }
    search_compare(view, (const uint16_t[]){it->best, it->step.id}, rng, &both);
    it->best_value = both.value[0];
    it->value = both.value[1];
    it->error = both.error;
    it->loss = both.gain > clear_loss * both.error ? both.gain : 0;
    it->verdict = verdict_of(it->loss);
}

static void judge_step(const struct work *work, int number, struct bot_budget budget, struct analysis_step *it)
{
    int seat = it->step.actor;
    uint16_t legal[LEGAL_SIZE];
    struct state_buffer state;
    struct bot_history history = bot_history_of(work->table, seat);
    struct rng rng = rng_strong(&work->plan->seed, RNG_ANALYSIS, FIRST_STREAM + (uint64_t)number);

    history.steps = it->step.first;
    table_view(work->table, seat, it->step.first, &state);
    budget.simulations = work->plan->simulations;
    struct bot_view view =
        bot_view_at(LEVEL_NONE, table_game(work->table), state_in(&state), seat, &history, budget, legal);
    if (view.count > 1)
        judge(&view, &rng, it);
}

/* ---- the workers ---- */

static int round_of(const struct table *table, int step)
{
    int points[MAX_SEATS];
    struct state_buffer state;

    if (!table_game(table)->rounds)
        return 0;
    table_view(table, OPEN, step, &state);
    return table_game(table)->rounds(state_in(&state), points) + 1;
}

static bool do_step(void *of_work, int worker, long number, const atomic_bool *stop, void *of_piece,
                    struct problem *why)
{
    const struct work *work = of_work;
    struct piece *piece = of_piece;
    struct workers_watch watch = {.stop = stop};
    struct bot_budget budget = {.stop = workers_is_stopped, .stopper = &watch};
    struct step step = table_step(work->table, (int)number);
    int seat = work->plan->seat;

    (void)worker;
    *piece = (struct piece){.it = {.step = step, .round = round_of(work->table, (int)number)}};
    bool fine = find_chances(work, (int)number, budget, piece);
    if (fine && step.actor != CHANCE && (seat == EVERYBODY || seat == step.actor))
        judge_step(work, (int)number, budget, &piece->it);
    return (fine && !workers_is_stopped(&watch)) || problem_set(why, "stopped");
}

static bool take_step(void *of_work, long number, void *of_piece)
{
    struct work *work = of_work;
    const struct piece *piece = of_piece;

    work->out->by_step[number] = piece->it;
    work->alone[number] = piece->alone;
    work->plan->progress(work->plan->context, number + 1, work->out->steps);
    return true;
}

/* ---- sums ---- */

/* Chances stay as they were until the last of several choices is in. What a
 * choice changed is what it would have changed alone. */
static void join_steps(const struct work *work)
{
    const struct analysis *out = work->out;
    double before[MAX_SEATS];

    for (int seat = 0; seat < out->players; seat++)
        before[seat] = 1.0 / out->players;
    for (int number = 0; number < out->steps; number++) {
        struct analysis_step *it = &out->by_step[number];
        bool together = it->step.end - it->step.first > 1, last = number == it->step.end - 1;
        int actor = it->step.actor;
        if (actor != CHANCE)
            it->own = (together ? work->alone[number] : it->chances[actor]) - before[actor];
        for (int seat = 0; seat < out->players; seat++)
            if (last)
                before[seat] = it->chances[seat];
            else
                it->chances[seat] = before[seat];
    }
}

static void add_decision(struct analysis_seat *seat, const struct analysis_step *it)
{
    seat->decisions++;
    seat->verdicts[it->verdict]++;
    seat->lost += it->loss;
    seat->accuracy += portable_exp2(-it->loss / half_a_mark); /* the sum of all marks, for now */
}

static void sum_seat(const struct analysis *out, int seat, struct analysis_seat *sums)
{
    double before = 1.0 / out->players;

    for (int number = 0; number < out->steps; number++) {
        const struct analysis_step *it = &out->by_step[number];
        if (it->step.actor == CHANCE)
            sums->luck += it->chances[seat] - before;
        if (it->step.actor == seat)
            sums->own += it->own;
        if (it->step.actor == seat && it->verdict != VERDICT_NONE)
            add_decision(sums, it);
        before = it->chances[seat];
    }
    sums->accuracy = sums->decisions ? sums->accuracy / sums->decisions : 1;
    sums->share = before;
}

/* The playouts choose worse than most players, so that everybody's choices look
 * good against them: only what is beyond the average of the table is a seat's
 * own. What remains was done by others. */
static void sum_seats(struct analysis *out)
{
    double fair = 1.0 / out->players, average = 0;

    for (int seat = 0; seat < out->players; seat++) {
        sum_seat(out, seat, &out->seats[seat]);
        average += out->seats[seat].own / out->players;
    }
    for (int seat = 0; seat < out->players; seat++) {
        struct analysis_seat *it = &out->seats[seat];
        it->own -= average;
        it->others = it->share - fair - it->luck - it->own;
    }
}

/* ---- the whole ---- */

static bool is_stopped(void *of_work)
{
    const struct analysis_plan *plan = ((const struct work *)of_work)->plan;
    return plan->stopped(plan->context);
}

static enum analysis_end run_workers(struct work *work, struct problem *why)
{
    const struct workers_task task = {.end = work->out->steps,
                                      .threads = work->plan->threads,
                                      .size = sizeof(struct piece),
                                      .context = work,
                                      .stopped = is_stopped,
                                      .work = do_step,
                                      .take = take_step};
    enum workers_end end = workers_run(&task, why);

    return end == WORKERS_DONE ? ANALYSIS_DONE : end == WORKERS_STOPPED ? ANALYSIS_STOPPED : ANALYSIS_FAILED;
}

int analysis_simulations(const struct table *table, int decisions)
{
    int master = thinker_of(table_game(table))->simulations[LEVEL_MASTER], choices = table_choices(table);
    int each = choices > decisions ? (int)((long)master * decisions / choices) : master;

    return each > SIMULATIONS_LEAST ? each : SIMULATIONS_LEAST;
}

enum analysis_end analysis_make(const struct table *table, const struct analysis_plan *plan, struct analysis *out,
                                struct problem *why)
{
    int steps = table_settled(table);
    struct work work = {.table = table, .plan = plan, .out = out};

    *out = (struct analysis){.table = table,
                             .players = table_plan(table)->players,
                             .simulations = plan->simulations,
                             .seat = plan->seat,
                             .seed = plan->seed,
                             .steps = steps,
                             .by_step = must_zero((size_t)steps + 1, sizeof *out->by_step)};
    work.round_began = must_zero((size_t)steps + 1, sizeof *work.round_began);
    work.alone = must_zero((size_t)steps + 1, sizeof *work.alone);
    find_rounds(&work);
    enum analysis_end end = run_workers(&work, why);
    if (end == ANALYSIS_DONE) {
        join_steps(&work);
        sum_seats(out);
    } else {
        analysis_free(out);
    }
    free(work.alone);
    free(work.round_began);
    return end;
}

void analysis_free(struct analysis *analysis)
{
    free(analysis->by_step);
    analysis->by_step = NULL;
}

int analysis_worst(const struct analysis *analysis, int seat, int *steps, int most)
{
    int count = 0;

    for (int number = 0; number < analysis->steps; number++) {
        const struct analysis_step *it = &analysis->by_step[number];
        if (it->verdict < VERDICT_MISTAKE || (seat != EVERYBODY && it->step.actor != seat))
            continue;
        int at = count < most ? count++ : most;
        for (; at > 0 && it->loss > analysis->by_step[steps[at - 1]].loss; at--)
            if (at < most)
                steps[at] = steps[at - 1];
        if (at < most)
            steps[at] = number;
    }
    return count;
}

void analysis_action(const struct analysis *analysis, int step, uint16_t id, struct writer *w)
{
    const struct step *it = &analysis->by_step[step].step;
    struct state_buffer before;

    table_view(analysis->table, OPEN, it->first, &before);
    table_game(analysis->table)->action_text(state_in(&before), it->actor, id, w);
}
