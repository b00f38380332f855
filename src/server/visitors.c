/* See visitors.h. As many addresses as there is room for are remembered; the one
 * that has not asked for longest makes room. */
#include "server/visitors.h"

#include <stdlib.h>
#include <string.h>

#include "rules/text.h"

enum { VISITORS = 1024, ADDRESS_ROOM = 48 };

struct visitors {
    struct visitor {
        char address[ADDRESS_ROOM];
        int64_t at; /* when it asked last */
        struct bucket buckets[VISITOR_WISHES];
    } by[VISITORS];
};

bool bucket_take(struct bucket *bucket, double per_second, double burst, int64_t now)
{
    double since = (double)(now - bucket->at) / 1000;

    bucket->tokens += since > 0 ? since * per_second : 0;
    bucket->tokens = bucket->at == 0 || bucket->tokens > burst ? burst : bucket->tokens;
    bucket->at = now;
    if (bucket->tokens < 1)
        return false;
    bucket->tokens -= 1;
    return true;
}

struct visitors *visitors_new(void)
{
    return calloc(1, sizeof(struct visitors));
}

static struct visitor *visitor_of(struct visitors *visitors, const char *address)
{
    struct visitor *oldest = &visitors->by[0];

    for (int i = 0; i < VISITORS; i++) {
        struct visitor *it = &visitors->by[i];
        if (strcmp(it->address, address) == 0)
            return it;
        oldest = it->at < oldest->at ? it : oldest;
    }
    *oldest = (struct visitor){.at = 0};
    struct writer w = write_into(oldest->address, ADDRESS_ROOM);
    write_text(&w, address);
    return oldest;
}

bool visitor_may(struct visitors *visitors, const char *address, enum visitor_wish wish, int an_hour, int64_t now)
{
    struct visitor *it = visitor_of(visitors, address);

    it->at = now;
    return bucket_take(&it->buckets[wish], an_hour / 3600.0, an_hour, now);
}
