/* SCOUT, where a position cannot say it: what is drawn at random is even and
 * complete, and imagine() brings up every world that a view leaves open and no
 * other. Worlds are listed here the long way, by trying all of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "rules/scout.h"

/* Cards by number, {1,2} first and {9,10} last, as the rules count them. */
static int index_of(uint8_t card)
{
    int a = scout_card_up(card), b = scout_card_down(card), high = a > b ? a : b, low = a > b ? b : a;
    return (high - 1) * (high - 2) / 2 + low - 1;
}

static uint8_t card_number(int index)
{
    for (int high = 2; high <= SCOUT_NUMBERS; high++)
        for (int low = 1; low < high; low++)
            if (index_of(scout_card_of(low, high)) == index)
                return scout_card_of(low, high);
    fail();
    return 0;
}

static void open_game(struct scout_state *s, int players)
{
    struct setup setup = {.players = players};
    assert_null(scout_start(s, &setup));
}

static const int deck_of[MAX_SEATS + 1] = {0, 0, 44, 36, 44, 45}; /* SC-2, SC-20 */
static const int each_of[MAX_SEATS + 1] = {0, 0, 11, 12, 11, 9};

/* ---- deals ---- */

/* Adds the cards of all hands; none may be there twice. */
static uint64_t dealt_cards(const struct scout_state *s)
{
    uint64_t dealt = 0;

    for (int seat = 0; seat < s->players; seat++) {
        assert_int_equal(s->count[seat], each_of[s->players]);
        for (int i = 0; i < s->count[seat]; i++) {
            uint64_t bit = (uint64_t)1 << index_of(s->hand[seat][i]);
            assert_false(dealt & bit);
            dealt |= bit;
        }
    }
    return dealt;
}

/* SC-1, SC-2: with three or more players the whole deck is dealt and nothing
 * else; with two (SC-20) 22 cards of 44. */
static void deals_are_whole(void **unused)
{
    struct rng rng = rng_fast(1);

    (void)unused;
    for (int players = 2; players <= MAX_SEATS; players++)
        for (int i = 0; i < 200; i++) {
            struct scout_state s;
            open_game(&s, players);
            scout_chance(&s, &rng);
            uint64_t dealt = dealt_cards(&s), deck = ((uint64_t)1 << deck_of[players]) - 1;
            assert_true(players == 2 ? !(dealt & ~deck) : dealt == deck);
        }
}

/* SC-3: each card lies either way up as often, also together with the card next
 * to it. SC-6: each seat starts as often. All hold each card as often. */
static void deals_are_even(void **unused)
{
    enum { DEALS = 4000 };
    struct rng rng = rng_fast(2);

    (void)unused;
    for (int players = 2; players <= MAX_SEATS; players++) {
        int low_up[SCOUT_CARDS] = {0}, dealt[SCOUT_CARDS] = {0}, first_hand[SCOUT_CARDS] = {0}, starts[MAX_SEATS] = {0};
        int alike = 0, neighbours = 0;
        for (int i = 0; i < DEALS; i++) {
            struct scout_state s;
            open_game(&s, players);
            scout_chance(&s, &rng);
            starts[s.start]++;
            for (int seat = 0; seat < players; seat++)
                for (int k = 0; k < s.count[seat]; k++) {
                    uint8_t card = s.hand[seat][k];
                    bool low = scout_card_up(card) < scout_card_down(card);
                    dealt[index_of(card)]++;
                    low_up[index_of(card)] += low;
                    first_hand[index_of(card)] += seat == 0;
                    if (k > 0) {
                        uint8_t left = s.hand[seat][k - 1];
                        neighbours++;
                        alike += low == (scout_card_up(left) < scout_card_down(left));
                    }
                }
        }
        for (int seat = 0; seat < players; seat++)
            assert_in_range(starts[seat], DEALS / players - 160, DEALS / players + 160);
        for (int i = 0; i < deck_of[players]; i++) { /* five standard deviations */
            assert_in_range(low_up[i], dealt[i] / 2 - 160, dealt[i] / 2 + 160);
            int mine = DEALS * each_of[players] / deck_of[players];
            assert_in_range(first_hand[i], mine - 160, mine + 160);
        }
        assert_in_range(alike, neighbours / 2 - 1100, neighbours / 2 + 1100);
    }
}

/* Plays at random until a round has been scored. */
static void play_round(struct scout_state *s, struct rng *rng)
{
    static uint16_t ids[LEGAL_SIZE];
    int round = s->round;

    while (s->round == round) {
        struct turn turn = scout_turn(s);
        assert_int_equal(turn.kind, TURN_CHOICE);
        int seat = __builtin_ctz(turn.seats), count = scout_legal(s, seat, ids);
        scout_apply(s, seat, ids[rng_below(rng, (uint32_t)count)], NULL);
    }
}

/* SC-20: round 2 of the two-player game is drawn from the 22 cards that were not
 * dealt in round 1, whatever has become of those. */
static void two_players_see_every_card_once(void **unused)
{
    struct rng rng = rng_fast(3);

    (void)unused;
    for (int i = 0; i < 300; i++) {
        struct scout_state s;
        open_game(&s, 2);
        scout_chance(&s, &rng);
        uint64_t first = dealt_cards(&s);
        int start = s.start;
        play_round(&s, &rng);
        assert_int_equal(scout_turn(&s).kind, TURN_CHANCE);
        scout_chance(&s, &rng);
        uint64_t second = dealt_cards(&s);
        assert_false(first & second);
        assert_true((first | second) == ((uint64_t)1 << 44) - 1);
        assert_int_equal(s.start, 1 - start);
        play_round(&s, &rng);
        assert_int_equal(scout_turn(&s).kind, TURN_OVER);
    }
}

/* ---- small tables, laid by hand ---- */

static void lay_row(struct scout_state *s, int seat, const char *cards)
{
    struct reader in = read_from(cards, strlen(cards));

    while (!read_at_end(&in)) {
        int up = 0, down = 0;
        assert_true(read_number(&in, 1, SCOUT_NUMBERS, &up) && read_literal(&in, "/") &&
                    read_number(&in, 1, SCOUT_NUMBERS, &down));
        s->hand[seat][s->count[seat]++] = scout_card_of(up, down);
        read_if(&in, " ");
    }
}

/* A round in its last moves: these hands, this Prior Set of seat 0, seat 1 to move with `chips` chips; all other
 * cards are captured or, with two players, half of them spent. */
static void lay_table(struct scout_state *s, int players, const char *const *hands, const char *prior, int chips)
{
    open_game(s, players);
    lay_row(s, 0, prior); /* read as a hand, then moved to the table */
    memcpy(s->prior, s->hand[0], SCOUT_SET_SIZE);
    s->prior_count = s->count[0];
    memset(s->hand[0], 0, SCOUT_HAND_SIZE);
    s->count[0] = 0;
    memset(s->place, SCOUT_PLACE_CAPTURED, (size_t)deck_of[players]);
    int captured = deck_of[players] - s->prior_count;
    for (int i = 0; i < s->prior_count; i++)
        s->place[index_of(s->prior[i])] = SCOUT_PLACE_TABLE;
    for (int seat = 0; seat < players; seat++) {
        lay_row(s, seat, hands[seat]);
        captured -= s->count[seat];
        for (int i = 0; i < s->count[seat]; i++)
            s->place[index_of(s->hand[seat][i])] = SCOUT_PLACE_UNSEEN;
    }
    for (int i = 0, spent = 0; players == 2 && spent < 22; i++)
        if (s->place[i] == SCOUT_PLACE_CAPTURED) {
            s->place[i] = SCOUT_PLACE_SPENT;
            captured--;
            spent++;
        }
    s->captured[0] = (uint8_t)captured;
    s->chips[1] = (uint8_t)chips;
    s->phase = SCOUT_PHASE_TURN;
    s->mover = 1;
    s->round = players == 2;
    s->markers = (uint8_t)(players > 2 ? 0x1f >> (MAX_SEATS - players) : 0);
    assert_null(scout_fault(s, OPEN));
}

/* SC-19 with SC-22: stuck in the middle of turn 500 goes before the guard. */
static void stuck_on_turn_500_goes_first(void **unused)
{
    static const char *const hands[] = {"2/1 4/1", "3/2 6/2"};
    struct scout_state s;

    (void)unused;
    lay_table(&s, 2, hands, "9/1 9/2 9/3", 1);
    s.turns = SCOUT_TURNS_MAX - 1;
    struct reader in = read_from("scout left 1/9 at 1", 19);
    uint16_t id;
    assert_true(scout_action_parse(&s, 1, &in, &id));
    scout_apply(&s, 1, id, NULL);
    assert_int_equal(scout_turn(&s).kind, TURN_OVER);
    assert_int_equal(s.exempt, 1); /* seat 0 */
    assert_int_equal(s.last[0], s.captured[0]);
    assert_int_equal(s.last[1], -3);
}

/* SC-19 with SC-15: the Play of turn 500 that empties the hand. */
static void empty_hand_on_turn_500_is_told_as_such(void **unused)
{
    static const char *const hands[] = {"2/1 4/1", "3/2", "5/6"};
    struct scout_state s;
    struct facts told = {.count = 0};

    (void)unused;
    lay_table(&s, 3, hands, "1/9", 0);
    s.turns = SCOUT_TURNS_MAX - 1;
    struct reader in = read_from("play 1", 6);
    uint16_t id;
    assert_true(scout_action_parse(&s, 1, &in, &id));
    scout_apply(&s, 1, id, &told);
    assert_int_equal(s.round, 1);
    assert_int_equal(told.list[1].verb, SCOUT_ENDS);
    assert_int_equal(told.list[1].value[1], SCOUT_HOW_EMPTY);
    assert_int_equal(told.list[1].value[2], 1);
}

/* ---- worlds ---- */

enum { WORLDS_MAX = 4096 };

struct worlds {
    struct scout_state redacted; /* what the viewer knows */
    int viewer;
    int count;
    struct scout_state list[WORLDS_MAX];
    int seen[WORLDS_MAX];
};

static struct worlds worlds;

/* True if the mover of a true state has a Play, trying set by set (SC-7 to
 * SC-9). */
static bool mover_can_play(const struct scout_state *s)
{
    const uint8_t *hand = s->hand[s->mover];
    struct scout_rank prior = scout_rank(s->prior, s->prior_count);

    for (int first = 0; first < s->count[s->mover]; first++)
        for (int count = 1; first + count <= s->count[s->mover]; count++)
            if (scout_is_set(hand + first, count) && scout_stronger(scout_rank(hand + first, count), prior))
                return true;
    return false;
}

/* Whether there must be a Play: no Scout is possible (SC-13, SC-21). */
static bool must_play(const struct scout_state *s)
{
    return s->phase == SCOUT_PHASE_FINISH || (s->players == 2 && s->chips[s->mover] == 0);
}

/* Notes a filled world if it can be, and looks to the viewer like the true one. */
static void note_world(const struct scout_state *world)
{
    struct scout_state view = *world;

    if (must_play(world) && !mover_can_play(world))
        return;
    scout_redact(&view, worlds.viewer);
    if (scout_fault(world, OPEN) || memcmp(&view, &worlds.redacted, sizeof view) != 0)
        return;
    assert_true(worlds.count < WORLDS_MAX);
    worlds.list[worlds.count++] = *world;
}

/* Fills the hidden places from (seat, place) on with all the cards there are. */
static void fill_from(struct scout_state *world, int seat, int place, const uint8_t *cards, int count, uint32_t used)
{
    while (seat < world->players && (seat == worlds.viewer || place == world->count[seat])) {
        seat++;
        place = 0;
    }
    if (seat == world->players) {
        note_world(world);
        return;
    }
    for (int i = 0; i < count; i++) {
        if (used >> i & 1)
            continue;
        for (int turned = 0; turned < 2; turned++) {
            world->hand[seat][place] = turned ? scout_card_turned(cards[i]) : cards[i];
            fill_from(world, seat, place + 1, cards, count, used | 1u << i);
        }
    }
    world->hand[seat][place] = 0;
}

/* Lists the worlds that a viewer of this true state cannot tell apart. */
static void list_worlds(const struct scout_state *s, int viewer)
{
    uint8_t cards[16];
    int count = 0;
    struct scout_state world = *s;

    memset(&worlds, 0, sizeof worlds);
    worlds.viewer = viewer;
    worlds.redacted = *s;
    scout_redact(&worlds.redacted, viewer);
    for (int seat = 0; seat < s->players; seat++)
        for (int i = 0; seat != viewer && i < s->count[seat]; i++) {
            cards[count++] = card_number(index_of(s->hand[seat][i]));
            world.hand[seat][i] = 0;
        }
    fill_from(&world, 0, 0, cards, count, 0);
}

/* Imagines many worlds: each must be on the list, and all of the list must come
 * up. If even, all about as often. */
static void imagine_all(int draws, bool even)
{
    struct rng rng = rng_fast(7);

    for (int i = 0; i < draws; i++) {
        struct scout_state world = worlds.redacted;
        scout_imagine(&world, worlds.viewer, &rng);
        int k = 0;
        while (k < worlds.count && memcmp(&worlds.list[k], &world, sizeof world) != 0)
            k++;
        assert_true(k < worlds.count);
        worlds.seen[k]++;
    }
    double chi = 0, mean = (double)draws / worlds.count;
    for (int k = 0; k < worlds.count; k++) {
        assert_true(worlds.seen[k] > 0);
        chi += (worlds.seen[k] - mean) * (worlds.seen[k] - mean) / mean;
    }
    double over = chi - worlds.count; /* a variance of twice the count: six standard deviations */
    if (even && over > 0)
        assert_true(over * over < 36 * 2 * worlds.count);
}

/* Near the end of a round: three cards nobody has seen, two here and one there. */
static void all_deals_of_unseen_cards_come_up(void **unused)
{
    static const char *const hands[] = {"9/8 2/7", "1/2 5/3", "4/6"};
    struct scout_state s;

    (void)unused;
    lay_table(&s, 3, hands, "3/1", 0);
    list_worlds(&s, 0);
    assert_int_equal(worlds.count, 3 * 2 * 1 * 8); /* who holds what and where, and each card either way up */
    imagine_all(48 * 400, true);
}

/* SC-14: a scouted card is known to be in a hand, but not where or which way up. */
static void a_known_card_stays_in_its_hand(void **unused)
{
    static const char *const hands[] = {"9/8 2/7", "1/2 5/3", "4/6"};
    struct scout_state s;

    (void)unused;
    lay_table(&s, 3, hands, "3/1", 0);
    s.place[index_of(scout_card_of(1, 2))] = SCOUT_PLACE_HAND + 1;
    list_worlds(&s, 0);
    assert_int_equal(worlds.count, 2 * 2 * 8);
    imagine_all(32 * 400, true);
    list_worlds(&s, 1); /* its holder knows more than that, and of others' hands nothing new */
    assert_int_equal(worlds.count, 6 * 8);
    imagine_all(48 * 400, true);
}

/* SC-5: a choice that is sealed may have been either. */
static void a_sealed_flip_may_be_either(void **unused)
{
    static const char *const hands[] = {"9/8 2/7", "1/2", "4/6"};
    struct scout_state s, world;
    struct rng rng = rng_fast(8);
    int flipped = 0;

    (void)unused;
    lay_table(&s, 3, hands, "", 0);
    s.phase = SCOUT_PHASE_ROTATE;
    s.chosen = 3;
    s.flips = 2;
    scout_redact(&s, 0);
    assert_int_equal(s.flips, 0);
    for (int i = 0; i < 1000; i++) {
        world = s;
        scout_imagine(&world, 0, &rng);
        assert_int_equal(world.flips & ~2, 0); /* seat 0 kept, seat 2 has not chosen */
        flipped += world.flips == 2;
    }
    assert_in_range(flipped, 400, 600);
}

/* SC-13: a player who owes the Play of a Double Action has one, here with the scouted
 * card or without it. */
static void a_double_action_can_be_finished(void **unused)
{
    static const char *const hands[] = {"9/8 2/7", "1/2 5/3 2/4", "4/6"};
    struct scout_state s;

    (void)unused;
    lay_table(&s, 3, hands, "3/1 3/2", 0);
    s.phase = SCOUT_PHASE_FINISH;
    s.place[index_of(scout_card_of(1, 2))] = SCOUT_PLACE_HAND + 1;
    s.markers = 5;
    list_worlds(&s, 0);
    assert_in_range(worlds.count, 8, 3 * 6 * 16 - 1); /* fewer than all deals */
    imagine_all(worlds.count * 300, true);
}

/* SC-22: a player without chips who is asked has a Play. Here it takes all seven
 * cards in one row, rising or falling, which hardly any deal has: so the worlds
 * are made around a set that was drawn first. */
static void a_rare_play_is_found(void **unused)
{
    static const char *const hands[] = {"9/8 2/3", "1/8 2/9 3/10 4/1 5/1 6/1 7/1"};
    struct scout_state s;

    (void)unused;
    lay_table(&s, 2, hands, "10/1 10/2 10/4 10/5 10/6 10/7", 0);
    list_worlds(&s, 0);
    assert_int_equal(worlds.count, 2 * 4); /* from 1, 2, 3 or 4 on; of 7! orders, 2^7 ways up */
    imagine_all(worlds.count * 100, false);
}

/* Six cards of seven are needed. Of the two that have a 3 one is known to be
 * there; either may be in the set, and the other at either end of the row. */
static void a_rare_play_is_found_with_or_without_a_known_card(void **unused)
{
    static const char *const hands[] = {"9/8 2/3", "3/9 1/8 2/9 3/10 4/1 5/1 6/1"};
    struct scout_state s;

    (void)unused;
    lay_table(&s, 2, hands, "10/1 10/2 10/4 10/5 10/6", 0);
    s.place[index_of(scout_card_of(3, 10))] = SCOUT_PLACE_HAND + 1;
    list_worlds(&s, 0);
    assert_int_equal(worlds.count, 2 * 2 * 2 * 2); /* rising or falling, which 3, which end, which way up */
    imagine_all(worlds.count * 100, false);
}

/* Sets of the length of the Prior Set as well as longer ones. */
static void plays_of_both_lengths_are_found(void **unused)
{
    static const char *const hands[] = {"9/8 2/7", "1/6 2/8 3/10 4/7 5/9"};
    struct scout_state s;

    (void)unused;
    lay_table(&s, 2, hands, "8/1 7/3 6/4 5/2", 0);
    s.place[index_of(scout_card_of(3, 10))] = SCOUT_PLACE_HAND + 1;
    list_worlds(&s, 0);
    assert_in_range(worlds.count, 8, 3840 / 60);
    imagine_all(worlds.count * 200, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deals_are_whole),
        cmocka_unit_test(deals_are_even),
        cmocka_unit_test(two_players_see_every_card_once),
        cmocka_unit_test(stuck_on_turn_500_goes_first),
        cmocka_unit_test(empty_hand_on_turn_500_is_told_as_such),
        cmocka_unit_test(all_deals_of_unseen_cards_come_up),
        cmocka_unit_test(a_known_card_stays_in_its_hand),
        cmocka_unit_test(a_sealed_flip_may_be_either),
        cmocka_unit_test(a_double_action_can_be_finished),
        cmocka_unit_test(a_rare_play_is_found),
        cmocka_unit_test(a_rare_play_is_found_with_or_without_a_known_card),
        cmocka_unit_test(plays_of_both_lengths_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
