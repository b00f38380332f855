"""parlor.cuda on a GPU: the games of parlor.vector, byte for byte; tensors of PyTorch; refusals.

Skipped where there is no GPU, with the reason. Run it with the installed package: python tests/cuda/gpu_test.py. The
rules' signatures are in the file that SIGNATURES names: `build-test/release/tests/cuda_test signatures` writes it.
"""

import json
import os
import unittest
from pathlib import Path

import numpy

import parlor
from parlor import cuda
from parlor.cuda import driver, rows

try:
    import torch
except ImportError:
    torch = None

N, STEPS, SIGNED = 300, 200, 1000


def no_gpu():
    try:
        cuda._device(0)
    except cuda.NoGpu as error:
        return str(error)
    return ""


WHY = no_gpu()


def counts():
    for info in parlor.games():
        for players in range(info.min_players, info.max_players + 1):
            yield info.id, players


def bits(mask, actions):
    """Masks of words as bytes, 1 for legal."""
    return numpy.unpackbits(mask.view(numpy.uint8), axis=1, bitorder="little")[:, :actions]


def array(shown, kind):
    return numpy.frombuffer(shown.read(), kind).reshape(shown.shape)


@unittest.skipIf(WHY, WHY)
class OnGpu(unittest.TestCase):
    def compare(self, games, expected):
        self.assertTrue((array(games.observation, numpy.uint8) == expected.observation).all())
        self.assertTrue((bits(array(games.mask, numpy.uint32), expected.mask.shape[1]) == expected.mask).all())
        self.assertTrue((array(games.reward, numpy.float32) == expected.reward).all())
        self.assertTrue((array(games.done, numpy.uint8) == expected.done).all())
        self.assertTrue((array(games.seat, numpy.int64) == expected.seat).all())

    def test_the_same_games(self):
        for game, players in counts():
            for reward in ("margin", "gains"):
                with self.subTest(game=game, players=players, reward=reward):
                    games = cuda.vector(game, N, players, seed=7, reward=reward, picks=True)
                    expected = parlor.vector(game, N, players=players, seed=7, reward=reward, threads=2)
                    actions = numpy.empty(N, numpy.int64)
                    self.compare(games, expected)
                    for step in range(STEPS):
                        expected.random_actions(actions)
                        self.assertTrue((array(games.pick, numpy.uint16) == actions).all())
                        expected.step(actions)
                        games.step(games.pick)
                        if step % 20 == 19:
                            self.compare(games, expected)
                    games.check()

    def test_novices(self):
        for game, players in counts():
            with self.subTest(game=game, players=players):
                advised, played = (cuda.vector(game, N, players, seed=7, picks=True) for _ in range(2))
                advised.advise()
                advised.step(advised.pick)
                played.play(1, bot="novice")
                self.assertEqual(advised.observation.read(), played.observation.read())
                for _ in range(STEPS):
                    advised.advise()
                    advised.step(advised.pick)
                advised.check()

    def test_options(self):
        games = cuda.vector("belle", N, 3, seed=3, picks=True, last_turn="finish", reward="points")
        expected = parlor.vector("belle", N, players=3, seed=3, last_turn="finish", reward="points")
        actions = numpy.empty(N, numpy.int64)
        for _ in range(STEPS):
            expected.random_actions(actions)
            expected.step(actions)
            games.step(games.pick)
        self.compare(games, expected)

    @unittest.skipUnless("SIGNATURES" in os.environ, "SIGNATURES names no file of signatures")
    def test_signatures(self):
        expected = json.loads(Path(os.environ["SIGNATURES"]).read_text())
        for game, players in counts():
            with self.subTest(game=game, players=players):
                found = cuda.vector(game, 32, players, seed=1).signatures(SIGNED)
                self.assertEqual(found, expected[game][str(players)])

    def test_illegal_actions_change_nothing(self):
        games = cuda.vector("scout", 64, seed=1, picks=True)
        before = games.observation.read()
        wrong = driver.Memory(games.device, 64 * 2)
        wrong.write(b"\xff" * 128)
        games.step(rows.Rows(wrong, (64,), "i2"))
        with self.assertRaisesRegex(parlor.Illegal, "game 0"):
            games.check()
        self.assertEqual(games.observation.read(), before)
        games.step(games.pick)
        games.check()
        games.reset()  # with the same seed
        self.assertEqual(games.observation.read(), before)

    def test_bots_that_are_not_there(self):
        games = cuda.vector("bannish", 64, seed=1)
        with self.assertRaisesRegex(ValueError, "random and novice, not 'club'"):
            games.play(1, bot="club")
        with self.assertRaisesRegex(ValueError, "picks=True"):
            games.advise()

    def test_bad_arrays(self):
        games = cuda.vector("bannish", 64, seed=1)
        with self.assertRaisesRegex(TypeError, "on the GPU"):
            games.step(numpy.zeros(64, numpy.int64))
        with self.assertRaisesRegex(ValueError, "64 whole numbers"):
            games.step(games.reward)

    @unittest.skipUnless(torch, "there is no torch")
    def test_torch(self):
        games = cuda.vector("sparrows", N, seed=5, picks=True)
        observation, seat = torch.from_dlpack(games.observation), torch.from_dlpack(games.seat)
        self.assertEqual((observation.shape, observation.dtype), ((N, games.game.observation_size), torch.uint8))
        self.assertTrue((observation.cpu().numpy() == array(games.observation, numpy.uint8)).all())
        words, shifts = torch.from_dlpack(games.mask), torch.arange(32, dtype=torch.int32, device="cuda")
        legal = (words[:, :, None] >> shifts & 1).flatten(1)[:, : games.game.max_actions]
        expected = bits(array(games.mask, numpy.uint32), games.game.max_actions)
        self.assertTrue((legal.cpu().numpy() == expected).all())
        picks = torch.as_tensor(games.pick, device="cuda").to(torch.int64)
        games.step(picks)
        games.check()
        self.assertTrue((observation.cpu().numpy() == array(games.observation, numpy.uint8)).all())
        del games
        self.assertEqual(int(seat.max()), int(seat.cpu().max()))  # the memory lives as long as a tensor of it


class Without(unittest.TestCase):
    @unittest.skipUnless(WHY, "there is a GPU")
    def test_it_says_so_in_one_sentence(self):
        with self.assertRaisesRegex(cuda.NoGpu, r"^parlor\.cuda needs an NVIDIA GPU: [^\n]+$"):
            cuda.vector("scout", 64)

    def test_bad_wishes(self):
        for wish, words in (({"n": 0}, "from 1 to"), ({"n": 1, "reward": "fame"}, "rewards are")):
            with self.assertRaisesRegex(ValueError, words):
                cuda.vector("scout", **wish)


if __name__ == "__main__":
    unittest.main()
