/* See survey.h. */
#include "cuda/survey_kernels.h"

#include "cuda/device.h"
#include "lab/deal_play.h"

#ifdef __NVPTX__
/* The moments of a game are `fixed` here: nobody calls this. */
void *must_resize(void *old, size_t size)
{
    (void)old, (void)size;
    __builtin_trap();
}
#endif

void survey_facts(struct cuda_survey_facts *facts)
{
    *facts = (struct cuda_survey_facts){.lineup = sizeof(struct lineup),
                                        .plan = sizeof(struct table_plan),
                                        .tally = sizeof(struct tally),
                                        .moment = sizeof(struct moment)};
}

static void sit_down(const struct cuda_survey *v, struct playing *playing)
{
    playing->moments = v->moments + (size_t)thread_number() * v->capacity;
    playing->capacity = (int)v->capacity;
    playing->fixed = true;
}

/* Where a thread is among its deals. */
struct path {
    int64_t piece, deal;
};

static bool is_there(const struct cuda_survey *v, int64_t deal, int64_t end)
{
    return deal < end && deal < v->deals;
}

static int64_t first_deal(const struct cuda_survey *v, int64_t piece)
{
    return piece * v->batch + thread_number() % v->slices;
}

/* Goes on to the thread's next piece where the deal is not in this one; false if there is none. */
static bool find_deal(const struct cuda_survey *v, struct path *path)
{
    for (; path->piece < v->end; path->deal = first_deal(v, path->piece)) {
        if (is_there(v, path->deal, (path->piece + 1) * v->batch))
            return true;
        path->piece += v->threads / v->slices;
    }
    return false;
}

static bool next_deal(const struct cuda_survey *v, struct path *path)
{
    path->deal += v->slices;
    return find_deal(v, path);
}

/* The threads of a warp take one step together, whatever deals they are at. */
void survey_play(const struct cuda_survey *v)
{
    const uint32_t thread = thread_number();
    struct path path = {.piece = v->begin + thread / v->slices};
    struct playing playing;
    struct deal deal;

    path.deal = first_deal(v, path.piece);
    bool busy = thread < v->threads && find_deal(v, &path);
    sit_down(v, &playing);
    if (busy)
        deal_begin(&deal, v->lineup, &playing, path.deal, NULL, &v->tallies[thread]);
    while (warp_any(busy)) {
        enum course course = busy ? deal_go_on(&deal, false) : GOES_ON;
        if (course == IS_STOPPED)
            *v->too_long = 1;
        if (course != GOES_ON && (busy = next_deal(v, &path)))
            deal_begin(&deal, v->lineup, &playing, path.deal, NULL, &v->tallies[thread]);
    }
}

/* Any tally of the right block will do. */
static void add_kings(const struct cuda_survey *v, int64_t deal, const struct kingmaking *kings)
{
    struct tally *tally = &v->tallies[(deal / v->batch - v->begin) * v->slices % v->threads];

    add_to((uint64_t *)&tally->kingmaking_asked, (uint64_t)kings->asked);
    add_to((uint64_t *)&tally->kingmaking_lost, (uint64_t)kings->lost);
    add_to((uint64_t *)&tally->kingmaking_made, (uint64_t)kings->made);
}

/* A game is played again, and then asked about. */
void survey_ask_kings(const struct cuda_survey *v)
{
    const uint32_t thread = thread_number();
    const int64_t first = (v->begin * v->batch + KINGS_EVERY - 1) / KINGS_EVERY * KINGS_EVERY;
    struct grid_cell nowhere[GRID_ROWS][GRID_COLUMNS] = {{{0}}}; /* what happens has been counted already */
    struct playing playing;
    struct asking asking;
    bool asks = false;

    sit_down(v, &playing);
    for (int64_t deal = first + (int64_t)thread * KINGS_EVERY;; deal += (int64_t)v->threads * KINGS_EVERY) {
        bool busy = thread < v->threads && is_there(v, deal, v->end * v->batch);
        if (!warp_any(busy))
            return;
        const struct seed seed = lineup_deal_seed(v->lineup, deal);
        playing_begin(&playing, v->lineup, 0, &seed, nowhere, NULL);
        for (asks = false; warp_any(busy);) {
            enum course course = !busy ? GOES_ON : asks ? asking_go_on(&asking) : playing_go_on(&playing);
            if (course == IS_STOPPED)
                *v->too_long = 1;
            if (course == GOES_ON)
                continue;
            if (course == IS_OVER && asks)
                add_kings(v, deal, &asking.found);
            busy = course == IS_OVER && !asks && asking_begin(&asking, &playing);
            asks = true;
        }
    }
}

void survey_add_up(const struct cuda_survey *v)
{
    const uint32_t cell = thread_number() % TALLY_CELLS, block = thread_number() / TALLY_CELLS;
    int64_t sum = 0;

    if (block >= v->blocks)
        return;
    uint32_t first = (uint32_t)((block + v->blocks - v->begin % v->blocks) % v->blocks) * v->slices;
    for (; first < v->threads; first += v->blocks * v->slices)
        for (uint32_t thread = first; thread < first + v->slices; thread++)
            sum += ((const int64_t *)(const void *)&v->tallies[thread])[cell];
    ((int64_t *)(void *)&v->sums[block])[cell] = sum;
}
