/* What src/memory.c ends a program with: nobody is told, and the module traps. */
#ifndef PARLOR_WASM_UNISTD_H
#define PARLOR_WASM_UNISTD_H

#include <stddef.h>

enum { STDERR_FILENO = 2 };

static inline long write(int file, const void *bytes, size_t size)
{
    (void)file, (void)bytes, (void)size;
    return -1;
}

#define _exit(code) __builtin_trap()

#endif
