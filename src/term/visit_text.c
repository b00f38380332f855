/* Describes a table of a server in words: who sits there and who is away, whose
 * turn it is and how long it may take, how it ended. See visit.h. */
#include <stdio.h>
#include <string.h>

#include "term/score.h"
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

static const char *list_comma(const struct visit *v)
{
    return language_word(v->plan.language, NULL, "list.comma");
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

    if (missing > 0)
        say_with(w, v->plan.language, SAY_VISIT_WAIT_PLAYERS, NUM("missing", missing));
    else
        say_with(w, v->plan.language, SAY_VISIT_ALL_SEATED, NUM("plays", v->seat != ONLOOKER));
}

/* Programs answer by themselves, so this is soon over. */
static void write_starting(const struct visit *v, struct writer *w)
{
    bool first = true;

    for (int seat = 0; seat < visit_players(v); seat++)
        if (flag_of(visit_seat(v, seat), "waiting")) {
            write_text(w, first ? visit_said(v, SAY_VISIT_WAIT_SALT) : list_comma(v));
            write_name(v, seat, w);
            first = false;
        }
}

static void write_waiting(const struct visit *v, bool clock, struct writer *w)
{
    bool first = true;

    for (int seat = 0; seat < visit_players(v); seat++)
        if (flag_of(visit_seat(v, seat), "waiting")) {
            write_text(w, first ? visit_said(v, SAY_VISIT_WAIT) : list_comma(v));
            write_name(v, seat, w);
            if (clock)
                write_left(v, seat, w);
            first = false;
        }
    if (flag_of(v->table, "may_undo"))
        say(w, v->plan.language, SAY_VISIT_MAY_UNDO);
}

static void write_link(const struct visit *v, bool clock, struct writer *w)
{
    int64_t pause = v->again - steady_ms();

    if (v->link == LINK_ENDED) {
        say(w, v->plan.language, SAY_VISIT_NOT_CONNECTED);
    } else if (v->again && clock) {
        char time[32];
        struct writer t = write_into(time, sizeof time);
        write_time(&t, pause > 0 ? pause : 0);
        say_with(w, v->plan.language, SAY_VISIT_NEXT_TRY, STR("time", time));
    } else {
        say(w, v->plan.language, v->again ? SAY_VISIT_UNCONNECTED : SAY_VISIT_CONNECTING);
    }
}

void visit_status(const struct visit *v, bool clock, struct writer *w)
{
    if (visit_prepared(v)) {
        say_with(w, v->plan.language, SAY_VISIT_PREPARED_SHORT, NUM("deal", visit_prepared(v)));
    }
    if (v->link != LINK_OPEN || !v->table) {
        write_link(v, clock, w);
    } else if (visit_is(v, "open")) {
        write_open(v, w);
    } else if (visit_is(v, "starting")) {
        write_starting(v, w);
    } else if (visit_is(v, "over")) {
        say_with(w, v->plan.language, SAY_VISIT_OVER, NUM("plays", v->seat != ONLOOKER));
    } else if (v->seat != ONLOOKER && text_of(visit_seat(v, v->seat), "bot")[0]) {
        say(w, v->plan.language, SAY_VISIT_BOT_FOR_YOU);
    } else if (visit_owes(v) && v->chosen >= 0) {
        say(w, v->plan.language, SAY_VISIT_ON_ITS_WAY);
    } else if (visit_owes(v)) {
        say_with(w, v->plan.language, SAY_STATUS_MOVE, STR("name", ""));
        if (clock)
            write_left(v, v->seat, w);
    } else {
        write_waiting(v, clock, w);
    }
}

/* ---- the seats ---- */

/* Why a bot stands in for somebody, as the tables count it. */
static int stand_in(const char *why)
{
    return strcmp(why, "time") == 0 ? 0 : strcmp(why, "left") == 0 ? 1 : 2;
}

static void draw_seat(const struct visit *v, struct canvas *c, int seat)
{
    const json_t *it = visit_seat(v, seat);
    int64_t left = visit_time_left(v, seat);

    draw_column(c, PLAIN, seat, 3);
    draw_spaces(c, 2);
    if (is_free(it)) {
        draw_said(c, DIM, SAY_SEAT_FREE);
        draw_line_end(c);
        return;
    }
    draw_name(c, BOLD, seat);
    if (seat == v->seat)
        draw_said(c, PLAIN, SAY_SEAT_YOU);
    if (seat == visit_host(v) && (visit_is(v, "open") || visit_is(v, "starting")))
        draw_said(c, PLAIN, SAY_SEAT_HOST);
    if (text_of(it, "why")[0])
        draw_with(c, PLAIN, SAY_SEAT_BOT, NUM("why", stand_in(text_of(it, "why"))));
    else if (!flag_of(it, "here"))
        draw_said(c, PLAIN, SAY_SEAT_AWAY);
    if (left >= 0) {
        char time[32];
        struct writer w = write_into(time, sizeof time);
        write_time(&w, left);
        draw_with(c, PLAIN, SAY_SEAT_TIME, STR("time", time), NUM("running", flag_of(it, "waiting")));
    }
    draw_line_end(c);
}

static void draw_onlookers(const struct visit *v, struct canvas *c)
{
    int count = (int)json_integer_value(json_object_get(v->table, "watchers"));

    if (count > 0) {
        draw_column(c, PLAIN, count, 3);
        draw_with(c, PLAIN, SAY_SEAT_WATCHERS, NUM("count", count), NUM("you", v->seat == ONLOOKER));
        draw_line_end(c);
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
    say_with(w, v->plan.language, SAY_VISIT_PREPARED, NUM("deal", visit_prepared(v)));
    write_text(w, "\n");
}

static void draw_prepared(const struct visit *v, struct canvas *c)
{
    draw_style(c, RED);
    write_prepared(v, c->out);
    draw_style(c, PLAIN);
}

/* The start of a number of 64 digits, enough to compare it by eye. */
static void draw_begin_of(struct canvas *c, enum text name, const char *digits)
{
    enum { SHOWN = 12 };

    draw_said(c, PLAIN, name);
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
    draw_begin_of(c, SAY_FAIR_SHORT, v->deal.commitment);
    if (own && own->sealed)
        draw_begin_of(c, SAY_FAIR_SHORT_SALT, own->salt);
    draw_said(c, PLAIN, SAY_FAIR_SHORT_MORE);
    draw_line_end(c);
}

static void draw_seal_of(const struct visit *v, struct canvas *c, int seat)
{
    const char *seal = v->deal.seals[seat];

    draw_text(c, PLAIN, "  ");
    draw_name(c, BOLD, seat);
    if (strcmp(text_of(visit_seat(v, seat), "kind"), "bot") == 0)
        draw_said(c, PLAIN, SAY_FAIR_SEAL_BOT);
    else if (!seal[0])
        draw_said(c, PLAIN, SAY_FAIR_SEAL_NONE);
    draw_text(c, PLAIN, seal[0] ? ":\n    " : "");
    draw_text(c, PLAIN, seal);
    draw_line_end(c);
}

/* Writes who did not answer at a start that was given up. */
static void write_missing(const struct visit *v, const struct deal_start *start, struct writer *w)
{
    for (int k = 0; k < MAX_SEATS && start->missing[k][0]; k++) {
        write_text(w, k ? list_comma(v) : "");
        write_clean(w, start->missing[k], strlen(start->missing[k]));
    }
}

static void draw_abandoned(const struct visit *v, struct canvas *c)
{
    for (int i = 0; i < v->deal.abandoned; i++) {
        const struct deal_start *it = &v->deal.starts[i];
        char names[MAX_SEATS * NAME_SIZE];
        struct writer w = write_into(names, sizeof names);
        write_missing(v, it, &w);
        draw_said(c, BOLD, SAY_FAIR_GIVEN_UP);
        draw_text(c, PLAIN, "\n  ");
        draw_text(c, PLAIN, it->commitment);
        draw_text(c, PLAIN, "\n  ");
        draw_with(c, PLAIN, SAY_FAIR_NO_ANSWER, STR("names", names));
        draw_line_end(c);
    }
}

static void draw_verdict(const struct visit *v, struct canvas *c)
{
    const struct pledge_start *own = &v->pledge.starts[v->pledge.count - 1];

    if (visit_is(v, "open") || visit_is(v, "starting"))
        draw_said(c, PLAIN, SAY_FAIR_SALT_LATER);
    else if (own->shown)
        draw_said(c, PLAIN, visit_is(v, "over") ? SAY_FAIR_TRUE : SAY_FAIR_UNCHANGED);
    else
        draw_said(c, RED, SAY_FAIR_NO_PART);
    draw_line_end(c);
    if (visit_is(v, "over")) {
        draw_said(c, PLAIN, SAY_FAIR_VERIFY);
        draw_text(c, PLAIN, "\n  parlor verify ");
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
    draw_said(c, BOLD, SAY_FAIR_COMMITMENT);
    draw_text(c, PLAIN, "\n  ");
    draw_text(c, PLAIN, v->deal.commitment);
    draw_line_end(c);
    if (!v->deal.sealed) {
        draw_said(c, RED, SAY_FAIR_NO_SALTS);
        draw_line_end(c);
        return;
    }
    if (own && v->seat != ONLOOKER) {
        draw_said(c, BOLD, SAY_FAIR_SALT);
        draw_text(c, PLAIN, "\n  ");
        draw_text(c, PLAIN, own->salt);
        draw_line_end(c);
    }
    draw_said(c, BOLD, SAY_FAIR_SEALS);
    draw_line_end(c);
    for (int seat = 0; seat < visit_players(v); seat++)
        draw_seal_of(v, c, seat);
    draw_abandoned(v, c);
    if (own && v->seat != ONLOOKER)
        draw_verdict(v, c);
}

void visit_draw_seats(const struct visit *v, struct canvas *c)
{
    int stage = visit_is(v, "open") || visit_is(v, "starting") ? 0 : visit_is(v, "over") ? 1 : 2;

    draw_text(c, BOLD, v->game ? game_title(v->plan.language, v->game) : visit_said(v, SAY_SEATS_A_TABLE));
    draw_with(c, PLAIN, SAY_SEATS_STAGE, NUM("stage", stage));
    draw_line_end(c);
    visit_draw_people(v, c);
    draw_fair_in_short(v, c);
    draw_said(c, PLAIN, free_seats(v) > 0 ? SAY_SEATS_INVITE : SAY_SEATS_ADDRESS);
    draw_text(c, PLAIN, "\n  ");
    client_url(&v->plan.address, c->out);
    draw_line_end(c);
}

/* ---- what has changed at the seats ---- */

static void write_change(const struct visit *v, enum text text, const char *name, int why, struct writer *w)
{
    say_with(w, v->plan.language, text, STR("name", name), NUM("why", why));
    write_text(w, "\n");
}

static void say_renamed(const struct visit *v, const char *before, const char *name, struct writer *w)
{
    say_with(w, v->plan.language, SAY_CHANGE_CALLED, STR("before", before), STR("name", name));
    write_text(w, "\n");
}

/* One sentence at most on each seat. */
static void compare_seat(const struct visit *v, const json_t *before, int seat, struct writer *w)
{
    const json_t *now = visit_seat(v, seat);
    const char *name = v->names[seat].text, *why = text_of(now, "why"), *old_why = text_of(before, "why");
    bool own = seat == v->seat, here = flag_of(now, "here"), was_here = flag_of(before, "here");
    char old_name[NAME_SIZE];
    struct writer old = write_into(old_name, sizeof old_name);

    write_clean(&old, text_of(before, "name"), strlen(text_of(before, "name")));
    bool same = strcmp(text_of(before, "kind"), text_of(now, "kind")) == 0;
    bool renamed = same && strcmp(text_of(before, "name"), text_of(now, "name")) != 0;
    if (renamed && strcmp(text_of(now, "kind"), "person") == 0)
        say_renamed(v, old_name, name, w);
    else if (renamed)
        write_change(v, SAY_CHANGE_TAKES_SEAT, name, 0, w);
    else if (is_free(before) != is_free(now) && is_free(now))
        write_change(v, SAY_CHANGE_STANDS_UP, old_name, 0, w);
    else if (!same)
        write_change(v,
                     own               ? SAY_CHANGE_YOU_SIT
                     : is_free(before) ? SAY_CHANGE_SITS
                                       : SAY_CHANGE_TAKES_SEAT,
                     name, 0, w);
    else if (why[0] && strcmp(why, old_why) != 0)
        write_change(v, own ? SAY_CHANGE_BOT_FOR_YOU : SAY_CHANGE_BOT, name, stand_in(why), w);
    else if (old_why[0] && !why[0] && !own)
        write_change(v, SAY_CHANGE_PLAYS_AGAIN, name, 0, w);
    else if (!(old_why[0] && !why[0]) && here != was_here && !own && !is_free(now))
        write_change(v, here ? SAY_CHANGE_BACK : SAY_CHANGE_AWAY, name, 0, w);
}

/* The starts that were given up since. */
static void compare_starts(const struct visit *v, const json_t *before, struct writer *w)
{
    size_t known = json_array_size(json_object_get(json_object_get(before, "fair"), "abandoned"));

    for (int i = (int)known; i < v->deal.abandoned; i++) {
        const struct deal_start *it = &v->deal.starts[i];
        char names[MAX_SEATS * NAME_SIZE];
        struct writer missing = write_into(names, sizeof names);
        write_missing(v, it, &missing);
        write_change(v, SAY_CHANGE_GIVEN_UP, names, 0, w);
    }
}

/* What the host has changed, and who is host. */
static void compare_arrangement(const struct visit *v, const json_t *before, struct writer *w)
{
    static const char *const members[] = {"options", "clock", "public", "hints", "watchers_talk"};
    int players = (int)json_integer_value(json_object_get(before, "players")), host = visit_host(v);
    const json_t *old_host = json_object_get(before, "host");
    bool changed = false;

    if (!before || !visit_is(v, "open"))
        return;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        json_t *old = json_object_get(before, members[i]), *new = json_object_get(v->table, members[i]);
        changed |= old && new && !json_equal(old, new);
    }
    if (players != visit_players(v)) {
        say_with(w, v->plan.language, SAY_CHANGE_PLAYERS, NUM("players", visit_players(v)));
        write_text(w, "\n");
    }
    if (changed)
        write_change(v, SAY_CHANGE_ARRANGED, "", 0, w);
    if (host >= 0 && (!old_host || json_integer_value(old_host) != host))
        write_change(v, host == v->seat ? SAY_CHANGE_YOU_HOST : SAY_CHANGE_HOST, v->names[host].text, 0, w);
}

static void compare_end(const struct visit *v, const json_t *before, struct writer *w)
{
    const struct pledge_start *own = v->pledge.count > 0 ? &v->pledge.starts[v->pledge.count - 1] : NULL;

    if (own && own->shown && visit_is(v, "over") && strcmp(text_of(before, "status"), "over") != 0)
        write_change(v, SAY_CHANGE_DEAL_TRUE, "", 0, w);
}

void visit_compare(const struct visit *v, const json_t *before, struct writer *w)
{
    const json_t *seats = json_object_get(before, "seats");

    if (!before && visit_prepared(v))
        write_prepared(v, w);
    compare_starts(v, before, w);
    compare_end(v, before, w);
    for (int seat = 0; seat < visit_players(v) && seat < (int)json_array_size(seats); seat++)
        compare_seat(v, json_array_get(seats, (size_t)seat), seat, w);
    compare_arrangement(v, before, w);
}

/* ---- the end ---- */

void visit_farewell(const struct visit *v, struct writer *w)
{
    if (!v->plan.token[0] || v->refused)
        return;
    say(w, v->plan.language, SAY_VISIT_COME_BACK);
    write_text(w, "\n  parlor join ");
    client_url(&v->plan.address, w);
    write_text(w, "\n");
}

/* Points by seat as text; nothing for seats that are not there. */
static void take_cells(const json_t *points, struct score_cell cells[MAX_SEATS])
{
    for (size_t seat = 0; seat < MAX_SEATS; seat++)
        snprintf(cells[seat].text, sizeof cells[seat].text, "%g", json_number_value(json_array_get(points, seat)));
}

static void draw_sheet_column(const struct visit *v, const json_t *it, struct canvas *c)
{
    const json_t *counted = json_object_get(it, "counted");
    struct sheet_column column = {.key = json_string_value(json_object_get(it, "key")),
                                  .round = (int)json_integer_value(json_object_get(it, "round")) - 1,
                                  .counts = counted != NULL};
    struct score_cell cells[MAX_SEATS];

    take_cells(json_object_get(it, "points"), cells);
    for (size_t seat = 0; seat < MAX_SEATS; seat++)
        column.counted[seat] = (int)json_integer_value(json_array_get(counted, seat));
    draw_sheet_line(c, v->game, &column, cells, visit_players(v));
}

void visit_draw_result(const struct visit *v, struct canvas *c)
{
    const json_t *result = json_object_get(v->table, "result");
    const json_t *points = json_object_get(result, "points"), *winners = json_object_get(result, "winners");
    const json_t *sheet = json_object_get(v->table, "sheet");
    const char *decided = json_string_value(json_object_get(v->table, "decided"));
    struct score_cell cells[MAX_SEATS];

    for (size_t index = 0; index < json_array_size(winners); index++) {
        int winner = (int)json_integer_value(json_array_get(winners, index));
        draw_text(c, PLAIN, index ? language_word(v->plan.language, NULL, "list.and") : "");
        if (winner >= 0 && winner < visit_players(v))
            draw_name(c, BOLD, winner);
    }
    draw_with(c, PLAIN, SAY_VISIT_WINS, NUM("several", json_array_size(winners) > 1));
    draw_line_end(c);
    draw_score_names(c, visit_players(v));
    take_cells(points, cells);
    draw_score_line(c, BOLD, said_in(c, SAY_SCORE_POINTS), cells, visit_players(v));
    for (size_t at = 0; at < json_array_size(sheet); at++)
        draw_sheet_column(v, json_array_get(sheet, at), c);
    if (decided) {
        char text[LOG_LINE_SIZE];
        struct writer w = write_into(text, sizeof text);
        write_words(v, &w, decided);
        draw_flowing(c, PLAIN, text, 0);
        draw_line_end(c);
    }
}
