"""python -m parlor.bench: decisions a second of random play from Python, by game and player count.

Each measurement is cut into slices and the best slice counts, because whatever else the machine does only ever makes
a slice slower. One decision is one action picked at random in C, handed to Python as an array and back, and stepped.
"""

import argparse
import json
import os
import time

import numpy

import parlor

SLICES = 5


def decisions_per_second(game, n, threads, seconds, **wanted):
    """The best slice, of random play in n games at once."""
    best = 0.0
    with game.vector(n, threads=threads, seed=1, **wanted) as games:
        actions = numpy.empty(n, numpy.int64)
        for _ in range(SLICES):
            steps, begin = 0, time.perf_counter()
            while (passed := time.perf_counter() - begin) < seconds / SLICES or steps == 0:
                games.random_actions(actions)
                games.step(actions)
                steps += 1
            best = max(best, steps * n / passed)
    return best


def measure(game, n, threads, seconds):
    return {
        "game": game.id,
        "players": game.players,
        "n": n,
        "threads": threads,
        "decisions_per_s": round(decisions_per_second(game, n, threads, seconds, observations=False, masks=False)),
        "observed_per_s": round(decisions_per_second(game, n, threads, seconds)),
    }


def chosen_games(wishes):
    for info in parlor.games():
        if wishes.game in (None, info.id):
            for players in range(info.min_players, info.max_players + 1):
                if wishes.players in (None, players):
                    yield parlor.load(info.id, players)


def main(arguments=None):
    reader = argparse.ArgumentParser(prog="python -m parlor.bench", description="Decisions a second from Python.")
    reader.add_argument("--game", choices=[info.id for info in parlor.games()], help="only this one")
    reader.add_argument("--players", type=int, help="only with this number of players")
    reader.add_argument("--n", type=int, default=1024, help="games at once (1024)")
    reader.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)),
                        help="number of threads (one per processor)")
    reader.add_argument("--seconds", type=float, default=0.5, help="of one measurement (0.5)")
    reader.add_argument("--json", action="store_true", help="one line of JSON for each")
    wishes = reader.parse_args(arguments)
    if not wishes.json:
        print(f"{'game':12} players  {'decisions/s':>12}  {'observed/s':>12}   n={wishes.n} threads={wishes.threads}")
    for game in chosen_games(wishes):
        line = measure(game, wishes.n, wishes.threads, wishes.seconds)
        if wishes.json:
            print(json.dumps(line), flush=True)
        else:
            rates = f"{line['decisions_per_s'] / 1e6:10.2f} M  {line['observed_per_s'] / 1e6:10.2f} M"
            print(f"{game.id:12} {game.players:7}  {rates}", flush=True)


if __name__ == "__main__":
    main()
