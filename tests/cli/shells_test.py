"""The manual and the completions that the build makes: shells load them and complete with them."""
import os
import pty
import re
import select
import subprocess
import tempfile
import unittest

from common import PARLOR, ROOT, all_games, parlor

BUILT = os.path.dirname(PARLOR)
BASH, ZSH, FISH = (os.path.join(BUILT, name) for name in ('parlor.bash', '_parlor', 'parlor.fish'))
GAMES = [game['id'] for game in all_games()]
COMMANDS = [line.split()[0] for line in parlor('--help').stdout.split('\n\n')[2].splitlines()]

# What is typed, and all that is offered then, as whole words.
OFFERED = [
    ('parlor ', [*COMMANDS, 'help']),
    ('parlor re', ['replay']),
    ('parlor help a', ['analyze', 'arena']),
    ('parlor rules ', GAMES),
    ('parlor sim b', ['bannish', 'belle', 'bridesmaid']),
    ('parlor sim --games 3 sc', ['scout']),
    ('parlor sim scout --thr', ['--threads']),
    ('parlor play belle last-turn=', ['last-turn=cut', 'last-turn=finish']),
    ('parlor play belle last-turn=f', ['last-turn=finish']),
    ('parlor arena bannish stars=e', ['stars=equal']),
    ('parlor sim scout --bots ma', ['master']),
    ('parlor sim scout --bots club,no', ['club,novice']),
    ('parlor analyze game.jsonl --level ', ['club', 'expert', 'master']),
    ('parlor replay --q', ['--quiet']),
    ('parlor replay gam', ['games.jsonl']),
    ('parlor sim scout --records gam', ['games.jsonl']),
    ('parlor serve --data fol', ['folder/']),
    ('parlor sim scout --seed ', []),
]

# What is typed at a terminal, and what the program is given then.
KEYS = ['parlor pl\tbe\tlast-t\tf\t--bo\tclub,no\t', 'parlor sim --games 3 sc\t--le\t', 'parlor replay gam\t--q\t',
        'parlor help ver\t']
COMPLETED = ['play belle last-turn=finish --bots club,novice', 'sim --games 3 scout --legal',
             'replay games.jsonl --quiet', 'help verify']


class Case(unittest.TestCase):
    """A folder with a file and a folder in it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        os.mkdir(os.path.join(self.folder, 'folder'))
        with open(os.path.join(self.folder, 'games.jsonl'), 'w', encoding='utf-8'):
            pass

    def shell(self, *args):
        done = subprocess.run(args, cwd=self.folder, capture_output=True, encoding='utf-8', check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        return done.stdout


def formatted(page):
    """A page of the manual as plain text."""
    done = subprocess.run(['mandoc', '-T', 'utf8', os.path.join(BUILT, page)], capture_output=True, encoding='utf-8',
                          check=True)
    return re.sub('.\b', '', done.stdout)


class Manual(unittest.TestCase):
    def test_lint(self):
        """Every page, where those that it refers to are."""
        pages = [name for name in os.listdir(BUILT) if re.fullmatch(r'parlor.*\.[1-8]', name)]
        self.assertEqual(sorted(pages), sorted(['parlor.1', 'parlor.3', 'parlor-record.5',
                                                *(f'parlor-{command}.1' for command in COMMANDS)]))
        done = subprocess.run(['mandoc', '-T', 'lint', *pages], cwd=BUILT, capture_output=True, encoding='utf-8',
                              check=False)
        self.assertEqual((done.returncode, done.stdout), (0, ''))

    def test_pages_say_what_help_says(self):
        for command in COMMANDS:
            page = set(re.findall(r'[\w=-]+', formatted(f'parlor-{command}.1')))
            _, _, options, rest = parlor(command, '--help').stdout.split('\n\n', 3)
            said = set(re.findall(r'[\w=-]+', options + ' ' + rest))
            self.assertEqual(said - page - {'this', 'Bots'}, set(), command)

    def test_functions_of_the_library(self):
        page = formatted('parlor.3')
        with open(os.path.join(ROOT, 'include', 'parlor.h'), encoding='utf-8') as header:
            for name in re.findall(r'\b(parlor_\w+)\(', header.read()):
                self.assertIn(name + '(', page)


class Bash(Case):
    def test_offers(self):
        """The function is called as readline would; an = ends the word that readline knows."""
        lines = ' '.join(f"'{typed}'" for typed, _ in OFFERED)
        said = self.shell('bash', '--norc', '-c', f'''
            source {BASH}
            [[ $(complete -p parlor) == 'complete -F _parlor parlor' ]] || exit 1
            for COMP_LINE in {lines}; do
                COMP_POINT=${{#COMP_LINE}}
                _parlor
                echo "${{COMPREPLY[@]}}"
            done''')
        for (typed, offered), words in zip(OFFERED, said.splitlines()):
            begun = typed.rsplit(' ', 1)[1]
            known = begun[:begun.rindex('=') + 1] if '=' in begun and not begun.startswith('--') else ''
            found = [known + word for word in words.split() if word not in ('--help', '--version')]
            self.assertEqual(sorted(found), sorted(word.rstrip('/') for word in offered), typed)

    def test_every_option_is_offered(self):
        said = self.shell('bash', '--norc', '-c', f'''
            source {BASH}
            for command in {' '.join(COMMANDS)}; do
                COMP_LINE="parlor $command --" COMP_POINT=40
                _parlor
                echo "${{COMPREPLY[@]}}"
            done''').splitlines()
        for command, offered in zip(COMMANDS, said):
            listed = [line.split()[0] for line in parlor(command, '--help').stdout.split('\n\n')[2].splitlines()]
            self.assertEqual(offered.split(), listed)

    def test_the_key(self):
        begin = f'PS1=; parlor() {{ printf "<%s>" "$*"; }}; source {BASH}'
        self.assertEqual(typed_into(['bash', '--norc', '-i'], self.folder, begin, KEYS), COMPLETED)


class Zsh(Case):
    def test_the_key(self):
        begin = f'''PS1=; parlor() {{ printf '<%s>' "$*" }}; fpath=({BUILT} $fpath)
            autoload -U compinit; compinit -D -u; bindkey '^I' complete-word'''
        said = typed_into(['zsh', '-f', '-i'], self.folder, begin, KEYS)
        self.assertEqual([line.replace('--bots=', '--bots ') for line in said], COMPLETED)


class Fish(Case):
    def test_offers(self):
        asked = '\n'.join(f"complete -C '{typed}'; echo end" for typed, _ in OFFERED)
        said = self.shell('fish', '--no-config', '-c', f'source {FISH}\n{asked}').split('end\n')
        for (typed, offered), lines in zip(OFFERED, said):
            found = [line.split('\t')[0] for line in lines.splitlines()]
            self.assertEqual(sorted(set(found)), sorted(offered), typed)


def typed_into(shell, folder, begin, lines):
    """Types lines into an interactive shell where parlor prints its words as <a b>; what it printed."""
    pid, screen = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.execvpe(shell[0], shell, {**os.environ, 'TERM': 'dumb', 'HOME': folder})
    try:
        said = []
        for typed in (begin + "; printf '<%s>' re''ady", *lines):
            os.write(screen, typed.encode() + b'\n')
            said.append(read_answer(screen))
        return said[1:]
    finally:
        os.close(screen)
        os.waitpid(pid, 0)


def read_answer(screen):
    """The text in <> after the end of a line, once it is there."""
    said = b''
    while not (found := re.search(rb'\n[\r ]*<([^<>%]*)>', said)):
        if not select.select([screen], [], [], 60)[0]:
            raise AssertionError(f'nothing more after {said!r}')
        said += os.read(screen, 4096)
    return found[1].decode()


if __name__ == '__main__':
    unittest.main()
