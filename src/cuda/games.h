/* The games of one vector on a GPU: what a launch passes to its kernels. C, CUDA's C++ and Python (python/parlor/cuda)
 * read the same layout. */
#ifndef PARLOR_CUDA_GAMES_H
#define PARLOR_CUDA_GAMES_H

#include <stdint.h>

/* Threads of the kernel deal: each begins one game after another that has ended, where there are more. */
enum { DEALERS = 1 << 14 };

/* Threads that are launched together. Measured: Belle makes 663 million steps a second with 256, 639 with 128. */
enum { BLOCK = 128, BLOCK_APART = 256 };

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
    uint32_t *waiting;   /* how many games have ended and wait for their deal, and which */
    uint8_t seed[32];
    uint32_t games, players, pays, steps, action_size;
};

/* The facts about a module that its host must know to reserve memory. */
struct cuda_facts {
    uint32_t state_words, observation_size, mask_words, shared_bytes; /* the last for one warp */
    uint32_t max_actions;
    uint32_t block;   /* threads to launch together */
    uint32_t dealers; /* threads of deal, launched after step; then reset and step write no row but pay, and refresh is
                         launched after them. 0: reset and step do it all. */
};

#endif
