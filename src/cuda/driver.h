/* NVIDIA's driver, as little of it as the lab needs. It is found when the program runs (libcuda.so.1), so the program
 * needs nothing of NVIDIA's to be built, nor to run where there is no GPU. */
#ifndef PARLOR_CUDA_DRIVER_H
#define PARLOR_CUDA_DRIVER_H

#include "table/table.h"

typedef uint64_t gpu_address;

/* A number as the pointer that an interface wants: an address on the GPU, where the host must not look. */
static inline void *gpu_pointer(uint64_t number)
{
    union {
        uint64_t number;
        void *pointer;
    } it = {.number = number};
    return it.pointer;
}

struct gpu; /* the first GPU of the machine, with one module of kernels */

/* Compiles a module for the GPU that is there. NULL with the reason. */
struct gpu *gpu_open(const char *ptx, struct problem *why);
void gpu_close(struct gpu *); /* with all its memory */

uint64_t gpu_free_memory(struct gpu *); /* in bytes */

/* Memory of the GPU, zeroed; 0 with the reason. */
gpu_address gpu_memory(struct gpu *, size_t size, struct problem *why);
bool gpu_write(struct gpu *, gpu_address, const void *from, size_t size, struct problem *why);
bool gpu_read(struct gpu *, gpu_address, void *to, size_t size, struct problem *why);
bool gpu_zero(struct gpu *, gpu_address, size_t size, struct problem *why);

/* Runs a kernel in at least this many threads; its argument is one structure. Those that read wait for it. */
bool gpu_run(struct gpu *, const char *kernel, uint64_t threads, void *argument, struct problem *why);

#endif
