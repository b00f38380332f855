/* See driver.h. */
#include "cuda/driver.h"

#include <dlfcn.h>
#include <stdlib.h>

#include "memory.h"

enum {
    ABREAST = 128,   /* threads of a block */
    LOG_SIZE = 1024, /* of what the driver's compiler says */
    LOG_BUFFER = 5,  /* cuModuleLoadDataEx: CU_JIT_ERROR_LOG_BUFFER, */
    LOG_BUFFER_SIZE = 6,
};

typedef struct context *context;
typedef struct module *module;
typedef struct function *function;

#define CALLS(X)                                                                                                       \
    X(cuInit, unsigned flags)                                                                                          \
    X(cuGetErrorString, int error, const char **text)                                                                  \
    X(cuDeviceGet, int *device, int number)                                                                            \
    X(cuDevicePrimaryCtxRetain, context *, int device)                                                                 \
    X(cuDevicePrimaryCtxRelease_v2, int device)                                                                        \
    X(cuCtxSetCurrent, context)                                                                                        \
    X(cuModuleLoadDataEx, module *, const char *ptx, unsigned count, const int *options, void **values)                \
    X(cuModuleUnload, module)                                                                                          \
    X(cuModuleGetFunction, function *, module, const char *name)                                                       \
    X(cuMemGetInfo_v2, size_t *free, size_t *all)                                                                      \
    X(cuMemAlloc_v2, gpu_address *, size_t size)                                                                       \
    X(cuMemFree_v2, gpu_address)                                                                                       \
    X(cuMemsetD8_v2, gpu_address, unsigned char byte, size_t size)                                                     \
    X(cuMemcpyHtoD_v2, gpu_address, const void *from, size_t size)                                                     \
    X(cuMemcpyDtoH_v2, void *to, gpu_address, size_t size)                                                             \
    X(cuLaunchKernel, function, unsigned x, unsigned y, unsigned z, unsigned threads_x, unsigned threads_y,            \
      unsigned threads_z, unsigned shared, void *stream, void **arguments, void **extra)

struct gpu {
    void *library;
    int device;
    context context;
    module module;
    struct {
#define CALL(name, ...) int (*name)(__VA_ARGS__);
        CALLS(CALL)
#undef CALL
    } driver;
    gpu_address *memory; /* all that was reserved */
    int count;
};

/* Says what the driver complains about; true if nothing. */
static bool check(struct gpu *gpu, int error, const char *what, struct problem *why)
{
    const char *text = NULL;

    if (error == 0)
        return true;
    gpu->driver.cuGetErrorString(error, &text);
    return problem_set(why, "the GPU: %s: %s", what, text ? text : "unknown error");
}

/* dlsym() returns a pointer to data, as POSIX has it. */
static bool find_call(struct gpu *gpu, const char *name, void *call, struct problem *why)
{
    *(void **)call = dlsym(gpu->library, name);
    return *(void **)call || problem_set(why, "the GPU's driver is too old: it has no %s", name);
}

static bool load_driver(struct gpu *gpu, struct problem *why)
{
    gpu->library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!gpu->library)
        return problem_set(why, "there is no NVIDIA GPU: libcuda.so.1, which comes with its driver, is not there");
#define CALL(name, ...) &&find_call(gpu, #name, (void *)&gpu->driver.name, why)
    return true CALLS(CALL);
#undef CALL
}

static bool enter(struct gpu *gpu, struct problem *why)
{
    return check(gpu, gpu->driver.cuInit(0), "no device", why) &&
           check(gpu, gpu->driver.cuDeviceGet(&gpu->device, 0), "no device", why) &&
           check(gpu, gpu->driver.cuDevicePrimaryCtxRetain(&gpu->context, gpu->device), "no context", why) &&
           check(gpu, gpu->driver.cuCtxSetCurrent(gpu->context), "no context", why);
}

static bool load_module(struct gpu *gpu, const char *ptx, struct problem *why)
{
    const int options[] = {LOG_BUFFER, LOG_BUFFER_SIZE};
    char said[LOG_SIZE] = "";
    void *values[] = {said, gpu_pointer(sizeof said)};

    int error = gpu->driver.cuModuleLoadDataEx(&gpu->module, ptx, 2, options, values);
    return check(gpu, error, said[0] ? said : "its compiler", why);
}

struct gpu *gpu_open(const char *ptx, struct problem *why)
{
    struct gpu *gpu = must_zero(1, sizeof *gpu);

    if (load_driver(gpu, why) && enter(gpu, why) && load_module(gpu, ptx, why))
        return gpu;
    gpu_close(gpu);
    return NULL;
}

void gpu_close(struct gpu *gpu)
{
    if (!gpu)
        return;
    for (int i = 0; i < gpu->count; i++)
        gpu->driver.cuMemFree_v2(gpu->memory[i]);
    if (gpu->module)
        gpu->driver.cuModuleUnload(gpu->module);
    if (gpu->context)
        gpu->driver.cuDevicePrimaryCtxRelease_v2(gpu->device);
    if (gpu->library)
        dlclose(gpu->library);
    free(gpu->memory);
    free(gpu);
}

uint64_t gpu_free_memory(struct gpu *gpu)
{
    size_t left = 0, all;

    return gpu->driver.cuMemGetInfo_v2(&left, &all) == 0 ? left : 0;
}

gpu_address gpu_memory(struct gpu *gpu, size_t size, struct problem *why)
{
    gpu_address address = 0;

    if (!check(gpu, gpu->driver.cuMemAlloc_v2(&address, size), "its memory", why))
        return 0;
    gpu->memory = must_resize(gpu->memory, ((size_t)gpu->count + 1) * sizeof *gpu->memory);
    gpu->memory[gpu->count++] = address;
    return gpu_zero(gpu, address, size, why) ? address : 0;
}

bool gpu_zero(struct gpu *gpu, gpu_address address, size_t size, struct problem *why)
{
    return check(gpu, gpu->driver.cuMemsetD8_v2(address, 0, size), "its memory", why);
}

bool gpu_write(struct gpu *gpu, gpu_address address, const void *from, size_t size, struct problem *why)
{
    return check(gpu, gpu->driver.cuMemcpyHtoD_v2(address, from, size), "copying to it", why);
}

bool gpu_read(struct gpu *gpu, gpu_address address, void *to, size_t size, struct problem *why)
{
    return check(gpu, gpu->driver.cuMemcpyDtoH_v2(to, address, size), "copying from it", why);
}

bool gpu_run(struct gpu *gpu, const char *kernel, uint64_t threads, void *argument, struct problem *why)
{
    void *arguments[] = {argument};
    function code;

    if (!check(gpu, gpu->driver.cuModuleGetFunction(&code, gpu->module, kernel), kernel, why))
        return false;
    unsigned blocks = (unsigned)((threads + ABREAST - 1) / ABREAST);
    return check(gpu, gpu->driver.cuLaunchKernel(code, blocks, 1, 1, ABREAST, 1, 1, 0, NULL, arguments, NULL), kernel,
                 why);
}
