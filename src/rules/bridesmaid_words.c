/* Always a Bridesmaid as text: notation and chance lines, both ways, the JSON of views, and the tables. */
#include "rules/bridesmaid_inside.h"
#include "rules/line.h"

static void write_cards(struct writer *w, unsigned cards)
{
    for (bool first = true; cards; cards &= cards - 1, first = false) {
        if (!first)
            write_char(w, ' ');
        write_number(w, bridesmaid_values[__builtin_ctz(cards)]);
    }
}

void bridesmaid_card_text(int card, struct writer *w)
{
    if (card == BRIDESMAID_ACCESSORIES)
        write_text(w, "hold");
    else
        write_number(w, bridesmaid_values[card]);
}

/* How a choice begins, and how many cards it names. */
static const struct {
    const char *word;
    int least, most;
    const char *how_many;
} notation[] = {
    [BRIDESMAID_MOVE_RESERVE] = {"reserve ", BRIDESMAID_RESERVE_SIZE, BRIDESMAID_RESERVE_SIZE,
                                 "a Reserve is five cards"},
    [BRIDESMAID_MOVE_ROBOT] = {"robot ", BRIDESMAID_ROBOT_GIVEN, BRIDESMAID_ROBOT_GIVEN,
                               "the Robot is given two cards"},
    [BRIDESMAID_MOVE_DRAW] = {"draw ", BRIDESMAID_DRAWN, BRIDESMAID_DRAWN, "three cards are drawn"},
    [BRIDESMAID_MOVE_PLAY] = {"play ", 1, 1, "one card is named here"},
    [BRIDESMAID_MOVE_HOLD] = {"hold", 0, 0, NULL},
    [BRIDESMAID_MOVE_ASIDE] = {"aside ", 1, 1, "one card is named here"},
    [BRIDESMAID_MOVE_NONE] = {"aside none", 0, 0, NULL},
    [BRIDESMAID_MOVE_DISPLAY] = {"display ", 1, BRIDESMAID_POINTS_MAX, "one to three cards are displayed"},
};

void bridesmaid_action_text(const struct bridesmaid_state *s, int seat, uint16_t id, struct writer *w)
{
    struct bridesmaid_move move = bridesmaid_move(id);

    (void)s, (void)seat;
    write_text(w, notation[move.kind].word);
    write_cards(w, move.cards);
}

/* The index of an Accessory. */
static bool read_card(struct reader *in, int *card)
{
    size_t at = in->at;
    int value = 0;

    if (!read_number(in, bridesmaid_values[0], bridesmaid_values[BRIDESMAID_ACCESSORIES - 1], &value))
        return false;
    for (*card = 0; *card < BRIDESMAID_ACCESSORIES; ++*card)
        if (bridesmaid_values[*card] == value)
            return true;
    return read_failed_at(in, at, "there is no Accessory of this value");
}

/* least to most cards, ascending, to the end of the text. */
static bool read_named(struct reader *in, int least, int most, const char *how_many, uint16_t *cards)
{
    int count = 0;

    *cards = 0;
    do {
        size_t at = in->at;
        int card = 0;
        if (!read_card(in, &card))
            return false;
        if (*cards >> card)
            return read_failed_at(in, at, "cards are named once each, in ascending order");
        *cards |= bridesmaid_card_bit(card);
        count++;
    } while (read_if(in, " "));
    if (!read_end(in))
        return false;
    return (count >= least && count <= most) || read_failed(in, how_many);
}

bool bridesmaid_action_parse(const struct bridesmaid_state *s, int seat, struct reader *in, uint16_t *id)
{
    int kind = BRIDESMAID_MOVE_DISPLAY; /* from the last: `aside none` comes before `aside` */
    uint16_t cards = 0;

    (void)s, (void)seat;
    while (kind >= 0 && !read_if(in, notation[kind].word))
        kind--;
    if (kind < 0)
        return read_failed(in, "reserve, robot, draw, play, hold, aside or display is expected here");
    if (notation[kind].most == 0
            ? !read_end(in)
            : !read_named(in, notation[kind].least, notation[kind].most, notation[kind].how_many, &cards))
        return false;
    *id = bridesmaid_id((struct bridesmaid_move){.kind = (enum bridesmaid_move_kind)kind, .cards = cards});
    return true;
}

/* ---- chance lines ---- */

static void write_pile(struct writer *w, const uint8_t *pile, int count)
{
    write_char(w, '[');
    for (int i = 0; i < count; i++) {
        write_item(w);
        if (pile[i] == BRIDESMAID_PILE_HOLD)
            write_text(w, "\"hold\"");
        else
            write_number(w, bridesmaid_values[pile[i] - 1]);
    }
    write_char(w, ']');
}

/* A set of cards as a JSON list. */
static void write_list(struct writer *w, unsigned cards)
{
    write_char(w, '[');
    for (; cards; cards &= cards - 1) {
        write_item(w);
        write_number(w, bridesmaid_values[__builtin_ctz(cards)]);
    }
    write_char(w, ']');
}

void bridesmaid_chance_write(const struct bridesmaid_state *before, const struct bridesmaid_state *after,
                             struct writer *w)
{
    if (before->phase == BRIDESMAID_PHASE_ORDER) {
        write_text(w, "{\"chance\":\"robot-order\",\"cards\":");
        write_pile(w, after->pile, BRIDESMAID_ROBOT_PILE_SIZE);
        write_char(w, '}');
        return;
    }
    write_text(w, "{\"chance\":\"robot\",\"removed\":");
    write_number(w, bridesmaid_values[after->removed - 1]);
    write_text(w, ",\"dealt\":[");
    write_list(w, after->dealt[0]);
    write_char(w, ',');
    write_list(w, after->dealt[1]);
    write_text(w, "]}");
}

static bool read_pile_card(struct reader *in, int *card)
{
    *card = BRIDESMAID_ACCESSORIES;
    return read_if(in, "\"hold\"") || read_card(in, card);
}

enum { TO_BOX = 2 }; /* a list after those of the two players: the card that is taken out */

static const char *take_robot(void *state, int list, int place, int card)
{
    struct bridesmaid_state *s = state;
    unsigned gone =
        s->dealt[0] | s->dealt[1] | 1u << BRIDESMAID_ACCESSORIES | (s->removed ? 1u << (s->removed - 1) : 0);

    (void)place;
    if (gone >> card & 1)
        return "the Robot has eleven Accessories to deal, one of each";
    if (list == TO_BOX)
        s->removed = (uint8_t)(card + 1);
    else
        s->dealt[list] |= bridesmaid_card_bit(card); /* in any order: a hand has none */
    return NULL;
}

static const char *take_order(void *state, int list, int place, int card)
{
    struct bridesmaid_state *s = state;
    bool fine = (bridesmaid_robot_hand(s) | 1u << BRIDESMAID_ACCESSORIES) >> card & 1;

    (void)list;
    for (int i = 0; i < place; i++)
        fine = fine && s->pile[i] != card + 1;
    s->pile[place] = (uint8_t)(card + 1);
    return fine ? NULL : "the Robot does not have this card, or it stands here twice";
}

static struct line_cards five_cards(const char *(*take)(void *state, int list, int place, int card))
{
    return (struct line_cards){.count = BRIDESMAID_ROBOT_PILE_SIZE,
                               .few = "five cards are expected in this list",
                               .many = "there are more than five cards in this list",
                               .bare = true,
                               .read = read_pile_card,
                               .take = take};
}

static bool read_robot(struct bridesmaid_state *s, struct reader *in)
{
    struct line_cards cards = five_cards(take_robot);

    if (!read_literal(in, "{\"chance\":\"robot\",\"removed\":") || !read_dealt(in, s, &cards, TO_BOX, 0) ||
        !read_literal(in, ",\"dealt\":[") || !read_cards(in, s, &cards, 0) || !read_literal(in, ",") ||
        !read_cards(in, s, &cards, 1))
        return false;
    bridesmaid_ask_seats(s, BRIDESMAID_PHASE_GIVE, seats_all(s->players));
    return read_literal(in, "]}") && read_end(in);
}

static bool read_order(struct bridesmaid_state *s, struct reader *in)
{
    struct line_cards cards = five_cards(take_order);

    if (!read_literal(in, "{\"chance\":\"robot-order\",\"cards\":") || !read_cards(in, s, &cards, 0) ||
        !read_literal(in, "}") || !read_end(in))
        return false;
    bridesmaid_start_pile(s);
    return true;
}

bool bridesmaid_chance_read(struct bridesmaid_state *s, struct reader *in)
{
    return s->phase == BRIDESMAID_PHASE_ORDER ? read_order(s, in) : read_robot(s, in);
}

/* ---- JSON ---- */

static void describe_cards(struct writer *w, const char *key, unsigned cards)
{
    write_key(w, key);
    write_list(w, cards);
}

static void describe_rank(struct writer *w, const struct bridesmaid_state *s, int rival)
{
    struct bridesmaid_standing standing[BRIDESMAID_RIVALS_MAX];

    write_key_number(w, "total", s->total[rival]);
    if (!bridesmaid_on_the_table(s))
        return;
    bridesmaid_rank(s, s->total, standing);
    write_key_flag(w, "active", !(s->held >> rival & 1));
    write_key_number(w, "rank", standing[rival].rank + 1);
    write_key_number(w, "worth", standing[rival].points); /* if the round were scored now */
}

static void describe_sealed(struct writer *w, const struct bridesmaid_state *s, int seat)
{
    if (!(s->chosen & seat_bit(seat)))
        return;
    if (s->hidden & seat_bit(seat))
        write_key_text(w, "chosen", "hidden");
    else
        describe_cards(w, "chosen", s->sealed[seat]); /* empty: hold, or aside none */
}

/* A card set aside: null while it lies face down and the viewer cannot see it. */
static void describe_aside(struct writer *w, const struct bridesmaid_state *s, int seat)
{
    if (s->aside[seat])
        write_key_number(w, "aside", bridesmaid_sum(s->aside[seat]));
    else if (s->set_aside & seat_bit(seat)) {
        write_key(w, "aside");
        write_text(w, "null");
    }
}

static void describe_last(struct writer *w, const struct bridesmaid_state *s, int seat)
{
    write_key_object(w, "last");
    describe_cards(w, "played", s->last_played[seat]);
    if (s->last_aside[seat])
        write_key_number(w, "aside", bridesmaid_sum(s->last_aside[seat]));
    write_key_number(w, "total", s->last_total[seat]);
    write_key_number(w, "points", s->last[seat]);
    write_char(w, '}');
}

static void describe_seat(struct writer *w, const struct bridesmaid_state *s, int seat)
{
    bool hidden = s->hidden & seat_bit(seat);
    unsigned open = s->displayed[seat] | s->played[seat] | s->known[seat];

    write_object(w);
    describe_cards(w, "played", s->played[seat]);
    describe_rank(w, s, seat);
    describe_aside(w, s, seat);
    write_key_number(w, "cards", bridesmaid_hand_count(s, seat));
    describe_cards(w, hidden ? "known" : "hand", s->hand[seat]); /* known: in hand, or set aside face down */
    write_key_number(w, "reserves", s->reserves);
    if (hidden)
        describe_cards(w, "unseen", BRIDESMAID_ALL_CARDS & ~open); /* in hand, in the Reserve or set aside */
    else
        describe_cards(w, "reserve", s->reserve[seat]);
    describe_cards(w, "displayed", s->displayed[seat]);
    write_key_flag(w, "wild", s->wild & seat_bit(seat));
    describe_sealed(w, s, seat);
    if (s->round > 0)
        describe_last(w, s, seat);
    write_key_number(w, "points", bridesmaid_final_score(s, seat));
    write_char(w, '}');
}

static void describe_robot(struct writer *w, const struct bridesmaid_state *s)
{
    write_key_object(w, "robot");
    write_key(w, "pile"); /* what is face up */
    write_pile(w, s->pile, s->shown);
    describe_rank(w, s, BRIDESMAID_ROBOT);
    describe_cards(w, "seen", s->robot_seen);
    for (int seat = 0; seat < 2; seat++) {
        if (!s->dealt[seat])
            continue;
        write_key_object(w, seat == 0 ? "0" : "1"); /* what this seat knows of its hand */
        describe_cards(w, "dealt", s->dealt[seat]);
        describe_cards(w, "given", s->given[seat]);
        write_char(w, '}');
    }
    if (s->removed)
        write_key_number(w, "removed", bridesmaid_values[s->removed - 1]);
    if (s->round > 0)
        write_key_number(w, "last", s->last_total[BRIDESMAID_ROBOT]);
    write_char(w, '}');
}

const char *const bridesmaid_phases[] = {"reserve", "robot",   "give", "order", "play",
                                         "aside",   "display", "draw", "over",  NULL};

const struct game_key bridesmaid_keys[] = {
    {"phase", NULL},
    {"round", "rounds scored"},
    {"rounds", "rounds of the whole game"},
    {"turn", "seats that owe a choice"},
    {"ranks", "points of each rank, the highest total first"},
    {"seats", "by seat:"},
    {"seats.played", "Accessories played in this round"},
    {"seats.total", "their sum"},
    {"seats.active", "false: has held back; while a round is on the table"},
    {"seats.rank", "rank of the total, 1 is the highest; while a round is on the table"},
    {"seats.worth", "points if the round were scored now; while a round is on the table"},
    {"seats.aside", "the Accessory set aside, null while it is hidden from you; missing if there is none"},
    {"seats.cards", "Accessories in hand"},
    {"seats.hand", "those Accessories, where you may see them"},
    {"seats.known", "of a hidden seat: Accessories surely in hand or set aside face down"},
    {"seats.reserves", "Accessories in the Reserve"},
    {"seats.reserve", "those Accessories, where you may see them"},
    {"seats.unseen",
     "of a hidden seat: Accessories in hand, in the Reserve or set aside, you do not know which of these"},
    {"seats.displayed", "Accessories on display, out of use"},
    {"seats.wild", "true: the seat has turned WILD"},
    {"seats.chosen", "the sealed choice: its Accessories, none of them to hold back, hidden if you may not see it"},
    {"seats.last", "of the last round:"},
    {"seats.last.played", "Accessories that were played"},
    {"seats.last.aside", "the Accessory that was set aside, if any was"},
    {"seats.last.total", "the total"},
    {"seats.last.points", "the points"},
    {"seats.points", "points so far"},
    {"robot", "with two players, the Robot:"},
    {"robot.pile", "its face-up cards: Accessories and hold"},
    {"robot.total", "its total"},
    {"robot.active", "false: has held back; while a round is on the table"},
    {"robot.rank", "rank of the total; while a round is on the table"},
    {"robot.worth", "points if the round were scored now; while a round is on the table"},
    {"robot.seen", "Accessories that everybody has seen it play"},
    {"robot.0", "what seat 0 knows of its hand, if you may know that:"},
    {"robot.0.dealt", "Accessories that seat 0 drew for it"},
    {"robot.0.given", "those that seat 0 gave to it"},
    {"robot.1", "what seat 1 knows of its hand, if you may know that:"},
    {"robot.1.dealt", "Accessories that seat 1 drew for it"},
    {"robot.1.given", "those that seat 1 gave to it"},
    {"robot.removed", "the Accessory that was taken out of its cards, where you may see it"},
    {"robot.last", "its total of the last round"},
    {.path = NULL},
};

void bridesmaid_describe(const struct bridesmaid_state *s, struct writer *w)
{
    write_char(w, '{');
    write_key_text(w, "phase", bridesmaid_phases[s->phase]);
    write_key_number(w, "round", s->round); /* rounds scored */
    write_key_number(w, "rounds", BRIDESMAID_ROUNDS);
    write_key_bits(w, "turn", bridesmaid_turn(s).seats);
    write_key_numbers(w, "ranks", s->ranks, bridesmaid_rivals(s)); /* points by rank */
    write_key_list(w, "seats");
    for (int seat = 0; seat < s->players; seat++)
        describe_seat(w, s, seat);
    write_char(w, ']');
    if (bridesmaid_has_robot(s))
        describe_robot(w, s);
    write_char(w, '}');
}

void bridesmaid_write_lists(struct writer *w)
{
    describe_cards(w, "accessories", BRIDESMAID_ALL_CARDS);
}
