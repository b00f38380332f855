/* Tests what a client reads from outside: addresses that people paste, messages of servers, and saved seats.
 * tests/server/evil_test.py runs the program itself against a malicious server. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "client/said.h"
#include "client/seats.h"
#include "rules/bytes.h"
#include "wire/members.h"

#define ID  "NmOIt5lv37Z0Nl4DOGlx5A"
#define HEX "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

/* ---- addresses ---- */

static void addresses_have_one_spelling(void **unused)
{
    static const struct {
        const char *typed, *url;
    } cases[] = {
        {"http://host/table/" ID, "http://host/table/" ID},
        {"HTTP://HOST:80/table/" ID, "http://host/table/" ID},
        {"https://host:443/table/" ID, "https://host/table/" ID},
        {"wss://host:8443/" ID, "https://host:8443/table/" ID},
        {"ws://host:7777/table/" ID, "http://host:7777/table/" ID},
        {"host/" ID, "http://host:7777/table/" ID},
        {"192.168.1.5:9/" ID, "http://192.168.1.5:9/table/" ID},
        {"http://[::1]:7777/table/" ID, "http://[::1]:7777/table/" ID},
        {"http://[FE80::1]/table/" ID, "http://[fe80::1]/table/" ID},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct client_address address;
        struct problem why = {.text = ""};
        char url[512];
        struct writer w = write_into(url, sizeof url);
        if (!client_address(cases[i].typed, &address, &why))
            fail_msg("%s", why.text);
        client_url(&address, &w);
        assert_string_equal(url, cases[i].url);
    }
}

static void other_addresses_are_refused(void **unused)
{
    static const char *const bad[] = {
        "",
        "http://",
        "http:///table/" ID,
        "ftp://host/table/" ID,
        "httpx://host/table/" ID,
        "http://host:0/table/" ID,
        "http://host:65536/table/" ID,
        "http://host:/table/" ID,
        "http://host:80x/table/" ID,
        "http://host:-1/table/" ID,
        "http://ann@host/table/" ID,
        "http://ho st/table/" ID,
        "http://ho\033st/table/" ID,
        "http://h\303\266st/table/" ID,
        "http://host?x/table/" ID,
        "http://[::1/table/" ID,
        "http://[::1]x/table/" ID,
        "http://[host]/table/" ID,
        "http://[]/table/" ID,
        "http://::1/table/" ID,
        "http://host/table/short",
        "http://host/table/" ID "A",
        "http://host/table/" ID "?x",
        "http://host/table/" ID "/",
        "http://host/table/../../../../../etc/x",
        "http://host/table/NmOIt5lv37Z0Nl4DOGlx5B", /* no number of 128 bits */
    };

    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct client_address address;
        struct problem why = {.text = ""};
        if (client_address(bad[i], &address, &why))
            fail_msg("%s is taken for an address", bad[i]);
        assert_true(why.text[0] && text_is_clean(why.text, strlen(why.text)));
    }
}

/* ---- ids ---- */

static void ids_have_one_form(void **unused)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    char id[] = ID;

    (void)unused;
    for (int place = 0; place < ID_LENGTH; place++)
        for (int byte = 1; byte < 256; byte++) {
            const char *allowed = place == ID_LENGTH - 1 ? "AQgw" : letters;
            memcpy(id, ID, sizeof id);
            id[place] = (char)byte;
            assert_int_equal(id_is_well_formed(id), strchr(allowed, byte) != NULL);
        }
    for (size_t length = 0; length < ID_LENGTH; length++) {
        memcpy(id, ID, sizeof id);
        id[length] = '\0';
        assert_false(id_is_well_formed(id));
    }
    assert_false(id_is_well_formed(ID "A"));
}

/* ---- what is said ---- */

static bool is_taken(const char *text, struct problem *why)
{
    enum said_kind kind;
    json_t *message = said_read(text, strlen(text), &kind, why);

    json_decref(message);
    return message;
}

static void messages_are_what_they_should_be(void **unused)
{
    static const char *const good[] = {
        "{\"type\":\"ok\",\"re\":1}",
        "{\"type\":\"ok\",\"re\":2,\"seat\":4,\"token\":\"" ID "\"}",
        "{\"type\":\"error\",\"error\":{\"code\":\"refused\",\"text\":\"no\"}}",
        "{\"type\":\"chat\",\"number\":0,\"at\":1,\"seat\":0,\"name\":\"Ann\",\"text\":\"hello\"}",
        "{\"type\":\"hint\",\"re\":3,\"lines\":[{\"do\":\"play 1\",\"value\":0.5,\"error\":0,\"sure\":1}]}",
        "{\"type\":\"bye\",\"text\":\"\",\"again\":true,\"more\":7}",
        "{\"type\":\"of a newer server\"}",
        "{\"type\":\"table\",\"table\":\"" ID "\",\"status\":\"open\",\"game\":\"none\",\"players\":2,\"seats\":["
        "{\"kind\":\"free\",\"name\":\"\",\"here\":false,\"waiting\":false},"
        "{\"kind\":\"bot\",\"name\":\"x\",\"bot\":\"club\",\"here\":true,\"waiting\":false,\"time\":5}],"
        "\"fair\":{\"commitment\":\"" HEX "\",\"seals\":[\"\",\"\"]}}",
    };
    static const struct {
        const char *text, *key;
    } bad[] = {
        {"{\"re\":1}", "type"},
        {"{\"type\":7}", "type"},
        {"{\"type\":\"ok\",\"re\":-1}", "re"},
        {"{\"type\":\"ok\",\"token\":\"../../../.bash_profile\"}", "token"},
        {"{\"type\":\"ok\",\"seat\":5}", "seat"},
        {"{\"type\":\"error\"}", "error"},
        {"{\"type\":\"error\",\"error\":{\"code\":\"x\"}}", "text"},
        {"{\"type\":\"chat\",\"number\":0,\"name\":\"Ann\"}", "text"},
        {"{\"type\":\"hint\",\"lines\":[{\"do\":\"x\",\"value\":2,\"error\":0,\"sure\":0}]}", "value"},
        {"{\"type\":\"hint\",\"lines\":[7]}", "do"},
        {"{\"type\":\"bye\",\"text\":\"x\"}", "again"},
        {"{\"type\":\"table\",\"table\":\"x\"}", "table"},
        {"{\"type\":\"table\",\"table\":\"" ID "\",\"status\":\"lost\"}", "status"},
        {"{\"type\":\"ok\",\"type\":\"ok\"}", "JSON"},
        {"[1]", "object"},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct problem why = {.text = ""};
        if (!is_taken(good[i], &why))
            fail_msg("%s: %s", good[i], why.text);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct problem why = {.text = ""};
        assert_false(is_taken(bad[i].text, &why));
        if (!strstr(why.text, bad[i].key))
            fail_msg("%s: %s", bad[i].text, why.text);
    }
}

static void texts_can_be_shown(void **unused)
{
    static const char text[] = "{\"type\":\"bye\",\"text\":\"a\\u001b[2J\\u009b\\u202eb\\nc\\u200b\",\"again\":false,"
                               "\"log\":{\"lines\":[\"d\\u001b\\ne\\u2066\\n\"]}}";
    enum said_kind kind;
    struct problem why;

    (void)unused;
    json_t *message = said_read(text, strlen(text), &kind, &why);
    assert_non_null(message);
    assert_int_equal(kind, SAID_BYE);
    assert_string_equal(json_string_value(json_object_get(message, "text")), "a?[2J??b?c?");
    const json_t *lines = json_object_get(json_object_get(message, "log"), "lines");
    assert_string_equal(json_string_value(json_array_get(lines, 0)), "d?\ne?\n");
    json_decref(message);
}

/* A tower of lists is refused before anybody climbs it. */
static void nesting_is_bounded(void **unused)
{
    enum { HEIGHT = 200000 };
    char *text = malloc(HEIGHT + 1);
    struct problem why = {.text = ""};

    (void)unused;
    memset(text, '[', HEIGHT);
    text[HEIGHT] = '\0';
    assert_false(is_taken(text, &why));
    assert_non_null(strstr(why.text, "nested"));
    free(text);
}

/* ---- seats ---- */

static char home[] = "/tmp/parlor-seats-XXXXXX";

static int make_home(void **unused)
{
    (void)unused;
    assert_int_not_equal(sodium_init(), -1);
    assert_non_null(mkdtemp(home));
    return setenv("XDG_STATE_HOME", home, 1);
}

static int remove_home(void **unused)
{
    char command[128];

    (void)unused;
    snprintf(command, sizeof command, "rm -rf '%s'", home);
    return system(command);
}

static struct client_address address_of(int number)
{
    struct client_address address = {.host = "host", .port = 7777};
    uint8_t bytes[16] = {(uint8_t)number, (uint8_t)(number >> 8)};

    sodium_bin2base64(address.table, sizeof address.table, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    return address;
}

static const struct seen nothing = {0}, some = {41, "0123456789abcdef0123456789abcdef"};
static struct seen seen;

static void seats_are_kept_by_server_and_table(void **unused)
{
    struct client_address here = address_of(1), there = here, other = address_of(2), secure = here;
    char token[ID_LENGTH + 1];
    struct problem why;

    (void)unused;
    there.port = 7778;
    secure.tls = true;
    assert_false(seats_find(&here, token, &seen));
    assert_true(seats_keep(&here, ID, &nothing, &why));
    assert_true(seats_find(&here, token, &seen));
    assert_string_equal(token, ID);
    assert_int_equal(seen.event, 0);
    assert_false(seats_find(&there, token, &seen));
    assert_false(seats_find(&other, token, &seen));
    assert_false(seats_find(&secure, token, &seen));
    assert_string_equal(token, "");
    assert_true(seats_keep(&here, "AAAAAAAAAAAAAAAAAAAAAA", &some, &why)); /* another one */
    assert_true(seats_find(&here, token, &seen));
    assert_string_equal(token, "AAAAAAAAAAAAAAAAAAAAAA");
    assert_int_equal(seen.event, 41);
    assert_string_equal(seen.mark, some.mark);
    assert_true(seats_keep(&here, "", &nothing, &why)); /* none any more */
    assert_false(seats_find(&here, token, &seen));
    assert_true(seats_keep(&here, "", &nothing, &why));
}

static void the_latest_seats_stay(void **unused)
{
    char token[ID_LENGTH + 1];
    struct problem why;
    int kept = 0, count = SEATS_KEPT + 20;

    (void)unused;
    for (int i = 0; i < count; i++) {
        struct client_address address = address_of(i);
        assert_true(seats_keep(&address, ID, &nothing, &why));
    }
    for (int i = 0; i < count; i++) {
        struct client_address address = address_of(i);
        kept += seats_find(&address, token, &seen);
    }
    assert_int_equal(kept, SEATS_KEPT);
    struct client_address last = address_of(count - 1);
    assert_true(seats_find(&last, token, &seen));
}

static void without_a_place_it_is_said(void **unused)
{
    struct client_address address = address_of(7);
    struct problem why = {.text = ""};
    char token[ID_LENGTH + 1];

    (void)unused;
    assert_int_equal(setenv("XDG_STATE_HOME", "/dev/null", 1), 0);
    assert_false(seats_keep(&address, ID, &nothing, &why));
    assert_true(why.text[0]);
    assert_false(seats_find(&address, token, &seen));
    assert_int_equal(setenv("XDG_STATE_HOME", home, 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_have_one_spelling),
        cmocka_unit_test(other_addresses_are_refused),
        cmocka_unit_test(ids_have_one_form),
        cmocka_unit_test(messages_are_what_they_should_be),
        cmocka_unit_test(texts_can_be_shown),
        cmocka_unit_test(nesting_is_bounded),
        cmocka_unit_test(seats_are_kept_by_server_and_table),
        cmocka_unit_test(the_latest_seats_stay),
        cmocka_unit_test(without_a_place_it_is_said),
    };
    return cmocka_run_group_tests(tests, make_home, remove_home);
}
