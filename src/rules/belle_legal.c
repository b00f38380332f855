/* What may be chosen in Belle of the Ball, said twice: belle_legal() for those who play, as ids in ascending order
 * without a test for each, and belle_objection() for people, one action at a time with the reason why not. The laws
 * compare them. */
#include "rules/belle_inside.h"
#include "rules/ids.h"

/* Bit seat * 3 + group: that group is not full. */
static unsigned open_groups(const struct belle_state *s)
{
    unsigned open = 0;
    for (int seat = 0; seat < s->players; seat++)
        open |= (~belle_full_groups(s, seat) & 7u) << seat * BELLE_GROUPS;
    return open;
}

INTO_BOTH struct ids put_moves(struct ids ids, const struct belle_state *s, int seat, unsigned mine, int first)
{
    uint32_t moves = 0; /* bit (group * 4 + slot) * 2 + k: to the first or second of the other groups */

    for (int group = 0; group < BELLE_GROUPS; group++) {
        unsigned others = (mine & ((1u << group) - 1)) | mine >> (group + 1) << group;
        for (int slot = 0; slot < s->count[seat][group]; slot++)
            moves |= (belle_card_is_guest(s->party[seat][group][slot]) ? others : 0) << (group * 4 + slot) * 2;
    }
    return put_bits(ids, first, moves);
}

INTO_BOTH struct ids put_steals(struct ids ids, const struct belle_state *s, int seat, int first)
{
    unsigned holders = 0;
    for (int other = 0; other < s->players; other++)
        holders |= (unsigned)(other != seat && s->held[other] > 0) << (1 + other);
    return put_bits(ids, first, holders ? holders : 1); /* BL-14 */
}

/* The cards of the open groups given: bit (seat * 3 + group) * 3 + slot. */
static uint64_t places_in(const struct belle_state *s, unsigned groups, bool guests_only)
{
    uint64_t places = 0;
    for (; groups; groups &= groups - 1) {
        int at = __builtin_ctz(groups), seat = at / BELLE_GROUPS, group = at % BELLE_GROUPS;
        for (int slot = 0; slot < s->count[seat][group]; slot++)
            places |= (uint64_t)(!guests_only || belle_card_is_guest(s->party[seat][group][slot])) << (at * 3 + slot);
    }
    return places;
}

INTO_BOTH struct ids put_swaps(struct ids ids, const struct belle_state *s, int seat, unsigned open, int first)
{
    unsigned own = 7u << seat * BELLE_GROUPS;
    uint64_t mine = places_in(s, open & own, true) >> seat * 9, theirs = places_in(s, open & ~own, true);

    for (; mine; mine &= mine - 1)
        ids = put_bits(ids, first + __builtin_ctzll(mine) * BELLE_PLACES, theirs);
    return ids;
}

INTO_BOTH struct ids put_plays(struct ids ids, const struct belle_state *s, int seat, unsigned open)
{
    unsigned own = 7u << seat * BELLE_GROUPS, mine = open >> seat * BELLE_GROUPS & 7;

    for (uint32_t hand = s->hand[seat]; hand; hand &= hand - 1) {
        int index = __builtin_ctz(hand), first = BELLE_ID_PLAY + index * BELLE_PLACES;
        switch (belle_aim_of(s->deck.effect[index])) {
        case BELLE_AIM_NONE: ids = put_id(ids, first); break;
        case BELLE_AIM_MOVE: ids = put_moves(ids, s, seat, mine, first); break;
        case BELLE_AIM_SWAP: break; /* their ids come after all others */
        case BELLE_AIM_SEAT: ids = put_steals(ids, s, seat, first); break;
        case BELLE_AIM_CARD: ids = put_bits(ids, first, places_in(s, open, false)); break;
        case BELLE_AIM_MINE: ids = put_bits(ids, first, mine); break;
        case BELLE_AIM_THEIRS: ids = put_bits(ids, first, open & ~own); break;
        }
    }
    for (uint32_t hand = s->hand[seat]; hand; hand &= hand - 1) {
        int index = __builtin_ctz(hand);
        if (s->deck.effect[index] == BELLE_EFFECT_SWAP)
            ids = put_swaps(ids, s, seat, open, BELLE_ID_SWAP + belle_swap_copy(s, index) * 9 * BELLE_PLACES);
    }
    return ids;
}

/* Guests within reach; groups are open that have their bit. In a line of both
 * kinds a Belle card takes none of these ids. */
INTO_BOTH struct ids put_guests(struct ids ids, const struct belle_state *s, int reach, unsigned open)
{
    const uint8_t *cards = s->line + s->front[BELLE_LINE_GUESTS];

    if (ids.form == IDS_IN_RUNS) { /* one for all of them */
        uint32_t guests = 0;
        for (int place = 0; place < reach; place++)
            guests |= (belle_card_is_guest(cards[place]) ? open : 0) << place * BELLE_GROUPS;
        return put_bits(ids, BELLE_ID_GUEST, guests);
    }
    for (int place = 0; place < reach; place++) {
        unsigned here = belle_card_is_guest(cards[place]) ? open : 0;
        for (int group = 0; group < BELLE_GROUPS; group++)
            ids = put_id_if(ids, BELLE_ID_GUEST + place * BELLE_GROUPS + group, here >> group & 1);
    }
    return ids;
}

INTO_BOTH struct ids put_invites(struct ids ids, const struct belle_state *s, int seat)
{
    unsigned open = ~belle_full_groups(s, seat) & 7u;
    int reach = belle_reach(s, seat, BELLE_LINE_GUESTS);

    if (belle_lines(s) == 2) {
        ids = open == 7 ? put_range(ids, BELLE_ID_GUEST, reach * BELLE_GROUPS) : put_guests(ids, s, reach, open);
        return put_range(ids, BELLE_ID_BELLE, belle_reach(s, seat, BELLE_LINE_BELLES));
    }
    ids = put_guests(ids, s, reach, open);
    for (int place = 0; place < reach; place++)
        ids =
            put_id_if(ids, BELLE_ID_BELLE + place, !belle_card_is_guest(s->line[s->front[BELLE_LINE_GUESTS] + place]));
    return ids;
}

INTO_BOTH struct ids put_legal(struct ids ids, const struct belle_state *s, int seat)
{
    if (s->phase == BELLE_PHASE_INVITE)
        return put_invites(ids, s, seat);
    return put_plays(put_id(ids, BELLE_ID_NONE), s, seat, open_groups(s));
}

int belle_legal(const struct belle_state *s, int seat, uint16_t *ids)
{
    return (int)(put_legal(ids_list(ids), s, seat).next - ids);
}

/* One for no card, one for each card, nine for each SWAP, and one to be scribbled over. */
_Static_assert(1 + BELLE_BELLE_COUNT + 9 * BELLE_COPIES_MAX + 1 <= LEGAL_RUNS, "runs of a whole deck in one hand");

int belle_legal_runs(const struct state *state, int seat, struct id_run *runs)
{
    return (int)(put_legal(ids_runs(runs), belle_state(state), seat).run - runs);
}

/* ---- objection: the same rules, one action at a time ---- */

BELLE_REFUSALS(REFUSAL_KEY)

/* BL-7, looking for RUSHED itself. */
static bool is_full(const struct belle_state *s, int seat, int group)
{
    int cards = 0;

    for (int slot = 0; slot < BELLE_GROUP_MAX; slot++) {
        uint8_t card = s->party[seat][group][slot];
        cards += card != 0;
        if (card && !belle_card_is_guest(card) && belle_effect(s, card) == BELLE_EFFECT_RUSHED)
            return true;
    }
    return cards == BELLE_GROUP_MAX;
}

/* Why a card of a group may not be taken out of it, as SWAP and EJECT do. */
static const char *card_objection(const struct belle_state *s, int seat, int group, int slot, bool guest)
{
    if (seat >= s->players)
        return no_such_seat;
    if (!s->party[seat][group][slot])
        return not_in_group;
    if (guest && !belle_card_is_guest(s->party[seat][group][slot]))
        return not_a_guest;
    return is_full(s, seat, group) ? full_group_stays : NULL;
}

static const char *move_objection(const struct belle_state *s, struct belle_move move)
{
    uint8_t card = s->party[move.seat][move.group][move.slot];

    if (!card)
        return not_in_party;
    if (!belle_card_is_guest(card))
        return not_a_guest;
    return is_full(s, move.seat, move.to) ? group_full : NULL;
}

static const char *swap_objection(const struct belle_state *s, int seat, struct belle_move move)
{
    if (move.seat == seat)
        return opponents_guest;
    const char *mine = card_objection(s, seat, move.my_group, move.my_slot, true);
    return mine ? mine : card_objection(s, move.seat, move.group, move.slot, true);
}

static const char *steal_objection(const struct belle_state *s, int seat, struct belle_move move)
{
    int holders = 0;

    for (int other = 0; other < s->players; other++)
        holders += other != seat && s->held[other] > 0;
    if (move.seat < 0)
        return holders > 0 ? say_from_whom : NULL;
    if (move.seat >= s->players)
        return no_such_seat;
    if (move.seat == seat)
        return steal_yourself;
    return s->held[move.seat] == 0 ? holds_no_belle : NULL;
}

static const char *group_objection(const struct belle_state *s, int seat, struct belle_move move, bool mine)
{
    if (move.seat >= s->players)
        return no_such_seat;
    if (!mine && move.seat == seat)
        return mischief_elsewhere;
    return is_full(s, move.seat, move.group) ? group_full : NULL;
}

static const char *play_objection(const struct belle_state *s, int seat, uint16_t id)
{
    struct belle_move move = belle_move(s, seat, id);

    if (s->phase == BELLE_PHASE_INVITE)
        return step_over;
    if (move.kind == BELLE_MOVE_NONE)
        return NULL;
    if (!move.card)
        return not_in_deck;
    if (!(s->hand[seat] >> belle_index(move.card) & 1))
        return not_in_hand;
    enum belle_aim aim = belle_aim_of(belle_effect(s, move.card));
    if (id < BELLE_ID_SWAP && !belle_code_is_used(aim, (id - BELLE_ID_PLAY) % BELLE_PLACES))
        return wrong_aim;
    switch (aim) {
    case BELLE_AIM_MOVE: return move_objection(s, move);
    case BELLE_AIM_SWAP: return swap_objection(s, seat, move);
    case BELLE_AIM_SEAT: return steal_objection(s, seat, move);
    case BELLE_AIM_CARD: return card_objection(s, move.seat, move.group, move.slot, false);
    case BELLE_AIM_MINE: return group_objection(s, seat, move, true);
    case BELLE_AIM_THEIRS: return group_objection(s, seat, move, false);
    default: return NULL;
    }
}

static const char *invite_objection(const struct belle_state *s, int seat, struct belle_move move)
{
    if (s->phase == BELLE_PHASE_PLAY)
        return step_first;
    if (!move.card)
        return nobody_there;
    if (belle_card_is_guest(move.card) && move.to < 0)
        return guest_needs_group;
    if (!belle_card_is_guest(move.card) && move.to >= 0)
        return belle_goes_to_hand;
    if (move.place > s->regrets[seat] && !s->free_skip)
        return too_few_regrets;
    return move.to >= 0 && is_full(s, seat, move.to) ? group_full : NULL;
}

const char *belle_objection(const struct belle_state *s, int seat, uint16_t id)
{
    if (id < BELLE_ID_GUEST)
        return play_objection(s, seat, id);
    return invite_objection(s, seat, belle_move(s, seat, id));
}
