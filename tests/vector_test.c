/* Many games at once (the vector of parlor.h): the same games whatever the number
 * of threads, shown as a table shows them, and refused as a table refuses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "parlor.h"
#include "support/scale.h"

enum { GAMES = 100, STEPS = 400, SEATS = 4 };

/* A vector with rows of its own. */
struct field {
    struct parlor_game game;
    struct parlor_vector *vector;
    struct parlor_rows rows;
    uint16_t actions[GAMES];
};

static size_t observation_bytes(const struct field *f)
{
    return GAMES * f->game.observation_size;
}

static size_t mask_bytes(const struct field *f)
{
    return GAMES * (size_t)f->game.max_actions;
}

static struct field open_field(int game, int threads, enum parlor_reward kind)
{
    struct field f = {.vector = NULL};
    char why[200];

    assert_true(parlor_game(game, &f.game));
    struct parlor_table *like = parlor_open(f.game.id, SEATS, "", "5eed", why, sizeof why);
    assert_non_null(like);
    f.vector = parlor_vector(like, GAMES, threads, kind, why, sizeof why);
    assert_non_null(f.vector);
    parlor_close(like);
    f.rows = (struct parlor_rows){.observation = malloc(observation_bytes(&f)),
                                  .mask = malloc(mask_bytes(&f)),
                                  .reward = calloc(GAMES * SEATS, sizeof(float)),
                                  .done = calloc(GAMES, 1),
                                  .seat = calloc(GAMES, sizeof(int64_t))};
    memset(f.rows.mask, 7, mask_bytes(&f));
    parlor_vector_rows(f.vector, &f.rows);
    parlor_vector_refresh(f.vector);
    return f;
}

static void close_field(struct field *f)
{
    parlor_vector_close(f->vector);
    free(f->rows.observation);
    free(f->rows.mask);
    free(f->rows.reward);
    free(f->rows.done);
    free(f->rows.seat);
}

static void step_at_random(struct field *f)
{
    char why[200];

    parlor_vector_random(f->vector, f->actions);
    assert_true(parlor_vector_step(f->vector, f->actions, why, sizeof why));
}

static void assert_same_rows(const struct field *a, const struct field *b)
{
    assert_memory_equal(a->rows.observation, b->rows.observation, observation_bytes(a));
    assert_memory_equal(a->rows.mask, b->rows.mask, mask_bytes(a));
    assert_memory_equal(a->rows.reward, b->rows.reward, GAMES * SEATS * sizeof(float));
    assert_memory_equal(a->rows.done, b->rows.done, GAMES);
    assert_memory_equal(a->rows.seat, b->rows.seat, GAMES * sizeof(int64_t));
}

static void same_games_with_any_number_of_threads(void **unused)
{
    (void)unused;
    struct parlor_game facts;
    for (int game = 0; parlor_game(game, &facts); game += (int)scaled(3, 1, 1)) {
        struct field one = open_field(game, 1, PARLOR_WIN), three = open_field(game, 3, PARLOR_WIN);
        for (int step = 0; step < STEPS; step++) {
            step_at_random(&one);
            step_at_random(&three);
            assert_same_rows(&one, &three);
        }
        assert_true(parlor_vector_finished(one.vector) > 0);
        assert_int_equal(parlor_vector_finished(one.vector), parlor_vector_finished(three.vector));
        close_field(&one);
        close_field(&three);
    }
}

/* One game of a vector as a table has it. */
static void assert_shown_as_by_table(const struct field *f, int game)
{
    uint8_t *observation = malloc(f->game.observation_size), *mask = malloc((size_t)f->game.max_actions);
    int seat = (int)f->rows.seat[game];
    char why[200];
    struct parlor_table *t = parlor_vector_table(f->vector, game, why, sizeof why);

    assert_non_null(t);
    assert_int_equal(seat, __builtin_ctz(parlor_waiting(t)));
    parlor_observe(t, seat, observation);
    parlor_mask(t, seat, mask);
    assert_memory_equal(observation, f->rows.observation + (size_t)game * f->game.observation_size,
                        f->game.observation_size);
    assert_memory_equal(mask, f->rows.mask + (size_t)game * (size_t)f->game.max_actions, (size_t)f->game.max_actions);
    parlor_close(t);
    free(observation);
    free(mask);
}

static void shows_what_a_table_shows(void **unused)
{
    (void)unused;
    struct parlor_game facts;
    for (int game = 0; parlor_game(game, &facts); game += (int)scaled(3, 1, 1)) {
        struct field f = open_field(game, 2, PARLOR_POINTS);
        for (int step = 0; step < STEPS; step++) {
            assert_shown_as_by_table(&f, step % GAMES);
            step_at_random(&f);
        }
        close_field(&f);
    }
}

/* Steps until some game has ended, and gives its index. */
static int until_one_is_done(struct field *f)
{
    for (;;) {
        step_at_random(f);
        for (int game = 0; game < GAMES; game++)
            if (f->rows.done[game])
                return game;
            else
                for (int seat = 0; seat < SEATS; seat++)
                    assert_true(f->rows.reward[game * SEATS + seat] == 0);
    }
}

static float sum_of(const float *rewards)
{
    return rewards[0] + rewards[1] + rewards[2] + rewards[3];
}

static void pays_when_a_game_ends(void **unused)
{
    (void)unused;
    struct parlor_game facts;
    for (int game = 0; parlor_game(game, &facts); game += (int)scaled(3, 1, 1)) {
        struct field win = open_field(game, 2, PARLOR_WIN), points = open_field(game, 2, PARLOR_POINTS),
                     margin = open_field(game, 2, PARLOR_MARGIN);
        int ended = until_one_is_done(&win);
        assert_int_equal(until_one_is_done(&points), ended);
        assert_int_equal(until_one_is_done(&margin), ended);
        const float *won = win.rows.reward + ended * SEATS, *got = points.rows.reward + ended * SEATS,
                    *over = margin.rows.reward + ended * SEATS;
        float mean = sum_of(got) / SEATS;
        assert_float_equal(sum_of(won), 1, 1e-5);
        assert_float_equal(sum_of(over), 0, 1e-2);
        for (int seat = 0; seat < SEATS; seat++)
            assert_float_equal(over[seat], got[seat] - mean, 1e-2);
        close_field(&win);
        close_field(&points);
        close_field(&margin);
    }
}

/* Gains of all steps of a game add up to its final points; half points are exact. */
static void gains_add_up_to_points(void **unused)
{
    (void)unused;
    struct parlor_game facts;
    for (int game = 0; parlor_game(game, &facts); game += (int)scaled(3, 1, 1)) {
        struct field gains = open_field(game, 2, PARLOR_GAINS), points = open_field(game, 2, PARLOR_POINTS);
        float sums[GAMES * SEATS] = {0};
        for (long ended = 0; ended < 2L * GAMES;) { /* of many the second game too: it begins with nothing */
            step_at_random(&gains);
            step_at_random(&points);
            assert_memory_equal(gains.rows.done, points.rows.done, GAMES);
            for (int i = 0; i < GAMES; i++) {
                float *sum = sums + (size_t)i * SEATS;
                for (int seat = 0; seat < SEATS; seat++)
                    sum[seat] += gains.rows.reward[i * SEATS + seat];
                if (!points.rows.done[i])
                    continue;
                assert_memory_equal(sum, points.rows.reward + (size_t)i * SEATS, SEATS * sizeof *sum);
                memset(sum, 0, SEATS * sizeof *sum);
                ended++;
            }
        }
        close_field(&gains);
        close_field(&points);
    }
}

static void illegal_action_changes_nothing(void **unused)
{
    (void)unused;
    struct field f = open_field(0, 2, PARLOR_WIN), same = open_field(0, 2, PARLOR_WIN);
    char why[200];

    parlor_vector_random(f.vector, f.actions);
    f.actions[97] = 700;
    f.actions[60] = UINT16_MAX;
    assert_false(parlor_vector_step(f.vector, f.actions, why, sizeof why));
    assert_string_equal(why, "game 60: there is no such action");
    assert_same_rows(&f, &same);
    parlor_vector_refresh(f.vector);
    assert_same_rows(&f, &same);
    close_field(&f);
    close_field(&same);
}

static void begins_again_with_its_seed_or_another(void **unused)
{
    (void)unused;
    struct field f = open_field(0, 2, PARLOR_WIN), same = open_field(0, 2, PARLOR_WIN);
    char why[200];

    for (int step = 0; step < STEPS; step++)
        step_at_random(&f);
    assert_true(parlor_vector_reset(f.vector, NULL, why, sizeof why));
    assert_int_equal(parlor_vector_finished(f.vector), 0);
    assert_same_rows(&f, &same);
    assert_true(parlor_vector_reset(f.vector, "0ther", why, sizeof why) == false);
    assert_true(parlor_vector_reset(f.vector, "07e4", why, sizeof why));
    assert_memory_not_equal(f.rows.observation, same.rows.observation, observation_bytes(&f));
    close_field(&f);
    close_field(&same);
}

static void opened_with_nonsense_it_says_why(void **unused)
{
    (void)unused;
    char why[200];
    struct parlor_table *like = parlor_open("bannish", 3, "", "1", why, sizeof why);
    static const struct {
        int games, threads, kind;
    } wrong[] = {{0, 1, PARLOR_WIN}, {-1, 1, PARLOR_WIN}, {1, 0, PARLOR_WIN}, {1, 1 << 20, PARLOR_WIN}, {1, 1, 9}};

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        why[0] = '\0';
        assert_null(
            parlor_vector(like, wrong[i].games, wrong[i].threads, (enum parlor_reward)wrong[i].kind, why, sizeof why));
        assert_true(why[0] != '\0');
    }
    assert_null(parlor_vector(NULL, 1, 1, PARLOR_WIN, why, sizeof why));
    assert_string_equal(why, "there is no table");
    struct parlor_table *world = parlor_imagine(like, 0, 1, why, sizeof why);
    assert_null(parlor_vector(world, 1, 1, PARLOR_WIN, NULL, 0));
    parlor_close(world);
    parlor_close(like);
}

static void without_a_vector_nothing_happens(void **unused)
{
    (void)unused;
    char why[200];
    uint16_t actions[1] = {3};
    float rewards[1] = {7};

    parlor_vector_close(NULL);
    parlor_vector_rows(NULL, NULL);
    parlor_vector_refresh(NULL);
    parlor_vector_random(NULL, actions);
    parlor_reward(NULL, PARLOR_WIN, rewards);
    assert_int_equal(actions[0], 3);
    assert_true(rewards[0] == 7);
    assert_int_equal(parlor_vector_threads(NULL), 0);
    assert_int_equal(parlor_vector_finished(NULL), 0);
    assert_false(parlor_vector_step(NULL, actions, why, sizeof why));
    assert_string_equal(why, "there is no vector");
    assert_false(parlor_vector_reset(NULL, "1", NULL, 0));
    assert_null(parlor_vector_table(NULL, 0, why, sizeof why));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_games_with_any_number_of_threads),
        cmocka_unit_test(shows_what_a_table_shows),
        cmocka_unit_test(pays_when_a_game_ends),
        cmocka_unit_test(gains_add_up_to_points),
        cmocka_unit_test(illegal_action_changes_nothing),
        cmocka_unit_test(begins_again_with_its_seed_or_another),
        cmocka_unit_test(opened_with_nonsense_it_says_why),
        cmocka_unit_test(without_a_vector_nothing_happens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
