/* The law of the door (rules/accept.h): it lets in every view of every game, and whatever it lets in survives
 * everything that is done with states. Views of random games are spoiled in many ways; those that the door takes for
 * good ones go through support/exercise.h. Run with sanitizers, this is what makes a server's state harmless. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "rules/accept.h"
#include "support/exercise.h"
#include "support/scale.h"
#include "support/variants.h"

enum { KEPT = 64 }; /* views to take pieces from */

/* A game of random choices, and where it is. */
struct walk {
    const struct game *game;
    const struct setup *setup;
    int number, step;
    struct state_buffer buffer;
    struct rng rng;
};

static void walk_start(struct walk *walk, const struct game *game, const struct setup *setup, int number)
{
    *walk =
        (struct walk){.game = game, .setup = setup, .number = number, .rng = rng_fast((uint64_t)number * 104729 + 3)};
    assert_null(game->start(state_in(&walk->buffer), setup));
}

static bool walk_on(struct walk *walk)
{
    struct state *s = state_in(&walk->buffer);
    struct turn turn = walk->game->turn(s);
    uint16_t ids[LEGAL_SIZE];

    walk->step++;
    if (turn.kind == TURN_OVER)
        return false;
    if (turn.kind == TURN_CHANCE) {
        walk->game->chance(s, &walk->rng);
        return true;
    }
    uint8_t seats = turn.seats;
    for (uint32_t skip = rng_below(&walk->rng, (uint32_t)__builtin_popcount(seats)); skip > 0; skip--)
        seats &= (uint8_t)(seats - 1);
    int seat = __builtin_ctz(seats), count = walk->game->legal(s, seat, ids);
    walk->game->apply(s, seat, ids[rng_below(&walk->rng, (uint32_t)count)], NULL);
    return true;
}

/* Returns the view of a viewer, and notes the place for failures. */
static struct state_buffer view_of(const struct walk *walk, int viewer)
{
    struct state_buffer view = walk->buffer;

    walk->game->redact(state_in(&view), viewer);
    snprintf(exercise_place, sizeof exercise_place, "%s, %d players, game %d, step %d, viewer %d", walk->game->id,
             walk->setup->players, walk->number, walk->step, viewer);
    return view;
}

/* ---- what is good gets in ---- */

static void every_view_gets_in(const struct game *game, const struct setup *setup)
{
    for (int number = 0; number < scaled(1, 2, 40); number++) {
        struct walk walk;
        walk_start(&walk, game, setup, number);
        do
            for (int viewer = OPEN; viewer < setup->players; viewer++) {
                struct state_buffer view = walk.buffer, out;
                if (viewer == CHANCE)
                    continue;
                if (viewer != OPEN)
                    view = view_of(&walk, viewer);
                const char *why = state_accept(game, setup, viewer, view.bytes, game->state_size, &out);
                if (why)
                    fail_msg("%s, viewer %d: refused: %s", exercise_place, viewer, why);
                assert_memory_equal(out.bytes, view.bytes, game->state_size);
            }
        while (walk_on(&walk));
    }
}

/* ---- what is bad does not, or does no harm ---- */

static long tried, accepted;

static void survive(const struct walk *walk, const struct state_buffer *view, int viewer)
{
    struct guest guest = {.game = walk->game,
                          .view = (const struct state *)(const void *)view->bytes,
                          .players = walk->setup->players,
                          .viewer = viewer,
                          .rng = rng_fast((uint64_t)accepted)};

    for (int what = 0; what < EXERCISES; what++)
        if (what != EXERCISE_SEARCH || accepted % 16 == 0) /* it takes long */
            for (int times = what == EXERCISE_DRAWING ? 12 : 1; times > 0; times--)
                exercise(&guest, (enum exercise)what);
}

static void whatever_gets_in_is_survived(const struct game *game, const struct setup *setup)
{
    struct state_buffer kept[KEPT], out;

    for (int number = 0; number < scaled(1, 1, 2); number++) {
        struct walk walk;
        walk_start(&walk, game, setup, 100 + number);
        for (int i = 0; i < KEPT; i++)
            kept[i] = walk.buffer;
        do {
            if (walk.step > 60 && rng_below(&walk.rng, (uint32_t)walk.step / 8) != 0)
                continue;
            int viewer = (int)rng_below(&walk.rng, (uint32_t)setup->players + 1) - 1;
            struct state_buffer view = view_of(&walk, viewer);
            kept[rng_below(&walk.rng, KEPT)] = view;
            for (int i = 0; i < scaled(10, 10, 40); i++) {
                struct state_buffer bad = view;
                spoil(bad.bytes, kept[rng_below(&walk.rng, KEPT)].bytes, game->state_size, &walk.rng);
                tried++;
                if (state_accept(game, setup, viewer, bad.bytes, game->state_size, &out))
                    continue;
                accepted++;
                survive(&walk, &out, viewer);
            }
        } while (walk_on(&walk));
    }
}

static void bytes_of_no_state_at_all(const struct game *game, const struct setup *setup)
{
    struct rng rng = rng_fast(5);
    struct state_buffer bad, out;

    for (int i = 0; i < scaled(100, 1000, 20000); i++) {
        for (size_t at = 0; at < sizeof bad.bytes; at++)
            bad.bytes[at] = (uint8_t)(rng_below(&rng, 4) ? 0 : rng_word(&rng));
        int viewer = (int)rng_below(&rng, (uint32_t)setup->players + 1) - 1;
        assert_non_null(state_accept(game, setup, viewer, bad.bytes, game->state_size, &out));
    }
}

/* What was seen of each byte of a state. */
struct bytes_seen {
    bool refused[STATE_SIZE]; /* some value of it */
    bool used[STATE_SIZE];    /* it was not 0 in some view */
};

/* Writes which byte may be anything, if there is one. Code that compares bytes cannot know the fields of a state, but
 * the padding that a compiler adds behind the last one shows: it is short, and always 0. */
static bool find_open_byte(const struct bytes_seen *seen, size_t size, struct writer *w)
{
    size_t at = 0, end = size;

    while (at < size && seen->refused[at])
        at++;
    if (at == size)
        return false;
    while (end > at && !seen->refused[end - 1] && !seen->used[end - 1])
        end--;
    write_text(w, "byte ");
    write_number(w, (int64_t)at);
    write_text(w, " of ");
    write_number(w, (int64_t)size);
    write_text(w, " may be anything");
    if (end == at && size - at < _Alignof(max_align_t))
        write_text(w, "; it is probably padding behind the last field: give it a name, and list it in blanks");
    return true;
}

/* No byte is so unimportant that it may always have any value. */
static void no_byte_is_passed_over(const struct game *game, const struct setup *setup)
{
    static const int steps[] = {0, 3, 8, 25};
    struct bytes_seen seen = {.refused = {false}};
    char text[256];
    struct writer w = write_into(text, sizeof text);
    struct state_buffer out;
    struct walk walk;

    walk_start(&walk, game, setup, 7);
    for (int i = 0; i < 4; i++) {
        while (walk.step < steps[i] && walk_on(&walk))
            continue;
        struct state_buffer view = view_of(&walk, 0);
        for (size_t at = 0; at < game->state_size; at++) {
            seen.used[at] |= view.bytes[at] != 0;
            for (int value = 0; value < 256 && !seen.refused[at]; value++) {
                struct state_buffer bad = view;
                bad.bytes[at] = (uint8_t)value;
                seen.refused[at] = state_accept(game, setup, 0, bad.bytes, game->state_size, &out) != NULL;
            }
        }
    }
    if (find_open_byte(&seen, game->state_size, &w))
        fail_msg("%s: %s", exercise_place, text);
}

static void check_open_byte(const struct bytes_seen *seen, size_t size, const char *expected)
{
    char text[256] = "";
    struct writer w = write_into(text, sizeof text);

    assert_int_equal(find_open_byte(seen, size, &w), expected != NULL);
    assert_string_equal(text, expected ? expected : "");
}

static void an_open_byte_is_told_from_padding(void **unused)
{
    static const char padding[] =
        "; it is probably padding behind the last field: give it a name, and list it in blanks";
    struct bytes_seen seen = {.refused = {false}};
    char expected[256];

    (void)unused;
    memset(seen.refused, 1, sizeof seen.refused);
    check_open_byte(&seen, 156, NULL);
    seen.refused[153] = seen.refused[154] = seen.refused[155] = false;
    snprintf(expected, sizeof expected, "byte 153 of 156 may be anything%s", padding);
    check_open_byte(&seen, 156, expected);
    seen.used[154] = true;
    check_open_byte(&seen, 156, "byte 153 of 156 may be anything");
    seen.used[154] = false;
    seen.refused[155] = true;
    check_open_byte(&seen, 156, "byte 153 of 156 may be anything");
    seen.refused[20] = seen.refused[155] = false;
    check_open_byte(&seen, 156, "byte 20 of 156 may be anything");
}

/* ---- what goes with it ---- */

static void another_setup_viewer_or_size_is_refused(const struct game *game, const struct setup *setup)
{
    struct walk walk;
    struct state_buffer out;

    walk_start(&walk, game, setup, 1);
    for (int i = 0; i < 4; i++)
        walk_on(&walk);
    struct state_buffer view = view_of(&walk, 1);
    size_t size = game->state_size;
    assert_null(state_accept(game, setup, 1, view.bytes, size, &out));
    for (int players = -1; players < 9; players++) {
        struct setup other = {.players = players};
        if (players != setup->players)
            assert_non_null(state_accept(game, &other, 1, view.bytes, size, &out));
    }
    assert_non_null(state_accept(game, setup, 1, view.bytes, size - 1, &out));
    assert_non_null(state_accept(game, setup, 1, view.bytes, size + 1, &out));
    assert_non_null(state_accept(game, setup, 1, view.bytes, 0, &out));
    for (int viewer = -1000; viewer < 1000; viewer++)
        if (viewer < OPEN || viewer >= setup->players || viewer == CHANCE)
            assert_non_null(state_accept(game, setup, viewer, view.bytes, size, &out));
}

static void other_options_are_refused(void **unused)
{
    static const struct {
        const struct game *game;
        int option;
        const char *value;
    } others[] = {{&bridesmaid, 0, "1,0,2"},     {&bridesmaid, 1, "3,2,1"}, {&belle, 0, "finish"},
                  {&belle, 1, "empty"},          {&sparrows, 0, "on"},      {&sparrows, 1, "499"},
                  {&sparrows, 2, "two_pair:41"}, {&bannish, 0, "equal"},    {&template_game, 0, "4"}};

    (void)unused;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct setup usual = {.players = 3}, other = {.players = 3};
        struct walk walk;
        struct state_buffer out;
        other.value[others[i].option] = others[i].value;
        walk_start(&walk, others[i].game, &usual, 1);
        for (int step = 0; step < 5; step++)
            walk_on(&walk);
        struct state_buffer view = view_of(&walk, 0);
        assert_null(state_accept(others[i].game, &usual, 0, view.bytes, others[i].game->state_size, &out));
        assert_non_null(state_accept(others[i].game, &other, 0, view.bytes, others[i].game->state_size, &out));
        other.value[others[i].option] = "nonsense:";
        if (others[i].game != &belle || others[i].option != 2)
            assert_non_null(state_accept(others[i].game, &other, 0, view.bytes, others[i].game->state_size, &out));
    }
}

/* A view of one seat is not a view of another, unless both know the same. */
static void the_view_of_another_is_refused(const struct game *game, const struct setup *setup)
{
    struct walk walk;
    struct state_buffer out;
    int different = 0;

    walk_start(&walk, game, setup, 2);
    do {
        struct state_buffer mine = view_of(&walk, 0), theirs = view_of(&walk, 1);
        if (memcmp(mine.bytes, theirs.bytes, game->state_size) == 0)
            continue;
        different++;
        assert_non_null(state_accept(game, setup, 0, theirs.bytes, game->state_size, &out));
        assert_non_null(state_accept(game, setup, 1, mine.bytes, game->state_size, &out));
    } while (walk_on(&walk) && walk.step < 400);
    assert_true(different > 0 || game != &template_game); /* other games may hide little, or nothing */
}

#define LAW(name)                                                                                                      \
    static void law_##name(void **state)                                                                               \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        for_every_variant(name);                                                                                       \
    }
#define LAWS(X)                                                                                                        \
    X(every_view_gets_in)                                                                                              \
    X(whatever_gets_in_is_survived)                                                                                    \
    X(bytes_of_no_state_at_all)                                                                                        \
    X(no_byte_is_passed_over)                                                                                          \
    X(another_setup_viewer_or_size_is_refused)                                                                         \
    X(the_view_of_another_is_refused)
LAWS(LAW)

static int report(void **unused)
{
    (void)unused;
    print_message("%ld of %ld spoiled views got in\n", accepted, tried);
    return 0;
}

int main(void)
{
#define TEST(name) cmocka_unit_test(law_##name),
    const struct CMUnitTest tests[] = {LAWS(TEST) cmocka_unit_test(an_open_byte_is_told_from_padding),
                                       cmocka_unit_test(other_options_are_refused)};
    return cmocka_run_group_tests(tests, NULL, report);
}
