/* See kingmaking.h. */
#include "lab/kingmaking.h"

#include "lab/rating.h"

enum { TIMES_PLAYED = 8 }; /* each choice */

/* Begins the next playout of the choice that is tried. */
static void begin_playout(struct asking *it)
{
    struct rng rng = rng_strong(&it->game->deal, RNG_ANALYSIS, (uint64_t)it->time);

    it->at = it->game->choices[it->seat];
    rng_seed(&rng, &it->bots);
    lineup_game(it->game->lineup)->apply(state_in(&it->at.state), it->seat, it->choices[it->choice], NULL);
    it->at.steps++;
}

static void begin_choice(struct asking *it)
{
    it->time = 0;
    for (int i = 0; i < MAX_SEATS; i++)
        it->wins[i] = 0;
    begin_playout(it);
}

static void begin_seat(struct asking *it)
{
    struct position at = it->game->choices[it->seat];
    uint16_t legal[LEGAL_SIZE];
    int count = lineup_game(it->game->lineup)->legal(state_in(&at.state), it->seat, legal);

    it->tried = count < CHOICES_TRIED ? count : CHOICES_TRIED;
    it->choice = 0;
    for (int i = 0; i < it->tried; i++)
        it->choices[i] = legal[i * count / it->tried];
    for (int i = 0; i < MAX_SEATS; i++) {
        it->least[i] = TIMES_PLAYED * WHOLE_WIN;
        it->most[i] = 0;
    }
    begin_choice(it);
}

/* Goes to the next seat that is asked, from this one on; false if there is none. */
static bool find_seat(struct asking *it, int from)
{
    const struct playing *game = it->game;

    for (it->seat = from; it->seat < game->lineup->plan->players; it->seat++)
        if (game->chose[it->seat] && !(game->result.winners >> it->seat & 1)) {
            begin_seat(it);
            return true;
        }
    return false;
}

bool asking_begin(struct asking *it, const struct playing *game)
{
    it->game = game;
    it->found = (struct kingmaking){0};
    return find_seat(it, 0);
}

static void add_playout(struct asking *it)
{
    int players = it->game->lineup->plan->players, split[MAX_SEATS], ranks[MAX_SEATS];
    struct result result;

    lineup_game(it->game->lineup)->result(state_in(&it->at.state), &result);
    const struct outcome outcome = {.winners = result.winners};
    outcome_split(&outcome, players, split, ranks);
    for (int i = 0; i < players; i++)
        it->wins[i] += split[i];
}

static void add_choice(struct asking *it)
{
    for (int i = 0; i < it->game->lineup->plan->players; i++) {
        it->least[i] = it->wins[i] < it->least[i] ? it->wins[i] : it->least[i];
        it->most[i] = it->wins[i] > it->most[i] ? it->wins[i] : it->most[i];
    }
}

static void add_seat(struct asking *it)
{
    bool decides = false, lost = it->most[it->seat] == 0;

    for (int i = 0; i < it->game->lineup->plan->players; i++)
        decides |= 2 * (it->most[i] - it->least[i]) >= TIMES_PLAYED * WHOLE_WIN;
    it->found.asked++;
    it->found.lost += lost;
    it->found.made += lost && decides;
}

enum course asking_go_on(struct asking *it)
{
    enum course course = position_go_on(it->game, &it->at, &it->bots);

    if (course != IS_OVER)
        return course;
    add_playout(it);
    if (++it->time < TIMES_PLAYED) {
        begin_playout(it);
        return GOES_ON;
    }
    add_choice(it);
    if (++it->choice < it->tried) {
        begin_choice(it);
        return GOES_ON;
    }
    add_seat(it);
    return find_seat(it, it->seat + 1) ? GOES_ON : IS_OVER;
}

bool kingmaking_ask(const struct playing *game, struct kingmaking *kings)
{
    struct asking it;
    enum course course = asking_begin(&it, game) ? GOES_ON : IS_OVER;

    while (course == GOES_ON)
        course = asking_go_on(&it);
    *kings = it.found;
    return course == IS_OVER;
}
