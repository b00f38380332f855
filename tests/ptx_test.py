"""The kernels build for NVIDIA GPUs: every game of src/games.h and the template, by being a game.

That they play the same games is tested where there is a GPU (tests/cuda) and, of the same kernels on a processor, by
tests/cuda_test.c.
"""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = [*re.findall(r"^ *X\((\w+)", (ROOT / "src/games.h").read_text(), re.MULTILINE), "template"]
KERNELS = {"facts", "play", "refresh", "reset", "signature", "step"}


def build(game, output, **changes):
    command = [sys.executable, ROOT / "tools/ptx.py", game, output, "--include", os.environ["BELLE_CARDS"]]
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, env={**os.environ, **changes})


class Ptx(unittest.TestCase):
    def test_every_game_builds(self):
        self.assertGreater(len(GAMES), 5)
        with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
            outputs = [Path(folder, f"{game}.ptx") for game in GAMES]
            for game, output, done in zip(GAMES, outputs, pool.map(build, GAMES, outputs)):
                with self.subTest(game=game):
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    text = output.read_text()
                    self.assertEqual(set(re.findall(r"^\.visible \.entry (\w+)\(", text, re.MULTILINE)), KERNELS)
                    # What words are made of stays on the host.
                    self.assertNotIn("write_text", text)

    def test_what_is_no_game_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            done = build("chess", Path(folder, "chess.ptx"))
            self.assertEqual(done.returncode, 1)
            self.assertIn("there is no src/rules/chess.c", done.stderr)


if __name__ == "__main__":
    unittest.main()
