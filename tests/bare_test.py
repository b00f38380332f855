"""A game that has only rules, words and JSON: everything still works with it.

The game is the template, which parlor_template knows; or $GAME, for the test of tools/new-game.
"""
import json
import os
import re
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, 'cli')]
from common import PARLOR, FolderCase, parlor  # noqa: E402
from terminal import TerminalCase  # noqa: E402

GAME = os.environ.get('GAME', 'template')
TITLE = GAME.capitalize()
SEED = ['--seed', '1']


class Commands(FolderCase):
    def run_well(self, *args, **more):
        done = parlor(*args, **more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def record(self):
        path = self.path('record')
        self.run_well('sim', GAME, *SEED, '--players', '3', '--games', '1', '--bots', 'novice,novice,random',
                      '--records', path)
        return path

    def test_it_is_listed_with_its_tables(self):
        self.assertIn(f'{TITLE}, 2 to 5 players', self.run_well('games'))
        tables = json.loads(self.run_well('--describe'))['tables'][GAME]
        self.assertEqual(tables['phases'], ['deal', 'choose', 'over'])

    def test_a_whole_game_line_by_line_with_a_hint(self):
        shown = self.run_well('play', GAME, *SEED, '--players', '2', text='hint\n' + '1\n' * 9)
        self.assertIn(f'{TITLE} · round 2', shown)
        self.assertRegex(shown, r' \d+\.\d ± \d+\.\d %')

    def test_every_level_plays(self):
        told = self.run_well('arena', GAME, *SEED, '--players', '2', '--deals', '4', '--bots', 'master,expert',
                             '--json')
        self.assertIn('master', told)
        self.run_well('arena', GAME, *SEED, '--players', '3', '--deals', '4', '--bots', 'club,novice,random')

    def test_a_record_is_replayed_and_analysed(self):
        record = self.record()
        self.assertRegex(self.run_well('replay', record), r'plays \d')
        self.assertRegex(self.run_well('replay', record, '--lang', 'de'), r'spielt \d')
        self.assertRegex(self.run_well('replay', record, '--lang', 'zh-Hant'), r'出 \d')
        self.assertRegex(self.run_well('analyze', record, '--simulations', '20'), r'mistake')

    def test_the_lab_and_the_benchmark_count(self):
        self.run_well('lab', GAME, *SEED, '--deals', '8', '--bots', 'random', '--out', self.path('lab'))
        with open(self.path('lab/results.json'), encoding='utf-8') as file:
            self.assertEqual(json.load(file)['game'], GAME)
        line = json.loads(self.run_well('bench', GAME, '--players', '2', '--seconds', '0.01', '--json'))
        self.assertGreater(line['simulations_per_s'], 0)

    def test_rules_are_printed_or_said_to_be_missing(self):
        english, german = self.run_well('rules', GAME), self.run_well('rules', GAME, '--lang', 'de')
        if GAME == 'template':  # the program has no text of it in any language
            self.assertIn('Nobody has written', english)
            self.assertEqual(german, '*Diese Regeln gibt es bisher nur auf Englisch.*\n\n' + english)
        else:
            self.assertTrue(english.startswith(f'# {TITLE}\n'), english)
            self.assertTrue(german.startswith(f'# {TITLE}\n'), german)
            self.assertNotEqual(german, english)


class Screen(TerminalCase):
    def test_a_whole_game_on_the_full_screen(self):
        self.begin(f"'{PARLOR}' play {GAME} --seed 1 --players 3 rounds=1", (80, 24))
        for _ in range(3):
            screen = self.wait_for('Your move', 'F1 help', f'{TITLE} · round 0')
            self.assertRegex(screen, r'You +points \d · hand \d+')
            self.send('Right', 'Enter')
            self.wait_until(lambda now, screen=screen: now != screen and 'points' in now, 'the next choice')
        self.wait_until(lambda now: re.search(r'game is over|Game over|wins|win', now), 'the end')


if __name__ == '__main__':
    unittest.main()
