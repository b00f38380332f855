/* parlor verify: whether the deals of a game came from the seed that the server
 * was committed to. */
#include <stdio.h>

#include "cli/cli.h"
#include "server/fair.h"
#include "table/record.h"

struct verification {
    const char *path;
    bool json, silent;
    long games; /* good ones so far */
};

static void print_game_json(const struct verification *it, const struct table *table, const char *why)
{
    char line[1024];
    struct writer w = write_into(line, sizeof line);

    write_char(&w, '{');
    write_key_number(&w, "number", it->games + 1);
    write_key_text(&w, "game", table_game(table)->id);
    write_key_number(&w, "players", table_plan(table)->players);
    write_key(&w, "fair");
    write_text(&w, why ? "false" : "true");
    if (why)
        write_key_text(&w, "why", why);
    write_char(&w, '}');
    puts(line);
}

/* Whether the deals of a game are what they should be. */
static bool verify_game(struct verification *it, const struct table *table)
{
    struct problem why;
    bool fair = fair_verify(table, &why);

    if (it->json)
        print_game_json(it, table, fair ? NULL : why.text);
    if (fair)
        it->games++;
    else
        failure("%s: game %ld: %s", it->path, it->games + 1, why.text);
    return fair;
}

static int verify_games(struct verification *it, struct record_file *file)
{
    enum record_status status;
    struct problem why;
    struct table *table;

    while ((status = record_read(file, &table, &why)) == RECORD_WHOLE || status == RECORD_CUT) {
        bool fair = verify_game(it, table);
        table_close(table);
        if (!fair)
            return EXIT_FAILED;
    }
    if (status == RECORD_REFUSED)
        return failure("%s: %s", it->path, why.text);
    if (it->games == 0)
        return failure("%s: there is no game in it", it->path);
    if (!it->json && !it->silent)
        printf("%ld game%s: every deal comes from the secret that was committed to, and the salts\n", it->games,
               it->games == 1 ? "" : "s");
    return EXIT_DONE;
}

static int verify_file(struct verification *it)
{
    FILE *in = records_open(&it->path);
    struct record_file *file = in ? record_open(in) : NULL;
    int exit_code = file ? verify_games(it, file) : EXIT_FAILED;

    if (in && !file)
        failure("out of memory");
    record_close(file);
    if (in)
        fclose(in);
    return exit_code;
}

static int run(int argc, char **argv)
{
    struct verification it = {.games = 0};
    const struct arg args[] = {
        arg_json(&it.json),
        arg_check_only(&it.silent),
        {.name = NULL},
    };
    const char *words[MAX_WORDS];
    int exit_code, count = args_read(&command_verify, args, argc, argv, words, &exit_code);

    if (count < 0)
        return exit_code;
    if (count == 0)
        return usage_error(&command_verify, "which record file? (- reads standard input)");
    if (count > 1)
        return usage_error(&command_verify, "%s: one file at a time", words[1]);
    if (it.json && it.silent)
        return usage_error(&command_verify, "--quiet shows nothing, so leave out --json");
    it.path = words[0];
    return verify_file(&it);
}

const struct command command_verify = {
    .name = "verify",
    .usage = "RECORD [options]",
    .summary = "Check that a server did not choose the deals of a game",
    .details = "A server shows a hash of its secret before anybody sits down and the secret\n"
               "after the game; the seed of all deals is made of it and the players' salts.\n"
               "This computes the hash, the seed and every deal again. Compare the commitment\n"
               "in the record with the one that you were shown at the start. The first game\n"
               "that is not as it should be ends it with exit code 1.\n"
               "\n"
               "--json prints {\"number\":1,\"game\":\"scout\",\"players\":3,\"fair\":true} for each\n"
               "game, and the reason as \"why\" where it is not fair.\n"
               "\n"
               "  parlor verify game.jsonl\n"
               "  parlor verify --quiet game.jsonl && echo fair\n",
    .run = run,
};
