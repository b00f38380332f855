/* learn sparrows: gathers the experience of the novice of Six of Sparrows (bots/sparrows_policy.h) from dealt rounds,
 * and prints it as src/bots/sparrows_experience.h.
 *
 * First it counts how often each bid is met by how far it was. Then, with rows of bids drawn at random, what the best
 * bid was worth from cycle to cycle. Nobody plays: cards and bids are dealt, and judged by the rules. */
#include <stdio.h>
#include <string.h>

#include "bots/sparrows_policy.h"
#include "learn.h"

/* Shows how far it is; false after Ctrl-C. */
static bool go_on(long round, long rounds)
{
    enum { OFTEN = 1024 };

    if (round % OFTEN == 0)
        progress("dealing", round, rounds);
    return !interrupted();
}

/* A round dealt to its end. */
struct dealt {
    int players;
    uint64_t hand[SPARROWS_CYCLES + 1][MAX_SEATS], table[SPARROWS_CYCLES + 1]; /* by cycle */
};

static uint64_t draw_card(uint64_t *deck, struct rng *rng)
{
    for (;;) {
        uint64_t card =
            sparrows_card_bit((int)rng_below(rng, SPARROWS_SUITS), 1 + (int)rng_below(rng, SPARROWS_NUMBERS));
        if (*deck & card)
            continue;
        *deck |= card;
        return card;
    }
}

static void deal(struct dealt *dealt, int players, struct rng *rng)
{
    uint64_t gone = 0;

    *dealt = (struct dealt){.players = players};
    for (int cycle = 1; cycle <= SPARROWS_CYCLES; cycle++) {
        dealt->table[cycle] = dealt->table[cycle - 1] | draw_card(&gone, rng);
        for (int seat = 0; seat < players; seat++)
            dealt->hand[cycle][seat] = dealt->hand[cycle - 1][seat] | draw_card(&gone, rng);
    }
}

static int mark_in(const struct dealt *dealt, int bid, int cycle)
{
    return sparrows_mark(bid, dealt->hand[cycle][0], dealt->table[cycle]);
}

static bool met_in(const struct dealt *dealt, int bid)
{
    return sparrows_met(bid, dealt->hand[SPARROWS_CYCLES], dealt->players, 0, dealt->table[SPARROWS_CYCLES]);
}

/* ---- how often bids are met ---- */

struct counts {
    long seen[SPARROWS_CYCLES][SPARROWS_MARKS], met[SPARROWS_CYCLES][SPARROWS_MARKS];
};

/* What was never seen is as what is nearest to it: one card more is missing, or the hand is a little worse. */
static void write_chances(const struct counts *counts, uint8_t chances[SPARROWS_CYCLES][SPARROWS_MARKS])
{
    for (int cycle = 0; cycle < SPARROWS_CYCLES; cycle++)
        for (int mark = 0; mark < SPARROWS_MARKS; mark++) {
            long seen = counts->seen[cycle][mark], met = counts->met[cycle][mark];
            chances[cycle][mark] = seen > 0   ? (uint8_t)((met * SPARROWS_CERTAIN + seen / 2) / seen)
                                   : mark > 0 ? chances[cycle][mark - 1]
                                              : 0;
        }
}

static bool count_met(struct sparrows_experience *experience, int players, long rounds, struct rng *rng)
{
    static struct counts counts[SPARROWS_BID_COUNT];
    struct dealt dealt;

    memset(counts, 0, sizeof counts);
    for (long round = 0; round < rounds; round++) {
        if (!go_on(round, rounds))
            return false;
        deal(&dealt, players, rng);
        for (int bid = 0; bid < SPARROWS_BID_COUNT; bid++) {
            bool met = met_in(&dealt, bid);
            for (int cycle = 1; cycle <= SPARROWS_CYCLES; cycle++) {
                int mark = mark_in(&dealt, bid, cycle);
                counts[bid].seen[cycle - 1][mark]++;
                counts[bid].met[cycle - 1][mark] += met;
            }
        }
    }
    for (int bid = 0; bid < SPARROWS_BID_COUNT; bid++) {
        int compared = sparrows_bids[bid].kind - SPARROWS_KIND_HIGH;
        if (players == 2)
            write_chances(&counts[bid], experience->met[bid]);
        else if (compared >= 0 && compared < SPARROWS_COMPARED)
            write_chances(&counts[bid], experience->met_by_more[players - 3][compared]);
    }
    return true;
}

/* ---- what waiting is worth ---- */

static void draw_row(int row[SPARROWS_ROW_SIZE], struct rng *rng)
{
    uint32_t drawn = 0;

    for (int i = 0; i < SPARROWS_ROW_SIZE;) {
        row[i] = (int)rng_below(rng, SPARROWS_BID_COUNT);
        if (drawn >> row[i] & 1)
            continue;
        drawn |= (uint32_t)1 << row[i++];
    }
}

/* The most that a bid of the row brings, 0 if all lose. */
static int best_of_row(const struct sparrows_experience *experience, const struct dealt *dealt, const int *row,
                       int cycle)
{
    int best = 0;

    for (int i = 0; i < SPARROWS_ROW_SIZE; i++) {
        int chance = sparrows_chance_of(experience, dealt->players, row[i], cycle, mark_in(dealt, row[i], cycle));
        int value = sparrows_average(sparrows_share(sparrows_bids[row[i]].value, cycle), SPARROWS_FAILED, chance);
        best = value > best ? value : best;
    }
    return best;
}

static bool count_waiting(struct sparrows_experience *experience, long rounds, struct rng *rng)
{
    long seen[SPARROWS_CYCLES][SPARROWS_STEPS] = {{0}}, sum[SPARROWS_CYCLES][SPARROWS_STEPS] = {{0}};
    struct dealt dealt;

    for (long round = 0; round < rounds; round++) {
        int row[SPARROWS_ROW_SIZE], step = 0;
        if (!go_on(round, rounds))
            return false;
        deal(&dealt, 2 + (int)(round % (MAX_SEATS - 1)), rng);
        draw_row(row, rng);
        for (int cycle = 1; cycle <= SPARROWS_CYCLES; cycle++) {
            int best = best_of_row(experience, &dealt, row, cycle);
            if (cycle > 1) {
                seen[cycle - 2][step]++;
                sum[cycle - 2][step] += best;
            }
            step = sparrows_step(best);
        }
    }
    for (int cycle = 0; cycle < SPARROWS_CYCLES - 1; cycle++)
        for (int step = 0; step < SPARROWS_STEPS; step++) {
            long parts = seen[cycle][step] * SPARROWS_CERTAIN;
            experience->wait[cycle][step] = parts > 0  ? (uint8_t)((sum[cycle][step] + parts / 2) / parts)
                                            : step > 0 ? experience->wait[cycle][step - 1]
                                                       : 0;
        }
    return true;
}

/* ---- the command ---- */

static void print_list(const uint8_t *numbers, int count)
{
    for (int i = 0; i < count; i++)
        printf("%s%d", i == 0 ? "{" : ", ", numbers[i]);
    printf("}");
}

static void print_chances(const uint8_t chances[SPARROWS_CYCLES][SPARROWS_MARKS], const char *indent)
{
    for (int cycle = 0; cycle < SPARROWS_CYCLES; cycle++) {
        printf("%s", cycle == 0 ? "{" : "");
        print_list(chances[cycle], SPARROWS_MARKS);
        printf(cycle < SPARROWS_CYCLES - 1 ? ",\n%s " : "},\n", indent);
    }
}

static void print_experience(const struct sparrows_experience *it)
{
    printf("/* What the novice of Six of Sparrows has seen. The numbers are made by tools/learn/sparrows.c; nobody "
           "changes\n"
           " * them by hand. */\n"
           "/* clang-format off */\n"
           "#ifndef PARLOR_BOTS_SPARROWS_EXPERIENCE_H\n"
           "#define PARLOR_BOTS_SPARROWS_EXPERIENCE_H\n"
           "\n"
           "static const struct sparrows_experience sparrows_experience = {\n"
           "    .met = {\n");
    for (int bid = 0; bid < SPARROWS_BID_COUNT; bid++) {
        printf("        [SPARROWS_BID_%s] =\n            ", sparrows_bids[bid].id);
        print_chances(it->met[bid], "            ");
    }
    printf("    },\n    .met_by_more = {\n");
    for (int players = 3; players <= MAX_SEATS; players++) {
        printf("        { /* %d players */\n", players);
        for (int kind = 0; kind < SPARROWS_COMPARED; kind++) {
            printf("            ");
            print_chances(it->met_by_more[players - 3][kind], "            ");
        }
        printf("        },\n");
    }
    printf("    },\n    .wait = {\n");
    for (int cycle = 0; cycle < SPARROWS_CYCLES - 1; cycle++) {
        printf("        ");
        print_list(it->wait[cycle], SPARROWS_STEPS);
        printf(",\n");
    }
    printf("    },\n};\n\n#endif\n");
}

static int gather(long rounds, long seed)
{
    static struct sparrows_experience experience;
    struct rng rng = rng_fast((uint64_t)seed);

    bool whole = true;

    catch_interrupt();
    for (int players = 2; players <= MAX_SEATS; players++)
        whole = whole && count_met(&experience, players, rounds, &rng);
    whole = whole && count_waiting(&experience, rounds, &rng);
    progress_end();
    if (!whole)
        return failure("interrupted; nothing was printed");
    print_experience(&experience);
    return EXIT_DONE;
}

static int run(int argc, char **argv)
{
    long rounds = 1000000, seed = 1;
    const struct arg args[] = {
        {"rounds",
         ARG_NUMBER,
         "N",
         "rounds to deal for each number of players (1000000)",
         {.number = &rounds},
         1,
         100000000},
        {"seed", ARG_NUMBER, "S", "the same seed gives the same numbers (1)", {.number = &seed}, 0, 1 << 30},
        {.name = NULL},
    };
    const char *words[MAX_WORDS];
    int exit_code, count = args_read(&command_sparrows, args, argc, argv, words, &exit_code);

    if (count < 0)
        return exit_code;
    return count == 0 ? gather(rounds, seed)
                      : usage_error(&command_sparrows, "%s: only options are of use here", words[0]);
}

const struct command command_sparrows = {
    .name = "sparrows",
    .usage = "[options]",
    .summary = "Gather the experience of the novice of Six of Sparrows, and print it as C",
    .details = "Deals rounds and counts how often bids are met. What is printed is a whole\n"
               "src/bots/sparrows_experience.h.\n"
               "\n"
               "  learn sparrows > experience.h\n",
    .run = run,
};
