"""parlor play on the full screen of a real terminal: keys, pages, mouse, several people, and how it leaves."""
import os
import pty
import re
import signal
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(os.path.dirname(HERE), 'cli')]
from common import PARLOR, FolderCase, parlor  # noqa: E402
from terminal import PATIENCE, TerminalCase  # noqa: E402


def line_with(screen, text):
    return next(line for line in screen.splitlines() if text in line)


class ScreenCase(TerminalCase, FolderCase):
    def play(self, args='scout --seed 2a', size=(80, 40), variables='', waits='Your move'):
        self.begin(f"{variables} '{PARLOR}' play {args} --notation", size)
        self.wait_for(waits, 'F1 help')

    def enter(self, typed):
        self.type(typed)
        self.wait_for(f'> {typed}')
        self.send('Enter')

    def choose(self, move):
        """Makes a move of SCOUT's first choice or a later one, and waits for the next."""
        self.enter(move)
        self.wait_until(lambda screen: 'Your move' in screen and '\n>  ' in screen and 'keep   2' not in screen,
                        'a choice')


class Choosing(ScreenCase):
    def test_arrows_point_at_a_move_and_light_its_cards(self):
        self.play()
        self.choose('keep')
        before = self.screen(colour=True)
        self.send('Down', 'Down')
        self.wait_until(lambda _: self.screen(colour=True) != before, 'a move that is pointed at')
        lit = self.wait_until(lambda _: self.screen(colour=True).count('\x1b[7m') >= 4, 'a card that is lit')
        self.assertIn('2  play 5', lit)
        self.send('Enter')
        self.wait_for('You play 9/4')

    def test_enter_without_a_move_asks_which(self):
        self.play()
        self.send('Enter')
        self.wait_for('Which move?')
        self.send('Right', 'Right', 'Enter')
        self.wait_for('You flip the hand')

    def test_typing_narrows_and_tab_completes(self):
        self.play()
        self.choose('keep')
        self.type('sc')
        self.wait_for('of 55 moves', 'scout left 5/2 at 10')
        self.send('Tab')
        self.wait_for('> scout ')
        self.type('left 2/5 at 12')
        self.wait_for('1 of 55 moves')
        self.send('Escape')
        self.wait_for('play 6-7')
        self.enter('scout left 2/5 at 12')
        self.wait_for('You scout')

    def test_moves_are_called_by_words_and_narrowed_by_them_too(self):
        self.begin(f"'{PARLOR}' play scout --seed 2a", (80, 40))
        self.wait_for('1  Keep the hand as it is   2  Flip the hand')
        self.type('ke')
        self.send('Tab')
        self.wait_for('> Keep the hand as it is ')
        self.send('Enter')
        self.wait_for('You keep the hand', 'Play 9/4', 'Scout 5/2, hold 5/2 as card 1 ')
        self.type('double')
        self.wait_for('24 of 55 moves', 'Double Action: scout 5/2')
        self.send('Tab')
        self.wait_for('> Double Action: scout 5/2, hold ')
        self.type('2/5 as card 12')
        self.wait_for('1 of 55 moves')
        self.send('Escape')
        self.send('F8')
        self.wait_for('play 6-7', 'scout left 5/2 at 1 ')
        self.send('F3')
        self.wait_for('Undone: keep')

    def test_words_of_a_move_in_any_place(self):
        self.play('bridesmaid --seed 2a')
        self.wait_for('462 moves')
        self.type('5 6 8 10')
        self.wait_for('7 of 462 moves')

    def test_a_number_is_a_move(self):
        self.play()
        self.enter('2')
        self.wait_for('You flip the hand')

    def test_what_the_rules_refuse_is_explained(self):
        self.play()
        self.choose('keep')
        self.enter('play 1-2')
        self.wait_for('play 1-2: ')
        self.enter('nonsense')
        self.wait_for('nonsense: ')

    def test_what_is_typed_after_a_round_is_told_how_it_goes_on(self):
        self.play('bridesmaid --players 3 --seed 2a')
        self.enter('reserve 0 1 2 3 5')
        for _ in range(12):
            self.wait_until(lambda screen: 'Your move' in screen or 'The round is over' in screen, 'a choice or an end')
            if 'The round is over' in self.screen():
                break
            self.enter('1')
            self.wait_without('> 1')
        self.wait_for('The round is over; press Enter to continue')
        self.enter('play 3')
        self.wait_for('play 3: The round is over; press Enter to continue')
        self.send('Enter')
        self.wait_for('Your move')

    def test_a_click_on_a_card_leaves_its_moves_and_two_clicks_on_a_move_make_it(self):
        self.play()
        self.choose('keep')
        rows = self.wait_for('─5─').splitlines()
        row = next(i for i, line in enumerate(rows) if '─5─' in line)
        self.click(rows[row].index('─5─'), row - 1)
        screen = self.wait_for('of 55 moves')
        row = next(i for i, line in enumerate(screen.splitlines()) if 'play 5' in line)
        self.click(8, row)
        self.click(8, row)
        self.wait_for('You play 9/4')

    def click(self, column, row):
        for button in (0, 3):  # pressed, and let go
            self.type('\x1b[M' + ''.join(chr(32 + number) for number in (button, column + 1, row + 1)))

    def test_a_hint_points_at_the_best_move(self):
        self.play()
        self.send('F2')
        self.wait_for('win    sure', 'no other move is better')
        self.send('Enter')
        self.wait_for('You flip')

    def test_undo(self):
        self.play()
        self.choose('keep')
        self.send('F3')
        self.wait_for('Undone: keep', '1  keep   2  flip')
        self.wait_without('You keep')
        self.send('F3')
        self.wait_for('undo: you have not made a choice yet')

    def test_undo_while_a_bot_thinks(self):
        self.play('scout --seed 2a --bots club --time 30')
        self.send('Down', 'Enter')
        self.wait_for('is thinking…')
        self.send('F3')
        self.wait_for('Undone: keep', '1  keep   2  flip')


class Pages(ScreenCase):
    def test_help_rules_table_and_log(self):
        self.play()
        for keys, text in ((['?'], 'Choosing a move'), (['F1'], 'Choosing a move'), (['F4'], 'SCOUT · lines 1-39'),
                           (['F5'], 'everybody keeps or flips'), (['F6'], 'Round 1 is dealt')):
            with self.subTest(keys=keys):
                self.send(*keys)
                self.wait_for(text, 'Esc closes')
                self.send('q')
                self.wait_for('Your move')
        self.enter('rules')
        self.wait_for('lines 1-39 of')
        self.send('Space')
        self.wait_for('lines 39-77 of')
        self.send('End')
        self.wait_until(lambda screen: re.search(r'lines \d+-(\d+) of \1 ', screen), 'the last line')
        self.send('Escape')
        self.wait_for('Your move')

    def test_analysis_of_a_game_that_is_over(self):
        self.play('scout --seed 2a --players 2')
        for _ in range(60):
            self.send(*['Down', 'Enter'] * 20)
            if 'The game is over' in self.screen():
                break
        self.wait_for('The game is over')
        self.send('F5')
        self.wait_for('Captured cards', 'Cards in hand')
        self.send('q')
        self.send('F7')
        self.wait_for('Winning chances in percentage points', 'Analysis · lines')
        self.send('q')
        self.wait_for('The game is over')
        self.send('F10')
        self.wait_for('exit 0', ' with ')


class Saving(ScreenCase):
    def test_leaving_says_how_to_go_on(self):
        file = self.path('game.jsonl')
        self.play()
        self.choose('keep')
        self.enter(f'save {file}')
        self.wait_for('Saved as')
        self.send('F10')
        self.wait_for('exit 0')
        self.assertIn(f'parlor play --resume {file}', self.screen().replace('\n', ''))
        self.play(f'--resume {file}')
        self.wait_for('Your move', '55 moves')

    def test_a_game_that_is_not_saved_is_not_left_by_one_key(self):
        self.play()
        self.choose('keep')
        self.send('F10')
        self.wait_for('Not saved: type save FILE')
        self.send('C-d')
        self.wait_for('You have not saved this game.', 'exit 0')


class Window(ScreenCase):
    def test_another_size_in_mid_game(self):
        self.play()
        self.choose('keep')
        self.resize(120, 40)
        self.wait_until(lambda screen: '│ You keep' in screen and 'F10 quit' in screen.splitlines()[-1],
                        'the log beside it')
        self.resize(50, 12)
        self.wait_for('This window is too small')
        self.resize(80, 24)
        self.wait_for('Your move', '55 moves')
        self.choose('1')
        self.wait_for('88 moves')

    def test_terminals_of_all_kinds(self):
        for variables, ascii_only in (('TERM=xterm-256color', False), ('TERM=vt100', False), ('TERM=linux', False),
                                      ('TERM=screen', False), ('LC_ALL=xx_XX.UTF-8', False),
                                      ('LC_ALL=C', True), ('TERM=vt100 LC_ALL=C', True)):
            with self.subTest(variables=variables):
                self.play(variables=variables)
                screen = self.screen()
                self.assertEqual(screen.isascii(), ascii_only, screen)
                self.assertIn('|' if ascii_only else '│', screen)
                self.send('Down', 'Enter')
                self.wait_for('You keep the hand')

    def test_ascii_on_request(self):
        self.play('bannish --seed 2a --ascii')
        self.assertTrue(self.screen().isascii(), self.screen())

    def test_no_colour(self):
        self.play(variables='NO_COLOR=1')
        self.send('Down')
        self.wait_until(lambda _: '\x1b[7m' in self.screen(colour=True), 'a move that is pointed at')
        self.assertNotRegex(self.screen(colour=True), r'\x1b\[[0-9;]*3[0-8]')

    def test_no_full_screen(self):
        for variables, args in (('TERM=dumb', ''), ('', '--plain'), ('', '< /dev/null'), ('', '| cat')):
            with self.subTest(variables=variables, args=args):
                self.begin(f"{variables} '{PARLOR}' play scout --seed 2a {args}")
                self.assertNotIn('F1 help', self.wait_for('Your move (? for help)'))
        self.begin(f"TERM=nonesuch '{PARLOR}' play scout")
        self.wait_for('TERM is nonesuch', '--plain', 'exit 1')


class Leaving(ScreenCase):
    def modes(self):
        """The terminal's settings, as the shell sees them."""
        return '; stty -a | tr -s "; " "\\n" | grep -xE -- "-?(icanon|echo|onlcr|isig)" | sort | tr "\\n" " "'

    def leave(self, *keys, name=None, code=1):
        self.begin(f"'{PARLOR}' play scout --seed 2a; echo code $?{self.modes()}")
        self.wait_for('Your move')
        if name:
            pid = self.tmux('list-panes', '-F', '#{pane_pid}').strip()
            child = subprocess.run(['pgrep', '-P', pid, '-x', 'parlor'], stdout=subprocess.PIPE, encoding='utf-8',
                                   check=True)
            os.kill(int(child.stdout), name)
        else:
            self.send(*keys)
        screen = self.wait_for(f'code {code}', 'icanon')
        self.assertIn('You have not saved this game.', screen)
        self.assertIn('echo icanon isig onlcr', screen)

    def test_ctrl_c(self):
        self.leave('C-c')

    def test_ctrl_d(self):
        self.leave('C-d', code=0)

    def test_signals(self):
        for name in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            with self.subTest(name=name):
                self.leave(name=name)

    def test_ctrl_c_while_a_bot_thinks(self):
        self.play('scout --seed 2a --bots club --time 60')
        self.send('Down', 'Enter')
        self.wait_for('is thinking…')
        self.send('C-c')
        self.wait_for('exit 1')

    def test_ctrl_z_and_back(self):
        self.begin('PS1="shell> " bash --norc -i')
        self.wait_for('shell>')
        self.send(f"'{PARLOR}' play scout --seed 2a", 'Enter')
        self.wait_for('Your move', 'F1 help')
        self.send('C-z')
        self.wait_for('Stopped')
        self.send('echo still $((40 + 2))', 'Enter')
        self.wait_for('still 42')
        self.send('fg', 'Enter')
        self.wait_for('Your move', 'F1 help')
        self.choose('keep')
        self.send('C-c')
        self.wait_for('You have not saved this game.')

    def test_a_terminal_that_goes_away(self):
        master, slave = pty.openpty()
        process = subprocess.Popen([PARLOR, 'play', 'scout'], stdin=slave, stdout=slave, stderr=slave,
                                   env=dict(os.environ, TERM='xterm'), start_new_session=True)
        os.close(slave)
        seen = b''
        while b'F1 help' not in seen:
            seen += os.read(master, 4096)
        os.close(master)
        self.assertEqual(process.wait(PATIENCE), 1)


class SharedScreen(ScreenCase):
    def hand(self, screen):
        return line_with(screen, '│ ').strip()

    def test_it_is_covered_between_turns(self):
        self.play('scout --seed 2a --players 3 --name Ann,Ben', waits="it is Ann's turn")
        self.assertNotIn('│', self.screen())
        self.send('Enter')
        ann = self.hand(self.wait_for('Ann, your move'))
        self.enter('keep')
        cover = self.wait_until(lambda screen: "it is Ben's turn" in screen and '│' not in screen, 'a cover')
        self.assertNotIn('keeps', cover)
        self.send('F5')
        self.wait_for('table: press Enter first')
        self.send('F6')
        self.wait_for('log: press Enter first')
        self.send('Enter')
        ben = self.hand(self.wait_for('Ben, your move'))
        self.assertNotEqual(ann, ben)
        self.enter('flip')
        self.wait_until(lambda screen: ('is next' in screen and '│' not in screen) or 'Ben, your move' in screen,
                        'a turn')

    def test_people_without_names_and_a_whole_game(self):
        self.play('bannish --seed 2a --people 3 --players 3', waits="it is Player 3's turn")
        for _ in range(100):
            self.send(*['Down', 'Enter'] * 20)
            if 'The game is over' in self.screen():
                break
        self.wait_for('The game is over')

    def test_undo_gives_the_screen_back(self):
        self.play('scout --seed 2a --players 2 --name Ann,Ben', waits="it is Ann's turn")
        self.send('Enter')
        self.wait_for('Ann, your move')
        self.enter('keep')
        self.wait_for("it is Ben's turn")
        self.send('Enter')
        self.wait_for('Ben, your move')
        self.send('F3')
        self.wait_for("it is Ann's turn")

    def test_it_goes_on_from_its_record(self):
        file = self.path('two.jsonl')
        self.play('scout --seed 2a --name Ann,Ben', waits="it is Ann's turn")
        self.send('Enter')
        self.wait_for('Ann, your move')
        self.enter(f'save {file}')
        self.wait_for('Saved as')
        self.send('F10')
        self.wait_for('exit 0')
        self.assertIn('--people 2', self.screen())
        self.play(f'--resume {file} --people 2', waits="it is Ann's turn")

    def test_what_makes_no_sense_is_refused(self):
        for args, text in ((['--people', '5', '--players', '4'], 'there are only 4 seats'),
                           (['--people', '3', '--name', 'Ann,Ben'], 'these are 2 names, but --people says 3'),
                           (['--people', '2'], 'several people need the full screen'),
                           (['--people', '0'], '--people'),
                           (['--name', ''], 'a name has 1 to 64 bytes')):
            with self.subTest(args=args):
                run = parlor('play', 'scout', *args)
                self.assertEqual(run.returncode, 2, run.stderr)
                self.assertIn(text, run.stderr)


if __name__ == '__main__':
    import unittest
    unittest.main()
