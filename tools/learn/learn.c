/* Odds, draws and steps: see learn.h. */
#include "learn.h"

#include <math.h>
#include <stdio.h>

#include "table/record.h"

float draw_evenly(struct rng *rng)
{
    return ((float)(rng_word(rng) >> 9) + 0.5f) / (float)(1 << 23);
}

void chances_of(float *likings, int count)
{
    float most = likings[0], sum = 0;

    for (int i = 1; i < count; i++)
        most = likings[i] > most ? likings[i] : most;
    for (int i = 0; i < count; i++)
        sum += likings[i] = expf(likings[i] - most);
    for (int i = 0; i < count; i++)
        likings[i] /= sum;
}

int draw_by(const float *chances, int count, struct rng *rng)
{
    float left = draw_evenly(rng);
    int i = 0;

    while (i < count - 1 && (left -= chances[i]) >= 0)
        i++;
    return i;
}

void descend(struct descent *descent, float *weights, float scale, float length)
{
    static const float mean_memory = 0.9f;
    descent->steps++;
    float mean_part = 1 - powf(mean_memory, (float)descent->steps);
    float square_part = 1 - powf(descent->memory, (float)descent->steps);

    for (size_t i = 0; i < descent->count; i++) {
        float slope = descent->slopes[i] * scale;
        descent->slopes[i] = 0;
        descent->mean[i] += (1 - mean_memory) * (slope - descent->mean[i]);
        descent->square[i] += (1 - descent->memory) * (slope * slope - descent->square[i]);
        weights[i] -=
            length * (descent->mean[i] / mean_part) / (sqrtf(descent->square[i] / square_part) + descent->least);
    }
}

bool read_records(const struct game *game, const char *path, bool (*each)(void *, const struct table *), void *it)
{
    FILE *in = records_open(&path);
    if (!in)
        return false;
    struct record_file *file = record_open(in);
    struct table *table = NULL;
    struct problem why = {.text = "out of memory"};
    enum record_status status = RECORD_REFUSED;

    while (file && ((status = record_read(file, &table, &why)) == RECORD_WHOLE || status == RECORD_CUT)) {
        if (table_game(table) != game) {
            problem_set(&why, "not a game of %s", game->title);
            status = RECORD_REFUSED;
        }
        bool added = status != RECORD_REFUSED && each(it, table);
        table_close(table);
        if (!added)
            break;
    }
    if (status == RECORD_REFUSED)
        failure("%s: %s", path, why.text);
    record_close(file);
    if (in != stdin)
        fclose(in);
    return status == RECORD_NONE;
}
