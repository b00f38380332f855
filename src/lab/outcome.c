/* How a game ended, as shares of a win and as ranks: see rating.h. */
#include "lab/rating.h"

/* A winner comes before everybody else; among those the points decide. (Written
 * with a conditional, GCC 12 turns it around under ThreadSanitizer.) */
static bool comes_before(const struct outcome *out, int a, int b)
{
    unsigned winners = out->winners;

    if ((winners >> a ^ winners >> b) & 1)
        return winners >> a & 1;
    return !(winners >> a & 1) && out->points[a] > out->points[b];
}

void outcome_places(const struct outcome *out, int players, int before[MAX_SEATS])
{
    for (int seat = 0; seat < players; seat++) {
        before[seat] = 0;
        for (int other = 0; other < players; other++)
            before[seat] += comes_before(out, other, seat);
    }
}

void outcome_split(const struct outcome *out, int players, int wins[MAX_SEATS], int ranks[MAX_SEATS])
{
    int before[MAX_SEATS], winners = __builtin_popcount(out->winners);

    outcome_places(out, players, before);
    for (int seat = 0; seat < players; seat++) {
        int alike = 0;
        for (int other = 0; other < players; other++)
            alike += before[other] == before[seat];
        ranks[seat] = 2 * before[seat] + alike + 1;
        wins[seat] = out->winners >> seat & 1 ? WHOLE_WIN / winners : 0;
    }
}
