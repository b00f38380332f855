"""parlor.Vector: what it writes, into whose arrays, and what it refuses."""
import gc
import multiprocessing
import threading
import unittest

import numpy

import parlor
from parlor import bench


def games(name='scout', n=64, **more):
    return parlor.vector(name, n, **{'seed': 7, 'threads': 2, **more})


def outcome(vector):
    return [array.copy() for array in (vector.observation, vector.mask, vector.reward, vector.done, vector.seat)]


def stepped_in_child(vector, out):
    for _ in range(50):
        vector.step(vector.random_actions())
    out.send(int(vector.observation.sum()))


class Steps(unittest.TestCase):
    def assert_same(self, left, right):
        for one, other in zip(outcome(left), outcome(right), strict=True):
            numpy.testing.assert_array_equal(one, other)

    def test_shows_what_a_state_shows(self):
        for info in parlor.games():
            for players in range(info.min_players, info.max_players + 1):
                vector = games(info.id, 16, players=players)
                for step in range(150):
                    state = vector.state(step % 16)
                    self.assertEqual(state.turn, vector.seat[step % 16])
                    numpy.testing.assert_array_equal(state.observation(), vector.observation[step % 16])
                    numpy.testing.assert_array_equal(state.mask(), vector.mask[step % 16])
                    vector.step(vector.random_actions())

    def test_same_games_with_any_number_of_threads(self):
        one, many = games(threads=1), games(threads=5)
        self.assertEqual((one.threads, many.threads), (1, 5))
        for _ in range(300):
            actions = one.random_actions()
            numpy.testing.assert_array_equal(actions, many.random_actions())
            one.step(actions)
            many.step(actions)
            self.assert_same(one, many)
        self.assertEqual(one.finished, many.finished)

    def test_one_game_is_that_of_a_state(self):
        vector = games('belle', 1, players=2)
        state, ended = vector.state(0), False
        while not ended:
            actions = vector.random_actions()
            seat = state.turn
            vector.step(actions)
            ended = bool(vector.done[0])
            if not ended:
                state = vector.state(0)
        state.apply(seat, int(actions[0]))
        self.assertTrue(state.over)
        self.assertEqual(tuple(vector.reward[0].tolist()), state.reward())
        self.assertEqual(vector.finished, 1)

    def test_any_integers_will_do(self):
        reference = games(n=8)
        for dtype in 'int16 uint16 int32 uint32 int64 uint64'.split():
            vector, actions = games(n=8), numpy.empty(8, dtype)
            self.assertIs(vector.random_actions(actions), actions)
            vector.step(actions)
            reference.reset()
            reference.step(reference.random_actions())
            self.assert_same(vector, reference)
        games(n=8).step(numpy.zeros(8, numpy.int8))
        games(n=8).step(memoryview(numpy.zeros(8, numpy.uint8)))

    def test_random_actions_are_fair(self):
        vector = games('bannish', 4096, players=3, seed=1)
        legal = vector.mask.sum(1)
        actions = vector.random_actions()
        self.assertTrue((vector.mask[numpy.arange(4096), actions] == 1).all())
        rank = (numpy.cumsum(vector.mask, 1)[numpy.arange(4096), actions] - 1) / legal
        self.assertAlmostEqual(float((rank + 0.5 / legal).mean()), 0.5, delta=0.03)

    def test_reset_begins_again(self):
        vector, fresh = games(), games()
        for _ in range(60):
            vector.step(vector.random_actions())
        vector.reset()
        self.assertEqual(vector.finished, 0)
        self.assert_same(vector, fresh)
        vector.reset(seed=8)
        self.assertTrue((vector.observation != fresh.observation).any())
        fresh.reset(seed='8')
        self.assert_same(vector, fresh)

    def test_a_deck_and_options_hold_in_every_game(self):
        vector = games('belle', 32, players=2, parties='empty', seed=3)
        self.assertEqual(vector.state(5).game, parlor.load('belle', 2, parties='empty'))
        for _ in range(300):
            vector.step(vector.random_actions())
        self.assertGreater(vector.finished, 32)

    def test_illegal_actions_change_nothing(self):
        vector = games()
        before, actions = outcome(vector), vector.random_actions()
        for wrong in (700, -1, 740, 65535, 65536, 1 << 62, -(1 << 62)):
            actions[41] = wrong
            with self.assertRaisesRegex(parlor.Illegal, 'game 41: '):
                vector.step(actions)
        for one, other in zip(before, outcome(vector), strict=True):
            numpy.testing.assert_array_equal(one, other)


class Arrays(unittest.TestCase):
    def test_rollouts_are_written_in_place(self):
        vector, steps = games(n=32), 20
        seen = numpy.full((steps + 1, *vector.observation.shape), 255, numpy.uint8)
        masks = numpy.full((steps + 1, *vector.mask.shape), 255, numpy.uint8)
        done = numpy.ones((steps + 1, 32), bool)
        plain = games(n=32)
        vector.bind(observation=seen[0], mask=masks[0], done=done[0])
        vector.refresh()
        for step in range(steps):
            numpy.testing.assert_array_equal(seen[step], plain.observation)
            numpy.testing.assert_array_equal(masks[step], plain.mask)
            numpy.testing.assert_array_equal(done[step], plain.done)
            vector.bind(observation=seen[step + 1], mask=masks[step + 1], done=done[step + 1])
            actions = vector.random_actions()
            vector.step(actions)
            plain.step(plain.random_actions())

    def test_binds_only_what_fits(self):
        vector = games(n=32)
        good, before = vector.observation, outcome(vector)
        shared = numpy.zeros(32 * 740 + 8, numpy.uint8)
        readonly = numpy.zeros((32, 224), numpy.uint8)
        readonly.flags.writeable = False
        for error, arrays in (
                (ValueError, {'observation': numpy.zeros((32, 223), numpy.uint8)}),
                (ValueError, {'observation': numpy.zeros((31, 224), numpy.uint8)}),
                (ValueError, {'observation': numpy.zeros(32 * 224, numpy.uint8)}),
                (ValueError, {'observation': numpy.zeros((32, 224), numpy.int8)}),
                (ValueError, {'observation': numpy.zeros((32, 224), numpy.float32)}),
                (ValueError, {'observation': numpy.zeros((32, 448), numpy.uint8)[:, ::2]}),
                (ValueError, {'observation': numpy.zeros((224, 32), numpy.uint8).T}),
                ((ValueError, BufferError), {'observation': readonly}),
                (BufferError, {'observation': bytes(32 * 224)}),
                (TypeError, {'observation': [[0] * 224] * 32}),
                (ValueError, {'reward': numpy.zeros((32, 4))}),
                (ValueError, {'reward': numpy.zeros((32, 4), '>f4')}),
                (ValueError, {'seat': numpy.zeros(32, numpy.int32)}),
                (ValueError, {'seat': numpy.zeros(32, numpy.uint64)}),
                (ValueError, {'done': numpy.zeros((32, 1), bool)}),
                (ValueError, {'mask': shared[:32 * 740].reshape(32, 740), 'done': shared[32 * 740 - 1:][:32]}),
                (ValueError, {'mask': vector.mask, 'done': vector.mask.reshape(-1)[5:37]})):
            with self.assertRaises(error, msg=arrays):
                vector.bind(**arrays)
            self.assertIs(vector.observation, good)
        vector.refresh()
        for one, other in zip(before, outcome(vector), strict=True):
            numpy.testing.assert_array_equal(one, other)

    def test_actions_that_do_not_fit(self):
        vector = games(n=32)
        for error, actions in ((ValueError, numpy.zeros(31, numpy.int64)),
                               (ValueError, numpy.zeros((32, 1), numpy.int64)),
                               (ValueError, numpy.zeros(32)), (ValueError, numpy.zeros(64, numpy.int64)[::2]),
                               (ValueError, numpy.zeros(32, '>i4')), (ValueError, numpy.zeros(32, bool)),
                               (ValueError, bytearray(31)), (TypeError, [0] * 32), (TypeError, None),
                               (ValueError, numpy.zeros(32, 'i4,i4')), (ValueError, numpy.zeros(32, object))):
            with self.assertRaises(error, msg=repr(actions)):
                vector.step(actions)
        for out in (numpy.zeros(32, numpy.uint8), bytes(256), numpy.zeros(33, numpy.int64)):
            with self.assertRaises((ValueError, BufferError)):
                vector.random_actions(out)

    def test_actions_may_lie_in_the_arrays_themselves(self):
        vector, plain = games(), games()
        vector.random_actions(vector.seat)
        vector.step(vector.seat)
        plain.step(plain.random_actions())
        numpy.testing.assert_array_equal(vector.seat, plain.seat)

    def test_without_observations_and_masks(self):
        bare, full = games(observations=False, masks=False), games()
        self.assertIsNone(bare.observation)
        for _ in range(100):
            bare.step(bare.random_actions())
            full.step(full.random_actions())
        bare.bind(observation=numpy.empty_like(full.observation), mask=numpy.empty_like(full.mask))
        bare.refresh()
        numpy.testing.assert_array_equal(bare.mask, full.mask)
        numpy.testing.assert_array_equal(bare.observation, full.observation)

    def test_a_mask_that_was_written_to_permits_nothing(self):
        vector = games('belle', 8)
        vector.mask[:] = 1
        with self.assertRaises(parlor.Illegal):
            vector.step(numpy.full(8, 2000))
        vector.refresh()
        numpy.testing.assert_array_equal(vector.mask, games('belle', 8).mask)


class Life(unittest.TestCase):
    def test_refuses_to_open(self):
        for error, arguments in ((ValueError, {'n': 0}), (ValueError, {'n': -1}), (ValueError, {'n': 1 << 40}),
                                 (TypeError, {'n': 2.0}), (ValueError, {'threads': 0}), (ValueError, {'threads': 257}),
                                 (ValueError, {'reward': 'fame'}), (TypeError, {'reward': 1}),
                                 (ValueError, {'seed': -1}), (ValueError, {'players': 9})):
            with self.assertRaises(error, msg=arguments):
                games(**arguments)
        with self.assertRaises(TypeError):
            parlor.vector(parlor.load('scout'), 4, players=3)
        with self.assertRaises(TypeError):
            parlor.Vector('scout', 1, 1, 1, 'win', True, True)

    def test_closed_is_closed(self):
        with games() as vector:
            vector.step(vector.random_actions())
        vector.close()
        for call in (vector.refresh, vector.reset, vector.random_actions, lambda: vector.step(vector.seat),
                     lambda: vector.state(0), lambda: vector.threads, lambda: vector.bind(seat=vector.seat)):
            with self.assertRaisesRegex(ValueError, 'closed'):
                call()
        self.assertEqual(len(vector), 64)

    def test_states_by_index(self):
        vector = games(n=4)
        self.assertEqual(vector.state(-1), vector.state(3))
        for index in (4, -5, 1 << 70):
            with self.assertRaises(IndexError):
                vector.state(index)

    def test_many_come_and_go(self):
        for number in range(200):
            games(n=1 + number % 40, threads=1 + number % 4)
        gc.collect()

    def test_two_threads_at_once_are_refused_or_take_turns(self):
        vector, wrong, done = games('bannish', 4096), [], threading.Event()

        def use():
            actions = numpy.empty(4096, numpy.int64)
            while not done.is_set():
                try:
                    vector.random_actions(actions)
                    vector.step(actions)
                except (RuntimeError, parlor.Illegal):  # the other one is at work, or has stepped in between
                    pass
                except BaseException as error:  # noqa: BLE001 - the thread that asserts wants them all
                    wrong.append(error)

        users = [threading.Thread(target=use) for _ in range(3)]
        for user in users:
            user.start()
        done.wait(0.5)
        done.set()
        for user in users:
            user.join()
        self.assertEqual(wrong, [])

    def test_goes_on_after_a_fork(self):
        vector, (here, there) = games(), multiprocessing.Pipe(False)
        vector.step(vector.random_actions())
        child = multiprocessing.get_context('fork').Process(target=stepped_in_child, args=(vector, there))
        child.start()
        for _ in range(50):
            vector.step(vector.random_actions())
        self.assertTrue(here.poll(60))
        self.assertEqual(here.recv(), int(vector.observation.sum()))
        child.join()

    def test_bench_prints_figures(self):
        line = bench.measure(parlor.load('bannish', 3), 64, 2, 0.05)
        self.assertGreater(min(line['decisions_per_s'], line['observed_per_s']), 0)


if __name__ == '__main__':
    unittest.main()
