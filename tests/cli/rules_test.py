"""parlor rules: every game has its text, plain where it is read by programs and
coloured on a terminal."""
import os
import pty
import re
import subprocess
import unittest

from common import PARLOR, all_games, parlor

GAMES = [game['id'] for game in all_games()]


def on_a_terminal(*args, **variables):
    """What the command shows on a terminal that knows colours."""
    main, sub = pty.openpty()
    env = {key: value for key, value in os.environ.items() if key != 'NO_COLOR'}
    env.update({'TERM': 'xterm', **variables})
    child = subprocess.Popen([PARLOR, *args], stdout=sub, env=env)
    os.close(sub)
    shown = b''
    while True:
        try:
            more = os.read(main, 65536)
        except OSError:  # the other end is closed
            break
        if not more:
            break
        shown += more
    os.close(main)
    child.wait()
    return shown.decode().replace('\r\n', '\n')


LANGUAGES = sorted(it.name for it in os.scandir('docs/rules') if it.is_dir())


def written(game, language=''):
    with open(os.path.join('docs/rules', language, f'{game}.md'), encoding='utf-8') as file:
        return file.read()


class Rules(unittest.TestCase):
    def test_every_game_has_its_text_as_written(self):
        self.assertTrue(GAMES)
        for game in GAMES:
            shown = parlor('rules', game)
            self.assertEqual(shown.returncode, 0)
            self.assertEqual(shown.stdout, written(game))

    def test_languages(self):
        self.assertLessEqual({'de', 'zh-Hant'}, set(LANGUAGES))
        for game in GAMES:
            for language in LANGUAGES:
                self.assertEqual(parlor('rules', game, '--lang', language).stdout, written(game, language))
        shown = on_a_terminal('rules', 'scout', LC_ALL='zh_TW.UTF-8')
        self.assertEqual(re.sub('\033\\[[0-9;]*m|[*`]', '', shown),
                         re.sub(r'(?m)^#+ |[`*]', '', written('scout', 'zh-Hant')))
        shown = on_a_terminal('rules', 'scout', '--plain', '--lang', 'en', LC_ALL='zh_TW.UTF-8')
        self.assertEqual(shown, written('scout'))

    def test_every_line_fits_a_terminal(self):
        for game in GAMES:
            for number, line in enumerate(written(game).splitlines(), 1):
                self.assertLessEqual(len(line), 80, f'docs/rules/{game}.md:{number}')

    def test_a_terminal_gets_colour_and_the_same_words(self):
        for game in GAMES:
            shown = on_a_terminal('rules', game)
            self.assertIn('\033[0;1m', shown)
            plain = re.sub('\033\\[[0-9;]*m', '', shown)
            self.assertNotRegex(plain, r'(?m)^#|\*\*|`')
            bare = re.sub(r'(?m)^```.*\n', '', written(game))
            bare = re.sub(r'(?m)^#+ |[`*]', '', bare)
            self.assertEqual(plain, bare)

    def test_plain_is_plain_on_a_terminal_too(self):
        self.assertEqual(on_a_terminal('rules', 'scout', '--plain'), written('scout'))
        self.assertEqual(on_a_terminal('rules', 'scout', NO_COLOR='1'), written('scout'))
        self.assertEqual(on_a_terminal('rules', 'scout', TERM='dumb'), written('scout'))

    def test_without_a_game_it_lists_them(self):
        shown = parlor('rules')
        self.assertEqual(shown.returncode, 0)
        for game in GAMES:
            self.assertIn(game, shown.stdout)

    def test_what_makes_no_sense_is_refused(self):
        for args, said in [
            (['rules', 'scuot'], 'did you mean scout?'),
            (['rules', 'chess'], 'there is no game called chess'),
            (['rules', 'template'], 'there is no game called template'),
            (['rules', 'scout', 'scout'], 'name one game only'),
            (['rules', '--pretty'], '--pretty'),
            (['rules', 'scout', '--lang', 'tlh'], '--lang tlh: must be en, de or zh-Hant'),
        ]:
            shown = parlor(*args)
            self.assertEqual((shown.returncode, shown.stdout), (2, ''), args)
            self.assertIn(said, shown.stderr)


if __name__ == '__main__':
    unittest.main()
