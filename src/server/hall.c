/* See hall.h. The parts: live_tables.c has the tables and what waits for the disk,
 * ws_requests.c answers guests, http_api.c callers, timers.c runs bots and clocks. */
#include "server/hall.h"

#include <stdlib.h>

#include "memory.h"
#include "server/live_tables.h"

enum {
    LOADING_SHARE = 40,  /* milliseconds a second that tables are read for one address */
    LOADING_BURST = 150, /* and at once */
};

struct hall *hall_open(struct store *store, struct think *think, struct study *study, struct game_clock *clock,
                       const struct hall_limits *limits)
{
    struct hall *hall = must_zero(1, sizeof *hall);

    *hall = (struct hall){.store = store, .think = think, .study = study, .clock = clock, .limits = *limits};
    hall->last_promise = &hall->promises;
    hall->open_meter = meter_new(limits->opened_per_hour / 3600.0, limits->opened_per_hour);
    hall->request_meter = meter_new(limits->requests_per_second, limits->requests_per_second * BURST);
    hall->analysis_meter = meter_new(limits->analyses_per_hour / 3600.0, limits->analyses_per_hour);
    hall->seat_meter = meter_new(limits->messages_per_second / 10.0, limits->messages_per_second * 3.0);
    hall->load_meter = meter_new(LOADING_SHARE, LOADING_BURST);
    hall->buffer = must_alloc(MESSAGE_SIZE);
    hall->remote_presence = remote_presence_new();
    hall->nodes = 1;
    struct store_standing standing;
    store_standing(store, &standing);
    hall->life = standing.number;
    return hall;
}

void hall_close(struct hall *hall)
{
    if (!hall)
        return;
    while (hall->guests) {
        struct guest *guest = hall->guests;
        hall->guests = guest->next;
        free(guest->put_off);
        free(guest);
    }
    live_close(hall);
    remote_presence_free(hall->remote_presence);
    free(hall->open_meter);
    free(hall->request_meter);
    free(hall->analysis_meter);
    free(hall->seat_meter);
    free(hall->load_meter);
    free(hall->buffer);
    free(hall);
}

/* ---- what the transport calls ---- */

static void request(void *of_hall, struct http_call *call, const struct http_request *asked)
{
    struct hall *hall = of_hall;

    hall->asker = asked->address;
    hall->language = language_accepted(asked->languages);
    http_api_request(hall, call, asked);
    hall->asker = NULL;
}

static void gone(void *of_hall, struct http_call *call)
{
    live_forget_call(of_hall, call);
}

static void say_goodbye(struct hall *hall, const struct guest *guest)
{
    struct writer w = write_into(hall->buffer, MESSAGE_SIZE);

    message_bye(&w, guest->language, REFUSE_SHUTTING_DOWN, true);
    peer_send(guest->peer, hall->buffer, w.length);
    peer_close(guest->peer, 1001, "the server is shutting down");
}

static void opened(void *of_hall, struct peer *peer, const char *address)
{
    struct hall *hall = of_hall;
    struct guest *guest = must_zero(1, sizeof *guest);

    *guest = (struct guest){
        .peer = peer, .number = ++hall->guest_numbers, .came = steady_ms(), .seat = ONLOOKER, .next = hall->guests};
    struct writer w = write_into(guest->address, sizeof guest->address);
    write_text(&w, address);
    if (hall->guests)
        hall->guests->before = guest;
    hall->guests = guest;
    hall->guest_count++;
    peer_set(peer, guest);
    if (hall->shutting_down)
        say_goodbye(hall, guest);
}

static void message(void *of_hall, struct peer *peer, const char *text, size_t length)
{
    struct hall *hall = of_hall;
    struct guest *guest = peer_get(peer);

    hall->asker = guest->address;
    ws_message(hall, guest, text, length);
    hall->asker = NULL;
    live_progress(hall);
}

static void closed(void *of_hall, struct peer *peer)
{
    struct hall *hall = of_hall;
    struct guest *guest = peer_get(peer);

    if (!guest)
        return;
    live_forget_guest(hall, guest);
    live_part(hall, guest);
    elsewhere_come_home(hall, guest);
    if (guest->next)
        guest->next->before = guest->before;
    if (guest->before)
        guest->before->next = guest->next;
    else
        hall->guests = guest->next;
    hall->guest_count--;
    peer_set(peer, NULL);
    free(guest->put_off);
    free(guest);
}

static void returned(void *of_hall, struct peer *peer, bool was_reached, int code, const char *reason)
{
    struct guest *guest = peer_get(peer);

    if (guest)
        elsewhere_returned(of_hall, guest, was_reached, code, reason);
}

static void woken(void *of_hall)
{
    live_progress(of_hall);
    timers_answers(of_hall);
    live_progress(of_hall);
}

/* Limits by address hold for all servers of a database together: each allows its part of them. How long tables are
 * read for an address is about this server alone. */
static void share_limits(struct hall *hall)
{
    struct store_standing standing;
    struct meter *const meters[] = {hall->open_meter, hall->request_meter, hall->analysis_meter, hall->seat_meter,
                                    NULL};

    store_standing(hall->store, &standing);
    if (hall->nodes == 1 + standing.others)
        return;
    hall->nodes = 1 + standing.others;
    for (struct meter *const *meter = meters; *meter; meter++)
        meter_share(*meter, hall->nodes);
}

static void tick(void *of_hall)
{
    struct hall *hall = of_hall;

    live_watch_life(hall);
    elsewhere_watch_database(hall);
    share_limits(hall);
    if (!hall->shutting_down)
        timers_tick(hall, steady_ms());
    live_progress(hall);
}

void hall_handler(struct hall *hall, struct transport_handler *out)
{
    *out = (struct transport_handler){.context = hall,
                                      .request = request,
                                      .gone = gone,
                                      .opened = opened,
                                      .message = message,
                                      .closed = closed,
                                      .returned = returned,
                                      .woken = woken,
                                      .tick = tick};
}

/* ---- operating it ---- */

void hall_shut_down(struct hall *hall)
{
    hall->shutting_down = true;
    for (const struct guest *guest = hall->guests; guest; guest = guest->next)
        say_goodbye(hall, guest);
}

bool hall_is_cut_off(const struct hall *hall)
{
    return hall->cut_off;
}

bool hall_settled(struct hall *hall)
{
    live_progress(hall);
    return store_figures(hall->store).waiting == 0;
}

void hall_status(struct hall *hall, struct writer *w)
{
    struct store_figures store = store_figures(hall->store);
    const struct {
        const char *name;
        uint64_t value;
    } lines[] = {
        {"tables=", (uint64_t)hall->table_count},
        {" connections=", (uint64_t)hall->guest_count},
        {" messages=", hall->figures.messages},
        {" choices=", hall->figures.choices},
        {" opened=", hall->figures.opened},
        {" refusals=", hall->figures.refusals},
        {" events=", store.events},
        {" commits=", store.commits},
        {" waiting=", (uint64_t)store.waiting},
        {" failures=", store.failures},
        {" damaged=", (uint64_t)(hall->damaged.count + store.damaged)},
        {" behind=", (uint64_t)hall->behind.count},
        {" node=", (uint64_t)hall->life},
        {" nodes=", (uint64_t)hall->nodes},
        {" passed_on=", (uint64_t)hall->passed_on},
    };

    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        write_text(w, lines[i].name);
        write_number(w, (int64_t)lines[i].value);
    }
    write_text(w, hall->failing ? " disk=refuses" : " disk=fine");
}
