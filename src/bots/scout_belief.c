/* What opponents in SCOUT probably hold, judging by what they did in this round: a player who scouted could hardly
 * beat the Prior Set, and a player who led a single card has little else. So of all deals that agree with a view, some
 * are much likelier than others.
 *
 * A walk goes through such deals (Metropolis and Hastings): it exchanges, turns and moves cards, and keeps to deals in
 * which players of the kind that scout_imitated.h has learnt from would have done what the others did. Views do not
 * tell where a set lay that was played, nor where a scouted card went, so that is part of a deal as well. Rows are
 * followed back from now to the beginning of the round, and each deed is judged in the row that was there.
 *
 * A step of the walk takes some microseconds. A search of thousands of simulations can afford ten thousand of them. */
#include "bots/scout_policy.h"

#include <stdlib.h>

#include "bots/portable_math.h"
#include "bots/scout_imitated.h"
#include "rules/bytes.h"
#include "rules/seats.h"

enum {
    DEEDS_MAX = 64,  /* if there are more, the last ones count */
    WALKS = 4,       /* at most, each from another deal */
    WALK_LEAST = 50, /* worlds of each, if there are more walks than one */
    SETTLING = 1000, /* steps of a walk before its first world */
    STRIDE = 40,     /* steps from one world to the next */
    STOP_STRIDE = 64,
    FAR = 10 * LEANING_ONE, /* an action that is liked less than another by this is as good as impossible */
};

/* Nobody is exactly of the kind that was learnt from: now and then somebody does just anything. */
static const double anything = 0.03;
static const double impossible = -1e6;

/* What another seat did in this round. */
struct deed {
    struct scout_state before; /* with the row of a deal that is being judged */
    uint8_t seat;
    uint8_t count;                /* cards that were played; 0: a card was scouted */
    uint8_t cards[SCOUT_SET_MAX]; /* those, as they lie on the table */
    bool right, twice;            /* of a Scout: the end, and whether it began a Double Action */
};

struct belief {
    int me, players;
    int count; /* of deeds */
    struct deed deeds[DEEDS_MAX];
    bool whole;               /* the deeds go back to the beginning of the round */
    struct scout_state start; /* then: when everybody kept or flipped */
    double chances[FAR + 1];  /* by how much less an action is liked than the best: how often it is chosen for each time
                                 that one is */
    struct scout_state now;   /* the deal where the walk is */
    uint8_t rest[SCOUT_CARDS]; /* with two players: cards that are not dealt in this round */
    int rest_count;
    uint8_t first[DEEDS_MAX]; /* where the set of a deed lay */
    double credit[MAX_SEATS]; /* the logarithm of how likely all deeds of a seat were */
    struct rng *rng;
};

/* ---- how likely a deed was ---- */

bool scout_joins_nothing(const struct scout_state *s, int seat, struct scout_move move)
{
    uint8_t card = s->prior[move.right ? s->prior_count - 1 : 0];
    int number = move.turned ? scout_card_down(card) : scout_card_up(card);

    for (int i = move.gap > 0 ? move.gap - 1 : 0; i <= move.gap && i < s->count[seat]; i++) {
        int neighbour = scout_card_up(s->hand[seat][i]);
        if (neighbour - number <= 1 && number - neighbour <= 1)
            return false;
    }
    return true;
}

/* What a player chooses among. Of the places where a scouted card joins nothing, there is one to choose: all are alike.
 */
struct options {
    uint16_t ids[LEGAL_SIZE];
    int count;
    int chosen; /* -1: the deed was not legal */
    int alike;  /* places that the chosen one stands for */
};

static bool is_other_place(struct scout_move a, struct scout_move b)
{
    return a.right == b.right && a.turned == b.turned;
}

static void list_options(const struct scout_state *s, int seat, uint16_t id, struct options *options)
{
    struct scout_move deed = scout_move(id);
    bool lost = deed.kind == SCOUT_MOVE_SCOUT && scout_joins_nothing(s, seat, deed);
    int legal = scout_legal(s, seat, options->ids);

    options->count = options->alike = 0;
    options->chosen = -1;
    for (int i = 0; i < legal; i++) {
        struct scout_move move = scout_move(options->ids[i]);
        if (move.kind == SCOUT_MOVE_SCOUT && scout_joins_nothing(s, seat, move)) {
            if (lost && is_other_place(move, deed))
                options->alike++;
            if (move.gap > 0 && options->ids[i] != id)
                continue;
            if (lost && is_other_place(move, deed) && move.gap != deed.gap)
                continue;
        }
        if (options->ids[i] == id)
            options->chosen = options->count;
        options->ids[options->count++] = options->ids[i];
    }
}

/* Returns the logarithm of how likely a choice was. */
static double credit_of_choice(const struct belief *b, const struct scout_state *s, int seat, uint16_t id)
{
    struct options options;
    int values[LEGAL_SIZE];
    double sum = 0;

    list_options(s, seat, id, &options);
    if (options.chosen < 0)
        return impossible;
    const struct bot_view view = {.game = &scout,
                                  .state = (const struct state *)(const void *)s,
                                  .seat = seat,
                                  .legal = options.ids,
                                  .count = options.count};
    scout_like(&scout_imitated[s->players > 2][scout_stage(s, seat)], &view, values);
    int best = values[0];
    for (int i = 1; i < options.count; i++)
        best = values[i] > best ? values[i] : best;
    for (int i = 0; i < options.count; i++)
        sum += best - values[i] <= FAR ? b->chances[best - values[i]] : 0;
    double own = best - values[options.chosen] <= FAR ? b->chances[best - values[options.chosen]] : 0;
    double chance = (1 - anything) * own / sum + anything / options.count;
    return portable_log(options.alike > 1 ? chance / options.alike : chance);
}

/* A row that is followed back. */
struct rewound {
    uint8_t cards[SCOUT_HAND_SIZE];
    int count;
};

/* Undoes a deed in a row, and returns the id that it had; -1 if the row is not one that it can have led to. */
static int rewind_deed(const struct deed *deed, int first, struct rewound *row)
{
    if (deed->count > 0) {
        for (int i = row->count - 1; i >= first; i--)
            row->cards[i + deed->count] = row->cards[i];
        bytes_copy(row->cards + first, deed->cards, deed->count);
        row->count += deed->count;
        return scout_play_id(first, deed->count);
    }
    int gap = 0;
    uint8_t card = deed->cards[0], turned = scout_card_turned(card);
    while (gap < row->count && row->cards[gap] != card && row->cards[gap] != turned)
        gap++;
    if (gap == row->count)
        return -1;
    bool was_turned = row->cards[gap] == turned;
    row->count--;
    for (int i = gap; i < row->count; i++)
        row->cards[i] = row->cards[i + 1];
    row->cards[row->count] = 0;
    return scout_take_id(deed->twice, deed->right, was_turned, gap);
}

/* Returns how likely the deeds of a seat are in the deal where the walk is. No choice makes that greater, so once
 * it is less than the least that is of interest, it returns anything less. */
static double credit_of(struct belief *b, int seat, double least)
{
    struct rewound row = {.count = b->now.count[seat]};
    double credit = 0;

    bytes_copy(row.cards, b->now.hand[seat], SCOUT_HAND_SIZE);
    for (int i = b->count - 1; i >= 0 && credit >= least; i--) {
        struct deed *deed = &b->deeds[i];
        if (deed->seat != seat)
            continue;
        int id = rewind_deed(deed, b->first[i], &row);
        if (id < 0)
            return impossible;
        bytes_copy(deed->before.hand[seat], row.cards, SCOUT_HAND_SIZE);
        credit += credit_of_choice(b, &deed->before, seat, (uint16_t)id);
    }
    if (!b->whole || credit < least)
        return credit;
    /* Had the row lain the other way up, the player would have flipped it as likely. */
    bytes_copy(b->start.hand[seat], row.cards, SCOUT_HAND_SIZE);
    return credit + credit_of_choice(b, &b->start, seat, SCOUT_KEEP);
}

/* ---- what was done ---- */

/* Notes what a step was; false if nobody can have done that. */
static bool add_deed(struct belief *b, const struct scout_state *before, const struct scout_state *after, int seat)
{
    if (b->count == DEEDS_MAX) { /* so it is not whole; see recall() */
        b->count--;
        for (int i = 0; i < b->count; i++)
            b->deeds[i] = b->deeds[i + 1];
    }
    struct deed *deed = &b->deeds[b->count++];
    int played = before->count[seat] - after->count[seat], last = before->prior_count - 1;
    *deed = (struct deed){.before = *before, .seat = (uint8_t)seat};
    deed->before.hidden = (uint8_t)(deed->before.hidden & ~seat_bit(seat));
    if (played > 0) {
        deed->count = (uint8_t)played;
        if (played <= SCOUT_SET_MAX)
            bytes_copy(deed->cards, after->prior, (size_t)played);
        return after->prior_count == played && played <= SCOUT_SET_MAX;
    }
    deed->right = last > 0 && after->prior[0] == before->prior[0];
    deed->twice = after->phase == SCOUT_PHASE_FINISH;
    deed->cards[0] = before->prior[deed->right ? last : 0];
    return played == -1 && last >= 0;
}

static void look(const struct bot_view *view, int step, struct bot_past *past)
{
    const struct bot_history *history = view->history;

    if (step < history->steps) {
        history->look(history->source, history->seat, step, past);
        return;
    }
    bytes_copy(past->view.bytes, view->state, sizeof(struct scout_state));
    past->actor = CHANCE;
}

/* The first step of this round after the deal. */
static int first_step(const struct bot_view *view, struct bot_past *past)
{
    const struct scout_state *now = scout_state(view->state);
    int first = view->history->steps;

    for (; first > 0; first--) {
        look(view, first - 1, past);
        const struct scout_state *s = scout_state(state_in(&past->view));
        if (s->round != now->round || s->phase == SCOUT_PHASE_DEAL)
            break;
    }
    return first;
}

/* True if hands grew and shrank by these deeds and nothing else. */
static bool fits(const struct belief *b, const struct scout_state *now)
{
    uint8_t count[MAX_SEATS];

    bytes_copy(count, now->count, sizeof count);
    for (int i = b->count - 1; i >= 0; i--) {
        const struct deed *deed = &b->deeds[i];
        count[deed->seat] = (uint8_t)(count[deed->seat] + (deed->count > 0 ? deed->count : -1));
        if (count[deed->seat] != deed->before.count[deed->seat])
            return false;
    }
    for (int seat = 0; seat < b->players && b->whole; seat++)
        if (seat != b->me && count[seat] != b->start.count[seat])
            return false;
    return true;
}

/* Notes what others did in this round; false if there is nothing to judge by. A history may come from outside, so that
 * each view is sound but does not follow from the one before: nothing is believed then. */
static bool recall(struct belief *b, const struct bot_view *view)
{
    struct bot_past pasts[2];
    int first = first_step(view, &pasts[0]), deeds = 0;

    look(view, first, &pasts[first & 1]);
    for (int step = first; step < view->history->steps; step++) {
        const struct bot_past *past = &pasts[step & 1];
        struct bot_past *next = &pasts[(step + 1) & 1];
        look(view, step + 1, next);
        const struct scout_state *before = scout_state((const struct state *)(const void *)past->view.bytes);
        if (before->phase == SCOUT_PHASE_ROTATE) {
            b->start = *before;
            b->start.hidden = b->start.chosen = b->start.flips = 0;
            b->whole = true;
        } else if (past->actor != view->seat && past->actor != CHANCE) {
            if (!add_deed(b, before, scout_state(state_in(&next->view)), past->actor))
                return false;
            deeds++;
        }
    }
    b->whole = b->whole && deeds <= DEEDS_MAX;
    return (b->whole || deeds > 0) && fits(b, scout_state(view->state));
}

/* ---- the walk ---- */

/* Places the sets that were played anywhere. */
static void place_sets(struct belief *b)
{
    int count[MAX_SEATS];

    for (int seat = 0; seat < b->players; seat++)
        count[seat] = b->now.count[seat];
    for (int i = b->count - 1; i >= 0; i--) {
        const struct deed *deed = &b->deeds[i];
        b->first[i] = (uint8_t)rng_below(b->rng, (uint32_t)count[deed->seat] + 1);
        count[deed->seat] += deed->count > 0 ? deed->count : -1;
    }
}

static void begin_walk(struct belief *b, const struct bot_view *view)
{
    uint8_t unseen[SCOUT_CARDS];
    uint64_t held = 0;

    b->now = *scout_state(view->state);
    int count = scout_unseen(&b->now, unseen);
    scout_imagine(&b->now, view->seat, b->rng);
    for (int seat = 0; seat < b->players; seat++)
        for (int i = 0; i < b->now.count[seat]; i++)
            held |= (uint64_t)1 << scout_card_index(b->now.hand[seat][i]);
    b->rest_count = 0;
    for (int i = 0; i < count; i++)
        if (!(held >> scout_card_index(unseen[i]) & 1))
            b->rest[b->rest_count++] = unseen[i];
    place_sets(b);
    for (int seat = 0; seat < b->players; seat++)
        b->credit[seat] = seat == b->me ? 0 : credit_of(b, seat, 2 * impossible);
}

/* Where a hidden card lies. */
struct spot {
    uint8_t *card;
    int seat; /* as many as there are players: not dealt */
};

static struct spot any_spot(struct belief *b)
{
    int count = b->rest_count, seat = 0;

    for (int other = 0; other < b->players; other++)
        count += other == b->me ? 0 : b->now.count[other];
    int at = (int)rng_below(b->rng, (uint32_t)count);
    for (; seat < b->players; seat++) {
        if (seat == b->me)
            continue;
        if (at < b->now.count[seat])
            return (struct spot){&b->now.hand[seat][at], seat};
        at -= b->now.count[seat];
    }
    return (struct spot){&b->rest[at], seat};
}

/* True if everybody knows which hand a card is in. */
static bool is_known(const struct belief *b, uint8_t card)
{
    return b->now.place[scout_card_index(card)] != SCOUT_PLACE_UNSEEN;
}

/* Returns what a change may cost at most to be accepted: 0 or less. */
static double patience(struct belief *b)
{
    return portable_log((double)((rng_word(b->rng) >> 8) + 1) / (1 << 24));
}

/* Judges a seat after a change, and all is as if it had been so if the change is accepted. */
static bool accepts(struct belief *b, int seat)
{
    double least = b->credit[seat] + patience(b), credit = credit_of(b, seat, least);

    if (credit < least)
        return false;
    b->credit[seat] = credit;
    return true;
}

static bool accepts_both(struct belief *b, int one, int two)
{
    if (one == two || two == b->players)
        return one == b->players || accepts(b, one);
    if (one == b->players)
        return accepts(b, two);
    double least = b->credit[one] + b->credit[two] + patience(b);
    double first = credit_of(b, one, least);
    if (first < least)
        return false;
    double second = credit_of(b, two, least - first);
    if (first + second < least)
        return false;
    b->credit[one] = first;
    b->credit[two] = second;
    return true;
}

/* Exchanges two cards, either way up. */
static void exchange(struct belief *b)
{
    struct spot p = any_spot(b), q = any_spot(b);
    uint8_t first = *p.card, second = *q.card;
    uint32_t luck = rng_word(b->rng);

    if (p.seat != q.seat && (is_known(b, first) || is_known(b, second)))
        return;
    *q.card = luck & 1 ? scout_card_turned(first) : first;
    *p.card = luck & 2 ? scout_card_turned(second) : second;
    if (!accepts_both(b, p.seat, q.seat)) {
        *q.card = second;
        *p.card = first;
    }
}

/* Moves a card within its row. */
static void shift(struct belief *b)
{
    struct spot spot = any_spot(b);
    uint8_t old[SCOUT_HAND_SIZE];

    if (spot.seat == b->players)
        return;
    uint8_t *row = b->now.hand[spot.seat], card = *spot.card;
    int from = (int)(spot.card - row), to = (int)rng_below(b->rng, b->now.count[spot.seat]);
    bytes_copy(old, row, SCOUT_HAND_SIZE);
    for (int i = from; i < to; i++)
        row[i] = row[i + 1];
    for (int i = from; i > to; i--)
        row[i] = row[i - 1];
    row[to] = card;
    if (!accepts(b, spot.seat))
        bytes_copy(row, old, SCOUT_HAND_SIZE);
}

/* Has a set that was played lain elsewhere. */
static void move_set(struct belief *b)
{
    int i = b->count > 0 ? (int)rng_below(b->rng, (uint32_t)b->count) : 0;
    const struct deed *deed = &b->deeds[i];

    if (b->count == 0 || deed->count == 0)
        return;
    uint8_t old = b->first[i];
    b->first[i] = (uint8_t)rng_below(b->rng, (uint32_t)(deed->before.count[deed->seat] - deed->count) + 1);
    if (!accepts(b, deed->seat))
        b->first[i] = old;
}

static void take_step(struct belief *b)
{
    uint32_t luck = rng_below(b->rng, 10);

    if (luck < 2)
        move_set(b);
    else if (luck < 4)
        shift(b);
    else
        exchange(b);
}

/* Walks until there are `end` worlds; returns how many there are. */
static int walk(struct belief *b, const struct bot_view *view, struct state_buffer *worlds, int count, int end)
{
    begin_walk(b, view);
    for (int step = 1; count < end; step++) {
        if (step % STOP_STRIDE == 0 && view->budget.stop && view->budget.stop(view->budget.stopper))
            break;
        take_step(b);
        if (step >= SETTLING && step % STRIDE == 0)
            bytes_copy(worlds[count++].bytes, &b->now, sizeof b->now);
    }
    return count;
}

int scout_believe(const struct bot_view *view, struct rng *rng, struct state_buffer *worlds, int most)
{
    const struct scout_state *s = scout_state(view->state);
    struct belief *b = NULL;
    int count = 0;

    if (s->phase == SCOUT_PHASE_ROTATE || !(b = calloc(1, sizeof *b)))
        return 0;
    b->me = view->seat;
    b->players = s->players;
    b->rng = rng;
    for (int i = 0; i <= FAR; i++)
        b->chances[i] = portable_exp((double)-i / LEANING_ONE);
    int walks = most / WALK_LEAST < 1 ? 1 : most / WALK_LEAST > WALKS ? WALKS : most / WALK_LEAST;
    for (int i = 0, known = recall(b, view); known && i < walks; i++)
        count = walk(b, view, worlds, count, most * (i + 1) / walks);
    free(b);
    return count;
}
