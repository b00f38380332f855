/* The puzzles that come with parlor, each replayed by the rules, and some weighed again in
 * worlds of their own; lines that are no puzzles; and finding some with several threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/search.h"
#include "lab/features.h"
#include "lab/puzzle.h"
#include "lab/puzzles.h"
#include "support/scale.h"

enum { LEAST = 100, FEW = 20, CLEAR = 30, CERTAIN = 3, WORLDS = 300, LINES_MAX = 400, NOVICES_MOST = 11 };

static char lines[LINES_MAX][PUZZLE_LINE + 1];

/* Reads the puzzles of a game; returns how many. */
static int read_lines(const struct game *game)
{
    char path[64];
    int count = 0;

    snprintf(path, sizeof path, "puzzles/%s.jsonl", game->id);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    while (fgets(lines[count], sizeof lines[count], in)) {
        size_t length = strlen(lines[count]);
        assert_int_equal(lines[count][length - 1], '\n');
        lines[count][length - 1] = '\0';
        assert_true(++count < LINES_MAX);
    }
    fclose(in);
    return count;
}

static struct puzzle opened(const char *line)
{
    struct puzzle puzzle;
    struct problem why;

    if (!puzzle_read(line, strlen(line), &puzzle, &why))
        fail_msg("%s\n%s", why.text, line);
    return puzzle;
}

static bool is_theme(const struct game *game, const char *name)
{
    for (const struct theme *theme = features_of(game).themes; theme->name; theme++)
        if (strcmp(theme->name, name) == 0)
            return true;
    return false;
}

static int value_of(const struct puzzle *puzzle, uint16_t id)
{
    for (int i = 0; i < puzzle->count; i++)
        if (puzzle->legal[i] == id)
            return puzzle->values[i];
    fail_msg("not a legal move");
    return 0;
}

static void check(const struct game *game, const struct puzzle *puzzle)
{
    int best = value_of(puzzle, puzzle->best), second = value_of(puzzle, puzzle->second);

    assert_ptr_equal(table_game(puzzle->table), game);
    assert_true(is_theme(game, puzzle->theme));
    assert_in_range(puzzle->difficulty, 1, PUZZLE_DIFFICULTIES);
    assert_true(puzzle->novice <= NOVICES_MOST);
    assert_int_not_equal(puzzle->best, puzzle->second);
    assert_true(puzzle->margin - CERTAIN * (puzzle->error - 2) >= CLEAR); /* the error is rounded up */
    assert_in_range(best - second, puzzle->margin - 1, puzzle->margin + 1);
    for (int i = 0; i < puzzle->count; i++)
        assert_true(puzzle->legal[i] == puzzle->best || puzzle->values[i] <= best - CLEAR);
}

static void all_replay(void **state)
{
    (void)state;
    for (int g = 0; games[g]; g++) {
        if (!features_of(games[g]).themes)
            continue; /* it has none */
        int count = read_lines(games[g]), difficulties[PUZZLE_DIFFICULTIES + 1] = {0};
        assert_true(count >= LEAST);
        for (int i = 0; i < count; i++) {
            struct puzzle puzzle = opened(lines[i]);
            check(games[g], &puzzle);
            difficulties[puzzle.difficulty]++;
            table_close(puzzle.table);
            for (int other = 0; other < i; other++)
                assert_string_not_equal(lines[other], lines[i]);
        }
        assert_true(difficulties[1] >= FEW && difficulties[2] >= FEW);
    }
}

/* Weighs the two best moves again, in worlds that the tool has not seen. */
static struct search_comparison compared(const struct puzzle *puzzle)
{
    uint16_t legal[LEGAL_SIZE];
    struct state_buffer state;
    struct rng rng = rng_fast(table_plan(puzzle->table)->seed.bytes[SEED_BYTES - 1]);
    struct bot_history history = bot_history_of(puzzle->table, puzzle->seat);
    const struct bot_budget budget = {.simulations = 2 * WORLDS};
    struct search_comparison both;

    table_view(puzzle->table, puzzle->seat, table_steps(puzzle->table), &state);
    struct bot_view view =
        bot_view_at(LEVEL_NONE, table_game(puzzle->table), state_in(&state), puzzle->seat, &history, budget, legal);
    search_compare(&view, (const uint16_t[]){puzzle->best, puzzle->second}, &rng, &both);
    return both;
}

static void best_is_best_again(void **state)
{
    (void)state;
    for (int g = 0; games[g]; g++) {
        if (!features_of(games[g]).themes)
            continue;
        int count = read_lines(games[g]), every = (int)scaled(200, 20, 1);
        for (int i = 0; i < count; i += every) {
            struct puzzle puzzle = opened(lines[i]);
            struct search_comparison both = compared(&puzzle);
            if (both.gain <= 0)
                fail_msg("%s: %.3f, with an error of %.3f", lines[i], both.gain, both.error);
            table_close(puzzle.table);
        }
    }
}

/* Replaces the first `from` of a line. */
static void refused(const char *line, const char *from, const char *to)
{
    char spoilt[PUZZLE_LINE + 64];
    const char *at = strstr(line, from);
    struct puzzle puzzle;
    struct problem why;

    assert_non_null(at);
    snprintf(spoilt, sizeof spoilt, "%.*s%s%s", (int)(at - line), line, to, at + strlen(from));
    assert_false(puzzle_read(spoilt, strlen(spoilt), &puzzle, &why));
    assert_true(why.text[0] != '\0');
    assert_null(puzzle.table);
}

static void other_lines_are_refused(void **state)
{
    struct puzzle puzzle;
    struct problem why;

    (void)state;
    read_lines(games[0]);
    const char *line = lines[0];
    refused(line, "scout", "chess");
    refused(line, "\"players\":", "\"players\":1");
    refused(line, "\"options\":{}", "\"options\":{\"x\":\"1\"}");
    refused(line, "\"seed\":\"", "\"seed\":\"g");
    refused(line, "\"moves\":[\"", "\"moves\":[\"fly ");
    refused(line, "\"moves\":[\"keep\",", "\"moves\":["); /* one choice less */
    refused(line, "\"seat\":", "\"seat\":9");
    refused(line, "\"best\":\"", "\"best\":\"fly ");
    refused(line, "\"values\":[", "\"values\":[1,");
    refused(line, "\"margin\":", "\"margin\":-");
    refused(line, "\"difficulty\":", "\"difficulty\":9");
    refused(line, "}", "}}");
    for (size_t length = 0; length < strlen(line); length++)
        assert_false(puzzle_read(line, length, &puzzle, &why));
}

/* ---- finding ---- */

struct basket {
    int count;
    char lines[3][PUZZLE_LINE];
};

static bool take(void *of_basket, const char *line, size_t length)
{
    struct basket *basket = of_basket;

    assert_int_equal(strlen(line), length);
    snprintf(basket->lines[basket->count++], PUZZLE_LINE, "%s", line);
    return basket->count < 3;
}

static bool never(void *unused)
{
    (void)unused;
    return false;
}

static struct basket found_by(int threads)
{
    struct basket basket = {.count = 0};
    struct puzzles_plan plan = {.table = {.game = game_by_id("bridesmaid"), .seed = {.bytes = {1}}},
                                .bot = bot_by_name("novice"),
                                .threads = threads,
                                .context = &basket,
                                .stopped = never,
                                .take = take};
    struct problem why;

    assert_int_equal(puzzles_find(&plan, &why), WORKERS_REFUSED);
    return basket;
}

static void threads_find_the_same(void **state)
{
    struct basket one = found_by(1), three = found_by(3);

    (void)state;
    for (int i = 0; i < 3; i++) {
        assert_string_equal(one.lines[i], three.lines[i]);
        struct puzzle puzzle = opened(one.lines[i]);
        check(game_by_id("bridesmaid"), &puzzle);
        table_close(puzzle.table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_replay),
        cmocka_unit_test(best_is_best_again),
        cmocka_unit_test(other_lines_are_refused),
        cmocka_unit_test(threads_find_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
