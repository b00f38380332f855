/* See line.h. */
#include "rules/line.h"

bool read_dealt(struct reader *in, void *state, const struct line_cards *cards, int list, int place)
{
    int card = 0;

    if (!cards->bare && !read_literal(in, "\""))
        return false;
    size_t at = in->at;
    if (!cards->read(in, &card) || (!cards->bare && !read_literal(in, "\"")))
        return false;
    const char *wrong = cards->take(state, list, place, card);
    return !wrong || read_failed_at(in, at, wrong);
}

bool read_cards(struct reader *in, void *state, const struct line_cards *cards, int list)
{
    if (cards->count == 0 && !read_literal(in, "["))
        return false;
    for (int i = 0; i < cards->count; i++)
        if (!read_next(in, i, cards->few) || !read_dealt(in, state, cards, list, i))
            return false;
    return read_last(in, cards->many);
}

bool read_hands(struct reader *in, void *state, const struct line_cards *cards, int players)
{
    for (int seat = 0; seat < players; seat++)
        if (!read_next(in, seat, "there are fewer hands than players") || !read_cards(in, state, cards, seat))
            return false;
    return read_last(in, "there are more hands than players");
}
