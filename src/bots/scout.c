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

static uint16_t choose(const struct bot_view *view, struct rng *rng)
{
    int values[LEGAL_ROOM];

    for (int i = 0; i < view->count; i++)
        values[i] = value_of(view, view->legal[i]);
    return bot_best(view, values, rng);
}

const struct novice scout_novice = {.game = &scout, .choose = choose};
