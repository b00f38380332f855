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

void survey_play(const struct cuda_survey *v)
{
    const uint32_t thread = thread_number();
    struct playing playing;

    if (thread >= v->threads)
        return;
    sit_down(v, &playing);
    for (int64_t piece = v->begin + thread / v->slices; piece < v->end; piece += v->threads / v->slices)
        for (int64_t deal = piece * v->batch + thread % v->slices; deal < (piece + 1) * v->batch && deal < v->deals;
             deal += v->slices)
            if (!deal_play(v->lineup, &playing, deal, false, NULL, &v->tallies[thread]))
                *v->too_long = 1;
}

/* Any tally of the right block will do. */
static void add_kings(const struct cuda_survey *v, int64_t deal, const struct kingmaking *kings)
{
    struct tally *tally = &v->tallies[(deal / v->batch - v->begin) * v->slices % v->threads];

    add_to((uint64_t *)&tally->kingmaking_asked, (uint64_t)kings->asked);
    add_to((uint64_t *)&tally->kingmaking_lost, (uint64_t)kings->lost);
    add_to((uint64_t *)&tally->kingmaking_made, (uint64_t)kings->made);
}

void survey_ask_kings(const struct cuda_survey *v)
{
    const uint32_t thread = thread_number();
    const int64_t first = (v->begin * v->batch + KINGS_EVERY - 1) / KINGS_EVERY * KINGS_EVERY;
    struct playing playing;

    if (thread >= v->threads)
        return;
    sit_down(v, &playing);
    for (int64_t deal = first + (int64_t)thread * KINGS_EVERY; deal < v->end * v->batch && deal < v->deals;
         deal += (int64_t)v->threads * KINGS_EVERY) {
        struct kingmaking kings;
        if (deal_ask_kings(v->lineup, &playing, deal, NULL, &kings))
            add_kings(v, deal, &kings);
        else
            *v->too_long = 1;
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
