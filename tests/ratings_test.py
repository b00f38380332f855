"""tools/ratings.py plays pairs of levels until that is enough, keeps what was played, and writes the page."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = os.path.join(os.path.dirname(__file__), "..", "tools", "ratings.py")


class Ratings(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name)

    def run_it(self, *arguments):
        return subprocess.run([sys.executable, TOOL, os.environ["PARLOR"], "--tree", self.tree, *arguments],
                              capture_output=True, text=True, check=False)

    def results(self):
        return (self.tree / "bench/ratings.jsonl").read_text(encoding="utf-8").splitlines()

    def page(self):
        return (self.tree / "docs/ratings.md").read_text(encoding="utf-8")

    def test_levels_that_are_offered_play_the_one_below(self):
        done = self.run_it("sparrows", "--players", "2", "--most", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        pairs = [[bot["name"] for bot in json.loads(line)["bots"]] for line in self.results()]
        self.assertEqual(pairs, [["club", "novice"], ["novice", "random"]])
        self.assertRegex(self.page(), r"## Six of Sparrows\n\n\| players .*\n\|[-|]+\n"
                                      r"\| 2 \| novice \| random \| 4 \| .* \| 1000 \| [\d.]+ \|\n"
                                      r"\| 2 \| club \| novice \| 4 \| .* \| \d+ \| [\d.]+ \|\n")

    def test_what_was_played_is_kept_until_it_is_wanted_again(self):
        options = ["bridesmaid", "--players", "3", "--most", "2"]
        self.assertEqual(self.run_it(*options).returncode, 0)
        page = self.page()
        kept = self.results()
        changed = json.loads(kept[-1]) | {"p_value": 0.5}
        (self.tree / "bench/ratings.jsonl").write_text("\n".join([*kept[:-1], json.dumps(changed)]) + "\n",
                                                       encoding="utf-8")
        self.assertEqual(self.run_it(*options).returncode, 0)
        self.assertIn("| 0.5000 |", self.page())
        self.assertEqual(self.run_it(*options, "--again").returncode, 0)
        self.assertEqual((self.page(), self.results()), (page, kept))

    def test_what_people_wrote_below_the_tables_stays(self):
        (self.tree / "docs").mkdir()
        (self.tree / "docs/ratings.md").write_text("# Old\n\n## Best replies\n\nSome.\n", encoding="utf-8")
        self.assertEqual(self.run_it("sparrows", "--players", "2", "--most", "2").returncode, 0)
        self.assertTrue(self.page().startswith("# Ratings\n"))
        self.assertTrue(self.page().endswith("\n\n## Best replies\n\nSome.\n"))

    def test_bad_arguments_are_named(self):
        for arguments, said in ((["whist"], "whist"), (["--most", "1"], "--most"), (["--threads", "0"], "--threads"),
                                (["bannish", "--players", "2"], "--players 2")):
            done = self.run_it(*arguments)
            self.assertEqual(done.returncode, 2)
            self.assertIn(said, done.stderr)
            self.assertFalse((self.tree / "bench").exists())

    def test_a_program_that_is_not_there_is_named(self):
        done = subprocess.run([sys.executable, TOOL, "no/parlor", "--tree", self.tree], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, "tools/ratings.py: no/parlor: No such file or directory\n")


if __name__ == "__main__":
    unittest.main()
