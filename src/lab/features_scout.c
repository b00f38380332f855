/* Counts features of SCOUT for the lab: see features.h. */
#include "lab/features.h"
#include "rules/scout.h"

enum {
    KEEP,
    FLIP,
    PLAY,
    PLAY_EQUAL = PLAY + SCOUT_SET_MAX,
    PLAY_ROW,
    SCOUTS,
    TURNS,
    DOUBLE,
    EMPTIES,
    UNBEATEN,
    COUNT,
};

static void write_name(int n, struct writer *w)
{
    static const char *const names[] = {"keeps the hand",        "flips the hand",        "scouts",
                                        "turns a scouted card",  "Double Action",         "empties the hand",
                                        "ends a round unbeaten", "plays a set of equals", "plays a row"};
    if (n >= PLAY && n < PLAY_EQUAL) {
        write_text(w, "plays a set of ");
        write_number(w, n - PLAY + 1);
        return;
    }
    static const int order[COUNT] = {[KEEP] = 0,    [FLIP] = 1,     [SCOUTS] = 2,     [TURNS] = 3,   [DOUBLE] = 4,
                                     [EMPTIES] = 5, [UNBEATEN] = 6, [PLAY_EQUAL] = 7, [PLAY_ROW] = 8};
    write_text(w, names[order[n]]);
}

/* ---- deals ---- */

enum { ROW_EQUAL, ROW_CONSECUTIVE, ROW_LONGEST, LONGEST_MAX = 6, ROWS = ROW_LONGEST + LONGEST_MAX };

static void write_row(int n, struct writer *w)
{
    if (n < ROW_LONGEST) {
        write_text(w, n == ROW_EQUAL ? "neighbours with equal numbers" : "neighbours with numbers in a row");
        return;
    }
    write_text(w, "longest set is of ");
    write_number(w, n - ROW_LONGEST + 1);
    write_text(w, n == ROWS - 1 ? " or more" : "");
}

static void write_column(int n, struct writer *w)
{
    (void)n;
    write_text(w, "as dealt");
}

static int longest_set(const uint8_t *hand, int count)
{
    int longest = 1;

    for (int first = 0; first + longest < count; first++)
        while (first + longest < count && scout_is_set(hand + first, longest + 1))
            longest++;
    return longest;
}

static void watch_deal(const struct scout_state *s, struct notes *notes)
{
    for (int seat = 0; seat < s->players; seat++) {
        const uint8_t *hand = s->hand[seat];
        int count = s->count[seat], longest = longest_set(hand, count);
        for (int i = 0; i + 1 < count; i++) {
            int step = scout_card_up(hand[i + 1]) - scout_card_up(hand[i]);
            note_trial(notes, ROW_EQUAL, 0, step == 0, 0);
            note_trial(notes, ROW_CONSECUTIVE, 0, step == 1 || step == -1, 0);
        }
        for (int size = 1; size <= LONGEST_MAX; size++)
            note_trial(notes, ROW_LONGEST + size - 1, 0, longest == size || (longest > size && size == LONGEST_MAX), 0);
    }
}

/* ---- play ---- */

static void watch_play(const struct scout_state *before, int seat, struct scout_move move, struct notes *notes)
{
    note(notes, PLAY + move.count - 1, seat);
    if (move.count > 1) {
        struct scout_rank rank = scout_rank(before->hand[seat] + move.first, move.count);
        note(notes, rank.kind == SCOUT_KIND_SAME ? PLAY_EQUAL : PLAY_ROW, seat);
    }
    if (move.count == before->count[seat])
        note(notes, EMPTIES, seat);
}

static void watch(const struct state *before_state, const struct state *after_state, int seat, uint16_t id,
                  struct notes *notes)
{
    const struct scout_state *before = scout_state(before_state), *after = scout_state(after_state);

    if (seat == CHANCE) {
        watch_deal(after, notes);
        return;
    }
    struct scout_move move = scout_move(id);
    switch (move.kind) {
    case SCOUT_MOVE_KEEP: note(notes, KEEP, seat); break;
    case SCOUT_MOVE_FLIP: note(notes, FLIP, seat); break;
    case SCOUT_MOVE_PLAY: watch_play(before, seat, move, notes); break;
    case SCOUT_MOVE_SCOUT: note(notes, SCOUTS, seat); break;
    case SCOUT_MOVE_DOUBLE: note(notes, DOUBLE, seat); break;
    }
    if ((move.kind == SCOUT_MOVE_SCOUT || move.kind == SCOUT_MOVE_DOUBLE) && move.turned)
        note(notes, TURNS, seat);
    if (after->round > before->round && after->exempt)
        note(notes, UNBEATEN, after->exempt - 1);
}

static int first(const struct state *state)
{
    return scout_state(state)->start;
}

static const struct theme themes[] = {
    {.name = "finish", .verb = "plays", .brings = "ends"},
    {.name = "large", .verb = "plays", .field = "captured", .least = 3},
    {.name = "show", .verb = "plays", .field = "captured", .least = 1},
    {.name = "lead", .verb = "plays"},
    {.name = "double", .verb = "scouts", .field = "double", .least = 1},
    {.name = "scout", .verb = "scouts"},
    {.name = NULL},
};

const struct features scout_features = {
    .game = &scout,
    .themes = themes,
    .first = first,
    .first_does = "starts the first round",
    .points_from = -120,
    .points_step = 2,
    .count = COUNT,
    .name = write_name,
    .grid = {.title = "What hands are dealt",
             .hit = "share",
             .rows = ROWS,
             .columns = 1,
             .row = write_row,
             .column = write_column},
    .watch = watch,
};
