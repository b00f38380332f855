"""Every golden transcript and every signature is what the program says now.

What is compared, and how to write it again: tools/golden.py."""
import os
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, 'tools'))
import golden  # noqa: E402


class Golden(unittest.TestCase):
    def test_every_file(self):
        files = golden.expected()
        self.assertGreater(len(files), 1)
        for path, content in files.items():
            with self.subTest(os.path.basename(path)):
                why = golden.difference(path, content)
                self.assertFalse(why, '\n' + why)
        self.assertEqual(golden.leftovers(files), [])


if __name__ == '__main__':
    unittest.main()
