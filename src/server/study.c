/* See study.h. */
#include "server/study.h"
#include "memory.h"
#include "server/refusal.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "bots/bot.h"
#include "lab/analysis.h"
#include "table/record.h"

enum {
    KEPT = 32,       /* games, waiting or done; the one longest not looked at gives way */
    WAITING_MAX = 8, /* of them */
    OF_AN_ADDRESS = 3,
    ABANDONED_MS = 20 * 1000, /* after that long without a look a game is dropped: clients ask again every second */
    STEPS_MAX = 4096,
    TIME_MOST_S = 120,
    NICENESS = 10,
};

struct paper {
    char id[ID_LENGTH + 1]; /* empty: no paper */
    struct study_news news; /* text is ours */
    char *record;           /* while it waits for the worker; else NULL */
    size_t record_length;
    uint64_t used; /* when it was asked for or looked at; a count */
    int64_t seen;  /* likewise; steady */
    char address[ADDRESS_SIZE];
    bool working;
    atomic_bool dropped; /* while it is being worked out: nobody wants it any more */
};

struct study {
    int work;             /* as study_open() was told */
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t news;
    struct paper papers[KEPT];
    uint64_t uses;
    pthread_t thread;
    bool hired;
    atomic_bool closing;
    struct study_figures figures;
};

/* ---- the worker ---- */

struct run {
    struct study *study;
    struct paper *paper; /* stays where it is while it waits */
    double until;
};

static bool is_stopped(void *of_run)
{
    const struct run *run = of_run;
    return atomic_load_explicit(&run->study->closing, memory_order_relaxed) ||
           atomic_load_explicit(&run->paper->dropped, memory_order_relaxed) || steady_seconds() > run->until;
}

static void show_progress(void *of_run, long done, long of)
{
    const struct run *run = of_run;

    pthread_mutex_lock(&run->study->lock);
    run->paper->news.done = done;
    run->paper->news.of = of;
    pthread_mutex_unlock(&run->study->lock);
}

static void write_analysis(const struct analysis *analysis, struct study_news *out)
{
    FILE *stream = must_have(open_memstream(&out->text, &out->length));

    analysis_write_json(analysis, false, stream);
    bool failed = ferror(stream);
    if (fclose(stream) != 0 || failed)
        memory_ran_out();
}

static bool analyse(struct run *run, const struct table *table, struct study_news *out)
{
    struct analysis analysis;
    const struct analysis_plan plan = {.simulations = analysis_simulations(table, run->study->work),
                                       .seat = EVERYBODY,
                                       .threads = 1,
                                       .seed = table_plan(table)->seed,
                                       .context = run,
                                       .stopped = is_stopped,
                                       .progress = show_progress};
    enum analysis_end end = analysis_make(table, &plan, &analysis, &out->why);

    if (end == ANALYSIS_STOPPED)
        return server_refuse(&out->why, REFUSE_ANALYSIS_TOO_LONG);
    if (end == ANALYSIS_FAILED)
        return false;
    write_analysis(&analysis, out);
    analysis_free(&analysis);
    return true;
}

/* Reads the game back from its record, so that everything is numbered as there,
 * whichever of several choices came first. */
static bool read_and_analyse(struct run *run, char *record, size_t length, struct study_news *out)
{
    FILE *in = must_have(fmemopen(record, length, "r"));
    struct record_file *file = must_have(record_open(in));
    struct table *table = NULL;
    bool fine = record_read(file, &table, &out->why) == RECORD_WHOLE && analyse(run, table, out);

    table_close(table);
    record_close(file);
    fclose(in);
    return fine;
}

/* Returns how many of the papers here are of an address and wait, or are through. */
static int count_of(const struct study *study, const char *address, bool waiting)
{
    int count = 0;

    for (int i = 0; i < KEPT; i++)
        count += study->papers[i].id[0] && (study->papers[i].news.status == STUDY_WAITING) == waiting &&
                 strcmp(study->papers[i].address, address) == 0;
    return count;
}

/* Returns the next paper to be worked out, or NULL: of the address that has had the
 * fewest of those that are kept the one that has waited longest. The lock is held. */
static struct paper *next_paper(struct study *study)
{
    struct paper *next = NULL;
    int fewest = 0;

    for (int i = 0; i < KEPT; i++) {
        struct paper *it = &study->papers[i];
        if (!it->record)
            continue;
        int had = count_of(study, it->address, false);
        if (!next || had < fewest || (had == fewest && it->used < next->used)) {
            next = it;
            fewest = had;
        }
    }
    return next;
}

static void clear_paper(struct paper *paper)
{
    free(paper->record);
    free(paper->news.text);
    *paper = (struct paper){.used = 0};
}

/* Works a paper out. The lock is held, and let go of meanwhile. */
static void work_out(struct study *study, struct paper *paper)
{
    struct run run = {.study = study, .paper = paper, .until = steady_seconds() + TIME_MOST_S};
    struct study_news outcome = {.status = STUDY_FAILED};
    char *record = paper->record;
    size_t length = paper->record_length;

    paper->record = NULL;
    paper->working = true;
    pthread_mutex_unlock(&study->lock);
    if (read_and_analyse(&run, record, length, &outcome))
        outcome.status = STUDY_DONE;
    free(record);
    pthread_mutex_lock(&study->lock);
    paper->working = false;
    paper->news = outcome;
    if (atomic_load(&paper->dropped))
        clear_paper(paper);
    else
        study->figures.done++;
}

static void *study_on(void *of_study)
{
    struct study *study = of_study;

    setpriority(PRIO_PROCESS, 0, NICENESS); /* of this thread, and those it starts */
    pthread_mutex_lock(&study->lock);
    while (!atomic_load(&study->closing)) {
        struct paper *next = next_paper(study);
        if (next)
            work_out(study, next);
        else
            pthread_cond_wait(&study->news, &study->lock);
    }
    pthread_mutex_unlock(&study->lock);
    return NULL;
}

/* ---- what the hall calls ---- */

struct study *study_open(int work)
{
    struct study *study = must_zero(1, sizeof *study);

    study->work = work;
    pthread_mutex_init(&study->lock, NULL);
    pthread_cond_init(&study->news, NULL);
    study->hired = pthread_create(&study->thread, NULL, study_on, study) == 0;
    if (study->hired)
        return study;
    study_close(study);
    return NULL;
}

void study_close(struct study *study)
{
    if (!study)
        return;
    pthread_mutex_lock(&study->lock);
    atomic_store(&study->closing, true);
    pthread_cond_signal(&study->news);
    pthread_mutex_unlock(&study->lock);
    if (study->hired)
        pthread_join(study->thread, NULL);
    for (int i = 0; i < KEPT; i++)
        clear_paper(&study->papers[i]);
    pthread_cond_destroy(&study->news);
    pthread_mutex_destroy(&study->lock);
    free(study);
}

bool study_fits(const struct table *table, struct problem *why)
{
    return table_steps(table) <= STEPS_MAX || server_refuse(why, REFUSE_ANALYSIS_TOO_LONG);
}

static struct paper *paper_of(struct study *study, const char *id)
{
    for (int i = 0; i < KEPT; i++)
        if (strcmp(study->papers[i].id, id) == 0)
            return &study->papers[i];
    return NULL;
}

/* A place for a new paper; NULL if too many wait. The lock is held. */
static struct paper *place_for_paper(struct study *study)
{
    struct paper *oldest = NULL;
    int waiting = 0;

    for (int i = 0; i < KEPT; i++) {
        struct paper *it = &study->papers[i];
        if (it->news.status == STUDY_WAITING)
            waiting++;
        else if (!oldest || it->used < oldest->used)
            oldest = it;
    }
    return waiting < WAITING_MAX ? oldest : NULL;
}

static void put_paper(struct study *study, struct paper *place, const struct paper *paper)
{
    clear_paper(place);
    *place = *paper;
    place->used = ++study->uses;
    place->seen = steady_ms();
    pthread_cond_signal(&study->news);
}

bool study_ask(struct study *study, const char *id, const char *address, const struct table *table, struct problem *why)
{
    struct paper paper = {.news = {.status = STUDY_WAITING, .of = table_steps(table)}};

    memcpy(paper.id, id, sizeof paper.id);
    struct writer w = write_into(paper.address, sizeof paper.address);
    write_text(&w, address);
    paper.record = must_have(record_text(table, false, &paper.record_length));
    pthread_mutex_lock(&study->lock);
    struct paper *place = count_of(study, address, true) < OF_AN_ADDRESS ? place_for_paper(study) : NULL;
    if (place)
        put_paper(study, place, &paper);
    pthread_mutex_unlock(&study->lock);
    if (place)
        return true;
    free(paper.record);
    return server_refuse(why, REFUSE_ANALYSES_WAIT);
}

/* What is known of a paper, its text copied. */
static void copy_news(const struct study_news *news, struct study_news *out)
{
    *out = *news;
    if (news->status != STUDY_DONE)
        return;
    out->text = must_alloc(news->length);
    memcpy(out->text, news->text, news->length);
}

void study_look(struct study *study, const char *id, struct study_news *out)
{
    *out = (struct study_news){.status = STUDY_NONE};
    pthread_mutex_lock(&study->lock);
    struct paper *paper = paper_of(study, id);
    if (paper) {
        copy_news(&paper->news, out);
        paper->seen = steady_ms();
        if (out->status != STUDY_WAITING) /* those that wait keep their order */
            paper->used = ++study->uses;
    }
    pthread_mutex_unlock(&study->lock);
}

void study_sweep(struct study *study)
{
    int64_t now = steady_ms();

    pthread_mutex_lock(&study->lock);
    for (int i = 0; i < KEPT; i++) {
        struct paper *it = &study->papers[i];
        if (!it->id[0] || it->news.status != STUDY_WAITING || now - it->seen < ABANDONED_MS)
            continue;
        if (!it->working) {
            clear_paper(it);
            study->figures.dropped++;
        } else if (!atomic_exchange(&it->dropped, true)) {
            study->figures.dropped++;
        }
    }
    pthread_mutex_unlock(&study->lock);
}

struct study_figures study_figures(struct study *study)
{
    pthread_mutex_lock(&study->lock);
    struct study_figures figures = study->figures;
    for (int i = 0; i < KEPT; i++)
        figures.waiting += study->papers[i].id[0] && study->papers[i].news.status == STUDY_WAITING;
    pthread_mutex_unlock(&study->lock);
    return figures;
}
