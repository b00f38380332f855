#!/usr/bin/env python3
"""Builds the kernels of src/cuda for one game: PTX, which NVIDIA's driver compiles for the GPU that is there.

    tools/ptx.py GAME OUTPUT.ptx --include DIR --clang CLANG --link LLVM-LINK

clang and llvm-link of Debian's packages are enough; CUDA's toolkit is not needed. The rules are compiled as they are. Linked
into one module with everything else internal, calls through `struct game` become plain ones, and what no kernel
needs, such as words, is gone. DIR holds belle_cards.h, which the build makes.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src"
SHARED = ["fact", "game", "line", "rng", "signature", "tables", "text"]
ARCHITECTURE = "sm_80"  # every GPU from 2020 on
TARGET = ["--target=nvptx64-nvidia-cuda", f"-march={ARCHITECTURE}"]
CODE = ["-O3", "-Xclang", "-target-feature", "-Xclang", "+ptx70", "-Wno-unknown-cuda-version"]
C = ["-std=c17", "-ffreestanding", "-fno-strict-aliasing", "-Wall", "-Wextra", "-Werror", f"-I{SOURCE}"]
# A call costs a GPU much: the state it points to must then be where any pointer may point.
INLINE = ["-mllvm", "-inline-threshold=20000"]
ROUNDS = 2  # until the last calls through pointers have become plain ones


def run(command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        sys.exit(f"tools/ptx.py: {command[0]} failed:\n{done.stdout}{done.stderr}")


def sources_of(game):
    own = sorted((SOURCE / "rules").glob(f"{game}.c")) + sorted((SOURCE / "rules").glob(f"{game}_*.c"))
    if not own:
        sys.exit(f"tools/ptx.py: there is no src/rules/{game}.c")
    return own + [SOURCE / "rules" / f"{name}.c" for name in SHARED]


def symbol_of(game):
    """What the game's `struct game` is called: its id, and for the template another name."""
    return "template_game" if game == "template" else game


def build(options, folder):
    clang = [options.clang, *TARGET, *CODE]
    pieces = []
    for source in [*sources_of(options.game), SOURCE / "cuda/kernels.c"]:
        pieces.append(folder / f"{source.stem}.bc")
        run([*clang, *C, f"-I{options.include}", f"-DCUDA_GAME={symbol_of(options.game)}",
             "-c", "-emit-llvm", "-Xclang", "-disable-llvm-passes", source, "-o", pieces[-1]])
    linked = folder / "linked.bc"
    run([options.link, *pieces, "-o", linked])
    module = folder / "module.bc"
    run([options.clang, "-x", "cuda", "--cuda-device-only", f"--cuda-gpu-arch={ARCHITECTURE}", "-nocudainc", "-nocudalib",
         *CODE, "-ffreestanding", f"-I{SOURCE}", SOURCE / "cuda/entry.cu",
         "-Xclang", "-mlink-builtin-bitcode", "-Xclang", linked, "-emit-llvm", "-c", "-o", module])
    for _ in range(ROUNDS - 1):
        run([*clang, *INLINE, "-x", "ir", module, "-emit-llvm", "-c", "-o", module])
    run([*clang, *INLINE, "-x", "ir", module, "-S", "-o", options.output])


def check(output):
    """A function that is missing would be noticed on a GPU only."""
    missing = [line for line in output.read_text().splitlines() if line.startswith(".extern") and "shared_words" not in line]
    if missing:
        output.unlink()
        sys.exit("tools/ptx.py: the kernels need what is not linked into them:\n" + "\n".join(missing))


def main():
    reader = argparse.ArgumentParser(prog="tools/ptx.py", description="Kernels of one game for NVIDIA GPUs.")
    reader.add_argument("game")
    reader.add_argument("output", type=Path)
    reader.add_argument("--include", required=True, type=Path, help="the folder with belle_cards.h")
    reader.add_argument("--clang", default="clang")
    reader.add_argument("--link", default="llvm-link")
    options = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        build(options, Path(folder))
    check(options.output)


if __name__ == "__main__":
    main()
