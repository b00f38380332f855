/* Records: what is read is written again byte for byte, a cut record goes on as
 * if it had never been cut, and whatever is damaged is refused with its line and
 * the reason. Every file of tests/records is tried, and games played here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/tables.h"

/* ---- records as lines ---- */

static size_t line_length(const char *at, const char *end)
{
    const char *feed = memchr(at, '\n', (size_t)(end - at));
    assert_non_null(feed);
    return (size_t)(feed - at) + 1;
}

/* The same record without the lists of legal actions. */
static struct blob without_legal(const struct blob *record)
{
    struct blob out;
    FILE *stream = open_memstream(&out.bytes, &out.length);
    const char *end = record->bytes + record->length;

    assert_non_null(stream);
    for (const char *at = record->bytes; at < end;) {
        size_t length = line_length(at, end);
        const char *legal = memmem(at, length, ",\"legal\":[", 10);
        if (legal && at[2] == 's')
            fprintf(stream, "%.*s}\n", (int)(legal - at), at);
        else
            fwrite(at, 1, length, stream);
        at += length;
    }
    assert_int_equal(fclose(stream), 0);
    return out;
}

/* Calls back for every game of every file whose game is registered. */
static void for_all_records(void (*check)(const struct blob *game, const char *path))
{
    char **paths = files_named("tests/records", ".jsonl");
    int known = 0;

    for (char **path = paths; *path; free(*path++)) {
        struct blob file = blob_file(*path);
        const char *at = file.bytes, *end = file.bytes + file.length;
        while (at < end) {
            const char *begin = at;
            char id[32] = "";
            assert_int_equal(sscanf(begin, "{\"parlor\":1,\"game\":\"%31[a-z]", id), 1);
            do
                at += line_length(at, end);
            while (at < end && strncmp(at, "{\"parlor\"", 9) != 0);
            struct blob game = blob_of(begin, (size_t)(at - begin));
            if (game_by_id(id)) {
                check(&game, *path);
                known++;
            }
            blob_free(&game);
        }
        blob_free(&file);
    }
    free(paths);
    assert_true(known > 0);
}

static void check_replay(const struct blob *game, const char *path)
{
    struct table *t = read_whole(game->bytes, game->length);
    bool has_legal = memmem(game->bytes, game->length, ",\"legal\":[", 10);
    struct blob full = record_bytes(t, true), plain = record_bytes(t, false), stripped = without_legal(game);

    (void)path;
    assert_same_bytes(has_legal ? &full : &plain, game);
    assert_same_bytes(&plain, &stripped);
    table_close(t);
    t = read_whole(plain.bytes, plain.length);
    struct blob again = record_bytes(t, true);
    assert_same_bytes(&again, &full);
    table_close(t);
    blob_free(&full);
    blob_free(&plain);
    blob_free(&stripped);
    blob_free(&again);
}

static void records_are_written_as_they_were_read(void **unused)
{
    (void)unused;
    for_all_records(check_replay);
}

/* ---- cut records ---- */

static struct table *read_cut(const char *bytes, size_t length)
{
    FILE *in = open_bytes(bytes, length);
    struct record_file *file = record_open(in);
    struct table *t = NULL;
    struct problem why = {.text = ""};

    assert_non_null(file);
    if (record_read(file, &t, &why) != RECORD_CUT)
        fail_msg("not taken as cut: %s", why.text);
    record_close(file);
    fclose(in);
    return t;
}

/* Goes on as the whole game went: its choices, and the deals it wrote out or,
 * where they came from the seed, the same deals drawn again. */
static void go_on(struct table *t, const struct table *whole, bool from_seed)
{
    static char line[RECORD_LINE];
    struct problem why = {.text = ""};

    if (from_seed)
        assert_true(table_deal(t, &why));
    while (table_steps(t) < table_steps(whole)) {
        struct step step = table_step(whole, table_steps(t));
        if (step.actor != CHANCE) {
            assert_true(from_seed ? table_do(t, step.actor, step.id, &why)
                                  : table_choose(t, step.actor, step.id, &why));
            continue;
        }
        struct writer w = write_into(line, sizeof line);
        table_write_chance(whole, table_steps(t), &w);
        struct reader in = read_from(line, w.length);
        if (!table_deal_as(t, &in, &why))
            fail_msg("%s", why.text);
    }
}

static void check_cuts(const struct blob *game, bool from_seed)
{
    struct blob plain = without_legal(game);
    struct table *whole = read_whole(plain.bytes, plain.length);
    const char *at = plain.bytes, *end = plain.bytes + plain.length;
    int lines = 0, all = table_steps(whole) + 2;
    int stride = (all / 150 + 1) * test_stride(); /* the work grows with the square: not every line of a long game */

    for (; at < end; lines++) {
        at += line_length(at, end);
        if (at == end || (lines > 5 && lines % stride))
            continue;
        struct table *t = read_cut(plain.bytes, (size_t)(at - plain.bytes));
        assert_int_equal(table_steps(t), lines);
        go_on(t, whole, from_seed);
        struct blob again = record_bytes(t, false);
        assert_same_bytes(&again, &plain);
        blob_free(&again);
        table_close(t);
    }
    assert_int_equal(lines, all);
    table_close(whole);
    blob_free(&plain);
}

static void check_recorded_cuts(const struct blob *game, const char *path)
{
    (void)path;
    check_cuts(game, false);
}

static void records_cut_at_any_line_go_on(void **unused)
{
    (void)unused;
    for_all_records(check_recorded_cuts);
}

static void for_all_games(void (*check)(const struct blob *record))
{
    for (int i = 0; games[i]; i++)
        for (int players = games[i]->min_players; players <= games[i]->max_players; players++) {
            struct rng rng = rng_fast((uint64_t)(players * 100 + i));
            struct table *t = new_table(games[i], players, (uint8_t)(players * 16));
            play_at_random(t, &rng, INT_MAX);
            struct blob record = record_bytes(t, true);
            table_close(t);
            check(&record);
            blob_free(&record);
        }
}

static void check_own(const struct blob *record)
{
    check_replay(record, "");
    check_cuts(record, true);
}

static void games_dealt_from_a_seed_go_on_by_it(void **unused)
{
    (void)unused;
    for_all_games(check_own);
}

/* ---- refusals ---- */

/* Reads a stream to its end: how many games were whole before it was refused,
 * or that it was not refused. After a refusal there is nothing more. */
static bool refused(FILE *in, int *whole, struct problem *why)
{
    struct record_file *file = record_open(in);
    enum record_status status;
    struct table *t;

    assert_non_null(file);
    *whole = 0;
    why->text[0] = '\0';
    while ((status = record_read(file, &t, why)) == RECORD_WHOLE || status == RECORD_CUT) {
        struct blob bytes = record_bytes(t, false);
        assert_true(bytes.length > 0);
        blob_free(&bytes);
        table_close(t);
        *whole += status == RECORD_WHOLE;
    }
    assert_null(t);
    if (status == RECORD_REFUSED) {
        struct problem none;
        struct table *nothing;
        assert_int_equal(record_read(file, &nothing, &none), RECORD_NONE);
        assert_null(nothing);
    }
    record_close(file);
    return status == RECORD_REFUSED;
}

/* ---- headers ---- */

static const char digits[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

static struct blob header(const char *names, const char *rest)
{
    struct blob out;
    FILE *stream = open_memstream(&out.bytes, &out.length);

    assert_non_null(stream);
    fprintf(stream, "{\"parlor\":1,\"game\":\"scout\",\"players\":3,\"options\":{},\"seed\":\"%s\",\"names\":[%s]%s}\n",
            digits, names, rest);
    assert_int_equal(fclose(stream), 0);
    return out;
}

static void headers_are_kept_byte_for_byte(void **unused)
{
    static const struct {
        const char *names, *rest;
    } cases[] = {
        {"\"Ann\",\"Ben\",\"bot:club\"", ""},
        {"\"\",\"\",\"\"", ""},
        {"\"a \\\"quoted\\\" name\",\"back\\\\slash\",\"/slash/\"", ""},
        {"\"\\b\\t\\n\\f\\r\",\"\\u0000\\u0001\\u001f\",\"\x7f\"", ""},
        {"\"Zoë\",\"李雷\",\"😀\"", ""},
        {"\"{0}\",\"{1}\",\"%s%n\"", ",\"fair\":{}"},
        {"\"a\",\"b\",\"c\"",
         ",\"fair\":{\"commitment\":\"ab12\",\"secret\":\"00ff\",\"salts\":[\"x\",\"\",\"\\\"é\"]}"},
        {"\"a\",\"b\",\"c\"", ",\"fair\":{\"salts\":[],\"more\":\"\"}"},
        {"\"a\",\"b\",\"c\"", ",\"fair\":{\"prepared\":7,\"abandoned\":[{\"seals\":[\"\"],\"missing\":[\"é\"]},{}]}"},
        {"\"1234567890123456789012345678901234567890123456789012345678901234\",\"b\",\"c\"", ""},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct blob line = header(cases[i].names, cases[i].rest);
        struct table *t = read_cut(line.bytes, line.length);
        struct blob again = record_bytes(t, true);
        assert_same_bytes(&again, &line);
        table_close(t);
        blob_free(&line);
        blob_free(&again);
    }
}

/* A `fair` of exactly the most bytes there may be is kept, one more refused. */
static void a_long_fair_is_refused(void **unused)
{
    char rest[FAIR_SIZE + 32];

    (void)unused;
    for (int more = 0; more < 2; more++) {
        int filler = FAIR_SIZE - 1 + more - (int)strlen("{\"a\":\"\"}");
        snprintf(rest, sizeof rest, ",\"fair\":{\"a\":\"%0*d\"}", filler, 0);
        struct blob line = header("\"a\",\"b\",\"c\"", rest);
        if (more) {
            FILE *in = open_bytes(line.bytes, line.length);
            struct problem why;
            int whole;
            assert_true(refused(in, &whole, &why));
            assert_non_null(strstr(why.text, "what follows fair is too long"));
            fclose(in);
        } else {
            struct table *t = read_cut(line.bytes, line.length);
            struct blob again = record_bytes(t, false);
            assert_same_bytes(&again, &line);
            table_close(t);
            blob_free(&again);
        }
        blob_free(&line);
    }
}

/* A value that fits an option and is not the one that holds anyhow. */
static bool other_value(const struct option *option, char *out, size_t size)
{
    struct writer w = write_into(out, size);
    const char *bar = option->kind == OPTION_CHOICE ? strchr(option->values, '|') : NULL;

    if (option->kind == OPTION_NUMBER)
        write_number(&w, option->most);
    else if (bar)
        write_bytes(&w, option->values, (size_t)(bar - option->values));
    else
        write_text(&w, option->fallback);
    return !w.overflow;
}

/* Options of a game are accepted in one order and in the other. */
static void options_are_kept_in_order(void **unused)
{
    (void)unused;
    for (int i = 0; games[i]; i++)
        for (int backwards = 0; backwards < 2; backwards++) {
            struct table_plan plan = plan_for(games[i], games[i]->max_players, 5);
            int count = 0;
            while (games[i]->options[count].name)
                count++;
            assert_true(count <= MAX_OPTIONS);
            for (int k = 0; k < count; k++) {
                const struct option *option = &games[i]->options[backwards ? count - 1 - k : k];
                char value[NAME_SIZE];
                struct problem why = {.text = ""};
                assert_true(other_value(option, value, sizeof value));
                if (!plan_option(&plan, option->name, strlen(option->name), value, &why))
                    fail_msg("%s", why.text);
            }
            struct problem why = {.text = ""};
            struct table *t = table_open(&plan, &why);
            if (!t)
                continue; /* these values do not go together */
            struct blob record = record_bytes(t, false);
            struct table *again = read_cut(record.bytes, record.length);
            assert_int_equal(table_plan(again)->option_count, count);
            for (int k = 0; k < count; k++) {
                assert_int_equal(table_plan(again)->options[k].index, plan.options[k].index);
                assert_string_equal(table_plan(again)->options[k].value, plan.options[k].value);
            }
            struct blob bytes = record_bytes(again, false);
            assert_same_bytes(&bytes, &record);
            blob_free(&bytes);
            blob_free(&record);
            table_close(t);
            table_close(again);
        }
}

/* ---- damage ---- */

/* The second game of tests/records/scout-3.jsonl begins at line 79: header,
 * deal, 81-83 keep or flip, 84 first play, 95 and 116 deals, 131 result. */
enum edit { REPLACE, INSERT, DELETE, SWAP, CUT_AFTER };

struct damage {
    const char *name;
    enum edit edit;
    int line;         /* that is edited */
    const char *from; /* REPLACE: the first such bytes of the line. CUT_AFTER: the last bytes that stay */
    const char *to;   /* REPLACE: by these. INSERT: before the line */
    int refused_at;   /* line; 0: taken, the game being cut */
    const char *reason;
};

static const struct damage damages[] = {
    {"broken off in a choice", CUT_AFTER, 84, "\"play", NULL, 84,
     "the line is cut off: it does not end in a line feed"},
    {"broken off in a header", CUT_AFTER, 79, "\"seed\":\"3c", NULL, 79, "the line is cut off"},
    {"no line feed at the end", CUT_AFTER, 131, "}}", NULL, 131, "does not end in a line feed"},
    {"an empty line", INSERT, 84, NULL, "\n", 84, "an empty line"},
    {"an empty line between games", INSERT, 79, NULL, "\n", 79, "an empty line"},
    {"CRLF in the header", REPLACE, 79, "\n", "\r\n", 79, "a carriage return"},
    {"CRLF after a choice", REPLACE, 84, "\n", "\r\n", 84, "a carriage return"},
    {"a byte order mark", REPLACE, 79, "{\"parlor", "\xef\xbb\xbf{\"parlor", 79, "column 1: a header"},
    {"a tab", REPLACE, 84, ",\"do\"", "\t,\"do\"", 84, "a control character"},
    {"an unknown game", REPLACE, 79, "scout", "scoot", 79, "column 20: there is no game called scoot"},
    {"an unknown game with an escape", REPLACE, 79, "scout", "\\u001b[2J", 79, "there is no game called ?[2J"},
    {"a NUL in the game", REPLACE, 79, "scout", "scout\\u0000", 79, "a NUL in a string"},
    {"another version", REPLACE, 79, "\"parlor\":1", "\"parlor\":2", 79, "column 11: this record is of a version"},
    {"version 11", REPLACE, 79, "\"parlor\":1", "\"parlor\":11", 79, "this record is of a version"},
    {"six players", REPLACE, 79, "\"players\":3", "\"players\":6", 79, "column 38: SCOUT is for 2 to 5 players"},
    {"no players", REPLACE, 79, "\"players\":3", "\"players\":0", 79, "SCOUT is for 2 to 5 players, not 0"},
    {"minus players", REPLACE, 79, "\"players\":3", "\"players\":-3", 79, "column 38: "},
    {"two players, three names", REPLACE, 79, "\"players\":3", "\"players\":2", 79,
     "there are more names than players"},
    {"four players, three names", REPLACE, 79, "\"players\":3", "\"players\":4", 79,
     "there are fewer names than players"},
    {"endless players", REPLACE, 79, "\"players\":3", "\"players\":33333333333333333333", 79, "out of range"},
    {"players as a string", REPLACE, 79, "\"players\":3", "\"players\":\"3\"", 79, "a number is expected here"},
    {"03 players", REPLACE, 79, "\"players\":3", "\"players\":03", 79, "a number is expected here"},
    {"an unknown option", REPLACE, 79, "{}", "{\"speed\":\"on\"}", 79, "column 51: SCOUT has no option called speed"},
    {"an option without value", REPLACE, 79, "{}", "{\"speed\"}", 79, "column 58: "},
    {"an option that is a number", REPLACE, 79, "{}", "{\"speed\":1}", 79, "a string is expected here"},
    {"options not closed", REPLACE, 79, "{}", "{", 79, "a string is expected here"},
    {"options as a list", REPLACE, 79, "{}", "[]", 79, "options"},
    {"a short seed", REPLACE, 79, "3cbd85", "3cbd8", 79, "column 60: the seed is not 64 lower-case hex digits"},
    {"a long seed", REPLACE, 79, "3cbd85", "3cbd856", 79, "a string is too long"},
    {"an upper-case seed", REPLACE, 79, "3cbd85", "3CBD85", 79, "the seed is not 64 lower-case hex digits"},
    {"a seed that is not a number", REPLACE, 79, "3cbd85", "3cbx85", 79, "the seed is not 64 lower-case hex digits"},
    {"an empty seed", REPLACE, 79, "3cbd85ddbba773d5066af56454f665ae9640029234369fe460184e2db606d965", "", 79,
     "the seed is not 64"},
    {"no seed", REPLACE, 79, "\"seed\":", "\"sead\":", 79, "column 52: the seed is expected here"},
    {"too few names", REPLACE, 79, ",\"random 2\"", "", 79, "there are fewer names than players"},
    {"too many names", REPLACE, 79, ",\"random 2\"", ",\"random 2\",\"random 3\"", 79,
     "there are more names than players"},
    {"no names", REPLACE, 79, "\"random 0\",\"random 1\",\"random 2\"", "", 79, "a string is expected here"},
    {"a name of 65 bytes", REPLACE, 79, "random 0", "12345678901234567890123456789012345678901234567890123456789012345",
     79, "a string is too long"},
    {"a name in Latin-1", REPLACE, 79, "random 0", "Zo\xeb", 79, "not valid UTF-8"},
    {"an overlong character", REPLACE, 79, "random 0", "\xc0\xaf", 79, "not valid UTF-8"},
    {"a surrogate", REPLACE, 79, "random 0", "\xed\xa0\x80", 79, "not valid UTF-8"},
    {"an escaped letter", REPLACE, 79, "random 0", "\\u0041nn", 79, "escaped in another way"},
    {"an escaped slash", REPLACE, 79, "random 0", "\\/", 79, "no such escape"},
    {"an upper-case escape", REPLACE, 79, "random 0", "\\u001F", 79, "escaped in another way"},
    {"a long escape", REPLACE, 79, "random 0", "\\n\\u000a", 79, "escaped in another way"},
    {"names before the seed", REPLACE, 79, "\"seed\"", "\"names\"", 79, "the seed is expected here"},
    {"players before the game", REPLACE, 79, "\"game\":\"scout\",\"players\":3", "\"players\":3,\"game\":\"scout\"", 79,
     "column 12: the game is expected here"},
    {"an extra key", REPLACE, 79, "]}", "],\"date\":\"today\"}", 79,
     "fair, or the end of the header, is expected here"},
    {"an extra key before", REPLACE, 79, "{\"parlor\"", "{\"id\":7,\"parlor\"", 79, "column 1: a header"},
    {"fair twice", REPLACE, 79, "]}", "],\"fair\":{},\"fair\":{}}", 79, "is expected here"},
    {"fair that is a string", REPLACE, 79, "]}", "],\"fair\":\"yes\"}", 79, "fair is an object"},
    {"fair with a word", REPLACE, 79, "]}", "],\"fair\":{\"a\":true}}", 79, "a number is expected here"},
    {"fair with a number of two spellings", REPLACE, 79, "]}", "],\"fair\":{\"a\":07}}", 79,
     "a number is expected here"},
    {"fair too deep", REPLACE, 79, "]}", "],\"fair\":{\"a\":[[[[[]]]]]}}", 79, "nested too deep"},
    {"fair not closed", REPLACE, 79, "]}", "],\"fair\":{\"a\":[\"b\"", 79, "not what is expected here"},
    {"fair with a NUL", REPLACE, 79, "]}", "],\"fair\":{\"a\":\"\\u0000\"}}", 79, "a NUL in a string"},
    {"a space in the header", REPLACE, 79, ",\"game\"", ", \"game\"", 79, "the game is expected here"},
    {"a space after the header", REPLACE, 79, "\n", " \n", 79, "something follows where the line should end"},
    {"no header", DELETE, 79, NULL, NULL, 79, "column 1: a header"},
    {"a second header directly", INSERT, 80, NULL, "{\"parlor\":1}\n", 80, "column 12: the game is expected here"},
    {"nonsense for a line", INSERT, 84, NULL, "nonsense\n", 84, "this is not a chance event, a choice, a result or"},
    {"an illegal action", REPLACE, 84, "\"play 6\"", "\"play 1-3\"", 84, "play 1-3: these cards are neither equal"},
    {"an action beyond the hand", REPLACE, 84, "\"play 6\"", "\"play 13\"", 84, "play 13: you do not hold these cards"},
    {"a misspelt action", REPLACE, 84, "\"play 6\"", "\"plai 6\"", 84, "plai 6: column 1: keep, flip, play, scout"},
    {"an action in capitals", REPLACE, 84, "\"play 6\"", "\"Play 6\"", 84, "Play 6: column 1: "},
    {"an action with a zero", REPLACE, 84, "\"play 6\"", "\"play 06\"", 84, "play 06: column 6: a number"},
    {"an action with more", REPLACE, 84, "\"play 6\"", "\"play 6 \"", 84, "play 6 : column 7: something follows"},
    {"an empty action", REPLACE, 84, "\"play 6\"", "\"\"", 84, "keep, flip, play"},
    {"a NUL in an action", REPLACE, 84, "\"play 6\"", "\"play 6\\u0000\"", 84, "a NUL in a string"},
    {"an action with an escape", REPLACE, 84, "\"play 6\"", "\"pla\\u0079 6\"", 84, "escaped in another way"},
    {"a very long action", REPLACE, 84, "\"play 6\"",
     "\"play 66666666666666666666666666666666666666666666666666666666666666666666666666666666666666666666666666666666"
     "666666666666666666666666666666666666666666666666666666666666666666666666666666666666666666666666666666666666\"",
     84, "…: column 6: this number is out of range"},
    {"an action of another seat", REPLACE, 84, "\"seat\":0", "\"seat\":1", 84, "seat 1 is not to choose now"},
    {"an action of nobody", REPLACE, 84, "\"seat\":0", "\"seat\":3", 84, "column 9: this number is out of range"},
    {"an action of seat -1", REPLACE, 84, "\"seat\":0", "\"seat\":-1", 84, "column 9: this number is out of range"},
    {"choices at the same time out of order", SWAP, 81, NULL, NULL, 81, "must be in ascending order of seats"},
    {"the last of them first", SWAP, 82, NULL, NULL, 82, "must be in ascending order of seats"},
    {"a choice twice", INSERT, 82, NULL, "{\"seat\":0,\"do\":\"flip\"}\n", 82, "seat 0 is not to choose now"},
    {"a choice missing", DELETE, 82, NULL, NULL, 82, "ascending order"},
    {"a deal missing", DELETE, 80, NULL, NULL, 80, "flip: the next deal comes first"},
    {"a later deal missing", DELETE, 95, NULL, NULL, 95, "the next deal comes first"},
    {"a deal too early", SWAP, 94, NULL, NULL, 94, "there is nothing to deal now"},
    {"a choice before the deal", SWAP, 80, NULL, NULL, 80, "the next deal comes first"},
    {"an unknown chance event", REPLACE, 80, "\"deal\"", "\"storm\"", 80, "column 12: not what is expected here"},
    {"a card twice", REPLACE, 80, "\"6/4\"", "\"6/3\"", 80, "column 45: this card is dealt twice"},
    {"a card twice, turned", REPLACE, 80, "\"6/4\"", "\"3/6\"", 80, "this card is dealt twice"},
    {"a card that is not in the deck", REPLACE, 80, "\"6/4\"", "\"6/10\"", 80,
     "not in the game with this many players"},
    {"a card that does not exist", REPLACE, 80, "\"6/4\"", "\"6/6\"", 80, "no card has the same number twice"},
    {"a card out of range", REPLACE, 80, "\"6/4\"", "\"6/11\"", 80, "out of range"},
    {"a card with a zero", REPLACE, 80, "\"6/4\"", "\"06/4\"", 80, "a number is expected"},
    {"a hand with too few", REPLACE, 80, "\"6/4\",", "", 80, "this hand has too few cards"},
    {"a hand with too many", REPLACE, 80, "\"6/4\",", "\"6/4\",\"6/5\",", 80, "this hand has too many cards"},
    {"too few hands", REPLACE, 95, "\"9/2\"],[", "\"9/2\"]],[[", 95, "there are fewer hands than players"},
    {"too many hands", REPLACE, 80, "]]}", "],[]]}", 80, "there are more hands than players"},
    {"a start out of range", REPLACE, 80, "\"start\":0", "\"start\":3", 80, "out of range"},
    {"the wrong start", REPLACE, 95, "\"start\":1", "\"start\":2", 95, "left neighbour of the last start player"},
    {"an extra key in a deal", REPLACE, 80, "]]}", "]],\"x\":1}", 80, "not what is expected here"},
    {"a space in a deal", REPLACE, 80, "]]}", "]] }", 80, "not what is expected here"},
    {"a wrong result", REPLACE, 131, "[-16,-21,1]", "[-16,-20,1]", 131,
     "column 28: this is not the result of the game"},
    {"a wrong winner", REPLACE, 131, "\"winners\":[2]", "\"winners\":[1]", 131, "this is not the result of the game"},
    {"a result cut short", REPLACE, 131, "]]}}", "]]}", 131, "this is not the result of the game"},
    {"a result and more", REPLACE, 131, "\n", " \n", 131, "this is not the result of the game"},
    {"a result too early", INSERT, 84, NULL, "{\"result\":{\"points\":[0,0,0],\"winners\":[0]}}\n", 84,
     "a result, but the game is not over"},
    {"a choice after the result", INSERT, 132, NULL, "{\"seat\":0,\"do\":\"keep\"}\n", 132, "column 1: a header"},
    {"a second result", INSERT, 132, NULL, "{\"result\":{}}\n", 132, "column 1: a header"},
    {"a choice when the game is over", INSERT, 131, NULL, "{\"seat\":0,\"do\":\"keep\"}\n", 131,
     "keep: the game is over"},
    {"a deal when the game is over", INSERT, 131, NULL, "{\"chance\":\"deal\"}\n", 131, "there is nothing to deal now"},
    {"no result", DELETE, 131, NULL, NULL, 0, ""},
    {"an action too few", REPLACE, 84, "\"play 1\",", "", 84, "this is not the list of legal actions here"},
    {"an action too many", REPLACE, 84, "\"play 1\",", "\"keep\",\"play 1\",", 84, "not the list of legal actions"},
    {"an action twice", REPLACE, 84, "\"play 1\",", "\"play 1\",\"play 1\",", 84, "not the list of legal actions"},
    {"actions not in order", REPLACE, 84, "\"play 10\",\"play 11\"", "\"play 11\",\"play 10\"", 84, "not the list"},
    {"no actions", REPLACE, 81, "[\"flip\",\"keep\"]", "[]", 81, "column 32: this is not the list of legal actions"},
    {"legal not closed", REPLACE, 81, "\"keep\"]}", "\"keep\"]", 81, "not the list of legal actions"},
    {"a list of legal actions for some only", REPLACE, 81, ",\"legal\":[\"flip\",\"keep\"]", "", -1, ""},
};

static struct blob damaged(const struct blob *file, const struct damage *damage)
{
    struct blob out;
    FILE *stream = open_memstream(&out.bytes, &out.length);
    const char *at = file->bytes, *end = file->bytes + file->length;

    assert_non_null(stream);
    for (int line = 1; line < damage->line; line++) {
        size_t length = line_length(at, end);
        fwrite(at, 1, length, stream);
        at += length;
    }
    size_t length = at < end ? line_length(at, end) : 0;
    const char *found = damage->from ? memmem(at, length, damage->from, strlen(damage->from)) : NULL;
    if (damage->edit == REPLACE || damage->edit == CUT_AFTER)
        assert_non_null(found);
    switch (damage->edit) {
    case REPLACE:
        fprintf(stream, "%.*s%s", (int)(found - at), at, damage->to);
        at = found + strlen(damage->from);
        break;
    case INSERT: fputs(damage->to, stream); break;
    case DELETE: at += length; break;
    case SWAP: {
        size_t next = line_length(at + length, end);
        fwrite(at + length, 1, next, stream);
        fwrite(at, 1, length, stream);
        at += length + next;
        break;
    }
    case CUT_AFTER:
        found += strlen(damage->from);
        fwrite(at, 1, (size_t)(found - at), stream);
        at = end;
        break;
    }
    fwrite(at, 1, (size_t)(end - at), stream);
    assert_int_equal(fclose(stream), 0);
    return out;
}

static void damage_is_refused_with_line_and_reason(void **unused)
{
    struct blob file = blob_file("tests/records/scout-3.jsonl");
    int wrong = 0;

    (void)unused;
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        const struct damage *damage = &damages[i];
        struct blob bytes = damaged(&file, damage);
        FILE *in = open_bytes(bytes.bytes, bytes.length);
        struct problem why;
        char begins[32];
        int whole = 0;

        bool bad = refused(in, &whole, &why);
        fclose(in);
        blob_free(&bytes);
        snprintf(begins, sizeof begins, "line %d", damage->refused_at);
        if (bad != (damage->refused_at > 0) ||
            (bad && (strncmp(why.text, begins, strlen(begins)) != 0 || !strstr(why.text, damage->reason))))
            print_error("%s: «%s»\n", damage->name, bad ? why.text : "taken"), wrong++;
        assert_int_equal(whole, damage->line > 131 || damage->refused_at < 0 ? 2 : 1);
    }
    blob_free(&file);
    assert_int_equal(wrong, 0);
}

/* Options of the games that have some: twice, and with values that do not fit. */
static void wrong_options_are_refused(void **unused)
{
    (void)unused;
    for (int i = 0; games[i]; i++)
        for (const struct option *option = games[i]->options; option->name; option++) {
            char value[NAME_SIZE];
            assert_true(other_value(option, value, sizeof value));
            for (int wrong = 0; wrong < 2; wrong++) {
                struct table_plan plan = plan_for(games[i], games[i]->max_players, 5);
                struct problem why = {.text = ""};
                char *line = NULL;
                int whole = 0;
                if (wrong == 1 && option->kind == OPTION_TEXT)
                    continue; /* what fits is for the game to say */
                assert_true(asprintf(&line,
                                     "{\"parlor\":1,\"game\":\"%s\",\"players\":%d,\"options\":{\"%s\":\"%s\"%s%s%s},"
                                     "\"seed\":\"%s\",\"names\":[\"\"%.*s]}\n",
                                     games[i]->id, plan.players, option->name, wrong ? "no|such" : value,
                                     wrong ? "" : ",\"", wrong ? "" : option->name, wrong ? "" : "\":\"\"", digits,
                                     3 * (plan.players - 1), ",\"\",\"\",\"\",\"\"") > 0);
                FILE *in = open_bytes(line, strlen(line));
                assert_true(refused(in, &whole, &why));
                fclose(in);
                free(line);
                if (!strstr(why.text, wrong ? "must be " : "is set twice"))
                    fail_msg("%s", why.text);
            }
        }
}

/* Files that are refused as a whole: bytes that stand nowhere in a record. */
static void nonsense_is_refused(void **unused)
{
    static const struct {
        const char *bytes;
        size_t length;
        const char *reason;
    } cases[] = {
        {"\n", 1, "line 1: an empty line"},
        {"\0", 1, "line 1: a NUL byte"},
        {"\0\n", 2, "line 1: a NUL byte"},
        {"{", 1, "line 1: the line is cut off"},
        {"{\"parlor\":1,\"game\":\"scout\0\"}\n", 29, "line 1: a NUL byte"},
        {"{}\n", 3, "line 1, column 1: a header"},
        {"\xef\xbb\xbf\n", 4, "line 1, column 1: a header"},
        {"\xff\xfe{\0\"\0", 6, "line 1: a NUL byte"},
        {"{\"parlor\":1}\n", 13, "line 1, column 12: the game is expected here"},
        {"\r\n", 2, "line 1: a carriage return"},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        FILE *in = open_bytes(cases[i].bytes, cases[i].length);
        struct problem why;
        int whole;
        assert_true(refused(in, &whole, &why));
        fclose(in);
        if (strncmp(why.text, cases[i].reason, strlen(cases[i].reason)) != 0)
            fail_msg("«%s» instead of «%s»", why.text, cases[i].reason);
    }
}

static void an_empty_file_holds_no_game(void **unused)
{
    FILE *in = fopen("/dev/null", "rb");
    struct problem why;
    int whole;

    (void)unused;
    assert_non_null(in);
    assert_false(refused(in, &whole, &why));
    assert_int_equal(whole, 0);
    fclose(in);
}

/* An endless stream that counts what was taken from it. */
struct flood {
    size_t taken;
    size_t most; /* the end, if anybody gets there */
    const char *pattern;
    size_t pattern_length;
};

static ssize_t flood_read(void *cookie, char *buffer, size_t size)
{
    struct flood *flood = cookie;

    if (size > flood->most - flood->taken)
        size = flood->most - flood->taken;
    for (size_t i = 0; i < size; i++)
        buffer[i] = flood->pattern[(flood->taken + i) % flood->pattern_length];
    flood->taken += size;
    return (ssize_t)size;
}

static void floods_are_refused_without_being_read(void **unused)
{
    static const struct {
        const char *pattern;
        size_t most;
        const char *reason;
    } cases[] = {
        {"x", 100u << 20, "line 1: the line is longer than any line of a record"},
        {"{\"parlor\":1,", 10u << 20, "line 1: the line is longer than any line of a record"},
        {"nonsense\n", 100u << 20, "line 1, column 1: a header"},
        {"\n", 100u << 20, "line 1: an empty line"},
        {"[", 100u << 20, "line 1: the line is longer"},
        {"\\u0000", 100u << 20, "line 1: the line is longer"},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct flood flood = {
            .most = cases[i].most, .pattern = cases[i].pattern, .pattern_length = strlen(cases[i].pattern)};
        FILE *in = fopencookie(&flood, "rb", (cookie_io_functions_t){.read = flood_read});
        struct problem why;
        int whole;
        assert_non_null(in);
        assert_true(refused(in, &whole, &why));
        fclose(in);
        if (strncmp(why.text, cases[i].reason, strlen(cases[i].reason)) != 0)
            fail_msg("%s", why.text);
        assert_true(flood.taken <= RECORD_LINE + 65536);
    }
}

/* The longest line has RECORD_LINE bytes with its line feed. */
static void the_longest_line_is_known(void **unused)
{
    (void)unused;
    for (size_t length = RECORD_LINE - 1; length <= RECORD_LINE; length++) {
        char *line = malloc(length + 1);
        struct problem why;
        int whole;
        assert_non_null(line);
        memset(line, 'x', length);
        line[length] = '\n';
        FILE *in = open_bytes(line, length + 1);
        assert_true(refused(in, &whole, &why));
        assert_non_null(strstr(why.text, length < RECORD_LINE ? "a header is expected" : "longer than any line"));
        fclose(in);
        free(line);
    }
}

/* A long list of legal actions in a line, and a header that goes on for ever. */
static void a_line_of_ten_megabytes_is_refused(void **unused)
{
    struct blob file = blob_file("tests/records/scout-2.jsonl");
    size_t before = 0, most = 10u << 20;
    char *bytes = malloc(file.length + most);

    (void)unused;
    assert_non_null(bytes);
    for (int line = 1; line < 4; line++)
        before += line_length(file.bytes + before, file.bytes + file.length);
    memcpy(bytes, file.bytes, before + 10);
    memset(bytes + before + 10, '8', most);
    memcpy(bytes + before + 10 + most, file.bytes + before + 10, file.length - before - 10);
    FILE *in = open_bytes(bytes, file.length + most);
    struct problem why;
    int whole;
    assert_true(refused(in, &whole, &why));
    assert_string_equal(why.text, "line 4: the line is longer than any line of a record");
    fclose(in);
    free(bytes);
    blob_free(&file);
}

static void a_stream_that_fails_is_refused(void **unused)
{
    FILE *in = fopen("tests/records", "rb"); /* a folder opens, but does not read */
    struct problem why;
    int whole;

    (void)unused;
    assert_non_null(in);
    assert_true(refused(in, &whole, &why));
    assert_string_equal(why.text, "line 1: the file cannot be read");
    fclose(in);
}

static void a_full_disk_is_noticed(void **unused)
{
    struct table *t = new_table(&scout, 3, 1);
    FILE *out = fopen("/dev/full", "wb");

    (void)unused;
    assert_non_null(out);
    assert_false(record_write(t, false, out));
    fclose(out);
    table_close(t);
}

static void endless_text(const struct state *state, int seat, uint16_t id, struct writer *w)
{
    (void)state, (void)seat;
    for (int i = 0; i < RECORD_LINE / 2; i++)
        write_char(w, (char)('a' + id));
}

/* Three legal actions that do not fit into a line together: no line is written
 * that no reader would take, and nothing runs over. */
static void a_line_that_would_be_too_long_is_not_written(void **unused)
{
    static struct game wordy;
    struct blob blob;
    FILE *out = open_memstream(&blob.bytes, &blob.length);

    (void)unused;
    wordy = template_game;
    wordy.action_text = endless_text;
    struct table *t = new_table(&wordy, 2, 1);
    struct rng rng = rng_fast(1);
    play_at_random(t, &rng, 2);
    assert_non_null(out);
    assert_false(record_write(t, true, out));
    fclose(out);
    const char *feed = memrchr(blob.bytes, '\n', blob.length);
    assert_ptr_equal(feed, blob.bytes + blob.length - 1);
    blob_free(&blob);
    table_close(t);
}

/* A game that is cut is followed by the next one, and both are read. */
static void games_follow_each_other(void **unused)
{
    struct blob game = blob_file("tests/records/scout-2.jsonl");
    size_t cut = 0;
    struct problem why = {.text = ""};
    struct table *t;

    (void)unused;
    for (int line = 0; line < 7; line++)
        cut += line_length(game.bytes + cut, game.bytes + game.length);
    char *both = malloc(cut + game.length);
    assert_non_null(both);
    memcpy(both, game.bytes, cut);
    memcpy(both + cut, game.bytes, game.length);
    FILE *in = open_bytes(both, cut + game.length);
    struct record_file *file = record_open(in);
    static const enum record_status expected[] = {RECORD_CUT, RECORD_WHOLE, RECORD_WHOLE, RECORD_NONE, RECORD_NONE};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_int_equal(record_read(file, &t, &why), expected[i]);
        table_close(t);
    }
    record_close(file);
    fclose(in);
    free(both);
    blob_free(&game);
}

/* ---- damage at random ---- */

static void mutate(struct blob *file, struct rng *rng)
{
    uint32_t at = rng_below(rng, (uint32_t)file->length);

    switch (rng_below(rng, 5)) {
    case 0: file->bytes[at] = (char)(file->bytes[at] ^ (1 << rng_below(rng, 8))); break;
    case 1: file->bytes[at] = (char)rng_below(rng, 256); break;
    case 2: /* a byte less */
        memmove(file->bytes + at, file->bytes + at + 1, file->length - at - 1);
        file->length--;
        break;
    case 3: { /* digits are what the rules depend on */
        for (uint32_t i = 0; i < 200 && at < file->length; i++, at++)
            if (file->bytes[at] >= '0' && file->bytes[at] <= '9') {
                file->bytes[at] = (char)('0' + rng_below(rng, 10));
                break;
            }
        break;
    }
    default: { /* two lines change places */
        char *end = file->bytes + file->length, *one = memchr(file->bytes + at, '\n', file->length - at);
        char *two = one && one + 1 < end ? memchr(one + 1, '\n', (size_t)(end - one - 1)) : NULL;
        char *three = two && two + 1 < end ? memchr(two + 1, '\n', (size_t)(end - two - 1)) : NULL;
        if (!three)
            break;
        size_t first = (size_t)(two - one), second = (size_t)(three - two);
        struct blob kept = blob_of(one + 1, first);
        memmove(one + 1, two + 1, second);
        memcpy(one + 1 + second, kept.bytes, first);
        blob_free(&kept);
        break;
    }
    }
}

/* Every record of tests/records that is not too long to be tried often. */
static void records_damaged_at_random_are_read_or_refused(void **unused)
{
    char **paths = files_named("tests/records", ".jsonl");
    int tries = 3000 / test_stride(), refusals = 0, taken = 0, files = 0;

    (void)unused;
    while (paths[files])
        files++;
    for (char **path = paths; *path; free(*path++)) {
        struct blob file = blob_file(*path);
        struct rng rng = rng_fast(file.length);
        struct blob first = blob_of(file.bytes, file.length > 60000 ? 60000 : file.length);
        while (first.bytes[first.length - 1] != '\n')
            first.length--;
        for (int i = 0; i <= tries / files; i++) {
            struct blob bytes = blob_of(first.bytes, first.length);
            for (uint32_t times = 1 + rng_below(&rng, 3); times > 0; times--)
                mutate(&bytes, &rng);
            FILE *in = open_bytes(bytes.bytes, bytes.length);
            struct problem why;
            int whole;
            bool bad = refused(in, &whole, &why);
            fclose(in);
            refusals += bad;
            taken += !bad;
            if (bad)
                assert_int_equal(strncmp(why.text, "line ", 5), 0);
            blob_free(&bytes);
        }
        blob_free(&first);
        blob_free(&file);
    }
    free(paths);
    assert_true(refusals > 10 * taken); /* what is still taken has another name, another seed or is cut */
    assert_true(taken > 0 || test_stride() > 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_are_written_as_they_were_read),
        cmocka_unit_test(records_cut_at_any_line_go_on),
        cmocka_unit_test(games_dealt_from_a_seed_go_on_by_it),
        cmocka_unit_test(headers_are_kept_byte_for_byte),
        cmocka_unit_test(a_long_fair_is_refused),
        cmocka_unit_test(options_are_kept_in_order),
        cmocka_unit_test(damage_is_refused_with_line_and_reason),
        cmocka_unit_test(wrong_options_are_refused),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(an_empty_file_holds_no_game),
        cmocka_unit_test(floods_are_refused_without_being_read),
        cmocka_unit_test(the_longest_line_is_known),
        cmocka_unit_test(a_line_of_ten_megabytes_is_refused),
        cmocka_unit_test(a_stream_that_fails_is_refused),
        cmocka_unit_test(a_full_disk_is_noticed),
        cmocka_unit_test(a_line_that_would_be_too_long_is_not_written),
        cmocka_unit_test(games_follow_each_other),
        cmocka_unit_test(records_damaged_at_random_are_read_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
