#!/usr/bin/env python3
"""Every rule has a test, and every test is for a rule.

usage: check_rule_ids.py [ROOT]

Rule ids look like SC-9. They are defined by docs/rules/*.md. A test names one in
a `rules` line of a position (tests/positions) or anywhere in a test's source
(tests/*.c and the like). Fails and prints what is missing on either side.
"""
import pathlib
import re
import sys

ID = re.compile(r"\b[A-Z]{2}-[1-9][0-9]*\b")
SOURCES = {".c", ".h", ".py", ".mjs", ".js", ".ts"}


def ids_of_rules(root):
    """By id: the file that has it."""
    found = {}
    for path in sorted(root.glob("docs/rules/*.md")):
        for rule in ID.findall(path.read_text(encoding="utf-8")):
            found.setdefault(rule, path.relative_to(root))
    return found


def tested_text(path):
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".txt":
        return "\n".join(line for line in text.splitlines() if line.startswith("rules "))
    return text


def ids_of_tests(root):
    """By id: where it is named first."""
    positions = root.glob("tests/positions/*/*.txt")
    sources = [path for path in root.glob("tests/**/*") if path.suffix in SOURCES and path.name != "positions_test.c"]
    found = {}
    for path in sorted(positions) + sorted(sources):
        for rule in ID.findall(tested_text(path)):
            found.setdefault(rule, path.relative_to(root))
    return found


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    rules, tests = ids_of_rules(root), ids_of_tests(root)
    # A source may hold other words of this shape: only the letters of a game are looked at.
    letters = {rule.split("-")[0] for rule in rules}
    in_positions = {rule for rule, path in tests.items() if path.suffix == ".txt"}
    missing = [f"{rules[rule]}: no test names {rule}" for rule in rules if rule not in tests]
    unknown = [
        f"{path}: {rule} is not a rule"
        for rule, path in tests.items()
        if rule not in rules and (rule in in_positions or rule.split("-")[0] in letters)
    ]
    for line in missing + unknown:
        print(line)
    if not rules:
        print(f"{root}: no rule ids were found in docs/rules")
    print(f"{len(rules)} rules, {len(missing)} without a test, {len(unknown)} unknown ids in tests")
    return 1 if missing or unknown or not rules else 0


sys.exit(main())
