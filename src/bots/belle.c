/* The novice of Belle of the Ball. Its rules of thumb:
 *   - a group promises what it would score now, and a little for every interest
 *     in it and every place still free, as long as there is time to fill it,
 *   - a Guest is worth what the promise of its group grows by; a Regret is worth
 *     most of a point, paid or taken,
 *   - a Belle card in line is worth a price list, and half a point in hand,
 *   - Mirth and Mischief are played where they change a promise most; what hurts
 *     one rival of several counts for less than what helps oneself,
 *   - a card that would bring little now is kept. */
#include "bots/bot.h"
#include "rules/belle.h"

/* Points are counted in eighths. */
enum { POINT = 8, REGRET = 6, KEEP = 8 };

/* What a Belle card is good for, more or less, before one knows where to play it. */
static int price_of(int effect)
{
    switch (effect) {
    case EFFECT_CROWD: return 3 * POINT;
    case EFFECT_MOVE_OWN: return 3 * POINT;
    case EFFECT_STEAL_BELLE:
    case EFFECT_SWAP:
    case EFFECT_FREE_SKIP: return 2 * POINT;
    case EFFECT_BONUS_TEA:
    case EFFECT_BONUS_CAKE:
    case EFFECT_BONUS_BOOK:
    case EFFECT_BONUS_MUSIC: return 2 * POINT;
    case EFFECT_BONUS_PAIR:
    case EFFECT_BONUS_SHARED:
    case EFFECT_COPY: return 5 * POINT / 2;
    case EFFECT_TALES: return 5 * POINT / 2;
    case EFFECT_TOLL: return 2 * POINT;
    default: return 3 * POINT / 2;
    }
}

/* Turns that everybody still has, about. */
static int turns_left(const struct state *s)
{
    int cards = belle_line_length(s, GUEST_LINE);
    return (cards + s->players - 1) / s->players;
}

/* What a group is worth to its owner. */
static int promise(const struct state *s, const uint8_t *cards, int count, bool full)
{
    static const uint8_t hope[INTERESTS] = {
        [CHAT] = 3, [FLIRT] = 3, [SNUB] = 3, [MUSIC] = 2,  [BOOK] = 2, [CAKE] = 2,
        [TEA] = 2,  [FISH] = 2,  [MOON] = 2, [SHIELD] = 2, [SUN] = 2,  [TREE] = 2,
    };
    int value = POINT * belle_score(s, cards, count).value, open = full ? 0 : GROUP_MOST - count;

    if (open > turns_left(s))
        return POINT / 2 * count; /* it will not be filled any more: half a point a card */
    for (int interest = 0; interest < INTERESTS && open > 0; interest++)
        if (belle_icons(s, cards, count, interest) > 0)
            value += open * hope[interest];
    return value;
}

static int promise_of(const struct state *s, int seat, int group)
{
    return promise(s, s->party[seat][group], s->count[seat][group], belle_full(s, seat, group));
}

/* … with one card more. */
static int promise_with(const struct state *s, int seat, int group, uint8_t card)
{
    uint8_t cards[GROUP_MOST + 1];
    int count = s->count[seat][group];
    bool rushed = !card_is_guest(card) && belle_effect(s, card) == EFFECT_RUSHED;

    for (int i = 0; i < count; i++)
        cards[i] = s->party[seat][group][i];
    cards[count] = card;
    return promise(s, cards, count + 1, rushed);
}

/* … without one of its cards, and perhaps another in its place. */
static int promise_changed(const struct state *s, int seat, int group, int slot, uint8_t instead)
{
    uint8_t cards[GROUP_MOST];
    int count = 0;

    for (int i = 0; i < s->count[seat][group]; i++)
        if (i != slot)
            cards[count++] = s->party[seat][group][i];
    if (instead)
        cards[count++] = instead;
    return promise(s, cards, count, s->rushed[seat] >> group & 1);
}

/* What harm to one rival is worth to me: with several, the others gain as well. */
static int harm(const struct state *s, int loss)
{
    return s->players > 2 ? loss / (s->players - 1) : loss;
}

static int value_of_invite(const struct state *s, int seat, struct move move)
{
    int paid = s->free_skip ? 0 : move.place;
    int value = REGRET * (s->beside[move.line][move.place] - paid);

    if (move.to < 0)
        return value + (turns_left(s) > 1 ? price_of(belle_effect(s, move.card)) : POINT / 2);
    bool last = belle_line_length(s, GUEST_LINE) == 1 && !s->finish;
    if (last)
        return value + POINT / 2;
    return value + promise_with(s, seat, move.to, move.card) - promise_of(s, seat, move.to);
}

/* The best card in line, if skipping cost this much. */
static int best_invite(const struct state *s, int seat, int price)
{
    int best = 0;

    for (int place = 0; place < VISIBLE && place < belle_line_length(s, GUEST_LINE); place++) {
        uint8_t card = s->line[s->front[GUEST_LINE] + place];
        for (int group = 0; group < GROUPS; group++) {
            if (!card_is_guest(card) || belle_full(s, seat, group) || (price > 0 && place > s->regrets[seat]))
                continue;
            int value = promise_with(s, seat, group, card) - promise_of(s, seat, group) +
                        REGRET * s->beside[GUEST_LINE][place] - price * place;
            best = value > best ? value : best;
        }
    }
    return best;
}

static int belles_lying(const struct state *s)
{
    int belles = 0;
    for (int seat = 0; seat < s->players; seat++)
        for (int i = 0; i < GROUPS * GROUP_MOST; i++)
            belles += s->party[seat][i / GROUP_MOST][i % GROUP_MOST] > GUESTS;
    return belles;
}

static int regrets_lying(const struct state *s)
{
    int regrets = 0;
    for (int i = 0; i < 2 * VISIBLE; i++)
        regrets += s->beside[i / VISIBLE][i % VISIBLE];
    return regrets;
}

static int value_of_apology(const struct state *s, int seat)
{
    int due = s->players == 2 ? 2 : 1, value = 0;

    for (int other = 0; other < s->players; other++) {
        int paid = s->regrets[other] < due ? s->regrets[other] : due;
        if (other != seat)
            value += REGRET * paid + POINT * (due - paid) + harm(s, REGRET * paid);
    }
    return value;
}

static int value_of_swap(const struct state *s, int seat, struct move move)
{
    uint8_t mine = s->party[seat][move.my_group][move.my_slot], theirs = s->party[move.seat][move.group][move.slot];
    int won = promise_changed(s, seat, move.my_group, move.my_slot, theirs) - promise_of(s, seat, move.my_group);
    int lost = promise_of(s, move.seat, move.group) - promise_changed(s, move.seat, move.group, move.slot, mine);
    return POINT + won + harm(s, lost);
}

static int value_of_eject(const struct state *s, int seat, struct move move)
{
    int change = promise_changed(s, move.seat, move.group, move.slot, 0) - promise_of(s, move.seat, move.group);
    return move.seat == seat ? change : harm(s, -change);
}

/* What the player of a Mischief card has of it later. */
static int value_of_claim(const struct state *s, struct move move)
{
    int worth = promise_of(s, move.seat, move.group);

    switch (belle_effect(s, move.card)) {
    case EFFECT_TALES: return worth / 3;
    case EFFECT_TOLL: return 2 * REGRET;
    case EFFECT_STAYS: return 3 * POINT / 2;
    case EFFECT_NO_COMMON:
    case EFFECT_NO_MEDIUM: return POINT;
    default: return 0;
    }
}

static int value_of_play(const struct state *s, int seat, struct move move)
{
    int effect = belle_effect(s, move.card);

    switch (effect) {
    case EFFECT_CROWD: return 2 * POINT * belles_lying(s);
    case EFFECT_MOVE_OWN: {
        uint8_t guest = s->party[seat][move.group][move.slot];
        return 2 * POINT + promise_changed(s, seat, move.group, move.slot, 0) - promise_of(s, seat, move.group) +
               promise_with(s, seat, move.to, guest) - promise_of(s, seat, move.to);
    }
    case EFFECT_SWAP: return value_of_swap(s, seat, move);
    case EFFECT_FREE_SKIP: return POINT + best_invite(s, seat, 0) - best_invite(s, seat, REGRET);
    case EFFECT_REVERSE: return POINT + POINT / 2;
    case EFFECT_SWEEP: return POINT + REGRET * regrets_lying(s);
    case EFFECT_STEAL_BELLE: return 2 * POINT;
    case EFFECT_APOLOGY: return value_of_apology(s, seat);
    case EFFECT_EJECT: return value_of_eject(s, seat, move);
    default: break;
    }
    int change = promise_with(s, move.seat, move.group, move.card) - promise_of(s, move.seat, move.group);
    return move.seat == seat ? change : harm(s, -change) + value_of_claim(s, move);
}

/* To play nothing is worth what keeping a card may bring; nothing in the end. */
static int value_of(const struct bot_view *view, uint16_t id)
{
    const struct state *s = view->state;
    struct move move = belle_move(s, view->seat, id);

    switch (move.kind) {
    case MOVE_INVITE: return value_of_invite(s, view->seat, move);
    case MOVE_PLAY: return value_of_play(s, view->seat, move) - POINT / 2; /* it would be half a point in the end */
    default: return turns_left(s) > s->held[view->seat] ? KEEP : 0;
    }
}

static void rate(const struct bot_view *view, int *values)
{
    for (int i = 0; i < view->count; i++)
        values[i] = value_of(view, view->legal[i]);
}

static uint16_t choose(const struct bot_view *view, struct rng *rng)
{
    int values[LEGAL_ROOM];

    rate(view, values);
    return bot_best(view, values, rng);
}

const struct novice belle_novice = {.game = &belle, .choose = choose};

/* ---- for the search ---- */

/* A few turns of everybody; what lies there then is judged as the novice does. */
static bool done(const struct state *from, const struct state *now)
{
    enum { TURNS = 3 };
    int taken = now->front[GUEST_LINE] - from->front[GUEST_LINE] + now->front[BELLE_LINE] - from->front[BELLE_LINE];
    return taken >= TURNS * now->players;
}

static double value(const struct state *s, int seat)
{
    enum { HALF = POINT / 2, SPREAD = 12 };
    struct result result;

    belle.result(s, &result);
    for (int other = 0; other < s->players && s->phase != PHASE_OVER; other++) {
        int hopes = REGRET * s->regrets[other] + 3 * HALF * s->held[other];
        for (int group = 0; group < GROUPS; group++)
            hopes += promise_of(s, other, group);
        result.points[other] += hopes / HALF;
    }
    return win_share(&result, s->players, seat, SPREAD);
}

const struct thinker belle_thinker = {
    .game = &belle,
    .simulations = {[LEVEL_CLUB] = 65, [LEVEL_EXPERT] = 650, [LEVEL_MASTER] = 6500},
    .candidates = 12,
    .rate = rate,
    .done = done,
    .value = value,
};
