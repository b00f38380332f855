/* Surveys of the lab on a GPU: random players and novices, one thread for one game after another.
 *
 * The lab's own C plays and counts (lab/deal_play.h), compiled for the GPU as it is, so the sums of a part are those
 * that processors come to, to the last digit. Each thread has a tally of its own, to which it adds deals of one block
 * alone: `slices` threads share the deals of a piece, and as many more the next. The threads of a warp
 * go on together, by one deal of cards or one choice of each. A second kernel asks about kingmaking,
 * which would keep the other threads of a warp waiting, and a third adds the tallies up. */
#ifndef PARLOR_CUDA_SURVEY_H
#define PARLOR_CUDA_SURVEY_H

#include <stdint.h>

struct lineup;
struct tally;
struct moment;

/* What a launch passes to the kernels: a part of a run (lab/survey.h), and memory of the GPU. */
struct cuda_survey {
    const struct lineup *lineup; /* its plan lies on the GPU, too; its other pointers are the host's */
    struct tally *tallies;       /* by thread; zeros before the first kernel */
    struct tally *sums;          /* by block: what comes of it */
    struct moment *moments;      /* by thread, `capacity` of them */
    uint32_t *too_long;          /* set if a game had more decisions than that: then all is void */
    int64_t begin, end, batch, deals;
    uint32_t threads; /* a multiple of blocks * slices */
    uint32_t blocks, slices, capacity;
};

/* The sizes in which host and module must agree. */
struct cuda_survey_facts {
    uint32_t lineup, plan, tally, moment;
};

#endif
