/* The writer and the reader that everything untrusted passes through: bounds,
 * one spelling for everything, and the first error kept with its place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <limits.h>
#include <string.h>

#include "rules/text.h"
#include "support/tables.h"

static void write_everything(struct writer *w)
{
    write_char(w, '{');
    write_key(w, "a");
    write_json_string(w, "q\"b\\n\n\001", 7);
    write_key(w, "b");
    write_char(w, '[');
    write_item(w);
    write_number(w, INT64_MIN);
    write_item(w);
    write_number(w, INT64_MAX);
    write_text(w, "]");
    write_bytes(w, "}\n", 2);
}

static void a_writer_never_runs_over(void **unused)
{
    static const char whole[] = "{\"a\":\"q\\\"b\\\\n\\n\\u0001\",\"b\":[-9223372036854775808,9223372036854775807]}\n";

    (void)unused;
    for (size_t size = 0; size <= sizeof whole + 3; size++) {
        char buffer[sizeof whole + 8];
        memset(buffer, '#', sizeof buffer);
        struct writer w = write_into(buffer, size);
        write_everything(&w);
        assert_int_equal(w.overflow, size < sizeof whole);
        for (size_t i = size; i < sizeof buffer; i++)
            assert_int_equal(buffer[i], '#');
        if (size == 0) {
            assert_int_equal(w.length, 0);
            continue;
        }
        assert_true(w.length < size);
        assert_int_equal(strlen(buffer), w.length);
        if (!w.overflow)
            assert_string_equal(buffer, whole);
    }
}

/* A writer that is full drops everything that follows, even short texts, so that it
 * holds the beginning of what was written. */
static void an_overflowing_writer_keeps_the_beginning(void **unused)
{
    char whole[128], part[128];
    struct writer all = write_into(whole, sizeof whole);

    (void)unused;
    write_everything(&all);
    for (size_t size = 1; size < all.length; size++) {
        struct writer w = write_into(part, size);
        write_everything(&w);
        assert_memory_equal(part, whole, w.length);
        assert_int_equal(w.length, size - 1);
    }
}

static void numbers_are_written(void **unused)
{
    static const struct {
        int64_t number;
        const char *text;
    } cases[] = {
        {0, "0"}, {7, "7"}, {-7, "-7"}, {10, "10"}, {-100, "-100"}, {INT_MAX, "2147483647"}, {INT_MIN, "-2147483648"}};

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char buffer[32];
        struct writer w = write_into(buffer, sizeof buffer);
        write_number(&w, cases[i].number);
        assert_string_equal(buffer, cases[i].text);
    }
}

/* Reads one JSON string that must take up the whole text. */
static const char *string_error(const char *text, size_t length, char *out, size_t size, size_t *out_length)
{
    struct reader in = read_from(text, length);
    return read_json_string(&in, out, size, out_length) && read_end(&in) ? NULL : in.error;
}

static void assert_round_trip(const char *bytes, size_t length)
{
    char json[64], back[16];
    size_t back_length = 0;
    struct writer w = write_into(json, sizeof json);

    write_json_string(&w, bytes, length);
    assert_false(w.overflow);
    assert_null(string_error(json, w.length, back, sizeof back, &back_length));
    assert_int_equal(back_length, length);
    assert_memory_equal(back, bytes, length);
}

static size_t encode(uint32_t point, char *out)
{
    if (point < 0x80) {
        out[0] = (char)point;
        return 1;
    }
    size_t size = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    static const uint8_t lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = size - 1; i > 0; i--, point >>= 6)
        out[i] = (char)(0x80 | (point & 0x3f));
    out[0] = (char)(lead[size] | point);
    return size;
}

static void every_character_makes_the_round_trip(void **unused)
{
    uint32_t stride = (uint32_t)test_stride();

    (void)unused;
    for (uint32_t point = 0; point <= 0x10ffff; point += point < 0x1000 ? 1 : stride) {
        char bytes[4];
        if (point < 0xd800 || point > 0xdfff)
            assert_round_trip(bytes, encode(point, bytes));
    }
    assert_round_trip("", 0);
    assert_round_trip("a\0b\"\\\x7f/", 7);
}

static void every_byte_alone_and_in_pairs_is_read_or_refused(void **unused)
{
    (void)unused;
    for (int first = 0; first < 256; first++)
        for (int second = 0; second < 256; second++) {
            char text[4] = {'"', (char)first, (char)second, '"'}, out[4];
            size_t length = 0;
            const char *error = string_error(text, 4, out, sizeof out, &length);
            bool plain = first >= 0x20 && first < 0x80 && first != '"' && first != '\\' && second >= 0x20 &&
                         second < 0x80 && second != '"' && second != '\\';
            bool two = first >= 0xc2 && first < 0xe0 && second >= 0x80 && second < 0xc0;
            bool escape = first == '\\' && second != 0 && strchr("\"\\bfnrt", second);
            assert_int_equal(error == NULL, plain || two || escape);
            if (!error)
                assert_int_equal(length, escape ? 1 : 2);
        }
}

static void strings_that_are_refused(void **unused)
{
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"", "a string is expected here"},
        {"a", "a string is expected here"},
        {"'a'", "a string is expected here"},
        {"\"", "a string is not closed"},
        {"\"abc", "a string is not closed"},
        {"\"abc\\\"", "a string is not closed"},
        {"\"\\", "no such escape in a record"},
        {"\"\\\"", "a string is not closed"},
        {"\"a\nb\"", "a control character in a string"},
        {"\"a\x1f\"", "a control character in a string"},
        {"\"\\/\"", "no such escape in a record"},
        {"\"\\a\"", "no such escape in a record"},
        {"\"\\u\"", "no such escape in a record"},
        {"\"\\u00\"", "no such escape in a record"},
        {"\"\\u000", "no such escape in a record"},
        {"\"\\u0041\"", "this character is escaped in another way"},
        {"\"\\u000a\"", "this character is escaped in another way"},
        {"\"\\u0022\"", "this character is escaped in another way"},
        {"\"\\u005c\"", "this character is escaped in another way"},
        {"\"\\u001F\"", "this character is escaped in another way"},
        {"\"\\U001f\"", "no such escape in a record"},
        {"\"\\u00e9\"", "this character is escaped in another way"},
        {"\"\\ud83d\\ude00\"", "no such escape in a record"},
        {"\"\\u2028\"", "no such escape in a record"},
        {"\"123456789\"", "a string is too long"},
        {"\"12345678\\n\"", "a string is too long"},
        {"\"1234567é\"", "a string is too long"},
        {"\"ok\" ", "something follows where the line should end"},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char out[8 + 1];
        size_t length = 0;
        out[8] = '#';
        const char *error = string_error(cases[i].text, strlen(cases[i].text), out, 8, &length);
        if (!error || strcmp(error, cases[i].error) != 0)
            fail_msg("%s: %s instead of %s", cases[i].text, error ? error : "taken", cases[i].error);
        assert_int_equal(out[8], '#');
    }
}

static void utf8_is_well_formed_or_refused(void **unused)
{
    static const struct {
        const char *bytes;
        size_t size; /* of the first character; 0: malformed */
    } cases[] = {
        {"a", 1},
        {"\x7f", 1},
        {"\x80", 0}, /* a continuation alone */
        {"\xbf", 0},
        {"\xc0\x80", 0}, /* NUL, overlong */
        {"\xc1\xbf", 0}, /* overlong */
        {"\xc2\x80", 2},
        {"\xdf\xbf", 2},
        {"\xc3", 0}, /* broken off */
        {"\xc3(", 0},
        {"\xe0\x9f\xbf", 0}, /* overlong */
        {"\xe0\xa0\x80", 3},
        {"\xe2\x82\xac", 3},
        {"\xe2\x82", 0},
        {"\xe2(\xac", 0},
        {"\xe2\x82(", 0},
        {"\xed\x9f\xbf", 3},
        {"\xed\xa0\x80", 0}, /* the first surrogate */
        {"\xed\xbf\xbf", 0}, /* the last one */
        {"\xee\x80\x80", 3},
        {"\xef\xbb\xbf", 3},
        {"\xef\xbf\xbf", 3},
        {"\xf0\x8f\xbf\xbf", 0}, /* overlong */
        {"\xf0\x90\x80\x80", 4},
        {"\xf0\x9f\x98\x80", 4},
        {"\xf0\x9f\x98", 0},
        {"\xf0\x9f\x98(", 0},
        {"\xf4\x8f\xbf\xbf", 4}, /* the last code point */
        {"\xf4\x90\x80\x80", 0},
        {"\xf5\x80\x80\x80", 0},
        {"\xf8\x88\x80\x80\x80", 0},
        {"\xfe", 0},
        {"\xff", 0},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char out[8], json[16];
        size_t length = strlen(cases[i].bytes), read = 0;
        struct writer w = write_into(json, sizeof json);
        write_json_string(&w, cases[i].bytes, length);
        assert_int_equal(text_character(cases[i].bytes, length), cases[i].size);
        const char *error = string_error(json, w.length, out, sizeof out, &read);
        if (cases[i].size == 0)
            assert_string_equal(error, "not valid UTF-8");
        else
            assert_null(error);
    }
}

static void numbers_have_one_spelling(void **unused)
{
    static const char none[] = "a number is expected here", range[] = "this number is out of range";
    static const struct {
        const char *text;
        int least, most;
        const char *error;
        int number;
    } cases[] = {
        {"0", 0, 9, NULL, 0},
        {"9", 0, 9, NULL, 9},
        {"10", 0, 9, range, 0},
        {"-1", 0, 9, range, 0},
        {"-1", -1, 9, NULL, -1},
        {"-0", -9, 9, none, 0},
        {"00", 0, 9, none, 0},
        {"01", 0, 9, none, 0},
        {"-01", -9, 9, none, 0},
        {"+1", 0, 9, none, 0},
        {"", 0, 9, none, 0},
        {"-", -9, 9, none, 0},
        {"--1", -9, 9, none, 0},
        {" 1", 0, 9, none, 0},
        {"x", 0, 9, none, 0},
        {"2147483647", INT_MIN, INT_MAX, NULL, INT_MAX},
        {"2147483648", INT_MIN, INT_MAX, range, 0},
        {"-2147483648", INT_MIN, INT_MAX, NULL, INT_MIN},
        {"-2147483649", INT_MIN, INT_MAX, range, 0},
        {"4294967296", INT_MIN, INT_MAX, range, 0},
        {"9999999999", INT_MIN, INT_MAX, range, 0},
        {"10000000000", INT_MIN, INT_MAX, range, 0},
        {"18446744073709551616", INT_MIN, INT_MAX, range, 0},
        {"00000000000000000001", INT_MIN, INT_MAX, none, 0},
        {"99999999999999999999999999999999999999999999", INT_MIN, INT_MAX, range, 0},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct reader in = read_from(cases[i].text, strlen(cases[i].text));
        int number = 12345;
        bool fine = read_number(&in, cases[i].least, cases[i].most, &number);
        if (fine != !cases[i].error || (in.error && strcmp(in.error, cases[i].error) != 0))
            fail_msg("%s: %s", cases[i].text, in.error ? in.error : "taken");
        assert_int_equal(number, fine ? cases[i].number : 12345);
        assert_int_equal(in.at, fine ? in.length : 0);
    }
}

static void a_number_ends_where_its_digits_end(void **unused)
{
    struct reader in = read_from("12,-3]", 6);
    int number = 0;

    (void)unused;
    assert_true(read_number(&in, 0, 99, &number));
    assert_int_equal(number, 12);
    assert_true(read_literal(&in, ","));
    assert_true(read_number(&in, -9, 99, &number));
    assert_int_equal(number, -3);
    assert_false(read_at_end(&in));
    assert_true(read_if(&in, "]"));
    assert_true(read_end(&in));
}

static void the_first_error_stays(void **unused)
{
    struct reader in = read_from("abc", 3);
    int number = 0;
    char out[8];
    size_t length;

    (void)unused;
    assert_false(read_if(&in, "abcd"));
    assert_false(read_if(&in, "b"));
    assert_null(in.error);
    assert_true(read_if(&in, "a"));
    assert_false(read_literal(&in, "x"));
    assert_string_equal(in.error, "not what is expected here");
    assert_int_equal(in.at, 1);
    assert_false(read_if(&in, "b"));
    assert_false(read_literal(&in, "b"));
    assert_false(read_number(&in, 0, 9, &number));
    assert_false(read_json_string(&in, out, sizeof out, &length));
    assert_false(read_failed(&in, "another"));
    assert_false(read_end(&in));
    assert_false(read_at_end(&in));
    assert_string_equal(in.error, "not what is expected here");
    assert_int_equal(in.at, 1);
}

static void a_reader_stays_inside_its_bytes(void **unused)
{
    struct reader in = read_from("12345", 2); /* what lies behind is not looked at */
    int number = 0;

    (void)unused;
    assert_false(read_if(&in, "123"));
    assert_true(read_number(&in, 0, 99999, &number));
    assert_int_equal(number, 12);
    assert_true(read_end(&in));
    in = read_from(NULL, 0);
    assert_true(read_at_end(&in));
    assert_false(read_number(&in, 0, 9, &number));
}

/* Other people's texts are cleaned before they are shown: no control character
 * moves a cursor, and no broken character reaches a terminal. */
static void text_is_made_fit_to_show(void **unused)
{
    static const struct {
        const char *raw, *clean;
    } cases[] = {
        {"plain text, {0} and \"é😀\"", "plain text, {0} and \"é😀\""},
        {"a\033[2Jb", "a?[2Jb"},
        {"a\nb\rc\td\x7f", "a?b?c?d?"},
        {"\xc2\x9b"
         "31m",
         "?31m"}, /* the one-character form of ESC [ */
        {"caf\xc3", "caf?"},
        {"\xff\xfe\xed\xa0\x80", "?????"},
        {"\u202eevil\u2066\u200f\u061c", "?evil???"}, /* writing turned round */
        {"a\u2028b\u200bc\ufeffd\U000e0041", "a?b?c?d?"},
        {"👩\u200d💻 می\u200cخواهم", "👩\u200d💻 می\u200cخواهم"}, /* joiners mean something */
        {"", ""},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[64];
        struct writer w = write_into(text, sizeof text);
        write_clean(&w, cases[i].raw, strlen(cases[i].raw));
        assert_string_equal(text, cases[i].clean);
        assert_true(text_is_clean(text, w.length));
        assert_int_equal(text_is_clean(cases[i].raw, strlen(cases[i].raw)), strcmp(cases[i].raw, text) == 0);
    }
    char text[8];
    struct writer w = write_into(text, sizeof text);
    write_clean(&w, "a\0b", 3);
    assert_string_equal(text, "a?b");
}

static void texts_are_compared(void **unused)
{
    (void)unused;
    assert_true(text_equal("", ""));
    assert_true(text_equal("abc", "abc"));
    assert_false(text_equal("abc", "ab"));
    assert_false(text_equal("ab", "abc"));
    assert_false(text_equal("", "a"));
    assert_int_equal(text_length(""), 0);
    assert_int_equal(text_length("é"), 2);
}

static void spelled(int what, struct writer *w)
{
    write_char(w, 'R');
    write_number(w, what);
}

static void members_and_lists_have_their_commas(void **unused)
{
    char text[256];
    struct writer w = write_into(text, sizeof text);

    (void)unused;
    write_char(&w, '{');
    write_key_numbers(&w, "numbers", (const uint8_t[]){7, 0, 255}, 3);
    write_key_numbers(&w, "none", NULL, 0);
    write_key_bits(&w, "bits", (uint64_t)1 << 63 | 5);
    write_key_list(&w, "list");
    write_item_of(&w, spelled, 4);
    write_object(&w);
    write_key_of(&w, "card", spelled, 5);
    write_text(&w, "}]");
    write_key_object(&w, "object");
    write_text(&w, "}}");
    assert_string_equal(text, "{\"numbers\":[7,0,255],\"none\":[],\"bits\":[0,2,63],"
                              "\"list\":[\"R4\",{\"card\":\"R5\"}],\"object\":{}}");
}

/* Reads two digits; what went wrong, or NULL. */
static const char *pair_error(const char *text, size_t *at)
{
    struct reader in = read_from(text, text_length(text));
    bool good = true;

    for (int i = 0, number; i < 2 && good; i++)
        good = read_next(&in, i, "few") && read_number(&in, 0, 9, &number);
    good = good && read_last(&in, "many") && read_end(&in);
    assert_int_equal(good, in.error == NULL);
    *at = in.at;
    return in.error;
}

static void a_list_has_as_many_items_as_it_should(void **unused)
{
    size_t at;

    (void)unused;
    assert_null(pair_error("[1,2]", &at));
    assert_string_equal(pair_error("[1]", &at), "few");
    assert_int_equal(at, 2);
    assert_string_equal(pair_error("[1,2,3]", &at), "many");
    assert_int_equal(at, 4);
    assert_non_null(pair_error("1,2]", &at));
    assert_int_equal(at, 0);
    assert_non_null(pair_error("[]", &at));
    struct reader in = read_from("abc", 3);
    assert_true(read_if(&in, "ab"));
    assert_false(read_failed_at(&in, 1, "there"));
    assert_int_equal(in.at, 1);
    assert_string_equal(in.error, "there");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_writer_never_runs_over),
        cmocka_unit_test(an_overflowing_writer_keeps_the_beginning),
        cmocka_unit_test(numbers_are_written),
        cmocka_unit_test(every_character_makes_the_round_trip),
        cmocka_unit_test(every_byte_alone_and_in_pairs_is_read_or_refused),
        cmocka_unit_test(strings_that_are_refused),
        cmocka_unit_test(utf8_is_well_formed_or_refused),
        cmocka_unit_test(numbers_have_one_spelling),
        cmocka_unit_test(a_number_ends_where_its_digits_end),
        cmocka_unit_test(the_first_error_stays),
        cmocka_unit_test(a_reader_stays_inside_its_bytes),
        cmocka_unit_test(text_is_made_fit_to_show),
        cmocka_unit_test(texts_are_compared),
        cmocka_unit_test(members_and_lists_have_their_commas),
        cmocka_unit_test(a_list_has_as_many_items_as_it_should),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
