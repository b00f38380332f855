/* parlor: one program, one file a subcommand. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "version.h"

const struct command *const commands[] = {
    &command_play,  &command_serve,  &command_join,   &command_games, &command_rules, &command_sim,
    &command_arena, &command_replay, &command_verify, &command_bench, NULL,
};

static void print_help(void)
{
    puts("parlor plays modern card games by their full rules.\n"
         "\n"
         "usage: parlor COMMAND [options]\n");
    for (int i = 0; commands[i]; i++)
        printf("  %-8s %s\n", commands[i]->name, commands[i]->summary);
    puts("\n"
         "parlor COMMAND --help tells more about each.\n"
         "To begin: parlor play scout");
}

static const struct command *find_command(const char *name)
{
    for (int i = 0; commands[i]; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static int unknown_command(const char *name)
{
    const char *names[16];
    int count = 0;

    for (; commands[count]; count++)
        names[count] = commands[count]->name;
    names[count] = NULL;
    const char *near = nearest_name(name, names);
    fprintf(stderr, "parlor: there is no command %s", name);
    if (near)
        fprintf(stderr, "; did you mean %s?", near);
    fputs("\n(parlor --help lists them)\n", stderr);
    return EXIT_USAGE;
}

/* Output that cannot be written is a failure, whatever the command thinks. */
static int finish(int exit_code)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("parlor: standard output");
        return EXIT_FAILED;
    }
    return exit_code;
}

int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN);
    if (argc < 2) {
        print_help();
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help();
        return finish(EXIT_DONE);
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("parlor " PARLOR_VERSION);
        return finish(EXIT_DONE);
    }
    const struct command *command = find_command(argv[1]);
    return command ? finish(command->run(argc - 1, argv + 1)) : unknown_command(argv[1]);
}
