/* BANNISH: worlds and deals, counted. Two files of the rules are taken in
 * whole, so that both ways of dealing hidden hands can be tried, each by itself;
 * the rules of play are in tests/positions/bannish. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/bannish.c"
#include "rules/bannish_know.c"

enum { WORLDS_MAX = 4096 };

/* ---- small cases ---- */

/* A state in the middle of a round of three: hands of the others hidden, what
 * is in no hand out of the round. */
static struct bannish_state small_case(const char *const *hands, const uint8_t *lacks)
{
    struct bannish_state s;
    struct setup setup = {.players = 3};

    assert_null(bannish_start(&s, &setup));
    bannish_clear_round(&s, 0);
    uint64_t left = bannish_pile_counts(bannish_full_deck(3));
    for (int seat = 0; seat < 3; seat++) {
        struct reader in = read_from(hands[seat], strlen(hands[seat]));
        s.count[seat] = 0;
        s.lacks[seat] = lacks[seat];
        while (!read_at_end(&in)) {
            int card = 0;
            assert_true(bannish_read_card(&in, &card));
            read_if(&in, " ");
            s.hand[seat] = bannish_pile_add(s.hand[seat], card);
            s.count[seat]++;
            left -= bannish_pile_one(card);
        }
    }
    s.gone = bannish_pile_of_counts(left);
    s.last = (struct bannish_trick){.card = {1, 2, 3}, .count = 3, .winner = 1, .taken = 1}; /* there were some */
    assert_null(bannish_fault(&s, OPEN));
    return s;
}

/* Counts the worlds of a view: tries every way to deal the unseen cards, with copies
 * told apart, to the hidden hands, and counts how many ways lead to each world. */
struct worlds {
    struct bannish_state world[WORLDS_MAX];
    long ways[WORLDS_MAX], drawn[WORLDS_MAX];
    int count;
    long all;
};

static int world_index(struct worlds *w, const struct bannish_state *s)
{
    for (int i = 0; i < w->count; i++)
        if (bytes_equal(&w->world[i], s, sizeof *s))
            return i;
    return -1;
}

static void try_all(struct worlds *w, struct bannish_state *s, const struct bannish_state *view, const uint8_t *cards,
                    int left)
{
    if (left == 0) {
        int i = world_index(w, s);
        if (i < 0) {
            i = w->count++;
            assert_true(w->count <= WORLDS_MAX);
            w->world[i] = *s;
            w->ways[i] = w->drawn[i] = 0;
        }
        w->ways[i]++;
        w->all++;
        return;
    }
    for (int seat = 0; seat < s->players; seat++) {
        bool hidden = view->hidden >> seat & 1, full = bannish_pile_size(s->hand[seat]) == s->count[seat];
        if (!hidden || full || (view->lacks[seat] >> bannish_card_colour(cards[0]) & 1))
            continue;
        uint64_t before = s->hand[seat];
        s->hand[seat] = bannish_pile_add(before, cards[0]);
        try_all(w, s, view, cards + 1, left - 1);
        s->hand[seat] = before;
    }
}

static struct worlds *all_worlds(const struct bannish_state *view)
{
    struct worlds *w = calloc(1, sizeof *w);
    struct bannish_state s = *view;
    uint8_t cards[2 * BANNISH_CARDS];
    int left = 0;

    assert_non_null(w);
    for (int card = 0; card < BANNISH_CARDS; card++)
        for (int copy = 0; copy < 2 && card < view->players * BANNISH_NUMBERS; copy++) {
            int seen = bannish_pile_copies(view->gone, card) + bannish_pile_copies(view->table, card);
            for (int seat = 0; seat < view->players; seat++)
                seen += bannish_pile_copies(view->hand[seat], card) + bannish_pile_copies(view->taken[seat], card);
            if (copy < 2 - seen)
                cards[left++] = (uint8_t)card;
        }
    s.hidden = 0;
    try_all(w, &s, view, cards, left);
    return w;
}

typedef void imaginer(struct bannish_state *, int viewer, struct rng *);

static void imagine_card_by_card(struct bannish_state *s, int viewer, struct rng *rng)
{
    struct unseen u;

    (void)viewer;
    gather_unseen(s, &u);
    deal_card_by_card(s, &u, rng);
    s->hidden = 0;
}

/* Every world that there is comes up, and no other. */
static struct worlds *draw_worlds(const struct bannish_state *truth, int viewer, imaginer *draw, int draws_each)
{
    struct bannish_state view = *truth;
    struct rng rng = rng_fast(20);

    bannish_redact(&view, viewer);
    struct worlds *w = all_worlds(&view);
    for (int i = 0; i < draws_each * w->count; i++) {
        struct bannish_state s = view;
        draw(&s, viewer, &rng);
        int index = world_index(w, &s);
        assert_true(index >= 0);
        w->drawn[index]++;
    }
    for (int i = 0; i < w->count; i++)
        assert_true(w->drawn[i] > 0);
    return w;
}

/* … each as often as there are ways to it: within five standard deviations,
 * which the fixed seed keeps to. */
static void check_even(const struct bannish_state *truth, int viewer, int worlds)
{
    struct worlds *w = draw_worlds(truth, viewer, bannish_imagine, 2000);
    double draws = 2000.0 * w->count;

    assert_int_equal(w->count, worlds);
    for (int i = 0; i < w->count; i++) {
        double share = (double)w->ways[i] / (double)w->all, expected = draws * share;
        double off = (double)w->drawn[i] - expected;
        assert_true(off * off < 25 * expected * (1 - share) + 1);
    }
    free(w);
}

/* Seat 0 sees its hand; R, G and B cards are unseen and somebody lacks some. */
static const uint8_t none[3] = {0, 0, 0}, red[3] = {0, 1, 0}, red_and_green[3] = {0, 1, 2}, one_way[3] = {0, 3, 4};
static const char *const plain[3] = {"R1 R2", "G1 G2 B3", "R3 R4 B4"};
static const char *const twins[3] = {"R1 R2", "G1 G2 B3", "R3 R3 B3"};
static const char *const apart[3] = {"R1 R2", "G1 B1 B2 B3", "R3 R4 R5 B4"};
static const char *const forced[3] = {"R1 R2", "B3 B4", "R3 G4 G4"};

static void worlds_of_small_cases_are_even(void **state)
{
    (void)state;
    struct bannish_state s = small_case(plain, none);
    check_even(&s, 0, 20); /* three of six */
    s = small_case(plain, red);
    check_even(&s, 0, 4); /* R3 R4 are Cat's: one of the four others as well */
    s = small_case(twins, none);
    check_even(&s, 0, 10); /* of G1 G2 R3 R3 B3 B3: 1 copy of each pair and a green, or a pair and one more */
    s = small_case(apart, red_and_green);
    check_even(&s, 0, 4); /* Ben has no red, Cat no green: three blue cards of four are Ben's */
    s = small_case(forced, one_way);
    check_even(&s, 0, 1); /* nothing is left to guess */
}

/* An onlooker sees no hand at all: three hidden hands, two that lack a colour. */
static void worlds_of_an_onlooker_are_even(void **state)
{
    static const char *const hands[3] = {"R1 R2 G1", "G2 B1", "R3 B2"};
    static const uint8_t lacks[3] = {4, 1, 2};
    struct bannish_state s = small_case(hands, lacks), view = s;

    (void)state;
    bannish_redact(&view, ONLOOKER);
    struct worlds *w = all_worlds(&view);
    int count = w->count;
    free(w);
    assert_true(count > 5);
    check_even(&s, ONLOOKER, count);
}

static void dealing_card_by_card_leaves_no_world_out(void **state)
{
    static const struct {
        const char *const *hands;
        const uint8_t *lacks;
    } cases[] = {{plain, none}, {plain, red}, {twins, none}, {apart, red_and_green}, {forced, one_way}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int viewer = ONLOOKER; viewer < 3; viewer++) {
            struct bannish_state s = small_case(cases[i].hands, cases[i].lacks);
            free(draw_worlds(&s, viewer, imagine_card_by_card, 200));
        }
}

/* In whole games: what the fallback deals is consistent too. */
static void dealing_card_by_card_is_consistent_in_games(void **state)
{
    (void)state;
    for (int players = 3; players <= 5; players++)
        for (uint64_t seed = 0; seed < 10; seed++) {
            struct setup setup = {.players = players};
            struct rng rng = rng_fast(seed);
            struct bannish_state s;
            assert_null(bannish_start(&s, &setup));
            for (struct turn t; (t = bannish_turn(&s)).kind != TURN_OVER;) {
                uint16_t ids[LEGAL_SIZE];
                if (t.kind == TURN_CHANCE) {
                    bannish_chance(&s, &rng);
                    continue;
                }
                int viewer = (int)rng_below(&rng, (uint32_t)players + 1) - 1;
                struct bannish_state view = s, world;
                bannish_redact(&view, viewer);
                world = view;
                imagine_card_by_card(&world, viewer, &rng);
                assert_null(bannish_fault(&world, OPEN));
                bannish_redact(&world, viewer);
                assert_memory_equal(&world, &view, sizeof view);
                int count = bannish_legal(&s, s.mover, ids);
                bannish_apply(&s, s.mover, ids[rng_below(&rng, (uint32_t)count)], NULL);
            }
        }
}

/* A colour that a player could not follow is remembered until the round is over. */
static void a_colour_not_followed_stays_known(void **state)
{
    static const char *const hands[3] = {"R1 R2 B1", "G1 B3 B4", "R3 R4 G4"};
    struct bannish_state s = small_case(hands, none);
    struct rng rng = rng_fast(3);

    (void)state;
    bannish_apply(&s, 0, 0, NULL);                       /* play R1 */
    bannish_apply(&s, 1, 1 * BANNISH_NUMBERS + 0, NULL); /* play G1 */
    assert_int_equal(s.lacks[1], 1);
    bannish_apply(&s, 2, 2, NULL); /* play R3 */
    bannish_apply(&s, 2, BANNISH_ID_TAKE + 2, NULL);
    bannish_redact(&s, 0);
    for (int i = 0; i < 1000; i++) {
        struct bannish_state world = s;
        bannish_imagine(&world, 0, &rng);
        assert_int_equal(world.hand[1] & bannish_pile_colour(0), 0);
    }
}

/* ---- deals ---- */

/* Each of the sixty cards is as likely for each seat, and so is each pair of
 * copies to be together. */
static void deals_are_even(void **state)
{
    enum { DEALS = 20000 };

    (void)state;
    for (int players = 3; players <= 5; players++) {
        static long held[MAX_SEATS][BANNISH_CARDS], led[MAX_SEATS];
        struct setup setup = {.players = players};
        struct rng rng = rng_fast((uint64_t)players);
        long pairs = 0;
        memset(held, 0, sizeof held);
        memset(led, 0, sizeof led);
        for (int i = 0; i < DEALS; i++) {
            struct bannish_state s;
            assert_null(bannish_start(&s, &setup));
            bannish_chance(&s, &rng);
            led[s.chip]++;
            for (int seat = 0; seat < players; seat++) {
                assert_int_equal(bannish_pile_size(s.hand[seat]), BANNISH_HAND_SIZE);
                for (int card = 0; card < players * BANNISH_NUMBERS; card++) {
                    held[seat][card] += bannish_pile_copies(s.hand[seat], card);
                    pairs += bannish_pile_copies(s.hand[seat], card) == 2;
                }
            }
        }
        double expected = 2.0 * DEALS / players,
               together = (BANNISH_HAND_SIZE - 1.0) / (BANNISH_HAND_SIZE * players - 1.0);
        double tolerance = 5 * 5 * expected; /* five standard deviations at most */
        for (int seat = 0; seat < players; seat++) {
            double off = (double)led[seat] - (double)DEALS / players;
            assert_true(off * off < tolerance);
            for (int card = 0; card < players * BANNISH_NUMBERS; card++) {
                off = (double)held[seat][card] - expected;
                assert_true(off * off < tolerance);
            }
        }
        double all = (double)DEALS * players * BANNISH_NUMBERS, off = (double)pairs - all * together;
        assert_true(off * off < 25 * all * together);
    }
}

/* draw_four() gives each ordered choice of places equally often. */
static void four_places_are_drawn_evenly(void **state)
{
    enum { LEFT = 5, WAYS = LEFT * 4 * 3 * 2, DRAWS = 1000 };
    long drawn[WAYS] = {0};
    struct rng rng = rng_fast(44);

    (void)state;
    for (int i = 0; i < WAYS * DRAWS; i++) {
        uint32_t place[4];
        draw_four(&rng, LEFT, place);
        for (uint32_t k = 0; k < 4; k++)
            assert_true(place[k] < LEFT - k);
        drawn[((place[0] * 4 + place[1]) * 3 + place[2]) * 2 + place[3]]++;
    }
    for (int i = 0; i < WAYS; i++)
        assert_true(labs(drawn[i] - DRAWS) < 5 * 32); /* five standard deviations */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds_of_small_cases_are_even),
        cmocka_unit_test(worlds_of_an_onlooker_are_even),
        cmocka_unit_test(dealing_card_by_card_leaves_no_world_out),
        cmocka_unit_test(dealing_card_by_card_is_consistent_in_games),
        cmocka_unit_test(a_colour_not_followed_stays_known),
        cmocka_unit_test(deals_are_even),
        cmocka_unit_test(four_places_are_drawn_evenly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
