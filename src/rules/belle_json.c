/* The table of Belle of the Ball as JSON, for a browser to draw from. */
#include "rules/belle_inside.h"

static void describe_line(const struct belle_state *s, int line, struct writer *w)
{
    int length = belle_line_length(s, line), shown = length < BELLE_VISIBLE ? length : BELLE_VISIBLE;

    write_item(w);
    write_text(w, "{\"cards\":");
    belle_write_cards(w, s->line + s->front[line], shown);
    write_key_numbers(w, "regrets", s->beside[line], shown);
    write_key_list(w, "costs"); /* Regrets that inviting each of them takes (BL-5) */
    for (int i = 0; i < shown; i++) {
        write_item(w);
        write_number(w, s->free_skip ? 0 : i);
    }
    write_char(w, ']');
    write_key_number(w, "behind", length - shown);
    write_char(w, '}');
}

static void describe_party(const struct belle_state *s, int seat, struct writer *w)
{
    write_key_list(w, "party");
    for (int group = 0; group < BELLE_GROUPS; group++) {
        write_item(w);
        belle_write_cards(w, s->party[seat][group], s->count[seat][group]);
    }
    write_char(w, ']');
    write_key_list(w, "full");
    for (int group = 0; group < BELLE_GROUPS; group++) {
        write_item(w);
        write_text(w, belle_full(s, seat, group) ? "true" : "false");
    }
    write_char(w, ']');
    write_key_list(w, "worth"); /* what each group would score as it lies */
    for (int group = 0; group < BELLE_GROUPS; group++) {
        write_item(w);
        write_number(w, belle_score(s, s->party[seat][group], s->count[seat][group]).value);
    }
    write_char(w, ']');
}

static void describe_seat(const struct belle_state *s, int seat, int halves, struct writer *w)
{
    write_item(w);
    write_text(w, "{\"points\":");
    write_points(w, &belle, halves);
    write_key_number(w, "regrets", s->regrets[seat]);
    write_key_list(w, "hand");
    for (uint32_t hand = s->hand[seat]; hand; hand &= hand - 1)
        write_item_of(w, belle_card_text, belle_card(__builtin_ctz(hand)));
    write_char(w, ']');
    write_key_number(w, "unsure", s->held[seat] - __builtin_popcount(s->hand[seat])); /* cards in hand beyond those */
    describe_party(s, seat, w);
    write_char(w, '}');
}

static void describe_guest(const struct belle_state *s, int guest, struct writer *w)
{
    static const char *const nobles[] = {"", "Lord", "Lady"};
    uint8_t code = s->deck.guest[guest];

    if (!s->own_deck)
        write_key_text(w, "name", belle_guest_name(guest));
    write_key_list(w, "interests");
    for (int family = 0; family < 3; family++) {
        const char *name = belle_interest_name(belle_guest_interest(code, family));
        write_item(w);
        write_json_string(w, name, text_length(name));
    }
    write_char(w, ']');
    if (belle_guest_noble(code))
        write_key_text(w, "noble", nobles[belle_guest_noble(code)]);
}

static void describe_belle(const struct belle_state *s, int index, struct writer *w)
{
    int effect = s->deck.effect[index];

    if (!s->own_deck)
        write_key_text(w, "name", belle_belle_name(index));
    write_key_text(w, "type", belle_type_name(belle_type_of(effect)));
    write_key_text(w, "effect", belle_effect_code(effect));
    write_key_text(w, "words", belle_effect_words(effect));
    if (s->played[index])
        write_key_number(w, "by", belle_stamp_seat(s->played[index]));
}

/* Is this card in the visible part of a line, in a party, or may it be in a hand? */
static bool is_in_sight(const struct belle_state *s, uint8_t card)
{
    if (!belle_card_is_guest(card) && s->taken[belle_index(card)] && !s->played[belle_index(card)])
        return true;
    for (int line = 0; line < belle_lines(s); line++)
        for (int place = 0; place < BELLE_VISIBLE; place++)
            if (belle_card_in_line(s, line, place) == card)
                return true;
    for (int seat = 0; seat < s->players; seat++)
        for (int i = 0; i < BELLE_GROUPS * BELLE_GROUP_MAX; i++)
            if (s->party[seat][i / BELLE_GROUP_MAX][i % BELLE_GROUP_MAX] == card)
                return true;
    return false;
}

static void describe_cards(const struct belle_state *s, struct writer *w)
{
    char name[8];

    write_key_object(w, "cards"); /* all that is in sight */
    for (int i = 0; i < BELLE_GUEST_COUNT + BELLE_BELLE_COUNT; i++) {
        struct writer n = write_into(name, sizeof name);
        uint8_t card = (uint8_t)(i + 1);
        if (!is_in_sight(s, card))
            continue;
        belle_write_card(&n, card);
        write_key_object(w, name);
        if (belle_card_is_guest(card))
            describe_guest(s, belle_guest_index(card), w);
        else
            describe_belle(s, belle_index(card), w);
        write_char(w, '}');
    }
    write_char(w, '}');
}

const char *const belle_phases[] = {"deck", "setup", "play", "steal", "invite", "over", NULL};

const struct game_key belle_keys[] = {
    {"phase", NULL},
    {"deck", "built-in, or own for a custom deck"},
    {"start", "the seat that started"},
    {"turn", "seats that owe a choice"},
    {"free_skip", "true: skipping costs nothing in this turn"},
    {"lines", "the Guest line and the Belle line; with five players there is one line:"},
    {"lines.cards", "the first six cards, the front one first"},
    {"lines.regrets", "Regrets beside each of them"},
    {"lines.costs", "Regrets that inviting each of them takes"},
    {"lines.behind", "cards behind them"},
    {"seats", "by seat:"},
    {"seats.points", "points so far"},
    {"seats.regrets", "Regrets"},
    {"seats.hand", "Belle cards that are surely in hand"},
    {"seats.unsure", "Belle cards in hand beyond those"},
    {"seats.party", "the Guests of each group"},
    {"seats.full", "by group: true if it is full"},
    {"seats.worth", "by group: what it would score as it lies"},
    {"cards", "every card that is in sight or may be in a hand, by its name in notation:"},
    {"cards.*", "such as G28 or B3:"},
    {"cards.*.name", "its name; not of a custom deck"},
    {"cards.*.interests", "of a Guest: its interests"},
    {"cards.*.noble", "of a Guest: Lord or Lady, if it is one"},
    {"cards.*.type", "of a Belle card: MIRTH, MISCHIEF or MAYHEM"},
    {"cards.*.effect", "of a Belle card: its effect"},
    {"cards.*.words", "of a Belle card: the same in words"},
    {"cards.*.by", "of a Belle card on a group: the seat that played it"},
    {.path = NULL},
};

void belle_describe(const struct belle_state *s, struct writer *w)
{
    struct result now;

    belle_result(s, &now);
    write_char(w, '{');
    write_key_text(w, "phase", belle_phases[s->phase]);
    write_key_text(w, "deck", s->own_deck ? "own" : BELLE_BUILT_IN);
    write_key_number(w, "start", s->start);
    write_key_bits(w, "turn", belle_turn(s).seats);
    write_key_flag(w, "free_skip", s->free_skip);
    write_key_list(w, "lines");
    for (int line = 0; line < belle_lines(s); line++)
        describe_line(s, line, w);
    write_char(w, ']');
    write_key_list(w, "seats");
    for (int seat = 0; seat < s->players; seat++)
        describe_seat(s, seat, now.points[seat], w);
    write_char(w, ']');
    describe_cards(s, w);
    write_char(w, '}');
}
