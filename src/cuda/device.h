/* What a kernel asks of the machine it runs on: its number, shared memory, and the company of its warp.
 *
 * A GPU runs a kernel in many threads at once; 32 of them, a warp, go in step. On a processor (for tests, and for
 * those without a GPU) the same kernels are called in a loop, one thread after the other, each a warp of its own. */
#ifndef PARLOR_CUDA_DEVICE_H
#define PARLOR_CUDA_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Games that lie side by side in memory, word by word: as many as threads that read them at once. */
enum { GAMES_ABREAST = 32 };

#ifdef __NVPTX__

enum { WARP = 32 };

/* Before a loop that moves words: all of them are on their way before the first is waited for. */
#define ALL_AT_ONCE _Pragma("clang loop unroll(full)")

/* Memory of the GPU, as opposed to that of a block or a thread. A pointer that says so can be read ahead of writes to
 * the others. */
#define GLOBAL __attribute__((address_space(1)))
#define SHARED __attribute__((address_space(3)))
extern SHARED uint32_t shared_words[]; /* as many as the launch asks for */

static inline uint32_t thread_number(void)
{
    return __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x();
}

static inline uint32_t thread_of_block(void)
{
    return __nvvm_read_ptx_sreg_tid_x();
}

/* What the threads of a warp have written is there for all of them. */
static inline void warp_sync(void)
{
    __nvvm_bar_warp_sync(0xffffffffu);
}

/* Whether something holds for any thread of the warp; they go on together. */
static inline bool warp_any(bool holds)
{
    return __nvvm_vote_any_sync(0xffffffffu, holds);
}

static inline void *shared_memory(void)
{
    return (void *)shared_words;
}

static inline void add_to(uint64_t *sum, uint64_t more)
{
    __nvvm_atom_add_gen_ll((long long *)sum, (long long)more);
}

/* Adds one; returns what it was. */
static inline uint32_t count_up(uint32_t *count)
{
    return (uint32_t)__nvvm_atom_add_gen_i((int *)count, 1);
}

static inline void lower_to(uint32_t *least, uint32_t value)
{
    __nvvm_atom_min_gen_ui(least, value);
}

#else

#define GLOBAL
#define ALL_AT_ONCE

enum { WARP = 1 };

/* The thread that runs now, and the shared memory of its block: see cuda/processor.c. */
extern uint32_t the_thread;
extern void *the_shared_memory;

static inline uint32_t thread_number(void)
{
    return the_thread;
}

static inline uint32_t thread_of_block(void)
{
    return 0;
}

static inline void warp_sync(void) {}

static inline bool warp_any(bool holds)
{
    return holds;
}

static inline void *shared_memory(void)
{
    return the_shared_memory;
}

static inline void add_to(uint64_t *sum, uint64_t more)
{
    *sum += more;
}

static inline uint32_t count_up(uint32_t *count)
{
    return (*count)++;
}

static inline void lower_to(uint32_t *least, uint32_t value)
{
    *least = value < *least ? value : *least;
}

#endif

static inline uint32_t lane(void)
{
    return thread_of_block() % WARP;
}

#endif
