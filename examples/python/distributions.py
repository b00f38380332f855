#!/usr/bin/env python3
"""How the points of each game are distributed when bots play it.

A script of cells: run it whole, or cell by cell in an editor that knows `# %%`.

    python examples/python/distributions.py --games 400 --out distributions.svg
"""
# %% What is asked for
import argparse

import matplotlib
import numpy

import parlor

matplotlib.use('agg')
from matplotlib import pyplot

ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
ask.add_argument('--games', type=int, default=400, help='played for each picture')
ask.add_argument('--out', default='distributions.svg')
ask.add_argument('--seed', type=int, default=1)
of = ask.parse_args()
PLAYERS = 4


# %% Many games at once: random choices, through the vector
def random_points(info):
    with parlor.vector(info.id, of.games, players=PLAYERS, seed=of.seed, reward='points', observations=False) as games:
        points = numpy.full((of.games, PLAYERS), numpy.nan)
        actions = numpy.zeros(of.games, numpy.int64)
        while numpy.isnan(points).any():  # the first game of every row: a row that ends early must not count twice
            games.step(games.random_actions(actions))
            first = (games.done == 1) & numpy.isnan(points[:, 0])
            points[first] = games.reward[first]
    return points.ravel()


# %% One game at a time: the novice at every seat
def novice_points(info):
    novice, game, points = parlor.bot('novice'), parlor.load(info.id, PLAYERS), []
    for number in range(of.games):
        state = game.new(seed=of.seed + number)
        while not state.over:
            state.apply(state.turn, novice.choose(state))
        points.extend(state.points)
    return numpy.array(points)


# %% The picture
figure, axes = pyplot.subplots(1, len(parlor.games()), figsize=(15, 3.2))
for info, axis in zip(parlor.games(), axes, strict=True):
    both = {'random': random_points(info), 'novice': novice_points(info)}
    low, high = numpy.percentile(numpy.concatenate(list(both.values())), [0.5, 99.5])
    step = max(1, round((high - low) / 30))
    bins = numpy.arange(numpy.floor(low) - step / 2, high + step, step)
    for (name, points), colour in zip(both.items(), ('#9aa7b5', '#c2410c'), strict=True):
        axis.hist(points, bins, density=True, alpha=0.6, color=colour, label=name)
        axis.axvline(points.mean(), color=colour, linewidth=1.5)
        print(f'{info.title}, {name}: {points.mean():.1f} points on average, spread {points.std():.1f}')
    axis.set_title(info.title, fontsize=11)
    axis.set_xlabel('points of a seat', fontsize=9)
    axis.set_yticks([])
    for side in ('top', 'left', 'right'):
        axis.spines[side].set_visible(False)
axes[0].legend(frameon=False, fontsize=9)
figure.tight_layout()
pyplot.rcParams['svg.hashsalt'] = 'parlor'
figure.savefig(of.out, metadata={'Date': None})
