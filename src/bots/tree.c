/* See tree.h. */
#include "bots/tree.h"

#include <stdlib.h>

#include "bots/portable_math.h"
#include "rules/bytes.h"

enum {
    CHILDREN = 8,
    NODES_LEAST = 1 << 8,
    NODES_MAX = 1 << 17, /* some 25 MB */
};

struct child {
    uint16_t id;
    int32_t tried, possible; /* how often it was chosen, and could have been */
    double sum;              /* of the values */
};

struct tree_node {
    uint64_t key; /* 0: free */
    int32_t visits;
    int32_t count;
    struct child children[CHILDREN];
};

struct tree {
    uint32_t mask; /* nodes are a power of two; this is one less */
    uint32_t used;
    struct tree_node nodes[];
};

struct tree *tree_new(long simulations)
{
    uint32_t size = NODES_LEAST;

    while (size < NODES_MAX && (int64_t)size < 2 * (int64_t)simulations)
        size *= 2;
    struct tree *tree = calloc(1, sizeof *tree + size * sizeof tree->nodes[0]);
    if (tree)
        tree->mask = size - 1;
    return tree;
}

void tree_free(struct tree *tree)
{
    free(tree);
}

/* ---- nodes ---- */

static uint64_t stir(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9fb21c651e98df25u;
    return hash ^ hash >> 29;
}

/* The situation as the viewer would see it, as a number; never 0. */
static uint64_t key_of(const struct tree_question *question)
{
    const struct game *game = question->thinker->game;
    struct state_buffer buffer;
    uint64_t hash = stir(HASH_START, (uint64_t)question->seat);
    size_t i = 0;

    bytes_copy(buffer.bytes, question->state, game->state_size);
    game->redact(state_in(&buffer), question->viewer);
    for (; i + sizeof(uint64_t) <= game->state_size; i += sizeof(uint64_t))
        hash = stir(hash, bytes_load64(buffer.bytes + i));
    for (; i < game->state_size; i++)
        hash = stir(hash, buffer.bytes[i]);
    return hash | 1;
}

/* The node of a key, which is added if it is new and there is space; else NULL. */
static struct tree_node *node_of(struct tree *tree, uint64_t key)
{
    uint32_t at = (uint32_t)(key >> 32) & tree->mask;

    while (tree->nodes[at].key && tree->nodes[at].key != key)
        at = (at + 1) & tree->mask;
    if (!tree->nodes[at].key) {
        if (tree->used > tree->mask / 4 * 3)
            return NULL;
        tree->used++;
        tree->nodes[at].key = key;
    }
    return &tree->nodes[at];
}

static int child_of(const struct tree_node *node, uint16_t id)
{
    int i = 0;
    while (i < node->count && node->children[i].id != id)
        i++;
    return i;
}

/* ---- choosing ---- */

/* The legal action that looks best of those the node does not have. */
static uint16_t best_new(const struct tree_question *question, const struct tree_node *node, const uint16_t *legal,
                         int count)
{
    int values[LEGAL_SIZE], best = -1;
    struct bot_view view = {.game = question->thinker->game,
                            .state = question->state,
                            .seat = question->seat,
                            .legal = legal,
                            .count = count};

    question->thinker->rate(&view, values);
    for (int i = 0; i < count; i++)
        if (child_of(node, legal[i]) == node->count && (best < 0 || values[i] > values[best]))
            best = i;
    return legal[best];
}

/* Adds an action: the policy's, or the next best. */
static int widen(struct tree_node *node, const struct tree_question *question, const uint16_t *legal, int count)
{
    uint16_t id = node->count == 0
                      ? question->policy(question->policy_of, question->state, question->seat, question->rng)
                      : best_new(question, node, legal, count);

    node->children[node->count] = (struct child){.id = id};
    return node->count++;
}

/* The action with the best upper confidence bound of those that are possible. */
static int most_promising(const struct tree_node *node, const bool *possible, double explore)
{
    double most = 0;
    int best = -1;

    for (int i = 0; i < node->count; i++) {
        const struct child *c = &node->children[i];
        if (!possible[i])
            continue;
        double bound = c->tried ? c->sum / c->tried + explore * portable_sqrt(portable_log(c->possible) / c->tried)
                                : PORTABLE_INFINITY;
        if (best < 0 || bound > most) {
            best = i;
            most = bound;
        }
    }
    return best;
}

bool tree_choose(struct tree *tree, const struct tree_question *question, struct tree_path *path, uint16_t *id)
{
    const struct thinker *thinker = question->thinker;
    struct tree_node *node = path->length < TREE_DEPTH ? node_of(tree, key_of(question)) : NULL;
    uint16_t legal[LEGAL_SIZE];
    bool possible[CHILDREN] = {false};
    int available = 0;

    if (!node || node->visits++ == 0)
        return false;
    int count = thinker->game->legal(question->state, question->seat, legal);
    for (int i = 0; i < node->count; i++) {
        possible[i] = ids_hold(legal, count, node->children[i].id);
        available += possible[i];
    }
    bool wide = available > 0 && available >= thinker->widening * portable_sqrt(node->visits);
    int child = -1;
    if (!wide && available < count && node->count < CHILDREN) {
        child = widen(node, question, legal, count);
        possible[child] = true;
    }
    for (int i = 0; i < node->count; i++)
        node->children[i].possible += possible[i];
    child = child >= 0 ? child : most_promising(node, possible, thinker->exploring);
    if (child < 0)
        return false; /* full of actions that are impossible in this world */
    path->turns[path->length++] = (struct tree_turn){.node = node, .child = child, .seat = question->seat};
    *id = node->children[child].id;
    return true;
}

unsigned tree_seats(const struct tree_path *path)
{
    unsigned seats = 0;

    for (int i = 0; i < path->length; i++)
        seats |= 1u << path->turns[i].seat;
    return seats;
}

void tree_learn(const struct tree_path *path, const double *values)
{
    for (int i = 0; i < path->length; i++) {
        struct child *c = &path->turns[i].node->children[path->turns[i].child];
        c->tried++;
        c->sum += values[path->turns[i].seat];
    }
}
