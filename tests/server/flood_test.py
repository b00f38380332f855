"""Servers that send too much, too slowly, nothing, or what is no WebSocket: parlor watch stays small and ends."""
import asyncio
import json
import subprocess
import unittest

import websockets

from common import PARLOR, PATIENCE, SUBPROTOCOL
from evil import MIB, EvilCase, Raw, frame_of, read_frame, shake_hands
from scale import scaled


class Endless(EvilCase):
    async def rss(self, program):
        with open(f'/proc/{program.pid}/status', encoding='ascii') as file:
            return next(int(line.split()[1]) for line in file if line.startswith('VmHWM')) << 10

    async def test_a_message_of_a_hundred_megabytes(self):
        table, _, _ = await self.frames()
        for pieces in (False, True):
            async def flood(reader, writer, pieces=pieces):
                await shake_hands(reader, writer)
                await read_frame(reader)
                junk = b'{"type":"chat","text":"' + b'x' * (MIB - 23)
                writer.write(frame_of(junk, 100 * MIB) if not pieces else frame_of(junk, opcode=0x01))
                for _ in range(99):
                    await writer.drain()
                    writer.write(b'x' * MIB if not pieces else frame_of(b'x' * MIB, opcode=0x00))
                await writer.drain()
            with self.subTest(pieces=pieces):
                async with Raw(flood) as evil:
                    self.refused(await self.visit('watch', evil.port, table), 'MiB')

    async def test_messages_without_end(self):
        """The program stays small, and can still be left."""
        table, frame, _ = await self.frames()
        lines = [f'{"x" * 1000}\n' for _ in range(200)]
        stop = asyncio.Event()

        async def pour(socket, *_):
            await socket.recv()
            await socket.send(json.dumps({'type': 'ok', 're': 1}))
            number = 0
            try:
                while not stop.is_set():
                    log = {'from': number * 200, 'lines': lines}
                    await socket.send(json.dumps({**frame, 'log': log}))
                    await socket.send(json.dumps({'type': 'chat', 'number': number, 'at': 1, 'seat': 0, 'name': 'Ann',
                                                  'text': 'y' * 280}))
                    number += 1
            except websockets.ConnectionClosed:
                pass
        evil = await websockets.serve(pour, '127.0.0.1', 0, subprotocols=[SUBPROTOCOL], compression=None)
        port = evil.sockets[0].getsockname()[1]
        program = await asyncio.create_subprocess_exec(
            PARLOR, 'watch', f'http://127.0.0.1:{port}/table/{table}', stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, env=self.environment(), limit=64 * MIB)
        most = scaled(4, 16, 64)
        for _ in range(most):  # the first megabytes are shown
            await asyncio.wait_for(program.stdout.readexactly(MIB), PATIENCE)
        size = await self.rss(program)
        program.stdin.write(b'quit\n')
        out = asyncio.create_task(program.stdout.read())
        self.assertEqual(await asyncio.wait_for(program.wait(), PATIENCE), 0)
        await out
        stop.set()
        evil.close()
        await evil.wait_closed()
        self.assertLess(size, 64 * MIB if 'asan' not in PARLOR else 1024 * MIB)

    async def test_a_slow_drip(self):
        """A table that never ends: it is given up."""
        table, frame, _ = await self.frames()
        text = json.dumps(frame).encode()

        async def drip(reader, writer):
            await shake_hands(reader, writer)
            await read_frame(reader)
            for byte in frame_of(text, len(text) + 1000):
                writer.write(bytes([byte]))
                await writer.drain()
                await asyncio.sleep(0.02)
            await reader.read()
        async with Raw(drip) as evil:
            done = await self.visit('watch', evil.port, table)
            self.assertEqual(done.code, 1, done.text)

    async def test_silence(self):
        """Nobody answers, at any stage."""
        table, _, _ = await self.frames()

        async def say_nothing(reader, writer, stage):
            if stage > 0:
                await shake_hands(reader, writer)
            if stage > 1:
                await read_frame(reader)
                writer.write(frame_of(b'{"type":"ok","re":1}'))
            await reader.read()
            await asyncio.sleep(0.1)
        async def wait_for(stage):
            async with Raw(lambda reader, writer: say_nothing(reader, writer, stage)) as evil:
                done = await self.visit('watch', evil.port, table)
                self.assertEqual(done.code, 1, done.text)
        await asyncio.gather(*(wait_for(stage) for stage in range(3)))

    async def test_the_line_is_cut_anywhere(self):
        table, frame, _ = await self.frames()
        text = json.dumps(frame).encode()
        hand = b'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'

        async def cut(reader, writer):
            if point < 40:
                await reader.readuntil(b'\r\n\r\n')
                writer.write(hand[:point * 2])
            else:
                await shake_hands(reader, writer)
                await read_frame(reader)
                whole = frame_of(b'{"type":"ok","re":1}') + frame_of(text)
                writer.write(whole[:(point - 40) * len(whole) // 40])
            await writer.drain()
        for point in range(0, 80, scaled(16, 16, 4)):
            with self.subTest(point=point):
                async with Raw(cut) as evil:
                    done = await self.visit('watch', evil.port, table)
                    self.assertEqual(done.code, 1, done.text)

    async def test_frames_that_break_the_rules_of_websockets(self):
        table, _, _ = await self.frames()
        for bad in (frame_of(b'x', opcode=0x83), frame_of(b'x', opcode=0xf1), frame_of(b'x', opcode=0x80),
                    b'\xff' * 100, frame_of(b'', opcode=0x88), frame_of(b'\x03', opcode=0x88),
                    frame_of(b'\x0f\xa0' + b'\xff' * 60, opcode=0x88),
                    b'\x81\xff' + b'\xff' * 12, frame_of(b'x' * 126, opcode=0x89), frame_of(b'\xff\xff\xff')):
            async def send(reader, writer, bad=bad):
                await shake_hands(reader, writer)
                await read_frame(reader)
                writer.write(bad)
                await writer.drain()
                await reader.read()
            with self.subTest(bad[:8]):
                async with Raw(send) as evil:
                    done = await self.visit('watch', evil.port, table)
                    self.assertEqual(done.code, 1, done.text)


if __name__ == '__main__':
    unittest.main()
