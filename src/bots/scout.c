/* The novice of SCOUT. Its rules of thumb:
 *   - it counts what a row is worth as the number of turns needed to play it
 *     away, best sets first; the fewer the better,
 *   - a hand is flipped if that row is better the other way up,
 *   - a play is worth the cards it captures and the cards it gets rid of, less
 *     what it breaks apart in the row; strong sets are kept while weak ones win,
 *   - a scout is worth what the card joins; it costs a card and gives the owner
 *     a token, so it is done when it improves the row or nothing can be played,
 *   - the Double Action is for a play that empties or nearly empties the hand. */
#include "bots/bot.h"
#include "rules/scout.h"

/* Points are counted in quarters, so that small leanings can break ties. */
enum { POINT = 4 };

/* How many plays the row takes if the longest set goes first, each time. */
static int plays_needed(const uint8_t *cards, int count)
{
    uint8_t row[HAND_ROOM];
    int plays = 0;

    for (int i = 0; i < count; i++)
        row[i] = cards[i];
    while (count > 0) {
        int best = 0, length = 0;
        for (int first = 0; first < count; first++)
            for (int n = length + 1; first + n <= count && scout_is_set(row + first, n); n++) {
                best = first;
                length = n;
            }
        count -= length;
        for (int i = best; i < count; i++)
            row[i] = row[i + length];
        plays++;
    }
    return plays;
}

/* What a row promises: few plays, and strong sets among them. */
static int row_value(const uint8_t *cards, int count)
{
    int value = -3 * POINT / 2 * plays_needed(cards, count);

    for (int first = 0; first < count; first++) {
        int n = 1;
        while (first + n < count && scout_is_set(cards + first, n + 1))
            n++;
        if (n >= 2) {
            struct rank rank = scout_rank(cards + first, n);
            value += n * n / 2 + (rank.kind == KIND_SAME);
        }
    }
    return value;
}

static int after_play(const struct state *s, int seat, struct move move, uint8_t *row)
{
    int count = 0;
    for (int i = 0; i < s->count[seat]; i++)
        if (i < move.first || i >= move.first + move.count)
            row[count++] = s->hand[seat][i];
    return count;
}

static int after_scout(const struct state *s, int seat, struct move move, uint8_t *row)
{
    uint8_t card = move.right ? s->prior[s->prior_count - 1] : s->prior[0];
    int count = s->count[seat] + 1;
    for (int i = 0, from = 0; i < count; i++)
        row[i] = i == move.gap ? move.turned ? card_turned(card) : card : s->hand[seat][from++];
    return count;
}

static int value_of_play(const struct state *s, int seat, struct move move)
{
    uint8_t row[HAND_ROOM];
    int left = after_play(s, seat, move, row);
    struct rank rank = scout_rank(s->hand[seat] + move.first, move.count);

    if (left == 0)
        return 100 * POINT; /* the round ends and the others pay for their hands */
    return POINT * (s->prior_count + move.count) + row_value(row, left) + rank.low / 3;
}

/* The best play there would be after this scout, as a Double Action. */
static int value_of_double(const struct state *s, int seat, struct move move)
{
    uint8_t row[HAND_ROOM];
    int count = after_scout(s, seat, move, row);
    struct rank left = scout_rank(s->prior + !move.right, s->prior_count - 1);
    int best = -1000 * POINT;

    for (int first = 0; first < count; first++)
        for (int n = 1; n <= SET_MOST && first + n <= count && scout_is_set(row + first, n); n++) {
            if (!scout_stronger(scout_rank(row + first, n), left))
                continue;
            uint8_t rest[HAND_ROOM];
            int rest_count = 0;
            for (int i = 0; i < count; i++)
                if (i < first || i >= first + n)
                    rest[rest_count++] = row[i];
            int value = rest_count == 0 ? 100 * POINT : POINT * (s->prior_count - 1 + n) + row_value(rest, rest_count);
            if (value > best)
                best = value;
        }
    return best - 3 * POINT; /* a token for the owner, a card more, and the marker is gone */
}

static int value_of_scout(const struct state *s, int seat, struct move move)
{
    uint8_t row[HAND_ROOM];
    int count = after_scout(s, seat, move, row);
    int last_to_answer = s->players > 2 && s->scouts == s->players - 2;
    int price = s->players == 2 ? POINT : 2 * POINT; /* a chip; or a token for a rival and a card more to pay */

    return row_value(row, count) - price - (last_to_answer ? 3 * POINT : 0);
}

static int value_of(const struct bot_view *view, uint16_t id)
{
    const struct state *s = view->state;
    struct move move = scout_move(id);

    switch (move.kind) {
    case MOVE_PLAY: return value_of_play(s, view->seat, move);
    case MOVE_SCOUT: return value_of_scout(s, view->seat, move);
    case MOVE_DOUBLE: return value_of_double(s, view->seat, move);
    case MOVE_FLIP: {
        uint8_t row[HAND_ROOM];
        for (int i = 0; i < s->count[view->seat]; i++)
            row[i] = card_turned(s->hand[view->seat][i]);
        return row_value(row, s->count[view->seat]);
    }
    default: return row_value(s->hand[view->seat], s->count[view->seat]);
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

const struct novice scout_novice = {.game = &scout, .choose = choose};

/* ---- for the search: the same rules of thumb, made fast ----
 *
 * Only whole runs of a kind are played, and of the places for a scouted card
 * only those where it joins a run are compared. Everything is counted as a
 * change to the row, in one pass over it. */

enum { KINDS = 3 };
static const int8_t step_of[KINDS] = {[KIND_SAME] = 0, [KIND_RISE] = 1, [KIND_FALL] = -1};

/* What a run of so many cards adds to row_value(), all that begin in it counted. */
static int run_worth(int length)
{
    static const uint8_t worth[SET_MOST + 1] = {0, 0, 2, 6, 14, 26, 44, 68, 100, 140, 190};
    return worth[length > SET_MOST ? SET_MOST : length];
}

struct runs {
    int count;
    uint8_t number[HAND_ROOM + 2];           /* up, from 1 on; 99 at both ends, which joins nothing */
    uint8_t ending[KINDS][HAND_ROOM + 2];    /* cards of the run of a kind that ends here */
    uint8_t beginning[KINDS][HAND_ROOM + 2]; /* likewise */
};

static void find_runs(struct runs *runs, const uint8_t *cards, int count, bool turned)
{
    enum { NOTHING = 99 };

    runs->count = count;
    runs->number[0] = runs->number[count + 1] = NOTHING;
    for (int i = 0; i < count; i++)
        runs->number[i + 1] = (uint8_t)(turned ? card_down(cards[i]) : card_up(cards[i]));
    for (int kind = 0; kind < KINDS; kind++) {
        const uint8_t *number = runs->number;
        uint8_t *ending = runs->ending[kind], *beginning = runs->beginning[kind];
        ending[0] = beginning[count + 1] = 0;
        for (int i = 1; i <= count; i++)
            ending[i] = (uint8_t)(number[i] == number[i - 1] + step_of[kind] ? ending[i - 1] + 1 : 1);
        for (int i = count; i >= 1; i--)
            beginning[i] = (uint8_t)(number[i + 1] == number[i] + step_of[kind] ? beginning[i + 1] + 1 : 1);
    }
}

struct idea {
    uint16_t id;
    int value; /* change to the row and points, in quarters */
};

static void consider(struct idea *best, int value, uint16_t id)
{
    if (value > best->value)
        *best = (struct idea){.id = id, .value = value};
}

static void consider_plays(const struct state *s, const struct runs *runs, struct idea *best)
{
    struct rank prior = scout_rank(s->prior, s->prior_count);

    for (int i = 1; i <= runs->count; i++)
        for (int kind = 0; kind < KINDS; kind++) {
            int length = runs->beginning[kind][i];
            if (runs->ending[kind][i] > 1 || length < prior.count || (kind != KIND_SAME && length == 1))
                continue;
            int last = runs->number[i + length - 1], first = runs->number[i];
            struct rank rank = {.count = length, .kind = (enum kind)kind, .low = first < last ? first : last};
            if (prior.count > 0 && !scout_stronger(rank, prior))
                continue;
            int value = POINT * (s->prior_count + length) - run_worth(length) + rank.low / 3;
            int before = runs->number[i - 1], after = runs->number[i + length];
            value += length == runs->count ? 100 * POINT : 0;
            bool alone = length > 1 || (runs->beginning[KIND_RISE][i] + runs->ending[KIND_RISE][i] == 2 &&
                                        runs->beginning[KIND_FALL][i] + runs->ending[KIND_FALL][i] == 2 &&
                                        runs->beginning[KIND_SAME][i] + runs->ending[KIND_SAME][i] == 2);
            value += alone ? 3 * POINT / 2 : 0;
            value += before - after >= -1 && before - after <= 1 && before <= NUMBERS ? POINT / 2 : 0;
            consider(best, value, scout_play_id(i - 1, length));
        }
}

/* What the row loses if this gap is opened. */
static int gap_cost(const struct runs *runs, int gap)
{
    int cost = 0;

    for (int kind = 0; kind < KINDS; kind++)
        if (gap > 0 && gap < runs->count && runs->ending[kind][gap + 1] > 1) {
            int left = runs->ending[kind][gap], right = runs->beginning[kind][gap + 1];
            cost += run_worth(left + right) - run_worth(left) - run_worth(right) + 3 * POINT / 2;
        }
    return cost;
}

/* A card of this number in any gap, as a Scout and as a Double Action. */
static void consider_card(const struct state *s, int seat, const struct runs *runs, bool right_end, bool turned,
                          int price, struct idea *best)
{
    uint8_t card = right_end ? s->prior[s->prior_count - 1] : s->prior[0];
    int number = turned ? card_down(card) : card_up(card);
    bool twice = s->players > 2 && (s->markers & seat_bit(seat));

    for (int gap = 0; gap <= runs->count; gap++) {
        int length = 1, gain = -3 * POINT / 2;
        for (int kind = 0; kind < KINDS; kind++) {
            int left = runs->number[gap] + step_of[kind] == number ? runs->ending[kind][gap] : 0;
            int right = runs->number[gap + 1] == number + step_of[kind] ? runs->beginning[kind][gap + 1] : 0;
            int joined = run_worth(left + right + 1) - run_worth(left) - run_worth(right);
            joined += left && right ? 3 * POINT / 2 : 0;
            if (left + right > 0 && joined > gain) {
                gain = joined;
                length = left + right + 1;
            }
        }
        if (length == 1 && gap > 0)
            continue;
        gain -= gap_cost(runs, gap);
        consider(best, gain - price, scout_take_id(false, right_end, turned, gap));
        if (twice && length >= s->prior_count && length > 1) {
            int played = POINT * (s->prior_count - 1 + length) + 3 * POINT / 2 - run_worth(length);
            played += length == runs->count + 1 ? 100 * POINT : 0;
            consider(best, gain + played - 3 * POINT, scout_take_id(true, right_end, turned, gap));
        }
    }
}

static int row_worth(const struct runs *runs)
{
    int worth = 0;

    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 1; i <= runs->count; i++)
            if (runs->beginning[kind][i] > 1 && runs->ending[kind][i] == 1)
                worth += run_worth(runs->beginning[kind][i]) + 3 * POINT / 2 * (runs->beginning[kind][i] - 1);
    return worth;
}

static uint16_t policy(const struct state *s, int seat, const struct bot_notes *notes, struct rng *rng)
{
    struct runs runs;
    struct idea best = {.value = -1000 * POINT};

    (void)notes;
    (void)rng;
    find_runs(&runs, s->hand[seat], s->count[seat], false);
    if (s->phase == PHASE_ROTATE) {
        struct runs turned;
        find_runs(&turned, s->hand[seat], s->count[seat], true);
        return row_worth(&turned) > row_worth(&runs) ? SCOUT_FLIP : SCOUT_KEEP;
    }
    consider_plays(s, &runs, &best);
    if (s->phase == PHASE_TURN && s->prior_count > 0 && (s->players > 2 || s->chips[seat] > 0)) {
        int price = s->players == 2 ? POINT : 2 * POINT; /* as in value_of_scout() */
        price += s->players > 2 && s->scouts == s->players - 2 ? 3 * POINT : 0;
        for (int right = 0; right < (s->prior_count > 1 ? 2 : 1); right++)
            for (int turned = 0; turned < 2; turned++)
                consider_card(s, seat, &runs, right, turned, price, &best);
    }
    return best.id;
}

static void unseal(struct state *s, int seat)
{
    s->chosen = (uint8_t)(s->chosen & seat_bit(seat));
    s->flips = (uint8_t)(s->flips & seat_bit(seat));
}

/* A round at a time: the next one is dealt afresh. */
static bool done(const struct state *from, const struct state *now)
{
    return now->round != from->round;
}

static double value(const struct state *s, int seat)
{
    static const uint8_t spread[MAX_SEATS + 1] = {3, 7, 9, 10, 11, 12}; /* by rounds to come */
    struct result result;

    scout.result(s, &result);
    return win_share(&result, s->players, seat, spread[scout_rounds(s) - s->round]);
}

const struct thinker scout_thinker = {
    .game = &scout,
    .simulations = {[LEVEL_CLUB] = 300, [LEVEL_EXPERT] = 3000, [LEVEL_MASTER] = 30000},
    .candidates = 16,
    .rate = rate,
    .policy = policy,
    .unseal = unseal,
    .done = done,
    .value = value,
};
