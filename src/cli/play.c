/* parlor play: people at the terminal and bots at the other seats, in a new
 * game or one that goes on from its record. Here the arguments become a table;
 * term/session.h plays. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "memory.h"
#include "cli/cli.h"
#include "table/record.h"
#include "table/steady.h"
#include "term/address.h"
#include "term/screen.h"
#include "term/session.h"

static const char *const bot_names[] = {"Ada", "Bo", "Cleo", "Dov"}; /* as many as there are other seats */

/* What was typed. NULL and -1: not given. */
struct wishes {
    const char *bots, *names, *seed, *resume, *time, *lang;
    long players, people, seat;
    bool plain, ascii, notation;
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
    thinking->until = steady_seconds() + thinking->seconds;
}

static bool stop_thought(void *stopper)
{
    const struct thinking *thinking = stopper;
    return interrupted() || (thinking->seconds > 0 && steady_seconds() >= thinking->until);
}

/* Gives every seat where nobody sits its bot. */
static bool seat_bots(const char *list, const struct table_plan *plan, struct session_plan *session)
{
    const struct bot *others[MAX_SEATS];
    int players = plan->players, count = players - __builtin_popcount(session->people), next = 0;

    if (count == 0 && list)
        usage_error(&command_play, "--bots %s: there is no seat left for a bot", list);
    if (count == 0)
        return !list;
    if (!bots_from_list(&command_play, list ? list : "novice", count, others))
        return false;
    const struct bot *strongest = &bot_random; /* which every game has */
    for (int i = 0; bots[i]; i++)
        strongest = bot_is_offered(bots[i], plan->game) ? bots[i] : strongest;
    for (int i = 0; i < count; i++)
        if (!bot_is_offered(others[i], plan->game))
            return usage_error(&command_play, "--bots %s: %s has no %s; its strongest bot is %s", list,
                               plan->game->title, others[i]->name, strongest->name),
                   false;
    for (int seat = 0; seat < players; seat++)
        if (!(session->people >> seat & 1))
            session->bots[seat] = others[next++];
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
    char json[6 * NAME_SIZE + 3], back[NAME_SIZE];
    struct writer w = write_into(json, sizeof json);
    size_t length;

    write_json_string(&w, name, strlen(name));
    struct reader in = read_from(json, w.length);
    return name[0] && !w.overflow && read_json_string(&in, back, sizeof back, &length);
}

/* How many names a list like Ann,Ben has. */
static int count_names(const char *list)
{
    int count = 1;
    for (; *list; list++)
        count += *list == ',';
    return count;
}

/* Names a person, by the next name of the list if there is one, and moves on in it. */
static bool name_person(struct table_plan *plan, int seat, const char **list, bool alone)
{
    char name[4 * NAME_SIZE];
    size_t length = *list ? strcspn(*list, ",") : 0;
    struct problem why = {.text = "a name has 1 to 64 bytes of UTF-8"};

    if (!*list && alone)
        snprintf(name, sizeof name, "%s", ADDRESS);
    else if (!*list)
        snprintf(name, sizeof name, "Player %d", seat + 1);
    else
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), *list);
    if (*list)
        *list += length + ((*list)[length] == ',');
    if (plan_name(plan, seat, name, &why) && name_is_fine(name))
        return true;
    usage_error(&command_play, "--name: %s", why.text);
    return false;
}

static bool name_seats(struct table_plan *plan, const char *people, const struct session_plan *session)
{
    bool alone = __builtin_popcount(session->people) == 1;
    struct problem why;
    int next = 0;

    for (int seat = 0; seat < plan->players; seat++) {
        const struct bot *bot = session->bots[seat];
        char name[NAME_SIZE];
        if (!bot && !name_person(plan, seat, &people, alone))
            return false;
        if (!bot)
            continue;
        snprintf(name, sizeof name, "%s (%s)", bot_names[next++], bot->name);
        plan_name(plan, seat, name, &why);
    }
    return true;
}

/* How many people there are: as was said, or as many as names were given. */
static long people_wanted(const struct wishes *wishes)
{
    return wishes->people > 0 ? wishes->people : wishes->names ? count_names(wishes->names) : 1;
}

/* One person sits where asked, several sit at the first seats. */
static bool seat_people(const struct wishes *wishes, int players, struct session_plan *session)
{
    long people = people_wanted(wishes), seat = wishes->seat < 0 ? 0 : wishes->seat;

    if (people > players)
        usage_error(&command_play, "--people %ld: there are only %d seats", people, players);
    else if (wishes->names && people != count_names(wishes->names))
        usage_error(&command_play, "--name %s: these are %d names, but --people says %ld", wishes->names,
                    count_names(wishes->names), people);
    else if (people > 1 && wishes->seat >= 0)
        usage_error(&command_play, "--seat: leave it out: several people get the first seats");
    else if (people > 1 && !session->full_screen)
        usage_error(&command_play, "several people need the full screen of a terminal");
    else if (seat >= players)
        usage_error(&command_play, "--seat %ld: with %d players there are seats 0 to %d", seat, players, players - 1);
    else {
        session->people = (uint8_t)(people > 1 ? (1 << people) - 1 : 1 << seat);
        return true;
    }
    return false;
}

static int players_wanted(const struct wishes *wishes, const struct game *game)
{
    int usual = usual_players(game), people = (int)people_wanted(wishes);
    return wishes->players >= 0 ? (int)wishes->players : people > usual && people <= game->max_players ? people : usual;
}

static int open_new(struct wishes *wishes, struct session_plan *session)
{
    struct table_plan plan = {.game = NULL};
    struct problem why;

    int options = game_from_words(&command_play, wishes->words, wishes->count, &plan.game);
    if (options < 0)
        return EXIT_USAGE;
    plan.players = players_wanted(wishes, plan.game);
    if (!plan_from_words(&command_play, &plan, wishes->words, options, wishes->seed))
        return EXIT_USAGE;
    if (!seat_people(wishes, plan.players, session) || !seat_bots(wishes->bots, &plan, session) ||
        !name_seats(&plan, wishes->names, session))
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
    struct record_file *file = in ? must_have(record_open(in)) : NULL;

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
    const char *given = wishes->players >= 0 ? "--players" : wishes->seed ? "--seed" : wishes->names ? "--name" : NULL;

    if (given)
        usage_error(&command_play, "%s cannot be combined with --resume: the record says it", given);
    else if (wishes->count > 1)
        usage_error(&command_play, "%s cannot be combined with --resume: the record has the options", wishes->words[1]);
    else
        return true;
    return false;
}

/* Bots as the names say, as --bots says where they say nothing, else novices. */
static bool resume_bots(const struct wishes *wishes, const struct table_plan *plan, struct session_plan *session)
{
    if (!seat_bots(wishes->bots, plan, session))
        return false;
    for (int seat = 0; seat < plan->players; seat++) {
        const struct bot *named = bot_in_name(&plan->names[seat]);
        if (!named || session->people >> seat & 1 || named == session->bots[seat])
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
    if (!seat_people(wishes, plan->players, session) || !resume_bots(wishes, plan, session))
        return EXIT_USAGE;
    if (!save_remember(&session->saved, wishes->resume, session->table, session->language, &why))
        return failure("%s", why.text);
    return EXIT_DONE;
}

/* ---- the command ---- */

/* What has to be typed, besides the file, to resume this session. */
static void write_again(const struct wishes *wishes, struct session_plan *session)
{
    struct writer w = write_into(session->again, sizeof session->again);

    int people = __builtin_popcount(session->people), seat = __builtin_ctz(session->people);

    if (people > 1 || seat > 0) {
        write_text(&w, people > 1 ? " --people " : " --seat ");
        write_number(&w, people > 1 ? people : seat);
    }
    if (wishes->resume && wishes->bots) {
        write_text(&w, " --bots ");
        write_text(&w, wishes->bots);
    }
    if (wishes->lang) {
        write_text(&w, " --lang ");
        write_text(&w, session->language->tag);
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
    if (session->full_screen)
        catch_leaving();
    else
        catch_interrupt();
    enum session_end end = (session->full_screen ? session_on_screen : session_in_lines)(session);
    return end == SESSION_LEFT ? EXIT_DONE : EXIT_FAILED;
}

static int run(int argc, char **argv)
{
    struct wishes wishes = {.players = -1, .people = -1, .seat = -1};
    const struct arg args[] = {
        {.name = "players",
         .kind = ARG_NUMBER,
         .value = "N",
         .into.number = &wishes.players,
         .least = 1,
         .most = 99,
         .help = "number of players, you included (4 if the game allows)"},
        {.name = "bots",
         .kind = ARG_TEXT,
         .value = "LIST",
         .into.text = &wishes.bots,
         .help = "bots for the other seats: one name for all, or one for each"},
        {.name = "seat",
         .kind = ARG_NUMBER,
         .value = "S",
         .into.number = &wishes.seat,
         .most = MAX_SEATS - 1,
         .help = "your seat, counted from 0 (0)"},
        {.name = "people",
         .kind = ARG_NUMBER,
         .value = "N",
         .into.number = &wishes.people,
         .least = 1,
         .most = MAX_SEATS,
         .help = "how many people share this screen, taking turns (1)"},
        {.name = "name",
         .kind = ARG_TEXT,
         .value = "NAMES",
         .into.text = &wishes.names,
         .help = "your name (You); Ann,Ben for two people"},
        arg_seed(&wishes.seed),
        {.name = "resume",
         .kind = ARG_TEXT,
         .value = "FILE",
         .into.text = &wishes.resume,
         .help = "continue the game in this record"},
        {.name = "time",
         .kind = ARG_TEXT,
         .value = "SECONDS",
         .into.text = &wishes.time,
         .help = "how long hints and bots that look ahead think for each move"},
        arg_lang(&wishes.lang),
        arg_notation(&wishes.notation),
        arg_plain(&wishes.plain),
        arg_ascii(&wishes.ascii),
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
        .full_screen = !wishes.plain && screen_possible(),
        .colour = colour_wanted(),
        .ascii = wishes.ascii,
        .notation = wishes.notation,
        .interrupted = interrupted,
        .begin_thought = begin_thought,
        .budget = {.simulations = wishes.time ? BOT_ENDLESS : 0,
                   .threads = (int)usual_threads(),
                   .stop = stop_thought,
                   .stopper = &thinking},
    };
    if (!language_wanted(&command_play, wishes.lang, wishes.ascii, &session.language))
        return EXIT_USAGE;
    exit_code = play(&wishes, &session);
    table_close(session.table);
    return exit_code;
}

const struct command command_play = {
    .name = "play",
    .usage = "GAME [name=value ...] [options]\n       parlor play --resume FILE [options]",
    .summary = "Play a game against bots in the terminal",
    .lists_bots = true,
    .details = "You see the table as your seat sees it, and your moves. Choose a move with the\n"
               "arrow keys, or type its number or the move itself; type ? for everything else:\n"
               "undo, hint, rules, log, save FILE and so on. The bots see no more than their\n"
               "seats do.\n"
               "\n"
               "In a terminal, which needs 60 columns and 16 lines, the game takes the full\n"
               "screen; in a pipe, or with --plain, you play line by line. Several people can\n"
               "share the screen: it is covered between their turns.\n"
               "\n"
               "The game speaks the language of your locale (LANG), if parlor has it, or that\n"
               "of --lang. Moves are shown in words; you can also type them as records write\n"
               "them, for example play 3-5. To see that notation, type notation or press F8.\n"
               "\n"
               "A hint looks ahead from what your seat knows, as the master does. It shows the\n"
               "best moves, the share of the win to expect from each, and how sure it is that\n"
               "no other move is better.\n"
               "\n"
               "The other players are novices unless you say otherwise. The same seed and the\n"
               "same moves always give the same game, on any machine, unless you use --time.\n"
               "\n"
               "--resume takes players, options, seed and names from the record; a name like\n"
               "Ada (novice) says which bot it is. A record that was cut off continues where it\n"
               "ends; in a finished game you can go back with undo. New deals come from the\n"
               "record's seed.\n"
               "\n"
               "  parlor play scout                                 you and three bots\n"
               "  parlor play scout --players 2 --name Ann          just Ann and a novice\n"
               "  parlor play belle --name Ann,Ben --players 3      two people and a bot\n"
               "  parlor play scout --bots novice,random,random     one bot for each other seat\n"
               "  parlor play belle --bots club --time 1            bots that think for a second\n"
               "  parlor play scout --seed 2a                       a game you can play again\n"
               "  parlor play sparrows --lang zh-Hant               in Traditional Chinese\n"
               "  parlor play --resume evening.jsonl                after: save evening.jsonl\n",
    .run = run,
};
