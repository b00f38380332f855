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
    FIGURES_WIDTH = 47, /* the longest line of a seat, less its name */
    CARD_WIDTH = 5,
    HOLD_WIDTH = 6,
};

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

static void draw_headline(struct canvas *c, const struct state *s)
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

    draw_text(c, BOLD, "Always a Bridesmaid");
    draw_text(c, PLAIN, " · round ");
    draw_number(c, PLAIN, s->round + !between);
    draw_text(c, PLAIN, "/");
    draw_number(c, PLAIN, ROUNDS);
    draw_text(c, PLAIN, " · ");
    draw_text(c, YELLOW, now[s->phase]);
    draw_line_end(c);
}

static void draw_prizes(struct canvas *c, const struct state *s)
{
    int rivals = bridesmaid_rivals(s);

    draw_text(c, DIM, "Points:");
    for (int rank = 0; rank < rivals; rank++) {
        draw_text(c, DIM, rank ? " · " : " ");
        draw_text(c, DIM, rank_names[rank]);
        draw_spaces(c, 1);
        draw_number(c, DIM, s->ranks[rank]);
    }
    if (s->reserves > 0) {
        draw_text(c, DIM, " · Reserve ");
        draw_number(c, DIM, s->reserves);
    }
    draw_line_end(c);
}

/* ---- what stands below a seat ---- */

/* Pieces of text with dots between them, on as many lines as they need. */
struct flow {
    struct canvas *canvas;
    int column; /* 0 before the first piece */
};

static void flow_text(struct flow *flow, enum style style, const char *text)
{
    int width = (int)text_length(text); /* ASCII only */

    if (flow->column > 0 && flow->column + 3 + width > flow->canvas->width) {
        draw_line_end(flow->canvas);
        flow->column = 0;
    }
    if (flow->column > 0) {
        draw_text(flow->canvas, DIM, " · ");
        flow->column += 3;
    } else {
        draw_spaces(flow->canvas, INDENT);
        flow->column = INDENT;
    }
    draw_text(flow->canvas, style, text);
    flow->column += width;
}

static void flow_end(struct flow *flow)
{
    if (flow->column > 0)
        draw_line_end(flow->canvas);
}

static void write_values(struct writer *w, unsigned cards)
{
    for (; cards; cards &= cards - 1) {
        write_char(w, ' ');
        write_number(w, bridesmaid_values[__builtin_ctz(cards)]);
    }
}

/* A word and some cards; nothing if there are none. */
static void flow_cards(struct flow *flow, enum style style, const char *word, unsigned cards)
{
    char text[80];
    struct writer w = write_into(text, sizeof text);

    write_text(&w, word);
    write_values(&w, cards);
    if (cards)
        flow_text(flow, style, text);
}

/* What everybody knows of a hand that the viewer does not see. */
static void flow_hidden_hand(struct flow *flow, const struct state *s, int seat)
{
    char text[80];
    struct writer w = write_into(text, sizeof text);
    int count = bridesmaid_hand_count(s, seat);
    bool maybe_aside = s->set_aside >> seat & 1;

    write_number(&w, count);
    write_text(&w, " in hand");
    if (s->known[seat]) {
        write_text(&w, maybe_aside                                   ? ", or aside:"
                       : count == __builtin_popcount(s->known[seat]) ? ":"
                                                                     : ", among them");
        write_values(&w, s->known[seat]);
    }
    flow_text(flow, DIM, text);
}

static void draw_below_seat(struct canvas *c, const struct state *s, int seat, int viewer)
{
    struct flow flow = {.canvas = c};
    bool live = is_live(s), face_down = s->set_aside >> seat & 1;
    unsigned played = live ? s->played[seat] : s->last_played[seat],
             aside = live ? s->aside[seat] : s->last_aside[seat];

    flow_cards(&flow, live ? BOLD : PLAIN, live ? "played" : "played last", played & ~aside);
    if (face_down && is_hidden(s, seat))
        flow_text(&flow, MAGENTA, "one card aside");
    else
        flow_cards(&flow, MAGENTA, face_down ? "aside, face down" : "aside", aside);
    flow_cards(&flow, GREEN, "on display", s->displayed[seat]);
    if (is_hidden(s, seat))
        flow_hidden_hand(&flow, s, seat);
    else if (seat != viewer) {
        flow_cards(&flow, DIM, "in hand", s->hand[seat]);
        flow_cards(&flow, DIM, "Reserve", s->reserve[seat]);
    }
    flow_end(&flow);
}

static void draw_below_robot(struct canvas *c, const struct state *s)
{
    struct flow flow = {.canvas = c};
    unsigned shown = 0;

    for (int i = 0; i < s->shown; i++)
        if (s->pile[i] != PILE_HOLD)
            shown |= 1u << (s->pile[i] - 1);
    flow_cards(&flow, is_live(s) ? BOLD : PLAIN, is_live(s) ? "played" : "played last", shown);
    flow_cards(&flow, DIM, "seen in earlier rounds", s->robot_seen & ~shown);
    if (s->hidden == 0)
        flow_cards(&flow, DIM, "its hand", s->given[0] | s->given[1]);
    for (int seat = 0; seat < 2 && s->hidden; seat++) {
        flow_cards(&flow, DIM, "given to it", s->given[seat]); /* nothing where hidden */
        flow_cards(&flow, DIM, "kept from it", s->given[seat] ? s->dealt[seat] & ~s->given[seat] : 0);
    }
    flow_end(&flow);
}

/* ---- the seats ---- */

/* Columns for the names, the Robot's among them. */
static int name_columns(const struct canvas *c, const struct state *s)
{
    int most = c->width - FIGURES_WIDTH < NAME_MOST ? c->width - FIGURES_WIDTH : NAME_MOST;
    int width = names_width(c, s->players, most);

    return width > NAME_LEAST ? width : NAME_LEAST;
}

static void draw_notes(struct canvas *c, const struct state *s, int rival)
{
    bool robot = is_robot(s, rival), chosen = !robot && (s->chosen >> rival & 1);
    struct {
        const char *text;
        enum style style;
        bool holds;
    } notes[] = {
        {"WILD", RED, !robot && (s->wild >> rival & 1)},
        {"has chosen", YELLOW, chosen},
        {"held back", CYAN, is_live(s) && (s->held >> rival & 1) && !chosen},
    };

    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
        if (notes[i].holds) {
            draw_spaces(c, 2);
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
    bridesmaid_rank(s, totals, standing);
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
    draw_text(c, rival == viewer ? GREEN : YELLOW, due ? " ▶ " : "   ");
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
    draw_line_end(c);
    if (robot)
        draw_below_robot(c, s);
    else
        draw_below_seat(c, s, rival, viewer);
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

/* One of the three lines of a card, or of HOLD BACK at the end of a hand. */
static void draw_card_line(struct canvas *c, int card, int line, bool marked)
{
    static const char *const tops[] = {"╭───╮", "╭────╮"}, *const dots[] = {"╰─●─╯", "╰──●─╯"},
                             *const bottoms[] = {"╰───╯", "╰────╯"};
    int hold = card == ACCESSORIES;
    enum style frame = marked ? GREEN : CYAN;

    if (line != 1) {
        draw_text(c, frame, line == 0 ? tops[hold] : marked ? dots[hold] : bottoms[hold]);
        return;
    }
    draw_text(c, frame, "│");
    if (hold)
        draw_text(c, BOLD, "HOLD");
    else
        draw_column(c, bridesmaid_values[card] < 0 ? RED : BOLD, bridesmaid_values[card], 2);
    draw_text(c, frame, hold ? "│" : " │");
}

/* A title and cards below it; bit ACCESSORIES stands for HOLD BACK. */
static void draw_cards(struct canvas *c, const char *title, unsigned cards, unsigned marked)
{
    draw_text(c, PLAIN, title);
    draw_text(c, PLAIN, cards ? "\n" : ": nothing\n");
    while (cards) {
        unsigned row = 0;
        int width = 1;
        for (; cards; cards &= cards - 1) {
            int card = __builtin_ctz(cards), wide = card == ACCESSORIES ? HOLD_WIDTH : CARD_WIDTH;
            if (width + wide > c->width)
                break;
            width += wide;
            row |= 1u << card;
        }
        for (int line = 0; line < 3; line++) {
            draw_spaces(c, 1);
            for (unsigned left = row; left; left &= left - 1)
                draw_card_line(c, __builtin_ctz(left), line, marked >> __builtin_ctz(left) & 1);
            draw_line_end(c);
        }
    }
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
    unsigned hold = 1u << ACCESSORIES, chosen = s->chosen >> seat & 1 ? s->sealed[seat] : 0;
    bool active = s->phase == PHASE_PLAY && !(s->held >> seat & 1);

    if (s->phase == PHASE_PLAY && (s->chosen >> seat & 1) && !chosen)
        chosen = hold;
    draw_line_end(c);
    if (s->phase == PHASE_GIVE)
        draw_cards(c, "Dealt to you for the Robot", s->dealt[seat], chosen);
    draw_cards(c, "Your hand", s->hand[seat] | (active ? hold : 0), chosen);
    if (s->phase == PHASE_DRAW)
        draw_cards(c, "Your Reserve", s->reserve[seat], chosen);
    else if (s->reserves > 0)
        draw_reserve(c, s->reserve[seat]);
}

static void draw(struct canvas *c, const struct state *view, int viewer)
{
    draw_headline(c, view);
    draw_prizes(c, view);
    draw_line_end(c);
    draw_rivals(c, view, viewer);
    if (viewer >= 0 && view->phase != PHASE_OVER)
        draw_own(c, view, viewer);
}

const struct drawing bridesmaid_drawing = {.game = &bridesmaid, .table = draw};
