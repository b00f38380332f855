/* No thread can be started: a search does all its work in the caller's (bots/search.c). */
#ifndef PARLOR_WASM_PTHREAD_H
#define PARLOR_WASM_PTHREAD_H

typedef int pthread_t;

static inline int pthread_create(pthread_t *thread, const void *how, void *(*work)(void *), void *argument)
{
    (void)thread, (void)how, (void)work, (void)argument;
    return -1;
}

static inline int pthread_join(pthread_t thread, void **out)
{
    (void)thread, (void)out;
    return -1;
}

#endif
