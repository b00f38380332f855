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
                int seat = parlor_next(t);
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
            int seat = parlor_next(t);
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
            int seat = parlor_next(t);
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

static void a_hint_begins_with_what_the_master_would_do(void **unused)
{
    struct parlor_table *t = parlor_open("bannish", 3, "", "1", why, sizeof why);
    int seat = parlor_next(t);
    struct parlor_hint line;

    (void)unused;
    assert_int_equal(parlor_hint(t, seat, 0, &line, 1, why, sizeof why), 1);
    assert_int_equal(line.id, parlor_bot(t, seat, "master"));
    parlor_close(t);
}

static void hints_that_cannot_be_given_say_why(void **unused)
{
    struct parlor_table *t = parlor_open("bannish", 3, "", "1", why, sizeof why);
    int seat = parlor_next(t);
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
    assert_string_equal(why, "a hint needs a buffer for a line");
    while (parlor_waiting(t) == 1u << seat) {
        int other = (seat + 1) % 3;
        assert_int_equal(parlor_hint(t, other, 40, &line, 1, why, sizeof why), 0);
        assert_memory_equal(why, "seat ", 5);
        assert_non_null(strstr(why, " is not to choose now"));
        assert_true(parlor_do(t, seat, (uint16_t)parlor_bot(t, seat, "novice"), why, sizeof why));
    }
    while (parlor_waiting(t)) {
        seat = parlor_next(t);
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
    assert_string_equal(why, "the seed xyz must have hex digits only");

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
        int seat = parlor_next(t);
        assert_true(parlor_do(t, seat, (uint16_t)parlor_bot(t, seat, "random"), why, sizeof why));
    }
    assert_true(parlor_told(t, PARLOR_ONLOOKER, told, sizeof told) > 0);
    assert_non_null(strstr(told, "seat "));
    assert_true(parlor_save(t, true, file));
    rewind(file);
    struct parlor_table *again = parlor_load(file, why, sizeof why);
    assert_non_null(again);
    while (parlor_waiting(t)) {
        int seat = parlor_next(t), id = parlor_bot(t, seat, "random");
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

/* A table some way into its game. */
static struct parlor_table *begun_table(const char *game, int players, int choices)
{
    struct parlor_table *t = parlor_open(game, players, "", "b0a7", why, sizeof why);

    assert_non_null(t);
    for (int i = 0; i < choices && parlor_waiting(t); i++) {
        int seat = parlor_next(t);
        assert_true(parlor_do(t, seat, (uint16_t)parlor_bot(t, seat, "novice"), why, sizeof why));
    }
    return t;
}

static const char *seen_by(const struct parlor_table *t, int viewer)
{
    static char seen[2][40000];
    static int turn;
    turn = !turn;
    assert_true(parlor_view(t, viewer, seen[turn], sizeof seen[turn]) > 0);
    return seen[turn];
}

static void what_there_is_can_be_listed(void **unused)
{
    struct parlor_game game, same;
    struct parlor_option option;
    int options = 0, bots = 0;

    (void)unused;
    for (int i = 0; parlor_game(i, &game); i++) {
        assert_true(parlor_game_by_id(game.id, &same));
        assert_string_equal(same.title, game.title);
        struct parlor_table *t = parlor_open(game.id, game.max_players, "", "1", why, sizeof why);
        assert_true(parlor_game_of(t, &same));
        assert_string_equal(same.id, game.id);
        for (int k = 0; parlor_option(game.id, k, &option); k++, options++) {
            assert_true(option.name && option.values && option.fallback && option.help);
            assert_int_equal(option.kind == PARLOR_NUMBER, option.least < option.most);
            assert_string_equal(parlor_option_value(t, option.name), option.fallback);
        }
        parlor_close(t);
    }
    assert_true(options > 3);
    for (; parlor_bot_name(bots); bots++)
        assert_non_null(parlor_bot_help(bots));
    assert_true(bots >= 5);
    assert_null(parlor_bot_help(bots));
    assert_false(parlor_game_by_id("chess", &game));
    assert_false(parlor_option("chess", 0, &option));
    assert_false(parlor_option("scout", 0, &option));
}

static void a_table_knows_what_it_was_opened_with(void **unused)
{
    struct parlor_table *t = parlor_open("sparrows", 3, "target=300", "C0FFEE", why, sizeof why);
    char seed[PARLOR_SEED_SIZE], name[80];

    (void)unused;
    assert_non_null(t);
    assert_string_equal(parlor_option_value(t, "target"), "300");
    assert_null(parlor_option_value(t, "colour"));
    assert_true(parlor_seed(t, seed));
    assert_string_equal(seed, "0000000000000000000000000000000000000000000000000000000000c0ffee");
    assert_int_equal(parlor_name(t, 1, name, sizeof name), 6);
    assert_string_equal(name, "seat 1");
    assert_true(parlor_set_name(t, 1, "Ada", why, sizeof why));
    parlor_name(t, 1, name, sizeof name);
    assert_string_equal(name, "Ada");
    assert_false(parlor_set_name(t, 1, "\xff", why, sizeof why));
    assert_false(parlor_set_name(t, 3, "Ada", why, sizeof why));
    assert_string_equal(why, "there is no such seat at this table");
    parlor_close(t);
}

static void a_copy_goes_its_own_way(void **unused)
{
    struct parlor_game game;

    (void)unused;
    for (int i = 0; parlor_game(i, &game); i++) {
        struct parlor_table *t = begun_table(game.id, game.max_players, 25);
        struct parlor_table *copy = parlor_copy(t, why, sizeof why);
        int steps = parlor_steps(t);
        assert_int_equal(parlor_steps(copy), steps);
        while (parlor_waiting(copy)) {
            int seat = parlor_next(copy);
            assert_true(parlor_do(copy, seat, (uint16_t)parlor_bot(copy, seat, "random"), why, sizeof why));
        }
        assert_int_equal(parlor_steps(t), steps);
        while (parlor_steps(copy) > steps)
            assert_true(parlor_undo(copy));
        while (parlor_steps(t) > parlor_steps(copy))
            assert_true(parlor_undo(t));
        assert_string_equal(seen_by(copy, PARLOR_OPEN), seen_by(t, PARLOR_OPEN));
        parlor_close(t);
        assert_true(parlor_undo(copy));
        parlor_close(copy);
    }
}

static void an_imagined_world_looks_the_same_and_can_be_played(void **unused)
{
    struct parlor_game game;

    (void)unused;
    for (int i = 0; parlor_game(i, &game); i++) {
        struct parlor_table *t = begun_table(game.id, game.max_players, 25);
        int seat = parlor_next(t), differ = 0;
        for (uint64_t number = 0; number < 20; number++) {
            struct parlor_table *world = parlor_imagine(t, seat, number, why, sizeof why);
            struct parlor_table *again = parlor_imagine(world, seat, number, why, sizeof why);
            char seeds[2][PARLOR_SEED_SIZE];
            assert_string_equal(seen_by(world, seat), seen_by(t, seat));
            assert_string_equal(seen_by(world, PARLOR_OPEN), seen_by(again, PARLOR_OPEN));
            differ += strcmp(seen_by(world, PARLOR_OPEN), seen_by(t, PARLOR_OPEN)) != 0;
            assert_int_equal(parlor_waiting(world), parlor_waiting(t));
            assert_int_equal(parlor_steps(world), 0);
            assert_false(parlor_undo(world));
            assert_false(parlor_deals_hold(world, why, sizeof why));
            assert_false(parlor_save(world, false, stdout));
            assert_true(parlor_seed(world, seeds[0]) && parlor_seed(t, seeds[1]));
            assert_string_not_equal(seeds[0], seeds[1]); /* nor is what will be dealt */
            while (number == 0 && parlor_waiting(world)) {
                int who = parlor_next(world);
                assert_true(parlor_do(world, who, (uint16_t)parlor_bot(world, who, "novice"), why, sizeof why));
                assert_true(parlor_told(world, who, why, sizeof why) < sizeof why);
            }
            assert_int_equal(parlor_winners(world) != 0, number == 0);
            parlor_close(again);
            parlor_close(world);
        }
        if (strcmp(game.id, "belle") != 0) /* where all that shows is known to all */
            assert_true(differ > 0);
        parlor_close(t);
    }
}

static void steps_tell_the_whole_game(void **unused)
{
    struct parlor_game game;
    char text[200], told[5000];

    (void)unused;
    for (int i = 0; parlor_game(i, &game); i++) {
        struct parlor_table *t = begun_table(game.id, game.max_players, 1000);
        struct parlor_table *again = parlor_open(game.id, game.max_players, "", "b0a7", why, sizeof why);
        struct parlor_step step;
        for (int at = 0; at < parlor_steps(t); at++) {
            assert_true(parlor_step(t, at, &step));
            assert_int_equal(parlor_step_text(t, at, text, sizeof text) > 0, step.actor != PARLOR_CHANCE);
            parlor_tell(t, PARLOR_ONLOOKER, at, told, sizeof told);
            assert_int_equal(parlor_facts(t, PARLOR_OPEN, at, told, sizeof told) > 2, step.complete);
            if (step.complete)
                assert_memory_equal(told, "[{\"verb\":\"", 10);
            if (step.actor != PARLOR_CHANCE) {
                uint16_t id = 0;
                assert_true(parlor_parse(again, step.actor, text, &id, why, sizeof why));
                assert_int_equal(id, step.id);
                assert_true(parlor_is_legal(again, step.actor, id, why, sizeof why));
                assert_true(parlor_do(again, step.actor, id, why, sizeof why));
            }
        }
        assert_string_equal(seen_by(again, PARLOR_OPEN), seen_by(t, PARLOR_OPEN));
        assert_true(parlor_deals_hold(t, why, sizeof why));
        parlor_close(t);
        parlor_close(again);
    }
}

static void sealed_choices_are_complete_when_the_last_is_in(void **unused)
{
    struct parlor_table *t = parlor_open("bridesmaid", 3, "", "1", why, sizeof why);
    struct parlor_step step;
    char told[1000];

    (void)unused;
    while (__builtin_popcount(parlor_waiting(t)) < 2)
        assert_true(parlor_do(t, parlor_next(t), (uint16_t)parlor_bot(t, parlor_next(t), "random"), why, sizeof why));
    unsigned all = parlor_waiting(t);
    int first = parlor_steps(t);
    while (parlor_waiting(t) & all && parlor_steps(t) < first + __builtin_popcount(all)) {
        int seat = parlor_next(t), at = parlor_steps(t);
        assert_true(parlor_do(t, seat, (uint16_t)parlor_bot(t, seat, "random"), why, sizeof why));
        assert_true(parlor_step(t, at, &step));
        assert_int_equal(step.complete, at + 1 == first + __builtin_popcount(all));
        assert_int_equal(parlor_tell(t, seat, at, told, sizeof told) > 0, step.complete);
        assert_int_equal(parlor_facts(t, seat, at, told, sizeof told) > 2, step.complete);
    }
    parlor_close(t);
}

static void rounds_add_up_to_the_points(void **unused)
{
    struct parlor_game game;

    (void)unused;
    for (int i = 0; parlor_game(i, &game); i++) {
        struct parlor_table *t = begun_table(game.id, game.max_players, 5000);
        double sum[PARLOR_MAX_SEATS] = {0}, round[PARLOR_MAX_SEATS], points[PARLOR_MAX_SEATS];
        int rounds = parlor_rounds(t);
        assert_int_equal(parlor_waiting(t), 0);
        for (int k = 0; k < rounds; k++) {
            assert_true(parlor_round(t, k, round));
            for (int seat = 0; seat < game.max_players; seat++)
                sum[seat] += round[seat];
        }
        assert_false(parlor_round(t, rounds, round));
        assert_false(parlor_round(t, -1, round));
        parlor_points(t, points);
        bool stars = strcmp(game.id, "bannish") == 0; /* its rounds are counted in them */
        for (int seat = 0; rounds && !stars && seat < game.max_players; seat++)
            assert_true(sum[seat] == points[seat]);
        parlor_close(t);
    }
}

static bool at_once(void *asked)
{
    ++*(int *)asked;
    return true;
}

static void a_bot_keeps_to_its_budget(void **unused)
{
    struct parlor_table *t = begun_table("bannish", 4, 6);
    int seat = parlor_next(t), asked = 0;
    struct parlor_budget little = {.simulations = 50, .threads = 2}, stopped = {.stop = at_once, .stopper = &asked};

    (void)unused;
    assert_int_equal(parlor_think(t, seat, "master", NULL, why, sizeof why), parlor_bot(t, seat, "master"));
    assert_true(parlor_is_legal(t, seat, (uint16_t)parlor_think(t, seat, "club", &little, why, sizeof why), NULL, 0));
    assert_true(parlor_think(t, seat, "club", &(struct parlor_budget){.seconds = 0.02}, why, sizeof why) >= 0);
    stopped.seconds = 3600;
    assert_true(parlor_think(t, seat, "master", &stopped, why, sizeof why) >= 0);
    assert_true(asked > 0);
    assert_int_equal(parlor_think(t, seat, "nobody", NULL, why, sizeof why), -1);
    assert_string_equal(why, "there is no bot called nobody");
    assert_int_equal(parlor_think(t, seat, "club", &(struct parlor_budget){.simulations = -1}, why, sizeof why), -1);
    assert_string_equal(why, "thinking takes from 0 to 1073741823 simulations");
    assert_int_equal(parlor_think(t, seat, "club", &(struct parlor_budget){.threads = 65}, why, sizeof why), -1);
    assert_string_equal(why, "thinking takes from 0 to 64 threads");
    assert_int_equal(parlor_think(t, seat, "club", &(struct parlor_budget){.seconds = -1}, why, sizeof why), -1);
    assert_string_equal(why, "thinking takes from 0 seconds to a year of them");
    parlor_close(t);
}

static void a_file_of_records_is_read_game_by_game(void **unused)
{
    FILE *file = tmpfile();
    struct parlor_game game;
    int games = 0;

    (void)unused;
    for (int i = 0; parlor_game(i, &game); i++) {
        struct parlor_table *t = begun_table(game.id, game.max_players, 5000);
        assert_true(parlor_save(t, false, file));
        parlor_close(t);
    }
    fputs("nonsense\n", file);
    rewind(file);
    struct parlor_records *records = parlor_records(file);
    for (struct parlor_table *t; (t = parlor_records_next(records, why, sizeof why)); games++) {
        struct parlor_game read;
        assert_true(parlor_game(games, &game) && parlor_game_of(t, &read));
        assert_string_equal(read.id, game.id);
        assert_int_equal(parlor_waiting(t), 0);
        parlor_close(t);
    }
    assert_false(parlor_game(games, &game));
    assert_true(why[0] != '\0'); /* the nonsense */
    parlor_records_close(records);
    records = parlor_records(file);
    assert_null(parlor_records_next(records, why, sizeof why));
    assert_string_equal(why, "");
    parlor_records_close(records);
    fclose(file);
}

/* Calls with no table, or with a table that has no such seat, step or id. */
static void misuse_is_refused(void **unused)
{
    static uint16_t ids[4096];
    static uint8_t bytes[1 << 16];
    struct parlor_table *tables[] = {NULL, begun_table("scout", 3, 10)};
    const int strangers[] = {-4, -2, 3, 5, 1000, INT32_MAX, INT32_MIN};
    struct parlor_hint line;
    struct parlor_step step;
    struct parlor_game game;
    double points[PARLOR_MAX_SEATS];
    char text[100];
    uint16_t id;

    (void)unused;
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < sizeof strangers / sizeof *strangers; k++) {
            struct parlor_table *t = tables[i];
            int seat = strangers[k];
            assert_int_equal(parlor_legal(t, seat, ids), 0);
            parlor_mask(t, seat, bytes);
            parlor_observe(t, seat, bytes);
            for (size_t at = 0; at < sizeof bytes; at++)
                assert_int_equal(bytes[at], 0);
            assert_false(parlor_do(t, seat, 0, why, sizeof why));
            assert_false(parlor_do_text(t, seat, "keep", why, sizeof why));
            assert_false(parlor_is_legal(t, seat, 0, why, sizeof why));
            assert_false(parlor_parse(t, seat, "keep", &id, why, sizeof why));
            assert_false(parlor_set_name(t, seat, "Ada", why, sizeof why));
            assert_int_equal(parlor_name(t, seat, text, sizeof text), 0);
            assert_int_equal(parlor_text(t, seat, 0, text, sizeof text), 0);
            assert_int_equal(parlor_bot(t, seat, "random"), -1);
            assert_int_equal(parlor_hint(t, seat, 1, &line, 1, why, sizeof why), 0);
            assert_false(parlor_round(t, seat, points));
            if (seat == 3 && t) /* as a step, there is one */
                continue;
            assert_int_equal(parlor_tell(t, seat, 0, text, sizeof text), 0);
            assert_int_equal(parlor_view(t, seat, text, sizeof text), 0);
            assert_null(parlor_imagine(t, seat, 1, why, sizeof why));
            assert_int_equal(parlor_step(t, seat, &step) || parlor_step_text(t, seat, text, sizeof text),
                             t && seat == 5);
        }
    struct parlor_table *t = tables[1];
    int seat = parlor_next(t);
    assert_int_equal(parlor_text(t, seat, UINT16_MAX, text, sizeof text), 0);
    assert_int_equal(parlor_legal(t, seat, NULL), 0);
    parlor_mask(t, seat, NULL);
    parlor_observe(t, seat, NULL);
    parlor_points(t, NULL);
    assert_false(parlor_do_text(t, seat, NULL, NULL, 0));
    assert_false(parlor_do(t, seat, UINT16_MAX, NULL, 100));
    assert_int_equal(parlor_view(t, seat, NULL, 100), 0);
    assert_int_equal(parlor_bot(t, seat, NULL), -1);
    assert_int_equal(parlor_hint(t, seat, 1, NULL, 1, why, sizeof why), 0);
    assert_false(parlor_seed(t, NULL) || parlor_game_of(t, NULL) || parlor_step(t, 0, NULL) ||
                 parlor_round(t, 0, NULL));
    assert_false(parlor_save(t, false, NULL));
    assert_false(parlor_set_name(t, 0, NULL, why, sizeof why));
    parlor_close(t);

    assert_int_equal(parlor_players(NULL) + parlor_steps(NULL) + parlor_rounds(NULL), 0);
    assert_int_equal(parlor_waiting(NULL) | parlor_winners(NULL), 0);
    assert_int_equal(parlor_next(NULL), -1);
    assert_null(parlor_option_value(NULL, "stars"));
    assert_false(parlor_undo(NULL) || parlor_seed(NULL, text) || parlor_game_of(NULL, &game));
    assert_false(parlor_save(NULL, false, stdout) || parlor_deals_hold(NULL, why, sizeof why));
    assert_string_equal(why, "there is no table");
    parlor_points(NULL, points);
    parlor_close(NULL);
    assert_null(parlor_copy(NULL, why, sizeof why));
    assert_null(parlor_open(NULL, 3, "", "1", why, sizeof why));
    assert_null(parlor_open("scout", 3, NULL, "1", why, sizeof why));
    assert_null(parlor_open("scout", 3, "", NULL, why, sizeof why));
    assert_string_equal(why, "a table needs a game, options and a seed");
    assert_null(parlor_open("scout", INT32_MIN, "", "1", NULL, 0));
    assert_null(parlor_load(NULL, why, sizeof why));
    assert_null(parlor_records(NULL));
    assert_null(parlor_records_next(NULL, why, sizeof why));
    parlor_records_close(NULL);
    assert_false(parlor_game(-1, &game) || parlor_game(0, NULL) || parlor_game_by_id(NULL, &game));
    assert_false(parlor_option(NULL, 0, NULL) || parlor_option("belle", 0, NULL) || parlor_option("belle", -1, NULL));
    assert_null(parlor_bot_name(-1));
}

/* Programs are compiled with these sizes: a change needs a new soname. */
static void structures_keep_their_sizes(void **unused)
{
    (void)unused;
    if (sizeof(void *) != 8)
        skip();
    assert_int_equal(sizeof(struct parlor_game), 48);
    assert_int_equal(sizeof(struct parlor_option), 48);
    assert_int_equal(sizeof(struct parlor_step), 8);
    assert_int_equal(sizeof(struct parlor_budget), 32);
    assert_int_equal(sizeof(struct parlor_hint), 32);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bots_play_whole_games_of_everything),
        cmocka_unit_test(legal_ids_mask_and_texts_agree),
        cmocka_unit_test(hints_are_legal_and_can_be_followed),
        cmocka_unit_test(a_hint_begins_with_what_the_master_would_do),
        cmocka_unit_test(hints_that_cannot_be_given_say_why),
        cmocka_unit_test(refusals_say_why),
        cmocka_unit_test(a_saved_game_goes_on_where_it_was),
        cmocka_unit_test(what_there_is_can_be_listed),
        cmocka_unit_test(a_table_knows_what_it_was_opened_with),
        cmocka_unit_test(a_copy_goes_its_own_way),
        cmocka_unit_test(an_imagined_world_looks_the_same_and_can_be_played),
        cmocka_unit_test(steps_tell_the_whole_game),
        cmocka_unit_test(sealed_choices_are_complete_when_the_last_is_in),
        cmocka_unit_test(rounds_add_up_to_the_points),
        cmocka_unit_test(a_bot_keeps_to_its_budget),
        cmocka_unit_test(a_file_of_records_is_read_game_by_game),
        cmocka_unit_test(misuse_is_refused),
        cmocka_unit_test(structures_keep_their_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
