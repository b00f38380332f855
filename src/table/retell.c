/* See retell.h. */
#include "table/retell.h"

#include <string.h>

/* What was done, as the record has it: the notation, or the chance event. */
static void write_done(const struct table *table, int step, struct step it, struct writer *w)
{
    char notation[256];
    struct writer text = write_into(notation, sizeof notation);
    struct state_room before;

    write_key(w, "do");
    if (it.actor == CHANCE) {
        table_write_chance(table, step, w);
        return;
    }
    table_view(table, OPEN, it.first, &before);
    table_game(table)->action_text(room_state(&before), it.actor, it.id, &text);
    write_json_string(w, notation, text.length);
}

/* The sentences told, one string each. */
static void write_told(const struct table *table, int viewer, int step, struct writer *w)
{
    char told[8192];
    struct writer text = write_into(told, sizeof told);

    table_tell(table, viewer, step, &text);
    write_key(w, "told");
    write_char(w, '[');
    for (const char *line = told; *line;) {
        size_t length = strcspn(line, "\n");
        write_item(w);
        write_json_string(w, line, length);
        line += length + (line[length] == '\n');
    }
    write_char(w, ']');
}

void retell_step(const struct table *table, int viewer, int step, struct writer *w)
{
    struct step it = table_step_told(table, step);

    write_key_number(w, "step", step);
    if (it.actor == CHANCE)
        write_key_text(w, "actor", "chance");
    else
        write_key_number(w, "actor", it.actor);
    if (viewer == OPEN || viewer == it.actor)
        write_done(table, step, it, w);
    write_told(table, viewer, step, w);
}
