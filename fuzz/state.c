/* Bytes from a server as the state of a table: the door (rules/accept.h) refuses them, or they are safe in everything
 * that is done with states (tests/support/exercise.h), of which each input names one thing. */
#include "state.h"

#include "rules/accept.h"
#include "support/exercise.h"

/* Slow work is done rarely, so that there is time for more inputs. */
static enum exercise exercise_of(uint8_t byte)
{
    return byte == 255 ? EXERCISE_SEARCH : byte >= 250 ? EXERCISE_NOVICE : (enum exercise)(byte % EXERCISE_NOVICE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct state_buffer view;

    if (size < HEAD)
        return 0;
    struct place place = place_of(data);
    size_t whole = place.game->state_size;
    if (size < HEAD + whole)
        return 0;
    if (state_accept(place.game, &place.setup, place.viewer, data + HEAD, whole, &view))
        return 0;
    struct guest guest = {.game = place.game,
                          .view = state_in(&view),
                          .players = place.setup.players,
                          .viewer = place.viewer,
                          .rng = rng_fast(data[HEAD_EXERCISE])};
    exercise(&guest, exercise_of(data[HEAD_EXERCISE]));
    return 0;
}
