/* What a front end asks about totals in Always a Bridesmaid (see ask() in rules/game.h):
 *
 *   standings 12 7 -3 / 1 2 0   totals by rival, and what each rank brings: where each of them stands
 */
#include "rules/bridesmaid.h"

#include "rules/bytes.h"

/* Numbers with a blank before each, as far as they go. */
static int read_numbers(struct reader *in, int least, int most, int *numbers)
{
    int count = 0;

    while (!in->error && in->at + 1 < in->length && in->text[in->at] == ' ' && in->text[in->at + 1] != '/') {
        if (count == BRIDESMAID_RIVALS_MAX) {
            read_failed(in, "five can play at most");
            break;
        }
        if (read_literal(in, " "))
            read_number(in, least, most, &numbers[count++]);
    }
    return count;
}

bool bridesmaid_ask(struct reader *in, struct writer *w)
{
    struct bridesmaid_standing standing[BRIDESMAID_RIVALS_MAX];
    struct bridesmaid_state s;
    int totals[BRIDESMAID_RIVALS_MAX], ranks[BRIDESMAID_RIVALS_MAX];
    int8_t small[BRIDESMAID_RIVALS_MAX] = {0};

    bytes_zero(&s, sizeof s);
    if (!read_literal(in, "standings"))
        return false;
    int rivals = read_numbers(in, BRIDESMAID_LOWEST_TOTAL, BRIDESMAID_HIGHEST_TOTAL, totals);
    if (!read_literal(in, " /") || read_numbers(in, 0, BRIDESMAID_POINTS_MAX, ranks) != rivals || rivals < 3 ||
        !read_end(in))
        return read_failed(in, "there must be three totals at least, and as many ranks");
    for (int i = 0; i < rivals; i++) {
        small[i] = (int8_t)totals[i];
        s.ranks[i] = (uint8_t)ranks[i];
    }
    s.players = (uint8_t)rivals; /* the Robot, if it plays, ranks like anybody */
    bridesmaid_rank(&s, small, standing);
    write_char(w, '[');
    for (int i = 0; i < rivals; i++) {
        write_object(w);
        write_key_number(w, "rank", standing[i].rank);
        write_key_number(w, "tied", standing[i].tied);
        write_key_number(w, "points", standing[i].points);
        write_char(w, '}');
    }
    write_char(w, ']');
    return true;
}
