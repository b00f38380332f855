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
    {"NO_COLOR", "no colours, if it is set to anything"},
    {"TERM", "no colours and no progress bar, if it is dumb"},
    {"LC_ALL, LC_MESSAGES, LANG", "the language; the first one that is set counts"},
    {"PARLOR_LISTEN", "used by serve if --listen is not given"},
    {"PARLOR_DATA", "used by serve if --data is not given"},
    {"PARLOR_STORE", "used by serve if --store is not given"},
    {"PARLOR_ORIGINS", "used by serve if --origins is not given"},
    {"PARLOR_HOSTS", "used by serve if --hosts is not given"},
    {"XDG_STATE_HOME", "join saves your seats there, in parlor/seats/ (~/.local/state)"},
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
