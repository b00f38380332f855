/* A puzzle (lab/puzzle.h) as a page shows it: the position as its seat sees it, its moves and
 * what they are worth. Linked to rules.c, whose buffer it reads. */
#include "lab/puzzle.h"
#include "wasm/rules.h"

enum { SHOWN_SIZE = 1 << 16 };

/* Returns the puzzle in the buffer as an object of JSON; {"error":…} if that is not a puzzle. */
const char *EXPORT(puzzle_shown)(void);

static char shown[SHOWN_SIZE];

static void write_notation(const struct puzzle *it, uint16_t id, struct writer *w)
{
    char text[256];
    struct writer notation = write_into(text, sizeof text);
    struct state_buffer view;

    table_view(it->table, it->seat, table_steps(it->table), &view);
    table_game(it->table)->action_text(state_in(&view), it->seat, id, &notation);
    write_json_string(w, text, notation.length);
}

static void write_moves(const struct puzzle *it, struct writer *w)
{
    write_key_list(w, "legal");
    for (int i = 0; i < it->count; i++) {
        write_item(w);
        write_notation(it, it->legal[i], w);
    }
    write_char(w, ']');
    write_key(w, "best");
    write_notation(it, it->best, w);
}

static void write_points_now(const struct puzzle *it, struct writer *w)
{
    struct result result;

    table_result(it->table, &result);
    write_key_list(w, "points");
    for (int seat = 0; seat < table_plan(it->table)->players; seat++) {
        write_item(w);
        write_points(w, table_game(it->table), result.points[seat]);
    }
    write_char(w, ']');
}

/* What the seat has seen last: the facts of the step before, and how it stood then. */
static void write_past(const struct puzzle *it, struct writer *w)
{
    int last = table_steps(it->table) - 1;
    struct state_buffer view;
    struct facts facts;

    table_view(it->table, it->seat, last, &view);
    write_key(w, "previous");
    table_game(it->table)->describe(state_in(&view), w);
    table_facts(it->table, it->seat, last, &facts);
    write_key_list(w, "facts");
    for (int i = 0; i < facts.count; i++) {
        write_item(w);
        fact_write(table_game(it->table), &facts.list[i], w);
    }
    write_char(w, ']');
}

static void write_shown(const struct puzzle *it, struct writer *w)
{
    struct state_buffer view;

    table_view(it->table, it->seat, table_steps(it->table), &view);
    write_char(w, '{');
    write_key(w, "view");
    table_game(it->table)->describe(state_in(&view), w);
    write_points_now(it, w);
    write_past(it, w);
    write_moves(it, w);
    write_char(w, '}');
}

const char *puzzle_shown(void)
{
    struct writer w = write_into(shown, sizeof shown);
    struct puzzle puzzle;
    struct problem why;

    if (puzzle_read(given.at, (size_t)(given.end - given.at), &puzzle, &why)) {
        write_shown(&puzzle, &w);
        if (!w.overflow)
            return shown;
        problem_set(&why, "the position is too long");
        w = write_into(shown, sizeof shown);
    }
    write_text(&w, "{\"error\":");
    write_json_string(&w, why.text, text_length(why.text));
    write_char(&w, '}');
    return shown;
}
