/* See pledge.h. */
#include "client/pledge.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "client/seats.h"

enum { PLEDGE_DEPTH = 6 };

static const char folder[] = "deals";

static bool wrong(struct problem *why, const char *what)
{
    return problem_set(why, "fair: %s", what);
}

static bool is(const struct pledge_view *view, const char *status)
{
    return strcmp(view->status, status) == 0;
}

static bool same_seals(const char a[MAX_SEATS][HEX_SIZE], const char b[MAX_SEATS][HEX_SIZE], int players)
{
    for (int seat = 0; seat < players; seat++)
        if (strcmp(a[seat], b[seat]) != 0)
            return false;
    return true;
}

static struct pledge_start *last_of(struct pledge *pledge)
{
    return pledge->count > 0 ? &pledge->starts[pledge->count - 1] : NULL;
}

void pledge_seal(const struct pledge *pledge, const struct pledge_view *view, char out[HEX_SIZE])
{
    const struct pledge_start *start = &pledge->starts[pledge->count - 1];
    deal_seal(start->commitment, view->table, view->seat, start->salt, out);
}

/* ---- what the server says of starts ---- */

/* A start that is over without a game must be among those that were given up, with the seals that it had. */
static bool is_told(const struct pledge_start *start, const struct deal *deal, int players, struct problem *why)
{
    for (int i = 0; i < deal->abandoned; i++)
        if (strcmp(deal->starts[i].commitment, start->commitment) == 0)
            return !start->fixed || same_seals(deal->starts[i].seals, start->seals, players) ||
                   wrong(why, "the seals of an abandoned start have changed");
    return wrong(why, "the commitment has changed, although no start was abandoned");
}

static bool starts_are_told(const struct pledge *pledge, const struct deal *deal, int players, struct problem *why)
{
    for (int i = 0; i < pledge->count; i++)
        if (strcmp(pledge->starts[i].commitment, deal->commitment) != 0 &&
            !is_told(&pledge->starts[i], deal, players, why))
            return false;
    return true;
}

/* The start that the table is at, drawn a salt for if it is new. NULL: there were too many. */
static struct pledge_start *start_at(struct pledge *pledge, const struct deal *deal)
{
    struct pledge_start *last = last_of(pledge);

    if (last && strcmp(last->commitment, deal->commitment) == 0)
        return last;
    if (pledge->count == ABANDONED_MAX + 1)
        return NULL;
    last = &pledge->starts[pledge->count++];
    *last = (struct pledge_start){.shown = false};
    memcpy(last->commitment, deal->commitment, HEX_SIZE);
    deal_random(last->salt);
    return last;
}

static bool has_all_seals(const struct pledge_view *view)
{
    for (int seat = 0; seat < view->players; seat++)
        if ((view->people >> seat & 1) != (unsigned)(view->deal.seals[seat][0] != '\0'))
            return false;
    return true;
}

static void set(struct pledge *pledge, bool *flag)
{
    pledge->changed |= !*flag;
    *flag = true;
}

/* Notes the seals once they must not change any more, or finds that they have. */
static bool fix(struct pledge *pledge, const struct pledge_view *view, struct problem *why)
{
    struct pledge_start *start = last_of(pledge);

    if (!start->fixed)
        memcpy(start->seals, view->deal.seals, sizeof start->seals);
    set(pledge, &start->fixed);
    return same_seals(start->seals, view->deal.seals, view->players) ||
           wrong(why, "seals have changed after they were complete");
}

/* ---- step by step ---- */

static bool look_before(struct pledge *pledge, struct pledge_start *start, const struct pledge_view *view,
                        enum pledge_act *act, struct problem *why)
{
    bool starting = is(view, "starting"), all = has_all_seals(view);
    char seal[HEX_SIZE];

    if (start->fixed && !(starting && all))
        return wrong(why, "the start was undone without being abandoned");
    if (starting && all && !fix(pledge, view, why))
        return false;
    if (view->seat == ONLOOKER)
        return true;
    pledge_seal(pledge, view, seal);
    bool ours = strcmp(seal, view->deal.seals[view->seat]) == 0;
    if (!ours && (!starting || !view->deal.seals[view->seat][0])) {
        set(pledge, &start->sealed);
        *act = PLEDGE_SEAL;
    } else if (ours && starting && all) {
        set(pledge, &start->shown);
        *act = PLEDGE_SHOW;
    }
    return true;
}

/* `known`: we have seen the table before the game began. */
static bool look_after(struct pledge *pledge, struct pledge_start *start, const struct pledge_view *view, bool known,
                       enum pledge_act *act, struct problem *why)
{
    char seal[HEX_SIZE];

    if (view->seat != ONLOOKER && known && !start->fixed && !start->sealed)
        return wrong(why, "the game began without your salt");
    if (!fix(pledge, view, why))
        return false;
    if (view->seat != ONLOOKER && start->sealed) {
        pledge_seal(pledge, view, seal);
        if (strcmp(seal, view->deal.seals[view->seat]) != 0)
            *act = PLEDGE_FOREIGN;
        else if (!start->shown)
            return wrong(why, "the game began without your salt");
    }
    return !is(view, "over") || pledge_fits(pledge, &view->deal, view->players, why);
}

bool pledge_look(struct pledge *pledge, const struct pledge_view *view, enum pledge_act *act, struct problem *why)
{
    *act = PLEDGE_WAIT;
    pledge->changed = false;
    if (!view->deal.sealed) /* a prepared deal, or a server of 0.1 */
        return pledge->count == 0 || wrong(why, "players no longer take part in the deal");
    if (!starts_are_told(pledge, &view->deal, view->players, why))
        return false;
    int before = pledge->count;
    struct pledge_start *start = start_at(pledge, &view->deal);
    if (!start)
        return wrong(why, "there are more abandoned starts than there can be");
    return is(view, "open") || is(view, "starting")
               ? look_before(pledge, start, view, act, why)
               : look_after(pledge, start, view, before == pledge->count, act, why);
}

bool pledge_fits(const struct pledge *pledge, const struct deal *deal, int players, struct problem *why)
{
    if (pledge->count == 0)
        return true;
    const struct pledge_start *start = &pledge->starts[pledge->count - 1];
    if (!starts_are_told(pledge, deal, players, why))
        return false;
    if (strcmp(start->commitment, deal->commitment) != 0)
        return true; /* we have lost our seat with a start that was given up */
    if (start->fixed && !same_seals(start->seals, deal->seals, players))
        return wrong(why, "the seals differ from those that you saw");
    bool there = false;
    for (int seat = 0; seat < players; seat++)
        there |= strcmp(deal->salts[seat], start->salt) == 0;
    if (start->shown && !there)
        return wrong(why, "your salt is not in it");
    return deal_holds(deal, players, why);
}

/* ---- remembering ---- */

static json_t *start_as_json(const struct pledge_start *start)
{
    json_t *seals = json_array();

    for (int seat = 0; start->fixed && seat < MAX_SEATS; seat++)
        json_array_append_new(seals, json_string(start->seals[seat]));
    return json_pack("{s:s, s:s, s:b, s:b, s:o}", "commitment", start->commitment, "salt", start->salt, "sealed",
                     start->sealed, "shown", start->shown, "seals", seals);
}

bool pledge_keep(const struct client_address *address, const struct pledge *pledge, struct problem *why)
{
    json_t *starts = json_array();

    for (int i = 0; i < pledge->count; i++)
        json_array_append_new(starts, start_as_json(&pledge->starts[i]));
    json_t *root = json_pack("{s:o}", "starts", starts);
    char *text = must_have(json_dumps(root, JSON_COMPACT));
    bool kept = kept_put(folder, address, text, why);
    free(text);
    json_decref(root);
    return kept;
}

static void read_start(struct members *in, const json_t *object, struct pledge_start *out)
{
    struct members own = members_of(object, in->why);

    members_hex(&own, "commitment", out->commitment);
    members_hex(&own, "salt", out->salt);
    out->sealed = members_flag(&own, "sealed");
    out->shown = members_flag(&own, "shown");
    const json_t *seals = members_list(&own, "seals", 0, MAX_SEATS);
    out->fixed = json_array_size(seals) == MAX_SEATS;
    for (size_t seat = 0; out->fixed && seat < MAX_SEATS; seat++)
        members_item_text(&own, seals, seat, "seals", out->seals[seat], HEX_SIZE);
    in->failed |= !members_done(&own);
}

/* What does not read as it was written is as good as nothing. */
static bool read_pledge(const char *text, struct pledge *out)
{
    struct problem unused;
    json_t *root = members_parse(text, strlen(text), PLEDGE_DEPTH, &unused);

    memset(out, 0, sizeof *out);
    if (!root)
        return false;
    struct members in = members_of(root, &unused);
    const json_t *starts = members_list(&in, "starts", 1, ABANDONED_MAX + 1);
    for (size_t i = 0; i < json_array_size(starts) && !in.failed; i++)
        read_start(&in, json_array_get(starts, i), &out->starts[i]);
    out->count = members_done(&in) ? (int)json_array_size(starts) : 0;
    json_decref(root);
    return out->count > 0;
}

bool pledge_find(const struct client_address *address, struct pledge *out)
{
    char text[KEPT_SIZE];

    memset(out, 0, sizeof *out);
    return kept_find(folder, address, text, sizeof text) && read_pledge(text, out);
}

bool pledge_of_table(const char *table, struct client_address *address, struct pledge *out)
{
    char text[KEPT_SIZE];

    memset(out, 0, sizeof *out);
    return kept_of_table(folder, table, address, text, sizeof text) && read_pledge(text, out);
}
