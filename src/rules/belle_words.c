/* Cards and choices of Belle of the Ball as text, both ways, in the notation of docs/rules/belle.md. */
#include "rules/belle_inside.h"

void belle_write_card(struct writer *w, uint8_t card)
{
    if (!card) {
        write_char(w, '?');
        return;
    }
    write_char(w, belle_card_is_guest(card) ? 'G' : 'B');
    write_number(w, belle_card_is_guest(card) ? belle_guest_index(card) + 1 : belle_index(card) + 1);
}

void belle_write_cards(struct writer *w, const uint8_t *cards, int count)
{
    write_char(w, '[');
    for (int i = 0; i < count; i++)
        write_item_of(w, belle_card_text, cards[i]);
    write_char(w, ']');
}

bool belle_read_card(struct reader *in, uint8_t *card)
{
    bool guest = read_if(in, "G");
    int number = 0;

    if (!guest && !read_if(in, "B"))
        return read_failed(in, "a card is expected here, like G17 or B4");
    if (!read_number(in, 1, guest ? BELLE_GUEST_COUNT : BELLE_BELLE_COUNT, &number))
        return false;
    *card = guest ? belle_guest_card(number - 1) : belle_card(number - 1);
    return true;
}

static void write_play(const struct belle_state *s, int seat, struct belle_move move, struct writer *w)
{
    enum belle_aim aim = move.card ? belle_aim_of(belle_effect(s, move.card)) : BELLE_AIM_SWAP;

    write_text(w, "play ");
    belle_write_card(w, move.card);
    switch (aim) {
    case BELLE_AIM_NONE: break;
    case BELLE_AIM_MOVE:
        write_char(w, ' ');
        belle_write_card(w, s->party[seat][move.group][move.slot]);
        write_text(w, " to ");
        write_number(w, move.to + 1);
        break;
    case BELLE_AIM_SWAP:
        write_char(w, ' ');
        belle_write_card(w, s->party[seat][move.my_group][move.my_slot]);
        write_text(w, " with ");
        belle_write_card(w, s->party[move.seat][move.group][move.slot]);
        break;
    case BELLE_AIM_SEAT:
        if (move.seat >= 0) {
            write_text(w, " from ");
            write_number(w, move.seat);
        }
        break;
    case BELLE_AIM_CARD:
        write_char(w, ' ');
        belle_write_card(w, s->party[move.seat][move.group][move.slot]);
        break;
    case BELLE_AIM_MINE:
    case BELLE_AIM_THEIRS:
        write_text(w, " on ");
        write_number(w, move.group + 1);
        if (aim == BELLE_AIM_THEIRS) {
            write_text(w, " of ");
            write_number(w, move.seat);
        }
        break;
    }
}

void belle_action_text(const struct belle_state *s, int seat, uint16_t id, struct writer *w)
{
    struct belle_move move = belle_move(s, seat, id);

    if (move.kind == BELLE_MOVE_NONE) {
        write_text(w, "none");
    } else if (move.kind == BELLE_MOVE_PLAY) {
        bool used = id >= BELLE_ID_SWAP ||
                    belle_code_is_used(belle_aim_of(belle_effect(s, move.card)), (id - BELLE_ID_PLAY) % BELLE_PLACES);
        if (used)
            write_play(s, seat, move, w);
        else
            write_text(w, "play ?");
    } else {
        write_text(w, "invite ");
        belle_write_card(w, move.card);
        if (move.to >= 0) {
            write_text(w, " to ");
            write_number(w, move.to + 1);
        }
    }
}

/* A card, and where it lies in the parties: seats from first to last. */
static bool read_lying(const struct belle_state *s, struct reader *in, int first, int last, struct belle_move *at)
{
    size_t begin = in->at;
    uint8_t card = 0;

    if (!belle_read_card(in, &card))
        return false;
    for (int seat = first; seat <= last; seat++)
        for (int group = 0; group < BELLE_GROUPS; group++)
            for (int slot = 0; slot < s->count[seat][group]; slot++)
                if (s->party[seat][group][slot] == card) {
                    at->seat = seat;
                    at->group = group;
                    at->slot = slot;
                    return true;
                }
    return read_failed_at(in, begin,
                          first == last ? "this card is not in your party" : "this card is in nobody's party");
}

static bool parse_move(const struct belle_state *s, int seat, struct reader *in, int *code)
{
    struct belle_move at = {.card = 0};
    int to = 0;

    if (!read_literal(in, " ") || !read_lying(s, in, seat, seat, &at) || !read_literal(in, " to "))
        return false;
    size_t column = in->at;
    if (!read_number(in, 1, BELLE_GROUPS, &to))
        return false;
    in->at = to - 1 == at.group ? column : in->at;
    if (to - 1 == at.group)
        return read_failed(in, "the Guest is in that group already");
    *code = (at.group * 4 + at.slot) * 2 + (to - 1 < at.group ? to - 1 : to - 2);
    return true;
}

/* A card of a full group's fourth place has no code: such groups are never touched. */
static bool read_place(const struct belle_state *s, struct reader *in, int first, int last, int *code)
{
    struct belle_move at = {.card = 0};
    size_t begin = in->at;

    if (!read_lying(s, in, first, last, &at))
        return false;
    *code = (at.seat * BELLE_GROUPS + at.group) * 3 + at.slot;
    if (at.slot < 3)
        return true;
    return read_failed_at(in, begin, "you cannot change a full group");
}

static bool parse_swap(const struct belle_state *s, int seat, struct reader *in, int *code)
{
    int mine = 0, theirs = 0;

    if (!read_literal(in, " ") || !read_place(s, in, seat, seat, &mine) || !read_literal(in, " with ") ||
        !read_place(s, in, 0, s->players - 1, &theirs))
        return false;
    *code = (mine - seat * 9) * BELLE_PLACES + theirs;
    return true;
}

static bool parse_group(const struct belle_state *s, struct reader *in, bool theirs, int *code)
{
    int group = 0, seat = 0;

    if (!read_literal(in, " on ") || !read_number(in, 1, BELLE_GROUPS, &group))
        return false;
    if (theirs && (!read_literal(in, " of ") || !read_number(in, 0, s->players - 1, &seat)))
        return false;
    *code = seat * BELLE_GROUPS + group - 1;
    return true;
}

static bool parse_seat(const struct belle_state *s, struct reader *in, int *code)
{
    int from = 0;

    if (read_if(in, " from ")) {
        if (!read_number(in, 0, s->players - 1, &from))
            return false;
        *code = 1 + from;
    }
    return true;
}

static bool parse_aim(const struct belle_state *s, int seat, enum belle_aim aim, struct reader *in, int *code)
{
    switch (aim) {
    case BELLE_AIM_MOVE: return parse_move(s, seat, in, code);
    case BELLE_AIM_SWAP: return parse_swap(s, seat, in, code);
    case BELLE_AIM_SEAT: return parse_seat(s, in, code);
    case BELLE_AIM_CARD: return read_literal(in, " ") && read_place(s, in, 0, s->players - 1, code);
    case BELLE_AIM_MINE: return parse_group(s, in, false, code);
    case BELLE_AIM_THEIRS: return parse_group(s, in, true, code);
    default: return true;
    }
}

static bool parse_play(const struct belle_state *s, int seat, struct reader *in, uint16_t *id)
{
    size_t begin = in->at;
    uint8_t card = 0;
    int code = 0;

    if (!belle_read_card(in, &card))
        return false;
    if (belle_card_is_guest(card))
        return read_failed_at(in, begin, "only Belle cards are played");
    int index = belle_index(card);
    enum belle_aim aim = belle_aim_of(s->deck.effect[index]);
    if (!parse_aim(s, seat, aim, in, &code) || !read_end(in))
        return false;
    *id = (uint16_t)(aim == BELLE_AIM_SWAP ? BELLE_ID_SWAP + belle_swap_copy(s, index) * 9 * BELLE_PLACES + code
                                           : BELLE_ID_PLAY + index * BELLE_PLACES + code);
    return true;
}

static bool parse_invite(const struct belle_state *s, struct reader *in, uint16_t *id)
{
    size_t begin = in->at;
    uint8_t card = 0;
    int group = 0, place = 0;

    if (!belle_read_card(in, &card))
        return false;
    bool guest = belle_card_is_guest(card);
    int line = guest ? BELLE_LINE_GUESTS : belle_line_of_belles(s);
    if ((guest && (!read_literal(in, " to ") || !read_number(in, 1, BELLE_GROUPS, &group))) || !read_end(in))
        return false;
    while (place < BELLE_VISIBLE && belle_card_in_line(s, line, place) != card)
        place++;
    if (place == BELLE_VISIBLE)
        return read_failed_at(in, begin, "this card is not in line, or too far behind");
    *id = (uint16_t)(guest ? BELLE_ID_GUEST + place * BELLE_GROUPS + group - 1 : BELLE_ID_BELLE + place);
    return true;
}

bool belle_action_parse(const struct belle_state *s, int seat, struct reader *in, uint16_t *id)
{
    if (read_if(in, "play "))
        return parse_play(s, seat, in, id);
    if (read_if(in, "invite "))
        return parse_invite(s, in, id);
    *id = BELLE_ID_NONE;
    return read_if(in, "none") ? read_end(in) : read_failed(in, "none, play or invite is expected here");
}

void belle_card_text(int card, struct writer *w)
{
    belle_write_card(w, (uint8_t)(card % BELLE_CUSTOM));
}

const char *belle_card_name(int card)
{
    uint8_t built_in = (uint8_t)card;

    if (card > BELLE_CUSTOM)
        return NULL;
    return belle_card_is_guest(built_in) ? belle_guest_name(belle_guest_index(built_in))
                                         : belle_belle_name(belle_index(built_in));
}
