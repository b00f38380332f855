/* Thinking is shared by address and table, and what nobody waits for is dropped. The
 * bots of these tests think for as long as they are told to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "server/think.h"
#include "table/table.h"

static sem_t begun, may_end, woken;
static atomic_int told_of_the_past; /* how many bots were */

static uint16_t choose_when_told(const struct bot_view *view, struct rng *rng)
{
    (void)rng;
    told_of_the_past += view->history != NULL;
    sem_post(&begun);
    sem_wait(&may_end);
    return view->legal[0];
}

static const struct bot patient = {.name = "patient", .choose = choose_when_told};

static void wake(void *unused)
{
    (void)unused;
    sem_post(&woken);
}

static struct think_job job_of(const char *address, const char *table, int number)
{
    struct think_job job = {.seat = 0, .bot = &patient, .events = number};
    struct table_plan plan = {.game = game_by_id("bridesmaid"), .players = 3};
    struct problem why;
    struct table *at = table_open(&plan, &why);

    assert_non_null(at);
    assert_true(table_deal(at, &why));
    job.game = plan.game;
    while (!(table_turn(at).seats >> job.seat & 1))
        job.seat++;
    table_view(at, job.seat, table_steps(at), &job.view);
    job.past = past_of(at, job.seat);
    table_close(at);
    snprintf(job.address, sizeof job.address, "%s", address);
    snprintf(job.table, sizeof job.table, "%s", table);
    return job;
}

static bool ask(struct think *think, const char *address, const char *table, int number)
{
    struct think_job job = job_of(address, table, number);
    return think_ask(think, &job);
}

static int next_answer(struct think *think)
{
    struct think_answer answer;

    sem_wait(&woken);
    assert_true(think_take(think, &answer));
    return answer.job.events;
}

static struct think *with_one_thread(void)
{
    sem_init(&begun, 0, 0);
    sem_init(&may_end, 0, 0);
    sem_init(&woken, 0, 0);
    struct think *think = think_open(1, wake, NULL);
    assert_non_null(think);
    return think;
}

/* Lets the bot that thinks now end, and all that begin after it. */
static void let_all_end(int jobs)
{
    for (int i = 0; i < jobs; i++)
        sem_post(&may_end);
}

static void addresses_take_turns_and_so_do_the_tables_of_one(void **unused)
{
    struct think *think = with_one_thread();
    static const int in_turn[] = {1, 7, 2, 5, 3, 6, 4};

    (void)unused;
    assert_true(ask(think, "10.0.0.1", "first", 1));
    sem_wait(&begun); /* everything else waits */
    for (int i = 2; i <= 4; i++)
        assert_true(ask(think, "10.0.0.1", "first", i));
    for (int i = 5; i <= 6; i++)
        assert_true(ask(think, "10.0.0.1", "second", i));
    assert_true(ask(think, "10.0.0.2", "third", 7)); /* it came last, and has had nothing yet */
    let_all_end(7);
    for (size_t i = 0; i < sizeof in_turn / sizeof *in_turn; i++)
        assert_int_equal(next_answer(think), in_turn[i]);
    assert_int_equal(think_figures(think).done, 7);
    think_close(think);
}

static void an_address_may_wait_for_so_much_and_no_more(void **unused)
{
    struct think *think = with_one_thread();

    (void)unused;
    assert_true(ask(think, "10.0.0.1", "first", 1));
    sem_wait(&begun);
    for (int i = 0; i < THINK_PER_ADDRESS; i++)
        assert_true(ask(think, "10.0.0.1", "first", 2));
    assert_false(ask(think, "10.0.0.1", "second", 3));
    assert_true(ask(think, "10.0.0.2", "third", 4));
    assert_int_equal(think_figures(think).waiting, THINK_PER_ADDRESS + 1);
    let_all_end(THINK_PER_ADDRESS + 2);
    think_close(think);
}

static void what_nobody_waits_for_is_dropped_also_while_it_is_thought_about(void **unused)
{
    struct think *think = with_one_thread();

    (void)unused;
    assert_true(ask(think, "10.0.0.1", "left", 1));
    sem_wait(&begun);
    assert_true(ask(think, "10.0.0.1", "left", 2));
    assert_true(ask(think, "10.0.0.1", "stays", 3));
    struct think_job hint = job_of("10.0.0.3", "stays", 4);
    hint.bot = NULL;
    hint.asker = 77;
    assert_true(think_ask(think, &hint));
    think_drop_choices(think, "left");
    think_drop_hint(think, 77);
    assert_int_equal(think_figures(think).waiting, 1);
    assert_int_equal(think_figures(think).dropped, 3);
    let_all_end(2);
    assert_int_equal(next_answer(think), 3);
    assert_int_equal(think_figures(think).thinking, 0);
    assert_int_equal(think_figures(think).done, 1);
    struct think_answer none;
    assert_false(think_take(think, &none));
    think_close(think);
}

/* A master's hint takes long; dropped it ends at once, and the thread is free again. */
static void a_search_is_broken_off(void **unused)
{
    struct think *think = with_one_thread();

    (void)unused;
    for (uint64_t asker = 1; asker <= 40; asker++) {
        struct think_job hint = job_of("10.0.0.1", "left", 1);
        hint.bot = NULL;
        hint.asker = asker;
        assert_true(think_ask(think, &hint));
    }
    for (uint64_t asker = 1; asker <= 40; asker++)
        think_drop_hint(think, asker);
    assert_true(ask(think, "10.0.0.2", "stays", 2));
    let_all_end(1);
    while (next_answer(think) != 2) /* those that were done before they were dropped */
        ;
    assert_int_equal(think_figures(think).waiting, 0);
    assert_int_equal(think_figures(think).done + think_figures(think).dropped, 41);
    think_close(think);
}

/* One that takes long is answered with what it has once another address waits: here it
 * waits until it is asked to stop, and would wait for ever. */
static uint16_t choose_when_stopped(const struct bot_view *view, struct rng *rng)
{
    (void)rng;
    sem_post(&begun);
    while (!view->budget.stop(view->budget.stopper))
        ;
    return view->legal[0];
}

static void who_takes_long_is_hurried_when_another_address_waits(void **unused)
{
    static const struct bot endless = {.name = "endless", .choose = choose_when_stopped};
    struct think *think = with_one_thread();
    struct think_job job = job_of("10.0.0.1", "first", 1);

    (void)unused;
    job.bot = &endless;
    assert_true(think_ask(think, &job));
    sem_wait(&begun);
    assert_true(ask(think, "10.0.0.2", "second", 2));
    let_all_end(1);
    assert_int_equal(next_answer(think), 1);
    assert_int_equal(next_answer(think), 2);
    think_close(think);
}

/* A job with a past that takes two thirds of what there is for all that wait. */
static struct think_job long_job(int number)
{
    struct think_job job = job_of("10.0.0.1", "long", number);
    enum { STEPS = 1 << 19 };

    job_forget(&job);
    job.past = past_new(job.game, STEPS);
    assert_non_null(job.past);
    while (past_size(job.past) < THINK_PAST_MAX * 2L / 3)
        job.past->steps++;
    assert_true(job.past->steps <= STEPS);
    return job;
}

static void what_waits_remembers_no_more_than_there_is_space_for(void **unused)
{
    struct think *think = with_one_thread();
    struct think_job with = long_job(2), without = long_job(3);

    (void)unused;
    told_of_the_past = 0;
    assert_true(ask(think, "10.0.0.1", "long", 1));
    sem_wait(&begun);
    assert_true(think_ask(think, &with));
    assert_true(think_ask(think, &without));
    assert_true(!with.past && !without.past); /* they are not the caller's any more */
    let_all_end(3);
    for (int i = 1; i <= 3; i++)
        assert_int_equal(next_answer(think), i);
    assert_int_equal(told_of_the_past, 2);
    think_close(think);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_take_turns_and_so_do_the_tables_of_one),
        cmocka_unit_test(an_address_may_wait_for_so_much_and_no_more),
        cmocka_unit_test(what_nobody_waits_for_is_dropped_also_while_it_is_thought_about),
        cmocka_unit_test(a_search_is_broken_off),
        cmocka_unit_test(who_takes_long_is_hurried_when_another_address_waits),
        cmocka_unit_test(what_waits_remembers_no_more_than_there_is_space_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
