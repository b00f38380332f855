/* See table.h. */
#include "table/table.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/bytes.h"

struct entry {
    int8_t actor;
    uint16_t id;
    int first;  /* step at which the choices made at the same time as this one began */
    char *line; /* a chance event copied from a record, byte for byte; NULL: as the game writes it */
};

struct table {
    struct table_plan plan;
    int steps;
    int chances;           /* how many of them are chance events: the number of the next */
    bool imagined;         /* step 0 is not where the game began */
    int capacity;          /* states that fit; more than steps */
    struct entry *entries; /* one per step */
    uint8_t *states;       /* one before each step, and the one now */
};

/* ---- problems and plans ---- */

TABLE_REFUSALS(REFUSAL_KEY)

bool problem_vset(struct problem *why, const char *format, va_list values)
{
    char raw[sizeof why->text];

    vsnprintf(raw, sizeof raw, format, values);
    struct writer clean = write_into(why->text, sizeof why->text);
    write_clean(&clean, raw, strlen(raw));
    why->of = why->no = NULL;
    return false;
}

bool problem_set(struct problem *why, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    problem_vset(why, format, values);
    va_end(values);
    return false;
}

/* Gives a problem its key; false. */
static bool keyed(struct problem *why, const char *of, const char *no)
{
    why->of = of;
    why->no = no;
    return false;
}

bool problem_refuse(struct problem *why, const char *of, const char *no, const char *sentence)
{
    problem_set(why, "%s", sentence);
    return keyed(why, of, no);
}

static bool refuse(struct problem *why, const char *of, const char *no)
{
    return problem_refuse(why, of, no, refusal_text(of, no));
}

static bool out_of_memory(struct problem *why)
{
    return problem_set(why, "out of memory");
}

bool plan_option(struct table_plan *plan, const char *name, size_t name_length, const char *value, struct problem *why)
{
    const struct option *options = plan->game->options;
    char shown[NAME_SIZE];
    struct writer w = write_into(shown, sizeof shown);
    int index = 0;

    write_bytes(&w, name, name_length);
    while (options[index].name && (w.overflow || !text_equal(options[index].name, shown)))
        index++;
    if (!options[index].name)
        return problem_set(why, "%s has no option called %s", plan->game->title, shown);
    for (int i = 0; i < plan->option_count; i++)
        if (plan->options[i].index == index)
            return problem_set(why, "the option %s is set twice", shown);
    assert(plan->option_count < MAX_OPTIONS);
    struct table_option *set = &plan->options[plan->option_count];
    struct writer copy = write_into(set->value, sizeof set->value);
    write_text(&copy, value);
    if (copy.overflow)
        return problem_set(why, "the value of %s is too long", shown);
    set->index = index;
    plan->option_count++;
    return true;
}

bool plan_name(struct table_plan *plan, int seat, const char *name, struct problem *why)
{
    size_t length = text_length(name);
    assert(seat >= 0 && seat < MAX_SEATS);
    if (length >= NAME_SIZE)
        return problem_set(why, "a name is longer than 64 bytes: %s", name);
    if (!text_is_utf8(name, length))
        return problem_set(why, "the name %s is not valid UTF-8", name);
    memcpy(plan->names[seat].text, name, length + 1);
    plan->names[seat].length = length;
    return true;
}

/* ---- opening and closing ---- */

static struct state *state_at(const struct table *t, int step)
{
    return (struct state *)(void *)(t->states + (size_t)step * t->plan.game->state_size);
}

static const struct state *state_now(const struct table *t)
{
    return state_at(t, t->steps);
}

/* Makes space for one more step. Nothing is lost when there is none. No game
 * that people or bots play comes near the bound; a record made to fill the
 * memory does. */
static bool grow(struct table *t, struct problem *why)
{
    enum { CAPACITY_MAX = 1 << 20 };

    if (t->steps + 1 < t->capacity)
        return true;
    if (t->capacity >= CAPACITY_MAX)
        return problem_set(why, "the game has more than a million steps");
    int capacity = t->capacity * 2;
    struct entry *entries = realloc(t->entries, (size_t)capacity * sizeof *entries);
    if (entries)
        t->entries = entries;
    uint8_t *states = realloc(t->states, (size_t)capacity * t->plan.game->state_size);
    if (states)
        t->states = states;
    if (!entries || !states)
        return out_of_memory(why);
    t->capacity = capacity;
    return true;
}

/* Forgets everything from a step on. */
static void drop_steps(struct table *t, int step)
{
    while (t->steps > step) {
        const struct entry *last = &t->entries[--t->steps];
        t->chances -= last->actor == CHANCE;
        free(last->line);
    }
}

enum { FIRST_SIZE = 256 };

static struct table *empty_table(const struct table_plan *plan, int capacity, struct problem *why)
{
    struct table *t = malloc(sizeof *t);

    if (t) {
        *t = (struct table){.plan = *plan, .capacity = capacity};
        t->entries = malloc((size_t)capacity * sizeof *t->entries);
        t->states = malloc((size_t)capacity * plan->game->state_size);
        if (t->entries && t->states)
            return t;
    }
    table_close(t);
    out_of_memory(why);
    return NULL;
}

const char *plan_deck_directory(const struct table_plan *plan)
{
    const struct game_deck *deck = plan->game->deck;

    for (int i = 0; i < plan->option_count; i++)
        if (deck && plan->options[i].index == deck->option)
            return plan->options[i].value;
    return NULL;
}

struct setup plan_setup(const struct table_plan *plan)
{
    struct setup setup = {.players = plan->players};

    for (int i = 0; i < plan->option_count; i++)
        setup.value[plan->options[i].index] = plan->options[i].value;
    return setup;
}

bool plan_start(const struct table_plan *plan, struct state *state, struct problem *why)
{
    struct setup setup = plan_setup(plan);
    struct problem wrong;
    struct writer w = write_into(wrong.text, sizeof wrong.text);

    if (!setup_check(plan->game, &setup, &w))
        return problem_set(why, "%s", wrong.text);
    const char *refusal = plan->game->start(state, &setup);
    return !refusal || problem_set(why, "%s", refusal);
}

struct table *table_open(const struct table_plan *plan, struct problem *why)
{
    const struct game *game = plan->game;
    struct state_buffer first;

    assert(game->state_size <= STATE_SIZE && game->max_legal + LEGAL_SLACK <= LEGAL_SIZE);
    assert(game->observation_size <= OBSERVATION_SIZE);
    if (!plan_start(plan, state_in(&first), why))
        return NULL;
    struct table *t = empty_table(plan, FIRST_SIZE, why);
    if (t)
        memcpy(state_at(t, 0), first.bytes, game->state_size);
    return t;
}

void table_close(struct table *t)
{
    if (!t)
        return;
    drop_steps(t, 0);
    free(t->entries);
    free(t->states);
    free(t);
}

static char *copy_line(const char *line, size_t length)
{
    char *copy = malloc(length + 1);

    if (copy) {
        memcpy(copy, line, length);
        copy[length] = '\0';
    }
    return copy;
}

struct table *table_copy(const struct table *t, struct problem *why)
{
    struct table *copy = empty_table(&t->plan, t->capacity, why);

    if (!copy)
        return NULL;
    copy->imagined = t->imagined;
    memcpy(copy->states, t->states, (size_t)(t->steps + 1) * t->plan.game->state_size);
    for (; copy->steps < t->steps; copy->steps++) {
        struct entry entry = t->entries[copy->steps];
        if (entry.line && !(entry.line = copy_line(entry.line, text_length(entry.line)))) {
            table_close(copy);
            out_of_memory(why);
            return NULL;
        }
        copy->entries[copy->steps] = entry;
    }
    copy->chances = t->chances;
    return copy;
}

struct table *table_imagine(const struct table *t, int viewer, uint64_t number, struct problem *why)
{
    enum { WORLD_SIZE = 64 }; /* many are made, and few are played for long */
    struct table *world = empty_table(&t->plan, WORLD_SIZE, why);
    struct rng rng = rng_fast(number);
    struct state_buffer buffer;

    if (!world)
        return NULL;
    table_view(t, viewer, t->steps, &buffer);
    if (viewer != OPEN)
        t->plan.game->imagine(state_in(&buffer), viewer, &rng);
    memcpy(world->states, buffer.bytes, t->plan.game->state_size);
    rng_seed(&rng, &world->plan.seed);
    world->plan.fair[0] = '\0';
    world->imagined = true;
    return world;
}

struct table *table_begin_at(const struct table_plan *plan, const struct state *state, struct problem *why)
{
    struct table *t = empty_table(plan, FIRST_SIZE, why);

    if (!t)
        return NULL;
    memcpy(t->states, state, plan->game->state_size);
    t->plan.fair[0] = '\0';
    t->imagined = true;
    return t;
}

bool table_is_imagined(const struct table *t)
{
    return t->imagined;
}

bool table_rename(struct table *t, int seat, const char *name, struct problem *why)
{
    return plan_name(&t->plan, seat, name, why);
}

const struct table_plan *table_plan(const struct table *t)
{
    return &t->plan;
}

const struct game *table_game(const struct table *t)
{
    return t->plan.game;
}

struct turn table_turn(const struct table *t)
{
    return t->plan.game->turn(state_now(t));
}

/* ---- going on ---- */

/* A copy of the state now, where the state after the next step will be. */
static struct state *next_state(struct table *t)
{
    struct state *next = state_at(t, t->steps + 1);
    memcpy(next, state_now(t), t->plan.game->state_size);
    return next;
}

static void add_step(struct table *t, int actor, uint16_t id)
{
    int first = t->steps;

    if (actor != CHANCE && t->steps > 0) {
        struct step last = table_step(t, t->steps - 1);
        if (!last.complete)
            first = last.first;
    }
    t->entries[t->steps++] = (struct entry){.actor = (int8_t)actor, .id = id, .first = first};
    t->chances += actor == CHANCE;
}

static bool deck_is_due(const struct table *t)
{
    const struct game_deck *deck = t->plan.game->deck;
    return deck && deck->due(state_now(t));
}

/* Puts down the custom deck that the table was opened with. */
static bool lay_deck(struct table *t, struct problem *why)
{
    struct reader in = read_from(t->plan.deck, text_length(t->plan.deck));
    if (!t->plan.deck[0])
        return problem_set(why, "the files of this table's custom deck have not been read");
    return table_deal_as(t, &in, why);
}

bool table_deal(struct table *t, struct problem *why)
{
    int begun = t->steps;

    while (table_turn(t).kind == TURN_CHANCE) {
        bool deck = deck_is_due(t);
        if ((deck && !lay_deck(t, why)) || (!deck && !grow(t, why))) {
            drop_steps(t, begun);
            return false;
        }
        if (deck)
            continue;
        struct rng rng = rng_strong(&t->plan.seed, RNG_CHANCE, (uint64_t)t->chances);
        t->plan.game->chance(next_state(t), &rng);
        add_step(t, CHANCE, 0);
    }
    return true;
}

/* "column 12: the reason", from a reader that has failed. */
static bool problem_read(struct problem *why, const struct reader *in)
{
    problem_set(why, "column %zu: %s", in->at + 1, in->error);
    return keyed(why, "table", not_understood);
}

bool table_deal_as(struct table *t, struct reader *in, struct problem *why)
{
    const char *begin = in->text + in->at;
    size_t length = in->length - in->at;

    if (table_turn(t).kind != TURN_CHANCE)
        return problem_set(why, "there is nothing to deal now");
    bool deck = deck_is_due(t);
    if (deck && length >= sizeof t->plan.deck)
        return problem_set(why, "this deck has too many words on its cards");
    if (!grow(t, why))
        return false;
    if (!t->plan.game->chance_read(next_state(t), in))
        return problem_read(why, in);
    char *line = copy_line(begin, length);
    if (!line)
        return out_of_memory(why);
    if (deck)
        memmove(t->plan.deck, line, length + 1);
    add_step(t, CHANCE, 0);
    t->entries[t->steps - 1].line = line;
    return true;
}

static bool owes_choice(const struct table *t, int seat)
{
    struct turn turn = table_turn(t);
    return turn.kind == TURN_CHOICE && seat >= 0 && seat < t->plan.players && (turn.seats >> seat & 1);
}

/* Says why this seat may not choose now; false. */
static bool not_to_move(const struct table *t, int seat, struct problem *why)
{
    struct turn turn = table_turn(t);

    if (turn.kind == TURN_OVER)
        return refuse(why, "table", game_over);
    if (turn.kind == TURN_CHANCE)
        return refuse(why, "table", deal_first);
    bool sits = seat >= 0 && seat < t->plan.players;
    problem_set(why, "seat %d %s", seat, sits ? "is not to choose now" : "is not at this table");
    return keyed(why, "table", sits ? not_to_choose : no_such_seat);
}

bool table_owes(const struct table *t, int seat, struct problem *why)
{
    return owes_choice(t, seat) || not_to_move(t, seat, why);
}

static bool is_legal(const struct table *t, int seat, uint16_t id)
{
    uint16_t ids[LEGAL_SIZE];
    int count = t->plan.game->legal(state_now(t), seat, ids);

    return ids_hold(ids, count, id);
}

bool table_is_legal(const struct table *t, int seat, uint16_t id, struct problem *why)
{
    if (!table_owes(t, seat, why))
        return false;
    if (id >= t->plan.game->max_actions)
        return refuse(why, "table", no_such_action);
    return is_legal(t, seat, id) || refuse(why, t->plan.game->id, t->plan.game->objection(state_now(t), seat, id));
}

static bool choose_legal(struct table *t, int seat, uint16_t id, struct problem *why)
{
    if (!grow(t, why))
        return false;
    t->plan.game->apply(next_state(t), seat, id, NULL);
    add_step(t, seat, id);
    return true;
}

bool table_choose(struct table *t, int seat, uint16_t id, struct problem *why)
{
    return table_is_legal(t, seat, id, why) && choose_legal(t, seat, id, why);
}

bool table_parse(const struct table *t, int seat, const char *text, size_t length, uint16_t *id, struct problem *why)
{
    struct reader in = read_from(text, length);

    if (!table_owes(t, seat, why))
        return false;
    if (!t->plan.game->action_parse(state_now(t), seat, &in, id))
        return problem_read(why, &in);
    return true;
}

bool table_do_legal(struct table *t, int seat, uint16_t id, struct problem *why)
{
    if (!choose_legal(t, seat, id, why))
        return false;
    if (table_deal(t, why))
        return true;
    table_undo(t);
    return false;
}

bool table_do(struct table *t, int seat, uint16_t id, struct problem *why)
{
    return table_is_legal(t, seat, id, why) && table_do_legal(t, seat, id, why);
}

bool table_do_text(struct table *t, int seat, const char *text, size_t length, struct problem *why)
{
    uint16_t id = 0;
    return table_parse(t, seat, text, length, &id, why) && table_do(t, seat, id, why);
}

int table_legal(const struct table *t, int seat, uint16_t *ids)
{
    return owes_choice(t, seat) ? t->plan.game->legal(state_now(t), seat, ids) : 0;
}

bool table_undo(struct table *t)
{
    int step = t->steps - 1;

    while (step >= 0 && t->entries[step].actor == CHANCE)
        step--;
    if (step < 0)
        return false;
    drop_steps(t, step);
    return true;
}

static int last_step_of(const struct table *t, int seat)
{
    int step = t->steps - 1;

    while (step >= 0 && t->entries[step].actor != seat)
        step--;
    return step;
}

/* Returns the key of the reason why a seat cannot take its last choice back, or NULL. */
static const char *no_way_back(const struct table *t, int seat)
{
    int step = last_step_of(t, seat);

    if (step < 0)
        return nothing_to_take_back;
    struct step it = table_step(t, step);
    bool alone = it.end - it.first == 1;
    return it.complete && (step != t->steps - 1 || !alone) ? too_late : NULL;
}

bool table_can_take_back(const struct table *t, int seat)
{
    return !no_way_back(t, seat);
}

bool table_may_take_back(const struct table *t, int seat, struct problem *why)
{
    const char *no = no_way_back(t, seat);

    return !no || refuse(why, "table", no);
}

bool table_take_back(struct table *t, int seat, struct problem *why)
{
    int step = last_step_of(t, seat), after = 0;
    struct entry later[MAX_SEATS];

    if (!table_may_take_back(t, seat, why))
        return false;
    for (int i = step + 1; i < t->steps; i++)
        later[after++] = t->entries[i];
    drop_steps(t, step);
    for (int i = 0; i < after; i++) { /* what was sealed after it stays; there is space for it */
        t->plan.game->apply(next_state(t), later[i].actor, later[i].id, NULL);
        add_step(t, later[i].actor, later[i].id);
    }
    return true;
}

/* ---- looking back ---- */

int table_steps(const struct table *t)
{
    return t->steps;
}

int table_choices(const struct table *t)
{
    return t->steps - t->chances;
}

int table_settled(const struct table *t)
{
    struct step last = t->steps > 0 ? table_step(t, t->steps - 1) : (struct step){.complete = true};

    return last.complete ? t->steps : last.first;
}

struct step table_step(const struct table *t, int step)
{
    assert(step >= 0 && step < t->steps);
    const struct entry *entry = &t->entries[step];
    struct step out = {.actor = entry->actor, .id = entry->id, .first = entry->first};
    if (entry->actor == CHANCE) {
        out.end = step + 1;
        out.complete = true;
        return out;
    }
    int asked = __builtin_popcount(t->plan.game->turn(state_at(t, entry->first)).seats);
    out.end = entry->first + asked;
    out.complete = out.end <= t->steps;
    if (!out.complete)
        out.end = t->steps;
    return out;
}

void table_write_chance(const struct table *t, int step, struct writer *w)
{
    assert(step >= 0 && step < t->steps && t->entries[step].actor == CHANCE);
    if (t->entries[step].line)
        write_text(w, t->entries[step].line);
    else
        t->plan.game->chance_write(state_at(t, step), state_at(t, step + 1), w);
}

void table_view(const struct table *t, int viewer, int step, struct state_buffer *out)
{
    assert(step >= 0 && step <= t->steps);
    memcpy(out->bytes, state_at(t, step), t->plan.game->state_size);
    if (viewer != OPEN)
        t->plan.game->redact(state_in(out), viewer);
}

void table_first(const struct table *t, struct state_buffer *out)
{
    const struct game *game = t->plan.game;

    table_view(t, OPEN, 0, out);
    if (game->deck && game->deck->due(state_in(out)))
        table_view(t, OPEN, 1, out);
}

static bool same_name(const struct table_name *a, const struct table_name *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

void name_write(const struct table_name *names, int players, int seat, struct writer *w)
{
    bool shared = false;

    for (int other = 0; other < players; other++)
        shared |= other != seat && same_name(&names[other], &names[seat]);
    write_clean(w, names[seat].text, names[seat].length);
    if (shared) {
        write_text(w, " (");
        write_number(w, seat);
        write_char(w, ')');
    }
}

void table_name(const struct table *t, int seat, struct writer *w)
{
    name_write(t->plan.names, t->plan.players, seat, w);
}

struct step table_step_told(const struct table *t, int step)
{
    struct step group = table_step(t, step);

    for (int i = group.first; i < group.end; i++) {
        int lower = 0;
        for (int other = group.first; other < group.end; other++)
            lower += t->entries[other].actor < t->entries[i].actor;
        if (lower == step - group.first)
            return table_step(t, i);
    }
    return group;
}

/* All that happens when the choices of a group are made in ascending order of seats. */
static void group_facts(const struct table *t, struct step it, struct facts *out)
{
    struct state_buffer buffer;

    table_view(t, OPEN, it.first, &buffer);
    for (int step = it.first; step < it.end; step++) {
        struct step next = table_step_told(t, step);
        t->plan.game->apply(state_in(&buffer), next.actor, next.id, out);
    }
}

/* Whether a fact of a group is told with a seat's choice: what a seat chose with its own, the rest
 * with the last. */
static bool belongs_to(const struct game *game, const struct fact *fact, int seat, bool last)
{
    return game->verbs[fact->verb].choice ? fact->value[0] == seat : last;
}

void table_facts(const struct table *t, int viewer, int step, struct facts *out)
{
    const struct game *game = t->plan.game;
    struct step it = table_step_told(t, step);
    struct facts all;
    bool chance = it.actor == CHANCE;

    all.count = out->count = 0;
    if (!it.complete)
        return;
    if (chance)
        game->dealt(state_at(t, step), state_at(t, step + 1), &all);
    else
        group_facts(t, it, &all);
    for (int i = 0; i < all.count; i++)
        if (chance || belongs_to(game, &all.list[i], it.actor, step == it.end - 1))
            out->count += fact_for(&all.list[i], viewer, &out->list[out->count]);
}

void table_meaning(const struct table *t, int step, uint16_t id, struct fact *out)
{
    struct step it = table_step(t, step);
    struct facts told;

    assert(it.actor != CHANCE);
    told.count = 0;
    t->plan.game->meaning(state_at(t, it.first), it.actor, id, &told);
    *out = told.list[0];
}

int table_rounds(const struct table *t)
{
    int points[MAX_SEATS];
    return t->plan.game->rounds ? t->plan.game->rounds(state_now(t), points) : 0;
}

bool table_round(const struct table *t, int round, int *points)
{
    int low = 0, high = t->steps; /* the first state after the round was scored; the count never falls */

    while (low < high) {
        int middle = low + (high - low) / 2;
        if (t->plan.game->rounds(state_at(t, middle), points) <= round)
            low = middle + 1;
        else
            high = middle;
    }
    int scored = t->plan.game->rounds(state_at(t, low), points);
    assert(scored == round + 1 || (t->imagined && low == 0));
    return scored == round + 1;
}

void table_result_at(const struct table *t, int step, struct result *out)
{
    assert(step >= 0 && step <= t->steps);
    t->plan.game->result(state_at(t, step), out);
}

void table_result(const struct table *t, struct result *out)
{
    table_result_at(t, t->steps, out);
}

/* ---- seeds ---- */

static int hex_value(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

bool seed_parse(const char *text, struct seed *seed, struct problem *why)
{
    size_t digits = text_length(text);

    if (digits == 0 || digits > SEED_DIGITS)
        return problem_set(why, "a seed has 1 to 64 hex digits");
    for (size_t i = 0; i < digits; i++)
        if (hex_value(text[i]) < 0)
            return problem_set(why, "the seed %s must have hex digits only", text);
    memset(seed, 0, sizeof *seed);
    for (size_t i = 0; i < digits; i++) { /* from the right, the rest stays 0 */
        size_t place = SEED_DIGITS - 1 - i;
        int value = hex_value(text[digits - 1 - i]);
        seed->bytes[place / 2] |= (uint8_t)(value << (place % 2 ? 0 : 4));
    }
    return true;
}

void seed_text(const struct seed *seed, char out[SEED_DIGITS + 1])
{
    static const char hex[] = "0123456789abcdef";
    for (int i = 0; i < SEED_BYTES; i++) {
        out[2 * i] = hex[seed->bytes[i] >> 4];
        out[2 * i + 1] = hex[seed->bytes[i] & 15];
    }
    out[SEED_DIGITS] = '\0';
}
