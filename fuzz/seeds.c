/* Writes inputs to start from, for every game and number of players, into the
 * folders record, action, chance, state and visit of the current one: records of whole
 * games, actions that are legal and deals that are right where they stand, what viewers
 * of games are sent, and what a server says to people who join and watch. */
#include <jansson.h>

#include "state.h"
#include "support/rooms.h"

static FILE *create(const char *target, const char *game, int players, int number)
{
    char path[128];

    snprintf(path, sizeof path, "%s/%s-%d-%d", target, game, players, number);
    FILE *out = fopen(path, "wb");
    if (!out) {
        perror(path);
        exit(1);
    }
    return out;
}

static void seed_record(const struct table *t, int number)
{
    FILE *out = create("record", table_game(t)->id, table_plan(t)->players, number);
    if (!record_write(t, number % 2, out))
        abort();
    fclose(out);
}

static void seed_action(const uint8_t *place, const struct table *t)
{
    uint16_t ids[LEGAL_SIZE];
    char text[512];
    struct writer w = write_into(text, sizeof text);
    struct state_buffer buffer;
    int seat = __builtin_ctz(table_turn(t).seats), count = table_legal(t, seat, ids);
    FILE *out = create("action", table_game(t)->id, table_plan(t)->players, place[4]);

    table_view(t, OPEN, table_steps(t), &buffer);
    table_game(t)->action_text(state_in(&buffer), seat, ids[place[4] % count], &w);
    fwrite(place, 1, PLACE_BYTES, out);
    fwrite(text, 1, w.length, out);
    fclose(out);
}

static void seed_chance(const uint8_t *place, struct table *t)
{
    static char line[RECORD_LINE];
    struct writer w = write_into(line, sizeof line);
    struct rng rng = rng_fast(place[4]);
    FILE *out = create("chance", table_game(t)->id, table_plan(t)->players, place[4]);

    deal_one(t, &rng);
    table_write_chance(t, table_steps(t) - 1, &w);
    fwrite(place, 1, PLACE_BYTES, out);
    fwrite(line, 1, w.length, out);
    fclose(out);
}

/* ---- states, as viewers are sent them ---- */

static void walk(struct state *s, const struct game *game, int steps, struct rng *rng)
{
    uint16_t ids[LEGAL_SIZE];

    for (; steps > 0; steps--) {
        struct turn turn = game->turn(s);
        if (turn.kind == TURN_OVER)
            return;
        if (turn.kind == TURN_CHANCE) {
            game->chance(s, rng);
            continue;
        }
        uint8_t seats = turn.seats;
        for (uint32_t skip = rng_below(rng, (uint32_t)__builtin_popcount(seats)); skip > 0; skip--)
            seats &= (uint8_t)(seats - 1);
        int seat = __builtin_ctz(seats), many = game->legal(s, seat, ids);
        game->apply(s, seat, ids[rng_below(rng, (uint32_t)many)], NULL);
    }
}

/* Two views of the same viewer, the later one as well. */
static void seed_state(const uint8_t head[HEAD], int steps, int number)
{
    struct place place = place_of(head);
    struct rng rng = rng_fast((uint64_t)steps * 31 + head[HEAD_VIEWER]);
    struct state_buffer buffer, view;
    FILE *out = create("state", place.game->id, place.setup.players, number);

    if (place.game->start(state_in(&buffer), &place.setup))
        abort();
    walk(state_in(&buffer), place.game, steps, &rng);
    fwrite(head, 1, HEAD, out);
    for (int i = 0; i < 1 + (number % 4 == 0); i++) {
        view = buffer;
        place.game->redact(state_in(&view), place.viewer);
        fwrite(view.bytes, 1, place.game->state_size, out);
        walk(state_in(&buffer), place.game, 1, &rng);
    }
    fclose(out);
}

static void seed_states(int game, int players)
{
    static const uint8_t steps[] = {0, 2, 5, 9, 14, 22, 35, 60, 100, 250};
    int number = 0;

    for (int variant = 0; variant < VARIANTS; variant++)
        for (size_t i = 0; i < sizeof steps; i++) {
            uint8_t head[HEAD] = {(uint8_t)game, (uint8_t)players, (uint8_t)variant, (uint8_t)(number * 5 / 3),
                                  (uint8_t)(number % 50 == 49   ? 255
                                            : number % 25 == 24 ? 250
                                                                : number)};
            seed_state(head, steps[i] + variant, number);
            number++;
        }
}

/* ---- conversations with a server ---- */

/* As the server says it; the view for browsers, which takes half of the message, only now and then. */
static void say_table(FILE *out, const struct room *room, int viewer, int log_from)
{
    static int said;
    json_t *message = json_loads(frame_of(room, viewer, log_from), 0, NULL);

    if (said++ % 8)
        json_object_del(message, "view");
    json_dumpf(message, out, JSON_COMPACT);
    fputc('\n', out);
    json_decref(message);
}

/* Somebody comes, sits down on seat 0, plays, loses the connection, and sees how it goes on. */
static void seed_visit(const struct game *game, int players, bool watches, int choices, int number)
{
    static const char ok[] = "{\"type\":\"ok\",\"re\":1}\n";
    const struct open_plan plan = plan_of(game, players, (uint8_t)number);
    struct room *room = room_opened(&plan, 1);
    struct rng rng = rng_fast((uint64_t)number);
    FILE *out = create("visit", game->id, players, number);
    int viewer = watches ? ONLOOKER : 0;

    fprintf(out, "%s\n%s", watches ? "watch" : "join", ok);
    if (number % 7 == 0)
        say_table(out, room, ONLOOKER, 0);
    seat_everybody(room, 2);
    if (!watches)
        fprintf(out, "{\"type\":\"ok\",\"re\":2,\"seat\":0,\"token\":\"b25lIG9mIG15IHRva2Vucw\"}\n");
    if (number % 5 == 0)
        say_table(out, room, viewer, 0);
    start_room(room, 3);
    while (choices-- > 0 && choose_at_random(room, &rng, 4))
        continue;
    say_table(out, room, viewer, log_lines(room) > 2 ? log_lines(room) - 2 : 0);
    if (number % 4 == 0)
        fprintf(out, ">moves\n>1\n>say hello\n"
                     "{\"type\":\"chat\",\"number\":0,\"at\":5,\"seat\":0,\"name\":\"Ann\",\"text\":\"hello\"}\n"
                     "{\"type\":\"error\",\"re\":3,\"error\":{\"code\":\"refused\",\"text\":\"not now\"}}\n");
    int told = log_lines(room);
    if (number % 3 == 0 && choose_at_random(room, &rng, 5))
        say_table(out, room, viewer, told);
    if (number % 6 == 0) {
        fprintf(out, "{\"type\":\"bye\",\"text\":\"back soon\",\"again\":true}\nc1001 going\n%s", ok);
        say_table(out, room, viewer, 0);
    }
    fclose(out);
    room_free(room);
}

/* The end of a game, and the next table. */
static void seed_rematch(const struct game *game, int players, int number)
{
    struct room *room = room_playing(game, players, (uint8_t)number);
    struct rng rng = rng_fast((uint64_t)number);
    FILE *out = create("visit", game->id, players, number);

    while (choose_at_random(room, &rng, 4))
        continue;
    fprintf(out, "watch\n{\"type\":\"ok\",\"re\":1}\n");
    say_table(out, room, ONLOOKER, log_lines(room) - 2);
    struct event next = {.kind = EVENT_NEXT, .seat = -1, .at = 5, .of.next = "BBBBBBBBBBBBBBBBBBBBBA"};
    take(room, &next);
    say_table(out, room, ONLOOKER, log_lines(room));
    fclose(out);
    room_free(room);
}

static void seed_visits(const struct game *game, int players)
{
    static const int choices[] = {0, 1, 4, 9, 17, 30, 60};
    int number = 0;

    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++, number += 2) {
        seed_visit(game, players, false, choices[i], number);
        seed_visit(game, players, true, choices[i], number + 1);
    }
    if (game != &sparrows) /* which may go on for long */
        seed_rematch(game, players, number);
}

int main(void)
{
    int count = 0;

    while (games[count])
        count++;
    for (int game = 0; game <= count; game++)
        for (int players = 0;
             players <= game_numbered((uint8_t)game)->max_players - game_numbered((uint8_t)game)->min_players;
             players++) {
            seed_states(game, players);
            if (game < count)
                seed_visits(games[game], games[game]->min_players + players);
        }
    for (int game = 0; game <= count; game++)
        for (int players = 0;
             players <= game_numbered((uint8_t)game)->max_players - game_numbered((uint8_t)game)->min_players;
             players++)
            for (int moment = 0; moment < 24; moment += 4) {
                uint8_t place[PLACE_BYTES] = {(uint8_t)game, (uint8_t)players, 1, 2, (uint8_t)moment};
                struct table *choice = table_at(place, TURN_CHOICE), *chance = table_at(place, TURN_CHANCE);
                if (choice) {
                    seed_action(place, choice);
                    if (game < count)
                        seed_record(choice, moment / 4);
                }
                if (chance)
                    seed_chance(place, chance);
                table_close(choice);
                table_close(chance);
            }
    return 0;
}
