/* The kernels of src/cuda, run on a processor, do what the rules and parlor_vector do: the same rows, byte for byte, in
 * every game and with every number of players. tests/cuda does the same on a GPU. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bot.h"
#include "cuda/processor.h"
#include "parlor.h"
#include "rules/signature.h"

enum { GAMES = 40, PADDED = 64, STEPS = 250, SIGNED = 50, SIGNED_ELSEWHERE = 1000 };

/* One vector on the "GPU" and the same in the library. */
struct field {
    const struct cuda_kernels *kernels;
    const struct game *game;
    int players;
    struct cuda_games cuda;
    struct parlor_vector *vector;
    struct parlor_rows rows;
    uint16_t actions[GAMES];
};

static void *room(size_t count, size_t size)
{
    void *made = calloc(count, size);
    assert_non_null(made);
    return made;
}

static void lay_first(const struct field *f, uint8_t *first)
{
    struct setup setup = {.players = f->players};
    struct state_buffer state;

    assert_null(f->game->start(state_in(&state), &setup));
    memcpy(first, state.bytes, f->game->state_size);
}

static void open_cuda(struct field *f, bool picks)
{
    struct cuda_facts facts;
    uint8_t *first = room(1, STATE_SIZE);

    f->kernels->facts(&facts);
    assert_int_equal(facts.observation_size, f->game->observation_size);
    lay_first(f, first);
    f->cuda = (struct cuda_games){.first = first,
                                  .states = room(PADDED * facts.state_words, sizeof(uint32_t)),
                                  .chances = room(PADDED * 4, sizeof(uint64_t)),
                                  .whims = room(PADDED * 4, sizeof(uint64_t)),
                                  .askers = room(PADDED, 1),
                                  .masks = room(PADDED * facts.mask_words, sizeof(uint32_t)),
                                  .observation = room(PADDED, facts.observation_size),
                                  .reward = room(PADDED * (size_t)f->players, sizeof(float)),
                                  .done = room(PADDED, 1),
                                  .seat = room(PADDED, sizeof(int64_t)),
                                  .pick = picks ? room(PADDED, sizeof(uint16_t)) : NULL,
                                  .refused = room(1, sizeof(uint32_t)),
                                  .finished = room(1, sizeof(uint64_t)),
                                  .waiting = room(1 + PADDED, sizeof(uint32_t)),
                                  .games = GAMES,
                                  .players = (uint32_t)f->players,
                                  .pays = f->players % 2 ? PAY_GAINS : PAY_MARGIN,
                                  .action_size = sizeof(uint16_t)};
    *f->cuda.refused = GAMES;
    f->cuda.seed[30] = 0x5e, f->cuda.seed[31] = 0xed;
    processor_show(f->kernels, f->kernels->reset, &f->cuda, PADDED);
}

static void open_vector(struct field *f)
{
    char why[200];
    struct parlor_table *like = parlor_open(f->game->id, f->players, "", "5eed", why, sizeof why);

    assert_non_null(like);
    f->vector = parlor_vector(like, GAMES, 1, f->players % 2 ? PARLOR_GAINS : PARLOR_MARGIN, why, sizeof why);
    assert_non_null(f->vector);
    parlor_close(like);
    f->rows = (struct parlor_rows){.observation = room(GAMES, f->game->observation_size),
                                   .mask = room(GAMES, (size_t)f->game->max_actions),
                                   .reward = room(GAMES * (size_t)f->players, sizeof(float)),
                                   .done = room(GAMES, 1),
                                   .seat = room(GAMES, sizeof(int64_t))};
    parlor_vector_rows(f->vector, &f->rows);
    parlor_vector_refresh(f->vector);
}

static void close_field(struct field *f)
{
    void *parts[] = {(void *)(uintptr_t)f->cuda.first,
                     f->cuda.states,
                     f->cuda.chances,
                     f->cuda.whims,
                     f->cuda.askers,
                     f->cuda.masks,
                     f->cuda.observation,
                     f->cuda.reward,
                     f->cuda.done,
                     f->cuda.seat,
                     f->cuda.pick,
                     f->cuda.refused,
                     f->cuda.finished,
                     f->cuda.waiting};

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        free(parts[i]);
    if (!f->vector)
        return;
    parlor_vector_close(f->vector);
    free(f->rows.observation);
    free(f->rows.mask);
    free(f->rows.reward);
    free(f->rows.done);
    free(f->rows.seat);
}

static bool mask_bit(const struct field *f, int game, int action)
{
    size_t words = ((size_t)f->game->max_actions + 31) / 32;
    return f->cuda.masks[(size_t)game * words + (size_t)action / 32] >> action % 32 & 1;
}

static void compare_rows(const struct field *f)
{
    assert_memory_equal(f->cuda.observation, f->rows.observation, GAMES * f->game->observation_size);
    assert_memory_equal(f->cuda.reward, f->rows.reward, GAMES * (size_t)f->players * sizeof(float));
    assert_memory_equal(f->cuda.done, f->rows.done, GAMES);
    assert_memory_equal(f->cuda.seat, f->rows.seat, GAMES * sizeof(int64_t));
    for (int game = 0; game < GAMES; game++)
        for (int action = 0; action < f->game->max_actions; action++)
            assert_int_equal(mask_bit(f, game, action), f->rows.mask[game * f->game->max_actions + action]);
}

static void for_all(void (*check)(struct field *), bool listed)
{
    for (const struct cuda_kernels *kernels = cuda_kernels; kernels->game; kernels++)
        for (int players = kernels->game->min_players; players <= kernels->game->max_players; players++) {
            struct field f = {.kernels = kernels, .game = kernels->game, .players = players};
            if (listed && !game_by_id(f.game->id))
                continue; /* the library does not have the template */
            open_cuda(&f, true);
            check(&f);
            close_field(&f);
        }
}

static void check_steps(struct field *f)
{
    char why[200];

    open_vector(f);
    compare_rows(f);
    for (int step = 0; step < STEPS; step++) {
        parlor_vector_random(f->vector, f->actions);
        assert_memory_equal(f->actions, f->cuda.pick, sizeof f->actions);
        assert_true(parlor_vector_step(f->vector, f->actions, why, sizeof why));
        f->cuda.actions = f->actions;
        processor_show(f->kernels, f->kernels->step, &f->cuda, PADDED);
        compare_rows(f);
    }
    assert_int_equal(*f->cuda.refused, GAMES);
    assert_int_equal(*f->cuda.finished, parlor_vector_finished(f->vector));
}

static void steps_are_the_librarys(void **unused)
{
    (void)unused;
    for_all(check_steps, true);
}

/* Random play in one kernel comes to where single steps come to. */
static void check_play(struct field *f)
{
    uint16_t actions[PADDED];
    struct field other = {.kernels = f->kernels, .game = f->game, .players = f->players};
    size_t rows = GAMES * f->game->observation_size;

    open_cuda(&other, false);
    for (int step = 0; step < STEPS; step++) {
        memcpy(actions, f->cuda.pick, sizeof actions);
        f->cuda.actions = actions;
        processor_show(f->kernels, f->kernels->step, &f->cuda, PADDED);
    }
    other.cuda.steps = STEPS;
    processor_run(f->kernels->play, &other.cuda, PADDED);
    processor_run(f->kernels->refresh, &other.cuda, PADDED);
    assert_memory_equal(f->cuda.observation, other.cuda.observation, rows);
    close_field(&other);
}

static void play_is_steps(void **unused)
{
    (void)unused;
    for_all(check_play, false);
}

/* A novice is asked as any bot is, and all that novices choose in one kernel is what they choose step by step. */
static void check_advice(const struct field *f, const struct rng *whims)
{
    struct state_buffer view;

    for (uint32_t game = 0; game < GAMES; game++) {
        struct rng rng = whims[game];
        uint32_t words = (uint32_t)(f->game->state_size + 3) / 4;
        for (uint32_t i = 0; i < words; i++) {
            uint32_t word = f->cuda.states[(game / GAMES_ABREAST * words + i) * GAMES_ABREAST + game % GAMES_ABREAST];
            memcpy(view.bytes + 4 * i, &word, sizeof word);
        }
        f->game->redact(state_in(&view), (int)f->cuda.seat[game]);
        assert_int_equal(f->cuda.pick[game],
                         bot_choose(&bot_novice, f->game, state_in(&view), (int)f->cuda.seat[game], &rng));
    }
}

static void read_whims(const struct field *f, struct rng *whims)
{
    for (uint32_t game = 0; game < GAMES; game++) {
        whims[game].strong = false;
        for (uint32_t i = 0; i < 4; i++)
            whims[game].fast[i] = f->cuda.whims[(game / GAMES_ABREAST * 4 + i) * GAMES_ABREAST + game % GAMES_ABREAST];
    }
}

static void check_novices(struct field *f)
{
    enum { CHOICES = 60 };
    struct field other = {.kernels = f->kernels, .game = f->game, .players = f->players};
    struct rng whims[GAMES];
    uint16_t actions[PADDED];

    open_cuda(&other, true);
    free(f->cuda.pick), f->cuda.pick = NULL; /* so that the steps draw nothing */
    uint16_t *pick = room(PADDED, sizeof *pick);
    memcpy(f->cuda.whims, other.cuda.whims, PADDED * 4 * sizeof(uint64_t));
    for (int step = 0; step < CHOICES; step++) {
        read_whims(f, whims);
        f->cuda.pick = pick;
        processor_run(f->kernels->advise, &f->cuda, PADDED);
        check_advice(f, whims);
        memcpy(actions, pick, sizeof actions);
        f->cuda.actions = actions;
        f->cuda.pick = NULL;
        processor_show(f->kernels, f->kernels->step, &f->cuda, PADDED);
    }
    assert_int_equal(*f->cuda.refused, GAMES);
    other.cuda.steps = CHOICES;
    processor_run(f->kernels->play_novices, &other.cuda, PADDED);
    processor_run(f->kernels->refresh, &other.cuda, PADDED);
    assert_memory_equal(f->cuda.observation, other.cuda.observation, GAMES * f->game->observation_size);
    free(pick);
    close_field(&other);
}

static void novices_choose_as_they_do(void **unused)
{
    (void)unused;
    for_all(check_novices, false);
}

/* A game whose action is not legal stands still; the others go on. */
static void check_refusal(struct field *f)
{
    size_t size = f->game->observation_size;
    uint8_t before[OBSERVATION_SIZE];
    uint16_t wrong = 0;

    memcpy(f->actions, f->cuda.pick, sizeof f->actions);
    while (mask_bit(f, 7, wrong))
        wrong++;
    f->actions[7] = wrong;
    f->actions[9] = UINT16_MAX;
    memcpy(before, f->cuda.observation + 7 * size, size);
    f->cuda.actions = f->actions;
    processor_show(f->kernels, f->kernels->step, &f->cuda, PADDED);
    assert_int_equal(*f->cuda.refused, 7);
    assert_memory_equal(before, f->cuda.observation + 7 * size, size);
}

static void illegal_actions_change_nothing(void **unused)
{
    (void)unused;
    for_all(check_refusal, false);
}

static void check_signatures(struct field *f)
{
    uint64_t hashes[SIGNED], decisions[SIGNED];
    struct setup setup = {.players = f->players};

    f->cuda.games = SIGNED;
    processor_sign(f->kernels, &f->cuda, hashes, decisions);
    for (uint32_t game = 0; game < SIGNED; game++) {
        struct signature one = signature_of(f->game, &setup, game, 1);
        assert_int_equal(one.hash, hashes[game]);
        assert_int_equal(one.decisions, decisions[game]);
    }
}

static void signatures_are_the_rules(void **unused)
{
    (void)unused;
    for_all(check_signatures, false);
}

/* Writes the signatures of games 0 .. SIGNED_ELSEWHERE-1 as JSON, for tests/cuda. */
static int write_signatures(void)
{
    printf("{");
    for (int i = 0; games[i]; i++) {
        printf("%s\"%s\": {", i ? ",\n" : "", games[i]->id);
        for (int players = games[i]->min_players; players <= games[i]->max_players; players++) {
            struct setup setup = {.players = players};
            printf("%s\"%d\": [", players > games[i]->min_players ? ",\n" : "", players);
            for (uint32_t game = 0; game < SIGNED_ELSEWHERE; game++)
                printf("%s%llu", game ? ", " : "", (unsigned long long)signature_of(games[i], &setup, game, 1).hash);
            printf("]");
        }
        printf("}");
    }
    return printf("}\n") < 0;
}

int main(int count, char **arguments)
{
    if (count == 2 && strcmp(arguments[1], "signatures") == 0)
        return write_signatures();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_the_librarys),    cmocka_unit_test(play_is_steps),
        cmocka_unit_test(novices_choose_as_they_do), cmocka_unit_test(illegal_actions_change_nothing),
        cmocka_unit_test(signatures_are_the_rules),
    };
    return cmocka_run_group_tests_name("cuda", tests, NULL, NULL);
}
