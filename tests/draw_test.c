/* The drawings of all games: in games played at random, at every size, for every
 * viewer and several widths, a drawing keeps within its width, says with colour
 * exactly what it says without, and contains nothing but printable text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "table/table.h"
#include "term/draw.h"

enum { ROOM = 1 << 16 };

/* Draws into text; fails if it does not fit. */
static void draw(const struct table *t, int viewer, int width, bool colour, char text[ROOM])
{
    struct writer w = write_into(text, ROOM);
    struct canvas canvas = {.out = &w, .colour = colour, .width = width, .names = table_plan(t)->names};
    struct state_room view;

    table_view(t, viewer, table_steps(t), &view);
    draw_table(&canvas, table_game(t), room_state(&view), viewer);
    assert_false(w.overflow);
}

/* Takes the colours out. */
static void strip(const char *coloured, char *plain)
{
    for (; *coloured; coloured++) {
        if (*coloured == '\033')
            coloured += strcspn(coloured, "m");
        else
            *plain++ = *coloured;
    }
    *plain = '\0';
}

static void check_lines(const struct table *t, int width, const char *text)
{
    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        int columns = text_columns(line, length);
        if (columns > width || line[length] != '\n' || (length > 0 && line[length - 1] == ' '))
            fail_msg("%s, width %d, %d columns: [%.*s]\n%s", table_game(t)->id, width, columns, (int)length, line,
                     text);
        for (size_t i = 0; i < length; i++)
            assert_true((unsigned char)line[i] >= 0x20 && line[i] != 0x7f);
        line += length + 1;
    }
}

static void check_drawings(const struct table *t)
{
    static const int widths[] = {60, 80, 120};
    static char plain[ROOM], coloured[ROOM], stripped[ROOM];

    for (int viewer = OPEN; viewer < table_plan(t)->players; viewer++)
        for (size_t i = 0; i < sizeof widths / sizeof *widths && viewer != CHANCE; i++) {
            draw(t, viewer, widths[i], false, plain);
            draw(t, viewer, widths[i], true, coloured);
            strip(coloured, stripped);
            assert_string_equal(stripped, plain);
            check_lines(t, widths[i], plain);
        }
}

static void play_and_draw(const struct game *game, int players, uint64_t seed, const char *name)
{
    struct table_plan plan = {.game = game, .players = players};
    struct problem why;
    struct rng rng = rng_fast(seed);

    rng_seed(&rng, &plan.seed);
    for (int seat = 0; seat < players; seat++)
        assert_true(plan_name(&plan, seat, name, &why));
    struct table *t = table_open(&plan, &why);
    assert_non_null(t);
    check_drawings(t);
    assert_true(table_deal(t, &why));
    while (table_turn(t).kind == TURN_CHOICE) {
        static uint16_t ids[LEGAL_ROOM];
        int seat = __builtin_ctz(table_turn(t).seats), count = table_legal(t, seat, ids);
        check_drawings(t);
        assert_true(table_do(t, seat, ids[rng_below(&rng, (uint32_t)count)], &why));
    }
    check_drawings(t);
    table_close(t);
}

static void drawings_keep_their_width(void **unused)
{
    (void)unused;
    for (int i = 0; games[i]; i++)
        for (int players = games[i]->min_players; players <= games[i]->max_players; players++) {
            play_and_draw(games[i], players, (uint64_t)players, "Ada (novice)");
            play_and_draw(games[i], players, 100, "a name of many words that no column is wide enough to hold");
            play_and_draw(games[i], players, 200, "\033[31m\n\302\233x");
        }
}

/* Twelve cards are one more than a line of 60 columns holds. */
static void scout_hands_wrap_and_are_the_viewers_own(void **unused)
{
    struct table_plan plan = {.game = &scout, .players = 3};
    struct problem why;
    static char text[ROOM];

    (void)unused;
    struct table *t = table_open(&plan, &why);
    assert_true(table_deal(t, &why));
    draw(t, 0, 60, false, text);
    assert_non_null(strstr(text, "╰10─╯╰11─╯\n ╭───╮\n"));
    assert_non_null(strstr(text, "\n ╰12─╯\n"));
    draw(t, 0, 80, false, text);
    assert_non_null(strstr(text, "╰11─╯╰12─╯\n"));
    draw(t, ONLOOKER, 80, false, text);
    assert_null(strchr(text, '/'));
    assert_null(strstr(text, "╰"));
    draw(t, OPEN, 80, false, text);
    assert_null(strstr(text, "Your hand"));
    int cards = 0;
    for (const char *at = text; (at = strchr(at, '/')); at++)
        cards++;
    assert_int_equal(cards, 36);
    table_close(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawings_keep_their_width),
        cmocka_unit_test(scout_hands_wrap_and_are_the_viewers_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
