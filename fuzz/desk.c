/* What strangers send to the hall, in any order, over a transport, a store and
 * bots that are made up here. Whatever comes, the hall answers in JSON, and shows
 * nothing of a table that the store has not kept. An input is a script of lines:
 *
 *   0{"type":…}   a message of connection 0 … 3, which is opened by it
 *   c0            the connection closes
 *   o{"game":…}   a wish to open a table, over HTTP
 *   g/api/…       a look, over HTTP
 *   h             the disk takes its time from now on
 *   k             it has kept everything
 *   f             it has lost what it had not kept, and refuses
 *   t             time passes; a disk that refused takes things again
 *
 * In all of them $t stands for the last table's id, $0 … $4 for the last token of
 * a seat. */
#include <jansson.h>
#include <sodium.h>

#include "fuzz.h"
#include "server/floor.h"
#include "server/fair.h"

enum { PEERS = 4, KEPT_MOST = 4096, LINE_MOST = 4096, STEPS_MOST = 400 };

/* ---- chance that is always the same ---- */

static struct rng dice;

static uint32_t roll(void)
{
    return rng_below(&dice, UINT32_MAX);
}

static void roll_bytes(void *const out, const size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)out)[i] = (uint8_t)roll();
}

static const char *dice_name(void)
{
    return "dice";
}

static struct randombytes_implementation dice_of_ours = {
    .implementation_name = dice_name, .random = roll, .buf = roll_bytes};

/* ---- the store ---- */

struct store {
    struct kept {
        char id[ID_LENGTH + 1];
        struct store_row row;
        int number;
        int64_t at;
        char *text;
        size_t length;
    } events[KEPT_MOST];
    int count, kept; /* those from kept on are on their way */
    uint64_t tickets, done;
    bool holds, failed;
};

static struct store disk;

static void keep_all(void)
{
    disk.kept = disk.count;
    disk.done = disk.tickets;
}

static void lose_all(void)
{
    while (disk.count > disk.kept)
        free(disk.events[--disk.count].text);
    disk.failed = true;
}

uint64_t store_append(struct store *store, const struct store_row *row, int number, int64_t at, const char *event,
                      size_t length, struct problem *why)
{
    if (store->failed || store->count == KEPT_MOST)
        return problem_set(why, "the disk refuses", "", "");
    struct kept *it = &store->events[store->count++];
    *it = (struct kept){.row = *row, .number = number, .at = at, .text = malloc(length + 1), .length = length};
    HOLDS(it->text);
    memcpy(it->id, row->id, sizeof it->id);
    memcpy(it->text, event, length);
    for (const struct kept *other = store->events; other < it; other++)
        HOLDS(strcmp(other->id, it->id) != 0 || other->number != it->number);
    return ++store->tickets;
}

bool store_has_room(struct store *store, struct problem *why)
{
    return (!store->failed && store->count < KEPT_MOST) || problem_set(why, "the disk refuses", "", "");
}

bool store_progress(struct store *store, uint64_t *done, struct problem *why)
{
    if (!store->holds && !store->failed)
        keep_all();
    *done = store->done;
    return !store->failed || problem_set(why, "the disk refuses", "", "");
}

void store_probe(struct store *store)
{
    store->failed = false;
}

bool store_load(struct store *store, const char *id, store_take *take, void *context, int *events, struct problem *why)
{
    *events = 0;
    for (int i = 0; i < store->kept; i++) {
        const struct kept *it = &store->events[i];
        if (strcmp(it->id, id) != 0)
            continue;
        HOLDS(it->number == *events);
        HOLDS(take(context, it->number, it->at, it->text, it->length, why)); /* what was kept can be read */
        (*events)++;
    }
    return true;
}

static int rows_of_open(struct store *store, int most, struct store_row *out)
{
    int count = 0;

    for (int i = 0; i < store->kept && count < most; i++)
        if (store->events[i].number == 0)
            out[count++] = store->events[i].row;
    return count;
}

int store_public(struct store *store, int status_most, int offset, int most, struct store_row *out, struct problem *why)
{
    (void)status_most, (void)offset, (void)why;
    return rows_of_open(store, most, out);
}

int store_due(struct store *store, int64_t until, int offset, int most, struct store_row *out, struct problem *why)
{
    (void)until, (void)offset, (void)why;
    return rows_of_open(store, most, out);
}

struct store_figures store_figures(struct store *store)
{
    return (struct store_figures){.waiting = store->count - store->kept};
}

static int kept_of(const char *id)
{
    int count = 0;

    for (int i = 0; i < disk.kept; i++)
        count += strcmp(disk.events[i].id, id) == 0;
    return count;
}

/* ---- bots: the first thing that is legal ---- */

struct think {
    struct think_job jobs[64];
    int count;
};

static struct think thinker;

bool think_ask(struct think *think, const struct think_job *job)
{
    if (think->count == 64)
        return false;
    think->jobs[think->count++] = *job;
    return true;
}

bool think_take(struct think *think, struct think_answer *out)
{
    uint16_t ids[LEGAL_ROOM];

    if (think->count == 0)
        return false;
    *out = (struct think_answer){.job = think->jobs[--think->count], .count = 1};
    HOLDS(out->job.game->legal(room_state(&out->job.view), out->job.seat, ids) > 0);
    out->lines[0].id = ids[0];
    return true;
}

void think_drop_hint(struct think *think, uint64_t asker)
{
    int kept = 0;

    for (int i = 0; i < think->count; i++)
        if (think->jobs[i].bot || think->jobs[i].asker != asker)
            think->jobs[kept++] = think->jobs[i];
    think->count = kept;
}

void think_drop_choices(struct think *think, const char *table)
{
    int kept = 0;

    for (int i = 0; i < think->count; i++)
        if (!think->jobs[i].bot || strcmp(think->jobs[i].table, table) != 0)
            think->jobs[kept++] = think->jobs[i];
    think->count = kept;
}

struct think_figures think_figures(struct think *think)
{
    return (struct think_figures){.waiting = think->count};
}

/* ---- analyses: asked for they are done ---- */

bool study_fits(const struct table *table, struct problem *why)
{
    return table_steps(table) % 2 == 0 || problem_set(why, "the game is too long", "", "");
}

bool study_ask(struct study *study, const char *id, const char *address, const struct table *table, struct problem *why)
{
    (void)study, (void)id, (void)address;
    return table_steps(table) % 4 == 0 || problem_set(why, "too many", "", "");
}

void study_look(struct study *study, const char *id, struct study_news *out)
{
    (void)study;
    *out = (struct study_news){.status = (enum study_status)(id[0] % (STUDY_FAILED + 1)), .why = {"out of memory"}};
    if (out->status == STUDY_DONE) {
        out->text = strdup("{}");
        HOLDS(out->text);
        out->length = 2;
    }
}

void study_sweep(struct study *study)
{
    (void)study;
}

struct study_figures study_figures(struct study *study)
{
    (void)study;
    return (struct study_figures){0};
}

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
static char last_table[ID_LENGTH + 1], tokens[MAX_SEATS][ID_LENGTH + 1];

static void remember(const json_t *message)
{
    const char *table = json_string_value(json_object_get(message, "table"));
    const char *token = json_string_value(json_object_get(message, "token"));
    json_int_t seat = json_integer_value(json_object_get(message, "seat"));

    if (token) {
        HOLDS(id_is_well_formed(token) && seat >= 0 && seat < MAX_SEATS);
        memcpy(tokens[seat], token, sizeof tokens[seat]);
    }
    if (table)
        memcpy(last_table, table, sizeof last_table);
}

/* What is said must be JSON, and of what is on disk. */
static void check_said(const char *text, size_t length)
{
    json_t *message = json_loadb(text, length, 0, NULL);
    const json_t *event = json_object_get(message, "event"), *table = json_object_get(message, "table");

    HOLDS(message && json_is_object(message));
    if (event)
        HOLDS(json_integer_value(event) <= kept_of(json_string_value(table)));
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
        HOLDS(handler.opened(handler.context, peer, "1.2.3.4"));
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

static size_t filled_in(const char *line, size_t length, char *out, size_t room)
{
    struct writer w = write_into(out, room);

    for (size_t i = 0; i < length; i++)
        if (line[i] == '$' && i + 1 < length && line[i + 1] == 't') {
            write_text(&w, last_table);
            i++;
        } else if (line[i] == '$' && i + 1 < length && line[i + 1] >= '0' && line[i + 1] < '0' + MAX_SEATS) {
            write_text(&w, tokens[line[++i] - '0']);
        } else {
            write_char(&w, line[i]);
        }
    return w.length;
}

static void act(const char *line, size_t length)
{
    static char text[LINE_MOST + 1024];
    size_t rest = filled_in(line + 1, length - 1, text, sizeof text);

    switch (line[0]) {
    case 'c': hang_up(&peers[(uint8_t)text[0] % PEERS]); break;
    case 'o': ask("POST", (char[]){"/api/tables"}, text, rest); break;
    case 'g': ask("GET", text, "", 0); break;
    case 'h': disk.holds = true; break;
    case 'k': keep_all(); break;
    case 'f': lose_all(); break;
    case 't':
        disk.failed = false;
        handler.tick(handler.context);
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
    while (disk.count > 0)
        free(disk.events[--disk.count].text);
    disk.kept = 0;
    disk.tickets = disk.done = 0;
    disk.holds = disk.failed = false;
    thinker.count = 0;
    memset(peers, 0, sizeof peers);
    memset(last_table, 0, sizeof last_table);
    memset(tokens, 0, sizeof tokens);
    dice = rng_fast(1);
    randombytes_set_implementation(&dice_of_ours);
    HOLDS(sodium_init() >= 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct hall_limits limits = {.tables_most = 8,
                                       .opened_per_hour = 1000,
                                       .requests_per_second = 1000,
                                       .analyses_per_hour = 1000,
                                       .messages_per_second = 1000,
                                       .chats_per_minute = 1000,
                                       .idle_s = 1000,
                                       .watchers_most = 20,
                                       .expire_days = 30};
    struct game_clock game_clock = {0};
    const char *at = (const char *)data, *end = at + size;

    begin_again();
    struct hall *hall = hall_open(&disk, &thinker, NULL, &game_clock, &limits);
    HOLDS(hall);
    hall_handler(hall, &handler);
    for (int steps = 0; at < end && steps < STEPS_MOST; steps++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        if (length > 0 && length < LINE_MOST)
            act(at, length);
        at += length + 1;
    }
    for (int i = 0; i < PEERS; i++)
        hang_up(&peers[i]);
    hall_close(hall);
    return 0;
}
