/* Shared by the fuzz targets. An input for `action` and `chance` begins with
 * PLACE_BYTES bytes that choose a game, its players, a seed and a moment; the
 * rest is text from a stranger. The games are those of games[], and the
 * template: a new game is covered as soon as it is registered. */
#ifndef PARLOR_FUZZ_FUZZ_H
#define PARLOR_FUZZ_FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/bytes.h"
#include "table/record.h"

enum { PLACE_BYTES = 5 }; /* game, players, seed of the deals, seed of the choices, how far to play */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A law that every input must leave standing. */
#define HOLDS(law) ((law) ? (void)0 : law_broken(__FILE__, __LINE__, #law))

static inline void law_broken(const char *file, int line, const char *law)
{
    fprintf(stderr, "%s:%d: %s does not hold\n", file, line, law);
    abort();
}

static inline const struct game *game_numbered(uint8_t number)
{
    int count = 0;
    while (games[count])
        count++;
    int index = number % (count + 1);
    return index == count ? &template_game : games[index];
}

/* One chance event from the seed, by way of its own line: what a game writes
 * it must read. */
static inline void deal_one(struct table *t, struct rng *rng)
{
    static char line[RECORD_LINE];
    const struct game *game = table_game(t);
    struct state_buffer before, after;
    struct writer w = write_into(line, sizeof line);
    struct problem why;

    table_view(t, OPEN, table_steps(t), &before);
    after = before;
    game->chance(state_in(&after), rng);
    game->chance_write(state_in(&before), state_in(&after), &w);
    HOLDS(!w.overflow);
    struct reader in = read_from(line, w.length);
    HOLDS(table_deal_as(t, &in, &why));
    table_view(t, OPEN, table_steps(t), &before);
    HOLDS(bytes_equal(before.bytes, after.bytes, game->state_size));
}

static inline void choose_one(struct table *t, struct rng *rng)
{
    uint16_t ids[LEGAL_SIZE];
    uint8_t seats = table_turn(t).seats;
    struct problem why;

    for (uint32_t skip = rng_below(rng, (uint32_t)__builtin_popcount(seats)); skip > 0; skip--)
        seats &= (uint8_t)(seats - 1);
    int seat = __builtin_ctz(seats), count = table_legal(t, seat, ids);
    HOLDS(count > 0);
    HOLDS(table_choose(t, seat, ids[rng_below(rng, (uint32_t)count)], &why));
}

/* The table a place says, which is at a moment of this kind; NULL if the game
 * has none left. */
static inline struct table *table_at(const uint8_t *place, enum turn_kind kind)
{
    struct table_plan plan = {.game = game_numbered(place[0]), .seed = {{place[2]}}};
    struct rng deals = rng_fast(place[2]), choices = rng_fast(place[3]);
    struct problem why;

    plan.players = plan.game->min_players + place[1] % (plan.game->max_players - plan.game->min_players + 1);
    struct table *t = table_open(&plan, &why);
    if (!t)
        abort();
    for (int left = 2 * place[4];; left--) {
        struct turn turn = table_turn(t);
        if (turn.kind == TURN_OVER) {
            table_close(t);
            return NULL;
        }
        if (left <= 0 && turn.kind == kind)
            return t;
        if (turn.kind == TURN_CHANCE)
            deal_one(t, &deals);
        else
            choose_one(t, &choices);
    }
}

static inline const char *fault_now(const struct table *t)
{
    struct state_buffer buffer;
    table_view(t, OPEN, table_steps(t), &buffer);
    return table_game(t)->fault(state_in(&buffer), OPEN);
}

#endif
