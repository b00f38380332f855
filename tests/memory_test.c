/* Want of memory. In the library, whichever allocation fails, the call says so and the table is as it was; going on
 * afterwards gives the same game. A program says so in one sentence and ends. The linker puts the allocations of both
 * through the ones here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bots/past.h"
#include "memory.h"
#include "support/tables.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static int allocations_left = INT_MAX; /* before one fails; from then on all do */

static bool runs_out(void)
{
    if (allocations_left == INT_MAX)
        return false;
    return allocations_left-- <= 0;
}

void *__wrap_malloc(size_t size)
{
    return runs_out() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return runs_out() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return runs_out() ? NULL : __real_realloc(old, size);
}

static void opening_fails_cleanly(void **unused)
{
    struct table_plan plan = plan_for(&scout, 3, 1);
    struct table *t = NULL;
    int failures = 0;

    (void)unused;
    for (int left = 0; !t; left++) {
        struct problem why = {.text = ""};
        allocations_left = left;
        t = table_open(&plan, &why);
        allocations_left = INT_MAX;
        if (!t) {
            assert_string_equal(why.text, "out of memory");
            failures++;
        }
    }
    assert_true(failures > 0);
    table_close(t);
}

/* Every choice is first tried without memory: it is made if none was needed,
 * else refused, and the game goes on as the one that never ran short. */
static void choices_fail_cleanly(void **unused)
{
    struct table *plenty = new_table(&scout, 5, 2), *scarce = new_table(&scout, 5, 2);
    struct rng rng = rng_fast(3);
    struct problem why = {.text = ""};
    int failures = 0;

    (void)unused;
    play_at_random(plenty, &rng, INT_MAX);
    assert_true(table_steps(plenty) > 300); /* so that the table has to grow */
    while (table_choices(scarce) < table_choices(plenty)) {
        int choice = 0, steps = table_steps(scarce);
        while (table_step(plenty, choice).actor == CHANCE || choice < steps)
            choice++;
        struct step next = table_step(plenty, choice);
        for (int left = 0;; left++) {
            allocations_left = left;
            bool made = table_do(scarce, next.actor, next.id, &why);
            allocations_left = INT_MAX;
            if (made)
                break;
            assert_string_equal(why.text, "out of memory");
            assert_int_equal(table_steps(scarce), steps);
            failures++;
        }
    }
    struct blob a = record_bytes(plenty, true), b = record_bytes(scarce, true);
    assert_same_bytes(&a, &b);
    assert_true(failures > 1);
    blob_free(&a);
    blob_free(&b);
    table_close(plenty);
    table_close(scarce);
}

static void records_fail_cleanly(void **unused)
{
    struct blob file = blob_file("tests/records/scout-2.jsonl");
    struct table *t = NULL;
    int failures = 0;

    (void)unused;
    for (int left = 0; !t; left++) {
        FILE *in = open_bytes(file.bytes, file.length);
        struct problem why = {.text = ""};
        setvbuf(in, NULL, _IONBF, 0);
        allocations_left = left;
        struct record_file *reader = record_open(in);
        enum record_status status = reader ? record_read(reader, &t, &why) : RECORD_NONE;
        allocations_left = INT_MAX;
        if (reader && !t) {
            assert_int_equal(status, RECORD_REFUSED);
            if (!strstr(why.text, "out of memory"))
                fail_msg("%s", why.text);
            failures++;
        }
        record_close(reader);
        fclose(in);
    }
    assert_true(failures > 3);
    FILE *out = fopen("/dev/null", "wb");
    bool written = false;
    for (int left = 0; !written; left++) {
        allocations_left = left;
        written = record_write(t, true, out);
        allocations_left = INT_MAX;
    }
    fclose(out);
    table_close(t);
    blob_free(&file);
}

/* A bot's past is there as a whole, or not at all. */
static void pasts_fail_cleanly(void **unused)
{
    struct table *t = new_table(&scout, 3, 1);
    struct bot_history history = bot_history_of(t, 0);
    struct bot_past step;

    (void)unused;
    history.look(history.source, 0, 0, &step);
    struct past *past = past_of(t, 0);
    assert_non_null(past);
    int steps = past->steps;
    allocations_left = 0;
    assert_null(past_of(t, 0));
    assert_false(past_add(&past, &step));
    allocations_left = INT_MAX;
    assert_int_equal(past->steps, steps);
    assert_true(past_add(&past, &step));
    assert_int_equal(past->steps, steps + 1);
    free(past);
    table_close(t);
}

/* The lines of a record are copied one by one. */
static void copies_fail_cleanly(void **unused)
{
    struct table *played = new_table(&scout, 3, 1), *copy = NULL, *world = NULL;
    struct rng rng = rng_fast(3);
    int failures = 0;

    (void)unused;
    play_at_random(played, &rng, INT_MAX);
    struct blob record = record_bytes(played, true);
    struct table *t = read_whole(record.bytes, record.length);
    for (int left = 0; !copy || !world; left++) {
        struct problem why = {.text = ""};
        allocations_left = left;
        copy = copy ? copy : table_copy(t, &why);
        allocations_left = left;
        world = world ? world : table_imagine(t, 0, 1, &why);
        allocations_left = INT_MAX;
        if (!copy || !world) {
            assert_string_equal(why.text, "out of memory");
            failures++;
        }
    }
    assert_true(failures > 3);
    table_close(t);
    struct blob a = record_bytes(copy, true);
    assert_same_bytes(&a, &record);
    blob_free(&a);
    blob_free(&record);
    table_close(played);
    table_close(copy);
    table_close(world);
}

/* ---- programs ---- */

static void restore_terminal(void)
{
    if (write(STDERR_FILENO, "restored\n", 9) != 9)
        _exit(99);
}

/* Asks for memory in one of the ways that must succeed, when there is none. */
static void ask_in_vain(int way)
{
    static void *had; /* to the end, where valgrind asks what is lost */

    had = way == 2 ? must_alloc(8) : NULL;
    allocations_left = 0;
    switch (way) {
    case 0: had = must_alloc(1); break;
    case 1: had = must_zero(2, 3); break;
    case 2: had = must_resize(had, 1000); break;
    default:
        had = must_have(table_open(&(struct table_plan){.game = &scout, .players = 3}, &(struct problem){0}));
        break;
    }
    _exit(had ? 98 : 97);
}

static void programs_say_so_and_end(void **unused)
{
    (void)unused;
    for (int way = 0; way < 4; way++) {
        char said[200] = "";
        int ends[2], status = 0;
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        if (child == 0) {
            dup2(ends[1], STDERR_FILENO);
            memory_before_end(way % 2 ? restore_terminal : NULL);
            ask_in_vain(way);
        }
        close(ends[1]);
        for (ssize_t got = 1, length = 0; got > 0; length += got)
            got = read(ends[0], said + length, sizeof said - 1 - (size_t)length);
        close(ends[0]);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), MEMORY_EXIT_CODE);
        const char *sentence = said + (way % 2 ? strlen("restored\n") : 0);
        assert_int_equal(strncmp(said, "restored\n", 9) == 0, way % 2);
        assert_int_equal(strncmp(sentence, "parlor: out of memory", 21), 0);
        assert_ptr_equal(strchr(sentence, '\n'), sentence + strlen(sentence) - 1);
    }
}

static void nothing_is_memory_too(void **unused)
{
    void *none = must_alloc(0), *zeros = must_zero(0, 8), *text = must_copy("");

    (void)unused;
    none = must_resize(none, 0);
    assert_non_null(none);
    assert_non_null(zeros);
    assert_string_equal(text, "");
    free(none);
    free(zeros);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opening_fails_cleanly), cmocka_unit_test(choices_fail_cleanly),
        cmocka_unit_test(records_fail_cleanly),  cmocka_unit_test(pasts_fail_cleanly),
        cmocka_unit_test(copies_fail_cleanly),   cmocka_unit_test(programs_say_so_and_end),
        cmocka_unit_test(nothing_is_memory_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
