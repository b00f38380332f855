/* The no-leak law for what the server sends: a table message, and a step of a game
 * that is over as a seat saw it, stay the same, byte for byte, when all that their
 * viewer cannot see is exchanged for something else. The table's true state is replaced by a world that is imagined
 * from the view, so this file has table.c within it. Random games, every game, count and option. */
#include "table/table.c" /* NOLINT(bugprone-suspicious-include): to reach the true state */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sodium.h>
#include <stdio.h>

#include "support/rooms.h"
#include "support/scale.h"
#include "support/variants.h"

enum { CHOICES_MAX = 400 }; /* some options make games that hardly end */

static struct tally {
    long games, frames, steps;
    size_t longest; /* bytes of a frame */
} tally;

static int games_walked(void)
{
    return (int)scaled(1, 12, 60);
}

/* Every error code can be said in every language. */
static void codes_have_words(void **unused)
{
    (void)unused;
    for (const struct language *language = languages; language->tag; language++)
        for (enum error_code code = 0; code < ERROR_CODES; code++) {
            char told[400], english[400];
            struct writer w = write_into(told, sizeof told), en = write_into(english, sizeof english);
            struct problem why;
            problem_set(&why, "column 3: x_y");
            body_error(&w, code, language, &why);
            body_error(&en, code, NULL, &why);
            assert_non_null(strstr(english, "column 3: x_y"));
            assert_int_equal(language == &languages[0], strcmp(told, english) == 0);
        }
}

static void hex_of(uint8_t byte, char out[33])
{
    for (int i = 0; i < 16; i++)
        snprintf(out + 2 * i, 3, "%02x", byte);
}

static void check_secrets(const char *frame)
{
    char secret[33], key[33], salt[HEX_SIZE];

    salt_of(0, salt);
    hex_of(SECRET_BYTE, secret);
    hex_of(KEY_BYTE, key);
    assert_null(strstr(frame, secret));
    assert_null(strstr(frame, key));
    assert_null(strstr(frame, salt));
}

static void check_viewer(struct room *room, int viewer, struct rng *rng)
{
    const struct game *game = table_game(room->table);
    struct state *now = state_at(room->table, table_steps(room->table));
    struct state_buffer truth, world;
    int lines = log_lines(room), from = (int)rng_below(rng, (uint32_t)lines + 1);

    memcpy(truth.bytes, now, game->state_size);
    table_view(room->table, viewer, table_steps(room->table), &world);
    game->imagine(state_in(&world), viewer, rng);
    const char *frame = frame_of(room, viewer, from);
    memcpy(now, world.bytes, game->state_size);
    const char *other = frame_of(room, viewer, from);
    memcpy(now, truth.bytes, game->state_size);
    if (strcmp(frame, other) != 0)
        fail_msg("%s, viewer %d:\n%s\n%s", game->id, viewer, frame, other);
    check_secrets(frame);
    tally.frames++;
    tally.longest = strlen(frame) > tally.longest ? strlen(frame) : tally.longest;
}

static char *steps_of(const struct room *room, int viewer, int from)
{
    static char texts[2][MESSAGE_SIZE];
    static int next;
    char *text = texts[next++ % 2];
    struct writer w = write_into(text, MESSAGE_SIZE);

    message_steps(&w, room->table, listener_for(&languages[0], viewer), from);
    assert_false(w.overflow);
    return text;
}

static const char *view_at(const struct room *room, int viewer, int step)
{
    static char texts[2][MESSAGE_SIZE];
    static int next;
    char *text = texts[next++ % 2];
    struct writer w = write_into(text, MESSAGE_SIZE);
    struct state_buffer view;

    table_view(room->table, viewer, step, &view);
    table_game(room->table)->describe(state_in(&view), &w);
    assert_false(w.overflow);
    return text;
}

/* The state before a step of the past is exchanged, for a viewer who looks back. What is told of the step is made of
 * the true state: that it gives nothing away is a law of its own (tests/laws.c). */
static void check_step(struct room *room, int viewer, struct rng *rng)
{
    const struct game *game = table_game(room->table);
    int step = (int)rng_below(rng, (uint32_t)table_steps(room->table));
    struct state *then = state_at(room->table, step);
    struct state_buffer truth, world;

    memcpy(truth.bytes, then, game->state_size);
    table_view(room->table, viewer, step, &world);
    game->imagine(state_in(&world), viewer, rng);
    const char *seen = view_at(room, viewer, step);
    assert_non_null(strstr(steps_of(room, viewer, table_step(room->table, step).first), "\"view\":"));
    memcpy(then, world.bytes, game->state_size);
    const char *other = view_at(room, viewer, step);
    memcpy(then, truth.bytes, game->state_size);
    if (strcmp(seen, other) != 0)
        fail_msg("%s, viewer %d, step %d:\n%s\n%s", game->id, viewer, step, seen, other);
    tally.steps++;
}

static void look_back(struct room *room, struct rng *rng)
{
    char salt[HEX_SIZE];

    salt_of(0, salt);
    assert_non_null(strstr(frame_of(room, ONLOOKER, 0), salt));
    for (int viewer = ONLOOKER; viewer < room->plan.table.players; viewer++)
        check_step(room, viewer, rng);
}

static void walk(const struct game *game, const struct setup *setup, int number)
{
    struct open_plan plan = plan_with(game, setup, number);
    struct rng rng = rng_fast((uint64_t)number * 7919 + (uint64_t)setup->players);
    struct room *room = room_opened(&plan, 1);

    seat_everybody(room, 2);
    seal_everybody(room, 2);
    check_secrets(frame_of(room, ONLOOKER, 0));
    start_room(room, 3);
    int made = 0;
    do
        if (rng_below(&rng, 16) == 0)
            check_viewer(room, (int)rng_below(&rng, (uint32_t)setup->players + 1) - 1, &rng);
    while (made++ < CHOICES_MAX && choose_at_random(room, &rng, 4 + made) && room->status == ROOM_PLAYING);
    if (room->status == ROOM_OVER)
        look_back(room, &rng);
    tally.games++;
    room_free(room);
}

static void nothing_leaks_at(const struct game *game, const struct setup *setup)
{
    if (is_own_deck(game, setup)) /* a server has none */
        return;
    for (int number = 0; number < games_walked(); number++)
        walk(game, setup, number);
}

static void no_frame_tells_what_its_viewer_cannot_know(void **unused)
{
    (void)unused;
    for (int i = 0; games[i]; i++)
        for_every_variant_of(games[i], nothing_leaks_at);
    print_message("%ld games, %ld frames and %ld steps exchanged, the longest frame of %zu bytes\n", tally.games,
                  tally.frames, tally.steps, tally.longest);
}

/* Older lines are told as the table's message tells them. */
static void check_log(const struct room *room, int viewer)
{
    static char text[MESSAGE_SIZE];
    struct writer w = write_into(text, sizeof text);

    message_log(&w, NO_NUMBER, room, listener_for(&languages[0], viewer), NUMBER_MAX);
    const char *lines = strstr(text, "\"from\":");
    assert_non_null(lines);
    text[w.length - 1] = '\0'; /* the closing brace: the table's message goes on with facts */
    assert_non_null(strstr(frame_of(room, viewer, 0), lines));
    for (int before = log_lines(room); before > 0; before -= LOG_SHOWN) {
        w = write_into(text, sizeof text);
        message_log(&w, NO_NUMBER, room, listener_for(&languages[0], viewer), before);
        assert_true(w.length < MESSAGE_SIZE / 2);
    }
}

/* A game that goes on for long has a log that is cut, not a message that is. */
static void a_long_game_fits_a_message(void **unused)
{
    struct open_plan plan = plan_of(game_by_id("sparrows"), 5, 1);
    struct problem why = {.text = ""};
    struct rng rng = rng_fast(1);

    (void)unused;
    if (scaled(1, 0, 0))
        skip();
    assert_true(plan_option(&plan.table, "target", strlen("target"), "999999", &why));
    struct room *room = room_opened(&plan, 1);
    seat_everybody(room, 2);
    start_room(room, 3);
    for (int made = 0; made < 5000 && choose_at_random(room, &rng, 4); made++)
        continue;
    assert_true(log_lines(room) > 10 * LOG_SHOWN);
    for (int viewer = ONLOOKER; viewer < 5; viewer++)
        assert_true(strlen(frame_of(room, viewer, 0)) < MESSAGE_SIZE / 2);
    for (int viewer = ONLOOKER; viewer < 5; viewer++)
        check_log(room, viewer);
    for (int viewer = ONLOOKER; viewer < 5; viewer++)
        assert_true(strlen(steps_of(room, viewer, 1000)) < MESSAGE_SIZE * 3 / 4);
    room_free(room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_have_words),
        cmocka_unit_test(no_frame_tells_what_its_viewer_cannot_know),
        cmocka_unit_test(a_long_game_fits_a_message),
    };

    if (sodium_init() < 0)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
