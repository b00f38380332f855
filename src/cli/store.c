/* parlor store: the data of a server, checked and copied. */
#include <sodium.h>
#include <string.h>

#include "cli/cli.h"
#include "server/audit.h"

struct wish {
    bool json, silent;
};

static void print_fault(void *unused, const char *what)
{
    (void)unused;
    progress_hide();
    failure("%s", what);
}

static void show_progress(void *unused, int64_t done, int64_t of)
{
    (void)unused;
    progress("checking", (long)done, (long)of);
}

/* Looks at everything in a directory and says how it is. */
static int check(const char *directory, const struct wish *wish)
{
    const struct audit_watch watch = {.fault = print_fault, .progress = show_progress};
    struct audit found;
    struct problem why;
    bool looked = audit_check(directory, &watch, &found, &why);

    progress_end();
    if (!looked)
        return failure("%s", why.text);
    if (wish->json)
        printf("{\"tables\":%lld,\"events\":%lld,\"faults\":%lld}\n", (long long)found.tables, (long long)found.events,
               (long long)found.faults);
    else if (!wish->silent && found.faults == 0)
        printf("%s: %lld tables with %lld events, all as they were kept\n", directory, (long long)found.tables,
               (long long)found.events);
    return found.faults == 0 ? EXIT_DONE : EXIT_FAILED;
}

static int backup(const char *directory, const char *destination, const struct wish *wish)
{
    struct problem why;

    if (!audit_backup(directory, destination, &why))
        return failure("%s", why.text);
    return check(destination, wish);
}

static int run(int argc, char **argv)
{
    struct wish wish = {0};
    const struct arg args[] = {
        arg_json(&wish.json),
        arg_check_only(&wish.silent),
        {.name = NULL},
    };
    const char *words[MAX_WORDS];
    int exit_code, count = args_read(&command_store, args, argc, argv, words, &exit_code);

    if (count < 0)
        return exit_code;
    if (wish.json && wish.silent)
        return usage_error(&command_store, "--quiet shows nothing, so leave out --json");
    if (count == 0)
        return usage_error(&command_store, "check or backup?");
    bool checks = strcmp(words[0], "check") == 0, copies = strcmp(words[0], "backup") == 0;
    if (!checks && !copies)
        return usage_error(&command_store, "%s: must be check or backup", words[0]);
    if (count < (checks ? 2 : 3))
        return usage_error(&command_store, checks ? "give the directory of a server"
                                                  : "give a directory to copy from and one to copy to");
    if (count > (checks ? 2 : 3))
        return usage_error(&command_store, "unexpected argument: %s", words[checks ? 2 : 3]);
    if (sodium_init() < 0)
        return failure("libsodium does not start");
    return checks ? check(words[1], &wish) : backup(words[1], words[2], &wish);
}

const struct command command_store = {
    .name = "store",
    .usage = "check DIR | backup DIR DEST [options]",
    .summary = "Check or copy the data of a server, even while it is running",
    .details = "check reads everything in the data directory of parlor serve: the file, the\n"
               "hashes of all events, and every game, which it plays again from them. Each\n"
               "fault is a line on standard error, and the exit code is then 1. backup copies\n"
               "the data into a new directory, which parlor serve --data can use, and checks\n"
               "the copy. To repair damage, read docs/operating.md.\n"
               "\n"
               "--json prints {\"tables\":12,\"events\":840,\"faults\":0}.\n"
               "\n"
               "  parlor store check /var/lib/parlor\n"
               "  parlor store backup /var/lib/parlor /backup/parlor-monday\n",
    .run = run,
};
