/* The novice of Six of Sparrows. It does not think about what the others want;
 * it deals out the cards that are still to come some hundred times and counts:
 *   - an action is worth what it would have scored on average,
 *   - passing is worth the best bid of the next cycle, with one card more of
 *     its own and one on the table to judge by, but with the next token; a
 *     little less than that, since somebody may be faster,
 *   - a late bid is taken if it gains anything on average,
 *   - a partner is any other player: their cards are all alike unseen. */
#include "bots/bot.h"

#include <math.h>

#include "rules/sparrows.h"

enum {
    WORLDS = 120,       /* to judge the actions by */
    FUTURES = 8,        /* next cycles to judge passing by */
    FUTURE_WORLDS = 30, /* for each of those */
};

/* What a seat knows, and the cards that it does not. */
struct knowledge {
    const struct sparrows_state *state;
    int seat;
    int cycle; /* cards that the seat and the table have */
    uint64_t hand, table;
    bool hands_matter; /* other hands decide something that may be chosen */
    uint64_t unseen[SPARROWS_CARDS];
    int count;
};

static bool compares_hands(int bid)
{
    int kind = sparrows_bids[bid].kind;
    return kind == SPARROWS_KIND_HIGH || kind == SPARROWS_KIND_LOW || kind == SPARROWS_KIND_MAJORITY;
}

static void know(struct knowledge *k, const struct sparrows_state *s, int seat)
{
    uint64_t seen = s->table;

    *k = (struct knowledge){.state = s, .seat = seat, .cycle = s->cycle, .hand = s->hand[seat], .table = s->table};
    k->hands_matter = s->phase == SPARROWS_PHASE_BID && s->bonuses;
    for (int i = 0; i < SPARROWS_ROW_SIZE; i++)
        k->hands_matter |= compares_hands(s->row[i]);
    for (int other = 0; other < s->players; other++)
        seen |= s->hand[other];
    for (int suit = 0; suit < SPARROWS_SUITS; suit++)
        for (int number = 1; number <= SPARROWS_NUMBERS; number++)
            if (!(seen & sparrows_card_bit(suit, number)))
                k->unseen[k->count++] = sparrows_card_bit(suit, number);
}

/* Returns `count` unseen cards, which then count as drawn: they are at the end of the list. */
static uint64_t draw(struct knowledge *k, int count, struct rng *rng)
{
    uint64_t drawn = 0;

    for (; count > 0; count--) {
        uint32_t at = rng_below(rng, (uint32_t)k->count--);
        uint64_t card = k->unseen[at];
        k->unseen[at] = k->unseen[k->count];
        k->unseen[k->count] = card;
        drawn |= card;
    }
    return drawn;
}

/* One way the round may end: all hands and the table. */
struct world {
    uint64_t hand[MAX_SEATS], table;
};

static void deal_world(struct knowledge *k, struct world *world, struct rng *rng)
{
    const struct sparrows_state *s = k->state;
    int count = k->count;

    world->table = k->table | draw(k, SPARROWS_CYCLES - k->cycle, rng);
    for (int seat = 0; seat < s->players; seat++)
        if (seat == k->seat)
            world->hand[seat] = k->hand | draw(k, SPARROWS_CYCLES - k->cycle, rng);
        else if (s->hidden >> seat & 1)
            world->hand[seat] = k->hands_matter ? draw(k, SPARROWS_CYCLES, rng) : 0;
        else
            world->hand[seat] = s->hand[seat];
    k->count = count;
}

/* Points by action, added up over worlds: for each place of the row, with each
 * bonus. Places that are taken are not counted. */
struct sums {
    int points[SPARROWS_ROW_SIZE][SPARROWS_BONUS_COUNT];
};

static bool is_open(const struct sparrows_state *s, int place)
{
    return s->open >> s->row[place] & 1;
}

/* Guesses the most that another seat scores in this world: a seat without a bid is
 * assumed to find the best one next. */
static int rival_score(const struct knowledge *k, const struct world *world, int token)
{
    const struct sparrows_state *s = k->state;
    int most = -1000;

    for (int seat = 0; seat < s->players; seat++) {
        if (seat == k->seat)
            continue;
        int best = s->bid[seat] == SPARROWS_NO_BID ? 0 : SPARROWS_FAILED;
        for (int i = 0; i < SPARROWS_ROW_SIZE; i++) {
            bool mine = s->bid[seat] == s->row[i];
            if (!mine && (s->bid[seat] != SPARROWS_NO_BID || !is_open(s, i)))
                continue;
            if (!sparrows_met(s->row[i], world->hand, s->players, seat, world->table))
                continue;
            int share = sparrows_share(s->value[s->row[i]], mine ? s->token[seat] : token + 1);
            best = share > best ? share : best;
        }
        most = best > most ? best : most;
    }
    return most;
}

/* Adds what each action scores in one world. */
static void add_world(const struct knowledge *k, const struct world *world, int token, bool bonuses, struct sums *sums)
{
    const struct sparrows_state *s = k->state;
    int partner = (k->seat + 1) % s->players, rival = bonuses ? rival_score(k, world, token) : 0;
    bool met[SPARROWS_ROW_SIZE], none = true;

    for (int i = 0; i < SPARROWS_ROW_SIZE; i++) {
        met[i] = (bonuses || is_open(s, i)) && sparrows_met(s->row[i], world->hand, s->players, k->seat, world->table);
        none = none && !met[i];
    }
    for (int i = 0; i < SPARROWS_ROW_SIZE; i++) {
        int value = s->value[s->row[i]], plain = met[i] ? sparrows_share(value, token) : SPARROWS_FAILED;
        if (!is_open(s, i))
            continue;
        sums->points[i][SPARROWS_BONUS_NONE] += plain;
        if (!bonuses)
            continue;
        bool together = sparrows_met(s->row[i], world->hand, s->players, k->seat, world->hand[partner]);
        int won = met[i] ? value : 0, all = sparrows_bonuses[SPARROWS_BONUS_WIN_ALL].value;
        int failed = met[i] ? 0 : SPARROWS_FAILED;
        sums->points[i][SPARROWS_BONUS_WIN_ALL] +=
            plain > rival ? sparrows_share(won + all, token) + failed : plain + SPARROWS_FAILED;
        sums->points[i][SPARROWS_BONUS_WIN_NONE] +=
            none ? sparrows_share(sparrows_bonuses[SPARROWS_BONUS_WIN_NONE].value, token) + SPARROWS_FAILED
                 : plain + SPARROWS_FAILED;
        sums->points[i][SPARROWS_BONUS_TOGETHER] +=
            together ? sparrows_share(value + sparrows_bonuses[SPARROWS_BONUS_TOGETHER].value, token)
                     : 2 * SPARROWS_FAILED;
    }
}

static void add_worlds(struct knowledge *k, int worlds, int token, bool bonuses, struct rng *rng, struct sums *sums)
{
    *sums = (struct sums){.points = {{0}}};
    for (int i = 0; i < worlds; i++) {
        struct world world;
        deal_world(k, &world, rng);
        add_world(k, &world, token, bonuses, sums);
    }
}

/* The most that a bid without a bonus brings, 0 if all lose. */
static int best_plain(const struct sparrows_state *s, const struct sums *sums)
{
    int best = 0;
    for (int i = 0; i < SPARROWS_ROW_SIZE; i++)
        if (is_open(s, i) && sums->points[i][SPARROWS_BONUS_NONE] > best)
            best = sums->points[i][SPARROWS_BONUS_NONE];
    return best;
}

/* What passing is worth, for WORLDS worlds like the other sums. */
static int value_of_pass(struct knowledge *k, struct rng *rng)
{
    const struct sparrows_state *s = k->state;
    struct sums sums;
    int sum = 0;

    if (k->cycle == SPARROWS_CYCLES) {
        if (!s->upgrades)
            return 0;
        add_worlds(k, WORLDS, SPARROWS_TOKEN_LATE, false, rng, &sums);
        return best_plain(s, &sums);
    }
    for (int i = 0; i < FUTURES; i++) {
        struct knowledge next = *k;
        next.hand |= draw(&next, 1, rng);
        next.table |= draw(&next, 1, rng);
        next.cycle++;
        add_worlds(&next, FUTURE_WORLDS, next.cycle, false, rng, &sums);
        sum += best_plain(s, &sums);
    }
    return sum / (FUTURES * FUTURE_WORLDS / WORLDS) * 9 / 10;
}

static int value_of(const struct sparrows_state *s, const struct sums *sums, int pass, uint16_t id)
{
    struct sparrows_move move = sparrows_move(id);

    if (move.kind == SPARROWS_MOVE_PASS || move.bid == SPARROWS_NO_BID)
        return pass;
    for (int i = 0; i < SPARROWS_ROW_SIZE; i++)
        if (s->row[i] == move.bid)
            return sums->points[i][move.bonus];
    return SPARROWS_FAILED * WORLDS;
}

/* Whether another player has claimed a bid of this kind. */
static bool is_claimed(const struct sparrows_state *s, int seat, int kind)
{
    for (int other = 0; other < s->players; other++)
        if (other != seat && s->bid[other] != SPARROWS_NO_BID && sparrows_bids[s->bid[other]].kind == kind)
            return true;
    return false;
}

/* What a novice sees in an action that the rules of thumb do not: some cannot wait, some wait for more cards, some
 * like what promises much, and some are fond of a kind of bid, or of the kind that somebody has. */
static int leaning(const struct bot_view *view, struct sparrows_move move, int pass)
{
    const struct sparrows_state *s = sparrows_state(view->state);
    const struct manner *manner = &view->manner;

    if (manner_is_plain(manner))
        return 0;
    if (move.kind == SPARROWS_MOVE_PASS || move.bid == SPARROWS_NO_BID)
        return (manner->thrift - manner->daring) * pass / 12;
    int kind = sparrows_bids[move.bid].kind, favourite = manner_favourite(manner, SPARROWS_KIND_DIFFERENT + 1);
    return WORLDS *
           (manner_taste(manner, kind) + manner->daring * (s->value[move.bid] - 80) / 40 +
            5 * manner->company * is_claimed(s, view->seat, kind) + (kind == favourite ? 8 * manner->fancy : 0));
}

static uint16_t choose(const struct bot_view *view, struct rng *rng)
{
    const struct sparrows_state *s = sparrows_state(view->state);
    struct knowledge knowledge;
    struct sums sums;
    int values[LEGAL_SIZE];

    if (s->phase == SPARROWS_PHASE_PARTNER)
        return view->legal[rng_below(rng, (uint32_t)view->count)];
    know(&knowledge, s, view->seat);
    add_worlds(&knowledge, WORLDS, sparrows_token(s), s->phase == SPARROWS_PHASE_BID && s->bonuses, rng, &sums);
    int pass = s->phase == SPARROWS_PHASE_BID ? value_of_pass(&knowledge, rng) : 0;
    for (int i = 0; i < view->count; i++) {
        values[i] = value_of(s, &sums, pass, view->legal[i]) + leaning(view, sparrows_move(view->legal[i]), pass);
        values[i] = values[i] * LEGAL_SIZE - i; /* of equals the first */
    }
    return bot_best(view, values, rng);
}

const struct novice sparrows_novice = {.game = &sparrows, .choose = choose};

/* ---- for the search: the row of the next round ----
 *
 * Bids that nobody claims stay, and most that stay are bad: the dealer of the
 * next round, who gets the most out of it, lives on the newly drawn bids. So every
 * claim helps or harms somebody in the next round. */

enum { UNIT = 100 };                /* a point, in the notes */
static const double PROMISED = 0.4; /* of the next round's points count */

/* What a bid is worth to the dealer of a new round: the points it brings on
 * average when it is claimed at once, by the number of players from two. The
 * best come first; comparisons with other hands are listed twice, since two
 * players meet them far more often. Bids that lose on average are left out. */
static const struct {
    uint8_t bid;
    int8_t worth[MAX_SEATS - 1];
} prospects[] = {
    {SPARROWS_BID_straight_flush_short, {79, 79, 79, 79}},
    {SPARROWS_BID_straight_flush_mid, {64, 64, 64, 64}},
    {SPARROWS_BID_three_pair, {53, 53, 53, 53}},
    {SPARROWS_BID_full_house_medium, {47, 47, 47, 47}},
    {SPARROWS_BID_one_trio, {44, 44, 44, 44}},
    {SPARROWS_BID_full_house_regular, {44, 44, 44, 44}},
    {SPARROWS_BID_flush_hand, {44, 44, 44, 44}},
    {SPARROWS_BID_straight_mid, {43, 43, 43, 43}},
    {SPARROWS_BID_flush_mid, {40, 40, 40, 40}},
    {SPARROWS_BID_two_pair, {40, 40, 40, 40}},
    {SPARROWS_BID_majority_sparrows, {31, 0, 0, 0}},
    {SPARROWS_BID_majority_parrots, {31, 0, 0, 0}},
    {SPARROWS_BID_majority_eagles, {31, 0, 0, 0}},
    {SPARROWS_BID_majority_chickens, {31, 0, 0, 0}},
    {SPARROWS_BID_high_card, {30, 0, 0, 0}},
    {SPARROWS_BID_low_card, {30, 0, 0, 0}},
    {SPARROWS_BID_straight_long, {24, 24, 24, 24}},
    {SPARROWS_BID_no_duplicates, {24, 24, 24, 24}},
    {SPARROWS_BID_straight_short, {19, 19, 19, 19}},
    {SPARROWS_BID_flush_short, {19, 19, 19, 19}},
    {SPARROWS_BID_majority_sparrows, {0, 15, 7, 3}},
    {SPARROWS_BID_majority_parrots, {0, 15, 7, 3}},
    {SPARROWS_BID_majority_eagles, {0, 15, 7, 3}},
    {SPARROWS_BID_majority_chickens, {0, 15, 7, 3}},
    {SPARROWS_BID_straight_flush_long, {13, 13, 13, 13}},
    {SPARROWS_BID_flush_long, {10, 10, 10, 10}},
    {SPARROWS_BID_two_trio, {8, 8, 8, 8}},
    {SPARROWS_BID_high_card, {0, 7, 0, 0}},
    {SPARROWS_BID_low_card, {0, 7, 0, 0}},
};

/* How likely each bid is to lie in the row of the next round: those that stay
 * do, and those that may be drawn share the free places. */
struct next_row {
    uint32_t stays, deck, under;
    double deck_share, under_share;
};

static struct next_row next_row(const struct sparrows_state *s)
{
    struct next_row row = {.stays = s->open, .deck = s->deck, .under = s->discard};
    int free = SPARROWS_ROW_SIZE - __builtin_popcount(s->open), deck = __builtin_popcount(s->deck);
    int under = __builtin_popcount(s->discard);

    row.deck_share = deck <= free ? 1 : (double)free / deck;
    row.under_share = deck >= free ? 0 : (double)(free - deck) / under;
    return row;
}

/* Works out what the next round promises each seat: the dealer takes the best bid of the
 * row, the next seat takes the second best with the second token, and so on. */
static void promise(const struct sparrows_state *s, double *points)
{
    struct next_row row = next_row(s);
    double better[MAX_SEATS + 1] = {1}, gain[MAX_SEATS] = {0}; /* better[n]: how likely n better bids lie there */
    int first = 0;                                             /* place that may still be without a bid */

    for (int i = 0; i < (int)(sizeof prospects / sizeof prospects[0]) && first < s->players; i++) {
        uint32_t bit = (uint32_t)1 << prospects[i].bid;
        double worth = prospects[i].worth[s->players - 2];
        double there = row.stays & bit ? 1 : row.deck & bit ? row.deck_share : row.under & bit ? row.under_share : 0;
        if (worth <= 0 || there <= 0)
            continue;
        for (int place = s->players - 1; place >= first; place--) {
            gain[place] += better[place] * there * worth;
            better[place + 1] += better[place] * there;
            better[place] *= 1 - there;
        }
        first += there >= 1;
    }
    for (int place = 0, seat = s->dealer; place < s->players; place++) {
        seat = seat + 1 < s->players ? seat + 1 : 0;
        points[seat] = gain[place] / (place + 1);
    }
}

/* What the next round promises a seat more than the others. */
static double advantage(const struct sparrows_state *s, int seat)
{
    double points[MAX_SEATS], others = 0;

    promise(s, points);
    for (int other = 0; other < s->players; other++)
        if (other != seat)
            others += points[other];
    return PROMISED * (points[seat] - others / (s->players - 1));
}

/* What claiming each open bid changes in that. */
static void note_claims(const struct sparrows_state *s, int seat, int *changes)
{
    double before = advantage(s, seat);

    for (int i = 0; i < SPARROWS_ROW_SIZE; i++) {
        changes[i] = 0;
        if (!is_open(s, i))
            continue;
        struct sparrows_state then = *s;
        then.open &= ~((uint32_t)1 << s->row[i]);
        then.discard |= (uint32_t)1 << s->row[i];
        changes[i] = (int)((advantage(&then, seat) - before) * UNIT);
    }
}

/* ---- for the search: when to bid ----
 *
 * The novice deals out far too many cards to be asked in every playout. Instead
 * some hundred rounds are dealt once for a search, from what its seat knows. For
 * every open bid and every cycle it is noted what the bid brought on average by
 * how many cards were missing then; and, by what the best bid was worth, what
 * waiting for the next cycle was worth. The searching seat, whose cards are
 * known so far, and the others have notes of their own. */

enum {
    ROUNDS_NOTED = 400,
    MARKS = SPARROWS_NUMBERS + 1, /* cards missing; or the number or count that is compared with other hands */
    STEPS = 24,                   /* by which the worth of the best bid is told apart */
    STEP = 5 * UNIT,              /* points */
};

struct side_notes {
    int16_t now[SPARROWS_ROW_SIZE][SPARROWS_CYCLES][MARKS]; /* what a bid brings on average, by cycle from 0 */
    int16_t wait[SPARROWS_CYCLES][STEPS];                   /* what waiting brings, by what the best bid does */
};

struct notes {
    struct side_notes mine, theirs;        /* of the searching seat; of all others */
    uint16_t bid[SPARROWS_ROW_SIZE], pass; /* ids */
    uint8_t seat;                          /* that searches */
};
_Static_assert(sizeof(struct notes) <= BOT_NOTES_SIZE, "the notes do not fit");

/* Returns the most cards that `length` neighbouring places of one lane hold. Counts are
 * kept as planes of bits, one count for each first place. */
static int best_window(uint64_t lanes, int length)
{
    uint64_t ones = lanes, twos = 0, fours = 0;

    for (int i = 1; i < length; i++) {
        uint64_t more = lanes >> i, carry = ones & more;
        ones ^= more;
        fours |= twos & carry;
        twos ^= carry;
    }
    int most = 0;
    if (fours) {
        most = 4;
        twos &= fours;
        ones &= fours;
    }
    if (twos) {
        most += 2;
        ones &= twos;
    }
    return most + (ones != 0);
}

#define COUNT_2(n) (n), (n) + 1, (n) + 1, (n) + 2
#define COUNT_4(n) COUNT_2(n), COUNT_2((n) + 1), COUNT_2((n) + 1), COUNT_2((n) + 2)
#define COUNT_6(n) COUNT_4(n), COUNT_4((n) + 1), COUNT_4((n) + 1), COUNT_4((n) + 2)
#define COUNT_8(n) COUNT_6(n), COUNT_6((n) + 1), COUNT_6((n) + 1), COUNT_6((n) + 2)
static const uint8_t count_of[1 << SPARROWS_NUMBERS] = {COUNT_8(0), COUNT_8(1), COUNT_8(1),
                                                        COUNT_8(2)}; /* bits of a lane */

static int lacking(unsigned numbers, uint64_t wanted)
{
    int missing = (int)(wanted & 15) - count_of[numbers];
    return missing > 0 ? missing : 0;
}

/* Cards that SETS still lacks: of each set the first, the second and so on. */
static int sets_mark(uint64_t parameter, uint64_t pool)
{
    unsigned s = sparrows_suit_of(pool, 0), p = sparrows_suit_of(pool, 1), e = sparrows_suit_of(pool, 2),
             c = sparrows_suit_of(pool, 3);
    unsigned sp = s & p, ec = e & c, s_or_p = s | p, e_or_c = e | c;

    return lacking(s_or_p | e_or_c, parameter) + lacking(sp | ec | (s_or_p & e_or_c), parameter) +
           lacking((sp & e_or_c) | (ec & s_or_p), parameter >> 16) + lacking(sp & ec, parameter >> 32);
}

static int group_mark(int size, uint64_t pool)
{
    int most = 0;

    for (int suit = 0; suit < SPARROWS_SUITS; suit++)
        most = count_of[sparrows_suit_of(pool, suit)] > most ? count_of[sparrows_suit_of(pool, suit)] : most;
    return most < size ? size - most : 0;
}

/* How many cards a bid still lacks, or what is compared with other hands: as
 * sparrows_progress(), but fast. */
static int mark_of(int bid, uint64_t hand, uint64_t table)
{
    const struct sparrows_bid *it = &sparrows_bids[bid];
    uint64_t pool = hand | table, any = pool | pool >> 32;
    int length = (int)it->parameter;

    switch (it->kind) {
    case SPARROWS_KIND_SETS: return sets_mark(it->parameter, pool);
    case SPARROWS_KIND_GROUP: return group_mark(length, pool);
    case SPARROWS_KIND_STREET: return length - best_window((any | any >> 16) & 0x3ff, length);
    case SPARROWS_KIND_BAND: return length - best_window(pool, length);
    case SPARROWS_KIND_MAJORITY: return count_of[sparrows_suit_of(hand, length)];
    default: break;
    }
    struct sparrows_progress p = sparrows_progress(bid, hand, table);
    return p.need ? p.need - p.have : p.have;
}

/* What one seat saw in one noted round. */
struct course {
    uint8_t mark[SPARROWS_CYCLES][SPARROWS_ROW_SIZE];
    bool met[SPARROWS_ROW_SIZE];
    int16_t worth; /* of the cycle that was noted last, which is the next one */
};

static void mark_course(struct course *course, const struct sparrows_state *s, int cycle, uint64_t hand, uint64_t table)
{
    for (int i = 0; i < SPARROWS_ROW_SIZE; i++)
        if (is_open(s, i))
            course->mark[cycle - 1][i] = (uint8_t)mark_of(s->row[i], hand, table);
}

/* Deals a round to its end and writes down what the seat and the next one, which
 * stands for all others, see of it. */
static void deal_course(struct knowledge *k, struct course *mine, struct course *theirs, struct rng *rng)
{
    const struct sparrows_state *s = k->state;
    uint64_t hands[MAX_SEATS], table = k->table;
    int count = k->count, next = (k->seat + 1) % s->players;

    for (int seat = 0; seat < s->players; seat++)
        hands[seat] = seat == k->seat ? k->hand : draw(k, k->cycle, rng);
    for (int cycle = k->cycle; cycle <= SPARROWS_CYCLES; cycle++) {
        for (int seat = 0; seat < s->players && cycle > k->cycle; seat++)
            hands[seat] |= draw(k, 1, rng);
        table |= cycle > k->cycle ? draw(k, 1, rng) : 0;
        mark_course(mine, s, cycle, hands[k->seat], table);
        mark_course(theirs, s, cycle, hands[next], table);
    }
    for (int i = 0; i < SPARROWS_ROW_SIZE; i++) {
        mine->met[i] = is_open(s, i) && sparrows_met(s->row[i], hands, s->players, k->seat, table);
        theirs->met[i] = is_open(s, i) && sparrows_met(s->row[i], hands, s->players, next, table);
    }
    mine->worth = theirs->worth = 0;
    k->count = count;
}

static int step_of(int worth)
{
    int step = (worth - SPARROWS_FAILED * UNIT) / STEP;
    return step < 0 ? 0 : step >= STEPS ? STEPS - 1 : step;
}

/* What the bids brought, by what was missing in this cycle. */
static void note_bids(struct side_notes *notes, const struct sparrows_state *s, const struct course *courses, int count,
                      int cycle, const int *changes)
{
    for (int i = 0; i < SPARROWS_ROW_SIZE; i++) {
        int seen[MARKS] = {0}, met[MARKS] = {0};
        if (!is_open(s, i))
            continue;
        for (int c = 0; c < count; c++) {
            seen[courses[c].mark[cycle][i]]++;
            met[courses[c].mark[cycle][i]] += courses[c].met[i];
        }
        int won = sparrows_share(s->value[s->row[i]], cycle + 1) - SPARROWS_FAILED;
        for (int mark = 0; mark < MARKS; mark++)
            notes->now[i][cycle][mark] =
                (int16_t)(SPARROWS_FAILED * UNIT + won * UNIT * met[mark] / (seen[mark] + 1) + changes[i]);
    }
}

/* The most that an open bid brings now; never less than nothing. */
static int best_noted(const struct side_notes *notes, const struct sparrows_state *s, const uint8_t *marks, int cycle)
{
    int best = 0;

    for (int i = 0; i < SPARROWS_ROW_SIZE; i++)
        if (is_open(s, i) && notes->now[i][cycle][marks[i]] > best)
            best = notes->now[i][cycle][marks[i]];
    return best;
}

/* What waiting brought; then the courses are worth what is best in this cycle. */
static void note_waiting(struct side_notes *notes, const struct sparrows_state *s, struct course *courses, int count,
                         int cycle)
{
    enum { DOUBT = 2 }; /* mixes each step with the average, as if this many average courses had seen it */
    int seen[STEPS] = {0}, sum[STEPS] = {0}, total = 0;

    for (int c = 0; c < count; c++) {
        int step = step_of(best_noted(notes, s, courses[c].mark[cycle], cycle));
        seen[step]++;
        sum[step] += courses[c].worth;
        total += courses[c].worth;
    }
    for (int step = 0; step < STEPS; step++)
        notes->wait[cycle][step] = (int16_t)((sum[step] + DOUBT * total / count) / (seen[step] + DOUBT));
    for (int c = 0; c < count; c++) {
        int best = best_noted(notes, s, courses[c].mark[cycle], cycle), wait = notes->wait[cycle][step_of(best)];
        courses[c].worth = (int16_t)(best > wait ? best : wait);
    }
}

/* Works the notes of one side out, from the last cycle back to this one. */
static void note_side(struct side_notes *notes, const struct sparrows_state *s, struct course *courses, int count,
                      const int *changes)
{
    for (int cycle = SPARROWS_CYCLES - 1; cycle >= s->cycle - 1; cycle--) {
        note_bids(notes, s, courses, count, cycle, changes);
        note_waiting(notes, s, courses, count, cycle);
    }
}

static void note_ids(struct notes *notes, const struct sparrows_state *s)
{
    uint16_t legal[1 + SPARROWS_ROW_SIZE * SPARROWS_BONUS_COUNT + LEGAL_SLACK];
    int count = sparrows_legal(s, notes->seat, legal);

    for (int l = 0; l < count; l++) {
        struct sparrows_move move = sparrows_move(legal[l]);
        if (move.kind == SPARROWS_MOVE_PASS)
            notes->pass = legal[l];
        for (int i = 0; i < SPARROWS_ROW_SIZE; i++)
            if (s->row[i] == move.bid && move.bonus == SPARROWS_BONUS_NONE)
                notes->bid[i] = legal[l];
    }
}

/* From what one seat knows, also where more is known: an analysis has all cards. */
static void prepare(const struct state *known_state, int simulations, struct bot_notes *buffer, struct rng *rng)
{
    const struct sparrows_state *known = sparrows_state(known_state);
    enum { SHARE = 20, LEAST = 10 };
    int wanted = simulations / SHARE, rounds = wanted > ROUNDS_NOTED ? ROUNDS_NOTED : wanted < LEAST ? LEAST : wanted;
    struct notes *notes = (struct notes *)(void *)buffer->bytes;
    struct course mine[ROUNDS_NOTED], theirs[ROUNDS_NOTED];
    struct knowledge k;
    int changes[SPARROWS_ROW_SIZE];
    int no_changes[SPARROWS_ROW_SIZE] = {0}; /* the bot assumes that the others ignore the next round */

    if (known->phase != SPARROWS_PHASE_BID)
        return;
    struct sparrows_state view = *known;
    const struct sparrows_state *s = &view;
    notes->seat = (uint8_t)__builtin_ctz(~(unsigned)known->hidden); /* the one hand that is known, or the first */
    sparrows_redact(&view, notes->seat);
    note_ids(notes, s);
    know(&k, s, notes->seat);
    note_claims(s, notes->seat, changes);
    for (int i = 0; i < rounds; i++)
        deal_course(&k, &mine[i], &theirs[i], rng);
    note_side(&notes->mine, s, mine, rounds, changes);
    note_side(&notes->theirs, s, theirs, rounds, no_changes);
}

/* Bids without a bonus at the best moment, as the notes have it. */
static uint16_t bid_by_notes(const struct sparrows_state *s, int seat, const struct notes *notes)
{
    /* What waiting is worth in percent, by how many others may be faster. */
    static const int8_t patience[MAX_SEATS] = {100, 92, 90, 88, 86};
    const struct side_notes *side = seat == notes->seat ? &notes->mine : &notes->theirs;
    int cycle = s->cycle - 1, most = 0, rivals = __builtin_popcount(s->bidless) - 1;
    uint16_t best = notes->pass;

    for (int i = 0; i < SPARROWS_ROW_SIZE; i++) {
        if (!is_open(s, i))
            continue;
        int now = side->now[i][cycle][mark_of(s->row[i], s->hand[seat], s->table)];
        if (now > most) {
            most = now;
            best = notes->bid[i];
        }
    }
    return side->wait[cycle][step_of(most)] * patience[rivals] / 100 >= most ? notes->pass : best;
}

/* The most valuable late bid that is certain; comparisons never are. */
static uint16_t late_bid(const struct sparrows_state *s, int seat, const uint16_t *legal, int count)
{
    uint16_t best = legal[count - 1]; /* none */
    int most = 0;

    for (int l = 0; l < count - 1; l++) {
        int bid = sparrows_move(legal[l]).bid;
        if (s->value[bid] > most && !compares_hands(bid) && sparrows_met(bid, s->hand, s->players, seat, s->table)) {
            most = s->value[bid];
            best = legal[l];
        }
    }
    return best;
}

static uint16_t policy(const struct state *state, int seat, const struct bot_notes *buffer, struct rng *rng)
{
    const struct sparrows_state *s = sparrows_state(state);
    uint16_t legal[1 + SPARROWS_ROW_SIZE * SPARROWS_BONUS_COUNT + LEGAL_SLACK];

    if (s->phase == SPARROWS_PHASE_BID)
        return bid_by_notes(s, seat, (const struct notes *)(const void *)buffer->bytes);
    int count = sparrows_legal(s, seat, legal);
    return s->phase == SPARROWS_PHASE_PARTNER ? legal[rng_below(rng, (uint32_t)count)]
                                              : late_bid(s, seat, legal, count);
}

static void unseal(struct state *state, int seat)
{
    struct sparrows_state *s = sparrows_state_in(state);

    for (int other = 0; other < s->players; other++)
        if (other != seat)
            s->sealed[other] = 0;
    s->chosen = (uint8_t)(s->chosen & seat_bit(seat));
}

/* A round at a time: the next one has other bids. */
static bool done(const struct state *from_state, const struct state *now_state)
{
    const struct sparrows_state *from = sparrows_state(from_state), *now = sparrows_state(now_state);

    return now->round != from->round;
}

/* The share of a win by the points that everybody has and may expect in the next
 * round. The farther the target, the more may still change. */
static double value(const struct state *state, int seat)
{
    const struct sparrows_state *s = sparrows_state(state);
    enum { LEAST = 60, GROWTH = 40, AT_THE_END = 25 };
    struct result result;
    double points[MAX_SEATS];
    int most = 0;

    sparrows_result(s, &result);
    if (result.winners)
        return win_share(&result, s->players, seat, AT_THE_END);
    promise(s, points);
    for (int other = 0; other < s->players; other++) {
        result.points[other] = result.points[other] * UNIT + (int)(PROMISED * points[other] * UNIT);
        most = result.points[other] > most ? result.points[other] : most;
    }
    double left = s->target - (double)most / UNIT;
    return win_share(&result, s->players, seat, UNIT * sqrt(LEAST * LEAST + GROWTH * (left > 0 ? left : 0)));
}

const struct thinker sparrows_thinker = {
    .game = &sparrows,
    .simulations = {[LEVEL_CLUB] = 1000, [LEVEL_EXPERT] = 3000, [LEVEL_MASTER] = 8000},
    .candidates = BOT_CANDIDATES_MAX,
    .prepare = prepare,
    .policy = policy,
    .unseal = unseal,
    .done = done,
    .value = value,
};
