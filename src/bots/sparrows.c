/* The novice of Six of Sparrows. It does not think about what the others want;
 * it deals out the cards that are still to come some hundred times and counts:
 *   - an action is worth what it would have scored on average,
 *   - passing is worth the best bid of the next cycle, with one card more of
 *     its own and one on the table to judge by, but with the next token; a
 *     little less than that, since somebody may be faster,
 *   - a late bid is taken if it gains anything on average,
 *   - a partner is any other player: their cards are all alike unseen. */
#include "bots/bot.h"
#include "rules/sparrows.h"

enum {
    WORLDS = 120,       /* to judge the actions by */
    FUTURES = 8,        /* next cycles to judge passing by */
    FUTURE_WORLDS = 30, /* for each of those */
};

/* What a seat knows, and the cards that it does not. */
struct knowledge {
    const struct state *state;
    int seat;
    int cycle; /* cards that the seat and the table have */
    uint64_t hand, table;
    bool hands_matter; /* other hands decide something that may be chosen */
    uint64_t unseen[CARDS];
    int count;
};

static void know(struct knowledge *k, const struct state *s, int seat)
{
    uint64_t seen = s->table;

    *k = (struct knowledge){.state = s, .seat = seat, .cycle = s->cycle, .hand = s->hand[seat], .table = s->table};
    k->hands_matter = s->phase == PHASE_BID && s->bonuses;
    for (int i = 0; i < ROW; i++) {
        int kind = sparrows_bids[s->row[i]].kind;
        k->hands_matter |= kind == KIND_HIGH || kind == KIND_LOW || kind == KIND_MAJORITY;
    }
    for (int other = 0; other < s->players; other++)
        seen |= s->hand[other];
    for (int suit = 0; suit < SUITS; suit++)
        for (int number = 1; number <= NUMBERS; number++)
            if (!(seen & card_bit(suit, number)))
                k->unseen[k->count++] = card_bit(suit, number);
}

/* So many unseen cards, which count as drawn: they are at the end of the list. */
static uint64_t draw(struct knowledge *k, int count, struct rng *rng)
{
    uint64_t drawn = 0;

    for (; count > 0; count--) {
        uint32_t at = rng_below(rng, (uint32_t)k->count--);
        uint64_t card = k->unseen[at];
        k->unseen[at] = k->unseen[k->count];
        k->unseen[k->count] = card;
        drawn |= card;
    }
    return drawn;
}

/* One way the round may end: all hands and the table. */
struct world {
    uint64_t hand[MAX_SEATS], table;
};

static void deal_world(struct knowledge *k, struct world *world, struct rng *rng)
{
    const struct state *s = k->state;
    int count = k->count;

    world->table = k->table | draw(k, CYCLES - k->cycle, rng);
    for (int seat = 0; seat < s->players; seat++)
        if (seat == k->seat)
            world->hand[seat] = k->hand | draw(k, CYCLES - k->cycle, rng);
        else if (s->hidden >> seat & 1)
            world->hand[seat] = k->hands_matter ? draw(k, CYCLES, rng) : 0;
        else
            world->hand[seat] = s->hand[seat];
    k->count = count;
}

/* Points by action, added up over worlds: for each place of the row, with each
 * bonus. Places that are taken are not counted. */
struct sums {
    int points[ROW][BONUSES];
};

static bool is_open(const struct state *s, int place)
{
    return s->open >> s->row[place] & 1;
}

/* The most that somebody else scores in this world, as far as one can guess:
 * whoever has no bid yet is thought to find the best one next. */
static int rival_score(const struct knowledge *k, const struct world *world, int token)
{
    const struct state *s = k->state;
    int most = -1000;

    for (int seat = 0; seat < s->players; seat++) {
        if (seat == k->seat)
            continue;
        int best = s->bid[seat] == NO_BID ? 0 : FAILED;
        for (int i = 0; i < ROW; i++) {
            bool mine = s->bid[seat] == s->row[i];
            if (!mine && (s->bid[seat] != NO_BID || !is_open(s, i)))
                continue;
            if (!sparrows_met(s->row[i], world->hand, s->players, seat, world->table))
                continue;
            int share = sparrows_share(sparrows_bids[s->row[i]].value, mine ? s->token[seat] : token + 1);
            best = share > best ? share : best;
        }
        most = best > most ? best : most;
    }
    return most;
}

/* Adds what each action scores in one world. */
static void add_world(const struct knowledge *k, const struct world *world, int token, bool bonuses, struct sums *sums)
{
    const struct state *s = k->state;
    int partner = (k->seat + 1) % s->players, rival = bonuses ? rival_score(k, world, token) : 0;
    bool met[ROW], none = true;

    for (int i = 0; i < ROW; i++) {
        met[i] = (bonuses || is_open(s, i)) && sparrows_met(s->row[i], world->hand, s->players, k->seat, world->table);
        none = none && !met[i];
    }
    for (int i = 0; i < ROW; i++) {
        int value = sparrows_bids[s->row[i]].value, plain = met[i] ? sparrows_share(value, token) : FAILED;
        if (!is_open(s, i))
            continue;
        sums->points[i][BONUS_NONE] += plain;
        if (!bonuses)
            continue;
        bool together = sparrows_met(s->row[i], world->hand, s->players, k->seat, world->hand[partner]);
        int won = met[i] ? value : 0, all = sparrows_bonuses[BONUS_WIN_ALL].value;
        int failed = met[i] ? 0 : FAILED;
        sums->points[i][BONUS_WIN_ALL] += plain > rival ? sparrows_share(won + all, token) + failed : plain + FAILED;
        sums->points[i][BONUS_WIN_NONE] +=
            none ? sparrows_share(sparrows_bonuses[BONUS_WIN_NONE].value, token) + FAILED : plain + FAILED;
        sums->points[i][BONUS_TOGETHER] +=
            together ? sparrows_share(value + sparrows_bonuses[BONUS_TOGETHER].value, token) : 2 * FAILED;
    }
}

static void add_worlds(struct knowledge *k, int worlds, int token, bool bonuses, struct rng *rng, struct sums *sums)
{
    *sums = (struct sums){.points = {{0}}};
    for (int i = 0; i < worlds; i++) {
        struct world world;
        deal_world(k, &world, rng);
        add_world(k, &world, token, bonuses, sums);
    }
}

/* The most that a bid without a bonus brings, 0 if all lose. */
static int best_plain(const struct state *s, const struct sums *sums)
{
    int best = 0;
    for (int i = 0; i < ROW; i++)
        if (is_open(s, i) && sums->points[i][BONUS_NONE] > best)
            best = sums->points[i][BONUS_NONE];
    return best;
}

/* What passing is worth, for WORLDS worlds like the other sums. */
static int value_of_pass(struct knowledge *k, struct rng *rng)
{
    const struct state *s = k->state;
    struct sums sums;
    int sum = 0;

    if (k->cycle == CYCLES) {
        if (!s->upgrades)
            return 0;
        add_worlds(k, WORLDS, TOKEN_LATE, false, rng, &sums);
        return best_plain(s, &sums);
    }
    for (int i = 0; i < FUTURES; i++) {
        struct knowledge next = *k;
        next.hand |= draw(&next, 1, rng);
        next.table |= draw(&next, 1, rng);
        next.cycle++;
        add_worlds(&next, FUTURE_WORLDS, next.cycle, false, rng, &sums);
        sum += best_plain(s, &sums);
    }
    return sum / (FUTURES * FUTURE_WORLDS / WORLDS) * 9 / 10;
}

static int value_of(const struct state *s, const struct sums *sums, int pass, uint16_t id)
{
    struct move move = sparrows_move(id);

    if (move.kind == MOVE_PASS || move.bid == NO_BID)
        return pass;
    for (int i = 0; i < ROW; i++)
        if (s->row[i] == move.bid)
            return sums->points[i][move.bonus];
    return FAILED * WORLDS;
}

static uint16_t choose(const struct bot_view *view, struct rng *rng)
{
    const struct state *s = view->state;
    struct knowledge knowledge;
    struct sums sums;

    if (s->phase == PHASE_PARTNER)
        return view->legal[rng_below(rng, (uint32_t)view->count)];
    know(&knowledge, s, view->seat);
    add_worlds(&knowledge, WORLDS, sparrows_token(s), s->phase == PHASE_BID && s->bonuses, rng, &sums);
    int pass = s->phase == PHASE_BID ? value_of_pass(&knowledge, rng) : 0;
    uint16_t best = view->legal[0];
    int most = value_of(s, &sums, pass, best);
    for (int i = 1; i < view->count; i++) {
        int value = value_of(s, &sums, pass, view->legal[i]);
        if (value > most) {
            most = value;
            best = view->legal[i];
        }
    }
    return best;
}

const struct novice sparrows_novice = {.game = &sparrows, .choose = choose};

/* ---- for the search ----
 *
 * The novice deals out far too many cards to be asked in every playout. Instead
 * some hundred rounds are dealt once for a search, and for every bid of the row
 * and every cycle it is noted how often it was met in the end by how many cards
 * were missing then, and what waiting for a better moment would have brought.
 * Nothing in that depends on what any seat holds. */

enum {
    ROUNDS_NOTED = 150,
    MARKS = NUMBERS + 1, /* cards missing; or the number or count that is compared with other hands */
    SURE = 1000,         /* chances, and points, are counted in thousandths */
    PATIENCE = 850,      /* waiting is worth so much of what it might bring: somebody may be faster */
};

struct notes {
    int32_t now[ROW][CYCLES + 1][MARKS];  /* what a bid brings on average, with the token of its cycle */
    int32_t wait[ROW][CYCLES + 1][MARKS]; /* what waiting brings */
    uint8_t row[ROW];
};
_Static_assert(sizeof(struct notes) <= BOT_NOTES_ROOM, "the notes do not fit");

static int mark_of(int bid, uint64_t hand, uint64_t table)
{
    struct sparrows_progress p = sparrows_progress(bid, hand, table);
    int mark = p.need ? p.need - p.have : p.have;
    return mark < 0 ? 0 : mark >= MARKS ? MARKS - 1 : mark;
}

/* What one seat saw in one noted round. */
struct course {
    uint8_t mark[ROW][CYCLES + 1]; /* by cycle, from 1 */
    bool met[ROW];
};

static void deal_course(const struct state *s, struct course *courses, struct rng *rng)
{
    uint8_t deck[CARDS];
    uint64_t hands[MAX_SEATS] = {0}, table = 0;
    int next = 0;

    for (int i = 0; i < CARDS; i++)
        deck[i] = (uint8_t)(i / NUMBERS * 16 + i % NUMBERS);
    rng_shuffle(rng, deck, CARDS);
    for (int cycle = 1; cycle <= CYCLES; cycle++) {
        table |= (uint64_t)1 << deck[next++];
        for (int seat = 0; seat < s->players; seat++) {
            hands[seat] |= (uint64_t)1 << deck[next++];
            for (int i = 0; i < ROW; i++)
                courses[seat].mark[i][cycle] = (uint8_t)mark_of(s->row[i], hands[seat], table);
        }
    }
    for (int seat = 0; seat < s->players; seat++)
        for (int i = 0; i < ROW; i++)
            courses[seat].met[i] = sparrows_met(s->row[i], hands, s->players, seat, table);
}

/* Works the notes of one bid out, from the last cycle back to the first. */
static void note_bid(struct notes *notes, int i, const struct course *courses, int count)
{
    int value = sparrows_bids[notes->row[i]].value;

    for (int cycle = CYCLES; cycle >= 1; cycle--) {
        int seen[MARKS] = {0}, met[MARKS] = {0}, waited[MARKS] = {0};
        for (int c = 0; c < count; c++) {
            int mark = courses[c].mark[i][cycle];
            seen[mark]++;
            met[mark] += courses[c].met[i];
            if (cycle < CYCLES) {
                int then = courses[c].mark[i][cycle + 1];
                int bid = notes->now[i][cycle + 1][then], wait = notes->wait[i][cycle + 1][then];
                waited[mark] += bid > wait ? bid : wait;
            }
        }
        for (int mark = 0; mark < MARKS; mark++) {
            int chance = SURE * met[mark] / (seen[mark] + 1);
            notes->now[i][cycle][mark] = chance * sparrows_share(value, cycle) + (SURE - chance) * FAILED;
            notes->wait[i][cycle][mark] = waited[mark] / (seen[mark] + 1) * PATIENCE / SURE;
        }
    }
}

static void prepare(const struct state *s, int simulations, struct bot_notes *room, struct rng *rng)
{
    enum { SHARE = 40, LEAST = 4 };
    int wanted = simulations / SHARE, rounds = wanted > ROUNDS_NOTED ? ROUNDS_NOTED : wanted < LEAST ? LEAST : wanted;
    struct notes *notes = (struct notes *)(void *)room->bytes;
    struct course courses[ROUNDS_NOTED * MAX_SEATS];

    for (int i = 0; i < ROW; i++)
        notes->row[i] = s->row[i];
    for (int i = 0; i < rounds; i++)
        deal_course(s, courses + i * s->players, rng);
    for (int i = 0; i < ROW; i++)
        note_bid(notes, i, courses, rounds * s->players);
}

/* What a bid brings with a later token than is usual in this cycle. */
static int late_worth(int now, int value, int cycle, int token)
{
    int chance = (now - SURE * FAILED) / (sparrows_share(value, cycle) - FAILED);
    return chance * sparrows_share(value, token) + (SURE - chance) * FAILED;
}

/* Bids at the best moment, as the notes have it, and never takes a bonus. */
static uint16_t policy(const struct state *s, int seat, const struct bot_notes *room, struct rng *rng)
{
    const struct notes *notes = (const struct notes *)(const void *)room->bytes;
    uint16_t legal[1 + ROW * BONUSES + LEGAL_SLACK];
    int count = sparrows.legal(s, seat, legal), token = sparrows_token(s), most = 0, wait = 0;

    if (s->phase == PHASE_PARTNER)
        return legal[rng_below(rng, (uint32_t)count)];
    uint16_t best = s->phase == PHASE_LATE ? legal[count - 1] : legal[0]; /* none, or pass */
    for (int l = 0; l < count; l++) {
        struct move move = sparrows_move(legal[l]);
        if (move.kind == MOVE_PASS || move.bid == NO_BID || move.bonus != BONUS_NONE)
            continue;
        int i = 0;
        while (notes->row[i] != move.bid)
            i++;
        int mark = mark_of(move.bid, s->hand[seat], s->table), worth = notes->now[i][s->cycle][mark];
        if (token != s->cycle)
            worth = late_worth(worth, sparrows_bids[move.bid].value, s->cycle, token);
        else if (notes->wait[i][s->cycle][mark] > wait)
            wait = notes->wait[i][s->cycle][mark];
        if (worth > most) {
            most = worth;
            best = legal[l];
        }
    }
    return s->phase == PHASE_BID && wait >= most ? legal[0] : best;
}

static void unseal(struct state *s, int seat)
{
    for (int other = 0; other < s->players; other++)
        if (other != seat)
            s->sealed[other] = 0;
    s->chosen = (uint8_t)(s->chosen & seat_bit(seat));
}

/* A round at a time: the next one has other bids. */
static bool done(const struct state *from, const struct state *now)
{
    return now->round != from->round;
}

/* The farther the target, the more may still change. */
static double value(const struct state *s, int seat)
{
    enum { LEAST = 25, SLOWNESS = 8 };
    struct result result;
    int most = 0;

    sparrows.result(s, &result);
    for (int other = 0; other < s->players; other++)
        most = result.points[other] > most ? result.points[other] : most;
    int left = s->target - most, spread = LEAST + (left > 0 ? left : 0) / SLOWNESS;
    return win_share(&result, s->players, seat, spread);
}

const struct thinker sparrows_thinker = {
    .game = &sparrows,
    .simulations = {[LEVEL_CLUB] = 800, [LEVEL_EXPERT] = 8000, [LEVEL_MASTER] = 80000},
    .candidates = BOT_CANDIDATES_MOST,
    .prepare = prepare,
    .policy = policy,
    .unseal = unseal,
    .done = done,
    .value = value,
};
