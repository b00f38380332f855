/* See connections.h. */
#include "server/connections.h"

#include <stddef.h>
#include <string.h>

static void put_last(struct connections *crowd, struct arrival *it, int64_t now)
{
    it->since = now;
    it->next = NULL;
    it->before = crowd->last;
    *(crowd->last ? &crowd->last->next : &crowd->first) = it;
    crowd->last = it;
    crowd->count++;
    crowd->waiting += !it->asked;
}

static void take_out(struct connections *crowd, struct arrival *it)
{
    *(it->before ? &it->before->next : &crowd->first) = it->next;
    *(it->next ? &it->next->before : &crowd->last) = it->before;
    crowd->count--;
    crowd->waiting -= !it->asked;
}

void connections_add(struct connections *crowd, struct arrival *it, int64_t now)
{
    put_last(crowd, it, now);
}

void connections_remove(struct connections *crowd, struct arrival *it)
{
    take_out(crowd, it);
}

static void go_on(struct connections *crowd, struct arrival *it, bool asked, int64_t now)
{
    take_out(crowd, it);
    it->asked = asked;
    put_last(crowd, it, now);
}

void connections_asks(struct connections *crowd, struct arrival *it, int64_t now)
{
    go_on(crowd, it, true, now);
}

void connections_is_answered(struct connections *crowd, struct arrival *it, int64_t now)
{
    go_on(crowd, it, false, now);
}

/* Returns the connection of an address (NULL: of any) that has waited longest; one that
 * is being answered only where none is without a request. *count: how many there are. */
static struct arrival *longest(const struct connections *crowd, const char *address, int *count)
{
    struct arrival *waits = NULL, *any = NULL;

    *count = 0;
    for (struct arrival *it = crowd->first; it; it = it->next) {
        if (it->dropped || (address && (!it->counted || strcmp(it->address, address) != 0)))
            continue;
        ++*count;
        any = any ? any : it;
        waits = waits || it->asked ? waits : it;
    }
    return waits ? waits : any;
}

static bool is_overdue(const struct connections *crowd, const struct arrival *it, int64_t now)
{
    return !it->dropped && now - it->since > (it->asked ? crowd->answer_ms : crowd->request_ms);
}

struct arrival *connections_surplus(struct connections *crowd, int64_t now)
{
    struct arrival *found = NULL, *last = crowd->last;
    int count = 0;

    if (last && last->counted && !last->dropped) {
        found = longest(crowd, last->address, &count);
        found = count > crowd->most_of_address ? found : NULL;
    }
    if (!found) {
        found = longest(crowd, NULL, &count);
        found = count > crowd->most ? found : NULL;
    }
    for (struct arrival *it = crowd->first; it && !found; it = it->next)
        found = is_overdue(crowd, it, now) ? it : NULL;
    if (found) {
        found->dropped = true;
        crowd->dropped++;
    }
    return found;
}
