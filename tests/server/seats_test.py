"""POST /api/seats: how it is with the seats that somebody has the tokens of."""
import asyncio
import json
import os
import sqlite3
import time
import unittest

from common import NO_LIMITS, Case, Server, ServersCase, fits


def ask(server, *keys):
    wish = {'seats': [{'table': table, 'token': token} for table, token in keys]}
    fits('http.json', 'keys', wish)
    status, _, body = server.ask('/api/seats', json.dumps(wish))
    answer = server.checked(status, json.loads(body), 'seats_facts')['seats']
    assert [it['table'] for it in answer] == [table for table, _ in keys], answer
    return answer


class Seats(Case):
    async def test_from_the_waiting_room_to_the_rematch(self):
        opened = self.server.open(game='bridesmaid', players=2, name='Ann', clock={'move': 3600000, 'bank': 60000})
        key = (opened['table'], opened['token'])
        it, = ask(self.server, key)
        self.assertEqual({name: it[name] for name in ('status', 'game', 'players', 'seat', 'waiting', 'names')},
                         {'status': 'open', 'game': 'bridesmaid', 'players': 2, 'seat': 0, 'waiting': False,
                          'names': ['Ann', '']})
        self.assertAlmostEqual(it['changed'], time.time() * 1000, delta=600000)
        ann, ben = await self.come(*key), await self.come(opened['table'])
        await ben.sit('Ben')
        await self.start([ann, ben])
        both = ask(self.server, key, (ben.at, ben.token))
        self.assertEqual([it['waiting'] for it in both], [seat['waiting'] for seat in ann.table['seats']])
        self.assertEqual([it['seat'] for it in both], [0, 1])
        for it in both:
            self.assertEqual('until' in it, it['waiting'])
            if it['waiting']:
                self.assertAlmostEqual(it['until'], time.time() * 1000 + 3660000, delta=120000)
        await self.play_out([ann, ben])
        it, = ask(self.server, key)
        self.assertEqual((it['status'], it['waiting']), ('over', False))
        result = dict(ann.table['result'])
        result.pop('rounds', None)
        self.assertEqual(it['result'], result)
        self.assertNotIn('next', it)
        await ann.say('rematch')
        await ann.until(lambda: 'next' in ann.table)
        it, again = ask(self.server, key, (ann.table['next'], ann.token))
        self.assertEqual(it['next'], ann.table['next'])
        self.assertEqual((again['status'], again['names']), ('open', ['Ann', 'Ben']))

    async def test_you_owe_your_salt_at_the_start_and_nothing_while_a_bot_plays(self):
        ann, ben = await self.seated(game='bridesmaid', players=2)
        ben.shows = False
        await ann.say('start')
        await ann.until(lambda: ann.table['status'] == 'starting' and all(ann.table['fair']['seals']))
        await ann.until(lambda: not ann.seat['waiting'])
        keys = [(ann.at, ann.token), (ben.at, ben.token)]
        self.assertEqual([it['waiting'] for it in ask(self.server, *keys)], [False, True])
        ben.shows = True
        ben.take_part()
        await ann.until(lambda: ann.table['status'] == 'playing')
        for client in (ann, ben):
            await client.say('leave')
        self.assertEqual([it['waiting'] for it in ask(self.server, *keys)], [False, False])

    async def test_what_cannot_be_said(self):
        ann, ben = await self.seated(game='scout', players=2)
        cleo, _ = await self.seated(game='scout', players=2)
        unknown = 'A' * 22
        answer = ask(self.server, (ann.at, ann.token), (ann.at, cleo.token), (unknown, ann.token), (ben.at, ben.token))
        self.assertEqual([it.get('seat') for it in answer], [0, None, None, 1])
        self.assertEqual([it['error']['code'] for it in answer[1:3]], ['refused', 'no_such_table'])
        self.assertEqual(answer[1]['error']['reason'], 'wrong_token')
        await ben.say('leave')
        self.assertEqual(ask(self.server, (ben.at, ben.token))[0]['error']['reason'], 'wrong_token')
        status, _, body = self.server.ask('/api/seats', json.dumps({'seats': [{'table': unknown, 'token': unknown}]}),
                                          headers={'Accept-Language': 'de'})
        self.assertIn('Tisch', json.loads(body)['seats'][0]['error']['text'])
        self.assertEqual(status, 200)

    async def test_requests_that_are_refused(self):
        key = {'table': 'A' * 22, 'token': 'A' * 22}
        for wrong in ({}, {'seats': []}, {'seats': [key] * 101}, {'seats': key}, {'seats': [[key]]}, {'seats': [{}]},
                      {'seats': [{**key, 'token': 'short'}]}, {'seats': [{**key, 'more': 1}]},
                      {'seats': [{'table': 'A' * 22}]}, {'seats': [key], 'more': 1}, {'seats': ['A' * 22]}):
            status, _, body = self.server.ask('/api/seats', json.dumps(wrong))
            self.assertEqual((status, json.loads(body)['error']['code']), (400, 'bad_message'), wrong)
        self.assertEqual(self.server.ask('/api/seats', '{')[0], 400)
        self.assertEqual(self.server.ask('/api/seats', 'x' * 20000)[0], 413)
        self.assertEqual(self.server.ask('/api/seats')[0], 405)
        self.assertEqual(self.server.ask('/api/seats', '{}', headers={'Origin': 'http://evil.example'})[0], 403)

    async def test_a_hundred_seats_at_once(self):
        opened = [self.server.open(game='scout', players=5, name='Ann "the long" \\\\\\') for _ in range(100)]
        answer = ask(self.server, *((it['table'], it['token']) for it in opened))
        self.assertEqual([it.get('seat') for it in answer], [0] * 100)


class OfTheDisk(ServersCase):
    async def test_tables_are_read_again_within_the_time_of_an_address(self):
        server = Server(*NO_LIMITS)
        self.servers.append(server.start())
        opened = [server.open(game='scout', players=2, name='Ann') for _ in range(100)]
        server.stop()
        server.start()
        left, asked = [(it['table'], it['token']) for it in opened], 0
        while left:
            answer = await asyncio.to_thread(ask, server, *left)
            asked += 1
            for it in answer:
                self.assertEqual(it.get('error', {'code': 'too_many'})['code'], 'too_many')
            late = {it['table'] for it in answer if 'error' in it}
            left = [key for key in left if key[0] in late]
            await asyncio.sleep(0.2 if left else 0)  # as a page would
        self.assertLess(asked, 100)

    async def test_a_damaged_table_spoils_no_other(self):
        server = Server(*NO_LIMITS)
        self.servers.append(server.start())
        opened = [server.open(game='scout', players=2, name='Ann', public=True) for _ in range(3)]
        server.stop()
        with sqlite3.connect(os.path.join(server.data, 'parlor.db')) as disk:
            disk.execute("UPDATE events SET body = replace(body, 'Ann', 'Eve') WHERE table_id = ?",
                         (opened[1]['table'],))
        server.start()
        answer = ask(server, *((it['table'], it['token']) for it in opened))
        self.assertEqual([it.get('error', {}).get('code') for it in answer], [None, 'damaged', None])
        server.stop()
        server.start()
        listed = server.get('/api/tables', 'tables')['tables']
        self.assertEqual({it['table'] for it in listed}, {opened[0]['table'], opened[2]['table']})


if __name__ == '__main__':
    unittest.main()
