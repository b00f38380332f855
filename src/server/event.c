/* See event.h. */
#include "server/event.h"

#include <string.h>

#include "bots/bot.h"
#include "wire/members.h"
#include "table/record.h"

#define EVENT_WORD(upper, lower) [EVENT_##upper] = #lower,
static const char *const words[EVENT_KINDS] = {EVENTS(EVENT_WORD)};
#undef EVENT_WORD

/* ---- writing ---- */

static void write_hex(struct writer *w, const char *key, const uint8_t bytes[SEED_BYTES])
{
    struct seed as_seed;
    char digits[SEED_DIGITS + 1];

    memcpy(as_seed.bytes, bytes, SEED_BYTES);
    seed_text(&as_seed, digits);
    write_key_text(w, key, digits);
}

static void write_text_of(struct writer *w, const char *key, const char *text)
{
    write_key(w, key);
    write_json_string(w, text, strlen(text));
}

void write_clock(struct writer *w, const struct clock_plan *clock)
{
    write_key(w, "clock");
    write_char(w, '{');
    write_key_number(w, "move", clock->move);
    write_key_number(w, "bank", clock->bank);
    write_key_number(w, "patience", clock->patience);
    write_char(w, '}');
}

/* The part of a plan that the host may change, and what its options belong to. */
static void write_arrangement(struct writer *w, const struct open_plan *plan)
{
    write_key_text(w, "game", plan->table.game->id);
    write_key_number(w, "players", plan->table.players);
    write_char(w, ',');
    record_options(&plan->table, w);
    write_key_flag(w, "public", plan->listed);
    write_key_flag(w, "hints", plan->hints);
    write_key_flag(w, "watchers_talk", plan->watchers_talk);
    write_clock(w, &plan->clock);
}

static void write_open(struct writer *w, const struct open_plan *plan)
{
    write_arrangement(w, plan);
    write_hex(w, "secret", plan->secret.bytes);
    write_key(w, "bots");
    write_char(w, '[');
    for (int seat = 0; seat < plan->table.players; seat++) {
        const char *name = plan->bots[seat] ? plan->bots[seat]->name : "";
        write_item(w);
        write_json_string(w, name, strlen(name));
    }
    write_char(w, ']');
    write_text_of(w, "from", plan->from);
    if (plan->prepared)
        write_key_number(w, "prepared", plan->prepared);
}

int64_t event_clock(const struct event *event)
{
    return event->clock ? event->clock : event->at;
}

void event_write(const struct event *event, struct writer *w)
{
    write_char(w, '{');
    write_key_text(w, "event", words[event->kind]);
    if (event->seat >= 0)
        write_key_number(w, "seat", event->seat);
    switch (event->kind) {
    case EVENT_OPEN: write_open(w, event->of.open); break;
    case EVENT_SIT:
    case EVENT_LOOK:
        write_text_of(w, "name", event->of.sit.name);
        if (event->of.sit.look >= 0)
            write_key_number(w, "look", event->of.sit.look);
        if (event->kind == EVENT_SIT)
            write_hex(w, "key", event->of.sit.key);
        break;
    case EVENT_SEAT: write_key_text(w, "bot", event->of.placed ? event->of.placed->name : ""); break;
    case EVENT_ARRANGE: write_arrangement(w, event->of.open); break;
    case EVENT_SALT: write_text_of(w, "salt", event->of.salt); break;
    case EVENT_SEAL: write_key_text(w, "seal", event->of.seal); break;
    case EVENT_SHOW: write_key_text(w, "salt", event->of.salt); break;
    case EVENT_ABANDON:
        write_key_text(w, "secret", event->of.abandon.secret);
        write_key_text(w, "bot", event->of.abandon.bot->name);
        break;
    case EVENT_DO: write_text_of(w, "do", event->of.choice.text); break;
    case EVENT_BOT:
        write_key_text(w, "bot", event->of.bot.bot->name);
        write_key_text(w, "why", event->of.bot.why);
        break;
    case EVENT_CHAT:
        if (event->seat < 0)
            write_text_of(w, "name", event->of.chat.name);
        write_text_of(w, "text", event->of.chat.text);
        break;
    case EVENT_NEXT: write_key_text(w, "table", event->of.next); break;
    default: break;
    }
    if (event_clock(event) != event->at)
        write_key_number(w, "time", event->clock);
    write_char(w, '}');
}

/* ---- reading ---- */

static void read_hex(struct members *in, const char *key, uint8_t bytes[SEED_BYTES])
{
    char digits[SEED_DIGITS + 1];
    struct seed seed = {{0}};
    struct problem why;

    members_text(in, key, digits, sizeof digits);
    if (strlen(digits) != SEED_DIGITS || !seed_parse(digits, &seed, &why))
        members_fail(in, key, "must be 64 hex digits");
    memcpy(bytes, seed.bytes, SEED_BYTES);
}

const struct bot *read_bot_or_none(struct members *in, const char *key)
{
    char name[NAME_SIZE];

    members_text(in, key, name, sizeof name);
    const struct bot *bot = name[0] ? bot_by_name(name) : NULL;
    if (name[0] && !bot)
        members_fail(in, key, "there is no such bot");
    return bot;
}

static const struct bot *read_bot(struct members *in, const char *key)
{
    const struct bot *bot = read_bot_or_none(in, key);

    if (!bot)
        members_fail(in, key, "there is no such bot");
    return bot;
}

void read_clock(struct members *in, struct clock_plan *clock)
{
    const json_t *object = members_object(in, "clock");

    if (!object)
        return;
    struct members own = members_of(object, in->why);
    clock->move = (int)members_number_or(&own, "move", 0, CLOCK_MAX, 0);
    clock->bank = (int)members_number_or(&own, "bank", 0, CLOCK_MAX, 0);
    clock->patience = (int)members_number_or(&own, "patience", PATIENCE_LEAST, CLOCK_MAX, PATIENCE_USUAL);
    in->failed |= !members_done(&own);
}

void read_game(struct members *in, struct table_plan *plan)
{
    char id[NAME_SIZE];

    members_text(in, "game", id, sizeof id);
    plan->game = game_by_id(id);
    if (!plan->game) {
        members_fail(in, "game", "there is no such game");
        return;
    }
    plan->players = (int)members_number(in, "players", plan->game->min_players, plan->game->max_players);
}

void read_options(struct members *in, struct table_plan *plan)
{
    json_t *options = members_object(in, "options");
    const char *name;
    const json_t *value;

    for (void *at = json_object_iter(options); at && !in->failed; at = json_object_iter_next(options, at)) {
        name = json_object_iter_key(at);
        value = json_object_iter_value(at);
        if (!json_is_string(value) || strlen(json_string_value(value)) != json_string_length(value))
            members_fail(in, name, "an option's value must be a text");
        else if (!plan_option(plan, name, strlen(name), json_string_value(value), in->why))
            in->failed = true;
    }
}

void read_bots(struct members *in, int players, const struct bot *bots_out[MAX_SEATS])
{
    const json_t *list = members_list(in, "bots", (size_t)players, (size_t)players);

    for (int seat = 0; list && seat < players; seat++) {
        char name[NAME_SIZE];
        members_item_text(in, list, (size_t)seat, "bots", name, sizeof name);
        bots_out[seat] = name[0] ? bot_by_name(name) : NULL;
        if (name[0] && !bots_out[seat])
            members_fail(in, "bots", "there is no such bot");
    }
}

static void read_arrangement(struct members *in, struct open_plan *plan)
{
    memset(plan, 0, sizeof *plan);
    read_game(in, &plan->table);
    if (in->failed)
        return;
    read_options(in, &plan->table);
    plan->listed = members_flag(in, "public");
    plan->hints = members_flag(in, "hints");
    plan->watchers_talk = members_flag_or(in, "watchers_talk", true); /* older versions do not say */
    read_clock(in, &plan->clock);
}

static void read_open(struct members *in, struct open_plan *plan)
{
    read_arrangement(in, plan);
    if (in->failed)
        return;
    read_hex(in, "secret", plan->secret.bytes);
    read_bots(in, plan->table.players, plan->bots);
    members_text(in, "from", plan->from, sizeof plan->from);
    if (plan->from[0] && !id_is_well_formed(plan->from))
        members_fail(in, "from", "is not the id of a table");
    plan->prepared = (int)members_number_or(in, "prepared", 1, PREPARED_MAX, 0);
}

static bool has_seat(enum event_kind kind)
{
    return kind != EVENT_OPEN && kind != EVENT_START && kind != EVENT_NEXT && kind != EVENT_ABANDON &&
           kind != EVENT_ARRANGE;
}

static void read_rest(struct members *in, struct open_plan *plan, struct event *event)
{
    switch (event->kind) {
    case EVENT_OPEN:
        read_open(in, plan);
        event->of.open = plan;
        break;
    case EVENT_ARRANGE:
        read_arrangement(in, plan);
        event->of.open = plan;
        break;
    case EVENT_SIT:
    case EVENT_LOOK:
        members_text(in, "name", event->of.sit.name, sizeof event->of.sit.name);
        event->of.sit.look = (int)members_number_or(in, "look", 0, LOOK_MAX, -1);
        if (event->kind == EVENT_SIT)
            read_hex(in, "key", event->of.sit.key);
        break;
    case EVENT_SEAT: event->of.placed = read_bot_or_none(in, "bot"); break;
    case EVENT_SALT: members_text(in, "salt", event->of.salt, sizeof event->of.salt); break;
    case EVENT_SEAL: members_hex(in, "seal", event->of.seal); break;
    case EVENT_SHOW: members_hex(in, "salt", event->of.salt); break;
    case EVENT_ABANDON:
        members_hex(in, "secret", event->of.abandon.secret);
        event->of.abandon.bot = read_bot(in, "bot");
        break;
    case EVENT_DO: members_text(in, "do", event->of.choice.text, sizeof event->of.choice.text); break;
    case EVENT_BOT:
        event->of.bot.bot = read_bot(in, "bot");
        members_text(in, "why", event->of.bot.why, sizeof event->of.bot.why);
        break;
    case EVENT_CHAT:
        if (event->seat < 0)
            members_text(in, "name", event->of.chat.name, sizeof event->of.chat.name);
        members_text(in, "text", event->of.chat.text, sizeof event->of.chat.text);
        break;
    case EVENT_NEXT: members_id(in, "table", event->of.next); break;
    default: break;
    }
}

bool event_read(const char *text, size_t length, int64_t at, struct open_plan *plan, struct event *event,
                struct problem *why)
{
    json_t *root = members_parse(text, length, EVENT_DEPTH, why);
    char word[16];
    int kind = 0;

    if (!root)
        return false;
    struct members in = members_of(root, why);
    members_text(&in, "event", word, sizeof word);
    while (kind < EVENT_KINDS && strcmp(words[kind], word) != 0)
        kind++;
    memset(event, 0, sizeof *event);
    event->at = at;
    event->kind = (enum event_kind)kind;
    if (kind == EVENT_KINDS) {
        members_fail(&in, "event", "there is no such event");
    } else {
        bool seated = has_seat(event->kind) && (event->kind != EVENT_CHAT || members_has(&in, "seat"));
        event->seat = seated ? (int)members_number(&in, "seat", 0, MAX_SEATS - 1) : -1;
        event->clock = members_number_or(&in, "time", 1, TIME_LIMIT, 0);
        read_rest(&in, plan, event);
    }
    bool fine = members_done(&in);
    json_decref(root);
    return fine;
}
