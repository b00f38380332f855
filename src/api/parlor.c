/* The public API (include/parlor.h) over the table and the bots. Nothing is
 * decided here: each call hands on and copies out. */
#include "parlor.h"

#include <string.h>

#include "bots/bot.h"
#include "bots/hint.h"
#include "table/record.h"
#include "table/table.h"
#include "version.h"

static struct table *inner(struct parlor_table *t)
{
    return (struct table *)t;
}

static const struct table *inner_of(const struct parlor_table *t)
{
    return (const struct table *)t;
}

static void say_why(const struct problem *problem, char *why, size_t room)
{
    struct writer w = write_into(why, room);
    write_text(&w, problem->text);
}

const char *parlor_version(void)
{
    return PARLOR_VERSION;
}

bool parlor_game(int index, struct parlor_game *out)
{
    for (int i = 0; games[i]; i++)
        if (i == index) {
            *out = (struct parlor_game){
                .id = games[i]->id,
                .title = games[i]->title,
                .summary = games[i]->summary,
                .min_players = games[i]->min_players,
                .max_players = games[i]->max_players,
                .max_actions = games[i]->max_actions,
                .max_legal = games[i]->max_legal,
                .observation_size = games[i]->observation_size,
            };
            return true;
        }
    return false;
}

/* Words of the form name=value, split by spaces. */
static bool plan_words(struct table_plan *plan, const char *words, struct problem *problem)
{
    while (*(words += strspn(words, " "))) {
        size_t length = strcspn(words, " "), name = strcspn(words, "= ");
        char value[OPTION_ROOM];
        struct writer w = write_into(value, sizeof value);

        if (name >= length)
            return problem_set(problem, words, ": options are set as name=value", "");
        write_bytes(&w, words + name + 1, length - name - 1);
        if (w.overflow)
            return problem_set(problem, "the value of an option is too long", "", "");
        if (!plan_option(plan, words, name, value, problem))
            return false;
        words += length;
    }
    return true;
}

static bool make_plan(struct table_plan *plan, const char *game, int players, const char *options, const char *seed,
                      struct problem *problem)
{
    plan->game = game_by_id(game);
    if (!plan->game)
        return problem_set(problem, "there is no game called ", game, "");
    plan->players = players;
    for (int seat = 0; seat < players && seat < MAX_SEATS; seat++) {
        char name[] = "seat 0";
        name[5] = (char)('0' + seat);
        if (!plan_name(plan, seat, name, problem))
            return false;
    }
    return plan_words(plan, options, problem) && plan_deck(plan, problem) && seed_parse(seed, &plan->seed, problem);
}

struct parlor_table *parlor_open(const char *game, int players, const char *options, const char *seed, char *why,
                                 size_t room)
{
    struct table_plan plan = {.game = NULL};
    struct problem problem = {""};
    struct table *t = make_plan(&plan, game, players, options, seed, &problem) ? table_open(&plan, &problem) : NULL;

    if (t && !table_deal(t, &problem)) {
        table_close(t);
        t = NULL;
    }
    if (!t)
        say_why(&problem, why, room);
    return (struct parlor_table *)t;
}

void parlor_close(struct parlor_table *t)
{
    table_close(inner(t));
}

int parlor_players(const struct parlor_table *t)
{
    return table_plan(inner_of(t))->players;
}

unsigned parlor_waiting(const struct parlor_table *t)
{
    struct turn turn = table_turn(inner_of(t));
    return turn.kind == TURN_CHOICE ? turn.seats : 0;
}

int parlor_legal(const struct parlor_table *t, int seat, uint16_t *ids)
{
    uint16_t all[LEGAL_ROOM]; /* the game may scribble past the end, the caller's room may not be */
    int count = table_legal(inner_of(t), seat, all);

    memcpy(ids, all, (size_t)count * sizeof *ids);
    return count;
}

void parlor_mask(const struct parlor_table *t, int seat, uint8_t *mask)
{
    uint16_t ids[LEGAL_ROOM];
    int count = table_legal(inner_of(t), seat, ids);

    memset(mask, 0, (size_t)table_game(inner_of(t))->max_actions);
    for (int i = 0; i < count; i++)
        mask[ids[i]] = 1;
}

/* The table now, as a viewer knows it. */
static struct state *view_now(const struct parlor_table *t, int viewer, struct state_room *room)
{
    table_view(inner_of(t), viewer, table_steps(inner_of(t)), room);
    return room_state(room);
}

void parlor_observe(const struct parlor_table *t, int seat, uint8_t *out)
{
    struct state_room room;
    table_game(inner_of(t))->observe(view_now(t, seat, &room), seat, out);
}

bool parlor_do(struct parlor_table *t, int seat, uint16_t id, char *why, size_t room)
{
    struct problem problem;
    if (table_do(inner(t), seat, id, &problem))
        return true;
    say_why(&problem, why, room);
    return false;
}

bool parlor_do_text(struct parlor_table *t, int seat, const char *text, char *why, size_t room)
{
    struct problem problem;
    if (table_do_text(inner(t), seat, text, strlen(text), &problem))
        return true;
    say_why(&problem, why, room);
    return false;
}

bool parlor_undo(struct parlor_table *t)
{
    return table_undo(inner(t));
}

int parlor_bot(const struct parlor_table *t, int seat, const char *name)
{
    const struct bot *bot = bot_by_name(name);
    struct state_room room;

    if (!bot || seat < 0 || seat >= parlor_players(t) || !(parlor_waiting(t) >> seat & 1))
        return -1;
    struct rng rng = bot_rng(&table_plan(inner_of(t))->seed, seat, table_steps(inner_of(t)));
    struct bot_history history = bot_history_of(inner_of(t), seat);
    return bot_think(bot, table_game(inner_of(t)), view_now(t, seat, &room), seat, &history, (struct bot_budget){0},
                     &rng);
}

static bool may_hint(const struct parlor_table *t, int seat, int simulations, int most, struct problem *problem)
{
    if (!table_owes(inner_of(t), seat, problem))
        return false;
    if (simulations < 0 || simulations >= BOT_ENDLESS)
        return problem_set(problem, "a hint takes from 0 to 1073741823 simulations", "", "");
    if (most < 1)
        return problem_set(problem, "a hint needs room for a line", "", "");
    return true;
}

int parlor_hint(const struct parlor_table *t, int seat, int simulations, struct parlor_hint *lines, int most, char *why,
                size_t room)
{
    struct problem problem;
    struct hint_line found[BOT_CANDIDATES_MOST];

    if (!may_hint(t, seat, simulations, most, &problem)) {
        say_why(&problem, why, room);
        return 0;
    }
    int count = hint_at(inner_of(t), seat, (struct bot_budget){.simulations = simulations}, found,
                        most < BOT_CANDIDATES_MOST ? most : BOT_CANDIDATES_MOST);
    for (int i = 0; i < count; i++)
        lines[i] = (struct parlor_hint){
            .id = found[i].id, .value = found[i].value, .error = found[i].error, .sure = found[i].sure};
    return count;
}

size_t parlor_text(const struct parlor_table *t, int seat, uint16_t id, char *out, size_t room)
{
    struct writer w = write_into(out, room);
    struct state_room view;
    table_game(inner_of(t))->action_text(view_now(t, seat, &view), seat, id, &w);
    return w.length;
}

size_t parlor_view(const struct parlor_table *t, int viewer, char *json, size_t room)
{
    struct writer w = write_into(json, room);
    struct state_room view;
    table_game(inner_of(t))->describe(view_now(t, viewer, &view), &w);
    return w.length;
}

size_t parlor_told(const struct parlor_table *t, int viewer, char *out, size_t room)
{
    struct writer w = write_into(out, room);
    int step = table_steps(inner_of(t)) - 1;

    while (step >= 0 && table_step(inner_of(t), step).actor == CHANCE)
        step--;
    if (step >= 0)
        table_tell(inner_of(t), viewer, step, &w);
    return w.length;
}

void parlor_points(const struct parlor_table *t, double *points)
{
    struct result result;

    table_result(inner_of(t), &result);
    for (int seat = 0; seat < parlor_players(t); seat++)
        points[seat] = result.points[seat] / (table_game(inner_of(t))->half_points ? 2.0 : 1.0);
}

unsigned parlor_winners(const struct parlor_table *t)
{
    struct result result;
    table_result(inner_of(t), &result);
    return result.winners;
}

bool parlor_save(const struct parlor_table *t, bool legal, FILE *out)
{
    return record_write(inner_of(t), legal, out);
}

struct parlor_table *parlor_load(FILE *in, char *why, size_t room)
{
    struct problem problem = {"out of memory"};
    struct table *t = NULL;
    struct record_file *file = record_open(in);
    enum record_status status = file ? record_read(file, &t, &problem) : RECORD_REFUSED;

    record_close(file);
    if (status == RECORD_NONE)
        problem_set(&problem, "there is no game in it", "", "");
    if (t && !table_deal(t, &problem)) {
        table_close(t);
        t = NULL;
    }
    if (!t)
        say_why(&problem, why, room);
    return (struct parlor_table *)t;
}
