/* See accept.h. A game's own fault() looks at every field; what follows holds for all
 * games and catches what it may have missed: redacting forgets nothing more, those
 * who are to choose can, and there is a world that looks like this, without a fault of its
 * own. */
#include "rules/accept.h"

#include "rules/bytes.h"

const char *blank_fault(const void *state, int players, const struct blank *blanks, size_t count)
{
    const uint8_t *bytes = state;

    for (size_t i = 0; i < count; i++) {
        size_t first = blanks[i].by_seat ? (size_t)players * blanks[i].size : 0;
        size_t end = (blanks[i].by_seat ? MAX_SEATS : 1) * blanks[i].size;
        for (size_t at = first; at < end; at++)
            if (bytes[blanks[i].offset + at] != blanks[i].byte)
                return "there is something at a seat where nobody sits";
    }
    return NULL;
}

static bool same(const struct game *game, const struct state_buffer *a, const struct state_buffer *b)
{
    return bytes_equal(a->bytes, b->bytes, game->state_size);
}

/* What the viewer may choose now is a list as legal() must give it. */
static bool has_choices(const struct game *game, const struct state *s, int seat)
{
    uint16_t ids[LEGAL_SIZE];
    int count = game->legal(s, seat, ids);

    for (int i = 0; i < count; i++)
        if (ids[i] >= game->max_actions || (i > 0 && ids[i] <= ids[i - 1]))
            return false;
    return count > 0 && count <= game->max_legal;
}

static const char *turn_fault(const struct game *game, const struct state *s, int players, int viewer)
{
    struct turn turn = game->turn(s);

    if (turn.kind != TURN_CHOICE)
        return turn.seats ? "somebody is to choose where nobody can" : NULL;
    if (turn.seats == 0 || turn.seats >> players)
        return "nobody is to choose, or a seat that is not there";
    for (int seat = 0; seat < players; seat++)
        if ((turn.seats >> seat & 1) && (viewer == seat || viewer == OPEN) && !has_choices(game, s, seat))
            return "nothing can be chosen by a seat that is to choose";
    return NULL;
}

/* Completes the view to a world and looks at that as well. */
static const char *world_fault(const struct game *game, const struct state_buffer *view, int players, int viewer)
{
    struct state_buffer world = *view;
    struct rng rng = rng_fast(1);

    game->imagine(state_in(&world), viewer, &rng);
    const char *wrong = game->fault(state_in(&world), OPEN);
    if (!wrong)
        wrong = turn_fault(game, state_in(&world), players, OPEN);
    if (wrong)
        return wrong;
    game->redact(state_in(&world), viewer);
    return same(game, &world, view) ? NULL : "no world looks like this";
}

const char *state_accept(const struct game *game, const struct setup *setup, int viewer, const void *bytes, size_t size,
                         struct state_buffer *out)
{
    char why[256];
    struct writer w = write_into(why, sizeof why);
    struct state_buffer first, again;

    if (size != game->state_size)
        return "it has the wrong size";
    if (!setup_check(game, setup, &w) || game->start(state_in(&first), setup))
        return "no table can be opened like this";
    if (viewer != OPEN && (viewer < ONLOOKER || viewer >= setup->players))
        return "there is no such viewer";
    bytes_zero(out, sizeof *out);
    bytes_copy(out->bytes, bytes, size);
    if (!game->same_setup(state_in(&first), state_in(out)))
        return "it is of a table that was opened differently";
    const char *wrong = game->fault(state_in(out), viewer);
    if (!wrong)
        wrong = turn_fault(game, state_in(out), setup->players, viewer);
    if (wrong || viewer == OPEN)
        return wrong;
    again = *out;
    game->redact(state_in(&again), viewer);
    if (!same(game, &again, out))
        return "it shows what the viewer cannot know";
    return world_fault(game, out, setup->players, viewer);
}
