/* Writes inputs to start from, for every game and number of players, into the
 * folders record, action and chance of the current one: records of whole games,
 * actions that are legal and deals that are right where they stand. */
#include "fuzz.h"

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
    uint16_t ids[LEGAL_ROOM];
    char text[512];
    struct writer w = write_into(text, sizeof text);
    struct state_room room;
    int seat = __builtin_ctz(table_turn(t).seats), count = table_legal(t, seat, ids);
    FILE *out = create("action", table_game(t)->id, table_plan(t)->players, place[4]);

    table_view(t, OPEN, table_steps(t), &room);
    table_game(t)->action_text(room_state(&room), seat, ids[place[4] % count], &w);
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

int main(void)
{
    int count = 0;

    while (games[count])
        count++;
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
