/* parlor arena: bots against each other in duplicate play, and what can be said
 * about them afterwards. The games are played by lab/arena.h, the figures come
 * from lab/rating.h; this file reads the wishes and prints the answers. */
#include "cli/arena.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "memory.h"
#include "cli/shards.h"
#include "lab/deal_log.h"
#include "version.h"

/* ---- playing, and what is shown meanwhile ---- */

struct show {
    const struct arena *arena;
    const char *title;
    long deals; /* to play */
    long faults;
};

static void show_done(void *of_show, long deals)
{
    const struct show *show = of_show;
    progress(show->title, deals, show->deals);
}

static void show_fault(void *of_show, long deal, int rotation, int seat, int kind, const char *what)
{
    enum { SHOWN = 10 };
    struct show *show = of_show;

    if (show->faults++ < SHOWN)
        remark("deal %ld, rotation %d: %s at seat %d has lost: it %s", deal, rotation, show->arena->kinds[kind].name,
               seat, what);
    else if (show->faults == SHOWN + 1)
        remark("further faults are counted but not shown");
}

/* The file of finished deals; false after saying why it cannot be used. */
static bool open_state(const struct arena *arena, const char *path, struct deal_log **shelf)
{
    struct problem why;

    *shelf = path ? deal_log_open(path, arena, &why) : NULL;
    if (!path)
        return true;
    if (!*shelf) {
        failure("%s", why.text);
        return false;
    }
    if (deal_log_damaged(*shelf) > 0)
        remark("%s: skipped %ld damaged lines; their deals are played again", path, deal_log_damaged(*shelf));
    return true;
}

static long deals_to_play(const struct arena *arena)
{
    return shard_end(&arena->shard, arena->deals) - shard_begin(&arena->shard, arena->deals);
}

/* Plays; returns how many deals are done, -1 after saying what went wrong. */
static long play_arena(const struct arena *arena, const char *state, const char *title, struct measured *out)
{
    struct show show = {.arena = arena, .title = title, .deals = deals_to_play(arena)};
    const struct arena_watch watch = {
        .stopped = workers_interrupted, .context = &show, .done = show_done, .fault = show_fault};
    struct deal_log *shelf;
    struct problem why;

    if (!open_state(arena, state, &shelf))
        return -1;
    progress(title, 0, show.deals);
    long done = arena_play(arena, shelf, &watch, out->games, out->seen, &why);
    progress_end();
    if (done < 0)
        failure("%s", why.text);
    if (!deal_log_close(shelf, &why) && done >= 0) {
        failure("%s", why.text);
        done = -1;
    }
    return done;
}

static struct measured nothing_measured(const struct arena *arena)
{
    return (struct measured){.games = must_zero((size_t)arena->deals, sizeof(struct arena_deal)), .p_value = 1};
}

/* Computes the statistics of the deals that are done. */
static void rate(const struct arena *arena, struct measured *it)
{
    struct deal_sum *sums = must_zero((size_t)arena->deals, sizeof *sums);

    arena_sums(arena, it->games, it->deals, sums);
    rating_standings(&arena->field, sums, it->deals, arena_anchor(arena), it->standings);
    if (arena->field.count > 1)
        it->p_value = rating_difference(&arena->field, sums, it->deals, 0, 1);
    for (int kind = 0; kind < arena->field.count; kind++)
        it->faults += it->standings[kind].faults;
    free(sums);
}

bool measure_arena(const struct arena *arena, const char *state, const char *title, struct measured *out)
{
    *out = nothing_measured(arena);
    out->deals = play_arena(arena, state, title, out);
    if (out->deals > 0)
        rate(arena, out);
    if (out->deals >= 0)
        return true;
    free(out->games);
    return false;
}

int exit_after_faults(int exit_code, long faults)
{
    if (faults == 0)
        return exit_code;
    return failure("%ld game%s lost by fault: a program crashed, was too slow or made an illegal move", faults,
                   faults == 1 ? " was" : "s were");
}

/* ---- shards ---- */

/* Writes the path of a shard's file; false with errno if it is too long. */
static bool shard_path(const char *directory, const struct shard *shard, char path[4096])
{
    char name[SHARD_NAME];

    shard_name(shard, name);
    errno = ENAMETOOLONG;
    return (size_t)snprintf(path, 4096, "%s/%s", directory, name) < 4096;
}

/* Plays the arena's shard, and keeps it in the directory. A shard without deals has a file, too. */
static int play_shard(const struct arena *arena, const char *directory)
{
    struct measured it = nothing_measured(arena);
    char path[4096];

    if (!shard_path(directory, &arena->shard, path) || (mkdir(directory, 0777) != 0 && errno != EEXIST)) {
        free(it.games);
        return failure("%s: %s", directory, strerror(errno));
    }
    long all = deals_to_play(arena), done = play_arena(arena, path, arena->plan.game->title, &it);
    free(it.games);
    if (done < 0)
        return EXIT_FAILED;
    if (done < all)
        return failure("interrupted after %ld of %ld deals; run the same command again to continue", done, all);
    printf("%ld deals\n%s has them; --merge adds up all %d shards\n", done, path, arena->shard.of);
    return EXIT_DONE;
}

/* Reads all shards of a directory. The arena is the caller's, so its shard can be set. */
static bool read_shards(struct arena *arena, const char *directory, struct arena_deal *deals, struct problem *why)
{
    char path[4096];
    int of;

    if (!shards_find(directory, &of, why))
        return false;
    for (int number = 1; number <= of; number++) {
        arena->shard = (struct shard){.number = number, .of = of};
        if (!shard_path(directory, &arena->shard, path))
            return problem_set(why, "%s: %s", directory, strerror(errno));
        if (!deal_log_read_shard(path, arena, deals, why))
            return false;
    }
    return true;
}

/* Measures an arena from its shards instead of playing. False after saying what went wrong. */
static bool merge_arena(const struct arena *arena, const char *directory, struct measured *out)
{
    struct arena *shard = must_alloc(sizeof *shard);
    struct problem why;

    *shard = *arena;
    *out = nothing_measured(arena);
    bool fine = read_shards(shard, directory, out->games, &why);
    free(shard);
    if (!fine) {
        failure("%s", why.text);
        free(out->games);
        return false;
    }
    out->deals = arena->deals;
    rate(arena, out);
    return true;
}

/* ---- the report ---- */

static double in_points(const struct arena *arena, double points)
{
    return arena->plan.game->half_points ? points / 2 : points;
}

static void print_head(const struct arena *arena, const struct measured *it)
{
    const struct table_plan *plan = &arena->plan;
    char seed[SEED_DIGITS + 1];

    seed_text(&plan->seed, seed);
    printf("%s, %d players", plan->game->title, plan->players);
    for (int i = 0; i < plan->option_count; i++)
        printf(", %s=%s", plan->game->options[plan->options[i].index].name, plan->options[i].value);
    printf("\nline-up    ");
    for (int i = 0; i < plan->players; i++)
        printf("%s%s", i ? "," : "", arena->kinds[arena->lineup[i]].name);
    printf("\nseed       %s\ndeals      %ld, each in %d rotation%s: %ld games\n\n", seed, it->deals, arena->rotations,
           arena->rotations == 1 ? "" : "s", it->deals * arena->rotations);
}

/* A mean and half the width of its interval, which takes more than one deal. */
static void print_mean(const struct measured *it, double mean, double half, int width)
{
    printf("  %*.2f", width, mean);
    if (it->deals > 1)
        printf(" ±%-5.2f", half);
    else
        printf("       ");
}

/* Names line up unless somebody has typed a very long command. */
static int name_width(const struct arena *arena)
{
    size_t width = 14;

    for (int kind = 0; kind < arena->field.count; kind++) {
        size_t length = strlen(arena->kinds[kind].name);
        width = length > width && length <= 48 ? length : width;
    }
    return (int)width;
}

static void print_standing(const struct arena *arena, const struct measured *it, int kind)
{
    const struct standing *s = &it->standings[kind];

    printf("%-*s %5d  %5.1f%%", name_width(arena), arena->kinds[kind].name, arena->field.seats[kind],
           s->wins.mean * 100);
    if (it->deals > 1)
        printf(" [%5.1f, %5.1f]", s->wins.low * 100, s->wins.high * 100);
    else
        printf("               ");
    print_mean(it, in_points(arena, s->points.mean), in_points(arena, s->points.high - s->points.mean), 7);
    print_mean(it, s->rank.mean, s->rank.high - s->rank.mean, 5);
    printf("  %5.0f", s->rating.mean);
    if (it->deals > 1)
        printf(" [%.0f, %.0f]", s->rating.low, s->rating.high);
    puts("");
}

/* A row for each bot: how long it thought, and what it calls itself. */
static void print_times(const struct arena *arena, const struct measured *it)
{
    printf("\n%-*s %9s %11s %11s  %s\n", name_width(arena), "time per move", "moves", "median ms", "longest ms",
           "name");
    for (int kind = 0; kind < arena->field.count; kind++) {
        const struct move_times *times = &it->seen[kind].times;
        printf("%-*s %9lld %11.2f %11.2f  %s\n", name_width(arena), arena->kinds[kind].name, (long long)times->moves,
               move_times_median(times) * 1000, times->longest * 1000, it->seen[kind].said_name);
    }
}

static void print_report(const struct arena *arena, const struct measured *it, bool times)
{
    print_head(arena, it);
    printf("%-*s %5s  %-21s  %-14s %-12s %s\n", name_width(arena), "bot", "seats", "win share of a seat", "  points",
           "  rank", "  rating");
    for (int kind = 0; kind < arena->field.count; kind++)
        print_standing(arena, it, kind);
    printf("\nAn even share is %.1f%%.", 100.0 / arena->plan.players);
    if (it->deals > 1)
        printf(" Intervals hold 95%% and are over deals.");
    if (arena->field.count > 1)
        printf("\nIf %s and %s were equals: p = %.4f (permutation test over deals)", arena->kinds[0].name,
               arena->kinds[1].name, it->p_value);
    puts("");
    for (int kind = 0; kind < arena->field.count; kind++)
        if (it->standings[kind].faults > 0)
            printf("%s lost %ld games by its own fault.\n", arena->kinds[kind].name, it->standings[kind].faults);
    if (times)
        print_times(arena, it);
}

static void print_interval(const char *key, const struct measured *it, double low, double high, int decimals)
{
    if (it->deals > 1)
        printf(",\"%s\":[%.*f,%.*f]", key, decimals, low, decimals, high);
    else
        printf(",\"%s\":null", key);
}

static void print_json_name(const char *key, const char *name)
{
    char quoted[6 * PLAYER_NAME + 3];
    struct writer w = write_into(quoted, sizeof quoted);

    write_json_string(&w, name, strlen(name));
    printf("\"%s\":%s", key, quoted);
}

static void print_seen(const struct arena_seen *seen, bool times)
{
    if (seen->said_name[0]) {
        putchar(',');
        print_json_name("said_name", seen->said_name);
    }
    if (times)
        printf(",\"moves\":%lld,\"median_ms\":%.4f,\"longest_ms\":%.4f", (long long)seen->times.moves,
               move_times_median(&seen->times) * 1000, seen->times.longest * 1000);
}

static void print_report_json(const struct arena *arena, const struct measured *it, bool times)
{
    printf("{\"game\":\"%s\",\"players\":%d,\"games\":%ld,\"bots\":[", arena->plan.game->id, arena->plan.players,
           it->deals * arena->rotations);
    for (int kind = 0; kind < arena->field.count; kind++) {
        const struct standing *s = &it->standings[kind];
        fputs(kind ? ",{" : "{", stdout);
        print_json_name("name", arena->kinds[kind].name);
        printf(",\"win_share\":%.6f", s->wins.mean);
        print_interval("win_share_ci", it, s->wins.low, s->wins.high, 6);
        printf(",\"mean_points\":%.4f,\"mean_rank\":%.4f,\"rating\":%.1f", in_points(arena, s->points.mean),
               s->rank.mean, s->rating.mean);
        print_interval("rating_ci", it, s->rating.low, s->rating.high, 1);
        if (s->faults > 0)
            printf(",\"lost_by_fault\":%ld", s->faults);
        print_seen(&it->seen[kind], times);
        printf("}");
    }
    printf("],\"p_value\":%.4f}\n", it->p_value);
}

/* Prints a field of a table, in quotes if it contains a comma or quotes. */
static void print_field(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void write_game(FILE *out, const struct arena *arena, long deal, int rotation, const struct outcome *game)
{
    int kinds[MAX_SEATS], wins[MAX_SEATS], ranks[MAX_SEATS];

    arena_rotation(arena, rotation, kinds);
    outcome_split(game, arena->plan.players, wins, ranks);
    for (int seat = 0; seat < arena->plan.players; seat++) {
        fprintf(out, "%ld,%d,%d,", deal, rotation, seat);
        print_field(out, arena->kinds[kinds[seat]].name);
        fprintf(out, ",%.1f,%.1f,%.4f,%d\n", in_points(arena, game->points[seat]), (double)ranks[seat] / WHOLE_RANK,
                (double)wins[seat] / WHOLE_WIN, game->fault == seat);
    }
}

/* A line for every seat of every game. */
static void write_csv(const struct arena *arena, const struct measured *it, FILE *out)
{
    fputs("deal,rotation,seat,bot,points,rank,win_share,fault\n", out);
    for (long deal = 0; deal < it->deals; deal++)
        for (int rotation = 0; rotation < arena->rotations; rotation++)
            write_game(out, arena, deal, rotation, &it->games[deal].games[rotation]);
}

/* ---- the command ---- */

struct wishes {
    long players, deals, threads, move_time;
    const char *bots, *seed, *csv, *state, *out, *shard;
    bool json, ladder, times, merge;
    struct shard share; /* as --shard says */
};

/* Reads a list of names into kinds, which point into it; the commas become
 * NULs. Returns how many there are, 0 after saying what is wrong. */
static int read_kinds(char *list, int most, struct player_kind *kinds)
{
    int count = 0;

    for (char *name = list, *next; name; name = next, count++) {
        next = strchr(name, ',');
        if (next)
            *next++ = '\0';
        if (count == most) {
            usage_error(&command_arena, "at most %d bots can play here; leave out %s", most, name);
            return 0;
        }
        struct player_kind kind = {.name = name};
        if (strncmp(name, PLAYER_COMMAND, strlen(PLAYER_COMMAND)) == 0)
            kind.command = name + strlen(PLAYER_COMMAND);
        else if (!bot_typed(&command_arena, name, &kind.bot, &kind.simulations))
            return 0;
        if (strlen(name) >= PLAYER_NAME || (kind.command && !kind.command[strspn(kind.command, " ")])) {
            usage_error(&command_arena, "%.40s: a command has 1 to %d bytes", name, PLAYER_NAME - 1);
            return 0;
        }
        kinds[count] = kind;
    }
    return count;
}

static bool plan_arena(struct arena *arena, const struct wishes *wishes, char *list, const char **words, int count)
{
    struct player_kind kinds[MAX_SEATS];

    count = game_from_words(&command_arena, words, count, &arena->plan.game);
    if (count < 0)
        return false;
    arena->plan.players = wishes->players >= 0 ? (int)wishes->players : usual_players(arena->plan.game);
    if (!plan_from_words(&command_arena, &arena->plan, words, count, wishes->seed))
        return false;
    if ((wishes->share.of || wishes->merge) && !wishes->state) {
        usage_error(&command_arena, "where are the shards kept? --state DIR");
        return false;
    }
    if (wishes->state && !wishes->seed) {
        usage_error(&command_arena, "--state needs a --seed: without one, every run has different deals");
        return false;
    }
    int named = read_kinds(list, arena->plan.players, kinds);
    if (named == 0)
        return false;
    arena_seat(arena, kinds, named);
    arena->deals = wishes->deals;
    arena->shard = wishes->share;
    arena->version = PARLOR_VERSION;
    arena->threads = (int)wishes->threads;
    arena->move_ms = (int)wishes->move_time;
    return true;
}

/* Times differ from run to run. Without programs from outside a report is the same in every run, unless somebody asks
 * for times. Shards do not keep any. */
static bool shows_times(const struct arena *arena, const struct wishes *wishes)
{
    bool outside = false;

    if (wishes->merge)
        return false;
    for (int kind = 0; kind < arena->field.count; kind++)
        outside |= arena->kinds[kind].command != NULL;
    return outside || wishes->times;
}

/* Plays or merges, reports, and writes to csv unless it is NULL; *deals is how many there are to tell of. */
static int play_and_report(const struct arena *arena, const struct wishes *wishes, FILE *csv, long *deals)
{
    struct measured it;

    bool fine = wishes->merge ? merge_arena(arena, wishes->state, &it)
                              : measure_arena(arena, wishes->state, arena->plan.game->title, &it);
    if (!fine)
        return EXIT_FAILED;
    if (it.deals > 0)
        (wishes->json ? print_report_json : print_report)(arena, &it, shows_times(arena, wishes));
    if (it.deals > 0 && csv)
        write_csv(arena, &it, csv);
    free(it.games);
    *deals = it.deals;
    if (it.deals == arena->deals)
        return exit_after_faults(EXIT_DONE, it.faults);
    return failure("interrupted after %ld of %ld deals%s", it.deals, arena->deals,
                   wishes->state ? "; run the same command again to continue" : "");
}

static int run_arena(const struct arena *arena, const struct wishes *wishes)
{
    struct replacement csv = {.file = NULL};

    catch_interrupt();
    if (arena->shard.of)
        return play_shard(arena, wishes->state);
    if (wishes->csv && !replacement_open(&csv, wishes->csv)) /* before hours of play */
        return EXIT_FAILED;
    long deals = 0;
    int exit_code = play_and_report(arena, wishes, csv.file, &deals);
    if (csv.file && !replacement_close(&csv, deals > 0))
        return EXIT_FAILED;
    return exit_code;
}

/* The levels of a ladder: those of the list, or all. */
static bool read_levels(struct ladder *ladder, char *list)
{
    if (list) {
        ladder->count = read_kinds(list, LADDER_LEVELS, ladder->levels);
        if (ladder->count == 1)
            usage_error(&command_arena, "a ladder has at least two levels, from weakest to strongest");
        return ladder->count > 1;
    }
    for (; ladder->count < LADDER_LEVELS && bots[ladder->count]; ladder->count++)
        ladder->levels[ladder->count] =
            (struct player_kind){.name = bots[ladder->count]->name, .bot = bots[ladder->count]};
    return true;
}

static int start_ladder(const struct wishes *wishes, char *list, const char **words, int count)
{
    struct ladder ladder = {.players = wishes->players,
                            .deals = wishes->deals,
                            .threads = wishes->threads,
                            .move_time = wishes->move_time,
                            .state = wishes->state,
                            .out = wishes->out};
    struct problem why;

    if (wishes->csv || wishes->json)
        return usage_error(&command_arena, "--ladder writes a table in Markdown; no --csv or --json");
    if (wishes->share.of || wishes->merge)
        return usage_error(&command_arena, "--ladder cannot be cut in shards; cut its arenas one by one");
    if (wishes->times)
        return usage_error(&command_arena, "--ladder shows no times; run single arenas with --times");
    if (count > 1)
        return usage_error(&command_arena, "%s: --ladder takes one game, or none for all", words[1]);
    if (count == 1 && !(ladder.game = game_named(&command_arena, words[0])))
        return EXIT_USAGE;
    if (!read_levels(&ladder, list))
        return EXIT_USAGE;
    if (!seed_parse(wishes->seed ? wishes->seed : "1", &ladder.seed, &why))
        return usage_error(&command_arena, "--seed: %s", why.text);
    catch_interrupt();
    return run_ladder(&ladder);
}

static int start_arena(const struct wishes *wishes, char *list, const char **words, int count)
{
    struct arena arena = {.deals = 0};
    char usual[] = "novice,random";

    if (wishes->out)
        return usage_error(&command_arena, "--out needs --ladder");
    if (wishes->share.of && (wishes->csv || wishes->json || wishes->times))
        return usage_error(&command_arena, "--shard writes no report: no --json, --csv or --times; --merge does");
    if (wishes->merge && wishes->times)
        return usage_error(&command_arena, "--merge shows no times: shards do not keep any");
    return plan_arena(&arena, wishes, list ? list : usual, words, count) ? run_arena(&arena, wishes) : EXIT_USAGE;
}

static int run(int argc, char **argv)
{
    struct wishes wishes = {.players = -1, .deals = 100, .threads = usual_threads(), .move_time = 10000};
    const struct arg args[] = {
        arg_players(&wishes.players),
        {"bots", ARG_TEXT, "LIST", "bots, one for each seat; see below (novice,random)", {.text = &wishes.bots}, 0, 0},
        {"deals",
         ARG_NUMBER,
         "K",
         "number of deals, each played in all rotations (100)",
         {.number = &wishes.deals},
         1,
         ARENA_DEALS},
        arg_seed(&wishes.seed),
        arg_workers(&wishes.threads),
        arg_json(&wishes.json),
        {"csv", ARG_TEXT, "FILE", "write a line for every seat of every game to FILE", {.text = &wishes.csv}, 0, 0},
        {"state",
         ARG_TEXT,
         "FILE",
         "save finished deals in FILE (shards: in a directory), and continue",
         {.text = &wishes.state},
         0,
         0},
        {"move-time",
         ARG_NUMBER,
         "MS",
         "milliseconds a cmd: bot has for each move (10000)",
         {.number = &wishes.move_time},
         1,
         3600000},
        {"ladder", ARG_FLAG, NULL, "play every level against the next, in all games", {.flag = &wishes.ladder}, 0, 0},
        {"out", ARG_TEXT, "FILE", "write the table of --ladder to FILE (standard output)", {.text = &wishes.out}, 0, 0},
        {"times", ARG_FLAG, NULL, "show the time per move of built-in bots, too", {.flag = &wishes.times}, 0, 0},
        arg_shard(&wishes.shard),
        arg_merge(&wishes.merge),
        arg_quiet(),
        {.name = NULL},
    };
    const char *words[MAX_WORDS];
    int exit_code, count = args_read(&command_arena, args, argc, argv, words, &exit_code);

    if (count < 0)
        return exit_code;
    if (!shard_wanted(&command_arena, wishes.shard, wishes.merge, &wishes.share))
        return EXIT_USAGE;
    char *list = wishes.bots ? must_copy(wishes.bots) : NULL;
    exit_code = (wishes.ladder ? start_ladder : start_arena)(&wishes, list, words, count);
    free(list);
    return exit_code;
}

const struct command command_arena = {
    .name = "arena",
    .usage = "GAME [name=value ...] [options]\n       parlor arena --ladder [GAME] [options]",
    .summary = "Measure bots against each other in duplicate play",
    .lists_bots = true,
    .details = "Each deal is played once for every rotation of the line-up around the table, so\n"
               "that the luck of the deal cancels out. --bots names a bot for each seat; if\n"
               "there are fewer names than seats, the last bot takes the rest: at a table of\n"
               "four, club,novice is one club against three novices. Bots of the same name\n"
               "count as one player, and all figures are per seat, so an even win share is one\n"
               "in N.\n"
               "\n"
               "club:5000 is club with 5000 simulations a move instead of its usual number, and\n"
               "club:0 does what its playouts do, without any search.\n"
               "cmd:COMMAND is your own program (docs/bot-protocol.md); the command cannot\n"
               "contain a comma. A bot that crashes, hangs or makes an illegal move loses the\n"
               "game: it comes last, and the others share the win. The exit code is then 1. Where\n"
               "programs play, the report shows the median and the longest time per move, and\n"
               "the names that they give themselves.\n"
               "\n"
               "Ratings are Plackett-Luce: 400 points mean tenfold odds, and novice is at 1000;\n"
               "if no novice plays, the mean is. p compares the first two bots: how likely such\n"
               "a difference would be if they were equally strong. Ctrl-C stops the run after\n"
               "whole deals, with a report on those and exit code 1. With --state and --seed,\n"
               "the same command continues the run and ends with the same report as one that\n"
               "never stopped.\n"
               "\n"
               "--shard 3/16 plays the third of 16 shares of the deals and saves them in\n"
               "DIR/shard-3-of-16, on any machine; DIR is what --state says. --merge then prints\n"
               "the report of one machine, byte for byte, or says which shard is missing,\n"
               "damaged or of other settings. Give the same game and options each time.\n"
               "\n"
               "--ladder plays every level against a table of the level below, and the\n"
               "strongest against novices in a third of the deals, and writes a table in\n"
               "Markdown. To choose the levels, name them with --bots, from weakest to\n"
               "strongest. The seed is 1 unless you give one.\n"
               "\n"
               "  parlor arena scout --players 4 --bots novice,random --deals 500\n"
               "  parlor arena bannish --bots \"cmd:./mybot.py\",novice --move-time 2000\n"
               "  parlor arena scout --seed 1 --deals 5000 --state scout.deals --json\n"
               "  parlor arena scout --seed 1 --deals 5000 --state scout --shard 3/16\n"
               "  parlor arena scout --seed 1 --deals 5000 --state scout --merge\n"
               "  parlor arena --ladder --deals 200 --state ladder.deals --out ratings.md\n",
    .run = run,
};
