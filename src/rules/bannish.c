/* BANNISH: a trick-taking game in which the same card played twice ends the
 * trick, and the second most stars win the round. Rules as in
 * docs/rules/bannish.md, by their ids.
 *
 * A decision costs some tens of nanoseconds. Hands are words with two bits a
 * card (see bannish.h): following suit is one mask, a repeated card is one bit,
 * and a deal draws four places of the shrinking deck from each random word. */
#include "rules/bannish_inside.h"
#include "rules/ids.h"

static const struct game_ids all_ids[] = {
    {"play", BANNISH_ID_PLAY, BANNISH_CARDS, "colour * 6 + number - 1", "play R1"},
    {"take", BANNISH_ID_TAKE, BANNISH_CARDS, "colour * 6 + number - 1", "take R1"},
    {.name = NULL},
};

enum { OPTION_STARS };

/* ---- cards and piles ---- */

/* The pile of a set of physical cards, where either bit may stand for a copy. */
static inline uint64_t pile_of_set(uint64_t set)
{
    uint64_t high = set >> 1;
    return ((set | high) & BANNISH_PILE_ONES) | (set & high & BANNISH_PILE_ONES) << 1;
}

int bannish_stars(const struct bannish_state *s, uint64_t pile)
{
    int stars = 0;
    for (; pile; pile &= pile - 1)
        stars += s->stars[bannish_card_number(__builtin_ctzll(pile) / 2) - 1];
    return stars;
}

int bannish_seat_of(const struct bannish_state *s, const struct bannish_trick *trick, int place)
{
    int seat = trick->leader + place;
    return seat < s->players ? seat : seat - s->players;
}

/* ---- setting up ---- */

/* BN-2: six numbers with commas between them. */
static const char *read_own_stars(const char *value, uint8_t *stars)
{
    struct reader in = read_from(value, text_length(value));

    for (int i = 0; i < BANNISH_NUMBERS; i++) {
        int number = 0;
        if (i > 0 && read_at_end(&in))
            return "stars: six numbers are needed, one for each of the cards 1 to 6";
        if (i > 0 && !read_literal(&in, ","))
            return "stars: a comma is expected between the six numbers, and nothing else";
        if (!read_number(&in, 1, BANNISH_STARS_MAX, &number))
            return i == 0 && in.at == 0 && (value[0] < '0' || value[0] > '9')
                       ? "stars: must be inverse, equal, stepped, or six numbers like 6,5,4,3,2,1"
                       : "stars: each of the six numbers must be 1 to 99, without zeros in front";
        stars[i] = (uint8_t)number;
    }
    return read_at_end(&in) ? NULL : "stars: something follows the six numbers";
}

static const char *read_stars(const char *value, uint8_t *stars)
{
    static const struct {
        const char *word;
        uint8_t stars[BANNISH_NUMBERS];
    } tables[] = {
        {"inverse", {6, 5, 4, 3, 2, 1}},
        {"equal", {1, 2, 3, 4, 5, 6}},
        {"stepped", {1, 1, 2, 2, 3, 3}},
    };

    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        if (text_equal(value, tables[i].word)) {
            bytes_copy(stars, tables[i].stars, BANNISH_NUMBERS);
            return NULL;
        }
    return read_own_stars(value, stars);
}

const char *bannish_start(struct bannish_state *s, const struct setup *setup)
{
    const char *stars = setup->value[OPTION_STARS];

    bytes_zero(s, sizeof *s);
    s->players = (uint8_t)setup->players;
    s->phase = BANNISH_PHASE_DEAL;
    return read_stars(stars ? stars : bannish.options[OPTION_STARS].fallback, s->stars);
}

struct turn bannish_turn(const struct bannish_state *s)
{
    if (s->phase == BANNISH_PHASE_PLAY || s->phase == BANNISH_PHASE_TAKE)
        return (struct turn){.kind = TURN_CHOICE, .seats = seat_bit(s->mover)};
    return (struct turn){.kind = s->phase == BANNISH_PHASE_DEAL ? TURN_CHANCE : TURN_OVER};
}

/* Clears the table for a deal; the hands are dealt by the caller. */
void bannish_clear_round(struct bannish_state *s, int lead)
{
    s->phase = BANNISH_PHASE_PLAY;
    s->chip = s->mover = (uint8_t)lead;
    s->now = (struct bannish_trick){.leader = (uint8_t)lead};
    s->last = (struct bannish_trick){.count = 0};
    s->table = s->gone = 0;
    s->second = 0;
    bytes_zero(s->hand, sizeof s->hand);
    bytes_zero(s->taken, sizeof s->taken);
    bytes_zero(s->lacks, sizeof s->lacks);
    for (int seat = 0; seat < s->players; seat++)
        s->count[seat] = BANNISH_HAND_SIZE;
}

/* Draws four places out of `left`, `left` - 1, … from one random word: each
 * multiplication peels one number off and leaves a fraction for the next. The
 * few words that would favour some outcomes are thrown away. left <= 60. */
static inline void draw_four(struct rng *rng, uint32_t left, uint32_t *place)
{
    uint32_t ways = left * (left - 1) * (left - 2) * (left - 3), rest;

    do {
        rest = rng_word(rng);
        for (uint32_t i = 0; i < 4; i++) {
            uint64_t product = (uint64_t)rest * (left - i);
            place[i] = (uint32_t)(product >> 32);
            rest = (uint32_t)product;
        }
    } while (rest < ways && rest < (0u - ways) % ways);
}

void bannish_chance(struct bannish_state *s, struct rng *rng)
{
    int lead = s->round == 0 ? (int)rng_below(rng, s->players) : s->chip; /* BN-3 */
    uint32_t left = 12u * s->players;
    uint64_t rest = bannish_full_deck(s->players);
    uint8_t deck[2 * BANNISH_CARDS];

    for (int i = 0; i < 2 * BANNISH_CARDS; i++)
        deck[i] = (uint8_t)i;
    bannish_clear_round(s, lead);
    for (int seat = 0; seat + 1 < s->players; seat++) {
        uint64_t set = 0;
        for (int dealt = 0; dealt < BANNISH_HAND_SIZE; dealt += 4) {
            uint32_t place[4];
            draw_four(rng, left, place);
            for (int i = 0; i < 4; i++) {
                set |= (uint64_t)1 << deck[place[i]];
                deck[place[i]] = deck[--left];
            }
        }
        s->hand[seat] = pile_of_set(set);
        rest &= ~set;
    }
    s->hand[s->players - 1] = pile_of_set(rest);
}

/* ---- legal, and the same rules one action at a time ---- */

/* How many of the cards of BANNISH_PILE_ONES are set, 15 at most. Without a machine
 * instruction for it, this is faster than what the compiler calls. */
static inline int count_bits(uint64_t ones)
{
    ones = (ones & 0x3333333333333333u) + (ones >> 2 & 0x3333333333333333u);
    return (int)((ones * 0x1111111111111111u) >> 60);
}

static inline int first_id(const struct bannish_state *s)
{
    return s->phase == BANNISH_PHASE_PLAY ? BANNISH_ID_PLAY : BANNISH_ID_TAKE;
}

/* A bit for each card that may be played or taken, where the first copy of it lies in a pile. */
static inline uint64_t legal_cards(const struct bannish_state *s, int seat)
{
    uint64_t cards = s->table;

    if (s->phase == BANNISH_PHASE_PLAY) {
        cards = s->hand[seat];
        if (s->now.count > 0) { /* BN-4 */
            uint64_t following = cards & bannish_pile_colour(bannish_card_colour(s->now.card[0] - 1));
            cards = following ? following : cards;
        }
    }
    return cards & BANNISH_PILE_ONES;
}

int bannish_legal(const struct bannish_state *s, int seat, uint16_t *ids)
{
    uint64_t cards = legal_cards(s, seat);
    int first = first_id(s), count = count_bits(cards);

    cards |= (uint64_t)7 << 61; /* no cards: up to three more than there are go into the slack */
    for (int done = 0; done < count; done += 4)
        for (int i = 0; i < 4; i++, cards &= cards - 1)
            ids[done + i] = (uint16_t)(first + __builtin_ctzll(cards) / 2);
    return count;
}

static void legal_mask(const struct state *state, int seat, uint32_t *mask)
{
    const struct bannish_state *s = bannish_state(state);

    for (uint64_t cards = legal_cards(s, seat); cards; cards &= cards - 1)
        put_id(ids_mask(mask), first_id(s) + __builtin_ctzll(cards) / 2);
}

BANNISH_REFUSALS(REFUSAL_KEY)

static const char *play_objection(const struct bannish_state *s, int seat, int card)
{
    if (s->phase == BANNISH_PHASE_TAKE)
        return take_first;
    if (bannish_card_colour(card) >= s->players)
        return no_such_colour;
    if (bannish_pile_copies(s->hand[seat], card) == 0)
        return not_in_hand;
    if (s->now.count == 0)
        return NULL;
    int lead = bannish_card_colour(s->now.card[0] - 1);
    if (bannish_card_colour(card) == lead)
        return NULL;
    for (int number = 1; number <= BANNISH_NUMBERS; number++)
        if (bannish_pile_copies(s->hand[seat], lead * BANNISH_NUMBERS + number - 1) > 0)
            return must_follow;
    return NULL;
}

static const char *take_objection(const struct bannish_state *s, int card)
{
    if (s->phase != BANNISH_PHASE_TAKE)
        return no_trick_to_take;
    if (s->now.twin == card + 1)
        return bannished;
    for (int place = 0; place < s->now.count; place++)
        if (s->now.card[place] == card + 1)
            return NULL;
    return not_in_trick;
}

const char *bannish_objection(const struct bannish_state *s, int seat, uint16_t id)
{
    return bannish_id_is_play(id) ? play_objection(s, seat, bannish_id_card(id))
                                  : take_objection(s, bannish_id_card(id));
}

/* ---- the end of a round ---- */

uint8_t bannish_second(const struct bannish_state *s, const int *totals, const int *cards)
{
    int first = 0, second = 0, fewest = 2 * BANNISH_CARDS;
    uint8_t seats = 0;

    for (int seat = 0; seat < s->players; seat++) /* the two highest different totals; 0 is neither (BN-10) */
        if (totals[seat] > first) {
            second = first;
            first = totals[seat];
        } else if (totals[seat] < first && totals[seat] > second) {
            second = totals[seat];
        }
    if (second == 0)
        return 0;
    for (int seat = 0; seat < s->players; seat++) /* BN-11 */
        if (totals[seat] == second && cards[seat] <= fewest) {
            seats = (uint8_t)(seat_bit(seat) | (cards[seat] < fewest ? 0 : seats));
            fewest = cards[seat];
        }
    return seats;
}

static void end_round(struct bannish_state *s)
{
    int totals[MAX_SEATS], cards[MAX_SEATS];

    s->phase = BANNISH_PHASE_DEAL;
    s->round++;
    for (int seat = 0; seat < s->players; seat++) {
        totals[seat] = bannish_stars(s, s->taken[seat]) + bannish_stars(s, s->hand[seat]);
        cards[seat] = bannish_pile_size(s->taken[seat]) + s->count[seat];
        s->total[seat] = (uint16_t)totals[seat];
    }
    s->second = bannish_second(s, totals, cards);
    for (int seat = 0; seat < s->players; seat++)
        if (s->second & seat_bit(seat) && ++s->vp[seat] >= BANNISH_WINNING_VP)
            s->phase = BANNISH_PHASE_OVER; /* BN-12 */
}

/* ---- the course of a trick ---- */

static bool somebody_is_out_of_cards(const struct bannish_state *s)
{
    for (int seat = 0; seat < s->players; seat++)
        if (s->count[seat] == 0)
            return true;
    return false;
}

/* What is left of the trick leaves the round; the chip holder leads (BN-8). */
static void end_trick(struct bannish_state *s)
{
    s->gone = bannish_pile_of_counts(bannish_pile_counts(s->gone) + s->table);
    s->table = 0;
    s->last = s->now;
    s->now = (struct bannish_trick){.leader = s->chip};
    s->mover = s->chip;
    s->phase = BANNISH_PHASE_PLAY;
    if (somebody_is_out_of_cards(s))
        end_round(s); /* BN-9 */
}

static void take(struct bannish_state *s, int seat, int card)
{
    s->taken[seat] = bannish_pile_add(s->taken[seat], card);
    s->table &= ~bannish_pile_one(card);
    s->now.taken = (uint8_t)(card + 1);
    end_trick(s);
}

/* Where a card lies in the trick: the eight bytes from the first card on are
 * searched at once. It is there, and nothing before it is alike. */
static inline int place_of(const struct bannish_trick *trick, int card)
{
    const uint64_t each = 0x0101010101010101u;
    uint64_t differs = bytes_load64(trick->card) ^ each * (uint64_t)(card + 1);
    return __builtin_ctzll((differs - each) & ~differs & each << 7) / 8;
}

/* The place of the card that wins among those on the table: the first of them
 * sets the colour (BN-6, BN-7). There is one at least. */
static inline int winning_place(const struct bannish_state *s)
{
    int first = 0;

    while (s->now.card[first] == s->now.twin)
        first++;
    uint64_t colour = s->table & bannish_pile_colour(bannish_card_colour(s->now.card[first] - 1));
    return place_of(&s->now, (63 - __builtin_clzll(colour)) / 2);
}

/* Everybody has played, or BANNISH has ended the trick. */
static void settle(struct bannish_state *s)
{
    if (s->table == 0) {
        end_trick(s);
        return;
    }
    int place = winning_place(s), winner = bannish_seat_of(s, &s->now, place);
    s->now.winner = (uint8_t)(winner + 1);
    if (!s->now.twin)
        s->chip = (uint8_t)winner; /* BN-6 */
    if ((s->table & (s->table - 1)) == 0) {
        take(s, winner, s->now.card[place] - 1); /* BN-7: the only card left is not a choice */
        return;
    }
    s->mover = (uint8_t)winner;
    s->phase = BANNISH_PHASE_TAKE;
}

/* Lays a card to the trick; true if it strikes its twin (BN-5). */
static inline bool lay(struct bannish_state *s, int card)
{
    uint64_t one = bannish_pile_one(card);

    s->now.card[s->now.count++] = (uint8_t)(card + 1);
    if (!(s->table & one)) {
        s->table |= one;
        return false;
    }
    s->table &= ~one;
    s->gone |= one | one << 1;
    s->now.twin = (uint8_t)(card + 1);
    return true;
}

bool bannish_lay(struct bannish_state *s, int card)
{
    return lay(s, card);
}

int bannish_best(const struct bannish_state *s)
{
    return winning_place(s);
}

static void play(struct bannish_state *s, int seat, int card)
{
    s->hand[seat] = bannish_pile_remove(s->hand[seat], card);
    s->count[seat]--;
    if (s->now.count > 0) {
        int lead = bannish_card_colour(s->now.card[0] - 1);
        s->lacks[seat] = (uint8_t)(s->lacks[seat] | (bannish_card_colour(card) != lead) << lead);
    }
    if (lay(s, card)) {
        s->chip = (uint8_t)seat; /* BN-7 */
        settle(s);
    } else if (s->now.count == s->players)
        settle(s);
    else
        s->mover = (uint8_t)seat_next(seat, s->players);
}

/* ---- what happened ---- */

static void say_choice(const struct bannish_state *s, int seat, uint16_t id, struct facts *told)
{
    int card = bannish_id_card(id);

    if (!bannish_id_is_play(id)) {
        SAY(told, BANNISH_TAKES, seat, card, s->stars[bannish_card_number(card) - 1]);
        return;
    }
    int lead = bannish_card_colour(s->now.count > 0 ? s->now.card[0] - 1 : card);
    SAY(told, BANNISH_PLAYS, seat, card,
        s->now.count == 0                   ? BANNISH_HOW_LEADS
        : bannish_card_colour(card) == lead ? BANNISH_HOW_FOLLOWS
                                            : BANNISH_HOW_LACKS,
        lead);
}

/* A trick that the card of this seat has ended: BANNISH or not, who has won it and what follows. */
static void say_settled(const struct bannish_state *s, const struct bannish_trick *trick, int seat, struct facts *told)
{
    if (trick->twin)
        SAY(told, BANNISH_BANNISHES, seat, trick->twin - 1);
    if (!trick->winner) {
        SAY(told, BANNISH_LEAVES_NOTHING, seat);
        return;
    }
    int winner = trick->winner - 1, place = 0;
    if (trick->taken) {
        int card = trick->taken - 1;
        SAY(told, BANNISH_GETS, winner, card, s->stars[bannish_card_number(card) - 1]);
        return;
    }
    while (bannish_seat_of(s, trick, place) != winner)
        place++;
    SAY(told, BANNISH_WINS_TRICK, winner, trick->card[place] - 1, !trick->twin);
}

/* Who is second, and if several were, why these (BN-10 to BN-12). */
static void say_second(const struct bannish_state *s, struct facts *told)
{
    unsigned level = 0, winners = 0;

    if (!s->second) {
        fact_say(told, BANNISH_NO_SECOND, NULL, 0);
        return;
    }
    int one = __builtin_ctz(s->second);
    for (int seat = 0; seat < s->players; seat++) {
        level |= s->total[seat] == s->total[one] ? seat_bit(seat) : 0u;
        winners |= s->vp[seat] >= BANNISH_WINNING_VP ? seat_bit(seat) : 0u;
    }
    SAY(told, BANNISH_COMES_SECOND, s->second, (int)level, s->total[one],
        level != s->second    ? BANNISH_TIE_FEWEST
        : level & (level - 1) ? BANNISH_TIE_LEVEL
                              : BANNISH_TIE_NONE,
        bannish_pile_size(s->taken[one]) + s->count[one]);
    if (winners)
        SAY(told, BANNISH_WINS, (int)winners, BANNISH_WINNING_VP);
}

/* How a round was counted: all hands lie open now. */
static void say_end(const struct bannish_state *s, struct facts *told)
{
    unsigned empty = 0;

    for (int seat = 0; seat < s->players; seat++)
        empty |= s->count[seat] == 0 ? seat_bit(seat) : 0u;
    SAY(told, BANNISH_ENDS, (int)s->round, (int)empty);
    for (int seat = 0; seat < s->players; seat++) {
        int taken = bannish_pile_size(s->taken[seat]);
        SAY(told, BANNISH_COUNTS, seat, taken, s->count[seat], taken + s->count[seat], s->total[seat]);
        fact_add(told, s->count[seat]);
        for (uint64_t hand = s->hand[seat]; hand; hand &= hand - 1)
            fact_add(told, __builtin_ctzll(hand) / 2);
    }
    say_second(s, told);
}

/* Makes a choice and says what it leads to. A trick that is over has become `last`, unless a card is to be taken. */
static SAYING void apply_aloud(struct bannish_state *s, int seat, uint16_t id, struct facts *told)
{
    uint32_t round = s->round;

    say_choice(s, seat, id, told);
    bannish_apply(s, seat, id, NULL);
    if (bannish_id_is_play(id) && (s->phase == BANNISH_PHASE_TAKE || s->now.count == 0))
        say_settled(s, s->phase == BANNISH_PHASE_TAKE ? &s->now : &s->last, seat, told);
    if (s->round > round)
        say_end(s, told);
}

void bannish_apply(struct bannish_state *s, int seat, uint16_t id, struct facts *told)
{
    MUST(bannish_turn(s).kind == TURN_CHOICE && s->mover == seat && !bannish_objection(s, seat, id));
    if (told)
        apply_aloud(s, seat, id, told);
    else if (bannish_id_is_play(id))
        play(s, seat, bannish_id_card(id));
    else
        take(s, seat, bannish_id_card(id));
}

void bannish_dealt(const struct bannish_state *before, const struct bannish_state *after, struct facts *told)
{
    (void)before;
    SAY(told, BANNISH_DEALT, (int)after->round + 1, after->chip);
}

void bannish_meaning(const struct bannish_state *s, int seat, uint16_t id, struct facts *told)
{
    say_choice(s, seat, id, told);
}

void bannish_result(const struct bannish_state *s, struct result *out)
{
    *out = (struct result){.winners = 0};
    for (int seat = 0; seat < s->players; seat++) {
        out->points[seat] = s->vp[seat];
        if (s->vp[seat] >= BANNISH_WINNING_VP)
            out->winners |= seat_bit(seat); /* BN-12 */
    }
}

static int rounds(const struct state *state, int *last)
{
    const struct bannish_state *s = bannish_state(state);

    for (int seat = 0; seat < s->players; seat++)
        last[seat] = s->total[seat];
    return (int)s->round;
}

/* ---- observation ---- */

enum { PILE_SIZE = 32 }; /* bytes of a pile: one for each card, and two that are 0 */

#define OBSERVED(X)                                                                                                    \
    X(BYTE, PHASE, "phase", NULL, s->phase)                                                                            \
    X(BYTE, PLAYERS, "players", "how many play", s->players)                                                           \
    X(BYTE, ROUND, "round", "rounds scored, at most 255", s->round > 255 ? 255 : s->round)                             \
    X(BYTE, MINE, "mine", "1: I owe a choice", bannish_turn(s).seats >> seat & 1)                                      \
    X(BYTE, CHIP, "chip", "who has the chip: seats to my left", seats_apart(seat, s->chip, s->players))                \
    X(BYTE, LEADER, "leader", "of this trick: seats to my left", seats_apart(seat, s->now.leader, s->players))         \
    X(BYTE, TWIN, "twin", "the card that caused BANNISH, + 1; 0 without one", s->now.twin)                             \
    X(ROW, TRICK, MAX_SEATS, "trick", "in the order of play: card + 1, then 0")                                        \
    X(ROW, STARS, BANNISH_NUMBERS, "stars", "by number")                                                               \
    X(SEATS, OBSERVED_SEAT)                                                                                            \
    X(ROW, HAND, PILE_SIZE, "hand", "copies of each card in my hand (R1 … R6 G1 … P6); the last two are 0")            \
    X(ROW, GONE, PILE_SIZE, "gone", "copies out of the round, likewise")                                               \
    X(ROWS, TAKEN, MAX_SEATS, PILE_SIZE, "taken", "copies taken, likewise, by seats to my left, 0 is me")
#define OBSERVED_SEAT(X)                                                                                               \
    X(BYTE, CARDS, "cards", "cards in hand", s->count[other])                                                          \
    X(BYTE, VP, "vp", "victory points", s->vp[other])                                                                  \
    X(BYTE, LACKS, "lacks", "bit c: has no card of colour c (R G B Y P)", s->lacks[other])

enum { OBSERVED_SEAT(OBS_SEAT_PLACE) OBS_SEAT };
enum { OBSERVED(OBS_PLACE) OBS_SIZE };
static const struct game_field fields[] = {OBSERVED(OBS_FIELD) FIELDS_END};

/* How many copies of each card, a byte each: eight cards at a time are spread
 * from two bits to eight. */
static inline void observe_pile(uint64_t pile, uint8_t *out)
{
    for (int i = 0; i < PILE_SIZE; i += 8) {
        uint64_t x = pile >> 2 * i & 0xffff;
        x = (x | x << 24) & 0x000000ff000000ffu;
        x = (x | x << 12) & 0x000f000f000f000fu;
        x = (x | x << 6) & 0x0303030303030303u;
        bytes_store64(out + i, (x & 0x0101010101010101u) + (x >> 1 & 0x0101010101010101u));
    }
}

static inline void observe_seat(const struct bannish_state *s, int other, uint8_t *out)
{
    OBSERVED_SEAT(OBS_SEAT_PUT);
}

void bannish_observe(const struct bannish_state *s, int seat, uint8_t *out)
{
    OBSERVED(OBS_PUT);
    bytes_copy(out + OBS_TRICK, s->now.card, MAX_SEATS);
    bytes_copy(out + OBS_STARS, s->stars, BANNISH_NUMBERS);
    observe_pile(s->hand[seat], out + OBS_HAND);
    observe_pile(s->gone, out + OBS_GONE);
    bytes_zero(out + OBS_SEATS, MAX_SEATS * OBS_SEAT);
    bytes_zero(out + OBS_TAKEN, MAX_SEATS * PILE_SIZE);
    for (int i = 0, other = seat; i < s->players; i++, other = seat_next(other, s->players)) {
        observe_seat(s, other, out + OBS_SEATS + i * OBS_SEAT);
        observe_pile(s->taken[other], out + OBS_TAKEN + i * PILE_SIZE);
    }
}

static const struct game_tables tables = {.phases = bannish_phases,
                                          .keys = GAME_KEYS(bannish),
                                          .fields = fields,
                                          .ids = all_ids,
                                          .lists = bannish_write_lists};

GAME_SLOTS(bannish, bannish_)

const struct game bannish = {
    .id = "bannish",
    .title = "BANNISH",
    .summary = "Follow suit, strike out the trick with a second copy of a card, and finish second in stars.",
    .minutes = 20,
    .min_players = 3,
    .max_players = 5,
    .max_actions = BANNISH_ID_END,
    .max_legal = BANNISH_HAND_SIZE, /* a whole hand of different cards; a trick has five at most */
    .state_size = sizeof(struct bannish_state),
    .observation_size = OBS_SIZE,
    .options =
        (const struct option[]){
            [OPTION_STARS] = {.name = "stars",
                              .kind = OPTION_TEXT,
                              .fallback = "inverse",
                              .example = "equal|stepped|9,7,5,3,2,1",
                              .values = "inverse|equal|stepped, or six numbers 1..99 like 6,5,4,3,2,1",
                              .help =
                                  "stars on the cards 1 to 6; the printed table is lost, so the default is a guess"},
            {.name = NULL},
        },
    .tables = &tables,
    GAME_FUNCTIONS,
    .legal_mask = UNLESS_PAGE(legal_mask),
    .rounds = rounds,
    .sheet = &bannish_sheet,
    .verbs = (const struct verb[]){BANNISH_VERBS(VERB_ROW) VERBS_END},
    .lists =
        (const struct name_list[]){
            {"colour", (const char *const[]){"red", "green", "blue", "yellow", "purple", NULL}},
            {"how", (const char *const[]){"leads", "follows", "lacks", NULL}},
            {"tie", (const char *const[]){"none", "fewest", "level", NULL}},
            {.name = NULL},
        },
    .ask = bannish_ask,
};
