/* A program of several commands: finds the one that is meant, and shows help. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "rules/tables.h"

static const struct {
    int code;
    const char *help;
} exit_codes[] = {
#define EXIT_CODE(name, code, help) {code, help},
    EXIT_CODES(EXIT_CODE)
#undef EXIT_CODE
};

enum { EXIT_CODE_COUNT = sizeof exit_codes / sizeof exit_codes[0] };

static int wider(int width, const char *name)
{
    return (int)strlen(name) > width ? (int)strlen(name) : width;
}

static void print_commands(void)
{
    int width = 0;

    for (int i = 0; program.commands[i]; i++)
        width = wider(width, program.commands[i]->name);
    for (int i = 0; program.commands[i]; i++)
        printf("  %-*s  %s\n", width, program.commands[i]->name, program.commands[i]->summary);
}

static void print_environment(void)
{
    int width = 0;

    for (int i = 0; program.environment[i].name; i++)
        width = wider(width, program.environment[i].name);
    puts("\nEnvironment:");
    for (int i = 0; program.environment[i].name; i++)
        printf("  %-*s  %s\n", width, program.environment[i].name, program.environment[i].help);
}

static void print_help(void)
{
    printf("%s\n\nusage: %s COMMAND [options]\n\n", program.about, program.name);
    print_commands();
    printf("\nFor more about a command: %s help COMMAND, or %s COMMAND --help.\nTo begin: %s\n\nExit codes:\n",
           program.name, program.name, program.begin);
    for (int i = 0; i < EXIT_CODE_COUNT; i++)
        printf("  %d  %s\n", exit_codes[i].code, exit_codes[i].help);
    if (program.environment[0].name)
        print_environment();
}

/* ---- for the manual, the completions and the page ---- */

static void describe_meaning(const char *name, const char *help, bool first)
{
    printf("%s{", first ? "" : ",");
    describe_text("name", name);
    putchar(',');
    describe_text("help", help);
    putchar('}');
}

static void describe_tables(const struct game *game, bool first)
{
    char text[TABLES_SIZE];
    struct writer w = write_into(text, sizeof text);

    tables_write(game, &w);
    printf("%s\"%s\":%s", first ? "" : ",", game->id, text);
}

/* All tables in a line of JSON. */
static int describe(void)
{
    putchar('{');
    describe_text("name", program.name);
    putchar(',');
    describe_text("version", program.version ? program.version : "");
    putchar(',');
    describe_text("about", program.about);
    putchar(',');
    describe_text("begin", program.begin);
    printf(",\"commands\":[");
    for (int i = 0; program.commands[i]; i++) {
        char name[32], flag[] = DESCRIBE, *argv[] = {name, flag, NULL};
        snprintf(name, sizeof name, "%s", program.commands[i]->name);
        fputs(i ? "," : "", stdout);
        program.commands[i]->run(2, argv);
    }
    printf("],\"bots\":[");
    for (int i = 0; bots[i]; i++)
        describe_meaning(bots[i]->name, bots[i]->help, i == 0);
    printf("],\"environment\":[");
    for (int i = 0; program.environment[i].name; i++)
        describe_meaning(program.environment[i].name, program.environment[i].help, i == 0);
    printf("],\"exit_codes\":[");
    for (int i = 0; i < EXIT_CODE_COUNT; i++) {
        char code[8];
        snprintf(code, sizeof code, "%d", exit_codes[i].code);
        describe_meaning(code, exit_codes[i].help, i == 0);
    }
    printf("],\"tables\":{");
    for (int i = 0; games[i]; i++)
        describe_tables(games[i], i == 0);
    puts("}}");
    return EXIT_DONE;
}

/* ---- running ---- */

/* The command of this name; NULL after saying that there is none. */
static const struct command *command_named(const char *name)
{
    enum { MOST = 32 };
    const char *names[MOST + 1] = {"help"};
    int count = 1;

    for (int i = 0; program.commands[i]; i++) {
        if (strcmp(program.commands[i]->name, name) == 0)
            return program.commands[i];
        if (count < MOST)
            names[count++] = program.commands[i]->name;
    }
    names[count] = NULL;
    const char *near = nearest_name(name, names);
    if (name[0] == '-')
        fprintf(stderr, "%s: %s: options follow the command", program.name, name);
    else
        fprintf(stderr, "%s: there is no command %s", program.name, name);
    if (near)
        fprintf(stderr, "; did you mean %s?", near);
    fprintf(stderr, "\n(%s --help lists the commands)\n", program.name);
    return NULL;
}

static bool is_one_of(const char *word, const char *const *words)
{
    while (*words && strcmp(*words, word) != 0)
        words++;
    return *words;
}

static const char *const help_words[] = {"help", "--help", "-h", NULL};

static int show_help(int argc, char **argv)
{
    if (argc < 3 || is_one_of(argv[2], help_words)) {
        print_help();
        return EXIT_DONE;
    }
    if (argc > 3) {
        fprintf(stderr, "%s help: %s: one command at a time\n", program.name, argv[3]);
        return EXIT_USAGE;
    }
    const struct command *command = command_named(argv[2]);
    char flag[] = "--help", *asked[] = {argv[2], flag, NULL};
    return command ? command->run(2, asked) : EXIT_USAGE;
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        print_help();
        return EXIT_USAGE;
    }
    if (is_one_of(argv[1], help_words))
        return show_help(argc, argv);
    if (program.version && strcmp(argv[1], "--version") == 0) {
        printf("%s %s\n", program.name, program.version);
        return EXIT_DONE;
    }
    if (strcmp(argv[1], DESCRIBE) == 0)
        return describe();
    const struct command *command = command_named(argv[1]);
    return command ? command->run(argc - 1, argv + 1) : EXIT_USAGE;
}

int program_run(int argc, char **argv)
{
    return output_finished(run(argc, argv));
}
