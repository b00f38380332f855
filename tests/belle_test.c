/* Belle of the Ball beyond its positions: custom decks (good ones, and
 * what is said about bad ones), odd decks held to the laws of play, and worlds
 * counted where a viewer cannot know who holds what. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rules/belle.h"
#include "table/record.h"

enum { TEXT_SIZE = 1 << 14 };

/* ---- decks as text ---- */

struct texts {
    char guests[TEXT_SIZE], belles[TEXT_SIZE];
};

static void read_file(const char *path, char *text)
{
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    size_t length = fread(text, 1, TEXT_SIZE - 1, in);
    assert_true(length > 0 && length < TEXT_SIZE - 1);
    text[length] = '\0';
    fclose(in);
}

static struct texts built_in_texts(void)
{
    struct texts texts;
    read_file("data/belle/guests.csv", texts.guests);
    read_file("data/belle/belles.csv", texts.belles);
    return texts;
}

/* Puts `now` where `was` stands, which must be there. */
static void change(char *text, const char *was, const char *now)
{
    char *at = strstr(text, was);
    assert_non_null(at);
    memmove(at + strlen(now), at + strlen(was), strlen(at + strlen(was)) + 1);
    memcpy(at, now, strlen(now));
}

static bool line_of(const struct texts *texts, char *line, char *why)
{
    const char *both[] = {texts->guests, texts->belles};
    struct writer l = write_into(line, DECK_SIZE), w = write_into(why, 320);
    return belle_deck_line(both, &l, &w);
}

/* The deck made by one change must be refused with exactly this. */
static void refused(bool guests, const char *was, const char *now, const char *reason)
{
    static char line[DECK_SIZE];
    struct texts texts = built_in_texts();
    char why[320];

    change(guests ? texts.guests : texts.belles, was, now);
    assert_false(line_of(&texts, line, why));
    assert_string_equal(why, reason);
}

static void the_built_in_deck_is_the_data(void **state)
{
    static char line[DECK_SIZE];
    struct texts texts = built_in_texts();
    struct belle_deck deck;
    char why[320], name[64];

    (void)state;
    assert_true(line_of(&texts, line, why));
    struct reader in = read_from(line, strlen(line));
    assert_true(belle_deck_read(&in, &deck));
    assert_memory_equal(&deck, &belle_deck_built_in, sizeof deck);
    for (int i = 0; i < BELLE_GUEST_COUNT; i++) {
        struct writer w = write_into(name, sizeof name);
        assert_true(belle_deck_name(line, 'G', i + 1, &w));
        assert_string_equal(name, belle_guest_name(i));
    }
    for (int i = 0; i < BELLE_BELLE_COUNT; i++) {
        struct writer w = write_into(name, sizeof name);
        assert_true(belle_deck_name(line, 'B', i + 1, &w));
        assert_string_equal(name, belle_belle_name(i));
    }
}

static void bad_decks_are_refused_with_file_and_line(void **state)
{
    (void)state;
    refused(true, "id,name", "no,name",
            "guests.csv line 1: the first line must be: id,name,noble,title,county,common,medium,rare,provenance");
    refused(true, "Flirt,Tea,Shield,K\n", "Flirt,Coffee,Shield,K\n",
            "guests.csv line 2: there is no such interest in this column: Coffee");
    refused(true, "Flirt,Tea,Shield,K\n", "Tea,Flirt,Shield,K\n",
            "guests.csv line 2: there is no such interest in this column: Tea");
    refused(true, "Snub,Cake,Sun,K\n", "Flirt,Tea,Shield,K\n",
            "guests.csv line 3: another Guest has the same three interests: Shield");
    refused(true, "5,Orblah", "6,Orblah", "guests.csv line 6: the ids are 1 to 60, in order: 6");
    refused(true, "Orblah Openbend", "", "guests.csv line 6: this Guest has no name");
    refused(true, "Calla Quizcave,Lord", "Calla Quizcave,Duke",
            "guests.csv line 3: a Guest is a Lord, a Lady or -: Duke");
    refused(true, "Flirt,Tea,Shield,K\n", "Flirt,Tea,Shield\n", "guests.csv line 2: this row has too few columns");
    refused(true, "Flirt,Tea,Shield,K\n", "Flirt,Tea,Shield,K,K\n", "guests.csv line 2: this row has too many columns");
    refused(true, "Maybe Mumblecaw", "\"Maybe", "guests.csv line 2: a quote is not closed on this line");
    refused(true, "Maybe Mumblecaw", "\"Maybe\" Mumblecaw", "guests.csv line 2: something follows the closing quote");
    refused(true, "Maybe Mumblecaw", "Maybe \"Mumblecaw\"",
            "guests.csv line 2: a quote in a field that does not begin with one");
    refused(true, "Maybe", "\xff", "guests.csv line 2: not valid UTF-8");
    refused(true, "60,Gigglelack Lololol,-,Zest,Latesun,Chat,Cake,Tree,K\n", "",
            "guests.csv line 60: the table ends after 59 of 60 Guests");
    refused(true, "Chat,Cake,Tree,K\n", "Chat,Cake,Tree,K\n61,One More,-,Zest,Latesun,Chat,Cake,Tree,K\n",
            "guests.csv line 62: there are more than 60 Guests");
    refused(false, "TALES", "TALE", "belles.csv line 26: there is no such effect: TALE");
    refused(false, "26,MISCHIEF", "26,MIRTH", "belles.csv line 27: this is not the type of the card's effect: MIRTH");
    refused(false, "27,MISCHIEF", "28,MISCHIEF", "belles.csv line 28: the ids are 1 to 27, in order: 28");
    refused(false, "The Belle Tells Tales", "", "belles.csv line 26: this Belle card has no name");
}

/* The built-in deck with these effects, in turn, on its 27 cards. */
static struct texts deck_of(const char *const *effects, int count)
{
    struct texts texts = built_in_texts();
    struct writer w = write_into(texts.belles, sizeof texts.belles);

    write_text(&w, "id,type,name,effect_id,effect,status\r\n");
    for (int i = 0; i < BELLE_BELLE_COUNT; i++) {
        const char *code = effects[i % count];
        int effect = 0;
        while (strcmp(belle_effect_code(effect), code) != 0)
            assert_true(++effect < BELLE_EFFECT_COUNT);
        write_number(&w, i + 1);
        write_char(&w, ',');
        write_text(&w, belle_type_name(belle_type_of(effect)));
        write_text(&w, ",\"Card, called \"\"one\"\"\",");
        write_text(&w, code);
        write_text(&w, ",,\r\n");
    }
    return texts;
}

static void an_effect_is_there_three_times_at_most(void **state)
{
    static char line[DECK_SIZE];
    static const char *const nine[] = {"STEAL_BELLE", "SWAP", "EJECT",    "RUSHED", "COPY",
                                       "STAYS",       "TOLL", "MOVE_OWN", "TALES"};
    char why[320];
    struct texts three = deck_of(nine, 9), four = deck_of(nine, 8);

    (void)state;
    assert_true(line_of(&three, line, why));
    assert_non_null(strstr(line, "[\"1\",\"MAYHEM\",\"Card, called \\\"one\\\"\",\"STEAL_BELLE\",\"\",\"\"]"));
    assert_false(line_of(&four, line, why));
    assert_string_equal(why, "belles.csv line 26: three cards have this effect already: STEAL_BELLE");
}

/* ---- tables with a custom deck ---- */

static void write_file(const char *directory, const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_true(fputs(text, out) >= 0 && fclose(out) == 0);
}

static void remove_deck(const char *directory)
{
    char path[256];
    snprintf(path, sizeof path, "%s/guests.csv", directory);
    unlink(path);
    snprintf(path, sizeof path, "%s/belles.csv", directory);
    unlink(path);
    rmdir(directory);
}

static struct table_plan plan_with_deck(const char *directory, int players)
{
    struct table_plan plan = {.game = &belle, .players = players, .seed = {.bytes = {7}}};
    struct problem why;
    assert_true(plan_option(&plan, "deck", 4, directory, &why));
    return plan;
}

static void record_of(const struct table *t, char **text, size_t *length)
{
    FILE *out = open_memstream(text, length);
    assert_non_null(out);
    assert_true(record_write(t, true, out));
    fclose(out);
}

static void play_on(struct table *t, struct rng *rng)
{
    struct problem why;
    uint16_t ids[LEGAL_SIZE];
    struct turn turn;

    while ((turn = table_turn(t)).kind == TURN_CHOICE) {
        int seat = __builtin_ctz(turn.seats), count = table_legal(t, seat, ids);
        assert_true(table_do(t, seat, ids[rng_below(rng, (uint32_t)count)], &why));
    }
}

/* The record of such a table is read without its files, to the same bytes. */
static void records_carry_their_deck(void **state)
{
    static const char *const nine[] = {"STEAL_BELLE", "SWAP", "EJECT",    "RUSHED", "COPY",
                                       "STAYS",       "TOLL", "MOVE_OWN", "TALES"};
    char directory[] = "/tmp/parlor-belle-XXXXXX";
    struct texts texts = deck_of(nine, 9);
    struct problem why;
    struct rng rng = rng_fast(3);

    (void)state;
    assert_non_null(mkdtemp(directory));
    write_file(directory, "guests.csv", texts.guests);
    write_file(directory, "belles.csv", texts.belles);
    struct table_plan plan = plan_with_deck(directory, 4);
    struct table *unread = table_open(&plan, &why);
    assert_false(table_deal(unread, &why));
    assert_string_equal(why.text, "the files of this table's custom deck have not been read");
    table_close(unread);
    assert_true(plan_deck(&plan, &why));
    remove_deck(directory);
    struct table *t = table_open(&plan, &why);
    assert_true(table_deal(t, &why));
    play_on(t, &rng);

    size_t length, again_length;
    char *text = NULL, *again = NULL;
    record_of(t, &text, &length);
    const char *second = strchr(text, '\n') + 1;
    assert_int_equal(strncmp(second, "{\"chance\":\"deck\",\"guests\":[[\"1\",\"Maybe", 38), 0);
    FILE *in = fmemopen(text, length, "rb");
    struct record_file *file = record_open(in);
    struct table *read = NULL;
    if (record_read(file, &read, &why) != RECORD_WHOLE)
        fail_msg("%s", why.text);
    record_of(read, &again, &again_length);
    assert_string_equal(text, again);
    free(again);
    free(text);
    fclose(in);
    record_close(file);
    table_close(read);
    table_close(t);
}

static void a_directory_is_named_when_it_is_wrong(void **state)
{
    char directory[] = "/tmp/parlor-belle-XXXXXX", expected[400];
    struct texts texts = built_in_texts();
    struct problem why;

    (void)state;
    assert_non_null(mkdtemp(directory));
    struct table_plan plan = plan_with_deck(directory, 3);
    assert_false(plan_deck(&plan, &why));
    snprintf(expected, sizeof expected, "%s/guests.csv: No such file or directory", directory);
    assert_string_equal(why.text, expected);
    change(texts.belles, "STAYS", "GOES");
    write_file(directory, "guests.csv", texts.guests);
    write_file(directory, "belles.csv", texts.belles);
    assert_false(plan_deck(&plan, &why));
    snprintf(expected, sizeof expected, "%s/belles.csv line 25: there is no such effect: GOES", directory);
    assert_string_equal(why.text, expected);
    assert_string_equal(plan.deck, "");
    remove_deck(directory);
}

/* A record whose deck line is wrong is refused with its line and column. */
static void a_bad_deck_line_is_refused(void **state)
{
    static char line[DECK_SIZE];
    struct texts texts = built_in_texts();
    char reason[320];
    struct table_plan plan = plan_with_deck("anywhere", 2);
    struct problem why;

    (void)state;
    assert_true(line_of(&texts, line, reason));
    change(line, "\"Flirt\",\"Tea\"", "\"Flirt\",\"Tee\"");
    struct table *t = table_open(&plan, &why);
    struct reader in = read_from(line, strlen(line));
    assert_false(table_deal_as(t, &in, &why));
    snprintf(reason, sizeof reason, "column %d: there is no such interest in this column",
             (int)(strstr(line, "\"Tee\"") - line) + 1);
    assert_string_equal(why.text, reason);
    assert_int_equal(table_steps(t), 0);
    table_close(t);
}

/* ---- odd decks, held to what must always hold ---- */

static void check_knowledge(const struct belle_state *truth, int viewer, struct rng *rng)
{
    struct state_buffer view_buffer, world_buffer;
    struct belle_state *view = belle_state_in(state_in(&view_buffer)), *world = belle_state_in(state_in(&world_buffer));

    memcpy(view, truth, sizeof *truth);
    belle_redact(view, viewer);
    memcpy(world, view, sizeof *view);
    belle_imagine(world, viewer, rng);
    assert_null(belle_fault(world, OPEN));
    belle_redact(world, viewer);
    assert_memory_equal((const void *)world, (const void *)view, sizeof *view);
}

static void check_actions(const struct belle_state *s, int seat, const uint16_t *ids, int count)
{
    static uint8_t legal[UINT16_MAX + 1];

    assert_in_range(count, 1, belle.max_legal);
    memset(legal, 0, sizeof legal);
    for (int i = 0; i < count; i++) {
        char text[64];
        struct writer w = write_into(text, sizeof text);
        uint16_t id = 0;
        assert_true(i == 0 || ids[i] > ids[i - 1]);
        legal[ids[i]] = 1;
        belle_action_text(s, seat, ids[i], &w);
        struct reader in = read_from(text, w.length);
        assert_true(belle_action_parse(s, seat, &in, &id));
        assert_int_equal(id, ids[i]);
    }
    for (int id = 0; id < belle.max_actions; id++)
        assert_int_equal(legal[id], belle_objection(s, seat, (uint16_t)id) == NULL);
}

static void walk_deck(const struct belle_deck *deck, int players, uint64_t seed)
{
    struct state_buffer buffer;
    struct belle_state *s = belle_state_in(state_in(&buffer));
    struct setup setup = {.players = players};
    struct rng rng = rng_fast(seed);
    uint16_t ids[LEGAL_SIZE];

    assert_null(belle_start(s, &setup));
    s->deck = *deck;
    for (struct turn turn; (turn = belle_turn(s)).kind != TURN_OVER;) {
        assert_null(belle_fault(s, OPEN));
        if (turn.kind == TURN_CHANCE) {
            belle_chance(s, &rng);
            continue;
        }
        int seat = __builtin_ctz(turn.seats), count = belle_legal(s, seat, ids);
        if (rng_below(&rng, 8) == 0)
            check_actions(s, seat, ids, count);
        if (rng_below(&rng, 3) == 0)
            for (int viewer = ONLOOKER; viewer < players; viewer++)
                check_knowledge(s, viewer, &rng);
        belle_apply(s, seat, ids[rng_below(&rng, (uint32_t)count)], NULL);
    }
    assert_null(belle_fault(s, OPEN));
}

static void odd_decks_obey_the_laws(void **state)
{
    static const uint8_t three_of_each[2][9] = {
        {BELLE_EFFECT_STEAL_BELLE, BELLE_EFFECT_SWAP, BELLE_EFFECT_EJECT, BELLE_EFFECT_RUSHED, BELLE_EFFECT_COPY,
         BELLE_EFFECT_STAYS, BELLE_EFFECT_TOLL, BELLE_EFFECT_MOVE_OWN, BELLE_EFFECT_TALES},
        {BELLE_EFFECT_STEAL_BELLE, BELLE_EFFECT_CROWD, BELLE_EFFECT_SWEEP, BELLE_EFFECT_FREE_SKIP, BELLE_EFFECT_REVERSE,
         BELLE_EFFECT_APOLOGY, BELLE_EFFECT_NO_COMMON, BELLE_EFFECT_VARIETY, BELLE_EFFECT_FAVORITE},
    };

    (void)state;
    for (int kind = 0; kind < 2; kind++)
        for (int players = 2; players <= 5; players++)
            for (uint64_t seed = 1; seed <= 12; seed++) {
                struct belle_deck deck = belle_deck_built_in;
                for (int i = 0; i < BELLE_BELLE_COUNT; i++)
                    deck.effect[i] = three_of_each[kind][i % 9];
                walk_deck(&deck, players, seed);
            }
}

/* Three COPY cards and a Guest, two and two: the best of all ways to copy. */
static void several_copies_choose_each_for_itself(void **state)
{
    struct belle_state s;
    struct setup setup = {.players = 2};

    (void)state;
    assert_null(belle_start(&s, &setup));
    for (int i = 0; i < 3; i++)
        s.deck.effect[i] = BELLE_EFFECT_COPY;
    uint8_t one[] = {belle_guest_card(0), belle_card(0), belle_card(1), belle_card(2)};
    assert_int_equal(belle_score(&s, one, 4).value, 12);
    /* G1 Flirt Tea Shield and G2 Snub Cake Sun: either twice gives 9, one of each all twelve icons. */
    uint8_t two[] = {belle_guest_card(0), belle_card(0), belle_guest_card(1), belle_card(1)};
    assert_int_equal(belle_score(&s, two, 4).value, 12);
    /* With a bonus for Tea the Guest who likes Tea is copied: 6 and 4, not 6 and 2. */
    s.deck.effect[3] = BELLE_EFFECT_BONUS_TEA;
    uint8_t tea[] = {belle_guest_card(0), belle_card(0), belle_card(3), belle_guest_card(1)};
    assert_int_equal(belle_score(&s, tea, 4).value, 10);
}

/* ---- worlds, counted ---- */

static bool redacted_alike(const struct belle_state *truth, const struct belle_state *world, int viewer)
{
    struct belle_state a = *truth, b = *world;
    belle_redact(&a, viewer);
    belle_redact(&b, viewer);
    return memcmp((const void *)&a, (const void *)&b, sizeof a) == 0;
}

/* Counts the different worlds that imagine() returns in `tries` tries, at most 200. */
static int count_worlds(const struct belle_state *truth, int viewer, int tries, int *rarest)
{
    static struct belle_state seen[200];
    static int times[200];
    struct rng rng = rng_fast(5);
    int count = 0;

    for (int i = 0; i < tries; i++) {
        struct belle_state world = *truth;
        int at = 0;
        belle_redact(&world, viewer);
        belle_imagine(&world, viewer, &rng);
        assert_true(redacted_alike(truth, &world, viewer));
        while (at < count && memcmp((const void *)&seen[at], (const void *)&world, sizeof world) != 0)
            at++;
        if (at == count) {
            assert_true(count < 200);
            seen[count] = world;
            times[count++] = 0;
        }
        times[at]++;
    }
    *rarest = tries;
    for (int i = 0; i < count; i++)
        *rarest = times[i] < *rarest ? times[i] : *rarest;
    return count;
}

/* A table without hidden cards in line, so that only the hands are in question.
 * With two lines: where there is one, Belle cards are never unaccounted for. */
static struct belle_state only_hands(int players)
{
    struct belle_state s;
    struct setup setup = {.players = players};
    struct rng rng = rng_fast(1);

    assert_null(belle_start(&s, &setup));
    belle_chance(&s, &rng);
    for (int line = 0; line < 2; line++)
        for (int i = s.front[line] + BELLE_VISIBLE; i < s.end[line]; i++)
            s.line[i] = 0;
    s.end[BELLE_LINE_GUESTS] = (uint8_t)(s.front[BELLE_LINE_GUESTS] + BELLE_VISIBLE);
    s.end[BELLE_LINE_BELLES] = (uint8_t)(s.front[BELLE_LINE_BELLES] + BELLE_VISIBLE);
    return s;
}

static void gives(struct belle_state *s, int seat, int index)
{
    s->taken[index] = (uint8_t)(1 + seat * 4 + s->steal_count);
    s->hand[seat] |= 1u << index;
    s->held[seat]++;
}

static void plays(struct belle_state *s, int seat, int index)
{
    s->played[index] = (uint8_t)(1 + seat * 4 + s->steal_count);
    s->hand[seat] &= ~(1u << index);
    s->held[seat]--;
    s->discarded_belles |= 1u << index;
}

static void steals(struct belle_state *s, int thief, int victim, int index)
{
    s->steals[s->steal_count].thief = (uint8_t)thief;
    s->steals[s->steal_count].victim = (uint8_t)victim;
    s->steals[s->steal_count++].card = belle_card(index);
    s->hand[victim] &= ~(1u << index);
    s->hand[thief] |= 1u << index;
    s->held[victim]--;
    s->held[thief]++;
}

static void stolen_cards_are_one_of_those_held(void **state)
{
    struct belle_state s = only_hands(4);
    int rarest;

    (void)state;
    for (int i = 0; i < 3; i++)
        gives(&s, 1, i);
    gives(&s, 0, 3);
    steals(&s, 0, 1, 1);
    assert_int_equal(count_worlds(&s, 0, 50, &rarest), 1); /* the thief knows */
    assert_int_equal(count_worlds(&s, 1, 50, &rarest), 1); /* the victim too */
    assert_int_equal(count_worlds(&s, 2, 3000, &rarest), 3);
    assert_in_range(rarest, 900, 1000);
    assert_int_equal(count_worlds(&s, ONLOOKER, 3000, &rarest), 3);

    gives(&s, 1, 5); /* taken after the steal: that one it was not */
    assert_int_equal(count_worlds(&s, 2, 3000, &rarest), 3);
    plays(&s, 1, 0); /* nor one that the victim still had */
    assert_int_equal(count_worlds(&s, 2, 3000, &rarest), 2);
    plays(&s, 0, 1); /* the thief shows it */
    assert_int_equal(count_worlds(&s, 2, 50, &rarest), 1);
}

/* Dan steals from the thief: it may be the stolen card or the thief's own, and
 * the thief's own is never with the first victim. */
static void steals_of_steals_are_followed(void **state)
{
    struct belle_state s = only_hands(4);
    int rarest;

    (void)state;
    for (int i = 0; i < 3; i++)
        gives(&s, 1, i);
    gives(&s, 0, 3);
    steals(&s, 0, 1, 1);
    steals(&s, 3, 0, 1);
    assert_int_equal(count_worlds(&s, 2, 6000, &rarest), 6);
    assert_in_range(rarest, 900, 1000);
    assert_int_equal(count_worlds(&s, 1, 3000, &rarest), 2); /* saw the first, not the second */
    assert_int_equal(count_worlds(&s, 3, 50, &rarest), 1);   /* got the card that he knows was not Ann's own */
    plays(&s, 0, 3);                                         /* so Dan has what was stolen first, whatever that is */
    assert_int_equal(count_worlds(&s, 2, 3000, &rarest), 3);
    assert_int_equal(count_worlds(&s, 1, 50, &rarest), 1);
}

/* Two Guests behind the sixth and eight Regrets: ten Guests unseen, 90 ways. */
static void hidden_guests_are_any_of_the_unseen(void **state)
{
    struct belle_state s;
    struct setup setup = {.players = 2};
    struct rng rng = rng_fast(1);
    int rarest;

    (void)state;
    assert_null(belle_start(&s, &setup));
    belle_chance(&s, &rng);
    while (belle_line_length(&s, BELLE_LINE_GUESTS) > BELLE_VISIBLE + 2) {
        uint8_t *front = &s.line[s.front[BELLE_LINE_GUESTS]++];
        s.discarded_guests |= (uint64_t)1 << belle_guest_index(*front);
        *front = 0;
    }
    for (int i = s.front[BELLE_LINE_BELLES] + BELLE_VISIBLE; i < s.end[BELLE_LINE_BELLES]; i++)
        s.line[i] = 0;
    s.end[BELLE_LINE_BELLES] = (uint8_t)(s.front[BELLE_LINE_BELLES] + BELLE_VISIBLE);
    assert_int_equal(count_worlds(&s, 0, 9000, &rarest), 90);
    assert_in_range(rarest, 60, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_built_in_deck_is_the_data),
        cmocka_unit_test(bad_decks_are_refused_with_file_and_line),
        cmocka_unit_test(an_effect_is_there_three_times_at_most),
        cmocka_unit_test(records_carry_their_deck),
        cmocka_unit_test(a_directory_is_named_when_it_is_wrong),
        cmocka_unit_test(a_bad_deck_line_is_refused),
        cmocka_unit_test(odd_decks_obey_the_laws),
        cmocka_unit_test(several_copies_choose_each_for_itself),
        cmocka_unit_test(stolen_cards_are_one_of_those_held),
        cmocka_unit_test(steals_of_steals_are_followed),
        cmocka_unit_test(hidden_guests_are_any_of_the_unseen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
