/* See kernels.h. Every kernel loads the game of its thread, does what parlor_vector does (src/api/vector.c) and stores
 * it again; the rows come out the same. */
#include "cuda/kernels.h"

#include "bots/novice_choice.h"
#include "rules/bytes.h"
#include "rules/signature.h"

extern const struct game CUDA_GAME;

enum { MASK_WORDS_MAX = LEGAL_SIZE / 32 };

static inline uint32_t state_words(void)
{
    return (uint32_t)(CUDA_GAME.state_size + 3) / 4;
}

static inline uint32_t mask_words(void)
{
    return (uint32_t)(CUDA_GAME.max_actions + 31) / 32;
}

/* Measured: a short list is written faster than a mask is looked through, and a very long mask is mostly zeros. */
static inline bool list_is_faster(void)
{
    return !CUDA_GAME.legal_mask || CUDA_GAME.max_actions > 2048 || (CUDA_GAME.max_legal <= 32 && mask_words() > 2);
}

/* Measured in Belle, where a mask is mostly zeros and a list may have hundreds of ids: 639 million steps a second
 * instead of 589. */
static inline bool runs_are_faster(void)
{
    return CUDA_GAME.legal_runs;
}

/* A step is one launch, or three: step applies, deal begins new games where some have ended, refresh writes the rows.
 * One kernel for all three takes the most registers that any part needs, and shared memory for rows all the time, so
 * that few threads run at once; and a warp in which one game has ended waits for its shuffle, while those games
 * together fill warps.
 * Measured: Belle makes 639 million steps a second with three launches and 551 with one, SCOUT 894 and 1,090. So it is
 * for games with long rules: those whose many ids come in runs. */
static inline bool launches_are_apart(void)
{
    return CUDA_GAME.legal_runs;
}

/* ---- rows in shared memory ----
 * A thread writes its row there byte by byte; then its warp carries all rows to the GPU's memory together, in order. */

/* Words from one row to the next: an odd number keeps threads out of each other's banks of memory. Rows that are no
 * whole number of words lie without a gap. */
static inline uint32_t row_stride(uint32_t size)
{
    return size % 4 ? size : (size / 4 | 1) * 4;
}

static inline uint32_t shared_bytes(void)
{
    uint32_t mask = list_is_faster() ? 0 : row_stride(mask_words() * 4),
             observation = row_stride((uint32_t)CUDA_GAME.observation_size);
    return (mask > observation ? mask : observation) * WARP + 16;
}

static inline uint8_t *warp_rows(void)
{
    return (uint8_t *)shared_memory() + (size_t)(thread_of_block() / WARP) * (shared_bytes() & ~15u);
}

static inline uint8_t *own_row(uint32_t size)
{
    return warp_rows() + (size_t)lane() * row_stride(size);
}

#ifdef __NVPTX__
typedef uint32_t four_words __attribute__((vector_size(16)));

static void carry_rows(uint8_t *rows, uint32_t game, uint32_t size)
{
    GLOBAL uint32_t *out = (GLOBAL uint32_t *)(void *)(rows + (size_t)(game - lane()) * size);
    const uint32_t *in = (const uint32_t *)(const void *)warp_rows();

    warp_sync();
    if (row_stride(size) == size) { /* one after the other: sixteen bytes at a time */
        for (uint32_t i = lane(); i < size * WARP / sizeof(four_words); i += WARP)
            ((GLOBAL four_words *)out)[i] = ((const four_words *)(const void *)in)[i];
    } else {
        for (uint32_t i = lane(), words = size / 4; i < words * WARP; i += WARP)
            out[i] = in[i / words * (words | 1) + i % words];
    }
    warp_sync();
}

static void clear_rows(uint8_t *rows, uint32_t game, uint32_t size)
{
    GLOBAL four_words *out = (GLOBAL four_words *)(void *)(rows + (size_t)(game - lane()) * size);

    for (uint32_t i = lane(); i < size * WARP / sizeof(four_words); i += WARP)
        out[i] = (four_words){0};
    warp_sync();
}
#else
static void carry_rows(uint8_t *rows, uint32_t game, uint32_t size)
{
    bytes_copy(rows + (size_t)game * size, warp_rows(), size);
}

static void clear_rows(uint8_t *rows, uint32_t game, uint32_t size)
{
    bytes_zero(rows + (size_t)game * size, size);
}
#endif

/* ---- a game's words among those of others ---- */

static inline size_t word_at(uint32_t game, uint32_t words, uint32_t word)
{
    return ((size_t)(game / GAMES_ABREAST) * words + word) * GAMES_ABREAST + game % GAMES_ABREAST;
}

static void load_state(const struct cuda_games *v, uint32_t game, struct state_buffer *state)
{
    uint32_t *words = (uint32_t *)(void *)state->bytes;
    const GLOBAL uint32_t *states = (const GLOBAL uint32_t *)v->states + word_at(game, state_words(), 0);
    ALL_AT_ONCE
    for (uint32_t i = 0; i < state_words(); i++)
        words[i] = states[(size_t)i * GAMES_ABREAST];
}

static void store_state(const struct cuda_games *v, uint32_t game, const struct state_buffer *state)
{
    const uint32_t *words = (const uint32_t *)(const void *)state->bytes;
    GLOBAL uint32_t *states = (GLOBAL uint32_t *)v->states + word_at(game, state_words(), 0);
    ALL_AT_ONCE
    for (uint32_t i = 0; i < state_words(); i++)
        states[(size_t)i * GAMES_ABREAST] = words[i];
}

static struct rng load_rng(const uint64_t *numbers, uint32_t game)
{
    struct rng rng;

    rng.strong = false;
    ALL_AT_ONCE
    for (uint32_t i = 0; i < 4; i++)
        rng.fast[i] = ((const GLOBAL uint64_t *)numbers)[word_at(game, 4, i)];
    /* cppcheck-suppress uninitvar -- what strong numbers need is left as it is: a GPU would store it */
    return rng;
}

static void store_rng(uint64_t *numbers, uint32_t game, const struct rng *rng)
{
    ALL_AT_ONCE
    for (uint32_t i = 0; i < 4; i++)
        ((GLOBAL uint64_t *)numbers)[word_at(game, 4, i)] = rng->fast[i];
}

/* ---- the legal actions, as a list or as a mask ---- */

static void find_mask(const struct state *state, int seat, uint32_t *mask)
{
    for (uint32_t i = 0; i < mask_words(); i++)
        mask[i] = 0;
    CUDA_GAME.legal_mask(state, seat, mask);
}

/* Draws one of the set bits, as vector.c draws one of the ids. */
static uint16_t draw_bit(const uint32_t *mask, struct rng *rng)
{
    uint32_t count = 0, at = 0;

    for (uint32_t i = 0; i < mask_words(); i++)
        count += (uint32_t)__builtin_popcount(mask[i]);
    uint32_t skip = rng_below(rng, count);
    for (uint32_t here; skip >= (here = (uint32_t)__builtin_popcount(mask[at])); at++)
        skip -= here;
    uint32_t word = mask[at];
    for (; skip > 0; skip--)
        word &= word - 1;
    return (uint16_t)(at * 32 + (uint32_t)__builtin_ctz(word));
}

/* Returns the place of the bit that has `skip` set ones below it. */
static uint32_t find_bit(uint64_t bits, uint32_t skip)
{
    uint32_t at = 0;

    for (uint32_t half = 32; half > 0; half /= 2) {
        uint32_t below = (uint32_t)__builtin_popcountll(bits >> at & (((uint64_t)1 << half) - 1));
        at += skip >= below ? half : 0;
        skip -= skip >= below ? below : 0;
    }
    return at;
}

/* The same of runs. */
static uint16_t draw_from_runs(const struct id_run *runs, uint32_t count, struct rng *rng)
{
    uint32_t ids = 0;

    for (uint32_t i = 0; i < count; i++)
        ids += (uint32_t)__builtin_popcountll(runs[i].bits);
    uint32_t skip = rng_below(rng, ids);
    for (uint32_t here; skip >= (here = (uint32_t)__builtin_popcountll(runs->bits)); runs++)
        skip -= here;
    return (uint16_t)(runs->first + find_bit(runs->bits, skip));
}

static uint16_t draw_action(const struct state *state, int seat, struct rng *rng)
{
    if (runs_are_faster()) {
        struct id_run runs[LEGAL_RUNS];
        uint32_t count = (uint32_t)CUDA_GAME.legal_runs(state, seat, runs);
        return draw_from_runs(runs, count, rng);
    }
    if (list_is_faster()) {
        uint16_t ids[LEGAL_SIZE];
        uint32_t count = (uint32_t)CUDA_GAME.legal(state, seat, ids);
        return ids[rng_below(rng, count)];
    }
    uint32_t mask[MASK_WORDS_MAX];
    find_mask(state, seat, mask);
    return draw_bit(mask, rng);
}

/* Clears the masks of all games of the warp together, of which those words are written then that are not zero. */
static GLOBAL uint32_t *clear_mask(const struct cuda_games *v, uint32_t game)
{
    clear_rows((uint8_t *)v->masks, game, mask_words() * 4);
    return (GLOBAL uint32_t *)v->masks + (size_t)game * mask_words();
}

static void write_list(const struct cuda_games *v, uint32_t game, const uint16_t *ids, uint32_t count)
{
    GLOBAL uint32_t *own = clear_mask(v, game);

    for (uint32_t i = 0; i < count;) { /* ascending: those of one word come together */
        uint32_t at = ids[i] / 32u, word = 0;
        for (; i < count && ids[i] / 32u == at; i++)
            word |= 1u << ids[i] % 32;
        own[at] = word;
    }
}

/* A run may begin in the word that the one before it ends in. */
static void write_runs(const struct cuda_games *v, uint32_t game, const struct id_run *runs, uint32_t count)
{
    GLOBAL uint32_t *own = clear_mask(v, game);
    uint32_t at = 0, word = 0;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t shift = runs[i].first % 32;
        uint64_t bits = runs[i].bits, low = bits << shift, next = low >> 32;
        uint32_t last = (uint32_t)(bits >> 32 >> (32 - shift));
        if (runs[i].first / 32 != at) {
            own[at] = word;
            at = runs[i].first / 32;
            word = 0;
        }
        word |= (uint32_t)low;
        for (uint64_t more = next | (uint64_t)last << 32; more; more >>= 32) {
            own[at++] = word;
            word = (uint32_t)more;
        }
    }
    own[at] = word;
}

static void pick_from(const struct cuda_games *v, uint32_t game, const uint16_t *ids, uint32_t count,
                      const uint32_t *mask)
{
    if (!v->pick)
        return;
    struct rng rng = load_rng(v->whims, game);
    ((GLOBAL uint16_t *)v->pick)[game] = ids ? ids[rng_below(&rng, count)] : draw_bit(mask, &rng);
    store_rng(v->whims, game, &rng);
}

static void ask_list(const struct cuda_games *v, uint32_t game, const struct state *state, int seat)
{
    uint16_t ids[LEGAL_SIZE];
    uint32_t count = (uint32_t)CUDA_GAME.legal(state, seat, ids);

    warp_sync();
    pick_from(v, game, ids, count, NULL);
    write_list(v, game, ids, count);
}

static void ask_runs(const struct cuda_games *v, uint32_t game, const struct state *state, int seat)
{
    struct id_run runs[LEGAL_RUNS];
    uint32_t count = (uint32_t)CUDA_GAME.legal_runs(state, seat, runs);

    warp_sync();
    if (v->pick) {
        struct rng rng = load_rng(v->whims, game);
        ((GLOBAL uint16_t *)v->pick)[game] = draw_from_runs(runs, count, &rng);
        store_rng(v->whims, game, &rng);
    }
    warp_sync();
    write_runs(v, game, runs, count);
}

static void ask_mask(const struct cuda_games *v, uint32_t game, const struct state *state, int seat)
{
    uint32_t *mask = (uint32_t *)(void *)own_row(mask_words() * 4);

    find_mask(state, seat, mask);
    warp_sync();
    pick_from(v, game, NULL, 0, mask);
    carry_rows((uint8_t *)v->masks, game, mask_words() * 4);
}

/* ---- pay ---- */

static void write_rewards(const struct cuda_games *v, const struct result *result, const struct result *before,
                          GLOBAL float *out)
{
    float half = CUDA_GAME.half_points ? 0.5F : 1, mean = 0;
    float share = result->winners ? 1 / (float)__builtin_popcount(result->winners) : 0;

    if (v->pays == PAY_GAINS) {
        for (uint32_t seat = 0; seat < v->players; seat++)
            out[seat] = (float)(result->points[seat] - before->points[seat]) * half;
        return;
    }
    for (uint32_t seat = 0; seat < v->players; seat++)
        mean += (float)result->points[seat] * half / (float)v->players;
    for (uint32_t seat = 0; seat < v->players; seat++) {
        float points = (float)result->points[seat] * half;
        out[seat] = v->pays == PAY_WIN      ? (result->winners >> seat & 1 ? share : 0)
                    : v->pays == PAY_POINTS ? points
                                            : points - mean;
    }
}

static void pay_nothing(const struct cuda_games *v, uint32_t game)
{
    if (v->reward)
        for (uint32_t seat = 0; seat < v->players; seat++)
            ((GLOBAL float *)v->reward)[(size_t)game * v->players + seat] = 0;
    if (v->done)
        ((GLOBAL uint8_t *)v->done)[game] = 0;
}

static void pay_row(const struct cuda_games *v, uint32_t game, const struct state *state, const struct result *before)
{
    struct result result = {.winners = 0};

    CUDA_GAME.result(state, &result);
    write_rewards(v, &result, before, (GLOBAL float *)v->reward + (size_t)game * v->players);
}

static void pay(const struct cuda_games *v, uint32_t game, const struct state *state, const struct result *before)
{
    if (v->reward)
        pay_row(v, game, state, before);
    if (v->done)
        ((GLOBAL uint8_t *)v->done)[game] = 1;
    if (v->finished)
        add_to(v->finished, 1);
}

/* ---- the course of a game ---- */

static void begin(const struct cuda_games *v, struct state_buffer *state)
{
    const GLOBAL uint32_t *first = (const GLOBAL uint32_t *)(const void *)v->first;
    uint32_t *words = (uint32_t *)(void *)state->bytes;
    for (uint32_t i = 0; i < state_words(); i++)
        words[i] = first[i];
}

/* Puts a game that has ended among those that wait for the kernel `deal`. */
static void wait_for_deal(const struct cuda_games *v, uint32_t game)
{
    v->waiting[1 + count_up(v->waiting)] = game;
}

/* Goes on until a seat owes a choice, with a new game where one has ended, here or apart; returns the seat. `before`
 * has the points before the choice, or is NULL where there was none and nothing is to be paid. */
static inline __attribute__((always_inline)) int go_on_from(const struct cuda_games *v, uint32_t game,
                                                            struct state_buffer *buffer, const struct result *before,
                                                            bool apart)
{
    struct state *state = state_in(buffer);
    bool paid = !before;

    for (struct turn turn;;) {
        turn = CUDA_GAME.turn(state);
        if (turn.kind == TURN_CHOICE) {
            if (v->reward && v->pays == PAY_GAINS && !paid)
                pay_row(v, game, state, before);
            return __builtin_ctz(turn.seats);
        }
        if (turn.kind == TURN_CHANCE) {
            struct rng rng = load_rng(v->chances, game);
            CUDA_GAME.chance(state, &rng);
            store_rng(v->chances, game, &rng);
        } else {
            if (before)
                pay(v, game, state, before);
            paid = true;
            if (apart) {
                wait_for_deal(v, game);
                return 0;
            }
            begin(v, buffer);
        }
    }
}

/* Functions of their own, so that the rules are compiled into them before they are into kernels. */
static int go_on(const struct cuda_games *v, uint32_t game, struct state_buffer *state, const struct result *before)
{
    return go_on_from(v, game, state, before, false);
}

static int go_on_after(const struct cuda_games *v, uint32_t game, struct state_buffer *state,
                       const struct result *before)
{
    return go_on_from(v, game, state, before, launches_are_apart());
}

static int go_on_unpaid(const struct cuda_games *v, uint32_t game, struct state_buffer *state)
{
    return go_on_from(v, game, state, NULL, false);
}

/* Asks the seat and writes what it is shown. All threads of a warp come here together. */
static void write_rows(const struct cuda_games *v, uint32_t game, const struct state_buffer *buffer, int seat)
{
    const struct state *state = (const struct state *)(const void *)buffer->bytes;

    if (v->seat)
        ((GLOBAL int64_t *)v->seat)[game] = seat;
    if (runs_are_faster())
        ask_runs(v, game, state, seat);
    else if (list_is_faster())
        ask_list(v, game, state, seat);
    else
        ask_mask(v, game, state, seat);
    if (v->observation) {
        CUDA_GAME.observe(state, seat, own_row((uint32_t)CUDA_GAME.observation_size));
        carry_rows(v->observation, game, (uint32_t)CUDA_GAME.observation_size);
    }
}

static void ask(const struct cuda_games *v, uint32_t game, const struct state_buffer *state, int seat)
{
    ((GLOBAL uint8_t *)v->askers)[game] = (uint8_t)seat;
    if (!launches_are_apart())
        write_rows(v, game, state, seat);
}

/* ---- kernels ---- */

void KERNEL(facts)(struct cuda_facts *facts)
{
    *facts = (struct cuda_facts){.state_words = state_words(),
                                 .observation_size = (uint32_t)CUDA_GAME.observation_size,
                                 .mask_words = mask_words(),
                                 .shared_bytes = shared_bytes() & ~15u,
                                 .max_actions = (uint32_t)CUDA_GAME.max_actions,
                                 .block = launches_are_apart() ? BLOCK_APART : BLOCK,
                                 .dealers = launches_are_apart() ? DEALERS : 0};
}

void KERNEL(reset)(const struct cuda_games *v)
{
    uint32_t game = thread_number();
    struct seed seed;
    struct state_buffer state;
    struct result nothing = {.winners = 0};

    bytes_copy(seed.bytes, v->seed, sizeof seed.bytes);
    struct rng seeds = rng_strong(&seed, RNG_GAME_SEED, game);
    uint64_t high = (uint64_t)rng_word(&seeds) << 32;
    struct rng rng = rng_fast(high | rng_word(&seeds));
    store_rng(v->chances, game, &rng);
    high = (uint64_t)rng_word(&seeds) << 32;
    rng = rng_fast(high | rng_word(&seeds));
    store_rng(v->whims, game, &rng);
    begin(v, &state);
    pay_nothing(v, game);
    int seat = go_on(v, game, &state, &nothing);
    store_state(v, game, &state);
    ask(v, game, &state, seat);
}

/* The action of a game, or one that is never legal. */
static uint32_t action_of(const struct cuda_games *v, uint32_t game)
{
    if (game >= v->games) /* it fills the last warp */
        return UINT32_MAX;
    if (v->action_size == 2)
        return ((const GLOBAL uint16_t *)v->actions)[game];
    if (v->action_size == 4)
        return ((const GLOBAL uint32_t *)v->actions)[game];
    uint64_t action = ((const GLOBAL uint64_t *)v->actions)[game];
    return action > UINT32_MAX ? UINT32_MAX : (uint32_t)action;
}

static bool is_legal(const struct cuda_games *v, uint32_t game, uint32_t action)
{
    return action < (uint32_t)CUDA_GAME.max_actions &&
           (((const GLOBAL uint32_t *)v->masks)[(size_t)game * mask_words() + action / 32] >> action % 32 & 1);
}

void KERNEL(step)(const struct cuda_games *v)
{
    uint32_t game = thread_number();
    int seat = ((GLOBAL uint8_t *)v->askers)[game];
    struct state_buffer state;
    struct result before = {.winners = 0};

    load_state(v, game, &state);
    pay_nothing(v, game);
    uint32_t action = action_of(v, game);
    bool legal = is_legal(v, game, action);
    if (legal) {
        if (v->pays == PAY_GAINS)
            CUDA_GAME.result(state_in(&state), &before);
        CUDA_GAME.apply(state_in(&state), seat, (uint16_t)action, NULL);
    } else if (game < v->games) {
        lower_to(v->refused, game);
    }
    warp_sync(); /* threads that did different things go on together */
    if (legal)
        seat = go_on_after(v, game, &state, &before);
    warp_sync();
    store_state(v, game, &state);
    ask(v, game, &state, seat);
}

void KERNEL(deal)(const struct cuda_games *v)
{
    struct state_buffer state;

    if (!launches_are_apart())
        return;
    for (uint32_t i = thread_number(); i < v->waiting[0]; i += DEALERS) {
        uint32_t game = v->waiting[1 + i];
        begin(v, &state);
        int seat = go_on_unpaid(v, game, &state);
        store_state(v, game, &state);
        ((GLOBAL uint8_t *)v->askers)[game] = (uint8_t)seat;
    }
}

/* What a novice would choose, who sees what its seat sees. */
static uint16_t ask_novice(struct state_buffer *buffer, int seat, struct rng *rng)
{
    struct state_buffer redacted;
    uint16_t legal[LEGAL_SIZE];
    struct bot_view view = {.game = &CUDA_GAME,
                            .state = state_in(&redacted),
                            .seat = seat,
                            .legal = legal,
                            .count = CUDA_GAME.legal(state_in(buffer), seat, legal)};

    bytes_copy(redacted.bytes, buffer->bytes, CUDA_GAME.state_size);
    CUDA_GAME.redact(state_in(&redacted), seat);
    warp_sync();
    return novice_choice(&view, rng);
}

/* Compiled into each kernel that plays, which knows who chooses. */
static inline __attribute__((always_inline)) void play(const struct cuda_games *v, bool as_novices)
{
    uint32_t game = thread_number();
    int seat = ((GLOBAL uint8_t *)v->askers)[game];
    struct state_buffer state;
    struct rng whims = load_rng(v->whims, game);
    struct result nothing = {.winners = 0};

    load_state(v, game, &state);
    for (uint32_t i = 0; i < v->steps; i++) {
        uint16_t action = as_novices ? ask_novice(&state, seat, &whims) : draw_action(state_in(&state), seat, &whims);
        warp_sync(); /* threads that chose differently go on together */
        CUDA_GAME.apply(state_in(&state), seat, action, NULL);
        warp_sync();
        seat = go_on(v, game, &state, &nothing);
        warp_sync();
    }
    store_state(v, game, &state);
    store_rng(v->whims, game, &whims);
    pay_nothing(v, game); /* the rows are those of a pause */
    ((GLOBAL uint8_t *)v->askers)[game] = (uint8_t)seat;
}

void KERNEL(play)(const struct cuda_games *v)
{
    play(v, false);
}

void KERNEL(play_novices)(const struct cuda_games *v)
{
    play(v, true);
}

void KERNEL(advise)(const struct cuda_games *v)
{
    uint32_t game = thread_number();
    struct state_buffer state;
    struct rng whims = load_rng(v->whims, game);

    load_state(v, game, &state);
    ((GLOBAL uint16_t *)v->pick)[game] = ask_novice(&state, ((GLOBAL uint8_t *)v->askers)[game], &whims);
    store_rng(v->whims, game, &whims);
}

void KERNEL(refresh)(const struct cuda_games *v)
{
    uint32_t game = thread_number();
    struct state_buffer state;

    if (launches_are_apart() && game == 0)
        v->waiting[0] = 0;
    load_state(v, game, &state);
    write_rows(v, game, &state, ((GLOBAL uint8_t *)v->askers)[game]);
}

void KERNEL(signature)(const struct cuda_games *v, uint64_t *hashes, uint64_t *decisions)
{
    uint32_t game = thread_number();

    if (game >= v->games)
        return;
    struct setup setup = {.players = (int)v->players};
    struct signature one = signature_of(&CUDA_GAME, &setup, game, 1);
    hashes[game] = one.hash;
    decisions[game] = one.decisions;
}
