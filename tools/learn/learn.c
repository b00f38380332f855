/* Odds, draws, steps and checkpoints: see learn.h. */
#include "learn.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
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

bool descend(struct descent *descent, float *weights, float scale, float length)
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
        if (!isfinite(weights[i]))
            return lost_its_way();
    }
    return true;
}

bool lost_its_way(void)
{
    failure("the weights are no longer numbers that a bot can use; nothing is written. Take shorter steps");
    return false;
}

float step_length(long step, long steps, float longest, float shortest)
{
    return longest * powf(shortest / longest, (float)step / (float)steps);
}

bool length_typed(const struct command *command, const char *option, const char *typed, float *length)
{
    char *end;

    *length = strtof(typed, &end);
    if (end != typed && !*end && isfinite(*length) && *length > 0)
        return true;
    usage_error(command, "--%s %s: must be a number above 0", option, typed);
    return false;
}

/* Reads the first line and compares it with what should be there, then the lesson. */
static bool read_lesson(const struct checkpoint *it, FILE *in, void *lesson)
{
    for (const char *letter = it->what; *letter; letter++)
        if (fgetc(in) != *letter)
            return false;
    return fgetc(in) == '\n' && fread(lesson, it->size, 1, in) == 1 && fgetc(in) == EOF;
}

bool checkpoint_begin(struct checkpoint *it)
{
    it->saved = time(NULL);
    FILE *in = it->path ? fopen(it->path, "rb") : NULL;
    if (!in)
        return !it->path || errno == ENOENT || failure("%s: %s", it->path, strerror(errno)) == EXIT_DONE;
    void *lesson = must_alloc(it->size);
    bool whole = read_lesson(it, in, lesson);
    fclose(in);
    if (whole)
        memcpy(it->lesson, lesson, it->size);
    else
        failure("%s: is not a lesson of this command with these options; give them, or another file", it->path);
    free(lesson);
    return whole;
}

bool checkpoint_save(struct checkpoint *it)
{
    struct replacement out;

    if (!it->path)
        return true;
    if (!replacement_open(&out, it->path))
        return false;
    fprintf(out.file, "%s\n", it->what);
    fwrite(it->lesson, it->size, 1, out.file);
    it->saved = time(NULL);
    return replacement_close(&out, true);
}

bool checkpoint_step(struct checkpoint *it)
{
    enum { SECONDS = 5 };

    return time(NULL) - it->saved < SECONDS || checkpoint_save(it);
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
