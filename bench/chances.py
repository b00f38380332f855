#!/usr/bin/env python3
"""Do winning chances come true? Experts play, and now and then a hint says what its best move would bring.

    python bench/chances.py --games 200 --out docs/pictures/chances.svg

The player who is asked makes that move, and the game goes on. Then hints are put into classes by the chance that they
promised, and the table and the picture compare it with the share of wins that came of it. Intervals hold 95 % and are
over games, since the hints of one game share its luck.
"""
import argparse
import multiprocessing
import os
import sys

import matplotlib
import numpy

import parlor

matplotlib.use('agg')
from matplotlib import pyplot

ONE_IN = 10  # decisions that are asked about
CLASSES = 10
LEAST = 20  # hints: fewer say nothing about a class
PLAYERS = {'belle': 3, 'sparrows': 3}  # else 4


def play(wish):
    """The hints of a game: what each promised, and the share of the win that its seat got."""
    game, number = wish
    rng = numpy.random.default_rng([number, len(game), ord(game[1])])
    state, expert = parlor.load(game, PLAYERS.get(game, 4)).new(seed=number), parlor.bot('expert')
    asked = []
    while not state.over:
        seat = state.turn
        if len(state.legal(seat)) > 1 and rng.integers(ONE_IN) == 0:
            line = state.hint(seat, most=1)[0]
            asked.append((seat, line.value))
            state.apply(seat, line.action)
        else:
            state.apply(seat, expert.choose(state, seat))
    winners = state.winners
    return [(said, (seat in winners) / len(winners)) for seat, said in asked]


def class_of(hint):
    return min(int(hint[0] * CLASSES), CLASSES - 1)


def interval(games):
    """The mean share of the win of some hints, given game by game, and half of its 95 % interval."""
    sums, counts = numpy.array([sum(one) for one in games]), numpy.array([len(one) for one in games])
    mean = sums.sum() / counts.sum()
    return mean, 1.96 * numpy.sqrt(((sums - mean * counts) ** 2).sum()) / counts.sum()


def compare(title, played):
    """Prints the table of a game and returns its rows: said, came, half of the interval."""
    rows = []
    print(f'\n### {title}\n\n| said | hints | on average | came true |\n|---|--:|--:|--:|')
    for low in range(CLASSES):
        inside = [[hint for hint in hints if class_of(hint) == low] for hints in played]
        inside = [hints for hints in inside if hints]
        count = sum(map(len, inside))
        if count < LEAST:
            continue
        said = numpy.mean([said for hints in inside for said, _ in hints])
        came, half = interval([[came for _, came in hints] for hints in inside])
        rows.append((said, came, half))
        print(f'| {10 * low} to {10 * low + 10} % | {count} | {said:.0%} | {came:.0%} ± {100 * half:.0f} |')
    return rows


def draw(axis, title, rows):
    said, came, half = (numpy.array(column) for column in zip(*rows, strict=True))
    axis.plot([0, 1], [0, 1], color='#9aa7b5', linewidth=1)
    axis.errorbar(said, came, yerr=half, fmt='o', color='#c2410c', markersize=4, linewidth=1.2)
    axis.set_title(title, fontsize=11)
    axis.set(xlim=(0, 1), ylim=(0, 1), aspect='equal')
    axis.set_xlabel('said', fontsize=9)
    axis.set_xticks([0, 0.5, 1], ['0', '50 %', '100 %'])
    axis.set_yticks([0, 0.5, 1], ['0', '50 %', '100 %'])
    for side in ('top', 'right'):
        axis.spines[side].set_visible(False)


def main():
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument('--games', type=int, default=200, help='played of each game')
    ask.add_argument('--out', default='chances.svg')
    ask.add_argument('--processes', type=int, default=os.cpu_count())
    of = ask.parse_args()
    if of.games < 1 or of.processes < 1:
        ask.error('--games and --processes are at least 1')
    figure, axes = pyplot.subplots(1, len(parlor.games()), figsize=(15, 3.4))
    with multiprocessing.Pool(of.processes) as pool:
        for info, axis in zip(parlor.games(), axes, strict=True):
            played = pool.map(play, [(info.id, number) for number in range(1, of.games + 1)], chunksize=1)
            rows = compare(info.title, played)
            if not rows:
                sys.exit(f'{of.games} games of {info.title} have too few hints: ask for more --games')
            draw(axis, info.title, rows)
    axes[0].set_ylabel('came true', fontsize=9)
    figure.tight_layout()
    pyplot.rcParams['svg.hashsalt'] = 'parlor'
    figure.savefig(of.out, metadata={'Date': None})


if __name__ == '__main__':
    main()
