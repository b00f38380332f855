#!/usr/bin/env python3
"""Builds the kernels of src/cuda for games: PTX, which NVIDIA's driver compiles for the GPU that is there.

    tools/ptx.py FOLDER GAME… --include DIR --clang CLANG --link LLVM-LINK

writes FOLDER/GAME.ptx. clang and llvm-link of Debian's packages are enough; CUDA's toolkit is not needed. The rules are
compiled as they are. Linked into one module with everything else internal, calls through `struct game` become plain
ones, and what no kernel needs, such as words, is gone. DIR holds belle_cards.h, which the build makes. With --quick the
kernels are slow, but built in half the time: for tests of whether they can be built.
"""

import argparse
import os
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
C = ["-std=c17", "-ffreestanding", "-fno-strict-aliasing", "-Wall", "-Wextra", "-Werror", f"-I{SOURCE}"]
ENTRIES = ["-x", "cuda", "--cuda-device-only", f"--cuda-gpu-arch={ARCHITECTURE}", "-nocudainc", "-nocudalib",
           "-ffreestanding", f"-I{SOURCE}", SOURCE / "cuda/entry.cu"]  # fmt: skip
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


def sources_of(game):
    rules = SOURCE / "rules"
    own = sorted(rules.glob(f"{game}.c")) + sorted(rules.glob(f"{game}_*.c"))
    if not own:
        raise Failed(f"there is no src/rules/{game}.c")
    return [*own, SOURCE / "cuda/kernels.c"]


def symbol_of(game):
    """What the game's `struct game` is called: its id, and for the template another name."""
    return "template_game" if game == "template" else game


class Build:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.code = [*CODE, "-O1" if options.quick else "-O3"]
        self.clang = [options.clang, *TARGET, *self.code]

    def compile(self, sources, *more):
        """Bitcode of C files that is not optimised yet, as one file."""
        name = "-".join(["linked", *more]).replace("=", "-")
        pieces = [self.folder / f"{name}-{source.stem}.bc" for source in sources]
        for source, piece in zip(sources, pieces):
            run([*self.clang, *C, f"-I{self.options.include}", *more,
                 "-c", "-emit-llvm", "-Xclang", "-disable-llvm-passes", source, "-o", piece])  # fmt: skip
        linked = self.folder / f"{name}.bc"
        run([self.options.link, *pieces, "-o", linked])
        return linked

    def game(self, game, shared):
        own = self.compile(sources_of(game), f"-DCUDA_GAME={symbol_of(game)}")
        linked, module = self.folder / f"{game}-linked.bc", self.folder / f"{game}.bc"
        run([self.options.link, own, shared.result(), "-o", linked])
        run([self.options.clang, *ENTRIES, *self.code, "-Xclang", "-mlink-builtin-bitcode", "-Xclang", linked,
             "-emit-llvm", "-c", "-o", module])  # fmt: skip
        inline = [] if self.options.quick else INLINE
        for _ in range(0 if self.options.quick else ROUNDS - 1):
            run([*self.clang, *inline, "-x", "ir", module, "-emit-llvm", "-c", "-o", module])
        output = self.options.folder / f"{game}.ptx"
        run([*self.clang, *inline, "-x", "ir", module, "-S", "-o", output])
        check(output)


def check(output):
    """A function that is missing would be noticed on a GPU only."""
    lines = output.read_text().splitlines()
    missing = [line for line in lines if line.startswith(".extern") and "shared_words" not in line]
    if missing:
        output.unlink()
        raise Failed("the kernels need what is not linked into them:\n" + "\n".join(missing))


def main():
    reader = argparse.ArgumentParser(prog="tools/ptx.py", description="Kernels of games for NVIDIA GPUs.")
    reader.add_argument("folder", type=Path, help="where they go")
    reader.add_argument("games", nargs="+", metavar="game")
    reader.add_argument("--include", required=True, type=Path, help="the folder with belle_cards.h")
    reader.add_argument("--clang", default="clang")
    reader.add_argument("--link", default="llvm-link")
    reader.add_argument("--quick", action="store_true", help="optimise little")
    options = reader.parse_args()
    # One worker more: the first compiles what all games share, and the others wait for it late.
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(len(os.sched_getaffinity(0)) + 1) as pool:
        build = Build(options, Path(folder))
        shared = pool.submit(build.compile, SHARED)
        games = [pool.submit(build.game, game, shared) for game in options.games]
        try:
            for game in games:
                game.result()
        except Failed as why:
            pool.shutdown(cancel_futures=True)
            sys.exit(f"tools/ptx.py: {why}")


if __name__ == "__main__":
    main()
