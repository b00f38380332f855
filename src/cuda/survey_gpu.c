/* See survey_gpu.h. */
#include "cuda/survey_gpu.h"

#include <stdlib.h>

#include "memory.h"
#include "cuda/driver.h"
#include "cuda/survey.h"

enum {
    THREADS_MOST = 1 << 16, /* at once */
    MEMORY_SHARE = 3,       /* of the GPU's free memory, a third is used */
    DEALS = 1 << 22,        /* at a time */
    MOMENTS = 4096,         /* decisions of a game; the longest of a million random ones has 1,500 */
};

struct survey_gpu {
    struct gpu *gpu;
    struct survey_engine engine;
    uint32_t threads;
    gpu_address lineup, plan, tallies, sums, moments, too_long;
};

struct cuda_survey survey_launch(const struct survey_part *part, uint32_t threads)
{
    enum { SLICES_MOST = 16 };
    uint32_t slices = part->batch < SLICES_MOST ? (uint32_t)part->batch : SLICES_MOST, blocks = (uint32_t)part->blocks;

    while (slices > 1 && slices * blocks > threads)
        slices--;
    return (struct cuda_survey){.begin = part->begin,
                                .end = part->end,
                                .batch = part->batch,
                                .deals = part->deals,
                                .threads = threads / (blocks * slices) * (blocks * slices),
                                .blocks = blocks,
                                .slices = slices};
}

static bool write_lineup(struct survey_gpu *it, const struct lineup *lineup, struct problem *why)
{
    struct lineup there = *lineup;

    there.plan = gpu_pointer(it->plan);
    return gpu_write(it->gpu, it->plan, lineup->plan, sizeof *lineup->plan, why) &&
           gpu_write(it->gpu, it->lineup, &there, sizeof there, why);
}

static bool clear(struct survey_gpu *it, const struct cuda_survey *launch, struct problem *why)
{
    return gpu_zero(it->gpu, it->tallies, launch->threads * sizeof(struct tally), why) &&
           gpu_zero(it->gpu, it->too_long, sizeof(uint32_t), why);
}

static bool run_kernels(struct survey_gpu *it, struct cuda_survey *launch, bool kings, struct problem *why)
{
    return gpu_run(it->gpu, "play", launch->threads, launch, why) &&
           (!kings || gpu_run(it->gpu, "ask_kings", launch->threads, launch, why)) &&
           gpu_run(it->gpu, "add_up", (uint64_t)launch->blocks * TALLY_CELLS, launch, why);
}

static enum survey_end play(void *context, const struct survey_part *part, struct tally *sums, struct problem *why)
{
    struct survey_gpu *it = context;
    struct cuda_survey launch = survey_launch(part, it->threads);
    uint32_t too_long;

    launch.lineup = gpu_pointer(it->lineup);
    launch.tallies = gpu_pointer(it->tallies);
    launch.sums = gpu_pointer(it->sums);
    launch.moments = gpu_pointer(it->moments);
    launch.capacity = MOMENTS;
    launch.too_long = gpu_pointer(it->too_long);
    if (!write_lineup(it, part->lineup, why) || !clear(it, &launch, why) ||
        !run_kernels(it, &launch, part->kings, why) ||
        !gpu_read(it->gpu, it->too_long, &too_long, sizeof too_long, why) ||
        !gpu_read(it->gpu, it->sums, sums, (size_t)part->blocks * sizeof *sums, why))
        return SURVEY_FAILED;
    return too_long ? SURVEY_CANNOT : SURVEY_PLAYED;
}

/* Structures of the host are read by the GPU: they must look alike to both. */
static bool check_facts(struct survey_gpu *it, struct problem *why)
{
    struct cuda_survey_facts facts;
    gpu_address there = gpu_memory(it->gpu, sizeof facts, why);

    if (!there || !gpu_run(it->gpu, "facts", 1, &there, why) || !gpu_read(it->gpu, there, &facts, sizeof facts, why))
        return false;
    return (facts.lineup == sizeof(struct lineup) && facts.plan == sizeof(struct table_plan) &&
            facts.tally == sizeof(struct tally) && facts.moment == sizeof(struct moment)) ||
           problem_set(why, "the GPU's code is of another version of parlor");
}

static bool reserve(struct survey_gpu *it, struct problem *why)
{
    size_t each = sizeof(struct tally) + MOMENTS * sizeof(struct moment);
    uint64_t fit = gpu_free_memory(it->gpu) / MEMORY_SHARE / each;

    it->threads = fit < THREADS_MOST ? (uint32_t)fit : THREADS_MOST;
    if (it->threads < BLOCKS_MAX)
        return problem_set(why, "the GPU has too little free memory");
    return (it->lineup = gpu_memory(it->gpu, sizeof(struct lineup), why)) &&
           (it->plan = gpu_memory(it->gpu, sizeof(struct table_plan), why)) &&
           (it->tallies = gpu_memory(it->gpu, it->threads * sizeof(struct tally), why)) &&
           (it->sums = gpu_memory(it->gpu, BLOCKS_MAX * sizeof(struct tally), why)) &&
           (it->moments = gpu_memory(it->gpu, (size_t)it->threads * MOMENTS * sizeof(struct moment), why)) &&
           (it->too_long = gpu_memory(it->gpu, sizeof(uint32_t), why));
}

struct survey_gpu *survey_gpu_open(const char *ptx, struct problem *why)
{
    struct survey_gpu *it = must_zero(1, sizeof *it);

    it->gpu = gpu_open(ptx, why);
    it->engine = (struct survey_engine){.context = it, .deals = DEALS, .play = play};
    if (it->gpu && check_facts(it, why) && reserve(it, why))
        return it;
    survey_gpu_close(it);
    return NULL;
}

void survey_gpu_close(struct survey_gpu *it)
{
    if (it)
        gpu_close(it->gpu);
    free(it);
}

const struct survey_engine *survey_gpu_engine(struct survey_gpu *it)
{
    return &it->engine;
}
