#!/usr/bin/env python3
"""Writes the cards of data/belle/*.csv as two lists of C macros, for rules/belle_deck.c.

usage: belle_cards.py guests.csv belles.csv OUT.h

Words for interests and effects go out as C names, so that the compiler refuses
one that does not exist; tests/belle_test.c holds the tables to everything else.
"""
import csv
import sys


def rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def text(word):
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'


def listing(name, lines):
    body = " \\\n    ".join(lines)
    return f"#define {name}(X) \\\n    {body}\n"


def main():
    guests, belles, out = sys.argv[1:]
    nobles = {"-": "BELLE_NOBLE_NONE", "Lord": "BELLE_NOBLE_LORD", "Lady": "BELLE_NOBLE_LADY"}
    with open(out, "w", encoding="utf-8") as file:
        file.write("/* Made by tools/belle_cards.py from data/belle/. */\n")
        file.write(listing("BELLE_GUESTS", (
            f"X({text(row['name'])}, {nobles[row['noble']]}, "
            f"{', '.join('BELLE_' + row[rarity].upper() for rarity in ('common', 'medium', 'rare'))})"
            for row in rows(guests))))
        file.write(listing("BELLE_BELLES", (
            f"X({text(row['name'])}, BELLE_EFFECT_{row['effect_id']})" for row in rows(belles))))


main()
