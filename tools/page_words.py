#!/usr/bin/env python3
"""Makes the page's texts of words/TAG/page.txt and words/TAG/PART.page.txt, and refuses tables that are not complete.

usage: page_words.py json OUT.json OUT.d WORDS      the texts of all languages, for web/bundle.mjs
       page_words.py types TYPES.ts WORDS           the keys and fields of all parts as types: `ninja -C build words`
       page_words.py check TYPES.ts COPY.ts WORDS   writes the types to COPY.ts, and fails if TYPES.ts is another

A PART is a game, or a part of the page. Names that a game's own table has (GAME.txt)
are in its part too, and the titles of all games beside the parts: they are written once. What is wrong is said with
file and line. OUT.d names what was read.
"""
import json
import os
import re
import sys

from words import Wrong, check_keys, is_for_page, read_table, tags_in

FIELD = re.compile(r'\{([a-z_]+)([}#?])')
# What the tables of the games have for the log, for refusals and for the terminal: the page has its own.
NOT_FOR_THE_PAGE = ('no.', 'asks.', 'brief.', 'effect.', 'reason.')
TYPES_HEAD = """// What the page says, and the values that each text takes. Made by tools/page_words.py of
// the tables in words/: change them there, and run `ninja -C build words`.
import type {None, Said} from './text';
"""


def fields_of(path, key, text, number):
    """The fields of a text: name -> (is it said as it is, does it choose a plural)."""
    fields = {}
    for opened in re.finditer(r'\{', text):
        found = FIELD.match(text, opened.start())
        if not found:
            raise Wrong(f'{path}:{number}: {key}: {text[opened.start():][:20]} is not a field of the page: '
                        'write {name}, {name#one|many} or {name?none|some}')
        name, how = found.groups()
        said, counts = fields.get(name, (False, False))
        fields[name] = (said or how == '}', counts or how == '#')
    return fields


def check_fields(path, table, model, model_path):
    """Refuses fields that the text of the model does not have, and the lack of those that it says as they are."""
    for key, (text, number) in table.items():
        own, wanted = fields_of(path, key, text, number), fields_of(model_path, key, *model[key])
        for name in own:
            if name not in wanted:
                known = ', '.join(sorted(wanted)) or 'none'
                raise Wrong(f'{path}:{number}: {key} has no field {name}; it has {known}')
        for name, (said, _) in wanted.items():
            if said and name not in own:
                raise Wrong(f'{path}:{number}: {key} does not say {{{name}}}')


def names_in(table):
    """The names in a game's own table: of bids, colours and so on."""
    return {key: text for key, text in table.items() if '.' in key and not key.startswith(NOT_FOR_THE_PAGE)}


def part_of(file):
    return file.removesuffix('.txt').removesuffix('.page')


class Language:
    """The page's tables of a language, checked against those of the model."""

    def __init__(self, words, tag, model):
        self.folder, self.read = os.path.join(words, tag), []
        self.tag, self.common = tag, self.table('common.txt')
        files = {part_of(file): file for file in sorted(os.listdir(self.folder)) if is_for_page(file)}
        for part in model.parts if model else ['page']:
            if part not in files:
                raise Wrong(f'{os.path.join(self.folder, part)}{"" if part == "page" else ".page"}.txt is missing')
        self.parts = {}
        for part, file in files.items():
            path, table = os.path.join(self.folder, file), self.table(file)
            if model and part not in model.parts:
                raise Wrong(f'{path}: the page has no part {part}')
            if model:
                check_keys(path, table, set(model.own[part]))
            check_fields(path, table, model.own[part] if model else table, path)
            self.parts[part] = table
        self.own, self.titles = dict(self.parts), {}
        self.add_names()

    def table(self, file):
        path = os.path.join(self.folder, file)
        self.read.append(path)
        return read_table(path)

    def add_names(self):
        """Adds what other tables of the language say already."""
        for file in sorted(os.listdir(self.folder)):
            if not file.endswith('.txt') or is_for_page(file):
                continue
            game, table = file[:-4], self.table(file)
            if 'title' in table:
                self.titles[game] = table['title'][0]
            if game in self.parts:
                self.add(game, names_in(table))

    def add(self, part, names):
        for key in names.keys() & self.parts[part].keys():
            path = os.path.join(self.folder, part + '.page.txt')
            raise Wrong(f'{path}:{self.parts[part][key][1]}: {key} is already in {part}.txt')
        self.parts[part] = {**self.parts[part], **names}

    def words(self):
        parts = {part: {key: text for key, (text, _) in table.items()} for part, table in self.parts.items()}
        return {'titles': self.titles, **parts}

    def head(self):
        return {'tag': self.tag, 'name': self.common['name'][0], 'plurals': int(self.common['plurals'][0]),
                'locales': self.common['locales'][0].split()}


def read_all(words):
    languages = []
    for tag in tags_in(words):
        languages.append(Language(words, tag, languages[0] if languages else None))
    return languages


def types_of(languages):
    """The keys and fields as TypeScript. A field that any language counts with is a number."""
    out = [TYPES_HEAD]
    for part in languages[0].parts:
        out.append(f'\nexport interface {part.capitalize()}Words {{\n')
        for key in languages[0].parts[part]:
            fields, counted = fields_of('', key, *languages[0].parts[part][key]), set()
            for language in languages:
                own = fields_of('', key, *language.parts[part][key])
                counted |= {name for name, (_, counts) in own.items() if counts}
            members = '; '.join(f'{name}: {"number" if name in counted else "Said"}' for name in sorted(fields))
            name = key if re.fullmatch(r'[A-Za-z_]\w*', key) else f"'{key}'"
            out.append(f'    {name}: {"{" + members + "}" if fields else "None"};\n')
        out.append('}\n')
    parts = ''.join(f'    {part}: {part.capitalize()}Words;\n' for part in languages[0].parts)
    return ''.join([*out, '\nexport interface Words {\n', parts, '}\n'])


def write_json(out, depfile, words, languages):
    with open(out, 'w', encoding='utf-8') as file:
        json.dump([{**language.head(), 'words': language.words()} for language in languages], file, ensure_ascii=False)
    read = [words, os.path.join(os.path.dirname(__file__), 'words.py')]
    for language in languages:
        read += [language.folder, *language.read]
    with open(depfile, 'w', encoding='utf-8') as file:
        file.write(f'{out}: {" ".join(read)}\n')


def main():
    what, *paths, words = sys.argv[1:]
    try:
        languages = read_all(words)
    except (Wrong, OSError, UnicodeDecodeError) as wrong:
        sys.exit(f'page_words.py: {wrong}')
    if what == 'json':
        write_json(*paths, words, languages)
        return
    with open(paths[-1], 'w', encoding='utf-8') as file:
        file.write(types_of(languages))
    if what == 'check':
        with open(paths[0], encoding='utf-8') as file:
            if file.read() != types_of(languages):
                sys.exit(f'{paths[0]} is not what it is made from: run `ninja -C build words`, then build again')


if __name__ == '__main__':
    main()
