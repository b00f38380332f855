"""The browser client as the server gives it, QR codes, and prepared deals."""
import gzip
import json
import pathlib
import random
import re
import unittest

from common import Case, Refused

ADDRESSES = pathlib.Path(__file__).parents[2] / 'web' / 'addresses.json'
BROWSER = {'Accept': 'text/html,application/xhtml+xml', 'Accept-Encoding': 'gzip, deflate'}


class Pages(Case):
    def ask(self, path, **headers):
        return self.server.ask(path, headers={**BROWSER, **headers})

    async def test_all_pages_are_one(self):
        _, _, front = self.ask('/')
        words = json.loads(ADDRESSES.read_text(encoding='utf-8'))
        self.assertIn('table', words)
        for path in [f'/{word}{more}' for word in words for more in ('', '/', '/AAAAAAAAAAAAAAAAAAAAAA')]:
            status, headers, body = self.ask(path)
            self.assertEqual((status, headers['content-type'], body), (200, 'text/html; charset=utf-8', front), path)

    async def test_a_browser_that_is_lost_gets_the_page_and_a_program_an_error(self):
        for path in ('/tabel/x', '/tables'):
            status, headers, _ = self.ask(path)
            self.assertEqual((status, headers['content-type']), (404, 'text/html; charset=utf-8'), path)
        for path, asked in (('/tabel/x', {}), ('/api/nothing', BROWSER), ('/assets/none.js', BROWSER)):
            status, headers, _ = self.server.ask(path, headers=asked)
            self.assertEqual((status, headers['content-type']), (404, 'application/json'), path)

    async def test_files_are_packed_for_those_who_can_unpack(self):
        _, headers, packed = self.ask('/')
        self.assertEqual((headers['content-encoding'], headers['vary']), ('gzip', 'accept-encoding, accept-language'))
        for no in ({}, {'Accept-Encoding': 'identity'}, {'Accept-Encoding': 'gzip;q=0'}):
            _, headers, plain = self.server.ask('/', headers=no)
            self.assertNotIn('content-encoding', headers)
            self.assertEqual(gzip.decompress(packed), plain)
        _, headers, small = self.server.ask('/', headers={'Accept-Encoding': 'gzip, deflate, br, zstd'})
        self.assertEqual((headers['content-encoding'], headers['vary']), ('br', 'accept-encoding, accept-language'))
        self.assertLess(len(small), len(packed))

    async def test_what_a_browser_has_is_not_sent_again(self):
        _, headers, page = self.ask('/')
        self.assertEqual(headers['cache-control'], 'no-cache')
        assets = re.findall(r'/assets/[-0-9A-Za-z]+\.\w+', gzip.decompress(page).decode())
        self.assertEqual(sorted(asset.rsplit('.')[-1] for asset in assets), ['css', 'css', 'css', 'js', 'js', 'js'])
        for path in ('/', *assets):
            status, headers, body = self.ask(path)
            self.assertEqual(status, 200)
            if path != '/':
                self.assertEqual(headers['cache-control'], 'public, max-age=31536000, immutable')
            status, again, nothing = self.ask(path, **{'If-None-Match': headers['etag']})
            self.assertEqual((status, nothing, again['etag']), (304, b'', headers['etag']), path)
            self.assertEqual(self.ask(path, **{'If-None-Match': '"other"'})[2], body)

    async def test_the_page_asks_for_the_readers_words(self):
        def words(language):
            _, headers, page = self.server.ask('/', headers={'Accept-Language': language})
            return headers['content-language'], re.search(r'modulepreload" href="([^"]+)"', page.decode())[1]
        for language, tag in (('en-GB,de;q=0.5', 'en'), ('de-AT', 'de'), ('zh-TW', 'zh-Hant'), ('xx', 'en')):
            self.assertEqual(words(language), (tag, words(tag)[1]))
        self.assertEqual(len({words(tag)[1] for tag in ('en', 'de', 'zh-Hant')}), 3)

    async def test_the_rules_as_webassembly(self):
        asked = [f'/ask-{game}.wasm' for game in ('bannish', 'belle', 'bridesmaid', 'sparrows')]
        for path in ('/parlor.wasm', *asked):
            status, headers, body = self.server.ask(path)
            self.assertEqual((status, headers['content-type'], body[:4]), (200, 'application/wasm', b'\0asm'), path)
            self.assertIn("'wasm-unsafe-eval'", headers['content-security-policy'])

    async def test_what_makes_the_page_installable(self):
        kinds = {'/manifest.webmanifest': 'application/manifest+json', '/sw.js': 'text/javascript; charset=utf-8',
                 '/icons/icon-192.png': 'image/png', '/icons/icon-512.png': 'image/png',
                 '/icons/icon-maskable-512.png': 'image/png', '/icons/icon-touch-180.png': 'image/png'}
        for path, kind in kinds.items():
            status, headers, _ = self.server.ask(path)
            self.assertEqual((status, headers['content-type'], headers['cache-control']), (200, kind, 'no-cache'), path)
        for may in ("worker-src 'self'", "manifest-src 'self'"):
            self.assertIn(may, headers['content-security-policy'])

    async def test_a_tables_address_as_a_picture(self):
        table = self.server.open(game='scout', players=2)['table']
        status, headers, body = self.server.ask(f'/api/tables/{table}/qr.svg?origin=https://example.org')
        self.assertEqual((status, headers['content-type']), (200, 'image/svg+xml'))
        self.assertTrue(body.startswith(b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 '), body[:80])
        for bad in ('', '?origin=', '?origin=javascript:x', '?origin=http://' + 'x' * 200, '?other=1'):
            self.assertEqual(self.server.ask(f'/api/tables/{table}/qr.svg{bad}')[0], 400, bad)
        self.assertEqual(self.server.ask('/api/tables/AAAAAAAAAAAAAAAAAAAAAA/qr.svg?origin=http://x')[0], 404)


class Prepared(Case):
    async def play(self, game, players, number, late):
        """A whole game with the same choices; all that was told."""
        opened = self.server.open(game=game, players=players, name='Ann', bots=[''] + ['novice'] * (players - 1),
                                  prepared=number)
        ann = await self.come(opened['table'], opened['token'])
        self.assertEqual(ann.table['prepared'], number)
        chance = random.Random(7)
        await ann.say('start')
        while True:
            await ann.until(lambda: ann.owes() or ann.table['status'] == 'over')
            if ann.table['status'] == 'over':
                return ann.log
            if late:  # the bots, who choose at the same time, were first
                await ann.until(lambda: sum(seat['waiting'] for seat in ann.table['seats']) == 1)
            move = ann.table['move']
            await ann.do(chance.choice(ann.table['legal']))
            await ann.until(lambda m=move: ann.table['move'] > m)

    async def test_the_same_game_comes_every_time(self):
        for game in ('scout', 'bridesmaid', 'belle', 'sparrows', 'bannish'):
            first = await self.play(game, 3, 5, False)
            self.assertEqual(first, await self.play(game, 3, 5, True), game)
            self.assertNotEqual(first, await self.play(game, 3, 6, False), game)

    async def test_it_is_no_public_table(self):
        with self.assertRaises(Refused):
            self.server.open(game='scout', players=3, prepared=5, public=True)

    async def test_a_rematch_is_dealt_as_usual(self):
        opened = self.server.open(game='bannish', players=3, name='Ann', bots=['', 'novice', 'novice'], prepared=5)
        ann = await self.come(opened['table'], opened['token'])
        await ann.say('start')
        await ann.play(random.Random(1))
        await ann.say('rematch')
        await ann.until(lambda: 'next' in ann.table)
        again = await self.come(ann.table['next'], opened['token'])
        self.assertNotIn('prepared', again.table)
        self.assertNotEqual(again.table['fair']['commitment'], ann.table['fair']['commitment'])


if __name__ == '__main__':
    unittest.main()
