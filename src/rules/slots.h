/* How a game fits into the slots of struct game.
 *
 * A game works on a state of its own type, struct GAME_state, so that a file may include two games. The slots take the
 * opaque struct state. The macros below join the two and are the only place where a pointer is converted:
 *
 *   GAME.h   GAME_STATE(name) and GAME_PARTS(name), after the struct
 *   GAME.c   GAME_SLOTS(name, name_) before its struct game, and GAME_FUNCTIONS in it
 *
 * Functions in slots are small enough to be compiled into a jump, or to nothing. */
#ifndef PARLOR_RULES_SLOTS_H
#define PARLOR_RULES_SLOTS_H

#include "rules/game.h"

/* Defines name_state() and name_state_in(), which open a state of that game: to read it, and to change it. */
#define GAME_STATE(name)                                                                                               \
    static inline const struct name##_state *name##_state(const struct state *state)                                   \
    {                                                                                                                  \
        return (const struct name##_state *)(const void *)state;                                                       \
    }                                                                                                                  \
    static inline struct name##_state *name##_state_in(struct state *state)                                            \
    {                                                                                                                  \
        return (struct name##_state *)(void *)state;                                                                   \
    }

/* Declares the functions of a game, for all its files and its tests. */
#define GAME_PARTS(name)                                                                                               \
    const char *name##_start(struct name##_state *, const struct setup *);                                             \
    struct turn name##_turn(const struct name##_state *);                                                              \
    void name##_chance(struct name##_state *, struct rng *);                                                           \
    int name##_legal(const struct name##_state *, int seat, uint16_t *ids);                                            \
    void name##_apply(struct name##_state *, int seat, uint16_t id, struct facts *);                                   \
    void name##_result(const struct name##_state *, struct result *);                                                  \
    void name##_redact(struct name##_state *, int viewer);                                                             \
    void name##_imagine(struct name##_state *, int viewer, struct rng *);                                              \
    void name##_observe(const struct name##_state *, int seat, uint8_t *out);                                          \
    void name##_action_text(const struct name##_state *, int seat, uint16_t id, struct writer *);                      \
    bool name##_action_parse(const struct name##_state *, int seat, struct reader *, uint16_t *id);                    \
    const char *name##_objection(const struct name##_state *, int seat, uint16_t id);                                  \
    void name##_chance_write(const struct name##_state *before, const struct name##_state *after, struct writer *);    \
    bool name##_chance_read(struct name##_state *, struct reader *);                                                   \
    void name##_dealt(const struct name##_state *before, const struct name##_state *after, struct facts *);            \
    void name##_meaning(const struct name##_state *, int seat, uint16_t id, struct facts *);                           \
    void name##_card_text(int card, struct writer *);                                                                  \
    void name##_describe(const struct name##_state *, struct writer *);                                                \
    bool name##_same_setup(const struct name##_state *, const struct name##_state *);                                  \
    const char *name##_fault(const struct name##_state *, int viewer);

/* Defines the functions in the slots: each function converts its states and calls prefix##start() and so on. The prefix
 * is empty for a game in one file, whose functions are static. */
#define GAME_SLOTS(name, prefix)                                                                                       \
    static const char *slot_start(struct state *state, const struct setup *setup)                                      \
    {                                                                                                                  \
        return prefix##start(name##_state_in(state), setup);                                                           \
    }                                                                                                                  \
    static struct turn slot_turn(const struct state *state)                                                            \
    {                                                                                                                  \
        return prefix##turn(name##_state(state));                                                                      \
    }                                                                                                                  \
    static void slot_chance(struct state *state, struct rng *rng)                                                      \
    {                                                                                                                  \
        prefix##chance(name##_state_in(state), rng);                                                                   \
    }                                                                                                                  \
    static int slot_legal(const struct state *state, int seat, uint16_t *ids)                                          \
    {                                                                                                                  \
        return prefix##legal(name##_state(state), seat, ids);                                                          \
    }                                                                                                                  \
    static void slot_apply(struct state *state, int seat, uint16_t id, struct facts *told)                             \
    {                                                                                                                  \
        prefix##apply(name##_state_in(state), seat, id, told);                                                         \
    }                                                                                                                  \
    static void slot_result(const struct state *state, struct result *out)                                             \
    {                                                                                                                  \
        prefix##result(name##_state(state), out);                                                                      \
    }                                                                                                                  \
    static void slot_redact(struct state *state, int viewer)                                                           \
    {                                                                                                                  \
        prefix##redact(name##_state_in(state), viewer);                                                                \
    }                                                                                                                  \
    static void slot_imagine(struct state *state, int viewer, struct rng *rng)                                         \
    {                                                                                                                  \
        prefix##imagine(name##_state_in(state), viewer, rng);                                                          \
    }                                                                                                                  \
    static void slot_observe(const struct state *state, int seat, uint8_t *out)                                        \
    {                                                                                                                  \
        prefix##observe(name##_state(state), seat, out);                                                               \
    }                                                                                                                  \
    static void slot_action_text(const struct state *state, int seat, uint16_t id, struct writer *w)                   \
    {                                                                                                                  \
        prefix##action_text(name##_state(state), seat, id, w);                                                         \
    }                                                                                                                  \
    static bool slot_action_parse(const struct state *state, int seat, struct reader *in, uint16_t *id)                \
    {                                                                                                                  \
        return prefix##action_parse(name##_state(state), seat, in, id);                                                \
    }                                                                                                                  \
    static const char *slot_objection(const struct state *state, int seat, uint16_t id)                                \
    {                                                                                                                  \
        return prefix##objection(name##_state(state), seat, id);                                                       \
    }                                                                                                                  \
    static void slot_chance_write(const struct state *before, const struct state *after, struct writer *w)             \
    {                                                                                                                  \
        prefix##chance_write(name##_state(before), name##_state(after), w);                                            \
    }                                                                                                                  \
    static bool slot_chance_read(struct state *state, struct reader *in)                                               \
    {                                                                                                                  \
        return prefix##chance_read(name##_state_in(state), in);                                                        \
    }                                                                                                                  \
    static void slot_dealt(const struct state *before, const struct state *after, struct facts *told)                  \
    {                                                                                                                  \
        prefix##dealt(name##_state(before), name##_state(after), told);                                                \
    }                                                                                                                  \
    static void slot_meaning(const struct state *state, int seat, uint16_t id, struct facts *told)                     \
    {                                                                                                                  \
        prefix##meaning(name##_state(state), seat, id, told);                                                          \
    }                                                                                                                  \
    static void slot_card_text(int card, struct writer *w)                                                             \
    {                                                                                                                  \
        prefix##card_text(card, w);                                                                                    \
    }                                                                                                                  \
    static void slot_describe(const struct state *state, struct writer *w)                                             \
    {                                                                                                                  \
        prefix##describe(name##_state(state), w);                                                                      \
    }                                                                                                                  \
    static bool slot_same_setup(const struct state *a, const struct state *b)                                          \
    {                                                                                                                  \
        return prefix##same_setup(name##_state(a), name##_state(b));                                                   \
    }                                                                                                                  \
    static const char *slot_fault(const struct state *state, int viewer)                                               \
    {                                                                                                                  \
        return prefix##fault(name##_state(state), viewer);                                                             \
    }

/* Fills the slots that every game has. */
#define GAME_FUNCTIONS                                                                                                 \
    .start = slot_start, .turn = slot_turn, .chance = slot_chance, .legal = slot_legal, .apply = slot_apply,           \
    .result = slot_result, .redact = slot_redact, .imagine = slot_imagine, .observe = slot_observe,                    \
    .action_text = slot_action_text, .action_parse = slot_action_parse, .objection = slot_objection,                   \
    .chance_write = slot_chance_write, .chance_read = slot_chance_read, .dealt = slot_dealt, .meaning = slot_meaning,  \
    .card_text = slot_card_text, .describe = slot_describe, .same_setup = slot_same_setup, .fault = slot_fault

#endif
