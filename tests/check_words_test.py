#!/usr/bin/env python3
"""tools/check_words.py finds each kind of habit where people read it, and finds none in this tree."""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, "tools")
import check_words  # noqa: E402 -- the path comes first


def check(files):
    """Its exit code and what it prints for a tree of these files."""
    with tempfile.TemporaryDirectory() as root:
        for name, text in files.items():
            path = pathlib.Path(root, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        run = subprocess.run([sys.executable, "tools/check_words.py", "--root", root], capture_output=True, text=True,
                             check=False)
        return run.returncode, run.stdout + run.stderr


# words-check: off, the test shows the check what it must find
class Finds(unittest.TestCase):
    def finds(self, name, text, *said):
        code, printed = check({name: text})
        self.assertEqual(code, 1, printed)
        for line in said:
            self.assertIn(line, printed)

    def spares(self, name, text):
        code, printed = check({name: text})
        self.assertEqual(code, 0, printed)

    def test_it_says_where_what_and_why(self):
        self.finds("docs/a.md", "# A\n\nIt tells whoever asks.\n", 'docs/a.md:3: "whoever": the role: "the winner"',
                   "a reader cannot picture")

    def test_it_reads_comments_and_messages(self):
        self.finds("src/a.c", "int a;\n/* Plays so\n * many games. */\n", 'src/a.c:2: "so many"')
        self.finds("src/a.c", 'say("the server "\n    "goes; wait");\n', 'src/a.c:1: "the server goes"')
        self.finds("web/a.tsx", "// Whoever\n", 'a.tsx:1: "Whoever"')
        self.finds("tools/a", "#!/bin/sh\n# as it can\n", 'tools/a:2: "as it can"')
        self.finds("a.py", '"""It is taken\nback."""\n', 'a.py:1: "taken back"')
        self.finds("words/en/page.txt", "cancel = Not that\n", 'page.txt:1: "Not that"')

    def test_names_are_words_too(self):
        self.finds("src/a.c", "int mended;\nint whoever;\n", 'src/a.c:1: "mended"', 'src/a.c:2: "whoever"')

    def test_what_others_wrote_and_other_languages_are_left_alone(self):
        for name in ("docs/rules/de/a.md", "words/de/page.txt", "tests/golden/a.txt", "LICENSE"):
            self.spares(name, "whoever\n")

    def test_released_changes_stay_as_they_are(self):
        self.spares("CHANGELOG.md", "## 0.2.0, not yet released\n\nNew.\n\n## 0.1.0, 2026-01-01\n\nwhoever\n")
        self.finds("CHANGELOG.md", "## 0.2.0, not yet released\n\nwhoever\n\n## 0.1.0, 2026-01-01\n", "CHANGELOG.md:3")

    def test_plain_english_passes(self):
        for text in ("There were so many people that we left.", "if (size is None):", "They are all the same.",
                     "A bot stands in for you.", "as long as it lasts", "There are none.", "one at a time",
                     "which one a player chose", "Nobody wants to be last.", "R stands for row.",
                     "It answers as soon as it can.", "The sentence is no longer true.", "There is no move."):
            self.spares("a.md", text + "\n")

    def test_a_quotation_needs_a_reason_and_an_end(self):
        mark = "words-" + "check:"
        self.spares("a.md", f"<!-- {mark} off, an example -->\nwhoever\n<!-- {mark} on -->\n")
        self.finds("a.md", f"<!-- {mark} off, an example -->\n<!-- {mark} on -->\nwhoever\n", "a.md:3")
        for text in (f"{mark} off\nwhoever\n{mark} on\n", f"{mark} off, an example\nwhoever\n"):
            code, printed = check({"a.md": text})
            self.assertEqual(code, 2)
            self.assertIn("a.md:1", printed)


# words-check: on


class TheList(unittest.TestCase):
    def test_every_habit_has_an_answer_and_a_reason(self):
        for pattern, instead, why in check_words.habits(check_words.LIST.read_text(encoding="utf-8")):
            self.assertTrue(instead and why, pattern.pattern)
        with self.assertRaises(check_words.Wrong):
            check_words.habits("word => other\n")

    def test_the_tree_is_clean(self):
        run = subprocess.run([sys.executable, "tools/check_words.py"], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertGreater(int(re.search(r"(\d+) files", run.stdout)[1]), 500)


unittest.main()
