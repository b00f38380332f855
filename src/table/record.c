/* See record.h. */
#include "table/record.h"

#include <stdlib.h>
#include <string.h>

/* ---- writing ---- */

void record_options(const struct table_plan *plan, struct writer *w)
{
    write_text(w, "\"options\":{");
    for (int i = 0; i < plan->option_count; i++) {
        const struct table_option *set = &plan->options[i];
        write_key(w, plan->game->options[set->index].name);
        write_json_string(w, set->value, text_length(set->value));
    }
    write_char(w, '}');
}

void record_names(const struct table_plan *plan, struct writer *w)
{
    write_text(w, "\"names\":[");
    for (int seat = 0; seat < plan->players; seat++) {
        write_item(w);
        write_json_string(w, plan->names[seat].text, plan->names[seat].length);
    }
    write_char(w, ']');
}

static void write_header(const struct table_plan *plan, struct writer *w)
{
    char seed[SEED_DIGITS + 1];

    write_text(w, "{\"parlor\":1,\"game\":\"");
    write_text(w, plan->game->id);
    write_text(w, "\",\"players\":");
    write_number(w, plan->players);
    write_char(w, ',');
    record_options(plan, w);
    seed_text(&plan->seed, seed);
    write_text(w, ",\"seed\":\"");
    write_text(w, seed);
    write_text(w, "\",");
    record_names(plan, w);
    if (plan->fair[0]) {
        write_text(w, ",\"fair\":");
        write_text(w, plan->fair);
    }
    write_char(w, '}');
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void record_legal(const struct table *t, int step, int seat, struct writer *w)
{
    const struct game *game = table_game(t);
    size_t most = (size_t)game->max_legal + LEGAL_SLACK;
    uint16_t *ids = malloc(most * sizeof *ids);
    const char **texts = malloc(most * sizeof *texts);
    char *buffer = malloc(RECORD_LINE);
    struct state_buffer view;

    write_char(w, '[');
    if (ids && texts && buffer) {
        struct writer arena = write_into(buffer, RECORD_LINE);
        table_view(t, OPEN, step, &view);
        int count = game->legal(state_in(&view), seat, ids);
        for (int i = 0; i < count; i++) { /* one after another in the arena, a NUL after each */
            texts[i] = arena.buffer + arena.length;
            game->action_text(state_in(&view), seat, ids[i], &arena);
            write_char(&arena, '\0');
        }
        qsort(texts, (size_t)count, sizeof *texts, compare_texts);
        for (int i = 0; i < count; i++) {
            write_item(w);
            write_json_string(w, texts[i], text_length(texts[i]));
        }
        w->overflow |= arena.overflow;
    } else {
        w->overflow = true;
    }
    write_char(w, ']');
    free(ids);
    free(texts);
    free(buffer);
}

static void write_choice(const struct table *t, int step, bool legal, struct writer *w)
{
    struct step it = table_step(t, step);
    struct state_buffer before;

    table_view(t, OPEN, it.first, &before);
    write_text(w, "{\"seat\":");
    write_number(w, it.actor);
    write_text(w, ",\"do\":\"");
    table_game(t)->action_text(state_in(&before), it.actor, it.id, w);
    write_char(w, '"');
    if (legal) {
        write_text(w, ",\"legal\":");
        record_legal(t, it.first, it.actor, w);
    }
    write_char(w, '}');
}

static void write_rounds(const struct table *t, struct writer *w)
{
    write_text(w, ",\"rounds\":[");
    for (int round = 0; round < table_rounds(t); round++) {
        int points[MAX_SEATS];
        table_round(t, round, points);
        write_item(w);
        write_char(w, '[');
        for (int seat = 0; seat < table_plan(t)->players; seat++) {
            write_item(w);
            write_number(w, points[seat]);
        }
        write_char(w, ']');
    }
    write_char(w, ']');
}

void record_outcome(const struct table *t, struct writer *w)
{
    const struct game *game = table_game(t);
    int players = table_plan(t)->players;
    struct result result;

    table_result(t, &result);
    write_text(w, "\"points\":[");
    for (int seat = 0; seat < players; seat++) {
        write_item(w);
        write_points(w, game, result.points[seat]);
    }
    write_text(w, "],\"winners\":[");
    for (int seat = 0; seat < players; seat++)
        if (result.winners >> seat & 1) {
            write_item(w);
            write_number(w, seat);
        }
    write_char(w, ']');
}

void record_result(const struct table *t, struct writer *w)
{
    write_text(w, "\"result\":{");
    record_outcome(t, w);
    if (table_game(t)->rounds)
        write_rounds(t, w);
    write_char(w, '}');
}

/* The step of a group that belongs to the lowest seat above `after`. */
static int next_of_group(const struct table *t, struct step group, int after)
{
    int best = -1;
    for (int step = group.first; step < group.end; step++) {
        int actor = table_step(t, step).actor;
        if (actor > after && (best < 0 || actor < table_step(t, best).actor))
            best = step;
    }
    return best;
}

static bool put_line(struct writer *line, FILE *out)
{
    write_char(line, '\n');
    bool written = !line->overflow && fwrite(line->buffer, 1, line->length, out) == line->length;
    *line = write_into(line->buffer, line->size);
    return written;
}

static bool write_steps(const struct table *t, bool legal, struct writer *line, FILE *out)
{
    for (int step = 0; step < table_steps(t);) {
        struct step it = table_step(t, step);
        if (it.actor == CHANCE) {
            table_write_chance(t, step++, line);
            if (!put_line(line, out))
                return false;
            continue;
        }
        if (!it.complete)
            break;
        for (int actor = -1, one; (one = next_of_group(t, it, actor)) >= 0; actor = table_step(t, one).actor) {
            write_choice(t, one, legal, line);
            if (!put_line(line, out))
                return false;
        }
        step = it.end;
    }
    return true;
}

bool record_write(const struct table *t, bool legal, FILE *out)
{
    char *buffer = malloc(RECORD_LINE);
    if (!buffer)
        return false;
    struct writer line = write_into(buffer, RECORD_LINE);

    write_header(table_plan(t), &line);
    bool written = put_line(&line, out) && write_steps(t, legal, &line, out);
    if (written && table_turn(t).kind == TURN_OVER) {
        write_char(&line, '{');
        record_result(t, &line);
        write_char(&line, '}');
        written = put_line(&line, out);
    }
    free(buffer);
    return written && fflush(out) == 0;
}

/* ---- reading ---- */

struct record_file {
    FILE *in;
    long number;  /* of the last line read, from 1 */
    bool held;    /* line[] has been read and not been used */
    bool refused; /* something was wrong: nothing more is read */
    size_t length;
    char line[RECORD_LINE];
    char other[RECORD_LINE]; /* what the line should have been */
};

struct record_file *record_open(FILE *in)
{
    struct record_file *file = calloc(1, sizeof *file);
    if (file)
        file->in = in;
    return file;
}

void record_close(struct record_file *file)
{
    free(file);
}

long record_line(const struct record_file *file)
{
    return file->number - file->held;
}

/* Says in which line (and column, unless it is 0) something is wrong. The
 * reason may lie in the problem itself. */
static enum record_status refuse_at(struct record_file *file, struct problem *why, size_t column, const char *reason)
{
    if (column > 0)
        problem_set(why, "line %ld, column %zu: %s", file->number, column, reason);
    else
        problem_set(why, "line %ld: %s", file->number, reason);
    file->refused = true;
    return RECORD_REFUSED;
}

static enum record_status refuse(struct record_file *file, struct problem *why, const char *reason)
{
    return refuse_at(file, why, 0, reason);
}

static enum record_status refuse_reader(struct record_file *file, struct problem *why, const struct reader *in)
{
    return refuse_at(file, why, in->at + 1, in->error);
}

/* What is wrong with the next byte of a line, or the end of the file in it. */
static const char *byte_error(const struct record_file *file, int c)
{
    if (c == EOF)
        return ferror(file->in) ? "the file cannot be read" : "the line is cut off: it does not end in a line feed";
    if (file->length + 1 >= RECORD_LINE)
        return "the line is longer than any line of a record";
    if (c >= 0x20)
        return NULL;
    return c == '\0'   ? "a NUL byte"
           : c == '\r' ? "a carriage return: lines end in one line feed"
                       : "a control character that is not escaped";
}

/* Reads a line into file->line, without its line feed. RECORD_NONE at the end
 * of the file. */
static enum record_status hold_line(struct record_file *file, struct problem *why)
{
    if (file->held)
        return RECORD_WHOLE;
    file->length = 0;
    file->number++;
    for (int c; (c = getc(file->in)) != '\n';) {
        if (c == EOF && file->length == 0 && !ferror(file->in)) {
            file->number--; /* there is no such line */
            return RECORD_NONE;
        }
        const char *error = byte_error(file, c);
        if (error)
            return refuse(file, why, error);
        file->line[file->length++] = (char)c;
    }
    if (file->length == 0)
        return refuse(file, why, "an empty line");
    file->held = true;
    return RECORD_WHOLE;
}

static struct reader line_reader(const struct record_file *file)
{
    return read_from(file->line, file->length);
}

static bool line_begins(const struct record_file *file, const char *with)
{
    struct reader in = line_reader(file);
    return read_if(&in, with);
}

/* Exactly these bytes, or else this error. */
static bool read_part(struct reader *in, const char *literal, const char *error)
{
    return read_if(in, literal) || read_failed(in, error);
}

/* Fails at a place that has been passed already. */
static bool failed_at(struct reader *in, size_t at, const char *error)
{
    in->at = at;
    return read_failed(in, error);
}

/* A string without NUL into a small buffer, ending in NUL. */
static bool read_word(struct reader *in, char *out, size_t size)
{
    size_t length = 0;
    if (!read_json_string(in, out, size - 1, &length))
        return false;
    out[length] = '\0';
    return strlen(out) == length || read_failed(in, "a NUL in a string");
}

static bool read_options(struct reader *in, struct table_plan *plan, struct problem *why)
{
    if (!read_part(in, ",\"options\":{", "the options are expected here"))
        return false;
    for (int i = 0; !read_if(in, "}"); i++) {
        char name[NAME_SIZE], value[OPTION_SIZE];
        if (i > 0 && !read_literal(in, ","))
            return false;
        size_t at = in->at;
        if (!read_word(in, name, sizeof name) || !read_literal(in, ":") || !read_word(in, value, sizeof value))
            return false;
        if (!plan_option(plan, name, text_length(name), value, why))
            return failed_at(in, at, why->text);
    }
    return true;
}

static bool read_seed(struct reader *in, struct seed *seed)
{
    char digits[SEED_DIGITS + 1];
    struct problem why;

    if (!read_part(in, ",\"seed\":", "the seed is expected here"))
        return false;
    size_t at = in->at;
    if (!read_word(in, digits, sizeof digits))
        return false;
    bool fine = strlen(digits) == SEED_DIGITS && strspn(digits, "0123456789abcdef") == SEED_DIGITS;
    if (!fine || !seed_parse(digits, seed, &why))
        return failed_at(in, at, "the seed is not 64 lower-case hex digits");
    return true;
}

enum {
    FAIR_DEPTH = 3, /* an object in a list in the object, with a list in it */
    FAIR_NUMBER_MAX = 999999,
};

static bool is_next(const struct reader *in, char c)
{
    return in->at < in->length && in->text[in->at] == c;
}

/* A value of a `fair` object: a string, a number, or a list or an object of such. */
static bool read_fair_value(struct reader *in, int depth)
{
    char word[FAIR_SIZE];
    int number;
    bool list = read_if(in, "["), object = !list && read_if(in, "{");

    if (!list && !object)
        return is_next(in, '"') ? read_word(in, word, sizeof word) : read_number(in, 0, FAIR_NUMBER_MAX, &number);
    if (depth == 0)
        return read_failed(in, "lists and objects are nested too deep here");
    for (int i = 0; !read_if(in, list ? "]" : "}"); i++)
        if ((i > 0 && !read_literal(in, ",")) ||
            (object && (!read_word(in, word, sizeof word) || !read_literal(in, ":"))) ||
            !read_fair_value(in, depth - 1))
            return false;
    return true;
}

/* A `fair` object. It is kept as it stands, to check the deal by. */
static bool read_fair(struct reader *in, struct table_plan *plan)
{
    size_t begin = in->at;

    if (!is_next(in, '{'))
        return read_failed(in, "fair is an object");
    if (!read_fair_value(in, FAIR_DEPTH + 1))
        return false;
    if (in->at - begin >= FAIR_SIZE)
        return read_failed(in, "what follows fair is too long");
    memcpy(plan->fair, in->text + begin, in->at - begin);
    plan->fair[in->at - begin] = '\0';
    return true;
}

static bool read_names(struct reader *in, struct table_plan *plan)
{
    if (!read_part(in, ",\"names\":[", "the names are expected here"))
        return false;
    for (int seat = 0; seat < plan->players; seat++) {
        struct table_name *name = &plan->names[seat];
        if (seat > 0 && !read_part(in, ",", "there are fewer names than players"))
            return false;
        if (!read_json_string(in, name->text, sizeof name->text - 1, &name->length))
            return false;
        name->text[name->length] = '\0';
    }
    return read_part(in, "]", "there are more names than players");
}

static bool read_version(struct reader *in)
{
    int version = 0;

    if (!read_part(in, "{\"parlor\":", "a header is expected here, as every game begins with one"))
        return false;
    size_t at = in->at;
    if (!read_number(in, 0, 999, &version))
        return false;
    return version == 1 || failed_at(in, at, "this record is of a version that this parlor does not know");
}

static bool read_game(struct reader *in, struct table_plan *plan, struct problem *why)
{
    char id[NAME_SIZE];

    if (!read_part(in, ",\"game\":", "the game is expected here"))
        return false;
    size_t at = in->at;
    if (!read_word(in, id, sizeof id))
        return false;
    plan->game = game_by_id(id);
    if (plan->game)
        return true;
    problem_set(why, "there is no game called %s", id);
    return failed_at(in, at, why->text);
}

/* No more than the game has seats for: there is space for the names that follow. */
static bool read_players(struct reader *in, struct table_plan *plan, struct problem *why)
{
    struct setup setup = {.players = 0};
    struct writer w = write_into(why->text, sizeof why->text);

    if (!read_part(in, ",\"players\":", "the number of players is expected here"))
        return false;
    size_t at = in->at;
    if (!read_number(in, 0, 999, &setup.players))
        return false;
    plan->players = setup.players;
    return setup_check(plan->game, &setup, &w) || failed_at(in, at, why->text);
}

static bool read_header(struct reader *in, struct table_plan *plan, struct problem *why)
{
    if (!read_version(in) || !read_game(in, plan, why) || !read_players(in, plan, why) ||
        !read_options(in, plan, why) || !read_seed(in, &plan->seed) || !read_names(in, plan))
        return false;
    bool fair = read_if(in, ",\"fair\":");
    if (fair && !read_fair(in, plan))
        return false;
    return read_part(in, "}",
                     fair ? "the end of the header is expected here"
                          : "fair, or the end of the header, is expected here") &&
           read_end(in);
}

/* Refuses a line that is not, byte for byte, the expected one. */
static bool same_bytes(const struct record_file *file, const struct writer *expected, struct reader *in,
                       const char *error)
{
    if (expected->overflow)
        return failed_at(in, 0, "out of memory: this line cannot be checked");
    if (expected->length == file->length && memcmp(expected->buffer, file->line, file->length) == 0)
        return true;
    size_t at = 0;
    while (at < file->length && at < expected->length && file->line[at] == expected->buffer[at])
        at++;
    return failed_at(in, at, error);
}

/* False if a lower seat must choose first: choices made at the same time are written in ascending order of seats. */
static bool is_next_seat(const struct table *t, int seat)
{
    struct turn turn = table_turn(t);
    return turn.kind != TURN_CHOICE || !(turn.seats >> seat & 1) || __builtin_ctz(turn.seats) == seat;
}

/* Refuses an action; a long one is not shown whole, so that the reason is. */
static enum record_status refuse_action(struct record_file *file, struct problem *why, const char *text)
{
    enum { SHOWN = 40 };

    problem_set(why, "%.*s%s: %s", SHOWN, text, strlen(text) > SHOWN ? "…" : "", why->text);
    return refuse(file, why, why->text);
}

static enum record_status read_choice(struct record_file *file, struct table *t, struct problem *why)
{
    struct reader in = line_reader(file);
    char text[256];
    uint16_t id = 0;
    int seat = 0;

    if (!read_literal(&in, "{\"seat\":") || !read_number(&in, 0, table_plan(t)->players - 1, &seat) ||
        !read_literal(&in, ",\"do\":") || !read_word(&in, text, sizeof text))
        return refuse_reader(file, why, &in);
    bool legal = read_if(&in, ",\"legal\":");
    if (!legal && (!read_literal(&in, "}") || !read_end(&in)))
        return refuse_reader(file, why, &in);
    if (!is_next_seat(t, seat))
        return refuse(file, why, "choices made at the same time must be in ascending order of seats");
    if (!table_parse(t, seat, text, text_length(text), &id, why) || !table_choose(t, seat, id, why))
        return refuse_action(file, why, text);
    struct writer expected = write_into(file->other, sizeof file->other);
    write_choice(t, table_steps(t) - 1, legal, &expected);
    if (!same_bytes(file, &expected, &in, "this is not the list of legal actions here"))
        return refuse_reader(file, why, &in);
    return RECORD_WHOLE;
}

static enum record_status read_chance(struct record_file *file, struct table *t, struct problem *why)
{
    struct reader in = line_reader(file);

    if (table_deal_as(t, &in, why))
        return RECORD_WHOLE;
    return in.error ? refuse_reader(file, why, &in) : refuse(file, why, why->text);
}

static enum record_status read_result(struct record_file *file, struct table *t, struct problem *why)
{
    struct reader in = line_reader(file);
    struct writer expected = write_into(file->other, sizeof file->other);

    if (table_turn(t).kind != TURN_OVER)
        return refuse(file, why, "a result, but the game is not over");
    write_char(&expected, '{');
    record_result(t, &expected);
    write_char(&expected, '}');
    if (!same_bytes(file, &expected, &in, "this is not the result of the game"))
        return refuse_reader(file, why, &in);
    return RECORD_WHOLE;
}

static bool begins_a_game(const struct record_file *file)
{
    return line_begins(file, "{\"parlor\":");
}

/* Everything after the header, up to the result or where the record is cut. */
static enum record_status read_steps(struct record_file *file, struct table *t, struct problem *why)
{
    for (;;) {
        enum record_status status = hold_line(file, why);
        if (status == RECORD_REFUSED)
            return status;
        if (status == RECORD_NONE || begins_a_game(file))
            return RECORD_CUT;
        file->held = false;
        if (line_begins(file, "{\"result\":"))
            return read_result(file, t, why);
        if (line_begins(file, "{\"seat\":"))
            status = read_choice(file, t, why);
        else if (line_begins(file, "{\"chance\":"))
            status = read_chance(file, t, why);
        else
            return refuse(file, why, "this is not a chance event, a choice, a result or a new game");
        if (status != RECORD_WHOLE)
            return status;
    }
}

enum record_status record_read(struct record_file *file, struct table **table, struct problem *why)
{
    struct table_plan plan = {.game = NULL};
    struct problem inner;

    *table = NULL;
    if (file->refused)
        return RECORD_NONE;
    enum record_status status = hold_line(file, why);
    if (status != RECORD_WHOLE)
        return status;
    file->held = false;
    struct reader in = line_reader(file);
    if (!read_header(&in, &plan, &inner))
        return refuse_reader(file, why, &in);
    struct table *t = table_open(&plan, &inner);
    if (!t)
        return refuse(file, why, inner.text);
    status = read_steps(file, t, why);
    if (status == RECORD_REFUSED)
        table_close(t);
    else
        *table = t;
    return status;
}
