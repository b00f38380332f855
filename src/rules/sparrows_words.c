/* Six of Sparrows as text: notation and chance lines, both ways, the JSON of views, and the tables. */
#include "rules/line.h"
#include "rules/sparrows_inside.h"

static const char suit_letters[] = "SPEC";

/* ---- notation ---- */

/* Takes a name of the alphabet that ids are written in, if it is this one. */
static bool read_name(struct reader *in, const char *name)
{
    size_t at = in->at;

    if (!read_if(in, name))
        return false;
    char next = in->at < in->length ? in->text[in->at] : ' ';
    if ((next >= 'a' && next <= 'z') || next == '_') {
        in->at = at;
        return false;
    }
    return true;
}

bool sparrows_read_bid(struct reader *in, int *bid)
{
    for (*bid = 0; *bid < SPARROWS_BID_COUNT; ++*bid)
        if (read_name(in, sparrows_bids[*bid].id))
            return true;
    return read_failed(in, "there is no bid of this name");
}

/* Other values than the printed ones: all of them in order, or some by the names of
 * their bids. */
const char *sparrows_read_values(const char *text, uint8_t *values)
{
    struct reader in = read_from(text, text_length(text));
    bool all = text[0] >= '0' && text[0] <= '9';
    uint32_t named = 0;

    for (int bid = 0, value = 0;; bid++) {
        if (all ? bid == SPARROWS_BID_COUNT : !sparrows_read_bid(&in, &bid))
            return all ? "values: there are more numbers than bids"
                       : "values: must be printed, bids like two_pair:50,low_card:90, or all 29 numbers";
        if (named & sparrows_bid_bit(bid))
            return "values: a bid is named twice";
        if (!all && !read_if(&in, ":"))
            return "values: a colon and a number must follow a bid, as in two_pair:50";
        if (!read_number(&in, 0, SPARROWS_VALUE_MAX, &value))
            return "values: each must be a number from 0 to 250, without zeros in front";
        values[bid] = (uint8_t)value;
        named |= sparrows_bid_bit(bid);
        if (read_at_end(&in))
            return all && bid + 1 < SPARROWS_BID_COUNT
                       ? "values: without names there must be one for each of the 29 bids"
                       : NULL;
        if (!read_if(&in, ","))
            return "values: a comma is expected between them, and nothing else";
    }
}

void sparrows_card_text(int card, struct writer *w)
{
    write_char(w, suit_letters[card / 16]);
    write_number(w, card % 16 + 1);
}

static void bid_text(int bid, struct writer *w)
{
    write_text(w, sparrows_bids[bid].id);
}

void sparrows_write_cards(struct writer *w, uint64_t cards)
{
    for (bool first = true; cards; cards &= cards - 1, first = false) {
        if (!first)
            write_char(w, ' ');
        sparrows_card_text(__builtin_ctzll(cards), w);
    }
}

void sparrows_action_text(const struct sparrows_state *s, int seat, uint16_t id, struct writer *w)
{
    struct sparrows_move move = sparrows_move(id);
    (void)s, (void)seat;

    switch (move.kind) {
    case SPARROWS_MOVE_PASS: write_text(w, "pass"); break;
    case SPARROWS_MOVE_BID:
        write_text(w, "bid ");
        write_text(w, sparrows_bids[move.bid].id);
        if (move.bonus != SPARROWS_BONUS_NONE) {
            write_text(w, " +");
            write_text(w, sparrows_bonuses[move.bonus].id);
        }
        break;
    case SPARROWS_MOVE_PARTNER:
        write_text(w, "partner ");
        write_number(w, move.seat);
        break;
    case SPARROWS_MOVE_LATE:
        write_text(w, "late ");
        write_text(w, move.bid == SPARROWS_NO_BID ? "none" : sparrows_bids[move.bid].id);
        break;
    }
}

static bool parse_bid(struct reader *in, uint16_t *id)
{
    int bid = 0, bonus = SPARROWS_BONUS_NONE;

    if (!sparrows_read_bid(in, &bid))
        return false;
    if (read_if(in, " +")) {
        for (bonus = 1; bonus < SPARROWS_BONUS_COUNT && !read_name(in, sparrows_bonuses[bonus].id); bonus++)
            continue;
        if (bonus == SPARROWS_BONUS_COUNT)
            return read_failed(in, "there is no bonus bid of this name");
    }
    *id = (uint16_t)(SPARROWS_ID_BID + bid * SPARROWS_BONUS_COUNT + bonus);
    return read_end(in);
}

bool sparrows_action_parse(const struct sparrows_state *s, int seat, struct reader *in, uint16_t *id)
{
    int number = 0;

    (void)s, (void)seat;
    if (read_if(in, "bid "))
        return parse_bid(in, id);
    if (read_if(in, "partner ")) {
        if (!read_number(in, 0, MAX_SEATS - 1, &number))
            return false;
        *id = (uint16_t)(SPARROWS_ID_PARTNER + number);
    } else if (read_if(in, "late ")) {
        number = SPARROWS_NO_BID;
        if (!read_name(in, "none") && !sparrows_read_bid(in, &number))
            return false;
        *id = (uint16_t)(SPARROWS_ID_LATE + number);
    } else {
        *id = SPARROWS_ID_PASS;
        if (!read_if(in, "pass"))
            return read_failed(in, "pass, bid, partner or late is expected here");
    }
    return read_end(in);
}

/* ---- chance lines ---- */

static void write_drawn_bids(const struct sparrows_state *before, const struct sparrows_state *after, struct writer *w)
{
    write_text(w, "{\"chance\":\"bids\",\"drawn\":[");
    for (int i = 0; i < SPARROWS_ROW_SIZE; i++)
        if (sparrows_is_vacant(before, i))
            write_item_of(w, bid_text, after->row[i]);
    write_text(w, "]}");
}

static void write_cycle(const struct sparrows_state *before, const struct sparrows_state *after, struct writer *w)
{
    write_text(w, "{\"chance\":\"cycle\",\"k\":");
    write_number(w, before->cycle + 1);
    write_text(w, ",\"hands\":[");
    for (int seat = 0; seat < after->players; seat++)
        write_item_of(w, sparrows_card_text, __builtin_ctzll(after->hand[seat] & ~before->hand[seat]));
    write_text(w, "],\"table\":");
    write_item_of(w, sparrows_card_text, __builtin_ctzll(after->table & ~before->table));
    write_char(w, '}');
}

void sparrows_chance_write(const struct sparrows_state *before, const struct sparrows_state *after, struct writer *w)
{
    switch (before->phase) {
    case SPARROWS_PHASE_DEALER:
        write_text(w, "{\"chance\":\"dealer\",\"seat\":");
        write_number(w, after->dealer);
        write_char(w, '}');
        break;
    case SPARROWS_PHASE_RESHUFFLE: write_text(w, "{\"chance\":\"bid-reshuffle\"}"); break;
    case SPARROWS_PHASE_BIDS: write_drawn_bids(before, after, w); break;
    default: write_cycle(before, after, w); break;
    }
}

/* A bid that fills the next vacant place must be on top of the bid deck. */
static const char *take_bid(void *state, int list, int place, int bid)
{
    struct sparrows_state *s = state;
    int at = -1;

    (void)list;
    if (!(s->deck & sparrows_bid_bit(bid)))
        return s->under & sparrows_bid_bit(bid) ? "what is left of the old bid deck is drawn first"
                                                : "this bid is not in the bid deck";
    for (; place >= 0; place--)
        while (!sparrows_is_vacant(s, ++at))
            continue;
    sparrows_fill_place(s, at, bid);
    return NULL;
}

static bool read_drawn_bids(struct sparrows_state *s, struct reader *in)
{
    struct line_cards bids = {.few = "there are fewer bids than places to fill",
                              .many = "there are more bids than places to fill",
                              .read = sparrows_read_bid,
                              .take = take_bid};

    for (int i = 0; i < SPARROWS_ROW_SIZE; i++)
        bids.count += sparrows_is_vacant(s, i);
    if (!read_if(in, "{\"chance\":\"bids\",\"drawn\":"))
        return read_failed(in, "the face-up bids are filled up now");
    if (bids.count > 0 && read_if(in, "[]"))
        return read_failed(in, bids.few);
    if (!read_cards(in, s, &bids, 0))
        return false;
    sparrows_open_row(s);
    sparrows_clear_round(s);
    return read_literal(in, "}") && read_end(in);
}

static bool read_card(struct reader *in, int *card)
{
    int suit = 0, number = 0;

    while (suit < SPARROWS_SUITS && !read_if(in, (char[]){suit_letters[suit], '\0'}))
        suit++;
    if (suit == SPARROWS_SUITS)
        return read_failed(in, "a suit is expected here: S, P, E or C");
    if (!read_number(in, 1, SPARROWS_NUMBERS, &number))
        return false;
    *card = __builtin_ctzll(sparrows_card_bit(suit, number));
    return true;
}

enum { TO_HANDS, TO_TABLE };

/* A card must not have been dealt in this round. */
static const char *take_dealt(void *state, int list, int place, int card)
{
    struct sparrows_state *s = state;
    uint64_t bit = (uint64_t)1 << card;

    if (sparrows_cards_seen(s) & bit)
        return "this card has been dealt in this round";
    *(list == TO_HANDS ? &s->hand[place] : &s->table) |= bit;
    return NULL;
}

static bool read_cycle(struct sparrows_state *s, struct reader *in)
{
    const struct line_cards cards = {.count = s->players,
                                     .few = "there are fewer cards than players",
                                     .many = "there are more cards than players",
                                     .read = read_card,
                                     .take = take_dealt};
    int cycle = 0;

    if (!read_if(in, "{\"chance\":\"cycle\",\"k\":"))
        return read_failed(in, "the next cycle is dealt now");
    size_t at = in->at;
    if (!read_number(in, 1, SPARROWS_CYCLES, &cycle))
        return false;
    if (cycle != s->cycle + 1)
        return read_failed_at(in, at, "this is not the cycle that comes next");
    if (!read_literal(in, ",\"hands\":") || !read_cards(in, s, &cards, TO_HANDS) || !read_literal(in, ",\"table\":") ||
        !read_dealt(in, s, &cards, TO_TABLE, 0))
        return false;
    sparrows_begin_bidding(s);
    return read_literal(in, "}") && read_end(in);
}

bool sparrows_chance_read(struct sparrows_state *s, struct reader *in)
{
    int seat = 0;

    switch (s->phase) {
    case SPARROWS_PHASE_DEALER:
        if (!read_if(in, "{\"chance\":\"dealer\",\"seat\":"))
            return read_failed(in, "the dealer is drawn first");
        if (!read_number(in, 0, s->players - 1, &seat) || !read_literal(in, "}"))
            return false;
        s->dealer = (uint8_t)seat;
        s->phase = SPARROWS_PHASE_BIDS;
        return read_end(in);
    case SPARROWS_PHASE_RESHUFFLE:
        if (!read_if(in, "{\"chance\":\"bid-reshuffle\"}"))
            return read_failed(in, "the bid deck cannot fill the row: it is reshuffled first");
        sparrows_reshuffle(s);
        return read_end(in);
    case SPARROWS_PHASE_BIDS: return read_drawn_bids(s, in);
    default: return read_cycle(s, in);
    }
}

/* ---- JSON ---- */

/* The face-up bids, in their places, and who has claimed which. */
static void describe_row(const struct sparrows_state *s, struct writer *w)
{
    write_key_list(w, "bids");
    for (int i = 0; i < SPARROWS_ROW_SIZE && s->row[i] != SPARROWS_NO_BID; i++) {
        const struct sparrows_bid *bid = &sparrows_bids[s->row[i]];
        int holder = sparrows_holder(s, s->row[i]);
        write_object(w);
        write_key_text(w, "id", bid->id);
        write_key_text(w, "name", bid->name);
        write_key_text(w, "asks", bid->asks);
        write_key_number(w, "value", s->value[s->row[i]]);
        if (holder >= 0)
            write_key_number(w, "holder", holder);
        write_char(w, '}');
    }
    write_char(w, ']');
}

/* For a hand that the viewer sees: how far it is with each bid of the row. */
static void describe_progress(const struct sparrows_state *s, int seat, struct writer *w)
{
    write_key_list(w, "progress");
    for (int i = 0; i < SPARROWS_ROW_SIZE && s->row[i] != SPARROWS_NO_BID; i++) {
        uint64_t other = s->bid[seat] == s->row[i] ? sparrows_pool_part(s, seat) : s->table;
        struct sparrows_progress progress = sparrows_progress(s->row[i], s->hand[seat], other);
        write_object(w);
        write_key_number(w, "have", progress.have);
        write_key_number(w, "need", progress.need);
        write_char(w, '}');
    }
    write_char(w, ']');
}

static void describe_sealed(const struct sparrows_state *s, int seat, struct writer *w)
{
    char text[64];
    struct writer choice = write_into(text, sizeof text);

    if (!(s->chosen & seat_bit(seat)))
        return;
    if (s->hidden & seat_bit(seat))
        write_text(&choice, "hidden");
    else
        sparrows_action_text(s, seat, (uint16_t)(s->sealed[seat] - 1), &choice);
    write_key_text(w, "chosen", text);
}

static void describe_seat(const struct sparrows_state *s, int seat, const struct sparrows_score *score,
                          struct writer *w)
{
    write_object(w);
    write_key_number(w, "cards", s->cycle);
    if (!(s->hidden & seat_bit(seat))) {
        write_key_items_of(w, "hand", sparrows_card_text, s->hand[seat]);
        describe_progress(s, seat, w);
    }
    if (s->bid[seat] != SPARROWS_NO_BID) {
        write_key_text(w, "bid", sparrows_bids[s->bid[seat]].id);
        write_key_number(w, "token", s->token[seat]);
        if (s->bonus[seat] != SPARROWS_BONUS_NONE)
            write_key_text(w, "bonus", sparrows_bonuses[s->bonus[seat]].id);
        if (score) {
            write_key_flag(w, "achieved", score->bid);
            if (s->bonus[seat] != SPARROWS_BONUS_NONE)
                write_key_flag(w, "bonusAchieved", score->bonus);
        }
    }
    describe_sealed(s, seat, w);
    if (s->round > 0)
        write_key_number(w, "last", s->last[seat]);
    write_key_number(w, "points", s->total[seat]);
    write_char(w, '}');
}

/* An item of a list; the caller closes it. */
static void begin_bonus(struct writer *w, int bonus)
{
    write_object(w);
    write_key_text(w, "id", sparrows_bonuses[bonus].id);
    write_key_text(w, "name", sparrows_bonuses[bonus].name);
    write_key_number(w, "value", sparrows_bonuses[bonus].value);
}

static void describe_bonuses(const struct sparrows_state *s, struct writer *w)
{
    write_key_list(w, "bonuses");
    for (int bonus = 1; bonus < SPARROWS_BONUS_COUNT; bonus++) {
        begin_bonus(w, bonus);
        write_key_flag(w, "open", s->bonuses >> bonus & 1);
        write_char(w, '}');
    }
    write_char(w, ']');
}

const char *const sparrows_phases[] = {"dealer", "reshuffle", "bids", "cycle", "bid", "partner", "late", "over", NULL};

const struct game_key sparrows_keys[] = {
    {"phase", NULL},
    {"upgrades", "true: played with upgrades"},
    {"target", "points that end the game"},
    {"round", "rounds scored"},
    {"cycle", "cards dealt to each seat in this round"},
    {"dealer", "the seat that deals"},
    {"turn", "seats that owe a choice"},
    {"token", "the number on the token of the next bid; while bids are made"},
    {"bids", "the face-up bids, in their places:"},
    {"bids.id", "the id that actions use"},
    {"bids.name", "its name"},
    {"bids.asks", "what it asks for"},
    {"bids.value", "what it is worth"},
    {"bids.holder", "the seat that has claimed it, if one has"},
    {"bonuses", "with upgrades, the bonuses:"},
    {"bonuses.id", "the id that actions use"},
    {"bonuses.name", "its name"},
    {"bonuses.value", "what it is worth"},
    {"bonuses.open", "true: it is there to be taken"},
    {"partner", "the seat that was named for Match Together, if one was"},
    {"table", "cards on the table"},
    {"deck", "bids to be drawn, in no order"},
    {"discard", "bids claimed in rounds that are scored"},
    {"seats", "by seat:"},
    {"seats.cards", "cards in hand"},
    {"seats.hand", "those cards, where you may see them"},
    {"seats.progress", "of a hand that you see, by bid of the row:"},
    {"seats.progress.have", "cards that it has of those, or where hands are compared the number that counts"},
    {"seats.progress.need", "cards that the bid takes, 0 where hands are compared"},
    {"seats.bid", "the bid that the seat has claimed in this round or the one just scored, if any"},
    {"seats.token", "the number on its token"},
    {"seats.bonus", "its bonus, if it has one"},
    {"seats.achieved", "once the round is scored: whether its bid was met"},
    {"seats.bonusAchieved", "once the round is scored: whether its bonus was met"},
    {"seats.chosen", "the sealed choice as an action, hidden if you may not see it; missing before the choice"},
    {"seats.last", "points of the last round"},
    {"seats.points", "points so far"},
    {.path = NULL},
};

void sparrows_describe(const struct sparrows_state *s, struct writer *w)
{
    struct sparrows_score score[MAX_SEATS];
    bool scored = sparrows_scored(s);

    if (scored)
        sparrows_scores(s, score);
    write_char(w, '{');
    write_key_text(w, "phase", sparrows_phases[s->phase]);
    write_key_flag(w, "upgrades", s->upgrades);
    write_key_number(w, "target", s->target);
    write_key_number(w, "round", s->round);
    write_key_number(w, "cycle", s->cycle);
    write_key_number(w, "dealer", s->dealer);
    write_key_bits(w, "turn", sparrows_turn(s).seats);
    if (s->phase == SPARROWS_PHASE_BID || s->phase == SPARROWS_PHASE_LATE)
        write_key_number(w, "token", sparrows_token(s));
    describe_row(s, w);
    if (s->upgrades)
        describe_bonuses(s, w);
    if (s->partner)
        write_key_number(w, "partner", s->partner - 1);
    write_key_items_of(w, "table", sparrows_card_text, s->table);
    write_key_items_of(w, "deck", bid_text, s->deck | s->under);
    write_key_items_of(w, "discard", bid_text, s->discard);
    write_key_list(w, "seats");
    for (int seat = 0; seat < s->players; seat++)
        describe_seat(s, seat, scored ? &score[seat] : NULL, w);
    write_text(w, "]}");
}

/* ---- tables ---- */

/* Writes the sizes of the sets a bid asks for, largest first, or how many cards it asks for. */
static void write_sizes(struct writer *w, const struct sparrows_bid *bid)
{
    write_key_list(w, "sizes");
    for (int times = 4, written = 0; times >= 2 && bid->kind == SPARROWS_KIND_SETS; times--)
        for (int wanted = (int)(bid->parameter >> 16 * (times - 2) & 0xffff); written < wanted; written++) {
            write_item(w);
            write_number(w, times);
        }
    if (bid->kind == SPARROWS_KIND_STREET || bid->kind == SPARROWS_KIND_GROUP || bid->kind == SPARROWS_KIND_BAND)
        write_number(w, (int64_t)bid->parameter);
    write_char(w, ']');
}

static void write_bid(struct writer *w, const struct sparrows_bid *bid)
{
    static const char *const kinds[] = {
        [SPARROWS_KIND_SETS] = "sets",           [SPARROWS_KIND_STREET] = "street",
        [SPARROWS_KIND_GROUP] = "group",         [SPARROWS_KIND_BAND] = "band",
        [SPARROWS_KIND_HIGH] = "high",           [SPARROWS_KIND_LOW] = "low",
        [SPARROWS_KIND_MAJORITY] = "most",       [SPARROWS_KIND_HAND_SUITS] = "suits",
        [SPARROWS_KIND_DIFFERENT] = "different",
    };

    write_object(w);
    write_key_text(w, "id", bid->id);
    write_key_text(w, "name", bid->name);
    write_key_text(w, "asks", bid->asks);
    write_key_number(w, "value", bid->value);
    write_key_text(w, "kind", kinds[bid->kind]);
    write_sizes(w, bid);
    if (bid->kind == SPARROWS_KIND_MAJORITY) {
        write_key(w, "suit");
        write_json_string(w, &suit_letters[bid->parameter], 1);
    }
    write_char(w, '}');
}

void sparrows_write_lists(struct writer *w)
{
    write_letters(w, "suits", suit_letters);
    write_key_list(w, "bids");
    for (int bid = 0; bid < SPARROWS_BID_COUNT; bid++)
        write_bid(w, &sparrows_bids[bid]);
    write_char(w, ']');
    write_key_list(w, "bonuses");
    for (int bonus = 1; bonus < SPARROWS_BONUS_COUNT; bonus++) {
        begin_bonus(w, bonus);
        write_char(w, '}');
    }
    write_char(w, ']');
}
