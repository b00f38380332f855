"""parlor bench, through the program itself. No figure is compared with anything:
how fast a machine is, is not a property of the program."""
import json
import os
import tempfile
import unittest

from common import all_games, parlor

FIGURES = ['decisions_per_s', 'observed_per_s', 'imagined_per_s', 'simulations_per_s',
           'simulations_two_threads_per_s', 'club_ms', 'expert_ms', 'master_ms', 'copy_ns', 'state_bytes',
           'mean_legal', 'decisions_per_game']
QUICK = ['--seconds', '0.01']


class Bench(unittest.TestCase):
    def refused(self, code, message, *args):
        done = parlor('bench', *args)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertIn(message, done.stderr)
        self.assertEqual(done.stdout, '')

    def test_every_game(self):
        done = parlor('bench', '--json', *QUICK)
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([(line['game'], line['players']) for line in lines],
                         [(game['id'], players) for game in all_games()
                          for players in range(game['min_players'], game['max_players'] + 1)])
        for line in lines:
            self.assertEqual(list(line), ['game', 'players'] + FIGURES)
            self.assertTrue(all(line[figure] > 0 for figure in FIGURES), line)
            self.assertGreaterEqual(line['mean_legal'], 1)

    def test_words(self):
        done = parlor('bench', 'scout', '--players', '3', *QUICK)
        titles, line = done.stdout.splitlines()
        self.assertEqual(titles.split()[:3], ['game', 'players', 'decisions/s'])
        self.assertEqual(line.split()[:2], ['scout', '3'])

    def test_save_and_compare(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'last.json')
            self.refused(1, f'{path}: No such file', '--compare', path)
            first = parlor('bench', 'scout', '--players', '3', '--json', '--compare', path, '--save', path, *QUICK)
            self.assertEqual((first.returncode, first.stderr),
                             (0, f'parlor: {path}: does not exist yet, so there is nothing to compare with\n'))
            with open(path, encoding='utf-8') as file:
                self.assertEqual(file.read(), first.stdout)
            self.assertEqual(os.listdir(folder), ['last.json'])
            before = json.loads(first.stdout)
            before['decisions_per_s'] = 1
            with open(path, 'w', encoding='utf-8') as file:
                file.write(json.dumps(before, separators=(',', ':')) + '\n')
            again = parlor('bench', 'scout', '--json', '--compare', path, '--save', path, *QUICK)
            lines = {line['players']: line for line in map(json.loads, again.stdout.splitlines())}
            self.assertEqual([players for players in lines if 'change_percent' in lines[players]], [3])
            self.assertGreater(lines[3]['change_percent']['decisions_per_s'], 1000)
            self.assertEqual(lines[3]['change_percent']['state_bytes'], 0)
            words = parlor('bench', 'scout', '--players', '2', '--compare', path, *QUICK).stdout.splitlines()
            self.assertEqual((len(words), words[2].split()[0]), (3, 'change'))
            with open(path, encoding='utf-8') as file:
                self.assertEqual(len(file.read().splitlines()), 4)
            with open(path, 'a', encoding='utf-8') as file:
                file.write('{"game":"scout"}\n')
            self.refused(1, f'{path}: line 5: not a line', '--compare', path)
            with open(path, 'w', encoding='utf-8'):
                pass
            self.refused(1, f'{path}: there are no figures in it', '--compare', path)
            self.refused(1, f'{path}/x', '--compare', path + '/x')
            done = parlor('bench', 'scout', '--players', '2', '--save', path + '/x', *QUICK)
            self.assertEqual(done.returncode, 1)
            self.assertIn('Not a directory', done.stderr)
            self.assertEqual(os.listdir(folder), ['last.json'])

    def test_signature(self):
        done = parlor('bench', '--signature')
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        lines = done.stdout.splitlines()
        self.assertEqual([line.split()[0] for line in lines], [game['id'] for game in all_games()])
        for line in lines:
            self.assertRegex(line, r'^[a-z]+ signature [0-9a-f]{16} decisions [1-9]\d*$')
        scout = json.loads(parlor('bench', 'scout', '--signature', '--json').stdout)
        self.assertIn(f'{scout["game"]} signature {scout["signature"]} decisions {scout["decisions"]}', lines)

    def test_wrong_arguments(self):
        self.refused(2, 'there is no game called scot; did you mean scout?', 'scot')
        self.refused(2, 'b: one game', 'scout', 'b')
        self.refused(2, 'SCOUT is for 2 to 5 players, not 9', 'scout', '--players', '9')
        self.refused(2, 'no game is for 9 players', '--players', '9')
        for seconds in ('0', '-1', 'x', '', '1e9', '61', '1.2.3', 'nan'):
            self.refused(2, f'--seconds {seconds}: must be from', '--seconds', seconds)
        self.refused(2, '--signature takes a game', '--signature', '--players', '3')
        done = parlor('bench', '--help')
        self.assertEqual((done.returncode, done.stdout[:19]), (0, 'usage: parlor bench'))


if __name__ == '__main__':
    unittest.main()
