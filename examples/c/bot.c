/* Your own bot against those of the library.
 *
 *     cc bot.c $(pkg-config --cflags --libs parlor) -o bot
 *     ./bot bannish 3 novice 20
 *
 * It plays every legal action to the end at random, in worlds that its seat may be
 * in, and takes the action that won most often. It gets the whole table, but it
 * plays fair: all its calls say `seat`. Play at random is
 * a fair guess in BANNISH and Bridesmaid; elsewhere such a bot needs better ideas. */
#include <parlor.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORLDS = 100, LEGAL_MAX = 4096 };

static char why[256];
static uint64_t dice = 1;

static int below(int bound)
{
    dice = dice * 6364136223846793005u + 1442695040888963407u;
    return (int)((dice >> 33) % (uint64_t)bound);
}

static void play_at_random(struct parlor_table *world)
{
    static uint16_t ids[LEGAL_MAX];

    for (int seat; (seat = parlor_next(world)) >= 0;)
        if (!parlor_do(world, seat, ids[below(parlor_legal(world, seat, ids))], why, sizeof why))
            return;
}

/* Returns the share of the win that a seat gets after this action, in one world. */
static double try_out(const struct parlor_table *t, int seat, uint16_t id, uint64_t number)
{
    struct parlor_table *world = parlor_imagine(t, seat, number, why, sizeof why);
    double share = 0;

    if (world && parlor_do(world, seat, id, why, sizeof why)) {
        play_at_random(world);
        unsigned winners = parlor_winners(world);
        if (winners >> seat & 1)
            share = 1.0 / __builtin_popcount(winners);
    }
    parlor_close(world);
    return share;
}

static int my_bot(const struct parlor_table *t, int seat)
{
    static uint16_t ids[LEGAL_MAX];
    int count = parlor_legal(t, seat, ids), best = 0;
    double most = -1;

    for (int i = 0; i < count; i++) {
        double wins = 0;
        for (uint64_t number = 0; number < WORLDS; number++) /* the same worlds for all actions */
            wins += try_out(t, seat, ids[i], number);
        if (wins > most) {
            most = wins;
            best = i;
        }
    }
    return ids[best];
}

/* Plays a game with our bot in one seat; its share of the win, or -1. */
static double play(const char *game, int players, const char *other, int mine, int deal)
{
    char seed[20];
    double share = 0;

    snprintf(seed, sizeof seed, "%x", (unsigned)deal);
    struct parlor_table *t = parlor_open(game, players, "", seed, why, sizeof why);
    if (!t)
        return -1;
    for (int seat; (seat = parlor_next(t)) >= 0;) {
        int id = seat == mine ? my_bot(t, seat) : parlor_think(t, seat, other, NULL, why, sizeof why);
        if (id < 0 || !parlor_do(t, seat, (uint16_t)id, why, sizeof why)) {
            parlor_close(t);
            return -1;
        }
    }
    if (parlor_winners(t) >> mine & 1)
        share = 1.0 / __builtin_popcount(parlor_winners(t));
    parlor_close(t);
    return share;
}

int main(int argc, char **argv)
{
    const char *game = argc > 1 ? argv[1] : "bannish", *other = argc > 3 ? argv[3] : "novice";
    int players = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 3, deals = argc > 4 ? (int)strtol(argv[4], NULL, 10) : 20;
    double wins = 0;

    for (int deal = 0; deal < deals; deal++)
        for (int mine = 0; mine < players; mine++) {
            double share = play(game, players, other, mine, deal);
            if (share < 0) {
                fprintf(stderr, "%s\n", why);
                return 2;
            }
            wins += share;
        }
    printf("%d games: my bot wins %.1f %%, an even share is %.1f %%\n", deals * players, 100 * wins / (deals * players),
           100.0 / players);
    return 0;
}
