"""Measures what an honest player notices while others attack the server, beside a quiet one.

    PARLOR=build/parlor PYTHONPATH=tests build-test/python/bin/python tests/server/attack_bench.py

Each attack goes on from one address and from sixteen (127.0.0.x), at the limits that the
server has by itself. The player makes choices against a bot of the level club; printed is
how long 99 of 100 choices took to be acknowledged, and the bot to answer. Nothing is
asserted: times are those of this machine. The attackers run at a low priority, since they
share it with the server they attack."""
import argparse
import asyncio
import contextlib
import json
import os
import random
import resource
import socket
import subprocess
import sys
import time

import websockets

from common import SUBPROTOCOL, Client, Refused, Server

HONEST = '127.0.0.250'
PREPARED = {'prepared': 7}  # such a table begins at once: nobody has to seal anything
SOME = 20  # connections of an address that attack, where that is enough


# ---- attackers, in a process of their own ----

class Attacker:
    """One address."""

    def __init__(self, port, address):
        self.port, self.address = port, address

    async def socket(self):
        return await websockets.connect(f'ws://127.0.0.1:{self.port}/play', subprotocols=[SUBPROTOCOL], max_size=None,
                                        ping_interval=None, compression=None, local_addr=(self.address, 0))

    async def ask(self, path, body=None):
        """A request; the answer as JSON, None if it was refused."""
        reader, writer = await asyncio.open_connection('127.0.0.1', self.port, local_addr=(self.address, 0))
        body = (json.dumps(body) if body else '').encode()
        writer.write(f'{"POST" if body else "GET"} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n'
                     f'Content-Length: {len(body)}\r\n\r\n'.encode() + body)
        head, _, answer = (await reader.read()).partition(b'\r\n\r\n')
        writer.close()
        fine = head.split()[1:2] in ([b'200'], [b'201']) and b'application/json' in head
        return json.loads(answer) if fine else None

    async def table(self, bots=('', 'novice', 'novice'), begin=True, **more):
        """A socket at a new table where the game has begun, and the table's id."""
        wish = {'game': 'scout', 'players': len(bots), 'bots': list(bots), 'name': 'Eve', **more}
        opened = await self.ask('/api/tables', {**wish, **(PREPARED if begin else {})})
        if not opened:
            return None, None
        line = await self.socket()
        await line.send(json.dumps({'type': 'hello', 'table': opened['table'], 'token': opened['token']}))
        if begin:
            await line.send('{"type":"start"}')
        return line, opened['table']

    # Each does one round of an attack; it is called again and again, by several tasks.

    async def hints(self):
        """Asks for a hint, hangs up, comes back and asks again."""
        if not hasattr(self, 'hinted'):
            wish = {'game': 'scout', 'players': 2, 'bots': ['', 'novice'], 'name': 'Eve', **PREPARED}
            self.hinted = await self.ask('/api/tables', wish)
            self.begun = False
        line = await self.socket()
        await line.send(json.dumps({'type': 'hello', 'table': self.hinted['table'], 'token': self.hinted['token']}))
        if not self.begun:
            self.begun = True
            await line.send('{"type":"start"}')
        await line.send('{"type":"hint","re":1}')
        await line.close()

    async def masters(self):
        """Opens a table of masters, starts it and leaves."""
        line, _ = await self.table(('', 'master', 'master', 'master', 'master'))
        if line:
            await line.send('{"type":"leave"}')
            await line.close()
        else:
            await asyncio.sleep(1)

    async def watched_masters(self):
        """The same, and stays to watch."""
        line, _ = await self.table(('', 'master', 'master', 'master', 'master'))
        if line:
            await line.send('{"type":"leave"}')
            async for _ in line:
                pass
        await asyncio.sleep(1)

    async def seals(self):
        """Fills a table with seals, sitting down and talk, and asks for it."""
        line, table = await self.table(('', ''), begin=False)
        for number in range(200 if line else 0):
            await line.send(json.dumps({'type': 'seal', 'seal': f'{number:064x}'}))
            await line.send(json.dumps({'type': 'chat', 'text': 'x' * 280}))
            await asyncio.sleep(0.1)
            if number % 20 == 0:
                await self.ask(f'/api/tables/{table}')
        await asyncio.sleep(0.1)

    async def hellos(self):
        """Says hello to one table again and again."""
        if not hasattr(self, 'common'):
            self.common = (await self.table())[1]
        line = await self.socket()
        with contextlib.suppress(websockets.ConnectionClosed):
            for _ in range(100):
                await line.send(json.dumps({'type': 'hello', 'table': self.common}))
                await asyncio.sleep(0.05)

    async def comings(self):
        """Comes, says hello and goes."""
        if not hasattr(self, 'common'):
            self.common = (await self.table())[1]
        line = await self.socket()
        await line.send(json.dumps({'type': 'hello', 'table': self.common}))
        await line.close()

    async def deaf(self):
        """Says hello and reads nothing."""
        if not hasattr(self, 'common'):
            self.common = (await self.table())[1]
        line = await self.socket()
        line.transport.pause_reading()
        for _ in range(200):
            await line.send(json.dumps({'type': 'hello', 'table': self.common}))
            await asyncio.sleep(0.05)

    async def halves(self):
        """Requests that are never finished."""
        line = socket.socket()
        line.bind((self.address, 0))
        line.setblocking(False)
        with contextlib.suppress(OSError), line:
            await asyncio.get_running_loop().sock_connect(line, ('127.0.0.1', self.port))
            await asyncio.get_running_loop().sock_sendall(line, b'GET / HTTP/1.1\r\nX: ')
            await asyncio.sleep(20)

    async def lists(self):
        """Asks for the lobby and for pages as often as it may."""
        await self.ask('/api/tables')
        await self.ask('/')


ATTACKS = {'hints': SOME, 'masters': 4, 'watched_masters': 115, 'seals': SOME, 'hellos': 60, 'comings': SOME,
           'deaf': 60, 'halves': 495, 'lists': SOME}  # tasks of an address


async def attack(port, name, addresses):
    async def again_and_again(attacker):
        while True:
            try:
                await getattr(attacker, name)()
            except (OSError, EOFError, TypeError, websockets.WebSocketException, asyncio.TimeoutError):
                await asyncio.sleep(0.2)  # it was refused, as it should be
    os.nice(10)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    await asyncio.gather(*(again_and_again(attacker) for attacker in
                           [Attacker(port, f'127.0.0.{2 + number}') for number in range(addresses)]
                           for _ in range(ATTACKS[name])))


# ---- the honest player ----

async def sit_down(server):
    """An honest player at a table with a bot."""
    opened = await asyncio.to_thread(server.open, game='scout', players=2, bots=['', 'club'], name='Ann')
    player = await Client(server, opened['table'], opened['token']).connect(local_addr=(HONEST, 0))
    await player.say('start')
    await player.until(lambda: player.table['status'] == 'playing')
    return player


async def choose(player, chance, acknowledged, answered):
    """One choice, and the wait for the bot."""
    begun, move = time.monotonic(), player.table['move']
    await player.do(chance.choice(player.table['legal']))
    acknowledged.append(time.monotonic() - begun)
    begun = time.monotonic()
    await player.until(lambda: player.table['move'] > move and (player.owes() or player.table['status'] == 'over'))
    answered.append(time.monotonic() - begun)


async def play_game(server, chance, until, acknowledged, answered):
    player = await sit_down(server)
    while time.monotonic() < until:
        await player.until(lambda: player.owes() or player.table['status'] == 'over')
        if player.table['status'] == 'over':
            break
        with contextlib.suppress(Refused):
            await choose(player, chance, acknowledged, answered)
        await asyncio.sleep(0.02)  # people think, too
    await player.close()


async def play(server, seconds):
    """Plays for the given time; returns the seconds for acknowledgements and for the bot's answers."""
    acknowledged, answered = [], []
    chance, until = random.Random(1), time.monotonic() + seconds
    while time.monotonic() < until:
        await play_game(server, chance, until, acknowledged, answered)
    return acknowledged, answered


def of_100(times, share=0.99):
    times = sorted(times)
    return times[min(len(times) - 1, int(len(times) * share))] * 1000


async def measure(name, addresses, seconds):
    server = Server('--bot-pace', '0', '--opened', '120' if name != 'quiet' else '10000').start()
    attackers = None
    try:
        if name != 'quiet':
            attackers = await asyncio.create_subprocess_exec(
                sys.executable, __file__, '--attack', name, '--addresses', str(addresses), '--port', str(server.port),
                stderr=subprocess.DEVNULL)
            await asyncio.sleep(3)  # they begin
        acknowledged, answered = await play(server, seconds)
    finally:
        if attackers and attackers.returncode is None:
            attackers.kill()
            await attackers.wait()
        elif attackers:
            raise SystemExit(f'the attackers ended by themselves: {attackers.returncode}')
        server.close()
    figures = [of_100(acknowledged, 0.5), of_100(acknowledged), of_100(answered, 0.5), of_100(answered)]
    print(f'| {name.replace("_", " ")} | {addresses or ""} | {" | ".join(f"{figure:.0f}" for figure in figures)} | '
          f'{len(answered)} |', flush=True)


async def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--seconds', type=int, default=10, help='that each is measured for (10)')
    parser.add_argument('--only', choices=ATTACKS, help='this attack alone')
    parser.add_argument('--attack', choices=ATTACKS, help=argparse.SUPPRESS)
    parser.add_argument('--addresses', type=int, help=argparse.SUPPRESS)
    parser.add_argument('--port', type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    asyncio.get_running_loop().set_debug(False)
    if args.attack:
        await attack(args.port, args.attack, args.addresses)
    print('| attack | addresses | choice acknowledged, half of them (ms) | 99 of 100 (ms) | bot answers, half (ms) | '
          '99 of 100 (ms) | choices |\n|---|---|---|---|---|---|---|')
    await measure('quiet', 0, args.seconds)
    for name in [args.only] if args.only else ATTACKS:
        for addresses in (1, 16):
            await measure(name, addresses, args.seconds)


if __name__ == '__main__':
    asyncio.run(main())
