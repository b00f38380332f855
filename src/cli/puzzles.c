/* parlor puzzles: looks for positions with one best move (lab/puzzles.h), and turns
 * those of a file into records again. */
#include <errno.h>
#include <string.h>

#include "cli/cli.h"
#include "lab/features.h"
#include "lab/puzzle.h"
#include "lab/puzzles.h"
#include "table/record.h"

struct wishes {
    const char *bot, *seed, *out, *records;
    long players, count, difficulty, threads;
};

/* ---- looking for them ---- */

/* Where puzzles go. */
struct basket {
    const struct game *game;
    FILE *file;
    const char *path; /* NULL: standard output */
    long found, wanted;
    bool failed; /* the file refuses */
};

static bool take(void *of_basket, const char *line, size_t length)
{
    struct basket *basket = of_basket;

    basket->failed = fwrite(line, 1, length, basket->file) != length || fputc('\n', basket->file) == EOF ||
                     fflush(basket->file) != 0;
    if (!basket->failed)
        progress(basket->game->title, ++basket->found, basket->wanted);
    else if (basket->path) /* of standard output the program says so at its end */
        failure("%s: %s", basket->path, strerror(errno));
    return !basket->failed && basket->found < basket->wanted;
}

static bool open_basket(struct basket *basket, const char *path)
{
    basket->file = path ? fopen(path, "wxe") : stdout;
    basket->path = path;
    if (basket->file)
        return true;
    if (errno == EEXIST)
        failure("%s: the file exists already; parlor does not overwrite it", path);
    else
        failure("%s: %s", path, strerror(errno));
    return false;
}

static bool close_basket(struct basket *basket)
{
    if (!basket->path || fclose(basket->file) == 0)
        return true;
    failure("%s: %s", basket->path, strerror(errno));
    return false;
}

static int find(struct puzzles_plan plan, const struct wishes *wishes)
{
    struct basket basket = {.game = plan.table.game, .wanted = wishes->count};
    struct problem why;

    if (!open_basket(&basket, wishes->out))
        return EXIT_FAILED;
    catch_interrupt();
    plan.context = &basket;
    plan.take = take;
    progress(basket.game->title, 0, basket.wanted);
    enum workers_end end = puzzles_find(&plan, &why);
    progress_end();
    bool fine = close_basket(&basket) && !basket.failed;
    if (end == WORKERS_FAILED)
        return failure("%s", why.text);
    if (end == WORKERS_STOPPED)
        return failure("interrupted after %ld of %ld puzzles", basket.found, basket.wanted);
    return fine ? EXIT_DONE : EXIT_FAILED;
}

/* ---- as records ---- */

static bool write_record(const char *path, long number, const char *line, size_t length)
{
    struct puzzle puzzle;
    struct problem why;

    if (!puzzle_read(line, length, &puzzle, &why)) {
        failure("%s, line %ld, %s", path, number, why.text);
        return false;
    }
    record_write(puzzle.table, false, stdout);
    table_close(puzzle.table);
    return true;
}

static int write_records(const char *path)
{
    char line[PUZZLE_LINE + 1];
    FILE *in = records_open(&path);
    bool fine = in;

    for (long number = 1; fine && fgets(line, sizeof line, in); number++) {
        size_t length = strcspn(line, "\n");
        fine = write_record(path, number, line, length);
    }
    if (in)
        fclose(in);
    return output_finished(fine ? EXIT_DONE : EXIT_FAILED);
}

/* ---- the command ---- */

static int run_find(const struct wishes *wishes, const char **words, int count)
{
    struct puzzles_plan plan = {
        .difficulty = (int)wishes->difficulty, .threads = (int)wishes->threads, .stopped = workers_interrupted};

    count = game_from_words(&command_puzzles, words, count, &plan.table.game);
    if (count < 0)
        return EXIT_USAGE;
    plan.table.players = wishes->players >= 0 ? (int)wishes->players : usual_players(plan.table.game);
    plan.bot = bot_named(&command_puzzles, wishes->bot);
    if (!plan.bot || !plan_from_words(&command_puzzles, &plan.table, words, count, wishes->seed))
        return EXIT_USAGE;
    if (!features_of(plan.table.game).themes)
        return usage_error(&command_puzzles, "%s has no puzzles: no theme of any is known", plan.table.game->title);
    if (plan_deck_directory(&plan.table))
        return usage_error(&command_puzzles, "a puzzle cannot contain a custom deck");
    if (wishes->players < 0)
        plan.table.players = 0;
    return find(plan, wishes);
}

static int run(int argc, char **argv)
{
    struct wishes wishes = {.bot = "club", .players = -1, .count = 10, .threads = usual_threads()};
    const char *words[MAX_WORDS];
    const struct arg args[] = {
        {"players",
         ARG_NUMBER,
         "N",
         "number of players (all that the game allows, by turns)",
         {.number = &wishes.players},
         0,
         MAX_SEATS},
        {"count", ARG_NUMBER, "K", "number of puzzles (10)", {.number = &wishes.count}, 1, 100000},
        {"difficulty",
         ARG_NUMBER,
         "D",
         "1: easy, 2: medium, 3: hard (0: all)",
         {.number = &wishes.difficulty},
         0,
         PUZZLE_DIFFICULTIES},
        {"bot", ARG_TEXT, "BOT", "who plays the games (club)", {.text = &wishes.bot}, 0, 0},
        {"out", ARG_TEXT, "FILE", "write the puzzles to FILE, which must not exist", {.text = &wishes.out}, 0, 0},
        {"records",
         ARG_TEXT,
         "FILE",
         "print the puzzles of FILE as records instead; - for standard input",
         {.text = &wishes.records},
         0,
         0},
        arg_seed(&wishes.seed),
        arg_workers(&wishes.threads),
        arg_quiet(),
        {.name = NULL},
    };
    int exit_code, count = args_read(&command_puzzles, args, argc, argv, words, &exit_code);

    if (count < 0)
        return exit_code;
    if (!wishes.records)
        return run_find(&wishes, words, count);
    if (count > 0)
        return usage_error(&command_puzzles, "%s: --records takes its games from the file", words[0]);
    return write_records(wishes.records);
}

const struct command command_puzzles = {
    .name = "puzzles",
    .usage = "GAME [name=value ...] [options]",
    .summary = "Find positions with one clearly best move",
    .lists_bots = true,
    .details = "Bots play, and every decision is looked at from what its seat knows: a search\n"
               "names a best move, and all legal moves are tried in the same new worlds. It is a\n"
               "puzzle if the best leads every other move by at least 3 points of winning chance\n"
               "after three standard errors are taken off, and if novices miss it at least now\n"
               "and then. Each puzzle is a line of JSON; docs/puzzles.md says what is in it.\n"
               "\n"
               "The same seed gives the same puzzles, with any number of threads. Ctrl-C keeps\n"
               "what was found so far, and the exit code is 1.\n"
               "\n"
               "  parlor puzzles scout --count 20 --seed 2a --out scout.jsonl\n"
               "  sed -n 3p scout.jsonl | parlor puzzles --records - | parlor replay -\n",
    .run = run,
};
