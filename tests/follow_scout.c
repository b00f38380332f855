/* Follows a game of SCOUT by its public facts: hands, the set on the table, captured cards, tokens, chips, markers,
 * points. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "rules/scout.h"
#include "support/follow.h"

struct counts {
    int players, round;
    int hand[MAX_SEATS], captured[MAX_SEATS], tokens[MAX_SEATS], chips[MAX_SEATS], total[MAX_SEATS];
    unsigned markers;
    int set; /* cards of the Prior Set */
};

static void start(const struct state *state, void *counts)
{
    const struct scout_state *s = scout_state(state);
    struct counts *c = counts;

    memset(c, 0, sizeof *c);
    c->players = s->players;
}

static void deal(struct counts *c)
{
    static const int cards[] = {[2] = 11, [3] = 12, [4] = 11, [5] = 9}; /* SC-3, SC-20 */

    for (int seat = 0; seat < c->players; seat++) {
        c->hand[seat] = cards[c->players];
        c->captured[seat] = c->tokens[seat] = 0;
        c->chips[seat] = c->players == 2 ? SCOUT_CHIPS : 0;
    }
    c->markers = c->players > 2 ? (1u << c->players) - 1 : 0;
    c->set = 0;
}

static void hear_play(const struct game *game, const struct fact *fact, struct counts *c)
{
    int seat = told(game, fact, "who");
    struct fact_field cards;

    assert_true(fact_find(game, fact, "cards", &cards));
    assert_int_equal(told(game, fact, "captured"), c->set);
    c->captured[seat] += c->set;
    c->hand[seat] -= cards.count;
    c->set = cards.count;
}

static void hear_scout(const struct game *game, const struct fact *fact, struct counts *c)
{
    int seat = told(game, fact, "who");
    struct fact_field held;

    assert_true(fact_find(game, fact, "held", &held) && !held.value); /* SC-14 */
    c->hand[seat]++;
    c->set--;
    if (told(game, fact, "pay") == SCOUT_PAY_TOKEN)
        c->tokens[told(game, fact, "owner")]++;
    else
        c->chips[seat]--;
    if (told(game, fact, "double"))
        c->markers &= ~(unsigned)seat_bit(seat);
}

static void hear_score(const struct game *game, const struct fact *fact, struct counts *c)
{
    int seat = told(game, fact, "who");

    assert_int_equal(told(game, fact, "captured"), c->captured[seat]);
    assert_int_equal(told(game, fact, "paid"), c->tokens[seat] + c->chips[seat]);
    assert_int_equal(told(game, fact, "hand"), c->hand[seat]);
    c->total[seat] += told(game, fact, "points");
    assert_int_equal(told(game, fact, "total"), c->total[seat]);
}

static void hear(const struct game *game, const struct fact *fact, void *counts)
{
    struct counts *c = counts;

    switch ((enum scout_verb)fact->verb) {
    case SCOUT_DEALT:
        assert_int_equal(told(game, fact, "round"), c->round + 1);
        deal(c);
        break;
    case SCOUT_KEEPS:
    case SCOUT_FLIPS: fail_msg("nobody else knows which way up a hand is held"); break; /* SC-5 */
    case SCOUT_PLAYS: hear_play(game, fact, c); break;
    case SCOUT_SCOUTS: hear_scout(game, fact, c); break;
    case SCOUT_ENDS: c->round = told(game, fact, "round"); break;
    case SCOUT_SCORES: hear_score(game, fact, c); break;
    }
}

static void check(const struct state *state, const void *counts)
{
    const struct scout_state *s = scout_state(state);
    const struct counts *c = counts;

    for (int seat = 0; seat < s->players; seat++) {
        assert_int_equal(c->hand[seat], s->count[seat]);
        assert_int_equal(c->captured[seat], s->captured[seat]);
        assert_int_equal(c->tokens[seat], s->tokens[seat]);
        assert_int_equal(c->chips[seat], s->chips[seat]);
        assert_int_equal(c->total[seat], s->total[seat]);
    }
    assert_int_equal(c->markers, s->markers);
    assert_int_equal(c->set, s->prior_count);
    assert_int_equal(c->round, s->round);
}

const struct follower follow_scout = {start, hear, check, sizeof(struct counts)};
