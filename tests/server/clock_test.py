"""Clocks of games: the machine's clock may jump and the server may be down, and nobody loses time by it."""
import asyncio
import os
import re
import signal
import tempfile
import time
import unittest

from common import NO_LIMITS, QUICK_DISK, Case, Server

HOUR = 3600
BANK = 10 * 60 * 1000


class Clocks(Case):
    ARGS = NO_LIMITS + ('--bot-pace', '0', '--threads', '1')

    @classmethod
    def setUpClass(cls):
        number, cls.wall = tempfile.mkstemp(prefix='parlor-wall-', dir=QUICK_DISK)
        os.close(number)
        cls.server = Server(*cls.ARGS, environment={'LD_PRELOAD': os.environ['WALL_CLOCK'],
                                                    'WALL_CLOCK_FILE': cls.wall}).start()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        os.unlink(cls.wall)

    def set_wall(self, seconds):
        with open(self.wall, 'w', encoding='ascii') as file:
            file.write(f'{seconds}\n')

    async def timed(self):
        self.set_wall(0)
        people = await self.started(game='scout', players=2, clock={'move': 0, 'bank': BANK})
        await people[0].until(lambda: people[0].table['status'] == 'playing')
        return people

    async def goes_on(self, person):
        """Something happens at the table, and what that brings has happened too; whom a bot plays for."""
        for _ in range(2):
            before = person.table['event']
            await person.say('chat', text='tick')
            await person.until(lambda event=before: person.table['event'] > event)
        return [seat['name'] for seat in person.table['seats'] if 'bot' in seat]

    async def test_the_machine_s_clock_really_jumps_here(self):
        self.set_wall(HOUR)
        table = self.server.open(game='scout', players=2)['table']
        self.assertGreater(self.server.get(f'/api/tables/{table}', 'table')['opened'], (time.time() + HOUR / 2) * 1000)

    async def test_an_hour_forward_or_back_costs_nobody_their_time(self):
        for jump in (HOUR, -HOUR, 30 * 24 * HOUR):
            ann, _ = await self.timed()
            left = ann.seat['time']
            self.set_wall(jump)
            self.assertEqual(await self.goes_on(ann), [], jump)
            self.assertLessEqual(ann.seat['time'], left)
            self.assertGreater(ann.seat['time'], 0)

    async def test_what_is_left_survives_a_restart_and_the_time_between_does_not_count(self):
        for going in (signal.SIGTERM, signal.SIGKILL):
            people = await self.timed()
            ann = next(person for person in people if person.owes())
            before = ann.seat['time']
            await self.goes_on(ann)
            for person in people:
                await person.close()
            if going == signal.SIGTERM:
                self.server.stop()
            else:
                self.server.kill()
            self.set_wall(HOUR)
            self.server.start()
            again = await self.come(ann.at, ann.token)
            self.assertEqual(await self.goes_on(again), [])
            self.assertLessEqual(again.seat['time'], before)
            self.assertGreater(again.seat['time'], 0)

    async def test_old_tables_that_nobody_began_expire_and_those_begun_are_kept(self):
        self.set_wall(0)
        ann, ben = await self.seated(game='scout', players=2, public=True)
        cleo, _ = await self.started(game='scout', players=2, public=True)
        self.set_wall(29 * 24 * HOUR)
        listed = {table['table'] for table in self.server.get('/api/tables', 'tables')['tables']}
        self.assertLessEqual({ann.at, cleo.at}, listed)
        self.set_wall(31 * 24 * HOUR)
        for person in (ben, *(client for client in self.clients if client.at == cleo.at)):
            await person.close()
        self.server.get(f'/api/tables/{ann.at}', 'table')  # somebody is still there
        await ann.close()
        while True:
            watcher = await self.come(ann.at, hello=False)
            said = await asyncio.gather(watcher.hello(), return_exceptions=True)
            if said[0]:
                break  # before that the server had not heard yet that they went
            await watcher.close()
        self.assertEqual(said[0].code, 'no_such_table')
        self.assertIn('expired', str(said[0]))
        listed = {table['table'] for table in self.server.get('/api/tables', 'tables')['tables']}
        self.assertEqual(listed & {ann.at, cleo.at}, set())
        again = await self.come(cleo.at, cleo.token)  # the game goes on
        self.assertEqual(again.table['status'], 'playing')

    async def test_a_clock_that_runs_out_still_does(self):
        self.set_wall(0)
        ann, _ = await self.seated(game='scout', players=2, clock={'move': 0, 'bank': 300})
        ann.keeps = True  # the bots that sit in may be at the end of the game before it is looked at
        await ann.say('start')
        await ann.until(lambda: any(seat.get('why') == 'time' for frame in ann.frames for seat in frame['seats']))

    async def test_the_clock_s_file_may_be_lost_or_nonsense(self):
        for content in (None, 'nonsense', '', '-5\n', '99999999999999999999999\n'):
            ann, ben = await self.timed()
            for person in (ann, ben):
                await person.close()
            self.server.stop()
            path = os.path.join(self.server.data, 'parlor.clock')
            with open(path, encoding='ascii') as file:
                self.assertRegex(file.read(), re.compile(r'^[0-9]+\n$'))
            os.unlink(path)
            if content is not None:
                with open(path, 'w', encoding='ascii') as file:
                    file.write(content)
            self.server.start()
            again = await self.come(ann.at, ann.token)
            self.assertEqual(await self.goes_on(again), [])


if __name__ == '__main__':
    unittest.main()
