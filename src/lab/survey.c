/* See survey.h. */
#include "lab/survey.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "memory.h"
#include "lab/checkpoint.h"
#include "lab/deal_play.h"
#include "lab/sum.h"
#include "table/record.h"
#include "table/steady.h"

enum {
    RUNS_MAX = VARIANTS_MAX * (LADDER_MAX + 2),
    BATCHES_A_BLOCK = 4, /* at least, where there are deals enough */
    BATCH_BLIND = 64,    /* deals of a batch at most, where nobody thinks; else it is one */
    SAVE_SECONDS = 5,
    FIRST_PART = 1 << 16, /* deals that an engine is given first */
    PART_SECONDS = 2,     /* a part that took less is followed by one twice as large */
    LAB_SIZE = 8192,
};

struct run {
    struct lineup lineup;
    long deals, batch; /* deals of a batch */
    long pieces;       /* batches of all deals */
    long begin, end;   /* those of the shard, or all of them */
    long done;         /* batches before this one are done: begin .. end */
    bool kings;        /* kingmaking is asked about */
    struct tally *blocks;
};

struct survey {
    struct survey_plan plan;
    struct checkpoint *keep;
    int blocks;
    int count; /* of runs */
    struct run *runs;
    struct variant {
        int main, ladder, steps, mix; /* runs; mix is -1 without skill */
    } variants[VARIANTS_MAX];
    struct playing *players; /* one per worker */
    /* while a run goes on: */
    struct run *now;
    const struct survey_watch *watch;
    time_t saved;       /* 0: not yet */
    struct problem why; /* sums could not be kept */
};

/* ---- planning ---- */

static long deals_before(const struct run *run, long piece)
{
    long deals = piece * run->batch;
    return deals < run->deals ? deals : run->deals;
}

static long games_of(const struct run *run, long begin, long end)
{
    return (deals_before(run, end) - deals_before(run, begin)) * run->lineup.rotations;
}

/* If you stop the survey you lose the batches in progress, so they are short; but
 * adding one up takes as long as a few random games. */
static long batch_of(const struct survey *survey, const struct bot *const *bots_of, int players, long deals)
{
    long batch = deals / ((long)survey->blocks * BATCHES_A_BLOCK);

    for (int seat = 0; seat < players; seat++)
        if (!bots_of[seat]->blind)
            return 1;
    return batch < 1 ? 1 : batch > BATCH_BLIND ? BATCH_BLIND : batch;
}

static bool add_run(struct survey *survey, const struct table_plan *plan, const struct bot *const *bots_of, long deals,
                    struct problem *why)
{
    struct run *run = &survey->runs[survey->count++];

    run->deals = deals;
    run->batch = batch_of(survey, bots_of, plan->players, deals);
    run->pieces = (deals + run->batch - 1) / run->batch;
    run->begin = shard_begin(&survey->plan.shard, run->pieces);
    run->end = shard_end(&survey->plan.shard, run->pieces);
    run->done = run->begin;
    run->blocks = must_zero((size_t)survey->blocks, sizeof *run->blocks);
    return lineup_open(&run->lineup, plan, bots_of, why);
}

static int level_of(const struct bot *bot)
{
    int level = 0;

    while (bots[level] && bots[level] != bot)
        level++;
    return level;
}

/* One of a level against a table of the one below. */
static bool add_step(struct survey *survey, const struct table_plan *plan, int level, struct problem *why)
{
    const struct bot *at[MAX_SEATS];

    for (int seat = 0; seat < MAX_SEATS; seat++)
        at[seat] = bots[seat == 0 ? level : level - 1];
    return add_run(survey, plan, at, survey->plan.skill_deals, why);
}

/* Seats every level from the top down once, as far as there are seats; the other
 * seats get the one below the top, so that no two rotations are alike. Random players
 * take part only if there is nobody else to compare with. With two levels that is
 * the last step of the ladder, which need not be played twice. */
static bool add_mix(struct survey *survey, const struct table_plan *plan, int top, struct variant *variant,
                    struct problem *why)
{
    const struct bot *at[MAX_SEATS];

    for (int seat = 0; seat < MAX_SEATS; seat++)
        at[seat] = bots[seat < top ? top - seat : top - 1];
    variant->mix = top > 2 ? survey->count : survey->count - 1;
    return top <= 2 || add_run(survey, plan, at, survey->plan.skill_deals, why);
}

static bool add_variant(struct survey *survey, int number, struct problem *why)
{
    const struct survey_plan *plan = &survey->plan;
    const struct table_plan *rules = &plan->variants[number];
    struct variant *variant = &survey->variants[number];
    int top = 0;

    for (int seat = 0; seat < rules->players; seat++)
        top = level_of(plan->bots[number][seat]) > top ? level_of(plan->bots[number][seat]) : top;
    *variant = (struct variant){.main = survey->count, .mix = -1};
    bool fine = add_run(survey, rules, plan->bots[number], plan->deals, why);
    survey->runs[variant->main].kings = true;
    if (!fine || plan->skill_deals == 0 || top == 0)
        return fine;
    variant->ladder = survey->count;
    for (; fine && variant->steps < top; variant->steps++)
        fine = add_step(survey, rules, variant->steps + 1, why);
    return fine && add_mix(survey, rules, top, variant, why);
}

/* Everything that the sums depend on. */
static void describe(const struct survey *survey, struct writer *w)
{
    const struct survey_plan *plan = &survey->plan;
    char seed[SEED_DIGITS + 1];

    seed_text(&plan->variants[0].seed, seed);
    write_text(w, "parlor ");
    write_text(w, plan->version);
    write_text(w, " lab ");
    write_text(w, plan->variants[0].game->id);
    write_text(w, " deals=");
    write_number(w, plan->deals);
    write_text(w, " skill=");
    write_number(w, plan->skill_deals);
    write_text(w, " seed=");
    write_text(w, seed);
    for (int i = 0; i < plan->count; i++) {
        const struct table_plan *rules = &plan->variants[i];
        write_text(w, i ? " / " : " ");
        record_options(rules, w);
        for (int seat = 0; seat < rules->players; seat++) {
            write_char(w, seat ? ',' : ' ');
            write_text(w, plan->bots[i][seat]->name);
        }
        if (rules->deck[0]) {
            write_text(w, " deck ");
            write_sum(w, sum_of(rules->deck, strlen(rules->deck)));
        }
    }
    write_char(w, '\n');
}

static bool plan_runs(struct survey *survey, struct problem *why)
{
    long fewest = survey->plan.skill_deals && survey->plan.skill_deals < survey->plan.deals ? survey->plan.skill_deals
                                                                                            : survey->plan.deals;
    bool fine = true;

    survey->blocks = (int)(fewest < BLOCKS_MAX ? fewest : BLOCKS_MAX);
    for (int i = 0; fine && i < survey->plan.count; i++)
        fine = add_variant(survey, i, why);
    return fine;
}

/* ---- finished work ---- */

/* The numbers that the blocks of a run are made of. */
static size_t cells_of(const struct survey *survey)
{
    return (size_t)survey->blocks * TALLY_CELLS;
}

static void empty_runs(struct survey *survey)
{
    for (int i = 0; i < survey->count; i++) {
        memset(survey->runs[i].blocks, 0, cells_of(survey) * sizeof(int64_t));
        survey->runs[i].done = survey->runs[i].begin;
    }
}

/* Returns the work on each run as a shard's file has it; the caller frees. The numbers are the survey's own. */
static struct shard_sums *work_of(struct survey *survey)
{
    struct shard_sums *all = must_zero(RUNS_MAX, sizeof *all);

    for (int i = 0; i < survey->count; i++) {
        struct run *run = &survey->runs[i];
        all[i] = (struct shard_sums){
            .sums = (int64_t *)(void *)run->blocks, .count = cells_of(survey), .pieces = run->done - run->begin};
    }
    return all;
}

static bool save_shard(struct survey *survey, struct problem *why)
{
    struct shard_sums *all = work_of(survey);
    bool fine = checkpoint_save_shard(survey->keep, &survey->plan.shard, all, survey->count, why);

    free(all);
    return fine;
}

/* Goes on with the shard if it was begun. Without a whole file, it starts again. */
static void load_shard(struct survey *survey)
{
    struct shard_sums *all = work_of(survey);
    struct problem unread;
    bool fine = checkpoint_load_shard(survey->keep, &survey->plan.shard, all, survey->count, &unread);

    for (int i = 0; fine && i < survey->count; i++) {
        struct run *run = &survey->runs[i];
        fine = all[i].pieces >= 0 && all[i].pieces <= run->end - run->begin;
        run->done = run->begin + all[i].pieces;
    }
    free(all);
    if (!fine)
        empty_runs(survey);
}

static void load_runs(struct survey *survey)
{
    for (int i = 0; i < survey->count; i++) {
        struct run *run = &survey->runs[i];
        checkpoint_load(survey->keep, i, run->blocks, (size_t)survey->blocks * sizeof *run->blocks, &run->done);
    }
}

static bool save_run(const struct survey *survey, const struct run *run, struct problem *why)
{
    return checkpoint_save(survey->keep, (int)(run - survey->runs), run->blocks,
                           (size_t)survey->blocks * sizeof *run->blocks, run->done, why);
}

static bool open_keep(struct survey *survey, struct problem *why)
{
    char lab[LAB_SIZE];
    struct writer w = write_into(lab, sizeof lab);

    describe(survey, &w);
    survey->keep = checkpoint_open(survey->plan.directory, lab, &survey->plan.shard, why);
    if (survey->keep)
        (survey->plan.shard.of ? load_shard : load_runs)(survey);
    return survey->keep;
}

/* ---- merging ---- */

/* Adds a finished shard to the runs; all[] has space for it. */
static bool add_shard(struct survey *survey, const struct shard *shard, struct shard_sums *all, struct problem *why)
{
    char name[SHARD_NAME];

    shard_name(shard, name);
    if (!checkpoint_load_shard(survey->keep, shard, all, survey->count, why))
        return false;
    for (int i = 0; i < survey->count; i++) {
        struct run *run = &survey->runs[i];
        if (all[i].pieces != shard_end(shard, run->pieces) - shard_begin(shard, run->pieces))
            return problem_set(why, "%s/%s: this shard is not finished; run --shard %d/%d again to continue",
                               survey->plan.directory, name, shard->number, shard->of);
        run->done += all[i].pieces;
        for (int block = 0; block < survey->blocks; block++)
            tally_add(&run->blocks[block], (const struct tally *)(const void *)(all[i].sums + block * TALLY_CELLS));
    }
    return true;
}

static bool add_shards(struct survey *survey, int of, struct problem *why)
{
    struct shard_sums *all = work_of(survey);
    bool fine = true;

    for (int i = 0; i < survey->count; i++)
        all[i].sums = must_zero(all[i].count, sizeof *all[i].sums);
    for (int number = 1; fine && number <= of; number++)
        fine = add_shard(survey, &(struct shard){.number = number, .of = of}, all, why);
    for (int i = 0; i < survey->count; i++)
        free(all[i].sums);
    free(all);
    return fine;
}

bool survey_merge(struct survey *survey, struct problem *why)
{
    int of;

    empty_runs(survey);
    bool fine = shards_find(survey->plan.directory, &of, why) && add_shards(survey, of, why);
    for (int i = 0; fine && i < survey->count; i++)
        fine = save_run(survey, &survey->runs[i], why);
    return fine;
}

/* ---- opening ---- */

struct survey *survey_open(const struct survey_plan *plan, struct problem *why)
{
    struct survey *survey = must_zero(1, sizeof *survey);

    survey->plan = *plan;
    survey->runs = must_zero(RUNS_MAX, sizeof *survey->runs);
    survey->players = must_zero((size_t)plan->threads, sizeof *survey->players);
    if (plan_runs(survey, why) && open_keep(survey, why))
        return survey;
    survey_close(survey);
    return NULL;
}

void survey_close(struct survey *survey)
{
    if (!survey)
        return;
    for (int i = 0; i < survey->count; i++)
        free(survey->runs[i].blocks);
    for (int i = 0; i < survey->plan.threads; i++)
        playing_free(&survey->players[i]);
    checkpoint_close(survey->keep);
    free(survey->players);
    free(survey->runs);
    free(survey);
}

long survey_games(const struct survey *survey)
{
    long sum = 0;
    for (int i = 0; i < survey->count; i++)
        sum += games_of(&survey->runs[i], survey->runs[i].begin, survey->runs[i].end);
    return sum;
}

long survey_done(const struct survey *survey)
{
    long sum = 0;
    for (int i = 0; i < survey->count; i++)
        sum += games_of(&survey->runs[i], survey->runs[i].begin, survey->runs[i].done);
    return sum;
}

/* ---- playing ---- */

static bool work(void *of_survey, int worker, long number, const atomic_bool *stop, void *out, struct problem *why)
{
    struct survey *survey = of_survey;
    const struct run *run = survey->now;
    struct tally *tally = out;
    bool fine = true;

    memset(tally, 0, sizeof *tally);
    for (long deal = number * run->batch; fine && deal < (number + 1) * run->batch && deal < run->deals; deal++)
        fine =
            deal_play(&run->lineup, &survey->players[worker], deal, run->kings && deal % KINGS_EVERY == 0, stop, tally);
    return fine || problem_set(why, "stopped");
}

static bool save(struct survey *survey, struct problem *why)
{
    survey->saved = time(NULL);
    return survey->plan.shard.of ? save_shard(survey, why) : save_run(survey, survey->now, why);
}

static bool take(void *of_survey, long number, void *out)
{
    struct survey *survey = of_survey;
    struct run *run = survey->now;

    tally_add(&run->blocks[number % survey->blocks], out);
    run->done = number + 1;
    survey->watch->done(survey);
    return time(NULL) < survey->saved + SAVE_SECONDS || save(survey, &survey->why);
}

static bool is_stopped(void *of_survey)
{
    return ((const struct survey *)of_survey)->watch->stopped(NULL);
}

/* Plays pieces up to this one with the program's own threads. */
static enum workers_end play_here(struct survey *survey, long end, struct problem *why)
{
    const struct workers_task task = {.begin = survey->now->done,
                                      .end = end,
                                      .threads = survey->plan.threads,
                                      .size = sizeof(struct tally),
                                      .context = survey,
                                      .stopped = is_stopped,
                                      .work = work,
                                      .take = take};
    enum workers_end how = workers_run(&task, why);

    if (how == WORKERS_REFUSED)
        *why = survey->why;
    return how;
}

static void take_part(struct survey *survey, const struct survey_part *part, const struct tally *sums)
{
    struct run *run = survey->now;

    for (int i = 0; i < survey->blocks; i++)
        tally_add(&run->blocks[i], &sums[i]);
    run->done = part->end;
    survey->watch->done(survey);
}

/* Has the engine play a part. What it cannot play is played here. */
static enum workers_end play_part(struct survey *survey, const struct survey_part *part, struct tally *sums,
                                  struct problem *why)
{
    const struct survey_engine *engine = survey->plan.engine;

    switch (engine->play(engine->context, part, sums, why)) {
    case SURVEY_PLAYED: take_part(survey, part, sums); return WORKERS_DONE;
    case SURVEY_CANNOT: return play_here(survey, part->end, why);
    default: return WORKERS_FAILED;
    }
}

/* Plays a run on the engine, in parts that grow until they take a few seconds. */
static enum workers_end play_there(struct survey *survey, struct problem *why)
{
    struct run *run = survey->now;
    struct tally *sums = must_zero((size_t)survey->blocks, sizeof *sums);
    long most = survey->plan.engine->deals / run->batch;
    long pieces = most < FIRST_PART / run->batch ? most : FIRST_PART / run->batch;
    enum workers_end how = WORKERS_DONE;

    while (how == WORKERS_DONE && run->done < run->end) {
        double began = steady_seconds();
        long end = run->done + (pieces > 0 ? pieces : 1);
        const struct survey_part part = {.lineup = &run->lineup,
                                         .begin = run->done,
                                         .end = end < run->end ? end : run->end,
                                         .batch = run->batch,
                                         .deals = run->deals,
                                         .blocks = survey->blocks,
                                         .kings = run->kings};
        how = is_stopped(survey) ? WORKERS_STOPPED : play_part(survey, &part, sums, why);
        if (how == WORKERS_DONE && time(NULL) >= survey->saved + SAVE_SECONDS && !save(survey, why))
            how = WORKERS_REFUSED;
        if (steady_seconds() - began < PART_SECONDS && pieces < most)
            pieces *= 2;
    }
    free(sums);
    return how;
}

static enum workers_end play_run(struct survey *survey, struct run *run, struct problem *why)
{
    survey->now = run;
    enum workers_end end = survey->plan.engine ? play_there(survey, why) : play_here(survey, run->end, why);
    if (end != WORKERS_REFUSED && !save(survey, why))
        end = WORKERS_REFUSED;
    return end;
}

enum workers_end survey_run(struct survey *survey, const struct survey_watch *watch, struct problem *why)
{
    enum workers_end end = WORKERS_DONE;

    survey->watch = watch;
    for (int i = 0; end == WORKERS_DONE && i < survey->count; i++)
        if (survey->runs[i].done < survey->runs[i].end)
            end = play_run(survey, &survey->runs[i], why);
    if (end == WORKERS_DONE && survey->plan.shard.of && !save(survey, why)) /* a shard of no pieces has a file, too */
        end = WORKERS_REFUSED;
    return end;
}

/* ---- figures ---- */

/* The sums of a run without one of its blocks; -1: with all. */
static void sum_up(const struct survey *survey, int run, int without, struct tally *out)
{
    memset(out, 0, sizeof *out);
    for (int i = 0; i < survey->blocks; i++)
        if (i != without)
            tally_add(out, &survey->runs[run].blocks[i]);
}

/* Sums up a variant, into as many tallies as it has runs. */
static struct findings find(const struct survey *survey, int number, int without, struct tally *tallies)
{
    const struct variant *variant = &survey->variants[number];
    struct findings it = {.main = &survey->runs[variant->main].lineup, .played = tallies};

    sum_up(survey, variant->main, without, tallies++);
    if (variant->mix < 0)
        return it;
    it.ladder_steps = variant->steps;
    for (int i = 0; i < variant->steps; i++) {
        it.ladder[i] = &survey->runs[variant->ladder + i].lineup;
        it.stepped[i] = tallies;
        sum_up(survey, variant->ladder + i, without, tallies++);
    }
    it.mix = &survey->runs[variant->mix].lineup;
    it.mixed = tallies;
    sum_up(survey, variant->mix, without, tallies);
    return it;
}

/* Numbers of a variant: the whole, and with each block left out. */
struct numbers {
    struct gathered all[BLOCKS_MAX + 1];
};

static void free_numbers(struct numbers *numbers)
{
    for (int i = 0; i <= BLOCKS_MAX; i++)
        free(numbers->all[i].numbers);
}

static void gather(const struct survey *survey, int number, bool places, struct tally *tallies, struct numbers *out)
{
    *out = (struct numbers){0};
    for (int i = 0; i <= survey->blocks; i++) {
        struct figure_sink *sheet = sink_gather(&out->all[i]);
        struct findings it = find(survey, number, i - 1, tallies);
        figures_walk(&it, places, sheet);
        sink_close(sheet);
    }
}

/* The files that figures are written to. */
struct output {
    FILE *json, *csv;
    struct tally *tallies; /* as many as a variant has runs */
};

static void write_numbers(const struct survey *survey, int number, const char *key, bool places,
                          const struct numbers *all, const struct numbers *less, const struct output *out)
{
    char path[256];
    struct findings it = find(survey, number, -1, out->tallies);

    snprintf(path, sizeof path, "%s.%s", survey->plan.labels[number], key);
    for (char *at = path; *at; at++) /* a star table has commas, which part the columns of a CSV */
        *at = *at == ',' ? ' ' : *at;
    struct figure_sink *sheet =
        sink_write(out->json, out->csv, path, all->all, less ? less->all : NULL, survey->blocks);
    fprintf(out->json, ",\"%s\":{", key);
    figures_walk(&it, places, sheet);
    fputc('}', out->json);
    sink_close(sheet);
}

/* What a variant has other than the first. */
static void write_difference(const struct survey *survey, int number, const struct output *out)
{
    bool places = survey->plan.variants[number].players == survey->plan.variants[0].players;
    struct numbers mine, firsts;

    gather(survey, number, places, out->tallies, &mine);
    gather(survey, 0, places, out->tallies, &firsts);
    write_numbers(survey, number, "difference", places, &mine, &firsts, out);
    free_numbers(&mine);
    free_numbers(&firsts);
}

static void write_bots(const struct survey *survey, int number, FILE *json)
{
    fputs(",\"bots\":[", json);
    for (int seat = 0; seat < survey->plan.variants[number].players; seat++)
        fprintf(json, "%s\"%s\"", seat ? "," : "", survey->plan.bots[number][seat]->name);
    fputc(']', json);
}

static void write_variant(const struct survey *survey, int number, const struct output *out)
{
    const struct table_plan *rules = &survey->plan.variants[number];
    char text[2048];
    struct writer w = write_into(text, sizeof text);
    struct numbers numbers;

    write_text(&w, "{\"label\":");
    write_json_string(&w, survey->plan.labels[number], strlen(survey->plan.labels[number]));
    write_key_number(&w, "players", rules->players);
    write_char(&w, ',');
    record_options(rules, &w);
    fprintf(out->json, "%s%s", number ? "," : "", text);
    write_bots(survey, number, out->json);
    gather(survey, number, true, out->tallies, &numbers);
    write_numbers(survey, number, "figures", true, &numbers, NULL, out);
    free_numbers(&numbers);
    if (number > 0)
        write_difference(survey, number, out);
    fputs("}\n", out->json);
}

static void write_text_or_null(FILE *json, const char *key, const char *text)
{
    if (text)
        fprintf(json, "\"%s\":\"%s\",", key, text);
    else
        fprintf(json, "\"%s\":null,", key);
}

static void write_header(const struct survey *survey, FILE *json)
{
    const struct survey_plan *plan = &survey->plan;
    const struct table_plan *rules = &plan->variants[0];
    const char *first = survey->runs[0].lineup.features.first_does;
    char seed[SEED_DIGITS + 1];

    seed_text(&rules->seed, seed);
    fprintf(json, "{\"parlor_lab\":1,\"version\":\"%s\",\"game\":\"%s\",\"title\":\"%s\",\"seed\":\"%s\",",
            plan->version, rules->game->id, rules->game->title, seed);
    fprintf(json, "\"deals\":%ld,\"skill_deals\":%ld,", plan->deals,
            survey->variants[0].mix < 0 ? 0 : plan->skill_deals);
    write_text_or_null(json, "first", first);
    write_text_or_null(json, "varied", plan->varied);
    fputs("\"variants\":[", json);
}

void survey_write(const struct survey *survey, FILE *json, FILE *csv)
{
    struct output out = {.json = json, .csv = csv, .tallies = must_zero(LADDER_MAX + 2, sizeof *out.tallies)};

    write_header(survey, json);
    fputs("figure,mean,low,high,n\n", csv);
    for (int i = 0; i < survey->plan.count; i++)
        write_variant(survey, i, &out);
    fputs("]}\n", json);
    free(out.tallies);
}
