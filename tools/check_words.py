#!/usr/bin/env python3
"""Finds habits that make texts hard to read, and says what to write instead.

usage: check_words.py [--root ROOT] [PATH…]

Reads everything that people read: documents, English texts, and code with its names, comments and
messages. PATHs are files or folders; without one, the whole tree is read. tools/words_to_avoid.txt has
the list. Prints `file:line: "what is there": what to write — why` and exits 1 if there is anything to print.

To quote a habit on purpose, put the quotation between two lines that contain `words-check: off, REASON`
and `words-check: on`. A missing reason is an error.
"""
import argparse
import bisect
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
LIST = HERE / "words_to_avoid.txt"
SUFFIXES = {".md", ".c", ".h", ".py", ".pyi", ".ts", ".tsx", ".mjs", ".css", ".html", ".sh", ".yml", ".yaml", ".build",
            ".toml", ".in"}
NAMES = {"Makefile", "control", "rules"}  # and every file without a suffix in tools, .ci and fuzz, which are scripts
SKIPPED = re.compile(
    r"tools/words_to_avoid\.txt"
    r"|tests/(?:golden|records|positions|positions-broken)/.*(?<!\.md)"
    r"|docs/rules/[^/]+/.*"  # translations: docs/rules itself is English
    r"|words/(?!en/).*"
    r"|fuzz/corpus/.*"
    r"|LICENSE|debian/copyright"
)
OFF, ON = re.compile(r"words-check: (?:off)\b(?:, *(\w.*))?"), re.compile(r"words-check: (?:on)\b")
MARGIN = re.compile(r"^[ \t]*(?:/\*+|\*+/|\*|//+|#+|>|-|\|)?[ \t]*", re.MULTILINE)
JOINT = re.compile(r"\\n\"[ \t]*\n[ \t]*\"|[\"'][ \t]*\\?[ \t]*\n[ \t]*f?[\"']")
RELEASED = re.compile(r"^## \S+, (?!not yet released)", re.MULTILINE)


class Wrong(Exception):
    pass


def habits(text):
    """The list as (pattern, what to write, why). A long pattern has a line for itself."""
    found, begun = [], ""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        begun += line.strip() + " "
        if "=>" not in begun:
            continue
        pattern, _, rest = begun.partition("=>")
        begun = ""
        instead, _, why = rest.partition(" -- ")
        if not why.strip():
            raise Wrong(f"line {number}: a habit needs `PATTERN => INSTEAD -- WHY`")
        try:
            whole = re.compile(rf"\b(?:{pattern.strip()})\b", re.IGNORECASE)
        except re.error as error:
            raise Wrong(f"line {number}: {error}") from error
        found.append((whole, instead.strip(), why.strip()))
    return found


def blanked(text, pattern):
    """The text with matches as blanks, its lines unchanged."""
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def lines_of(name, text):
    """What is to be checked of a file, by line: without quotations, released changes and marks at margins."""
    if name.endswith("CHANGELOG.md"):
        released = RELEASED.search(text)
        text = text[:released.start()] if released else text
    lines, begun = text.split("\n"), 0
    for number, line in enumerate(lines, 1):
        begins = OFF.search(line)
        if begins and not begins[1]:
            raise Wrong(f"{name}:{number}: a quotation needs a reason, after a comma")
        if begins:
            begun = number
        if begun:
            lines[number - 1] = ""
        if ON.search(line):
            begun = 0
    if begun:
        raise Wrong(f"{name}:{begun}: a quotation that does not end")
    text = blanked(blanked("\n".join(lines), JOINT), MARGIN)
    return [" ".join(line.split()) for line in text.split("\n")]


def complaints(name, text, list_of_habits):
    flat, starts = "", []
    parts = lines_of(name, text)
    for part in parts:
        starts.append(len(flat))
        flat += part + " " if part else ""
    found = []
    for pattern, instead, why in list_of_habits:
        for match in pattern.finditer(flat):
            line = bisect.bisect_right(starts, match.start())
            found.append((line, f'{name}:{line}: "{match[0]}": {instead} — {why}'))
    return [said for _, said in sorted(found)]


def is_read(name):
    path = pathlib.PurePosixPath(name)
    if SKIPPED.fullmatch(name):
        return False
    script = path.parts[0] in {"tools", ".ci", "fuzz"} and not path.suffix
    return path.suffix in SUFFIXES or path.name in NAMES or script or name.startswith("words/en/")


def files_of(root):
    """All files of the tree: those that git knows or could add; in an archive, all but what was built."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard"],
                            capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        return sorted(set(listed.stdout.splitlines()))
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders
                      if not name.startswith("build") and name not in {".git", "node_modules", "__pycache__"}]
        found += [pathlib.Path(folder, name).relative_to(root).as_posix() for name in names]
    return sorted(found)


def main():
    ask = argparse.ArgumentParser(description="Finds habits that make texts hard to read.")
    ask.add_argument("--root", type=pathlib.Path, default=HERE.parent)
    ask.add_argument("paths", nargs="*", metavar="PATH", help="files or folders below ROOT; all without one")
    chosen = ask.parse_args()
    wanted = [os.path.relpath(os.path.abspath(path), chosen.root.resolve()) for path in chosen.paths]
    names = [name for name in files_of(chosen.root) if is_read(name) and
             (not wanted or any(path in (".", name) or name.startswith(path + "/") for path in wanted))]
    found = 0
    try:
        list_of_habits = habits(LIST.read_text(encoding="utf-8"))
        for name in names:
            path = chosen.root / name
            if path.is_file():
                for said in complaints(name, path.read_text(encoding="utf-8"), list_of_habits):
                    print(said)
                    found += 1
    except Wrong as wrong:
        print(f"check_words.py: {wrong}", file=sys.stderr)
        return 2
    print(f"{len(names)} files, {len(list_of_habits)} habits, {found} found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
