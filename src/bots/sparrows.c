/* The novice of Six of Sparrows, and below it how a search thinks about the game. The novice does not count the cards
 * that are left, and does not think about what the others want. It has experience (sparrows_policy.h):
 *   - it knows how often a bid is met, by the cycle and by how many cards it lacks, or by how good the hand is that
 *     will be compared,
 *   - it knows what waiting for the next cycle has been worth, by how good the best bid is now; a little less than
 *     that, since somebody may be faster,
 *   - a late bid is taken if it gains anything on average,
 *   - a partner is any other player: their cards are all alike unseen. */
#include "bots/sparrows_policy.h"

#include "bots/portable_math.h"
#include "bots/sparrows_experience.h"

static bool compares_hands(int bid)
{
    int kind = sparrows_bids[bid].kind;
    return kind == SPARROWS_KIND_HIGH || kind == SPARROWS_KIND_LOW || kind == SPARROWS_KIND_MAJORITY;
}

static bool is_open(const struct sparrows_state *s, int place)
{
    return s->open >> s->row[place] & 1;
}

/* ---- how far a bid is ---- */

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

int sparrows_mark(int bid, uint64_t hand, uint64_t table)
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

/* ---- the novice ---- */

int sparrows_chance_of(const struct sparrows_experience *experience, int players, int bid, int cycle, int mark)
{
    int compared = sparrows_bids[bid].kind - SPARROWS_KIND_HIGH;

    if (players > 2 && compares_hands(bid))
        return experience->met_by_more[players - 3][compared][cycle - 1][mark];
    return experience->met[bid][cycle - 1][mark];
}

int sparrows_average(int won, int lost, int chance)
{
    return lost * SPARROWS_CERTAIN + (won - lost) * chance;
}

int sparrows_step(int worth)
{
    int step = worth / (SPARROWS_STEP * SPARROWS_CERTAIN);
    return step < 0 ? 0 : step >= SPARROWS_STEPS ? SPARROWS_STEPS - 1 : step;
}

/* What a novice looks at when it may bid. */
struct sight {
    const struct sparrows_state *s;
    int seat, token;
    int chance[SPARROWS_ROW_SIZE]; /* that a bid of the row is met */
    int none;                      /* that none is */
};

static struct sight look(const struct sparrows_state *s, int seat)
{
    struct sight sight = {.s = s, .seat = seat, .token = sparrows_token(s), .none = SPARROWS_CERTAIN};

    for (int i = 0; i < SPARROWS_ROW_SIZE; i++) {
        int mark = sparrows_mark(s->row[i], s->hand[seat], s->table);
        sight.chance[i] = sparrows_chance_of(&sparrows_experience, s->players, s->row[i], s->cycle, mark);
        sight.none = sight.none * (SPARROWS_CERTAIN - sight.chance[i]) / SPARROWS_CERTAIN;
    }
    return sight;
}

/* What a bid brings with this token and no bonus. */
static int plain_value(const struct sight *sight, int place, int token)
{
    return sparrows_average(sparrows_share(sight->s->value[sight->s->row[place]], token), SPARROWS_FAILED,
                            sight->chance[place]);
}

/* The most that an open bid brings, 0 if all lose. */
static int best_plain(const struct sight *sight, int token)
{
    int best = 0;

    for (int i = 0; i < SPARROWS_ROW_SIZE; i++) {
        int value = is_open(sight->s, i) ? plain_value(sight, i, token) : 0;
        best = value > best ? value : best;
    }
    return best;
}

static int value_of_pass(const struct sight *sight)
{
    const struct sparrows_state *s = sight->s;

    if (s->phase != SPARROWS_PHASE_BID)
        return 0;
    if (s->cycle == SPARROWS_CYCLES)
        return s->upgrades ? best_plain(sight, SPARROWS_TOKEN_LATE) : 0;
    int wait = sparrows_experience.wait[s->cycle - 1][sparrows_step(best_plain(sight, sight->token))];
    return SPARROWS_CERTAIN * wait * 9 / 10;
}

/* How likely it is that nobody else scores as much: each of the others does less often the more it is. */
static int chance_to_lead(const struct sight *sight, int points)
{
    enum { USUAL = 30 }; /* points that another scores as often as not */
    int chance = SPARROWS_CERTAIN;

    for (int rivals = sight->s->players - 1; rivals > 0; rivals--)
        chance = chance * points / (points + USUAL);
    return chance;
}

/* How likely a bid is to be met with a partner's hand instead of the table. The seat sees only its own half of those
 * cards, as if half as many cycles had been dealt. */
static int chance_together(const struct sight *sight, int place)
{
    const struct sparrows_state *s = sight->s;
    int mark = sparrows_mark(s->row[place], s->hand[sight->seat], 0);

    if (mark >= SPARROWS_MARKS) /* one card alone can be farther from a bid than a hand and a table */
        return 0;
    return sparrows_chance_of(&sparrows_experience, s->players, s->row[place], (s->cycle + 1) / 2, mark);
}

static int value_of_bid(const struct sight *sight, int place, int bonus)
{
    const int value = sight->s->value[sight->s->row[place]], token = sight->token;
    const int plain = plain_value(sight, place, token), failed = SPARROWS_FAILED * SPARROWS_CERTAIN;
    const int more = sparrows_bonuses[bonus].value;

    switch (bonus) {
    case SPARROWS_BONUS_WIN_ALL: {
        int lead = sight->chance[place] * chance_to_lead(sight, sparrows_share(value, token)) / SPARROWS_CERTAIN;
        int gain = sparrows_share(value + more, token) - sparrows_share(value, token);
        return plain + sparrows_average(gain, SPARROWS_FAILED, lead);
    }
    case SPARROWS_BONUS_WIN_NONE: return plain + failed + sight->none * (sparrows_share(more, token) - SPARROWS_FAILED);
    case SPARROWS_BONUS_TOGETHER:
        return sparrows_average(sparrows_share(value + more, token), 2 * SPARROWS_FAILED,
                                chance_together(sight, place));
    default: return plain;
    }
}

static int value_of(const struct sight *sight, int pass, struct sparrows_move move)
{
    if (move.kind == SPARROWS_MOVE_PASS || move.bid == SPARROWS_NO_BID)
        return pass;
    int place = 0;
    while (place < SPARROWS_ROW_SIZE - 1 && sight->s->row[place] != move.bid)
        place++;
    return value_of_bid(sight, place, move.bonus);
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
    return SPARROWS_CERTAIN *
           (manner_taste(manner, kind) + manner->daring * (s->value[move.bid] - 80) / 40 +
            5 * manner->company * is_claimed(s, view->seat, kind) + (kind == favourite ? 8 * manner->fancy : 0));
}

static uint16_t choose(const struct bot_view *view, struct rng *rng)
{
    const struct sparrows_state *s = sparrows_state(view->state);
    struct bot_pick pick = {.view = view, .rng = rng};

    if (s->phase == SPARROWS_PHASE_PARTNER)
        return view->legal[rng_below(rng, (uint32_t)view->count)];
    const struct sight sight = look(s, view->seat);
    const int pass = value_of_pass(&sight);
    while (bot_pick_next(&pick)) {
        struct sparrows_move move = sparrows_move(pick.id);
        int value = value_of(&sight, pass, move) + leaning(view, move, pass);
        bot_pick_value(&pick, value * LEGAL_SIZE - pick.next); /* of equals the first */
    }
    return pick.best;
}

const struct novice sparrows_novice = {.game = &sparrows, .choose = choose};

/* ---- for the search: dealing rounds ---- */

/* What a seat knows, and the cards that it does not. */
struct knowledge {
    const struct sparrows_state *state;
    int seat;
    int cycle; /* cards that the seat and the table have */
    uint64_t hand, table;
    uint64_t unseen[SPARROWS_CARDS];
    int count;
};

static void know(struct knowledge *k, const struct sparrows_state *s, int seat)
{
    uint64_t seen = s->table;

    *k = (struct knowledge){.state = s, .seat = seat, .cycle = s->cycle, .hand = s->hand[seat], .table = s->table};
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
 * The novice knows nothing of the cards that are left. So some hundred rounds are
 * dealt once for a search, from what its seat knows. For
 * every open bid and every cycle it is noted what the bid brought on average by
 * how many cards were missing then; and, by what the best bid was worth, what
 * waiting for the next cycle was worth. The searching seat, whose cards are
 * known so far, and the others have notes of their own. */

enum {
    ROUNDS_NOTED = 400,
    STEPS = 24,      /* by which the worth of the best bid is told apart */
    STEP = 5 * UNIT, /* points */
};

struct side_notes {
    int16_t now[SPARROWS_ROW_SIZE][SPARROWS_CYCLES][SPARROWS_MARKS]; /* what a bid brings on average, by cycle from 0 */
    int16_t wait[SPARROWS_CYCLES][STEPS]; /* what waiting brings, by what the best bid does */
};

struct notes {
    struct side_notes mine, theirs;        /* of the searching seat; of all others */
    uint16_t bid[SPARROWS_ROW_SIZE], pass; /* ids */
    uint8_t seat;                          /* that searches */
};
_Static_assert(sizeof(struct notes) <= BOT_NOTES_SIZE, "the notes do not fit");

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
            course->mark[cycle - 1][i] = (uint8_t)sparrows_mark(s->row[i], hand, table);
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
        int seen[SPARROWS_MARKS] = {0}, met[SPARROWS_MARKS] = {0};
        if (!is_open(s, i))
            continue;
        for (int c = 0; c < count; c++) {
            seen[courses[c].mark[cycle][i]]++;
            met[courses[c].mark[cycle][i]] += courses[c].met[i];
        }
        int won = sparrows_share(s->value[s->row[i]], cycle + 1) - SPARROWS_FAILED;
        for (int mark = 0; mark < SPARROWS_MARKS; mark++)
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
        int now = side->now[i][cycle][sparrows_mark(s->row[i], s->hand[seat], s->table)];
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

static void unseal(struct state *state, int seat, const struct bot_notes *notes)
{
    struct sparrows_state *s = sparrows_state_in(state);

    (void)notes;
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
    return win_share(&result, s->players, seat, UNIT * portable_sqrt(LEAST * LEAST + GROWTH * (left > 0 ? left : 0)));
}

const struct thinker sparrows_thinker = {
    .game = &sparrows,
    .simulations = {[LEVEL_CLUB] = 1000, [LEVEL_EXPERT] = 3000, [LEVEL_MASTER] = 8000},
    .top = LEVEL_CLUB,
    .candidates = BOT_CANDIDATES_MAX,
    .prepare = prepare,
    .passing = true,
    .policy = policy,
    .unseal = unseal,
    .done = done,
    .value = value,
};
