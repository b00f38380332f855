/* How often somebody may do something: tokens that come back with time, up to a
 * burst of them, for one connection (bucket) or by address (meter). Moments are those of
 * steady_ms(). */
#ifndef PARLOR_SERVER_METER_H
#define PARLOR_SERVER_METER_H

#include <stdbool.h>
#include <stdint.h>

enum { BURST = 10 }; /* seconds' worth of tokens, where nothing else is said */

struct bucket {
    double tokens;
    int64_t at; /* milliseconds; 0: never used, and full */
};
bool bucket_take(struct bucket *, double per_second, double burst, int64_t now);

/* Remembers some addresses; of more than that the one that was quiet for longest
 * is forgotten. */
enum { ADDRESS_SIZE = 48 };
struct meter;
struct meter *meter_new(double per_second, double burst); /* the caller frees it */
void meter_share(struct meter *, int servers);            /* divides it among servers that count on their own */
bool meter_take(struct meter *, const char *address, int64_t now);

/* For what has its price only afterwards: whether anything is left, and paying for it,
 * beyond what is left if need be. */
bool meter_has(struct meter *, const char *address, int64_t now);
void meter_spend(struct meter *, const char *address, double tokens, int64_t now);

#endif
