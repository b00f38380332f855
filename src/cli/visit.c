/* See visit.h. */
#include "cli/visit.h"

#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "term/screen.h"
#include "term/visit.h"

enum { PATH_ROOM = 4096 };

/* ---- tokens of seats, one file a table ---- */

/* $XDG_STATE_HOME/parlor/TABLE; false if there is no home. */
static bool token_path(const char *table, char path[PATH_ROOM])
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int length = state && state[0] ? snprintf(path, PATH_ROOM, "%s/parlor/%s", state, table)
                 : home && home[0] ? snprintf(path, PATH_ROOM, "%s/.local/state/parlor/%s", home, table)
                                   : -1;
    return length > 0 && length < PATH_ROOM;
}

static void make_directories(char *path)
{
    for (char *at = strchr(path + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = '\0';
        mkdir(path, 0700); /* what is there already stays as it is */
        *at = '/';
    }
}

static void keep_token(const char *table, const char *token)
{
    char path[PATH_ROOM];
    int fd = -1;

    if (token_path(table, path)) {
        make_directories(path);
        fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    }
    bool kept = fd >= 0 && write(fd, token, strlen(token)) == (ssize_t)strlen(token);
    if (fd >= 0)
        close(fd);
    if (!kept)
        fprintf(stderr, "parlor: the seat could not be remembered; its token is %s\n", token);
}

static void kept_token(const char *table, char out[23])
{
    char path[PATH_ROOM];
    FILE *in = token_path(table, path) ? fopen(path, "re") : NULL;

    out[0] = '\0';
    if (in && (!fgets(out, 23, in) || strlen(out) != 22))
        out[0] = '\0';
    if (in)
        fclose(in);
}

/* ---- the visit ---- */

static bool take_seat(const struct command *command, const struct visit_wishes *wishes, struct visit_plan *plan)
{
    if (!wishes->name)
        return true;
    if (strlen(wishes->name) >= sizeof plan->name)
        return usage_error(command, "a name has up to 64 bytes"), false;
    if (wishes->token && strlen(wishes->token) != sizeof plan->token - 1)
        return usage_error(command, "a token has %zu characters", sizeof plan->token - 1), false;
    memcpy(plan->name, wishes->name, strlen(wishes->name) + 1);
    plan->token_typed = wishes->token;
    if (wishes->token)
        memcpy(plan->token, wishes->token, sizeof plan->token);
    else
        kept_token(plan->address.table, plan->token);
    return true;
}

int visit_table(const struct command *command, const struct visit_wishes *wishes)
{
    struct visit_plan plan = {
        .colour = colour_wanted(), .ascii = wishes->ascii, .interrupted = interrupted, .keep_token = keep_token};
    struct problem why;

    if (wishes->count != 1)
        return usage_error(command, "the address of a table is needed");
    if (!client_address(wishes->words[0], &plan.address, &why))
        return usage_error(command, "%s", why.text);
    if (!plan.address.table[0])
        return usage_error(command, "%s names a server but no table", wishes->words[0]);
    if (!take_seat(command, wishes, &plan))
        return EXIT_USAGE;
    if (sodium_init() < 0)
        return failure("libsodium does not start");
    catch_interrupt();
    bool (*visit)(const struct visit_plan *, struct problem *) =
        wishes->plain || !screen_possible() ? visit_in_lines : visit_on_screen;
    return visit(&plan, &why) ? EXIT_DONE : failure("%s", why.text);
}
