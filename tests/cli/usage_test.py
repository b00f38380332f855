"""What all commands have in common: help, options, messages, exit codes, progress."""
import json
import os
import pty
import re
import signal
import subprocess
import tempfile
import unittest
from typing import ClassVar

from common import PARLOR, RECORDS, FolderCase, parlor

TABLES = json.loads(parlor('--describe').stdout)
COMMANDS = {command['name']: command for command in TABLES['commands']}
RECORD = os.path.join(RECORDS, 'scout-2.jsonl')
LAB = tempfile.TemporaryDirectory()

# Every command doing something short that prints.
SHORT = {
    'play': ['scout'],
    'games': [],
    'rules': ['scout'],
    'sim': ['scout', '--games', '1'],
    'arena': ['scout', '--deals', '1'],
    'lab': ['bannish', '--bots', 'random', '--deals', '1', '--out', LAB.name],
    'replay': [RECORD],
    'analyze': [RECORD, '--game', '1', '--simulations', '2'],
    'puzzles': ['bridesmaid', '--bot', 'novice', '--seed', '5', '--count', '1'],
    'bench': ['scout', '--signature'],
}
# These need a server, or what one has written: see tests/server. The site is looked at in tests/web, bot in bot_test.
TALKERS = ['serve', 'join', 'watch', 'verify', 'store', 'site', 'bot']


class Case(FolderCase):
    def refused(self, code, message, *args):
        done = parlor(*args)
        self.assertEqual((done.returncode, done.stdout), (code, ''), args)
        self.assertIn(message, done.stderr)
        self.assertRegex(done.stderr, r'^parlor[ a-z]*: ')


class Help(Case):
    def test_the_program(self):
        for args in (['--help'], ['-h'], ['help'], ['help', 'help']):
            done = parlor(*args)
            self.assertEqual((done.returncode, done.stderr), (0, ''))
            for command in COMMANDS.values():
                self.assertRegex(done.stdout, rf'\n  {command["name"]} +{re.escape(command["summary"])}\n')
        self.assertEqual(parlor().returncode, 2)
        self.assertEqual(parlor().stdout, parlor('help').stdout)
        self.assertRegex(parlor('--version').stdout, r'^parlor \d+\.\d+\.\d+\n$')

    def test_every_command(self):
        self.assertEqual(set(COMMANDS), set(SHORT) | set(TALKERS))
        for name, command in COMMANDS.items():
            done = parlor(name, '--help')
            self.assertEqual((done.returncode, done.stderr), (0, ''))
            for args in (['help', name], ['--help', name], [name, '-h'], [name, 'x', '--help']):
                self.assertEqual(parlor(*args).stdout, done.stdout)
            self.assertTrue(all(len(line) <= 84 for line in done.stdout.splitlines()), name)
            for option in command['options']:
                self.assertRegex(done.stdout, rf'\n  --{option["name"]} .*{re.escape(option["help"])}\n')

    def test_options_of_one_name_are_the_same(self):
        """The same words, except for the bots and their number, which each command describes."""
        for name in ('seed', 'json'):
            rows = {json.dumps(option) for command in COMMANDS.values() for option in command['options']
                    if option['name'] == name}
            self.assertEqual(len(rows), 1, rows)
        for name in ('games', 'sim', 'arena', 'replay', 'analyze', 'verify', 'store', 'bench'):
            self.assertIn('json', [option['name'] for option in COMMANDS[name]['options']])


class Misspelt(Case):
    def test_what_was_meant(self):
        for message, *args in (
                ('there is no command arnea; did you mean arena?', 'arnea'),
                ('there is no command hepl; did you mean help?', 'hepl'),
                ('there is no command reply; did you mean replay?', 'help', 'reply'),
                ('there is no command xyzzy\n', 'xyzzy'),
                ('arena: one command at a time', 'help', 'sim', 'arena'),
                ('--seed: options follow the command', '--seed', '1', 'sim'),
                ('there is no option --thread; did you mean --threads?', 'sim', 'scout', '--thread', '2'),
                ('there is no option --hlep; did you mean --help?', 'games', '--hlep'),
                ('there is no option -x\n', 'games', '-x'),
                ('there is no game called belles; did you mean belle?', 'sim', 'belles'),
                ('there is no game called chess; there are scout, bridesmaid', 'rules', 'chess'),
                ('which game? There are: scout, bridesmaid', 'arena'),
                ('there is no bot called novise; did you mean novice?', 'play', 'scout', '--bots', 'novise'),
                ('there is no bot called clubs; did you mean club?', 'analyze', RECORD, '--level', 'clubs'),
                ('Belle of the Ball has no option called partys; did you mean parties?', 'sim', 'belle', 'partys=on'),
                ('SCOUT has no option called parties; parlor games lists them', 'sim', 'scout', 'parties=empty'),
                ('did you mean the option --players of the command?', 'sim', 'scout', 'players=3'),
                ('options of games have no dashes: last-turn=VALUE', 'sim', 'belle', '--last-turn', 'cut'),
                ('parties=emty: did you mean parties=empty?', 'sim', 'belle', 'parties=emty'),
                ('parties=none: must be one of dealt, empty', 'sim', 'belle', 'parties=none'),
                ('3: not an option of the game; they are set as name=value', 'play', 'scout', '3')):
            self.refused(2, message, *args)

    def test_values(self):
        for name, command in COMMANDS.items():
            for option in command['options']:
                flag = '--' + option['name']
                if option['value']:
                    self.refused(2, f'{flag} needs a value: {flag} {option["value"]}', name, flag)
                    self.refused(2, f'{flag} needs a value', name, flag, '--help')
                else:
                    self.refused(2, f'{flag} takes no value', name, flag + '=1')


class Order(Case):
    def test_words_and_options_in_any_order(self):
        args = [['belle', 'parties=empty', '--seed', '1', '--games', '2'],
                ['--seed=1', 'parties=empty', '--games', '2', 'belle'],
                ['parties=empty', '--games=2', 'belle', '--seed', '1'],
                ['--games', '2', '--seed', '1', '--', 'parties=empty', 'belle']]
        self.assertEqual(len({parlor('sim', *order).stdout for order in args}), 1)
        self.assertIn('Belle of the Ball, 4 players, parties=empty\n', parlor('sim', *args[0]).stdout)


class Output(Case):
    def test_full_disk(self):
        for name, args in SHORT.items():
            for more in ([], ['--help'], *([['--json']] if 'json' in str(COMMANDS[name]['options']) else [])):
                with open('/dev/full', 'w', encoding='utf-8') as full:
                    done = subprocess.run([PARLOR, name, *args, *more], stdin=subprocess.DEVNULL, stdout=full,
                                          stderr=subprocess.PIPE, encoding='utf-8', check=False)
                self.assertEqual((done.returncode, done.stderr),
                                 (1, 'parlor: standard output: No space left on device\n'), (name, more))

    def test_closed_pipe(self):
        for name, args in SHORT.items():
            reader, writer = os.pipe()
            os.close(reader)
            done = subprocess.run([PARLOR, name, *args], stdin=subprocess.DEVNULL, stdout=writer,
                                  stderr=subprocess.PIPE, encoding='utf-8', check=False)
            os.close(writer)
            self.assertEqual((done.returncode, done.stderr), (1, 'parlor: standard output: Broken pipe\n'), name)

    def test_files_to_read(self):
        for args in (['replay'], ['analyze'], ['verify'], ['play', '--resume'], ['bench', '--compare']):
            self.refused(1, f'{self.path("none")}: No such file', *args, self.path('none'))
            self.refused(1, f'{self.folder}: Is a directory', *args, self.folder)

    def test_files_to_write(self):
        """Before the work begins, or after it if the disk is full; and a device stays what it is."""
        for args in (['sim', 'scout', '--games', '1', '--records'],
                     ['arena', 'scout', '--deals', '1', '--csv'],
                     ['arena', '--ladder', 'scout', '--players=2', '--deals=1', '--bots=random,novice', '--out'],
                     ['analyze', *SHORT['analyze'], '--svg'],
                     ['bench', 'scout', '--players', '2', '--seconds', '0.01', '--save']):
            self.refused(1, f'{self.path("none/x")}: No such file', *args, self.path('none/x'))
            self.refused(1, f'{self.folder}: Is a directory', *args, self.folder)
            done = parlor(*args, '/dev/full')
            self.assertEqual((done.returncode, done.stderr), (1, 'parlor: /dev/full: No space left on device\n'))
            self.assertFalse(os.path.exists('/dev/full.new') or os.path.isfile('/dev/full'))
        self.assertEqual(os.listdir(self.folder), [])


class Terminal:
    """The program with its stderr on a terminal of its own."""

    def __init__(self, *args, term='xterm'):
        self.screen, end = pty.openpty()
        self.program = subprocess.Popen([PARLOR, *args], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=end,
                                        env={**os.environ, 'TERM': term})
        os.close(end)
        self.shown = ''

    def read(self, until):
        """Reads on until something is shown, or the end."""
        while until not in self.shown:
            try:
                self.shown += os.read(self.screen, 4096).decode()
            except OSError:  # nobody has the other end any more
                break
        return self.shown

    def end(self):
        """What was shown and printed, and the exit code."""
        shown = self.read('\0')
        printed = self.program.communicate()[0].decode()
        os.close(self.screen)
        return shown, printed, self.program.returncode


class Progress(Case):
    LONG: ClassVar = {'sim': ['scout', '--games', '1000000', '--bots', 'novice'],
                      'arena': ['scout', '--deals', '100000'],
                      'analyze': [RECORD, '--game', '1', '--simulations', '1000000'],
                      'bench': ['--seconds', '60']}

    def test_a_bar_that_ctrl_c_takes_away(self):
        for name, args in self.LONG.items():
            run = Terminal(name, *args)
            self.assertRegex(run.read('\033[K'), r'^\r[\w ]+ \[\.+\] 0 %, 0 of \d+\033\[K')
            run.program.send_signal(signal.SIGINT)
            shown, _, code = run.end()
            self.assertRegex(shown, r'\r\033\[Kparlor: interrupted[^\r\033]*\r\n$')
            self.assertEqual(code, 1, name)

    def test_time_left(self):
        run = Terminal('sim', 'scout', '--games', '1000000', '--bots', 'novice')
        run.read(' left')
        run.program.send_signal(signal.SIGINT)
        self.assertRegex(run.end()[0], r'\rSCOUT \[[#.]+\] \d+ %, \d+ of 1000000, [\dh ]+(s|min) left\033\[K')

    def test_none_unless_wanted(self):
        for run in (Terminal('sim', 'scout', '--games', '2', '--seed', '1', '--quiet'),
                    Terminal('sim', 'scout', '--games', '2', '--seed', '1', term='dumb')):
            self.assertEqual(run.end(), ('', parlor('sim', 'scout', '--games', '2', '--seed', '1').stdout, 0))
        self.assertEqual(parlor('sim', 'scout', '--games', '2').stderr, '')

    def test_quiet_leaves_results_and_errors(self):
        done = parlor('sim', 'scout', '--games', '1', '--records', '-', '--quiet')
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        self.assertTrue(done.stdout.startswith('{"parlor":1,'))
        args = ['arena', 'scout', '--deals', '1', '--bots', 'cmd:false,novice', '--json']
        self.assertIn('has lost', parlor(*args).stderr)
        done = parlor(*args, '--quiet')
        self.assertRegex(done.stderr, r'^parlor: 4 games were lost by fault.*\n$')
        self.assertIn('"lost_by_fault"', done.stdout)


class Colours(unittest.TestCase):
    def test_only_where_they_are_wanted(self):
        def rules(**environment):
            screen, end = pty.openpty()
            kept = {name: value for name, value in os.environ.items() if name not in ('NO_COLOR', 'TERM')}
            with subprocess.Popen([PARLOR, 'rules', 'scout'], stdout=end,
                                  env={**kept, **environment}) as program:
                os.close(end)
                shown = b''
                try:
                    while more := os.read(screen, 65536):
                        shown += more
                except OSError:
                    pass
                os.close(screen)
                self.assertEqual(program.wait(), 0)
            return b'\033[' in shown
        self.assertTrue(rules(TERM='xterm'))
        self.assertTrue(rules(TERM='xterm', NO_COLOR=''))
        self.assertFalse(rules(TERM='xterm', NO_COLOR='0'))
        self.assertFalse(rules(TERM='dumb'))
        self.assertFalse(rules())
        self.assertNotIn('\033', parlor('rules', 'scout').stdout)


if __name__ == '__main__':
    unittest.main()
