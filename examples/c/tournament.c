/* A tournament in duplicate: every deal is played in all rotations of the line-up,
 * so that the luck of the cards and of the seat cancels.
 *
 *     cc tournament.c $(pkg-config --cflags --libs parlor) -lm -o tournament
 *     ./tournament sparrows 200 club novice random
 *
 * The games of a deal share its luck, so the deal is what is counted: the intervals
 * are 1.96 standard errors of the deals' means, which holds for some dozens of them. */
#include <math.h>
#include <parlor.h>
#include <stdio.h>
#include <stdlib.h>

struct entrant {
    const char *bot;
    double sum, squares; /* of its share of the wins of a deal */
    double points;
};

static char why[256];

/* Plays one game; in rotation r, seat s is for entrant (s + r) % players. */
static bool play(const char *game, int players, const struct entrant *entrants, int deal, int rotation, double *wins,
                 double *points)
{
    char seed[20];

    snprintf(seed, sizeof seed, "%x", (unsigned)deal);
    struct parlor_table *t = parlor_open(game, players, "", seed, why, sizeof why);
    for (int seat; (seat = parlor_next(t)) >= 0;) {
        int id = parlor_think(t, seat, entrants[(seat + rotation) % players].bot, NULL, why, sizeof why);
        if (id < 0 || !parlor_do(t, seat, (uint16_t)id, why, sizeof why)) {
            parlor_close(t);
            return false;
        }
    }
    double counted[PARLOR_MAX_SEATS] = {0};
    unsigned winners = parlor_winners(t);
    parlor_points(t, counted);
    for (int seat = 0; t && seat < players; seat++) {
        int who = (seat + rotation) % players;
        points[who] += counted[seat];
        if (winners >> seat & 1)
            wins[who] += 1.0 / __builtin_popcount(winners);
    }
    parlor_close(t);
    return t != NULL;
}

static bool play_deal(const char *game, int players, struct entrant *entrants, int deal)
{
    double wins[PARLOR_MAX_SEATS] = {0}, points[PARLOR_MAX_SEATS] = {0};

    for (int rotation = 0; rotation < players; rotation++)
        if (!play(game, players, entrants, deal, rotation, wins, points))
            return false;
    for (int who = 0; who < players; who++) {
        double share = wins[who] / players;
        entrants[who].sum += share;
        entrants[who].squares += share * share;
        entrants[who].points += points[who] / players;
    }
    return true;
}

static int by_wins(const void *a, const void *b)
{
    double one = ((const struct entrant *)a)->sum, other = ((const struct entrant *)b)->sum;
    return (one < other) - (one > other);
}

static void show_standings(struct entrant *entrants, int players, int deals)
{
    qsort(entrants, (size_t)players, sizeof *entrants, by_wins);
    printf("%-12s %8s %16s %10s\n", "", "wins", "95 %", "points");
    for (int who = 0; who < players; who++) {
        double mean = entrants[who].sum / deals;
        double spread = deals > 1 ? (entrants[who].squares - deals * mean * mean) / (deals - 1) : 0;
        double error = 1.96 * sqrt(fmax(spread, 0) / deals);
        printf("%-12s %6.1f %% %6.1f to %5.1f %10.2f\n", entrants[who].bot, 100 * mean, 100 * (mean - error),
               100 * (mean + error), entrants[who].points / deals);
    }
}

int main(int argc, char **argv)
{
    struct entrant entrants[PARLOR_MAX_SEATS] = {{.bot = NULL}};
    int players = argc - 3, deals = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 0;

    if (players < 2 || players > PARLOR_MAX_SEATS || deals < 1) {
        fprintf(stderr, "usage: %s GAME DEALS BOT BOT [BOT ...]\n", argv[0]);
        return 2;
    }
    for (int who = 0; who < players; who++)
        entrants[who].bot = argv[3 + who];
    for (int deal = 0; deal < deals; deal++)
        if (!play_deal(argv[1], players, entrants, deal)) {
            fprintf(stderr, "%s\n", why);
            return 2;
        }
    show_standings(entrants, players, deals);
    return 0;
}
