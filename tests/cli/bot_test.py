"""parlor bot: the built-in bots as programs, in arenas and line by line."""
import csv
import json
import os
import subprocess
import unittest

from common import PARLOR, ROOT, FolderCase, all_games, parlor
from scale import scaled

CHOICE = ('luck', 'observation', 'state', 'ids')  # what comes before a choice, and what the bot reads of it


class Bot(FolderCase):
    def games(self, game, bots, *args, program=PARLOR):
        """The games of an arena: all that its CSV has, but the names."""
        path = self.path('csv')
        done = parlor('arena', game, '--seed', '11', '--threads', '1', '--bots', bots, '--csv', path, *args,
                      program=program)
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        with open(path, encoding='utf-8') as file:
            rows = list(csv.DictReader(file))
        return [{key: value for key, value in row.items() if key != 'bot'} for row in rows]

    def lines(self, *args, level='novice'):
        """What the program is told in a game of SCOUT."""
        script, log = self.path('spy'), self.path('log')
        with open(script, 'w', encoding='utf-8') as file:
            file.write(f'tee {log} | {PARLOR} bot scout {level}\n')
        self.games('scout', f'cmd:sh {script},novice', '--players', '3', '--deals', '1', *args)
        with open(log, encoding='utf-8') as file:
            return file.read().splitlines()

    def talk(self, lines, *words):
        return parlor('bot', *(words or ('scout', 'club')), text='\n'.join(lines) + '\n')

    def refused(self, message, lines, *words):
        done = self.talk(lines, *words)
        self.assertEqual(done.returncode, 1)
        self.assertIn(message, done.stderr)
        self.assertNotIn('do ', done.stdout)

    def test_it_chooses_what_the_level_chooses(self):
        levels = scaled(['club'], ['club', 'expert'], ['club', 'expert', 'master'])
        for number, game in enumerate(all_games()):
            ends = (game['min_players'], game['max_players'])
            for at, level in enumerate(levels):
                for players in scaled(ends[:1], ends[(number + at) % 2:][:1], ends):
                    with self.subTest(game['id'], level=level, players=players):
                        args = ('--players', str(players), '--deals', '1')
                        self.assertEqual(self.games(game['id'], f'cmd:{PARLOR} bot {game["id"]} {level},novice', *args),
                                         self.games(game['id'], f'{level},novice', *args))

    def test_simulations(self):
        for bots in (f'cmd:{PARLOR} bot scout club:9', 'club:9'):
            self.assertNotEqual(self.games('scout', f'{bots},novice', '--deals', '2'),
                                self.games('scout', 'club,novice', '--deals', '2'))
        self.assertEqual(self.games('scout', f'cmd:{PARLOR} bot scout club:9,novice', '--deals', '1'),
                         self.games('scout', 'club:9,novice', '--deals', '1'))

    def test_without_simulations_it_follows_the_policy(self):
        """It needs no luck then but its own, and plays every game."""
        for game in all_games():
            args = ('--players', '3', '--deals', '1')
            games = self.games(game['id'], 'club:0,novice', *args)
            self.assertEqual(self.games(game['id'], f'cmd:{PARLOR} bot {game["id"]} club:0,novice', *args), games)
            self.assertNotEqual(self.games(game['id'], 'random,novice', *args), games)

    def test_every_level_plays_with_options(self):
        for level in ('random', 'novice'):
            for game, *options in (['sparrows', 'upgrades=on', 'target=60'], ['belle', 'parties=empty']):
                self.games(game, f'cmd:{PARLOR} bot {game} {level},novice', '--players', '3', '--deals', '1', *options)

    def test_the_name(self):
        version = parlor('--version').stdout.strip()
        self.assertEqual(self.talk(['parlor-bot 1', 'quit'], 'scout', 'club:7').stdout,
                         f'info wants past\nparlor-bot 1 {version} club:7\n')
        self.assertEqual(self.talk(['parlor-bot 1', 'quit'], 'scout', 'novice').stdout,
                         f'parlor-bot 1 {version} novice\n')

    def test_it_says_no_more_than_it_is_asked(self):
        lines = self.lines()
        done = self.talk(lines, 'scout', 'novice')
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        answers = done.stdout.splitlines()
        goes = sum(line.startswith('go ') for line in lines)
        self.assertEqual(sum(line.startswith('do ') for line in answers), goes)
        self.assertEqual(len(answers), goes + 1)
        self.assertEqual(self.talk(lines, 'scout', 'novice').stdout, done.stdout)

    def test_a_search_in_need_of_time_stops(self):
        lines = ['go 20' if line.startswith('go ') else line for line in self.lines()]
        first = lines.index('go 20') + 1
        done = self.talk(lines[:first], 'scout', 'master:100000000')
        self.assertRegex(done.stdout, r'\ndo (keep|flip)\n$')

    def test_what_it_refuses(self):
        lines = self.lines()
        first = next(i for i, line in enumerate(lines) if line.startswith('go '))
        lines = lines[:first + 1]

        def without(word):
            return [line for line in lines if line.split(' ')[0] != word]

        def changed(word, text):
            return [text if line.split(' ')[0] == word else line for line in lines]

        self.assertEqual(self.talk(lines).returncode, 0)
        self.refused('there was no state line', without('state'))
        self.refused('the state, the observation and the ids disagree', without('observation'))
        self.refused('the state, the observation and the ids disagree', changed('ids', 'ids 0'))
        state = next(line for line in lines if line.startswith('state '))
        self.refused('the state that was sent is refused', changed('state', state[:-2]))
        self.refused('the state that was sent is refused', changed('state', state[:6] + 'ff' * (len(state) // 2 - 3)))
        self.refused('the state that was sent is refused', changed('new', 'new scout 4 0'))
        self.refused('expected the number of players and a seat', changed('new', 'new scout 9 0'))
        self.refused('expected the number of players and a seat', changed('new', 'new scout 3 3'))
        self.refused('this bot plays belle; it was asked to play scout 3 0', lines, 'belle', 'club')
        self.refused('go came before new', without('new'))
        self.refused('go soon: expected milliseconds', changed(lines[-1].split(' ')[0], 'go soon'))
        self.refused('speaks version 1', changed('parlor-bot', 'parlor-bot 2'))
        self.refused('color', [*lines[:2], 'option color=red', *lines[2:]])
        for word in CHOICE:
            for text in ('x', '-1', '0 ', '1' * 9001):
                self.refused(f'the line that begins with {word} cannot be read', changed(word, f'{word} {text}'))

    def test_it_has_the_history_that_it_would_have_in_the_arena(self):
        """The historian chooses by every byte of it, so that another history is another game."""
        historian = os.environ['HISTORIAN']
        for game in all_games():
            options = {'sparrows': ['target=40']}.get(game['id'], [])
            for players in range(game['min_players'], game['max_players'] + 1):
                with self.subTest(game['id'], players=players):
                    args = ('--players', str(players), '--deals', str(scaled(1, 2, 10)), *options)
                    one = f'cmd:{historian} bot {game["id"]} historian'
                    games = self.games(game['id'], 'historian,novice', *args, program=historian)
                    self.assertEqual(self.games(game['id'], f'{one},novice', *args, program=historian), games)
                    if players == game['max_players']:
                        forgetful = f'{self.forgetful(game["id"])},novice'
                        self.assertNotEqual(self.games(game['id'], forgetful, *args, program=historian), games)
                    all_of_them = ','.join(['historian'] * players), ','.join([one] * players)
                    games = [self.games(game['id'], bots, *args, program=historian) for bots in all_of_them]
                    self.assertEqual(*games)

    def forgetful(self, game):
        """A historian that is told of deals alone."""
        script = self.path('forgetful')
        with open(script, 'w', encoding='utf-8') as file:
            file.write(f"sed -u '/^past [0-9]/d' | {os.environ['HISTORIAN']} bot {game} historian\n")
        return f'cmd:sh {script}'

    def test_the_past_is_told_to_those_who_want_it(self):
        self.assertFalse([line for line in self.lines() if line.startswith('past ')])
        lines = self.lines(level='club')
        game = lines[lines.index('new scout 3 0'):]
        past = [line.split(' ') for line in game[:next(i for i, line in enumerate(game) if line.startswith('result '))]
                if line.startswith('past ')]
        self.assertEqual(past[0][:3], ['past', 'chance', '-'])
        self.assertEqual({len(line[3]) for line in past}, {len(past[0][3])})
        for _, actor, number, _ in past:
            self.assertIn(actor, ('chance', '0', '1', '2'))
            self.assertRegex(number, r'^\d+$' if actor == '0' else '^-$')
        older = [line for line in lines if not line.startswith('past ')]  # what an older version says
        without = self.talk(older, 'scout', 'club')
        self.assertEqual((without.returncode, without.stderr), (0, ''))
        self.assertEqual(sum(line.startswith('do ') for line in without.stdout.splitlines()),
                         sum(line.startswith('go ') for line in lines))

    def test_a_past_that_it_refuses(self):
        lines = self.lines(level='club')
        goes = [i for i, line in enumerate(lines) if line.startswith('go ')]
        lines = lines[:goes[4] + 1]
        at = max(i for i, line in enumerate(lines) if line.startswith('past 0 '))  # where nobody else was to choose
        _, _, number, state = lines[at].split(' ')

        def instead(*others):
            return [*lines[:at], *others, *lines[at + 1:]]

        self.assertEqual(self.talk(lines).returncode, 0)
        for line in (f'past 1 - {state}', f'past chance - {state}', f'past 0 - {state}', f'past 0 60000 {state}',
                     f'past 1 {number} {state}', f'past 0 {number} {state[:-2]}',
                     f'past 0 {number} {"ff" * (len(state) // 2)}'):
            self.refused_after('the past that was sent is refused', instead(line))
        for line in ('past', 'past 0', f'past 5 - {state}', f'past 0 {number}', f'past 0 70000 {state}',
                     f'past 0 {number}  {state}', f'past 0 {number} {state}0', 'past 0 1 ' + '0' * 9002,
                     f'past x - {state}'):
            self.refused_after('the line that begins with past cannot be read', instead(line))
        self.refused_after('came after the state', [*lines[:-1], lines[at], lines[-1]])
        self.refused('the line that begins with past cannot be read', [lines[at], *lines])

    def refused_after(self, message, lines):
        """It may have chosen before."""
        done = self.talk(lines)
        self.assertEqual(done.returncode, 1)
        self.assertIn(message, done.stderr)

    def test_wrong_arguments(self):
        for message, *words in (('which game, and which bot?',), ('which bot?', 'scout'),
                                ('did you mean scout?', 'scuot', 'club'), ('did you mean club?', 'scout', 'clubb'),
                                ('simulations are a number', 'scout', 'club:few'),
                                ('novice does not search', 'scout', 'novice:5'),
                                ('one game and one bot', 'scout', 'club', 'expert')):
            done = parlor('bot', *words)
            self.assertEqual((done.returncode, done.stdout), (2, ''))
            self.assertIn(message, done.stderr)

    def test_it_ends_with_its_input(self):
        for text in ('', 'quit\n', 'quit'):
            self.assertEqual(parlor('bot', 'scout', 'club', text=text).returncode, 0)

    def test_output_that_nobody_reads(self):
        with subprocess.Popen(f'{PARLOR} bot scout club >/dev/full', shell=True, stdin=subprocess.PIPE,
                              stderr=subprocess.PIPE, encoding='utf-8') as bot:
            _, errors = bot.communicate('parlor-bot 1\nquit\n')
        self.assertEqual(bot.returncode, 1)
        self.assertIn('No space left', errors)


@unittest.skipUnless(scaled(False, False, True), 'builds another version of the program: only in the deep run')
class Yardstick(FolderCase):
    """The bots of 0.1, which tools/yardstick builds."""

    def test_it_plays_every_game(self):
        done = subprocess.run([os.path.join(ROOT, 'tools', 'yardstick'), self.folder], capture_output=True,
                              encoding='utf-8', check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        old = done.stdout.strip()
        self.assertEqual(sorted(os.listdir(self.folder)), ['log', 'parlor-0.1'])
        for game in all_games():
            for players in range(game['min_players'], game['max_players'] + 1):
                with self.subTest(game['id'], players=players):
                    arena = parlor('arena', game['id'], '--players', str(players), '--deals', '2', '--seed', '3',
                                   '--bots', f'cmd:{old} bot {game["id"]} expert,expert', '--json')
                    self.assertEqual((arena.returncode, arena.stderr), (0, ''))
                    self.assertRegex(json.loads(arena.stdout)['bots'][0]['said_name'], r'^parlor 0\.1\.\d+ expert$')


if __name__ == '__main__':
    unittest.main()
