#!/usr/bin/env python3
"""Writes the manual from the tables of the program and the public header.

usage: manual.py PARLOR HEADER RECORDS FOLDER PAGE...

The pages, in mdoc, go to FOLDER: parlor.1, parlor-COMMAND.1 for every command, parlor.3 from the
C header, and parlor-record.5 from the Markdown of RECORDS. Those that are named have to be
all of them.
"""
import itertools
import os
import re
import sys
import textwrap
import time

import tables


def escaped(text):
    """Text as roff shows it: backslashes, and a dot or a quote at the beginning of a line."""
    text = text.replace('\\', '\\e').replace('-', '\\-').replace('"', '\\(dq')
    return re.sub(r"^([.'])", r'\\&\1', text, flags=re.MULTILINE)


def word(text):
    """One argument of a macro, in quotes where it could be several, or a macro itself (these are short)."""
    return '"' + escaped(text) + '"' if ' ' in text or len(text) < 4 else escaped(text)


def literal(lines):
    return ['.Bd -literal -offset indent', *(escaped(line) for line in lines), '.Ed']


def flowing(text):
    """A paragraph. A new sentence begins a new line, and no line is long, as mdoc wants it."""
    sentences = re.split(r'(?<=[.?!:)]) +(?=[A-Z(])', ' '.join(text.split()))
    return [escaped(line) for sentence in sentences
            for line in textwrap.wrap(sentence, 60, break_long_words=False, break_on_hyphens=False)]


def paragraphs(blocks):
    """Blocks of lines one after the other, .Pp between them where mdoc has none of its own."""
    lines = []
    for block in blocks:
        apart = lines and not block[0].startswith('.') and not re.match(r'\.(Ss|Sh)', lines[-1])
        lines += (['.Pp'] if apart else []) + block
    return lines


def head(name, section, summary):
    date = time.gmtime(int(os.environ.get('SOURCE_DATE_EPOCH', time.time())))
    return [f'.Dd {time.strftime("%B", date)} {date.tm_mday}, {date.tm_year}', f'.Dt {name.upper()} {section}',
            '.Os', '.Sh NAME', f'.Nm {name}', f'.Nd {escaped(summary)}']


def list_of(rows):
    """Names and what they mean."""
    lines = ['.Bl -tag -width Ds']
    for name, text in rows:
        lines += [f'.It {name}', *flowing(text)]
    return lines + ['.El']


def help_blocks(text):
    """Paragraphs of a help text: (is it literal, its lines)."""
    for block in text.strip('\n').split('\n\n'):
        for drawn, lines in itertools.groupby(block.split('\n'), key=lambda line: line.startswith('  ')):
            yield drawn, list(lines)


def described(text, program):
    """The paragraphs of a help text, and apart from them its examples."""
    parts, examples = [], []
    for drawn, block in help_blocks(text):
        if drawn and all(line.strip().startswith(program + ' ') for line in block):
            examples += [line[2:] for line in block]
        else:
            parts.append(literal(line[2:] for line in block) if drawn else flowing(' '.join(block)))
    return paragraphs(parts), examples


def option_name(option):
    value = f' Ar {word(option["value"])}' if option['value'] else ''
    return f'Fl \\-{option["name"].replace("-", chr(92) + "-")}{value}'


def exit_status(facts):
    return ['.Sh EXIT STATUS', *list_of((row['name'], row['help'] + '.') for row in facts['exit_codes'])]


def see_also(pages):
    """References to these (name, section), in the order that mdoc wants."""
    ordered = sorted(pages, key=lambda page: (page[1], page[0]))
    return ['.Sh SEE ALSO'] + [f'.Xr {name} {section}{" ," if i + 1 < len(ordered) else ""}'
                               for i, (name, section) in enumerate(ordered)]


# ---- section 1 ----

def synopsis(program, command):
    """The ways to call a command."""
    lines = []
    for usage in tables.usages(command):
        lines.append(f'.Nm {program} {command["name"]}')
        for part in re.findall(r'\[[^]]*\]|\S+', usage):
            bare = part.strip('[]')
            flag = re.fullmatch(r'--(\S+)', bare)
            shown = f'Fl \\-{flag[1]}' if flag else f'Ar {escaped(bare)}'
            lines.append(f'.Op {shown}' if part.startswith('[') else f'.{shown}')
    return lines


def command_page(facts, command):
    program = facts['name']
    name = f'{program}-{command["name"]}'
    summary = command['summary'][0].lower() + command['summary'][1:]
    details, examples = described(command['details'], program)
    lines = head(name, 1, summary) + ['.Sh SYNOPSIS', *synopsis(program, command), '.Sh DESCRIPTION']
    lines += details
    lines += ['.Pp', 'The options are as follows:']
    rows = command['options'] + [{'name': 'help', 'value': '', 'help': 'show help'}]
    lines += list_of((option_name(option), option['help'] + '.') for option in rows)
    if command['lists_bots']:
        lines += ['.Pp', 'The bots, from the weakest to the strongest:']
        lines += list_of((f'Cm {bot["name"]}', bot['help'] + '.') for bot in facts['bots'])
    lines += exit_status(facts)
    if examples:
        lines += ['.Sh EXAMPLES', *literal(examples)]
    return lines + see_also([(program, 1)] + [('parlor-record', 5)] * ('record' in tables.words(command)))


def game_option(option):
    values = option.get('values') or f'{option["least"]}..{option["most"]}'
    return f'Ar {word(option["name"] + "=" + values)}', f'{option["help"]} (default: {option["default"]}).'


def program_page(facts):
    program = facts['name']
    lines = head(program, 1, 'modern card games by their full rules')
    lines += ['.Sh SYNOPSIS', f'.Nm {program}', '.Ar command', '.Op Ar options', f'.Nm {program}', '.Cm help',
              '.Op Ar command', f'.Nm {program}', '.Fl \\-version', '.Sh DESCRIPTION', *flowing(facts['about']),
              'Arguments and options may come in any order.', 'The commands are as follows:']
    lines += list_of((f'Cm {command["name"]}', f'{command["summary"]}.') for command in facts['commands'])
    lines += ['.Sh GAMES AND THEIR OPTIONS', 'Set the options of a game as', '.Ar name=value .']
    for game in facts['games']:
        lines += [f'.Ss {escaped(game["id"])}', *flowing(
            f'{game["title"]}, for {game["min_players"]} to {game["max_players"]} players, about '
            f'{game["minutes"]} minutes. {game["summary"]}')]
        if game['options']:
            lines += list_of(game_option(option) for option in game['options'])
    lines += ['.Sh ENVIRONMENT', *list_of((f'Ev {row["name"]}', row['help'] + '.') for row in facts['environment'])]
    lines += exit_status(facts) + ['.Sh EXAMPLES', 'To begin:', *literal([facts['begin']])]
    pages = [(f'{program}-{command["name"]}', 1) for command in facts['commands']]
    return lines + see_also(pages + [(program, 3), ('parlor-record', 5)])


# ---- section 3 ----

def comment_text(comment):
    """The lines of a comment without its marks."""
    return [re.sub(r'^ ?\* ?', '', line) for line in comment[2:-2].strip().split('\n')]


def comment_blocks(comment):
    """Paragraphs and examples of a long comment."""
    parts = re.split(r'\n\s*\n', '\n'.join(comment_text(comment)))
    return paragraphs(literal(line[4:] for line in part.split('\n')) if part.startswith('    ') else flowing(part)
                      for part in parts)


def declarations(header):
    """What the header declares, in order, each as (code, comment); either may be empty."""
    body = header[header.index('*/') + 2:]
    unwanted = r'^#(if|endif|include|pragma|define \w+$).*\n|^extern "C" \{\n|^\}\n|^/\* clang-format o.*\n'
    body = re.sub(unwanted, '', body, flags=re.MULTILINE)
    pattern = (r'(?P<note>^/\*.*?\*/)|(?P<code>^(?:(?:struct|enum) \w+ \{.*?\};|#define [^/\n]*|[^/\n][^;]*;))'
               r'(?:[ \t]*(?P<remark>/\*.*?\*/))?')
    for found in re.finditer(pattern, body, re.MULTILINE | re.DOTALL):
        yield (found['code'] or '').strip(), found['note'] or found['remark'] or ''


def chapter(comment):
    """The title of a comment that begins a chapter, and the text under it; None if it is no such comment."""
    found = re.fullmatch(r'-+ (.*?) -+(?:\n(.*))?', '\n'.join(comment_text(comment)), re.DOTALL) if comment else None
    return found and (found[1], (found[2] or '').strip())


def library_page(facts, header):
    lines = head('parlor', 3, 'modern card games by their full rules, for C')
    lines += ['.Sh SYNOPSIS', '.In parlor.h', '.Sh DESCRIPTION']
    first = header[:header.index('*/') + 2]
    lines += comment_blocks(first)
    lines += ['.Sh TYPES AND FUNCTIONS']
    parts = []
    for code, remark in declarations(header):
        text = flowing(' '.join(comment_text(remark))) if remark else []
        title = chapter(remark)
        if title:
            parts += [[f'.Ss {escaped(title[0])}'], *([flowing(title[1])] if title[1] else [])]
        elif code.endswith(');'):
            parts.append(['.Bl -tag -width Ds', f'.It Li {word(" ".join(code[:-1].split()))}', *text, '.El'])
        elif code.startswith('#'):
            parts.append(literal([f'{code} {remark}'.strip()]))
        elif code:
            parts += [part for part in (text, literal(code.split('\n'))) if part]
        else:
            parts.append(text)
    return lines + paragraphs(parts) + see_also([('parlor', 1), ('parlor-record', 5)])


# ---- section 5 ----

def inline(text):
    """Markdown within a paragraph."""
    text = re.sub(r'\[([^]]*)\]\([^)]*\)', r'\1', text)
    return text.replace('`', '').replace('**', '')


def markdown(text):
    """Paragraphs, headings, lists, tables and literal blocks, as docs/records.md has them."""
    return paragraphs(markdown_block(block) for block in re.split(r'\n\s*\n', text.strip()))


def markdown_block(block):
    lines = block.split('\n')
    if lines[0].startswith('```'):
        return literal(lines[1:-1])
    if lines[0].startswith('#'):
        return ['.Ss ' + escaped(inline(lines[0].lstrip('# ')))]
    if lines[0].startswith('|'):
        rows = [[inline(cell.strip()) for cell in line.strip('|').split('|')] for line in lines[2:]]
        return list_of((f'Li {word(row[0])}', ', '.join(row[1:])) for row in rows)
    if lines[0].startswith('- '):
        items = re.split(r'^- ', block, flags=re.MULTILINE)[1:]
        return ['.Bl -bullet', *(line for item in items for line in ['.It', *flowing(inline(item))]), '.El']
    return flowing(inline(block))


def record_page(facts, text):
    lines = head('parlor-record', 5, 'records of games') + ['.Sh DESCRIPTION']
    lines += markdown(text.split('\n', 1)[1])
    return lines + see_also([('parlor', 1), ('parlor-replay', 1), ('parlor-verify', 1)])


def main():
    if len(sys.argv) < 6:
        sys.exit(__doc__)
    program, header, records, folder = sys.argv[1:5]
    facts = tables.read(program)
    pages = {'parlor.1': program_page(facts)}
    pages |= {f'parlor-{command["name"]}.1': command_page(facts, command) for command in facts['commands']}
    with open(header, encoding='utf-8') as file:
        pages['parlor.3'] = library_page(facts, file.read())
    with open(records, encoding='utf-8') as file:
        pages['parlor-record.5'] = record_page(facts, file.read())
    if set(pages) != set(sys.argv[5:]):
        sys.exit('manual.py: the commands of src/meson.build are not those of the program: '
                 + ', '.join(sorted(set(pages) ^ set(sys.argv[5:]))))
    for name, lines in pages.items():
        with open(os.path.join(folder, name), 'w', encoding='utf-8') as out:
            out.write('\n'.join(lines) + '\n')


if __name__ == '__main__':
    main()
