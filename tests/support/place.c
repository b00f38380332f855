/* See place.h. */
#include "support/place.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "rules/tables.h"

enum { TEXT_SIZE = 1 << 16, PATH_SIZE = 512 };

struct place place = {.seat = CHANCE};

void place_enter(const struct game *game, const struct setup *setup, int number)
{
    place = (struct place){.game = game, .setup = {.players = setup->players}, .number = number, .seat = CHANCE};
    for (int i = 0; i < MAX_OPTIONS && game->options[i].name; i++)
        if (setup->value[i]) {
            struct writer w = write_into(place.values[i], sizeof place.values[i]);
            write_text(&w, setup->value[i]);
            place.setup.value[i] = place.values[i];
        }
}

void place_write(struct writer *w)
{
    write_text(w, place.game->id);
    write_text(w, ", ");
    write_number(w, place.setup.players);
    write_text(w, " players");
    for (int i = 0; place.game->options[i].name; i++)
        if (place.setup.value[i]) {
            write_text(w, ", ");
            write_text(w, place.game->options[i].name);
            write_text(w, "=");
            write_text(w, place.setup.value[i]);
        }
    write_text(w, ", game ");
    write_number(w, place.number);
    write_text(w, ", step ");
    write_number(w, place.step);
    if (place.seat == ONLOOKER)
        write_text(w, ", for an onlooker");
    if (place.seat >= 0) {
        write_text(w, ", seat ");
        write_number(w, place.seat);
    }
}

/* ---- what differs ---- */

static void write_json(struct writer *w, const json_t *value)
{
    char text[200];
    size_t length = value ? json_dumpb(value, text, sizeof text, JSON_COMPACT | JSON_ENCODE_ANY) : 0;

    write_text(w, !value ? "nothing" : length > sizeof text ? "something long" : "");
    write_bytes(w, text, length > sizeof text ? 0 : length);
}

/* The path to the first place where two values differ, as seats.1.hand, with both values. False if they are equal. */
static bool write_difference(struct writer *w, json_t *a, json_t *b)
{
    const char *key;
    json_t *member;
    struct writer before = *w;

    if (json_equal(a, b))
        return false;
    if (json_is_object(a) && json_is_object(b)) {
        json_object_foreach(a, key, member)
        {
            *w = before;
            write_text(w, before.length > 0 ? "." : "");
            write_text(w, key);
            if (write_difference(w, member, json_object_get(b, key)))
                return true;
        }
        *w = before;
    }
    for (size_t i = 0; json_is_array(a) && json_is_array(b) && i < json_array_size(a); i++) {
        *w = before;
        write_text(w, before.length > 0 ? "." : "");
        write_number(w, (int64_t)i);
        if (write_difference(w, json_array_get(a, i), json_array_get(b, i)))
            return true;
        *w = before;
    }
    write_text(w, ": ");
    write_json(w, a);
    write_text(w, " and ");
    write_json(w, b);
    return true;
}

void same_json(const char *a, const char *b, const char *what)
{
    if (strcmp(a, b) == 0)
        return;
    char path[PATH_SIZE];
    struct writer w = write_into(path, sizeof path);
    json_t *one = json_loads(a, JSON_DECODE_ANY, NULL), *other = json_loads(b, JSON_DECODE_ANY, NULL);
    bool found = one && other && write_difference(&w, one, other);
    json_decref(one);
    json_decref(other);
    fail_msg("%s differs: %s", what, found ? path : "in the order or spelling of its members");
}

/* A state has no table of its fields, but its JSON shows most of them. */
void same_state(const struct game *game, const struct state *a, const struct state *b, const char *what)
{
    static char texts[2][TEXT_SIZE];
    const uint8_t *bytes = (const uint8_t *)a, *others = (const uint8_t *)b;
    size_t at = 0;
    char name[PATH_SIZE];

    while (at < game->state_size && bytes[at] == others[at])
        at++;
    if (at == game->state_size)
        return;
    struct writer one = write_into(texts[0], TEXT_SIZE), other = write_into(texts[1], TEXT_SIZE);
    game->describe(a, &one);
    game->describe(b, &other);
    snprintf(name, sizeof name, "%s: byte %zu of the state is %d and %d; its JSON", what, at, bytes[at], others[at]);
    same_json(texts[0], texts[1], name);
    fail_msg("%s is the same", name);
}

/* True if a field of the observation has this byte. */
static bool has_byte(const struct game_field *field, int at, int *row)
{
    int rows = field->rows > 0 ? field->rows : 1, width = field->width > 0 ? field->width : 1;

    for (*row = 0; *row < rows; ++*row) {
        int start = field->start + *row * field->step;
        if (at >= start && at < start + width)
            return true;
    }
    return false;
}

void same_observation(const struct game *game, const uint8_t *a, const uint8_t *b, const char *what)
{
    int at = 0, size = (int)game->observation_size, row = 0;
    const struct game_field *field = game->tables ? game->tables->fields : NULL;

    while (at < size && a[at] == b[at])
        at++;
    if (at == size)
        return;
    while (field && field->name && !has_byte(field, at, &row))
        field++;
    if (field && field->name)
        fail_msg("%s differs in the field %s, row %d (byte %d): %d and %d", what, field->name, row, at, a[at], b[at]);
    fail_msg("%s differs in byte %d: %d and %d", what, at, a[at], b[at]);
}
