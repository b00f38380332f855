/* See expect.h. */
#include "server/expect.h"

#include <sodium.h>

#include "server/log.h"

/* Takes what is missing from the data, as problem_set() words it. Returns true if the operator has accepted the loss.
 */
__attribute__((format(printf, 3, 4))) static bool is_lost(const struct expectation *expected, struct problem *why,
                                                          const char *format, ...)
{
    struct problem what;
    va_list values;

    va_start(values, format);
    problem_vset(&what, format, values);
    va_end(values);
    if (expected->accept_loss) {
        log_line("loss_accepted", "why=\"%s\"", what.text);
        return true;
    }
    return problem_set(why, "%s: %s; restore a backup, or start once with --accept-loss to continue with what is left",
                       expected->name, what.text);
}

bool expect_read(struct expectation *it, const char *directory, struct problem *why)
{
    it->found = head_read(directory, &it->head, why);
    if (it->found == HEAD_UNREADABLE)
        return false;
    return it->found != HEAD_DAMAGED ||
           is_lost(it, why, "parlor.head is damaged, so nothing shows whether events are missing");
}

struct chain_key expect_key(const struct expectation *expected)
{
    struct chain_key key;

    randombytes_buf(key.bytes, sizeof key.bytes);
    return expected->found == HEAD_READ ? expected->head.key : key;
}

bool expect_nothing(const struct expectation *expected, struct problem *why)
{
    if (expected->found != HEAD_READ || expected->head.sequence == 0)
        return true;
    return is_lost(expected, why, "empty, where %llu events should be", (unsigned long long)expected->head.sequence);
}

bool expect_head(const struct expectation *expected, const struct head *there, struct problem *why)
{
    const struct head *said = &expected->head;

    if (expected->found == HEAD_NONE && there->sequence > 0)
        log_line("head_made", "events=%llu", (unsigned long long)there->sequence);
    if (expected->found != HEAD_READ || (said->sequence == 0 && there->sequence == 0))
        return true;
    if (sodium_memcmp(there->key.bytes, said->key.bytes, CHAIN_KEY_BYTES) != 0)
        return is_lost(expected, why, "parlor.head belongs to another database");
    if (there->sequence < said->sequence)
        return is_lost(expected, why, "the last %llu of %llu events are missing",
                       (unsigned long long)(said->sequence - there->sequence), (unsigned long long)said->sequence);
    return there->sequence > said->sequence || head_equal(there, said) ||
           is_lost(expected, why, "its last events differ from what parlor.head says");
}

bool expect_node(const struct expectation *expected, struct problem *why)
{
    return is_lost(expected, why, "it is an older state: it does not know that this server was its node %lld",
                   (long long)expected->head.node);
}

bool expect_events(const struct expectation *expected, const struct head *there, int64_t events, struct problem *why)
{
    return (uint64_t)events == there->sequence ||
           is_lost(expected, why, "tables are missing: those left have %lld of %llu events", (long long)events,
                   (unsigned long long)there->sequence);
}
