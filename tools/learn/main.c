/* learn: makes the numbers of src/bots that were learnt (docs/bots.md). It is for who works
 * on the bots, and is not installed. */
#include <stddef.h>

#include "cli/cli.h"
#include "learn.h"

static const struct command *const commands[] = {
    &command_scout, &command_scout_imitate, &command_bridesmaid, &command_imitate,
    &command_write, &command_sparrows,      &command_bannish,    NULL,
};

static const struct meaning environment[] = {{NULL, NULL}};

const struct program program = {
    .name = "learn",
    .about = "learn makes the numbers of src/bots that were learnt.",
    .begin = "learn scout --help",
    .environment = environment,
    .commands = commands,
};

int main(int argc, char **argv)
{
    return program_run(argc, argv);
}
