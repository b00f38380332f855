#!/usr/bin/env python3
"""Compiles C sources into WebAssembly modules:

    tools/wasm.py DEPFILE LINKER_FLAGS COMPILER FLAG… -- SOURCE… -- MODULE.wasm [-DNAME=VALUE…] [SOURCE…] [-- …]

The first sources are in every module and are compiled once; each module adds its own. A source is compiled by itself,
several at a time, so that the depfile names every header that was read."""

import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile


def run(*command: str) -> None:
    made = subprocess.run(command, check=False)
    if made.returncode != 0:
        sys.exit(made.returncode)


def compile_one(command: list[str], source: str, place: pathlib.Path) -> list[str]:
    """Compiles a source to place.o. Returns the files that were read."""
    run(*command, "-c", "-MD", "-MF", f"{place}.d", "-o", f"{place}.o", source)
    rule = pathlib.Path(f"{place}.d").read_text(encoding="utf-8").replace("\\\n", " ")
    return rule.partition(":")[2].split()


def groups(words: list[str]) -> list[list[str]]:
    """The words between those that are `--`."""
    found: list[list[str]] = [[]]
    for word in words:
        if word == "--":
            found.append([])
        else:
            found[-1].append(word)
    return found


def main() -> None:
    (depfile, linker_flags, *command), common, *modules = groups(sys.argv[1:])
    jobs = [(command, source) for source in common]  # what is compiled
    parts: dict[str, list[int]] = {}  # by module, places in jobs
    for name, *more in modules:
        flags = [word for word in more if word.startswith("-D")]
        own = [(command + flags, word) for word in more if word not in flags]
        parts[name] = [*range(len(common)), *range(len(jobs), len(jobs) + len(own))]
        jobs += own
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        places = [pathlib.Path(folder) / str(number) for number in range(len(jobs))]
        lists = list(pool.map(lambda job, place: compile_one(*job, place), jobs, places))
        for name, numbers in parts.items():
            run(*command, linker_flags, "-o", name, *(f"{places[number]}.o" for number in numbers))
    read = sorted({name for names in lists for name in names} | {__file__})
    pathlib.Path(depfile).write_text(f"{' '.join(parts)}: {' '.join(read)}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
