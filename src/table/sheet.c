/* See sheet.h. A sheet is asked for when a game is over: the facts of all steps are gone through once. */
#include "table/sheet.h"

#include <string.h>

#include "rules/sheet.h"

typedef void take_column(void *to, const struct sheet_column *);

/* Hands over the round that has just been scored, and begins another. */
static void end_round(const struct game_sheet *sheet, struct tally *tally, int round, take_column *take, void *to)
{
    struct sheet_column column = {.round = round, .counts = sheet->counts};

    memcpy(column.points, tally->round, sizeof column.points);
    memcpy(column.counted, tally->counted, sizeof column.counted);
    memset(tally->round, 0, sizeof tally->round);
    memset(tally->counted, 0, sizeof tally->counted);
    take(to, &column);
}

static void take_parts(const struct game_sheet *sheet, const struct tally *tally, take_column *take, void *to)
{
    static const int nothing[MAX_SEATS];

    for (int part = 0; sheet->parts[part]; part++) {
        struct sheet_column column = {.key = sheet->parts[part], .round = -1};
        memcpy(column.points, tally->part[part], sizeof column.points);
        if (memcmp(column.points, nothing, sizeof nothing) != 0)
            take(to, &column);
    }
}

static void tally_step(const struct table *t, int step, struct tally *tally)
{
    const struct game *game = table_game(t);
    struct facts facts;

    table_facts(t, OPEN, step, &facts);
    for (int i = 0; i < facts.count; i++)
        game->sheet->tally(game, &facts.list[i], tally);
}

static int rounds_at(const struct table *t, int step)
{
    const struct game *game = table_game(t);
    struct state_buffer state;
    int points[MAX_SEATS];

    table_view(t, OPEN, step, &state);
    return game->rounds(state_in(&state), points);
}

static void rounds_alone(const struct table *t, take_column *take, void *to)
{
    for (int round = 0; round < table_rounds(t); round++) {
        struct sheet_column column = {.round = round};
        table_round(t, round, column.points);
        take(to, &column);
    }
}

bool table_sheet(const struct table *t, take_column *take, void *to)
{
    const struct game_sheet *sheet = table_game(t)->sheet;
    struct tally tally = {.round = {0}};
    int round = 0;

    if (table_is_imagined(t))
        return false;
    if (!sheet) {
        rounds_alone(t, take, to);
        return true;
    }
    for (int step = 0; step < table_steps(t); step++) {
        tally_step(t, step, &tally);
        if (sheet->rounds && rounds_at(t, step + 1) > round)
            end_round(sheet, &tally, round++, take, to);
    }
    take_parts(sheet, &tally, take, to);
    return true;
}

/* ---- what decided it ---- */

static void take_lead(void *to, const struct sheet_column *column)
{
    struct decider *it = to;
    int gain = column->points[it->winner] - column->points[it->rival];

    if (gain <= 0 || (it->has_lead && gain <= it->lead.points[it->winner] - it->lead.points[it->rival]))
        return;
    it->has_lead = true;
    it->lead = *column;
}

void table_decider(const struct table *t, struct decider *out)
{
    struct result result;

    table_result(t, &result);
    *out = (struct decider){.winner = -1, .rival = -1, .shared = (result.winners & (result.winners - 1)) != 0};
    for (int seat = 0; seat < table_plan(t)->players; seat++) {
        bool won = result.winners >> seat & 1;
        if (won && out->winner < 0)
            out->winner = seat;
        else if (!won && (out->rival < 0 || result.points[seat] > result.points[out->rival]))
            out->rival = seat;
    }
    if (out->winner < 0 || out->rival < 0)
        return;
    out->margin = result.points[out->winner] - result.points[out->rival];
    table_sheet(t, take_lead, out);
}

/* ---- as JSON ---- */

struct writing {
    const struct table *table;
    struct writer *w;
};

static void write_column(void *to, const struct sheet_column *column)
{
    const struct writing *it = to;
    const struct game *game = table_game(it->table);
    int players = table_plan(it->table)->players;

    write_item(it->w);
    write_char(it->w, '{');
    if (column->key)
        write_key_text(it->w, "key", column->key);
    else
        write_key_number(it->w, "round", column->round + 1);
    write_key(it->w, "points");
    write_char(it->w, '[');
    for (int seat = 0; seat < players; seat++) {
        write_item(it->w);
        write_points(it->w, game, column->points[seat]);
    }
    write_char(it->w, ']');
    if (column->counts) {
        write_key(it->w, "counted");
        write_char(it->w, '[');
        for (int seat = 0; seat < players; seat++) {
            write_item(it->w);
            write_number(it->w, column->counted[seat]);
        }
        write_char(it->w, ']');
    }
    write_char(it->w, '}');
}

void sheet_write(const struct table *t, struct writer *w)
{
    struct writing it = {.table = t, .w = w};

    write_char(w, '[');
    table_sheet(t, write_column, &it);
    write_char(w, ']');
}
