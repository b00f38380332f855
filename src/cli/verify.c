/* parlor verify: whether the deals of a game came from the seed that the server
 * was committed to. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "server/fair.h"
#include "table/record.h"

/* Checks all games of a file; how many, or -1 after saying what is wrong. */
static int verify(FILE *in, const char *name)
{
    struct record_file *file = record_open(in);
    enum record_status status = RECORD_NONE;
    struct problem why;
    int games_done = 0;

    if (!file)
        return failure("out of memory"), -1;
    for (struct table *table = NULL; (status = record_read(file, &table, &why)) == RECORD_WHOLE || status == RECORD_CUT;
         table = NULL) {
        bool fine = fair_verify(table, &why);
        table_close(table);
        if (!fine) {
            failure("%s: game %d: %s", name, games_done + 1, why.text);
            record_close(file);
            return -1;
        }
        games_done++;
    }
    record_close(file);
    if (status == RECORD_REFUSED)
        return failure("%s: %s", name, why.text), -1;
    return games_done;
}

static int run(int argc, char **argv)
{
    const struct arg args[] = {{0}};
    const char *words[MAX_WORDS];
    int exit_code = EXIT_DONE, count = args_read(&command_verify, args, argc, argv, words, &exit_code);

    if (count < 0)
        return exit_code;
    if (count != 1)
        return usage_error(&command_verify, "one record is needed");
    FILE *in = strcmp(words[0], "-") == 0 ? stdin : fopen(words[0], "r");
    if (!in)
        return failure("%s: %s", words[0], strerror(errno));
    int done = verify(in, words[0]);
    if (in != stdin)
        fclose(in);
    if (done < 0)
        return EXIT_FAILED;
    if (done == 0)
        return failure("%s: no game in it", words[0]);
    printf("%d game%s: every deal comes from the secret that was committed to, and the salts\n", done,
           done == 1 ? "" : "s");
    return EXIT_DONE;
}

const struct command command_verify = {
    .name = "verify",
    .usage = "RECORD",
    .summary = "Check that a server did not choose the deals of a game",
    .details = "A server shows a hash of its secret before anybody sits down and the secret after\n"
               "the game; the seed of all deals is made of it and the players' salts. This\n"
               "computes the hash, the seed and every deal again. Compare the commitment in the\n"
               "record with the one that you were shown at the start.\n"
               "\n"
               "  parlor verify game.jsonl\n",
    .run = run,
};
