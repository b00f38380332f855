/* Belle of the Ball: invite Guests from a line into groups of like interests,
 * and play Belle cards on their own and others' parties. Rules as in
 * docs/rules/belle.md, by their ids.
 *
 * A turn is at most two choices: Step 1 (a Belle card or none; not asked of an
 * empty hand) and Step 2 (a card from a line). Step 3 scores by itself. Most of
 * the work is Step 2, so lines are short rows that shift a few bytes.
 *
 * This file is the course of a turn, and the game itself. Its other parts are
 * beside it: belle_inside.h has their list.
 *
 * What happens is said where it happens: the functions of a turn take the facts,
 * or NULL when nobody asks. */
#include "rules/belle_inside.h"
#include "rules/ids.h"

/* What a Belle card aims at: see belle_aim_of(). */
static const struct game_ids all_ids[] = {
    {"none", BELLE_ID_NONE, 1, "", "none"},
    {"play", BELLE_ID_PLAY, BELLE_ID_SWAP - BELLE_ID_PLAY, "Belle card * 45 + aim", "play B9 G20"},
    {"swap", BELLE_ID_SWAP, BELLE_ID_GUEST - BELLE_ID_SWAP, "(copy * 9 + own place) * 45 + their place",
     "play B3 G17 with G20"},
    {"invite guest", BELLE_ID_GUEST, BELLE_ID_BELLE - BELLE_ID_GUEST, "place in line * 3 + group", "invite G20 to 1"},
    {"invite belle", BELLE_ID_BELLE, BELLE_ID_END - BELLE_ID_BELLE, "place in line", "invite B4"},
    {.name = NULL},
};

static int swap_of_copy(const struct belle_state *s, int copy)
{
    for (int i = 0; i < BELLE_BELLE_COUNT; i++)
        if (s->deck.effect[i] == BELLE_EFFECT_SWAP && copy-- == 0)
            return i;
    return -1; /* this deck has fewer */
}

static struct belle_move swap_move(const struct belle_state *s, int code)
{
    int theirs = code % BELLE_PLACES, mine = code / BELLE_PLACES % 9, index = swap_of_copy(s, code / BELLE_PLACES / 9);
    return (struct belle_move){
        .kind = BELLE_MOVE_PLAY,
        .card = index < 0 ? 0 : belle_card(index),
        .seat = theirs / 9,
        .group = theirs / 3 % 3,
        .slot = theirs % 3,
        .my_group = mine / 3,
        .my_slot = mine % 3,
        .to = -1,
    };
}

static struct belle_move play_move(const struct belle_state *s, int seat, int index, int code)
{
    struct belle_move move = {.kind = BELLE_MOVE_PLAY, .card = belle_card(index), .seat = -1, .to = -1};

    switch (belle_aim_of(s->deck.effect[index])) {
    case BELLE_AIM_MOVE:
        move.seat = seat;
        move.group = code / 8;
        move.slot = code / 2 % 4;
        move.to = code % 2 < move.group ? code % 2 : code % 2 + 1;
        break;
    case BELLE_AIM_SEAT: move.seat = code - 1; break;
    case BELLE_AIM_CARD:
        move.seat = code / 9;
        move.group = code / 3 % 3;
        move.slot = code % 3;
        break;
    case BELLE_AIM_MINE:
        move.seat = seat;
        move.group = code;
        break;
    case BELLE_AIM_THEIRS:
        move.seat = code / 3;
        move.group = code % 3;
        break;
    case BELLE_AIM_NONE:
    case BELLE_AIM_SWAP: break;
    }
    return move;
}

struct belle_move belle_move(const struct belle_state *s, int seat, uint16_t id)
{
    if (id < BELLE_ID_PLAY)
        return (struct belle_move){.kind = BELLE_MOVE_NONE};
    if (id < BELLE_ID_SWAP)
        return play_move(s, seat, (id - BELLE_ID_PLAY) / BELLE_PLACES, (id - BELLE_ID_PLAY) % BELLE_PLACES);
    if (id < BELLE_ID_GUEST)
        return swap_move(s, id - BELLE_ID_SWAP);
    struct belle_move move = {.kind = BELLE_MOVE_INVITE, .seat = seat, .to = -1};
    if (id < BELLE_ID_BELLE) {
        move.place = (id - BELLE_ID_GUEST) / BELLE_GROUPS;
        move.to = (id - BELLE_ID_GUEST) % BELLE_GROUPS;
    } else {
        move.line = belle_line_of_belles(s);
        move.place = id - BELLE_ID_BELLE;
    }
    move.card = belle_card_in_line(s, move.line, move.place);
    return move;
}

/* ---- moving cards ---- */

static void add_to_group(struct belle_state *s, int seat, int group, uint8_t card)
{
    s->party[seat][group][s->count[seat][group]++] = card;
}

static void take_from_group(struct belle_state *s, int seat, int group, int slot)
{
    uint8_t *cards = s->party[seat][group];
    int count = --s->count[seat][group];

    for (int i = slot; i < count; i++)
        cards[i] = cards[i + 1];
    cards[count] = 0;
}

static void discard(struct belle_state *s, uint8_t card)
{
    if (belle_card_is_guest(card))
        s->discarded_guests |= belle_guest_bit(card);
    else
        s->discarded_belles |= belle_bit(card);
}

/* Takes a card out of a line, which closes up; its Regrets are the caller's. */
static uint8_t take_from_line(struct belle_state *s, int line, int place)
{
    uint8_t *cards = s->line + s->front[line]++, *beside = s->beside[line];
    uint8_t card = cards[place];

    for (int i = place; i > 0; i--)
        cards[i] = cards[i - 1];
    cards[0] = 0;
    for (int i = place; i < BELLE_VISIBLE - 1; i++)
        beside[i] = beside[i + 1];
    beside[BELLE_VISIBLE - 1] = 0;
    return card;
}

/* ---- Step 3: BL-8, BL-10 ---- */

static SAYING void say_score(const struct belle_state *s, int seat, int group, struct belle_score score,
                             struct facts *told)
{
    uint8_t stay[BELLE_GROUP_MAX];
    int count = 0;

    for (int i = 0; i < s->count[seat][group]; i++) {
        uint8_t card = s->party[seat][group][i];
        if (!belle_card_is_guest(card) && belle_effect(s, card) == BELLE_EFFECT_STAYS)
            stay[count++] = (uint8_t)belle_told_card(s, card);
    }
    SAY(told, BELLE_SCORES, seat, group + 1, score.value, score.base, score.bonus, score.minus);
    fact_add_cards(told, stay, count);
}

/* Points that the owner of a group loses for Regrets that are not there. */
static int toll_missing(int paid)
{
    return 2 * (2 - paid);
}

static SAYING void say_toll(int owner, int collector, int paid, struct facts *told)
{
    SAY(told, BELLE_PAYS, owner, collector, paid);
    if (paid < 2)
        SAY(told, BELLE_LOSES, owner, toll_missing(paid));
}

static SAYING void say_gain(int seat, int points, int reason, struct facts *told)
{
    SAY(told, BELLE_GAINS, seat, points, reason);
}

static void pay_toll(struct belle_state *s, int owner, int collector, struct facts *told)
{
    int paid = s->regrets[owner] < 2 ? s->regrets[owner] : 2;

    s->regrets[owner] = (uint8_t)(s->regrets[owner] - paid);
    s->regrets[collector] = (uint8_t)(s->regrets[collector] + paid);
    s->points[owner] = (int16_t)(s->points[owner] - toll_missing(paid));
    if (told)
        say_toll(owner, collector, paid, told);
}

/* What TALES, TOLL and STAYS bring those who played them. */
static void pay_players(struct belle_state *s, int seat, uint8_t card, int value, struct facts *told)
{
    int effect = belle_effect(s, card), by = belle_player(s, card);

    if (effect == BELLE_EFFECT_TOLL)
        pay_toll(s, seat, by, told);
    if (effect != BELLE_EFFECT_TALES && effect != BELLE_EFFECT_STAYS)
        return;
    int points = effect == BELLE_EFFECT_TALES ? value / 2 : 1;
    s->points[by] = (int16_t)(s->points[by] + points);
    if (told)
        say_gain(by, points, effect == BELLE_EFFECT_TALES ? BELLE_REASON_TALES : BELLE_REASON_STAYS, told);
}

static void score_group(struct belle_state *s, int seat, int group, struct facts *told)
{
    uint8_t *cards = s->party[seat][group];
    int count = s->count[seat][group], stay = 0;
    struct belle_score score = belle_score(s, cards, count);

    s->points[seat] = (int16_t)(s->points[seat] + score.value);
    if (told)
        say_score(s, seat, group, score, told);
    for (int i = 0; i < count; i++) {
        uint8_t card = cards[i];
        cards[i] = 0;
        if (!belle_card_is_guest(card))
            pay_players(s, seat, card, score.value, told);
        if (!belle_card_is_guest(card) && belle_effect(s, card) == BELLE_EFFECT_STAYS)
            cards[stay++] = card;
        else
            discard(s, card);
    }
    s->count[seat][group] = (uint8_t)stay;
    s->rushed[seat] = (uint8_t)(s->rushed[seat] & ~(1u << group));
}

static void score_full_groups(struct belle_state *s, int seat, struct facts *told)
{
    for (unsigned full = belle_full_groups(s, seat); full; full &= full - 1) /* from the left: BL-15 */
        score_group(s, seat, __builtin_ctz(full), told);
}

/* ---- the course of a turn ---- */

/* Is there a Belle card that the mover could take? */
bool belle_to_be_had(const struct belle_state *s)
{
    int line = belle_line_of_belles(s), reach = belle_reach(s, s->mover, line);

    for (int place = 0; place < reach; place++)
        if (!belle_card_is_guest(s->line[s->front[line] + place]))
            return true;
    return false;
}

/* Begins Step 2; or Step 3 first, if no group has a place for anybody who could
 * come (BL-6). */
void belle_begin_invite(struct belle_state *s, struct facts *told)
{
    s->phase = BELLE_PHASE_INVITE;
    if (belle_full_groups(s, s->mover) == 7 && !belle_to_be_had(s)) {
        s->scored = 1;
        score_full_groups(s, s->mover, told);
    }
}

void belle_begin_turn(struct belle_state *s, struct facts *told)
{
    s->free_skip = s->scored = 0;
    if (s->held[s->mover] > 0)
        s->phase = BELLE_PHASE_PLAY;
    else
        belle_begin_invite(s, told);
}

/* Cards that count half a point each at the end (BL-12). */
static int cards_left(const struct belle_state *s, int seat)
{
    return s->count[seat][0] + s->count[seat][1] + s->count[seat][2] + s->held[seat] + s->regrets[seat];
}

void belle_result(const struct belle_state *s, struct result *out)
{
    *out = (struct result){.winners = 0};
    for (int seat = 0; seat < s->players; seat++)
        out->points[seat] = 2 * s->points[seat] + (s->phase == BELLE_PHASE_OVER ? cards_left(s, seat) : 0);
    if (s->phase == BELLE_PHASE_OVER)
        most_points_win(out, s->players); /* BL-12 */
}

static SAYING void say_end(const struct belle_state *s, struct facts *told)
{
    struct result final;

    belle_result(s, &final);
    SAY(told, BELLE_ENDS, belle_lines(s) == 1 ? BELLE_HOW_LINE : BELLE_HOW_GUESTS);
    for (int seat = 0; seat < s->players; seat++)
        SAY(told, BELLE_COUNTS, seat, s->points[seat], cards_left(s, seat), final.points[seat]);
}

/* After Step 2: Step 3, and the next player's turn or the end (BL-8, BL-11, BL-13). */
static void end_turn(struct belle_state *s, struct facts *told)
{
    bool last = belle_line_length(s, BELLE_LINE_GUESTS) == 0;

    if (!s->scored && (!last || s->finish))
        score_full_groups(s, s->mover, told);
    if (last) {
        s->phase = BELLE_PHASE_OVER;
        if (told)
            say_end(s, told);
        return;
    }
    s->mover = (uint8_t)(s->mover + 1 == s->players ? 0 : s->mover + 1);
    belle_begin_turn(s, told);
}

static void gain(struct belle_state *s, int seat, int points)
{
    s->points[seat] = (int16_t)(s->points[seat] + points);
}

/* ---- Belle cards as they are played: BL-4, BL-14 ---- */

static int belles_in_groups(const struct belle_state *s)
{
    int belles = 0;
    for (int seat = 0; seat < s->players; seat++)
        for (int group = 0; group < BELLE_GROUPS; group++)
            for (int slot = 0; slot < s->count[seat][group]; slot++)
                belles += !belle_card_is_guest(s->party[seat][group][slot]);
    return belles;
}

static SAYING void say_played(const struct belle_state *s, int seat, struct belle_move move, int regrets, int points,
                              struct facts *told)
{
    SAY(told, BELLE_PLAYS, seat, belle_told_card(s, move.card), belle_effect(s, move.card), regrets, points);
}

static SAYING void say_collected(const struct belle_state *s, int seat, struct belle_move move, unsigned payers,
                                 int regrets, int points, struct facts *told)
{
    if (payers)
        SAY(told, BELLE_COLLECTS, seat, belle_told_card(s, move.card), (int)payers, regrets, points);
    else
        say_played(s, seat, move, regrets, points, told);
}

/* A card that goes into a group. */
static SAYING void say_laid(const struct belle_state *s, int seat, struct belle_move move, int points,
                            struct facts *told)
{
    SAY(told, BELLE_LAYS, seat, belle_told_card(s, move.card), belle_effect(s, move.card), move.seat, move.seat == seat,
        move.group + 1, points);
}

/* A card aimed at others, which lie where they were yet. */
static SAYING void say_aimed(const struct belle_state *s, int seat, struct belle_move move, int points,
                             struct facts *told)
{
    uint8_t card = s->party[move.seat][move.group][move.slot];

    switch (belle_effect(s, move.card)) {
    case BELLE_EFFECT_MOVE_OWN:
        SAY(told, BELLE_MOVES, seat, belle_told_card(s, move.card), belle_told_card(s, card), move.group + 1,
            move.to + 1, points);
        break;
    case BELLE_EFFECT_SWAP:
        SAY(told, BELLE_SWAPS, seat, belle_told_card(s, move.card),
            belle_told_card(s, s->party[seat][move.my_group][move.my_slot]), move.my_group + 1, move.seat,
            belle_told_card(s, card), move.group + 1, points);
        break;
    default:
        SAY(told, BELLE_EJECTS, seat, belle_told_card(s, move.card), belle_told_card(s, card), move.seat,
            move.seat == seat, move.group + 1);
        break;
    }
}

static SAYING void say_theft(const struct belle_state *s, int seat, struct belle_move move, struct facts *told)
{
    SAY(told, BELLE_STEALS, seat, belle_told_card(s, move.card), move.seat);
}

/* Scores points for a card that does nothing else to a seat. */
static void gain_by(struct belle_state *s, int seat, struct belle_move move, int points, struct facts *told)
{
    gain(s, seat, points);
    if (told)
        say_played(s, seat, move, 0, points, told);
}

static void move_own(struct belle_state *s, int seat, struct belle_move move, struct facts *told)
{
    uint8_t guest = s->party[seat][move.group][move.slot];
    if (told)
        say_aimed(s, seat, move, 2, told);
    take_from_group(s, seat, move.group, move.slot);
    add_to_group(s, seat, move.to, guest);
    gain(s, seat, 2);
}

static void swap_guests(struct belle_state *s, int seat, struct belle_move move, struct facts *told)
{
    uint8_t *mine = &s->party[seat][move.my_group][move.my_slot];
    uint8_t *theirs = &s->party[move.seat][move.group][move.slot], guest = *mine;
    if (told)
        say_aimed(s, seat, move, 1, told);
    *mine = *theirs;
    *theirs = guest;
    gain(s, seat, 1);
}

static void reverse_line(struct belle_state *s)
{
    int length = belle_line_length(s, BELLE_LINE_GUESTS) < 5 ? belle_line_length(s, BELLE_LINE_GUESTS) : 5;
    uint8_t *cards = s->line + s->front[BELLE_LINE_GUESTS], *beside = s->beside[BELLE_LINE_GUESTS];

    for (int i = 0, k = length - 1; i < k; i++, k--) {
        uint8_t card = cards[i], regrets = beside[i];
        cards[i] = cards[k];
        beside[i] = beside[k];
        cards[k] = card;
        beside[k] = regrets;
    }
}

static void sweep(struct belle_state *s, int seat, struct belle_move move, struct facts *told)
{
    int swept = 0;

    for (int line = 0; line < 2; line++)
        for (int place = 0; place < BELLE_VISIBLE; place++) {
            swept += s->beside[line][place];
            s->beside[line][place] = 0;
        }
    s->regrets[seat] = (uint8_t)(s->regrets[seat] + swept);
    gain(s, seat, 1);
    if (told)
        say_played(s, seat, move, swept, 1, told);
}

static void apologize(struct belle_state *s, int seat, struct belle_move move, struct facts *told)
{
    int due = s->players == 2 ? 2 : 1, got = 0, points = 0;
    unsigned payers = 0;

    for (int other = 0; other < s->players; other++) {
        if (other == seat)
            continue;
        int paid = s->regrets[other] < due ? s->regrets[other] : due;
        s->regrets[other] = (uint8_t)(s->regrets[other] - paid);
        got += paid;
        points += due - paid;
        payers |= paid > 0 ? seat_bit(other) : 0u;
    }
    s->regrets[seat] = (uint8_t)(s->regrets[seat] + got);
    gain(s, seat, points);
    if (told)
        say_collected(s, seat, move, payers, got, points, told);
}

static void eject(struct belle_state *s, int seat, struct belle_move move, struct facts *told)
{
    if (told)
        say_aimed(s, seat, move, 0, told);
    discard(s, s->party[move.seat][move.group][move.slot]);
    take_from_group(s, move.seat, move.group, move.slot);
}

static void begin_steal(struct belle_state *s, int seat, struct belle_move move, struct facts *told)
{
    if (move.seat < 0) {
        gain_by(s, seat, move, 2, told);
        return;
    }
    s->steals[s->steal_count].thief = (uint8_t)seat;
    s->steals[s->steal_count].victim = (uint8_t)move.seat;
    s->phase = BELLE_PHASE_STEAL;
    if (told)
        say_theft(s, seat, move, told);
}

/* What Mayhem does; the card itself is discarded. */
static void play_mayhem(struct belle_state *s, int seat, struct belle_move move, int effect, struct facts *told)
{
    discard(s, move.card);
    switch (effect) {
    case BELLE_EFFECT_CROWD: gain_by(s, seat, move, 2 * belles_in_groups(s), told); break;
    case BELLE_EFFECT_MOVE_OWN: move_own(s, seat, move, told); break;
    case BELLE_EFFECT_SWAP: swap_guests(s, seat, move, told); break;
    case BELLE_EFFECT_FREE_SKIP:
        s->free_skip = 1;
        gain_by(s, seat, move, 1, told);
        break;
    case BELLE_EFFECT_REVERSE:
        reverse_line(s);
        gain_by(s, seat, move, 1, told);
        break;
    case BELLE_EFFECT_SWEEP: sweep(s, seat, move, told); break;
    case BELLE_EFFECT_STEAL_BELLE: begin_steal(s, seat, move, told); break;
    case BELLE_EFFECT_APOLOGY: apologize(s, seat, move, told); break;
    case BELLE_EFFECT_EJECT: eject(s, seat, move, told); break;
    default: break;
    }
}

/* Mirth and Mischief lie in a group; some do more at once. */
static void play_on_group(struct belle_state *s, int seat, struct belle_move move, int effect, struct facts *told)
{
    int points = effect == BELLE_EFFECT_NO_COMMON || effect == BELLE_EFFECT_NO_MEDIUM;

    add_to_group(s, move.seat, move.group, move.card);
    gain(s, seat, points);
    if (effect == BELLE_EFFECT_RUSHED)
        s->rushed[move.seat] |= (uint8_t)(1u << move.group);
    if (told)
        say_laid(s, seat, move, points, told);
}

/* Who and when, for taken[] and played[]. */
static uint8_t stamp(const struct belle_state *s, int seat)
{
    return (uint8_t)(1 + seat * 4 + s->steal_count);
}

static void play_card(struct belle_state *s, int seat, struct belle_move move, struct facts *told)
{
    int index = belle_index(move.card), effect = belle_effect(s, move.card);

    s->hand[seat] &= ~belle_bit(move.card);
    s->held[seat]--;
    s->played[index] = stamp(s, seat);
    if (belle_type_of(effect) == BELLE_MAYHEM)
        play_mayhem(s, seat, move, effect, told);
    else
        play_on_group(s, seat, move, effect, told);
}

static SAYING void say_none(int seat, struct facts *told)
{
    SAY(told, BELLE_PLAYS_NONE, seat);
}

static SAYING void say_invite(const struct belle_state *s, int seat, struct belle_move move, struct facts *told)
{
    int paid = s->free_skip ? 0 : move.place, gained = s->beside[move.line][move.place];

    if (move.to >= 0)
        SAY(told, BELLE_INVITES, seat, belle_told_card(s, move.card), move.to + 1, move.place + 1, paid, gained);
    else
        SAY(told, BELLE_TAKES, seat, belle_told_card(s, move.card), move.place + 1, paid, gained);
}

static void invite_card(struct belle_state *s, int seat, struct belle_move move)
{
    uint8_t *beside = s->beside[move.line];

    if (!s->free_skip) {
        s->regrets[seat] = (uint8_t)(s->regrets[seat] - move.place);
        for (int i = 0; i < move.place; i++)
            beside[i]++;
    }
    s->regrets[seat] = (uint8_t)(s->regrets[seat] + beside[move.place]);
    take_from_line(s, move.line, move.place);
    if (move.to >= 0) {
        add_to_group(s, seat, move.to, move.card);
        return;
    }
    int index = belle_index(move.card);
    s->hand[seat] |= belle_bit(move.card);
    s->held[seat]++;
    s->taken[index] = stamp(s, seat);
}

void belle_apply(struct belle_state *s, int seat, uint16_t id, struct facts *told)
{
    struct belle_move move = belle_move(s, seat, id);

    MUST((s->phase == BELLE_PHASE_PLAY || s->phase == BELLE_PHASE_INVITE) && s->mover == seat &&
         !belle_objection(s, seat, id));
    if (move.kind == BELLE_MOVE_INVITE) {
        if (told)
            say_invite(s, seat, move, told);
        invite_card(s, seat, move);
        end_turn(s, told);
        return;
    }
    if (move.kind == BELLE_MOVE_PLAY)
        play_card(s, seat, move, told);
    else if (told)
        say_none(seat, told);
    if (s->phase != BELLE_PHASE_STEAL)
        belle_begin_invite(s, told);
}

void belle_meaning(const struct belle_state *s, int seat, uint16_t id, struct facts *told)
{
    struct belle_move move = belle_move(s, seat, id);

    switch (move.kind) {
    case BELLE_MOVE_NONE: say_none(seat, told); break;
    case BELLE_MOVE_PLAY: {
        struct belle_state now = *s; /* what the card brings is known once it is played */
        play_card(&now, seat, move, told);
        break;
    }
    case BELLE_MOVE_INVITE: say_invite(s, seat, move, told); break;
    }
}

static const struct game_tables tables = {.phases = belle_phases,
                                          .keys = GAME_KEYS(belle),
                                          .fields = belle_fields,
                                          .ids = all_ids,
                                          .lists = belle_write_lists};

struct turn belle_turn(const struct belle_state *s)
{
    switch (s->phase) {
    case BELLE_PHASE_PLAY:
    case BELLE_PHASE_INVITE: return (struct turn){.kind = TURN_CHOICE, .seats = seat_bit(s->mover)};
    case BELLE_PHASE_OVER: return (struct turn){.kind = TURN_OVER};
    default: return (struct turn){.kind = TURN_CHANCE};
    }
}

GAME_SLOTS(belle, belle_)

const struct game belle = {
    .id = "belle",
    .title = "Belle of the Ball",
    .summary = "Invite Guests of like interests to your groups, and play the Belle on your own and others' parties.",
    .minutes = 45,
    .min_players = 2,
    .max_players = 5,
    .max_actions = BELLE_ID_END,
    .max_legal = BELLE_LEGAL_MAX,
    .state_size = sizeof(struct belle_state),
    .observation_size = OBS_SIZE,
    .half_points = true,
    .options =
        (const struct option[]){
            [BELLE_OPTION_LAST_TURN] = {.name = "last-turn",
                                        .kind = OPTION_CHOICE,
                                        .values = "cut|finish",
                                        .fallback = "cut",
                                        .help = "whether full groups still score in the last turn"},
            [BELLE_OPTION_PARTIES] = {.name = "parties",
                                      .kind = OPTION_CHOICE,
                                      .values = "dealt|empty",
                                      .fallback = "dealt",
                                      .help = "whether parties begin with three Guests or none"},
            [BELLE_OPTION_DECK] = {.name = "deck",
                                   .kind = OPTION_TEXT,
                                   .values = "DIR",
                                   .fallback = BELLE_BUILT_IN,
                                   .help = "a directory with the guests.csv and belles.csv of a custom deck",
                                   .example = BELLE_BUILT_IN},
            {.name = NULL},
        },
    .deck =
        &(const struct game_deck){
            .option = BELLE_OPTION_DECK,
            .files = belle_deck_files,
            .line = belle_deck_line,
            .due = belle_deck_due,
        },
    .tables = &tables,
    GAME_FUNCTIONS,
    .legal_runs = UNLESS_PAGE(belle_legal_runs),
    .sheet = &belle_sheet,
    .verbs = (const struct verb[]){BELLE_VERBS(VERB_ROW) VERBS_END},
    .lists =
        (const struct name_list[]){
            {"effect", belle_effect_codes},
            {"reason", (const char *const[]){"tales", "stays", NULL}},
            {"how", (const char *const[]){"guests", "line", NULL}},
            {.name = NULL},
        },
    .card_name = belle_card_name,
    .ask = belle_ask,
};
