#!/usr/bin/env python3
"""Writes files into a C source, so that a program needs none at run time.

usage: embed.py SYMBOL OUTPUT DEPFILE ROOT [FILE...]

OUTPUT defines `const struct embedded_file SYMBOL[]` (src/embed.h): for each FILE
its bytes and its name, the path from ROOT with forward slashes. The list is
sorted by name and ends with a NULL name. A FILE with a star is a pattern below ROOT: */scout.md.
DEPFILE names the files and the folders that patterns were looked up in, so that ninja
notices a file that is added later.
"""
import glob
import os
import sys


def c_string(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def c_bytes(data):
    rows = [data[i : i + 20] for i in range(0, len(data), 20)]
    return ",\n".join("    " + ",".join(str(byte) for byte in row) for row in rows)


def found(root, patterns):
    """The files that patterns stand for, and the folders that such files would be in."""
    paths, folders = set(), set()
    for pattern in patterns:
        if "*" not in pattern:
            paths.add(pattern)
            continue
        below = os.path.join(glob.escape(root), pattern)
        paths.update(glob.glob(below))
        for _ in range(pattern.count("/") + 1):
            below = os.path.dirname(below)
            folders.update(glob.glob(below))
    return sorted(paths), sorted(folders)


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    symbol, output, depfile, root, *patterns = sys.argv[1:]
    paths, folders = found(root, patterns)
    named = sorted((os.path.relpath(path, root).replace(os.sep, "/"), path) for path in paths)
    parts, entries = [], []
    for number, (name, path) in enumerate(named):
        try:
            with open(path, "rb") as file:
                data = file.read()
        except OSError as wrong:
            sys.exit(f"embed.py: {path}: {wrong.strerror}")
        # A NUL after the last byte, not counted, lets text be used as a string.
        parts.append(f"static const unsigned char file_{number}[] = {{\n{c_bytes(data + bytes(1))}}};\n")
        entries.append(f"    {{{c_string(name)}, file_{number}, sizeof file_{number} - 1}},\n")
    with open(output, "w", encoding="utf-8") as out:
        out.write('#include "embed.h"\n\n')
        out.write("\n".join(parts))
        out.write(f"\nconst struct embedded_file {symbol}[] = {{\n{''.join(entries)}    {{0}},\n}};\n")
    with open(depfile, "w", encoding="utf-8") as out:
        out.write(f"{output}: {' '.join(path.replace(' ', chr(92) + ' ') for path in [*paths, *folders])}\n")


main()
