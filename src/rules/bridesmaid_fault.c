/* The door for states of Always a Bridesmaid that come from outside (docs/add-a-game.md): looks at every byte of them.
 */
#include "rules/accept.h"
#include "rules/bridesmaid_inside.h"

/* Returns how many cards each Reserve has (AB-2, AB-3), or -1 if this round does not have that phase. */
static int reserves_due(const struct bridesmaid_state *s)
{
    bool in_round =
        s->phase == BRIDESMAID_PHASE_PLAY || s->phase == BRIDESMAID_PHASE_ASIDE || s->phase == BRIDESMAID_PHASE_ORDER;

    if (!bridesmaid_has_robot(s) &&
        (s->phase == BRIDESMAID_PHASE_ROBOT || s->phase == BRIDESMAID_PHASE_GIVE || s->phase == BRIDESMAID_PHASE_ORDER))
        return -1;
    switch (s->round) {
    case 0:
        return s->phase == BRIDESMAID_PHASE_RESERVE            ? 0
               : in_round || s->phase < BRIDESMAID_PHASE_ORDER ? BRIDESMAID_RESERVE_SIZE
                                                               : -1;
    case 1:
        return in_round ? BRIDESMAID_RESERVE_SIZE - BRIDESMAID_DRAWN
               : s->phase == BRIDESMAID_PHASE_DISPLAY || s->phase == BRIDESMAID_PHASE_DRAW ? BRIDESMAID_RESERVE_SIZE
                                                                                           : -1;
    case 2:
        return in_round ? 0 : s->phase == BRIDESMAID_PHASE_DISPLAY ? BRIDESMAID_RESERVE_SIZE - BRIDESMAID_DRAWN : -1;
    default: return s->round == BRIDESMAID_ROUNDS && s->phase == BRIDESMAID_PHASE_OVER ? 0 : -1;
    }
}

/* Who is asked in this phase. The cards are counted, not looked at: all can see how many there are. */
static unsigned seats_asked(const struct bridesmaid_state *s)
{
    unsigned asked = 0;

    if (s->phase == BRIDESMAID_PHASE_ROBOT || s->phase == BRIDESMAID_PHASE_ORDER || s->phase == BRIDESMAID_PHASE_OVER)
        return 0;
    for (int seat = 0; seat < s->players; seat++) {
        int hand = bridesmaid_hand_count(s, seat), played = bridesmaid_count_cards(s->played[seat]),
            points = s->last[seat];
        bool held = s->held & seat_bit(seat), asks = true;
        if (s->phase == BRIDESMAID_PHASE_PLAY)
            asks = !held;
        else if (s->phase == BRIDESMAID_PHASE_ASIDE)
            asks = held && hand > 0;
        else if (s->phase == BRIDESMAID_PHASE_DISPLAY)
            asks = points <= played ? points > 0 && points < played : points - played < hand;
        asked |= (unsigned)asks << seat;
    }
    return asked;
}

/* Everything that is a seat, a set of seats or a phase. */
static const char *frame_fault(const struct bridesmaid_state *s, int viewer)
{
    unsigned rivals = (1u << bridesmaid_rivals(s)) - 1, active = rivals & ~(unsigned)s->held;

    if (s->phase > BRIDESMAID_PHASE_OVER || s->reserves != reserves_due(s))
        return "that round does not have this phase";
    if (s->hidden != seats_hidden(viewer, s->players, s->phase == BRIDESMAID_PHASE_OVER ? ~0u : 0))
        return "cards are hidden or open that should not be";
    if ((s->held & ~rivals) || (s->held && !bridesmaid_on_the_table(s)))
        return "somebody has held back who cannot have";
    if ((s->set_aside & ~s->held) || (s->set_aside & ~seats_all(s->players)) ||
        (s->set_aside && s->phase != BRIDESMAID_PHASE_PLAY))
        return "a card lies aside that cannot have been set aside";
    if (s->phase == BRIDESMAID_PHASE_PLAY && !(active & (active - 1)))
        return "the round should be over";
    if ((s->phase == BRIDESMAID_PHASE_DISPLAY || s->phase == BRIDESMAID_PHASE_OVER) && (active & (active - 1)))
        return "the round should not be over";
    if (s->wild & ~seats_all(s->players))
        return "there is no such seat";
    return NULL;
}

/* After the cards: those who are asked can be, and not all have chosen. */
static const char *asked_fault(const struct bridesmaid_state *s)
{
    bool is_chance =
        s->phase == BRIDESMAID_PHASE_ROBOT || s->phase == BRIDESMAID_PHASE_ORDER || s->phase == BRIDESMAID_PHASE_OVER;

    if (s->asked != seats_asked(s) || (s->asked == 0) != is_chance)
        return "seats are asked that should not be";
    if ((s->chosen & ~s->asked) || (s->asked && s->chosen == s->asked))
        return "a seat has chosen without being asked, or all have";
    return NULL;
}

static const struct blank blanks[] = {
    BLANK_SEATS(bridesmaid, hand),   BLANK_SEATS(bridesmaid, reserve),    BLANK_SEATS(bridesmaid, played),
    BLANK_SEATS(bridesmaid, aside),  BLANK_SEATS(bridesmaid, displayed),  BLANK_SEATS(bridesmaid, known),
    BLANK_SEATS(bridesmaid, sealed), BLANK_SEATS(bridesmaid, last),       BLANK_SEATS(bridesmaid, last_played),
    BLANK_SEATS(bridesmaid, points), BLANK_SEATS(bridesmaid, last_aside), BLANK(bridesmaid, unused),
};
static const struct blank of_rivals[] = {BLANK_SEATS(bridesmaid, total),
                                         BLANK_SEATS(bridesmaid, last_total)}; /* the Robot among them */

/* Of cards that are seen: each is in one place. */
static const char *places_fault(const struct bridesmaid_state *s, int seat)
{
    unsigned face_down = s->set_aside & seat_bit(seat) ? s->aside[seat] : 0;
    const unsigned places[] = {s->hand[seat], s->reserve[seat], s->played[seat], s->displayed[seat], face_down};
    unsigned seen = 0;

    for (int i = 0; i < 5; i++) {
        if (seen & places[i])
            return "a card is in two places";
        seen |= places[i];
    }
    if (seen != BRIDESMAID_ALL_CARDS)
        return "a card is gone";
    if (bridesmaid_count_cards(s->reserve[seat]) != s->reserves)
        return "a Reserve has the wrong size";
    if (s->known[seat] & ~(s->hand[seat] | face_down))
        return "a card known to be in hand is elsewhere";
    if (s->set_aside & seat_bit(seat) && !face_down)
        return "the card set aside is wrong";
    return NULL;
}

/* Checks hidden cards: what everybody knows is there, and the rest fits. */
static const char *hidden_fault(const struct bridesmaid_state *s, int seat)
{
    unsigned open = s->displayed[seat] | s->played[seat], face_down = s->set_aside & seat_bit(seat);

    if (s->hand[seat] != s->known[seat] || s->reserve[seat] || s->sealed[seat] || (face_down && s->aside[seat]))
        return "a card is shown that is hidden";
    if ((s->displayed[seat] & s->played[seat]) || (s->known[seat] & open) || (open & ~(unsigned)BRIDESMAID_ALL_CARDS) ||
        (s->known[seat] & ~(unsigned)BRIDESMAID_ALL_CARDS))
        return "a card is in two places";
    if (bridesmaid_count_cards(BRIDESMAID_ALL_CARDS & ~(open | s->known[seat])) < s->reserves ||
        bridesmaid_hand_count(s, seat) < 0)
        return "there are too few cards for a hand and a Reserve";
    return NULL;
}

/* What everybody can see of a seat. */
static const char *seat_fault(const struct bridesmaid_state *s, int seat)
{
    bool scored = s->phase == BRIDESMAID_PHASE_OVER ||
                  s->phase == BRIDESMAID_PHASE_DISPLAY; /* cards for the last points are not named */
    int named = s->points[seat] - (scored ? s->last[seat] : 0);
    unsigned open = s->displayed[seat] | s->played[seat];

    if (!bridesmaid_on_the_table(s) && (s->played[seat] || s->aside[seat]))
        return "cards lie there between rounds";
    if (s->reserves == 0 && s->known[seat] != (BRIDESMAID_ALL_CARDS & ~open))
        return "everybody should know this hand";
    if (s->total[seat] != bridesmaid_sum(s->played[seat]))
        return "a total is wrong";
    if (bridesmaid_count_cards(s->aside[seat]) > 1 ||
        (!(s->set_aside & seat_bit(seat)) && (s->aside[seat] & ~(scored ? s->played[seat] : 0))))
        return "the card set aside is wrong";
    if (bridesmaid_count_cards(s->displayed[seat]) != named)
        return "the cards displayed are not as many as the points";
    if (((s->played[seat] | s->last_played[seat]) & BRIDESMAID_WILD_CARDS) && !(s->wild & seat_bit(seat)))
        return "a card that turns WILD was played but did not";
    return NULL;
}

/* A choice that is sealed and seen can have been made. */
static const char *sealed_fault(const struct bridesmaid_state *s, int seat)
{
    uint16_t cards = s->sealed[seat];
    int count = bridesmaid_count_cards(cards);
    bool fine = false;

    if (!(s->chosen & seat_bit(seat)) || (s->hidden & seat_bit(seat)))
        return cards ? "a choice is sealed but not made" : NULL;
    switch (s->phase) {
    case BRIDESMAID_PHASE_RESERVE:
        fine = count == BRIDESMAID_RESERVE_SIZE && !(cards & ~(unsigned)BRIDESMAID_ALL_CARDS);
        break;
    case BRIDESMAID_PHASE_GIVE: fine = count == BRIDESMAID_ROBOT_GIVEN && !(cards & ~s->dealt[seat]); break;
    case BRIDESMAID_PHASE_DRAW: fine = count == BRIDESMAID_DRAWN && !(cards & ~s->reserve[seat]); break;
    case BRIDESMAID_PHASE_DISPLAY: fine = !bridesmaid_display_objection(s, seat, cards); break;
    default: fine = count <= 1 && !(cards & ~s->hand[seat]);
    }
    return fine ? NULL : "a choice is sealed that could not be made";
}

/* AB-10, AB-11: what was scored last. */
static const char *score_fault(const struct bridesmaid_state *s)
{
    struct bridesmaid_standing standing[BRIDESMAID_RIVALS_MAX];
    bool lies_there = s->phase == BRIDESMAID_PHASE_DISPLAY || s->phase == BRIDESMAID_PHASE_OVER;

    if (s->round == 0)
        return bytes_are_zero(s->last_played, sizeof s->last_played) &&
                       bytes_are_zero(s->last_aside, sizeof s->last_aside) &&
                       bytes_are_zero(s->last_total, sizeof s->last_total) && bytes_are_zero(s->last, sizeof s->last) &&
                       bytes_are_zero(s->points, sizeof s->points)
                   ? NULL
                   : "something was scored before the first round";
    for (int seat = 0; seat < s->players; seat++)
        if ((s->last_played[seat] & ~(unsigned)BRIDESMAID_ALL_CARDS) ||
            s->last_total[seat] != bridesmaid_sum(s->last_played[seat]) ||
            (s->last_aside[seat] & ~s->last_played[seat]) || bridesmaid_count_cards(s->last_aside[seat]) > 1)
            return "the last round is not what was played";
    if (bridesmaid_has_robot(s) && (s->last_total[BRIDESMAID_ROBOT] < BRIDESMAID_LOWEST_TOTAL ||
                                    s->last_total[BRIDESMAID_ROBOT] > BRIDESMAID_HIGHEST_TOTAL))
        return "a total is wrong";
    if (lies_there && !(bytes_equal(s->last_played, s->played, sizeof s->played) &&
                        bytes_equal(s->last_aside, s->aside, sizeof s->aside) &&
                        bytes_equal(s->last_total, s->total, sizeof s->total)))
        return "the last round is not what lies there";
    bridesmaid_rank(s, s->last_total, standing);
    for (int seat = 0; seat < s->players; seat++) {
        int before = s->points[seat] - s->last[seat];
        if (s->last[seat] != standing[seat].points || before < 0 || before > BRIDESMAID_POINTS_MAX * (s->round - 1))
            return "points have come from nowhere";
    }
    return NULL;
}

/* The cards of the Robot that a seat knows: AB-15. */
static const char *dealt_fault(const struct bridesmaid_state *s)
{
    unsigned dealt = s->dealt[0] | s->dealt[1];

    for (int seat = 0; seat < 2; seat++) {
        bool hidden = s->hidden & seat_bit(seat);
        if (bridesmaid_count_cards(s->dealt[seat]) != (hidden ? 0 : BRIDESMAID_ROBOT_EACH) ||
            (s->dealt[seat] & ~(unsigned)BRIDESMAID_ALL_CARDS) ||
            bridesmaid_count_cards(s->given[seat]) !=
                (hidden || s->phase == BRIDESMAID_PHASE_GIVE ? 0 : BRIDESMAID_ROBOT_GIVEN) ||
            (s->given[seat] & ~s->dealt[seat]))
            return "the Robot's cards are not dealt and given properly";
    }
    if (s->dealt[0] & s->dealt[1])
        return "the Robot has a card twice";
    if (s->hidden ? s->removed != 0 : s->removed < 1 || s->removed > BRIDESMAID_ACCESSORIES)
        return "the card removed is wrong";
    return s->hidden || (dealt | bridesmaid_card_bit(s->removed - 1)) == BRIDESMAID_ALL_CARDS
               ? NULL
               : "the Robot's cards are not all dealt";
}

/* What it has shown: AB-16. Past that, the pile is its hand in a true state, else unknown. */
static const char *pile_fault(const struct bridesmaid_state *s, int viewer)
{
    unsigned shown = 0, hold = 1u << (BRIDESMAID_PILE_HOLD - 1), pile = 0;
    bool in_play = s->phase == BRIDESMAID_PHASE_PLAY || s->phase == BRIDESMAID_PHASE_ASIDE;
    bool whole = in_play && viewer == OPEN;

    if (s->shown > BRIDESMAID_ROBOT_PILE_SIZE)
        return "the Robot's pile is wrong";
    for (int i = 0; i < BRIDESMAID_ROBOT_PILE_SIZE; i++) {
        uint8_t card = s->pile[i];
        if (card > BRIDESMAID_PILE_HOLD || (card != 0) != (whole || i < s->shown))
            return "the Robot's pile is wrong";
        if (card == 0)
            continue;
        if (pile >> (card - 1) & 1 || (i + 1 < s->shown && card == BRIDESMAID_PILE_HOLD))
            return "the Robot's pile is wrong";
        pile |= 1u << (card - 1);
        shown |= i < s->shown ? 1u << (card - 1) : 0;
    }
    if (whole && pile != (bridesmaid_robot_hand(s) | hold))
        return "the Robot's pile is not its hand";
    if ((shown & ~hold) & ~(unsigned)s->robot_seen)
        return "the Robot has shown a card that nobody has seen";
    if (bridesmaid_on_the_table(s) &&
        (s->total[BRIDESMAID_ROBOT] != bridesmaid_sum((uint16_t)(shown & BRIDESMAID_ALL_CARDS)) ||
         (s->held >> BRIDESMAID_ROBOT & 1) != ((shown & hold) != 0)))
        return "the Robot's total is wrong, or it has held back without showing it";
    return !bridesmaid_on_the_table(s) && s->total[BRIDESMAID_ROBOT] ? "a total is wrong" : NULL;
}

static bool robot_has_cards(const struct bridesmaid_state *s)
{
    return s->removed || s->shown || s->robot_seen || !bytes_are_zero(s->pile, sizeof s->pile) ||
           !bytes_are_zero(s->dealt, sizeof s->dealt) || !bytes_are_zero(s->given, sizeof s->given);
}

static const char *robot_fault(const struct bridesmaid_state *s, int viewer)
{
    unsigned seen = s->robot_seen, strange = seen & ~(unsigned)(s->given[0] | s->given[1]);
    int hidden = bridesmaid_count_cards(s->hidden);

    if (!bridesmaid_has_robot(s))
        return robot_has_cards(s) ? "there is no Robot in this game" : NULL;
    if (!bridesmaid_robot_is_dealt(s))
        return robot_has_cards(s) || s->total[BRIDESMAID_ROBOT] ? "the Robot has cards too early" : NULL;
    const char *wrong = dealt_fault(s) ?: pile_fault(s, viewer);
    if (wrong)
        return wrong;
    if ((seen & ~(unsigned)BRIDESMAID_ALL_CARDS) || (strange & (s->dealt[0] | s->dealt[1])) ||
        bridesmaid_count_cards(strange) > BRIDESMAID_ROBOT_GIVEN * hidden ||
        (s->phase == BRIDESMAID_PHASE_GIVE && (seen || s->shown)))
        return "the Robot has shown a card that it cannot have";
    return NULL;
}

const char *bridesmaid_fault(const struct bridesmaid_state *s, int viewer)
{
    const char *wrong =
        frame_fault(s, viewer) ?: BLANK_FAULT(s, blanks) ?: blank_fault(s, bridesmaid_rivals(s), of_rivals, 2);

    for (int seat = 0; seat < s->players && !wrong; seat++)
        wrong = (s->hidden & seat_bit(seat) ? hidden_fault(s, seat) : places_fault(s, seat)) ?: seat_fault(s, seat);
    wrong = wrong ?: score_fault(s) ?: asked_fault(s) ?: robot_fault(s, viewer);
    for (int seat = 0; seat < s->players && !wrong; seat++)
        wrong = sealed_fault(s, seat);
    return wrong;
}

bool bridesmaid_same_setup(const struct bridesmaid_state *a, const struct bridesmaid_state *b)
{
    return a->players == b->players && bytes_equal(a->ranks, b->ranks, sizeof a->ranks) &&
           bytes_equal(a->single, b->single, sizeof a->single);
}
