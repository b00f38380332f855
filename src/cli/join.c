/* parlor join: sit down at a table of a server, from the terminal. */
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "term/remote.h"

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

static void keep_token(void *unused, const char *table, const char *token)
{
    char path[PATH_ROOM];
    int fd = -1;

    (void)unused;
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

/* ---- the command ---- */

static const char *own_name(void)
{
    const char *user = getenv("USER");
    return user && user[0] ? user : "somebody";
}

static int run(int argc, char **argv)
{
    const char *name = NULL, *token = NULL;
    bool watch = false;
    const struct arg args[] = {
        {"name", ARG_TEXT, "NAME", "what you are called there (your user name)", {.text = &name}, 0, 0},
        {"token", ARG_TEXT, "TOKEN", "the key of a seat that you have", {.text = &token}, 0, 0},
        {"watch", ARG_FLAG, NULL, "only look on", {.flag = &watch}, 0, 0},
        {0},
    };
    struct remote_plan plan = {.colour = colour_wanted(), .interrupted = interrupted, .keep_token = keep_token};
    const char *words[MAX_WORDS];
    struct problem why;
    int exit_code = EXIT_DONE, count = args_read(&command_join, args, argc, argv, words, &exit_code);

    if (count < 0)
        return exit_code;
    if (count != 1)
        return usage_error(&command_join, "the address of a table is needed");
    if (!client_address(words[0], &plan.address, &why))
        return usage_error(&command_join, "%s", why.text);
    if (!plan.address.table[0])
        return usage_error(&command_join, "%s names a server but no table", words[0]);
    if (token && strlen(token) != sizeof plan.token - 1)
        return usage_error(&command_join, "a token has %zu characters", sizeof plan.token - 1);
    if (sodium_init() < 0)
        return failure("libsodium does not start");
    if (token)
        memcpy(plan.token, token, sizeof plan.token);
    else if (!watch)
        kept_token(plan.address.table, plan.token);
    name = name ? name : own_name();
    if (strlen(name) >= sizeof plan.name)
        return usage_error(&command_join, "a name has up to 64 bytes");
    memcpy(plan.name, watch ? "" : name, watch ? 1 : strlen(name) + 1);
    catch_interrupt();
    return remote_run(&plan, &why) ? EXIT_DONE : failure("%s", why.text);
}

const struct command command_join = {
    .name = "join",
    .usage = "ADDRESS [options]",
    .summary = "Sit down at a table of a server",
    .details = "The address is the link that you were given: http://HOST:PORT/table/ID. Your seat\n"
               "is remembered: the same command comes back to it. If the connection is lost it\n"
               "comes back by itself. help, once you are there, tells what can be typed.\n"
               "\n"
               "  parlor join http://192.168.1.5:7777/table/NmOIt5lv37Z0Nl4DOGlx5A --name Ann\n",
    .run = run,
};
