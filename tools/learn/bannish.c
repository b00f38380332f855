/* learn bannish: has the network of the bot of BANNISH learn what cards are worth (bots/bannish_policy.h), and prints
 * it as src/bots/bannish_network.h.
 *
 * First, games are played in which every seat tries all its cards in the same worlds and plays the best one. What
 * each card was worth there is noted. Then the network learns to tell that, as far as it can be told without trying: by
 * how much each card is better or worse than the others of the same choice. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bannish_policy.h"
#include "bots/bannish_network.h"
#include "bots/search.h"
#include "lab/workers.h"
#include "learn.h"
#include "memory.h"

/* ---- choices, and what each card was worth ---- */

struct choice {
    struct told told;
    uint8_t count;
    struct told_card cards[BANNISH_HAND_SIZE];
    float worth[BANNISH_HAND_SIZE]; /* more than the average of the choice, in likings */
};

struct choices {
    struct choice *list;
    size_t count, capacity;
};

static struct choice *add_choice(struct choices *choices)
{
    if (choices->count == choices->capacity) {
        choices->capacity = choices->capacity ? 2 * choices->capacity : 256;
        choices->list = must_resize(choices->list, choices->capacity * sizeof *choices->list);
    }
    return &choices->list[choices->count++];
}

static void note(struct choices *choices, const struct bot_view *view, const struct search_weighing *weighing)
{
    struct choice *choice = add_choice(choices);
    double sum = 0;

    bannish_tell(view->state, view->seat, view->legal, view->count, &choice->told, choice->cards);
    choice->count = (uint8_t)view->count;
    for (int i = 0; i < view->count; i++)
        sum += weighing->value[i];
    for (int i = 0; i < view->count; i++)
        choice->worth[i] = (float)((weighing->value[i] - sum / view->count) / worth_of_liking);
}

/* ---- games ---- */

struct school {
    long games, simulations, seed;
    struct choices choices;
};

/* Tries all cards, and returns the best. */
static uint16_t try_cards(struct choices *choices, const struct state *s, int seat, long simulations, struct rng *rng,
                          struct workers_watch *watch)
{
    struct bot_budget budget = {.simulations = (int)simulations, .stop = workers_is_stopped, .stopper = watch};
    struct state_buffer buffer;
    struct search_weighing weighing;
    uint16_t legal[LEGAL_SIZE];
    int best = 0;

    memcpy(buffer.bytes, s, bannish.state_size);
    bannish.redact(state_in(&buffer), seat);
    struct bot_view view = bot_view_at(LEVEL_NONE, &bannish, state_in(&buffer), seat, NULL, budget, legal);
    if (view.count == 1)
        return legal[0];
    search_weigh(&view, legal, view.count, rng, &weighing);
    note(choices, &view, &weighing);
    for (int i = 1; i < view.count; i++)
        best = weighing.value[i] > weighing.value[best] ? i : best;
    return legal[best];
}

/* Four players and the usual stars most often, as at most tables. */
static void deal_game(struct state *s, long number)
{
    static const uint8_t players[] = {4, 3, 4, 5, 4, 3, 5};
    static const char *const stars[] = {NULL, NULL, "equal", NULL, "stepped", NULL};
    const struct setup setup = {.players = players[number % 7], .value = {stars[number % 6]}};

    bannish.start(s, &setup);
}

static bool play_game(void *context, int worker, long number, const atomic_bool *stop, void *out, struct problem *why)
{
    const struct school *school = context;
    struct rng rng = rng_fast((uint64_t)school->seed << 32 ^ (uint64_t)number);
    struct workers_watch watch = {.stop = stop};
    struct choices choices = {.list = NULL};
    struct state_buffer buffer;
    struct state *s = state_in(&buffer);

    (void)worker, (void)why;
    deal_game(s, number);
    for (struct turn turn; (turn = bannish.turn(s)).kind != TURN_OVER;) {
        int seat = __builtin_ctz(turn.seats);
        if (atomic_load_explicit(stop, memory_order_relaxed))
            break;
        if (turn.kind == TURN_CHANCE)
            bannish.chance(s, &rng);
        else
            bannish.apply(s, seat, try_cards(&choices, s, seat, school->simulations, &rng, &watch), NULL);
    }
    *(struct choices *)out = choices;
    return true;
}

static bool take_game(void *context, long number, void *out)
{
    struct school *school = context;
    struct choices *game = out;

    for (size_t i = 0; i < game->count; i++)
        *add_choice(&school->choices) = game->list[i];
    free(game->list);
    progress("games", number + 1, school->games);
    return true;
}

static void drop_game(void *out)
{
    free(((struct choices *)out)->list);
}

static bool is_interrupted(void *context)
{
    (void)context;
    return interrupted();
}

/* False if it was interrupted. */
static bool gather(struct school *school, int threads)
{
    const struct workers_task task = {
        .end = school->games,
        .threads = threads,
        .size = sizeof(struct choices),
        .context = school,
        .stopped = is_interrupted,
        .work = play_game,
        .take = take_game,
        .drop = drop_game,
    };
    struct problem why;
    enum workers_end end = workers_run(&task, &why);

    progress_end();
    if (end == WORKERS_FAILED)
        failure("%s", why.text);
    return end == WORKERS_DONE;
}

/* ---- the network ---- */

/* What struct network is, not rounded. */
struct weights {
    float rows[ROWS][HIDDEN], card_rows[CARD_ROWS][HIDDEN], out[HIDDEN], levels[CARD_ROWS];
};

enum { WEIGHTS = sizeof(struct weights) / sizeof(float) };

struct lesson {
    struct weights weights, slopes, mean, square;
};

/* Small ones, by chance, so that no two hidden numbers are alike. */
static void begin_weights(struct weights *weights, struct rng *rng)
{
    float *list = &weights->rows[0][0];

    for (size_t i = 0; i < WEIGHTS; i++)
        list[i] = 0.4f * (draw_evenly(rng) - 0.5f);
    memset(weights->levels, 0, sizeof weights->levels);
}

static void see(const struct weights *weights, const struct told *told, float *situation)
{
    memset(situation, 0, HIDDEN * sizeof *situation);
    for (int i = 0; i < told->count; i++)
        for (int j = 0; j < HIDDEN; j++)
            situation[j] += weights->rows[told->rows[i]][j];
}

static float like(const struct weights *weights, const struct told_card *card, const float *situation, float *hidden)
{
    float liking = 0;

    memcpy(hidden, situation, HIDDEN * sizeof *hidden);
    for (int i = 0; i < card->count; i++) {
        liking += weights->levels[card->rows[i]];
        for (int j = 0; j < HIDDEN; j++)
            hidden[j] += weights->card_rows[card->rows[i]][j];
    }
    for (int j = 0; j < HIDDEN; j++) {
        hidden[j] = hidden[j] > 0 ? hidden[j] : 0;
        liking += hidden[j] * weights->out[j];
    }
    return liking;
}

/* By how much each card is liked more than the average of the choice, less what it was worth. */
static void errors_of(const struct weights *weights, const struct choice *choice, float hidden[][HIDDEN], float *errors)
{
    float situation[HIDDEN], sum = 0;

    see(weights, &choice->told, situation);
    for (int i = 0; i < choice->count; i++)
        sum += errors[i] = like(weights, &choice->cards[i], situation, hidden[i]);
    for (int i = 0; i < choice->count; i++)
        errors[i] -= sum / (float)choice->count + choice->worth[i];
}

static void learn_from(struct lesson *lesson, const struct choice *choice)
{
    struct weights *slopes = &lesson->slopes;
    float hidden[BANNISH_HAND_SIZE][HIDDEN], errors[BANNISH_HAND_SIZE], back[HIDDEN], all[HIDDEN] = {0};

    errors_of(&lesson->weights, choice, hidden, errors);
    for (int i = 0; i < choice->count; i++) {
        const struct told_card *card = &choice->cards[i];
        for (int j = 0; j < HIDDEN; j++) {
            slopes->out[j] += errors[i] * hidden[i][j];
            back[j] = hidden[i][j] > 0 ? errors[i] * lesson->weights.out[j] : 0;
            all[j] += back[j];
        }
        for (int k = 0; k < card->count; k++) {
            slopes->levels[card->rows[k]] += errors[i];
            for (int j = 0; j < HIDDEN; j++)
                slopes->card_rows[card->rows[k]][j] += back[j];
        }
    }
    for (int k = 0; k < choice->told.count; k++)
        for (int j = 0; j < HIDDEN; j++)
            slopes->rows[choice->told.rows[k]][j] += all[j];
}

static void shuffle(struct choices *choices, struct rng *rng)
{
    for (size_t i = choices->count - 1; i > 0; i--) {
        size_t j = rng_below(rng, (uint32_t)i + 1);
        struct choice choice = choices->list[i];
        choices->list[i] = choices->list[j];
        choices->list[j] = choice;
    }
}

/* Returns what part of the differences between cards the network tells; NaN if it has lost its way. */
static double part_told(const struct weights *weights, const struct choice *choices, size_t count)
{
    double left = 0, all = 0;

    for (size_t i = 0; i < count; i++) {
        float hidden[BANNISH_HAND_SIZE][HIDDEN], errors[BANNISH_HAND_SIZE];
        errors_of(weights, &choices[i], hidden, errors);
        for (int k = 0; k < choices[i].count; k++) {
            left += (double)errors[k] * (double)errors[k];
            all += (double)choices[i].worth[k] * (double)choices[i].worth[k];
        }
    }
    return 1 - left / all;
}

enum { A_STEP = 256, TESTED = 20 }; /* choices; one in TESTED is kept for the test */

/* False if it was interrupted, or has lost its way. */
static bool learn(struct lesson *lesson, const struct choices *choices, long rounds, struct rng *rng)
{
    struct descent descent = {.count = WEIGHTS,
                              .memory = 0.999f,
                              .least = 1e-8f,
                              .slopes = &lesson->slopes.rows[0][0],
                              .mean = &lesson->mean.rows[0][0],
                              .square = &lesson->square.rows[0][0]};
    size_t tested = choices->count / TESTED, learnt = choices->count - tested;
    long steps = rounds * (long)(learnt / A_STEP + 1);

    begin_weights(&lesson->weights, rng);
    for (long step = 0; step < steps && !interrupted(); step++) {
        for (int i = 0; i < A_STEP; i++)
            learn_from(lesson, &choices->list[tested + rng_below(rng, (uint32_t)learnt)]);
        if (!descend(&descent, &lesson->weights.rows[0][0], 1.0f / A_STEP,
                     4e-3f * powf(0.02f, (float)step / (float)steps)))
            return false;
        progress("learning", step + 1, steps);
    }
    progress_end();
    double part = part_told(&lesson->weights, choices->list, tested);
    if (!isfinite(part))
        return lost_its_way();
    fprintf(stderr, "%zu choices; of the differences between cards in %zu others it tells %.1f %%\n", learnt, tested,
            100 * part);
    return !interrupted();
}

/* ---- what is printed ---- */

static void print_numbers(const char *before, const float *list, int count, float one, const char *after)
{
    fputs(before, stdout);
    for (int i = 0; i < count; i++)
        printf("%s%ld", i == 0 ? "" : i % 16 ? ", " : ",\n     ", lrintf(list[i] * one));
    puts(after);
}

static void print_rows(const char *name, const float rows[][HIDDEN], int count)
{
    printf(".%s = {\n", name);
    for (int i = 0; i < count; i++)
        print_numbers("    {", rows[i], HIDDEN, WEIGHT_ONE, "},");
    puts("},");
}

static void print_network(const struct weights *weights)
{
    puts("/* What the network of bots/bannish.c has learned. All numbers are made by tools/learn/bannish.c; nobody "
         "changes\n"
         " * them by hand. */\n"
         "/* clang-format off */\n"
         "#ifndef PARLOR_BOTS_BANNISH_NETWORK_H\n"
         "#define PARLOR_BOTS_BANNISH_NETWORK_H\n"
         "\n"
         "static const struct network network = {");
    print_rows("rows", weights->rows, ROWS);
    print_rows("card_rows", weights->card_rows, CARD_ROWS);
    print_numbers(".out = {", weights->out, HIDDEN, WEIGHT_ONE, "},");
    print_numbers(".levels = {", weights->levels, CARD_ROWS, LIKING_ONE, "},");
    puts("};\n"
         "\n"
         "#endif");
}

/* ---- the command ---- */

static int learn_and_print(struct school *school, long rounds, int threads)
{
    static struct lesson lesson;
    struct rng rng = rng_fast((uint64_t)school->seed);

    catch_interrupt();
    bool whole = gather(school, threads);
    if (whole && school->choices.count < TESTED) {
        failure("%zu choices are too few to learn from; play more games", school->choices.count);
        whole = false;
    }
    if (whole) {
        shuffle(&school->choices, &rng);
        whole = learn(&lesson, &school->choices, rounds, &rng);
    }
    free(school->choices.list);
    if (interrupted())
        return failure("interrupted; nothing is printed");
    if (whole)
        print_network(&lesson.weights);
    return whole ? EXIT_DONE : EXIT_FAILED;
}

static int run(int argc, char **argv)
{
    struct school school = {.games = 4000, .simulations = 400, .seed = 1};
    long rounds = 8, threads = 2;
    const struct arg args[] = {
        {"games", ARG_NUMBER, "K", "games to learn from (4000)", {.number = &school.games}, 1, 1000000},
        {"simulations",
         ARG_NUMBER,
         "N",
         "simulations for a choice (400)",
         {.number = &school.simulations},
         50,
         1000000},
        {"rounds", ARG_NUMBER, "N", "how often it goes over all choices (8)", {.number = &rounds}, 1, 1000},
        {"seed", ARG_NUMBER, "S", "the same seed learns the same (1)", {.number = &school.seed}, 0, 1 << 30},
        {"threads", ARG_NUMBER, "T", "threads that play (2)", {.number = &threads}, 1, WORKERS_MAX},
        {.name = NULL},
    };
    const char *words[MAX_WORDS];
    int exit_code, count = args_read(&command_bannish, args, argc, argv, words, &exit_code);

    if (count < 0)
        return exit_code;
    return count == 0 ? learn_and_print(&school, rounds, (int)threads)
                      : usage_error(&command_bannish, "%s: only options are of use here", words[0]);
}

const struct command command_bannish = {
    .name = "bannish",
    .usage = "[options]",
    .summary = "Learn what cards are worth in BANNISH from searches, and print the network as C",
    .details = "What is printed is a whole src/bots/bannish_network.h. Searches of 200 simulations\n"
               "or more have the network in their playouts, so a second run can learn from what\n"
               "the first one learnt. The number of threads makes no difference to what is\n"
               "printed. Ctrl-C ends the run, and nothing is printed.\n"
               "\n"
               "  learn bannish --simulations 190 > network.h\n"
               "  learn bannish --seed 2 > network.h\n",
    .run = run,
};
