/* What a front end asks about cards of Belle of the Ball (see ask() in rules/game.h):
 *
 *   group Chat/Tea/Tree/Lord Chat/Tea/Moon BONUS_TEA
 *
 * Guests by their interests and title, Belle cards by their effect, in the order they came. The answer
 * says what the group is worth, whether it is full, and the parts that make up its worth. */
#include "rules/belle.h"

#include "rules/bytes.h"

/* A word that ends where no letter, digit or _ follows. */
static bool read_word(struct reader *in, const char *word)
{
    size_t at = in->at;

    if (!read_if(in, word))
        return false;
    char next = in->at < in->length ? in->text[in->at] : ' ';
    if (next == '/' || next == ' ')
        return true;
    in->at = at;
    return false;
}

static bool read_interest(struct reader *in, int first, int end, int *interest)
{
    for (*interest = first; *interest < end; ++*interest)
        if (read_word(in, belle_interest_name(*interest)))
            return true;
    return read_failed(in, "there is no such interest in this place");
}

static bool read_guest(struct reader *in, uint8_t *guest)
{
    int common = 0, medium = 0, rare = 0, noble = BELLE_NOBLE_NONE;

    if (!read_interest(in, BELLE_CHAT, BELLE_MUSIC, &common) || !read_literal(in, "/") ||
        !read_interest(in, BELLE_MUSIC, BELLE_FISH, &medium) || !read_literal(in, "/") ||
        !read_interest(in, BELLE_FISH, BELLE_INTEREST_COUNT, &rare))
        return false;
    if (read_word(in, "/Lord"))
        noble = BELLE_NOBLE_LORD;
    else if (read_word(in, "/Lady"))
        noble = BELLE_NOBLE_LADY;
    *guest = belle_guest(common, medium, rare, noble);
    return true;
}

static bool read_effect(struct reader *in, int *effect)
{
    for (*effect = 0; *effect < BELLE_EFFECT_COUNT; ++*effect)
        if (read_word(in, belle_effect_code(*effect)))
            return true;
    return false;
}

/* Reads the next card into the deck of a state that is for nothing else; returns it, or 0. */
static uint8_t read_card(struct reader *in, struct belle_state *s, int at)
{
    int effect = 0;

    if (read_effect(in, &effect)) {
        s->deck.effect[at] = (uint8_t)effect;
        return belle_card(at);
    }
    return read_guest(in, &s->deck.guest[at]) ? belle_guest_card(at) : 0;
}

static void write_parts(struct writer *w, const struct belle_part *parts, int count)
{
    write_key_list(w, "parts");
    for (int i = 0; i < count; i++) {
        write_object(w);
        if (parts[i].interest >= 0)
            write_key_text(w, "interest", belle_interest_name(parts[i].interest));
        else
            write_key_text(w, "effect", belle_effect_code(parts[i].effect));
        write_key_number(w, "points", parts[i].points);
        write_char(w, '}');
    }
    write_char(w, ']');
}

bool belle_ask(struct reader *in, struct writer *w)
{
    struct belle_part parts[BELLE_PARTS_MAX];
    struct belle_state s;
    uint8_t cards[BELLE_GROUP_MAX];
    int count = 0;
    bool rushed = false;

    bytes_zero(&s, sizeof s);
    read_literal(in, "group");
    while (!in->error && !read_at_end(in)) {
        if (count == BELLE_GROUP_MAX)
            return read_failed(in, "a group has four cards at most");
        if (!read_literal(in, " ") || !(cards[count] = read_card(in, &s, count)))
            return false;
        rushed =
            rushed || (!belle_card_is_guest(cards[count]) && belle_effect(&s, cards[count]) == BELLE_EFFECT_RUSHED);
        count++;
    }
    if (in->error)
        return false;
    write_char(w, '{');
    write_key_number(w, "value", belle_score(&s, cards, count).value);
    write_key_flag(w, "full", rushed || count == BELLE_GROUP_MAX);
    write_parts(w, parts, belle_parts(&s, cards, count, parts));
    write_char(w, '}');
    return true;
}
