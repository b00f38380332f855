/* parlor bot: a built-in bot that speaks the protocol of docs/bot-protocol.md, so that other versions of the program,
 * and other programs, can play against it.
 *
 * It thinks about the state that the `state` line brings. Before it trusts that, the state has to pass state_accept()
 * and to give the very observation and ids that the other side sent: if both agree on those, they play by the same
 * rules, whatever their versions. What its seat has seen before comes in `past` lines, which pass the same door. An
 * older version sends none, and then there is no history. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/past.h"
#include "cli/cli.h"
#include "rules/accept.h"
#include "table/steady.h"
#include "version.h"

/* What has been said so far. */
struct hearing {
    const struct game *game; /* that the command names */
    const struct bot *bot;
    int simulations;        /* 0: as the level says */
    struct table_plan plan; /* of the game that goes on; its game is NULL before the first */
    int seat;
    uint64_t random;           /* the number of the game, */
    int choices;               /* ... and how many were made in it */
    bool lucky;                /* there was a luck line for this choice: */
    uint32_t luck[2];          /* ... the first words to draw */
    uint8_t state[STATE_SIZE]; /* state_size bytes were sent */
    size_t state_size;         /* 0: none yet */
    uint8_t seen[OBSERVATION_SIZE];
    size_t seen_size;
    uint16_t ids[LEGAL_SIZE];
    int id_count;
    struct past *past; /* of the game that goes on; NULL before the first step that is told */
};

/* ---- reading lines ---- */

static bool read_digit(char c, unsigned *digit)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c) : NULL;

    *digit = at ? (unsigned)(at - digits) : 0;
    return at;
}

/* Reads bytes of two digits each. False if there are others, or more than `most` bytes. */
static bool read_bytes(const char *text, uint8_t *out, size_t most, size_t *size)
{
    for (*size = 0; *text; (*size)++, text += 2) {
        unsigned high, low;
        if (*size == most || !read_digit(text[0], &high) || !read_digit(text[1], &low))
            return false;
        out[*size] = (uint8_t)(high << 4 | low);
    }
    return true;
}

static bool read_luck(struct hearing *it, const char *text)
{
    uint8_t bytes[8];
    size_t size;

    it->lucky = read_bytes(text, bytes, sizeof bytes, &size) && size == sizeof bytes;
    for (int i = 0; it->lucky && i < 2; i++)
        it->luck[i] = (uint32_t)bytes[4 * i] << 24 | (uint32_t)bytes[4 * i + 1] << 16 |
                      (uint32_t)bytes[4 * i + 2] << 8 | bytes[4 * i + 3];
    return it->lucky;
}

static bool read_ids(struct hearing *it, const char *text)
{
    struct reader in = read_from(text, strlen(text));

    it->id_count = 0;
    do {
        int id = 0;
        if (it->id_count == it->game->max_legal || !read_number(&in, 0, it->game->max_actions - 1, &id))
            return false;
        it->ids[it->id_count++] = (uint16_t)id;
    } while (read_if(&in, " "));
    return read_at_end(&in);
}

static bool read_random(struct hearing *it, const char *text)
{
    char *end;

    it->random = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && !*end;
}

/* Begins a game; false after saying why it is not to be played. */
static bool begin(struct hearing *it, const char *text)
{
    struct reader in = read_from(text, strlen(text));

    if (!read_if(&in, it->game->id) || !read_if(&in, " "))
        return failure("this bot plays %s; it was asked to play %s", it->game->id, text), false;
    memset(&it->plan, 0, sizeof it->plan);
    if (!read_number(&in, it->game->min_players, it->game->max_players, &it->plan.players) || !read_literal(&in, " ") ||
        !read_number(&in, 0, it->plan.players - 1, &it->seat) || !read_end(&in))
        return failure("new %s: expected the number of players and a seat: %s", text, in.error), false;
    it->plan.game = it->game;
    it->random = 0;
    it->choices = 0;
    it->state_size = 0;
    it->lucky = false;
    free(it->past);
    it->past = NULL;
    return true;
}

static bool take_option(struct hearing *it, const char *text)
{
    struct problem why;
    size_t length = strcspn(text, "=");

    if (!text[length])
        return failure("option %s: expected NAME=VALUE", text), false;
    return plan_option(&it->plan, text, length, text + length + 1, &why) || (failure("%s", why.text), false);
}

/* Returns why a step cannot be added to the past; NULL if it has been. */
static const char *add_past(struct hearing *it, const struct bot_past *step)
{
    enum { LITTLE = 256 };

    if (!it->past)
        it->past = past_new(it->game, LITTLE);
    if (it->past && past_add(&it->past, step))
        return NULL;
    return it->past && it->past->steps == PAST_MAX ? "the game is too long" : "out of memory";
}

/* Takes a step that happened since the last choice; false after saying why it cannot be used. */
static bool take_past(struct hearing *it, const char *text)
{
    struct reader in = read_from(text, strlen(text));
    struct setup setup = plan_setup(&it->plan);
    uint8_t state[STATE_SIZE];
    struct bot_past step;
    size_t size;

    if (it->state_size > 0 || !past_read_head(&in, &step) || !read_literal(&in, " ") ||
        !read_bytes(text + in.at, state, sizeof state, &size))
        return failure("the line that begins with past cannot be read, or came after the state"), false;
    const char *refusal = state_accept(it->game, &setup, it->seat, state, size, &step.view);
    if (!refusal)
        refusal = past_fault(it->game, it->seat, &step);
    if (!refusal)
        refusal = add_past(it, &step);
    return !refusal || (failure("the past that was sent is refused: %s", refusal), false);
}

/* ---- choosing ---- */

/* Makes the state that was sent into a view; false after saying why it cannot be used. */
static bool open_view(const struct hearing *it, struct state_buffer *view)
{
    const struct game *game = it->game;
    struct setup setup = plan_setup(&it->plan);
    uint8_t seen[OBSERVATION_SIZE];
    uint16_t ids[LEGAL_SIZE];

    if (it->state_size == 0)
        return failure("there was no state line: the other side speaks an older protocol"), false;
    const char *refusal = state_accept(game, &setup, it->seat, it->state, it->state_size, view);
    if (refusal)
        return failure("the state that was sent is refused: %s", refusal), false;
    if (!(game->turn(state_in(view)).seats >> it->seat & 1))
        return failure("the state that was sent is refused: seat %d owes no choice in it", it->seat), false;
    game->observe(state_in(view), it->seat, seen);
    int count = game->legal(state_in(view), it->seat, ids);
    if (it->seen_size != game->observation_size || memcmp(seen, it->seen, it->seen_size) != 0 ||
        count != it->id_count || memcmp(ids, it->ids, (size_t)count * sizeof *ids) != 0)
        return failure("the state, the observation and the ids disagree: the other side has other rules"), false;
    return true;
}

/* A game's numbers come from its random line. A luck line brings those that a built-in bot would draw first: a search
 * draws no others, and so chooses what it would choose there. */
static struct bot_mind mind_of(const struct hearing *it)
{
    struct rng rng = rng_fast(it->random);
    struct seed own;

    rng_seed(&rng, &own);
    struct bot_mind mind = bot_mind(&own, it->seat, it->choices);
    if (it->lucky) {
        mind.rng.used = 14;
        memcpy(mind.rng.block + mind.rng.used, it->luck, sizeof it->luck);
    }
    return mind;
}

static bool is_late(void *of_until)
{
    return steady_ms() >= *(const int64_t *)of_until;
}

/* Returns what the bot chooses within a budget. */
static uint16_t think(const struct hearing *it, struct state_buffer *view, struct bot_budget budget)
{
    struct bot_mind mind = mind_of(it);
    struct bot_history history;

    if (it->past)
        history = past_history(it->past, it->seat);
    return bot_think(it->bot, it->game, state_in(view), it->seat, it->past ? &history : NULL, budget, &mind);
}

/* Answers; a search that would be too late stops and says what it has. */
static bool choose(struct hearing *it, const char *text)
{
    struct reader in = read_from(text, strlen(text));
    struct state_buffer view;
    char action[256];
    struct writer w = write_into(action, sizeof action);
    int limit = 0;

    if (!read_number(&in, 1, INT32_MAX, &limit) || !read_end(&in))
        return failure("go %s: expected milliseconds", text), false;
    int64_t until = steady_ms() + limit - limit / 10;
    if (!it->plan.game)
        return failure("go came before new"), false;
    if (!open_view(it, &view))
        return false;
    struct bot_budget budget = {.simulations = it->simulations, .stop = is_late, .stopper = &until};
    uint16_t id = think(it, &view, budget);
    it->game->action_text(state_in(&view), it->seat, id, &w);
    printf("do %s\n", action);
    it->choices++;
    it->state_size = 0;
    it->lucky = false;
    return fflush(stdout) == 0;
}

/* ---- the conversation ---- */

static bool greet(const struct hearing *it, const char *text)
{
    if (strcmp(text, "1") != 0)
        return failure("parlor-bot %s: this bot speaks version 1 of the protocol", text), false;
    if (bot_wants_history(it->bot))
        puts("info wants past");
    printf("parlor-bot 1 parlor %s %s", PARLOR_VERSION, it->bot->name);
    if (it->simulations)
        printf(":%d", it->simulations > 0 ? it->simulations : 0);
    puts("");
    return fflush(stdout) == 0;
}

static bool or_refused(bool fine, const char *word)
{
    if (!fine)
        failure("the line that begins with %s cannot be read", word);
    return fine;
}

/* Hears a line that is not quit; false if there is no going on. It ignores words that it does not know. */
static bool hear(struct hearing *it, const char *word, const char *rest)
{
    if (strcmp(word, "parlor-bot") == 0)
        return greet(it, rest);
    if (strcmp(word, "new") == 0)
        return begin(it, rest);
    if (strcmp(word, "go") == 0)
        return choose(it, rest);
    if (strcmp(word, "option") == 0)
        return it->plan.game ? take_option(it, rest) : or_refused(false, word);
    if (strcmp(word, "random") == 0)
        return or_refused(read_random(it, rest), word);
    if (strcmp(word, "luck") == 0)
        return or_refused(read_luck(it, rest), word);
    if (strcmp(word, "observation") == 0)
        return or_refused(read_bytes(rest, it->seen, sizeof it->seen, &it->seen_size), word);
    if (strcmp(word, "state") == 0)
        return or_refused(read_bytes(rest, it->state, sizeof it->state, &it->state_size), word);
    if (strcmp(word, "past") == 0)
        return it->plan.game ? take_past(it, rest) : or_refused(false, word);
    if (strcmp(word, "ids") == 0)
        return or_refused(read_ids(it, rest), word);
    return true;
}

static int converse(struct hearing *it)
{
    char *line = NULL;
    size_t size = 0;
    bool fine = true, left = false;

    for (ssize_t length; fine && !left && (length = getline(&line, &size, stdin)) > 0;) {
        line[length - (line[length - 1] == '\n')] = '\0';
        char *space = strchr(line, ' ');
        if (space)
            *space = '\0';
        left = strcmp(line, "quit") == 0;
        fine = left || hear(it, line, space ? space + 1 : "");
    }
    free(line);
    free(it->past);
    return fine ? EXIT_DONE : EXIT_FAILED;
}

static int run(int argc, char **argv)
{
    static struct hearing it;
    const struct arg args[] = {{.name = NULL}};
    const char *words[MAX_WORDS];
    int exit_code, count = args_read(&command_bot, args, argc, argv, words, &exit_code);

    if (count < 0)
        return exit_code;
    if (count < 2)
        return usage_error(&command_bot, count == 0 ? "which game, and which bot?" : "which bot?");
    if (count > 2)
        return usage_error(&command_bot, "%s: one game and one bot", words[2]);
    it.game = game_named(&command_bot, words[0]);
    if (!it.game || !bot_typed(&command_bot, words[1], &it.bot, &it.simulations))
        return EXIT_USAGE;
    return converse(&it);
}

const struct command command_bot = {
    .name = "bot",
    .usage = "GAME BOT",
    .summary = "Let a bot play through standard input and output",
    .lists_bots = true,
    .details = "Speaks the protocol of docs/bot-protocol.md, so that two versions of parlor can\n"
               "play against each other, or other programs against its bots. club:5000 is club\n"
               "with 5000 simulations a move instead of its usual number.\n"
               "\n"
               "In the arena, a bot that searches chooses here what it would choose as a\n"
               "built-in bot. novice and random play alike, but draw their own random numbers.\n"
               "A search that would take longer than the time for a move stops before that.\n"
               "\n"
               "  parlor arena scout --bots \"cmd:./older/parlor bot scout master\",master\n",
    .run = run,
};
