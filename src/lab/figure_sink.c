/* See figure_sink.h. */
#include "lab/figure_sink.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

enum { DEEPEST = 12, PATH_SIZE = 256 };

struct level {
    bool list;   /* of things without keys */
    int things;  /* written so far */
    size_t path; /* how long the path is outside */
};

struct figure_sink {
    struct gathered *gather; /* NULL: it writes */
    FILE *json, *csv;
    const struct gathered *all, *less;
    int blocks;
    int at; /* numbers written so far */
    struct level levels[DEEPEST];
    int depth; /* of levels; the outermost is always there */
    char path[PATH_SIZE];
};

struct figure_sink *sink_gather(struct gathered *into)
{
    struct figure_sink *sheet = must_zero(1, sizeof *sheet);

    into->count = 0;
    sheet->gather = into;
    return sheet;
}

struct figure_sink *sink_write(FILE *json, FILE *csv, const char *path, const struct gathered *all,
                               const struct gathered *less, int blocks)
{
    struct figure_sink *sheet = must_zero(1, sizeof *sheet);

    *sheet = (struct figure_sink){.json = json, .csv = csv, .all = all, .less = less, .blocks = blocks};
    snprintf(sheet->path, sizeof sheet->path, "%s", path);
    return sheet;
}

void sink_close(struct figure_sink *sheet)
{
    free(sheet);
}

/* ---- estimates ---- */

/* Returns the 97.5 % quantile of t with `freedom` degrees of freedom, by the
 * expansion of Cornish and Fisher; the first few come from tables. */
static double t_quantile(int freedom)
{
    static const double few[] = {0, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365};
    const double z = 1.959964, f = freedom;

    if (freedom < (int)(sizeof few / sizeof *few))
        return few[freedom];
    return z + (pow(z, 3) + z) / (4 * f) + (5 * pow(z, 5) + 16 * pow(z, 3) + 3 * z) / (96 * f * f);
}

struct estimate sink_estimate(double whole, const double *without, int blocks)
{
    double mean = 0, squares = 0;

    for (int i = 0; i < blocks; i++)
        mean += without[i] / blocks;
    for (int i = 0; i < blocks; i++)
        squares += (without[i] - mean) * (without[i] - mean);
    if (blocks < 2)
        return (struct estimate){.mean = whole, .low = NAN, .high = NAN};
    double half = t_quantile(blocks - 1) * sqrt(squares * (blocks - 1) / blocks);
    return (struct estimate){.mean = whole, .low = whole - half, .high = whole + half};
}

static double number_of(const struct figure_sink *sheet, int block)
{
    double number = sheet->all[block].numbers[sheet->at];
    return sheet->less ? number - sheet->less[block].numbers[sheet->at] : number;
}

static struct estimate next_estimate(struct figure_sink *sheet)
{
    double without[BLOCKS_MAX];

    for (int i = 0; i < sheet->blocks; i++)
        without[i] = number_of(sheet, i + 1);
    struct estimate it = sink_estimate(number_of(sheet, 0), without, sheet->blocks);
    sheet->at++;
    return it;
}

/* ---- writing ---- */

static void write_comma_and_key(struct figure_sink *sheet, const char *key)
{
    struct level *level = &sheet->levels[sheet->depth];

    fputs(level->things ? "," : "", sheet->json);
    if (key)
        fprintf(sheet->json, "\"%s\":", key);
    level->things++;
}

/* A figure that does not exist, because there was no such game, is null. */
static void write_figure(FILE *out, double number, const char *missing)
{
    if (isfinite(number))
        fprintf(out, "%.6g", number);
    else
        fputs(missing, out);
}

static void write_csv(struct figure_sink *sheet, const char *key, const struct estimate *it, int64_t count)
{
    fprintf(sheet->csv, "%s.%s,", sheet->path, key ? key : "");
    write_figure(sheet->csv, it->mean, "");
    fputc(',', sheet->csv);
    write_figure(sheet->csv, it->low, "");
    fputc(',', sheet->csv);
    write_figure(sheet->csv, it->high, "");
    fprintf(sheet->csv, ",%lld\n", (long long)count);
}

/* The key of a thing in a list is its number. */
static const char *key_in_path(const struct figure_sink *sheet, const char *key, char number[16])
{
    if (key)
        return key;
    snprintf(number, 16, "%d", sheet->levels[sheet->depth].things);
    return number;
}

static void gather_number(struct figure_sink *sheet, double value)
{
    enum { LITTLE = 1024 };
    struct gathered *into = sheet->gather;

    if (into->count == into->capacity) {
        into->capacity = into->capacity ? 2 * into->capacity : LITTLE;
        into->numbers = must_resize(into->numbers, (size_t)into->capacity * sizeof *into->numbers);
    }
    into->numbers[into->count++] = value;
}

void sink_number(struct figure_sink *sheet, const char *key, double value, int64_t count)
{
    char number[16];

    if (sheet->gather) {
        gather_number(sheet, value);
        return;
    }
    struct estimate it = next_estimate(sheet);
    write_csv(sheet, key_in_path(sheet, key, number), &it, count);
    write_comma_and_key(sheet, key);
    fputs("{\"mean\":", sheet->json);
    write_figure(sheet->json, it.mean, "null");
    fputs(",\"low\":", sheet->json);
    write_figure(sheet->json, it.low, "null");
    fputs(",\"high\":", sheet->json);
    write_figure(sheet->json, it.high, "null");
    fprintf(sheet->json, ",\"n\":%lld}", (long long)count);
}

void sink_count(struct figure_sink *sheet, const char *key, int64_t count)
{
    if (sheet->gather)
        return;
    write_comma_and_key(sheet, key);
    fprintf(sheet->json, "%lld", (long long)count);
}

void sink_counts(struct figure_sink *sheet, const char *key, const int64_t *counts, int count)
{
    sink_list(sheet, key);
    for (int i = 0; i < count; i++)
        sink_count(sheet, NULL, counts[i]);
    sink_end(sheet);
}

void sink_text(struct figure_sink *sheet, const char *key, const char *text)
{
    char quoted[1024];
    struct writer w = write_into(quoted, sizeof quoted);

    if (sheet->gather)
        return;
    write_json_string(&w, text, strlen(text));
    write_comma_and_key(sheet, key);
    fputs(quoted, sheet->json);
}

static void go_down(struct figure_sink *sheet, const char *key, const char *name, bool list)
{
    char number[16];
    size_t length = strlen(sheet->path);

    if (sheet->gather)
        return;
    name = key_in_path(sheet, name, number);
    write_comma_and_key(sheet, key);
    fputc(list ? '[' : '{', sheet->json);
    snprintf(sheet->path + length, sizeof sheet->path - length, ".%s", name);
    assert(sheet->depth + 1 < DEEPEST);
    sheet->levels[++sheet->depth] = (struct level){.list = list, .path = length};
}

void sink_object(struct figure_sink *sheet, const char *key)
{
    go_down(sheet, key, key, false);
}

void sink_list(struct figure_sink *sheet, const char *key)
{
    go_down(sheet, key, key, true);
}

void sink_named(struct figure_sink *sheet, const char *name)
{
    go_down(sheet, NULL, name, false);
    sink_text(sheet, "name", name);
}

void sink_end(struct figure_sink *sheet)
{
    if (sheet->gather)
        return;
    const struct level *level = &sheet->levels[sheet->depth--];
    fputc(level->list ? ']' : '}', sheet->json);
    sheet->path[level->path] = '\0';
}
