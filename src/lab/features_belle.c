/* Counts features of Belle of the Ball for the lab: see features.h. */
#include "lab/features.h"
#include "rules/belle.h"

enum {
    PLAYS,
    TAKES = PLAYS + BELLE_EFFECT_COUNT,
    INVITES = TAKES + BELLE_EFFECT_COUNT,
    SKIPS,
    SCORES,
    COUNT,
};

static void write_name(int n, struct writer *w)
{
    static const char *const names[] = {"invites a Guest", "skips cards in a line", "scores a group"};

    if (n >= INVITES) {
        write_text(w, names[n - INVITES]);
        return;
    }
    write_text(w, n < TAKES ? "plays " : "takes ");
    write_text(w, belle_effect_code(n % BELLE_EFFECT_COUNT));
}

/* ---- groups, by the Belle cards in them ---- */

static void write_row(int n, struct writer *w)
{
    write_number(w, n);
    write_text(w, n == 1 ? " Belle card in it" : " Belle cards in it");
}

static void write_column(int n, struct writer *w)
{
    (void)n;
    write_text(w, "groups scored");
}

static void watch_group(const struct belle_state *before, int seat, int group, const struct belle_move *move,
                        struct notes *notes)
{
    uint8_t cards[BELLE_GROUP_MAX];
    int count = before->count[seat][group], belles = 0;

    for (int i = 0; i < count; i++)
        cards[i] = before->party[seat][group][i];
    if (move->to == group && before->mover == seat && count < BELLE_GROUP_MAX)
        cards[count++] = move->card;
    for (int i = 0; i < count; i++)
        belles += !belle_card_is_guest(cards[i]);
    int points = belle_score(before, cards, count).value;
    note(notes, SCORES, seat);
    note_trial(notes, belles, 0, points > 0, 2 * points);
}

/* A group has been scored exactly if fewer cards are left in it. */
static void watch_groups(const struct belle_state *before, const struct belle_state *after,
                         const struct belle_move *move, struct notes *notes)
{
    for (int seat = 0; seat < before->players; seat++)
        for (int group = 0; group < BELLE_GROUPS; group++) {
            bool joined = move->to == group && before->mover == seat;
            if (after->count[seat][group] < before->count[seat][group] + joined)
                watch_group(before, seat, group, move, notes);
        }
}

static void watch(const struct state *before_state, const struct state *after_state, int seat, uint16_t id,
                  struct notes *notes)
{
    const struct belle_state *before = belle_state(before_state), *after = belle_state(after_state);

    if (seat == CHANCE)
        return;
    struct belle_move move = belle_move(before, seat, id);
    if (move.kind == BELLE_MOVE_PLAY)
        note(notes, PLAYS + belle_effect(before, move.card), seat);
    if (move.kind == BELLE_MOVE_NONE && after->scored > before->scored) { /* Step 3 came first (BL-6) */
        move.to = -1;
        watch_groups(before, after, &move, notes);
    }
    if (move.kind != BELLE_MOVE_INVITE)
        return;
    note(notes, belle_card_is_guest(move.card) ? INVITES : TAKES + belle_effect(before, move.card), seat);
    if (move.place > 0)
        note(notes, SKIPS, seat);
    watch_groups(before, after, &move, notes);
}

static int first(const struct state *state)
{
    return belle_state(state)->start;
}

static const struct theme themes[] = {
    {.name = "complete", .verb = "invites", .brings = "scores"},
    {.name = "invite", .verb = "invites"},
    {.name = "take", .verb = "takes"},
    {.name = "wait", .verb = "plays_none"},
    {.name = "mischief", .verb = "moves"},
    {.name = "mischief", .verb = "swaps"},
    {.name = "mischief", .verb = "ejects"},
    {.name = "mischief", .verb = "steals"},
    {.name = "mirth", .verb = "plays"},
    {.name = "mirth", .verb = "collects"},
    {.name = "mirth", .verb = "lays"},
    {.name = NULL},
};

const struct features belle_features = {
    .game = &belle,
    .themes = themes,
    .first = first,
    .first_does = "takes the first turn",
    .points_step = 1,
    .count = COUNT,
    .name = write_name,
    .grid = {.title = "Groups by the Belle cards in them",
             .hit = "more than nothing",
             .points = true,
             .rows = BELLE_GROUP_MAX + 1,
             .columns = 1,
             .row = write_row,
             .column = write_column},
    .watch = watch,
};
