/* The laws of design: what must hold for every game, every player count and
 * every option. A game that is added to games[] is held to them by that alone;
 * the template game is as well. Each law walks through seeded games of random
 * choices and looks at the states on the way. One that is broken names game,
 * options, the number of the walk, step and seat, and where two things ought to
 * be the same, the field in which they are not (support/place.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "rules/game.h"
#include "support/place.h"
#include "support/scale.h"
#include "support/variants.h"

enum {
    DECISIONS = 100000, /* no game is longer */
    TEXT_SIZE = 1 << 16,
};

/* Returns how many games to walk for each variant and law. */
static int games_walked(void)
{
    return (int)scaled(1, 6, 40);
}

/* ---- walking ---- */

struct walk {
    const struct game *game;
    int players;
    struct state_buffer buffer;
    struct state *state;
    struct rng rng;
    int decisions, steps;
};

static void walk_start(struct walk *walk, const struct game *game, const struct setup *setup, int number)
{
    *walk = (struct walk){.game = game, .players = setup->players, .rng = rng_fast((uint64_t)number * 7919 + 1)};
    walk->state = state_in(&walk->buffer);
    place_enter(game, setup, number);
    assert_null(game->start(walk->state, setup));
}

static int any_seat(uint8_t seats, struct rng *rng)
{
    for (uint32_t skip = rng_below(rng, (uint32_t)__builtin_popcount(seats)); skip > 0; skip--)
        seats &= (uint8_t)(seats - 1);
    return __builtin_ctz(seats);
}

static uint16_t any_action(const struct game *game, const struct state *state, int seat, struct rng *rng)
{
    uint16_t ids[LEGAL_SIZE];
    int count = game->legal(state, seat, ids);
    assert_true(count > 0);
    return ids[rng_below(rng, (uint32_t)count)];
}

/* One step, of chance or of a random seat. False when the game is over. */
static bool walk_on(struct walk *walk)
{
    struct turn turn = walk->game->turn(walk->state);

    place.step = ++walk->steps;
    place.seat = CHANCE;
    if (turn.kind == TURN_OVER)
        return false;
    if (turn.kind == TURN_CHANCE) {
        walk->game->chance(walk->state, &walk->rng);
        return true;
    }
    assert_true(turn.seats != 0 && turn.seats >> walk->players == 0);
    assert_true(++walk->decisions < DECISIONS);
    int seat = any_seat(turn.seats, &walk->rng);
    walk->game->apply(walk->state, seat, any_action(walk->game, walk->state, seat, &walk->rng), NULL);
    return true;
}

/* Laws that cost much look at some states only: each with this chance, and the
 * longer a game goes on, the fewer. */
static bool looked_at(struct walk *walk, uint32_t one_in)
{
    uint32_t weariness = 1 + (uint32_t)walk->decisions / 256;
    return walk->decisions < 12 || rng_below(&walk->rng, one_in * weariness) == 0;
}

static struct state *copy_state(const struct game *game, const struct state *from, struct state_buffer *to)
{
    memset(to, 0xa5, sizeof *to);
    memcpy(to->bytes, from, game->state_size);
    return state_in(to);
}

/* ---- laws of play ---- */

static void facts_are_sane(const struct game *game, const struct setup *setup)
{
    (void)setup;
    assert_true(game->state_size <= STATE_SIZE && game->state_size % 2 == 0);
    assert_true(game->max_legal + LEGAL_SLACK <= LEGAL_SIZE && game->max_legal <= game->max_actions);
    assert_true(game->min_players >= 2 && game->max_players <= MAX_SEATS);
    assert_true(game->observation_size > 0);
}

static void random_play_ends_and_conserves_cards(const struct game *game, const struct setup *setup)
{
    for (int number = 0; number < 5 * games_walked(); number++) {
        struct walk walk;
        struct result result;
        int last[MAX_SEATS], rounds = 0;
        walk_start(&walk, game, setup, number);
        do {
            const char *fault = game->fault(walk.state, OPEN);
            if (fault)
                fail_msg("fault() complains of a true state: %s", fault);
            game->result(walk.state, &result);
            assert_int_equal(result.winners != 0, game->turn(walk.state).kind == TURN_OVER);
            if (game->rounds) {
                int now = game->rounds(walk.state, last);
                assert_true(now == rounds || now == rounds + 1);
                rounds = now;
            }
        } while (walk_on(&walk));
        assert_true(result.winners >> setup->players == 0);
    }
}

/* Lists the ids of runs. */
static int list_runs(const struct id_run *runs, int count, uint16_t *ids)
{
    uint16_t *next = ids;

    assert_true(count < LEGAL_RUNS);
    for (int i = 0; i < count; i++) {
        assert_true(runs[i].bits != 0);
        for (uint64_t bits = runs[i].bits; bits; bits &= bits - 1)
            *next++ = (uint16_t)(runs[i].first + (uint32_t)__builtin_ctzll(bits));
    }
    return (int)(next - ids);
}

static int list_mask(const struct game *game, const uint32_t *mask, uint16_t *ids)
{
    uint16_t *next = ids;

    for (int id = 0; id < game->max_actions; id++)
        if (mask[id / 32] >> id % 32 & 1)
            *next++ = (uint16_t)id;
    return (int)(next - ids);
}

/* What a GPU asks for has the ids of the list, in the same order. */
static void check_legal_bits(const struct walk *walk, int seat, const uint16_t *ids, int count)
{
    const struct game *game = walk->game;
    uint16_t listed[LEGAL_SIZE];

    if (game->legal_mask) {
        uint32_t mask[(UINT16_MAX + 1) / 32] = {0};
        game->legal_mask(walk->state, seat, mask);
        assert_int_equal(list_mask(game, mask, listed), count);
        assert_memory_equal(listed, ids, (size_t)count * sizeof *ids);
    }
    if (game->legal_runs) {
        struct id_run runs[LEGAL_RUNS];
        assert_int_equal(list_runs(runs, game->legal_runs(walk->state, seat, runs), listed), count);
        assert_memory_equal(listed, ids, (size_t)count * sizeof *ids);
    }
}

static void check_legal_list(struct walk *walk, int seat, bool every_id)
{
    const struct game *game = walk->game;
    uint16_t ids[LEGAL_SIZE];
    static uint8_t is_legal[UINT16_MAX + 1];
    int count = game->legal(walk->state, seat, ids);

    place.seat = seat;
    assert_in_range(count, 1, game->max_legal);
    memset(is_legal, 0, sizeof is_legal);
    for (int i = 0; i < count; i++) {
        assert_true(ids[i] < game->max_actions);
        assert_true(i == 0 || ids[i] > ids[i - 1]);
        assert_null(game->objection(walk->state, seat, ids[i]));
        is_legal[ids[i]] = 1;
    }
    check_legal_bits(walk, seat, ids, count);
    for (int id = 0; every_id && id < game->max_actions; id++)
        if (is_legal[id] == (game->objection(walk->state, seat, (uint16_t)id) != NULL))
            fail_msg("legal() and objection() differ about action %d, which is %s by legal()", id,
                     is_legal[id] ? "legal" : "not legal");
}

static void legal_lists_are_sorted_and_agree_with_objections(const struct game *game, const struct setup *setup)
{
    for (int number = 0; number < games_walked(); number++) {
        struct walk walk;
        walk_start(&walk, game, setup, number);
        do {
            struct turn turn = game->turn(walk.state);
            if (turn.kind != TURN_CHOICE)
                continue;
            bool every_id = looked_at(&walk, 16);
            for (int seat = 0; seat < walk.players; seat++)
                if (turn.seats >> seat & 1)
                    check_legal_list(&walk, seat, every_id);
        } while (walk_on(&walk));
    }
}

static void check_spelling(const struct game *game, const struct state *state, int seat)
{
    uint16_t ids[LEGAL_SIZE];
    int count = game->legal(state, seat, ids);

    place.seat = seat;
    for (int i = 0; i < count; i++) {
        char text[256];
        struct writer w = write_into(text, sizeof text);
        uint16_t id = UINT16_MAX;
        game->action_text(state, seat, ids[i], &w);
        assert_true(w.length > 0 && !w.overflow);
        struct reader in = read_from(text, w.length);
        if (!game->action_parse(state, seat, &in, &id) || id != ids[i])
            fail_msg("\"%s\" is action %d but reads as %d (%s)", text, ids[i], id, in.error ? in.error : "no error");
        in = read_from(text, w.length - 1); /* one byte short is another action or none */
        assert_true(!game->action_parse(state, seat, &in, &id) || id != ids[i]);
        write_char(&w, ' ');
        in = read_from(text, w.length); /* and nothing may follow */
        assert_false(game->action_parse(state, seat, &in, &id));
        assert_non_null(in.error);
    }
}

static void actions_have_one_spelling(const struct game *game, const struct setup *setup)
{
    for (int number = 0; number < games_walked(); number++) {
        struct walk walk;
        walk_start(&walk, game, setup, number);
        do {
            struct turn turn = game->turn(walk.state);
            for (int seat = 0; seat < walk.players; seat++)
                if (turn.kind == TURN_CHOICE && (turn.seats >> seat & 1) && looked_at(&walk, 8))
                    check_spelling(game, walk.state, seat);
        } while (walk_on(&walk));
    }
}

/* The same game on memory that held something else before. */
static void equal_states_are_equal_as_bytes(const struct game *game, const struct setup *setup)
{
    for (int number = 0; number < games_walked(); number++) {
        struct walk a, b;
        walk_start(&a, game, setup, number);
        walk_start(&b, game, setup, number);
        memset(&a.buffer, 0x55, sizeof a.buffer);
        memset(&b.buffer, 0xaa, sizeof b.buffer);
        assert_null(game->start(a.state, setup));
        assert_null(game->start(b.state, setup));
        bool on = true;
        while (on) {
            same_state(game, a.state, b.state, "the same game on other memory");
            on = walk_on(&a);
            assert_int_equal(walk_on(&b), on);
        }
    }
}

static void chance_lines_say_it_all(const struct game *game, const struct setup *setup)
{
    static char line[TEXT_SIZE], again[TEXT_SIZE];

    for (int number = 0; number < 2 * games_walked(); number++) {
        struct walk walk;
        walk_start(&walk, game, setup, number);
        for (;;) {
            struct state_buffer before_buffer, read_buffer;
            struct state *before = copy_state(game, walk.state, &before_buffer);
            bool chance = game->turn(walk.state).kind == TURN_CHANCE;
            if (!walk_on(&walk))
                break;
            if (!chance)
                continue;
            struct writer w = write_into(line, sizeof line), w2 = write_into(again, sizeof again);
            game->chance_write(before, walk.state, &w);
            assert_false(w.overflow);
            struct state *read = copy_state(game, before, &read_buffer);
            struct reader in = read_from(line, w.length);
            if (!game->chance_read(read, &in))
                fail_msg("%s is refused at column %zu: %s", line, in.at + 1, in.error);
            same_state(game, read, walk.state, "chance_read() of what chance() drew");
            game->chance_write(before, read, &w2);
            assert_string_equal(line, again);
        }
    }
}

/* Choices made at the same time, in two orders. */
static void sealed_choices_come_in_any_order(const struct game *game, const struct setup *setup)
{
    for (int number = 0; number < games_walked(); number++) {
        struct walk walk;
        walk_start(&walk, game, setup, number);
        do {
            struct turn turn = game->turn(walk.state);
            if (turn.kind != TURN_CHOICE || __builtin_popcount(turn.seats) < 2 || !looked_at(&walk, 2))
                continue;
            uint16_t choice[MAX_SEATS];
            struct state_buffer up_buffer, down_buffer;
            struct state *up = copy_state(game, walk.state, &up_buffer),
                         *down = copy_state(game, walk.state, &down_buffer);
            for (int seat = 0; seat < walk.players; seat++)
                if (turn.seats >> seat & 1)
                    choice[seat] = any_action(game, walk.state, seat, &walk.rng);
            for (int seat = 0; seat < walk.players; seat++)
                if (turn.seats >> seat & 1) {
                    assert_true(game->turn(up).seats >> seat & 1);
                    assert_null(game->objection(up, seat, choice[seat])); /* others' sealed choices change nothing */
                    game->apply(up, seat, choice[seat], NULL);
                }
            for (int seat = walk.players - 1; seat >= 0; seat--)
                if (turn.seats >> seat & 1)
                    game->apply(down, seat, choice[seat], NULL);
            same_state(game, up, down, "sealed choices in two orders");
        } while (walk_on(&walk));
    }
}

/* ---- laws of knowledge ---- */

static void check_view(struct walk *walk, int viewer)
{
    const struct game *game = walk->game;
    struct state_buffer once_buffer, twice_buffer;
    struct state *once = copy_state(game, walk->state, &once_buffer);

    place.seat = viewer;
    game->redact(once, viewer);
    struct state *twice = copy_state(game, once, &twice_buffer);
    game->redact(twice, viewer);
    same_state(game, once, twice, "redact() once and twice");
    struct turn seen = game->turn(once), is = game->turn(walk->state);
    assert_true(seen.kind == is.kind && seen.seats == is.seats);
    if (is.kind == TURN_OVER)
        same_state(game, once, walk->state, "redact() of a game that is over");
    if (viewer == ONLOOKER)
        return;
    if (is.seats >> viewer & 1) {
        uint16_t from_view[LEGAL_SIZE], from_truth[LEGAL_SIZE];
        int count = game->legal(walk->state, viewer, from_truth);
        assert_int_equal(game->legal(once, viewer, from_view), count);
        assert_memory_equal(from_view, from_truth, (size_t)count * sizeof from_view[0]);
    }
    uint8_t *from_view = malloc(game->observation_size), *from_truth = malloc(game->observation_size);
    memset(from_view, 0x33, game->observation_size);
    memset(from_truth, 0xcc, game->observation_size);
    game->observe(once, viewer, from_view);
    game->observe(walk->state, viewer, from_truth);
    same_observation(game, from_view, from_truth, "observe() of the view and of the true state");
    free(from_view);
    free(from_truth);
}

static void a_view_is_a_state(const struct game *game, const struct setup *setup)
{
    for (int number = 0; number < games_walked(); number++) {
        struct walk walk;
        walk_start(&walk, game, setup, number);
        do
            if (looked_at(&walk, 8))
                for (int viewer = ONLOOKER; viewer < walk.players; viewer++)
                    check_view(&walk, viewer);
        while (walk_on(&walk));
        for (int viewer = ONLOOKER; viewer < walk.players; viewer++)
            check_view(&walk, viewer);
    }
}

static void check_imagined(struct walk *walk, const struct state *view, const struct state *world, int viewer)
{
    const struct game *game = walk->game;
    struct state_buffer back_buffer;
    struct state *back = copy_state(game, world, &back_buffer);
    const char *fault = game->fault(world, OPEN);

    if (fault)
        fail_msg("an imagined world is broken: %s", fault);
    game->redact(back, viewer);
    same_state(game, back, view, "redact() after imagine()");
    struct turn turn = game->turn(world), is = game->turn(walk->state);
    assert_true(turn.kind == is.kind && turn.seats == is.seats);
    for (int seat = 0; seat < walk->players; seat++)
        if (turn.kind == TURN_CHOICE && (turn.seats >> seat & 1)) {
            uint16_t ids[LEGAL_SIZE];
            assert_true(game->legal(world, seat, ids) > 0);
        }
}

/* The view, its JSON, its observation and what a bot makes of it stay the same
 * when what the viewer cannot see is exchanged for something else. */
static void check_no_leak(struct walk *walk, int viewer)
{
    static char json[2][TEXT_SIZE];
    const struct game *game = walk->game;
    struct state_buffer view_buffer, world_buffer;
    struct state *view = copy_state(game, walk->state, &view_buffer);

    place.seat = viewer;
    game->redact(view, viewer);
    struct state *world = copy_state(game, view, &world_buffer);
    game->imagine(world, viewer, &walk->rng);
    check_imagined(walk, view, world, viewer);
    struct writer a = write_into(json[0], TEXT_SIZE), b = write_into(json[1], TEXT_SIZE);
    game->describe(view, &a);
    struct state_buffer again_buffer;
    struct state *again = copy_state(game, world, &again_buffer);
    game->redact(again, viewer);
    game->describe(again, &b);
    assert_false(a.overflow);
    same_json(json[0], json[1], "describe() of what looks alike");
    if (viewer == ONLOOKER)
        return;
    uint8_t *from_view = malloc(game->observation_size), *from_world = malloc(game->observation_size);
    game->observe(view, viewer, from_view);
    game->observe(world, viewer, from_world); /* not redacted: observe() must not look */
    same_observation(game, from_view, from_world, "observe() of the view and of another world that looks like it");
    free(from_view);
    free(from_world);
    if (!(game->turn(view).seats >> viewer & 1) || !looked_at(walk, 4)) /* some bots think for long */
        return;
    enum level most =
        rng_below(&walk->rng, 400) == 0 ? LEVEL_CLUB : LEVEL_NONE; /* those above differ by budget alone */
    for (int i = 0; bots[i]; i++)
        if (bots[i]->level <= most) {
            struct seed seed;
            rng_seed(&walk->rng, &seed);
            struct bot_mind one = bot_mind(&seed, viewer, 0), same = one;
            struct bot_budget small = {.simulations = 12};
            assert_int_equal(bot_think(bots[i], game, view, viewer, NULL, small, &one),
                             bot_think(bots[i], game, again, viewer, NULL, small, &same));
        }
}

static void nothing_leaks_and_imagined_worlds_are_consistent(const struct game *game, const struct setup *setup)
{
    for (int number = 0; number < games_walked(); number++) {
        struct walk walk;
        walk_start(&walk, game, setup, number);
        do
            for (int viewer = ONLOOKER; viewer < walk.players; viewer++)
                if (looked_at(&walk, 4))
                    check_no_leak(&walk, viewer);
        while (walk_on(&walk));
    }
}

/* The terminal and the page can draw a game without a drawing and a layout: its description is an object, with one
 * for each seat in its list `seats`. */
static void seats_are_described(const struct game *game, const struct setup *setup)
{
    static char text[TEXT_SIZE];
    struct walk walk;

    walk_start(&walk, game, setup, 3);
    do {
        struct writer w = write_into(text, TEXT_SIZE);
        json_error_t wrong;
        if (!looked_at(&walk, 40))
            continue;
        game->describe(walk.state, &w);
        json_t *all = json_loadb(text, w.length, 0, &wrong);
        if (!all)
            fail_msg("describe() writes no JSON: %s at column %d", wrong.text, wrong.column);
        assert_int_equal(json_array_size(json_object_get(all, "seats")), setup->players);
        json_decref(all);
    } while (walk_on(&walk));
}

/* From an imagined world the game goes on like from any other. */
static void imagined_worlds_play_to_the_end(const struct game *game, const struct setup *setup)
{
    struct walk walk;

    walk_start(&walk, game, setup, 11);
    do {
        if (!looked_at(&walk, 40))
            continue;
        int viewer = (int)rng_below(&walk.rng, (uint32_t)walk.players + 1) - 1;
        struct walk other = walk;
        other.state = state_in(&other.buffer);
        game->redact(other.state, viewer);
        game->imagine(other.state, viewer, &other.rng);
        do
            assert_null(game->fault(other.state, OPEN));
        while (walk_on(&other));
    } while (walk_on(&walk));
}

/* ---- facts ---- */

/* Makes the choices of all seats that owe one, and keeps what is said of it. */
static void apply_all(const struct game *game, struct state *state, uint8_t seats, const uint16_t *choice,
                      struct facts *told)
{
    told->count = 0;
    for (int seat = 0; seats >> seat; seat++)
        if (seats >> seat & 1)
            game->apply(state, seat, choice[seat], told);
}

static void choose_all(struct walk *walk, uint8_t seats, uint16_t *choice)
{
    for (int seat = 0; seat < walk->players; seat++)
        if (seats >> seat & 1)
            choice[seat] = any_action(walk->game, walk->state, seat, &walk->rng);
}

/* Keeps the facts that a viewer may know. */
static void hear(const struct facts *told, int viewer, struct facts *out)
{
    out->count = 0;
    for (int i = 0; i < told->count; i++)
        out->count += fact_for(&told->list[i], viewer, &out->list[out->count]);
}

static void check_fact(const struct walk *walk, const struct fact *fact)
{
    char text[4096];
    struct writer json = write_into(text, sizeof text);

    assert_true(fact_is_sound(walk->game, fact, walk->players));
    fact_write(walk->game, fact, &json);
    assert_false(json.overflow);
    if (walk->game->verbs[fact->verb].choice)
        assert_in_range(fact->value[0], 0, walk->players - 1);
}

static void check_facts(const struct walk *walk, const struct facts *told)
{
    struct facts heard;

    for (int viewer = OPEN; viewer < walk->players; viewer++) {
        if (viewer == CHANCE)
            continue;
        place.seat = viewer;
        hear(told, viewer, &heard);
        for (int i = 0; i < heard.count; i++)
            check_fact(walk, &heard.list[i]);
    }
}

/* Every fact is what its verb says, for every viewer. */
static void facts_are_sound(const struct game *game, const struct setup *setup)
{
    for (int number = 0; number < games_walked(); number++) {
        struct walk walk;
        bool more = true;
        walk_start(&walk, game, setup, number);
        while (more) {
            struct state_buffer buffer;
            struct facts told;
            struct state *before = copy_state(game, walk.state, &buffer);
            struct turn turn = game->turn(walk.state);
            if (turn.kind == TURN_CHOICE && looked_at(&walk, 8)) {
                uint16_t choice[MAX_SEATS] = {0};
                choose_all(&walk, turn.seats, choice);
                apply_all(game, before, turn.seats, choice, &told);
                check_facts(&walk, &told);
            }
            memcpy((void *)before, (const void *)walk.state, game->state_size);
            more = walk_on(&walk);
            if (turn.kind == TURN_CHANCE) {
                told.count = 0;
                game->dealt(before, walk.state, &told);
                check_facts(&walk, &told);
            }
        }
    }
}

static bool same_fact(const struct fact *a, const struct fact *b)
{
    return a->verb == b->verb && a->count == b->count && memcmp(a->value, b->value, sizeof a->value) == 0;
}

/* The meaning of a choice to its seat is the fact that is told once it is made. */
static void choices_mean_what_they_do(const struct game *game, const struct setup *setup)
{
    for (int number = 0; number < games_walked(); number++) {
        struct walk walk;
        walk_start(&walk, game, setup, number);
        do {
            struct state_buffer buffer;
            struct facts told, meant;
            struct turn turn = game->turn(walk.state);
            if (turn.kind != TURN_CHOICE || !looked_at(&walk, 8))
                continue;
            uint16_t choice[MAX_SEATS] = {0};
            choose_all(&walk, turn.seats, choice);
            meant.count = 0;
            for (int seat = 0; seat < walk.players; seat++)
                if (turn.seats >> seat & 1) {
                    struct state *view = copy_state(game, walk.state, &buffer);
                    place.seat = seat;
                    game->redact(view, seat);
                    game->meaning(view, seat, choice[seat], &meant);
                }
            assert_int_equal(meant.count, __builtin_popcount(turn.seats));
            apply_all(game, copy_state(game, walk.state, &buffer), turn.seats, choice, &told);
            for (int i = 0; i < meant.count; i++) {
                int said = 0;
                assert_true(game->verbs[meant.list[i].verb].choice);
                for (int k = 0; k < told.count; k++)
                    said += same_fact(&meant.list[i], &told.list[k]);
                if (said != 1)
                    fail_msg("%s, which meaning() says of a choice, is said %d times by apply()",
                             game->verbs[meant.list[i].verb].name, said);
            }
        } while (walk_on(&walk));
    }
}

static void check_heard_alike(const struct walk *walk, const struct state *one, const struct facts *told,
                              const struct state *other, const struct facts *told_other, int viewer)
{
    const struct game *game = walk->game;
    struct state_buffer a, b;
    struct facts heard, heard_other;
    struct state *seen = copy_state(game, one, &a), *seen_other = copy_state(game, other, &b);

    place.seat = viewer;
    game->redact(seen, viewer);
    game->redact(seen_other, viewer);
    if (memcmp((const void *)seen, (const void *)seen_other, game->state_size) != 0)
        return;
    hear(told, viewer, &heard);
    hear(told_other, viewer, &heard_other);
    assert_int_equal(heard.count, heard_other.count);
    for (int i = 0; i < heard.count; i++)
        if (!same_fact(&heard.list[i], &heard_other.list[i])) {
            char texts[2][4096];
            for (int k = 0; k < 2; k++) {
                struct writer w = write_into(texts[k], sizeof texts[k]);
                fact_write(game, k == 0 ? &heard.list[i] : &heard_other.list[i], &w);
            }
            same_json(texts[0], texts[1], "what is told of outcomes that look alike");
        }
}

/* One seat chooses something else: a viewer who cannot tell the outcomes apart
 * must not be told them apart. */
static void check_other_choice(struct walk *walk, uint8_t seats)
{
    const struct game *game = walk->game;
    struct state_buffer one_buffer, other_buffer;
    struct state *one = copy_state(game, walk->state, &one_buffer),
                 *other = copy_state(game, walk->state, &other_buffer);
    uint16_t choice[MAX_SEATS] = {0}, changed[MAX_SEATS];
    struct facts told, told_other;
    int actor = any_seat(seats, &walk->rng);

    choose_all(walk, seats, choice);
    memcpy(changed, choice, sizeof choice);
    changed[actor] = any_action(game, walk->state, actor, &walk->rng);
    apply_all(game, one, seats, choice, &told);
    apply_all(game, other, seats, changed, &told_other);
    for (int viewer = ONLOOKER; viewer < walk->players; viewer++)
        if (viewer != actor)
            check_heard_alike(walk, one, &told, other, &told_other, viewer);
}

/* The same in another world that the viewer may be in: what is told must not show which of them it is. */
static void check_other_world(struct walk *walk, uint8_t seats, int viewer)
{
    const struct game *game = walk->game;
    struct state_buffer one_buffer, other_buffer;
    struct state *one = copy_state(game, walk->state, &one_buffer),
                 *other = copy_state(game, walk->state, &other_buffer);
    uint16_t choice[MAX_SEATS] = {0}, changed[MAX_SEATS] = {0}, ids[LEGAL_SIZE];
    struct facts told, told_other;

    game->redact(other, viewer);
    game->imagine(other, viewer, &walk->rng);
    choose_all(walk, seats, choice);
    for (int seat = 0; seat < walk->players; seat++)
        if (seats >> seat & 1) {
            int count = game->legal(other, seat, ids);
            changed[seat] =
                ids_hold(ids, count, choice[seat]) ? choice[seat] : ids[rng_below(&walk->rng, (uint32_t)count)];
        }
    apply_all(game, one, seats, choice, &told);
    apply_all(game, other, seats, changed, &told_other);
    check_heard_alike(walk, one, &told, other, &told_other, viewer);
}

static void what_cannot_be_told_apart_is_told_alike(const struct game *game, const struct setup *setup)
{
    for (int number = 0; number < games_walked(); number++) {
        struct walk walk;
        walk_start(&walk, game, setup, number);
        do {
            struct turn turn = game->turn(walk.state);
            if (turn.kind == TURN_CHOICE && looked_at(&walk, 3))
                for (int tries = 0; tries < 4; tries++) {
                    check_other_choice(&walk, turn.seats);
                    check_other_world(&walk, turn.seats, (int)rng_below(&walk.rng, (uint32_t)walk.players + 1) - 1);
                }
        } while (walk_on(&walk));
    }
}

/* ---- the laws as tests ---- */

#define LAW(name)                                                                                                      \
    static void law_##name(void **state)                                                                               \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        for_every_variant(name);                                                                                       \
        place.game = NULL;                                                                                             \
    }
#define LAWS(X)                                                                                                        \
    X(facts_are_sane)                                                                                                  \
    X(random_play_ends_and_conserves_cards)                                                                            \
    X(legal_lists_are_sorted_and_agree_with_objections)                                                                \
    X(actions_have_one_spelling)                                                                                       \
    X(equal_states_are_equal_as_bytes)                                                                                 \
    X(chance_lines_say_it_all)                                                                                         \
    X(sealed_choices_come_in_any_order)                                                                                \
    X(a_view_is_a_state)                                                                                               \
    X(nothing_leaks_and_imagined_worlds_are_consistent)                                                                \
    X(imagined_worlds_play_to_the_end)                                                                                 \
    X(seats_are_described)                                                                                             \
    X(facts_are_sound)                                                                                                 \
    X(choices_mean_what_they_do)                                                                                       \
    X(what_cannot_be_told_apart_is_told_alike)
LAWS(LAW)

/* Prints where a law was broken. */
static int say_where(void **unused)
{
    char text[512];
    struct writer w = write_into(text, sizeof text);

    (void)unused;
    if (place.game) {
        place_write(&w);
        print_error("broken at: %s. Only this game: PARLOR_GAME=%s\n", text, place.game->id);
    }
    place.game = NULL;
    return 0;
}

int main(void)
{
#define TEST(name) cmocka_unit_test_teardown(law_##name, say_where),
    const struct CMUnitTest tests[] = {LAWS(TEST)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
