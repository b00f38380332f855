/* Always a Bridesmaid: everybody plays Accessories at the same time and holds
 * back when the total is right; second place is worth most. Rules as in
 * docs/rules/bridesmaid.md, by their ids.
 *
 * Sets of cards are masks of eleven bits. An action that names several cards
 * has the rank of its mask among all masks with as many cards as its id, so
 * that all 462 Reserves are one range of ids, and ids ascend as masks do. A
 * sealed choice is kept as its cards; when the last one asked has chosen, the
 * phase is resolved for all seats at once, so the order of arrival cannot
 * matter. Ranking counts the different totals above one's own as bits. */
#include "rules/bridesmaid.h"

#include "rules/bytes.h"
#include "rules/tables.h"

/* AB-1 */
const int8_t bridesmaid_values[ACCESSORIES + 1] = {-5, -3, -2, 0, 1, 2, 3, 5, 6, 8, 10, 0};

enum { OPTION_SINGLE, OPTION_RANKS };

static uint8_t all_seats(const struct state *s)
{
    return (uint8_t)((1u << s->players) - 1);
}

/* By hand: the compiler's own is a call on machines that lack the instruction. */
static inline int count_cards(unsigned cards)
{
    cards -= cards >> 1 & 0x5555;
    cards = (cards & 0x3333) + (cards >> 2 & 0x3333);
    cards = (cards + (cards >> 4)) & 0x0f0f;
    return (int)((cards + (cards >> 8)) & 31);
}

static uint16_t card_bit(int index)
{
    return (uint16_t)(1u << index);
}

int bridesmaid_sum(uint16_t cards)
{
    int sum = 0;
    for (unsigned left = cards; left; left &= left - 1)
        sum += bridesmaid_values[__builtin_ctz(left)];
    return sum;
}

/* ---- action ids ---- */

/* combinations[k][n]: how many ways there are to take k of n cards. The masks
 * of k cards are ranked by their numeric value: the i-th lowest of their cards,
 * c, counts combinations[i][c]. */
static const uint16_t combinations[RESERVE + 1][ACCESSORIES + 1] = {
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},          {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
    {0, 0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55},   {0, 0, 0, 1, 4, 10, 20, 35, 56, 84, 120, 165},
    {0, 0, 0, 0, 1, 5, 15, 35, 70, 126, 210, 330}, {0, 0, 0, 0, 0, 1, 6, 21, 56, 126, 252, 462},
};

enum {
    PAIRS = 55, /* of eleven cards */
    TRIPLES = 165,
    RESERVES = 462,
};

enum {
    ID_RESERVE = 0, /* from the start: legal() writes all of them */
    ID_ROBOT = ID_RESERVE + RESERVES,
    ID_DRAW = ID_ROBOT + PAIRS,
    ID_PLAY = ID_DRAW + TRIPLES,
    ID_HOLD = ID_PLAY + ACCESSORIES,
    ID_ASIDE,
    ID_NONE = ID_ASIDE + ACCESSORIES,
    ID_DISPLAY_1,
    ID_DISPLAY_2 = ID_DISPLAY_1 + ACCESSORIES,
    ID_DISPLAY_3 = ID_DISPLAY_2 + PAIRS,
    ID_END = ID_DISPLAY_3 + TRIPLES,
};

static const struct game_ids all_ids[] = {
    {"reserve", ID_RESERVE, RESERVES, "rank of the five cards", "reserve -5 -2 0 6 10"},
    {"robot", ID_ROBOT, PAIRS, "rank of the two cards", "robot -5 10"},
    {"draw", ID_DRAW, TRIPLES, "rank of the three cards", "draw -5 0 10"},
    {"play", ID_PLAY, ACCESSORIES, "card", "play 6"},
    {"hold", ID_HOLD, 1, "", "hold"},
    {"aside", ID_ASIDE, ACCESSORIES, "card", "aside 6"},
    {"aside none", ID_NONE, 1, "", "aside none"},
    {"display 1", ID_DISPLAY_1, ACCESSORIES, "card", "display 6"},
    {"display 2", ID_DISPLAY_2, PAIRS, "rank of the two cards", "display -5 6"},
    {"display 3", ID_DISPLAY_3, TRIPLES, "rank of the three cards", "display -5 0 6"},
    {.name = NULL},
};

static const uint16_t id_display[POINTS_MOST + 1] = {0, ID_DISPLAY_1, ID_DISPLAY_2, ID_DISPLAY_3};

static inline int rank_of_mask(unsigned cards)
{
    int rank = 0;
    for (int i = 1; cards; cards &= cards - 1, i++)
        rank += combinations[i][__builtin_ctz(cards)];
    return rank;
}

/* And back: all masks of two, three and five cards, ascending. */
static const uint16_t pairs[PAIRS] = {
    0x003, 0x005, 0x006, 0x009, 0x00a, 0x00c, 0x011, 0x012, 0x014, 0x018, 0x021, 0x022, 0x024, 0x028,
    0x030, 0x041, 0x042, 0x044, 0x048, 0x050, 0x060, 0x081, 0x082, 0x084, 0x088, 0x090, 0x0a0, 0x0c0,
    0x101, 0x102, 0x104, 0x108, 0x110, 0x120, 0x140, 0x180, 0x201, 0x202, 0x204, 0x208, 0x210, 0x220,
    0x240, 0x280, 0x300, 0x401, 0x402, 0x404, 0x408, 0x410, 0x420, 0x440, 0x480, 0x500, 0x600,
};
static const uint16_t triples[TRIPLES] = {
    0x007, 0x00b, 0x00d, 0x00e, 0x013, 0x015, 0x016, 0x019, 0x01a, 0x01c, 0x023, 0x025, 0x026, 0x029, 0x02a,
    0x02c, 0x031, 0x032, 0x034, 0x038, 0x043, 0x045, 0x046, 0x049, 0x04a, 0x04c, 0x051, 0x052, 0x054, 0x058,
    0x061, 0x062, 0x064, 0x068, 0x070, 0x083, 0x085, 0x086, 0x089, 0x08a, 0x08c, 0x091, 0x092, 0x094, 0x098,
    0x0a1, 0x0a2, 0x0a4, 0x0a8, 0x0b0, 0x0c1, 0x0c2, 0x0c4, 0x0c8, 0x0d0, 0x0e0, 0x103, 0x105, 0x106, 0x109,
    0x10a, 0x10c, 0x111, 0x112, 0x114, 0x118, 0x121, 0x122, 0x124, 0x128, 0x130, 0x141, 0x142, 0x144, 0x148,
    0x150, 0x160, 0x181, 0x182, 0x184, 0x188, 0x190, 0x1a0, 0x1c0, 0x203, 0x205, 0x206, 0x209, 0x20a, 0x20c,
    0x211, 0x212, 0x214, 0x218, 0x221, 0x222, 0x224, 0x228, 0x230, 0x241, 0x242, 0x244, 0x248, 0x250, 0x260,
    0x281, 0x282, 0x284, 0x288, 0x290, 0x2a0, 0x2c0, 0x301, 0x302, 0x304, 0x308, 0x310, 0x320, 0x340, 0x380,
    0x403, 0x405, 0x406, 0x409, 0x40a, 0x40c, 0x411, 0x412, 0x414, 0x418, 0x421, 0x422, 0x424, 0x428, 0x430,
    0x441, 0x442, 0x444, 0x448, 0x450, 0x460, 0x481, 0x482, 0x484, 0x488, 0x490, 0x4a0, 0x4c0, 0x501, 0x502,
    0x504, 0x508, 0x510, 0x520, 0x540, 0x580, 0x601, 0x602, 0x604, 0x608, 0x610, 0x620, 0x640, 0x680, 0x700,
};
static const uint16_t quintuples[RESERVES] = {
    0x01f, 0x02f, 0x037, 0x03b, 0x03d, 0x03e, 0x04f, 0x057, 0x05b, 0x05d, 0x05e, 0x067, 0x06b, 0x06d, 0x06e, 0x073,
    0x075, 0x076, 0x079, 0x07a, 0x07c, 0x08f, 0x097, 0x09b, 0x09d, 0x09e, 0x0a7, 0x0ab, 0x0ad, 0x0ae, 0x0b3, 0x0b5,
    0x0b6, 0x0b9, 0x0ba, 0x0bc, 0x0c7, 0x0cb, 0x0cd, 0x0ce, 0x0d3, 0x0d5, 0x0d6, 0x0d9, 0x0da, 0x0dc, 0x0e3, 0x0e5,
    0x0e6, 0x0e9, 0x0ea, 0x0ec, 0x0f1, 0x0f2, 0x0f4, 0x0f8, 0x10f, 0x117, 0x11b, 0x11d, 0x11e, 0x127, 0x12b, 0x12d,
    0x12e, 0x133, 0x135, 0x136, 0x139, 0x13a, 0x13c, 0x147, 0x14b, 0x14d, 0x14e, 0x153, 0x155, 0x156, 0x159, 0x15a,
    0x15c, 0x163, 0x165, 0x166, 0x169, 0x16a, 0x16c, 0x171, 0x172, 0x174, 0x178, 0x187, 0x18b, 0x18d, 0x18e, 0x193,
    0x195, 0x196, 0x199, 0x19a, 0x19c, 0x1a3, 0x1a5, 0x1a6, 0x1a9, 0x1aa, 0x1ac, 0x1b1, 0x1b2, 0x1b4, 0x1b8, 0x1c3,
    0x1c5, 0x1c6, 0x1c9, 0x1ca, 0x1cc, 0x1d1, 0x1d2, 0x1d4, 0x1d8, 0x1e1, 0x1e2, 0x1e4, 0x1e8, 0x1f0, 0x20f, 0x217,
    0x21b, 0x21d, 0x21e, 0x227, 0x22b, 0x22d, 0x22e, 0x233, 0x235, 0x236, 0x239, 0x23a, 0x23c, 0x247, 0x24b, 0x24d,
    0x24e, 0x253, 0x255, 0x256, 0x259, 0x25a, 0x25c, 0x263, 0x265, 0x266, 0x269, 0x26a, 0x26c, 0x271, 0x272, 0x274,
    0x278, 0x287, 0x28b, 0x28d, 0x28e, 0x293, 0x295, 0x296, 0x299, 0x29a, 0x29c, 0x2a3, 0x2a5, 0x2a6, 0x2a9, 0x2aa,
    0x2ac, 0x2b1, 0x2b2, 0x2b4, 0x2b8, 0x2c3, 0x2c5, 0x2c6, 0x2c9, 0x2ca, 0x2cc, 0x2d1, 0x2d2, 0x2d4, 0x2d8, 0x2e1,
    0x2e2, 0x2e4, 0x2e8, 0x2f0, 0x307, 0x30b, 0x30d, 0x30e, 0x313, 0x315, 0x316, 0x319, 0x31a, 0x31c, 0x323, 0x325,
    0x326, 0x329, 0x32a, 0x32c, 0x331, 0x332, 0x334, 0x338, 0x343, 0x345, 0x346, 0x349, 0x34a, 0x34c, 0x351, 0x352,
    0x354, 0x358, 0x361, 0x362, 0x364, 0x368, 0x370, 0x383, 0x385, 0x386, 0x389, 0x38a, 0x38c, 0x391, 0x392, 0x394,
    0x398, 0x3a1, 0x3a2, 0x3a4, 0x3a8, 0x3b0, 0x3c1, 0x3c2, 0x3c4, 0x3c8, 0x3d0, 0x3e0, 0x40f, 0x417, 0x41b, 0x41d,
    0x41e, 0x427, 0x42b, 0x42d, 0x42e, 0x433, 0x435, 0x436, 0x439, 0x43a, 0x43c, 0x447, 0x44b, 0x44d, 0x44e, 0x453,
    0x455, 0x456, 0x459, 0x45a, 0x45c, 0x463, 0x465, 0x466, 0x469, 0x46a, 0x46c, 0x471, 0x472, 0x474, 0x478, 0x487,
    0x48b, 0x48d, 0x48e, 0x493, 0x495, 0x496, 0x499, 0x49a, 0x49c, 0x4a3, 0x4a5, 0x4a6, 0x4a9, 0x4aa, 0x4ac, 0x4b1,
    0x4b2, 0x4b4, 0x4b8, 0x4c3, 0x4c5, 0x4c6, 0x4c9, 0x4ca, 0x4cc, 0x4d1, 0x4d2, 0x4d4, 0x4d8, 0x4e1, 0x4e2, 0x4e4,
    0x4e8, 0x4f0, 0x507, 0x50b, 0x50d, 0x50e, 0x513, 0x515, 0x516, 0x519, 0x51a, 0x51c, 0x523, 0x525, 0x526, 0x529,
    0x52a, 0x52c, 0x531, 0x532, 0x534, 0x538, 0x543, 0x545, 0x546, 0x549, 0x54a, 0x54c, 0x551, 0x552, 0x554, 0x558,
    0x561, 0x562, 0x564, 0x568, 0x570, 0x583, 0x585, 0x586, 0x589, 0x58a, 0x58c, 0x591, 0x592, 0x594, 0x598, 0x5a1,
    0x5a2, 0x5a4, 0x5a8, 0x5b0, 0x5c1, 0x5c2, 0x5c4, 0x5c8, 0x5d0, 0x5e0, 0x607, 0x60b, 0x60d, 0x60e, 0x613, 0x615,
    0x616, 0x619, 0x61a, 0x61c, 0x623, 0x625, 0x626, 0x629, 0x62a, 0x62c, 0x631, 0x632, 0x634, 0x638, 0x643, 0x645,
    0x646, 0x649, 0x64a, 0x64c, 0x651, 0x652, 0x654, 0x658, 0x661, 0x662, 0x664, 0x668, 0x670, 0x683, 0x685, 0x686,
    0x689, 0x68a, 0x68c, 0x691, 0x692, 0x694, 0x698, 0x6a1, 0x6a2, 0x6a4, 0x6a8, 0x6b0, 0x6c1, 0x6c2, 0x6c4, 0x6c8,
    0x6d0, 0x6e0, 0x703, 0x705, 0x706, 0x709, 0x70a, 0x70c, 0x711, 0x712, 0x714, 0x718, 0x721, 0x722, 0x724, 0x728,
    0x730, 0x741, 0x742, 0x744, 0x748, 0x750, 0x760, 0x781, 0x782, 0x784, 0x788, 0x790, 0x7a0, 0x7c0,
};

/* The cards that an action names. Those played one at a time come first: HOLD
 * BACK has the id after the last card, and its bit falls off. */
static inline uint16_t cards_of(uint16_t id)
{
    if (id >= ID_PLAY && id <= ID_HOLD)
        return card_bit(id - ID_PLAY) & ALL_CARDS;
    if (id >= ID_ASIDE && id <= ID_NONE)
        return card_bit(id - ID_ASIDE) & ALL_CARDS;
    if (id < ID_ROBOT)
        return quintuples[id - ID_RESERVE];
    if (id < ID_DRAW)
        return pairs[id - ID_ROBOT];
    if (id < ID_PLAY)
        return triples[id - ID_DRAW];
    if (id < ID_DISPLAY_2)
        return card_bit(id - ID_DISPLAY_1);
    return id < ID_DISPLAY_3 ? pairs[id - ID_DISPLAY_2] : triples[id - ID_DISPLAY_3];
}

struct move bridesmaid_move(uint16_t id)
{
    static const uint16_t ends[] = {
        [MOVE_RESERVE] = ID_ROBOT, [MOVE_ROBOT] = ID_DRAW, [MOVE_DRAW] = ID_PLAY,      [MOVE_PLAY] = ID_HOLD,
        [MOVE_HOLD] = ID_ASIDE,    [MOVE_ASIDE] = ID_NONE, [MOVE_NONE] = ID_DISPLAY_1, [MOVE_DISPLAY] = ID_END,
    };
    struct move move = {.kind = MOVE_RESERVE, .cards = cards_of(id)};

    while (id >= ends[move.kind])
        move.kind++;
    return move;
}

/* ---- ranking: AB-10, AB-11, AB-17 ---- */

/* As printed, by number of rivals, then by rank. */
static const uint8_t rank_points[RIVALS_MOST + 1][RIVALS_MOST] = {
    [3] = {1, 2, 0},
    [4] = {1, 3, 2, 0},
    [5] = {1, 3, 2, 1, 0},
};

static bool has_robot(const struct state *s)
{
    return s->players == 2;
}

int bridesmaid_rivals(const struct state *s)
{
    return has_robot(s) ? s->players + 1 : s->players;
}

void bridesmaid_rank(const struct state *s, const int8_t *totals, struct standing *out)
{
    int rivals = bridesmaid_rivals(s);
    uint64_t there = 0;

    for (int i = 0; i < rivals; i++)
        there |= (uint64_t)1 << (totals[i] - LOWEST_TOTAL);
    for (int i = 0; i < rivals; i++) {
        int tied = 0;
        for (int j = 0; j < rivals; j++)
            tied += totals[j] == totals[i];
        int rank = __builtin_popcountll(there >> (totals[i] - LOWEST_TOTAL + 1));
        out[i] = (struct standing){.rank = rank, .tied = tied, .points = s->ranks[rank] / tied};
    }
}

int bridesmaid_hand_count(const struct state *s, int seat)
{
    return ACCESSORIES - count_cards(s->displayed[seat] | s->played[seat]) - s->reserves - (s->set_aside >> seat & 1);
}

/* ---- displaying: AB-12 ---- */

/* What a seat displays for its points of the last round: all of `forced`, and
 * `more` cards of `pool`. */
struct due {
    uint16_t forced, pool;
    int more;
};

static inline struct due display_due(const struct state *s, int seat)
{
    int points = s->last[seat], played = count_cards(s->played[seat]);

    if (points <= played)
        return (struct due){.forced = 0, .pool = s->played[seat], .more = points};
    return (struct due){.forced = s->played[seat], .pool = s->hand[seat], .more = points - played};
}

static inline bool due_is_a_choice(struct due due)
{
    return due.more > 0 && due.more < count_cards(due.pool);
}

/* ---- legal ---- */

/* One id for each card of a set. Every id is written and the next one goes over
 * it if the card is not there: hands are too different for branches to be
 * foreseen. */
static inline uint16_t *put_cards(uint16_t *ids, int first, unsigned cards)
{
    for (int card = 0; card < ACCESSORIES; card++) {
        *ids = (uint16_t)(first + card);
        ids += cards >> card & 1;
    }
    return ids;
}

/* The ids of all ways to take one, two or three of the lowest `below` cards of
 * a row, ascending: the highest card changes last. Cards still forced must be
 * among them; what leaves one out is written over by the next. */
static inline uint16_t *put_ones(uint16_t *ids, int id, unsigned forced, const uint8_t *row, int below)
{
    for (int i = 0; i < below; i++) {
        *ids = (uint16_t)(id + row[i]);
        ids += !(forced & ~(1u << row[i]));
    }
    return ids;
}

static inline uint16_t *put_twos(uint16_t *ids, int id, unsigned forced, const uint8_t *row, int below)
{
    for (int i = 1; i < below; i++)
        ids = put_ones(ids, id + combinations[2][row[i]], forced & ~(1u << row[i]), row, i);
    return ids;
}

static inline uint16_t *put_threes(uint16_t *ids, int id, unsigned forced, const uint8_t *row, int below)
{
    for (int i = 2; i < below; i++)
        ids = put_twos(ids, id + combinations[3][row[i]], forced & ~(1u << row[i]), row, i);
    return ids;
}

/* All ways to take `count` cards of a pool, the forced ones of it among them. Not inlined: its row is
 * guarded, and most calls of legal() need none. */
static __attribute__((noinline)) uint16_t *put_subsets(uint16_t *ids, int first, unsigned forced, unsigned pool,
                                                       int count)
{
    uint8_t row[ACCESSORIES];
    int size = 0;

    for (; pool; pool &= pool - 1)
        row[size++] = (uint8_t)__builtin_ctz(pool);
    if (count == 1)
        return put_ones(ids, first, forced, row, size);
    return count == 2 ? put_twos(ids, first, forced, row, size) : put_threes(ids, first, forced, row, size);
}

static int legal(const struct state *s, int seat, uint16_t *ids)
{
    uint16_t *end = ids;

    if (s->phase == PHASE_PLAY) { /* most often by far */
        end = put_cards(ids, ID_PLAY, s->hand[seat]);
        *end = ID_HOLD;
        return (int)(end - ids) + 1;
    }
    switch (s->phase) {
    case PHASE_RESERVE:
        for (uint16_t id = 0; id < (uint16_t)RESERVES; id++)
            ids[id] = id;
        end = ids + RESERVES;
        break;
    case PHASE_GIVE: end = put_subsets(ids, ID_ROBOT, 0, s->dealt[seat], ROBOT_GIVEN); break;
    case PHASE_DRAW: end = put_subsets(ids, ID_DRAW, 0, s->reserve[seat], DRAWN); break;
    case PHASE_ASIDE:
        end = put_cards(ids, ID_ASIDE, s->hand[seat]);
        *end++ = ID_NONE;
        break;
    default: {
        struct due due = display_due(s, seat);
        end = put_subsets(ids, id_display[s->last[seat]], due.forced, due.forced | due.pool, s->last[seat]);
    }
    }
    return (int)(end - ids);
}

/* ---- objection: the same rules, one action at a time ---- */

BRIDESMAID_REFUSALS(REFUSAL_KEY)

static const char *display_objection(const struct state *s, int seat, uint16_t cards)
{
    bool from_hand = cards & ~s->played[seat], some_left = s->played[seat] & ~cards;

    if (count_cards(cards) != s->last[seat])
        return as_many_as_points;
    if (cards & ~(s->played[seat] | s->hand[seat]))
        return neither_played_nor_held;
    if (from_hand && some_left)
        return played_before_hand;
    return NULL;
}

static const char *objection(const struct state *s, int seat, uint16_t id)
{
    struct move move = bridesmaid_move(id);

    switch (s->phase) {
    case PHASE_RESERVE: return move.kind == MOVE_RESERVE ? NULL : reserve_first;
    case PHASE_GIVE:
        if (move.kind != MOVE_ROBOT)
            return give_first;
        return move.cards & ~s->dealt[seat] ? not_for_robot : NULL;
    case PHASE_DRAW:
        if (move.kind != MOVE_DRAW)
            return draw_first;
        return move.cards & ~s->reserve[seat] ? not_in_reserve : NULL;
    case PHASE_PLAY:
        if (move.kind != MOVE_PLAY && move.kind != MOVE_HOLD)
            return play_or_hold;
        return move.cards & ~s->hand[seat] ? not_in_hand : NULL;
    case PHASE_ASIDE:
        if (move.kind != MOVE_ASIDE && move.kind != MOVE_NONE)
            return set_aside_or_not;
        return move.cards & ~s->hand[seat] ? not_in_hand : NULL;
    default: return move.kind == MOVE_DISPLAY ? display_objection(s, seat, move.cards) : display_first;
    }
}

/* ---- what happened ---- */

/* Adds a field of the kind cards and returns how many values that takes. */
static int add_cards(struct facts *told, unsigned cards)
{
    int count = count_cards(cards);

    fact_add(told, count);
    for (; cards; cards &= cards - 1)
        fact_add(told, __builtin_ctz(cards));
    return 1 + count;
}

static void say_cards(struct facts *told, int verb, int seat, unsigned cards)
{
    SAY(told, verb, seat);
    add_cards(told, cards);
}

/* The same of cards that nobody else sees. */
static void say_unseen(struct facts *told, int verb, int seat, unsigned cards)
{
    SAY(told, verb, seat, count_cards(cards));
    fact_keep(told, seat_bit(seat), add_cards(told, cards));
}

static bool turns_wild(const struct state *s, int seat, unsigned cards)
{
    return (cards & WILD_CARDS) && !(s->wild & seat_bit(seat));
}

/* What it is to choose these cards, or none. */
static void say_choice(const struct state *s, int seat, uint16_t cards, struct facts *told)
{
    switch (s->phase) {
    case PHASE_RESERVE: say_unseen(told, BRIDESMAID_RESERVES, seat, cards); break;
    case PHASE_GIVE: say_unseen(told, BRIDESMAID_GIVES, seat, cards); break;
    case PHASE_DRAW: say_unseen(told, BRIDESMAID_DRAWS, seat, cards); break;
    case PHASE_ASIDE: say_unseen(told, BRIDESMAID_SETS_ASIDE, seat, cards); break;
    case PHASE_DISPLAY: say_cards(told, BRIDESMAID_DISPLAYS, seat, cards); break;
    default:
        if (cards)
            SAY(told, BRIDESMAID_PLAYS, seat, __builtin_ctz(cards), s->total[seat] + bridesmaid_sum(cards),
                turns_wild(s, seat, cards));
        else
            SAY(told, BRIDESMAID_HOLDS, seat, s->total[seat]);
    }
}

/* Says what was sealed, now that all choices are in. */
static SAYING void say_choices(const struct state *s, struct facts *told)
{
    for (unsigned left = s->asked; left; left &= left - 1)
        say_choice(s, __builtin_ctz(left), s->sealed[__builtin_ctz(left)], told);
}

static int fact_seat(const struct state *s, int rival)
{
    return has_robot(s) && rival == ROBOT ? FACT_ROBOT : rival;
}

/* The round that is about to be scored is over. */
static SAYING void say_end(const struct state *s, struct facts *told)
{
    unsigned active = ((1u << bridesmaid_rivals(s)) - 1) & ~(unsigned)s->held;

    SAY(told, BRIDESMAID_ENDS, s->round + 1, active != 0);
    if (active)
        fact_add(told, fact_seat(s, __builtin_ctz(active)));
}

static SAYING void say_robot(const struct state *s, uint8_t card, struct facts *told)
{
    if (card == PILE_HOLD)
        SAY(told, BRIDESMAID_ROBOT_HOLDS, FACT_ROBOT, s->total[ROBOT]);
    else
        SAY(told, BRIDESMAID_ROBOT_PLAYS, FACT_ROBOT, card - 1, s->total[ROBOT] + bridesmaid_values[card - 1]);
}

/* The card set aside is about to be counted. */
static SAYING void say_aside(const struct state *s, int seat, struct facts *told)
{
    uint16_t card = s->aside[seat];

    SAY(told, BRIDESMAID_TURNS_UP, seat, __builtin_ctz(card), s->total[seat] + bridesmaid_sum(card),
        turns_wild(s, seat, card));
}

/* Who has which place, with which total, and what that brings (AB-10, AB-11). */
static SAYING void say_ranks(const struct state *s, const struct standing *standing, struct facts *told)
{
    int rivals = bridesmaid_rivals(s);

    for (int rank = 0; rank < rivals; rank++) {
        unsigned there = 0;
        int one = 0;
        for (int i = 0; i < rivals; i++)
            if (standing[i].rank == rank) {
                there |= 1u << fact_seat(s, i);
                one = i;
            }
        if (there)
            SAY(told, BRIDESMAID_RANKS, rank + 1, (int)there, s->total[one], s->ranks[rank], standing[one].points);
    }
}

/* What a seat displays without having chosen it, and what goes back to its hand. */
static SAYING void say_cleaned(const struct state *s, int seat, unsigned out, struct facts *told)
{
    unsigned back = s->played[seat] & ~out;

    if (out && !(s->asked & seat_bit(seat)))
        say_cards(told, BRIDESMAID_MUST_DISPLAY, seat, out);
    if (back)
        say_cards(told, BRIDESMAID_RETURNS, seat, back);
}

static int final_score(const struct state *s, int seat)
{
    return s->points[seat] - (s->wild >> seat & 1);
}

/* Nothing of the round is left on the table; after the second one, AB-3. */
static SAYING void say_cleared(const struct state *s, struct facts *told)
{
    SAY(told, BRIDESMAID_CLEARS, s->round);
    if (s->round > 1)
        SAY(told, BRIDESMAID_JOINS, s->reserves);
}

/* The final count (AB-13, AB-14). */
static SAYING void say_final(const struct state *s, struct facts *told)
{
    for (int seat = 0; seat < s->players; seat++)
        SAY(told, BRIDESMAID_FINISHES, seat, s->points[seat], s->wild >> seat & 1, final_score(s, seat));
}

static void dealt(const struct state *before, const struct state *after, struct facts *told)
{
    if (before->phase == PHASE_ORDER) {
        SAY(told, BRIDESMAID_SHUFFLED, after->round + 1, ROBOT_PILE);
        for (int i = 0; i < ROBOT_PILE; i++)
            fact_add(told, after->pile[i] - 1);
        fact_keep(told, 0, 1 + ROBOT_PILE);
        return;
    }
    SAY(told, BRIDESMAID_ROBOT_DEALT, ROBOT_DEALT, after->removed - 1);
    fact_keep(told, 0, 1);
    for (int seat = 0; seat < 2; seat++) {
        say_cards(told, BRIDESMAID_GETS, seat, after->dealt[seat]);
        fact_keep(told, seat_bit(seat), FACT_ALL);
    }
}

static void meaning(const struct state *s, int seat, uint16_t id, struct facts *told)
{
    say_choice(s, seat, cards_of(id), told);
}

/* ---- the course of the game ---- */

/* AB-13: the order of a list like 2,0,1 into single[], or why it is none. */
static const char *read_single(struct state *s, const char *value)
{
    static const char refusal[] = "single must name every seat once, longest single first, as in 2,0,1";
    struct reader in = read_from(value, text_length(value));

    for (int place = 1; place <= s->players; place++) {
        int seat = 0;
        if ((place > 1 && !read_if(&in, ",")) || !read_number(&in, 0, s->players - 1, &seat) || s->single[seat])
            return refusal;
        s->single[seat] = (uint8_t)place;
    }
    return read_at_end(&in) ? NULL : refusal;
}

/* AB-11: other points than the printed ones, as many as there are ranks. */
static const char *read_ranks(struct state *s, const char *value)
{
    struct reader in = read_from(value, text_length(value));
    int rivals = bridesmaid_rivals(s);

    for (int rank = 0; rank < rivals; rank++) {
        int points = 0;
        if (rank > 0 && !read_if(&in, ","))
            return "ranks: a number is needed for every rank, the Robot's too, with commas between them";
        if (!read_number(&in, 0, POINTS_MOST, &points))
            return rank ? "ranks: each number must be from 0 to 3" : "ranks: must be printed, or numbers like 1,3,2,0";
        s->ranks[rank] = (uint8_t)points;
    }
    return read_at_end(&in) ? NULL : "ranks: there are more numbers than ranks, the Robot's included";
}

static const char *start(struct state *s, const struct setup *setup)
{
    const char *single = setup->value[OPTION_SINGLE], *ranks = setup->value[OPTION_RANKS], *refusal = NULL;

    bytes_zero(s, sizeof *s);
    s->players = (uint8_t)setup->players;
    s->phase = PHASE_RESERVE;
    s->asked = all_seats(s);
    for (int seat = 0; seat < s->players; seat++)
        s->hand[seat] = s->known[seat] = ALL_CARDS;
    bytes_copy(s->ranks, rank_points[bridesmaid_rivals(s)], sizeof s->ranks);
    if (ranks && !text_equal(ranks, "printed"))
        refusal = read_ranks(s, ranks);
    return !refusal && single && !text_equal(single, "none") ? read_single(s, single) : refusal;
}

static struct turn turn(const struct state *s)
{
    if (s->asked)
        return (struct turn){.kind = TURN_CHOICE, .seats = (uint8_t)(s->asked & ~s->chosen)};
    return (struct turn){.kind = s->phase == PHASE_OVER ? TURN_OVER : TURN_CHANCE};
}

static void ask(struct state *s, enum phase phase, uint8_t seats)
{
    s->phase = (uint8_t)phase;
    s->asked = seats;
}

static void begin_round(struct state *s)
{
    if (has_robot(s))
        ask(s, PHASE_ORDER, 0);
    else
        ask(s, PHASE_PLAY, all_seats(s));
}

/* AB-2 */
static void take_reserves(struct state *s)
{
    s->reserves = RESERVE;
    for (int seat = 0; seat < s->players; seat++) {
        s->reserve[seat] = s->sealed[seat];
        s->hand[seat] = (uint16_t)(ALL_CARDS & ~s->sealed[seat]);
        s->known[seat] = 0;
    }
    if (has_robot(s))
        ask(s, PHASE_ROBOT, 0);
    else
        begin_round(s);
}

/* AB-15 */
static void give_robot(struct state *s)
{
    for (int seat = 0; seat < 2; seat++)
        s->given[seat] = s->sealed[seat];
    begin_round(s);
}

/* AB-3 */
static void draw_reserves(struct state *s)
{
    s->reserves = RESERVE - DRAWN;
    for (int seat = 0; seat < s->players; seat++) {
        s->reserve[seat] = (uint16_t)(s->reserve[seat] & ~s->sealed[seat]);
        s->hand[seat] |= s->sealed[seat];
    }
    begin_round(s);
}

/* AB-3: by now everybody knows what is in everybody's hand. */
static void join_last_reserves(struct state *s)
{
    s->reserves = 0;
    for (int seat = 0; seat < s->players; seat++) {
        s->hand[seat] |= s->reserve[seat];
        s->known[seat] = s->hand[seat];
        s->reserve[seat] = 0;
    }
}

/* AB-12: displays what was chosen or is forced, and returns the rest to hand. */
static void clean_up(struct state *s, struct facts *told)
{
    for (int seat = 0; seat < s->players; seat++) {
        struct due due = display_due(s, seat);
        unsigned out = s->asked >> seat & 1 ? s->sealed[seat] : due.forced | (due.more ? due.pool : 0);
        if (told)
            say_cleaned(s, seat, out, told);
        s->displayed[seat] |= (uint16_t)out;
        s->hand[seat] = (uint16_t)((s->hand[seat] | s->played[seat]) & ~out);
        s->known[seat] = (uint16_t)((s->known[seat] | s->played[seat]) & ~out);
        s->played[seat] = s->aside[seat] = 0;
    }
    if (told)
        say_cleared(s, told);
    bytes_zero(s->total, sizeof s->total);
    s->held = 0;
    if (s->round == 1) {
        ask(s, PHASE_DRAW, all_seats(s));
        return;
    }
    join_last_reserves(s);
    begin_round(s);
}

/* AB-7, AB-8: set-aside cards turn up. */
static void reveal_aside(struct state *s, struct facts *told)
{
    for (int seat = 0; seat < s->players && s->set_aside; seat++) {
        if (!(s->set_aside & seat_bit(seat)))
            continue;
        if (told)
            say_aside(s, seat, told);
        s->played[seat] |= s->aside[seat];
        s->known[seat] = (uint16_t)(s->known[seat] & ~s->aside[seat]);
        s->total[seat] = (int8_t)(s->total[seat] + bridesmaid_sum(s->aside[seat]));
        if (s->aside[seat] & WILD_CARDS)
            s->wild |= seat_bit(seat);
    }
    s->set_aside = 0;
}

static void score_round(struct state *s, struct facts *told)
{
    struct standing standing[RIVALS_MOST];
    uint8_t choosers = 0;

    if (told)
        say_end(s, told);
    reveal_aside(s, told);
    bridesmaid_rank(s, s->total, standing);
    if (told)
        say_ranks(s, standing, told);
    for (int i = s->shown; i < ROBOT_PILE; i++)
        s->pile[i] = 0; /* AB-16: nobody looks at the rest */
    for (int seat = 0; seat < s->players; seat++) {
        s->last[seat] = (uint8_t)standing[seat].points;
        s->points[seat] = (uint8_t)(s->points[seat] + s->last[seat]);
        if (due_is_a_choice(display_due(s, seat)))
            choosers |= seat_bit(seat);
    }
    bytes_copy(s->last_total, s->total, sizeof s->total);
    bytes_copy(s->last_played, s->played, sizeof s->played);
    bytes_copy(s->last_aside, s->aside, sizeof s->aside);
    if (++s->round == ROUNDS) {
        ask(s, PHASE_OVER, 0); /* AB-14 */
        if (told)
            say_final(s, told);
        return;
    }
    ask(s, PHASE_DISPLAY, choosers);
    if (!choosers)
        clean_up(s, told);
}

/* AB-9 */
static void end_turn(struct state *s, struct facts *told)
{
    unsigned everybody = (1u << bridesmaid_rivals(s)) - 1, active = everybody & ~(unsigned)s->held;

    if (active & (active - 1))
        ask(s, PHASE_PLAY, (uint8_t)(active & all_seats(s)));
    else
        score_round(s, told);
}

/* AB-16 */
static void reveal_robot(struct state *s, struct facts *told)
{
    uint8_t card = s->pile[s->shown++];

    if (told)
        say_robot(s, card, told);
    if (card == PILE_HOLD) {
        s->held |= seat_bit(ROBOT);
        return;
    }
    s->robot_seen |= card_bit(card - 1);
    s->total[ROBOT] = (int8_t)(s->total[ROBOT] + bridesmaid_values[card - 1]);
}

/* AB-4 to AB-6, AB-8 */
static void reveal(struct state *s, struct facts *told)
{
    bool earliest = s->held == 0;
    uint8_t may_set_aside = 0;

    /* HOLD BACK names no card, and who is out already has sealed nothing: what
     * is done for all alike then changes nothing. */
    for (int seat = 0; seat < s->players; seat++) {
        uint16_t card = s->sealed[seat];
        unsigned holds = card == 0;
        s->held |= (uint8_t)(holds << seat);
        may_set_aside |= (uint8_t)((holds & (s->hand[seat] != 0)) << seat);
        s->hand[seat] = (uint16_t)(s->hand[seat] & ~card);
        s->known[seat] = (uint16_t)(s->known[seat] & ~card);
        s->played[seat] |= card;
        s->total[seat] = (int8_t)(s->total[seat] + bridesmaid_values[__builtin_ctz(card | 1u << ACCESSORIES)]);
        s->wild |= (uint8_t)(((card & WILD_CARDS) != 0) << seat);
    }
    if (has_robot(s) && !(s->held & seat_bit(ROBOT)))
        reveal_robot(s, told);
    if (earliest && may_set_aside)
        ask(s, PHASE_ASIDE, may_set_aside);
    else
        end_turn(s, told);
}

/* AB-6 */
static void lay_aside(struct state *s, struct facts *told)
{
    for (unsigned left = s->asked; left; left &= left - 1) {
        int seat = __builtin_ctz(left);
        if (s->sealed[seat] == 0)
            continue;
        s->aside[seat] = s->sealed[seat];
        s->hand[seat] = (uint16_t)(s->hand[seat] & ~s->sealed[seat]);
        s->set_aside |= seat_bit(seat);
    }
    end_turn(s, told);
}

/* All choices are in. Not inlined, so that most of them are sealed without its room. */
static __attribute__((noinline)) void resolve(struct state *s, struct facts *told)
{
    if (told)
        say_choices(s, told);
    switch (s->phase) {
    case PHASE_PLAY: reveal(s, told); break;
    case PHASE_RESERVE: take_reserves(s); break;
    case PHASE_GIVE: give_robot(s); break;
    case PHASE_ASIDE: lay_aside(s, told); break;
    case PHASE_DISPLAY: clean_up(s, told); break;
    default: draw_reserves(s); break;
    }
    bytes_zero(s->sealed, sizeof s->sealed);
    s->chosen = 0;
}

static void apply(struct state *s, int seat, uint16_t id, struct facts *told)
{
    MUST((turn(s).seats & seat_bit(seat)) && !objection(s, seat, id));
    s->sealed[seat] = cards_of(id);
    s->chosen |= seat_bit(seat);
    if (s->chosen == s->asked)
        resolve(s, told);
}

/* ---- chance: AB-15, AB-16 ---- */

static void deal_robot(struct state *s, struct rng *rng)
{
    uint8_t deck[ACCESSORIES];

    for (int i = 0; i < ACCESSORIES; i++)
        deck[i] = (uint8_t)i;
    rng_shuffle(rng, deck, ACCESSORIES);
    for (int i = 0; i < 2 * ROBOT_DEALT; i++)
        s->dealt[i / ROBOT_DEALT] |= card_bit(deck[i]);
    s->removed = (uint8_t)(deck[2 * ROBOT_DEALT] + 1);
    ask(s, PHASE_GIVE, all_seats(s));
}

static uint16_t robot_hand(const struct state *s)
{
    return s->given[0] | s->given[1];
}

/* The cards of its hand, HOLD BACK last. */
static void gather_pile(uint8_t *pile, unsigned cards)
{
    for (; cards; cards &= cards - 1)
        *pile++ = (uint8_t)(__builtin_ctz(cards) + 1);
    *pile = PILE_HOLD;
}

static void start_pile(struct state *s)
{
    s->shown = 0;
    ask(s, PHASE_PLAY, all_seats(s));
}

static void chance(struct state *s, struct rng *rng)
{
    if (s->phase == PHASE_ROBOT) {
        deal_robot(s, rng);
    } else {
        gather_pile(s->pile, robot_hand(s));
        rng_shuffle(rng, s->pile, ROBOT_PILE);
        start_pile(s);
    }
}

/* ---- score: AB-13 ---- */

static void result(const struct state *s, struct result *out)
{
    *out = (struct result){.winners = 0};
    for (int seat = 0; seat < s->players; seat++)
        out->points[seat] = final_score(s, seat);
    if (s->phase != PHASE_OVER)
        return;
    most_points_win(out, s->players);
    int longest = -1; /* single, of the winners */
    for (int seat = 0; seat < s->players; seat++)
        if ((out->winners >> seat & 1) && (longest < 0 || s->single[seat] < s->single[longest]))
            longest = seat;
    if (longest >= 0 && s->single[longest])
        out->winners = seat_bit(longest);
}

static int rounds(const struct state *s, int *last)
{
    for (int seat = 0; seat < s->players; seat++)
        last[seat] = s->last[seat];
    return s->round;
}

/* ---- who knows what ---- */

/* Whether the Robot's cards have been dealt. */
static bool robot_is_dealt(const struct state *s)
{
    return has_robot(s) && s->phase != PHASE_RESERVE && s->phase != PHASE_ROBOT;
}

static void redact(struct state *s, int viewer)
{
    if (s->phase == PHASE_OVER)
        return;
    for (int seat = 0; seat < s->players; seat++) {
        if (seat == viewer)
            continue;
        s->hidden |= seat_bit(seat);
        s->hand[seat] = s->known[seat];
        s->reserve[seat] = s->sealed[seat] = 0;
        if (s->set_aside & seat_bit(seat))
            s->aside[seat] = 0;
        if (has_robot(s))
            s->dealt[seat] = s->given[seat] = 0;
    }
    s->removed = 0;
    for (int i = s->shown; i < ROBOT_PILE; i++)
        s->pile[i] = 0;
}

/* Any `count` cards of a pool, each set of them equally likely. */
static uint16_t any_cards(uint16_t pool, int count, struct rng *rng)
{
    uint16_t taken = 0;
    int left = count_cards(pool);

    for (unsigned rest = pool; count > 0; rest &= rest - 1, left--)
        if (rng_below(rng, (uint32_t)left) < (uint32_t)count) {
            taken |= (uint16_t)(rest & (0u - rest));
            count--;
        }
    return taken;
}

/* What is not known to be elsewhere is in hand, in the Reserve or, one card,
 * aside; what is known to be in hand may be that one card as well. There are
 * as many ways to set one aside whatever the Reserve is, so that drawing the
 * one and then the other makes all worlds equally likely. */
static void imagine_cards(struct state *s, int seat, struct rng *rng)
{
    unsigned open = s->displayed[seat] | s->played[seat];

    s->reserve[seat] = any_cards((uint16_t)(ALL_CARDS & ~(open | s->known[seat])), s->reserves, rng);
    s->hand[seat] = (uint16_t)(ALL_CARDS & ~(open | s->reserve[seat]));
    if (s->set_aside & seat_bit(seat)) {
        s->aside[seat] = any_cards(s->hand[seat], 1, rng);
        s->hand[seat] = (uint16_t)(s->hand[seat] & ~s->aside[seat]);
    }
}

/* The places that one of the Robot's Accessories may be in. */
enum { PLACE_GIVEN, PLACE_KEPT = PLACE_GIVEN + 2, PLACE_REMOVED = PLACE_KEPT + 2 };

/* Deals the Robot's Accessories that the viewer has not placed. Those that it
 * has shown were given to it by somebody hidden; the others are anywhere. The
 * places are drawn one by one, which makes all worlds equally likely. */
static void imagine_robot(struct state *s, struct rng *rng)
{
    bool given = s->phase != PHASE_GIVE;
    uint8_t places[ACCESSORIES];
    int count = 0, firm = 0;
    unsigned unplaced = ALL_CARDS & ~(unsigned)(s->dealt[0] | s->dealt[1]);

    for (int seat = 0; seat < 2; seat++)
        for (int i = 0; i < ROBOT_GIVEN && given && (s->hidden & seat_bit(seat)); i++)
            places[count++] = (uint8_t)(PLACE_GIVEN + seat);
    rng_shuffle(rng, places, count);
    firm = count_cards((uint16_t)(unplaced & s->robot_seen));
    for (int seat = 0; seat < 2; seat++)
        for (int i = given ? ROBOT_GIVEN : 0; i < ROBOT_DEALT && (s->hidden & seat_bit(seat)); i++)
            places[count++] = (uint8_t)(PLACE_KEPT + seat);
    places[count++] = PLACE_REMOVED;
    rng_shuffle(rng, places + firm, count - firm);

    int next_firm = 0, next_free = firm;
    for (unsigned left = unplaced; left; left &= left - 1) {
        int card = __builtin_ctz(left);
        uint8_t place = places[s->robot_seen >> card & 1 ? next_firm++ : next_free++];
        if (place == PLACE_REMOVED) {
            s->removed = (uint8_t)(card + 1);
            continue;
        }
        s->dealt[place % 2] |= card_bit(card);
        if (place < PLACE_KEPT)
            s->given[place % 2] |= card_bit(card);
    }
}

/* The order of the cards that lie face down. */
static void imagine_pile(struct state *s, struct rng *rng)
{
    if (s->phase != PHASE_PLAY && s->phase != PHASE_ASIDE)
        return;
    unsigned shown = 0;
    int count = s->shown;
    for (int i = 0; i < s->shown; i++)
        shown |= 1u << s->pile[i];
    for (int card = 1; card <= PILE_HOLD; card++)
        if (((unsigned)robot_hand(s) << 1 | 1u << PILE_HOLD) & ~shown & 1u << card)
            s->pile[count++] = (uint8_t)card;
    rng_shuffle(rng, s->pile + s->shown, ROBOT_PILE - s->shown);
}

/* All worlds are equally likely: the parts below are independent, and each
 * draws evenly. A sealed choice has as many answers in every world. */
static void imagine(struct state *s, int viewer, struct rng *rng)
{
    (void)viewer;
    for (int seat = 0; seat < s->players; seat++)
        if (s->hidden & seat_bit(seat))
            imagine_cards(s, seat, rng);
    if (s->hidden && robot_is_dealt(s)) {
        imagine_robot(s, rng);
        imagine_pile(s, rng);
    }
    for (unsigned left = s->hidden & s->chosen; left; left &= left - 1) {
        uint16_t ids[RESERVES + LEGAL_SLACK] = {0};
        int seat = __builtin_ctz(left);
        int count = legal(s, seat, ids);
        s->sealed[seat] = cards_of(ids[rng_below(rng, (uint32_t)count)]);
    }
    s->hidden = 0;
}

/* ---- observation ---- */

enum {
    OBS_PHASE,
    OBS_PLAYERS,
    OBS_ROUND,
    OBS_MINE,
    OBS_CHOSEN,
    OBS_SEALED,
    OBS_CARDS = OBS_SEALED + ACCESSORIES,
    OBS_SEATS = OBS_CARDS + ACCESSORIES,
    OBS_SEAT = 9 + ACCESSORIES, /* see observe_seat() */
    OBS_RANKS = OBS_SEATS + MAX_SEATS * OBS_SEAT,
    OBS_ROBOT = OBS_RANKS + RIVALS_MOST,
    OBS_ROBOT_TOTAL = OBS_ROBOT + ACCESSORIES,
    OBS_ROBOT_SHOWN,
    OBS_ROBOT_HELD,
    OBS_SIZE,
};

static const struct game_field fields[] = {
    FIELD(OBS_PHASE, "phase", NULL),
    FIELD(OBS_PLAYERS, "players", "how many play"),
    FIELD(OBS_ROUND, "round", "rounds scored"),
    FIELD(OBS_MINE, "mine", "1: I owe a choice"),
    FIELD(OBS_CHOSEN, "chosen", "1: my choice is sealed"),
    FIELD_ROW(OBS_SEALED, ACCESSORIES, "sealed", "by card, -5 first: 1 if my sealed choice names it"),
    FIELD_ROW(OBS_CARDS, ACCESSORIES, "cards",
              "by card, mine: 0 in hand, 1 in the Reserve, 2 played, 3 aside, 4 displayed"),
    FIELD_SEATS(OBS_SEATS, OBS_SEAT, "total", "total of the cards played + 10"),
    FIELD_SEATS(OBS_SEATS + 1, OBS_SEAT, "held", "1: has held back"),
    FIELD_SEATS(OBS_SEATS + 2, OBS_SEAT, "wild", "1: has turned wild"),
    FIELD_SEATS(OBS_SEATS + 3, OBS_SEAT, "points", "displayed cards"),
    FIELD_SEATS(OBS_SEATS + 4, OBS_SEAT, "last", "points of the last round"),
    FIELD_SEATS(OBS_SEATS + 5, OBS_SEAT, "hand", "cards in hand"),
    FIELD_SEATS(OBS_SEATS + 6, OBS_SEAT, "aside", "1: a card lies aside, face down"),
    FIELD_SEATS(OBS_SEATS + 7, OBS_SEAT, "decided", "1: its choice is sealed"),
    FIELD_SEATS(OBS_SEATS + 8, OBS_SEAT, "single", "1 + how many have been single longer; 0 without that order"),
    FIELD_SEATS_ROW(OBS_SEATS + 9, OBS_SEAT, ACCESSORIES, "known",
                    "by card: 0 unseen, 1 known to be in hand or aside, 2 played, 4 displayed"),
    FIELD_ROW(OBS_RANKS, RIVALS_MOST, "ranks", "points by rank, the highest total first"),
    FIELD_ROW(OBS_ROBOT, ACCESSORIES, "robot",
              "by card: 1 I was dealt it, 2 I gave it, 4 it has been shown, added up; two players only"),
    FIELD(OBS_ROBOT_TOTAL, "robot_total", "the Robot's total + 10; 0 without a Robot"),
    FIELD(OBS_ROBOT_SHOWN, "robot_shown", "cards of its pile that are face up"),
    FIELD(OBS_ROBOT_HELD, "robot_held", "1: the Robot has held back"),
    {.name = NULL},
};

/* Four bits as four bytes of 0 or 1. They are added up four at a time, which
 * does not depend on the order of bytes: nothing is carried over. */
static const uint8_t four_bits[16][4] = {
    {0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 0}, {1, 0, 1, 0}, {0, 1, 1, 0}, {1, 1, 1, 0},
    {0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {1, 1, 0, 1}, {0, 0, 1, 1}, {1, 0, 1, 1}, {0, 1, 1, 1}, {1, 1, 1, 1},
};

static inline uint32_t spread4(unsigned bits)
{
    uint32_t word;
    bytes_copy(&word, four_bits[bits & 15], sizeof word);
    return word;
}

/* Three masks as eleven numbers, `one` counting 1, `two` 2 and `four` 4. */
static inline void spread(unsigned one, unsigned two, unsigned four, uint8_t *out)
{
    uint8_t row[12];

    for (int i = 0; i < 12; i += 4) {
        uint32_t word = spread4(one >> i) + 2 * spread4(two >> i) + 4 * spread4(four >> i);
        bytes_copy(row + i, &word, sizeof word);
    }
    bytes_copy(out, row, ACCESSORIES);
}

static inline void observe_seat(const struct state *s, int seat, uint8_t *out)
{
    out[0] = (uint8_t)(s->total[seat] - LOWEST_TOTAL);
    out[1] = s->held >> seat & 1;
    out[2] = s->wild >> seat & 1;
    out[3] = s->points[seat];
    out[4] = s->round ? s->last[seat] : 0;
    out[5] = (uint8_t)bridesmaid_hand_count(s, seat);
    out[6] = s->set_aside >> seat & 1;
    out[7] = s->chosen >> seat & 1;
    out[8] = s->single[seat];
    spread(s->known[seat], s->played[seat], s->displayed[seat], out + 9);
}

static void observe(const struct state *s, int seat, uint8_t *out)
{
    unsigned aside = s->set_aside >> seat & 1 ? s->aside[seat] : 0;

    out[OBS_PHASE] = s->phase;
    out[OBS_PLAYERS] = s->players;
    out[OBS_ROUND] = s->round;
    out[OBS_MINE] = turn(s).seats >> seat & 1;
    out[OBS_CHOSEN] = s->chosen >> seat & 1;
    spread(s->sealed[seat], 0, 0, out + OBS_SEALED);
    spread(s->reserve[seat] | aside, s->played[seat] | aside, s->displayed[seat], out + OBS_CARDS);
    bytes_zero(out + OBS_SEATS, MAX_SEATS * OBS_SEAT);
    for (int i = 0, other = seat; i < s->players; i++) {
        observe_seat(s, other, out + OBS_SEATS + i * OBS_SEAT);
        other = other + 1 == s->players ? 0 : other + 1;
    }
    bytes_copy(out + OBS_RANKS, s->ranks, RIVALS_MOST);
    if (has_robot(s)) {
        spread(s->dealt[seat], s->given[seat], s->robot_seen, out + OBS_ROBOT);
        out[OBS_ROBOT_TOTAL] = (uint8_t)(s->total[ROBOT] - LOWEST_TOTAL);
        out[OBS_ROBOT_SHOWN] = s->shown;
        out[OBS_ROBOT_HELD] = s->held >> ROBOT & 1;
    } else {
        bytes_zero(out + OBS_ROBOT, OBS_SIZE - OBS_ROBOT);
    }
}

/* ---- words ---- */

static void write_cards(struct writer *w, unsigned cards)
{
    for (bool first = true; cards; cards &= cards - 1, first = false) {
        if (!first)
            write_char(w, ' ');
        write_number(w, bridesmaid_values[__builtin_ctz(cards)]);
    }
}

static void card_text(int card, struct writer *w)
{
    if (card == ACCESSORIES)
        write_text(w, "hold");
    else
        write_number(w, bridesmaid_values[card]);
}

static void action_text(const struct state *s, int seat, uint16_t id, struct writer *w)
{
    static const char *const words[] = {
        [MOVE_RESERVE] = "reserve ", [MOVE_ROBOT] = "robot ", [MOVE_DRAW] = "draw ",      [MOVE_PLAY] = "play ",
        [MOVE_HOLD] = "hold",        [MOVE_ASIDE] = "aside ", [MOVE_NONE] = "aside none", [MOVE_DISPLAY] = "display ",
    };
    struct move move = bridesmaid_move(id);

    (void)s, (void)seat;
    write_text(w, words[move.kind]);
    write_cards(w, move.cards);
}

/* The index of an Accessory. */
static bool read_card(struct reader *in, int *card)
{
    size_t at = in->at;
    int value = 0;

    if (!read_number(in, bridesmaid_values[0], bridesmaid_values[ACCESSORIES - 1], &value))
        return false;
    for (*card = 0; *card < ACCESSORIES; ++*card)
        if (bridesmaid_values[*card] == value)
            return true;
    return read_failed_at(in, at, "there is no Accessory of this value");
}

/* least to most cards, ascending, to the end of the text. */
static bool read_cards(struct reader *in, int least, int most, const char *how_many, uint16_t *cards)
{
    int count = 0;

    *cards = 0;
    do {
        size_t at = in->at;
        int card = 0;
        if (!read_card(in, &card))
            return false;
        if (*cards >> card)
            return read_failed_at(in, at, "cards are named once each, in ascending order");
        *cards |= card_bit(card);
        count++;
    } while (read_if(in, " "));
    if (!read_end(in))
        return false;
    return (count >= least && count <= most) || read_failed(in, how_many);
}

static bool action_parse(const struct state *s, int seat, struct reader *in, uint16_t *id)
{
    uint16_t cards = 0;
    int first = 0;

    (void)s, (void)seat;
    if (read_if(in, "hold") || read_if(in, "aside none")) {
        *id = in->text[0] == 'h' ? ID_HOLD : ID_NONE;
        return read_end(in);
    }
    if (read_if(in, "play ") || read_if(in, "aside ")) {
        first = in->text[0] == 'p' ? ID_PLAY : ID_ASIDE;
        read_cards(in, 1, 1, "one card is named here", &cards);
    } else if (read_if(in, "reserve ")) {
        first = ID_RESERVE;
        read_cards(in, RESERVE, RESERVE, "a Reserve is five cards", &cards);
    } else if (read_if(in, "robot ")) {
        first = ID_ROBOT;
        read_cards(in, ROBOT_GIVEN, ROBOT_GIVEN, "the Robot is given two cards", &cards);
    } else if (read_if(in, "draw ")) {
        first = ID_DRAW;
        read_cards(in, DRAWN, DRAWN, "three cards are drawn", &cards);
    } else if (read_if(in, "display ")) {
        read_cards(in, 1, POINTS_MOST, "one to three cards are displayed", &cards);
        first = in->error ? 0 : id_display[count_cards(cards)];
    } else {
        return read_failed(in, "reserve, robot, draw, play, hold, aside or display is expected here");
    }
    if (in->error)
        return false;
    *id = (uint16_t)(first + rank_of_mask(cards));
    return true;
}

/* ---- chance lines ---- */

static void write_pile(struct writer *w, const uint8_t *pile, int count)
{
    write_char(w, '[');
    for (int i = 0; i < count; i++) {
        write_item(w);
        if (pile[i] == PILE_HOLD)
            write_text(w, "\"hold\"");
        else
            write_number(w, bridesmaid_values[pile[i] - 1]);
    }
    write_char(w, ']');
}

/* A set of cards as a JSON list. */
static void write_list(struct writer *w, unsigned cards)
{
    write_char(w, '[');
    for (; cards; cards &= cards - 1) {
        write_item(w);
        write_number(w, bridesmaid_values[__builtin_ctz(cards)]);
    }
    write_char(w, ']');
}

static void chance_write(const struct state *before, const struct state *after, struct writer *w)
{
    if (before->phase == PHASE_ORDER) {
        write_text(w, "{\"chance\":\"robot-order\",\"cards\":");
        write_pile(w, after->pile, ROBOT_PILE);
        write_char(w, '}');
        return;
    }
    write_text(w, "{\"chance\":\"robot\",\"removed\":");
    write_number(w, bridesmaid_values[after->removed - 1]);
    write_text(w, ",\"dealt\":[");
    write_list(w, after->dealt[0]);
    write_char(w, ',');
    write_list(w, after->dealt[1]);
    write_text(w, "]}");
}

/* One card of a chance line, as in a pile: one of those allowed, which it is
 * then taken from. */
static bool take_card(struct reader *in, unsigned *allowed, const char *refusal, uint8_t *card)
{
    size_t at = in->at;
    int index = PILE_HOLD - 1;

    if (!read_if(in, "\"hold\"") && !read_card(in, &index))
        return false;
    if (!(*allowed >> index & 1))
        return read_failed_at(in, at, refusal);
    *allowed &= ~(1u << index);
    *card = (uint8_t)(index + 1);
    return true;
}

/* A list of exactly five such cards. */
static bool take_cards(struct reader *in, unsigned *allowed, const char *refusal, uint8_t *cards)
{
    for (int i = 0; i < ROBOT_PILE; i++)
        if (!read_next(in, i, "five cards are expected in this list") || !take_card(in, allowed, refusal, &cards[i]))
            return false;
    return read_last(in, "there are more than five cards in this list");
}

static bool read_robot(struct state *s, struct reader *in)
{
    static const char refusal[] = "the Robot has eleven Accessories to deal, one of each";
    unsigned deck = ALL_CARDS;
    uint8_t row[ROBOT_DEALT];

    if (!read_literal(in, "{\"chance\":\"robot\",\"removed\":") || !take_card(in, &deck, refusal, &s->removed) ||
        !read_literal(in, ",\"dealt\":"))
        return false;
    for (int seat = 0; seat < 2; seat++) {
        unsigned left = deck;
        if (!read_literal(in, seat ? "," : "[") || !take_cards(in, &deck, refusal, row))
            return false;
        s->dealt[seat] = (uint16_t)(left & ~deck); /* in any order: a hand has none */
    }
    ask(s, PHASE_GIVE, all_seats(s));
    return read_literal(in, "]}") && read_end(in);
}

static bool read_order(struct state *s, struct reader *in)
{
    unsigned hand = robot_hand(s) | 1u << (PILE_HOLD - 1);

    if (!read_literal(in, "{\"chance\":\"robot-order\",\"cards\":") ||
        !take_cards(in, &hand, "the Robot does not have this card, or it stands here twice", s->pile) ||
        !read_literal(in, "}") || !read_end(in))
        return false;
    start_pile(s);
    return true;
}

static bool chance_read(struct state *s, struct reader *in)
{
    return s->phase == PHASE_ORDER ? read_order(s, in) : read_robot(s, in);
}

/* ---- JSON ---- */

static void describe_cards(struct writer *w, const char *key, unsigned cards)
{
    write_key(w, key);
    write_list(w, cards);
}

/* Whether a round is being played or its cards still lie there. */
static bool on_the_table(const struct state *s)
{
    return s->phase == PHASE_PLAY || s->phase == PHASE_ASIDE || s->phase == PHASE_DISPLAY || s->phase == PHASE_OVER;
}

static void describe_rank(struct writer *w, const struct state *s, int rival)
{
    struct standing standing[RIVALS_MOST];

    write_key_number(w, "total", s->total[rival]);
    if (!on_the_table(s))
        return;
    bridesmaid_rank(s, s->total, standing);
    write_key_flag(w, "active", !(s->held >> rival & 1));
    write_key_number(w, "rank", standing[rival].rank + 1);
    write_key_number(w, "worth", standing[rival].points); /* if the round were scored now */
}

static void describe_sealed(struct writer *w, const struct state *s, int seat)
{
    if (!(s->chosen & seat_bit(seat)))
        return;
    if (s->hidden & seat_bit(seat))
        write_key_text(w, "chosen", "hidden");
    else
        describe_cards(w, "chosen", s->sealed[seat]); /* empty: hold, or aside none */
}

/* A card set aside: null while it lies face down and the viewer cannot see it. */
static void describe_aside(struct writer *w, const struct state *s, int seat)
{
    if (s->aside[seat])
        write_key_number(w, "aside", bridesmaid_sum(s->aside[seat]));
    else if (s->set_aside & seat_bit(seat)) {
        write_key(w, "aside");
        write_text(w, "null");
    }
}

static void describe_last(struct writer *w, const struct state *s, int seat)
{
    write_key_object(w, "last");
    describe_cards(w, "played", s->last_played[seat]);
    if (s->last_aside[seat])
        write_key_number(w, "aside", bridesmaid_sum(s->last_aside[seat]));
    write_key_number(w, "total", s->last_total[seat]);
    write_key_number(w, "points", s->last[seat]);
    write_char(w, '}');
}

static void describe_seat(struct writer *w, const struct state *s, int seat)
{
    bool hidden = s->hidden & seat_bit(seat);
    unsigned open = s->displayed[seat] | s->played[seat] | s->known[seat];

    write_object(w);
    describe_cards(w, "played", s->played[seat]);
    describe_rank(w, s, seat);
    describe_aside(w, s, seat);
    write_key_number(w, "cards", bridesmaid_hand_count(s, seat));
    describe_cards(w, hidden ? "known" : "hand", s->hand[seat]); /* known: in hand, or set aside face down */
    write_key_number(w, "reserves", s->reserves);
    if (hidden)
        describe_cards(w, "unseen", ALL_CARDS & ~open); /* in hand, in the Reserve or set aside */
    else
        describe_cards(w, "reserve", s->reserve[seat]);
    describe_cards(w, "displayed", s->displayed[seat]);
    write_key_flag(w, "wild", s->wild & seat_bit(seat));
    describe_sealed(w, s, seat);
    if (s->round > 0)
        describe_last(w, s, seat);
    write_key_number(w, "points", final_score(s, seat));
    write_char(w, '}');
}

static void describe_robot(struct writer *w, const struct state *s)
{
    write_key_object(w, "robot");
    write_key(w, "pile"); /* what is face up */
    write_pile(w, s->pile, s->shown);
    describe_rank(w, s, ROBOT);
    describe_cards(w, "seen", s->robot_seen);
    for (int seat = 0; seat < 2; seat++) {
        if (!s->dealt[seat])
            continue;
        write_key_object(w, seat == 0 ? "0" : "1"); /* what this seat knows of its hand */
        describe_cards(w, "dealt", s->dealt[seat]);
        describe_cards(w, "given", s->given[seat]);
        write_char(w, '}');
    }
    if (s->removed)
        write_key_number(w, "removed", bridesmaid_values[s->removed - 1]);
    if (s->round > 0)
        write_key_number(w, "last", s->last_total[ROBOT]);
    write_char(w, '}');
}

static const char *const phase_names[] = {"reserve", "robot",   "give", "order", "play",
                                          "aside",   "display", "draw", "over",  NULL};

static void describe(const struct state *s, struct writer *w)
{
    write_char(w, '{');
    write_key_text(w, "phase", phase_names[s->phase]);
    write_key_number(w, "round", s->round); /* rounds scored */
    write_key_number(w, "rounds", ROUNDS);
    write_key_bits(w, "turn", turn(s).seats);
    write_key_numbers(w, "ranks", s->ranks, bridesmaid_rivals(s)); /* points by rank */
    write_key_list(w, "seats");
    for (int seat = 0; seat < s->players; seat++)
        describe_seat(w, s, seat);
    write_char(w, ']');
    if (has_robot(s))
        describe_robot(w, s);
    write_char(w, '}');
}

/* ---- invariants ---- */

static uint8_t hidden_from(const struct state *s, int viewer)
{
    unsigned own = viewer >= 0 ? seat_bit(viewer) : 0;
    return (uint8_t)(viewer == OPEN || s->phase == PHASE_OVER ? 0 : all_seats(s) & ~own);
}

/* How many cards each Reserve has (AB-2, AB-3), or -1 if the phase is none of this round. */
static int reserves_due(const struct state *s)
{
    bool in_round = s->phase == PHASE_PLAY || s->phase == PHASE_ASIDE || s->phase == PHASE_ORDER;

    if (!has_robot(s) && (s->phase == PHASE_ROBOT || s->phase == PHASE_GIVE || s->phase == PHASE_ORDER))
        return -1;
    switch (s->round) {
    case 0: return s->phase == PHASE_RESERVE ? 0 : in_round || s->phase < PHASE_ORDER ? RESERVE : -1;
    case 1: return in_round ? RESERVE - DRAWN : s->phase == PHASE_DISPLAY || s->phase == PHASE_DRAW ? RESERVE : -1;
    case 2: return in_round ? 0 : s->phase == PHASE_DISPLAY ? RESERVE - DRAWN : -1;
    default: return s->round == ROUNDS && s->phase == PHASE_OVER ? 0 : -1;
    }
}

/* Who is asked in this phase. The cards are counted, not looked at: all can see how many there are. */
static unsigned seats_asked(const struct state *s)
{
    unsigned asked = 0;

    if (s->phase == PHASE_ROBOT || s->phase == PHASE_ORDER || s->phase == PHASE_OVER)
        return 0;
    for (int seat = 0; seat < s->players; seat++) {
        int hand = bridesmaid_hand_count(s, seat), played = count_cards(s->played[seat]), points = s->last[seat];
        bool held = s->held & seat_bit(seat), asks = true;
        if (s->phase == PHASE_PLAY)
            asks = !held;
        else if (s->phase == PHASE_ASIDE)
            asks = held && hand > 0;
        else if (s->phase == PHASE_DISPLAY)
            asks = points <= played ? points > 0 && points < played : points - played < hand;
        asked |= (unsigned)asks << seat;
    }
    return asked;
}

/* Everything that is a seat, a set of seats or a phase. */
static const char *frame_fault(const struct state *s, int viewer)
{
    unsigned rivals = (1u << bridesmaid_rivals(s)) - 1, active = rivals & ~(unsigned)s->held;

    if (s->phase > PHASE_OVER || s->reserves != reserves_due(s))
        return "this is no phase of that round";
    if (s->hidden != hidden_from(s, viewer))
        return "cards are hidden or open that should not be";
    if ((s->held & ~rivals) || (s->held && !on_the_table(s)))
        return "somebody has held back who cannot have";
    if ((s->set_aside & ~s->held) || (s->set_aside & ~all_seats(s)) || (s->set_aside && s->phase != PHASE_PLAY))
        return "a card lies aside that cannot have been set aside";
    if (s->phase == PHASE_PLAY && !(active & (active - 1)))
        return "the round should be over";
    if ((s->phase == PHASE_DISPLAY || s->phase == PHASE_OVER) && (active & (active - 1)))
        return "the round should not be over";
    if (s->wild & ~all_seats(s))
        return "there is no such seat";
    return NULL;
}

/* After the cards: those who are asked can be, and not all have chosen. */
static const char *asked_fault(const struct state *s)
{
    bool is_chance = s->phase == PHASE_ROBOT || s->phase == PHASE_ORDER || s->phase == PHASE_OVER;

    if (s->asked != seats_asked(s) || (s->asked == 0) != is_chance)
        return "seats are asked that should not be";
    if ((s->chosen & ~s->asked) || (s->asked && s->chosen == s->asked))
        return "a seat has chosen without being asked, or all have";
    return NULL;
}

static bool has_more_seats(const struct state *s)
{
    for (int seat = s->players; seat < MAX_SEATS; seat++)
        if (s->hand[seat] || s->reserve[seat] || s->played[seat] || s->aside[seat] || s->displayed[seat] ||
            s->known[seat] || s->sealed[seat] || s->last_played[seat] || s->last_aside[seat] || s->points[seat] ||
            s->last[seat])
            return true;
    for (int rival = bridesmaid_rivals(s); rival < RIVALS_MOST; rival++)
        if (s->total[rival] || s->last_total[rival])
            return true;
    return !bytes_are_zero(s->unused, sizeof s->unused);
}

/* Of cards that are seen: each is in one place. */
static const char *places_fault(const struct state *s, int seat)
{
    unsigned face_down = s->set_aside & seat_bit(seat) ? s->aside[seat] : 0;
    const unsigned places[] = {s->hand[seat], s->reserve[seat], s->played[seat], s->displayed[seat], face_down};
    unsigned seen = 0;

    for (int i = 0; i < 5; i++) {
        if (seen & places[i])
            return "a card is in two places";
        seen |= places[i];
    }
    if (seen != ALL_CARDS)
        return "a card is gone";
    if (count_cards(s->reserve[seat]) != s->reserves)
        return "a Reserve has the wrong size";
    if (s->known[seat] & ~(s->hand[seat] | face_down))
        return "a card known to be in hand is elsewhere";
    if (s->set_aside & seat_bit(seat) && !face_down)
        return "the card set aside is wrong";
    return NULL;
}

/* Of cards that are hidden: what everybody knows, and room for the rest. */
static const char *hidden_fault(const struct state *s, int seat)
{
    unsigned open = s->displayed[seat] | s->played[seat], face_down = s->set_aside & seat_bit(seat);

    if (s->hand[seat] != s->known[seat] || s->reserve[seat] || s->sealed[seat] || (face_down && s->aside[seat]))
        return "a card is shown that is hidden";
    if ((s->displayed[seat] & s->played[seat]) || (s->known[seat] & open) || (open & ~(unsigned)ALL_CARDS) ||
        (s->known[seat] & ~(unsigned)ALL_CARDS))
        return "a card is in two places";
    if (count_cards(ALL_CARDS & ~(open | s->known[seat])) < s->reserves || bridesmaid_hand_count(s, seat) < 0)
        return "there are too few cards for a hand and a Reserve";
    return NULL;
}

/* What everybody can see of a seat. */
static const char *seat_fault(const struct state *s, int seat)
{
    bool scored = s->phase == PHASE_OVER || s->phase == PHASE_DISPLAY; /* cards for the last points are not named */
    int named = s->points[seat] - (scored ? s->last[seat] : 0);
    unsigned open = s->displayed[seat] | s->played[seat];

    if (!on_the_table(s) && (s->played[seat] || s->aside[seat]))
        return "cards lie there between rounds";
    if (s->reserves == 0 && s->known[seat] != (ALL_CARDS & ~open))
        return "everybody should know this hand";
    if (s->total[seat] != bridesmaid_sum(s->played[seat]))
        return "a total is wrong";
    if (count_cards(s->aside[seat]) > 1 ||
        (!(s->set_aside & seat_bit(seat)) && (s->aside[seat] & ~(scored ? s->played[seat] : 0))))
        return "the card set aside is wrong";
    if (count_cards(s->displayed[seat]) != named)
        return "the cards displayed are not as many as the points";
    if (((s->played[seat] | s->last_played[seat]) & WILD_CARDS) && !(s->wild & seat_bit(seat)))
        return "a card that turns WILD was played but did not";
    return NULL;
}

/* A choice that is sealed and seen can have been made. */
static const char *sealed_fault(const struct state *s, int seat)
{
    uint16_t cards = s->sealed[seat];
    int count = count_cards(cards);
    bool fine = false;

    if (!(s->chosen & seat_bit(seat)) || (s->hidden & seat_bit(seat)))
        return cards ? "a choice is sealed but not made" : NULL;
    switch (s->phase) {
    case PHASE_RESERVE: fine = count == RESERVE && !(cards & ~(unsigned)ALL_CARDS); break;
    case PHASE_GIVE: fine = count == ROBOT_GIVEN && !(cards & ~s->dealt[seat]); break;
    case PHASE_DRAW: fine = count == DRAWN && !(cards & ~s->reserve[seat]); break;
    case PHASE_DISPLAY: fine = !display_objection(s, seat, cards); break;
    default: fine = count <= 1 && !(cards & ~s->hand[seat]);
    }
    return fine ? NULL : "a choice is sealed that could not be made";
}

/* AB-10, AB-11: what was scored last. */
static const char *score_fault(const struct state *s)
{
    struct standing standing[RIVALS_MOST];
    bool lies_there = s->phase == PHASE_DISPLAY || s->phase == PHASE_OVER;

    if (s->round == 0)
        return bytes_are_zero(s->last_played, sizeof s->last_played) &&
                       bytes_are_zero(s->last_aside, sizeof s->last_aside) &&
                       bytes_are_zero(s->last_total, sizeof s->last_total) && bytes_are_zero(s->last, sizeof s->last) &&
                       bytes_are_zero(s->points, sizeof s->points)
                   ? NULL
                   : "something was scored before the first round";
    for (int seat = 0; seat < s->players; seat++)
        if ((s->last_played[seat] & ~(unsigned)ALL_CARDS) ||
            s->last_total[seat] != bridesmaid_sum(s->last_played[seat]) ||
            (s->last_aside[seat] & ~s->last_played[seat]) || count_cards(s->last_aside[seat]) > 1)
            return "the last round is not what was played";
    if (has_robot(s) && (s->last_total[ROBOT] < LOWEST_TOTAL || s->last_total[ROBOT] > HIGHEST_TOTAL))
        return "a total is wrong";
    if (lies_there && !(bytes_equal(s->last_played, s->played, sizeof s->played) &&
                        bytes_equal(s->last_aside, s->aside, sizeof s->aside) &&
                        bytes_equal(s->last_total, s->total, sizeof s->total)))
        return "the last round is not what lies there";
    bridesmaid_rank(s, s->last_total, standing);
    for (int seat = 0; seat < s->players; seat++) {
        int before = s->points[seat] - s->last[seat];
        if (s->last[seat] != standing[seat].points || before < 0 || before > POINTS_MOST * (s->round - 1))
            return "points have come from nowhere";
    }
    return NULL;
}

/* The cards of the Robot that a seat knows: AB-15. */
static const char *dealt_fault(const struct state *s)
{
    unsigned dealt = s->dealt[0] | s->dealt[1];

    for (int seat = 0; seat < 2; seat++) {
        bool hidden = s->hidden & seat_bit(seat);
        if (count_cards(s->dealt[seat]) != (hidden ? 0 : ROBOT_DEALT) || (s->dealt[seat] & ~(unsigned)ALL_CARDS) ||
            count_cards(s->given[seat]) != (hidden || s->phase == PHASE_GIVE ? 0 : ROBOT_GIVEN) ||
            (s->given[seat] & ~s->dealt[seat]))
            return "the Robot's cards are not dealt and given properly";
    }
    if (s->dealt[0] & s->dealt[1])
        return "the Robot has a card twice";
    if (s->hidden ? s->removed != 0 : s->removed < 1 || s->removed > ACCESSORIES)
        return "the card removed is wrong";
    return s->hidden || (dealt | card_bit(s->removed - 1)) == ALL_CARDS ? NULL : "the Robot's cards are not all dealt";
}

/* What it has shown: AB-16. Past that, the pile is its hand in a true state, else unknown. */
static const char *pile_fault(const struct state *s, int viewer)
{
    unsigned shown = 0, hold = 1u << (PILE_HOLD - 1), pile = 0;
    bool in_play = s->phase == PHASE_PLAY || s->phase == PHASE_ASIDE;
    bool whole = in_play && viewer == OPEN;

    if (s->shown > ROBOT_PILE)
        return "the Robot's pile is wrong";
    for (int i = 0; i < ROBOT_PILE; i++) {
        uint8_t card = s->pile[i];
        if (card > PILE_HOLD || (card != 0) != (whole || i < s->shown))
            return "the Robot's pile is wrong";
        if (card == 0)
            continue;
        if (pile >> (card - 1) & 1 || (i + 1 < s->shown && card == PILE_HOLD))
            return "the Robot's pile is wrong";
        pile |= 1u << (card - 1);
        shown |= i < s->shown ? 1u << (card - 1) : 0;
    }
    if (whole && pile != (robot_hand(s) | hold))
        return "the Robot's pile is not its hand";
    if ((shown & ~hold) & ~(unsigned)s->robot_seen)
        return "the Robot has shown a card that nobody has seen";
    if (on_the_table(s) && (s->total[ROBOT] != bridesmaid_sum((uint16_t)(shown & ALL_CARDS)) ||
                            (s->held >> ROBOT & 1) != ((shown & hold) != 0)))
        return "the Robot's total is wrong, or it has held back without showing it";
    return !on_the_table(s) && s->total[ROBOT] ? "a total is wrong" : NULL;
}

static const char *robot_fault(const struct state *s, int viewer)
{
    unsigned seen = s->robot_seen, strange = seen & ~(unsigned)(s->given[0] | s->given[1]);
    int hidden = count_cards(s->hidden);

    if (!robot_is_dealt(s))
        return s->removed || s->shown || seen || s->total[ROBOT] || !bytes_are_zero(s->pile, sizeof s->pile) ||
                       !bytes_are_zero(s->dealt, sizeof s->dealt) || !bytes_are_zero(s->given, sizeof s->given)
                   ? "the Robot has cards too early"
                   : NULL;
    const char *wrong = dealt_fault(s);
    if (!wrong)
        wrong = pile_fault(s, viewer);
    if (wrong)
        return wrong;
    if ((seen & ~(unsigned)ALL_CARDS) || (strange & (s->dealt[0] | s->dealt[1])) ||
        count_cards(strange) > ROBOT_GIVEN * hidden || (s->phase == PHASE_GIVE && (seen || s->shown)))
        return "the Robot has shown a card that it cannot have";
    return NULL;
}

/* Nothing of the Robot, where it does not play. */
static bool has_no_robot(const struct state *s)
{
    return !s->removed && !s->shown && !s->robot_seen && bytes_are_zero(s->pile, sizeof s->pile) &&
           bytes_are_zero(s->dealt, sizeof s->dealt) && bytes_are_zero(s->given, sizeof s->given);
}

static const char *fault(const struct state *s, int viewer)
{
    const char *wrong = frame_fault(s, viewer);

    if (!wrong && has_more_seats(s))
        wrong = "there is something at a seat where nobody sits";
    for (int seat = 0; seat < s->players && !wrong; seat++) {
        wrong = s->hidden & seat_bit(seat) ? hidden_fault(s, seat) : places_fault(s, seat);
        wrong = wrong ? wrong : seat_fault(s, seat);
    }
    wrong = wrong ? wrong : score_fault(s);
    wrong = wrong ? wrong : asked_fault(s);
    if (!wrong && has_robot(s))
        wrong = robot_fault(s, viewer);
    else if (!wrong && !has_no_robot(s))
        wrong = "there is no Robot in this game";
    for (int seat = 0; seat < s->players && !wrong; seat++)
        wrong = sealed_fault(s, seat);
    return wrong;
}

static bool same_setup(const struct state *a, const struct state *b)
{
    return a->players == b->players && bytes_equal(a->ranks, b->ranks, sizeof a->ranks) &&
           bytes_equal(a->single, b->single, sizeof a->single);
}

static void write_lists(struct writer *w)
{
    write_key_list(w, "accessories");
    for (int card = 0; card < ACCESSORIES; card++) {
        write_item(w);
        write_number(w, bridesmaid_values[card]);
    }
    write_char(w, ']');
}

static const struct game_tables tables = {
    .phases = phase_names, .fields = fields, .ids = all_ids, .lists = write_lists};

const struct game bridesmaid = {
    .id = "bridesmaid",
    .title = "Always a Bridesmaid",
    .summary = "Play cards at the same time and hold back at the right moment: second place is worth most.",
    .minutes = 20,
    .min_players = 2,
    .max_players = 5,
    .max_actions = ID_END,
    .max_legal = RESERVES,
    .state_size = sizeof(struct state),
    .observation_size = OBS_SIZE,
    .options =
        (const struct option[]){
            [OPTION_SINGLE] = {.name = "single",
                               .kind = OPTION_TEXT,
                               .values = "2,0,1",
                               .fallback = "none",
                               .example = "1,0|2,0,1|3,1,0,2|4,0,3,1,2",
                               .help = "who has been single longest, for ties: every seat once"},
            [OPTION_RANKS] = {.name = "ranks",
                              .kind = OPTION_TEXT,
                              .values = "one number 0..3 a rank, the highest first, as in 1,3,2,0",
                              .fallback = "printed",
                              .example = "2,3,1|3,2,1,0|0,0,0,3,3",
                              .help = "other points by rank; the Robot of two players has a rank too"},
            {.name = NULL},
        },
    .tables = &tables,
    GAME_FUNCTIONS,
    .rounds = rounds,
    .verbs = (const struct verb[]){BRIDESMAID_VERBS(VERB_ROW) VERBS_END},
    .ask = bridesmaid_ask,
};
