/* SCOUT as text: notation and chance lines, both ways, and the JSON of views. */
#include "rules/line.h"
#include "rules/scout_inside.h"

void scout_card_text(int card, struct writer *w)
{
    write_number(w, scout_card_up((uint8_t)card));
    write_char(w, '/');
    write_number(w, scout_card_down((uint8_t)card));
}

static bool read_card(struct reader *in, int *card)
{
    int up = 0, down = 0;

    if (!read_number(in, 1, SCOUT_NUMBERS, &up) || !read_literal(in, "/") || !read_number(in, 1, SCOUT_NUMBERS, &down))
        return false;
    if (up == down)
        return read_failed(in, "no card has the same number twice");
    *card = scout_card_of(up, down);
    return true;
}

void scout_action_text(const struct scout_state *s, int seat, uint16_t id, struct writer *w)
{
    struct scout_move move = scout_move(id);
    (void)seat;

    switch (move.kind) {
    case SCOUT_MOVE_KEEP: write_text(w, "keep"); break;
    case SCOUT_MOVE_FLIP: write_text(w, "flip"); break;
    case SCOUT_MOVE_PLAY:
        write_text(w, "play ");
        write_number(w, move.first + 1);
        if (move.count > 1) {
            write_char(w, '-');
            write_number(w, move.first + move.count);
        }
        break;
    case SCOUT_MOVE_SCOUT:
    case SCOUT_MOVE_DOUBLE: {
        uint8_t card = s->prior_count == 0 ? 0 : move.right ? s->prior[s->prior_count - 1] : s->prior[0];
        write_text(w, move.kind == SCOUT_MOVE_SCOUT ? "scout " : "double ");
        write_text(w, move.right ? "right " : "left ");
        scout_card_text(move.turned ? scout_card_turned(card) : card, w);
        write_text(w, " at ");
        write_number(w, move.gap + 1);
        break;
    }
    }
}

static bool parse_play(struct reader *in, uint16_t *id)
{
    int first = 0, last = 0;

    if (!read_number(in, 1, SCOUT_HAND_MAX, &first))
        return false;
    last = first;
    bool range = read_if(in, "-");
    if ((range && !read_number(in, 1, SCOUT_HAND_MAX, &last)) || !read_end(in))
        return false;
    if (range && last <= first)
        return read_failed(in, "cards are named from left to right, a single card by its place alone");
    if (last - first >= SCOUT_SET_MAX)
        return read_failed(in, "no set has more than ten cards");
    *id = scout_play_id(first - 1, last - first + 1);
    return true;
}

static bool parse_scout(const struct scout_state *s, struct reader *in, bool twice, uint16_t *id)
{
    bool right = read_if(in, "right ");
    int card = 0, place = 0;

    if (!right && !read_if(in, "left "))
        return read_failed(in, "left or right is expected here");
    size_t card_at_column = in->at;
    if (!read_card(in, &card) || !read_literal(in, " at ") || !read_number(in, 1, SCOUT_HAND_MAX, &place) ||
        !read_end(in))
        return false;
    if (s->prior_count == 0)
        return read_failed(in, "there is no set to scout from, so you must play");
    uint8_t lies = right ? s->prior[s->prior_count - 1] : s->prior[0];
    in->at = card_at_column;
    if (card != lies && card != scout_card_turned(lies))
        return read_failed(in, "this card is not at that end of the set");
    *id = scout_take_id(twice, right, card != lies, place - 1);
    return true;
}

bool scout_action_parse(const struct scout_state *s, int seat, struct reader *in, uint16_t *id)
{
    (void)seat;
    if (read_if(in, "play "))
        return parse_play(in, id);
    if (read_if(in, "scout "))
        return parse_scout(s, in, false, id);
    if (read_if(in, "double "))
        return parse_scout(s, in, true, id);
    *id = SCOUT_ID_KEEP;
    if (!read_if(in, "keep")) {
        *id = SCOUT_ID_FLIP;
        if (!read_if(in, "flip"))
            return read_failed(in, "keep, flip, play, scout or double is expected here");
    }
    return read_end(in);
}

static void write_cards(struct writer *w, const uint8_t *cards, int count)
{
    write_char(w, '[');
    for (int i = 0; i < count && cards[i]; i++)
        write_item_of(w, scout_card_text, cards[i]);
    write_char(w, ']');
}

void scout_chance_write(const struct scout_state *before, const struct scout_state *after, struct writer *w)
{
    (void)before;
    write_text(w, "{\"chance\":\"deal\",\"start\":");
    write_number(w, after->start);
    write_text(w, ",\"hands\":[");
    for (int seat = 0; seat < after->players; seat++) {
        write_item(w);
        write_cards(w, after->hand[seat], after->count[seat]);
    }
    write_text(w, "]}");
}

/* A dealt card must be in this deck and not have been dealt before. */
static const char *take_dealt(void *state, int seat, int place, int card)
{
    struct scout_state *s = state;
    int index = scout_card_index((uint8_t)card);

    if (index >= scout_tables[s->players].deck)
        return "this card is not in the game with this many players";
    if (s->place[index] == SCOUT_PLACE_SPENT)
        return "this card was dealt in the first round";
    for (int i = 0; i < MAX_SEATS * SCOUT_HAND_SIZE; i++) {
        uint8_t other = s->hand[i / SCOUT_HAND_SIZE][i % SCOUT_HAND_SIZE];
        if (other && scout_card_index(other) == index)
            return "this card is dealt twice";
    }
    s->hand[seat][place] = (uint8_t)card;
    return NULL;
}

bool scout_chance_read(struct scout_state *s, struct reader *in)
{
    const struct line_cards hand = {.count = scout_tables[s->players].each,
                                    .few = "this hand has too few cards",
                                    .many = "this hand has too many cards",
                                    .read = read_card,
                                    .take = take_dealt};
    int first = 0;

    if (!read_literal(in, "{\"chance\":\"deal\",\"start\":"))
        return false;
    size_t start_at = in->at;
    if (!read_number(in, 0, s->players - 1, &first))
        return false;
    if (s->round > 0 && first != seat_next(s->start, s->players))
        return read_failed_at(in, start_at, "the left neighbour of the last start player starts");
    s->start = (uint8_t)first;
    scout_clear_round(s);
    return read_literal(in, ",\"hands\":") && read_hands(in, s, &hand, s->players) && read_literal(in, "}") &&
           read_end(in);
}

/* ---- JSON ---- */

static void describe_seat(const struct scout_state *s, int seat, struct writer *w)
{
    bool hidden = s->hidden >> seat & 1;

    write_object(w);
    write_key_number(w, "cards", s->count[seat]);
    write_key(w, hidden ? "known" : "hand"); /* known: scouted and still held, order and way up unknown */
    write_cards(w, s->hand[seat], SCOUT_HAND_MAX);
    write_key_number(w, "captured", s->captured[seat]);
    if (s->players > 2) {
        write_key_number(w, "tokens", s->tokens[seat]);
        write_key_flag(w, "marker", s->markers >> seat & 1);
    } else {
        write_key_number(w, "chips", s->chips[seat]);
    }
    if (s->phase == SCOUT_PHASE_ROTATE && (s->chosen >> seat & 1)) {
        write_key(w, "chosen");
        write_text(w, hidden ? "\"hidden\"" : s->flips >> seat & 1 ? "\"flip\"" : "\"keep\"");
    }
    if (s->round > 0)
        write_key_number(w, "last", s->last[seat]);
    write_key_number(w, "points", s->total[seat]);
    write_char(w, '}');
}

const char *const scout_phases[] = {"deal", "rotate", "turn", "finish", "over", NULL};

const struct game_key scout_keys[] = {
    {"phase", NULL},
    {"round", "rounds scored"},
    {"rounds", "rounds of the whole game"},
    {"start", "the seat that starts this round"},
    {"turn", "seats that owe a choice"},
    {"prior", "the Prior Set, left to right, as TOP/BOTTOM; empty for none"},
    {"owner", "the seat whose set that is, if there is one"},
    {"scouts", "scouts since the last play"},
    {"turns", "turns taken in this round"},
    {"exempt", "the seat that paid nothing for its hand in the last round, if there was one"},
    {"seats", "by seat:"},
    {"seats.cards", "cards in hand"},
    {"seats.hand", "those cards, left to right, as TOP/BOTTOM, where you may see them"},
    {"seats.known",
     "of a hidden hand: cards that were scouted and are still held; you do not know where or which way up"},
    {"seats.captured", "cards captured in this round"},
    {"seats.tokens", "Scout tokens of this round; with two players there are none"},
    {"seats.marker", "true: the Double Action is still to be used; not with two players"},
    {"seats.chips", "with two players: Scout chips left"},
    {"seats.chosen", "while hands are turned: keep or flip, hidden if you may not see it; missing before the choice"},
    {"seats.last", "points of the last round"},
    {"seats.points", "points of all rounds scored"},
    {.path = NULL},
};

void scout_describe(const struct scout_state *s, struct writer *w)
{
    write_char(w, '{');
    write_key_text(w, "phase", scout_phases[s->phase]);
    write_key_number(w, "round", s->round);
    write_key_number(w, "rounds", scout_rounds(s));
    write_key_number(w, "start", s->start);
    write_key_bits(w, "turn", scout_turn(s).seats);
    write_key(w, "prior");
    write_cards(w, s->prior, s->prior_count);
    if (s->prior_count > 0)
        write_key_number(w, "owner", s->owner);
    write_key_number(w, "scouts", s->scouts);
    write_key_number(w, "turns", s->turns);
    if (s->exempt)
        write_key_number(w, "exempt", s->exempt - 1);
    write_key_list(w, "seats");
    for (int seat = 0; seat < s->players; seat++)
        describe_seat(s, seat, w);
    write_text(w, "]}");
}
