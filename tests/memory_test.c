/* Want of memory: whichever allocation fails, the call says so and the table is
 * as it was; going on afterwards gives the same game. The linker puts the
 * allocations of the library through the ones here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

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
            if (!strstr(why.text, "out of memory") && !strstr(why.text, "no room to check"))
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opening_fails_cleanly),
        cmocka_unit_test(choices_fail_cleanly),
        cmocka_unit_test(records_fail_cleanly),
        cmocka_unit_test(copies_fail_cleanly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
