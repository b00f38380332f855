/* The choice of a novice, for code that also runs on a GPU: there a module is built for one game, GAMES() lists that
 * one alone, and a call through a pointer would cost much. */
#ifndef PARLOR_BOTS_NOVICE_CHOICE_H
#define PARLOR_BOTS_NOVICE_CHOICE_H

#include "bots/bot.h"

/* Chooses by the rules of thumb of the view's game. */
static inline uint16_t novice_choice(const struct bot_view *view, struct rng *rng)
{
#ifdef __NVPTX__
#define BOT(name)            return name##_novice.choose(view, rng);
#define NO_BOT(name)         return view->legal[rng_below(rng, (uint32_t)view->count)];
#define GAME(name, bot, ...) bot(name)
    GAMES(GAME)
#undef BOT
#undef NO_BOT
#undef GAME
#else
    return novice_of(view->game)->choose(view, rng);
#endif
}

#endif
