/* The door for states of BANNISH that come from outside (docs/add-a-game.md): looks at every byte of them. */
#include "rules/accept.h"
#include "rules/bannish_inside.h"

enum { ROUNDS_COUNTED = 1 << 14 }; /* a round without a second place does not count, but nobody plays that many */

static bool is_dealt(const struct bannish_state *s)
{
    return s->phase != BANNISH_PHASE_DEAL || s->round > 0;
}

/* Everything that is a seat, a set of seats or a phase. */
static const char *frame_fault(const struct bannish_state *s, int viewer)
{
    unsigned colours = seats_all(s->players); /* as many as players */
    bool over = false;

    if (s->phase > BANNISH_PHASE_OVER || (s->phase == BANNISH_PHASE_OVER && s->round == 0) || s->round > ROUNDS_COUNTED)
        return "there is no such phase or round";
    if (s->mover >= s->players || s->chip >= s->players)
        return "there is no such seat";
    if (s->hidden != seats_hidden(viewer, s->players, bannish_hands_are_open(s) ? ~0u : 0))
        return "hands are hidden or open that should not be";
    for (int seat = 0; seat < s->players; seat++) {
        if (s->lacks[seat] & ~colours)
            return "there is no such colour";
        if (s->vp[seat] > BANNISH_WINNING_VP || s->vp[seat] > s->round)
            return "victory points have come from nowhere";
        over |= s->vp[seat] == BANNISH_WINNING_VP;
    }
    return over == (s->phase == BANNISH_PHASE_OVER) ? NULL : "the game should be over, or should not";
}

static const struct blank blanks[] = {
    BLANK_SEATS(bannish, hand),  BLANK_SEATS(bannish, taken), BLANK_SEATS(bannish, total), BLANK_SEATS(bannish, count),
    BLANK_SEATS(bannish, lacks), BLANK_SEATS(bannish, vp),    BLANK(bannish, unused)};

static const char *empty_fault(const struct bannish_state *s)
{
    struct bannish_state empty;

    bytes_zero(&empty, sizeof empty);
    empty.players = s->players;
    bytes_copy(empty.stars, s->stars, sizeof empty.stars);
    return bytes_equal(&empty, s, sizeof empty) ? NULL : "something lies on a table where nothing is dealt yet";
}

static bool is_pile(const struct bannish_state *s, uint64_t pile)
{
    return !(pile & ~bannish_full_deck(s->players)) && !(pile >> 1 & BANNISH_PILE_ONES & ~pile);
}

/* There are two of each card, and what is not seen is in hidden hands. */
static const char *card_fault(const struct bannish_state *s)
{
    int seen = bannish_pile_size(s->table) + bannish_pile_size(s->gone), hidden = 0;

    for (int seat = 0; seat < s->players; seat++) {
        seen += bannish_pile_size(s->hand[seat]) + bannish_pile_size(s->taken[seat]);
        hidden += s->hidden & seat_bit(seat) ? s->count[seat] : 0;
    }
    if (seen + hidden != BANNISH_HAND_SIZE * s->players)
        return "cards have come or gone";
    for (int card = 0; card < s->players * BANNISH_NUMBERS; card++) {
        int copies = bannish_pile_copies(s->table, card) + bannish_pile_copies(s->gone, card);
        for (int seat = 0; seat < s->players; seat++)
            copies += bannish_pile_copies(s->hand[seat], card) + bannish_pile_copies(s->taken[seat], card);
        if (copies > 2)
            return "there are more than two of a card";
    }
    return NULL;
}

static const char *pile_fault(const struct bannish_state *s)
{
    if (!is_pile(s, s->gone) || !is_pile(s, s->table) || (s->table & ~BANNISH_PILE_ONES))
        return "a pile is not well formed";
    for (int seat = 0; seat < s->players; seat++) {
        if (!is_pile(s, s->hand[seat]) || !is_pile(s, s->taken[seat]))
            return "a pile is not well formed";
        if (s->count[seat] > BANNISH_HAND_SIZE ||
            bannish_pile_size(s->hand[seat]) != (s->hidden & seat_bit(seat) ? 0 : s->count[seat]))
            return "a hand and its count differ";
        for (int colour = 0; colour < s->players; colour++)
            if (!bannish_may_hold(s, seat, colour) && s->hand[seat] & bannish_pile_colour(colour))
                return "a seat holds a colour that it did not follow";
    }
    return card_fault(s);
}

/* Checks any trick: cards and then nothing, each once except for the twins, of which the second came last. */
static const char *cards_fault(const struct bannish_state *s, const struct bannish_trick *trick)
{
    uint64_t seen = 0;

    if (trick->count > s->players || trick->leader >= s->players || trick->winner > s->players ||
        trick->twin > s->players * BANNISH_NUMBERS || trick->taken > s->players * BANNISH_NUMBERS)
        return "a trick is not well formed";
    for (int place = 0; place < MAX_SEATS; place++) {
        uint8_t card = trick->card[place];
        if ((card != 0) != (place < trick->count) || card > s->players * BANNISH_NUMBERS)
            return "the trick and its count differ";
        if (!card)
            continue;
        bool again = seen >> card & 1;
        if (again != (trick->twin && place == trick->count - 1) || (again && card != trick->twin))
            return "a card is twice in a trick that goes on";
        seen |= (uint64_t)1 << card;
    }
    if (trick->twin && !(seen >> trick->twin & 1))
        return "the twin is not in the trick";
    if (trick->taken && (!(seen >> trick->taken & 1) || trick->taken == trick->twin))
        return "a card is taken that was not there";
    return NULL;
}

/* The trick on the table: BN-4 to BN-7. */
static const char *now_fault(const struct bannish_state *s)
{
    const struct bannish_trick *now = &s->now;
    uint64_t table = 0;
    int last = now->count > 0 ? bannish_seat_of(s, now, now->count - 1) : s->chip;

    for (int place = 0; place < now->count; place++)
        if (now->card[place] != now->twin)
            table |= bannish_pile_one(now->card[place] - 1);
    if (table != s->table || now->taken)
        return "the table and the trick differ";
    if (s->phase != BANNISH_PHASE_TAKE) {
        int most = s->phase == BANNISH_PHASE_PLAY ? s->players - 1 : 0;
        return now->twin || now->winner || now->leader != s->chip || now->count > most ||
                       s->mover != bannish_seat_of(s, now, now->count)
                   ? "the trick is not as it should be"
                   : NULL;
    }
    if (bannish_pile_size(table) < 2 || (!now->twin && now->count != s->players) || now->winner != s->mover + 1 ||
        bannish_seat_of(s, now, bannish_best(s)) != s->mover || s->chip != (now->twin ? last : s->mover))
        return "a card is to be taken and there is no choice, or another has won";
    return NULL;
}

/* The trick before: it is over. */
static const char *last_fault(const struct bannish_state *s)
{
    const struct bannish_trick *last = &s->last;
    uint64_t twins = s->now.twin ? 3 * bannish_pile_one(s->now.twin - 1) : 0;

    if (last->count == 0)
        return bytes_are_zero(last, sizeof *last) && s->gone == twins ? NULL : "the last trick is gone";
    if ((last->winner != 0) != (last->taken != 0) || (!last->twin && last->count != s->players) ||
        (!last->winner && (!last->twin || last->count != 2)))
        return "the last trick is not as it should be";
    return NULL;
}

/* Nobody plays without cards; a round is over once somebody has none after a trick (BN-9). */
static const char *count_fault(const struct bannish_state *s)
{
    bool empty = false;

    for (int seat = 0; seat < s->players; seat++) {
        int place = seat - s->now.leader + (seat < s->now.leader ? s->players : 0);
        bool played = place < s->now.count;
        empty |= s->count[seat] == 0;
        if (!bannish_hands_are_open(s) && s->count[seat] == 0 && !played)
            return "the round should be over";
        if (s->count[seat] + played > BANNISH_HAND_SIZE)
            return "a hand has too many cards";
    }
    return bannish_hands_are_open(s) && !empty ? "the round should not be over" : NULL;
}

/* BN-10, BN-11: what was scored. */
static const char *score_fault(const struct bannish_state *s)
{
    int totals[MAX_SEATS], cards[MAX_SEATS];

    for (int seat = 0; seat < s->players; seat++) {
        totals[seat] = bannish_stars(s, s->taken[seat]) + bannish_stars(s, s->hand[seat]);
        cards[seat] = bannish_pile_size(s->taken[seat]) + s->count[seat];
        if (bannish_hands_are_open(s) ? s->total[seat] != totals[seat]
            : s->round == 0           ? s->total[seat] != 0
                                      : s->total[seat] > BANNISH_HAND_SIZE * MAX_SEATS * BANNISH_STARS_MAX)
            return "stars have come from nowhere";
    }
    if (s->second != (bannish_hands_are_open(s) ? bannish_second(s, totals, cards) : 0))
        return "the victory point went to somebody else";
    for (int seat = 0; seat < s->players; seat++)
        if ((s->second & seat_bit(seat)) && !s->vp[seat])
            return "a victory point is gone";
    return NULL;
}

const char *bannish_fault(const struct bannish_state *s, int viewer)
{
    const char *wrong = frame_fault(s, viewer);

    if (wrong || !is_dealt(s))
        return wrong ?: empty_fault(s);
    wrong = BLANK_FAULT(s, blanks) ?: cards_fault(s, &s->now) ?: cards_fault(s, &s->last) ?: pile_fault(s) ?:
            now_fault(s) ?: last_fault(s) ?: count_fault(s);
    if (!wrong && s->hidden && !bannish_has_world(s))
        wrong = "the hidden hands would have to hold colours that were not followed";
    return wrong ?: score_fault(s);
}

bool bannish_same_setup(const struct bannish_state *a, const struct bannish_state *b)
{
    return a->players == b->players && bytes_equal(a->stars, b->stars, sizeof a->stars);
}
