/* Follows a game of Belle of the Ball by its public facts: parties, lines and the Regrets beside them, hands, supplies,
 * the discard and points. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "rules/belle.h"
#include "support/follow.h"

struct counts {
    int players;
    int points[MAX_SEATS], regrets[MAX_SEATS], held[MAX_SEATS], total[MAX_SEATS]; /* total: in halves, at the end */
    int line[2], beside[2][BELLE_VISIBLE];
    uint8_t party[MAX_SEATS][BELLE_GROUPS][BELLE_GROUP_MAX];
    int count[MAX_SEATS][BELLE_GROUPS];
    int discarded;
    bool over;
};

static void start(const struct state *state, void *counts)
{
    const struct belle_state *s = belle_state(state);
    struct counts *c = counts;

    memset(c, 0, sizeof *c);
    c->players = s->players;
}

static uint8_t told_card(const struct game *game, const struct fact *fact, const char *name)
{
    return (uint8_t)(told(game, fact, name) % BELLE_CUSTOM);
}

/* ---- groups ---- */

static void add(struct counts *c, int seat, int group, uint8_t card)
{
    c->party[seat][group][c->count[seat][group]++] = card;
}

static int slot_of(const struct counts *c, int seat, int group, uint8_t card)
{
    for (int slot = 0; slot < c->count[seat][group]; slot++)
        if (c->party[seat][group][slot] == card)
            return slot;
    fail();
    return 0;
}

static void take_away(struct counts *c, int seat, int group, uint8_t card)
{
    uint8_t *cards = c->party[seat][group];
    int slot = slot_of(c, seat, group, card), after = --c->count[seat][group] - slot;

    memmove(cards + slot, cards + slot + 1, (size_t)after);
    cards[slot + after] = 0;
}

/* ---- facts ---- */

static void hear_deal(const struct game *game, const struct fact *fact, struct counts *c)
{
    int regrets = c->players == 2 ? 4 : 3;
    struct fact_field parties;

    assert_true(fact_find(game, fact, "parties", &parties) && parties.value);
    assert_true(parties.count == 0 || parties.count == BELLE_GROUPS * c->players);
    for (int i = 0; i < parties.count; i++)
        add(c, i / BELLE_GROUPS, i % BELLE_GROUPS, (uint8_t)(parties.value[i] % BELLE_CUSTOM));
    for (int seat = 0; seat < c->players; seat++)
        c->regrets[seat] = regrets;
    c->line[BELLE_LINE_GUESTS] =
        BELLE_GUEST_COUNT - regrets * c->players - parties.count + (c->players == MAX_SEATS ? BELLE_BELLE_COUNT : 0);
    c->line[BELLE_LINE_BELLES] = c->players == MAX_SEATS ? 0 : BELLE_BELLE_COUNT;
}

static void hear_play(const struct game *game, const struct fact *fact, struct counts *c)
{
    int seat = told(game, fact, "who"), *beside = c->beside[BELLE_LINE_GUESTS];

    c->points[seat] += told(game, fact, "points");
    c->regrets[seat] += told(game, fact, "regrets");
    if (told(game, fact, "effect") == BELLE_EFFECT_SWEEP)
        memset(c->beside, 0, sizeof c->beside);
    if (told(game, fact, "effect") == BELLE_EFFECT_REVERSE)
        for (int i = 0, k = (c->line[BELLE_LINE_GUESTS] < 5 ? c->line[BELLE_LINE_GUESTS] : 5) - 1; i < k; i++, k--) {
            int regrets = beside[i];
            beside[i] = beside[k];
            beside[k] = regrets;
        }
}

static void hear_collect(const struct game *game, const struct fact *fact, struct counts *c)
{
    int seat = told(game, fact, "who"), regrets = told(game, fact, "regrets");
    unsigned payers = (unsigned)told(game, fact, "payers");

    c->points[seat] += told(game, fact, "points");
    c->regrets[seat] += regrets;
    for (unsigned left = payers; left; left &= left - 1)
        c->regrets[__builtin_ctz(left)] -= regrets / __builtin_popcount(payers); /* the same from each */
}

static void hear_swap(const struct game *game, const struct fact *fact, struct counts *c)
{
    int seat = told(game, fact, "who"), owner = told(game, fact, "owner");
    int mine = told(game, fact, "from") - 1, theirs = told(game, fact, "group") - 1;
    uint8_t given = told_card(game, fact, "given"), taken = told_card(game, fact, "taken");

    c->party[seat][mine][slot_of(c, seat, mine, given)] = taken;
    c->party[owner][theirs][slot_of(c, owner, theirs, taken)] = given;
    c->points[seat] += told(game, fact, "points");
}

/* A card out of a line: the Regrets of those skipped come to lie beside them, those of the card go with it. */
static void leave_line(const struct game *game, const struct fact *fact, int line, struct counts *c)
{
    int seat = told(game, fact, "who"), place = told(game, fact, "place") - 1, paid = told(game, fact, "paid");
    int *beside = c->beside[line];

    assert_true(paid == 0 || paid == place);
    for (int i = 0; i < paid; i++)
        beside[i]++;
    assert_int_equal(told(game, fact, "gained"), beside[place]);
    c->regrets[seat] += beside[place] - paid;
    memmove(beside + place, beside + place + 1, (size_t)(BELLE_VISIBLE - 1 - place) * sizeof *beside);
    beside[BELLE_VISIBLE - 1] = 0;
    c->line[line]--;
}

static void hear_score(const struct game *game, const struct fact *fact, struct counts *c)
{
    int seat = told(game, fact, "who"), group = told(game, fact, "group") - 1;
    int sum = told(game, fact, "base") + told(game, fact, "bonus") - told(game, fact, "minus");
    struct fact_field stay;

    assert_true(fact_find(game, fact, "stay", &stay) && stay.value);
    assert_int_equal(told(game, fact, "points"), sum > 0 ? sum : 0);
    c->points[seat] += told(game, fact, "points");
    c->discarded += c->count[seat][group] - stay.count;
    c->count[seat][group] = 0;
    memset(c->party[seat][group], 0, BELLE_GROUP_MAX);
    for (int i = 0; i < stay.count; i++)
        add(c, seat, group, (uint8_t)(stay.value[i] % BELLE_CUSTOM));
}

/* A Belle card leaves the hand; all but those that are laid are discarded. */
static void leave_hand(const struct game *game, const struct fact *fact, bool laid, struct counts *c)
{
    c->held[told(game, fact, "who")]--;
    c->discarded += !laid;
}

static void hear_belle(const struct game *game, const struct fact *fact, struct counts *c)
{
    int seat = told(game, fact, "who");

    leave_hand(game, fact, fact->verb == BELLE_LAYS, c);
    switch (fact->verb) {
    case BELLE_PLAYS: hear_play(game, fact, c); break;
    case BELLE_COLLECTS: hear_collect(game, fact, c); break;
    case BELLE_LAYS:
        assert_int_equal(told(game, fact, "own"), told(game, fact, "owner") == seat);
        add(c, told(game, fact, "owner"), told(game, fact, "group") - 1, told_card(game, fact, "card"));
        c->points[seat] += told(game, fact, "points");
        break;
    case BELLE_MOVES:
        take_away(c, seat, told(game, fact, "from") - 1, told_card(game, fact, "guest"));
        add(c, seat, told(game, fact, "to") - 1, told_card(game, fact, "guest"));
        c->points[seat] += told(game, fact, "points");
        break;
    case BELLE_SWAPS: hear_swap(game, fact, c); break;
    case BELLE_EJECTS:
        take_away(c, told(game, fact, "owner"), told(game, fact, "group") - 1, told_card(game, fact, "out"));
        c->discarded++;
        break;
    default: break;
    }
}

static void hear(const struct game *game, const struct fact *fact, void *counts)
{
    struct counts *c = counts;

    switch ((enum belle_verb)fact->verb) {
    case BELLE_DECK_LAID:
    case BELLE_PLAYS_NONE: break;
    case BELLE_DEALT: hear_deal(game, fact, c); break;
    case BELLE_PLAYS:
    case BELLE_COLLECTS:
    case BELLE_LAYS:
    case BELLE_MOVES:
    case BELLE_SWAPS:
    case BELLE_EJECTS:
    case BELLE_STEALS: hear_belle(game, fact, c); break;
    case BELLE_DRAWS:
        c->held[told(game, fact, "who")]++;
        c->held[told(game, fact, "victim")]--;
        break;
    case BELLE_INVITES:
        leave_line(game, fact, BELLE_LINE_GUESTS, c);
        add(c, told(game, fact, "who"), told(game, fact, "group") - 1, told_card(game, fact, "guest"));
        break;
    case BELLE_TAKES:
        leave_line(game, fact, c->players == MAX_SEATS ? BELLE_LINE_GUESTS : BELLE_LINE_BELLES, c);
        c->held[told(game, fact, "who")]++;
        break;
    case BELLE_SCORES: hear_score(game, fact, c); break;
    case BELLE_PAYS:
        c->regrets[told(game, fact, "who")] -= told(game, fact, "regrets");
        c->regrets[told(game, fact, "to")] += told(game, fact, "regrets");
        break;
    case BELLE_LOSES: c->points[told(game, fact, "who")] -= told(game, fact, "points"); break;
    case BELLE_GAINS: c->points[told(game, fact, "who")] += told(game, fact, "points"); break;
    case BELLE_ENDS: c->over = true; break;
    case BELLE_COUNTS:
        assert_int_equal(c->points[told(game, fact, "who")], told(game, fact, "points"));
        c->total[told(game, fact, "who")] = told(game, fact, "total");
        break;
    }
}

/* ---- the truth ---- */

static void check_seat(const struct belle_state *s, int seat, const struct counts *c)
{
    assert_int_equal(c->points[seat], s->points[seat]);
    assert_int_equal(c->regrets[seat], s->regrets[seat]);
    assert_int_equal(c->held[seat], s->held[seat]);
    for (int group = 0; group < BELLE_GROUPS; group++) {
        assert_int_equal(c->count[seat][group], s->count[seat][group]);
        assert_memory_equal(c->party[seat][group], s->party[seat][group], BELLE_GROUP_MAX);
    }
}

static void check(const struct state *state, const void *counts)
{
    const struct belle_state *s = belle_state(state);
    const struct counts *c = counts;
    struct result result;

    belle_result(s, &result);
    for (int seat = 0; seat < s->players; seat++) {
        check_seat(s, seat, c);
        if (s->phase == BELLE_PHASE_OVER)
            assert_int_equal(c->total[seat], result.points[seat]);
    }
    for (int line = 0; line < 2; line++) {
        assert_int_equal(c->line[line], belle_line_length(s, line));
        for (int place = 0; place < BELLE_VISIBLE; place++)
            assert_int_equal(c->beside[line][place], s->beside[line][place]);
    }
    assert_int_equal(c->discarded, __builtin_popcountll(s->discarded_guests) + __builtin_popcount(s->discarded_belles));
    assert_int_equal(c->over, s->phase == BELLE_PHASE_OVER);
}

const struct follower follow_belle = {start, hear, check, sizeof(struct counts)};
