/* parlor store: the data of a server, checked and copied. */
#include <sodium.h>
#include <string.h>

#include "cli/cli.h"
#include "server/audit.h"
#include "server/copy.h"

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

static void show_copying(void *unused, int64_t done, int64_t of)
{
    (void)unused;
    progress("copying", (long)done, (long)of);
}

/* Looks at everything in a place and says how it is. */
static int check(const struct store_place *place, const struct wish *wish)
{
    const struct audit_watch watch = {.fault = print_fault, .progress = show_progress};
    struct audit found;
    struct problem why;
    bool looked = audit_check(place, &watch, &found, &why);

    progress_end();
    if (!looked)
        return failure("%s", why.text);
    if (wish->json)
        printf("{\"tables\":%lld,\"events\":%lld,\"faults\":%lld}\n", (long long)found.tables, (long long)found.events,
               (long long)found.faults);
    else if (!wish->silent && found.faults == 0)
        printf("%s: %lld tables with %lld events, all as they were kept\n", found.name, (long long)found.tables,
               (long long)found.events);
    return found.faults == 0 ? EXIT_DONE : EXIT_FAILED;
}

static int copy(const struct store_place *from, const struct store_place *to, const struct wish *wish)
{
    const struct copy_watch watch = {.progress = show_copying};
    struct problem why;
    bool copied = copy_all(from, to, &watch, &why);

    progress_end();
    if (!copied)
        return failure("%s", why.text);
    return check(to, wish);
}

/* The first word, and how many places follow it. */
static const struct errand {
    const char *name;
    int places;
    const char *lacks; /* where they do not */
} errands[] = {
    {"check", 1, "give the directory of a server, or the address of its database"},
    {"backup", 2, "give what to copy and a directory to copy to"},
    {"copy", 2, "give what to copy and where to"},
};

static const struct errand *errand_named(const char *name)
{
    for (size_t i = 0; i < sizeof errands / sizeof *errands; i++)
        if (strcmp(errands[i].name, name) == 0)
            return &errands[i];
    return NULL;
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
        return usage_error(&command_store, "check, backup or copy?");
    const struct errand *errand = errand_named(words[0]);
    if (!errand)
        return usage_error(&command_store, "%s: must be check, backup or copy", words[0]);
    if (count <= errand->places)
        return usage_error(&command_store, "%s", errand->lacks);
    if (count > errand->places + 1)
        return usage_error(&command_store, "unexpected argument: %s", words[errand->places + 1]);
    struct store_place from = store_place(words[1]), to = store_place(words[errand->places]);
    if (to.url && strcmp(errand->name, "backup") == 0)
        return usage_error(&command_store, "backup writes to a directory; to write to a database, use copy");
    if (sodium_init() < 0)
        return failure("libsodium does not start");
    return errand->places == 1 ? check(&from, &wish) : copy(&from, &to, &wish);
}

const struct command command_store = {
    .name = "store",
    .usage = "check PLACE | backup PLACE DIR | copy PLACE PLACE [options]",
    .summary = "Check or copy the data of a server, even while it is running",
    .details = "A place is the data directory of parlor serve, or the address of its database,\n"
               "postgresql://USER@HOST/DATABASE. check reads everything there: the database,\n"
               "the hashes of all events, and every game, which it plays again from them. Each\n"
               "fault is a line on standard error, and the exit code is then 1. backup copies\n"
               "the data into a new directory, which parlor serve --data can use. copy copies\n"
               "them from any place to any other that has no data yet. Both check the copy, and\n"
               "go on where they were interrupted if you run them again. To repair damage, read\n"
               "docs/operating.md.\n"
               "\n"
               "--json prints {\"tables\":12,\"events\":840,\"faults\":0}.\n"
               "\n"
               "  parlor store check /var/lib/parlor\n"
               "  parlor store backup /var/lib/parlor /backup/parlor-monday\n"
               "  parlor store copy /var/lib/parlor postgresql://parlor@localhost/parlor\n",
    .run = run,
};
