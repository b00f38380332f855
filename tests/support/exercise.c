/* See exercise.h. */
#include "support/exercise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/hint.h"
#include "lab/features.h"
#include "table/table.h"
#include "term/draw.h"
#include "words/words.h"

char exercise_place[512];

#define HOLDS(law) ((law) ? (void)0 : broken(#law, __LINE__))

static void say_place(void)
{
    fprintf(stderr, "%s\n", exercise_place);
}

static _Noreturn void broken(const char *law, int line)
{
    fprintf(stderr, "exercise.c:%d: %s does not hold\n", line, law);
    say_place();
    abort();
}

/* A sanitizer that ends the program asks for this first, where there is one. */
extern void __sanitizer_set_death_callback(void (*)(void)) __attribute__((weak));

__attribute__((constructor)) static void tell_sanitizer(void)
{
    if (__sanitizer_set_death_callback)
        __sanitizer_set_death_callback(say_place);
}

enum { TEXT_SIZE = 1 << 16, ACTION_SIZE = 256, STEPS = 40, IDS_TRIED = 64 };

static struct state *copy(const struct guest *g, const struct state *from, struct state_buffer *to)
{
    memcpy(to->bytes, (const void *)from, g->game->state_size);
    return state_in(to);
}

static bool owes(const struct guest *g)
{
    struct turn turn = g->game->turn(g->view);
    return g->viewer >= 0 && turn.kind == TURN_CHOICE && (turn.seats >> g->viewer & 1);
}

/* ---- choices ---- */

static void name_letter(const void *of, int seat, struct writer *w)
{
    (void)of;
    write_char(w, (char)('A' + seat));
}

/* Facts as the viewer may know them, as JSON and in every language. */
static void tell(const struct guest *g, const struct facts *told)
{
    static char text[TEXT_SIZE];
    struct cast cast = {.players = g->players, .you = g->viewer, .name = name_letter};

    for (int i = 0; i < told->count; i++) {
        struct fact fact;
        struct writer w = write_into(text, sizeof text);
        if (!fact_for(&told->list[i], g->viewer, &fact))
            continue;
        HOLDS(fact_is_sound(g->game, &fact, g->players));
        fact_write(g->game, &fact, &w);
        for (const struct language *language = languages; language->tag; language++)
            words_fact(language, g->game, &fact, &cast, &w);
        HOLDS(!w.overflow);
    }
}

static void check_legal(const struct guest *g, uint16_t id)
{
    char text[ACTION_SIZE];
    struct writer w = write_into(text, sizeof text);
    uint16_t read = UINT16_MAX;
    struct facts meant = {.count = 0};

    HOLDS(!g->game->objection(g->view, g->viewer, id));
    g->game->action_text(g->view, g->viewer, id, &w);
    HOLDS(w.length > 0 && !w.overflow);
    struct reader in = read_from(text, w.length);
    HOLDS(g->game->action_parse(g->view, g->viewer, &in, &read) && read == id);
    drawing_of(g->game)->touches(g->view, g->viewer, id);
    g->game->meaning(g->view, g->viewer, id, &meant);
    HOLDS(meant.count == 1 && g->game->verbs[meant.list[0].verb].choice);
    tell(g, &meant);
}

static void exercise_choices(struct guest *g)
{
    uint16_t ids[LEGAL_SIZE];
    char text[ACTION_SIZE];

    if (!owes(g))
        return;
    int count = g->game->legal(g->view, g->viewer, ids);
    HOLDS(count > 0 && count <= g->game->max_legal);
    for (int i = 0; i < count; i += 1 + count / IDS_TRIED)
        check_legal(g, ids[i]);
    for (int i = 0; i < IDS_TRIED; i++) { /* legal or not */
        uint16_t id = (uint16_t)rng_below(&g->rng, (uint32_t)g->game->max_actions);
        struct writer w = write_into(text, sizeof text);
        HOLDS(ids_hold(ids, count, id) == !g->game->objection(g->view, g->viewer, id));
        g->game->action_text(g->view, g->viewer, id, &w);
        struct reader in = read_from(text, w.length);
        g->game->action_parse(g->view, g->viewer, &in, &id);
    }
}

/* ---- words ---- */

static void exercise_words(struct guest *g)
{
    static char text[TEXT_SIZE];
    struct writer w = write_into(text, sizeof text);
    struct result result;
    int last[MAX_SEATS];
    uint8_t *row = malloc(g->game->observation_size); /* exactly, so that a byte too many is noticed */

    g->game->describe(g->view, &w);
    HOLDS(w.length > 0 && !w.overflow);
    g->game->result(g->view, &result);
    HOLDS(!(result.winners >> g->players));
    HOLDS((result.winners != 0) == (g->game->turn(g->view).kind == TURN_OVER));
    if (g->game->rounds)
        HOLDS(g->game->rounds(g->view, last) >= 0);
    for (int seat = 0; seat < g->players; seat++)
        if (seat == g->viewer || g->viewer == ONLOOKER)
            g->game->observe(g->view, seat, row);
    free(row);
}

static void exercise_drawing(struct guest *g)
{
    static const int widths[] = {60, 71, 80, 132, 200};
    static const struct table_name names[MAX_SEATS] = {
        {"Ann", 3}, {"Ben", 3}, {"somebody with quite a long name", 31}, {"D", 1}, {"e", 1}};
    static char text[TEXT_SIZE];
    struct spot spots[SPOTS];
    struct writer w = write_into(text, sizeof text);
    struct canvas canvas = {.out = &w, .names = names, .spots = spots};

    uint32_t luck = rng_word(&g->rng);
    canvas.width = widths[luck % 5];
    canvas.ascii = luck >> 8 & 1;
    canvas.colour = luck >> 9 & 1;
    canvas.lit = luck >> 10 & 1 ? 0x5555555555555555 : 0;
    canvas.form = (enum form)(luck >> 11 & 3);
    if (luck >> 13 & 7)
        draw_part(&canvas, (enum part)(luck >> 16 & 3), g->game, g->view, g->viewer);
    else
        draw_table(&canvas, g->game, g->view, g->viewer);
    HOLDS(!w.overflow);
}

/* ---- worlds and what may come ---- */

static void exercise_worlds(struct guest *g)
{
    struct state_buffer buffer;

    for (int i = 0; i < 3; i++) {
        struct state *world = copy(g, g->view, &buffer);
        g->game->redact(world, g->viewer);
        HOLDS(memcmp(buffer.bytes, (const void *)g->view, g->game->state_size) == 0);
        g->game->imagine(world, g->viewer, &g->rng);
        HOLDS(!g->game->fault(world, OPEN));
        g->game->redact(world, g->viewer);
        HOLDS(memcmp(buffer.bytes, (const void *)g->view, g->game->state_size) == 0);
    }
}

static void watch(const struct guest *g, const struct state *before, const struct state *after, int actor, uint16_t id)
{
    static struct grid_cell grid[GRID_ROWS][GRID_COLUMNS];
    struct notes notes = {.grid = grid};

    features_of(g->game).watch(before, after, actor, id, &notes);
}

/* One step of a world; false when the game is over. */
static bool step(struct guest *g, struct state *world)
{
    struct state_buffer buffer;
    struct state *before = copy(g, world, &buffer);
    struct turn turn = g->game->turn(world);
    uint16_t ids[LEGAL_SIZE] = {0};
    struct facts told = {.count = 0};
    int actor = CHANCE, chosen = 0;

    if (turn.kind == TURN_OVER)
        return false;
    if (turn.kind == TURN_CHANCE) {
        g->game->chance(world, &g->rng);
        g->game->dealt(before, world, &told);
    } else {
        HOLDS(turn.seats && !(turn.seats >> g->players));
        actor = __builtin_ctz(turn.seats);
        int count = g->game->legal(world, actor, ids);
        HOLDS(count > 0 && count <= g->game->max_legal);
        chosen = (int)rng_below(&g->rng, (uint32_t)count);
        g->game->apply(world, actor, ids[chosen], &told);
    }
    tell(g, &told);
    watch(g, before, world, actor, ids[chosen]);
    return true;
}

static void exercise_play(struct guest *g)
{
    struct state_buffer buffer;
    struct state *world = copy(g, g->view, &buffer);

    g->game->imagine(world, g->viewer, &g->rng);
    for (int i = 0; i < STEPS && step(g, world); i++)
        continue;
}

/* ---- bots ---- */

static void exercise_novice(struct guest *g)
{
    struct seed seed;

    if (!owes(g))
        return;
    rng_seed(&g->rng, &seed);
    struct bot_mind mind = bot_mind(&seed, g->viewer, 0);
    bot_think(bot_by_name("novice"), g->game, g->view, g->viewer, NULL, (struct bot_budget){0}, &mind);
}

static void exercise_search(struct guest *g)
{
    struct bot_budget small = {.simulations = 12};
    uint16_t legal[LEGAL_SIZE];
    struct hint_line lines[3];

    if (!owes(g))
        return;
    struct bot_mind mind = {.rng = g->rng};
    bot_think(bot_by_name("club"), g->game, g->view, g->viewer, NULL, small, &mind);
    struct bot_view view = bot_view_at(LEVEL_CLUB, g->game, g->view, g->viewer, NULL, small, legal);
    HOLDS(hint(&view, &g->rng, lines, 3) > 0);
}

void exercise(struct guest *g, enum exercise what)
{
    static void (*const parts[EXERCISES])(struct guest *) = {
        [EXERCISE_CHOICES] = exercise_choices, [EXERCISE_WORDS] = exercise_words, [EXERCISE_DRAWING] = exercise_drawing,
        [EXERCISE_WORLDS] = exercise_worlds,   [EXERCISE_PLAY] = exercise_play,   [EXERCISE_NOVICE] = exercise_novice,
        [EXERCISE_SEARCH] = exercise_search,
    };
    parts[what](g);
}

/* ---- spoiling ---- */

void spoil(uint8_t *bytes, const uint8_t *other, size_t size, struct rng *rng)
{
    uint32_t within = (uint32_t)size;

    for (uint32_t times = 1 + rng_below(rng, 3); times > 0; times--) {
        uint32_t at = rng_below(rng, within), from = rng_below(rng, within);
        switch (rng_below(rng, 7)) {
        case 0: bytes[at] ^= (uint8_t)(1u << rng_below(rng, 8)); break;
        case 1: bytes[at] = (uint8_t)rng_below(rng, 256); break;
        case 2: bytes[at] = (uint8_t)(bytes[at] + (rng_below(rng, 2) ? 1 : 255)); break;
        case 3: bytes[at] = bytes[from]; break;
        case 4: {
            uint8_t byte = bytes[at];
            bytes[at] = bytes[from];
            bytes[from] = byte;
            break;
        }
        case 5: bytes[at] = 0; break;
        default: {
            uint32_t length = rng_below(rng, within - at) + 1;
            memcpy(bytes + at, other + at, length < 48 ? length : 48);
        }
        }
    }
}
