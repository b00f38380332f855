/* See hint.h. The search says what each candidate is worth and how far off that
 * may be; here this becomes the probability that a candidate is the best one.
 * How well it comes true is measured in docs/bots.md. */
#include "bots/hint.h"

#include "bots/portable_math.h"
#include "bots/search.h"
#include "table/table.h"

#define UNKNOWN_VARIANCE 0.25 /* of results that are 0 or 1 */
#define RESOLUTION       1e-6 /* values that differ by less are the same */

/* What is believed about the true value of an action: a normal distribution. */
struct belief {
    double mean, variance;
};

/* How far the results of a line differ from world to world: their variance. */
static double spread_of(const struct search_line *line)
{
    return line->worlds > 1 ? line->error * line->error * (line->worlds - 1) : 0;
}

/* The same over all lines, each counting as often as it was tried. */
static double common_spread(const struct search_report *report)
{
    double sum = 0, worlds = 0;

    for (int i = 0; i < report->count; i++) {
        sum += spread_of(&report->lines[i]) * report->lines[i].worlds;
        worlds += report->lines[i].worlds;
    }
    return worlds > 0 ? sum / worlds : UNKNOWN_VARIANCE;
}

/* A few worlds that agree by chance would make a line look sure, so each is taken
 * to have been tried in two more that differ as much as all worlds do. */
static struct belief belief_in(const struct search_line *line, double common)
{
    enum { MORE = 2 };
    double spread = (spread_of(line) * line->worlds + common * MORE) / (line->worlds + MORE);
    int worlds = line->worlds > 0 ? line->worlds : 1;

    return (struct belief){.mean = line->value, .variance = spread / worlds + RESOLUTION * RESOLUTION};
}

/* Beliefs about all lines, the best first. A line that the search has put below
 * another was worse where both were tried in the same worlds, so it is not
 * believed to be better, whatever luck its worlds have had. */
static void believe(const struct search_report *report, struct belief *beliefs)
{
    double common = common_spread(report);

    for (int i = 0; i < report->count; i++) {
        beliefs[i] = belief_in(&report->lines[i], common);
        if (i > 0 && beliefs[i].mean > beliefs[i - 1].mean)
            beliefs[i].mean = beliefs[i - 1].mean;
    }
}

/* How likely one is better than the rival that it is least likely to be better
 * than, as if they were independent. */
static double chance_against_all(const struct belief *beliefs, int count, int one)
{
    double least = 1;

    for (int rival = 0; rival < count; rival++) {
        double lead = beliefs[one].mean - beliefs[rival].mean;
        double chance = portable_erfc(-lead / portable_sqrt(2 * (beliefs[one].variance + beliefs[rival].variance))) / 2;
        if (rival != one && chance < least)
            least = chance;
    }
    return least;
}

static int write_hint(const struct search_report *report, struct hint_line *lines, int most)
{
    struct belief beliefs[BOT_CANDIDATES_MAX];
    double chances[BOT_CANDIDATES_MAX] = {0}, all = 0;
    int count = report->count < most ? report->count : most;

    believe(report, beliefs);
    for (int i = 0; i < report->count; i++) {
        chances[i] = chance_against_all(beliefs, report->count, i);
        all += chances[i];
    }
    for (int i = 0; i < count; i++) {
        const struct search_line *line = &report->lines[i];
        lines[i] = (struct hint_line){.id = line->id,
                                      .worlds = line->worlds,
                                      .value = line->value,
                                      .error = line->error,
                                      .sure = chances[i] / all};
    }
    return count;
}

int hint(const struct bot_view *view, struct rng *rng, struct hint_line *lines, int most)
{
    struct search_report report;

    if (view->count == 1) {
        lines[0] = (struct hint_line){.id = view->legal[0], .error = 1, .sure = 1};
        return 1;
    }
    search(view, rng, &report);
    return write_hint(&report, lines, most);
}

int hint_at(const struct table *table, int seat, struct bot_budget budget, struct hint_line *lines, int most)
{
    uint16_t legal[LEGAL_SIZE];
    struct state_buffer buffer;
    int now = table_steps(table);
    struct rng rng = bot_rng(&table_plan(table)->seed, seat, now);
    struct bot_history history = bot_history_of(table, seat);

    table_view(table, seat, now, &buffer);
    struct bot_view view =
        bot_view_at(LEVEL_MASTER, table_game(table), state_in(&buffer), seat, &history, budget, legal);
    return hint(&view, &rng, lines, most);
}
