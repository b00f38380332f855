/* See clock.h. */
#include "server/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { KEPT_EVERY = 2000 }; /* milliseconds */

int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Returns what the file says, or 0 where there is none that makes sense. */
static int64_t read_time(const char *path)
{
    enum { DIGITS_MAX = 15 };
    FILE *file = fopen(path, "re");
    char line[DIGITS_MAX + 2] = ""; /* and the end of the line */

    if (!file)
        return 0;
    bool read = fgets(line, sizeof line, file);
    fclose(file);
    size_t digits = strspn(line, "0123456789");
    return read && digits > 0 && line[digits] == '\n' ? strtoll(line, NULL, 10) : 0;
}

void game_clock_open(struct game_clock *clock, const char *directory)
{
    *clock = (struct game_clock){.kept_at = 0};
    if (snprintf(clock->path, sizeof clock->path, "%s/parlor.clock", directory) >= (int)sizeof clock->path)
        clock->path[0] = '\0';
    int64_t time = clock->path[0] ? read_time(clock->path) : 0;
    clock->ahead = (time > 0 ? time : now_ms()) - steady_ms();
}

int64_t game_clock_now(const struct game_clock *clock)
{
    return steady_ms() + clock->ahead;
}

void game_clock_reach(struct game_clock *clock, int64_t time)
{
    int64_t behind = time - game_clock_now(clock);

    clock->ahead += behind > 0 ? behind : 0;
}

void game_clock_keep(struct game_clock *clock, bool at_once)
{
    char fresh[sizeof clock->path + 8];
    int64_t now = steady_ms();

    if (!clock->path[0] || (!at_once && now - clock->kept_at < KEPT_EVERY))
        return;
    clock->kept_at = now;
    snprintf(fresh, sizeof fresh, "%s.new", clock->path);
    FILE *file = fopen(fresh, "we");
    if (!file)
        return;
    bool written = fprintf(file, "%" PRId64 "\n", game_clock_now(clock)) > 0;
    written = fclose(file) == 0 && written;
    if (!written || rename(fresh, clock->path) != 0)
        remove(fresh);
}
