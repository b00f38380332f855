/* The novice of SCOUT, and below it how a search thinks about the game. The rules
 * of thumb of the novice:
 *   - it counts what a row is worth as the number of turns needed to play it
 *     away, best sets first; the fewer the better,
 *   - a hand is flipped if that row is better the other way up,
 *   - a play is worth the cards it captures and the cards it gets rid of, less
 *     what it breaks apart in the row; strong sets are kept while weak ones win,
 *   - a scout is worth what the card joins; it costs a card and gives the owner
 *     a token, so it is done when it improves the row or nothing can be played,
 *   - the Double Action is for a play that empties or nearly empties the hand. */
#include "bots/scout_policy.h"
#include "bots/scout_leanings.h"

/* Points are counted in quarters, so that small leanings can break ties. */
enum { POINT = 4 };

/* A row of cards as bits, so that all neighbours are compared at once: bit i of plane p is bit p of the number of card
 * i, from the left. A novice looks at no more cards of a row than that: nobody has seen as many in a hand. */
enum { PLANES = 4, STRIP_MAX = 32 };
struct strip {
    uint32_t plane[PLANES];
    int count;
};

static inline uint32_t bits_below(int place)
{
    return place < STRIP_MAX ? (1u << place) - 1 : UINT32_MAX;
}

static struct strip strip_of(const uint8_t *cards, int count, bool turned)
{
    struct strip strip = {.plane = {0}, .count = count < STRIP_MAX ? count : STRIP_MAX};

    for (int i = 0; i < strip.count; i++) {
        unsigned number = (unsigned)(turned ? scout_card_down(cards[i]) : scout_card_up(cards[i]));
        for (int p = 0; p < PLANES; p++)
            strip.plane[p] |= (number >> p & 1) << i;
    }
    return strip;
}

static inline struct strip strip_without(struct strip strip, int first, int count)
{
    uint32_t left = bits_below(first);

    for (int p = 0; p < PLANES; p++)
        strip.plane[p] = (strip.plane[p] & left) | (strip.plane[p] >> count & ~left);
    strip.count -= count;
    return strip;
}

static inline struct strip strip_with(struct strip strip, int gap, unsigned number)
{
    uint32_t left = bits_below(gap);

    for (int p = 0; p < PLANES && gap < STRIP_MAX; p++)
        strip.plane[p] = (strip.plane[p] & left) | (number >> p & 1) << gap | (strip.plane[p] & ~left) << 1;
    strip.count += strip.count < STRIP_MAX;
    return strip;
}

static inline int number_at(const struct strip *strip, int place)
{
    unsigned number = 0;
    for (int p = 0; p < PLANES; p++)
        number |= (strip->plane[p] >> place & 1) << p;
    return (int)number;
}

/* Where sets begin, by kind: of two cards, and after each call of longer_sets() of one card more. */
struct sets {
    uint32_t same, rising, falling;
};

static inline uint32_t any_set(const struct sets *sets)
{
    return sets->same | sets->rising | sets->falling;
}

static inline void longer_sets(struct sets *sets)
{
    sets->same &= sets->same >> 1;
    sets->rising &= sets->rising >> 1;
    sets->falling &= sets->falling >> 1;
}

/* The pairs of a row. */
static inline struct sets pairs_of(const struct strip *strip)
{
    uint32_t pairs = bits_below(strip->count - (strip->count > 0)), same = pairs, rising = pairs, falling = pairs;
    uint32_t carry = UINT32_MAX, borrow = UINT32_MAX; /* of the left number and one more, or less, up to this plane */

    for (int p = 0; p < PLANES; p++) {
        uint32_t left = strip->plane[p], differs = left ^ left >> 1;
        same &= ~differs;
        rising &= ~(differs ^ carry);
        falling &= ~(differs ^ borrow);
        carry &= left;
        borrow &= ~left;
    }
    return (struct sets){.same = same, .rising = rising, .falling = falling};
}

/* Takes the longest set out of a row that has pairs, the leftmost of equals. */
static inline void take_longest(struct strip *strip, struct sets sets)
{
    uint32_t begin = any_set(&sets);
    int length = 1;

    for (uint32_t next = begin; next; next = any_set(&sets)) {
        begin = next;
        length++;
        longer_sets(&sets);
    }
    *strip = strip_without(*strip, __builtin_ctz(begin), length);
}

enum { PRICE_OF_PLAY = 3 * POINT / 2 };

/* The fewest plays that a row can take: each play but the last makes at most one new pair of neighbours. */
static inline int fewest_plays(const struct strip *row, const struct sets *pairs)
{
    return (row->count - __builtin_popcount(any_set(pairs)) + 2) / 2;
}

/* What a row promises: strong sets, and few plays if the longest set goes first, each time. If it is less than what is
 * enough, returns anything less than that. */
static int row_value(struct strip row, int enough)
{
    struct sets sets = pairs_of(&row), longer = sets;
    int value = __builtin_popcount(sets.same);

    for (int links = 1; any_set(&longer); links++) { /* half the square of its length for each */
        value += __builtin_popcount(any_set(&longer)) * ((links + 1) & ~1);
        longer_sets(&longer);
    }
    for (; any_set(&sets); sets = pairs_of(&row)) {
        if (value - PRICE_OF_PLAY * fewest_plays(&row, &sets) < enough)
            return enough - 1;
        take_longest(&row, sets);
        value -= PRICE_OF_PLAY;
    }
    return value - PRICE_OF_PLAY * row.count;
}

/* Sets by their strength (SC-8), in one number. */
static inline int strength(int length, bool same, int low)
{
    return length << 5 | same << 4 | low;
}

static int strength_of(const uint8_t *cards, int count)
{
    struct scout_rank rank = scout_rank(cards, count);
    return count == 0 ? 0 : strength(count, rank.kind == SCOUT_KIND_SAME, rank.low);
}

/* What a novice looks at when it is its turn. */
struct sight {
    const struct scout_state *s;
    int seat;
    struct strip row;
};

static struct strip after_scout(const struct sight *sight, struct scout_move move)
{
    uint8_t card = sight->s->prior[move.right ? sight->s->prior_count - 1 : 0];
    return strip_with(sight->row, move.gap, (unsigned)(move.turned ? scout_card_down(card) : scout_card_up(card)));
}

enum { ALL_PLAYED = 100 * POINT }; /* the round ends and the others pay for their hands */

/* What it is worth to play some cards of a row and so capture some. */
static int value_of_playing_out(struct strip row, int first, int count, int captured, int enough)
{
    int gain = POINT * (captured + count);

    if (count == row.count)
        return ALL_PLAYED;
    if (first + count > row.count) /* it does not look that far */
        return gain + row_value(row, enough - gain);
    return gain + row_value(strip_without(row, first, count), enough - gain);
}

static int value_of_play(const struct sight *sight, struct scout_move move, int enough)
{
    const struct scout_state *s = sight->s;
    int low = scout_rank(s->hand[sight->seat] + move.first, move.count).low / 3;

    if (move.count == sight->row.count)
        return ALL_PLAYED;
    return value_of_playing_out(sight->row, move.first, move.count, s->prior_count, enough - low) + low;
}

/* The best play of sets of one length and kind that is strong enough, if it is better than the best so far. */
static int best_of_sets(struct strip row, uint32_t begins, bool same, int length, int floor, int captured, int best)
{
    for (; begins; begins &= begins - 1) {
        int first = __builtin_ctz(begins), a = number_at(&row, first), b = number_at(&row, first + length - 1);
        if (strength(length, same, a < b ? a : b) <= floor)
            continue;
        int value = value_of_playing_out(row, first, length, captured, best);
        best = value > best ? value : best;
    }
    return best;
}

/* The best play there would be after this scout, as a Double Action. */
static int value_of_double(const struct sight *sight, struct scout_move move, int enough)
{
    enum { PRICE = 3 * POINT }; /* a token for the owner, a card more, and the marker is gone */
    const struct scout_state *s = sight->s;
    struct strip row = after_scout(sight, move);
    struct sets sets = pairs_of(&row);
    int left = s->prior_count - 1, floor = strength_of(s->prior + !move.right, left), best = enough + PRICE - 1;

    if (left <= 1)
        best = best_of_sets(row, bits_below(row.count), true, 1, floor, left, best);
    for (int length = 2; any_set(&sets); length++) {
        if (length >= left) {
            best = best_of_sets(row, sets.same, true, length, floor, left, best);
            best = best_of_sets(row, sets.rising | sets.falling, false, length, floor, left, best);
        }
        longer_sets(&sets);
    }
    return best - PRICE;
}

static int value_of_scout(const struct sight *sight, struct scout_move move, int enough)
{
    const struct scout_state *s = sight->s;
    int last_to_answer = s->players > 2 && s->scouts == s->players - 2;
    int price = s->players == 2 ? POINT : 2 * POINT; /* a chip; or a token for a rival and a card more to pay */

    price += last_to_answer ? 3 * POINT : 0;
    return row_value(after_scout(sight, move), enough + price) - price;
}

/* Values an action; anything less than what is enough for one that is worth less. */
static int value_of(const struct sight *sight, struct scout_move move, int enough)
{
    switch (move.kind) {
    case SCOUT_MOVE_PLAY: return value_of_play(sight, move, enough);
    case SCOUT_MOVE_SCOUT: return value_of_scout(sight, move, enough);
    case SCOUT_MOVE_DOUBLE: return value_of_double(sight, move, enough);
    case SCOUT_MOVE_FLIP: return row_value(strip_of(sight->s->hand[sight->seat], sight->row.count, true), enough);
    default: return row_value(sight->row, enough);
    }
}

/* ---- manners ---- */

/* What a novice sees in an action that the rules of thumb do not: some show their best sets at once and some keep
 * them, some rather scout, some do what has just been done, and some are fond of a kind of set. */
static int leaning(const struct scout_state *s, int seat, const struct manner *manner, struct scout_move move)
{
    enum scout_kind fond_of = manner_favourite(manner, 2) ? SCOUT_KIND_SAME : SCOUT_KIND_RISE;

    switch (move.kind) {
    case SCOUT_MOVE_PLAY: {
        struct scout_rank rank = scout_rank(s->hand[seat] + move.first, move.count);
        bool same = rank.kind == SCOUT_KIND_SAME, prior = s->prior_count > 1 && move.count > 1;
        bool alike = prior && same == (scout_rank(s->prior, s->prior_count).kind == SCOUT_KIND_SAME);
        return (manner->daring - manner->thrift) * (move.count - 1) + 2 * manner->company * alike +
               2 * manner->fancy * (move.count > 1 && same == (fond_of == SCOUT_KIND_SAME)) +
               manner_taste(manner, rank.low) / 2;
    }
    case SCOUT_MOVE_SCOUT:
        return 2 * manner->thrift - manner->daring + manner->company * (s->scouts > 0 ? 2 : -1) +
               manner_taste(manner, 12 + move.right) / 2;
    case SCOUT_MOVE_DOUBLE: return 2 * manner->daring - 2 * manner->thrift;
    case SCOUT_MOVE_KEEP: return 2 * manner->fancy;
    default: return 0;
    }
}

static uint16_t choose(const struct bot_view *view, struct rng *rng)
{
    const struct scout_state *s = scout_state(view->state);
    const struct sight sight = {s, view->seat, strip_of(s->hand[view->seat], s->count[view->seat], false)};
    struct bot_pick pick = {.view = view, .rng = rng};

    while (bot_pick_next(&pick)) {
        struct scout_move move = scout_move(pick.id);
        int liked = manner_is_plain(&view->manner) ? 0 : leaning(s, view->seat, &view->manner, move);
        bot_pick_value(&pick, value_of(&sight, move, pick.enough - liked) + liked);
    }
    return pick.best;
}

const struct novice scout_novice = {.game = &scout, .choose = choose};

/* ---- for the search: leanings instead of rules of thumb ----
 *
 * What a player likes about an action is a sum of leanings, a few dozen numbers
 * that were learnt from play against itself (tools/learn/scout.c): an action that
 * led to more points than the same deal brought otherwise was made more likely. The
 * row is gone over once from either side, so that what it is worth with some cards
 * gone or one put in takes a look at the place alone. */

enum link { FALLING, SAME, RISING, APART }; /* how a card goes on from its left neighbour */

enum {
    LEFT_OF_ROW = 50, /* as numbers: they are linked with nothing */
    RIGHT_OF_ROW = 99,
};

static const struct leanings *leanings_for(const struct scout_state *s, int seat)
{
    return &scout_leanings[s->players > 2][scout_stage(s, seat)];
}

struct run {
    uint8_t link;   /* APART: a single card */
    uint8_t length; /* cards */
};

struct row {
    const struct leanings *leanings;
    int count;
    uint8_t number[SCOUT_HAND_SIZE + 2]; /* up, from 1 on */
    uint64_t having[SCOUT_NUMBERS + 2];  /* bit i: card i + 1 has this number */
    struct run ending[SCOUT_HAND_SIZE + 2], beginning[SCOUT_HAND_SIZE + 2];
    /* What the cards up to here, and from here on, are worth by themselves. */
    int16_t upto[SCOUT_HAND_SIZE + 2], from[SCOUT_HAND_SIZE + 2];
};

static inline enum link link_of(int left, int right)
{
    unsigned step = (unsigned)(right - left + 1);
    return step < APART ? (enum link)step : APART;
}

static inline int worth(const struct row *row, enum link link, int length)
{
    return row->leanings->run[link != SAME][length];
}

/* Cards of a run that goes on with a link. */
static inline int joining(struct run run, enum link link)
{
    return run.link == link ? run.length : 1;
}

static inline int sharing(const struct row *row, struct run run, enum link link)
{
    return run.link != APART && run.link != link ? row->leanings->shared : 0;
}

/* What is gained if these two, from the left and the right part of a row, become neighbours. */
static inline int gain_of_closing(const struct row *row, int left, int right)
{
    enum link link = link_of(row->number[left], row->number[right]);
    if (link == APART)
        return 0;
    struct run before = row->ending[left], after = row->beginning[right];
    int m = joining(before, link), n = joining(after, link);
    return worth(row, link, m + n) - worth(row, link, m) - worth(row, link, n) + sharing(row, before, link) +
           sharing(row, after, link);
}

/* The run that a card with this link to a run's last is in. */
static inline struct run longer(const struct row *row, struct run run, enum link link, int16_t *value)
{
    if (link == APART)
        return (struct run){.link = APART, .length = 1};
    int length = joining(run, link);
    *value = (int16_t)(*value + worth(row, link, length + 1) - worth(row, link, length) + sharing(row, run, link));
    return (struct run){.link = (uint8_t)link, .length = (uint8_t)(length + 1)};
}

static void read_row(struct row *row, const struct leanings *leanings, const struct scout_state *s, int seat,
                     bool turned)
{
    const struct run single = {.link = APART, .length = 1};
    int count = s->count[seat];

    row->leanings = leanings;
    row->count = count;
    row->number[0] = LEFT_OF_ROW;
    row->number[count + 1] = RIGHT_OF_ROW;
    row->ending[0] = row->beginning[count + 1] = single;
    row->upto[0] = row->from[count + 1] = 0;
    for (int number = 0; number < SCOUT_NUMBERS + 2; number++)
        row->having[number] = 0;
    for (int i = 1; i <= count; i++) {
        uint8_t card = s->hand[seat][i - 1];
        row->number[i] = (uint8_t)(turned ? scout_card_down(card) : scout_card_up(card));
        row->having[row->number[i]] |= (uint64_t)1 << (i - 1);
        row->upto[i] = row->upto[i - 1];
        row->ending[i] = longer(row, row->ending[i - 1], link_of(row->number[i - 1], row->number[i]), &row->upto[i]);
    }
    for (int i = count; i >= 1; i--) {
        row->from[i] = row->from[i + 1];
        row->beginning[i] =
            longer(row, row->beginning[i + 1], link_of(row->number[i], row->number[i + 1]), &row->from[i]);
    }
}

/* The row with the cards between these two gone. */
static inline int value_without(const struct row *row, int left, int right)
{
    return row->upto[left] + row->from[right] + gain_of_closing(row, left, right) +
           row->leanings->card * (row->count - (right - left - 1));
}

/* Laying down a set as such. */
static inline int value_of_set(const struct row *row, int length, bool same, int low, int to_beat, int left)
{
    const struct leanings *l = row->leanings;
    int value = l->captured * to_beat + (left <= FEW ? l->left[left] : 0);

    if (length == 1)
        return value + (l->single_low + (to_beat ? 0 : l->lead_single)) * low;
    return value + l->play[!same][length > PLAY_MAX ? PLAY_MAX : length] +
           (length == 2 ? l->pair_low : l->set_low) * low + (to_beat ? 0 : l->lead_set * length);
}

/* A Play of cards that are neighbours, the first counted from 1. */
static int value_of_playing(const struct row *row, int first, int length, int to_beat)
{
    int a = row->number[first], b = row->number[first + length - 1];

    return value_without(row, first - 1, first + length) +
           value_of_set(row, length, a == b, a < b ? a : b, to_beat, row->count - length);
}

/* How a card would fit into a gap. */
struct fit {
    int number, gap;
    enum link before, after;
    int left, right; /* cards of the runs that it joins on either side */
};

static inline struct fit fit_of(const struct row *row, int number, int gap)
{
    struct fit fit = {.number = number,
                      .gap = gap,
                      .before = link_of(row->number[gap], number),
                      .after = link_of(number, row->number[gap + 1])};
    fit.left = fit.before == APART ? 0 : joining(row->ending[gap], fit.before);
    fit.right = fit.after == APART ? 0 : joining(row->beginning[gap + 1], fit.after);
    return fit;
}

static int value_with(const struct row *row, const struct fit *fit)
{
    int value = row->upto[fit->gap] + row->from[fit->gap + 1] + row->leanings->card * (row->count + 1);

    if (fit->left)
        value += sharing(row, row->ending[fit->gap], fit->before) - worth(row, fit->before, fit->left);
    if (fit->right)
        value += sharing(row, row->beginning[fit->gap + 1], fit->after) - worth(row, fit->after, fit->right);
    if (fit->before == fit->after && fit->left)
        return value + worth(row, fit->before, fit->left + 1 + fit->right);
    return value + (fit->left ? worth(row, fit->before, fit->left + 1) : 0) +
           (fit->right ? worth(row, fit->after, fit->right + 1) : 0) +
           (fit->left && fit->right ? row->leanings->shared : 0);
}

/* The lead over the others on average if the next Scout ends the round (SC-17). */
static int lead_at_end(const struct scout_state *s, int seat)
{
    int own = 0, others = 0, rivals = s->players > 2 ? s->players - 1 : 1;

    for (int other = 0; other < s->players; other++) {
        int points = s->captured[other] + s->tokens[other] + (other == s->owner ? 1 : -s->count[other]);
        if (other == seat)
            own = points - 1;
        else
            others += points;
    }
    return own - others / rivals;
}

/* A Scout, whatever the card and wherever it goes. */
static int value_of_scouting(const struct row *row, const struct scout_state *s, int seat)
{
    const struct leanings *l = row->leanings;
    int value = l->scout + l->scout_card * row->count;
    int more = s->players > 2 ? s->players - 1 - s->scouts : SCOUT_HAND_MAX; /* Scouts that end the round */

    if (more == 1)
        return value + l->scout_end + l->end_score * lead_at_end(s, seat);
    return value + (s->prior_count == 1 ? l->scout_last : 0) + (more == 2 ? l->near_score * lead_at_end(s, seat) : 0);
}

/* Values a Double Action that plays the new card with `left` cards to its left and `right` to its right. */
static int value_of_twice(const struct row *row, const struct fit *fit, enum link link, int left, int right,
                          int to_beat)
{
    int length = left + 1 + right, step = (int)link - SAME;
    int a = fit->number - step * left, b = fit->number + step * right;

    return row->leanings->twice + value_without(row, fit->gap - left, fit->gap + 1 + right) +
           value_of_set(row, length, link == SAME, a < b ? a : b, to_beat, row->count + 1 - length);
}

enum { UNLIKED = -100000 };

static int value_of_best_twice(const struct row *row, const struct fit *fit, int to_beat)
{
    bool both = fit->before == fit->after;
    int value = UNLIKED;

    if (fit->left && fit->left + 1 + (both ? fit->right : 0) > to_beat)
        value = value_of_twice(row, fit, fit->before, fit->left, both ? fit->right : 0, to_beat);
    if (fit->right && !both && fit->right + 1 > to_beat) {
        int other = value_of_twice(row, fit, fit->after, 0, fit->right, to_beat);
        value = other > value ? other : value;
    }
    return value;
}

/* ---- the policy: what is liked best, with some luck ---- */

struct idea {
    uint16_t id;
    int value;
    uint32_t luck;
};

/* Luck by which actions are chosen as often as they are liked: -16 log(-log(p)), p from 1/128 to 127/128. */
static const int8_t luck_of[64] = {
    -25, -21, -19, -17, -16, -14, -13, -12, -11, -10, -9, -9, -8, -7, -6, -6, -5, -4, -3, -3, -2, -1,
    -1,  0,   1,   1,   2,   3,   3,   4,   5,   6,   6,  7,  8,  8,  9,  10, 11, 12, 13, 13, 14, 15,
    16,  17,  18,  19,  21,  22,  23,  24,  26,  28,  29, 31, 33, 36, 39, 42, 46, 52, 60, 78,
};

static inline void consider(struct idea *best, int value, uint16_t id)
{
    best->luck = best->luck * 0x915f77f5u + 1;
    value += luck_of[best->luck >> 26];
    if (value > best->value) {
        best->value = value;
        best->id = id;
    }
}

static void consider_plays(const struct row *row, const struct scout_state *s, struct idea *best)
{
    int to_beat = s->prior_count, floor = strength_of(s->prior, to_beat);

    if (to_beat <= 1)
        for (int i = 1; i <= row->count; i++)
            if (strength(1, true, row->number[i]) > floor)
                consider(best, value_of_playing(row, i, 1, to_beat), scout_play_id(i - 1, 1));
    for (int first = 1; first < row->count; first++)
        for (int length = row->beginning[first].length; length >= 2 && length >= to_beat; length--) {
            int a = row->number[first], b = row->number[first + length - 1];
            if (strength(length, a == b, a < b ? a : b) > floor)
                consider(best, value_of_playing(row, first, length, to_beat), scout_play_id(first - 1, length));
        }
}

/* The places for a card where it joins something, and the left end. */
static void consider_card(const struct row *row, int number, int scouting, int to_beat, bool twice, uint16_t id,
                          uint16_t twice_id, struct idea *best)
{
    uint64_t near = row->having[number - 1] | row->having[number] | row->having[number + 1];

    for (uint64_t gaps = near | near << 1 | 1; gaps; gaps &= gaps - 1) {
        int gap = __builtin_ctzll(gaps);
        struct fit fit = fit_of(row, number, gap);
        int value = value_with(row, &fit) + scouting + row->leanings->scout_number * number;
        consider(best, value, (uint16_t)(id + gap));
        if (twice)
            consider(best, value_of_best_twice(row, &fit, to_beat - 1), (uint16_t)(twice_id + gap));
    }
}

static void consider_scouts(const struct row *row, const struct scout_state *s, int seat, struct idea *best)
{
    int scouting = value_of_scouting(row, s, seat);
    bool twice = s->players > 2 && (s->markers & seat_bit(seat));

    for (int right = 0; right < (s->prior_count > 1 ? 2 : 1); right++)
        for (int turned = 0; turned < 2; turned++) {
            uint8_t card = s->prior[right ? s->prior_count - 1 : 0];
            consider_card(row, turned ? scout_card_down(card) : scout_card_up(card), scouting, s->prior_count, twice,
                          scout_take_id(false, right, turned, 0), scout_take_id(true, right, turned, 0), best);
        }
}

static uint16_t policy(const struct state *state, int seat, const struct bot_notes *notes, struct rng *rng)
{
    const struct scout_state *s = scout_state(state);
    const struct leanings *leanings = leanings_for(s, seat);
    struct row row;
    struct idea best = {.value = 2 * UNLIKED, .luck = rng_word(rng)};

    (void)notes;
    read_row(&row, leanings, s, seat, false);
    if (s->phase == SCOUT_PHASE_ROTATE) {
        consider(&best, row.upto[row.count], SCOUT_KEEP);
        read_row(&row, leanings, s, seat, true);
        consider(&best, row.upto[row.count], SCOUT_FLIP);
        return best.id;
    }
    consider_plays(&row, s, &best);
    if (s->phase == SCOUT_PHASE_TURN && s->prior_count > 0 && (s->players > 2 || s->chips[seat] > 0))
        consider_scouts(&row, s, seat, &best);
    return best.id;
}

/* How much any legal action is liked. */
static int liking(const struct row *row, const struct scout_state *s, int seat, struct scout_move move)
{
    if (move.kind == SCOUT_MOVE_KEEP || move.kind == SCOUT_MOVE_FLIP)
        return row->upto[row->count];
    if (move.kind == SCOUT_MOVE_PLAY)
        return value_of_playing(row, move.first + 1, move.count, s->prior_count);
    uint8_t card = s->prior[move.right ? s->prior_count - 1 : 0];
    struct fit fit = fit_of(row, move.turned ? scout_card_down(card) : scout_card_up(card), move.gap);
    if (move.kind == SCOUT_MOVE_SCOUT)
        return value_with(row, &fit) + value_of_scouting(row, s, seat) + row->leanings->scout_number * fit.number;
    return value_of_best_twice(row, &fit, s->prior_count - 1);
}

void scout_like(const struct leanings *leanings, const struct bot_view *view, int *values)
{
    const struct scout_state *s = scout_state(view->state);
    struct row rows[2];

    read_row(&rows[0], leanings, s, view->seat, false);
    if (s->phase == SCOUT_PHASE_ROTATE)
        read_row(&rows[1], leanings, s, view->seat, true);
    for (int i = 0; i < view->count; i++) {
        struct scout_move move = scout_move(view->legal[i]);
        values[i] = liking(&rows[move.kind == SCOUT_MOVE_FLIP], s, view->seat, move);
    }
}

static void like(const struct bot_view *view, int *values)
{
    scout_like(leanings_for(scout_state(view->state), view->seat), view, values);
}

static void unseal(struct state *state, int seat, const struct bot_notes *notes)
{
    struct scout_state *s = scout_state_in(state);

    (void)notes;
    s->chosen = (uint8_t)(s->chosen & seat_bit(seat));
    s->flips = (uint8_t)(s->flips & seat_bit(seat));
}

/* A round at a time: the next one is dealt afresh. */
static bool done(const struct state *from_state, const struct state *now_state)
{
    const struct scout_state *from = scout_state(from_state), *now = scout_state(now_state);

    return now->round != from->round;
}

static double value(const struct state *state, int seat)
{
    const struct scout_state *s = scout_state(state);
    static const uint8_t spread[MAX_SEATS + 1] = {3, 7, 9, 10, 11, 12}; /* by rounds to come */
    struct result result;

    scout_result(s, &result);
    return win_share(&result, s->players, seat, spread[scout_rounds(s) - s->round]);
}

const struct thinker scout_thinker = {
    .game = &scout,
    .simulations = {[LEVEL_CLUB] = 60, [LEVEL_EXPERT] = 1000, [LEVEL_MASTER] = 16000},
    .top = LEVEL_MASTER,
    .another = 250,
    .candidates = 8,
    .trust = 0.2 / LEANING_ONE,
    .rate = like,
    .policy = policy,
    .believe = scout_believe,
    .believing = 1000,
    .unseal = unseal,
    .done = done,
    .value = value,
};
