"""Whole games of every kind on small and large screens, compared with the screens in tests/golden/screens.

    tests/term/golden_test.py             compare
    tests/term/golden_test.py --update    write them again (`make golden`)

A file has some moments of one game on one size of screen: the first choices, and the end. Always the
first move is made, so that a seed decides everything."""
import os
import re
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(os.path.dirname(HERE), 'cli')]
from common import PARLOR, ROOT, all_games  # noqa: E402
from scale import scaled  # noqa: E402
from terminal import TerminalCase  # noqa: E402

GOLDEN = os.path.join(ROOT, 'tests', 'golden', 'screens')
UPDATE = '--update' in sys.argv
ASKS = re.compile(r'^ (Your move|The round is over|The game is over'
                  r'|輪到你了|這一輪結束|遊戲結束|Dein Zug|Die Runde ist vorbei|Das Spiel ist zu Ende)', re.MULTILINE)
OVER = re.compile(r'^ (The game is over|遊戲結束；|Das Spiel ist zu Ende)', re.MULTILINE)
CHOICES = 5  # that are shown
CASES = [(game, size, '') for game in ('scout', 'bridesmaid', 'belle', 'sparrows', 'bannish')
         for size in ((80, 24), (200, 60))] + [('scout', (80, 24), ' --ascii')]
CASES += [(game, (80, 24), ' --lang zh-Hant') for game in ('scout', 'belle', 'sparrows')]
CASES += [(game, (100, 30), ' --lang de') for game in ('bridesmaid', 'bannish')]
if not UPDATE:
    CASES = scaled(CASES[::4], [CASES[1], *CASES[::2]], CASES)  # some of every kind


class GoldenScreens(TerminalCase):
    maxDiff = None

    def next_choice(self, before=None):
        """The next screen on which the person is asked, or told to go on, when it stands still."""
        last = [None]

        def stands(screen):
            still = screen == last[0]
            last[0] = screen
            return still and screen != before and ASKS.search(screen)
        return self.wait_until(stands, 'another choice')

    def moments(self, game, size, option):
        self.begin(f"'{PARLOR}' play {game} --seed 2a --players 5{option}", size)
        screen = self.next_choice()
        for number in range(CHOICES):
            yield f'choice {number}', screen
            self.send('Down', 'Enter')
            screen = self.next_choice(before=screen)
        while not OVER.search(self.screen()):
            self.send(*['Down', 'Enter'] * 25)
        yield 'the end', self.next_choice()

    def text(self, *case):
        return ''.join(f'# {name}\n{screen}' for name, screen in self.moments(*case))

    def test_games(self):
        for game, size, option in CASES:
            name = f'{game}-{size[0]}x{size[1]}{option.replace(" --lang ", "-").replace(" --", "-")}.txt'
            with self.subTest(name=name):
                text = self.text(game, size, option)
                if 'ascii' in option:
                    self.assertTrue(text.isascii(), text)
                if UPDATE:
                    with open(os.path.join(GOLDEN, name), 'w', encoding='utf-8') as file:
                        file.write(text)
                with open(os.path.join(GOLDEN, name), encoding='utf-8') as file:
                    self.assertEqual(file.read(), text)

    def test_all_games_are_there(self):
        self.assertEqual({game['id'] for game in all_games()}, {game for game, _, _ in CASES})


if __name__ == '__main__':
    if UPDATE:
        os.makedirs(GOLDEN, exist_ok=True)
        sys.argv.remove('--update')
    unittest.main()
