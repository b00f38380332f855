/* Counts features of BANNISH for the lab: see features.h. */
#include "lab/features.h"
#include "rules/bannish.h"

enum {
    LEADS,
    TAKES = LEADS + BANNISH_NUMBERS,
    NOT_FOLLOWING = TAKES + BANNISH_NUMBERS,
    BANNISH,
    BANNISHED,
    MOST_STARS,
    SECOND,
    COUNT,
};

static void write_name(int n, struct writer *w)
{
    static const char *const names[] = {"cannot follow", "causes BANNISH", "loses a card to BANNISH",
                                        "has the most stars of a round", "gets a victory point"};
    if (n >= NOT_FOLLOWING) {
        write_text(w, names[n - NOT_FOLLOWING]);
        return;
    }
    write_text(w, n < TAKES ? "leads a " : "takes a ");
    write_number(w, n % BANNISH_NUMBERS + 1);
}

/* ---- tricks, by the number led ---- */

enum { LEADER_WINS, STRUCK_OUT, COLUMNS };

static void write_row(int n, struct writer *w)
{
    write_text(w, "led with a ");
    write_number(w, n + 1);
}

static void write_column(int n, struct writer *w)
{
    write_text(w, n == LEADER_WINS ? "the leader takes a card" : "BANNISH");
}

static void watch_trick(const struct bannish_trick *trick, struct notes *notes)
{
    int row = bannish_card_number(trick->card[0] - 1) - 1;

    note_trial(notes, row, LEADER_WINS, trick->winner == trick->leader + 1, 0);
    note_trial(notes, row, STRUCK_OUT, trick->twin, 0);
}

static void watch_play(const struct bannish_state *before, int seat, int card, struct notes *notes)
{
    const struct bannish_trick *trick = &before->now;

    if (trick->count == 0)
        note(notes, LEADS + bannish_card_number(card) - 1, seat);
    else if (bannish_card_colour(trick->card[0] - 1) != bannish_card_colour(card))
        note(notes, NOT_FOLLOWING, seat);
    for (int i = 0; i < trick->count; i++)
        if (trick->card[i] == card + 1) {
            note(notes, BANNISH, seat);
            note(notes, BANNISHED, bannish_seat_of(before, trick, i));
        }
}

static void watch_round(const struct bannish_state *after, struct notes *notes)
{
    int most = 0;

    for (int seat = 0; seat < after->players; seat++)
        most = after->total[seat] > most ? after->total[seat] : most;
    for (int seat = 0; seat < after->players; seat++) {
        if (after->total[seat] == most)
            note(notes, MOST_STARS, seat);
        if (after->second >> seat & 1)
            note(notes, SECOND, seat);
    }
}

static void watch(const struct state *before_state, const struct state *after_state, int seat, uint16_t id,
                  struct notes *notes)
{
    const struct bannish_state *before = bannish_state(before_state), *after = bannish_state(after_state);

    if (seat == CHANCE)
        return;
    if (bannish_id_is_play(id))
        watch_play(before, seat, bannish_id_card(id), notes);
    else
        note(notes, TAKES + bannish_card_number(bannish_id_card(id)) - 1, seat);
    if (after->now.count == 0)
        watch_trick(&after->last, notes);
    if (after->round > before->round)
        watch_round(after, notes);
}

static int first(const struct state *state)
{
    return bannish_state(state)->chip;
}

static const struct theme themes[] = {
    {.name = "bannish", .verb = "plays", .brings = "bannishes"},
    {.name = "discard", .verb = "plays", .field = "how", .least = BANNISH_HOW_LACKS},
    {.name = "follow", .verb = "plays", .field = "how", .least = BANNISH_HOW_FOLLOWS},
    {.name = "lead", .verb = "plays"},
    {.name = "take", .verb = "takes"},
    {.name = NULL},
};

const struct features bannish_features = {
    .game = &bannish,
    .themes = themes,
    .first = first,
    .first_does = "leads the first trick",
    .points_step = 1,
    .count = COUNT,
    .name = write_name,
    .grid = {.title = "Tricks by the number led",
             .hit = "share",
             .rows = BANNISH_NUMBERS,
             .columns = COLUMNS,
             .row = write_row,
             .column = write_column},
    .watch = watch,
};
