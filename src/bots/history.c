/* What a table's history looks like from a seat. The table is the source; what
 * it hands out has been redacted. Choices made at the same time come in when all of them are there, so that it does
 * not matter who of them is faster. */
#include "bots/bot.h"
#include "table/table.h"

static void look(const struct bot_source *source, int seat, int step, struct bot_past *out)
{
    const struct table *table = (const struct table *)(const void *)source;
    struct step done = table_step(table, step);

    table_view(table, seat, step, &out->view);
    out->actor = done.actor;
    out->id = done.actor == seat ? done.id : BOT_UNSEEN;
}

struct bot_history bot_history_of(const struct table *table, int seat)
{
    return (struct bot_history){
        .source = (const struct bot_source *)(const void *)table,
        .seat = seat,
        .steps = table_settled(table),
        .look = look,
    };
}
