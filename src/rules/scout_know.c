/* What a viewer of SCOUT knows, and worlds that agree with it: SC-4, SC-5, SC-14. */
#include "rules/scout_inside.h"

void scout_redact(struct scout_state *s, int viewer)
{
    if (scout_hands_are_open(s))
        return;
    for (int seat = 0; seat < s->players; seat++) {
        if (seat == viewer)
            continue;
        int known = 0;
        bytes_zero(s->hand[seat], SCOUT_HAND_SIZE);
        for (int i = 0; i < SCOUT_CARDS; i++)
            if (s->place[i] == SCOUT_PLACE_HAND + seat)
                s->hand[seat][known++] = scout_cards[i];
        s->hidden |= seat_bit(seat);
        s->flips = (uint8_t)(s->flips & ~seat_bit(seat));
    }
}

int scout_unseen(const struct scout_state *s, uint8_t *cards)
{
    uint64_t own = 0;
    int count = 0;

    for (int seat = 0; seat < s->players; seat++)
        for (int i = 0; i < s->count[seat] && !(s->hidden & seat_bit(seat)); i++)
            own |= (uint64_t)1 << scout_card_index(s->hand[seat][i]);
    for (int i = 0; i < scout_tables[s->players].deck; i++)
        if (s->place[i] == SCOUT_PLACE_UNSEEN && !(own >> i & 1))
            cards[count++] = scout_cards[i];
    return count;
}

static void turn_at_random(uint8_t *cards, int count, struct rng *rng)
{
    for (int i = 0; i < count; i++)
        if (rng_below(rng, 2))
            cards[i] = scout_card_turned(cards[i]);
}

/* A card of the pool showing this number on either face, at random, turned so
 * that it is up; 0 if there is none. */
static uint8_t draw_number(const uint8_t *pool, int count, uint64_t taken, int number, struct rng *rng)
{
    uint8_t found[2 * SCOUT_NUMBERS];
    int many = 0;

    for (int i = 0; i < count; i++) {
        if (taken >> scout_card_index(pool[i]) & 1)
            continue;
        if (scout_card_up(pool[i]) == number)
            found[many++] = pool[i];
        else if (scout_card_down(pool[i]) == number)
            found[many++] = scout_card_turned(pool[i]);
    }
    return many ? found[rng_below(rng, (uint32_t)many)] : 0;
}

/* Draws a set that the mover may hold and that beats the Prior Set, one card
 * longer than it at most: a longer one has such a set in it. Returns its
 * length, or 0 if this draw came to nothing. */
static int draw_set(const struct scout_state *s, const uint8_t *unseen, int unseen_count, uint8_t *set, struct rng *rng)
{
    const uint8_t *known = s->hand[s->mover];
    int known_count = 0, strangers = 0;
    int length = s->prior_count + (int)rng_below(rng, 2);
    int step = (int)rng_below(rng, 3) - 1, number = 1 + (int)rng_below(rng, SCOUT_NUMBERS);
    uint64_t taken = 0;

    while (known_count < SCOUT_HAND_SIZE && known[known_count])
        known_count++;
    if (length == 0 || length > s->count[s->mover] || length > SCOUT_SET_MAX)
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
        taken |= (uint64_t)1 << scout_card_index(set[i]);
    }
    return scout_stronger(scout_rank(set, length), scout_prior_rank(s)) ? length : 0;
}

/* The cards that a set of the mover's may be made of, the known ones first, and the
 * place in the set that each has been given. */
struct makings {
    uint8_t card[SCOUT_CARDS];
    int8_t place[SCOUT_CARDS]; /* -1: none */
    int known, count;
};

/* Gives one of the first `end` cards to a place of the set, where a number must be
 * shown; cards that are given already move to other places if need be. */
static bool give_card(struct makings *m, int end, int lowest, int step, int place, uint64_t *asked)
{
    int number = lowest + step * place;

    for (int i = 0; i < end; i++) {
        bool shows = scout_card_up(m->card[i]) == number || scout_card_down(m->card[i]) == number;
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

static void gather_makings(const struct scout_state *s, struct makings *m)
{
    m->known = 0;
    while (s->hand[s->mover][m->known] && m->known < SCOUT_CARDS) {
        m->card[m->known] = s->hand[s->mover][m->known];
        m->known++;
    }
    m->count = m->known + scout_unseen(s, m->card + m->known);
}

/* Finds a set that the hidden mover may hold and that beats the Prior Set; returns
 * its length, or 0 if there is none in any world. Unlike draw_set() it never fails
 * where there is one, and it always finds the same. */
int scout_find_set(const struct scout_state *s, uint8_t *set)
{
    struct makings m;

    gather_makings(s, &m);
    for (int length = s->prior_count; length <= s->prior_count + 1 && length <= SCOUT_SET_MAX; length++)
        for (int step = 0; step < 2 && length > 0 && length <= s->count[s->mover]; step++)
            for (int lowest = 1; lowest + step * (length - 1) <= SCOUT_NUMBERS; lowest++) {
                struct scout_rank rank = {
                    .count = length, .kind = step && length > 1 ? SCOUT_KIND_RISE : SCOUT_KIND_SAME, .low = lowest};
                int strangers = scout_stronger(rank, scout_prior_rank(s)) ? make_set(&m, lowest, step, length) : -1;
                if (strangers < 0 || strangers > s->count[s->mover] - m.known)
                    continue;
                for (int i = 0; i < m.count; i++)
                    if (m.place[i] >= 0)
                        set[m.place[i]] = scout_card_up(m.card[i]) == lowest + step * m.place[i]
                                              ? m.card[i]
                                              : scout_card_turned(m.card[i]);
                return length;
            }
    return 0;
}

/* Fills one hidden hand: these cards of a set side by side, the other cards
 * known to be there, and the next strangers. Takes what it uses from unseen. */
static int fill_hand(struct scout_state *s, int seat, const uint8_t *set, int set_count, const uint8_t *unseen,
                     struct rng *rng)
{
    uint8_t rest[SCOUT_HAND_SIZE], *hand = s->hand[seat];
    uint64_t in_set = 0;
    int count = 0, used = 0;

    for (int i = 0; i < set_count; i++)
        in_set |= (uint64_t)1 << scout_card_index(set[i]);
    for (int i = 0; i < SCOUT_HAND_SIZE && hand[i]; i++)
        if (!(in_set >> scout_card_index(hand[i]) & 1))
            rest[count++] = hand[i];
    while (count < s->count[seat] - set_count)
        rest[count++] = unseen[used++];
    rng_shuffle(rng, rest, count);
    turn_at_random(rest, count, rng);
    int gap = (int)rng_below(rng, (uint32_t)count + 1);
    bytes_zero(hand, SCOUT_HAND_SIZE);
    bytes_copy(hand, rest, (size_t)gap);
    bytes_copy(hand + gap, set, (size_t)set_count);
    bytes_copy(hand + gap + set_count, rest + gap, (size_t)(count - gap));
    return used;
}

/* Deals the hidden hands, the mover's with this set in it. */
static void deal_hidden(struct scout_state *s, const uint8_t *set, int set_count, struct rng *rng)
{
    uint8_t unseen[SCOUT_CARDS];
    int count = scout_unseen(s, unseen), left = 0;
    uint64_t in_set = 0;

    for (int i = 0; i < set_count; i++)
        in_set |= (uint64_t)1 << scout_card_index(set[i]);
    for (int i = 0; i < count; i++)
        if (!(in_set >> scout_card_index(unseen[i]) & 1))
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
 * that takes long, one is looked for; scout_fault() has seen to it that there is one. */
void scout_imagine(struct scout_state *s, int viewer, struct rng *rng)
{
    enum { PATIENCE = 200, DRAWS = 10000 };
    static const uint8_t no_set[1] = {0};
    uint8_t hidden = s->hidden;
    bool must_play = (hidden & seat_bit(s->mover)) && !scout_may_scout(s, s->mover) &&
                     (s->phase == SCOUT_PHASE_TURN || s->phase == SCOUT_PHASE_FINISH);
    struct scout_state redacted = *s;

    (void)viewer;
    for (int tries = 0; tries < PATIENCE; tries++) {
        deal_hidden(s, no_set, 0, rng);
        if (!must_play || scout_can_play(s, s->mover))
            break;
        *s = redacted;
    }
    for (int tries = 0; s->hidden; tries++) {
        uint8_t unseen[SCOUT_CARDS], set[SCOUT_SET_MAX];
        int set_count = tries < DRAWS ? draw_set(s, unseen, scout_unseen(s, unseen), set, rng) : scout_find_set(s, set);
        if (set_count > 0 || tries >= DRAWS)
            deal_hidden(s, set, set_count, rng);
    }
    for (int seat = 0; seat < s->players; seat++)
        if ((hidden & s->chosen & seat_bit(seat)) && rng_below(rng, 2))
            s->flips |= seat_bit(seat);
}
