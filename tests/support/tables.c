/* See tables.h. */
#include "support/tables.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "support/scale.h"

struct blob blob_of(const char *bytes, size_t length)
{
    struct blob blob = {.bytes = malloc(length + 1), .length = length};

    assert_non_null(blob.bytes);
    memcpy(blob.bytes, bytes, length);
    blob.bytes[length] = '\0';
    return blob;
}

struct blob blob_file(const char *path)
{
    FILE *in = fopen(path, "rb"), *out;
    struct blob blob;
    char part[4096];

    assert_non_null(in);
    out = open_memstream(&blob.bytes, &blob.length);
    assert_non_null(out);
    for (size_t got; (got = fread(part, 1, sizeof part, in)) > 0;)
        fwrite(part, 1, got, out);
    assert_false(ferror(in));
    fclose(in);
    assert_int_equal(fclose(out), 0);
    return blob;
}

void blob_free(struct blob *blob)
{
    free(blob->bytes);
    *blob = (struct blob){.bytes = NULL};
}

void assert_same_bytes(const struct blob *a, const struct blob *b)
{
    assert_int_equal(a->length, b->length);
    assert_memory_equal(a->bytes, b->bytes, a->length);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **files_named(const char *folder, const char *ending)
{
    DIR *dir = opendir(folder);
    char **paths = calloc(1, sizeof *paths);
    size_t count = 0;

    assert_non_null(dir);
    assert_non_null(paths);
    for (const struct dirent *entry; (entry = readdir(dir));) {
        size_t length = strlen(entry->d_name), tail = strlen(ending);
        if (length < tail || strcmp(entry->d_name + length - tail, ending) != 0)
            continue;
        paths = realloc(paths, (count + 2) * sizeof *paths);
        assert_non_null(paths);
        assert_true(asprintf(&paths[count++], "%s/%s", folder, entry->d_name) > 0);
        paths[count] = NULL;
    }
    closedir(dir);
    qsort(paths, count, sizeof *paths, by_name);
    return paths;
}

FILE *open_bytes(const char *bytes, size_t length)
{
    /* The stream only reads; fmemopen() asks for a pointer it could write to. */
    FILE *in = fmemopen((void *)(uintptr_t)bytes, length, "rb");
    assert_non_null(in);
    return in;
}

struct blob record_bytes(const struct table *t, bool legal)
{
    struct blob blob;
    FILE *out = open_memstream(&blob.bytes, &blob.length);

    assert_non_null(out);
    assert_true(record_write(t, legal, out));
    assert_int_equal(fclose(out), 0);
    return blob;
}

struct table *read_whole(const char *bytes, size_t length)
{
    FILE *in = open_bytes(bytes, length);
    struct record_file *file = record_open(in);
    struct table *t = NULL, *none = NULL;
    struct problem why = {.text = ""};

    assert_non_null(file);
    if (record_read(file, &t, &why) != RECORD_WHOLE)
        fail_msg("not a whole record: %s", why.text);
    assert_int_equal(record_read(file, &none, &why), RECORD_NONE);
    record_close(file);
    fclose(in);
    return t;
}

struct table_plan plan_for(const struct game *game, int players, uint8_t seed)
{
    struct table_plan plan = {.game = game, .players = players, .seed = {{seed}}};
    struct problem why;
    char name[] = "seat 0";

    for (int seat = 0; seat < players; seat++) {
        name[5] = (char)('0' + seat);
        assert_true(plan_name(&plan, seat, name, &why));
    }
    return plan;
}

struct table *new_table(const struct game *game, int players, uint8_t seed)
{
    struct table_plan plan = plan_for(game, players, seed);
    struct problem why = {.text = ""};
    struct table *t = table_open(&plan, &why);

    if (!t || !table_deal(t, &why))
        fail_msg("%s for %d: %s", game->id, players, why.text);
    return t;
}

int play_at_random(struct table *t, struct rng *rng, int most)
{
    uint16_t ids[LEGAL_SIZE];
    struct problem why = {.text = ""};
    int made = 0;

    for (; made < most && table_turn(t).kind == TURN_CHOICE; made++) {
        uint8_t seats = table_turn(t).seats;
        for (uint32_t skip = rng_below(rng, (uint32_t)__builtin_popcount(seats)); skip > 0; skip--)
            seats &= (uint8_t)(seats - 1);
        int seat = __builtin_ctz(seats), count = table_legal(t, seat, ids);
        assert_true(count > 0);
        if (!table_do(t, seat, ids[rng_below(rng, (uint32_t)count)], &why))
            fail_msg("%s: a legal choice is refused: %s", table_game(t)->id, why.text);
    }
    return made;
}

int test_stride(void)
{
    return (int)scaled(25, 1, 1);
}
