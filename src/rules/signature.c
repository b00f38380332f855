/* See signature.h. */
#include "rules/signature.h"

#include "rules/bytes.h"

/* Which of the seats that owe a choice moves first is drawn too. */
static int any_seat(uint8_t seats, struct rng *rng)
{
    for (uint32_t skip = rng_below(rng, (uint32_t)__builtin_popcount(seats)); skip > 0; skip--)
        seats &= (uint8_t)(seats - 1);
    return __builtin_ctz(seats);
}

static void play_one(const struct game *game, const struct setup *setup, uint32_t number, struct signature *out)
{
    struct state_buffer buffer;
    struct state *state = state_in(&buffer);
    struct seed seed = {
        .bytes = {(uint8_t)number, (uint8_t)(number >> 8), (uint8_t)(number >> 16), (uint8_t)(number >> 24)}};
    struct rng choices = rng_fast(number);
    uint16_t ids[LEGAL_SIZE];
    uint64_t deals = 0;

    if (game->start(state, setup))
        return;
    for (struct turn turn; (turn = game->turn(state)).kind != TURN_OVER;) {
        if (turn.kind == TURN_CHANCE) {
            struct rng deal = rng_strong(&seed, RNG_CHANCE, deals++);
            game->chance(state, &deal);
        } else {
            int seat = any_seat(turn.seats, &choices);
            int count = game->legal(state, seat, ids);
            out->hash = bytes_hash(out->hash, ids, (size_t)count * sizeof ids[0]);
            game->apply(state, seat, ids[rng_below(&choices, (uint32_t)count)], NULL);
            out->decisions++;
        }
        out->hash = bytes_hash(out->hash, state, game->state_size);
    }
}

struct signature signature_of(const struct game *game, const struct setup *setup, uint32_t first, uint32_t count)
{
    struct signature out = {.hash = HASH_START};

    for (uint32_t i = 0; i < count; i++)
        play_one(game, setup, first + i, &out);
    return out;
}

struct signature signature_of_game(const struct game *game, uint32_t count)
{
    struct signature all = {.hash = HASH_START};
    uint32_t counts = (uint32_t)(game->max_players - game->min_players + 1);

    for (int players = game->min_players; players <= game->max_players; players++) {
        struct setup setup = {.players = players};
        uint32_t share = count / counts + ((uint32_t)(players - game->min_players) < count % counts);
        struct signature one = signature_of(game, &setup, 0, share);
        all.hash = bytes_hash(all.hash, &one.hash, sizeof one.hash);
        all.decisions += one.decisions;
    }
    return all;
}
