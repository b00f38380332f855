#!/usr/bin/env python3
"""Compiles C sources into a WebAssembly module: tools/wasm.py OUTPUT DEPFILE LINKER_FLAGS COMPILER FLAG… -- SOURCE…

Each source is compiled by itself, several at a time, so that the depfile names every header that was read."""

import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile


def compile_one(command: list[str], source: str, place: pathlib.Path) -> list[str]:
    """Compiles a source to place.o. Returns the files that were read."""
    made = subprocess.run([*command, "-c", "-MD", "-MF", f"{place}.d", "-o", f"{place}.o", source], check=False)
    if made.returncode != 0:
        sys.exit(made.returncode)
    rule = pathlib.Path(f"{place}.d").read_text(encoding="utf-8").replace("\\\n", " ")
    return rule.partition(":")[2].split()


def main() -> None:
    output, depfile, linker_flags, *rest = sys.argv[1:]
    command, sources = rest[: rest.index("--")], rest[rest.index("--") + 1 :]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        places = [pathlib.Path(folder) / str(number) for number in range(len(sources))]
        lists = list(pool.map(lambda one: compile_one(command, *one), zip(sources, places)))
        link = subprocess.run([*command, linker_flags, "-o", output, *(f"{place}.o" for place in places)], check=False)
        if link.returncode != 0:
            sys.exit(link.returncode)
    read = sorted({name for names in lists for name in names} | {__file__})
    pathlib.Path(depfile).write_text(f"{output}: {' '.join(read)}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
