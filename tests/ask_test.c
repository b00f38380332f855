/* Tests what front ends ask about cards (ask() in rules/game.h): answers that can be computed by
 * hand, and a refusal of everything else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "rules/game.h"
#include "support/scale.h"

static void check(const struct game *game, const char *question, const char *expected)
{
    char answer[4096];
    struct reader in = read_from(question, strlen(question));
    struct writer w = write_into(answer, sizeof answer);

    if (!game->ask(&in, &w))
        fail_msg("%s: %s", question, in.error);
    assert_false(w.overflow);
    assert_string_equal(answer, expected);
}

static void groups_of_belle(void **unused)
{
    (void)unused;
    check(&belle, "group", "{\"value\":0,\"full\":false,\"parts\":[]}");
    check(&belle, "group Chat/Tea/Tree/Lord Chat/Tea/Moon Chat/Book/Fish Snub/Book/Shield",
          "{\"value\":7,\"full\":true,\"parts\":[{\"interest\":\"Chat\",\"points\":3},{\"interest\":\"Book\","
          "\"points\":2},"
          "{\"interest\":\"Tea\",\"points\":2}]}");
    check(&belle, "group Chat/Tea/Tree/Lord BONUS_TEA",
          "{\"value\":2,\"full\":false,\"parts\":[{\"effect\":\"BONUS_TEA\",\"points\":2}]}");
    check(&belle, "group Chat/Tea/Tree/Lady COPY MINUS_NOBLE", /* the copy is no Lady */
          "{\"value\":3,\"full\":false,\"parts\":[{\"interest\":\"Chat\",\"points\":2},{\"interest\":\"Tea\","
          "\"points\":2},"
          "{\"interest\":\"Tree\",\"points\":2},{\"effect\":\"MINUS_NOBLE\",\"points\":-3}]}");
    check(&belle, "group Chat/Tea/Tree VARIETY RUSHED",
          "{\"value\":5,\"full\":true,\"parts\":[{\"effect\":\"VARIETY\",\"points\":5}]}");
    check(&belle, "group Chat/Tea/Tree Chat/Tea/Moon FAVORITE",
          "{\"value\":2,\"full\":false,\"parts\":[{\"interest\":\"Chat\",\"points\":2}]}");
    check(&belle, "group MINUS4", "{\"value\":0,\"full\":false,\"parts\":[{\"effect\":\"MINUS4\",\"points\":-4}]}");
}

static void plans_of_sparrows(void **unused)
{
    (void)unused;
    check(&sparrows, "plan full_house_regular S7 P7 / E7 S4 C4",
          "{\"have\":5,\"need\":5,\"spoilt\":false,\"slots\":[[{\"card\":\"S7\",\"number\":7},{\"card\":\"P7\","
          "\"number\":7},"
          "{\"card\":\"E7\",\"number\":7}],[{\"card\":\"S4\",\"number\":4},{\"card\":\"C4\",\"number\":4}]]}");
    check(&sparrows, "plan straight_flush_short S1 P3 / P4 E4",
          "{\"have\":2,\"need\":2,\"spoilt\":false,\"slots\":[[{\"card\":\"P3\",\"number\":3,\"suit\":\"P\"},"
          "{\"card\":\"P4\",\"number\":4,\"suit\":\"P\"}]]}");
    check(&sparrows, "plan straight_long S1 S2 P1 P2 E1 E2 / C1 C2 S10 P10 E10 C10",
          "{\"have\":2,\"need\":7,\"spoilt\":true,\"slots\":[[{\"card\":\"S1\",\"number\":1},{\"card\":\"S2\","
          "\"number\":2},"
          "{\"number\":3},{\"number\":4},{\"number\":5},{\"number\":6},{\"number\":7}]]}");
    check(&sparrows, "plan high_card S4 C9",
          "{\"have\":9,\"need\":0,\"spoilt\":false,\"slots\":[[{\"card\":\"C9\",\"number\":9}]]}");
    check(&sparrows, "plan low_card", "{\"have\":0,\"need\":0,\"spoilt\":false,\"slots\":[[{}]]}");
    check(&sparrows, "plan flush_hand S4 / P4 S5",
          "{\"have\":1,\"need\":2,\"spoilt\":false,\"slots\":[[{\"card\":\"S4\",\"suit\":\"S\"},{\"suit\":\"P\"}]]}");
    check(&sparrows, "plan majority_eagles E4 S2 E5",
          "{\"have\":2,\"need\":0,\"spoilt\":false,\"slots\":[[{\"card\":\"E4\",\"suit\":\"E\"},{\"card\":\"E5\","
          "\"suit\":\"E\"}]]}");
    check(&sparrows, "share 140 3", "47");
    check(&sparrows, "share 100 10", "10");
}

static void tricks_and_standings_of_bannish(void **unused)
{
    (void)unused;
    check(&bannish, "trick", "{\"left\":[]}");
    check(&bannish, "trick R3 G6 R5", "{\"left\":[0,1,2],\"best\":2}");
    check(&bannish, "trick R4 R6 R4", "{\"left\":[1],\"best\":1}");
    check(&bannish, "trick R3 G2 R6 R3", "{\"left\":[1,2],\"best\":1}"); /* green counts now */
    check(&bannish, "trick R3 R3", "{\"left\":[]}");
    check(&bannish, "standings 20/5 15/4 15/3 0/2",
          "[{\"place\":1,\"second\":false},{\"place\":2,\"second\":false},{\"place\":2,\"second\":true},"
          "{\"place\":0,\"second\":false}]");
    check(&bannish, "standings 6/1 6/1 0/0",
          "[{\"place\":1,\"second\":false},{\"place\":1,\"second\":false},{\"place\":0,\"second\":false}]");
}

static void standings_of_bridesmaid(void **unused)
{
    (void)unused;
    check(&bridesmaid, "standings 12 7 7 -10 / 1 3 2 0",
          "[{\"rank\":0,\"tied\":1,\"points\":1},{\"rank\":1,\"tied\":2,\"points\":1},"
          "{\"rank\":1,\"tied\":2,\"points\":1},{\"rank\":2,\"tied\":1,\"points\":2}]");
}

/* Words of all questions thrown together, and bytes of them changed: an answer is JSON, a refusal
 * has a reason within the question. */
static void nothing_else_gets_through(void **unused)
{
    static const char *const words[] = {
        "group",
        "plan",
        "share",
        "trick",
        "standings",
        "Chat/Tea/Tree",
        "Chat/Tea/Tree/Lord",
        "Snub/Cake/Sun/Lady",
        "COPY",
        "VARIETY",
        "FAVORITE",
        "RUSHED",
        "NO_MEDIUM",
        "BONUS_SHARED",
        "two_pair",
        "straight_mid",
        "no_duplicates",
        "full_house_extreme",
        "S1",
        "S10",
        "P7",
        "E7",
        "C7",
        "S7",
        "/",
        "R1",
        "R1",
        "G6",
        "P6",
        "20/5",
        "0/0",
        "140",
        "3",
        "-10",
        "0",
    };
    struct rng rng = rng_fast(11);

    (void)unused;
    for (long n = scaled(20000, 200000, 5000000); n > 0; n--) {
        const struct game *game = games[rng_below(&rng, 5)];
        char *question = malloc(256), answer[4096]; /* as long as it is, so that a sanitizer sees where it ends */
        struct writer q = write_into(question, 256), w = write_into(answer, sizeof answer);

        if (game->ask)
            for (int i = (int)rng_below(&rng, 9); i >= 0; i--) {
                write_text(&q, words[rng_below(&rng, sizeof words / sizeof *words)]);
                write_text(&q, i ? " " : "");
            }
        if (q.length && rng_below(&rng, 4) == 0)
            question[rng_below(&rng, (uint32_t)q.length)] = (char)rng_below(&rng, 256);
        question = realloc(question, q.length + 1);
        struct reader in = read_from(question, q.length);
        if (game->ask && game->ask(&in, &w)) {
            json_t *read = json_loads(answer, JSON_DECODE_ANY, NULL);
            if (w.overflow || !read)
                fail_msg("%s: %s", question, answer);
            json_decref(read);
        } else if (game->ask && (!in.error || in.at > in.length)) {
            fail_msg("%s: refused without a reason", question);
        }
        free(question);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_of_belle),
        cmocka_unit_test(plans_of_sparrows),
        cmocka_unit_test(tricks_and_standings_of_bannish),
        cmocka_unit_test(standings_of_bridesmaid),
        cmocka_unit_test(nothing_else_gets_through),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
