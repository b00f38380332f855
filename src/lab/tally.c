/* See tally.h. */
#include "lab/tally.h"

#include <assert.h>

_Static_assert(sizeof(struct tally) % sizeof(int64_t) == 0, "a tally is numbers and nothing else");

/* A tally as the numbers it is made of. */
union cells {
    struct tally tally;
    int64_t cell[TALLY_CELLS];
};

static void add_cells(struct tally *to, const struct tally *from, int64_t sign)
{
    union cells *into = (union cells *)(void *)to;
    const union cells *of = (const union cells *)(const void *)from;

    for (size_t i = 0; i < TALLY_CELLS; i++)
        into->cell[i] += sign * of->cell[i];
}

void tally_add(struct tally *tally, const struct tally *more)
{
    add_cells(tally, more, 1);
}

void tally_take_off(struct tally *tally, const struct tally *less)
{
    add_cells(tally, less, -1);
}

/* ---- a game ---- */

static int bin_of(int number, int from, int step, int bins)
{
    int bin = number < from ? 0 : (number - from) / step;
    return bin < bins ? bin : bins - 1;
}

static int point_bin(const struct playing *it, int points)
{
    const struct features features = lineup_features(it->lineup);
    int unit = lineup_game(it->lineup)->half_points ? 2 : 1;

    return bin_of(points, features.points_from * unit, features.points_step * unit, POINT_BINS);
}

static int place_of(const struct playing *it, int seat)
{
    int players = it->lineup->plan->players;
    return (seat - it->first + players) % players;
}

static void add_length(struct length_tally *length, int number, int step)
{
    length->sum += number;
    length->bins[bin_of(number, 0, step, LENGTH_BINS)]++;
}

static void add_seats(struct tally *tally, const struct playing *it, const int *wins)
{
    for (int seat = 0; seat < it->lineup->plan->players; seat++) {
        int place = place_of(it, seat), points = it->result.points[seat], bin = point_bin(it, points);
        bool won = it->result.winners >> seat & 1;
        tally->wins[seat] += wins[seat];
        tally->points[seat] += points;
        tally->place_wins[place] += wins[seat];
        tally->place_points[place] += points;
        tally->place_bins[place][bin]++;
        (won ? tally->winner_bins : tally->loser_bins)[bin]++;
        *(won ? &tally->winner_points : &tally->loser_points) += points;
        tally->winners += won;
    }
}

/* By how much the best seat is ahead of the next. */
static int margin_of(const struct result *result, int players)
{
    int best = result->points[0], next = result->points[1];

    if (next > best) {
        best = result->points[1];
        next = result->points[0];
    }
    for (int seat = 2; seat < players; seat++) {
        int points = result->points[seat];
        next = points > best ? best : points > next ? points : next;
        best = points > best ? points : best;
    }
    return best - next;
}

/* The part of a game that a decision lies in. */
static int part_of(const struct playing *it, int decision)
{
    return (int)((int64_t)decision * PARTS / it->decisions);
}

static bool is_alone(unsigned seats)
{
    return (seats & (seats - 1)) == 0;
}

/* Adds the leaders at the beginning of each part of the game. */
static void add_part_begins(struct tally *tally, const struct playing *it, const int *wins)
{
    for (int part = 0; part < PARTS; part++) {
        const struct moment *moment = &it->moments[(int64_t)part * it->decisions / PARTS];
        int share = WHOLE_WIN / __builtin_popcount(moment->leaders);
        tally->parts[part].alone += is_alone(moment->leaders);
        for (int seat = 0; seat < it->lineup->plan->players; seat++)
            if (moment->leaders >> seat & 1)
                tally->parts[part].shares += wins[seat] * share;
    }
}

static void add_course(struct tally *tally, const struct playing *it)
{
    for (int i = 0; i < it->decisions; i++) {
        struct part_tally *part = &tally->parts[part_of(it, i)];
        part->decisions++;
        part->turns += it->moments[i].turn;
        part->choices += it->moments[i].choices;
        part->forced += it->moments[i].choices == 1;
    }
}

/* Returns how often one sole leader was followed by another. */
static int count_lead_changes(const struct playing *it)
{
    unsigned leader = 0;
    int changes = 0;

    for (int i = 0; i < it->decisions; i++) {
        unsigned now = it->moments[i].leaders;
        if (!is_alone(now))
            continue;
        changes += leader && now != leader;
        leader = now;
    }
    unsigned winners = it->result.winners;
    return changes + (leader && is_alone(winners) && winners != leader);
}

/* The first decision from which nobody leads but those who win. */
static int decided_at(const struct playing *it)
{
    int decision = it->decisions;

    while (decision > 0 && !(it->moments[decision - 1].leaders & ~(unsigned)it->result.winners))
        decision--;
    return decision;
}

static void add_leads(struct tally *tally, const struct playing *it)
{
    enum { MILLION = 1000000 };
    int changes = count_lead_changes(it), decided = decided_at(it);

    tally->lead_changes += changes;
    tally->by_lead_changes[changes < CHANGES_MAX ? changes : CHANGES_MAX - 1]++;
    tally->decided += (int64_t)decided * MILLION / it->decisions;
    tally->decided_bins[part_of(it, decided)]++;
    tally->early += 2 * decided <= it->decisions;
    const struct moment *half = &it->moments[it->decisions / 2];
    tally->comebacks += half->last != half->leaders && (half->last & it->result.winners);
}

static void add_features(struct tally *tally, const struct playing *it, const int *wins)
{
    for (int i = 0; i < lineup_features(it->lineup).count; i++) {
        struct feature_tally *feature = &tally->features[i];
        bool happened = false;
        for (int seat = 0; seat < it->lineup->plan->players; seat++) {
            int events = it->notes.features[i][seat], place = place_of(it, seat);
            if (events == 0)
                continue;
            happened = true;
            feature->events += events;
            feature->squares += (int64_t)events * events;
            feature->event_wins += (int64_t)events * wins[seat];
            feature->with[place]++;
            feature->wins[place] += wins[seat];
            feature->points[place] += it->result.points[seat];
        }
        feature->games += happened;
    }
}

static int rounds_of(const struct playing *it)
{
    const struct game *game = lineup_game(it->lineup);
    struct state_buffer state = it->now.state;
    int last[MAX_SEATS];

    return game->rounds ? game->rounds(state_in(&state), last) : 0;
}

void tally_game(struct tally *tally, const struct playing *it)
{
    const struct outcome outcome = {.winners = it->result.winners};
    int players = it->lineup->plan->players, wins[MAX_SEATS], ranks[MAX_SEATS];

    assert(it->decisions > 0);
    outcome_split(&outcome, players, wins, ranks);
    tally->games++;
    add_seats(tally, it, wins);
    tally->by_winners[__builtin_popcount(it->result.winners)]++;
    tally->margin += margin_of(&it->result, players);
    add_length(&tally->decisions, it->decisions, LENGTH_STEP);
    add_length(&tally->turns, it->turns, LENGTH_STEP);
    add_length(&tally->rounds, rounds_of(it), 1);
    add_course(tally, it);
    add_part_begins(tally, it, wins);
    add_leads(tally, it);
    add_features(tally, it, wins);
}

/* ---- a deal ---- */

void tally_deal(struct tally *tally, int players, int rotations, struct outcome outcomes[MAX_SEATS])
{
    int64_t won[MAX_SEATS][MAX_SEATS] = {{0}}, points[MAX_SEATS][MAX_SEATS] = {{0}};

    tally->deals++;
    if (rotations < players)
        return;
    for (int rotation = 0; rotation < rotations; rotation++) {
        int wins[MAX_SEATS], ranks[MAX_SEATS];
        outcome_split(&outcomes[rotation], players, wins, ranks);
        for (int seat = 0; seat < players; seat++) {
            won[seat][(seat + rotation) % players] = wins[seat];
            points[seat][(seat + rotation) % players] = outcomes[rotation].points[seat];
        }
    }
    factors_add(&tally->win_factors, players, won);
    factors_add(&tally->point_factors, players, points);
}
