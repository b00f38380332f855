/* Always a Bridesmaid, where a position cannot say it: imagine() brings up every
 * world that a view leaves open, all equally often, and no other. Worlds are
 * listed here the long way: every candidate is tried, and it is one if nothing
 * is wrong with it and it looks the same to the viewer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "rules/bridesmaid.h"

/* ---- playing ---- */

static void open_game(struct bridesmaid_state *s, int players)
{
    struct setup setup = {.players = players};
    assert_null(bridesmaid_start(s, &setup));
}

static void choose(struct bridesmaid_state *s, int seat, const char *text)
{
    struct reader in = read_from(text, strlen(text));
    uint16_t id = 0;

    assert_true(bridesmaid_turn(s).seats >> seat & 1);
    assert_true(bridesmaid_action_parse(s, seat, &in, &id));
    assert_null(bridesmaid_objection(s, seat, id));
    bridesmaid_apply(s, seat, id, NULL);
}

/* Makes the choices of seats 0, 1, … together; NULL for a seat that is not asked. */
static void choose_all(struct bridesmaid_state *s, const char *const *texts)
{
    for (int seat = 0, players = s->players; seat < players; seat++)
        if (texts[seat])
            choose(s, seat, texts[seat]);
}
#define ALL(s, ...) choose_all(s, (const char *const[MAX_SEATS]){__VA_ARGS__})

static void deal(struct bridesmaid_state *s, const char *line)
{
    struct reader in = read_from(line, strlen(line));
    assert_true(bridesmaid_chance_read(s, &in));
}

/* ---- worlds ---- */

enum { WORLDS = 1200, KEY = 6 };

/* What tells the worlds of a test apart. */
typedef void key_of(const struct bridesmaid_state *, uint16_t key[KEY]);

struct worlds {
    struct bridesmaid_state view;
    int viewer;
    key_of *key_of;
    uint16_t keys[WORLDS][KEY];
    int count;
    int seen[WORLDS];
};

static struct worlds worlds; /* too large for a stack */

static void begin_worlds(const struct bridesmaid_state *truth, int viewer, key_of *key)
{
    worlds = (struct worlds){.view = *truth, .viewer = viewer, .key_of = key};
    bridesmaid_redact(&worlds.view, viewer);
}

static int find_world(const struct bridesmaid_state *s)
{
    uint16_t key[KEY] = {0};

    worlds.key_of(s, key);
    for (int i = 0; i < worlds.count; i++)
        if (memcmp(worlds.keys[i], key, sizeof key) == 0)
            return i;
    return -1;
}

/* Adds a candidate if it is a world of this view. */
static void consider(const struct bridesmaid_state *candidate)
{
    struct bridesmaid_state seen = *candidate;

    if (bridesmaid_fault(candidate, OPEN))
        return;
    bridesmaid_redact(&seen, worlds.viewer);
    if (memcmp(&seen, &worlds.view, sizeof seen) != 0)
        return;
    assert_int_equal(find_world(candidate), -1);
    assert_true(worlds.count < WORLDS);
    worlds.key_of(candidate, worlds.keys[worlds.count++]);
}

/* Each world comes up, about as often as the others: within seven times the
 * spread that chance gives it. */
static void check_imagined(int expected_worlds)
{
    enum { EACH = 196 }; /* the spread is 14 */
    struct rng rng = rng_fast(1);

    assert_int_equal(worlds.count, expected_worlds);
    for (int i = 0; i < EACH * worlds.count; i++) {
        struct bridesmaid_state world = worlds.view;
        bridesmaid_imagine(&world, worlds.viewer, &rng);
        assert_null(bridesmaid_fault(&world, OPEN));
        int found = find_world(&world);
        assert_true(found >= 0);
        worlds.seen[found]++;
    }
    for (int i = 0; i < worlds.count; i++)
        assert_in_range(worlds.seen[i], EACH / 2, EACH * 3 / 2);
}

/* ---- hands, Reserves and cards set aside ---- */

static void key_of_seat_1(const struct bridesmaid_state *s, uint16_t key[KEY])
{
    key[0] = s->hand[1];
    key[1] = s->reserve[1];
    key[2] = s->aside[1];
    key[3] = s->sealed[1];
}

/* All hands, Reserves and cards aside that seat 1 might have. */
static void consider_cards_of_seat_1(const struct bridesmaid_state *truth)
{
    unsigned rest = BRIDESMAID_ALL_CARDS & ~(unsigned)(truth->played[1] | truth->displayed[1]);

    for (unsigned reserve = 0; reserve <= BRIDESMAID_ALL_CARDS; reserve++) {
        for (int aside = -1; aside < BRIDESMAID_ACCESSORIES; aside++) {
            struct bridesmaid_state candidate = *truth;
            unsigned apart = aside < 0 ? 0 : 1u << aside;
            candidate.reserve[1] = (uint16_t)reserve;
            candidate.aside[1] = (uint16_t)apart;
            candidate.hand[1] = (uint16_t)(rest & ~(reserve | apart));
            consider(&candidate);
        }
    }
}

static void a_first_reserve_may_be_any_five_cards(void **unused)
{
    struct bridesmaid_state s;

    (void)unused;
    open_game(&s, 3);
    ALL(&s, "reserve -5 -3 -2 0 1", "reserve -5 -3 -2 0 1", "reserve 2 3 5 6 8");
    begin_worlds(&s, 0, key_of_seat_1);
    consider_cards_of_seat_1(&s);
    check_imagined(462);
}

/* Ben has shown a 2, which went back to his hand, and set something aside: that
 * may be the 2. */
static void play_to_an_aside(struct bridesmaid_state *s)
{
    open_game(s, 4);
    ALL(s, "reserve -5 -3 -2 0 1", "reserve -5 -3 -2 0 1", "reserve -5 -3 -2 0 1", "reserve -5 -3 -2 0 1");
    ALL(s, "play 2", "play 3", "play 5", "play 6");
    ALL(s, "hold", "play 2", "hold", "hold");
    ALL(s, "aside none", NULL, "aside none", "aside none");
    ALL(s, "display 2 3", "display 3", NULL, NULL);
    ALL(s, "draw -2 0 1", "draw -2 0 1", "draw -2 0 1", "draw -2 0 1");
    assert_int_equal(s->known[1], 1 << 5);
    ALL(s, "play 5", "hold", "play 0", "play 0");
}

static void a_card_set_aside_may_be_one_that_was_seen(void **unused)
{
    struct bridesmaid_state s;

    (void)unused;
    play_to_an_aside(&s);
    ALL(&s, NULL, "aside 2");
    begin_worlds(&s, 0, key_of_seat_1);
    consider_cards_of_seat_1(&s);
    check_imagined(36 * 8); /* two of nine in the Reserve, one of the other eight aside */
}

/* All six cards of the first hand have been seen, so the Reserve is known too;
 * after the draw it is not. */
static void what_has_been_seen_is_not_in_the_reserve(void **unused)
{
    struct bridesmaid_state s;

    (void)unused;
    open_game(&s, 3);
    ALL(&s, "reserve -5 -3 -2 0 1", "reserve -5 -3 -2 0 1", "reserve -5 -3 -2 0 1");
    ALL(&s, "play 2", "play 2", "play 2");
    ALL(&s, "play 3", "play 3", "play 3");
    ALL(&s, "play 5", "play 5", "play 5");
    ALL(&s, "play 6", "play 6", "play 6");
    ALL(&s, "play 8", "play 8", "play 8");
    ALL(&s, "play 10", "play 10", "play 10");
    begin_worlds(&s, ONLOOKER, key_of_seat_1);
    consider_cards_of_seat_1(&s);
    check_imagined(1);
    ALL(&s, "hold", "hold", "hold");
    ALL(&s, "draw -2 0 1", "draw -2 0 1", "draw -2 0 1");
    begin_worlds(&s, ONLOOKER, key_of_seat_1);
    consider_cards_of_seat_1(&s);
    check_imagined(10);
}

/* In round 3 all hands are known, but not what has been chosen. */
static void a_sealed_choice_may_be_any_card_or_none(void **unused)
{
    struct bridesmaid_state s;

    (void)unused;
    open_game(&s, 3);
    ALL(&s, "reserve -5 -3 -2 0 1", "reserve -5 -3 -2 0 1", "reserve -5 -3 -2 0 1");
    for (int round = 0; round < 2; round++) {
        ALL(&s, "hold", "hold", "hold");
        ALL(&s, "aside none", "aside none", "aside none");
        if (round == 0)
            ALL(&s, "draw -2 0 1", "draw -2 0 1", "draw -2 0 1");
    }
    choose(&s, 1, "play 5");
    begin_worlds(&s, 2, key_of_seat_1);
    for (int card = 0; card <= BRIDESMAID_ACCESSORIES; card++) {
        struct bridesmaid_state candidate = s;
        candidate.sealed[1] = (uint16_t)(1u << card & BRIDESMAID_ALL_CARDS); /* past the last: HOLD BACK */
        consider(&candidate);
    }
    check_imagined(12);
}

/* ---- the Robot ---- */

static void key_of_robot(const struct bridesmaid_state *s, uint16_t key[KEY])
{
    key[0] = s->dealt[0];
    key[1] = s->dealt[1];
    key[2] = s->given[0];
    key[3] = s->given[1];
    key[4] = s->removed;
    for (int i = 0; i < BRIDESMAID_ROBOT_PILE_SIZE - 1; i++) /* which is the last follows from the rest */
        key[5] = (uint16_t)(key[5] * 13 + s->pile[i]);
}

/* All orders of the items from `first` on, each a candidate. */
static void permute(struct bridesmaid_state *s, uint8_t *items, int first, int count)
{
    if (first == count) {
        consider(s);
        return;
    }
    for (int i = first; i < count; i++) {
        uint8_t held = items[first];
        items[first] = items[i];
        items[i] = held;
        permute(s, items, first + 1, count);
        items[i] = items[first];
        items[first] = held;
    }
}

static bool has_count(unsigned cards, int count)
{
    return __builtin_popcount(cards) == count;
}

/* The pile that goes with a candidate's hand: what is face up as it is, the rest
 * in any order. */
static void consider_piles(const struct bridesmaid_state *candidate)
{
    struct bridesmaid_state s = *candidate;
    unsigned left = s.given[0] | s.given[1] | 1u << (BRIDESMAID_PILE_HOLD - 1);

    for (int i = 0; i < s.shown; i++) {
        if (!(left >> (s.pile[i] - 1) & 1))
            return;
        left &= ~(1u << (s.pile[i] - 1));
    }
    for (int i = s.shown; i < BRIDESMAID_ROBOT_PILE_SIZE; i++, left &= left - 1)
        s.pile[i] = (uint8_t)(__builtin_ctz(left) + 1);
    permute(&s, s.pile, s.shown, BRIDESMAID_ROBOT_PILE_SIZE);
}

/* Goes through all that a Robot might have been dealt and given; the hands of the seats in `hidden` are unknown. */
static void consider_robots(const struct bridesmaid_state *truth, uint8_t hidden)
{
    struct bridesmaid_state s = *truth;

    for (unsigned dealt = 0; dealt <= BRIDESMAID_ALL_CARDS; dealt++) {
        if (!has_count(dealt, BRIDESMAID_ROBOT_EACH) || (!(hidden & 1) && dealt != truth->dealt[0]))
            continue;
        for (unsigned out = BRIDESMAID_ALL_CARDS & ~dealt; out; out &= out - 1) {
            s.dealt[0] = (uint16_t)dealt;
            s.removed = (uint8_t)(__builtin_ctz(out) + 1);
            s.dealt[1] = (uint16_t)(BRIDESMAID_ALL_CARDS & ~(dealt | 1u << (s.removed - 1)));
            for (unsigned mine = dealt; mine; mine = (mine - 1) & dealt)
                for (unsigned theirs = s.dealt[1]; theirs; theirs = (theirs - 1) & s.dealt[1]) {
                    if (!has_count(mine, BRIDESMAID_ROBOT_GIVEN) || !has_count(theirs, BRIDESMAID_ROBOT_GIVEN))
                        continue;
                    s.given[0] = (uint16_t)mine;
                    s.given[1] = (uint16_t)theirs;
                    consider_piles(&s);
                }
        }
    }
}

static void play_to_robot(struct bridesmaid_state *s, const char *order)
{
    open_game(s, 2);
    ALL(s, "reserve -5 -3 -2 0 1", "reserve -5 -3 -2 0 1");
    deal(s, "{\"chance\":\"robot\",\"removed\":0,\"dealt\":[[3,-5,1,2,-3],[-2,5,6,8,10]]}");
    if (!order)
        return;
    ALL(s, "robot 1 3", "robot 5 8");
    deal(s, order);
}

static void a_player_knows_some_of_the_robot(void **unused)
{
    struct bridesmaid_state s;

    (void)unused;
    play_to_robot(&s, "{\"chance\":\"robot-order\",\"cards\":[5,3,\"hold\",1,8]}");
    ALL(&s, "play 2", "play 2");
    ALL(&s, "play 3", "play 3");
    begin_worlds(&s, 0, key_of_robot);
    consider_robots(&s, 2);
    check_imagined(5 * 4 * 6); /* the card removed, the other one given beside the 5, the order of three */
}

static void an_onlooker_knows_what_the_robot_has_shown(void **unused)
{
    struct bridesmaid_state s;

    (void)unused;
    play_to_robot(&s, "{\"chance\":\"robot-order\",\"cards\":[5,3,1,8,\"hold\"]}");
    ALL(&s, "play 2", "play 2");
    ALL(&s, "play 3", "play 3");
    ALL(&s, "play 5", "play 5");
    ALL(&s, "play 6", "play 6");
    begin_worlds(&s, ONLOOKER, key_of_robot);
    consider_robots(&s, 3);
    check_imagined(6 * 7 * 20); /* who gave which two, the card removed, who was dealt which three of six */
}

static void before_it_is_given_anything_six_cards_are_open(void **unused)
{
    struct bridesmaid_state s;

    (void)unused;
    play_to_robot(&s, NULL);
    begin_worlds(&s, 0, key_of_robot);
    for (unsigned out = BRIDESMAID_ALL_CARDS & ~(unsigned)s.dealt[0]; out; out &= out - 1) {
        struct bridesmaid_state candidate = s;
        candidate.removed = (uint8_t)(__builtin_ctz(out) + 1);
        candidate.dealt[1] = (uint16_t)(BRIDESMAID_ALL_CARDS & ~(s.dealt[0] | 1u << (candidate.removed - 1)));
        consider(&candidate);
    }
    check_imagined(6);
}

/* ---- actions ---- */

/* Each id has the cards that its notation names, no two of a kind the same, and
 * ids of a kind ascend as the cards do: so all sets are there. */
static void every_set_of_cards_has_its_id(void **unused)
{
    static const struct {
        int kinds, least, most;
    } expected[] = {
        [BRIDESMAID_MOVE_RESERVE] = {462, 5, 5}, [BRIDESMAID_MOVE_ROBOT] = {55, 2, 2},
        [BRIDESMAID_MOVE_DRAW] = {165, 3, 3},    [BRIDESMAID_MOVE_PLAY] = {11, 1, 1},
        [BRIDESMAID_MOVE_HOLD] = {1, 0, 0},      [BRIDESMAID_MOVE_ASIDE] = {11, 1, 1},
        [BRIDESMAID_MOVE_NONE] = {1, 0, 0},      [BRIDESMAID_MOVE_DISPLAY] = {11 + 55 + 165, 1, 3},
    };
    int found[BRIDESMAID_MOVE_DISPLAY + 1] = {0};
    struct bridesmaid_move last = {.kind = BRIDESMAID_MOVE_NONE};
    struct bridesmaid_state s;

    (void)unused;
    open_game(&s, 2);
    for (int id = 0; id < bridesmaid.max_actions; id++) {
        char text[64];
        struct writer w = write_into(text, sizeof text);
        uint16_t read = 0;
        struct bridesmaid_move move = bridesmaid_move((uint16_t)id);
        int count = __builtin_popcount(move.cards);
        found[move.kind]++;
        assert_in_range(count, expected[move.kind].least, expected[move.kind].most);
        if (move.kind == last.kind && count == __builtin_popcount(last.cards))
            assert_true(move.cards > last.cards);
        last = move;
        bridesmaid_action_text(&s, 0, (uint16_t)id, &w);
        struct reader in = read_from(text, w.length);
        assert_true(bridesmaid_action_parse(&s, 0, &in, &read));
        assert_int_equal(read, id);
    }
    for (int kind = 0; kind <= BRIDESMAID_MOVE_DISPLAY; kind++)
        assert_int_equal(found[kind], expected[kind].kinds);
}

/* The Robot's four Accessories may be worth more than all eleven together, 10 + 8 + 6 + 5: no view of
 * such a game may be called broken. */
static void the_robots_total_may_be_the_highest(void **unused)
{
    struct rng rng = rng_fast(29);
    int highest = 0;

    (void)unused;
    while (highest < 29) {
        struct bridesmaid_state s;
        open_game(&s, 2);
        for (struct turn turn = bridesmaid_turn(&s); turn.kind != TURN_OVER; turn = bridesmaid_turn(&s)) {
            uint16_t ids[LEGAL_SIZE];
            int seat = __builtin_ctz(turn.seats | 128u);
            if (turn.kind == TURN_CHANCE)
                bridesmaid_chance(&s, &rng);
            else
                bridesmaid_apply(&s, seat, ids[rng_below(&rng, (uint32_t)bridesmaid_legal(&s, seat, ids))], NULL);
            assert_null(bridesmaid_fault(&s, OPEN));
        }
        highest = s.last_total[BRIDESMAID_ROBOT] > highest ? s.last_total[BRIDESMAID_ROBOT] : highest;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_first_reserve_may_be_any_five_cards),
        cmocka_unit_test(a_card_set_aside_may_be_one_that_was_seen),
        cmocka_unit_test(what_has_been_seen_is_not_in_the_reserve),
        cmocka_unit_test(a_sealed_choice_may_be_any_card_or_none),
        cmocka_unit_test(a_player_knows_some_of_the_robot),
        cmocka_unit_test(an_onlooker_knows_what_the_robot_has_shown),
        cmocka_unit_test(before_it_is_given_anything_six_cards_are_open),
        cmocka_unit_test(every_set_of_cards_has_its_id),
        cmocka_unit_test(the_robots_total_may_be_the_highest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
