/* The bots: every level, every game, every number of players and option, with
 * budgets so small that this is quick. That hidden cards make no difference is a
 * law (tests/laws.c) and looked at here more closely for the search. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bots/hint.h"
#include "bots/search.h"
#include "support/tables.h"
#include "support/variants.h"

/* ---- positions: what a seat that owes a choice knows in some random game ---- */

struct position {
    const struct game *game;
    struct state_buffer view;
    int seat, players;
};

typedef void visitor(const struct position *, struct rng *);

/* Visits one decision in `one_in` of a random game. */
static void visit_game(const struct game *game, const struct setup *setup, uint32_t one_in, visitor *visit)
{
    struct state_buffer buffer;
    struct state *s = state_in(&buffer);
    struct rng rng = rng_fast((uint64_t)setup->players);

    memset(&buffer, 0, sizeof buffer);
    if (game->start(s, setup))
        return; /* a value of an option that is not for this number of players */
    for (struct turn turn; (turn = game->turn(s)).kind != TURN_OVER;) {
        if (turn.kind == TURN_CHANCE) {
            game->chance(s, &rng);
            continue;
        }
        struct position position = {.game = game, .seat = __builtin_ctz(turn.seats), .players = setup->players};
        uint16_t legal[LEGAL_SIZE];
        int count = game->legal(s, position.seat, legal);
        if (count > 1 && rng_below(&rng, one_in) == 0) {
            position.view = buffer;
            game->redact(state_in(&position.view), position.seat);
            visit(&position, &rng);
        }
        game->apply(s, position.seat, legal[rng_below(&rng, (uint32_t)count)], NULL);
    }
}

static visitor *visiting;
static uint32_t visiting_one_in;

static void visit_variant(const struct game *game, const struct setup *setup)
{
    visit_game(game, setup, visiting_one_in * (uint32_t)test_stride(), visiting);
}

static void visit_all(visitor *visit, uint32_t one_in)
{
    visiting = visit;
    visiting_one_in = one_in;
    for (int i = 0; games[i]; i++)
        for_every_variant_of(games[i], visit_variant);
    for_every_variant_of(&template_game, visit_variant); /* it has no bot of its own */
}

static uint16_t think(const struct bot *bot, const struct position *p, struct bot_budget budget, uint64_t seed)
{
    struct state_buffer view = p->view;
    struct bot_mind mind = {.rng = rng_fast(seed)};

    return bot_think(bot, p->game, state_in(&view), p->seat, NULL, budget, &mind);
}

static bool is_legal(const struct position *p, uint16_t id)
{
    struct state_buffer view = p->view;
    return p->game->objection(state_in(&view), p->seat, id) == NULL;
}

/* ---- tests ---- */

static void check_levels(const struct position *p, struct rng *rng)
{
    uint64_t seed = rng_word(rng);

    for (int i = 0; bots[i]; i++) {
        struct bot_budget budget = {.simulations = 20 + 10 * i};
        uint16_t id = think(bots[i], p, budget, seed);
        assert_true(is_legal(p, id));
        assert_int_equal(id, think(bots[i], p, budget, seed)); /* the same again */
        budget.threads = 2;
        uint16_t together = think(bots[i], p, budget, seed);
        assert_true(is_legal(p, together));
        if (thinker_of(p->game)->widening == 0) /* else each thread learns by itself */
            assert_int_equal(id, together);
    }
}

static void every_level_answers_legally_and_again_the_same(void **unused)
{
    (void)unused;
    visit_all(check_levels, 60);
}

/* Replaces everything hidden with something else: no value of any action may change,
 * to the last digit. */
static void check_hidden(const struct position *p, struct rng *rng)
{
    struct state_buffer views[2] = {p->view, p->view};
    struct search_report reports[2];
    uint64_t seed = rng_word(rng);

    p->game->imagine(state_in(&views[1]), p->seat, rng);
    p->game->redact(state_in(&views[1]), p->seat);
    memset(reports, 0, sizeof reports);
    for (int i = 0; i < 2; i++) {
        uint16_t legal[LEGAL_SIZE];
        struct rng own = rng_fast(seed);
        struct bot_view view = {.game = p->game,
                                .state = state_in(&views[i]),
                                .seat = p->seat,
                                .legal = legal,
                                .budget = {.simulations = 60}};
        view.count = p->game->legal(view.state, p->seat, legal);
        search(&view, &own, &reports[i]);
    }
    assert_true(reports[0].simulations > 0);
    assert_int_equal(reports[0].count, reports[1].count);
    for (int i = 0; i < reports[0].count; i++) {
        assert_int_equal(reports[0].lines[i].id, reports[1].lines[i].id);
        assert_int_equal(reports[0].lines[i].worlds, reports[1].lines[i].worlds);
        assert_true(reports[0].lines[i].value == reports[1].lines[i].value);
        assert_true(reports[0].lines[i].value >= 0 && reports[0].lines[i].value <= 1);
    }
}

static void what_is_hidden_changes_no_value(void **unused)
{
    (void)unused;
    visit_all(check_hidden, 60);
}

/* ---- comparing, and looking out ---- */

static struct search_comparison compare(const struct position *p, uint16_t first, uint16_t second, uint64_t seed)
{
    struct state_buffer buffer = p->view;
    struct rng rng = rng_fast(seed);
    struct bot_view view = {
        .game = p->game, .state = state_in(&buffer), .seat = p->seat, .budget = {.simulations = 40}};
    struct search_comparison out;

    search_compare(&view, (const uint16_t[]){first, second}, &rng, &out);
    return out;
}

static void check_comparison(const struct position *p, struct rng *rng)
{
    struct state_buffer view = p->view;
    uint16_t legal[LEGAL_SIZE];
    uint64_t seed = rng_word(rng);
    int last = p->game->legal(state_in(&view), p->seat, legal) - 1;
    struct search_comparison same = compare(p, legal[0], legal[0], seed);
    struct search_comparison one = compare(p, legal[0], legal[last], seed),
                             other = compare(p, legal[last], legal[0], seed);

    assert_int_equal(same.worlds, 20);
    assert_true(same.gain == 0 && same.error == 0);
    assert_true(one.gain == -other.gain && one.error == other.error && one.error >= 0);
    assert_true(one.value[0] == other.value[1] && one.value[1] == other.value[0]);
}

static void actions_are_compared_in_the_same_worlds(void **unused)
{
    (void)unused;
    visit_all(check_comparison, 60);
}

static void check_outlook(const struct position *p, struct rng *rng)
{
    struct state_buffer buffer = p->view;
    struct bot_view round = {.game = p->game, .state = state_in(&buffer), .budget = {.simulations = 10}};
    double chances[MAX_SEATS], sum = 0;

    p->game->imagine(state_in(&buffer), p->seat, rng);
    assert_true(search_outlook(&round, state_in(&buffer), p->players, rng, chances));
    for (int seat = 0; seat < p->players; seat++) {
        assert_true(chances[seat] >= 0 && chances[seat] <= 1);
        sum += chances[seat];
    }
    assert_true(sum > 0.999999 && sum < 1.000001);
}

static void all_seats_share_one_win(void **unused)
{
    (void)unused;
    visit_all(check_outlook, 60);
}

/* ---- stopping ---- */

struct patience {
    int asked, most;
};

static bool out_of_patience(void *stopper)
{
    struct patience *patience = stopper;
    return ++patience->asked > patience->most;
}

static void check_stop(const struct position *p, struct rng *rng)
{
    const struct bot *club = bot_by_name("club");

    for (int most = 0; most < 50; most += 49)
        for (int threads = 1; threads <= 2; threads++) {
            struct patience patience = {.most = most};
            struct bot_budget budget = {
                .simulations = BOT_ENDLESS, .threads = threads, .stop = out_of_patience, .stopper = &patience};
            assert_true(is_legal(p, think(club, p, budget, rng_word(rng))));
            assert_int_equal(patience.asked, most + 1); /* not once more after it said so */
        }
}

static void a_search_stops_when_told(void **unused)
{
    (void)unused;
    visit_all(check_stop, 120);
}

/* ---- hints ---- */

static int hint_for(const struct game *game, const struct state_buffer *known, int seat, struct bot_budget budget,
                    uint64_t seed, struct hint_line *lines, int most)
{
    uint16_t legal[LEGAL_SIZE];
    struct state_buffer buffer = *known;
    struct rng rng = rng_fast(seed);
    struct bot_view view = bot_view_at(LEVEL_EXPERT, game, state_in(&buffer), seat, NULL, budget, legal);

    return hint(&view, &rng, lines, most);
}

static void check_hint(const struct position *p, struct rng *rng)
{
    struct bot_budget budget = {.simulations = 60};
    struct hint_line lines[BOT_CANDIDATES_MAX], few[2];
    uint64_t seed = rng_word(rng);
    double sure = 0;

    int count = hint_for(p->game, &p->view, p->seat, budget, seed, lines, BOT_CANDIDATES_MAX);
    assert_int_equal(lines[0].id, think(bot_by_name("expert"), p, budget, seed));
    for (int i = 0; i < count; i++) {
        assert_true(is_legal(p, lines[i].id));
        assert_true(lines[i].worlds > 0 && lines[i].value >= 0 && lines[i].value <= 1 && lines[i].error >= 0);
        assert_true(lines[i].sure >= 0 && lines[i].sure <= 1);
        sure += lines[i].sure;
        for (int other = 0; other < i; other++)
            assert_int_not_equal(lines[i].id, lines[other].id);
    }
    assert_true(sure > 0.999 && sure < 1.001); /* one of them is the best */
    assert_int_equal(hint_for(p->game, &p->view, p->seat, budget, seed, few, 2), 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(few[i].id, lines[i].id);
        assert_true(few[i].sure == lines[i].sure);
    }
}

static void a_hint_begins_with_the_choice_of_the_expert(void **unused)
{
    (void)unused;
    visit_all(check_hint, 60);
}

static void check_hint_in_no_time(const struct position *p, struct rng *rng)
{
    struct patience patience = {.most = 0};
    struct bot_budget budget = {.simulations = BOT_ENDLESS, .stop = out_of_patience, .stopper = &patience};
    struct hint_line lines[BOT_CANDIDATES_MAX];

    int count = hint_for(p->game, &p->view, p->seat, budget, rng_word(rng), lines, BOT_CANDIDATES_MAX);
    for (int i = 0; i < count; i++) {
        assert_true(is_legal(p, lines[i].id));
        assert_int_equal(lines[i].worlds, 0);
        assert_true(lines[i].sure > 0.999 / count && lines[i].sure < 1.001 / count);
    }
}

static void a_hint_without_any_thought_is_not_sure(void **unused)
{
    (void)unused;
    visit_all(check_hint_in_no_time, 120);
}

/* ---- history ---- */

static void a_history_shows_what_the_seat_has_seen(void **unused)
{
    (void)unused;
    for (int i = 0; games[i]; i++) {
        struct table *table = new_table(games[i], games[i]->max_players, 7);
        struct rng rng = rng_fast(1);
        play_at_random(table, &rng, 40);
        for (int seat = 0; seat < games[i]->max_players; seat++) {
            struct bot_history history = bot_history_of(table, seat);
            assert_int_equal(history.steps, table_settled(table)); /* what is sealed is not seen yet */
            assert_true(history.steps == table_steps(table) || !table_step(table, history.steps).complete);
            for (int step = 0; step < history.steps; step++) {
                static struct bot_past past;
                struct state_buffer again;
                history.look(history.source, seat, step, &past);
                again = past.view;
                games[i]->redact(state_in(&again), seat);
                assert_memory_equal(&again, &past.view, games[i]->state_size);
                assert_int_equal(past.actor, table_step(table, step).actor);
                assert_int_equal(past.id, past.actor == seat ? table_step(table, step).id : BOT_UNSEEN);
            }
        }
        table_close(table);
    }
}

/* ---- sense ---- */

/* The share that one bot wins against others, seats and deals taking turns. */
static double share_against(const struct game *game, int players, const struct bot *bot, const struct bot *others,
                            int simulations, int games_played)
{
    double share = 0;

    for (int number = 0; number < games_played; number++) {
        struct setup setup = {.players = players};
        struct state_buffer buffer, view;
        struct state *s = state_in(&buffer);
        struct rng rng = rng_fast((uint64_t)number / (uint64_t)players);
        struct result result;
        int mine = number % players;
        assert_null(game->start(s, &setup));
        for (struct turn turn; (turn = game->turn(s)).kind != TURN_OVER;) {
            if (turn.kind == TURN_CHANCE) {
                game->chance(s, &rng);
                continue;
            }
            int seat = __builtin_ctz(turn.seats);
            view = buffer;
            game->redact(state_in(&view), seat);
            struct bot_budget budget = {.simulations = simulations};
            struct bot_mind mind = {.rng = rng_fast(rng_word(&rng))};
            game->apply(s, seat,
                        bot_think(seat == mine ? bot : others, game, state_in(&view), seat, NULL, budget, &mind), NULL);
        }
        game->result(s, &result);
        share += result.winners >> mine & 1 ? 1.0 / __builtin_popcount(result.winners) : 0;
    }
    return share / games_played;
}

/* How often in 1000 draws the second of two actions is drawn that differ by that much of a win. */
static int second_drawn(double behind, double mixing)
{
    enum { DRAWS = 4000 };
    const struct search_report report = {
        .lines = {{.id = 7, .value = 0.5}, {.id = 3, .value = 0.5 - behind}},
        .count = 2,
    };
    struct rng rng = rng_fast(5);
    int second = 0;

    for (int i = 0; i < DRAWS; i++) {
        uint16_t id = search_draw(&report, mixing, &rng);
        assert_true(id == 7 || id == 3);
        second += id == 3;
    }
    return second * 1000 / DRAWS;
}

static void what_is_nearly_as_good_is_drawn_too(void **unused)
{
    (void)unused;
    assert_in_range(second_drawn(0, 0.01), 470, 530);
    assert_in_range(second_drawn(0.01, 0.01), 240, 300); /* 1 / (1 + e) is 269 in 1000 */
    assert_in_range(second_drawn(0.01, 0.02), 350, 405); /* 1 / (1 + sqrt(e)) is 378 */
    assert_int_equal(second_drawn(0.2, 0.01), 0);
}

/* How often in 8 thoughts about the first choice of a game of Bridesmaid `master` does not play what its search finds
 * best. */
static int others_played(int simulations)
{
    const struct setup setup = {.players = 4};
    const struct bot_budget budget = {.simulations = simulations};
    struct state_buffer buffer;
    struct rng rng = rng_fast(5);
    uint16_t legal[LEGAL_SIZE];
    int others = 0;

    assert_null(bridesmaid.start(state_in(&buffer), &setup));
    while (bridesmaid.turn(state_in(&buffer)).kind == TURN_CHANCE)
        bridesmaid.chance(state_in(&buffer), &rng);
    bridesmaid.redact(state_in(&buffer), 0);
    const struct bot_view view = bot_view_at(LEVEL_MASTER, &bridesmaid, state_in(&buffer), 0, NULL, budget, legal);
    for (uint64_t seed = 0; seed < 8; seed++) {
        struct search_report report;
        struct rng same = rng_fast(seed);
        struct bot_mind mind = {.rng = same};
        search(&view, &same, &report);
        others += bot_think(bot_by_name("master"), &bridesmaid, state_in(&buffer), 0, NULL, budget, &mind) !=
                  report.lines[0].id;
    }
    return others;
}

static void only_a_long_search_of_sealed_choices_draws(void **unused)
{
    int from = thinker_of(&bridesmaid)->mixing_from;

    (void)unused;
    assert_in_range(others_played(2 * from), 1, 7);
    assert_int_equal(others_played(from / 2), 0);
}

/* Far from a measurement: even a very short search wins more than its share
 * against players who play anything. */
static void a_short_search_beats_random_play(void **unused)
{
    (void)unused;
    for (int i = 0; games[i]; i++) {
        int players = 3;
        double share = share_against(games[i], players, bot_by_name("club"), bot_by_name("random"), 60, 12);
        assert_true(share > 0.5);
    }
}

/* A game that nobody has written a bot for: here SCOUT under another name. */
static void a_game_without_a_bot_is_searched_with_random_playouts(void **unused)
{
    struct game unknown = scout;

    (void)unused;
    assert_ptr_not_equal(thinker_of(&unknown), thinker_of(&scout));
    assert_true(share_against(&unknown, 3, bot_by_name("club"), bot_by_name("random"), 0, 12) > 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_answers_legally_and_again_the_same),
        cmocka_unit_test(what_is_hidden_changes_no_value),
        cmocka_unit_test(actions_are_compared_in_the_same_worlds),
        cmocka_unit_test(all_seats_share_one_win),
        cmocka_unit_test(a_search_stops_when_told),
        cmocka_unit_test(a_hint_begins_with_the_choice_of_the_expert),
        cmocka_unit_test(a_hint_without_any_thought_is_not_sure),
        cmocka_unit_test(a_history_shows_what_the_seat_has_seen),
        cmocka_unit_test(what_is_nearly_as_good_is_drawn_too),
        cmocka_unit_test(only_a_long_search_of_sealed_choices_draws),
        cmocka_unit_test(a_short_search_beats_random_play),
        cmocka_unit_test(a_game_without_a_bot_is_searched_with_random_playouts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
