"""parlor analyze, through the program itself."""
import json
import os
import re
import signal
import subprocess
import time
import unittest
from xml.etree import ElementTree

from common import PARLOR, RECORDS, FolderCase, all_games, parlor

SVG = '{http://www.w3.org/2000/svg}'
FEW = ['--simulations', '24']


def play(game, *args, games=1, seed='3'):
    done = parlor('sim', game, '--games', str(games), '--seed', seed, '--records', '-', '--quiet', *args)
    assert done.returncode == 0, done.stderr
    return done.stdout


class Analyze(FolderCase):
    def analyzed(self, record, *args):
        done = parlor('analyze', '-', *args, text=record)
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        return done.stdout

    def found(self, record, *args):
        """What --json says: one line."""
        shown = self.analyzed(record, '--json', *args)
        self.assertEqual(shown.count('\n'), 1)
        return json.loads(shown)

    def refused(self, code, message, *args, text=''):
        done = parlor('analyze', *args, text=text)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertIn(message, done.stderr)
        self.assertEqual(done.stdout, '')
        self.assertEqual(os.listdir(self.folder), [])

    def adds_up(self, found):
        """Everything a seat has beyond its fair share came from deals, itself and others."""
        players = found['players']
        for row in found['chances']:
            self.assertAlmostEqual(sum(row), 1, delta=1e-4)
        self.assertEqual([seat['share'] for seat in found['seats']], found['chances'][-1])
        for key in ('luck', 'own', 'others'):
            self.assertAlmostEqual(sum(it[key] for it in found['seats']), 0, delta=1e-4)
        for seat, it in enumerate(found['seats']):
            self.assertAlmostEqual(it['share'] - 1 / players, it['luck'] + it['own'] + it['others'], delta=1e-4)
            own = [decision for decision in found['decisions'] if decision['seat'] == seat]
            if 'decisions' not in it:
                self.assertEqual(own, [])
                continue
            self.assertEqual(it['decisions'], len(own))
            self.assertAlmostEqual(it['lost'], sum(decision['loss'] for decision in own), delta=1e-3)
            marks = [2 ** (-decision['loss'] / 0.05) for decision in own] or [1]
            self.assertAlmostEqual(it['accuracy'], sum(marks) / len(marks), delta=1e-3)
            for key in ('mistake', 'blunder'):
                self.assertEqual(it[key + 's'], sum(decision['verdict'] == key for decision in own))
        for decision in found['decisions']:
            self.assertGreater(decision['legal'], 1)
            self.assertEqual(decision['verdict'] == 'best', decision['taken'] == decision['best'])
            if decision['loss'] > 0:
                self.assertGreater(decision['loss'], 2 * decision['error'] - 1e-5)
                self.assertAlmostEqual(decision['loss'], decision['best_value'] - decision['value'], delta=1e-5)

    def test_all_games(self):
        for game in all_games():
            for players in {game['min_players'], game['max_players']}:
                with self.subTest(game['id'], players=players):
                    record = play(game['id'], '--players', str(players), '--bots', 'novice')
                    lines = [json.loads(line) for line in record.splitlines()]
                    svg = self.path(f'{game["id"]}{players}.svg')
                    found = self.found(record, *FEW, '--svg', svg)
                    self.adds_up(found)
                    self.assertEqual({key: found[key] for key in ('game', 'players', 'options', 'names')},
                                     {key: lines[0][key] for key in ('game', 'players', 'options', 'names')})
                    self.assertFalse(found['cut'])
                    self.assertEqual(len(found['chances']), len(lines) - 1) # header and result are no steps
                    winners = lines[-1]['result']['winners']
                    for seat, it in enumerate(found['seats']):
                        self.assertAlmostEqual(it['share'], (seat in winners) / len(winners), delta=1e-5)
                    for decision in found['decisions']:
                        step = lines[1 + decision['step']]
                        self.assertEqual((step['seat'], step['do']), (decision['seat'], decision['taken']))
                    if not any('chance' in line for line in lines):
                        self.assertEqual([it['luck'] for it in found['seats']], [0] * players)
                    root = ElementTree.parse(svg).getroot()
                    self.assertEqual(root.tag, SVG + 'svg')
                    self.assertEqual(len(root.findall(SVG + 'polyline')), players)

    def test_kept_records(self):
        for name in ('bannish-own-3', 'belle-finish-4', 'bridesmaid-single-3', 'sparrows-upgrades-2'):
            with self.subTest(name):
                done = parlor('analyze', os.path.join(RECORDS, name + '.jsonl'), '--game', '2', '--json', *FEW)
                self.assertEqual((done.returncode, done.stderr), (0, ''))
                self.adds_up(json.loads(done.stdout))

    def test_the_same_again_with_any_number_of_threads(self):
        record = play('bannish', '--players', '3')
        first = self.analyzed(record, *FEW, '--threads', '1')
        self.assertEqual(self.analyzed(record, *FEW, '--threads', '3'), first)
        self.assertNotEqual(self.analyzed(record, *FEW, '--seed', '1'), first)
        seed = json.loads(record.splitlines()[0])['seed']
        self.assertEqual(self.analyzed(record, *FEW, '--seed', seed), first)

    def test_one_seat(self):
        record = play('scout', '--players', '3', '--bots', 'novice')
        everybody, one = self.found(record, *FEW), self.found(record, *FEW, '--seat', '1')
        self.assertEqual(one['decisions'], [it for it in everybody['decisions'] if it['seat'] == 1])
        self.assertEqual(one['seats'][1], everybody['seats'][1])
        self.assertEqual(one['chances'], everybody['chances'])
        self.adds_up(one)
        self.assertRegex(self.analyzed(record, *FEW, '--seat', '1').splitlines()[-1], r'^bot:novice \(1\) (won|lost), ')

    def test_words(self):
        record = play('bannish', '--players', '3', '--bots', 'novice,random,random')
        words, found = self.analyzed(record, *FEW), self.found(record, *FEW)
        self.assertTrue(words.startswith('BANNISH, 3 players\n'))
        for seat, name in enumerate(['bot:novice', 'bot:random (1)', 'bot:random (2)']):
            it = found['seats'][seat]
            self.assertRegex(words, rf'\n  {re.escape(name)} +\d+ +{it["decisions"]} +{100 * it["accuracy"]:.0f} % '
                                    rf'+{it["mistakes"]} +{it["blunders"]} +{100 * it["lost"]:.1f}\n')
            wrong = [d for d in found['decisions'] if d['seat'] == seat and d['verdict'] in ('mistake', 'blunder')]
            worst = sorted(wrong, key=lambda d: -d['loss'])[:3]
            listed = re.search(rf'\n{re.escape(name)}: (.*)\n((?:  .*\n)*)', words)
            self.assertEqual(listed[1], 'the costliest mistakes' if worst else 'no mistakes')
            self.assertEqual(re.findall(r'^  \d\. round \d+, step (\d+): a (\w+), ', listed[2], re.MULTILINE),
                             [(str(d['step']), d['verdict']) for d in worst])
            shown = re.findall(r'played  (.*)\n     better  (.*)', listed[2])
            self.assertEqual(len(shown), len(worst))
            for words_of_both, d in zip(shown, worst, strict=True):
                for said, notation in zip(words_of_both, (d['taken'], d['best']), strict=True):
                    self.assertRegex(said, r'^(Lead|Follow with|Play|Take) ' + notation.split()[1])
        self.assertRegex(words.splitlines()[-1], r'^bot:.* (won|shared the win), mainly through ')

    def test_languages(self):
        for game in all_games():
            record = play(game['id'])
            shown = self.analyzed(record, *FEW, '--lang', 'zh-Hant')
            names = json.loads(record.splitlines()[0])['names']
            for name in [*names, 'SCOUT', 'BANNISH', 'WILD']:
                shown = shown.replace(name, '')
            if game['id'] != 'belle':  # whose cards have names
                self.assertNotRegex(shown, '[A-Za-z]{2}')
            rows = re.findall('(?m)^ .*%.*$', shown)
            self.assertEqual(len({len(row) for row in rows}), 1, shown)
            self.assertIn('Entscheidungen', self.analyzed(record, *FEW, '--lang', 'de'))
        self.assertEqual(self.analyzed(record, *FEW, '--json'), self.analyzed(record, *FEW, '--json', '--lang', 'de'))
        self.refused(2, '--lang tlh: must be en, de or zh-Hant', '-', '--lang', 'tlh')

    def test_a_player_at_random_is_less_accurate(self):
        for game in ('scout', 'bannish'):
            with self.subTest(game):
                record = play(game, '--players', '3', '--bots', 'club,random,club')
                accuracy = [it['accuracy'] for it in self.found(record, '--simulations', '200')['seats']]
                self.assertLess(accuracy[1], min(accuracy[0], accuracy[2]))

    def test_a_planted_blunder_is_found(self):
        """The last choice of a SCOUT game played the winner's hand out; instead it scouts."""
        planted = 0
        for seed in range(1, 30):
            lines = play('scout', '--players', '2', '--bots', 'novice', '--legal', seed=str(seed)).splitlines()
            last, result = json.loads(lines[-2]), json.loads(lines[-1])['result']
            scouts = [action for action in last['legal'] if action.startswith('scout ')]
            points = result['points']
            won = last['do'].startswith('play ') and result['winners'] == [last['seat']]
            if not won or not scouts or abs(points[0] - points[1]) > 3:
                continue
            planted += 1
            cut = '\n'.join(lines[:-2] + [json.dumps({'seat': last['seat'], 'do': scouts[0]}, separators=(',', ':'))])
            found = self.found(cut + '\n', '--simulations', '100', '--seat', str(last['seat']))['decisions'][-1]
            self.assertEqual((found['taken'], found['verdict']), (scouts[0], 'blunder'))
            self.assertTrue(found['best'].startswith('play '), found)
        self.assertGreater(planted, 0)

    def test_cut_records(self):
        lines = play('scout', '--players', '3', '--bots', 'novice').splitlines(keepends=True)
        for length in (1, 2, 3, 4, 5, 9, len(lines) - 1):
            with self.subTest(length=length):
                cut = ''.join(lines[:length])
                found = self.found(cut, *FEW)
                self.adds_up(found)
                self.assertTrue(found['cut'])
                sealed = length - 2 if 2 < length < 5 else 0 # hands are kept or flipped at the same time
                self.assertEqual(len(found['chances']), length - sealed)
                words = self.analyzed(cut, *FEW, '--svg', self.path('cut.svg'))
                self.assertTrue(words.startswith('SCOUT, 3 players; the record is cut off\n'))
                ElementTree.parse(self.path('cut.svg'))
        self.assertIn('has neither won nor lost anything yet.', self.analyzed(lines[0], *FEW))

    def test_which_game(self):
        record = play('scout', '--players', '2', games=3)
        self.refused(1, 'standard input: there are 3 games in it; pick one with --game 1 to 3', '-', text=record)
        self.refused(1, 'standard input: there is no game 4 in it, only 3', '-', '--game', '4', text=record)
        second = record[record.index('{"parlor"', 1):record.rindex('{"parlor"')]
        self.assertEqual(self.analyzed(record, '--game', '2', *FEW), self.analyzed(second, *FEW))
        self.assertEqual(self.analyzed(record + 'nonsense\n', '--game', '2', *FEW), self.analyzed(second, *FEW))

    def test_refused_records(self):
        record = play('scout', '--players', '3')
        lines = record.splitlines()
        self.refused(1, 'standard input: there is no game in it', '-')
        self.refused(1, 'line 6: ', '-', text='\n'.join(lines[:5] + ['{"seat":0,"do":"play 99"}']) + '\n')
        self.refused(1, f'line {len(lines) + 1}, column 1', '-', text=record + 'nonsense\n')
        self.refused(1, f'{self.folder}: Is a directory', self.folder)
        self.refused(1, f'{self.folder}/none: No such file', self.path('none'))
        self.refused(1, 'with 3 players there is no seat 3', '-', '--seat', '3', text=record)
        self.refused(1, 'none/x.svg: No such file', '-', '--svg', self.path('none/x.svg'), text=record)

    def test_wrong_arguments(self):
        self.refused(2, 'which record file?')
        self.refused(2, 'b: one file at a time', 'a', 'b')
        self.refused(2, '--level novice: does not search; club, expert or master do', 'a', '--level', 'novice')
        self.refused(2, 'there is no bot called mastr; did you mean master?', 'a', '--level', 'mastr')
        self.refused(2, '--seat 5: must be a number from 0 to 4', 'a', '--seat', '5')
        self.refused(2, '--simulations 1: must be', 'a', '--simulations', '1')
        self.refused(2, '--game 0: must be', 'a', '--game', '0')
        self.refused(2, '--seed: ', 'a', '--seed', 'x')
        done = parlor('analyze', '--help')
        self.assertEqual((done.returncode, done.stdout[:28]), (0, 'usage: parlor analyze RECORD'))

    def test_names_cannot_break_anything(self):
        record = play('scout', '--players', '2').replace('["bot:random","bot:random"]',
                                                         r'["<b>&\"\u001b[2J","' + 'c\u009bd\uffff"]', 1)
        svg = self.path('x.svg')
        words = self.analyzed(record, *FEW, '--svg', svg)
        self.assertNotRegex(words, '[\x00-\x09\x0b-\x1f\x7f-\x9f]')
        texts = [''.join(text.itertext()) for text in ElementTree.parse(svg).iter(SVG + 'text')]
        self.assertIn('<b>&"?[2J', texts)
        self.assertIn('c?d?', texts) # XML has no U+FFFF
        self.assertEqual(self.found(record, *FEW)['names'][0], '<b>&"\x1b[2J')

    def test_an_interrupt_leaves_nothing_behind(self):
        record, svg = self.path('record'), self.path('x.svg')
        with open(record, 'w', encoding='utf-8') as file:
            file.write(play('scout', '--players', '3'))
        with open(svg, 'w', encoding='utf-8') as file:
            file.write('the old one')
        with subprocess.Popen([PARLOR, 'analyze', record, '--simulations', '10000000', '--svg', svg],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8') as run:
            while run.poll() is None and not os.path.exists(svg + '.new'):
                time.sleep(0.005)
            run.send_signal(signal.SIGINT)
            self.assertEqual(run.communicate(), ('', 'parlor: interrupted\n'))
        self.assertEqual(run.returncode, 1)
        self.assertEqual(sorted(os.listdir(self.folder)), ['record', 'x.svg'])
        with open(svg, encoding='utf-8') as file:
            self.assertEqual(file.read(), 'the old one')


if __name__ == '__main__':
    unittest.main()
