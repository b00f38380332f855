"""parlor.pettingzoo by PettingZoo's own tests, and by what they do not ask."""
import contextlib
import functools
import gc
import io
import random
import types
import unittest
import warnings
import weakref

import numpy
from pettingzoo.test import api_test, seed_test
from pettingzoo.test.max_cycles_test import max_cycles_test
from pettingzoo.test.performance_benchmark import performance_benchmark

import parlor
import parlor.pettingzoo
from layout_test import variants


def play(table, choose, seed=1):
    """One game of an AEC environment; gives the rewards by agent."""
    table.reset(seed=seed)
    sums = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        observation, reward, termination, truncation, _ = table.last()
        sums[agent] += reward
        table.step(None if termination or truncation else choose(observation))
    return sums


def first_legal(observation):
    """0 for a seat that owes no choice."""
    return int(observation['action_mask'].argmax())


def random_choice(chance):
    """Returns a player that chooses any legal action."""
    return lambda observation: int(chance.choice(numpy.flatnonzero(observation['action_mask'])))


class Compliance(unittest.TestCase):
    def quietly(self, test, *arguments, **more):
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter('error')  # what PettingZoo only warns of is an error here
            # … except dicts with a mask: PettingZoo does not warn of its own such games, which it knows by name.
            warnings.filterwarnings('ignore', message='Observation (is not a NumPy array|space .* probably should be)')
            test(*arguments, **more)

    def test_api_and_seeds_of_every_variant(self):
        for info in parlor.games():
            for game in variants(info):
                with self.subTest(game=game):
                    make = functools.partial(parlor.pettingzoo.env, game.id, game.players, **game.options)
                    self.quietly(api_test, make(), num_cycles=30)
                    self.quietly(seed_test, make, num_cycles=10)

    def test_api_without_wrappers(self):
        for info in parlor.games():
            self.quietly(api_test, parlor.pettingzoo.raw_env(info.id), num_cycles=50)

    def test_max_cycles(self):
        # PettingZoo draws actions without their mask, and has every agent act in every cycle: so the test is
        # given spaces that draw legal actions, and games in which the first of them keeps everybody in.
        def legal_draws(kind, game):
            class Legal(kind):
                def action_space(self, agent):
                    return types.SimpleNamespace(sample=lambda: first_legal(self.observe(agent)))
            return lambda max_cycles: Legal(game, 4, max_cycles=max_cycles)

        for game in ('sparrows', 'bridesmaid'):
            max_cycles_test(types.SimpleNamespace(env=legal_draws(parlor.pettingzoo.raw_env, game),
                                                  parallel_env=legal_draws(parlor.pettingzoo.parallel_env, game)))

    def test_spaces_stay_the_same_and_go_with_their_environment(self):
        for kind in (parlor.pettingzoo.raw_env, parlor.pettingzoo.parallel_env):
            table = kind('scout', 3)
            for space in (table.observation_space, table.action_space):
                self.assertIs(space('player_0'), space('player_0'))
                self.assertIsNot(space('player_0'), space('player_1'))
            gone = weakref.ref(table)
            del table, space
            gc.collect()
            self.assertIsNone(gone())

    def test_benchmark(self):
        told = io.StringIO()
        with contextlib.redirect_stdout(told):
            performance_benchmark(parlor.pettingzoo.env('bannish'))
        print(told.getvalue().splitlines()[1], 'of BANNISH, by performance_benchmark')
        self.assertIn('turns per second', told.getvalue())


class Play(unittest.TestCase):
    def test_the_same_game_as_without_it(self):
        for info in parlor.games():
            for game in variants(info):
                with self.subTest(game=game):
                    table = parlor.pettingzoo.raw_env(game.id, game.players, reward='points', **game.options)
                    table.reset(seed=7)
                    state = table._table.copy()
                    mine, theirs = random.Random(5), random.Random(5)
                    sums = play(table, random_choice(mine), seed=7)
                    while not state.over:
                        state.apply(state.turn, theirs.choice(state.legal()))
                    self.assertEqual(tuple(sums.values()), state.points)

    def test_sealed_choices_are_not_seen(self):
        for info in parlor.games():
            table = parlor.pettingzoo.raw_env(info.id)
            table.reset(seed=3)
            if len(table._table.waiting) < 2:
                continue
            seen = set()
            for action in numpy.flatnonzero(table.observe('player_0')['action_mask'])[[0, -1]]:
                table.reset(seed=3)
                table.step(int(action))
                self.assertEqual(table.agent_selection, 'player_1')
                seen.add(tuple(part.tobytes() for part in table.observe('player_1').values()))
            self.assertEqual(len(seen), 1, info.id)

    def test_rewards(self):
        for kind, total in (('win', 1), ('margin', 0)):
            sums = play(parlor.pettingzoo.env('bannish', reward=kind), first_legal)
            self.assertAlmostEqual(sum(sums.values()), total, places=6)

    def test_an_illegal_action_loses(self):
        table = parlor.pettingzoo.env('scout')
        table.reset(seed=1)
        with contextlib.redirect_stderr(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter('ignore')
            table.step(700)
        self.assertEqual(table.rewards['player_0'], -1)
        self.assertTrue(all(table.terminations.values()))
        raw = parlor.pettingzoo.raw_env('scout')
        raw.reset(seed=1)
        with self.assertRaises(parlor.Illegal):
            raw.step(700)

    def test_all_at_once(self):
        table = parlor.pettingzoo.parallel_env('bridesmaid', 3)
        observations, _ = table.reset(seed=2)
        steps, sums = 0, numpy.zeros(3)
        while table.agents:
            actions = {agent: first_legal(its) for agent, its in observations.items()}
            observations, rewards, *_ = table.step(actions)
            sums += list(rewards.values())
            steps += 1
        self.assertAlmostEqual(sums.sum(), 1)
        alone = parlor.pettingzoo.raw_env('bridesmaid', 3)
        self.assertEqual(list(play(alone, first_legal, seed=2).values()), sums.tolist())

    def test_max_cycles_truncates(self):
        table = parlor.pettingzoo.env('scout', max_cycles=3)
        sums = play(table, first_legal)
        self.assertEqual(set(sums.values()), {0})

    def test_drawing(self):
        table = parlor.pettingzoo.env('scout', 3, render_mode='ansi')
        table.reset(seed=1)
        text = table.render()
        self.assertTrue(text.startswith('SCOUT, 3 players\n'), text)
        self.assertIn('to choose: seat 0, seat 1, seat 2\n', text)
        told = io.StringIO()
        with contextlib.redirect_stdout(told):
            play(parlor.pettingzoo.env('bannish', render_mode='human'), first_legal)
        self.assertIn('over, won by', told.getvalue())

    def test_bad_arguments(self):
        for arguments, words in (({'game': 'whist'}, 'no game called'), ({'game': 'scout', 'players': 9}, ''),
                                 ({'game': 'scout', 'render_mode': 'film'}, 'no render_mode'),
                                 ({'game': 'scout', 'max_cycles': 0}, 'max_cycles'),
                                 ({'game': 'scout', 'reward': 'gold'}, ''), ({'game': 'scout', 'wild': 'on'}, '')):
            with self.subTest(arguments), self.assertRaisesRegex(ValueError, words):
                parlor.pettingzoo.env(**arguments)


if __name__ == '__main__':
    unittest.main()
