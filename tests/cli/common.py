"""What the tests of the program share: running it (the environment's PARLOR)."""
import json
import os
import subprocess
import tempfile
import unittest

PARLOR = os.environ['PARLOR']
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RECORDS = os.path.join(ROOT, 'tests', 'records')


def parlor(*args, text='', program=PARLOR):
    """Runs the program to its end; .returncode, .stdout, .stderr."""
    return subprocess.run([program, *args], input=text, capture_output=True, encoding='utf-8', check=False)


def all_games():
    return [json.loads(line) for line in parlor('games', '--json').stdout.splitlines()]


class FolderCase(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)
