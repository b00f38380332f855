/* Score sheets: every row adds up to its total, for every game, player count and option; every column has words; and
 * what is said to have decided a game follows from the sheet. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "rules/sheet.h"
#include "support/scale.h"
#include "support/tables.h"
#include "support/variants.h"
#include "table/sheet.h"
#include "words/decided.h"

/* Plays a whole game at random; NULL for a custom deck, which a directory would be needed for. */
static struct table *played(const struct game *game, const struct setup *setup, uint8_t seed)
{
    struct table_plan plan = plan_for(game, setup->players, seed);
    struct problem why = {.text = ""};
    struct rng rng = rng_fast(seed);

    for (int i = 0; game->options[i].name; i++) {
        if (!setup->value[i])
            continue;
        if (game->deck && game->deck->option == i)
            return NULL;
        assert_true(plan_option(&plan, game->options[i].name, strlen(game->options[i].name), setup->value[i], &why));
    }
    struct table *t = table_open(&plan, &why);
    if (!t || !table_deal(t, &why))
        fail_msg("%s for %d: %s", game->id, setup->players, why.text);
    play_at_random(t, &rng, INT_MAX);
    assert_int_equal(table_turn(t).kind, TURN_OVER);
    return t;
}

struct sums {
    int columns, rounds, points[MAX_SEATS];
    bool parts_begun;
};

static void add_column(void *to, const struct sheet_column *column)
{
    struct sums *sums = to;
    bool empty = true;

    sums->columns++;
    for (int seat = 0; seat < MAX_SEATS; seat++) {
        sums->points[seat] += column->points[seat];
        empty &= column->points[seat] == 0;
    }
    if (column->key) {
        assert_false(empty);
        assert_int_equal(column->round, -1);
        sums->parts_begun = true;
    } else {
        assert_false(sums->parts_begun);
        assert_int_equal(column->round, sums->rounds++);
    }
}

static void check_row_sums(const struct table *t)
{
    const struct game *game = table_game(t);
    struct sums sums = {.columns = 0};
    struct result result;

    table_result(t, &result);
    assert_true(table_sheet(t, add_column, &sums));
    if (!game->sheet || game->sheet->rounds)
        assert_int_equal(sums.rounds, table_rounds(t));
    for (int seat = 0; seat < MAX_SEATS; seat++)
        if (sums.points[seat] != (seat < table_plan(t)->players ? result.points[seat] : 0))
            fail_msg("%s for %d: the columns of seat %d add up to %d, not %d", game->id, table_plan(t)->players, seat,
                     sums.points[seat], result.points[seat]);
}

static void check_rows(const struct game *game, const struct setup *setup)
{
    for (uint8_t seed = 1; seed <= (uint8_t)scaled(1, 6, 200); seed++) {
        struct table *t = played(game, setup, seed);
        if (t)
            check_row_sums(t);
        table_close(t);
    }
}

static void every_row_adds_up(void **unused)
{
    (void)unused;
    for_every_variant(check_rows);
}

/* ---- rounds are those that the record has ---- */

struct compared {
    const struct table *table;
    bool counted; /* the record's rounds are what was counted */
};

static void compare_round(void *to, const struct sheet_column *column)
{
    const struct compared *it = to;
    int points[MAX_SEATS];

    if (column->key)
        return;
    assert_true(table_round(it->table, column->round, points));
    assert_int_equal(column->counts, it->counted);
    for (int seat = 0; seat < table_plan(it->table)->players; seat++)
        assert_int_equal(it->counted ? column->counted[seat] : column->points[seat], points[seat]);
}

static void rounds_are_those_of_the_record(void **unused)
{
    (void)unused;
    for (int i = 0; games[i]; i++)
        for (int players = games[i]->min_players; players <= games[i]->max_players; players++) {
            struct setup setup = {.players = players};
            struct table *t = played(games[i], &setup, 3);
            struct compared it = {.table = t, .counted = games[i]->sheet && games[i]->sheet->counts};
            table_sheet(t, compare_round, &it);
            table_close(t);
        }
}

/* ---- words ---- */

static void columns_have_words_in_every_language(void **unused)
{
    (void)unused;
    for (int i = 0; games[i]; i++)
        for (const struct language *language = languages; language->tag; language++) {
            const struct game_sheet *sheet = games[i]->sheet;
            for (int part = 0; sheet && sheet->parts[part]; part++) {
                char key[64];
                assert_true(part < SHEET_PARTS_MAX);
                snprintf(key, sizeof key, "part.%s", sheet->parts[part]);
                if (!language_word(language, games[i], key))
                    fail_msg("words/%s/%s.txt has no %s", language->tag, games[i]->id, key);
            }
            if (sheet && sheet->counts)
                assert_non_null(language_word(language, games[i], "part.counted"));
        }
}

/* What decided it names the two, and never anything in braces unless names are marked. */
static void check_decided(const struct game *game, const struct setup *setup)
{
    struct table *t = played(game, setup, 5);
    struct decider it;
    struct result result;
    char text[512];

    if (!t)
        return;
    table_decider(t, &it);
    table_result(t, &result);
    assert_true(result.winners >> it.winner & 1);
    for (int seat = 0; it.rival >= 0 && seat < setup->players; seat++)
        assert_true(result.winners >> seat & 1 || result.points[seat] <= result.points[it.rival]);
    for (const struct language *language = languages; language->tag; language++) {
        struct writer w = write_into(text, sizeof text);
        words_decided((struct listener){.language = language, .viewer = ONLOOKER}, NULL, t, &w);
        assert_true(w.length > 0 && !w.overflow);
        assert_null(strchr(text, '{'));
        assert_int_equal(strstr(text, "seat ") != NULL, !it.shared && it.rival >= 0);
    }
    table_close(t);
}

static void what_decided_is_said_in_every_language(void **unused)
{
    (void)unused;
    for_every_variant(check_decided);
}

static void an_imagined_table_has_no_sheet(void **unused)
{
    struct sums sums = {.columns = 0};
    struct problem why;

    (void)unused;
    struct table *t = new_table(games[0], games[0]->min_players, 1), *other = table_imagine(t, 0, 1, &why);
    assert_non_null(other);
    assert_false(table_sheet(other, add_column, &sums));
    assert_int_equal(sums.columns, 0);
    table_close(other);
    table_close(t);
}

static void a_sheet_is_json(void **unused)
{
    static char text[1 << 16];

    (void)unused;
    for (int i = 0; games[i]; i++) {
        struct setup setup = {.players = games[i]->max_players};
        struct table *t = played(games[i], &setup, 7);
        struct writer w = write_into(text, sizeof text);
        sheet_write(t, &w);
        json_t *sheet = json_loads(text, 0, NULL);
        assert_true(json_array_size(sheet) > 0);
        json_t *first = json_array_get(sheet, 0);
        assert_int_equal(json_array_size(json_object_get(first, "points")), (size_t)setup.players);
        assert_true(!json_object_get(first, "key") != !json_object_get(first, "round"));
        json_decref(sheet);
        table_close(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_adds_up),
        cmocka_unit_test(rounds_are_those_of_the_record),
        cmocka_unit_test(columns_have_words_in_every_language),
        cmocka_unit_test(what_decided_is_said_in_every_language),
        cmocka_unit_test(an_imagined_table_has_no_sheet),
        cmocka_unit_test(a_sheet_is_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
