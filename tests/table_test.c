/* The table: whatever it refuses leaves it as it was and says why; undo, sealed
 * choices, views and tellings; plans and seeds. Every registered game is tried,
 * and the template, which is small enough to know what must come out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "support/tables.h"
#include "words/words.h"

/* Runs over every game, the template among them, and every number of players. */
static void for_all_tables(void (*check)(struct table *, struct rng *))
{
    for (int i = -1; i < 0 || games[i]; i++) {
        const struct game *game = i < 0 ? &template_game : games[i];
        for (int players = game->min_players; players <= game->max_players; players++) {
            struct rng rng = rng_fast((uint64_t)(players + 10 * i + 100));
            struct table *t = new_table(game, players, (uint8_t)players);
            check(t, &rng);
            table_close(t);
        }
    }
}

/* Everything that can be seen of a table: its record and every view of now. */
static struct blob snapshot(const struct table *t)
{
    struct blob all, record = record_bytes(t, true);
    FILE *out = open_memstream(&all.bytes, &all.length);
    struct state_buffer view;

    assert_non_null(out);
    fwrite(record.bytes, 1, record.length, out);
    for (int viewer = OPEN; viewer < table_plan(t)->players; viewer++)
        if (viewer != CHANCE) {
            table_view(t, viewer, table_steps(t), &view);
            fwrite(view.bytes, 1, table_game(t)->state_size, out);
        }
    fprintf(out, "%d %d", table_steps(t), table_choices(t));
    assert_int_equal(fclose(out), 0);
    blob_free(&record);
    return all;
}

static void assert_unchanged(const struct table *t, struct blob *before)
{
    struct blob now = snapshot(t);
    assert_same_bytes(&now, before);
    blob_free(&now);
    blob_free(before);
}

static void assert_says(const struct problem *why, const char *part)
{
    if (!strstr(why->text, part))
        fail_msg("«%s» does not say «%s»", why->text, part);
}

/* ---- refusals ---- */

static void refuses_wrong_seats(struct table *t)
{
    static const int nobody[] = {ONLOOKER, CHANCE, OPEN, -8, INT_MIN, MAX_SEATS, 8, 31, 32, 63, 64, 255, 256, INT_MAX};
    uint16_t ids[LEGAL_SIZE], id = 0;
    struct problem why;

    for (size_t i = 0; i < sizeof nobody / sizeof nobody[0]; i++) {
        assert_false(table_choose(t, nobody[i], 0, &why));
        assert_says(&why, "is not at this table");
        assert_false(table_do(t, nobody[i], 0, &why));
        assert_false(table_do_text(t, nobody[i], "x", 1, &why));
        assert_false(table_parse(t, nobody[i], "x", 1, &id, &why));
        assert_says(&why, "is not at this table");
        assert_int_equal(table_legal(t, nobody[i], ids), 0);
    }
    for (int seat = 0; seat < table_plan(t)->players; seat++)
        if (!(table_turn(t).seats >> seat & 1)) {
            assert_false(table_choose(t, seat, 0, &why));
            assert_says(&why, "is not to choose now");
            assert_false(table_do_text(t, seat, "x", 1, &why));
            assert_says(&why, "is not to choose now");
            assert_int_equal(table_legal(t, seat, ids), 0);
        }
}

static void refuses_wrong_ids(struct table *t, int seat)
{
    uint16_t ids[LEGAL_SIZE];
    int count = table_legal(t, seat, ids), next = 0;
    struct problem why;

    for (int id = 0; id < table_game(t)->max_actions; id++) {
        if (next < count && ids[next] == id) {
            next++;
            continue;
        }
        assert_false(table_choose(t, seat, (uint16_t)id, &why));
        assert_true(strlen(why.text) > 8);
    }
    assert_int_equal(next, count);
    for (int id = table_game(t)->max_actions; id < 65536; id += 97) {
        assert_false(table_do(t, seat, (uint16_t)id, &why));
        assert_says(&why, "there is no such action");
    }
    assert_false(table_do(t, seat, 65535, &why));
}

static void refuses_text(struct table *t, int seat, const char *text, size_t length)
{
    struct problem why = {.text = ""};
    uint16_t id = 0;

    if (table_do_text(t, seat, text, length, &why))
        fail_msg("%s: seat %d may do «%.*s»", table_game(t)->id, seat, (int)length, text);
    assert_true(strlen(why.text) > 8);
    assert_false(table_parse(t, seat, text, length, &id, &why));
    assert_says(&why, "column ");
}

static void refuses_wrong_texts(struct table *t, int seat, struct rng *rng)
{
    static const char *const garbage[] = {"",     " ",         "\n",       "play", "play ", "pass ",
                                          "{}",   "\"",        "\xff\xfe", "0",    "-1",    "play 99999999999999999999",
                                          "%s%n", "../../etc", "é"};
    uint16_t ids[LEGAL_SIZE];
    char text[256];
    struct writer w = write_into(text, sizeof text);
    struct state_buffer view;
    size_t huge = 1 << 20;
    char *much = malloc(huge);

    for (size_t i = 0; i < sizeof garbage / sizeof garbage[0]; i++)
        refuses_text(t, seat, garbage[i], strlen(garbage[i]));
    refuses_text(t, seat, "\0\0\0", 3);
    assert_non_null(much);
    memset(much, '1', huge);
    refuses_text(t, seat, much, huge);
    free(much);

    int count = table_legal(t, seat, ids);
    table_view(t, seat, table_steps(t), &view);
    table_game(t)->action_text(state_in(&view), seat, ids[rng_below(rng, (uint32_t)count)], &w);
    refuses_text(t, seat, text, w.length + 1); /* with its NUL */
    write_char(&w, ' ');
    refuses_text(t, seat, text, w.length);
    memmove(text + 1, text, w.length);
    text[0] = ' ';
    refuses_text(t, seat, text, w.length);
    text[1] = (char)(text[1] ^ 0x20); /* the other case */
    refuses_text(t, seat, text + 1, w.length - 1);
}

static void check_refusals(struct table *t, struct rng *rng)
{
    for (int i = 0; i < 12 && table_turn(t).kind == TURN_CHOICE; i++) {
        struct blob before = snapshot(t);
        int seat = __builtin_ctz(table_turn(t).seats);
        refuses_wrong_seats(t);
        refuses_wrong_ids(t, seat);
        refuses_wrong_texts(t, seat, rng);
        assert_unchanged(t, &before);
        play_at_random(t, rng, 1 + (int)rng_below(rng, 8));
    }
}

static void what_is_refused_changes_nothing(void **unused)
{
    (void)unused;
    for_all_tables(check_refusals);
}

static void check_finished(struct table *t, struct rng *rng)
{
    static const char line[] = "{\"chance\":\"deal\"}";
    uint16_t ids[LEGAL_SIZE];
    struct problem why;

    play_at_random(t, rng, INT_MAX);
    assert_int_equal(table_turn(t).kind, TURN_OVER);
    struct blob before = snapshot(t);
    for (int seat = -1; seat <= table_plan(t)->players; seat++) {
        assert_false(table_choose(t, seat, 0, &why));
        assert_says(&why, "the game is over");
        assert_false(table_do_text(t, seat, "keep", 4, &why));
        assert_says(&why, "the game is over");
        assert_int_equal(table_legal(t, seat, ids), 0);
    }
    struct reader in = read_from(line, strlen(line));
    assert_false(table_deal_as(t, &in, &why));
    assert_says(&why, "there is nothing to deal now");
    assert_true(table_deal(t, &why));
    assert_unchanged(t, &before);
}

static void nothing_is_done_after_the_end(void **unused)
{
    (void)unused;
    for_all_tables(check_finished);
}

static void deals_are_taken_when_due_and_right(void **unused)
{
    static const struct {
        const char *line, *says;
    } wrong[] = {
        {"", "column 1: "},
        {"{}", "column 2: "},
        {"{\"chance\":\"deal\",\"hands\":[[1,2,3],[4,5]]}", "column 39: "},
        {"{\"chance\":\"deal\",\"hands\":[[1,2,3],[3,4,5]]}", "dealt twice"},
        {"{\"chance\":\"deal\",\"hands\":[[1,2,3],[4,5,21]]}", "out of range"},
        {"{\"chance\":\"deal\",\"hands\":[[1,2,3],[4,6,5]]}", "ascending order"},
        {"{\"chance\":\"deal\",\"hands\":[[1,2,3],[4,5,6],[7,8,9]]}", "more hands than players"},
        {"{\"chance\":\"deal\",\"hands\":[[1,2,3],[4,5,6]]} ", "something follows"},
    };
    static const char right[] = "{\"chance\":\"deal\",\"hands\":[[1,2,3],[4,5,6]]}";
    struct table_plan plan = plan_for(&template_game, 2, 1);
    struct problem why;
    struct table *t = table_open(&plan, &why);
    uint16_t id = 0;

    (void)unused;
    assert_non_null(t);
    assert_false(table_choose(t, 0, 0, &why));
    assert_says(&why, "the next deal comes first");
    assert_false(table_parse(t, 0, "play 1", 6, &id, &why));
    assert_says(&why, "the next deal comes first");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct blob before = snapshot(t);
        struct reader in = read_from(wrong[i].line, strlen(wrong[i].line));
        assert_false(table_deal_as(t, &in, &why));
        assert_says(&why, wrong[i].says);
        assert_unchanged(t, &before);
    }
    struct reader in = read_from(right, strlen(right));
    assert_true(table_deal_as(t, &in, &why));
    in = read_from(right, strlen(right));
    struct blob before = snapshot(t);
    assert_false(table_deal_as(t, &in, &why));
    assert_says(&why, "there is nothing to deal now");
    assert_unchanged(t, &before);
    assert_true(table_do_text(t, 0, "play 1", 6, &why));
    assert_false(table_do_text(t, 0, "play 2", 6, &why));
    assert_says(&why, "seat 0 is not to choose now");
    assert_false(table_do_text(t, 1, "play 1", 6, &why));
    assert_says(&why, "you do not hold this card");
    table_close(t);
}

static void nothing_happens(struct state *state, int seat, uint16_t id, struct facts *told)
{
    (void)state, (void)seat, (void)id, (void)told;
}

static struct turn always_seat_0(const struct state *state)
{
    (void)state;
    return (struct turn){.kind = TURN_CHOICE, .seats = 1};
}

static int only_action_0(const struct state *state, int seat, uint16_t *ids)
{
    (void)state, (void)seat;
    ids[0] = 0;
    return 1;
}

/* A game that never ends fills neither the memory nor an int. */
static void a_game_has_an_end(void **unused)
{
    struct game endless = template_game;
    struct problem why = {.text = ""};

    (void)unused;
    endless.apply = nothing_happens;
    endless.turn = always_seat_0;
    endless.legal = only_action_0;
    struct table *t = new_table(&endless, 2, 1);
    while (table_do(t, 0, 0, &why))
        assert_true(table_steps(t) < 2000000);
    assert_string_equal(why.text, "the game has more than a million steps");
    assert_true(table_steps(t) > 1000000);
    assert_true(table_undo(t));
    assert_true(table_do(t, 0, 0, &why));
    table_close(t);
}

/* ---- undo ---- */

struct choices {
    int count;
    struct step made[4096];
};

static void list_choices(const struct table *t, struct choices *list)
{
    list->count = 0;
    for (int step = 0; step < table_steps(t); step++)
        if (table_step(t, step).actor != CHANCE)
            list->made[list->count++] = table_step(t, step);
    assert_int_equal(list->count, table_choices(t));
}

static void redo(struct table *t, const struct choices *list)
{
    struct problem why;
    for (int i = table_choices(t); i < list->count; i++)
        assert_true(table_do(t, list->made[i].actor, list->made[i].id, &why));
}

static void check_undo(struct table *t, struct rng *rng)
{
    static struct choices list;
    struct blob begun = snapshot(t);

    assert_false(table_undo(t)); /* there is only the deal */
    play_at_random(t, rng, 4000);
    list_choices(t, &list);
    struct blob played = snapshot(t);
    for (int back = 1; back <= list.count; back = back * 3 + 1) {
        for (int i = 0; i < back; i++)
            assert_true(table_undo(t));
        assert_int_equal(table_choices(t), list.count - back);
        assert_int_equal(table_turn(t).kind, TURN_CHOICE);
        redo(t, &list);
    }
    while (table_undo(t))
        ;
    assert_unchanged(t, &begun);
    redo(t, &list);
    assert_unchanged(t, &played);
}

static void undo_and_redo_give_the_same_deals(void **unused)
{
    (void)unused;
    for_all_tables(check_undo);
}

/* ---- sealed choices ---- */

/* Two tables at the same moment, where several seats owe a choice. */
struct twins {
    struct table *one, *other;
    uint16_t choice[MAX_SEATS]; /* a legal one each, drawn */
    int due[MAX_SEATS], count;  /* the seats */
};

/* False if the game never asks several seats at once. */
static bool find_twins(struct twins *twins, const struct game *game, int players, struct rng *rng)
{
    uint16_t ids[LEGAL_SIZE];
    uint64_t seed = rng_word(rng);

    for (int moves = 0; moves < 200; moves++) {
        struct rng a = rng_fast(seed), b = rng_fast(seed);
        twins->one = new_table(game, players, 3);
        twins->other = new_table(game, players, 3);
        play_at_random(twins->one, &a, moves);
        play_at_random(twins->other, &b, moves);
        struct turn turn = table_turn(twins->one);
        bool fresh = table_steps(twins->one) == 0 || table_step(twins->one, table_steps(twins->one) - 1).complete;
        if (turn.kind == TURN_CHOICE && fresh && __builtin_popcount(turn.seats) > 1) {
            twins->count = 0;
            for (int seat = 0; seat < players; seat++)
                if (turn.seats >> seat & 1) {
                    int legal = table_legal(twins->one, seat, ids);
                    twins->choice[seat] = ids[rng_below(rng, (uint32_t)legal)];
                    twins->due[twins->count++] = seat;
                }
            return true;
        }
        table_close(twins->one);
        table_close(twins->other);
    }
    return false;
}

static void close_twins(struct twins *twins)
{
    table_close(twins->one);
    table_close(twins->other);
}

/* Writes what a viewer is told of the last group, one step after another. */
static void tell_group(const struct table *t, int viewer, int step, struct writer *w)
{
    struct step group = table_step(t, step);

    assert_true(group.complete);
    for (int i = group.first; i < group.end; i++)
        words_step(plain_listener(viewer), t, i, w);
}

static void for_all_sealed(void (*check)(struct twins *, struct rng *))
{
    for (int i = -1; i < 0 || games[i]; i++) {
        const struct game *game = i < 0 ? &template_game : games[i];
        for (int players = game->min_players; players <= game->max_players; players++) {
            struct rng rng = rng_fast((uint64_t)(players + 7));
            struct twins twins;
            if (find_twins(&twins, game, players, &rng)) {
                check(&twins, &rng);
                close_twins(&twins);
            } else {
                assert_ptr_not_equal(game, &template_game);
                assert_ptr_not_equal(game, &scout);
            }
        }
    }
}

static void check_order(struct twins *twins, struct rng *rng)
{
    int before = table_steps(twins->one);
    struct problem why;

    for (int tries = 0; tries < 20; tries++) {
        uint8_t order[MAX_SEATS] = {0, 1, 2, 3, 4};
        rng_shuffle(rng, order, twins->count);
        for (int i = 0; i < twins->count; i++) {
            int seat = twins->due[i], shuffled = twins->due[order[i]];
            assert_true(table_do(twins->one, seat, twins->choice[seat], &why));
            assert_true(table_do(twins->other, shuffled, twins->choice[shuffled], &why));
        }
        struct blob a = snapshot(twins->one);
        assert_unchanged(twins->other, &a);
        for (int viewer = ONLOOKER; viewer < table_plan(twins->one)->players; viewer++) {
            char told[2][4096];
            struct writer one = write_into(told[0], sizeof told[0]), other = write_into(told[1], sizeof told[1]);
            tell_group(twins->one, viewer, before, &one);
            tell_group(twins->other, viewer, before, &other);
            assert_string_equal(told[0], told[1]);
        }
        for (int i = 0; i < twins->count; i++) {
            assert_true(table_undo(twins->one));
            assert_true(table_undo(twins->other));
        }
        assert_int_equal(table_steps(twins->other), before);
    }
}

static void sealed_choices_come_in_any_order(void **unused)
{
    (void)unused;
    for_all_sealed(check_order);
}

static void assert_nothing_told(const struct table *t, int step)
{
    char told[64];
    for (int viewer = OPEN; viewer < table_plan(t)->players; viewer++) {
        struct writer w = write_into(told, sizeof told);
        words_step(plain_listener(viewer), t, step, &w);
        assert_int_equal(w.length, 0);
    }
}

/* All choices but the last are made: nothing is told or recorded of them, nobody
 * else's view depends on them, and each can be undone and made again. */
static void check_sealed(struct twins *twins, struct rng *rng)
{
    struct table *t = twins->one;
    int before = table_steps(t);
    struct blob record = record_bytes(t, true);
    struct problem why;

    (void)rng;
    for (int i = 0; i < twins->count - 1; i++) {
        int seat = twins->due[i];
        struct blob now = snapshot(t);
        assert_true(table_do(t, seat, twins->choice[seat], &why));
        assert_true(table_undo(t));
        assert_unchanged(t, &now);
        assert_true(table_do(t, seat, twins->choice[seat], &why));
        assert_false(table_do(t, seat, twins->choice[seat], &why));
        assert_says(&why, "is not to choose now");
        assert_false(table_step(t, before + i).complete);
        assert_int_equal(table_step(t, before + i).first, before);
        for (int step = before; step < table_steps(t); step++)
            assert_nothing_told(t, step);
        struct blob still = record_bytes(t, true);
        assert_same_bytes(&still, &record);
        blob_free(&still);
    }
    blob_free(&record);
}

static void sealed_choices_are_not_told_and_can_be_taken_back(void **unused)
{
    (void)unused;
    for_all_sealed(check_sealed);
}

/* Another choice of one seat changes its own view and nobody else's. */
static void check_views(struct twins *twins, struct rng *rng)
{
    uint16_t ids[LEGAL_SIZE];
    int seat = twins->due[0], players = table_plan(twins->one)->players;
    size_t size = table_game(twins->one)->state_size;
    struct state_buffer one, other;
    struct problem why;

    (void)rng;
    if (table_legal(twins->one, seat, ids) < 2)
        return;
    assert_true(table_do(twins->one, seat, ids[0], &why));
    assert_true(table_do(twins->other, seat, ids[1], &why));
    for (int viewer = ONLOOKER; viewer < players; viewer++) {
        table_view(twins->one, viewer, table_steps(twins->one), &one);
        table_view(twins->other, viewer, table_steps(twins->other), &other);
        assert_int_equal(memcmp(one.bytes, other.bytes, size) == 0, viewer != seat);
    }
    table_view(twins->one, OPEN, table_steps(twins->one), &one);
    table_view(twins->other, OPEN, table_steps(twins->other), &other);
    assert_memory_not_equal(one.bytes, other.bytes, size);
}

static void a_sealed_choice_is_in_its_own_view_only(void **unused)
{
    (void)unused;
    for_all_sealed(check_views);
}

static void check_open_at_the_end(struct table *t, struct rng *rng)
{
    struct state_buffer open, view;

    play_at_random(t, rng, INT_MAX);
    table_view(t, OPEN, table_steps(t), &open);
    for (int viewer = ONLOOKER; viewer < table_plan(t)->players; viewer++) {
        table_view(t, viewer, table_steps(t), &view);
        assert_memory_equal(view.bytes, open.bytes, table_game(t)->state_size);
    }
}

static void nothing_is_hidden_after_the_end(void **unused)
{
    (void)unused;
    for_all_tables(check_open_at_the_end);
}

/* ---- telling ---- */

static void assert_told(const struct table *t, int viewer, int step, const char *expected)
{
    char told[512];
    struct writer w = write_into(told, sizeof told);
    words_step(plain_listener(viewer), t, step, &w);
    assert_string_equal(told, expected);
}

/* A name may hold anything; a telling is one sentence a line, and nothing in a
 * name passes for another seat, another sentence or an order to the terminal. */
static void names_in_tellings_are_harmless(void **unused)
{
    static const char right[] = "{\"chance\":\"deal\",\"hands\":[[1,2,3],[4,5,6]]}";
    struct table_plan plan = plan_for(&template_game, 2, 1);
    struct problem why;

    (void)unused;
    assert_true(plan_name(&plan, 0, "{1}\nAnn \033[2J", &why));
    assert_true(plan_name(&plan, 1, "Zoë", &why));
    struct table *t = table_open(&plan, &why);
    struct reader in = read_from(right, strlen(right));
    assert_true(table_deal_as(t, &in, &why));
    assert_true(table_do_text(t, 0, "play 1", 6, &why));
    assert_nothing_told(t, 1);
    assert_true(table_do_text(t, 1, "play 4", 6, &why));
    assert_told(t, 0, 0, "3 cards each are dealt.\n");
    assert_told(t, ONLOOKER, 1, "{1}?Ann ?[2J plays 1.\n");
    assert_told(t, OPEN, 2, "Zoë plays 4.\nZoë takes the point.\n");
    char small[6];
    struct writer w = write_into(small, sizeof small);
    words_step(plain_listener(0), t, 0, &w);
    assert_true(w.overflow);
    table_close(t);
}

/* A choice is told as what it was; simultaneous choices are told in ascending order of seats. */
static void check_instead(struct table *t, struct rng *rng)
{
    play_at_random(t, rng, INT_MAX);
    for (int step = 0; step < table_steps(t); step++) {
        struct step it = table_step(t, step);
        struct facts facts;
        struct fact meant;
        int at = it.first, said = 0;
        if (it.actor == CHANCE)
            continue;
        for (int i = it.first; i < it.end; i++)
            at += table_step(t, i).actor < it.actor;
        table_facts(t, OPEN, at, &facts);
        table_meaning(t, step, it.id, &meant);
        for (int i = 0; i < facts.count; i++)
            said += facts.list[i].verb == meant.verb && facts.list[i].count == meant.count &&
                    memcmp(facts.list[i].value, meant.value, sizeof meant.value) == 0;
        assert_int_equal(said, 1);
    }
}

static void what_might_have_been_is_told_alike(void **unused)
{
    (void)unused;
    for_all_tables(check_instead);
}

/* ---- plans ---- */

static void options_are_checked(void **unused)
{
    char long_word[200];
    struct table_plan plan = {.game = &template_game, .players = 3};
    struct problem why;

    (void)unused;
    memset(long_word, 'a', sizeof long_word - 1);
    long_word[sizeof long_word - 1] = '\0';
    assert_false(plan_option(&plan, "round", 5, "2", &why));
    assert_string_equal(why.text, "Template has no option called round");
    assert_false(plan_option(&plan, "roundss", 7, "2", &why));
    assert_false(plan_option(&plan, "", 0, "2", &why));
    assert_says(&why, "no option called");
    assert_false(plan_option(&plan, long_word, strlen(long_word), "2", &why));
    assert_says(&why, "no option called aaa");
    assert_false(plan_option(&plan, "a\033[2Jb", 6, "2", &why));
    assert_says(&why, "no option called a?[2Jb");
    assert_false(plan_option(&plan, "rounds", 6, long_word, &why));
    assert_string_equal(why.text, "the value of rounds is too long");
    assert_int_equal(plan.option_count, 0);
    assert_true(plan_option(&plan, "rounds=2", 6, "2", &why));
    assert_false(plan_option(&plan, "rounds", 6, "3", &why));
    assert_string_equal(why.text, "the option rounds is set twice");
    assert_int_equal(plan.option_count, 1);
    assert_string_equal(plan.options[0].value, "2");
}

static void option_values_are_checked(void **unused)
{
    static const struct {
        const char *value;
        int rounds; /* 0: refused */
    } cases[] = {{"1", 1},       {"9", 9},  {"0", 0},  {"10", 0},    {"-1", 0},
                 {"", 0},        {"01", 0}, {"3 ", 0}, {"three", 0}, {"99999999999999999999", 0},
                 {"3\033[2J", 0}};

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct table_plan plan = plan_for(&template_game, 2, 1);
        struct problem why = {.text = ""};
        assert_true(plan_option(&plan, "rounds", 6, cases[i].value, &why));
        struct table *t = table_open(&plan, &why);
        assert_int_equal(t != NULL, cases[i].rounds > 0);
        if (!t) {
            assert_says(&why, "must be a number from 1 to 9");
            assert_null(strchr(why.text, '\033'));
            continue;
        }
        struct rng rng = rng_fast(1);
        assert_true(table_deal(t, &why));
        play_at_random(t, &rng, INT_MAX);
        assert_int_equal(table_rounds(t), cases[i].rounds);
        struct result result;
        table_result(t, &result);
        int sum[MAX_SEATS] = {0}, points[MAX_SEATS];
        for (int round = 0; round < cases[i].rounds; round++) {
            table_round(t, round, points);
            assert_int_equal(points[0] + points[1], 3);
            sum[0] += points[0];
            sum[1] += points[1];
        }
        assert_int_equal(sum[0], result.points[0]);
        assert_int_equal(sum[1], result.points[1]);
        table_close(t);
    }
}

/* A word of a choice is exactly one of its words. */
static void choices_are_checked(void **unused)
{
    static const struct {
        const char *value;
        int index;
    } cases[] = {{"off", 0},   {"on", 1},    {"only", 2},         {"", -1},       {"o", -1},
                 {"onl", -1},  {"offf", -1}, {"ON", -1},          {"off|on", -1}, {"on|only", -1},
                 {"off|", -1}, {"|", -1},    {"off|on|only", -1}, {"on ", -1}};
    struct game game = template_game;
    struct option options[] = {{.name = "mode", .kind = OPTION_CHOICE, .values = "off|on|only", .fallback = "off"},
                               {.name = NULL}};

    (void)unused;
    game.options = options;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct setup setup = {.players = 2, .value = {cases[i].value}};
        struct problem why;
        struct writer w = write_into(why.text, sizeof why.text);
        if (setup_check(&game, &setup, &w) != (cases[i].index >= 0))
            fail_msg("mode=%s", cases[i].value);
        if (cases[i].index < 0)
            assert_says(&why, "must be one of off, on, only");
        else
            assert_int_equal(setup_choice(&game, &setup, 0), cases[i].index);
    }
    struct setup unset = {.players = 2};
    assert_int_equal(setup_choice(&game, &unset, 0), 0);
}

static void player_counts_are_checked(void **unused)
{
    static const int counts[] = {INT_MIN, -1, 0, 1, 6, 99, INT_MAX};

    (void)unused;
    for (int i = -1; i < 0 || games[i]; i++)
        for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
            struct table_plan plan = {.game = i < 0 ? &template_game : games[i], .players = counts[k]};
            struct problem why;
            assert_null(table_open(&plan, &why));
            assert_says(&why, plan.game->title);
            assert_says(&why, "players, not ");
        }
    struct table_plan plan = {.game = &scout, .players = 6};
    struct problem why;
    assert_null(table_open(&plan, &why));
    assert_string_equal(why.text, "SCOUT is for 2 to 5 players, not 6");
}

static void names_are_checked(void **unused)
{
    struct table_plan plan = {.game = &scout, .players = 3};
    struct problem why;
    char name[100];

    (void)unused;
    memset(name, 'n', sizeof name);
    name[64] = '\0';
    assert_true(plan_name(&plan, 2, name, &why));
    assert_int_equal(plan.names[2].length, 64);
    name[64] = 'n';
    name[65] = '\0';
    assert_false(plan_name(&plan, 2, name, &why));
    assert_says(&why, "longer than 64 bytes");
    assert_int_equal(plan.names[2].length, 64);
    assert_false(plan_name(&plan, 2, "Zo\xeb", &why));
    assert_string_equal(why.text, "the name Zo? is not valid UTF-8");
    assert_int_equal(plan.names[2].length, 64);
    assert_true(plan_name(&plan, 2, "", &why));
    assert_true(plan_name(&plan, 2, "Zoë", &why));
    assert_int_equal(plan.names[2].length, 4);
}

static void problems_are_fit_to_show(void **unused)
{
    struct problem why;
    char flood[1000];

    (void)unused;
    memset(flood, 'x', sizeof flood);
    flood[sizeof flood - 1] = '\0';
    assert_false(problem_set(&why, "a%sb", flood));
    assert_int_equal(strlen(why.text), sizeof why.text - 1);
    for (size_t i = 0; i + 2 < sizeof flood; i += 2)
        flood[i] = '\xc3', flood[i + 1] = '\xa9';
    assert_false(problem_set(&why, "%s", flood)); /* cut in the middle of a character */
    assert_int_equal(why.text[sizeof why.text - 2], '?');
    assert_false(problem_set(&why, "%s%s%s", "a\033[31m", "\n", "\xff"));
    assert_string_equal(why.text, "a?[31m??");
    assert_false(problem_set(&why, "line %d: %s", 3, why.text)); /* a value that lies in the problem itself */
    assert_string_equal(why.text, "line 3: a?[31m??");
}

/* ---- points and seeds ---- */

static void points_are_written_with_halves(void **unused)
{
    static const struct {
        int points;
        const char *whole, *halves;
    } cases[] = {{0, "0", "0"},
                 {1, "1", "0.5"},
                 {2, "2", "1"},
                 {3, "3", "1.5"},
                 {83, "83", "41.5"},
                 {-1, "-1", "-0.5"},
                 {-2, "-2", "-1"},
                 {-3, "-3", "-1.5"},
                 {-4, "-4", "-2"},
                 {-83, "-83", "-41.5"},
                 {INT_MIN, "-2147483648", "-1073741824"},
                 {INT_MAX, "2147483647", "1073741823.5"}};
    struct game game = template_game;

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[32];
        for (int halves = 0; halves < 2; halves++) {
            struct writer w = write_into(text, sizeof text);
            game.half_points = halves;
            write_points(&w, &game, cases[i].points);
            assert_string_equal(text, halves ? cases[i].halves : cases[i].whole);
        }
    }
}

static void seeds_are_read_and_written(void **unused)
{
    static const char zeros[] = "0000000000000000000000000000000000000000000000000000000000000000";
    static const char many[] = "00112233445566778899aabbccddeeff0123456789abcdeffedcba9876543210";
    static const char *const wrong[] = {"", "g", "0x1", " 1", "1 ", "-1", "12 34", "\xff", "é"};
    struct seed seed = {{7}}, kept;
    struct problem why;
    char text[SEED_DIGITS + 1];

    (void)unused;
    assert_true(seed_parse(many, &seed, &why));
    seed_text(&seed, text);
    assert_string_equal(text, many);
    assert_true(seed_parse("A", &seed, &why));
    seed_text(&seed, text);
    assert_memory_equal(text, zeros, 63);
    assert_int_equal(text[63], 'a');
    assert_true(seed_parse("ABC", &seed, &why));
    seed_text(&seed, text);
    assert_string_equal(text + 60, "0abc");
    kept = seed;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(seed_parse(wrong[i], &seed, &why));
        assert_says(&why, "hex digits");
        assert_memory_equal(&seed, &kept, sizeof seed);
    }
    char lengthy[1000];
    memset(lengthy, '1', sizeof lengthy);
    lengthy[65] = '\0';
    assert_false(seed_parse(lengthy, &seed, &why));
    assert_string_equal(why.text, "a seed has 1 to 64 hex digits");
    memset(lengthy, 'x', sizeof lengthy);
    lengthy[sizeof lengthy - 1] = '\0';
    assert_false(seed_parse(lengthy, &seed, &why));
    assert_string_equal(why.text, "a seed has 1 to 64 hex digits");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_refused_changes_nothing),
        cmocka_unit_test(nothing_is_done_after_the_end),
        cmocka_unit_test(deals_are_taken_when_due_and_right),
        cmocka_unit_test(a_game_has_an_end),
        cmocka_unit_test(undo_and_redo_give_the_same_deals),
        cmocka_unit_test(sealed_choices_come_in_any_order),
        cmocka_unit_test(sealed_choices_are_not_told_and_can_be_taken_back),
        cmocka_unit_test(a_sealed_choice_is_in_its_own_view_only),
        cmocka_unit_test(nothing_is_hidden_after_the_end),
        cmocka_unit_test(names_in_tellings_are_harmless),
        cmocka_unit_test(what_might_have_been_is_told_alike),
        cmocka_unit_test(options_are_checked),
        cmocka_unit_test(option_values_are_checked),
        cmocka_unit_test(choices_are_checked),
        cmocka_unit_test(player_counts_are_checked),
        cmocka_unit_test(names_are_checked),
        cmocka_unit_test(problems_are_fit_to_show),
        cmocka_unit_test(points_are_written_with_halves),
        cmocka_unit_test(seeds_are_read_and_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
