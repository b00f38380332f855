/* The table of Six of Sparrows as text: the bids with what they would bring now
 * and how far the viewer is with them, the cards by suit, the players with what
 * they have claimed. */
#include "rules/sparrows.h"
#include "term/draw.h"

enum {
    WIDE = 78,        /* with at least this many columns, names are longer and bids say what they ask for */
    NAME_COLUMN = 18, /* of a bid */
    ASKS_COLUMN = 22,
    HOLDER_AT = 45, /* columns of a bid's line before who has taken it, less what it asks for */
    HALF_NAME = 16, /* where two bids share a line */
    HALF_HOLDER_AT = 30,
};

static bool is_wide(const struct canvas *c)
{
    return c->width >= WIDE;
}

/* Returns how many columns a name may take; longer names are cut. */
static int name_most(const struct canvas *c)
{
    return is_wide(c) ? 16 : 8;
}

/* Spots: the bids by their place in the row, the bonus bids, and the seats, which can become partners. */
enum { SPOT_BID = 0, SPOT_BONUS = SPOT_BID + SPARROWS_ROW_SIZE, SPOT_SEAT = SPOT_BONUS + SPARROWS_BONUS_COUNT };

static const enum style suit_styles[SPARROWS_SUITS] = {YELLOW, GREEN, BLUE, RED};

/* As wide as all names, and as the word Table. */
static int names_column(const struct canvas *c, const struct sparrows_state *s)
{
    int names = names_width(c, s->players, name_most(c)), table = width_of(said_in(c, SAY_SPARROWS_TABLE));
    return names > table ? names : table;
}

static bool sees_hand(const struct sparrows_state *s, int seat)
{
    return seat >= 0 && !(s->hidden >> seat & 1);
}

/* ---- the head ---- */

static void draw_whose_turn(struct canvas *c, const struct sparrows_state *s, int viewer)
{
    uint8_t seats = sparrows_turn(s).seats;

    if (!seats)
        return;
    draw_text(c, PLAIN, " · ");
    if (viewer >= 0 && (seats >> viewer & 1)) {
        draw_said(c, GREEN, s->phase == SPARROWS_PHASE_LATE ? SAY_SPARROWS_YOUR_LATE : SAY_SPARROWS_YOUR_CHOICE);
    } else if (s->phase == SPARROWS_PHASE_BID) {
        draw_said(c, YELLOW, SAY_SPARROWS_OTHERS);
    } else {
        draw_with(c, YELLOW, SAY_TURN_OF, STR("name", short_name(c, s->mover, name_most(c)).text));
    }
}

static void draw_stage(struct canvas *c, const struct sparrows_state *s)
{
    enum { STAGE_BEGINS, STAGE_CYCLE, STAGE_SCORING, STAGE_SCORED, STAGE_OVER };
    int stage = s->phase == SPARROWS_PHASE_OVER                                         ? STAGE_OVER
                : s->phase == SPARROWS_PHASE_CYCLE || s->phase == SPARROWS_PHASE_BID    ? STAGE_CYCLE
                : s->phase == SPARROWS_PHASE_PARTNER || s->phase == SPARROWS_PHASE_LATE ? STAGE_SCORING
                : sparrows_scored(s)                                                    ? STAGE_SCORED
                                                                                        : STAGE_BEGINS;

    draw_text(c, BOLD, game_title(c->language, &sparrows));
    draw_text(c, PLAIN, " · ");
    draw_with(c, PLAIN, SAY_SPARROWS_STAGE, NUM("stage", stage), NUM("round", s->round + !sparrows_scored(s)),
              NUM("cycle", s->cycle));
}

static void draw_role(struct canvas *c, enum style style, enum text key, int seat)
{
    const char *role = said_in(c, key);
    int most = c->form <= FORM_FULL ? name_most(c) : 8, width = name_width(c, seat);

    draw_gap(c, PLAIN, " · ", width_of(role) + (width < most ? width : most), 2);
    draw_text(c, PLAIN, role);
    draw_short_name(c, style, seat, most);
}

/* How far the game goes, who deals and who is whose partner: a line of its own in the full form. */
static void draw_conditions(struct canvas *c, const struct sparrows_state *s)
{
    bool spelled = c->form <= FORM_FULL;

    draw_gap(c, PLAIN, " · ", spelled ? c->width : 9, spelled ? 0 : 2);
    draw_with(c, PLAIN, spelled ? SAY_SPARROWS_PLAYED_TO : SAY_SPARROWS_TO, NUM("target", s->target));
    if (s->row[0] != SPARROWS_NO_BID)
        draw_role(c, YELLOW, SAY_SPARROWS_DEALER, s->dealer);
    if (s->partner)
        draw_role(c, MAGENTA, SAY_SPARROWS_PARTNER, s->partner - 1);
}

static void draw_head(struct canvas *c, const struct state *state, int viewer)
{
    const struct sparrows_state *s = sparrows_state(state);

    draw_stage(c, s);
    draw_whose_turn(c, s, viewer);
    draw_conditions(c, s);
    draw_line_end(c);
}

/* ---- the bids ---- */

/* How the viewer stands with a bid: a few words, and whether it is done or has
 * slipped away. */
static enum style write_standing(const struct canvas *c, const struct sparrows_state *s, int viewer, int bid,
                                 struct writer *w)
{
    uint64_t other = s->bid[viewer] == bid ? sparrows_pool_part(s, viewer) : s->table;
    struct sparrows_progress progress = sparrows_progress(bid, s->hand[viewer], other);
    int kind = sparrows_bids[bid].kind, missing = progress.need - progress.have,
        to_come = 2 * (SPARROWS_CYCLES - s->cycle);

    bool open = progress.need == 0 && kind != SPARROWS_KIND_HAND_SUITS; /* nobody knows how many it takes */
    say_with(w, c->language, SAY_SPARROWS_HAVE,
             NUM("kind", kind == SPARROWS_KIND_HIGH       ? 1
                         : kind == SPARROWS_KIND_LOW      ? 2
                         : kind == SPARROWS_KIND_MAJORITY ? 3
                                                          : 0),
             NUM("have", progress.have), NUM("open", open), NUM("need", progress.need));
    if (open)
        return PLAIN;
    if (kind == SPARROWS_KIND_DIFFERENT && progress.have < s->cycle)
        return DIM; /* some number is there twice */
    if (missing == 0)
        return GREEN;
    return kind != SPARROWS_KIND_DIFFERENT && kind != SPARROWS_KIND_HAND_SUITS && missing > to_come ? DIM : PLAIN;
}

/* The column is padded only where something follows in it. */
static void draw_standing(struct canvas *c, const struct sparrows_state *s, int viewer, int bid, bool padded)
{
    char text[64];
    struct writer w = write_into(text, sizeof text);
    enum style style = write_standing(c, s, viewer, bid, &w);

    draw_text(c, PLAIN, "  ");
    draw_left(c, style, text, padded ? 11 : 0);
}

static enum style bid_style(const struct sparrows_state *s, int viewer, int bid)
{
    int holder = sparrows_holder(s, bid);
    return holder < 0 ? PLAIN : holder == viewer ? BOLD : DIM;
}

/* A word of the game's table: the name of a bid, or what it asks for. */
static const char *word_of(const struct canvas *c, const char *list, const char *id)
{
    return word_in(c, &sparrows, list, id);
}

static void draw_bid_name(struct canvas *c, const struct sparrows_state *s, int viewer, int bid, int width)
{
    int holder = sparrows_holder(s, bid);

    draw_text(c, PLAIN, holder >= 0 && holder == viewer ? "* " : "  ");
    draw_fit(c, holder < 0 ? BOLD : bid_style(s, viewer, bid), word_of(c, "bid", sparrows_bids[bid].id), width);
}

/* Draws what a bid is worth to its holder, or to a player who takes it now. */
static void draw_bid_value(struct canvas *c, const struct sparrows_state *s, int viewer, int bid)
{
    int holder = sparrows_holder(s, bid), token = sparrows_token(s), value = s->value[bid];
    enum style style = bid_style(s, viewer, bid);

    draw_column(c, style, value, 4);
    if (holder < 0 && token > 0 && !sparrows_scored(s))
        draw_column(c, CYAN, sparrows_share(value, token), 6);
    else if (holder >= 0)
        draw_column(c, style, sparrows_share(value, s->token[holder]), 6);
    else if (sees_hand(s, viewer))
        draw_spaces(c, 6);
}

static void draw_bid(struct canvas *c, const struct sparrows_state *s, int viewer, int bid)
{
    int holder = sparrows_holder(s, bid);
    enum style style = bid_style(s, viewer, bid);

    draw_bid_name(c, s, viewer, bid, NAME_COLUMN);
    if (is_wide(c))
        draw_fit(c, style, word_of(c, "asks", sparrows_bids[bid].id), ASKS_COLUMN);
    draw_bid_value(c, s, viewer, bid);
    if (sees_hand(s, viewer))
        draw_standing(c, s, viewer, bid, holder >= 0);
    if (holder >= 0) {
        draw_text(c, style, "  ");
        draw_short_name(c, style, holder, c->width - HOLDER_AT - (is_wide(c) ? ASKS_COLUMN : 0));
    }
}

/* A bid in half a line: who has it, or how the viewer stands with it. */
static void draw_half_bid(struct canvas *c, const struct sparrows_state *s, int viewer, int bid)
{
    int holder = sparrows_holder(s, bid);

    draw_bid_name(c, s, viewer, bid, HALF_NAME);
    draw_bid_value(c, s, viewer, bid);
    if (holder >= 0) {
        draw_spaces(c, 2);
        draw_short_name(c, bid_style(s, viewer, bid), holder, c->width / 2 - HALF_HOLDER_AT);
    } else if (sees_hand(s, viewer)) {
        draw_standing(c, s, viewer, bid, false);
    }
}

/* The head of the bids: `value`, and what it is divided by now, stand right of
 * their columns. */
static void draw_bids_head(struct canvas *c, const struct sparrows_state *s, int viewer)
{
    bool wide = is_wide(c);

    enum { VALUE = 4 }; /* columns of it; its head may reach to the left */

    draw_text(c, PLAIN, "  ");
    draw_said(c, DIM, SAY_SPARROWS_HEAD_BID);
    if (wide) {
        draw_to(c, 2 + NAME_COLUMN);
        draw_said(c, DIM, SAY_SPARROWS_HEAD_ASKS);
    }
    draw_to(c, 2 + NAME_COLUMN + (wide ? ASKS_COLUMN : 0) + VALUE - width_of(said_in(c, SAY_SPARROWS_HEAD_VALUE)));
    draw_said(c, DIM, SAY_SPARROWS_HEAD_VALUE);
    if (sparrows_token(s) > 0 && !sparrows_scored(s)) {
        draw_text(c, DIM, sparrows_token(s) < 10 ? "   ÷ " : "  ÷ ");
        draw_number(c, CYAN, sparrows_token(s));
    } else {
        draw_spaces(c, 6);
    }
    if (sees_hand(s, viewer))
        draw_left(c, DIM, said_in(c, SAY_SPARROWS_HEAD_HAVE), 13);
    draw_spaces(c, 2);
    draw_said(c, DIM, SAY_SPARROWS_HEAD_TAKEN);
    draw_line_end(c);
}

static void draw_bids(struct canvas *c, const struct sparrows_state *s, int viewer)
{
    bool halves = c->form == FORM_TIGHT && is_wide(c);

    if (s->row[0] == SPARROWS_NO_BID)
        return;
    if (!halves)
        draw_bids_head(c, s, viewer);
    for (int i = 0; i < SPARROWS_ROW_SIZE; i++) {
        bool right = halves && i % 2 == 1;
        draw_to(c, right ? c->width / 2 : 0);
        draw_spot_begin(c, SPOT_BID + i);
        (halves ? draw_half_bid : draw_bid)(c, s, viewer, s->row[i]);
        draw_spot_end(c, SPOT_BID + i);
        if (right || !halves)
            draw_line_end(c);
    }
}

/* ---- the cards ---- */

/* The columns of the cards: one for the names, one per suit. */
struct layout {
    int names, suit[SPARROWS_SUITS];
};

static const enum text suit_titles[SPARROWS_SUITS] = {SAY_SPARROWS_SUIT_S, SAY_SPARROWS_SUIT_P, SAY_SPARROWS_SUIT_E,
                                                      SAY_SPARROWS_SUIT_C};
static const char suit_letters[] = "SPEC"; /* as cards are written */

static void write_numbers(struct writer *w, unsigned numbers)
{
    if (!numbers)
        write_char(w, '-');
    for (; numbers; numbers &= numbers - 1) {
        write_number(w, __builtin_ctz(numbers) + 1);
        if (numbers & (numbers - 1))
            write_char(w, ' ');
    }
}

static void widen(struct layout *layout, uint64_t cards)
{
    for (int suit = 0; suit < SPARROWS_SUITS; suit++) {
        char text[32];
        struct writer w = write_into(text, sizeof text);
        write_numbers(&w, sparrows_suit_of(cards, suit));
        if ((int)w.length > layout->suit[suit])
            layout->suit[suit] = (int)w.length;
    }
}

/* Suits as wide as their widest hand; names have what is left, the word Table at
 * least. Of six cards no suit is wider than 12 columns, so that all fit in 60. */
static struct layout layout_of(const struct canvas *c, const struct sparrows_state *s, int names)
{
    struct layout layout;
    int left = c->width - 4;

    for (int suit = 0; suit < SPARROWS_SUITS; suit++)
        layout.suit[suit] = width_of(said_in(c, suit_titles[suit]));
    widen(&layout, s->table);
    for (int seat = 0; seat < s->players; seat++)
        widen(&layout, s->hand[seat]);
    for (int suit = 0; suit < SPARROWS_SUITS; suit++) {
        layout.suit[suit] += suit + 1 == SPARROWS_SUITS ? 0 : is_wide(c) ? 3 : 1;
        left -= layout.suit[suit];
    }
    layout.names = names < left ? names : left;
    return layout;
}

static void draw_suits(struct canvas *c, const struct layout *layout, uint64_t cards)
{
    for (int suit = 0; suit < SPARROWS_SUITS; suit++) {
        char text[32];
        struct writer w = write_into(text, sizeof text);
        write_numbers(&w, sparrows_suit_of(cards, suit));
        draw_left(c, suit_styles[suit], text, suit + 1 < SPARROWS_SUITS ? layout->suit[suit] : 0);
    }
    draw_text(c, PLAIN, "\n");
}

/* ---- … as little cards ---- */

enum { CARD_WIDTH = 6, CARD_LINES = 4, HAND_AT = 42 };

static void draw_card_line(struct canvas *c, int suit, int number, int line)
{
    enum style style = suit_styles[suit];
    const char letter[] = {suit_letters[suit], '\0'};

    switch (line) {
    case 0: draw_upper_edge(c, style, CARD_WIDTH); break;
    case 1:
        draw_text(c, style, "│ ");
        draw_number(c, BOLD, number);
        draw_text(c, style, number < 10 ? "  │" : " │");
        break;
    case 2:
        draw_text(c, style, "│  ");
        draw_text(c, style, letter);
        draw_text(c, style, " │");
        break;
    default: draw_lower_edge(c, style, CARD_WIDTH, PLAIN, "");
    }
}

static void draw_row_line(struct canvas *c, uint64_t cards, int line)
{
    for (int suit = 0; suit < SPARROWS_SUITS; suit++)
        for (unsigned numbers = sparrows_suit_of(cards, suit); numbers; numbers &= numbers - 1)
            draw_card_line(c, suit, __builtin_ctz(numbers) + 1, line);
}

/* The table's beside the viewer's own. */
static void draw_large_cards(struct canvas *c, const struct sparrows_state *s, int viewer)
{
    draw_spaces(c, 2);
    draw_said(c, BOLD, SAY_SPARROWS_TABLE);
    draw_to(c, HAND_AT);
    draw_said(c, BOLD, SAY_YOUR_HAND);
    draw_line_end(c);
    for (int line = 0; line < CARD_LINES; line++) {
        draw_to(c, 2);
        draw_row_line(c, s->table, line);
        draw_to(c, HAND_AT);
        draw_row_line(c, s->hand[viewer], line);
        draw_line_end(c);
    }
}

static void draw_cards(struct canvas *c, const struct state *state, int viewer)
{
    const struct sparrows_state *s = sparrows_state(state);
    struct layout layout = layout_of(c, s, names_column(c, s));

    if (s->cycle == 0)
        return;
    if (c->form == FORM_LARGE && viewer >= 0 && is_wide(c) && !sparrows_scored(s)) {
        draw_large_cards(c, s, viewer);
        return;
    }
    draw_spaces(c, layout.names + 4);
    for (int suit = 0; suit < SPARROWS_SUITS; suit++)
        draw_left(c, DIM, said_in(c, suit_titles[suit]), suit + 1 < SPARROWS_SUITS ? layout.suit[suit] : 0);
    draw_text(c, PLAIN, "\n  ");
    draw_left(c, PLAIN, said_in(c, SAY_SPARROWS_TABLE), layout.names + 2);
    draw_suits(c, &layout, s->table);
    for (int seat = 0; seat < s->players; seat++) {
        if (!sees_hand(s, seat))
            continue;
        draw_text(c, PLAIN, "  ");
        draw_name_column(c, seat == viewer ? BOLD : PLAIN, seat, layout.names);
        draw_spaces(c, 2);
        draw_suits(c, &layout, s->hand[seat]);
    }
}

/* ---- the players ---- */

/* Draws whether a bid was achieved, once that is known. */
static void draw_verdict(struct canvas *c, const struct sparrows_score *score, bool achieved)
{
    if (score)
        draw_text(c, achieved ? GREEN : RED, achieved ? " ✓" : " ✗");
}

static void draw_claim(struct canvas *c, const struct sparrows_state *s, int seat, const struct sparrows_score *score)
{
    draw_text(c, PLAIN, "  ");
    draw_text(c, PLAIN, word_of(c, "bid", sparrows_bids[s->bid[seat]].id));
    draw_text(c, PLAIN, " ÷ ");
    draw_number(c, PLAIN, s->token[seat]);
    draw_verdict(c, score, score && score->bid);
    if (s->bonus[seat] == SPARROWS_BONUS_NONE)
        return;
    draw_text(c, PLAIN, is_wide(c) ? " + " : "\n    + ");
    draw_text(c, MAGENTA, word_of(c, "bonus", sparrows_bonuses[s->bonus[seat]].id));
    draw_verdict(c, score, score && score->bonus);
}

/* What a seat has sealed, if the viewer may know it; else that it has. */
static void draw_sealed(struct canvas *c, const struct sparrows_state *s, int seat)
{
    if (!sees_hand(s, seat)) {
        draw_spaces(c, 2);
        draw_said(c, DIM, SAY_HAS_CHOSEN);
        return;
    }
    struct sparrows_move move = sparrows_move((uint16_t)(s->sealed[seat] - 1));
    draw_spaces(c, 2);
    draw_said(c, DIM, SAY_SPARROWS_SEALED);
    draw_text(c, DIM,
              move.kind == SPARROWS_MOVE_PASS ? said_in(c, SAY_SPARROWS_PASS)
                                              : word_of(c, "bid", sparrows_bids[move.bid].id));
    if (move.bonus != SPARROWS_BONUS_NONE) {
        draw_text(c, DIM, " + ");
        draw_text(c, DIM, word_of(c, "bonus", sparrows_bonuses[move.bonus].id));
    }
}

static void draw_seat(struct canvas *c, const struct sparrows_state *s, int seat, int viewer, int names,
                      const struct sparrows_score *score)
{
    bool due = sparrows_turn(s).seats >> seat & 1;

    draw_due(c, due, seat == viewer);
    draw_spot_begin(c, SPOT_SEAT + seat);
    draw_name_column(c, seat == viewer ? BOLD : PLAIN, seat, names);
    draw_spot_end(c, SPOT_SEAT + seat);
    draw_column(c, BOLD, s->total[seat], 7);
    if (score) {
        draw_text(c, PLAIN, s->last[seat] > 0 ? " (+" : " (");
        draw_number(c, s->last[seat] > 0 ? GREEN : s->last[seat] < 0 ? RED : PLAIN, s->last[seat]);
        draw_text(c, PLAIN, ")");
    }
    if (s->bid[seat] != SPARROWS_NO_BID)
        draw_claim(c, s, seat, score);
    else if (s->chosen >> seat & 1)
        draw_sealed(c, s, seat);
    else if (s->cycle > 0)
        draw_said(c, DIM, SAY_SPARROWS_NO_BID);
    draw_text(c, PLAIN, "\n");
}

static void draw_bonuses(struct canvas *c, const struct sparrows_state *s)
{
    bool first = true;

    if (!s->upgrades || s->phase == SPARROWS_PHASE_LATE || sparrows_scored(s))
        return;
    draw_text(c, PLAIN, s->row[0] == SPARROWS_NO_BID || c->form > FORM_FULL ? "" : "\n");
    draw_spaces(c, 2);
    draw_said(c, DIM, SAY_SPARROWS_BONUSES);
    for (int bonus = 1; bonus < SPARROWS_BONUS_COUNT; bonus++)
        if (s->bonuses >> bonus & 1) {
            draw_text(c, PLAIN, first ? "" : said_in(c, SAY_COMMA));
            draw_spot_begin(c, SPOT_BONUS + bonus);
            draw_text(c, MAGENTA, word_of(c, "bonus", sparrows_bonuses[bonus].id));
            draw_text(c, PLAIN, " ");
            draw_number(c, PLAIN, sparrows_bonuses[bonus].value);
            draw_spot_end(c, SPOT_BONUS + bonus);
            first = false;
        }
    if (first)
        draw_said(c, PLAIN, SAY_SPARROWS_ALL_TAKEN);
    draw_line_end(c);
}

static void draw_offers(struct canvas *c, const struct state *state, int viewer)
{
    const struct sparrows_state *s = sparrows_state(state);

    draw_bids(c, s, viewer);
    draw_bonuses(c, s);
}

static void draw_seats(struct canvas *c, const struct state *state, int viewer)
{
    const struct sparrows_state *s = sparrows_state(state);
    struct sparrows_score score[MAX_SEATS] = {{.points = 0}};
    int names = names_column(c, s);

    if (sparrows_scored(s))
        sparrows_scores(s, score);
    for (int seat = 0; seat < s->players; seat++)
        draw_seat(c, s, seat, viewer, names, sparrows_scored(s) ? &score[seat] : NULL);
}

/* ---- what moves are about ---- */

static uint64_t bid_spot(const struct sparrows_state *s, int bid)
{
    for (int i = 0; i < SPARROWS_ROW_SIZE; i++)
        if (s->row[i] == bid && bid != SPARROWS_NO_BID)
            return (uint64_t)1 << (SPOT_BID + i);
    return 0;
}

static uint64_t touches(const struct state *state, int viewer, uint16_t id)
{
    const struct sparrows_state *s = sparrows_state(state);
    struct sparrows_move move = sparrows_move(id);

    (void)viewer;
    if (move.kind == SPARROWS_MOVE_PARTNER)
        return (uint64_t)1 << (SPOT_SEAT + move.seat);
    return bid_spot(s, move.bid) | (move.bonus != SPARROWS_BONUS_NONE ? (uint64_t)1 << (SPOT_BONUS + move.bonus) : 0);
}

const struct drawing sparrows_drawing = {
    .game = &sparrows,
    .order = {PART_HEADLINE, PART_MIDDLE, PART_HAND, PART_SEATS},
    .apart = 1 << PART_MIDDLE | 1 << PART_HAND | 1 << PART_SEATS,
    .part =
        {[PART_HEADLINE] = draw_head, [PART_MIDDLE] = draw_offers, [PART_HAND] = draw_cards, [PART_SEATS] = draw_seats},
    .touches = touches,
};
