"""tools/best_reply.py names the player that did best with a row for docs/ratings.md, and refuses what it cannot use."""
import os
import subprocess
import sys
import unittest

TOOL = os.path.join(os.path.dirname(__file__), "..", "tools", "best_reply.py")


def run(*arguments):
    return subprocess.run([sys.executable, TOOL, os.environ["PARLOR"], *arguments], capture_output=True, text=True,
                          check=False)


class BestReply(unittest.TestCase):
    def test_a_search_is_a_better_reply_than_rules_of_thumb(self):
        options = ["--against", "random", "--players", "2", "--deals", "1", "--confirm", "4", "--longest", "30"]
        done = run("belle", *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines()
        share = r"[\d.]+% \[[\d., ]+\] \| [+-][\d.]+"
        self.assertRegex(lines[-1], rf"^\| 2 \| `[a-z]+(:\d+)?` \| \d+ \| 8 \| {share} \| [\d.]+ \|$")
        self.assertEqual(done.stdout, run("belle", *options).stdout)

    def test_bad_arguments_are_named(self):
        for arguments, said in ((["belle", "--deals", "0"], "--deals"), (["belle", "--seed", "xyz"], "xyz"),
                                (["belle", "--seed", "1" * 16], "--seed"), (["nothing"], "nothing")):
            done = run(*arguments)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(said, done.stderr)

    def test_a_program_that_is_not_there_is_named(self):
        done = subprocess.run([sys.executable, TOOL, "no/parlor", "belle"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, "tools/best_reply.py: no/parlor: No such file or directory\n")


if __name__ == "__main__":
    unittest.main()
