/* Takes any text as the next chance event: either it is refused and nothing changes,
 * or the state is sound, the line is the game's own except for the order of cards
 * where that is free, and the game can be played to its end. */
#include "fuzz.h"

static bool same_but_for_order(const char *a, size_t a_length, const char *b, size_t b_length)
{
    int count[256] = {0};

    for (size_t i = 0; i < a_length; i++)
        count[(uint8_t)a[i]]++;
    for (size_t i = 0; i < b_length; i++)
        count[(uint8_t)b[i]]--;
    for (int i = 0; i < 256; i++)
        if (count[i] != 0)
            return false;
    return true;
}

/* The game's own line for the last event: what it says, and that it says it all. */
static void check_own_line(const struct table *t, const char *text, size_t length)
{
    static char own[RECORD_LINE];
    const struct game *game = table_game(t);
    struct state_buffer before, after;
    struct writer w = write_into(own, sizeof own);

    table_view(t, OPEN, table_steps(t) - 1, &before);
    table_view(t, OPEN, table_steps(t), &after);
    game->chance_write(state_in(&before), state_in(&after), &w);
    HOLDS(!w.overflow && same_but_for_order(own, w.length, text, length));
    struct reader in = read_from(own, w.length);
    HOLDS(game->chance_read(state_in(&before), &in));
    HOLDS(bytes_equal(before.bytes, after.bytes, game->state_size));
}

static void play_on(struct table *t)
{
    struct rng deals = rng_fast(1), choices = rng_fast(2);

    for (struct turn turn; (turn = table_turn(t)).kind != TURN_OVER;)
        if (turn.kind == TURN_CHANCE)
            deal_one(t, &deals);
        else
            choose_one(t, &choices);
    HOLDS(!fault_now(t));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < PLACE_BYTES)
        return 0;
    struct table *t = table_at(data, TURN_CHANCE);
    if (!t)
        return 0;
    const char *text = (const char *)data + PLACE_BYTES;
    size_t length = size - PLACE_BYTES;
    struct reader in = read_from(text, length);
    struct state_buffer before, after;
    struct problem why = {.text = ""};
    int steps = table_steps(t);

    table_view(t, OPEN, steps, &before);
    if (table_deal_as(t, &in, &why)) {
        HOLDS(!fault_now(t));
        check_own_line(t, text, length);
        play_on(t);
    } else {
        table_view(t, OPEN, steps, &after);
        HOLDS(table_steps(t) == steps && bytes_equal(before.bytes, after.bytes, table_game(t)->state_size));
        HOLDS(strncmp(why.text, "column ", 7) == 0);
    }
    table_close(t);
    return 0;
}
