"""Makes the reference pages of the two libraries, as Markdown: C from its header, Python from its stub and modules.

Both are read as text, so that nothing has to be built or installed first.
"""
import ast
import re
import textwrap

import manual

WIDTH = 84  # columns that fit beside the navigation
# ---- C ----


def c_name(code):
    """Returns what a declaration declares: `parlor_open`, `struct parlor_game`."""
    kind = re.match(r'(struct|enum) \w+(?= \{|;)', code)
    return kind[0] if kind else re.search(r'(\w+)\(', code)[1]


def c_text(comment):
    """Returns the text of a comment as Markdown: names of the library are code, and so is what is set in."""
    blocks = re.split(r'\n\s*\n', '\n'.join(manual.comment_text(comment)).strip('\n'))
    return '\n\n'.join(c_block(textwrap.dedent(block)) if block.startswith('    ') else marked(block)
                       for block in blocks)


def marked(text):
    return re.sub(r'(?<![`\w/])(parlor_\w+(?:\(\))?|PARLOR_[A-Z_]+|max_\w+|observation_size)(?![`\w])', r'`\1`', text)


def sentence(text):
    """Returns a remark as a sentence: with a capital and a full stop, unless it begins with a name."""
    name = not text or re.match(r'`|\w+:|\W|\w*_', text)
    return (text if name else text[0].upper() + text[1:]) + ('' if not text or text.endswith(('.', ':')) else '.')


def c_block(code):
    return f'```c\n{code}\n```'


def c_page(header):
    """Returns the page about the header. A comment above a declaration belongs to it."""
    first = header[:header.index('*/') + 2]
    origin = ('This page is made from [`include/parlor.h`](../../include/parlor.h); `man 3 parlor` says the same. '
              '[The C library](../library.md) tells how to build with it.')
    parts = ['# C API', c_block('#include <parlor.h>'), c_text(first), origin, '## Types and constants']
    constants, note = [], ''
    for code, remark in manual.declarations(header):
        title = manual.chapter(remark) if not code else None
        if code.startswith('#'):
            constants.append(f'{code} {remark}'.strip())
            continue
        if constants:
            parts += ['### Constants', c_block('\n'.join(constants))]
            constants = []
        if title:
            parts += [f'## {title[0][0].upper()}{title[0][1:]}', *filter(None, [marked(title[1])])]
        elif not code:
            note = c_text(remark)
        else:
            flat = code if '{' in code else ' '.join(code.split())
            said = [sentence(text) for text in (c_text(remark) if remark else '', note) if text]
            parts += [f'### {c_name(code)} {{ .parlor-name }}', c_block(wrapped(flat)), *said]
            note = ''
    return '\n\n'.join(parts) + '\n'


def wrapped(code):
    """Returns a declaration with its parameters on lines of their own where one line would be too long."""
    if '{' in code or len(code) <= WIDTH:
        return code
    head, _, rest = code.partition('(')
    parameters = rest.rsplit(')', 1)[0].split(', ')
    return head + '(\n    ' + ',\n    '.join(parameters) + ');'


# ---- Python ----


class Source:
    """A module's text and its tree."""

    def __init__(self, text):
        self.lines = text.split('\n')
        self.tree = ast.parse(text)

    def above(self, node):
        """Returns the comment above a node."""
        line = min([node.lineno, *(mark.lineno for mark in getattr(node, 'decorator_list', []))]) - 1
        end = line
        while line > 0 and re.match(r'\s*#(?! ----)', self.lines[line - 1]):
            line -= 1
        return '\n'.join(re.sub(r'^\s*# ?', '', text) for text in self.lines[line:end])

    def behind(self, node):
        """Returns the comment that stands behind a node, on its last line."""
        found = re.match(r'\s*#\s*(.*)', self.lines[node.end_lineno - 1].encode()[node.end_col_offset:].decode())
        return found[1] if found else ''

    def comment(self, node):
        return '\n\n'.join(filter(None, [self.above(node), sentence(self.behind(node))]))

    def chapter(self, node, since):
        """Returns the title between a line and a node, `# ---- actions ----`, or ''."""
        for line in self.lines[since:node.lineno - 1]:
            found = re.match(r'\s*# -+ (.*?) -+$', line)
            if found:
                return found[1]
        return ''

    def signature(self, node):
        """Returns the head of a function as it is written, comments between its parameters included."""
        text = textwrap.dedent('\n'.join(self.lines[node.lineno - 1:node.end_lineno]))
        if isinstance(node.body[0], ast.Expr) and getattr(node.body[0].value, 'value', None) is ...:
            text = re.sub(r':\s*\.\.\.(\s*#.*)?$', '', text)
        else:
            text = '\n'.join(text.split('\n')[:node.body[0].lineno - node.lineno]).rstrip().rstrip(':')
        return text if '\n' in text or len(text) <= WIDTH else apart(node)


def apart(node):
    """Returns the head of a function with every parameter on a line of its own."""
    of = node.args
    plain = of.posonlyargs + of.args
    first = [None] * (len(plain) - len(of.defaults)) + of.defaults
    shown = [parameter(*pair) for pair in zip(plain, first)]
    if of.posonlyargs:
        shown.insert(len(of.posonlyargs), '/')
    if of.vararg or of.kwonlyargs:
        shown.append('*' + (parameter(of.vararg) if of.vararg else ''))
    shown += [parameter(*pair) for pair in zip(of.kwonlyargs, of.kw_defaults)]
    if of.kwarg:
        shown.append('**' + parameter(of.kwarg))
    back = f' -> {ast.unparse(node.returns)}' if node.returns else ''
    return f'def {node.name}(\n' + ''.join(f'    {one},\n' for one in shown) + f'){back}'


def parameter(of, default=None):
    return ast.unparse(of) + (f' = {ast.unparse(default)}' if default else '')


def decorated(node, name):
    return any(getattr(mark, 'id', '') == name for mark in getattr(node, 'decorator_list', []))


def py_block(code):
    return f'```python\n{code}\n```'


def is_public(name):
    return not name.startswith('_')


def cell(text):
    return ' '.join(text.replace('|', '\\|').split())


def table(rows):
    return '\n'.join(['| name | type | |', '|---|---|---|',
                      *(f'| `{name}` | `{cell(kind)}` | {cell(text)} |' for name, kind, text in rows)])


def text_of(source, node):
    """Returns what is said about a class or function: its docstring, or in a stub its comments."""
    said = source.above(node) if isinstance(node, ast.ClassDef) else source.comment(node)
    return ast.get_docstring(node) or said


def drawn(text):
    """Returns a comment or docstring as Markdown: what is set in is code, a list of words stays in its lines."""
    blocks = []
    for block in re.split(r'\n\s*\n', text.strip('\n')):
        lines = block.split('\n')
        cut = next((i for i, line in enumerate(lines) if re.match(r' {2,}\S', line)), len(lines))
        if cut and lines[:cut] != ['']:
            blocks.append('\n'.join(lines[:cut]))
        if cut < len(lines):
            code = textwrap.dedent('\n'.join(lines[cut:]))
            blocks.append(f'```{"python" if lines[cut].startswith("    ") else "text"}\n{code}\n```')
    return '\n\n'.join(blocks)


def class_parts(source, node, stub=True):
    """Returns the parts of a class: what it is for, fields and properties in tables, functions with a
    heading each. Where there is no stub, functions without a docstring are those of a base class."""
    parts = [f'### {node.name} {{ #{node.name} .parlor-name }}', drawn(text_of(source, node))]
    rows, since = [], node.lineno

    def flush():
        if rows:
            parts.append(table(rows))
            rows.clear()
    for member in node.body:
        title = source.chapter(member, since)
        since = member.end_lineno
        if title:
            flush()
            parts.append(f'*{title[0].upper()}{title[1:]}*')
        if isinstance(member, ast.AnnAssign):
            rows.append((member.target.id, ast.unparse(member.annotation), sentence(source.behind(member))))
        elif isinstance(member, ast.FunctionDef) and decorated(member, 'property'):
            if is_public(member.name):
                said = text_of(source, member)
                rows.append((member.name, ast.unparse(member.returns) if member.returns else '', said))
        elif isinstance(member, ast.FunctionDef) and is_public(member.name) and (stub or ast.get_docstring(member)):
            flush()
            parts += [f'#### {member.name} {{ #{node.name}.{member.name} .parlor-name }}',
                      py_block(source.signature(member)), drawn(text_of(source, member))]
    flush()
    return [part for part in parts if part.strip()]


def function_parts(source, node):
    return [f'### {node.name} {{ #{node.name} .parlor-name }}', py_block(source.signature(node)),
            *filter(None, [drawn(text_of(source, node))])]


def stub_parts(text):
    """Returns the parts of the package itself, from its stub."""
    source = Source(text)
    intro = '\n'.join(re.sub(r'^# ?', '', line) for line in text[:text.index('\n\n')].split('\n'))
    names, classes, functions = [], [], []
    for node in source.tree.body:
        if isinstance(node, ast.AnnAssign) and not node.target.id.startswith('__'):
            value = f' = {ast.unparse(node.value)}' if node.value else ''
            names.append(f'{node.target.id}{value}  # {source.behind(node)}')
        elif isinstance(node, ast.FunctionDef):
            functions.append(node)
        elif isinstance(node, ast.ClassDef):
            classes.append(node)
    parts = [drawn(intro), '## Functions']
    waiting = []
    for node, after in zip(functions, [*functions[1:], None]):
        # Functions that stand under one comment share a heading.
        waiting.append(node)
        if after is not None and after.lineno == node.end_lineno + 1 and not source.above(after):
            continue
        first = waiting[0]
        parts += [f'### {", ".join(one.name for one in waiting)} {{ #{first.name} .parlor-name }}',
                  py_block('\n'.join(source.signature(one) for one in waiting)),
                  *filter(None, [drawn(text_of(source, first))])]
        waiting = []
    parts += ['## Constants', py_block('\n'.join(names)), '## Classes']
    for node in classes:
        parts += class_parts(source, node)
    return parts


def module_parts(name, text):
    """Returns the parts of a module that has docstrings and no stub."""
    source = Source(text)
    parts = [f'## {name} {{ #{name} }}', drawn(ast.get_docstring(source.tree) or '')]
    for node in source.tree.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and is_public(node.name) and ast.get_docstring(node):
            made = class_parts(source, node, False) if isinstance(node, ast.ClassDef) else function_parts(source, node)
            parts += [made[0].replace(f'{{ #{node.name} ', f'{{ #{name}.{node.name} '),
                      *(part.replace(f'{{ #{node.name}.', f'{{ #{name}.{node.name}.') for part in made[1:])]
    return parts


def python_page(stub, modules):
    """Returns the page about the package, from the text of its stub and, by name, of the modules beside it."""
    parts = ['# Python API', *stub_parts(stub)]
    parts.insert(2, 'This page is made from [`python/parlor/__init__.pyi`](../../python/parlor/__init__.pyi) and the '
                    'docstrings of the modules beside it. [parlor for Python](../python.md) is the way in.')
    for name, text in modules.items():
        parts += module_parts(name, text)
    return '\n\n'.join(parts) + '\n'
