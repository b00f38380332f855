/* See processor.h. */
#include "cuda/processor.h"

uint32_t the_thread;
void *the_shared_memory;

#define DECLARE(name, ...)                                                                                             \
    void cuda_facts_##name(struct cuda_facts *);                                                                       \
    void cuda_reset_##name(const struct cuda_games *);                                                                 \
    void cuda_step_##name(const struct cuda_games *);                                                                  \
    void cuda_deal_##name(const struct cuda_games *);                                                                  \
    void cuda_play_##name(const struct cuda_games *);                                                                  \
    void cuda_play_novices_##name(const struct cuda_games *);                                                          \
    void cuda_advise_##name(const struct cuda_games *);                                                                \
    void cuda_refresh_##name(const struct cuda_games *);                                                               \
    void cuda_signature_##name(const struct cuda_games *, uint64_t *, uint64_t *);
GAMES(DECLARE)
DECLARE(template_game)

#define KERNELS(name, ...)                                                                                             \
    {&name,                                                                                                            \
     cuda_facts_##name,                                                                                                \
     cuda_reset_##name,                                                                                                \
     cuda_step_##name,                                                                                                 \
     cuda_deal_##name,                                                                                                 \
     cuda_play_##name,                                                                                                 \
     cuda_play_novices_##name,                                                                                         \
     cuda_advise_##name,                                                                                               \
     cuda_refresh_##name,                                                                                              \
     cuda_signature_##name},
const struct cuda_kernels cuda_kernels[] = {GAMES(KERNELS) KERNELS(template_game){.game = NULL}};

enum { SHARED_SIZE = 1 << 14 };
static alignas(16) uint8_t shared[SHARED_SIZE];

void processor_run(void (*kernel)(const struct cuda_games *), const struct cuda_games *v, uint32_t threads)
{
    the_shared_memory = shared;
    for (the_thread = 0; the_thread < threads; the_thread++)
        kernel(v);
}

void processor_show(const struct cuda_kernels *kernels, void (*kernel)(const struct cuda_games *),
                    const struct cuda_games *v, uint32_t threads)
{
    struct cuda_facts facts;

    kernels->facts(&facts);
    processor_run(kernel, v, threads);
    if (!facts.dealers)
        return;
    if (kernel == kernels->step)
        processor_run(kernels->deal, v, facts.dealers);
    processor_run(kernels->refresh, v, threads);
}

void processor_sign(const struct cuda_kernels *kernels, const struct cuda_games *v, uint64_t *hashes,
                    uint64_t *decisions)
{
    the_shared_memory = shared;
    for (the_thread = 0; the_thread < v->games; the_thread++)
        kernels->signature(v, hashes, decisions);
}
