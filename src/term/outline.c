/* Draws the table of a game without its own drawing: what describe() says of it, member by member. So you can play a
 * new game at once; if you play it often, write a drawing.
 *
 * Single members go in the headline, those of `seats` in a line for each seat, the others in the middle. Where space
 * is short a line is cut; else it goes on in the next one. */
#include "term/draw.h"

#include <jansson.h>
#include <stdlib.h>

#include "memory.h"

enum {
    JSON_SIZE = 1 << 16,
    TEXT_SIZE = 4096,  /* of a line; what is longer is cut */
    NAME_LIMIT = 14,   /* columns for a name */
    MIDDLE_TIGHT = 10, /* lines: with the headline and five seats that is as much as a small screen has */
};

/* ---- JSON as words ---- */

static void write_value(struct writer *w, json_t *value);

static void write_list(struct writer *w, json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *item = json_array_get(list, i);
        bool nested = json_is_array(item) || json_is_object(item);
        write_text(w, i > 0 ? " " : "");
        write_text(w, nested ? "[" : "");
        write_value(w, item);
        write_text(w, nested ? "]" : "");
    }
    if (json_array_size(list) == 0)
        write_text(w, "–");
}

static void write_members(struct writer *w, json_t *object, const char *gap, bool (*wanted)(const json_t *))
{
    const char *key;
    json_t *value;
    bool first = true;

    json_object_foreach(object, key, value)
    {
        if (wanted && !wanted(value))
            continue;
        write_text(w, first ? "" : gap);
        write_text(w, key);
        write_char(w, ' ');
        write_value(w, value);
        first = false;
    }
}

static void write_value(struct writer *w, json_t *value)
{
    if (json_is_array(value))
        write_list(w, value);
    else if (json_is_object(value))
        write_members(w, value, ", ", NULL);
    else if (json_is_string(value))
        write_text(w, json_string_value(value));
    else if (json_is_integer(value))
        write_number(w, json_integer_value(value));
    else if (json_is_real(value)) { /* halves */
        long long halves = (long long)(json_real_value(value) * 2);
        write_text(w, halves == -1 ? "-" : "");
        write_number(w, halves / 2);
        write_text(w, halves % 2 ? ".5" : "");
    } else {
        write_text(w, json_is_true(value) ? "yes" : json_is_false(value) ? "no" : "–");
    }
}

static bool is_single(const json_t *value)
{
    return !json_is_array(value) && !json_is_object(value);
}

/* Returns the description of a table, or NULL. The caller frees it. */
static json_t *description(const struct canvas *c, const struct state *s)
{
    char *text = must_alloc(JSON_SIZE);
    struct writer w = write_into(text, JSON_SIZE);

    c->game->describe(s, &w);
    json_t *all = json_loadb(text, w.length, 0, NULL);
    free(text);
    return all;
}

/* ---- lines ---- */

/* The rest of a line from where it stands, cut or continued at the indent, word by word. */
static void draw_words(struct canvas *c, const char *text, int indent)
{
    size_t length = text_length(text);

    if (c->form >= FORM_SHORT) {
        int space = c->width - c->column;
        bool cut = text_columns(text, length) > space;
        size_t fits = cut ? text_fit(text, length, space - 1) : length;
        while (fits > 0 && text[fits - 1] == ' ')
            fits--;
        draw_clean(c, PLAIN, text, fits);
        draw_text(c, PLAIN, cut ? "…" : "");
        return;
    }
    for (size_t at = 0, end; at < length; at = end + 1) {
        for (end = at; end < length && text[end] != ' ';)
            end++;
        size_t fits = text_fit(text + at, end - at, c->width - indent);
        if (at > 0)
            draw_gap(c, PLAIN, " ", text_columns(text + at, fits), indent);
        draw_clean(c, PLAIN, text + at, fits);
    }
}

static void draw_headline(struct canvas *c, const struct state *s, int viewer)
{
    json_t *all = description(c, s);
    char text[TEXT_SIZE];
    struct writer w = write_into(text, sizeof text);

    (void)viewer;
    draw_text(c, BOLD, game_title(c->language, c->game));
    write_members(&w, all, " · ", is_single);
    if (w.length > 0) {
        draw_text(c, PLAIN, " · ");
        draw_words(c, text, 2);
    }
    draw_line_end(c);
    json_decref(all);
}

static void draw_seat(struct canvas *c, const struct state *s, json_t *seat, int number, int viewer)
{
    struct turn turn = c->game->turn(s);
    char text[TEXT_SIZE];
    struct writer w = write_into(text, sizeof text);
    struct result result;

    if (!json_object_get(seat, "points")) {
        c->game->result(s, &result);
        write_text(&w, "points ");
        write_points(&w, c->game, result.points[number]);
        write_text(&w, json_object_size(seat) > 0 ? " · " : "");
    }
    write_members(&w, seat, " · ", NULL);
    draw_due(c, turn.kind == TURN_CHOICE && (turn.seats >> number & 1), number == viewer);
    draw_name_column(c, number == viewer ? BOLD : PLAIN, number, NAME_LIMIT);
    draw_spaces(c, 2);
    draw_words(c, text, 2 + NAME_LIMIT + 2);
    draw_line_end(c);
}

static void draw_seats(struct canvas *c, const struct state *s, int viewer)
{
    json_t *all = description(c, s), *seats = json_object_get(all, "seats");

    for (size_t i = 0; i < json_array_size(seats) && i < MAX_SEATS; i++)
        draw_seat(c, s, json_array_get(seats, i), (int)i, viewer);
    json_decref(all);
}

static void draw_middle(struct canvas *c, const struct state *s, int viewer)
{
    json_t *all = description(c, s), *value;
    const char *key;

    (void)viewer;
    json_object_foreach(all, key, value)
    {
        char text[TEXT_SIZE];
        struct writer w = write_into(text, sizeof text);
        if (is_single(value) || text_equal(key, "seats"))
            continue;
        if (c->form == FORM_TIGHT && c->line == MIDDLE_TIGHT)
            break;
        write_text(&w, key);
        write_char(&w, ' ');
        write_value(&w, value);
        draw_spaces(c, 2);
        draw_words(c, text, 4);
        draw_line_end(c);
    }
    json_decref(all);
}

static void draw_no_hand(struct canvas *c, const struct state *s, int viewer)
{
    (void)c, (void)s, (void)viewer;
}

static uint64_t touches(const struct state *s, int viewer, uint16_t id)
{
    (void)s, (void)viewer, (void)id;
    return 0; /* nothing that is drawn is known to be what a move is about */
}

const struct drawing outline_drawing = {
    .order = {PART_HEADLINE, PART_SEATS, PART_MIDDLE, PART_HAND},
    .apart = 1 << PART_MIDDLE,
    .part = {[PART_HEADLINE] = draw_headline,
             [PART_SEATS] = draw_seats,
             [PART_MIDDLE] = draw_middle,
             [PART_HAND] = draw_no_hand},
    .touches = touches,
};
