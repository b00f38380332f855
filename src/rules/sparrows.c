/* Six of Sparrows: six cards come one by one, and so do six for the table;
 * claim early what you believe your cards will make, for claims are divided by
 * the number of cards you had seen. Rules as in docs/rules/sparrows.md, by
 * their ids.
 *
 * Few choices are made between many cards, so dealing is what runs most. Cards
 * are drawn from a word of bits: a draw that hits a dealt card is drawn again,
 * which takes one and a half tries a card with two players and two and a half
 * with five, and needs no deck in the state. Bids are judged by lanes of the
 * same word; see sparrows.h. */
#include "rules/sparrows_inside.h"
#include "rules/ids.h"

enum { OPTION_UPGRADES, OPTION_TARGET, OPTION_VALUES };

#define X(id, name, asks, value, kind, parameter) {#id, name, asks, value, SPARROWS_KIND_##kind, parameter},
const struct sparrows_bid sparrows_bids[SPARROWS_BID_COUNT] = {SPARROWS_BIDS(X)};
#undef X

#define X(bonus, id, name, value) {id, name, value},
const struct sparrows_bonus sparrows_bonuses[SPARROWS_BONUS_COUNT] = {{"", "", 0}, SPARROWS_BONUSES(X)};
#undef X

/* The same as names in facts. */
#define X(id, name, asks, value, kind, parameter) #id,
static const char *const bid_keys[] = {"none", SPARROWS_BIDS(X) NULL};
#undef X
#define X(bonus, id, name, value) id,
static const char *const bonus_keys[] = {"none", SPARROWS_BONUSES(X) NULL};
#undef X

/* ---- action ids ---- */

static const struct game_ids all_ids[] = {
    {"pass", SPARROWS_ID_PASS, 1, "", "pass"},
    {"bid", SPARROWS_ID_BID, SPARROWS_BID_COUNT *SPARROWS_BONUS_COUNT, "bid * 4 + bonus", "bid two_pair +win_all"},
    {"partner", SPARROWS_ID_PARTNER, MAX_SEATS, "seat", "partner 2"},
    {"late", SPARROWS_ID_LATE, SPARROWS_BID_COUNT, "bid", "late two_pair"},
    {"late none", SPARROWS_ID_LATE + SPARROWS_NO_BID, 1, "", "late none"},
    {.name = NULL},
};

struct sparrows_move sparrows_move(uint16_t id)
{
    if (id == SPARROWS_ID_PASS)
        return (struct sparrows_move){.kind = SPARROWS_MOVE_PASS, .bid = SPARROWS_NO_BID};
    if (id < SPARROWS_ID_PARTNER)
        return (struct sparrows_move){.kind = SPARROWS_MOVE_BID,
                                      .bid = (id - SPARROWS_ID_BID) / SPARROWS_BONUS_COUNT,
                                      .bonus = (id - SPARROWS_ID_BID) % SPARROWS_BONUS_COUNT};
    if (id < SPARROWS_ID_LATE)
        return (struct sparrows_move){
            .kind = SPARROWS_MOVE_PARTNER, .bid = SPARROWS_NO_BID, .seat = id - SPARROWS_ID_PARTNER};
    return (struct sparrows_move){.kind = SPARROWS_MOVE_LATE, .bid = id - SPARROWS_ID_LATE};
}

/* Returns the seat `place` places to the left of the dealer; 0 is the dealer. */
static int seat_after_dealer(const struct sparrows_state *s, int place)
{
    int seat = s->dealer + place;
    return seat >= s->players ? seat - s->players : seat;
}

/* ---- the course of a round ---- */

const char *sparrows_start(struct sparrows_state *s, const struct setup *setup)
{
    const char *values = setup->value[OPTION_VALUES];

    bytes_zero(s, sizeof *s);
    s->players = (uint8_t)setup->players;
    s->upgrades = (uint8_t)setup_choice(&sparrows, setup, OPTION_UPGRADES);
    s->target = setup_number(&sparrows, setup, OPTION_TARGET);
    s->deck = sparrows_bid_bit(SPARROWS_BID_COUNT) - 1;
    s->phase = SPARROWS_PHASE_DEALER;
    for (int i = 0; i < SPARROWS_ROW_SIZE; i++)
        s->row[i] = SPARROWS_NO_BID;
    for (int seat = 0; seat < MAX_SEATS; seat++)
        s->bid[seat] = SPARROWS_NO_BID;
    s->bidless = seats_all(s->players);
    for (int bid = 0; bid < SPARROWS_BID_COUNT; bid++)
        s->value[bid] = sparrows_bids[bid].value;
    return values && !text_equal(values, "printed") ? sparrows_read_values(values, s->value) : NULL;
}

struct turn sparrows_turn(const struct sparrows_state *s)
{
    switch (s->phase) {
    case SPARROWS_PHASE_BID: return (struct turn){.kind = TURN_CHOICE, .seats = (uint8_t)(s->bidless & ~s->chosen)};
    case SPARROWS_PHASE_PARTNER:
    case SPARROWS_PHASE_LATE: return (struct turn){.kind = TURN_CHOICE, .seats = seat_bit(s->mover)};
    case SPARROWS_PHASE_OVER: return (struct turn){.kind = TURN_OVER};
    default: return (struct turn){.kind = TURN_CHANCE};
    }
}

/* True if this place of the row gets a new bid for the next round. */
bool sparrows_is_vacant(const struct sparrows_state *s, int place)
{
    return s->row[place] == SPARROWS_NO_BID || !(s->open & sparrows_bid_bit(s->row[place]));
}

bool sparrows_scored(const struct sparrows_state *s)
{
    return s->phase == SPARROWS_PHASE_RESHUFFLE || (s->phase == SPARROWS_PHASE_BIDS && s->round > 0) ||
           s->phase == SPARROWS_PHASE_OVER;
}

/* ---- what happened ---- */

/* A bid in the list of names, which begins with none. */
static int bid_name(int bid)
{
    return bid == SPARROWS_NO_BID ? 0 : 1 + bid;
}

/* What it is to make this choice. */
static SAYING void say_choice(const struct sparrows_state *s, int seat, struct sparrows_move move, struct facts *told)
{
    switch (move.kind) {
    case SPARROWS_MOVE_PASS:
        SAY(told, SPARROWS_PASSES, seat);
        fact_keep(told, seat_bit(seat), FACT_ALL); /* SP-5: also when all choices are in */
        break;
    case SPARROWS_MOVE_BID:
        SAY(told, SPARROWS_CHOOSES, seat, bid_name(move.bid), s->value[move.bid], move.bonus, s->cycle);
        fact_keep(told, seat_bit(seat), FACT_ALL);
        break;
    case SPARROWS_MOVE_PARTNER: SAY(told, SPARROWS_PARTNERS, seat, move.seat); break;
    case SPARROWS_MOVE_LATE:
        if (move.bid == SPARROWS_NO_BID)
            SAY(told, SPARROWS_STAYS, seat);
        else
            SAY(told, SPARROWS_TAKES_LATE, seat, bid_name(move.bid), s->value[move.bid], SPARROWS_TOKEN_LATE);
        break;
    }
}

/* Says what was sealed to those who sealed it, and to everybody who has claimed a bid; -1 for nobody. */
static SAYING void say_bidding(const struct sparrows_state *s, int winner, struct facts *told)
{
    for (int seat = 0; seat < s->players; seat++)
        if (s->chosen & seat_bit(seat))
            say_choice(s, seat, sparrows_move((uint16_t)(s->sealed[seat] - 1)), told);
    for (int seat = 0; seat < s->players; seat++)
        if (s->sealed[seat] > 1 + SPARROWS_ID_PASS && seat != winner) {
            int bid = sparrows_move((uint16_t)(s->sealed[seat] - 1)).bid;
            SAY(told, SPARROWS_MISSES, seat, bid_name(bid), winner);
            fact_keep(told, seat_bit(seat), FACT_ALL);
        }
    if (winner < 0)
        SAY(told, SPARROWS_NOBODY_BIDS, s->cycle);
    else
        SAY(told, SPARROWS_TAKES, winner, bid_name(s->bid[winner]), s->value[s->bid[winner]], s->bonus[winner],
            s->token[winner]);
}

/* Says which hands come to lie open while the scoring goes on, by places after the dealer (SP-12). */
static SAYING void say_shown(const struct sparrows_state *s, int first, int end, struct facts *told)
{
    for (int place = first; place < end; place++) {
        int seat = seat_after_dealer(s, place);
        SAY(told, SPARROWS_SHOWS, seat);
        fact_add_set(told, s->hand[seat]);
    }
}

static void say_score(const struct sparrows_state *s, int seat, struct sparrows_score score, struct facts *told)
{
    int bid = s->bid[seat];
    bool together = s->bonus[seat] == SPARROWS_BONUS_TOGETHER;

    SAY(told, SPARROWS_SCORES, seat);
    fact_add_set(told, s->hand[seat]);
    fact_add(told, bid_name(bid));
    fact_add(told, bid == SPARROWS_NO_BID ? 0 : s->value[bid]);
    fact_add(told, s->token[seat]);
    fact_add(told, score.bid);
    fact_add(told, together);
    if (together)
        fact_add(told, s->partner - 1);
    fact_add(told, s->bonus[seat]);
    fact_add(told, sparrows_bonuses[s->bonus[seat]].value);
    fact_add(told, score.bonus);
    fact_add(told, score.points);
    fact_add(told, s->total[seat]);
}

/* Says what everybody got in the round that has just been scored (SP-6). */
static SAYING void say_scores(const struct sparrows_state *s, const struct sparrows_score *score, struct facts *told)
{
    SAY(told, SPARROWS_SCORED, s->round);
    fact_add_set(told, s->table);
    for (int place = 0; place < s->players; place++) {
        int seat = seat_after_dealer(s, place);
        say_score(s, seat, score[seat], told);
    }
}

/* ---- the end of a cycle and of a round ---- */

/* SP-6, SP-7, and the bids that were claimed go to the discards (SP-3). */
static void end_round(struct sparrows_state *s, struct facts *told)
{
    struct sparrows_score score[MAX_SEATS];
    bool over = ++s->round == SPARROWS_ROUNDS_MAX;
    int vacant = 0;

    sparrows_scores(s, score);
    for (int seat = 0; seat < s->players; seat++) {
        s->last[seat] = (int16_t)score[seat].points;
        s->total[seat] += score[seat].points;
        over |= s->total[seat] >= s->target;
        if (s->bid[seat] != SPARROWS_NO_BID) {
            s->discard |= sparrows_bid_bit(s->bid[seat]);
            vacant++;
        }
    }
    if (told)
        say_scores(s, score, told);
    s->mover = 0;
    s->phase = over                                    ? SPARROWS_PHASE_OVER
               : sparrows_count_bits(s->deck) < vacant ? SPARROWS_PHASE_RESHUFFLE
                                                       : SPARROWS_PHASE_BIDS;
}

/* SP-12: the next seat without a bid, from this place after the dealer on. */
static void score_from(struct sparrows_state *s, int place, struct facts *told)
{
    for (; s->upgrades && place < s->players; place++) {
        int seat = seat_after_dealer(s, place);
        if (s->bidless & seat_bit(seat)) {
            if (told)
                say_shown(s, s->phase == SPARROWS_PHASE_LATE ? seats_apart(s->dealer, s->mover, s->players) : 0, place,
                          told);
            s->phase = SPARROWS_PHASE_LATE;
            s->mover = (uint8_t)seat;
            return;
        }
    }
    end_round(s, told);
}

/* Bidding in this cycle is over. */
static void end_cycle(struct sparrows_state *s, struct facts *told)
{
    if (s->cycle < SPARROWS_CYCLES) {
        s->phase = SPARROWS_PHASE_CYCLE;
        return;
    }
    for (int seat = 0; seat < s->players; seat++)
        if (s->bonus[seat] == SPARROWS_BONUS_TOGETHER) {
            s->phase = SPARROWS_PHASE_PARTNER;
            s->mover = (uint8_t)seat;
            return;
        }
    score_from(s, 0, told);
}

/* A card each and one for the table have been dealt (SP-4). */
void sparrows_begin_bidding(struct sparrows_state *s)
{
    s->cycle++;
    s->phase = SPARROWS_PHASE_BID;
    if (!s->bidless)
        end_cycle(s, NULL); /* sparrows_dealt() says what comes of it */
}

/* Does SP-3, except for the bids themselves, which the caller puts into the vacant
 * places of the row. */
void sparrows_clear_round(struct sparrows_state *s)
{
    s->dealer = (uint8_t)seat_next(s->dealer, s->players);
    bytes_zero(s->hand, sizeof s->hand);
    bytes_zero(s->token, sizeof s->token);
    bytes_zero(s->bonus, sizeof s->bonus);
    for (int seat = 0; seat < MAX_SEATS; seat++)
        s->bid[seat] = SPARROWS_NO_BID;
    s->table = 0;
    s->bidless = seats_all(s->players);
    s->bonuses =
        s->upgrades ? 1u << SPARROWS_BONUS_WIN_ALL | 1u << SPARROWS_BONUS_WIN_NONE | 1u << SPARROWS_BONUS_TOGETHER : 0;
    s->partner = s->cycle = 0;
    s->phase = SPARROWS_PHASE_CYCLE;
}

/* Moves a bid from the deck into the row. What is left of an old deck goes
 * before the discards that were shuffled under it. */
void sparrows_fill_place(struct sparrows_state *s, int place, int bid)
{
    s->row[place] = (uint8_t)bid;
    s->deck &= ~sparrows_bid_bit(bid);
    if (!s->deck) {
        s->deck = s->under;
        s->under = 0;
    }
}

void sparrows_reshuffle(struct sparrows_state *s)
{
    s->under = s->discard;
    s->discard = 0;
    s->phase = SPARROWS_PHASE_BIDS;
    if (!s->deck) {
        s->deck = s->under;
        s->under = 0;
    }
}

void sparrows_open_row(struct sparrows_state *s)
{
    s->open = 0;
    for (int i = 0; i < SPARROWS_ROW_SIZE; i++)
        s->open |= sparrows_bid_bit(s->row[i]);
}

static void draw_bids(struct sparrows_state *s, struct rng *rng)
{
    for (int i = 0; i < SPARROWS_ROW_SIZE; i++) {
        if (!sparrows_is_vacant(s, i))
            continue;
        uint32_t left = s->deck;
        for (uint32_t skip = rng_below(rng, (uint32_t)sparrows_count_bits(left)); skip > 0; skip--)
            left &= left - 1;
        sparrows_fill_place(s, i, __builtin_ctz(left));
    }
    sparrows_open_row(s);
    sparrows_clear_round(s);
}

#define SUIT_BITS(suit)                                                                                                \
    1ull << (suit), 2ull << (suit), 4ull << (suit), 8ull << (suit), 16ull << (suit), 32ull << (suit), 64ull << (suit), \
        128ull << (suit), 256ull << (suit), 512ull << (suit)
static const uint64_t card_at[SPARROWS_CARDS] = {SUIT_BITS(0), SUIT_BITS(16), SUIT_BITS(32), SUIT_BITS(48)};

/* Returns a random word as a fraction whose first `digits` digits to the base of forty
 * are all equally likely: words that would favour some are thrown away, as in
 * rng_below(). At most six digits, since 40^6 < 2^32. */
static inline uint32_t draw_fraction(struct rng *rng, int digits)
{
    static const uint32_t powers[] = {1, 40, 1600, 64000, 2560000, 102400000, 4096000000};
    uint32_t power = powers[digits], fraction, rest;

    do {
        fraction = rng_word(rng);
        rest = fraction * power;
    } while (rest < power && rest < (0u - power) % power);
    return fraction;
}

/* The card that the next digit says; if it is among the dealt ones, another is
 * drawn by itself. */
static inline uint64_t draw_card(uint32_t *fraction, uint64_t *dealt, struct rng *rng)
{
    uint64_t product = (uint64_t)*fraction * SPARROWS_CARDS, card = card_at[product >> 32];

    *fraction = (uint32_t)product;
    while (*dealt & card)
        card = card_at[rng_below(rng, SPARROWS_CARDS)];
    *dealt |= card;
    return card;
}

/* The cards that lie open or in hands that are known. */
uint64_t sparrows_cards_seen(const struct sparrows_state *s)
{
    uint64_t seen = s->table;
    for (int seat = 0; seat < s->players; seat++)
        seen |= s->hand[seat];
    return seen;
}

static void deal_cycle(struct sparrows_state *s, struct rng *rng)
{
    uint64_t dealt = sparrows_cards_seen(s);
    uint32_t fraction = draw_fraction(rng, s->players + 1);

    for (int seat = 0; seat < s->players; seat++)
        s->hand[seat] |= draw_card(&fraction, &dealt, rng);
    s->table |= draw_card(&fraction, &dealt, rng);
    sparrows_begin_bidding(s);
}

void sparrows_chance(struct sparrows_state *s, struct rng *rng)
{
    switch (s->phase) {
    case SPARROWS_PHASE_DEALER:
        s->dealer = (uint8_t)rng_below(rng, s->players);
        s->phase = SPARROWS_PHASE_BIDS;
        break;
    case SPARROWS_PHASE_RESHUFFLE: sparrows_reshuffle(s); break;
    case SPARROWS_PHASE_BIDS: draw_bids(s, rng); break;
    default: deal_cycle(s, rng); break;
    }
}

/* ---- legal ---- */

INTO_BOTH struct ids put_bids(struct ids ids, uint32_t open, int bonuses)
{
    if (!bonuses) {
        for (; open; open &= open - 1)
            ids = put_id(ids, SPARROWS_ID_BID + __builtin_ctz(open) * SPARROWS_BONUS_COUNT);
        return ids;
    }
    for (; open; open &= open - 1)
        ids = put_bits(ids, SPARROWS_ID_BID + __builtin_ctz(open) * SPARROWS_BONUS_COUNT, 1u | (unsigned)bonuses);
    return ids;
}

INTO_BOTH struct ids put_legal(struct ids ids, const struct sparrows_state *s, int seat)
{
    switch (s->phase) {
    case SPARROWS_PHASE_BID: return put_bids(put_id(ids, SPARROWS_ID_PASS), s->open, s->bonuses);
    case SPARROWS_PHASE_PARTNER:
        return put_bits(ids, SPARROWS_ID_PARTNER, seats_all(s->players) & ~(unsigned)seat_bit(seat));
    default: return put_id(put_bits(ids, SPARROWS_ID_LATE, s->open), SPARROWS_ID_LATE + SPARROWS_NO_BID);
    }
}

int sparrows_legal(const struct sparrows_state *s, int seat, uint16_t *ids)
{
    return (int)(put_legal(ids_list(ids), s, seat).next - ids);
}

static void legal_mask(const struct state *state, int seat, uint32_t *mask)
{
    put_legal(ids_mask(mask), sparrows_state(state), seat);
}

/* ---- objection: the same rules, one action at a time ---- */

SPARROWS_REFUSALS(REFUSAL_KEY)

int sparrows_holder(const struct sparrows_state *s, int bid)
{
    for (int seat = 0; seat < s->players; seat++)
        if (s->bid[seat] == bid)
            return seat;
    return -1;
}

static const char *bid_objection(const struct sparrows_state *s, int bid)
{
    for (int i = 0; i < SPARROWS_ROW_SIZE; i++)
        if (s->row[i] == bid)
            return sparrows_holder(s, bid) < 0 ? NULL : bid_taken;
    return bid_not_there;
}

static const char *bonus_objection(const struct sparrows_state *s, int bonus)
{
    if (bonus == SPARROWS_BONUS_NONE)
        return NULL;
    if (!s->upgrades)
        return no_bonus_bids;
    for (int seat = 0; seat < s->players; seat++)
        if (s->bonus[seat] == bonus)
            return bonus_taken;
    return NULL;
}

const char *sparrows_objection(const struct sparrows_state *s, int seat, uint16_t id)
{
    struct sparrows_move move = sparrows_move(id);
    const char *no_bid;

    switch (s->phase) {
    case SPARROWS_PHASE_BID:
        if (move.kind == SPARROWS_MOVE_PASS)
            return NULL;
        if (move.kind == SPARROWS_MOVE_PARTNER)
            return partner_later;
        if (move.kind == SPARROWS_MOVE_LATE)
            return late_bids_later;
        no_bid = bid_objection(s, move.bid);
        return no_bid ? no_bid : bonus_objection(s, move.bonus);
    case SPARROWS_PHASE_PARTNER:
        if (move.kind != SPARROWS_MOVE_PARTNER)
            return partner_first;
        if (move.seat >= s->players)
            return no_such_seat;
        return move.seat == seat ? partner_yourself : NULL;
    default:
        if (move.kind != SPARROWS_MOVE_LATE)
            return late_bid_or_none;
        return move.bid == SPARROWS_NO_BID ? NULL : bid_objection(s, move.bid);
    }
}

/* ---- choices ---- */

int sparrows_token(const struct sparrows_state *s)
{
    return s->phase == SPARROWS_PHASE_LATE ? SPARROWS_TOKEN_LATE : s->cycle;
}

static void claim(struct sparrows_state *s, int seat, struct sparrows_move move)
{
    s->bid[seat] = (uint8_t)move.bid;
    s->token[seat] = (uint8_t)sparrows_token(s);
    s->bonus[seat] = (uint8_t)move.bonus;
    s->open &= ~sparrows_bid_bit(move.bid);
    s->bonuses = (uint8_t)(s->bonuses & ~(1u << move.bonus));
    s->bidless = (uint8_t)(s->bidless & ~seat_bit(seat));
}

/* Resolves the bids once all choices are in: of the seats that want to bid, the one closest to the dealer does (SP-5).
 * Not inlined, so that sealing a choice does not need its stack space. */
static __attribute__((noinline)) void unseal(struct sparrows_state *s, struct facts *told)
{
    int winner = -1;

    for (int place = 0; place < s->players; place++) {
        int seat = seat_after_dealer(s, place);
        if (s->sealed[seat] > 1 + SPARROWS_ID_PASS) {
            claim(s, seat, sparrows_move((uint16_t)(s->sealed[seat] - 1)));
            winner = seat;
            break;
        }
    }
    if (told)
        say_bidding(s, winner, told);
    bytes_zero(s->sealed, sizeof s->sealed);
    s->chosen = 0;
    end_cycle(s, told);
}

/* What is chosen once the last bids are in: a partner (SP-11), or a bid that comes late (SP-12). */
static __attribute__((noinline)) void choose_openly(struct sparrows_state *s, int seat, struct sparrows_move move,
                                                    struct facts *told)
{
    if (told)
        say_choice(s, seat, move, told);
    if (s->phase == SPARROWS_PHASE_PARTNER) {
        s->partner = (uint8_t)(move.seat + 1);
        s->mover = 0;
        score_from(s, 0, told);
        return;
    }
    if (move.bid != SPARROWS_NO_BID)
        claim(s, seat, move);
    score_from(s, seats_apart(s->dealer, seat, s->players) + 1, told);
}

void sparrows_apply(struct sparrows_state *s, int seat, uint16_t id, struct facts *told)
{
    MUST(sparrows_turn(s).kind == TURN_CHOICE && (sparrows_turn(s).seats & seat_bit(seat)) &&
         !sparrows_objection(s, seat, id));
    if (s->phase != SPARROWS_PHASE_BID) {
        choose_openly(s, seat, sparrows_move(id), told);
        return;
    }
    s->sealed[seat] = (uint8_t)(id + 1);
    s->chosen |= seat_bit(seat);
    if (s->chosen == s->bidless)
        unseal(s, told);
}

/* The new bids of the row, with what they are worth. */
static void say_bids(const struct sparrows_state *before, const struct sparrows_state *after, struct facts *told)
{
    int count = 0, places[SPARROWS_ROW_SIZE];

    for (int i = 0; i < SPARROWS_ROW_SIZE; i++)
        if (sparrows_is_vacant(before, i))
            places[count++] = i;
    SAY(told, SPARROWS_BEGINS, after->round + 1, after->dealer, count);
    for (int i = 0; i < count; i++)
        fact_add(told, bid_name(after->row[places[i]]));
    fact_add(told, count);
    for (int i = 0; i < count; i++)
        fact_add(told, after->value[after->row[places[i]]]);
}

static void say_cycle(const struct sparrows_state *before, const struct sparrows_state *after, struct facts *told)
{
    struct sparrows_score score[MAX_SEATS];

    SAY(told, SPARROWS_DEALS, after->cycle, __builtin_ctzll(after->table & ~before->table));
    for (int seat = 0; seat < after->players; seat++) {
        SAY(told, SPARROWS_GETS, seat, __builtin_ctzll(after->hand[seat] & ~before->hand[seat]));
        fact_keep(told, seat_bit(seat), FACT_ALL);
    }
    if (after->round == before->round)
        return;
    sparrows_scores(after, score); /* everybody had a bid: the last cards end the round */
    say_scores(after, score, told);
}

void sparrows_dealt(const struct sparrows_state *before, const struct sparrows_state *after, struct facts *told)
{
    switch (before->phase) {
    case SPARROWS_PHASE_DEALER: SAY(told, SPARROWS_DRAWN, after->dealer); break;
    case SPARROWS_PHASE_RESHUFFLE: SAY(told, SPARROWS_RESHUFFLED, sparrows_count_bits(before->discard)); break;
    case SPARROWS_PHASE_BIDS: say_bids(before, after, told); break;
    default: say_cycle(before, after, told); break;
    }
}

void sparrows_meaning(const struct sparrows_state *s, int seat, uint16_t id, struct facts *told)
{
    say_choice(s, seat, sparrows_move(id), told);
}

void sparrows_result(const struct sparrows_state *s, struct result *out)
{
    *out = (struct result){.winners = 0};
    for (int seat = 0; seat < s->players; seat++)
        out->points[seat] = s->total[seat];
    if (s->phase == SPARROWS_PHASE_OVER)
        most_points_win(out, s->players); /* SP-7 */
}

static int rounds(const struct state *state, int *last)
{
    const struct sparrows_state *s = sparrows_state(state);

    for (int seat = 0; seat < s->players; seat++)
        last[seat] = s->last[seat];
    return s->round;
}

/* ---- who knows what ---- */

/* Hands lie open once they are scored (SP-12): all of them after the round,
 * during the scoring those of the dealer and on to the left, up to the mover. */
uint8_t sparrows_open_hands(const struct sparrows_state *s)
{
    uint8_t open = 0;

    switch (s->phase) {
    case SPARROWS_PHASE_CYCLE:
    case SPARROWS_PHASE_BID:
    case SPARROWS_PHASE_PARTNER: return 0;
    case SPARROWS_PHASE_LATE:
        for (int seat = s->dealer; seat != s->mover; seat = seat_next(seat, s->players))
            open |= seat_bit(seat);
        return open;
    default: return seats_all(s->players);
    }
}

void sparrows_redact(struct sparrows_state *s, int viewer)
{
    uint8_t open = sparrows_open_hands(s);

    for (int seat = 0; seat < s->players; seat++)
        if (seat != viewer && !(open & seat_bit(seat))) {
            s->hand[seat] = 0;
            s->sealed[seat] = 0;
            s->hidden |= seat_bit(seat);
        }
}

/* Nothing that players do tells their cards by the rules: every deal of the
 * unseen cards is as likely as the next. */
void sparrows_imagine(struct sparrows_state *s, int viewer, struct rng *rng)
{
    uint64_t dealt = sparrows_cards_seen(s);

    (void)viewer;
    for (int seat = 0; seat < s->players; seat++) {
        if (!(s->hidden & seat_bit(seat)))
            continue;
        uint32_t fraction = draw_fraction(rng, s->cycle);
        for (int i = 0; i < s->cycle; i++)
            s->hand[seat] |= draw_card(&fraction, &dealt, rng);
        if (s->chosen & seat_bit(seat)) {
            uint16_t ids[1 + SPARROWS_ROW_SIZE * SPARROWS_BONUS_COUNT] = {SPARROWS_ID_PASS};
            int count = sparrows_legal(s, seat, ids);
            s->sealed[seat] = (uint8_t)(ids[rng_below(rng, (uint32_t)count)] + 1);
        }
    }
    s->hidden = 0;
}

/* ---- observation ---- */

#define OBSERVED(X)                                                                                                    \
    X(BYTE, PHASE, "phase", NULL, s->phase)                                                                            \
    X(BYTE, PLAYERS, "players", "how many play", s->players)                                                           \
    X(BYTE, MINE, "mine", "1: I owe a choice", sparrows_turn(s).seats >> seat & 1)                                     \
    X(BYTE, SEALED, "sealed", "my sealed choice: 1 + its id, 0 none", s->sealed[seat])                                 \
    X(BYTE, CYCLE, "cycle", "cards dealt to each", s->cycle)                                                           \
    X(BYTE, DEALER, "dealer", "seats to my left", seats_apart(seat, s->dealer, s->players))                            \
    X(BYTE, PARTNER, "partner", "of Match Together: 0 nobody, else 1 + seats to my left",                              \
      s->partner ? 1 + seats_apart(seat, s->partner - 1, s->players) : 0)                                              \
    X(BYTE, UPGRADES, "upgrades", "1: the expansion is played", s->upgrades)                                           \
    X(BYTE, BONUSES, "bonuses", "bit b: bonus bid b can be taken (1 win_all, 2 win_none, 3 together)", s->bonuses)     \
    X(ROW, ROUND, 2, "round", "rounds scored, low byte, high byte")                                                    \
    X(ROW, TARGET, 3, "target", "points that end the game, lowest byte first")                                         \
    X(ROW, BIDS, SPARROWS_BID_COUNT, "bids",                                                                           \
      "by bid: 0 discarded, 1 in the deck, 2 to be taken, 3 + seats to my left of its holder")                         \
    X(ROWS, CARDS, SPARROWS_SUITS, SPARROWS_NUMBERS, "cards",                                                          \
      "by suit (S P E C) and number: 0 unseen, 1 on the table, 2 mine, 2 + seats to my left of an open hand")          \
    X(SEATS, OBSERVED_SEAT)                                                                                            \
    X(ROW, VALUES, SPARROWS_BID_COUNT, "values", "by bid: what it is worth")
#define OBSERVED_SEAT(X)                                                                                               \
    X(BYTE, TOKEN, "token", "token of its bid; 0 without one", s->token[other])                                        \
    X(BYTE, BONUS, "bonus", "its bonus bid", s->bonus[other])                                                          \
    X(BYTE, CHOSEN, "chosen", "1: its choice is sealed", s->chosen >> other & 1)                                       \
    X(ROW, POINTS, 3, "points", "points + 65536, lowest byte first")

enum { OBSERVED_SEAT(OBS_SEAT_PLACE) OBS_SEAT };
enum { OBSERVED(OBS_PLACE) OBS_SIZE };
static const struct game_field fields[] = {OBSERVED(OBS_FIELD) FIELDS_END};

/* Eight bits as eight bytes of 0 or 1. */
static inline uint64_t spread_bits(uint64_t bits)
{
    uint64_t apart = (bits & 0xff) * 0x0101010101010101u & 0x8040201008040201u;
    return (apart + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
}

static inline void put_number(uint8_t *out, uint32_t number)
{
    for (int i = 0; i < 3; i++)
        out[i] = (uint8_t)(number >> 8 * i);
}

static inline void observe_bids(const struct sparrows_state *s, int seat, uint8_t *out)
{
    uint8_t buffer[32];
    uint32_t deck = s->deck | s->under;

    for (int i = 0; i < 4; i++)
        bytes_store64(buffer + 8 * i, spread_bits(deck >> 8 * i) + 2 * spread_bits(s->open >> 8 * i));
    bytes_copy(out, buffer, SPARROWS_BID_COUNT);
    for (int i = 0, other = seat; i < s->players; i++) {
        if (s->bid[other] != SPARROWS_NO_BID)
            out[s->bid[other]] = (uint8_t)(3 + i);
        other = seat_next(other, s->players);
    }
}

/* Adds a mark to the bytes of these cards. */
static inline void mark_cards(uint8_t *out, uint64_t cards, uint8_t mark)
{
    for (; cards; cards &= cards - 1) {
        int bit = __builtin_ctzll(cards);
        out[bit / 16 * SPARROWS_NUMBERS + bit % 16] = mark;
    }
}

static inline void observe_cards(const struct sparrows_state *s, int seat, uint8_t *out)
{
    uint8_t open = sparrows_open_hands(s);

    for (int suit = 0; suit < SPARROWS_SUITS; suit++) {
        unsigned table = sparrows_suit_of(s->table, suit), mine = sparrows_suit_of(s->hand[seat], suit);
        bytes_store64(out + suit * SPARROWS_NUMBERS, spread_bits(table) + 2 * spread_bits(mine));
        out[suit * SPARROWS_NUMBERS + 8] = (uint8_t)((table >> 8 & 1) + 2 * (mine >> 8 & 1));
        out[suit * SPARROWS_NUMBERS + 9] = (uint8_t)((table >> 9) + 2 * (mine >> 9));
    }
    if (!open)
        return;
    for (int i = 1; i < s->players; i++) {
        int other = seat + i < s->players ? seat + i : seat + i - s->players;
        if (open & seat_bit(other))
            mark_cards(out, s->hand[other], (uint8_t)(2 + i));
    }
}

static inline void observe_seats(const struct sparrows_state *s, int seat, uint8_t *out)
{
    bytes_zero(out, MAX_SEATS * OBS_SEAT);
    for (int i = 0, other = seat; i < s->players; i++, out += OBS_SEAT) {
        OBSERVED_SEAT(OBS_SEAT_PUT);
        put_number(out + OBS_SEAT_POINTS, (uint32_t)(s->total[other] + (1 << 16)));
        other = seat_next(other, s->players);
    }
}

void sparrows_observe(const struct sparrows_state *s, int seat, uint8_t *out)
{
    OBSERVED(OBS_PUT);
    out[OBS_ROUND] = (uint8_t)s->round;
    out[OBS_ROUND + 1] = (uint8_t)(s->round >> 8);
    put_number(out + OBS_TARGET, (uint32_t)s->target);
    observe_bids(s, seat, out + OBS_BIDS);
    observe_cards(s, seat, out + OBS_CARDS);
    observe_seats(s, seat, out + OBS_SEATS);
    bytes_copy(out + OBS_VALUES, s->value, SPARROWS_BID_COUNT);
}

static const struct game_tables tables = {.phases = sparrows_phases,
                                          .keys = GAME_KEYS(sparrows),
                                          .fields = fields,
                                          .ids = all_ids,
                                          .lists = sparrows_write_lists};

GAME_SLOTS(sparrows, sparrows_)

const struct game sparrows = {
    .id = "sparrows",
    .title = "Six of Sparrows",
    .summary = "Claim the pattern that your cards and the table will make, before most of them are dealt.",
    .minutes = 30,
    .min_players = 2,
    .max_players = 5,
    .max_actions = SPARROWS_ID_END,
    .max_legal = 1 + SPARROWS_ROW_SIZE * SPARROWS_BONUS_COUNT, /* pass, and each bid of the row alone or with a bonus */
    .state_size = sizeof(struct sparrows_state),
    .observation_size = OBS_SIZE,
    .options =
        (const struct option[]){
            [OPTION_UPGRADES] = {.name = "upgrades",
                                 .kind = OPTION_CHOICE,
                                 .values = "off|on",
                                 .fallback = "off",
                                 .help = "play with the bonus bids and late bids of the expansion"},
            [OPTION_TARGET] = {.name = "target",
                               .kind = OPTION_NUMBER,
                               .least = 1,
                               .most = 999999,
                               .fallback = "500",
                               .help = "the game ends after the round in which somebody reaches this many points"},
            [OPTION_VALUES] = {.name = "values",
                               .kind = OPTION_TEXT,
                               .values = "two_pair:50,low_card:90, or all 29 numbers 0..250 in order",
                               .fallback = "printed",
                               .help = "custom bid values, by name or all in order",
                               .example =
                                   "straight_flush_short:20|two_pair:0,no_duplicates:250|"
                                   "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29"},
            {.name = NULL},
        },
    .tables = &tables,
    GAME_FUNCTIONS,
    .legal_mask = UNLESS_PAGE(legal_mask),
    .rounds = rounds,
    .sheet = &sparrows_sheet,
    .verbs = (const struct verb[]){SPARROWS_VERBS(VERB_ROW) VERBS_END},
    .lists = (const struct name_list[]){{"bid", bid_keys}, {"bonus", bonus_keys}, {.name = NULL}},
    .ask = sparrows_ask,
};
