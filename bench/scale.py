#!/usr/bin/env python3
"""What many players would take: a simulation of nodes and their database that replays what bench/nodes.py measured.

    python3 bench/scale.py                                  # how well it foretells the rows that were measured
    python3 bench/scale.py --players 1000000 --nodes 24     # utilisation, and how soon choices are told

Players think, then send a choice to the node of their table. The node works on one thing at a time; its writer takes
all choices that wait, as one commit; when that is done the node tells the players. The costs are those measured, and
the times of commits are drawn from those measured. How many commits a database does at once, and how long people
think, is assumed: see --lanes and --think."""
import argparse
import heapq
import json
import os
import random

HERE = os.path.dirname(os.path.abspath(__file__))
KEPT = os.path.join(HERE, 'nodes.json')
BEFORE = 0.3  # the share of a node's work on a choice that comes before the commit: to read, check and append it
WRITER = 0.2  # the share of the writer's thread, which works beside the node's


class Commits:
    """Times of commits as they were measured: a histogram, drawn from evenly within each of its classes."""

    def __init__(self, counts, chance):
        self.chance = chance
        self.bounds, self.weights, low = [], [], 0.0
        for bound, count in counts:
            high = 4.0 if bound == '+Inf' else float(bound)
            self.bounds.append((max(low, high / 3), high))
            self.weights.append(count)
            low = high

    def draw(self):
        low, high = self.chance.choices(self.bounds, self.weights)[0]
        return self.chance.uniform(low, high)


class Node:
    """One node, and what waits there. Times are in seconds."""

    def __init__(self, costs, commits, lanes):
        self.work = costs['server_us'] * 1e-6 * (1 - WRITER)
        self.commits = commits
        self.lanes = lanes
        self.busy_until = 0.0  # the thread that serves
        self.busy = 0.0
        self.waiting = []  # choices that wait for a commit
        self.commit_ends = None

    def serve(self, now, share):
        """Does a share of the work on one choice; when it is done."""
        cost = self.work * share
        self.busy_until = max(self.busy_until, now) + cost
        self.busy += cost
        return self.busy_until

    def begin_commit(self, now):
        """A commit waits until the database has a lane free."""
        lane = heapq.heappop(self.lanes)
        ends = max(now, lane) + self.commits.draw()
        heapq.heappush(self.lanes, ends)
        return ends


def simulate(rate, nodes, row, lanes, seconds, seed=1):
    """Choices arrive at random, `rate` a second. Returns what became of them."""
    arrivals, chance = random.Random(seed), random.Random(seed + 1)
    shared = [0.0] * lanes
    all_nodes = [Node(row, Commits(row['commits'], chance), shared) for _ in range(nodes)]
    events = [(arrivals.expovariate(rate), 0, 'choice', None, None)]  # time, number, what, node, its choices
    times, number, commits = [], 0, 0

    def put(at, what, node, choices):
        nonlocal number
        number += 1
        heapq.heappush(events, (at, number, what, node, choices))

    while events:
        now, _, what, node, choices = heapq.heappop(events)
        if what == 'choice':
            if now > seconds:
                continue
            it = chance.choice(all_nodes)
            put(it.serve(now, BEFORE), 'append', it, now)
            put(now + arrivals.expovariate(rate), 'choice', None, None)
        elif what == 'append':
            node.waiting.append(choices)
            if node.commit_ends is None:
                node.commit_ends = node.begin_commit(now)
                put(node.commit_ends, 'committed', node, node.waiting)
                node.waiting = []
        else:
            commits += 1
            node.commit_ends = None
            times += [node.serve(now, 1 - BEFORE) - sent for sent in choices]
            if node.waiting:
                node.commit_ends = node.begin_commit(now)
                put(node.commit_ends, 'committed', node, node.waiting)
                node.waiting = []
    times.sort()
    return {'choices': len(times), 'commits_per_s': commits / seconds,
            'events_per_commit': len(times) / max(commits, 1),
            'node_busy': sum(it.busy for it in all_nodes) / nodes / seconds,
            'database_processors': rate * row['database_us'] * 1e-6,
            'p50_ms': times[len(times) // 2] * 1000, 'p99_ms': times[len(times) * 99 // 100] * 1000}


def foretell(rows, seconds):
    """The rows that were measured with an easy load, beside what the simulation says of them."""
    print('| row | choices/s | told within, measured (half, 99 of 100) | simulated | events in a commit, measured |'
          ' simulated |')
    print('|---|---|---|---|---|---|')
    for name, row in rows.items():
        figures = row.get('usual')
        if not figures:
            continue
        said = simulate(figures['actions_per_s'], figures['servers'], figures, figures['servers'], seconds)
        times = figures['quantiles_ms']
        print(f'| {name} | {figures["actions_per_s"]:,.0f} | {times[50]:.1f}, {times[99]:.1f} ms |'
              f' {said["p50_ms"]:.1f}, {said["p99_ms"]:.1f} ms | {figures["events_per_commit"]:.1f} |'
              f' {said["events_per_commit"]:.1f} |')


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n\n', maxsplit=1)[0])
    parser.add_argument('--figures', default=KEPT, help='what bench/nodes.py --save has kept')
    parser.add_argument('--row', default='nodes-2', help='whose costs are replayed')
    parser.add_argument('--players', type=int, help='who play at once')
    parser.add_argument('--seats', type=int, default=4, help='of a table')
    parser.add_argument('--think', type=float, default=8.0,
                        help='seconds from one choice of a table to the next (assumed)')
    parser.add_argument('--nodes', type=int, default=24)
    parser.add_argument('--databases', type=int, default=1, help='among which tables are divided')
    parser.add_argument('--lanes', type=int, default=16, help='commits that a database does at once (assumed)')
    parser.add_argument('--seconds', type=float, default=5.0, help='that are simulated')
    args = parser.parse_args()
    with open(args.figures, encoding='utf-8') as file:
        rows = json.load(file)['rows']
    if not args.players:
        foretell(rows, args.seconds)
        return
    if args.nodes < args.databases or args.nodes % args.databases:
        parser.error('each database has the same number of nodes, and at least one')
    rate = args.players / args.seats / args.think
    said = simulate(rate / args.databases, args.nodes // args.databases, rows[args.row]['usual'], args.lanes,
                    args.seconds)
    print(f'{args.players:,} players at {args.players // args.seats:,} tables: {rate:,.0f} choices/s')
    print(f'  a node        {100 * said["node_busy"]:.0f} % busy')
    print(f'  a database    {said["database_processors"]:.1f} processors, {said["commits_per_s"]:,.0f} commits/s with'
          f' {said["events_per_commit"]:.1f} events each')
    print(f'  told within   {said["p50_ms"]:.1f} ms (half), {said["p99_ms"]:.1f} ms (99 of 100)')


if __name__ == '__main__':
    main()
