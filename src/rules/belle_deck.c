/* See belle_deck.h. A custom deck comes as two tables of comma-separated
 * values, or as the one line of a record that holds the same rows. Both go one
 * way: a row of a table is turned into a row of the line first, and rows of the
 * line are read and checked by the same code, whatever their source. */
#include "rules/belle_deck.h"

#include "rules/bytes.h"

#include "belle_cards.h" /* made from data/belle by tools/belle_cards.py */

/* ---- names ---- */

enum belle_type belle_type_of(int effect)
{
    static const uint8_t types[] = {
#define X(code, type, words) BELLE_##type,
        BELLE_EFFECTS(X)
#undef X
    };
    return types[effect];
}

static const char *const type_names[] = {"MAYHEM", "MIRTH", "MISCHIEF"};

const char *belle_type_name(enum belle_type type)
{
    return type_names[type];
}

const char *const belle_effect_codes[] = {
#define X(code, type, words) #code,
    BELLE_EFFECTS(X)
#undef X
        NULL,
};

const char *belle_effect_code(int effect)
{
    return belle_effect_codes[effect];
}

const char *belle_effect_words(int effect)
{
    static const char *const all_words[] = {
#define X(code, type, words) words,
        BELLE_EFFECTS(X)
#undef X
    };
    return all_words[effect];
}

const char *belle_interest_name(int interest)
{
    static const char *const names[] = {
#define X(name, word) word,
        BELLE_INTERESTS(X)
#undef X
    };
    return names[interest];
}

void belle_write_lists(struct writer *w)
{
    static const char *const families[] = {"common", "medium", "rare"};

    write_key_list(w, "interests");
    for (int interest = 0; interest < BELLE_INTEREST_COUNT; interest++) {
        write_object(w);
        write_key_text(w, "name", belle_interest_name(interest));
        write_key_text(w, "family", families[interest < BELLE_MUSIC ? 0 : interest < BELLE_FISH ? 1 : 2]);
        write_char(w, '}');
    }
    write_text(w, "],\"effects\":[");
    for (int effect = 0; effect < BELLE_EFFECT_COUNT; effect++) {
        write_object(w);
        write_key_text(w, "id", belle_effect_code(effect));
        write_key_text(w, "type", belle_type_name(belle_type_of(effect)));
        write_key_text(w, "words", belle_effect_words(effect));
        write_char(w, '}');
    }
    write_char(w, ']');
}

const char *belle_guest_name(int index)
{
    static const char *const names[] = {
#define X(name, noble, common, medium, rare) name,
        BELLE_GUESTS(X)
#undef X
    };
    return names[index];
}

const char *belle_belle_name(int index)
{
    static const char *const names[] = {
#define X(name, effect) name,
        BELLE_BELLES(X)
#undef X
    };
    return names[index];
}

const struct belle_deck belle_deck_built_in = {
    .guest =
        {
#define X(name, noble, common, medium, rare)                                                                           \
    (uint8_t)(((common)-BELLE_CHAT) * 20 + ((medium)-BELLE_MUSIC) * 5 + ((rare)-BELLE_FISH) + (noble)*64),
            BELLE_GUESTS(X)
#undef X
        },
    .effect =
        {
#define X(name, effect) effect,
            BELLE_BELLES(X)
#undef X
        },
};

/* ---- rows ---- */

enum { COLUMNS_MAX = 9, ROW_SIZE = 1024 };
enum { GUEST_ID, GUEST_NAME, GUEST_NOBLE, GUEST_TITLE, GUEST_COUNTY, GUEST_COMMON, GUEST_MEDIUM, GUEST_RARE };
enum { BELLE_ID, BELLE_TYPE, BELLE_NAME, BELLE_EFFECT };

struct row {
    char text[ROW_SIZE];       /* the fields one after another, a NUL after each */
    size_t field[COLUMNS_MAX]; /* where they begin in text */
    size_t at[COLUMNS_MAX];    /* … and in the reader */
};

static const char *field_of(const struct row *row, int field)
{
    return row->text + row->field[field];
}

static bool is_number(const char *text, int number)
{
    char digits[8];
    struct writer w = write_into(digits, sizeof digits);
    write_number(&w, number);
    return text_equal(text, digits);
}

/* Which interest of a family a word is, or -1. */
static int interest_named(const char *word, int first, int end)
{
    for (int i = first; i < end; i++)
        if (text_equal(word, belle_interest_name(i)))
            return i;
    return -1;
}

static const char *take_guest(struct belle_deck *deck, int number, const struct row *row, int *field)
{
    static const int family[] = {BELLE_CHAT, BELLE_MUSIC, BELLE_FISH, BELLE_INTEREST_COUNT};
    int interest[3], noble = BELLE_NOBLE_NONE;

    *field = GUEST_ID;
    if (!is_number(field_of(row, GUEST_ID), number + 1))
        return "the ids are 1 to 60, in order";
    *field = GUEST_NAME;
    if (!*field_of(row, GUEST_NAME))
        return "this Guest has no name";
    *field = GUEST_NOBLE;
    if (text_equal(field_of(row, GUEST_NOBLE), "Lord"))
        noble = BELLE_NOBLE_LORD;
    else if (text_equal(field_of(row, GUEST_NOBLE), "Lady"))
        noble = BELLE_NOBLE_LADY;
    else if (!text_equal(field_of(row, GUEST_NOBLE), "-"))
        return "a Guest is a Lord, a Lady or -";
    for (int i = 0; i < 3; i++) {
        *field = GUEST_COMMON + i;
        interest[i] = interest_named(field_of(row, *field), family[i], family[i + 1]);
        if (interest[i] < 0)
            return "there is no such interest in this column";
    }
    deck->guest[number] = belle_guest(interest[0], interest[1], interest[2], noble);
    for (int i = 0; i < number; i++)
        if (belle_guest_combination(deck->guest[i]) == belle_guest_combination(deck->guest[number]))
            return "another Guest has the same three interests";
    return NULL;
}

static const char *take_belle(struct belle_deck *deck, int number, const struct row *row, int *field)
{
    int effect = 0, copies = 0;

    *field = BELLE_ID;
    if (!is_number(field_of(row, BELLE_ID), number + 1))
        return "the ids are 1 to 27, in order";
    *field = BELLE_NAME;
    if (!*field_of(row, BELLE_NAME))
        return "this Belle card has no name";
    *field = BELLE_EFFECT;
    while (effect < BELLE_EFFECT_COUNT && !text_equal(field_of(row, BELLE_EFFECT), belle_effect_code(effect)))
        effect++;
    if (effect == BELLE_EFFECT_COUNT)
        return "there is no such effect";
    for (int i = 0; i < number; i++)
        copies += deck->effect[i] == effect;
    if (copies == BELLE_COPIES_MAX)
        return "three cards have this effect already";
    *field = BELLE_TYPE;
    if (!text_equal(field_of(row, BELLE_TYPE), type_names[belle_type_of(effect)]))
        return "this is not the type of the card's effect";
    deck->effect[number] = (uint8_t)effect;
    return NULL;
}

/* The two tables of a deck. */
static const struct table_kind {
    const char *key, *what, *header;
    int columns, rows;
    /* Takes a row into the deck, or says what is wrong with which field. */
    const char *(*take)(struct belle_deck *, int number, const struct row *, int *field);
} tables[2] = {
    {.key = "guests",
     .what = "Guests",
     .columns = 9,
     .rows = BELLE_GUEST_COUNT,
     .take = take_guest,
     .header = "id,name,noble,title,county,common,medium,rare,provenance"},
    {.key = "belles",
     .what = "Belle cards",
     .columns = 6,
     .rows = BELLE_BELLE_COUNT,
     .take = take_belle,
     .header = "id,type,name,effect_id,effect,status"},
};

const char *const belle_deck_files[] = {"guests.csv", "belles.csv", NULL}; /* of tables[0] and tables[1] */

/* ---- the line ---- */

static bool read_row(struct reader *in, struct row *row, int columns)
{
    size_t used = 0;

    if (!read_literal(in, "["))
        return false;
    for (int i = 0; i < columns; i++) {
        size_t length = 0;
        if (i > 0 && !read_if(in, ","))
            return read_failed(in, "this row has too few columns");
        row->at[i] = in->at;
        row->field[i] = used;
        if (!read_json_string(in, row->text + used, sizeof row->text - used - (size_t)(columns - i), &length))
            return false;
        used += length;
        row->text[used++] = '\0';
    }
    return read_if(in, "]") || read_failed(in, "this row has too many columns");
}

/* Reads a row, checks it and adds it to the deck. On failure *field is the one that
 * is wrong, or -1, and the reader stops at it. */
static bool read_card_row(struct reader *in, const struct table_kind *table, int number, struct belle_deck *deck,
                          struct row *row, int *field)
{
    *field = -1;
    if (!read_row(in, row, table->columns))
        return false;
    const char *reason = table->take(deck, number, row, field);
    if (!reason)
        return true;
    in->at = row->at[*field];
    return read_failed(in, reason);
}

bool belle_deck_read(struct reader *in, struct belle_deck *deck)
{
    struct row row;
    int field;

    bytes_zero(deck, sizeof *deck);
    if (!read_literal(in, "{\"chance\":\"deck\""))
        return false;
    for (int i = 0; i < 2; i++) {
        if (!read_literal(in, ",\"") || !read_literal(in, tables[i].key) || !read_literal(in, "\":["))
            return false;
        for (int number = 0; number < tables[i].rows; number++) {
            if (number > 0 && !read_if(in, ","))
                return read_failed(in, "this deck has too few cards");
            if (!read_card_row(in, &tables[i], number, deck, &row, &field))
                return false;
        }
        if (!read_if(in, "]"))
            return read_failed(in, "this deck has too many cards");
    }
    return read_literal(in, "}") && read_end(in);
}

bool belle_deck_name(const char *line, char kind, int number, struct writer *name)
{
    struct reader in = read_from(line, text_length(line));
    struct row row;

    read_literal(&in, "{\"chance\":\"deck\",\"guests\":[");
    for (int i = 0; i < 2; i++) {
        bool here = (i == 0) == (kind == 'G');
        for (int row_number = 1; row_number <= tables[i].rows; row_number++) {
            if ((row_number > 1 && !read_literal(&in, ",")) || !read_row(&in, &row, tables[i].columns))
                return false;
            if (here && row_number == number) {
                write_text(name, field_of(&row, i == 0 ? GUEST_NAME : BELLE_NAME));
                return true;
            }
        }
        read_literal(&in, "],\"belles\":[");
    }
    return false;
}

/* ---- the tables as text ---- */

/* Writes one field of a line of comma-separated values as JSON. A field may be
 * in double quotes; a quote inside is then written twice. */
static const char *copy_field(struct reader *in, struct writer *line)
{
    char field[ROW_SIZE];
    struct writer w = write_into(field, sizeof field);
    bool quoted = read_if(in, "\"");

    while (in->at < in->length) {
        char c = in->text[in->at];
        if (!quoted && c == ',')
            break;
        if (!quoted && c == '"')
            return "a quote in a field that does not begin with one";
        in->at++;
        if (quoted && c == '"' && !read_if(in, "\"")) {
            quoted = false;
            if (in->at < in->length && in->text[in->at] != ',')
                return "something follows the closing quote";
            break;
        }
        write_char(&w, c);
    }
    if (quoted)
        return "a quote is not closed on this line";
    if (w.overflow)
        return "this field is too long";
    write_item(line);
    write_json_string(line, field, w.length);
    return NULL;
}

/* One line of a table as a row of the record's line. */
static const char *copy_row(struct reader *in, struct writer *line)
{
    write_item(line);
    write_char(line, '[');
    for (;;) {
        const char *reason = copy_field(in, line);
        if (reason)
            return reason;
        if (!read_if(in, ","))
            break;
    }
    write_char(line, ']');
    return line->overflow ? "the deck is too long" : NULL;
}

/* The next line of a text, without its end (a line feed, or that after a
 * carriage return). False after the last. */
static bool next_line(const char **text, struct reader *line)
{
    const char *begin = *text, *end = begin;

    if (!*begin)
        return false;
    while (*end && *end != '\n')
        end++;
    *text = *end ? end + 1 : end;
    size_t length = (size_t)(end - begin);
    if (length > 0 && begin[length - 1] == '\r')
        length--;
    *line = read_from(begin, length);
    return true;
}

/* "guests.csv line 7: the reason: the word". */
static bool refuse(struct writer *why, const struct table_kind *table, int line, const char *reason, const char *word)
{
    write_text(why, belle_deck_files[table - tables]);
    write_text(why, " line ");
    write_number(why, line);
    write_text(why, ": ");
    write_text(why, reason);
    if (word && *word) {
        write_text(why, ": ");
        write_text(why, word);
    }
    return false;
}

static bool refuse_count(struct writer *why, const struct table_kind *table, int line, int rows)
{
    char reason[64];
    struct writer w = write_into(reason, sizeof reason);

    if (rows < table->rows) {
        write_text(&w, "the table ends after ");
        write_number(&w, rows);
        write_text(&w, " of ");
    } else {
        write_text(&w, "there are more than ");
    }
    write_number(&w, table->rows);
    write_char(&w, ' ');
    write_text(&w, table->what);
    return refuse(why, table, line, reason, NULL);
}

static bool copy_table(const struct table_kind *table, const char *text, struct belle_deck *deck, struct writer *line,
                       struct writer *why)
{
    struct reader in;
    struct row row;
    int number = 1, rows = 0, field;

    if (text[0] == '\xef' && text[1] == '\xbb' && text[2] == '\xbf')
        text += 3; /* spreadsheets like to begin with a byte order mark */
    if (!next_line(&text, &in) || !read_if(&in, table->header) || !read_at_end(&in))
        return refuse(why, table, 1, "the first line must be", table->header);
    for (; next_line(&text, &in); rows++) {
        number++;
        if (rows == table->rows)
            return refuse_count(why, table, number, rows + 1);
        size_t begin = line->length + (rows > 0);
        const char *reason = copy_row(&in, line);
        if (reason)
            return refuse(why, table, number, reason, NULL);
        struct reader written = read_from(line->buffer + begin, line->length - begin);
        if (!read_card_row(&written, table, rows, deck, &row, &field))
            return refuse(why, table, number, written.error, field < 0 ? NULL : field_of(&row, field));
    }
    return rows == table->rows || refuse_count(why, table, number, rows);
}

bool belle_deck_line(const char *const *texts, struct writer *line, struct writer *why)
{
    struct belle_deck deck;

    bytes_zero(&deck, sizeof deck);
    write_text(line, "{\"chance\":\"deck\"");
    for (int i = 0; i < 2; i++) {
        write_key(line, tables[i].key);
        write_char(line, '[');
        if (!copy_table(&tables[i], texts[i], &deck, line, why))
            return false;
        write_char(line, ']');
    }
    write_char(line, '}');
    return true;
}
