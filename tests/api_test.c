/* The public API, seen from outside: this file includes parlor.h and nothing
 * else of ours. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "parlor.h"

static char why[256];

static void bots_play_whole_games_of_everything(void **unused)
{
    struct parlor_game game;

    (void)unused;
    for (int i = 0; parlor_game(i, &game); i++)
        for (int players = game.min_players; players <= game.max_players; players++) {
            struct parlor_table *t = parlor_open(game.id, players, "", "5eed", why, sizeof why);
            assert_non_null(t);
            assert_int_equal(parlor_players(t), players);
            while (parlor_waiting(t)) {
                int seat = __builtin_ctz(parlor_waiting(t));
                int id = parlor_bot(t, seat, "novice");
                assert_true(id >= 0 && id < game.max_actions);
                assert_int_equal(parlor_winners(t), 0);
                assert_true(parlor_do(t, seat, (uint16_t)id, why, sizeof why));
            }
            assert_true(parlor_winners(t) != 0);
            parlor_close(t);
        }
}

static void legal_ids_mask_and_texts_agree(void **unused)
{
    struct parlor_game game;

    (void)unused;
    for (int i = 0; parlor_game(i, &game); i++) {
        struct parlor_table *t = parlor_open(game.id, game.max_players, "", "1", why, sizeof why);
        uint16_t *ids = malloc((size_t)game.max_legal * sizeof *ids);
        uint8_t *mask = malloc((size_t)game.max_actions);
        uint8_t *seen = malloc(game.observation_size);
        for (int turn = 0; turn < 60 && parlor_waiting(t); turn++) {
            int seat = __builtin_ctz(parlor_waiting(t));
            int count = parlor_legal(t, seat, ids), marked = 0;
            parlor_mask(t, seat, mask);
            parlor_observe(t, seat, seen);
            for (int id = 0; id < game.max_actions; id++)
                marked += mask[id];
            assert_int_equal(marked, count);
            char text[128];
            assert_true(parlor_text(t, seat, ids[count / 2], text, sizeof text) > 0);
            assert_int_equal(mask[ids[count / 2]], 1);
            assert_true(parlor_do_text(t, seat, text, why, sizeof why));
        }
        free(ids);
        free(mask);
        free(seen);
        parlor_close(t);
    }
}

static void hints_are_legal_and_can_be_followed(void **unused)
{
    enum { MOST = 3, SHORT = 40 };
    struct parlor_hint lines[MOST], again[MOST];
    struct parlor_game game;

    (void)unused;
    for (int i = 0; parlor_game(i, &game); i++) {
        struct parlor_table *t = parlor_open(game.id, game.max_players, "", "1", why, sizeof why);
        uint8_t *mask = malloc((size_t)game.max_actions);
        for (int turn = 0; turn < 20 && parlor_waiting(t); turn++) {
            int seat = __builtin_ctz(parlor_waiting(t));
            int count = parlor_hint(t, seat, SHORT, lines, MOST, why, sizeof why);
            double sure = 0;
            assert_in_range(count, 1, MOST);
            assert_int_equal(parlor_hint(t, seat, SHORT, again, MOST, why, sizeof why), count);
            parlor_mask(t, seat, mask);
            for (int line = 0; line < count; line++) {
                assert_int_equal(mask[lines[line].id], 1);
                assert_int_equal(again[line].id, lines[line].id);
                assert_true(lines[line].value >= 0 && lines[line].value <= 1);
                sure += lines[line].sure;
            }
            assert_true(sure > 0 && sure < 1.001);
            assert_true(parlor_do(t, seat, lines[0].id, why, sizeof why));
        }
        free(mask);
        parlor_close(t);
    }
}

static void a_hint_begins_with_what_the_expert_would_do(void **unused)
{
    struct parlor_table *t = parlor_open("bannish", 3, "", "1", why, sizeof why);
    int seat = __builtin_ctz(parlor_waiting(t));
    struct parlor_hint line;

    (void)unused;
    assert_int_equal(parlor_hint(t, seat, 0, &line, 1, why, sizeof why), 1);
    assert_int_equal(line.id, parlor_bot(t, seat, "expert"));
    parlor_close(t);
}

static void hints_that_cannot_be_given_say_why(void **unused)
{
    struct parlor_table *t = parlor_open("bannish", 3, "", "1", why, sizeof why);
    int seat = __builtin_ctz(parlor_waiting(t));
    struct parlor_hint line;

    (void)unused;
    assert_int_equal(parlor_hint(t, 3, 40, &line, 1, why, sizeof why), 0);
    assert_string_equal(why, "seat 3 is not at this table");
    assert_int_equal(parlor_hint(t, -1, 40, &line, 1, why, sizeof why), 0);
    assert_string_equal(why, "seat -1 is not at this table");
    assert_int_equal(parlor_hint(t, seat, -1, &line, 1, why, sizeof why), 0);
    assert_string_equal(why, "a hint takes from 0 to 1073741823 simulations");
    assert_int_equal(parlor_hint(t, seat, 1 << 30, &line, 1, why, sizeof why), 0);
    assert_int_equal(parlor_hint(t, seat, 40, &line, 0, why, sizeof why), 0);
    assert_string_equal(why, "a hint needs room for a line");
    while (parlor_waiting(t) == 1u << seat) {
        int other = (seat + 1) % 3;
        assert_int_equal(parlor_hint(t, other, 40, &line, 1, why, sizeof why), 0);
        assert_memory_equal(why, "seat ", 5);
        assert_non_null(strstr(why, " is not to choose now"));
        assert_true(parlor_do(t, seat, (uint16_t)parlor_bot(t, seat, "novice"), why, sizeof why));
    }
    while (parlor_waiting(t)) {
        seat = __builtin_ctz(parlor_waiting(t));
        parlor_do(t, seat, (uint16_t)parlor_bot(t, seat, "random"), why, sizeof why);
    }
    assert_int_equal(parlor_hint(t, 0, 40, &line, 1, why, sizeof why), 0);
    assert_string_equal(why, "the game is over");
    parlor_close(t);
}

static void refusals_say_why(void **unused)
{
    (void)unused;
    assert_null(parlor_open("chess", 2, "", "1", why, sizeof why));
    assert_string_equal(why, "there is no game called chess");
    assert_null(parlor_open("scout", 9, "", "1", why, sizeof why));
    assert_string_equal(why, "SCOUT is for 2 to 5 players, not 9");
    assert_null(parlor_open("scout", 3, "colour=red", "1", why, sizeof why));
    assert_string_equal(why, "SCOUT has no option called colour");
    assert_null(parlor_open("scout", 3, "nonsense", "1", why, sizeof why));
    assert_null(parlor_open("scout", 3, "", "xyz", why, sizeof why));
    assert_string_equal(why, "the seed xyz is not made of hex digits");

    struct parlor_table *t = parlor_open("scout", 3, "", "1", why, sizeof why);
    assert_false(parlor_do_text(t, 0, "play 1", why, sizeof why));
    assert_string_equal(why, "first keep or flip your hand");
    assert_false(parlor_do(t, 7, 0, why, sizeof why));
    assert_false(parlor_do(t, 0, 60000, why, sizeof why));
    assert_int_equal(parlor_bot(t, 0, "nobody"), -1);
    assert_int_equal(parlor_bot(t, -1, "random"), -1);
    assert_false(parlor_undo(t));
    parlor_close(t);
}

static void a_saved_game_goes_on_where_it_was(void **unused)
{
    static char seen[2][20000], told[1000];
    struct parlor_table *t = parlor_open("scout", 4, "", "abc", why, sizeof why);
    FILE *file = tmpfile();

    (void)unused;
    for (int i = 0; i < 30; i++) {
        int seat = __builtin_ctz(parlor_waiting(t));
        assert_true(parlor_do(t, seat, (uint16_t)parlor_bot(t, seat, "random"), why, sizeof why));
    }
    assert_true(parlor_told(t, PARLOR_ONLOOKER, told, sizeof told) > 0);
    assert_non_null(strstr(told, "seat "));
    assert_true(parlor_save(t, true, file));
    rewind(file);
    struct parlor_table *again = parlor_load(file, why, sizeof why);
    assert_non_null(again);
    while (parlor_waiting(t)) {
        int seat = __builtin_ctz(parlor_waiting(t)), id = parlor_bot(t, seat, "random");
        assert_int_equal(parlor_waiting(again), parlor_waiting(t));
        assert_int_equal(parlor_bot(again, seat, "random"), id);
        assert_true(parlor_do(t, seat, (uint16_t)id, why, sizeof why));
        assert_true(parlor_do(again, seat, (uint16_t)id, why, sizeof why));
        parlor_view(t, PARLOR_ONLOOKER, seen[0], sizeof seen[0]);
        parlor_view(again, PARLOR_ONLOOKER, seen[1], sizeof seen[1]);
        assert_string_equal(seen[0], seen[1]);
    }
    double points[PARLOR_MAX_SEATS], same[PARLOR_MAX_SEATS];
    parlor_points(t, points);
    parlor_points(again, same);
    for (int seat = 0; seat < 4; seat++)
        assert_true(points[seat] == same[seat]);
    assert_null(parlor_load(file, why, sizeof why)); /* at its end by now */
    assert_string_equal(why, "there is no game in it");
    fclose(file);
    parlor_close(t);
    parlor_close(again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bots_play_whole_games_of_everything),
        cmocka_unit_test(legal_ids_mask_and_texts_agree),
        cmocka_unit_test(hints_are_legal_and_can_be_followed),
        cmocka_unit_test(a_hint_begins_with_what_the_expert_would_do),
        cmocka_unit_test(hints_that_cannot_be_given_say_why),
        cmocka_unit_test(refusals_say_why),
        cmocka_unit_test(a_saved_game_goes_on_where_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
