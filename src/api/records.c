/* The public API: games as records. */
#include "api/api.h"
#include "table/record.h"

bool parlor_save(const struct parlor_table *t, bool legal, FILE *out)
{
    return t && out && !table_is_imagined(inner_of(t)) && record_write(inner_of(t), legal, out);
}

struct parlor_records *parlor_records(FILE *in)
{
    return in ? (struct parlor_records *)record_open(in) : NULL;
}

void parlor_records_close(struct parlor_records *records)
{
    record_close((struct record_file *)records);
}

struct parlor_table *parlor_records_next(struct parlor_records *records, char *why, size_t size)
{
    struct problem problem = {.text = "there are no records"};
    struct table *t = NULL;

    if (records && record_read((struct record_file *)records, &t, &problem) == RECORD_NONE)
        problem = (struct problem){.text = ""};
    return api_hand_out(t, &problem, why, size);
}

struct parlor_table *parlor_load(FILE *in, char *why, size_t size)
{
    struct problem problem = {.text = "out of memory"};
    struct table *t = NULL;
    struct record_file *file = in ? record_open(in) : NULL;
    enum record_status status = file ? record_read(file, &t, &problem) : RECORD_REFUSED;

    record_close(file);
    if (status == RECORD_NONE || !in)
        problem_set(&problem, "there is no game in it");
    return api_hand_out(t, &problem, why, size);
}

bool parlor_deals_hold(const struct parlor_table *t, char *why, size_t size)
{
    struct problem problem;

    if (!api_table(t, &problem))
        return api_refuse(&problem, why, size);
    if (table_is_imagined(inner_of(t)))
        problem_set(&problem, "nobody knows what was dealt before a world was imagined");
    else if (table_deals_hold(inner_of(t), &problem))
        return true;
    return api_refuse(&problem, why, size);
}
