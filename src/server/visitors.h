/* What costs a server much may be asked for by each address so many times an hour. */
#ifndef PARLOR_SERVER_VISITORS_H
#define PARLOR_SERVER_VISITORS_H

#include <stdbool.h>
#include <stdint.h>

/* Tokens come back with time, up to a burst of them. */
struct bucket {
    double tokens;
    int64_t at;
};
bool bucket_take(struct bucket *, double per_second, double burst, int64_t now);

enum visitor_wish { WISH_TABLE, WISH_ANALYSIS, VISITOR_WISHES };

struct visitors;
struct visitors *visitors_new(void); /* NULL without memory; free() */
bool visitor_may(struct visitors *, const char *address, enum visitor_wish, int an_hour, int64_t now);

#endif
