/* The keys and the mouse: a letter is typed, everything else walks through the moves, scrolls or asks for
 * something. Nothing is drawn here. */
#include <limits.h>
#include <string.h>
#include <wchar.h>

#include "term/screen_inside.h"

enum {
    ESCAPE = 27,
    CTRL_D = 4,
    CTRL_L = 12,
    CTRL_U = 21,
    CTRL_W = 23,
    BACKSPACE = 8,
    DELETE = 127,
    WHEEL_LINES = 3,
    KEYS_MAX = 20, /* function keys */
};

/* ---- typing ---- */

static void type_text(struct screen *s, const char *text, size_t length)
{
    if (s->length + length >= sizeof s->typed)
        return;
    memcpy(s->typed + s->length, text, length);
    s->length += length;
    s->typed[s->length] = '\0';
    picker_narrow(&s->picker, s->typed);
}

static void type_over(struct screen *s, const char *text, size_t length)
{
    s->length = 0;
    s->typed[0] = '\0';
    type_text(s, text, length);
}

static void type_character(struct screen *s, wchar_t character)
{
    char bytes[MB_LEN_MAX];
    mbstate_t state = {0};
    size_t size = wcrtomb(bytes, character, &state);

    if (size != (size_t)-1 && character >= L' ' && character != DELETE)
        type_text(s, bytes, size);
}

static void erase_character(struct screen *s)
{
    size_t length = s->length;

    while (length > 0 && ((unsigned char)s->typed[length - 1] & 0xc0) == 0x80)
        length--;
    type_over(s, s->typed, length > 0 ? length - 1 : 0);
}

static void erase_word(struct screen *s)
{
    size_t length = s->length;

    while (length > 0 && s->typed[length - 1] == ' ')
        length--;
    while (length > 0 && s->typed[length - 1] != ' ')
        length--;
    type_over(s, s->typed, length);
}

/* Tab: as far as all moves, or words, go on alike. */
static void complete(struct screen *s)
{
    const struct picker *p = &s->picker;
    const char *found = NULL;

    if (p->count > 0 && p->fits) {
        size_t length;
        const char *common = picker_common(p, s->typed, &length);
        if (common)
            type_over(s, common, length);
        return;
    }
    for (const struct screen_word *it = s->plan.words; it->word; it++) {
        bool called = strncmp(it->called, s->typed, s->length) == 0;
        if (s->length > 0 && (called || strncmp(it->word, s->typed, s->length) == 0)) {
            if (found)
                return;
            found = called ? it->called : it->word;
        }
    }
    if (found)
        type_over(s, found, strlen(found));
}

/* ---- keys ---- */

static enum screen_event give_move(struct screen *s, struct screen_input *in, int move)
{
    in->move = move;
    type_over(s, "", 0);
    return SCREEN_MOVE;
}

static enum screen_event give_word(struct screen_input *in, const char *word)
{
    size_t length = strlen(word);

    memcpy(in->text, word, length + 1);
    return SCREEN_WORD;
}

static bool is_word(const struct screen *s, const char *typed)
{
    size_t length = strcspn(typed, " ");

    for (const struct screen_word *it = s->plan.words; it->word; it++)
        if ((strlen(it->word) == length && strncmp(it->word, typed, length) == 0) ||
            (strlen(it->called) == length && strncmp(it->called, typed, length) == 0))
            return true;
    return false;
}

/* Blanks at the end do not count. */
static void trim(struct screen *s)
{
    while (s->length > 0 && s->typed[s->length - 1] == ' ')
        s->typed[--s->length] = '\0';
}

static enum screen_event press_enter(struct screen *s, struct screen_input *in)
{
    const struct moves *moves = s->picker.moves;
    int exact = moves ? moves_find(moves, s->typed) : -1, chosen = picker_chosen(&s->picker);

    trim(s);
    if (s->length == 0 && !moves)
        return SCREEN_ENTER;
    if (exact >= 0)
        return give_move(s, in, exact);
    if (chosen >= 0 && s->picker.fits && !is_word(s, s->typed))
        return give_move(s, in, chosen);
    if (s->length == 0 || (moves && s->picker.fits && !is_word(s, s->typed))) {
        screen_note(s, RED, screen_text(s, s->length ? SAY_WHICH_OF_THESE : SAY_WHICH_MOVE));
        return SCREEN_NONE;
    }
    give_word(in, s->typed);
    type_over(s, "", 0);
    return SCREEN_WORD;
}

static void press_escape(struct screen *s)
{
    if (s->length == 0)
        s->picker.wanted = 0;
    s->picker.at = -1;
    s->picker.first = 0;
    type_over(s, "", 0);
}

static enum screen_event press_letter(struct screen *s, wchar_t letter, struct screen_input *in)
{
    if (letter == L'?' && s->length == 0)
        return give_word(in, "help");
    switch (letter) {
    case L'\r':
    case L'\n': return press_enter(s, in);
    case L'\t': complete(s); break;
    case ESCAPE: press_escape(s); break;
    case CTRL_D: return s->length == 0 ? SCREEN_LEAVE : SCREEN_NONE;
    case CTRL_L: clearok(curscr, TRUE); break;
    case CTRL_U: type_over(s, "", 0); break;
    case CTRL_W: erase_word(s); break;
    case BACKSPACE:
    case DELETE: erase_character(s); break;
    default: type_character(s, letter);
    }
    return SCREEN_NONE;
}

/* PgUp and PgDn: the log, where it stands or on a page of its own. */
static void page_log(struct screen *s, int pages)
{
    if (s->layout.log.height <= LINES / 6)
        screen_page_log(s);
    else
        s->log.back += pages * (s->layout.log.height - 1);
    if (s->log.back < 0)
        s->log.back = 0;
}

static void wheel(struct screen *s, int row, int column, int lines)
{
    struct area log = s->layout.log;

    if (row >= s->layout.list.row)
        picker_scroll(&s->picker, lines > 0 ? 1 : -1);
    else if (row >= log.row && row < log.row + log.height && column >= log.column)
        s->log.back = s->log.back - lines > 0 ? s->log.back - lines : 0;
    else
        s->table_top += lines;
}

static enum screen_event click(struct screen *s, int row, int column, struct screen_input *in)
{
    int spot = layout_spot_at(&s->layout, s->table_top, row, column);
    int list_row = row - s->layout.list.row;
    bool in_list = list_row >= 0 && list_row < s->layout.list.height;
    int under = in_list && s->picker.moves ? picker_under(&s->picker, list_row, column) : -1;

    if (under >= 0 && under == picker_chosen(&s->picker))
        return give_move(s, in, under);
    if (under >= 0)
        picker_choose(&s->picker, under);
    else if (spot >= 0 && s->picker.moves)
        picker_point(&s->picker, spot, s->typed);
    return SCREEN_NONE;
}

static enum screen_event use_mouse(struct screen *s, struct screen_input *in)
{
    MEVENT event;

    if (getmouse(&event) != OK)
        return SCREEN_NONE;
    int lines = event.bstate & BUTTON4_PRESSED ? -WHEEL_LINES : event.bstate & BUTTON5_PRESSED ? WHEEL_LINES : 0;
    if (lines && s->pager.text)
        pager_scroll(&s->pager, lines);
    else if (lines)
        wheel(s, event.y, event.x, lines);
    else if (s->pager.text)
        return SCREEN_NONE;
    enum screen_event done = SCREEN_NONE;
    for (int clicks = event.bstate & BUTTON1_DOUBLE_CLICKED ? 2
                      : event.bstate & CLICKS               ? 1
                                                            : 0;
         clicks > 0 && done == SCREEN_NONE; clicks--)
        done = click(s, event.y, event.x, in);
    return done;
}

static enum screen_event press_function(struct screen *s, int number, struct screen_input *in)
{
    for (const struct screen_word *it = s->plan.words; it->word; it++)
        if (it->key == number)
            return give_word(in, it->word);
    return SCREEN_NONE;
}

static enum screen_event press_code(struct screen *s, int key, struct screen_input *in)
{
    switch (key) {
    case KEY_UP: picker_step(&s->picker, STEP_UP); break;
    case KEY_DOWN: picker_step(&s->picker, STEP_DOWN); break;
    case KEY_LEFT: picker_step(&s->picker, STEP_LEFT); break;
    case KEY_RIGHT: picker_step(&s->picker, STEP_RIGHT); break;
    case KEY_HOME: picker_step(&s->picker, STEP_FIRST); break;
    case KEY_END: picker_step(&s->picker, STEP_LAST); break;
    case KEY_SR: s->table_top--; break;
    case KEY_SF: s->table_top++; break;
    case KEY_PPAGE: page_log(s, 1); break;
    case KEY_NPAGE: page_log(s, -1); break;
    case KEY_BACKSPACE:
    case KEY_DC: erase_character(s); break;
    case KEY_ENTER: return press_enter(s, in);
    default:
        if (key > KEY_F0 && key <= KEY_F(KEYS_MAX))
            return press_function(s, key - KEY_F0, in);
    }
    return SCREEN_NONE;
}

enum screen_event screen_press(struct screen *s, bool is_code, wint_t key, struct screen_input *in)
{
    screen_note_end(s);
    if (is_code && key == KEY_MOUSE)
        return use_mouse(s, in);
    if (!is_code && key == CTRL_L)
        clearok(curscr, TRUE);
    if (s->pager.text) {
        pager_key(&s->pager, (int)key, is_code);
        return SCREEN_NONE;
    }
    return is_code ? press_code(s, (int)key, in) : press_letter(s, (wchar_t)key, in);
}
