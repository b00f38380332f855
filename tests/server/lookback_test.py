"""Games that are over, looked at again: step by step as each viewer saw them, analysed, and the rules they were
played by."""
import asyncio
import json
import os
import unittest

from common import NO_LIMITS, ROOT, Case, Refused, Server, all_games, at_once, fits, parlor
from scale import scaled

GAMES = all_games()
SHORT = {'sparrows': {'target': '40'}}


def replayed(record, viewer):
    """What `parlor replay --json` has of a record: the steps, and the last line."""
    name = {'all': [], 'watch': ['--as', 'onlooker']}.get(viewer, ['--as', str(viewer)])
    done = parlor('replay', '-', '--json', *name, text=record)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()[1:]]
    return lines[:-1], lines[-1]


class OverCase(Case):
    ARGS = NO_LIMITS + ('--bot-pace', '0', '--threads', '1', '--analysis-work', '1')

    async def over(self, game, players, options=None, **wish):
        """A game of random choices that is over; its id."""
        options = SHORT.get(game, {}) if options is None else options
        clients = await self.started(game=game, players=players, options=options, **wish)
        await self.play_out(clients)
        await clients[0].until(lambda: clients[0].table['status'] == 'over')
        return clients[0].at

    def steps(self, table, viewer):
        """All pages of a game."""
        steps, at = [], 0
        while at is not None:
            page = self.server.get(f'/api/tables/{table}/steps?as={viewer}&from={at}', 'steps')
            self.assertEqual(page['steps'][0]['step'], at)
            steps += page['steps']
            at = page.get('next')
        self.assertEqual([it['step'] for it in steps], list(range(page['count'] + 1)))
        return steps

    async def analysis(self, table, server=None):
        """Asks until it is there; it and the progress on the way."""
        server, seen = server or self.server, []
        while True:
            status, _, body = server.ask(f'/api/tables/{table}/analysis')
            message = json.loads(body)
            if status != 202:
                return server.checked(status, message, 'analysis'), seen
            fits('http.json', 'analysing', message)
            seen.append(message)
            await asyncio.sleep(0.05)

    def check_steps(self, table, players):
        record = self.server.record(table)
        for viewer in ['all', 'watch', *range(players)]:
            expected, last = replayed(record, viewer)
            steps = self.steps(table, viewer)
            for mine, theirs in zip(steps, expected, strict=False):
                self.assertEqual({key: mine.get(key) for key in ('step', 'actor', 'do', 'told')},
                                 {key: theirs.get(key) for key in ('step', 'actor', 'do', 'told')})
                if 'view' in mine:
                    self.assertEqual(mine['view'], theirs['state'])
            self.assertEqual(len(steps), len(expected) + 1)
            self.assertEqual(steps[-1]['view'], last['state'])
            self.assertEqual(steps[-1]['points'], last['result']['points'])

    async def whole(self, game, players):
        table = await self.over(game, players)
        self.check_steps(table, players)


class LookBack(OverCase):
    async def test_a_page_ends_between_choices_made_together(self):
        table = await self.over('sparrows', 5, {'target': '300'})
        for start in range(6):
            page = self.server.get(f'/api/tables/{table}/steps?as=all&from={start}', 'steps')
            after = self.server.get(f"/api/tables/{table}/steps?as=all&from={page['next']}", 'steps')
            self.assertEqual(after['steps'][0]['step'], page['next'])

    async def test_every_seat_sees_again_what_it_saw(self):
        for game in scaled(GAMES[:1], GAMES, GAMES):
            await at_once(*(self.whole(game['id'], players) for players in {game['min_players'], game['max_players']}))

    async def test_choices_made_at_the_same_time_are_in_the_order_of_the_record(self):
        clients = await self.started(game='bridesmaid', players=3)
        for client in reversed(clients):  # the last seat chooses first
            await client.do(client.table['legal'][0])
            await client.until(lambda c=client: c.table['move'] == 1)
        await self.play_out(clients)
        steps = self.steps(clients[0].at, 'all')
        first = next(it for it in steps if it['actor'] == 0)['step']
        self.assertEqual([it['actor'] for it in steps[first:first + 3]], [0, 1, 2])
        self.assertEqual(['view' in it for it in steps[first:first + 3]], [True, False, False])
        page = self.server.get(f'/api/tables/{clients[0].at}/steps?from={first + 2}', 'steps')
        self.assertEqual(page['steps'][0]['step'], first)
        self.check_steps(clients[0].at, 3)

    async def test_nothing_can_be_looked_at_before_the_end(self):
        clients = await self.started(game='scout', players=3)
        for path in ('steps', 'steps?as=0', 'analysis', 'record'):
            status, _, body = self.server.ask(f'/api/tables/{clients[0].at}/{path}')
            self.assertEqual(status, 409)
            fits('http.json', 'refused', json.loads(body))

    async def test_what_makes_no_sense_is_refused(self):
        table = await self.over('scout', 2)
        end = self.steps(table, 'all')[-1]['step']
        for query in ('as=2', 'as=', 'as=00', 'as=-1', 'as=everybody', 'from=x', 'from=', 'from=-1', 'from=1x',
                      f'from={end + 1}', 'from=99999999999999999999', 'as=all&from=1.5'):
            with self.assertRaises(Refused, msg=query) as caught:
                self.server.get(f'/api/tables/{table}/steps?{query}', 'steps')
            self.assertEqual(caught.exception.code, 'bad_message', query)
        last = self.server.get(f'/api/tables/{table}/steps?from={end}&as=1', 'steps')
        self.assertEqual([it['step'] for it in last['steps']], [end])
        self.assertNotIn('next', last)

    async def test_the_analysis_is_that_of_the_program(self):
        both = ('scout', 'bridesmaid')  # one of them with choices at the same time
        for game in scaled(('scout',), both, both):
            table = await self.over(game, 3)
            found, seen = await self.analysis(table)
            self.assertTrue(seen)
            self.assertEqual(sorted(it['done'] for it in seen), [it['done'] for it in seen])
            own = parlor('analyze', '-', '--json', '--simulations', str(found['simulations']),
                         text=self.server.record(table))
            self.assertEqual(found, json.loads(own.stdout))
            again, seen = await self.analysis(table)  # it has been kept
            self.assertEqual((again, seen), (found, []))

    async def test_a_server_that_goes_ends_its_analyses(self):
        server = Server(*self.ARGS).start()
        try:
            self.server, kept = server, self.server
            table = await self.over('scout', 5)
            self.assertEqual(server.ask(f'/api/tables/{table}/analysis')[0], 202)
            for client in self.clients:
                await client.close()
            self.assertEqual(server.stop(), 0)
            server.start()
            found, _ = await self.analysis(table, server)  # and begins them again
            self.assertEqual(found['game'], 'scout')
        finally:
            self.server = kept
            server.close()

    async def test_rules_are_those_of_the_program(self):
        for game in GAMES:
            status, headers, body = self.server.ask('/api/rules/' + game['id'])
            self.assertEqual((status, headers['content-type']), (200, 'text/markdown; charset=utf-8'))
            with open(os.path.join(ROOT, 'docs', 'rules', game['id'] + '.md'), 'rb') as file:
                self.assertEqual(body, file.read())
            for tag, query, wish in (('zh-Hant', '?lang=zh-Hant', 'de'), ('zh-Hant', '?lang=zh-TW', ''),
                                     ('zh-Hant', '', 'zh-TW,zh;q=0.9,en;q=0.8'), ('de', '?lang=de', 'zh-TW'),
                                     ('de', '', 'de-AT')):
                with open(os.path.join(ROOT, 'docs', 'rules', tag, game['id'] + '.md'), 'rb') as file:
                    written = file.read()
                status, headers, there = self.server.ask(f'/api/rules/{game["id"]}{query}',
                                                         headers={'Accept-Language': wish})
                self.assertEqual((status, headers['content-language'], headers['vary'], there),
                                 (200, tag, 'accept-language', written))
        status, _, body = self.server.ask('/api/rules/scout?lang=tlh')
        self.assertEqual((status, json.loads(body)['error']['code']), (400, 'bad_message'))
        for wrong in ('', 'template', 'scout.md', 'scout/'):
            status, _, body = self.server.ask('/api/rules/' + wrong)
            self.assertEqual(status, 404, wrong)
            fits('http.json', 'refused', json.loads(body))


class Limits(OverCase):
    ARGS = OverCase.ARGS + ('--analyses', '2')

    async def test_an_address_has_so_many_games_analysed(self):
        tables = [await self.over('scout', 2) for _ in range(3)]
        for table in tables[:2]:
            await self.analysis(table)
        with self.assertRaises(Refused) as caught:
            await self.analysis(tables[2])
        self.assertEqual(caught.exception.code, 'too_many')
        await self.analysis(tables[0])  # what is known costs nothing


if __name__ == '__main__':
    unittest.main()
