/* learn: makes the numbers of src/bots that were learnt (docs/bots.md). It is for who works
 * on the bots, and is not installed. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "learn.h"

const char program_name[] = "learn";

static const struct command *const commands[] = {
    &command_scout, &command_bridesmaid, &command_imitate, &command_write, NULL,
};

int main(int argc, char **argv)
{
    if (argc < 2 || strcmp(argv[1], "--help") == 0) {
        puts("usage: learn COMMAND [options]\n");
        for (int i = 0; commands[i]; i++)
            printf("  %-18s %s\n", commands[i]->name, commands[i]->summary);
        puts("\nlearn COMMAND --help tells more about each.");
        return output_finished(argc < 2 ? EXIT_USAGE : EXIT_DONE);
    }
    const struct command *command = command_named(commands, argv[1]);
    return command ? output_finished(command->run(argc - 1, argv + 1)) : EXIT_USAGE;
}
