/* SCOUT: play a stronger set from a hand that cannot be sorted, or scout a card
 * of the set that lies there. Rules as in docs/rules/scout.md, by their ids.
 *
 * legal() is what runs most: random play asks for some sixty actions a turn.
 * It compares neighbours of the row sixteen at a time into bit masks, one bit a
 * card: equal, rising, falling. The sets of length n are then the starts where
 * n-1 such bits follow each other, and "stronger than the Prior Set" is one
 * more mask. Scouts are whole ranges of ids. A Double Action needs a Play after
 * its Scout: that is worked out for all gaps at once, since a set that does not
 * span the gap survives, and what the new card joins depends on its neighbours. */
#include "rules/scout.h"

#include "rules/bytes.h"
#include "rules/tables.h"

/* ---- action ids ---- */

enum {
    ID_KEEP = SCOUT_KEEP,
    ID_FLIP = SCOUT_FLIP,
    ID_PLAY = 2,
    ID_SCOUT = ID_PLAY + SET_MOST * HAND_MOST,
    ID_DOUBLE = ID_SCOUT + 4 * HAND_MOST,
    ID_END = ID_DOUBLE + 4 * HAND_MOST,
};

static const struct game_ids all_ids[] = {
    {"keep", ID_KEEP, 1, "", "keep"},
    {"flip", ID_FLIP, 1, "", "flip"},
    {"play", ID_PLAY, ID_SCOUT - ID_PLAY, "(cards - 1) * 41 + first card", "play 3-5"},
    {"scout", ID_SCOUT, ID_DOUBLE - ID_SCOUT, "(right * 2 + turned) * 41 + cards left of it", "scout left 8/6 at 5"},
    {"double", ID_DOUBLE, ID_END - ID_DOUBLE, "(right * 2 + turned) * 41 + cards left of it", "double right 4/6 at 1"},
    {.name = NULL},
};

struct move scout_move(uint16_t id)
{
    if (id < ID_PLAY)
        return (struct move){.kind = id == ID_FLIP ? MOVE_FLIP : MOVE_KEEP};
    if (id < ID_SCOUT) {
        int place = id - ID_PLAY;
        return (struct move){.kind = MOVE_PLAY, .first = place % HAND_MOST, .count = place / HAND_MOST + 1};
    }
    int place = (id - ID_SCOUT) % (4 * HAND_MOST);
    return (struct move){
        .kind = id < ID_DOUBLE ? MOVE_SCOUT : MOVE_DOUBLE,
        .right = place / (2 * HAND_MOST),
        .turned = place / HAND_MOST % 2,
        .gap = place % HAND_MOST,
    };
}

uint16_t scout_play_id(int first, int count)
{
    return (uint16_t)(ID_PLAY + (count - 1) * HAND_MOST + first);
}

uint16_t scout_take_id(bool twice, bool right, bool turned, int gap)
{
    return (uint16_t)((twice ? ID_DOUBLE : ID_SCOUT) + (right * 2 + turned) * HAND_MOST + gap);
}

/* ---- cards ---- */

typedef uint8_t sixteen_cards __attribute__((vector_size(16)));
typedef int8_t sixteen_signed __attribute__((vector_size(16))); /* numbers are small, and signed compares are quicker */

/* 0..44, so that cards with a 10 are the last nine and {9,10} is the very last. */
static int card_index(uint8_t card)
{
    int up = card_up(card), down = card_down(card);
    int high = up > down ? up : down, low = up > down ? down : up;
    return (high - 1) * (high - 2) / 2 + low - 1;
}

/* The cards by their index, lower number up. */
#define WITH(high, low) ((low) << 4 | (high))
static const uint8_t card_at[CARDS] = {
    WITH(2, 1),  WITH(3, 1),  WITH(3, 2),  WITH(4, 1),  WITH(4, 2),  WITH(4, 3),  WITH(5, 1),  WITH(5, 2),  WITH(5, 3),
    WITH(5, 4),  WITH(6, 1),  WITH(6, 2),  WITH(6, 3),  WITH(6, 4),  WITH(6, 5),  WITH(7, 1),  WITH(7, 2),  WITH(7, 3),
    WITH(7, 4),  WITH(7, 5),  WITH(7, 6),  WITH(8, 1),  WITH(8, 2),  WITH(8, 3),  WITH(8, 4),  WITH(8, 5),  WITH(8, 6),
    WITH(8, 7),  WITH(9, 1),  WITH(9, 2),  WITH(9, 3),  WITH(9, 4),  WITH(9, 5),  WITH(9, 6),  WITH(9, 7),  WITH(9, 8),
    WITH(10, 1), WITH(10, 2), WITH(10, 3), WITH(10, 4), WITH(10, 5), WITH(10, 6), WITH(10, 7), WITH(10, 8), WITH(10, 9),
};

/* By number of players: SC-2, SC-20. Cards 0..deck-1 are in the game. */
static const struct {
    uint8_t deck, each, rounds;
} table_for[MAX_SEATS + 1] = {
    [2] = {.deck = 44, .each = 11, .rounds = 2},
    [3] = {.deck = 36, .each = 12, .rounds = 3},
    [4] = {.deck = 44, .each = 11, .rounds = 4},
    [5] = {.deck = 45, .each = 9, .rounds = 5},
};

int scout_rounds(const struct state *s)
{
    return table_for[s->players].rounds;
}

/* ---- sets, spelled out plainly: SC-7, SC-8 ---- */

bool scout_is_set(const uint8_t *cards, int count)
{
    if (count < 2)
        return count == 1;
    int step = card_up(cards[1]) - card_up(cards[0]);
    for (int i = 1; i < count; i++)
        if (card_up(cards[i]) - card_up(cards[i - 1]) != step)
            return false;
    return step >= -1 && step <= 1;
}

struct rank scout_rank(const uint8_t *cards, int count)
{
    if (count == 0)
        return (struct rank){.count = 0};
    int first = card_up(cards[0]), last = card_up(cards[count - 1]);
    return (struct rank){
        .count = count,
        .kind = first == last  ? KIND_SAME
                : first < last ? KIND_RISE
                               : KIND_FALL,
        .low = first < last ? first : last,
    };
}

bool scout_stronger(struct rank challenger, struct rank prior)
{
    if (challenger.count != prior.count)
        return challenger.count > prior.count;
    if ((challenger.kind == KIND_SAME) != (prior.kind == KIND_SAME))
        return challenger.kind == KIND_SAME;
    return challenger.low > prior.low;
}

static struct rank prior_rank(const struct state *s)
{
    return scout_rank(s->prior, s->prior_count);
}

/* The Prior Set with its left or right card gone (SC-11). */
static struct rank reduced_rank(const struct state *s, bool right)
{
    return scout_rank(s->prior + !right, s->prior_count - 1);
}

/* ---- sets, as masks over the row: bit i is card i of the hand ---- */

enum { ROW_BLOCKS = HAND_ROOM / 16 };

struct row {
    int count;
    sixteen_cards number[ROW_BLOCKS]; /* the numbers up; blocks without cards are not filled in */
    uint64_t set[3][SET_MOST + 2];    /* by kind and length: where such sets begin */
    int longest;                      /* beyond this length, set[] is not filled in */
};

/* A bit for each of sixteen bytes that are all ones; the others are zero. */
static inline uint64_t lane_bits(sixteen_cards lanes)
{
#ifdef __SSE2__
    typedef char sixteen_chars __attribute__((vector_size(16)));
    return (uint32_t)__builtin_ia32_pmovmskb128((sixteen_chars)lanes);
#else
    uint8_t lane[16];
    bytes_copy(lane, &lanes, sizeof lane);
    uint64_t low = bytes_load64(lane) & 0x0101010101010101u, high = bytes_load64(lane + 8) & 0x0101010101010101u;
    return (low * 0x0102040810204080u) >> 56 | (high * 0x0102040810204080u) >> 56 << 8;
#endif
}

static inline uint64_t low_bits(int count)
{
    return ((uint64_t)1 << count) - 1;
}

static inline void read_row(struct row *row, const struct state *s, int seat)
{
    /* As bytes of the state: the last block looks one card past the row. */
    const uint8_t *hand = (const uint8_t *)s + offsetof(struct state, hand) + (size_t)seat * HAND_ROOM;
    uint64_t same = 0, rise = 0, fall = 0;
    int count = s->count[seat];

    row->count = count;
    for (int block = 0; block * 16 < count; block++) {
        sixteen_cards number, next;
        bytes_copy(&number, hand + block * 16, sizeof number);
        bytes_copy(&next, hand + block * 16 + 1, sizeof next);
        number >>= 4;
        next >>= 4;
        row->number[block] = number;
        same |= lane_bits((sixteen_cards)(next == number)) << 16 * block;
        rise |= lane_bits((sixteen_cards)(next == number + 1)) << 16 * block;
        fall |= lane_bits((sixteen_cards)(next + 1 == number)) << 16 * block;
    }
    uint64_t pairs = low_bits(count - 1);
    same &= pairs;
    rise &= pairs;
    fall &= pairs;

    uint64_t(*set)[SET_MOST + 2] = row->set;
    set[KIND_SAME][1] = set[KIND_RISE][1] = set[KIND_FALL][1] = low_bits(count);
    set[KIND_SAME][2] = same;
    set[KIND_RISE][2] = rise;
    set[KIND_FALL][2] = fall;
    row->longest = (same | rise | fall) ? 2 : 1;
    while (row->longest >= 2 && row->longest < SET_MOST) {
        int n = row->longest;
        set[KIND_SAME][n + 1] = set[KIND_SAME][n] & same >> (n - 1);
        set[KIND_RISE][n + 1] = set[KIND_RISE][n] & rise >> (n - 1);
        set[KIND_FALL][n + 1] = set[KIND_FALL][n] & fall >> (n - 1);
        if (!(set[KIND_SAME][n + 1] | set[KIND_RISE][n + 1] | set[KIND_FALL][n + 1]))
            break;
        row->longest++;
    }
}

/* Where sets of a length begin. */
static inline uint64_t sets_of(const struct row *row, int count)
{
    return count > row->longest ? 0
                                : row->set[KIND_SAME][count] | row->set[KIND_RISE][count] | row->set[KIND_FALL][count];
}

/* Cards with a number above this one. */
static inline uint64_t cards_above(const struct row *row, int number)
{
    uint64_t above = 0;

    for (int block = 0; block * 16 < row->count; block++)
        above |= lane_bits((sixteen_cards)((sixteen_signed)row->number[block] > (int8_t)number)) << 16 * block;
    return above;
}

/* Where sets begin that are as long as the Prior Set and stronger (SC-8). */
static inline uint64_t stronger_sets(const struct row *row, struct rank prior)
{
    if (prior.count > row->longest)
        return 0;
    uint64_t above = cards_above(row, prior.low); /* there are no cards past the row, only zeros */
    if (prior.count == 1)
        return above;
    uint64_t same = row->set[KIND_SAME][prior.count];
    if (prior.kind == KIND_SAME)
        return same & above;
    return same | (row->set[KIND_RISE][prior.count] & above) |
           (row->set[KIND_FALL][prior.count] & above >> (prior.count - 1));
}

static inline bool row_can_play(const struct row *row, struct rank prior)
{
    return prior.count == 0 || row->longest > prior.count || stronger_sets(row, prior);
}

static bool can_play(const struct state *s, int seat)
{
    struct row row;
    read_row(&row, s, seat);
    return row_can_play(&row, prior_rank(s));
}

/* ---- Double Action: after which Scouts is there a Play? (SC-13) ---- */

/* Gaps where a card of this number would stand in a set of `others` more cards
 * of the row, stepping by `step` from left to right, its lowest above `floor`.
 * at[n]: where the number n is up, empty outside 1..NUMBERS. */
static uint64_t joining_gaps(const uint64_t *at, int number, int step, int others, int floor)
{
    uint64_t right_of[SET_MOST], gaps = 0; /* by how many cards fit to the right of the gap */

    right_of[0] = ~(uint64_t)0;
    for (int i = 1; i <= others; i++) {
        int right = number + step * i;
        right_of[i] = right >= 1 && right <= NUMBERS ? right_of[i - 1] & at[right] >> (i - 1) : 0;
    }
    uint64_t left_of = ~(uint64_t)0;
    for (int i = 0; i <= others && left_of; i++) {
        int lowest = number - (step > 0 ? i : step < 0 ? others - i : 0);
        if (lowest > floor)
            gaps |= left_of & right_of[others - i];
        int left = number - step * (i + 1);
        left_of = left >= 1 && left <= NUMBERS ? left_of & at[left] << (i + 1) : 0;
    }
    return gaps;
}

/* Gaps at which the new card itself makes a set that beats what is left. */
static uint64_t winning_gaps(const uint64_t *at, int number, struct rank prior)
{
    uint64_t gaps = joining_gaps(at, number, 0, prior.count, 0) | joining_gaps(at, number, 1, prior.count, 0) |
                    joining_gaps(at, number, -1, prior.count, 0);
    int others = prior.count - 1;

    if (others == 0)
        return number > prior.low ? ~(uint64_t)0 : gaps;
    if (prior.kind == KIND_SAME)
        return number > prior.low ? gaps | joining_gaps(at, number, 0, others, 0) : gaps;
    return gaps | joining_gaps(at, number, 0, others, 0) | joining_gaps(at, number, 1, others, prior.low) |
           joining_gaps(at, number, -1, others, prior.low);
}

/* Gaps that leave some set standing that beats what is left. */
static inline uint64_t surviving_gaps(const struct row *row, struct rank prior)
{
    uint64_t equal = stronger_sets(row, prior), longer = sets_of(row, prior.count + 1);
    uint64_t gaps = 0;

    if (equal)
        gaps |= low_bits(64 - __builtin_clzll(equal)) | ~low_bits(__builtin_ctzll(equal) + prior.count);
    if (longer)
        gaps |= low_bits(64 - __builtin_clzll(longer)) | ~low_bits(__builtin_ctzll(longer) + prior.count + 1);
    return gaps;
}

/* ---- legal ---- */

typedef uint16_t eight_ids __attribute__((vector_size(16)));

/* Writes ids first, first+1, …, sixteen at a time; may scribble over the
 * LEGAL_SLACK after them. */
static inline uint16_t *put_range(uint16_t *ids, int first, int count)
{
    eight_ids low = (eight_ids){0, 1, 2, 3, 4, 5, 6, 7} + (uint16_t)first, high = low + 8;

    bytes_copy(ids, &low, sizeof low);
    bytes_copy(ids + 8, &high, sizeof high);
    for (int done = LEGAL_SLACK; done < count; done += LEGAL_SLACK) {
        low += LEGAL_SLACK;
        high += LEGAL_SLACK;
        bytes_copy(ids + done, &low, sizeof low);
        bytes_copy(ids + done + 8, &high, sizeof high);
    }
    return ids + count;
}

static inline uint16_t *put_bits(uint16_t *ids, int first, uint64_t bits)
{
    for (; bits; bits &= bits - 1)
        *ids++ = (uint16_t)(first + __builtin_ctzll(bits));
    return ids;
}

static inline uint16_t *put_plays(uint16_t *ids, const struct row *row, struct rank prior)
{
    int count = 1;

    if (prior.count == 0) {
        ids = put_range(ids, scout_play_id(0, 1), row->count);
        count = 2;
    } else {
        ids = put_bits(ids, scout_play_id(0, prior.count), stronger_sets(row, prior));
        count = prior.count + 1;
    }
    for (; count <= row->longest; count++)
        ids = put_bits(ids, scout_play_id(0, count), sets_of(row, count));
    return ids;
}

static inline uint16_t *put_doubles(uint16_t *ids, const struct state *s, int seat, const struct row *row)
{
    uint64_t at[NUMBERS + 1];
    bool numbered = false;
    uint64_t all = low_bits(row->count + 1);

    for (int right = 0; right < (s->prior_count > 1 ? 2 : 1); right++) {
        struct rank left = reduced_rank(s, right);
        uint64_t gaps = left.count == 0 ? all : surviving_gaps(row, left) & all;
        uint8_t card = right ? s->prior[s->prior_count - 1] : s->prior[0];

        for (int turned = 0; turned < 2; turned++) {
            int first = scout_take_id(true, right, turned, 0);
            if (gaps == all) {
                ids = put_range(ids, first, row->count + 1);
                continue;
            }
            if (!numbered) {
                bytes_zero(at, sizeof at);
                for (int i = 0; i < row->count; i++)
                    at[card_up(s->hand[seat][i])] |= (uint64_t)1 << i;
                numbered = true;
            }
            uint64_t made = winning_gaps(at, turned ? card_down(card) : card_up(card), left);
            ids = put_bits(ids, first, (gaps | made) & all);
        }
    }
    return ids;
}

static bool may_scout(const struct state *s, int seat)
{
    return s->phase == PHASE_TURN && s->prior_count > 0 && (s->players > 2 || s->chips[seat] > 0);
}

static bool may_double(const struct state *s, int seat)
{
    return s->phase == PHASE_TURN && s->prior_count > 0 && (s->markers & seat_bit(seat));
}

static int legal(const struct state *s, int seat, uint16_t *ids)
{
    if (s->phase == PHASE_ROTATE) {
        ids[0] = ID_KEEP;
        ids[1] = ID_FLIP;
        return 2;
    }
    struct row row;
    read_row(&row, s, seat);
    uint16_t *next = put_plays(ids, &row, prior_rank(s));
    if (may_scout(s, seat)) {
        int ways = s->prior_count > 1 ? 4 : 2;
        for (int way = 0; way < ways; way++)
            next = put_range(next, ID_SCOUT + way * HAND_MOST, row.count + 1);
        if (may_double(s, seat))
            next = put_doubles(next, s, seat, &row);
    }
    return (int)(next - ids);
}

/* ---- objection: the same rules, one action at a time ---- */

SCOUT_REFUSALS(REFUSAL_KEY)

static const char *play_objection(const uint8_t *hand, int count, struct rank prior, int first, int length)
{
    if (first + length > count)
        return no_such_cards;
    if (!scout_is_set(hand + first, length))
        return not_a_set;
    if (prior.count > 0 && !scout_stronger(scout_rank(hand + first, length), prior))
        return not_stronger;
    return NULL;
}

static const char *scout_objection(const struct state *s, int seat, struct move move)
{
    if (s->phase == PHASE_FINISH)
        return double_ends_with_play;
    if (s->prior_count == 0)
        return nothing_to_scout;
    if (move.right && s->prior_count == 1)
        return lone_card;
    if (move.gap > s->count[seat])
        return no_such_place;
    if (s->players == 2 && s->chips[seat] == 0)
        return no_chip;
    return NULL;
}

static const char *double_objection(const struct state *s, int seat, struct move move)
{
    const char *objection = scout_objection(s, seat, move);

    if (objection)
        return objection;
    if (s->players == 2)
        return no_double_for_two;
    if (!(s->markers & seat_bit(seat)))
        return marker_spent;
    uint8_t hand[HAND_ROOM + 1], taken = move.right ? s->prior[s->prior_count - 1] : s->prior[0];
    int count = s->count[seat] + 1;
    for (int i = 0, from = 0; i < count; i++)
        hand[i] = i != move.gap ? s->hand[seat][from++] : move.turned ? card_turned(taken) : taken;
    struct rank left = reduced_rank(s, move.right);
    for (int first = 0; first < count; first++)
        for (int length = 1; length <= SET_MOST && first + length <= count; length++)
            if (!play_objection(hand, count, left, first, length))
                return NULL;
    return nothing_to_play_after;
}

static const char *objection(const struct state *s, int seat, uint16_t id)
{
    struct move move = scout_move(id);

    if (s->phase == PHASE_ROTATE)
        return move.kind == MOVE_KEEP || move.kind == MOVE_FLIP ? NULL : turn_hand_first;
    switch (move.kind) {
    case MOVE_PLAY: return play_objection(s->hand[seat], s->count[seat], prior_rank(s), move.first, move.count);
    case MOVE_SCOUT: return scout_objection(s, seat, move);
    case MOVE_DOUBLE: return double_objection(s, seat, move);
    default: return hands_are_turned;
    }
}

/* ---- the course of a round ---- */

static const char *start(struct state *s, const struct setup *setup)
{
    bytes_zero(s, sizeof *s);
    s->players = (uint8_t)setup->players;
    s->phase = PHASE_DEAL;
    return NULL;
}

static struct turn turn(const struct state *s)
{
    switch (s->phase) {
    case PHASE_DEAL: return (struct turn){.kind = TURN_CHANCE};
    case PHASE_OVER: return (struct turn){.kind = TURN_OVER};
    case PHASE_ROTATE: return (struct turn){.kind = TURN_CHOICE, .seats = (uint8_t)(low_bits(s->players) & ~s->chosen)};
    default: return (struct turn){.kind = TURN_CHOICE, .seats = seat_bit(s->mover)};
    }
}

/* Clears the table for a deal; the hands are dealt by the caller. */
static void clear_round(struct state *s)
{
    s->phase = PHASE_ROTATE;
    s->mover = s->start;
    s->owner = s->scouts = s->chosen = s->flips = s->exempt = 0;
    s->prior_count = 0;
    s->turns = 0;
    s->markers = (uint8_t)(s->players > 2 ? low_bits(s->players) : 0); /* SC-6, SC-21 */
    bytes_zero(s->hand, sizeof s->hand);
    bytes_zero(s->prior, sizeof s->prior);
    bytes_zero(s->captured, sizeof s->captured);
    bytes_zero(s->tokens, sizeof s->tokens);
    for (int seat = 0; seat < s->players; seat++) {
        s->count[seat] = table_for[s->players].each;
        s->chips[seat] = s->players == 2 ? CHIPS : 0;
    }
    for (int i = 0; i < CARD_ROOM; i++)
        s->place[i] = s->place[i] == PLACE_SPENT ? PLACE_SPENT : PLACE_UNSEEN;
}

/* SC-6: drawn for round 1, then the left neighbour; SC-20: the other. */
static int next_start(const struct state *s)
{
    return (s->start + 1) % s->players;
}

/* Shuffles only as much of the deck as is dealt, and turns each card over by a
 * bit of its own (SC-3). */
static void chance(struct state *s, struct rng *rng)
{
    uint8_t deck[CARDS];
    int left = 0;
    uint64_t turned = (uint64_t)rng_word(rng) << 32 | rng_word(rng);

    for (int i = 0; i < table_for[s->players].deck; i++) {
        deck[left] = card_at[i];
        left += s->place[i] != PLACE_SPENT;
    }
    s->start = (uint8_t)(s->round == 0 ? (int)rng_below(rng, s->players) : next_start(s));
    clear_round(s);
    for (int seat = 0; seat < s->players; seat++)
        for (int i = 0; i < s->count[seat]; i++, turned >>= 1) {
            uint32_t drawn = rng_below(rng, (uint32_t)left);
            uint8_t card = deck[drawn];
            deck[drawn] = deck[--left];
            s->hand[seat][i] = turned & 1 ? card_turned(card) : card;
        }
}

static void rotate_hands(struct state *s)
{
    for (int seat = 0; seat < s->players; seat++)
        if (s->flips & seat_bit(seat))
            for (int i = 0; i < s->count[seat]; i++)
                s->hand[seat][i] = card_turned(s->hand[seat][i]);
    s->chosen = s->flips = 0;
    s->phase = PHASE_TURN;
}

/* SC-17, SC-22. exempt is a seat, or -1. */
static void end_round(struct state *s, int exempt)
{
    for (int seat = 0; seat < s->players; seat++) {
        int paid = seat == exempt ? 0 : s->count[seat];
        s->last[seat] = (int16_t)(s->captured[seat] + s->tokens[seat] + s->chips[seat] - paid);
        s->total[seat] = (int16_t)(s->total[seat] + s->last[seat]);
    }
    if (s->players == 2)
        for (int seat = 0; seat < 2; seat++)
            for (int i = 0; i < s->count[seat]; i++)
                s->place[card_index(s->hand[seat][i])] = PLACE_SPENT;
    if (s->players == 2)
        for (int i = 0; i < CARD_ROOM; i++)
            s->place[i] = s->place[i] == PLACE_UNSEEN ? PLACE_UNSEEN : PLACE_SPENT;
    s->exempt = (uint8_t)(exempt + 1);
    s->round++;
    s->phase = s->round == table_for[s->players].rounds ? PHASE_OVER : PHASE_DEAL;
}

/* A turn is over: the next seat moves, unless the guard (SC-19) stops it. */
static void end_turn(struct state *s)
{
    if (++s->turns == TURNS_MOST) {
        end_round(s, -1);
        return;
    }
    s->phase = PHASE_TURN;
    s->mover = (uint8_t)(s->mover + 1 == s->players ? 0 : s->mover + 1);
}

/* SC-22, before every decision of the two-player game: stuck ends the round. */
static void end_if_stuck(struct state *s)
{
    if (s->players == 2 && s->phase == PHASE_TURN && !may_scout(s, s->mover) && !can_play(s, s->mover))
        end_round(s, 1 - s->mover);
}

/* Marks the lanes of a block whose places are below this one. */
static inline sixteen_cards places_below(int block, int place)
{
    sixteen_signed at = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return (sixteen_cards)(at < (int8_t)(place - block));
}

/* Takes cards out of a hand; the row closes up. It does so in place, from left to right, because
 * what moves comes from the right. */
static void remove_cards(struct state *s, int seat, int first, int count)
{
    /* As bytes of the state: the last block looks past the row. */
    uint8_t *hand = (uint8_t *)s + offsetof(struct state, hand) + (size_t)seat * HAND_ROOM;
    int left = s->count[seat] - count;

    for (int block = 0; block < s->count[seat]; block += 16) {
        sixteen_cards stay, come, is_below = places_below(block, first);
        bytes_copy(&stay, hand + block, sizeof stay);
        bytes_copy(&come, hand + block + count, sizeof come);
        stay = (stay & is_below) | (come & ~is_below & places_below(block, left));
        bytes_copy(hand + block, &stay, sizeof stay);
    }
    s->count[seat] = (uint8_t)left;
}

static void insert_card(struct state *s, int seat, int gap, uint8_t card)
{
    uint8_t *hand = s->hand[seat];
    sixteen_cards before = {0}; /* what the block on the left was */

    s->count[seat]++;
    for (int block = 0; block < s->count[seat]; block += 16) {
        sixteen_cards stay, is_below = places_below(block, gap);
        bytes_copy(&stay, hand + block, sizeof stay);
        sixteen_cards come =
            __builtin_shufflevector(before, stay, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
        before = stay;
        stay = (stay & is_below) | (come & ~is_below);
        bytes_copy(hand + block, &stay, sizeof stay);
    }
    hand[gap] = card;
}

static void play(struct state *s, int seat, int first, int count)
{
    for (int i = 0; i < s->prior_count; i++)
        s->place[card_index(s->prior[i])] = PLACE_CAPTURED;
    s->captured[seat] = (uint8_t)(s->captured[seat] + s->prior_count);
    bytes_zero(s->prior, sizeof s->prior);
    for (int i = 0; i < count; i++) {
        s->prior[i] = s->hand[seat][first + i];
        s->place[card_index(s->prior[i])] = PLACE_TABLE;
    }
    s->prior_count = (uint8_t)count;
    s->owner = (uint8_t)seat;
    s->scouts = 0;
    remove_cards(s, seat, first, count);
    if (s->count[seat] == 0) {
        s->turns++;
        end_round(s, -1); /* SC-15: the exempt hand is empty anyway */
    } else {
        end_turn(s);
    }
}

/* Moves a card from the Prior Set to the hand (SC-10). */
static void take_card(struct state *s, int seat, struct move move)
{
    int from = move.right ? s->prior_count - 1 : 0;
    uint8_t card = s->prior[from];

    s->prior_count--;
    for (int i = from; i < s->prior_count; i++)
        s->prior[i] = s->prior[i + 1];
    s->prior[s->prior_count] = 0;
    s->place[card_index(card)] = (uint8_t)(PLACE_HAND + seat);
    insert_card(s, seat, move.gap, move.turned ? card_turned(card) : card);
}

static void scout_one(struct state *s, int seat, struct move move)
{
    take_card(s, seat, move);
    s->scouts++;
    if (s->players == 2) {
        s->chips[seat]--; /* SC-21: the turn goes on */
        return;
    }
    s->tokens[s->owner]++;
    if (s->scouts == s->players - 1) { /* SC-16 */
        s->turns++;
        end_round(s, s->owner);
    } else {
        end_turn(s);
    }
}

static void start_double(struct state *s, int seat, struct move move)
{
    s->markers = (uint8_t)(s->markers & ~seat_bit(seat));
    s->tokens[s->owner]++;
    take_card(s, seat, move);
    s->phase = PHASE_FINISH;
}

/* ---- what happened ---- */

static void say_choice(const struct state *s, int seat, struct move move, struct facts *told)
{
    switch (move.kind) {
    case MOVE_KEEP:
    case MOVE_FLIP:
        SAY(told, move.kind == MOVE_FLIP ? SCOUT_FLIPS : SCOUT_KEEPS, seat);
        fact_keep(told, seat_bit(seat), FACT_ALL); /* SC-5 */
        break;
    case MOVE_PLAY:
        SAY(told, SCOUT_PLAYS, seat, s->prior_count);
        fact_add_cards(told, s->hand[seat] + move.first, move.count);
        break;
    case MOVE_SCOUT:
    case MOVE_DOUBLE: {
        uint8_t card = s->prior[move.right ? s->prior_count - 1 : 0];
        SAY(told, SCOUT_SCOUTS, seat, card,
            s->prior_count == 1 ? SCOUT_SIDE_ONLY
            : move.right        ? SCOUT_SIDE_RIGHT
                                : SCOUT_SIDE_LEFT,
            s->owner, s->players > 2 ? SCOUT_PAY_TOKEN : SCOUT_PAY_CHIP, move.kind == MOVE_DOUBLE,
            move.turned ? card_turned(card) : card, move.gap + 1);
        fact_keep(told, seat_bit(seat), 2); /* SC-14: nobody else sees where and which way up */
        break;
    }
    }
}

/* Why the round ended and what everybody got for what (SC-15 to SC-17). */
static void say_end(const struct state *s, struct facts *told)
{
    int how = s->players > 2 ? SCOUT_HOW_SCOUTED : SCOUT_HOW_STUCK, who = s->exempt - 1;

    if (!s->exempt) {
        how = SCOUT_HOW_TURNS;
        who = s->owner;
    }
    for (int seat = 0; seat < s->players; seat++)
        if (s->count[seat] == 0) {
            how = SCOUT_HOW_EMPTY;
            who = seat;
        }
    SAY(told, SCOUT_ENDS, s->round, how, who);
    for (int seat = 0; seat < s->players; seat++)
        SAY(told, SCOUT_SCORES, seat, s->captured[seat], s->players > 2 ? SCOUT_PAY_TOKEN : SCOUT_PAY_CHIP,
            s->players > 2 ? s->tokens[seat] : s->chips[seat], s->exempt == seat + 1, s->count[seat], s->last[seat],
            s->total[seat]);
}

static void dealt(const struct state *before, const struct state *after, struct facts *told)
{
    (void)before;
    SAY(told, SCOUT_DEALT, after->round + 1, after->start);
}

static void meaning(const struct state *s, int seat, uint16_t id, struct facts *told)
{
    say_choice(s, seat, scout_move(id), told);
}

static void apply(struct state *s, int seat, uint16_t id, struct facts *told);

static SAYING void apply_aloud(struct state *s, int seat, uint16_t id, struct facts *told)
{
    int round = s->round;

    say_choice(s, seat, scout_move(id), told);
    apply(s, seat, id, NULL);
    if (s->round > round)
        say_end(s, told);
}

static void apply(struct state *s, int seat, uint16_t id, struct facts *told)
{
    MUST(turn(s).kind == TURN_CHOICE && (turn(s).seats & seat_bit(seat)) && !objection(s, seat, id));
    if (told) {
        apply_aloud(s, seat, id, told);
        return;
    }
    struct move move = scout_move(id);
    switch (move.kind) {
    case MOVE_KEEP:
    case MOVE_FLIP:
        s->chosen |= seat_bit(seat);
        if (move.kind == MOVE_FLIP)
            s->flips |= seat_bit(seat);
        if (s->chosen == low_bits(s->players))
            rotate_hands(s);
        break;
    case MOVE_PLAY: play(s, seat, move.first, move.count); break;
    case MOVE_SCOUT: scout_one(s, seat, move); break;
    case MOVE_DOUBLE: start_double(s, seat, move); break;
    }
    end_if_stuck(s);
}

static void result(const struct state *s, struct result *out)
{
    *out = (struct result){.winners = 0};
    for (int seat = 0; seat < s->players; seat++)
        out->points[seat] = s->total[seat];
    if (s->phase == PHASE_OVER)
        most_points_win(out, s->players); /* SC-18 */
}

static int rounds(const struct state *s, int *last)
{
    for (int seat = 0; seat < s->players; seat++)
        last[seat] = s->last[seat];
    return s->round;
}

/* ---- who knows what: SC-4, SC-5, SC-14 ---- */

/* Between rounds and after the game all hands lie open: they are being counted. */
static bool hands_are_open(const struct state *s)
{
    return s->phase == PHASE_DEAL || s->phase == PHASE_OVER;
}

static void redact(struct state *s, int viewer)
{
    if (hands_are_open(s))
        return;
    for (int seat = 0; seat < s->players; seat++) {
        if (seat == viewer)
            continue;
        int known = 0;
        bytes_zero(s->hand[seat], HAND_ROOM);
        for (int i = 0; i < CARDS; i++)
            if (s->place[i] == PLACE_HAND + seat)
                s->hand[seat][known++] = card_at[i];
        s->hidden |= seat_bit(seat);
        s->flips = (uint8_t)(s->flips & ~seat_bit(seat));
    }
}

/* The cards that the viewer of a redacted state has not seen. */
static int unseen_cards(const struct state *s, uint8_t *cards)
{
    uint64_t own = 0;
    int count = 0;

    for (int seat = 0; seat < s->players; seat++)
        for (int i = 0; i < s->count[seat] && !(s->hidden & seat_bit(seat)); i++)
            own |= (uint64_t)1 << card_index(s->hand[seat][i]);
    for (int i = 0; i < table_for[s->players].deck; i++)
        if (s->place[i] == PLACE_UNSEEN && !(own >> i & 1))
            cards[count++] = card_at[i];
    return count;
}

static void turn_at_random(uint8_t *cards, int count, struct rng *rng)
{
    for (int i = 0; i < count; i++)
        if (rng_below(rng, 2))
            cards[i] = card_turned(cards[i]);
}

/* A card of the pool showing this number on either face, at random, turned so
 * that it is up; 0 if there is none. */
static uint8_t draw_number(const uint8_t *pool, int count, uint64_t taken, int number, struct rng *rng)
{
    uint8_t found[2 * NUMBERS];
    int many = 0;

    for (int i = 0; i < count; i++) {
        if (taken >> card_index(pool[i]) & 1)
            continue;
        if (card_up(pool[i]) == number)
            found[many++] = pool[i];
        else if (card_down(pool[i]) == number)
            found[many++] = card_turned(pool[i]);
    }
    return many ? found[rng_below(rng, (uint32_t)many)] : 0;
}

/* Draws a set that the mover may hold and that beats the Prior Set, one card
 * longer than it at most: a longer one has such a set in it. Returns its
 * length, or 0 if this draw came to nothing. */
static int draw_set(const struct state *s, const uint8_t *unseen, int unseen_count, uint8_t *set, struct rng *rng)
{
    const uint8_t *known = s->hand[s->mover];
    int known_count = 0, strangers = 0;
    int length = s->prior_count + (int)rng_below(rng, 2);
    int step = (int)rng_below(rng, 3) - 1, number = 1 + (int)rng_below(rng, NUMBERS);
    uint64_t taken = 0;

    while (known_count < HAND_ROOM && known[known_count])
        known_count++;
    if (length == 0 || length > s->count[s->mover] || length > SET_MOST)
        return 0;
    for (int i = 0; i < length; i++, number += step) {
        uint8_t from_known = draw_number(known, known_count, taken, number, rng);
        uint8_t stranger = draw_number(unseen, unseen_count, taken, number, rng);
        if (strangers == s->count[s->mover] - known_count)
            stranger = 0;
        set[i] = !stranger || (from_known && rng_below(rng, 2)) ? from_known : stranger;
        if (!set[i])
            return 0;
        strangers += set[i] == stranger;
        taken |= (uint64_t)1 << card_index(set[i]);
    }
    return scout_stronger(scout_rank(set, length), prior_rank(s)) ? length : 0;
}

/* The cards that a set of the mover's may be made of, the known ones first, and the
 * place in the set that each has been given. */
struct makings {
    uint8_t card[CARDS];
    int8_t place[CARDS]; /* -1: none */
    int known, count;
};

/* Gives one of the first `end` cards to a place of the set, where a number must be
 * shown; cards that are given already move to other places if need be. */
static bool give_card(struct makings *m, int end, int lowest, int step, int place, uint64_t *asked)
{
    int number = lowest + step * place;

    for (int i = 0; i < end; i++) {
        bool shows = card_up(m->card[i]) == number || card_down(m->card[i]) == number;
        if (!shows || (*asked >> i & 1))
            continue;
        *asked |= (uint64_t)1 << i;
        if (m->place[i] < 0 || give_card(m, end, lowest, step, m->place[i], asked)) {
            m->place[i] = (int8_t)place;
            return true;
        }
    }
    return false;
}

/* Makes a set of this length with as many known cards and as few strangers as can
 * be. Returns how many strangers it takes, or -1 if there is no such set. */
static int make_set(struct makings *m, int lowest, int step, int length)
{
    uint64_t missing = 0, asked;
    int strangers = 0;

    for (int i = 0; i < m->count; i++)
        m->place[i] = -1;
    for (int place = 0; place < length; place++) {
        asked = 0;
        if (!give_card(m, m->known, lowest, step, place, &asked))
            missing |= (uint64_t)1 << place;
    }
    for (; missing; missing &= missing - 1, strangers++) {
        asked = 0;
        if (!give_card(m, m->count, lowest, step, __builtin_ctzll(missing), &asked))
            return -1;
    }
    return strangers;
}

static void gather_makings(const struct state *s, struct makings *m)
{
    m->known = 0;
    while (s->hand[s->mover][m->known] && m->known < CARDS) {
        m->card[m->known] = s->hand[s->mover][m->known];
        m->known++;
    }
    m->count = m->known + unseen_cards(s, m->card + m->known);
}

/* Finds a set that the hidden mover may hold and that beats the Prior Set; returns
 * its length, or 0 if there is none in any world. Unlike draw_set() it never fails
 * where there is one, and it always finds the same. */
static int find_set(const struct state *s, uint8_t *set)
{
    struct makings m;

    gather_makings(s, &m);
    for (int length = s->prior_count; length <= s->prior_count + 1 && length <= SET_MOST; length++)
        for (int step = 0; step < 2 && length > 0 && length <= s->count[s->mover]; step++)
            for (int lowest = 1; lowest + step * (length - 1) <= NUMBERS; lowest++) {
                struct rank rank = {.count = length, .kind = step && length > 1 ? KIND_RISE : KIND_SAME, .low = lowest};
                int strangers = scout_stronger(rank, prior_rank(s)) ? make_set(&m, lowest, step, length) : -1;
                if (strangers < 0 || strangers > s->count[s->mover] - m.known)
                    continue;
                for (int i = 0; i < m.count; i++)
                    if (m.place[i] >= 0)
                        set[m.place[i]] =
                            card_up(m.card[i]) == lowest + step * m.place[i] ? m.card[i] : card_turned(m.card[i]);
                return length;
            }
    return 0;
}

/* Fills one hidden hand: these cards of a set side by side, the other cards
 * known to be there, and the next strangers. Takes what it uses from unseen. */
static int fill_hand(struct state *s, int seat, const uint8_t *set, int set_count, const uint8_t *unseen,
                     struct rng *rng)
{
    uint8_t rest[HAND_ROOM], *hand = s->hand[seat];
    uint64_t in_set = 0;
    int count = 0, used = 0;

    for (int i = 0; i < set_count; i++)
        in_set |= (uint64_t)1 << card_index(set[i]);
    for (int i = 0; i < HAND_ROOM && hand[i]; i++)
        if (!(in_set >> card_index(hand[i]) & 1))
            rest[count++] = hand[i];
    while (count < s->count[seat] - set_count)
        rest[count++] = unseen[used++];
    rng_shuffle(rng, rest, count);
    turn_at_random(rest, count, rng);
    int gap = (int)rng_below(rng, (uint32_t)count + 1);
    bytes_zero(hand, HAND_ROOM);
    bytes_copy(hand, rest, (size_t)gap);
    bytes_copy(hand + gap, set, (size_t)set_count);
    bytes_copy(hand + gap + set_count, rest + gap, (size_t)(count - gap));
    return used;
}

/* Deals the hidden hands, the mover's with this set in it. */
static void deal_hidden(struct state *s, const uint8_t *set, int set_count, struct rng *rng)
{
    uint8_t unseen[CARDS];
    int count = unseen_cards(s, unseen), left = 0;
    uint64_t in_set = 0;

    for (int i = 0; i < set_count; i++)
        in_set |= (uint64_t)1 << card_index(set[i]);
    for (int i = 0; i < count; i++)
        if (!(in_set >> card_index(unseen[i]) & 1))
            unseen[left++] = unseen[i];
    rng_shuffle(rng, unseen, left);
    const uint8_t *next = unseen;
    for (int seat = 0; seat < s->players; seat++)
        if (s->hidden & seat_bit(seat))
            next += fill_hand(s, seat, set, seat == s->mover ? set_count : 0, next, rng);
    s->hidden = 0;
}

/* All deals of the unseen cards are equally likely, in any order and either
 * way up: a flip, a scout at an unseen place and a play from one keep it so.
 * Only one thing is known of a hidden row: a mover who may not scout can play
 * (else the round would be over, SC-22, or the Double Action not begun, SC-13).
 * Deals where that fails are drawn again; when that takes long, a set is drawn
 * first and dealt around, which favours some worlds but leaves none out. When even
 * that takes long, one is looked for; fault() has seen to it that there is one. */
static void imagine(struct state *s, int viewer, struct rng *rng)
{
    enum { PATIENCE = 200, DRAWS = 10000 };
    static const uint8_t no_set[1] = {0};
    uint8_t hidden = s->hidden;
    bool must_play = (hidden & seat_bit(s->mover)) && !may_scout(s, s->mover) &&
                     (s->phase == PHASE_TURN || s->phase == PHASE_FINISH);
    struct state redacted = *s;

    (void)viewer;
    for (int tries = 0; tries < PATIENCE; tries++) {
        deal_hidden(s, no_set, 0, rng);
        if (!must_play || can_play(s, s->mover))
            break;
        *s = redacted;
    }
    for (int tries = 0; s->hidden; tries++) {
        uint8_t unseen[CARDS], set[SET_MOST];
        int set_count = tries < DRAWS ? draw_set(s, unseen, unseen_cards(s, unseen), set, rng) : find_set(s, set);
        if (set_count > 0 || tries >= DRAWS)
            deal_hidden(s, set, set_count, rng);
    }
    for (int seat = 0; seat < s->players; seat++)
        if ((hidden & s->chosen & seat_bit(seat)) && rng_below(rng, 2))
            s->flips |= seat_bit(seat);
}

/* ---- observation ---- */

enum {
    OBS_PHASE,
    OBS_PLAYERS,
    OBS_ROUND,
    OBS_MINE,
    OBS_CHOICE,
    OBS_SCOUTS,
    OBS_OWNER,
    OBS_PRIOR_COUNT,
    OBS_PRIOR,
    OBS_HAND = OBS_PRIOR + 2 * SET_ROOM,
    OBS_PLACE = OBS_HAND + 2 * HAND_ROOM,
    OBS_SEATS = OBS_PLACE + CARD_ROOM,
    OBS_SEAT = 8, /* see observe_seat() */
    OBS_SIZE = OBS_SEATS + MAX_SEATS * OBS_SEAT,
};

static const struct game_field fields[] = {
    FIELD(OBS_PHASE, "phase", NULL),
    FIELD(OBS_PLAYERS, "players", "how many play"),
    FIELD(OBS_ROUND, "round", "rounds scored"),
    FIELD(OBS_MINE, "mine", "1: I owe a choice"),
    FIELD(OBS_CHOICE, "choice", "my sealed choice: 0 none yet, 1 keep, 2 flip"),
    FIELD(OBS_SCOUTS, "scouts", "scouts since the last play"),
    FIELD(OBS_OWNER, "owner", "of the set that lies there: 0 nobody, else 1 + seats to my left"),
    FIELD(OBS_PRIOR_COUNT, "prior_count", "cards of that set"),
    FIELD_ROW(OBS_PRIOR, SET_ROOM, "prior_up", "its numbers that are up, left to right, then 0"),
    FIELD_ROW(OBS_PRIOR + SET_ROOM, SET_ROOM, "prior_down", "its numbers that are down"),
    FIELD_ROW(OBS_HAND, HAND_ROOM, "hand_up", "numbers of my hand that are up, left to right, then 0"),
    FIELD_ROW(OBS_HAND + HAND_ROOM, HAND_ROOM, "hand_down", "numbers of my hand that are down"),
    FIELD_ROW(OBS_PLACE, CARD_ROOM, "place",
              "by card (1/2 1/3 2/3 1/4 …, by the higher number, then the lower): 0 unseen, 1 + seats to my left of "
              "the player who scouted it and has it, 6 in the set that lies there, 7 captured, 8 of an earlier deal; "
              "the last "
              "three are 0"),
    FIELD_SEATS(OBS_SEATS, OBS_SEAT, "cards", "cards in hand"),
    FIELD_SEATS(OBS_SEATS + 1, OBS_SEAT, "captured", "cards captured"),
    FIELD_SEATS(OBS_SEATS + 2, OBS_SEAT, "tokens", "scout tokens, at most 255"),
    FIELD_SEATS(OBS_SEATS + 3, OBS_SEAT, "marker", "1: has its Double Action marker"),
    FIELD_SEATS(OBS_SEATS + 4, OBS_SEAT, "chips", "chips, with two players"),
    FIELD_SEATS_ROW(OBS_SEATS + 5, OBS_SEAT, 2, "points", "points + 2000, low byte, high byte"),
    FIELD_SEATS(OBS_SEATS + 7, OBS_SEAT, "padding", "0"),
    {.name = NULL},
};

static inline void observe_cards(const uint8_t *cards, int room, uint8_t *out)
{
    for (int block = 0; block < room; block += 16) {
        sixteen_cards cards_here, up, down;
        bytes_copy(&cards_here, cards + block, sizeof cards_here);
        up = cards_here >> 4;
        down = cards_here & 15;
        bytes_copy(out + block, &up, sizeof up);
        bytes_copy(out + room + block, &down, sizeof down);
    }
}

/* Holders are named by how far to the left they sit. */
static inline void observe_places(const struct state *s, int seat, uint8_t *out)
{
    for (int block = 0; block < CARD_ROOM; block += 16) {
        sixteen_cards place;
        bytes_copy(&place, s->place + block, sizeof place);
        sixteen_cards held = (sixteen_cards)(place >= PLACE_HAND) & (sixteen_cards)(place < PLACE_TABLE);
        sixteen_cards to_the_right = (sixteen_cards)(place < (uint8_t)(PLACE_HAND + seat));
        sixteen_cards left = place - (uint8_t)seat + (to_the_right & s->players);
        place = (left & held) | (place & ~held);
        bytes_copy(out + block, &place, sizeof place);
    }
}

static inline void observe_seat(const struct state *s, int seat, uint8_t *out)
{
    int total = s->total[seat] + 2000;

    out[0] = s->count[seat];
    out[1] = s->captured[seat];
    out[2] = (uint8_t)(s->tokens[seat] > 255 ? 255 : s->tokens[seat]);
    out[3] = s->markers >> seat & 1;
    out[4] = s->chips[seat];
    out[5] = (uint8_t)total;
    out[6] = (uint8_t)(total >> 8);
    out[7] = 0;
}

static void observe(const struct state *s, int seat, uint8_t *out)
{
    int owner = s->owner - seat;

    out[OBS_PHASE] = s->phase;
    out[OBS_PLAYERS] = s->players;
    out[OBS_ROUND] = s->round;
    out[OBS_MINE] = turn(s).seats >> seat & 1;
    out[OBS_CHOICE] = (uint8_t)((s->chosen >> seat & 1) + (s->flips >> seat & 1));
    out[OBS_SCOUTS] = s->scouts;
    out[OBS_OWNER] = (uint8_t)(s->prior_count ? 1 + (owner < 0 ? owner + s->players : owner) : 0);
    out[OBS_PRIOR_COUNT] = s->prior_count;
    observe_cards(s->prior, SET_ROOM, out + OBS_PRIOR);
    observe_cards(s->hand[seat], HAND_ROOM, out + OBS_HAND);
    observe_places(s, seat, out + OBS_PLACE);
    for (int i = 0, other = seat; i < s->players; i++) {
        observe_seat(s, other, out + OBS_SEATS + i * OBS_SEAT);
        other = other + 1 == s->players ? 0 : other + 1;
    }
    bytes_zero(out + OBS_SEATS + s->players * OBS_SEAT, (size_t)(MAX_SEATS - s->players) * OBS_SEAT);
}

/* ---- words ---- */

static void card_text(int card, struct writer *w)
{
    write_number(w, card_up((uint8_t)card));
    write_char(w, '/');
    write_number(w, card_down((uint8_t)card));
}

static bool read_card(struct reader *in, uint8_t *card)
{
    int up = 0, down = 0;

    if (!read_number(in, 1, NUMBERS, &up) || !read_literal(in, "/") || !read_number(in, 1, NUMBERS, &down))
        return false;
    if (up == down)
        return read_failed(in, "no card has the same number twice");
    *card = card_of(up, down);
    return true;
}

static void action_text(const struct state *s, int seat, uint16_t id, struct writer *w)
{
    struct move move = scout_move(id);
    (void)seat;

    switch (move.kind) {
    case MOVE_KEEP: write_text(w, "keep"); break;
    case MOVE_FLIP: write_text(w, "flip"); break;
    case MOVE_PLAY:
        write_text(w, "play ");
        write_number(w, move.first + 1);
        if (move.count > 1) {
            write_char(w, '-');
            write_number(w, move.first + move.count);
        }
        break;
    case MOVE_SCOUT:
    case MOVE_DOUBLE: {
        uint8_t card = s->prior_count == 0 ? 0 : move.right ? s->prior[s->prior_count - 1] : s->prior[0];
        write_text(w, move.kind == MOVE_SCOUT ? "scout " : "double ");
        write_text(w, move.right ? "right " : "left ");
        card_text(move.turned ? card_turned(card) : card, w);
        write_text(w, " at ");
        write_number(w, move.gap + 1);
        break;
    }
    }
}

static bool parse_play(struct reader *in, uint16_t *id)
{
    int first = 0, last = 0;

    if (!read_number(in, 1, HAND_MOST, &first))
        return false;
    last = first;
    bool range = read_if(in, "-");
    if ((range && !read_number(in, 1, HAND_MOST, &last)) || !read_end(in))
        return false;
    if (range && last <= first)
        return read_failed(in, "cards are named from left to right, a single card by its place alone");
    if (last - first >= SET_MOST)
        return read_failed(in, "no set has more than ten cards");
    *id = scout_play_id(first - 1, last - first + 1);
    return true;
}

static bool parse_scout(const struct state *s, struct reader *in, bool twice, uint16_t *id)
{
    bool right = read_if(in, "right ");
    uint8_t card = 0;
    int place = 0;

    if (!right && !read_if(in, "left "))
        return read_failed(in, "left or right is expected here");
    size_t card_at_column = in->at;
    if (!read_card(in, &card) || !read_literal(in, " at ") || !read_number(in, 1, HAND_MOST, &place) || !read_end(in))
        return false;
    if (s->prior_count == 0)
        return read_failed(in, "there is no set to scout from, so you must play");
    uint8_t lies = right ? s->prior[s->prior_count - 1] : s->prior[0];
    in->at = card_at_column;
    if (card != lies && card != card_turned(lies))
        return read_failed(in, "this card is not at that end of the set");
    *id = scout_take_id(twice, right, card != lies, place - 1);
    return true;
}

static bool action_parse(const struct state *s, int seat, struct reader *in, uint16_t *id)
{
    (void)seat;
    if (read_if(in, "play "))
        return parse_play(in, id);
    if (read_if(in, "scout "))
        return parse_scout(s, in, false, id);
    if (read_if(in, "double "))
        return parse_scout(s, in, true, id);
    *id = ID_KEEP;
    if (!read_if(in, "keep")) {
        *id = ID_FLIP;
        if (!read_if(in, "flip"))
            return read_failed(in, "keep, flip, play, scout or double is expected here");
    }
    return read_end(in);
}

static void write_cards(struct writer *w, const uint8_t *cards, int count)
{
    write_char(w, '[');
    for (int i = 0; i < count && cards[i]; i++)
        write_item_of(w, card_text, cards[i]);
    write_char(w, ']');
}

static void chance_write(const struct state *before, const struct state *after, struct writer *w)
{
    (void)before;
    write_text(w, "{\"chance\":\"deal\",\"start\":");
    write_number(w, after->start);
    write_text(w, ",\"hands\":[");
    for (int seat = 0; seat < after->players; seat++) {
        write_item(w);
        write_cards(w, after->hand[seat], after->count[seat]);
    }
    write_text(w, "]}");
}

/* One dealt card: it must be in this deck and not have been dealt before. */
static bool read_dealt(const struct state *s, struct reader *in, uint64_t *dealt, uint8_t *card)
{
    size_t at = in->at + 1;

    if (!read_literal(in, "\"") || !read_card(in, card) || !read_literal(in, "\""))
        return false;
    int index = card_index(*card);
    size_t end = in->at;
    in->at = at;
    if (index >= table_for[s->players].deck)
        return read_failed(in, "this card is not in the game with so many players");
    if (s->place[index] == PLACE_SPENT)
        return read_failed(in, "this card was dealt in the first round");
    if (*dealt >> index & 1)
        return read_failed(in, "this card is dealt twice");
    *dealt |= (uint64_t)1 << index;
    in->at = end;
    return true;
}

static bool chance_read(struct state *s, struct reader *in)
{
    int first = 0, due = next_start(s);
    uint64_t dealt = 0;

    if (!read_literal(in, "{\"chance\":\"deal\",\"start\":"))
        return false;
    size_t start_at = in->at;
    if (!read_number(in, 0, s->players - 1, &first))
        return false;
    if (s->round > 0 && first != due)
        return read_failed_at(in, start_at, "the left neighbour of the last start player starts");
    s->start = (uint8_t)first;
    clear_round(s);
    if (!read_literal(in, ",\"hands\":"))
        return false;
    for (int seat = 0; seat < s->players; seat++) {
        if (!read_next(in, seat, "there are fewer hands than players"))
            return false;
        for (int i = 0; i < s->count[seat]; i++)
            if (!read_next(in, i, "this hand has too few cards") || !read_dealt(s, in, &dealt, &s->hand[seat][i]))
                return false;
        if (!read_last(in, "this hand has too many cards"))
            return false;
    }
    return read_last(in, "there are more hands than players") && read_literal(in, "}") && read_end(in);
}

/* ---- JSON ---- */

static void describe_seat(const struct state *s, int seat, struct writer *w)
{
    bool hidden = s->hidden >> seat & 1;

    write_object(w);
    write_key_number(w, "cards", s->count[seat]);
    write_key(w, hidden ? "known" : "hand"); /* known: scouted and still held, order and way up unknown */
    write_cards(w, s->hand[seat], HAND_MOST);
    write_key_number(w, "captured", s->captured[seat]);
    if (s->players > 2) {
        write_key_number(w, "tokens", s->tokens[seat]);
        write_key_flag(w, "marker", s->markers >> seat & 1);
    } else {
        write_key_number(w, "chips", s->chips[seat]);
    }
    if (s->phase == PHASE_ROTATE && (s->chosen >> seat & 1)) {
        write_key(w, "chosen");
        write_text(w, hidden ? "\"hidden\"" : s->flips >> seat & 1 ? "\"flip\"" : "\"keep\"");
    }
    if (s->round > 0)
        write_key_number(w, "last", s->last[seat]);
    write_key_number(w, "points", s->total[seat]);
    write_char(w, '}');
}

static const char *const phase_names[] = {"deal", "rotate", "turn", "finish", "over", NULL};

static void describe(const struct state *s, struct writer *w)
{
    write_char(w, '{');
    write_key_text(w, "phase", phase_names[s->phase]);
    write_key_number(w, "round", s->round);
    write_key_number(w, "rounds", scout_rounds(s));
    write_key_number(w, "start", s->start);
    write_key_bits(w, "turn", turn(s).seats);
    write_key(w, "prior");
    write_cards(w, s->prior, s->prior_count);
    if (s->prior_count > 0)
        write_key_number(w, "owner", s->owner);
    write_key_number(w, "scouts", s->scouts);
    write_key_number(w, "turns", s->turns);
    if (s->exempt)
        write_key_number(w, "exempt", s->exempt - 1);
    write_key_list(w, "seats");
    for (int seat = 0; seat < s->players; seat++)
        describe_seat(s, seat, w);
    write_text(w, "]}");
}

/* ---- invariants ---- */

static uint8_t hidden_from(const struct state *s, int viewer)
{
    unsigned own = viewer >= 0 ? seat_bit(viewer) : 0;
    return (uint8_t)(viewer == OPEN || hands_are_open(s) ? 0 : low_bits(s->players) & ~own);
}

static bool is_card(const struct state *s, uint8_t card)
{
    int up = card_up(card), down = card_down(card);
    return up >= 1 && up <= NUMBERS && down >= 1 && down <= NUMBERS && up != down &&
           card_index(card) < table_for[s->players].deck;
}

/* Everything that is a seat, a set of seats or a phase. */
static const char *frame_fault(const struct state *s, int viewer)
{
    unsigned everybody = (unsigned)low_bits(s->players);
    bool in_round = !hands_are_open(s);

    if (s->phase > PHASE_OVER || s->round > scout_rounds(s) ||
        (s->phase == PHASE_OVER) != (s->round == scout_rounds(s)))
        return "this is no phase of that round";
    if (s->mover >= s->players || s->start >= s->players || s->owner >= s->players || s->exempt > s->players)
        return "there is no such seat";
    if (s->hidden != hidden_from(s, viewer))
        return "hands are hidden or open that should not be";
    if ((s->markers | s->chosen) & ~everybody || (s->players == 2 && s->markers))
        return "a seat that is not there has a marker or has chosen";
    if ((s->flips & ~s->chosen) || (s->flips & s->hidden) || s->chosen == everybody ||
        (s->chosen && s->phase != PHASE_ROTATE))
        return "hands are turned that should not be";
    if (in_round && s->exempt)
        return "somebody is exempt before the round is over";
    return NULL;
}

/* Nobody sits on the seats past the last. */
static bool has_more_seats(const struct state *s)
{
    for (int seat = s->players; seat < MAX_SEATS; seat++)
        if (s->count[seat] || s->captured[seat] || s->chips[seat] || s->tokens[seat] || s->last[seat] ||
            s->total[seat] || !bytes_are_zero(s->hand[seat], HAND_ROOM))
            return true;
    return false;
}

/* Where everybody has seen cards go: how many are where. */
struct places {
    int unseen, table, captured, spent;
    int held[MAX_SEATS]; /* scouted by a seat, and still in its hand */
};

static const char *count_places(const struct state *s, struct places *out)
{
    *out = (struct places){.unseen = 0};
    for (int i = 0; i < CARD_ROOM; i++) {
        uint8_t place = s->place[i];
        if (i >= table_for[s->players].deck) {
            if (place != PLACE_UNSEEN)
                return "a card is not in this deck";
        } else if (place >= PLACE_HAND && place < PLACE_HAND + s->players) {
            out->held[place - PLACE_HAND]++;
        } else {
            out->unseen += place == PLACE_UNSEEN;
            out->table += place == PLACE_TABLE;
            out->captured += place == PLACE_CAPTURED;
            out->spent += place == PLACE_SPENT;
            if (place > PLACE_SPENT || (place >= PLACE_HAND && place < PLACE_TABLE))
                return "a card is in a place that is not there";
        }
    }
    return NULL;
}

/* Of a row that is seen: cards, each once, where they were seen to go. */
static const char *row_fault(const struct state *s, const uint8_t *cards, int count, int room, int place,
                             uint64_t *seen)
{
    bool kept_apart = s->players == 2 && hands_are_open(s); /* all that was dealt is spent by then */

    for (int i = 0; i < room; i++) {
        if ((cards[i] != 0) != (i < count))
            return "a row of cards and its count differ";
        if (!cards[i])
            continue;
        if (!is_card(s, cards[i]))
            return "there is no such card in this deck";
        int index = card_index(cards[i]);
        if (*seen >> index & 1)
            return "a card is in two places";
        *seen |= (uint64_t)1 << index;
        uint8_t lies = s->place[index];
        bool unseen = lies == PLACE_UNSEEN && place != PLACE_TABLE;
        if (kept_apart ? lies != PLACE_SPENT : lies != place && !unseen)
            return "a card is not where it was seen to go";
    }
    return NULL;
}

/* Of a hand that is hidden: what everybody knows to be there, and nothing else. */
static const char *known_fault(const struct state *s, int seat)
{
    int known = 0;

    for (int i = 0; i < CARDS; i++)
        if (s->place[i] == PLACE_HAND + seat && (known == HAND_ROOM || s->hand[seat][known++] != card_at[i]))
            return "a hidden hand does not show exactly what everybody knows of it";
    for (; known < HAND_ROOM; known++)
        if (s->hand[seat][known])
            return "a hidden hand shows a card";
    return NULL;
}

static const char *hands_fault(const struct state *s, const struct places *places)
{
    uint64_t seen = 0;
    const char *wrong = row_fault(s, s->prior, s->prior_count, SET_ROOM, PLACE_TABLE, &seen);

    if (!wrong && s->prior_count > 0 && (s->prior_count > SET_MOST || !scout_is_set(s->prior, s->prior_count)))
        return "the Prior Set is no set";
    for (int seat = 0; seat < s->players && !wrong; seat++) {
        bool hidden = s->hidden & seat_bit(seat);
        if (s->count[seat] > HAND_MOST || s->count[seat] < places->held[seat] ||
            (s->count[seat] == 0 && !hands_are_open(s)))
            return "a hand has too many or too few cards";
        wrong = hidden ? known_fault(s, seat)
                       : row_fault(s, s->hand[seat], s->count[seat], HAND_ROOM, PLACE_HAND + seat, &seen);
    }
    for (int i = 0; i < CARDS && !wrong; i++) { /* what was scouted is in the hand */
        int holder = s->place[i] - PLACE_HAND;
        if (holder >= 0 && holder < s->players && !(s->hidden & seat_bit(holder)) && !(seen >> i & 1))
            return "a card that was scouted is gone";
    }
    return wrong;
}

/* Cards are neither made nor lost: SC-2, SC-20. */
static const char *count_fault(const struct state *s, const struct places *places)
{
    int deck = table_for[s->players].deck, dealt = table_for[s->players].each * s->players;
    int cards = s->prior_count, captured = 0, hands = 0, held = 0;

    for (int seat = 0; seat < s->players; seat++) {
        hands += s->count[seat];
        captured += s->captured[seat];
        held += places->held[seat];
    }
    cards += hands + captured;
    if (cards != dealt || places->spent != (s->players == 2 ? dealt * s->round : 0))
        return "cards have come or gone";
    if (s->players == 2 && hands_are_open(s))
        return places->unseen + places->spent == deck ? NULL : "cards have come or gone";
    if (places->table != s->prior_count || places->captured != captured ||
        places->unseen != hands - held + deck - dealt - places->spent)
        return "cards have come or gone";
    return NULL;
}

/* What a round has when it is dealt, and what a game has before. */
static const char *fresh_fault(const struct state *s)
{
    struct state fresh = *s;

    if (s->phase == PHASE_DEAL) {
        bytes_zero(&fresh, sizeof fresh);
        fresh.players = s->players;
        return bytes_equal(&fresh, s, sizeof fresh) ? NULL : "something lies on a table where nothing is dealt yet";
    }
    uint8_t chosen = fresh.chosen, flips = fresh.flips;
    clear_round(&fresh);
    bytes_copy(fresh.hand, s->hand, sizeof fresh.hand);
    fresh.chosen = chosen;
    fresh.flips = flips;
    return bytes_equal(&fresh, s, sizeof fresh) ? NULL : "something has happened in a round that has not begun";
}

/* SC-10, SC-16, SC-19, SC-21: what can be counted while a round goes on. */
static const char *course_fault(const struct state *s)
{
    int tokens = 0, most = s->players == 2 ? 2 * CHIPS : s->players - 1;
    bool in_round = !hands_are_open(s);

    for (int seat = 0; seat < s->players; seat++) {
        tokens += s->tokens[seat];
        if (s->chips[seat] > (s->players == 2 ? CHIPS : 0) || s->tokens[seat] > TURNS_MOST)
            return "there are too many tokens or chips";
    }
    if (s->turns > TURNS_MOST || (in_round && s->turns == TURNS_MOST))
        return "the round should be over";
    if (tokens > (s->players == 2 ? 0 : s->turns + 1))
        return "there are too many tokens or chips";
    if (s->scouts > most || (in_round && s->players > 2 && s->scouts == most))
        return "there were too many Scouts in a row";
    if (s->phase == PHASE_FINISH && (s->players == 2 || (s->markers & seat_bit(s->mover))))
        return "a Double Action goes on that nobody has paid for";
    return NULL;
}

/* SC-17: what was scored. */
static const char *score_fault(const struct state *s)
{
    enum { ROUND_MOST = TURNS_MOST + CARDS + CHIPS };

    for (int seat = 0; seat < s->players; seat++) {
        int last = s->last[seat], total = s->total[seat], most = ROUND_MOST * s->round;
        int paid = s->exempt == seat + 1 ? 0 : s->count[seat];
        if (hands_are_open(s) && last != s->captured[seat] + s->tokens[seat] + s->chips[seat] - paid)
            return "a round is not scored as it ended";
        if (last < -ROUND_MOST || last > ROUND_MOST || total < -most || total > most || (s->round == 0 && last != 0) ||
            (s->round == 1 && last != total))
            return "points have come from nowhere";
    }
    return NULL;
}

/* Whoever is to move can: SC-13, SC-22. */
static bool is_stuck(const struct state *s)
{
    uint8_t set[SET_MOST];

    if (s->phase == PHASE_ROTATE || may_scout(s, s->mover))
        return false;
    return s->hidden & seat_bit(s->mover) ? find_set(s, set) == 0 : !can_play(s, s->mover);
}

static const char *fault(const struct state *s, int viewer)
{
    struct places places;
    const char *wrong = frame_fault(s, viewer);

    if (wrong)
        return wrong;
    if (has_more_seats(s))
        return "there is something at a seat where nobody sits";
    if (s->phase == PHASE_ROTATE || (s->phase == PHASE_DEAL && s->round == 0))
        wrong = fresh_fault(s);
    if (wrong || (s->phase == PHASE_DEAL && s->round == 0))
        return wrong;
    wrong = count_places(s, &places);
    if (!wrong)
        wrong = hands_fault(s, &places);
    if (!wrong)
        wrong = count_fault(s, &places);
    if (!wrong)
        wrong = course_fault(s);
    if (!wrong)
        wrong = score_fault(s);
    return wrong || hands_are_open(s) || !is_stuck(s) ? wrong : "nothing can be done by the seat that is to move";
}

static bool same_setup(const struct state *a, const struct state *b)
{
    return a->players == b->players;
}

static const struct game_tables tables = {.phases = phase_names, .fields = fields, .ids = all_ids};

const struct game scout = {
    .id = "scout",
    .title = "SCOUT",
    .summary = "Play ever stronger sets from a hand you may not sort, or scout a card from the set to beat.",
    .minutes = 20,
    .min_players = 2,
    .max_players = 5,
    .max_actions = ID_END,
    .max_legal = ID_END - ID_PLAY, /* every play and every scout, single and double */
    .state_size = sizeof(struct state),
    .observation_size = OBS_SIZE,
    .options = (const struct option[]){{.name = NULL}},
    .tables = &tables,
    GAME_FUNCTIONS,
    .rounds = rounds,
    .verbs = (const struct verb[]){SCOUT_VERBS(VERB_ROW) VERBS_END},
    .lists =
        (const struct name_list[]){
            {"side", (const char *const[]){"only", "left", "right", NULL}},
            {"pay", (const char *const[]){"token", "chip", NULL}},
            {"how", (const char *const[]){"empty", "scouted", "stuck", "turns", NULL}},
            {.name = NULL},
        },
};
