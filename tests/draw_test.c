/* The drawings of all games, and of the template the outline that a game without
 * a drawing has: in games played at random, at every size, for every viewer, several widths, all forms and languages, a
 * drawing keeps within its width, says with colour, with spots lit and in ASCII exactly what it says without, and
 * contains nothing but printable text. Every legal move is about spots that are drawn, and a table of five players
 * leaves space on a screen of 80 columns and 24 lines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "rules/belle_deck.h"
#include "rules/sparrows.h"
#include "support/chosen.h"
#include "support/scale.h"
#include "table/table.h"
#include "term/draw.h"

enum {
    TEXT_SIZE = 1 << 16,
    TABLE_LINES = 18, /* of 24, less four for moves, one for what is typed and one of status */
};

static const struct language *spoken; /* by what is drawn; NULL: English */

/* Speaks another language from time to time in a game. */
static void speak(int step)
{
    int count = 0;

    while (languages[count].tag)
        count++;
    spoken = &languages[step / 3 % count];
}

static struct canvas canvas_of(const struct table *t, int width, struct writer *w)
{
    return (struct canvas){.out = w, .language = spoken, .width = width, .names = table_plan(t)->names};
}

/* Draws into text; fails if it does not fit. */
static void draw(const struct table *t, int viewer, int width, bool colour, char text[TEXT_SIZE])
{
    struct writer w = write_into(text, TEXT_SIZE);
    struct canvas canvas = canvas_of(t, width, &w);
    struct state_buffer view;

    canvas.colour = colour;
    table_view(t, viewer, table_steps(t), &view);
    draw_table(&canvas, table_game(t), state_in(&view), viewer);
    assert_false(w.overflow);
}

/* Draws a part with what the canvas asks for, and returns how many lines it took. */
static int draw_one(const struct table *t, enum part part, int viewer, struct canvas canvas, char text[TEXT_SIZE])
{
    struct writer w = write_into(text, TEXT_SIZE);
    struct state_buffer view;

    canvas.out = &w;
    table_view(t, viewer, table_steps(t), &view);
    draw_part(&canvas, part, table_game(t), state_in(&view), viewer);
    assert_false(w.overflow);
    return canvas.line;
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
            fail_msg("%s in %s, width %d, %d columns: [%.*s]\n%s", table_game(t)->id, spoken->tag, width, columns,
                     (int)length, line, text);
        for (size_t i = 0; i < length; i++)
            assert_true((unsigned char)line[i] >= 0x20 && line[i] != 0x7f);
        line += length + 1;
    }
}

/* Line by line as many columns, and nothing but ASCII in the second. */
static void check_ascii(const char *text, const char *ascii)
{
    while (*text) {
        size_t length = strcspn(text, "\n"), ascii_length = strcspn(ascii, "\n");
        assert_int_equal(text_columns(text, length), ascii_length);
        for (size_t i = 0; i < ascii_length; i++)
            assert_true(ascii[i] >= 0x20 && ascii[i] < 0x7f);
        text += length + 1;
        ascii += ascii_length + 1;
    }
    assert_int_equal(*ascii, '\0');
}

static void check_part(const struct table *t, enum part part, int viewer, int width)
{
    static char plain[TEXT_SIZE], other[TEXT_SIZE], stripped[TEXT_SIZE];

    for (int form = FORM_LARGE; form <= FORM_TIGHT; form++) {
        struct canvas canvas = canvas_of(t, width, NULL);
        canvas.form = (enum form)form;
        draw_one(t, part, viewer, canvas, plain);
        check_lines(t, width, plain);
        canvas.ascii = true;
        draw_one(t, part, viewer, canvas, other);
        check_ascii(plain, other);
        canvas.ascii = false;
        canvas.colour = true;
        canvas.lit = 0x5555555555555555;
        draw_one(t, part, viewer, canvas, other);
        strip(other, stripped);
        assert_string_equal(stripped, plain);
    }
}

static void check_drawing(const struct table *t, int viewer, int width)
{
    static char plain[TEXT_SIZE], coloured[TEXT_SIZE], stripped[TEXT_SIZE];

    draw(t, viewer, width, false, plain);
    draw(t, viewer, width, true, coloured);
    strip(coloured, stripped);
    assert_string_equal(stripped, plain);
    check_lines(t, width, plain);
    for (int part = 0; part < PARTS; part++)
        check_part(t, (enum part)part, viewer, width);
}

/* Each viewer at another width, which changes with every step. */
static void check_drawings(const struct table *t)
{
    static const int widths[] = {60, 80, 120};

    speak(table_steps(t));
    for (int viewer = OPEN; viewer < table_plan(t)->players; viewer++)
        if (viewer != CHANCE)
            check_drawing(t, viewer, widths[(table_steps(t) + viewer - OPEN) % 3]);
}

/* The spots that the parts show in a form. */
static uint64_t spots_drawn(const struct table *t, int viewer, enum form form)
{
    static char text[TEXT_SIZE];
    struct spot spots[SPOTS];
    struct canvas canvas = canvas_of(t, 80, NULL);
    uint64_t drawn = 0;

    canvas.form = form;
    canvas.spots = spots;
    for (int part = 0; part < PARTS; part++) {
        int lines = draw_one(t, (enum part)part, viewer, canvas, text);
        for (int i = 0; i < SPOTS; i++) {
            if (spots[i].width == 0)
                continue;
            assert_true(spots[i].line >= 0 && spots[i].height > 0 && spots[i].line + spots[i].height <= lines);
            assert_true(spots[i].column >= 0 && spots[i].column + spots[i].width <= canvas.width);
            assert_false(drawn >> i & 1); /* a spot is in one part */
            drawn |= (uint64_t)1 << i;
        }
    }
    return drawn;
}

static void check_spots(const struct table *t, int seat)
{
    static uint16_t ids[LEGAL_SIZE];
    struct state_buffer view;
    uint64_t touched = 0;
    int count = table_legal(t, seat, ids);

    table_view(t, seat, table_steps(t), &view);
    for (int i = 0; i < count; i++)
        touched |= drawing_of(table_game(t))->touches(state_in(&view), seat, ids[i]);
    for (int form = FORM_LARGE; form <= FORM_TIGHT; form++)
        assert_int_equal(touched & ~spots_drawn(t, seat, (enum form)form), 0);
}

/* In their tight forms all parts leave space for moves. */
static void check_height(const struct table *t, int seat)
{
    static char text[TEXT_SIZE];
    struct canvas canvas = canvas_of(t, 80, NULL);
    int lines = 0;

    canvas.form = FORM_TIGHT;
    for (int part = 0; part < PARTS; part++)
        lines += draw_one(t, (enum part)part, seat, canvas, text);
    if (lines > TABLE_LINES)
        fail_msg("%s in %s, seat %d at step %d: %d lines", table_game(t)->id, spoken->tag, seat, table_steps(t), lines);
}

static void play_and_check(const struct game *game, int players, uint64_t seed, const char *name,
                           void (*check)(const struct table *))
{
    struct table_plan plan = {.game = game, .players = players};
    struct problem why;
    struct rng rng = rng_fast(seed);

    rng_seed(&rng, &plan.seed);
    for (int seat = 0; seat < players; seat++)
        assert_true(plan_name(&plan, seat, name, &why));
    struct table *t = table_open(&plan, &why);
    assert_non_null(t);
    check(t);
    assert_true(table_deal(t, &why));
    while (table_turn(t).kind == TURN_CHOICE) {
        static uint16_t ids[LEGAL_SIZE];
        int seat = __builtin_ctz(table_turn(t).seats), count = table_legal(t, seat, ids);
        if (table_steps(t) < scaled(8, 12, 200) || table_steps(t) % scaled(29, 23, 3) == 0)
            check(t);
        assert_true(table_do(t, seat, ids[rng_below(&rng, (uint32_t)count)], &why));
    }
    check(t);
    table_close(t);
}

/* Calls visit for all games, or for the one that was chosen. */
static void for_every_game(void (*visit)(const struct game *))
{
    int visited = 0;

    for (int i = 0; games[i]; i++)
        if (is_chosen(games[i])) {
            visit(games[i]);
            visited++;
        }
    check_chosen(visited);
}

static void check_widths(const struct game *game)
{
    for (int players = game->min_players; players <= game->max_players; players++) {
        play_and_check(game, players, (uint64_t)players, "Ada (novice)", check_drawings);
        play_and_check(game, players, 100, "a name of many words that no column is wide enough to hold",
                       check_drawings);
        play_and_check(game, players, 200, "\033[31m\n\302\233x e\u0301\u738b\u5c0f\u660e\u5c0f", check_drawings);
    }
}

static void drawings_keep_their_width(void **unused)
{
    (void)unused;
    for_every_game(check_widths);
}

static void check_moves(const struct table *t)
{
    speak(table_steps(t));
    for (int seat = 0; seat < table_plan(t)->players; seat++) {
        if (table_turn(t).kind == TURN_CHOICE && (table_turn(t).seats >> seat & 1))
            check_spots(t, seat);
        check_height(t, seat);
    }
}

static void check_room(const struct game *game)
{
    for (int players = game->min_players; players <= game->max_players; players++)
        for (uint64_t seed = 0; seed < 5; seed++)
            play_and_check(game, players, seed, "a name of many words", check_moves);
}

static void moves_are_about_spots_and_have_room_below_the_table(void **unused)
{
    (void)unused;
    for_every_game(check_room);
}

static void check_outline(const struct table *t)
{
    if (table_steps(t) % scaled(29, 23, 3) == 1) {
        check_drawings(t);
        check_moves(t);
    }
}

static void check_outline_of(const struct game *game)
{
    struct game unknown = *game;

    assert_ptr_equal(drawing_of(&unknown), &outline_drawing);
    play_and_check(&unknown, unknown.max_players, 1, "\033[31m\n\302\233x e\u0301\u738b\u5c0f", check_outline);
}

/* The same of the outline, with all that the games have to say, as if nobody had written a drawing for them. */
static void any_game_has_an_outline(void **unused)
{
    (void)unused;
    for_every_game(check_outline_of);
}

/* Twelve cards are one more than a line of 60 columns holds. */
static void scout_hands_wrap_and_are_the_viewers_own(void **unused)
{
    struct table_plan plan = {.game = &scout, .players = 3};
    struct problem why;
    static char text[TEXT_SIZE];

    (void)unused;
    spoken = NULL;
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

static const struct game *only_visited;

static void note_visit(const struct game *game)
{
    assert_null(only_visited);
    only_visited = game;
}

static void the_environment_chooses_one_game(void **unused)
{
    const char *before = getenv("PARLOR_GAME");
    char *kept = before ? strdup(before) : NULL;

    (void)unused;
    assert_int_equal(setenv("PARLOR_GAME", "bannish", 1), 0);
    for_every_game(note_visit);
    assert_ptr_equal(only_visited, &bannish);
    assert_int_equal(kept ? setenv("PARLOR_GAME", kept, 1) : unsetenv("PARLOR_GAME"), 0);
    free(kept);
}

static const char *english(const struct game *game, const char *list, const char *id)
{
    char key[64];

    snprintf(key, sizeof key, "%s.%s", list, id);
    return language_word(&languages[0], game, key);
}

/* The tables, from which other languages are made, use the same English names as the rules. */
static void english_tables_say_what_the_rules_say(void **unused)
{
    (void)unused;
    for (int i = 0; games[i]; i++)
        if (language_word(&languages[0], games[i], "title"))
            assert_string_equal(game_title(&languages[0], games[i]), games[i]->title);
    for (int effect = 0; effect < BELLE_EFFECT_COUNT; effect++)
        assert_string_equal(english(&belle, "effect", belle_effect_code(effect)), belle_effect_words(effect));
    for (int interest = 0; interest < BELLE_INTEREST_COUNT; interest++)
        assert_string_equal(english(&belle, "interest", belle_interest_name(interest)), belle_interest_name(interest));
    for (int bid = 0; bid < SPARROWS_BID_COUNT; bid++) {
        assert_string_equal(english(&sparrows, "bid", sparrows_bids[bid].id), sparrows_bids[bid].name);
        assert_string_equal(english(&sparrows, "asks", sparrows_bids[bid].id), sparrows_bids[bid].asks);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawings_keep_their_width),
        cmocka_unit_test(moves_are_about_spots_and_have_room_below_the_table),
        cmocka_unit_test(any_game_has_an_outline),
        cmocka_unit_test(the_environment_chooses_one_game),
        cmocka_unit_test(scout_hands_wrap_and_are_the_viewers_own),
        cmocka_unit_test(english_tables_say_what_the_rules_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
