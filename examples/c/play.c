/* You against bots, at any game.
 *
 *     cc play.c $(pkg-config --cflags --libs parlor) -o play
 *     ./play scout 3 club
 *
 * You have seat 0 and type moves as docs/rules spells them, "?" for a hint, "undo"
 * to take your last move back. The table is shown as JSON: drawing it is up to you. */
#include <parlor.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { YOU = 0 };

static char text[1 << 16], why[256];

/* Says what has happened since, as you may know it; returns how far. */
static int tell(const struct parlor_table *t, int told)
{
    struct parlor_step step;

    if (told > parlor_steps(t)) /* somebody undid a choice */
        told = parlor_steps(t);
    for (; parlor_step(t, told, &step) && step.complete; told++) {
        parlor_tell(t, YOU, told, text, sizeof text);
        printf("%s", text);
    }
    return told;
}

static void hint(const struct parlor_table *t)
{
    struct parlor_hint lines[3];
    int count = parlor_hint(t, YOU, 0, lines, 3, why, sizeof why);

    for (int i = 0; i < count; i++) {
        parlor_text(t, YOU, lines[i].id, text, sizeof text);
        printf("  %-24s wins %.0f %%\n", text, 100 * lines[i].value);
    }
}

static void undo(struct parlor_table *t)
{
    do {
        if (!parlor_undo(t)) {
            puts("nothing to undo");
            return;
        }
    } while (!(parlor_waiting(t) >> YOU & 1));
}

/* One line of yours. False when there are no more. */
static bool your_turn(struct parlor_table *t)
{
    char line[200];

    parlor_view(t, YOU, text, sizeof text);
    printf("%s\n> ", text);
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin))
        return false;
    line[strcspn(line, "\r\n")] = '\0';
    if (strcmp(line, "?") == 0)
        hint(t);
    else if (strcmp(line, "undo") == 0)
        undo(t);
    else if (!parlor_do_text(t, YOU, line, why, sizeof why))
        printf("%s\n", why);
    return true;
}

static void show_result(const struct parlor_table *t)
{
    double points[PARLOR_MAX_SEATS] = {0};

    parlor_points(t, points);
    for (int seat = 0; seat < parlor_players(t); seat++) {
        parlor_name(t, seat, text, sizeof text);
        printf("%-12s %6.1f%s\n", text, points[seat], parlor_winners(t) >> seat & 1 ? "  wins" : "");
    }
}

int main(int argc, char **argv)
{
    const char *bot = argc > 3 ? argv[3] : "novice";
    char seed[20];
    int told = 0;

    snprintf(seed, sizeof seed, "%llx", (unsigned long long)time(NULL));
    struct parlor_table *t = parlor_open(argc > 1 ? argv[1] : "scout", argc > 2 ? (int)strtol(argv[2], NULL, 10) : 3,
                                         "", argc > 4 ? argv[4] : seed, why, sizeof why);
    if (!t || !parlor_set_name(t, YOU, "guest", why, sizeof why)) {
        fprintf(stderr, "%s\n", why);
        return 2;
    }
    for (int seat; (seat = parlor_next(t)) >= 0; told = tell(t, told)) {
        if (seat == YOU) {
            if (!your_turn(t))
                break;
        } else {
            int id = parlor_think(t, seat, bot, NULL, why, sizeof why);
            if (id < 0 || !parlor_do(t, seat, (uint16_t)id, why, sizeof why)) {
                fprintf(stderr, "%s\n", why);
                return 2;
            }
        }
    }
    show_result(t); /* or how it stands, if you left */
    parlor_close(t);
    return 0;
}
