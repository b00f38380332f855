/* The kernels of parlor lab --gpu, run on a processor, come to the lab's own figures, byte for byte: in every game and
 * with every number of players, for random players, novices and both at one table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cuda/processor.h"
#include "cuda/survey_gpu.h"
#include "cuda/survey_kernels.h"
#include "support/scale.h"

enum { THREADS = 100, MOMENTS = 4096 };

/* A "GPU" whose threads run one after the other. */
struct shim {
    int moments;           /* that a game may have */
    long played, too_long; /* parts */
};

static void *room(size_t count, size_t size)
{
    void *made = calloc(count, size);
    assert_non_null(made);
    return made;
}

static void run(void (*kernel)(const struct cuda_survey *), const struct cuda_survey *v, uint32_t threads)
{
    for (the_thread = 0; the_thread < threads; the_thread++)
        kernel(v);
}

static enum survey_end play(void *context, const struct survey_part *part, struct tally *sums, struct problem *why)
{
    struct shim *shim = context;
    struct cuda_survey launch = survey_launch(part, THREADS);
    uint32_t too_long = 0;

    (void)why;
    assert_true(launch.threads > 0 && launch.threads <= THREADS);
    launch.lineup = part->lineup;
    launch.tallies = room(launch.threads, sizeof(struct tally));
    launch.moments = room(launch.threads * (size_t)shim->moments, sizeof(struct moment));
    launch.sums = sums;
    launch.capacity = (uint32_t)shim->moments;
    launch.too_long = &too_long;
    run(survey_play, &launch, launch.threads + 1); /* one too many must do nothing */
    if (part->kings)
        run(survey_ask_kings, &launch, launch.threads + 1);
    run(survey_add_up, &launch, launch.blocks * TALLY_CELLS + 1);
    free(launch.tallies);
    free(launch.moments);
    *(too_long ? &shim->too_long : &shim->played) += 1;
    return too_long ? SURVEY_CANNOT : SURVEY_PLAYED;
}

static bool go_on(void *unused)
{
    (void)unused;
    return false;
}

static void watch_done(const struct survey *survey)
{
    (void)survey;
}

/* All figures of a survey, as JSON and CSV. */
static char *figures(const struct survey_plan *plan)
{
    const struct survey_watch watch = {.stopped = go_on, .done = watch_done};
    struct problem why;
    char directory[] = "/tmp/parlor-survey-XXXXXX", command[100], *text = NULL;
    size_t length;
    struct survey_plan there = *plan;

    assert_non_null(mkdtemp(directory));
    there.directory = directory;
    struct survey *survey = survey_open(&there, &why);
    assert_non_null(survey);
    assert_int_equal(survey_run(survey, &watch, &why), WORKERS_DONE);
    FILE *out = open_memstream(&text, &length), *csv = tmpfile();
    assert_true(out && csv);
    survey_write(survey, out, csv);
    assert_int_equal(fclose(out), 0);
    fclose(csv);
    survey_close(survey);
    snprintf(command, sizeof command, "rm -r %s", directory);
    assert_int_equal(system(command), 0);
    return text;
}

/* The deals of a survey by the shim, and by the lab's own threads. */
static void compare(const struct game *game, int players, const struct bot *bot, long deals, struct shim *shim)
{
    const struct survey_engine engine = {.context = shim, .deals = deals / 3 + 1, .play = play};
    struct table_plan *plans = room(1, sizeof *plans);
    const struct bot *seats[1][MAX_SEATS] = {{bot, bot, bot, bot, bot}};
    char labels[1][LABEL_SIZE] = {"the usual rules"};
    struct survey_plan plan = {.version = "test",
                               .variants = plans,
                               .labels = labels,
                               .bots = seats,
                               .count = 1,
                               .deals = deals,
                               .skill_deals = bot == &bot_novice ? deals / 2 : 0,
                               .threads = 1};

    *plans = (struct table_plan){.game = game, .players = players};
    plans->seed.bytes[31] = 1;
    char *here = figures(&plan);
    plan.engine = &engine;
    char *there = figures(&plan);
    assert_string_equal(here, there);
    free(here);
    free(there);
    free(plans);
}

static void for_all(const struct bot *bot, long deals)
{
    for (int i = 0; games[i]; i++)
        for (int players = games[i]->min_players; players <= games[i]->max_players; players++) {
            struct shim shim = {.moments = MOMENTS};
            compare(games[i], players, bot, deals, &shim);
            assert_true(shim.played > 1 && shim.too_long == 0);
        }
}

static void random_players_come_to_the_same(void **unused)
{
    (void)unused;
    for_all(&bot_random, scaled(60, 500, 10000));
}

/* Novices, and, for skill, one of them among random players, in all rotations. */
static void novices_come_to_the_same(void **unused)
{
    (void)unused;
    for_all(&bot_novice, scaled(2, 4, 100));
}

/* A game that a thread has no space for is played by the processor. */
static void long_games_are_played_here(void **unused)
{
    struct shim shim = {.moments = 170};

    (void)unused;
    compare(game_by_id("bannish"), 4, &bot_random, 60, &shim);
    assert_true(shim.too_long > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_players_come_to_the_same),
        cmocka_unit_test(novices_come_to_the_same),
        cmocka_unit_test(long_games_are_played_here),
    };
    return cmocka_run_group_tests_name("survey kernels", tests, NULL, NULL);
}
