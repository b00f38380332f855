#!/usr/bin/env python3
"""Writes files into a C source, so that a program needs none at run time.

usage: embed.py SYMBOL OUTPUT ROOT FILE...

OUTPUT defines `const struct embedded_file SYMBOL[]` (src/embed.h): for each FILE
its bytes and its name, the path from ROOT with forward slashes. The list is
sorted by name and ends with a NULL name.
"""
import os
import sys


def c_string(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def c_bytes(data):
    rows = [data[i : i + 20] for i in range(0, len(data), 20)]
    return ",\n".join("    " + ",".join(str(byte) for byte in row) for row in rows)


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    symbol, output, root, *paths = sys.argv[1:]
    named = sorted((os.path.relpath(path, root).replace(os.sep, "/"), path) for path in paths)
    parts, entries = [], []
    for number, (name, path) in enumerate(named):
        with open(path, "rb") as file:
            data = file.read()
        # A NUL after the last byte, not counted, lets text be used as a string.
        parts.append(f"static const unsigned char file_{number}[] = {{\n{c_bytes(data + bytes(1))}}};\n")
        entries.append(f"    {{{c_string(name)}, file_{number}, sizeof file_{number} - 1}},\n")
    with open(output, "w", encoding="utf-8") as out:
        out.write('#include "embed.h"\n\n')
        out.write("\n".join(parts))
        out.write(f"\nconst struct embedded_file {symbol}[] = {{\n{''.join(entries)}    {{0}},\n}};\n")


main()
