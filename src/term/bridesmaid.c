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
    INDENT = 5,         /* of the lines below a seat */
    NAME_LIMIT = 20,    /* what is longer is cut */
    NAME_SHORT = 10,    /* likewise in the shorter forms */
    FIGURES_WIDTH = 47, /* the longest line of a seat, less its name */
    BESIDE = 80,        /* columns that cards beside figures need */
};

/* Spots: the viewer's own cards from 0 on, in hand, in the Reserve or played; HOLD BACK; what is dealt for the Robot.
 */
enum { SPOT_HOLD = BRIDESMAID_ACCESSORIES, SPOT_DEALT };

static const char *rank_name(const struct canvas *c, int rank)
{
    return said_in(c, (enum text)(SAY_PLACE_1 + rank));
}

static const char *robot_name(const struct canvas *c)
{
    return said_in(c, SAY_BRIDESMAID_ROBOT);
}

static bool is_robot(const struct bridesmaid_state *s, int rival)
{
    return s->players == 2 && rival == BRIDESMAID_ROBOT;
}

static bool is_hidden(const struct bridesmaid_state *s, int seat)
{
    return s->hidden >> seat & 1;
}

/* Whether totals of a round lie on the table, played or being played. */
static bool is_live(const struct bridesmaid_state *s)
{
    return s->phase == BRIDESMAID_PHASE_PLAY || s->phase == BRIDESMAID_PHASE_ASIDE ||
           s->phase == BRIDESMAID_PHASE_DISPLAY || s->phase == BRIDESMAID_PHASE_OVER;
}

/* Whether there are totals to show: of this round or the one before. */
static bool has_figures(const struct bridesmaid_state *s)
{
    return is_live(s) || s->round > 0;
}

static bool is_scored(const struct bridesmaid_state *s)
{
    return !is_live(s) || s->phase == BRIDESMAID_PHASE_DISPLAY || s->phase == BRIDESMAID_PHASE_OVER;
}

/* ---- where the game stands ---- */

static void draw_headline(struct canvas *c, const struct state *state, int viewer)
{
    const struct bridesmaid_state *s = bridesmaid_state(state);
    static const enum text now[] = {
        [BRIDESMAID_PHASE_RESERVE] = SAY_BRIDESMAID_NOW_RESERVE,
        [BRIDESMAID_PHASE_ROBOT] = SAY_BRIDESMAID_NOW_ROBOT,
        [BRIDESMAID_PHASE_GIVE] = SAY_BRIDESMAID_NOW_GIVE,
        [BRIDESMAID_PHASE_ORDER] = SAY_BRIDESMAID_NOW_ORDER,
        [BRIDESMAID_PHASE_PLAY] = SAY_BRIDESMAID_NOW_PLAY,
        [BRIDESMAID_PHASE_ASIDE] = SAY_BRIDESMAID_NOW_ASIDE,
        [BRIDESMAID_PHASE_DISPLAY] = SAY_BRIDESMAID_NOW_DISPLAY,
        [BRIDESMAID_PHASE_DRAW] = SAY_BRIDESMAID_NOW_DRAW,
        [BRIDESMAID_PHASE_OVER] = SAY_GAME_OVER,
    };
    bool between = s->phase == BRIDESMAID_PHASE_DISPLAY || s->phase == BRIDESMAID_PHASE_OVER;

    (void)viewer;
    draw_text(c, BOLD, game_title(c->language, &bridesmaid));
    draw_text(c, PLAIN, " · ");
    draw_with(c, PLAIN, SAY_BRIDESMAID_ROUND, NUM("round", s->round + !between), NUM("of", BRIDESMAID_ROUNDS));
    draw_text(c, PLAIN, " · ");
    draw_said(c, YELLOW, now[s->phase]);
    draw_line_end(c);
}

static void draw_prizes(struct canvas *c, const struct state *state, int viewer)
{
    const struct bridesmaid_state *s = bridesmaid_state(state);
    int rivals = bridesmaid_rivals(s);

    (void)viewer;
    draw_said(c, DIM, SAY_BRIDESMAID_POINTS);
    for (int rank = 0; rank < rivals; rank++) {
        draw_text(c, DIM, rank ? " · " : " ");
        draw_text(c, DIM, rank_name(c, rank));
        draw_spaces(c, 1);
        draw_number(c, DIM, s->ranks[rank]);
    }
    if (s->reserves > 0) {
        draw_text(c, DIM, " · ");
        draw_said(c, DIM, SAY_BRIDESMAID_RESERVE);
        draw_spaces(c, 1);
        draw_number(c, DIM, s->reserves);
    }
    draw_line_end(c);
}

/* ---- the cards of a seat ---- */

/* In the full form a seat's cards are below its figures, otherwise beside them if they fit. A piece of text that does
 * not fit is continued below in the same column; in the tight form all pieces from there on are left out. */
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
static void draw_card_values(struct canvas *c, enum style style, unsigned cards, bool spots)
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
static void flow_cards(struct canvas *c, struct flow *flow, enum style style, enum text word, unsigned cards)
{
    if (!cards || !flow_piece(c, flow, width_of(said_in(c, word)) + values_width(cards)))
        return;
    draw_said(c, style, word);
    draw_card_values(c, style, cards, flow->spots);
}

/* What everybody knows of a hand that the viewer does not see. */
static void flow_hidden_hand(struct canvas *c, struct flow *flow, const struct bridesmaid_state *s, int seat)
{
    char text[160];
    struct writer w = write_into(text, sizeof text);
    int count = bridesmaid_hand_count(s, seat);
    bool maybe_aside = s->set_aside >> seat & 1;

    if (count == BRIDESMAID_ACCESSORIES) /* nobody has begun */
        return;
    int how = !s->known[seat]                               ? 0
              : c->form > FORM_FULL                         ? 1
              : maybe_aside                                 ? 2
              : count == __builtin_popcount(s->known[seat]) ? 3
                                                            : 4;
    say_with(&w, c->language, SAY_BRIDESMAID_HIDDEN, NUM("cards", count), NUM("how", how));
    write_values(&w, s->known[seat]);
    flow_text(c, flow, DIM, text);
}

/* What is shown of a seat beside its figures, in the full form spelled out below them. */
static void draw_cards_of_seat(struct canvas *c, const struct bridesmaid_state *s, int seat, int viewer, int indent)
{
    bool own = seat == viewer, spelled = c->form <= FORM_FULL;
    struct flow flow = {.indent = indent, .whole = own, .spots = own && s->phase == BRIDESMAID_PHASE_DISPLAY};
    bool live = is_live(s), face_down = s->set_aside >> seat & 1;
    unsigned played = live ? s->played[seat] : s->last_played[seat],
             aside = live ? s->aside[seat] : s->last_aside[seat];

    flow_cards(c, &flow, live ? BOLD : PLAIN,
               live      ? SAY_BRIDESMAID_PLAYED
               : spelled ? SAY_BRIDESMAID_PLAYED_LAST
                         : SAY_BRIDESMAID_LAST,
               played & ~aside);
    if (face_down && is_hidden(s, seat))
        flow_text(c, &flow, MAGENTA, said_in(c, spelled ? SAY_BRIDESMAID_ONE_CARD_ASIDE : SAY_BRIDESMAID_ONE_ASIDE));
    else
        flow_cards(c, &flow, MAGENTA, face_down && spelled ? SAY_BRIDESMAID_ASIDE_DOWN : SAY_BRIDESMAID_ASIDE, aside);
    flow_cards(c, &flow, GREEN, spelled ? SAY_BRIDESMAID_ON_DISPLAY : SAY_BRIDESMAID_SHOWN, s->displayed[seat]);
    if (is_hidden(s, seat))
        flow_hidden_hand(c, &flow, s, seat);
    else if (!own) {
        flow_cards(c, &flow, DIM, SAY_BRIDESMAID_IN_HAND, s->hand[seat]);
        flow_cards(c, &flow, DIM, SAY_BRIDESMAID_RESERVE, s->reserve[seat]);
    }
}

static void draw_cards_of_robot(struct canvas *c, const struct bridesmaid_state *s, int indent)
{
    struct flow flow = {.indent = indent};
    unsigned shown = 0;

    for (int i = 0; i < s->shown; i++)
        if (s->pile[i] != BRIDESMAID_PILE_HOLD)
            shown |= 1u << (s->pile[i] - 1);
    flow_cards(c, &flow, is_live(s) ? BOLD : PLAIN, is_live(s) ? SAY_BRIDESMAID_PLAYED : SAY_BRIDESMAID_PLAYED_LAST,
               shown);
    flow_cards(c, &flow, DIM, SAY_BRIDESMAID_SEEN, s->robot_seen & ~shown);
    if (s->hidden == 0)
        flow_cards(c, &flow, DIM, SAY_BRIDESMAID_ITS_HAND, s->given[0] | s->given[1]);
    for (int seat = 0; seat < 2 && s->hidden; seat++) {
        flow_cards(c, &flow, DIM, SAY_BRIDESMAID_GIVEN, s->given[seat]); /* nothing where hidden */
        flow_cards(c, &flow, DIM, SAY_BRIDESMAID_KEPT, s->given[seat] ? s->dealt[seat] & ~s->given[seat] : 0);
    }
}

/* ---- the seats ---- */

/* Columns for the names, the Robot's among them. */
static int name_columns(const struct canvas *c, const struct bridesmaid_state *s)
{
    int most = c->form <= FORM_FULL ? NAME_LIMIT : NAME_SHORT, left = c->width - FIGURES_WIDTH;
    int width = names_width(c, s->players, most < left ? most : left), least = width_of(robot_name(c));

    return width > least ? width : least;
}

static void draw_notes(struct canvas *c, const struct bridesmaid_state *s, int rival)
{
    bool robot = is_robot(s, rival), chosen = !robot && (s->chosen >> rival & 1), spelled = c->form <= FORM_FULL;
    struct {
        enum text text;
        enum style style;
        bool holds;
    } notes[] = {
        {SAY_BRIDESMAID_WILD, RED, !robot && (s->wild >> rival & 1)},
        {spelled ? SAY_HAS_CHOSEN : SAY_BRIDESMAID_CHOSEN, YELLOW, chosen},
        {spelled ? SAY_BRIDESMAID_HELD_BACK : SAY_BRIDESMAID_HELD, CYAN,
         is_live(s) && (s->held >> rival & 1) && !chosen},
    };

    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
        if (notes[i].holds) {
            draw_spaces(c, i > 0 && !spelled && notes[0].holds ? 1 : 2);
            draw_said(c, notes[i].style, notes[i].text);
        }
}

static void draw_figures(struct canvas *c, const struct bridesmaid_state *s, int rival)
{
    struct bridesmaid_standing standing[BRIDESMAID_RIVALS_MAX];
    const int8_t *totals = is_live(s) ? s->total : s->last_total;
    static const enum style styles[] = {DIM, PLAIN, GREEN, GREEN}; /* by points */

    if (!has_figures(s))
        return;
    bridesmaid_rank(s, totals, standing);
    enum style style = styles[standing[rival].points];
    draw_column(c, BOLD, totals[rival], 6);
    draw_right(c, style, rank_name(c, standing[rival].rank), 5);
    draw_column(c, style, standing[rival].points, 8);
}

static void draw_rival(struct canvas *c, const struct bridesmaid_state *s, int rival, int viewer, int names)
{
    bool robot = is_robot(s, rival), due = !robot && (bridesmaid_turn(s).seats >> rival & 1);
    struct result result;

    bridesmaid_result(s, &result);
    draw_spaces(c, 1);
    draw_due(c, due, rival == viewer);
    if (robot)
        draw_text(c, PLAIN, robot_name(c));
    else
        draw_name_column(c, rival == viewer ? BOLD : PLAIN, rival, names);
    if (robot && has_figures(s))
        draw_spaces(c, names - width_of(robot_name(c)));
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

static void draw_rivals(struct canvas *c, const struct state *state, int viewer)
{
    const struct bridesmaid_state *s = bridesmaid_state(state);
    int names = name_columns(c, s);

    draw_spaces(c, 3 + names);
    if (has_figures(s)) {
        draw_right(c, DIM, said_in(c, SAY_BRIDESMAID_HEAD_TOTAL), 6);
        draw_right(c, DIM, said_in(c, SAY_BRIDESMAID_HEAD_RANK), 5);
        draw_right(c, DIM, said_in(c, is_scored(s) ? SAY_BRIDESMAID_HEAD_BROUGHT : SAY_BRIDESMAID_HEAD_BRINGS), 8);
    }
    draw_right(c, DIM, said_in(c, SAY_HEAD_POINTS), 7);
    draw_line_end(c);
    for (int rival = 0; rival < bridesmaid_rivals(s); rival++)
        draw_rival(c, s, rival, viewer, names);
}

/* ---- the viewer's own cards ---- */

/* Of a card, or of HOLD BACK at the end of a hand. */
static int frame_width(const struct canvas *c, int card)
{
    bool large = c->form == FORM_LARGE;
    return card == BRIDESMAID_ACCESSORIES ? 6 + 2 * large : 5 + large;
}

static int frame_lines(const struct canvas *c)
{
    return c->form == FORM_LARGE ? 5 : 3;
}

static void draw_face(struct canvas *c, int card)
{
    bool large = c->form == FORM_LARGE;

    if (card == BRIDESMAID_ACCESSORIES) {
        draw_spaces(c, large);
        draw_left(c, BOLD, said_in(c, SAY_BRIDESMAID_HOLD), 4 + large);
    } else {
        draw_column(c, bridesmaid_values[card] < 0 ? RED : BOLD, bridesmaid_values[card], 2 + large);
    }
    draw_spaces(c, card != BRIDESMAID_ACCESSORIES);
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
    enum text title;
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
    draw_said(c, BOLD, row->title);
    if (!row->cards)
        draw_said(c, PLAIN, SAY_BRIDESMAID_NOTHING);
    draw_line_end(c);
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
    draw_said(c, BOLD, row->title);
    draw_text(c, PLAIN, row->cards ? ":" : said_in(c, SAY_BRIDESMAID_NOTHING));
    for (unsigned left = row->cards; left; left &= left - 1) {
        int card = __builtin_ctz(left);
        bool marked = row->marked >> card & 1;
        draw_spaces(c, 2);
        draw_spot_begin(c, row->spot + card);
        if (card == BRIDESMAID_ACCESSORIES)
            draw_said(c, marked ? GREEN : BOLD, SAY_BRIDESMAID_HOLD);
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
    char text[120];
    struct writer w = write_into(text, sizeof text);

    say(&w, c->language, SAY_BRIDESMAID_YOUR_RESERVE);
    write_text(&w, ":");
    write_values(&w, cards);
    draw_text(c, DIM, text);
    draw_line_end(c);
}

static void draw_own(struct canvas *c, const struct state *state, int seat)
{
    const struct bridesmaid_state *s = bridesmaid_state(state);

    if (seat < 0 || s->phase == BRIDESMAID_PHASE_OVER)
        return;
    unsigned hold = 1u << BRIDESMAID_ACCESSORIES, chosen = s->chosen >> seat & 1 ? s->sealed[seat] : 0;
    bool active = s->phase == BRIDESMAID_PHASE_PLAY && !(s->held >> seat & 1);

    if (s->phase == BRIDESMAID_PHASE_PLAY && (s->chosen >> seat & 1) && !chosen)
        chosen = hold;
    if (s->phase == BRIDESMAID_PHASE_GIVE)
        draw_row(c, &(struct row){SAY_BRIDESMAID_DEALT, s->dealt[seat], chosen, SPOT_DEALT});
    draw_row(c, &(struct row){SAY_YOUR_HAND, s->hand[seat] | (active ? hold : 0), chosen, 0});
    if (s->phase == BRIDESMAID_PHASE_DRAW)
        draw_row(c, &(struct row){SAY_BRIDESMAID_YOUR_RESERVE, s->reserve[seat], chosen, 0});
    else if (s->reserves > 0)
        draw_reserve(c, s->reserve[seat]);
}

/* ---- what moves are about ---- */

/* Cards to be displayed are those played, wherever they stand; a card is never in two places. */
static uint64_t touches(const struct state *state, int viewer, uint16_t id)
{
    const struct bridesmaid_state *s = bridesmaid_state(state);
    struct bridesmaid_move move = bridesmaid_move(id);

    (void)s, (void)viewer;
    switch (move.kind) {
    case BRIDESMAID_MOVE_HOLD: return (uint64_t)1 << SPOT_HOLD;
    case BRIDESMAID_MOVE_ROBOT: return (uint64_t)move.cards << SPOT_DEALT;
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
