/* Drawing a table as text, one file a game (term/GAME.c). A drawing is made
 * from a redacted state; what the viewer cannot know is not there to be shown. */
#ifndef PARLOR_TERM_DRAW_H
#define PARLOR_TERM_DRAW_H

#include "rules/game.h"
#include "table/table.h"
#include "term/columns.h"
#include "term/say.h"

enum { SPOTS = 64 }; /* a game's spots are 0 .. SPOTS-1 */

/* Something that is drawn and that moves speak of: a card of the hand, a bid, an end of the Prior Set. A spot may
 * lie within another; somebody who points there means the smaller one. */
struct spot {
    int line, column;  /* of its upper left corner, from 0, within the part */
    int width, height; /* 0: it is not drawn */
};

/* How much space a part takes. Every form shows what a player needs; a longer one shows it larger and says more. */
enum form { FORM_LARGE, FORM_FULL, FORM_SHORT, FORM_TIGHT };

/* The place and the manner of drawing. */
struct canvas {
    struct writer *out;
    const struct language *language; /* of all words; NULL: English */
    bool colour;                     /* ANSI colours, bold and reverse video may be used */
    bool ascii;                      /* nothing but ASCII is written; everything keeps its columns */
    int width;                       /* columns; at least 60 */
    enum form form;                  /* of a part; a table is drawn in full */
    const struct table_name *names;  /* by seat */
    const char *deck;                /* the table's own deck (table_plan.deck), for the names on its cards; or NULL */
    uint64_t lit;                    /* spots that stand out: in reverse video, without other colours */
    struct spot *spots;              /* SPOTS of them, noted by draw_part(); or NULL */

    /* Kept by the functions below. */
    const struct game *game; /* whose part is drawn */
    int line, column;        /* where the next character goes */
    uint64_t open;           /* spots that are being drawn */
};

enum style { PLAIN, BOLD, DIM, RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN };

void draw_style(struct canvas *, enum style); /* until the next call */
void draw_text(struct canvas *, enum style, const char *text);
void draw_number(struct canvas *, enum style, int number);
void draw_name(struct canvas *, enum style, int seat); /* control characters shown as ? */
void draw_spaces(struct canvas *, int count);
void draw_said(struct canvas *, enum style, enum text); /* a text of the tables (term/say.h) … */
void draw_values(struct canvas *, enum style, enum text, const struct word_value *, int count);
#define draw_with(c, style, text, ...) draw_values(c, style, text, VALUES(__VA_ARGS__)) /* … with its fields */
const char *said_in(const struct canvas *, enum text);                                  /* as the table has it */
/* A word of a game's own table (words/TAG/GAME.txt): "bid" and its id, "colour" and its name; the id itself if there
 * is none. */
const char *word_in(const struct canvas *, const struct game *, const char *list, const char *id);
char ascii_of(const char *character, size_t size); /* what stands for it where only ASCII may be written */
void draw_clean(struct canvas *, enum style, const char *bytes, size_t length); /* likewise */
int name_width(const struct canvas *, int seat);                                /* columns the name takes */
/* Shortens the name if it takes more columns: first drops a part in brackets at its end, then cuts the end for a … */
void draw_short_name(struct canvas *, enum style, int seat, int width);
/* The same as text, for use in a sentence. */
struct short_name {
    char text[2 * NAME_SIZE];
};
struct short_name short_name(const struct canvas *, int seat, int width);
void draw_due(struct canvas *, bool due,
              bool own); /* two columns: whether a seat, the viewer's own or not, is to move */

/* Lines and columns. */
void draw_line_end(struct canvas *);
void draw_to(struct canvas *, int column); /* blanks up to there */
/* Before something of this width: a gap; or where that does not fit, a new line and an indent; nothing at the
 * indent itself. */
void draw_gap(struct canvas *, enum style, const char *gap, int width, int indent);
void draw_left(struct canvas *, enum style, const char *text, int width); /* at the left end of these columns */
void draw_fit(struct canvas *, enum style, const char *text, int width);  /* likewise, cut for a … if it takes more */
void draw_right(struct canvas *, enum style, const char *text, int width); /* at the right end of these columns */
void draw_column(struct canvas *, enum style, int number, int width);      /* likewise */
void draw_name_column(struct canvas *, enum style, int seat, int width);   /* at the left end, cut if need be */
int names_width(const struct canvas *, int players, int most);             /* of a column for all names, most or less */

/* A name as it is shown: a person who has given none is "You" in the language, and a bot's level is a word of it. */
void name_shown(struct table_name *, const struct language *);

/* The names of a table likewise, for a canvas. A long name that two seats share may lose its number: it has no space
 * for it. */
void names_shown(const struct table *, const struct language *, struct table_name shown[MAX_SEATS]);

const char *game_title(const struct language *, const struct game *);

/* A text from where the canvas is, continued at an indent below where it does not fit the line. */
void draw_flowing(struct canvas *, enum style, const char *text, int indent);

/* Draws the edges of a frame, `width` columns wide, with an optional word in the middle of the lower one. An edge
 * without a frame has no corners. */
void draw_edge(struct canvas *, enum style, int width, enum style word_style, const char *word);
void draw_upper_edge(struct canvas *, enum style, int width);
void draw_lower_edge(struct canvas *, enum style, int width, enum style word_style, const char *word);

/* Everything drawn between these belongs to a spot; begin and end a card of several lines on each of them. */
void draw_spot_begin(struct canvas *, int spot);
void draw_spot_end(struct canvas *, int spot);

/* The parts of a table, for a screen that puts each in its place. Points stand with the seats; the middle is what
 * lies on the table; the hand is the viewer's own, and others that lie open. A part may be empty. */
enum part { PART_HEADLINE, PART_SEATS, PART_MIDDLE, PART_HAND, PARTS };

struct drawing {
    const struct game *game;
    enum part order[PARTS]; /* from top to bottom, where they are printed one after the other */
    uint8_t apart;          /* bit p: a blank line goes before part p there */
    /* A part as this viewer (a seat, ONLOOKER, OPEN) sees it, in the canvas's form. */
    void (*part[PARTS])(struct canvas *, const struct state *view, int viewer);
    /* The spots that a legal move of the viewer is about, bit by bit: all of them are drawn. */
    uint64_t (*touches)(const struct state *view, int viewer, uint16_t id);
};

const struct drawing *drawing_of(const struct game *); /* never NULL */

/* Draws a part, from line 0 of the canvas on. */
void draw_part(struct canvas *, enum part, const struct game *, const struct state *view, int viewer);

/* Draws all parts of a table one below the other, at full length. */
void draw_table(struct canvas *, const struct game *, const struct state *view, int viewer);

#define DRAWING(name) extern const struct drawing name##_drawing;
#define NO_DRAWING(name)
#define GAME(name, bot, drawing, ...) drawing(name)
GAMES(GAME)
#undef DRAWING
#undef NO_DRAWING
#undef GAME
extern const struct drawing outline_drawing; /* of any other game: term/outline.c */

#endif
