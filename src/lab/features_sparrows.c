/* Counts features of Six of Sparrows for the lab: see features.h. */
#include "lab/features.h"
#include "lab/figure_sink.h"
#include "lab/tally.h"
#include "rules/sparrows.h"

enum {
    CLAIMS,
    TOKENS = CLAIMS + SPARROWS_BID_COUNT,
    LATE = TOKENS + SPARROWS_CYCLES,
    PASSES,
    BONUS,
    ACHIEVES,
    FAILS,
    COUNT,
};

static void write_name(int n, struct writer *w)
{
    static const char *const names[] = {"claims late", "passes", "takes a bonus bid", "achieves a bid", "fails a bid"};

    if (n >= LATE) {
        write_text(w, names[n - LATE]);
    } else if (n >= TOKENS) {
        write_text(w, "claims with token ");
        write_number(w, n - TOKENS + 1);
    } else {
        write_text(w, "claims ");
        write_text(w, sparrows_bids[n].name);
    }
}

/* ---- bids by token ---- */

enum {
    COLUMN_LATE = SPARROWS_CYCLES,
    COLUMN_ANYBODY, /* all hands, claimed or not */
    COLUMNS,
    LOOK_AT = 32, /* rounds of which the first is looked at for that: cards do not know rounds */
};

static void write_row(int n, struct writer *w)
{
    write_text(w, sparrows_bids[n].name);
}

static void write_column(int n, struct writer *w)
{
    if (n < COLUMN_LATE) {
        write_text(w, "token ");
        write_number(w, n + 1);
    } else {
        write_text(w, n == COLUMN_LATE ? "late" : "any hand");
    }
}

static void watch_hands(const struct sparrows_state *s, struct notes *notes)
{
    for (int seat = 0; seat < s->players; seat++)
        for (int bid = 0; bid < SPARROWS_BID_COUNT; bid++)
            note_trial(notes, bid, COLUMN_ANYBODY, sparrows_met(bid, s->hand, s->players, seat, s->table), 0);
}

static void watch_round(const struct sparrows_state *after, struct notes *notes)
{
    struct sparrows_score score[MAX_SEATS];

    sparrows_scores(after, score);
    for (int seat = 0; seat < after->players; seat++) {
        if (after->bid[seat] == SPARROWS_NO_BID)
            continue;
        int token = after->token[seat], column = token == SPARROWS_TOKEN_LATE ? COLUMN_LATE : token - 1;
        note(notes, CLAIMS + after->bid[seat], seat);
        note(notes, token == SPARROWS_TOKEN_LATE ? LATE : TOKENS + token - 1, seat);
        note(notes, score[seat].bid ? ACHIEVES : FAILS, seat);
        note_trial(notes, after->bid[seat], column, score[seat].bid, score[seat].points);
    }
    if (after->round % LOOK_AT == 1)
        watch_hands(after, notes);
}

static void watch(const struct state *before_state, const struct state *after_state, int seat, uint16_t id,
                  struct notes *notes)
{
    const struct sparrows_state *before = sparrows_state(before_state), *after = sparrows_state(after_state);

    if (seat != CHANCE) {
        struct sparrows_move move = sparrows_move(id);
        if (move.kind == SPARROWS_MOVE_PASS)
            note(notes, PASSES, seat);
        if (move.kind == SPARROWS_MOVE_BID && move.bonus != SPARROWS_BONUS_NONE)
            note(notes, BONUS, seat);
    }
    if (after->round > before->round)
        watch_round(after, notes);
}

/* ---- what bids are worth ---- */

/* All claims of a bid. */
struct claims {
    double count, met;
    double points;
    double divided; /* the sum of 1 / token over those that were met */
};

static struct claims claims_of(const struct tally *tally, int bid)
{
    struct claims all = {0};

    for (int column = 0; column < COLUMN_ANYBODY; column++) {
        const struct grid_cell *cell = &tally->grid[bid][column];
        all.count += (double)cell->trials;
        all.met += (double)cell->hits;
        all.points += (double)cell->points;
        all.divided += (double)cell->hits / (column == COLUMN_LATE ? SPARROWS_TOKEN_LATE : column + 1);
    }
    return all;
}

/* Returns the value at which a claim with token 1, made before any card is seen,
 * would bring `worth` points. */
static double blind_value(const struct grid_cell *any, double worth)
{
    double chance = (double)any->hits / (double)any->trials;
    return chance > 0 ? (worth - SPARROWS_FAILED * (1 - chance)) / chance : __builtin_nan("");
}

/* Returns the value at which claims of this bid, made when they were and met as
 * often, would have brought `worth` points each. */
static double even_value(struct claims claims, double worth)
{
    return claims.divided > 0 ? (worth * claims.count - SPARROWS_FAILED * (claims.count - claims.met)) / claims.divided
                              : __builtin_nan("");
}

static void conclude(const struct state *empty_state, const struct tally *tally, struct figure_sink *sheet)
{
    const struct sparrows_state *empty = sparrows_state(empty_state);
    struct claims all = {0};

    for (int bid = 0; bid < SPARROWS_BID_COUNT; bid++) {
        struct claims claims = claims_of(tally, bid);
        all.count += claims.count;
        all.points += claims.points;
    }
    double worth = all.points / all.count;
    sink_object(sheet, "bids");
    sink_number(sheet, "worth", worth, (int64_t)all.count);
    sink_list(sheet, "values");
    for (int bid = 0; bid < SPARROWS_BID_COUNT; bid++) {
        struct claims claims = claims_of(tally, bid);
        const struct grid_cell *any = &tally->grid[bid][COLUMN_ANYBODY];
        sink_named(sheet, sparrows_bids[bid].name);
        sink_count(sheet, "value", empty->value[bid]);
        sink_number(sheet, "chance", (double)any->hits / (double)any->trials, any->trials);
        sink_number(sheet, "achieved", claims.met / claims.count, (int64_t)claims.count);
        sink_number(sheet, "worth", claims.points / claims.count, (int64_t)claims.count);
        sink_number(sheet, "even_value", even_value(claims, worth), (int64_t)claims.count);
        sink_number(sheet, "blind_value", blind_value(any, worth), any->trials);
        sink_end(sheet);
    }
    sink_end(sheet);
    sink_end(sheet);
}

static int first(const struct state *state)
{
    return sparrows_state(state)->dealer;
}

static const struct theme themes[] = {
    {.name = "bonus", .verb = "chooses", .field = "bonus", .least = 1},
    {.name = "late", .verb = "chooses", .field = "token", .least = 4},
    {.name = "early", .verb = "chooses"},
    {.name = "wait", .verb = "passes"},
    {.name = "partner", .verb = "partners"},
    {.name = "after", .verb = "takes_late"},
    {.name = "stay", .verb = "stays"},
    {.name = NULL},
};

const struct features sparrows_features = {
    .game = &sparrows,
    .themes = themes,
    .first = first,
    .first_does = "deals the first round",
    .points_from = -300,
    .points_step = 10,
    .count = COUNT,
    .name = write_name,
    .grid = {.title = "What bids bring, by the token they were claimed with",
             .hit = "achieved",
             .points = true,
             .rows = SPARROWS_BID_COUNT,
             .columns = COLUMNS,
             .row = write_row,
             .column = write_column},
    .watch = watch,
    .conclude = conclude,
};
