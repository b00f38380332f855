/* The novice of Belle of the Ball, and how a search thinks about it. Both judge a
 * party by what comes out of such parties in the end, in half points:
 *   - a group that is not full promises so much for every interest in it, the
 *     more often it is there, and for its places; a full one is worth its score,
 *   - groups are filled one after the other, the fullest first: what there will
 *     hardly be time for is worth its cards,
 *   - Regrets and Belle cards in hand have a price, as have Mischief cards that
 *     bring their player something when they are scored,
 *   - what hurts one rival of several counts for less than what helps oneself.
 * The figures are those of a linear regression of the points still to come, over
 * games of bots that search. The novice takes what raises its worth most. */
#include "bots/bot.h"
#include "rules/belle.h"

/* Worth is counted in sixteenths of half a point. */
enum { HALF = 16, POINT = 2 * HALF };
#define HALVES(x) ((int)((x)*HALF + ((x) < 0 ? -0.5 : 0.5)))

/* ---- what things are worth ---- */

/* A Belle card in hand. */
static const uint8_t price_of[BELLE_EFFECT_COUNT] = {
    [BELLE_EFFECT_CROWD] = HALVES(9),          [BELLE_EFFECT_MOVE_OWN] = HALVES(4.5),
    [BELLE_EFFECT_SWAP] = HALVES(2.8),         [BELLE_EFFECT_FREE_SKIP] = HALVES(3.5),
    [BELLE_EFFECT_REVERSE] = HALVES(2.7),      [BELLE_EFFECT_SWEEP] = HALVES(2.2),
    [BELLE_EFFECT_STEAL_BELLE] = HALVES(4.5),  [BELLE_EFFECT_APOLOGY] = HALVES(2.3),
    [BELLE_EFFECT_EJECT] = HALVES(1.3),        [BELLE_EFFECT_BONUS_TEA] = HALVES(3.2),
    [BELLE_EFFECT_BONUS_CAKE] = HALVES(3.2),   [BELLE_EFFECT_BONUS_BOOK] = HALVES(3.2),
    [BELLE_EFFECT_BONUS_MUSIC] = HALVES(3.2),  [BELLE_EFFECT_BONUS_NOBLE] = HALVES(3.6),
    [BELLE_EFFECT_BONUS_PAIR] = HALVES(2.8),   [BELLE_EFFECT_COPY] = HALVES(4.8),
    [BELLE_EFFECT_BONUS_SHARED] = HALVES(3.3), [BELLE_EFFECT_VARIETY] = HALVES(4.2),
    [BELLE_EFFECT_RUSHED] = HALVES(1.5),       [BELLE_EFFECT_MINUS4] = HALVES(1.2),
    [BELLE_EFFECT_NO_COMMON] = HALVES(1.7),    [BELLE_EFFECT_NO_MEDIUM] = HALVES(2),
    [BELLE_EFFECT_MINUS_NOBLE] = HALVES(1.2),  [BELLE_EFFECT_STAYS] = HALVES(2),
    [BELLE_EFFECT_TALES] = HALVES(2.8),        [BELLE_EFFECT_TOLL] = HALVES(1.9),
    [BELLE_EFFECT_FAVORITE] = HALVES(1.3),
};

/* A Mischief card in a group, to the one who played it. */
static int claim_of(int effect)
{
    switch (effect) {
    case BELLE_EFFECT_TALES: return HALVES(2.6);
    case BELLE_EFFECT_TOLL: return HALVES(.8);
    case BELLE_EFFECT_STAYS: return HALVES(.6);
    default: return 0;
    }
}

static int worth_of_regrets(int regrets)
{
    static const uint8_t worth[] = {0, HALVES(1.3), HALVES(2.4), HALVES(3.5), HALVES(4.2), HALVES(4.8)};
    enum { MOST = sizeof worth - 1 };
    return regrets <= MOST ? worth[regrets] : worth[MOST] + HALVES(.55) * (regrets - MOST);
}

/* Returns the turns that a seat still has if everybody takes Guests, `guests` are in line, and the seat is `behind`
 * places behind the mover. */
static int turns_of(const struct belle_state *s, int guests, int behind)
{
    return (guests + s->players - 1 - behind) / s->players;
}

/* The icons of a group: counters of four bits, one an interest, and where those of
 * each Guest are. */
struct icons {
    uint64_t counts;
    uint8_t at[BELLE_GROUP_MAX][3]; /* by Guest and family */
    int guests;
};

#define EACH_INTEREST  0x111111111111u
#define SUM_OF(counts) ((int)((counts)*EACH_INTEREST >> 44 & 15))

/* The interests that are there twice or more often, one bit each. */
static uint64_t pairs_in(uint64_t counts)
{
    return (counts >> 1 | counts >> 2) & EACH_INTEREST;
}

/* The icons of these. */
static int matched_in(uint64_t counts)
{
    return SUM_OF(counts & pairs_in(counts) * 15);
}

static uint64_t interests_left_by(int effect)
{
    switch (effect) {
    case BELLE_EFFECT_NO_COMMON: return ~(uint64_t)0xfff;
    case BELLE_EFFECT_NO_MEDIUM: return ~(uint64_t)0xffff000;
    default: return ~(uint64_t)0;
    }
}

/* Where the counters of a Guest's interests are. */
static void find_icons(const struct belle_state *s, uint8_t guest, uint8_t at[3])
{
    int combination = belle_guest_combination(s->deck.guest[belle_guest_index(guest)]);
    at[0] = (uint8_t)(4 * (BELLE_CHAT + combination / 20));
    at[1] = (uint8_t)(4 * (BELLE_MUSIC + combination / 5 % 4));
    at[2] = (uint8_t)(4 * (BELLE_FISH + combination % 5));
}

static struct icons icons_of(const struct belle_state *s, const uint8_t *cards, int count)
{
    struct icons icons = {.guests = 0};
    uint64_t counting = ~(uint64_t)0;

    for (int i = 0; i < count; i++) {
        if (!belle_card_is_guest(cards[i])) {
            counting &= interests_left_by(belle_effect(s, cards[i]));
            continue;
        }
        uint8_t *at = icons.at[icons.guests++];
        find_icons(s, cards[i], at);
        icons.counts += (uint64_t)1 << at[0] | (uint64_t)1 << at[1] | (uint64_t)1 << at[2];
    }
    icons.counts &= counting;
    return icons;
}

/* What the Belle cards of a group promise beyond what they do to its score now. */
static int promise_of_belles(const struct belle_state *s, const uint8_t *cards, int count, int open)
{
    int promise = 0;

    for (int i = 0; i < count; i++) {
        if (belle_card_is_guest(cards[i]))
            continue;
        int effect = belle_effect(s, cards[i]);
        if (effect == BELLE_EFFECT_STAYS)
            promise -= HALVES(.4);
        else if (belle_type_of(effect) == BELLE_MIRTH && effect != BELLE_EFFECT_VARIETY)
            promise += HALVES(.6) * open - HALVES(.5);
        else
            promise -= HALVES(1.3);
    }
    return promise;
}

/* What a group with open places promises by itself. */
static const int16_t any_group[BELLE_GROUP_MAX] = {0, HALVES(3.5), HALVES(3.3), HALVES(2.1)};

/* What each icon of an interest promises, by open places, family and how often the interest is there. */
static const int8_t each_icon[BELLE_GROUP_MAX][3][BELLE_GROUP_MAX] = {
    [1] = {{0, HALVES(-.2), HALVES(.46), HALVES(.62)},
           {0, HALVES(.55), HALVES(1.21), HALVES(1.34)},
           {0, HALVES(1.53), HALVES(2.33), HALVES(1.96)}},
    [2] = {{0, HALVES(1.3), HALVES(1.9)}, {0, HALVES(.7), HALVES(1.41)}, {0, HALVES(.5), HALVES(1.1)}},
    [3] = {{0, HALVES(1)}, {0, HALVES(1)}, {0, HALVES(1)}},
};

static int promise_of_each_icon(const struct icons *icons, int open)
{
    int promise = 0;
    for (int i = 0; i < icons->guests; i++)
        for (int family = 0; family < 3; family++)
            promise += each_icon[open][family][icons->counts >> icons->at[i][family] & 3];
    return promise;
}

static int promise_of_pairs(int pairs, int open)
{
    return open != 1 || pairs < 2 ? 0 : pairs > 2 ? HALVES(2) : HALVES(.7);
}

/* A group as it is judged. */
struct group {
    int promise; /* what comes out of it, if there is time */
    int open;    /* places; 0: full */
    int cards;
};

static struct group judge(const struct belle_state *s, const struct icons *icons, const uint8_t *cards, int count,
                          bool full)
{
    static const int8_t beyond[BELLE_GROUP_MAX] = {0, HALVES(1.25), HALVES(.7), HALVES(.8)};
    struct group group = {.open = full ? 0 : BELLE_GROUP_MAX - count, .cards = count};
    uint64_t twice = pairs_in(icons->counts);
    int matched = matched_in(icons->counts), score = matched;

    if (count == 0)
        return group;
    if (icons->guests < count)
        score = belle_score(s, cards, count).value;
    if (group.open == 0) {
        group.promise = POINT * score;
        return group;
    }
    group.promise =
        any_group[group.open] + promise_of_each_icon(icons, group.open) + promise_of_pairs(SUM_OF(twice), group.open);
    if (icons->guests < count) /* what its Belle cards do to the score now, in part */
        group.promise += (score - matched) * beyond[group.open] + promise_of_belles(s, cards, count, group.open);
    return group;
}

static struct group judge_cards(const struct belle_state *s, const uint8_t *cards, int count, bool full)
{
    struct icons icons = icons_of(s, cards, count);
    return judge(s, &icons, cards, count, full);
}

/* Returns what a group is worth if its last place is taken with `spare` turns to spare: its promise, or more and more
 * of half a point a card. */
static int in_time(struct group group, int spare)
{
    static const struct {
        int promise, cards; /* in sixteenths */
    } parts[] = {{14, 0}, {7, 8}, {3, 12}, {0, 16}};

    if (group.open == 0 || spare > 0)
        return group.promise;
    int late = spare < -3 ? 3 : -spare;
    return (group.promise * parts[late].promise + HALF * group.cards * parts[late].cards) / 16;
}

static bool is_before(struct group a, struct group b)
{
    return a.open != b.open ? a.open < b.open : a.promise > b.promise;
}

/* Returns what three groups are worth with that many turns left. */
static int worth_of_groups(const struct group *groups, int turns)
{
    struct group a = groups[0], b = groups[1], c = groups[2], other;

    if (is_before(b, a))
        other = a, a = b, b = other;
    if (is_before(c, b))
        other = b, b = c, c = other;
    if (is_before(b, a))
        other = a, a = b, b = other;
    turns -= a.open;
    int worth = in_time(a, turns);
    turns -= b.open;
    worth += in_time(b, turns);
    return worth + in_time(c, turns - c.open);
}

static void groups_of(const struct belle_state *s, int seat, struct group *groups)
{
    for (int i = 0; i < BELLE_GROUPS; i++)
        groups[i] = judge_cards(s, s->party[seat][i], s->count[seat][i], belle_full(s, seat, i));
}

/* What a group will be with one Guest more, whom it is not known of yet. Most groups are of Guests alone; there it is
 * enough to look at the interests of the new one. */
struct place {
    bool guests_alone; /* else the rest is not known */
    uint64_t counts;   /* as those of icons */
    int cards, open;   /* with the Guest */
    int promise;       /* without what the Guest changes */
    int pairs, matched;
};

static struct place place_in(const struct icons *icons, const struct group *group)
{
    struct place place = {.guests_alone = icons->guests == group->cards && group->open > 0};

    if (!place.guests_alone)
        return place;
    place.counts = icons->counts;
    place.cards = group->cards + 1;
    place.open = group->open - 1;
    place.promise = any_group[place.open] + promise_of_each_icon(icons, place.open);
    place.pairs = SUM_OF(pairs_in(icons->counts));
    place.matched = matched_in(icons->counts);
    return place;
}

static struct group place_taken(const struct place *place, const uint8_t at[3])
{
    struct group group = {.open = place->open, .cards = place->cards, .promise = place->promise};
    int pairs = place->pairs, matched = place->matched;

    for (int family = 0; family < 3; family++) {
        const int8_t *each = each_icon[place->open][family];
        int before = (int)(place->counts >> at[family] & 15);
        pairs += before == 1;
        matched += before == 0 ? 0 : before == 1 ? 2 : 1;
        if (place->open > 0)
            group.promise += (before + 1) * each[before + 1] - before * each[before];
    }
    group.promise = place->open > 0 ? group.promise + promise_of_pairs(pairs, place->open) : POINT * matched;
    return group;
}

/* … with one card more. */
static struct group group_with(const struct belle_state *s, int seat, int group, uint8_t card)
{
    uint8_t cards[BELLE_GROUP_MAX + 1];
    int count = s->count[seat][group];
    bool rushed = !belle_card_is_guest(card) && belle_effect(s, card) == BELLE_EFFECT_RUSHED;

    for (int i = 0; i < count; i++)
        cards[i] = s->party[seat][group][i];
    cards[count] = card;
    return judge_cards(s, cards, count + 1, rushed);
}

/* … without one of its cards, and perhaps another in its place. */
static struct group group_changed(const struct belle_state *s, int seat, int group, int slot, uint8_t instead)
{
    uint8_t cards[BELLE_GROUP_MAX];
    int count = 0;

    for (int i = 0; i < s->count[seat][group]; i++)
        if (i != slot)
            cards[count++] = s->party[seat][group][i];
    if (instead)
        cards[count++] = instead;
    return judge_cards(s, cards, count, s->rushed[seat] >> group & 1);
}

/* ---- the choices of a seat ---- */

/* What a seat sees when it weighs its actions. */
struct scene {
    const struct belle_state *s;
    int seat;
    int guests;                                   /* in line */
    struct group groups[MAX_SEATS][BELLE_GROUPS]; /* in Step 2 only its own */
    int worth[MAX_SEATS];                         /* of them */
    struct place places[BELLE_GROUPS];            /* of the seat */
    int turns_after;                              /* those that the seat will have once it has invited a Guest */
};

static int turns_in(const struct scene *scene, int seat)
{
    const struct belle_state *s = scene->s;
    return turns_of(s, scene->guests, (seat - s->mover + s->players) % s->players);
}

static struct scene look(const struct belle_state *s, int seat)
{
    struct scene scene = {.s = s, .seat = seat, .guests = belle_line_length(s, BELLE_LINE_GUESTS)};

    scene.turns_after = turns_of(s, scene.guests - 1, s->players - 1);
    for (int i = 0; i < BELLE_GROUPS; i++) {
        struct icons icons = icons_of(s, s->party[seat][i], s->count[seat][i]);
        scene.groups[seat][i] = judge(s, &icons, s->party[seat][i], s->count[seat][i], belle_full(s, seat, i));
        scene.places[i] = place_in(&icons, &scene.groups[seat][i]);
    }
    scene.worth[seat] = worth_of_groups(scene.groups[seat], turns_in(&scene, seat));
    for (int other = 0; other < s->players; other++)
        if (other != seat && s->phase == BELLE_PHASE_PLAY) {
            groups_of(s, other, scene.groups[other]);
            scene.worth[other] = worth_of_groups(scene.groups[other], turns_in(&scene, other));
        }
    return scene;
}

/* By how much the worth of a party grows if a group, or two, become others. */
static int growth(const struct scene *scene, int seat, int group, struct group now, int second, struct group then)
{
    struct group groups[BELLE_GROUPS];

    for (int i = 0; i < BELLE_GROUPS; i++)
        groups[i] = i == group ? now : i == second ? then : scene->groups[seat][i];
    return worth_of_groups(groups, turns_in(scene, seat)) - scene->worth[seat];
}

static int growth_of_one(const struct scene *scene, int seat, int group, struct group now)
{
    return growth(scene, seat, group, now, -1, now);
}

/* What harm to one rival is worth to me: with several, the others gain as well. */
static int harm(const struct belle_state *s, int loss)
{
    return s->players > 2 ? loss / (s->players - 1) : loss;
}

/* What the seat's groups are worth once a Guest has come into one of them. */
static int worth_with_guest(const struct scene *scene, int group, uint8_t card)
{
    const struct belle_state *s = scene->s;
    struct group groups[BELLE_GROUPS];
    uint8_t at[3];

    for (int i = 0; i < BELLE_GROUPS; i++)
        groups[i] = scene->groups[scene->seat][i];
    if (scene->places[group].guests_alone) {
        find_icons(s, card, at);
        groups[group] = place_taken(&scene->places[group], at);
    } else {
        groups[group] = group_with(s, scene->seat, group, card);
    }
    if (scene->guests == 1 && !s->finish && groups[group].open == 0)
        groups[group].promise = HALF * groups[group].cards; /* it is not scored any more */
    return worth_of_groups(groups, scene->turns_after);
}

static int value_of_invite(const struct scene *scene, struct belle_move move)
{
    const struct belle_state *s = scene->s;
    int paid = s->free_skip ? 0 : move.place;
    int value = worth_of_regrets(s->regrets[scene->seat] + s->beside[move.line][move.place] - paid);

    if (move.to >= 0)
        return value + worth_with_guest(scene, move.to, move.card);
    int turns = turns_of(s, scene->guests - (move.line == BELLE_LINE_GUESTS), s->players - 1);
    int price = turns_in(scene, scene->seat) > 1 ? price_of[belle_effect(s, move.card)] : HALF;
    return value + price + worth_of_groups(scene->groups[scene->seat], turns);
}

/* The best Guest in line, if skipping is free or not. */
static int best_guest(const struct scene *scene, bool free)
{
    const struct belle_state *s = scene->s;
    int best = 0, regrets = s->regrets[scene->seat];

    for (int place = 0; place < BELLE_VISIBLE && place < scene->guests && (free || place <= regrets); place++) {
        uint8_t card = s->line[s->front[BELLE_LINE_GUESTS] + place];
        int left = regrets + s->beside[BELLE_LINE_GUESTS][place] - (free ? 0 : place);
        for (int group = 0; group < BELLE_GROUPS; group++) {
            if (!belle_card_is_guest(card) || scene->groups[scene->seat][group].open == 0)
                continue;
            int value = worth_with_guest(scene, group, card) + worth_of_regrets(left);
            best = value > best ? value : best;
        }
    }
    return best;
}

static int belles_lying(const struct belle_state *s)
{
    int belles = 0;
    for (int seat = 0; seat < s->players; seat++)
        for (int i = 0; i < BELLE_GROUPS * BELLE_GROUP_MAX; i++)
            belles += s->party[seat][i / BELLE_GROUP_MAX][i % BELLE_GROUP_MAX] > BELLE_GUEST_COUNT;
    return belles;
}

static int regrets_lying(const struct belle_state *s)
{
    int regrets = 0;
    for (int i = 0; i < 2 * BELLE_VISIBLE; i++)
        regrets += s->beside[i / BELLE_VISIBLE][i % BELLE_VISIBLE];
    return regrets;
}

static int value_of_more_regrets(const struct belle_state *s, int seat, int more)
{
    return worth_of_regrets(s->regrets[seat] + more) - worth_of_regrets(s->regrets[seat]);
}

static int value_of_apology(const struct belle_state *s, int seat)
{
    int due = s->players == 2 ? 2 : 1, all = 0, value = 0;

    for (int other = 0; other < s->players; other++) {
        int paid = s->regrets[other] < due ? s->regrets[other] : due;
        if (other == seat)
            continue;
        all += paid;
        value += POINT * (due - paid) - harm(s, value_of_more_regrets(s, other, -paid));
    }
    return value + value_of_more_regrets(s, seat, all);
}

static int value_of_move(const struct scene *scene, struct belle_move move)
{
    const struct belle_state *s = scene->s;
    uint8_t guest = s->party[scene->seat][move.group][move.slot];
    return 2 * POINT + growth(scene, scene->seat, move.group, group_changed(s, scene->seat, move.group, move.slot, 0),
                              move.to, group_with(s, scene->seat, move.to, guest));
}

static int value_of_swap(const struct scene *scene, struct belle_move move)
{
    const struct belle_state *s = scene->s;
    uint8_t mine = s->party[scene->seat][move.my_group][move.my_slot];
    uint8_t theirs = s->party[move.seat][move.group][move.slot];
    struct group won = group_changed(s, scene->seat, move.my_group, move.my_slot, theirs);
    struct group lost = group_changed(s, move.seat, move.group, move.slot, mine);
    return POINT + growth_of_one(scene, scene->seat, move.my_group, won) +
           harm(s, -growth_of_one(scene, move.seat, move.group, lost));
}

/* A card that goes into a group or out of it. */
static int value_of_change(const struct scene *scene, struct belle_move move, struct group now)
{
    int change = growth_of_one(scene, move.seat, move.group, now);
    return move.seat == scene->seat ? change : harm(scene->s, -change);
}

static int value_of_play(const struct scene *scene, struct belle_move move)
{
    const struct belle_state *s = scene->s;
    int effect = belle_effect(s, move.card);

    switch (effect) {
    case BELLE_EFFECT_CROWD: return 2 * POINT * belles_lying(s);
    case BELLE_EFFECT_MOVE_OWN: return value_of_move(scene, move);
    case BELLE_EFFECT_SWAP: return value_of_swap(scene, move);
    case BELLE_EFFECT_FREE_SKIP: return POINT + best_guest(scene, true) - best_guest(scene, false);
    case BELLE_EFFECT_REVERSE: return POINT + HALF;
    case BELLE_EFFECT_SWEEP: return POINT + value_of_more_regrets(s, scene->seat, regrets_lying(s));
    case BELLE_EFFECT_STEAL_BELLE: return 2 * POINT;
    case BELLE_EFFECT_APOLOGY: return value_of_apology(s, scene->seat);
    case BELLE_EFFECT_EJECT: return value_of_change(scene, move, group_changed(s, move.seat, move.group, move.slot, 0));
    case BELLE_EFFECT_NO_COMMON:
    case BELLE_EFFECT_NO_MEDIUM:
        return POINT + value_of_change(scene, move, group_with(s, move.seat, move.group, move.card));
    default: break;
    }
    return claim_of(effect) + value_of_change(scene, move, group_with(s, move.seat, move.group, move.card));
}

/* A Belle card that there will be no turn for is worth its half point. */
static int value_of(const struct scene *scene, uint16_t id)
{
    const struct belle_state *s = scene->s;
    struct belle_move move = belle_move(s, scene->seat, id);

    switch (move.kind) {
    case BELLE_MOVE_INVITE: return value_of_invite(scene, move);
    case BELLE_MOVE_PLAY:
        return value_of_play(scene, move) -
               (turns_in(scene, scene->seat) > s->held[scene->seat] ? price_of[belle_effect(s, move.card)] : HALF);
    default: return 0;
    }
}

static void rate(const struct bot_view *view, int *values)
{
    struct scene scene = look(belle_state(view->state), view->seat);

    for (int i = 0; i < view->count; i++)
        values[i] = value_of(&scene, view->legal[i]);
}

/* ---- manners ---- */

/* How much a novice likes a Guest, whatever is in its groups: for favourite interests, and for those that the
 * next player collects. */
static int fondness(const struct belle_state *s, int seat, const struct manner *manner, uint8_t card)
{
    int next = (seat + 1) % s->players, favourite = manner_favourite(manner, BELLE_INTEREST_COUNT), fondness = 0;
    struct icons icons = icons_of(s, &card, 1);
    uint64_t theirs = 0;

    for (int group = 0; group < BELLE_GROUPS; group++)
        theirs |= icons_of(s, s->party[next][group], s->count[next][group]).counts;
    for (int family = 0; family < 3; family++) {
        int interest = icons.at[0][family] / 4;
        fondness += manner_taste(manner, interest) + (interest == favourite ? 12 * manner->fancy : 0) +
                    (theirs >> 4 * interest & 15 ? 4 * manner->company : 0);
    }
    return fondness;
}

/* What a novice sees in an action that the rules of thumb do not: some play their Belle cards as soon as they can
 * and against anybody, some save them and their Regrets. */
static int leaning(const struct belle_state *s, int seat, const struct manner *manner, struct belle_move move)
{
    switch (move.kind) {
    case BELLE_MOVE_PLAY:
        return 8 * (manner->daring - manner->thrift) + (move.seat >= 0 && move.seat != seat ? -8 * manner->company : 0);
    case BELLE_MOVE_INVITE:
        if (move.to < 0)
            return 6 * (manner->thrift + manner->daring) + 4 * manner_taste(manner, 12 + move.line);
        return (s->free_skip ? 0 : 5 * (manner->daring - manner->thrift) * move.place) +
               fondness(s, seat, manner, move.card);
    default: return 0;
    }
}

static uint16_t choose(const struct bot_view *view, struct rng *rng)
{
    const struct belle_state *s = belle_state(view->state);
    int values[LEGAL_SIZE];

    rate(view, values);
    for (int i = 0; i < view->count && !manner_is_plain(&view->manner); i++)
        values[i] += leaning(s, view->seat, &view->manner, belle_move(s, view->seat, view->legal[i]));
    return bot_best(view, values, rng);
}

const struct novice belle_novice = {.game = &belle, .choose = choose};

/* ---- for the search ---- */

/* Good players are hard to foresee, and playouts that follow the rules of thumb to the letter go the same way in every
 * world. So chance has a say, worth up to three points. */
static uint16_t policy(const struct state *state, int seat, const struct bot_notes *notes, struct rng *rng)
{
    enum { WHIM = 3 * POINT };
    uint16_t legal[LEGAL_SIZE];
    int values[LEGAL_SIZE], best = 0;
    struct bot_view view = {.game = &belle, .state = state, .seat = seat, .legal = legal};

    (void)notes;
    view.count = belle.legal(state, seat, legal);
    if (view.count == 1)
        return legal[0];
    rate(&view, values);
    uint32_t word = rng_word(rng);
    for (int i = 0; i < view.count; i++, word = word * 0x915f77f5u + 1) {
        values[i] += (int)((word >> 16) * (uint32_t)WHIM >> 16);
        best = values[i] > values[best] ? i : best;
    }
    return legal[best];
}

/* A few turns of everybody; what lies there then is judged. */
static bool done(const struct state *from_state, const struct state *now_state)
{
    const struct belle_state *from = belle_state(from_state), *now = belle_state(now_state);
    enum { TURNS = 3 };
    int taken = now->front[BELLE_LINE_GUESTS] - from->front[BELLE_LINE_GUESTS] + now->front[BELLE_LINE_BELLES] -
                from->front[BELLE_LINE_BELLES];
    return taken >= TURNS * now->players;
}

/* What a seat may hope for beyond its points. */
static int hopes_of(const struct belle_state *s, int seat)
{
    enum { TURN = HALVES(5.5), BEHIND = HALVES(.6) };
    int behind = (seat - s->mover + s->players) % s->players;
    int turns = turns_of(s, belle_line_length(s, BELLE_LINE_GUESTS), behind);
    struct group groups[BELLE_GROUPS];
    int hopes = worth_of_regrets(s->regrets[seat]) + turns * TURN + behind * BEHIND;

    groups_of(s, seat, groups);
    for (uint32_t hand = s->hand[seat]; hand; hand &= hand - 1)
        hopes += turns > 0 ? price_of[s->deck.effect[__builtin_ctz(hand)]] : HALF;
    return hopes + worth_of_groups(groups, turns);
}

/* Adds what Mischief cards that lie there will bring those who played them. */
static void add_claims(const struct belle_state *s, int seat, struct result *result)
{
    for (int i = 0; i < BELLE_GROUPS * BELLE_GROUP_MAX; i++) {
        uint8_t card = s->party[seat][i / BELLE_GROUP_MAX][i % BELLE_GROUP_MAX];
        if (!belle_card_is_guest(card))
            result->points[belle_player(s, card)] += claim_of(belle_effect(s, card));
    }
}

static double value(const struct state *state, int seat)
{
    const struct belle_state *s = belle_state(state);
    double spread = HALF * (3 + 0.6 * belle_line_length(s, BELLE_LINE_GUESTS) / s->players);
    struct result result;

    belle_result(s, &result);
    for (int other = 0; other < s->players; other++)
        result.points[other] *= HALF;
    for (int other = 0; other < s->players && s->phase != BELLE_PHASE_OVER; other++) {
        result.points[other] += hopes_of(s, other);
        add_claims(s, other, &result);
    }
    return win_share(&result, s->players, seat, spread);
}

const struct thinker belle_thinker = {
    .game = &belle,
    .simulations = {[LEVEL_CLUB] = 60, [LEVEL_EXPERT] = 600, [LEVEL_MASTER] = 10000},
    .top = LEVEL_MASTER,
    .candidates = 12,
    .exploring = 0.1,
    .widening = 2,
    .rate = rate,
    .policy = policy,
    .done = done,
    .value = value,
};
