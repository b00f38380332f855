/* parlor sim: many games between bots.
 *
 * Workers (lab/workers.h) play them; the main thread takes them in order, writes the
 * records and adds up. A game depends on the run's seed and its number only, so
 * the same seed gives the same bytes however many workers there are. Everything
 * that is summed is a whole number: there is nothing to round until it is
 * printed. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory.h"
#include "cli/cli.h"
#include "lab/workers.h"
#include "lab/rating.h"
#include "table/record.h"

/* What is played: the same for all workers, never changed. */
struct sim {
    struct table_plan plan; /* its seed is the run's; each game's own is drawn from it */
    const struct bot *bots[MAX_SEATS];
    long games;
    bool records, legal;
};

/* What came of one game. */
struct played {
    char *record;  /* malloc'd; NULL unless sim->records */
    size_t length; /* of record */
    int decisions, rounds;
    struct result result;
};

struct sums {
    long games;
    long decisions, rounds;
    int least, most;        /* decisions of the shortest and the longest game */
    long points[MAX_SEATS]; /* in halves where the game counts halves */
    long wins[MAX_SEATS];   /* WHOLE_WIN for each game won alone */
};

/* Where records go. */
struct sink {
    int fd;           /* -1: nowhere */
    const char *name; /* for messages */
    bool regular;     /* a file that can be cut back to its last whole game */
    off_t whole;      /* bytes of whole games in it */
};

/* ---- playing ---- */

static bool play_to_end(const struct sim *sim, struct table *table, const atomic_bool *stop, struct problem *why)
{
    if (!table_deal(table, why))
        return false;
    for (struct turn turn; (turn = table_turn(table)).kind == TURN_CHOICE;) {
        int seat = __builtin_ctz(turn.seats);
        if (atomic_load_explicit(stop, memory_order_relaxed))
            return problem_set(why, "stopped");
        if (!bot_moves(table, sim->bots[seat], seat, why))
            return false;
    }
    return true;
}

/* Plays a game of the run. False with the reason if that is not possible; there
 * is then nothing to free. */
static bool play_game(const struct sim *sim, long number, const atomic_bool *stop, struct played *out,
                      struct problem *why)
{
    struct table_plan plan = sim->plan;
    struct rng rng = rng_strong(&sim->plan.seed, RNG_GAME_SEED, (uint64_t)number);

    *out = (struct played){.record = NULL};
    rng_seed(&rng, &plan.seed);
    struct table *table = table_open(&plan, why);
    bool fine = table && play_to_end(sim, table, stop, why);
    if (fine && sim->records)
        out->record = must_have(record_text(table, sim->legal, &out->length));
    if (fine) {
        out->decisions = table_choices(table);
        out->rounds = table_rounds(table);
        table_result(table, &out->result);
    }
    table_close(table);
    return fine;
}

/* ---- writing ---- */

static int open_sink(struct sink *sink, const char *path)
{
    struct stat about;

    *sink = (struct sink){.fd = -1, .name = path};
    if (!path)
        return EXIT_DONE;
    if (strcmp(path, "-") == 0) {
        sink->fd = STDOUT_FILENO;
        sink->name = "standard output";
        return EXIT_DONE;
    }
    sink->fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    sink->regular = sink->fd >= 0;
    if (sink->fd < 0 && errno == EEXIST) { /* a pipe or a device may be there, but no records to be lost */
        if (stat(path, &about) == 0 && S_ISREG(about.st_mode))
            return failure("%s: the file exists already; parlor does not overwrite it", path);
        sink->fd = open(path, O_WRONLY | O_CLOEXEC);
    }
    return sink->fd >= 0 ? EXIT_DONE : failure("%s: %s", path, strerror(errno));
}

/* Writes a whole game, or cuts the file back to the games before it. */
static bool write_record(struct sink *sink, const struct played *played)
{
    for (size_t at = 0; at < played->length;) {
        ssize_t more = write(sink->fd, played->record + at, played->length - at);
        if (more < 0 && errno != EINTR) {
            int reason = errno;
            bool cut = sink->regular && ftruncate(sink->fd, sink->whole) == 0;
            failure("%s: %s%s", sink->name, strerror(reason), cut ? "; the games in it are complete" : "");
            return false;
        }
        at += more > 0 ? (size_t)more : 0;
    }
    sink->whole += (off_t)played->length;
    return true;
}

static bool close_sink(struct sink *sink)
{
    if (sink->fd < 0 || sink->fd == STDOUT_FILENO || close(sink->fd) == 0)
        return true;
    failure("%s: %s", sink->name, strerror(errno));
    return false;
}

static void add_up(struct sums *sums, const struct sim *sim, const struct played *played)
{
    int winners = __builtin_popcount(played->result.winners);

    if (sums->games == 0 || played->decisions < sums->least)
        sums->least = played->decisions;
    if (played->decisions > sums->most)
        sums->most = played->decisions;
    sums->games++;
    sums->decisions += played->decisions;
    sums->rounds += played->rounds;
    for (int seat = 0; seat < sim->plan.players; seat++) {
        sums->points[seat] += played->result.points[seat];
        if (played->result.winners >> seat & 1)
            sums->wins[seat] += WHOLE_WIN / winners;
    }
}

/* ---- the workers ---- */

/* What the workers are handed. */
struct run {
    const struct sim *sim;
    struct sink *sink;
    struct sums *sums;
};

static bool work(void *of_run, int worker, long number, const atomic_bool *stop, void *out, struct problem *why)
{
    const struct run *run = of_run;
    (void)worker;
    return play_game(run->sim, number, stop, out, why);
}

static void drop(void *out)
{
    struct played *played = out;
    free(played->record);
}

static bool take(void *of_run, long number, void *out)
{
    const struct run *run = of_run;
    bool written = run->sink->fd < 0 || write_record(run->sink, out);

    (void)number;
    drop(out);
    if (written)
        add_up(run->sums, run->sim, out);
    progress(run->sim->plan.game->title, run->sums->games, run->sim->games);
    return written;
}

/* ---- the summary ---- */

static double mean(long sum, long count)
{
    return (double)sum / (double)count;
}

static double mean_points(const struct sim *sim, long points, long count)
{
    return mean(points, count) / (sim->plan.game->half_points ? 2 : 1);
}

/* One line of the summary: a seat, or all seats of a bot. */
struct line {
    const char *bot;
    int seats;
    long points, wins;
};

/* The lines by bot, in the order of their first seats; returns how many. */
static int lines_by_bot(const struct sim *sim, const struct sums *sums, struct line lines[MAX_SEATS])
{
    int count = 0;

    for (int seat = 0; seat < sim->plan.players; seat++) {
        int i = 0;
        while (i < count && strcmp(lines[i].bot, sim->bots[seat]->name) != 0)
            i++;
        if (i == count)
            lines[count++] = (struct line){.bot = sim->bots[seat]->name};
        lines[i].seats++;
        lines[i].points += sums->points[seat];
        lines[i].wins += sums->wins[seat];
    }
    return count;
}

static void print_summary(const struct sim *sim, const struct sums *sums, FILE *out)
{
    const struct table_plan *plan = &sim->plan;
    struct line lines[MAX_SEATS];
    char seed[SEED_DIGITS + 1];

    seed_text(&plan->seed, seed);
    fprintf(out, "%s, %d players", plan->game->title, plan->players);
    for (int i = 0; i < plan->option_count; i++)
        fprintf(out, ", %s=%s", plan->game->options[plan->options[i].index].name, plan->options[i].value);
    fprintf(out, "\nseed       %s\ngames      %ld\ndecisions  %.1f a game, from %d to %d\n", seed, sums->games,
            mean(sums->decisions, sums->games), sums->least, sums->most);
    if (plan->game->rounds)
        fprintf(out, "rounds     %.2f a game\n", mean(sums->rounds, sums->games));
    fprintf(out, "\nseat  bot              points    wins\n");
    for (int seat = 0; seat < plan->players; seat++)
        fprintf(out, "%4d  %-14s %8.2f  %5.1f%%\n", seat, sim->bots[seat]->name,
                mean_points(sim, sums->points[seat], sums->games),
                mean(sums->wins[seat], sums->games) * 100 / WHOLE_WIN);
    fprintf(out, "\nseats bot              points    wins\n");
    for (int i = 0, count = lines_by_bot(sim, sums, lines); i < count; i++)
        fprintf(out, "%4d  %-14s %8.2f  %5.1f%%\n", lines[i].seats, lines[i].bot,
                mean_points(sim, lines[i].points, sums->games * lines[i].seats),
                mean(lines[i].wins, sums->games) * 100 / WHOLE_WIN);
}

static void print_summary_json(const struct sim *sim, const struct sums *sums, FILE *out)
{
    const struct table_plan *plan = &sim->plan;
    struct line lines[MAX_SEATS];
    char seed[SEED_DIGITS + 1], options[1024];
    struct writer w = write_into(options, sizeof options);

    seed_text(&plan->seed, seed);
    record_options(plan, &w);
    fprintf(out, "{\"game\":\"%s\",\"players\":%d,%s,\"seed\":\"%s\",\"games\":%ld,\"asked\":%ld,", plan->game->id,
            plan->players, options, seed, sums->games, sim->games);
    fprintf(out, "\"decisions\":{\"mean\":%.4f,\"least\":%d,\"most\":%d}", mean(sums->decisions, sums->games),
            sums->least, sums->most);
    if (plan->game->rounds)
        fprintf(out, ",\"rounds\":%.4f", mean(sums->rounds, sums->games));
    fprintf(out, ",\"seats\":[");
    for (int seat = 0; seat < plan->players; seat++)
        fprintf(out, "%s{\"bot\":\"%s\",\"points\":%.4f,\"wins\":%.6f}", seat ? "," : "", sim->bots[seat]->name,
                mean_points(sim, sums->points[seat], sums->games), mean(sums->wins[seat], sums->games) / WHOLE_WIN);
    fprintf(out, "],\"bots\":[");
    for (int i = 0, count = lines_by_bot(sim, sums, lines); i < count; i++)
        fprintf(out, "%s{\"bot\":\"%s\",\"seats\":%d,\"points\":%.4f,\"wins\":%.6f}", i ? "," : "", lines[i].bot,
                lines[i].seats, mean_points(sim, lines[i].points, sums->games * lines[i].seats),
                mean(lines[i].wins, sums->games) / WHOLE_WIN);
    fprintf(out, "]}\n");
}

/* ---- the command ---- */

/* Has the games played; false after saying what went wrong. */
static bool play_all(const struct sim *sim, long threads, struct sink *sink, struct sums *sums)
{
    struct run run = {.sim = sim, .sink = sink, .sums = sums};
    const struct workers_task task = {.end = sim->games,
                                      .threads = (int)threads,
                                      .size = sizeof(struct played),
                                      .context = &run,
                                      .stopped = workers_interrupted,
                                      .work = work,
                                      .take = take,
                                      .drop = drop};
    struct problem why;

    progress(sim->plan.game->title, 0, sim->games);
    enum workers_end end = workers_run(&task, &why);

    progress_end();
    if (end == WORKERS_FAILED)
        failure("%s", why.text);
    return end == WORKERS_DONE || end == WORKERS_STOPPED;
}

/* Names the seats after their bots. */
static void name_seats(struct sim *sim)
{
    for (int seat = 0; seat < sim->plan.players; seat++) {
        struct table_name *name = &sim->plan.names[seat];
        struct writer w = write_into(name->text, sizeof name->text);
        write_text(&w, "bot:");
        write_text(&w, sim->bots[seat]->name);
        name->length = w.length;
    }
}

struct wishes {
    long players, games, threads;
    const char *bots, *seed, *records;
    bool legal, json;
};

static bool plan_sim(struct sim *sim, const struct wishes *wishes, const char **words, int count)
{
    count = game_from_words(&command_sim, words, count, &sim->plan.game);
    if (count < 0)
        return false;
    sim->plan.players = wishes->players >= 0 ? (int)wishes->players : usual_players(sim->plan.game);
    if (!plan_from_words(&command_sim, &sim->plan, words, count, wishes->seed) ||
        !bots_from_list(&command_sim, wishes->bots, sim->plan.players, sim->bots))
        return false;
    if (wishes->legal && !wishes->records) {
        usage_error(&command_sim, "--legal says what records contain; where do they go? --records FILE");
        return false;
    }
    sim->games = wishes->games;
    sim->records = wishes->records;
    sim->legal = wishes->legal;
    name_seats(sim);
    return true;
}

static int run_sim(const struct sim *sim, const struct wishes *wishes)
{
    struct sink sink;
    struct sums sums = {.games = 0};

    if (open_sink(&sink, wishes->records) != EXIT_DONE)
        return EXIT_FAILED;
    catch_interrupt();
    bool fine = play_all(sim, wishes->threads, &sink, &sums);
    if (!close_sink(&sink) || !fine)
        return EXIT_FAILED;
    bool aside = sink.fd == STDOUT_FILENO; /* the records are what was asked for */
    if (sums.games > 0 && !(aside && quiet_wanted()))
        (wishes->json ? print_summary_json : print_summary)(sim, &sums, aside ? stderr : stdout);
    if (sums.games == sim->games)
        return EXIT_DONE;
    return failure("interrupted after %ld of %ld games", sums.games, sim->games);
}

static int run_command(int argc, char **argv)
{
    struct wishes wishes = {.players = -1, .games = 100, .threads = usual_threads(), .bots = "random"};
    const struct arg args[] = {
        arg_players(&wishes.players),
        {"games", ARG_NUMBER, "K", "number of games (100)", {.number = &wishes.games}, 1, 1000000000},
        {"bots",
         ARG_TEXT,
         "LIST",
         "bots: one name for all seats, or one for each (random)",
         {.text = &wishes.bots},
         0,
         0},
        arg_seed(&wishes.seed),
        {"records",
         ARG_TEXT,
         "FILE",
         "write every game to FILE; - for standard output",
         {.text = &wishes.records},
         0,
         0},
        {"legal",
         ARG_FLAG,
         NULL,
         "list the legal actions of every decision in the records",
         {.flag = &wishes.legal},
         0,
         0},
        arg_workers(&wishes.threads),
        arg_json(&wishes.json),
        arg_quiet(),
        {.name = NULL},
    };
    struct sim sim = {.games = 0};
    const char *words[MAX_WORDS];
    int exit_code, count = args_read(&command_sim, args, argc, argv, words, &exit_code);

    if (count < 0)
        return exit_code;
    return plan_sim(&sim, &wishes, words, count) ? run_sim(&sim, &wishes) : EXIT_USAGE;
}

const struct command command_sim = {
    .name = "sim",
    .usage = "GAME [name=value ...] [options]",
    .summary = "Play many games between bots, for statistics or records",
    .lists_bots = true,
    .details = "Each bot sees what its seat may see and nothing else. If several seats share a\n"
               "win, each gets its part, so the wins of all seats add up to 100%. The summary\n"
               "names the seed: use it to repeat the run, byte for byte and with any number of\n"
               "threads. An existing file is never overwritten. Ctrl-C stops the run after a\n"
               "whole game: you get the summary of the games played so far, and the exit code\n"
               "is 1. With --records - the summary goes to standard error; --quiet leaves it\n"
               "out.\n"
               "\n"
               "  parlor sim scout --players 3 --games 1000 --bots novice,random,random\n"
               "  parlor sim scout --games 20 --seed 2a --records games.jsonl --legal\n"
               "  parlor sim scout --games 1 --bots novice --records - | parlor replay -\n",
    .run = run_command,
};
