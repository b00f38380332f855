"""parlor arena and the bots outside, through the program itself."""
import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
import unittest

from common import PARLOR, ROOT, FolderCase, all_games, parlor
from scale import scaled

RANDOM_BOT = 'cmd:' + os.path.join(ROOT, 'examples', 'bots', 'random_bot.py')
FIRST_BOT = 'cmd:' + os.path.join(ROOT, 'examples', 'bots', 'first_bot.sh')

# A bot in Python for the tests; {} is what it does when asked for its n-th move.
BOT = '''
import os, sys, time
n = 0
for line in sys.stdin:
    word, _, rest = line.rstrip('\\n').partition(' ')
    if word == 'parlor-bot':
        print('parlor-bot 1', flush=True)
    elif word == 'view':
        legal = []
    elif word == 'legal':
        legal.append(rest)
    elif word == 'go':
        n += 1
        answer = 'do ' + legal[0]
        {}
        print(answer, flush=True)
'''


def counts(game):
    return range(game['min_players'], game['max_players'] + 1)


class Arena(FolderCase):
    def bot(self, name, deed):
        """A bot of these tests, written as for --bots."""
        with open(self.path(name), 'w', encoding='utf-8') as file:
            file.write(BOT.format(deed))
        return f'cmd:exec {sys.executable} {self.path(name)}'

    def arena(self, *args, code=0):
        done = parlor('arena', *args, '--json')
        self.assertEqual(done.returncode, code, done.stderr)
        told = json.loads(done.stdout)
        self.assertEqual(done.stdout.count('\n'), 1)
        return told, done.stderr

    def refused(self, code, message, *args):
        done = parlor('arena', *args)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertIn(message, done.stderr)
        self.assertEqual(done.stdout, '')

    def test_novice_beats_random_everywhere(self):
        for game in all_games():
            for players in counts(game):
                with self.subTest(game['id'], players=players):
                    told, _ = self.arena(game['id'], '--players', str(players), '--bots', 'novice,random',
                                         '--deals', '12', '--seed', '7')
                    novice, rand = told['bots']
                    self.assertGreater(novice['win_share'], 1 / players)
                    self.assertGreater(novice['win_share'], rand['win_share'])
                    self.assertLess(novice['mean_rank'], rand['mean_rank'])
                    self.assertGreater(novice['rating'], rand['rating'])
                    self.assertEqual(novice['rating'], 1000)

    def test_json(self):
        told, errors = self.arena('scout', '--players', '3', '--bots', 'random,novice', '--deals', '10', '--seed', '1')
        self.assertEqual(errors, '')
        self.assertEqual(list(told), ['game', 'players', 'games', 'bots', 'p_value'])
        self.assertEqual((told['game'], told['players'], told['games']), ('scout', 3, 30))
        self.assertEqual([bot['name'] for bot in told['bots']], ['random', 'novice'])
        for bot in told['bots']:
            self.assertEqual(list(bot), ['name', 'win_share', 'win_share_ci', 'mean_points', 'mean_rank', 'rating',
                                         'rating_ci'])
            self.assertLessEqual(bot['win_share_ci'][0], bot['win_share'])
            self.assertLessEqual(bot['win_share'], bot['win_share_ci'][1])
            self.assertLessEqual(bot['rating_ci'][0], bot['rating'])
            self.assertLessEqual(bot['rating'], bot['rating_ci'][1])
        # One random, two novices: the seats share one win and the ranks 1 to 3.
        one, two = told['bots']
        self.assertAlmostEqual(one['win_share'] + 2 * two['win_share'], 1, 5)
        self.assertAlmostEqual(one['mean_rank'] + 2 * two['mean_rank'], 6, 3)
        self.assertTrue(0 < told['p_value'] <= 1)

    def test_one_deal_has_no_intervals(self):
        told, _ = self.arena('scout', '--deals', '1', '--seed', '1')
        self.assertTrue(all(bot['win_share_ci'] is None and bot['rating_ci'] is None for bot in told['bots']))
        self.assertNotIn('[', parlor('arena', 'scout', '--deals', '1', '--seed', '1').stdout)

    def test_line_ups(self):
        for bots, names, games in (('novice', ['novice'], 1), ('novice,random,novice,random', ['novice', 'random'], 2),
                                   ('random,novice,novice', ['random', 'novice'], 4)):
            told, _ = self.arena('bannish', '--players', '4', '--bots', bots, '--deals', '1', '--seed', '1')
            self.assertEqual(([bot['name'] for bot in told['bots']], told['games']), (names, games))
        words = parlor('arena', 'bannish', '--bots', 'random,novice', '--deals', '3', '--seed', '2').stdout
        self.assertIn('line-up    random,novice,novice,novice\n', words)
        self.assertIn('deals      3, each in 4 rotations: 12 games\n', words)

    def test_threads_change_nothing(self):
        for game in scaled(all_games()[:2], all_games(), all_games()):
            with self.subTest(game['id']):
                args = ['arena', game['id'], '--deals', '9', '--seed', 'abc', '--bots', 'novice,random']
                runs = [parlor(*args, '--threads', threads, '--csv', self.path('csv' + threads))
                        for threads in ('1', '2', '5')]
                self.assertEqual([run.returncode for run in runs], [0, 0, 0])
                tables = []
                for threads in ('1', '2', '5'):
                    with open(self.path('csv' + threads), encoding='utf-8') as file:
                        tables.append(file.read())
                for run, table in zip(runs[1:], tables[1:]):
                    self.assertEqual(run.stdout, runs[0].stdout)
                    self.assertEqual(table, tables[0])

    def test_csv_adds_up(self):
        path = self.path('csv')
        told, _ = self.arena('belle', '--players', '3', '--bots', 'novice,random', '--deals', '8', '--seed', '3',
                             '--csv', path)
        with open(path, encoding='utf-8') as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 8 * 3 * 3)
        for bot in told['bots']:
            own = [row for row in rows if row['bot'] == bot['name']]
            self.assertAlmostEqual(sum(float(row['win_share']) for row in own) / len(own), bot['win_share'], 3)
            self.assertAlmostEqual(sum(float(row['points']) for row in own) / len(own), bot['mean_points'], 3)
            self.assertAlmostEqual(sum(float(row['rank']) for row in own) / len(own), bot['mean_rank'], 3)
        seats = {row['seat'] for row in rows if row['bot'] == 'novice'}
        self.assertEqual(seats, {'0', '1', '2'})

    def test_luck_of_the_deal_cancels(self):
        """Two names for one way of playing come out even in every single deal."""
        first = self.bot('first', 'pass')
        for game in scaled(all_games()[:1], all_games()[::2], all_games()):
            with self.subTest(game['id']):
                told, _ = self.arena(game['id'], '--players', '3', '--deals', '2', '--seed', '5',
                                     '--bots', f'{first},{first} again,{first} once more')
                self.assertEqual(told['games'], 6)
                for bot in told['bots']:
                    self.assertAlmostEqual(bot['win_share'], 1 / 3, 5)
                    self.assertEqual(bot['win_share_ci'][0], bot['win_share_ci'][1])
                    self.assertEqual((bot['mean_rank'], bot['rating']), (2, 1000))
                    self.assertEqual(bot['mean_points'], told['bots'][0]['mean_points'])
                self.assertEqual(told['p_value'], 1)

    # ---- ending and going on ----

    def interrupted_run(self, args):
        """Starts a run with --state and ends it with Ctrl-C after some deals. A run that was at its end by then
        is begun again."""
        state = args[args.index('--state') + 1]
        for _ in range(20):
            with subprocess.Popen([PARLOR, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  encoding='utf-8') as run:
                while run.poll() is None and not (os.path.exists(state) and os.path.getsize(state) > 1000):
                    time.sleep(0.005)
                run.send_signal(signal.SIGINT)
                out, errors = run.communicate()
            if run.returncode != 0:
                return run.returncode, out, errors
            for name in os.listdir(self.folder):
                os.remove(self.path(name))
        return self.fail('Ctrl-C does not end it')

    def test_interrupted_and_resumed_is_the_same(self):
        state, deals = self.path('deals'), str(scaled(50, 120, 120))
        args = ['arena', 'sparrows', '--players', '3', '--deals', deals, '--seed', '9', '--bots', 'novice,random',
                '--threads', '2']
        code, out, errors = self.interrupted_run([*args, '--json', '--state', state])
        self.assertEqual(code, 1, errors)
        done = int(re.search(rf'interrupted after (\d+) of {deals} deals; run the same command again', errors)[1])
        self.assertEqual(json.loads(out)['games'], done * 3)
        with open(state, encoding='utf-8') as file:
            self.assertEqual(sum(line.startswith('deal ') for line in file), done)
        part = parlor(*args[:4], '--deals', str(done), *args[6:], '--json')
        self.assertEqual(out, part.stdout)
        resumed = parlor(*args, '--state', state, '--csv', self.path('resumed'))
        whole = parlor(*args, '--csv', self.path('whole'))
        self.assertEqual((resumed.returncode, resumed.stderr), (0, ''))
        self.assertEqual(resumed.stdout, whole.stdout)
        with open(self.path('resumed'), 'rb') as one, open(self.path('whole'), 'rb') as other:
            self.assertEqual(one.read(), other.read())
        size = os.path.getsize(state)
        self.assertEqual(parlor(*args, '--state', state).stdout, whole.stdout)
        self.assertEqual(os.path.getsize(state), size)

    def test_state_survives_damage(self):
        state = self.path('deals')
        args = ['arena', 'bannish', '--deals', '12', '--seed', '9', '--state', state]
        whole = parlor(*args)
        with open(state, 'rb') as file:
            kept = file.read()
        lines = kept.splitlines(keepends=True)
        changed = lines[3].replace(b',', b',1', 1)
        for text, damaged in ((kept[:-20], 1), (b''.join(lines[:5]), 0), (lines[0], 0), (lines[0][:30], 0), (b'', 0),
                              (b''.join(lines[:3]) + changed + b''.join(lines[4:]), 1),
                              (lines[0] + b'\x00\xff\n' + b''.join(lines[2:]), 1),
                              (lines[0] + b'deal\n' + b''.join(reversed(lines[1:])), 1)):
            with self.subTest(len=len(text)):
                with open(state, 'wb') as file:
                    file.write(text)
                again = parlor(*args)
                self.assertEqual(again.stdout, whole.stdout)
                self.assertEqual(again.returncode, 0)
                self.assertEqual('damaged' in again.stderr, damaged > 0, again.stderr)
                self.assertEqual(parlor(*args).stdout, whole.stdout)

    def test_state_holds_many_runs(self):
        state = self.path('deals')
        runs = [['arena', 'bannish', '--players', '3', '--deals', '4', '--seed', seed, '--bots', bots]
                for seed in ('1', '2') for bots in ('novice,random', 'random,novice', 'random,novice,random')]
        apart = [parlor(*run).stdout for run in runs]
        for _ in range(2):
            self.assertEqual([parlor(*run, '--state', state).stdout for run in runs], apart)
        few, more = runs[0], [*runs[0][:4], '--deals', '9', *runs[0][6:]]
        self.assertEqual(parlor(*more, '--state', state).stdout, parlor(*more).stdout)
        self.assertEqual(parlor(*few, '--state', state).stdout, apart[0])

    def test_state_leaves_other_files_alone(self):
        precious = self.path('precious')
        with open(precious, 'w', encoding='utf-8') as file:
            file.write('dear diary\n')
        self.refused(1, 'this is not a file of finished deals', 'scout', '--seed', '1', '--state', precious)
        with open(precious, encoding='utf-8') as file:
            self.assertEqual(file.read(), 'dear diary\n')
        self.refused(1, self.folder, 'scout', '--seed', '1', '--state', self.folder)
        self.refused(1, '/dev/full: not a file that can be read again', 'scout', '--seed', '1', '--state', '/dev/full')

    # ---- wrong arguments ----

    def test_wrong_arguments(self):
        self.refused(2, 'which game?')
        self.refused(2, 'there is no game called scuot; did you mean scout?', 'scuot')
        self.refused(2, 'there is no bot called novise; did you mean novice?', 'scout', '--bots', 'random,novise')
        self.refused(2, 'there is no bot called xyzzy; there are random, novice', 'scout', '--bots', 'xyzzy')
        self.refused(2, 'which bot? There are: random', 'scout', '--bots', 'random,')
        self.refused(2, 'at most 2 bots can play here; leave out random', 'scout', '--players', '2',
                     '--bots', 'random,random,random')
        self.refused(2, '2 to 5 players, not 9', 'scout', '--players', '9')
        self.refused(2, '--deals 0: must be a number', 'scout', '--deals', '0')
        self.refused(2, '--move-time 0', 'scout', '--move-time', '0')
        self.refused(2, 'a command has 1 to 511 bytes', 'scout', '--bots', 'cmd: ')
        self.refused(2, 'a command has 1 to 511 bytes', 'scout', '--bots', 'cmd:' + 'x' * 508)
        self.refused(2, '--state needs a --seed', 'scout', '--state', self.path('s'))
        self.refused(2, 'did you mean --deals?', 'scout', '--deal', '3')
        self.refused(2, 'colour', 'scout', 'colour=red')
        self.refused(2, '--out needs --ladder', 'scout', '--out', self.path('o'))
        self.refused(2, 'no --csv or --json', '--ladder', '--json')
        self.refused(2, 'at least two levels', '--ladder', '--bots', 'novice')
        self.refused(2, 'there is no bot called cub', '--ladder', '--bots', 'novice,cub')
        self.refused(2, 'xyz must have hex digits only', '--ladder', '--seed', 'xyz')
        self.refused(2, '--ladder takes one game', '--ladder', 'scout', 'belle')
        self.refused(2, 'none of these games is for 9 players', '--ladder', '--players', '9')
        self.refused(2, 'none of these games is for 2 players', '--ladder', 'bannish', '--players', '2')
        self.assertEqual(os.listdir(self.folder), [])
        self.refused_csv()

    def refused_csv(self):
        done = parlor('arena', 'bannish', '--deals', '1', '--csv', self.path('none/csv'))
        self.assertEqual(done.returncode, 1)
        self.assertIn('No such file', done.stderr)

    # ---- the ladder ----

    def test_ladder(self):
        state, out = self.path('deals'), self.path('ratings.md')
        args = ['arena', '--ladder', '--deals', '3', '--players', '3', '--bots', 'random,novice', '--state', state]
        shown = parlor(*args)
        self.assertEqual((shown.returncode, shown.stderr), (0, ''))
        for game in all_games():
            self.assertIn(f'\n## {game["title"]}\n', shown.stdout)
        rows = [line for line in shown.stdout.splitlines() if line.startswith('| 3 | novice | random | 9 |')]
        self.assertEqual(len(rows), len(all_games()))
        size = os.path.getsize(state)
        self.assertEqual(parlor(*args, '--out', out).stdout, '')
        with open(out, encoding='utf-8') as file:
            self.assertEqual(file.read(), shown.stdout)
        self.assertEqual(os.path.getsize(state), size)
        self.assertEqual(sorted(os.listdir(self.folder)), ['deals', 'ratings.md'])

    def test_ladder_adds_up(self):
        """Three levels: ratings go up from novice, and the last meets novice as well."""
        first = self.bot('first', 'pass')
        shown = parlor('arena', '--ladder', 'bannish', '--deals', '2', '--players', '3', '--bots',
                       f'random,novice,random,{first}').stdout
        rows = [[cell.strip() for cell in line.split('|')[1:-1]] for line in shown.splitlines()
                if line.startswith('| 3 |')]
        self.assertEqual([row[1:3] for row in rows], [['novice', 'random'], ['random', 'novice'], [first, 'random'],
                                                      [first, 'novice']])
        ratings = [int(row[8]) for row in rows]
        apart = [int(row[7].split(' ')[0]) for row in rows]
        self.assertEqual(ratings[0], 1000)
        self.assertAlmostEqual(ratings[1], 1000 + apart[1], delta=1)
        self.assertAlmostEqual(ratings[2], ratings[1] + apart[2], delta=1)
        self.assertAlmostEqual(ratings[3], 1000 + apart[3], delta=1)

    def test_ladder_interrupted(self):
        state, out = self.path('deals'), self.path('ratings.md')
        args = ['arena', '--ladder', 'sparrows', '--players', '3', '--deals', str(scaled(25, 50, 50)),
                '--bots', 'random,novice', '--state', state, '--out', out]
        code, _, errors = self.interrupted_run(args)
        self.assertEqual(code, 1, errors)
        self.assertIn('interrupted; run the same command again', errors)
        self.assertEqual(os.listdir(self.folder), ['deals'])
        self.assertEqual(parlor(*args).returncode, 0)
        with open(out, encoding='utf-8') as file:
            self.assertEqual(file.read(), parlor(*args[:-4]).stdout)


class Outside(Arena):
    """Bots in other programs. (The tests above are not run again: see load_tests.)"""

    def test_examples_play_every_game(self):
        for number, game in enumerate(all_games()):
            ends = (game['min_players'], game['max_players'])
            for players in scaled(ends[:1], ends[number % 2:][:1], ends):
                with self.subTest(game['id'], players=players):
                    told, errors = self.arena(game['id'], '--players', str(players), '--deals', '1', '--seed', '4',
                                              '--threads', '1', '--bots', f'{RANDOM_BOT},{FIRST_BOT}')
                    self.assertEqual(errors, '')
                    self.assertNotIn('lost_by_fault', json.dumps(told))

    def test_example_repeats_itself(self):
        runs = []
        for threads in ('1', '2'):
            told, _ = self.arena('bannish', '--deals', '2', '--seed', '4', '--bots', f'{RANDOM_BOT},novice',
                                 '--threads', threads)
            for bot in told['bots']:
                del bot['median_ms'], bot['longest_ms']
            runs.append(told)
        self.assertEqual(runs[0], runs[1])

    def test_times_and_names(self):
        """Of programs, and of the bots that they play against."""
        script = self.path('named')
        with open(script, 'w', encoding='utf-8') as file:
            file.write(BOT.format('pass').replace('parlor-bot 1', 'parlor-bot 1 counting \\x1b cards ' + 'x' * 60))
        bots = ('--bots', f'cmd:exec {sys.executable} {script},novice')
        told, _ = self.arena('bannish', '--players', '3', '--deals', '1', '--seed', '1', '--threads', '1', *bots)
        outside, novice = told['bots']
        self.assertEqual(outside['said_name'], ('counting ? cards ' + 'x' * 60)[:64])
        self.assertNotIn('said_name', novice)
        for bot in told['bots']:
            self.assertGreater(bot['moves'], 0)
            self.assertTrue(0 < bot['median_ms'] <= bot['longest_ms'])
        words = parlor('arena', 'bannish', '--players', '3', '--deals', '1', '--seed', '1', *bots).stdout
        self.assertRegex(words, rf'(?m)^cmd:exec .*named +{outside["moves"]} +[\d.]+ +[\d.]+  counting \? cards x+$')
        self.assertRegex(words, rf'(?m)^novice +{novice["moves"]} +[\d.]+ +[\d.]+ *$')

    def test_times_of_built_in_bots_are_shown_if_asked_for(self):
        args = ('bannish', '--players', '3', '--deals', '1', '--seed', '1')
        self.assertNotIn('moves', self.arena(*args)[0]['bots'][0])
        self.assertGreater(self.arena(*args, '--times')[0]['bots'][0]['moves'], 0)
        self.refused(2, 'run single arenas with --times', '--ladder', '--times')

    def test_what_a_bot_is_told(self):
        log = self.path('log')
        script = self.path('spy')
        with open(script, 'w', encoding='utf-8') as file:
            file.write(f'tee {log} | {os.path.join(ROOT, "examples", "bots", "first_bot.sh")}\n')
        told, errors = self.arena('scout', '--players', '2', '--deals', '1', '--seed', '4', '--threads', '1',
                                  '--bots', f'cmd:sh {script},novice', '--move-time', '9000')
        self.assertEqual((errors, told['games']), ('', 2))
        with open(log, encoding='utf-8') as file:
            lines = [line.rstrip('\n') for line in file]
        self.assertEqual(lines[0], 'parlor-bot 1')
        self.assertEqual([line for line in lines if line.startswith('new ')], ['new scout 2 0', 'new scout 2 1'])
        self.assertEqual(sum(line.startswith('random ') for line in lines), 2)
        self.assertEqual(lines[-1], 'quit')
        results = [json.loads(line[7:]) for line in lines if line.startswith('result ')]
        self.assertTrue(len(results) == 2 and all('winners' in result['result'] for result in results))
        goes = [i for i, line in enumerate(lines) if line.startswith('go ')]
        self.assertEqual({lines[i] for i in goes}, {'go 9000'})
        self.assertTrue(all(lines[i - 1].startswith('legal ') for i in goes))
        views = [json.loads(line[5:]) for line in lines if line.startswith('view ')]
        self.assertEqual(len(views), len(goes))
        scout = next(game for game in all_games() if game['id'] == 'scout')
        observations = [bytes.fromhex(line[12:]) for line in lines if line.startswith('observation ')]
        self.assertEqual([(len(seen), seen[1], seen[3]) for seen in observations],
                         [(scout['observation_size'], 2, 1)] * len(goes))  # two players, a choice is owed
        ids = [line.split()[1:] for line in lines if line.startswith('ids ')]
        self.assertEqual(sum(map(len, ids)), sum(line.startswith('legal ') for line in lines))
        self.assertEqual(dict(zip(ids[0], lines[lines.index('ids 0 1') + 1:])), {'0': 'legal keep', '1': 'legal flip'})
        sentences = [line for line in lines if line.startswith('told ')]
        self.assertTrue(any('seat 1' in line for line in sentences))
        facts = [json.loads(line[5:]) for line in lines if line.startswith('fact ')]
        self.assertEqual(facts[0]['verb'], 'dealt')
        self.assertTrue({'keeps', 'plays', 'scores'} <= {fact['verb'] for fact in facts})
        self.assertEqual({line.split(' ')[0] for line in lines},
                         {'parlor-bot', 'new', 'random', 'fact', 'told', 'luck', 'view', 'observation', 'state', 'ids',
                          'legal', 'go', 'result', 'quit'})

    def test_options_are_told(self):
        script, log = self.path('spy'), self.path('log')
        with open(script, 'w', encoding='utf-8') as file:
            file.write(f'tee {log} | {os.path.join(ROOT, "examples", "bots", "first_bot.sh")}\n')
        self.arena('sparrows', '--players', '2', '--deals', '1', '--seed', '4', '--threads', '1', 'target=100',
                   '--bots', f'cmd:sh {script},novice')
        with open(log, encoding='utf-8') as file:
            self.assertIn('\noption target=100\n', file.read())

    def loses(self, bot, report, *args, lost=3):
        """The bot loses every game with this report, and the arena goes on to its end."""
        told, errors = self.arena('scout', '--players', '3', '--deals', '1', '--seed', '1', '--threads', '1',
                                  '--bots', f'{bot},novice', *args, code=1)
        self.assertEqual(errors.count(' has lost: it '), lost, errors)
        self.assertIn(f'{lost} games were lost by fault', errors)
        complaint = rf'(?m)^parlor: deal 0, rotation \d: {re.escape(bot)} at seat \d has lost: it .*{report}'
        self.assertRegex(errors, complaint)
        outside, novice = told['bots']
        self.assertEqual((told['games'], outside['name'], outside['lost_by_fault']), (3, bot, lost))
        self.assertEqual((outside['win_share'], outside['mean_rank']), (0, 3))
        self.assertEqual((novice['win_share'], novice['mean_rank']), (0.5, 1.5))
        self.assertNotIn('lost_by_fault', novice)

    def test_bots_at_fault_lose(self):
        quick = ('--move-time', '2000')  # an honest bot answers in that on any machine
        self.loses('cmd:exit 3', 'ended with exit code 3')
        self.loses('cmd:no-such-program-anywhere 2>/dev/null', 'ended with exit code 127')
        self.loses('cmd:echo hello; cat >/dev/null', "said 'hello' instead of 'parlor-bot 1'")
        self.loses('cmd:echo parlor-bot 12; cat >/dev/null', "said 'parlor-bot 12' instead of 'parlor-bot 1'")
        self.loses(self.bot('crash', 'if n == 3: os._exit(7)'), 'ended with exit code 7')
        self.loses(self.bot('killed', 'if n == 3: os.kill(os.getpid(), 9)'), 'was ended by signal 9')
        self.loses(self.bot('hang', 'if n == 3: time.sleep(1000)'), 'gave no answer within 2000 ms', *quick)
        self.loses(self.bot('half', 'if n == 3: print("do", end="", flush=True); time.sleep(1000)'),
                   'did not end its line within 2000 ms', *quick)
        self.loses(self.bot('garbage', 'answer = chr(27) + "[2J" if n == 3 else answer'),
                   r"said '\?\[2J' instead of 'do ACTION'")
        self.loses(self.bot('long', 'answer = "x" * 10000000 if n == 3 else answer'), 'said more than 4096 bytes')
        self.loses(self.bot('unknown', 'answer = "do fly" if n == 3 else answer'),
                   "said 'do fly' instead of an action: column 1: ")
        self.loses(self.bot('illegal', 'answer = "do play 1-9"'), 'chose what is not legal: ')
        self.loses(self.bot('closed', 'if n == 3: os.close(1); time.sleep(1000)'), 'closed its output')
        self.loses(self.bot('empty', 'answer = ""'), "said '' instead of 'do ACTION'")
        self.loses(self.bot('deaf', 'if n == 2: os.close(0); print(answer, flush=True); time.sleep(1000)'),
                   'gave no answer', *quick)

    def test_remarks_are_passed_over(self):
        told, errors = self.arena('scout', '--players', '2', '--deals', '1', '--seed', '1', '--threads', '1',
                                  '--bots', self.bot('talker', 'print("info " + "x" * 3000, flush=True)') + ',novice')
        self.assertEqual((errors, told['games']), ('', 2))

    def test_faults_are_repeated_ten_times_only(self):
        told, errors = self.arena('scout', '--players', '2', '--deals', '9', '--seed', '1', '--bots',
                                  'cmd:exit 1,random', code=1)
        self.assertEqual(errors.count('has lost'), 10)
        self.assertIn('further faults are counted but not shown', errors)
        self.assertEqual(told['bots'][0]['lost_by_fault'], 18)
        words = parlor('arena', 'scout', '--players', '2', '--deals', '1', '--bots', 'cmd:exit 1,random').stdout
        self.assertIn('cmd:exit 1 lost 2 games by its own fault.\n', words)

    def test_ladder_tells_of_faults(self):
        done = parlor('arena', '--ladder', 'bannish', '--players', '3', '--deals', '1', '--bots', 'random,cmd:exit 1')
        self.assertEqual(done.returncode, 1)
        self.assertIn('3 games were lost by fault', done.stderr)
        self.assertIn('| 3 | cmd:exit 1 | random | 3 | 0.0%', done.stdout)

    def test_faults_of_finished_deals_count(self):
        args = ['scout', '--players', '2', '--deals', '1', '--seed', '1', '--bots', 'cmd:exit 1,random',
                '--state', self.path('deals')]
        for shown in (2, 0):
            told, errors = self.arena(*args, code=1)
            self.assertEqual((errors.count('has lost'), told['bots'][0]['lost_by_fault']), (shown, 2))

    def test_nobody_is_left_behind(self):
        """On Ctrl-C the bots, and what they have started, are gone as well."""
        sign = f'parlor-test-{os.getpid()}'
        script = self.path('sleeper')
        with open(script, 'w', encoding='utf-8') as file:
            file.write(f'echo parlor-bot 1\nsh -c ": {sign}; sleep 1000; :" </dev/null >/dev/null 2>&1 &\nsleep 1000\n')

        def running():
            found = 0
            for number in filter(str.isdigit, os.listdir('/proc')):
                try:
                    with open(f'/proc/{number}/cmdline', 'rb') as file:
                        found += f': {sign}'.encode() in file.read()
                except OSError:
                    pass
            return found

        with subprocess.Popen([PARLOR, 'arena', 'scout', '--bots', f'cmd:sh {script},random', '--threads', '2'],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8') as run:
            while running() < 2:
                self.assertIsNone(run.poll())
                time.sleep(0.02)
            run.send_signal(signal.SIGINT)
            out, errors = run.communicate()
        self.assertEqual((run.returncode, out), (1, ''))
        self.assertIn('interrupted after 0 of 100 deals', errors)
        while running():  # what was killed may take a moment to go
            time.sleep(0.02)


def load_tests(loader, _tests, _pattern):
    suite = unittest.TestSuite(loader.loadTestsFromTestCase(Arena))
    for name in sorted(set(loader.getTestCaseNames(Outside)) - set(loader.getTestCaseNames(Arena))):
        suite.addTest(Outside(name))
    return suite


if __name__ == '__main__':
    unittest.main()
