/* learn scout: learns the leanings of the bot of SCOUT (bots/scout_policy.h) from play
 * against itself, and prints them as src/bots/scout_leanings.h.
 * learn scout-imitate: learns leanings by which the choices in records of games are likely.
 *
 * A deal is played a few times by players who choose by the same leanings, each action
 * with the chance that they give it. Where a seat came out better than on average in
 * the other plays of that deal, what it did is made more likely, else less: a step
 * along the policy gradient. Leanings are rounded as the bot has them before anybody
 * plays by them, and how much more an action is liked if one of them were greater by 1
 * is asked of the bot itself, so that nothing of it is written here again. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/scout_policy.h"
#include "bots/scout_leanings.h"
#include "learn.h"
#include "memory.h"
#include "table/table.h"

/* ---- leanings as a list of weights ---- */

enum { WEIGHTS_MAX = 64 };

/* The members of struct leanings: a number, a list or two of them. Of a list, the numbers
 * before `first` are 0, and from `last` on they are the same. */
struct member {
    const char *name;
    size_t at; /* in numbers from the beginning */
    int lists, length, first, last;
};

#define NAMED(name) #name, offsetof(struct leanings, name) / sizeof(int16_t)
static const struct member members[] = {
    {NAMED(run), 2, SCOUT_SET_MAX + 1, 2, PLAY_MAX},
    {NAMED(shared), 0, 1, 0, 0},
    {NAMED(card), 0, 1, 0, 0},
    {NAMED(left), 1, FEW + 1, 0, FEW},
    {NAMED(captured), 0, 1, 0, 0},
    {NAMED(single_low), 0, 1, 0, 0},
    {NAMED(lead_single), 0, 1, 0, 0},
    {NAMED(pair_low), 0, 1, 0, 0},
    {NAMED(set_low), 0, 1, 0, 0},
    {NAMED(play), 2, PLAY_MAX + 1, 2, PLAY_MAX},
    {NAMED(lead_set), 0, 1, 0, 0},
    {NAMED(scout), 0, 1, 0, 0},
    {NAMED(scout_number), 0, 1, 0, 0},
    {NAMED(scout_card), 0, 1, 0, 0},
    {NAMED(scout_last), 0, 1, 0, 0},
    {NAMED(scout_end), 0, 1, 0, 0},
    {NAMED(end_score), 0, 1, 0, 0},
    {NAMED(near_score), 0, 1, 0, 0},
    {NAMED(twice), 0, 1, 0, 0},
};
enum { MEMBERS = sizeof members / sizeof members[0], NUMBERS_IN_LEANINGS = sizeof(struct leanings) / sizeof(int16_t) };

/* The numbers of struct leanings that are one weight. */
struct knob {
    size_t at;
    int count;
};

struct knobs {
    int count;
    struct knob list[WEIGHTS_MAX];
};

static struct knobs list_knobs(void)
{
    struct knobs knobs = {.count = 0};

    for (int m = 0; m < MEMBERS; m++)
        for (int list = 0; list == 0 || list < members[m].lists; list++)
            for (int i = members[m].first; i <= members[m].last; i++)
                knobs.list[knobs.count++] =
                    (struct knob){members[m].at + (size_t)(list * members[m].length + i),
                                  i < members[m].last ? 1 : members[m].length - members[m].last};
    return knobs;
}

union numbers {
    struct leanings leanings;
    int16_t list[NUMBERS_IN_LEANINGS];
};

static void set_knob(union numbers *numbers, struct knob knob, int16_t number)
{
    for (int i = 0; i < knob.count; i++)
        numbers->list[knob.at + (size_t)i] = number;
}

static void leanings_from(const struct knobs *knobs, float weights[STAGES][WEIGHTS_MAX], struct leanings *leanings)
{
    for (int stage = 0; stage < STAGES; stage++) {
        union numbers numbers = {.list = {0}};
        for (int i = 0; i < knobs->count; i++)
            set_knob(&numbers, knobs->list[i], (int16_t)lrintf(weights[stage][i]));
        leanings[stage] = numbers.leanings;
    }
}

static void print_list(const int16_t *numbers, int length)
{
    for (int i = 0; i < length; i++)
        printf("%s%d", i ? ", " : "{", numbers[i]);
    printf("}");
}

static void print_member(const struct member *member, const union numbers *numbers)
{
    const int16_t *list = numbers->list + member->at;

    printf(".%s = ", member->name);
    if (member->lists == 0)
        printf("%d", *list);
    if (member->lists == 1)
        print_list(list, member->length);
    if (member->lists < 2)
        return;
    printf("{");
    print_list(list, member->length);
    printf(", ");
    print_list(list + member->length, member->length);
    printf("}");
}

static void print_leanings(const struct leanings *leanings)
{
    union numbers numbers = {.leanings = *leanings};

    for (int m = 0; m < MEMBERS; m++) {
        printf(m ? "         " : "        {");
        print_member(&members[m], &numbers);
        printf(m < MEMBERS - 1 ? ",\n" : "},\n");
    }
}

/* Prints a header with one array, and with a guard that is called after it. */
static void print_tables(struct leanings tables[TABLES][STAGES], const char *name)
{
    char guard[NAME_SIZE];
    size_t length = strlen(name);

    for (size_t i = 0; i <= length; i++)
        guard[i] = name[i] >= 'a' && name[i] <= 'z' ? (char)(name[i] - 'a' + 'A') : name[i];
    printf("/* What the bot of SCOUT has learnt to like. The numbers are made by tools/learn/scout.c;\n"
           " * nobody changes them by hand. */\n"
           "/* clang-format off */\n"
           "#ifndef PARLOR_BOTS_%s_H\n"
           "#define PARLOR_BOTS_%s_H\n"
           "\n"
           "/* For two players and for more, by scout_stage(). */\n"
           "static const struct leanings %s[TABLES][STAGES] = {\n",
           guard, guard, name);
    for (int table = 0; table < TABLES; table++) {
        puts("    {");
        for (int stage = 0; stage < STAGES; stage++)
            print_leanings(&tables[table][stage]);
        puts("    },");
    }
    puts("};\n"
         "\n"
         "#endif");
}

/* ---- playing ---- */

/* The choices of one seat in one play of a deal: how much more likely, in logarithms,
 * they all would have been if a weight were greater by 1. */
struct deeds {
    float slopes[STAGES][WEIGHTS_MAX];
};

/* True if a Scout puts its card where it joins nothing: the bot tries only one such
 * place, the left end. */
static bool pointless(const struct scout_state *s, int seat, uint16_t id)
{
    struct scout_move move = scout_move(id);

    if (move.kind != SCOUT_MOVE_SCOUT || move.gap == 0)
        return false;
    uint8_t card = s->prior[move.right ? s->prior_count - 1 : 0];
    int number = move.turned ? scout_card_down(card) : scout_card_up(card);
    for (int i = move.gap - 1; i <= move.gap && i < s->count[seat]; i++)
        if (abs(scout_card_up(s->hand[seat][i]) - number) <= 1)
            return false;
    return true;
}

static int list_options(const struct scout_state *s, int seat, uint16_t *options)
{
    int count = 0;

    for (int i = 0, legal = scout_legal(s, seat, options); i < legal; i++)
        if (!pointless(s, seat, options[i]))
            options[count++] = options[i];
    return count;
}

/* A probability so small that it hardly changes a slope. */
static const float negligible = 1e-4f;

static void note_deed(const struct leanings *leanings, const struct knobs *knobs, struct bot_view view,
                      const float *chances, int chosen, float *slopes)
{
    uint16_t likely[LEGAL_SIZE];
    int before[LEGAL_SIZE], after[LEGAL_SIZE], count = 0;
    float pull[LEGAL_SIZE];

    for (int i = 0; i < view.count; i++)
        if (i == chosen || chances[i] > negligible) {
            pull[count] = (float)(i == chosen) - chances[i];
            likely[count++] = view.legal[i];
        }
    if (count == 1)
        return;
    view.legal = likely;
    view.count = count;
    scout_like(leanings, &view, before);
    for (int weight = 0; weight < knobs->count; weight++) {
        union numbers more = {.leanings = *leanings};
        struct knob knob = knobs->list[weight];
        set_knob(&more, knob, (int16_t)(more.list[knob.at] + 1));
        scout_like(&more.leanings, &view, after);
        for (int i = 0; i < count; i++)
            slopes[weight] += pull[i] * (float)(after[i] - before[i]);
    }
}

/* Returns what a seat may choose among; it is listed in options. */
static struct bot_view view_of(const struct state *state, int seat, uint16_t *options)
{
    int count = list_options(scout_state(state), seat, options);

    return (struct bot_view){.game = &scout, .state = state, .seat = seat, .legal = options, .count = count};
}

/* The chances that leanings give to the actions of a view. */
static void weigh(const struct leanings *leanings, const struct bot_view *view, float *chances)
{
    int values[LEGAL_SIZE];

    scout_like(leanings, view, values);
    for (int i = 0; i < view->count; i++)
        chances[i] = (float)values[i] / LEANING_ONE;
    chances_of(chances, view->count);
}

/* A choice by the leanings of all stages; what it was is noted where there are deeds. */
static uint16_t choose(const struct leanings *leanings, const struct knobs *knobs, const struct state *state, int seat,
                       struct deeds *deeds, struct rng *rng)
{
    uint16_t options[LEGAL_SIZE];
    float chances[LEGAL_SIZE];
    int stage = scout_stage(scout_state(state), seat);
    struct bot_view view = view_of(state, seat, options);

    weigh(&leanings[stage], &view, chances);
    int chosen = draw_by(chances, view.count, rng);
    if (deeds)
        note_deed(&leanings[stage], knobs, view, chances, chosen, deeds->slopes[stage]);
    return options[chosen];
}

static void deal(struct state_buffer *buffer, int players, struct rng *rng)
{
    struct setup setup = {.players = players};

    scout.start(state_in(buffer), &setup);
    scout.chance(state_in(buffer), rng);
}

/* Plays the round that was dealt; every seat has leanings of its own. */
static void play_round(struct state *state, const struct leanings *const *by_seat, const struct knobs *knobs,
                       struct deeds *deeds, struct rng *rng)
{
    const struct scout_state *s = scout_state(state);

    for (int round = s->round; s->round == round;) {
        int seat = __builtin_ctz(scout.turn(state).seats);
        scout.apply(state, seat, choose(by_seat[seat], knobs, state, seat, deeds ? &deeds[seat] : NULL, rng), NULL);
    }
}

/* The lead in the last round over the others on average. */
static float lead_of(const struct state *state, int seat)
{
    const struct scout_state *s = scout_state(state);
    int others = 0;

    for (int other = 0; other < s->players; other++)
        others += other == seat ? 0 : s->last[other];
    return (float)s->last[seat] - (float)others / (float)(s->players - 1);
}

/* ---- learning ---- */

struct wishes {
    long steps, deals, seed, compared, averaged, hold;
    float longest, shortest; /* steps */
    bool go_on;
    const char *checkpoint;
};

struct lesson {
    struct knobs knobs;
    int fewest, most; /* players */
    long deals;       /* a step */
    long step;        /* how many have been taken */
    struct rng rng;
    float weights[STAGES][WEIGHTS_MAX], sums[STAGES][WEIGHTS_MAX]; /* over the steps that are averaged */
    float slopes[STAGES][WEIGHTS_MAX], mean[STAGES][WEIGHTS_MAX], square[STAGES][WEIGHTS_MAX];
};

enum { PLAYS = 8 }; /* of each deal */

/* Plays a deal again and again, and adds what can be learnt from it to the slopes. */
static void learn_from_deal(struct lesson *lesson, const struct leanings *leanings)
{
    static struct deeds deeds[PLAYS][MAX_SEATS];
    const struct leanings *by_seat[MAX_SEATS];
    int players = lesson->fewest + (int)rng_below(&lesson->rng, (uint32_t)(lesson->most - lesson->fewest + 1));
    float lead[PLAYS][MAX_SEATS], sum[MAX_SEATS] = {0};
    struct state_buffer dealt;

    for (int seat = 0; seat < MAX_SEATS; seat++)
        by_seat[seat] = leanings;
    memset(deeds, 0, sizeof deeds);
    deal(&dealt, players, &lesson->rng);
    for (int play = 0; play < PLAYS; play++) {
        struct state_buffer buffer = dealt;
        play_round(state_in(&buffer), by_seat, &lesson->knobs, deeds[play], &lesson->rng);
        for (int seat = 0; seat < players; seat++)
            sum[seat] += lead[play][seat] = lead_of(state_in(&buffer), seat);
    }
    for (int play = 0; play < PLAYS; play++)
        for (int seat = 0; seat < players; seat++) {
            float better = lead[play][seat] - (sum[seat] - lead[play][seat]) / (PLAYS - 1);
            for (int stage = 0; stage < STAGES; stage++)
                for (int i = 0; i < lesson->knobs.count; i++)
                    lesson->slopes[stage][i] -= better * deeds[play][seat].slopes[stage][i];
        }
}

static struct descent descent_of(struct lesson *lesson)
{
    return (struct descent){.count = STAGES * WEIGHTS_MAX,
                            .memory = 0.98f,
                            .least = 1e-3f,
                            .steps = lesson->step,
                            .slopes = &lesson->slopes[0][0],
                            .mean = &lesson->mean[0][0],
                            .square = &lesson->square[0][0]};
}

/* Takes a step by slopes that are sums of `count`. False if that leads where there are no leanings. */
static bool take_step(struct lesson *lesson, float count, float length, struct leanings *leanings)
{
    enum { LEANING_MAX = 3000 }; /* a row of cards that are liked more is too much for the bot */
    struct descent descent = descent_of(lesson);

    if (!descend(&descent, &lesson->weights[0][0], 1 / count, length))
        return false;
    for (int stage = 0; stage < STAGES; stage++)
        for (int i = 0; i < WEIGHTS_MAX; i++)
            if (fabsf(lesson->weights[stage][i]) > LEANING_MAX)
                return lost_its_way();
    leanings_from(&lesson->knobs, lesson->weights, leanings);
    lesson->step++;
    return true;
}

/* What has been learnt: the weights, or the average of those that came after the step `from`. */
static void learnt_by(const struct lesson *lesson, long from, struct leanings *leanings)
{
    float means[STAGES][WEIGHTS_MAX];

    memcpy(means, lesson->weights, sizeof means);
    if (lesson->step > from)
        for (int i = 0; i < STAGES * WEIGHTS_MAX; i++)
            (&means[0][0])[i] = (&lesson->sums[0][0])[i] / (float)(lesson->step - from);
    leanings_from(&lesson->knobs, means, leanings);
}

static void add_to_sums(struct lesson *lesson)
{
    for (int i = 0; i < STAGES * WEIGHTS_MAX; i++)
        (&lesson->sums[0][0])[i] += (&lesson->weights[0][0])[i];
}

/* False if it was interrupted or failed. What has been learnt so far, after whole steps, is there in any case. */
static bool learn(struct lesson *lesson, const struct wishes *wishes, const char *what, struct checkpoint *checkpoint,
                  struct leanings *learnt)
{
    struct leanings leanings[STAGES];
    long from = wishes->steps - wishes->steps * wishes->averaged / 100;
    bool whole = true;

    leanings_from(&lesson->knobs, lesson->weights, leanings);
    while (whole && lesson->step < wishes->steps) {
        const struct lesson before = *lesson;
        for (long i = 0; i < lesson->deals && !interrupted(); i++)
            learn_from_deal(lesson, leanings);
        if (interrupted()) {
            *lesson = before;
            checkpoint_save(checkpoint);
            whole = false;
            break;
        }
        float length = step_length(lesson->step, wishes->steps, wishes->longest, wishes->shortest);
        whole = take_step(lesson, (float)(lesson->deals * PLAYS * 4), length, leanings);
        if (lesson->step > from)
            add_to_sums(lesson);
        progress(what, lesson->step, wishes->steps);
        whole = whole && checkpoint_step(checkpoint);
    }
    learnt_by(lesson, from, learnt);
    return whole && checkpoint_save(checkpoint);
}

/* One seat by what was learnt against others by what the bot has: points a round. */
static void compare(const struct lesson *lesson, const struct leanings *learnt, const struct leanings *bot, long deals)
{
    struct rng rng = rng_fast(1);

    for (int players = lesson->fewest; players <= lesson->most; players++) {
        double sum = 0, squares = 0;
        for (long i = 0; i < deals; i++) {
            struct state_buffer dealt;
            double lead = 0;
            if (interrupted())
                return;
            deal(&dealt, players, &rng);
            for (int seat = 0; seat < players; seat++) {
                struct state_buffer buffer = dealt;
                const struct leanings *by_seat[MAX_SEATS] = {bot, bot, bot, bot, bot};
                by_seat[seat] = learnt;
                play_round(state_in(&buffer), by_seat, &lesson->knobs, NULL, &rng);
                lead += (double)lead_of(state_in(&buffer), seat) / players;
            }
            sum += lead;
            squares += lead * lead;
        }
        double mean = sum / (double)deals;
        fprintf(stderr,
                "%d players: one who has learnt leads those who play as the bot does by %+.2f +- %.2f a round\n",
                players, mean, sqrt((squares / (double)deals - mean * mean) / (double)deals));
    }
}

/* ---- the command ---- */

/* A beginner likes long sets, few cards, and playing the last one. A beginner who cared
 * less for sets learnt to avoid all scouting (docs/bots.md). */
static const struct leanings beginner = {
    .run = {{0, 0, 120, 280, 440, 600, 600, 600, 600, 600, 600}, {0, 0, 80, 230, 400, 600, 600, 600, 600, 600, 600}},
    .card = -40,
    .left = {160, 0, 0, 0},
    .captured = 40,
    .scout_end = -16,
    .twice = -40,
};

static const char *const titles[TABLES] = {"two players", "more players"};

static void begin_lesson(struct lesson *lesson, int table, const struct wishes *wishes, struct leanings *leanings)
{
    *lesson = (struct lesson){.knobs = list_knobs(),
                              .fewest = table == 0 ? 2 : 3,
                              .most = table == 0 ? 2 : MAX_SEATS,
                              .deals = wishes->deals,
                              .rng = rng_fast((uint64_t)(TABLES * wishes->seed + table))};
    for (int stage = 0; stage < STAGES; stage++) {
        leanings[stage] = wishes->go_on ? scout_leanings[table][stage] : beginner;
        union numbers numbers = {.leanings = leanings[stage]};
        for (int i = 0; i < lesson->knobs.count; i++)
            lesson->weights[stage][i] = numbers.list[lesson->knobs.list[i].at];
    }
}

/* The line that a checkpoint begins with. */
static void name_lesson(const struct wishes *wishes, char *what, size_t size)
{
    snprintf(what, size, "learn scout: %ld steps of %ld deals, %g to %g long, %ld %% averaged, seed %ld, from %s",
             wishes->steps, wishes->deals, (double)wishes->longest, (double)wishes->shortest, wishes->averaged,
             wishes->seed, wishes->go_on ? "the bot" : "a beginner");
}

static int play(const struct wishes *wishes)
{
    static struct lesson lessons[TABLES];
    struct leanings tables[TABLES][STAGES];
    char what[200];
    struct checkpoint checkpoint = {
        .path = wishes->checkpoint, .what = what, .lesson = lessons, .size = sizeof lessons};
    bool whole = true;

    catch_interrupt();
    name_lesson(wishes, what, sizeof what);
    for (int table = 0; table < TABLES; table++)
        begin_lesson(&lessons[table], table, wishes, tables[table]);
    if (!checkpoint_begin(&checkpoint))
        return EXIT_FAILED;
    for (int table = 0; table < TABLES; table++) {
        whole = whole && learn(&lessons[table], wishes, titles[table], &checkpoint, tables[table]);
        progress_end();
    }
    if (!whole && !interrupted())
        return EXIT_FAILED;
    for (int table = 0; table < TABLES && wishes->compared > 0; table++)
        compare(&lessons[table], tables[table], scout_leanings[table], wishes->compared);
    print_tables(tables, "scout_leanings");
    return whole ? EXIT_DONE : failure("interrupted; what was printed is what it had learnt by then");
}

static int run(int argc, char **argv)
{
    struct wishes wishes = {.steps = 300, .deals = 150, .seed = 1};
    const char *longest = "4", *shortest = "0.4";
    const struct arg args[] = {
        {"steps", ARG_NUMBER, "N", "how often the leanings are changed (300)", {.number = &wishes.steps}, 0, 1000000},
        {"deals", ARG_NUMBER, "K", "deals before each change (150)", {.number = &wishes.deals}, 1, 1000000},
        {"longest", ARG_TEXT, "X", "by how much they change at first (4)", {.text = &longest}, 0, 0},
        {"shortest", ARG_TEXT, "X", "by how much they change in the end (0.4)", {.text = &shortest}, 0, 0},
        {"average",
         ARG_NUMBER,
         "P",
         "print the average of the last P % of steps (0)",
         {.number = &wishes.averaged},
         0,
         99},
        {"seed", ARG_NUMBER, "S", "the same seed learns the same (1)", {.number = &wishes.seed}, 0, 1 << 30},
        {"go-on",
         ARG_FLAG,
         NULL,
         "begin with what the bot has learnt, not as a beginner",
         {.flag = &wishes.go_on},
         0,
         0},
        {"checkpoint",
         ARG_TEXT,
         "FILE",
         "keep the lesson in FILE, and go on from there",
         {.text = &wishes.checkpoint},
         0,
         0},
        {"compare", ARG_NUMBER, "K", "then play K deals against the bot", {.number = &wishes.compared}, 0, 1000000},
        {.name = NULL},
    };
    const char *words[MAX_WORDS];
    int exit_code, count = args_read(&command_scout, args, argc, argv, words, &exit_code);

    if (count < 0)
        return exit_code;
    if (!length_typed(&command_scout, "longest", longest, &wishes.longest) ||
        !length_typed(&command_scout, "shortest", shortest, &wishes.shortest))
        return EXIT_USAGE;
    return count == 0 ? play(&wishes) : usage_error(&command_scout, "%s: only options are of use here", words[0]);
}

const struct command command_scout = {
    .name = "scout",
    .usage = "[options]",
    .summary = "Learn the leanings of SCOUT's bot from play against itself, and print them as C",
    .details = "First for two players, then for three to five. What is printed is a whole\n"
               "src/bots/scout_leanings.h; it does not depend on --compare. Ctrl-C ends the\n"
               "run early with what was learnt so far and exit code 1. With --checkpoint the same\n"
               "command then goes on, and prints what it would have printed. If the numbers of a\n"
               "lesson grow beyond all bounds, nothing is printed.\n"
               "\n"
               "  learn scout --compare 1000 > leanings.h\n"
               "  learn scout --go-on --steps 100 --seed 2 > leanings.h\n",
    .run = run,
};

/* ---- imitating ---- */

/* A choice of a recorded game, as its seat saw it. */
struct example {
    struct scout_state seen;
    uint16_t id;
    uint8_t seat;
};

struct examples {
    struct example *list;
    size_t count, capacity;
};

enum { KEPT = 10 }; /* one game in KEPT is kept for the test */

/* What there is to imitate, by the kind of table. */
struct school {
    struct examples learnt[TABLES], tested[TABLES];
    long games, odd; /* choices that no leanings can imitate, since the bot never tries them */
};

static void add_example(struct examples *examples, const struct scout_state *seen, int seat, uint16_t id)
{
    if (examples->count == examples->capacity) {
        examples->capacity = examples->capacity ? 2 * examples->capacity : 1024;
        examples->list = must_resize(examples->list, examples->capacity * sizeof *examples->list);
    }
    examples->list[examples->count++] = (struct example){.seen = *seen, .id = id, .seat = (uint8_t)seat};
}

static int place_of(const struct bot_view *view, uint16_t id)
{
    for (int i = 0; i < view->count; i++)
        if (view->legal[i] == id)
            return i;
    return -1;
}

/* Notes all choices of a game where there was more than one option. */
static bool add_game(void *into, const struct table *table)
{
    struct school *school = into;
    int kind = table_plan(table)->players > 2;
    struct examples *examples = school->games++ % KEPT == KEPT - 1 ? &school->tested[kind] : &school->learnt[kind];

    for (int i = 0; i < table_steps(table); i++) {
        struct step step = table_step(table, i);
        struct state_buffer buffer;
        uint16_t options[LEGAL_SIZE];
        if (step.actor == CHANCE)
            continue;
        table_view(table, step.actor, i, &buffer);
        struct bot_view view = view_of(state_in(&buffer), step.actor, options);
        if (place_of(&view, step.id) < 0)
            school->odd++;
        else if (view.count > 1)
            add_example(examples, scout_state(view.state), step.actor, step.id);
    }
    return true;
}

/* Returns how surprising a choice is to these leanings, and notes how it would be less so where there are slopes. */
static double imitate_one(const struct leanings *leanings, const struct knobs *knobs, const struct example *example,
                          float slopes[STAGES][WEIGHTS_MAX])
{
    struct state_buffer buffer;
    uint16_t options[LEGAL_SIZE];
    float chances[LEGAL_SIZE];
    int stage = scout_stage(&example->seen, example->seat);

    *scout_state_in(state_in(&buffer)) = example->seen;
    struct bot_view view = view_of(state_in(&buffer), example->seat, options);
    weigh(&leanings[stage], &view, chances);
    int chosen = place_of(&view, example->id);
    if (slopes)
        note_deed(&leanings[stage], knobs, view, chances, chosen, slopes[stage]);
    return -log(fmax((double)chances[chosen], 1e-9));
}

static double surprise_of(const struct leanings *leanings, const struct examples *examples)
{
    double sum = 0;

    for (size_t i = 0; i < examples->count; i++)
        sum += imitate_one(leanings, NULL, &examples->list[i], NULL);
    return sum / (double)examples->count;
}

enum { EXAMPLES_A_STEP = 400, HELD = 10 * LEANING_ONE };

/* Turns what makes choices likelier into slopes, and adds those of what holds the weights to the ones that they began
 * with: one that is HELD from there costs as much as half of `hold` choices that are e times less likely. */
static void turn_downhill(struct lesson *lesson, float start[STAGES][WEIGHTS_MAX], float hold)
{
    for (int stage = 0; stage < STAGES; stage++)
        for (int i = 0; i < lesson->knobs.count; i++) {
            float away = (lesson->weights[stage][i] - start[stage][i]) / HELD;
            lesson->slopes[stage][i] = hold * away * LEANING_ONE / HELD - lesson->slopes[stage][i];
        }
}

/* False if it was interrupted or failed. */
static bool imitate(struct lesson *lesson, struct leanings *leanings, const struct examples *examples, const char *what,
                    long steps, long hold)
{
    float start[STAGES][WEIGHTS_MAX], part = (float)EXAMPLES_A_STEP / (float)examples->count;

    memcpy(start, lesson->weights, sizeof start);
    for (long step = 0; step < steps; step++) {
        if (interrupted())
            return false;
        for (int i = 0; i < EXAMPLES_A_STEP; i++)
            imitate_one(leanings, &lesson->knobs, &examples->list[rng_below(&lesson->rng, (uint32_t)examples->count)],
                        lesson->slopes);
        turn_downhill(lesson, start, (float)hold * part);
        if (!take_step(lesson, EXAMPLES_A_STEP, step_length(step, steps, 4, 0.4f), leanings))
            return false;
        progress(what, step + 1, steps);
    }
    return true;
}

static bool imitate_at(int kind, const struct school *school, const struct wishes *wishes, struct leanings *leanings)
{
    static struct lesson lesson;
    const struct examples *learnt = &school->learnt[kind], *tested = &school->tested[kind];

    begin_lesson(&lesson, kind, wishes, leanings);
    if (learnt->count == 0 || tested->count == 0) {
        fprintf(stderr, "%s: no games to learn from and to test with, so nothing is changed\n", titles[kind]);
        return true;
    }
    double before = surprise_of(leanings, tested);
    bool whole = imitate(&lesson, leanings, learnt, titles[kind], wishes->steps, wishes->hold);
    progress_end();
    fprintf(stderr, "%s: learnt from %zu choices; surprise at %zu others %.4f before, %.4f after\n", titles[kind],
            learnt->count, tested->count, before, surprise_of(leanings, tested));
    return whole;
}

static int imitate_records(const char **records, int count, const struct wishes *wishes, const char *name)
{
    static struct school school;
    struct leanings tables[TABLES][STAGES];
    bool whole = true;

    catch_interrupt();
    for (int i = 0; i < count; i++)
        if (!read_records(&scout, records[i], add_game, &school))
            return EXIT_FAILED;
    if (school.odd)
        fprintf(stderr, "%ld choices are left out, since the bot never tries such places for a card\n", school.odd);
    for (int kind = 0; kind < TABLES; kind++) {
        whole = whole && imitate_at(kind, &school, wishes, tables[kind]);
        free(school.learnt[kind].list);
        free(school.tested[kind].list);
    }
    if (whole)
        print_tables(tables, name);
    return whole ? EXIT_DONE : interrupted() ? failure("interrupted; nothing is printed") : EXIT_FAILED;
}

static bool is_name(const char *name)
{
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");

    return length > 0 && length < NAME_SIZE && !name[length];
}

static int run_imitate(int argc, char **argv)
{
    struct wishes wishes = {.steps = 3000, .seed = 1, .hold = 1, .go_on = true};
    const char *name = "scout_imitated";
    const struct arg args[] = {
        {"steps", ARG_NUMBER, "N", "how often the leanings are changed (3000)", {.number = &wishes.steps}, 0, 1000000},
        {"seed", ARG_NUMBER, "S", "the same seed learns the same (1)", {.number = &wishes.seed}, 0, 1 << 30},
        {"hold", ARG_NUMBER, "H", "what holds them to the bot's leanings (1)", {.number = &wishes.hold}, 0, 1000000},
        {"name", ARG_TEXT, "NAME", "what the array is called (scout_imitated)", {.text = &name}, 0, 0},
        {.name = NULL},
    };
    const char *words[MAX_WORDS];
    int exit_code, count = args_read(&command_scout_imitate, args, argc, argv, words, &exit_code);

    if (count < 0)
        return exit_code;
    if (count == 0)
        return usage_error(&command_scout_imitate, "which records are to be imitated?");
    if (!is_name(name))
        return usage_error(&command_scout_imitate, "%s: a name has small letters, digits and _", name);
    return imitate_records(words, count, &wishes, name);
}

const struct command command_scout_imitate = {
    .name = "scout-imitate",
    .usage = "RECORDS ... [options]",
    .summary = "Learn leanings of SCOUT by which the choices in records of games are likely",
    .details = "Begins with the leanings that the bot has, and prints others in the form of\n"
               "src/bots/scout_leanings.h. All seats of the records are imitated, tables of two\n"
               "players and larger ones apart. One game in ten is not learnt from; how surprising\n"
               "its choices are is told before and after: the mean of -log(chance).\n"
               "\n"
               "  parlor sim scout --bots expert --games 100 --seed 1 --records games.jsonl\n"
               "  learn scout-imitate games.jsonl > imitated.h\n",
    .run = run_imitate,
};
