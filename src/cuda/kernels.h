/* Many games on a GPU: the rules of src/rules, one game for each thread. docs/gpu.md says how they are built and used.
 *
 * A module is built for one game (CUDA_GAME names it), so that the compiler knows every size and call. All arrays are
 * in the GPU's memory. States and random numbers lie in words of 32 games side by side, because the 32 threads of a
 * warp read and write the same word of their games at the same time. What learners get lies in plain rows. */
#ifndef PARLOR_CUDA_KERNELS_H
#define PARLOR_CUDA_KERNELS_H

#include "cuda/device.h"
#include "cuda/games.h"
#include "rules/game.h"

/* A GPU's module has the kernels of one game, a processor's program those of all: cuda_step, or cuda_step_scout. */
#ifdef __NVPTX__
#define KERNEL(name) cuda_##name
#else
#define KERNEL_NAME(name, game) cuda_##name##_##game
#define KERNEL_OF(name, game)   KERNEL_NAME(name, game)
#define KERNEL(name)            KERNEL_OF(name, CUDA_GAME)
#endif

void KERNEL(facts)(struct cuda_facts *);
void KERNEL(reset)(const struct cuda_games *);
void KERNEL(step)(const struct cuda_games *);
/* Begins again the games that step has left waiting; DEALERS threads do it. */
void KERNEL(deal)(const struct cuda_games *);
/* Makes `steps` random choices in each game. Only states and empty pay are written: refresh writes the other rows. */
void KERNEL(play)(const struct cuda_games *);
/* The same with a novice at every seat. */
void KERNEL(play_novices)(const struct cuda_games *);
/* Picks what a novice would choose, instead of any legal action. */
void KERNEL(advise)(const struct cuda_games *);
void KERNEL(refresh)(const struct cuda_games *);

/* Writes the signature of every game: number g is played as rules/signature.h does. */
void KERNEL(signature)(const struct cuda_games *, uint64_t *hashes, uint64_t *decisions);

#endif
