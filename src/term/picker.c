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
    p->top = 0;
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

void picker_lay_out(struct picker *p, int width)
{
    p->across = (width + 1) / entry_width(p); /* the last needs no gap */
    if (p->across < 1)
        p->across = 1;
    p->rows = (p->count + p->across - 1) / p->across;
}

static void keep_top(struct picker *p)
{
    int last = p->rows - p->height;

    p->top = p->top > last ? last : p->top;
    p->top = p->top < 0 ? 0 : p->top;
}

void picker_fit(struct picker *p, int height)
{
    p->height = height;
    keep_top(p);
    if (p->at < 0 || height < 1 || !p->follow)
        return;
    int row = p->at % p->rows;
    if (row < p->top)
        p->top = row;
    if (row >= p->top + height)
        p->top = row - height + 1;
}

void picker_scroll(struct picker *p, int rows)
{
    p->top += rows;
    p->follow = false;
    keep_top(p);
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

void picker_draw(const struct picker *p, struct canvas *c)
{
    for (int row = p->top; row < p->top + p->height && row < p->rows; row++) {
        for (int index = row; index < p->count; index += p->rows)
            draw_entry(p, c, index);
        draw_line_end(c);
    }
}

int picker_under(const struct picker *p, int row, int col)
{
    int index = p->top + row + col / entry_width(p) * p->rows;
    bool inside = row < p->rows - p->top && col / entry_width(p) < p->across && index < p->count;

    return inside ? p->shown[index] : -1;
}
