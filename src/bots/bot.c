/* The list of bots: the one that plays anything, the one that leaves it to the
 * rules of thumb of each game, and the levels that search with ever larger
 * budgets. */
#include "bots/bot.h"
#include "bots/search.h"

static uint16_t choose_random(const struct bot_view *view, struct rng *rng)
{
    return view->legal[rng_below(rng, (uint32_t)view->count)];
}

static bool never(const struct state *from, const struct state *now)
{
    (void)from, (void)now;
    return false;
}

/* For a game that brings neither. */
static const struct novice any_novice = {.choose = choose_random};
static const struct thinker any_thinker = {
    .simulations = {[LEVEL_CLUB] = 50, [LEVEL_EXPERT] = 300, [LEVEL_MASTER] = 2000},
    .top = LEVEL_MASTER,
    .candidates = BOT_CANDIDATES_MAX,
    .done = never,
};

#define BOT(name) {&name##_novice, &name##_thinker},
#define NO_BOT(name)
#define GAME(name, bot, ...) bot(name)
static const struct {
    const struct novice *novice;
    const struct thinker *thinker;
} all[] = {GAMES(GAME){&any_novice, &any_thinker}};

enum { LISTED = sizeof all / sizeof *all - 1 };

const struct novice *novice_of(const struct game *game)
{
    int i = 0;
    while (i < LISTED && all[i].novice->game != game)
        i++;
    return all[i].novice;
}

const struct thinker *thinker_of(const struct game *game)
{
    int i = 0;
    while (i < LISTED && all[i].thinker->game != game)
        i++;
    return all[i].thinker;
}

/* Whether a bot sees the next action at all. */
static bool sees(const struct bot_view *view, struct rng *rng)
{
    return view->manner.overlooks == 0 || rng_word(rng) >> 24 >= view->manner.overlooks;
}

bool bot_pick_next(struct bot_pick *pick)
{
    for (; pick->next < pick->view->count; pick->next++) {
        bool sees_it = sees(pick->view, pick->rng);
        if (pick->next > 0 && sees_it < pick->sees_best)
            continue;
        pick->enough = pick->next > 0 && sees_it == pick->sees_best ? pick->value : BOT_WORST;
        pick->sees_best = sees_it;
        pick->id = pick->view->legal[pick->next++];
        return true;
    }
    return false;
}

void bot_pick_value(struct bot_pick *pick, int value)
{
    bool equal = pick->enough > BOT_WORST && value == pick->value;

    if (value < pick->enough || (equal && rng_below(pick->rng, ++pick->equals) > 0))
        return;
    if (!equal)
        pick->equals = 1;
    pick->best = pick->id;
    pick->value = value;
}

uint16_t bot_best(const struct bot_view *view, const int *values, struct rng *rng)
{
    struct bot_pick pick = {.view = view, .rng = rng};

    while (bot_pick_next(&pick))
        bot_pick_value(&pick, values[pick.next - 1]);
    return pick.best;
}

static uint16_t choose_novice(const struct bot_view *view, struct rng *rng)
{
    return novice_of(view->game)->choose(view, rng);
}

static uint16_t choose_by_search(const struct bot_view *view, struct rng *rng)
{
    const struct thinker *thinker = thinker_of(view->game);
    struct search_report report;

    if (view->count == 1)
        return view->legal[0];
    if (view->budget.simulations == BOT_POLICY)
        return search_policy(view, rng);
    search(view, rng, &report);
    if (thinker->mixing > 0 && report.simulations >= thinker->mixing_from)
        return search_draw(&report, thinker->mixing, rng);
    return report.lines[0].id;
}

const struct bot bot_random = {
    .name = "random",
    .help = "picks any legal move at random",
    .blind = true,
    .choose = choose_random,
};

const struct bot bot_novice = {
    .name = "novice",
    .help = "follows rules of thumb, without looking ahead",
    .choose = choose_novice,
};

static const struct bot club_bot = {
    .name = "club",
    .help = "looks ahead a little; takes about a millisecond a move",
    .level = LEVEL_CLUB,
    .choose = choose_by_search,
};

static const struct bot expert_bot = {
    .name = "expert",
    .help = "looks further ahead; takes a few milliseconds a move",
    .level = LEVEL_EXPERT,
    .choose = choose_by_search,
};

static const struct bot master_bot = {
    .name = "master",
    .help = "looks ahead furthest; takes about 0.1 s a move, at most about 0.5 s",
    .level = LEVEL_MASTER,
    .choose = choose_by_search,
};

#ifdef PARLOR_HISTORIAN /* for tests of what bots know of the past */
extern const struct bot historian_bot;
#define HISTORIAN &historian_bot,
#else
#define HISTORIAN
#endif

const struct bot *const bots[] = {&bot_random, &bot_novice, &club_bot, &expert_bot, &master_bot, HISTORIAN NULL};

const struct bot *bot_by_name(const char *name)
{
    for (int i = 0; bots[i]; i++)
        if (text_equal(bots[i]->name, name))
            return bots[i];
    return NULL;
}

bool bot_is_offered(const struct bot *bot, const struct game *game)
{
    return bot->level <= thinker_of(game)->top;
}

void bot_write_offered(struct writer *w, const struct game *game)
{
    write_key_list(w, "bots");
    for (int i = 0; bots[i]; i++)
        if (bot_is_offered(bots[i], game)) {
            write_item(w);
            write_json_string(w, bots[i]->name, text_length(bots[i]->name));
        }
    write_char(w, ']');
}

bool bot_wants_history(const struct bot *bot)
{
    return bot->level != LEVEL_NONE;
}

struct rng bot_rng(const struct seed *seed, int seat, int step)
{
    return rng_strong(seed, RNG_BOT, (uint64_t)step << 8 | (uint64_t)seat);
}

struct bot_mind bot_mind(const struct seed *seed, int seat, int step)
{
    return (struct bot_mind){.manner = manner_of(seed, seat), .rng = bot_rng(seed, seat, step)};
}

struct bot_view bot_view_at(enum level level, const struct game *game, const struct state *redacted, int seat,
                            const struct bot_history *history, struct bot_budget budget, uint16_t legal[LEGAL_SIZE])
{
    if (budget.simulations == 0)
        budget.simulations = thinker_of(game)->simulations[level];
    return (struct bot_view){.game = game,
                             .state = redacted,
                             .seat = seat,
                             .legal = legal,
                             .count = game->legal(redacted, seat, legal),
                             .history = history,
                             .budget = budget};
}

uint16_t bot_think(const struct bot *bot, const struct game *game, const struct state *redacted, int seat,
                   const struct bot_history *history, struct bot_budget budget, struct bot_mind *mind)
{
    uint16_t legal[LEGAL_SIZE];
    struct bot_view view = bot_view_at(bot->level, game, redacted, seat, history, budget, legal);

    view.manner = mind->manner;
    return bot->choose(&view, &mind->rng);
}

uint16_t bot_choose(const struct bot *bot, const struct game *game, const struct state *redacted, int seat,
                    struct rng *rng)
{
    struct bot_mind mind = {.rng = *rng};
    uint16_t id = bot_think(bot, game, redacted, seat, NULL, (struct bot_budget){0}, &mind);

    *rng = mind.rng;
    return id;
}
