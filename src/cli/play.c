/* parlor play: a person at the terminal and bots at the other seats, in a new
 * game or one that goes on from its record. Here the arguments become a table;
 * term/session.c plays. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "table/record.h"
#include "term/address.h"
#include "term/session.h"

static const char *const bot_names[] = {"Ada", "Bo", "Cleo", "Dov"}; /* as many as there are other seats */

/* What was typed. NULL and -1: not given. */
struct wishes {
    const char *bots, *name, *seed, *resume, *time;
    long players, seat;
    const char *words[MAX_WORDS];
    int count;
};

/* ---- bots ---- */

/* How long a bot may think. */
struct thinking {
    double seconds; /* 0: as long as its level says */
    double until;   /* on the clock, while it thinks */
};

static void begin_thought(void *stopper)
{
    struct thinking *thinking = stopper;
    thinking->until = seconds_now() + thinking->seconds;
}

static bool stop_thought(void *stopper)
{
    const struct thinking *thinking = stopper;
    return interrupted() || (thinking->seconds > 0 && seconds_now() >= thinking->until);
}

/* Gives every seat but the person's its bot. */
static bool seat_bots(const char *list, int players, int person, const struct bot *seats[MAX_SEATS])
{
    const struct bot *others[MAX_SEATS];

    if (!bots_from_list(&command_play, list, players - 1, others))
        return false;
    for (int seat = 0; seat < players; seat++)
        if (seat != person)
            seats[seat] = others[seat < person ? seat : seat - 1];
    return true;
}

/* The bot that a name like "Ada (novice)" speaks of, or NULL. */
static const struct bot *bot_in_name(const struct table_name *name)
{
    for (int i = 0; bots[i]; i++) {
        size_t length = strlen(bots[i]->name);
        const char *end = name->text + name->length;
        if (name->length > length + 3 && end[-1] == ')' && strncmp(end - length - 1, bots[i]->name, length) == 0 &&
            strncmp(end - length - 3, " (", 2) == 0)
            return bots[i];
    }
    return NULL;
}

/* ---- a new game ---- */

/* A record takes no name that is empty or not UTF-8. */
static bool name_is_fine(const char *name)
{
    char json[6 * NAME_ROOM + 3], back[NAME_ROOM];
    struct writer w = write_into(json, sizeof json);
    size_t length;

    write_json_string(&w, name, strlen(name));
    struct reader in = read_from(json, w.length);
    return name[0] && !w.overflow && read_json_string(&in, back, sizeof back, &length);
}

static bool name_seats(struct table_plan *plan, const char *person, const struct session_plan *session)
{
    struct problem why;
    int next = 0;

    if (!plan_name(plan, session->seat, person ? person : ADDRESS, &why)) {
        usage_error(&command_play, "--name: %s", why.text);
        return false;
    }
    if (person && !name_is_fine(person)) {
        usage_error(&command_play, "--name: a name has 1 to 64 bytes of UTF-8");
        return false;
    }
    for (int seat = 0; seat < plan->players; seat++) {
        const struct bot *bot = session->bots[seat];
        char name[NAME_ROOM];
        if (!bot) /* the person's seat */
            continue;
        snprintf(name, sizeof name, "%s (%s)", bot_names[next++], bot->name);
        plan_name(plan, seat, name, &why);
    }
    return true;
}

static bool seat_exists(long seat, int players)
{
    if (seat < players)
        return true;
    usage_error(&command_play, "--seat %ld: with %d players there are seats 0 to %d", seat, players, players - 1);
    return false;
}

static int open_new(struct wishes *wishes, struct session_plan *session)
{
    struct table_plan plan = {.game = NULL};
    struct problem why;

    int options = game_from_words(&command_play, wishes->words, wishes->count, &plan.game);
    if (options < 0)
        return EXIT_USAGE;
    plan.players = wishes->players < 0 ? usual_players(plan.game) : (int)wishes->players;
    if (!plan_from_words(&command_play, &plan, wishes->words, options, wishes->seed))
        return EXIT_USAGE;
    session->seat = wishes->seat < 0 ? 0 : (int)wishes->seat;
    if (!seat_exists(session->seat, plan.players) ||
        !seat_bots(wishes->bots ? wishes->bots : "novice", plan.players, session->seat, session->bots) ||
        !name_seats(&plan, wishes->name, session))
        return EXIT_USAGE;
    session->table = table_open(&plan, &why);
    return session->table ? EXIT_DONE : failure("%s", why.text);
}

/* ---- a game that goes on ---- */

/* The one game of a file; NULL after saying what is wrong. */
static struct table *read_game(const char *path)
{
    struct problem why;
    struct table *table = NULL, *second = NULL;
    FILE *in = readable_open(path);
    struct record_file *file = in ? record_open(in) : NULL;

    if (in && !file)
        failure("out of memory");
    if (file) {
        enum record_status first = record_read(file, &table, &why);
        bool read = first == RECORD_WHOLE || first == RECORD_CUT;
        enum record_status then = read ? record_read(file, &second, &why) : first;
        if (first == RECORD_NONE)
            failure("%s: there is no game in this file", path);
        else if (then == RECORD_REFUSED)
            failure("%s: %s", path, why.text);
        else if (then != RECORD_NONE)
            failure("%s: there is more than one game in this file; resuming takes a file with one", path);
        if (then != RECORD_NONE) {
            table_close(table);
            table = NULL;
        }
    }
    table_close(second);
    record_close(file);
    if (in)
        fclose(in);
    return table;
}

/* The record says all of this already. */
static bool nothing_conflicts(const struct wishes *wishes)
{
    const char *given = wishes->players >= 0 ? "--players" : wishes->seed ? "--seed" : wishes->name ? "--name" : NULL;

    if (given)
        usage_error(&command_play, "%s does not go with --resume: the record says it", given);
    else if (wishes->count > 1)
        usage_error(&command_play, "%s does not go with --resume: the record has the options", wishes->words[1]);
    else
        return true;
    return false;
}

/* Bots as the names say, as --bots says where they say nothing, else novices. */
static bool resume_bots(const struct wishes *wishes, const struct table_plan *plan, struct session_plan *session)
{
    if (!seat_bots(wishes->bots ? wishes->bots : "novice", plan->players, session->seat, session->bots))
        return false;
    for (int seat = 0; seat < plan->players; seat++) {
        const struct bot *named = bot_in_name(&plan->names[seat]);
        if (!named || seat == session->seat || named == session->bots[seat])
            continue;
        if (wishes->bots) {
            usage_error(&command_play, "--bots: seat %d is played by a %s, as its name in the record says", seat,
                        named->name);
            return false;
        }
        session->bots[seat] = named;
    }
    return true;
}

static int open_record(const struct wishes *wishes, struct session_plan *session)
{
    struct problem why;

    if (!nothing_conflicts(wishes))
        return EXIT_USAGE;
    const struct game *game = wishes->count ? game_named(&command_play, wishes->words[0]) : NULL;
    if (wishes->count && !game)
        return EXIT_USAGE;
    session->table = read_game(wishes->resume);
    if (!session->table)
        return EXIT_FAILED;
    const struct table_plan *plan = table_plan(session->table);
    if (game && game != plan->game)
        return usage_error(&command_play, "%s is a game of %s, not of %s", wishes->resume, plan->game->id, game->id);
    session->seat = wishes->seat < 0 ? 0 : (int)wishes->seat;
    if (!seat_exists(session->seat, plan->players) || !resume_bots(wishes, plan, session))
        return EXIT_USAGE;
    if (!save_remember(&session->saved, wishes->resume, session->table, &why))
        return failure("%s", why.text);
    return EXIT_DONE;
}

/* ---- the command ---- */

/* What has to be typed, besides the file, to resume this session. */
static void write_again(const struct wishes *wishes, struct session_plan *session)
{
    struct writer w = write_into(session->again, sizeof session->again);

    if (session->seat > 0) {
        write_text(&w, " --seat ");
        write_number(&w, session->seat);
    }
    if (wishes->resume && wishes->bots) {
        write_text(&w, " --bots ");
        write_text(&w, wishes->bots);
    }
}

static int play(struct wishes *wishes, struct session_plan *session)
{
    struct problem why;

    int code = wishes->resume ? open_record(wishes, session) : open_new(wishes, session);
    if (code != EXIT_DONE)
        return code;
    if (!table_deal(session->table, &why))
        return failure("%s", why.text);
    write_again(wishes, session);
    catch_interrupt();
    return session_run(session) == SESSION_LEFT ? EXIT_DONE : EXIT_FAILED;
}

static int run(int argc, char **argv)
{
    struct wishes wishes = {.players = -1, .seat = -1};
    const struct arg args[] = {
        {.name = "players",
         .kind = ARG_NUMBER,
         .value = "N",
         .into.number = &wishes.players,
         .least = 1,
         .most = 99,
         .help = "how many play, you included (4 if the game allows)"},
        {.name = "bots",
         .kind = ARG_TEXT,
         .value = "LIST",
         .into.text = &wishes.bots,
         .help = "who plays the other seats: one name for all, or one each"},
        {.name = "seat",
         .kind = ARG_NUMBER,
         .value = "S",
         .into.number = &wishes.seat,
         .most = MAX_SEATS - 1,
         .help = "where you sit, from 0 (0)"},
        {.name = "name",
         .kind = ARG_TEXT,
         .value = "NAME",
         .into.text = &wishes.name,
         .help = "what you are called (You)"},
        arg_seed(&wishes.seed),
        {.name = "resume",
         .kind = ARG_TEXT,
         .value = "FILE",
         .into.text = &wishes.resume,
         .help = "go on with the game of this record"},
        {.name = "time",
         .kind = ARG_TEXT,
         .value = "SECONDS",
         .into.text = &wishes.time,
         .help = "bots that search, and hints, think so long, not as levels say"},
        {.name = NULL},
    };
    int exit_code;

    wishes.count = args_read(&command_play, args, argc, argv, wishes.words, &exit_code);
    if (wishes.count < 0)
        return exit_code;
    struct thinking thinking = {.seconds = wishes.time ? seconds_typed(wishes.time) : 0};
    if (wishes.time && thinking.seconds <= 0)
        return usage_error(&command_play, "--time %s: must be from 0.01 to 60", wishes.time);
    struct session_plan session = {
        .table = NULL,
        .colour = colour_wanted(),
        .interrupted = interrupted,
        .begin_thought = begin_thought,
        .budget = {.simulations = wishes.time ? BOT_ENDLESS : 0,
                   .threads = (int)usual_threads(),
                   .stop = stop_thought,
                   .stopper = &thinking},
    };
    exit_code = play(&wishes, &session);
    table_close(session.table);
    return exit_code;
}

const struct command command_play = {
    .name = "play",
    .usage = "GAME [name=value ...] [options]\n       parlor play --resume FILE [options]",
    .summary = "Play a game at the terminal with bots",
    .lists_bots = true,
    .details = "You are shown the table as your seat sees it and a numbered list of moves.\n"
               "Type a number, or the move itself; ? lists what else can be typed: undo,\n"
               "hint, log, save FILE and so on. The bots see no more than their seats do.\n"
               "\n"
               "A hint looks ahead from what your seat knows, as the master does: the best\n"
               "moves, the share of the win to expect of each, and how sure it is that no\n"
               "other is better.\n"
               "\n"
               "The others are novices unless you say otherwise. The same seed and the same\n"
               "moves always give the same game, on any machine; but not with --time.\n"
               "\n"
               "Resuming takes players, options, seed and names from the record; a name like\n"
               "Ada (novice) says which bot it is. A record that was cut off goes on where it\n"
               "was cut; one that is whole can be taken back with undo. What is dealt from then\n"
               "on comes from the record's seed.\n"
               "\n"
               "  parlor play scout                                 four players, three of them bots\n"
               "  parlor play scout --players 2 --name Ann          just Ann and a novice\n"
               "  parlor play scout --bots novice,random,random     one bot for each other seat\n"
               "  parlor play belle --bots club --time 1            bots that think for a second\n"
               "  parlor play scout --seed 2a                       a game that can be played again\n"
               "  parlor play --resume evening.jsonl                after: save evening.jsonl\n",
    .run = run,
};
