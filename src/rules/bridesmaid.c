/* Always a Bridesmaid: everybody plays Accessories at the same time and holds
 * back when the total is right; second place is worth most. Rules as in
 * docs/rules/bridesmaid.md, by their ids.
 *
 * Sets of cards are masks of eleven bits. An action that names several cards
 * has the rank of its mask among all masks with as many cards as its id, so
 * that all 462 Reserves are one range of ids, and ids ascend as masks do. A
 * sealed choice is kept as its cards; when the last one asked has chosen, the
 * phase is resolved for all seats at once, so the order of arrival cannot
 * matter. Ranking counts the different totals above a seat's own as bits. */
#include "rules/bridesmaid_inside.h"
#include "rules/ids.h"

/* AB-1 */
const int8_t bridesmaid_values[BRIDESMAID_ACCESSORIES + 1] = {-5, -3, -2, 0, 1, 2, 3, 5, 6, 8, 10, 0};

enum { OPTION_SINGLE, OPTION_RANKS };

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
static const uint16_t combinations[BRIDESMAID_RESERVE_SIZE + 1][BRIDESMAID_ACCESSORIES + 1] = {
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},          {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
    {0, 0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55},   {0, 0, 0, 1, 4, 10, 20, 35, 56, 84, 120, 165},
    {0, 0, 0, 0, 1, 5, 15, 35, 70, 126, 210, 330}, {0, 0, 0, 0, 0, 1, 6, 21, 56, 126, 252, 462},
};

enum {
    ID_RESERVE = 0, /* from the start: bridesmaid_legal() writes all of them */
    ID_ROBOT = ID_RESERVE + BRIDESMAID_QUINTUPLES,
    ID_DRAW = ID_ROBOT + BRIDESMAID_PAIRS,
    ID_PLAY = ID_DRAW + BRIDESMAID_TRIPLES,
    ID_HOLD = ID_PLAY + BRIDESMAID_ACCESSORIES,
    ID_ASIDE,
    ID_NONE = ID_ASIDE + BRIDESMAID_ACCESSORIES,
    ID_DISPLAY_1,
    ID_DISPLAY_2 = ID_DISPLAY_1 + BRIDESMAID_ACCESSORIES,
    ID_DISPLAY_3 = ID_DISPLAY_2 + BRIDESMAID_PAIRS,
    ID_END = ID_DISPLAY_3 + BRIDESMAID_TRIPLES,
};

static const struct game_ids all_ids[] = {
    {"reserve", ID_RESERVE, BRIDESMAID_QUINTUPLES, "rank of the five cards", "reserve -5 -2 0 6 10"},
    {"robot", ID_ROBOT, BRIDESMAID_PAIRS, "rank of the two cards", "robot -5 10"},
    {"draw", ID_DRAW, BRIDESMAID_TRIPLES, "rank of the three cards", "draw -5 0 10"},
    {"play", ID_PLAY, BRIDESMAID_ACCESSORIES, "card", "play 6"},
    {"hold", ID_HOLD, 1, "", "hold"},
    {"aside", ID_ASIDE, BRIDESMAID_ACCESSORIES, "card", "aside 6"},
    {"aside none", ID_NONE, 1, "", "aside none"},
    {"display 1", ID_DISPLAY_1, BRIDESMAID_ACCESSORIES, "card", "display 6"},
    {"display 2", ID_DISPLAY_2, BRIDESMAID_PAIRS, "rank of the two cards", "display -5 6"},
    {"display 3", ID_DISPLAY_3, BRIDESMAID_TRIPLES, "rank of the three cards", "display -5 0 6"},
    {.name = NULL},
};

static const uint16_t id_display[BRIDESMAID_POINTS_MAX + 1] = {0, ID_DISPLAY_1, ID_DISPLAY_2, ID_DISPLAY_3};

uint16_t bridesmaid_id(struct bridesmaid_move move)
{
    static const uint16_t first[] = {
        [BRIDESMAID_MOVE_RESERVE] = ID_RESERVE, [BRIDESMAID_MOVE_ROBOT] = ID_ROBOT, [BRIDESMAID_MOVE_DRAW] = ID_DRAW,
        [BRIDESMAID_MOVE_PLAY] = ID_PLAY,       [BRIDESMAID_MOVE_HOLD] = ID_HOLD,   [BRIDESMAID_MOVE_ASIDE] = ID_ASIDE,
        [BRIDESMAID_MOVE_NONE] = ID_NONE,
    };
    int rank = 0;

    for (unsigned left = move.cards, i = 1; left; left &= left - 1, i++)
        rank += combinations[i][__builtin_ctz(left)];
    return (uint16_t)(rank + (move.kind == BRIDESMAID_MOVE_DISPLAY ? id_display[bridesmaid_count_cards(move.cards)]
                                                                   : first[move.kind]));
}

/* And back: all masks of two, three and five cards, ascending. */
static const uint16_t pairs[BRIDESMAID_PAIRS] = {
    0x003, 0x005, 0x006, 0x009, 0x00a, 0x00c, 0x011, 0x012, 0x014, 0x018, 0x021, 0x022, 0x024, 0x028,
    0x030, 0x041, 0x042, 0x044, 0x048, 0x050, 0x060, 0x081, 0x082, 0x084, 0x088, 0x090, 0x0a0, 0x0c0,
    0x101, 0x102, 0x104, 0x108, 0x110, 0x120, 0x140, 0x180, 0x201, 0x202, 0x204, 0x208, 0x210, 0x220,
    0x240, 0x280, 0x300, 0x401, 0x402, 0x404, 0x408, 0x410, 0x420, 0x440, 0x480, 0x500, 0x600,
};
static const uint16_t triples[BRIDESMAID_TRIPLES] = {
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
static const uint16_t quintuples[BRIDESMAID_QUINTUPLES] = {
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
        return bridesmaid_card_bit(id - ID_PLAY) & BRIDESMAID_ALL_CARDS;
    if (id >= ID_ASIDE && id <= ID_NONE)
        return bridesmaid_card_bit(id - ID_ASIDE) & BRIDESMAID_ALL_CARDS;
    if (id < ID_ROBOT)
        return quintuples[id - ID_RESERVE];
    if (id < ID_DRAW)
        return pairs[id - ID_ROBOT];
    if (id < ID_PLAY)
        return triples[id - ID_DRAW];
    if (id < ID_DISPLAY_2)
        return bridesmaid_card_bit(id - ID_DISPLAY_1);
    return id < ID_DISPLAY_3 ? pairs[id - ID_DISPLAY_2] : triples[id - ID_DISPLAY_3];
}

uint16_t bridesmaid_cards(uint16_t id)
{
    return cards_of(id);
}

struct bridesmaid_move bridesmaid_move(uint16_t id)
{
    static const uint16_t ends[] = {
        [BRIDESMAID_MOVE_RESERVE] = ID_ROBOT,  [BRIDESMAID_MOVE_ROBOT] = ID_DRAW,  [BRIDESMAID_MOVE_DRAW] = ID_PLAY,
        [BRIDESMAID_MOVE_PLAY] = ID_HOLD,      [BRIDESMAID_MOVE_HOLD] = ID_ASIDE,  [BRIDESMAID_MOVE_ASIDE] = ID_NONE,
        [BRIDESMAID_MOVE_NONE] = ID_DISPLAY_1, [BRIDESMAID_MOVE_DISPLAY] = ID_END,
    };
    struct bridesmaid_move move = {.kind = BRIDESMAID_MOVE_RESERVE, .cards = cards_of(id)};

    while (id >= ends[move.kind])
        move.kind++;
    return move;
}

/* ---- ranking: AB-10, AB-11, AB-17 ---- */

/* As printed, by number of rivals, then by rank. */
static const uint8_t rank_points[BRIDESMAID_RIVALS_MAX + 1][BRIDESMAID_RIVALS_MAX] = {
    [3] = {1, 2, 0},
    [4] = {1, 3, 2, 0},
    [5] = {1, 3, 2, 1, 0},
};

int bridesmaid_rivals(const struct bridesmaid_state *s)
{
    return bridesmaid_has_robot(s) ? s->players + 1 : s->players;
}

void bridesmaid_rank(const struct bridesmaid_state *s, const int8_t *totals, struct bridesmaid_standing *out)
{
    int rivals = bridesmaid_rivals(s);
    uint64_t there = 0;

    for (int i = 0; i < rivals; i++)
        there |= (uint64_t)1 << (totals[i] - BRIDESMAID_LOWEST_TOTAL);
    for (int i = 0; i < rivals; i++) {
        int tied = 0;
        for (int j = 0; j < rivals; j++)
            tied += totals[j] == totals[i];
        int rank = __builtin_popcountll(there >> (totals[i] - BRIDESMAID_LOWEST_TOTAL + 1));
        out[i] = (struct bridesmaid_standing){.rank = rank, .tied = tied, .points = s->ranks[rank] / tied};
    }
}

int bridesmaid_hand_count(const struct bridesmaid_state *s, int seat)
{
    return BRIDESMAID_ACCESSORIES - bridesmaid_count_cards(s->displayed[seat] | s->played[seat]) - s->reserves -
           (s->set_aside >> seat & 1);
}

/* ---- displaying: AB-12 ---- */

/* What a seat displays for its points of the last round: all of `forced`, and
 * `more` cards of `pool`. */
struct due {
    uint16_t forced, pool;
    int more;
};

static inline struct due display_due(const struct bridesmaid_state *s, int seat)
{
    int points = s->last[seat], played = bridesmaid_count_cards(s->played[seat]);

    if (points <= played)
        return (struct due){.forced = 0, .pool = s->played[seat], .more = points};
    return (struct due){.forced = s->played[seat], .pool = s->hand[seat], .more = points - played};
}

static inline bool due_is_a_choice(struct due due)
{
    return due.more > 0 && due.more < bridesmaid_count_cards(due.pool);
}

/* ---- legal ---- */

/* One id for each card of a set. */
INTO_BOTH struct ids put_cards(struct ids ids, int first, unsigned cards)
{
    if (ids.form != IDS_LISTED)
        return put_bits(ids, first, cards);
    for (int card = 0; card < BRIDESMAID_ACCESSORIES; card++)
        ids = put_id_if(ids, first + card, cards >> card & 1);
    return ids;
}

/* The ids of all ways to take one, two or three of the lowest `below` cards of
 * a row, ascending: the highest card changes last. Cards still forced must be
 * among them. */
INTO_BOTH struct ids put_ones(struct ids ids, int id, unsigned forced, const uint8_t *row, int below)
{
    for (int i = 0; i < below; i++)
        ids = put_id_if(ids, id + row[i], !(forced & ~(1u << row[i])));
    return ids;
}

INTO_BOTH struct ids put_twos(struct ids ids, int id, unsigned forced, const uint8_t *row, int below)
{
    for (int i = 1; i < below; i++)
        ids = put_ones(ids, id + combinations[2][row[i]], forced & ~(1u << row[i]), row, i);
    return ids;
}

INTO_BOTH struct ids put_threes(struct ids ids, int id, unsigned forced, const uint8_t *row, int below)
{
    for (int i = 2; i < below; i++)
        ids = put_twos(ids, id + combinations[3][row[i]], forced & ~(1u << row[i]), row, i);
    return ids;
}

INTO_BOTH struct ids put_subsets(struct ids ids, int first, unsigned forced, unsigned pool, int count)
{
    uint8_t row[BRIDESMAID_ACCESSORIES];
    int size = 0;

    for (; pool; pool &= pool - 1)
        row[size++] = (uint8_t)__builtin_ctz(pool);
    if (count == 1)
        return put_ones(ids, first, forced, row, size);
    return count == 2 ? put_twos(ids, first, forced, row, size) : put_threes(ids, first, forced, row, size);
}

/* All ways to take `count` cards of a pool, the forced ones of it among them. Not inlined: its row is
 * guarded, and most calls of bridesmaid_legal() need none. */
static __attribute__((noinline)) uint16_t *list_subsets(uint16_t *ids, int first, unsigned forced, unsigned pool,
                                                        int count)
{
    return put_subsets(ids_list(ids), first, forced, pool, count).next;
}

INTO_BOTH struct ids put_some(struct ids ids, int first, unsigned forced, unsigned pool, int count)
{
    if (ids.form != IDS_LISTED)
        return put_subsets(ids, first, forced, pool, count);
    ids.next = list_subsets(ids.next, first, forced, pool, count);
    return ids;
}

INTO_BOTH struct ids put_legal(struct ids ids, const struct bridesmaid_state *s, int seat)
{
    if (s->phase == BRIDESMAID_PHASE_PLAY) /* most often by far */
        return put_id(put_cards(ids, ID_PLAY, s->hand[seat]), ID_HOLD);
    switch (s->phase) {
    case BRIDESMAID_PHASE_RESERVE: return put_range(ids, ID_RESERVE, BRIDESMAID_QUINTUPLES);
    case BRIDESMAID_PHASE_GIVE: return put_some(ids, ID_ROBOT, 0, s->dealt[seat], BRIDESMAID_ROBOT_GIVEN);
    case BRIDESMAID_PHASE_DRAW: return put_some(ids, ID_DRAW, 0, s->reserve[seat], BRIDESMAID_DRAWN);
    case BRIDESMAID_PHASE_ASIDE: return put_id(put_cards(ids, ID_ASIDE, s->hand[seat]), ID_NONE);
    default: {
        struct due due = display_due(s, seat);
        return put_some(ids, id_display[s->last[seat]], due.forced, due.forced | due.pool, s->last[seat]);
    }
    }
}

int bridesmaid_legal(const struct bridesmaid_state *s, int seat, uint16_t *ids)
{
    return (int)(put_legal(ids_list(ids), s, seat).next - ids);
}

static void legal_mask(const struct state *state, int seat, uint32_t *mask)
{
    put_legal(ids_mask(mask), bridesmaid_state(state), seat);
}

/* ---- objection: the same rules, one action at a time ---- */

BRIDESMAID_REFUSALS(REFUSAL_KEY)

const char *bridesmaid_display_objection(const struct bridesmaid_state *s, int seat, uint16_t cards)
{
    bool from_hand = cards & ~s->played[seat], some_left = s->played[seat] & ~cards;

    if (bridesmaid_count_cards(cards) != s->last[seat])
        return as_many_as_points;
    if (cards & ~(s->played[seat] | s->hand[seat]))
        return neither_played_nor_held;
    if (from_hand && some_left)
        return played_before_hand;
    return NULL;
}

const char *bridesmaid_objection(const struct bridesmaid_state *s, int seat, uint16_t id)
{
    struct bridesmaid_move move = bridesmaid_move(id);

    switch (s->phase) {
    case BRIDESMAID_PHASE_RESERVE: return move.kind == BRIDESMAID_MOVE_RESERVE ? NULL : reserve_first;
    case BRIDESMAID_PHASE_GIVE:
        if (move.kind != BRIDESMAID_MOVE_ROBOT)
            return give_first;
        return move.cards & ~s->dealt[seat] ? not_for_robot : NULL;
    case BRIDESMAID_PHASE_DRAW:
        if (move.kind != BRIDESMAID_MOVE_DRAW)
            return draw_first;
        return move.cards & ~s->reserve[seat] ? not_in_reserve : NULL;
    case BRIDESMAID_PHASE_PLAY:
        if (move.kind != BRIDESMAID_MOVE_PLAY && move.kind != BRIDESMAID_MOVE_HOLD)
            return play_or_hold;
        return move.cards & ~s->hand[seat] ? not_in_hand : NULL;
    case BRIDESMAID_PHASE_ASIDE:
        if (move.kind != BRIDESMAID_MOVE_ASIDE && move.kind != BRIDESMAID_MOVE_NONE)
            return set_aside_or_not;
        return move.cards & ~s->hand[seat] ? not_in_hand : NULL;
    default:
        return move.kind == BRIDESMAID_MOVE_DISPLAY ? bridesmaid_display_objection(s, seat, move.cards) : display_first;
    }
}

/* ---- the course of the game ---- */

/* AB-13: reads a list like 2,0,1 into single[]. Returns NULL, or why the list is refused. */
static const char *read_single(struct bridesmaid_state *s, const char *value)
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
static const char *read_ranks(struct bridesmaid_state *s, const char *value)
{
    struct reader in = read_from(value, text_length(value));
    int rivals = bridesmaid_rivals(s);

    for (int rank = 0; rank < rivals; rank++) {
        int points = 0;
        if (rank > 0 && !read_if(&in, ","))
            return "ranks: a number is needed for every rank, the Robot's too, with commas between them";
        if (!read_number(&in, 0, BRIDESMAID_POINTS_MAX, &points))
            return rank ? "ranks: each number must be from 0 to 3" : "ranks: must be printed, or numbers like 1,3,2,0";
        s->ranks[rank] = (uint8_t)points;
    }
    return read_at_end(&in) ? NULL : "ranks: there are more numbers than ranks, the Robot's included";
}

const char *bridesmaid_start(struct bridesmaid_state *s, const struct setup *setup)
{
    const char *single = setup->value[OPTION_SINGLE], *ranks = setup->value[OPTION_RANKS], *refusal = NULL;

    bytes_zero(s, sizeof *s);
    s->players = (uint8_t)setup->players;
    s->phase = BRIDESMAID_PHASE_RESERVE;
    s->asked = seats_all(s->players);
    for (int seat = 0; seat < s->players; seat++)
        s->hand[seat] = s->known[seat] = BRIDESMAID_ALL_CARDS;
    bytes_copy(s->ranks, rank_points[bridesmaid_rivals(s)], sizeof s->ranks);
    if (ranks && !text_equal(ranks, "printed"))
        refusal = read_ranks(s, ranks);
    return !refusal && single && !text_equal(single, "none") ? read_single(s, single) : refusal;
}

struct turn bridesmaid_turn(const struct bridesmaid_state *s)
{
    if (s->asked)
        return (struct turn){.kind = TURN_CHOICE, .seats = (uint8_t)(s->asked & ~s->chosen)};
    return (struct turn){.kind = s->phase == BRIDESMAID_PHASE_OVER ? TURN_OVER : TURN_CHANCE};
}

static void begin_round(struct bridesmaid_state *s)
{
    if (bridesmaid_has_robot(s))
        bridesmaid_ask_seats(s, BRIDESMAID_PHASE_ORDER, 0);
    else
        bridesmaid_ask_seats(s, BRIDESMAID_PHASE_PLAY, seats_all(s->players));
}

/* AB-2 */
static void take_reserves(struct bridesmaid_state *s)
{
    s->reserves = BRIDESMAID_RESERVE_SIZE;
    for (int seat = 0; seat < s->players; seat++) {
        s->reserve[seat] = s->sealed[seat];
        s->hand[seat] = (uint16_t)(BRIDESMAID_ALL_CARDS & ~s->sealed[seat]);
        s->known[seat] = 0;
    }
    if (bridesmaid_has_robot(s))
        bridesmaid_ask_seats(s, BRIDESMAID_PHASE_ROBOT, 0);
    else
        begin_round(s);
}

/* AB-15 */
static void give_robot(struct bridesmaid_state *s)
{
    for (int seat = 0; seat < 2; seat++)
        s->given[seat] = s->sealed[seat];
    begin_round(s);
}

/* AB-3 */
static void draw_reserves(struct bridesmaid_state *s)
{
    s->reserves = BRIDESMAID_RESERVE_SIZE - BRIDESMAID_DRAWN;
    for (int seat = 0; seat < s->players; seat++) {
        s->reserve[seat] = (uint16_t)(s->reserve[seat] & ~s->sealed[seat]);
        s->hand[seat] |= s->sealed[seat];
    }
    begin_round(s);
}

/* AB-3: by now everybody knows what is in everybody's hand. */
static void join_last_reserves(struct bridesmaid_state *s)
{
    s->reserves = 0;
    for (int seat = 0; seat < s->players; seat++) {
        s->hand[seat] |= s->reserve[seat];
        s->known[seat] = s->hand[seat];
        s->reserve[seat] = 0;
    }
}

/* AB-12: displays what was chosen or is forced, and returns the rest to hand. */
static void clean_up(struct bridesmaid_state *s, struct facts *told)
{
    for (int seat = 0; seat < s->players; seat++) {
        struct due due = display_due(s, seat);
        unsigned out = s->asked >> seat & 1 ? s->sealed[seat] : due.forced | (due.more ? due.pool : 0);
        if (told)
            bridesmaid_say_cleaned(s, seat, out, told);
        s->displayed[seat] |= (uint16_t)out;
        s->hand[seat] = (uint16_t)((s->hand[seat] | s->played[seat]) & ~out);
        s->known[seat] = (uint16_t)((s->known[seat] | s->played[seat]) & ~out);
        s->played[seat] = s->aside[seat] = 0;
    }
    if (told)
        bridesmaid_say_cleared(s, told);
    bytes_zero(s->total, sizeof s->total);
    s->held = 0;
    if (s->round == 1) {
        bridesmaid_ask_seats(s, BRIDESMAID_PHASE_DRAW, seats_all(s->players));
        return;
    }
    join_last_reserves(s);
    begin_round(s);
}

/* AB-7, AB-8: set-aside cards turn up. */
static void reveal_aside(struct bridesmaid_state *s, struct facts *told)
{
    for (int seat = 0; seat < s->players && s->set_aside; seat++) {
        if (!(s->set_aside & seat_bit(seat)))
            continue;
        if (told)
            bridesmaid_say_aside(s, seat, told);
        s->played[seat] |= s->aside[seat];
        s->known[seat] = (uint16_t)(s->known[seat] & ~s->aside[seat]);
        s->total[seat] = (int8_t)(s->total[seat] + bridesmaid_sum(s->aside[seat]));
        if (s->aside[seat] & BRIDESMAID_WILD_CARDS)
            s->wild |= seat_bit(seat);
    }
    s->set_aside = 0;
}

static void score_round(struct bridesmaid_state *s, struct facts *told)
{
    struct bridesmaid_standing standing[BRIDESMAID_RIVALS_MAX];
    uint8_t choosers = 0;

    if (told)
        bridesmaid_say_end(s, told);
    reveal_aside(s, told);
    bridesmaid_rank(s, s->total, standing);
    if (told)
        bridesmaid_say_ranks(s, standing, told);
    for (int i = s->shown; i < BRIDESMAID_ROBOT_PILE_SIZE; i++)
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
    if (++s->round == BRIDESMAID_ROUNDS) {
        bridesmaid_ask_seats(s, BRIDESMAID_PHASE_OVER, 0); /* AB-14 */
        if (told)
            bridesmaid_say_final(s, told);
        return;
    }
    bridesmaid_ask_seats(s, BRIDESMAID_PHASE_DISPLAY, choosers);
    if (!choosers)
        clean_up(s, told);
}

/* AB-9 */
static void end_turn(struct bridesmaid_state *s, struct facts *told)
{
    unsigned everybody = (1u << bridesmaid_rivals(s)) - 1, active = everybody & ~(unsigned)s->held;

    if (active & (active - 1))
        bridesmaid_ask_seats(s, BRIDESMAID_PHASE_PLAY, (uint8_t)(active & seats_all(s->players)));
    else
        score_round(s, told);
}

/* AB-16 */
static void reveal_robot(struct bridesmaid_state *s, struct facts *told)
{
    uint8_t card = s->pile[s->shown++];

    if (told)
        bridesmaid_say_robot(s, card, told);
    if (card == BRIDESMAID_PILE_HOLD) {
        s->held |= seat_bit(BRIDESMAID_ROBOT);
        return;
    }
    s->robot_seen |= bridesmaid_card_bit(card - 1);
    s->total[BRIDESMAID_ROBOT] = (int8_t)(s->total[BRIDESMAID_ROBOT] + bridesmaid_values[card - 1]);
}

/* AB-4 to AB-6, AB-8 */
static void reveal(struct bridesmaid_state *s, struct facts *told)
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
        s->total[seat] =
            (int8_t)(s->total[seat] + bridesmaid_values[__builtin_ctz(card | 1u << BRIDESMAID_ACCESSORIES)]);
        s->wild |= (uint8_t)(((card & BRIDESMAID_WILD_CARDS) != 0) << seat);
    }
    if (bridesmaid_has_robot(s) && !(s->held & seat_bit(BRIDESMAID_ROBOT)))
        reveal_robot(s, told);
    if (earliest && may_set_aside)
        bridesmaid_ask_seats(s, BRIDESMAID_PHASE_ASIDE, may_set_aside);
    else
        end_turn(s, told);
}

/* AB-6 */
static void lay_aside(struct bridesmaid_state *s, struct facts *told)
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

/* Resolves the phase once all choices are in. Not inlined, so that sealing a choice does not need its stack space. */
static __attribute__((noinline)) void resolve(struct bridesmaid_state *s, struct facts *told)
{
    if (told)
        bridesmaid_say_choices(s, told);
    switch (s->phase) {
    case BRIDESMAID_PHASE_PLAY: reveal(s, told); break;
    case BRIDESMAID_PHASE_RESERVE: take_reserves(s); break;
    case BRIDESMAID_PHASE_GIVE: give_robot(s); break;
    case BRIDESMAID_PHASE_ASIDE: lay_aside(s, told); break;
    case BRIDESMAID_PHASE_DISPLAY: clean_up(s, told); break;
    default: draw_reserves(s); break;
    }
    bytes_zero(s->sealed, sizeof s->sealed);
    s->chosen = 0;
}

void bridesmaid_apply(struct bridesmaid_state *s, int seat, uint16_t id, struct facts *told)
{
    MUST((bridesmaid_turn(s).seats & seat_bit(seat)) && !bridesmaid_objection(s, seat, id));
    s->sealed[seat] = cards_of(id);
    s->chosen |= seat_bit(seat);
    if (s->chosen == s->asked)
        resolve(s, told);
}

/* ---- chance: AB-15, AB-16 ---- */

static void deal_robot(struct bridesmaid_state *s, struct rng *rng)
{
    uint8_t deck[BRIDESMAID_ACCESSORIES];

    for (int i = 0; i < BRIDESMAID_ACCESSORIES; i++)
        deck[i] = (uint8_t)i;
    rng_shuffle(rng, deck, BRIDESMAID_ACCESSORIES);
    for (int i = 0; i < 2 * BRIDESMAID_ROBOT_EACH; i++)
        s->dealt[i / BRIDESMAID_ROBOT_EACH] |= bridesmaid_card_bit(deck[i]);
    s->removed = (uint8_t)(deck[2 * BRIDESMAID_ROBOT_EACH] + 1);
    bridesmaid_ask_seats(s, BRIDESMAID_PHASE_GIVE, seats_all(s->players));
}

/* The cards of its hand, HOLD BACK last. */
static void gather_pile(uint8_t *pile, unsigned cards)
{
    for (; cards; cards &= cards - 1)
        *pile++ = (uint8_t)(__builtin_ctz(cards) + 1);
    *pile = BRIDESMAID_PILE_HOLD;
}

void bridesmaid_start_pile(struct bridesmaid_state *s)
{
    s->shown = 0;
    bridesmaid_ask_seats(s, BRIDESMAID_PHASE_PLAY, seats_all(s->players));
}

void bridesmaid_chance(struct bridesmaid_state *s, struct rng *rng)
{
    if (s->phase == BRIDESMAID_PHASE_ROBOT) {
        deal_robot(s, rng);
    } else {
        gather_pile(s->pile, bridesmaid_robot_hand(s));
        rng_shuffle(rng, s->pile, BRIDESMAID_ROBOT_PILE_SIZE);
        bridesmaid_start_pile(s);
    }
}

/* ---- score: AB-13 ---- */

void bridesmaid_result(const struct bridesmaid_state *s, struct result *out)
{
    *out = (struct result){.winners = 0};
    for (int seat = 0; seat < s->players; seat++)
        out->points[seat] = bridesmaid_final_score(s, seat);
    if (s->phase != BRIDESMAID_PHASE_OVER)
        return;
    most_points_win(out, s->players);
    int longest = -1; /* single, of the winners */
    for (int seat = 0; seat < s->players; seat++)
        if ((out->winners >> seat & 1) && (longest < 0 || s->single[seat] < s->single[longest]))
            longest = seat;
    if (longest >= 0 && s->single[longest])
        out->winners = seat_bit(longest);
}

static int rounds(const struct state *state, int *last)
{
    const struct bridesmaid_state *s = bridesmaid_state(state);

    for (int seat = 0; seat < s->players; seat++)
        last[seat] = s->last[seat];
    return s->round;
}

/* ---- observation ---- */

#define OBSERVED(X)                                                                                                    \
    X(BYTE, PHASE, "phase", NULL, s->phase)                                                                            \
    X(BYTE, PLAYERS, "players", "how many play", s->players)                                                           \
    X(BYTE, ROUND, "round", "rounds scored", s->round)                                                                 \
    X(BYTE, MINE, "mine", "1: I owe a choice", bridesmaid_turn(s).seats >> seat & 1)                                   \
    X(BYTE, CHOSEN, "chosen", "1: my choice is sealed", s->chosen >> seat & 1)                                         \
    X(ROW, SEALED, BRIDESMAID_ACCESSORIES, "sealed", "by card, -5 first: 1 if my sealed choice names it")              \
    X(ROW, CARDS, BRIDESMAID_ACCESSORIES, "cards",                                                                     \
      "by card, mine: 0 in hand, 1 in the Reserve, 2 played, 3 aside, 4 displayed")                                    \
    X(SEATS, OBSERVED_SEAT)                                                                                            \
    X(ROW, RANKS, BRIDESMAID_RIVALS_MAX, "ranks", "points by rank, the highest total first")                           \
    X(ROW, ROBOT, BRIDESMAID_ACCESSORIES, "robot",                                                                     \
      "by card: 1 I was dealt it, 2 I gave it, 4 it has been shown, added up; two players only")                       \
    X(LATER, ROBOT_TOTAL, "robot_total", "the Robot's total + 10; 0 without a Robot")                                  \
    X(LATER, ROBOT_SHOWN, "robot_shown", "cards of its pile that are face up")                                         \
    X(LATER, ROBOT_HELD, "robot_held", "1: the Robot has held back")
#define OBSERVED_SEAT(X)                                                                                               \
    X(BYTE, TOTAL, "total", "total of the cards played + 10", s->total[seat] - BRIDESMAID_LOWEST_TOTAL)                \
    X(BYTE, HELD, "held", "1: has held back", s->held >> seat & 1)                                                     \
    X(BYTE, WILD, "wild", "1: has turned wild", s->wild >> seat & 1)                                                   \
    X(BYTE, POINTS, "points", "displayed cards", s->points[seat])                                                      \
    X(BYTE, LAST, "last", "points of the last round", s->round ? s->last[seat] : 0)                                    \
    X(BYTE, HAND, "hand", "cards in hand", bridesmaid_hand_count(s, seat))                                             \
    X(BYTE, ASIDE, "aside", "1: a card lies aside, face down", s->set_aside >> seat & 1)                               \
    X(BYTE, DECIDED, "decided", "1: its choice is sealed", s->chosen >> seat & 1)                                      \
    X(BYTE, SINGLE, "single", "1 + how many have been single longer; 0 without that order", s->single[seat])           \
    X(ROW, KNOWN, BRIDESMAID_ACCESSORIES, "known",                                                                     \
      "by card: 0 unseen, 1 known to be in hand or aside, 2 played, 4 displayed")

enum { OBSERVED_SEAT(OBS_SEAT_PLACE) OBS_SEAT };
enum { OBSERVED(OBS_PLACE) OBS_SIZE };
static const struct game_field fields[] = {OBSERVED(OBS_FIELD) FIELDS_END};

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
    bytes_copy(out, row, BRIDESMAID_ACCESSORIES);
}

static inline void observe_seat(const struct bridesmaid_state *s, int seat, uint8_t *out)
{
    OBSERVED_SEAT(OBS_SEAT_PUT);
    spread(s->known[seat], s->played[seat], s->displayed[seat], out + OBS_SEAT_KNOWN);
}

void bridesmaid_observe(const struct bridesmaid_state *s, int seat, uint8_t *out)
{
    unsigned aside = s->set_aside >> seat & 1 ? s->aside[seat] : 0;

    OBSERVED(OBS_PUT);
    spread(s->sealed[seat], 0, 0, out + OBS_SEALED);
    spread(s->reserve[seat] | aside, s->played[seat] | aside, s->displayed[seat], out + OBS_CARDS);
    bytes_zero(out + OBS_SEATS, MAX_SEATS * OBS_SEAT);
    for (int i = 0, other = seat; i < s->players; i++) {
        observe_seat(s, other, out + OBS_SEATS + i * OBS_SEAT);
        other = other + 1 == s->players ? 0 : other + 1; /* quicker here than seat_next() */
    }
    bytes_copy(out + OBS_RANKS, s->ranks, BRIDESMAID_RIVALS_MAX);
    if (bridesmaid_has_robot(s)) {
        spread(s->dealt[seat], s->given[seat], s->robot_seen, out + OBS_ROBOT);
        out[OBS_ROBOT_TOTAL] = (uint8_t)(s->total[BRIDESMAID_ROBOT] - BRIDESMAID_LOWEST_TOTAL);
        out[OBS_ROBOT_SHOWN] = s->shown;
        out[OBS_ROBOT_HELD] = s->held >> BRIDESMAID_ROBOT & 1;
    } else {
        bytes_zero(out + OBS_ROBOT, OBS_SIZE - OBS_ROBOT);
    }
}

static const struct game_tables tables = {.phases = bridesmaid_phases,
                                          .keys = GAME_KEYS(bridesmaid),
                                          .fields = fields,
                                          .ids = all_ids,
                                          .lists = bridesmaid_write_lists};

GAME_SLOTS(bridesmaid, bridesmaid_)

const struct game bridesmaid = {
    .id = "bridesmaid",
    .title = "Always a Bridesmaid",
    .summary = "Play cards at the same time and hold back at the right moment: second place is worth most.",
    .minutes = 20,
    .min_players = 2,
    .max_players = 5,
    .max_actions = ID_END,
    .max_legal = BRIDESMAID_QUINTUPLES,
    .state_size = sizeof(struct bridesmaid_state),
    .observation_size = OBS_SIZE,
    .options =
        (const struct option[]){
            [OPTION_SINGLE] = {.name = "single",
                               .kind = OPTION_TEXT,
                               .values = "2,0,1",
                               .fallback = "none",
                               .example = "1,0|2,0,1|3,1,0,2|4,0,3,1,2",
                               .help = "tie-break, who has been single longest: every seat once"},
            [OPTION_RANKS] = {.name = "ranks",
                              .kind = OPTION_TEXT,
                              .values = "one number 0..3 a rank, the highest first, as in 1,3,2,0",
                              .fallback = "printed",
                              .example = "2,3,1|3,2,1,0|0,0,0,3,3",
                              .help = "custom points by rank; with two players, the Robot has a rank too"},
            {.name = NULL},
        },
    .tables = &tables,
    GAME_FUNCTIONS,
    .legal_mask = UNLESS_PAGE(legal_mask),
    .rounds = rounds,
    .sheet = &bridesmaid_sheet,
    .verbs = (const struct verb[]){BRIDESMAID_VERBS(VERB_ROW) VERBS_END},
    .ask = bridesmaid_ask,
};
