/* Naming games, planning tables, and what long work shows: see cli.h. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "lab/crew.h"

const struct game *game_named(const struct command *command, const char *id)
{
    const char *names[64];
    int count = 0;
    const struct game *game = game_by_id(id);

    if (game)
        return game;
    for (; count < 63 && games[count]; count++)
        names[count] = games[count]->id;
    names[count] = NULL;
    const char *near = nearest_name(id, names);
    if (near)
        usage_error(command, "there is no game called %s; did you mean %s?", id, near);
    else
        usage_error(command, "there is no game called %s; parlor games lists them", id);
    return NULL;
}

void fresh_seed(struct seed *seed)
{
    size_t got = 0;
    while (got < sizeof seed->bytes) {
        ssize_t more = getrandom(seed->bytes + got, sizeof seed->bytes - got, 0);
        if (more < 0 && errno != EINTR)
            abort(); /* a kernel without random numbers: there is no fair game to be had */
        got += more > 0 ? (size_t)more : 0;
    }
}

bool plan_from_words(const struct command *command, struct table_plan *plan, const char *const *words, int count,
                     const char *seed)
{
    struct problem why;

    for (int i = 0; i < count; i++) {
        const char *equals = strchr(words[i], '=');
        if (!equals) {
            usage_error(command, "%s: not an option of the game; they are set as name=value", words[i]);
            return false;
        }
        if (!plan_option(plan, words[i], (size_t)(equals - words[i]), equals + 1, &why)) {
            usage_error(command, "%s", why.text);
            return false;
        }
    }
    if (!plan_deck(plan, &why)) {
        usage_error(command, "%s", why.text);
        return false;
    }
    if (!seed) {
        fresh_seed(&plan->seed);
    } else if (!seed_parse(seed, &plan->seed, &why)) {
        usage_error(command, "--seed: %s", why.text);
        return false;
    }
    struct table *test = table_open(plan, &why);
    if (!test) {
        usage_error(command, "%s", why.text);
        return false;
    }
    table_close(test);
    return true;
}

struct arg arg_plain(bool *plain)
{
    return (struct arg){.name = "plain",
                        .kind = ARG_FLAG,
                        .help = "line by line, as in a pipe, and not on the full screen",
                        .into.flag = plain};
}

struct arg arg_ascii(bool *ascii)
{
    return (struct arg){
        .name = "ascii", .kind = ARG_FLAG, .help = "nothing but ASCII on the full screen", .into.flag = ascii};
}

struct arg arg_players(long *players)
{
    return (struct arg){.name = "players",
                        .kind = ARG_NUMBER,
                        .value = "N",
                        .help = "how many sit at the table (4, or what comes nearest)",
                        .into.number = players,
                        .most = 99};
}

struct arg arg_workers(long *threads)
{
    return (struct arg){.name = "threads",
                        .kind = ARG_NUMBER,
                        .value = "T",
                        .help = "workers (one a processor); they change the time only",
                        .into.number = threads,
                        .least = 1,
                        .most = CREW_MOST};
}

int usual_players(const struct game *game)
{
    enum { USUAL = 4 };
    return game->max_players < USUAL ? game->max_players : game->min_players > USUAL ? game->min_players : USUAL;
}

const struct bot *bot_named(const struct command *command, const char *name)
{
    enum { MOST = 32 };
    const char *names[MOST + 1];
    int count = 0;
    const struct bot *bot = bot_by_name(name);

    if (bot)
        return bot;
    for (; count < MOST && bots[count]; count++)
        names[count] = bots[count]->name;
    names[count] = NULL;
    const char *near = nearest_name(name, names);
    if (near) {
        usage_error(command, "there is no bot called %s; did you mean %s?", name, near);
        return NULL;
    }
    char all[256];
    struct writer w = write_into(all, sizeof all);
    for (int i = 0; names[i]; i++) {
        write_text(&w, i ? ", " : "");
        write_text(&w, names[i]);
    }
    usage_error(command, "there is no bot called %s; there are %s", name, all);
    return NULL;
}

bool bots_from_list(const struct command *command, const char *list, int players, const struct bot *out[MAX_SEATS])
{
    int count = 0;

    for (const char *rest = list; rest; count++) {
        size_t length = strcspn(rest, ",");
        char name[NAME_ROOM];
        struct writer w = write_into(name, sizeof name);
        write_bytes(&w, rest, length);
        const struct bot *bot = bot_named(command, name);
        if (!bot)
            return false;
        if (count < players)
            out[count] = bot;
        rest = rest[length] ? rest + length + 1 : NULL;
    }
    if (count != 1 && count != players) {
        usage_error(command, "%s: %d bots for %d seats; one name stands for all, else there is one a seat", list, count,
                    players);
        return false;
    }
    for (int seat = count; seat < players; seat++)
        out[seat] = out[0];
    return true;
}

bool bot_moves(struct table *table, const struct bot *bot, int seat, struct problem *why)
{
    struct rng rng = bot_rng(&table_plan(table)->seed, seat, table_steps(table));
    struct bot_history history = bot_history_of(table, seat);
    struct state_room view;

    table_view(table, seat, table_steps(table), &view);
    uint16_t id = bot_think(bot, table_game(table), room_state(&view), seat, &history, (struct bot_budget){0}, &rng);
    return table_do(table, seat, id, why);
}

FILE *records_open(const char **path)
{
    struct stat about;

    if (strcmp(*path, "-") == 0) {
        *path = "standard input";
        return stdin;
    }
    FILE *in = fopen(*path, "r");
    if (in && fstat(fileno(in), &about) == 0 && S_ISDIR(about.st_mode)) {
        fclose(in);
        in = NULL;
        errno = EISDIR;
    }
    if (!in)
        failure("%s: %s", *path, strerror(errno));
    return in;
}

bool replacement_open(struct replacement *it, const char *path)
{
    it->path = path;
    it->file = NULL;
    if ((size_t)snprintf(it->fresh, sizeof it->fresh, "%s.new", path) >= sizeof it->fresh)
        failure("%s: %s", path, strerror(ENAMETOOLONG));
    else if (!(it->file = fopen(it->fresh, "w")))
        failure("%s: %s", it->fresh, strerror(errno));
    return it->file;
}

bool replacement_close(struct replacement *it, bool keep)
{
    bool written = !ferror(it->file);

    written = fclose(it->file) == 0 && written;
    if (keep && written && rename(it->fresh, it->path) == 0)
        return true;
    if (keep)
        failure("%s: %s", it->path, strerror(errno));
    unlink(it->fresh);
    return !keep;
}

bool colour_wanted(void)
{
    const char *none = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(none && none[0]) && term && strcmp(term, "dumb") != 0;
}

static volatile sig_atomic_t asked_to_stop;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    asked_to_stop = 1;
}

void catch_interrupt(void)
{
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND}; /* a second Ctrl-C kills */
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

void catch_leaving(void)
{
    struct sigaction action = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

bool interrupted(void)
{
    return asked_to_stop;
}

bool crew_interrupted(void *unused)
{
    (void)unused;
    return interrupted();
}

double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double seconds_typed(const char *typed)
{
    char *end;
    double seconds = strtod(typed, &end);
    bool plain = typed[0] && strspn(typed, "0123456789.") == strlen(typed) && !*end;

    return plain && seconds >= 0.01 && seconds <= 60 ? seconds : 0;
}

long usual_threads(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > MOST_THREADS ? MOST_THREADS : cores;
}

static double progress_began, progress_shown;

void progress(const char *what, long done, long all)
{
    enum { WIDTH = 30 };
    double now = seconds_now();

    if (!isatty(STDERR_FILENO))
        return;
    if (progress_began == 0)
        progress_began = progress_shown = now;
    if (now - progress_shown < 0.1)
        return;
    progress_shown = now;
    int filled = (int)(WIDTH * done / all);
    char bar[WIDTH + 1];
    for (int i = 0; i < WIDTH; i++)
        bar[i] = i < filled ? '#' : '.';
    bar[WIDTH] = '\0';
    fprintf(stderr, "\r%s [%s] %ld of %ld", what, bar, done, all);
    if (done > 0)
        fprintf(stderr, ", %.0f s left ", (now - progress_began) / (double)done * (double)(all - done));
    fputs("\033[K", stderr);
}

void progress_end(void)
{
    if (progress_began > 0 && isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    progress_began = 0;
}
