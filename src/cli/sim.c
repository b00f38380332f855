/* parlor sim: many games between bots.
 *
 * Workers take games by number and leave what came of each in a ring; the main
 * thread takes them out in order, writes the records and adds up. A game
 * depends on the run's seed and its number only, so the same seed gives the
 * same bytes however many workers there are, and a worker that is too far ahead
 * waits, so memory does not grow with the number of games. Everything that is
 * summed is a whole number: there is nothing to round until it is printed. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "table/record.h"

enum {
    AHEAD = 4,      /* games a worker may be ahead of the writer, on average */
    WHOLE_WIN = 60, /* a win is split evenly among up to five winners */
};

/* What is played: the same for all workers, never changed. */
struct sim {
    struct table_plan plan; /* its seed is the run's; each game's own is drawn from it */
    const struct bot *bots[MAX_SEATS];
    long games;
    bool records, legal;
};

/* What came of one game. */
struct played {
    bool ready;    /* the rest is filled in and waits for the writer */
    char *record;  /* malloc'd; NULL unless sim->records */
    size_t length; /* of record */
    int decisions, rounds;
    struct result result;
};

struct crew {
    const struct sim *sim;
    int threads;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t room;  /* written has grown, or stop is set */
    pthread_cond_t done;  /* a game is ready, or a worker has failed */
    long taken;           /* games 0 .. taken-1 are being played or have been */
    long written;         /* games 0 .. written-1 are in the records and the sums */
    bool failed;          /* a game could not be played: why says the reason */
    struct problem why;
    struct played ring[MOST_THREADS * AHEAD]; /* game g is at g % (threads * AHEAD) */
    atomic_bool stop;                         /* workers give up the game they are at */
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

static bool keep_record(const struct sim *sim, const struct table *table, struct played *out)
{
    FILE *stream = open_memstream(&out->record, &out->length);
    if (!stream)
        return false;
    bool written = record_write(table, sim->legal, stream);
    return fclose(stream) == 0 && written;
}

static bool play_to_end(const struct sim *sim, struct table *table, atomic_bool *stop, struct problem *why)
{
    if (!table_deal(table, why))
        return false;
    for (struct turn turn; (turn = table_turn(table)).kind == TURN_CHOICE;) {
        int seat = __builtin_ctz(turn.seats);
        if (atomic_load_explicit(stop, memory_order_relaxed))
            return problem_set(why, "stopped", "", "");
        if (!bot_moves(table, sim->bots[seat], seat, why))
            return false;
    }
    return true;
}

/* Plays a game of the run. False with the reason if that is not possible; there
 * is then nothing to free. */
static bool play_game(const struct sim *sim, long number, atomic_bool *stop, struct played *out, struct problem *why)
{
    struct table_plan plan = sim->plan;
    struct rng rng = rng_strong(&sim->plan.seed, RNG_GAME_SEED, (uint64_t)number);

    *out = (struct played){.ready = true};
    rng_seed(&rng, &plan.seed);
    struct table *table = table_open(&plan, why);
    bool fine = table && play_to_end(sim, table, stop, why);
    if (fine && sim->records && !keep_record(sim, table, out)) {
        fine = problem_set(why, "out of memory", "", "");
        free(out->record);
    }
    if (fine) {
        out->decisions = table_choices(table);
        out->rounds = table_rounds(table);
        table_result(table, &out->result);
    }
    table_close(table);
    return fine;
}

/* ---- workers ---- */

static struct played *place_of(struct crew *crew, long number)
{
    return &crew->ring[number % ((long)crew->threads * AHEAD)];
}

static bool may_take(const struct crew *crew)
{
    return crew->taken - crew->written < (long)crew->threads * AHEAD;
}

/* The next game to be played, once there is room for it; -1 when there is none. */
static long take_game(struct crew *crew)
{
    while (!may_take(crew) && !crew->stop)
        pthread_cond_wait(&crew->room, &crew->lock);
    return crew->stop || crew->taken == crew->sim->games ? -1 : crew->taken++;
}

static void *work(void *of_crew)
{
    struct crew *crew = of_crew;

    pthread_mutex_lock(&crew->lock);
    for (long number; (number = take_game(crew)) >= 0;) {
        struct played played;
        struct problem why;
        pthread_mutex_unlock(&crew->lock);
        bool fine = play_game(crew->sim, number, &crew->stop, &played, &why);
        pthread_mutex_lock(&crew->lock);
        if (fine) {
            *place_of(crew, number) = played;
        } else if (!crew->stop) {
            crew->why = why;
            crew->failed = true;
            crew->stop = true;
        }
        if (crew->failed || number == crew->written)
            pthread_cond_signal(&crew->done);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/* Starts as many workers as can be had, the signals left to the main thread;
 * returns how many there are. */
static int hire(struct crew *crew, pthread_t *workers)
{
    sigset_t all, before;
    int count = 0;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (count < crew->threads && pthread_create(&workers[count], NULL, work, crew) == 0)
        count++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return count;
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
        if (stat(path, &about) == 0 && (S_ISREG(about.st_mode) || S_ISDIR(about.st_mode)))
            return failure("%s: there is one already, and it is not overwritten", path);
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
            failure("%s: %s%s", sink->name, strerror(reason), cut ? "; what it holds are whole games" : "");
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

/* Waits for the next game in order; false when Ctrl-C or a failure came first.
 * The lock is held. */
static bool wait_for_next(struct crew *crew)
{
    while (!place_of(crew, crew->written)->ready) {
        struct timespec until;
        if (interrupted() || crew->failed)
            return false;
        clock_gettime(CLOCK_MONOTONIC, &until); /* a signal does not end the wait: look a few times a second */
        until.tv_nsec += 100000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&crew->done, &crew->lock, &until);
    }
    return !interrupted();
}

/* Takes the games out of the ring in order until all are there or something
 * comes between. False if the records could not be written. */
static bool collect(struct crew *crew, struct sink *sink, struct sums *sums, bool quiet)
{
    const struct sim *sim = crew->sim;
    bool written = true;

    pthread_mutex_lock(&crew->lock);
    while (written && crew->written < sim->games && wait_for_next(crew)) {
        struct played *place = place_of(crew, crew->written), played = *place;
        *place = (struct played){.ready = false};
        pthread_mutex_unlock(&crew->lock);
        written = sink->fd < 0 || write_record(sink, &played);
        free(played.record);
        if (written)
            add_up(sums, sim, &played);
        if (!quiet)
            progress(sim->plan.game->title, sums->games, sim->games);
        pthread_mutex_lock(&crew->lock);
        crew->written++;
        pthread_cond_broadcast(&crew->room);
    }
    crew->stop = true;
    pthread_cond_broadcast(&crew->room);
    pthread_mutex_unlock(&crew->lock);
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
static bool play_all(const struct sim *sim, long threads, struct sink *sink, struct sums *sums, bool quiet)
{
    struct crew *crew = calloc(1, sizeof *crew);
    pthread_t workers[MOST_THREADS];
    pthread_condattr_t monotonic;

    if (!crew) {
        failure("out of memory");
        return false;
    }
    crew->sim = sim;
    crew->threads = (int)threads;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->room, NULL);
    pthread_cond_init(&crew->done, &monotonic);
    int hired = hire(crew, workers);
    bool fine = hired > 0;
    if (!fine)
        failure("no thread could be started");
    fine = fine && collect(crew, sink, sums, quiet);
    for (int i = 0; i < hired; i++)
        pthread_join(workers[i], NULL);
    progress_end();
    if (crew->failed)
        failure("%s", crew->why.text);
    fine = fine && !crew->failed;
    for (int i = 0; i < MOST_THREADS * AHEAD; i++)
        free(crew->ring[i].record);
    pthread_cond_destroy(&crew->done);
    pthread_cond_destroy(&crew->room);
    pthread_mutex_destroy(&crew->lock);
    pthread_condattr_destroy(&monotonic);
    free(crew);
    return fine;
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
    bool legal, json, quiet;
};

static bool plan_sim(struct sim *sim, const struct wishes *wishes, const char *const *words, int count)
{
    if (count == 0) {
        usage_error(&command_sim, "which game? parlor games lists them");
        return false;
    }
    sim->plan.game = game_named(&command_sim, words[0]);
    if (!sim->plan.game)
        return false;
    sim->plan.players = wishes->players >= 0 ? (int)wishes->players : usual_players(sim->plan.game);
    if (!plan_from_words(&command_sim, &sim->plan, words + 1, count - 1, wishes->seed) ||
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
    bool fine = play_all(sim, wishes->threads, &sink, &sums, wishes->quiet);
    if (!close_sink(&sink) || !fine)
        return EXIT_FAILED;
    FILE *out = sink.fd == STDOUT_FILENO ? stderr : stdout;
    if (sums.games > 0 && !wishes->quiet)
        (wishes->json ? print_summary_json : print_summary)(sim, &sums, out);
    if (sums.games == sim->games)
        return EXIT_DONE;
    return failure("interrupted after %ld of %ld games", sums.games, sim->games);
}

static int run(int argc, char **argv)
{
    struct wishes wishes = {.players = -1, .games = 100, .threads = usual_threads(), .bots = "random"};
    const struct arg args[] = {
        {"players",
         ARG_NUMBER,
         "N",
         "how many sit at the table (4, or what comes nearest)",
         {.number = &wishes.players},
         0,
         99},
        {"games", ARG_NUMBER, "K", "how many games to play (100)", {.number = &wishes.games}, 1, 1000000000},
        {"bots",
         ARG_TEXT,
         "A,B,...",
         "who plays: one name for all seats, or one a seat (random)",
         {.text = &wishes.bots},
         0,
         0},
        {"seed",
         ARG_TEXT,
         "HEX",
         "1 to 64 hex digits; the same seed plays the same games",
         {.text = &wishes.seed},
         0,
         0},
        {"records", ARG_TEXT, "FILE", "write every game there; - for standard output", {.text = &wishes.records}, 0, 0},
        {"legal", ARG_FLAG, NULL, "records list the legal actions of every decision", {.flag = &wishes.legal}, 0, 0},
        {"threads",
         ARG_NUMBER,
         "T",
         "workers (one a processor); they change the time only",
         {.number = &wishes.threads},
         1,
         MOST_THREADS},
        {"json", ARG_FLAG, NULL, "the summary as one line of JSON", {.flag = &wishes.json}, 0, 0},
        {"quiet", ARG_FLAG, NULL, "no summary and no progress", {.flag = &wishes.quiet}, 0, 0},
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
    .usage = "GAME [options] [name=value ...]",
    .summary = "Play many games between bots, for their records or their sums",
    .lists_bots = true,
    .details = "Each bot is shown what its seat may see and nothing else. A win shared by several\n"
               "counts for each of them in part, so the wins of all seats come to 100%. The\n"
               "summary names the seed: with it the run can be repeated, byte for byte and with\n"
               "any number of threads. An existing file is never overwritten. Ctrl-C ends the\n"
               "run after a whole game; the summary is then of the games played so far, and the\n"
               "exit code is 1. With --records - the summary goes to standard error.\n"
               "\n"
               "  parlor sim scout --players 3 --games 1000 --bots novice,random,random\n"
               "  parlor sim scout --games 20 --seed 2a --records games.jsonl --legal\n"
               "  parlor sim scout --games 1 --bots novice --records - | parlor replay -\n",
    .run = run,
};
