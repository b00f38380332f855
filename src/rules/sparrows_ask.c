/* What a front end asks about cards of Six of Sparrows (see ask() in rules/game.h):
 *
 *   plan two_pair S7 P7 / E7 E2   how far a hand is with a bid; after the slash the cards it is joined with
 *   share 140 3                   what a bid of this value is worth with this token
 *
 * A plan has a slot for every card that the bid asks for, in sets that belong together, with the card
 * that fills it and what it shows or asks for. */
#include "rules/sparrows.h"

#include "rules/bytes.h"

static const char suit_letters[] = "SPEC";

/* ---- reading ---- */

static bool read_card(struct reader *in, uint64_t *card)
{
    for (int suit = 0; suit < SPARROWS_SUITS; suit++) {
        char letter[] = {suit_letters[suit], '\0'};
        int number = 0;
        if (!read_if(in, letter))
            continue;
        if (!read_number(in, 1, SPARROWS_NUMBERS, &number))
            return false;
        *card = sparrows_card_bit(suit, number);
        return true;
    }
    return read_failed(in, "there is no such card");
}

/* Cards with a blank before each, as far as they go. */
static bool read_cards(struct reader *in, uint64_t *cards, uint64_t seen)
{
    while (!read_at_end(in) && in->text[in->at] == ' ' && !(in->at + 1 < in->length && in->text[in->at + 1] == '/')) {
        uint64_t card = 0;
        if (!read_literal(in, " ") || !read_card(in, &card))
            return false;
        if ((*cards | seen) & card)
            return read_failed(in, "this card is there twice");
        *cards |= card;
    }
    return true;
}

/* ---- slots ---- */

enum { ANY = -1 };

struct slot {
    int suit, number; /* that it shows or asks for, or ANY */
    uint64_t card;    /* that fills it, or 0 */
};

static void write_slot(struct writer *w, struct slot slot)
{
    write_object(w);
    if (slot.card) {
        char text[8];
        struct writer card = write_into(text, sizeof text);
        sparrows_write_cards(&card, slot.card);
        write_key_text(w, "card", text);
    }
    if (slot.number != ANY)
        write_key_number(w, "number", slot.number);
    if (slot.suit != ANY) {
        write_key(w, "suit");
        write_json_string(w, &suit_letters[slot.suit], 1);
    }
    write_char(w, '}');
}

static uint64_t number_cards(uint64_t cards, int number)
{
    return cards & (sparrows_card_bit(0, number) | sparrows_card_bit(1, number) | sparrows_card_bit(2, number) |
                    sparrows_card_bit(3, number));
}

static uint64_t suit_cards(uint64_t cards, int suit)
{
    return cards & ((uint64_t)0x3ff << 16 * suit);
}

static int count_cards(uint64_t cards)
{
    return __builtin_popcountll(cards);
}

/* Takes one out, of the hand if there is one. */
static uint64_t take_card(uint64_t *cards, uint64_t hand)
{
    uint64_t from = *cards & hand ? *cards & hand : *cards, card = from & (0 - from);

    *cards &= ~card;
    return card;
}

/* The number that is there most often, the higher first, of those not used. */
static int most_frequent(uint64_t pool, unsigned used)
{
    int best = 0;

    for (int number = SPARROWS_NUMBERS; number >= 1; number--) {
        int count = count_cards(number_cards(pool, number));
        if (!(used >> number & 1) && count > (best ? count_cards(number_cards(pool, best)) : 0))
            best = number;
    }
    return best;
}

static void write_set(struct writer *w, uint64_t hand, uint64_t pool, int number, int size)
{
    uint64_t cards = number ? number_cards(pool, number) : 0;

    write_item(w);
    write_char(w, '[');
    for (int i = 0; i < size; i++)
        write_slot(w, (struct slot){ANY, number ? number : ANY, cards ? take_card(&cards, hand) : 0});
    write_char(w, ']');
}

static void write_sets(struct writer *w, uint64_t parameter, uint64_t hand, uint64_t pool)
{
    unsigned used = 0;

    for (int size = SPARROWS_SUITS, written = 0; size >= 2; size--)
        for (int wanted = (int)(parameter >> 16 * (size - 2) & 0xffff); written < wanted; written++) {
            int number = most_frequent(pool, used);
            write_set(w, hand, pool, number, size);
            used |= 1u << number;
        }
}

/* How many numbers of a run are there. */
static int run_count(uint64_t cards, int first, int length)
{
    int count = 0;

    for (int number = first; number < first + length; number++)
        count += number_cards(cards, number) != 0;
    return count;
}

/* The run that these cards are closest to, the lowest first; of any suit, or of one. */
static void write_run(struct writer *w, uint64_t hand, uint64_t pool, int length, bool of_a_suit)
{
    int best_suit = of_a_suit ? 0 : ANY, best_first = 1, best = -1;

    for (int suit = 0; suit < (of_a_suit ? SPARROWS_SUITS : 1); suit++)
        for (int first = 1; first + length <= SPARROWS_NUMBERS + 1; first++) {
            int count = run_count(of_a_suit ? suit_cards(pool, suit) : pool, first, length);
            if (count > best) {
                best = count;
                best_first = first;
                best_suit = of_a_suit ? suit : ANY;
            }
        }
    uint64_t cards = of_a_suit ? suit_cards(pool, best_suit) : pool;
    write_char(w, '[');
    for (int number = best_first; number < best_first + length; number++) {
        uint64_t held = number_cards(cards, number);
        write_slot(w, (struct slot){best_suit, number, held ? take_card(&held, hand) : 0});
    }
    write_char(w, ']');
}

static void write_group(struct writer *w, uint64_t hand, uint64_t pool, int size)
{
    int best = 0;

    for (int suit = 1; suit < SPARROWS_SUITS; suit++)
        if (count_cards(suit_cards(pool, suit)) > count_cards(suit_cards(pool, best)))
            best = suit;
    uint64_t cards = suit_cards(pool, best);
    write_char(w, '[');
    for (int i = 0; i < size; i++)
        write_slot(w, (struct slot){best, ANY, cards ? take_card(&cards, hand) : 0});
    write_char(w, ']');
}

/* The highest or the lowest card of a hand. */
static void write_extreme(struct writer *w, uint64_t hand, int number)
{
    uint64_t cards = number ? number_cards(hand, number) : 0;

    write_char(w, '[');
    write_slot(w, (struct slot){ANY, number ? number : ANY, cards & (0 - cards)});
    write_char(w, ']');
}

static void write_majority(struct writer *w, uint64_t hand, int suit)
{
    write_char(w, '[');
    for (uint64_t cards = suit_cards(hand, suit); cards; cards &= cards - 1)
        write_slot(w, (struct slot){suit, ANY, cards & (0 - cards)});
    write_char(w, ']');
}

static void write_suits(struct writer *w, uint64_t hand, uint64_t other)
{
    write_char(w, '[');
    for (int suit = 0; suit < SPARROWS_SUITS; suit++) {
        uint64_t held = suit_cards(hand, suit);
        if (suit_cards(other, suit))
            write_slot(w, (struct slot){suit, ANY, held & (0 - held)});
    }
    write_char(w, ']');
}

static void write_different(struct writer *w, uint64_t hand)
{
    int written = 0;

    write_char(w, '[');
    for (int number = 1; number <= SPARROWS_NUMBERS; number++) {
        uint64_t held = number_cards(hand, number);
        if (held && written++ < SPARROWS_CYCLES)
            write_slot(w, (struct slot){ANY, number, held & (0 - held)});
    }
    while (written++ < SPARROWS_CYCLES)
        write_slot(w, (struct slot){ANY, ANY, 0});
    write_char(w, ']');
}

static void write_slots(struct writer *w, int bid, uint64_t hand, uint64_t other, int compared)
{
    const struct sparrows_bid *it = &sparrows_bids[bid];
    uint64_t pool = hand | other;
    int parameter = (int)it->parameter;

    write_key_list(w, "slots");
    switch (it->kind) {
    case SPARROWS_KIND_SETS: write_sets(w, it->parameter, hand, pool); break;
    case SPARROWS_KIND_STREET: write_run(w, hand, pool, parameter, false); break;
    case SPARROWS_KIND_GROUP: write_group(w, hand, pool, parameter); break;
    case SPARROWS_KIND_BAND: write_run(w, hand, pool, parameter, true); break;
    case SPARROWS_KIND_HAND_SUITS: write_suits(w, hand, other); break;
    case SPARROWS_KIND_DIFFERENT: write_different(w, hand); break;
    case SPARROWS_KIND_MAJORITY: write_majority(w, hand, parameter); break;
    default: write_extreme(w, hand, compared); break;
    }
    write_char(w, ']');
}

/* ---- the questions ---- */

/* Whether no cards to come can make a bid any more: those of the pool, or of the hand alone. */
static bool is_spoilt(int bid, uint64_t hand, uint64_t other, struct sparrows_progress progress)
{
    int kind = sparrows_bids[bid].kind, to_come = SPARROWS_CYCLES - count_cards(hand);

    if (kind != SPARROWS_KIND_HAND_SUITS && kind != SPARROWS_KIND_DIFFERENT)
        to_come += SPARROWS_CYCLES - count_cards(other);
    return progress.need - progress.have > to_come;
}

static bool answer_plan(struct reader *in, struct writer *w)
{
    uint64_t hand = 0, other = 0;
    int bid = 0;

    if (!sparrows_read_bid(in, &bid) || !read_cards(in, &hand, 0))
        return false;
    if (!read_at_end(in) && (!read_literal(in, " /") || !read_cards(in, &other, hand) || !read_end(in)))
        return false;
    if (count_cards(hand) > SPARROWS_CYCLES || count_cards(other) > SPARROWS_CYCLES)
        return read_failed(in, "there are too many cards");
    struct sparrows_progress progress = sparrows_progress(bid, hand, other);
    write_char(w, '{');
    write_key_number(w, "have", progress.have);
    write_key_number(w, "need", progress.need);
    write_key_flag(w, "spoilt", is_spoilt(bid, hand, other, progress));
    write_slots(w, bid, hand, other, progress.have);
    write_char(w, '}');
    return true;
}

static bool answer_share(struct reader *in, struct writer *w)
{
    enum { VALUES_MAX = 2 * SPARROWS_VALUE_MAX }; /* of a bid and its bonus */
    int value = 0, token = 0;

    if (!read_number(in, 0, VALUES_MAX, &value) || !read_literal(in, " ") ||
        !read_number(in, 1, SPARROWS_TOKEN_LATE, &token) || !read_end(in))
        return false;
    write_number(w, sparrows_share(value, token));
    return true;
}

bool sparrows_ask(struct reader *in, struct writer *w)
{
    if (read_if(in, "plan "))
        return answer_plan(in, w);
    if (read_if(in, "share "))
        return answer_share(in, w);
    return read_failed(in, "ask for a plan or a share");
}
