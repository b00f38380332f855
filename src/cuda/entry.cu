/* The kernels' entries: what a launch calls. C has no word for them, so these lines are in CUDA's C++; each calls a function
 * of kernels.c, which is C. */
#include "cuda/games.h"

#define ENTRY extern "C" __attribute__((global)) void
#define DEVICE extern "C" __attribute__((device)) void

DEVICE cuda_facts(struct cuda_facts *);
DEVICE cuda_reset(const struct cuda_games *);
DEVICE cuda_step(const struct cuda_games *);
DEVICE cuda_deal(const struct cuda_games *);
DEVICE cuda_play(const struct cuda_games *);
DEVICE cuda_play_novices(const struct cuda_games *);
DEVICE cuda_advise(const struct cuda_games *);
DEVICE cuda_refresh(const struct cuda_games *);
DEVICE cuda_signature(const struct cuda_games *, uint64_t *, uint64_t *);

ENTRY facts(struct cuda_facts *out)
{
    cuda_facts(out);
}

ENTRY reset(struct cuda_games v)
{
    cuda_reset(&v);
}

ENTRY step(struct cuda_games v)
{
    cuda_step(&v);
}

ENTRY deal(struct cuda_games v)
{
    cuda_deal(&v);
}

ENTRY play(struct cuda_games v)
{
    cuda_play(&v);
}

ENTRY play_novices(struct cuda_games v)
{
    cuda_play_novices(&v);
}

ENTRY advise(struct cuda_games v)
{
    cuda_advise(&v);
}

ENTRY refresh(struct cuda_games v)
{
    cuda_refresh(&v);
}

ENTRY signature(struct cuda_games v, uint64_t *hashes, uint64_t *decisions)
{
    cuda_signature(&v, hashes, decisions);
}
