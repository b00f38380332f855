/* Games that are over, and records: looked at step by step, analysed, played on. See engine.h. */
#include "wasm/engine.h"

#include <stdlib.h>

#include "lab/analysis.h"
#include "memory.h"
#include "table/record.h"

static struct gathered written; /* the last record or analysis */

static struct table *opened; /* the record that was opened; NULL: none */

/* Reads a game. NULL with the reason. */
static struct table *read_game_record(const char *text, size_t length, struct problem *why)
{
    FILE bytes = {.at = text, .end = text + length};
    struct record_file *file = must_have(record_open(&bytes));
    struct table *table = NULL;
    enum record_status status = record_read(file, &table, why);

    if (status == RECORD_NONE)
        problem_set(why, "there is no game in it");
    record_close(file);
    return table;
}

const char *open_record(void)
{
    static struct problem why;
    struct table *table = read_game_record(input_text(), input_length(), &why);

    if (!table)
        return why.text;
    close_record();
    opened = table;
    return "";
}

void close_record(void)
{
    table_close(opened);
    opened = NULL;
}

/* Returns the game to look at; NULL where there is none, or it is not over: an error has been written then. */
static const struct table *looked_at(void)
{
    struct writer w = write_into(message, sizeof message);
    struct problem why;

    if (opened)
        return opened;
    if (room && room->status == ROOM_OVER)
        return room->table;
    server_refuse(&why, room ? REFUSE_GAME_NOT_OVER : REFUSE_NO_SUCH_TABLE);
    body_error(&w, room ? ERROR_REFUSED : ERROR_NO_SUCH_TABLE, NULL, &why);
    return NULL;
}

const char *record(void)
{
    const struct table *table = looked_at();

    if (!table)
        return message;
    free(written.text);
    written.text = must_have(record_text(table, false, &written.length));
    return written.text;
}

const char *steps(int viewer, int from)
{
    const struct table *table = looked_at();

    if (!table)
        return message;
    struct writer w = write_into(message, sizeof message);
    int players = table_plan(table)->players, count = table_steps(table);
    viewer = viewer >= 0 && viewer < players ? viewer : viewer == -1 ? ONLOOKER : OPEN;
    from = from < 0 ? 0 : from < count ? table_step(table, from).first : count;
    message_steps(&w, table, listener_for(language_find(input_text()), viewer), from);
    return message;
}

const char *ending(void)
{
    const struct table *table = looked_at();
    struct writer w = write_into(message, sizeof message);
    struct problem why;

    if (!table)
        return message;
    if (table_turn(table).kind == TURN_OVER) {
        body_end(&w, table, listener_for(language_find(input_text()), ONLOOKER));
    } else {
        server_refuse(&why, REFUSE_GAME_NOT_OVER);
        body_error(&w, ERROR_REFUSED, NULL, &why);
    }
    return message;
}

static bool analysis_stops(void *unused)
{
    (void)unused;
    return page_stops(0, 0);
}

static void show_progress(void *unused, long done, long of)
{
    (void)unused;
    page_stops((int)done, (int)of);
}

static bool analyse(const struct table *table, int decisions, struct problem *why)
{
    const struct analysis_plan plan = {.simulations = analysis_simulations(table, decisions),
                                       .seat = EVERYBODY,
                                       .threads = 1,
                                       .seed = table_plan(table)->seed,
                                       .stopped = analysis_stops,
                                       .progress = show_progress};
    struct analysis it;
    enum analysis_end end = analysis_make(table, &plan, &it, why);

    if (end == ANALYSIS_STOPPED)
        return server_refuse(why, REFUSE_ANALYSIS_TOO_LONG);
    if (end == ANALYSIS_FAILED)
        return false;
    free(written.text);
    FILE *out = must_have(open_memstream(&written.text, &written.length));
    analysis_write_json(&it, table_turn(table).kind != TURN_OVER, out);
    analysis_free(&it);
    if (fclose(out) != 0)
        memory_ran_out();
    return true;
}

/* Reads the game back from its record, so that everything is numbered as there. */
const char *analysis(int decisions)
{
    const struct table *table = looked_at();
    struct problem why;
    size_t length;

    if (!table)
        return message;
    struct writer w = write_into(message, sizeof message);
    char *text = must_have(record_text(table, false, &length));
    struct table *again = read_game_record(text, length, &why);
    bool fine = again && analyse(again, decisions > 0 ? decisions : 1, &why);
    table_close(again);
    free(text);
    if (!fine)
        body_error(&w, ERROR_REFUSED, NULL, &why);
    return fine ? written.text : message;
}

static bool play_to_end(struct table *table, const struct bot *bot, struct problem *why)
{
    if (!table_deal(table, why))
        return false;
    for (struct turn turn; (turn = table_turn(table)).kind == TURN_CHOICE;) {
        int seat = __builtin_ctz(turn.seats);
        struct bot_mind mind = bot_mind(&table_plan(table)->seed, seat, table_steps(table));
        struct bot_history history = bot_history_of(table, seat);
        struct state_buffer view;
        table_view(table, seat, table_steps(table), &view);
        if (page_stops(table_steps(table), 0))
            return problem_set(why, "stopped");
        uint16_t id = bot_think(bot, table_game(table), state_in(&view), seat, &history, (struct bot_budget){0}, &mind);
        if (!table_do(table, seat, id, why))
            return false;
    }
    return true;
}

const char *play_on(void)
{
    static struct problem why;
    const struct bot *bot = bot_by_name(input_text());

    why.text[0] = '\0';
    if (!opened)
        problem_set(&why, "open a record first");
    else if (!bot)
        problem_set(&why, "there is no such bot");
    else
        play_to_end(opened, bot, &why);
    return why.text;
}
