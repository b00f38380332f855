/* See factors.h. */
#include "lab/factors.h"

void factors_add(struct factors *factors, int players, int64_t values[MAX_SEATS][MAX_SEATS])
{
    int64_t all = 0, by_player[MAX_SEATS] = {0};

    for (int seat = 0; seat < players; seat++) {
        int64_t of_seat = 0;
        for (int player = 0; player < players; player++) {
            int64_t value = values[seat][player];
            factors->cells[seat][player] += value;
            factors->squares += value * value;
            of_seat += value;
            by_player[player] += value;
        }
        factors->by_deal_seat += of_seat * of_seat;
        all += of_seat;
    }
    factors->by_deal += all * all;
    for (int player = 0; player < players; player++)
        factors->by_deal_player += by_player[player] * by_player[player];
}

/* Sums of squares, each around the mean and without what comes before it. */
struct squares {
    double total, deal, seat, player, deal_seat, deal_player, seat_player, rest;
};

static struct squares squares_of(const struct factors *f, int players, double deals)
{
    double n = players, all = 0, cells = 0, seats = 0, by_player[MAX_SEATS] = {0};
    struct squares s = {0};

    for (int seat = 0; seat < players; seat++) {
        double of_seat = 0;
        for (int player = 0; player < players; player++) {
            double cell = (double)f->cells[seat][player];
            of_seat += cell;
            by_player[player] += cell;
            cells += cell * cell;
        }
        seats += of_seat * of_seat;
        all += of_seat;
    }
    double middle = all * all / (deals * n * n);
    for (int player = 0; player < players; player++)
        s.player += by_player[player] * by_player[player] / (deals * n);
    s.player -= middle;
    s.seat = seats / (deals * n) - middle;
    s.deal = (double)f->by_deal / (n * n) - middle;
    s.deal_seat = (double)f->by_deal_seat / n - middle - s.deal - s.seat;
    s.deal_player = (double)f->by_deal_player / n - middle - s.deal - s.player;
    s.seat_player = cells / deals - middle - s.seat - s.player;
    s.total = (double)f->squares - middle;
    s.rest = s.total - s.deal - s.seat - s.player - s.deal_seat - s.deal_player - s.seat_player;
    return s;
}

struct shares factors_explain(const struct factors *f, int players, double deals, bool divided)
{
    const struct squares s = squares_of(f, players, deals);
    double n = players, inner = divided ? (n - 1) * (n - 2) : (n - 1) * (n - 1);
    double rest = inner > 0 ? s.rest / ((deals - 1) * inner) : 0;
    double deal_seat = s.deal_seat / ((deals - 1) * (n - 1)), deal_player = s.deal_player / ((deals - 1) * (n - 1));
    double per_effect = (n - 1) / (n * n);
    struct shares v = {
        .seat = (s.seat / (n - 1) - deal_seat) * per_effect / deals,
        .player = (s.player / (n - 1) - deal_player) * per_effect / deals,
        .deal = (deal_seat - rest) * per_effect,
        .match = (deal_player - rest) * per_effect,
        .rest = divided ? rest * (n - 1) / n : rest,
    };

    if (!divided)
        v.deal += (s.deal / (deals - 1) - rest) / (n * n);
    if (inner > 0)
        v.match += (s.seat_player / inner - rest) * inner / (n * n) / deals;
    double sum = v.seat + v.player + v.deal + v.match + v.rest;
    return (struct shares){v.seat / sum, v.player / sum, v.deal / sum, v.match / sum, v.rest / sum};
}
