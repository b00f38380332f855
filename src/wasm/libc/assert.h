/* See libc.c. */
#ifndef PARLOR_WASM_ASSERT_H
#define PARLOR_WASM_ASSERT_H

#define assert(condition) ((condition) ? (void)0 : __builtin_trap())

#endif
