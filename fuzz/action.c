/* Any text as an action of a seat that owes one: it is refused with a reason,
 * or it is the one spelling of an action, and legal exactly if nothing speaks
 * against it. */
#include "fuzz.h"

static bool is_among(const uint16_t *ids, int count, uint16_t id)
{
    for (int i = 0; i < count; i++)
        if (ids[i] == id)
            return true;
    return false;
}

static void try_text(struct table *t, int seat, const char *text, size_t length)
{
    const struct game *game = table_game(t);
    uint16_t ids[LEGAL_SIZE], id = 0;
    struct state_buffer buffer;
    struct problem why = {.text = ""};
    char again[512];
    struct writer w = write_into(again, sizeof again);

    if (!table_parse(t, seat, text, length, &id, &why)) {
        HOLDS(strncmp(why.text, "column ", 7) == 0);
        return;
    }
    HOLDS(id < game->max_actions);
    table_view(t, OPEN, table_steps(t), &buffer);
    game->action_text(state_in(&buffer), seat, id, &w);
    HOLDS(!w.overflow && w.length == length && memcmp(again, text, length) == 0);
    bool legal = is_among(ids, table_legal(t, seat, ids), id);
    HOLDS(legal == !game->objection(state_in(&buffer), seat, id));
    int steps = table_steps(t);
    HOLDS(table_choose(t, seat, id, &why) == legal);
    HOLDS(table_steps(t) == steps + legal);
    HOLDS(legal ? !fault_now(t) : why.text[0] != '\0');
    if (legal)
        HOLDS(table_undo(t));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < PLACE_BYTES)
        return 0;
    struct table *t = table_at(data, TURN_CHOICE);
    if (!t)
        return 0;
    for (int seat = 0; seat < table_plan(t)->players; seat++)
        if (table_turn(t).seats >> seat & 1)
            try_text(t, seat, (const char *)data + PLACE_BYTES, size - PLACE_BYTES);
    table_close(t);
    return 0;
}
