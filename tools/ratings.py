#!/usr/bin/env python3
"""Plays every level against the level below, and writes docs/ratings.md.

    tools/ratings.py PROGRAM [--players N] [--most K] [--threads T] [--again] [--tree DIR] [GAME ...]

One seat of a bot plays a table of the next weaker one that people are offered. A pair plays until the interval of its
win share reaches at most 5 points to either side and p is below 0.001, or until the interval is so narrow that there
is no difference worth showing, but no more than K deals (1600). After Ctrl-C, the same command goes on: finished
deals are kept in build/ratings, and results in bench/ratings.jsonl. The games named are played (all, if none is)
with N players (all numbers); --again forgets their results first, for bots that have changed. The page has all
results. All this is in the tree of this tool, or in DIR. It takes hours of processor time."""
import argparse
import json
import math
import pathlib
import re
import subprocess
import sys

SEED = "2026"
ROOT = pathlib.Path(__file__).resolve().parent.parent
WIDE = 0.05    # an interval reaches no further to either side
NARROW = 0.02  # if it reaches no further than that, more games would show nothing that people could feel
SURE = 0.001
DEALS = 20  # at first

HEAD = f"""# Ratings

Each row has one seat of a bot against a table of another, in duplicate play: every deal is
played once for each rotation of the line-up. To make this page, run

    tools/ratings.py build/parlor

It calls `parlor arena GAME --players N --bots A,B --deals K --seed {SEED}` for each row, with more and more deals
until the interval of the win share reaches at most 5 points to either side and p is below 0.001, or until it reaches
at most 2 points: then the two are about equal. Intervals are 95 % intervals over deals; to stop when p is small
flatters p a little. A row with a wider interval, or with a greater p and more than 2 points, is not finished, and a
pair without a row has not begun: the same command goes on with them. The rating difference
is Plackett-Luce, 400 points for tenfold odds; p comes from a permutation test over
deals and is never below 0.0001. A level's rating is 1000, the rating of novice, plus the
differences up to that level. A level is a number of simulations
(`docs/bots.md`), so these figures do not depend on the machine.
"""
HEADING = """| players | bot | against | games | win share | even | mean rank | rating difference | rating | p |
|---|---|---|---|---|---|---|---|---|---|"""


class Results:
    """The reports of the arena, by game, players and pair of bots. They are saved whenever one comes in."""

    def __init__(self, path):
        self.path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        self.reports = {self.key(report): report for report in map(json.loads, lines)}

    @staticmethod
    def key(report):
        return (report["game"], report["players"], *(bot["name"] for bot in report["bots"]))

    def get(self, game, players, pair):
        return self.reports.get((game, players, *pair))

    def put(self, report):
        self.reports[self.key(report)] = report
        self.save()

    def forget(self, game, players):
        self.reports = {key: report for key, report in self.reports.items() if key[:2] != (game, players)}
        self.save()

    def save(self):
        fresh = self.path.with_suffix(".new")
        fresh.write_text("".join(json.dumps(self.reports[key]) + "\n" for key in sorted(self.reports)),
                         encoding="utf-8")
        fresh.replace(self.path)


def deals_of(args, game, players, pair):
    return args.tree / "build/ratings" / f"{game}-{players}-{pair[0]}-{pair[1]}.deals"


def is_enough(report):
    """True if there are games enough to say how the two compare."""
    low, high = report["bots"][0]["win_share_ci"]
    reach = (high - low) / 2
    return reach <= WIDE and (report["p_value"] < SURE or reach <= NARROW)


def more(report, deals):
    """Returns how many deals would probably be enough."""
    low, high = report["bots"][0]["win_share_ci"]
    wanted = WIDE if report["p_value"] < SURE else NARROW
    guess = deals * ((high - low) / 2 / wanted) ** 2
    return max(deals + 5, math.ceil(min(1.1 * guess, 1.6 * deals)))


def play(args, results, game, players, pair):
    """Plays a pair until that is enough."""
    report = results.get(game, players, pair)
    deals = report["games"] // players if report else min(DEALS, args.most)
    while not report or (not is_enough(report) and deals < args.most):
        if report:
            deals = min(more(report, deals), args.most)
        command = [args.program, "arena", game, "--players", str(players), "--bots", ",".join(pair), "--deals",
                   str(deals), "--seed", SEED, "--threads", str(args.threads), "--state",
                   str(deals_of(args, game, players, pair)), "--json", "--quiet"]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            sys.exit(f"tools/ratings.py: {' '.join(command)} ended with exit code {done.returncode}")
        report = json.loads(done.stdout.splitlines()[0])
        results.put(report)
    share = report["bots"][0]["win_share"]
    print(f"{game}, {players} players: {pair[0]} against {pair[1]} {100 * share:.1f} % of {report['games']} games",
          flush=True)


def difference(report):
    """Returns by how much the rating of the first is higher, with its interval."""
    first, second = report["bots"]
    return (first["rating"] - second["rating"], first["rating_ci"][0] - second["rating_ci"][1],
            first["rating_ci"][1] - second["rating_ci"][0])


def row(report, players, pair, rating):
    bot = report["bots"][0]
    low, high = (100 * share for share in bot["win_share_ci"])
    middle, least, most = difference(report)
    return (f"| {players} | {pair[0]} | {pair[1]} | {report['games']} | {100 * bot['win_share']:.1f}% [{low:.1f}, "
            f"{high:.1f}] | {100 / players:.1f}% | {bot['mean_rank']:.2f} | {middle:+.0f} [{least:+.0f}, {most:+.0f}] "
            f"| {rating:.0f} | {report['p_value']:.4f} |")


def pairs_of(game):
    """Returns each bot that people are offered, from the second weakest on, with the one below."""
    return list(zip(game["bots"][1:], game["bots"]))


def players_of(game):
    return range(game["min_players"], game["max_players"] + 1)


def rows(results, game, players):
    """Returns the lines of a number of players, as far as there are games."""
    lines, ratings = [], {"novice": 1000.0}
    for pair in pairs_of(game):
        report = results.get(game["id"], players, pair)
        if not report:
            continue
        bot, against = pair
        ratings.setdefault(bot, ratings.get(against, math.nan) + difference(report)[0])
        lines.append(row(report, players, pair, ratings[bot]))
    return lines


def listed(program):
    lines = subprocess.run([program, "games", "--json"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return {game["id"]: game for game in map(json.loads, lines.splitlines())}


def rest_of_page(page):
    """Returns what people have written below the tables."""
    found = re.search(r"^## Best replies$", page, re.MULTILINE)
    return "\n" + page[found.start():] if found else ""


def write(path, results, games):
    page = [HEAD]
    for game in games.values():
        lines = [line for players in players_of(game) for line in rows(results, game, players)]
        if lines:
            page += [f"\n## {game['title']}\n", HEADING] + lines
    rest = rest_of_page(path.read_text(encoding="utf-8")) if path.exists() else ""
    path.write_text("\n".join(page) + "\n" + rest, encoding="utf-8")


def wished():
    parser = argparse.ArgumentParser(description="Plays every level against the level below, and writes the page.")
    parser.add_argument("program")
    parser.add_argument("games", nargs="*", metavar="GAME", help="all, if none is named")
    parser.add_argument("--players", type=int, metavar="N", help="with N players alone")
    parser.add_argument("--most", type=int, default=1600, metavar="K", help="deals of a pair (1600)")
    parser.add_argument("--threads", type=int, default=1, metavar="T")
    parser.add_argument("--tree", type=pathlib.Path, default=ROOT, metavar="DIR", help="instead of that of this tool")
    parser.add_argument("--again", action="store_true", help="forget the results of these games first")
    args = parser.parse_intermixed_args()
    if args.most < 2 or args.threads < 1:
        parser.error("--most is at least 2, --threads at least 1")
    games = listed(args.program)
    for name in args.games:
        if name not in games:
            parser.error(f"{name}: no such game; there are {', '.join(games)}")
    wanted = [(games[name], players) for name in args.games or games for players in players_of(games[name])
              if args.players in (None, players)]
    if not wanted:
        parser.error(f"--players {args.players}: none of these games has that many players")
    return args, games, wanted


def main():
    args, games, wanted = wished()
    for folder in ("bench", "docs", "build/ratings"):
        (args.tree / folder).mkdir(parents=True, exist_ok=True)
    results = Results(args.tree / "bench/ratings.jsonl")
    for game, players in wanted if args.again else []:
        results.forget(game["id"], players)
        for pair in pairs_of(game):
            deals_of(args, game["id"], players, pair).unlink(missing_ok=True)
    try:
        for level in range(max(len(game["bots"]) for game in games.values()) - 1):  # the quick ones first
            for game, players in wanted:
                for pair in pairs_of(game)[level:level + 1]:
                    play(args, results, game["id"], players, pair)
    except KeyboardInterrupt:
        sys.exit("tools/ratings.py: interrupted; run the same command again to continue")
    finally:
        write(args.tree / "docs/ratings.md", results, games)


if __name__ == "__main__":
    try:
        main()
    except OSError as problem:  # the program cannot be run, or a file not be written
        sys.exit(f"tools/ratings.py: {problem.filename}: {problem.strerror}")
