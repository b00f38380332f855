/* What a front end asks about cards of BANNISH (see ask() in rules/game.h):
 *
 *   trick R3 G6 R5        cards in the order of play: which of them are left after a BANNISH, which is best
 *   standings 20/5 15/4   stars and cards counted, by seat: everybody's place, who would be second
 */
#include "rules/bannish.h"

#include "rules/bytes.h"

static bool answer_trick(struct reader *in, struct writer *w)
{
    struct bannish_state s;
    bool struck = false;

    bytes_zero(&s, sizeof s);
    while (!read_at_end(in)) {
        int card = 0;
        if (struck)
            return read_failed(in, "BANNISH has ended the trick");
        if (s.now.count == MAX_SEATS)
            return read_failed(in, "a trick has five cards at most");
        if (!read_literal(in, " ") || !bannish_read_card(in, &card))
            return false;
        struck = bannish_lay(&s, card);
    }
    write_text(w, "{\"left\":[");
    for (int place = 0; place < s.now.count; place++)
        if (s.now.card[place] != s.now.twin) {
            write_item(w);
            write_number(w, place);
        }
    write_char(w, ']');
    if (s.table)
        write_key_number(w, "best", bannish_best(&s));
    write_char(w, '}');
    return true;
}

/* How many different totals are above this one, + 1; 0 without stars, who are left out (BN-10). */
static int place_of(const int *totals, int players, int total)
{
    int place = total > 0;

    for (int seat = 0; seat < players; seat++) {
        bool first = totals[seat] > total && total > 0;
        for (int other = 0; other < seat; other++)
            first = first && totals[other] != totals[seat];
        place += first;
    }
    return place;
}

static bool answer_standings(struct reader *in, struct writer *w)
{
    enum { STARS_MAX = 2 * BANNISH_CARDS * BANNISH_STARS_MAX };
    struct bannish_state s;
    int totals[MAX_SEATS], cards[MAX_SEATS];

    bytes_zero(&s, sizeof s);
    while (!read_at_end(in)) {
        if (s.players == MAX_SEATS)
            return read_failed(in, "five can play at most");
        if (!read_literal(in, " ") || !read_number(in, 0, STARS_MAX, &totals[s.players]) || !read_literal(in, "/") ||
            !read_number(in, 0, 2 * BANNISH_CARDS, &cards[s.players]))
            return false;
        s.players++;
    }
    uint8_t second = bannish_second(&s, totals, cards);
    write_char(w, '[');
    for (int seat = 0; seat < s.players; seat++) {
        write_object(w);
        write_key_number(w, "place", place_of(totals, s.players, totals[seat]));
        write_key_flag(w, "second", second >> seat & 1);
        write_char(w, '}');
    }
    write_char(w, ']');
    return true;
}

bool bannish_ask(struct reader *in, struct writer *w)
{
    if (read_if(in, "trick"))
        return answer_trick(in, w);
    if (read_if(in, "standings"))
        return answer_standings(in, w);
    return read_failed(in, "ask for a trick or for standings");
}
