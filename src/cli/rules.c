/* parlor rules: the rules of a game. The texts are those of docs/rules, built
 * into the program. */
#include <stdio.h>
#include <stdlib.h>

#include "memory.h"
#include "cli/cli.h"
#include "term/rulebook.h"

static int print_plain(const struct game *game, const struct language *language)
{
    struct rulebook book = rulebook_in(game, language);
    char *text = must_alloc(RULEBOOK_SIZE);
    struct writer w = write_into(text, RULEBOOK_SIZE);

    rulebook_write(&book, &w);
    fwrite(text, 1, w.length, stdout);
    free(text);
    return EXIT_DONE;
}

static int print_drawn(const struct game *game, const struct language *language)
{
    char *drawn = rulebook_drawn(game, language);

    fputs(drawn, stdout);
    free(drawn);
    return EXIT_DONE;
}

static int list_games(void)
{
    puts("parlor rules GAME prints the rules of one of these:\n");
    for (int i = 0; games[i]; i++)
        printf("  %-11s %s\n", games[i]->id, games[i]->title);
    return EXIT_DONE;
}

static int run(int argc, char **argv)
{
    bool plain = false;
    const char *lang = NULL;
    const struct language *language;
    const struct arg args[] = {
        arg_lang(&lang),
        {.name = "plain",
         .kind = ARG_FLAG,
         .help = "print Markdown as it was written, in a terminal too",
         .into.flag = &plain},
        {.name = NULL},
    };
    const char *words[MAX_WORDS];
    int exit_code, count = args_read(&command_rules, args, argc, argv, words, &exit_code);

    if (count < 0)
        return exit_code;
    if (count > 1)
        return usage_error(&command_rules, "%s: name one game only", words[1]);
    if (count == 0)
        return list_games();
    const struct game *game = game_named(&command_rules, words[0]);
    if (!game || !language_wanted(&command_rules, lang, false, &language))
        return EXIT_USAGE;
    return plain || !colour_wanted() ? print_plain(game, language) : print_drawn(game, language);
}

const struct command command_rules = {
    .name = "rules",
    .usage = "[GAME] [options]",
    .summary = "Print the rules of a game",
    .details = "Without a game, this lists the games. In a terminal, headings and examples have\n"
               "colours; elsewhere, and with --plain, you get the Markdown as it was written.\n"
               "If the rules have not been translated into your language, you get the English\n"
               "text.\n"
               "\n"
               "  parlor rules scout\n"
               "  parlor rules scout | less\n"
               "  parlor rules scout --lang zh-Hant\n",
    .run = run,
};
