/* BANNISH as text: notation and chance lines, both ways, the JSON of views, and the tables. */
#include "rules/bannish_inside.h"
#include "rules/line.h"

static const char colour_letters[] = "RGBYP";

static void colour_text(int colour, struct writer *w)
{
    write_char(w, colour_letters[colour]);
}

void bannish_card_text(int card, struct writer *w)
{
    colour_text(bannish_card_colour(card), w);
    write_number(w, bannish_card_number(card));
}

bool bannish_read_card(struct reader *in, int *card)
{
    int number = 0;

    for (int colour = 0; colour < BANNISH_COLOURS; colour++) {
        char letter[] = {colour_letters[colour], '\0'};
        if (read_if(in, letter)) {
            bool fine = read_number(in, 1, BANNISH_NUMBERS, &number);
            *card = colour * BANNISH_NUMBERS + number - 1;
            return fine;
        }
    }
    return read_failed(in, "a card is expected here, like R4: one of R G B Y P and a number");
}

void bannish_action_text(const struct bannish_state *s, int seat, uint16_t id, struct writer *w)
{
    (void)s, (void)seat;
    write_text(w, bannish_id_is_play(id) ? "play " : "take ");
    bannish_card_text(bannish_id_card(id), w);
}

bool bannish_action_parse(const struct bannish_state *s, int seat, struct reader *in, uint16_t *id)
{
    bool plays = read_if(in, "play ");
    int card = 0;

    (void)s, (void)seat;
    if (!plays && !read_if(in, "take "))
        return read_failed(in, "play or take is expected here");
    if (!bannish_read_card(in, &card) || !read_end(in))
        return false;
    *id = (uint16_t)((plays ? BANNISH_ID_PLAY : BANNISH_ID_TAKE) + card);
    return true;
}

/* A card by its bit in a pile. */
static void pile_text(int bit, struct writer *w)
{
    bannish_card_text(bit / 2, w);
}

void bannish_chance_write(const struct bannish_state *before, const struct bannish_state *after, struct writer *w)
{
    (void)before;
    write_text(w, "{\"chance\":\"deal\",\"lead\":");
    write_number(w, after->chip);
    write_text(w, ",\"hands\":[");
    for (int seat = 0; seat < after->players; seat++)
        write_items_of(w, pile_text, after->hand[seat]);
    write_text(w, "]}");
}

/* A dealt card must be in this deck, and there are only two of it. */
static const char *take_dealt(void *state, int seat, int place, int card)
{
    struct bannish_state *s = state;
    int copies = 0;

    (void)place;
    if (bannish_card_colour(card) >= s->players)
        return "this colour is not in the game with this many players";
    for (int other = 0; other <= seat; other++)
        copies += bannish_pile_copies(s->hand[other], card);
    if (copies == 2)
        return "this card is dealt three times";
    s->hand[seat] = bannish_pile_add(s->hand[seat], card);
    return NULL;
}

bool bannish_chance_read(struct bannish_state *s, struct reader *in)
{
    static const struct line_cards hand = {.count = BANNISH_HAND_SIZE,
                                           .few = "this hand has fewer than twelve cards",
                                           .many = "this hand has more than twelve cards",
                                           .read = bannish_read_card,
                                           .take = take_dealt};
    int lead = 0;

    if (!read_literal(in, "{\"chance\":\"deal\",\"lead\":"))
        return false;
    size_t lead_at = in->at;
    if (!read_number(in, 0, s->players - 1, &lead))
        return false;
    if (s->round > 0 && lead != s->chip)
        return read_failed_at(in, lead_at, "the holder of the chip leads");
    bannish_clear_round(s, lead);
    return read_literal(in, ",\"hands\":") && read_hands(in, s, &hand, s->players) && read_literal(in, "}") &&
           read_end(in);
}

/* ---- JSON ---- */

static void describe_trick(const struct bannish_state *s, const struct bannish_trick *trick, struct writer *w)
{
    write_char(w, '{');
    write_key_number(w, "leader", trick->leader);
    if (trick->count > 0)
        write_key_of(w, "lead", colour_text, bannish_card_colour(trick->card[0] - 1));
    write_key_list(w, "cards");
    for (int place = 0; place < trick->count; place++) {
        write_object(w);
        write_key_number(w, "seat", bannish_seat_of(s, trick, place));
        write_key_of(w, "card", bannish_card_text, trick->card[place] - 1);
        write_char(w, '}');
    }
    write_char(w, ']');
    if (trick->twin)
        write_key_of(w, "bannish", bannish_card_text, trick->twin - 1);
    if (trick->winner)
        write_key_number(w, "winner", trick->winner - 1);
    if (trick->taken)
        write_key_of(w, "taken", bannish_card_text, trick->taken - 1);
    write_char(w, '}');
}

static void describe_seat(const struct bannish_state *s, int seat, struct writer *w)
{
    write_object(w);
    write_key_number(w, "cards", s->count[seat]);
    if (!(s->hidden & seat_bit(seat)))
        write_key_items_of(w, "hand", pile_text, s->hand[seat]);
    write_key_items_of(w, "lacks", colour_text,
                       s->lacks[seat]); /* colours that this seat has not followed this round */
    write_key_items_of(w, "taken", pile_text, s->taken[seat]);
    write_key_number(w, "stars", bannish_stars(s, s->taken[seat]));
    write_key_number(w, "vp", s->vp[seat]);
    if (s->round > 0)
        write_key_number(w, "total", s->total[seat]); /* of the last round scored */
    write_char(w, '}');
}

const char *const bannish_phases[] = {"deal", "play", "take", "over", NULL};

const struct game_key bannish_keys[] = {
    {"phase", NULL},
    {"round", "rounds scored"},
    {"turn", "seats that owe a choice"},
    {"chip", "the seat with the chip, which leads the next trick"},
    {"stars", "stars of the numbers 1 to 6"},
    {"trick", "the trick that is being played:"},
    {"trick.leader", "the seat that leads"},
    {"trick.lead", "the colour that was led"},
    {"trick.cards", "its cards, in the order of play:"},
    {"trick.cards.seat", "who played it"},
    {"trick.cards.card", "the card"},
    {"trick.bannish", "the card that caused BANNISH, if one did"},
    {"trick.winner", "the seat that takes a card; missing while the trick goes on, or if no card is left"},
    {"table", "cards of the trick that may be taken"},
    {"last", "the trick before:"},
    {"last.leader", "the seat that leads"},
    {"last.lead", "the colour that was led"},
    {"last.cards", "its cards, in the order of play:"},
    {"last.cards.seat", "who played it"},
    {"last.cards.card", "the card"},
    {"last.bannish", "the card that caused BANNISH, if one did"},
    {"last.winner", "the seat that takes a card; missing while the trick goes on, or if no card is left"},
    {"last.taken", "the card that the winner took"},
    {"gone", "cards out of the round: BANNISH cards, and cards that nobody took"},
    {"second", "between rounds and at the end: seats that got the victory point of the last round"},
    {"seats", "by seat:"},
    {"seats.cards", "cards in hand"},
    {"seats.hand", "those cards, where you may see them"},
    {"seats.lacks", "colours that the seat has not followed in this round"},
    {"seats.taken", "cards taken in this round"},
    {"seats.stars", "stars on those"},
    {"seats.vp", "victory points"},
    {"seats.total", "stars of the last round"},
    {.path = NULL},
};

void bannish_describe(const struct bannish_state *s, struct writer *w)
{
    write_char(w, '{');
    write_key_text(w, "phase", bannish_phases[s->phase]);
    write_key_number(w, "round", (int)s->round);
    write_key_bits(w, "turn", bannish_turn(s).seats);
    if (s->round > 0 || s->phase != BANNISH_PHASE_DEAL)
        write_key_number(w, "chip", s->chip);
    write_key_numbers(w, "stars", s->stars, BANNISH_NUMBERS); /* of the numbers 1 to 6 */
    write_key(w, "trick");
    describe_trick(s, &s->now, w);
    write_key_items_of(w, "table", pile_text, s->table); /* cards of the trick that may be taken */
    if (s->last.count > 0) {
        write_key(w, "last");
        describe_trick(s, &s->last, w);
    }
    write_key_items_of(w, "gone", pile_text, s->gone);
    if (bannish_hands_are_open(s) && s->round > 0)
        write_key_bits(w, "second", s->second);
    write_key_list(w, "seats");
    for (int seat = 0; seat < s->players; seat++)
        describe_seat(s, seat, w);
    write_text(w, "]}");
}

void bannish_write_lists(struct writer *w)
{
    write_letters(w, "colours", colour_letters);
}
