#!/usr/bin/env python3
"""Golden transcripts: one seeded game by novices for every game, number of
players and word that an option can be set to, as tests/golden/*.txt, and the
signature of every game, as tests/signatures.txt.

    tools/golden.py [PROGRAM]            compare, show what differs, exit 1 if anything does
    tools/golden.py --update [PROGRAM]   write them again (`make golden`)

The games are asked from the program (build/parlor, or the environment's
PARLOR), so a new game needs no change here. After a change of behaviour
run it with --update, look at the difference, and say in the commit what changed
and why. A transcript holds the record, what was told of it to somebody who sees
everything, what everybody knew at three moments, and a hash of everything else
that the program says about that game. One game of each kind is told in every
other language as well."""
import difflib
import hashlib
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GOLDEN = os.path.join(ROOT, 'tests', 'golden')
SIGNATURES = os.path.join(ROOT, 'tests', 'signatures.txt')
PARLOR = os.environ.get('PARLOR', os.path.join(ROOT, 'build', 'parlor'))


def parlor(*args, text=None):
    done = subprocess.run([PARLOR, *args], input=text, capture_output=True, encoding='utf-8', check=False)
    if done.returncode != 0:
        sys.exit(f'parlor {" ".join(args)}: exit code {done.returncode}\n{done.stderr}')
    return done.stdout


def words_of(option):
    """The words an option can be set to beside its default; none for numbers and free text."""
    words = option.get('values', '').split('|')
    choice = len(words) > 1 and all(re.fullmatch('[a-z0-9-]+', word) for word in words)
    return [word for word in words if word != option['default']] if choice else []


def cases():
    """File name -> arguments of `parlor sim`."""
    found = {}
    for line in parlor('games', '--json').splitlines():
        game = json.loads(line)
        counts = range(game['min_players'], game['max_players'] + 1)
        for players in counts:
            found[f'{game["id"]}-{players}'] = [game['id'], '--players', str(players)]
        for option in game['options']:
            for word in words_of(option):
                players = min(max(4, counts[0]), counts[-1])
                found[f'{game["id"]}-{option["name"]}-{word}'] = [
                    game['id'], '--players', str(players), f'{option["name"]}={word}']
    return found


def transcript(args):
    args = ['sim', *args, '--games', '1', '--bots', 'novice', '--seed', '7']
    record = parlor(*args, '--records', '-', '--quiet', text='')
    players = json.loads(record.splitlines()[0])['players']
    viewers = [[]] + [['--as', str(seat)] for seat in range(players)] + [['--as', 'onlooker']]
    seen = [parlor('replay', '-', '--json', *viewer, text=record) for viewer in viewers]
    told = [parlor('replay', '-', *viewer, text=record) for viewer in viewers]
    parts = [f'# parlor {" ".join(args)}\n\n', record, '\n', told[0]]
    steps = len(seen[0].splitlines()) - 2
    for step in sorted({steps // 4, steps // 2, steps * 3 // 4}):
        parts.append(f'\n# step {step} of {steps}\n')
        for viewer, lines in zip(viewers, seen):
            parts.append(f'{" ".join(viewer) or "open"}: {lines.splitlines()[1 + step]}\n')
    parts.append('\n# sha256\n')
    for viewer, lines, words in zip(viewers, seen, told):
        for how, text in ((['--json'], lines), ([], words)):
            digest = hashlib.sha256(text.encode()).hexdigest()
            parts.append(f'{digest} {" ".join(["replay", *how, *viewer])}\n')
    return ''.join(parts)


def translations():
    """File name -> a game of every kind in words of every language but English."""
    found = {}
    for line in parlor('games', '--json').splitlines():
        game = json.loads(line)['id']
        record = parlor('sim', game, '--games', '1', '--bots', 'novice', '--seed', '7', '--records', '-', '--quiet',
                        text='')
        for tag in sorted(os.listdir(os.path.join(ROOT, 'words'))):
            if tag != 'en':
                found[f'{game}-in-{tag}'] = parlor('replay', '-', '--lang', tag, text=record)
    return found


def path_of(name):
    return os.path.join(GOLDEN, name + '.txt')


def expected():
    """Path -> what it should contain, for the program as it is."""
    files = {path_of(name): transcript(args) for name, args in cases().items()}
    files |= {path_of(name): text for name, text in translations().items()}
    files[SIGNATURES] = parlor('bench', '--signature')
    return files


def difference(path, content):
    """Why a file is not what it should be; '' if it is."""
    name = os.path.relpath(path, ROOT)
    if not os.path.exists(path):
        return f'{name}: missing; tools/golden.py --update writes it\n'
    with open(path, encoding='utf-8', newline='') as file:
        stored = file.read()
    if stored == content:
        return ''
    lines = difflib.unified_diff(stored.splitlines(), content.splitlines(), name, 'the program', lineterm='', n=1)
    return ''.join(line[:200] + '\n' for line in list(lines)[:40])


def leftovers(files):
    """Transcripts of what is no longer played."""
    stored = [name for name in os.listdir(GOLDEN) if name.endswith('.txt')] if os.path.isdir(GOLDEN) else []
    return [os.path.join(GOLDEN, name) for name in sorted(stored) if os.path.join(GOLDEN, name) not in files]


def update(files):
    os.makedirs(GOLDEN, exist_ok=True)
    for path in leftovers(files):
        os.remove(path)
    for path, content in files.items():
        with open(path, 'w', encoding='utf-8', newline='') as file:
            file.write(content)
    print(f'{len(files)} files written')


def main():
    global PARLOR  # noqa: PLW0603 - the one program that everything here asks
    words = sys.argv[1:]
    updating = words[:1] == ['--update']
    words = words[updating:]
    if len(words) > 1 or (words and words[0].startswith('-')):
        sys.exit('usage: tools/golden.py [--update] [PROGRAM]')
    PARLOR = os.path.abspath(words[0]) if words else PARLOR
    files = expected()
    if updating:
        update(files)
        return
    problems = [difference(path, content) for path, content in files.items()]
    problems += [f'{os.path.relpath(path, ROOT)}: no such case any more\n' for path in leftovers(files)]
    print(''.join(problems), end='')
    sys.exit(any(problems))


if __name__ == '__main__':
    main()
