/* Runs the kernels on a processor, thread after thread: for tests, and to see what a GPU would do. */
#ifndef PARLOR_CUDA_PROCESSOR_H
#define PARLOR_CUDA_PROCESSOR_H

#include "cuda/kernels.h"

/* The kernels of one game. */
struct cuda_kernels {
    const struct game *game;
    void (*facts)(struct cuda_facts *);
    void (*reset)(const struct cuda_games *);
    void (*step)(const struct cuda_games *);
    void (*deal)(const struct cuda_games *);
    void (*play)(const struct cuda_games *);
    void (*play_novices)(const struct cuda_games *);
    void (*advise)(const struct cuda_games *);
    void (*refresh)(const struct cuda_games *);
    void (*signature)(const struct cuda_games *, uint64_t *hashes, uint64_t *decisions);
};

/* All games that are built for a GPU, the template among them; ends with a NULL game. */
extern const struct cuda_kernels cuda_kernels[];

/* Calls a kernel for threads 0 .. threads-1. */
void processor_run(void (*kernel)(const struct cuda_games *), const struct cuda_games *, uint32_t threads);
/* Calls reset or step, and the kernels that are to be launched after it. */
void processor_show(const struct cuda_kernels *, void (*kernel)(const struct cuda_games *), const struct cuda_games *,
                    uint32_t threads);
void processor_sign(const struct cuda_kernels *, const struct cuda_games *, uint64_t *hashes, uint64_t *decisions);

#endif
