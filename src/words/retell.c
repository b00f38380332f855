/* See retell.h. */
#include "words/retell.h"

#include <string.h>

/* Writes what was done, as in the record: the notation, or the chance event. */
static void write_done(const struct table *table, int step, struct step it, struct writer *w)
{
    char notation[256];
    struct writer text = write_into(notation, sizeof notation);
    struct state_buffer before;

    write_key(w, "do");
    if (it.actor == CHANCE) {
        table_write_chance(table, step, w);
        return;
    }
    table_view(table, OPEN, it.first, &before);
    table_game(table)->action_text(state_in(&before), it.actor, it.id, &text);
    write_json_string(w, notation, text.length);
}

/* The sentences told, one string each. */
static void write_told(struct listener who, const struct table *table, int step, struct writer *w)
{
    char told[8192];
    struct writer text = write_into(told, sizeof told);

    words_step(who, table, step, &text);
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

void retell_list(const struct game *game, const struct facts *facts, struct writer *w)
{
    write_char(w, '[');
    for (int i = 0; i < facts->count; i++) {
        write_item(w);
        fact_write(game, &facts->list[i], w);
    }
    write_char(w, ']');
}

void retell_facts(const struct table *table, int viewer, int step, struct writer *w)
{
    struct facts facts;

    table_facts(table, viewer, step, &facts);
    retell_list(table_game(table), &facts, w);
}

void retell_step(struct listener who, const struct table *table, int step, struct writer *w)
{
    struct step it = table_step_told(table, step);

    write_key_number(w, "step", step);
    if (it.actor == CHANCE)
        write_key_text(w, "actor", "chance");
    else
        write_key_number(w, "actor", it.actor);
    if (who.viewer == OPEN || who.viewer == it.actor)
        write_done(table, step, it, w);
    write_key(w, "facts");
    retell_facts(table, who.viewer, step, w);
    write_told(who, table, step, w);
}
