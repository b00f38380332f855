/* The onlooker's facts of a whole game are enough to follow every public count of it (support/follow.h), whatever the
 * variant; and no sentence of any language is broken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "support/follow.h"
#include "support/scale.h"
#include "support/variants.h"
#include "words/words.h"

#define FOLLOWED(name, ...) {&name, &follow_##name},
static const struct {
    const struct game *game;
    const struct follower *follower; /* NULL: nobody has written it */
} followed[] = {GAMES(FOLLOWED)};

/* Returns NULL for the template, which has none; fails for a game without one. */
static const struct follower *follower_of(const struct game *game)
{
    for (size_t i = 0; i < sizeof followed / sizeof *followed; i++)
        if (followed[i].game == game) {
            if (!followed[i].follower)
                fail_msg("%s has no follower: write tests/follow_%s.c, then run "
                         "meson setup --reconfigure build-test/release",
                         game->id, game->id);
            return followed[i].follower;
        }
    assert_ptr_equal(game, &template_game);
    return NULL;
}

static void name_seat(const void *of, int seat, struct writer *w)
{
    (void)of;
    write_text(w, "Player ");
    write_number(w, seat);
}

static void hear(const struct game *game, const struct facts *told, int players, const struct follower *follower,
                 void *counts)
{
    for (int i = 0; i < told->count; i++) {
        struct fact fact;
        if (fact_for(&told->list[i], ONLOOKER, &fact)) {
            assert_true(fact_is_sound(game, &fact, players));
            follower->hear(game, &fact, counts);
        }
    }
}

/* Makes all choices that are owed, or the deal; false at the end. */
static bool step(const struct game *game, struct state *s, struct rng *rng, struct facts *told)
{
    struct state_buffer buffer;
    struct turn turn = game->turn(s);
    uint16_t ids[LEGAL_SIZE];

    told->count = 0;
    if (turn.kind == TURN_OVER)
        return false;
    if (turn.kind == TURN_CHANCE) {
        memcpy(buffer.bytes, (const void *)s, game->state_size);
        game->chance(s, rng);
        game->dealt(state_in(&buffer), s, told);
        return true;
    }
    for (int seat = 0; turn.seats >> seat; seat++)
        if (turn.seats >> seat & 1)
            game->apply(s, seat, ids[rng_below(rng, (uint32_t)game->legal(s, seat, ids))], told);
    return true;
}

static void facts_are_enough(const struct game *game, const struct setup *setup)
{
    const struct follower *follower = follower_of(game);

    if (!follower)
        return;
    for (int number = 0; number < scaled(1, 4, 40); number++) {
        struct state_buffer buffer;
        struct facts told;
        struct rng rng = rng_fast((uint64_t)number * 7919 + 5);
        void *counts = calloc(1, follower->size);
        assert_non_null(counts);
        assert_null(game->start(state_in(&buffer), setup));
        follower->start(state_in(&buffer), counts);
        while (step(game, state_in(&buffer), &rng, &told)) {
            hear(game, &told, setup->players, follower, counts);
            follower->check(state_in(&buffer), counts);
        }
        free(counts);
    }
}

static void games_are_followed_by_their_facts(void **unused)
{
    (void)unused;
    for_every_variant(facts_are_enough);
}

/* ---- sentences ---- */

/* A sentence has no braces left, no doubled space, and an end. */
static void check_words(const struct game *game, const struct fact *fact, int viewer)
{
    for (const struct language *language = languages; language->tag; language++) {
        char text[4096];
        struct writer w = write_into(text, sizeof text);
        struct cast cast = {.players = MAX_SEATS, .you = viewer, .name = name_seat};
        words_fact(language, game, fact, &cast, &w);
        if (w.length == 0)
            continue;
        if (strpbrk(text, "{}|") || strstr(text, "  ") || strstr(text, " .") || text[0] == ' ' ||
            (text[w.length - 1] != '.' && !strstr(text + w.length - 3, "。")))
            fail_msg("%s, %s, %s: \"%s\"", language->tag, game->id, game->verbs[fact->verb].name, text);
    }
}

static void check_told(const struct game *game, const struct facts *told, int players)
{
    for (int i = 0; i < told->count; i++)
        for (int viewer = ONLOOKER; viewer < players; viewer++) {
            struct fact fact;
            if (fact_for(&told->list[i], viewer, &fact))
                check_words(game, &fact, viewer);
        }
}

static void sentences_are_sound(const struct game *game, const struct setup *setup)
{
    for (int number = 0; number < scaled(1, 4, 40); number++) {
        struct state_buffer buffer;
        struct facts told;
        struct rng rng = rng_fast((uint64_t)number * 7919 + 5);
        assert_null(game->start(state_in(&buffer), setup));
        while (step(game, state_in(&buffer), &rng, &told))
            check_told(game, &told, setup->players);
    }
}

static void every_sentence_is_sound(void **unused)
{
    (void)unused;
    for_every_variant(sentences_are_sound);
}

/* ---- languages ---- */

static void languages_are_found(void **unused)
{
    static const struct {
        const char *locale, *tag;
    } known[] = {
        {"en", "en"},           {"en_US.UTF-8", "en"},      {"C", "en"},          {"de_AT.UTF-8", "de"},
        {"zh-Hant", "zh-Hant"}, {"zh_TW.UTF-8", "zh-Hant"}, {"zh_HK", "zh-Hant"},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_non_null(language_find(known[i].locale));
        assert_string_equal(language_find(known[i].locale)->tag, known[i].tag);
    }
    assert_null(language_find("tlh"));
    assert_null(language_find(""));
    assert_null(language_find("../en"));
    assert_null(language_find(NULL));
}

static void languages_are_negotiated(void **unused)
{
    static const struct {
        const char *header, *tag; /* NULL: none */
    } known[] = {
        {"zh-Hant", "zh-Hant"},
        {"zh-TW,zh;q=0.9,en;q=0.8", "zh-Hant"},
        {"tlh, de-AT;q=0.5, en;q=0.7", "en"},
        {"en;q=0.1,de;q=0.100,tlh", "en"},
        {"en;q=0.1,de; q=0.11", "de"},
        {"de;q=0", NULL},
        {"de;q=x", NULL},
        {"de;", "de"},
        {"tlh", NULL},
        {",, ,", NULL},
        {"*", NULL},
        {"", NULL},
        {NULL, NULL},
        {"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz,de", "de"},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct language *found = language_accepted(known[i].header);
        if ((found && known[i].tag) ? strcmp(found->tag, known[i].tag) != 0 : found || known[i].tag)
            fail_msg("\"%s\" is %s", known[i].header, found ? found->tag : "nothing");
    }
}

/* ---- refusals ---- */

static void check_refusal(const struct game *game, const char *no)
{
    for (const struct language *language = languages; language->tag; language++) {
        struct problem why;
        problem_refuse(&why, game->id, no, refusal_text(game->id, no));
        const char *said = words_problem(language, &why);
        if (!words_refusal(language, game->id, no) || strcmp(said, no) == 0 || strchr(said, '_'))
            fail_msg("%s, %s: no words for %s", language->tag, game->id, no);
        assert_int_equal(language == &languages[0], strcmp(said, refusal_text(game->id, no)) == 0);
    }
}

/* Whatever is refused in some games, for any reason, has a sentence in every language. */
static void refusals_have_words(const struct game *game, const struct setup *setup)
{
    struct state_buffer buffer;
    struct facts told;
    struct rng rng = rng_fast(11);
    const char *last = NULL;

    assert_null(game->start(state_in(&buffer), setup));
    for (int i = 0; i < 60 && step(game, state_in(&buffer), &rng, &told); i++) {
        struct turn turn = game->turn(state_in(&buffer));
        for (int id = 0; turn.kind == TURN_CHOICE && id < game->max_actions; id++) {
            const char *no = game->objection(state_in(&buffer), __builtin_ctz(turn.seats), (uint16_t)id);
            if (no && no != last)
                check_refusal(game, no);
            last = no;
        }
    }
}

static void every_refusal_has_words(void **unused)
{
    (void)unused;
    for_every_variant(refusals_have_words);
}

/* A refusal without words, and a problem that is not a refusal, keep their text. */
static void other_problems_keep_their_text(void **unused)
{
    const struct language *german = language_find("de");
    struct problem why;

    (void)unused;
    problem_set(&why, "line 3: no");
    assert_string_equal(words_problem(german, &why), "line 3: no");
    problem_refuse(&why, "nameless", "odd", refusal_text("nameless", "odd"));
    assert_string_equal(words_problem(german, &why), "odd");
    problem_refuse(&why, "table", "game_over", refusal_text("table", "game_over"));
    assert_string_equal(why.text, "the game is over");
    assert_string_equal(words_problem(german, &why), "das Spiel ist vorbei");
}

/* Every name of a list that a game may say has a word in every language that mentions one of its list. */
static void lists_are_whole(void **unused)
{
    (void)unused;
    for (const struct language *language = languages; language->tag; language++)
        for (int i = 0; games[i]; i++)
            for (const struct name_list *list = games[i]->lists; list && list->name; list++) {
                int found = 0, keys = 0;
                for (; list->keys[keys]; keys++) {
                    char key[64];
                    struct writer w = write_into(key, sizeof key);
                    write_text(&w, list->name);
                    write_char(&w, '.');
                    write_text(&w, list->keys[keys]);
                    found += language_word(language, games[i], key) != NULL;
                }
                if (found != 0 && found != keys)
                    fail_msg("%s, %s: %d of %d names of the list %s", language->tag, games[i]->id, found, keys,
                             list->name);
            }
}

/* A game without tables is told plainly. */
static void without_words_there_are_facts(void **unused)
{
    struct game nameless = template_game;
    struct facts told = {.count = 0};
    struct state_buffer buffer;
    struct setup setup = {.players = 2};
    struct cast cast = {.players = 2, .you = 1, .name = name_seat};
    char text[256];
    struct writer w = write_into(text, sizeof text);

    (void)unused;
    nameless.id = "nameless";
    assert_null(nameless.start(state_in(&buffer), &setup));
    nameless.meaning(state_in(&buffer), 0, 4, &told);
    words_fact(&languages[0], &nameless, &told.list[0], &cast, &w);
    assert_string_equal(text, "plays: who Player 0, card 5");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sentence_is_sound), cmocka_unit_test(games_are_followed_by_their_facts),
        cmocka_unit_test(languages_are_found),     cmocka_unit_test(languages_are_negotiated),
        cmocka_unit_test(every_refusal_has_words), cmocka_unit_test(other_problems_keep_their_text),
        cmocka_unit_test(lists_are_whole),         cmocka_unit_test(without_words_there_are_facts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
