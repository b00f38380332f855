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
#include "rules/sparrows.h"

#include "rules/bytes.h"
#include "rules/tables.h"

enum { OPTION_UPGRADES, OPTION_TARGET, OPTION_VALUES };

#define X(id, name, asks, value, kind, parameter) {#id, name, asks, value, KIND_##kind, parameter},
const struct sparrows_bid sparrows_bids[BIDS] = {SPARROWS_BIDS(X)};
#undef X

#define X(bonus, id, name, value) {id, name, value},
const struct sparrows_bonus sparrows_bonuses[BONUSES] = {{"", "", 0}, SPARROWS_BONUSES(X)};
#undef X

/* The same as names in facts. */
#define X(id, name, asks, value, kind, parameter) #id,
static const char *const bid_keys[] = {"none", SPARROWS_BIDS(X) NULL};
#undef X
#define X(bonus, id, name, value) id,
static const char *const bonus_keys[] = {"none", SPARROWS_BONUSES(X) NULL};
#undef X

static const char suit_letters[] = "SPEC";

/* ---- action ids ---- */

enum {
    ID_PASS = 0,
    ID_BID = 1,
    ID_PARTNER = ID_BID + BIDS * BONUSES,
    ID_LATE = ID_PARTNER + MAX_SEATS,
    ID_END = ID_LATE + BIDS + 1, /* NO_BID stands for none */
};

static const struct game_ids all_ids[] = {
    {"pass", ID_PASS, 1, "", "pass"},
    {"bid", ID_BID, BIDS *BONUSES, "bid * 4 + bonus", "bid two_pair +win_all"},
    {"partner", ID_PARTNER, MAX_SEATS, "seat", "partner 2"},
    {"late", ID_LATE, BIDS, "bid", "late two_pair"},
    {"late none", ID_LATE + NO_BID, 1, "", "late none"},
    {.name = NULL},
};

struct move sparrows_move(uint16_t id)
{
    if (id == ID_PASS)
        return (struct move){.kind = MOVE_PASS, .bid = NO_BID};
    if (id < ID_PARTNER)
        return (struct move){.kind = MOVE_BID, .bid = (id - ID_BID) / BONUSES, .bonus = (id - ID_BID) % BONUSES};
    if (id < ID_LATE)
        return (struct move){.kind = MOVE_PARTNER, .bid = NO_BID, .seat = id - ID_PARTNER};
    return (struct move){.kind = MOVE_LATE, .bid = id - ID_LATE};
}

static uint32_t bid_bit(int bid)
{
    return (uint32_t)1 << bid;
}

static uint8_t all_seats(const struct state *s)
{
    return (uint8_t)((1u << s->players) - 1);
}

/* The seat so many places to the left of the dealer; 0 is the dealer. */
static int seat_after_dealer(const struct state *s, int place)
{
    int seat = s->dealer + place;
    return seat >= s->players ? seat - s->players : seat;
}

static int place_after_dealer(const struct state *s, int seat)
{
    int place = seat - s->dealer;
    return place < 0 ? place + s->players : place;
}

/* ---- cards as lanes ---- */

#define EACH_LANE(number) (0x0001000100010001u * (uint64_t)(number))

/* How many bits each lane has, as four numbers. */
static inline uint64_t lane_counts(uint64_t lanes)
{
    lanes -= lanes >> 1 & EACH_LANE(0x5555);
    lanes = (lanes & EACH_LANE(0x3333)) + (lanes >> 2 & EACH_LANE(0x3333));
    lanes = (lanes + (lanes >> 4)) & EACH_LANE(0x0f0f);
    return (lanes + (lanes >> 8)) & EACH_LANE(0x001f);
}

static inline int count_bits(uint64_t bits)
{
    return (int)((lane_counts(bits) * EACH_LANE(1)) >> 48);
}

/* The top bit of each lane whose number is at least that of `least`. */
static inline uint64_t lanes_at_least(uint64_t numbers, uint64_t least)
{
    return ((numbers | EACH_LANE(0x8000)) - least) & EACH_LANE(0x8000);
}

/* The numbers that occur, whatever their suit. */
static inline unsigned numbers_of(uint64_t cards)
{
    cards |= cards >> 32;
    return (unsigned)(cards | cards >> 16) & 0x3ff;
}

/* Which numbers occur at least twice, three and four times: a lane each. */
static inline uint64_t repeated_numbers(uint64_t cards)
{
    uint64_t s = suit_of(cards, 0), p = suit_of(cards, 1), e = suit_of(cards, 2), c = suit_of(cards, 3);
    uint64_t sp = s & p, ec = e & c, s_or_p = s | p, e_or_c = e | c;

    return (sp | ec | (s_or_p & e_or_c)) | ((sp & e_or_c) | (ec & s_or_p)) << 16 | (sp & ec) << 32;
}

/* Whether some lane has so many bits in a row. The empty top of each lane keeps
 * a run from going on in the next. */
static inline bool has_run(uint64_t lanes, uint64_t length)
{
    for (; length > 1; length--)
        lanes &= lanes >> 1;
    return lanes != 0;
}

/* ---- judging: the table of patterns, SP-8 ---- */

/* The three comparisons are strict: a tie fails. */
static bool hand_beats(int kind, uint64_t mine, uint64_t theirs, int suit)
{
    unsigned my_numbers = numbers_of(mine), their_numbers = numbers_of(theirs);

    switch (kind) {
    case KIND_HIGH: return my_numbers && their_numbers < 1u << (31 - __builtin_clz(my_numbers));
    case KIND_LOW: {
        unsigned lowest = my_numbers & (0u - my_numbers);
        return my_numbers && !(their_numbers & (lowest | (lowest - 1)));
    }
    default: return (lane_counts(mine) >> 16 * suit & 15) > (lane_counts(theirs) >> 16 * suit & 15);
    }
}

static bool beats_all_hands(int bid, const uint64_t *hands, int players, int seat)
{
    const struct sparrows_bid *it = &sparrows_bids[bid];

    for (int other = 0; other < players; other++)
        if (other != seat && !hand_beats(it->kind, hands[seat], hands[other], (int)it->parameter))
            return false;
    return true;
}

static bool has_suits_of(uint64_t hand, uint64_t other)
{
    for (int suit = 0; suit < SUITS; suit++)
        if (suit_of(other, suit) && !suit_of(hand, suit))
            return false;
    return true;
}

bool sparrows_met(int bid, const uint64_t *hands, int players, int seat, uint64_t other)
{
    const struct sparrows_bid *it = &sparrows_bids[bid];
    uint64_t hand = hands[seat], pool = hand | other;

    switch (it->kind) {
    case KIND_SETS: return lanes_at_least(lane_counts(repeated_numbers(pool)), it->parameter) == EACH_LANE(0x8000);
    case KIND_STREET: return has_run(numbers_of(pool), it->parameter);
    case KIND_GROUP: return lanes_at_least(lane_counts(pool), EACH_LANE(it->parameter));
    case KIND_BAND: return has_run(pool, it->parameter);
    case KIND_HAND_SUITS: return has_suits_of(hand, other);
    case KIND_DIFFERENT: return (repeated_numbers(hand) & 0x3ff) == 0;
    default: return beats_all_hands(bid, hands, players, seat);
    }
}

int sparrows_share(int value, int token)
{
    return (2 * value + token) / (2 * token); /* the printed values leave no half; of others it goes up */
}

/* What the seat's bid is judged with: the table or the partner's hand (SP-11). */
uint64_t sparrows_pool_part(const struct state *s, int seat)
{
    if (s->bonus[seat] != BONUS_TOGETHER)
        return s->table;
    return s->partner ? s->hand[s->partner - 1] : 0;
}

static bool meets_none(const struct state *s, int seat)
{
    for (int i = 0; i < ROW; i++)
        if (sparrows_met(s->row[i], s->hand, s->players, seat, s->table))
            return false;
    return true;
}

static int score_points(const struct state *s, int seat, bool bid, bool bonus)
{
    int value = (bid ? s->value[s->bid[seat]] : 0) + (bonus ? sparrows_bonuses[s->bonus[seat]].value : 0);
    bool bonus_failed = s->bonus[seat] != BONUS_NONE && !bonus;

    return sparrows_share(value, s->token[seat]) + (bid ? 0 : FAILED) + (bonus_failed ? FAILED : 0);
}

void sparrows_scores(const struct state *s, struct sparrows_score out[MAX_SEATS])
{
    int all = -1; /* who has Win All: judged last, against what everybody else got */

    for (int seat = 0; seat < s->players; seat++) {
        out[seat] = (struct sparrows_score){.points = 0};
        if (s->bid[seat] == NO_BID)
            continue;
        bool met = sparrows_met(s->bid[seat], s->hand, s->players, seat, sparrows_pool_part(s, seat)), bonus = false;
        switch (s->bonus[seat]) {
        case BONUS_WIN_ALL: all = seat; break;
        case BONUS_WIN_NONE: bonus = meets_none(s, seat); break;
        case BONUS_TOGETHER: bonus = met; break;
        default: break;
        }
        out[seat] = (struct sparrows_score){met, bonus, score_points(s, seat, met, bonus)};
    }
    if (all < 0)
        return;
    int without = out[all].points - FAILED; /* the bonus counted as failed so far */
    out[all].bonus = true;
    for (int other = 0; other < s->players; other++)
        if (other != all && out[other].points >= without)
            out[all].bonus = false;
    out[all].points = score_points(s, all, out[all].bid, out[all].bonus);
}

/* ---- how far a bid is, for people: plain counting ---- */

/* Cards that count towards SETS: the number held most often is taken for the
 * largest set, and so on. */
static struct sparrows_progress sets_progress(uint64_t parameter, uint64_t pool)
{
    uint64_t counts = lane_counts(repeated_numbers(pool) | (uint64_t)numbers_of(pool) << 48);
    struct sparrows_progress out = {0, 0};

    for (int times = 1; times <= SUITS; times++) {
        int lane = (times + 2) % 4;                                       /* once is the last lane, twice the first */
        int sets = (int)(parameter >> 16 * (times == 1 ? 0 : lane) & 15); /* a set of two begins with one */
        int held = (int)(counts >> 16 * lane & 15);
        out.need += sets;
        out.have += held < sets ? held : sets;
    }
    return out;
}

/* The most cards of a run of this length that one lane has. */
static struct sparrows_progress run_progress(uint64_t lanes, int length)
{
    struct sparrows_progress out = {0, length};

    for (int lane = 0; lane < SUITS; lane++)
        for (int first = 0; first + length <= NUMBERS; first++) {
            int held = count_bits(suit_of(lanes, lane) >> first & ((1u << length) - 1));
            out.have = held > out.have ? held : out.have;
        }
    return out;
}

static struct sparrows_progress group_progress(uint64_t pool, int size)
{
    struct sparrows_progress out = {0, size};

    for (int suit = 0; suit < SUITS; suit++) {
        int held = count_bits(suit_of(pool, suit));
        out.have = held > out.have ? held : out.have;
    }
    out.have = out.have > size ? size : out.have;
    return out;
}

static struct sparrows_progress suits_progress(uint64_t hand, uint64_t other)
{
    struct sparrows_progress out = {0, 0};

    for (int suit = 0; suit < SUITS; suit++) {
        out.need += suit_of(other, suit) != 0;
        out.have += suit_of(other, suit) && suit_of(hand, suit);
    }
    return out;
}

struct sparrows_progress sparrows_progress(int bid, uint64_t hand, uint64_t other)
{
    const struct sparrows_bid *it = &sparrows_bids[bid];
    uint64_t pool = hand | other;
    unsigned numbers = numbers_of(hand);

    switch (it->kind) {
    case KIND_SETS: return sets_progress(it->parameter, pool);
    case KIND_STREET: return run_progress(numbers_of(pool), (int)it->parameter);
    case KIND_GROUP: return group_progress(pool, (int)it->parameter);
    case KIND_BAND: return run_progress(pool, (int)it->parameter);
    case KIND_HAND_SUITS: return suits_progress(hand, other);
    case KIND_DIFFERENT: return (struct sparrows_progress){count_bits(numbers), CYCLES};
    case KIND_HIGH: return (struct sparrows_progress){numbers ? 32 - __builtin_clz(numbers) : 0, 0};
    case KIND_LOW: return (struct sparrows_progress){numbers ? __builtin_ctz(numbers) + 1 : 0, 0};
    default: return (struct sparrows_progress){count_bits(suit_of(hand, (int)it->parameter)), 0};
    }
}

/* ---- the course of a round ---- */

/* Takes a name of the alphabet that ids are written in, if it is this one. */
static bool read_name(struct reader *in, const char *name)
{
    size_t at = in->at;

    if (!read_if(in, name))
        return false;
    char next = in->at < in->length ? in->text[in->at] : ' ';
    if ((next >= 'a' && next <= 'z') || next == '_') {
        in->at = at;
        return false;
    }
    return true;
}

bool sparrows_read_bid(struct reader *in, int *bid)
{
    for (*bid = 0; *bid < BIDS; ++*bid)
        if (read_name(in, sparrows_bids[*bid].id))
            return true;
    return read_failed(in, "there is no bid of this name");
}

/* Other values than the printed ones: all of them in order, or some by the names of
 * their bids. */
static const char *read_values(const char *text, uint8_t *values)
{
    struct reader in = read_from(text, text_length(text));
    bool all = text[0] >= '0' && text[0] <= '9';
    uint32_t named = 0;

    for (int bid = 0, value = 0;; bid++) {
        if (all ? bid == BIDS : !sparrows_read_bid(&in, &bid))
            return all ? "values: there are more numbers than bids"
                       : "values: must be printed, bids like two_pair:50,low_card:90, or all 29 numbers";
        if (named & bid_bit(bid))
            return "values: a bid is named twice";
        if (!all && !read_if(&in, ":"))
            return "values: a colon and a number must follow a bid, as in two_pair:50";
        if (!read_number(&in, 0, VALUE_MOST, &value))
            return "values: each must be a number from 0 to 250, without zeros in front";
        values[bid] = (uint8_t)value;
        named |= bid_bit(bid);
        if (read_at_end(&in))
            return all && bid + 1 < BIDS ? "values: without names there must be one for each of the 29 bids" : NULL;
        if (!read_if(&in, ","))
            return "values: a comma is expected between them, and nothing else";
    }
}

static const char *start(struct state *s, const struct setup *setup)
{
    const char *values = setup->value[OPTION_VALUES];

    bytes_zero(s, sizeof *s);
    s->players = (uint8_t)setup->players;
    s->upgrades = (uint8_t)setup_choice(&sparrows, setup, OPTION_UPGRADES);
    s->target = setup_number(&sparrows, setup, OPTION_TARGET);
    s->deck = bid_bit(BIDS) - 1;
    s->phase = PHASE_DEALER;
    for (int i = 0; i < ROW; i++)
        s->row[i] = NO_BID;
    for (int seat = 0; seat < MAX_SEATS; seat++)
        s->bid[seat] = NO_BID;
    s->bidless = all_seats(s);
    for (int bid = 0; bid < BIDS; bid++)
        s->value[bid] = sparrows_bids[bid].value;
    return values && !text_equal(values, "printed") ? read_values(values, s->value) : NULL;
}

static struct turn turn(const struct state *s)
{
    switch (s->phase) {
    case PHASE_BID: return (struct turn){.kind = TURN_CHOICE, .seats = (uint8_t)(s->bidless & ~s->chosen)};
    case PHASE_PARTNER:
    case PHASE_LATE: return (struct turn){.kind = TURN_CHOICE, .seats = seat_bit(s->mover)};
    case PHASE_OVER: return (struct turn){.kind = TURN_OVER};
    default: return (struct turn){.kind = TURN_CHANCE};
    }
}

/* Whether this place of the row is filled anew for the next round. */
static bool is_vacant(const struct state *s, int place)
{
    return s->row[place] == NO_BID || !(s->open & bid_bit(s->row[place]));
}

bool sparrows_scored(const struct state *s)
{
    return s->phase == PHASE_RESHUFFLE || (s->phase == PHASE_BIDS && s->round > 0) || s->phase == PHASE_OVER;
}

/* ---- what happened ---- */

static void add_cards(struct facts *told, uint64_t cards)
{
    fact_add(told, count_bits(cards));
    for (; cards; cards &= cards - 1)
        fact_add(told, __builtin_ctzll(cards));
}

/* A bid in the list of names, which begins with none. */
static int bid_name(int bid)
{
    return bid == NO_BID ? 0 : 1 + bid;
}

/* What it is to make this choice. */
static SAYING void say_choice(const struct state *s, int seat, struct move move, struct facts *told)
{
    switch (move.kind) {
    case MOVE_PASS:
        SAY(told, SPARROWS_PASSES, seat);
        fact_keep(told, seat_bit(seat), FACT_ALL); /* SP-5: also when all choices are in */
        break;
    case MOVE_BID:
        SAY(told, SPARROWS_CHOOSES, seat, bid_name(move.bid), s->value[move.bid], move.bonus, s->cycle);
        fact_keep(told, seat_bit(seat), FACT_ALL);
        break;
    case MOVE_PARTNER: SAY(told, SPARROWS_PARTNERS, seat, move.seat); break;
    case MOVE_LATE:
        if (move.bid == NO_BID)
            SAY(told, SPARROWS_STAYS, seat);
        else
            SAY(told, SPARROWS_TAKES_LATE, seat, bid_name(move.bid), s->value[move.bid], TOKEN_LATE);
        break;
    }
}

/* Says what was sealed to those who sealed it, and to everybody who has claimed a bid; -1 for nobody. */
static SAYING void say_bidding(const struct state *s, int winner, struct facts *told)
{
    for (int seat = 0; seat < s->players; seat++)
        if (s->chosen & seat_bit(seat))
            say_choice(s, seat, sparrows_move((uint16_t)(s->sealed[seat] - 1)), told);
    for (int seat = 0; seat < s->players; seat++)
        if (s->sealed[seat] > 1 + ID_PASS && seat != winner) {
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
static SAYING void say_shown(const struct state *s, int first, int end, struct facts *told)
{
    for (int place = first; place < end; place++) {
        int seat = seat_after_dealer(s, place);
        SAY(told, SPARROWS_SHOWS, seat);
        add_cards(told, s->hand[seat]);
    }
}

static void say_score(const struct state *s, int seat, struct sparrows_score score, struct facts *told)
{
    int bid = s->bid[seat];
    bool together = s->bonus[seat] == BONUS_TOGETHER;

    SAY(told, SPARROWS_SCORES, seat);
    add_cards(told, s->hand[seat]);
    fact_add(told, bid_name(bid));
    fact_add(told, bid == NO_BID ? 0 : s->value[bid]);
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
static SAYING void say_scores(const struct state *s, const struct sparrows_score *score, struct facts *told)
{
    SAY(told, SPARROWS_SCORED, s->round);
    add_cards(told, s->table);
    for (int place = 0; place < s->players; place++) {
        int seat = seat_after_dealer(s, place);
        say_score(s, seat, score[seat], told);
    }
}

/* ---- the end of a cycle and of a round ---- */

/* SP-6, SP-7, and the bids that were claimed go to the discards (SP-3). */
static void end_round(struct state *s, struct facts *told)
{
    struct sparrows_score score[MAX_SEATS];
    bool over = ++s->round == ROUNDS_MOST;
    int vacant = 0;

    sparrows_scores(s, score);
    for (int seat = 0; seat < s->players; seat++) {
        s->last[seat] = (int16_t)score[seat].points;
        s->total[seat] += score[seat].points;
        over |= s->total[seat] >= s->target;
        if (s->bid[seat] != NO_BID) {
            s->discard |= bid_bit(s->bid[seat]);
            vacant++;
        }
    }
    if (told)
        say_scores(s, score, told);
    s->mover = 0;
    s->phase = over ? PHASE_OVER : count_bits(s->deck) < vacant ? PHASE_RESHUFFLE : PHASE_BIDS;
}

/* SP-12: the next seat without a bid, from this place after the dealer on. */
static void score_from(struct state *s, int place, struct facts *told)
{
    for (; s->upgrades && place < s->players; place++) {
        int seat = seat_after_dealer(s, place);
        if (s->bidless & seat_bit(seat)) {
            if (told)
                say_shown(s, s->phase == PHASE_LATE ? place_after_dealer(s, s->mover) : 0, place, told);
            s->phase = PHASE_LATE;
            s->mover = (uint8_t)seat;
            return;
        }
    }
    end_round(s, told);
}

/* Bidding in this cycle is over. */
static void end_cycle(struct state *s, struct facts *told)
{
    if (s->cycle < CYCLES) {
        s->phase = PHASE_CYCLE;
        return;
    }
    for (int seat = 0; seat < s->players; seat++)
        if (s->bonus[seat] == BONUS_TOGETHER) {
            s->phase = PHASE_PARTNER;
            s->mover = (uint8_t)seat;
            return;
        }
    score_from(s, 0, told);
}

/* A card each and one for the table have been dealt (SP-4). */
static void begin_bidding(struct state *s)
{
    s->cycle++;
    s->phase = PHASE_BID;
    if (!s->bidless)
        end_cycle(s, NULL); /* dealt() says what comes of it */
}

/* SP-3, but for the bids themselves, which the caller puts into the vacant
 * places of the row. */
static void clear_round(struct state *s)
{
    s->dealer = (uint8_t)(s->dealer + 1 == s->players ? 0 : s->dealer + 1);
    bytes_zero(s->hand, sizeof s->hand);
    bytes_zero(s->token, sizeof s->token);
    bytes_zero(s->bonus, sizeof s->bonus);
    for (int seat = 0; seat < MAX_SEATS; seat++)
        s->bid[seat] = NO_BID;
    s->table = 0;
    s->bidless = all_seats(s);
    s->bonuses = s->upgrades ? 1u << BONUS_WIN_ALL | 1u << BONUS_WIN_NONE | 1u << BONUS_TOGETHER : 0;
    s->partner = s->cycle = 0;
    s->phase = PHASE_CYCLE;
}

/* Moves a bid from the deck into the row. What is left of an old deck goes
 * before the discards that were shuffled under it. */
static void fill_place(struct state *s, int place, int bid)
{
    s->row[place] = (uint8_t)bid;
    s->deck &= ~bid_bit(bid);
    if (!s->deck) {
        s->deck = s->under;
        s->under = 0;
    }
}

static void reshuffle(struct state *s)
{
    s->under = s->discard;
    s->discard = 0;
    s->phase = PHASE_BIDS;
    if (!s->deck) {
        s->deck = s->under;
        s->under = 0;
    }
}

static void open_row(struct state *s)
{
    s->open = 0;
    for (int i = 0; i < ROW; i++)
        s->open |= bid_bit(s->row[i]);
}

static void draw_bids(struct state *s, struct rng *rng)
{
    for (int i = 0; i < ROW; i++) {
        if (!is_vacant(s, i))
            continue;
        uint32_t left = s->deck;
        for (uint32_t skip = rng_below(rng, (uint32_t)count_bits(left)); skip > 0; skip--)
            left &= left - 1;
        fill_place(s, i, __builtin_ctz(left));
    }
    open_row(s);
    clear_round(s);
}

#define SUIT_BITS(suit)                                                                                                \
    1ull << (suit), 2ull << (suit), 4ull << (suit), 8ull << (suit), 16ull << (suit), 32ull << (suit), 64ull << (suit), \
        128ull << (suit), 256ull << (suit), 512ull << (suit)
static const uint64_t card_at[CARDS] = {SUIT_BITS(0), SUIT_BITS(16), SUIT_BITS(32), SUIT_BITS(48)};

/* A random word as a fraction whose first digits to the base of forty, so many,
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
    uint64_t product = (uint64_t)*fraction * CARDS, card = card_at[product >> 32];

    *fraction = (uint32_t)product;
    while (*dealt & card)
        card = card_at[rng_below(rng, CARDS)];
    *dealt |= card;
    return card;
}

/* The cards that lie open or in hands that are known. */
static uint64_t cards_seen(const struct state *s)
{
    uint64_t seen = s->table;
    for (int seat = 0; seat < s->players; seat++)
        seen |= s->hand[seat];
    return seen;
}

static void deal_cycle(struct state *s, struct rng *rng)
{
    uint64_t dealt = cards_seen(s);
    uint32_t fraction = draw_fraction(rng, s->players + 1);

    for (int seat = 0; seat < s->players; seat++)
        s->hand[seat] |= draw_card(&fraction, &dealt, rng);
    s->table |= draw_card(&fraction, &dealt, rng);
    begin_bidding(s);
}

static void chance(struct state *s, struct rng *rng)
{
    switch (s->phase) {
    case PHASE_DEALER:
        s->dealer = (uint8_t)rng_below(rng, s->players);
        s->phase = PHASE_BIDS;
        break;
    case PHASE_RESHUFFLE: reshuffle(s); break;
    case PHASE_BIDS: draw_bids(s, rng); break;
    default: deal_cycle(s, rng); break;
    }
}

/* ---- legal ---- */

static inline int put_bids(uint16_t *ids, uint32_t open, int bonuses)
{
    int count = 0;

    if (!bonuses) {
        for (; open; open &= open - 1)
            ids[count++] = (uint16_t)(ID_BID + __builtin_ctz(open) * BONUSES);
        return count;
    }
    for (; open; open &= open - 1) {
        int first = ID_BID + __builtin_ctz(open) * BONUSES;
        ids[count++] = (uint16_t)first;
        for (int left = bonuses; left; left &= left - 1)
            ids[count++] = (uint16_t)(first + __builtin_ctz((unsigned)left));
    }
    return count;
}

static int legal(const struct state *s, int seat, uint16_t *ids)
{
    int count = 0;

    if (s->phase == PHASE_BID) {
        ids[0] = ID_PASS;
        return 1 + put_bids(ids + 1, s->open, s->bonuses);
    }
    if (s->phase == PHASE_PARTNER) {
        for (int other = 0; other < s->players; other++)
            if (other != seat)
                ids[count++] = (uint16_t)(ID_PARTNER + other);
        return count;
    }
    for (uint32_t open = s->open; open; open &= open - 1)
        ids[count++] = (uint16_t)(ID_LATE + __builtin_ctz(open));
    ids[count++] = ID_LATE + NO_BID;
    return count;
}

/* ---- objection: the same rules, one action at a time ---- */

SPARROWS_REFUSALS(REFUSAL_KEY)

int sparrows_holder(const struct state *s, int bid)
{
    for (int seat = 0; seat < s->players; seat++)
        if (s->bid[seat] == bid)
            return seat;
    return -1;
}

static const char *bid_objection(const struct state *s, int bid)
{
    for (int i = 0; i < ROW; i++)
        if (s->row[i] == bid)
            return sparrows_holder(s, bid) < 0 ? NULL : bid_taken;
    return bid_not_there;
}

static const char *bonus_objection(const struct state *s, int bonus)
{
    if (bonus == BONUS_NONE)
        return NULL;
    if (!s->upgrades)
        return no_bonus_bids;
    for (int seat = 0; seat < s->players; seat++)
        if (s->bonus[seat] == bonus)
            return bonus_taken;
    return NULL;
}

static const char *objection(const struct state *s, int seat, uint16_t id)
{
    struct move move = sparrows_move(id);
    const char *no_bid;

    switch (s->phase) {
    case PHASE_BID:
        if (move.kind == MOVE_PASS)
            return NULL;
        if (move.kind == MOVE_PARTNER)
            return partner_later;
        if (move.kind == MOVE_LATE)
            return late_bids_later;
        no_bid = bid_objection(s, move.bid);
        return no_bid ? no_bid : bonus_objection(s, move.bonus);
    case PHASE_PARTNER:
        if (move.kind != MOVE_PARTNER)
            return partner_first;
        if (move.seat >= s->players)
            return no_such_seat;
        return move.seat == seat ? partner_yourself : NULL;
    default:
        if (move.kind != MOVE_LATE)
            return late_bid_or_none;
        return move.bid == NO_BID ? NULL : bid_objection(s, move.bid);
    }
}

/* ---- choices ---- */

int sparrows_token(const struct state *s)
{
    return s->phase == PHASE_LATE ? TOKEN_LATE : s->cycle;
}

static void claim(struct state *s, int seat, struct move move)
{
    s->bid[seat] = (uint8_t)move.bid;
    s->token[seat] = (uint8_t)sparrows_token(s);
    s->bonus[seat] = (uint8_t)move.bonus;
    s->open &= ~bid_bit(move.bid);
    s->bonuses = (uint8_t)(s->bonuses & ~(1u << move.bonus));
    s->bidless = (uint8_t)(s->bidless & ~seat_bit(seat));
}

/* All choices are in: who wants to bid and is closest to the dealer does (SP-5). Not inlined, so that most of them
 * are sealed without its room. */
static __attribute__((noinline)) void unseal(struct state *s, struct facts *told)
{
    int winner = -1;

    for (int place = 0; place < s->players; place++) {
        int seat = seat_after_dealer(s, place);
        if (s->sealed[seat] > 1 + ID_PASS) {
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
static __attribute__((noinline)) void choose_openly(struct state *s, int seat, struct move move, struct facts *told)
{
    if (told)
        say_choice(s, seat, move, told);
    if (s->phase == PHASE_PARTNER) {
        s->partner = (uint8_t)(move.seat + 1);
        s->mover = 0;
        score_from(s, 0, told);
        return;
    }
    if (move.bid != NO_BID)
        claim(s, seat, move);
    score_from(s, place_after_dealer(s, seat) + 1, told);
}

static void apply(struct state *s, int seat, uint16_t id, struct facts *told)
{
    MUST(turn(s).kind == TURN_CHOICE && (turn(s).seats & seat_bit(seat)) && !objection(s, seat, id));
    if (s->phase != PHASE_BID) {
        choose_openly(s, seat, sparrows_move(id), told);
        return;
    }
    s->sealed[seat] = (uint8_t)(id + 1);
    s->chosen |= seat_bit(seat);
    if (s->chosen == s->bidless)
        unseal(s, told);
}

/* The new bids of the row, with what they are worth. */
static void say_bids(const struct state *before, const struct state *after, struct facts *told)
{
    int count = 0, places[ROW];

    for (int i = 0; i < ROW; i++)
        if (is_vacant(before, i))
            places[count++] = i;
    SAY(told, SPARROWS_BEGINS, after->round + 1, after->dealer, count);
    for (int i = 0; i < count; i++)
        fact_add(told, bid_name(after->row[places[i]]));
    fact_add(told, count);
    for (int i = 0; i < count; i++)
        fact_add(told, after->value[after->row[places[i]]]);
}

static void say_cycle(const struct state *before, const struct state *after, struct facts *told)
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

static void dealt(const struct state *before, const struct state *after, struct facts *told)
{
    switch (before->phase) {
    case PHASE_DEALER: SAY(told, SPARROWS_DRAWN, after->dealer); break;
    case PHASE_RESHUFFLE: SAY(told, SPARROWS_RESHUFFLED, count_bits(before->discard)); break;
    case PHASE_BIDS: say_bids(before, after, told); break;
    default: say_cycle(before, after, told); break;
    }
}

static void meaning(const struct state *s, int seat, uint16_t id, struct facts *told)
{
    say_choice(s, seat, sparrows_move(id), told);
}

static void result(const struct state *s, struct result *out)
{
    *out = (struct result){.winners = 0};
    for (int seat = 0; seat < s->players; seat++)
        out->points[seat] = s->total[seat];
    if (s->phase == PHASE_OVER)
        most_points_win(out, s->players); /* SP-7 */
}

static int rounds(const struct state *s, int *last)
{
    for (int seat = 0; seat < s->players; seat++)
        last[seat] = s->last[seat];
    return s->round;
}

/* ---- who knows what ---- */

/* Hands lie open once they are scored (SP-12): all of them after the round,
 * during the scoring those of the dealer and on to the left, up to the mover. */
static uint8_t open_hands(const struct state *s)
{
    uint8_t open = 0;

    switch (s->phase) {
    case PHASE_CYCLE:
    case PHASE_BID:
    case PHASE_PARTNER: return 0;
    case PHASE_LATE:
        for (int seat = s->dealer; seat != s->mover; seat = seat + 1 == s->players ? 0 : seat + 1)
            open |= seat_bit(seat);
        return open;
    default: return all_seats(s);
    }
}

static void redact(struct state *s, int viewer)
{
    uint8_t open = open_hands(s);

    for (int seat = 0; seat < s->players; seat++)
        if (seat != viewer && !(open & seat_bit(seat))) {
            s->hand[seat] = 0;
            s->sealed[seat] = 0;
            s->hidden |= seat_bit(seat);
        }
}

/* Nothing that players do tells their cards by the rules: every deal of the
 * unseen cards is as likely as the next. */
static void imagine(struct state *s, int viewer, struct rng *rng)
{
    uint64_t dealt = cards_seen(s);

    (void)viewer;
    for (int seat = 0; seat < s->players; seat++) {
        if (!(s->hidden & seat_bit(seat)))
            continue;
        uint32_t fraction = draw_fraction(rng, s->cycle);
        for (int i = 0; i < s->cycle; i++)
            s->hand[seat] |= draw_card(&fraction, &dealt, rng);
        if (s->chosen & seat_bit(seat)) {
            uint16_t ids[1 + ROW * BONUSES] = {ID_PASS};
            int count = legal(s, seat, ids);
            s->sealed[seat] = (uint8_t)(ids[rng_below(rng, (uint32_t)count)] + 1);
        }
    }
    s->hidden = 0;
}

/* ---- observation ---- */

enum {
    OBS_PHASE,
    OBS_PLAYERS,
    OBS_MINE,
    OBS_SEALED,
    OBS_CYCLE,
    OBS_DEALER,
    OBS_PARTNER,
    OBS_UPGRADES,
    OBS_BONUSES,
    OBS_ROUND,
    OBS_TARGET = OBS_ROUND + 2,
    OBS_BIDS = OBS_TARGET + 3,
    OBS_CARDS = OBS_BIDS + BIDS,
    OBS_SEATS = OBS_CARDS + CARDS,
    OBS_SEAT = 6, /* see observe_seats() */
    OBS_VALUES = OBS_SEATS + MAX_SEATS * OBS_SEAT,
    OBS_SIZE = OBS_VALUES + BIDS,
};

static const struct game_field fields[] = {
    FIELD(OBS_PHASE, "phase", NULL),
    FIELD(OBS_PLAYERS, "players", "how many play"),
    FIELD(OBS_MINE, "mine", "1: I owe a choice"),
    FIELD(OBS_SEALED, "sealed", "my sealed choice: 1 + its id, 0 none"),
    FIELD(OBS_CYCLE, "cycle", "cards dealt to each"),
    FIELD(OBS_DEALER, "dealer", "seats to my left"),
    FIELD(OBS_PARTNER, "partner", "of Match Together: 0 nobody, else 1 + seats to my left"),
    FIELD(OBS_UPGRADES, "upgrades", "1: the expansion is played"),
    FIELD(OBS_BONUSES, "bonuses", "bit b: bonus bid b can be taken (1 win_all, 2 win_none, 3 together)"),
    FIELD_ROW(OBS_ROUND, 2, "round", "rounds scored, low byte, high byte"),
    FIELD_ROW(OBS_TARGET, 3, "target", "points that end the game, lowest byte first"),
    FIELD_ROW(OBS_BIDS, BIDS, "bids",
              "by bid: 0 discarded, 1 in the deck, 2 to be taken, 3 + seats to my left of its holder"),
    FIELD_ROWS(OBS_CARDS, SUITS, NUMBERS, "cards",
               "by suit (S P E C) and number: 0 unseen, 1 on the table, 2 mine, 2 + seats to my left of an open hand"),
    FIELD_SEATS(OBS_SEATS, OBS_SEAT, "token", "token of its bid; 0 without one"),
    FIELD_SEATS(OBS_SEATS + 1, OBS_SEAT, "bonus", "its bonus bid"),
    FIELD_SEATS(OBS_SEATS + 2, OBS_SEAT, "chosen", "1: its choice is sealed"),
    FIELD_SEATS_ROW(OBS_SEATS + 3, OBS_SEAT, 3, "points", "points + 65536, lowest byte first"),
    FIELD_ROW(OBS_VALUES, BIDS, "values", "by bid: what it is worth"),
    {.name = NULL},
};

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

static inline void observe_bids(const struct state *s, int seat, uint8_t *out)
{
    uint8_t room[32];
    uint32_t deck = s->deck | s->under;

    for (int i = 0; i < 4; i++)
        bytes_store64(room + 8 * i, spread_bits(deck >> 8 * i) + 2 * spread_bits(s->open >> 8 * i));
    bytes_copy(out, room, BIDS);
    for (int i = 0, other = seat; i < s->players; i++) {
        if (s->bid[other] != NO_BID)
            out[s->bid[other]] = (uint8_t)(3 + i);
        other = other + 1 == s->players ? 0 : other + 1;
    }
}

/* Adds a mark to the bytes of these cards. */
static inline void mark_cards(uint8_t *out, uint64_t cards, uint8_t mark)
{
    for (; cards; cards &= cards - 1) {
        int bit = __builtin_ctzll(cards);
        out[bit / 16 * NUMBERS + bit % 16] = mark;
    }
}

static inline void observe_cards(const struct state *s, int seat, uint8_t *out)
{
    uint8_t open = open_hands(s);

    for (int suit = 0; suit < SUITS; suit++) {
        unsigned table = suit_of(s->table, suit), mine = suit_of(s->hand[seat], suit);
        bytes_store64(out + suit * NUMBERS, spread_bits(table) + 2 * spread_bits(mine));
        out[suit * NUMBERS + 8] = (uint8_t)((table >> 8 & 1) + 2 * (mine >> 8 & 1));
        out[suit * NUMBERS + 9] = (uint8_t)((table >> 9) + 2 * (mine >> 9));
    }
    if (!open)
        return;
    for (int i = 1; i < s->players; i++) {
        int other = seat + i < s->players ? seat + i : seat + i - s->players;
        if (open & seat_bit(other))
            mark_cards(out, s->hand[other], (uint8_t)(2 + i));
    }
}

static inline void observe_seats(const struct state *s, int seat, uint8_t *out)
{
    bytes_zero(out, MAX_SEATS * OBS_SEAT);
    for (int i = 0, other = seat; i < s->players; i++, out += OBS_SEAT) {
        out[0] = s->token[other];
        out[1] = s->bonus[other];
        out[2] = s->chosen >> other & 1;
        put_number(out + 3, (uint32_t)(s->total[other] + (1 << 16)));
        other = other + 1 == s->players ? 0 : other + 1;
    }
}

static void observe(const struct state *s, int seat, uint8_t *out)
{
    int dealer = s->dealer - seat, partner = s->partner - 1 - seat;

    out[OBS_PHASE] = s->phase;
    out[OBS_PLAYERS] = s->players;
    out[OBS_MINE] = turn(s).seats >> seat & 1;
    out[OBS_SEALED] = s->sealed[seat];
    out[OBS_CYCLE] = s->cycle;
    out[OBS_DEALER] = (uint8_t)(dealer < 0 ? dealer + s->players : dealer);
    out[OBS_PARTNER] = (uint8_t)(!s->partner ? 0 : 1 + (partner < 0 ? partner + s->players : partner));
    out[OBS_UPGRADES] = s->upgrades;
    out[OBS_BONUSES] = s->bonuses;
    out[OBS_ROUND] = (uint8_t)s->round;
    out[OBS_ROUND + 1] = (uint8_t)(s->round >> 8);
    put_number(out + OBS_TARGET, (uint32_t)s->target);
    observe_bids(s, seat, out + OBS_BIDS);
    observe_cards(s, seat, out + OBS_CARDS);
    observe_seats(s, seat, out + OBS_SEATS);
    bytes_copy(out + OBS_VALUES, s->value, BIDS);
}

/* ---- words ---- */

static void card_text(int card, struct writer *w)
{
    write_char(w, suit_letters[card / 16]);
    write_number(w, card % 16 + 1);
}

void sparrows_write_cards(struct writer *w, uint64_t cards)
{
    for (bool first = true; cards; cards &= cards - 1, first = false) {
        if (!first)
            write_char(w, ' ');
        card_text(__builtin_ctzll(cards), w);
    }
}

static void action_text(const struct state *s, int seat, uint16_t id, struct writer *w)
{
    struct move move = sparrows_move(id);
    (void)s, (void)seat;

    switch (move.kind) {
    case MOVE_PASS: write_text(w, "pass"); break;
    case MOVE_BID:
        write_text(w, "bid ");
        write_text(w, sparrows_bids[move.bid].id);
        if (move.bonus != BONUS_NONE) {
            write_text(w, " +");
            write_text(w, sparrows_bonuses[move.bonus].id);
        }
        break;
    case MOVE_PARTNER:
        write_text(w, "partner ");
        write_number(w, move.seat);
        break;
    case MOVE_LATE:
        write_text(w, "late ");
        write_text(w, move.bid == NO_BID ? "none" : sparrows_bids[move.bid].id);
        break;
    }
}

static bool parse_bid(struct reader *in, uint16_t *id)
{
    int bid = 0, bonus = BONUS_NONE;

    if (!sparrows_read_bid(in, &bid))
        return false;
    if (read_if(in, " +")) {
        for (bonus = 1; bonus < BONUSES && !read_name(in, sparrows_bonuses[bonus].id); bonus++)
            continue;
        if (bonus == BONUSES)
            return read_failed(in, "there is no bonus bid of this name");
    }
    *id = (uint16_t)(ID_BID + bid * BONUSES + bonus);
    return read_end(in);
}

static bool action_parse(const struct state *s, int seat, struct reader *in, uint16_t *id)
{
    int number = 0;

    (void)s, (void)seat;
    if (read_if(in, "bid "))
        return parse_bid(in, id);
    if (read_if(in, "partner ")) {
        if (!read_number(in, 0, MAX_SEATS - 1, &number))
            return false;
        *id = (uint16_t)(ID_PARTNER + number);
    } else if (read_if(in, "late ")) {
        number = NO_BID;
        if (!read_name(in, "none") && !sparrows_read_bid(in, &number))
            return false;
        *id = (uint16_t)(ID_LATE + number);
    } else {
        *id = ID_PASS;
        if (!read_if(in, "pass"))
            return read_failed(in, "pass, bid, partner or late is expected here");
    }
    return read_end(in);
}

static void write_quoted(struct writer *w, const char *text)
{
    write_json_string(w, text, text_length(text));
}

static void write_quoted_card(struct writer *w, uint64_t card)
{
    write_item(w);
    write_char(w, '"');
    card_text(__builtin_ctzll(card), w);
    write_char(w, '"');
}

static void write_drawn_bids(const struct state *before, const struct state *after, struct writer *w)
{
    write_text(w, "{\"chance\":\"bids\",\"drawn\":[");
    for (int i = 0; i < ROW; i++)
        if (is_vacant(before, i)) {
            write_item(w);
            write_quoted(w, sparrows_bids[after->row[i]].id);
        }
    write_text(w, "]}");
}

static void write_cycle(const struct state *before, const struct state *after, struct writer *w)
{
    write_text(w, "{\"chance\":\"cycle\",\"k\":");
    write_number(w, before->cycle + 1);
    write_text(w, ",\"hands\":[");
    for (int seat = 0; seat < after->players; seat++)
        write_quoted_card(w, after->hand[seat] & ~before->hand[seat]);
    write_text(w, "],\"table\":");
    write_quoted_card(w, after->table & ~before->table);
    write_char(w, '}');
}

static void chance_write(const struct state *before, const struct state *after, struct writer *w)
{
    switch (before->phase) {
    case PHASE_DEALER:
        write_text(w, "{\"chance\":\"dealer\",\"seat\":");
        write_number(w, after->dealer);
        write_char(w, '}');
        break;
    case PHASE_RESHUFFLE: write_text(w, "{\"chance\":\"bid-reshuffle\"}"); break;
    case PHASE_BIDS: write_drawn_bids(before, after, w); break;
    default: write_cycle(before, after, w); break;
    }
}

/* One bid of a refill: it must be on top of the bid deck. */
static bool read_drawn_bid(struct state *s, struct reader *in, int place)
{
    int bid = NO_BID;

    if (!read_literal(in, "\""))
        return false;
    size_t at = in->at;
    if (!sparrows_read_bid(in, &bid) || !read_literal(in, "\""))
        return false;
    if (!(s->deck & bid_bit(bid)))
        return read_failed_at(in, at,
                              s->under & bid_bit(bid) ? "what is left of the old bid deck is drawn first"
                                                      : "this bid is not in the bid deck");
    fill_place(s, place, bid);
    return true;
}

static bool read_drawn_bids(struct state *s, struct reader *in)
{
    bool first = true;

    if (!read_if(in, "{\"chance\":\"bids\",\"drawn\":["))
        return read_failed(in, "the face-up bids are filled up now");
    for (int i = 0; i < ROW; i++) {
        if (!is_vacant(s, i))
            continue;
        if (!first && !read_if(in, ","))
            return read_failed(in, "there are fewer bids than places to fill");
        if (first && read_if(in, "]"))
            return read_failed(in, "there are fewer bids than places to fill");
        if (!read_drawn_bid(s, in, i))
            return false;
        first = false;
    }
    if (!read_if(in, "]"))
        return read_failed(in, "there are more bids than places to fill");
    open_row(s);
    clear_round(s);
    return read_literal(in, "}") && read_end(in);
}

/* One dealt card: it must not have been dealt in this round. */
static bool read_dealt(struct reader *in, uint64_t *dealt, uint64_t *into)
{
    int suit = 0, number = 0;

    if (!read_literal(in, "\""))
        return false;
    size_t at = in->at;
    while (suit < SUITS && !read_if(in, (char[]){suit_letters[suit], '\0'}))
        suit++;
    if (suit == SUITS)
        return read_failed(in, "a suit is expected here: S, P, E or C");
    if (!read_number(in, 1, NUMBERS, &number) || !read_literal(in, "\""))
        return false;
    uint64_t card = card_bit(suit, number);
    if (*dealt & card)
        return read_failed_at(in, at, "this card has been dealt in this round");
    *dealt |= card;
    *into |= card;
    return true;
}

static bool read_cycle(struct state *s, struct reader *in)
{
    uint64_t dealt = cards_seen(s);
    int cycle = 0;

    if (!read_if(in, "{\"chance\":\"cycle\",\"k\":"))
        return read_failed(in, "the next cycle is dealt now");
    size_t at = in->at;
    if (!read_number(in, 1, CYCLES, &cycle))
        return false;
    if (cycle != s->cycle + 1)
        return read_failed_at(in, at, "this is not the cycle that comes next");
    if (!read_literal(in, ",\"hands\":"))
        return false;
    for (int seat = 0; seat < s->players; seat++)
        if (!read_next(in, seat, "there are fewer cards than players") || !read_dealt(in, &dealt, &s->hand[seat]))
            return false;
    if (!read_last(in, "there are more cards than players") || !read_literal(in, ",\"table\":") ||
        !read_dealt(in, &dealt, &s->table))
        return false;
    begin_bidding(s);
    return read_literal(in, "}") && read_end(in);
}

static bool chance_read(struct state *s, struct reader *in)
{
    int seat = 0;

    switch (s->phase) {
    case PHASE_DEALER:
        if (!read_if(in, "{\"chance\":\"dealer\",\"seat\":"))
            return read_failed(in, "the dealer is drawn first");
        if (!read_number(in, 0, s->players - 1, &seat) || !read_literal(in, "}"))
            return false;
        s->dealer = (uint8_t)seat;
        s->phase = PHASE_BIDS;
        return read_end(in);
    case PHASE_RESHUFFLE:
        if (!read_if(in, "{\"chance\":\"bid-reshuffle\"}"))
            return read_failed(in, "the bid deck cannot fill the row: it is reshuffled first");
        reshuffle(s);
        return read_end(in);
    case PHASE_BIDS: return read_drawn_bids(s, in);
    default: return read_cycle(s, in);
    }
}

/* ---- JSON ---- */

static void describe_cards(struct writer *w, const char *key, uint64_t cards)
{
    write_key_list(w, key);
    for (; cards; cards &= cards - 1)
        write_quoted_card(w, cards);
    write_char(w, ']');
}

static void describe_bid_set(struct writer *w, const char *key, uint32_t bids)
{
    write_key_list(w, key);
    for (; bids; bids &= bids - 1) {
        write_item(w);
        write_quoted(w, sparrows_bids[__builtin_ctz(bids)].id);
    }
    write_char(w, ']');
}

/* The face-up bids, in their places, and who has claimed which. */
static void describe_row(const struct state *s, struct writer *w)
{
    write_key_list(w, "bids");
    for (int i = 0; i < ROW && s->row[i] != NO_BID; i++) {
        const struct sparrows_bid *bid = &sparrows_bids[s->row[i]];
        int holder = sparrows_holder(s, s->row[i]);
        write_object(w);
        write_key_text(w, "id", bid->id);
        write_key_text(w, "name", bid->name);
        write_key_text(w, "asks", bid->asks);
        write_key_number(w, "value", s->value[s->row[i]]);
        if (holder >= 0)
            write_key_number(w, "holder", holder);
        write_char(w, '}');
    }
    write_char(w, ']');
}

/* For a hand that the viewer sees: how far it is with each bid of the row. */
static void describe_progress(const struct state *s, int seat, struct writer *w)
{
    write_key_list(w, "progress");
    for (int i = 0; i < ROW && s->row[i] != NO_BID; i++) {
        uint64_t other = s->bid[seat] == s->row[i] ? sparrows_pool_part(s, seat) : s->table;
        struct sparrows_progress progress = sparrows_progress(s->row[i], s->hand[seat], other);
        write_object(w);
        write_key_number(w, "have", progress.have);
        write_key_number(w, "need", progress.need);
        write_char(w, '}');
    }
    write_char(w, ']');
}

static void describe_sealed(const struct state *s, int seat, struct writer *w)
{
    char text[64];
    struct writer choice = write_into(text, sizeof text);

    if (!(s->chosen & seat_bit(seat)))
        return;
    if (s->hidden & seat_bit(seat))
        write_text(&choice, "hidden");
    else
        action_text(s, seat, (uint16_t)(s->sealed[seat] - 1), &choice);
    write_key_text(w, "chosen", text);
}

static void describe_seat(const struct state *s, int seat, const struct sparrows_score *score, struct writer *w)
{
    write_object(w);
    write_key_number(w, "cards", s->cycle);
    if (!(s->hidden & seat_bit(seat))) {
        describe_cards(w, "hand", s->hand[seat]);
        describe_progress(s, seat, w);
    }
    if (s->bid[seat] != NO_BID) {
        write_key_text(w, "bid", sparrows_bids[s->bid[seat]].id);
        write_key_number(w, "token", s->token[seat]);
        if (s->bonus[seat] != BONUS_NONE)
            write_key_text(w, "bonus", sparrows_bonuses[s->bonus[seat]].id);
        if (score) {
            write_key_flag(w, "achieved", score->bid);
            if (s->bonus[seat] != BONUS_NONE)
                write_key_flag(w, "bonusAchieved", score->bonus);
        }
    }
    describe_sealed(s, seat, w);
    if (s->round > 0)
        write_key_number(w, "last", s->last[seat]);
    write_key_number(w, "points", s->total[seat]);
    write_char(w, '}');
}

/* An item of a list; the caller closes it. */
static void begin_bonus(struct writer *w, int bonus)
{
    write_object(w);
    write_key_text(w, "id", sparrows_bonuses[bonus].id);
    write_key_text(w, "name", sparrows_bonuses[bonus].name);
    write_key_number(w, "value", sparrows_bonuses[bonus].value);
}

static void describe_bonuses(const struct state *s, struct writer *w)
{
    write_key_list(w, "bonuses");
    for (int bonus = 1; bonus < BONUSES; bonus++) {
        begin_bonus(w, bonus);
        write_key_flag(w, "open", s->bonuses >> bonus & 1);
        write_char(w, '}');
    }
    write_char(w, ']');
}

static const char *const phase_names[] = {"dealer",  "reshuffle", "bids", "cycle", "bid",
                                          "partner", "late",      "over", NULL};

static void describe(const struct state *s, struct writer *w)
{
    struct sparrows_score score[MAX_SEATS];
    bool scored = sparrows_scored(s);

    if (scored)
        sparrows_scores(s, score);
    write_char(w, '{');
    write_key_text(w, "phase", phase_names[s->phase]);
    write_key_flag(w, "upgrades", s->upgrades);
    write_key_number(w, "target", s->target);
    write_key_number(w, "round", s->round);
    write_key_number(w, "cycle", s->cycle);
    write_key_number(w, "dealer", s->dealer);
    write_key_bits(w, "turn", turn(s).seats);
    if (s->phase == PHASE_BID || s->phase == PHASE_LATE)
        write_key_number(w, "token", sparrows_token(s));
    describe_row(s, w);
    if (s->upgrades)
        describe_bonuses(s, w);
    if (s->partner)
        write_key_number(w, "partner", s->partner - 1);
    describe_cards(w, "table", s->table);
    describe_bid_set(w, "deck", s->deck | s->under);
    describe_bid_set(w, "discard", s->discard);
    write_key_list(w, "seats");
    for (int seat = 0; seat < s->players; seat++)
        describe_seat(s, seat, scored ? &score[seat] : NULL, w);
    write_text(w, "]}");
}

/* ---- invariants ---- */

enum { ROUND_LEAST = 2 * FAILED, ROUND_MOST = VALUE_MOST + 200 }; /* points of a round: SP-6, SP-10 */

/* Whether there have been bids on the table. */
static bool has_begun(const struct state *s)
{
    return s->phase != PHASE_DEALER && (s->phase != PHASE_BIDS || s->round > 0);
}

static uint8_t hidden_from(const struct state *s, int viewer)
{
    unsigned own = viewer >= 0 ? seat_bit(viewer) : 0;
    return (uint8_t)(viewer == OPEN ? 0 : all_seats(s) & ~own & ~open_hands(s));
}

/* Everything that is a seat, a phase or counts them. */
static const char *frame_fault(const struct state *s, int viewer)
{
    bool moves = s->phase == PHASE_PARTNER || s->phase == PHASE_LATE;
    int least = !has_begun(s) || s->phase == PHASE_CYCLE ? 0 : s->phase == PHASE_BID ? 1 : CYCLES;
    int most = !has_begun(s) ? 0 : s->phase == PHASE_CYCLE ? CYCLES - 1 : CYCLES;

    if (s->phase > PHASE_OVER || s->cycle < least || s->cycle > most)
        return "this is no phase of that cycle";
    if (s->dealer >= s->players || s->mover >= s->players || (s->mover && !moves) || s->partner > s->players)
        return "there is no such seat";
    if (s->round > ROUNDS_MOST || (s->phase == PHASE_DEALER && s->round > 0) ||
        (s->round == 0 && (s->phase == PHASE_RESHUFFLE || s->phase == PHASE_OVER)))
        return "this is no phase of that round";
    if (s->hidden != hidden_from(s, viewer))
        return "hands are hidden or open that should not be";
    if (s->chosen ? s->phase != PHASE_BID || (s->chosen & ~s->bidless) || s->chosen == s->bidless
                  : s->phase == PHASE_BID && !s->bidless)
        return "seats have chosen that should not have, or nobody is to choose";
    return NULL;
}

static bool has_more_seats(const struct state *s)
{
    for (int seat = s->players; seat < MAX_SEATS; seat++)
        if (s->hand[seat] || s->total[seat] || s->last[seat] || s->bid[seat] != NO_BID || s->token[seat] ||
            s->bonus[seat] || s->sealed[seat])
            return true;
    return !bytes_are_zero(s->unused, sizeof s->unused);
}

static const char *card_fault(const struct state *s)
{
    uint64_t seen = s->table;

    if (count_bits(s->table) != s->cycle)
        return "the table has not one card for each cycle";
    if ((cards_seen(s) & ~EACH_LANE(0x3ff)) != 0)
        return "there is no such card";
    for (int seat = 0; seat < s->players; seat++) {
        if (count_bits(s->hand[seat]) != (s->hidden & seat_bit(seat) ? 0 : s->cycle))
            return "a hand has not one card for each cycle";
        if (seen & s->hand[seat])
            return "a card is in two places";
        seen |= s->hand[seat];
    }
    return NULL;
}

/* The face-up bids: six different ones, or none yet. */
static const char *row_fault(const struct state *s, uint32_t *row)
{
    *row = 0;
    for (int i = 0; i < ROW; i++) {
        if (has_begun(s) ? s->row[i] >= BIDS : s->row[i] != NO_BID)
            return "there is no such bid";
        *row |= has_begun(s) ? bid_bit(s->row[i]) : 0;
    }
    return count_bits(*row) == (has_begun(s) ? ROW : 0) ? NULL : "a bid lies there twice";
}

/* Every bid is in one place, the row among them; what is claimed in the round
 * just scored is shown there but counts as discarded. */
static const char *bid_fault(const struct state *s)
{
    uint32_t row = 0, held = 0, piles = s->deck | s->under | s->discard;
    const char *wrong = row_fault(s, &row);

    if (wrong)
        return wrong;
    for (int seat = 0; seat < s->players; seat++) {
        if (s->bid[seat] == NO_BID)
            continue;
        if (s->bid[seat] > NO_BID || ((held | ~row) & bid_bit(s->bid[seat])))
            return "a bid is held that is not there to be had";
        held |= bid_bit(s->bid[seat]);
    }
    if ((s->deck & s->under) || (s->deck & s->discard) || (s->under & s->discard) || (piles & s->open))
        return "a bid is in two places";
    if (sparrows_scored(s) ? held & ~(s->phase == PHASE_BIDS ? piles : s->discard) : held & piles)
        return "a bid is held and in a pile, or has not been discarded";
    if ((piles | s->open | held) != bid_bit(BIDS) - 1)
        return "a bid is missing";
    if ((s->open | held) != row || (s->open & held))
        return "the row and what is open of it differ";
    return NULL;
}

/* The bid deck can fill the row when it has to: SP-3. */
static const char *deck_fault(const struct state *s)
{
    int vacant = 0;

    for (int i = 0; i < ROW; i++)
        vacant += is_vacant(s, i);
    if ((s->under && s->phase != PHASE_BIDS) || (!has_begun(s) && s->deck != bid_bit(BIDS) - 1))
        return "discarded bids lie under the deck that should not";
    if (s->phase == PHASE_RESHUFFLE && count_bits(s->deck) >= vacant)
        return "the bid deck is reshuffled too early";
    if (s->phase == PHASE_BIDS && (!s->deck || count_bits(s->deck) + count_bits(s->under) < vacant))
        return "the bid deck should have been reshuffled";
    return NULL;
}

/* The bonus bids are there to be taken, or with a bid: SP-9, SP-11. */
static const char *bonus_fault(const struct state *s)
{
    unsigned taken = 0, all = s->upgrades && has_begun(s) ? (1u << BONUSES) - 2 : 0;
    int together = -1;

    for (int seat = 0; seat < s->players; seat++) {
        if (s->bonus[seat] == BONUS_NONE)
            continue;
        if (s->bonus[seat] >= BONUSES || s->bid[seat] == NO_BID || s->token[seat] == TOKEN_LATE ||
            (taken >> s->bonus[seat] & 1))
            return "a bonus bid is in two places";
        taken |= 1u << s->bonus[seat];
        together = s->bonus[seat] == BONUS_TOGETHER ? seat : together;
    }
    if (s->bonuses != (all & ~taken) || (taken & ~all))
        return "a bonus bid is in two places, or gone";
    bool named = together >= 0 && (s->phase == PHASE_LATE || sparrows_scored(s));
    if ((s->partner != 0) != named || (named && s->partner == together + 1))
        return "a partner is named, or is not, without reason";
    if (s->phase == PHASE_PARTNER && (together < 0 || s->mover != together))
        return "a partner is asked for of nobody";
    return NULL;
}

/* Who has a bid has a token, and who has none may be asked: SP-5, SP-12. */
static const char *token_fault(const struct state *s)
{
    unsigned tokens = 0;

    for (int seat = 0; seat < s->players; seat++) {
        bool without = s->bid[seat] == NO_BID, late = s->token[seat] == TOKEN_LATE;
        if (without != (s->token[seat] == 0) || without != (s->bidless >> seat & 1))
            return "a bid is without its token";
        if (late ? !s->upgrades || !(s->phase == PHASE_LATE || sparrows_scored(s)) : s->token[seat] > s->cycle)
            return "there is no such token yet";
        if (!without && !late && (tokens >> s->token[seat] & 1))
            return "a token is held twice";
        tokens |= 1u << s->token[seat];
    }
    if (s->bidless >> s->players)
        return "there is no such seat";
    if (s->phase == PHASE_LATE && (!s->upgrades || !(s->bidless & seat_bit(s->mover))))
        return "a late bid is asked for of nobody";
    return NULL;
}

static const char *sealed_fault(const struct state *s)
{
    for (int seat = 0; seat < s->players; seat++) {
        bool seen = (s->chosen & ~s->hidden) & seat_bit(seat);
        if (seen != (s->sealed[seat] != 0))
            return "a sealed choice is missing, or shown";
        if (seen && (s->sealed[seat] > ID_PARTNER || objection(s, seat, (uint16_t)(s->sealed[seat] - 1))))
            return "a choice is sealed that could not be made";
    }
    return NULL;
}

/* SP-6, SP-7: what was scored. */
static const char *score_fault(const struct state *s)
{
    struct sparrows_score score[MAX_SEATS];
    bool over = s->round == ROUNDS_MOST, scored = sparrows_scored(s);

    if (scored)
        sparrows_scores(s, score);
    for (int seat = 0; seat < s->players; seat++) {
        int last = s->last[seat], total = s->total[seat];
        if (last < ROUND_LEAST || last > ROUND_MOST || total < ROUND_LEAST * s->round ||
            total > ROUND_MOST * s->round || (s->round == 0 && last != 0) || (s->round == 1 && last != total) ||
            (scored && last != score[seat].points))
            return "points have come from nowhere";
        over |= s->round > 0 && total >= s->target;
    }
    return over == (s->phase == PHASE_OVER) ? NULL : "the game should be over, or should not";
}

static const char *fault(const struct state *s, int viewer)
{
    const char *wrong = frame_fault(s, viewer);

    if (!wrong && has_more_seats(s))
        wrong = "there is something at a seat where nobody sits";
    wrong = wrong ? wrong : card_fault(s);
    wrong = wrong ? wrong : bid_fault(s);
    wrong = wrong ? wrong : deck_fault(s);
    wrong = wrong ? wrong : token_fault(s);
    wrong = wrong ? wrong : bonus_fault(s);
    wrong = wrong ? wrong : sealed_fault(s);
    return wrong ? wrong : score_fault(s);
}

static bool same_setup(const struct state *a, const struct state *b)
{
    return a->players == b->players && a->upgrades == b->upgrades && a->target == b->target &&
           bytes_equal(a->value, b->value, sizeof a->value);
}

/* ---- tables ---- */

/* Writes the sizes of the sets a bid asks for, largest first, or how many cards it asks for. */
static void write_sizes(struct writer *w, const struct sparrows_bid *bid)
{
    write_key_list(w, "sizes");
    for (int times = 4, written = 0; times >= 2 && bid->kind == KIND_SETS; times--)
        for (int wanted = (int)(bid->parameter >> 16 * (times - 2) & 0xffff); written < wanted; written++) {
            write_item(w);
            write_number(w, times);
        }
    if (bid->kind == KIND_STREET || bid->kind == KIND_GROUP || bid->kind == KIND_BAND)
        write_number(w, (int64_t)bid->parameter);
    write_char(w, ']');
}

static void write_bid(struct writer *w, const struct sparrows_bid *bid)
{
    static const char *const kinds[] = {
        [KIND_SETS] = "sets",     [KIND_STREET] = "street",    [KIND_GROUP] = "group",
        [KIND_BAND] = "band",     [KIND_HIGH] = "high",        [KIND_LOW] = "low",
        [KIND_MAJORITY] = "most", [KIND_HAND_SUITS] = "suits", [KIND_DIFFERENT] = "different",
    };

    write_object(w);
    write_key_text(w, "id", bid->id);
    write_key_text(w, "name", bid->name);
    write_key_text(w, "asks", bid->asks);
    write_key_number(w, "value", bid->value);
    write_key_text(w, "kind", kinds[bid->kind]);
    write_sizes(w, bid);
    if (bid->kind == KIND_MAJORITY) {
        write_key(w, "suit");
        write_json_string(w, &suit_letters[bid->parameter], 1);
    }
    write_char(w, '}');
}

static void write_lists(struct writer *w)
{
    write_key_list(w, "suits");
    for (int suit = 0; suit < SUITS; suit++) {
        write_item(w);
        write_json_string(w, &suit_letters[suit], 1);
    }
    write_char(w, ']');
    write_key_list(w, "bids");
    for (int bid = 0; bid < BIDS; bid++)
        write_bid(w, &sparrows_bids[bid]);
    write_char(w, ']');
    write_key_list(w, "bonuses");
    for (int bonus = 1; bonus < BONUSES; bonus++) {
        begin_bonus(w, bonus);
        write_char(w, '}');
    }
    write_char(w, ']');
}

static const struct game_tables tables = {
    .phases = phase_names, .fields = fields, .ids = all_ids, .lists = write_lists};

const struct game sparrows = {
    .id = "sparrows",
    .title = "Six of Sparrows",
    .summary = "Claim the pattern that your cards and the table will make, before most of them are dealt.",
    .minutes = 30,
    .min_players = 2,
    .max_players = 5,
    .max_actions = ID_END,
    .max_legal = 1 + ROW * BONUSES, /* pass, and each bid of the row alone or with a bonus */
    .state_size = sizeof(struct state),
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
                               .help = "the game ends after a round in which somebody has so many points"},
            [OPTION_VALUES] = {.name = "values",
                               .kind = OPTION_TEXT,
                               .values = "two_pair:50,low_card:90, or all 29 numbers 0..250 in order",
                               .fallback = "printed",
                               .help = "other values of bids, by name or of all in order",
                               .example =
                                   "straight_flush_short:20|two_pair:0,no_duplicates:250|"
                                   "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29"},
            {.name = NULL},
        },
    .tables = &tables,
    GAME_FUNCTIONS,
    .rounds = rounds,
    .verbs = (const struct verb[]){SPARROWS_VERBS(VERB_ROW) VERBS_END},
    .lists = (const struct name_list[]){{"bid", bid_keys}, {"bonus", bonus_keys}, {.name = NULL}},
    .ask = sparrows_ask,
};
