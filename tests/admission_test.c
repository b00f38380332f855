/* Who may come in: addresses as limits count them, names of the server, pages of other
 * sites; and which connections are closed when there are too many. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "server/connections.h"
#include "server/admission.h"

static void ipv6_is_counted_by_its_first_64_bits(void **unused)
{
    static const char *const keys[][2] = {
        {"192.0.2.7", "192.0.2.7"},
        {"::ffff:192.0.2.7", "192.0.2.7"},
        {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"},
        {"2001:db8:1:2::", "2001:db8:1:2::"},
        {"2001:DB8:1:2:ffff::1", "2001:db8:1:2::"},
        {"::1", "::"},
    };
    static const char *const none[] = {"", "x", "1.2.3", "1.2.3.4.5", "unknown", "1.2.3.4:80", "[::1]", "2001:db8::g"};
    char key[ADDRESS_SIZE];

    (void)unused;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        assert_true(address_key(keys[i][0], key));
        assert_string_equal(key, keys[i][1]);
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_false(address_key(none[i], key));
}

static void loopback_is_this_machine(void **unused)
{
    (void)unused;
    assert_true(address_is_loopback("127.0.0.1") && address_is_loopback("127.9.9.9"));
    assert_true(address_is_loopback("::1") && address_is_loopback("::ffff:127.0.0.1"));
    assert_false(address_is_loopback("10.0.0.1") || address_is_loopback("2001:db8::1") || address_is_loopback("x"));
}

static void a_server_is_asked_for_by_names_that_are_its_own(void **unused)
{
    static const char *const ours[] = {"127.0.0.1:7777",        "192.168.1.5",     "[::1]:7777", "[2001:db8::1]",
                                       "localhost:7777",        "a.localhost",     "LOCALHOST",  "mybox:7777",
                                       "MyBox.local",           "mybox.lan:7777",  "mybox.",     "cards.example.org",
                                       "CARDS.example.org:443", "other.example:81"};
    static const char *const foreign[] = {"evil.example",
                                          "mybox.evil.example",
                                          "localhost.evil.example",
                                          "",
                                          "notlocalhost",
                                          "mybox2",
                                          "127.0.0.1.evil.example",
                                          ":7777",
                                          "[::1",
                                          "[evil]",
                                          "other.example",
                                          "mybox:77x",
                                          "127.0.0.1:7777:",
                                          "evil.example.local"};

    (void)unused;
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (!host_is_ours(ours[i], "mybox", "cards.example.org other.example:81"))
            fail_msg("%s is refused", ours[i]);
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (host_is_ours(foreign[i], "mybox", "cards.example.org other.example:81"))
            fail_msg("%s is let in", foreign[i]);
    assert_true(host_is_ours("box.example.net", "box.example.net", ""));
    assert_true(host_is_ours("box.local", "box.example.net", ""));
    assert_false(host_is_ours("box.example.com", "box.example.net", ""));
    assert_false(host_is_ours(".local", "", ""));
}

static void pages_of_other_sites_are_told_from_our_own(void **unused)
{
    (void)unused;
    assert_true(origin_is_allowed("http://localhost:7777", "localhost:7777", ""));
    assert_true(origin_is_allowed("https://cards.example", "cards.example", ""));
    assert_true(origin_is_allowed("https://a.example", "cards.example", "https://b.example https://a.example"));
    assert_false(origin_is_allowed("https://evil.example", "cards.example", "https://a.example"));
    assert_false(origin_is_allowed("null", "cards.example", ""));
    assert_false(origin_is_allowed("https://cards.example.evil", "cards.example", ""));
    assert_false(origin_is_allowed("https://cards.example:8443", "cards.example", ""));
}

/* ---- the crowd ---- */

enum { ARRIVALS = 12 };

static struct arrival *arrive(struct connections *crowd, struct arrival *it, const char *address, int64_t now)
{
    *it = (struct arrival){.counted = true};
    memcpy(it->address, address, strlen(address) + 1);
    connections_add(crowd, it, now);
    return it;
}

static void too_many_of_an_address_push_out_their_own(void **unused)
{
    struct connections crowd = {.most = 100, .most_of_address = 3, .request_ms = 1000, .answer_ms = 1000};
    struct arrival all[ARRIVALS];

    (void)unused;
    struct arrival *honest = arrive(&crowd, &all[0], "10.0.0.1", 1);
    for (int i = 1; i <= 3; i++)
        arrive(&crowd, &all[i], "10.0.0.66", 1 + i);
    assert_null(connections_surplus(&crowd, 5));
    connections_asks(&crowd, &all[1], 5);
    arrive(&crowd, &all[4], "10.0.0.66", 6);
    assert_ptr_equal(connections_surplus(&crowd, 6), &all[2]); /* the longest of those that have not asked */
    assert_null(connections_surplus(&crowd, 6));
    assert_false(honest->dropped);
    assert_int_equal(crowd.dropped, 1);
    connections_remove(&crowd, &all[2]);
    assert_int_equal(crowd.count, 4);
    assert_int_equal(crowd.waiting, 3);
}

static void too_many_in_all_push_out_those_that_wait_longest(void **unused)
{
    struct connections crowd = {.most = 4, .most_of_address = 100, .request_ms = 1000, .answer_ms = 1000};
    struct arrival all[ARRIVALS];

    (void)unused;
    arrive(&crowd, &all[0], "10.0.0.1", 1);
    connections_asks(&crowd, &all[0], 2); /* is being answered, and stays */
    for (int i = 1; i < 6; i++) {
        char address[] = "10.0.1.0";
        address[7] = (char)('0' + i);
        arrive(&crowd, &all[i], address, 2 + i);
    }
    assert_ptr_equal(connections_surplus(&crowd, 8), &all[1]);
    assert_ptr_equal(connections_surplus(&crowd, 8), &all[2]);
    assert_null(connections_surplus(&crowd, 8));
}

static void who_takes_too_long_is_dropped(void **unused)
{
    struct connections crowd = {.most = 100, .most_of_address = 100, .request_ms = 1000, .answer_ms = 5000};
    struct arrival all[ARRIVALS];

    (void)unused;
    arrive(&crowd, &all[0], "10.0.0.1", 0);
    arrive(&crowd, &all[1], "10.0.0.1", 0);
    connections_asks(&crowd, &all[1], 500);
    assert_null(connections_surplus(&crowd, 1000));
    assert_ptr_equal(connections_surplus(&crowd, 1001), &all[0]);
    assert_null(connections_surplus(&crowd, 5500));
    connections_is_answered(&crowd, &all[1], 5500);
    assert_null(connections_surplus(&crowd, 6500));
    assert_ptr_equal(connections_surplus(&crowd, 6501), &all[1]);
}

static void a_proxy_stands_for_many(void **unused)
{
    struct connections crowd = {.most = 8, .most_of_address = 2, .request_ms = 1000, .answer_ms = 1000};
    struct arrival all[ARRIVALS];

    (void)unused;
    for (int i = 0; i < 8; i++) {
        all[i] = (struct arrival){.address = "127.0.0.1"};
        connections_add(&crowd, &all[i], 1);
        assert_null(connections_surplus(&crowd, 1));
    }
}

/* ---- meters ---- */

static void what_is_paid_afterwards_comes_back_with_time(void **unused)
{
    struct meter *meter = meter_new(10, 50);

    (void)unused;
    assert_non_null(meter);
    assert_true(meter_has(meter, "10.0.0.1", 1000));
    meter_spend(meter, "10.0.0.1", 70, 1000);
    assert_false(meter_has(meter, "10.0.0.1", 2000));
    assert_true(meter_has(meter, "10.0.0.2", 2000));
    assert_true(meter_has(meter, "10.0.0.1", 3001));
    free(meter);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ipv6_is_counted_by_its_first_64_bits),
        cmocka_unit_test(loopback_is_this_machine),
        cmocka_unit_test(a_server_is_asked_for_by_names_that_are_its_own),
        cmocka_unit_test(pages_of_other_sites_are_told_from_our_own),
        cmocka_unit_test(too_many_of_an_address_push_out_their_own),
        cmocka_unit_test(too_many_in_all_push_out_those_that_wait_longest),
        cmocka_unit_test(who_takes_too_long_is_dropped),
        cmocka_unit_test(a_proxy_stands_for_many),
        cmocka_unit_test(what_is_paid_afterwards_comes_back_with_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
