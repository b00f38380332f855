"""What the program says about itself, for the tools that make its manual and its completions."""
import json
import re
import subprocess


def read(program):
    """All tables: those of --describe, and the games."""
    def run(*args):
        return subprocess.run([program, *args], check=True, capture_output=True, encoding='utf-8').stdout
    tables = json.loads(run('--describe'))
    tables['games'] = [json.loads(line) for line in run('games', '--json').splitlines()]
    return tables


def usages(command):
    """The ways to call a command, without the program and the command."""
    lines = command['usage'].split('\n')
    return lines[:1] + [line.split(command['name'], 1)[1].strip() for line in lines[1:]]


def words(command):
    """What kinds of words a command takes besides options: game, record, option (of a game)."""
    bare = [re.sub(r'--\S+ [A-Z]+', '', usage) for usage in usages(command)]
    kinds = {'game': r'\bGAME\b', 'record': r'\bRECORD\b', 'option': r'name=value'}
    return {kind for kind, pattern in kinds.items() if any(re.search(pattern, usage) for usage in bare)}


def values(option):
    """The words among the values of a game's option, if there are any."""
    found = re.match(r'(?:[\w-]+\|)+[\w-]+', option.get('values', ''))
    return found[0].split('|') if found else []
