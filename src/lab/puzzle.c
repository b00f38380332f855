/* A line of a puzzle file, read strictly and replayed by the rules: see puzzle.h. */
#include "lab/puzzle.h"

#include <string.h>

enum { NUMBER_MOST = 1000000 };

/* A string without NUL, ending in NUL. */
static bool read_word(struct reader *in, const char *before, char *out, size_t size)
{
    size_t length = 0;

    if (!read_literal(in, before) || !read_json_string(in, out, size - 1, &length))
        return false;
    out[length] = '\0';
    return strlen(out) == length || read_failed(in, "a NUL in a string");
}

static bool read_count(struct reader *in, const char *before, int most, int *out)
{
    return read_literal(in, before) && read_number(in, 0, most, out);
}

/* What went wrong in the line: the caller's own reason, or the reader's with its column. */
static bool refuse(const struct reader *in, struct problem *why)
{
    return problem_set(why, "column %d: %s", (int)in->at + 1, in->error ? in->error : why->text);
}

static bool read_options(struct reader *in, struct table_plan *plan, struct problem *why)
{
    char name[NAME_SIZE], value[OPTION_SIZE];

    if (!read_literal(in, ",\"options\":{"))
        return false;
    for (int i = 0; !read_if(in, "}"); i++)
        if (!read_word(in, i > 0 ? "," : "", name, sizeof name) || !read_word(in, ":", value, sizeof value) ||
            !plan_option(plan, name, strlen(name), value, why))
            return false;
    return true;
}

static bool read_plan(struct reader *in, struct table_plan *plan, struct problem *why)
{
    char id[NAME_SIZE], seed[SEED_DIGITS + 1];

    if (!read_word(in, "{\"game\":", id, sizeof id))
        return false;
    plan->game = game_by_id(id);
    if (!plan->game)
        return problem_set(why, "there is no game %s", id);
    return read_count(in, ",\"players\":", MAX_SEATS, &plan->players) && read_options(in, plan, why) &&
           read_word(in, ",\"seed\":", seed, sizeof seed) && seed_parse(seed, &plan->seed, why);
}

static void name_seats(struct table_plan *plan)
{
    for (int seat = 0; seat < plan->players; seat++) {
        struct table_name *name = &plan->names[seat];
        struct writer w = write_into(name->text, sizeof name->text);
        write_text(&w, "seat ");
        write_number(&w, seat);
        name->length = w.length;
    }
}

/* Every move is of the first seat that owes one. */
static bool read_moves(struct reader *in, struct table *table, struct problem *why)
{
    char move[256];

    if (!read_literal(in, ",\"moves\":[") || !table_deal(table, why))
        return false;
    for (int i = 0; !read_if(in, "]"); i++) {
        if (!read_word(in, i > 0 ? "," : "", move, sizeof move))
            return false;
        if (table_turn(table).kind != TURN_CHOICE)
            return problem_set(why, "the game is over before its moves are");
        if (!table_do_text(table, __builtin_ctz(table_turn(table).seats), move, strlen(move), why))
            return false;
    }
    return table_turn(table).kind == TURN_CHOICE || problem_set(why, "nobody has a choice in this position");
}

static bool read_move(struct reader *in, const char *before, const struct puzzle *it, uint16_t *id, struct problem *why)
{
    char move[256];

    return read_word(in, before, move, sizeof move) && table_parse(it->table, it->seat, move, strlen(move), id, why) &&
           table_is_legal(it->table, it->seat, *id, why);
}

static bool read_values(struct reader *in, struct puzzle *out, struct problem *why)
{
    uint16_t legal[LEGAL_SIZE];
    int count = table_legal(out->table, out->seat, legal);

    if (count > PUZZLE_LEGAL_MOST)
        return problem_set(why, "more than %d moves are legal", PUZZLE_LEGAL_MOST);
    out->count = count;
    memcpy(out->legal, legal, (size_t)count * sizeof *legal);
    for (int i = 0; i < count; i++)
        if (!read_count(in, i > 0 ? "," : ",\"values\":[", PUZZLE_WIN, &out->values[i]))
            return false;
    return read_literal(in, "]");
}

static bool read_solution(struct reader *in, struct puzzle *out, struct problem *why)
{
    out->seat = __builtin_ctz(table_turn(out->table).seats);
    int seat = 0;

    if (!read_count(in, ",\"seat\":", MAX_SEATS - 1, &seat))
        return false;
    if (seat != out->seat)
        return problem_set(why, "seat %d is to choose", out->seat);
    return read_move(in, ",\"best\":", out, &out->best, why) && read_move(in, ",\"second\":", out, &out->second, why) &&
           read_count(in, ",\"margin\":", PUZZLE_WIN, &out->margin) &&
           read_count(in, ",\"error\":", PUZZLE_WIN, &out->error) &&
           read_count(in, ",\"worlds\":", NUMBER_MOST, &out->worlds) && read_values(in, out, why) &&
           read_word(in, ",\"theme\":", out->theme, sizeof out->theme) &&
           read_count(in, ",\"difficulty\":", PUZZLE_DIFFICULTIES, &out->difficulty) &&
           read_count(in, ",\"novice\":", PUZZLE_NOVICES, &out->novice) &&
           read_count(in, ",\"club\":", PUZZLE_CLUBS, &out->club) && read_literal(in, "}") && read_end(in);
}

bool puzzle_read(const char *line, size_t length, struct puzzle *out, struct problem *why)
{
    struct reader in = read_from(line, length);
    struct table_plan plan = {.players = 0};

    *out = (struct puzzle){.table = NULL};
    *why = (struct problem){.text = ""};
    if (!read_plan(&in, &plan, why))
        return refuse(&in, why);
    name_seats(&plan);
    out->table = table_open(&plan, why);
    if (out->table && read_moves(&in, out->table, why) && read_solution(&in, out, why))
        return true;
    table_close(out->table);
    out->table = NULL;
    return refuse(&in, why);
}
