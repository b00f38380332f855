"""python -m parlor.cuda.bench: decisions a second on a GPU, beside those of all processors.

    random    random play inside one kernel, with every legal action found: nothing is written but the states
    novices   the same with a novice at every seat
    learner   as learners use it: states in the GPU's memory, step by step, actions from a tensor; observation,
              mask, reward, done, seat and a random legal action written out
    processors  the same as learner by parlor.vector, on all processors of the machine
"""

import argparse
import ctypes
import os
import time

import numpy

import parlor

from . import vector
from .driver import call

STEPS = 50
REPEATS = 3


def seconds(work):
    """What the GPU takes for it, by its own clock: the best of a few."""
    begin, end = ctypes.c_void_p(), ctypes.c_void_p()
    best = float("inf")
    for event in (begin, end):
        call("cuEventCreate", ctypes.byref(event), 0)
    for _ in range(REPEATS):
        call("cuEventRecord", begin, None)
        work()
        call("cuEventRecord", end, None)
        call("cuEventSynchronize", end)
        passed = ctypes.c_float()
        call("cuEventElapsedTime", ctypes.byref(passed), begin, end)
        best = min(best, passed.value / 1000)
    return best


def on_gpu(game, n, players):
    games = vector(game, n, players, seed=1, picks=True)

    def step():
        for _ in range(STEPS):
            games.step(games.pick)

    step()
    learner = n * STEPS / seconds(step)
    games.check()
    random = n * STEPS / seconds(lambda: games.play(STEPS))
    novices = n * STEPS / seconds(lambda: games.play(STEPS, bot="novice"))
    return random, novices, learner


def processor_count():
    return len(os.sched_getaffinity(0))


def on_processors(game, n, players):
    with parlor.vector(game, n, players=players, seed=1, threads=processor_count()) as games:
        actions = numpy.empty(n, numpy.int64)
        begin, steps = time.perf_counter(), 0
        while time.perf_counter() - begin < 1:
            games.random_actions(actions)
            games.step(actions)
            steps += 1
        return n * steps / (time.perf_counter() - begin)


def main(arguments=None):
    reader = argparse.ArgumentParser(prog="python -m parlor.cuda.bench", description="Decisions a second on a GPU.")
    reader.add_argument("--game", choices=[info.id for info in parlor.games()], help="only this one")
    reader.add_argument("--players", type=int, default=4, help="how many play (4)")
    reader.add_argument("--n", type=int, default=1 << 20, help="games side by side on the GPU (1048576)")
    wishes = reader.parse_args(arguments)
    measured = f"millions a second, {wishes.players} players, {wishes.n} games"
    names = f"{'game':12} {'random':>10} {'novices':>10} {'learner':>10} {'processors':>11}"
    print(f"{names}   {measured}, {processor_count()} processors")
    for info in parlor.games():
        if wishes.game in (None, info.id):
            figures = [figure / 1e6 for figure in on_gpu(info.id, wishes.n, wishes.players)]
            processors = on_processors(info.id, 16384, wishes.players) / 1e6
            print(f"{info.id:12}", *(f"{figure:10.0f}" for figure in figures), f"{processors:11.1f}", flush=True)


if __name__ == "__main__":
    main()
