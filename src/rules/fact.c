/* See fact.h. */
#include "rules/fact.h"

#include "rules/bytes.h"
#include "rules/game.h"

/* ---- saying ---- */

void fact_say(struct facts *told, int verb, const int *values, size_t count)
{
    if (told->count == FACTS_MAX)
        __builtin_trap();
    struct fact *fact = &told->list[told->count++];
    *fact = (struct fact){.verb = (uint8_t)verb};
    for (size_t i = 0; i < count; i++)
        fact_add(told, values[i]);
}

void fact_add(struct facts *told, int value)
{
    if (!told)
        return;
    struct fact *fact = &told->list[told->count - 1];
    if (fact->count == FACT_VALUES_MAX)
        __builtin_trap();
    fact->value[fact->count++] = value;
}

void fact_add_cards(struct facts *told, const uint8_t *cards, int count)
{
    fact_add(told, count);
    for (int i = 0; i < count; i++)
        fact_add(told, cards[i]);
}

int fact_add_set(struct facts *told, uint64_t cards)
{
    int count = __builtin_popcountll(cards);

    fact_add(told, count);
    for (; cards; cards &= cards - 1)
        fact_add(told, __builtin_ctzll(cards));
    return 1 + count;
}

void fact_keep(struct facts *told, unsigned seats, int values)
{
    if (!told)
        return;
    struct fact *fact = &told->list[told->count - 1];
    fact->known = (uint8_t)seats;
    fact->secret = (uint8_t)(values < fact->count ? values : fact->count);
}

bool fact_for(const struct fact *fact, int viewer, struct fact *out)
{
    *out = *fact;
    if (viewer == OPEN || (viewer >= 0 && (fact->known & seat_bit(viewer))))
        return true;
    out->count = (uint8_t)(fact->count - fact->secret);
    for (int i = out->count; i < fact->count; i++)
        out->value[i] = 0;
    out->secret = out->known = 0;
    return out->count > 0 || fact->secret == 0;
}

/* ---- fields ---- */

static const struct name_list *list_by_name(const struct game *game, const char *name, size_t length)
{
    for (const struct name_list *list = game->lists; list && list->name; list++)
        if (text_length(list->name) == length && bytes_equal(list->name, name, length))
            return list;
    return NULL;
}

static void set_kind(const struct game *game, struct fact_field *field, const char *kind, size_t length)
{
    static const char *const kinds[] = {
        [FACT_SEAT] = "seat",     [FACT_SEATS] = "seats", [FACT_NUMBER] = "number",
        [FACT_POINTS] = "points", [FACT_CARD] = "card",   [FACT_CARDS] = "cards",
    };

    for (int i = 0; i < FACT_NAME; i++)
        if (text_length(kinds[i]) == length && bytes_equal(kinds[i], kind, length)) {
            field->kind = (enum field_kind)i;
            return;
        }
    field->kind = FACT_NAME;
    field->list = list_by_name(game, kind, length);
    MUST(field->list);
}

/* Reads "name:kind" and steps over it. */
static const char *read_field(const struct game *game, const char *text, struct fact_field *out)
{
    size_t name = 0, kind = 0;

    while (text[name] != ':')
        name++;
    *out = (struct fact_field){.name = text, .name_length = name};
    text += name + 1;
    while (text[kind] && text[kind] != ' ')
        kind++;
    bool starred = text[kind - 1] == '*';
    set_kind(game, out, text, kind - starred);
    out->many = starred || out->kind == FACT_CARDS;
    return text + kind + (text[kind] == ' ');
}

int fact_fields(const struct game *game, const struct fact *fact, struct fact_field out[FACT_FIELDS_MAX])
{
    const char *text = game->verbs[fact->verb].fields;
    int fields = 0, at = 0;

    while (*text) {
        MUST(fields < FACT_FIELDS_MAX);
        struct fact_field *field = &out[fields++];
        text = read_field(game, text, field);
        if (at >= fact->count)
            continue;
        field->count = 1;
        if (field->many)
            field->count = fact->value[at++];
        field->value = &fact->value[at];
        at += field->count;
    }
    return fields;
}

bool fact_find(const struct game *game, const struct fact *fact, const char *name, struct fact_field *out)
{
    struct fact_field fields[FACT_FIELDS_MAX];
    int count = fact_fields(game, fact, fields);

    for (int i = 0; i < count; i++)
        if (fields[i].name_length == text_length(name) && bytes_equal(fields[i].name, name, fields[i].name_length)) {
            *out = fields[i];
            return true;
        }
    return false;
}

static bool value_is_sound(const struct fact_field *field, int value, int players)
{
    int names = 0;

    switch (field->kind) {
    case FACT_SEAT: return (value >= 0 && value < players) || value == FACT_ROBOT;
    case FACT_SEATS: return value > 0 && !(value & ~((1 << players) - 1) & ~(1 << FACT_ROBOT));
    case FACT_NAME:
        while (field->list->keys[names])
            names++;
        return value >= 0 && value < names;
    default: return true;
    }
}

bool fact_is_sound(const struct game *game, const struct fact *fact, int players)
{
    struct fact_field fields[FACT_FIELDS_MAX];
    int used = 0, count = fact_fields(game, fact, fields);
    bool sound = true;

    for (int i = 0; i < count; i++) {
        if (!fields[i].value)
            continue;
        for (int k = 0; k < fields[i].count; k++)
            sound = sound && value_is_sound(&fields[i], fields[i].value[k], players);
        used += fields[i].count + fields[i].many;
    }
    return sound && used == fact->count;
}

/* ---- JSON ---- */

static void write_card(const struct game *game, int card, struct writer *w)
{
    write_char(w, '"');
    game->card_text(card, w);
    write_char(w, '"');
}

static void write_value(const struct game *game, const struct fact_field *field, int value, struct writer *w)
{
    switch (field->kind) {
    case FACT_CARD:
    case FACT_CARDS: write_card(game, value, w); break;
    case FACT_SEATS:
        write_char(w, '[');
        for (int seat = 0; seat <= FACT_ROBOT; seat++)
            if (value >> seat & 1) {
                write_item(w);
                write_number(w, seat);
            }
        write_char(w, ']');
        break;
    case FACT_NAME: write_json_string(w, field->list->keys[value], text_length(field->list->keys[value])); break;
    case FACT_POINTS: write_points(w, game, value); break;
    default: write_number(w, value); break;
    }
}

static void write_field(const struct game *game, const struct fact_field *field, struct writer *w)
{
    if (!field->many) {
        write_value(game, field, field->value[0], w);
        return;
    }
    write_char(w, '[');
    for (int i = 0; i < field->count; i++) {
        write_item(w);
        write_value(game, field, field->value[i], w);
    }
    write_char(w, ']');
}

void fact_write(const struct game *game, const struct fact *fact, struct writer *w)
{
    struct fact_field fields[FACT_FIELDS_MAX];
    int count = fact_fields(game, fact, fields);
    char key[32];

    write_char(w, '{');
    write_key_text(w, "verb", game->verbs[fact->verb].name);
    for (int i = 0; i < count; i++) {
        struct writer name = write_into(key, sizeof key);
        if (!fields[i].value)
            continue;
        write_bytes(&name, fields[i].name, fields[i].name_length);
        write_key(w, key);
        write_field(game, &fields[i], w);
    }
    write_char(w, '}');
}
