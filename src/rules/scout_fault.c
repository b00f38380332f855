/* The door for states of SCOUT that come from outside (docs/add-a-game.md): looks at every byte of them. */
#include "rules/accept.h"
#include "rules/scout_inside.h"

static bool is_card(const struct scout_state *s, uint8_t card)
{
    int up = scout_card_up(card), down = scout_card_down(card);
    return up >= 1 && up <= SCOUT_NUMBERS && down >= 1 && down <= SCOUT_NUMBERS && up != down &&
           scout_card_index(card) < scout_tables[s->players].deck;
}

/* Everything that is a seat, a set of seats or a phase. */
static const char *frame_fault(const struct scout_state *s, int viewer)
{
    unsigned everybody = seats_all(s->players);
    bool in_round = !scout_hands_are_open(s);

    if (s->phase > SCOUT_PHASE_OVER || s->round > scout_rounds(s) ||
        (s->phase == SCOUT_PHASE_OVER) != (s->round == scout_rounds(s)))
        return "that round does not have this phase";
    if (s->mover >= s->players || s->start >= s->players || s->owner >= s->players || s->exempt > s->players)
        return "there is no such seat";
    if (s->hidden != seats_hidden(viewer, s->players, in_round ? 0 : ~0u))
        return "hands are hidden or open that should not be";
    if ((s->markers | s->chosen) & ~everybody || (s->players == 2 && s->markers))
        return "a seat that is not there has a marker or has chosen";
    if ((s->flips & ~s->chosen) || (s->flips & s->hidden) || s->chosen == everybody ||
        (s->chosen && s->phase != SCOUT_PHASE_ROTATE))
        return "hands are turned that should not be";
    if (in_round && s->exempt)
        return "somebody is exempt before the round is over";
    return NULL;
}

static const struct blank blanks[] = {
    BLANK_SEATS(scout, hand),   BLANK_SEATS(scout, count), BLANK_SEATS(scout, captured), BLANK_SEATS(scout, chips),
    BLANK_SEATS(scout, tokens), BLANK_SEATS(scout, last),  BLANK_SEATS(scout, total)};

/* Where everybody has seen cards go: how many are where. */
struct places {
    int unseen, table, captured, spent;
    int held[MAX_SEATS]; /* scouted by a seat, and still in its hand */
};

static const char *count_places(const struct scout_state *s, struct places *out)
{
    *out = (struct places){.unseen = 0};
    for (int i = 0; i < SCOUT_CARDS_SIZE; i++) {
        uint8_t place = s->place[i];
        if (i >= scout_tables[s->players].deck) {
            if (place != SCOUT_PLACE_UNSEEN)
                return "a card is not in this deck";
        } else if (place >= SCOUT_PLACE_HAND && place < SCOUT_PLACE_HAND + s->players) {
            out->held[place - SCOUT_PLACE_HAND]++;
        } else {
            out->unseen += place == SCOUT_PLACE_UNSEEN;
            out->table += place == SCOUT_PLACE_TABLE;
            out->captured += place == SCOUT_PLACE_CAPTURED;
            out->spent += place == SCOUT_PLACE_SPENT;
            if (place > SCOUT_PLACE_SPENT || (place >= SCOUT_PLACE_HAND && place < SCOUT_PLACE_TABLE))
                return "a card is in a place that is not there";
        }
    }
    return NULL;
}

/* Checks a row that is seen: cards, each once, where they were seen to go. */
static const char *row_fault(const struct scout_state *s, const uint8_t *cards, int count, int size, int place,
                             uint64_t *seen)
{
    bool kept_apart = s->players == 2 && scout_hands_are_open(s); /* all that was dealt is spent by then */

    for (int i = 0; i < size; i++) {
        if ((cards[i] != 0) != (i < count))
            return "a row of cards and its count differ";
        if (!cards[i])
            continue;
        if (!is_card(s, cards[i]))
            return "there is no such card in this deck";
        int index = scout_card_index(cards[i]);
        if (*seen >> index & 1)
            return "a card is in two places";
        *seen |= (uint64_t)1 << index;
        uint8_t lies = s->place[index];
        bool unseen = lies == SCOUT_PLACE_UNSEEN && place != SCOUT_PLACE_TABLE;
        if (kept_apart ? lies != SCOUT_PLACE_SPENT : lies != place && !unseen)
            return "a card is not where it was seen to go";
    }
    return NULL;
}

/* Checks a hidden hand: what everybody knows to be there, and nothing else. */
static const char *known_fault(const struct scout_state *s, int seat)
{
    int known = 0;

    for (int i = 0; i < SCOUT_CARDS; i++)
        if (s->place[i] == SCOUT_PLACE_HAND + seat &&
            (known == SCOUT_HAND_SIZE || s->hand[seat][known++] != scout_cards[i]))
            return "a hidden hand does not show exactly what everybody knows of it";
    for (; known < SCOUT_HAND_SIZE; known++)
        if (s->hand[seat][known])
            return "a hidden hand shows a card";
    return NULL;
}

static const char *hands_fault(const struct scout_state *s, const struct places *places)
{
    uint64_t seen = 0;
    const char *wrong = row_fault(s, s->prior, s->prior_count, SCOUT_SET_SIZE, SCOUT_PLACE_TABLE, &seen);

    if (!wrong && s->prior_count > 0 && (s->prior_count > SCOUT_SET_MAX || !scout_is_set(s->prior, s->prior_count)))
        return "the Prior Set is not a set";
    for (int seat = 0; seat < s->players && !wrong; seat++) {
        bool hidden = s->hidden & seat_bit(seat);
        if (s->count[seat] > SCOUT_HAND_MAX || s->count[seat] < places->held[seat] ||
            (s->count[seat] == 0 && !scout_hands_are_open(s)))
            return "a hand has too many or too few cards";
        wrong = hidden ? known_fault(s, seat)
                       : row_fault(s, s->hand[seat], s->count[seat], SCOUT_HAND_SIZE, SCOUT_PLACE_HAND + seat, &seen);
    }
    for (int i = 0; i < SCOUT_CARDS && !wrong; i++) { /* what was scouted is in the hand */
        int holder = s->place[i] - SCOUT_PLACE_HAND;
        if (holder >= 0 && holder < s->players && !(s->hidden & seat_bit(holder)) && !(seen >> i & 1))
            return "a card that was scouted is gone";
    }
    return wrong;
}

/* Cards are neither made nor lost: SC-2, SC-20. */
static const char *count_fault(const struct scout_state *s, const struct places *places)
{
    int deck = scout_tables[s->players].deck, dealt = scout_tables[s->players].each * s->players;
    int cards = s->prior_count, captured = 0, hands = 0, held = 0;

    for (int seat = 0; seat < s->players; seat++) {
        hands += s->count[seat];
        captured += s->captured[seat];
        held += places->held[seat];
    }
    cards += hands + captured;
    if (cards != dealt || places->spent != (s->players == 2 ? dealt * s->round : 0))
        return "cards have come or gone";
    if (s->players == 2 && scout_hands_are_open(s))
        return places->unseen + places->spent == deck ? NULL : "cards have come or gone";
    if (places->table != s->prior_count || places->captured != captured ||
        places->unseen != hands - held + deck - dealt - places->spent)
        return "cards have come or gone";
    return NULL;
}

/* What a round has when it is dealt, and what a game has before. */
static const char *fresh_fault(const struct scout_state *s)
{
    struct scout_state fresh = *s;

    if (s->phase == SCOUT_PHASE_DEAL) {
        bytes_zero(&fresh, sizeof fresh);
        fresh.players = s->players;
        return bytes_equal(&fresh, s, sizeof fresh) ? NULL : "something lies on a table where nothing is dealt yet";
    }
    uint8_t chosen = fresh.chosen, flips = fresh.flips;
    scout_clear_round(&fresh);
    bytes_copy(fresh.hand, s->hand, sizeof fresh.hand);
    fresh.chosen = chosen;
    fresh.flips = flips;
    return bytes_equal(&fresh, s, sizeof fresh) ? NULL : "something has happened in a round that has not begun";
}

/* SC-10, SC-16, SC-19, SC-21: what can be counted while a round goes on. */
static const char *course_fault(const struct scout_state *s)
{
    int tokens = 0, most = s->players == 2 ? 2 * SCOUT_CHIPS : s->players - 1;
    bool in_round = !scout_hands_are_open(s);

    for (int seat = 0; seat < s->players; seat++) {
        tokens += s->tokens[seat];
        if (s->chips[seat] > (s->players == 2 ? SCOUT_CHIPS : 0) || s->tokens[seat] > SCOUT_TURNS_MAX)
            return "there are too many tokens or chips";
    }
    if (s->turns > SCOUT_TURNS_MAX || (in_round && s->turns == SCOUT_TURNS_MAX))
        return "the round should be over";
    if (tokens > (s->players == 2 ? 0 : s->turns + 1))
        return "there are too many tokens or chips";
    if (s->scouts > most || (in_round && s->players > 2 && s->scouts == most))
        return "there were too many Scouts in a row";
    if (s->phase == SCOUT_PHASE_FINISH && (s->players == 2 || (s->markers & seat_bit(s->mover))))
        return "a Double Action goes on that nobody has paid for";
    return NULL;
}

/* SC-17: what was scored. */
static const char *score_fault(const struct scout_state *s)
{
    enum { ROUND_MAX = SCOUT_TURNS_MAX + SCOUT_CARDS + SCOUT_CHIPS };

    for (int seat = 0; seat < s->players; seat++) {
        int last = s->last[seat], total = s->total[seat], most = ROUND_MAX * s->round;
        int paid = s->exempt == seat + 1 ? 0 : s->count[seat];
        if (scout_hands_are_open(s) && last != s->captured[seat] + s->tokens[seat] + s->chips[seat] - paid)
            return "a round is not scored as it ended";
        if (last < -ROUND_MAX || last > ROUND_MAX || total < -most || total > most || (s->round == 0 && last != 0) ||
            (s->round == 1 && last != total))
            return "points have come from nowhere";
    }
    return NULL;
}

/* True if the mover has no move, which SC-13 and SC-22 rule out. */
static bool is_stuck(const struct scout_state *s)
{
    uint8_t set[SCOUT_SET_MAX];

    if (s->phase == SCOUT_PHASE_ROTATE || scout_may_scout(s, s->mover))
        return false;
    return s->hidden & seat_bit(s->mover) ? scout_find_set(s, set) == 0 : !scout_can_play(s, s->mover);
}

const char *scout_fault(const struct scout_state *s, int viewer)
{
    struct places places;
    bool fresh = s->phase == SCOUT_PHASE_DEAL && s->round == 0;
    const char *wrong = frame_fault(s, viewer) ?: BLANK_FAULT(s, blanks);

    if (!wrong && (s->phase == SCOUT_PHASE_ROTATE || fresh))
        wrong = fresh_fault(s);
    if (wrong || fresh)
        return wrong;
    wrong = count_places(s, &places) ?: hands_fault(s, &places) ?: count_fault(s, &places) ?: course_fault(s) ?:
            score_fault(s);
    return wrong || scout_hands_are_open(s) || !is_stuck(s) ? wrong : "nothing can be done by the seat that is to move";
}

bool scout_same_setup(const struct scout_state *a, const struct scout_state *b)
{
    return a->players == b->players;
}
