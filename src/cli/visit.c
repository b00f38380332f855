/* See visit.h. */
#include "cli/visit.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "client/seats.h"
#include "term/screen.h"
#include "term/visit.h"

const char *own_name(void)
{
    const char *user = getenv("USER");
    return user && user[0] ? user : "somebody";
}

static bool take_seat(const struct command *command, const struct visit_wishes *wishes, struct visit_plan *plan)
{
    if (strlen(wishes->name) >= sizeof plan->name)
        return usage_error(command, "a name has up to 64 bytes"), false;
    memcpy(plan->called, wishes->name, strlen(wishes->name) + 1);
    if (wishes->watches)
        return true;
    if (wishes->token && !id_is_well_formed(wishes->token))
        return usage_error(command, "a token has %d characters: letters, digits, - and _", ID_LENGTH), false;
    memcpy(plan->name, wishes->name, strlen(wishes->name) + 1);
    plan->token_typed = wishes->token;
    if (wishes->token)
        memcpy(plan->token, wishes->token, sizeof plan->token);
    else
        seats_find(&plan->address, plan->token, &plan->seen);
    plan->find_pledge = pledge_find;
    plan->keep_pledge = pledge_keep;
    return true;
}

int visit_table(const struct command *command, const struct visit_wishes *wishes)
{
    struct visit_plan plan = {.colour = colour_wanted(),
                              .ascii = wishes->ascii,
                              .notation = wishes->notation,
                              .interrupted = interrupted,
                              .keep_token = seats_keep};
    struct problem why;

    if (wishes->count != 1)
        return usage_error(command, "give the address of a table");
    if (!client_address(wishes->words[0], &plan.address, &why))
        return usage_error(command, "%s", why.text);
    if (!plan.address.table[0])
        return usage_error(command, "%s names a server but no table", wishes->words[0]);
    if (!language_wanted(command, wishes->lang, wishes->ascii, &plan.language))
        return EXIT_USAGE;
    if (sodium_init() < 0)
        return failure("libsodium does not start");
    if (!take_seat(command, wishes, &plan))
        return EXIT_USAGE;
    catch_interrupt();
    bool (*visit)(const struct visit_plan *, struct problem *) =
        wishes->plain || !screen_possible() ? visit_in_lines : visit_on_screen;
    return visit(&plan, &why) ? EXIT_DONE : failure("%s", why.text);
}
