"""What a hello costs to tables of different lengths: milliseconds until the table is there, for one that must be read
from the disk and for one that is in memory. Prints; asserts nothing.

    PARLOR=build/parlor PYTHONPATH=tests build-test/python/bin/python tests/server/hello_bench.py --events 100 2000
"""
import argparse
import asyncio
import json
import os
import random
import statistics
import time

import websockets

from common import NO_LIMITS, SUBPROTOCOL, Client, Server

ARGS = NO_LIMITS + ('--bot-pace', '0', '--threads', '1', '--idle', '1')
ENDLESS = {'game': 'sparrows', 'players': 3, 'options': {'target': '999999'}, 'bots': ['', 'random', 'random']}


async def table_of(server, events):
    """A table where as many things have happened, and its number of events."""
    client = await Client(server, server.open(**ENDLESS)['table']).connect()
    await client.sit('Ann')
    await client.say('start')
    chance = random.Random(events)
    while client.table['event'] < events:
        await client.play(chance, most=1)
    await client.close()
    return client.at, client.table['event']


async def hello(server, table):
    """A connection that has said hello, and milliseconds until the table's message was there."""
    socket = await websockets.connect(f'ws://127.0.0.1:{server.port}/play', subprotocols=[SUBPROTOCOL], max_size=None,
                                      compression=None)
    begun = time.perf_counter()
    await socket.send(json.dumps({'type': 'hello', 'table': table}))
    while not (await socket.recv()).startswith('{"type":"table"'):
        pass
    return socket, (time.perf_counter() - begun) * 1000


def tables_in_memory(server):
    lines = server.ask('/metrics')[2].decode().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith('parlor_tables '))


def until_empty(server):
    """Waits until all tables have left the memory."""
    while tables_in_memory(server) > 0:
        time.sleep(0.1)


async def measure(server, tables, rounds):
    cold, warm = {table: [] for table in tables}, {table: [] for table in tables}
    for _ in range(rounds):
        await asyncio.to_thread(until_empty, server)
        for table in tables:
            first, spent = await hello(server, table)
            cold[table].append(spent)
            second, spent = await hello(server, table)
            warm[table].append(spent)
            await first.close()
            await second.close()
    return cold, warm


async def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument('--events', type=int, nargs='+', default=[100, 2000])
    options.add_argument('--rounds', type=int, default=15)
    wish = options.parse_args()
    server = Server(*ARGS).start()
    try:
        made = dict([await table_of(server, events) for events in wish.events])
        cold, warm = await measure(server, made, wish.rounds)
    finally:
        server.close()
    print(f'hello, {wish.rounds} times each, load {os.getloadavg()[0]:.1f}: median / slowest in ms')
    for table, events in made.items():
        print(f'{events:6} events: read from the disk {statistics.median(cold[table]):6.2f} / {max(cold[table]):6.2f}, '
              f'in memory {statistics.median(warm[table]):6.2f} / {max(warm[table]):6.2f}')


asyncio.run(main())
