"""parlor play: whole games through pipes, and a few moves on a real terminal."""
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.dirname(sys.path[0]))
from common import PARLOR, FolderCase, all_games, parlor
from scale import scaled
from terminal import TerminalCase

# Numbers that are not on the list are answered with a message and change nothing.
MIXED = ['1', '2', '1', '3', '7', '2', '1', '12', '4', '1', '30', '5'] * 30


def play(typed, *args):
    return parlor('play', *args, text=''.join(line + '\n' for line in typed))


def last_screen(output):
    """From the last drawing of the table on."""
    return output[output.rindex('\nSCOUT · '):]


def listed_moves(typed, *args):
    """All moves there are after these have been made."""
    listed = play(typed + ['moves'], *args, '--notation').stdout.split(': moves\n')[1]
    numbered = re.findall(r'(\d+)  (\S+(?: \S+)*)', listed.split('Your move')[0])
    moves = {int(number): text for number, text in numbered}
    assert sorted(moves) == list(range(1, len(moves) + 1)), listed
    return [moves[number] for number in sorted(moves)]


def hint_lines(output):
    """Win, sure, number and notation of each line of the hint that was shown last."""
    shown = re.findall(r' win +sure +move\n((?:.*%.*\n)+) Win: ', output)[-1]
    line = re.compile(r' *([\d.]+ ± [\d.]+ %|\?) +((?:[<>] )?\d+ %) +(\d+)  (.+?) *')
    return [line.fullmatch(text).groups() for text in shown.splitlines()]


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def write(path, text):
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


class Folder(FolderCase):
    def refused(self, run, code, text):
        self.assertEqual(run.returncode, code, run.stderr)
        self.assertIn(text, run.stderr)
        self.assertNotIn('Your move', run.stdout)


class WholeGames(Folder):
    def check_game(self, game, players, seat):
        file = self.path(f'{game["id"]}-{players}-{seat}.jsonl')
        typed = ['1'] * 3000 + ['save ' + file, 'quit']
        run = play(typed, game['id'], '--players', str(players), '--seat', str(seat), '--seed', '5')
        self.assertEqual((run.returncode, run.stderr), (0, ''))
        self.assertRegex(run.stdout, r'\n(You win|.* wins|.* share the win) with [-0-9.]+ points?\.\n')
        self.assertNotRegex(run.stdout, r"You's|You plays|You scouts|You pays|You gets")
        self.assertFalse([line for line in run.stdout.splitlines() if len(line) > 80 and 'game is over' not in line])
        lines = [json.loads(line) for line in read(file).splitlines()]
        self.assertEqual(lines[0]['game'], game['id'])
        self.assertEqual(lines[0]['names'][seat], 'You')
        self.assertEqual(len(set(lines[0]['names'])), players)
        result = lines[-1]['result']
        shown = re.search(r'\n +points((?: +-?[0-9.]+)+)\n', run.stdout).group(1).split()
        self.assertEqual([float(points) for points in shown], result['points'])

    def test_every_game_at_every_size(self):
        for game in all_games():
            for players in range(game['min_players'], game['max_players'] + 1, scaled(4, 1, 1)):
                with self.subTest(game=game['id'], players=players):
                    self.check_game(game, players, (players - 1) if players % 2 else 0)

    def test_same_seed_and_moves_give_the_same_bytes(self):
        first, second = (play(MIXED, 'scout', '--seed', 'abc').stdout for _ in range(2))
        self.assertEqual(first, second)
        self.assertNotEqual(first, play(MIXED, 'scout', '--seed', 'abd').stdout)
        self.assertNotEqual(first, play(MIXED, 'scout', '--seed', 'abc', '--bots', 'random').stdout)

    def test_other_hands_stay_hidden_until_the_round_is_over(self):
        output = play(['1'] * 300, 'scout', '--seed', '9').stdout
        during = re.split(r'\nRound \d+ ends', output)[0]
        self.assertIn('your turn', during)
        open_hand = r'\n   (Ada|Bo|Cleo) \(novice\) +\d+/\d+'
        self.assertNotRegex(during, open_hand)
        self.assertRegex(output, open_hand)

    def test_two_players_have_chips_and_no_marker(self):
        output = play(['1', '1'], 'scout', '--players', '2', '--seed', '3').stdout
        self.assertIn('chips', output)
        self.assertNotIn('double', output)
        self.assertNotIn('tokens', output)

    def test_a_name_is_used_as_given(self):
        output = play(['1'], 'scout', '--name', 'Zoë', '--seed', '1').stdout
        self.assertIn('Zoë keeps the hand as it is.', output)

    def test_a_name_cannot_command_the_terminal(self):
        output = play(['1'], 'scout', '--name', 'x\x1b[31m\x9by', '--seed', '1').stdout
        self.assertNotRegex(output, '[\x00-\x09\x0b-\x1f\x7f-\x9f]')


class Commands(Folder):
    def test_moves_by_number_and_by_notation_are_the_same(self):
        listed = list(enumerate(listed_moves(['2'], 'scout', '--seed', '2a'), 1))
        for number, text in listed[::scaled(8, 3, 1)]:
            by_number = play(['2', str(number)], 'scout', '--seed', '2a').stdout
            by_text = play(['flip', text], 'scout', '--seed', '2a').stdout
            self.assertEqual(last_screen(by_number), last_screen(by_text))

    def test_bots_are_listed_and_may_be_hurried(self):
        listed = parlor('play', '--help').stdout
        for bot in ['random', 'novice', 'club']:
            self.assertRegex(listed, rf'\n  {bot} +\w')
        done = play(['1', '1', 'quit'], 'bannish', '--bots', 'club', '--time', '0.01', '--seed', '1')
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        for wrong in ['x', '0', '-1', '61', '']:
            self.refused(play([], 'bannish', '--time', wrong), 2, f'--time {wrong}: must be from 0.01 to 60')

    def test_undo_restores_the_screen(self):
        steps = ['1', '1', '1', '2', '1']
        for count in range(len(steps)):
            with self.subTest(count=count):
                before = last_screen(play(steps[:count], 'scout', '--seed', '2a').stdout)
                after = play(steps[:count + 1] + ['undo'], 'scout', '--seed', '2a').stdout
                self.assertEqual(last_screen(after), before)
                self.assertIn('Undone: ', after)

    def test_undo_to_the_beginning_over_deals_repeats_the_game(self):
        moves = ['1'] * 40
        once = play(moves, 'scout', '--players', '3', '--seed', '7').stdout
        self.assertIn('Round 2 is dealt', once)
        again = play(moves + ['undo'] * 41 + moves, 'scout', '--players', '3', '--seed', '7').stdout
        self.assertIn('you have not made a choice yet', again)
        self.assertEqual(last_screen(again), last_screen(once))

    def test_undo_after_the_end(self):
        output = play(['1'] * 300 + ['undo'], 'scout', '--players', '2', '--seed', '7').stdout
        self.assertIn('your turn', last_screen(output))
        self.assertNotIn('wins with', last_screen(output))

    def test_hint_is_a_legal_move_and_changes_nothing(self):
        for before in ([], ['1'], ['1', '1', '1']):
            output = play(before + ['hint'], 'scout', '--seed', '2a').stdout
            lines = hint_lines(output)
            self.assertEqual(len(lines), 5 if before else 2)
            for _, _, number, text in lines[::scaled(5, 2, 1)]:
                by_number = play(before + ['hint', number], 'scout', '--seed', '2a').stdout
                by_text = play(before + [text], 'scout', '--seed', '2a').stdout
                self.assertEqual(last_screen(by_number), last_screen(by_text))

    def test_hint_in_every_game(self):
        for game in all_games()[::scaled(3, 1, 1)]:
            with self.subTest(game=game['id']):
                once, again = (play(['1', 'hint'], game['id'], '--seed', '3').stdout for _ in range(2))
                self.assertEqual(once, again)
                best = hint_lines(once)[0][3]
                followed = play(['1', 'hint', best, 'undo'], game['id'], '--seed', '3').stdout
                self.assertIn(f'Undone: {best}\n', followed)

    def test_hint_keeps_to_the_time_given(self):
        for game in all_games():
            with self.subTest(game=game['id']):
                hurried = play(['1', 'hint'], game['id'], '--seed', '3', '--time', '0.01').stdout
                self.assertIn('Thinking…\n', hurried)
                self.assertGreater(len(hint_lines(hurried)), 1)

    def test_hint_where_there_is_nothing_to_choose(self):
        output = play(['hint', '1'] * 60, 'bannish', '--seed', '1').stdout
        only = re.search(r'You have only one move:\n +1  (.+)\n', output).group(1)
        self.assertIn(f'\n 1  {only}\nYour move (? for help): hint\n', output)

    def test_hint_after_the_end(self):
        output = play(['1'] * 300 + ['hint'], 'scout', '--players', '2', '--seed', '7').stdout
        self.assertIn('hint: the game is over', output)

    def test_table_log_moves_rules_and_help(self):
        output = play(['1', '1'], 'scout', '--seed', '2a').stdout
        self.assertEqual(last_screen(play(['1', '1', 'table'], 'scout', '--seed', '2a').stdout), last_screen(output))
        told = [line for line in output.splitlines() if re.match(r'(Round|You|Ada|Bo|Cleo) .* (deal|keep|play)', line)]
        log = play(['1', '1', 'log'], 'scout', '--seed', '2a').stdout.split('What has happened so far:\n')[1]
        self.assertGreater(len(told), 3)
        for line in told:
            self.assertIn(line, log)
        self.assertEqual(listed_moves([], 'scout'), ['keep', 'flip'])
        self.assertIn('parlor rules scout', play(['rules'], 'scout').stdout)
        for word in ('?', 'help'):
            self.assertIn('save FILE', play([word], 'scout').stdout)

    def test_moves_are_called_by_words_unless_notation_is_wanted(self):
        words = play(['1'], 'scout', '--seed', '2a').stdout
        self.assertRegex(words, r'\n +1  Play 9/6 ')
        self.assertIn('Scout 5/2, hold 5/2 as card 1…12', words)
        self.assertNotIn('scout left', words)
        for notation in (play(['1'], 'scout', '--seed', '2a', '--notation').stdout,
                         play(['1', 'notation'], 'scout', '--seed', '2a').stdout):
            self.assertIn('scout left 5/2 at 1…12', last_screen(notation))
        for typed in ('8', 'scout left 5/2 at 1', 'Scout 5/2, hold 5/2 as card 1'):
            with self.subTest(typed=typed):
                self.assertIn('\nYou scout 5/2 of Cleo', play(['1', typed], 'scout', '--seed', '2a').stdout)
        self.assertIn('Undone: Keep the hand as it is', play(['1', 'undo'], 'scout', '--seed', '2a').stdout)

    def test_bad_input_is_answered_and_asked_again(self):
        for typed, message in [
            ('99', '99: choose a number from 1 to 2'),
            ('0', '0: choose a number'),
            ('99999999999999999999', 'choose a number'),
            ('fli', 'fli: type the whole move; did you mean this one?'),
            ('foo', 'foo: column 1: keep, flip, play, scout or double is expected here'),
            ('play 3', 'play 3: first keep or flip your hand'),
            ('undo', 'undo: you have not made a choice yet'),
            ('undo 3', 'undo 3: column 1'),
            ('save', 'save: name the file'),
            ('moves zzz', 'zzz: no move begins with that'),
            ('x' * 5000, 'this line is too long'),
            ('\x1b[2J', '?[2J: column 1'),
            ('\xff\xfe', 'column 1'),
            ('', 'Your move (? for help): \nYour move'),
        ]:
            with self.subTest(typed=typed[:20]):
                run = play([typed], 'scout', '--seed', '1')
                self.assertEqual((run.returncode, run.stderr), (0, ''))
                self.assertIn(message, run.stdout)
                self.assertEqual(run.stdout.count('Your move (? for help): '), 2)

    def test_ambiguous_beginnings_list_what_they_could_mean(self):
        answer = play(['1', 's'], 'scout', '--seed', '2a', '--notation').stdout.split('s: which of these?\n')[1]
        scouts = [move for move in listed_moves(['1'], 'scout', '--seed', '2a') if move.startswith('scout')]
        self.assertGreater(len(scouts), 20)
        for move in scouts:
            self.assertRegex(answer, move + r'\s')
        self.assertNotIn('play', answer)

    def test_the_last_line_needs_no_line_feed(self):
        run = parlor('play', 'scout', '--seed', '1', text='flip')
        self.assertIn('You flip the hand.', run.stdout)


class Languages(Folder):
    def spoken(self, *args, **locale):
        """What is said with these variables of the locale and no others."""
        env = {name: value for name, value in os.environ.items() if not name.startswith(('LC_', 'LANG'))} | locale
        return subprocess.run([PARLOR, 'play', 'scout', '--seed', '2a', *args], input='1\nquit\n', env=env,
                              capture_output=True, encoding='utf-8', check=False)

    def test_the_locale_says_which(self):
        for locale, said in [({'LANG': 'zh_TW.UTF-8'}, '輪到你了'), ({'LANG': 'de_DE.UTF-8'}, 'Dein Zug'),
                             ({'LANG': 'fr_FR.UTF-8'}, 'Your move'), ({'LANG': 'C.UTF-8'}, 'Your move'),
                             ({}, 'Your move'),
                             ({'LANG': 'en_GB.UTF-8', 'LC_MESSAGES': 'zh_HK.UTF-8'}, '輪到你了'),
                             ({'LC_ALL': 'de_AT.UTF-8', 'LC_MESSAGES': 'zh_HK.UTF-8', 'LANG': 'C'}, 'Dein Zug'),
                             ({'LC_ALL': 'C', 'LANG': 'zh_TW.UTF-8'}, 'Your move'),
                             ({'LANG': 'zh_TW.Big5'}, 'Your move')]:  # which is not written
            with self.subTest(locale=locale):
                run = self.spoken(**locale)
                self.assertEqual((run.returncode, run.stderr), (0, ''))
                self.assertIn(said, run.stdout)

    def test_an_option_goes_before_the_locale(self):
        self.assertIn('輪到你了', self.spoken('--lang', 'zh-Hant', LANG='de_DE.UTF-8').stdout)
        self.assertIn('輪到你了', self.spoken('--lang', 'zh_TW', LANG='C').stdout)
        self.assertIn('Your move', self.spoken('--lang', 'en', LANG='zh_TW.UTF-8').stdout)

    def test_long_words_do_not_run_into_their_help(self):
        said = parlor('play', 'scout', '--seat', '1', '--lang', 'de', text='hilfe\nende\n').stdout
        self.assertIn('  speichern DATEI speichern; ', said)

    def test_a_language_that_is_not_there_is_refused_with_those_that_are(self):
        for command in (['play', 'scout'], ['join', 'http://127.0.0.1:1/table/NmOIt5lv37Z0Nl4DOGlx5A'],
                        ['watch', 'http://127.0.0.1:1/table/NmOIt5lv37Z0Nl4DOGlx5A'], ['replay', '-']):
            with self.subTest(command=command[0]):
                self.refused(parlor(*command, '--lang', 'xx'), 2, '--lang xx: must be en, de or zh-Hant')
        self.refused(parlor('play', 'scout', '--lang', 'zh-Hant', '--ascii'), 2, 'cannot be read in ASCII')

    def test_words_of_both_languages_can_be_typed_and_the_record_is_the_same(self):
        records = []
        for lang, words in (('en', ['flip', 'undo', '2', 'hint', 'save ']),
                            ('zh-Hant', ['flip', '收回', '2', '提示', '儲存 ']),
                            ('de', ['Die Hand umdrehen', 'zurück', 'flip', 'tipp', 'speichern '])):
            file = self.path(lang)
            run = play([*words[:-1], words[-1] + file, 'quit'], 'scout', '--seed', '2a', '--lang', lang)
            self.assertIn(f'--resume {file} --lang {lang}\n', run.stdout)
            records.append(read(file))
        self.assertEqual(records, [records[0]] * 3)


class Saving(Folder):
    def test_nothing_is_overwritten(self):
        file = self.path('taken')
        write(file, 'mine')
        run = play(['1', 'save ' + file, '1'], 'scout', '--seed', '1')
        self.assertIn('already exists', run.stdout)
        self.assertEqual(read(file), 'mine')
        self.assertIn('You have not saved this game.', run.stdout)
        self.assertEqual(os.listdir(self.folder), ['taken'])

    def test_its_own_file_is_replaced(self):
        file = self.path('a game.jsonl')
        run = play(['1', 'save ' + file, '1', 'save ' + file, 'quit'], 'scout', '--seed', '1')
        self.assertEqual(run.stdout.count('Saved as '), 2)
        self.assertIn(f"To continue: parlor play --resume '{file}'\n", run.stdout)
        first = len(read(file).splitlines())
        play(['1', 'save ' + file], '--resume', file)
        self.assertGreater(len(read(file).splitlines()), first)
        self.assertEqual(os.listdir(self.folder), ['a game.jsonl'])

    def test_what_cannot_be_written_is_said(self):
        output = play(['save ' + self.path('no/such/folder')], 'scout').stdout
        self.assertIn('No such file or directory', output)

    def test_a_save_that_is_behind_says_so(self):
        output = play(['save ' + self.path('early'), '1'], 'scout').stdout
        self.assertIn('You have not saved the latest changes.', output)

    def test_resumed_it_goes_on_as_if_never_stopped(self):
        for players, seat in ((2, 0), (3, 1), (4, 0), (5, 4)):
            args = ['scout', '--players', str(players), '--seed', '77', '--bots', 'random', '--seat', str(seat)]
            whole = self.path(f'whole-{players}')
            straight = play(MIXED + ['save ' + whole], *args)
            for stop in (0, 1, 4, 8):
                with self.subTest(players=players, stop=stop):
                    half, rest = self.path(f'half-{players}-{stop}'), self.path(f'rest-{players}-{stop}')
                    play(MIXED[:stop] + ['save ' + half, 'quit'], *args)
                    resumed = play(MIXED[stop:] + ['save ' + rest], '--resume', half, '--seat', str(seat))
                    self.assertEqual(read(rest), read(whole))
                    answers = resumed.stdout.replace(rest, whole).split('Your move (? for help): ', 1)[1]
                    self.assertGreater(len(answers), 1000)
                    self.assertTrue(straight.stdout.rsplit('To continue')[0].endswith(answers.rsplit('To continue')[0]))

    def test_a_record_cut_anywhere_goes_on_to_the_same_game(self):
        for players, seat in ((2, 1), (5, 2)):
            whole = self.path(f'record-{players}')
            args = ['scout', '--players', str(players), '--seat', str(seat), '--seed', 'c']
            play(['1'] * 500 + ['save ' + whole], *args)
            lines = read(whole).splitlines(keepends=True)
            moves = [json.loads(line) for line in lines]
            for cut in range(1, len(lines), scaled(40, 7, 3)):
                with self.subTest(players=players, cut=cut):
                    part, rest = self.path('part'), self.path(f'rest-{players}-{cut}')
                    write(part, ''.join(lines[:cut]))
                    typed = [move['do'] for move in moves[cut:] if move.get('seat') == seat]
                    play(typed + ['save ' + rest], '--resume', part, '--seat', str(seat))
                    self.assertEqual(read(rest), ''.join(lines))

    def test_a_whole_record_shows_its_end_and_can_be_taken_back(self):
        file = self.path('whole')
        play(['1'] * 300 + ['save ' + file], 'scout', '--players', '2', '--seed', '8')
        output = play(['undo', '1'], '--resume', file).stdout
        self.assertIn('wins with', output)
        self.assertIn('your turn', output.split('Undone')[1])


class Interrupts(Folder):
    def test_an_interrupt_ends_it_and_says_how_to_go_on(self):
        file = self.path('game')
        for signal_number in (signal.SIGINT, signal.SIGTERM):
            with subprocess.Popen([PARLOR, 'play', 'scout', '--seat', '1'], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, encoding='utf-8') as run:
                run.stdin.write(f'save {file}-{signal_number}\n')
                run.stdin.flush()
                while 'Saved as' not in run.stdout.readline():
                    pass
                run.send_signal(signal_number)
                rest = run.stdout.read()
                self.assertEqual(run.wait(), 1)
                self.assertIn(f'To continue: parlor play --resume {file}-{signal_number} --seat 1\n', rest)

    def test_output_that_nobody_reads_ends_it(self):
        with subprocess.Popen([PARLOR, 'play', 'scout'], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, encoding='utf-8') as run:
            run.stdout.readline()
            run.stdout.close()
            with contextlib.suppress(BrokenPipeError):  # it may have ended already
                os.write(run.stdin.fileno(), b'?\n')
            self.assertEqual(run.wait(), 1)
            self.assertIn('standard output', run.stderr.read())


class Arguments(Folder):
    def test_wrong_ones_are_refused(self):
        for args, message in [
            ([], 'which game? There are: scout'),
            (['skout'], 'did you mean scout?'),
            (['scout', '--players', '6'], 'players'),
            (['scout', '--players', 'x'], 'must be a number'),
            (['scout', '--seat', '4'], 'with 4 players there are seats 0 to 3'),
            (['scout', '--seat', '-1'], 'must be a number'),
            (['scout', '--bots', 'novise'], 'did you mean novice?'),
            (['scout', '--bots', ''], 'which bot? There are: random'),
            (['sparrows', '--bots', 'expert'], 'Six of Sparrows has no expert; its strongest bot is club'),
            (['scout', '--bots', 'novice,random'], 'bots for 3 seats'),
            (['scout', '--bots', 'novice,random,random,random'], 'bots for 3 seats'),
            (['scout', '--name', ''], 'a name has 1 to 64 bytes'),
            (['scout', '--name', 'x' * 65], 'longer than 64 bytes'),
            (['scout', '--seed', 'xyz'], 'must have hex digits only'),
            (['scout', 'speed=9'], 'no option called speed'),
            (['scout', 'fast'], 'not an option of the game'),
            (['scout', '--sead', '1'], 'did you mean --se'),
        ]:
            with self.subTest(args=args):
                self.refused(play([], *args), 2, message)

    def test_names_must_be_utf8(self):
        run = subprocess.run([PARLOR, 'play', 'scout', '--name', b'\xff'], input=b'', capture_output=True, check=False)
        self.assertEqual(run.returncode, 2)
        self.assertIn(b'UTF-8', run.stderr)

    def test_what_conflicts_with_a_record_is_refused(self):
        file = self.path('game')
        play(['1', 'save ' + file], 'scout', '--seed', '1')
        for args, message in [
            (['--players', '4'], '--players cannot be combined with --resume'),
            (['--seed', '1'], '--seed cannot be combined'),
            (['--name', 'Ann'], '--name cannot be combined'),
            (['--seat', '4'], 'seats 0 to 3'),
            (['--bots', 'random'], 'seat 1 is played by a novice'),
            (['--bots', 'novice,novice'], 'bots for 3 seats'),
            (['scout', 'speed=9'], 'speed=9 cannot be combined'),
            (['skout'], 'did you mean scout?'),
        ]:
            with self.subTest(args=args):
                self.refused(play([], '--resume', file, *args), 2, message)
        self.assertIn('resumed', play([], 'scout', '--resume', file, '--bots', 'novice').stdout)

    def test_files_that_cannot_be_resumed_are_refused(self):
        file = self.path('game')
        play(['1', 'save ' + file], 'scout', '--seed', '1')
        record = read(file)
        for text, message in [
            ('', 'there is no game in this file'),
            (record + record, 'more than one game'),
            (record + 'x\n', 'line'),
            ('hello\n', 'line 1, column 1'),
            (record[:-1], 'cut off'),
        ]:
            with self.subTest(message=message):
                write(file, text)
                self.refused(play([], '--resume', file), 1, message)
        self.refused(play([], '--resume', self.path('none')), 1, 'No such file')
        self.refused(play([], '--resume', self.folder), 1, '')

    def test_bots_of_a_record_with_other_names(self):
        file = self.path('game')
        play(['1', 'save ' + file], 'scout', '--seed', '1')
        lines = read(file).splitlines(keepends=True)
        lines[0] = re.sub(r'"names":.*', '"names":["Ann","Ben","Cem","Dora"]}', lines[0])
        write(file, ''.join(lines))
        output = play([], '--resume', file, '--bots', 'random', '--seat', '2').stdout
        self.assertIn(f'--resume {file} --seat 2 --bots random\n', output)

    def test_help_has_examples(self):
        run = parlor('play', '--help')
        self.assertEqual(run.returncode, 0)
        self.assertIn('parlor play scout --players 2', run.stdout)
        self.assertIn('play', parlor('--help').stdout)


class Terminal(TerminalCase):
    """Line by line on a terminal."""

    def start(self, variables='', args='scout --seed 2a', size=(80, 24)):
        self.begin(f"{variables} '{PARLOR}' play --plain {args}", size)
        self.wait_for('Your move')

    def test_a_few_moves_in_colour_and_ctrl_c(self):
        moves = ['keep', '1', 'hint']
        piped = [last_screen(play(moves[:count], 'scout', '--seed', '2a').stdout) for count in (1, 2, 3)]
        screens = ['\n'.join(screen.rsplit(':', 1)[0].strip().split('\n')[-24:]) for screen in piped]
        self.start('NO_COLOR=')
        self.assertIn('everybody keeps or flips', self.screen())
        for move, screen in zip(moves, screens):
            self.send(move, 'Enter')
            self.wait_for(screen)
        self.assertIn('\x1b[', self.screen(colour=True))
        self.send('C-c')
        self.wait_for('exit 1')
        self.assertIn('You have not saved this game.', self.screen())

    def test_hint_in_every_game(self):
        for game in all_games():
            for size in ((80, 24), (120, 36)):
                with self.subTest(game=game['id'], size=size):
                    self.start('NO_COLOR=1', f'{game["id"]} --seed 2a', size)
                    self.send('1', 'Enter')
                    self.send('hint', 'Enter')
                    self.wait_for('no other move is better.\nYour move')
                    self.assertGreater(len(hint_lines(self.screen())), 1)

    def test_ctrl_c_ends_a_hint_that_takes_its_time(self):
        self.start('NO_COLOR=1', 'scout --seed 2a --time 60')
        self.send('hint', 'Enter')
        self.wait_for('Thinking…')
        self.send('C-c')
        self.wait_for('exit 1')
        self.assertNotIn('Win:', self.screen())

    def test_ctrl_d_and_no_colour(self):
        self.start('NO_COLOR=1')
        self.send('1', 'Enter')
        self.wait_for('your turn')
        self.assertNotIn('\x1b', self.screen(colour=True))
        self.send('C-d')
        self.wait_for('exit 0')


if __name__ == '__main__':
    unittest.main()
