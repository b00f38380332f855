"""Games in Traditional Chinese on a real terminal: nothing on any screen is left in English."""
import csv
import os
import re
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(os.path.dirname(HERE), 'cli')]
from common import PARLOR, ROOT, all_games  # noqa: E402
from scale import scaled  # noqa: E402
from terminal import TerminalCase  # noqa: E402

WORD = re.compile(r'[A-Za-z]{2,}')
COLOURS = re.compile('R?G?B?Y?P?')  # that somebody lacks, as cards have them
ASKED, ROUND_OVER, GAME_OVER = ' 輪到你了', ' 這一輪結束', ' 遊戲結束；'
# Names of players, games, keys and commands, and what is printed on cards in every language.
FOREIGN = {'Ada', 'Bo', 'Cleo', 'Dov', 'SCOUT', 'BANNISH', 'WILD', 'Enter', 'Esc', 'Tab', 'Ctrl', 'Shift',
           'PgUp', 'PgDn', 'parlor', 'play', 'resume', 'game', 'jsonl'}


def names_on_cards():
    for table in ('guests', 'belles'):
        with open(os.path.join(ROOT, 'data', 'belle', table + '.csv'), encoding='utf-8') as file:
            for row in csv.DictReader(file):
                yield from WORD.findall(row['name'])


class Chinese(TerminalCase):
    def setUp(self):
        super().setUp()
        self.known = FOREIGN | set(names_on_cards())

    def english(self, screen):
        return [word for word in WORD.findall(screen) if word not in self.known and not COLOURS.fullmatch(word)]

    def check(self, screen):
        """Nothing is in English, once the screen is drawn: tmux may show half of the next one, "Bo" over "Ada"."""
        left = self.english(screen)
        if left:
            self.wait_until(lambda later: not self.english(later), f'a screen without {left}')

    def shows(self, *texts):
        screen = self.wait_for(*texts)
        self.check(screen)
        return screen

    def still(self, before):
        """The next screen that asks for something and stands still."""
        last = [None]

        def stands(screen):
            still = screen == last[0] and screen != before
            last[0] = screen
            return still and any(text in screen for text in (ASKED, ROUND_OVER, GAME_OVER))
        screen = self.wait_until(stands, 'another choice')
        self.check(screen)
        return screen

    def play(self, game, size):
        """A whole game: the first choices one by one, then always the first move."""
        self.begin(f"LC_ALL=zh_TW.UTF-8 '{PARLOR}' play {game} --seed 7", size)
        screen = self.still(None)
        for _ in range(scaled(3, 6, 40)):
            if GAME_OVER in screen:
                break
            self.send('Down', 'Enter')
            screen = self.still(screen)
        while GAME_OVER not in screen:
            self.send(*['Down', 'Enter'] * 10)
            screen = self.still(screen)  # no more keys than a slow program takes
        screen = self.shows(GAME_OVER)
        self.assertIn('分獲勝。', screen)
        self.send('F5')
        self.shows('Esc 返回')

    def test_whole_games(self):
        games = [game['id'] for game in all_games()]
        for number, game in enumerate(games[:scaled(1, 5, 5)]):
            with self.subTest(game=game):
                self.play(game, ((80, 24), (130, 40))[number % 2])

    def test_what_can_be_asked_for(self):
        self.begin(f"'{PARLOR}' play scout --seed 7 --lang zh-Hant")
        self.shows(ASKED)
        for key, page in (('F1', '可以輸入的指令'), ('F5', 'Esc 返回'), ('F6', '經過 · ')):
            self.send(key)
            self.shows(page)
            self.send('Escape')
            self.shows(ASKED)
        self.send('F4')
        self.wait_for('每人拿到一排牌', 'Esc 返回')  # with notation, which is Latin
        self.send('Escape')
        self.shows(ASKED)
        self.send('F2')
        self.shows('勝率', '把握')
        self.send('Escape')
        self.type('怪')
        self.send('Enter')
        self.shows('看不懂')
        self.send('F3')
        self.shows('你還沒有做過選擇')
        self.type('儲存')
        self.send('Enter')
        self.shows('請取個名字')
        self.send('Down', 'Enter')
        self.still(None)
        self.send('F10')
        self.shows('這局還沒儲存')
        self.send('F10')
        self.wait_for('這局遊戲沒有儲存。', 'exit 0')

    def test_notation_is_shown_on_request_and_typed_any_time(self):
        self.begin(f"'{PARLOR}' play sparrows --seed 7 --lang zh-Hant", (80, 24))
        self.shows('不叫', '叫「')
        self.send('F8')
        self.wait_for('1  pass', 'bid ')
        self.send('F8')
        self.shows('1  不叫')
        self.type('pass')
        self.send('Enter')
        self.shows('你不叫。')

    def test_several_people(self):
        self.begin(f"'{PARLOR}' play bridesmaid --players 3 --seed 7 --lang zh-Hant --name 小明,阿華", (80, 24))
        self.shows('現在輪到 小明', '請按 Enter')
        self.send('Enter')
        self.shows('小明，輪到你了')
        self.send('Down', 'Enter')
        self.shows('現在輪到 阿華')


if __name__ == '__main__':
    unittest.main()
