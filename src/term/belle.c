/* Belle of the Ball on a terminal: the lines with what each card costs, then
 * the parties, the viewer's last. Groups stand side by side where three columns
 * fit, else one under another. Interests that match in a group are written in
 * capitals, and green. */
#include "rules/belle.h"
#include "term/draw.h"

enum {
    CELL = 26,         /* columns of a card in a group, with a space behind */
    NOBLE_COLUMN = 19, /* Lo or La, counted from the first interest */
    NAME_COLUMN = 26,  /* room for a Guest's name in line */
    WITH_NAMES = 72,   /* a Guest in line with its name and Regrets takes so many */
};

static int width_of(const char *text)
{
    return text_columns(text, text_length(text));
}

/* Text, and spaces up to a width. Returns the columns used. */
static int draw_padded(struct canvas *c, enum style style, const char *text, int width)
{
    int used = width_of(text);
    draw_text(c, style, text);
    draw_spaces(c, width - used);
    return used > width ? used : width;
}

static void card_label(uint8_t card, char *out, size_t room)
{
    struct writer w = write_into(out, room);
    write_char(&w, card_is_guest(card) ? 'G' : 'B');
    write_number(&w, card_is_guest(card) ? guest_index(card) + 1 : belle_index(card) + 1);
}

/* The name on a card, the built-in one or from the table's own deck, cut if it
 * takes more columns. Returns those it took: 0 if the name is not known. */
static int draw_card_name(struct canvas *c, const struct state *s, uint8_t card, int most)
{
    char name[1024];
    struct writer w = write_into(name, sizeof name);
    int index = card_is_guest(card) ? guest_index(card) : belle_index(card);

    if (!s->own_deck)
        write_text(&w, card_is_guest(card) ? belle_guest_name(index) : belle_belle_name(index));
    else if (c->deck)
        belle_deck_name(c->deck, card_is_guest(card) ? 'G' : 'B', index + 1, &w);
    while (w.length > 0 && (text_columns(name, w.length) > most || ((unsigned char)name[w.length] & 0xc0) == 0x80))
        w.length--;
    draw_clean(c, PLAIN, name, w.length);
    return text_columns(name, w.length);
}

static enum style type_style(enum belle_type type)
{
    return type == MAYHEM ? YELLOW : type == MIRTH ? CYAN : MAGENTA;
}

static const char *type_word(enum belle_type type)
{
    return type == MAYHEM ? "Mayhem" : type == MIRTH ? "Mirth" : "Mischief";
}

/* ---- cards ---- */

/* An interest; one that matches is to be seen at a glance. */
static int draw_interest(struct canvas *c, int interest, bool matches, int width)
{
    char word[8];
    struct writer w = write_into(word, sizeof word);

    for (const char *letter = belle_interest_name(interest); *letter; letter++)
        write_char(&w, matches && *letter >= 'a' ? (char)(*letter - 'a' + 'A') : *letter);
    return draw_padded(c, matches ? GREEN : PLAIN, word, width);
}

/* counts: icons of each interest in the group, or NULL for a card in line. */
static int draw_interests(struct canvas *c, const struct state *s, uint8_t card, const int *counts)
{
    static const int widths[] = {6, 6, 0};
    uint8_t guest = s->deck.guest[guest_index(card)];
    int used = 0;

    for (int family = 0; family < 3; family++) {
        int interest = guest_interest(guest, family);
        used += draw_interest(c, interest, counts && counts[interest] >= 2, widths[family]);
    }
    if (guest_noble(guest) == NOBLE_NONE)
        return used;
    draw_spaces(c, NOBLE_COLUMN - used);
    return NOBLE_COLUMN + draw_padded(c, BOLD, guest_noble(guest) == NOBLE_LORD ? "Lo" : "La", 0);
}

static int draw_belle_in_group(struct canvas *c, const struct state *s, int owner, uint8_t card)
{
    int effect = belle_effect(s, card), by = belle_player(s, card);
    int used = draw_padded(c, type_style(belle_type_of(effect)), belle_effect_code(effect), 0);

    if (by == owner)
        return used;
    int room = CELL - 1 - 4 - used - 4, width = name_width(c, by);
    draw_text(c, DIM, " by ");
    draw_short_name(c, DIM, by, room);
    return used + 4 + (width < room ? width : room);
}

/* One card of a group. Returns the columns used. */
static int draw_cell(struct canvas *c, const struct state *s, int seat, int group, int slot, const int *counts)
{
    uint8_t card = s->party[seat][group][slot];
    char label[8];

    card_label(card, label, sizeof label);
    int used = draw_padded(c, BOLD, label, 4);
    return used + (card_is_guest(card) ? draw_interests(c, s, card, counts) : draw_belle_in_group(c, s, seat, card));
}

/* ---- lines ---- */

static void draw_regrets(struct canvas *c, int regrets)
{
    if (regrets == 0)
        return;
    draw_text(c, RED, "  +");
    draw_number(c, RED, regrets);
    draw_text(c, RED, regrets == 1 ? " Regret" : " Regrets");
}

static void draw_price(struct canvas *c, const struct state *s, int place, bool in_reach)
{
    char price[8];
    struct writer w = write_into(price, sizeof price);

    if (place == 0 || s->free_skip) {
        draw_padded(c, GREEN, "  free", 8);
        return;
    }
    write_text(&w, "   -");
    write_number(&w, place);
    draw_padded(c, in_reach ? PLAIN : DIM, price, 8);
}

static void draw_guest_row(struct canvas *c, const struct state *s, uint8_t card, int regrets)
{
    if (c->width >= WITH_NAMES)
        draw_spaces(c, NAME_COLUMN - draw_card_name(c, s, card, NAME_COLUMN - 1));
    int used = draw_interests(c, s, card, NULL);
    draw_spaces(c, regrets > 0 ? NOBLE_COLUMN + 2 - used : 0);
    draw_regrets(c, regrets);
    draw_text(c, PLAIN, "\n");
}

/* Up to 36 columns: with the place before it and Regrets behind, it fits into 60. */
static void draw_belle_name(struct canvas *c, const struct state *s, uint8_t card)
{
    if (draw_card_name(c, s, card, 36) == 0)
        draw_text(c, PLAIN, belle_effect_code(belle_effect(s, card)));
}

static void draw_belle_words(struct canvas *c, const struct state *s, uint8_t card)
{
    int effect = belle_effect(s, card), column = 12;
    enum belle_type type = belle_type_of(effect);
    const char *words = belle_effect_words(effect);

    draw_spaces(c, column);
    draw_text(c, type_style(type), type_word(type));
    draw_text(c, PLAIN, ":");
    for (column += width_of(type_word(type)) + 1; *words;) {
        char word[32];
        struct writer w = write_into(word, sizeof word);
        while (*words && *words != ' ')
            write_char(&w, *words++);
        words += *words == ' ';
        if (column + 1 + width_of(word) > c->width) {
            draw_text(c, PLAIN, "\n");
            draw_spaces(c, column = 13);
        }
        draw_text(c, PLAIN, " ");
        draw_text(c, PLAIN, word);
        column += 1 + width_of(word);
    }
    draw_text(c, PLAIN, "\n");
}

static void draw_line(struct canvas *c, const struct state *s, int line, int viewer)
{
    int length = belle_line_length(s, line), shown = length < VISIBLE ? length : VISIBLE;
    int payer = viewer >= 0 ? viewer : s->mover;
    int reach = belle_reach(s, payer, line);

    draw_text(c, BOLD, belle_lines(s) == 1 ? "The line" : line == GUEST_LINE ? "Guest line" : "Belle line");
    draw_text(c, DIM, shown == 0 ? ": empty\n" : ", ");
    if (shown == 0)
        return;
    draw_number(c, DIM, length - shown);
    draw_text(c, DIM, " more behind\n");
    for (int place = 0; place < shown; place++) {
        uint8_t card = s->line[s->front[line] + place];
        char label[8];
        card_label(card, label, sizeof label);
        draw_price(c, s, place, place < reach);
        draw_padded(c, BOLD, label, 4);
        if (card_is_guest(card)) {
            draw_guest_row(c, s, card, s->beside[line][place]);
            continue;
        }
        draw_belle_name(c, s, card);
        draw_regrets(c, s->beside[line][place]);
        draw_text(c, PLAIN, "\n");
        draw_belle_words(c, s, card);
    }
}

/* ---- parties ---- */

static void count_icons(const struct state *s, int seat, int group, int *counts)
{
    for (int interest = 0; interest < INTERESTS; interest++)
        counts[interest] = belle_icons(s, s->party[seat][group], s->count[seat][group], interest);
}

static int draw_group_head(struct canvas *c, const struct state *s, int seat, int group)
{
    char head[CELL + 1];
    struct writer w = write_into(head, sizeof head);
    int count = s->count[seat][group];
    bool full = belle_full(s, seat, group);

    write_number(&w, group + 1);
    write_text(&w, count == 0 ? ": empty" : full ? ": full, worth " : ": worth ");
    if (count > 0)
        write_number(&w, belle_score(s, s->party[seat][group], count).value);
    return draw_padded(c, full ? YELLOW : DIM, head, 0);
}

static void draw_groups(struct canvas *c, const struct state *s, int seat, int first, int end)
{
    int counts[GROUPS][INTERESTS], rows = 0, column = 2; /* spaces are drawn before what follows them */

    for (int group = first; group < end; group++) {
        count_icons(s, seat, group, counts[group]);
        draw_spaces(c, column);
        column = CELL - draw_group_head(c, s, seat, group);
        rows = s->count[seat][group] > rows ? s->count[seat][group] : rows;
    }
    draw_text(c, PLAIN, "\n");
    for (int slot = 0; slot < rows; slot++) {
        column = 2;
        for (int group = first; group < end; group++) {
            if (slot >= s->count[seat][group]) {
                column += CELL;
                continue;
            }
            draw_spaces(c, column);
            column = CELL - draw_cell(c, s, seat, group, slot, counts[group]);
        }
        draw_text(c, PLAIN, "\n");
    }
}

static void draw_hand(struct canvas *c, const struct state *s, int seat)
{
    int unsure = s->held[seat] - __builtin_popcount(s->hand[seat]);

    if (s->held[seat] == 0)
        return;
    draw_text(c, PLAIN, "  in hand:");
    int column = 10;
    for (uint32_t hand = s->hand[seat]; hand; hand &= hand - 1) {
        uint8_t card = belle_card(__builtin_ctz(hand));
        char label[8];
        card_label(card, label, sizeof label);
        if (column + 1 + width_of(label) > c->width) {
            draw_text(c, PLAIN, "\n");
            draw_spaces(c, column = 10);
        }
        column += 1 + width_of(label);
        draw_text(c, PLAIN, " ");
        draw_text(c, type_style(belle_type_of(belle_effect(s, card))), label);
    }
    if (unsure > 0) {
        if (column + 16 > c->width) {
            draw_text(c, PLAIN, "\n");
            draw_spaces(c, 10);
        }
        draw_text(c, PLAIN, s->hand[seat] ? " and " : " ");
        draw_number(c, PLAIN, unsure);
        draw_text(c, PLAIN, " unseen");
    }
    draw_text(c, PLAIN, "\n");
}

static void draw_points(struct canvas *c, int halves)
{
    if (halves == -1)
        draw_text(c, BOLD, "-");
    draw_number(c, BOLD, halves / 2);
    if (halves % 2)
        draw_text(c, BOLD, ".5");
    draw_text(c, PLAIN, halves == 2 ? " point, " : " points, ");
}

static void draw_seat(struct canvas *c, const struct state *s, int seat, int halves)
{
    bool to_move = s->phase == PHASE_PLAY || s->phase == PHASE_INVITE || s->phase == PHASE_STEAL;

    draw_text(c, GREEN, to_move && s->mover == seat ? "> " : "  ");
    draw_short_name(c, BOLD, seat, c->width - 34); /* 2 before it, and " -100.5 points, 15 Regrets" behind */
    draw_text(c, PLAIN, ": ");
    draw_points(c, halves);
    draw_number(c, PLAIN, s->regrets[seat]);
    draw_text(c, PLAIN, s->regrets[seat] == 1 ? " Regret\n" : " Regrets\n");
    draw_hand(c, s, seat);
    int columns = c->width >= 2 + GROUPS * CELL ? GROUPS : 1;
    for (int group = 0; group < GROUPS; group += columns)
        draw_groups(c, s, seat, group, group + columns);
}

/* What the viewer's own Belle cards do. */
static void draw_own_cards(struct canvas *c, const struct state *s, int viewer)
{
    if (viewer < 0 || !s->hand[viewer])
        return;
    draw_text(c, BOLD, "Your Belle cards\n");
    for (uint32_t hand = s->hand[viewer]; hand; hand &= hand - 1) {
        uint8_t card = belle_card(__builtin_ctz(hand));
        char label[8];
        card_label(card, label, sizeof label);
        draw_spaces(c, 8);
        draw_padded(c, BOLD, label, 4);
        draw_belle_name(c, s, card);
        draw_text(c, PLAIN, "\n");
        draw_belle_words(c, s, card);
    }
}

/* ---- the parts ---- */

static bool is_dealt(const struct state *s)
{
    return s->phase > PHASE_SETUP;
}

static void draw_headline(struct canvas *c, const struct state *s, int viewer)
{
    static const char *const steps[] = {
        [PHASE_DECK] = "the cards are not on the table yet", [PHASE_SETUP] = "nothing is dealt yet",
        [PHASE_PLAY] = "Step 1, a Belle card or none",       [PHASE_STEAL] = "a Belle card is being stolen",
        [PHASE_INVITE] = "Step 2, a card from a line",       [PHASE_OVER] = "the ball is over",
    };

    (void)viewer;
    draw_text(c, BOLD, "Belle of the Ball");
    draw_text(c, PLAIN, ": ");
    draw_text(c, PLAIN, steps[s->phase]);
    draw_line_end(c);
}

static void draw_lines(struct canvas *c, const struct state *s, int viewer)
{
    for (int line = 0; is_dealt(s) && line < belle_lines(s); line++)
        draw_line(c, s, line, viewer);
}

static void draw_parties(struct canvas *c, const struct state *s, int viewer)
{
    int first = viewer >= 0 ? viewer + 1 : 0;
    struct result now;

    belle.result(s, &now);
    for (int i = 0; is_dealt(s) && i < s->players; i++) {
        int seat = (first + i) % s->players;
        draw_text(c, PLAIN, i > 0 ? "\n" : "");
        draw_seat(c, s, seat, now.points[seat]);
    }
}

/* ---- what moves are about ---- */

static uint64_t touches(const struct state *s, int seat, uint16_t id)
{
    (void)s, (void)seat, (void)id;
    return 0;
}

const struct drawing belle_drawing = {
    .game = &belle,
    .order = {PART_HEADLINE, PART_MIDDLE, PART_SEATS, PART_HAND},
    .apart = 1 << PART_SEATS | 1 << PART_HAND,
    .part = {[PART_HEADLINE] = draw_headline,
             [PART_MIDDLE] = draw_lines,
             [PART_SEATS] = draw_parties,
             [PART_HAND] = draw_own_cards},
    .touches = touches,
};
