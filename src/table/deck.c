/* Reading a custom deck from its directory: see struct game_deck and
 * plan_deck(). What the files must look like is the game's business. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/table.h"

enum { FILE_SIZE = DECK_SIZE, PATH_SIZE = 256 };

/* The text of a file, ending in NUL. */
static bool read_text(const char *path, char *text, struct problem *why)
{
    FILE *in = fopen(path, "rb");

    if (!in)
        return problem_set(why, "%s: %s", path, strerror(errno));
    size_t length = fread(text, 1, FILE_SIZE, in);
    bool failed = ferror(in);
    int reason = errno;
    fclose(in);
    if (failed)
        return problem_set(why, "%s: %s", path, strerror(reason));
    if (length == FILE_SIZE)
        return problem_set(why, "%s: the file is too large for a deck", path);
    if (memchr(text, '\0', length))
        return problem_set(why, "%s: the file has a NUL byte", path);
    text[length] = '\0';
    return true;
}

static bool read_files(const struct game_deck *deck, const char *directory, char (*buffers)[FILE_SIZE],
                       const char **texts, struct problem *why)
{
    for (int i = 0; deck->files[i]; i++) {
        char path[PATH_SIZE];
        snprintf(path, sizeof path, "%s/%s", directory, deck->files[i]);
        if (!read_text(path, buffers[i], why))
            return false;
        texts[i] = buffers[i];
    }
    return true;
}

bool plan_deck(struct table_plan *plan, struct problem *why)
{
    const struct game_deck *deck = plan->game->deck;
    const char *directory = plan_deck_directory(plan), *texts[MAX_DECK_FILES];
    struct state_buffer buffer;

    if (!directory || !plan_start(plan, state_in(&buffer), why) || !deck->due(state_in(&buffer)))
        return true; /* no custom deck; what else is wrong is for table_open() to say */
    char(*files)[FILE_SIZE] = malloc(MAX_DECK_FILES * sizeof *files);
    if (!files)
        return problem_set(why, "out of memory");
    struct problem reason;
    struct writer line = write_into(plan->deck, sizeof plan->deck), said = write_into(reason.text, sizeof reason.text);
    bool fine = read_files(deck, directory, files, texts, why);
    if (fine && !deck->line(texts, &line, &said))
        fine = problem_set(why, "%s/%s", directory, reason.text);
    free(files);
    if (!fine)
        plan->deck[0] = '\0';
    return fine;
}
