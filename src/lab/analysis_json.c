/* An analysis as JSON: see analysis_write_json(). */
#include <string.h>

#include "lab/analysis.h"
#include "table/record.h"
#include "words/words.h"

static void write_string(const char *key, const char *text, size_t length, FILE *out)
{
    char json[8192];
    struct writer w = write_into(json, sizeof json);

    write_json_string(&w, text, length);
    fprintf(out, "\"%s\":%s,", key, json);
}

static void write_header(const struct analysis *analysis, bool cut, FILE *out)
{
    const struct table_plan *plan = table_plan(analysis->table);
    char seed[SEED_DIGITS + 1], text[4096];
    struct writer w = write_into(text, sizeof text);

    seed_text(&analysis->seed, seed);
    record_options(plan, &w);
    write_char(&w, ',');
    record_names(plan, &w);
    fprintf(out, "{\"game\":\"%s\",\"players\":%d,%s,\"cut\":%s,\"seed\":\"%s\",\"simulations\":%d,", plan->game->id,
            plan->players, text, cut ? "true" : "false", seed, analysis->simulations);
}

static void write_chances(const struct analysis *analysis, FILE *out)
{
    fprintf(out, "\"chances\":[[");
    for (int seat = 0; seat < analysis->players; seat++)
        fprintf(out, "%s%.6f", seat ? "," : "", 1.0 / analysis->players);
    for (int step = 0; step < analysis->steps; step++)
        for (int seat = 0; seat < analysis->players; seat++)
            fprintf(out, "%s%.6f", seat ? "," : "],[", analysis->by_step[step].chances[seat]);
    fprintf(out, "]],");
}

/* Writes the search's choice in words. */
static void write_best_told(const struct analysis *analysis, int step, FILE *out)
{
    char told[4096];
    struct writer w = write_into(told, sizeof told);

    words_choice_at(plain_listener(OPEN), analysis->table, step, analysis->by_step[step].best, &w);
    write_string("best_told", told, w.length, out);
}

static void write_decision(const struct analysis *analysis, int step, FILE *out)
{
    const struct analysis_step *it = &analysis->by_step[step];
    char notation[256];
    struct writer w = write_into(notation, sizeof notation);

    fprintf(out, "{\"step\":%d,\"seat\":%d,", step, it->step.actor);
    if (it->round > 0)
        fprintf(out, "\"round\":%d,", it->round);
    fprintf(out, "\"legal\":%d,", it->legal);
    analysis_action(analysis, step, it->step.id, &w);
    write_string("taken", notation, w.length, out);
    w = write_into(notation, sizeof notation);
    analysis_action(analysis, step, it->best, &w);
    write_string("best", notation, w.length, out);
    if (it->verdict >= VERDICT_MISTAKE)
        write_best_told(analysis, step, out);
    fprintf(out, "\"value\":%.6f,\"best_value\":%.6f,\"loss\":%.6f,\"error\":%.6f,\"verdict\":\"%s\",\"change\":%.6f}",
            it->value, it->best_value, it->loss, it->error, verdict_names[it->verdict], it->own);
}

static void write_decisions(const struct analysis *analysis, FILE *out)
{
    bool first = true;

    fprintf(out, "\"decisions\":[");
    for (int step = 0; step < analysis->steps; step++)
        if (analysis->by_step[step].verdict != VERDICT_NONE) {
            fprintf(out, "%s", first ? "" : ",");
            write_decision(analysis, step, out);
            first = false;
        }
    fprintf(out, "],");
}

static void write_seats(const struct analysis *analysis, FILE *out)
{
    fprintf(out, "\"seats\":[");
    for (int seat = 0; seat < analysis->players; seat++) {
        const struct analysis_seat *it = &analysis->seats[seat];
        fprintf(out, "%s{\"share\":%.6f,\"luck\":%.6f,\"own\":%.6f,\"others\":%.6f", seat ? "," : "", it->share,
                it->luck, it->own, it->others);
        if (analysis->seat == EVERYBODY || analysis->seat == seat)
            fprintf(out, ",\"decisions\":%d,\"accuracy\":%.6f,\"mistakes\":%d,\"blunders\":%d,\"lost\":%.6f",
                    it->decisions, it->accuracy, it->verdicts[VERDICT_MISTAKE], it->verdicts[VERDICT_BLUNDER],
                    it->lost);
        fputc('}', out);
    }
    fprintf(out, "]}\n");
}

void analysis_write_json(const struct analysis *analysis, bool cut, FILE *out)
{
    write_header(analysis, cut, out);
    write_chances(analysis, out);
    write_decisions(analysis, out);
    write_seats(analysis, out);
}
