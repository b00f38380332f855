/* Belle of the Ball on a terminal: the lines with what each card costs, then
 * the parties, the viewer's last and with its Belle cards. Groups stand side by
 * side where three columns fit, else one under another. Interests that match in
 * a group are written in capitals, and green.
 *
 * The shorter forms leave out names and then what Belle cards do; in the tight
 * one, cards in line stand two abreast and another's party takes one line. */
#include "rules/belle.h"
#include "term/draw.h"

enum {
    CELL = 26,         /* columns of a card in a group, with a space behind */
    NOBLE_COLUMN = 19, /* Lo or La, counted from the first interest */
    NAME_COLUMN = 26,  /* room for a Guest's name in line */
    BEFORE_CARD = 12,  /* columns of a card's price and label in line */
    WITH_NAMES = 72,   /* columns of a Guest in line with its name and Regrets */
};

/* Spots: the cards in line, the groups of all seats, the cards in the viewer's own groups and in its hand. */
enum {
    SPOT_LINE = 0,
    SPOT_GROUP = SPOT_LINE + 2 * BELLE_VISIBLE,
    SPOT_CARD = SPOT_GROUP + MAX_SEATS * BELLE_GROUPS,
    SPOT_HAND = SPOT_CARD + BELLE_GROUPS * BELLE_GROUP_MAX,
};

static int group_spot(int seat, int group)
{
    return SPOT_GROUP + seat * BELLE_GROUPS + group;
}

static int card_spot(int group, int slot)
{
    return SPOT_CARD + group * BELLE_GROUP_MAX + slot;
}

/* Returns the spot of a card, in the order of the hand; in a very large hand the last cards share a spot. */
static int hand_spot(const struct belle_state *s, int seat, uint8_t card)
{
    int before = __builtin_popcount(s->hand[seat] & (belle_bit(card) - 1));
    return SPOT_HAND + before < SPOTS ? SPOT_HAND + before : SPOTS - 1;
}

static bool is_dealt(const struct belle_state *s)
{
    return s->phase > BELLE_PHASE_SETUP;
}

static bool moves_now(const struct belle_state *s, int seat)
{
    return (s->phase == BELLE_PHASE_PLAY || s->phase == BELLE_PHASE_INVITE || s->phase == BELLE_PHASE_STEAL) &&
           s->mover == seat;
}

/* ---- cards ---- */

static void write_label(struct writer *w, uint8_t card)
{
    write_char(w, belle_card_is_guest(card) ? 'G' : 'B');
    write_number(w, belle_card_is_guest(card) ? belle_guest_index(card) + 1 : belle_index(card) + 1);
}

static void draw_label(struct canvas *c, enum style style, uint8_t card, int width)
{
    char label[8];
    struct writer w = write_into(label, sizeof label);

    write_label(&w, card);
    draw_left(c, style, label, width);
}

static int label_width(uint8_t card)
{
    char label[8];
    struct writer w = write_into(label, sizeof label);

    write_label(&w, card);
    return (int)w.length;
}

/* The name on a card, the built-in one or from the table's own deck, cut if it takes more columns. False if the name
 * is not known. */
static bool draw_card_name(struct canvas *c, const struct belle_state *s, uint8_t card, int most)
{
    char name[1024];
    struct writer w = write_into(name, sizeof name);
    int index = belle_card_is_guest(card) ? belle_guest_index(card) : belle_index(card);

    if (!s->own_deck)
        write_text(&w, belle_card_is_guest(card) ? belle_guest_name(index) : belle_belle_name(index));
    else if (c->deck)
        belle_deck_name(c->deck, belle_card_is_guest(card) ? 'G' : 'B', index + 1, &w);
    draw_clean(c, PLAIN, name, text_fit(name, w.length, most));
    return w.length > 0;
}

static enum style type_style(enum belle_type type)
{
    return type == BELLE_MAYHEM ? YELLOW : type == BELLE_MIRTH ? CYAN : MAGENTA;
}

/* A word of the game's table: "effect" and CROWD say what that does. */
static const char *word_of(const struct canvas *c, const char *list, const char *id)
{
    return word_in(c, &belle, list, id);
}

static const char *effect_words(const struct canvas *c, const struct belle_state *s, uint8_t card)
{
    return word_of(c, "effect", belle_effect_code(belle_effect(s, card)));
}

static enum style belle_style(const struct belle_state *s, uint8_t card)
{
    return type_style(belle_type_of(belle_effect(s, card)));
}

/* What it does in a word or two. */
static const char *belle_brief(const struct canvas *c, const struct belle_state *s, uint8_t card)
{
    return word_of(c, "brief", belle_effect_code(belle_effect(s, card)));
}

/* An interest; one that matches is to be seen at a glance. */
static void draw_interest(struct canvas *c, int interest, bool matches, int width)
{
    char word[32];
    struct writer w = write_into(word, sizeof word);
    bool raised = false; /* scripts without capitals have a mark */

    for (const char *letter = word_of(c, "interest", belle_interest_name(interest)); *letter; letter++) {
        bool small = *letter >= 'a' && *letter <= 'z';
        write_char(&w, matches && small ? (char)(*letter - 'a' + 'A') : *letter);
        raised |= small;
    }
    write_text(&w, matches && !raised ? "✓" : "");
    draw_left(c, matches ? GREEN : PLAIN, word, width);
}

/* counts: icons of each interest in the group, or NULL for a card in line. */
static void draw_interests(struct canvas *c, const struct belle_state *s, uint8_t card, const int *counts)
{
    static const int widths[] = {6, 6, 0};
    uint8_t guest = s->deck.guest[belle_guest_index(card)];
    int start = c->column;

    for (int family = 0; family < 3; family++) {
        int interest = belle_guest_interest(guest, family);
        draw_interest(c, interest, counts && counts[interest] >= 2, widths[family]);
    }
    if (belle_guest_noble(guest) == BELLE_NOBLE_NONE)
        return;
    draw_to(c, start + NOBLE_COLUMN);
    draw_said(c, BOLD, belle_guest_noble(guest) == BELLE_NOBLE_LORD ? SAY_BELLE_LORD : SAY_BELLE_LADY);
}

/* What a Belle card does, from a column on, where it is continued. */
static void draw_belle_words(struct canvas *c, const struct belle_state *s, uint8_t card, int column)
{
    enum belle_type type = belle_type_of(belle_effect(s, card));

    draw_to(c, column);
    draw_text(c, type_style(type), word_of(c, "type", belle_type_name(type)));
    draw_said(c, PLAIN, SAY_BELLE_COLON);
    draw_flowing(c, PLAIN, effect_words(c, s, card), column + 2);
}

/* Up to 36 columns: with the place before it and Regrets behind, it fits into 60. */
static void draw_belle_name(struct canvas *c, const struct belle_state *s, uint8_t card)
{
    if (!draw_card_name(c, s, card, 36))
        draw_text(c, PLAIN, belle_brief(c, s, card));
}

/* ---- lines ---- */

/* Regrets beside a card that stands from a column on. */
static void draw_regrets(struct canvas *c, int regrets, int column)
{
    if (regrets == 0)
        return;
    draw_gap(c, PLAIN, "  ", c->form == FORM_TIGHT ? 3 : 10, column + 2);
    draw_with(c, RED, c->form == FORM_TIGHT ? SAY_BELLE_REGRETS_SHORT : SAY_BELLE_REGRETS, NUM("regrets", regrets));
}

static void draw_price(struct canvas *c, const struct belle_state *s, int place, bool in_reach)
{
    char price[8];
    struct writer w = write_into(price, sizeof price);

    if (place == 0 || s->free_skip) {
        draw_spaces(c, 2);
        draw_left(c, GREEN, said_in(c, SAY_BELLE_FREE), 6);
        return;
    }
    write_text(&w, "   -");
    write_number(&w, place);
    draw_left(c, in_reach ? PLAIN : DIM, price, 8);
}

static void draw_guest_in_line(struct canvas *c, const struct belle_state *s, uint8_t card, int regrets)
{
    int start = c->column;

    if (c->form <= FORM_FULL && c->width >= WITH_NAMES) {
        draw_card_name(c, s, card, NAME_COLUMN - 1);
        start += NAME_COLUMN;
        draw_to(c, start);
    }
    draw_interests(c, s, card, NULL);
    draw_to(c, regrets > 0 ? start + NOBLE_COLUMN + 2 : 0);
    draw_regrets(c, regrets, start);
}

/* Draws what the card does if that fits `most` columns, else its code. */
static void draw_belle_briefly(struct canvas *c, const struct belle_state *s, uint8_t card, int most)
{
    const char *words = effect_words(c, s, card);
    draw_text(c, belle_style(s, card), width_of(words) <= most ? words : belle_brief(c, s, card));
}

/* Its name, and below it what it does; in the shorter forms one of the two. */
static void draw_belle_in_line(struct canvas *c, const struct belle_state *s, uint8_t card, int regrets)
{
    int start = c->column;

    if (c->form <= FORM_FULL)
        draw_belle_name(c, s, card);
    else if (c->form == FORM_TIGHT)
        draw_belle_briefly(c, s, card, c->width / 2 - BEFORE_CARD - 5);
    else
        draw_belle_words(c, s, card, start);
    draw_regrets(c, regrets, start);
    if (c->form <= FORM_FULL) {
        draw_line_end(c);
        draw_belle_words(c, s, card, start);
    }
}

static void draw_card_in_line(struct canvas *c, const struct belle_state *s, int line, int place, int viewer)
{
    uint8_t card = s->line[s->front[line] + place];
    int payer = viewer >= 0 ? viewer : s->mover, spot = SPOT_LINE + line * BELLE_VISIBLE + place;

    draw_price(c, s, place, place < belle_reach(s, payer, line));
    draw_spot_begin(c, spot);
    draw_label(c, BOLD, card, 4);
    (belle_card_is_guest(card) ? draw_guest_in_line : draw_belle_in_line)(c, s, card, s->beside[line][place]);
    draw_spot_end(c, spot);
}

static int shown_in_line(const struct belle_state *s, int line)
{
    int length = belle_line_length(s, line);
    return length < BELLE_VISIBLE ? length : BELLE_VISIBLE;
}

static void draw_line_title(struct canvas *c, const struct belle_state *s, int line)
{
    int shown = shown_in_line(s, line);

    draw_said(c, BOLD,
              belle_lines(s) == 1         ? SAY_BELLE_LINE
              : line == BELLE_LINE_GUESTS ? SAY_BELLE_LINE_GUESTS
                                          : SAY_BELLE_LINE_BELLES);
    if (shown == 0)
        draw_said(c, DIM, SAY_BELLE_LINE_EMPTY);
    else
        draw_with(c, DIM, SAY_BELLE_BEHIND, NUM("cards", belle_line_length(s, line) - shown));
}

static void draw_line(struct canvas *c, const struct belle_state *s, int line, int viewer)
{
    draw_line_title(c, s, line);
    draw_line_end(c);
    for (int place = 0; place < shown_in_line(s, line); place++) {
        draw_card_in_line(c, s, line, place, viewer);
        draw_line_end(c);
    }
}

/* Both lines side by side, or the halves of the only one. */
static void draw_line_halves(struct canvas *c, const struct belle_state *s, int viewer)
{
    int lines = belle_lines(s), rows = lines == 1 ? BELLE_VISIBLE / 2 : BELLE_VISIBLE;

    for (int line = 0; line < lines; line++) {
        draw_to(c, line * c->width / 2);
        draw_line_title(c, s, line);
    }
    draw_line_end(c);
    for (int row = 0; row < rows; row++) {
        for (int half = 0; half < 2; half++) {
            int line = lines == 1 ? 0 : half, place = lines == 1 ? half * rows + row : row;
            if (place >= shown_in_line(s, line))
                continue;
            draw_to(c, half * c->width / 2);
            draw_card_in_line(c, s, line, place, viewer);
        }
        if (c->column > 0)
            draw_line_end(c);
    }
}

static void draw_lines(struct canvas *c, const struct state *state, int viewer)
{
    const struct belle_state *s = belle_state(state);

    if (!is_dealt(s))
        return;
    if (c->form == FORM_TIGHT && c->width >= WITH_NAMES) {
        draw_line_halves(c, s, viewer);
        return;
    }
    for (int line = 0; line < belle_lines(s); line++)
        draw_line(c, s, line, viewer);
}

/* ---- groups ---- */

static void count_icons(const struct belle_state *s, int seat, int group, int *counts)
{
    for (int interest = 0; interest < BELLE_INTEREST_COUNT; interest++)
        counts[interest] = belle_icons(s, s->party[seat][group], s->count[seat][group], interest);
}

static int group_value(const struct belle_state *s, int seat, int group)
{
    return belle_score(s, s->party[seat][group], s->count[seat][group]).value;
}

static void draw_group_head(struct canvas *c, const struct belle_state *s, int seat, int group)
{
    int count = s->count[seat][group];
    bool full = belle_full(s, seat, group);
    enum style style = full ? YELLOW : DIM;

    draw_spot_begin(c, group_spot(seat, group));
    draw_with(c, style, SAY_BELLE_GROUP, NUM("group", group + 1),
              NUM("state", count == 0 ? 0
                           : full     ? 1
                                      : 2),
              NUM("worth", count > 0 ? group_value(s, seat, group) : 0));
    draw_spot_end(c, group_spot(seat, group));
}

static void draw_belle_in_group(struct canvas *c, const struct belle_state *s, int owner, uint8_t card)
{
    int by = belle_player(s, card), width = width_of(belle_brief(c, s, card)),
        said_width = width_of(said_in(c, SAY_BELLE_BY));

    draw_text(c, belle_style(s, card), belle_brief(c, s, card));
    if (by == owner)
        return;
    draw_said(c, DIM, SAY_BELLE_BY);
    draw_short_name(c, DIM, by, CELL - 1 - 4 - width - said_width);
}

static void draw_card_in_group(struct canvas *c, const struct belle_state *s, int seat, int group, int slot,
                               const int *counts)
{
    uint8_t card = s->party[seat][group][slot];

    draw_label(c, BOLD, card, 4);
    if (belle_card_is_guest(card))
        draw_interests(c, s, card, counts);
    else
        draw_belle_in_group(c, s, seat, card);
}

/* A card with the spots that it is: the group and, if it is the viewer's, itself. */
static void draw_cell(struct canvas *c, const struct belle_state *s, int seat, int group, int slot, const int *counts,
                      bool own)
{
    draw_spot_begin(c, group_spot(seat, group));
    if (own)
        draw_spot_begin(c, card_spot(group, slot));
    draw_card_in_group(c, s, seat, group, slot, counts);
    if (own)
        draw_spot_end(c, card_spot(group, slot));
    draw_spot_end(c, group_spot(seat, group));
}

/* Groups side by side. */
static void draw_groups(struct canvas *c, const struct belle_state *s, int seat, int first, int end, bool own)
{
    int counts[BELLE_GROUPS][BELLE_INTEREST_COUNT], rows = 0;

    for (int group = first; group < end; group++) {
        count_icons(s, seat, group, counts[group]);
        draw_to(c, 2 + (group - first) * CELL);
        draw_group_head(c, s, seat, group);
        rows = s->count[seat][group] > rows ? s->count[seat][group] : rows;
    }
    draw_line_end(c);
    for (int slot = 0; slot < rows; slot++) {
        for (int group = first; group < end; group++) {
            if (slot >= s->count[seat][group])
                continue;
            draw_to(c, 2 + (group - first) * CELL);
            draw_cell(c, s, seat, group, slot, counts[group], own);
        }
        draw_line_end(c);
    }
}

/* ---- parties ---- */

/* The cards in a hand as far as they are known, continued at a column; the viewer's own may be spots. */
static void draw_hand(struct canvas *c, const struct belle_state *s, int seat, int column, bool spots)
{
    int unsure = s->held[seat] - __builtin_popcount(s->hand[seat]);

    for (uint32_t hand = s->hand[seat]; hand; hand &= hand - 1) {
        uint8_t card = belle_card(__builtin_ctz(hand));
        draw_gap(c, PLAIN, " ", label_width(card) + (spots ? 1 + width_of(belle_brief(c, s, card)) : 0), column);
        if (spots)
            draw_spot_begin(c, hand_spot(s, seat, card));
        draw_label(c, belle_style(s, card), card, 0);
        draw_text(c, PLAIN, spots ? " " : "");
        draw_text(c, PLAIN, spots ? belle_brief(c, s, card) : "");
        if (spots)
            draw_spot_end(c, hand_spot(s, seat, card));
    }
    if (unsure == 0)
        return;
    draw_gap(c, PLAIN, " ", 14, column);
    draw_with(c, PLAIN, SAY_BELLE_UNSEEN, NUM("more", s->hand[seat] != 0), NUM("cards", unsure));
}

static void write_halves(struct writer *w, int halves)
{
    if (halves == -1)
        write_char(w, '-');
    write_number(w, halves / 2);
    if (halves % 2)
        write_text(w, ".5");
}

static int points_of(const struct belle_state *s, int seat)
{
    struct result now;

    belle_result(s, &now);
    return now.points[seat];
}

/* Draws name, points, Regrets and hand in a line; in the short form without your own hand, which is drawn apart. */
static void draw_seat_head(struct canvas *c, const struct belle_state *s, int seat, bool own)
{
    int halves = points_of(s, seat);
    char points[16];
    struct writer w = write_into(points, sizeof points);

    write_halves(&w, halves);
    draw_due(c, moves_now(s, seat), own);
    draw_short_name(c, BOLD, seat, c->width - 34); /* 2 before it, and " -100.5 points, 15 Regrets" behind */
    draw_said(c, PLAIN, SAY_COLON);
    draw_text(c, BOLD, points);
    draw_with(c, PLAIN, SAY_BELLE_FIGURES, NUM("points", halves == 2 ? 1 : 2), NUM("regrets", s->regrets[seat]));
    if (s->held[seat] == 0 || (c->form == FORM_SHORT && own)) {
        draw_line_end(c);
        return;
    }
    draw_gap(c, PLAIN, said_in(c, SAY_COMMA), c->form <= FORM_FULL ? c->width : 20, 2);
    draw_said(c, PLAIN, SAY_BELLE_IN_HAND);
    draw_hand(c, s, seat, 11, own && c->form == FORM_TIGHT);
    draw_line_end(c);
}

static void draw_party(struct canvas *c, const struct belle_state *s, int seat, bool own)
{
    int columns = c->width >= 2 + BELLE_GROUPS * CELL ? BELLE_GROUPS : 1;

    draw_seat_head(c, s, seat, own);
    for (int group = 0; group < BELLE_GROUPS; group += columns)
        draw_groups(c, s, seat, group, group + columns, own);
}

/* A party in a line: figures, and the cards of its groups by their labels. */
enum { TIGHT_NAME = 8, TIGHT_GROUPS = 24, TIGHT_CELL = 19 };

static void draw_tight_group(struct canvas *c, const struct belle_state *s, int seat, int group)
{
    int count = s->count[seat][group];

    draw_spot_begin(c, group_spot(seat, group));
    if (count == 0)
        draw_right(c, DIM, "-", 2);
    else
        draw_column(c, belle_full(s, seat, group) ? YELLOW : BOLD, group_value(s, seat, group), 2);
    for (int slot = 0; slot < count; slot++) {
        uint8_t card = s->party[seat][group][slot];
        draw_spaces(c, 1);
        draw_label(c, belle_card_is_guest(card) ? PLAIN : belle_style(s, card), card, 0);
    }
    draw_spot_end(c, group_spot(seat, group));
}

static void draw_tight_party(struct canvas *c, const struct belle_state *s, int seat)
{
    char points[16];
    struct writer w = write_into(points, sizeof points);

    write_halves(&w, points_of(s, seat));
    draw_due(c, moves_now(s, seat), false);
    draw_name_column(c, PLAIN, seat, TIGHT_NAME);
    draw_right(c, BOLD, points, 5);
    draw_column(c, PLAIN, s->regrets[seat], 4);
    draw_column(c, PLAIN, s->held[seat], 4);
    for (int group = 0; group < BELLE_GROUPS; group++) {
        int column = TIGHT_GROUPS + group * TIGHT_CELL;
        if (column + TIGHT_CELL - 1 > c->width && group > 0)
            draw_line_end(c);
        draw_to(c, column + TIGHT_CELL - 1 > c->width ? TIGHT_GROUPS : column);
        draw_tight_group(c, s, seat, group);
    }
    draw_line_end(c);
}

static void draw_tight_heading(struct canvas *c)
{
    draw_to(c, 2 + TIGHT_NAME);
    draw_right(c, DIM, said_in(c, SAY_BELLE_HEAD_POINTS), 5);
    draw_right(c, DIM, said_in(c, SAY_BELLE_HEAD_REGRETS), 4);
    draw_right(c, DIM, said_in(c, SAY_BELLE_HEAD_BELLES), 4);
    draw_to(c, TIGHT_GROUPS + 1);
    draw_said(c, DIM, SAY_BELLE_HEAD_GROUP);
    for (int group = 1; group < BELLE_GROUPS && TIGHT_GROUPS + BELLE_GROUPS * TIGHT_CELL - 1 <= c->width; group++) {
        draw_to(c, TIGHT_GROUPS + group * TIGHT_CELL);
        draw_number(c, DIM, group + 1);
        draw_text(c, DIM, ":");
    }
    draw_line_end(c);
}

/* All but the viewer's own. */
static void draw_parties(struct canvas *c, const struct state *state, int viewer)
{
    const struct belle_state *s = belle_state(state);
    int first = viewer >= 0 ? viewer + 1 : 0, count = viewer >= 0 ? s->players - 1 : s->players;

    if (is_dealt(s) && c->form == FORM_TIGHT)
        draw_tight_heading(c);
    for (int i = 0; is_dealt(s) && i < count; i++) {
        int seat = (first + i) % s->players;
        if (c->form == FORM_TIGHT) {
            draw_tight_party(c, s, seat);
            continue;
        }
        if (i > 0 && c->form <= FORM_FULL)
            draw_line_end(c);
        draw_party(c, s, seat, false);
    }
}

/* ---- the viewer's own ---- */

/* What the viewer's own Belle cards do. */
static void draw_own_cards(struct canvas *c, const struct belle_state *s, int viewer)
{
    bool named = c->form <= FORM_FULL;

    if (named) {
        draw_line_end(c);
        draw_said(c, BOLD, SAY_BELLE_YOUR_CARDS);
        draw_line_end(c);
    }
    for (uint32_t hand = s->hand[viewer]; hand; hand &= hand - 1) {
        uint8_t card = belle_card(__builtin_ctz(hand));
        int column = named ? 8 : 7;
        draw_text(c, PLAIN, named || hand != s->hand[viewer] ? "" : "  ");
        draw_text(c, PLAIN, named || hand != s->hand[viewer] ? "" : said_in(c, SAY_BELLE_HAND));
        draw_to(c, column);
        draw_spot_begin(c, hand_spot(s, viewer, card));
        draw_label(c, BOLD, card, 4);
        if (named) {
            draw_belle_name(c, s, card);
            draw_line_end(c);
        }
        draw_belle_words(c, s, card, column + 4);
        draw_spot_end(c, hand_spot(s, viewer, card));
        draw_line_end(c);
    }
}

static void draw_own_party(struct canvas *c, const struct state *state, int viewer)
{
    const struct belle_state *s = belle_state(state);

    if (!is_dealt(s) || viewer < 0)
        return;
    draw_party(c, s, viewer, true);
    if (s->hand[viewer] && c->form != FORM_TIGHT)
        draw_own_cards(c, s, viewer);
}

/* ---- where the game stands ---- */

static void draw_headline(struct canvas *c, const struct state *state, int viewer)
{
    const struct belle_state *s = belle_state(state);
    static const enum text steps[] = {
        [BELLE_PHASE_DECK] = SAY_BELLE_STEP_DECK,     [BELLE_PHASE_SETUP] = SAY_NOT_DEALT,
        [BELLE_PHASE_PLAY] = SAY_BELLE_STEP_PLAY,     [BELLE_PHASE_STEAL] = SAY_BELLE_STEP_STEAL,
        [BELLE_PHASE_INVITE] = SAY_BELLE_STEP_INVITE, [BELLE_PHASE_OVER] = SAY_BELLE_STEP_OVER,
    };
    enum { SAID = 57, NAME_LIMIT = 12 }; /* columns of all but the name, and of the name */
    bool mine = s->mover == viewer;

    int most = c->width - SAID < NAME_LIMIT ? c->width - SAID : NAME_LIMIT;

    draw_text(c, BOLD, game_title(c->language, &belle));
    draw_text(c, PLAIN, " · ");
    if (moves_now(s, s->mover)) {
        if (mine)
            draw_said(c, GREEN, SAY_TURN_YOURS);
        else
            draw_with(c, YELLOW, SAY_TURN_OF, STR("name", short_name(c, s->mover, most).text));
        draw_text(c, PLAIN, " · ");
    }
    draw_said(c, PLAIN, steps[s->phase]);
    draw_line_end(c);
}

/* ---- what moves are about ---- */

/* Whether a Belle card is played on a group, or on a card in one. */
static bool aims_at_group(const struct belle_state *s, struct belle_move move)
{
    return move.seat >= 0 && belle_effect(s, move.card) != BELLE_EFFECT_STEAL_BELLE;
}

/* Whether it is played on a card of the viewer's. */
static bool aims_at_own_card(const struct belle_state *s, int viewer, struct belle_move move)
{
    int effect = belle_effect(s, move.card);
    return move.seat == viewer && (effect == BELLE_EFFECT_MOVE_OWN || effect == BELLE_EFFECT_EJECT);
}

static uint64_t spot_bit(int spot)
{
    return (uint64_t)1 << spot;
}

static uint64_t touches(const struct state *state, int viewer, uint16_t id)
{
    const struct belle_state *s = belle_state(state);
    struct belle_move move = belle_move(s, viewer, id);
    uint64_t spots = 0;

    if (move.kind == BELLE_MOVE_NONE)
        return 0;
    if (move.to >= 0)
        spots |= spot_bit(group_spot(viewer, move.to));
    if (move.kind == BELLE_MOVE_INVITE)
        return spots | spot_bit(SPOT_LINE + move.line * BELLE_VISIBLE + move.place);
    spots |= spot_bit(hand_spot(s, viewer, move.card));
    if (aims_at_own_card(s, viewer, move))
        spots |= spot_bit(card_spot(move.group, move.slot));
    else if (aims_at_group(s, move))
        spots |= spot_bit(group_spot(move.seat, move.group));
    if (belle_effect(s, move.card) == BELLE_EFFECT_SWAP)
        spots |= spot_bit(card_spot(move.my_group, move.my_slot));
    return spots;
}

const struct drawing belle_drawing = {
    .game = &belle,
    .order = {PART_HEADLINE, PART_MIDDLE, PART_SEATS, PART_HAND},
    .apart = 1 << PART_SEATS | 1 << PART_HAND,
    .part = {[PART_HEADLINE] = draw_headline,
             [PART_MIDDLE] = draw_lines,
             [PART_SEATS] = draw_parties,
             [PART_HAND] = draw_own_party},
    .touches = touches,
};
