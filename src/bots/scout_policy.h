/* What the bot of SCOUT likes about an action, for the bot (bots/scout.c) and for the
 * program that learns it (tools/learn/scout.c). */
#ifndef PARLOR_BOTS_SCOUT_POLICY_H
#define PARLOR_BOTS_SCOUT_POLICY_H

#include "bots/bot.h"
#include "rules/scout.h"

enum {
    PLAY_MAX = 5, /* longer sets are liked no more */
    FEW = 3,      /* cards left in hand */
    STAGES = 3,
    TABLES = 2,       /* for two players, for more */
    LEANING_ONE = 16, /* what makes an action e times as likely */
};

/* LEANING_ONE of any of these makes an action e times as likely. */
struct leanings {
    int16_t run[2][SCOUT_SET_MAX + 1]; /* held, as long as can be; of equal numbers, in a row; by length */
    int16_t shared;                    /* a card that is in two of these */
    int16_t card;                      /* in hand */
    int16_t left[FEW + 1];             /* so few cards are left after a Play */
    int16_t captured;                  /* a card */
    int16_t single_low, lead_single;   /* times the number: a single card; with nothing to beat */
    int16_t pair_low, set_low;         /* times the lowest number: of two cards, of more */
    int16_t play[2][PLAY_MAX + 1];     /* by kind and length */
    int16_t lead_set;                  /* a card of a set with nothing to beat */
    int16_t scout, scout_number;       /* as such, times its number */
    int16_t scout_card;                /* times the cards in hand */
    int16_t scout_last;                /* the Prior Set is gone */
    int16_t scout_end;                 /* the round is over */
    int16_t end_score, near_score;     /* times the lead then; if the next Scout would end it */
    int16_t twice;                     /* a Double Action */
};

/* Returns how soon somebody else may be out of cards: 0 .. STAGES-1. */
static inline int scout_stage(const struct scout_state *s, int seat)
{
    int fewest = SCOUT_HAND_MAX;

    for (int other = 0; other < s->players; other++)
        if (other != seat && s->count[other] < fewest)
            fewest = s->count[other];
    return fewest <= 3 ? 0 : fewest <= 6 ? 1 : 2;
}

/* Says how much these leanings like each legal action of a view. */
void scout_like(const struct leanings *, const struct bot_view *, int *values);

/* True if a Scout puts its card where it joins nothing. All such places are alike to the policy, which tries the left
 * end alone. */
bool scout_joins_nothing(const struct scout_state *, int seat, struct scout_move);

/* Draws worlds by what others did in this round: see struct thinker. */
int scout_believe(const struct bot_view *, struct rng *, struct state_buffer *worlds, int most);

#endif
