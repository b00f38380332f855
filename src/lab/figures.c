/* See figures.h. A share without anything to be a share of is not a number, and
 * is written as null. */
#include "lab/figures.h"

#include <math.h>

static double share(int64_t part, int64_t whole)
{
    return whole ? (double)part / (double)whole : NAN;
}

static double points_of(const struct lineup *lineup, int64_t points, int64_t count)
{
    return share(points, count) / (lineup->plan->game->half_points ? 2 : 1);
}

/* ---- seats and points ---- */

static void walk_place(const struct findings *it, struct figure_sink *sheet, const int64_t *wins, const int64_t *points)
{
    const struct tally *t = it->played;

    for (int i = 0; i < it->main->plan->players; i++) {
        sink_object(sheet, NULL);
        sink_number(sheet, "wins", share(wins[i], t->games * WHOLE_WIN), t->games);
        sink_number(sheet, "points", points_of(it->main, points[i], t->games), t->games);
        sink_end(sheet);
    }
}

static void walk_seats(const struct findings *it, struct figure_sink *sheet)
{
    sink_list(sheet, "places");
    walk_place(it, sheet, it->played->place_wins, it->played->place_points);
    sink_end(sheet);
    sink_list(sheet, "seats");
    walk_place(it, sheet, it->played->wins, it->played->points);
    sink_end(sheet);
}

/* The bins of a histogram without empty ones at its ends: the first of them is
 * told, since the list begins there. */
static void walk_bins(struct figure_sink *sheet, const char *key, const int64_t *bins, int count, double from,
                      double step)
{
    int first = 0;

    while (first + 1 < count && bins[first] == 0)
        first++;
    while (count > first + 1 && bins[count - 1] == 0)
        count--;
    sink_object(sheet, key);
    sink_count(sheet, "from", (int64_t)(from + step * first));
    sink_count(sheet, "step", (int64_t)step);
    sink_counts(sheet, "counts", bins + first, count - first);
    sink_end(sheet);
}

static void walk_points(const struct findings *it, bool places, struct figure_sink *sheet)
{
    const struct tally *t = it->played;
    const struct features *features = &it->main->features;
    int players = it->main->plan->players;
    int64_t losers = t->games * players - t->winners;
    double from = features->points_from, step = features->points_step;

    sink_object(sheet, "points");
    sink_number(sheet, "winner", points_of(it->main, t->winner_points, t->winners), t->winners);
    sink_number(sheet, "loser", points_of(it->main, t->loser_points, losers), losers);
    sink_number(sheet, "margin", points_of(it->main, t->margin, t->games), t->games);
    walk_bins(sheet, "winners", t->winner_bins, POINT_BINS, from, step);
    walk_bins(sheet, "losers", t->loser_bins, POINT_BINS, from, step);
    if (places) {
        sink_list(sheet, "places");
        for (int place = 0; place < players; place++)
            walk_bins(sheet, NULL, t->place_bins[place], POINT_BINS, from, step);
        sink_end(sheet);
    }
    sink_end(sheet);
}

/* ---- lengths and course ---- */

static double quantile(const int64_t *bins, int step, int64_t count, double part)
{
    int64_t below = 0;
    int bin = 0;

    while (bin + 1 < LENGTH_BINS && (double)(below + bins[bin]) < part * (double)count)
        below += bins[bin++];
    double inside = bins[bin] ? (part * (double)count - (double)below) / (double)bins[bin] : 0;
    return step == 1 ? bin : (bin + inside) * step;
}

static void walk_length(struct figure_sink *sheet, const char *key, const struct length_tally *length, int step,
                        int64_t count)
{
    sink_object(sheet, key);
    sink_number(sheet, "mean", share(length->sum, count), count);
    sink_number(sheet, "p5", quantile(length->bins, step, count, 0.05), count);
    sink_number(sheet, "median", quantile(length->bins, step, count, 0.5), count);
    sink_number(sheet, "p95", quantile(length->bins, step, count, 0.95), count);
    walk_bins(sheet, "histogram", length->bins, LENGTH_BINS, 0, step);
    sink_end(sheet);
}

static void walk_lengths(const struct findings *it, struct figure_sink *sheet)
{
    const struct tally *t = it->played;

    sink_object(sheet, "length");
    walk_length(sheet, "decisions", &t->decisions, LENGTH_STEP, t->games);
    walk_length(sheet, "turns", &t->turns, LENGTH_STEP, t->games);
    if (it->main->plan->game->rounds)
        walk_length(sheet, "rounds", &t->rounds, 1, t->games);
    sink_end(sheet);
}

static void walk_course(const struct tally *t, struct figure_sink *sheet)
{
    sink_list(sheet, "course");
    for (int i = 0; i < PARTS; i++) {
        const struct part_tally *part = &t->parts[i];
        sink_object(sheet, NULL);
        sink_number(sheet, "choices", share(part->choices, part->decisions), part->decisions);
        sink_number(sheet, "forced", share(part->forced, part->decisions), part->decisions);
        sink_number(sheet, "decisions_per_turn", share(part->decisions, part->turns), part->turns);
        sink_number(sheet, "leader_wins", share(part->shares, t->games * WHOLE_SHARE), t->games);
        sink_number(sheet, "leader_alone", share(part->alone, t->games), t->games);
        sink_end(sheet);
    }
    sink_end(sheet);
}

static void walk_lead(const struct tally *t, struct figure_sink *sheet)
{
    enum { MILLION = 1000000 };

    sink_object(sheet, "lead");
    sink_number(sheet, "changes", share(t->lead_changes, t->games), t->games);
    sink_number(sheet, "decided", share(t->decided, t->games * MILLION), t->games);
    sink_number(sheet, "runaway", share(t->early, t->games), t->games);
    sink_number(sheet, "comeback", share(t->comebacks, t->games), t->games);
    sink_counts(sheet, "by_changes", t->by_lead_changes, CHANGES_MAX);
    sink_counts(sheet, "by_decided", t->decided_bins, PARTS + 1);
    sink_end(sheet);
}

static void walk_ends(const struct findings *it, struct figure_sink *sheet)
{
    const struct tally *t = it->played;

    sink_object(sheet, "ties");
    sink_number(sheet, "shared_wins", share(t->games - t->by_winners[1], t->games), t->games);
    sink_counts(sheet, "by_winners", t->by_winners + 1, it->main->plan->players);
    sink_end(sheet);
    sink_object(sheet, "kingmaking");
    sink_number(sheet, "cannot_win", share(t->kingmaking_lost, t->kingmaking_asked), t->kingmaking_asked);
    sink_number(sheet, "decides", share(t->kingmaking_made, t->kingmaking_asked), t->kingmaking_asked);
    sink_end(sheet);
}

/* ---- features ---- */

/* The win share, or the points, of those places where something happened, less
 * those where it did not. */
static double gain(int64_t with_sum, int64_t with, int64_t sum, int64_t all)
{
    return share(with_sum, with) - share(sum - with_sum, all - with);
}

/* By how much the win share is higher for every time more that something happened
 * to a seat: the slope of a straight line through all seats of all games. */
static double slope(const struct feature_tally *feature, int64_t seats, int64_t win_sum)
{
    double n = (double)seats, events = (double)feature->events;
    double spread = n * (double)feature->squares - events * events;
    double together = n * (double)feature->event_wins - events * (double)win_sum;

    return spread > 0 ? together / spread / WHOLE_WIN : NAN;
}

static int64_t fewer(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static void walk_gains(const struct findings *it, const struct feature_tally *feature, bool places,
                       struct figure_sink *sheet)
{
    const struct tally *t = it->played;
    int players = it->main->plan->players;
    int64_t with = 0, wins = 0, points = 0, points_of_all = 0;

    for (int place = 0; place < players; place++) {
        with += feature->with[place];
        wins += feature->wins[place];
        points += feature->points[place];
        points_of_all += t->place_points[place];
    }
    int64_t all = t->games * players, win_sum = t->games * WHOLE_WIN;
    sink_number(sheet, "seats", share(with, all), all);
    int64_t behind = fewer(with, all - with);
    sink_number(sheet, "gain", gain(wins, with, win_sum, all) / WHOLE_WIN, behind);
    sink_number(sheet, "gain_per_event", slope(feature, all, win_sum), all);
    sink_number(sheet, "points_gain",
                gain(points, with, points_of_all, all) / (it->main->plan->game->half_points ? 2 : 1), behind);
    if (!places)
        return;
    sink_list(sheet, "gain_by_place");
    for (int place = 0; place < players; place++)
        sink_number(sheet, NULL,
                    gain(feature->wins[place], feature->with[place], t->place_wins[place], t->games) / WHOLE_WIN,
                    fewer(feature->with[place], t->games - feature->with[place]));
    sink_end(sheet);
}

static void walk_features(const struct findings *it, bool places, struct figure_sink *sheet)
{
    const struct tally *t = it->played;

    sink_list(sheet, "features");
    for (int i = 0; i < it->main->features.count; i++) {
        const struct feature_tally *feature = &t->features[i];
        char name[128];
        struct writer w = write_into(name, sizeof name);
        it->main->features.name(i, &w);
        sink_named(sheet, name);
        sink_count(sheet, "events", feature->events);
        sink_number(sheet, "per_game", share(feature->events, t->games), t->games);
        sink_number(sheet, "games", share(feature->games, t->games), t->games);
        walk_gains(it, feature, places, sheet);
        sink_end(sheet);
    }
    sink_end(sheet);
}

static void walk_cells(const struct findings *it, int row, struct figure_sink *sheet)
{
    const struct grid *grid = &it->main->features.grid;

    sink_list(sheet, "cells");
    for (int column = 0; column < grid->columns; column++) {
        const struct grid_cell *cell = &it->played->grid[row][column];
        sink_object(sheet, NULL);
        sink_number(sheet, "share", share(cell->hits, cell->trials), cell->trials);
        if (grid->points)
            sink_number(sheet, "points", points_of(it->main, cell->points, cell->trials), cell->trials);
        sink_end(sheet);
    }
    sink_end(sheet);
}

static void walk_grid(const struct findings *it, struct figure_sink *sheet)
{
    const struct grid *grid = &it->main->features.grid;
    char label[128];

    if (!grid->title)
        return;
    sink_object(sheet, "grid");
    sink_text(sheet, "title", grid->title);
    sink_text(sheet, "hit", grid->hit);
    sink_list(sheet, "columns");
    for (int column = 0; column < grid->columns; column++) {
        struct writer w = write_into(label, sizeof label);
        grid->column(column, &w);
        sink_text(sheet, NULL, label);
    }
    sink_end(sheet);
    sink_list(sheet, "rows");
    for (int row = 0; row < grid->rows; row++) {
        struct writer w = write_into(label, sizeof label);
        grid->row(row, &w);
        sink_named(sheet, label);
        walk_cells(it, row, sheet);
        sink_end(sheet);
    }
    sink_end(sheet);
    sink_end(sheet);
}

/* ---- skill ---- */

static void walk_bots(const struct lineup *lineup, struct figure_sink *sheet)
{
    sink_list(sheet, "line_up");
    for (int i = 0; i < lineup->plan->players; i++)
        sink_text(sheet, NULL, lineup->bots[i]->name);
    sink_end(sheet);
}

static void walk_step(const struct lineup *lineup, const struct tally *t, struct figure_sink *sheet)
{
    int players = lineup->plan->players;
    int64_t wins = 0, points = 0, points_of_all = 0;

    for (int seat = 0; seat < players; seat++) {
        wins += t->win_factors.cells[seat][0];
        points += t->point_factors.cells[seat][0];
        for (int player = 0; player < players; player++)
            points_of_all += t->point_factors.cells[seat][player];
    }
    sink_named(sheet, lineup->bots[0]->name);
    sink_text(sheet, "against", lineup->bots[1]->name);
    sink_number(sheet, "wins", share(wins, t->games * WHOLE_WIN), t->games);
    sink_number(sheet, "points_ahead",
                points_of(lineup, points, t->games) -
                    points_of(lineup, points_of_all - points, t->games * (players - 1)),
                t->games);
    sink_end(sheet);
}

static void walk_shares(struct figure_sink *sheet, const char *key, struct shares shares, int64_t count)
{
    sink_object(sheet, key);
    sink_number(sheet, "player", shares.player, count);
    sink_number(sheet, "seat", shares.seat, count);
    sink_number(sheet, "deal", shares.deal, count);
    sink_number(sheet, "match", shares.match, count);
    sink_number(sheet, "rest", shares.rest, count);
    sink_end(sheet);
}

static void walk_skill(const struct findings *it, struct figure_sink *sheet)
{
    if (!it->mix)
        return;
    int players = it->mix->plan->players;
    double deals = (double)it->mixed->deals;
    sink_object(sheet, "skill");
    sink_list(sheet, "ladder");
    for (int i = 0; i < it->ladder_steps; i++)
        walk_step(it->ladder[i], it->stepped[i], sheet);
    sink_end(sheet);
    sink_object(sheet, "variance");
    walk_bots(it->mix, sheet);
    walk_shares(sheet, "wins", factors_explain(&it->mixed->win_factors, players, deals), it->mixed->games);
    walk_shares(sheet, "points", factors_explain(&it->mixed->point_factors, players, deals), it->mixed->games);
    sink_end(sheet);
    sink_end(sheet);
}

/* ---- all of it ---- */

void figures_walk(const struct findings *it, bool places, struct figure_sink *sheet)
{
    sink_count(sheet, "deals", it->played->deals);
    sink_count(sheet, "games", it->played->games);
    if (places)
        walk_seats(it, sheet);
    walk_points(it, places, sheet);
    walk_lengths(it, sheet);
    walk_course(it->played, sheet);
    walk_lead(it->played, sheet);
    walk_ends(it, sheet);
    walk_features(it, places, sheet);
    walk_grid(it, sheet);
    if (it->main->features.conclude) {
        struct state_buffer empty = it->main->start;
        it->main->features.conclude(state_in(&empty), it->played, sheet);
    }
    walk_skill(it, sheet);
}
