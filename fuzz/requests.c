/* Sends anything to the hall, in any order, over a simulated transport, store and
 * bots. Whatever comes, the hall answers in JSON, and shows nothing of a table
 * that the store has not kept. An input is a script of lines:
 *
 *   0{"type":…}   a message of connection 0 … 3, which is opened by it
 *   c0            the connection closes
 *   o{"game":…}   a wish to open a table, over HTTP
 *   s{"seats":…}  a question about seats, over HTTP
 *   g/api/…       a look, over HTTP
 *   h             the disk takes its time from now on
 *   k             it has kept everything
 *   f             it has lost what it had not kept, and refuses
 *   t             time passes; a disk that refused takes things again
 *   a             so much time passes that a start is given up
 *
 * In all of them $t stands for the last table's id, $0 … $4 for the last token of
 * a seat, $z for a salt and $s0 … $s4 for its seal, by seat. */
#include <jansson.h>

#include "fuzz.h"
#include "server/live_tables.h"
#include "support/stage.h"

enum { PEERS = 4, LINE_LIMIT = 4096, STEPS_MAX = 400, REVEAL = 100000 };

static struct store disk;
static struct think thinker;

/* ---- the transport ---- */

struct peer {
    bool open, closing;
    void *of_hall;
};

struct http_call {
    bool answered;
};

static struct peer peers[PEERS];
static struct transport_handler handler;
static char last_table[ID_LENGTH + 1], tokens[MAX_SEATS][ID_LENGTH + 1], commitment[HEX_SIZE];
static struct hall *the_hall;

static void remember(const json_t *message)
{
    const char *table = json_string_value(json_object_get(message, "table"));
    const char *token = json_string_value(json_object_get(message, "token"));
    const char *committed = json_string_value(json_object_get(json_object_get(message, "fair"), "commitment"));
    json_int_t seat = json_integer_value(json_object_get(message, "seat"));

    if (committed) {
        HOLDS(hex_is_well_formed(committed));
        memcpy(commitment, committed, sizeof commitment);
    }
    if (token) {
        HOLDS(id_is_well_formed(token) && seat >= 0 && seat < MAX_SEATS);
        memcpy(tokens[seat], token, sizeof tokens[seat]);
    }
    if (table)
        memcpy(last_table, table, sizeof last_table);
}

/* Checks that a message is JSON and says only what is on disk. */
static void check_said(const char *text, size_t length)
{
    json_t *message = json_loadb(text, length, 0, NULL);
    const json_t *event = json_object_get(message, "event"), *table = json_object_get(message, "table");

    HOLDS(message && json_is_object(message));
    if (event)
        HOLDS(json_integer_value(event) <= stage_kept_of(&disk, json_string_value(table)));
    remember(message);
    json_decref(message);
}

void peer_send(struct peer *peer, const char *text, size_t length)
{
    HOLDS(peer->open);
    if (!peer->closing)
        check_said(text, length);
}

void peer_close(struct peer *peer, int code, const char *reason)
{
    HOLDS(peer->open && code >= 1000 && reason[0]);
    peer->closing = true;
}

void peer_set(struct peer *peer, void *of_hall)
{
    peer->of_hall = of_hall;
}

void *peer_get(const struct peer *peer)
{
    return peer->of_hall;
}

struct transport_figures http_figures(const struct http_call *call)
{
    (void)call;
    return (struct transport_figures){0};
}

void http_answer(struct http_call *call, const struct http_answer *answer)
{
    HOLDS(!call->answered);
    call->answered = true;
    if (strcmp(answer->type, "application/json") == 0)
        check_said(answer->body, answer->length);
}

static void hang_up(struct peer *peer)
{
    if (peer->open)
        handler.closed(handler.context, peer);
    *peer = (struct peer){0};
}

static void say(struct peer *peer, const char *text, size_t length)
{
    if (!peer->open) {
        peer->open = true;
        handler.opened(handler.context, peer, "1.2.3.4");
    }
    handler.message(handler.context, peer, text, length);
    if (peer->closing)
        hang_up(peer);
}

static void ask(const char *method, char *path, const char *body, size_t length)
{
    struct http_call call = {0};
    char *query = strchr(path, '?');
    const struct http_request request = {.method = method,
                                         .path = path,
                                         .query = query ? query + 1 : "",
                                         .known = "",
                                         .body = body,
                                         .length = length,
                                         .address = "1.2.3.4"};

    if (query)
        *query = '\0';

    handler.request(handler.context, &call, &request);
    if (!call.answered)
        handler.woken(handler.context);
    if (!call.answered)
        handler.gone(handler.context, &call);
}

/* ---- the script ---- */

static const char salt[] = "5a17000000000000000000000000000000000000000000000000000000000001";

static void write_seal(struct writer *w, int seat)
{
    char seal[HEX_SIZE];

    deal_seal(commitment, last_table, seat, salt, seal);
    write_text(w, seal);
}

/* Replaces an abbreviation at the beginning of a line; returns its length, or 0 if there is none. */
static size_t fill(const char *line, size_t length, struct writer *w)
{
    char what = length > 1 && line[0] == '$' ? line[1] : '\0', of = length > 2 ? line[2] : '\0';

    if (what == 't')
        write_text(w, last_table);
    else if (what == 'z')
        write_text(w, salt);
    else if (what >= '0' && what < '0' + MAX_SEATS)
        write_text(w, tokens[what - '0']);
    else if (what == 's' && of >= '0' && of < '0' + MAX_SEATS)
        write_seal(w, of - '0');
    else
        return 0;
    return what == 's' ? 3 : 2;
}

static size_t filled_in(const char *line, size_t length, char *out, size_t size)
{
    struct writer w = write_into(out, size);

    for (size_t i = 0, taken; i < length; i += taken) {
        taken = fill(line + i, length - i, &w);
        if (taken == 0) {
            write_char(&w, line[i]);
            taken = 1;
        }
    }
    return w.length;
}

static void act(const char *line, size_t length)
{
    static char text[LINE_LIMIT + 1024];
    size_t rest = filled_in(line + 1, length - 1, text, sizeof text);

    switch (line[0]) {
    case 'c': hang_up(&peers[(uint8_t)text[0] % PEERS]); break;
    case 'o': ask("POST", (char[]){"/api/tables"}, text, rest); break;
    case 's': ask("POST", (char[]){"/api/seats"}, text, rest); break;
    case 'g': ask("GET", text, "", 0); break;
    case 'h': disk.holds = true; break;
    case 'k': stage_keep_all(&disk); break;
    case 'f': stage_lose_all(&disk); break;
    case 't':
        disk.failed = false;
        handler.tick(handler.context);
        break;
    case 'a':
        the_hall->limits.reveal_s = 0;
        handler.tick(handler.context);
        the_hall->limits.reveal_s = REVEAL;
        break;
    default:
        if (line[0] >= '0' && line[0] < '0' + PEERS)
            say(&peers[line[0] - '0'], text, rest);
        break;
    }
    handler.woken(handler.context);
    for (int i = 0; i < PEERS; i++)
        if (peers[i].closing)
            hang_up(&peers[i]);
}

static void begin_again(void)
{
    stage_clear(&disk, &thinker);
    memset(peers, 0, sizeof peers);
    memset(last_table, 0, sizeof last_table);
    memset(tokens, 0, sizeof tokens);
    memset(commitment, '0', sizeof commitment - 1);
    stage_seed(1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct hall_limits limits = {.tables_max = 8,
                                       .hello_s = 3600,
                                       .opened_per_hour = 1000,
                                       .requests_per_second = 1000,
                                       .analyses_per_hour = 1000,
                                       .messages_per_second = 1000,
                                       .chats_per_minute = 1000,
                                       .idle_s = 1000,
                                       .watchers_max = 20,
                                       .expire_days = 30,
                                       .reveal_s = REVEAL};
    struct game_clock game_clock = {0};
    const char *at = (const char *)data, *end = at + size;

    begin_again();
    struct hall *hall = hall_open(&disk, &thinker, NULL, &game_clock, &limits);
    HOLDS(hall);
    the_hall = hall;
    hall_handler(hall, &handler);
    for (int steps = 0; at < end && steps < STEPS_MAX; steps++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        if (length > 0 && length < LINE_LIMIT)
            act(at, length);
        at += length + 1;
    }
    for (int i = 0; i < PEERS; i++)
        hang_up(&peers[i]);
    hall_close(hall);
    return 0;
}
