/* See refusal.h. */
#include "server/refusal.h"

#include "words/words.h"

bool server_refuse(struct problem *why, enum refusal refusal)
{
#define REFUSAL_ROW(upper, lower) [REFUSE_##upper] = #lower,
    static const char *const keys[] = {SERVER_REFUSALS(REFUSAL_ROW)};
#undef REFUSAL_ROW
    return problem_refuse(why, "server", keys[refusal], words_refusal(&languages[0], "server", keys[refusal]));
}

struct problem refusal_problem(enum refusal refusal)
{
    struct problem why;

    server_refuse(&why, refusal);
    return why;
}
