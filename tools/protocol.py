#!/usr/bin/env python3
"""Writes what docs/schemas says for those who speak the protocol.

usage: protocol.py header FILE SCHEMA…        the words and bounds of messages, as a C header
       protocol.py page MODULE SCHEMA…        the types of messages, as the page's module
       protocol.py check MODULE COPY SCHEMA…  writes them to COPY, and fails if MODULE is another

The last is what the build does, so that no page is shown that expects other messages than its server sends.
"""
import json
import pathlib
import re
import sys

BOUNDS = ('const', 'minimum', 'maximum', 'maxLength', 'maxItems')
HEADER = '/* What docs/schemas says: the words of the protocol and its bounds. Made by tools/protocol.py. */\n'
MODULE = """// The messages of docs/protocol.md. Made by tools/protocol.py from docs/schemas: change them there, and run
// `ninja -C build protocol`.
"""


class Schemas:
    def __init__(self, paths):
        self.files = {pathlib.Path(path).stem: json.loads(pathlib.Path(path).read_text(encoding='utf-8'))
                      for path in paths}

    def definitions(self):
        """All of them, each with its file's name and its own."""
        for file, schema in self.files.items():
            for name, its in schema['$defs'].items():
                yield file, name, its

    def messages(self):
        """The names of a file's messages, for each that is messages and nothing else."""
        return {file: [it['$ref'].rsplit('/', 1)[1] for it in schema['oneOf']]
                for file, schema in self.files.items() if 'oneOf' in schema}

    def find(self, file, reference):
        """What a reference within a file stands for, and in which file."""
        where, name = reference.split('#/$defs/')
        file = where.removesuffix('.json') if where else file
        return file, self.files[file]['$defs'][name]


# ---- C ----

def macro(*parts):
    return re.sub(r'([a-z])([A-Z])', r'\1_\2', '_'.join(parts)).upper()


def word_list(name, words):
    return f'#define {name}(X)' + ''.join(f' X({word.upper()}, {word})' for word in words) + '\n'


def literal(value):
    return f'({value})' if isinstance(value, int) and value < 0 else json.dumps(value)


def bounds_of(name, its):
    """Macros for the bounds of a value and of the members of an object."""
    lines = [f'#define {macro(*name, bound)} {literal(its[bound])}\n' for bound in BOUNDS
             if type(its.get(bound)) in (int, str)]
    for key, member in its.get('properties', {}).items():
        if isinstance(member, dict) and key != 'type':
            lines += bounds_of((*name, key), member)
    return lines


def header(schemas):
    lines = [HEADER, '#ifndef PARLOR_SCHEMAS_H\n#define PARLOR_SCHEMAS_H\n\n']
    lines += [word_list(macro(file, 'messages'), names) for file, names in schemas.messages().items()]
    for file, name, its in schemas.definitions():
        if 'enum' in its:
            lines.append(word_list(macro(file, name, 'words'), its['enum']))
        lines += bounds_of((file, name), its)
    return ''.join([*lines, '\n#endif\n'])


# ---- TypeScript ----

LINE = 100  # an object within another gets one line if it has no more characters
SIMPLE = {'string': 'string', 'integer': 'number', 'number': 'number', 'boolean': 'boolean', 'object': 'object'}


class Types:
    def __init__(self, schemas):
        self.schemas = schemas

    def union(self, file, options):
        return ' | '.join(dict.fromkeys(self.type(file, option) for option in options))

    def object(self, file, its, indent):
        rows = []
        for key, member in its['properties'].items():
            optional = '' if key in its.get('required', []) else '?'
            note = f" // {member['description']}" if 'description' in member else ''
            rows.append(f'{indent}    {key}{optional}: {self.type(file, member, indent + "    ")};{note}\n')
        if isinstance(its.get('additionalProperties'), dict):
            rows.append(f'{indent}    [field: string]: {self.type(file, its["additionalProperties"])};\n')
        short = '{' + ' '.join(row.strip() for row in rows)[:-1] + '}'
        if indent and '//' not in short and len(indent + short) <= LINE:
            return short
        return '{\n' + ''.join(rows) + indent + '}'

    def type(self, file, its, indent='', own=False):
        """The type of what a schema describes; its name where it has one, unless its own members are wanted."""
        if '$ref' in its:
            return self.type(*self.schemas.find(file, its['$ref']), indent)
        if 'title' in its and not own:
            return its['title']
        if 'const' in its:
            return json.dumps(its['const']).replace('"', "'")
        if 'enum' in its:
            return ' | '.join(f"'{word}'" for word in its['enum'])
        if 'anyOf' in its:
            return self.union(file, its['anyOf'])
        if isinstance(its['type'], list):
            return self.union(file, [{'type': name} for name in its['type']])
        if its['type'] == 'array':
            item = self.type(file, its['items'], indent)
            return f'({item})[]' if ' | ' in item else f'{item}[]'
        if 'properties' in its:
            return self.object(file, its, indent)
        if isinstance(its.get('additionalProperties'), dict):
            return f'Record<string, {self.type(file, its["additionalProperties"])}>'
        return SIMPLE[its['type']]


def module(schemas):
    types, parts = Types(schemas), [MODULE]
    for file, _, its in schemas.definitions():
        if 'title' not in its:
            continue
        note = f"\n// {its['description']}" if 'description' in its else ''
        text = types.type(file, its, own=True)
        if 'const' in its:
            text = f"const {its['title'].lower()} = {text};"
        elif text[0] == '{':
            text = f"interface {its['title']} {text}"
        else:
            text = f"type {its['title']} = {text};"
        parts.append(f'{note}\nexport {text}\n')
    longest = [f"{name}: {its['maxLength']}" for file, name, its in schemas.definitions()
               if file == 'client' and 'maxLength' in its]
    parts.append(f"\n// How long the texts are that a client sends, at most\nexport const longest = {{{', '.join(longest)}}};\n")
    for file, names in schemas.messages().items():
        rows = [f'\n    | {types.type(file, schemas.files[file]["$defs"][name], "    ")}' for name in names]
        parts.append(f'\nexport type {file.capitalize()}Message ={"".join(rows)};\n')
    return ''.join(parts)


def main():
    job, path, *rest = sys.argv[1:]
    copy = rest.pop(0) if job == 'check' else path
    schemas = Schemas(rest)
    text = header(schemas) if job == 'header' else module(schemas)
    pathlib.Path(copy).write_text(text, encoding='utf-8')
    if job == 'check' and pathlib.Path(path).read_text(encoding='utf-8') != text:
        sys.exit(f'{path} is not what docs/schemas says: run `ninja -C build protocol`, then build again')


main()
