/* See picker.h. */
#include "term/picker.h"

#include <string.h>

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
    return strncmp(text, beginning, length) == 0;
}

/* Whether a move has a word, or, for one that may still be typed, one that begins so. */
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
    int width = text_columns(p->moves->text[move], strlen(p->moves->text[move]));

    p->texts = width > p->texts ? width : p->texts;
    p->shown[p->count++] = move;
}

/* Shows the moves that touch what is wanted and begin with the typed text, or have all its words. */
static void show_moves(struct picker *p, const char *typed, bool words)
{
    p->count = p->texts = 0;
    for (int i = 0; p->moves && i < p->moves->count; i++)
        if ((p->touches[i] & p->wanted) == p->wanted &&
            (words ? has_words(p->moves->text[i], typed) : begins_with(p->moves->text[i], typed, strlen(typed))))
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

size_t picker_common(const struct picker *p)
{
    const char *first = p->count > 0 ? p->moves->text[p->shown[0]] : "";
    size_t common = strlen(first);

    for (int i = 1; i < p->count; i++) {
        const char *text = p->moves->text[p->shown[i]];
        size_t same = 0;
        while (same < common && text[same] == first[same])
            same++;
        common = same;
    }
    return common;
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

static int entry_width(const struct picker *p)
{
    return 1 + p->numbers + GAP + p->texts + GAP;
}

static int columns_within(const struct picker *p, int width)
{
    int across = (width + 1) / entry_width(p); /* the last needs no gap */
    return across < 1 ? 1 : across;
}

int picker_height(const struct picker *p, int width)
{
    int across = columns_within(p, width);
    return (p->count + across - 1) / across;
}

static int all_columns(const struct picker *p)
{
    return (p->count + p->rows - 1) / p->rows;
}

static void keep_first(struct picker *p)
{
    int last = all_columns(p) - p->across;

    p->first = p->first > last ? last : p->first;
    p->first = p->first < 0 ? 0 : p->first;
}

void picker_lay_out(struct picker *p, int width, int most)
{
    int wanted = picker_height(p, width);

    p->across = columns_within(p, width);
    p->rows = wanted < most ? wanted : most;
    p->rows = p->rows < 1 ? 1 : p->rows;
    if (p->at >= 0 && p->follow) {
        int column = p->at / p->rows;
        if (column < p->first)
            p->first = column;
        if (column >= p->first + p->across)
            p->first = column - p->across + 1;
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
    const char *text = p->moves->text[p->shown[index]];

    c->lit = index == p->at;
    draw_spot_begin(c, 0);
    draw_column(c, CYAN, p->shown[index] + 1, 1 + p->numbers);
    draw_spaces(c, GAP);
    draw_clean(c, PLAIN, text, strlen(text));
    draw_spaces(c, p->texts - text_columns(text, strlen(text)) + 1);
    draw_spot_end(c, 0);
    draw_spaces(c, GAP - 1);
}

/* Which of the moves shown stands at a place, counted in entries; or -1. */
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
    int index = entry_at(p, row, column / entry_width(p));
    return index < 0 ? -1 : p->shown[index];
}
