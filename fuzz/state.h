/* An input of the target `state`: HEAD bytes that choose a game, its players, a variant of its rules, a viewer and what
 * is done with the state, then one state or two. */
#ifndef PARLOR_FUZZ_STATE_H
#define PARLOR_FUZZ_STATE_H

#include "fuzz.h"

enum { HEAD_GAME, HEAD_PLAYERS, HEAD_VARIANT, HEAD_VIEWER, HEAD_EXERCISE, HEAD, VARIANTS = 5 };

struct place {
    const struct game *game;
    struct setup setup;
    int viewer;
};

/* The n-th way to open a table of this game; the usual one where it has fewer. */
static inline void choose_variant(struct place *place, int variant)
{
    static const struct {
        const struct game *game;
        int variant, option;
        const char *values[MAX_SEATS + 1]; /* by players; [0]: for all */
    } variants[] = {
        {&bridesmaid, 1, 0, {[2] = "1,0", [3] = "2,0,1", [4] = "3,1,0,2", [5] = "4,0,3,1,2"}},
        {&bridesmaid, 2, 1, {[2] = "2,3,1", [3] = "3,3,3", [4] = "3,2,1,0", [5] = "0,0,0,3,3"}},
        {&belle, 1, 0, {"finish"}},
        {&belle, 2, 1, {"empty"}},
        {&belle, 3, 2, {"cards"}}, /* a custom deck */
        {&sparrows, 1, 0, {"on"}},
        {&sparrows, 2, 1, {"1"}},
        {&sparrows, 3, 2, {"two_pair:0,no_duplicates:250"}},
        {&bannish, 1, 0, {"stepped"}},
        {&bannish, 2, 0, {"99,98,1,2,3,4"}},
        {&template_game, 1, 0, {"1"}},
    };

    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        if (variants[i].game == place->game && variants[i].variant == variant) {
            const char *value = variants[i].values[place->setup.players];
            place->setup.value[variants[i].option] = value ? value : variants[i].values[0];
        }
}

static inline struct place place_of(const uint8_t head[HEAD])
{
    struct place place = {.game = game_numbered(head[HEAD_GAME])};
    int counts = place.game->max_players - place.game->min_players + 1;

    place.setup.players = place.game->min_players + head[HEAD_PLAYERS] % counts;
    place.viewer = head[HEAD_VIEWER] % (place.setup.players + 1) - 1;
    choose_variant(&place, head[HEAD_VARIANT] % VARIANTS);
    return place;
}

#endif
