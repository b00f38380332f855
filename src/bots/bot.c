/* The list of bots, the one that plays anything, and the one that leaves it to
 * the rules of thumb of each game. */
#include "bots/bot.h"

static const struct novice *const novices[] = {&scout_novice,    &bridesmaid_novice, &belle_novice,
                                               &sparrows_novice, &bannish_novice,    NULL};

uint16_t bot_best(const struct bot_view *view, const int *values, struct rng *rng)
{
    int best = 0;
    uint32_t equals = 1;

    for (int i = 1; i < view->count; i++)
        if (values[i] > values[best]) {
            best = i;
            equals = 1;
        } else if (values[i] == values[best] && rng_below(rng, ++equals) == 0) {
            best = i;
        }
    return view->legal[best];
}

static uint16_t choose_random(const struct bot_view *view, struct rng *rng)
{
    return view->legal[rng_below(rng, (uint32_t)view->count)];
}

static uint16_t choose_novice(const struct bot_view *view, struct rng *rng)
{
    for (int i = 0; novices[i]; i++)
        if (novices[i]->game == view->game)
            return novices[i]->choose(view, rng);
    return choose_random(view, rng); /* the template game has no rules of thumb */
}

static const struct bot random_bot = {
    .name = "random",
    .help = "any legal action, each as likely as the next",
    .choose = choose_random,
};

static const struct bot novice_bot = {
    .name = "novice",
    .help = "rules of thumb, no looking ahead",
    .choose = choose_novice,
};

const struct bot *const bots[] = {&random_bot, &novice_bot, NULL};

const struct bot *bot_by_name(const char *name)
{
    for (int i = 0; bots[i]; i++)
        if (text_equal(bots[i]->name, name))
            return bots[i];
    return NULL;
}

struct rng bot_rng(const struct seed *seed, int seat, int step)
{
    return rng_strong(seed, RNG_BOT, (uint64_t)step << 8 | (uint64_t)seat);
}

uint16_t bot_choose(const struct bot *bot, const struct game *game, const struct state *redacted, int seat,
                    struct rng *rng)
{
    uint16_t legal[LEGAL_ROOM];
    struct bot_view view = {.game = game, .state = redacted, .seat = seat, .legal = legal};

    view.count = game->legal(redacted, seat, legal);
    return bot->choose(&view, rng);
}
