"""parlor.openspiel by OpenSpiel's own tests and algorithms."""
import pickle
import random
import unittest

import numpy
import pyspiel
from open_spiel.python.algorithms import cfr, exploitability, external_sampling_mccfr, ismcts, mcts

import parlor
import parlor.openspiel
from layout_test import variants
from scale import scaled

# The end of a game of Always a Bridesmaid: 2503 nodes, 574 information states, 410 of them in several worlds.
CUT_DOWN = 'parlor_bridesmaid(players=2,rng_seed=8,worlds=6,skip=22)'

parlor.openspiel.register()
parlor.openspiel.register()  # does no harm


def name_of(game, **more):
    words = {'players': game.players, **game.options, **more}
    return f'parlor_{game.id}(' + ','.join(f'{key}={value}' for key, value in words.items()) + ')'


def dealt(name, choices=0, seed=1):
    """A state after some random choices."""
    state, dice = pyspiel.load_game(name).new_initial_state(), random.Random(seed)
    state.apply_action(0)
    for _ in range(choices):
        state.apply_action(dice.choice(state.legal_actions()))
    return state


class Games(unittest.TestCase):
    def test_random_simulations_of_every_variant(self):
        for info in parlor.games():
            for game in variants(info):
                with self.subTest(game=game):
                    pyspiel.random_sim_test(pyspiel.load_game(name_of(game, rng_seed=1)), num_sims=1, serialize=False,
                                            verbose=False)

    def test_simulations_with_serialisation(self):
        for info in parlor.games():
            pyspiel.random_sim_test(pyspiel.load_game(f'parlor_{info.id}(players=3,rng_seed=2,worlds=2)'), num_sims=1,
                                    serialize=True, verbose=False)

    def test_a_seed_deals_the_same(self):
        first, again, other = (dealt(f'parlor_scout(rng_seed={seed})', 30) for seed in (5, 5, 6))
        self.assertEqual(str(first), str(again))
        self.assertNotEqual(str(first), str(other))

    def test_states_survive(self):
        for info in parlor.games():
            state = dealt(f'parlor_{info.id}(players=3)', 1)  # amid choices made together, where there are any
            for other in (state.clone(), pickle.loads(pickle.dumps(state)),
                          state.get_game().deserialize_state(state.serialize()),
                          pickle.loads(pickle.dumps(state.resample_from_infostate(state.current_player())))):
                self.assertEqual(other.current_player(), state.current_player())
                self.assertEqual(other.information_state_string(), state.information_state_string())
                self.assertEqual(other.legal_actions(), state.legal_actions())

    def test_what_is_sealed_is_not_known(self):
        state = dealt('parlor_bridesmaid(players=3)')
        reserves = state.legal_actions()
        seen = set()
        for action in reserves[::100]:
            child = state.child(action)
            self.assertEqual(child.current_player(), 1)
            seen.add((child.information_state_string(1), child.observation_string(1),
                      tuple(child.observation_tensor(1))))
        self.assertEqual(len(seen), 1)

    def test_a_resampled_state_looks_the_same(self):
        for info in parlor.games():
            state = dealt(f'parlor_{info.id}(players=3)', 12)
            player = state.current_player()
            worlds = [state.resample_from_infostate(player, numpy.random.default_rng(i).random) for i in range(5)]
            for world in worlds:
                self.assertEqual(world.information_state_string(player), state.information_state_string(player))
                self.assertEqual(world.observation_tensor(player), state.observation_tensor(player))
            self.assertGreater(len({world.world.table.key(parlor.OPEN) for world in worlds}), 1, info.id)

    def test_neighbouring_worlds_look_alike_to_one_seat(self):
        game = pyspiel.load_game(CUT_DOWN)
        root = game.new_initial_state()
        worlds = [root.child(number) for number in root.legal_actions()]
        self.assertEqual(len(worlds), 6)
        for number in range(1, 6):
            seat = number % 2
            self.assertEqual(*(world.information_state_string(seat) for world in worlds[number - 1:number + 1]))
        self.assertGreater(len({world.information_state_string(0) for world in worlds}), 1)

    def test_returns_sum_to_zero(self):
        state, dice = dealt('parlor_bannish'), random.Random(1)
        while not state.is_terminal():
            self.assertEqual(state.returns(), [0] * 4)
            state.apply_action(dice.choice(state.legal_actions()))
        self.assertAlmostEqual(sum(state.returns()), 0)
        self.assertIn(max(state.returns()), (0.75, 0.25))

    def test_bad_parameters(self):
        for name in ('parlor_scout(players=9)', 'parlor_scout(skip=3)', 'parlor_scout(worlds=-1)',
                     'parlor_belle(parties=large)', 'parlor_bannish(worlds=2,skip=100000)'):
            with self.subTest(name), self.assertRaises((ValueError, pyspiel.SpielError)):
                pyspiel.load_game(name)


class Algorithms(unittest.TestCase):
    def test_is_mcts(self):
        game = pyspiel.load_game('parlor_bannish(players=3,rng_seed=4)')
        evaluator = mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(1))
        bot = ismcts.ISMCTSBot(game, evaluator, uct_c=1.0, max_simulations=20, random_state=numpy.random.RandomState(2))
        state, dice = game.new_initial_state(), random.Random(3)
        state.apply_action(0)
        asked = 0
        while not state.is_terminal() and asked < 4:
            if state.current_player() == 0 and len(state.legal_actions()) > 1:
                action = bot.step(state)
                self.assertIn(action, state.legal_actions())
                asked += 1
            else:
                action = dice.choice(state.legal_actions())
            state.apply_action(action)
        self.assertEqual(asked, 4)

    def test_cfr_comes_near_an_equilibrium(self):
        game = pyspiel.load_game(CUT_DOWN)
        self.assertEqual(game.get_type().chance_mode, pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC)
        solver = cfr.CFRSolver(game)
        before = exploitability.exploitability(game, solver.average_policy())
        iterations = scaled(10, 10, 30)
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        after = exploitability.exploitability(game, solver.average_policy())
        print(f'{CUT_DOWN}: exploitability {before:.4f} of the uniform policy, '
              f'{after:.4f} after {iterations} iterations of CFR')
        self.assertGreater(before, 0.1)
        self.assertLess(after, before / 5)

    def test_external_sampling(self):
        game = pyspiel.load_game(CUT_DOWN)
        solver = external_sampling_mccfr.ExternalSamplingSolver(game)
        before = exploitability.exploitability(game, solver.average_policy())
        for _ in range(scaled(50, 50, 200)):
            solver.iteration()
        self.assertLess(exploitability.exploitability(game, solver.average_policy()), before)


if __name__ == '__main__':
    unittest.main()
