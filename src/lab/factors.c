/* See factors.h. */
#include "lab/factors.h"

void factors_add(struct factors *factors, int players, int64_t values[MAX_SEATS][MAX_SEATS])
{
    int64_t all = 0, by_player[MAX_SEATS] = {0}, by_game[MAX_SEATS] = {0};

    for (int seat = 0; seat < players; seat++) {
        int64_t of_seat = 0;
        for (int player = 0; player < players; player++) {
            int64_t value = values[seat][player];
            factors->cells[seat][player] += value;
            factors->squares += value * value;
            of_seat += value;
            by_player[player] += value;
            by_game[(player - seat + players) % players] += value;
        }
        factors->by_deal_seat += of_seat * of_seat;
        all += of_seat;
    }
    factors->by_deal += all * all;
    for (int i = 0; i < players; i++) {
        factors->by_deal_player += by_player[i] * by_player[i];
        factors->by_deal_game += by_game[i] * by_game[i];
    }
}

/* Sums of squares over all deals: of seats, players and games, which is to say
 * rotations; of both together; and around the mean of everything. */
struct means {
    double middle, seat, player, game, cells;
};

static struct means means_of(const struct factors *f, int players, double deals)
{
    double n = players, all = 0, seats[MAX_SEATS] = {0}, by_player[MAX_SEATS] = {0}, by_game[MAX_SEATS] = {0};
    struct means m = {.middle = 0};

    for (int seat = 0; seat < players; seat++)
        for (int player = 0; player < players; player++) {
            double cell = (double)f->cells[seat][player];
            seats[seat] += cell;
            by_player[player] += cell;
            by_game[(player - seat + players) % players] += cell;
            m.cells += cell * cell / deals;
            all += cell;
        }
    m.middle = all * all / (deals * n * n);
    for (int i = 0; i < players; i++) {
        m.seat += seats[i] * seats[i] / (deals * n);
        m.player += by_player[i] * by_player[i] / (deals * n);
        m.game += by_game[i] * by_game[i] / (deals * n);
    }
    m.seat -= m.middle;
    m.player -= m.middle;
    m.game -= m.middle;
    m.cells -= m.middle + m.seat + m.player;
    return m;
}

/* Mean squares between deals; each of the first three has what is left in it too. */
struct spread {
    double seat, player; /* of a deal's seats and players */
    double game;         /* of its games: luck that all of a game share */
    double deal;
    double left; /* luck of one against the others in a game */
};

static struct spread spread_of(const struct factors *f, int players, double deals, const struct means *m)
{
    double n = players, middle = m->middle, deal = (double)f->by_deal / (n * n) - middle;
    double seat = (double)f->by_deal_seat / n - middle - deal - m->seat;
    double player = (double)f->by_deal_player / n - middle - deal - m->player;
    double game = (double)f->by_deal_game / n - middle - deal - m->game;
    double left = (double)f->squares - middle - deal - m->seat - m->player - m->cells - seat - player - game;
    double freedom = (deals - 1) * (n - 1);

    return (struct spread){.seat = seat / freedom,
                           .player = player / freedom,
                           .game = game / freedom,
                           .deal = deal / (deals - 1),
                           .left = players > 2 ? left / (freedom * (n - 2)) : 0};
}

struct shares factors_explain(const struct factors *f, int players, double deals)
{
    const struct means m = means_of(f, players, deals);
    const struct spread s = spread_of(f, players, deals, &m);
    double n = players, effect = (n - 1) / (n * n), luck_of_cells = (n - 1) * (s.game + (n - 2) * s.left);
    struct shares v = {
        .seat = (m.seat / (n - 1) - s.seat) * effect / deals,
        .player = (m.player / (n - 1) - s.player) * effect / deals,
        .deal = (s.deal - s.game) / (n * n) + (s.seat - s.left) * effect,
        .match = (s.player - s.left) * effect + (m.cells - luck_of_cells) / (deals * n * n),
        .rest = ((n - 1) * s.left + s.game) / n,
    };
    double sum = v.seat + v.player + v.deal + v.match + v.rest;

    return (struct shares){v.seat / sum, v.player / sum, v.deal / sum, v.match / sum, v.rest / sum};
}
