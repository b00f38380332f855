/* See request.h. */
#include "server/request.h"

#include <string.h>

#include "wire/members.h"
#include "words/words.h"

#define WORD(upper, lower) #lower,
static const char *const request_words[] = {CLIENT_MESSAGES(WORD)};
#undef WORD

static void read_language(struct members *in, const struct language **language)
{
    char tag[LANGUAGE_SIZE];

    if (!members_has(in, "lang"))
        return;
    members_text(in, "lang", tag, sizeof tag);
    *language = language_find(tag);
    if (!*language && !in->failed)
        members_fail(in, "lang", "must be a language of this server");
}

static int read_look(struct members *in)
{
    return (int)members_number_or(in, "look", 0, LOOK_MAX, -1);
}

/* A name that is there is not empty. */
static void read_name(struct members *in, char name[NAME_SIZE])
{
    members_text(in, "name", name, NAME_SIZE);
    if (!in->failed && !name[0])
        members_fail(in, "name", "is empty");
}

static enum reaction read_reaction(struct members *in)
{
    char word[16];

    members_text(in, "reaction", word, sizeof word);
    enum reaction reaction = reaction_named(word);
    if (reaction == REACTIONS)
        members_fail(in, "reaction", "there is no such reaction");
    return reaction;
}

static void read_request(struct members *in, struct request *out)
{
    switch (out->kind) {
    case REQUEST_HELLO:
        members_id(in, "table", out->table);
        if (members_has(in, "token"))
            members_id(in, "token", out->token);
        out->state = members_flag_or(in, "state", false);
        read_language(in, &out->language);
        members_seen(in, &out->seen);
        break;
    case REQUEST_SIT:
        members_text(in, "name", out->text, NAME_SIZE);
        out->seat = (int)members_number_or(in, "seat", 0, MAX_SEATS - 1, -1);
        out->look = read_look(in);
        break;
    case REQUEST_LOOK:
        out->look = read_look(in);
        if (out->look < 0 || members_has(in, "name"))
            read_name(in, out->text);
        break;
    case REQUEST_SEAT:
        out->seat = (int)members_number(in, "seat", 0, MAX_SEATS - 1);
        out->bot = read_bot_or_none(in, "bot");
        break;
    case REQUEST_SEAL: members_hex(in, "seal", out->text); break;
    case REQUEST_SALT: members_hex(in, "salt", out->text); break;
    case REQUEST_DO:
        members_text(in, "do", out->text, ACTION_SIZE);
        out->move = (int)members_number(in, "move", 0, NUMBER_MAX);
        break;
    case REQUEST_CHAT:
        members_text(in, "text", out->text, CHAT_SIZE);
        if (members_has(in, "name"))
            read_name(in, out->name);
        break;
    case REQUEST_REACT: out->reaction = read_reaction(in); break;
    case REQUEST_LOG: out->before = (int)members_number(in, "before", 0, NUMBER_MAX); break;
    default: break;
    }
}

/* Reads a text without escapes, of printable ASCII, and the quote behind it. */
static bool read_plain(struct reader *in, char *out, size_t size)
{
    size_t length = 0;

    while (in->at < in->length && in->text[in->at] >= ' ' && in->text[in->at] < 0x7f && in->text[in->at] != '"' &&
           in->text[in->at] != '\\' && length + 1 < size)
        out[length++] = in->text[in->at++];
    out[length] = '\0';
    return read_if(in, "\"");
}

/* Reads a choice that is written as clients of ours write it. It is what a server is asked most, and to parse it as any
 * JSON takes ten times as long. False, and nothing is said of it, if it is anything else: then it is read again, in
 * full. What is taken here has to be taken there, as the same. */
static bool read_choice(const char *text, size_t length, struct request *out)
{
    struct reader in = read_from(text, length);
    int re = NO_NUMBER;

    if (!read_if(&in, "{\"type\":\"do\",\"do\":\"") || !read_plain(&in, out->text, ACTION_SIZE) ||
        !read_if(&in, ",\"move\":") || !read_number(&in, 0, NUMBER_MAX, &out->move) ||
        (read_if(&in, ",\"re\":") && !read_number(&in, 0, NUMBER_MAX, &re)) || !read_if(&in, "}"))
        return false;
    out->kind = REQUEST_DO;
    out->re = re;
    return read_at_end(&in);
}

static void begin(struct request *out, const char *text, size_t length)
{
    *out = (struct request){.re = NO_NUMBER, .seat = -1, .look = -1, .whole = text, .length = length};
}

bool request_read(const char *text, size_t length, struct request *out, struct problem *why)
{
    begin(out, text, length);
    if (read_choice(text, length, out))
        return true;
    begin(out, text, length);
    json_t *root = members_parse(text, length, EVENT_DEPTH, why);
    char word[16];
    int kind = 0;

    if (!root)
        return false;
    struct members in = members_of(root, why);
    out->re = members_number_or(&in, "re", 0, NUMBER_MAX, NO_NUMBER);
    out->re = in.failed ? NO_NUMBER : out->re;
    members_text(&in, "type", word, sizeof word);
    while (kind < REQUEST_KINDS && strcmp(request_words[kind], word) != 0)
        kind++;
    out->kind = (enum request_kind)kind;
    if (kind == REQUEST_KINDS)
        members_fail(&in, "type", "there is no such message");
    else
        read_request(&in, out);
    bool fine = out->kind == REQUEST_ARRANGE ? !in.failed : members_done(&in); /* its members depend on the game */
    json_decref(root);
    return fine;
}

/* A custom deck would name files of the server. */
static void refuse_deck(struct members *in, const struct table_plan *plan)
{
    if (plan_deck_directory(plan))
        members_fail(in, "options", "a custom deck cannot be used here");
}

static void read_wish(struct members *in, struct open_plan *plan, struct opener *opener)
{
    read_game(in, &plan->table);
    if (in->failed)
        return;
    if (members_has(in, "options"))
        read_options(in, &plan->table);
    refuse_deck(in, &plan->table);
    if (members_has(in, "bots"))
        read_bots(in, plan->table.players, plan->bots);
    for (int seat = 0; seat < plan->table.players; seat++)
        if (plan->bots[seat] && !bot_is_offered(plan->bots[seat], plan->table.game))
            members_fail(in, "bots", "this game has no bot of that level");
    plan->listed = members_flag_or(in, "public", false);
    plan->hints = members_flag_or(in, "hints", true);
    plan->watchers_talk = members_flag_or(in, "watchers_talk", true);
    plan->prepared = (int)members_number_or(in, "prepared", 1, PREPARED_MAX, 0);
    if (plan->prepared && plan->listed)
        members_fail(in, "prepared", "a prepared deal is known to everybody, so the table cannot be public");
    plan->clock = (struct clock_plan){.patience = PATIENCE_USUAL};
    if (members_has(in, "clock"))
        read_clock(in, &plan->clock);
    opener->look = read_look(in);
    if (members_has(in, "name") || opener->look >= 0)
        read_name(in, opener->name);
}

bool open_read(const char *text, size_t length, struct open_plan *plan, struct opener *opener, struct problem *why)
{
    json_t *root = members_parse(text, length, EVENT_DEPTH, why);

    memset(plan, 0, sizeof *plan);
    *opener = (struct opener){.look = -1};
    if (!root)
        return false;
    struct members in = members_of(root, why);
    read_wish(&in, plan, opener);
    bool fine = members_done(&in);
    json_decref(root);
    return fine;
}

static void read_changes(struct members *in, struct open_plan *plan)
{
    const struct game *game = plan->table.game;
    char type[16];

    members_text(in, "type", type, sizeof type);
    members_number_or(in, "re", 0, NUMBER_MAX, NO_NUMBER);
    plan->table.players =
        (int)members_number_or(in, "players", game->min_players, game->max_players, plan->table.players);
    if (members_has(in, "options")) {
        plan->table.option_count = 0;
        read_options(in, &plan->table);
    }
    refuse_deck(in, &plan->table);
    plan->listed = members_flag_or(in, "public", plan->listed);
    plan->hints = members_flag_or(in, "hints", plan->hints);
    plan->watchers_talk = members_flag_or(in, "watchers_talk", plan->watchers_talk);
    if (members_has(in, "clock"))
        read_clock(in, &plan->clock);
}

bool arrange_read(const char *text, size_t length, const struct open_plan *now, struct open_plan *plan,
                  struct problem *why)
{
    json_t *root = members_parse(text, length, EVENT_DEPTH, why);

    *plan = *now;
    if (!root)
        return false;
    struct members in = members_of(root, why);
    read_changes(&in, plan);
    bool fine = members_done(&in);
    json_decref(root);
    struct table *trial = fine ? table_open(&plan->table, why) : NULL;
    fine = trial;
    table_close(trial);
    return fine;
}

static void read_key(struct members *in, const json_t *object, struct seat_key *key)
{
    struct members own = members_of(object, in->why);

    if (!json_is_object(object)) {
        members_fail(in, "seats", "must be objects");
        return;
    }
    members_id(&own, "table", key->table);
    members_id(&own, "token", key->token);
    in->failed |= !members_done(&own);
}

bool keys_read(const char *text, size_t length, struct seat_keys *out, struct problem *why)
{
    json_t *root = members_parse(text, length, EVENT_DEPTH, why);

    out->count = 0;
    if (!root)
        return false;
    struct members in = members_of(root, why);
    const json_t *list = members_list(&in, "seats", 1, SEATS_ASKED);
    for (size_t i = 0; i < json_array_size(list) && !in.failed; i++)
        read_key(&in, json_array_get(list, i), &out->keys[out->count++]);
    bool fine = members_done(&in);
    json_decref(root);
    return fine;
}
