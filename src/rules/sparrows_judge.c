/* What bids of Six of Sparrows come to: whether they are met, what that scores, and how far a hand is with one. Cards
 * are judged by lanes of a word; see sparrows.h. */
#include "rules/sparrows_inside.h"

/* The top bit of each lane whose number is at least that of `least`. */
static inline uint64_t lanes_at_least(uint64_t numbers, uint64_t least)
{
    return ((numbers | SPARROWS_EACH_LANE(0x8000)) - least) & SPARROWS_EACH_LANE(0x8000);
}

/* The numbers that occur, whatever their suit. */
static inline unsigned numbers_of(uint64_t cards)
{
    cards |= cards >> 32;
    return (unsigned)(cards | cards >> 16) & 0x3ff;
}

/* Which numbers occur at least twice, three and four times: a lane each. */
static inline uint64_t repeated_numbers(uint64_t cards)
{
    uint64_t s = sparrows_suit_of(cards, 0), p = sparrows_suit_of(cards, 1), e = sparrows_suit_of(cards, 2),
             c = sparrows_suit_of(cards, 3);
    uint64_t sp = s & p, ec = e & c, s_or_p = s | p, e_or_c = e | c;

    return (sp | ec | (s_or_p & e_or_c)) | ((sp & e_or_c) | (ec & s_or_p)) << 16 | (sp & ec) << 32;
}

/* Whether some lane has that many bits in a row. The empty top of each lane keeps
 * a run from going on in the next. */
static inline bool has_run(uint64_t lanes, uint64_t length)
{
    for (; length > 1; length--)
        lanes &= lanes >> 1;
    return lanes != 0;
}

/* ---- the table of patterns, SP-8 ---- */

/* The three comparisons are strict: a tie fails. */
static bool hand_beats(int kind, uint64_t mine, uint64_t theirs, int suit)
{
    unsigned my_numbers = numbers_of(mine), their_numbers = numbers_of(theirs);

    switch (kind) {
    case SPARROWS_KIND_HIGH: return my_numbers && their_numbers < 1u << (31 - __builtin_clz(my_numbers));
    case SPARROWS_KIND_LOW: {
        unsigned lowest = my_numbers & (0u - my_numbers);
        return my_numbers && !(their_numbers & (lowest | (lowest - 1)));
    }
    default: return (sparrows_lane_counts(mine) >> 16 * suit & 15) > (sparrows_lane_counts(theirs) >> 16 * suit & 15);
    }
}

static bool beats_all_hands(int bid, const uint64_t *hands, int players, int seat)
{
    const struct sparrows_bid *it = &sparrows_bids[bid];

    for (int other = 0; other < players; other++)
        if (other != seat && !hand_beats(it->kind, hands[seat], hands[other], (int)it->parameter))
            return false;
    return true;
}

static bool has_suits_of(uint64_t hand, uint64_t other)
{
    for (int suit = 0; suit < SPARROWS_SUITS; suit++)
        if (sparrows_suit_of(other, suit) && !sparrows_suit_of(hand, suit))
            return false;
    return true;
}

bool sparrows_met(int bid, const uint64_t *hands, int players, int seat, uint64_t other)
{
    const struct sparrows_bid *it = &sparrows_bids[bid];
    uint64_t hand = hands[seat], pool = hand | other;

    switch (it->kind) {
    case SPARROWS_KIND_SETS:
        return lanes_at_least(sparrows_lane_counts(repeated_numbers(pool)), it->parameter) ==
               SPARROWS_EACH_LANE(0x8000);
    case SPARROWS_KIND_STREET: return has_run(numbers_of(pool), it->parameter);
    case SPARROWS_KIND_GROUP: return lanes_at_least(sparrows_lane_counts(pool), SPARROWS_EACH_LANE(it->parameter));
    case SPARROWS_KIND_BAND: return has_run(pool, it->parameter);
    case SPARROWS_KIND_HAND_SUITS: return has_suits_of(hand, other);
    case SPARROWS_KIND_DIFFERENT: return (repeated_numbers(hand) & 0x3ff) == 0;
    default: return beats_all_hands(bid, hands, players, seat);
    }
}

int sparrows_share(int value, int token)
{
    return (2 * value + token) / (2 * token); /* the printed values leave no half; of others it goes up */
}

/* What the seat's bid is judged with: the table or the partner's hand (SP-11). */
uint64_t sparrows_pool_part(const struct sparrows_state *s, int seat)
{
    if (s->bonus[seat] != SPARROWS_BONUS_TOGETHER)
        return s->table;
    return s->partner ? s->hand[s->partner - 1] : 0;
}

static bool meets_none(const struct sparrows_state *s, int seat)
{
    for (int i = 0; i < SPARROWS_ROW_SIZE; i++)
        if (sparrows_met(s->row[i], s->hand, s->players, seat, s->table))
            return false;
    return true;
}

static int score_points(const struct sparrows_state *s, int seat, bool bid, bool bonus)
{
    int value = (bid ? s->value[s->bid[seat]] : 0) + (bonus ? sparrows_bonuses[s->bonus[seat]].value : 0);
    bool bonus_failed = s->bonus[seat] != SPARROWS_BONUS_NONE && !bonus;

    return sparrows_share(value, s->token[seat]) + (bid ? 0 : SPARROWS_FAILED) + (bonus_failed ? SPARROWS_FAILED : 0);
}

void sparrows_scores(const struct sparrows_state *s, struct sparrows_score out[MAX_SEATS])
{
    int all = -1; /* who has Win All: judged last, against what everybody else got */

    for (int seat = 0; seat < s->players; seat++) {
        out[seat] = (struct sparrows_score){.points = 0};
        if (s->bid[seat] == SPARROWS_NO_BID)
            continue;
        bool met = sparrows_met(s->bid[seat], s->hand, s->players, seat, sparrows_pool_part(s, seat)), bonus = false;
        switch (s->bonus[seat]) {
        case SPARROWS_BONUS_WIN_ALL: all = seat; break;
        case SPARROWS_BONUS_WIN_NONE: bonus = meets_none(s, seat); break;
        case SPARROWS_BONUS_TOGETHER: bonus = met; break;
        default: break;
        }
        out[seat] = (struct sparrows_score){met, bonus, score_points(s, seat, met, bonus)};
    }
    if (all < 0)
        return;
    int without = out[all].points - SPARROWS_FAILED; /* the bonus counted as failed so far */
    out[all].bonus = true;
    for (int other = 0; other < s->players; other++)
        if (other != all && out[other].points >= without)
            out[all].bonus = false;
    out[all].points = score_points(s, all, out[all].bid, out[all].bonus);
}

/* ---- how far a bid is, for people: plain counting ---- */

/* Cards that count towards SETS: the number held most often is taken for the
 * largest set, and so on. */
static struct sparrows_progress sets_progress(uint64_t parameter, uint64_t pool)
{
    uint64_t counts = sparrows_lane_counts(repeated_numbers(pool) | (uint64_t)numbers_of(pool) << 48);
    struct sparrows_progress out = {0, 0};

    for (int times = 1; times <= SPARROWS_SUITS; times++) {
        int lane = (times + 2) % 4;                                       /* once is the last lane, twice the first */
        int sets = (int)(parameter >> 16 * (times == 1 ? 0 : lane) & 15); /* a set of two begins with one */
        int held = (int)(counts >> 16 * lane & 15);
        out.need += sets;
        out.have += held < sets ? held : sets;
    }
    return out;
}

/* The most cards of a run of this length that one lane has. */
static struct sparrows_progress run_progress(uint64_t lanes, int length)
{
    struct sparrows_progress out = {0, length};

    for (int lane = 0; lane < SPARROWS_SUITS; lane++)
        for (int first = 0; first + length <= SPARROWS_NUMBERS; first++) {
            int held = sparrows_count_bits(sparrows_suit_of(lanes, lane) >> first & ((1u << length) - 1));
            out.have = held > out.have ? held : out.have;
        }
    return out;
}

static struct sparrows_progress group_progress(uint64_t pool, int size)
{
    struct sparrows_progress out = {0, size};

    for (int suit = 0; suit < SPARROWS_SUITS; suit++) {
        int held = sparrows_count_bits(sparrows_suit_of(pool, suit));
        out.have = held > out.have ? held : out.have;
    }
    out.have = out.have > size ? size : out.have;
    return out;
}

static struct sparrows_progress suits_progress(uint64_t hand, uint64_t other)
{
    struct sparrows_progress out = {0, 0};

    for (int suit = 0; suit < SPARROWS_SUITS; suit++) {
        out.need += sparrows_suit_of(other, suit) != 0;
        out.have += sparrows_suit_of(other, suit) && sparrows_suit_of(hand, suit);
    }
    return out;
}

struct sparrows_progress sparrows_progress(int bid, uint64_t hand, uint64_t other)
{
    const struct sparrows_bid *it = &sparrows_bids[bid];
    uint64_t pool = hand | other;
    unsigned numbers = numbers_of(hand);

    switch (it->kind) {
    case SPARROWS_KIND_SETS: return sets_progress(it->parameter, pool);
    case SPARROWS_KIND_STREET: return run_progress(numbers_of(pool), (int)it->parameter);
    case SPARROWS_KIND_GROUP: return group_progress(pool, (int)it->parameter);
    case SPARROWS_KIND_BAND: return run_progress(pool, (int)it->parameter);
    case SPARROWS_KIND_HAND_SUITS: return suits_progress(hand, other);
    case SPARROWS_KIND_DIFFERENT: return (struct sparrows_progress){sparrows_count_bits(numbers), SPARROWS_CYCLES};
    case SPARROWS_KIND_HIGH: return (struct sparrows_progress){numbers ? 32 - __builtin_clz(numbers) : 0, 0};
    case SPARROWS_KIND_LOW: return (struct sparrows_progress){numbers ? __builtin_ctz(numbers) + 1 : 0, 0};
    default: return (struct sparrows_progress){sparrows_count_bits(sparrows_suit_of(hand, (int)it->parameter)), 0};
    }
}
