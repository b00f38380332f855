"""The kernels build for NVIDIA GPUs: every game of src/games.h and the template, by being a game. The usual run
builds two small ones, of each kind of kernel one.

That they play the same games is tested where there is a GPU (tests/cuda) and, of the same kernels on a processor, by
tests/cuda_test.c.
"""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from scale import scaled

ROOT = Path(__file__).resolve().parent.parent
GAMES = [*re.findall(r"^ *X\((\w+)", (ROOT / "src/games.h").read_text(), re.MULTILINE), "template"]
KERNELS = {"advise", "deal", "facts", "play", "play_novices", "refresh", "reset", "signature", "step"}
SURVEY_KERNELS = {"add_up", "ask_kings", "facts", "play"}


class Ptx(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def build(self, *games, quick=True):
        command = [sys.executable, ROOT / "tools/ptx.py", self.folder, *games, "--include", os.environ["BELLE_CARDS"]]
        command += ["--quick"] if quick else []
        return subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)

    def test_every_game_builds(self):
        self.assertGreater(len(GAMES), 5)
        games = scaled(["template"], ["template"], GAMES)
        done = self.build(*games)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for game in games:
            self.look_at(game, KERNELS)

    @unittest.skipUnless(scaled(False, False, True), "takes long: only in the deep run")
    def test_a_game_builds_as_it_is_handed_out(self):
        done = self.build("bridesmaid", quick=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.look_at("bridesmaid", KERNELS)

    def look_at(self, name, kernels):
        with self.subTest(module=name):
            text = (self.folder / f"{name}.ptx").read_text()
            self.assertEqual(set(re.findall(r"^\.visible \.entry (\w+)\(", text, re.MULTILINE)), kernels)
            # What words are made of stays on the host.
            self.assertNotIn("write_text", text)

    def test_the_kernels_of_surveys_build(self):
        games = scaled(["bannish"], ["bannish"], GAMES)
        done = self.build(*games, "--survey", "--depfile", self.folder / "d")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for game in games:
            self.look_at(f"{game}-survey", SURVEY_KERNELS)
        outputs, inputs = (self.folder / "d").read_text().split(": ")
        self.assertEqual(outputs.split(), [str(self.folder / f"{game}-survey.ptx") for game in games])
        self.assertIn(str(ROOT / "src/lab/tally.h"), inputs.split())

    def test_a_program_for_gpus_has_the_kernels_of_every_game(self):
        subprocess.run(["meson", "setup", self.folder, ROOT, "-Dgpu=true"], check=True, stdout=subprocess.DEVNULL)
        done = subprocess.run(["ninja", "-C", self.folder, "-t", "commands", "-s", "src/gpu_modules.c"], check=True,
                              capture_output=True, text=True)  # fmt: skip
        for game in GAMES[:-1]:
            self.assertIn(f"src/{game}-survey.ptx", done.stdout)

    def test_what_is_no_game_is_refused(self):
        done = self.build("chess")
        self.assertEqual(done.returncode, 1)
        self.assertIn("there is no src/rules/chess.c", done.stderr)


if __name__ == "__main__":
    unittest.main()
