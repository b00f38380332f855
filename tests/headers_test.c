/* One file includes every game: no name of one is a name of another. tests/names_test.py checks the names themselves.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rules/bannish.h"
#include "rules/belle.h"
#include "rules/bridesmaid.h"
#include "rules/scout.h"
#include "rules/sparrows.h"

/* The cards of each game, as its rules (rule 1 of each) print them. */
static void constants_of_all_games_stand_side_by_side(void **unused)
{
    (void)unused;
    assert_int_equal(SCOUT_CARDS, 45);
    assert_int_equal(BRIDESMAID_ACCESSORIES, 11);
    assert_int_equal(BELLE_GUEST_COUNT + BELLE_BELLE_COUNT, 87);
    assert_int_equal(SPARROWS_CARDS, 40);
    assert_int_equal(BANNISH_CARDS, 30);
    assert_int_not_equal(SCOUT_PHASE_OVER, BRIDESMAID_PHASE_OVER);
}

static void states_of_all_games_stand_side_by_side(void **unused)
{
    struct setup setup = {.players = 4};
    struct scout_state in_scout;
    struct bridesmaid_state in_bridesmaid;
    struct belle_state in_belle;
    struct sparrows_state in_sparrows;
    struct bannish_state in_bannish;

    (void)unused;
    assert_null(scout_start(&in_scout, &setup));
    assert_null(bridesmaid_start(&in_bridesmaid, &setup));
    assert_null(belle_start(&in_belle, &setup));
    assert_null(sparrows_start(&in_sparrows, &setup));
    assert_null(bannish_start(&in_bannish, &setup));
    assert_int_equal(in_scout.players, 4);
    assert_int_equal(in_bridesmaid.players, 4);
    assert_int_equal(in_belle.players, 4);
    assert_int_equal(in_sparrows.players, 4);
    assert_int_equal(in_bannish.players, 4);
}

/* What a slot does to the opaque state is what the game's own function does to its own. */
static void slots_and_functions_work_on_the_same_state(void **unused)
{
    struct setup setup = {.players = 3};
    struct state_buffer buffer;
    struct state *state = state_in(&buffer);
    struct rng rng = rng_fast(1), same = rng_fast(1);
    struct scout_state s;
    struct bannish_state b;

    (void)unused;
    assert_null(scout.start(state, &setup));
    scout.chance(state, &rng);
    assert_null(scout_start(&s, &setup));
    scout_chance(&s, &same);
    assert_int_equal(scout.state_size, sizeof s);
    assert_memory_equal(scout_state(state), &s, sizeof s);
    assert_int_equal(scout_turn(scout_state(state)).seats, 7);

    assert_null(bannish.start(state, &setup));
    bannish.chance(state, &rng);
    assert_null(bannish_start(&b, &setup));
    bannish_chance(&b, &same);
    assert_int_equal(bannish.state_size, sizeof b);
    assert_memory_equal(bannish_state(state), &b, sizeof b);
    bannish_state_in(state)->phase = BANNISH_PHASE_OVER;
    assert_int_equal(bannish.turn(state).kind, TURN_OVER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants_of_all_games_stand_side_by_side),
        cmocka_unit_test(states_of_all_games_stand_side_by_side),
        cmocka_unit_test(slots_and_functions_work_on_the_same_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
