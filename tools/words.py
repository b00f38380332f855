#!/usr/bin/env python3
"""Makes C of the tables of words in words/, and refuses tables that are not complete.

usage: words.py OUT.c REFUSALS.c OUT.d SOURCES WORDS

SOURCES/rules/GAME.h (or GAME.c) has GAME_VERBS(X), from which the verbs and fields of a game are known,
and GAME_REFUSALS(X), why choices are refused; PARTS have refusals too. WORDS has a folder for each
language; every other language must have the tables and keys of en. What is wrong is said with file and
line. REFUSALS.c has the English sentences of refusals by the rules and the table alone. OUT.d names what
was read. terminal.txt and the page's tables do not belong to a game: tools/texts.py and tools/page_words.py read them.
"""
import os
import re
import sys

VERB = re.compile(r'X\((\w+),\s*(\w+),\s*(true|false),\s*((?:"[^"]*"\s*)+)\)')
REFUSAL = re.compile(r'X\((?:\w+, )?(\w+)\)')
TERMINAL = 'terminal.txt'
PARTS = {'table': 'table/table.h', 'server': 'server/refusal.h'}
FIELD = re.compile(r"\{([a-z_]+)(?=['?#*}])")


class Wrong(Exception):
    pass


def is_for_page(file):
    return file == 'page.txt' or file.endswith('.page.txt')


def text_of(header):
    with open(header, encoding='utf-8') as file:
        return re.sub(r'\\\n\s*', ' ', file.read())


def verbs_of(header):
    """The game of a header and its verbs: name -> (is it a choice, names of fields)."""
    found = re.search(r'#define (\w+)_VERBS\(X\)(.*)', text_of(header))
    if not found:
        raise Wrong(f'{header}: there is no list GAME_VERBS(X)')
    verbs = {}
    for _, name, choice, spec in VERB.findall(found.group(2)):
        fields = ''.join(re.findall(r'"([^"]*)"', spec)).split()
        verbs[name] = (choice == 'true', {field.split(':')[0] for field in fields})
    return found.group(1).lower(), verbs


def refusals_of(header):
    """The keys of the sentences for what a header's list of refusals has."""
    found = re.search(r'#define \w+_REFUSALS\(X\)(.*)', text_of(header))
    if not found:
        raise Wrong(f'{header}: there is no list of refusals NAME_REFUSALS(X)')
    return {'no.' + key for key in REFUSAL.findall(found.group(1))}


def read_table(path):
    """The table of a file: key -> (text, line)."""
    table = {}
    with open(path, encoding='utf-8') as file:
        for number, line in enumerate(map(str.strip, file), 1):
            if not line or line.startswith('#'):
                continue
            key, equals, text = line.partition('=')
            key, text = key.strip(), text.strip()
            if not equals or not re.fullmatch(r"[\w.!/+-]+", key):
                raise Wrong(f'{path}:{number}: write KEY = TEXT')
            if key in table:
                raise Wrong(f'{path}:{number}: {key} is already in line {table[key][1]}')
            if len(text) > 1 and text[0] == text[-1] == '"':
                text = text[1:-1]
            if text.count('{') != text.count('}'):
                raise Wrong(f'{path}:{number}: {key} opens more braces than it closes, or fewer')
            table[key] = (text.replace('\\n', '\n'), number)
    return table


def check_fields(path, table, verbs):
    """Refuses fields that a verb does not have."""
    for key, (text, number) in table.items():
        _, fields = verbs.get(key.rstrip('!'), (False, set()))
        for field in FIELD.findall(text):
            if field not in fields:
                known = ', '.join(sorted(fields)) or 'none'
                raise Wrong(f'{path}:{number}: {key} has no field {field}; it has {known}')


def check_keys(path, table, wanted):
    for key in sorted(wanted - set(table)):
        raise Wrong(f'{path}: {key} is missing')
    for key, (_, number) in table.items():
        if key not in wanted:
            raise Wrong(f'{path}:{number}: nothing is called {key}')


def tables_of(folder, games, refusals, model):
    """All tables of a language, checked: those of the first language against the verbs, others against the first."""
    tables = {}
    for name in ['common', *refusals]:
        path = os.path.join(folder, name + '.txt')
        if not os.path.exists(path):
            raise Wrong(f'{path} is missing')
        table = tables[name] = read_table(path)
        wanted = set(model[name]) if model else {key for key in table if not key.startswith('no.')}
        wanted |= refusals.get(name, set())
        if name in games:
            verbs = games[name]
            wanted |= set(verbs) | {verb + '!' for verb, (choice, _) in verbs.items() if choice}
            check_fields(path, table, verbs)
        check_keys(path, table, wanted)
    for file in sorted(os.listdir(folder)):
        if file.endswith('.txt') and file[:-4] not in tables and file != TERMINAL and not is_for_page(file):
            raise Wrong(f'{os.path.join(folder, file)}: there is no game {file[:-4]}')
    return tables


def quoted(text):
    return '"' + text.replace('\\', '\\\\').replace('"', '\\"').replace('\n', '\\n') + '"'


def write(out, languages):
    out.write('/* Made by tools/words.py of the tables in words/. */\n#include "words/words.h"\n\n')
    for at, (_, tables) in enumerate(languages):
        for name, table in tables.items():
            out.write(f'static const struct phrase {name}_{at}[] = {{\n')
            for key in sorted(table, key=lambda key: key.encode()):
                out.write(f'    {{{quoted(key)}, {quoted(table[key][0])}}},\n')
            out.write('};\n\n')
        out.write(f'static const struct game_words games_{at}[] = {{\n')
        for name, table in tables.items():
            if name != 'common':
                out.write(f'    {{{quoted(name)}, {{{name}_{at}, {len(table)}}}}},\n')
        out.write('    {NULL, {NULL, 0}},\n};\n\n')
    out.write('const struct language languages[] = {\n')
    for at, (tag, tables) in enumerate(languages):
        name = tables['common']['name'][0]
        out.write(f'    {{{quoted(tag)}, {quoted(name)}, {{common_{at}, {len(tables["common"])}}}, games_{at}}},\n')
    out.write('    {NULL, NULL, {NULL, 0}, NULL},\n};\n')


def write_refusals(out, tables):
    """What rules/refusal.h declares: the English sentences that need no other words."""
    out.write('/* Made by tools/words.py of the tables in words/en. */\n#include "rules/refusal.h"\n\n'
              '#include "rules/text.h"\n\nstatic const struct {\n    const char *of, *key, *text;\n} sentences[] = {\n')
    for name, table in tables.items():
        for key, (text, _) in table.items():
            if key.startswith('no.') and name != 'server':
                out.write(f'    {{{quoted(name)}, {quoted(key[3:])}, {quoted(text)}}},\n')
    out.write('};\n\nconst char *refusal_text(const char *of, const char *key)\n{\n'
              '    for (size_t i = 0; i < sizeof sentences / sizeof sentences[0]; i++)\n'
              '        if (text_equal(sentences[i].of, of) && text_equal(sentences[i].key, key))\n'
              '            return sentences[i].text;\n    return key;\n}\n')


def header_of(sources, name):
    rules = os.path.join(sources, 'rules', name)
    if name in PARTS:
        return os.path.join(sources, PARTS[name])
    return rules + ('.h' if os.path.exists(rules + '.h') else '.c')


def tags_in(words):
    """The languages in the order of their tables: the model comes first."""
    return ['en', *sorted(tag for tag in os.listdir(words) if tag != 'en')]


def main():
    out, refusals_out, depfile, sources, words = sys.argv[1:]
    tags = tags_in(words)
    names = [file[:-4] for file in sorted(os.listdir(os.path.join(words, 'en')))
             if file.endswith('.txt') and file not in ('common.txt', TERMINAL) and not is_for_page(file)]
    headers = {name: header_of(sources, name) for name in names}
    try:
        games = dict(verbs_of(header) for name, header in headers.items() if name not in PARTS)
        refusals = {name: refusals_of(header) for name, header in headers.items()}
        languages = []
        for tag in tags:
            model = languages[0][1] if languages else None
            languages.append((tag, tables_of(os.path.join(words, tag), games, refusals, model)))
    except (Wrong, OSError, UnicodeDecodeError) as wrong:
        sys.exit(f'words.py: {wrong}')
    with open(out, 'w', encoding='utf-8') as file:
        write(file, languages)
    with open(refusals_out, 'w', encoding='utf-8') as file:
        write_refusals(file, languages[0][1])
    folders = [words, *(os.path.join(words, tag) for tag in tags)]
    tables = [os.path.join(words, tag, name + '.txt') for tag in tags for name in ['common', *names]]
    with open(depfile, 'w', encoding='utf-8') as file:
        file.write(f'{out} {refusals_out}: {" ".join([*headers.values(), *folders, *tables])}\n')


if __name__ == '__main__':
    main()
