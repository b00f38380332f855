/* Follows a game of Six of Sparrows by its public facts: the row of bids, deck and discards, cards on the table, who
 * has claimed what with which token, bonus bids, hands that are shown, and points. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "rules/sparrows.h"
#include "support/follow.h"

enum { NO_NAME }; /* of bids and bonus bids: the first name means no bid */

struct counts {
    int players, upgrades;
    int round, cycle, dealer, partner; /* partner: seat + 1 */
    int deck, discard;                 /* how many bids */
    int row[SPARROWS_ROW_SIZE];        /* by name */
    bool taken[SPARROWS_ROW_SIZE];
    int bid[MAX_SEATS], token[MAX_SEATS], bonus[MAX_SEATS];
    uint64_t table, hand[MAX_SEATS]; /* hands as far as they are shown */
    int last[MAX_SEATS], total[MAX_SEATS];
};

static void start(const struct state *state, void *counts)
{
    const struct sparrows_state *s = sparrows_state(state);
    struct counts *c = counts;

    memset(c, 0, sizeof *c);
    c->players = s->players;
    c->upgrades = s->upgrades;
    c->deck = SPARROWS_BID_COUNT;
}

static uint64_t told_cards(const struct game *game, const struct fact *fact, const char *name)
{
    struct fact_field field = told_field(game, fact, name);
    uint64_t cards = 0;

    for (int i = 0; i < field.count; i++)
        cards |= (uint64_t)1 << field.value[i];
    assert_int_equal(__builtin_popcountll(cards), field.count);
    return cards;
}

/* The new bids go where the row has none, or one that was claimed. */
static void hear_begin(const struct game *game, const struct fact *fact, struct counts *c)
{
    struct fact_field bids = told_field(game, fact, "bids");
    int next = 0;

    assert_int_equal(told(game, fact, "round"), c->round + 1);
    c->dealer = told(game, fact, "dealer");
    for (int i = 0; i < SPARROWS_ROW_SIZE; i++)
        if (c->row[i] == NO_NAME || c->taken[i]) {
            assert_true(next < bids.count);
            c->row[i] = bids.value[next++];
            c->taken[i] = false;
        }
    assert_int_equal(next, bids.count);
    assert_int_equal(next, told_field(game, fact, "values").count);
    c->deck -= next;
    c->table = 0;
    c->cycle = c->partner = 0;
    for (int seat = 0; seat < MAX_SEATS; seat++) {
        c->bid[seat] = c->token[seat] = c->bonus[seat] = 0;
        c->hand[seat] = 0;
    }
}

static void hear_claim(const struct game *game, const struct fact *fact, struct counts *c)
{
    int seat = told(game, fact, "who"), found = 0;

    assert_int_equal(c->bid[seat], NO_NAME);
    c->bid[seat] = told(game, fact, "bid");
    c->token[seat] = told(game, fact, "token");
    c->bonus[seat] = fact->verb == SPARROWS_TAKES ? told(game, fact, "bonus") : NO_NAME;
    for (int i = 0; i < SPARROWS_ROW_SIZE; i++)
        if (c->row[i] == c->bid[seat]) {
            assert_false(c->taken[i]);
            c->taken[i] = true;
            found++;
        }
    assert_int_equal(found, 1);
}

static void hear_scores(const struct game *game, const struct fact *fact, struct counts *c)
{
    int seat = told(game, fact, "who");
    struct fact_field partner = told_field(game, fact, "partner");

    assert_int_equal(told(game, fact, "bid"), c->bid[seat]);
    assert_int_equal(told(game, fact, "token"), c->token[seat]);
    assert_int_equal(told(game, fact, "bonus"), c->bonus[seat]);
    assert_true(partner.count == 0 || partner.value[0] + 1 == c->partner);
    c->hand[seat] = told_cards(game, fact, "cards");
    c->last[seat] = told(game, fact, "points");
    c->total[seat] += c->last[seat];
    assert_int_equal(told(game, fact, "total"), c->total[seat]);
    c->discard += c->bid[seat] != NO_NAME;
}

static void hear(const struct game *game, const struct fact *fact, void *counts)
{
    struct counts *c = counts;

    switch ((enum sparrows_verb)fact->verb) {
    case SPARROWS_DRAWN: c->dealer = told(game, fact, "who"); break;
    case SPARROWS_RESHUFFLED:
        assert_int_equal(told(game, fact, "count"), c->discard);
        c->deck += c->discard;
        c->discard = 0;
        break;
    case SPARROWS_BEGINS: hear_begin(game, fact, c); break;
    case SPARROWS_DEALS:
        c->cycle = told(game, fact, "cycle");
        c->table |= (uint64_t)1 << told(game, fact, "card");
        break;
    case SPARROWS_GETS:
    case SPARROWS_PASSES:
    case SPARROWS_CHOOSES:
    case SPARROWS_MISSES: fail(); break; /* these are not for onlookers */
    case SPARROWS_TAKES:
    case SPARROWS_TAKES_LATE: hear_claim(game, fact, c); break;
    case SPARROWS_NOBODY_BIDS: assert_int_equal(told(game, fact, "cycle"), c->cycle); break;
    case SPARROWS_STAYS: assert_int_equal(c->bid[told(game, fact, "who")], NO_NAME); break;
    case SPARROWS_PARTNERS: c->partner = told(game, fact, "partner") + 1; break;
    case SPARROWS_SHOWS: c->hand[told(game, fact, "who")] = told_cards(game, fact, "cards"); break;
    case SPARROWS_SCORED:
        c->round = told(game, fact, "round");
        assert_true(told_cards(game, fact, "table") == c->table);
        break;
    case SPARROWS_SCORES: hear_scores(game, fact, c); break;
    }
}

static int bid_by_name(int name)
{
    return name == NO_NAME ? SPARROWS_NO_BID : name - 1;
}

static void check_row(const struct sparrows_state *s, const struct counts *c)
{
    for (int i = 0; i < SPARROWS_ROW_SIZE; i++) {
        assert_int_equal(bid_by_name(c->row[i]), s->row[i]);
        if (s->row[i] != SPARROWS_NO_BID)
            assert_int_equal(!c->taken[i], s->open >> s->row[i] & 1);
    }
    assert_int_equal(c->deck, __builtin_popcount(s->deck | s->under));
    assert_int_equal(c->discard, __builtin_popcount(s->discard));
}

static void check(const struct state *state, const void *counts)
{
    const struct sparrows_state *s = sparrows_state(state);
    const struct counts *c = counts;
    struct sparrows_state seen = *s;
    unsigned bonuses = c->upgrades && c->row[0] != NO_NAME ? (1u << SPARROWS_BONUS_COUNT) - 2 : 0;

    sparrows_redact(&seen, ONLOOKER);
    check_row(s, c);
    for (int seat = 0; seat < s->players; seat++) {
        assert_int_equal(bid_by_name(c->bid[seat]), s->bid[seat]);
        assert_int_equal(c->token[seat], s->token[seat]);
        assert_int_equal(c->bonus[seat], s->bonus[seat]);
        assert_true(c->hand[seat] == seen.hand[seat]);
        assert_int_equal(c->last[seat], s->last[seat]);
        assert_int_equal(c->total[seat], s->total[seat]);
        bonuses &= ~(1u << c->bonus[seat]);
    }
    assert_int_equal(bonuses, s->bonuses);
    assert_int_equal(c->partner, s->partner);
    assert_true(c->table == s->table);
    assert_int_equal(c->cycle, s->cycle);
    assert_int_equal(c->dealer, s->dealer);
    assert_int_equal(c->round, s->round);
}

const struct follower follow_sparrows = {start, hear, check, sizeof(struct counts)};
