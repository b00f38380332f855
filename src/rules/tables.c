/* See tables.h. */
#include "rules/tables.h"

static int count_names(const char *const *names)
{
    int count = 0;

    while (names && names[count])
        count++;
    return count;
}

void write_names(struct writer *w, const char *key, const char *const *names, int count)
{
    write_key_list(w, key);
    for (int i = 0; i < count; i++) {
        write_item(w);
        write_json_string(w, names[i], text_length(names[i]));
    }
    write_char(w, ']');
}

void write_letters(struct writer *w, const char *key, const char *letters)
{
    write_key_list(w, key);
    for (; *letters; letters++) {
        write_item(w);
        write_json_string(w, letters, 1);
    }
    write_char(w, ']');
}

/* Writes "0 deal, 1 play", for the field that has the number of a phase; "deal, play" for the key that has its name. */
static void write_phase_meaning(struct writer *w, const char *const *phases, bool numbered)
{
    write_key(w, "meaning");
    write_char(w, '"');
    for (int i = 0; phases[i]; i++) {
        write_text(w, i ? ", " : "");
        if (numbered) {
            write_number(w, i);
            write_char(w, ' ');
        }
        write_text(w, phases[i]);
    }
    write_char(w, '"');
}

static void write_view_key(struct writer *w, const struct game_tables *tables, const struct game_key *key)
{
    write_object(w);
    write_key_text(w, "key", key->path);
    if (key->meaning)
        write_key_text(w, "meaning", key->meaning);
    else
        write_phase_meaning(w, tables->phases, false);
    write_char(w, '}');
}

static void write_field(struct writer *w, const struct game_tables *tables, const struct game_field *field)
{
    write_object(w);
    write_key_text(w, "name", field->name);
    write_key_number(w, "start", field->start);
    write_key_list(w, "shape");
    if (field->rows)
        write_number(w, field->rows);
    if (field->width) {
        write_char(w, ',');
        write_number(w, field->width);
    }
    write_char(w, ']');
    write_key_number(w, "step", field->step);
    if (field->meaning)
        write_key_text(w, "meaning", field->meaning);
    else
        write_phase_meaning(w, tables->phases, true);
    write_char(w, '}');
}

static void write_ids(struct writer *w, const struct game_ids *ids)
{
    write_object(w);
    write_key_text(w, "name", ids->name);
    write_key_number(w, "first", ids->first);
    write_key_number(w, "count", ids->count);
    write_key_text(w, "formula", ids->formula);
    write_key_text(w, "example", ids->example);
    write_char(w, '}');
}

void tables_write(const struct game *game, struct writer *w)
{
    static const struct game_tables none = {0};
    const struct game_tables *tables = game->tables ? game->tables : &none;

    write_char(w, '{');
    write_names(w, "phases", tables->phases, count_names(tables->phases));
    write_key_list(w, "view");
    for (const struct game_key *key = tables->keys; key && key->path; key++)
        write_view_key(w, tables, key);
    write_char(w, ']');
    write_key_list(w, "observation");
    for (const struct game_field *field = tables->fields; field && field->name; field++)
        write_field(w, tables, field);
    write_char(w, ']');
    write_key_list(w, "ids");
    for (const struct game_ids *ids = tables->ids; ids && ids->name; ids++)
        write_ids(w, ids);
    write_char(w, ']');
    write_key_object(w, "lists");
    if (tables->lists)
        tables->lists(w);
    write_text(w, "}}");
}
