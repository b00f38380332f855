/* The texts that come from the page and go to it. See engine.h. */
#include "wasm/engine.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

enum { INPUT_MAX = 1 << 24 }; /* bytes; the record of a long game has some 100,000 */

char message[MESSAGE_SIZE];
static char *in;
static size_t in_length;
static struct gathered given; /* what was handed over last */

char *input(uint32_t length)
{
    free(in);
    in = length <= INPUT_MAX ? malloc((size_t)length + 1) : NULL;
    in_length = in ? length : 0;
    if (in)
        in[length] = '\0';
    return in;
}

const char *input_text(void)
{
    return in ? in : "";
}

size_t input_length(void)
{
    return in_length;
}

void gather(struct gathered *out, const char *bytes, size_t length)
{
    if (out->length + length + 1 > out->capacity) {
        out->capacity = 2 * (out->length + length + 1);
        out->text = must_resize(out->text, out->capacity);
    }
    memcpy(out->text + out->length, bytes, length);
    out->length += length;
    out->text[out->length] = '\0';
}

const char *hand_over(struct gathered *out)
{
    free(given.text);
    given = *out;
    *out = (struct gathered){.text = NULL};
    return given.text ? given.text : "";
}

static uint8_t entropy[SEED_BYTES];

uint8_t *random_bytes(void)
{
    return entropy;
}

void randomize(void)
{
    randombytes_seed(entropy);
    memset(entropy, 0, sizeof entropy);
}

const char *games_list(void)
{
    struct writer w = write_into(message, sizeof message);

    body_games(&w);
    return message;
}
