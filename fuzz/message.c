/* Text from a stranger as a message, as a wish to open a table or change it, as a question about seats, and as an event
 * from the disk: it is refused with a reason, or what was read can be written and
 * read again. */
#include "fuzz.h"
#include "server/request.h"

static void check_event(const struct event *event)
{
    static struct open_plan plan;
    char text[EVENT_SIZE], again[EVENT_SIZE];
    struct writer w = write_into(text, sizeof text), w2 = write_into(again, sizeof again);
    struct event read;
    struct problem why;

    event_write(event, &w);
    HOLDS(!w.overflow);
    HOLDS(event_read(text, w.length, 1, &plan, &read, &why));
    event_write(&read, &w2);
    HOLDS(strcmp(text, again) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct open_plan plan;
    const char *text = (const char *)data;
    struct request request;
    struct event event;
    struct problem why = {.text = ""};
    struct opener opener;

    HOLDS(request_read(text, size, &request, &why) || why.text[0]);
    HOLDS(request.re >= NO_NUMBER && request.seat < MAX_SEATS && request.look <= LOOK_MAX);
    why.text[0] = '\0';
    if (open_read(text, size, &plan, &opener, &why))
        check_event(&(struct event){.kind = EVENT_OPEN, .seat = -1, .of.open = &plan});
    else
        HOLDS(why.text[0]);
    static struct open_plan changed;
    static struct seat_keys keys;
    plan = (struct open_plan){.table = {.game = games[0], .players = games[0]->min_players}};
    plan.clock.patience = PATIENCE_USUAL;
    why.text[0] = '\0';
    if (arrange_read(text, size, &plan, &changed, &why))
        check_event(&(struct event){.kind = EVENT_ARRANGE, .seat = -1, .of.open = &changed});
    else
        HOLDS(why.text[0]);
    why.text[0] = '\0';
    HOLDS(keys_read(text, size, &keys, &why) ? keys.count > 0 && keys.count <= SEATS_ASKED : why.text[0]);
    why.text[0] = '\0';
    if (event_read(text, size, 1, &plan, &event, &why))
        check_event(&event);
    else
        HOLDS(why.text[0]);
    return 0;
}
