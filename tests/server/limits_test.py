"""What one visitor may take of the server, so that there is enough left for the others."""
import asyncio
import contextlib
import json
import socket
import unittest

import websockets

from common import NO_LIMITS, PATIENCE, SUBPROTOCOL, Case, Client, Server, ServersCase, at_once


def metrics(server):
    """The figures of /metrics by name, without the prefix."""
    status, _, body = server.ask('/metrics')
    assert status == 200, (status, body)
    lines = [line.split() for line in body.decode().splitlines() if not line.startswith('#')]
    return {name.removeprefix('parlor_'): float(value) for name, value in lines}


async def until_metrics(server, is_so):
    """Waits until something holds of the figures; returns them."""
    for _ in range(PATIENCE * 20):
        figures = await asyncio.to_thread(metrics, server)
        if is_so(figures):
            return figures
        await asyncio.sleep(0.05)
    raise AssertionError(figures)


class Thinking(Case):
    ARGS = (*NO_LIMITS, '--threads', '1', '--bot-pace', '0')

    async def asking(self):
        """Somebody whose turn it is, at a table of their own."""
        person, = await self.started(game='scout', players=3, bots=['', 'novice', 'novice'])
        await person.until(person.owes)
        return person

    async def test_a_hint_is_dropped_when_who_asked_hangs_up(self):
        people = [await self.asking() for _ in range(8)]
        before = await asyncio.to_thread(metrics, self.server)
        for person in people:
            await person.send({'type': 'hint', 're': 77})
        await until_metrics(self.server, lambda now: now['hints_total'] == before['hints_total'] + 8)
        for person in people:
            await person.close()
        now = await until_metrics(self.server, lambda now: now['thinking_waiting'] + now['thinking_now'] == 0)
        self.assertGreater(now['thinking_dropped_total'], before['thinking_dropped_total'])

    async def test_a_hint_is_dropped_when_who_asked_goes_to_another_table(self):
        person, other = await self.asking(), await self.asking()
        asked = asyncio.create_task(person.say('hint'))
        await other.say('ping')  # by then it is on its way
        person.at, person.token = other.at, None
        await person.hello()
        answer = await asyncio.gather(asked, return_exceptions=True)
        self.assertTrue(getattr(answer[0], 'code', '') == 'refused' or answer[0]['type'] == 'hint', answer)

    async def test_bots_rest_while_nobody_is_there(self):
        person, = await self.started(game='sparrows', players=4, bots=['', 'novice', 'novice', 'novice'],
                                     options={'target': '999999'})  # as good as endless
        table = person.at
        await person.say('leave')  # a bot plays for them as well
        await person.until(lambda: 'bot' in person.seat)
        await person.close()
        await until_metrics(self.server, lambda now: now['connections'] == 0 and now['store_waiting'] == 0 and
                            now['thinking_waiting'] + now['thinking_now'] == 0)
        before = await asyncio.to_thread(metrics, self.server)
        other = await self.come(self.server.open(game='scout', players=2)['table'])
        await other.sit('Ann')
        for number in range(20):
            await other.say('chat', text=f'line {number}')
        after = await until_metrics(self.server, lambda now: now['store_waiting'] == 0)
        ours = 22  # the table, the seat, the lines
        on_their_way = 4
        self.assertLessEqual(after['store_events_total'] - before['store_events_total'], ours + on_their_way)
        watcher = await self.come(table)
        event = watcher.table['event']
        await watcher.until(lambda: watcher.table['event'] > event + 20)  # somebody watches: it goes on


class Analyses(Case):
    ARGS = (*NO_LIMITS, '--threads', '1', '--bot-pace', '0', '--analyses', '1000', '--analysis-work', '10000')

    async def over(self):
        person, = await self.started(game='scout', players=5, bots=['', *['novice'] * 4])  # takes minutes to analyse
        await person.play(self.chance)
        return person.at

    async def test_an_analysis_that_nobody_waits_for_is_dropped(self):
        tables = [await self.over() for _ in range(4)]
        for table in tables[:3]:
            self.assertEqual(self.server.ask(f'/api/tables/{table}/analysis')[0], 202)
        status, _, body = self.server.ask(f'/api/tables/{tables[3]}/analysis')  # too many of one address
        self.assertEqual((status, json.loads(body)['error']['code']), (429, 'too_many'))
        now = await until_metrics(self.server, lambda now: now['analyses_waiting'] == 0)
        self.assertGreaterEqual(now['analyses_dropped_total'], 1)


class Tables(Case):
    async def refused_after(self, most, *asking):
        """Asks for these, in turn, a few times more often than is allowed; the last ones are refused."""
        answers = await asyncio.gather(*(ask(number) for number in range(most + 3) for ask in asking),
                                       return_exceptions=True)
        codes = [getattr(answer, 'code', 'ok') for answer in answers]
        self.assertEqual(codes[:most * len(asking)], ['ok'] * most * len(asking))
        self.assertEqual(set(codes[-2:]) - {'refused'}, {'too_many'})

    async def test_what_a_table_can_hold_is_bounded(self):
        ann, ben = await self.seated(game='bridesmaid', players=2)
        ann.seals = False
        await ann.until(lambda: all(ann.table['fair']['seals']))
        await self.refused_after(99, lambda n: ann.say('seal', seal=f'{n:064x}'))
        await ben.say('seal', seal='0' * 64)  # another seat has its own
        await self.refused_after(1000, lambda n: ann.say('chat', text='x'))
        await ben.say('chat', text='so has another voice')
        ben, ann = await self.started(game='bridesmaid', players=2)
        await ann.until(lambda: ann.table['status'] == 'playing')
        await self.refused_after(500, lambda n: ann.say('leave'), lambda n: ann.say('back'))

    async def test_a_table_with_all_it_can_hold_is_read_again(self):
        ann, _ = await self.seated(game='scout', players=2)
        for _ in range(5):
            await at_once(*(ann.say('chat', text='x' * 280) for _ in range(199)))
        await ann.close()
        server, self.__class__.server = self.server, Server(*self.ARGS, data=self.server.data)
        server.stop()
        self.server.start()
        self.server.made = True
        again = await self.come(ann.at, ann.token)
        await again.until(lambda: len(again.chats) == 50)

    async def test_spectators_of_a_table_and_of_an_address(self):
        server = Server(*NO_LIMITS, '--watchers', '20').start()
        try:
            table = server.open(game='scout', players=2)['table']
            first = [await Client(server, table).connect() for _ in range(2)]
            third = await Client(server, table).connect(hello=False)
            self.assertIn('address', await self.refused('too_many', third.hello()))
            await first[0].close()
            await first[1].until(lambda: first[1].table['watchers'] == 1)
            await third.hello()
            for client in (first[1], third):
                await client.close()
        finally:
            server.close()


class Usual(ServersCase):
    """A server with the limits that it has when nothing is said."""

    async def test_hello_again_and_again_is_refused(self):
        server = self.serve()
        client = await Client(server, server.open(game='scout', players=2)['table']).connect()
        answers = await asyncio.gather(*(client.say('hello', table=client.at) for _ in range(20)),
                                       return_exceptions=True)
        self.assertEqual({getattr(it, 'code', 'ok') for it in answers}, {'ok', 'too_many'})
        await client.close()

    async def test_sitting_down_and_getting_up_again_and_again_is_refused(self):
        server = self.serve('--rate', '5')
        opened = server.open(game='scout', players=2, name='Ann')
        ann = await Client(server, opened['table'], opened['token']).connect()
        answers = await asyncio.gather(*(ann.say('seal', seal=f'{n:064x}') for n in range(30)), return_exceptions=True)
        self.assertEqual({getattr(it, 'code', 'ok') for it in answers}, {'ok', 'too_many'})
        await ann.close()

    async def test_a_rematch_counts_as_a_table_opened(self):
        server = self.serve('--opened', '1', '--bot-pace', '0')
        opened = server.open(game='bannish', players=3, bots=['', 'novice', 'novice'], name='Ann')
        ann = await Client(server, opened['table'], opened['token']).connect()
        await ann.say('start')
        await ann.until(lambda: ann.table['status'] == 'playing')
        await ann.say('leave')
        await ann.until(lambda: ann.table['status'] == 'over')
        with self.assertRaises(Exception) as caught:
            await ann.say('rematch')
        self.assertEqual(caught.exception.code, 'too_many')
        self.assertNotIn('next', ann.table)
        await ann.close()

    async def test_requests_that_are_never_finished_make_room_for_others(self):
        server = self.serve()
        half = []
        for address in ('127.0.0.1', '127.0.0.2'):
            for _ in range(150):
                line = socket.create_connection(('127.0.0.1', server.port), timeout=PATIENCE,
                                                source_address=(address, 0))
                line.sendall(b'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
                half.append(line)
        await until_metrics(server, lambda now: now['requests_crowded_out_total'] >= 100 and now['requests'] <= 201)
        with contextlib.suppress(ConnectionResetError):  # what it sent was perhaps not read before the end
            self.assertEqual(half[0].recv(1), b'')  # the oldest is gone, the youngest is not
        half[-1].sendall(b'x\r\n\r\n')
        self.assertTrue(half[-1].recv(100).startswith(b'HTTP/1.1 200'))
        for line in half:
            line.close()

    async def test_what_waits_for_all_slow_clients_is_bounded(self):
        server = self.serve(*NO_LIMITS, '--outboxes', '2', '--watchers', '1000')
        opened = server.open(game='scout', players=2, name='Ann')
        ann = await Client(server, opened['table'], opened['token']).connect()
        hello = json.dumps({'type': 'hello', 'table': opened['table']})
        slow = []
        for _ in range(8):
            line = await websockets.connect(f'ws://127.0.0.1:{server.port}/play', subprotocols=[SUBPROTOCOL],
                                            ping_interval=None, compression=None, max_queue=1)
            line.transport.pause_reading()
            slow.append(line)
        most = 0
        for _ in range(3000):
            figures = await asyncio.to_thread(metrics, server)
            most = max(most, figures['outgoing_bytes'])
            if figures['slow_dropped_total'] > 0:
                break
            for line in slow:
                with contextlib.suppress(websockets.ConnectionClosed):
                    for _ in range(40):
                        await line.send(hello)
        self.assertGreater(figures['slow_dropped_total'], 0)
        self.assertLessEqual(most, 2 << 20)
        await ann.say('ping')  # who reads stays
        for line in slow:
            line.transport.abort()
        await ann.close()


if __name__ == '__main__':
    unittest.main()
