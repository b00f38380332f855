/* Loaded before the C library it sets the machine's clock, for one process: the file
 * that WALL_CLOCK_FILE names says by how many seconds. Only the time of day is changed. */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef int get_time(clockid_t, struct timespec *);

static long seconds_off(void)
{
    const char *path = getenv("WALL_CLOCK_FILE");
    FILE *file = path ? fopen(path, "re") : NULL;
    char line[32] = "";

    if (!file)
        return 0;
    bool read = fgets(line, sizeof line, file);
    fclose(file);
    return read ? strtol(line, NULL, 10) : 0;
}

int clock_gettime(clockid_t which, struct timespec *now)
{
    static get_time *real;

    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
    int outcome = real(which, now);
    if (which == CLOCK_REALTIME && outcome == 0)
        now->tv_sec += seconds_off();
    return outcome;
}
