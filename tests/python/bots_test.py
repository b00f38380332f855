"""parlor.Bot and State.hint: answers, budgets, threads and Ctrl-C."""
import contextlib
import os
import pickle
import signal
import threading
import time
import unittest

import parlor


class Bots(unittest.TestCase):
    def test_every_bot_answers_in_every_game(self):
        for info in parlor.games():
            state = parlor.load(info.id).new(3)
            for bot in parlor.bots():
                choice = bot.choose(state, simulations=50)
                self.assertIn(choice, state.legal())
                self.assertEqual(bot.choose(state, state.turn, simulations=50), choice)

    def test_names(self):
        self.assertEqual([bot.name for bot in parlor.bots()], ['random', 'novice', 'club', 'expert', 'master'])
        club = parlor.bot('club')
        self.assertEqual((pickle.loads(pickle.dumps(club)), repr(club)), (club, "parlor.bot('club')"))
        with self.assertRaisesRegex(ValueError, "no bot called 'genius'"):
            parlor.bot('genius')

    def test_hints(self):
        state = parlor.load('bannish', 3).new(1)
        hints = state.hint(simulations=2000, most=32)
        self.assertAlmostEqual(sum(hint.sure for hint in hints), 1, places=3)
        for hint in hints:
            self.assertEqual(state.parse(hint.text), hint.action)
            self.assertTrue(0 <= hint.value <= 1 and hint.error >= 0)
        self.assertEqual(state.hint(simulations=2000, most=1), hints[:1])

    def test_refuses_what_makes_no_sense(self):
        state, club = parlor.load('scout', 3).new(1), parlor.bot('club')
        for error, arguments in ((ValueError, {'simulations': 0}), (ValueError, {'simulations': 1 << 80}),
                                 (ValueError, {'seconds': 0}), (ValueError, {'seconds': float('nan')}),
                                 (TypeError, {'seconds': 'long'}), (TypeError, {'simulations': 1.5}),
                                 (ValueError, {'threads': 0}), (ValueError, {'threads': 65}),
                                 (ValueError, {'threads': 1 << 60}), (IndexError, {'seat': 3}),
                                 (IndexError, {'seat': -1})):
            with self.assertRaises(error):
                club.choose(state, **arguments)
            with self.assertRaises(error):
                state.hint(**arguments)
        with self.assertRaises(TypeError):
            club.choose('state')
        with self.assertRaises(ValueError):
            state.hint(most=33)
        state.apply(0, 'keep')
        with self.assertRaisesRegex(parlor.Illegal, 'seat 0 is not to choose now'):
            club.choose(state, 0)

    def test_seconds_end_it(self):
        state, begin = parlor.load('belle').new(1), time.monotonic()
        self.assertIn(parlor.bot('club').choose(state, seconds=0.2, threads=2), state.legal())
        self.assertGreater(time.monotonic() - begin, 0.19)

    def test_others_run_and_play_on_meanwhile(self):
        state, answers = parlor.load('sparrows').new(1), []
        before, seat = state.legal(), state.turn

        def think():
            while not answers:
                with contextlib.suppress(parlor.Illegal):  # the move below has just been made, and is not undone yet
                    answers.append(parlor.bot('master').choose(state, seat, seconds=0.5))
        thinker = threading.Thread(target=think)
        thinker.start()
        while thinker.is_alive():
            state.apply(state.turn, state.legal()[0])
            state.undo()
        thinker.join()
        self.assertIn(answers[0], before)

    def test_control_c_ends_it(self):
        state = parlor.load('belle').new(1)
        with self.assertRaises(KeyboardInterrupt):
            threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
            parlor.bot('master').choose(state, seconds=60)
        self.assertEqual(state, parlor.load('belle').new(1))


if __name__ == '__main__':
    unittest.main()
