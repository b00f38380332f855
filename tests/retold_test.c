/* What is written once for several guests is what each of them would have been told alone: every step of random games,
 * for every viewer, in every language, after any other. And a choice that is read the short way is read as in
 * full. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "server/message.h"
#include "server/request.h"
#include "server/retold.h"
#include "support/tables.h"

enum { TEXT_SIZE = 1 << 16 };

static struct retold kept;
static char alone[TEXT_SIZE], shared[TEXT_SIZE];

static void tell(struct retold *with, struct listener who, const struct table *table, int step, char text[TEXT_SIZE])
{
    struct writer w = write_into(text, TEXT_SIZE);

    retold_line(with, who, table, step, &w);
    retold_facts(with, who, table, step, &w);
    assert_false(w.overflow);
}

static void compare(struct listener who, const struct table *table, int step)
{
    tell(NULL, who, table, step, alone);
    tell(&kept, who, table, step, shared);
    assert_string_equal(shared, alone);
}

/* Tells a step to everybody: those who name no language, and those of each. */
static void tell_everybody(const struct table *table, int step)
{
    for (int viewer = ONLOOKER; viewer < table_plan(table)->players; viewer++) {
        compare(listener_for(NULL, viewer), table, step);
        for (const struct language *language = languages; language->tag; language++)
            compare(listener_for(language, viewer), table, step);
    }
    for (const struct language *language = languages; language->tag; language++) /* one language after the other */
        for (int viewer = ONLOOKER; viewer < table_plan(table)->players; viewer++)
            compare(listener_for(language, viewer), table, step);
}

static void each_is_told_as_alone(void **unused)
{
    (void)unused;
    for (const struct game *const *game = games; *game; game++)
        for (int players = (*game)->min_players; players <= (*game)->max_players; players++) {
            struct table *table = new_table(*game, players, 7);
            struct rng rng = rng_fast((uint64_t)players);
            play_at_random(table, &rng, 200 / test_stride());
            retold_clear(&kept);
            for (int step = 0; step < table_steps(table); step++)
                tell_everybody(table, step);
            table_close(table);
        }
}

static bool reads(const char *text, struct request *out)
{
    struct problem why;

    return request_read(text, strlen(text), out, &why);
}

/* The same message with a space in front is read in full. */
static void compare_reading(const char *text)
{
    char spaced[512] = " ";
    struct request request, in_full;

    memcpy(spaced + 1, text, strlen(text) + 1);
    bool read = reads(text, &request);
    assert_int_equal(read, reads(spaced, &in_full));
    assert_int_equal(request.re, in_full.re);
    if (!read)
        return;
    assert_int_equal(request.kind, in_full.kind);
    assert_int_equal(request.move, in_full.move);
    assert_int_equal(request.seat, in_full.seat);
    assert_int_equal(request.look, in_full.look);
    assert_string_equal(request.text, in_full.text);
}

static void choices_are_read_as_in_full(void **unused)
{
    static const char *const messages[] = {
        "{\"type\":\"do\",\"do\":\"play R1\",\"move\":0,\"re\":1}",
        "{\"type\":\"do\",\"do\":\"play R1\",\"move\":12}",
        "{\"type\":\"do\",\"do\":\"\",\"move\":2147483647,\"re\":2147483647}",
        "{\"type\":\"do\",\"do\":\"a\\u0041\",\"move\":1}",
        "{\"type\":\"do\",\"do\":\"\xc3\xa4\",\"move\":1}",
        "{\"type\":\"do\",\"do\":\"\xff\",\"move\":1}",
        "{\"type\":\"do\",\"do\":\"a\tb\",\"move\":1}",
        "{\"type\":\"do\",\"do\":\"play R1\",\"move\":01}",
        "{\"type\":\"do\",\"do\":\"play R1\",\"move\":-1}",
        "{\"type\":\"do\",\"do\":\"play R1\",\"move\":-0}",
        "{\"type\":\"do\",\"do\":\"play R1\",\"move\":1.0}",
        "{\"type\":\"do\",\"do\":\"play R1\",\"move\":1e1}",
        "{\"type\":\"do\",\"do\":\"play R1\",\"move\":99999999999}",
        "{\"type\":\"do\",\"do\":\"play R1\",\"move\":1,\"re\":-1}",
        "{\"type\":\"do\",\"do\":\"play R1\",\"move\":1,\"re\":99999999999}",
        "{\"type\":\"do\",\"do\":\"play R1\",\"move\":1,\"re\":1,\"more\":1}",
        "{\"type\":\"do\",\"do\":\"play R1\",\"move\":1,\"re\":1,\"re\":1}",
        "{\"type\":\"do\",\"do\":\"play R1\",\"move\":1,\"re\":1}}",
        "{\"type\":\"do\",\"do\":\"play R1\",\"move\":1,\"re\":1} ",
        "{\"type\":\"do\",\"do\":\"play R1\",\"move\":1,\"re\":",
        "{\"type\":\"do\",\"do\":\"play R1\"}",
        "{\"type\":\"do\",\"do\":\"play R1",
        "{\"type\":\"do\",\"move\":1,\"do\":\"play R1\",\"re\":1}",
        "{\"type\":\"do\",\"do\":1,\"move\":1,\"re\":1}",
    };
    char text[512];
    struct writer w = write_into(text, sizeof text);

    (void)unused;
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
        compare_reading(messages[i]);
    for (int length = ACTION_SIZE - 2; length <= ACTION_SIZE; length++) { /* as long as it may be, and longer */
        w = write_into(text, sizeof text);
        write_text(&w, "{\"type\":\"do\",\"do\":\"");
        for (int i = 0; i < length; i++)
            write_char(&w, 'x');
        write_text(&w, "\",\"move\":1}");
        compare_reading(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_told_as_alone),
        cmocka_unit_test(choices_are_read_as_in_full),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
