/* See deal_play.h. */
#include "lab/deal_play.h"

#include "rules/bytes.h"

struct seed lineup_deal_seed(const struct lineup *lineup, long number)
{
    struct rng rng = rng_strong(&lineup->plan->seed, RNG_GAME_SEED, (uint64_t)number);
    struct seed seed;

    rng_seed(&rng, &seed);
    return seed;
}

static void begin_game(struct deal *it, const struct lineup *lineup, const atomic_bool *stop)
{
    playing_begin(it->playing, lineup, it->rotation, &it->seed, it->tally->grid, stop);
}

void deal_begin(struct deal *it, const struct lineup *lineup, struct playing *playing, long number,
                const atomic_bool *stop, struct tally *tally)
{
    it->playing = playing;
    it->tally = tally;
    it->seed = lineup_deal_seed(lineup, number);
    it->rotation = 0;
    begin_game(it, lineup, stop);
}

static bool add_kings(const struct deal *it)
{
    struct kingmaking kings;

    if (!kingmaking_ask(it->playing, &kings))
        return false;
    it->tally->kingmaking_asked += kings.asked;
    it->tally->kingmaking_lost += kings.lost;
    it->tally->kingmaking_made += kings.made;
    return true;
}

enum course deal_go_on(struct deal *it, bool kings)
{
    struct playing *playing = it->playing;
    const struct lineup *lineup = playing->lineup;
    enum course course = playing_go_on(playing);

    if (course != IS_OVER)
        return course;
    struct outcome *out = &it->outcomes[it->rotation];
    tally_game(it->tally, playing);
    *out = (struct outcome){.winners = playing->result.winners, .fault = -1};
    bytes_copy(out->points, playing->result.points, sizeof out->points);
    if (kings && it->rotation == 0 && !add_kings(it))
        return IS_STOPPED;
    if (++it->rotation < lineup->rotations) {
        begin_game(it, lineup, playing->stop);
        return GOES_ON;
    }
    tally_deal(it->tally, lineup->plan->players, lineup->rotations, it->outcomes);
    return IS_OVER;
}

bool deal_play(const struct lineup *lineup, struct playing *playing, long number, bool kings, const atomic_bool *stop,
               struct tally *tally)
{
    struct deal deal;
    enum course course;

    deal_begin(&deal, lineup, playing, number, stop, tally);
    while ((course = deal_go_on(&deal, kings)) == GOES_ON)
        ;
    return course == IS_OVER;
}
