/* Follows a game of Always a Bridesmaid by its public facts: hands, Reserves, cards played, set aside and displayed,
 * totals, who has held back or turned WILD, what everybody knows to be in a hand, points, and the Robot. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "rules/bridesmaid.h"
#include "support/follow.h"

struct counts {
    int players, round;
    int hand[MAX_SEATS], reserve[MAX_SEATS];
    unsigned played[MAX_SEATS], displayed[MAX_SEATS], known[MAX_SEATS];
    unsigned held, set_aside, wild; /* by bit */
    int total[FACT_ROBOT + 1];
    int points[MAX_SEATS], last[MAX_SEATS], owed[MAX_SEATS]; /* owed: cards still to be displayed */
    int finished[MAX_SEATS];
    int shown; /* of the Robot's pile */
    unsigned seen;
};

static void start(const struct state *state, void *counts)
{
    const struct bridesmaid_state *s = bridesmaid_state(state);
    struct counts *c = counts;

    memset(c, 0, sizeof *c);
    c->players = s->players;
    for (int seat = 0; seat < c->players; seat++) {
        c->hand[seat] = BRIDESMAID_ACCESSORIES;
        c->known[seat] = BRIDESMAID_ALL_CARDS;
    }
}

static unsigned told_cards(const struct game *game, const struct fact *fact)
{
    struct fact_field field;
    unsigned cards = 0;

    assert_true(fact_find(game, fact, "cards", &field) && field.value);
    for (int i = 0; i < field.count; i++)
        cards |= 1u << field.value[i];
    assert_int_equal(__builtin_popcount(cards), field.count);
    return cards;
}

/* ---- during a round ---- */

static void hear_play(const struct game *game, const struct fact *fact, struct counts *c, bool from_hand)
{
    int seat = told(game, fact, "who");
    unsigned card = 1u << told(game, fact, "card");

    c->hand[seat] -= from_hand;
    c->played[seat] |= card;
    c->known[seat] &= ~card;
    c->total[seat] = told(game, fact, "total");
    c->wild |= told(game, fact, "wild") ? 1u << seat : 0;
}

static void hear_hold(const struct game *game, const struct fact *fact, struct counts *c)
{
    int who = told(game, fact, "who");

    assert_int_equal(c->total[who], told(game, fact, "total"));
    c->held |= 1u << who;
}

static void hear_robot(const struct game *game, const struct fact *fact, struct counts *c)
{
    assert_int_equal(told(game, fact, "who"), FACT_ROBOT);
    c->seen |= 1u << told(game, fact, "card");
    c->total[FACT_ROBOT] = told(game, fact, "total");
}

/* From hand or from the Reserve to the other. */
static void hear_moved(const struct game *game, const struct fact *fact, struct counts *c, int to_hand)
{
    int seat = told(game, fact, "who"), count = told(game, fact, "count");

    c->hand[seat] += to_hand * count;
    c->reserve[seat] -= to_hand * count;
    if (to_hand < 0)
        c->known[seat] = 0;
}

/* ---- its end ---- */

static void hear_end(const struct game *game, const struct fact *fact, struct counts *c)
{
    struct fact_field left;
    unsigned everybody = (1u << c->players) - 1 + (c->players == 2 ? 1u << FACT_ROBOT : 0);

    assert_true(fact_find(game, fact, "left", &left) && left.value && left.count <= 1);
    assert_int_equal(everybody & ~c->held, left.count ? 1u << left.value[0] : 0);
    c->round = told(game, fact, "round");
    c->set_aside = 0; /* what lies there is turned up next */
}

static void hear_rank(const struct game *game, const struct fact *fact, struct counts *c)
{
    for (int seat = 0; seat < c->players; seat++)
        if (told(game, fact, "who") >> seat & 1) {
            assert_int_equal(c->total[seat], told(game, fact, "total"));
            c->last[seat] = told(game, fact, "points");
            c->points[seat] += c->last[seat];
            c->owed[seat] = c->round < BRIDESMAID_ROUNDS ? c->last[seat] : 0;
        }
    if (told(game, fact, "who") >> FACT_ROBOT & 1)
        assert_int_equal(c->total[FACT_ROBOT], told(game, fact, "total"));
}

static void hear_display(const struct game *game, const struct fact *fact, struct counts *c)
{
    int seat = told(game, fact, "who");
    unsigned cards = told_cards(game, fact);

    c->hand[seat] -= __builtin_popcount(cards & ~c->played[seat]);
    c->played[seat] &= ~cards;
    c->known[seat] &= ~cards;
    c->displayed[seat] |= cards;
    c->owed[seat] -= __builtin_popcount(cards);
}

static void hear_return(const struct game *game, const struct fact *fact, struct counts *c)
{
    int seat = told(game, fact, "who");

    assert_int_equal(told_cards(game, fact), c->played[seat]);
    c->hand[seat] += __builtin_popcount(c->played[seat]);
    c->known[seat] |= c->played[seat];
    c->played[seat] = 0;
}

static void hear_join(const struct game *game, const struct fact *fact, struct counts *c)
{
    for (int seat = 0; seat < c->players; seat++) {
        c->hand[seat] += told(game, fact, "count");
        c->reserve[seat] -= told(game, fact, "count");
        c->known[seat] = BRIDESMAID_ALL_CARDS & ~c->displayed[seat];
    }
}

static void hear_clear(const struct game *game, const struct fact *fact, struct counts *c)
{
    assert_int_equal(told(game, fact, "round"), c->round);
    for (int seat = 0; seat < c->players; seat++) {
        assert_int_equal(c->played[seat], 0);
        assert_int_equal(c->owed[seat], 0);
    }
    memset(c->total, 0, sizeof c->total);
    c->held = 0;
}

static void hear_final(const struct game *game, const struct fact *fact, struct counts *c)
{
    int seat = told(game, fact, "who");

    assert_int_equal(told(game, fact, "displayed"), c->points[seat]);
    assert_int_equal(told(game, fact, "wild"), c->wild >> seat & 1);
    c->finished[seat] = told(game, fact, "points");
}

static void hear_score(const struct game *game, const struct fact *fact, struct counts *c)
{
    switch ((enum bridesmaid_verb)fact->verb) {
    case BRIDESMAID_TURNS_UP: hear_play(game, fact, c, false); break;
    case BRIDESMAID_RANKS: hear_rank(game, fact, c); break;
    case BRIDESMAID_DISPLAYS:
    case BRIDESMAID_MUST_DISPLAY: hear_display(game, fact, c); break;
    case BRIDESMAID_RETURNS: hear_return(game, fact, c); break;
    case BRIDESMAID_CLEARS: hear_clear(game, fact, c); break;
    case BRIDESMAID_JOINS: hear_join(game, fact, c); break;
    case BRIDESMAID_FINISHES: hear_final(game, fact, c); break;
    default: fail();
    }
}

static void hear(const struct game *game, const struct fact *fact, void *counts)
{
    struct counts *c = counts;

    switch ((enum bridesmaid_verb)fact->verb) {
    case BRIDESMAID_RESERVES: hear_moved(game, fact, c, -1); break;
    case BRIDESMAID_DRAWS: hear_moved(game, fact, c, 1); break;
    case BRIDESMAID_ROBOT_DEALT:
    case BRIDESMAID_GIVES: break;
    case BRIDESMAID_GETS: fail(); break; /* this is not for onlookers */
    case BRIDESMAID_SHUFFLED: c->shown = 0; break;
    case BRIDESMAID_PLAYS: hear_play(game, fact, c, true); break;
    case BRIDESMAID_HOLDS: hear_hold(game, fact, c); break;
    case BRIDESMAID_ROBOT_PLAYS:
        hear_robot(game, fact, c);
        c->shown++;
        break;
    case BRIDESMAID_ROBOT_HOLDS:
        hear_hold(game, fact, c);
        c->shown++;
        break;
    case BRIDESMAID_SETS_ASIDE:
        c->hand[told(game, fact, "who")] -= told(game, fact, "count");
        c->set_aside |= told(game, fact, "count") ? 1u << told(game, fact, "who") : 0;
        break;
    case BRIDESMAID_ENDS: hear_end(game, fact, c); break;
    default: hear_score(game, fact, c); break;
    }
}

static void check_seat(const struct bridesmaid_state *s, int seat, const struct counts *c)
{
    assert_int_equal(c->hand[seat], bridesmaid_hand_count(s, seat));
    assert_int_equal(c->reserve[seat], s->reserves);
    assert_int_equal(c->played[seat], s->played[seat]);
    assert_int_equal(c->displayed[seat], s->displayed[seat]);
    assert_int_equal(c->known[seat], s->known[seat]);
    assert_int_equal(c->total[seat], s->total[seat]);
    assert_int_equal(c->points[seat], s->points[seat]);
    assert_int_equal(c->last[seat], s->last[seat]);
}

static void check(const struct state *state, const void *counts)
{
    const struct bridesmaid_state *s = bridesmaid_state(state);
    const struct counts *c = counts;
    struct result result;

    for (int seat = 0; seat < s->players; seat++)
        check_seat(s, seat, c);
    assert_int_equal(c->round, s->round);
    assert_int_equal(c->set_aside, s->set_aside);
    assert_int_equal(c->wild, s->wild);
    assert_int_equal(c->shown, s->shown);
    assert_int_equal(c->seen, s->robot_seen);
    assert_int_equal(c->held & 31, s->held & ((1 << s->players) - 1));
    if (s->players == 2) {
        assert_int_equal(c->held >> FACT_ROBOT, s->held >> BRIDESMAID_ROBOT);
        assert_int_equal(c->total[FACT_ROBOT], s->total[BRIDESMAID_ROBOT]);
    }
    bridesmaid_result(s, &result);
    for (int seat = 0; seat < s->players && s->phase == BRIDESMAID_PHASE_OVER; seat++)
        assert_int_equal(c->finished[seat], result.points[seat]);
}

const struct follower follow_bridesmaid = {start, hear, check, sizeof(struct counts)};
