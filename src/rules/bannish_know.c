/* What a viewer of BANNISH knows, and worlds that agree with it.
 *
 * Everything played was seen by all, so what a viewer has not seen are exactly
 * the other hands. Of those it is known how many cards they have, and which
 * colours they did not follow: cards are never gained, so that holds until the
 * round is over. Nothing is read into a choice. */
#include "rules/bannish_inside.h"

void bannish_redact(struct bannish_state *s, int viewer)
{
    if (bannish_hands_are_open(s))
        return;
    for (int seat = 0; seat < s->players; seat++)
        if (seat != viewer) {
            s->hand[seat] = 0;
            s->hidden |= seat_bit(seat);
        }
}

/* The cards in hidden hands, as a pile. */
static uint64_t unseen_cards(const struct bannish_state *s)
{
    uint64_t seen = bannish_pile_counts(s->gone) + bannish_pile_counts(s->table);
    for (int seat = 0; seat < s->players; seat++)
        seen += bannish_pile_counts(s->hand[seat]) + bannish_pile_counts(s->taken[seat]);
    return bannish_pile_of_counts(bannish_pile_counts(bannish_full_deck(s->players)) - seen);
}

/* The hidden hands about to be dealt: copies are told apart here, because each
 * way to deal physical cards is as likely as the next. */
struct unseen {
    uint8_t card[2 * BANNISH_CARDS];
    int left;                       /* cards not dealt yet */
    int of_colour[BANNISH_COLOURS]; /* … by colour */
    int seats;                      /* hidden ones */
    int seat[MAX_SEATS]; /* in the order they are dealt to: those with the fewest cards to choose from first */
    int most[MAX_SEATS]; /* the most cards that may be left to choose from when it is a seat's turn */
};

/* How many of the unseen cards a seat may hold. */
static int open_to(const struct bannish_state *s, const struct unseen *u, int seat)
{
    int count = 0;
    for (int colour = 0; colour < s->players; colour++)
        count += bannish_may_hold(s, seat, colour) ? u->of_colour[colour] : 0;
    return count;
}

/* The seats before the k-th may have to take cards that it could hold as well:
 * all they hold but what only they may hold, one by one and together. */
static int most_left_for(const struct bannish_state *s, const struct unseen *u, int k)
{
    int seat = u->seat[k], each = 0, together = 0;
    bool counted[BANNISH_COLOURS] = {false};

    for (int i = 0; i < k; i++) {
        int before = u->seat[i], apart = 0;
        for (int colour = 0; colour < s->players; colour++)
            if (bannish_may_hold(s, before, colour) && !bannish_may_hold(s, seat, colour)) {
                apart += u->of_colour[colour];
                together -= counted[colour] ? 0 : u->of_colour[colour];
                counted[colour] = true;
            }
        each += s->count[before] > apart ? s->count[before] - apart : 0;
        together += s->count[before];
    }
    return open_to(s, u, seat) - (each > together ? each : together);
}

static void gather_unseen(const struct bannish_state *s, struct unseen *u)
{
    *u = (struct unseen){.left = 0};
    for (uint64_t pile = unseen_cards(s); pile; pile &= pile - 1) {
        int card = __builtin_ctzll(pile) / 2;
        u->card[u->left++] = (uint8_t)card;
        u->of_colour[bannish_card_colour(card)]++;
    }
    for (int seat = 0; seat < s->players; seat++) {
        if (!(s->hidden & seat_bit(seat)))
            continue;
        int k = u->seats++;
        for (; k > 0 && open_to(s, u, u->seat[k - 1]) > open_to(s, u, seat); k--)
            u->seat[k] = u->seat[k - 1];
        u->seat[k] = seat;
    }
    for (int k = 0; k < u->seats; k++)
        u->most[k] = most_left_for(s, u, k);
}

/* Moves the cards that a seat may hold to the front; returns how many. */
static int sort_for(const struct bannish_state *s, struct unseen *u, int seat)
{
    int open = 0;
    for (int i = 0; i < u->left; i++) {
        uint8_t card = u->card[i];
        u->card[i] = u->card[open];
        u->card[open] = card;
        open += bannish_may_hold(s, seat, bannish_card_colour(card));
    }
    return open;
}

/* Deals the hidden hands seat by seat, each from the cards it may hold. A hand
 * drawn from few cards comes up more often than one drawn from many; so a seat
 * with `open` cards to choose from instead of `most` goes on with the chance
 * C(open, hand) / C(most, hand), and all worlds are equally likely. Returns
 * false if that, or a card that nobody left may hold, ends the attempt. */
static bool deal_evenly(struct bannish_state *s, struct unseen *u, struct rng *rng)
{
    for (int k = 0; k < u->seats; k++) {
        int seat = u->seat[k], hand = s->count[seat], open = sort_for(s, u, seat);
        if (open < hand || (k + 1 == u->seats && open > hand))
            return false;
        for (int i = 0; i < hand && open < u->most[k]; i++)
            if ((int)rng_below(rng, (uint32_t)(u->most[k] - i)) >= open - i)
                return false;
        for (int i = 0; i < hand; i++) {
            uint32_t place = rng_below(rng, (uint32_t)(open - i));
            s->hand[seat] = bannish_pile_add(s->hand[seat], u->card[place]);
            u->card[place] = u->card[open - i - 1];
            u->card[open - i - 1] = u->card[--u->left];
        }
    }
    return true;
}

/* True if the cards left can be dealt to the free places in hands: for no set of
 * colours may there be more cards than free places among the seats that take any of
 * them (Hall's condition). */
static bool can_be_dealt(const struct bannish_state *s, const struct unseen *u, const int *places)
{
    for (unsigned set = 1; set < 1u << s->players; set++) {
        int cards = 0, space = 0;
        for (int colour = 0; colour < s->players; colour++)
            cards += set >> colour & 1 ? u->of_colour[colour] : 0;
        for (int k = 0; k < u->seats; k++)
            space += set & ~(unsigned)s->lacks[u->seat[k]] ? places[k] : 0;
        if (cards > space)
            return false;
    }
    return true;
}

/* Deals card by card to seats that leave the rest possible, more readily to hands
 * with more free places. It always comes to an end and can give every world there is,
 * but not all of them equally often. */
static void deal_card_by_card(struct bannish_state *s, struct unseen *u, struct rng *rng)
{
    int places[MAX_SEATS] = {0};

    rng_shuffle(rng, u->card, u->left);
    for (int k = 0; k < u->seats; k++)
        places[k] = s->count[u->seat[k]];
    while (u->left > 0) {
        int card = u->card[--u->left], colour = bannish_card_colour(card), chosen = 0;
        uint32_t weight = 0;
        u->of_colour[colour]--;
        for (int k = 0; k < u->seats; k++) {
            if (places[k] == 0 || !bannish_may_hold(s, u->seat[k], colour))
                continue;
            places[k]--;
            if (can_be_dealt(s, u, places)) {
                weight += (uint32_t)places[k] + 1;
                if (rng_below(rng, weight) <= (uint32_t)places[k])
                    chosen = k;
            }
            places[k]++;
        }
        places[chosen]--;
        s->hand[u->seat[chosen]] = bannish_pile_add(s->hand[u->seat[chosen]], card);
    }
}

/* Worlds are drawn evenly, by drawing again where need be; only when that takes
 * very long a method follows that cannot fail. */
void bannish_imagine(struct bannish_state *s, int viewer, struct rng *rng)
{
    enum { PATIENCE = 1000 };
    struct bannish_state redacted = *s;
    struct unseen all, u;
    bool dealt = !s->hidden;

    (void)viewer;
    if (dealt)
        return;
    gather_unseen(s, &all);
    for (int tries = 0; tries < PATIENCE && !dealt; tries++) {
        u = all;
        dealt = deal_evenly(s, &u, rng);
        if (!dealt)
            *s = redacted;
    }
    if (!dealt)
        deal_card_by_card(s, &all, rng);
    s->hidden = 0;
}

bool bannish_has_world(const struct bannish_state *s)
{
    struct unseen u;
    int places[MAX_SEATS] = {0};

    gather_unseen(s, &u);
    for (int k = 0; k < u.seats; k++)
        places[k] = s->count[u.seat[k]];
    return can_be_dealt(s, &u, places);
}
