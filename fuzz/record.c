/* Any file as a record: it is refused with a line and a reason, or the games in
 * it hold together, can be looked at by everybody, and written out read back to
 * the same bytes. */
#include "fuzz.h"
#include "words/words.h"

static void look_at(const struct table *t)
{
    static char text[RECORD_LINE];
    struct state_buffer view;

    for (int viewer = ONLOOKER; viewer < table_plan(t)->players; viewer++) {
        struct writer w = write_into(text, sizeof text);
        if (table_steps(t) > 0)
            words_step(plain_listener(viewer), t, table_steps(t) - 1, &w);
        table_view(t, viewer, table_steps(t), &view);
        table_game(t)->describe(state_in(&view), &w);
        HOLDS(!w.overflow);
    }
}

static void write_out(const struct table *t, bool legal, char **bytes, size_t *length)
{
    FILE *out = open_memstream(bytes, length);
    HOLDS(out && record_write(t, legal, out));
    fclose(out);
}

/* Choices that are sealed are not written: the record read back may be shorter,
 * but it is the same record. */
static void read_back(const struct table *t, enum record_status expected)
{
    char *bytes, *again;
    size_t length, again_length;
    struct problem why;
    struct table *copy = NULL;

    write_out(t, true, &bytes, &length);
    FILE *in = fmemopen(bytes, length, "rb");
    struct record_file *file = record_open(in);
    HOLDS(in && file && record_read(file, &copy, &why) == expected);
    write_out(copy, true, &again, &again_length);
    HOLDS(again_length == length && memcmp(bytes, again, length) == 0);
    table_close(copy);
    record_close(file);
    fclose(in);
    free(bytes);
    free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FILE *in = size > 0 ? fmemopen((void *)(uintptr_t)data, size, "rb") : NULL;
    struct record_file *file = in ? record_open(in) : NULL;
    enum record_status status;
    struct problem why = {.text = ""};
    struct table *t;

    if (!file)
        return 0;
    while ((status = record_read(file, &t, &why)) == RECORD_WHOLE || status == RECORD_CUT) {
        HOLDS(!fault_now(t));
        HOLDS((status == RECORD_WHOLE) == (table_turn(t).kind == TURN_OVER) || status == RECORD_CUT);
        look_at(t);
        /* Without its last line a finished game is cut; written out it is whole. */
        read_back(t, table_turn(t).kind == TURN_OVER ? RECORD_WHOLE : RECORD_CUT);
        table_close(t);
    }
    HOLDS(status == RECORD_NONE || strncmp(why.text, "line ", 5) == 0);
    record_close(file);
    fclose(in);
    return 0;
}
