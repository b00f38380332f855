/* The opening of Belle of the Ball and its chance events, the setup and the card that is stolen: drawn, written into
 * records, read from them without trust, and told. */
#include "rules/belle_inside.h"

const char *belle_start(struct belle_state *s, const struct setup *setup)
{
    const char *deck = setup->value[BELLE_OPTION_DECK];

    if (deck && !deck[0])
        return "deck= needs a directory with guests.csv and belles.csv";
    bytes_zero(s, sizeof *s);
    s->players = (uint8_t)setup->players;
    s->finish = setup_choice(&belle, setup, BELLE_OPTION_LAST_TURN) == 1;
    s->empty = setup_choice(&belle, setup, BELLE_OPTION_PARTIES) == 1;
    s->own_deck = deck && !text_equal(deck, BELLE_BUILT_IN);
    s->phase = s->own_deck ? BELLE_PHASE_DECK : BELLE_PHASE_SETUP;
    if (!s->own_deck)
        s->deck = belle_deck_built_in;
    return NULL;
}

bool belle_deck_due(const struct state *state)
{
    const struct belle_state *s = belle_state(state);

    return s->phase == BELLE_PHASE_DECK;
}

/* Everything of the setup but the cards themselves. */
static void lay_table(struct belle_state *s, int first)
{
    int guests = belle_guests_in_line(s);

    s->start = s->mover = (uint8_t)first;
    s->front[BELLE_LINE_GUESTS] = 0;
    s->end[BELLE_LINE_GUESTS] = (uint8_t)(belle_lines(s) == 1 ? guests + BELLE_BELLE_COUNT : guests);
    s->front[BELLE_LINE_BELLES] = (uint8_t)(belle_lines(s) == 1 ? BELLE_LINE_END : BELLE_LINE_BASE);
    s->end[BELLE_LINE_BELLES] = BELLE_LINE_END;
    for (int seat = 0; seat < s->players; seat++) {
        s->regrets[seat] = (uint8_t)belle_regrets_each(s);
        for (int group = 0; group < BELLE_GROUPS; group++)
            s->count[seat][group] = !s->empty;
    }
}

static void draw_setup(struct belle_state *s, struct rng *rng)
{
    uint8_t guests[BELLE_GUEST_COUNT], belles[BELLE_BELLE_COUNT];
    const uint8_t *next = guests;

    for (int i = 0; i < BELLE_GUEST_COUNT; i++)
        guests[i] = belle_guest_card(i);
    for (int i = 0; i < BELLE_BELLE_COUNT; i++)
        belles[i] = belle_card(i);
    rng_shuffle(rng, guests, BELLE_GUEST_COUNT);
    lay_table(s, (int)rng_below(rng, s->players));
    for (int i = 0; i < belle_party_cards(s); i++)
        s->party[i / BELLE_GROUPS][i % BELLE_GROUPS][0] = *next++;
    bytes_copy(s->line, next, (size_t)belle_guests_in_line(s)); /* what is behind them are the Regrets */
    if (belle_lines(s) == 1) {
        bytes_copy(s->line + belle_guests_in_line(s), belles, BELLE_BELLE_COUNT);
        rng_shuffle(rng, s->line, s->end[BELLE_LINE_GUESTS]);
    } else {
        rng_shuffle(rng, belles, BELLE_BELLE_COUNT);
        bytes_copy(s->line + BELLE_LINE_BASE, belles, BELLE_BELLE_COUNT);
    }
    belle_begin_turn(s, NULL);
}

/* The steal that is open takes this card. */
static void steal(struct belle_state *s, uint8_t card)
{
    int thief = s->steals[s->steal_count].thief, victim = s->steals[s->steal_count].victim;

    s->steals[s->steal_count++].card = card;
    s->hand[victim] &= ~(belle_bit(card));
    s->hand[thief] |= belle_bit(card);
    s->held[victim]--;
    s->held[thief]++;
    belle_begin_invite(s, NULL);
}

static void draw_steal(struct belle_state *s, struct rng *rng)
{
    uint32_t hand = s->hand[s->steals[s->steal_count].victim];
    for (uint32_t skip = rng_below(rng, (uint32_t)__builtin_popcount(hand)); skip > 0; skip--)
        hand &= hand - 1;
    steal(s, belle_card(__builtin_ctz(hand)));
}

static void take_deck(struct belle_state *s, const struct belle_deck *deck)
{
    s->deck = *deck;
    s->phase = BELLE_PHASE_SETUP;
}

/* A custom deck is handed over by the table, through belle_chance_read(); without a
 * table there are only the built-in cards. */
void belle_chance(struct belle_state *s, struct rng *rng)
{
    if (s->phase == BELLE_PHASE_DECK)
        take_deck(s, &belle_deck_built_in);
    else if (s->phase == BELLE_PHASE_SETUP)
        draw_setup(s, rng);
    else
        draw_steal(s, rng);
}

/* ---- chance as text ---- */

static void write_setup(const struct belle_state *s, struct writer *w)
{
    write_text(w, "{\"chance\":\"setup\",\"start\":");
    write_number(w, s->start);
    write_text(w, ",\"parties\":[");
    for (int seat = 0; seat < s->players; seat++) {
        write_item(w);
        write_char(w, '[');
        for (int group = 0; group < BELLE_GROUPS && !s->empty; group++) {
            write_item_of(w, belle_card_text, s->party[seat][group][0]);
        }
        write_char(w, ']');
    }
    write_char(w, ']');
    write_key(w, belle_lines(s) == 1 ? "line" : "guests");
    belle_write_cards(w, s->line, s->end[BELLE_LINE_GUESTS]);
    if (belle_lines(s) == 2) {
        write_key(w, "belles");
        belle_write_cards(w, s->line + BELLE_LINE_BASE, BELLE_BELLE_COUNT);
    }
    write_char(w, '}');
}

/* The line of a custom deck is kept and written by the table. */
void belle_chance_write(const struct belle_state *before, const struct belle_state *after, struct writer *w)
{
    MUST(before->phase != BELLE_PHASE_DECK);
    if (before->phase == BELLE_PHASE_SETUP) {
        write_setup(after, w);
        return;
    }
    write_text(w, "{\"chance\":\"steal\",\"card\":\"");
    belle_write_card(w, after->steals[before->steal_count].card);
    write_text(w, "\"}");
}

static bool read_dealt(struct reader *in, struct belle_seen *dealt, bool guests, bool belles, uint8_t *card)
{
    size_t at = in->at + 1;

    if (!read_literal(in, "\"") || !belle_read_card(in, card) || !read_literal(in, "\""))
        return false;
    size_t end = in->at;
    bool guest = belle_card_is_guest(*card);
    in->at = at;
    if (guest ? !guests : !belles)
        return read_failed(in, guest ? "a Guest does not belong here" : "a Belle card does not belong here");
    if (guest ? dealt->guests >> belle_guest_index(*card) & 1 : dealt->belles >> belle_index(*card) & 1)
        return read_failed(in, "this card is dealt twice");
    if (guest)
        dealt->guests |= belle_guest_bit(*card);
    else
        dealt->belles |= belle_bit(*card);
    in->at = end;
    return true;
}

static bool read_deck_order(struct reader *in, struct belle_seen *dealt, bool guests, bool belles, uint8_t *cards,
                            int count)
{
    for (int i = 0; i < count; i++)
        if (!read_next(in, i, "there are too few cards in line") || !read_dealt(in, dealt, guests, belles, &cards[i]))
            return false;
    return read_last(in, "there are too many cards in line");
}

static bool read_parties(struct belle_state *s, struct reader *in, struct belle_seen *dealt)
{
    if (!read_literal(in, ",\"parties\":["))
        return false;
    for (int seat = 0; seat < s->players; seat++) {
        if (seat > 0 && !read_if(in, ","))
            return read_failed(in, "there are fewer parties than players");
        if (!read_literal(in, "["))
            return false;
        for (int group = 0; group < BELLE_GROUPS && !s->empty; group++) {
            if (group > 0 && !read_if(in, ","))
                return read_failed(in, "a party begins with three Guests");
            if (!read_dealt(in, dealt, true, false, &s->party[seat][group][0]))
                return false;
        }
        if (!read_if(in, "]"))
            return read_failed(in, s->empty ? "parties are empty in this game" : "a party begins with three Guests");
    }
    return read_if(in, "]") || read_failed(in, "there are more parties than players");
}

static bool read_setup(struct belle_state *s, struct reader *in)
{
    struct belle_seen dealt = {.guests = 0};
    int first = 0;

    if (!read_literal(in, "{\"chance\":\"setup\",\"start\":") || !read_number(in, 0, s->players - 1, &first))
        return false;
    lay_table(s, first);
    if (!read_parties(s, in, &dealt))
        return false;
    bool one = belle_lines(s) == 1;
    if (!read_literal(in, one ? ",\"line\":" : ",\"guests\":") ||
        !read_deck_order(in, &dealt, true, one, s->line, s->end[BELLE_LINE_GUESTS]))
        return false;
    if (one && dealt.belles != (1u << BELLE_BELLE_COUNT) - 1)
        return read_failed(in, "a Belle card is missing from the line");
    if (!one && (!read_literal(in, ",\"belles\":") ||
                 !read_deck_order(in, &dealt, false, true, s->line + BELLE_LINE_BASE, BELLE_BELLE_COUNT)))
        return false;
    if (!read_literal(in, "}") || !read_end(in))
        return false;
    belle_begin_turn(s, NULL);
    return true;
}

static bool read_steal(struct belle_state *s, struct reader *in)
{
    int victim = s->steals[s->steal_count].victim;
    uint8_t card = 0;

    if (!read_literal(in, "{\"chance\":\"steal\",\"card\":\""))
        return false;
    size_t at = in->at;
    if (!belle_read_card(in, &card) || !read_literal(in, "\"}") || !read_end(in))
        return false;
    if (belle_card_is_guest(card) || !(s->hand[victim] >> belle_index(card) & 1))
        return read_failed_at(in, at, "this card is not in the hand that is stolen from");
    steal(s, card);
    return true;
}

bool belle_chance_read(struct belle_state *s, struct reader *in)
{
    if (s->phase == BELLE_PHASE_SETUP)
        return read_setup(s, in);
    if (s->phase == BELLE_PHASE_STEAL)
        return read_steal(s, in);
    struct belle_deck deck;
    if (!belle_deck_read(in, &deck))
        return false;
    take_deck(s, &deck);
    return true;
}

/* ---- what happened, except for what apply() says ---- */

/* The card stolen, for those who have seen it or who can tell which one it must have been. */
static SAYING void say_stolen(const struct belle_state *after, int which, struct facts *told)
{
    uint8_t card = after->steals[which].card;
    unsigned known = 0;
    struct belle_state seen;

    SAY(told, BELLE_DRAWS, after->steals[which].thief, after->steals[which].victim);
    if (!card)
        return;
    fact_add(told, belle_told_card(after, card));
    for (int seat = 0; seat < after->players; seat++) {
        seen = *after;
        belle_redact(&seen, seat);
        known |= seen.steals[which].card ? seat_bit(seat) : 0u;
    }
    seen = *after;
    belle_redact(&seen, ONLOOKER);
    if (!seen.steals[which].card)
        fact_keep(told, known, 1);
}

void belle_dealt(const struct belle_state *before, const struct belle_state *after, struct facts *told)
{
    if (before->phase == BELLE_PHASE_DECK) {
        fact_say(told, BELLE_DECK_LAID, NULL, 0);
    } else if (before->phase == BELLE_PHASE_SETUP) {
        SAY(told, BELLE_DEALT, after->start);
        fact_add(told, belle_party_cards(after));
        for (int i = 0; i < belle_party_cards(after); i++)
            fact_add(told, belle_told_card(after, after->party[i / BELLE_GROUPS][i % BELLE_GROUPS][0]));
    } else {
        struct belle_state now = *before;
        say_stolen(after, before->steal_count, told);
        belle_begin_invite(&now, told); /* BL-6 */
    }
}
