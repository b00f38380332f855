/* The public API: the games, options and bots that exist before any table is opened. */
#include "api/api.h"
#include "bots/bot.h"
#include "rules/tables.h"
#include "version.h"

const char *parlor_version(void)
{
    return PARLOR_VERSION;
}

static bool write_game(const struct game *game, struct parlor_game *out)
{
    if (!game || !out)
        return false;
    *out = (struct parlor_game){
        .id = game->id,
        .title = game->title,
        .summary = game->summary,
        .min_players = game->min_players,
        .max_players = game->max_players,
        .max_actions = game->max_actions,
        .max_legal = game->max_legal,
        .observation_size = game->observation_size,
    };
    return true;
}

bool parlor_game(int index, struct parlor_game *out)
{
    for (int i = 0; games[i]; i++)
        if (i == index)
            return write_game(games[i], out);
    return false;
}

bool parlor_game_by_id(const char *id, struct parlor_game *out)
{
    return id && write_game(game_by_id(id), out);
}

bool parlor_game_of(const struct parlor_table *t, struct parlor_game *out)
{
    return t && write_game(table_game(inner_of(t)), out);
}

static const enum parlor_option_kind kinds[] = {
    [OPTION_CHOICE] = PARLOR_CHOICE,
    [OPTION_NUMBER] = PARLOR_NUMBER,
    [OPTION_TEXT] = PARLOR_TEXT,
};

bool parlor_option(const char *game, int index, struct parlor_option *out)
{
    const struct game *found = game ? game_by_id(game) : NULL;

    for (int i = 0; found && out && found->options[i].name; i++)
        if (i == index) {
            const struct option *option = &found->options[i];
            *out = (struct parlor_option){
                .name = option->name,
                .kind = kinds[option->kind],
                .values = option->values ? option->values : "",
                .least = option->least,
                .most = option->most,
                .fallback = option->fallback,
                .help = option->help,
            };
            return true;
        }
    return false;
}

size_t parlor_tables(const char *game, char *json, size_t size)
{
    const struct game *found = game ? game_by_id(game) : NULL;
    struct writer w = api_writer(json, size);

    if (found)
        tables_write(found, &w);
    return w.length;
}

static const struct bot *bot_at(int index)
{
    for (int i = 0; bots[i]; i++)
        if (i == index)
            return bots[i];
    return NULL;
}

const char *parlor_bot_name(int index)
{
    const struct bot *bot = bot_at(index);
    return bot ? bot->name : NULL;
}

const char *parlor_bot_help(int index)
{
    const struct bot *bot = bot_at(index);
    return bot ? bot->help : NULL;
}
