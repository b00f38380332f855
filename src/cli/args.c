/* Arguments and --help, from the tables the commands give. */
#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

int usage_error(const struct command *command, const char *format, ...)
{
    va_list list;

    fflush(stdout);
    fprintf(stderr, "%s %s: ", program.name, command->name);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fprintf(stderr, "\n(See %s %s --help.)\n", program.name, command->name);
    return EXIT_USAGE;
}

int failure(const char *format, ...)
{
    va_list list;

    progress_hide();
    fflush(stdout);
    fprintf(stderr, "%s: ", program.name);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    return EXIT_FAILED;
}

int output_finished(int exit_code)
{
    if (fflush(stdout) != 0 || ferror(stdout))
        return failure("standard output: %s", strerror(errno));
    return exit_code;
}

/* How many letters must be added, dropped or changed to make one of the other. */
static int distance(const char *a, const char *b)
{
    enum { LONGEST = 32 };
    int row[LONGEST + 1];
    size_t m = strlen(a), n = strlen(b);

    if (m > LONGEST || n > LONGEST)
        return LONGEST;
    for (size_t j = 0; j <= n; j++)
        row[j] = (int)j;
    for (size_t i = 1; i <= m; i++) {
        int corner = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= n; j++) {
            int change = corner + (a[i - 1] != b[j - 1]);
            corner = row[j];
            int step = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            row[j] = change < step ? change : step;
        }
    }
    return row[n];
}

const char *nearest_name(const char *typed, const char *const *names)
{
    const char *best = NULL;
    int least = 3; /* further away is another word */

    for (; *names; names++) {
        bool beginning = strlen(typed) >= 2 && strncmp(*names, typed, strlen(typed)) == 0;
        int far = beginning ? 0 : distance(typed, *names);
        if (far < least && far < (int)strlen(*names)) {
            least = far;
            best = *names;
        }
    }
    return best;
}

enum { SHOWN_SIZE = 64 }; /* --name VALUE */

/* --name VALUE, as --help shows it; its length. */
static int write_option(const struct arg *arg, char out[SHOWN_SIZE])
{
    return snprintf(out, SHOWN_SIZE, "--%s%s%s", arg->name, arg->value ? " " : "", arg->value ? arg->value : "");
}

static void print_options(const struct arg *args)
{
    char option[SHOWN_SIZE];
    int width = (int)strlen("--help");

    for (const struct arg *arg = args; arg->name; arg++)
        width = write_option(arg, option) > width ? write_option(arg, option) : width;
    for (const struct arg *arg = args; arg->name; arg++) {
        write_option(arg, option);
        printf("  %-*s  %s\n", width, option, arg->help);
    }
    printf("  %-*s  %s\n", width, "--help", "show this help");
}

static void print_help(const struct command *command, const struct arg *args)
{
    printf("usage: %s %s%s%s\n\n%s.\n\n", program.name, command->name, command->usage[0] ? " " : "", command->usage,
           command->summary);
    print_options(args);
    if (command->lists_bots) {
        printf("\nBots, from the weakest to the strongest:\n");
        for (int i = 0; bots[i]; i++)
            printf("  %-8s %s\n", bots[i]->name, bots[i]->help);
    }
    printf("\n%s", command->details);
}

void describe_text(const char *key, const char *text)
{
    char quoted[1 << 14];
    struct writer w = write_into(quoted, sizeof quoted);

    write_json_string(&w, text, strlen(text));
    assert(!w.overflow);
    printf("\"%s\":%s", key, quoted);
}

static void describe_command(const struct command *command, const struct arg *args)
{
    const struct {
        const char *key, *text;
    } texts[] = {{"name", command->name},
                 {"usage", command->usage},
                 {"summary", command->summary},
                 {"details", command->details}};

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        putchar(i ? ',' : '{');
        describe_text(texts[i].key, texts[i].text);
    }
    printf(",\"lists_bots\":%s,\"options\":[", command->lists_bots ? "true" : "false");
    for (const struct arg *arg = args; arg->name; arg++) {
        printf("%s{", arg == args ? "" : ",");
        describe_text("name", arg->name);
        putchar(',');
        describe_text("value", arg->value ? arg->value : "");
        putchar(',');
        describe_text("help", arg->help);
        putchar('}');
    }
    printf("]}");
}

static const struct arg *find_arg(const struct arg *args, const char *name, size_t length)
{
    for (; args->name; args++)
        if (strlen(args->name) == length && strncmp(args->name, name, length) == 0)
            return args;
    return NULL;
}

/* Whether some game has an option of this name. */
static bool is_game_option(const char *name)
{
    for (int i = 0; games[i]; i++)
        for (const struct option *option = games[i]->options; option->name; option++)
            if (strcmp(option->name, name) == 0)
                return true;
    return false;
}

static int unknown_option(const struct command *command, const struct arg *args, const char *word)
{
    enum { MOST = 32 };
    const char *names[MOST + 1];
    int count = 0;
    size_t length = strcspn(word, "=");
    char typed[40];

    for (; count < MOST - 1 && args[count].name; count++)
        names[count] = args[count].name;
    names[count++] = "help";
    names[count] = NULL;
    snprintf(typed, sizeof typed, "%.*s", (int)length, word);
    const char *name = typed + (strncmp(typed, "--", 2) == 0 ? 2 : 1), *near = nearest_name(name, names);
    if (is_game_option(name))
        return usage_error(command, "there is no option %s; options of games have no dashes: %s=VALUE", typed, name);
    if (near)
        return usage_error(command, "there is no option %s; did you mean --%s?", typed, near);
    return usage_error(command, "there is no option %s", typed);
}

static bool store_value(const struct command *command, const struct arg *arg, const char *value)
{
    if (arg->kind == ARG_TEXT) {
        *arg->into.text = value;
        return true;
    }
    char *end;
    errno = 0;
    long number = strtol(value, &end, 10);
    if (errno || end == value || *end || value[0] == '+' || value[0] == ' ' || number < arg->least ||
        number > arg->most) {
        usage_error(command, "--%s %s: must be a number from %ld to %ld", arg->name, value, arg->least, arg->most);
        return false;
    }
    *arg->into.number = number;
    return true;
}

/* One word beginning with two dashes. Takes a value from the next if it has to;
 * returns how many words were used, or -1 after saying what is wrong. */
static int read_option(const struct command *command, const struct arg *args, char **argv, int left)
{
    const char *name = argv[0] + 2, *equals = strchr(name, '=');
    const struct arg *arg = find_arg(args, name, equals ? (size_t)(equals - name) : strlen(name));

    if (!arg) {
        unknown_option(command, args, argv[0]);
        return -1;
    }
    if (arg->kind == ARG_FLAG) {
        if (equals) {
            usage_error(command, "--%s takes no value", arg->name);
            return -1;
        }
        *arg->into.flag = true;
        return 1;
    }
    if (!equals && (left < 2 || strncmp(argv[1], "--", 2) == 0)) {
        usage_error(command, "--%s needs a value: --%s %s", arg->name, arg->name, arg->value);
        return -1;
    }
    return store_value(command, arg, equals ? equals + 1 : argv[1]) ? equals ? 1 : 2 : -1;
}

static const struct arg *args_known; /* of the command that was read last */

bool option_exists(const char *name)
{
    return find_arg(args_known, name, strlen(name));
}

int args_read(const struct command *command, const struct arg *args, int argc, char **argv,
              const char *words[MAX_WORDS], int *exit_code)
{
    int count = 0;
    bool options = true;

    args_known = args;
    *exit_code = EXIT_USAGE;
    for (int i = 1; i < argc;) {
        const char *word = argv[i];
        if (options && (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)) {
            print_help(command, args);
            *exit_code = EXIT_DONE;
            return -1;
        }
        if (options && strcmp(word, DESCRIBE) == 0) {
            describe_command(command, args);
            *exit_code = EXIT_DONE;
            return -1;
        }
        if (options && strcmp(word, "--") == 0) {
            options = false;
            i++;
        } else if (options && strncmp(word, "--", 2) == 0) {
            int used = read_option(command, args, argv + i, argc - i);
            if (used < 0)
                return -1;
            i += used;
        } else if (options && word[0] == '-' && word[1]) {
            unknown_option(command, args, word);
            return -1;
        } else if (count == MAX_WORDS) {
            usage_error(command, "unexpected argument: %s", word);
            return -1;
        } else {
            words[count++] = argv[i++];
        }
    }
    return count;
}
