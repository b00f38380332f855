/* Tests the tables of games (rules/tables.h): every byte of an observation and every
 * action id has one name, and phases are those of the view. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <string.h>

#include "parlor.h"
#include "rules/tables.h"
#include "support/scale.h"
#include "support/variants.h"

static void for_every_game(void (*visit)(const struct game *))
{
    for (int i = 0; games[i]; i++)
        visit(games[i]);
    visit(&template_game);
}

static void claim(uint8_t *owners, const struct game *game, const struct game_field *field)
{
    int width = field->width ? field->width : 1;

    for (int row = 0; row < (field->rows ? field->rows : 1); row++)
        for (int column = 0; column < width; column++) {
            int at = field->start + row * field->step + column;
            if (at < 0 || at >= (int)game->observation_size || owners[at]++)
                fail_msg("%s: %s has a byte %d that is not there or another's", game->id, field->name, at);
        }
}

static void bytes_of(const struct game *game)
{
    uint8_t owners[OBSERVATION_SIZE] = {0};
    const struct game_field *fields = game->tables->fields;

    for (int i = 0; fields[i].name; i++) {
        claim(owners, game, &fields[i]);
        assert_true(fields[i].meaning || game->tables->phases);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(fields[i].name, fields[j].name);
    }
    for (size_t at = 0; at < game->observation_size; at++)
        if (!owners[at])
            fail_msg("%s: byte %zu has no name", game->id, at);
}

static void every_byte_has_one_name(void **unused)
{
    (void)unused;
    for_every_game(bytes_of);
}

static void ids_of(const struct game *game)
{
    int next = 0;

    for (const struct game_ids *ids = game->tables->ids; ids->name; ids++) {
        assert_int_equal(ids->first, next);
        assert_true(ids->count > 0 && (ids->count == 1 || ids->formula[0]));
        next += ids->count;
    }
    assert_int_equal(next, game->max_actions);
}

static void every_id_has_one_name(void **unused)
{
    (void)unused;
    for_every_game(ids_of);
}

static void json_of(const struct game *game)
{
    char text[TABLES_SIZE];
    struct writer w = write_into(text, sizeof text);

    tables_write(game, &w);
    assert_false(w.overflow);
    json_t *tables = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(tables);
    assert_true(json_array_size(json_object_get(tables, "observation")) > 0);
    assert_true(json_array_size(json_object_get(tables, "ids")) > 0);
    assert_true(json_array_size(json_object_get(tables, "phases")) > 0);
    assert_true(json_array_size(json_object_get(tables, "view")) > 0);
    assert_true(json_is_object(json_object_get(tables, "lists")));
    json_decref(tables);
}

static void tables_are_json(void **unused)
{
    struct game bare = template_game;

    (void)unused;
    for_every_game(json_of);

    char text[128];
    struct writer w = write_into(text, sizeof text);
    bare.tables = NULL; /* a game that does not say */
    tables_write(&bare, &w);
    assert_string_equal(text, "{\"phases\":[],\"view\":[],\"observation\":[],\"ids\":[],\"lists\":{}}");
}

/* The byte called phase, and what the view says of the same moment. */
static void phase_is_told(const struct game *game, const struct state *s, int seat, int at)
{
    uint8_t observation[OBSERVATION_SIZE];
    static char text[1 << 16];
    struct writer w = write_into(text, sizeof text);

    game->observe(s, seat, observation);
    game->describe(s, &w);
    json_t *view = json_loads(text, 0, NULL);
    assert_non_null(view);
    assert_string_equal(json_string_value(json_object_get(view, "phase")), game->tables->phases[observation[at]]);
    json_decref(view);
}

static void phases_of(const struct game *game, const struct setup *setup)
{
    const struct game_field *field = game->tables->fields;
    struct state_buffer buffer;
    struct state *s = state_in(&buffer);
    struct rng rng = rng_fast(7);

    while (field->name && strcmp(field->name, "phase") != 0)
        field++;
    if (!field->name) /* the template has none */
        return;
    assert_null(game->start(s, setup));
    for (int step = 0; step < 200 && game->turn(s).kind != TURN_OVER; step++) {
        struct turn turn = game->turn(s);
        phase_is_told(game, s, 0, field->start);
        if (turn.kind == TURN_CHANCE) {
            game->chance(s, &rng);
            continue;
        }
        uint16_t ids[LEGAL_SIZE];
        int seat = __builtin_ctz(turn.seats), count = game->legal(s, seat, ids);
        game->apply(s, seat, ids[rng_below(&rng, (uint32_t)count)], NULL);
    }
    phase_is_told(game, s, 0, field->start);
}

static void phases_are_those_of_the_view(void **unused)
{
    (void)unused;
    for_every_variant(phases_of);
}

/* Which keys of a game's table its views have had so far. */
enum { KEYS_MAX = 64, GAMES_MAX = 16 };
static struct {
    const struct game *game;
    bool seen[KEYS_MAX];
} all_seen[GAMES_MAX];

static bool *seen_of(const struct game *game)
{
    int i = 0;

    while (all_seen[i].game && all_seen[i].game != game)
        assert_true(++i < GAMES_MAX);
    all_seen[i].game = game;
    return all_seen[i].seen;
}

static void see_key(const struct game *game, const char *path)
{
    const struct game_key *keys = game->tables->keys;
    int i = 0;

    while (keys[i].path && strcmp(keys[i].path, path) != 0)
        i++;
    if (!keys[i].path)
        fail_msg("%s: the table does not list the key %s", game->id, path);
    assert_true(i < KEYS_MAX);
    seen_of(game)[i] = true;
}

/* Looks the keys of an object up, and those of the objects in it; cards of Belle have keys by name. */
static void see_keys(const struct game *game, const json_t *value, const char *above)
{
    char path[64];

    for (size_t i = 0; i < json_array_size(value); i++)
        see_keys(game, json_array_get(value, i), above);
    for (void *at = json_object_iter((json_t *)(uintptr_t)value); at;
         at = json_object_iter_next((json_t *)(uintptr_t)value, at)) {
        const char *key = strcmp(above, "cards.") == 0 ? "*" : json_object_iter_key(at);
        snprintf(path, sizeof path, "%s%s", above, key);
        see_key(game, path);
        snprintf(path, sizeof path, "%s%s.", above, key);
        see_keys(game, json_object_iter_value(at), path);
    }
}

static void see_view(const struct game *game, const struct state *s, int viewer)
{
    static char text[1 << 16];
    struct writer w = write_into(text, sizeof text);
    struct state_buffer view;

    memcpy(view.bytes, s, game->state_size);
    if (viewer != OPEN)
        game->redact(state_in(&view), viewer);
    game->describe(state_in(&view), &w);
    json_t *json = json_loads(text, 0, NULL);
    assert_non_null(json);
    see_keys(game, json, "");
    json_decref(json);
}

static void keys_of(const struct game *game, const struct setup *setup)
{
    struct state_buffer buffer;
    struct state *s = state_in(&buffer);
    struct rng rng = rng_fast(7);

    assert_null(game->start(s, setup));
    for (int step = 0; step < 1000; step++) {
        struct turn turn = game->turn(s);
        for (int viewer = OPEN; viewer <= ONLOOKER + 1; viewer++)
            if (viewer != CHANCE && (step % scaled(8, 1, 1) == 0 || turn.kind == TURN_OVER))
                see_view(game, s, viewer);
        if (turn.kind == TURN_OVER)
            break;
        if (turn.kind == TURN_CHANCE) {
            game->chance(s, &rng);
            continue;
        }
        uint16_t ids[LEGAL_SIZE];
        int seat = __builtin_ctz(turn.seats), count = game->legal(s, seat, ids);
        game->apply(s, seat, ids[rng_below(&rng, (uint32_t)count)], NULL);
    }
}

static void every_key_comes_up(const struct game *game)
{
    const bool *seen = seen_of(game);

    for (int i = 0; game->tables->keys[i].path; i++)
        if (!seen[i])
            fail_msg("%s: no view has the key %s", game->id, game->tables->keys[i].path);
}

static void keys_are_those_of_the_view(void **unused)
{
    (void)unused;
    for_every_variant(keys_of);
    for_every_game(every_key_comes_up);
}

static void the_library_tells_them(void **unused)
{
    char text[TABLES_SIZE], small[16];

    (void)unused;
    assert_true(parlor_tables("sparrows", text, sizeof text) == strlen(text));
    assert_non_null(strstr(text, "\"id\":\"two_pair\""));
    assert_int_equal(parlor_tables("sparrows", small, sizeof small), sizeof small - 1);
    assert_int_equal(parlor_tables("whist", text, sizeof text), 0);
    assert_string_equal(text, "");
    assert_int_equal(parlor_tables(NULL, text, sizeof text), 0);
    assert_int_equal(parlor_tables("scout", NULL, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte_has_one_name),
        cmocka_unit_test(every_id_has_one_name),
        cmocka_unit_test(tables_are_json),
        cmocka_unit_test(phases_are_those_of_the_view),
        cmocka_unit_test(keys_are_those_of_the_view),
        cmocka_unit_test(the_library_tells_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
