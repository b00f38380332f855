/* What a group of Belle of the Ball is worth: BL-9, BL-10, BL-15. Its icons are counted as twelve four-bit counters
 * in one word, since play scores every full group, and every page and bot asks what groups would be worth. */
#include "rules/belle_inside.h"

/* Twelve counters of four bits, one for each interest: four cards have at most four
 * icons of one interest and twelve in all, so nothing runs over. */
#define EACH 0x1111111111111111u
#define ICON(c, m, r)                                                                                                  \
    ((uint64_t)1 << 4 * (BELLE_CHAT + (c)) | (uint64_t)1 << 4 * (BELLE_MUSIC + (m)) |                                  \
     (uint64_t)1 << 4 * (BELLE_FISH + (r)))
#define ICONS5(c, m) ICON(c, m, 0), ICON(c, m, 1), ICON(c, m, 2), ICON(c, m, 3), ICON(c, m, 4)
#define ICONS20(c)   ICONS5(c, 0), ICONS5(c, 1), ICONS5(c, 2), ICONS5(c, 3)
static const uint64_t icons_of[BELLE_GUEST_COUNT] = {ICONS20(0), ICONS20(1), ICONS20(2)};

#define FAMILY(first, end) ((((uint64_t)1 << 4 * (end)) - 1) & ~(((uint64_t)1 << 4 * (first)) - 1))

static int icons_at(uint64_t icons, int interest)
{
    return (int)(icons >> 4 * interest & 15);
}

/* What a group is made of. */
struct tally {
    uint64_t icons;                  /* of its Guests */
    uint64_t guest[BELLE_GROUP_MAX]; /* of each of them */
    uint64_t counting;               /* counters that NO_COMMON and NO_MEDIUM leave */
    int guests, lords, ladies, copies;
    uint8_t effects[BELLE_GROUP_MAX]; /* of its Belle cards, in order */
    int belles;
    int instead; /* the later of FAVORITE and VARIETY, or -1 */
};

static inline void count_belle(struct tally *tally, int effect)
{
    tally->effects[tally->belles++] = (uint8_t)effect;
    switch (effect) {
    case BELLE_EFFECT_COPY: tally->copies++; break;
    case BELLE_EFFECT_NO_COMMON: tally->counting &= ~FAMILY(BELLE_CHAT, BELLE_MUSIC); break;
    case BELLE_EFFECT_NO_MEDIUM: tally->counting &= ~FAMILY(BELLE_MUSIC, BELLE_FISH); break;
    case BELLE_EFFECT_FAVORITE:
    case BELLE_EFFECT_VARIETY: tally->instead = effect; break;
    default: break;
    }
}

static inline struct tally tally_of(const struct belle_state *s, const uint8_t *cards, int count)
{
    struct tally tally = {.counting = ~(uint64_t)0, .instead = -1};

    for (int i = 0; i < count; i++) {
        if (!belle_card_is_guest(cards[i])) {
            count_belle(&tally, belle_effect(s, cards[i]));
            continue;
        }
        uint8_t guest = s->deck.guest[belle_guest_index(cards[i])];
        tally.guest[tally.guests++] = icons_of[belle_guest_combination(guest)];
        tally.icons += icons_of[belle_guest_combination(guest)];
        tally.lords += belle_guest_noble(guest) == BELLE_NOBLE_LORD;
        tally.ladies += belle_guest_noble(guest) == BELLE_NOBLE_LADY;
    }
    return tally;
}

/* Icons of interests that are there at least twice. */
static int matched_icons(uint64_t icons)
{
    uint64_t twice = (icons >> 1 | icons >> 2 | icons >> 3) & EACH;
    return (int)((icons & twice * 15) * EACH >> 60);
}

static int most_icons(uint64_t icons)
{
    int most = 0;
    for (; icons; icons >>= 4)
        most = (int)(icons & 15) > most ? (int)(icons & 15) : most;
    return most;
}

static int different_icons(uint64_t icons)
{
    return __builtin_popcountll((icons | icons >> 1 | icons >> 2) & EACH);
}

static bool guests_share(const struct tally *tally)
{
    uint64_t shared = tally->counting;
    for (int i = 0; i < tally->guests; i++)
        shared &= tally->guest[i];
    return tally->guests >= 2 && shared != 0;
}

static int base_score(const struct tally *tally, uint64_t icons)
{
    if (tally->instead == BELLE_EFFECT_VARIETY)
        return 2 + different_icons(icons);
    if (tally->instead == BELLE_EFFECT_FAVORITE)
        return most_icons(icons) >= 2 ? most_icons(icons) : 0;
    return matched_icons(icons);
}

/* What a Belle card adds to its group, or takes from it. */
static inline int effect_points(const struct tally *tally, uint64_t icons, int effect)
{
    int nobles = tally->lords + tally->ladies;

    switch (effect) {
    case BELLE_EFFECT_BONUS_TEA: return 2 * icons_at(icons, BELLE_TEA);
    case BELLE_EFFECT_BONUS_CAKE: return 2 * icons_at(icons, BELLE_CAKE);
    case BELLE_EFFECT_BONUS_BOOK: return 2 * icons_at(icons, BELLE_BOOK);
    case BELLE_EFFECT_BONUS_MUSIC: return 2 * icons_at(icons, BELLE_MUSIC);
    case BELLE_EFFECT_BONUS_NOBLE: return 2 * nobles;
    case BELLE_EFFECT_BONUS_PAIR: return tally->lords && tally->ladies ? 5 : 0;
    case BELLE_EFFECT_BONUS_SHARED: return guests_share(tally) ? 4 : 0;
    case BELLE_EFFECT_MINUS4: return -4;
    case BELLE_EFFECT_MINUS_NOBLE: return -3 * nobles;
    default: return 0;
    }
}

/* The score if the COPY cards add these icons. */
static struct belle_score score_with(const struct tally *tally, uint64_t copied)
{
    uint64_t icons = (tally->icons + copied) & tally->counting;
    struct belle_score score = {.base = base_score(tally, icons)};

    for (int i = 0; i < tally->belles; i++) {
        int points = effect_points(tally, icons, tally->effects[i]);
        score.bonus += points > 0 ? points : 0;
        score.minus -= points < 0 ? points : 0;
    }
    int value = score.base + score.bonus - score.minus;
    score.value = value > 0 ? value : 0;
    return score;
}

/* The icons that COPY cards add for the best score. With three of them there is one
 * Guest at most, with two there are two: the first card and the last choose, one
 * between them goes with the first. */
static uint64_t best_copies(const struct tally *tally)
{
    uint64_t best = 0;
    int most = -1;

    for (int first = 0; tally->copies && first < tally->guests; first++)
        for (int last = 0; last <= (tally->copies > 1 ? first : 0); last++) {
            uint64_t copied = tally->guest[first] * (uint64_t)(tally->copies == 1 ? 1 : tally->copies - 1);
            copied += tally->copies > 1 ? tally->guest[last] : 0;
            int value = score_with(tally, copied).value;
            if (value > most) {
                most = value;
                best = copied;
            }
        }
    return best;
}

struct belle_score belle_score(const struct belle_state *s, const uint8_t *cards, int count)
{
    struct tally tally = tally_of(s, cards, count);
    return score_with(&tally, best_copies(&tally));
}

/* Writes the parts that add up to `base`, interest by interest, and returns how many. */
static int base_parts(const struct tally *tally, uint64_t icons, struct belle_part *parts)
{
    bool favorite = tally->instead == BELLE_EFFECT_FAVORITE;
    int count = 0, most = most_icons(icons);

    if (tally->instead == BELLE_EFFECT_VARIETY) {
        parts[0] =
            (struct belle_part){.interest = -1, .effect = BELLE_EFFECT_VARIETY, .points = base_score(tally, icons)};
        return 1;
    }
    for (int interest = 0; interest < BELLE_INTEREST_COUNT; interest++) {
        int there = icons_at(icons, interest);
        if (there >= 2 && !(favorite && (count > 0 || there < most)))
            parts[count++] = (struct belle_part){.interest = interest, .effect = -1, .points = there};
    }
    return count;
}

int belle_parts(const struct belle_state *s, const uint8_t *cards, int count, struct belle_part *parts)
{
    struct tally tally = tally_of(s, cards, count);
    uint64_t icons = (tally.icons + best_copies(&tally)) & tally.counting;
    int found = base_parts(&tally, icons, parts);

    for (int i = 0; i < tally.belles; i++) {
        int effect = tally.effects[i], points = effect_points(&tally, icons, effect);
        if (points)
            parts[found++] = (struct belle_part){.interest = -1, .effect = effect, .points = points};
    }
    return found;
}

int belle_icons(const struct belle_state *s, const uint8_t *cards, int count, int interest)
{
    struct tally tally = tally_of(s, cards, count);
    return icons_at(tally.icons & tally.counting, interest);
}
