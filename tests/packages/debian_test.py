"""The Debian packages: made by tools/deb, without errors of lintian, installed into a
fresh bookworm, used there and removed again.

Needs root. The fresh system is made once, by debootstrap, and kept as a file in
build-test/; what the packages depend on is kept in it as well."""
import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
import urllib.request

from common import EXAMPLES, ROOT, CopyCase, output
from hardening_test import faults

SYSTEM = os.path.join(ROOT, 'build-test', 'bookworm.tar')
PACKAGES = ('parlor', 'libparlor0', 'libparlor-dev')
# dpkg syncs after every file, which costs nothing in memory.
IN_MEMORY = '/dev/shm'
if not os.access(IN_MEMORY, os.W_OK) or os.statvfs(IN_MEMORY).f_flag & (os.ST_NOEXEC | os.ST_NODEV):
    IN_MEMORY = None


def package(name):
    (path,) = glob.glob(os.path.join(ROOT, 'build-deb', f'{name}_*.deb'))
    return path


def within(root, *command):
    """What a command prints in another system."""
    path = '/usr/sbin:/usr/bin:/sbin:/bin'
    return output('chroot', root, *command, env={'PATH': path, 'HOME': '/root', 'LC_ALL': 'C.UTF-8',
                                                 'DEBIAN_FRONTEND': 'noninteractive'})


def hand_over(root):
    """Puts the packages into another system, and says where they are there."""
    for name in PACKAGES:
        shutil.copy(package(name), os.path.join(root, 'tmp'))
    return ['/tmp/' + os.path.basename(package(name)) for name in PACKAGES]


def make_system():
    """A system with nothing but the base and systemd, which knows about units."""
    with tempfile.TemporaryDirectory(prefix='parlor-', dir=IN_MEMORY) as root:
        output('debootstrap', '--variant=minbase', '--include=systemd', 'bookworm', root)
        paths = hand_over(root)
        within(root, 'apt-get', '-qq', 'install', '--download-only', '-y', '--no-install-recommends', *paths)
        for path in paths:
            os.remove(root + path)
        os.makedirs(os.path.dirname(SYSTEM), exist_ok=True)
        output('tar', '-C', root, '-cf', SYSTEM + '.new', '.')
        os.rename(SYSTEM + '.new', SYSTEM)


def left_behind(root):
    """All files of parlor, except the packages themselves and a server's data."""
    found = within(root, 'find', '/', '-xdev', '-name', '*parlor*').splitlines()
    return [path for path in found if not path.startswith(('/tmp/', '/srv/', '/var/cache/'))]


def install(root):
    within(root, 'apt-get', '-qq', 'install', '-y', '--no-install-recommends', *hand_over(root))


class FreshSystem(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not os.path.exists(SYSTEM):
            make_system()
        cls.root = tempfile.mkdtemp(prefix='parlor-', dir=IN_MEMORY)
        cls.addClassCleanup(shutil.rmtree, cls.root)
        output('tar', '-C', cls.root, '-xf', SYSTEM)
        install(cls.root)

    def serve(self):
        command = ['chroot', self.root, 'parlor', 'serve', '--listen', '127.0.0.1:0', '--data', '/srv/games']
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding='utf-8')
        said = ''
        for line in server.stderr:
            said += line
            listening = re.search(r'event=listening .*port=(\d+)', line)
            if listening:
                return server, int(listening.group(1))
        server.communicate()
        raise AssertionError(f'the server did not start: {said}')

    def test_the_program_works(self):
        version = within(self.root, 'dpkg-query', '-W', '-f', '${Version}', 'parlor')
        self.assertEqual(within(self.root, 'parlor', '--version').split(), ['parlor', version])
        self.assertIn('random', within(self.root, 'parlor', 'sim', 'scout', '--games', '20', '--players', '3'))
        self.assertIn('SCOUT', within(self.root, 'parlor', 'rules', 'scout'))

    def test_the_server_works(self):
        server, port = self.serve()
        try:
            with urllib.request.urlopen(f'http://127.0.0.1:{port}/healthz') as answer:
                self.assertEqual(answer.read().strip(), b'ok')
            with urllib.request.urlopen(f'http://127.0.0.1:{port}/') as answer:
                self.assertIn(b'<title>', answer.read())
        finally:
            server.send_signal(signal.SIGTERM)
            server.stderr.read()
            server.stderr.close()
        self.assertEqual(server.wait(), 0)
        self.assertTrue(os.path.exists(os.path.join(self.root, 'srv/games/parlor.db')))

    def test_the_unit_is_sound_and_waits_to_be_enabled(self):
        link = os.path.join(self.root, 'etc/systemd/system/multi-user.target.wants/parlor.service')
        self.addCleanup(within, self.root, 'systemctl', 'disable', 'parlor')
        self.assertFalse(os.path.lexists(link))
        within(self.root, 'systemd-analyze', 'verify', '--man=no', '/lib/systemd/system/parlor.service')
        within(self.root, 'systemctl', 'enable', 'parlor')
        self.assertTrue(os.path.lexists(link))

    def test_the_library_is_found(self):
        self.assertIn('libparlor.so.0', within(self.root, 'ldconfig', '-p'))

    def test_everything_goes_again(self):
        self.addCleanup(install, self.root)
        within(self.root, 'systemctl', 'enable', 'parlor')
        within(self.root, 'apt-get', '-qq', 'remove', '-y', *PACKAGES)
        self.assertFalse(os.path.exists(os.path.join(self.root, 'usr/bin/parlor')))
        within(self.root, 'dpkg', '--purge', *PACKAGES)
        self.assertEqual(left_behind(self.root), [])
        self.assertEqual(within(self.root, 'dpkg', '--audit'), '')


class Packages(CopyCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for name in PACKAGES:
            output('dpkg-deb', '-x', package(name), cls.copy)

    def test_lintian_finds_no_errors(self):
        output('lintian', '--allow-root', '--fail-on', 'error', *map(package, PACKAGES))

    def test_program_and_library_are_hardened(self):
        for name in ('bin/parlor', 'lib/*/libparlor.so.*.*.*'):
            (path,) = glob.glob(os.path.join(self.copy, 'usr', name))
            self.assertEqual(faults(path), [], path)

    def test_programs_are_made_with_the_library_of_the_packages(self):
        tournament = self.compile(os.path.join(EXAMPLES, 'tournament.c'), 'tournament')
        self.assertIn('novice', self.run_copy(tournament, 'bannish', '2', 'novice', 'novice', 'random'))

    def test_examples_and_documentation_come_with_them(self):
        for path in ('libparlor-dev/examples/bot.c', 'libparlor-dev/library.md'):
            self.assertTrue(glob.glob(os.path.join(self.copy, 'usr/share/doc', path) + '*'), path)

    def test_a_program_of_a_package_depends_on_the_library_by_its_version(self):
        self.assertRegex(output('dpkg-deb', '-I', package('libparlor0'), 'shlibs'), r'^libparlor 0 libparlor0 \(>= ')


if __name__ == '__main__':
    if os.geteuid() != 0:
        print('skipped: packages are installed into a system of their own, which takes root')
        sys.exit(77)
    output(os.path.join(ROOT, 'tools', 'deb'))
    unittest.main()
