/* parlor bench: how fast the rules and the search are, by game and player count.
 *
 * The rules are measured by uniformly random play with every legal list
 * produced; nothing is allocated while the clock runs. Each measurement is cut
 * into slices and the best slice counts, because whatever else the machine does
 * only ever makes a slice slower. Figures are printed for people and as JSON
 * lines; saved lines are what a later run is compared with. --signature prints
 * what the rules do rather than how fast. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory.h"
#include "bots/search.h"
#include "cli/cli.h"
#include "rules/signature.h"
#include "table/steady.h"

enum {
    SLICES = 5,
    POSITIONS = 64, /* states that are imagined from */
    ANSWERS = 16,   /* that every level gives while it is timed, unless they take longer than … */
    PATIENCE = 10,  /* … 10 measurements */
    HOT = 8,        /* states that are copied: as few as a search has at hand */
    COPIES = 4096,  /* between two looks at the clock */
    SIGNATURE_GAMES = 1000,
    MOST_LINES = 64, /* in a saved file */
};

/* The figures of a game with a number of players, in the order they are shown. */
enum figure {
    DECISIONS,
    OBSERVED,
    IMAGINED,
    SIMULATED,
    SIMULATED_TWICE,
    CLUB,
    EXPERT,
    MASTER,
    COPY,
    STATE,
    LEGAL,
    LENGTH,
    FIGURES
};

static const struct {
    const char *key;   /* in JSON */
    const char *title; /* of the column */
    int decimals;
} figures[FIGURES] = {
    [DECISIONS] = {"decisions_per_s", "decisions/s", 0},
    [OBSERVED] = {"observed_per_s", "observed/s", 0},
    [IMAGINED] = {"imagined_per_s", "imagined/s", 0},
    [SIMULATED] = {"simulations_per_s", "simulated/s", 0},
    [SIMULATED_TWICE] = {"simulations_two_threads_per_s", "two threads", 0},
    [CLUB] = {"club_ms", "club ms", 2},
    [EXPERT] = {"expert_ms", "expert ms", 1},
    [MASTER] = {"master_ms", "master ms", 0},
    [COPY] = {"copy_ns", "copy ns", 1},
    [STATE] = {"state_bytes", "state bytes", 0},
    [LEGAL] = {"mean_legal", "legal", 2},
    [LENGTH] = {"decisions_per_game", "game", 1},
};

struct bench {
    const struct game *game;
    struct setup setup;
    double seconds; /* of one measurement */
    double figure[FIGURES];
    long measured, to_measure; /* figures in the whole run: before this game, and all */
};

/* What is needed while the clock runs, laid out once. */
struct lab {
    struct state_buffer state, copy[HOT];
    struct state_buffer positions[POSITIONS];
    int seats[POSITIONS]; /* who owes a choice there */
    int gathered;         /* of the positions */
    uint16_t ids[LEGAL_SIZE];
    int searched;         /* position that was searched last */
    uint8_t *observation; /* observation_size bytes */
    uint8_t *mask;        /* max_actions bytes, 1 for a legal action */
    struct rng rng;
    uint64_t decisions, legal, games; /* since the slice began */
};

/* ---- random play ---- */

/* Marks the legal actions in the mask for as long as somebody might look at it.
 * Taking the marks off one by one is quicker than clearing max_actions bytes. */
static void use_mask(struct lab *lab, int count)
{
    for (int i = 0; i < count; i++)
        lab->mask[lab->ids[i]] = 1;
    __asm__ volatile("" ::: "memory"); /* the mask is whole here */
    for (int i = 0; i < count; i++)
        lab->mask[lab->ids[i]] = 0;
}

/* What is done at every decision of a random game. */
enum look { NOTHING, OBSERVE, GATHER };

/* Keeps every third position, so that all stages of a game are among them. */
static void gather(const struct game *game, struct lab *lab, int seat)
{
    if (lab->decisions % 3 != 1 || lab->gathered == POSITIONS)
        return;
    memcpy(lab->positions[lab->gathered].bytes, lab->state.bytes, game->state_size);
    lab->seats[lab->gathered++] = seat;
}

/* One game of random choices. Inlined once for each look, so that the bare loop is bare. */
static inline __attribute__((always_inline)) void play_game(const struct bench *bench, struct lab *lab, enum look look)
{
    const struct game *game = bench->game;
    struct state *state = state_in(&lab->state);

    game->start(state, &bench->setup);
    for (struct turn turn; (turn = game->turn(state)).kind != TURN_OVER;) {
        if (turn.kind == TURN_CHANCE) {
            game->chance(state, &lab->rng);
            continue;
        }
        int seat = __builtin_ctz(turn.seats);
        int count = game->legal(state, seat, lab->ids);
        lab->decisions++;
        lab->legal += (uint64_t)count;
        if (look == OBSERVE) {
            game->observe(state, seat, lab->observation);
            use_mask(lab, count);
        } else if (look == GATHER) {
            gather(game, lab, seat);
        }
        game->apply(state, seat, lab->ids[rng_below(&lab->rng, (uint32_t)count)], NULL);
    }
    lab->games++;
}

static void play_bare(const struct bench *bench, struct lab *lab)
{
    play_game(bench, lab, NOTHING);
}

static void play_observed(const struct bench *bench, struct lab *lab)
{
    play_game(bench, lab, OBSERVE);
}

/* Gathers positions from the middle of random games. */
static void gather_positions(const struct bench *bench, struct lab *lab)
{
    lab->rng = rng_fast(1);
    lab->decisions = 0;
    lab->gathered = 0;
    while (lab->gathered < POSITIONS)
        play_game(bench, lab, GATHER);
}

/* A world for every position: what its seat knows, completed at random. */
static void imagine_all(const struct bench *bench, struct lab *lab)
{
    for (int i = 0; i < POSITIONS; i++) {
        struct state *state = state_in(&lab->state);
        memcpy(lab->state.bytes, lab->positions[i].bytes, bench->game->state_size);
        bench->game->redact(state, lab->seats[i]);
        bench->game->imagine(state, lab->seats[i], &lab->rng);
    }
    lab->decisions += POSITIONS;
}

/* A search from the next position where there is something to choose. */
static void search_next(const struct bench *bench, struct lab *lab, int threads, int simulations)
{
    const struct game *game = bench->game;
    struct state *state = state_in(&lab->state);
    struct search_report report;
    struct bot_view view = {.game = game, .state = state, .legal = lab->ids};

    do {
        lab->searched = (lab->searched + 1) % POSITIONS;
        view.seat = lab->seats[lab->searched];
        memcpy(lab->state.bytes, lab->positions[lab->searched].bytes, game->state_size);
        game->redact(state, view.seat);
        view.count = game->legal(state, view.seat, lab->ids);
    } while (view.count == 1);
    view.budget.threads = threads;
    view.budget.simulations = simulations;
    search(&view, &lab->rng, &report);
    lab->decisions += (uint64_t)report.simulations;
}

/* As long as half a move of `master`, if a measurement takes half a second. */
static int a_fair_search(const struct bench *bench)
{
    return (int)(thinker_of(bench->game)->simulations[LEVEL_MASTER] * (bench->seconds < 1 ? bench->seconds : 1));
}

static void search_alone(const struct bench *bench, struct lab *lab)
{
    search_next(bench, lab, 1, a_fair_search(bench));
}

static void search_in_pairs(const struct bench *bench, struct lab *lab)
{
    search_next(bench, lab, 2, a_fair_search(bench));
}

/* The slowest of some answers of a level on one thread, in milliseconds. */
static double slowest_answer(const struct bench *bench, struct lab *lab, enum level level)
{
    double slowest = 0, end = steady_seconds() + PATIENCE * bench->seconds;

    lab->rng = rng_fast(1);
    lab->searched = 0;
    for (int i = 0; i < ANSWERS && !interrupted() && (i == 0 || steady_seconds() < end); i++) {
        double begin = steady_seconds();
        search_next(bench, lab, 1, thinker_of(bench->game)->simulations[level]);
        double taken = steady_seconds() - begin;
        slowest = taken > slowest ? taken : slowest;
    }
    return slowest * 1000;
}

static void copy_all(const struct bench *bench, struct lab *lab)
{
    for (int i = 0; i < COPIES; i++) {
        memcpy(lab->copy[i % HOT].bytes, lab->positions[i % HOT].bytes, bench->game->state_size);
        __asm__ volatile("" ::: "memory"); /* every copy counts */
    }
    lab->decisions += COPIES;
}

/* ---- the clock ---- */

/* How often a second the work counts one up in lab->decisions, in the best of
 * the slices. */
static double best_rate(const struct bench *bench, struct lab *lab, void (*work)(const struct bench *, struct lab *))
{
    double best = 0;

    lab->rng = rng_fast(1);
    lab->legal = lab->games = 0;
    uint64_t all = 0;
    for (int slice = 0; slice < SLICES; slice++) {
        double begin = steady_seconds(), passed = 0;
        lab->decisions = 0;
        do {
            work(bench, lab);
            passed = steady_seconds() - begin;
        } while (passed < bench->seconds / SLICES && !interrupted());
        double rate = (double)lab->decisions / passed;
        best = rate > best ? rate : best;
        all += lab->decisions;
    }
    lab->decisions = all;
    return best;
}

static void measure_figure(struct bench *bench, struct lab *lab, enum figure which)
{
    double *figure = bench->figure;

    switch (which) {
    case DECISIONS:
        figure[DECISIONS] = best_rate(bench, lab, play_bare);
        figure[LEGAL] = (double)lab->legal / (double)lab->decisions;
        figure[LENGTH] = (double)lab->decisions / (double)lab->games;
        break;
    case OBSERVED: figure[OBSERVED] = best_rate(bench, lab, play_observed); break;
    case IMAGINED:
        gather_positions(bench, lab);
        figure[IMAGINED] = best_rate(bench, lab, imagine_all);
        break;
    case SIMULATED: figure[SIMULATED] = best_rate(bench, lab, search_alone); break;
    case SIMULATED_TWICE: figure[SIMULATED_TWICE] = best_rate(bench, lab, search_in_pairs); break;
    case CLUB: figure[CLUB] = slowest_answer(bench, lab, LEVEL_CLUB); break;
    case EXPERT: figure[EXPERT] = slowest_answer(bench, lab, LEVEL_EXPERT); break;
    case MASTER: figure[MASTER] = slowest_answer(bench, lab, LEVEL_MASTER); break;
    case COPY: figure[COPY] = 1e9 / best_rate(bench, lab, copy_all); break;
    case STATE: figure[STATE] = (double)bench->game->state_size; break;
    case LEGAL:
    case LENGTH: /* found with DECISIONS */
    case FIGURES: break;
    }
}

/* Measures everything; false after Ctrl-C. */
static bool measure(struct bench *bench, struct lab *lab)
{
    for (int which = 0; which < FIGURES && !interrupted(); which++) {
        progress("measuring", bench->measured + which, bench->to_measure);
        measure_figure(bench, lab, (enum figure)which);
    }
    progress_hide(); /* what was measured is printed now */
    return !interrupted() || failure("interrupted") == EXIT_DONE;
}

/* ---- lines ---- */

/* The figures of a run that was saved. */
struct saved {
    int count;
    struct saved_line {
        char game[NAME_SIZE];
        int players;
        double figure[FIGURES];
    } lines[MOST_LINES];
};

static const struct saved_line *saved_line(const struct saved *saved, const struct bench *bench)
{
    for (int i = 0; i < saved->count; i++)
        if (strcmp(saved->lines[i].game, bench->game->id) == 0 && saved->lines[i].players == bench->setup.players)
            return &saved->lines[i];
    return NULL;
}

/* A plain decimal number greater than 0; the text ends in NUL. */
static bool read_figure(struct reader *in, double *figure)
{
    const char *text = in->text + in->at;
    size_t length = strspn(text, "0123456789.");
    char *end;

    *figure = strtod(text, &end);
    if (length == 0 || end != text + length || *figure <= 0)
        return read_failed(in, "not a figure");
    in->at += length;
    return true;
}

/* A line as print_json() writes it without a comparison. */
static bool read_line(const char *text, struct saved_line *line)
{
    struct reader in = read_from(text, text_length(text));
    size_t length = 0;

    read_literal(&in, "{\"game\":");
    if (!read_json_string(&in, line->game, sizeof line->game - 1, &length))
        return false;
    line->game[length] = '\0';
    read_literal(&in, ",\"players\":");
    if (!read_number(&in, 0, MAX_SEATS, &line->players))
        return false;
    for (int i = 0; i < FIGURES; i++) {
        read_literal(&in, ",\"");
        read_literal(&in, figures[i].key);
        if (!read_literal(&in, "\":") || !read_figure(&in, &line->figure[i]))
            return false;
    }
    return read_literal(&in, "}\n") && read_end(&in);
}

/* Reads what a run is compared with. The first run that saves to the file it
 * compares with finds none. */
static int read_saved(const char *path, bool may_be_missing, struct saved *saved)
{
    char text[1024];
    int exit_code = EXIT_DONE;

    saved->count = 0;
    if (may_be_missing && access(path, F_OK) != 0) {
        remark("%s: does not exist yet, so there is nothing to compare with", path);
        return EXIT_DONE;
    }
    FILE *in = readable_open(path);
    if (!in)
        return EXIT_FAILED;
    while (exit_code == EXIT_DONE && fgets(text, sizeof text, in)) {
        if (saved->count == MOST_LINES)
            exit_code = failure("%s: more than %d lines", path, MOST_LINES);
        else if (!read_line(text, &saved->lines[saved->count++]))
            exit_code = failure("%s: line %d: not a line of parlor bench --save", path, saved->count);
    }
    if (exit_code == EXIT_DONE && ferror(in))
        exit_code = failure("%s: %s", path, strerror(errno));
    if (exit_code == EXIT_DONE && saved->count == 0)
        exit_code = failure("%s: there are no figures in it", path);
    fclose(in);
    return exit_code;
}

static double change(const struct bench *bench, const struct saved_line *before, int figure)
{
    return (bench->figure[figure] / before->figure[figure] - 1) * 100;
}

static void print_json(const struct bench *bench, const struct saved_line *before, FILE *out)
{
    fprintf(out, "{\"game\":\"%s\",\"players\":%d", bench->game->id, bench->setup.players);
    for (int i = 0; i < FIGURES; i++)
        fprintf(out, ",\"%s\":%.*f", figures[i].key, figures[i].decimals, bench->figure[i]);
    if (before) {
        fprintf(out, ",\"change_percent\":{");
        for (int i = 0; i < FIGURES; i++)
            fprintf(out, "%s\"%s\":%.1f", i ? "," : "", figures[i].key, change(bench, before, i));
        fprintf(out, "}");
    }
    fprintf(out, "}\n");
}

static void print_titles(void)
{
    printf("%-12s players", "game");
    for (int i = 0; i < FIGURES; i++)
        printf("  %11s", figures[i].title);
    puts("");
}

static void print_words(const struct bench *bench, const struct saved_line *before, bool compared)
{
    printf("%-12s %7d", bench->game->id, bench->setup.players);
    for (int i = 0; i < FIGURES; i++)
        if (bench->figure[i] >= 1e6)
            printf("  %9.2f M", bench->figure[i] * 1e-6);
        else if (bench->figure[i] >= 1e4)
            printf("  %9.1f k", bench->figure[i] * 1e-3);
        else
            printf("  %11.*f", figures[i].decimals, bench->figure[i]);
    puts("");
    if (before) {
        printf("%20s", "change");
        for (int i = 0; i < FIGURES; i++)
            printf("  %+10.1f%%", change(bench, before, i));
        puts("");
    } else if (compared) {
        printf("%20s  nothing to compare with\n", "new");
    }
}

/* ---- the command ---- */

struct wishes {
    const struct game *game; /* NULL: all */
    long players;            /* -1: all */
    double seconds;
    const char *save, *compare;
    bool json;
};

static void print_figures(const struct wishes *wishes, const struct bench *bench, const struct saved *saved, FILE *save)
{
    const struct saved_line *before = saved ? saved_line(saved, bench) : NULL;

    if (wishes->json)
        print_json(bench, before, stdout);
    else
        print_words(bench, before, saved);
    if (save)
        print_json(bench, NULL, save);
    fflush(stdout); /* somebody is waiting for it */
}

/* Measures one game for one number of players and prints it. */
static bool bench_one(const struct wishes *wishes, struct bench *bench, const struct saved *saved, FILE *save)
{
    struct lab *lab = must_zero(1, sizeof *lab);
    uint8_t *observation = must_zero(1, bench->game->observation_size),
            *mask = must_zero(1, (size_t)bench->game->max_actions);

    lab->observation = observation;
    lab->mask = mask;
    bool fine = measure(bench, lab);
    if (fine)
        print_figures(wishes, bench, saved, save);
    free(mask);
    free(observation);
    free(lab);
    return fine;
}

static bool is_measured(const struct wishes *wishes, const struct game *game, int players)
{
    return (!wishes->game || wishes->game == game) && (wishes->players < 0 || wishes->players == players);
}

/* How many games with a number of players there are to measure. */
static long lines_to_measure(const struct wishes *wishes)
{
    long lines = 0;

    for (int i = 0; games[i]; i++)
        for (int players = games[i]->min_players; players <= games[i]->max_players; players++)
            lines += is_measured(wishes, games[i], players);
    return lines;
}

static bool bench_all(const struct wishes *wishes, const struct saved *saved, FILE *save)
{
    long done = 0, all = lines_to_measure(wishes);
    bool fine = true;

    if (!wishes->json)
        print_titles();
    for (int i = 0; games[i]; i++)
        for (int players = games[i]->min_players; fine && players <= games[i]->max_players; players++) {
            struct bench bench = {.game = games[i],
                                  .setup = {.players = players},
                                  .seconds = wishes->seconds,
                                  .measured = done * FIGURES,
                                  .to_measure = all * FIGURES};
            if (!is_measured(wishes, games[i], players))
                continue;
            fine = bench_one(wishes, &bench, saved, save);
            done++;
        }
    progress_end();
    return fine && !ferror(stdout);
}

static int bench_and_save(const struct wishes *wishes, const struct saved *saved)
{
    struct replacement save;

    if (!wishes->save)
        return bench_all(wishes, saved, NULL) ? EXIT_DONE : EXIT_FAILED;
    if (!replacement_open(&save, wishes->save))
        return EXIT_FAILED;
    bool measured = bench_all(wishes, saved, save.file);
    return replacement_close(&save, measured) && measured ? EXIT_DONE : EXIT_FAILED;
}

static void print_signature(const struct game *game, bool json)
{
    struct signature signature = signature_of_game(game, SIGNATURE_GAMES);
    printf(json ? "{\"game\":\"%s\",\"signature\":\"%016llx\",\"decisions\":%llu}\n"
                : "%s signature %016llx decisions %llu\n",
           game->id, (unsigned long long)signature.hash, (unsigned long long)signature.decisions);
}

static int run_bench(struct wishes *wishes, const char *seconds)
{
    struct saved saved;

    wishes->seconds = seconds_typed(seconds);
    if (wishes->seconds <= 0)
        return usage_error(&command_bench, "--seconds %s: must be from 0.01 to 60", seconds);
    if (lines_to_measure(wishes) == 0 && wishes->game)
        return usage_error(&command_bench, "%s is for %d to %d players, not %ld", wishes->game->title,
                           wishes->game->min_players, wishes->game->max_players, wishes->players);
    if (lines_to_measure(wishes) == 0)
        return usage_error(&command_bench, "no game is for %ld players", wishes->players);
    bool replaced = wishes->compare && wishes->save && strcmp(wishes->compare, wishes->save) == 0;
    if (wishes->compare && read_saved(wishes->compare, replaced, &saved) != EXIT_DONE)
        return EXIT_FAILED;
    catch_interrupt();
    return bench_and_save(wishes, wishes->compare ? &saved : NULL);
}

static int run(int argc, char **argv)
{
    struct wishes wishes = {.players = -1};
    const char *seconds = NULL, *words[MAX_WORDS];
    bool signature = false;
    const struct arg args[] = {
        {"players", ARG_NUMBER, "N", "measure only with this number of players", {.number = &wishes.players}, 0, 99},
        {"seconds", ARG_TEXT, "S", "seconds to measure each figure for (0.5)", {.text = &seconds}, 0, 0},
        {"save", ARG_TEXT, "FILE", "save the figures in FILE, replacing older ones", {.text = &wishes.save}, 0, 0},
        {"compare", ARG_TEXT, "FILE", "show the change from the figures in FILE", {.text = &wishes.compare}, 0, 0},
        {"signature",
         ARG_FLAG,
         NULL,
         "print a fingerprint of what the rules do, not the speed",
         {.flag = &signature},
         0,
         0},
        arg_json(&wishes.json),
        arg_quiet(),
        {.name = NULL},
    };
    int exit_code, count = args_read(&command_bench, args, argc, argv, words, &exit_code);

    if (count < 0)
        return exit_code;
    if (count > 1)
        return usage_error(&command_bench, "%s: one game, or none for all", words[1]);
    if (count == 1 && !(wishes.game = game_named(&command_bench, words[0])))
        return EXIT_USAGE;
    if (!signature)
        return run_bench(&wishes, seconds ? seconds : "0.5");
    if (wishes.players >= 0 || seconds || wishes.save || wishes.compare)
        return usage_error(&command_bench, "--signature takes a game and --json, and no other options");
    for (int i = 0; games[i]; i++)
        if (!wishes.game || wishes.game == games[i])
            print_signature(games[i], wishes.json);
    return EXIT_DONE;
}

const struct command command_bench = {
    .name = "bench",
    .usage = "[GAME] [options]",
    .summary = "Measure how fast the rules and the search are",
    .details = "  decisions/s  uniformly random play, every legal list produced\n"
               "  observed/s   the same with an observation and a mask of all actions each time\n"
               "  imagined/s   worlds completed from what one seat knows of a position\n"
               "  simulated/s  playouts of the search that bots use; then with two threads\n"
               "  club ms      milliseconds of the slowest of sixteen answers of that level, or\n"
               "               of as many as ten measurements have time for, on one thread;\n"
               "               expert ms and master ms likewise\n"
               "  copy ns      nanoseconds to copy a state, whose size is state bytes\n"
               "  legal        legal actions in a decision, on average\n"
               "  game         decisions in a game, on average\n"
               "\n"
               "Each figure is the best of five slices. Compare only figures from the same\n"
               "machine. --compare and --save may name the same file: it is read first, if it\n"
               "exists, and replaced at the end. --signature plays 1000 seeded games and prints\n"
               "a number that stands for everything that happened in them; it changes when the\n"
               "rules do.\n"
               "\n"
               "  parlor bench scout --players 4\n"
               "  parlor bench --compare bench/last.json --save bench/last.json\n"
               "  parlor bench --signature\n",
    .run = run,
};
