/* Counts features of Always a Bridesmaid for the lab: see features.h. */
#include "lab/features.h"
#include "rules/bridesmaid.h"

enum {
    RESERVES,
    PLAYS = RESERVES + BRIDESMAID_ACCESSORIES,
    RANKS = PLAYS + BRIDESMAID_ACCESSORIES,
    HOLDS = RANKS + BRIDESMAID_RIVALS_MAX,
    HOLDS_AT_ONCE,
    ASIDE,
    WILD,
    COUNT,
};

static void write_name(int n, struct writer *w)
{
    static const char *const ranks[] = {"first", "second", "third", "fourth", "fifth"};
    static const char *const names[] = {"holds back", "holds back without a card", "sets a card aside", "turns WILD"};

    if (n >= HOLDS) {
        write_text(w, names[n - HOLDS]);
    } else if (n >= RANKS) {
        write_text(w, "comes ");
        write_text(w, ranks[n - RANKS]);
        write_text(w, " in a round");
    } else {
        write_text(w, n < PLAYS ? "reserves " : "plays ");
        write_number(w, bridesmaid_values[n % BRIDESMAID_ACCESSORIES]);
    }
}

/* ---- rounds of a seat, by the cards it had played ---- */

static void write_row(int n, struct writer *w)
{
    write_number(w, n);
    write_text(w, n == 1 ? " card played" : " cards played");
}

static void write_column(int n, struct writer *w)
{
    (void)n;
    write_text(w, "rounds of a seat");
}

static void watch_round(const struct bridesmaid_state *after, struct notes *notes)
{
    struct bridesmaid_standing standing[BRIDESMAID_RIVALS_MAX];

    bridesmaid_rank(after, after->last_total, standing);
    for (int seat = 0; seat < after->players; seat++) {
        int cards = __builtin_popcount(after->last_played[seat] & ~(unsigned)after->last_aside[seat]);
        note(notes, RANKS + standing[seat].rank, seat);
        note_trial(notes, cards, 0, standing[seat].rank == 1, standing[seat].points);
    }
}

static void note_cards(struct notes *notes, int feature, unsigned cards, int seat)
{
    for (; cards; cards &= cards - 1)
        note(notes, feature + __builtin_ctz(cards), seat);
}

static void watch(const struct state *before_state, const struct state *after_state, int seat, uint16_t id,
                  struct notes *notes)
{
    const struct bridesmaid_state *before = bridesmaid_state(before_state), *after = bridesmaid_state(after_state);

    if (seat == CHANCE)
        return;
    struct bridesmaid_move move = bridesmaid_move(id);
    switch (move.kind) {
    case BRIDESMAID_MOVE_RESERVE: note_cards(notes, RESERVES, move.cards, seat); break;
    case BRIDESMAID_MOVE_PLAY: note_cards(notes, PLAYS, move.cards, seat); break;
    case BRIDESMAID_MOVE_HOLD:
        note(notes, HOLDS, seat);
        if (!before->played[seat])
            note(notes, HOLDS_AT_ONCE, seat);
        break;
    case BRIDESMAID_MOVE_ASIDE: note(notes, ASIDE, seat); break;
    default: break;
    }
    for (unsigned wild = after->wild & ~(unsigned)before->wild; wild; wild &= wild - 1)
        note(notes, WILD, __builtin_ctz(wild));
    if (after->round > before->round)
        watch_round(after, notes);
}

static const struct theme themes[] = {
    {.name = "play", .verb = "plays"},
    {.name = "hold", .verb = "holds"},
    {.name = "aside", .verb = "sets_aside"},
    {.name = "display", .verb = "displays"},
    {.name = "draw", .verb = "draws"},
    {.name = "give", .verb = "gives"},
    {.name = NULL},
};

const struct features bridesmaid_features = {
    .game = &bridesmaid,
    .themes = themes,
    .points_from = -1,
    .points_step = 1,
    .count = COUNT,
    .name = write_name,
    .grid = {.title = "Rounds by the cards played before holding back",
             .hit = "comes second",
             .points = true,
             .rows = BRIDESMAID_ACCESSORIES + 1,
             .columns = 1,
             .row = write_row,
             .column = write_column},
    .watch = watch,
};
