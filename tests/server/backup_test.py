"""A rehearsal of the worst: games are played, the data are backed up while the server runs, then the store is destroyed
and restored from the backup as docs/operating.md says, and the games go on."""
import asyncio
import os
import shutil
import tempfile
import unittest

from common import QUICK_DISK, Case, at_once, parlor


class Rehearsal(Case):
    """With SQLite. Others say what is different with their store."""

    def setUp(self):
        away = tempfile.mkdtemp(prefix='parlor-backup-', dir=QUICK_DISK)
        self.addCleanup(shutil.rmtree, away, ignore_errors=True)
        self.backup = os.path.join(away, 'backup')

    def store(self):
        """What `parlor store` calls the store."""
        return self.server.data

    def destroy(self):
        for name in os.listdir(self.server.data):
            if name.startswith('parlor.db') or name == 'parlor.head':
                os.remove(os.path.join(self.server.data, name))

    def restore(self):
        for name in ('parlor.db', 'parlor.head'):
            shutil.copy(os.path.join(self.backup, name), self.server.data)

    def back_up(self):
        done = parlor('store', 'backup', self.store(), self.backup)
        self.assertEqual(done.returncode, 0, done.stderr)

    def check(self):
        done = parlor('store', 'check', self.store())
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    async def make_choices(self, people, count):
        """Has everybody at a table choose until that many choices are made; the game is longer."""
        made = []

        async def choose(person):
            while len(made) < count:
                await person.until(lambda: person.owes() or len(made) >= count)
                if person.owes():
                    made.append(await person.play(self.chance, 1))
            for other in people:
                other.news.set()  # nobody waits any more
        await at_once(*(choose(person) for person in people))

    async def come_back(self, people):
        """The same people at the same seats, over new connections."""
        again = [await self.come(person.at, person.token) for person in people]
        for before, now in zip(people, again):
            self.assertEqual(now.table['you'], before.table['you'])
            self.assertEqual(now.table['status'], 'playing')
        return again

    async def test_games_go_on_after_the_store_is_lost(self):
        tables = [await self.started(game='bannish', players=3, bots=['', '', 'novice']),
                  await self.started(game='bridesmaid', players=2)]
        await at_once(asyncio.to_thread(self.back_up), *(self.make_choices(people, 10) for people in tables))
        await at_once(*(self.make_choices(people, 2) for people in tables))
        seen = [people[0].table['event'] for people in tables]

        self.server.kill()
        self.destroy()
        refused = parlor('store', 'check', self.store())
        self.assertEqual((refused.returncode, refused.stdout), (1, ''))
        self.restore()
        self.server.start()

        tables = [await self.come_back(people) for people in tables]
        for people, event in zip(tables, seen):
            self.assertLess(people[0].table['event'], event)  # what came after the backup is lost
        await at_once(*(person.play(self.chance) for people in tables for person in people))
        for people in tables:
            self.assertEqual(people[0].table['status'], 'over')
            self.assertTrue(self.server.record(people[0].at))
        self.assertEqual(self.server.ask('/healthz')[0], 200)
        self.check()


if __name__ == '__main__':
    unittest.main()
