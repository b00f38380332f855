/* See decided.h. */
#include "words/decided.h"

enum { TITLE_SIZE = 128, WORTH_SIZE = 16 };

static const struct language *known(const struct language *language)
{
    return language ? language : &languages[0];
}

void words_column(const struct language *language, const struct game *game, const struct sheet_column *column,
                  struct writer *w)
{
    char key[TITLE_SIZE];
    struct writer own = write_into(key, sizeof key);

    if (!column->key) {
        const struct word_value round = {.name = "round", .number = column->round + 1};
        words_text(known(language), language_word(known(language), NULL, "sheet.round"), &round, 1, w);
        return;
    }
    write_text(&own, "part.");
    write_text(&own, column->key);
    const char *title = language_word(known(language), game, key);
    write_text(w, title ? title : column->key);
}

void words_counted(const struct language *language, const struct game *game, struct writer *w)
{
    const char *word = language_word(known(language), game, "part.counted");

    write_text(w, word ? word : "");
}

/* Points as text, for a sentence. */
struct worth {
    char text[WORTH_SIZE];
};

static struct worth worth(const struct game *game, int points)
{
    struct worth out = {.text = ""};
    struct writer w = write_into(out.text, sizeof out.text);

    write_points(&w, game, points);
    return out;
}

static void write_sentence(struct listener who, const char *key, const struct word_value *values, int count,
                           struct writer *w)
{
    words_text(known(who.language), language_word(known(who.language), NULL, key), values, count, w);
}

static void write_lead(struct listener who, const struct table *t, const struct decider *it, struct writer *w)
{
    const struct game *game = table_game(t);
    char title[TITLE_SIZE];
    struct writer own = write_into(title, sizeof title);
    struct worth mine = worth(game, it->lead.points[it->winner]), theirs = worth(game, it->lead.points[it->rival]);

    words_column(who.language, game, &it->lead, &own);
    const struct word_value values[] = {{.name = "column", .text = title},
                                        {.name = "mine", .text = mine.text},
                                        {.name = "theirs", .text = theirs.text}};
    write_char(w, ' ');
    write_sentence(who, "decided.lead", values, 3, w);
}

void words_decided(struct listener who, const struct cast *cast, const struct table *t, struct writer *w)
{
    struct decider it;
    struct cast usual = words_cast(who, t);
    char winner[NAME_SIZE * 2], rival[NAME_SIZE * 2];
    struct writer first = write_into(winner, sizeof winner), second = write_into(rival, sizeof rival);

    cast = cast ? cast : &usual;
    table_decider(t, &it);
    if (it.shared || it.winner < 0 || it.rival < 0) {
        write_sentence(who, "decided.shared", NULL, 0, w);
        return;
    }
    cast->name(cast->of, it.winner, &first);
    cast->name(cast->of, it.rival, &second);
    struct worth margin = worth(table_game(t), it.margin);
    bool one = it.margin == (table_game(t)->half_points ? 2 : 1);
    const struct word_value values[] = {{.name = "winner", .text = winner},
                                        {.name = "rival", .text = rival},
                                        {.name = "margin", .text = margin.text},
                                        {.name = "count", .number = one ? 1 : 2}};
    write_sentence(who, it.margin == 0 ? "decided.tie" : "decided.margin", values, 4, w);
    if (it.has_lead)
        write_lead(who, t, &it, w);
}
