/* The list of features.h. */
#include "lab/features.h"

#define FEATURES(name) &name##_features,
#define NO_FEATURES(name)
#define GAME(name, bot, drawing, features) features(name)
static const struct features *const all[] = {GAMES(GAME) NULL};

struct features features_of(const struct game *game)
{
    for (int i = 0; all[i]; i++)
        if (all[i]->game == game)
            return *all[i];
    return features_unlisted(game);
}
