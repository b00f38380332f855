/* Six of Sparrows beside what positions can show: every bid on cards written by
 * hand, all bids against plain counting, worlds and deals that are counted, the
 * guard after 500 rounds, and the novice against chance. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "bots/bot.h"
#include "rules/sparrows.h"

/* ---- every bid, achieved and just missed ---- */

static uint64_t cards_of(const char *text)
{
    uint64_t cards = 0;

    for (struct reader in = read_from(text, strlen(text)); !read_at_end(&in);) {
        int suit = 0, number = 0;
        while (suit < SPARROWS_SUITS && !read_if(&in, (const char *[]){"S", "P", "E", "C"}[suit]))
            suit++;
        assert_true(suit < SPARROWS_SUITS && read_number(&in, 1, SPARROWS_NUMBERS, &number));
        read_if(&in, " ");
        assert_false(cards & sparrows_card_bit(suit, number));
        cards |= sparrows_card_bit(suit, number);
    }
    return cards;
}

static const struct judged {
    int bid;
    bool met;
    const char *hand, *table;
    const char *left, *right; /* the other hands, where they matter */
} judged[] = {
    {SPARROWS_BID_two_pair, true, "S1 P1 S2 P3 E5 C7", "E2 S4 P6 S8 E9 C10", "", ""},
    {SPARROWS_BID_two_pair, false, "S1 P1 S2 P3 E5 C7", "E1 S4 P6 S8 E9 C10", "", ""}, /* a trio is one pair */
    {SPARROWS_BID_three_pair, true, "S1 P1 S2 P3 E5 C7", "E2 S3 P6 S8 E9 C10", "", ""},
    {SPARROWS_BID_three_pair, false, "S1 P1 E1 C1 S2 P2", "S3 P4 E5 C6 S7 P8", "", ""}, /* a quatro is one pair */
    {SPARROWS_BID_one_trio, true, "S1 P1 S2 P3 E5 C7", "E1 S4 P6 S8 E9 C10", "", ""},
    {SPARROWS_BID_one_trio, false, "S1 P1 S2 P3 E5 C7", "E2 S3 P6 S8 E9 C10", "", ""},
    {SPARROWS_BID_two_trio, true, "S1 P1 S2 P2 E5 C7", "E1 E2 P6 S8 E9 C10", "", ""},
    {SPARROWS_BID_two_trio, false, "S1 P1 E1 C1 S2 P2", "S3 P4 E5 C6 S7 P8", "", ""},
    {SPARROWS_BID_three_trio, true, "S1 P1 S2 P2 S3 P3", "E1 E2 E3 S8 E9 C10", "", ""},
    {SPARROWS_BID_three_trio, false, "S1 P1 S2 P2 S3 P3", "E1 E2 S4 S8 E9 C10", "", ""},
    {SPARROWS_BID_one_quatro, true, "S1 P1 S2 P3 E5 C7", "E1 C1 S4 S8 E9 C10", "", ""},
    {SPARROWS_BID_one_quatro, false, "S1 P1 S2 P2 S3 P3", "E1 E2 E3 S8 E9 C10", "", ""},
    {SPARROWS_BID_two_quatro, true, "S1 P1 S2 P2 E5 C7", "E1 C1 E2 C2 S8 E9", "", ""},
    {SPARROWS_BID_two_quatro, false, "S1 P1 S2 P2 E5 C7", "E1 C1 E2 C3 S8 E9", "", ""},
    {SPARROWS_BID_straight_short, true, "S1 P1 S2 P5 E6 C6", "E3 S8 P8 E8 C10 S10", "", ""},
    {SPARROWS_BID_straight_short, false, "S1 P1 S2 P4 E5 C7", "E7 S8 P8 E10 C10 S10", "", ""},
    {SPARROWS_BID_straight_short, false, "S9 P9 S10 P10 E1 C1", "S1 P1 E9 E10 S4 P6", "",
     ""}, /* no wrap from 10 to 1 */
    {SPARROWS_BID_straight_mid, true, "S3 P4 S5 P1 E1 C1", "E6 C7 S1 S10 P10 E10", "", ""},
    {SPARROWS_BID_straight_mid, false, "S3 P4 S5 P1 E1 C1", "E6 C8 S1 S10 P10 E10", "", ""},
    {SPARROWS_BID_straight_long, true, "S1 S2 P3 P4 E5 C5", "E6 C7 S9 P9 E9 C9", "", ""},
    {SPARROWS_BID_straight_long, true, "S4 S5 P6 P7 E8 C9", "E10 C1 S1 P1 E1 C10", "", ""},
    {SPARROWS_BID_straight_long, false, "S1 S2 P3 P4 E5 C5", "E6 C8 S9 P9 E9 C9", "", ""},
    {SPARROWS_BID_flush_short, true, "S1 S2 P3 P4 E5 C5", "S6 S7 P9 E9 E10 C9", "", ""},
    {SPARROWS_BID_flush_short, false, "S1 S2 P3 P4 E5 C5", "S6 P7 E9 E10 C9 C10", "", ""},
    {SPARROWS_BID_flush_mid, true, "S1 S2 S3 P4 E5 C5", "S6 S7 P9 E9 E10 C9", "", ""},
    {SPARROWS_BID_flush_mid, false, "S1 S2 P3 P4 E5 C5", "S6 S7 P9 E9 E10 C9", "", ""},
    {SPARROWS_BID_flush_long, true, "C1 C2 C3 C4 P5 E6", "C7 C9 P8 E8 S1 S2", "",
     ""}, /* six are enough, seven not needed */
    {SPARROWS_BID_flush_long, false, "C1 C2 C3 C4 P5 E6", "C7 E9 P8 E8 S1 S2", "", ""},
    {SPARROWS_BID_full_house_regular, true, "S1 P1 S2 P3 E5 C7", "E1 E2 S4 S8 P9 C10", "", ""},
    {SPARROWS_BID_full_house_regular, true, "S1 P1 S2 P2 E5 C7", "E1 E2 P6 S8 E9 C10", "",
     ""}, /* the pair may be a trio */
    {SPARROWS_BID_full_house_regular, false, "S1 P1 S2 P3 E5 C7", "E1 C1 S4 S8 P9 C10", "", ""}, /* another number */
    {SPARROWS_BID_full_house_regular, false, "S1 P1 S2 P3 E5 C7", "E2 E3 S4 S8 P9 C10", "",
     ""}, /* three pairs, no trio */
    {SPARROWS_BID_full_house_medium, true, "S1 P1 S2 P3 E5 C7", "E1 E2 S3 S8 P9 C10", "", ""},
    {SPARROWS_BID_full_house_medium, false, "S1 P1 S2 P3 E5 C7", "E1 E2 S4 S8 P9 C10", "", ""},
    {SPARROWS_BID_full_house_long, true, "S1 P1 S2 P2 S3 P4", "E1 E2 P3 S4 P9 C10", "", ""},
    {SPARROWS_BID_full_house_long, false, "S1 P1 S2 P2 S3 P4", "E1 E2 P3 S5 P9 C10", "", ""},
    {SPARROWS_BID_full_house_long, false, "S1 P1 S2 P2 S3 P4", "E1 P3 S4 S6 P9 C10", "", ""}, /* one trio only */
    {SPARROWS_BID_full_house_extreme, true, "S1 P1 S2 P2 S3 P4", "E1 E2 P3 S4 S5 P5", "", ""},
    {SPARROWS_BID_full_house_extreme, false, "S1 P1 S2 P2 S3 P4", "E1 E2 P3 S4 S5 P6", "", ""},
    /* The number of cards in a row of one suit that the bid names is enough, and one fewer is not. */
    {SPARROWS_BID_straight_flush_short, true, "S1 S3 P2 P4 E6 C8", "S4 P6 P8 E8 E10 C10", "", ""},
    {SPARROWS_BID_straight_flush_short, false, "S1 S3 P2 P4 E6 C8", "S5 P6 P8 E8 E10 C10", "", ""},
    {SPARROWS_BID_straight_flush_mid, true, "S1 S3 S5 P2 E6 C8", "S4 P6 P8 E8 E10 C10", "", ""},
    {SPARROWS_BID_straight_flush_mid, false, "S1 S4 S5 P2 E6 C8", "S7 P6 P8 E8 E10 C10", "", ""},
    {SPARROWS_BID_straight_flush_mid, false, "S9 S10 P1 P2 E5 C5", "E7 C7 E3 C3 S5 P5", "",
     ""}, /* nor on in the next suit */
    {SPARROWS_BID_straight_flush_long, true, "S3 S5 S6 P2 E6 C8", "S4 P6 P8 E8 E10 C10", "", ""},
    {SPARROWS_BID_straight_flush_long, false, "S3 S5 S7 P2 E6 C8", "S4 P6 P8 E8 E10 C10", "", ""},
    {SPARROWS_BID_straight_flush_extreme, true, "S3 S5 S6 S7 E6 C8", "S4 P6 P8 E8 E10 C10", "", ""},
    {SPARROWS_BID_straight_flush_extreme, false, "S3 S5 S6 S8 E6 C8", "S4 P6 P8 E8 E10 C10", "", ""},
    /* Comparisons are with the other hands, never with the bidder's own hand or the table. */
    {SPARROWS_BID_high_card, true, "S1 S2 S3 S4 S5 S9", "P10 E10 C10 S10 P9 E9", "P1 P2 P3 P4 P5 P8",
     "E1 E2 E3 E4 E5 E7"},
    {SPARROWS_BID_high_card, false, "S1 S2 S3 S4 S5 S9", "P10 E10 C10 S10 P7 E8", "P1 P2 P3 P4 P5 P8",
     "E1 E2 E3 E4 E5 E9"},
    {SPARROWS_BID_high_card, false, "S1 S2 S3 S4 S5 S9", "P10 E7 C7 S7 P7 E8", "P1 P2 P3 P4 P5 P8",
     "E1 E2 E3 E4 E5 E10"},
    {SPARROWS_BID_low_card, true, "S2 S6 S7 S8 S9 S10", "S1 P1 E1 C1 P2 E2", "P3 P6 P7 P8 P9 P10",
     "E4 E6 E7 E8 E9 E10"},
    {SPARROWS_BID_low_card, false, "S2 S6 S7 S8 S9 S10", "S1 P1 E1 C1 P4 E3", "P3 P6 P7 P8 P9 P10",
     "E2 E6 E7 E8 E9 E10"},
    {SPARROWS_BID_low_card, false, "S2 S6 S7 S8 S9 S10", "S1 P4 E2 C1 P5 E3", "P1 P6 P7 P8 P9 P10",
     "E4 E6 E7 E8 E9 E10"},
    {SPARROWS_BID_majority_sparrows, true, "S1 S2 S3 P1 E1 C1", "S7 S8 S9 S10 P7 P8", "S4 S5 P2 P3 E2 E3",
     "S6 P4 P5 P6 E4 E5"},
    {SPARROWS_BID_majority_sparrows, false, "S1 S2 P9 P1 E1 C1", "S7 S8 S9 S10 P7 P8", "S4 S5 P2 P3 E2 E3",
     "S6 P4 P5 P6 E4 E5"},
    {SPARROWS_BID_majority_parrots, true, "P1 P2 P3 S1 E1 C1", "S7 S8 S9 S10 P7 P8", "S4 S5 P4 P5 E2 E3",
     "S6 P6 C5 C6 E4 E5"},
    {SPARROWS_BID_majority_parrots, false, "P1 P2 S2 S1 E1 C1", "S7 S8 S9 S10 P7 P8", "S4 S5 P4 P5 E2 E3",
     "S6 P6 C5 C6 E4 E5"},
    {SPARROWS_BID_majority_eagles, true, "E1 E2 E3 S1 P1 C1", "E7 E8 E9 E10 P7 P8", "S4 S5 E4 E5 P2 P3",
     "S6 E6 C5 C6 P4 P5"},
    {SPARROWS_BID_majority_eagles, false, "E1 S2 S3 S1 P1 C1", "E7 E8 E9 E10 P7 P8", "S4 S5 E4 E5 P2 P3",
     "S6 E6 C5 C6 P4 P5"},
    {SPARROWS_BID_majority_chickens, true, "C1 C2 C3 S1 P1 E1", "C7 C8 C9 C10 P7 P8", "S4 S5 C4 C5 P2 P3",
     "S6 C6 E5 E6 P4 P5"},
    {SPARROWS_BID_majority_chickens, false, "S2 S3 S7 S1 P1 E1", "C7 C8 C9 C10 P7 P8", "S4 S5 P6 E2 P2 P3",
     "S6 E4 E5 E6 P4 P5"},
    {SPARROWS_BID_flush_hand, true, "S1 S2 S3 P1 P2 P3", "S7 S8 S9 P7 P8 P9", "", ""},
    {SPARROWS_BID_flush_hand, true, "S1 S2 S3 P1 E2 C3", "C4 C5 C6 C7 C8 C9", "", ""},
    {SPARROWS_BID_flush_hand, false, "S1 S2 S3 P1 P2 P3", "S7 S8 S9 P7 P8 E9", "", ""},
    {SPARROWS_BID_no_duplicates, true, "S1 P2 E3 C4 S5 P10", "P1 E1 C1 S2 E2 C2", "", ""},
    {SPARROWS_BID_no_duplicates, false, "S1 P2 E3 C4 S5 P5", "P1 E1 C1 S2 E2 C2", "", ""},
};

static void every_bid_is_judged(void **unused)
{
    int met[SPARROWS_BID_COUNT] = {0}, missed[SPARROWS_BID_COUNT] = {0};

    (void)unused;
    for (size_t i = 0; i < sizeof judged / sizeof judged[0]; i++) {
        const struct judged *it = &judged[i];
        uint64_t hands[] = {cards_of(it->left), cards_of(it->hand), cards_of(it->right)}, table = cards_of(it->table);
        assert_int_equal(__builtin_popcountll(hands[1]), SPARROWS_CYCLES);
        assert_int_equal(__builtin_popcountll(table), SPARROWS_CYCLES);
        assert_false(hands[1] & table);
        if (sparrows_met(it->bid, hands, it->left[0] ? 3 : 2, 1, table) != it->met)
            fail_msg("%s with %s and %s is %s", sparrows_bids[it->bid].id, it->hand, it->table,
                     it->met ? "missed" : "met");
        (it->met ? met : missed)[it->bid]++;
    }
    for (int bid = 0; bid < SPARROWS_BID_COUNT; bid++)
        assert_true(met[bid] > 0 && missed[bid] > 0);
}

/* ---- all bids against plain counting ---- */

struct tally {
    int of_number[SPARROWS_NUMBERS + 1], of_suit[SPARROWS_SUITS], highest, lowest;
    bool has[SPARROWS_SUITS][SPARROWS_NUMBERS + 2];
};

static struct tally tally_of(uint64_t cards)
{
    struct tally t = {.lowest = SPARROWS_NUMBERS + 1};

    for (int suit = 0; suit < SPARROWS_SUITS; suit++)
        for (int number = 1; number <= SPARROWS_NUMBERS; number++)
            if (cards & sparrows_card_bit(suit, number)) {
                t.of_number[number]++;
                t.of_suit[suit]++;
                t.has[suit][number] = true;
            }
    for (int number = SPARROWS_NUMBERS; number >= 1; number--) {
        t.highest = t.of_number[number] && number > t.highest ? number : t.highest;
        t.lowest = t.of_number[number] ? number : t.lowest;
    }
    return t;
}

static int numbers_held(const struct tally *t, int times)
{
    int count = 0;
    for (int number = 1; number <= SPARROWS_NUMBERS; number++)
        count += t->of_number[number] >= times;
    return count;
}

/* The longest run of any suits (suit -1) or of one. */
static int longest_run(const struct tally *t, int suit)
{
    int run = 0, best = 0;
    for (int number = 1; number <= SPARROWS_NUMBERS; number++) {
        run = (suit < 0 ? t->of_number[number] > 0 : t->has[suit][number]) ? run + 1 : 0;
        best = run > best ? run : best;
    }
    return best;
}

static int best_of_suits(const struct tally *t, bool runs)
{
    int best = 0;
    for (int suit = 0; suit < SPARROWS_SUITS; suit++) {
        int is = runs ? longest_run(t, suit) : t->of_suit[suit];
        best = is > best ? is : best;
    }
    return best;
}

static bool counted(int bid, const uint64_t *hands, int players, int seat, uint64_t table)
{
    struct tally pool = tally_of(hands[seat] | table), hand = tally_of(hands[seat]), lying = tally_of(table);
    int c2 = numbers_held(&pool, 2), c3 = numbers_held(&pool, 3), c4 = numbers_held(&pool, 4);
    bool highest = true, lowest = true, most[SPARROWS_SUITS] = {true, true, true, true}, suits = true;

    for (int other = 0; other < players; other++) {
        struct tally theirs = tally_of(hands[other]);
        for (int suit = 0; suit < SPARROWS_SUITS && other != seat; suit++)
            most[suit] = most[suit] && hand.of_suit[suit] > theirs.of_suit[suit];
        highest = highest && (other == seat || hand.highest > theirs.highest);
        lowest = lowest && (other == seat || hand.lowest < theirs.lowest);
    }
    for (int suit = 0; suit < SPARROWS_SUITS; suit++)
        suits = suits && (lying.of_suit[suit] == 0 || hand.of_suit[suit] > 0);
    switch (bid) {
    case SPARROWS_BID_two_pair: return c2 >= 2;
    case SPARROWS_BID_three_pair: return c2 >= 3;
    case SPARROWS_BID_one_trio: return c3 >= 1;
    case SPARROWS_BID_two_trio: return c3 >= 2;
    case SPARROWS_BID_three_trio: return c3 >= 3;
    case SPARROWS_BID_one_quatro: return c4 >= 1;
    case SPARROWS_BID_two_quatro: return c4 >= 2;
    case SPARROWS_BID_straight_short: return longest_run(&pool, -1) >= 3;
    case SPARROWS_BID_straight_mid: return longest_run(&pool, -1) >= 5;
    case SPARROWS_BID_straight_long: return longest_run(&pool, -1) >= 7;
    case SPARROWS_BID_flush_short: return best_of_suits(&pool, false) >= 4;
    case SPARROWS_BID_flush_mid: return best_of_suits(&pool, false) >= 5;
    case SPARROWS_BID_flush_long: return best_of_suits(&pool, false) >= 6;
    case SPARROWS_BID_full_house_regular: return c3 >= 1 && c2 >= 2;
    case SPARROWS_BID_full_house_medium: return c3 >= 1 && c2 >= 3;
    case SPARROWS_BID_full_house_long: return c3 >= 2 && c2 >= 4;
    case SPARROWS_BID_full_house_extreme: return c3 >= 2 && c2 >= 5;
    case SPARROWS_BID_straight_flush_short: return best_of_suits(&pool, true) >= 2;
    case SPARROWS_BID_straight_flush_mid: return best_of_suits(&pool, true) >= 3;
    case SPARROWS_BID_straight_flush_long: return best_of_suits(&pool, true) >= 4;
    case SPARROWS_BID_straight_flush_extreme: return best_of_suits(&pool, true) >= 5;
    case SPARROWS_BID_high_card: return highest;
    case SPARROWS_BID_low_card: return lowest;
    case SPARROWS_BID_majority_sparrows: return most[0];
    case SPARROWS_BID_majority_parrots: return most[1];
    case SPARROWS_BID_majority_eagles: return most[2];
    case SPARROWS_BID_majority_chickens: return most[3];
    case SPARROWS_BID_flush_hand: return suits;
    case SPARROWS_BID_no_duplicates: return numbers_held(&hand, 2) == 0;
    default: fail(); return false;
    }
}

/* Deals all cards of a round with this number of players; the last entry is the table. */
static void deal_round(uint64_t *cards, int players, struct rng *rng)
{
    uint8_t deck[SPARROWS_CARDS];

    for (int i = 0; i < SPARROWS_CARDS; i++)
        deck[i] = (uint8_t)i;
    rng_shuffle(rng, deck, SPARROWS_CARDS);
    for (int i = 0; i < (players + 1) * SPARROWS_CYCLES; i++) {
        if (i % SPARROWS_CYCLES == 0)
            cards[i / SPARROWS_CYCLES] = 0;
        cards[i / SPARROWS_CYCLES] |= sparrows_card_bit(deck[i] / SPARROWS_NUMBERS, deck[i] % SPARROWS_NUMBERS + 1);
    }
}

static void all_bids_agree_with_plain_counting(void **unused)
{
    struct rng rng = rng_fast(17);
    int met[SPARROWS_BID_COUNT] = {0};

    (void)unused;
    for (int i = 0; i < 20000; i++) {
        uint64_t cards[MAX_SEATS + 1];
        int players = 2 + i % 4, seat = (int)rng_below(&rng, (uint32_t)players);
        deal_round(cards, players, &rng);
        for (int bid = 0; bid < SPARROWS_BID_COUNT; bid++) {
            bool is = sparrows_met(bid, cards, players, seat, cards[players]);
            if (is != counted(bid, cards, players, seat, cards[players]))
                fail_msg("%s is judged otherwise in deal %d", sparrows_bids[bid].id, i);
            met[bid] += is;
            struct sparrows_progress progress = sparrows_progress(bid, cards[seat], cards[players]);
            if (progress.need > 0)
                assert_int_equal(progress.have >= progress.need, is);
        }
    }
    for (int bid = 0; bid < SPARROWS_BID_COUNT; bid++) /* two quatros are the rarest, one deal in some hundreds */
        assert_true(met[bid] > 0 && met[bid] < 20000);
}

/* ---- worlds and deals, counted ---- */

/* A table of two, with these chance lines read and these choices made. */
static struct sparrows_state *play_to(struct state_buffer *buffer, const char *upgrades, const char *const *lines)
{
    struct sparrows_state *s = sparrows_state_in(state_in(buffer));

    assert_null(sparrows_start(s, &(struct setup){.players = 2, .value = {upgrades, "999999"}}));
    for (int i = 0; lines[i]; i++) {
        struct reader in = read_from(lines[i], strlen(lines[i]));
        if (sparrows_turn(s).kind == TURN_CHANCE) {
            assert_true(sparrows_chance_read(s, &in));
            continue;
        }
        uint16_t id;
        int seat = __builtin_ctz(sparrows_turn(s).seats);
        assert_true(sparrows_action_parse(s, seat, &in, &id) && !sparrows_objection(s, seat, id));
        sparrows_apply(s, seat, id, NULL);
    }
    return s;
}

#define OPENING                                                                                                        \
    "{\"chance\":\"dealer\",\"seat\":1}",                                                                              \
        "{\"chance\":\"bids\",\"drawn\":[\"two_pair\",\"one_trio\",\"high_card\",\"low_card\",\"flush_mid\",\"flush_"  \
        "hand\"]}",                                                                                                    \
        "{\"chance\":\"cycle\",\"k\":1,\"hands\":[\"S1\",\"P1\"],\"table\":\"E1\"}"

/* One hidden card and one sealed choice: 38 cards by 7 choices, all as likely. */
static void imagined_worlds_are_all_and_even(void **unused)
{
    enum { DRAWS = 266000, EACH = DRAWS / (38 * 7) };
    static int seen[4 * 16][7];
    struct state_buffer buffer, copy;
    struct sparrows_state *s = play_to(&buffer, "off", (const char *const[]){OPENING, "bid two_pair", NULL});
    struct rng rng = rng_fast(3);
    uint16_t ids[64];
    int kinds = 0;

    (void)unused;
    sparrows_redact(s, 1);
    assert_int_equal(sparrows_legal(s, 1, ids), 7);
    for (int i = 0; i < DRAWS; i++) {
        int choice = 0;
        memcpy(&copy, &buffer, sizeof copy);
        struct sparrows_state *world = sparrows_state_in(state_in(&copy));
        sparrows_imagine(world, 1, &rng);
        assert_int_equal(__builtin_popcountll(world->hand[0]), 1);
        while (choice < 7 && ids[choice] + 1 != world->sealed[0])
            choice++;
        assert_true(choice < 7);
        seen[__builtin_ctzll(world->hand[0])][choice]++;
    }
    for (int bit = 0; bit < 64; bit++)
        for (int choice = 0; choice < 7; choice++)
            if (seen[bit][choice]) {
                assert_in_range(seen[bit][choice], EACH * 8 / 10, EACH * 12 / 10);
                kinds++;
            }
    assert_int_equal(kinds, 38 * 7);
    assert_int_equal(seen[16][0] + seen[32][0], 0); /* P1 is in the viewer's hand, E1 on the table */
    assert_true(seen[0][0] > 0);                    /* S1 is the truth */
}

/* Two hidden cards: every pair of the unseen ones. */
static void imagined_hands_are_every_hand(void **unused)
{
    static uint8_t seen[64][64];
    struct state_buffer buffer, copy;
    struct sparrows_state *s = play_to(
        &buffer, "on",
        (const char *const[]){OPENING, "pass", "pass",
                              "{\"chance\":\"cycle\",\"k\":2,\"hands\":[\"S2\",\"P2\"],\"table\":\"E2\"}", NULL});
    struct rng rng = rng_fast(4);
    int kinds = 0;

    (void)unused;
    sparrows_redact(s, 0);
    for (int i = 0; i < 20000; i++) {
        memcpy(&copy, &buffer, sizeof copy);
        struct sparrows_state *world = sparrows_state_in(state_in(&copy));
        sparrows_imagine(world, 0, &rng);
        uint64_t hand = world->hand[1];
        int low = __builtin_ctzll(hand), high = 63 - __builtin_clzll(hand);
        assert_int_equal(__builtin_popcountll(hand), 2);
        kinds += !seen[low][high];
        seen[low][high] = 1;
    }
    assert_int_equal(kinds, 36 * 35 / 2);
}

/* The last cycle of five players: four cards of the forty stay in the box, and
 * every card is as likely to be dealt to a seat as the next. */
static void deals_are_even(void **unused)
{
    enum { ROUNDS = 20000 };
    static int last_card[SPARROWS_CARDS];
    struct rng rng = rng_fast(8);

    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        struct state_buffer buffer;
        struct sparrows_state *s = sparrows_state_in(state_in(&buffer));
        uint64_t before = 0;
        sparrows_start(s, &(struct setup){.players = 5, .value = {"off", "999999"}});
        while (s->cycle < SPARROWS_CYCLES) {
            before = s->table;
            if (sparrows_turn(s).kind == TURN_CHANCE)
                sparrows_chance(s, &rng);
            else
                sparrows_apply(s, __builtin_ctz(sparrows_turn(s).seats), 0, NULL);
        }
        int bit = __builtin_ctzll(s->table & ~before);
        last_card[bit / 16 * SPARROWS_NUMBERS + bit % 16]++;
    }
    for (int card = 0; card < SPARROWS_CARDS; card++)
        assert_in_range(last_card[card], ROUNDS / SPARROWS_CARDS * 75 / 100, ROUNDS / SPARROWS_CARDS * 125 / 100);
}

/* SP-7: nobody ever bids, and after 500 rounds all win with nothing. */
static void a_game_ends_after_500_rounds(void **unused)
{
    struct state_buffer buffer;
    struct sparrows_state *s = sparrows_state_in(state_in(&buffer));
    struct rng rng = rng_fast(2);
    struct result result;
    int last[MAX_SEATS];

    (void)unused;
    sparrows_start(s, &(struct setup){.players = 3, .value = {"off", "999999"}});
    while (sparrows_turn(s).kind != TURN_OVER) {
        assert_true(sparrows.rounds(state_in(&buffer), last) < 500);
        if (sparrows_turn(s).kind == TURN_CHANCE)
            sparrows_chance(s, &rng);
        else
            sparrows_apply(s, __builtin_ctz(sparrows_turn(s).seats), 0, NULL);
    }
    assert_int_equal(sparrows.rounds(state_in(&buffer), last), 500);
    sparrows_result(s, &result);
    assert_int_equal(result.winners, 7);
}

/* ---- the novice ---- */

/* Plays a game of one novice among random players; whether it has won. */
static bool novice_wins(int players, const char *upgrades, int novice, struct rng *rng)
{
    struct state_buffer buffer, view;
    struct sparrows_state *s = sparrows_state_in(state_in(&buffer));
    struct result result;

    sparrows_start(s, &(struct setup){.players = players, .value = {upgrades}});
    for (struct turn turn; (turn = sparrows_turn(s)).kind != TURN_OVER;) {
        if (turn.kind == TURN_CHANCE) {
            sparrows_chance(s, rng);
            continue;
        }
        int seat = __builtin_ctz(turn.seats);
        memcpy(&view, &buffer, sizeof view);
        sparrows.redact(state_in(&view), seat);
        const struct bot *bot = bot_by_name(seat == novice ? "novice" : "random");
        sparrows_apply(s, seat, bot_choose(bot, &sparrows, state_in(&view), seat, rng), NULL);
    }
    sparrows_result(s, &result);
    return result.winners >> novice & 1;
}

static void the_novice_beats_chance(void **unused)
{
    struct rng rng = rng_fast(6);
    int won = 0;

    (void)unused;
    for (int i = 0; i < 24; i++)
        won += novice_wins(2 + i % 4, i / 4 % 2 ? "on" : "off", i % 2, &rng);
    assert_in_range(won, 20, 24); /* it wins more than nine in ten */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bid_is_judged),
        cmocka_unit_test(all_bids_agree_with_plain_counting),
        cmocka_unit_test(imagined_worlds_are_all_and_even),
        cmocka_unit_test(imagined_hands_are_every_hand),
        cmocka_unit_test(deals_are_even),
        cmocka_unit_test(a_game_ends_after_500_rounds),
        cmocka_unit_test(the_novice_beats_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
