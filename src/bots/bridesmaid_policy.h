/* What the networks of the bot of Always a Bridesmaid are told and asked, for the bot
 * (bots/bridesmaid.c) and for the program that they learn by
 * (tools/learn/bridesmaid.c). */
#ifndef PARLOR_BOTS_BRIDESMAID_POLICY_H
#define PARLOR_BOTS_BRIDESMAID_POLICY_H

#include "bots/bot.h"
#include "bots/odds.h"
#include "rules/bridesmaid.h"

enum { NEAR = 12, SCORE_NEAR = 4, TOTAL_LOW = -6, TOTAL_HIGH = 24 }; /* what is farther off looks the same */

/* What a network is told: each of these that holds is a row of weights. */
enum {
    ROW_HAND, /* + index of a card */
    ROW_RESERVE = ROW_HAND + BRIDESMAID_ACCESSORIES,
    ROW_TOTAL = ROW_RESERVE + BRIDESMAID_ACCESSORIES, /* + own total - TOTAL_LOW */
    ROW_ROUND = ROW_TOTAL + TOTAL_HIGH - TOTAL_LOW + 1,
    ROW_WILD = ROW_ROUND + BRIDESMAID_ROUNDS,
    ROW_NONE_HELD,
    ROW_PLAYERS,                  /* + players - 2 */
    ROW_ACTIVE = ROW_PLAYERS + 4, /* of every rival: + lead in total + NEAR */
    ROW_HELD = ROW_ACTIVE + 2 * NEAR + 1,
    ROW_ASIDE = ROW_HELD + 2 * NEAR + 1,
    ROW_SCORE = ROW_ASIDE + 2 * NEAR + 1, /* of every other player: + lead in points + SCORE_NEAR */
    ROW_ALWAYS = ROW_SCORE + 2 * SCORE_NEAR + 1,
    ROWS,
    ROWS_AT_ONCE = 2 * BRIDESMAID_ACCESSORIES + 6 + 2 * BRIDESMAID_RIVALS_MAX,
};

/* What it is asked: how much it likes each card, and NO_CARD where there may be none. */
enum {
    NO_CARD = BRIDESMAID_ACCESSORIES,
    OPTIONS,
    OUT_PLAY = 0,
    OUT_ASIDE = OUT_PLAY + OPTIONS,
    OUT_DISPLAY = OUT_ASIDE + OPTIONS,
    OUT_RESERVE = OUT_DISPLAY + BRIDESMAID_ACCESSORIES,
    OUT_DRAW = OUT_RESERVE + BRIDESMAID_ACCESSORIES,
    OUT_GIVE = OUT_DRAW + BRIDESMAID_ACCESSORIES,
    OUTS = OUT_GIVE + BRIDESMAID_ACCESSORIES,
};

enum {
    HIDDEN = 16,
    WEIGHT_ONE = 64,
    OUT_ONE = WEIGHT_ONE * WEIGHT_ONE, /* of what comes out: makes a choice e times as likely */
};
_Static_assert((int)OUT_ONE == (int)LIKING_ONE, "noise is added to what comes out");

/* Points in which players still differ at the end, for win_share(). */
static const double bridesmaid_spread = 0.5;

struct network {
    int16_t rows[ROWS][HIDDEN];
    int16_t outs[OUTS][HIDDEN];
    int32_t levels[OUTS];
};

/* ---- told ---- */

static inline int clip(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

static inline int score_of(const struct bridesmaid_state *s, int seat)
{
    return s->points[seat] - (s->wild >> seat & 1);
}

static inline uint8_t *put_cards(uint8_t *rows, int first, unsigned cards)
{
    for (; cards; cards &= cards - 1)
        *rows++ = (uint8_t)(first + __builtin_ctz(cards));
    return rows;
}

static inline uint8_t *put_rivals(uint8_t *rows, const struct bridesmaid_state *s, int seat)
{
    int rivals = bridesmaid_rivals(s), score = score_of(s, seat);

    for (int rival = 0; rival < rivals; rival++) {
        if (rival == seat)
            continue;
        int first = !(s->held >> rival & 1) ? ROW_ACTIVE : s->set_aside >> rival & 1 ? ROW_ASIDE : ROW_HELD;
        *rows++ = (uint8_t)(first + NEAR + clip(s->total[rival] - s->total[seat], -NEAR, NEAR));
        if (rival < s->players)
            *rows++ = (uint8_t)(ROW_SCORE + SCORE_NEAR + clip(score_of(s, rival) - score, -SCORE_NEAR, SCORE_NEAR));
    }
    return rows;
}

/* Writes the rows that hold for a seat, by what it knows, and returns how many. */
static inline int put_rows(const struct bridesmaid_state *s, int seat, uint8_t *rows)
{
    uint8_t *end = put_cards(rows, ROW_HAND, s->hand[seat]);

    if (s->phase == BRIDESMAID_PHASE_DRAW || s->phase == BRIDESMAID_PHASE_DISPLAY)
        end = put_cards(end, ROW_RESERVE, s->reserve[seat]);
    *end++ = (uint8_t)(ROW_TOTAL + clip(s->total[seat], TOTAL_LOW, TOTAL_HIGH) - TOTAL_LOW);
    *end++ = (uint8_t)(ROW_ROUND + s->round);
    *end++ = (uint8_t)(ROW_PLAYERS + s->players - 2);
    *end++ = ROW_ALWAYS;
    if (s->wild >> seat & 1)
        *end++ = ROW_WILD;
    if (s->held == 0)
        *end++ = ROW_NONE_HELD;
    return (int)(put_rivals(end, s, seat) - rows);
}

/* ---- asked ---- */

/* A choice as a network sees it: `count` cards of a pool, besides the forced ones. */
struct question {
    int out;
    unsigned pool, forced;
    int count;
};

static inline struct question question_for(const struct bridesmaid_state *s, int seat)
{
    int played = __builtin_popcount(s->played[seat]), points = s->last[seat];

    switch (s->phase) {
    case BRIDESMAID_PHASE_PLAY: return (struct question){OUT_PLAY, s->hand[seat] | 1u << NO_CARD, 0, 1};
    case BRIDESMAID_PHASE_ASIDE: return (struct question){OUT_ASIDE, s->hand[seat] | 1u << NO_CARD, 0, 1};
    case BRIDESMAID_PHASE_RESERVE:
        return (struct question){OUT_RESERVE, BRIDESMAID_ALL_CARDS, 0, BRIDESMAID_RESERVE_SIZE};
    case BRIDESMAID_PHASE_DRAW: return (struct question){OUT_DRAW, s->reserve[seat], 0, BRIDESMAID_DRAWN};
    case BRIDESMAID_PHASE_GIVE: return (struct question){OUT_GIVE, s->dealt[seat], 0, BRIDESMAID_ROBOT_GIVEN};
    default:
        return points <= played ? (struct question){OUT_DISPLAY, s->played[seat], 0, points}
                                : (struct question){OUT_DISPLAY, s->hand[seat], s->played[seat], points - played};
    }
}

/* Ids ascend as their cards do, and the one without cards comes last. */
static inline uint16_t id_of(const uint16_t *legal, int count, unsigned cards)
{
    int low = 0, high = count - 1;

    if (cards >> NO_CARD)
        return legal[high];
    while (low < high) {
        int middle = (low + high) / 2;
        uint16_t there = bridesmaid_move(legal[middle]).cards;
        if (there != 0 && there < cards)
            low = middle + 1;
        else
            high = middle;
    }
    return legal[low];
}

#endif
