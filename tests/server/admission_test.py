"""Who may come in: names of the server, pages of other sites, proxies, and what only the operator sees."""
import asyncio
import contextlib
import json
import socket
import unittest

from abuse_test import PROTOCOL, head_of, status_of, upgrade
from common import PATIENCE, Case, Server, ServersCase, fits

WISH = '{"game":"scout","players":2}'


def own_address():
    """An address of this machine that is not loopback, or None; nothing is sent."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.connect(('192.0.2.1', 9))
        return line.getsockname()[0]
    return None


class Door(Case):
    def status(self, path, body=None, **headers):
        status, _, answer = self.server.ask(path, body, headers={name.replace('_', '-'): value
                                                                 for name, value in headers.items()})
        if status == 403:
            message = json.loads(answer)
            fits('http.json', 'refused', message)
            self.assertEqual(message['error']['code'], 'forbidden')
        return status

    async def test_a_name_that_is_not_ours_is_refused(self):
        for host, status in (('localhost', 200), ('127.0.0.1:1', 200), ('[::1]:7777', 200), (socket.gethostname(), 200),
                             ('evil.example', 403), (f'evil.example:{self.server.port}', 403)):
            self.assertEqual(self.status('/api/games', Host=host), status, host)
            self.assertEqual(self.status('/', Host=host), status, host)
            self.assertEqual(self.status('/api/tables', WISH, Host=host), 201 if status == 200 else 403, host)

    async def test_websockets_at_a_name_that_is_not_ours_are_refused(self):
        def rebound():
            line = socket.create_connection(('127.0.0.1', self.server.port), timeout=PATIENCE)
            line.sendall(b'GET /play HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n'
                         b'Upgrade: websocket\r\n'
                         b'Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
                         b'Sec-WebSocket-Version: 13\r\n' + PROTOCOL.encode() + b'\r\n\r\n')
            head = head_of(line)
            line.close()
            return status_of(head)
        self.assertEqual(await asyncio.to_thread(rebound), 403)

    async def test_pages_of_other_sites_may_not_open_tables(self):
        own = f'http://127.0.0.1:{self.server.port}'
        for origin, status in ((own, 201), ('https://evil.example', 403), ('null', 403), (own + '.evil.example', 403)):
            self.assertEqual(self.status('/api/tables', WISH, Origin=origin), status, origin)
        self.assertEqual(self.status('/api/games', Origin='https://evil.example'), 200)  # a browser keeps it to itself

    async def test_metrics_are_for_this_machine(self):
        self.assertEqual(self.status('/metrics'), 200)
        self.assertEqual(self.status('/metrics', X_Forwarded_For='10.0.0.1'), 200)


class Settings(ServersCase):
    async def test_names_that_the_operator_allows(self):
        server = self.serve('--hosts', 'cards.example other.example')
        for host, status in (('cards.example', 200), ('other.example:443', 200), ('evil.example', 403)):
            self.assertEqual(server.ask('/healthz', headers={'Host': host})[0], status, host)

    async def test_behind_a_proxy_its_names_are_ours_unless_names_are_given(self):
        for args, status in (((), 200), (('--hosts', 'cards.example'), 403)):
            server = self.serve('--proxied', *args)
            forwarded = {'Host': 'other.example', 'X-Forwarded-For': '10.0.0.1'}
            self.assertEqual(server.ask('/healthz', headers=forwarded)[0], status)
            self.assertEqual(server.ask('/healthz', headers={'Host': 'other.example'})[0], 403)  # no proxy was there

    async def test_metrics_behind_a_proxy_and_at_a_place_of_their_own(self):
        behind = self.serve('--proxied')
        self.assertEqual(behind.ask('/metrics')[0], 403)
        self.assertEqual(behind.ask('/metrics', headers={'X-Forwarded-For': '127.0.0.1'})[0], 403)
        apart = self.serve('--proxied', '--metrics', '127.0.0.1:0')
        port, apart.port = apart.port, int(apart.wait_for('event=metrics').split('port=')[1])
        self.assertEqual(apart.ask('/metrics')[0], 200)
        self.assertEqual(apart.ask('/healthz')[0], 200)
        for path in ('/', '/api/games', '/api/tables'):
            self.assertEqual(apart.ask(path)[0], 404, path)
        self.assertEqual(apart.ask('/api/tables', WISH)[0], 405)
        line, head = upgrade(apart.port, PROTOCOL)
        line.close()
        self.assertEqual(status_of(head), 404)
        apart.port = port
        self.assertEqual(apart.ask('/metrics')[0], 403)
        everybody = self.serve('--proxied', '--metrics', 'everybody')
        self.assertEqual(everybody.ask('/metrics')[0], 200)

    async def test_what_others_than_proxies_say_of_addresses_is_not_believed(self):
        address = own_address()
        if not address:
            self.skipTest('this machine has no network')
        for args, statuses in (((), [101, 429]), (('--proxies', address), [101, 101])):
            server = Server('--proxied', '--per-address', '1', *args)
            server.start_at = f'{address}:0'
            self.servers.append(server.start())
            lines = [upgrade(server.port, PROTOCOL, f'X-Forwarded-For: 10.0.0.{number}', to=address)
                     for number in range(2)]
            self.assertEqual([status_of(head) for _, head in lines], statuses)
            for line, _ in lines:
                line.close()

    async def test_addresses_of_one_household_count_as_one(self):
        server = self.serve('--proxied', '--per-address', '1')
        lines = [upgrade(server.port, PROTOCOL, f'X-Forwarded-For: {address}')
                 for address in ('2001:db8:1:2::1', '2001:db8:1:2:ffff::7', '2001:db8:1:3::1', '::ffff:10.0.0.1',
                                 '10.0.0.1')]
        self.assertEqual([status_of(head) for _, head in lines], [101, 429, 101, 101, 429])
        for line, _ in lines:
            line.close()


if __name__ == '__main__':
    unittest.main()
