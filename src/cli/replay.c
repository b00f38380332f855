/* parlor replay: checks every game of a record file and shows what happened.
 *
 * A game is read and checked wholly before anything of it is printed, so what
 * stands on standard output is always good. It is told as one viewer saw it:
 * with --as, states are redacted, and of what others did and what was dealt
 * only the sentences are shown, for the notation may give away what is hidden.
 * One game is in memory at a time. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "cli/cli.h"
#include "table/record.h"
#include "term/draw.h"
#include "term/score.h"
#include "words/retell.h"
#include "words/words.h"

enum { TEXT_SIZE = 1 << 16 }; /* a drawn table, or a line of JSON */

struct replay {
    const char *path;    /* for messages */
    struct listener who; /* a seat, ONLOOKER or OPEN */
    bool states, json, quiet;
    char *text;                         /* TEXT_SIZE bytes for whatever is being put together */
    struct table_name names[MAX_SEATS]; /* of the game being shown, as they are shown */
};

/* ---- in words ---- */

/* "Ann", "Ann and Ben", "Ann, Ben and Cleo". */
static void print_names(const struct replay *replay, unsigned seats)
{
    for (int seat = 0; seats >> seat; seat++)
        if (seats >> seat & 1) {
            bool first = !(seats & ((1u << seat) - 1)), last = seats >> seat == 1;
            const char *between = language_word(replay->who.language, NULL, last ? "list.and" : "list.comma");
            printf("%s%s", first ? "" : between, replay->names[seat].text);
        }
}

static void print_header(const struct replay *replay, const struct table *table, long number)
{
    const struct table_plan *plan = table_plan(table);

    struct writer w = write_into(replay->text, TEXT_SIZE);
    say_with(&w, replay->who.language, SAY_REPLAY_GAME, NUM("number", (int)number),
             STR("game", game_title(replay->who.language, plan->game)), NUM("players", plan->players));
    fputs(replay->text, stdout);
    for (int i = 0; i < plan->option_count; i++)
        printf(", %s=%s", plan->game->options[plan->options[i].index].name, plan->options[i].value);
    puts("");
    for (int seat = 0; seat < plan->players; seat++)
        printf("  %s %d  %s\n", said(replay->who.language, SAY_REPLAY_SEAT), seat, replay->names[seat].text);
    puts("");
}

static struct canvas canvas_for(const struct replay *replay, struct writer *out)
{
    return (struct canvas){
        .out = out, .language = replay->who.language, .colour = colour_wanted(), .width = 80, .names = replay->names};
}

/* The table before a step, drawn, or as JSON for a game that nobody has drawn. */
static void print_state(const struct replay *replay, const struct table *table, int step)
{
    struct writer w = write_into(replay->text, TEXT_SIZE);
    struct canvas canvas = canvas_for(replay, &w);
    struct state_buffer view;

    canvas.deck = table_plan(table)->deck;
    table_view(table, replay->who.viewer, step, &view);
    draw_table(&canvas, table_game(table), state_in(&view), replay->who.viewer);
    if (w.length == 0)
        table_game(table)->describe(state_in(&view), &w);
    assert(!w.overflow && w.length > 0);
    printf("\n%s%s", replay->text, replay->text[w.length - 1] == '\n' ? "" : "\n");
}

static void name_of(const void *of_replay, int seat, struct writer *w)
{
    const struct replay *replay = of_replay;
    write_bytes(w, replay->names[seat].text, replay->names[seat].length);
}

static void print_steps(const struct replay *replay, const struct table *table)
{
    const struct cast cast = {.players = table_plan(table)->players, .you = ONLOOKER, .name = name_of, .of = replay};

    for (int step = 0; step < table_steps(table); step++) {
        struct step it = table_step(table, step);
        if (replay->states && it.actor != CHANCE && it.first == step) /* once for choices made at the same time */
            print_state(replay, table, step);
        struct writer w = write_into(replay->text, TEXT_SIZE);
        words_step_among(replay->who, &cast, table, step, &w);
        fputs(replay->text, stdout);
    }
}

static void print_result(const struct replay *replay, const struct table *table)
{
    struct result result;
    struct writer w = write_into(replay->text, TEXT_SIZE);
    struct canvas canvas = canvas_for(replay, &w);

    table_result(table, &result);
    draw_scores(&canvas, table);
    printf("\n%s\n", replay->text);
    print_names(replay, result.winners);
    w = write_into(replay->text, TEXT_SIZE);
    say_with(&w, replay->who.language, SAY_REPLAY_WINS, NUM("several", __builtin_popcount(result.winners) > 1));
    puts(replay->text);
    w = write_into(replay->text, TEXT_SIZE);
    draw_decided(&canvas, table);
    fputs(replay->text, stdout);
}

static void print_cut(const struct replay *replay, const struct table *table, long line)
{
    struct turn turn = table_turn(table);

    struct writer w = write_into(replay->text, TEXT_SIZE);
    say_with(&w, replay->who.language, SAY_REPLAY_CUT, NUM("line", (int)line));
    printf("\n%s", replay->text);
    if (turn.kind == TURN_CHOICE) {
        print_names(replay, turn.seats);
        w = write_into(replay->text, TEXT_SIZE);
        say_with(&w, replay->who.language, SAY_REPLAY_CHOOSE, NUM("several", __builtin_popcount(turn.seats) > 1));
        puts(replay->text);
    } else {
        puts(said(replay->who.language, turn.kind == TURN_OVER ? SAY_REPLAY_NO_RESULT : SAY_REPLAY_NO_DEAL));
    }
}

static void show_words(struct replay *replay, const struct table *table, long number, bool cut, long line)
{
    if (number > 1)
        puts("");
    names_shown(table, replay->who.language, replay->names);
    print_header(replay, table, number);
    print_steps(replay, table);
    if (replay->states)
        print_state(replay, table, table_steps(table));
    if (cut)
        print_cut(replay, table, line);
    else
        print_result(replay, table);
}

/* ---- as JSON ---- */

static void json_state(const struct replay *replay, const struct table *table, int step, struct writer *w)
{
    struct state_buffer view;

    table_view(table, replay->who.viewer, step, &view);
    write_key(w, "state");
    table_game(table)->describe(state_in(&view), w);
}

static void json_step(const struct replay *replay, const struct table *table, int step, struct writer *w)
{
    write_char(w, '{');
    retell_step(replay->who, table, step, w);
    json_state(replay, table, table_step(table, step).first, w);
    write_char(w, '}');
}

static void json_header(const struct table *table, long number, struct writer *w)
{
    const struct table_plan *plan = table_plan(table);

    write_char(w, '{');
    write_key_number(w, "number", number);
    write_key(w, "game");
    write_json_string(w, plan->game->id, text_length(plan->game->id));
    write_key_number(w, "players", plan->players);
    write_char(w, ',');
    record_options(plan, w);
    write_char(w, ',');
    record_names(plan, w);
    write_char(w, '}');
}

static void json_end(const struct replay *replay, const struct table *table, bool cut, long line, struct writer *w)
{
    write_char(w, '{');
    if (cut) {
        struct turn turn = table_turn(table);
        write_text(w, "\"cut\":{");
        write_key_number(w, "line", line);
        write_key(w, "turn");
        write_char(w, '[');
        for (int seat = 0; turn.kind == TURN_CHOICE && seat < MAX_SEATS; seat++)
            if (turn.seats >> seat & 1) {
                write_item(w);
                write_number(w, seat);
            }
        write_text(w, "]}");
    } else {
        record_result(table, w);
    }
    json_state(replay, table, table_steps(table), w);
    write_char(w, '}');
}

static void put_line(struct writer *w)
{
    assert(!w->overflow);
    puts(w->buffer);
    *w = write_into(w->buffer, w->size);
}

static void show_json(struct replay *replay, const struct table *table, long number, bool cut, long line)
{
    struct writer w = write_into(replay->text, TEXT_SIZE);

    json_header(table, number, &w);
    put_line(&w);
    for (int step = 0; step < table_steps(table); step++) {
        json_step(replay, table, step, &w);
        put_line(&w);
    }
    json_end(replay, table, cut, line, &w);
    put_line(&w);
}

/* ---- the command ---- */

static int check_seat(const struct replay *replay, const struct table *table, long number)
{
    int players = table_plan(table)->players;

    if (replay->who.viewer < players)
        return EXIT_DONE;
    return failure("%s: game %ld has %d players and no seat %d", replay->path, number, players, replay->who.viewer);
}

/* Goes through the games of a file. */
static int replay_games(struct replay *replay, struct record_file *file)
{
    struct table *table;
    struct problem why;
    enum record_status status;
    long number = 0, cuts = 0;
    int exit_code = EXIT_DONE;

    while ((status = record_read(file, &table, &why)) == RECORD_WHOLE || status == RECORD_CUT) {
        number++;
        cuts += status == RECORD_CUT;
        exit_code = check_seat(replay, table, number);
        if (exit_code == EXIT_DONE && !replay->quiet)
            (replay->json ? show_json : show_words)(replay, table, number, status == RECORD_CUT, record_line(file));
        table_close(table);
        if (exit_code != EXIT_DONE || ferror(stdout))
            return EXIT_FAILED;
    }
    if (status == RECORD_REFUSED)
        return failure("%s: %s", replay->path, why.text);
    if (number == 0)
        return failure("%s: there is no game in it", replay->path);
    if (number > 1 && !replay->quiet && !replay->json) {
        printf("\n%ld games, all good", number);
        if (cuts > 0)
            printf(", %ld of them cut off", cuts);
        puts("");
    }
    return EXIT_DONE;
}

static int replay_stream(struct replay *replay, FILE *in)
{
    struct record_file *file = must_have(record_open(in));

    replay->text = must_alloc(TEXT_SIZE);
    int exit_code = replay_games(replay, file);
    free(replay->text);
    record_close(file);
    return exit_code;
}

static int replay_file(struct replay *replay)
{
    FILE *in = records_open(&replay->path);

    if (!in)
        return EXIT_FAILED;
    int exit_code = replay_stream(replay, in);
    fclose(in);
    return exit_code;
}

static bool viewer_named(const char *typed, int *viewer)
{
    struct reader in = read_from(typed, text_length(typed));

    if (strcmp(typed, "onlooker") == 0) {
        *viewer = ONLOOKER;
        return true;
    }
    return read_number(&in, 0, MAX_SEATS - 1, viewer) && read_at_end(&in);
}

static int run(int argc, char **argv)
{
    struct replay replay = {.who = plain_listener(OPEN)};
    const char *as = NULL, *lang = NULL, *words[MAX_WORDS];
    const struct arg args[] = {
        {"as", ARG_TEXT, "SEAT", "show what this seat, counted from 0, or an onlooker saw", {.text = &as}, 0, 0},
        arg_lang(&lang),
        {"states", ARG_FLAG, NULL, "show the table before every decision", {.flag = &replay.states}, 0, 0},
        arg_json(&replay.json),
        arg_check_only(&replay.quiet),
        {.name = NULL},
    };
    int exit_code, count = args_read(&command_replay, args, argc, argv, words, &exit_code);

    if (count < 0)
        return exit_code;
    if (count == 0)
        return usage_error(&command_replay, "which record file? (- reads standard input)");
    if (count > 1)
        return usage_error(&command_replay, "%s: one file at a time", words[1]);
    if (as && !viewer_named(as, &replay.who.viewer))
        return usage_error(&command_replay, "--as %s: must be a seat from 0 to %d, or onlooker", as, MAX_SEATS - 1);
    if ((lang || !replay.json) && !language_wanted(&command_replay, lang, false, &replay.who.language))
        return EXIT_USAGE; /* programs are told in English unless they ask */
    if (replay.json && replay.states)
        return usage_error(&command_replay, "--states: every line of --json has the state already");
    if (replay.quiet && (replay.json || replay.states))
        return usage_error(&command_replay, "--quiet shows nothing, so leave out --%s",
                           replay.json ? "json" : "states");
    replay.path = words[0];
    return replay_file(&replay);
}

const struct command command_replay = {
    .name = "replay",
    .usage = "RECORD [options]",
    .summary = "Check the games in a record file and show what happened in them",
    .details = "Every line is checked against the rules: for an impossible card, an illegal\n"
               "action or a wrong result you get the line, the reason and exit code 1. A record\n"
               "that stops in the middle is shown as far as it goes.\n"
               "\n"
               "Without --as you see everything. With it you see what that seat, or an\n"
               "onlooker, could know at the time; hidden cards are left out.\n"
               "\n"
               "--json prints a line for each game with its players, then a line for every\n"
               "step,\n"
               "  {\"step\":n,\"actor\":seat,\"do\":\"action\",\"facts\":[{...}],\n"
               "   \"told\":[sentences],\"state\":{before it}}\n"
               "(with --as, \"do\" only where the seat itself acts), and finally the result with\n"
               "the last state, or {\"cut\":{\"line\":n,\"turn\":[seats]},...}.\n"
               "\n"
               "  parlor replay game.jsonl\n"
               "  parlor replay game.jsonl --as 2 --states\n"
               "  parlor replay game.jsonl --lang zh-Hant\n"
               "  parlor replay --quiet games.jsonl && echo good\n"
               "  parlor sim scout --games 1 --records - | parlor replay - --json --as onlooker\n",
    .run = run,
};
