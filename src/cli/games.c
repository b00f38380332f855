/* parlor games: what there is to play. */
#include <stdio.h>
#include <stdlib.h>

#include "bots/bot.h"
#include "cli/cli.h"

/* What may be set, and beneath it what for. */
static void print_option(const struct option *option)
{
    printf("            %s=", option->name);
    if (option->kind == OPTION_NUMBER)
        printf("%d..%d", option->least, option->most);
    else
        printf("%s", option->values);
    printf("\n              %s (default: %s)\n", option->help, option->fallback);
}

static void print_game(const struct game *game)
{
    printf("%-11s %s, %d to %d players, about %d minutes\n            %s\n", game->id, game->title, game->min_players,
           game->max_players, game->minutes, game->summary);
    for (const struct option *option = game->options; option->name; option++)
        print_option(option);
}

static void print_game_json(const struct game *game)
{
    char line[4096];
    struct writer w = write_into(line, sizeof line);

    write_char(&w, '{');
    write_key_text(&w, "id", game->id);
    write_key_text(&w, "title", game->title);
    write_key_text(&w, "summary", game->summary);
    write_key_number(&w, "minutes", game->minutes);
    write_key_number(&w, "min_players", game->min_players);
    write_key_number(&w, "max_players", game->max_players);
    write_key_number(&w, "max_actions", game->max_actions);
    write_key_number(&w, "observation_size", (int)game->observation_size);
    bot_write_offered(&w, game);
    write_key(&w, "options");
    write_char(&w, '[');
    for (const struct option *option = game->options; option->name; option++) {
        write_item(&w);
        write_char(&w, '{');
        write_key_text(&w, "name", option->name);
        if (option->kind == OPTION_NUMBER) {
            write_key_number(&w, "least", option->least);
            write_key_number(&w, "most", option->most);
        } else {
            write_key_text(&w, "values", option->values);
        }
        write_key_text(&w, "default", option->fallback);
        write_key_text(&w, "help", option->help);
        write_char(&w, '}');
    }
    write_text(&w, "]}");
    puts(line);
}

static int run(int argc, char **argv)
{
    bool json = false;
    const struct arg args[] = {
        arg_json(&json),
        {.name = NULL},
    };
    const char *words[MAX_WORDS];
    int exit_code, count = args_read(&command_games, args, argc, argv, words, &exit_code);

    if (count < 0)
        return exit_code;
    if (count > 1)
        return usage_error(&command_games, "%s: one game, or none for all", words[1]);
    const struct game *only = count ? game_named(&command_games, words[0]) : NULL;
    if (count && !only)
        return EXIT_USAGE;
    for (int i = 0; games[i]; i++)
        if (!only || only == games[i])
            (json ? print_game_json : print_game)(games[i]);
    return EXIT_DONE;
}

const struct command command_games = {
    .name = "games",
    .usage = "[GAME] [options]",
    .summary = "List the games, their numbers of players and their options",
    .details = "You set options of a game as name=value, in play, sim, arena and lab.\n"
               "\n"
               "  parlor games\n"
               "  parlor games belle\n"
               "  parlor play belle last-turn=finish\n",
    .run = run,
};
