/* parlor arena --ladder: every level against a table of the one below, for each
 * game and number of players, as a table in Markdown. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/arena.h"
#include "cli/cli.h"
#include "version.h"

static int novice_level(const struct ladder *ladder)
{
    for (int level = 0; level < ladder->count; level++)
        if (strcmp(ladder->levels[level].name, "novice") == 0)
            return level;
    return -1;
}

/* How far the ratings of the first two players lie apart. One of them is the
 * anchor, or the mean of both is: so their intervals hang together. */
static struct estimate rating_apart(const struct measured *it)
{
    const struct estimate *strong = &it->standings[0].rating, *weak = &it->standings[1].rating;

    return (struct estimate){
        .mean = strong->mean - weak->mean, .low = strong->low - weak->high, .high = strong->high - weak->low};
}

/* The rating is that of the ladder, step by step from the anchor; not a number
 * where the anchor lies above. */
static void write_row(FILE *out, const struct arena *arena, const struct measured *it, double rating)
{
    const struct standing *strong = &it->standings[0];
    const struct estimate apart = rating_apart(it);
    char shown[32] = "";

    if (!isnan(rating))
        snprintf(shown, sizeof shown, "%.0f", rating);
    progress_hide();
    fprintf(out, "| %d | %s | %s | %ld | %.1f%% [%.1f, %.1f] | %.1f%% | %.2f | %+.0f [%+.0f, %+.0f] | %s | %.4f |\n",
            arena->plan.players, arena->kinds[0].name, arena->kinds[1].name, it->deals * arena->rotations,
            strong->wins.mean * 100, strong->wins.low * 100, strong->wins.high * 100, 100.0 / arena->plan.players,
            strong->rank.mean, apart.mean, apart.low, apart.high, shown, it->p_value);
    fflush(out); /* somebody is waiting for it */
}

enum { FAR_APART = 3 }; /* levels that are not neighbours need fewer deals: a third */

enum ladder_end { LADDER_DONE, LADDER_STOPPED, LADDER_FAILED };

/* A ladder that is being played. */
struct climb {
    const struct ladder *ladder;
    FILE *out;   /* where its table goes */
    long faults; /* games lost by fault so far */
};

/* One of the stronger against a table of the weaker. *rating is the weaker's
 * before and the stronger's after. */
static enum ladder_end play_pair(struct climb *climb, const struct game *game, int players, int strong, int weak,
                                 double *rating)
{
    const struct ladder *ladder = climb->ladder;
    bool neighbours = strong == weak + 1;
    struct arena arena = {.plan = {.game = game, .players = players, .seed = ladder->seed},
                          .deals = neighbours ? ladder->deals : (ladder->deals + FAR_APART - 1) / FAR_APART,
                          .threads = (int)ladder->threads,
                          .move_ms = (int)ladder->move_time,
                          .version = PARLOR_VERSION};
    const struct player_kind kinds[] = {ladder->levels[strong], ladder->levels[weak]};
    struct measured it;
    char title[160];

    arena_seat(&arena, kinds, 2);
    snprintf(title, sizeof title, "%s %d: %s, %s", game->id, players, kinds[0].name, kinds[1].name);
    if (!measure_arena(&arena, ladder->state, title, &it))
        return LADDER_FAILED;
    bool whole = it.deals == arena.deals;
    climb->faults += it.faults;
    if (whole) {
        *rating = strong == novice_level(ladder) ? ANCHOR : *rating + rating_apart(&it).mean;
        write_row(climb->out, &arena, &it, *rating);
    }
    free(it.games);
    return whole ? LADDER_DONE : LADDER_STOPPED;
}

static enum ladder_end play_count(struct climb *climb, const struct game *game, int players)
{
    const struct ladder *ladder = climb->ladder;
    int novice = novice_level(ladder), last = ladder->count - 1;
    double rating = novice > 0 ? NAN : ANCHOR, direct = ANCHOR;
    enum ladder_end end = LADDER_DONE;

    for (int strong = 1; end == LADDER_DONE && strong <= last; strong++)
        end = play_pair(climb, game, players, strong, strong - 1, &rating);
    if (end == LADDER_DONE && novice >= 0 && last > novice + 1)
        end = play_pair(climb, game, players, last, novice, &direct);
    return end;
}

static enum ladder_end play_game(struct climb *climb, const struct game *game)
{
    const struct ladder *ladder = climb->ladder;
    enum ladder_end end = LADDER_DONE;

    fprintf(climb->out, "\n## %s\n\n", game->title);
    fputs("| players | bot | against | games | win share | even | mean rank | rating difference | rating | p |\n"
          "|---|---|---|---|---|---|---|---|---|---|\n",
          climb->out);
    for (int players = game->min_players; end == LADDER_DONE && players <= game->max_players; players++)
        if (ladder->players < 0 || ladder->players == players)
            end = play_count(climb, game, players);
    return end;
}

static bool is_played(const struct ladder *ladder, const struct game *game)
{
    return (!ladder->game || ladder->game == game) &&
           (ladder->players < 0 || (ladder->players >= game->min_players && ladder->players <= game->max_players));
}

static enum ladder_end play_games(struct climb *climb)
{
    const struct ladder *ladder = climb->ladder;
    enum ladder_end end = LADDER_DONE;
    char seed[SEED_DIGITS + 1];

    seed_text(&ladder->seed, seed);
    size_t zeros = strspn(seed, "0");
    zeros -= zeros == SEED_DIGITS;
    fprintf(climb->out,
            "# Ratings\n\n"
            "One seat of the bot against a table of the other, %ld deals, each in all\n"
            "rotations, seed %s. Intervals hold 95 %% and are over deals; the rating\n"
            "difference is Plackett-Luce, 400 points for tenfold odds; p is from a\n"
            "permutation test over deals, 0.0001 at the least. The rating of a level is\n"
            "the sum of the differences from novice, 1000, up to it.\n"
            "Made by `parlor arena --ladder --deals %ld`.\n",
            ladder->deals, seed + zeros, ladder->deals);
    for (int i = 0; end == LADDER_DONE && games[i]; i++)
        if (is_played(ladder, games[i]))
            end = play_game(climb, games[i]);
    return end;
}

static int exit_of(enum ladder_end end, const struct climb *climb)
{
    if (end == LADDER_STOPPED)
        failure("interrupted%s", climb->ladder->state ? "; run the same command again to continue" : "");
    return exit_after_faults(end == LADDER_DONE ? EXIT_DONE : EXIT_FAILED, climb->faults);
}

static int write_ladder(const struct ladder *ladder)
{
    struct replacement table;

    if (!replacement_open(&table, ladder->out))
        return EXIT_FAILED;
    struct climb climb = {.ladder = ladder, .out = table.file};
    enum ladder_end end = play_games(&climb);
    return replacement_close(&table, end == LADDER_DONE) ? exit_of(end, &climb) : EXIT_FAILED;
}

int run_ladder(const struct ladder *ladder)
{
    bool any = false;

    for (int i = 0; games[i]; i++)
        any |= is_played(ladder, games[i]);
    if (!any)
        return usage_error(&command_arena, "none of these games is for %ld players", ladder->players);
    if (ladder->out)
        return write_ladder(ladder);
    struct climb climb = {.ladder = ladder, .out = stdout};
    enum ladder_end end = play_games(&climb);
    return exit_of(end, &climb);
}
