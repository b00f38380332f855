/* See said.h. */
#include "client/said.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "rules/accept.h"
#include "wire/members.h"

enum {
    DEPTH = 32, /* lists and objects within each other: a view has a few */
    ENCODED_MAX = STATE_SIZE * 4 / 3 + 8,
};

static const int64_t TIME_LIMIT = 4 * (int64_t)CLOCK_MAX; /* a clock: time for a move, and the bank */

#define WORD(upper, lower) #lower,
static const char *const kinds[] = {SERVER_MESSAGES(WORD)};
static const char *const statuses[] = {SERVER_STATUS_WORDS(WORD) NULL};
static const char *const seat_kinds[] = {SERVER_SEAT_KIND_WORDS(WORD) NULL};
static const char *const absences[] = {SERVER_ABSENCE_WORDS(WORD) NULL};
#undef WORD

/* ---- members that may be missing ---- */

static void may_be_number(struct members *in, const char *key, int64_t least, int64_t most)
{
    if (members_has(in, key))
        members_number(in, key, least, most);
}

static void may_be_flag(struct members *in, const char *key)
{
    if (members_has(in, key))
        members_flag(in, key);
}

static void may_be_id(struct members *in, const char *key)
{
    char id[ID_LENGTH + 1];

    if (members_has(in, key))
        members_id(in, key, id);
}

/* A text with a bound on its bytes, whatever it says. */
static void check_text(struct members *in, const char *key, size_t most)
{
    const json_t *text = json_object_get(in->object, key);

    if (!json_is_string(text))
        members_fail(in, key, "%s", text ? "must be a text" : "is missing");
    else if (json_string_length(text) > most)
        members_fail(in, key, "is too long");
}

static void may_be_text(struct members *in, const char *key, size_t most)
{
    if (members_has(in, key))
        check_text(in, key, most);
}

/* One of some words. */
static void check_word(struct members *in, const char *key, const char *const *words)
{
    const char *text = json_string_value(json_object_get(in->object, key));

    for (; text && *words; words++)
        if (strcmp(text, *words) == 0)
            return;
    members_fail(in, key, "%s", text ? "is not one of the words allowed there" : "is missing, or no text");
}

/* A list of numbers, each within bounds. */
static void check_numbers(struct members *in, const char *key, size_t least, size_t most, double lowest, double highest)
{
    const json_t *list = members_list(in, key, least, most);

    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *item = json_array_get(list, i);
        double number = json_number_value(item);
        if (!json_is_number(item) || !(number >= lowest && number <= highest))
            members_fail(in, key, "must be numbers within bounds");
    }
}

/* A list of texts, each with a bound on its bytes; clean where they are sent back as they are. */
static void check_texts(struct members *in, const char *key, size_t items, size_t most, bool clean)
{
    const json_t *list = members_list(in, key, 0, items);

    for (size_t i = 0; i < json_array_size(list) && !in->failed; i++) {
        const json_t *text = json_array_get(list, i);
        if (!json_is_string(text) || json_string_length(text) > most)
            members_fail(in, key, "must be texts that are not too long");
        else if (clean && !text_is_clean(json_string_value(text), json_string_length(text)))
            members_fail(in, key, "has characters that no move has");
    }
}

/* ---- a table ---- */

static void check_seat(struct members *in)
{
    check_word(in, "kind", seat_kinds);
    check_text(in, "name", NAME_SIZE - 1);
    may_be_number(in, "look", 0, NUMBER_MAX);
    may_be_text(in, "bot", NAME_SIZE - 1);
    if (members_has(in, "why"))
        check_word(in, "why", absences);
    members_flag(in, "here");
    members_flag(in, "waiting");
    may_be_number(in, "time", 0, TIME_LIMIT);
}

static void check_seats(struct members *in, size_t players)
{
    const json_t *seats = members_list(in, "seats", players, players);

    for (size_t seat = 0; seat < json_array_size(seats) && !in->failed; seat++) {
        const json_t *it = json_array_get(seats, seat);
        struct members own = members_of(it, in->why);
        if (!json_is_object(it))
            members_fail(in, "seats", "must be objects");
        else
            check_seat(&own);
        in->failed |= own.failed;
    }
}

static void check_lines(struct members *in)
{
    members_number(in, "from", 0, NUMBER_MAX);
    check_texts(in, "lines", LOG_SHOWN, LOG_LINE_SIZE - 1, false);
}

static void check_log(struct members *in)
{
    const json_t *log = members_has(in, "log") ? members_object(in, "log") : NULL;
    struct members own = members_of(log, in->why);

    if (!log)
        return;
    check_lines(&own);
    in->failed |= own.failed;
}

enum { POINTS_MAX = 1000000000 };

static void check_result(struct members *in, size_t players)
{
    const json_t *result = members_has(in, "result") ? members_object(in, "result") : NULL;
    struct members own = members_of(result, in->why);

    if (!result)
        return;
    check_numbers(&own, "points", players, players, -POINTS_MAX, POINTS_MAX);
    check_numbers(&own, "winners", 1, players, 0, (double)players - 1);
    in->failed |= own.failed;
}

/* Where it comes from a server that has score sheets: those before 0.2 have none. */
static void check_column(struct members *in, size_t players)
{
    enum { KEY_SIZE = 32, COUNTED_MAX = 1000000 };
    const char *key = json_string_value(json_object_get(in->object, "key"));

    if (members_has(in, "key"))
        check_text(in, "key", KEY_SIZE);
    else
        members_number(in, "round", 1, NUMBER_MAX);
    for (; key && *key; key++)
        if ((*key < 'a' || *key > 'z') && *key != '_')
            members_fail(in, "key", "must be lower-case letters");
    check_numbers(in, "points", players, players, -POINTS_MAX, POINTS_MAX);
    if (members_has(in, "counted"))
        check_numbers(in, "counted", players, players, -COUNTED_MAX, COUNTED_MAX);
}

static void check_sheet(struct members *in, size_t players)
{
    enum { COLUMNS_MAX = 10000 };
    const json_t *sheet = members_has(in, "sheet") ? members_list(in, "sheet", 0, COLUMNS_MAX) : NULL;

    for (size_t i = 0; i < json_array_size(sheet) && !in->failed; i++) {
        const json_t *it = json_array_get(sheet, i);
        struct members own = members_of(it, in->why);
        if (!json_is_object(it))
            members_fail(in, "sheet", "must be objects");
        else
            check_column(&own, players);
        in->failed |= own.failed;
    }
    may_be_text(in, "decided", LOG_LINE_SIZE - 1);
}

static void check_options(struct members *in)
{
    json_t *options = members_has(in, "options") ? members_object(in, "options") : NULL;

    for (void *at = json_object_iter(options); at; at = json_object_iter_next(options, at))
        if (!json_is_string(json_object_iter_value(at)))
            members_fail(in, "options", "must be texts");
}

static void check_table(struct members *in)
{
    char id[ID_LENGTH + 1];

    members_id(in, "table", id);
    check_word(in, "status", statuses);
    check_text(in, "game", NAME_SIZE - 1);
    int players = (int)members_number(in, "players", 2, MAX_SEATS);
    if (in->failed)
        return;
    check_options(in);
    if (members_has(in, "hash")) /* servers before 0.2 send none */
        members_seen(in, &(struct seen){0});
    struct deal deal;
    if (!in->failed && !said_deal(in->object, &deal, in->why))
        in->failed = true;
    may_be_number(in, "prepared", 1, PREPARED_MAX);
    check_seats(in, (size_t)players);
    may_be_number(in, "you", 0, players - 1);
    may_be_number(in, "host", 0, players - 1);
    may_be_flag(in, "watchers_talk");
    check_log(in);
    check_result(in, (size_t)players);
    check_sheet(in, (size_t)players);
    if (members_has(in, "legal"))
        check_texts(in, "legal", LEGAL_SIZE, ACTION_SIZE - 1, true);
    may_be_number(in, "move", 0, NUMBER_MAX);
    may_be_flag(in, "may_undo");
    may_be_number(in, "watchers", 0, NUMBER_MAX);
    may_be_text(in, "state", ENCODED_MAX);
    may_be_number(in, "layout", 0, INT64_MAX);
    may_be_id(in, "next");
}

bool said_deal(const json_t *table, struct deal *out, struct problem *why)
{
    const json_t *fair = json_object_get(table, "fair");
    struct members in = members_of(fair, why);

    if (!json_is_object(fair))
        return problem_set(why, "fair: is missing, or no object");
    deal_read(&in, (int)json_integer_value(json_object_get(table, "players")), out);
    bool over = strcmp(json_string_value(json_object_get(table, "status")), "over") == 0;
    if (over != (bool)out->secret[0] || over != members_has(&in, "salts"))
        members_fail(&in, "fair", "the secret and the salts must stay hidden until the game is over");
    if (out->sealed && json_object_get(table, "prepared"))
        members_fail(&in, "fair", "a prepared deal has no seals");
    return !in.failed;
}

/* ---- the other messages ---- */

static void check_error(struct members *in)
{
    const json_t *error = members_object(in, "error");
    struct members own = members_of(error, in->why);

    if (!error)
        return;
    check_text(&own, "code", NAME_SIZE);
    check_text(&own, "text", LOG_LINE_SIZE);
    in->failed |= own.failed;
}

static void check_hint(struct members *in)
{
    static const char *const shares[] = {"value", "error", "sure"};
    const json_t *lines = members_list(in, "lines", 0, HINTS_MAX);

    for (size_t i = 0; i < json_array_size(lines) && !in->failed; i++) {
        const json_t *line = json_array_get(lines, i);
        struct members own = members_of(line, in->why);
        check_text(&own, "do", ACTION_SIZE - 1);
        for (int share = 0; share < 3; share++) {
            const json_t *value = json_object_get(line, shares[share]);
            double number = json_number_value(value);
            if (!json_is_number(value) || !(number >= 0 && number <= 1))
                members_fail(&own, shares[share], "must be a share from 0 to 1");
        }
        in->failed |= own.failed;
    }
}

static void check_message(struct members *in, enum said_kind kind)
{
    may_be_number(in, "re", 0, NUMBER_MAX);
    switch (kind) {
    case SAID_TABLE: check_table(in); break;
    case SAID_OK:
        may_be_number(in, "seat", 0, MAX_SEATS - 1);
        may_be_id(in, "token");
        may_be_flag(in, "behind");
        break;
    case SAID_ERROR: check_error(in); break;
    case SAID_HINT: check_hint(in); break;
    case SAID_CHAT:
        members_number(in, "number", 0, NUMBER_MAX);
        may_be_number(in, "seat", 0, MAX_SEATS - 1);
        check_text(in, "name", NAME_SIZE - 1);
        check_text(in, "text", CHAT_SIZE - 1);
        break;
    case SAID_REACTION:
        members_number(in, "seat", 0, MAX_SEATS - 1);
        check_text(in, "reaction", NAME_SIZE - 1);
        break;
    case SAID_BYE:
        check_text(in, "text", LOG_LINE_SIZE);
        members_flag(in, "again");
        break;
    case SAID_LOG: check_lines(in); break;
    case SAID_MOVES:
        members_number(in, "move", 0, NUMBER_MAX);
        check_texts(in, "lines", LEGAL_SIZE, CALLED_SIZE - 1, false);
        break;
    default: break;
    }
}

/* ---- texts that can be shown ---- */

/* Line feeds stay where lines are expected, which is in logs alone. */
static void clean_text(json_t *text, bool lines)
{
    const char *bytes = json_string_value(text);
    size_t length = json_string_length(text);

    if (text_is_clean(bytes, length))
        return;
    char *clean = must_alloc(length + 1);
    struct writer w = write_into(clean, length + 1);
    for (size_t at = 0, piece; at < length; at += piece + 1) {
        const char *end = lines ? memchr(bytes + at, '\n', length - at) : NULL;
        piece = end ? (size_t)(end - bytes) - at : length - at;
        write_clean(&w, bytes + at, piece);
        write_text(&w, end ? "\n" : "");
    }
    json_string_setn(text, clean, w.length);
    free(clean);
}

static void clean(json_t *it, bool lines)
{
    if (json_is_string(it))
        clean_text(it, lines);
    for (size_t i = 0; i < json_array_size(it); i++)
        clean(json_array_get(it, i), lines);
    for (void *at = json_object_iter(it); at; at = json_object_iter_next(it, at))
        clean(json_object_iter_value(at), lines || strcmp(json_object_iter_key(at), "log") == 0);
}

/* ---- all of it ---- */

json_t *said_read(const char *text, size_t length, enum said_kind *kind, struct problem *why)
{
    json_t *message = members_parse(text, length, DEPTH, why);

    *kind = SAID_OTHER;
    if (!message)
        return NULL;
    struct members in = members_of(message, why);
    const char *type = json_string_value(json_object_get(message, "type"));
    if (!type)
        members_fail(&in, "type", "is missing, or no text");
    for (size_t i = 0; type && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(type, kinds[i]) == 0)
            *kind = (enum said_kind)i;
    check_message(&in, *kind);
    if (in.failed) {
        json_decref(message);
        return NULL;
    }
    json_object_del(message, "view"); /* the same as the state, for others */
    clean(message, *kind == SAID_LOG);
    return message;
}

/* ---- the view ---- */

static bool read_setup(const json_t *table, struct table_plan *plan, struct setup *setup, struct problem *why)
{
    json_t *options = json_object_get(table, "options");

    for (void *at = json_object_iter(options); at; at = json_object_iter_next(options, at)) {
        const char *name = json_object_iter_key(at);
        if (!plan_option(plan, name, strlen(name), json_string_value(json_object_iter_value(at)), why))
            return false;
    }
    if (plan_deck_directory(plan))
        return problem_set(why, "a custom deck cannot be used at a server");
    *setup = plan_setup(plan);
    return true;
}

bool said_state(const json_t *table, const struct game *game, struct state_buffer *out, struct problem *why)
{
    const char *text = json_string_value(json_object_get(table, "state"));
    const json_t *you = json_object_get(table, "you");
    struct table_plan *plan = must_zero(1, sizeof *plan);
    uint8_t bytes[STATE_SIZE];
    size_t length = 0;
    struct setup setup;

    plan->game = game;
    plan->players = (int)json_integer_value(json_object_get(table, "players"));
    bool fine = read_setup(table, plan, &setup, why);
    if (fine && sodium_base642bin(bytes, sizeof bytes, text ? text : "", text ? strlen(text) : 0, NULL, &length, NULL,
                                  sodium_base64_VARIANT_ORIGINAL) != 0)
        fine = problem_set(why, "state: is not in base64, or too long");
    if (fine) {
        const char *refusal =
            state_accept(game, &setup, you ? (int)json_integer_value(you) : ONLOOKER, bytes, length, out);
        fine = !refusal || problem_set(why, "state: %s", refusal);
    }
    free(plan);
    return fine;
}
