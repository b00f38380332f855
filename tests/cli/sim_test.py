"""parlor sim, through the program itself."""
import json
import os
import resource
import signal
import subprocess
import time
import unittest

from common import PARLOR, FolderCase, all_games, parlor


def lines_with(text, beginning):
    return sum(line.startswith(beginning) for line in text.splitlines())


class Sim(FolderCase):
    def refused(self, code, message, *args):
        done = parlor('sim', *args)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertIn(message, done.stderr)
        self.assertEqual(done.stdout, '')

    def test_threads_change_nothing(self):
        for game in all_games():
            for players in {game['min_players'], game['max_players']}:
                with self.subTest(game['id'], players=players):
                    args = [game['id'], '--players', str(players), '--games', '21', '--seed', 'abc', '--records', '-']
                    runs = [parlor('sim', *args, '--threads', threads) for threads in ('1', '2', '4')]
                    self.assertEqual([run.returncode for run in runs], [0, 0, 0])
                    self.assertEqual(lines_with(runs[0].stdout, '{"parlor":'), 21)
                    self.assertIn('games      21\n', runs[0].stderr)
                    for run in runs[1:]:
                        self.assertEqual(run.stdout, runs[0].stdout)
                        self.assertEqual(run.stderr, runs[0].stderr)

    def test_records_replay(self):
        for game in all_games():
            for players in range(game['min_players'], game['max_players'] + 1):
                with self.subTest(game['id'], players=players):
                    path = self.path(f'{game["id"]}{players}')
                    args = [game['id'], '--players', str(players), '--games', '3', '--seed', '5', '--records', path]
                    self.assertEqual(parlor('sim', *args, '--legal', '--quiet').returncode, 0)
                    with open(path, encoding='utf-8') as file:
                        text = file.read()
                    self.assertEqual(lines_with(text, '{"result":'), 3)
                    choices = [line for line in text.splitlines() if line.startswith('{"seat":')]
                    self.assertTrue(choices and all('"legal":[' in line for line in choices))
                    checked = parlor('replay', path)
                    self.assertEqual(checked.returncode, 0, checked.stderr)
                    self.assertTrue(checked.stdout.endswith('\n3 games, all good\n'))

    def test_seed(self):
        def records(*args):
            return parlor('sim', 'scout', '--games', '2', '--records', '-', *args)
        self.assertEqual(records('--seed', '2a').stdout, records('--seed', '00002A').stdout)
        self.assertNotEqual(records('--seed', '2a').stdout, records('--seed', '2b').stdout)
        fresh = records()
        seed = [line.split()[1] for line in fresh.stderr.splitlines() if line.startswith('seed ')]
        self.assertEqual(records('--seed', seed[0]).stdout, fresh.stdout)
        self.assertNotEqual(records().stdout, fresh.stdout)

    def test_more_games_begin_alike(self):
        few, many = (parlor('sim', 'scout', '--games', games, '--seed', '1', '--records', '-', '--quiet').stdout
                     for games in ('2', '5'))
        self.assertTrue(few and many.startswith(few))

    def test_summary(self):
        args = ['sim', 'scout', '--players', '3', '--games', '50', '--bots', 'novice,random,random', '--seed', '1']
        words, line = parlor(*args).stdout, parlor(*args, '--json', '--records', self.path('r')).stdout
        told = json.loads(line)
        self.assertEqual((told['game'], told['players'], told['games'], told['asked']), ('scout', 3, 50, 50))
        self.assertEqual(told['seed'], '1'.zfill(64))
        with open(self.path('r'), encoding='utf-8') as file:
            lines = [json.loads(text) for text in file]
        self.assertEqual(lines[0]['names'], ['bot:novice', 'bot:random', 'bot:random'])
        results = [line['result'] for line in lines if 'result' in line]
        decisions = []
        for line in lines:
            if 'parlor' in line:
                decisions.append(0)
            decisions[-1] += 'seat' in line
        self.assertEqual(told['decisions'],
                         {'mean': sum(decisions) / 50, 'least': min(decisions), 'most': max(decisions)})
        self.assertEqual(told['rounds'], sum(len(result['rounds']) for result in results) / 50)
        for seat in range(3):
            wins = sum(1 / len(result['winners']) for result in results if seat in result['winners'])
            self.assertAlmostEqual(told['seats'][seat]['wins'], wins / 50, 5)
            self.assertAlmostEqual(told['seats'][seat]['points'], sum(r['points'][seat] for r in results) / 50, 4)
        self.assertEqual([(bot['bot'], bot['seats']) for bot in told['bots']], [('novice', 1), ('random', 2)])
        self.assertAlmostEqual(sum(bot['wins'] for bot in told['bots']), 1, 5)
        self.assertIn(f'decisions  {told["decisions"]["mean"]:.1f} a game', words)
        self.assertEqual(parlor(*args, '--quiet').stdout, words)

    def test_players_default(self):
        for game in all_games():
            told = json.loads(parlor('sim', game['id'], '--games', '1', '--json').stdout)
            self.assertEqual(told['players'], min(max(4, game['min_players']), game['max_players']))

    def test_wrong_arguments(self):
        self.refused(2, 'which game?')
        self.refused(2, 'there is no game called scuot; did you mean scout?', 'scuot')
        self.refused(2, 'there is no game called whist', 'whist')
        self.refused(2, '2 to 5 players, not 7', 'scout', '--players', '7')
        self.refused(2, '--players x: must be a number', 'scout', '--players', 'x')
        self.refused(2, '--games 0: must be a number from 1', 'scout', '--games', '0')
        self.refused(2, 'there is no bot called novise; did you mean novice?', 'scout', '--bots', 'novise')
        self.refused(2, 'which bot? There are: random, novice', 'scout', '--bots', 'random,')
        self.refused(2, '2 bots for 4 seats', 'scout', '--bots', 'random,novice')
        self.refused(2, '5 bots for 3 seats', 'scout', '--players', '3', '--bots', 'random,random,random,random,random')
        self.refused(2, 'colour', 'scout', 'colour=red')
        self.refused(2, 'colour: not an option of the game', 'scout', 'colour')
        self.refused(2, 'xyz must have hex digits only', 'scout', '--seed', 'xyz')
        self.refused(2, '1 to 64 hex digits', 'scout', '--seed', '0' * 65)
        self.refused(2, 'there is no option --game; did you mean --games?', 'scout', '--game', '3')
        self.refused(2, '--threads 0', 'scout', '--threads', '0')
        self.refused(2, '--legal', 'scout', '--legal')

    def test_help(self):
        done = parlor('sim', '--help')
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        self.assertTrue(done.stdout.startswith('usage: parlor sim GAME'))

    def test_where_records_go(self):
        path = self.path('kept')
        with open(path, 'w', encoding='utf-8') as file:
            file.write('precious\n')
        self.refused(1, f'{path}: the file exists already', 'scout', '--games', '1', '--records', path)
        with open(path, encoding='utf-8') as file:
            self.assertEqual(file.read(), 'precious\n')
        self.refused(1, self.folder, 'scout', '--games', '1', '--records', self.folder)
        self.refused(1, 'No such file', 'scout', '--games', '1', '--records', self.path('none/kept'))
        self.refused(1, '/dev/full: No space left', 'scout', '--games', '1', '--records', '/dev/full')
        self.assertEqual(parlor('sim', 'scout', '--games', '1', '--records', '/dev/null').returncode, 0)

    def test_wrong_arguments_leave_no_file(self):
        parlor('sim', 'scout', '--bots', 'nobody', '--records', self.path('r'))
        self.assertEqual(os.listdir(self.folder), [])

    def test_full_disk_leaves_whole_games(self):
        path = self.path('r')

        def small_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (50000, 50000))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        done = subprocess.run([PARLOR, 'sim', 'scout', '--games', '100', '--records', path], capture_output=True,
                              encoding='utf-8', preexec_fn=small_files, restore_signals=False, check=False)
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn(f'{path}: File too large; the games in it are complete', done.stderr)
        self.assertGreater(os.path.getsize(path), 0)
        self.assertEqual(parlor('replay', '--quiet', path).returncode, 0)
        with open(path, encoding='utf-8') as file:
            self.assertTrue(file.read().splitlines()[-1].startswith('{"result":'))

    def test_full_standard_output(self):
        with open('/dev/full', 'w', encoding='utf-8') as full:
            for args in (['--records', '-'], ['--json']):
                done = subprocess.run([PARLOR, 'sim', 'scout', '--games', '1', *args], stdout=full,
                                      stderr=subprocess.PIPE, encoding='utf-8', check=False)
                self.assertEqual(done.returncode, 1)
                self.assertIn('standard output: No space left', done.stderr)

    def test_closed_pipe(self):
        with subprocess.Popen([PARLOR, 'sim', 'scout', '--games', '100000', '--records', '-'], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as run:
            self.assertTrue(run.stdout.readline().startswith(b'{"parlor":1'))
            run.stdout.close()
            message = run.stderr.read()
            self.assertEqual(run.wait(), 1)
        self.assertEqual(message, b'parlor: standard output: Broken pipe\n')

    def interrupt(self, signal_number, *args):
        path = self.path(f'r{signal_number}')
        with subprocess.Popen([PARLOR, 'sim', 'scout', '--games', '100000000', '--records', path, *args],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8') as run:
            while not (os.path.exists(path) and os.path.getsize(path) > 0):
                self.assertIsNone(run.poll())
                time.sleep(0.01)
            run.send_signal(signal_number)
            summary, message = run.communicate()
            self.assertEqual(run.returncode, 1)
        with open(path, encoding='utf-8') as file:
            text = file.read()
        games = lines_with(text, '{"parlor":')
        self.assertGreater(games, 0)
        self.assertEqual(lines_with(text, '{"result":'), games)
        self.assertTrue(text.splitlines()[-1].startswith('{"result":'))
        self.assertIn(f'interrupted after {games} of 100000000 games', message)
        self.assertEqual(parlor('replay', '--quiet', path).returncode, 0)
        return summary, games

    def test_interrupt(self):
        summary, games = self.interrupt(signal.SIGINT)
        self.assertIn(f'games      {games}\n', summary)
        summary, games = self.interrupt(signal.SIGTERM, '--threads', '3', '--json')
        told = json.loads(summary)
        self.assertEqual((told['games'], told['asked']), (games, 100000000))


if __name__ == '__main__':
    unittest.main()
