/* See meter.h. */
#include "server/meter.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "rules/text.h"

enum { ADDRESSES = 1024 };

struct meter {
    double per_second, burst, share; /* the part of both that counts here */
    struct metered {
        char address[ADDRESS_SIZE];
        struct bucket bucket;
    } by[ADDRESSES];
};

static void fill(struct bucket *bucket, double per_second, double burst, int64_t now)
{
    double since = (double)(now - bucket->at) / 1000;

    bucket->tokens += since > 0 ? since * per_second : 0;
    bucket->tokens = bucket->at == 0 || bucket->tokens > burst ? burst : bucket->tokens;
    bucket->at = now;
}

bool bucket_take(struct bucket *bucket, double per_second, double burst, int64_t now)
{
    fill(bucket, per_second, burst, now);
    if (bucket->tokens < 1)
        return false;
    bucket->tokens -= 1;
    return true;
}

struct meter *meter_new(double per_second, double burst)
{
    struct meter *meter = must_zero(1, sizeof *meter);

    meter->per_second = per_second;
    meter->burst = burst;
    meter->share = 1;
    return meter;
}

void meter_share(struct meter *meter, int servers)
{
    meter->share = 1.0 / servers;
}

/* At least one thing can be done at once. */
static double burst_of(const struct meter *meter)
{
    double burst = meter->burst * meter->share;

    return burst > 1 ? burst : 1;
}

/* Returns the bucket of an address, filled up to now. */
static struct bucket *bucket_of(struct meter *meter, const char *address, int64_t now)
{
    struct metered *it = NULL, *quiet = &meter->by[0];

    for (int i = 0; i < ADDRESSES && !it; i++) {
        if (strcmp(meter->by[i].address, address) == 0)
            it = &meter->by[i];
        quiet = meter->by[i].bucket.at < quiet->bucket.at ? &meter->by[i] : quiet;
    }
    if (!it) {
        struct writer w = write_into(quiet->address, ADDRESS_SIZE);
        write_text(&w, address);
        quiet->bucket = (struct bucket){0};
        it = quiet;
    }
    fill(&it->bucket, meter->per_second * meter->share, burst_of(meter), now);
    return &it->bucket;
}

bool meter_take(struct meter *meter, const char *address, int64_t now)
{
    return bucket_take(bucket_of(meter, address, now), meter->per_second * meter->share, burst_of(meter), now);
}

bool meter_has(struct meter *meter, const char *address, int64_t now)
{
    return bucket_of(meter, address, now)->tokens > 0;
}

void meter_spend(struct meter *meter, const char *address, double tokens, int64_t now)
{
    bucket_of(meter, address, now)->tokens -= tokens;
}
