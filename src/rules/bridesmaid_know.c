/* What a viewer of Always a Bridesmaid knows, and worlds that agree with it. */
#include "rules/bridesmaid_inside.h"

void bridesmaid_redact(struct bridesmaid_state *s, int viewer)
{
    if (s->phase == BRIDESMAID_PHASE_OVER)
        return;
    for (int seat = 0; seat < s->players; seat++) {
        if (seat == viewer)
            continue;
        s->hidden |= seat_bit(seat);
        s->hand[seat] = s->known[seat];
        s->reserve[seat] = s->sealed[seat] = 0;
        if (s->set_aside & seat_bit(seat))
            s->aside[seat] = 0;
        if (bridesmaid_has_robot(s))
            s->dealt[seat] = s->given[seat] = 0;
    }
    s->removed = 0;
    for (int i = s->shown; i < BRIDESMAID_ROBOT_PILE_SIZE; i++)
        s->pile[i] = 0;
}

/* Any `count` cards of a pool, each set of them equally likely. */
static uint16_t any_cards(uint16_t pool, int count, struct rng *rng)
{
    uint16_t taken = 0;
    int left = bridesmaid_count_cards(pool);

    for (unsigned rest = pool; count > 0; rest &= rest - 1, left--)
        if (rng_below(rng, (uint32_t)left) < (uint32_t)count) {
            taken |= (uint16_t)(rest & (0u - rest));
            count--;
        }
    return taken;
}

/* What is not known to be elsewhere is in hand, in the Reserve or, one card,
 * aside; what is known to be in hand may be that one card as well. There are
 * as many ways to set one aside whatever the Reserve is, so that drawing the
 * one and then the other makes all worlds equally likely. */
static void imagine_cards(struct bridesmaid_state *s, int seat, struct rng *rng)
{
    unsigned open = s->displayed[seat] | s->played[seat];

    s->reserve[seat] = any_cards((uint16_t)(BRIDESMAID_ALL_CARDS & ~(open | s->known[seat])), s->reserves, rng);
    s->hand[seat] = (uint16_t)(BRIDESMAID_ALL_CARDS & ~(open | s->reserve[seat]));
    if (s->set_aside & seat_bit(seat)) {
        s->aside[seat] = any_cards(s->hand[seat], 1, rng);
        s->hand[seat] = (uint16_t)(s->hand[seat] & ~s->aside[seat]);
    }
}

/* The places that one of the Robot's Accessories may be in. */
enum { PLACE_GIVEN, PLACE_KEPT = PLACE_GIVEN + 2, PLACE_REMOVED = PLACE_KEPT + 2 };

/* Deals the Robot's Accessories that the viewer has not placed. Those that it
 * has shown were given to it by somebody hidden; the others are anywhere. The
 * places are drawn one by one, which makes all worlds equally likely. */
static void imagine_robot(struct bridesmaid_state *s, struct rng *rng)
{
    bool given = s->phase != BRIDESMAID_PHASE_GIVE;
    uint8_t places[BRIDESMAID_ACCESSORIES];
    int count = 0, firm = 0;
    unsigned unplaced = BRIDESMAID_ALL_CARDS & ~(unsigned)(s->dealt[0] | s->dealt[1]);

    for (int seat = 0; seat < 2; seat++)
        for (int i = 0; i < BRIDESMAID_ROBOT_GIVEN && given && (s->hidden & seat_bit(seat)); i++)
            places[count++] = (uint8_t)(PLACE_GIVEN + seat);
    rng_shuffle(rng, places, count);
    firm = bridesmaid_count_cards((uint16_t)(unplaced & s->robot_seen));
    for (int seat = 0; seat < 2; seat++)
        for (int i = given ? BRIDESMAID_ROBOT_GIVEN : 0; i < BRIDESMAID_ROBOT_EACH && (s->hidden & seat_bit(seat)); i++)
            places[count++] = (uint8_t)(PLACE_KEPT + seat);
    places[count++] = PLACE_REMOVED;
    rng_shuffle(rng, places + firm, count - firm);

    int next_firm = 0, next_free = firm;
    for (unsigned left = unplaced; left; left &= left - 1) {
        int card = __builtin_ctz(left);
        uint8_t place = places[s->robot_seen >> card & 1 ? next_firm++ : next_free++];
        if (place == PLACE_REMOVED) {
            s->removed = (uint8_t)(card + 1);
            continue;
        }
        s->dealt[place % 2] |= bridesmaid_card_bit(card);
        if (place < PLACE_KEPT)
            s->given[place % 2] |= bridesmaid_card_bit(card);
    }
}

/* The order of the cards that lie face down. */
static void imagine_pile(struct bridesmaid_state *s, struct rng *rng)
{
    if (s->phase != BRIDESMAID_PHASE_PLAY && s->phase != BRIDESMAID_PHASE_ASIDE)
        return;
    unsigned shown = 0;
    int count = s->shown;
    for (int i = 0; i < s->shown; i++)
        shown |= 1u << s->pile[i];
    for (int card = 1; card <= BRIDESMAID_PILE_HOLD; card++)
        if (((unsigned)bridesmaid_robot_hand(s) << 1 | 1u << BRIDESMAID_PILE_HOLD) & ~shown & 1u << card)
            s->pile[count++] = (uint8_t)card;
    rng_shuffle(rng, s->pile + s->shown, BRIDESMAID_ROBOT_PILE_SIZE - s->shown);
}

/* All worlds are equally likely: the parts below are independent, and each
 * draws evenly. A sealed choice has as many answers in every world. */
void bridesmaid_imagine(struct bridesmaid_state *s, int viewer, struct rng *rng)
{
    (void)viewer;
    for (int seat = 0; seat < s->players; seat++)
        if (s->hidden & seat_bit(seat))
            imagine_cards(s, seat, rng);
    if (s->hidden && bridesmaid_robot_is_dealt(s)) {
        imagine_robot(s, rng);
        imagine_pile(s, rng);
    }
    for (unsigned left = s->hidden & s->chosen; left; left &= left - 1) {
        uint16_t ids[BRIDESMAID_QUINTUPLES + LEGAL_SLACK] = {0};
        int seat = __builtin_ctz(left);
        int count = bridesmaid_legal(s, seat, ids);
        s->sealed[seat] = bridesmaid_cards(ids[rng_below(rng, (uint32_t)count)]);
    }
    s->hidden = 0;
}
