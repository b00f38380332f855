/* What a viewer of Belle of the Ball knows: the state without the rest, worlds that agree with it, and the
 * observation. */
#include "rules/belle_inside.h"

/* ---- who holds which Belle card, as far as a viewer can know ----
 *
 * A steal is seen by all, its card by thief and victim alone. What else is known
 * about it follows from who took each card from the line and who played it, and
 * whether that was before or after: every choice of stolen cards that agrees
 * with all of this is a world. Each is as likely as the next, since the size of
 * the hand stolen from is open. A deck has at most three such cards, so that
 * the worlds can be gone through. */

/* Who held a card after a number of steals, if these cards were stolen. */
static int holder(const struct belle_state *s, const uint8_t *stolen, int index, int steals)
{
    int seat = belle_stamp_seat(s->taken[index]);
    for (int i = belle_stamp_steals(s->taken[index]); i < steals; i++)
        if (stolen[i] == belle_card(index))
            seat = s->steals[i].thief;
    return seat;
}

/* Could these cards have been stolen? */
bool belle_is_world(const struct belle_state *s, const struct belle_worlds *worlds)
{
    for (int i = 0; i < s->steal_count; i++)
        if (holder(s, worlds->stolen, belle_index(worlds->stolen[i]), i) != s->steals[i].victim)
            return false;
    for (uint32_t late = worlds->late; late; late &= late - 1) {
        int index = __builtin_ctz(late);
        if (holder(s, worlds->stolen, index, belle_stamp_steals(s->played[index])) !=
            belle_stamp_seat(s->played[index]))
            return false;
    }
    return true;
}

/* The only steal there was is no secret once its thief has played the card. */
static bool steal_is_settled(const struct belle_state *s)
{
    uint8_t card = s->steals[0].card;
    return s->steal_count == 1 && card && s->played[belle_index(card)] &&
           belle_stamp_seat(s->played[belle_index(card)]) == s->steals[0].thief;
}

unsigned belle_hidden_steals(const struct belle_state *s, int viewer)
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

/* The cards that a hidden steal may have been of: those that its victim took from the line, or may have stolen before.
 * Others would lead to no world. */
static uint32_t may_be_stolen(const struct belle_state *s, const struct belle_worlds *worlds, int steal)
{
    int victim = s->steals[steal].victim;
    uint32_t cards = worlds->held[steal], own = 0;

    for (uint32_t left = cards; left; left &= left - 1) {
        int index = __builtin_ctz(left);
        own |= (uint32_t)(belle_stamp_seat(s->taken[index]) == victim) << index;
    }
    for (int i = 0; i < steal; i++)
        if (s->steals[i].thief == victim)
            own |= worlds->hidden >> i & 1 ? worlds->held[i] : belle_bit(s->steals[i].card);
    return cards & own;
}

/* Before the first world: belle_next_world() comes to it. */
struct belle_worlds belle_all_worlds(const struct belle_state *s, unsigned hidden)
{
    struct belle_worlds worlds = {.hidden = hidden};

    for (int index = 0; index < BELLE_BELLE_COUNT; index++) {
        uint8_t taken = s->taken[index], played = s->played[index];
        if (!taken)
            continue;
        worlds.in_hand |= (uint32_t)!played << index;
        worlds.late |= (uint32_t)(played && belle_stamp_steals(played) > 0) << index;
        for (int i = belle_stamp_steals(taken); i < (played ? belle_stamp_steals(played) : s->steal_count); i++)
            worlds.held[i] |= 1u << index;
    }
    for (int i = 0; i < s->steal_count; i++) {
        worlds.held[i] = may_be_stolen(s, &worlds, i);
        worlds.stolen[i] = hidden >> i & 1 ? first_of(worlds.held[i]) : s->steals[i].card;
    }
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

bool belle_next_world(const struct belle_state *s, struct belle_worlds *worlds)
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
        if (belle_is_world(s, worlds))
            return true;
    }
}

void belle_hands_in_world(const struct belle_state *s, const struct belle_worlds *worlds, uint32_t *hand)
{
    bytes_zero(hand, MAX_SEATS * sizeof *hand);
    for (uint32_t left = worlds->in_hand; left; left &= left - 1) {
        int index = __builtin_ctz(left);
        hand[holder(s, worlds->stolen, index, s->steal_count)] |= 1u << index;
    }
}

/* What is the same in all worlds: cards that are surely in a hand, and cards
 * that were surely stolen (0 where it may have been another). */
void belle_sure_of(const struct belle_state *s, unsigned hidden, uint32_t *hand, uint8_t *stolen)
{
    struct belle_worlds worlds = belle_all_worlds(s, hidden);
    uint32_t here[MAX_SEATS];

    belle_next_world(s, &worlds); /* the true one at least */
    belle_hands_in_world(s, &worlds, hand);
    bytes_copy(stolen, worlds.stolen, BELLE_STEALS_MAX);
    while (belle_next_world(s, &worlds)) {
        belle_hands_in_world(s, &worlds, here);
        for (int seat = 0; seat < MAX_SEATS; seat++)
            hand[seat] &= here[seat];
        for (int i = 0; i < s->steal_count; i++)
            stolen[i] = stolen[i] == worlds.stolen[i] ? stolen[i] : 0;
    }
}

void belle_redact(struct belle_state *s, int viewer)
{
    if (s->phase == BELLE_PHASE_OVER)
        return;
    for (int line = 0; line < 2; line++)
        for (int i = s->front[line] + BELLE_VISIBLE; i < s->end[line]; i++)
            s->line[i] = 0;
    unsigned hidden = belle_hidden_steals(s, viewer);
    if (!hidden)
        return;
    uint32_t hand[MAX_SEATS];
    uint8_t stolen[BELLE_STEALS_MAX];
    belle_sure_of(s, hidden, hand, stolen);
    bytes_copy(s->hand, hand, sizeof hand);
    for (int i = 0; i < s->steal_count; i++)
        s->steals[i].card = stolen[i];
}

static void imagine_steals(struct belle_state *s, unsigned hidden, struct rng *rng)
{
    struct belle_worlds worlds = belle_all_worlds(s, hidden);
    uint32_t count = 0;

    while (belle_next_world(s, &worlds))
        count++;
    worlds = belle_all_worlds(s, hidden);
    for (uint32_t skip = rng_below(rng, count) + 1; skip > 0; skip--)
        belle_next_world(s, &worlds);
    belle_hands_in_world(s, &worlds, s->hand);
    for (int i = 0; i < s->steal_count; i++)
        s->steals[i].card = worlds.stolen[i];
}

/* The cards that the viewer of a redacted state has not seen. Guests among them
 * are behind in line or lie face down as Regrets; Belle cards are all in line. */
static int unseen_cards(const struct belle_state *s, uint8_t *guests, uint8_t *belles, int *belle_count)
{
    uint64_t guests_seen = s->discarded_guests;
    uint32_t belles_seen = 0;
    int guest_count = 0;

    *belle_count = 0;
    for (int i = 0; i < BELLE_LINE_END; i++)
        if (s->line[i] && belle_card_is_guest(s->line[i]))
            guests_seen |= belle_guest_bit(s->line[i]);
        else if (s->line[i])
            belles_seen |= belle_bit(s->line[i]);
    for (int i = 0; i < MAX_SEATS * BELLE_GROUPS * BELLE_GROUP_MAX; i++) {
        uint8_t card =
            s->party[i / (BELLE_GROUPS * BELLE_GROUP_MAX)][i / BELLE_GROUP_MAX % BELLE_GROUPS][i % BELLE_GROUP_MAX];
        if (card && belle_card_is_guest(card))
            guests_seen |= belle_guest_bit(card);
    }
    for (int i = 0; i < BELLE_GUEST_COUNT; i++)
        if (!(guests_seen >> i & 1))
            guests[guest_count++] = belle_guest_card(i);
    for (int i = 0; i < BELLE_BELLE_COUNT; i++)
        if (!(belles_seen >> i & 1) && !s->taken[i])
            belles[(*belle_count)++] = belle_card(i);
    return guest_count;
}

/* Cards of a line behind the sixth. */
static int behind_line(const struct belle_state *s, int line)
{
    int length = belle_line_length(s, line);
    return length > BELLE_VISIBLE ? length - BELLE_VISIBLE : 0;
}

void belle_imagine(struct belle_state *s, int viewer, struct rng *rng)
{
    uint8_t guests[BELLE_GUEST_COUNT + BELLE_BELLE_COUNT], belles[BELLE_BELLE_COUNT];
    int belle_count;

    if (s->phase <= BELLE_PHASE_SETUP || s->phase == BELLE_PHASE_OVER)
        return;
    int guest_count = unseen_cards(s, guests, belles, &belle_count), behind = behind_line(s, BELLE_LINE_GUESTS);
    rng_shuffle(rng, guests, guest_count);
    rng_shuffle(rng, belles, belle_count);
    if (belle_lines(s) == 1) { /* all Belles and as many Guests as fit, in any order */
        bytes_copy(guests + behind - belle_count, belles, (size_t)belle_count);
        rng_shuffle(rng, guests, behind);
    }
    for (int i = 0; i < behind; i++)
        s->line[s->front[BELLE_LINE_GUESTS] + BELLE_VISIBLE + i] = guests[i];
    for (int i = 0; i < behind_line(s, BELLE_LINE_BELLES); i++)
        s->line[s->front[BELLE_LINE_BELLES] + BELLE_VISIBLE + i] = belles[i];
    unsigned hidden = belle_hidden_steals(s, viewer);
    if (hidden)
        imagine_steals(s, hidden, rng);
}

/* ---- observation ---- */

const struct game_field belle_fields[] = {OBSERVED(OBS_FIELD) FIELDS_END};

/* The bytes after the party are one word. */
static inline void observe_seat(const struct belle_state *s, int seat, uint32_t hand, uint8_t *row)
{
    uint64_t word = hand | (uint64_t)s->held[seat] << 8 * (OBS_SEAT_HELD - OBS_SEAT_HAND) |
                    (uint64_t)s->regrets[seat] << 8 * (OBS_SEAT_REGRETS - OBS_SEAT_HAND) |
                    (uint64_t)(s->points[seat] + 1000) << 8 * (OBS_SEAT_POINTS - OBS_SEAT_HAND);

    bytes_copy(row + OBS_SEAT_PARTY, s->party[seat], sizeof s->party[seat]);
    bytes_store64(row + OBS_SEAT_HAND, word);
}

/* Words run over by two bytes into what is written after them. */
static inline void observe_lines(const struct belle_state *s, uint8_t *out)
{
    for (int line = 0; line < 2; line++) {
        int length = belle_line_length(s, line), shown = length < BELLE_VISIBLE ? length : BELLE_VISIBLE;
        uint64_t cards = bytes_load64(s->line + s->front[line]) & (((uint64_t)1 << 8 * shown) - 1);
        out[OBS_LENGTH + line] = (uint8_t)length;
        bytes_store64(out + OBS_LINE + line * BELLE_VISIBLE, cards);
    }
    bytes_copy(out + OBS_BESIDE, s->beside, sizeof s->beside);
}

/* In bytes and out of the way of `out`, so that it goes sixteen at a time. */
static inline void observe_played(const struct belle_state *s, int seat, uint8_t *out)
{
    uint8_t by[BELLE_BELLE_COUNT], mine = (uint8_t)seat, players = s->players;

    for (int i = 0; i < BELLE_BELLE_COUNT; i++) {
        uint8_t mark = s->played[i], player = (uint8_t)((uint8_t)(mark + 3) >> 2); /* 1 + the seat that played it */
        uint8_t left = (uint8_t)(player - mine + (player <= mine ? players : 0));
        by[i] = mark ? left : 0;
    }
    bytes_copy(out, by, BELLE_BELLE_COUNT);
}

static void observe_hands(const struct belle_state *s, int seat, const uint32_t *hand, uint8_t *out)
{
    OBSERVED(OBS_PUT);
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

/* A processor calls it, because it is rare and its arrays are guarded. A GPU's threads come here together, and a call
 * costs them much. */
#ifndef __NVPTX__
__attribute__((noinline))
#endif
static void
find_sure(const struct belle_state *s, unsigned hidden, uint32_t *hand)
{
    uint8_t stolen[BELLE_STEALS_MAX];
    belle_sure_of(s, hidden, hand, stolen);
}

void belle_observe(const struct belle_state *s, int seat, uint8_t *out)
{
    unsigned hidden = s->phase == BELLE_PHASE_OVER ? 0 : belle_hidden_steals(s, seat);
    uint32_t sure[MAX_SEATS];

    if (hidden)
        find_sure(s, hidden, sure);
    observe_hands(s, seat, hidden ? sure : s->hand, out);
}
