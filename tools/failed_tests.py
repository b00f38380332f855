#!/usr/bin/env python3
"""Says in a few lines which tests failed, and why: `failed_tests.py testlog.json`, the log that Meson keeps."""
import json
import re
import sys

MOST_LINES = 8  # of each test: the whole is in Meson's log
TELLING = re.compile(r"^\s*(not ok \d+|error: [^|]|FAIL: )|[Aa]ssertion|Error: |ERROR: |runtime error| != ")
TEXT_FOLLOWS = re.compile(r"^\s*error: \|-$")
LINES_OF_TEXT = 4


def lines_of(output: str) -> list[str]:
    """The lines that say most; the last ones if none does."""
    lines = [line.rstrip() for line in output.splitlines() if line.strip()]
    found, rest = [], 0
    for line in lines:
        if TELLING.search(line) or rest > 0:
            found.append(line.strip())
        rest = LINES_OF_TEXT if TEXT_FOLLOWS.match(line) else rest - 1
    return found[:MOST_LINES] or lines[-MOST_LINES:]


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: failed_tests.py testlog.json")
    with open(sys.argv[1], encoding="utf-8") as log:
        tests = [json.loads(line) for line in log]
    for test in tests:
        if test["result"] in ("OK", "SKIP", "EXPECTEDFAIL"):
            continue
        print(f"  {test['name']}: {test['result']}, {test['duration']:.0f} s")
        for line in lines_of(test.get("stdout", "") + "\n" + test.get("stderr", "")):
            print(f"    {line[:160]}")


if __name__ == "__main__":
    main()
