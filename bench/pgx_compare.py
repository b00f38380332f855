#!/usr/bin/env python3
"""Random play of Pgx on the GPU that is there, to compare with `python -m parlor.cuda.bench`.

    python bench/pgx_compare.py sparrow_mahjong --n 65536

Many games side by side take random legal actions, a hundred in one compiled scan; a game that has ended begins again.
Observations and masks are part of Pgx's states. Needs pgx, and JAX for your GPU.
"""
import argparse
import time

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

STEPS = 100


def player(env, n):
    """A function that makes STEPS choices in each of n games."""
    step = jax.vmap(auto_reset(env.step, env.init))

    def once(carried, _):
        state, key = carried
        key, choosing, dealing = jax.random.split(key, 3)
        action = jax.random.categorical(choosing, jnp.where(state.legal_action_mask, 0.0, -1e9), axis=-1)
        return (step(state, action, jax.random.split(dealing, n)), key), None

    return jax.jit(lambda state, key: jax.lax.scan(once, (state, key), None, length=STEPS)[0])


def main():
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument('game', help="one of Pgx's: sparrow_mahjong, leduc_holdem, ...")
    ask.add_argument('--n', type=int, default=65536, help='games side by side')
    of = ask.parse_args()
    env, key = pgx.make(of.game), jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, of.n))
    play = player(env, of.n)
    state, key = jax.block_until_ready(play(state, key))  # compiles it
    began = time.perf_counter()
    jax.block_until_ready(play(state, key))
    rate = of.n * STEPS / (time.perf_counter() - began)
    print(f'pgx {pgx.__version__} {of.game}, {of.n} games: {rate / 1e6:.1f} million choices a second')


if __name__ == '__main__':
    main()
