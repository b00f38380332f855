/* The table of SCOUT as text: a line of where the game stands, a line for each
 * seat, the Prior Set and the viewer's own hand as little cards, every other
 * hand that lies open as a row of words.
 *
 * A card is five columns wide and four lines high. The number that is up is
 * in its upper line and bold, the one that is down in the lower line and dim; the
 * positions that the notation uses are in the lower edges of a hand. Everything
 * fits 80 columns and, with a hand of up to fifteen cards, leaves room for
 * a list of moves on a screen of 24 lines. Cards are larger in the large form; in
 * the shorter ones the Prior Set is a row of words and the hand three rows of
 * numbers. */
#include "term/draw.h"

#include "rules/scout.h"

enum {
    NAME_LIMIT = 20, /* columns for a name; what is longer is cut */
    NAME_SHORT = 12, /* likewise in the shorter forms */
    SEAT_WIDTH = 53, /* the longest line of a seat, less its name */
    NOTE_WIDTH = 27, /* the longest note on the Prior Set */
};

/* Spots: the cards of the own hand from 0 on, the ends of the Prior Set (a lone card is its left end), and the gaps
 * between the cards of the hand; the last gaps of a long hand share a spot. */
enum { SPOT_LEFT = SCOUT_HAND_MAX, SPOT_RIGHT, SPOT_GAP, NO_SPOT = -1 };

static int gap_spot(int gap)
{
    return SPOT_GAP + gap < SPOTS ? SPOT_GAP + gap : SPOTS - 1;
}

/* Returns how many columns a name may take. */
static int name_most(const struct canvas *c)
{
    int most = c->form <= FORM_FULL ? NAME_LIMIT : NAME_SHORT;
    return c->width - SEAT_WIDTH < most ? c->width - SEAT_WIDTH : most;
}

static bool in_round(const struct scout_state *s)
{
    return s->phase == SCOUT_PHASE_ROTATE || s->phase == SCOUT_PHASE_TURN || s->phase == SCOUT_PHASE_FINISH;
}

static bool owes_choice(const struct scout_state *s, int seat)
{
    return scout_turn(s).seats >> seat & 1;
}

/* Whether cards have come to the table at all. */
static bool is_dealt(const struct scout_state *s)
{
    return s->phase != SCOUT_PHASE_DEAL || s->round > 0;
}

/* ---- where the game stands ---- */

static void draw_whose_turn(struct canvas *c, const struct scout_state *s, int viewer)
{
    if (s->phase == SCOUT_PHASE_ROTATE) {
        draw_said(c, YELLOW, SAY_SCOUT_ROTATE);
    } else if (s->mover == viewer) {
        draw_said(c, GREEN, s->phase == SCOUT_PHASE_FINISH ? SAY_SCOUT_FINISH : SAY_TURN_YOURS);
    } else {
        draw_with(c, YELLOW, SAY_TURN_OF, STR("name", short_name(c, s->mover, name_most(c)).text));
    }
}

static void draw_headline(struct canvas *c, const struct state *state, int viewer)
{
    const struct scout_state *s = scout_state(state);
    int round = s->phase == SCOUT_PHASE_DEAL && s->round > 0 ? s->round : s->round + 1;
    bool over = !in_round(s) && s->round > 0;

    draw_text(c, BOLD, game_title(c->language, &scout));
    draw_text(c, PLAIN, " · ");
    if (s->phase == SCOUT_PHASE_OVER) {
        draw_said(c, PLAIN, SAY_GAME_OVER);
        draw_line_end(c);
        return;
    }
    draw_with(c, PLAIN, SAY_SCOUT_ROUND, NUM("round", round), NUM("of", scout_rounds(s)), NUM("over", over));
    draw_text(c, PLAIN, over ? "" : " · ");
    if (in_round(s))
        draw_whose_turn(c, s, viewer);
    else if (!over)
        draw_said(c, PLAIN, SAY_NOT_DEALT);
    draw_line_end(c);
}

/* ---- the seats ---- */

static int card_width(uint8_t card)
{
    return 3 + (scout_card_up(card) > 9) + (scout_card_down(card) > 9);
}

static void draw_card_text(struct canvas *c, uint8_t card, bool known_side)
{
    draw_number(c, known_side ? BOLD : PLAIN, scout_card_up(card));
    draw_text(c, DIM, "/");
    draw_number(c, known_side ? DIM : PLAIN, scout_card_down(card));
}

/* Cards as words from column `at` on, continued there when the line is full. */
static void draw_card_texts(struct canvas *c, const uint8_t *cards, int count, int at, bool known_side)
{
    for (int i = 0; i < count; i++) {
        draw_gap(c, PLAIN, " ", card_width(cards[i]), at);
        draw_card_text(c, cards[i], known_side);
    }
}

/* As many as the line holds, and how many more there are. */
static void draw_some_card_texts(struct canvas *c, const uint8_t *cards, int count)
{
    enum { MORE = 4 }; /* columns of " +10" */

    for (int i = 0; i < count; i++) {
        if (c->column + 1 + card_width(cards[i]) + (i + 1 < count ? MORE : 0) > c->width) {
            draw_text(c, DIM, " +");
            draw_number(c, DIM, count - i);
            return;
        }
        draw_spaces(c, 1);
        draw_card_text(c, cards[i], false);
    }
}

static int known_count(const struct scout_state *s, int seat)
{
    int count = 0;
    while (count < SCOUT_HAND_SIZE && s->hand[seat][count])
        count++;
    return count;
}

/* The cards that everybody knows to be in a hidden hand; on a line of its own if not even one fits. */
static void draw_known(struct canvas *c, const struct scout_state *s, int seat)
{
    bool all = c->form <= FORM_FULL;

    draw_gap(c, PLAIN, "  ", width_of(said_in(c, SAY_SCOUT_HOLDS)) + (all ? 6 : 4), 5);
    draw_said(c, DIM, SAY_SCOUT_HOLDS);
    if (all) {
        draw_spaces(c, 1);
        draw_card_texts(c, s->hand[seat], known_count(s, seat), c->column, false);
    } else {
        draw_some_card_texts(c, s->hand[seat], known_count(s, seat));
    }
}

/* What is to be said about a seat beside its figures. */
static void draw_notes(struct canvas *c, const struct scout_state *s, int seat)
{
    struct {
        enum text text;
        bool holds;
    } notes[] = {
        {SAY_SCOUT_START, in_round(s) && s->start == seat},
        {SAY_SCOUT_OWNER, in_round(s) && s->prior_count > 0 && s->owner == seat},
        {SAY_SCOUT_CHOSEN, s->phase == SCOUT_PHASE_ROTATE && (s->chosen >> seat & 1)},
        {SAY_SCOUT_EXEMPT, !in_round(s) && s->exempt == seat + 1},
    };

    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
        if (!notes[i].holds)
            continue;
        draw_spaces(c, 2);
        draw_said(c, CYAN, notes[i].text);
    }
    if ((s->hidden >> seat & 1) && s->hand[seat][0])
        draw_known(c, s, seat);
}

static void draw_heading(struct canvas *c, const struct scout_state *s, int names)
{
    bool scored = !in_round(s) && s->round > 0, many = s->players > 2;

    draw_spaces(c, 3 + names);
    draw_right(c, DIM, said_in(c, SAY_SCOUT_HEAD_HAND), 5);
    draw_right(c, DIM, said_in(c, SAY_SCOUT_HEAD_CAPTURED), 9);
    draw_right(c, DIM, said_in(c, many ? SAY_SCOUT_HEAD_TOKENS : SAY_SCOUT_HEAD_CHIPS), many ? 7 : 6);
    if (many)
        draw_right(c, DIM, said_in(c, SAY_SCOUT_HEAD_DOUBLE), 7);
    if (scored)
        draw_right(c, DIM, said_in(c, SAY_SCOUT_HEAD_ROUND), 6);
    draw_right(c, DIM, said_in(c, SAY_HEAD_POINTS), 7);
    draw_line_end(c);
}

static void draw_seat(struct canvas *c, const struct scout_state *s, int seat, int viewer, int names)
{
    bool due = in_round(s) && owes_choice(s, seat);
    enum style style = seat == viewer ? BOLD : PLAIN;

    draw_spaces(c, 1);
    draw_due(c, due, seat == viewer);
    draw_name_column(c, style, seat, names);
    draw_column(c, style, s->count[seat], 5);
    draw_column(c, style, s->captured[seat], 9);
    if (s->players > 2) {
        draw_column(c, style, s->tokens[seat], 7);
        draw_spaces(c, 6);
        draw_text(c, s->markers >> seat & 1 ? MAGENTA : DIM, s->markers >> seat & 1 ? "●" : "-");
    } else {
        draw_column(c, style, s->chips[seat], 6);
    }
    if (!in_round(s) && s->round > 0)
        draw_column(c, style, s->last[seat], 6);
    draw_column(c, BOLD, s->total[seat], 7);
    draw_notes(c, s, seat);
    draw_line_end(c);
}

static void draw_seats(struct canvas *c, const struct state *state, int viewer)
{
    const struct scout_state *s = scout_state(state);
    int names = names_width(c, s->players, name_most(c));

    draw_heading(c, s, names);
    for (int seat = 0; seat < s->players; seat++)
        draw_seat(c, s, seat, viewer, names);
}

/* ---- little cards ---- */

static int frame_width(const struct canvas *c)
{
    return c->form == FORM_LARGE ? 7 : 5;
}

static int frame_lines(const struct canvas *c)
{
    return c->form == FORM_LARGE ? 5 : 4;
}

/* Text that is a spot, or not. */
static void draw_as_spot(struct canvas *c, enum style style, const char *text, int spot)
{
    if (spot != NO_SPOT)
        draw_spot_begin(c, spot);
    draw_text(c, style, text);
    if (spot != NO_SPOT)
        draw_spot_end(c, spot);
}

static void draw_in_frame(struct canvas *c, enum style style, int number, int columns)
{
    draw_column(c, style, number, columns);
    draw_spaces(c, frame_width(c) - 2 - columns);
}

/* Draws one line of a card, between its sides. */
static void draw_inside(struct canvas *c, uint8_t card, int line, int position, enum style frame)
{
    int width = frame_width(c) - 2, last = frame_lines(c) - 1;
    char place[8] = "";
    struct writer w = write_into(place, sizeof place);

    if (position > 0 && line == last)
        write_number(&w, position);
    if (line == 0 || line == last)
        draw_edge(c, frame, width, PLAIN, place);
    else if (line == 1)
        draw_in_frame(c, BOLD, scout_card_up(card), width / 2 + 1);
    else if (line == last - 1)
        draw_in_frame(c, DIM, scout_card_down(card), c->form == FORM_LARGE ? width - 1 : width);
    else
        draw_spaces(c, width);
}

/* One of the lines of a card. position 0: none is shown. */
static void draw_card_line(struct canvas *c, uint8_t card, int line, int position, enum style frame)
{
    bool top = line == 0, bottom = line == frame_lines(c) - 1, in_hand = position > 0;

    draw_as_spot(c, frame, top ? "╭" : bottom ? "╰" : "│", in_hand ? gap_spot(position - 1) : NO_SPOT);
    draw_inside(c, card, line, position, frame);
    draw_as_spot(c, frame, top ? "╮" : bottom ? "╯" : "│", in_hand ? gap_spot(position) : NO_SPOT);
}

static void draw_hand_cards(struct canvas *c, const uint8_t *cards, int count)
{
    int fit = (c->width - 1) / frame_width(c);

    for (int first = 0; first < count; first += fit)
        for (int line = 0; line < frame_lines(c); line++) {
            draw_spaces(c, 1);
            for (int i = first; i < count && i < first + fit; i++) {
                draw_spot_begin(c, i);
                draw_card_line(c, cards[i], line, i + 1, CYAN);
                draw_spot_end(c, i);
            }
            draw_line_end(c);
        }
}

/* ---- the Prior Set ---- */

/* What kind of set it is, for those who compare (SC-8). */
static void draw_rank(struct canvas *c, struct scout_rank rank)
{
    draw_with(c, PLAIN, SAY_SCOUT_RANK,
              NUM("kind", rank.count == 1                ? 0
                          : rank.kind == SCOUT_KIND_SAME ? 1
                                                         : 2),
              NUM("count", rank.count), NUM("low", rank.low));
}

static void draw_owner(struct canvas *c, const struct scout_state *s, int viewer)
{
    if (s->owner == viewer)
        draw_said(c, PLAIN, SAY_SCOUT_SET_YOURS);
    else
        draw_with(c, PLAIN, SAY_SCOUT_SET_OF, STR("name", short_name(c, s->owner, name_most(c)).text));
}

static void draw_scouts(struct canvas *c, const struct scout_state *s)
{
    draw_with(c, DIM, SAY_SCOUT_SCOUTED, NUM("times", s->scouts), NUM("most", s->players > 2 ? s->players - 1 : 0));
}

static bool is_scouted(const struct scout_state *s)
{
    return in_round(s) && s->scouts > 0;
}

/* What stands to the right of a line of the Prior Set. */
static void draw_note_beside(struct canvas *c, const struct scout_state *s, int viewer, int line)
{
    if (line == 0 || line > 3 || (line == 3 && !is_scouted(s)))
        return;
    draw_spaces(c, line == 1 && s->prior_count > 1 ? 2 : 10);
    switch (line) {
    case 1: draw_owner(c, s, viewer); break;
    case 2: draw_rank(c, scout_rank(s->prior, s->prior_count)); break;
    default: draw_scouts(c, s);
    }
}

/* The same on lines of its own. */
static void draw_notes_apart(struct canvas *c, const struct scout_state *s, int viewer)
{
    draw_spaces(c, 1);
    draw_owner(c, s, viewer);
    draw_said(c, PLAIN, SAY_COMMA);
    draw_rank(c, scout_rank(s->prior, s->prior_count));
    if (is_scouted(s)) {
        draw_gap(c, PLAIN, said_in(c, SAY_COMMA), c->form <= FORM_FULL ? c->width : NOTE_WIDTH, 1);
        draw_scouts(c, s);
    }
    draw_line_end(c);
}

/* The spot of a card of the Prior Set: only its ends are spoken of. */
static int prior_spot(const struct scout_state *s, int place)
{
    return place == 0 ? SPOT_LEFT : place == s->prior_count - 1 ? SPOT_RIGHT : NO_SPOT;
}

/* A card of it as a word or, from line 0 on, one of the lines of a little card. */
static void draw_prior_card(struct canvas *c, const struct scout_state *s, int place, int line)
{
    int spot = prior_spot(s, place);

    if (spot != NO_SPOT)
        draw_spot_begin(c, spot);
    if (line < 0)
        draw_card_text(c, s->prior[place], true);
    else
        draw_card_line(c, s->prior[place], line, 0, YELLOW);
    if (spot != NO_SPOT)
        draw_spot_end(c, spot);
}

static void draw_prior_texts(struct canvas *c, const struct scout_state *s, int viewer)
{
    bool ends = s->prior_count > 1;

    draw_notes_apart(c, s, viewer);
    draw_text(c, DIM, ends ? "   " : "  ");
    draw_text(c, DIM, ends ? said_in(c, SAY_SCOUT_LEFT) : "");
    draw_text(c, DIM, ends ? " ▸" : "");
    for (int i = 0; i < s->prior_count; i++) {
        draw_spaces(c, 1);
        draw_prior_card(c, s, i, -1);
    }
    draw_text(c, DIM, ends ? " ◂ " : "");
    draw_text(c, DIM, ends ? said_in(c, SAY_SCOUT_RIGHT) : "");
    draw_line_end(c);
}

static void draw_prior_cards(struct canvas *c, const struct scout_state *s, int viewer)
{
    enum { SIDES = 18, SIDE = 5 }; /* columns of "left" and "right", with their arrows and of the word alone */
    int width = SIDES + frame_width(c) * s->prior_count;
    bool ends = s->prior_count > 1 && width <= c->width; /* of a lone card there is nothing to tell apart */
    bool beside = width + NOTE_WIDTH <= c->width;

    for (int line = 0; line < frame_lines(c); line++) {
        draw_right(c, DIM, line == 1 && ends ? said_in(c, SAY_SCOUT_LEFT) : "", SIDE);
        draw_text(c, DIM, line == 1 && ends ? " ▸ " : "   ");
        for (int i = 0; i < s->prior_count; i++)
            draw_prior_card(c, s, i, line);
        if (line == 1 && ends) {
            draw_text(c, DIM, " ◂ ");
            draw_left(c, DIM, said_in(c, SAY_SCOUT_RIGHT), beside ? SIDE : 0);
        }
        if (beside)
            draw_note_beside(c, s, viewer, line);
        draw_line_end(c);
    }
    if (!beside)
        draw_notes_apart(c, s, viewer);
}

static void draw_prior(struct canvas *c, const struct state *state, int viewer)
{
    const struct scout_state *s = scout_state(state);

    if (!is_dealt(s) || s->phase == SCOUT_PHASE_ROTATE)
        return;
    if (s->prior_count == 0) {
        draw_spaces(c, 1);
        draw_with(c, DIM, SAY_SCOUT_NO_SET, NUM("free", s->phase == SCOUT_PHASE_TURN));
        draw_line_end(c);
    } else if (c->form <= FORM_FULL) {
        draw_prior_cards(c, s, viewer);
    } else {
        draw_prior_texts(c, s, viewer);
    }
}

/* ---- hands ---- */

/* Three rows of numbers: the positions, what is up, what is down. */
static void draw_hand_rows(struct canvas *c, const uint8_t *cards, int count)
{
    enum { COLUMN = 2 };
    static const enum text titles[] = {SAY_YOUR_HAND, SAY_SCOUT_UP, SAY_SCOUT_DOWN};
    static const enum style styles[] = {PLAIN, BOLD, DIM};
    int title = 1 + width_of(said_in(c, SAY_YOUR_HAND)), fit = (c->width - title - 1) / (1 + COLUMN);

    for (int first = 0; first < count; first += fit)
        for (int row = 0; row < 3; row++) {
            draw_right(c, row == 0 ? BOLD : DIM, said_in(c, titles[row]), title);
            for (int i = first; i < count && i < first + fit; i++) {
                int number = row == 0 ? i + 1 : row == 1 ? scout_card_up(cards[i]) : scout_card_down(cards[i]);
                draw_as_spot(c, PLAIN, " ", gap_spot(i));
                draw_spot_begin(c, i);
                draw_column(c, styles[row], number, COLUMN);
                draw_spot_end(c, i);
            }
            if (first + fit >= count)
                draw_as_spot(c, DIM, "│", gap_spot(count));
            draw_line_end(c);
        }
}

static void draw_own_hand(struct canvas *c, const struct scout_state *s, int viewer)
{
    if (c->form > FORM_FULL) {
        draw_hand_rows(c, s->hand[viewer], s->count[viewer]);
        return;
    }
    draw_spaces(c, 1);
    draw_said(c, BOLD, SAY_YOUR_HAND);
    if (s->phase == SCOUT_PHASE_ROTATE && (s->chosen >> viewer & 1))
        draw_said(c, DIM, s->flips >> viewer & 1 ? SAY_SCOUT_FLIPPED : SAY_SCOUT_KEPT);
    else if (s->phase == SCOUT_PHASE_ROTATE)
        draw_said(c, DIM, SAY_SCOUT_FLIP);
    draw_line_end(c);
    draw_hand_cards(c, s->hand[viewer], s->count[viewer]);
}

/* The hands that the viewer can see, other than one drawn as cards. */
static void draw_open_hands(struct canvas *c, const struct scout_state *s, int drawn)
{
    int names = names_width(c, s->players, name_most(c));

    for (int seat = 0; seat < s->players; seat++) {
        if ((s->hidden >> seat & 1) || seat == drawn)
            continue;
        draw_spaces(c, 3);
        draw_name_column(c, PLAIN, seat, names);
        draw_spaces(c, 2);
        if (s->count[seat] > 0)
            draw_card_texts(c, s->hand[seat], s->count[seat], names + 5, true);
        else
            draw_said(c, DIM, SAY_NO_CARDS_LEFT);
        draw_line_end(c);
    }
}

static void draw_hands(struct canvas *c, const struct state *state, int viewer)
{
    const struct scout_state *s = scout_state(state);
    int drawn = in_round(s) && viewer >= 0 ? viewer : ONLOOKER;

    if (!is_dealt(s))
        return;
    draw_open_hands(c, s, drawn);
    if (drawn != ONLOOKER)
        draw_own_hand(c, s, viewer);
}

/* ---- what moves are about ---- */

static uint64_t card_spots(int first, int end)
{
    uint64_t spots = 0;

    for (int i = first; i < end; i++)
        spots |= (uint64_t)1 << i;
    return spots;
}

static uint64_t touches(const struct state *state, int seat, uint16_t id)
{
    const struct scout_state *s = scout_state(state);
    struct scout_move move = scout_move(id);
    uint64_t spots;

    switch (move.kind) {
    case SCOUT_MOVE_KEEP:
    case SCOUT_MOVE_FLIP: return card_spots(0, s->count[seat]);
    case SCOUT_MOVE_PLAY: return card_spots(move.first, move.first + move.count);
    default:
        spots = (uint64_t)1 << (move.right && s->prior_count > 1 ? SPOT_RIGHT : SPOT_LEFT);
        return spots | (uint64_t)1 << gap_spot(move.gap);
    }
}

const struct drawing scout_drawing = {
    .game = &scout,
    .order = {PART_HEADLINE, PART_SEATS, PART_MIDDLE, PART_HAND},
    .part = {[PART_HEADLINE] = draw_headline,
             [PART_SEATS] = draw_seats,
             [PART_MIDDLE] = draw_prior,
             [PART_HAND] = draw_hands},
    .touches = touches,
};
