/* SCOUT: play a stronger set from a hand that cannot be sorted, or scout a card
 * of the set that lies there. Rules as in docs/rules/scout.md, by their ids.
 *
 * scout_legal() is what runs most: random play asks for some sixty actions a turn.
 * It compares neighbours of the row sixteen at a time into bit masks, one bit a
 * card: equal, rising, falling. The sets of length n are then the starts where
 * n-1 such bits follow each other, and "stronger than the Prior Set" is one
 * more mask. Scouts are whole ranges of ids. A Double Action needs a Play after
 * its Scout: that is worked out for all gaps at once, since a set that does not
 * span the gap survives, and what the new card joins depends on its neighbours. */
#include "rules/scout_inside.h"
#include "rules/ids.h"

/* ---- action ids ---- */

static const struct game_ids all_ids[] = {
    {"keep", SCOUT_ID_KEEP, 1, "", "keep"},
    {"flip", SCOUT_ID_FLIP, 1, "", "flip"},
    {"play", SCOUT_ID_PLAY, SCOUT_ID_SCOUT - SCOUT_ID_PLAY, "(cards - 1) * 41 + first card", "play 3-5"},
    {"scout", SCOUT_ID_SCOUT, SCOUT_ID_DOUBLE - SCOUT_ID_SCOUT, "(right * 2 + turned) * 41 + cards left of it",
     "scout left 8/6 at 5"},
    {"double", SCOUT_ID_DOUBLE, SCOUT_ID_END - SCOUT_ID_DOUBLE, "(right * 2 + turned) * 41 + cards left of it",
     "double right 4/6 at 1"},
    {.name = NULL},
};

struct scout_move scout_move(uint16_t id)
{
    if (id < SCOUT_ID_PLAY)
        return (struct scout_move){.kind = id == SCOUT_ID_FLIP ? SCOUT_MOVE_FLIP : SCOUT_MOVE_KEEP};
    if (id < SCOUT_ID_SCOUT) {
        int place = id - SCOUT_ID_PLAY;
        return (struct scout_move){
            .kind = SCOUT_MOVE_PLAY, .first = place % SCOUT_HAND_MAX, .count = place / SCOUT_HAND_MAX + 1};
    }
    int place = (id - SCOUT_ID_SCOUT) % (4 * SCOUT_HAND_MAX);
    return (struct scout_move){
        .kind = id < SCOUT_ID_DOUBLE ? SCOUT_MOVE_SCOUT : SCOUT_MOVE_DOUBLE,
        .right = place / (2 * SCOUT_HAND_MAX),
        .turned = place / SCOUT_HAND_MAX % 2,
        .gap = place % SCOUT_HAND_MAX,
    };
}

uint16_t scout_play_id(int first, int count)
{
    return (uint16_t)(SCOUT_ID_PLAY + (count - 1) * SCOUT_HAND_MAX + first);
}

uint16_t scout_take_id(bool twice, bool right, bool turned, int gap)
{
    return (uint16_t)((twice ? SCOUT_ID_DOUBLE : SCOUT_ID_SCOUT) + (right * 2 + turned) * SCOUT_HAND_MAX + gap);
}

/* ---- cards ---- */

typedef uint8_t sixteen_cards __attribute__((vector_size(16)));
typedef int8_t sixteen_signed __attribute__((vector_size(16))); /* numbers are small, and signed compares are quicker */

#define WITH(high, low) ((low) << 4 | (high))
const uint8_t scout_cards[SCOUT_CARDS] = {
    WITH(2, 1),  WITH(3, 1),  WITH(3, 2),  WITH(4, 1),  WITH(4, 2),  WITH(4, 3),  WITH(5, 1),  WITH(5, 2),  WITH(5, 3),
    WITH(5, 4),  WITH(6, 1),  WITH(6, 2),  WITH(6, 3),  WITH(6, 4),  WITH(6, 5),  WITH(7, 1),  WITH(7, 2),  WITH(7, 3),
    WITH(7, 4),  WITH(7, 5),  WITH(7, 6),  WITH(8, 1),  WITH(8, 2),  WITH(8, 3),  WITH(8, 4),  WITH(8, 5),  WITH(8, 6),
    WITH(8, 7),  WITH(9, 1),  WITH(9, 2),  WITH(9, 3),  WITH(9, 4),  WITH(9, 5),  WITH(9, 6),  WITH(9, 7),  WITH(9, 8),
    WITH(10, 1), WITH(10, 2), WITH(10, 3), WITH(10, 4), WITH(10, 5), WITH(10, 6), WITH(10, 7), WITH(10, 8), WITH(10, 9),
};

const struct scout_table scout_tables[MAX_SEATS + 1] = {
    [2] = {.deck = 44, .each = 11, .rounds = 2},
    [3] = {.deck = 36, .each = 12, .rounds = 3},
    [4] = {.deck = 44, .each = 11, .rounds = 4},
    [5] = {.deck = 45, .each = 9, .rounds = 5},
};

int scout_rounds(const struct scout_state *s)
{
    return scout_tables[s->players].rounds;
}

/* ---- sets, spelled out plainly: SC-7, SC-8 ---- */

bool scout_is_set(const uint8_t *cards, int count)
{
    if (count < 2)
        return count == 1;
    int step = scout_card_up(cards[1]) - scout_card_up(cards[0]);
    for (int i = 1; i < count; i++)
        if (scout_card_up(cards[i]) - scout_card_up(cards[i - 1]) != step)
            return false;
    return step >= -1 && step <= 1;
}

struct scout_rank scout_rank(const uint8_t *cards, int count)
{
    if (count == 0)
        return (struct scout_rank){.count = 0};
    int first = scout_card_up(cards[0]), last = scout_card_up(cards[count - 1]);
    return (struct scout_rank){
        .count = count,
        .kind = first == last  ? SCOUT_KIND_SAME
                : first < last ? SCOUT_KIND_RISE
                               : SCOUT_KIND_FALL,
        .low = first < last ? first : last,
    };
}

bool scout_stronger(struct scout_rank challenger, struct scout_rank prior)
{
    if (challenger.count != prior.count)
        return challenger.count > prior.count;
    if ((challenger.kind == SCOUT_KIND_SAME) != (prior.kind == SCOUT_KIND_SAME))
        return challenger.kind == SCOUT_KIND_SAME;
    return challenger.low > prior.low;
}

/* The Prior Set with its left or right card gone (SC-11). */
static struct scout_rank reduced_rank(const struct scout_state *s, bool right)
{
    return scout_rank(s->prior + !right, s->prior_count - 1);
}

/* ---- sets, as masks over the row: bit i is card i of the hand ---- */

enum { ROW_BLOCKS = SCOUT_HAND_SIZE / 16 };

struct row {
    int count;
    sixteen_cards number[ROW_BLOCKS];   /* the numbers up; blocks without cards are not filled in */
    uint64_t set[3][SCOUT_SET_MAX + 2]; /* by kind and length: where such sets begin */
    int longest;                        /* beyond this length, set[] is not filled in */
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

static inline void read_row(struct row *row, const struct scout_state *s, int seat)
{
    /* As bytes of the state: the last block looks one card past the row. */
    const uint8_t *hand = (const uint8_t *)s + offsetof(struct scout_state, hand) + (size_t)seat * SCOUT_HAND_SIZE;
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

    uint64_t(*set)[SCOUT_SET_MAX + 2] = row->set;
    set[SCOUT_KIND_SAME][1] = set[SCOUT_KIND_RISE][1] = set[SCOUT_KIND_FALL][1] = low_bits(count);
    set[SCOUT_KIND_SAME][2] = same;
    set[SCOUT_KIND_RISE][2] = rise;
    set[SCOUT_KIND_FALL][2] = fall;
    row->longest = (same | rise | fall) ? 2 : 1;
    while (row->longest >= 2 && row->longest < SCOUT_SET_MAX) {
        int n = row->longest;
        set[SCOUT_KIND_SAME][n + 1] = set[SCOUT_KIND_SAME][n] & same >> (n - 1);
        set[SCOUT_KIND_RISE][n + 1] = set[SCOUT_KIND_RISE][n] & rise >> (n - 1);
        set[SCOUT_KIND_FALL][n + 1] = set[SCOUT_KIND_FALL][n] & fall >> (n - 1);
        if (!(set[SCOUT_KIND_SAME][n + 1] | set[SCOUT_KIND_RISE][n + 1] | set[SCOUT_KIND_FALL][n + 1]))
            break;
        row->longest++;
    }
}

/* Where sets of a length begin. */
static inline uint64_t sets_of(const struct row *row, int count)
{
    return count > row->longest
               ? 0
               : row->set[SCOUT_KIND_SAME][count] | row->set[SCOUT_KIND_RISE][count] | row->set[SCOUT_KIND_FALL][count];
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
static inline uint64_t stronger_sets(const struct row *row, struct scout_rank prior)
{
    if (prior.count > row->longest)
        return 0;
    uint64_t above = cards_above(row, prior.low); /* there are no cards past the row, only zeros */
    if (prior.count == 1)
        return above;
    uint64_t same = row->set[SCOUT_KIND_SAME][prior.count];
    if (prior.kind == SCOUT_KIND_SAME)
        return same & above;
    return same | (row->set[SCOUT_KIND_RISE][prior.count] & above) |
           (row->set[SCOUT_KIND_FALL][prior.count] & above >> (prior.count - 1));
}

static inline bool row_can_play(const struct row *row, struct scout_rank prior)
{
    return prior.count == 0 || row->longest > prior.count || stronger_sets(row, prior);
}

bool scout_can_play(const struct scout_state *s, int seat)
{
    struct row row;
    read_row(&row, s, seat);
    return row_can_play(&row, scout_prior_rank(s));
}

/* ---- Double Action: after which Scouts is there a Play? (SC-13) ---- */

/* Returns the gaps where a card of this number would join a set of `others` more cards
 * of the row, stepping by `step` from left to right, its lowest above `floor`.
 * at[n]: where the number n is up, empty outside 1..NUMBERS. */
static uint64_t joining_gaps(const uint64_t *at, int number, int step, int others, int floor)
{
    uint64_t right_of[SCOUT_SET_MAX], gaps = 0; /* by how many cards fit to the right of the gap */

    right_of[0] = ~(uint64_t)0;
    for (int i = 1; i <= others; i++) {
        int right = number + step * i;
        right_of[i] = right >= 1 && right <= SCOUT_NUMBERS ? right_of[i - 1] & at[right] >> (i - 1) : 0;
    }
    uint64_t left_of = ~(uint64_t)0;
    for (int i = 0; i <= others && left_of; i++) {
        int lowest = number - (step > 0 ? i : step < 0 ? others - i : 0);
        if (lowest > floor)
            gaps |= left_of & right_of[others - i];
        int left = number - step * (i + 1);
        left_of = left >= 1 && left <= SCOUT_NUMBERS ? left_of & at[left] << (i + 1) : 0;
    }
    return gaps;
}

/* Gaps at which the new card itself makes a set that beats what is left. */
static uint64_t winning_gaps(const uint64_t *at, int number, struct scout_rank prior)
{
    uint64_t gaps = joining_gaps(at, number, 0, prior.count, 0) | joining_gaps(at, number, 1, prior.count, 0) |
                    joining_gaps(at, number, -1, prior.count, 0);
    int others = prior.count - 1;

    if (others == 0)
        return number > prior.low ? ~(uint64_t)0 : gaps;
    if (prior.kind == SCOUT_KIND_SAME)
        return number > prior.low ? gaps | joining_gaps(at, number, 0, others, 0) : gaps;
    return gaps | joining_gaps(at, number, 0, others, 0) | joining_gaps(at, number, 1, others, prior.low) |
           joining_gaps(at, number, -1, others, prior.low);
}

/* Gaps that leave some set standing that beats what is left. */
static inline uint64_t surviving_gaps(const struct row *row, struct scout_rank prior)
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

INTO_BOTH struct ids put_plays(struct ids ids, const struct row *row, struct scout_rank prior)
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

INTO_BOTH struct ids put_doubles(struct ids ids, const struct scout_state *s, int seat, const struct row *row)
{
    uint64_t at[SCOUT_NUMBERS + 1];
    bool numbered = false;
    uint64_t all = low_bits(row->count + 1);

    for (int right = 0; right < (s->prior_count > 1 ? 2 : 1); right++) {
        struct scout_rank left = reduced_rank(s, right);
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
                    at[scout_card_up(s->hand[seat][i])] |= (uint64_t)1 << i;
                numbered = true;
            }
            uint64_t made = winning_gaps(at, turned ? scout_card_down(card) : scout_card_up(card), left);
            ids = put_bits(ids, first, (gaps | made) & all);
        }
    }
    return ids;
}

static bool may_double(const struct scout_state *s, int seat)
{
    return s->phase == SCOUT_PHASE_TURN && s->prior_count > 0 && (s->markers & seat_bit(seat));
}

INTO_BOTH struct ids put_legal(struct ids ids, const struct scout_state *s, int seat)
{
    if (s->phase == SCOUT_PHASE_ROTATE)
        return put_id(put_id(ids, SCOUT_ID_KEEP), SCOUT_ID_FLIP);
    struct row row;
    read_row(&row, s, seat);
    ids = put_plays(ids, &row, scout_prior_rank(s));
    if (scout_may_scout(s, seat)) {
        int ways = s->prior_count > 1 ? 4 : 2;
        for (int way = 0; way < ways; way++)
            ids = put_range(ids, SCOUT_ID_SCOUT + way * SCOUT_HAND_MAX, row.count + 1);
        if (may_double(s, seat))
            ids = put_doubles(ids, s, seat, &row);
    }
    return ids;
}

int scout_legal(const struct scout_state *s, int seat, uint16_t *ids)
{
    return (int)(put_legal(ids_list(ids), s, seat).next - ids);
}

static void legal_mask(const struct state *state, int seat, uint32_t *mask)
{
    put_legal(ids_mask(mask), scout_state(state), seat);
}

/* ---- objection: the same rules, one action at a time ---- */

SCOUT_REFUSALS(REFUSAL_KEY)

static const char *play_objection(const uint8_t *hand, int count, struct scout_rank prior, int first, int length)
{
    if (first + length > count)
        return no_such_cards;
    if (!scout_is_set(hand + first, length))
        return not_a_set;
    if (prior.count > 0 && !scout_stronger(scout_rank(hand + first, length), prior))
        return not_stronger;
    return NULL;
}

static const char *take_objection(const struct scout_state *s, int seat, struct scout_move move)
{
    if (s->phase == SCOUT_PHASE_FINISH)
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

static const char *double_objection(const struct scout_state *s, int seat, struct scout_move move)
{
    const char *objection = take_objection(s, seat, move);

    if (objection)
        return objection;
    if (s->players == 2)
        return no_double_for_two;
    if (!(s->markers & seat_bit(seat)))
        return marker_spent;
    uint8_t hand[SCOUT_HAND_SIZE + 1], taken = move.right ? s->prior[s->prior_count - 1] : s->prior[0];
    int count = s->count[seat] + 1;
    for (int i = 0, from = 0; i < count; i++)
        hand[i] = i != move.gap ? s->hand[seat][from++] : move.turned ? scout_card_turned(taken) : taken;
    struct scout_rank left = reduced_rank(s, move.right);
    for (int first = 0; first < count; first++)
        for (int length = 1; length <= SCOUT_SET_MAX && first + length <= count; length++)
            if (!play_objection(hand, count, left, first, length))
                return NULL;
    return nothing_to_play_after;
}

const char *scout_objection(const struct scout_state *s, int seat, uint16_t id)
{
    struct scout_move move = scout_move(id);

    if (s->phase == SCOUT_PHASE_ROTATE)
        return move.kind == SCOUT_MOVE_KEEP || move.kind == SCOUT_MOVE_FLIP ? NULL : turn_hand_first;
    switch (move.kind) {
    case SCOUT_MOVE_PLAY:
        return play_objection(s->hand[seat], s->count[seat], scout_prior_rank(s), move.first, move.count);
    case SCOUT_MOVE_SCOUT: return take_objection(s, seat, move);
    case SCOUT_MOVE_DOUBLE: return double_objection(s, seat, move);
    default: return hands_are_turned;
    }
}

/* ---- the course of a round ---- */

const char *scout_start(struct scout_state *s, const struct setup *setup)
{
    bytes_zero(s, sizeof *s);
    s->players = (uint8_t)setup->players;
    s->phase = SCOUT_PHASE_DEAL;
    return NULL;
}

struct turn scout_turn(const struct scout_state *s)
{
    switch (s->phase) {
    case SCOUT_PHASE_DEAL: return (struct turn){.kind = TURN_CHANCE};
    case SCOUT_PHASE_OVER: return (struct turn){.kind = TURN_OVER};
    case SCOUT_PHASE_ROTATE:
        return (struct turn){.kind = TURN_CHOICE, .seats = (uint8_t)(seats_all(s->players) & ~s->chosen)};
    default: return (struct turn){.kind = TURN_CHOICE, .seats = seat_bit(s->mover)};
    }
}

/* Clears the table for a deal; the hands are dealt by the caller. */
void scout_clear_round(struct scout_state *s)
{
    s->phase = SCOUT_PHASE_ROTATE;
    s->mover = s->start;
    s->owner = s->scouts = s->chosen = s->flips = s->exempt = 0;
    s->prior_count = 0;
    s->turns = 0;
    s->markers = (uint8_t)(s->players > 2 ? seats_all(s->players) : 0); /* SC-6, SC-21 */
    bytes_zero(s->hand, sizeof s->hand);
    bytes_zero(s->prior, sizeof s->prior);
    bytes_zero(s->captured, sizeof s->captured);
    bytes_zero(s->tokens, sizeof s->tokens);
    for (int seat = 0; seat < s->players; seat++) {
        s->count[seat] = scout_tables[s->players].each;
        s->chips[seat] = s->players == 2 ? SCOUT_CHIPS : 0;
    }
    for (int i = 0; i < SCOUT_CARDS_SIZE; i++)
        s->place[i] = s->place[i] == SCOUT_PLACE_SPENT ? SCOUT_PLACE_SPENT : SCOUT_PLACE_UNSEEN;
}

/* Shuffles only as much of the deck as is dealt, and turns each card over by a
 * bit of its own (SC-3). */
void scout_chance(struct scout_state *s, struct rng *rng)
{
    uint8_t deck[SCOUT_CARDS];
    int left = 0;
    uint64_t turned = (uint64_t)rng_word(rng) << 32 | rng_word(rng);

    for (int i = 0; i < scout_tables[s->players].deck; i++) {
        deck[left] = scout_cards[i];
        left += s->place[i] != SCOUT_PLACE_SPENT;
    }
    s->start = (uint8_t)(s->round == 0 ? (int)rng_below(rng, s->players) : seat_next(s->start, s->players));
    scout_clear_round(s);
    for (int seat = 0; seat < s->players; seat++)
        for (int i = 0; i < s->count[seat]; i++, turned >>= 1) {
            uint32_t drawn = rng_below(rng, (uint32_t)left);
            uint8_t card = deck[drawn];
            deck[drawn] = deck[--left];
            s->hand[seat][i] = turned & 1 ? scout_card_turned(card) : card;
        }
}

static void rotate_hands(struct scout_state *s)
{
    for (int seat = 0; seat < s->players; seat++)
        if (s->flips & seat_bit(seat))
            for (int i = 0; i < s->count[seat]; i++)
                s->hand[seat][i] = scout_card_turned(s->hand[seat][i]);
    s->chosen = s->flips = 0;
    s->phase = SCOUT_PHASE_TURN;
}

/* SC-17, SC-22. exempt is a seat, or -1. */
static void end_round(struct scout_state *s, int exempt)
{
    for (int seat = 0; seat < s->players; seat++) {
        int paid = seat == exempt ? 0 : s->count[seat];
        s->last[seat] = (int16_t)(s->captured[seat] + s->tokens[seat] + s->chips[seat] - paid);
        s->total[seat] = (int16_t)(s->total[seat] + s->last[seat]);
    }
    if (s->players == 2)
        for (int seat = 0; seat < 2; seat++)
            for (int i = 0; i < s->count[seat]; i++)
                s->place[scout_card_index(s->hand[seat][i])] = SCOUT_PLACE_SPENT;
    if (s->players == 2)
        for (int i = 0; i < SCOUT_CARDS_SIZE; i++)
            s->place[i] = s->place[i] == SCOUT_PLACE_UNSEEN ? SCOUT_PLACE_UNSEEN : SCOUT_PLACE_SPENT;
    s->exempt = (uint8_t)(exempt + 1);
    s->round++;
    s->phase = s->round == scout_tables[s->players].rounds ? SCOUT_PHASE_OVER : SCOUT_PHASE_DEAL;
}

/* A turn is over: the next seat moves, unless the guard (SC-19) stops it. */
static void end_turn(struct scout_state *s)
{
    if (++s->turns == SCOUT_TURNS_MAX) {
        end_round(s, -1);
        return;
    }
    s->phase = SCOUT_PHASE_TURN;
    s->mover = (uint8_t)seat_next(s->mover, s->players);
}

/* SC-22, before every decision of the two-player game: stuck ends the round. */
static void end_if_stuck(struct scout_state *s)
{
    if (s->players == 2 && s->phase == SCOUT_PHASE_TURN && !scout_may_scout(s, s->mover) &&
        !scout_can_play(s, s->mover))
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
static void remove_cards(struct scout_state *s, int seat, int first, int count)
{
    /* As bytes of the state: the last block looks past the row. */
    uint8_t *hand = (uint8_t *)s + offsetof(struct scout_state, hand) + (size_t)seat * SCOUT_HAND_SIZE;
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

static void insert_card(struct scout_state *s, int seat, int gap, uint8_t card)
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

static void play(struct scout_state *s, int seat, int first, int count)
{
    for (int i = 0; i < s->prior_count; i++)
        s->place[scout_card_index(s->prior[i])] = SCOUT_PLACE_CAPTURED;
    s->captured[seat] = (uint8_t)(s->captured[seat] + s->prior_count);
    bytes_zero(s->prior, sizeof s->prior);
    for (int i = 0; i < count; i++) {
        s->prior[i] = s->hand[seat][first + i];
        s->place[scout_card_index(s->prior[i])] = SCOUT_PLACE_TABLE;
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
static void take_card(struct scout_state *s, int seat, struct scout_move move)
{
    int from = move.right ? s->prior_count - 1 : 0;
    uint8_t card = s->prior[from];

    s->prior_count--;
    for (int i = from; i < s->prior_count; i++)
        s->prior[i] = s->prior[i + 1];
    s->prior[s->prior_count] = 0;
    s->place[scout_card_index(card)] = (uint8_t)(SCOUT_PLACE_HAND + seat);
    insert_card(s, seat, move.gap, move.turned ? scout_card_turned(card) : card);
}

static void scout_one(struct scout_state *s, int seat, struct scout_move move)
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

static void start_double(struct scout_state *s, int seat, struct scout_move move)
{
    s->markers = (uint8_t)(s->markers & ~seat_bit(seat));
    s->tokens[s->owner]++;
    take_card(s, seat, move);
    s->phase = SCOUT_PHASE_FINISH;
}

/* ---- what happened ---- */

static void say_choice(const struct scout_state *s, int seat, struct scout_move move, struct facts *told)
{
    switch (move.kind) {
    case SCOUT_MOVE_KEEP:
    case SCOUT_MOVE_FLIP:
        SAY(told, move.kind == SCOUT_MOVE_FLIP ? SCOUT_FLIPS : SCOUT_KEEPS, seat);
        fact_keep(told, seat_bit(seat), FACT_ALL); /* SC-5 */
        break;
    case SCOUT_MOVE_PLAY:
        SAY(told, SCOUT_PLAYS, seat, s->prior_count);
        fact_add_cards(told, s->hand[seat] + move.first, move.count);
        break;
    case SCOUT_MOVE_SCOUT:
    case SCOUT_MOVE_DOUBLE: {
        uint8_t card = s->prior[move.right ? s->prior_count - 1 : 0];
        SAY(told, SCOUT_SCOUTS, seat, card,
            s->prior_count == 1 ? SCOUT_SIDE_ONLY
            : move.right        ? SCOUT_SIDE_RIGHT
                                : SCOUT_SIDE_LEFT,
            s->owner, s->players > 2 ? SCOUT_PAY_TOKEN : SCOUT_PAY_CHIP, move.kind == SCOUT_MOVE_DOUBLE,
            move.turned ? scout_card_turned(card) : card, move.gap + 1);
        fact_keep(told, seat_bit(seat), 2); /* SC-14: nobody else sees where and which way up */
        break;
    }
    }
}

/* Why the round ended and what everybody got for what (SC-15 to SC-17). */
static void say_end(const struct scout_state *s, struct facts *told)
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

void scout_dealt(const struct scout_state *before, const struct scout_state *after, struct facts *told)
{
    (void)before;
    SAY(told, SCOUT_DEALT, after->round + 1, after->start);
}

void scout_meaning(const struct scout_state *s, int seat, uint16_t id, struct facts *told)
{
    say_choice(s, seat, scout_move(id), told);
}

static SAYING void apply_aloud(struct scout_state *s, int seat, uint16_t id, struct facts *told)
{
    int round = s->round;

    say_choice(s, seat, scout_move(id), told);
    scout_apply(s, seat, id, NULL);
    if (s->round > round)
        say_end(s, told);
}

void scout_apply(struct scout_state *s, int seat, uint16_t id, struct facts *told)
{
    MUST(scout_turn(s).kind == TURN_CHOICE && (scout_turn(s).seats & seat_bit(seat)) && !scout_objection(s, seat, id));
    if (told) {
        apply_aloud(s, seat, id, told);
        return;
    }
    struct scout_move move = scout_move(id);
    switch (move.kind) {
    case SCOUT_MOVE_KEEP:
    case SCOUT_MOVE_FLIP:
        s->chosen |= seat_bit(seat);
        if (move.kind == SCOUT_MOVE_FLIP)
            s->flips |= seat_bit(seat);
        if (s->chosen == seats_all(s->players))
            rotate_hands(s);
        break;
    case SCOUT_MOVE_PLAY: play(s, seat, move.first, move.count); break;
    case SCOUT_MOVE_SCOUT: scout_one(s, seat, move); break;
    case SCOUT_MOVE_DOUBLE: start_double(s, seat, move); break;
    }
    end_if_stuck(s);
}

void scout_result(const struct scout_state *s, struct result *out)
{
    *out = (struct result){.winners = 0};
    for (int seat = 0; seat < s->players; seat++)
        out->points[seat] = s->total[seat];
    if (s->phase == SCOUT_PHASE_OVER)
        most_points_win(out, s->players); /* SC-18 */
}

static int rounds(const struct state *state, int *last)
{
    const struct scout_state *s = scout_state(state);

    for (int seat = 0; seat < s->players; seat++)
        last[seat] = s->last[seat];
    return s->round;
}

/* ---- observation ---- */

#define OBSERVED(X)                                                                                                    \
    X(BYTE, PHASE, "phase", NULL, s->phase)                                                                            \
    X(BYTE, PLAYERS, "players", "how many play", s->players)                                                           \
    X(BYTE, ROUND, "round", "rounds scored", s->round)                                                                 \
    X(BYTE, MINE, "mine", "1: I owe a choice", scout_turn(s).seats >> seat & 1)                                        \
    X(BYTE, CHOICE, "choice", "my sealed choice: 0 none yet, 1 keep, 2 flip",                                          \
      (s->chosen >> seat & 1) + (s->flips >> seat & 1))                                                                \
    X(BYTE, SCOUTS, "scouts", "scouts since the last play", s->scouts)                                                 \
    X(BYTE, OWNER, "owner", "of the set that lies there: 0 nobody, else 1 + seats to my left",                         \
      s->prior_count ? 1 + seats_apart(seat, s->owner, s->players) : 0)                                                \
    X(BYTE, PRIOR_COUNT, "prior_count", "cards of that set", s->prior_count)                                           \
    X(ROW, PRIOR, SCOUT_SET_SIZE, "prior_up", "its numbers that are up, left to right, then 0")                        \
    X(ROW, PRIOR_DOWN, SCOUT_SET_SIZE, "prior_down", "its numbers that are down")                                      \
    X(ROW, HAND, SCOUT_HAND_SIZE, "hand_up", "numbers of my hand that are up, left to right, then 0")                  \
    X(ROW, HAND_DOWN, SCOUT_HAND_SIZE, "hand_down", "numbers of my hand that are down")                                \
    X(ROW, PLACE, SCOUT_CARDS_SIZE, "place",                                                                           \
      "by card (1/2 1/3 2/3 1/4 …, by the higher number, then the lower): 0 unseen, 1 + seats to my left of the "    \
      "player who scouted it and has it, 6 in the set that lies there, 7 captured, 8 of an earlier deal; the last "    \
      "three are 0")                                                                                                   \
    X(SEATS, OBSERVED_SEAT)
#define OBSERVED_SEAT(X)                                                                                               \
    X(BYTE, CARDS, "cards", "cards in hand", s->count[seat])                                                           \
    X(BYTE, CAPTURED, "captured", "cards captured", s->captured[seat])                                                 \
    X(BYTE, TOKENS, "tokens", "scout tokens, at most 255", s->tokens[seat] > 255 ? 255 : s->tokens[seat])              \
    X(BYTE, MARKER, "marker", "1: has its Double Action marker", s->markers >> seat & 1)                               \
    X(BYTE, CHIPS, "chips", "chips, with two players", s->chips[seat])                                                 \
    X(ROW, POINTS, 2, "points", "points + 2000, low byte, high byte")                                                  \
    X(BYTE, PADDING, "padding", "0", 0)

enum { OBSERVED_SEAT(OBS_SEAT_PLACE) OBS_SEAT };
enum { OBSERVED(OBS_PLACE) OBS_SIZE };
static const struct game_field fields[] = {OBSERVED(OBS_FIELD) FIELDS_END};

static inline void observe_cards(const uint8_t *cards, int size, uint8_t *out)
{
    for (int block = 0; block < size; block += 16) {
        sixteen_cards cards_here, up, down;
        bytes_copy(&cards_here, cards + block, sizeof cards_here);
        up = cards_here >> 4;
        down = cards_here & 15;
        bytes_copy(out + block, &up, sizeof up);
        bytes_copy(out + size + block, &down, sizeof down);
    }
}

/* Holders are named by how far to the left they sit. */
static inline void observe_places(const struct scout_state *s, int seat, uint8_t *out)
{
    for (int block = 0; block < SCOUT_CARDS_SIZE; block += 16) {
        sixteen_cards place;
        bytes_copy(&place, s->place + block, sizeof place);
        sixteen_cards held = (sixteen_cards)(place >= SCOUT_PLACE_HAND) & (sixteen_cards)(place < SCOUT_PLACE_TABLE);
        sixteen_cards to_the_right = (sixteen_cards)(place < (uint8_t)(SCOUT_PLACE_HAND + seat));
        sixteen_cards left = place - (uint8_t)seat + (to_the_right & s->players);
        place = (left & held) | (place & ~held);
        bytes_copy(out + block, &place, sizeof place);
    }
}

static inline void observe_seat(const struct scout_state *s, int seat, uint8_t *out)
{
    int total = s->total[seat] + 2000;

    OBSERVED_SEAT(OBS_SEAT_PUT);
    out[OBS_SEAT_POINTS] = (uint8_t)total;
    out[OBS_SEAT_POINTS + 1] = (uint8_t)(total >> 8);
}

void scout_observe(const struct scout_state *s, int seat, uint8_t *out)
{
    OBSERVED(OBS_PUT);
    observe_cards(s->prior, SCOUT_SET_SIZE, out + OBS_PRIOR);
    observe_cards(s->hand[seat], SCOUT_HAND_SIZE, out + OBS_HAND);
    observe_places(s, seat, out + OBS_PLACE);
    for (int i = 0, other = seat; i < s->players; i++, other = seat_next(other, s->players))
        observe_seat(s, other, out + OBS_SEATS + i * OBS_SEAT);
    bytes_zero(out + OBS_SEATS + s->players * OBS_SEAT, (size_t)(MAX_SEATS - s->players) * OBS_SEAT);
}

static const struct game_tables tables = {
    .phases = scout_phases, .keys = GAME_KEYS(scout), .fields = fields, .ids = all_ids};

GAME_SLOTS(scout, scout_)

const struct game scout = {
    .id = "scout",
    .title = "SCOUT",
    .summary = "Play ever stronger sets from a hand you may not sort, or scout a card from the set to beat.",
    .minutes = 20,
    .min_players = 2,
    .max_players = 5,
    .max_actions = SCOUT_ID_END,
    .max_legal = SCOUT_ID_END - SCOUT_ID_PLAY, /* every play and every scout, single and double */
    .state_size = sizeof(struct scout_state),
    .observation_size = OBS_SIZE,
    .options = (const struct option[]){{.name = NULL}},
    .tables = &tables,
    GAME_FUNCTIONS,
    .legal_mask = UNLESS_PAGE(legal_mask),
    .rounds = rounds,
    .sheet = &scout_sheet,
    .verbs = (const struct verb[]){SCOUT_VERBS(VERB_ROW) VERBS_END},
    .lists =
        (const struct name_list[]){
            {"side", (const char *const[]){"only", "left", "right", NULL}},
            {"pay", (const char *const[]){"token", "chip", NULL}},
            {"how", (const char *const[]){"empty", "scouted", "stuck", "turns", NULL}},
            {.name = NULL},
        },
};
