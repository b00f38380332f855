#!/usr/bin/env python3
"""Builds the kernels of src/cuda for games: PTX, which NVIDIA's driver compiles for the GPU that is there.

    tools/ptx.py FOLDER GAME… --include DIR --clang CLANG --link LLVM-LINK

writes FOLDER/GAME.ptx, and with --survey FOLDER/GAME-survey.ptx, the kernels of parlor lab. clang and llvm-link of
Debian's packages are enough; CUDA's toolkit is not needed. The rules are compiled as they are. Linked into one module
with everything else internal, calls through `struct game` become plain ones, and what no kernel needs, such as words,
is gone. DIR holds belle_cards.h, which the build makes. With --quick the kernels are slow, but built in half the time:
for tests of whether they can be built.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src"
SHARED = [SOURCE / "rules" / f"{name}.c" for name in "fact game line rng signature tables text".split()]
ARCHITECTURE = "sm_80"  # every GPU from 2020 on
TARGET = ["--target=nvptx64-nvidia-cuda", f"-march={ARCHITECTURE}"]
CODE = ["-Xclang", "-target-feature", "-Xclang", "+ptx70", "-Wno-unknown-cuda-version"]
C = ["-std=c17", "-ffreestanding", "-fno-strict-aliasing", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror",
     f"-I{SOURCE}"]  # fmt: skip
ENTRIES = ["-x", "cuda", "--cuda-device-only", f"--cuda-gpu-arch={ARCHITECTURE}", "-nocudainc", "-nocudalib",
           "-ffreestanding", f"-I{SOURCE}"]  # fmt: skip
# What a survey is made of beside the game: the lab's play and its sums, novices and random players.
SURVEY = [SOURCE / f"{name}.c" for name in "cuda/survey_kernels lab/deal_play lab/factors "
          "lab/kingmaking lab/outcome lab/playing lab/tally".split()]  # fmt: skip
FREESTANDING = f"-isystem{SOURCE / 'wasm/libc'}"
# A call costs a GPU much: the state it points to must then be where any pointer may point.
INLINE = ["-mllvm", "-inline-threshold=20000"]
ROUNDS = 2  # until the last calls through pointers have become plain ones


class Failed(Exception):
    pass


def run(command):
    command = [str(part) for part in command]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        raise Failed(f"{command[0]} failed:\n{done.stdout}{done.stderr}")


def rules_of(game):
    rules = SOURCE / "rules"
    own = sorted(rules.glob(f"{game}.c")) + sorted(rules.glob(f"{game}_*.c"))
    if not own:
        raise Failed(f"there is no src/rules/{game}.c")
    return own


def symbol_of(game):
    """What the game's `struct game` is called: its id, and for the template another name."""
    return "template_game" if game == "template" else game


def line_of(game):
    """The game's line in the list of games."""
    line = re.search(rf"^ *(X\({game},.*?\))", (SOURCE / "games.h").read_text(), re.MULTILINE)
    return line[1] if line else f"X({symbol_of(game)}, NO_BOT, NO_DRAWING, NO_FEATURES)"


def novice_of(game):
    """What the game's novice is made of."""
    return [path for path in (SOURCE / "bots/bot.c", SOURCE / f"bots/{game}.c") if path.exists()]


def survey_of(game):
    """What a survey of the game is made of beside its rules."""
    return [*SURVEY, *novice_of(game), *SOURCE.glob(f"lab/features_{game}.c")]


def only(game):
    """Has a module know this game alone."""
    return [f"-DCUDA_GAME={symbol_of(game)}", f"-DGAMES(X)={line_of(game)}", FREESTANDING]


class Build:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.code = [*CODE, "-O1" if options.quick else "-O3"]
        self.clang = [options.clang, *TARGET, *self.code]

    def compile(self, name, sources, *more):
        """Bitcode of C files that is not optimised yet, as one file."""
        pieces = [self.folder / f"{name}-{source.parent.name}-{source.stem}.bc" for source in sources]
        for source, piece in zip(sources, pieces):
            run([*self.clang, *C, f"-I{self.options.include}", *more,
                 "-c", "-emit-llvm", "-Xclang", "-disable-llvm-passes", source, "-o", piece])  # fmt: skip
        linked = self.folder / f"{name}-linked.bc"
        run([self.options.link, *pieces, "-o", linked])
        return linked

    def module(self, name, entries, pieces):
        """PTX of bitcode and the entries that call it; everything else is internal."""
        linked, module = self.folder / f"{name}-all.bc", self.folder / f"{name}.bc"
        run([self.options.link, *pieces, "-o", linked])
        run([self.options.clang, *ENTRIES, SOURCE / "cuda" / entries, *self.code,
             "-Xclang", "-mlink-builtin-bitcode", "-Xclang", linked, "-emit-llvm", "-c", "-o", module])  # fmt: skip
        for _ in range(ROUNDS - 1):
            run([*self.clang, *INLINE, "-x", "ir", module, "-emit-llvm", "-c", "-o", module])
        output = self.options.folder / f"{name}.ptx"
        run([*self.clang, *INLINE, "-x", "ir", module, "-S", "-o", output])
        check(output)

    def game(self, game, shared):
        sources = [*rules_of(game), *novice_of(game), SOURCE / "cuda/kernels.c"]
        own = self.compile(game, sources, *only(game))
        self.module(game, "entry.cu", [own, shared.result()])

    def survey(self, game, shared):
        name = f"{game}-survey"
        own = self.compile(name, [*rules_of(game), *survey_of(game)], *only(game))
        self.module(name, "survey_entry.cu", [own, shared.result()])


def check(output):
    """A function that is missing would be noticed on a GPU only."""
    lines = output.read_text().splitlines()
    missing = [line for line in lines if line.startswith(".extern") and "shared_words" not in line]
    if missing:
        output.unlink()
        raise Failed("the kernels need what is not linked into them:\n" + "\n".join(missing))


def write_dependencies(depfile, outputs):
    """Names every file that a module may be made from: more than it is, but never fewer."""
    folders = [SOURCE / name for name in "bots cuda lab rules table wasm/libc".split()]
    inputs = [*SOURCE.glob("*.h"), *(path for folder in folders for path in folder.iterdir()), Path(__file__).resolve()]
    depfile.write_text(f"{' '.join(outputs)}: {' '.join(str(path) for path in sorted(inputs))}\n")


def main():
    reader = argparse.ArgumentParser(prog="tools/ptx.py", description="Kernels of games for NVIDIA GPUs.")
    reader.add_argument("folder", type=Path, help="where they go")
    reader.add_argument("games", nargs="+", metavar="game")
    reader.add_argument("--include", required=True, type=Path, help="the folder with belle_cards.h")
    reader.add_argument("--clang", default="clang")
    reader.add_argument("--link", default="llvm-link")
    reader.add_argument("--quick", action="store_true", help="optimise little")
    reader.add_argument("--depfile", type=Path, help="lists for ninja what they are made from")
    reader.add_argument("--survey", action="store_true", help="the kernels of parlor lab instead")
    options = reader.parse_args()
    # One worker more: the first compiles what all games share, and the others wait for it late.
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(len(os.sched_getaffinity(0)) + 1) as pool:
        build = Build(options, Path(folder))
        shared = pool.submit(build.compile, "shared", SHARED)
        kernels = build.survey if options.survey else build.game
        games = [pool.submit(kernels, game, shared) for game in options.games]
        try:
            for game in games:
                game.result()
        except Failed as why:
            pool.shutdown(cancel_futures=True)
            sys.exit(f"tools/ptx.py: {why}")
    if options.depfile:
        ending = "-survey.ptx" if options.survey else ".ptx"
        write_dependencies(options.depfile, [str(options.folder / f"{game}{ending}") for game in options.games])


if __name__ == "__main__":
    main()
