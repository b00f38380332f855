/* The public API: bots. They get only what their seat knows.
 * A limit in seconds is kept here, with the one clock that the library reads. */
#include <math.h>
#include <time.h>

#include "api/api.h"
#include "bots/bot.h"
#include "bots/hint.h"

/* Until when to think, and who else may say that it is enough. */
struct patience {
    bool limited;
    struct timespec end;
    const struct parlor_budget *budget;
};

static bool ran_out(void *context)
{
    const struct patience *patience = context;
    const struct parlor_budget *budget = patience->budget;
    struct timespec now;

    if (budget->stop && budget->stop(budget->stopper))
        return true;
    if (!patience->limited)
        return false;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec > patience->end.tv_sec ||
           (now.tv_sec == patience->end.tv_sec && now.tv_nsec >= patience->end.tv_nsec);
}

static void begin(struct patience *patience, const struct parlor_budget *budget)
{
    enum { SECOND = 1000000000 };
    double whole = floor(budget->seconds);

    *patience = (struct patience){.limited = budget->seconds > 0, .budget = budget};
    clock_gettime(CLOCK_MONOTONIC, &patience->end);
    patience->end.tv_sec += (time_t)whole;
    patience->end.tv_nsec += (long)((budget->seconds - whole) * SECOND);
    if (patience->end.tv_nsec >= SECOND) {
        patience->end.tv_nsec -= SECOND;
        patience->end.tv_sec++;
    }
}

static bool may_think(const struct parlor_table *t, int seat, const struct parlor_budget *budget,
                      struct problem *problem)
{
    const double year = 366.0 * 24 * 3600;

    if (!api_table(t, problem) || !table_owes(inner_of(t), seat, problem))
        return false;
    if (budget->simulations < 0 || budget->simulations >= BOT_ENDLESS)
        return problem_set(problem, "thinking takes from 0 to 1073741823 simulations");
    if (budget->threads < 0 || budget->threads > BOT_THREADS_MAX)
        return problem_set(problem, "thinking takes from 0 to 64 threads");
    if (!(budget->seconds >= 0 && budget->seconds <= year))
        return problem_set(problem, "thinking takes from 0 seconds to a year of them");
    return true;
}

int parlor_think(const struct parlor_table *t, int seat, const char *name, const struct parlor_budget *budget,
                 char *why, size_t size)
{
    const struct parlor_budget usual = {0};
    const struct bot *bot = name ? bot_by_name(name) : NULL;
    struct problem problem;
    struct patience patience;
    struct state_buffer view;

    if (!budget)
        budget = &usual;
    if (!bot)
        problem_set(&problem, "there is no bot called %s", name ? name : "");
    if (!bot || !may_think(t, seat, budget, &problem)) {
        api_refuse(&problem, why, size);
        return -1;
    }
    begin(&patience, budget);
    struct bot_budget within = {
        .simulations = budget->simulations == 0 && patience.limited ? BOT_ENDLESS : budget->simulations,
        .threads = budget->threads,
        .stop = patience.limited || budget->stop ? ran_out : NULL,
        .stopper = &patience,
    };
    struct bot_mind mind = bot_mind(&table_plan(inner_of(t))->seed, seat, table_steps(inner_of(t)));
    struct bot_history history = bot_history_of(inner_of(t), seat);
    table_view(inner_of(t), seat, table_steps(inner_of(t)), &view);
    return bot_think(bot, table_game(inner_of(t)), state_in(&view), seat, &history, within, &mind);
}

int parlor_bot(const struct parlor_table *t, int seat, const char *name)
{
    return parlor_think(t, seat, name, NULL, NULL, 0);
}

static bool may_hint(const struct parlor_table *t, int seat, int simulations, const struct parlor_hint *lines, int most,
                     struct problem *problem)
{
    if (!api_table(t, problem) || !table_owes(inner_of(t), seat, problem))
        return false;
    if (simulations < 0 || simulations >= BOT_ENDLESS)
        return problem_set(problem, "a hint takes from 0 to 1073741823 simulations");
    if (!lines || most < 1)
        return problem_set(problem, "a hint needs a buffer for a line");
    return true;
}

int parlor_hint(const struct parlor_table *t, int seat, int simulations, struct parlor_hint *lines, int most, char *why,
                size_t size)
{
    struct problem problem;
    struct hint_line found[BOT_CANDIDATES_MAX];

    if (!may_hint(t, seat, simulations, lines, most, &problem)) {
        api_refuse(&problem, why, size);
        return 0;
    }
    int count = hint_at(inner_of(t), seat, (struct bot_budget){.simulations = simulations}, found,
                        most < BOT_CANDIDATES_MAX ? most : BOT_CANDIDATES_MAX);
    for (int i = 0; i < count; i++)
        lines[i] = (struct parlor_hint){
            .id = found[i].id, .value = found[i].value, .error = found[i].error, .sure = found[i].sure};
    return count;
}
