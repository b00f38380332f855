#!/usr/bin/env python3
"""Random play from Python, side by side in one run: parlor, OpenSpiel, RLCard and PettingZoo's card games.

    build-test/python/bin/python bench/python_compare.py --seconds 2

Every row makes random legal choices in game after game. `bare` is whatever the
library needs to know the legal choices; `observed` also takes what a learner is
fed with at each of them, observation and mask. RLCard and PettingZoo always make
both. Everything runs on one thread, and a second is one of processor time, so that
whatever else the machine does counts for nobody; `python -m parlor.bench` shows what
the vector does with all processors.
"""
import argparse
import random
import time

import numpy
import pyspiel
import rlcard
from pettingzoo.classic import texas_holdem_no_limit_v6, texas_holdem_v4

import parlor
import parlor.pettingzoo


def rate(chunk, seconds):
    """Choices a second; chunk() makes some and says how many."""
    chunk()  # first calls do what is done once
    made, began = 0, time.process_time()
    while (passed := time.process_time() - began) < seconds:
        made += chunk()
    return made / passed


def vector(game, observed):
    games = parlor.vector(game, 1024, threads=1, seed=1, observations=observed, masks=observed)
    actions = numpy.zeros(len(games), numpy.int64)

    def chunk():
        for _ in range(16):
            games.step(games.random_actions(actions))
        return 16 * len(games)
    return chunk


def one_table(name, observed):
    game = parlor.load(name)

    def chunk():
        state, made = game.new(random.getrandbits(64)), 0
        while not state.over:
            seat = state.turn
            if observed:
                state.observation(seat)
                state.mask(seat)
            state.apply(seat, random.choice(state.legal(seat)))
            made += 1
        return made
    return chunk


def aec(env):
    def chunk():
        env.reset(seed=random.getrandbits(31))
        made = 0
        for _ in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            env.step(random.choice(numpy.flatnonzero(observation['action_mask'])))
            made += 1
        return made
    return chunk


def open_spiel(name, observed):
    game = pyspiel.load_game(name)
    kind = game.get_type()

    def observe(state):
        if kind.provides_observation_tensor:
            state.observation_tensor()
        else:
            state.information_state_tensor()
        state.legal_actions_mask()

    def chunk():
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes())
                state.apply_action(random.choices(outcomes, chances)[0])
                continue
            if observed:
                observe(state)
            state.apply_action(random.choice(state.legal_actions()))
            made += 1
        return made
    return chunk


def rl_card(name):
    env = rlcard.make(name)

    def chunk():
        state, _ = env.reset()
        made = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state['legal_actions'])))
            made += 1
        return made
    return chunk


def rows():
    """Library, game, way of playing it, and the two ways to play on: bare and observed."""
    for info in parlor.games():
        yield 'parlor', info.id, 'vector of 1024', vector(info.id, False), vector(info.id, True)
        yield 'parlor', info.id, 'one table', one_table(info.id, False), one_table(info.id, True)
        yield 'parlor', info.id, 'PettingZoo', None, aec(parlor.pettingzoo.env(info.id))
    for name in ('hearts', 'oh_hell'):
        yield 'OpenSpiel', name, 'one table', open_spiel(name, False), open_spiel(name, True)
    for name in ('uno', 'doudizhu'):
        yield 'RLCard', name, 'one table', None, rl_card(name)
    for name, module in (('texas_holdem', texas_holdem_v4), ('texas_holdem_no_limit', texas_holdem_no_limit_v6)):
        yield 'PettingZoo', name, 'PettingZoo', None, aec(module.env())


def main():
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument('--seconds', type=float, default=2, help='for each figure')
    seconds = ask.parse_args().seconds
    print('| library | game | how | bare/s | observed/s |\n|---|---|---|---:|---:|')
    for library, game, how, *ways in rows():
        figures = [f'{rate(way, seconds):,.0f}' if way else '' for way in ways]
        print(f'| {library} | {game} | {how} | {figures[0]} | {figures[1]} |', flush=True)


if __name__ == '__main__':
    main()
