/* The novice of BANNISH. Its rules of thumb:
 *   - what counts is the chance that exactly one rival ends above it: for each
 *     rival that is guessed from how far apart the stars are and how many tricks
 *     are still to come, as if each went to anybody,
 *   - cards that will stay in hands at the end count as stars already,
 *   - it takes the card after which that chance is best, and plays the card for
 *     which winning, losing and BANNISH leave the best chance on average,
 *   - a card wins if it is the highest so far and none of those still to play
 *     happens to play a higher one, or the same, of those not seen yet.
 *
 * Playouts of short searches ask the same rules millions of times a second, so
 * chances are integers, and what depends on a card's number alone is worked out
 * once a decision. In those of long searches a small network plays, which has learned
 * what cards are worth from searches (tools/learn/bannish.c). */
#include "bots/bannish_policy.h"

#include "bots/bannish_network.h"
#include "bots/portable_math.h"

/* Chances are counted in parts of 2^15, so that a product is a shift. */
enum { SURE_BITS = 15, SURE = 1 << SURE_BITS, NOT_YET = -1 };

struct thought {
    const struct bannish_state *s;
    int me;
    int estimate[MAX_SEATS]; /* stars of each seat as they stand: taken, and what will stay in hand */
    int above[MAX_SEATS];    /* the chance that each rival ends above me, as things stand */
    int slope;               /* how that chance changes with a star */
    int best_star;           /* what the best card is worth */
    int winner;              /* the seat that has the trick as it lies; -1: nobody has played */
    int to_beat;             /* its card */
    int most;                /* stars of the best card on the table */
    int best_taken;          /* my chance if I take the best card for me of the table; 0 without any */
    uint64_t unseen;         /* how many copies of each card are in other hands, two bits each */

    /* My chance by the number of a card, or NOT_YET: if I take it, if it is added
     * to what the winner may take, and if I play it and the next rival wins. */
    int taken[BANNISH_NUMBERS], given[BANNISH_NUMBERS], lost[BANNISH_NUMBERS];
};

static int stars_of(const struct thought *t, int card)
{
    return t->s->stars[bannish_card_number(card) - 1];
}

/* ---- chances ---- */

/* Returns the chance that a rival who is `ahead` stars ahead of me ends above me. */
static int chance_above(const struct thought *t, int ahead)
{
    int above = SURE / 2 + ahead * t->slope;
    return above < 0 ? 0 : above > SURE ? SURE : above;
}

/* One rival more: changes the chances that none and that one of them end above me. */
static void count_rival(int above, int *none, int *one)
{
    *one += (*none - *one) * above >> SURE_BITS;
    *none -= *none * above >> SURE_BITS;
}

/* Returns the chance that exactly one rival ends above me if `gainer` gains this many stars. */
static int chance_if_gained(const struct thought *t, int gainer, int stars)
{
    int none = SURE, one = 0;

    for (int seat = 0; seat < t->s->players; seat++) {
        if (seat == t->me)
            continue;
        int above = t->above[seat];
        if (gainer == t->me)
            above = chance_above(t, t->estimate[seat] - t->estimate[t->me] - stars);
        else if (gainer == seat)
            above = chance_above(t, t->estimate[seat] - t->estimate[t->me] + stars);
        count_rival(above, &none, &one);
    }
    return one;
}

static int chance_if_taken(struct thought *t, int card)
{
    int *chance = &t->taken[bannish_card_number(card) - 1];

    if (*chance == NOT_YET)
        *chance = chance_if_gained(t, t->me, stars_of(t, card));
    return *chance;
}

/* A rival is thought to take the most stars. */
static int chance_if_given(struct thought *t, int card)
{
    int *chance = &t->given[bannish_card_number(card) - 1], stars = stars_of(t, card);

    if (*chance == NOT_YET)
        *chance = chance_if_gained(t, t->winner, stars > t->most ? stars : t->most);
    return *chance;
}

static int chance_if_lost(struct thought *t, int card)
{
    int *chance = &t->lost[bannish_card_number(card) - 1], next = t->me + 1 == t->s->players ? 0 : t->me + 1;

    if (*chance == NOT_YET)
        *chance = chance_if_gained(t, next, (t->best_star + stars_of(t, card)) / 2);
    return *chance;
}

/* ---- what there is to know ---- */

static uint64_t copies_in(uint64_t pile)
{
    return (pile & BANNISH_PILE_ONES) + (pile >> 1 & BANNISH_PILE_ONES);
}

/* Who forgets counts only what lies before them. */
static uint64_t copies_unseen(const struct bannish_state *s, int me, bool forgets)
{
    uint64_t all = (((uint64_t)1 << 12 * s->players) - 1) & BANNISH_PILE_ONES << 1;
    uint64_t seen = (forgets ? 0 : copies_in(s->gone)) + copies_in(s->table) + copies_in(s->hand[me]);
    for (int seat = 0; seat < s->players; seat++)
        seen += copies_in(s->taken[seat]);
    return all - seen;
}

/* How many of these copies are of the colour of this card and at least as high. */
static int as_high_as(uint64_t copies, int card)
{
    unsigned high = (unsigned)(copies >> 12 * bannish_card_colour(card) & 0xfff) >> 2 * (bannish_card_number(card) - 1);
    high = (high & 0x333) + (high >> 2 & 0x333);
    return (int)(high * 0x111 >> 8 & 0xf);
}

/* Returns by how many stars totals may still move apart in the given number of tricks. */
static int reach(const struct bannish_state *s, int tricks, int best_star)
{
    static const uint8_t twenty_roots[BANNISH_HAND_SIZE + 1] = {0, 20, 28, 35, 40, 45, 49, 53, 57, 60, 63, 66, 69};
    static const uint8_t by_players[MAX_SEATS + 1] = {[3] = 58, [4] = 50, [5] = 45}; /* hundredths */
    return 1 + best_star * twenty_roots[tricks] * by_players[s->players] / 1000;
}

static void look_at_table(struct thought *t)
{
    const struct bannish_state *s = t->s;

    for (int place = 0; place < s->now.count; place++) {
        int card = s->now.card[place] - 1, stars = stars_of(t, card);
        t->most = stars > t->most ? stars : t->most;
        if (place == 0 || (bannish_card_colour(card) == bannish_card_colour(t->to_beat) && card > t->to_beat)) {
            t->to_beat = card;
            t->winner = bannish_seat_of(s, &s->now, place);
        }
    }
}

static int tricks_to_come(const struct bannish_state *s)
{
    int tricks = BANNISH_HAND_SIZE;

    for (int seat = 0; seat < s->players; seat++)
        tricks = s->count[seat] < tricks ? s->count[seat] : tricks;
    return tricks;
}

static void look_at_stars(struct thought *t)
{
    const struct bannish_state *s = t->s;
    int tricks = tricks_to_come(s), sum = 0;

    for (int i = 0; i < BANNISH_NUMBERS; i++) {
        sum += s->stars[i];
        t->best_star = s->stars[i] > t->best_star ? s->stars[i] : t->best_star;
    }
    for (int seat = 0; seat < s->players; seat++) {
        int stay = s->count[seat] - tricks, in_hand = stay * sum / BANNISH_NUMBERS;
        if (seat == t->me && stay > 0)
            in_hand = stay * bannish_stars(s, s->hand[t->me]) / s->count[t->me];
        t->estimate[seat] = bannish_stars(s, s->taken[seat]) + in_hand;
    }
    t->slope = SURE / 2 / reach(s, tricks, t->best_star);
    for (int seat = 0; seat < s->players; seat++)
        t->above[seat] = chance_above(t, t->estimate[seat] - t->estimate[t->me]);
}

static void look(struct thought *t, const struct bannish_state *s, int me, bool forgets)
{
    *t = (struct thought){.s = s, .me = me, .winner = -1};
    look_at_stars(t);
    if (s->phase != BANNISH_PHASE_PLAY)
        return;
    look_at_table(t);
    t->unseen = copies_unseen(s, me, forgets);
}

static void think(struct thought *t, const struct bannish_state *s, int me, bool forgets)
{
    look(t, s, me, forgets);
    for (int i = 0; i < BANNISH_NUMBERS; i++)
        t->taken[i] = t->given[i] = t->lost[i] = NOT_YET;
    if (s->phase != BANNISH_PHASE_PLAY)
        return;
    for (uint64_t cards = s->table; cards; cards &= cards - 1) {
        int chance = chance_if_taken(t, __builtin_ctzll(cards) / 2);
        t->best_taken = chance > t->best_taken ? chance : t->best_taken;
    }
}

/* ---- playing ---- */

/* The chance that nobody after me beats this card of the lead colour, which is
 * the highest so far, or removes it with its twin. */
static int chance_to_hold(const struct thought *t, int card)
{
    const struct bannish_state *s = t->s;
    int colour = bannish_card_colour(card), hold = SURE, seat = t->me;
    int of_colour = as_high_as(t->unseen, colour * BANNISH_NUMBERS), beating = as_high_as(t->unseen, card);
    int each = beating ? (of_colour + 1 - beating) * SURE / (of_colour + 1) : SURE;

    for (int to_play = s->players - s->now.count - 1; to_play > 0; to_play--) {
        seat = seat + 1 == s->players ? 0 : seat + 1;
        if (!(s->lacks[seat] >> colour & 1))
            hold = hold * each >> SURE_BITS;
    }
    return hold;
}

/* BANNISH: the twin of this card goes, and mine with it. */
static int value_of_twin(struct thought *t, int twin)
{
    const struct bannish_trick *trick = &t->s->now;
    int best = -1, most = 0;

    for (int place = 0; place < trick->count; place++) {
        int card = trick->card[place] - 1, stars = stars_of(t, card);
        if (card == twin)
            continue;
        if (best < 0 ||
            (bannish_card_colour(card) == bannish_card_colour(trick->card[best] - 1) && card > trick->card[best] - 1))
            best = place;
        most = stars > most ? stars : most;
    }
    if (best < 0)
        return chance_if_gained(t, t->me, 0);
    return chance_if_gained(t, bannish_seat_of(t->s, trick, best), most);
}

static int value_of_play(struct thought *t, int card)
{
    const struct bannish_state *s = t->s;

    if (s->table & bannish_pile_one(card))
        return value_of_twin(t, card);
    bool wins = t->winner < 0 || (bannish_card_colour(card) == bannish_card_colour(t->to_beat) && card > t->to_beat);
    if (!wins)
        return chance_if_given(t, card);
    int taken = chance_if_taken(t, card), won = taken > t->best_taken ? taken : t->best_taken;
    if (s->now.count + 1 == s->players)
        return won;
    int hold = chance_to_hold(t, card);
    return (hold * won + (SURE - hold) * chance_if_lost(t, card)) >> SURE_BITS;
}

static int value_of(struct thought *t, uint16_t id)
{
    return bannish_id_is_play(id) ? value_of_play(t, bannish_id_card(id)) : chance_if_taken(t, bannish_id_card(id));
}

static void rate(const struct bot_view *view, int *values)
{
    struct thought t;

    think(&t, bannish_state(view->state), view->seat, false);
    for (int i = 0; i < view->count; i++)
        values[i] = value_of(&t, view->legal[i]);
}

/* ---- manners ---- */

enum { WHIT = SURE / 256 };

static bool is_of_last_lead(const struct bannish_state *s, int card)
{
    return s->last.count > 0 && bannish_card_colour(card) == bannish_card_colour(s->last.card[0] - 1);
}

/* What a novice sees in playing a card that the rules of thumb do not: some like to win and some to duck, some
 * save their stars, some lead what was led before, and some like to strike twins. */
static int leaning_to_play(const struct thought *t, const struct manner *manner, int card)
{
    const struct bannish_state *s = t->s;
    int number = bannish_card_number(card), stars = t->best_star ? 6 * stars_of(t, card) / t->best_star : 0;
    int leaning = manner_taste(manner, number) + manner->daring * (number - 3) - manner->thrift * (stars - 3);

    if (s->now.count == 0)
        leaning += 3 * manner->company * is_of_last_lead(s, card);
    if (s->table & bannish_pile_one(card))
        leaning -= 3 * manner->company;
    return WHIT *
           (leaning + (bannish_card_colour(card) == manner_favourite(manner, s->players) ? 4 * manner->fancy : 0));
}

/* Some take what shines, and some their colour. */
static int leaning_to_take(const struct thought *t, const struct manner *manner, int card)
{
    int stars = t->best_star ? 6 * stars_of(t, card) / t->best_star : 0;
    bool favourite = bannish_card_colour(card) == manner_favourite(manner, t->s->players);

    return WHIT * (manner_taste(manner, 8 + bannish_card_colour(card)) +
                   2 * (manner->daring + manner->thrift) * (stars - 3) + 4 * manner->fancy * favourite);
}

static uint16_t choose(const struct bot_view *view, struct rng *rng)
{
    const struct manner *manner = &view->manner;
    int values[LEGAL_SIZE];
    struct thought t;

    think(&t, bannish_state(view->state), view->seat, manner->forgets);
    for (int i = 0; i < view->count; i++) {
        uint16_t id = view->legal[i];
        values[i] = value_of(&t, id);
        if (!manner_is_plain(manner))
            values[i] += bannish_id_is_play(id) ? leaning_to_play(&t, manner, bannish_id_card(id))
                                                : leaning_to_take(&t, manner, bannish_id_card(id));
    }
    return bot_best(view, values, rng);
}

const struct novice bannish_novice = {.game = &bannish, .choose = choose};

/* ---- for the search ---- */

/* The cards that may be played or taken now, one bit each. */
static uint64_t choices(const struct bannish_state *s, int seat)
{
    if (s->phase != BANNISH_PHASE_PLAY)
        return s->table;
    uint64_t cards = s->hand[seat] & BANNISH_PILE_ONES;
    if (s->now.count == 0)
        return cards;
    uint64_t following = cards & bannish_pile_colour(bannish_card_colour(s->now.card[0] - 1));
    return following ? following : cards;
}

/* What the network is told. */

static int clip(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

/* Stars in sixths of those of the best card. */
static int share_of(const struct thought *t, int stars)
{
    return stars * (SHARES - 1) / t->best_star;
}

static enum part part_of(const struct thought *t, int rival)
{
    const struct bannish_state *s = t->s;
    int place = rival - s->now.leader;

    if (rival == t->winner)
        return PART_WINS;
    return (place < 0 ? place + s->players : place) < s->now.count ? PART_PLAYED : PART_TO_PLAY;
}

/* Returns how many rivals have a victory point. */
static int tell_of_rivals(const struct thought *t, int span, struct told *told)
{
    const struct bannish_state *s = t->s;
    int leads[MAX_SEATS], rivals = 0, with_point = 0;

    for (int rival = 0; rival < s->players; rival++) {
        if (rival == t->me)
            continue;
        int lead = clip(share_of(t, t->estimate[rival] - t->estimate[t->me]), -LEAD_MAX, LEAD_MAX), i = rivals++;
        told->rows[told->count++] =
            (uint16_t)(ROW_RIVAL + ((int)part_of(t, rival) * SPANS + span) * LEADS + LEAD_MAX + lead);
        if (s->vp[rival] > 0) {
            told->rows[told->count++] = (uint16_t)(ROW_POINTED + LEAD_MAX + lead);
            with_point++;
        }
        for (; i > 0 && leads[i - 1] < lead; i--)
            leads[i] = leads[i - 1];
        leads[i] = lead;
    }
    for (int i = 0; i < 3 && i < rivals; i++)
        told->rows[told->count++] = (uint16_t)(ROW_ORDER + i * LEADS + LEAD_MAX + leads[i]);
    return with_point;
}

static void tell(const struct thought *t, struct told *told)
{
    const struct bannish_state *s = t->s;
    int tricks = tricks_to_come(s), span = tricks <= 2 ? 0 : tricks <= 5 ? 1 : tricks <= 8 ? 2 : 3;
    bool takes = s->phase != BANNISH_PHASE_PLAY;

    told->count = 0;
    int with_point = tell_of_rivals(t, span, told);
    int own = s->count[t->me], average = own > 0 ? share_of(t, bannish_stars(s, s->hand[t->me])) / own : 0;
    const int rows[] = {
        ROW_TRICKS + takes * BANNISH_HAND_SIZE + (tricks > 0 ? tricks - 1 : 0),
        ROW_PLACE + (s->players - 3) * MAX_SEATS + (s->now.count < MAX_SEATS ? s->now.count : MAX_SEATS - 1),
        ROW_POINTS + s->vp[t->me] * 3 + (with_point < 2 ? with_point : 2),
        ROW_TABLE + share_of(t, t->most),
        ROW_HAND + average,
        ROW_SPARE + clip(own - tricks, 0, MANY - 1),
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        told->rows[told->count++] = (uint16_t)rows[i];
}

static enum deed deed_of(const struct thought *t, int card)
{
    if (t->s->table & bannish_pile_one(card))
        return DEED_STRIKE;
    if (t->winner < 0)
        return DEED_LEAD;
    if (bannish_card_colour(card) != bannish_card_colour(t->to_beat))
        return DEED_DISCARD;
    return card > t->to_beat ? DEED_BEAT : DEED_DUCK;
}

static void tell_of_hand(const struct thought *t, int card, enum deed deed, struct told_card *told)
{
    const struct bannish_state *s = t->s;
    uint64_t hand = s->hand[t->me], alike = hand & bannish_pile_colour(bannish_card_colour(card));
    int own = bannish_pile_size(alike), higher = bannish_pile_size(alike >> 2 * card >> 2);
    int lower = bannish_pile_size(alike & (bannish_pile_one(card) - 1)), lacking = 0, seat = t->me;
    int led = bannish_card_colour(s->now.count > 0 ? s->now.card[0] - 1 : card);

    for (int to_play = s->players - s->now.count - 1; to_play > 0; to_play--) {
        seat = seat + 1 == s->players ? 0 : seat + 1;
        lacking += s->lacks[seat] >> led & 1;
    }
    told->rows[told->count++] = (uint8_t)(CARD_HIGHER + (higher < MANY ? higher : MANY));
    told->rows[told->count++] = (uint8_t)(CARD_LOWER + (lower < MANY ? lower : MANY));
    told->rows[told->count++] = (uint8_t)(CARD_LACKING + lacking);
    if (bannish_pile_copies(hand, card) == 2)
        told->rows[told->count++] = CARD_DOUBLE;
    if (deed >= DEED_STRIKE)
        return;
    told->rows[told->count++] =
        (uint8_t)(CARD_COLOUR + (int)deed * BANNISH_NUMBERS + clip(own, 1, BANNISH_NUMBERS) - 1);
    told->rows[told->count++] = (uint8_t)(CARD_TWIN + (int)deed * 3 + (int)(t->unseen >> 2 * card & 3));
}

static void tell_of_card(const struct thought *t, uint16_t id, struct told_card *told)
{
    int card = bannish_id_card(id), number = bannish_card_number(card);
    enum deed deed = bannish_id_is_play(id) ? deed_of(t, card) : DEED_TAKE;

    told->count = 0;
    told->rows[told->count++] = (uint8_t)(CARD_NUMBER + (int)deed * BANNISH_NUMBERS + number - 1);
    told->rows[told->count++] = (uint8_t)(CARD_STARS + (int)deed * SHARES + share_of(t, stars_of(t, card)));
    if (deed == DEED_TAKE)
        return;
    if (deed <= DEED_BEAT) {
        int hold = chance_to_hold(t, card) * HOLDS >> SURE_BITS;
        told->rows[told->count++] = (uint8_t)(CARD_HOLD + (int)deed * HOLDS + (hold < HOLDS ? hold : HOLDS - 1));
    }
    tell_of_hand(t, card, deed, told);
}

void bannish_tell(const struct state *state, int seat, const uint16_t *ids, int count, struct told *told,
                  struct told_card *cards)
{
    struct thought t;

    look(&t, bannish_state(state), seat, false);
    tell(&t, told);
    for (int i = 0; i < count; i++)
        tell_of_card(&t, ids[i], &cards[i]);
}

/* What the network says. */

static inline void add_row(const int16_t *weights, int16_t *sums)
{
    for (int j = 0; j < HIDDEN; j++)
        sums[j] = (int16_t)(sums[j] + weights[j]);
}

static int liking_of(const struct told_card *told, const int16_t *situation)
{
    int16_t sums[HIDDEN];
    int liking = 0;

    for (int j = 0; j < HIDDEN; j++)
        sums[j] = situation[j];
    for (int i = 0; i < told->count; i++) {
        add_row(network.card_rows[told->rows[i]], sums);
        liking += network.levels[told->rows[i]];
    }
    for (int j = 0; j < HIDDEN; j++)
        liking += (sums[j] > 0 ? sums[j] : 0) * network.out[j];
    return liking;
}

/* There is half as much chance again as the odds of the likings say: good players are hard to foresee. */
static uint16_t choose_by_network(const struct bannish_state *s, int seat, uint64_t cards, int first, struct rng *rng)
{
    int16_t situation[HIDDEN] = {0};
    int best = -(1 << 30);
    uint16_t chosen = 0;
    struct thought t;
    struct told told;

    look(&t, s, seat, false);
    tell(&t, &told);
    for (int i = 0; i < told.count; i++)
        add_row(network.rows[told.rows[i]], situation);
    for (uint32_t word = rng_word(rng); cards; cards &= cards - 1, word = word * 0x915f77f5u + 1) {
        uint16_t id = (uint16_t)(first + __builtin_ctzll(cards) / 2);
        struct told_card card;
        tell_of_card(&t, id, &card);
        int liking = 2 * liking_of(&card, situation) + 3 * noise[word >> (32 - NOISE_BITS)];
        if (liking > best) {
            best = liking;
            chosen = id;
        }
    }
    return chosen;
}

/* Whether a search is long enough for the network, which knows more and takes longer. */
struct notes {
    bool by_network;
};

static void prepare(const struct state *state, int simulations, struct bot_notes *buffer, struct rng *rng)
{
    enum { LONG = 200 };

    (void)state, (void)rng;
    *(struct notes *)(void *)buffer->bytes = (struct notes){simulations >= LONG};
}

/* Without the network, chance has nearly as much say as the rules of
 * thumb. A playout that follows those to the letter misleads the search. */
static uint16_t policy(const struct state *state, int seat, const struct bot_notes *notes, struct rng *rng)
{
    const struct bannish_state *s = bannish_state(state);
    enum { WHIM = SURE * 6 / 10 };
    uint64_t cards = choices(s, seat);
    int first = s->phase == BANNISH_PHASE_PLAY ? 0 : BANNISH_CARDS, best = -1;
    uint16_t chosen = (uint16_t)(first + __builtin_ctzll(cards) / 2);
    struct thought t;

    if ((cards & (cards - 1)) == 0)
        return chosen;
    if (((const struct notes *)(const void *)notes->bytes)->by_network)
        return choose_by_network(s, seat, cards, first, rng);
    think(&t, s, seat, false);
    for (uint32_t word = rng_word(rng); cards; cards &= cards - 1, word = word * 0x915f77f5u + 1) {
        uint16_t id = (uint16_t)(first + __builtin_ctzll(cards) / 2);
        int value = value_of(&t, id) + (int)((word >> 16) * (uint32_t)WHIM >> 16);
        if (value > best) {
            best = value;
            chosen = id;
        }
    }
    return chosen;
}

/* A round at a time: the next one is dealt afresh. */
static bool done(const struct state *from_state, const struct state *now_state)
{
    const struct bannish_state *from = bannish_state(from_state), *now = bannish_state(now_state);

    return now->round != from->round;
}

/* Returns the chance to win of a player with one victory point, one of `with_one` such players, if everybody is
 * second equally often: now, or after a player without a point came second. */
static double chance_with_one(int players, int with_one)
{
    double chance = 0;

    for (int others = players; others >= with_one; others--)
        chance = (1 + (players - others) * chance) / players;
    return chance;
}

/* Returns a seat's chance to win, by the victory points. */
static double chance_with(const struct bannish_state *s, const uint8_t *vp, int seat)
{
    int with_one = 0;

    for (int other = 0; other < s->players; other++)
        with_one += vp[other];
    double chance = with_one > 0 ? chance_with_one(s->players, with_one) : 0;
    return vp[seat] ? chance : (1 - with_one * chance) / (s->players - with_one);
}

static double value_as_it_is(const struct bannish_state *s, int seat)
{
    struct result result;

    bannish_result(s, &result);
    if (result.winners)
        return result.winners >> seat & 1 ? 1.0 / __builtin_popcount(result.winners) : 0;
    return chance_with(s, s->vp, seat);
}

/* The chance that exactly one of the others is above a seat, if the totals of the round were uncertain by a star or so.
 */
static double chance_of_second(const struct bannish_state *s, int seat, double spread)
{
    double none = 1, one = 0;

    for (int other = 0; other < s->players; other++) {
        if (other == seat)
            continue;
        double above = 1 / (1 + portable_exp((s->total[seat] - s->total[other]) / spread));
        one += (none - one) * above;
        none -= none * above;
    }
    return s->total[seat] > 0 ? one : 0;
}

/* Returns what the last round may bring a seat if its totals were uncertain, or what it has brought where nobody can be
 * second. */
static double value_if_uncertain(const struct bannish_state *s, int seat, double otherwise)
{
    double sum = 0, value = 0, spread = 0;
    uint8_t vp[MAX_SEATS];

    for (int i = 0; i < BANNISH_NUMBERS; i++)
        spread = s->stars[i] / 6.0 > spread ? s->stars[i] / 6.0 : spread;
    for (int other = 0; other < s->players; other++)
        vp[other] = (uint8_t)(s->vp[other] - (s->second >> other & 1));
    for (int other = 0; other < s->players; other++) {
        double chance = chance_of_second(s, other, spread);
        sum += chance;
        if (vp[other] > 0) { /* it would win */
            value += other == seat ? chance : 0;
            continue;
        }
        vp[other]++;
        value += chance * chance_with(s, vp, seat);
        vp[other]--;
    }
    return sum > 0 ? value / sum : otherwise;
}

/* A playout that ends a star short says nearly the same as one that ends level: half of the value is what came of the
 * round, the other half what nearly came of it. */
static double value(const struct state *state, int seat)
{
    const struct bannish_state *s = bannish_state(state);
    double is = value_as_it_is(s, seat);

    return (is + value_if_uncertain(s, seat, is)) / 2;
}

const struct thinker bannish_thinker = {
    .game = &bannish,
    .simulations = {[LEVEL_CLUB] = 20, [LEVEL_EXPERT] = 80, [LEVEL_MASTER] = 12000},
    .top = LEVEL_MASTER,
    .candidates = BOT_CANDIDATES_MAX,
    .rate = rate,
    .prepare = prepare,
    .policy = policy,
    .done = done,
    .value = value,
};
