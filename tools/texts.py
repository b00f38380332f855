#!/usr/bin/env python3
"""Makes C of the terminal's own texts, words/TAG/terminal.txt, and refuses tables that are not complete.

usage: texts.py OUT.h OUT.c OUT.d WORDS

OUT.h has a constant for each key, round.of becomes SAY_ROUND_OF: the compiler refuses a key that no table has.
OUT.c has the texts of every language by these constants. A text has the fields that the one of en has. What is
wrong is said with file and line. OUT.d names what was read.
"""
import os
import sys

from words import FIELD, TERMINAL, Wrong, check_keys, quoted, read_table, tags_in


def constant(key):
    return 'SAY_' + key.upper().replace('.', '_').replace('-', '_')


def check_fields(path, table, model):
    """Refuses fields that the text of the model does not have."""
    for key, (text, number) in table.items():
        fields = set(FIELD.findall(model[key][0]))
        for field in FIELD.findall(text):
            if field not in fields:
                known = ', '.join(sorted(fields)) or 'none'
                raise Wrong(f'{path}:{number}: {key} has no field {field}; it has {known}')


def read_all(words):
    """The tables of all languages, checked against the first, and where they stand."""
    tables, paths = [], []
    for tag in tags_in(words):
        path = os.path.join(words, tag, TERMINAL)
        if not os.path.exists(path):
            raise Wrong(f'{path} is missing')
        table = read_table(path)
        model = tables[0] if tables else table
        check_keys(path, table, set(model))
        check_fields(path, table, model)
        tables.append(table)
        paths.append(path)
    return tables, paths


def main():
    header, source, depfile, words = sys.argv[1:]
    try:
        tables, paths = read_all(words)
        keys = list(tables[0])
        if len(set(map(constant, keys))) < len(keys):
            raise Wrong(f'{paths[0]}: two keys become one constant')
    except (Wrong, OSError, UnicodeDecodeError) as wrong:
        sys.exit(f'texts.py: {wrong}')
    with open(header, 'w', encoding='utf-8') as file:
        file.write('/* Made by tools/texts.py of words/en/terminal.txt. */\n')
        file.write('#ifndef PARLOR_TEXTS_H\n#define PARLOR_TEXTS_H\n\n')
        file.write('enum text {\n' + ''.join(f'    {constant(key)},\n' for key in keys) + '    TEXTS\n};\n\n')
        file.write('extern const char *const texts[][TEXTS]; /* in the order of languages[] */\n\n#endif\n')
    with open(source, 'w', encoding='utf-8') as file:
        file.write('/* Made by tools/texts.py of words/TAG/terminal.txt. */\n#include "texts.h"\n\n')
        file.write('const char *const texts[][TEXTS] = {\n')
        file.writelines('    {\n' + ''.join(f'        {quoted(table[key][0])},\n' for key in keys) + '    },\n'
                        for table in tables)
        file.write('};\n')
    with open(depfile, 'w', encoding='utf-8') as file:
        read = [words, *paths, os.path.join(os.path.dirname(__file__), 'words.py')]
        file.write(f'{header} {source}: {" ".join(read)}\n')


if __name__ == '__main__':
    main()
