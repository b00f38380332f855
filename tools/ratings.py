#!/usr/bin/env python3
"""Plays the ladder of every game and number of players and writes docs/ratings.md.

    tools/ratings.py PROGRAM [GAME ...]

Numbers of players that a game is mostly played with get more deals than others.
What has been played is kept in build/ratings, so that a run that was ended goes
on there; the games named (all, if none is) are played, and the page is written
from whatever is complete. It takes hours of processor time."""
import os
import re
import subprocess
import sys

SEED = "2026"
PLAN = {  # game: numbers of players, the usual one, deals for it, deals for the others
    "scout": (range(2, 6), 4, 100, 6),
    "bridesmaid": (range(2, 6), 4, 120, 20),
    "belle": (range(2, 6), 3, 120, 6),
    "sparrows": (range(2, 6), 3, 60, 8),
    "bannish": (range(3, 6), 4, 120, 12),
}
HEAD = """# Ratings

Each row has one seat of a bot against a table of another, in duplicate play: every deal is
played once for each rotation of the line-up. To make this page, run

    tools/ratings.py build/parlor

It calls `parlor arena --ladder GAME --players N --deals K --seed {seed}` for each
number of players; the strongest level plays a third of the deals against novices.
Intervals are 95 % intervals over deals. The rating difference
is Plackett-Luce, 400 points for tenfold odds; p comes from a permutation test over
deals and is never below 0.0001. A level's rating is 1000, the rating of novice, plus the
differences up to that level. A level is a number of simulations
(`docs/bots.md`), so these figures do not depend on the machine.
"""


def play(program, game, players, deals):
    part = f"build/ratings/{game}-{players}.md"
    subprocess.run(
        [program, "arena", "--ladder", game, "--players", str(players), "--deals", str(deals), "--seed", SEED,
         "--threads", "1", "--state", f"build/ratings/{game}-{players}.deals", "--out", part],
        check=True)


def rows(game, players):
    """The lines of a table that is complete, heading first; none if it is not."""
    try:
        with open(f"build/ratings/{game}-{players}.md", encoding="utf-8") as part:
            text = part.read()
    except FileNotFoundError:
        return None, []
    title = re.search(r"^## (.*)$", text, re.MULTILINE).group(1)
    return title, [line for line in text.splitlines() if line.startswith("|")]


def write():
    page = [HEAD.format(seed=SEED)]
    for game, (counts, usual, deals, others) in PLAN.items():
        heading = None
        for players in counts:
            title, lines = rows(game, players)
            if lines and not heading:
                heading = lines[:2]
                page += [f"\n## {title}\n", f"{deals} deals with {usual} players, {others} with other numbers.\n"]
                page += heading
            page += lines[2:]
    with open("docs/ratings.md", "w", encoding="utf-8") as out:
        out.write("\n".join(page) + "\n")


def main():
    os.makedirs("build/ratings", exist_ok=True)
    program, wanted = sys.argv[1], sys.argv[2:] or PLAN
    for game in wanted:
        counts, usual, deals, others = PLAN[game]
        for players in sorted(counts, key=lambda count: count != usual):
            play(program, game, players, deals if players == usual else others)
    write()


if __name__ == "__main__":
    main()
