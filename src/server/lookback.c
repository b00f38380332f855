/* What is asked over HTTP of games that are over: the record, the game step by
 * step, its analysis. See live_tables.h and docs/protocol.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "server/live_tables.h"
#include "table/record.h"

static const char json[] = "application/json";

/* Everything of a game is open once its end is on disk; refuses before. */
static bool is_over(struct hall *hall, struct http_call *call, const struct live_table *it, const char *otherwise)
{
    if (it->room->status == ROOM_OVER && live_settled(hall, it))
        return true;
    call_refuse(hall, call, ERROR_REFUSED, otherwise);
    return false;
}

void lookback_record(struct hall *hall, struct http_call *call, const struct live_table *it)
{
    size_t length = 0;

    if (!is_over(hall, call, it, "the game is not over; its record is available when it is"))
        return;
    char *text = must_have(record_text(it->room->table, false, &length));
    call_reply(call, 200, "application/jsonl", text, length);
    free(text);
}

/* ---- step by step ---- */

/* The value of a name in name=value&…; false if it is not there. One that is too
 * long is cut: nothing of what is asked for here is that long. */
static bool query_value(const char *query, const char *name, char *out, size_t size)
{
    size_t length = strlen(name);

    for (const char *at = query; *at; at += *at == '&') {
        size_t part = strcspn(at, "&");
        if (part > length && strncmp(at, name, length) == 0 && at[length] == '=') {
            snprintf(out, size, "%.*s", (int)(part - length - 1), at + length + 1);
            return true;
        }
        at += part;
    }
    return false;
}

static bool read_viewer(const char *query, int players, int *viewer)
{
    char text[8] = "all";

    query_value(query, "as", text, sizeof text);
    if (strcmp(text, "all") == 0)
        *viewer = OPEN;
    else if (strcmp(text, "watch") == 0)
        *viewer = ONLOOKER;
    else if (text[0] >= '0' && text[0] < '0' + players && !text[1])
        *viewer = text[0] - '0';
    else
        return false;
    return true;
}

bool query_language(const char *query, const struct language **language)
{
    char tag[LANGUAGE_SIZE];

    *language = NULL;
    return !query_value(query, "lang", tag, sizeof tag) || (*language = language_find(tag));
}

/* A step of the game, the end included; choices made at the same time are not
 * torn apart. */
static bool read_from_step(const char *query, const struct table *table, int *from)
{
    char text[16] = "0", *end;

    query_value(query, "from", text, sizeof text);
    long number = strtol(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end || number > table_steps(table))
        return false;
    *from = number < table_steps(table) ? table_step(table, (int)number).first : (int)number;
    return true;
}

void lookback_steps(struct hall *hall, struct http_call *call, const struct live_table *it,
                    const struct http_request *request)
{
    const struct table *table = it->room->table;
    struct writer w = write_into(hall->buffer, MESSAGE_SIZE);
    const struct language *language;
    int viewer = OPEN, from = 0;

    if (!is_over(hall, call, it, "the game is not over; it can be looked at again then"))
        return;
    if (!read_viewer(request->query, table_plan(table)->players, &viewer))
        call_refuse(hall, call, ERROR_BAD_MESSAGE, "as: a seat of this table, all or watch");
    else if (!read_from_step(request->query, table, &from))
        call_refuse(hall, call, ERROR_BAD_MESSAGE, "from: a step of this game");
    else if (!query_language(request->query, &language))
        call_refuse(hall, call, ERROR_BAD_MESSAGE, "lang: a language of this server");
    else {
        message_steps(&w, table, listener_for(language, viewer), from);
        call_reply(call, 200, json, w.buffer, w.length);
    }
}

/* ---- the analysis ---- */

static void reply_waiting(struct hall *hall, struct http_call *call, const struct study_news *news)
{
    struct writer w = write_into(hall->buffer, MESSAGE_SIZE);

    write_char(&w, '{');
    write_key_number(&w, "done", news->done);
    write_key_number(&w, "of", news->of);
    write_char(&w, '}');
    call_reply(call, 202, json, w.buffer, w.length);
}

static void begin_study(struct hall *hall, struct http_call *call, const struct room *room, const char *address)
{
    struct study_news news = {.of = table_steps(room->table)};
    struct problem why;

    if (!study_fits(room->table, &why))
        call_refuse_for(hall, call, ERROR_REFUSED, &why);
    else if (!meter_take(hall->analysis_meter, address, steady_ms())) {
        server_refuse(&why, REFUSE_ANALYSED_MANY);
        call_refuse_for(hall, call, ERROR_TOO_MANY, &why);
    } else if (!study_ask(hall->study, room->id, address, room->table, &why))
        call_refuse_for(hall, call, ERROR_TOO_MANY, &why);
    else {
        hall->figures.analyses++;
        reply_waiting(hall, call, &news);
    }
}

void lookback_analysis(struct hall *hall, struct http_call *call, const struct live_table *it,
                       const struct http_request *request)
{
    struct study_news news;

    if (!is_over(hall, call, it, "the game is not over; it can be analysed then"))
        return;
    study_look(hall->study, it->room->id, &news);
    switch (news.status) {
    case STUDY_NONE: begin_study(hall, call, it->room, request->address); break;
    case STUDY_WAITING: reply_waiting(hall, call, &news); break;
    case STUDY_DONE: call_reply(call, 200, json, news.text, news.length); break;
    case STUDY_FAILED: call_refuse_for(hall, call, ERROR_FULL, &news.why); break;
    }
    free(news.text);
}
