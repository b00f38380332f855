/* parlor join: sit down at a table of a server, from the terminal. */
#include "cli/visit.h"

static int run(int argc, char **argv)
{
    struct visit_wishes wishes = {.name = own_name()};
    const struct arg args[] = {
        {"name", ARG_TEXT, "NAME", "your name at the table (your user name)", {.text = &wishes.name}, 0, 0},
        {"token", ARG_TEXT, "TOKEN", "the token of a seat you already have", {.text = &wishes.token}, 0, 0},
        arg_lang(&wishes.lang),
        arg_notation(&wishes.notation),
        arg_plain(&wishes.plain),
        arg_ascii(&wishes.ascii),
        {0},
    };
    int exit_code = EXIT_DONE;

    wishes.count = args_read(&command_join, args, argc, argv, wishes.words, &exit_code);
    return wishes.count < 0 ? exit_code : visit_table(&command_join, &wishes);
}

const struct command command_join = {
    .name = "join",
    .usage = "ADDRESS [options]",
    .summary = "Join a table on a server",
    .details = "The address is the link you were given: http://HOST:PORT/table/ID. parlor saves\n"
               "your seat: run the same command again to return to it. If the connection is\n"
               "lost, it reconnects by itself. At the table, type help to see what you can do.\n"
               "\n"
               "  parlor join http://192.168.1.5:7777/table/NmOIt5lv37Z0Nl4DOGlx5A --name Ann\n",
    .run = run,
};
