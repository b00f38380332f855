/* BANNISH: a trick-taking game in which the same card played twice ends the
 * trick, and the second most stars win the round. Rules as in
 * docs/rules/bannish.md, by their ids.
 *
 * A decision costs some tens of nanoseconds. Hands are words with two bits a
 * card (see bannish.h): following suit is one mask, a repeated card is one bit,
 * and a deal draws four places of the shrinking deck from each random word. */
#include "rules/bannish.h"

#include "rules/accept.h"
#include "rules/bytes.h"
#include "rules/line.h"
#include "rules/seats.h"
#include "rules/tables.h"

enum { ID_PLAY = 0, ID_TAKE = CARDS, ID_END = 2 * CARDS };

static const struct game_ids all_ids[] = {
    {"play", ID_PLAY, CARDS, "colour * 6 + number - 1", "play R1"},
    {"take", ID_TAKE, CARDS, "colour * 6 + number - 1", "take R1"},
    {.name = NULL},
};

enum { OPTION_STARS };

/* ---- cards and piles ---- */

/* All cards of the game with so many players (BN-1). */
static uint64_t full_deck(int players)
{
    return ((uint64_t)1 << 12 * players) - 1;
}

static inline uint64_t pile_add(uint64_t pile, int card)
{
    uint64_t one = pile_one(card);
    return pile | (pile & one ? one << 1 : one);
}

static inline uint64_t pile_remove(uint64_t pile, int card)
{
    uint64_t one = pile_one(card);
    return pile & ~(pile & one << 1 ? one << 1 : one);
}

/* How many copies of each card, two bits each: these can be added up. */
static inline uint64_t pile_counts(uint64_t pile)
{
    return (pile & PILE_ONES) + (pile >> 1 & PILE_ONES);
}

/* The pile with so many copies of each card, 0 to 2. */
static uint64_t pile_of_counts(uint64_t counts)
{
    uint64_t both = counts >> 1 & PILE_ONES;
    return (counts & PILE_ONES) | both | both << 1;
}

/* The pile of a set of physical cards, where either bit may stand for a copy. */
static inline uint64_t pile_of_set(uint64_t set)
{
    uint64_t high = set >> 1;
    return ((set | high) & PILE_ONES) | (set & high & PILE_ONES) << 1;
}

int bannish_stars(const struct state *s, uint64_t pile)
{
    int stars = 0;
    for (; pile; pile &= pile - 1)
        stars += s->stars[card_number(__builtin_ctzll(pile) / 2) - 1];
    return stars;
}

int bannish_seat_of(const struct state *s, const struct trick *trick, int place)
{
    int seat = trick->leader + place;
    return seat < s->players ? seat : seat - s->players;
}

/* ---- setting up ---- */

/* BN-2: six numbers with commas between them. */
static const char *read_own_stars(const char *value, uint8_t *stars)
{
    struct reader in = read_from(value, text_length(value));

    for (int i = 0; i < NUMBERS; i++) {
        int number = 0;
        if (i > 0 && read_at_end(&in))
            return "stars: six numbers are needed, one for each of the cards 1 to 6";
        if (i > 0 && !read_literal(&in, ","))
            return "stars: a comma is expected between the six numbers, and nothing else";
        if (!read_number(&in, 1, STAR_MOST, &number))
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
        uint8_t stars[NUMBERS];
    } tables[] = {
        {"inverse", {6, 5, 4, 3, 2, 1}},
        {"equal", {1, 2, 3, 4, 5, 6}},
        {"stepped", {1, 1, 2, 2, 3, 3}},
    };

    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        if (text_equal(value, tables[i].word)) {
            bytes_copy(stars, tables[i].stars, NUMBERS);
            return NULL;
        }
    return read_own_stars(value, stars);
}

static const char *start(struct state *s, const struct setup *setup)
{
    const char *stars = setup->value[OPTION_STARS];

    bytes_zero(s, sizeof *s);
    s->players = (uint8_t)setup->players;
    s->phase = PHASE_DEAL;
    return read_stars(stars ? stars : bannish.options[OPTION_STARS].fallback, s->stars);
}

static struct turn turn(const struct state *s)
{
    if (s->phase == PHASE_PLAY || s->phase == PHASE_TAKE)
        return (struct turn){.kind = TURN_CHOICE, .seats = seat_bit(s->mover)};
    return (struct turn){.kind = s->phase == PHASE_DEAL ? TURN_CHANCE : TURN_OVER};
}

/* Clears the table for a deal; the hands are dealt by the caller. */
static void clear_round(struct state *s, int lead)
{
    s->phase = PHASE_PLAY;
    s->chip = s->mover = (uint8_t)lead;
    s->now = (struct trick){.leader = (uint8_t)lead};
    s->last = (struct trick){.count = 0};
    s->table = s->gone = 0;
    s->second = 0;
    bytes_zero(s->hand, sizeof s->hand);
    bytes_zero(s->taken, sizeof s->taken);
    bytes_zero(s->lacks, sizeof s->lacks);
    for (int seat = 0; seat < s->players; seat++)
        s->count[seat] = HAND;
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

static void chance(struct state *s, struct rng *rng)
{
    int lead = s->round == 0 ? (int)rng_below(rng, s->players) : s->chip; /* BN-3 */
    uint32_t left = 12u * s->players;
    uint64_t rest = full_deck(s->players);
    uint8_t deck[2 * CARDS];

    for (int i = 0; i < 2 * CARDS; i++)
        deck[i] = (uint8_t)i;
    clear_round(s, lead);
    for (int seat = 0; seat + 1 < s->players; seat++) {
        uint64_t set = 0;
        for (int dealt = 0; dealt < HAND; dealt += 4) {
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

/* How many of the cards of PILE_ONES are set, 15 at most. Without a machine
 * instruction for it, this is faster than what the compiler calls. */
static inline int count_bits(uint64_t ones)
{
    ones = (ones & 0x3333333333333333u) + (ones >> 2 & 0x3333333333333333u);
    return (int)((ones * 0x1111111111111111u) >> 60);
}

static int legal(const struct state *s, int seat, uint16_t *ids)
{
    uint64_t cards = s->table;
    int first = ID_TAKE;

    if (s->phase == PHASE_PLAY) {
        cards = s->hand[seat];
        first = ID_PLAY;
        if (s->now.count > 0) { /* BN-4 */
            uint64_t following = cards & pile_colour(card_colour(s->now.card[0] - 1));
            cards = following ? following : cards;
        }
    }
    cards &= PILE_ONES;
    int count = count_bits(cards);
    cards |= (uint64_t)7 << 61; /* no cards: up to three more than there are go into the slack */
    for (int done = 0; done < count; done += 4)
        for (int i = 0; i < 4; i++, cards &= cards - 1)
            ids[done + i] = (uint16_t)(first + __builtin_ctzll(cards) / 2);
    return count;
}

BANNISH_REFUSALS(REFUSAL_KEY)

static const char *play_objection(const struct state *s, int seat, int card)
{
    if (s->phase == PHASE_TAKE)
        return take_first;
    if (card_colour(card) >= s->players)
        return no_such_colour;
    if (pile_copies(s->hand[seat], card) == 0)
        return not_in_hand;
    if (s->now.count == 0)
        return NULL;
    int lead = card_colour(s->now.card[0] - 1);
    if (card_colour(card) == lead)
        return NULL;
    for (int number = 1; number <= NUMBERS; number++)
        if (pile_copies(s->hand[seat], lead * NUMBERS + number - 1) > 0)
            return must_follow;
    return NULL;
}

static const char *take_objection(const struct state *s, int card)
{
    if (s->phase != PHASE_TAKE)
        return no_trick_to_take;
    if (s->now.twin == card + 1)
        return bannished;
    for (int place = 0; place < s->now.count; place++)
        if (s->now.card[place] == card + 1)
            return NULL;
    return not_in_trick;
}

static const char *objection(const struct state *s, int seat, uint16_t id)
{
    return id_is_play(id) ? play_objection(s, seat, id_card(id)) : take_objection(s, id_card(id));
}

/* ---- the end of a round ---- */

uint8_t bannish_second(const struct state *s, const int *totals, const int *cards)
{
    int first = 0, second = 0, fewest = 2 * CARDS;
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

static void end_round(struct state *s)
{
    int totals[MAX_SEATS], cards[MAX_SEATS];

    s->phase = PHASE_DEAL;
    s->round++;
    for (int seat = 0; seat < s->players; seat++) {
        totals[seat] = bannish_stars(s, s->taken[seat]) + bannish_stars(s, s->hand[seat]);
        cards[seat] = pile_size(s->taken[seat]) + s->count[seat];
        s->total[seat] = (uint16_t)totals[seat];
    }
    s->second = bannish_second(s, totals, cards);
    for (int seat = 0; seat < s->players; seat++)
        if (s->second & seat_bit(seat) && ++s->vp[seat] >= WINNING_VP)
            s->phase = PHASE_OVER; /* BN-12 */
}

/* ---- the course of a trick ---- */

static bool somebody_is_out_of_cards(const struct state *s)
{
    for (int seat = 0; seat < s->players; seat++)
        if (s->count[seat] == 0)
            return true;
    return false;
}

/* What is left of the trick leaves the round; the chip holder leads (BN-8). */
static void end_trick(struct state *s)
{
    s->gone = pile_of_counts(pile_counts(s->gone) + s->table);
    s->table = 0;
    s->last = s->now;
    s->now = (struct trick){.leader = s->chip};
    s->mover = s->chip;
    s->phase = PHASE_PLAY;
    if (somebody_is_out_of_cards(s))
        end_round(s); /* BN-9 */
}

static void take(struct state *s, int seat, int card)
{
    s->taken[seat] = pile_add(s->taken[seat], card);
    s->table &= ~pile_one(card);
    s->now.taken = (uint8_t)(card + 1);
    end_trick(s);
}

/* Where a card lies in the trick: the eight bytes from the first card on are
 * searched at once. It is there, and nothing before it is alike. */
static inline int place_of(const struct trick *trick, int card)
{
    const uint64_t each = 0x0101010101010101u;
    uint64_t differs = bytes_load64(trick->card) ^ each * (uint64_t)(card + 1);
    return __builtin_ctzll((differs - each) & ~differs & each << 7) / 8;
}

/* The place of the card that wins among those on the table: the first of them
 * sets the colour (BN-6, BN-7). There is one at least. */
static inline int winning_place(const struct state *s)
{
    int first = 0;

    while (s->now.card[first] == s->now.twin)
        first++;
    uint64_t colour = s->table & pile_colour(card_colour(s->now.card[first] - 1));
    return place_of(&s->now, (63 - __builtin_clzll(colour)) / 2);
}

/* Everybody has played, or BANNISH has ended the trick. */
static void settle(struct state *s)
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
    s->phase = PHASE_TAKE;
}

/* Lays a card to the trick; true if it strikes its twin (BN-5). */
static inline bool lay(struct state *s, int card)
{
    uint64_t one = pile_one(card);

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

bool bannish_lay(struct state *s, int card)
{
    return lay(s, card);
}

int bannish_best(const struct state *s)
{
    return winning_place(s);
}

static void play(struct state *s, int seat, int card)
{
    s->hand[seat] = pile_remove(s->hand[seat], card);
    s->count[seat]--;
    if (s->now.count > 0) {
        int lead = card_colour(s->now.card[0] - 1);
        s->lacks[seat] = (uint8_t)(s->lacks[seat] | (card_colour(card) != lead) << lead);
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

static void say_choice(const struct state *s, int seat, uint16_t id, struct facts *told)
{
    int card = id_card(id);

    if (!id_is_play(id)) {
        SAY(told, BANNISH_TAKES, seat, card, s->stars[card_number(card) - 1]);
        return;
    }
    int lead = card_colour(s->now.count > 0 ? s->now.card[0] - 1 : card);
    SAY(told, BANNISH_PLAYS, seat, card,
        s->now.count == 0           ? BANNISH_HOW_LEADS
        : card_colour(card) == lead ? BANNISH_HOW_FOLLOWS
                                    : BANNISH_HOW_LACKS,
        lead);
}

/* A trick that the card of this seat has ended: BANNISH or not, who has won it and what follows. */
static void say_settled(const struct state *s, const struct trick *trick, int seat, struct facts *told)
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
        SAY(told, BANNISH_GETS, winner, card, s->stars[card_number(card) - 1]);
        return;
    }
    while (bannish_seat_of(s, trick, place) != winner)
        place++;
    SAY(told, BANNISH_WINS_TRICK, winner, trick->card[place] - 1, !trick->twin);
}

/* Who is second, and if several were, why these (BN-10 to BN-12). */
static void say_second(const struct state *s, struct facts *told)
{
    unsigned level = 0, winners = 0;

    if (!s->second) {
        fact_say(told, BANNISH_NO_SECOND, NULL, 0);
        return;
    }
    int one = __builtin_ctz(s->second);
    for (int seat = 0; seat < s->players; seat++) {
        level |= s->total[seat] == s->total[one] ? seat_bit(seat) : 0u;
        winners |= s->vp[seat] >= WINNING_VP ? seat_bit(seat) : 0u;
    }
    SAY(told, BANNISH_COMES_SECOND, s->second, (int)level, s->total[one],
        level != s->second    ? BANNISH_TIE_FEWEST
        : level & (level - 1) ? BANNISH_TIE_LEVEL
                              : BANNISH_TIE_NONE,
        pile_size(s->taken[one]) + s->count[one]);
    if (winners)
        SAY(told, BANNISH_WINS, (int)winners, WINNING_VP);
}

/* How a round was counted: all hands lie open now. */
static void say_end(const struct state *s, struct facts *told)
{
    unsigned empty = 0;

    for (int seat = 0; seat < s->players; seat++)
        empty |= s->count[seat] == 0 ? seat_bit(seat) : 0u;
    SAY(told, BANNISH_ENDS, (int)s->round, (int)empty);
    for (int seat = 0; seat < s->players; seat++) {
        int taken = pile_size(s->taken[seat]);
        SAY(told, BANNISH_COUNTS, seat, taken, s->count[seat], taken + s->count[seat], s->total[seat]);
        fact_add(told, s->count[seat]);
        for (uint64_t hand = s->hand[seat]; hand; hand &= hand - 1)
            fact_add(told, __builtin_ctzll(hand) / 2);
    }
    say_second(s, told);
}

static void apply(struct state *s, int seat, uint16_t id, struct facts *told);

/* Makes a choice and says what it leads to. A trick that is over has become `last`, unless a card is to be taken. */
static SAYING void apply_aloud(struct state *s, int seat, uint16_t id, struct facts *told)
{
    uint32_t round = s->round;

    say_choice(s, seat, id, told);
    apply(s, seat, id, NULL);
    if (id_is_play(id) && (s->phase == PHASE_TAKE || s->now.count == 0))
        say_settled(s, s->phase == PHASE_TAKE ? &s->now : &s->last, seat, told);
    if (s->round > round)
        say_end(s, told);
}

static void apply(struct state *s, int seat, uint16_t id, struct facts *told)
{
    MUST(turn(s).kind == TURN_CHOICE && s->mover == seat && !objection(s, seat, id));
    if (told)
        apply_aloud(s, seat, id, told);
    else if (id_is_play(id))
        play(s, seat, id_card(id));
    else
        take(s, seat, id_card(id));
}

static void result(const struct state *s, struct result *out)
{
    *out = (struct result){.winners = 0};
    for (int seat = 0; seat < s->players; seat++) {
        out->points[seat] = s->vp[seat];
        if (s->vp[seat] >= WINNING_VP)
            out->winners |= seat_bit(seat); /* BN-12 */
    }
}

static int rounds(const struct state *s, int *last)
{
    for (int seat = 0; seat < s->players; seat++)
        last[seat] = s->total[seat];
    return (int)s->round;
}

/* ---- who knows what ---- */

/* Everything played was seen by all, so what a viewer has not seen are exactly
 * the other hands. Of those it is known how many cards they have, and which
 * colours they did not follow: cards are never gained, so that holds until the
 * round is over. Nothing is read into a choice. */

/* Between rounds and after the game all hands lie open: they have been counted. */
static bool hands_are_open(const struct state *s)
{
    return s->phase == PHASE_DEAL || s->phase == PHASE_OVER;
}

static void redact(struct state *s, int viewer)
{
    if (hands_are_open(s))
        return;
    for (int seat = 0; seat < s->players; seat++)
        if (seat != viewer) {
            s->hand[seat] = 0;
            s->hidden |= seat_bit(seat);
        }
}

/* The cards in hidden hands, as a pile. */
static uint64_t unseen_cards(const struct state *s)
{
    uint64_t seen = pile_counts(s->gone) + pile_counts(s->table);
    for (int seat = 0; seat < s->players; seat++)
        seen += pile_counts(s->hand[seat]) + pile_counts(s->taken[seat]);
    return pile_of_counts(pile_counts(full_deck(s->players)) - seen);
}

/* The hidden hands about to be dealt: copies are told apart here, because each
 * way to deal physical cards is as likely as the next. */
struct unseen {
    uint8_t card[2 * CARDS];
    int left;               /* cards not dealt yet */
    int of_colour[COLOURS]; /* … by colour */
    int seats;              /* hidden ones */
    int seat[MAX_SEATS];    /* in the order they are dealt to: those with the fewest cards to choose from first */
    int most[MAX_SEATS];    /* the most cards that may be left to choose from when it is a seat's turn */
};

static bool may_hold(const struct state *s, int seat, int colour)
{
    return !(s->lacks[seat] >> colour & 1);
}

/* How many of the unseen cards a seat may hold. */
static int open_to(const struct state *s, const struct unseen *u, int seat)
{
    int count = 0;
    for (int colour = 0; colour < s->players; colour++)
        count += may_hold(s, seat, colour) ? u->of_colour[colour] : 0;
    return count;
}

/* The seats before the k-th may have to take cards that it could hold as well:
 * all they hold but what only they may hold, one by one and together. */
static int most_left_for(const struct state *s, const struct unseen *u, int k)
{
    int seat = u->seat[k], each = 0, together = 0;
    bool counted[COLOURS] = {false};

    for (int i = 0; i < k; i++) {
        int before = u->seat[i], apart = 0;
        for (int colour = 0; colour < s->players; colour++)
            if (may_hold(s, before, colour) && !may_hold(s, seat, colour)) {
                apart += u->of_colour[colour];
                together -= counted[colour] ? 0 : u->of_colour[colour];
                counted[colour] = true;
            }
        each += s->count[before] > apart ? s->count[before] - apart : 0;
        together += s->count[before];
    }
    return open_to(s, u, seat) - (each > together ? each : together);
}

static void gather_unseen(const struct state *s, struct unseen *u)
{
    *u = (struct unseen){.left = 0};
    for (uint64_t pile = unseen_cards(s); pile; pile &= pile - 1) {
        int card = __builtin_ctzll(pile) / 2;
        u->card[u->left++] = (uint8_t)card;
        u->of_colour[card_colour(card)]++;
    }
    for (int seat = 0; seat < s->players; seat++) {
        if (!(s->hidden & seat_bit(seat)))
            continue;
        int k = u->seats++;
        for (; k > 0 && open_to(s, u, u->seat[k - 1]) > open_to(s, u, seat); k--)
            u->seat[k] = u->seat[k - 1];
        u->seat[k] = seat;
    }
    for (int k = 0; k < u->seats; k++)
        u->most[k] = most_left_for(s, u, k);
}

/* Moves the cards that a seat may hold to the front; returns how many. */
static int sort_for(const struct state *s, struct unseen *u, int seat)
{
    int open = 0;
    for (int i = 0; i < u->left; i++) {
        uint8_t card = u->card[i];
        u->card[i] = u->card[open];
        u->card[open] = card;
        open += may_hold(s, seat, card_colour(card));
    }
    return open;
}

/* Deals the hidden hands seat by seat, each from the cards it may hold. A hand
 * drawn from few cards comes up more often than one drawn from many; so a seat
 * with `open` cards to choose from instead of `most` goes on with the chance
 * C(open, hand) / C(most, hand), and all worlds are equally likely. Returns
 * false if that, or a card that nobody left may hold, ends the attempt. */
static bool deal_evenly(struct state *s, struct unseen *u, struct rng *rng)
{
    for (int k = 0; k < u->seats; k++) {
        int seat = u->seat[k], hand = s->count[seat], open = sort_for(s, u, seat);
        if (open < hand || (k + 1 == u->seats && open > hand))
            return false;
        for (int i = 0; i < hand && open < u->most[k]; i++)
            if ((int)rng_below(rng, (uint32_t)(u->most[k] - i)) >= open - i)
                return false;
        for (int i = 0; i < hand; i++) {
            uint32_t place = rng_below(rng, (uint32_t)(open - i));
            s->hand[seat] = pile_add(s->hand[seat], u->card[place]);
            u->card[place] = u->card[open - i - 1];
            u->card[open - i - 1] = u->card[--u->left];
        }
    }
    return true;
}

/* Whether the cards left can be dealt to the room left in hands: for no set of
 * colours may there be more cards than room among the seats that take any of
 * them (Hall's condition). */
static bool can_be_dealt(const struct state *s, const struct unseen *u, const int *room)
{
    for (unsigned set = 1; set < 1u << s->players; set++) {
        int cards = 0, space = 0;
        for (int colour = 0; colour < s->players; colour++)
            cards += set >> colour & 1 ? u->of_colour[colour] : 0;
        for (int k = 0; k < u->seats; k++)
            space += set & ~(unsigned)s->lacks[u->seat[k]] ? room[k] : 0;
        if (cards > space)
            return false;
    }
    return true;
}

/* Deals card by card to seats that leave the rest possible, more readily where
 * more room is. It always comes to an end and can give every world there is,
 * but not all of them equally often. */
static void deal_card_by_card(struct state *s, struct unseen *u, struct rng *rng)
{
    int room[MAX_SEATS] = {0};

    rng_shuffle(rng, u->card, u->left);
    for (int k = 0; k < u->seats; k++)
        room[k] = s->count[u->seat[k]];
    while (u->left > 0) {
        int card = u->card[--u->left], colour = card_colour(card), chosen = 0;
        uint32_t weight = 0;
        u->of_colour[colour]--;
        for (int k = 0; k < u->seats; k++) {
            if (room[k] == 0 || !may_hold(s, u->seat[k], colour))
                continue;
            room[k]--;
            if (can_be_dealt(s, u, room)) {
                weight += (uint32_t)room[k] + 1;
                if (rng_below(rng, weight) <= (uint32_t)room[k])
                    chosen = k;
            }
            room[k]++;
        }
        room[chosen]--;
        s->hand[u->seat[chosen]] = pile_add(s->hand[u->seat[chosen]], card);
    }
}

/* Worlds are drawn evenly, by drawing again where need be; only when that takes
 * very long a method follows that cannot fail. */
static void imagine(struct state *s, int viewer, struct rng *rng)
{
    enum { PATIENCE = 1000 };
    struct state redacted = *s;
    struct unseen all, u;
    bool dealt = !s->hidden;

    (void)viewer;
    if (dealt)
        return;
    gather_unseen(s, &all);
    for (int tries = 0; tries < PATIENCE && !dealt; tries++) {
        u = all;
        dealt = deal_evenly(s, &u, rng);
        if (!dealt)
            *s = redacted;
    }
    if (!dealt)
        deal_card_by_card(s, &all, rng);
    s->hidden = 0;
}

/* ---- observation ---- */

enum { PILE_ROOM = 32 }; /* bytes of a pile: one a card, and two that are 0 */

#define OBSERVED(X)                                                                                                    \
    X(BYTE, PHASE, "phase", NULL, s->phase)                                                                            \
    X(BYTE, PLAYERS, "players", "how many play", s->players)                                                           \
    X(BYTE, ROUND, "round", "rounds scored, at most 255", s->round > 255 ? 255 : s->round)                             \
    X(BYTE, MINE, "mine", "1: I owe a choice", turn(s).seats >> seat & 1)                                              \
    X(BYTE, CHIP, "chip", "who has the chip: seats to my left", seats_apart(seat, s->chip, s->players))                \
    X(BYTE, LEADER, "leader", "of this trick: seats to my left", seats_apart(seat, s->now.leader, s->players))         \
    X(BYTE, TWIN, "twin", "the card that caused BANNISH, + 1; 0 without one", s->now.twin)                             \
    X(ROW, TRICK, MAX_SEATS, "trick", "in the order of play: card + 1, then 0")                                        \
    X(ROW, STARS, NUMBERS, "stars", "by number")                                                                       \
    X(SEATS, OBSERVED_SEAT)                                                                                            \
    X(ROW, HAND, PILE_ROOM, "hand", "copies of each card in my hand (R1 … R6 G1 … P6); the last two are 0")            \
    X(ROW, GONE, PILE_ROOM, "gone", "copies out of the round, likewise")                                               \
    X(ROWS, TAKEN, MAX_SEATS, PILE_ROOM, "taken", "copies taken, likewise, by seats to my left, 0 is me")
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
    for (int i = 0; i < PILE_ROOM; i += 8) {
        uint64_t x = pile >> 2 * i & 0xffff;
        x = (x | x << 24) & 0x000000ff000000ffu;
        x = (x | x << 12) & 0x000f000f000f000fu;
        x = (x | x << 6) & 0x0303030303030303u;
        bytes_store64(out + i, (x & 0x0101010101010101u) + (x >> 1 & 0x0101010101010101u));
    }
}

static inline void observe_seat(const struct state *s, int other, uint8_t *out)
{
    OBSERVED_SEAT(OBS_SEAT_PUT);
}

static void observe(const struct state *s, int seat, uint8_t *out)
{
    OBSERVED(OBS_PUT);
    bytes_copy(out + OBS_TRICK, s->now.card, MAX_SEATS);
    bytes_copy(out + OBS_STARS, s->stars, NUMBERS);
    observe_pile(s->hand[seat], out + OBS_HAND);
    observe_pile(s->gone, out + OBS_GONE);
    bytes_zero(out + OBS_SEATS, MAX_SEATS * OBS_SEAT);
    bytes_zero(out + OBS_TAKEN, MAX_SEATS * PILE_ROOM);
    for (int i = 0, other = seat; i < s->players; i++, other = seat_next(other, s->players)) {
        observe_seat(s, other, out + OBS_SEATS + i * OBS_SEAT);
        observe_pile(s->taken[other], out + OBS_TAKEN + i * PILE_ROOM);
    }
}

/* ---- words ---- */

static const char colour_letters[] = "RGBYP";

static void colour_text(int colour, struct writer *w)
{
    write_char(w, colour_letters[colour]);
}

static void card_text(int card, struct writer *w)
{
    colour_text(card_colour(card), w);
    write_number(w, card_number(card));
}

bool bannish_read_card(struct reader *in, int *card)
{
    int number = 0;

    for (int colour = 0; colour < COLOURS; colour++) {
        char letter[] = {colour_letters[colour], '\0'};
        if (read_if(in, letter)) {
            bool fine = read_number(in, 1, NUMBERS, &number);
            *card = colour * NUMBERS + number - 1;
            return fine;
        }
    }
    return read_failed(in, "a card is expected here, like R4: one of R G B Y P and a number");
}

static void action_text(const struct state *s, int seat, uint16_t id, struct writer *w)
{
    (void)s, (void)seat;
    write_text(w, id_is_play(id) ? "play " : "take ");
    card_text(id_card(id), w);
}

static bool action_parse(const struct state *s, int seat, struct reader *in, uint16_t *id)
{
    bool plays = read_if(in, "play ");
    int card = 0;

    (void)s, (void)seat;
    if (!plays && !read_if(in, "take "))
        return read_failed(in, "play or take is expected here");
    if (!bannish_read_card(in, &card) || !read_end(in))
        return false;
    *id = (uint16_t)((plays ? ID_PLAY : ID_TAKE) + card);
    return true;
}

/* A card by its bit in a pile. */
static void pile_text(int bit, struct writer *w)
{
    card_text(bit / 2, w);
}

static void chance_write(const struct state *before, const struct state *after, struct writer *w)
{
    (void)before;
    write_text(w, "{\"chance\":\"deal\",\"lead\":");
    write_number(w, after->chip);
    write_text(w, ",\"hands\":[");
    for (int seat = 0; seat < after->players; seat++)
        write_items_of(w, pile_text, after->hand[seat]);
    write_text(w, "]}");
}

/* A dealt card must be in this deck, and there are only two of it. */
static const char *take_dealt(struct state *s, int seat, int place, int card)
{
    int copies = 0;

    (void)place;
    if (card_colour(card) >= s->players)
        return "this colour is not in the game with so many players";
    for (int other = 0; other <= seat; other++)
        copies += pile_copies(s->hand[other], card);
    if (copies == 2)
        return "this card is dealt three times";
    s->hand[seat] = pile_add(s->hand[seat], card);
    return NULL;
}

static bool chance_read(struct state *s, struct reader *in)
{
    static const struct line_cards hand = {.count = HAND,
                                           .few = "this hand has fewer than twelve cards",
                                           .many = "this hand has more than twelve cards",
                                           .read = bannish_read_card,
                                           .take = take_dealt};
    int lead = 0;

    if (!read_literal(in, "{\"chance\":\"deal\",\"lead\":"))
        return false;
    size_t lead_at = in->at;
    if (!read_number(in, 0, s->players - 1, &lead))
        return false;
    if (s->round > 0 && lead != s->chip)
        return read_failed_at(in, lead_at, "the holder of the chip leads");
    clear_round(s, lead);
    return read_literal(in, ",\"hands\":") && read_hands(in, s, &hand, s->players) && read_literal(in, "}") &&
           read_end(in);
}

/* ---- what happened, but for what apply() says ---- */

static void dealt(const struct state *before, const struct state *after, struct facts *told)
{
    (void)before;
    SAY(told, BANNISH_DEALT, (int)after->round + 1, after->chip);
}

static void meaning(const struct state *s, int seat, uint16_t id, struct facts *told)
{
    say_choice(s, seat, id, told);
}

/* ---- JSON ---- */

static void describe_trick(const struct state *s, const struct trick *trick, struct writer *w)
{
    write_char(w, '{');
    write_key_number(w, "leader", trick->leader);
    if (trick->count > 0)
        write_key_of(w, "lead", colour_text, card_colour(trick->card[0] - 1));
    write_key_list(w, "cards");
    for (int place = 0; place < trick->count; place++) {
        write_object(w);
        write_key_number(w, "seat", bannish_seat_of(s, trick, place));
        write_key_of(w, "card", card_text, trick->card[place] - 1);
        write_char(w, '}');
    }
    write_char(w, ']');
    if (trick->twin)
        write_key_of(w, "bannish", card_text, trick->twin - 1);
    if (trick->winner)
        write_key_number(w, "winner", trick->winner - 1);
    if (trick->taken)
        write_key_of(w, "taken", card_text, trick->taken - 1);
    write_char(w, '}');
}

static void describe_seat(const struct state *s, int seat, struct writer *w)
{
    write_object(w);
    write_key_number(w, "cards", s->count[seat]);
    if (!(s->hidden & seat_bit(seat)))
        write_key_items_of(w, "hand", pile_text, s->hand[seat]);
    write_key_items_of(w, "lacks", colour_text,
                       s->lacks[seat]); /* colours that this seat has not followed this round */
    write_key_items_of(w, "taken", pile_text, s->taken[seat]);
    write_key_number(w, "stars", bannish_stars(s, s->taken[seat]));
    write_key_number(w, "vp", s->vp[seat]);
    if (s->round > 0)
        write_key_number(w, "total", s->total[seat]); /* of the last round scored */
    write_char(w, '}');
}

static const char *const phase_names[] = {"deal", "play", "take", "over", NULL};

static void describe(const struct state *s, struct writer *w)
{
    write_char(w, '{');
    write_key_text(w, "phase", phase_names[s->phase]);
    write_key_number(w, "round", (int)s->round);
    write_key_bits(w, "turn", turn(s).seats);
    if (s->round > 0 || s->phase != PHASE_DEAL)
        write_key_number(w, "chip", s->chip);
    write_key_numbers(w, "stars", s->stars, NUMBERS); /* of the numbers 1 to 6 */
    write_key(w, "trick");
    describe_trick(s, &s->now, w);
    write_key_items_of(w, "table", pile_text, s->table); /* cards of the trick that may be taken */
    if (s->last.count > 0) {
        write_key(w, "last");
        describe_trick(s, &s->last, w);
    }
    write_key_items_of(w, "gone", pile_text, s->gone);
    if (hands_are_open(s) && s->round > 0)
        write_key_bits(w, "second", s->second);
    write_key_list(w, "seats");
    for (int seat = 0; seat < s->players; seat++)
        describe_seat(s, seat, w);
    write_text(w, "]}");
}

/* ---- invariants ---- */

enum { ROUNDS_COUNTED = 1 << 14 }; /* a round without a second place does not count, but nobody plays that many */

static bool is_dealt(const struct state *s)
{
    return s->phase != PHASE_DEAL || s->round > 0;
}

/* Everything that is a seat, a set of seats or a phase. */
static const char *frame_fault(const struct state *s, int viewer)
{
    unsigned colours = seats_all(s->players); /* as many as players */
    bool over = false;

    if (s->phase > PHASE_OVER || (s->phase == PHASE_OVER && s->round == 0) || s->round > ROUNDS_COUNTED)
        return "there is no such phase or round";
    if (s->mover >= s->players || s->chip >= s->players)
        return "there is no such seat";
    if (s->hidden != seats_hidden(viewer, s->players, hands_are_open(s) ? ~0u : 0))
        return "hands are hidden or open that should not be";
    for (int seat = 0; seat < s->players; seat++) {
        if (s->lacks[seat] & ~colours)
            return "there is no such colour";
        if (s->vp[seat] > WINNING_VP || s->vp[seat] > s->round)
            return "victory points have come from nowhere";
        over |= s->vp[seat] == WINNING_VP;
    }
    return over == (s->phase == PHASE_OVER) ? NULL : "the game should be over, or should not";
}

static const struct blank blanks[] = {BLANK_SEATS(hand),  BLANK_SEATS(taken), BLANK_SEATS(total), BLANK_SEATS(count),
                                      BLANK_SEATS(lacks), BLANK_SEATS(vp),    BLANK(unused)};

static const char *empty_fault(const struct state *s)
{
    struct state empty;

    bytes_zero(&empty, sizeof empty);
    empty.players = s->players;
    bytes_copy(empty.stars, s->stars, sizeof empty.stars);
    return bytes_equal(&empty, s, sizeof empty) ? NULL : "something lies on a table where nothing is dealt yet";
}

static bool is_pile(const struct state *s, uint64_t pile)
{
    return !(pile & ~full_deck(s->players)) && !(pile >> 1 & PILE_ONES & ~pile);
}

/* There are two of each card, and what is not seen is in hidden hands. */
static const char *card_fault(const struct state *s)
{
    int seen = pile_size(s->table) + pile_size(s->gone), hidden = 0;

    for (int seat = 0; seat < s->players; seat++) {
        seen += pile_size(s->hand[seat]) + pile_size(s->taken[seat]);
        hidden += s->hidden & seat_bit(seat) ? s->count[seat] : 0;
    }
    if (seen + hidden != HAND * s->players)
        return "cards have come or gone";
    for (int card = 0; card < s->players * NUMBERS; card++) {
        int copies = pile_copies(s->table, card) + pile_copies(s->gone, card);
        for (int seat = 0; seat < s->players; seat++)
            copies += pile_copies(s->hand[seat], card) + pile_copies(s->taken[seat], card);
        if (copies > 2)
            return "there are more than two of a card";
    }
    return NULL;
}

static const char *pile_fault(const struct state *s)
{
    if (!is_pile(s, s->gone) || !is_pile(s, s->table) || (s->table & ~PILE_ONES))
        return "a pile is not well formed";
    for (int seat = 0; seat < s->players; seat++) {
        if (!is_pile(s, s->hand[seat]) || !is_pile(s, s->taken[seat]))
            return "a pile is not well formed";
        if (s->count[seat] > HAND || pile_size(s->hand[seat]) != (s->hidden & seat_bit(seat) ? 0 : s->count[seat]))
            return "a hand and its count differ";
        for (int colour = 0; colour < s->players; colour++)
            if (!may_hold(s, seat, colour) && s->hand[seat] & pile_colour(colour))
                return "a seat holds a colour that it did not follow";
    }
    return card_fault(s);
}

/* Hidden hands can be dealt so that nobody holds a colour that was not followed. */
static const char *unseen_fault(const struct state *s)
{
    struct unseen u;
    int room[MAX_SEATS] = {0};

    if (!s->hidden)
        return NULL;
    gather_unseen(s, &u);
    for (int k = 0; k < u.seats; k++)
        room[k] = s->count[u.seat[k]];
    return can_be_dealt(s, &u, room) ? NULL : "the hidden hands would have to hold colours that were not followed";
}

/* Of any trick: cards and then nothing, each once but for the twins, of which the second came last. */
static const char *cards_fault(const struct state *s, const struct trick *trick)
{
    uint64_t seen = 0;

    if (trick->count > s->players || trick->leader >= s->players || trick->winner > s->players ||
        trick->twin > s->players * NUMBERS || trick->taken > s->players * NUMBERS)
        return "a trick is not well formed";
    for (int place = 0; place < MAX_SEATS; place++) {
        uint8_t card = trick->card[place];
        if ((card != 0) != (place < trick->count) || card > s->players * NUMBERS)
            return "the trick and its count differ";
        if (!card)
            continue;
        bool again = seen >> card & 1;
        if (again != (trick->twin && place == trick->count - 1) || (again && card != trick->twin))
            return "a card is twice in a trick that goes on";
        seen |= (uint64_t)1 << card;
    }
    if (trick->twin && !(seen >> trick->twin & 1))
        return "the twin is not in the trick";
    if (trick->taken && (!(seen >> trick->taken & 1) || trick->taken == trick->twin))
        return "a card is taken that was not there";
    return NULL;
}

/* The trick on the table: BN-4 to BN-7. */
static const char *now_fault(const struct state *s)
{
    const struct trick *now = &s->now;
    uint64_t table = 0;
    int last = now->count > 0 ? bannish_seat_of(s, now, now->count - 1) : s->chip;

    for (int place = 0; place < now->count; place++)
        if (now->card[place] != now->twin)
            table |= pile_one(now->card[place] - 1);
    if (table != s->table || now->taken)
        return "the table and the trick differ";
    if (s->phase != PHASE_TAKE) {
        int most = s->phase == PHASE_PLAY ? s->players - 1 : 0;
        return now->twin || now->winner || now->leader != s->chip || now->count > most ||
                       s->mover != bannish_seat_of(s, now, now->count)
                   ? "the trick is not as it should be"
                   : NULL;
    }
    if (pile_size(table) < 2 || (!now->twin && now->count != s->players) || now->winner != s->mover + 1 ||
        bannish_seat_of(s, now, winning_place(s)) != s->mover || s->chip != (now->twin ? last : s->mover))
        return "a card is to be taken and there is no choice, or another has won";
    return NULL;
}

/* The trick before: it is over. */
static const char *last_fault(const struct state *s)
{
    const struct trick *last = &s->last;
    uint64_t twins = s->now.twin ? 3 * pile_one(s->now.twin - 1) : 0;

    if (last->count == 0)
        return bytes_are_zero(last, sizeof *last) && s->gone == twins ? NULL : "the last trick is gone";
    if ((last->winner != 0) != (last->taken != 0) || (!last->twin && last->count != s->players) ||
        (!last->winner && (!last->twin || last->count != 2)))
        return "the last trick is not as it should be";
    return NULL;
}

/* Nobody plays without cards; a round is over once somebody has none after a trick (BN-9). */
static const char *count_fault(const struct state *s)
{
    bool empty = false;

    for (int seat = 0; seat < s->players; seat++) {
        int place = seat - s->now.leader + (seat < s->now.leader ? s->players : 0);
        bool played = place < s->now.count;
        empty |= s->count[seat] == 0;
        if (!hands_are_open(s) && s->count[seat] == 0 && !played)
            return "the round should be over";
        if (s->count[seat] + played > HAND)
            return "a hand has too many cards";
    }
    return hands_are_open(s) && !empty ? "the round should not be over" : NULL;
}

/* BN-10, BN-11: what was scored. */
static const char *score_fault(const struct state *s)
{
    int totals[MAX_SEATS], cards[MAX_SEATS];

    for (int seat = 0; seat < s->players; seat++) {
        totals[seat] = bannish_stars(s, s->taken[seat]) + bannish_stars(s, s->hand[seat]);
        cards[seat] = pile_size(s->taken[seat]) + s->count[seat];
        if (hands_are_open(s) ? s->total[seat] != totals[seat]
            : s->round == 0   ? s->total[seat] != 0
                              : s->total[seat] > HAND * MAX_SEATS * STAR_MOST)
            return "stars have come from nowhere";
    }
    if (s->second != (hands_are_open(s) ? bannish_second(s, totals, cards) : 0))
        return "the victory point went to somebody else";
    for (int seat = 0; seat < s->players; seat++)
        if ((s->second & seat_bit(seat)) && !s->vp[seat])
            return "a victory point is gone";
    return NULL;
}

static const char *fault(const struct state *s, int viewer)
{
    const char *wrong = frame_fault(s, viewer);

    if (wrong || !is_dealt(s))
        return wrong ?: empty_fault(s);
    return BLANK_FAULT(s, blanks) ?: cards_fault(s, &s->now) ?: cards_fault(s, &s->last) ?: pile_fault(s) ?:
           now_fault(s) ?: last_fault(s) ?: count_fault(s) ?: unseen_fault(s) ?: score_fault(s);
}

static bool same_setup(const struct state *a, const struct state *b)
{
    return a->players == b->players && bytes_equal(a->stars, b->stars, sizeof a->stars);
}

static void write_lists(struct writer *w)
{
    write_letters(w, "colours", colour_letters);
}

static const struct game_tables tables = {
    .phases = phase_names, .fields = fields, .ids = all_ids, .lists = write_lists};

const struct game bannish = {
    .id = "bannish",
    .title = "BANNISH",
    .summary = "Follow suit, strike out the trick with a second copy of a card, and finish second in stars.",
    .minutes = 20,
    .min_players = 3,
    .max_players = 5,
    .max_actions = ID_END,
    .max_legal = HAND, /* a whole hand of different cards; a trick has five at most */
    .state_size = sizeof(struct state),
    .observation_size = OBS_SIZE,
    .options =
        (const struct option[]){
            [OPTION_STARS] = {.name = "stars",
                              .kind = OPTION_TEXT,
                              .fallback = "inverse",
                              .example = "equal|stepped|9,7,5,3,2,1",
                              .values = "inverse|equal|stepped, or six numbers 1..99 like 6,5,4,3,2,1",
                              .help = "stars of the cards 1 to 6; the printed table is lost, the default assumed"},
            {.name = NULL},
        },
    .tables = &tables,
    GAME_FUNCTIONS,
    .rounds = rounds,
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
