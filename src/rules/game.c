/* The registry of games, and what all games have in common about options. */
#include "rules/game.h"

#ifdef PARLOR_TEMPLATE /* for tests of what a game has that brings nothing but its rules */
#define TEMPLATE &template_game,
#else
#define TEMPLATE
#endif
#define GAME(name, ...) &name,
const struct game *const games[] = {GAMES(GAME) TEMPLATE NULL};

const struct game *game_by_id(const char *id)
{
    for (int i = 0; games[i]; i++)
        if (text_equal(games[i]->id, id))
            return games[i];
    return NULL;
}

bool ids_hold(const uint16_t *ids, int count, uint16_t id)
{
    int low = 0, high = count;

    while (low < high) {
        int middle = (low + high) / 2;
        if (ids[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && ids[low] == id;
}

void write_points(struct writer *w, const struct game *game, int points)
{
    if (!game->half_points) {
        write_number(w, points);
        return;
    }
    if (points == -1)
        write_char(w, '-');
    write_number(w, points / 2);
    if (points % 2)
        write_text(w, ".5");
}

void most_points_win(struct result *result, int players)
{
    int best = result->points[0];

    for (int seat = 1; seat < players; seat++)
        best = result->points[seat] > best ? result->points[seat] : best;
    for (int seat = 0; seat < players; seat++)
        if (result->points[seat] == best)
            result->winners |= seat_bit(seat);
}

static const char *value_of(const struct game *game, const struct setup *setup, int option)
{
    return setup->value[option] ? setup->value[option] : game->options[option].fallback;
}

/* Which word of a list like "off|on" a value is, or -1. */
static int choice_index(const char *values, const char *value)
{
    int index = 0;

    for (;;) {
        const char *v = value;
        while (*v && *v != '|' && *v == *values)
            v++, values++;
        if (!*v && (*values == '|' || !*values))
            return index;
        while (*values && *values != '|')
            values++;
        if (!*values++)
            return -1;
        index++;
    }
}

static bool number_value(const struct option *option, const char *value, int *number)
{
    struct reader in = read_from(value, text_length(value));
    return read_number(&in, option->least, option->most, number) && read_at_end(&in);
}

static void refuse_value(const struct option *option, const char *value, struct writer *why)
{
    write_text(why, option->name);
    write_char(why, '=');
    write_text(why, value);
    write_text(why, ": ");
    if (option->kind == OPTION_NUMBER) {
        write_text(why, "must be a number from ");
        write_number(why, option->least);
        write_text(why, " to ");
        write_number(why, option->most);
    } else {
        write_text(why, "must be one of ");
        for (const char *c = option->values; *c; c++)
            if (*c == '|')
                write_text(why, ", ");
            else
                write_char(why, *c);
    }
}

bool setup_check(const struct game *game, const struct setup *setup, struct writer *why)
{
    if (setup->players < game->min_players || setup->players > game->max_players) {
        write_text(why, game->title);
        write_text(why, " is for ");
        write_number(why, game->min_players);
        write_text(why, " to ");
        write_number(why, game->max_players);
        write_text(why, " players, not ");
        write_number(why, setup->players);
        return false;
    }
    for (int i = 0; game->options[i].name; i++) {
        const struct option *option = &game->options[i];
        const char *value = value_of(game, setup, i);
        int number;

        if ((option->kind == OPTION_CHOICE && choice_index(option->values, value) < 0) ||
            (option->kind == OPTION_NUMBER && !number_value(option, value, &number))) {
            refuse_value(option, value, why);
            return false;
        }
    }
    return true;
}

int setup_choice(const struct game *game, const struct setup *setup, int option)
{
    return choice_index(game->options[option].values, value_of(game, setup, option));
}

int setup_number(const struct game *game, const struct setup *setup, int option)
{
    int number = 0;
    number_value(&game->options[option], value_of(game, setup, option), &number);
    return number;
}
