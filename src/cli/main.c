/* parlor: one program, one file a subcommand. */
#include <signal.h>
#include <stddef.h>

#include "cli/cli.h"
#include "version.h"

static const struct command *const commands[] = {
#define COMMAND(name) &command_##name,
    COMMANDS(COMMAND)
#undef COMMAND
        NULL,
};

static const struct meaning environment[] = {
    {"NO_COLOR", "no colours if it is set to anything"},
    {"TERM", "no colours and no progress if it is dumb"},
    {"LC_ALL, LC_MESSAGES, LANG", "the first that is set says which language people are spoken to in"},
    {"PARLOR_LISTEN", "stands for --listen of serve"},
    {"PARLOR_DATA", "stands for --data of serve"},
    {"PARLOR_ORIGINS", "stands for --origins of serve"},
    {"PARLOR_HOSTS", "stands for --hosts of serve"},
    {"XDG_STATE_HOME", "join remembers seats there, in parlor/seats/ (~/.local/state)"},
    {NULL, NULL},
};

const struct program program = {
    .name = "parlor",
    .version = PARLOR_VERSION,
    .about = "parlor plays modern card games by their full rules.",
    .begin = "parlor play scout",
    .environment = environment,
    .commands = commands,
};

int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN);
    return program_run(argc, argv);
}
