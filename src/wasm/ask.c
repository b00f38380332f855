/* What a front end may ask about the cards of one game, as a WebAssembly module without imports: a few kB instead of
 * all rules, since a browser loads it before it shows the first table. It is compiled once for each game that has a
 * GAME_ask.c, whose function ASK names. */
#include "rules/game.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

/* Returns a buffer for a question about cards, or 0 if it is too long; and what the game answers to
 * the one that has been put there: JSON, {"error":"…"} if the question is invalid. */
char *EXPORT(ask_buffer)(uint32_t length);
const char *EXPORT(ask)(void);

bool ASK(struct reader *question, struct writer *answer);

static char question[1024], answer[4096];
static uint32_t question_length;

char *ask_buffer(uint32_t length)
{
    question_length = length <= sizeof question ? length : 0;
    return length <= sizeof question ? question : NULL;
}

const char *ask(void)
{
    struct reader in = read_from(question, question_length);
    struct writer w = write_into(answer, sizeof answer);

    if (ASK(&in, &w) && !w.overflow)
        return answer;
    w = write_into(answer, sizeof answer);
    write_char(&w, '{');
    write_key_text(&w, "error", in.error ? in.error : "the answer is too long");
    write_char(&w, '}');
    return answer;
}
