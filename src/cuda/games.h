/* The games of one vector on a GPU: what a launch passes to its kernels. C, CUDA's C++ and Python (python/parlor/cuda)
 * read the same layout. */
#ifndef PARLOR_CUDA_GAMES_H
#define PARLOR_CUDA_GAMES_H

#include <stdint.h>

/* What pays: as enum parlor_reward of parlor.h. */
enum { PAY_WIN, PAY_POINTS, PAY_MARGIN, PAY_GAINS };

/* The games of one vector. Python passes the same structure: see python/parlor/cuda. Rows that nobody wants are NULL.
 */
struct cuda_games {
    const uint8_t *first; /* the state that every game begins with */
    uint32_t *states;     /* by game, in words abreast */
    uint64_t *chances;    /* likewise: four words of random numbers for deals, */
    uint64_t *whims;      /* and four for random choices */
    uint8_t *askers;      /* by game: the seat that owes a choice */
    uint32_t *masks;      /* by game: a bit for every action, in mask_words() */
    uint8_t *observation; /* rows of game->observation_size */
    float *reward;        /* rows of `players` */
    uint8_t *done;
    int64_t *seat;
    uint16_t *pick;      /* a legal action, each equally likely */
    const void *actions; /* to be taken: whole numbers of action_size bytes */
    uint32_t *refused;   /* lowered to the first game whose action was not legal; that game stands still */
    uint64_t *finished;  /* raised by the games that ended */
    uint8_t seed[32];
    uint32_t games, players, pays, steps, action_size;
};

/* The facts about a module that its host must know to reserve memory. */
struct cuda_facts {
    uint32_t state_words, observation_size, mask_words, shared_bytes; /* the last for one warp */
    uint32_t max_actions;
};

#endif
