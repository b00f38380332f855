"""What the tests of installed copies share: a folder of their own, commands that must
succeed, and the C examples compiled against a copy of the library."""
import os
import shutil
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXAMPLES = os.path.join(ROOT, 'examples', 'c')
STRICT = ('-Wall', '-Wextra', '-Wconversion', '-Wshadow', '-pedantic', '-Werror')


def output(*command, **more):
    """What a command prints; an error with all it said if it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding='utf-8', check=False,
                          **more)
    if done.returncode != 0:
        raise AssertionError(f'{" ".join(command)}: {done.returncode}\n{done.stdout}')
    return done.stdout


def files_below(folder):
    return sorted(os.path.relpath(os.path.join(base, name), folder)
                  for base, _, names in os.walk(folder) for name in names)


class CopyCase(unittest.TestCase):
    """A test with a folder that a copy is installed into."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix='parlor-')
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.copy = os.path.join(cls.folder, 'copy')

    def pkg_config(self, *args):
        """What pkg-config says of the copy, whose prefix lies below its folder."""
        places = [base for base, _, names in os.walk(self.copy) if 'parlor.pc' in names]
        self.assertEqual(len(places), 1)
        environment = {**os.environ, 'PKG_CONFIG_LIBDIR': places[0], 'PKG_CONFIG_SYSROOT_DIR': self.copy}
        return output('pkg-config', *args, 'parlor', env=environment).split()

    def library_folder(self):
        (folder,) = [word[2:] for word in self.pkg_config('--libs-only-L')]
        return folder

    def compile(self, source, name, *flags, compiler=('gcc', '-std=c17'), libraries=None):
        program = os.path.join(self.folder, name)
        libraries = self.pkg_config('--libs') if libraries is None else libraries
        output(*compiler, *STRICT, '-O1', *self.pkg_config('--cflags'), source, *libraries, '-lm', *flags,
               '-o', program)
        return program

    def run_copy(self, *command, said=''):
        return output(*command, input=said, env={**os.environ, 'LD_LIBRARY_PATH': self.library_folder()})
