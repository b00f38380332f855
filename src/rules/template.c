/* A game to start from, and the smallest that shows every part of the
 * interface: copy this file, then work through docs/add-a-game.md. It compiles
 * in every build and is held to the same laws as the real games, so it cannot
 * rot; it is not in games[], so nobody is offered it.
 *
 * The rules: twenty cards 1..20. Each round everybody is dealt three. All
 * choose a card at the same time; the highest takes a point. After three tricks
 * the round is scored; after `rounds` rounds the most points win. */
#include "rules/accept.h"
#include "rules/bytes.h"
#include "rules/line.h"
#include "rules/seats.h"
#include "rules/slots.h"
#include "rules/tables.h"

enum { TEMPLATE_CARDS = 20, TEMPLATE_HAND_SIZE = 3 };
enum { TEMPLATE_OPTION_ROUNDS };

enum template_phase { TEMPLATE_PHASE_DEAL, TEMPLATE_PHASE_CHOOSE, TEMPLATE_PHASE_OVER };

struct template_state {
    uint32_t hand[MAX_SEATS];  /* bit c: holds card c + 1. 0 where hidden */
    uint32_t shown;            /* cards played this round */
    uint8_t sealed[MAX_SEATS]; /* the card chosen, 0 for none yet. Others' are hidden */
    uint8_t chosen;            /* bit s: seat s has chosen */
    uint8_t hidden;            /* bit s: the viewer does not know seat s's hand. 0 in a true state */
    uint8_t last[MAX_SEATS];   /* the trick just played, 0 for none */
    uint8_t players, phase, round, rounds, tricks;
    uint8_t points[MAX_SEATS], before[MAX_SEATS]; /* now, and when the round began */
    uint8_t last_round[MAX_SEATS];
};
GAME_STATE(template)

#define TEMPLATE_VERBS(X)                                                                                              \
    X(DEALT, dealt, false, "cards:number")                                                                             \
    X(PLAYS, plays, true, "who:seat card:card")                                                                        \
    X(WINS, wins, false, "who:seat points:number")
#define TEMPLATE_VERB(upper, ...) TEMPLATE_##upper,
enum template_verb { TEMPLATE_VERBS(TEMPLATE_VERB) };

#define TEMPLATE_REFUSALS(X) X(not_in_hand)
TEMPLATE_REFUSALS(REFUSAL_KEY)

/* ---- play ---- */

static const char *start(struct template_state *s, const struct setup *setup)
{
    bytes_zero(s, sizeof *s);
    s->players = (uint8_t)setup->players;
    s->rounds = (uint8_t)setup_number(&template_game, setup, TEMPLATE_OPTION_ROUNDS);
    return NULL;
}

static struct turn turn(const struct template_state *s)
{
    if (s->phase == TEMPLATE_PHASE_CHOOSE)
        return (struct turn){.kind = TURN_CHOICE, .seats = (uint8_t)(seats_all(s->players) & ~s->chosen)};
    return (struct turn){.kind = s->phase == TEMPLATE_PHASE_DEAL ? TURN_CHANCE : TURN_OVER};
}

static void begin_round(struct template_state *s)
{
    s->phase = TEMPLATE_PHASE_CHOOSE;
    s->tricks = 0;
    s->shown = 0;
    bytes_zero(s->hand, sizeof s->hand);
    bytes_zero(s->last, sizeof s->last);
    bytes_copy(s->before, s->points, sizeof s->before);
}

static void chance(struct template_state *s, struct rng *rng)
{
    uint8_t deck[TEMPLATE_CARDS];

    for (int i = 0; i < TEMPLATE_CARDS; i++)
        deck[i] = (uint8_t)i;
    rng_shuffle(rng, deck, TEMPLATE_CARDS);
    begin_round(s);
    for (int i = 0; i < s->players * TEMPLATE_HAND_SIZE; i++)
        s->hand[i / TEMPLATE_HAND_SIZE] |= 1u << deck[i];
}

static int legal(const struct template_state *s, int seat, uint16_t *ids)
{
    int count = 0;
    for (uint32_t hand = s->hand[seat]; hand; hand &= hand - 1)
        ids[count++] = (uint16_t)__builtin_ctz(hand);
    return count;
}

static const char *objection(const struct template_state *s, int seat, uint16_t id)
{
    return s->hand[seat] >> id & 1 ? NULL : not_in_hand;
}

static void end_round(struct template_state *s)
{
    for (int seat = 0; seat < s->players; seat++)
        s->last_round[seat] = (uint8_t)(s->points[seat] - s->before[seat]);
    s->phase = ++s->round == s->rounds ? TEMPLATE_PHASE_OVER : TEMPLATE_PHASE_DEAL;
}

/* Says only now what was sealed: before, nobody else may know. */
static void reveal(struct template_state *s, struct facts *told)
{
    int best = 0;

    for (int seat = 0; seat < s->players; seat++) {
        SAY(told, TEMPLATE_PLAYS, seat, s->sealed[seat]);
        s->last[seat] = s->sealed[seat];
        s->hand[seat] &= ~(1u << (s->sealed[seat] - 1));
        s->shown |= 1u << (s->sealed[seat] - 1);
        if (s->sealed[seat] > s->sealed[best])
            best = seat;
    }
    s->points[best]++;
    SAY(told, TEMPLATE_WINS, best, s->points[best]);
    bytes_zero(s->sealed, sizeof s->sealed);
    s->chosen = 0;
    if (++s->tricks == TEMPLATE_HAND_SIZE)
        end_round(s);
}

static void apply(struct template_state *s, int seat, uint16_t id, struct facts *told)
{
    MUST(s->phase == TEMPLATE_PHASE_CHOOSE && !objection(s, seat, id));
    s->sealed[seat] = (uint8_t)(id + 1);
    s->chosen |= seat_bit(seat);
    if (turn(s).seats == 0)
        reveal(s, told);
}

static void result(const struct template_state *s, struct result *out)
{
    *out = (struct result){.winners = 0};
    for (int seat = 0; seat < s->players; seat++)
        out->points[seat] = s->points[seat];
    if (s->phase == TEMPLATE_PHASE_OVER)
        most_points_win(out, s->players);
}

static int rounds(const struct state *state, int *last)
{
    const struct template_state *s = template_state(state);

    for (int seat = 0; seat < s->players; seat++)
        last[seat] = s->last_round[seat];
    return s->round;
}

/* ---- who knows what ---- */

static void redact(struct template_state *s, int viewer)
{
    if (s->phase != TEMPLATE_PHASE_CHOOSE)
        return; /* the hands are empty */
    for (int seat = 0; seat < s->players; seat++)
        if (seat != viewer) {
            s->hand[seat] = 0;
            s->sealed[seat] = 0;
            s->hidden |= seat_bit(seat);
        }
}

static void imagine(struct template_state *s, int viewer, struct rng *rng)
{
    uint8_t unseen[TEMPLATE_CARDS];
    int count = 0, next = 0;
    uint32_t seen = s->shown;

    (void)viewer;
    for (int seat = 0; seat < s->players; seat++)
        seen |= s->hand[seat];
    for (int i = 0; i < TEMPLATE_CARDS; i++)
        if (!(seen >> i & 1))
            unseen[count++] = (uint8_t)i;
    rng_shuffle(rng, unseen, count);
    for (int seat = 0; seat < s->players; seat++) {
        if (!(s->hidden & seat_bit(seat)))
            continue;
        uint8_t choice = (uint8_t)rng_below(rng, (uint32_t)(TEMPLATE_HAND_SIZE - s->tricks));
        if (s->chosen & seat_bit(seat))
            s->sealed[seat] = (uint8_t)(unseen[next + choice] + 1);
        for (int i = 0; i < TEMPLATE_HAND_SIZE - s->tricks; i++)
            s->hand[seat] |= 1u << unseen[next++];
    }
    s->hidden = 0;
}

#define OBSERVED(X)                                                                                                    \
    X(BYTE, PLAYERS, "players", "how many play", s->players)                                                           \
    X(BYTE, ROUND, "round", "rounds scored", s->round)                                                                 \
    X(BYTE, TRICKS, "tricks", "tricks of this round", s->tricks)                                                       \
    X(BYTE, SEALED, "sealed", "my choice: a card, 0 none", s->sealed[seat])                                            \
    X(ROW, CARDS, TEMPLATE_CARDS, "cards", "by card: 0 unseen, 1 mine, 2 played")                                      \
    X(ROW, POINTS, MAX_SEATS, "points", "by seats to my left, 0 is me")
enum { OBSERVED(OBS_PLACE) OBS_SIZE };

static const struct game_tables tables = {
    .phases =
        (const char *const[]){
            [TEMPLATE_PHASE_DEAL] = "deal", [TEMPLATE_PHASE_CHOOSE] = "choose", [TEMPLATE_PHASE_OVER] = "over", NULL},
    .keys =
        (const struct game_key[]){
            {"round", "rounds scored"},
            {"seats", "by seat:"},
            {"seats.points", "points so far"},
            {"seats.hand", "cards in hand, where you may see them"},
            {"seats.chosen", "the sealed choice: a card, 0 none"},
            {"seats.last", "points of the last round"},
            {.path = NULL},
        },
    .fields = (const struct game_field[]){OBSERVED(OBS_FIELD) FIELDS_END},
    .ids =
        (const struct game_ids[]){
            {"play", 0, TEMPLATE_CARDS, "card - 1", "play 7"},
            {.name = NULL},
        },
};

static void observe(const struct template_state *s, int seat, uint8_t *out)
{
    bytes_zero(out, OBS_SIZE);
    OBSERVED(OBS_PUT);
    for (int i = 0; i < TEMPLATE_CARDS; i++)
        out[OBS_CARDS + i] = (uint8_t)((s->hand[seat] >> i & 1) | (s->shown >> i & 1) << 1);
    for (int i = 0; i < s->players; i++)
        out[OBS_POINTS + i] = s->points[(seat + i) % s->players];
}

/* ---- words ---- */

static void action_text(const struct template_state *s, int seat, uint16_t id, struct writer *w)
{
    (void)s, (void)seat;
    write_text(w, "play ");
    write_number(w, id + 1);
}

static bool action_parse(const struct template_state *s, int seat, struct reader *in, uint16_t *id)
{
    int card = 0;

    (void)s, (void)seat;
    if (!read_literal(in, "play ") || !read_number(in, 1, TEMPLATE_CARDS, &card) || !read_end(in))
        return false;
    *id = (uint16_t)(card - 1);
    return true;
}

static void write_hand(struct writer *w, uint32_t hand)
{
    write_char(w, '[');
    for (; hand; hand &= hand - 1) {
        write_item(w);
        write_number(w, __builtin_ctz(hand) + 1);
    }
    write_char(w, ']');
}

static void chance_write(const struct template_state *before, const struct template_state *after, struct writer *w)
{
    (void)before;
    write_text(w, "{\"chance\":\"deal\",\"hands\":[");
    for (int seat = 0; seat < after->players; seat++) {
        write_item(w);
        write_hand(w, after->hand[seat]);
    }
    write_text(w, "]}");
}

static bool read_card(struct reader *in, int *card)
{
    return read_number(in, 1, TEMPLATE_CARDS, card);
}

/* The cards of a hand are named in ascending order. */
static const char *take_dealt(void *state, int seat, int place, int card)
{
    struct template_state *s = state;
    uint32_t bit = 1u << (card - 1);

    (void)place;
    if (s->hand[seat] >= bit)
        return "cards are named once each, in ascending order";
    for (int other = 0; other < seat; other++)
        if (s->hand[other] & bit)
            return "this card is dealt twice";
    s->hand[seat] |= bit;
    return NULL;
}

static bool chance_read(struct template_state *s, struct reader *in)
{
    static const struct line_cards hand = {.count = TEMPLATE_HAND_SIZE,
                                           .few = "this hand has fewer than three cards",
                                           .many = "this hand has more than three cards",
                                           .bare = true,
                                           .read = read_card,
                                           .take = take_dealt};

    begin_round(s);
    return read_literal(in, "{\"chance\":\"deal\",\"hands\":") && read_hands(in, s, &hand, s->players) &&
           read_literal(in, "}") && read_end(in);
}

static void dealt(const struct template_state *before, const struct template_state *after, struct facts *told)
{
    (void)before, (void)after;
    SAY(told, TEMPLATE_DEALT, TEMPLATE_HAND_SIZE);
}

static void meaning(const struct template_state *s, int seat, uint16_t id, struct facts *told)
{
    (void)s;
    SAY(told, TEMPLATE_PLAYS, seat, id + 1);
}

static void card_text(int card, struct writer *w)
{
    write_number(w, card);
}

static void describe(const struct template_state *s, struct writer *w)
{
    write_char(w, '{');
    write_key_number(w, "round", s->round);
    write_key_list(w, "seats");
    for (int seat = 0; seat < s->players; seat++) {
        write_object(w);
        write_key_number(w, "points", s->points[seat]);
        write_key(w, "hand");
        write_hand(w, s->hand[seat]);
        write_key_number(w, "chosen", s->sealed[seat]);
        write_key_number(w, "last", s->last[seat]);
        write_char(w, '}');
    }
    write_text(w, "]}");
}

/* ---- invariants ---- */

static const struct blank blanks[] = {BLANK_SEATS(template, hand),   BLANK_SEATS(template, sealed),
                                      BLANK_SEATS(template, last),   BLANK_SEATS(template, points),
                                      BLANK_SEATS(template, before), BLANK_SEATS(template, last_round)};

/* Everything that is a phase, a count or a set of seats; seats past the last are empty. */
static const char *frame_fault(const struct template_state *s, int viewer)
{
    unsigned everybody = seats_all(s->players);
    bool choosing = s->phase == TEMPLATE_PHASE_CHOOSE;

    if (s->phase > TEMPLATE_PHASE_OVER || s->round > s->rounds ||
        (s->phase == TEMPLATE_PHASE_OVER) != (s->round == s->rounds))
        return "there is no such phase or round";
    if (s->tricks > TEMPLATE_HAND_SIZE || (s->tricks == TEMPLATE_HAND_SIZE) != (!choosing && s->round > 0))
        return "there were too many tricks";
    if (s->hidden != seats_hidden(viewer, s->players, choosing ? 0 : ~0u))
        return "hands are hidden or open that should not be";
    if ((s->chosen & ~everybody) || s->chosen == everybody || (s->chosen && !choosing))
        return "seats have chosen that should not have";
    return BLANK_FAULT(s, blanks);
}

static const char *seat_fault(const struct template_state *s, int seat)
{
    bool hidden = s->hidden & seat_bit(seat), sealed = !hidden && (s->chosen & seat_bit(seat));
    int cards = hidden || s->phase != TEMPLATE_PHASE_CHOOSE ? 0 : TEMPLATE_HAND_SIZE - s->tricks;

    if ((s->hand[seat] >> TEMPLATE_CARDS) || __builtin_popcount(s->hand[seat]) != cards)
        return "a hand has the wrong number of cards";
    if (sealed
            ? s->sealed[seat] < 1 || s->sealed[seat] > TEMPLATE_CARDS || !(s->hand[seat] >> (s->sealed[seat] - 1) & 1)
            : s->sealed[seat] != 0)
        return "a choice is sealed that could not be made";
    if (s->tricks == 0 ? s->last[seat] != 0
                       : s->last[seat] < 1 || s->last[seat] > TEMPLATE_CARDS || !(s->shown >> (s->last[seat] - 1) & 1))
        return "a card was played that nobody has seen";
    if (s->points[seat] > TEMPLATE_HAND_SIZE * s->rounds || s->before[seat] > s->points[seat] ||
        s->last_round[seat] > TEMPLATE_HAND_SIZE)
        return "points have come from nowhere";
    return NULL;
}

static const char *fault(const struct template_state *s, int viewer)
{
    const char *wrong = frame_fault(s, viewer);
    uint32_t seen = s->shown;

    for (int seat = 0; seat < s->players && !wrong; seat++) {
        wrong = seat_fault(s, seat);
        if (!wrong && (seen & s->hand[seat]))
            wrong = "a card is in two places";
        seen |= s->hand[seat];
    }
    if (!wrong && ((s->shown >> TEMPLATE_CARDS) || __builtin_popcount(s->shown) != s->tricks * s->players))
        wrong = "cards have come or gone";
    return wrong;
}

static bool same_setup(const struct template_state *a, const struct template_state *b)
{
    return a->players == b->players && a->rounds == b->rounds;
}

GAME_SLOTS(template, )

const struct game template_game = {
    .id = "template",
    .title = "Template",
    .summary = "The highest of the cards chosen takes a point.",
    .minutes = 1,
    .min_players = 2,
    .max_players = 5,
    .max_actions = TEMPLATE_CARDS,
    .max_legal = TEMPLATE_HAND_SIZE,
    .state_size = sizeof(struct template_state),
    .observation_size = OBS_SIZE,
    .options =
        (const struct option[]){
            [TEMPLATE_OPTION_ROUNDS] = {.name = "rounds",
                                        .kind = OPTION_NUMBER,
                                        .least = 1,
                                        .most = 9,
                                        .fallback = "3",
                                        .help = "how many rounds are played"},
            {.name = NULL},
        },
    .tables = &tables,
    GAME_FUNCTIONS,
    .rounds = rounds,
    .verbs = (const struct verb[]){TEMPLATE_VERBS(VERB_ROW) VERBS_END},
};
