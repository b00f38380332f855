"""parlor replay, through the program itself."""
import json
import os
import re
import subprocess
import tempfile
import unittest

from common import PARLOR, RECORDS, all_games, parlor
from scale import scaled


def compact(value):
    return json.dumps(value, separators=(',', ':'), ensure_ascii=False)


def games_of(text):
    """The games of a record file, each a list of its lines."""
    games = []
    for line in text.splitlines():
        if line.startswith('{"parlor":'):
            games.append([])
        games[-1].append(line)
    return games


def play(game, *args, games=1, seed='3'):
    done = parlor('sim', game, '--games', str(games), '--seed', seed, '--records', '-', '--quiet', *args)
    assert done.returncode == 0, done.stderr
    return done.stdout


def cards_of(text):
    """The SCOUT cards a text shows, whichever way up."""
    return {tuple(sorted(card.split('/'))) for card in re.findall(r'\b\d+/\d+\b', text)}


class Replay(unittest.TestCase):
    def refused(self, code, message, *args, text=''):
        done = parlor('replay', *args, text=text)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertIn(message, done.stderr)
        self.assertEqual(done.stdout, '')

    def rebuilt(self, record):
        """The record again, without legal actions, from what --json says."""
        shown = parlor('replay', '-', '--json', text=record)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        headers = [json.loads(game[0]) for game in games_of(record)]
        lines = []
        for line in shown.stdout.splitlines():
            said = json.loads(line)
            if 'number' in said:
                header = headers[said['number'] - 1]
                self.assertEqual({key: said[key] for key in ('game', 'players', 'options', 'names')},
                                 {key: header[key] for key in ('game', 'players', 'options', 'names')})
                lines.append(compact(header))
            elif 'result' in said:
                lines.append(compact({'result': said['result']}))
            elif 'step' in said:
                lines.append(compact(said['do'] if said['actor'] == 'chance' else
                                     {'seat': said['actor'], 'do': said['do']}))
        return '\n'.join(lines) + '\n'

    def test_kept_records(self):
        names = [name for name in sorted(os.listdir(RECORDS)) if name.endswith('.jsonl')]
        self.assertTrue(names)
        for name in names:
            with self.subTest(name):
                path = os.path.join(RECORDS, name)
                self.assertEqual(parlor('replay', '--quiet', path).returncode, 0)
                with open(path, encoding='utf-8') as file:
                    record = file.read()
                lines = []
                for line in record.splitlines():
                    said = json.loads(line)
                    said.pop('legal', None)
                    lines.append(compact(said))
                self.assertEqual(self.rebuilt(record), '\n'.join(lines) + '\n')

    def test_round_trip(self):
        for game in all_games():
            for players in range(game['min_players'], game['max_players'] + 1, scaled(4, 1, 1)):
                with self.subTest(game['id'], players=players):
                    record = play(game['id'], '--players', str(players), games=2)
                    self.assertEqual(self.rebuilt(record), record)

    def test_words(self):
        record = play('scout', '--players', '3', '--bots', 'novice,random,random')
        shown = parlor('replay', '-', text=record).stdout
        self.assertTrue(shown.startswith('Game 1: SCOUT, 3 players\n  seat 0  bot:novice\n  seat 1  bot:random (1)\n'))
        result = json.loads(record.splitlines()[-1])['result']
        self.assertRegex(shown, r'\n +bot:novice +bot:random \(1\) +bot:random \(2\)\n')
        lines = [re.findall(rf'^ +{title}((?: +-?\d+){{3}})$', shown, re.MULTILINE)
                 for title in ('points', 'Captured cards', 'Tokens', 'Cards in hand')]
        total, *parts = [[int(points) for points in line[0].split()] for line in lines if line]
        self.assertEqual(total, result['points'])
        self.assertEqual(total, [sum(column) for column in zip(*parts)])
        self.assertRegex(shown, r'(wins|share the win)\.\n')
        self.assertRegex(shown, r' ahead of bot:|the win is shared')
        self.assertNotIn('games, all good', shown)

    def test_languages(self):
        record = play('scout', '--players', '3')
        for tag, said in (('en', 'Round 1 is dealt; '), ('de', 'Runde 1 ist gegeben; '), ('de_AT.UTF-8', 'Runde 1 '),
                          ('zh-Hant', '第 1 回合發牌'), ('zh_TW', '第 1 回合發牌')):
            self.assertIn(said, parlor('replay', '-', '--lang', tag, text=record).stdout)
        shown = parlor('replay', '-', '--json', '--lang', 'de', text=record).stdout
        told = [json.loads(line) for line in shown.splitlines()]
        self.assertIn('ist gegeben', told[1]['told'][0])
        self.assertEqual(told[1]['facts'][0]['verb'], 'dealt')

    def test_several_games(self):
        record = play('scout', games=3)
        shown = parlor('replay', '-', text=record).stdout
        self.assertEqual(re.findall(r'^Game \d+', shown, re.MULTILINE), ['Game 1', 'Game 2', 'Game 3'])
        self.assertTrue(shown.endswith('\n3 games, all good\n'))
        self.assertEqual(parlor('replay', '-', '--quiet', text=record).stdout, '')

    def test_states(self):
        record = play('scout', '--players', '2')
        plain, drawn = (parlor('replay', '-', *args, text=record).stdout for args in ([], ['--states']))
        self.assertGreater(len(drawn), len(plain))
        lines = drawn.splitlines()
        self.assertEqual([line for line in plain.splitlines() if line not in lines], [])

    def test_cut(self):
        record = play('scout', '--players', '3', '--bots', 'novice,random,random').splitlines(keepends=True)
        before_choices = [length for length in range(1, len(record)) if record[length].startswith('{"seat":')]
        for length in [1, len(record) - 1] + before_choices[::scaled(10, 1, 1)]:
            with self.subTest(length=length):
                cut = ''.join(record[:length])
                shown = parlor('replay', '-', text=cut)
                self.assertEqual(shown.returncode, 0, shown.stderr)
                self.assertIn(f'The record is cut off after line {length}: ', shown.stdout)
                turn = json.loads(parlor('replay', '-', '--json', text=cut).stdout.splitlines()[-1])
                self.assertEqual(turn['cut']['line'], length)
                if length in before_choices:
                    seat = json.loads(record[length])['seat']
                    self.assertIn(seat, turn['cut']['turn'])
                    self.assertIn(json.loads(record[0])['names'][seat], shown.stdout.splitlines()[-1])
        self.assertIn('the next deal is missing', parlor('replay', '-', text=record[0]).stdout)
        self.assertIn('only the result is missing', parlor('replay', '-', text=''.join(record[:-1])).stdout)
        both = parlor('replay', '-', text=''.join(record[:10] + record))
        self.assertIn('cut off after line 10:', both.stdout)
        self.assertTrue(both.stdout.endswith('\n2 games, all good, 1 of them cut off\n'))

    def test_refused_records(self):
        record = play('scout', '--players', '3').splitlines()
        cases = [
            ('', 'standard input: there is no game in it'),
            ('\n', 'line 1: an empty line'),
            ('hello\n', 'line 1, column 1: '),
            (record[0], 'line 1: the line is cut off'),
            ('\n'.join([record[0].replace('scout', 'whist')] + record[1:]) + '\n', 'there is no game called whist'),
            ('\n'.join(record[:5] + ['{"seat":0,"do":"play 99"}']) + '\n', 'line 6: '),
            ('\n'.join(record[:2] + record[3:]) + '\n', 'line 3: '),
            ('\n'.join(record[:-1] + ['{"result":{}}']) + '\n', f'line {len(record)}, column '),
            ('\n'.join(record[:9] + record[-1:]) + '\n', 'line 10: a result, but the game is not over'),
        ]
        for text, message in cases:
            with self.subTest(message):
                self.refused(1, message, '-', text=text)
                self.refused(1, message, '-', '--json', text=text)
                self.refused(1, message, '-', '--quiet', text=text)

    def test_good_games_before_a_bad_one(self):
        record = play('scout')
        shown = parlor('replay', '-', text=record + 'nonsense\n')
        self.assertEqual(shown.returncode, 1)
        self.assertIn(f'line {len(record.splitlines()) + 1}, column 1', shown.stderr)
        self.assertEqual(shown.stdout, parlor('replay', '-', text=record).stdout)

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'r')
            self.refused(1, f'{path}: No such file', path)
            self.refused(1, f'{folder}: Is a directory', folder)
            with open(path, 'w', encoding='utf-8'):
                pass
            self.refused(1, f'{path}: there is no game in it', path)
            self.refused(1, f'{path}/x: Not a directory', path + '/x')
        self.refused(1, 'line 1: the file cannot be read', '/proc/self/mem')

    def test_wrong_arguments(self):
        self.refused(2, 'which record file?')
        self.refused(2, 'b: one file at a time', 'a', 'b')
        self.refused(2, '--as 5: must be a seat from 0 to 4, or onlooker', '--as', '5', 'a')
        self.refused(2, '--as Ann: ', '--as', 'Ann', 'a')
        self.refused(2, '--lang tlh: must be en, de or zh-Hant', '--lang', 'tlh', 'a')
        self.refused(2, '--states', '--json', '--states', 'a')
        self.refused(2, '--quiet', '--quiet', '--json', 'a')
        self.refused(2, 'there is no option --jsn; did you mean --json?', '--jsn', 'a')
        self.refused(1, 'game 1 has 3 players and no seat 3', '--as', '3', '-', text=play('scout', '--players', '3'))
        done = parlor('replay', '--help')
        self.assertEqual((done.returncode, done.stdout[:25]), (0, 'usage: parlor replay RECO'))

    def test_closed_pipe(self):
        with subprocess.Popen([PARLOR, 'replay', os.path.join(RECORDS, 'scout-5.jsonl'), '--json'],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
            self.assertTrue(run.stdout.readline().startswith(b'{"number":1'))
            run.stdout.close()
            message = run.stderr.read()
            self.assertEqual(run.wait(), 1)
        self.assertEqual(message, b'parlor: standard output: Broken pipe\n')

    def test_names_cannot_steer_the_terminal(self):
        record = play('scout', '--players', '2').replace('["bot:random","bot:random"]',
                                                         r'["a\u001b[2J\nb","' + 'c\u009bd"]', 1)
        for args in ([], ['--states'], ['--json']):
            shown = parlor('replay', '-', *args, text=record)
            self.assertEqual(shown.returncode, 0, shown.stderr)
            told = shown.stdout if not args else shown.stdout.partition('\n')[2] # the header of --json quotes names
            self.assertIn('a?[2J?b', told)
            self.assertRegex(told, r'c\?+d')
            self.assertNotRegex(told, '[\x00-\x09\x0b-\x1f\x7f-\x9f]')

    def test_hidden_cards_stay_hidden(self):
        """What a viewer is shown has no card of another hand that was never open in that round."""
        for players in (2, 3, 5):
            record = play('scout', '--players', str(players), '--bots', 'novice')
            whole = [json.loads(line) for line in parlor('replay', '-', '--json', text=record).stdout.splitlines()]
            for viewer in ['onlooker'] + list(range(players)):
                with self.subTest(players=players, viewer=viewer):
                    shown = parlor('replay', '-', '--json', '--as', str(viewer), text=record).stdout.splitlines()
                    self.assertEqual(len(shown), len(whole))
                    opened = set()
                    hidden_ever = 0
                    for true, line in zip(whole[1:-1], shown[1:-1]): # the last one is of a game that is over
                        seen = json.loads(line)
                        if true['actor'] == 'chance':
                            opened = set()
                            continue
                        opened |= cards_of(compact(true['state']['prior'])) | cards_of(' '.join(true['told']))
                        hidden = set()
                        for seat, hand in enumerate(true['state']['seats']):
                            if seat != viewer:
                                hidden |= cards_of(compact(hand['hand'])) - opened
                        hidden_ever += len(hidden)
                        self.assertEqual(hidden & cards_of(line), set())
                        self.assertEqual('do' in seen, true['actor'] == viewer)
                        if 'do' in seen:
                            self.assertEqual(seen['do'], true['do'])
                    self.assertGreater(hidden_ever, 0)
                    words = parlor('replay', '-', '--as', str(viewer), text=record).stdout
                    for line in shown[1:-1]:
                        for sentence in json.loads(line)['told']:
                            self.assertIn(sentence + '\n', words)

    def test_others_choices_are_not_told(self):
        record = play('scout', '--players', '3', '--bots', 'novice')
        for viewer, most in (('onlooker', 0), ('1', 1)):
            words = parlor('replay', '-', '--as', viewer, text=record).stdout
            told = re.findall(r'^.* (?:flips the hand|keeps the hand as it is)\.$', words, re.MULTILINE)
            self.assertEqual(len(told), 3 * most) # once a round
            self.assertTrue(all(line.startswith('bot:novice (1) ') for line in told))
            holding = [line for line in words.splitlines() if ', holding it' in line]
            self.assertEqual(bool(holding), bool(most))
            self.assertTrue(all(line.startswith('bot:novice (1) ') for line in holding))


if __name__ == '__main__':
    unittest.main()
