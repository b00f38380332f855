"""What strangers may send: it is refused, with a reason where there is room for one, and play goes on."""
import asyncio
import base64
import contextlib
import http.client
import json
import os
import socket
import struct
import unittest

import websockets

from common import NO_LIMITS, PATIENCE, SUBPROTOCOL, Case, Client, Refused, ServersCase, at_once, fits


def upgrade(port, *headers, path='/play', to='127.0.0.1'):
    """A socket that has asked to become a WebSocket, and the head of the answer."""
    line = socket.create_connection((to, port), timeout=PATIENCE)
    key = base64.b64encode(os.urandom(16)).decode()
    line.sendall('\r\n'.join([f'GET {path} HTTP/1.1', f'Host: 127.0.0.1:{port}', 'Upgrade: websocket',
                              'Connection: Upgrade', f'Sec-WebSocket-Key: {key}', 'Sec-WebSocket-Version: 13',
                              *headers, '', '']).encode())
    return line, head_of(line)


def head_of(line):
    head = b''
    while b'\r\n\r\n' not in head:
        got = line.recv(1)
        if not got:
            break
        head += got
    return head.decode('latin-1')


def status_of(head):
    return int(head.split()[1]) if head.startswith('HTTP/') else 0


PROTOCOL = f'Sec-WebSocket-Protocol: {SUBPROTOCOL}'


class Messages(Case):
    """Each is sent by a client that has said hello; the connection stays."""

    async def error_for(self, text):
        client = self.client
        heard = asyncio.get_running_loop().create_future()
        client.take_before = client.take

        def take(message):
            if message['type'] == 'error' and not heard.done():
                heard.set_result(message)
        client.take = take
        try:
            await client.socket.send(text)
            message = await asyncio.wait_for(heard, PATIENCE)
        finally:
            client.take = client.take_before
        fits('server.json', 'error', message)
        self.assertEqual(message['error']['code'], 'bad_message', text)
        return message

    async def asyncSetUp(self):
        await super().asyncSetUp()
        self.client = await self.come(self.server.open(game='scout', players=2)['table'])

    async def test_what_is_no_message_is_refused_with_a_reason(self):
        identity = 'A' * 22
        for text, reason in (
                ('', 'not JSON'), ('nonsense', 'not JSON'), ('{', 'not JSON'), ('[]', 'object'), ('3', ''),
                ('null', ''), ('{"type":"ping"}}', 'not JSON'), ('{"type":"ping","type":"ping"}', 'not JSON'),
                ('{}', 'type: is missing'), ('{"type":3}', 'type: must be a text'), ('{"type":"dance"}', 'no such'),
                ('{"type":null}', 'type'), ('{"type":"ping","re":"1"}', 're: must be'),
                ('{"type":"ping","re":-1}', 're: must be'), ('{"type":"ping","re":1.5}', 're: must be'),
                ('{"type":"ping","re":1e99}', 're: must be'), ('{"type":"ping","re":99999999999999999999}', 'not JSON'),
                ('{"type":"ping","re":null}', 're: must be'), ('{"type":"ping","more":1}', 'not known'),
                ('{"type":"do","do":"keep"}', 'move: is missing'), ('{"type":"do","move":0}', 'do: is missing'),
                ('{"type":"do","do":"keep","move":-1}', 'move: must be'),
                ('{"type":"do","do":[],"move":0}', 'do: must'),
                ('{"type":"do","do":"' + 'x' * 256 + '","move":0}', 'do: is too long'),
                ('{"type":"sit"}', 'name: is missing'), ('{"type":"sit","name":"x","seat":5}', 'seat: must be'),
                ('{"type":"sit","name":"' + 'é' * 33 + '"}', 'name: is too long'),
                ('{"type":"sit","name":"a\\u0000b"}', 'NUL'),
                ('{"type":"chat","text":"' + 'x' * 281 + '"}', 'text: is too long'),
                ('{"type":"salt","salt":7}', 'salt: must be'),
                ('{"type":"seal","seal":"00"}', 'seal: must be 64 hex digits'),
                ('{"type":"salt","salt":"' + 'A' * 64 + '"}', 'salt: must be 64 hex digits'),
                ('{"type":"hello"}', 'table: is missing'), ('{"type":"hello","table":"x"}', 'table'),
                ('{"type":"hello","table":"' + identity + '","token":null}', 'token'),
                ('{"type":"hello","table":"' + identity + '","seen":3}', 'not known'),
                ('{"type":"hello","table":"' + identity[:-1] + '="}', 'table'),
                ('{"type":"hello","table":"' + identity + 'A"}', 'table: is too long'),
                ('[' * 2000 + ']' * 2000, 'nested'), ('{"a":' * 500 + '1' + '}' * 500, 'nested'),
                ('{"type":"ping","re":' + '[' * 7 + ']' * 7 + '}', 'nested')):
            message = await self.error_for(text)
            self.assertIn(reason, message['error']['text'], text)
        self.assertNotIn('re', await self.error_for('{"type":"ping","re":-1}'))
        self.assertEqual((await self.error_for('{"type":"dance","re":7}'))['re'], 7)
        self.assertEqual((await self.client.say('ping'))['type'], 'ok')

    async def test_refusals_of_a_table_change_nothing(self):
        before = dict(self.client.table)
        for message in ({'type': 'sit', 'name': 'x', 'seat': 2}, *({'type': 'sit', 'name': name} for name in (
                ' ', '\u3000', '\u2800', 'a\nb', 'a\u202eb', 'a\u2066b', 'a\u200bb', 'a\u200db', 'a\u200fb', '\ufeffa',
                'a\u0301\u0301\u0301', 'x' * 25, 'é' * 25, 'bot:me', ' bot:club', 'BOT:club', 'Bot', 'Club bot',
                'b o t : club', 'ｂｏｔ：club', 'bоt:club', 'b0t:x', '\U0001d41bot', 'b\u0301ot:club', 'my-bot',
                '大師電腦'))):
            await self.client.socket.send(json.dumps(message))
        await self.client.say('ping')
        fresh = await self.come(self.client.at)
        for member in ('event', 'seats', 'status'):
            self.assertEqual(fresh.table[member], before[member])

    async def test_names_of_all_kinds_of_people(self):
        for name in ('Ann', 'Ångström', 'José', '李小龍', 'דוד', 'محمد', 'Ботаник', 'Botany', 'Bo T.', 'Robot', 'Abbot',
                     'x' * 24, 'e\u0301', 'Zoë 2', '😀', '李' * 21):
            client = await self.come(self.server.open(game='scout', players=2)['table'])
            await client.sit(name)
            self.assertEqual(client.seat['name'], name)
        for text in ('a\u202eb', 'a\u2067b', 'a\u200bb', 'a\u0085b'):
            said = await self.refused('refused', client.say('chat', text=text))
            self.assertIn('changes the direction of writing', said)
        self.assertIn('empty', await self.refused('refused', client.say('chat', text='\u3000')))
        await client.say('chat', text='👩\u200d👩\u200d👧 and می\u200cخواهم are fine in a line')

    async def test_a_table_that_is_not_there(self):
        client = await self.come('A' * 22, hello=False)
        await self.refused('no_such_table', client.hello())

    async def closing(self, text, code):
        client = await self.come(self.client.at)
        await client.socket.send(text)
        self.assertEqual(await client.closed(), code)

    async def test_messages_too_large_and_binary_ones_end_the_connection(self):
        await self.closing('{"type":"chat","text":"' + 'x' * 5000 + '"}', 1009)
        await self.closing(' ' * 100000, 1009)
        await self.closing(b'{"type":"ping"}', 1003)
        pieces = await self.come(self.client.at)
        answer = pieces.answers[99] = asyncio.get_running_loop().create_future()
        await pieces.socket.send(iter(['{"type":"pi', 'ng","re"', ':99}']))  # in fragments it is a message as well
        self.assertEqual((await asyncio.wait_for(answer, PATIENCE))['re'], 99)
        await pieces.socket.send(iter(['x' * 1000] * 5))  # the last is too much: who still sends may see a bare end
        self.assertEqual(await pieces.closed(), 1009)

    async def test_bytes_that_are_no_utf8(self):
        def send_raw():
            line, head = upgrade(self.server.port, PROTOCOL)
            self.assertEqual(status_of(head), 101, head)
            text = b'{"type":"\xff\xfe"}'
            mask = b'\1\2\3\4'
            line.sendall(bytes([0x81, 0x80 | len(text)]) + mask + bytes(c ^ mask[i % 4] for i, c in enumerate(text)))
            got = line.recv(4096)
            line.close()
            return got
        got = await asyncio.to_thread(send_raw)
        self.assertTrue(got[0] == 0x88 or b'bad_message' in got, got)  # closed, or refused

    async def test_frames_that_break_the_rules_of_websockets(self):
        def send_raw(data):
            line, _ = upgrade(self.server.port, PROTOCOL)
            line.sendall(data)
            line.settimeout(1)
            try:
                while line.recv(4096):
                    pass
            except OSError:  # some it tells and some it waits for the end of
                pass
            finally:
                line.close()
        for data in (b'\x81\x05hello', b'\xf1\x80\1\2\3\4', b'\x81\xff' + struct.pack('>Q', 1 << 62) + b'\1\2\3\4x',
                     b'\x89\xfe\x01\x00\1\2\3\4' + b'x' * 256, b'\x83\x80\1\2\3\4'):
            await asyncio.to_thread(send_raw, data)
        await self.client.say('ping')


class Requests(Case):
    async def raw(self, data, shut=False):
        """What comes back for these bytes, until the server closes or has answered once."""
        def talk():
            line = socket.create_connection(('127.0.0.1', self.server.port), timeout=PATIENCE)
            try:
                line.sendall(data)
                if shut:
                    line.shutdown(socket.SHUT_WR)
                return head_of(line)
            except ConnectionError:
                return ''
            finally:
                line.close()
        return await asyncio.to_thread(talk)

    async def test_garbage(self):
        for data in (b'\r\n\r\n', b'nonsense\r\n\r\n', b'GET\r\n\r\n', b'\0' * 100, b'\xff' * 5000,
                     b'GET / HTTP/9.9\r\n\r\n', b'GET ' + b'/x' * 8000 + b' HTTP/1.1\r\n\r\n',
                     b'GET / HTTP/1.1\r\n' + b'a: b\r\n' * 3000 + b'\r\n',
                     b'GET / HTTP/1.1\r\n' + b'a' * 9000 + b': b\r\n\r\n',
                     b'POST /api/tables HTTP/1.1\r\nContent-Length: -5\r\n\r\n',
                     b'POST /api/tables HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n',
                     b'POST /api/tables HTTP/1.1\r\nContent-Length: 10\r\n\r\nabc'):
            await self.raw(data, shut=True)
        self.assertEqual(self.server.ask('/healthz')[::2], (200, b'ok\n'))

    async def test_bad_paths_methods_and_ids(self):
        for path, status in (('/nothing', 404), ('/api', 404), ('/api/tables/', 404), ('/api/tables/x', 404),
                             ('/api/tables/' + 'A' * 22, 404), ('/api/tables/' + 'A' * 22 + '/record', 404),
                             ('/api/tables/' + '%' * 22, 404),
                             ('/api/tables/' + "';DROP TABLE tables--".ljust(22), 404),
                             ('/../../etc/passwd', 404), ('/%2e%2e/%2e%2e/etc/passwd', 404),
                             ('/api/tables/' + 'A' * 300, 413), ('/play', 404), ('/api/tables?' + 'x' * 1000, 413)):
            got, _, body = self.server.ask(path.replace(' ', '%20'))
            self.assertIn(got, (status, 403, 414), path)
            if status == 404 and got == 404:
                fits('http.json', 'refused', json.loads(body))
        for method in ('PUT', 'DELETE', 'OPTIONS', 'PATCH', 'POST'):
            got, _, _ = self.server.ask('/api/games', b'', method)
            self.assertIn(got, (405, 403), method)
        opened = self.server.open(game='scout', players=2)['table']
        self.assertEqual(self.server.ask(f'/api/tables/{opened}/nothing')[0], 404)
        for query in ('offset=', 'offset=-1', 'offset=1x', 'offset=99999999999999', 'page=2', 'offset=0&offset=1'):
            self.assertEqual(self.server.ask(f'/api/tables?{query}')[0], 400, query)

    async def test_wishes_that_cannot_be(self):
        good = {'game': 'scout', 'players': 2}
        for change, reason in (({'game': 'chess'}, 'no such game'), ({'game': 3}, 'game'), ({'players': 6}, 'players'),
                               ({'players': '2'}, 'players'), ({'options': {'x': 'y'}}, 'no option'),
                               ({'options': {'deck': '/etc'}}, ''), ({'options': []}, 'options'),
                               ({'options': {'deck': 3}}, 'must be a text'), ({'bots': ['club']}, 'bots'),
                               ({'bots': ['club', 'x']}, 'no such bot'), ({'bots': 'club'}, 'bots'),
                               ({'public': 1}, 'public'), ({'hints': 'no'}, 'hints'), ({'clock': 5}, 'clock'),
                               ({'clock': {'move': -1}}, 'move'), ({'clock': {'patience': 1}}, 'patience'),
                               ({'clock': {'x': 1}}, 'not known'), ({'name': 'x' * 65}, 'name'), ({'name': ''}, 'name'),
                               ({'name': None}, 'name'), ({'secret': 'mine'}, 'not known'), ({'more': 1}, 'not known')):
            status, _, body = self.server.ask('/api/tables', json.dumps({**good, **change}))
            message = json.loads(body)
            fits('http.json', 'refused', message)
            self.assertEqual((status, message['error']['code']), (400, 'bad_message'), change)
            self.assertIn(reason, message['error']['text'], change)
        status, _, body = self.server.ask('/api/tables', json.dumps({'game': 'belle', 'players': 2,
                                                                    'options': {'deck': '/etc'}}))
        self.assertEqual(status, 400, body)
        for body in ('', '[]', 'x', '[' * 10000, '{"game":"scout"', '\xff'):
            self.assertEqual(self.server.ask('/api/tables', body.encode('latin-1'))[0], 400, body[:20])

    async def test_a_body_too_large(self):
        status, _, body = self.server.ask('/api/tables', b' ' * 20000)
        fits('http.json', 'refused', json.loads(body))
        self.assertEqual((status, json.loads(body)['error']['code']), (413, 'too_large'))

    async def test_headers_say_what_a_browser_may_do(self):
        for path in ('/', '/api/games', '/healthz', '/nothing'):
            _, headers, _ = self.server.ask(path)
            self.assertEqual(headers['x-content-type-options'], 'nosniff')
            self.assertEqual(headers['referrer-policy'], 'no-referrer')
            self.assertIn("default-src 'none'", headers['content-security-policy'])
            self.assertIn("frame-ancestors 'none'", headers['content-security-policy'])
            self.assertEqual(headers['cache-control'], 'no-cache' if path == '/' else 'no-store')

    async def test_metrics_can_be_read_by_prometheus(self):
        status, headers, body = self.server.ask('/metrics')
        self.assertEqual((status, headers['content-type']), (200, 'text/plain; version=0.0.4'))
        names = {line.split()[0] for line in body.decode().splitlines() if not line.startswith('#')}
        self.assertIn('parlor_store_commits_total', names)
        for line in body.decode().splitlines():
            self.assertRegex(line, r'^(# (HELP|TYPE) parlor_\w+ .+|parlor_\w+(\{le="[^"]+"\})? [0-9.e+-]+)$')

    async def test_websockets_are_at_one_place_with_one_subprotocol(self):
        for headers, path in (((), '/play'), (('Sec-WebSocket-Protocol: http',), '/play'),
                              (('Sec-WebSocket-Protocol: other',), '/play'), ((PROTOCOL,), '/elsewhere'),
                              ((PROTOCOL,), '/')):
            line, head = await asyncio.to_thread(lambda h=headers, p=path: upgrade(self.server.port, *h, path=p))
            line.close()
            self.assertNotEqual(status_of(head), 101, (headers, path))

    async def test_a_client_of_an_older_version_is_told_so(self):
        line, head = await asyncio.to_thread(upgrade, self.server.port, 'Sec-WebSocket-Protocol: parlor.1')
        body = b''.join(iter(lambda: line.recv(4096), b''))
        line.close()
        self.assertEqual(status_of(head), 400)
        self.assertIn(SUBPROTOCOL.encode(), body)

    async def test_pages_of_other_sites_may_not_connect(self):
        for origin, allowed in (('https://evil.example', False), ('null', False),
                                (f'http://127.0.0.1:{self.server.port}', True),
                                (f'http://127.0.0.1:{self.server.port}.evil.example', False),
                                (f'http://evil.example/127.0.0.1:{self.server.port}', False)):
            line, head = await asyncio.to_thread(upgrade, self.server.port, PROTOCOL, f'Origin: {origin}')
            line.close()
            self.assertEqual(status_of(head), 101 if allowed else 403, origin)


class Limits(ServersCase):
    """Each with a server that allows little."""

    async def test_a_flood_of_messages_ends_the_connection(self):
        server = self.serve('--rate', '5')
        table = server.open(game='scout', players=2)['table']
        flood = await Client(server, table).connect()
        calm = await Client(server, table).connect()
        for _ in range(200):
            try:
                await flood.socket.send('{"type":"ping"}')
            except websockets.ConnectionClosed:
                break
        self.assertIn(await flood.closed(), (1008, 1006))  # what it sent after that may have cut the goodbye off
        await calm.say('ping')
        await calm.close()

    async def test_who_talks_too_much_is_refused(self):
        server = self.serve('--chats', '8')
        opened = server.open(game='scout', players=2, name='Ann')
        ann = await Client(server, opened['table'], opened['token']).connect()
        answers = await asyncio.gather(*(ann.say('chat', text='hello') for _ in range(10)), return_exceptions=True)
        self.assertEqual({getattr(it, 'code', 'ok') for it in answers}, {'ok', 'too_many'})
        await ann.close()

    async def test_tables_by_an_address_and_tables_in_all(self):
        server = self.serve('--opened', '3')
        for _ in range(3):
            server.open(game='scout', players=2)
        with self.assertRaises(Refused) as caught:
            server.open(game='scout', players=2)
        self.assertEqual(caught.exception.code, 'too_many')
        self.assertEqual(server.ask('/api/tables', '{"game":"scout","players":2}')[0], 429)
        small = self.serve('--tables', '2')
        for _ in range(2):
            small.open(game='scout', players=2)
        with self.assertRaises(Refused) as caught:
            small.open(game='scout', players=2)
        self.assertEqual(caught.exception.code, 'full')

    async def test_requests_of_an_address(self):
        server = self.serve('--requests', '2')  # twenty at once
        line = http.client.HTTPConnection('127.0.0.1', server.port, timeout=PATIENCE)
        statuses = []
        while 429 not in statuses:  # for ever, if only those were slow who ask
            line.request('GET', '/api/games')
            answer = line.getresponse()
            body = json.loads(answer.read())
            statuses.append(answer.status)
        line.close()
        self.assertEqual(statuses[:20], [200] * 20)
        fits('http.json', 'refused', body)
        self.assertEqual(body['error']['code'], 'too_many')
        status = 429
        while status == 429:  # after a while there is room again
            await asyncio.sleep(0.1)
            with contextlib.suppress(ConnectionError):
                status = server.ask('/healthz')[0]
        self.assertEqual(status, 200)

    async def test_arrivals_of_an_address(self):
        server = self.serve('--requests', '2')
        lines = [socket.create_connection(('127.0.0.1', server.port), timeout=PATIENCE) for _ in range(40)]
        self.assertEqual(lines[-1].recv(1), b'')  # it is closed at once; the first ones are not
        lines[0].sendall(b'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
        self.assertEqual(status_of(head_of(lines[0])), 200)
        for line in lines:
            line.close()

    async def test_connections_of_an_address_and_in_all(self):
        for args, status in ((('--per-address', '3'), 429), (('--connections', '3'), 503)):
            server = self.serve(*args)
            lines = [upgrade(server.port, PROTOCOL) for _ in range(4)]
            self.assertEqual([status_of(head) for _, head in lines], [101, 101, 101, status])
            for line, _ in lines:
                line.close()
            while True:  # once they are gone there is room again
                line, head = await asyncio.to_thread(upgrade, server.port, PROTOCOL)
                line.close()
                if status_of(head) == 101:
                    break
                await asyncio.sleep(0.1)
            self.assertEqual(status_of(head), 101)
            self.assertEqual(server.ask('/healthz')[0], 200)

    async def test_behind_a_proxy_addresses_are_those_it_adds(self):
        server = self.serve('--per-address', '1', '--proxied')
        lines = [upgrade(server.port, PROTOCOL, f'X-Forwarded-For: 6.6.6.6, {address}')
                 for address in ('1.1.1.1', '2.2.2.2', '1.1.1.1')]
        self.assertEqual([status_of(head) for _, head in lines], [101, 101, 429])
        for line, _ in lines:
            line.close()

    async def test_a_client_that_does_not_answer_pings_is_dropped(self):
        server = self.serve('--silence', '6')  # time enough for somebody who answers
        table = server.open(game='scout', players=2)['table']
        lively = await Client(server, table).connect()
        line, head = await asyncio.to_thread(upgrade, server.port, PROTOCOL)
        self.assertEqual(status_of(head), 101)

        def until_dropped():
            line.settimeout(PATIENCE)
            try:
                while line.recv(4096):
                    pass
            except ConnectionError:
                pass
        await asyncio.to_thread(until_dropped)
        line.close()
        await lively.say('ping')  # its library answers pings
        await lively.close()

    async def test_a_client_that_does_not_read_is_dropped_and_delays_nobody(self):
        server = self.serve(*NO_LIMITS)
        opened = server.open(game='scout', players=2, name='Ann')
        ann = await Client(server, opened['table'], opened['token']).connect()
        line, _ = upgrade(server.port, PROTOCOL)
        hello = json.dumps({'type': 'hello', 'table': opened['table']}).encode()
        line.sendall(bytes([0x81, 0x80 | len(hello)]) + b'\0\0\0\0' + hello)
        await ann.until(lambda: ann.table['watchers'] == 1)
        line.setblocking(False)
        for _ in range(2000):  # each is answered with the whole table
            if ann.table['watchers'] == 0:
                break
            with contextlib.suppress(BlockingIOError, ConnectionError):
                line.send((bytes([0x81, 0x80 | len(hello)]) + b'\0\0\0\0' + hello) * 20)
            await ann.say('ping')
        await ann.until(lambda: ann.table['watchers'] == 0)
        line.close()
        await ann.close()


class Afterwards(Case):
    async def test_the_server_that_was_abused_still_plays(self):
        clients = await self.started(game='bridesmaid', players=3)
        flood = await self.come(clients[0].at)
        await at_once(self.play_out(clients),
                      *(flood.socket.send(text) for text in ('{', '[]', '{"type":"start"}', '{"type":"do"}') * 50))


if __name__ == '__main__':
    unittest.main()
