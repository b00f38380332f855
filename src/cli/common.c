/* Naming games and bots, planning tables, opening files: see cli.h. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "lab/workers.h"

enum { NAMES_MAX = 32 }; /* games, bots */

static void all_games(const char *names[NAMES_MAX + 1])
{
    int count = 0;

    for (; count < NAMES_MAX && games[count]; count++)
        names[count] = games[count]->id;
    names[count] = NULL;
}

static void all_bots(const char *names[NAMES_MAX + 1])
{
    int count = 0;

    for (; count < NAMES_MAX && bots[count]; count++)
        names[count] = bots[count]->name;
    names[count] = NULL;
}

/* Says that there is none of this name, and what was probably meant or what there is. */
static void no_such(const struct command *command, const char *what, const char *typed, const char *const *names)
{
    const char *near = nearest_name(typed, names);
    char list[512];
    struct writer w = write_into(list, sizeof list);

    for (int i = 0; names[i]; i++) {
        write_text(&w, i ? ", " : "");
        write_text(&w, names[i]);
    }
    if (near)
        usage_error(command, "there is no %s called %s; did you mean %s?", what, typed, near);
    else if (typed[0])
        usage_error(command, "there is no %s called %s; there are %s", what, typed, list);
    else
        usage_error(command, "which %s? There are: %s", what, list);
}

const struct game *game_named(const struct command *command, const char *id)
{
    const char *names[NAMES_MAX + 1];
    const struct game *game = game_by_id(id);

    all_games(names);
    if (!game)
        no_such(command, "game", id, names);
    return game;
}

void fresh_seed(struct seed *seed)
{
    size_t got = 0;
    while (got < sizeof seed->bytes) {
        ssize_t more = getrandom(seed->bytes + got, sizeof seed->bytes - got, 0);
        if (more < 0 && errno != EINTR)
            abort(); /* a kernel without random numbers: no game could be fair */
        got += more > 0 ? (size_t)more : 0;
    }
}

int game_from_words(const struct command *command, const char **words, int count, const struct game **game)
{
    int at = 0;

    while (at < count && strchr(words[at], '='))
        at++;
    *game = game_named(command, at < count ? words[at] : "");
    for (int i = at; i + 1 < count; i++)
        words[i] = words[i + 1];
    return *game ? count - 1 : -1;
}

/* Says that a game has no such option, and what was probably meant. */
static void unknown_game_option(const struct command *command, const struct game *game, const char *name)
{
    const char *names[MAX_OPTIONS + 1];
    int count = 0;

    for (; game->options[count].name; count++)
        names[count] = game->options[count].name;
    names[count] = NULL;
    const char *near = nearest_name(name, names);
    if (option_exists(name))
        usage_error(command, "%s has no option called %s; did you mean the option --%s of the command?", game->title,
                    name, name);
    else if (near)
        usage_error(command, "%s has no option called %s; did you mean %s?", game->title, name, near);
    else
        usage_error(command, "%s has no option called %s; %s games lists them", game->title, name, program.name);
}

/* Whether a value is one of the words of an option. If one of them was probably meant,
 * that is said; a value that looks like none is left to the rules to refuse. */
static bool misspelt_value(const struct command *command, const struct option *option, const char *value)
{
    enum { MOST = 16 };
    char words[256];
    const char *names[MOST + 1];
    int count = 0;

    if (option->kind != OPTION_CHOICE)
        return false;
    snprintf(words, sizeof words, "%s", option->values);
    for (char *word = words, *next; word && count < MOST; word = next) {
        next = strchr(word, '|');
        if (next)
            *next++ = '\0';
        if (strcmp(word, value) == 0)
            return false;
        names[count++] = word;
    }
    names[count] = NULL;
    const char *near = nearest_name(value, names);
    if (near)
        usage_error(command, "%s=%s: did you mean %s=%s?", option->name, value, option->name, near);
    return near;
}

/* Sets an option of the game from a word like target=300; false after saying what is wrong. */
static bool option_from_word(const struct command *command, struct table_plan *plan, const char *word)
{
    const struct option *option = plan->game->options;
    const char *equals = strchr(word, '=');
    char name[NAME_SIZE];
    struct problem why;

    if (!equals) {
        usage_error(command, "%s: not an option of the game; they are set as name=value", word);
        return false;
    }
    snprintf(name, sizeof name, "%.*s", (int)(equals - word), word);
    while (option->name && strcmp(option->name, name) != 0)
        option++;
    if (!option->name) {
        unknown_game_option(command, plan->game, name);
        return false;
    }
    if (misspelt_value(command, option, equals + 1))
        return false;
    if (!plan_option(plan, word, (size_t)(equals - word), equals + 1, &why)) {
        usage_error(command, "%s", why.text);
        return false;
    }
    return true;
}

bool plan_from_words(const struct command *command, struct table_plan *plan, const char *const *words, int count,
                     const char *seed)
{
    struct problem why;

    for (int i = 0; i < count; i++)
        if (!option_from_word(command, plan, words[i]))
            return false;
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
    return (struct arg){
        .name = "plain", .kind = ARG_FLAG, .help = "play line by line, not on the full screen", .into.flag = plain};
}

struct arg arg_ascii(bool *ascii)
{
    return (struct arg){
        .name = "ascii", .kind = ARG_FLAG, .help = "use only ASCII characters on the full screen", .into.flag = ascii};
}

struct arg arg_players(long *players)
{
    return (struct arg){.name = "players",
                        .kind = ARG_NUMBER,
                        .value = "N",
                        .help = "number of players (4, or the nearest the game allows)",
                        .into.number = players,
                        .most = 99};
}

struct arg arg_workers(long *threads)
{
    return (struct arg){.name = "threads",
                        .kind = ARG_NUMBER,
                        .value = "T",
                        .help = "number of threads (one per processor)",
                        .into.number = threads,
                        .least = 1,
                        .most = WORKERS_MAX};
}

struct arg arg_seed(const char **seed)
{
    return (struct arg){.name = "seed",
                        .kind = ARG_TEXT,
                        .value = "HEX",
                        .help = "1 to 64 hex digits; the same seed repeats the run",
                        .into.text = seed};
}

struct arg arg_json(bool *json)
{
    return (struct arg){
        .name = "json", .kind = ARG_FLAG, .help = "print results as JSON, one object per line", .into.flag = json};
}

struct arg arg_check_only(bool *silent)
{
    return (struct arg){.name = "quiet",
                        .kind = ARG_FLAG,
                        .help = "only check: print nothing unless something is wrong",
                        .into.flag = silent};
}

int usual_players(const struct game *game)
{
    enum { USUAL = 4 };
    return game->max_players < USUAL ? game->max_players : game->min_players > USUAL ? game->min_players : USUAL;
}

const struct bot *bot_named(const struct command *command, const char *name)
{
    const char *names[NAMES_MAX + 1];
    const struct bot *bot = bot_by_name(name);

    all_bots(names);
    if (!bot)
        no_such(command, "bot", name, names);
    return bot;
}

bool bot_typed(const struct command *command, const char *typed, const struct bot **bot, int *simulations)
{
    enum { SIMULATIONS_MAX = 100000000 };
    char name[NAME_SIZE];
    struct writer w = write_into(name, sizeof name);
    const char *colon = strchr(typed, ':');

    write_bytes(&w, typed, colon ? (size_t)(colon - typed) : strlen(typed));
    *simulations = 0;
    *bot = bot_named(command, name);
    if (!*bot || !colon)
        return *bot;
    char *end = NULL;
    long number = isdigit((unsigned char)colon[1]) ? strtol(colon + 1, &end, 10) : -1;
    if (number < 0 || number > SIMULATIONS_MAX || *end)
        return usage_error(command, "%s: simulations are a number from 0 to %d", typed, SIMULATIONS_MAX), false;
    if ((*bot)->level == LEVEL_NONE)
        return usage_error(command, "%s: %s does not search, it takes no simulations", typed, name), false;
    *simulations = number > 0 ? (int)number : BOT_POLICY;
    return true;
}

bool bots_from_list(const struct command *command, const char *list, int players, const struct bot *out[MAX_SEATS])
{
    int count = 0;

    for (const char *rest = list; rest; count++) {
        size_t length = strcspn(rest, ",");
        char name[NAME_SIZE];
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
        usage_error(command, "%s: %d bots for %d seats; name one for all seats, or one for each seat", list, count,
                    players);
        return false;
    }
    for (int seat = count; seat < players; seat++)
        out[seat] = out[0];
    return true;
}

bool bot_moves(struct table *table, const struct bot *bot, int seat, struct problem *why)
{
    struct bot_mind mind = bot_mind(&table_plan(table)->seed, seat, table_steps(table));
    struct bot_history history = bot_history_of(table, seat);
    struct state_buffer view;

    table_view(table, seat, table_steps(table), &view);
    uint16_t id = bot_think(bot, table_game(table), state_in(&view), seat, &history, (struct bot_budget){0}, &mind);
    return table_do(table, seat, id, why);
}

FILE *readable_open(const char *path)
{
    struct stat about;
    FILE *in = fopen(path, "re");

    if (in && fstat(fileno(in), &about) == 0 && S_ISDIR(about.st_mode)) {
        fclose(in);
        in = NULL;
        errno = EISDIR;
    }
    if (!in)
        failure("%s: %s", path, strerror(errno));
    return in;
}

FILE *records_open(const char **path)
{
    if (strcmp(*path, "-") != 0)
        return readable_open(*path);
    *path = "standard input";
    return stdin;
}

bool replacement_open(struct replacement *it, const char *path)
{
    struct stat about;
    bool there = stat(path, &about) == 0;

    it->path = path;
    it->file = NULL;
    it->direct = there && !S_ISREG(about.st_mode);
    if ((size_t)snprintf(it->fresh, sizeof it->fresh, "%s%s", path, it->direct ? "" : ".new") >= sizeof it->fresh)
        failure("%s: %s", path, strerror(ENAMETOOLONG));
    else if (!(it->file = fopen(it->fresh, "we")))
        failure("%s: %s", path, strerror(errno));
    return it->file;
}

bool replacement_close(struct replacement *it, bool keep)
{
    bool written = fflush(it->file) == 0 && !ferror(it->file);
    int reason = errno;

    if (fclose(it->file) != 0 && written) {
        written = false;
        reason = errno;
    }
    if (keep && written && !it->direct && rename(it->fresh, it->path) != 0) {
        written = false;
        reason = errno;
    }
    if (keep && !written)
        failure("%s: %s", it->path, strerror(reason));
    if (!(keep && written) && !it->direct)
        unlink(it->fresh);
    return !keep || written;
}

bool colour_wanted(void)
{
    const char *none = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(none && none[0]) && term && strcmp(term, "dumb") != 0;
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
