/* The public API (include/parlor.h) over the table: opening one, whose turn it
 * is, what may be chosen and what is seen. Nothing is decided here: each call
 * checks what it is given, hands on and copies out. */
#include <string.h>

#include "api/api.h"

/* ---- what the files of the API share ---- */

bool api_seat(const struct parlor_table *t, int seat)
{
    return t && seat >= 0 && seat < table_plan(inner_of(t))->players;
}

bool api_viewer(const struct parlor_table *t, int viewer)
{
    return t && (viewer == PARLOR_ONLOOKER || viewer == PARLOR_OPEN || api_seat(t, viewer));
}

bool api_table(const struct parlor_table *t, struct problem *problem)
{
    return t || problem_set(problem, "there is no table");
}

struct writer api_writer(char *out, size_t size)
{
    return write_into(out, out ? size : 0);
}

bool api_refuse(const struct problem *problem, char *why, size_t size)
{
    struct writer w = api_writer(why, size);
    write_text(&w, problem->text);
    return false;
}

struct parlor_table *api_hand_out(struct table *t, struct problem *problem, char *why, size_t size)
{
    if (t && !table_deal(t, problem)) {
        table_close(t);
        t = NULL;
    }
    if (!t)
        api_refuse(problem, why, size);
    return (struct parlor_table *)t;
}

/* ---- a table ---- */

/* Words of the form name=value, split by spaces. */
static bool plan_words(struct table_plan *plan, const char *words, struct problem *problem)
{
    while (*(words += strspn(words, " "))) {
        size_t length = strcspn(words, " "), name = strcspn(words, "= ");
        char value[OPTION_SIZE];
        struct writer w = write_into(value, sizeof value);

        if (name >= length)
            return problem_set(problem, "%s: options are set as name=value", words);
        write_bytes(&w, words + name + 1, length - name - 1);
        if (w.overflow)
            return problem_set(problem, "the value of an option is too long");
        if (!plan_option(plan, words, name, value, problem))
            return false;
        words += length;
    }
    return true;
}

static bool make_plan(struct table_plan *plan, const char *game, int players, const char *options, const char *seed,
                      struct problem *problem)
{
    if (!game || !options || !seed)
        return problem_set(problem, "a table needs a game, options and a seed");
    plan->game = game_by_id(game);
    if (!plan->game)
        return problem_set(problem, "there is no game called %s", game);
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
                                 size_t size)
{
    struct table_plan plan = {.game = NULL};
    struct problem problem = {.text = ""};
    bool planned = make_plan(&plan, game, players, options, seed, &problem);

    return api_hand_out(planned ? table_open(&plan, &problem) : NULL, &problem, why, size);
}

void parlor_close(struct parlor_table *t)
{
    table_close(inner(t));
}

struct parlor_table *parlor_copy(const struct parlor_table *t, char *why, size_t size)
{
    struct problem problem;
    struct table *copy = api_table(t, &problem) ? table_copy(inner_of(t), &problem) : NULL;

    return api_hand_out(copy, &problem, why, size);
}

struct parlor_table *parlor_imagine(const struct parlor_table *t, int viewer, uint64_t world, char *why, size_t size)
{
    struct problem problem;
    struct table *imagined = NULL;

    if (api_table(t, &problem) && !api_viewer(t, viewer))
        problem_set(&problem, "there is no such viewer at this table");
    else if (t)
        imagined = table_imagine(inner_of(t), viewer, world, &problem);
    return api_hand_out(imagined, &problem, why, size);
}

int parlor_players(const struct parlor_table *t)
{
    return t ? table_plan(inner_of(t))->players : 0;
}

const char *parlor_option_value(const struct parlor_table *t, const char *name)
{
    if (!t || !name)
        return NULL;
    const struct table_plan *plan = table_plan(inner_of(t));
    for (int i = 0; i < plan->option_count; i++)
        if (text_equal(plan->game->options[plan->options[i].index].name, name))
            return plan->options[i].value;
    for (const struct option *option = plan->game->options; option->name; option++)
        if (text_equal(option->name, name))
            return option->fallback;
    return NULL;
}

bool parlor_seed(const struct parlor_table *t, char *out)
{
    if (!t || !out)
        return false;
    seed_text(&table_plan(inner_of(t))->seed, out);
    return true;
}

size_t parlor_name(const struct parlor_table *t, int seat, char *out, size_t size)
{
    struct writer w = api_writer(out, size);

    if (api_seat(t, seat))
        table_name(inner_of(t), seat, &w);
    return w.length;
}

bool parlor_set_name(struct parlor_table *t, int seat, const char *name, char *why, size_t size)
{
    struct problem problem;

    if (!api_table(t, &problem))
        return api_refuse(&problem, why, size);
    if (!name || !api_seat(t, seat))
        problem_set(&problem, "%s", name ? "there is no such seat at this table" : "there is no name");
    else if (table_rename(inner(t), seat, name, &problem))
        return true;
    return api_refuse(&problem, why, size);
}

/* ---- whose turn, and what they may do ---- */

unsigned parlor_waiting(const struct parlor_table *t)
{
    struct turn turn = t ? table_turn(inner_of(t)) : (struct turn){.kind = TURN_OVER};
    return turn.kind == TURN_CHOICE ? turn.seats : 0;
}

int parlor_next(const struct parlor_table *t)
{
    unsigned seats = parlor_waiting(t);
    return seats ? __builtin_ctz(seats) : -1;
}

int parlor_legal(const struct parlor_table *t, int seat, uint16_t *ids)
{
    uint16_t all[LEGAL_SIZE]; /* the game may scribble past the end, the caller's array may not be */
    int count = t && ids ? table_legal(inner_of(t), seat, all) : 0;

    if (count > 0)
        memcpy(ids, all, (size_t)count * sizeof *ids);
    return count;
}

void parlor_mask(const struct parlor_table *t, int seat, uint8_t *mask)
{
    uint16_t ids[LEGAL_SIZE];

    if (!t || !mask)
        return;
    int count = table_legal(inner_of(t), seat, ids);
    memset(mask, 0, (size_t)table_game(inner_of(t))->max_actions);
    for (int i = 0; i < count; i++)
        mask[ids[i]] = 1;
}

bool parlor_is_legal(const struct parlor_table *t, int seat, uint16_t id, char *why, size_t size)
{
    struct problem problem;
    return (api_table(t, &problem) && table_is_legal(inner_of(t), seat, id, &problem)) ||
           api_refuse(&problem, why, size);
}

const char *parlor_refusal(const struct parlor_table *t, int seat, uint16_t id)
{
    struct problem problem;
    return t && !table_is_legal(inner_of(t), seat, id, &problem) ? problem.no : NULL;
}

static bool has_text(const char *text, struct problem *problem)
{
    return text || problem_set(problem, "there is no text");
}

bool parlor_parse(const struct parlor_table *t, int seat, const char *text, uint16_t *id, char *why, size_t size)
{
    struct problem problem;
    uint16_t found = 0;

    if (!api_table(t, &problem) || !has_text(text, &problem) ||
        !table_parse(inner_of(t), seat, text, strlen(text), &found, &problem))
        return api_refuse(&problem, why, size);
    if (id)
        *id = found;
    return true;
}

bool parlor_do(struct parlor_table *t, int seat, uint16_t id, char *why, size_t size)
{
    struct problem problem;
    return (api_table(t, &problem) && table_do(inner(t), seat, id, &problem)) || api_refuse(&problem, why, size);
}

bool parlor_do_text(struct parlor_table *t, int seat, const char *text, char *why, size_t size)
{
    struct problem problem;
    return (api_table(t, &problem) && has_text(text, &problem) &&
            table_do_text(inner(t), seat, text, strlen(text), &problem)) ||
           api_refuse(&problem, why, size);
}

bool parlor_undo(struct parlor_table *t)
{
    return t && table_undo(inner(t));
}

/* ---- what a viewer knows ---- */

/* The table now, as a viewer knows it. */
static struct state *view_now(const struct parlor_table *t, int viewer, struct state_buffer *buffer)
{
    table_view(inner_of(t), viewer, table_steps(inner_of(t)), buffer);
    return state_in(buffer);
}

void parlor_observe(const struct parlor_table *t, int seat, uint8_t *out)
{
    struct state_buffer buffer;

    if (!t || !out)
        return;
    if (api_seat(t, seat))
        table_game(inner_of(t))->observe(view_now(t, seat, &buffer), seat, out);
    else
        memset(out, 0, table_game(inner_of(t))->observation_size);
}

size_t parlor_text(const struct parlor_table *t, int seat, uint16_t id, char *out, size_t size)
{
    struct writer w = api_writer(out, size);
    struct problem problem;
    struct state_buffer view;

    if (t && table_is_legal(inner_of(t), seat, id, &problem))
        table_game(inner_of(t))->action_text(view_now(t, seat, &view), seat, id, &w);
    return w.length;
}

size_t parlor_view(const struct parlor_table *t, int viewer, char *json, size_t size)
{
    struct writer w = api_writer(json, size);
    struct state_buffer view;

    if (api_viewer(t, viewer))
        table_game(inner_of(t))->describe(view_now(t, viewer, &view), &w);
    return w.length;
}
