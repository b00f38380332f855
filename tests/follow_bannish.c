/* Follows a game of BANNISH by its public facts: hands, tricks, cards taken, the chip, stars and victory points. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "rules/bannish.h"
#include "support/follow.h"

struct counts {
    int players, round, chip;
    int hand[MAX_SEATS], lacks[MAX_SEATS], stars[MAX_SEATS], total[MAX_SEATS], points[MAX_SEATS];
    int taken[MAX_SEATS][BANNISH_CARDS]; /* copies of each card */
    int table[BANNISH_CARDS];
    int won;          /* by whom the trick is; -1 while it goes on */
    unsigned has_won; /* the game */
};

static void start(const struct state *state, void *counts)
{
    const struct bannish_state *s = bannish_state(state);
    struct counts *c = counts;

    memset(c, 0, sizeof *c);
    c->players = s->players;
    c->won = -1;
}

static void clear_table(struct counts *c)
{
    memset(c->table, 0, sizeof c->table);
    c->won = -1;
}

static void deal(struct counts *c, int leader)
{
    for (int seat = 0; seat < c->players; seat++) {
        c->hand[seat] = BANNISH_HAND_SIZE;
        c->lacks[seat] = c->stars[seat] = 0;
    }
    memset(c->taken, 0, sizeof c->taken);
    c->chip = leader;
}

static void take(struct counts *c, int seat, int card, int stars)
{
    assert_int_equal(c->table[card], 1);
    c->taken[seat][card]++;
    c->stars[seat] += stars;
    clear_table(c);
}

static void hear_counts(const struct game *game, const struct fact *fact, struct counts *c)
{
    int seat = told(game, fact, "who"), taken = 0;
    struct fact_field left;

    for (int card = 0; card < BANNISH_CARDS; card++)
        taken += c->taken[seat][card];
    assert_int_equal(told(game, fact, "taken"), taken);
    assert_int_equal(told(game, fact, "hand"), c->hand[seat]);
    assert_int_equal(told(game, fact, "counted"), taken + c->hand[seat]);
    assert_true(fact_find(game, fact, "left", &left));
    assert_int_equal(left.count, c->hand[seat]);
    c->total[seat] = told(game, fact, "stars");
}

static void hear_end(const struct game *game, const struct fact *fact, struct counts *c)
{
    unsigned empty = 0, who = (unsigned)told(game, fact, "who");

    for (int seat = 0; seat < c->players; seat++)
        empty |= c->hand[seat] == 0 ? seat_bit(seat) : 0u;
    assert_int_equal(who, empty);
    c->round = told(game, fact, "round");
}

static void hear_play(const struct game *game, const struct fact *fact, struct counts *c)
{
    int seat = told(game, fact, "who"), lead = told(game, fact, "lead");

    c->hand[seat]--;
    c->table[told(game, fact, "card")]++;
    if (told(game, fact, "how") == BANNISH_HOW_LACKS)
        c->lacks[seat] |= 1 << lead;
}

static void hear(const struct game *game, const struct fact *fact, void *counts)
{
    struct counts *c = counts;

    switch ((enum bannish_verb)fact->verb) {
    case BANNISH_DEALT:
        assert_int_equal(told(game, fact, "round"), c->round + 1);
        deal(c, told(game, fact, "leader"));
        break;
    case BANNISH_PLAYS: hear_play(game, fact, c); break;
    case BANNISH_BANNISHES:
        assert_int_equal(c->table[told(game, fact, "card")], 2);
        c->table[told(game, fact, "card")] = 0;
        c->chip = told(game, fact, "who");
        break;
    case BANNISH_LEAVES_NOTHING:
        for (int card = 0; card < BANNISH_CARDS; card++)
            assert_int_equal(c->table[card], 0);
        break;
    case BANNISH_WINS_TRICK:
        c->won = told(game, fact, "who");
        c->chip = told(game, fact, "chip") ? c->won : c->chip;
        break;
    case BANNISH_TAKES:
    case BANNISH_GETS:
        assert_int_equal(c->won, fact->verb == BANNISH_TAKES ? told(game, fact, "who") : -1);
        take(c, told(game, fact, "who"), told(game, fact, "card"), told(game, fact, "stars"));
        break;
    case BANNISH_ENDS: hear_end(game, fact, c); break;
    case BANNISH_COUNTS: hear_counts(game, fact, c); break;
    case BANNISH_COMES_SECOND:
        for (int seat = 0; seat < c->players; seat++)
            c->points[seat] += told(game, fact, "who") >> seat & 1;
        break;
    case BANNISH_NO_SECOND: break;
    case BANNISH_WINS: c->has_won = (unsigned)told(game, fact, "who"); break;
    }
}

static void check_seat(const struct bannish_state *s, int seat, const struct counts *c)
{
    assert_int_equal(c->hand[seat], s->count[seat]);
    assert_int_equal(c->lacks[seat], s->lacks[seat]);
    assert_int_equal(c->stars[seat], bannish_stars(s, s->taken[seat]));
    assert_int_equal(c->total[seat], s->total[seat]);
    assert_int_equal(c->points[seat], s->vp[seat]);
    for (int card = 0; card < BANNISH_CARDS; card++)
        assert_int_equal(c->taken[seat][card], bannish_pile_copies(s->taken[seat], card));
}

static void check(const struct state *state, const void *counts)
{
    const struct bannish_state *s = bannish_state(state);
    const struct counts *c = counts;
    struct result result;

    for (int seat = 0; seat < s->players; seat++)
        check_seat(s, seat, c);
    for (int card = 0; card < BANNISH_CARDS; card++)
        assert_int_equal(c->table[card], bannish_pile_copies(s->table, card));
    assert_int_equal(c->round, s->round);
    assert_int_equal(c->chip, s->chip);
    assert_int_equal(c->won, s->phase == BANNISH_PHASE_TAKE ? s->mover : -1);
    bannish_result(s, &result);
    assert_int_equal(c->has_won, result.winners);
}

const struct follower follow_bannish = {start, hear, check, sizeof(struct counts)};
