/* learn bridesmaid, and what follows it: has the networks of the bot of Always a Bridesmaid learn
 * (bots/bridesmaid_policy.h), and prints them as src/bots/bridesmaid_networks.h.
 *
 *   bridesmaid          one network chooses for all seats and learns from how it ends;
 *                       another learns to tell what a position comes to (an actor and
 *                       its critic)
 *   bridesmaid-imitate  a network learns to choose as was chosen in records of games
 *   bridesmaid-write    prints networks as the bot has them, rounded
 *
 * Between the steps weights are kept in files, as they lie in memory. The networks are
 * small: plain loops are fast enough, hundreds of games a second. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bridesmaid_policy.h"
#include "bots/bridesmaid_networks.h"
#include "learn.h"
#include "table/table.h"

/* ---- weights ---- */

enum { NETWORKS = sizeof networks / sizeof networks[0] };

/* Chooses: what struct network is, not rounded. */
struct chooser {
    float rows[ROWS][HIDDEN], outs[OUTS][HIDDEN], levels[OUTS];
};

/* Tells what share of the win a position comes to. */
struct judge {
    float rows[ROWS][HIDDEN], out[HIDDEN], level;
};

struct weights {
    struct chooser chooser;
    struct judge judge;
};

enum { WEIGHTS = sizeof(struct weights) / sizeof(float) };

static void load_bot(struct weights *, int network);

/* From a file, or, by its number from 1 on, a network of the bot's. */
static bool load(struct weights *weights, const char *path)
{
    if (path[0] >= '1' && path[0] < '1' + NETWORKS && !path[1]) {
        load_bot(weights, path[0] - '1');
        return true;
    }
    FILE *in = fopen(path, "rb");

    if (!in) {
        failure("%s: %s", path, strerror(errno));
        return false;
    }
    bool whole = fread(weights, sizeof *weights, 1, in) == 1 && fgetc(in) == EOF;
    fclose(in);
    if (!whole)
        failure("%s: these are no weights, or not of these networks", path);
    return whole;
}

static bool save(const struct weights *weights, const char *path)
{
    struct replacement out;

    if (!replacement_open(&out, path))
        return false;
    fwrite(weights, sizeof *weights, 1, out.file);
    return replacement_close(&out, true);
}

static void unround(const int16_t *from, float *to, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = (float)from[i] / WEIGHT_ONE;
}

/* The bot's networks: one of its choosers, and its judge. */
static void load_bot(struct weights *weights, int network)
{
    unround(networks[network].rows[0], weights->chooser.rows[0], ROWS * HIDDEN);
    unround(networks[network].outs[0], weights->chooser.outs[0], OUTS * HIDDEN);
    for (int i = 0; i < OUTS; i++)
        weights->chooser.levels[i] = (float)networks[network].levels[i] / OUT_ONE;
    unround(value_rows[0], weights->judge.rows[0], ROWS * HIDDEN);
    unround(value_out, weights->judge.out, HIDDEN);
    weights->judge.level = (float)value_level / OUT_ONE;
}

/* ---- choices ---- */

/* A choice that was made: what the network was told and asked, and what was chosen. */
struct deed {
    uint8_t rows[ROWS_AT_ONCE], row_count;
    uint8_t seat, round;
    uint8_t out, pick_count;
    uint8_t picks[BRIDESMAID_RESERVE_SIZE]; /* cards of the pool, in the order they were taken out */
    uint16_t pool;
};

static struct deed deed_for(const struct bridesmaid_state *s, int seat, struct question question)
{
    struct deed deed = {.seat = (uint8_t)seat,
                        .round = s->round,
                        .out = (uint8_t)question.out,
                        .pick_count = (uint8_t)question.count,
                        .pool = (uint16_t)question.pool};
    deed.row_count = (uint8_t)put_rows(s, seat, deed.rows);
    return deed;
}

static void see(const float rows[][HIDDEN], const struct deed *deed, float *hidden)
{
    memset(hidden, 0, HIDDEN * sizeof *hidden);
    for (int i = 0; i < deed->row_count; i++)
        for (int j = 0; j < HIDDEN; j++)
            hidden[j] += rows[deed->rows[i]][j];
    for (int j = 0; j < HIDDEN; j++)
        hidden[j] = hidden[j] > 0 ? hidden[j] : 0;
}

static float product(const float *a, const float *b)
{
    float sum = 0;
    for (int j = 0; j < HIDDEN; j++)
        sum += a[j] * b[j];
    return sum;
}

static void like(const struct chooser *chooser, const struct deed *deed, const float *hidden, float *likings)
{
    for (unsigned left = deed->pool; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        likings[i] = chooser->levels[deed->out + i] + product(chooser->outs[deed->out + i], hidden);
    }
}

/* The cards of a pool and their chances; returns how many. */
static int list_chances(const float *likings, unsigned pool, int *cards, float *chances)
{
    int count = 0;

    for (; pool; pool &= pool - 1) {
        cards[count] = __builtin_ctz(pool);
        chances[count] = likings[cards[count]];
        count++;
    }
    chances_of(chances, count);
    return count;
}

/* Chooses and says what it did. */
static uint16_t choose(const struct chooser *chooser, const struct bridesmaid_state *s, int seat, const uint16_t *legal,
                       int count, struct rng *rng, struct deed *deed)
{
    struct question question = question_for(s, seat);
    float hidden[HIDDEN], likings[OPTIONS], chances[OPTIONS];
    int cards[OPTIONS];
    unsigned pool = question.pool;

    *deed = deed_for(s, seat, question);
    see(chooser->rows, deed, hidden);
    like(chooser, deed, hidden, likings);
    for (int i = 0; i < deed->pick_count; i++) {
        int options = list_chances(likings, pool, cards, chances), card = cards[draw_by(chances, options, rng)];
        deed->picks[i] = (uint8_t)card;
        pool &= ~(1u << card);
    }
    return id_of(legal, count, (question.pool & ~pool) | question.forced);
}

static float judge(const struct judge *judge, const struct deed *deed, float *hidden)
{
    see(judge->rows, deed, hidden);
    return 1 / (1 + expf(-(judge->level + product(judge->out, hidden))));
}

/* ---- learning from one choice ---- */

struct lesson {
    struct rng rng;
    long step; /* how many have been taken */
    struct weights weights, slopes, mean, square;
};

static struct descent descent_of(struct lesson *lesson)
{
    return (struct descent){.count = WEIGHTS,
                            .memory = 0.999f,
                            .least = 1e-7f,
                            .steps = lesson->step,
                            .slopes = &lesson->slopes.chooser.rows[0][0],
                            .mean = &lesson->mean.chooser.rows[0][0],
                            .square = &lesson->square.chooser.rows[0][0]};
}

/* False if the weights are no longer numbers. */
static bool take_step(struct lesson *lesson, long deeds, float length)
{
    struct descent descent = descent_of(lesson);

    lesson->step++;
    return descend(&descent, &lesson->weights.chooser.rows[0][0], 1.0f / (float)deeds, length);
}

/* Adds the slope of one number that comes out, and what it means for the hidden layer. */
static void add_out(float slope, const float *weights, const float *hidden, float *slopes, float *level, float *back)
{
    *level += slope;
    for (int j = 0; j < HIDDEN; j++) {
        slopes[j] += slope * hidden[j];
        back[j] += hidden[j] > 0 ? slope * weights[j] : 0;
    }
}

static void add_rows(const struct deed *deed, const float *back, float slopes[][HIDDEN])
{
    for (int i = 0; i < deed->row_count; i++)
        for (int j = 0; j < HIDDEN; j++)
            slopes[deed->rows[i]][j] += back[j];
}

/* Returns what was judged before learning. */
static float learn_to_judge(struct lesson *lesson, const struct deed *deed, float share)
{
    struct judge *weights = &lesson->weights.judge, *slopes = &lesson->slopes.judge;
    float hidden[HIDDEN], back[HIDDEN] = {0};
    float judged = judge(weights, deed, hidden);

    add_out(judged - share, weights->out, hidden, slopes->out, &slopes->level, back);
    add_rows(deed, back, slopes->rows);
    return judged;
}

/* The slopes of the likings: the picks become more likely by the praise, and all
 * choices more even by the caprice. Returns how surprising the picks were. */
static float slopes_of_picks(const struct deed *deed, const float *likings, float praise, float caprice, float *slopes)
{
    static const float never = 1e-9f;
    float surprise = 0, chances[OPTIONS];
    int cards[OPTIONS];
    unsigned pool = deed->pool;

    for (int i = 0; i < deed->pick_count; i++) {
        int count = list_chances(likings, pool, cards, chances);
        float evenness = 0;
        for (int k = 0; k < count; k++)
            evenness -= chances[k] * logf(chances[k] + never);
        for (int k = 0; k < count; k++) {
            bool picked = cards[k] == deed->picks[i];
            slopes[cards[k]] -= praise * ((float)picked - chances[k]);
            slopes[cards[k]] += caprice * chances[k] * (logf(chances[k] + never) + evenness);
            surprise -= picked ? logf(chances[k] + never) : 0;
        }
        pool &= ~(1u << deed->picks[i]);
    }
    return surprise;
}

static float learn_to_choose(struct lesson *lesson, const struct deed *deed, float praise, float caprice)
{
    struct chooser *weights = &lesson->weights.chooser, *slopes = &lesson->slopes.chooser;
    float hidden[HIDDEN], likings[OPTIONS], pulls[OPTIONS] = {0}, back[HIDDEN] = {0};

    see(weights->rows, deed, hidden);
    like(weights, deed, hidden, likings);
    float surprise = slopes_of_picks(deed, likings, praise, caprice, pulls);
    for (unsigned left = deed->pool; left; left &= left - 1) {
        int card = __builtin_ctz(left), out = deed->out + card;
        add_out(pulls[card], weights->outs[out], hidden, slopes->outs[out], &slopes->levels[out], back);
    }
    add_rows(deed, back, slopes->rows);
    return surprise;
}

/* ---- play ---- */

enum { DEEDS_MAX = 1024, GAMES_A_STEP = 256 };

/* The players that choose where there is a choice. */
struct player {
    uint16_t (*choose)(struct player *, const struct state *, int seat, const uint16_t *legal, int count);
    struct rng *rng;
};

static void play_game(struct player *player, int players, struct state *state)
{
    struct setup setup = {.players = players};

    bridesmaid.start(state, &setup);
    for (struct turn turn; (turn = bridesmaid.turn(state)).kind != TURN_OVER;) {
        uint16_t legal[LEGAL_SIZE];
        if (turn.kind == TURN_CHANCE) {
            bridesmaid.chance(state, player->rng);
            continue;
        }
        int seat = __builtin_ctz(turn.seats), count = bridesmaid.legal(state, seat, legal);
        bridesmaid.apply(state, seat, count == 1 ? legal[0] : player->choose(player, state, seat, legal, count), NULL);
    }
}

/* Plays against itself and keeps what it did. */
struct learner {
    struct player player; /* first, so that choose() finds the learner */
    const struct weights *weights;
    struct deed deeds[DEEDS_MAX];
    int count;
    int judged;                                 /* rounds */
    float shares[BRIDESMAID_ROUNDS][MAX_SEATS]; /* by round, as judged after it; of the last round: as it was */
};

static void judge_round(const struct judge *by, const struct bridesmaid_state *s, float *shares)
{
    float hidden[HIDDEN];

    for (int seat = 0; seat < s->players; seat++) {
        struct deed position = deed_for(s, seat, question_for(s, seat));
        shares[seat] = judge(by, &position, hidden);
    }
}

static uint16_t choose_to_learn(struct player *player, const struct state *state, int seat, const uint16_t *legal,
                                int count)
{
    const struct bridesmaid_state *s = bridesmaid_state(state);
    struct learner *it = (struct learner *)player;

    if (s->phase == BRIDESMAID_PHASE_PLAY && s->round > it->judged)
        judge_round(&it->weights->judge, s, it->shares[it->judged++]);
    return choose(&it->weights->chooser, s, seat, legal, count, player->rng, &it->deeds[it->count++]);
}

static void play_to_learn(struct learner *it, int players)
{
    struct state_buffer buffer;
    struct result result;

    it->count = it->judged = 0;
    play_game(&it->player, players, state_in(&buffer));
    bridesmaid.result(state_in(&buffer), &result);
    for (int seat = 0; seat < players; seat++)
        it->shares[BRIDESMAID_ROUNDS - 1][seat] = (float)win_share(&result, players, seat, bridesmaid_spread);
}

/* A choice is praised for what its round came to and, a little, for the end. */
static void learn_from_game(struct lesson *lesson, const struct learner *game, float caprice)
{
    static const float end_part = 0.2f, praise = 4;

    for (int i = 0; i < game->count; i++) {
        const struct deed *deed = &game->deeds[i];
        float end = game->shares[BRIDESMAID_ROUNDS - 1][deed->seat], round = game->shares[deed->round][deed->seat];
        float share = round + end_part * (end - round);
        float judged = learn_to_judge(lesson, deed, share);
        learn_to_choose(lesson, deed, praise * (share - judged), caprice);
    }
}

/* Four players most often, as at most tables. */
static int draw_players(struct rng *rng)
{
    static const uint8_t players[] = {2, 2, 3, 3, 4, 4, 4, 4, 5, 5};
    return players[rng_below(rng, sizeof players)];
}

/* False if it was interrupted or failed. */
static bool learn_by_playing(struct lesson *lesson, long steps, float longest, struct checkpoint *checkpoint)
{
    static struct learner learner;
    bool whole = true;

    learner.player = (struct player){choose_to_learn, &lesson->rng};
    learner.weights = &lesson->weights;
    while (whole && lesson->step < steps && !interrupted()) {
        float part = (float)lesson->step / (float)steps;
        float caprice = part < 0.7f ? 0.05f - 0.04f * part / 0.7f : 0.01f;
        long deeds = 0;
        for (int i = 0; i < GAMES_A_STEP; i++) {
            play_to_learn(&learner, draw_players(&lesson->rng));
            learn_from_game(lesson, &learner, caprice);
            deeds += learner.count;
        }
        whole = take_step(lesson, deeds, longest * powf(0.05f, part)) && checkpoint_step(checkpoint);
        progress("playing", lesson->step, steps);
    }
    progress_end();
    return whole && checkpoint_save(checkpoint) && !interrupted();
}

/* One seat against all others: by what was learnt and by the first network of the
 * bot, or the other way round. */
struct rivals {
    struct player player; /* first, so that choose() finds the rivals */
    const struct chooser *chooser;
    bool one_is_bot;
    int one;
    struct bot_notes notes;
};

static uint16_t choose_as_rivals(struct player *player, const struct state *state, int seat, const uint16_t *legal,
                                 int count)
{
    struct rivals *it = (struct rivals *)player;
    struct deed deed;

    if ((seat == it->one) == it->one_is_bot)
        return bridesmaid_thinker.policy(state, seat, &it->notes, player->rng);
    return choose(it->chooser, bridesmaid_state(state), seat, legal, count, player->rng, &deed);
}

/* Returns how often the one wins, with four players. */
static void report_wins(struct rivals *rivals, const char *who, long count)
{
    enum { PLAYERS = 4 };
    double sum = 0, squares = 0;

    for (long i = 0; i < count; i++) {
        struct state_buffer buffer;
        struct result result;
        if (interrupted())
            return;
        rivals->one = (int)(i % PLAYERS);
        play_game(&rivals->player, PLAYERS, state_in(&buffer));
        bridesmaid.result(state_in(&buffer), &result);
        double share = result.winners >> rivals->one & 1 ? 1.0 / __builtin_popcount(result.winners) : 0;
        sum += share;
        squares += share * share;
    }
    double mean = sum / (double)count;
    fprintf(stderr, "%s wins %.1f +- %.1f %% of %ld games\n", who, 100 * mean,
            100 * sqrt((squares / (double)count - mean * mean) / (double)count), count);
}

static void compare(const struct chooser *chooser, long count)
{
    struct rng rng = rng_fast(1);
    struct rivals rivals = {.player = {choose_as_rivals, &rng}, .chooser = chooser};

    bridesmaid_thinker.prepare(NULL, 1, &rivals.notes, &rng);
    report_wins(&rivals, "one who has learnt, against three of the bot's first network,", count);
    rivals.one_is_bot = true;
    report_wins(&rivals, "one of the bot's first network, against three who have learnt,", count);
}

static void draw_weights(struct lesson *lesson)
{
    static const float widest = 0.15f;
    float *weights = &lesson->weights.chooser.rows[0][0];

    for (int i = 0; i < WEIGHTS; i++)
        weights[i] = widest * (2 * draw_evenly(&lesson->rng) - 1);
}

struct wishes {
    const char *from, *checkpoint;
    long steps, seed, compared;
    float longest; /* step */
};

static int play(const char *to, const struct wishes *wishes)
{
    static struct lesson lesson;
    char what[200];
    struct checkpoint checkpoint = {.path = wishes->checkpoint, .what = what, .lesson = &lesson, .size = sizeof lesson};

    snprintf(what, sizeof what, "learn bridesmaid: %ld steps, at most %g long, seed %ld, from %.100s", wishes->steps,
             (double)wishes->longest, wishes->seed, wishes->from ? wishes->from : "weights that are drawn");
    lesson.rng = rng_fast((uint64_t)wishes->seed);
    draw_weights(&lesson);
    if ((wishes->from && !load(&lesson.weights, wishes->from)) || !checkpoint_begin(&checkpoint))
        return EXIT_FAILED;
    catch_interrupt();
    bool whole = learn_by_playing(&lesson, wishes->steps, wishes->longest, &checkpoint);
    if ((!whole && !interrupted()) || !save(&lesson.weights, to))
        return EXIT_FAILED;
    if (!whole)
        return failure("interrupted; %s has what was learnt by then", to);
    if (wishes->compared > 0)
        compare(&lesson.weights.chooser, wishes->compared);
    return EXIT_DONE;
}

static int run_play(int argc, char **argv)
{
    struct wishes wishes = {.steps = 1000, .seed = 1};
    const char *longest = "0.002";
    const struct arg args[] = {
        {"from",
         ARG_TEXT,
         "FILE",
         "begin with these weights, not with any that are drawn",
         {.text = &wishes.from},
         0,
         0},
        {"steps", ARG_NUMBER, "N", "how often the weights are changed (1000)", {.number = &wishes.steps}, 0, 1000000},
        {"longest", ARG_TEXT, "X", "by how much they change at first (0.002)", {.text = &longest}, 0, 0},
        {"seed", ARG_NUMBER, "S", "the same seed learns the same (1)", {.number = &wishes.seed}, 0, 1 << 30},
        {"checkpoint",
         ARG_TEXT,
         "FILE",
         "keep the lesson in FILE, and go on from there",
         {.text = &wishes.checkpoint},
         0,
         0},
        {"compare", ARG_NUMBER, "K", "then play K games against the bot", {.number = &wishes.compared}, 0, 1 << 30},
        {.name = NULL},
    };
    const char *words[MAX_WORDS];
    int exit_code, count = args_read(&command_bridesmaid, args, argc, argv, words, &exit_code);

    if (count < 0)
        return exit_code;
    if (count != 1)
        return usage_error(&command_bridesmaid, "which file are the weights for?");
    return length_typed(&command_bridesmaid, "longest", longest, &wishes.longest) ? play(words[0], &wishes)
                                                                                  : EXIT_USAGE;
}

const struct command command_bridesmaid = {
    .name = "bridesmaid",
    .usage = "WEIGHTS [options]",
    .summary = "Have Bridesmaid's first network learn from play against itself",
    .details =
        "The weights are written to a file. Each step is 256 games, most of them with four players. Ctrl-C ends "
        "the run early;\n"
        "what was learnt so far is written, and the exit code is 1. With --checkpoint the same command then goes\n"
        "on, and writes what it would have written.\n"
        "\n"
        "  learn bridesmaid first --compare 10000\n",
    .run = run_play,
};

/* ---- imitate ---- */

struct deeds {
    struct deed *list;
    size_t count, capacity;
};

/* What imitates, and what there is to imitate. */
struct school {
    struct lesson lesson;
    struct deeds deeds;
};

static bool add_deed(struct deeds *deeds, const struct deed *deed)
{
    if (deeds->count == deeds->capacity) {
        size_t capacity = deeds->capacity ? 2 * deeds->capacity : 1024;
        struct deed *list = realloc(deeds->list, capacity * sizeof *list);
        if (!list) {
            failure("out of memory");
            return false;
        }
        deeds->list = list;
        deeds->capacity = capacity;
    }
    deeds->list[deeds->count++] = *deed;
    return true;
}

/* Any order of the cards comes to the same choice; one is drawn. */
static void order_picks(struct deed *deed, unsigned cards, struct rng *rng)
{
    int count = 0;

    for (; cards; cards &= cards - 1)
        deed->picks[count++] = (uint8_t)__builtin_ctz(cards);
    rng_shuffle(rng, deed->picks, count);
}

/* Notes all choices of a game, each as its seat saw it. */
static bool add_game(void *into, const struct table *table)
{
    struct school *school = into;
    struct deeds *deeds = &school->deeds;
    for (int i = 0; i < table_steps(table); i++) {
        struct step step = table_step(table, i);
        struct state_buffer view;
        uint16_t legal[LEGAL_SIZE];
        if (step.actor == CHANCE)
            continue;
        table_view(table, step.actor, i, &view);
        const struct bridesmaid_state *s = bridesmaid_state_in(state_in(&view));
        if (bridesmaid_legal(s, step.actor, legal) == 1)
            continue;
        struct question question = question_for(s, step.actor);
        struct deed deed = deed_for(s, step.actor, question);
        unsigned cards = bridesmaid_move(step.id).cards & ~question.forced;
        order_picks(&deed, cards ? cards : 1u << NO_CARD, &school->lesson.rng);
        if (!add_deed(deeds, &deed))
            return false;
    }
    return true;
}

static void shuffle(struct deeds *deeds, struct rng *rng)
{
    for (size_t i = deeds->count - 1; i > 0; i--) {
        size_t j = rng_below(rng, (uint32_t)i + 1);
        struct deed deed = deeds->list[i];
        deeds->list[i] = deeds->list[j];
        deeds->list[j] = deed;
    }
}

/* Returns how surprising the choices are to a chooser, on average for one card. */
static double surprise_of(const struct chooser *chooser, const struct deed *deeds, size_t count)
{
    double sum = 0;
    long picks = 0;

    for (size_t i = 0; i < count; i++) {
        float hidden[HIDDEN], likings[OPTIONS], ignored[OPTIONS] = {0};
        see(chooser->rows, &deeds[i], hidden);
        like(chooser, &deeds[i], hidden, likings);
        sum += (double)slopes_of_picks(&deeds[i], likings, 0, 0, ignored);
        picks += deeds[i].pick_count;
    }
    return sum / (double)picks;
}

enum { DEEDS_A_STEP = 4000, TESTED = 20 }; /* one choice in TESTED is kept for the test */

static void report(const struct chooser *chooser, const struct deed *deeds, size_t count)
{
    static struct weights bot;

    fprintf(stderr, "surprise by %zu other choices of the games: %.4f", count, surprise_of(chooser, deeds, count));
    for (int i = 0; i < NETWORKS; i++) {
        load_bot(&bot, i);
        fprintf(stderr, "%s %.4f", i ? "," : "; of the bot's networks:", surprise_of(&bot.chooser, deeds, count));
    }
    fputs("\n", stderr);
}

/* False if it was interrupted or failed. */
static bool learn_by_imitating(struct lesson *lesson, const struct deeds *deeds, long steps)
{
    size_t tested = deeds->count / TESTED;
    bool whole = true;

    while (whole && lesson->step < steps && !interrupted()) {
        float part = (float)lesson->step / (float)steps;
        for (int i = 0; i < DEEDS_A_STEP; i++)
            learn_to_choose(lesson, &deeds->list[tested + rng_below(&lesson->rng, (uint32_t)(deeds->count - tested))],
                            1, 0);
        whole = take_step(lesson, DEEDS_A_STEP, 3e-3f * powf(0.03f, part));
        progress("imitating", lesson->step, steps);
    }
    progress_end();
    if (whole)
        report(&lesson->weights.chooser, deeds->list, tested);
    return whole && !interrupted();
}

static int imitate(const char *from, const char *to, const char **records, int count, long steps, long seed)
{
    static struct school school;
    struct lesson *lesson = &school.lesson;
    struct deeds *deeds = &school.deeds;
    int exit_code = EXIT_FAILED;

    lesson->rng = rng_fast((uint64_t)seed);
    if (!load(&lesson->weights, from))
        return EXIT_FAILED;
    for (int i = 0; i < count; i++)
        if (!read_records(&bridesmaid, records[i], add_game, &school))
            goto end;
    if (deeds->count < TESTED) {
        failure("%zu choices in the records are too few to learn from", deeds->count);
        goto end;
    }
    catch_interrupt();
    shuffle(deeds, &lesson->rng);
    bool whole = learn_by_imitating(lesson, deeds, steps);
    if ((whole || interrupted()) && save(&lesson->weights, to))
        exit_code = whole ? EXIT_DONE : failure("interrupted; %s has what was learnt by then", to);
end:
    free(deeds->list);
    return exit_code;
}

static int run_imitate(int argc, char **argv)
{
    long steps = 3000, seed = 1;
    const struct arg args[] = {
        {"steps", ARG_NUMBER, "N", "how often the weights are changed (3000)", {.number = &steps}, 1, 1000000},
        {"seed", ARG_NUMBER, "S", "the same seed learns the same (1)", {.number = &seed}, 0, 1 << 30},
        {.name = NULL},
    };
    const char *words[MAX_WORDS];
    int exit_code, count = args_read(&command_imitate, args, argc, argv, words, &exit_code);

    if (count < 0)
        return exit_code;
    if (count < 3)
        return usage_error(&command_imitate, "it takes weights to begin with, a file for new ones, and records");
    return imitate(words[0], words[1], words + 2, count - 2, steps, seed);
}

const struct command command_imitate = {
    .name = "bridesmaid-imitate",
    .usage = "FROM TO RECORDS ... [options]",
    .summary = "Have a network of Bridesmaid's learn to choose as in records of games",
    .details = "Begins with the weights in FROM, a file or the number of a network that the bot has,\n"
               "and writes to TO. All seats of the records are\n"
               "imitated. One choice in twenty is not learnt from; how surprising those are in the\n"
               "end is told. Ctrl-C ends the run early; what was learnt so far is written, and the\n"
               "exit code is 1.\n"
               "\n"
               "  parlor sim bridesmaid --bots club --games 2000 --seed 1 --records club.jsonl\n"
               "  learn bridesmaid-imitate first second club.jsonl\n",
    .run = run_imitate,
};

/* ---- write ---- */

static void print_row(const char *before, const float *weights, const char *after)
{
    fputs(before, stdout);
    for (int i = 0; i < HIDDEN; i++)
        printf("%s%ld", i ? ", " : "", lrintf(weights[i] * WEIGHT_ONE));
    puts(after);
}

static void print_rows(const float weights[][HIDDEN], int count)
{
    puts("{");
    for (int i = 0; i < count; i++)
        print_row("    {", weights[i], "},");
}

/* A long list, sixteen numbers a line. */
static void print_list(const long *numbers, int count)
{
    for (int i = 0; i < count; i++)
        printf("%s%ld,", i % 16 ? " " : "\n    ", numbers[i]);
    puts("");
}

static void print_chooser(const struct chooser *chooser)
{
    long levels[OUTS];

    for (int i = 0; i < OUTS; i++)
        levels[i] = lrintf(chooser->levels[i] * OUT_ONE);
    printf("{.rows = ");
    print_rows(chooser->rows, ROWS);
    printf("},\n.outs = ");
    print_rows(chooser->outs, OUTS);
    printf("},\n.levels = {");
    print_list(levels, OUTS);
    puts("}},");
}

static void print_judge(const struct judge *judge)
{
    printf("static const int16_t value_rows[ROWS][HIDDEN] = ");
    print_rows(judge->rows, ROWS);
    puts("};");
    print_row("static const int16_t value_out[HIDDEN] = {", judge->out, "};");
    printf("static const int32_t value_level = %ld;\n", lrintf(judge->level * OUT_ONE));
}

static void print_header(const struct weights *weights)
{
    puts("/* What the networks of bots/bridesmaid.c have learned. All numbers\n"
         " * are made by tools/learn/bridesmaid.c; nobody changes them by hand. */\n"
         "/* clang-format off */\n"
         "#ifndef PARLOR_BOTS_BRIDESMAID_NETWORKS_H\n"
         "#define PARLOR_BOTS_BRIDESMAID_NETWORKS_H\n"
         "\n"
         "static const struct network networks[] = {");
    for (int i = 0; i < NETWORKS; i++)
        print_chooser(&weights[i].chooser);
    puts("};\n");
    print_judge(&weights[0].judge);
    puts("\n#endif");
}

static int run_write(int argc, char **argv)
{
    static struct weights weights[NETWORKS];
    const struct arg args[] = {{.name = NULL}};
    const char *words[MAX_WORDS];
    int exit_code, count = args_read(&command_write, args, argc, argv, words, &exit_code);

    if (count < 0)
        return exit_code;
    if (count != 0 && count != NETWORKS)
        return usage_error(&command_write, "the bot has %d networks; it takes as many files of weights, or none",
                           NETWORKS);
    for (int i = 0; i < NETWORKS; i++)
        if (count == 0)
            load_bot(&weights[i], i);
        else if (!load(&weights[i], words[i]))
            return EXIT_FAILED;
    print_header(weights);
    return EXIT_DONE;
}

const struct command command_write = {
    .name = "bridesmaid-write",
    .usage = "[FIRST SECOND THIRD FOURTH]",
    .summary = "Print Bridesmaid's networks as C",
    .details = "What is printed is a whole src/bots/bridesmaid_networks.h. Positions are judged as\n"
               "FIRST does. Each is a file of weights, or the number of a network that the bot has.\n"
               "Without any, it is what the bot has.\n"
               "\n"
               "  learn bridesmaid-write 1 2 3 fourth > src/bots/bridesmaid_networks.h\n",
    .run = run_write,
};
