/* See moves.h. */
#include "term/moves.h"

#include <string.h>
#include <strings.h>

enum {
    ROWS_FEW = 4,        /* a list of up to 4 lines is not folded at all */
    ROWS_MAX = 8,        /* a longer one is folded by words: with a table above it, that is a screen */
    RUN_LEAST = 3,       /* moves in a row that are worth folding … */
    RUN_LEAST_SHORT = 5, /* … and of two words: "play 4…6" could be taken for one move */
    WORDS_MAX = 6,       /* folding by words begins with 6 of them */
    ENTRY_SIZE = 512,    /* of an entry's text, as bytes */
};

/* How the list is folded, from not at all to as much as can be. */
enum fold { FOLD_NONE = 100, FOLD_RUNS = 99, FOLD_ONE_WORD = 1 }; /* between them: by that many words */

struct entry {
    int first, count; /* which moves */
};

void move_write(const struct wording *wording, const struct game *game, const struct state *view, int seat, uint16_t id,
                struct writer *w)
{
    struct facts told = {.count = 0};

    if (wording->notation) {
        game->action_text(view, seat, id, w);
        return;
    }
    game->meaning(view, seat, id, &told);
    words_choice(wording->language, game, &told.list[0], &wording->cast, w);
}

/* Begins the next text: one stands after another, a NUL after each. */
static const char *begin_text(const struct writer *w)
{
    return w->buffer + w->length;
}

static void end_text(struct writer *w)
{
    if (w->length + 1 < w->size)
        w->length++;
}

void moves_read(struct moves *moves, const struct wording *wording, const struct game *game, const struct state *view,
                int seat)
{
    struct writer w = write_into(moves->buffer, sizeof moves->buffer);
    struct writer words = write_into(moves->words, sizeof moves->words);

    moves->count = game->legal(view, seat, moves->ids);
    for (int i = 0; i < moves->count; i++) {
        moves->text[i] = begin_text(&w);
        game->action_text(view, seat, moves->ids[i], &w);
        end_text(&w);
        moves->called[i] = begin_text(&words);
        move_write(wording, game, view, seat, moves->ids[i], &words);
        end_text(&words);
        if (words.overflow)
            moves->called[i] = moves->text[i];
    }
}

/* Puts a text into the buffer behind the last one, or at the beginning if last is NULL. NULL if it does not fit. */
static const char *add_text(char *buffer, size_t size, const char *last, const char *text)
{
    size_t used = last ? (size_t)(last - buffer) + strlen(last) + 1 : 0, length = strlen(text) + 1;

    return length > size - used ? NULL : memcpy(buffer + used, text, length);
}

void moves_add(struct moves *moves, uint16_t id, const char *text, const char *called)
{
    int at = moves->count;
    bool worded = at == 0 || moves->called[at - 1] != moves->text[at - 1]; /* all are, up to the first that is not */
    const char *own = at == LEGAL_SIZE
                          ? NULL
                          : add_text(moves->buffer, sizeof moves->buffer, at > 0 ? moves->text[at - 1] : NULL, text);
    if (!own)
        return;
    const char *words = called && worded
                            ? add_text(moves->words, sizeof moves->words, at > 0 ? moves->called[at - 1] : NULL, called)
                            : NULL;
    moves->ids[at] = id;
    moves->text[at] = own;
    moves->called[at] = words ? words : own;
    moves->count++;
}

int moves_find(const struct moves *moves, const char *text)
{
    for (int i = 0; i < moves->count; i++)
        if (strcmp(moves->text[i], text) == 0)
            return i;
    for (int i = 0; i < moves->count; i++)
        if (strcmp(moves->called[i], text) == 0)
            return i;
    return -1;
}

/* Nobody is to type the capital that words begin with. */
bool move_begins(const struct moves *moves, int move, const char *beginning, size_t length)
{
    return strncmp(moves->text[move], beginning, length) == 0 ||
           strncasecmp(moves->called[move], beginning, length) == 0;
}

int moves_beginning(const struct moves *moves, const char *beginning)
{
    int count = 0;
    for (int i = 0; i < moves->count; i++)
        count += move_begins(moves, i, beginning, strlen(beginning));
    return count;
}

/* ---- folding ---- */

/* Length of the text before its last word. */
static size_t before_last_word(const char *text)
{
    const char *space = strrchr(text, ' ');
    return space ? (size_t)(space - text) + 1 : 0;
}

/* The number that a text ends with as a word of its own, or -1. */
static int last_number(const char *text)
{
    struct reader in = read_from(text, strlen(text));
    int number;

    in.at = before_last_word(text);
    return in.at > 0 && read_number(&in, 0, 9999, &number) && read_at_end(&in) ? number : -1;
}

static bool next_in_run(const char *a, const char *b)
{
    size_t same = before_last_word(a);
    return same == before_last_word(b) && strncmp(a, b, same) == 0 && last_number(a) >= 0 &&
           last_number(b) == last_number(a) + 1;
}

/* Length of the first words of a text; all of it if it has fewer. */
static size_t words_length(const char *text, int words)
{
    const char *at = text;
    for (; words > 0 && *at; words--) {
        at += strcspn(at, " ");
        at += *at && words > 1;
    }
    return (size_t)(at - text);
}

static bool same_words(const char *a, const char *b, int words)
{
    size_t length = words_length(a, words);
    return length == words_length(b, words) && strncmp(a, b, length) == 0;
}

/* How many moves from this one on go into one entry. */
static int entry_count(const struct moves *moves, int first, enum fold fold)
{
    int count = 1;

    if (fold == FOLD_NONE)
        return 1;
    while (first + count < moves->count &&
           (fold == FOLD_RUNS ? next_in_run(moves->called[first + count - 1], moves->called[first + count])
                              : same_words(moves->called[first], moves->called[first + count], (int)fold)))
        count++;
    const char *text = moves->called[first];
    bool short_text = strchr(text, ' ') == strrchr(text, ' ');
    return fold == FOLD_RUNS && count < (short_text ? RUN_LEAST_SHORT : RUN_LEAST) ? 1 : count;
}

/* ---- entries as text ---- */

static void write_entry(const struct moves *moves, struct entry entry, enum fold fold, struct writer *w)
{
    const char *text = moves->called[entry.first];

    if (entry.count == 1) {
        write_text(w, text);
    } else if (fold == FOLD_RUNS) {
        const char *last = moves->called[entry.first + entry.count - 1];
        write_text(w, text);
        write_text(w, "…");
        write_text(w, last + before_last_word(last));
    } else {
        write_bytes(w, text, words_length(text, (int)fold));
        write_text(w, " …");
    }
}

static void write_numbers(struct entry entry, struct writer *w)
{
    write_number(w, entry.first + 1);
    if (entry.count > 1) {
        write_char(w, '-');
        write_number(w, entry.first + entry.count);
    }
}

/* A list laid out in columns, to be read downwards; a column is as wide as its widest entry. */
struct layout {
    enum fold fold;
    int count, rows;
    struct entry entries[LEGAL_SIZE];
    int numbers[LEGAL_SIZE], texts[LEGAL_SIZE]; /* columns of the screen that they take */
};

static void add_entry(struct layout *layout, const struct moves *moves, struct entry entry)
{
    char text[ENTRY_SIZE], numbers[32];
    struct writer w = write_into(text, sizeof text), n = write_into(numbers, sizeof numbers);

    write_entry(moves, entry, layout->fold, &w);
    write_numbers(entry, &n);
    layout->texts[layout->count] = text_columns(text, w.length);
    layout->numbers[layout->count] = (int)n.length;
    layout->entries[layout->count++] = entry;
}

/* Returns the width of the column that an entry is in, by numbers or texts: that of its widest entry. */
static int widest(const struct layout *layout, const int *widths, int index)
{
    int first = index - index % layout->rows, width = 0;

    for (int i = first; i < layout->count && i < first + layout->rows; i++)
        width = widths[i] > width ? widths[i] : width;
    return width;
}

static bool fits(const struct layout *layout, int width)
{
    int used = -2; /* the last needs no gap */

    for (int first = 0; first < layout->count; first += layout->rows)
        used += 1 + widest(layout, layout->numbers, first) + 2 + widest(layout, layout->texts, first) + 2;
    return used < width;
}

static void end_layout(struct layout *layout, int width)
{
    layout->rows = 1;
    while (layout->rows < layout->count && !fits(layout, width))
        layout->rows++;
}

static void lay_out(struct layout *layout, const struct moves *moves, enum fold fold, int width)
{
    *layout = (struct layout){.fold = fold};
    for (int first = 0; first < moves->count;) {
        struct entry entry = {.first = first, .count = entry_count(moves, first, fold)};
        add_entry(layout, moves, entry);
        first += entry.count;
    }
    end_layout(layout, width);
}

static void draw_entry(struct canvas *c, const struct layout *layout, const struct moves *moves, int index, bool last)
{
    char text[ENTRY_SIZE], numbers[32];
    struct writer w = write_into(text, sizeof text), n = write_into(numbers, sizeof numbers);

    write_entry(moves, layout->entries[index], layout->fold, &w);
    write_numbers(layout->entries[index], &n);
    draw_spaces(c, 1 + widest(layout, layout->numbers, index) - layout->numbers[index]);
    draw_text(c, CYAN, numbers);
    draw_spaces(c, 2);
    draw_clean(c, PLAIN, text, w.length);
    if (!last)
        draw_spaces(c, widest(layout, layout->texts, index) - layout->texts[index] + 2);
}

static void draw_layout(struct canvas *c, const struct layout *layout, const struct moves *moves)
{
    for (int row = 0; row < layout->rows; row++) {
        for (int index = row; index < layout->count; index += layout->rows)
            draw_entry(c, layout, moves, index, index + layout->rows >= layout->count);
        write_char(c->out, '\n');
    }
}

/* After a list that is folded by words: how to get at what is in it. */
static void draw_advice(struct canvas *c, const struct layout *layout, const struct moves *moves)
{
    for (int i = 0; i < layout->count; i++) {
        const char *text = moves->called[layout->entries[i].first];
        if (layout->entries[i].count == 1)
            continue;
        char begin[ENTRY_SIZE];
        struct writer w = write_into(begin, sizeof begin);
        write_bytes(&w, text, words_length(text, (int)layout->fold));
        draw_with(c, DIM, SAY_MOVES_ADVICE, STR("begin", begin));
        draw_line_end(c);
        return;
    }
}

void moves_draw(struct canvas *c, const struct moves *moves)
{
    struct layout layout;

    lay_out(&layout, moves, FOLD_NONE, c->width);
    if (layout.rows > ROWS_FEW)
        lay_out(&layout, moves, FOLD_RUNS, c->width);
    for (int words = WORDS_MAX; layout.rows > ROWS_MAX && words >= FOLD_ONE_WORD; words--)
        lay_out(&layout, moves, (enum fold)words, c->width);
    draw_layout(c, &layout, moves);
    if (layout.fold < FOLD_RUNS)
        draw_advice(c, &layout, moves);
}

void moves_draw_all(struct canvas *c, const struct moves *moves, const char *beginning)
{
    struct layout layout = {.fold = FOLD_NONE};

    for (int i = 0; i < moves->count; i++)
        if (move_begins(moves, i, beginning, strlen(beginning)))
            add_entry(&layout, moves, (struct entry){.first = i, .count = 1});
    end_layout(&layout, c->width);
    draw_layout(c, &layout, moves);
}
