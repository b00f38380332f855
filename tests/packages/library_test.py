"""The C library as others get it: installed into a folder, found by pkg-config, linked
shared and static, from C and C++, with the examples that come with it."""
import os
import re
import subprocess
import unittest

from common import EXAMPLES, ROOT, CopyCase, files_below, output

BUILD = os.environ['BUILD']


def functions_of_header():
    with open(os.path.join(ROOT, 'include', 'parlor.h'), encoding='utf-8') as file:
        text = re.sub(r'/\*.*?\*/', '', file.read(), flags=re.DOTALL)
    return set(re.findall(r'\b(parlor_\w+)\(', text))


def symbols(library, *flags):
    """Names and kinds of what a library defines and others may use."""
    lines = output('nm', '--defined-only', '--extern-only', *flags, library).splitlines()
    return [line.split()[1:] for line in lines if len(line.split()) == 3]


class Library(CopyCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        output('meson', 'install', '-C', BUILD, '--no-rebuild', '--destdir', cls.copy)
        cls.installed = files_below(cls.copy)

    def path(self, end):
        (found,) = [name for name in self.installed if name.endswith(end)]
        return os.path.join(self.copy, found)

    def static_libraries(self):
        """As for a program that brings the library along: the archive by its name."""
        words = self.pkg_config('--libs', '--static')
        self.assertIn('-pthread', words)
        return [self.path('libparlor.a') if word == '-lparlor' else word for word in words if word[:2] != '-L']

    def test_the_shared_library_shows_the_functions_of_the_header_and_nothing_else(self):
        shown = symbols(self.path('libparlor.so'), '--dynamic')
        self.assertEqual({name for kind, name in shown if kind == 'T'},
                         {name + '@@PARLOR_0' for name in functions_of_header()})
        self.assertEqual([name for kind, name in shown if kind != 'T'], ['PARLOR_0'])

    def test_the_shared_library_has_its_soname(self):
        self.assertIn('Library soname: [libparlor.so.0]', output('readelf', '-d', self.path('libparlor.so')))

    def test_the_static_library_defines_nothing_else_either(self):
        self.assertEqual({name for _, name in symbols(self.path('libparlor.a'))}, functions_of_header())

    def test_names_of_a_program_do_not_clash(self):
        inside = symbols(os.path.join(BUILD, 'libinside.a'))
        source = os.path.join(self.folder, 'clash.c')
        with open(source, 'w', encoding='utf-8') as file:
            file.write('#include <parlor.h>\n')
            names = sorted({name for _, name in inside} - functions_of_header())
            file.writelines(f'extern int {name}; int {name} = 1;\n' for name in names)
            file.write('int main(void) { struct parlor_table *t = parlor_open("scout", 3, "", "1", NULL, 0);\n'
                       'int id = parlor_bot(t, 0, "club"); parlor_close(t); return id < 0; }\n')
        for name, libraries in (('shared', None), ('static', self.static_libraries())):
            self.run_copy(self.compile(source, 'clash_' + name, '-fno-builtin', libraries=libraries))

    def test_a_program_needs_the_shared_library_unless_it_is_linked_statically(self):
        source = os.path.join(EXAMPLES, 'tournament.c')
        shared = self.compile(source, 'needs')
        static = self.compile(source, 'needs_not', libraries=self.static_libraries())
        self.assertIn('[libparlor.so.0]', output('readelf', '-d', shared))
        self.assertNotIn('libparlor', output('readelf', '-d', static))
        whole = self.compile(source, 'needs_nothing', '-static', libraries=self.static_libraries())
        told = [self.run_copy(program, 'bannish', '2', 'novice', 'random', 'random')
                for program in (shared, static, whole)]
        self.assertEqual(told, [told[0]] * 3)

    def test_the_header_is_fine_for_cpp_and_other_compilers(self):
        source = os.path.join(self.folder, 'header.cpp')
        with open(source, 'w', encoding='utf-8') as file:
            file.write('#include <parlor.h>\n'
                       'int main() { parlor_table *t = parlor_open("scout", 3, "", "1", nullptr, 0);'
                       ' struct parlor_game game; bool fine = parlor_game_of(t, &game) && parlor_next(t) >= 0;'
                       ' parlor_close(t); return !fine; }\n')
        for compiler in (('g++', '-std=c++11'), ('clang++', '-std=c++17')):
            self.run_copy(self.compile(source, 'header', compiler=compiler))
        for compiler in (('gcc', '-std=c99'), ('clang', '-std=c11')):
            self.compile(os.path.join(EXAMPLES, 'tournament.c'), 'older', compiler=compiler)

    def test_somebody_plays(self):
        play = self.compile(os.path.join(EXAMPLES, 'play.c'), 'play')
        told = self.run_copy(play, 'scout', '3', 'novice', '2a', said='fold\n?\nkeep\nundo\nundo\nflip\n')
        self.assertIn('guest keeps the hand as it is.', told)
        self.assertIn('guest flips the hand.', told)
        self.assertIn('nothing to undo', told)
        self.assertRegex(told, r'wins \d+ %')
        self.assertRegex(told, r'guest +0\.0\nseat 1 +0\.0\nseat 2 +0\.0\n$')
        done = subprocess.run([play, 'chess'], capture_output=True, encoding='utf-8', check=False,
                              env={**os.environ, 'LD_LIBRARY_PATH': self.library_folder()})
        self.assertEqual((done.returncode, done.stderr), (2, 'there is no game called chess\n'))

    def test_a_bot_of_ones_own_plays(self):
        bot = self.compile(os.path.join(EXAMPLES, 'bot.c'), 'bot', libraries=self.static_libraries())
        self.assertRegex(self.run_copy(bot, 'bannish', '3', 'random', '3'),
                         r'^9 games: my bot wins \d+\.\d %, an even share is 33\.3 %\n$')

    def test_a_tournament_has_standings(self):
        tournament = self.compile(os.path.join(EXAMPLES, 'tournament.c'), 'tournament')
        told = self.run_copy(tournament, 'scout', '20', 'random', 'novice', 'random')
        rows = [line.split() for line in told.splitlines()[1:]]
        self.assertEqual([row[0] for row in rows], ['novice', 'random', 'random'])
        self.assertAlmostEqual(sum(float(row[1]) for row in rows), 100, delta=0.2)
        told = self.run_copy(tournament, 'scout', '20', 'novice', 'novice')
        rows = told.splitlines()[1:]
        self.assertEqual(rows[0], rows[1])  # those who play alike come out exactly even

    def test_what_was_installed_goes_again(self):
        other = os.path.join(self.folder, 'other')
        output('meson', 'install', '-C', BUILD, '--no-rebuild', '--destdir', other)
        self.assertEqual(files_below(other), self.installed)
        output('ninja', '-C', BUILD, 'uninstall')
        self.assertFalse(os.path.exists(other))


if __name__ == '__main__':
    unittest.main()
