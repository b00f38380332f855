/* The door for states of Belle of the Ball that come from outside (docs/add-a-game.md): looks at every byte of them. */
#include "rules/accept.h"
#include "rules/belle_inside.h"

enum {
    POINTS_LEAST = -100,
    POINTS_MAX = 4000
}; /* no game comes near: a group brings 40 at most, and each costs a card */

/* Which line positions hold cards that the viewer sees. */
static int seen_in_line(const struct belle_state *s, int line, int viewer)
{
    int length = belle_line_length(s, line);
    return viewer == OPEN || s->phase == BELLE_PHASE_OVER || length < BELLE_VISIBLE ? length : BELLE_VISIBLE;
}

/* Everything that is a seat, a flag, a phase or a place in line. */
static const char *frame_fault(const struct belle_state *s)
{
    bool one = belle_lines(s) == 1;

    if (s->phase > BELLE_PHASE_OVER)
        return "there is no such phase";
    if (s->mover >= s->players || s->start >= s->players)
        return "there is no such seat";
    if (s->free_skip > 1 || s->scored > 1 || (s->phase == BELLE_PHASE_PLAY && (s->free_skip || s->scored)))
        return "this cannot have been done yet in this turn";
    if (s->end[BELLE_LINE_GUESTS] != belle_guests_in_line(s) + (one ? BELLE_BELLE_COUNT : 0) ||
        s->end[BELLE_LINE_BELLES] != BELLE_LINE_END || s->front[BELLE_LINE_GUESTS] > s->end[BELLE_LINE_GUESTS] ||
        s->front[BELLE_LINE_BELLES] < (one ? BELLE_LINE_END : BELLE_LINE_BASE) ||
        s->front[BELLE_LINE_BELLES] > BELLE_LINE_END)
        return "a line is longer than it can be";
    if ((s->phase == BELLE_PHASE_OVER) != (belle_line_length(s, BELLE_LINE_GUESTS) == 0))
        return "the game goes on without Guests, or has ended with some";
    if (s->steal_count > BELLE_STEALS_MAX - (s->phase == BELLE_PHASE_STEAL))
        return "there were too many steals";
    if ((s->discarded_guests >> BELLE_GUEST_COUNT) || (s->discarded_belles >> BELLE_BELLE_COUNT))
        return "there is no such card";
    for (int seat = 0; seat < s->players; seat++)
        if (s->points[seat] < POINTS_LEAST || s->points[seat] > POINTS_MAX)
            return "points have come from nowhere";
    return NULL;
}

static const struct blank blanks[] = {
    BLANK_SEATS(belle, hand),  BLANK_SEATS(belle, points),  BLANK_SEATS(belle, rushed), BLANK_SEATS(belle, held),
    BLANK_SEATS(belle, party), BLANK_SEATS(belle, regrets), BLANK_SEATS(belle, count),  BLANK(belle, unused)};

/* A deck as belle_deck_read() makes them; a custom one, since the built-in one is compared. */
static const char *deck_fault(const struct belle_deck *deck)
{
    uint64_t combinations = 0;
    uint8_t copies[BELLE_EFFECT_COUNT] = {0};

    for (int i = 0; i < BELLE_GUEST_COUNT; i++) {
        if (belle_guest_combination(deck->guest[i]) >= BELLE_GUEST_COUNT ||
            belle_guest_noble(deck->guest[i]) > BELLE_NOBLE_LADY)
            return "there is no such Guest";
        combinations |= (uint64_t)1 << belle_guest_combination(deck->guest[i]);
    }
    if (__builtin_popcountll(combinations) != BELLE_GUEST_COUNT)
        return "two Guests have the same interests";
    for (int i = 0; i < BELLE_BELLE_COUNT; i++)
        if (deck->effect[i] >= BELLE_EFFECT_COUNT || ++copies[deck->effect[i]] > BELLE_COPIES_MAX)
            return "there is no such Belle card, or it is there too often";
    return NULL;
}

/* Before anything is dealt there is nothing but what the table was opened with. */
static const char *empty_fault(const struct belle_state *s)
{
    struct belle_state empty;

    bytes_zero(&empty, sizeof empty);
    empty.players = s->players;
    empty.phase = s->phase;
    empty.finish = s->finish;
    empty.empty = s->empty;
    empty.own_deck = s->own_deck;
    if (s->phase == BELLE_PHASE_SETUP)
        empty.deck = s->deck;
    return bytes_equal(&empty, s, sizeof empty) ? NULL : "something lies on a table where nothing is dealt yet";
}

/* Counts a card that is seen somewhere; false if it has been seen before or there is no such card. */
static bool see_card(uint8_t card, struct belle_seen *seen)
{
    if (card == 0 || card > BELLE_GUEST_COUNT + BELLE_BELLE_COUNT)
        return false;
    bool guest = belle_card_is_guest(card);
    bool before = guest ? seen->guests >> belle_guest_index(card) & 1 : seen->belles >> belle_index(card) & 1;
    if (guest)
        seen->guests |= belle_guest_bit(card);
    else
        seen->belles |= belle_bit(card);
    return !before;
}

/* A Belle card lies where it was played: Mirth in the player's own group, Mischief in another's. */
static const char *played_fault(const struct belle_state *s, int seat, uint8_t card)
{
    uint8_t mark = s->played[belle_index(card)];
    enum belle_type type = belle_type_of(belle_effect(s, card));

    if (!mark)
        return "a Belle card in a group was played by nobody";
    if (type == BELLE_MAYHEM || (type == BELLE_MIRTH) != (belle_stamp_seat(mark) == seat))
        return "a Belle card lies where it cannot be played";
    return NULL;
}

static const char *group_fault(const struct belle_state *s, int seat, int group, struct belle_seen *seen)
{
    bool rushed = false;

    for (int slot = 0; slot < BELLE_GROUP_MAX; slot++) {
        uint8_t card = s->party[seat][group][slot];
        if ((card != 0) != (slot < s->count[seat][group]))
            return "a group and its count differ";
        if (!card)
            continue;
        if (!see_card(card, seen))
            return "a card is in two places, or there is no such card";
        if (belle_card_is_guest(card))
            continue;
        const char *wrong = played_fault(s, seat, card);
        if (wrong)
            return wrong;
        rushed |= belle_effect(s, card) == BELLE_EFFECT_RUSHED;
    }
    return rushed == (s->rushed[seat] >> group & 1) ? NULL : "RUSHED is not where it is said to be";
}

static const char *parties_fault(const struct belle_state *s, struct belle_seen *seen)
{
    for (int seat = 0; seat < s->players; seat++) {
        if (s->rushed[seat] >> BELLE_GROUPS)
            return "RUSHED is not where it is said to be";
        for (int group = 0; group < BELLE_GROUPS; group++) {
            const char *wrong = s->count[seat][group] > BELLE_GROUP_MAX ? "a group has too many cards"
                                                                        : group_fault(s, seat, group, seen);
            if (wrong)
                return wrong;
        }
    }
    return NULL;
}

static const char *line_fault(const struct belle_state *s, int viewer, struct belle_seen *seen)
{
    bool one = belle_lines(s) == 1;

    for (int i = 0; i < BELLE_LINE_SIZE; i++) {
        int line = i < BELLE_LINE_BASE || one ? BELLE_LINE_GUESTS : BELLE_LINE_BELLES, place = i - s->front[line];
        bool in_sight = place >= 0 && place < seen_in_line(s, line, viewer);
        uint8_t card = s->line[i];
        if ((card != 0) != in_sight)
            return "a line has a gap, shows what is behind, or has cards beside it";
        if (!card)
            continue;
        if (!see_card(card, seen))
            return "a card is in two places, or there is no such card";
        if (!one && belle_card_is_guest(card) != (line == BELLE_LINE_GUESTS))
            return "a card is in the wrong line";
        if (!belle_card_is_guest(card) && s->taken[belle_index(card)])
            return "a Belle card in line has been taken";
    }
    return NULL;
}

/* Who took and played a Belle card when: BL-4. */
static bool is_mark(const struct belle_state *s, uint8_t mark)
{
    return mark == 0 || (belle_stamp_seat(mark) < s->players && belle_stamp_steals(mark) <= s->steal_count);
}

static const char *marks_fault(const struct belle_state *s)
{
    int held[MAX_SEATS] = {0}, stealing = 0;

    for (int i = 0; i < BELLE_BELLE_COUNT; i++) {
        uint8_t taken = s->taken[i], played = s->played[i];
        if (!is_mark(s, taken) || !is_mark(s, played) ||
            (played && (!taken || belle_stamp_steals(played) < belle_stamp_steals(taken))))
            return "a Belle card was taken or played by nobody, or before its time";
        held[taken ? belle_stamp_seat(taken) : 0] += taken != 0;
        held[played ? belle_stamp_seat(played) : 0] -= played != 0;
        stealing += played && s->deck.effect[i] == BELLE_EFFECT_STEAL_BELLE;
    }
    for (int i = 0; i < BELLE_STEALS_MAX; i++) {
        bool done = i < s->steal_count, open = i == s->steal_count && s->phase == BELLE_PHASE_STEAL;
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
    if (s->steal_count + (s->phase == BELLE_PHASE_STEAL) > stealing)
        return "there were too many steals";
    for (int seat = 0; seat < s->players; seat++)
        if (held[seat] != s->held[seat])
            return "a hand is not what was taken, stolen and played";
    return NULL;
}

/* The cards that were stolen, as far as the viewer knows them, agree with all that was seen. */
static const char *steals_fault(const struct belle_state *s, unsigned hidden)
{
    struct belle_worlds worlds = belle_all_worlds(s, 0);

    for (int i = 0; i < s->steal_count; i++) {
        uint8_t card = s->steals[i].card;
        bool known = card > BELLE_GUEST_COUNT && card <= BELLE_GUEST_COUNT + BELLE_BELLE_COUNT &&
                     (worlds.held[i] & belle_bit(card));
        if (hidden >> i & 1 ? !worlds.held[i] || (card && !known) : !known)
            return "a card is stolen that nobody held";
    }
    if (!hidden)
        return belle_is_world(s, &worlds) ? NULL : "a card is stolen from somebody who did not hold it";
    worlds = belle_all_worlds(s, hidden);
    return belle_next_world(s, &worlds) ? NULL : "a card is stolen from somebody who did not hold it";
}

/* What is in hand, as far as the viewer knows it. */
static const char *hands_fault(const struct belle_state *s, int viewer, struct belle_seen *seen)
{
    bool open = viewer == OPEN || s->phase == BELLE_PHASE_OVER;
    uint32_t hand[MAX_SEATS];
    uint8_t stolen[BELLE_STEALS_MAX];

    for (int i = 0; i < s->steal_count; i++)
        if (s->steals[i].card > BELLE_GUEST_COUNT + BELLE_BELLE_COUNT ||
            (s->steals[i].card && belle_card_is_guest(s->steals[i].card)))
            return "there is no such Belle card";
    unsigned hidden = open ? 0 : belle_hidden_steals(s, viewer);
    const char *wrong = steals_fault(s, hidden);
    if (wrong)
        return wrong;
    if (hidden) {
        belle_sure_of(s, hidden, hand, stolen);
        for (int i = 0; i < s->steal_count; i++)
            if (s->steals[i].card != stolen[i])
                return "a stolen card is shown or hidden that should not be";
    } else {
        struct belle_worlds truth = belle_all_worlds(s, 0);
        belle_hands_in_world(s, &truth, hand);
    }
    if (!bytes_equal(hand, s->hand, sizeof hand))
        return "a hand is not what was taken, stolen and played";
    for (int i = 0; i < BELLE_BELLE_COUNT; i++) {
        bool held = s->taken[i] && !s->played[i], lies = seen->belles >> i & 1;
        if (held && lies)
            return "a Belle card in hand is somewhere else too";
        if (s->played[i] ? !lies : s->discarded_belles >> i & 1)
            return "a Belle card that was played is gone, or one is gone that was not";
    }
    return NULL;
}

/* BL-1: Regrets lie before their owners, or beside cards in line. */
static const char *regrets_fault(const struct belle_state *s)
{
    int regrets = 0, all = belle_regrets_each(s) * s->players;

    for (int seat = 0; seat < s->players; seat++)
        regrets += s->regrets[seat];
    for (int i = 0; i < 2 * BELLE_VISIBLE; i++) {
        regrets += s->beside[i / BELLE_VISIBLE][i % BELLE_VISIBLE];
        if (s->beside[i / BELLE_VISIBLE][i % BELLE_VISIBLE] &&
            i % BELLE_VISIBLE >= belle_line_length(s, i / BELLE_VISIBLE))
            return "Regrets lie beside no card";
    }
    return regrets == all ? NULL : "Regrets have come or gone";
}

/* What is not seen is in line, behind the cards in sight, or lies face down as Regrets. */
static const char *count_fault(const struct belle_state *s, int viewer, const struct belle_seen *seen)
{
    int belles = 0, behind = 0, regrets = belle_regrets_each(s) * s->players;

    for (int i = 0; i < BELLE_BELLE_COUNT; i++)
        belles += !s->taken[i] && !(seen->belles >> i & 1);
    for (int line = 0; line < 2; line++)
        behind += belle_line_length(s, line) - seen_in_line(s, line, viewer);
    if (belle_lines(s) == 2 &&
        belles != belle_line_length(s, BELLE_LINE_BELLES) - seen_in_line(s, BELLE_LINE_BELLES, viewer))
        return "cards have come or gone";
    return __builtin_popcountll(seen->guests) + behind - belles == BELLE_GUEST_COUNT - regrets && behind >= belles
               ? NULL
               : "cards have come or gone";
}

const char *belle_fault(const struct belle_state *s, int viewer)
{
    struct belle_seen seen = {.guests = s->discarded_guests, .belles = s->discarded_belles};
    const char *wrong = s->own_deck && s->phase != BELLE_PHASE_DECK ? deck_fault(&s->deck) : NULL;

    if (wrong || s->phase <= BELLE_PHASE_SETUP)
        return wrong ? wrong : empty_fault(s);
    wrong = frame_fault(s) ?: BLANK_FAULT(s, blanks) ?: marks_fault(s) ?: parties_fault(s, &seen) ?:
            line_fault(s, viewer, &seen) ?: hands_fault(s, viewer, &seen) ?: regrets_fault(s) ?:
            count_fault(s, viewer, &seen);
    if (!wrong && s->phase == BELLE_PHASE_PLAY && s->held[s->mover] == 0)
        wrong = "a Belle card is asked for of an empty hand";
    if (!wrong && s->phase == BELLE_PHASE_INVITE && belle_full_groups(s, s->mover) == 7 && !belle_to_be_had(s))
        wrong = "nothing can be invited by the seat that is to move";
    return wrong;
}

bool belle_same_setup(const struct belle_state *a, const struct belle_state *b)
{
    return a->players == b->players && a->finish == b->finish && a->empty == b->empty && a->own_deck == b->own_deck &&
           (a->own_deck || bytes_equal(&a->deck, &b->deck, sizeof a->deck));
}
