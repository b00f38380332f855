/* Belle of the Ball: invite Guests from a line into groups of like interests,
 * and play Belle cards on one's own and others' parties. Rules as in
 * docs/rules/belle.md, by their ids.
 *
 * A turn is at most two choices: Step 1 (a Belle card or none; not asked of an
 * empty hand) and Step 2 (a card from a line). Step 3 scores by itself. Most of
 * the work is Step 2, so lines are short rows that shift a few bytes, and a
 * group's icons are counted as twelve four-bit counters in one word.
 *
 * What happens is said where it happens: the functions of a turn take the facts,
 * or NULL when nobody asks. */
#include "rules/belle.h"

#include "rules/bytes.h"
#include "rules/tables.h"

/* ---- action ids ---- */

enum {
    PLACES = MAX_SEATS * GROUPS * 3, /* cards of groups that are not full: three each */
    ID_NONE = 0,
    ID_PLAY = 1,
    ID_SWAP = ID_PLAY + BELLES * PLACES,
    ID_GUEST = ID_SWAP + COPIES_MOST * 9 * PLACES,
    ID_BELLE = ID_GUEST + VISIBLE * GROUPS,
    ID_END = ID_BELLE + VISIBLE,

    /* All 27 Belle cards in one hand, three of them SWAP (9 own Guests by 36 of
     * others), the rest EJECT, the next widest: more than can ever be. */
    LEGAL_MOST = 1 + (BELLES - COPIES_MOST) * PLACES + COPIES_MOST * 9 * (MAX_SEATS - 1) * 9,
};

/* What a Belle card aims at: see aim_of(). */
static const struct game_ids all_ids[] = {
    {"none", ID_NONE, 1, "", "none"},
    {"play", ID_PLAY, ID_SWAP - ID_PLAY, "Belle card * 45 + aim", "play B9 G20"},
    {"swap", ID_SWAP, ID_GUEST - ID_SWAP, "(copy * 9 + own place) * 45 + their place", "play B3 G17 with G20"},
    {"invite guest", ID_GUEST, ID_BELLE - ID_GUEST, "place in line * 3 + group", "invite G20 to 1"},
    {"invite belle", ID_BELLE, ID_END - ID_BELLE, "place in line", "invite B4"},
    {.name = NULL},
};

/* How an effect is aimed, which is also how it is written. */
enum aim {
    AIM_NONE,  /* play B4 */
    AIM_MOVE,  /* play B2 G17 to 3: (group * 4 + slot) * 2 + which of the other two groups */
    AIM_SWAP,  /* play B3 G17 with G20: ids of its own */
    AIM_SEAT,  /* play B7 from 1: 1 + seat, or 0 for nobody */
    AIM_CARD,  /* play B9 G20: (seat * 3 + group) * 3 + slot */
    AIM_MINE,  /* play B10 on 2: group */
    AIM_THEIRS /* play B19 on 2 of 1: seat * 3 + group */
};

#define AIM_OF(effect, type)                                                                                           \
    ((effect) == EFFECT_MOVE_OWN      ? AIM_MOVE                                                                       \
     : (effect) == EFFECT_SWAP        ? AIM_SWAP                                                                       \
     : (effect) == EFFECT_STEAL_BELLE ? AIM_SEAT                                                                       \
     : (effect) == EFFECT_EJECT       ? AIM_CARD                                                                       \
     : (type) == MIRTH                ? AIM_MINE                                                                       \
     : (type) == MISCHIEF             ? AIM_THEIRS                                                                     \
                                      : AIM_NONE)

static inline enum aim aim_of(int effect)
{
    static const uint8_t aims[] = {
#define X(code, type, words) AIM_OF(EFFECT_##code, type),
        BELLE_EFFECTS(X)
#undef X
    };
    return aims[effect];
}

/* Which of the deck's SWAP cards this is, from 0. */
static int swap_copy(const struct state *s, int index)
{
    int copy = 0;
    for (int i = 0; i < index; i++)
        copy += s->deck.effect[i] == EFFECT_SWAP;
    return copy;
}

static int swap_of_copy(const struct state *s, int copy)
{
    for (int i = 0; i < BELLES; i++)
        if (s->deck.effect[i] == EFFECT_SWAP && copy-- == 0)
            return i;
    return -1; /* this deck has fewer */
}

static struct move swap_move(const struct state *s, int code)
{
    int theirs = code % PLACES, mine = code / PLACES % 9, index = swap_of_copy(s, code / PLACES / 9);
    return (struct move){
        .kind = MOVE_PLAY,
        .card = index < 0 ? 0 : belle_card(index),
        .seat = theirs / 9,
        .group = theirs / 3 % 3,
        .slot = theirs % 3,
        .my_group = mine / 3,
        .my_slot = mine % 3,
        .to = -1,
    };
}

static struct move play_move(const struct state *s, int seat, int index, int code)
{
    struct move move = {.kind = MOVE_PLAY, .card = belle_card(index), .seat = -1, .to = -1};

    switch (aim_of(s->deck.effect[index])) {
    case AIM_MOVE:
        move.seat = seat;
        move.group = code / 8;
        move.slot = code / 2 % 4;
        move.to = code % 2 < move.group ? code % 2 : code % 2 + 1;
        break;
    case AIM_SEAT: move.seat = code - 1; break;
    case AIM_CARD:
        move.seat = code / 9;
        move.group = code / 3 % 3;
        move.slot = code % 3;
        break;
    case AIM_MINE:
        move.seat = seat;
        move.group = code;
        break;
    case AIM_THEIRS:
        move.seat = code / 3;
        move.group = code % 3;
        break;
    case AIM_NONE:
    case AIM_SWAP: break;
    }
    return move;
}

/* The visible card of a line, or 0. */
static uint8_t card_in_line(const struct state *s, int line, int place)
{
    return place < belle_line_length(s, line) ? s->line[s->front[line] + place] : 0;
}

static inline int belle_line(const struct state *s)
{
    return belle_lines(s) == 1 ? GUEST_LINE : BELLE_LINE;
}

struct move belle_move(const struct state *s, int seat, uint16_t id)
{
    if (id < ID_PLAY)
        return (struct move){.kind = MOVE_NONE};
    if (id < ID_SWAP)
        return play_move(s, seat, (id - ID_PLAY) / PLACES, (id - ID_PLAY) % PLACES);
    if (id < ID_GUEST)
        return swap_move(s, id - ID_SWAP);
    struct move move = {.kind = MOVE_INVITE, .seat = seat, .to = -1};
    if (id < ID_BELLE) {
        move.place = (id - ID_GUEST) / GROUPS;
        move.to = (id - ID_GUEST) % GROUPS;
    } else {
        move.line = belle_line(s);
        move.place = id - ID_BELLE;
    }
    move.card = card_in_line(s, move.line, move.place);
    return move;
}

/* ---- scoring a group: BL-9, BL-10, BL-15 ---- */

/* Twelve counters of four bits, one an interest: four cards have at most four
 * icons of one interest and twelve in all, so nothing runs over. */
#define EACH 0x1111111111111111u
#define ICON(c, m, r)                                                                                                  \
    ((uint64_t)1 << 4 * (CHAT + (c)) | (uint64_t)1 << 4 * (MUSIC + (m)) | (uint64_t)1 << 4 * (FISH + (r)))
#define ICONS5(c, m) ICON(c, m, 0), ICON(c, m, 1), ICON(c, m, 2), ICON(c, m, 3), ICON(c, m, 4)
#define ICONS20(c)   ICONS5(c, 0), ICONS5(c, 1), ICONS5(c, 2), ICONS5(c, 3)
static const uint64_t icons_of[GUESTS] = {ICONS20(0), ICONS20(1), ICONS20(2)};

#define FAMILY(first, end) ((((uint64_t)1 << 4 * (end)) - 1) & ~(((uint64_t)1 << 4 * (first)) - 1))

static int icons_at(uint64_t icons, int interest)
{
    return (int)(icons >> 4 * interest & 15);
}

/* What a group is made of. */
struct tally {
    uint64_t icons;             /* of its Guests */
    uint64_t guest[GROUP_MOST]; /* of each of them */
    uint64_t counting;          /* counters that NO_COMMON and NO_MEDIUM leave */
    int guests, lords, ladies, copies;
    uint8_t effects[GROUP_MOST]; /* of its Belle cards, in order */
    int belles;
    int instead; /* the later of FAVORITE and VARIETY, or -1 */
};

static inline void count_belle(struct tally *tally, int effect)
{
    tally->effects[tally->belles++] = (uint8_t)effect;
    switch (effect) {
    case EFFECT_COPY: tally->copies++; break;
    case EFFECT_NO_COMMON: tally->counting &= ~FAMILY(CHAT, MUSIC); break;
    case EFFECT_NO_MEDIUM: tally->counting &= ~FAMILY(MUSIC, FISH); break;
    case EFFECT_FAVORITE:
    case EFFECT_VARIETY: tally->instead = effect; break;
    default: break;
    }
}

static inline struct tally tally_of(const struct state *s, const uint8_t *cards, int count)
{
    struct tally tally = {.counting = ~(uint64_t)0, .instead = -1};

    for (int i = 0; i < count; i++) {
        if (!card_is_guest(cards[i])) {
            count_belle(&tally, belle_effect(s, cards[i]));
            continue;
        }
        uint8_t guest = s->deck.guest[guest_index(cards[i])];
        tally.guest[tally.guests++] = icons_of[guest_combination(guest)];
        tally.icons += icons_of[guest_combination(guest)];
        tally.lords += guest_noble(guest) == NOBLE_LORD;
        tally.ladies += guest_noble(guest) == NOBLE_LADY;
    }
    return tally;
}

/* Icons of interests that are there at least twice. */
static int matched_icons(uint64_t icons)
{
    uint64_t twice = (icons >> 1 | icons >> 2 | icons >> 3) & EACH;
    return (int)((icons & twice * 15) * EACH >> 60);
}

static int most_icons(uint64_t icons)
{
    int most = 0;
    for (; icons; icons >>= 4)
        most = (int)(icons & 15) > most ? (int)(icons & 15) : most;
    return most;
}

static int different_icons(uint64_t icons)
{
    return __builtin_popcountll((icons | icons >> 1 | icons >> 2) & EACH);
}

static bool guests_share(const struct tally *tally)
{
    uint64_t shared = tally->counting;
    for (int i = 0; i < tally->guests; i++)
        shared &= tally->guest[i];
    return tally->guests >= 2 && shared != 0;
}

static int base_score(const struct tally *tally, uint64_t icons)
{
    if (tally->instead == EFFECT_VARIETY)
        return 2 + different_icons(icons);
    if (tally->instead == EFFECT_FAVORITE)
        return most_icons(icons) >= 2 ? most_icons(icons) : 0;
    return matched_icons(icons);
}

/* What a Belle card adds to its group, or takes from it. */
static inline int effect_points(const struct tally *tally, uint64_t icons, int effect)
{
    int nobles = tally->lords + tally->ladies;

    switch (effect) {
    case EFFECT_BONUS_TEA: return 2 * icons_at(icons, TEA);
    case EFFECT_BONUS_CAKE: return 2 * icons_at(icons, CAKE);
    case EFFECT_BONUS_BOOK: return 2 * icons_at(icons, BOOK);
    case EFFECT_BONUS_MUSIC: return 2 * icons_at(icons, MUSIC);
    case EFFECT_BONUS_NOBLE: return 2 * nobles;
    case EFFECT_BONUS_PAIR: return tally->lords && tally->ladies ? 5 : 0;
    case EFFECT_BONUS_SHARED: return guests_share(tally) ? 4 : 0;
    case EFFECT_MINUS4: return -4;
    case EFFECT_MINUS_NOBLE: return -3 * nobles;
    default: return 0;
    }
}

/* The score if the COPY cards add these icons. */
static struct belle_score score_with(const struct tally *tally, uint64_t copied)
{
    uint64_t icons = (tally->icons + copied) & tally->counting;
    struct belle_score score = {.base = base_score(tally, icons)};

    for (int i = 0; i < tally->belles; i++) {
        int points = effect_points(tally, icons, tally->effects[i]);
        score.bonus += points > 0 ? points : 0;
        score.minus -= points < 0 ? points : 0;
    }
    int value = score.base + score.bonus - score.minus;
    score.value = value > 0 ? value : 0;
    return score;
}

/* The icons that COPY cards add for the best score. With three of them there is one
 * Guest at most, with two there are two: the first card and the last choose, one
 * between them goes with the first. */
static uint64_t best_copies(const struct tally *tally)
{
    uint64_t best = 0;
    int most = -1;

    for (int first = 0; tally->copies && first < tally->guests; first++)
        for (int last = 0; last <= (tally->copies > 1 ? first : 0); last++) {
            uint64_t copied = tally->guest[first] * (uint64_t)(tally->copies == 1 ? 1 : tally->copies - 1);
            copied += tally->copies > 1 ? tally->guest[last] : 0;
            int value = score_with(tally, copied).value;
            if (value > most) {
                most = value;
                best = copied;
            }
        }
    return best;
}

struct belle_score belle_score(const struct state *s, const uint8_t *cards, int count)
{
    struct tally tally = tally_of(s, cards, count);
    return score_with(&tally, best_copies(&tally));
}

/* What stands in the place of `base`, interest by interest. */
static int base_parts(const struct tally *tally, uint64_t icons, struct belle_part *parts)
{
    bool favorite = tally->instead == EFFECT_FAVORITE;
    int count = 0, most = most_icons(icons);

    if (tally->instead == EFFECT_VARIETY) {
        parts[0] = (struct belle_part){.interest = -1, .effect = EFFECT_VARIETY, .points = base_score(tally, icons)};
        return 1;
    }
    for (int interest = 0; interest < INTERESTS; interest++) {
        int there = icons_at(icons, interest);
        if (there >= 2 && !(favorite && (count > 0 || there < most)))
            parts[count++] = (struct belle_part){.interest = interest, .effect = -1, .points = there};
    }
    return count;
}

int belle_parts(const struct state *s, const uint8_t *cards, int count, struct belle_part *parts)
{
    struct tally tally = tally_of(s, cards, count);
    uint64_t icons = (tally.icons + best_copies(&tally)) & tally.counting;
    int found = base_parts(&tally, icons, parts);

    for (int i = 0; i < tally.belles; i++) {
        int effect = tally.effects[i], points = effect_points(&tally, icons, effect);
        if (points)
            parts[found++] = (struct belle_part){.interest = -1, .effect = effect, .points = points};
    }
    return found;
}

int belle_icons(const struct state *s, const uint8_t *cards, int count, int interest)
{
    struct tally tally = tally_of(s, cards, count);
    return icons_at(tally.icons & tally.counting, interest);
}

/* ---- legal ---- */

static inline unsigned full_groups(const struct state *s, int seat)
{
    unsigned full = s->rushed[seat];
    for (int group = 0; group < GROUPS; group++)
        full |= (unsigned)(s->count[seat][group] == GROUP_MOST) << group;
    return full;
}

/* Bit seat * 3 + group: that group is not full. */
static unsigned open_groups(const struct state *s)
{
    unsigned open = 0;
    for (int seat = 0; seat < s->players; seat++)
        open |= (~full_groups(s, seat) & 7u) << seat * GROUPS;
    return open;
}

static uint16_t *put_bits(uint16_t *ids, int first, unsigned bits)
{
    for (; bits; bits &= bits - 1)
        *ids++ = (uint16_t)(first + __builtin_ctz(bits));
    return ids;
}

static uint16_t *put_moves(const struct state *s, int seat, unsigned mine, uint16_t *ids, int first)
{
    for (int group = 0; group < GROUPS; group++)
        for (int slot = 0; slot < s->count[seat][group]; slot++)
            for (int k = 0; k < 2 && card_is_guest(s->party[seat][group][slot]); k++)
                if (mine >> (k < group ? k : k + 1) & 1)
                    *ids++ = (uint16_t)(first + (group * 4 + slot) * 2 + k);
    return ids;
}

static uint16_t *put_steals(const struct state *s, int seat, uint16_t *ids, int first)
{
    uint16_t *begin = ids;
    for (int other = 0; other < s->players; other++)
        if (other != seat && s->held[other] > 0)
            *ids++ = (uint16_t)(first + 1 + other);
    if (ids == begin)
        *ids++ = (uint16_t)first; /* BL-14 */
    return ids;
}

/* The cards of the open groups given, as (seat * 3 + group) * 3 + slot. */
static int list_places(const struct state *s, unsigned groups, bool guests_only, uint8_t *places)
{
    int count = 0;
    for (; groups; groups &= groups - 1) {
        int at = __builtin_ctz(groups), seat = at / GROUPS, group = at % GROUPS;
        for (int slot = 0; slot < s->count[seat][group]; slot++)
            if (!guests_only || card_is_guest(s->party[seat][group][slot]))
                places[count++] = (uint8_t)(at * 3 + slot);
    }
    return count;
}

static uint16_t *put_swaps(const struct state *s, int seat, unsigned open, uint16_t *ids, int first)
{
    uint8_t mine[PLACES], theirs[PLACES];
    unsigned own = 7u << seat * GROUPS;
    int my_count = list_places(s, open & own, true, mine), their_count = list_places(s, open & ~own, true, theirs);

    for (int i = 0; i < my_count; i++)
        for (int k = 0; k < their_count; k++)
            *ids++ = (uint16_t)(first + (mine[i] - seat * 9) * PLACES + theirs[k]);
    return ids;
}

static uint16_t *put_plays(const struct state *s, int seat, unsigned open, uint16_t *ids)
{
    unsigned own = 7u << seat * GROUPS, mine = open >> seat * GROUPS & 7;
    uint8_t places[PLACES];

    for (uint32_t hand = s->hand[seat]; hand; hand &= hand - 1) {
        int index = __builtin_ctz(hand), first = ID_PLAY + index * PLACES;
        switch (aim_of(s->deck.effect[index])) {
        case AIM_NONE: *ids++ = (uint16_t)first; break;
        case AIM_MOVE: ids = put_moves(s, seat, mine, ids, first); break;
        case AIM_SWAP: break; /* their ids come after all others */
        case AIM_SEAT: ids = put_steals(s, seat, ids, first); break;
        case AIM_CARD: {
            int count = list_places(s, open, false, places);
            for (int i = 0; i < count; i++)
                *ids++ = (uint16_t)(first + places[i]);
            break;
        }
        case AIM_MINE: ids = put_bits(ids, first, mine); break;
        case AIM_THEIRS: ids = put_bits(ids, first, open & ~own); break;
        }
    }
    for (uint32_t hand = s->hand[seat]; hand; hand &= hand - 1) {
        int index = __builtin_ctz(hand);
        if (s->deck.effect[index] == EFFECT_SWAP)
            ids = put_swaps(s, seat, open, ids, ID_SWAP + swap_copy(s, index) * 9 * PLACES);
    }
    return ids;
}

/* Writes ids first, first+1, …; may scribble over the LEGAL_SLACK after them. */
static inline uint16_t *put_range(uint16_t *ids, int first, int count)
{
    for (int done = 0; done < count; done += LEGAL_SLACK)
        for (int i = 0; i < LEGAL_SLACK; i++)
            ids[done + i] = (uint16_t)(first + done + i);
    return ids + count;
}

/* Guests within reach; groups are open that have their bit. In a line of both
 * kinds a Belle card takes none of these ids. */
static inline uint16_t *put_guests(const struct state *s, int reach, unsigned open, uint16_t *ids)
{
    const uint8_t *cards = s->line + s->front[GUEST_LINE];

    for (int place = 0; place < reach; place++) {
        unsigned here = card_is_guest(cards[place]) ? open : 0;
        for (int group = 0; group < GROUPS; group++) { /* written always, kept if open */
            *ids = (uint16_t)(ID_GUEST + place * GROUPS + group);
            ids += here >> group & 1;
        }
    }
    return ids;
}

static uint16_t *put_invites(const struct state *s, int seat, uint16_t *ids)
{
    unsigned open = ~full_groups(s, seat) & 7u;
    int reach = belle_reach(s, seat, GUEST_LINE);

    if (belle_lines(s) == 2) {
        ids = open == 7 ? put_range(ids, ID_GUEST, reach * GROUPS) : put_guests(s, reach, open, ids);
        return put_range(ids, ID_BELLE, belle_reach(s, seat, BELLE_LINE));
    }
    ids = put_guests(s, reach, open, ids);
    for (int place = 0; place < reach; place++) {
        *ids = (uint16_t)(ID_BELLE + place);
        ids += !card_is_guest(s->line[s->front[GUEST_LINE] + place]);
    }
    return ids;
}

static int legal(const struct state *s, int seat, uint16_t *ids)
{
    if (s->phase == PHASE_INVITE)
        return (int)(put_invites(s, seat, ids) - ids);
    ids[0] = ID_NONE;
    return (int)(put_plays(s, seat, open_groups(s), ids + 1) - ids);
}

/* ---- objection: the same rules, one action at a time ---- */

/* BL-7, looking for RUSHED itself. */
static bool is_full(const struct state *s, int seat, int group)
{
    int cards = 0;

    for (int slot = 0; slot < GROUP_MOST; slot++) {
        uint8_t card = s->party[seat][group][slot];
        cards += card != 0;
        if (card && !card_is_guest(card) && belle_effect(s, card) == EFFECT_RUSHED)
            return true;
    }
    return cards == GROUP_MOST;
}

/* Why a card of a group may not be taken out of it, as SWAP and EJECT do. */
static const char *card_objection(const struct state *s, int seat, int group, int slot, bool guest)
{
    if (seat >= s->players)
        return "there is no such seat";
    if (!s->party[seat][group][slot])
        return "there is no such card in that group";
    if (guest && !card_is_guest(s->party[seat][group][slot]))
        return "this is a Belle card, not a Guest";
    return is_full(s, seat, group) ? "a full group is not touched" : NULL;
}

static const char *move_objection(const struct state *s, struct move move)
{
    uint8_t card = s->party[move.seat][move.group][move.slot];

    if (!card)
        return "there is no such card in your party";
    if (!card_is_guest(card))
        return "this is a Belle card, not a Guest";
    return is_full(s, move.seat, move.to) ? "that group is full" : NULL;
}

static const char *swap_objection(const struct state *s, int seat, struct move move)
{
    if (move.seat == seat)
        return "the other Guest must be an opponent's";
    const char *mine = card_objection(s, seat, move.my_group, move.my_slot, true);
    return mine ? mine : card_objection(s, move.seat, move.group, move.slot, true);
}

static const char *steal_objection(const struct state *s, int seat, struct move move)
{
    int holders = 0;

    for (int other = 0; other < s->players; other++)
        holders += other != seat && s->held[other] > 0;
    if (move.seat < 0)
        return holders > 0 ? "say from whom: an opponent holds a Belle card" : NULL;
    if (move.seat >= s->players)
        return "there is no such seat";
    if (move.seat == seat)
        return "you cannot steal from yourself";
    return s->held[move.seat] == 0 ? "this opponent holds no Belle card" : NULL;
}

static const char *group_objection(const struct state *s, int seat, struct move move, bool mine)
{
    if (move.seat >= s->players)
        return "there is no such seat";
    if (!mine && move.seat == seat)
        return "Mischief goes into an opponent's group";
    return is_full(s, move.seat, move.group) ? "that group is full" : NULL;
}

/* Ids are laid out for the widest effect; the others leave some unused. */
static bool code_is_used(enum aim aim, int code)
{
    static const uint8_t codes[] = {
        [AIM_NONE] = 1,
        [AIM_MOVE] = 24,
        [AIM_SWAP] = 0,
        [AIM_SEAT] = 1 + MAX_SEATS,
        [AIM_CARD] = PLACES,
        [AIM_MINE] = GROUPS,
        [AIM_THEIRS] = MAX_SEATS * GROUPS,
    };
    return code < codes[aim];
}

static const char *play_objection(const struct state *s, int seat, uint16_t id)
{
    struct move move = belle_move(s, seat, id);

    if (s->phase == PHASE_INVITE)
        return "Step 1 is over: invite a card from a line";
    if (move.kind == MOVE_NONE)
        return NULL;
    if (!move.card)
        return "there is no such card in this deck";
    if (!(s->hand[seat] >> belle_index(move.card) & 1))
        return "you do not hold this Belle card";
    enum aim aim = aim_of(belle_effect(s, move.card));
    if (id < ID_SWAP && !code_is_used(aim, (id - ID_PLAY) % PLACES))
        return "this card is not aimed like that";
    switch (aim) {
    case AIM_MOVE: return move_objection(s, move);
    case AIM_SWAP: return swap_objection(s, seat, move);
    case AIM_SEAT: return steal_objection(s, seat, move);
    case AIM_CARD: return card_objection(s, move.seat, move.group, move.slot, false);
    case AIM_MINE: return group_objection(s, seat, move, true);
    case AIM_THEIRS: return group_objection(s, seat, move, false);
    default: return NULL;
    }
}

static const char *invite_objection(const struct state *s, int seat, struct move move)
{
    if (s->phase == PHASE_PLAY)
        return "Step 1 comes first: play a Belle card, or none";
    if (!move.card)
        return "there is no card at that place";
    if (card_is_guest(move.card) && move.to < 0)
        return "a Guest goes into a group";
    if (!card_is_guest(move.card) && move.to >= 0)
        return "a Belle card goes to hand";
    if (move.place > s->regrets[seat] && !s->free_skip)
        return "you have too few Regrets to skip so many cards";
    return move.to >= 0 && is_full(s, seat, move.to) ? "that group is full" : NULL;
}

static const char *objection(const struct state *s, int seat, uint16_t id)
{
    if (id < ID_GUEST)
        return play_objection(s, seat, id);
    return invite_objection(s, seat, belle_move(s, seat, id));
}

/* ---- moving cards ---- */

static void add_to_group(struct state *s, int seat, int group, uint8_t card)
{
    s->party[seat][group][s->count[seat][group]++] = card;
}

static void take_from_group(struct state *s, int seat, int group, int slot)
{
    uint8_t *cards = s->party[seat][group];
    int count = --s->count[seat][group];

    for (int i = slot; i < count; i++)
        cards[i] = cards[i + 1];
    cards[count] = 0;
}

static void discard(struct state *s, uint8_t card)
{
    if (card_is_guest(card))
        s->discarded_guests |= guest_bit(card);
    else
        s->discarded_belles |= belle_bit(card);
}

/* Takes a card out of a line, which closes up; its Regrets are the caller's. */
static uint8_t take_from_line(struct state *s, int line, int place)
{
    uint8_t *cards = s->line + s->front[line]++, *beside = s->beside[line];
    uint8_t card = cards[place];

    for (int i = place; i > 0; i--)
        cards[i] = cards[i - 1];
    cards[0] = 0;
    for (int i = place; i < VISIBLE - 1; i++)
        beside[i] = beside[i + 1];
    beside[VISIBLE - 1] = 0;
    return card;
}

/* A card as it stands in facts. */
static int told_card(const struct state *s, uint8_t card)
{
    return card + (s->own_deck ? BELLE_CUSTOM : 0);
}

/* ---- Step 3: BL-8, BL-10 ---- */

static SAYING void say_score(const struct state *s, int seat, int group, struct belle_score score, struct facts *told)
{
    uint8_t stay[GROUP_MOST];
    int count = 0;

    for (int i = 0; i < s->count[seat][group]; i++) {
        uint8_t card = s->party[seat][group][i];
        if (!card_is_guest(card) && belle_effect(s, card) == EFFECT_STAYS)
            stay[count++] = (uint8_t)told_card(s, card);
    }
    SAY(told, BELLE_SCORES, seat, group + 1, score.value, score.base, score.bonus, score.minus);
    fact_add_cards(told, stay, count);
}

/* Points that the owner of a group loses for Regrets that are not there. */
static int toll_missing(int paid)
{
    return 2 * (2 - paid);
}

static SAYING void say_toll(int owner, int collector, int paid, struct facts *told)
{
    SAY(told, BELLE_PAYS, owner, collector, paid);
    if (paid < 2)
        SAY(told, BELLE_LOSES, owner, toll_missing(paid));
}

static SAYING void say_gain(int seat, int points, int reason, struct facts *told)
{
    SAY(told, BELLE_GAINS, seat, points, reason);
}

static void pay_toll(struct state *s, int owner, int collector, struct facts *told)
{
    int paid = s->regrets[owner] < 2 ? s->regrets[owner] : 2;

    s->regrets[owner] = (uint8_t)(s->regrets[owner] - paid);
    s->regrets[collector] = (uint8_t)(s->regrets[collector] + paid);
    s->points[owner] = (int16_t)(s->points[owner] - toll_missing(paid));
    if (told)
        say_toll(owner, collector, paid, told);
}

/* What TALES, TOLL and STAYS bring those who played them. */
static void pay_players(struct state *s, int seat, uint8_t card, int value, struct facts *told)
{
    int effect = belle_effect(s, card), by = belle_player(s, card);

    if (effect == EFFECT_TOLL)
        pay_toll(s, seat, by, told);
    if (effect != EFFECT_TALES && effect != EFFECT_STAYS)
        return;
    int points = effect == EFFECT_TALES ? value / 2 : 1;
    s->points[by] = (int16_t)(s->points[by] + points);
    if (told)
        say_gain(by, points, effect == EFFECT_TALES ? BELLE_REASON_TALES : BELLE_REASON_STAYS, told);
}

static void score_group(struct state *s, int seat, int group, struct facts *told)
{
    uint8_t *cards = s->party[seat][group];
    int count = s->count[seat][group], stay = 0;
    struct belle_score score = belle_score(s, cards, count);

    s->points[seat] = (int16_t)(s->points[seat] + score.value);
    if (told)
        say_score(s, seat, group, score, told);
    for (int i = 0; i < count; i++) {
        uint8_t card = cards[i];
        cards[i] = 0;
        if (!card_is_guest(card))
            pay_players(s, seat, card, score.value, told);
        if (!card_is_guest(card) && belle_effect(s, card) == EFFECT_STAYS)
            cards[stay++] = card;
        else
            discard(s, card);
    }
    s->count[seat][group] = (uint8_t)stay;
    s->rushed[seat] = (uint8_t)(s->rushed[seat] & ~(1u << group));
}

static void score_full_groups(struct state *s, int seat, struct facts *told)
{
    for (unsigned full = full_groups(s, seat); full; full &= full - 1) /* from the left: BL-15 */
        score_group(s, seat, __builtin_ctz(full), told);
}

/* ---- the course of a turn ---- */

/* Is there a Belle card that the mover could take? */
static bool belle_to_be_had(const struct state *s)
{
    int line = belle_line(s), reach = belle_reach(s, s->mover, line);

    for (int place = 0; place < reach; place++)
        if (!card_is_guest(s->line[s->front[line] + place]))
            return true;
    return false;
}

/* Step 2, unless there is no room for anybody who could come: then Step 3 is
 * first (BL-6). */
static void begin_invite(struct state *s, struct facts *told)
{
    s->phase = PHASE_INVITE;
    if (full_groups(s, s->mover) == 7 && !belle_to_be_had(s)) {
        s->scored = 1;
        score_full_groups(s, s->mover, told);
    }
}

static void begin_turn(struct state *s, struct facts *told)
{
    s->free_skip = s->scored = 0;
    if (s->held[s->mover] > 0)
        s->phase = PHASE_PLAY;
    else
        begin_invite(s, told);
}

/* Cards that count half a point each at the end (BL-12). */
static int cards_left(const struct state *s, int seat)
{
    return s->count[seat][0] + s->count[seat][1] + s->count[seat][2] + s->held[seat] + s->regrets[seat];
}

static void result(const struct state *s, struct result *out)
{
    *out = (struct result){.winners = 0};
    for (int seat = 0; seat < s->players; seat++)
        out->points[seat] = 2 * s->points[seat] + (s->phase == PHASE_OVER ? cards_left(s, seat) : 0);
    if (s->phase == PHASE_OVER)
        most_points_win(out, s->players); /* BL-12 */
}

static SAYING void say_end(const struct state *s, struct facts *told)
{
    struct result final;

    result(s, &final);
    SAY(told, BELLE_ENDS, belle_lines(s) == 1 ? BELLE_HOW_LINE : BELLE_HOW_GUESTS);
    for (int seat = 0; seat < s->players; seat++)
        SAY(told, BELLE_COUNTS, seat, s->points[seat], cards_left(s, seat), final.points[seat]);
}

/* After Step 2: Step 3, and the next player's turn or the end (BL-8, BL-11, BL-13). */
static void end_turn(struct state *s, struct facts *told)
{
    bool last = belle_line_length(s, GUEST_LINE) == 0;

    if (!s->scored && (!last || s->finish))
        score_full_groups(s, s->mover, told);
    if (last) {
        s->phase = PHASE_OVER;
        if (told)
            say_end(s, told);
        return;
    }
    s->mover = (uint8_t)(s->mover + 1 == s->players ? 0 : s->mover + 1);
    begin_turn(s, told);
}

static void gain(struct state *s, int seat, int points)
{
    s->points[seat] = (int16_t)(s->points[seat] + points);
}

/* ---- Belle cards as they are played: BL-4, BL-14 ---- */

static int belles_in_groups(const struct state *s)
{
    int belles = 0;
    for (int seat = 0; seat < s->players; seat++)
        for (int group = 0; group < GROUPS; group++)
            for (int slot = 0; slot < s->count[seat][group]; slot++)
                belles += !card_is_guest(s->party[seat][group][slot]);
    return belles;
}

static SAYING void say_played(const struct state *s, int seat, struct move move, int regrets, int points,
                              struct facts *told)
{
    SAY(told, BELLE_PLAYS, seat, told_card(s, move.card), belle_effect(s, move.card), regrets, points);
}

static SAYING void say_collected(const struct state *s, int seat, struct move move, unsigned payers, int regrets,
                                 int points, struct facts *told)
{
    if (payers)
        SAY(told, BELLE_COLLECTS, seat, told_card(s, move.card), (int)payers, regrets, points);
    else
        say_played(s, seat, move, regrets, points, told);
}

/* A card that goes into a group. */
static SAYING void say_laid(const struct state *s, int seat, struct move move, int points, struct facts *told)
{
    SAY(told, BELLE_LAYS, seat, told_card(s, move.card), belle_effect(s, move.card), move.seat, move.seat == seat,
        move.group + 1, points);
}

/* A card aimed at others, which lie where they were yet. */
static SAYING void say_aimed(const struct state *s, int seat, struct move move, int points, struct facts *told)
{
    uint8_t card = s->party[move.seat][move.group][move.slot];

    switch (belle_effect(s, move.card)) {
    case EFFECT_MOVE_OWN:
        SAY(told, BELLE_MOVES, seat, told_card(s, move.card), told_card(s, card), move.group + 1, move.to + 1, points);
        break;
    case EFFECT_SWAP:
        SAY(told, BELLE_SWAPS, seat, told_card(s, move.card), told_card(s, s->party[seat][move.my_group][move.my_slot]),
            move.my_group + 1, move.seat, told_card(s, card), move.group + 1, points);
        break;
    default:
        SAY(told, BELLE_EJECTS, seat, told_card(s, move.card), told_card(s, card), move.seat, move.seat == seat,
            move.group + 1);
        break;
    }
}

static SAYING void say_theft(const struct state *s, int seat, struct move move, struct facts *told)
{
    SAY(told, BELLE_STEALS, seat, told_card(s, move.card), move.seat);
}

/* Scores points for a card that does nothing else to a seat. */
static void gain_by(struct state *s, int seat, struct move move, int points, struct facts *told)
{
    gain(s, seat, points);
    if (told)
        say_played(s, seat, move, 0, points, told);
}

static void move_own(struct state *s, int seat, struct move move, struct facts *told)
{
    uint8_t guest = s->party[seat][move.group][move.slot];
    if (told)
        say_aimed(s, seat, move, 2, told);
    take_from_group(s, seat, move.group, move.slot);
    add_to_group(s, seat, move.to, guest);
    gain(s, seat, 2);
}

static void swap_guests(struct state *s, int seat, struct move move, struct facts *told)
{
    uint8_t *mine = &s->party[seat][move.my_group][move.my_slot];
    uint8_t *theirs = &s->party[move.seat][move.group][move.slot], guest = *mine;
    if (told)
        say_aimed(s, seat, move, 1, told);
    *mine = *theirs;
    *theirs = guest;
    gain(s, seat, 1);
}

static void reverse_line(struct state *s)
{
    int length = belle_line_length(s, GUEST_LINE) < 5 ? belle_line_length(s, GUEST_LINE) : 5;
    uint8_t *cards = s->line + s->front[GUEST_LINE], *beside = s->beside[GUEST_LINE];

    for (int i = 0, k = length - 1; i < k; i++, k--) {
        uint8_t card = cards[i], regrets = beside[i];
        cards[i] = cards[k];
        beside[i] = beside[k];
        cards[k] = card;
        beside[k] = regrets;
    }
}

static void sweep(struct state *s, int seat, struct move move, struct facts *told)
{
    int swept = 0;

    for (int line = 0; line < 2; line++)
        for (int place = 0; place < VISIBLE; place++) {
            swept += s->beside[line][place];
            s->beside[line][place] = 0;
        }
    s->regrets[seat] = (uint8_t)(s->regrets[seat] + swept);
    gain(s, seat, 1);
    if (told)
        say_played(s, seat, move, swept, 1, told);
}

static void apologize(struct state *s, int seat, struct move move, struct facts *told)
{
    int due = s->players == 2 ? 2 : 1, got = 0, points = 0;
    unsigned payers = 0;

    for (int other = 0; other < s->players; other++) {
        if (other == seat)
            continue;
        int paid = s->regrets[other] < due ? s->regrets[other] : due;
        s->regrets[other] = (uint8_t)(s->regrets[other] - paid);
        got += paid;
        points += due - paid;
        payers |= paid > 0 ? seat_bit(other) : 0u;
    }
    s->regrets[seat] = (uint8_t)(s->regrets[seat] + got);
    gain(s, seat, points);
    if (told)
        say_collected(s, seat, move, payers, got, points, told);
}

static void eject(struct state *s, int seat, struct move move, struct facts *told)
{
    if (told)
        say_aimed(s, seat, move, 0, told);
    discard(s, s->party[move.seat][move.group][move.slot]);
    take_from_group(s, move.seat, move.group, move.slot);
}

static void begin_steal(struct state *s, int seat, struct move move, struct facts *told)
{
    if (move.seat < 0) {
        gain_by(s, seat, move, 2, told);
        return;
    }
    s->steals[s->steal_count].thief = (uint8_t)seat;
    s->steals[s->steal_count].victim = (uint8_t)move.seat;
    s->phase = PHASE_STEAL;
    if (told)
        say_theft(s, seat, move, told);
}

/* What Mayhem does; the card itself is discarded. */
static void play_mayhem(struct state *s, int seat, struct move move, int effect, struct facts *told)
{
    discard(s, move.card);
    switch (effect) {
    case EFFECT_CROWD: gain_by(s, seat, move, 2 * belles_in_groups(s), told); break;
    case EFFECT_MOVE_OWN: move_own(s, seat, move, told); break;
    case EFFECT_SWAP: swap_guests(s, seat, move, told); break;
    case EFFECT_FREE_SKIP:
        s->free_skip = 1;
        gain_by(s, seat, move, 1, told);
        break;
    case EFFECT_REVERSE:
        reverse_line(s);
        gain_by(s, seat, move, 1, told);
        break;
    case EFFECT_SWEEP: sweep(s, seat, move, told); break;
    case EFFECT_STEAL_BELLE: begin_steal(s, seat, move, told); break;
    case EFFECT_APOLOGY: apologize(s, seat, move, told); break;
    case EFFECT_EJECT: eject(s, seat, move, told); break;
    default: break;
    }
}

/* Mirth and Mischief lie in a group; some do more at once. */
static void play_on_group(struct state *s, int seat, struct move move, int effect, struct facts *told)
{
    int points = effect == EFFECT_NO_COMMON || effect == EFFECT_NO_MEDIUM;

    add_to_group(s, move.seat, move.group, move.card);
    gain(s, seat, points);
    if (effect == EFFECT_RUSHED)
        s->rushed[move.seat] |= (uint8_t)(1u << move.group);
    if (told)
        say_laid(s, seat, move, points, told);
}

/* Who and when, for taken[] and played[]. */
static uint8_t stamp(const struct state *s, int seat)
{
    return (uint8_t)(1 + seat * 4 + s->steal_count);
}

static void play_card(struct state *s, int seat, struct move move, struct facts *told)
{
    int index = belle_index(move.card), effect = belle_effect(s, move.card);

    s->hand[seat] &= ~belle_bit(move.card);
    s->held[seat]--;
    s->played[index] = stamp(s, seat);
    if (belle_type_of(effect) == MAYHEM)
        play_mayhem(s, seat, move, effect, told);
    else
        play_on_group(s, seat, move, effect, told);
}

static SAYING void say_none(int seat, struct facts *told)
{
    SAY(told, BELLE_PLAYS_NONE, seat);
}

static SAYING void say_invite(const struct state *s, int seat, struct move move, struct facts *told)
{
    int paid = s->free_skip ? 0 : move.place, gained = s->beside[move.line][move.place];

    if (move.to >= 0)
        SAY(told, BELLE_INVITES, seat, told_card(s, move.card), move.to + 1, move.place + 1, paid, gained);
    else
        SAY(told, BELLE_TAKES, seat, told_card(s, move.card), move.place + 1, paid, gained);
}

static void invite_card(struct state *s, int seat, struct move move)
{
    uint8_t *beside = s->beside[move.line];

    if (!s->free_skip) {
        s->regrets[seat] = (uint8_t)(s->regrets[seat] - move.place);
        for (int i = 0; i < move.place; i++)
            beside[i]++;
    }
    s->regrets[seat] = (uint8_t)(s->regrets[seat] + beside[move.place]);
    take_from_line(s, move.line, move.place);
    if (move.to >= 0) {
        add_to_group(s, seat, move.to, move.card);
        return;
    }
    int index = belle_index(move.card);
    s->hand[seat] |= belle_bit(move.card);
    s->held[seat]++;
    s->taken[index] = stamp(s, seat);
}

static void apply(struct state *s, int seat, uint16_t id, struct facts *told)
{
    struct move move = belle_move(s, seat, id);

    MUST((s->phase == PHASE_PLAY || s->phase == PHASE_INVITE) && s->mover == seat && !objection(s, seat, id));
    if (move.kind == MOVE_INVITE) {
        if (told)
            say_invite(s, seat, move, told);
        invite_card(s, seat, move);
        end_turn(s, told);
        return;
    }
    if (move.kind == MOVE_PLAY)
        play_card(s, seat, move, told);
    else if (told)
        say_none(seat, told);
    if (s->phase != PHASE_STEAL)
        begin_invite(s, told);
}

/* ---- opening and chance ---- */

enum { OPTION_LAST_TURN, OPTION_PARTIES, OPTION_DECK };
#define BUILT_IN "built-in"

static const char *start(struct state *s, const struct setup *setup)
{
    const char *deck = setup->value[OPTION_DECK];

    if (deck && !deck[0])
        return "deck= wants a directory with guests.csv and belles.csv";
    bytes_zero(s, sizeof *s);
    s->players = (uint8_t)setup->players;
    s->finish = setup_choice(&belle, setup, OPTION_LAST_TURN) == 1;
    s->empty = setup_choice(&belle, setup, OPTION_PARTIES) == 1;
    s->own_deck = deck && !text_equal(deck, BUILT_IN);
    s->phase = s->own_deck ? PHASE_DECK : PHASE_SETUP;
    if (!s->own_deck)
        s->deck = belle_deck_built_in;
    return NULL;
}

static struct turn turn(const struct state *s)
{
    switch (s->phase) {
    case PHASE_PLAY:
    case PHASE_INVITE: return (struct turn){.kind = TURN_CHOICE, .seats = seat_bit(s->mover)};
    case PHASE_OVER: return (struct turn){.kind = TURN_OVER};
    default: return (struct turn){.kind = TURN_CHANCE};
    }
}

static bool deck_due(const struct state *s)
{
    return s->phase == PHASE_DECK;
}

/* Each player's at the beginning: BL-1. */
static int regrets_each(const struct state *s)
{
    return s->players == 2 ? 4 : 3;
}

static int party_cards(const struct state *s)
{
    return s->empty ? 0 : GROUPS * s->players;
}

static int guests_in_line(const struct state *s)
{
    return GUESTS - regrets_each(s) * s->players - party_cards(s);
}

/* Everything of the setup but the cards themselves. */
static void lay_table(struct state *s, int first)
{
    int guests = guests_in_line(s);

    s->start = s->mover = (uint8_t)first;
    s->front[GUEST_LINE] = 0;
    s->end[GUEST_LINE] = (uint8_t)(belle_lines(s) == 1 ? guests + BELLES : guests);
    s->front[BELLE_LINE] = (uint8_t)(belle_lines(s) == 1 ? LINE_END : BELLE_BASE);
    s->end[BELLE_LINE] = LINE_END;
    for (int seat = 0; seat < s->players; seat++) {
        s->regrets[seat] = (uint8_t)regrets_each(s);
        for (int group = 0; group < GROUPS; group++)
            s->count[seat][group] = !s->empty;
    }
}

static void draw_setup(struct state *s, struct rng *rng)
{
    uint8_t guests[GUESTS], belles[BELLES];
    const uint8_t *next = guests;

    for (int i = 0; i < GUESTS; i++)
        guests[i] = guest_card(i);
    for (int i = 0; i < BELLES; i++)
        belles[i] = belle_card(i);
    rng_shuffle(rng, guests, GUESTS);
    lay_table(s, (int)rng_below(rng, s->players));
    for (int i = 0; i < party_cards(s); i++)
        s->party[i / GROUPS][i % GROUPS][0] = *next++;
    bytes_copy(s->line, next, (size_t)guests_in_line(s)); /* what is behind them are the Regrets */
    if (belle_lines(s) == 1) {
        bytes_copy(s->line + guests_in_line(s), belles, BELLES);
        rng_shuffle(rng, s->line, s->end[GUEST_LINE]);
    } else {
        rng_shuffle(rng, belles, BELLES);
        bytes_copy(s->line + BELLE_BASE, belles, BELLES);
    }
    begin_turn(s, NULL);
}

/* The steal that is open takes this card. */
static void steal(struct state *s, uint8_t card)
{
    int thief = s->steals[s->steal_count].thief, victim = s->steals[s->steal_count].victim;

    s->steals[s->steal_count++].card = card;
    s->hand[victim] &= ~(belle_bit(card));
    s->hand[thief] |= belle_bit(card);
    s->held[victim]--;
    s->held[thief]++;
    begin_invite(s, NULL);
}

static void draw_steal(struct state *s, struct rng *rng)
{
    uint32_t hand = s->hand[s->steals[s->steal_count].victim];
    for (uint32_t skip = rng_below(rng, (uint32_t)__builtin_popcount(hand)); skip > 0; skip--)
        hand &= hand - 1;
    steal(s, belle_card(__builtin_ctz(hand)));
}

static void take_deck(struct state *s, const struct belle_deck *deck)
{
    s->deck = *deck;
    s->phase = PHASE_SETUP;
}

/* A deck of one's own is handed over by the table, through chance_read(); whoever
 * plays without a table has only the built-in cards. */
static void chance(struct state *s, struct rng *rng)
{
    if (s->phase == PHASE_DECK)
        take_deck(s, &belle_deck_built_in);
    else if (s->phase == PHASE_SETUP)
        draw_setup(s, rng);
    else
        draw_steal(s, rng);
}

/* ---- who holds which Belle card, as far as one can know ----
 *
 * A steal is seen by all, its card by thief and victim alone. What else is known
 * about it follows from who took each card from the line and who played it, and
 * whether that was before or after: every choice of stolen cards that agrees
 * with all of this is a world. Each is as likely as the next, since the size of
 * the hand stolen from is open. A deck has at most three such cards, so that
 * the worlds can be gone through. */

static int stamp_seat(uint8_t mark)
{
    return (mark - 1) / 4;
}
static int stamp_steals(uint8_t mark)
{
    return (mark - 1) % 4;
}

/* Who held a card after so many steals, if these cards were stolen. */
static int holder(const struct state *s, const uint8_t *stolen, int index, int steals)
{
    int seat = stamp_seat(s->taken[index]);
    for (int i = stamp_steals(s->taken[index]); i < steals; i++)
        if (stolen[i] == belle_card(index))
            seat = s->steals[i].thief;
    return seat;
}

/* Goes through the worlds of a viewer. */
struct worlds {
    unsigned hidden;             /* bit i: the viewer has not seen the card of steal i */
    uint32_t in_hand;            /* cards that somebody holds now */
    uint32_t late;               /* cards played after some steal */
    uint32_t held[STEALS_MOST];  /* cards that somebody held when steal i came */
    uint8_t stolen[STEALS_MOST]; /* the world that next_world() has come to */
};

/* Could these cards have been stolen? */
static bool is_world(const struct state *s, const struct worlds *worlds)
{
    for (int i = 0; i < s->steal_count; i++)
        if (holder(s, worlds->stolen, belle_index(worlds->stolen[i]), i) != s->steals[i].victim)
            return false;
    for (uint32_t late = worlds->late; late; late &= late - 1) {
        int index = __builtin_ctz(late);
        if (holder(s, worlds->stolen, index, stamp_steals(s->played[index])) != stamp_seat(s->played[index]))
            return false;
    }
    return true;
}

/* The only steal there was is no secret once its thief has played the card. */
static bool steal_is_settled(const struct state *s)
{
    uint8_t card = s->steals[0].card;
    return s->steal_count == 1 && card && s->played[belle_index(card)] &&
           stamp_seat(s->played[belle_index(card)]) == s->steals[0].thief;
}

static unsigned hidden_steals(const struct state *s, int viewer)
{
    unsigned hidden = 0;
    for (int i = 0; i < s->steal_count; i++)
        hidden |= (unsigned)(s->steals[i].thief != viewer && s->steals[i].victim != viewer) << i;
    return hidden && steal_is_settled(s) ? 0 : hidden;
}

/* The first card of a set. */
static uint8_t first_of(uint32_t cards)
{
    return belle_card(__builtin_ctz(cards));
}

/* Before the first world: next_world() comes to it. */
static struct worlds all_worlds(const struct state *s, unsigned hidden)
{
    struct worlds worlds = {.hidden = hidden};

    for (int index = 0; index < BELLES; index++) {
        uint8_t taken = s->taken[index], played = s->played[index];
        if (!taken)
            continue;
        worlds.in_hand |= (uint32_t)!played << index;
        worlds.late |= (uint32_t)(played && stamp_steals(played) > 0) << index;
        for (int i = stamp_steals(taken); i < (played ? stamp_steals(played) : s->steal_count); i++)
            worlds.held[i] |= 1u << index;
    }
    for (int i = 0; i < s->steal_count; i++)
        worlds.stolen[i] = hidden >> i & 1 ? first_of(worlds.held[i]) : s->steals[i].card;
    if (hidden)
        worlds.stolen[__builtin_ctz(hidden)] = 0;
    return worlds;
}

/* The card of a steal after the one that it stands at, or 0 after the last. */
static uint8_t next_of(uint32_t cards, uint8_t card)
{
    uint32_t later = card ? cards & ~((2u << belle_index(card)) - 1) : cards;
    return later ? first_of(later) : 0;
}

static bool next_world(const struct state *s, struct worlds *worlds)
{
    for (;;) {
        unsigned left = worlds->hidden;
        for (; left; left &= left - 1) {
            int i = __builtin_ctz(left);
            worlds->stolen[i] = next_of(worlds->held[i], worlds->stolen[i]);
            if (worlds->stolen[i])
                break;
            worlds->stolen[i] = first_of(worlds->held[i]);
        }
        if (!left)
            return false;
        if (is_world(s, worlds))
            return true;
    }
}

static void hands_in_world(const struct state *s, const struct worlds *worlds, uint32_t *hand)
{
    bytes_zero(hand, MAX_SEATS * sizeof *hand);
    for (uint32_t left = worlds->in_hand; left; left &= left - 1) {
        int index = __builtin_ctz(left);
        hand[holder(s, worlds->stolen, index, s->steal_count)] |= 1u << index;
    }
}

/* What is the same in all worlds: cards that are surely in a hand, and cards
 * that were surely stolen (0 where it may have been another). */
static void sure_of(const struct state *s, unsigned hidden, uint32_t *hand, uint8_t *stolen)
{
    struct worlds worlds = all_worlds(s, hidden);
    uint32_t here[MAX_SEATS];

    next_world(s, &worlds); /* the true one at least */
    hands_in_world(s, &worlds, hand);
    bytes_copy(stolen, worlds.stolen, STEALS_MOST);
    while (next_world(s, &worlds)) {
        hands_in_world(s, &worlds, here);
        for (int seat = 0; seat < MAX_SEATS; seat++)
            hand[seat] &= here[seat];
        for (int i = 0; i < s->steal_count; i++)
            stolen[i] = stolen[i] == worlds.stolen[i] ? stolen[i] : 0;
    }
}

static void redact(struct state *s, int viewer)
{
    if (s->phase == PHASE_OVER)
        return;
    for (int line = 0; line < 2; line++)
        for (int i = s->front[line] + VISIBLE; i < s->end[line]; i++)
            s->line[i] = 0;
    unsigned hidden = hidden_steals(s, viewer);
    if (!hidden)
        return;
    uint32_t hand[MAX_SEATS];
    uint8_t stolen[STEALS_MOST];
    sure_of(s, hidden, hand, stolen);
    bytes_copy(s->hand, hand, sizeof hand);
    for (int i = 0; i < s->steal_count; i++)
        s->steals[i].card = stolen[i];
}

static void imagine_steals(struct state *s, unsigned hidden, struct rng *rng)
{
    struct worlds worlds = all_worlds(s, hidden);
    uint32_t count = 0;

    while (next_world(s, &worlds))
        count++;
    worlds = all_worlds(s, hidden);
    for (uint32_t skip = rng_below(rng, count) + 1; skip > 0; skip--)
        next_world(s, &worlds);
    hands_in_world(s, &worlds, s->hand);
    for (int i = 0; i < s->steal_count; i++)
        s->steals[i].card = worlds.stolen[i];
}

/* The cards that the viewer of a redacted state has not seen. Guests among them
 * are behind in line or lie face down as Regrets; Belle cards are all in line. */
static int unseen_cards(const struct state *s, uint8_t *guests, uint8_t *belles, int *belle_count)
{
    uint64_t guests_seen = s->discarded_guests;
    uint32_t belles_seen = 0;
    int guest_count = 0;

    *belle_count = 0;
    for (int i = 0; i < LINE_END; i++)
        if (s->line[i] && card_is_guest(s->line[i]))
            guests_seen |= guest_bit(s->line[i]);
        else if (s->line[i])
            belles_seen |= belle_bit(s->line[i]);
    for (int i = 0; i < MAX_SEATS * GROUPS * GROUP_MOST; i++) {
        uint8_t card = s->party[i / (GROUPS * GROUP_MOST)][i / GROUP_MOST % GROUPS][i % GROUP_MOST];
        if (card && card_is_guest(card))
            guests_seen |= guest_bit(card);
    }
    for (int i = 0; i < GUESTS; i++)
        if (!(guests_seen >> i & 1))
            guests[guest_count++] = guest_card(i);
    for (int i = 0; i < BELLES; i++)
        if (!(belles_seen >> i & 1) && !s->taken[i])
            belles[(*belle_count)++] = belle_card(i);
    return guest_count;
}

/* Cards of a line behind the sixth. */
static int behind_line(const struct state *s, int line)
{
    int length = belle_line_length(s, line);
    return length > VISIBLE ? length - VISIBLE : 0;
}

static void imagine(struct state *s, int viewer, struct rng *rng)
{
    uint8_t guests[GUESTS + BELLES], belles[BELLES];
    int belle_count;

    if (s->phase <= PHASE_SETUP || s->phase == PHASE_OVER)
        return;
    int guest_count = unseen_cards(s, guests, belles, &belle_count), behind = behind_line(s, GUEST_LINE);
    rng_shuffle(rng, guests, guest_count);
    rng_shuffle(rng, belles, belle_count);
    if (belle_lines(s) == 1) { /* all Belles and as many Guests as there is room for, in any order */
        bytes_copy(guests + behind - belle_count, belles, (size_t)belle_count);
        rng_shuffle(rng, guests, behind);
    }
    for (int i = 0; i < behind; i++)
        s->line[s->front[GUEST_LINE] + VISIBLE + i] = guests[i];
    for (int i = 0; i < behind_line(s, BELLE_LINE); i++)
        s->line[s->front[BELLE_LINE] + VISIBLE + i] = belles[i];
    unsigned hidden = hidden_steals(s, viewer);
    if (hidden)
        imagine_steals(s, hidden, rng);
}

/* ---- observation ---- */

enum {
    OBS_PHASE,
    OBS_PLAYERS,
    OBS_MINE,
    OBS_MOVER,
    OBS_FREE,
    OBS_SCORED,
    OBS_FINISH,
    OBS_LENGTH,
    OBS_LINE = OBS_LENGTH + 2,
    OBS_BESIDE = OBS_LINE + 2 * VISIBLE,
    OBS_SEATS = OBS_BESIDE + 2 * VISIBLE,
    OBS_SEAT_PARTY = 0,
    OBS_SEAT_HAND = GROUPS * GROUP_MOST,
    OBS_SEAT_HELD = OBS_SEAT_HAND + 4,
    OBS_SEAT_REGRETS,
    OBS_SEAT_POINTS,
    OBS_SEAT = OBS_SEAT_POINTS + 2,
    OBS_PLAYED = OBS_SEATS + MAX_SEATS * OBS_SEAT,
    OBS_DISCARDED = OBS_PLAYED + BELLES,
    OBS_DECK = OBS_DISCARDED + 12,
    OBS_SIZE = OBS_DECK + GUESTS + BELLES,
};

static const struct game_field fields[] = {
    FIELD(OBS_PHASE, "phase", NULL),
    FIELD(OBS_PLAYERS, "players", "how many play"),
    FIELD(OBS_MINE, "mine", "1: I owe a choice"),
    FIELD(OBS_MOVER, "mover", "whose turn: seats to my left"),
    FIELD(OBS_FREE, "free_skip", "1: skipping costs nothing this turn"),
    FIELD(OBS_SCORED, "scored", "1: full groups have been scored this turn"),
    FIELD(OBS_FINISH, "finish", "1: last_turn=finish"),
    FIELD_ROW(OBS_LENGTH, 2, "lengths",
              "cards in the Guest line and in the Belle line; with five players there is one"),
    FIELD_ROWS(OBS_LINE, 2, VISIBLE, "lines", "the first six of each line: 1..60 Guests, 61..87 Belle cards, 0 none"),
    FIELD_ROWS(OBS_BESIDE, 2, VISIBLE, "beside", "Regrets beside them"),
    FIELD_SEATS_ROW(OBS_SEATS + OBS_SEAT_PARTY, OBS_SEAT, GROUPS *GROUP_MOST, "party",
                    "three groups of four cards, numbered as above"),
    FIELD_SEATS_ROW(OBS_SEATS + OBS_SEAT_HAND, OBS_SEAT, 4, "hand",
                    "bits of the Belle cards surely in hand, B1 lowest"),
    FIELD_SEATS(OBS_SEATS + OBS_SEAT_HELD, OBS_SEAT, "held", "Belle cards in hand"),
    FIELD_SEATS(OBS_SEATS + OBS_SEAT_REGRETS, OBS_SEAT, "regrets", "Regrets"),
    FIELD_SEATS_ROW(OBS_SEATS + OBS_SEAT_POINTS, OBS_SEAT, 2, "points", "points + 1000, low byte, high byte"),
    FIELD_ROW(OBS_PLAYED, BELLES, "played", "by Belle card: 0 not played, else 1 + seats to my left of who played it"),
    FIELD_ROW(OBS_DISCARDED, 8, "discarded_guests", "a bit a Guest, G1 lowest"),
    FIELD_ROW(OBS_DISCARDED + 8, 4, "discarded_belles", "a bit a Belle card, B1 lowest"),
    FIELD_ROW(OBS_DECK, GUESTS, "guests",
              "by Guest: common interest * 20 + medium * 5 + rare, + 64 for a Lord, + 128 for a Lady"),
    FIELD_ROW(OBS_DECK + GUESTS, BELLES, "effects",
              "by Belle card: its effect, counted from 0 as B1 to B27 of the built-in deck have them"),
    {.name = NULL},
};

/* The bytes after the party are one word. */
static inline void observe_seat(const struct state *s, int seat, uint32_t hand, uint8_t *row)
{
    uint64_t word = hand | (uint64_t)s->held[seat] << 8 * (OBS_SEAT_HELD - OBS_SEAT_HAND) |
                    (uint64_t)s->regrets[seat] << 8 * (OBS_SEAT_REGRETS - OBS_SEAT_HAND) |
                    (uint64_t)(s->points[seat] + 1000) << 8 * (OBS_SEAT_POINTS - OBS_SEAT_HAND);

    bytes_copy(row + OBS_SEAT_PARTY, s->party[seat], sizeof s->party[seat]);
    bytes_store64(row + OBS_SEAT_HAND, word);
}

/* Words run over by two bytes into what is written after them. */
static inline void observe_lines(const struct state *s, uint8_t *out)
{
    for (int line = 0; line < 2; line++) {
        int length = belle_line_length(s, line), shown = length < VISIBLE ? length : VISIBLE;
        uint64_t cards = bytes_load64(s->line + s->front[line]) & (((uint64_t)1 << 8 * shown) - 1);
        out[OBS_LENGTH + line] = (uint8_t)length;
        bytes_store64(out + OBS_LINE + line * VISIBLE, cards);
    }
    bytes_copy(out + OBS_BESIDE, s->beside, sizeof s->beside);
}

/* In bytes and out of the way of `out`, so that it goes sixteen at a time. */
static inline void observe_played(const struct state *s, int seat, uint8_t *out)
{
    uint8_t by[BELLES], mine = (uint8_t)seat, players = s->players;

    for (int i = 0; i < BELLES; i++) {
        uint8_t mark = s->played[i], player = (uint8_t)((uint8_t)(mark + 3) >> 2); /* 1 + the seat that played it */
        uint8_t left = (uint8_t)(player - mine + (player <= mine ? players : 0));
        by[i] = mark ? left : 0;
    }
    bytes_copy(out, by, BELLES);
}

static void observe_hands(const struct state *s, int seat, const uint32_t *hand, uint8_t *out)
{
    int mover = s->mover - seat;

    out[OBS_PHASE] = s->phase;
    out[OBS_PLAYERS] = s->players;
    out[OBS_MINE] = turn(s).seats >> seat & 1;
    out[OBS_MOVER] = (uint8_t)(mover < 0 ? mover + s->players : mover);
    out[OBS_FREE] = s->free_skip;
    out[OBS_SCORED] = s->scored;
    out[OBS_FINISH] = s->finish;
    observe_lines(s, out);
    for (int i = 0, other = seat; i < MAX_SEATS; i++) {
        if (i >= s->players) {
            bytes_zero(out + OBS_SEATS + i * OBS_SEAT, OBS_SEAT);
            continue;
        }
        observe_seat(s, other, hand[other], out + OBS_SEATS + i * OBS_SEAT);
        other = other + 1 == s->players ? 0 : other + 1;
    }
    observe_played(s, seat, out + OBS_PLAYED);
    bytes_store64(out + OBS_DISCARDED, s->discarded_guests);
    bytes_store64(out + OBS_DISCARDED + 8, s->discarded_belles); /* four bytes of it stay */
    bytes_copy(out + OBS_DECK, &s->deck, sizeof s->deck);
}

/* Not inlined: it is rare, and its arrays are guarded. */
static __attribute__((noinline)) void observe_what_is_sure(const struct state *s, int seat, unsigned hidden,
                                                           uint8_t *out)
{
    uint32_t sure[MAX_SEATS];
    uint8_t stolen[STEALS_MOST];

    sure_of(s, hidden, sure, stolen);
    observe_hands(s, seat, sure, out);
}

static void observe(const struct state *s, int seat, uint8_t *out)
{
    unsigned hidden = s->phase == PHASE_OVER ? 0 : hidden_steals(s, seat);

    if (hidden)
        observe_what_is_sure(s, seat, hidden, out);
    else
        observe_hands(s, seat, s->hand, out);
}

/* ---- words ---- */

static void write_card(struct writer *w, uint8_t card)
{
    if (!card) {
        write_char(w, '?');
        return;
    }
    write_char(w, card_is_guest(card) ? 'G' : 'B');
    write_number(w, card_is_guest(card) ? guest_index(card) + 1 : belle_index(card) + 1);
}

static bool read_card(struct reader *in, uint8_t *card)
{
    bool guest = read_if(in, "G");
    int number = 0;

    if (!guest && !read_if(in, "B"))
        return read_failed(in, "a card is expected here, like G17 or B4");
    if (!read_number(in, 1, guest ? GUESTS : BELLES, &number))
        return false;
    *card = guest ? guest_card(number - 1) : belle_card(number - 1);
    return true;
}

static void write_play(const struct state *s, int seat, struct move move, struct writer *w)
{
    enum aim aim = move.card ? aim_of(belle_effect(s, move.card)) : AIM_SWAP;

    write_text(w, "play ");
    write_card(w, move.card);
    switch (aim) {
    case AIM_NONE: break;
    case AIM_MOVE:
        write_char(w, ' ');
        write_card(w, s->party[seat][move.group][move.slot]);
        write_text(w, " to ");
        write_number(w, move.to + 1);
        break;
    case AIM_SWAP:
        write_char(w, ' ');
        write_card(w, s->party[seat][move.my_group][move.my_slot]);
        write_text(w, " with ");
        write_card(w, s->party[move.seat][move.group][move.slot]);
        break;
    case AIM_SEAT:
        if (move.seat >= 0) {
            write_text(w, " from ");
            write_number(w, move.seat);
        }
        break;
    case AIM_CARD:
        write_char(w, ' ');
        write_card(w, s->party[move.seat][move.group][move.slot]);
        break;
    case AIM_MINE:
    case AIM_THEIRS:
        write_text(w, " on ");
        write_number(w, move.group + 1);
        if (aim == AIM_THEIRS) {
            write_text(w, " of ");
            write_number(w, move.seat);
        }
        break;
    }
}

static void action_text(const struct state *s, int seat, uint16_t id, struct writer *w)
{
    struct move move = belle_move(s, seat, id);

    if (move.kind == MOVE_NONE) {
        write_text(w, "none");
    } else if (move.kind == MOVE_PLAY) {
        bool used = id >= ID_SWAP || code_is_used(aim_of(belle_effect(s, move.card)), (id - ID_PLAY) % PLACES);
        if (used)
            write_play(s, seat, move, w);
        else
            write_text(w, "play ?");
    } else {
        write_text(w, "invite ");
        write_card(w, move.card);
        if (move.to >= 0) {
            write_text(w, " to ");
            write_number(w, move.to + 1);
        }
    }
}

/* A card, and where it lies in the parties: seats from first to last. */
static bool read_lying(const struct state *s, struct reader *in, int first, int last, struct move *at)
{
    size_t begin = in->at;
    uint8_t card = 0;

    if (!read_card(in, &card))
        return false;
    for (int seat = first; seat <= last; seat++)
        for (int group = 0; group < GROUPS; group++)
            for (int slot = 0; slot < s->count[seat][group]; slot++)
                if (s->party[seat][group][slot] == card) {
                    at->seat = seat;
                    at->group = group;
                    at->slot = slot;
                    return true;
                }
    in->at = begin;
    return read_failed(in, first == last ? "this card is not in your party" : "this card is in nobody's party");
}

static bool parse_move(const struct state *s, int seat, struct reader *in, int *code)
{
    struct move at = {.card = 0};
    int to = 0;

    if (!read_literal(in, " ") || !read_lying(s, in, seat, seat, &at) || !read_literal(in, " to "))
        return false;
    size_t column = in->at;
    if (!read_number(in, 1, GROUPS, &to))
        return false;
    in->at = to - 1 == at.group ? column : in->at;
    if (to - 1 == at.group)
        return read_failed(in, "the Guest is in that group already");
    *code = (at.group * 4 + at.slot) * 2 + (to - 1 < at.group ? to - 1 : to - 2);
    return true;
}

/* A card of a full group's fourth place has no code: such groups are never touched. */
static bool read_place(const struct state *s, struct reader *in, int first, int last, int *code)
{
    struct move at = {.card = 0};
    size_t begin = in->at;

    if (!read_lying(s, in, first, last, &at))
        return false;
    *code = (at.seat * GROUPS + at.group) * 3 + at.slot;
    if (at.slot < 3)
        return true;
    in->at = begin;
    return read_failed(in, "a full group is not touched");
}

static bool parse_swap(const struct state *s, int seat, struct reader *in, int *code)
{
    int mine = 0, theirs = 0;

    if (!read_literal(in, " ") || !read_place(s, in, seat, seat, &mine) || !read_literal(in, " with ") ||
        !read_place(s, in, 0, s->players - 1, &theirs))
        return false;
    *code = (mine - seat * 9) * PLACES + theirs;
    return true;
}

static bool parse_group(const struct state *s, struct reader *in, bool theirs, int *code)
{
    int group = 0, seat = 0;

    if (!read_literal(in, " on ") || !read_number(in, 1, GROUPS, &group))
        return false;
    if (theirs && (!read_literal(in, " of ") || !read_number(in, 0, s->players - 1, &seat)))
        return false;
    *code = seat * GROUPS + group - 1;
    return true;
}

static bool parse_seat(const struct state *s, struct reader *in, int *code)
{
    int from = 0;

    if (read_if(in, " from ")) {
        if (!read_number(in, 0, s->players - 1, &from))
            return false;
        *code = 1 + from;
    }
    return true;
}

static bool parse_aim(const struct state *s, int seat, enum aim aim, struct reader *in, int *code)
{
    switch (aim) {
    case AIM_MOVE: return parse_move(s, seat, in, code);
    case AIM_SWAP: return parse_swap(s, seat, in, code);
    case AIM_SEAT: return parse_seat(s, in, code);
    case AIM_CARD: return read_literal(in, " ") && read_place(s, in, 0, s->players - 1, code);
    case AIM_MINE: return parse_group(s, in, false, code);
    case AIM_THEIRS: return parse_group(s, in, true, code);
    default: return true;
    }
}

static bool parse_play(const struct state *s, int seat, struct reader *in, uint16_t *id)
{
    size_t begin = in->at;
    uint8_t card = 0;
    int code = 0;

    if (!read_card(in, &card))
        return false;
    if (card_is_guest(card)) {
        in->at = begin;
        return read_failed(in, "only Belle cards are played");
    }
    int index = belle_index(card);
    enum aim aim = aim_of(s->deck.effect[index]);
    if (!parse_aim(s, seat, aim, in, &code) || !read_end(in))
        return false;
    *id = (uint16_t)(aim == AIM_SWAP ? ID_SWAP + swap_copy(s, index) * 9 * PLACES + code
                                     : ID_PLAY + index * PLACES + code);
    return true;
}

static bool parse_invite(const struct state *s, struct reader *in, uint16_t *id)
{
    size_t begin = in->at;
    uint8_t card = 0;
    int group = 0, place = 0;

    if (!read_card(in, &card))
        return false;
    bool guest = card_is_guest(card);
    int line = guest ? GUEST_LINE : belle_line(s);
    if ((guest && (!read_literal(in, " to ") || !read_number(in, 1, GROUPS, &group))) || !read_end(in))
        return false;
    while (place < VISIBLE && card_in_line(s, line, place) != card)
        place++;
    if (place == VISIBLE) {
        in->at = begin;
        return read_failed(in, "this card is not in line, or too far behind");
    }
    *id = (uint16_t)(guest ? ID_GUEST + place * GROUPS + group - 1 : ID_BELLE + place);
    return true;
}

static bool action_parse(const struct state *s, int seat, struct reader *in, uint16_t *id)
{
    if (read_if(in, "play "))
        return parse_play(s, seat, in, id);
    if (read_if(in, "invite "))
        return parse_invite(s, in, id);
    *id = ID_NONE;
    return read_if(in, "none") ? read_end(in) : read_failed(in, "none, play or invite is expected here");
}

/* ---- chance as text ---- */

static void write_cards(struct writer *w, const uint8_t *cards, int count)
{
    write_char(w, '[');
    for (int i = 0; i < count; i++) {
        write_item(w);
        write_char(w, '"');
        write_card(w, cards[i]);
        write_char(w, '"');
    }
    write_char(w, ']');
}

static void write_setup(const struct state *s, struct writer *w)
{
    write_text(w, "{\"chance\":\"setup\",\"start\":");
    write_number(w, s->start);
    write_text(w, ",\"parties\":[");
    for (int seat = 0; seat < s->players; seat++) {
        write_item(w);
        write_char(w, '[');
        for (int group = 0; group < GROUPS && !s->empty; group++) {
            write_item(w);
            write_char(w, '"');
            write_card(w, s->party[seat][group][0]);
            write_char(w, '"');
        }
        write_char(w, ']');
    }
    write_char(w, ']');
    write_key(w, belle_lines(s) == 1 ? "line" : "guests");
    write_cards(w, s->line, s->end[GUEST_LINE]);
    if (belle_lines(s) == 2) {
        write_key(w, "belles");
        write_cards(w, s->line + BELLE_BASE, BELLES);
    }
    write_char(w, '}');
}

/* The line of a deck of one's own is kept and written by the table. */
static void chance_write(const struct state *before, const struct state *after, struct writer *w)
{
    MUST(before->phase != PHASE_DECK);
    if (before->phase == PHASE_SETUP) {
        write_setup(after, w);
        return;
    }
    write_text(w, "{\"chance\":\"steal\",\"card\":\"");
    write_card(w, after->steals[before->steal_count].card);
    write_text(w, "\"}");
}

/* What may be dealt: cards that have not been yet. */
struct dealt {
    uint64_t guests;
    uint32_t belles;
};

static bool read_dealt(struct reader *in, struct dealt *dealt, bool guests, bool belles, uint8_t *card)
{
    size_t at = in->at + 1;

    if (!read_literal(in, "\"") || !read_card(in, card) || !read_literal(in, "\""))
        return false;
    size_t end = in->at;
    bool guest = card_is_guest(*card);
    in->at = at;
    if (guest ? !guests : !belles)
        return read_failed(in, guest ? "a Guest does not belong here" : "a Belle card does not belong here");
    if (guest ? dealt->guests >> guest_index(*card) & 1 : dealt->belles >> belle_index(*card) & 1)
        return read_failed(in, "this card is dealt twice");
    if (guest)
        dealt->guests |= guest_bit(*card);
    else
        dealt->belles |= belle_bit(*card);
    in->at = end;
    return true;
}

static bool read_deck_order(struct reader *in, struct dealt *dealt, bool guests, bool belles, uint8_t *cards, int count)
{
    if (!read_literal(in, "["))
        return false;
    for (int i = 0; i < count; i++) {
        if (i > 0 && !read_if(in, ","))
            return read_failed(in, "there are too few cards in line");
        if (!read_dealt(in, dealt, guests, belles, &cards[i]))
            return false;
    }
    return read_if(in, "]") || read_failed(in, "there are too many cards in line");
}

static bool read_parties(struct state *s, struct reader *in, struct dealt *dealt)
{
    if (!read_literal(in, ",\"parties\":["))
        return false;
    for (int seat = 0; seat < s->players; seat++) {
        if (seat > 0 && !read_if(in, ","))
            return read_failed(in, "there are fewer parties than players");
        if (!read_literal(in, "["))
            return false;
        for (int group = 0; group < GROUPS && !s->empty; group++) {
            if (group > 0 && !read_if(in, ","))
                return read_failed(in, "a party begins with three Guests");
            if (!read_dealt(in, dealt, true, false, &s->party[seat][group][0]))
                return false;
        }
        if (!read_if(in, "]"))
            return read_failed(in, s->empty ? "parties are empty in this game" : "a party begins with three Guests");
    }
    return read_if(in, "]") || read_failed(in, "there are more parties than players");
}

static bool read_setup(struct state *s, struct reader *in)
{
    struct dealt dealt = {.guests = 0};
    int first = 0;

    if (!read_literal(in, "{\"chance\":\"setup\",\"start\":") || !read_number(in, 0, s->players - 1, &first))
        return false;
    lay_table(s, first);
    if (!read_parties(s, in, &dealt))
        return false;
    bool one = belle_lines(s) == 1;
    if (!read_literal(in, one ? ",\"line\":" : ",\"guests\":") ||
        !read_deck_order(in, &dealt, true, one, s->line, s->end[GUEST_LINE]))
        return false;
    if (one && dealt.belles != (1u << BELLES) - 1)
        return read_failed(in, "a Belle card is missing from the line");
    if (!one &&
        (!read_literal(in, ",\"belles\":") || !read_deck_order(in, &dealt, false, true, s->line + BELLE_BASE, BELLES)))
        return false;
    if (!read_literal(in, "}") || !read_end(in))
        return false;
    begin_turn(s, NULL);
    return true;
}

static bool read_steal(struct state *s, struct reader *in)
{
    int victim = s->steals[s->steal_count].victim;
    uint8_t card = 0;

    if (!read_literal(in, "{\"chance\":\"steal\",\"card\":\""))
        return false;
    size_t at = in->at;
    if (!read_card(in, &card) || !read_literal(in, "\"}") || !read_end(in))
        return false;
    if (card_is_guest(card) || !(s->hand[victim] >> belle_index(card) & 1)) {
        in->at = at;
        return read_failed(in, "this card is not in the hand that is stolen from");
    }
    steal(s, card);
    return true;
}

static bool chance_read(struct state *s, struct reader *in)
{
    if (s->phase == PHASE_SETUP)
        return read_setup(s, in);
    if (s->phase == PHASE_STEAL)
        return read_steal(s, in);
    struct belle_deck deck;
    if (!belle_deck_read(in, &deck))
        return false;
    take_deck(s, &deck);
    return true;
}

/* ---- what happened, but for what apply() says ---- */

/* The card stolen, for those who have seen it or who can tell which one it must have been. */
static SAYING void say_stolen(const struct state *after, int which, struct facts *told)
{
    uint8_t card = after->steals[which].card;
    unsigned known = 0;
    struct state seen;

    SAY(told, BELLE_DRAWS, after->steals[which].thief, after->steals[which].victim);
    if (!card)
        return;
    fact_add(told, told_card(after, card));
    for (int seat = 0; seat < after->players; seat++) {
        seen = *after;
        redact(&seen, seat);
        known |= seen.steals[which].card ? seat_bit(seat) : 0u;
    }
    seen = *after;
    redact(&seen, ONLOOKER);
    if (!seen.steals[which].card)
        fact_keep(told, known, 1);
}

static void dealt(const struct state *before, const struct state *after, struct facts *told)
{
    if (before->phase == PHASE_DECK) {
        fact_say(told, BELLE_DECK_LAID, NULL, 0);
    } else if (before->phase == PHASE_SETUP) {
        SAY(told, BELLE_DEALT, after->start);
        fact_add(told, party_cards(after));
        for (int i = 0; i < party_cards(after); i++)
            fact_add(told, told_card(after, after->party[i / GROUPS][i % GROUPS][0]));
    } else {
        struct state now = *before;
        say_stolen(after, before->steal_count, told);
        begin_invite(&now, told); /* BL-6 */
    }
}

static void meaning(const struct state *s, int seat, uint16_t id, struct facts *told)
{
    struct move move = belle_move(s, seat, id);

    switch (move.kind) {
    case MOVE_NONE: say_none(seat, told); break;
    case MOVE_PLAY: {
        struct state now = *s; /* what the card brings is known once it is played */
        play_card(&now, seat, move, told);
        break;
    }
    case MOVE_INVITE: say_invite(s, seat, move, told); break;
    }
}

static void card_text(int card, struct writer *w)
{
    write_card(w, (uint8_t)(card % BELLE_CUSTOM));
}

static const char *card_name(int card)
{
    uint8_t built_in = (uint8_t)card;

    if (card > BELLE_CUSTOM)
        return NULL;
    return card_is_guest(built_in) ? belle_guest_name(guest_index(built_in)) : belle_belle_name(belle_index(built_in));
}

/* ---- JSON ---- */

static void write_halves(struct writer *w, int halves)
{
    if (halves == -1)
        write_char(w, '-');
    write_number(w, halves / 2);
    if (halves % 2)
        write_text(w, ".5");
}

static void describe_line(const struct state *s, int line, struct writer *w)
{
    int length = belle_line_length(s, line), shown = length < VISIBLE ? length : VISIBLE;

    write_item(w);
    write_text(w, "{\"cards\":");
    write_cards(w, s->line + s->front[line], shown);
    write_key(w, "regrets");
    write_char(w, '[');
    for (int i = 0; i < shown; i++) {
        write_item(w);
        write_number(w, s->beside[line][i]);
    }
    write_char(w, ']');
    write_key(w, "costs"); /* Regrets that inviting each of them takes (BL-5) */
    write_char(w, '[');
    for (int i = 0; i < shown; i++) {
        write_item(w);
        write_number(w, s->free_skip ? 0 : i);
    }
    write_char(w, ']');
    write_key_number(w, "behind", length - shown);
    write_char(w, '}');
}

static void describe_party(const struct state *s, int seat, struct writer *w)
{
    write_key(w, "party");
    write_char(w, '[');
    for (int group = 0; group < GROUPS; group++) {
        write_item(w);
        write_cards(w, s->party[seat][group], s->count[seat][group]);
    }
    write_char(w, ']');
    write_key(w, "full");
    write_char(w, '[');
    for (int group = 0; group < GROUPS; group++) {
        write_item(w);
        write_text(w, belle_full(s, seat, group) ? "true" : "false");
    }
    write_char(w, ']');
    write_key(w, "worth"); /* what each group would score as it lies */
    write_char(w, '[');
    for (int group = 0; group < GROUPS; group++) {
        write_item(w);
        write_number(w, belle_score(s, s->party[seat][group], s->count[seat][group]).value);
    }
    write_char(w, ']');
}

static void describe_seat(const struct state *s, int seat, int halves, struct writer *w)
{
    write_item(w);
    write_text(w, "{\"points\":");
    write_halves(w, halves);
    write_key_number(w, "regrets", s->regrets[seat]);
    write_key(w, "hand");
    write_char(w, '[');
    for (uint32_t hand = s->hand[seat]; hand; hand &= hand - 1) {
        write_item(w);
        write_char(w, '"');
        write_card(w, belle_card(__builtin_ctz(hand)));
        write_char(w, '"');
    }
    write_char(w, ']');
    write_key_number(w, "unsure", s->held[seat] - __builtin_popcount(s->hand[seat])); /* cards in hand beyond those */
    describe_party(s, seat, w);
    write_char(w, '}');
}

static void describe_guest(const struct state *s, int guest, struct writer *w)
{
    static const char *const nobles[] = {"", "Lord", "Lady"};
    uint8_t code = s->deck.guest[guest];

    if (!s->own_deck)
        write_key_text(w, "name", belle_guest_name(guest));
    write_key(w, "interests");
    write_char(w, '[');
    for (int family = 0; family < 3; family++) {
        const char *name = belle_interest_name(guest_interest(code, family));
        write_item(w);
        write_json_string(w, name, text_length(name));
    }
    write_char(w, ']');
    if (guest_noble(code))
        write_key_text(w, "noble", nobles[guest_noble(code)]);
}

static void describe_belle(const struct state *s, int index, struct writer *w)
{
    int effect = s->deck.effect[index];

    if (!s->own_deck)
        write_key_text(w, "name", belle_belle_name(index));
    write_key_text(w, "type", belle_type_name(belle_type_of(effect)));
    write_key_text(w, "effect", belle_effect_code(effect));
    write_key_text(w, "words", belle_effect_words(effect));
    if (s->played[index])
        write_key_number(w, "by", stamp_seat(s->played[index]));
}

/* Is this card in the visible part of a line, in a party, or may it be in a hand? */
static bool is_in_sight(const struct state *s, uint8_t card)
{
    if (!card_is_guest(card) && s->taken[belle_index(card)] && !s->played[belle_index(card)])
        return true;
    for (int line = 0; line < belle_lines(s); line++)
        for (int place = 0; place < VISIBLE; place++)
            if (card_in_line(s, line, place) == card)
                return true;
    for (int seat = 0; seat < s->players; seat++)
        for (int i = 0; i < GROUPS * GROUP_MOST; i++)
            if (s->party[seat][i / GROUP_MOST][i % GROUP_MOST] == card)
                return true;
    return false;
}

static void describe_cards(const struct state *s, struct writer *w)
{
    char name[8];

    write_key(w, "cards"); /* all that is in sight */
    write_char(w, '{');
    for (int i = 0; i < GUESTS + BELLES; i++) {
        struct writer n = write_into(name, sizeof name);
        uint8_t card = (uint8_t)(i + 1);
        if (!is_in_sight(s, card))
            continue;
        write_card(&n, card);
        write_key(w, name);
        write_char(w, '{');
        if (card_is_guest(card))
            describe_guest(s, guest_index(card), w);
        else
            describe_belle(s, belle_index(card), w);
        write_char(w, '}');
    }
    write_char(w, '}');
}

static const char *const phase_names[] = {"deck", "setup", "play", "steal", "invite", "over", NULL};

static void describe(const struct state *s, struct writer *w)
{
    struct result now;

    result(s, &now);
    write_char(w, '{');
    write_key_text(w, "phase", phase_names[s->phase]);
    write_key_text(w, "deck", s->own_deck ? "own" : BUILT_IN);
    write_key_number(w, "start", s->start);
    write_key(w, "turn");
    write_char(w, '[');
    if (turn(s).kind == TURN_CHOICE)
        write_number(w, s->mover);
    write_char(w, ']');
    write_key(w, "free_skip");
    write_text(w, s->free_skip ? "true" : "false");
    write_key(w, "lines");
    write_char(w, '[');
    for (int line = 0; line < belle_lines(s); line++)
        describe_line(s, line, w);
    write_char(w, ']');
    write_key(w, "seats");
    write_char(w, '[');
    for (int seat = 0; seat < s->players; seat++)
        describe_seat(s, seat, now.points[seat], w);
    write_char(w, ']');
    describe_cards(s, w);
    write_char(w, '}');
}

/* ---- invariants ---- */

enum {
    POINTS_LEAST = -100,
    POINTS_MOST = 4000
}; /* no game comes near: a group brings 40 at most, and each costs a card */

/* Which line positions hold cards that the viewer sees. */
static int seen_in_line(const struct state *s, int line, int viewer)
{
    int length = belle_line_length(s, line);
    return viewer == OPEN || s->phase == PHASE_OVER || length < VISIBLE ? length : VISIBLE;
}

/* Everything that is a seat, a flag, a phase or a place in line. */
static const char *frame_fault(const struct state *s)
{
    bool one = belle_lines(s) == 1;

    if (s->phase > PHASE_OVER)
        return "there is no such phase";
    if (s->mover >= s->players || s->start >= s->players)
        return "there is no such seat";
    if (s->free_skip > 1 || s->scored > 1 || (s->phase == PHASE_PLAY && (s->free_skip || s->scored)))
        return "this cannot have been done yet in this turn";
    if (s->end[GUEST_LINE] != guests_in_line(s) + (one ? BELLES : 0) || s->end[BELLE_LINE] != LINE_END ||
        s->front[GUEST_LINE] > s->end[GUEST_LINE] || s->front[BELLE_LINE] < (one ? LINE_END : BELLE_BASE) ||
        s->front[BELLE_LINE] > LINE_END)
        return "a line is longer than it can be";
    if ((s->phase == PHASE_OVER) != (belle_line_length(s, GUEST_LINE) == 0))
        return "the game goes on without Guests, or has ended with some";
    if (s->steal_count > STEALS_MOST - (s->phase == PHASE_STEAL))
        return "there were too many steals";
    if ((s->discarded_guests >> GUESTS) || (s->discarded_belles >> BELLES))
        return "there is no such card";
    for (int seat = 0; seat < s->players; seat++)
        if (s->points[seat] < POINTS_LEAST || s->points[seat] > POINTS_MOST)
            return "points have come from nowhere";
    return NULL;
}

static bool has_more_seats(const struct state *s)
{
    for (int seat = s->players; seat < MAX_SEATS; seat++)
        if (s->hand[seat] || s->points[seat] || s->rushed[seat] || s->held[seat] || s->regrets[seat] ||
            !bytes_are_zero(s->party[seat], sizeof s->party[seat]) ||
            !bytes_are_zero(s->count[seat], sizeof s->count[seat]))
            return true;
    return !bytes_are_zero(s->unused, sizeof s->unused);
}

/* A deck as belle_deck_read() makes them; a custom one, since the built-in one is compared. */
static const char *deck_fault(const struct belle_deck *deck)
{
    uint64_t combinations = 0;
    uint8_t copies[EFFECTS] = {0};

    for (int i = 0; i < GUESTS; i++) {
        if (guest_combination(deck->guest[i]) >= GUESTS || guest_noble(deck->guest[i]) > NOBLE_LADY)
            return "there is no such Guest";
        combinations |= (uint64_t)1 << guest_combination(deck->guest[i]);
    }
    if (__builtin_popcountll(combinations) != GUESTS)
        return "two Guests have the same interests";
    for (int i = 0; i < BELLES; i++)
        if (deck->effect[i] >= EFFECTS || ++copies[deck->effect[i]] > COPIES_MOST)
            return "there is no such Belle card, or it is there too often";
    return NULL;
}

/* Before anything is dealt there is nothing but what the table was opened with. */
static const char *empty_fault(const struct state *s)
{
    struct state empty;

    bytes_zero(&empty, sizeof empty);
    empty.players = s->players;
    empty.phase = s->phase;
    empty.finish = s->finish;
    empty.empty = s->empty;
    empty.own_deck = s->own_deck;
    if (s->phase == PHASE_SETUP)
        empty.deck = s->deck;
    return bytes_equal(&empty, s, sizeof empty) ? NULL : "something lies on a table where nothing is dealt yet";
}

/* Counts a card that is seen somewhere; false if it has been seen before or is none. */
static bool see_card(uint8_t card, struct dealt *seen)
{
    if (card == 0 || card > GUESTS + BELLES)
        return false;
    bool guest = card_is_guest(card);
    bool before = guest ? seen->guests >> guest_index(card) & 1 : seen->belles >> belle_index(card) & 1;
    if (guest)
        seen->guests |= guest_bit(card);
    else
        seen->belles |= belle_bit(card);
    return !before;
}

/* A Belle card lies where it was played: Mirth in the player's own group, Mischief in another's. */
static const char *belle_fault(const struct state *s, int seat, uint8_t card)
{
    uint8_t mark = s->played[belle_index(card)];
    enum belle_type type = belle_type_of(belle_effect(s, card));

    if (!mark)
        return "a Belle card in a group was played by nobody";
    if (type == MAYHEM || (type == MIRTH) != (stamp_seat(mark) == seat))
        return "a Belle card lies where it cannot be played";
    return NULL;
}

static const char *group_fault(const struct state *s, int seat, int group, struct dealt *seen)
{
    bool rushed = false;

    for (int slot = 0; slot < GROUP_MOST; slot++) {
        uint8_t card = s->party[seat][group][slot];
        if ((card != 0) != (slot < s->count[seat][group]))
            return "a group and its count differ";
        if (!card)
            continue;
        if (!see_card(card, seen))
            return "a card is in two places, or there is no such card";
        if (card_is_guest(card))
            continue;
        const char *wrong = belle_fault(s, seat, card);
        if (wrong)
            return wrong;
        rushed |= belle_effect(s, card) == EFFECT_RUSHED;
    }
    return rushed == (s->rushed[seat] >> group & 1) ? NULL : "RUSHED is not where it is said to be";
}

static const char *parties_fault(const struct state *s, struct dealt *seen)
{
    for (int seat = 0; seat < s->players; seat++) {
        if (s->rushed[seat] >> GROUPS)
            return "RUSHED is not where it is said to be";
        for (int group = 0; group < GROUPS; group++) {
            const char *wrong =
                s->count[seat][group] > GROUP_MOST ? "a group has too many cards" : group_fault(s, seat, group, seen);
            if (wrong)
                return wrong;
        }
    }
    return NULL;
}

static const char *line_fault(const struct state *s, int viewer, struct dealt *seen)
{
    bool one = belle_lines(s) == 1;

    for (int i = 0; i < LINE_ROOM; i++) {
        int line = i < BELLE_BASE || one ? GUEST_LINE : BELLE_LINE, place = i - s->front[line];
        bool in_sight = place >= 0 && place < seen_in_line(s, line, viewer);
        uint8_t card = s->line[i];
        if ((card != 0) != in_sight)
            return "a line has a gap, shows what is behind, or has cards beside it";
        if (!card)
            continue;
        if (!see_card(card, seen))
            return "a card is in two places, or there is no such card";
        if (!one && card_is_guest(card) != (line == GUEST_LINE))
            return "a card stands in the wrong line";
        if (!card_is_guest(card) && s->taken[belle_index(card)])
            return "a Belle card in line has been taken";
    }
    return NULL;
}

/* Who took and played a Belle card when: BL-4. */
static bool is_mark(const struct state *s, uint8_t mark)
{
    return mark == 0 || (stamp_seat(mark) < s->players && stamp_steals(mark) <= s->steal_count);
}

static const char *marks_fault(const struct state *s)
{
    int held[MAX_SEATS] = {0}, stealing = 0;

    for (int i = 0; i < BELLES; i++) {
        uint8_t taken = s->taken[i], played = s->played[i];
        if (!is_mark(s, taken) || !is_mark(s, played) ||
            (played && (!taken || stamp_steals(played) < stamp_steals(taken))))
            return "a Belle card was taken or played by nobody, or before its time";
        held[taken ? stamp_seat(taken) : 0] += taken != 0;
        held[played ? stamp_seat(played) : 0] -= played != 0;
        stealing += played && s->deck.effect[i] == EFFECT_STEAL_BELLE;
    }
    for (int i = 0; i < STEALS_MOST; i++) {
        bool done = i < s->steal_count, open = i == s->steal_count && s->phase == PHASE_STEAL;
        uint8_t thief = s->steals[i].thief, victim = s->steals[i].victim;
        if (done || open ? thief >= s->players || victim >= s->players || thief == victim : thief || victim)
            return "nobody can have stolen there";
        if (!done && s->steals[i].card)
            return "a card is stolen before its time";
        held[thief] += done;
        held[victim] -= done;
        if (open && (thief != s->mover || s->held[victim] == 0))
            return "nobody can have stolen there";
    }
    if (s->steal_count + (s->phase == PHASE_STEAL) > stealing)
        return "there were too many steals";
    for (int seat = 0; seat < s->players; seat++)
        if (held[seat] != s->held[seat])
            return "a hand is not what was taken, stolen and played";
    return NULL;
}

/* The cards that were stolen, as far as the viewer knows them, agree with all that was seen. */
static const char *steals_fault(const struct state *s, unsigned hidden)
{
    struct worlds worlds = all_worlds(s, 0);

    for (int i = 0; i < s->steal_count; i++) {
        uint8_t card = s->steals[i].card;
        bool known = card > GUESTS && card <= GUESTS + BELLES && (worlds.held[i] & belle_bit(card));
        if (hidden >> i & 1 ? !worlds.held[i] || (card && !known) : !known)
            return "a card is stolen that nobody held";
    }
    if (!hidden)
        return is_world(s, &worlds) ? NULL : "a card is stolen from somebody who did not hold it";
    worlds = all_worlds(s, hidden);
    return next_world(s, &worlds) ? NULL : "a card is stolen from somebody who did not hold it";
}

/* What is in hand, as far as the viewer knows it. */
static const char *hands_fault(const struct state *s, int viewer, struct dealt *seen)
{
    bool open = viewer == OPEN || s->phase == PHASE_OVER;
    uint32_t hand[MAX_SEATS];
    uint8_t stolen[STEALS_MOST];

    for (int i = 0; i < s->steal_count; i++)
        if (s->steals[i].card > GUESTS + BELLES || (s->steals[i].card && card_is_guest(s->steals[i].card)))
            return "there is no such Belle card";
    unsigned hidden = open ? 0 : hidden_steals(s, viewer);
    const char *wrong = steals_fault(s, hidden);
    if (wrong)
        return wrong;
    if (hidden) {
        sure_of(s, hidden, hand, stolen);
        for (int i = 0; i < s->steal_count; i++)
            if (s->steals[i].card != stolen[i])
                return "a stolen card is shown or hidden that should not be";
    } else {
        struct worlds truth = all_worlds(s, 0);
        hands_in_world(s, &truth, hand);
    }
    if (!bytes_equal(hand, s->hand, sizeof hand))
        return "a hand is not what was taken, stolen and played";
    for (int i = 0; i < BELLES; i++) {
        bool held = s->taken[i] && !s->played[i], lies = seen->belles >> i & 1;
        if (held && lies)
            return "a Belle card in hand is somewhere else too";
        if (s->played[i] ? !lies : s->discarded_belles >> i & 1)
            return "a Belle card that was played is gone, or one is gone that was not";
    }
    return NULL;
}

/* BL-1: Regrets lie before their owners, or beside cards that stand in line. */
static const char *regrets_fault(const struct state *s)
{
    int regrets = 0, all = regrets_each(s) * s->players;

    for (int seat = 0; seat < s->players; seat++)
        regrets += s->regrets[seat];
    for (int i = 0; i < 2 * VISIBLE; i++) {
        regrets += s->beside[i / VISIBLE][i % VISIBLE];
        if (s->beside[i / VISIBLE][i % VISIBLE] && i % VISIBLE >= belle_line_length(s, i / VISIBLE))
            return "Regrets lie beside no card";
    }
    return regrets == all ? NULL : "Regrets have come or gone";
}

/* What is not seen is in line, behind the cards in sight, or lies face down as Regrets. */
static const char *count_fault(const struct state *s, int viewer, const struct dealt *seen)
{
    int belles = 0, behind = 0, regrets = regrets_each(s) * s->players;

    for (int i = 0; i < BELLES; i++)
        belles += !s->taken[i] && !(seen->belles >> i & 1);
    for (int line = 0; line < 2; line++)
        behind += belle_line_length(s, line) - seen_in_line(s, line, viewer);
    if (belle_lines(s) == 2 && belles != belle_line_length(s, BELLE_LINE) - seen_in_line(s, BELLE_LINE, viewer))
        return "cards have come or gone";
    return __builtin_popcountll(seen->guests) + behind - belles == GUESTS - regrets && behind >= belles
               ? NULL
               : "cards have come or gone";
}

static const char *fault(const struct state *s, int viewer)
{
    struct dealt seen = {.guests = s->discarded_guests, .belles = s->discarded_belles};
    const char *wrong = s->own_deck && s->phase != PHASE_DECK ? deck_fault(&s->deck) : NULL;

    if (wrong || s->phase <= PHASE_SETUP)
        return wrong ? wrong : empty_fault(s);
    wrong = frame_fault(s);
    if (!wrong && has_more_seats(s))
        wrong = "there is something at a seat where nobody sits";
    wrong = wrong ? wrong : marks_fault(s);
    wrong = wrong ? wrong : parties_fault(s, &seen);
    wrong = wrong ? wrong : line_fault(s, viewer, &seen);
    wrong = wrong ? wrong : hands_fault(s, viewer, &seen);
    wrong = wrong ? wrong : regrets_fault(s);
    wrong = wrong ? wrong : count_fault(s, viewer, &seen);
    if (!wrong && s->phase == PHASE_PLAY && s->held[s->mover] == 0)
        wrong = "a Belle card is asked for of an empty hand";
    if (!wrong && s->phase == PHASE_INVITE && full_groups(s, s->mover) == 7 && !belle_to_be_had(s))
        wrong = "nothing can be invited by the seat that is to move";
    return wrong;
}

static bool same_setup(const struct state *a, const struct state *b)
{
    return a->players == b->players && a->finish == b->finish && a->empty == b->empty && a->own_deck == b->own_deck &&
           (a->own_deck || bytes_equal(&a->deck, &b->deck, sizeof a->deck));
}

static const struct game_tables tables = {
    .phases = phase_names, .fields = fields, .ids = all_ids, .lists = belle_write_lists};

const struct game belle = {
    .id = "belle",
    .title = "Belle of the Ball",
    .summary = "Invite Guests of like interests to your groups, and play the Belle on your own and others' parties.",
    .minutes = 45,
    .min_players = 2,
    .max_players = 5,
    .max_actions = ID_END,
    .max_legal = LEGAL_MOST,
    .state_size = sizeof(struct state),
    .observation_size = OBS_SIZE,
    .half_points = true,
    .options =
        (const struct option[]){
            [OPTION_LAST_TURN] = {.name = "last-turn",
                                  .kind = OPTION_CHOICE,
                                  .values = "cut|finish",
                                  .fallback = "cut",
                                  .help = "whether the last turn still scores its full groups"},
            [OPTION_PARTIES] = {.name = "parties",
                                .kind = OPTION_CHOICE,
                                .values = "dealt|empty",
                                .fallback = "dealt",
                                .help = "whether parties begin with three Guests or none"},
            [OPTION_DECK] = {.name = "deck",
                             .kind = OPTION_TEXT,
                             .values = "DIR",
                             .fallback = BUILT_IN,
                             .help = "a directory with guests.csv and belles.csv of one's own",
                             .example = BUILT_IN},
            {.name = NULL},
        },
    .deck =
        &(const struct game_deck){
            .option = OPTION_DECK,
            .files = belle_deck_files,
            .line = belle_deck_line,
            .due = deck_due,
        },
    .tables = &tables,
    .start = start,
    .turn = turn,
    .chance = chance,
    .legal = legal,
    .apply = apply,
    .result = result,
    .redact = redact,
    .imagine = imagine,
    .observe = observe,
    .action_text = action_text,
    .action_parse = action_parse,
    .objection = objection,
    .chance_write = chance_write,
    .chance_read = chance_read,
    .verbs = (const struct verb[]){BELLE_VERBS(VERB_ROW) VERBS_END},
    .lists =
        (const struct name_list[]){
            {"effect", belle_effect_codes},
            {"reason", (const char *const[]){"tales", "stays", NULL}},
            {"how", (const char *const[]){"guests", "line", NULL}},
            {.name = NULL},
        },
    .dealt = dealt,
    .meaning = meaning,
    .card_text = card_text,
    .card_name = card_name,
    .describe = describe,
    .ask = belle_ask,
    .fault = fault,
    .same_setup = same_setup,
};
