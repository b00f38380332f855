/* The door for states of Six of Sparrows that come from outside (docs/add-a-game.md): looks at every byte of them. */
#include "rules/accept.h"
#include "rules/sparrows_inside.h"

enum { ROUND_LEAST = 2 * SPARROWS_FAILED, ROUND_MAX = SPARROWS_VALUE_MAX + 200 }; /* points of a round: SP-6, SP-10 */

/* Whether there have been bids on the table. */
static bool has_begun(const struct sparrows_state *s)
{
    return s->phase != SPARROWS_PHASE_DEALER && (s->phase != SPARROWS_PHASE_BIDS || s->round > 0);
}

/* Everything that is a seat, a phase or counts them. */
static const char *frame_fault(const struct sparrows_state *s, int viewer)
{
    bool moves = s->phase == SPARROWS_PHASE_PARTNER || s->phase == SPARROWS_PHASE_LATE;
    int least = !has_begun(s) || s->phase == SPARROWS_PHASE_CYCLE ? 0
                : s->phase == SPARROWS_PHASE_BID                  ? 1
                                                                  : SPARROWS_CYCLES;
    int most = !has_begun(s) ? 0 : s->phase == SPARROWS_PHASE_CYCLE ? SPARROWS_CYCLES - 1 : SPARROWS_CYCLES;

    if (s->phase > SPARROWS_PHASE_OVER || s->cycle < least || s->cycle > most)
        return "that cycle does not have this phase";
    if (s->dealer >= s->players || s->mover >= s->players || (s->mover && !moves) || s->partner > s->players)
        return "there is no such seat";
    if (s->round > SPARROWS_ROUNDS_MAX || (s->phase == SPARROWS_PHASE_DEALER && s->round > 0) ||
        (s->round == 0 && (s->phase == SPARROWS_PHASE_RESHUFFLE || s->phase == SPARROWS_PHASE_OVER)))
        return "that round does not have this phase";
    if (s->hidden != seats_hidden(viewer, s->players, sparrows_open_hands(s)))
        return "hands are hidden or open that should not be";
    if (s->chosen ? s->phase != SPARROWS_PHASE_BID || (s->chosen & ~s->bidless) || s->chosen == s->bidless
                  : s->phase == SPARROWS_PHASE_BID && !s->bidless)
        return "seats have chosen that should not have, or nobody is to choose";
    return NULL;
}

static const struct blank blanks[] = {BLANK_SEATS(sparrows, hand),   BLANK_SEATS(sparrows, total),
                                      BLANK_SEATS(sparrows, last),   BLANK_SEATS_OF(sparrows, bid, SPARROWS_NO_BID),
                                      BLANK_SEATS(sparrows, token),  BLANK_SEATS(sparrows, bonus),
                                      BLANK_SEATS(sparrows, sealed), BLANK(sparrows, unused)};

static const char *card_fault(const struct sparrows_state *s)
{
    uint64_t seen = s->table;

    if (sparrows_count_bits(s->table) != s->cycle)
        return "the table has not one card for each cycle";
    if ((sparrows_cards_seen(s) & ~SPARROWS_EACH_LANE(0x3ff)) != 0)
        return "there is no such card";
    for (int seat = 0; seat < s->players; seat++) {
        if (sparrows_count_bits(s->hand[seat]) != (s->hidden & seat_bit(seat) ? 0 : s->cycle))
            return "a hand has not one card for each cycle";
        if (seen & s->hand[seat])
            return "a card is in two places";
        seen |= s->hand[seat];
    }
    return NULL;
}

/* The face-up bids: six different ones, or none yet. */
static const char *row_fault(const struct sparrows_state *s, uint32_t *row)
{
    *row = 0;
    for (int i = 0; i < SPARROWS_ROW_SIZE; i++) {
        if (has_begun(s) ? s->row[i] >= SPARROWS_BID_COUNT : s->row[i] != SPARROWS_NO_BID)
            return "there is no such bid";
        *row |= has_begun(s) ? sparrows_bid_bit(s->row[i]) : 0;
    }
    return sparrows_count_bits(*row) == (has_begun(s) ? SPARROWS_ROW_SIZE : 0) ? NULL : "a bid lies there twice";
}

/* Every bid is in one place, the row among them; what is claimed in the round
 * just scored is shown there but counts as discarded. */
static const char *bid_fault(const struct sparrows_state *s)
{
    uint32_t row = 0, held = 0, piles = s->deck | s->under | s->discard;
    const char *wrong = row_fault(s, &row);

    if (wrong)
        return wrong;
    for (int seat = 0; seat < s->players; seat++) {
        if (s->bid[seat] == SPARROWS_NO_BID)
            continue;
        if (s->bid[seat] > SPARROWS_NO_BID || ((held | ~row) & sparrows_bid_bit(s->bid[seat])))
            return "a seat holds a bid that is not available";
        held |= sparrows_bid_bit(s->bid[seat]);
    }
    if ((s->deck & s->under) || (s->deck & s->discard) || (s->under & s->discard) || (piles & s->open))
        return "a bid is in two places";
    if (sparrows_scored(s) ? held & ~(s->phase == SPARROWS_PHASE_BIDS ? piles : s->discard) : held & piles)
        return "a bid is held and in a pile, or has not been discarded";
    if ((piles | s->open | held) != sparrows_bid_bit(SPARROWS_BID_COUNT) - 1)
        return "a bid is missing";
    if ((s->open | held) != row || (s->open & held))
        return "the row and what is open of it differ";
    return NULL;
}

/* The bid deck can fill the row when it has to: SP-3. */
static const char *deck_fault(const struct sparrows_state *s)
{
    int vacant = 0;

    for (int i = 0; i < SPARROWS_ROW_SIZE; i++)
        vacant += sparrows_is_vacant(s, i);
    if ((s->under && s->phase != SPARROWS_PHASE_BIDS) ||
        (!has_begun(s) && s->deck != sparrows_bid_bit(SPARROWS_BID_COUNT) - 1))
        return "discarded bids lie under the deck that should not";
    if (s->phase == SPARROWS_PHASE_RESHUFFLE && sparrows_count_bits(s->deck) >= vacant)
        return "the bid deck is reshuffled too early";
    if (s->phase == SPARROWS_PHASE_BIDS &&
        (!s->deck || sparrows_count_bits(s->deck) + sparrows_count_bits(s->under) < vacant))
        return "the bid deck should have been reshuffled";
    return NULL;
}

/* The bonus bids are there to be taken, or with a bid: SP-9, SP-11. */
static const char *bonus_fault(const struct sparrows_state *s)
{
    unsigned taken = 0, all = s->upgrades && has_begun(s) ? (1u << SPARROWS_BONUS_COUNT) - 2 : 0;
    int together = -1;

    for (int seat = 0; seat < s->players; seat++) {
        if (s->bonus[seat] == SPARROWS_BONUS_NONE)
            continue;
        if (s->bonus[seat] >= SPARROWS_BONUS_COUNT || s->bid[seat] == SPARROWS_NO_BID ||
            s->token[seat] == SPARROWS_TOKEN_LATE || (taken >> s->bonus[seat] & 1))
            return "a bonus bid is in two places";
        taken |= 1u << s->bonus[seat];
        together = s->bonus[seat] == SPARROWS_BONUS_TOGETHER ? seat : together;
    }
    if (s->bonuses != (all & ~taken) || (taken & ~all))
        return "a bonus bid is in two places, or gone";
    bool named = together >= 0 && (s->phase == SPARROWS_PHASE_LATE || sparrows_scored(s));
    if ((s->partner != 0) != named || (named && s->partner == together + 1))
        return "a partner is named, or is not, without reason";
    if (s->phase == SPARROWS_PHASE_PARTNER && (together < 0 || s->mover != together))
        return "a partner is asked for of nobody";
    return NULL;
}

/* Who has a bid has a token, and who has none may be asked: SP-5, SP-12. */
static const char *token_fault(const struct sparrows_state *s)
{
    unsigned tokens = 0;

    for (int seat = 0; seat < s->players; seat++) {
        bool without = s->bid[seat] == SPARROWS_NO_BID, late = s->token[seat] == SPARROWS_TOKEN_LATE;
        if (without != (s->token[seat] == 0) || without != (s->bidless >> seat & 1))
            return "a bid is without its token";
        if (late ? !s->upgrades || !(s->phase == SPARROWS_PHASE_LATE || sparrows_scored(s)) : s->token[seat] > s->cycle)
            return "there is no such token yet";
        if (!without && !late && (tokens >> s->token[seat] & 1))
            return "a token is held twice";
        tokens |= 1u << s->token[seat];
    }
    if (s->bidless >> s->players)
        return "there is no such seat";
    if (s->phase == SPARROWS_PHASE_LATE && (!s->upgrades || !(s->bidless & seat_bit(s->mover))))
        return "a late bid is asked for of nobody";
    return NULL;
}

static const char *sealed_fault(const struct sparrows_state *s)
{
    for (int seat = 0; seat < s->players; seat++) {
        bool seen = (s->chosen & ~s->hidden) & seat_bit(seat);
        if (seen != (s->sealed[seat] != 0))
            return "a sealed choice is missing, or shown";
        if (seen &&
            (s->sealed[seat] > SPARROWS_ID_PARTNER || sparrows_objection(s, seat, (uint16_t)(s->sealed[seat] - 1))))
            return "a choice is sealed that could not be made";
    }
    return NULL;
}

/* SP-6, SP-7: what was scored. */
static const char *score_fault(const struct sparrows_state *s)
{
    struct sparrows_score score[MAX_SEATS];
    bool over = s->round == SPARROWS_ROUNDS_MAX, scored = sparrows_scored(s);

    if (scored)
        sparrows_scores(s, score);
    for (int seat = 0; seat < s->players; seat++) {
        int last = s->last[seat], total = s->total[seat];
        if (last < ROUND_LEAST || last > ROUND_MAX || total < ROUND_LEAST * s->round || total > ROUND_MAX * s->round ||
            (s->round == 0 && last != 0) || (s->round == 1 && last != total) || (scored && last != score[seat].points))
            return "points have come from nowhere";
        over |= s->round > 0 && total >= s->target;
    }
    return over == (s->phase == SPARROWS_PHASE_OVER) ? NULL : "the game should be over, or should not";
}

const char *sparrows_fault(const struct sparrows_state *s, int viewer)
{
    return frame_fault(s, viewer) ?: BLANK_FAULT(s, blanks) ?: card_fault(s) ?: bid_fault(s) ?: deck_fault(s) ?:
           token_fault(s) ?: bonus_fault(s) ?: sealed_fault(s) ?: score_fault(s);
}

bool sparrows_same_setup(const struct sparrows_state *a, const struct sparrows_state *b)
{
    return a->players == b->players && a->upgrades == b->upgrades && a->target == b->target &&
           bytes_equal(a->value, b->value, sizeof a->value);
}
