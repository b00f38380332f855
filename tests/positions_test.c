/* Positions: short text files that a player can write, run through a real
 * table. Each says which rules it is for, plays a few moves, and checks what is
 * legal, seen, told and scored.
 *
 * positions_test [FILE…] runs all of tests/positions, or these files.
 * positions_test --broken [FILE…] proves that the runner can fail: each file of
 * tests/positions-broken is broken in one way and must fail with the text of
 * its line `# fails: …`.
 *
 * The directives are listed in tests/positions/README.md. The seats are called
 * Ann, Ben, Cat, Dan and Eve. A wrong step or an unreadable line ends its file;
 * after a failed check the file goes on. The invariants of the game (its
 * fault()) are checked after every step besides. */
#include <ctype.h>
#include <glob.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/record.h"
#include "table/table.h"
#include "words/words.h"

enum { TEXT_SIZE = 1 << 16 };

/* One file being run. */
struct run {
    const char *file;
    int line;
    struct table_plan plan;
    struct table *table; /* NULL before `game` */
    int rules, checks;   /* ids named, and directives that check something */
    int failures;
    struct writer report; /* what failed, a line or more each */
};

/* The outcome of a directive. */
enum outcome {
    GO_ON,
    STOP, /* nothing after it in this file makes sense */
};

/* ---- reporting ---- */

static void fail(struct run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void fail(struct run *run, const char *format, ...)
{
    static char text[2 * TEXT_SIZE];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    write_text(&run->report, run->file);
    write_char(&run->report, ':');
    write_number(&run->report, run->line);
    write_text(&run->report, ": ");
    write_text(&run->report, text);
    write_char(&run->report, '\n');
    run->failures++;
}

static enum outcome stop(struct run *run, const char *what, const char *why)
{
    fail(run, "%s: %s", what, why);
    return STOP;
}

static bool contains(const char *text, const char *part)
{
    return strstr(text, part) != NULL;
}

/* A check of a text: `expected` must be in `found`, or must not. */
static void check_contains(struct run *run, const char *found, const char *part, bool wanted)
{
    if (contains(found, part) != wanted)
        fail(run, "expected a text with%s \"%s\"\n  found \"%s\"", wanted ? "" : "out", part, found);
}

/* ---- reading a line ---- */

/* Cuts the next word off a text, at a space; "" at the end. */
static char *next_word(char **text)
{
    char *word = *text + strspn(*text, " ");
    char *end = word + strcspn(word, " ");

    *text = end + strspn(end, " ");
    *end = '\0';
    return word;
}

/* Cuts a text in two at a separator; NULL if it is not there. */
static char *cut_at(char *text, const char *separator)
{
    char *at = strstr(text, separator);

    if (!at)
        return NULL;
    *at = '\0';
    return at + strlen(separator);
}

static bool read_seat(const struct run *run, const char *word, int *seat)
{
    struct reader in = read_from(word, strlen(word));
    return read_number(&in, 0, run->plan.players - 1, seat) && read_at_end(&in);
}

static bool read_viewer(const struct run *run, const char *word, int *viewer)
{
    *viewer = ONLOOKER;
    return strcmp(word, "onlooker") == 0 || read_seat(run, word, viewer);
}

/* ---- steps ---- */

static const struct game *any_game(const char *id)
{
    return strcmp(id, template_game.id) == 0 ? &template_game : game_by_id(id);
}

/* Opens a table from `scout players=3 option=value…`. */
static struct table *open_table(struct table_plan *plan, char *words, struct problem *why)
{
    static const char *const names[MAX_SEATS] = {"Ann", "Ben", "Cat", "Dan", "Eve"};
    const char *id = next_word(&words);

    plan->game = any_game(id);
    if (!plan->game) {
        problem_set(why, "there is no game %s", id);
        return NULL;
    }
    while (*words) {
        char *name = next_word(&words), *value = cut_at(name, "=");
        if (!value) {
            problem_set(why, "%s is not name=value", name);
            return NULL;
        }
        if (strcmp(name, "players") == 0) {
            struct reader in = read_from(value, strlen(value));
            if (!read_number(&in, 0, 99, &plan->players) || !read_at_end(&in)) {
                problem_set(why, "%s is not a number of players", value);
                return NULL;
            }
        } else if (!plan_option(plan, name, strlen(name), value, why)) {
            return NULL;
        }
    }
    for (int seat = 0; seat < MAX_SEATS; seat++)
        plan_name(plan, seat, names[seat], why);
    return plan_deck(plan, why) ? table_open(plan, why) : NULL;
}

static enum outcome do_game(struct run *run, char *rest)
{
    struct problem why = {.text = ""};

    if (run->table)
        return stop(run, "game", "the table is open already");
    run->table = open_table(&run->plan, rest, &why);
    return run->table ? GO_ON : stop(run, "the table was not opened", why.text);
}

static enum outcome do_badgame(struct run *run, char *rest)
{
    struct table_plan plan = {.players = 0};
    struct problem why = {.text = ""};
    char *reason = cut_at(rest, ": ");

    if (!reason)
        return stop(run, "badgame", "expected `badgame GAME players=N…: reason`");
    run->checks++;
    struct table *table = open_table(&plan, rest, &why);
    if (table)
        fail(run, "expected a refusal with \"%s\"\n  found that the table was opened", reason);
    else
        check_contains(run, why.text, reason, true);
    table_close(table);
    return GO_ON;
}

static enum outcome do_seed(struct run *run, char *rest)
{
    struct problem why = {.text = ""};

    if (table_steps(run->table) > 0)
        return stop(run, "seed", "it must stand before the first deal");
    if (!seed_parse(rest, &run->plan.seed, &why))
        return stop(run, "seed", why.text);
    table_close(run->table);
    run->table = table_open(&run->plan, &why);
    return run->table ? GO_ON : stop(run, "seed", why.text);
}

/* After every step the game's own invariants must hold. */
static enum outcome after_step(struct run *run)
{
    struct state_buffer now;

    table_view(run->table, OPEN, table_steps(run->table), &now);
    const char *fault = table_game(run->table)->fault(state_in(&now), OPEN);
    return fault ? stop(run, "an invariant is broken after this step", fault) : GO_ON;
}

static enum outcome do_chance(struct run *run, char *rest)
{
    struct reader in = read_from(rest, strlen(rest));
    struct problem why = {.text = ""};

    if (!table_deal_as(run->table, &in, &why))
        return stop(run, "expected that this is dealt\n  found a refusal", why.text);
    return after_step(run);
}

static enum outcome do_deal(struct run *run, char *rest)
{
    struct problem why = {.text = ""};

    if (*rest)
        return stop(run, "deal", "nothing may follow");
    if (table_turn(run->table).kind != TURN_CHANCE)
        return stop(run, "deal", "there is nothing to deal now");
    if (!table_deal(run->table, &why))
        return stop(run, "deal", why.text);
    return after_step(run);
}

static bool is_listed(const struct run *run, int seat, uint16_t id)
{
    static uint16_t ids[LEGAL_SIZE];
    int count = table_legal(run->table, seat, ids);

    for (int i = 0; i < count; i++)
        if (ids[i] == id)
            return true;
    return false;
}

/* The action that a text names, if it is legal. legal() and objection() must
 * agree on that: a reason there is exactly if it is not listed. */
static bool legal_text(struct run *run, int seat, const char *text, uint16_t *id, struct problem *why)
{
    struct state_buffer now;

    if (!table_parse(run->table, seat, text, strlen(text), id, why))
        return false;
    table_view(run->table, OPEN, table_steps(run->table), &now);
    const char *objection = table_game(run->table)->objection(state_in(&now), seat, *id);
    bool listed = is_listed(run, seat, *id);
    if (listed == (objection != NULL))
        fail(run, "%s is %s, but the objection to it is: %s", text, listed ? "legal" : "not legal",
             objection ? objection : "none");
    if (!listed)
        problem_set(why, "%s", objection ? refusal_text(table_game(run->table)->id, objection) : "no reason");
    return listed;
}

static enum outcome do_choice(struct run *run, int seat, const char *text)
{
    struct problem why = {.text = ""};
    uint16_t id = 0;

    if (!legal_text(run, seat, text, &id, &why) || !table_choose(run->table, seat, id, &why)) {
        fail(run, "expected that seat %d may %s\n  found a refusal: %s", seat, text, why.text);
        return STOP;
    }
    return after_step(run);
}

static enum outcome do_undo(struct run *run, char *rest)
{
    if (*rest)
        return stop(run, "undo", "nothing may follow");
    return table_undo(run->table) ? GO_ON : stop(run, "undo", "there is no choice to undo");
}

/* ---- checks: what is legal ---- */

static void action_at(const struct run *run, int seat, uint16_t id, struct writer *w)
{
    struct state_buffer now;

    table_view(run->table, OPEN, table_steps(run->table), &now);
    table_game(run->table)->action_text(state_in(&now), seat, id, w);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Joins sorted texts as in a `legal` line. */
static void join_sorted(char **texts, int count, struct writer *w)
{
    qsort(texts, (size_t)count, sizeof *texts, compare_texts);
    for (int i = 0; i < count; i++) {
        write_text(w, i > 0 ? " | " : "");
        write_text(w, texts[i]);
    }
}

static void write_legal(const struct run *run, int seat, struct writer *w)
{
    static uint16_t ids[LEGAL_SIZE];
    static char *texts[LEGAL_SIZE], buffer[TEXT_SIZE];
    struct writer arena = write_into(buffer, sizeof buffer);
    int count = table_legal(run->table, seat, ids);

    for (int i = 0; i < count; i++) { /* one after another, a NUL after each */
        texts[i] = arena.buffer + arena.length;
        action_at(run, seat, ids[i], &arena);
        arena.length++;
    }
    join_sorted(texts, count, w);
}

static enum outcome do_legal(struct run *run, char *rest)
{
    static char *texts[LEGAL_SIZE], wanted_text[TEXT_SIZE], found_text[TEXT_SIZE];
    struct writer wanted = write_into(wanted_text, TEXT_SIZE), found = write_into(found_text, TEXT_SIZE);
    char *list = cut_at(rest, ":");
    int seat = 0, count = 0;

    if (!list || !read_seat(run, rest, &seat))
        return stop(run, "legal", "expected `legal SEAT: action | action`");
    for (list += strspn(list, " "); list && *list && count < LEGAL_SIZE; count++) {
        texts[count] = list;
        list = cut_at(list, " | ");
    }
    run->checks++;
    join_sorted(texts, count, &wanted);
    write_legal(run, seat, &found);
    if (strcmp(wanted_text, found_text) != 0)
        fail(run, "expected of seat %d %s\n  found %s", seat, wanted_text, found_text);
    return GO_ON;
}

static enum outcome do_can(struct run *run, char *rest)
{
    struct problem why = {.text = ""};
    uint16_t id = 0;
    int seat = 0;

    if (!read_seat(run, next_word(&rest), &seat) || !*rest)
        return stop(run, "can", "expected `can SEAT action`");
    run->checks++;
    if (!legal_text(run, seat, rest, &id, &why))
        fail(run, "expected that seat %d may %s\n  found a refusal: %s", seat, rest, why.text);
    return GO_ON;
}

static enum outcome do_cannot(struct run *run, char *rest)
{
    struct problem why = {.text = ""};
    char *reason = cut_at(rest, ": ");
    uint16_t id = 0;
    int seat = 0;

    if (!reason || !read_seat(run, next_word(&rest), &seat) || !*rest)
        return stop(run, "cannot", "expected `cannot SEAT action: reason`");
    run->checks++;
    if (legal_text(run, seat, rest, &id, &why))
        fail(run, "expected a refusal with \"%s\"\n  found that seat %d may %s", reason, seat, rest);
    else
        check_contains(run, why.text, reason, true);
    return GO_ON;
}

static enum outcome do_badchance(struct run *run, char *rest)
{
    int steps = table_steps(run->table);
    struct problem why = {.text = ""};
    const char *end = strstr(rest, "}: ");

    if (!end)
        return stop(run, "badchance", "expected `badchance {…}: reason`");
    struct reader in = read_from(rest, (size_t)(end + 1 - rest));
    const char *reason = end + 3;
    run->checks++;
    if (table_deal_as(run->table, &in, &why)) {
        fail(run, "expected a refusal with \"%s\"\n  found that this is dealt", reason);
        return STOP;
    }
    check_contains(run, why.text, reason, true);
    if (table_steps(run->table) != steps)
        fail(run, "expected that a refused deal changes nothing\n  found another step");
    return GO_ON;
}

/* ---- checks: whose turn it is ---- */

static void write_turn(const struct table *table, struct writer *w)
{
    struct turn turn = table_turn(table);

    write_text(w, turn.kind == TURN_CHANCE ? "chance" : turn.kind == TURN_OVER ? "over" : "");
    for (int seat = 0; seat < MAX_SEATS && turn.kind == TURN_CHOICE; seat++)
        if (turn.seats >> seat & 1) {
            write_text(w, w->length > 0 ? " " : "");
            write_number(w, seat);
        }
}

static enum outcome do_turn(struct run *run, char *rest)
{
    char found[64];
    struct writer w = write_into(found, sizeof found);

    run->checks++;
    write_turn(run->table, &w);
    if (strcmp(rest, found) != 0)
        fail(run, "expected turn %s\n  found turn %s", rest, found);
    return GO_ON;
}

/* ---- checks: JSON ---- */

/* Compares what was found (NULL: no such key) with JSON text, or `absent`. */
static enum outcome check_json(struct run *run, json_t *found, const char *wanted_text)
{
    json_error_t error;
    bool absent = strcmp(wanted_text, "absent") == 0;
    json_t *wanted = absent ? NULL : json_loads(wanted_text, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &error);

    if (!absent && !wanted)
        return stop(run, "the value expected is not JSON", error.text);
    run->checks++;
    if (absent ? found != NULL : !found || !json_equal(found, wanted)) {
        char *shown = found ? json_dumps(found, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
        fail(run, "expected %s\n  found %s", wanted_text, shown ? shown : "no such key");
        free(shown);
    }
    json_decref(wanted);
    return GO_ON;
}

/* Follows a path like seats.0.known; NULL where it leads nowhere. */
static json_t *json_at(json_t *value, char *path)
{
    for (char *key = path; key && value; key = path) {
        path = cut_at(key, ".");
        bool number = *key && strspn(key, "0123456789") == strlen(key);
        if (json_is_array(value))
            value = number ? json_array_get(value, strtoul(key, NULL, 10)) : NULL;
        else
            value = json_object_get(value, key);
    }
    return value;
}

static enum outcome check_view(struct run *run, int viewer, char *path, const char *wanted)
{
    static char text[TEXT_SIZE];
    struct writer w = write_into(text, sizeof text);
    struct state_buffer view;
    json_error_t error;

    if (!*path || !*wanted)
        return stop(run, "a path and a value are expected", "one is missing");
    table_view(run->table, viewer, table_steps(run->table), &view);
    table_game(run->table)->describe(state_in(&view), &w);
    json_t *all = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (!all)
        return stop(run, "the description of the table is not JSON", error.text);
    enum outcome outcome = check_json(run, json_at(all, path), wanted);
    json_decref(all);
    return outcome;
}

static enum outcome do_state(struct run *run, char *rest)
{
    char *path = next_word(&rest);
    return check_view(run, OPEN, path, rest);
}

static enum outcome do_view(struct run *run, char *rest)
{
    int viewer = 0;

    if (!read_viewer(run, next_word(&rest), &viewer))
        return stop(run, "view", "expected a seat or onlooker");
    char *path = next_word(&rest);
    return check_view(run, viewer, path, rest);
}

/* Points of the rounds and the result are read off what a record would say. */
static json_t *result_json(const struct run *run)
{
    static char text[TEXT_SIZE];
    struct writer w = write_into(text, sizeof text);

    write_char(&w, '{');
    record_result(run->table, &w);
    write_char(&w, '}');
    return json_loads(text, 0, NULL);
}

static enum outcome do_rounds(struct run *run, char *rest)
{
    json_t *record = result_json(run);
    enum outcome outcome = check_json(run, json_object_get(json_object_get(record, "result"), "rounds"), rest);

    json_decref(record);
    return outcome;
}

static enum outcome do_result(struct run *run, char *rest)
{
    if (table_turn(run->table).kind != TURN_OVER) {
        run->checks++;
        fail(run, "expected that the game is over\n  found that it goes on");
        return GO_ON;
    }
    json_t *record = result_json(run);
    enum outcome outcome = check_json(run, json_object_get(record, "result"), rest);
    json_decref(record);
    return outcome;
}

/* ---- checks: what is told ---- */

static enum outcome check_told(struct run *run, char *rest, bool wanted)
{
    static char told[TEXT_SIZE];
    struct writer w = write_into(told, sizeof told);
    int viewer = 0, steps = table_steps(run->table);

    if (!read_viewer(run, next_word(&rest), &viewer) || !*rest)
        return stop(run, wanted ? "tell" : "untold", "expected a seat or onlooker, and a text");
    if (steps == 0)
        return stop(run, wanted ? "tell" : "untold", "nothing has happened yet");
    run->checks++;
    struct step last = table_step(run->table, steps - 1);
    for (int step = last.first; step < last.end; step++)
        words_step(plain_listener(viewer), run->table, step, &w);
    check_contains(run, told, rest, wanted);
    return GO_ON;
}

static enum outcome do_tell(struct run *run, char *rest)
{
    return check_told(run, rest, true);
}

static enum outcome do_untold(struct run *run, char *rest)
{
    return check_told(run, rest, false);
}

/* ---- files ---- */

/* An id is two capitals, a dash and a number: SC-9. */
static bool is_rule_id(const char *word)
{
    return isupper((unsigned char)word[0]) && isupper((unsigned char)word[1]) && word[2] == '-' && word[3] &&
           strspn(word + 3, "0123456789") == strlen(word + 3);
}

static enum outcome do_rules(struct run *run, char *rest)
{
    if (!*rest)
        return stop(run, "rules", "no id is named");
    while (*rest) {
        const char *word = next_word(&rest);
        if (!is_rule_id(word))
            return stop(run, "this is not a rule id", word);
        run->rules++;
    }
    return GO_ON;
}

static const struct directive {
    const char *word;
    bool at_table; /* only once the table is open */
    enum outcome (*run)(struct run *, char *rest);
} directives[] = {
    {"rules", false, do_rules},        {"game", false, do_game},
    {"badgame", false, do_badgame},    {"seed", true, do_seed},
    {"chance", true, do_chance},       {"deal", true, do_deal},
    {"legal", true, do_legal},         {"can", true, do_can},
    {"cannot", true, do_cannot},       {"turn", true, do_turn},
    {"state", true, do_state},         {"view", true, do_view},
    {"tell", true, do_tell},           {"untold", true, do_untold},
    {"rounds", true, do_rounds},       {"result", true, do_result},
    {"badchance", true, do_badchance}, {"undo", true, do_undo},
};

static enum outcome run_line(struct run *run, char *line)
{
    line[strcspn(line, "\r\n")] = '\0';
    for (size_t end = strlen(line); end > 0 && line[end - 1] == ' '; end--)
        line[end - 1] = '\0';
    char *rest = line;
    const char *word = next_word(&rest);
    if (!*word || *word == '#')
        return GO_ON;
    for (size_t i = 0; i < sizeof directives / sizeof *directives; i++)
        if (strcmp(directives[i].word, word) == 0) {
            if (directives[i].at_table && !run->table)
                return stop(run, word, "no table is open");
            return directives[i].run(run, rest);
        }
    int seat = 0;
    if (run->table && read_seat(run, word, &seat))
        return do_choice(run, seat, rest);
    return stop(run, "unknown directive", word);
}

static void run_lines(struct run *run, FILE *file)
{
    char *line = NULL;
    size_t size = 0;
    enum outcome outcome = GO_ON;

    for (run->line = 1; outcome == GO_ON && getline(&line, &size, file) >= 0; run->line++)
        outcome = run_line(run, line);
    free(line);
    if (outcome == STOP)
        return;
    if (ferror(file))
        fail(run, "the file cannot be read");
    if (run->rules == 0)
        fail(run, "the file names no rules");
    if (run->checks == 0)
        fail(run, "the file checks nothing");
}

/* Runs one file; what failed is in run->report. */
static void run_file(struct run *run, const char *path)
{
    static char report[4 * TEXT_SIZE];
    FILE *file = fopen(path, "r");

    *run = (struct run){.file = path, .report = write_into(report, sizeof report)};
    run->plan.seed.bytes[SEED_BYTES - 1] = 1;
    if (!file) {
        fail(run, "the file cannot be opened");
        return;
    }
    run_lines(run, file);
    fclose(file);
    table_close(run->table);
}

static bool should_pass(const char *path)
{
    struct run run;

    run_file(&run, path);
    fputs(run.report.buffer, stdout);
    return run.failures == 0;
}

/* The text after `# fails: ` in a broken file; "" if there is none. */
static void expected_failure(const char *path, char *out, size_t size)
{
    static const char mark[] = "# fails: ";
    FILE *file = fopen(path, "r");
    char line[256];

    out[0] = '\0';
    while (file && !out[0] && fgets(line, sizeof line, file))
        if (strncmp(line, mark, sizeof mark - 1) == 0) {
            line[strcspn(line, "\n")] = '\0';
            struct writer w = write_into(out, size);
            write_text(&w, line + sizeof mark - 1);
        }
    if (file)
        fclose(file);
}

static bool should_fail(const char *path)
{
    struct run run;
    char expected[256];

    expected_failure(path, expected, sizeof expected);
    run_file(&run, path);
    if (!expected[0])
        printf("%s: it does not say how it fails\n", path);
    else if (run.failures != 1)
        printf("%s: expected one failure, found %d\n%s", path, run.failures, run.report.buffer);
    else if (!contains(run.report.buffer, expected))
        printf("%s: expected \"%s\"\n  found %s", path, expected, run.report.buffer);
    else
        return true;
    return false;
}

int main(int argc, char **argv)
{
    bool broken = argc > 1 && strcmp(argv[1], "--broken") == 0;
    char **paths = argv + 1 + broken;
    size_t count = (size_t)(argc - 1 - broken);
    int passed = 0, failed = 0;
    glob_t found = {0};

    if (count == 0 && glob(broken ? "tests/positions-broken/*.txt" : "tests/positions/*/*.txt", 0, NULL, &found) == 0) {
        paths = found.gl_pathv;
        count = found.gl_pathc;
    }
    for (size_t i = 0; i < count; i++)
        if (broken ? should_fail(paths[i]) : should_pass(paths[i]))
            passed++;
        else
            failed++;
    printf("%d passed, %d failed\n", passed, failed);
    globfree(&found);
    return failed == 0 && passed > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
