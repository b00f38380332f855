/* parlor watch: watches a table of a server, from the terminal. */
#include "cli/visit.h"

static int run(int argc, char **argv)
{
    struct visit_wishes wishes = {.name = own_name(), .watches = true};
    const struct arg args[] = {
        {"name", ARG_TEXT, "NAME", "your name, if you write something (your user name)", {.text = &wishes.name}, 0, 0},
        arg_lang(&wishes.lang),
        arg_plain(&wishes.plain),
        arg_ascii(&wishes.ascii),
        {0},
    };
    int exit_code = EXIT_DONE;

    wishes.count = args_read(&command_watch, args, argc, argv, wishes.words, &exit_code);
    return wishes.count < 0 ? exit_code : visit_table(&command_watch, &wishes);
}

const struct command command_watch = {
    .name = "watch",
    .usage = "ADDRESS [options]",
    .summary = "Watch a table on a server",
    .details = "You see what everybody at the table may see, without taking a seat. When the\n"
               "players move to another game, you move with them. If the table allows it, you can\n"
               "write to everybody: type say and what you want to say.\n"
               "\n"
               "  parlor watch http://192.168.1.5:7777/table/NmOIt5lv37Z0Nl4DOGlx5A\n",
    .run = run,
};
