/* See kingmaking.h. */
#include "lab/kingmaking.h"

#include "lab/rating.h"

enum {
    CHOICES_TRIED = 4,
    TIMES_PLAYED = 8, /* each */
};

/* The wins of every seat, over all times that a choice is played out. */
static bool try_choice(const struct playing *it, int seat, uint16_t id, int wins[MAX_SEATS])
{
    const struct table_plan *plan = it->lineup->plan;

    for (int i = 0; i < MAX_SEATS; i++)
        wins[i] = 0;
    for (int time = 0; time < TIMES_PLAYED; time++) {
        struct rng rng = rng_strong(&it->deal, RNG_ANALYSIS, (uint64_t)time);
        struct position at = it->choices[seat];
        struct result result;
        struct seed bot_seed;
        int split[MAX_SEATS], ranks[MAX_SEATS];
        rng_seed(&rng, &bot_seed);
        lineup_game(it->lineup)->apply(state_in(&at.state), seat, id, NULL);
        at.steps++;
        if (!playing_on(it, &at, &bot_seed, &result))
            return false;
        const struct outcome outcome = {.winners = result.winners};
        outcome_split(&outcome, plan->players, split, ranks);
        for (int i = 0; i < plan->players; i++)
            wins[i] += split[i];
    }
    return true;
}

static bool ask_seat(const struct playing *it, int seat, struct kingmaking *kings)
{
    const struct table_plan *plan = it->lineup->plan;
    struct position at = it->choices[seat];
    uint16_t legal[LEGAL_SIZE];
    int count = lineup_game(it->lineup)->legal(state_in(&at.state), seat, legal);
    int tried = count < CHOICES_TRIED ? count : CHOICES_TRIED;
    int least[MAX_SEATS], most[MAX_SEATS] = {0};
    bool decides = false;

    for (int i = 0; i < plan->players; i++)
        least[i] = TIMES_PLAYED * WHOLE_WIN;
    for (int i = 0; i < tried; i++) {
        int wins[MAX_SEATS];
        if (!try_choice(it, seat, legal[i * count / tried], wins))
            return false;
        for (int other = 0; other < plan->players; other++) {
            least[other] = wins[other] < least[other] ? wins[other] : least[other];
            most[other] = wins[other] > most[other] ? wins[other] : most[other];
        }
    }
    for (int other = 0; other < plan->players; other++)
        decides |= 2 * (most[other] - least[other]) >= TIMES_PLAYED * WHOLE_WIN;
    kings->asked++;
    kings->lost += most[seat] == 0;
    kings->made += most[seat] == 0 && decides;
    return true;
}

bool kingmaking_ask(const struct playing *it, struct kingmaking *kings)
{
    *kings = (struct kingmaking){0};
    for (int seat = 0; seat < it->lineup->plan->players; seat++)
        if (it->chose[seat] && !(it->result.winners >> seat & 1) && !ask_seat(it, seat, kings))
            return false;
    return true;
}
