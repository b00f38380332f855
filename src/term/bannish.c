/* The table of BANNISH as text: where the game stands, what numbers are worth, a
 * line for each seat with what it has taken and which place that makes, the
 * trick as little cards in the order of play, and the viewer's own hand.
 *
 * A card is four columns wide and three lines high, so that a hand of twelve
 * fits a line of 60 columns; in the large form it shows its stars as well, in
 * the shorter ones it is a word. Colour only repeats what the letters say. */
#include "term/draw.h"

#include "rules/bannish.h"

enum {
    NAME_LIMIT = 14, /* columns for a name; what is longer is cut */
    NAME_SHORT = 8,  /* likewise in a trick as words */
};

/* Spots: the cards of the own hand by what they are, two alike being one spot; those of the trick by their place. */
enum { SPOT_TRICK = BANNISH_CARDS };

static const char colour_letters[] = "RGBYP";
static const char *const colour_words[BANNISH_COLOURS] = {"red", "green", "blue", "yellow",
                                                          "purple"}; /* keys of the game's words */
static const enum style colour_styles[BANNISH_COLOURS] = {RED, GREEN, BLUE, YELLOW, MAGENTA};

static bool in_round(const struct bannish_state *s)
{
    return s->phase == BANNISH_PHASE_PLAY || s->phase == BANNISH_PHASE_TAKE;
}

/* ---- cards ---- */

static enum style card_style(int card)
{
    return colour_styles[bannish_card_colour(card)];
}

static void draw_card(struct canvas *c, enum style style, int card)
{
    const char text[] = {colour_letters[bannish_card_colour(card)], (char)('0' + bannish_card_number(card)), '\0'};
    draw_text(c, style, text);
}

/* A pile as words from column `at` on, continued there when the line is full. */
static void draw_pile(struct canvas *c, uint64_t pile, int at)
{
    for (; pile; pile &= pile - 1) {
        int card = __builtin_ctzll(pile) / 2;
        draw_gap(c, PLAIN, " ", 2, at);
        draw_card(c, card_style(card), card);
    }
}

/* Twelve large cards take 79 columns. */
static bool is_large(const struct canvas *c)
{
    return c->form == FORM_LARGE && c->width >= 79;
}

static int frame_width(const struct canvas *c)
{
    return is_large(c) ? 6 : 4;
}

static int frame_lines(const struct canvas *c)
{
    return is_large(c) ? 4 : 3;
}

/* One of the lines of a little card. */
static void draw_card_line(struct canvas *c, const struct bannish_state *s, enum style style, int card, int line)
{
    bool large = is_large(c);
    char stars[16];
    struct writer w = write_into(stars, sizeof stars);

    if (line == 0) {
        draw_upper_edge(c, style, frame_width(c));
        return;
    }
    if (line == frame_lines(c) - 1) {
        draw_lower_edge(c, style, frame_width(c), PLAIN, "");
        return;
    }
    draw_text(c, style, large ? "│ " : "│");
    if (line == 1) {
        draw_card(c, style, card);
    } else {
        write_number(&w, s->stars[bannish_card_number(card) - 1]);
        write_text(&w, "★");
        draw_left(c, style, stars, 2);
    }
    draw_to(c, c->column + (large && width_of(stars) < 3));
    draw_text(c, style, "│");
}

/* An empty frame. */
static void draw_place_line(struct canvas *c, int line)
{
    bool large = is_large(c);

    if (line == 0)
        draw_text(c, DIM, large ? "╭┄┄┄┄╮" : "╭┄┄╮");
    else if (line == frame_lines(c) - 1)
        draw_text(c, DIM, large ? "╰┄┄┄┄╯" : "╰┄┄╯");
    else
        draw_text(c, DIM, large ? "┆    ┆" : "┆  ┆");
}

/* ---- where the game stands ---- */

static void draw_whose_turn(struct canvas *c, const struct bannish_state *s, int viewer)
{
    bool mine = s->mover == viewer;
    enum text text = s->phase == BANNISH_PHASE_TAKE ? SAY_BANNISH_TAKES
                     : s->now.count == 0            ? SAY_BANNISH_LEADS
                                                    : SAY_BANNISH_NEXT;

    draw_with(c, mine ? GREEN : YELLOW, text, STR("name", mine ? "" : short_name(c, s->mover, NAME_LIMIT).text));
}

/* What numbers are worth: a line of its own, or the end of one. */
static void draw_stars(struct canvas *c, const struct bannish_state *s)
{
    bool spelled = c->form <= FORM_FULL;
    char text[160];
    struct writer w = write_into(text, sizeof text);

    say(&w, c->language, spelled ? SAY_BANNISH_STARS_OF : SAY_BANNISH_HEAD_STARS);
    for (int i = 0; i < BANNISH_NUMBERS; i++) {
        write_text(&w, i > 0 && spelled ? said_in(c, SAY_COMMA) : " ");
        write_number(&w, i + 1);
        write_text(&w, spelled ? " = " : "=");
        write_number(&w, s->stars[i]);
    }
    draw_gap(c, DIM, " · ", spelled ? c->width : width_of(text), 1);
    draw_text(c, DIM, text);
}

static void draw_headline(struct canvas *c, const struct state *state, int viewer)
{
    const struct bannish_state *s = bannish_state(state);

    draw_text(c, BOLD, game_title(c->language, &bannish));
    draw_text(c, PLAIN, " · ");
    if (s->phase == BANNISH_PHASE_OVER) {
        draw_said(c, PLAIN, SAY_GAME_OVER);
    } else if (s->phase == BANNISH_PHASE_DEAL && s->round == 0) {
        draw_said(c, PLAIN, SAY_NOT_DEALT);
    } else {
        draw_with(c, PLAIN, SAY_BANNISH_ROUND, NUM("round", (int)s->round + in_round(s)), NUM("over", !in_round(s)));
        draw_text(c, PLAIN, in_round(s) ? " · " : "");
        if (in_round(s))
            draw_whose_turn(c, s, viewer);
    }
    draw_stars(c, s);
    draw_line_end(c);
}

/* ---- the seats ---- */

/* Stars so far: of the cards taken, and when the round is over of the hands too. */
struct standing {
    int stars[MAX_SEATS], cards[MAX_SEATS];
    uint8_t second;
};

static struct standing standing_of(const struct bannish_state *s)
{
    struct standing now;

    for (int seat = 0; seat < s->players; seat++) {
        uint64_t hand = in_round(s) ? 0 : s->hand[seat];
        now.stars[seat] = bannish_stars(s, s->taken[seat]) + bannish_stars(s, hand);
        now.cards[seat] = bannish_pile_size(s->taken[seat]) + bannish_pile_size(hand);
    }
    now.second = bannish_second(s, now.stars, now.cards);
    return now;
}

/* Which place a seat has, by different totals; 0 without any stars. */
static int place_of(const struct bannish_state *s, const struct standing *now, int seat)
{
    int place = 1;

    for (int other = 0; other < s->players; other++) {
        bool counted = now->stars[other] <= now->stars[seat];
        for (int before = 0; before < other; before++)
            counted |= now->stars[before] == now->stars[other];
        place += !counted;
    }
    return now->stars[seat] > 0 ? place : 0;
}

static void draw_place(struct canvas *c, const struct bannish_state *s, const struct standing *now, int seat)
{
    int place = place_of(s, now, seat);
    bool second = now->second >> seat & 1;

    draw_right(c, second ? GREEN : PLAIN, place ? said_in(c, (enum text)(SAY_PLACE_1 + place - 1)) : "-", 5);
    draw_text(c, GREEN, second ? " ◀" : "  ");
}

/* The colours that this seat did not follow, in a column of six. */
static void draw_lacks(struct canvas *c, const struct bannish_state *s, int seat)
{
    draw_spaces(c, 6 - __builtin_popcount(s->lacks[seat]));
    for (int colour = 0; colour < BANNISH_COLOURS; colour++)
        if (s->lacks[seat] >> colour & 1) {
            const char text[] = {colour_letters[colour], '\0'};
            draw_text(c, colour_styles[colour], text);
        }
}

/* Columns between the names and the cards taken, as draw_heading() fills them. */
enum { FIGURES = 34 };

static void draw_heading(struct canvas *c, int names)
{
    draw_spaces(c, 3 + names);
    draw_right(c, DIM, said_in(c, SAY_BANNISH_HEAD_HAND), 5);
    draw_right(c, DIM, said_in(c, SAY_BANNISH_HEAD_LACKS), 6);
    draw_right(c, DIM, said_in(c, SAY_BANNISH_HEAD_STARS), 6);
    draw_right(c, DIM, said_in(c, SAY_BANNISH_HEAD_PLACE), 6);
    draw_right(c, DIM, said_in(c, SAY_BANNISH_HEAD_CHIP), 6);
    draw_right(c, DIM, said_in(c, SAY_BANNISH_HEAD_VP), 3);
    draw_spaces(c, 2);
    draw_said(c, DIM, SAY_BANNISH_HEAD_TAKEN);
    draw_line_end(c);
}

static void draw_seat(struct canvas *c, const struct bannish_state *s, const struct standing *now, int seat, int viewer,
                      int names)
{
    bool due = in_round(s) && s->mover == seat, chip = (in_round(s) || s->round > 0) && s->chip == seat;
    enum style style = seat == viewer ? BOLD : PLAIN;

    draw_spaces(c, 1);
    draw_due(c, due, seat == viewer);
    draw_name_column(c, style, seat, names);
    draw_column(c, style, s->count[seat], 5);
    draw_lacks(c, s, seat);
    draw_column(c, style, now->stars[seat], 6);
    draw_spaces(c, 1);
    draw_place(c, s, now, seat);
    draw_text(c, CYAN, chip ? "  ◆  " : "     ");
    draw_text(c, BOLD, s->vp[seat] == 0 ? "○○" : s->vp[seat] == 1 ? "●○" : "●●");
    if (s->taken[seat]) {
        draw_spaces(c, 2);
        draw_pile(c, s->taken[seat], 3 + names + FIGURES);
    }
    draw_line_end(c);
}

static void draw_seats(struct canvas *c, const struct state *state, int viewer)
{
    const struct bannish_state *s = bannish_state(state);
    struct standing now = standing_of(s);
    int names = names_width(c, s->players, NAME_LIMIT);

    draw_heading(c, names);
    for (int seat = 0; seat < s->players; seat++)
        draw_seat(c, s, &now, seat, viewer, names);
}

/* ---- the trick ---- */

static bool is_removed(const struct bannish_trick *trick, int place)
{
    return trick->twin && trick->card[place] == trick->twin;
}

/* What stands under a name: nothing, or what this player does in the trick. */
static const char *note_of(const struct canvas *c, const struct bannish_state *s, int place)
{
    if (is_removed(&s->now, place))
        return said_in(c, SAY_BANNISH_NOTE_REMOVED);
    if (s->now.winner && bannish_seat_of(s, &s->now, place) == s->now.winner - 1)
        return said_in(c, SAY_BANNISH_NOTE_WINS);
    if (s->phase == BANNISH_PHASE_PLAY && place == s->now.count)
        return said_in(c, SAY_BANNISH_NOTE_NEXT);
    return place == 0 ? said_in(c, SAY_BANNISH_NOTE_LED) : NULL;
}

/* Those still to play have a place too, unless the trick is over. */
static int places_shown(const struct bannish_state *s)
{
    return s->phase == BANNISH_PHASE_TAKE ? s->now.count : s->players;
}

/* One line of the cards on the table; an empty frame for those still to play. */
static void draw_trick_line(struct canvas *c, const struct bannish_state *s, int slot, int line)
{
    for (int place = 0; place < places_shown(s); place++) {
        draw_to(c, 3 + place * slot);
        if (place < s->now.count) {
            int card = s->now.card[place] - 1;
            draw_spot_begin(c, SPOT_TRICK + place);
            draw_card_line(c, s, is_removed(&s->now, place) ? DIM : card_style(card), card, line);
            draw_spot_end(c, SPOT_TRICK + place);
        } else {
            draw_place_line(c, line);
        }
    }
    draw_line_end(c);
}

/* Names below the cards, and notes beside or below them. */
static void draw_trick_names(struct canvas *c, const struct bannish_state *s, int slot, int viewer)
{
    bool beside = c->form > FORM_FULL;

    for (int place = 0; place < s->players; place++) {
        int seat = bannish_seat_of(s, &s->now, place);
        const char *note = beside ? note_of(c, s, place) : NULL;
        draw_to(c, 3 + place * slot);
        draw_short_name(c, seat == viewer ? BOLD : PLAIN, seat, slot - 1 - (note ? 1 + width_of(note) : 0));
        draw_spaces(c, note != NULL);
        draw_text(c, DIM, note ? note : "");
    }
    draw_line_end(c);
    for (int place = 0; place < s->players && !beside; place++)
        if (note_of(c, s, place)) {
            draw_to(c, 3 + place * slot);
            draw_text(c, DIM, note_of(c, s, place));
        }
    if (!beside)
        draw_line_end(c);
}

/* The trick as words: who played what, in the order of play. */
static void draw_trick_texts(struct canvas *c, const struct bannish_state *s, int viewer)
{
    for (int place = 0; place < places_shown(s); place++) {
        int seat = bannish_seat_of(s, &s->now, place), card = s->now.card[place] - 1;
        const char *note = note_of(c, s, place);
        int name = name_width(c, seat) < NAME_SHORT ? name_width(c, seat) : NAME_SHORT;
        draw_gap(c, DIM, " · ", name + 3 + (note ? 1 + width_of(note) : 0), 3);
        draw_short_name(c, seat == viewer ? BOLD : PLAIN, seat, NAME_SHORT);
        if (card >= 0) {
            draw_spaces(c, 1);
            draw_spot_begin(c, SPOT_TRICK + place);
            draw_card(c, is_removed(&s->now, place) ? DIM : card_style(card), card);
            draw_spot_end(c, SPOT_TRICK + place);
        }
        draw_text(c, DIM, note ? " " : "");
        draw_text(c, DIM, note ? note : "");
    }
    draw_line_end(c);
}

static void draw_trick(struct canvas *c, const struct bannish_state *s, int viewer)
{
    int slot = (c->width - 3) / s->players;
    int lead = bannish_card_colour(s->now.card[0] - 1);

    draw_spaces(c, 1);
    draw_said(c, BOLD, SAY_BANNISH_TRICK);
    draw_said(c, PLAIN, SAY_BANNISH_LEAD_COLOUR);
    draw_text(c, colour_styles[lead], word_in(c, &bannish, "colour", colour_words[lead]));
    if (s->now.twin)
        draw_said(c, BOLD, SAY_BANNISH_TWIN);
    draw_line_end(c);
    if (c->form == FORM_TIGHT) {
        draw_trick_texts(c, s, viewer);
        return;
    }
    slot = slot < NAME_LIMIT + 2 ? slot : NAME_LIMIT + 2;
    for (int line = 0; line < frame_lines(c); line++)
        draw_trick_line(c, s, slot, line);
    draw_trick_names(c, s, slot, viewer);
}

/* The trick before, in a line: what everybody played and who took what. */
static void draw_last_trick(struct canvas *c, const struct bannish_state *s)
{
    const struct bannish_trick *last = &s->last;

    if (last->count == 0)
        return;
    draw_spaces(c, 1);
    draw_said(c, DIM, SAY_BANNISH_LAST_TRICK);
    for (int place = 0; place < last->count; place++) {
        draw_spaces(c, 1);
        draw_card(c, is_removed(last, place) ? DIM : card_style(last->card[place] - 1), last->card[place] - 1);
    }
    draw_with(c, DIM, SAY_BANNISH_LAST_TWIN, NUM("twin", last->twin != 0));
    if (last->winner) {
        draw_short_name(c, PLAIN, last->winner - 1, NAME_LIMIT);
        draw_said(c, DIM, SAY_BANNISH_LAST_TOOK);
        draw_card(c, card_style(last->taken - 1), last->taken - 1);
    } else {
        draw_said(c, DIM, SAY_BANNISH_LAST_NOTHING);
    }
    draw_line_end(c);
}

/* ---- hands ---- */

/* True if a card of the viewer's hand gets a bright colour: it may be played
 * now, or it is not the viewer's turn to play anyway. */
static bool is_playable(const struct bannish_state *s, int viewer, int card)
{
    bool choosing = s->phase == BANNISH_PHASE_PLAY && s->mover == viewer;
    return !choosing || !bannish_objection(s, viewer, (uint16_t)card);
}

/* All of the hand in a line of words or, from line 0 on, a line of little cards; a column between the colours. */
static void draw_hand_line(struct canvas *c, const struct bannish_state *s, int viewer, int line)
{
    int before = -1;

    for (uint64_t hand = s->hand[viewer]; hand; hand &= hand - 1) {
        int card = __builtin_ctzll(hand) / 2;
        enum style style = is_playable(s, viewer, card) ? card_style(card) : DIM;
        draw_spaces(c, (before < 0 ? line < 0 ? 1 : 3 : bannish_card_colour(card) != before) + (line < 0));
        draw_spot_begin(c, card);
        if (line < 0)
            draw_card(c, style, card);
        else
            draw_card_line(c, s, style, card, line);
        draw_spot_end(c, card);
        before = bannish_card_colour(card);
    }
    draw_line_end(c);
}

static void draw_own_hand(struct canvas *c, const struct bannish_state *s, int viewer)
{
    draw_spaces(c, 1);
    draw_said(c, BOLD, s->hand[viewer] ? SAY_YOUR_HAND : SAY_YOUR_HAND_EMPTY);
    if (c->form > FORM_FULL) {
        draw_hand_line(c, s, viewer, -1);
        return;
    }
    draw_line_end(c);
    for (int line = 0; line < frame_lines(c) && s->hand[viewer]; line++)
        draw_hand_line(c, s, viewer, line);
}

/* The hands that the viewer can see, other than one drawn as cards. */
static void draw_open_hands(struct canvas *c, const struct bannish_state *s, int drawn)
{
    int names = names_width(c, s->players, NAME_LIMIT);

    for (int seat = 0; seat < s->players; seat++) {
        if ((s->hidden >> seat & 1) || seat == drawn)
            continue;
        draw_spaces(c, 3);
        draw_name_column(c, PLAIN, seat, names);
        draw_spaces(c, 2);
        if (s->hand[seat])
            draw_pile(c, s->hand[seat], names + 5);
        else
            draw_said(c, DIM, SAY_NO_CARDS_LEFT);
        draw_line_end(c);
    }
}

/* ---- the parts ---- */

static bool is_dealt(const struct bannish_state *s)
{
    return s->phase != BANNISH_PHASE_DEAL || s->round > 0;
}

static void draw_tricks(struct canvas *c, const struct state *state, int viewer)
{
    const struct bannish_state *s = bannish_state(state);

    if (is_dealt(s) && s->now.count > 0)
        draw_trick(c, s, viewer);
    else if (is_dealt(s))
        draw_last_trick(c, s);
}

static void draw_hands(struct canvas *c, const struct state *state, int viewer)
{
    const struct bannish_state *s = bannish_state(state);
    int drawn = in_round(s) && viewer >= 0 ? viewer : ONLOOKER;

    if (!is_dealt(s))
        return;
    if (!in_round(s)) {
        draw_spaces(c, 1);
        draw_said(c, BOLD, SAY_BANNISH_HANDS);
        draw_line_end(c);
    }
    draw_open_hands(c, s, drawn);
    if (drawn != ONLOOKER)
        draw_own_hand(c, s, viewer);
}

/* ---- what moves are about ---- */

static uint64_t touches(const struct state *state, int seat, uint16_t id)
{
    const struct bannish_state *s = bannish_state(state);
    uint64_t spots = 0;

    (void)seat;
    if (bannish_id_is_play(id))
        return (uint64_t)1 << bannish_id_card(id);
    for (int place = 0; place < s->now.count; place++)
        if (s->now.card[place] == bannish_id_card(id) + 1)
            spots |= (uint64_t)1 << (SPOT_TRICK + place);
    return spots;
}

const struct drawing bannish_drawing = {
    .game = &bannish,
    .order = {PART_HEADLINE, PART_SEATS, PART_MIDDLE, PART_HAND},
    .part = {[PART_HEADLINE] = draw_headline,
             [PART_SEATS] = draw_seats,
             [PART_MIDDLE] = draw_tricks,
             [PART_HAND] = draw_hands},
    .touches = touches,
};
