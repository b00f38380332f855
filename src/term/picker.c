/* See picker.h. */
#include "term/picker.h"

#include <string.h>
#include <strings.h>

enum { GAP = 2 };

void picker_begin(struct picker *p, const struct moves *moves, const struct game *game, const struct state *view,
                  int seat)
{
    p->moves = moves;
    p->wanted = 0;
    p->at = -1;
    p->first = 0;
    p->rows = p->across = 1;
    for (int i = 0; moves && i < moves->count; i++)
        p->touches[i] = game ? drawing_of(game)->touches(view, seat, moves->ids[i]) : 0;
    picker_narrow(p, "");
}

/* ---- narrowing ---- */

static bool begins_with(const char *text, const char *beginning, size_t length)
{
    return strncasecmp(text, beginning, length) == 0;
}

/* True if a move has this word or, unless `whole`, one that begins with it. */
static bool has_word(const char *text, const char *word, size_t length, bool whole)
{
    for (const char *at = text; *at; at += strspn(at, " ")) {
        size_t here = strcspn(at, " ");
        if (begins_with(at, word, length) && (here == length || !whole))
            return true;
        at += here;
    }
    return false;
}

static bool has_words(const char *text, const char *typed)
{
    for (size_t length; *typed; typed += length) {
        typed += strspn(typed, " ");
        length = strcspn(typed, " ");
        if (length > 0 && !has_word(text, typed, length, typed[length] == ' '))
            return false;
    }
    return true;
}

/* A number is a place in the list, not a part of a move. */
static bool is_number(const char *typed)
{
    return *typed && strspn(typed, "0123456789") == strlen(typed);
}

static void add_move(struct picker *p, int move)
{
    p->texts[p->count] = text_columns(p->moves->called[move], strlen(p->moves->called[move]));
    p->shown[p->count++] = move;
}

/* Shows the moves that touch what is wanted and begin with the typed text, or have all its words. */
static void show_moves(struct picker *p, const char *typed, bool words)
{
    p->count = 0;
    for (int i = 0; p->moves && i < p->moves->count; i++)
        if ((p->touches[i] & p->wanted) == p->wanted &&
            (words ? has_words(p->moves->text[i], typed) || has_words(p->moves->called[i], typed)
                   : move_begins(p->moves, i, typed, strlen(typed))))
            add_move(p, i);
}

void picker_narrow(struct picker *p, const char *typed)
{
    int chosen = picker_chosen(p), number = 0;
    struct reader in = read_from(typed, strlen(typed));

    show_moves(p, is_number(typed) ? "" : typed, false);
    if (p->count == 0)
        show_moves(p, typed, true);
    p->fits = p->count > 0;
    if (!p->fits)
        show_moves(p, "", false);
    p->numbers = 1 + (p->moves && p->moves->count > 9) + (p->moves && p->moves->count > 99) +
                 (p->moves && p->moves->count > 999);
    if (is_number(typed) && p->moves && read_number(&in, 1, p->moves->count, &number))
        chosen = number - 1;
    p->at = p->count == 1 && p->fits ? 0 : -1;
    picker_choose(p, chosen);
}

void picker_point(struct picker *p, int spot, const char *typed)
{
    p->wanted ^= (uint64_t)1 << spot;
    picker_narrow(p, typed);
    if (p->count > 0)
        return;
    p->wanted = (uint64_t)1 << spot; /* what was wanted before does not go with it */
    picker_narrow(p, typed);
    if (p->count > 0)
        return;
    p->wanted = 0;
    picker_narrow(p, typed);
}

/* The beginning that all moves shown have in common, in one of their spellings. */
static size_t common_of(const struct picker *p, const char *const spelled[])
{
    const char *first = spelled[p->shown[0]];
    size_t common = strlen(first);

    for (int i = 1; i < p->count; i++) {
        const char *text = spelled[p->shown[i]];
        size_t same = 0;
        while (same < common && text[same] == first[same])
            same++;
        common = same;
    }
    while (common > 0 && ((unsigned char)first[common] & 0xc0) == 0x80) /* whole characters */
        common--;
    return common;
}

const char *picker_common(const struct picker *p, const char *typed, size_t *length)
{
    const char *const *const spellings[] = {p->moves->called, p->moves->text};

    for (int i = 0; i < 2; i++) {
        const char *first = spellings[i][p->shown[0]];
        *length = common_of(p, spellings[i]);
        if (p->count == 1 || (*length >= strlen(typed) && begins_with(first, typed, strlen(typed))))
            return first;
    }
    return NULL;
}

/* ---- choosing ---- */

void picker_choose(struct picker *p, int move)
{
    for (int i = 0; i < p->count; i++)
        if (p->shown[i] == move)
            p->at = i;
    p->follow = true;
}

int picker_chosen(const struct picker *p)
{
    return p->at >= 0 && p->at < p->count ? p->shown[p->at] : -1;
}

void picker_step(struct picker *p, enum step_to to)
{
    const int steps[] = {[STEP_UP] = -1,         [STEP_DOWN] = 1,          [STEP_LEFT] = -p->rows,
                         [STEP_RIGHT] = p->rows, [STEP_FIRST] = -p->count, [STEP_LAST] = p->count};
    int next = p->at + steps[to];

    if (p->count == 0)
        return;
    if (p->at < 0)
        next = to == STEP_UP || to == STEP_LAST ? p->count - 1 : 0;
    else if (to == STEP_UP || to == STEP_DOWN)
        next = (next + p->count) % p->count;
    else if ((to == STEP_LEFT || to == STEP_RIGHT) && (next < 0 || next >= p->count))
        next = p->at;
    p->at = next < 0 ? 0 : next >= p->count ? p->count - 1 : next;
    p->follow = true;
}

/* ---- layout ---- */

static int all_columns(const struct picker *p)
{
    return (p->count + p->rows - 1) / p->rows;
}

/* Columns of the terminal that the longest text of a column takes. */
static int text_width(const struct picker *p, int column)
{
    int width = 0;

    for (int i = column * p->rows; i < p->count && i < (column + 1) * p->rows; i++)
        width = p->texts[i] > width ? p->texts[i] : width;
    return width;
}

static int column_width(const struct picker *p, int column)
{
    return 1 + p->numbers + GAP + text_width(p, column) + GAP;
}

/* Returns how many columns fit, beginning with `first` and at least that one. The last needs no gap. */
static int columns_from(const struct picker *p, int first, int width)
{
    int used = 0, count = 0;

    while (first + count < all_columns(p)) {
        used += column_width(p, first + count);
        if (used > width + 1 && count > 0)
            break;
        count++;
    }
    return count < 1 ? 1 : count;
}

int picker_height(const struct picker *p, int width)
{
    struct picker tried = {.numbers = p->numbers, .count = p->count, .rows = 1};

    memcpy(tried.texts, p->texts, (size_t)p->count * sizeof *p->texts);
    while (tried.rows < p->count && columns_from(&tried, 0, width) < all_columns(&tried))
        tried.rows++;
    return p->count < 1 ? 0 : tried.rows;
}

/* The first column may be no later than it takes to show the last one. */
static void keep_first(struct picker *p)
{
    int last = all_columns(p) - 1;

    while (last > 0 && last - 1 + columns_from(p, last - 1, p->width) >= all_columns(p))
        last--;
    p->first = p->first > last ? last : p->first;
    p->first = p->first < 0 ? 0 : p->first;
    p->across = columns_from(p, p->first, p->width);
}

void picker_lay_out(struct picker *p, int width, int most)
{
    int wanted = picker_height(p, width);

    p->width = width;
    p->rows = wanted < most ? wanted : most;
    p->rows = p->rows < 1 ? 1 : p->rows;
    if (p->at >= 0 && p->follow) {
        int column = p->at / p->rows;
        if (column < p->first)
            p->first = column;
        while (column >= p->first + columns_from(p, p->first, width))
            p->first++;
    }
    keep_first(p);
}

void picker_scroll(struct picker *p, int columns)
{
    p->first += columns;
    p->follow = false;
    keep_first(p);
}

bool picker_is_cut(const struct picker *p)
{
    return all_columns(p) > p->across;
}

static void draw_entry(const struct picker *p, struct canvas *c, int index)
{
    const char *text = p->moves->called[p->shown[index]];

    c->lit = index == p->at;
    draw_spot_begin(c, 0);
    draw_column(c, CYAN, p->shown[index] + 1, 1 + p->numbers);
    draw_spaces(c, GAP);
    draw_clean(c, PLAIN, text, strlen(text));
    draw_spaces(c, text_width(p, index / p->rows) - p->texts[index] + 1);
    draw_spot_end(c, 0);
    draw_spaces(c, GAP - 1);
}

/* Returns which of the visible moves is at a place, counted in entries; or -1. */
static int entry_at(const struct picker *p, int row, int across)
{
    int index = (p->first + across) * p->rows + row;
    return row < p->rows && across < p->across && index < p->count ? index : -1;
}

void picker_draw(const struct picker *p, struct canvas *c)
{
    for (int row = 0; row < p->rows; row++) {
        for (int across = 0; entry_at(p, row, across) >= 0; across++)
            draw_entry(p, c, entry_at(p, row, across));
        draw_line_end(c);
    }
}

int picker_under(const struct picker *p, int row, int column)
{
    int across = 0;

    while (across < p->across && column >= column_width(p, p->first + across))
        column -= column_width(p, p->first + across++);
    int index = entry_at(p, row, across);
    return index < 0 ? -1 : p->shown[index];
}
