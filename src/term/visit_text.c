/* What is said of a table of a server, in words: who sits there and who is away, whose
 * turn it is and how long it may take, how it ended. See visit.h. */
#include <stdio.h>
#include <string.h>

#include "term/visit.h"

void write_time(struct writer *w, int64_t milliseconds)
{
    int64_t seconds = (milliseconds + 999) / 1000, hours = seconds / 3600, minutes = seconds / 60 % 60;

    if (hours > 0) {
        write_number(w, hours);
        write_text(w, minutes < 10 ? ":0" : ":");
    }
    write_number(w, minutes);
    write_text(w, seconds % 60 < 10 ? ":0" : ":");
    write_number(w, seconds % 60);
}

static void write_name(const struct visit *v, int seat, struct writer *w)
{
    write_bytes(w, v->names[seat].text, v->names[seat].length);
}

static bool is_free(const json_t *seat)
{
    return strcmp(text_of(seat, "kind"), "free") == 0;
}

static int free_seats(const struct visit *v)
{
    int count = 0;

    for (int seat = 0; seat < visit_players(v); seat++)
        count += is_free(visit_seat(v, seat));
    return count;
}

/* ---- what is waited for ---- */

static void write_left(const struct visit *v, int seat, struct writer *w)
{
    int64_t left = visit_time_left(v, seat);

    if (left < 0)
        return;
    write_text(w, " (");
    write_time(w, left);
    write_text(w, ")");
}

static void write_open(const struct visit *v, struct writer *w)
{
    int missing = free_seats(v);

    if (missing > 0) {
        write_text(w, "Waiting for ");
        write_number(w, missing);
        write_text(w, missing > 1 ? " more players" : " more player");
    } else {
        write_text(w, v->seat == ONLOOKER ? "Everybody is seated" : "Everybody is seated: start begins the game");
    }
}

/* Programs answer by themselves, so this is soon over. */
static void write_starting(const struct visit *v, struct writer *w)
{
    bool first = true;

    for (int seat = 0; seat < visit_players(v); seat++)
        if (flag_of(visit_seat(v, seat), "waiting")) {
            write_text(w, first ? "The game is starting: waiting for the salt of " : ", ");
            write_name(v, seat, w);
            first = false;
        }
}

static void write_waiting(const struct visit *v, bool clock, struct writer *w)
{
    bool first = true;

    for (int seat = 0; seat < visit_players(v); seat++)
        if (flag_of(visit_seat(v, seat), "waiting")) {
            write_text(w, first ? "Waiting for " : ", ");
            write_name(v, seat, w);
            if (clock)
                write_left(v, seat, w);
            first = false;
        }
    if (flag_of(v->table, "may_undo"))
        write_text(w, "; undo takes your move back");
}

static void write_link(const struct visit *v, bool clock, struct writer *w)
{
    int64_t pause = v->again - steady_ms();

    if (v->link == LINK_ENDED) {
        write_text(w, "Not connected; back connects again");
    } else if (v->again && clock) {
        write_text(w, "No connection; the next try is in ");
        write_time(w, pause > 0 ? pause : 0);
    } else {
        write_text(w, v->again ? "No connection" : "Connecting…");
    }
}

void visit_status(const struct visit *v, bool clock, struct writer *w)
{
    if (visit_prepared(v)) {
        write_text(w, "PREPARED DEAL ");
        write_number(w, visit_prepared(v));
        write_text(w, ", its cards can be known: ");
    }
    if (v->link != LINK_OPEN || !v->table) {
        write_link(v, clock, w);
    } else if (visit_is(v, "open")) {
        write_open(v, w);
    } else if (visit_is(v, "starting")) {
        write_starting(v, w);
    } else if (visit_is(v, "over")) {
        write_text(w, v->seat == ONLOOKER ? "The game is over" : "The game is over; rematch plays again");
    } else if (v->seat != ONLOOKER && text_of(visit_seat(v, v->seat), "bot")[0]) {
        write_text(w, "A bot plays for you; back plays yourself again");
    } else if (visit_owes(v) && v->chosen >= 0) {
        write_text(w, "Your choice is on its way");
    } else if (visit_owes(v)) {
        write_text(w, "Your move");
        if (clock)
            write_left(v, v->seat, w);
    } else {
        write_waiting(v, clock, w);
    }
}

/* ---- the seats ---- */

static const char *stand_in(const char *why)
{
    return strcmp(why, "time") == 0   ? ", out of time: a bot plays"
           : strcmp(why, "left") == 0 ? ", gone: a bot plays"
                                      : ", away: a bot plays";
}

static void draw_seat(const struct visit *v, struct canvas *c, int seat)
{
    const json_t *it = visit_seat(v, seat);
    int64_t left = visit_time_left(v, seat);

    draw_column(c, PLAIN, seat, 3);
    draw_spaces(c, 2);
    if (is_free(it)) {
        draw_text(c, DIM, "free\n");
        return;
    }
    draw_name(c, BOLD, seat);
    draw_text(c, PLAIN, seat == v->seat ? ", that is you" : "");
    if (text_of(it, "why")[0])
        draw_text(c, PLAIN, stand_in(text_of(it, "why")));
    else if (!flag_of(it, "here"))
        draw_text(c, PLAIN, ", away");
    if (left >= 0) {
        draw_text(c, PLAIN, ", ");
        write_time(c->out, left);
        draw_text(c, PLAIN, flag_of(it, "waiting") ? " left and running" : " left");
    }
    draw_line_end(c);
}

static void draw_onlookers(const struct visit *v, struct canvas *c)
{
    int count = (int)json_integer_value(json_object_get(v->table, "watchers"));

    if (count > 0) {
        draw_column(c, PLAIN, count, 3);
        draw_text(c, PLAIN, count > 1 ? " look on" : " looks on");
        draw_text(c, PLAIN, v->seat == ONLOOKER ? ", you among them\n" : "\n");
    }
}

void visit_draw_people(const struct visit *v, struct canvas *c)
{
    for (int seat = 0; seat < visit_players(v); seat++)
        draw_seat(v, c, seat);
    draw_onlookers(v, c);
}

/* ---- the deal ---- */

static void write_prepared(const struct visit *v, struct writer *w)
{
    write_text(w, "PREPARED DEAL ");
    write_number(w, visit_prepared(v));
    write_text(w, ": anybody can know every card. Play it for practice only.\n");
}

static void draw_prepared(const struct visit *v, struct canvas *c)
{
    draw_style(c, RED);
    write_prepared(v, c->out);
    draw_style(c, PLAIN);
}

/* The start of a number of 64 digits, enough to compare it by eye. */
static void draw_begin_of(struct canvas *c, const char *name, const char *digits)
{
    enum { SHOWN = 12 };

    draw_text(c, PLAIN, name);
    write_bytes(c->out, digits, SHOWN);
    draw_text(c, PLAIN, "…");
}

static void draw_fair_in_short(const struct visit *v, struct canvas *c)
{
    const struct pledge_start *own = v->pledge.count > 0 ? &v->pledge.starts[v->pledge.count - 1] : NULL;

    if (visit_prepared(v)) {
        draw_prepared(v, c);
        return;
    }
    draw_begin_of(c, "The server's commitment is ", v->deal.commitment);
    if (own && own->sealed)
        draw_begin_of(c, ", your salt ", own->salt);
    draw_text(c, PLAIN, "; fair shows more.\n");
}

static void draw_seal_of(const struct visit *v, struct canvas *c, int seat)
{
    const char *seal = v->deal.seals[seat];

    draw_text(c, PLAIN, "  ");
    draw_name(c, BOLD, seat);
    draw_text(c, PLAIN,
              strcmp(text_of(visit_seat(v, seat), "kind"), "bot") == 0 ? ": a bot, without a salt"
              : seal[0]                                                ? ":\n    "
                                                                       : ": none yet");
    draw_text(c, PLAIN, seal);
    draw_line_end(c);
}

static void draw_abandoned(const struct visit *v, struct canvas *c)
{
    for (int i = 0; i < v->deal.abandoned; i++) {
        const struct deal_start *it = &v->deal.starts[i];
        draw_text(c, BOLD, "A start was given up; its commitment was\n  ");
        draw_text(c, PLAIN, it->commitment);
        draw_text(c, PLAIN, "\n  No answer came from ");
        for (int k = 0; k < MAX_SEATS && it->missing[k][0]; k++) {
            draw_text(c, PLAIN, k ? ", " : "");
            draw_clean(c, PLAIN, it->missing[k], strlen(it->missing[k]));
        }
        draw_line_end(c);
    }
}

static void draw_verdict(const struct visit *v, struct canvas *c)
{
    const struct pledge_start *own = &v->pledge.starts[v->pledge.count - 1];

    if (visit_is(v, "open") || visit_is(v, "starting"))
        draw_text(c, PLAIN, "Your salt is shown once the game is starting and all seals are there.\n");
    else if (own->shown)
        draw_text(c, PLAIN,
                  visit_is(v, "over") ? "Commitment and seals have not changed, and your salt is in the deal.\n"
                                      : "Commitment and seals have not changed. Secret and salts are shown at "
                                        "the end.\n");
    else
        draw_text(c, RED, "This program had no part in the deal.\n");
    if (visit_is(v, "over")) {
        draw_text(c, PLAIN, "To have every card checked:\n  parlor verify ");
        client_url(&v->plan.address, c->out);
        draw_line_end(c);
    }
}

void visit_draw_fair(const struct visit *v, struct canvas *c)
{
    const struct pledge_start *own = v->pledge.count > 0 ? &v->pledge.starts[v->pledge.count - 1] : NULL;

    if (visit_prepared(v)) {
        draw_prepared(v, c);
        return;
    }
    draw_text(c, BOLD, "The server's commitment to its secret:\n  ");
    draw_text(c, PLAIN, v->deal.commitment);
    draw_line_end(c);
    if (!v->deal.sealed) {
        draw_text(c, RED, "This server takes no salts from players: it alone decides about the cards.\n");
        return;
    }
    if (own && v->seat != ONLOOKER) {
        draw_text(c, BOLD, "Your salt:\n  ");
        draw_text(c, PLAIN, own->salt);
        draw_line_end(c);
    }
    draw_text(c, BOLD, "The seals of all players' salts:\n");
    for (int seat = 0; seat < visit_players(v); seat++)
        draw_seal_of(v, c, seat);
    draw_abandoned(v, c);
    if (own && v->seat != ONLOOKER)
        draw_verdict(v, c);
}

void visit_draw_seats(const struct visit *v, struct canvas *c)
{
    draw_text(c, BOLD, v->game ? v->game->title : "A table");
    draw_text(c, PLAIN,
              visit_is(v, "open") || visit_is(v, "starting") ? ", not begun yet:\n"
              : visit_is(v, "over")                          ? ", over:\n"
                                                             : ":\n");
    visit_draw_people(v, c);
    draw_fair_in_short(v, c);
    draw_text(c, PLAIN,
              free_seats(v) > 0 ? "To invite others, send them this; parlor join or a browser opens it:\n  "
                                : "This table's address, for parlor watch or a browser:\n  ");
    client_url(&v->plan.address, c->out);
    draw_line_end(c);
}

/* ---- what has changed at the seats ---- */

static void write_stand_in(const char *name, bool own, const char *why, struct writer *w)
{
    bool time = strcmp(why, "time") == 0;

    write_text(w, time && own ? "Your time is up" : time ? "Time is up for " : own ? "You are gone" : "");
    write_text(w, own ? "" : name);
    write_text(w, time || own ? "" : strcmp(why, "left") == 0 ? " has left" : " has been away too long");
    write_text(w, own ? ": a bot plays for you until you say back.\n" : ": a bot plays on.\n");
}

/* One sentence at most on each seat. */
static void compare_seat(const struct visit *v, const json_t *before, int seat, struct writer *w)
{
    const json_t *now = visit_seat(v, seat);
    const char *name = v->names[seat].text, *why = text_of(now, "why"), *old_why = text_of(before, "why");
    bool own = seat == v->seat, here = flag_of(now, "here"), was_here = flag_of(before, "here");
    const char *verb = NULL;

    if (is_free(before) != is_free(now))
        verb = is_free(now) ? " stands up.\n" : " sits down.\n";
    else if (strcmp(text_of(before, "kind"), text_of(now, "kind")) != 0)
        verb = " takes the seat.\n";
    else if (why[0] && strcmp(why, old_why) != 0)
        write_stand_in(name, own, why, w);
    else if (old_why[0] && !why[0])
        verb = own ? NULL : " plays again.\n";
    else if (here != was_here && !own && !is_free(now))
        verb = here ? " is back.\n" : " is away.\n";
    if (!verb)
        return;
    const char *old_name = text_of(before, "name");
    if (is_free(now))
        write_clean(w, old_name, strlen(old_name));
    else
        write_text(w, own ? "You" : name);
    write_text(w, own ? " sit down.\n" : verb);
}

/* The starts that were given up since. */
static void compare_starts(const struct visit *v, const json_t *before, struct writer *w)
{
    size_t known = json_array_size(json_object_get(json_object_get(before, "fair"), "abandoned"));

    for (int i = (int)known; i < v->deal.abandoned; i++) {
        const struct deal_start *it = &v->deal.starts[i];
        write_text(w, "The start was given up, because no answer came from ");
        for (int k = 0; k < MAX_SEATS && it->missing[k][0]; k++) {
            write_text(w, k ? ", " : "");
            write_clean(w, it->missing[k], strlen(it->missing[k]));
        }
        write_text(w, ". The server has a new secret, and everybody a new salt; start tries again.\n");
    }
}

static void compare_end(const struct visit *v, const json_t *before, struct writer *w)
{
    const struct pledge_start *own = v->pledge.count > 0 ? &v->pledge.starts[v->pledge.count - 1] : NULL;

    if (own && own->shown && visit_is(v, "over") && strcmp(text_of(before, "status"), "over") != 0)
        write_text(w, "The deal: the commitment is the one you first saw, and your salt is in it.\n");
}

void visit_compare(const struct visit *v, const json_t *before, struct writer *w)
{
    const json_t *seats = json_object_get(before, "seats");

    if (!before && visit_prepared(v))
        write_prepared(v, w);
    compare_starts(v, before, w);
    compare_end(v, before, w);
    for (int seat = 0; before && seat < visit_players(v); seat++)
        compare_seat(v, json_array_get(seats, (size_t)seat), seat, w);
}

/* ---- the end ---- */

void visit_farewell(const struct visit *v, struct writer *w)
{
    if (!v->plan.token[0] || v->refused)
        return;
    write_text(w, "To come back to your seat:\n  parlor join ");
    client_url(&v->plan.address, w);
    write_text(w, "\n");
}

void visit_draw_result(const struct visit *v, struct canvas *c)
{
    const json_t *result = json_object_get(v->table, "result");
    const json_t *points = json_object_get(result, "points"), *winners = json_object_get(result, "winners");

    for (int seat = 0; seat < visit_players(v); seat++) {
        char text[32];
        snprintf(text, sizeof text, "%8g  ", json_number_value(json_array_get(points, (size_t)seat)));
        draw_text(c, PLAIN, text);
        draw_name(c, PLAIN, seat);
        draw_line_end(c);
    }
    for (size_t index = 0; index < json_array_size(winners); index++) {
        int winner = (int)json_integer_value(json_array_get(winners, index));
        draw_text(c, PLAIN, index ? " and " : "");
        if (winner >= 0 && winner < visit_players(v))
            draw_name(c, BOLD, winner);
    }
    draw_text(c, PLAIN, json_array_size(winners) > 1 ? " win.\n" : " wins.\n");
}
