/* Guests whose tables are at other nodes. This server opens a WebSocket of its own to the node for each of them and
 * passes on what either end says; only a hello is read here, because it may name another table. If the node goes, the
 * guest is asked to connect again: what it has asked for may have been done or not. If the node was never reached, the
 * hello is tried again, until somebody else has the table. See live_tables.h. */
#include <stdlib.h>
#include <string.h>

#include "server/live_tables.h"
#include "server/log.h"

enum { PASS_PATIENCE = 10000 }; /* milliseconds, for a node that lives and cannot be reached */

static void send_away(struct hall *hall, struct guest *guest, const char *why)
{
    struct writer w = write_into(hall->buffer, MESSAGE_SIZE);

    message_bye(&w, guest->language, REFUSE_TABLE_UNREADABLE, true);
    peer_send(guest->peer, hall->buffer, w.length);
    peer_close(guest->peer, 1013, why);
}

static void say_come_again(struct hall *hall, struct guest *guest)
{
    send_away(hall, guest, "the table has moved");
}

static void forget_place(struct hall *hall, struct guest *guest)
{
    if (!guest->elsewhere.number)
        return;
    guest->elsewhere.number = 0;
    hall->passed_on--;
}

static void go_to(struct hall *hall, struct guest *guest)
{
    guest->elsewhere = hall->elsewhere;
    hall->passed_on++;
}

void elsewhere_pass_on(struct hall *hall, struct guest *guest, const struct request *request)
{
    bool there = guest->elsewhere.number == hall->elsewhere.number && peer_is_reached(guest->peer);

    if (peer_is_of_node(guest->peer)) { /* which asked for the table a moment too late */
        say_come_again(hall, guest);
        return;
    }
    live_part(hall, guest);
    guest->seat = ONLOOKER;
    memset(guest->key, 0, sizeof guest->key);
    ws_put_off(guest, request);
    forget_place(hall, guest);
    if (there || peer_pass_on(guest->peer, hall->elsewhere.address)) {
        go_to(hall, guest);
        peer_pass(guest->peer, guest->put_off->whole, guest->put_off->length);
    }
}

bool elsewhere_says(struct guest *guest, const char *text, size_t length)
{
    if (guest->elsewhere.number)
        peer_pass(guest->peer, text, length);
    return guest->elsewhere.number;
}

void elsewhere_come_home(struct hall *hall, struct guest *guest)
{
    if (guest->elsewhere.number)
        peer_take_back(guest->peer);
    forget_place(hall, guest);
}

void elsewhere_returned(struct hall *hall, struct guest *guest, bool was_reached, int code, const char *reason)
{
    forget_place(hall, guest);
    if (!was_reached)
        return; /* the hello is tried again */
    if (code)
        peer_close(guest->peer, code, reason);
    else
        say_come_again(hall, guest);
}

/* The tables stay in memory: if it was the database that was away, for everybody, they are still this server's. */
void elsewhere_watch_database(struct hall *hall)
{
    struct store_standing standing;

    store_standing(hall->store, &standing);
    bool cut_off = standing.away && standing.others > 0 && !hall->shutting_down;
    if (cut_off != hall->cut_off)
        log_line(cut_off ? "database_lost" : "database_back", "connections=%d node=%lld", hall->guest_count,
                 (long long)standing.number);
    hall->cut_off = cut_off;
    if (cut_off)
        live_break_promises(hall);
    for (struct guest *guest = cut_off ? hall->guests : NULL; guest; guest = guest->next)
        send_away(hall, guest, "the server has lost its database");
}

bool elsewhere_is_dead(const struct store_standing *standing, int64_t number)
{
    for (int i = 0; i < standing->others; i++)
        if (standing->numbers[i] == number)
            return false;
    return number <= standing->latest;
}

/* Gives up what waits for too long. */
static void give_up(struct hall *hall, struct guest *guest)
{
    log_line("table_not_reached", "table=%s node=%s", guest->put_off->table,
             guest->elsewhere.number ? guest->elsewhere.address : "unknown");
    elsewhere_come_home(hall, guest);
    free(guest->put_off);
    guest->put_off = NULL;
    say_come_again(hall, guest);
}

void elsewhere_tick(struct hall *hall)
{
    struct store_standing standing;
    int64_t now = steady_ms();

    if (!store_is_shared(hall->store))
        return;
    store_standing(hall->store, &standing);
    for (struct guest *guest = hall->guests; guest; guest = guest->next) {
        bool reached = guest->elsewhere.number && peer_is_reached(guest->peer);
        if (guest->elsewhere.number && standing.sure && elsewhere_is_dead(&standing, guest->elsewhere.number)) {
            peer_take_back(guest->peer);
            elsewhere_returned(hall, guest, reached, 0, "");
        } else if (guest->put_off && !reached && now - guest->put_off_at > PASS_PATIENCE) {
            give_up(hall, guest);
        }
    }
}
