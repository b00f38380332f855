/* parlor: one program, one file a subcommand. */
#include "cli/cli.h"

const struct program program = {
    .name = "parlor",
    .summary = "parlor plays modern card games by their full rules.",
    .begin = "To begin: parlor play scout",
};

const struct command *const commands[] = {
    &command_play,   &command_games,   &command_rules, &command_sim, &command_arena,
    &command_replay, &command_analyze, &command_bench, NULL,
};
