/* What a program with subcommands begins and ends with: it finds the one that was
 * named, lets it run, and makes sure that its output has been written. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "version.h"

static void print_help(void)
{
    printf("%s\n\nusage: %s COMMAND [options]\n\n", program.summary, program.name);
    for (int i = 0; commands[i]; i++)
        printf("  %-8s %s\n", commands[i]->name, commands[i]->summary);
    printf("\n%s COMMAND --help tells more about each.\n%s\n", program.name, program.begin);
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
    fprintf(stderr, "%s: there is no command %s", program.name, name);
    if (near)
        fprintf(stderr, "; did you mean %s?", near);
    fprintf(stderr, "\n(%s --help lists them)\n", program.name);
    return EXIT_USAGE;
}

/* Output that cannot be written is a failure, whatever the command thinks. */
static int finish(int exit_code)
{
    if (fflush(stdout) != 0 || ferror(stdout))
        return failure("standard output: %s", strerror(errno));
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
        printf("%s " PARLOR_VERSION "\n", program.name);
        return finish(EXIT_DONE);
    }
    const struct command *command = find_command(argv[1]);
    return command ? finish(command->run(argc - 1, argv + 1)) : unknown_command(argv[1]);
}
