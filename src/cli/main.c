/* parlor: one program, one file a subcommand. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "version.h"

const char program_name[] = "parlor";

static const struct command *const commands[] = {
    &command_play,  &command_serve,  &command_join,    &command_watch,  &command_games, &command_rules, &command_sim,
    &command_arena, &command_replay, &command_analyze, &command_verify, &command_bench, NULL,
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

int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN);
    if (argc < 2) {
        print_help();
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help();
        return output_finished(EXIT_DONE);
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("parlor " PARLOR_VERSION);
        return output_finished(EXIT_DONE);
    }
    const struct command *command = command_named(commands, argv[1]);
    return command ? output_finished(command->run(argc - 1, argv + 1)) : EXIT_USAGE;
}
