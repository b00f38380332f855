/* See message.h. */
#include "server/message.h"

#include <sodium.h>
#include <string.h>

#include "rules/bytes.h"
#include "server/arrange.h"
#include "server/retold.h"
#include "server/shuffle.h"
#include "table/record.h"
#include "table/sheet.h"
#include "version.h"
#include "wire/members.h"
#include "words/decided.h"
#include "words/retell.h"
#include "words/words.h"

#define WORD(upper, lower) #lower,
static const char *const error_words[] = {SERVER_ERROR_CODE_WORDS(WORD)};
static const char *const seat_words[] = {SERVER_SEAT_KIND_WORDS(WORD)};
#undef WORD

#define STATUS_WORD(upper, lower) [ROOM_##upper] = #lower,
static const char *const status_words[] = {SERVER_STATUS_WORDS(STATUS_WORD)};
#undef STATUS_WORD

int error_status(enum error_code code)
{
    switch (code) {
    case ERROR_BAD_MESSAGE: return 400;
    case ERROR_FORBIDDEN: return 403;
    case ERROR_NO_SUCH_TABLE:
    case ERROR_NOT_FOUND: return 404;
    case ERROR_METHOD: return 405;
    case ERROR_REFUSED:
    case ERROR_NOT_LEGAL: return 409;
    case ERROR_LOST: return 410;
    case ERROR_TOO_LARGE: return 413;
    case ERROR_TOO_MANY: return 429;
    case ERROR_NOT_SAVED:
    case ERROR_FULL: return 503;
    case ERROR_DAMAGED:
    case ERROR_CODES: break;
    }
    return 500;
}

/* ---- to a client ---- */

static void write_text_of(struct writer *w, const char *key, const char *text)
{
    write_key(w, key);
    write_json_string(w, text, strlen(text));
}

static void begin(struct writer *w, const char *type, int64_t re)
{
    write_char(w, '{');
    write_key_text(w, "type", type);
    if (re != NO_NUMBER)
        write_key_number(w, "re", re);
}

/* Why something is refused, in a language: what has no words of its own there is said as its code alone. */
static const char *wording_of(enum error_code code, const struct language *language, const struct problem *why)
{
    bool english = !language || language == &languages[0];
    const char *general = english || why->no ? NULL : words_refusal(language, "server", error_words[code]);

    return general ? general : english ? why->text : words_problem(language, why);
}

static void write_error(struct writer *w, enum error_code code, const struct language *language,
                        const struct problem *why)
{
    write_key(w, "error");
    write_char(w, '{');
    write_key_text(w, "code", error_words[code]);
    if (why->no)
        write_key_text(w, "reason", why->no);
    write_text_of(w, "text", wording_of(code, language, why));
    write_text(w, "}}");
}

void body_error(struct writer *w, enum error_code code, const struct language *language, const struct problem *why)
{
    write_char(w, '{');
    write_error(w, code, language, why);
}

void message_error(struct writer *w, int64_t re, enum error_code code, const struct language *language,
                   const struct problem *why)
{
    begin(w, "error", re);
    write_error(w, code, language, why);
}

void message_ok(struct writer *w, int64_t re, int seat, const char *token)
{
    begin(w, "ok", re);
    if (seat >= 0)
        write_key_number(w, "seat", seat);
    if (token)
        write_key_text(w, "token", token);
    write_char(w, '}');
}

void message_welcome(struct writer *w, int64_t re, bool behind)
{
    begin(w, "ok", re);
    if (behind)
        write_key_flag(w, "behind", true);
    write_char(w, '}');
}

void message_bye(struct writer *w, const struct language *language, enum refusal refusal, bool again)
{
    struct problem why = refusal_problem(refusal);

    begin(w, "bye", NO_NUMBER);
    write_text_of(w, "text", words_problem(language ? language : &languages[0], &why));
    write_key_flag(w, "again", again);
    write_char(w, '}');
}

void message_chat(struct writer *w, const struct chat_line *line)
{
    begin(w, "chat", NO_NUMBER);
    write_key_number(w, "number", line->number);
    write_key_number(w, "at", line->at);
    if (line->seat != ONLOOKER)
        write_key_number(w, "seat", line->seat);
    write_text_of(w, "name", line->name);
    write_text_of(w, "text", line->text);
    write_char(w, '}');
}

void message_reaction(struct writer *w, int seat, enum reaction reaction)
{
    begin(w, "reaction", NO_NUMBER);
    write_key_number(w, "seat", seat);
    write_key_text(w, "reaction", reaction_words[reaction]);
    write_char(w, '}');
}

/* A share from 0 to 1, with four digits. */
static void write_share(struct writer *w, const char *key, double share)
{
    enum { WHOLE = 10000 };
    int parts = share <= 0 ? 0 : share >= 1 ? WHOLE : (int)(share * WHOLE + 0.5);

    write_key(w, key);
    write_number(w, parts / WHOLE);
    write_char(w, '.');
    for (int unit = WHOLE / 10; unit > 0; unit /= 10)
        write_char(w, (char)('0' + parts / unit % 10));
}

static void write_action(struct writer *w, const struct game *game, const struct state *state, int seat, uint16_t id)
{
    char text[ACTION_SIZE];
    struct writer own = write_into(text, sizeof text);

    game->action_text(state, seat, id, &own);
    write_json_string(w, text, own.length);
}

void message_hint(struct writer *w, int64_t re, const struct think_answer *answer)
{
    const struct think_job *job = &answer->job;
    struct state_buffer view = job->view;

    begin(w, "hint", re);
    write_key(w, "lines");
    write_char(w, '[');
    for (int i = 0; i < answer->count; i++) {
        write_item(w);
        write_char(w, '{');
        write_key(w, "do");
        write_action(w, job->game, state_in(&view), job->seat, answer->lines[i].id);
        write_share(w, "value", answer->lines[i].value);
        write_share(w, "error", answer->lines[i].error);
        write_share(w, "sure", answer->lines[i].sure);
        write_char(w, '}');
    }
    write_text(w, "]}");
}

/* ---- a table ---- */

static void write_plan(struct writer *w, const struct room *room)
{
    const struct open_plan *plan = &room->plan;

    write_key_text(w, "status", status_words[room->status]);
    write_key_text(w, "game", plan->table.game->id);
    write_key_number(w, "players", plan->table.players);
    write_char(w, ',');
    record_options(&plan->table, w);
    write_key_flag(w, "public", plan->listed);
    write_key_flag(w, "hints", plan->hints);
    write_key_flag(w, "watchers_talk", plan->watchers_talk);
    write_clock(w, &plan->clock);
    if (plan->prepared)
        write_key_number(w, "prepared", plan->prepared);
    write_key_number(w, "opened", room->opened);
}

static void write_fair(struct writer *w, const struct room *room)
{
    write_key(w, "fair");
    deal_write(&room->deal, room->plan.table.players, room->status == ROOM_OVER, w);
}

static void write_seat_of(struct writer *w, const struct room *room, const struct presence *presence, int seat)
{
    const struct room_seat *it = &room->seats[seat];
    int64_t left = room_time_left(room, seat, presence->clock);

    write_char(w, '{');
    write_key_text(w, "kind", seat_words[it->kind]);
    write_text_of(w, "name", it->name);
    if (it->kind == SEAT_PERSON)
        write_key_number(w, "look", it->look);
    if (it->bot)
        write_key_text(w, "bot", it->bot->name);
    if (it->why[0])
        write_key_text(w, "why", it->why);
    write_key_flag(w, "here", it->kind == SEAT_BOT || (presence->here >> seat & 1));
    write_key_flag(w, "waiting", (room_waiting(room) | shuffle_missing(room)) >> seat & 1);
    if (left >= 0)
        write_key_number(w, "time", left);
    else if (room->plan.clock.bank > 0 && room->status == ROOM_PLAYING && it->kind == SEAT_PERSON)
        write_key_number(w, "time", it->bank + room->plan.clock.move);
    write_char(w, '}');
}

static void write_seats(struct writer *w, const struct room *room, const struct presence *presence)
{
    int host = room_host(room);

    if (host >= 0)
        write_key_number(w, "host", host);
    write_key(w, "seats");
    write_char(w, '[');
    for (int seat = 0; seat < room->plan.table.players; seat++) {
        write_item(w);
        write_seat_of(w, room, presence, seat);
    }
    write_char(w, ']');
}

static void write_legal(struct writer *w, const struct room *room, const struct state *view, int seat)
{
    uint16_t ids[LEGAL_SIZE];
    int count = table_legal(room->table, seat, ids);

    write_key(w, "legal");
    write_char(w, '[');
    for (int i = 0; i < count; i++) {
        write_item(w);
        write_action(w, table_game(room->table), view, seat, ids[i]);
    }
    write_char(w, ']');
}

struct listener listener_for(const struct language *language, int viewer)
{
    if (!language)
        return plain_listener(viewer);
    return (struct listener){.language = language, .viewer = viewer, .addressed = true, .marked = true};
}

int log_lines(const struct room *room)
{
    return room->table ? table_settled(room->table) : 0;
}

/* Lines of the log up to an end, the last LOG_SHOWN of them at most. */
static void write_lines(struct writer *w, struct retold *kept, const struct room *room, struct listener who, int from,
                        int end)
{
    from = from < end - LOG_SHOWN ? end - LOG_SHOWN : from;
    write_key_number(w, "from", from);
    write_key(w, "lines");
    write_char(w, '[');
    for (int step = from; step < end; step++) {
        write_item(w);
        retold_line(kept, who, room->table, step, w);
    }
    write_char(w, ']');
}

static void write_log(struct writer *w, struct retold *kept, const struct room *room, struct listener who, int from)
{
    int end = log_lines(room), first = end - FACTS_SHOWN > 0 ? end - FACTS_SHOWN : 0;

    write_key(w, "log");
    write_char(w, '{');
    write_lines(w, kept, room, who, from, end);
    write_key(w, "facts");
    write_char(w, '[');
    for (int step = from > first ? from : first; step < end; step++) {
        write_item(w);
        retold_facts(kept, who, room->table, step, w);
    }
    write_text(w, "]}");
}

void message_log(struct writer *w, int64_t re, const struct room *room, struct listener who, int before)
{
    int lines = log_lines(room);

    begin(w, "log", re);
    write_lines(w, NULL, room, who, 0, before < lines ? before : lines);
    write_char(w, '}');
}

void message_moves(struct writer *w, int64_t re, const struct room *room, struct listener who)
{
    uint16_t ids[LEGAL_SIZE];
    int count = table_legal(room->table, who.viewer, ids);
    struct state_buffer view;

    table_view(room->table, who.viewer, table_steps(room->table), &view);
    begin(w, "moves", re);
    write_key_number(w, "move", room->seats[who.viewer].choices);
    write_key(w, "lines");
    write_char(w, '[');
    for (int i = 0; i < count; i++) {
        char called[CALLED_SIZE];
        struct writer own = write_into(called, sizeof called);
        words_choice_now(who, room->table, state_in(&view), ids[i], &own);
        write_item(w);
        write_json_string(w, called, own.length);
    }
    write_text(w, "]}");
}

static void write_points_at(struct writer *w, const struct table *table, int step)
{
    struct result result;

    table_result_at(table, step, &result);
    write_key(w, "points");
    write_char(w, '[');
    for (int seat = 0; seat < table_plan(table)->players; seat++) {
        write_item(w);
        write_points(w, table_game(table), result.points[seat]);
    }
    write_char(w, ']');
}

/* What a game that is over has come to: its result, what that is made of, and what decided it. */
static void write_end(struct writer *w, const struct table *table, struct listener who)
{
    char decided[LOG_LINE_SIZE];
    struct writer own = write_into(decided, sizeof decided);

    record_result(table, w);
    write_key(w, "sheet");
    sheet_write(table, w);
    words_decided(who, NULL, table, &own);
    write_key(w, "decided");
    write_json_string(w, decided, own.length);
}

static void write_points_now(struct writer *w, const struct room *room, struct listener who)
{
    write_points_at(w, room->table, table_steps(room->table));
    if (room->status == ROOM_OVER) {
        write_char(w, ',');
        write_end(w, room->table, who);
    }
}

/* The redacted state itself, for clients made of the same rules. */
static void write_state(struct writer *w, const struct game *game, const struct state_buffer *view)
{
    char text[sodium_base64_ENCODED_LEN(STATE_SIZE, sodium_base64_VARIANT_ORIGINAL)];

    sodium_bin2base64(text, sizeof text, view->bytes, game->state_size, sodium_base64_VARIANT_ORIGINAL);
    write_key_text(w, "state", text);
    write_key_number(w, "layout", (int64_t)state_layout(game));
}

static void write_game(struct writer *w, struct retold *kept, const struct room *room, struct audience to)
{
    const struct game *game = table_game(room->table);
    struct state_buffer view;

    table_view(room->table, to.who.viewer, table_steps(room->table), &view);
    write_key(w, "view");
    game->describe(state_in(&view), w);
    if (to.state)
        write_state(w, game, &view);
    write_log(w, kept, room, to.who, to.log_from);
    write_points_now(w, room, to.who);
    if (to.who.viewer == ONLOOKER)
        return;
    write_legal(w, room, state_in(&view), to.who.viewer);
    write_key_number(w, "move", room->seats[to.who.viewer].choices);
    write_key_flag(w, "may_undo", room->status == ROOM_PLAYING && table_can_take_back(room->table, to.who.viewer));
}

void message_common(struct writer *w, const struct room *room, const struct presence *presence, int64_t now)
{
    begin(w, "table", NO_NUMBER);
    write_key_text(w, "table", room->id);
    write_key_number(w, "now", now);
    write_key_number(w, "event", room->events);
    if (presence->mark)
        write_key_text(w, "hash", presence->mark);
    write_plan(w, room);
    write_fair(w, room);
    write_seats(w, room, presence);
    write_key_number(w, "watchers", presence->watchers);
    if (room->next[0])
        write_key_text(w, "next", room->next);
}

void message_rest(struct writer *w, struct retold *kept, const struct room *room, struct audience to)
{
    if (to.who.viewer != ONLOOKER)
        write_key_number(w, "you", to.who.viewer);
    if (room->table)
        write_game(w, kept, room, to);
    write_char(w, '}');
}

void message_table(struct writer *w, const struct room *room, const struct presence *presence, struct audience to,
                   int64_t now)
{
    message_common(w, room, presence, now);
    message_rest(w, NULL, room, to);
}

/* ---- a game that is over, step by step ---- */

static void write_view_at(struct writer *w, const struct table *table, int viewer, int step)
{
    struct state_buffer view;

    table_view(table, viewer, step, &view);
    write_key(w, "view");
    table_game(table)->describe(state_in(&view), w);
    write_points_at(w, table, step);
}

/* Whether a step is not one of several choices made together, or the first of them. */
static bool begins_group(const struct table *table, int step)
{
    return step == table_steps(table) || table_step(table, step).first == step;
}

static void write_step(struct writer *w, const struct table *table, struct listener who, int step)
{
    write_item(w);
    write_char(w, '{');
    if (step < table_steps(table))
        retell_step(who, table, step, w);
    else
        write_key_number(w, "step", step);
    if (begins_group(table, step))
        write_view_at(w, table, who.viewer, step);
    write_char(w, '}');
}

void message_steps(struct writer *w, const struct table *table, struct listener who, int from)
{
    int count = table_steps(table), step = from;

    write_char(w, '{');
    write_key_number(w, "count", count);
    write_key(w, "steps");
    write_char(w, '[');
    while (step <= count) {
        int end = step < count ? table_step(table, step).end : count + 1;
        if (step > from && (end > from + STEPS_SHOWN || w->length >= STEPS_SIZE))
            break;
        for (; step < end; step++)
            write_step(w, table, who, step);
    }
    write_char(w, ']');
    if (step <= count)
        write_key_number(w, "next", step);
    write_char(w, '}');
}

/* ---- bodies of HTTP answers ---- */

void body_table(struct writer *w, const struct room *room, const struct presence *presence,
                const struct listener *reader)
{
    struct presence as_it_changed = *presence;

    as_it_changed.clock = room->clock; /* the lobby shows what lasts */
    write_char(w, '{');
    write_key_text(w, "table", room->id);
    write_plan(w, room);
    write_seats(w, room, &as_it_changed);
    write_key_number(w, "watchers", presence->watchers);
    if (reader && room->status == ROOM_OVER) {
        write_char(w, ',');
        write_end(w, room->table, *reader);
    }
    write_char(w, '}');
}

void body_end(struct writer *w, const struct table *table, struct listener who)
{
    write_char(w, '{');
    write_end(w, table, who);
    write_char(w, '}');
}

void body_opened(struct writer *w, const struct room *room, int seat, const char *token)
{
    write_char(w, '{');
    write_key_text(w, "table", room->id);
    write_key(w, "url");
    write_text(w, "\"/table/");
    write_text(w, room->id);
    write_char(w, '"');
    if (seat >= 0) {
        write_key_number(w, "seat", seat);
        write_key_text(w, "token", token);
    }
    if (!room->plan.prepared)
        write_key_text(w, "commitment", room->deal.commitment);
    write_char(w, '}');
}

void body_seat(struct writer *w, const struct room *room, int seat, int64_t now, int64_t clock)
{
    unsigned owing = (room_waiting(room) & ~room_waiting_for_bots(room)) | shuffle_missing(room);
    int64_t left = room_time_left(room, seat, clock);

    write_char(w, '{');
    write_key_text(w, "table", room->id);
    write_key_text(w, "status", status_words[room->status]);
    write_key_text(w, "game", room->plan.table.game->id);
    write_key_number(w, "players", room->plan.table.players);
    write_key_number(w, "seat", seat);
    write_key_flag(w, "waiting", owing >> seat & 1);
    if (left >= 0)
        write_key_number(w, "until", now + left);
    write_key(w, "names");
    write_char(w, '[');
    for (int other = 0; other < room->plan.table.players; other++) {
        write_item(w);
        write_json_string(w, room->seats[other].name, strlen(room->seats[other].name));
    }
    write_char(w, ']');
    write_key_number(w, "changed", room->changed);
    if (room->status == ROOM_OVER) {
        write_key(w, "result");
        write_char(w, '{');
        record_outcome(room->table, w);
        write_char(w, '}');
    }
    if (room->next[0])
        write_key_text(w, "next", room->next);
    write_char(w, '}');
}

void body_seat_problem(struct writer *w, const char *table, enum error_code code, const struct language *language,
                       const struct problem *why)
{
    write_char(w, '{');
    write_key_text(w, "table", table);
    write_error(w, code, language, why);
}

static void write_option(struct writer *w, const struct option *option)
{
    static const char *const kinds[] = {[OPTION_CHOICE] = "choice", [OPTION_NUMBER] = "number", [OPTION_TEXT] = "text"};

    write_char(w, '{');
    write_key_text(w, "name", option->name);
    write_key_text(w, "kind", kinds[option->kind]);
    if (option->values)
        write_text_of(w, "values", option->values);
    if (option->kind == OPTION_NUMBER) {
        write_key_number(w, "least", option->least);
        write_key_number(w, "most", option->most);
    }
    write_text_of(w, "default", option->fallback ? option->fallback : "");
    write_text_of(w, "help", option->help);
    write_char(w, '}');
}

static void write_game_facts(struct writer *w, const struct game *game)
{
    write_char(w, '{');
    write_key_text(w, "game", game->id);
    write_text_of(w, "title", game->title);
    write_text_of(w, "summary", game->summary);
    write_key_number(w, "minutes", game->minutes);
    write_key_number(w, "min_players", game->min_players);
    write_key_number(w, "max_players", game->max_players);
    bot_write_offered(w, game);
    write_key(w, "options");
    write_char(w, '[');
    for (const struct option *option = game->options; option->name; option++)
        if (!game->deck || option != &game->options[game->deck->option]) {
            write_item(w);
            write_option(w, option);
        }
    write_text(w, "]}");
}

void body_games(struct writer *w)
{
    write_text(w, "{\"games\":[");
    for (int i = 0; games[i]; i++) {
        write_item(w);
        write_game_facts(w, games[i]);
    }
    write_text(w, "],\"bots\":[");
    for (int i = 0; bots[i]; i++) {
        write_item(w);
        write_char(w, '{');
        write_key_text(w, "bot", bots[i]->name);
        write_text_of(w, "help", bots[i]->help);
        write_char(w, '}');
    }
    write_text(w, "]}");
}
