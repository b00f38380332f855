/* See deal_play.h. */
#include "lab/deal_play.h"

#include "rules/bytes.h"

static struct seed seed_of_deal(const struct lineup *lineup, long number)
{
    struct rng rng = rng_strong(&lineup->plan->seed, RNG_GAME_SEED, (uint64_t)number);
    struct seed seed;

    rng_seed(&rng, &seed);
    return seed;
}

static bool add_kings(const struct playing *playing, struct tally *tally)
{
    struct kingmaking kings;

    if (!kingmaking_ask(playing, &kings))
        return false;
    tally->kingmaking_asked += kings.asked;
    tally->kingmaking_lost += kings.lost;
    tally->kingmaking_made += kings.made;
    return true;
}

bool deal_play(const struct lineup *lineup, struct playing *playing, long number, bool kings, const atomic_bool *stop,
               struct tally *tally)
{
    const struct seed seed = seed_of_deal(lineup, number);
    struct outcome games_of_deal[MAX_SEATS];

    for (int rotation = 0; rotation < lineup->rotations; rotation++) {
        struct outcome *out = &games_of_deal[rotation];
        if (!playing_game(playing, lineup, rotation, &seed, tally->grid, stop))
            return false;
        tally_game(tally, playing);
        *out = (struct outcome){.winners = playing->result.winners, .fault = -1};
        bytes_copy(out->points, playing->result.points, sizeof out->points);
        if (kings && rotation == 0 && !add_kings(playing, tally))
            return false;
    }
    tally_deal(tally, lineup->plan->players, lineup->rotations, games_of_deal);
    return true;
}

bool deal_ask_kings(const struct lineup *lineup, struct playing *playing, long number, const atomic_bool *stop,
                    struct kingmaking *kings)
{
    const struct seed seed = seed_of_deal(lineup, number);
    struct grid_cell nowhere[GRID_ROWS][GRID_COLUMNS] = {{{0}}}; /* what happens has been counted already */

    return playing_game(playing, lineup, 0, &seed, nowhere, stop) && kingmaking_ask(playing, kings);
}
