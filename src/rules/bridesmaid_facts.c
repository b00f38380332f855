/* What happens in Always a Bridesmaid, said as facts (rules/fact.h). */
#include "rules/bridesmaid_inside.h"

static void say_cards(struct facts *told, int verb, int seat, unsigned cards)
{
    SAY(told, verb, seat);
    fact_add_set(told, cards);
}

/* The same of cards that nobody else sees. */
static void say_unseen(struct facts *told, int verb, int seat, unsigned cards)
{
    SAY(told, verb, seat, bridesmaid_count_cards(cards));
    fact_keep(told, seat_bit(seat), fact_add_set(told, cards));
}

static bool turns_wild(const struct bridesmaid_state *s, int seat, unsigned cards)
{
    return (cards & BRIDESMAID_WILD_CARDS) && !(s->wild & seat_bit(seat));
}

/* What it is to choose these cards, or none. */
static void say_choice(const struct bridesmaid_state *s, int seat, uint16_t cards, struct facts *told)
{
    switch (s->phase) {
    case BRIDESMAID_PHASE_RESERVE: say_unseen(told, BRIDESMAID_RESERVES, seat, cards); break;
    case BRIDESMAID_PHASE_GIVE: say_unseen(told, BRIDESMAID_GIVES, seat, cards); break;
    case BRIDESMAID_PHASE_DRAW: say_unseen(told, BRIDESMAID_DRAWS, seat, cards); break;
    case BRIDESMAID_PHASE_ASIDE: say_unseen(told, BRIDESMAID_SETS_ASIDE, seat, cards); break;
    case BRIDESMAID_PHASE_DISPLAY: say_cards(told, BRIDESMAID_DISPLAYS, seat, cards); break;
    default:
        if (cards)
            SAY(told, BRIDESMAID_PLAYS, seat, __builtin_ctz(cards), s->total[seat] + bridesmaid_sum(cards),
                turns_wild(s, seat, cards));
        else
            SAY(told, BRIDESMAID_HOLDS, seat, s->total[seat]);
    }
}

/* Says what was sealed, now that all choices are in. */
void bridesmaid_say_choices(const struct bridesmaid_state *s, struct facts *told)
{
    for (unsigned left = s->asked; left; left &= left - 1)
        say_choice(s, __builtin_ctz(left), s->sealed[__builtin_ctz(left)], told);
}

static int fact_seat(const struct bridesmaid_state *s, int rival)
{
    return bridesmaid_has_robot(s) && rival == BRIDESMAID_ROBOT ? FACT_ROBOT : rival;
}

/* The round that is about to be scored is over. */
void bridesmaid_say_end(const struct bridesmaid_state *s, struct facts *told)
{
    unsigned active = ((1u << bridesmaid_rivals(s)) - 1) & ~(unsigned)s->held;

    SAY(told, BRIDESMAID_ENDS, s->round + 1, active != 0);
    if (active)
        fact_add(told, fact_seat(s, __builtin_ctz(active)));
}

void bridesmaid_say_robot(const struct bridesmaid_state *s, uint8_t card, struct facts *told)
{
    if (card == BRIDESMAID_PILE_HOLD)
        SAY(told, BRIDESMAID_ROBOT_HOLDS, FACT_ROBOT, s->total[BRIDESMAID_ROBOT]);
    else
        SAY(told, BRIDESMAID_ROBOT_PLAYS, FACT_ROBOT, card - 1,
            s->total[BRIDESMAID_ROBOT] + bridesmaid_values[card - 1]);
}

/* The card set aside is about to be counted. */
void bridesmaid_say_aside(const struct bridesmaid_state *s, int seat, struct facts *told)
{
    uint16_t card = s->aside[seat];

    SAY(told, BRIDESMAID_TURNS_UP, seat, __builtin_ctz(card), s->total[seat] + bridesmaid_sum(card),
        turns_wild(s, seat, card));
}

/* Who has which place, with which total, and what that brings (AB-10, AB-11). */
void bridesmaid_say_ranks(const struct bridesmaid_state *s, const struct bridesmaid_standing *standing,
                          struct facts *told)
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
void bridesmaid_say_cleaned(const struct bridesmaid_state *s, int seat, unsigned out, struct facts *told)
{
    unsigned back = s->played[seat] & ~out;

    if (out && !(s->asked & seat_bit(seat)))
        say_cards(told, BRIDESMAID_MUST_DISPLAY, seat, out);
    if (back)
        say_cards(told, BRIDESMAID_RETURNS, seat, back);
}

/* Nothing of the round is left on the table; after the second one, AB-3. */
void bridesmaid_say_cleared(const struct bridesmaid_state *s, struct facts *told)
{
    SAY(told, BRIDESMAID_CLEARS, s->round);
    if (s->round > 1)
        SAY(told, BRIDESMAID_JOINS, s->reserves);
}

/* The final count (AB-13, AB-14). */
void bridesmaid_say_final(const struct bridesmaid_state *s, struct facts *told)
{
    for (int seat = 0; seat < s->players; seat++)
        SAY(told, BRIDESMAID_FINISHES, seat, s->points[seat], s->wild >> seat & 1, bridesmaid_final_score(s, seat));
}

void bridesmaid_dealt(const struct bridesmaid_state *before, const struct bridesmaid_state *after, struct facts *told)
{
    if (before->phase == BRIDESMAID_PHASE_ORDER) {
        SAY(told, BRIDESMAID_SHUFFLED, after->round + 1, BRIDESMAID_ROBOT_PILE_SIZE);
        for (int i = 0; i < BRIDESMAID_ROBOT_PILE_SIZE; i++)
            fact_add(told, after->pile[i] - 1);
        fact_keep(told, 0, 1 + BRIDESMAID_ROBOT_PILE_SIZE);
        return;
    }
    SAY(told, BRIDESMAID_ROBOT_DEALT, BRIDESMAID_ROBOT_EACH, after->removed - 1);
    fact_keep(told, 0, 1);
    for (int seat = 0; seat < 2; seat++) {
        say_cards(told, BRIDESMAID_GETS, seat, after->dealt[seat]);
        fact_keep(told, seat_bit(seat), FACT_ALL);
    }
}

void bridesmaid_meaning(const struct bridesmaid_state *s, int seat, uint16_t id, struct facts *told)
{
    say_choice(s, seat, bridesmaid_move(id).cards, told);
}
