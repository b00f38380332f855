/* The table of Always a Bridesmaid as text: a line of where the game stands; for
 * each seat its total, its rank and what that would bring now, and below it the
 * cards that everybody knows of; then the viewer's own cards as little frames.
 *
 * Between rounds the figures are those of the round just scored. A card that a
 * sealed choice names has a dot in its frame. It all fits 80 columns; what does
 * not fit a line is continued below. */
#include "rules/bridesmaid.h"
#include "term/draw.h"

enum {
    INDENT = 5,         /* of what stands below a seat */
    NAME_LEAST = 9,     /* columns of names, at least: the Robot */
    NAME_MOST = 20,     /* what is longer is cut */
    NAME_SHORT = 10,    /* likewise in the shorter forms */
    FIGURES_WIDTH = 47, /* the longest line of a seat, less its name */
    BESIDE = 80,        /* columns that cards beside figures need */
};

/* Spots: the viewer's own cards from 0 on, in hand, in the Reserve or played; HOLD BACK; what is dealt for the Robot.
 */
enum { SPOT_HOLD = ACCESSORIES, SPOT_DEALT };

static const char *const rank_names[RIVALS_MOST] = {"1st", "2nd", "3rd", "4th", "5th"};

static bool is_robot(const struct state *s, int rival)
{
    return s->players == 2 && rival == ROBOT;
}

static bool is_hidden(const struct state *s, int seat)
{
    return s->hidden >> seat & 1;
}

/* Whether totals of a round lie on the table, played or being played. */
static bool is_live(const struct state *s)
{
    return s->phase == PHASE_PLAY || s->phase == PHASE_ASIDE || s->phase == PHASE_DISPLAY || s->phase == PHASE_OVER;
}

/* Whether there are totals to show: of this round or the one before. */
static bool has_figures(const struct state *s)
{
    return is_live(s) || s->round > 0;
}

static bool is_scored(const struct state *s)
{
    return !is_live(s) || s->phase == PHASE_DISPLAY || s->phase == PHASE_OVER;
}

/* ---- where the game stands ---- */

static void draw_headline(struct canvas *c, const struct state *s, int viewer)
{
    static const char *const now[] = {
        [PHASE_RESERVE] = "choose a Reserve of five",
        [PHASE_ROBOT] = "deal the Robot's cards",
        [PHASE_GIVE] = "give the Robot two cards",
        [PHASE_ORDER] = "shuffle the Robot's pile",
        [PHASE_PLAY] = "play a card or hold back",
        [PHASE_ASIDE] = "set a card aside, or none",
        [PHASE_DISPLAY] = "display cards for points",
        [PHASE_DRAW] = "draw three of the Reserve",
        [PHASE_OVER] = "the game is over",
    };
    bool between = s->phase == PHASE_DISPLAY || s->phase == PHASE_OVER;

    (void)viewer;
    draw_text(c, BOLD, "Always a Bridesmaid");
    draw_text(c, PLAIN, " · round ");
    draw_number(c, PLAIN, s->round + !between);
    draw_text(c, PLAIN, "/");
    draw_number(c, PLAIN, ROUNDS);
    draw_text(c, PLAIN, " · ");
    draw_text(c, YELLOW, now[s->phase]);
    draw_line_end(c);
}

static void draw_prizes(struct canvas *c, const struct state *s, int viewer)
{
    int rivals = bridesmaid_rivals(s);

    (void)viewer;
    draw_text(c, DIM, "Points:");
    for (int rank = 0; rank < rivals; rank++) {
        draw_text(c, DIM, rank ? " · " : " ");
        draw_text(c, DIM, rank_names[rank]);
        draw_spaces(c, 1);
        draw_number(c, DIM, bridesmaid_rank_points(rivals, rank));
    }
    if (s->reserves > 0) {
        draw_text(c, DIM, " · Reserve ");
        draw_number(c, DIM, s->reserves);
    }
    draw_line_end(c);
}

/* ---- the cards of a seat ---- */

/* In the full form a seat's cards stand below its figures, else beside them if they can. A piece of text that does not
 * fit is continued below in the same column; in the tight form all pieces from there on are left out. */
struct flow {
    int indent;
    bool whole; /* nothing is left out: of the viewer's own seat */
    bool spots; /* these are cards to choose from */
    bool full;  /* something was left out */
};

static bool flow_piece(struct canvas *c, struct flow *flow, int width)
{
    bool first = c->column <= flow->indent;

    if (c->form == FORM_TIGHT && !flow->whole && !flow->full && c->column + 3 + width + 2 > c->width) {
        flow->full = true;
        draw_text(c, DIM, first ? "" : " …");
    }
    if (!flow->full)
        draw_gap(c, DIM, " · ", width, flow->indent);
    return !flow->full;
}

static void flow_text(struct canvas *c, struct flow *flow, enum style style, const char *text)
{
    if (flow_piece(c, flow, width_of(text)))
        draw_text(c, style, text);
}

static void write_values(struct writer *w, unsigned cards)
{
    for (; cards; cards &= cards - 1) {
        write_char(w, ' ');
        write_number(w, bridesmaid_values[__builtin_ctz(cards)]);
    }
}

static int values_width(unsigned cards)
{
    char text[80];
    struct writer w = write_into(text, sizeof text);

    write_values(&w, cards);
    return (int)w.length;
}

/* Values with a space before each. */
static void draw_values(struct canvas *c, enum style style, unsigned cards, bool spots)
{
    for (; cards; cards &= cards - 1) {
        int card = __builtin_ctz(cards);
        draw_spaces(c, 1);
        if (spots)
            draw_spot_begin(c, card);
        draw_number(c, style, bridesmaid_values[card]);
        if (spots)
            draw_spot_end(c, card);
    }
}

/* A word and some cards; nothing if there are none. */
static void flow_cards(struct canvas *c, struct flow *flow, enum style style, const char *word, unsigned cards)
{
    if (!cards || !flow_piece(c, flow, width_of(word) + values_width(cards)))
        return;
    draw_text(c, style, word);
    draw_values(c, style, cards, flow->spots);
}

/* What everybody knows of a hand that the viewer does not see. */
static void flow_hidden_hand(struct canvas *c, struct flow *flow, const struct state *s, int seat)
{
    char text[80];
    struct writer w = write_into(text, sizeof text);
    int count = bridesmaid_hand_count(s, seat);
    bool maybe_aside = s->set_aside >> seat & 1;

    if (count == ACCESSORIES) /* nobody has begun */
        return;
    write_number(&w, count);
    write_text(&w, " in hand");
    if (s->known[seat]) {
        write_text(&w, c->form > FORM_FULL                           ? ","
                       : maybe_aside                                 ? ", or aside:"
                       : count == __builtin_popcount(s->known[seat]) ? ":"
                                                                     : ", among them");
        write_values(&w, s->known[seat]);
    }
    flow_text(c, flow, DIM, text);
}

/* What is shown of a seat beside its figures, in the full form spelled out below them. */
static void draw_cards_of_seat(struct canvas *c, const struct state *s, int seat, int viewer, int indent)
{
    bool own = seat == viewer, spelled = c->form <= FORM_FULL;
    struct flow flow = {.indent = indent, .whole = own, .spots = own && s->phase == PHASE_DISPLAY};
    bool live = is_live(s), face_down = s->set_aside >> seat & 1;
    unsigned played = live ? s->played[seat] : s->last_played[seat],
             aside = live ? s->aside[seat] : s->last_aside[seat];

    flow_cards(c, &flow, live ? BOLD : PLAIN, live ? "played" : spelled ? "played last" : "last", played & ~aside);
    if (face_down && is_hidden(s, seat))
        flow_text(c, &flow, MAGENTA, spelled ? "one card aside" : "one aside");
    else
        flow_cards(c, &flow, MAGENTA, face_down && spelled ? "aside, face down" : "aside", aside);
    flow_cards(c, &flow, GREEN, spelled ? "on display" : "shown", s->displayed[seat]);
    if (is_hidden(s, seat))
        flow_hidden_hand(c, &flow, s, seat);
    else if (!own) {
        flow_cards(c, &flow, DIM, "in hand", s->hand[seat]);
        flow_cards(c, &flow, DIM, "Reserve", s->reserve[seat]);
    }
}

static void draw_cards_of_robot(struct canvas *c, const struct state *s, int indent)
{
    struct flow flow = {.indent = indent};
    unsigned shown = 0;

    for (int i = 0; i < s->shown; i++)
        if (s->pile[i] != PILE_HOLD)
            shown |= 1u << (s->pile[i] - 1);
    flow_cards(c, &flow, is_live(s) ? BOLD : PLAIN, is_live(s) ? "played" : "played last", shown);
    flow_cards(c, &flow, DIM, "seen in earlier rounds", s->robot_seen & ~shown);
    if (s->hidden == 0)
        flow_cards(c, &flow, DIM, "its hand", s->given[0] | s->given[1]);
    for (int seat = 0; seat < 2 && s->hidden; seat++) {
        flow_cards(c, &flow, DIM, "given to it", s->given[seat]); /* nothing where hidden */
        flow_cards(c, &flow, DIM, "kept from it", s->given[seat] ? s->dealt[seat] & ~s->given[seat] : 0);
    }
}

/* ---- the seats ---- */

/* Columns for the names, the Robot's among them. */
static int name_columns(const struct canvas *c, const struct state *s)
{
    int most = c->form <= FORM_FULL ? NAME_MOST : NAME_SHORT, left = c->width - FIGURES_WIDTH;
    int width = names_width(c, s->players, most < left ? most : left);

    return width > NAME_LEAST ? width : NAME_LEAST;
}

static void draw_notes(struct canvas *c, const struct state *s, int rival)
{
    bool robot = is_robot(s, rival), chosen = !robot && (s->chosen >> rival & 1), spelled = c->form <= FORM_FULL;
    struct {
        const char *text;
        enum style style;
        bool holds;
    } notes[] = {
        {"WILD", RED, !robot && (s->wild >> rival & 1)},
        {spelled ? "has chosen" : "chosen", YELLOW, chosen},
        {spelled ? "held back" : "held", CYAN, is_live(s) && (s->held >> rival & 1) && !chosen},
    };

    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
        if (notes[i].holds) {
            draw_spaces(c, i > 0 && !spelled && notes[0].holds ? 1 : 2);
            draw_text(c, notes[i].style, notes[i].text);
        }
}

static void draw_figures(struct canvas *c, const struct state *s, int rival)
{
    struct standing standing[RIVALS_MOST];
    const int8_t *totals = is_live(s) ? s->total : s->last_total;
    static const enum style styles[] = {DIM, PLAIN, GREEN, GREEN}; /* by points */

    if (!has_figures(s))
        return;
    bridesmaid_rank(bridesmaid_rivals(s), totals, standing);
    enum style style = styles[standing[rival].points];
    draw_column(c, BOLD, totals[rival], 6);
    draw_spaces(c, 2);
    draw_text(c, style, rank_names[standing[rival].rank]);
    draw_column(c, style, standing[rival].points, 8);
}

static void draw_rival(struct canvas *c, const struct state *s, int rival, int viewer, int names)
{
    bool robot = is_robot(s, rival), due = !robot && (bridesmaid.turn(s).seats >> rival & 1);
    struct result result;

    bridesmaid.result(s, &result);
    draw_spaces(c, 1);
    draw_due(c, due, rival == viewer);
    if (robot)
        draw_text(c, PLAIN, "the Robot");
    else
        draw_name_column(c, rival == viewer ? BOLD : PLAIN, rival, names);
    if (robot && has_figures(s))
        draw_spaces(c, names - NAME_LEAST);
    draw_figures(c, s, rival);
    if (!robot)
        draw_column(c, BOLD, result.points[rival], 7);
    else if (is_live(s) && (s->held >> rival & 1))
        draw_spaces(c, 7); /* a note follows */
    draw_notes(c, s, rival);
    bool beside = c->form > FORM_FULL && c->width >= BESIDE;
    if (!beside)
        draw_line_end(c);
    int indent = beside ? 3 + names + (has_figures(s) ? 28 : 9) : INDENT;
    if (robot)
        draw_cards_of_robot(c, s, indent);
    else
        draw_cards_of_seat(c, s, rival, viewer, indent);
    if (c->column > 0)
        draw_line_end(c);
}

static void draw_rivals(struct canvas *c, const struct state *s, int viewer)
{
    int names = name_columns(c, s);

    draw_spaces(c, 3 + names);
    if (has_figures(s))
        draw_text(c, DIM, is_scored(s) ? " total rank brought" : " total rank  brings");
    draw_text(c, DIM, " points\n");
    for (int rival = 0; rival < bridesmaid_rivals(s); rival++)
        draw_rival(c, s, rival, viewer, names);
}

/* ---- the viewer's own cards ---- */

/* Of a card, or of HOLD BACK at the end of a hand. */
static int frame_width(const struct canvas *c, int card)
{
    bool large = c->form == FORM_LARGE;
    return card == ACCESSORIES ? 6 + 2 * large : 5 + large;
}

static int frame_lines(const struct canvas *c)
{
    return c->form == FORM_LARGE ? 5 : 3;
}

static void draw_face(struct canvas *c, int card)
{
    bool large = c->form == FORM_LARGE;

    if (card == ACCESSORIES)
        draw_text(c, BOLD, large ? " HOLD " : "HOLD");
    else
        draw_column(c, bridesmaid_values[card] < 0 ? RED : BOLD, bridesmaid_values[card], 2 + large);
    draw_spaces(c, card != ACCESSORIES);
}

static void draw_card_line(struct canvas *c, int card, int line, bool marked)
{
    enum style frame = marked ? GREEN : CYAN;
    int width = frame_width(c, card), lines = frame_lines(c);

    if (line == 0) {
        draw_upper_edge(c, frame, width);
        return;
    }
    if (line == lines - 1) {
        draw_lower_edge(c, frame, width, frame, marked ? "●" : "");
        return;
    }
    draw_text(c, frame, "│");
    if (line == lines / 2)
        draw_face(c, card);
    else
        draw_spaces(c, width - 2);
    draw_text(c, frame, "│");
}

/* Bit ACCESSORIES of the cards stands for HOLD BACK. */
struct row {
    const char *title;
    unsigned cards, marked; /* marked: by a sealed choice */
    int spot;               /* of the first card */
};

static void draw_row_line(struct canvas *c, const struct row *row, unsigned cards, int line)
{
    draw_spaces(c, 1);
    for (; cards; cards &= cards - 1) {
        int card = __builtin_ctz(cards);
        draw_spot_begin(c, row->spot + card);
        draw_card_line(c, card, line, row->marked >> card & 1);
        draw_spot_end(c, row->spot + card);
    }
    draw_line_end(c);
}

/* The first of these cards, as many as fit a line. */
static unsigned cards_that_fit(const struct canvas *c, unsigned cards)
{
    unsigned fit = 0;

    for (int width = 1; cards; cards &= cards - 1) {
        int card = __builtin_ctz(cards);
        width += frame_width(c, card);
        if (width > c->width)
            break;
        fit |= 1u << card;
    }
    return fit;
}

/* A title and cards below it. */
static void draw_row_of_cards(struct canvas *c, const struct row *row)
{
    draw_text(c, BOLD, row->title);
    draw_text(c, PLAIN, row->cards ? "\n" : ": nothing\n");
    for (unsigned left = row->cards; left;) {
        unsigned cards = cards_that_fit(c, left);
        for (int line = 0; line < frame_lines(c); line++)
            draw_row_line(c, row, cards, line);
        left &= ~cards;
    }
}

/* The same as words on one line. */
static void draw_row_of_words(struct canvas *c, const struct row *row)
{
    draw_text(c, BOLD, row->title);
    draw_text(c, PLAIN, row->cards ? ":" : ": nothing");
    for (unsigned left = row->cards; left; left &= left - 1) {
        int card = __builtin_ctz(left);
        bool marked = row->marked >> card & 1;
        draw_spaces(c, 2);
        draw_spot_begin(c, row->spot + card);
        if (card == ACCESSORIES)
            draw_text(c, marked ? GREEN : BOLD, "HOLD");
        else
            draw_number(c, marked ? GREEN : bridesmaid_values[card] < 0 ? RED : BOLD, bridesmaid_values[card]);
        draw_text(c, GREEN, marked ? "●" : "");
        draw_spot_end(c, row->spot + card);
    }
    draw_line_end(c);
}

static void draw_row(struct canvas *c, const struct row *row)
{
    if (c->form <= FORM_FULL)
        draw_row_of_cards(c, row);
    else
        draw_row_of_words(c, row);
}

/* In words: it only lies there. */
static void draw_reserve(struct canvas *c, unsigned cards)
{
    char text[80];
    struct writer w = write_into(text, sizeof text);

    write_text(&w, "Your Reserve:");
    write_values(&w, cards);
    draw_text(c, DIM, text);
    draw_line_end(c);
}

static void draw_own(struct canvas *c, const struct state *s, int seat)
{
    if (seat < 0 || s->phase == PHASE_OVER)
        return;
    unsigned hold = 1u << ACCESSORIES, chosen = s->chosen >> seat & 1 ? s->sealed[seat] : 0;
    bool active = s->phase == PHASE_PLAY && !(s->held >> seat & 1);

    if (s->phase == PHASE_PLAY && (s->chosen >> seat & 1) && !chosen)
        chosen = hold;
    if (s->phase == PHASE_GIVE)
        draw_row(c, &(struct row){"Dealt to you for the Robot", s->dealt[seat], chosen, SPOT_DEALT});
    draw_row(c, &(struct row){"Your hand", s->hand[seat] | (active ? hold : 0), chosen, 0});
    if (s->phase == PHASE_DRAW)
        draw_row(c, &(struct row){"Your Reserve", s->reserve[seat], chosen, 0});
    else if (s->reserves > 0)
        draw_reserve(c, s->reserve[seat]);
}

/* ---- what moves are about ---- */

/* Cards to be displayed are those played, wherever they stand; a card is never in two places. */
static uint64_t touches(const struct state *s, int viewer, uint16_t id)
{
    struct move move = bridesmaid_move(id);

    (void)s, (void)viewer;
    switch (move.kind) {
    case MOVE_HOLD: return (uint64_t)1 << SPOT_HOLD;
    case MOVE_ROBOT: return (uint64_t)move.cards << SPOT_DEALT;
    default: return move.cards;
    }
}

const struct drawing bridesmaid_drawing = {
    .game = &bridesmaid,
    .order = {PART_HEADLINE, PART_MIDDLE, PART_SEATS, PART_HAND},
    .apart = 1 << PART_SEATS | 1 << PART_HAND,
    .part = {[PART_HEADLINE] = draw_headline,
             [PART_MIDDLE] = draw_prizes,
             [PART_SEATS] = draw_rivals,
             [PART_HAND] = draw_own},
    .touches = touches,
};
