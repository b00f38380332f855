/* See words.h.
 *
 * In a table's text {name} stands for a field. {name's} is its possessive.
 * {name?a|b|c} chooses: by a seat "you" or another, by seats you alone, one
 * other or several, by a number 0 or more (or 0, 1, 2 …), by a name its place in
 * the list; the first where the field is secret. {name#card|cards} chooses by the
 * plural of the language. By a list a wording is chosen by how many there are, and
 * {name*, |{name} ({other})} says something of each, with ", " between them; other
 * lists of the same length go along. A choice may hold fields again. */
#include "words/words.h"

#include "rules/bytes.h"

struct speaker {
    const struct language *language;
    const struct game *game;
    const struct cast *cast;
    struct fact_field fields[FACT_FIELDS_MAX];
    const char *texts[FACT_FIELDS_MAX]; /* of fields that are words; NULL: it is a value */
    int count;
    struct writer *w;
    size_t start; /* of the sentence, in w */
};

/* ---- tables ---- */

static int compare(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}

static const char *phrase_find(struct phrases phrases, const char *key)
{
    int low = 0, high = phrases.count;

    while (low < high) {
        int middle = (low + high) / 2, order = compare(phrases.list[middle].key, key);
        if (order == 0)
            return phrases.list[middle].text;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static const char *word_of(const struct language *language, const char *of, const char *key)
{
    for (const struct game_words *words = language->games; words->game; words++)
        if (text_equal(words->game, of))
            return phrase_find(words->phrases, key);
    return NULL;
}

const char *language_word(const struct language *language, const struct game *game, const char *key)
{
    return game ? word_of(language, game->id, key) : phrase_find(language->common, key);
}

const char *words_refusal(const struct language *language, const char *of, const char *no)
{
    char key[64];
    struct writer w = write_into(key, sizeof key);

    write_text(&w, "no.");
    write_text(&w, no);
    return word_of(language, of, key);
}

const char *words_problem(const struct language *language, const struct problem *why)
{
    const char *said = why->no && language != &languages[0] ? words_refusal(language, why->of, why->no) : NULL;
    return said ? said : why->text; /* which says it in English, sometimes with more than the key does */
}

static bool begins(const char *text, const char *with, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!text[i] || text[i] != with[i])
            return false;
    return true;
}

/* True if a locale is in the list of a language: "zh zh_TW zh_HK". */
static bool names_locale(const char *list, const char *locale, size_t length)
{
    while (list && *list) {
        size_t word = 0;
        while (list[word] && list[word] != ' ')
            word++;
        if (word == length && begins(locale, list, length))
            return true;
        list += word + (list[word] == ' ');
    }
    return false;
}

const struct language *language_find(const char *tag)
{
    size_t whole = 0, first = 0;

    if (!tag)
        return NULL;
    while (tag[whole] && tag[whole] != '.' && tag[whole] != '@')
        whole++;
    while (first < whole && tag[first] != '_' && tag[first] != '-')
        first++;
    for (const struct language *it = languages; it->tag; it++)
        if (text_equal(it->tag, tag) || names_locale(phrase_find(it->common, "locales"), tag, whole))
            return it;
    for (const struct language *it = languages; it->tag; it++)
        if (names_locale(phrase_find(it->common, "locales"), tag, first))
            return it;
    return NULL;
}

/* The weight behind a language, in thousandths: "…;q=0.8". 1000 if it is missing; 0 if it is invalid. */
static int weight_of(const char *text, size_t length)
{
    int weight = 0, unit = 1000;
    size_t at = 0;

    while (at < length && text[at] != ';')
        at++;
    while (at < length && (text[at] == ';' || text[at] == ' '))
        at++;
    if (at == length)
        return 1000;
    if (length - at < 3 || text[at] != 'q' || text[at + 1] != '=')
        return 0;
    for (at += 2; at < length && unit > 0; at++) {
        if (text[at] == '.')
            continue;
        if (text[at] < '0' || text[at] > '9')
            return 0;
        weight += (text[at] - '0') * unit;
        unit /= 10;
    }
    return weight;
}

const struct language *language_accepted(const char *header)
{
    const struct language *best = NULL;
    int most = 0;

    while (header && *header) {
        char tag[LANGUAGE_SIZE];
        struct writer w = write_into(tag, sizeof tag);
        size_t length = 0, name = 0;
        while (*header == ',' || *header == ' ')
            header++;
        while (header[length] && header[length] != ',')
            length++;
        while (name < length && header[name] != ';' && header[name] != ' ')
            name++;
        write_bytes(&w, header, name);
        const struct language *found = w.overflow ? NULL : language_find(tag);
        int weight = found ? weight_of(header, length) : 0;
        if (weight > most) {
            most = weight;
            best = found;
        }
        header += length;
    }
    return best;
}

/* ---- values ---- */

static void write_common(struct speaker *s, const char *key)
{
    const char *text = phrase_find(s->language->common, key);
    write_text(s->w, text ? text : key);
}

static bool is_start(const struct speaker *s)
{
    return s->w->length == s->start;
}

static void speak_seat(struct speaker *s, int seat, bool possessive)
{
    if (seat == s->cast->you) {
        write_common(s, possessive ? (is_start(s) ? "Your" : "your") : is_start(s) ? "You" : "you");
        return;
    }
    if (seat == FACT_ROBOT)
        write_common(s, is_start(s) ? "Robot" : "robot");
    else
        s->cast->name(s->cast->of, seat, s->w);
    if (possessive)
        write_common(s, "possessive");
}

static void speak_seats(struct speaker *s, unsigned seats)
{
    for (unsigned left = seats; left; left &= left - 1) {
        if (left != seats)
            write_common(s, left & (left - 1) ? "list.comma" : "list.and");
        speak_seat(s, __builtin_ctz(left), false);
    }
}

/* A card as the game's table calls it, else by the name on it, else by its notation. */
static void write_card(struct speaker *s, int card)
{
    char key[64] = "card.";
    struct writer name = write_into(key + 5, sizeof key - 5);

    s->game->card_text(card, &name);
    const char *called = language_word(s->language, s->game, key);
    if (!called && s->game->card_name)
        called = s->game->card_name(card);
    bool marked = s->cast->cards == CARD_MARKED;
    write_text(s->w, marked ? "{" : "");
    if (marked || (s->cast->cards == CARD_NUMBERED && called)) {
        write_text(s->w, key + 5);
        write_char(s->w, marked ? '|' : ' ');
    }
    write_text(s->w, called ? called : key + 5);
    write_text(s->w, marked ? "}" : "");
}

static void write_name(struct speaker *s, const struct fact_field *field, int value)
{
    char key[64];
    struct writer name = write_into(key, sizeof key);

    write_text(&name, field->list->name);
    write_char(&name, '.');
    write_text(&name, field->list->keys[value]);
    const char *text = language_word(s->language, s->game, key);
    write_text(s->w, text ? text : field->list->keys[value]);
}

static void write_one(struct speaker *s, const struct fact_field *field, int value)
{
    switch (field->kind) {
    case FACT_SEAT: speak_seat(s, value, false); break;
    case FACT_SEATS: speak_seats(s, (unsigned)value); break;
    case FACT_NUMBER: write_number(s->w, value); break;
    case FACT_POINTS: write_points(s->w, s->game, value); break;
    case FACT_CARD:
    case FACT_CARDS: write_card(s, value); break;
    case FACT_NAME: write_name(s, field, value); break;
    }
}

static void write_value(struct speaker *s, const struct fact_field *field)
{
    for (int i = 0; i < field->count; i++) {
        if (i > 0 && field->kind == FACT_CARDS)
            write_char(s->w, ' ');
        else if (i > 0)
            write_common(s, "list.comma");
        write_one(s, field, field->value[i]);
    }
}

/* ---- sentences ---- */

/* The words that a field is, or NULL. */
static const char *words_of(const struct speaker *s, const struct fact_field *field)
{
    return s->texts[field - s->fields];
}

/* Returns which of several wordings fits a field. */
static int choice_by(const struct speaker *s, const struct fact_field *field)
{
    const char *words = words_of(s, field);

    if (words)
        return words[0] != '\0';
    if (!field->value)
        return 0;
    if (field->many)
        return field->count;
    int value = field->value[0];
    switch (field->kind) {
    case FACT_SEAT: return value != s->cast->you;
    case FACT_SEATS: return (value & (value - 1)) ? 2 : s->cast->you < 0 || value != 1 << s->cast->you;
    case FACT_CARD:
    case FACT_CARDS: return 1;
    default: return value < 0 ? 1 : value;
    }
}

static int plural_of(const struct speaker *s, const struct fact_field *field)
{
    const char *forms = phrase_find(s->language->common, "plurals");
    return field->value && field->value[0] != 1 && forms && text_equal(forms, "2");
}

/* The end of what began behind an opening brace: its closing brace, or with stop the next bar. */
static const char *find_end(const char *text, bool stop)
{
    int depth = 0;

    for (; *text; text++) {
        if (*text == '{')
            depth++;
        else if (*text == '}' && depth-- == 0)
            return text;
        else if (*text == '|' && stop && depth == 0)
            return text;
    }
    return text;
}

static void speak(struct speaker *s, const char *text, const char *end);

/* Speaks the wording with this number, or the last. */
static void speak_choice(struct speaker *s, const char *text, int number)
{
    const char *end = find_end(text, true);

    while (number-- > 0 && *end == '|') {
        text = end + 1;
        end = find_end(text, true);
    }
    speak(s, text, end);
}

/* Speaks a text, which follows its separator, for each value of a list. */
static void speak_each(struct speaker *s, const char *separator, int count)
{
    const char *bar = find_end(separator, true), *text = bar + (*bar == '|');
    struct speaker one = *s;

    for (int i = 0; i < count; i++) {
        if (i > 0)
            speak(s, separator, bar);
        for (int k = 0; k < s->count; k++)
            if (s->fields[k].many && s->fields[k].value && s->fields[k].count == count) {
                one.fields[k].value = &s->fields[k].value[i];
                one.fields[k].count = 1;
                one.fields[k].many = false;
            }
        speak(&one, text, find_end(text, false));
    }
}

static const struct fact_field *field_of(const struct speaker *s, const char *name, size_t length)
{
    for (int i = 0; i < s->count; i++)
        if (s->fields[i].name_length == length && bytes_equal(s->fields[i].name, name, length))
            return &s->fields[i];
    return NULL;
}

/* Writes the field between braces, starting after the opening one. */
static void speak_field(struct speaker *s, const char *text)
{
    size_t length = 0;

    while (text[length] == '_' || (text[length] >= 'a' && text[length] <= 'z'))
        length++;
    const struct fact_field *field = field_of(s, text, length);
    const char *rest = text + length;
    if (!field)
        return; /* tools/words.py has refused it */
    if (*rest == '?')
        speak_choice(s, rest + 1, choice_by(s, field));
    else if (*rest == '*')
        speak_each(s, rest + 1, field->value ? field->count : 0);
    else if (*rest == '#')
        speak_choice(s, rest + 1, plural_of(s, field));
    else if (words_of(s, field))
        write_text(s->w, words_of(s, field));
    else if (field->value && *rest == '\'')
        speak_seat(s, field->value[0], true);
    else if (field->value)
        write_value(s, field);
}

static void speak(struct speaker *s, const char *text, const char *end)
{
    while (text < end) {
        if (*text != '{') {
            write_char(s->w, *text++);
            continue;
        }
        speak_field(s, text + 1);
        text = find_end(text + 1, false);
        text += *text == '}';
    }
}

/* Without a table: the verb and its fields as they come. */
static void speak_plainly(struct speaker *s, const struct verb *verb)
{
    write_text(s->w, verb->name);
    for (int i = 0; i < s->count; i++) {
        if (!s->fields[i].value)
            continue;
        write_text(s->w, i > 0 ? ", " : ": ");
        write_bytes(s->w, s->fields[i].name, s->fields[i].name_length);
        write_char(s->w, ' ');
        write_value(s, &s->fields[i]);
    }
}

static void speak_fact(const struct language *language, const struct game *game, const struct fact *fact,
                       const struct cast *cast, bool as_choice, struct writer *w)
{
    const struct verb *verb = &game->verbs[fact->verb];
    struct speaker s = {.language = language, .game = game, .cast = cast, .w = w, .start = w->length};
    char key[64];
    struct writer name = write_into(key, sizeof key);

    s.count = fact_fields(game, fact, s.fields);
    write_text(&name, verb->name);
    write_text(&name, as_choice ? "!" : "");
    const char *text = language_word(language, game, key);
    if (text)
        speak(&s, text, text + text_length(text));
    else
        speak_plainly(&s, verb);
}

void words_fact(const struct language *language, const struct game *game, const struct fact *fact,
                const struct cast *cast, struct writer *w)
{
    speak_fact(language, game, fact, cast, false, w);
}

void words_facts(const struct language *language, const struct game *game, const struct facts *facts,
                 const struct cast *cast, struct writer *w)
{
    for (int i = 0; i < facts->count; i++) {
        size_t before = w->length;
        words_fact(language, game, &facts->list[i], cast, w);
        if (w->length > before) /* some facts need no words */
            write_char(w, '\n');
    }
}

static bool names_seat(const struct fact_field *field, int seat)
{
    bool named = false;

    for (int i = 0; field->value && i < field->count; i++)
        named |= field->kind == FACT_SEAT ? field->value[i] == seat
                                          : field->kind == FACT_SEATS && (field->value[i] >> seat & 1);
    return named;
}

bool words_concern(const struct game *game, const struct facts *facts, int seat)
{
    struct fact_field fields[FACT_FIELDS_MAX];

    for (int i = 0; i < facts->count; i++)
        for (int k = fact_fields(game, &facts->list[i], fields) - 1; k >= 0; k--)
            if (names_seat(&fields[k], seat))
                return true;
    return false;
}

void words_choice(const struct language *language, const struct game *game, const struct fact *fact,
                  const struct cast *cast, struct writer *w)
{
    speak_fact(language, game, fact, cast, true, w);
}

void words_text(const struct language *language, const char *text, const struct word_value *values, int count,
                struct writer *w)
{
    struct speaker s = {.language = language, .count = count, .w = w, .start = w->length};
    int32_t numbers[FACT_FIELDS_MAX];

    for (int i = 0; i < count; i++) {
        numbers[i] = values[i].number;
        s.texts[i] = values[i].text;
        s.fields[i] = (struct fact_field){.name = values[i].name,
                                          .name_length = text_length(values[i].name),
                                          .kind = FACT_NUMBER,
                                          .value = &numbers[i],
                                          .count = 1};
    }
    speak(&s, text, text + text_length(text));
}

/* ---- of a table ---- */

static void name_at(const void *table, int seat, struct writer *w)
{
    table_name(table, seat, w);
}

static void number_of(const void *table, int seat, struct writer *w)
{
    (void)table;
    write_char(w, '{');
    write_number(w, seat);
    write_char(w, '}');
}

struct cast words_cast(struct listener who, const struct table *table)
{
    return (struct cast){
        .players = table_plan(table)->players,
        .you = who.addressed && who.viewer >= 0 ? who.viewer : ONLOOKER,
        .name = who.marked ? number_of : name_at,
        .of = table,
        .cards = who.marked ? CARD_MARKED : CARD_NAMED,
    };
}

struct listener plain_listener(int viewer)
{
    return (struct listener){.language = &languages[0], .viewer = viewer};
}

void words_step_among(struct listener who, const struct cast *cast, const struct table *table, int step,
                      struct writer *w)
{
    struct facts facts;

    table_facts(table, who.viewer, step, &facts);
    words_facts(who.language, table_game(table), &facts, cast, w);
}

void words_step(struct listener who, const struct table *table, int step, struct writer *w)
{
    struct cast cast = words_cast(who, table);
    words_step_among(who, &cast, table, step, w);
}

void words_choice_at(struct listener who, const struct table *table, int step, uint16_t id, struct writer *w)
{
    struct cast cast = words_cast(who, table);
    struct fact fact;

    table_meaning(table, step, id, &fact);
    words_choice(who.language, table_game(table), &fact, &cast, w);
}

void words_choice_now(struct listener who, const struct table *table, const struct state *view, uint16_t id,
                      struct writer *w)
{
    struct cast cast = words_cast(who, table);
    struct facts told;

    told.count = 0;
    table_game(table)->meaning(view, who.viewer, id, &told);
    words_choice(who.language, table_game(table), &told.list[0], &cast, w);
}
