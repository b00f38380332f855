/* See variants.h. */
#include "support/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "support/chosen.h"

static bool opens(const struct game *game, const struct setup *setup)
{
    struct state_buffer buffer;
    char why[256];
    struct writer w = write_into(why, sizeof why);
    return setup_check(game, setup, &w) && !game->start(state_in(&buffer), setup);
}

/* The k-th value worth trying for an option, or NULL after the last. */
static const char *option_value(const struct option *option, int k, char *buffer, size_t size)
{
    struct writer w = write_into(buffer, size);
    const char *word = option->kind == OPTION_CHOICE ? option->values : option->example;

    if (option->kind == OPTION_NUMBER) {
        write_number(&w, k == 0 ? option->least : option->most);
        return k < 2 ? buffer : NULL;
    }
    for (; k > 0 && word; k--)
        word = strchr(word, '|') ? strchr(word, '|') + 1 : NULL;
    if (!word)
        return NULL;
    write_bytes(&w, word, strcspn(word, "|"));
    return buffer;
}

void for_every_variant_of(const struct game *game, variant_visit *visit)
{
    for (int players = game->min_players; players <= game->max_players; players++) {
        struct setup setup = {.players = players};
        assert_true(opens(game, &setup));
        visit(game, &setup);
        for (int i = 0; game->options[i].name; i++) {
            char buffer[192];
            for (int k = 0; (setup.value[i] = option_value(&game->options[i], k, buffer, sizeof buffer)); k++)
                if (opens(game, &setup))
                    visit(game, &setup);
        }
    }
}

void for_every_variant(variant_visit *visit)
{
    int visited = 0;

    for (int i = -1; i < 0 || games[i]; i++) {
        const struct game *game = i < 0 ? &template_game : games[i];
        if (!is_chosen(game))
            continue;
        for_every_variant_of(game, visit);
        visited++;
    }
    check_chosen(visited);
}
