/* parlor verify: whether the deals of a game came from the seed that the server and the
 * players were committed to, and whether that is the deal this person has seen begin. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "cli/cli.h"
#include "client/pledge.h"
#include "table/record.h"

struct verification {
    const char *path;
    struct client_address address; /* where the record comes from; no table: from a file */
    bool json, silent;
    long games; /* good ones so far */
    /* of the game that was checked last: */
    struct deal deal;
    bool own; /* this person had a part in it, and it is there */
};

/* ---- one game ---- */

/* Compares a game with what this person's program remembers of the table. */
static bool check_own(struct verification *it, const struct table *table, struct problem *why)
{
    struct pledge pledge;
    struct client_address address;
    bool found = it->address.table[0] ? pledge_find(&it->address, &pledge)
                                      : it->deal.table[0] && pledge_of_table(it->deal.table, &address, &pledge);

    it->own = false;
    if (!found)
        return true;
    if (!it->deal.sealed)
        return problem_set(why, "the deal has no salts, not even yours");
    if (!pledge_fits(&pledge, &it->deal, table_plan(table)->players, why))
        return false;
    const struct pledge_start *last = &pledge.starts[pledge.count - 1];
    bool begun = strcmp(last->commitment, it->deal.commitment) == 0;
    it->own = begun && last->shown;
    return it->own || !begun ||
           problem_set(why, "the salt of your seat is not the one that parlor join drew for you: either you "
                            "also played from another device, or the server made it up");
}

static bool is_fair(struct verification *it, const struct table *table, struct problem *why)
{
    if (!deal_verify(table, &it->deal, why))
        return false;
    if (it->address.table[0] && it->deal.table[0] && strcmp(it->address.table, it->deal.table) != 0)
        return problem_set(why, "the record belongs to another table");
    if (it->deal.prepared)
        return problem_set(why, "the deal was prepared: everybody could know every card");
    return check_own(it, table, why);
}

static void print_game_json(const struct verification *it, const struct table *table, const char *why)
{
    char line[1024];
    struct writer w = write_into(line, sizeof line);

    write_char(&w, '{');
    write_key_number(&w, "number", it->games + 1);
    write_key_text(&w, "game", table_game(table)->id);
    write_key_number(&w, "players", table_plan(table)->players);
    write_key_flag(&w, "fair", !why);
    write_key_flag(&w, "sealed", it->deal.sealed);
    write_key_flag(&w, "own", !why && it->own);
    write_key_number(&w, "abandoned", it->deal.abandoned);
    if (why)
        write_key_text(&w, "why", why);
    write_char(&w, '}');
    puts(line);
}

/* What a fair game's check does not say by itself. */
static void print_remarks(const struct verification *it)
{
    const struct deal *deal = &it->deal;

    printf("game %ld: commitment %s\n", it->games, deal->commitment);
    if (it->own)
        printf("  the commitment is the one you first saw, the seals have not changed, and your salt is in it\n");
    else if (deal->sealed)
        printf("  nothing is remembered here of this table: compare the commitment with what you were shown\n");
    else
        printf("  dealt by parlor 0.1, without seals: the last player to add a salt, or the server, could choose\n");
    for (int i = 0; i < deal->abandoned; i++) {
        printf("  a start was given up before: no answer from ");
        for (int k = 0; k < MAX_SEATS && deal->starts[i].missing[k][0]; k++) {
            char name[3 * NAME_SIZE];
            struct writer w = write_into(name, sizeof name);
            write_clean(&w, deal->starts[i].missing[k], strlen(deal->starts[i].missing[k]));
            printf("%s%s", k ? ", " : "", name);
        }
        putchar('\n');
    }
}

/* Whether the deals of a game are what they should be. */
static bool verify_game(struct verification *it, const struct table *table)
{
    struct problem why;
    bool fair = is_fair(it, table, &why);

    if (it->json)
        print_game_json(it, table, fair ? NULL : why.text);
    if (!fair) {
        failure("%s: game %ld: %s", it->path, it->games + 1, why.text);
        return false;
    }
    it->games++;
    if (!it->json && !it->silent)
        print_remarks(it);
    return true;
}

/* ---- all of them ---- */

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

static int verify_stream(struct verification *it, FILE *in)
{
    if (!in)
        return EXIT_FAILED;
    struct record_file *file = must_have(record_open(in));
    int exit_code = verify_games(it, file);
    record_close(file);
    fclose(in);
    return exit_code;
}

/* The record of a table of a server, fetched from there. */
static int verify_table(struct verification *it)
{
    char path[64];
    int status = 0;
    struct problem why;

    snprintf(path, sizeof path, "/api/tables/%s/record", it->address.table);
    char *text = client_ask(&it->address, path, NULL, &status, &why);
    if (!text)
        return failure("%s: %s", it->path, why.text);
    int exit_code = status == 200 ? verify_stream(it, must_have(fmemopen(text, strlen(text), "r")))
                                  : failure("%s: the server has no record of it: the game is not over, or the "
                                            "table does not exist",
                                            it->path);
    free(text);
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
    struct problem why;
    int exit_code, count = args_read(&command_verify, args, argc, argv, words, &exit_code);

    if (count < 0)
        return exit_code;
    if (count == 0)
        return usage_error(&command_verify, "which record file? (- reads standard input)");
    if (count > 1)
        return usage_error(&command_verify, "%s: one file at a time", words[1]);
    if (it.json && it.silent)
        return usage_error(&command_verify, "--quiet shows nothing, so leave out --json");
    if (sodium_init() < 0)
        return failure("libsodium does not start");
    it.path = words[0];
    if (!strstr(words[0], "://"))
        return verify_stream(&it, records_open(&it.path));
    if (!client_address(words[0], &it.address, &why))
        return usage_error(&command_verify, "%s", why.text);
    return it.address.table[0] ? verify_table(&it)
                               : usage_error(&command_verify, "%s names a server but no table", words[0]);
}

const struct command command_verify = {
    .name = "verify",
    .usage = "RECORD|ADDRESS [options]",
    .summary = "Check that nobody chose the deals of a game",
    .details = "A server shows a hash of its secret when a table is opened, and each player's\n"
               "program shows a hash of its salt. The secret and the salts, which are only\n"
               "shown later, make the seed of all deals. This command computes the hashes, the\n"
               "seed and every deal again. If you played with parlor join, it also checks that\n"
               "the commitment and the hashes are the ones you were shown, and that your salt\n"
               "is part of the deal. Instead of a record you can give the address of a table\n"
               "whose game is over. A game that fails the check, or whose deal was prepared,\n"
               "stops the command with exit code 1. docs/fairness.md explains what this proves\n"
               "and what it does not.\n"
               "\n"
               "--json prints {\"number\":1,\"game\":\"scout\",\"players\":3,\"fair\":true,\"sealed\":true,\n"
               "\"own\":true,\"abandoned\":0} for each game, with the reason as \"why\" if it is not\n"
               "fair. \"own\": your part is in the deal. \"abandoned\": the number of cancelled\n"
               "starts.\n"
               "\n"
               "  parlor verify game.jsonl\n"
               "  parlor verify http://192.168.1.5:7777/table/NmOIt5lv37Z0Nl4DOGlx5A\n"
               "  parlor verify --quiet game.jsonl && echo fair\n",
    .run = run,
};
