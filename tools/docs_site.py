"""What MkDocs is told about this tree (`hooks` in mkdocs.yml): pages that are made, and links that lead out of docs/.

The front page is README.md; its neighbours that people read have a page each, and so does every file of the tree
that a page names. Nothing is copied by hand.
"""
import posixpath
import re

from mkdocs.structure.files import File, InclusionLevel

import api_pages
import links

ROOT = links.ROOT
# Texts that lie elsewhere in the tree, by the page they become.
NEIGHBOURS = {'index.md': 'README.md', 'CHANGELOG.md': 'CHANGELOG.md', 'CONTRIBUTING.md': 'CONTRIBUTING.md',
              'SECURITY.md': 'SECURITY.md'}
MODULES = ('layout', 'pettingzoo', 'cluster', 'openspiel', 'bench')  # of the Python package, as the page has them
SYNTAX = {'.c': 'c', '.h': 'c', '.py': 'python', '.pyi': 'python', '.mjs': 'js', '.ts': 'ts', '.tsx': 'tsx',
          '.json': 'json', '.css': 'css', '.sh': 'sh', '.toml': 'toml', '.yml': 'yaml', '.map': 'text'}
LONGEST = 300_000  # bytes of a file that is shown


def read(path):
    return (ROOT / path).read_text(encoding='utf-8')


# ---- pages that are made ----

def languages():
    """Returns the languages of the rules by tag, English first, as they call themselves."""
    tags = sorted(path.name for path in (ROOT / 'docs/rules').iterdir() if path.is_dir())
    names = {tag: re.search(r'^name = (.*)$', read(f'words/{tag}/common.txt'), re.MULTILINE) for tag in ['en', *tags]}
    return {tag: found[1] for tag, found in names.items()}


def rules_of(tag, game):
    """Returns the page with the rules of a game in a language, '' if there is none."""
    page = f'rules/{game}.md' if tag == 'en' else f'rules/{tag}/{game}.md'
    return page if (ROOT / 'docs' / page).exists() else ''


def title_of(text):
    return re.search(r'^# (.*)$', text, re.MULTILINE)[1]


def rules_page():
    """Returns the page that leads to the rules: games by languages."""
    tags = languages()
    rows = [f'| {" | ".join(tags.values())} |', '|' + '---|' * len(tags)]
    for game in games():
        pages = [rules_of(tag, game) for tag in tags]
        shown = [f'[{title_of(read("docs/" + page))}]({posixpath.relpath(page, "rules")})' if page else ''
                 for page in pages]
        rows.append(f'| {" | ".join(shown)} |')
    lead = ('All rules of all games. `parlor rules GAME` prints them, and the browser shows them with drawings. Every '
            'rule has a number, such as SC-5, which is also its address: `rules/scout.html#sc-5`.')
    return '\n'.join(['# The rules', '', lead, '', *rows, ''])


def source_page(path):
    """Returns a page that shows a file of the tree, or lists a folder."""
    place = ROOT / path
    lines = ['---', 'search:', '  exclude: true', '---', f'# {path}', '']
    if place.is_dir():
        here = posixpath.dirname(page_of(path))
        lines += [f'- [`{posixpath.basename(one)}`]({posixpath.relpath(page_of(one), here)})' for one in inside(path)]
    else:
        text = read(path)
        fence = max(['``', *re.findall(r'^`+', text, re.MULTILINE)], key=len) + '`'
        lines += [f'{fence}{SYNTAX.get(place.suffix, "text")}', text.rstrip('\n'), fence]
    return '\n'.join(lines) + '\n'


def page_of(path):
    """Returns the page, or the file of the site, that shows a path of the tree."""
    for page, origin in NEIGHBOURS.items():
        if path == origin:
            return page
    if path == 'docs/rules':
        return 'rules/index.md'
    if path.startswith('docs/') and (ROOT / path).is_file():
        return path[len('docs/'):]
    return f'source/{path}/index.md' if (ROOT / path).is_dir() else f'source/{path}.md'


def origin_of(page):
    """Returns the file of the tree that a page is made from; those that are made of several count as in docs/."""
    return NEIGHBOURS.get(page, 'docs/' + page)


def is_shown(path):
    """Tells whether a file or folder can have a page: it is in the tree, and it is text."""
    place = ROOT / path
    if place.is_dir():
        return True
    return place.is_file() and place.stat().st_size < LONGEST and b'\0' not in place.read_bytes()


def inside(path):
    """Returns what a page about a folder lists, as paths of the tree."""
    names = sorted(one.name for one in (ROOT / path).iterdir() if not one.name.startswith(('.', '__')))
    return [one for one in (posixpath.join(path, name) for name in names) if is_shown(one)]


def named_by(origin, text):
    """Yields the paths of the tree that a text links to, or names in code."""
    for link in links.links(text):
        if not links.is_outside(link['target']):
            yield links.resolve(origin, link['target'])[0]
    for code in links.paths_in_code(text):
        path = links.named(code[2])
        if path and (ROOT / path).is_file():
            yield path


def games():
    """Returns the names of the games, in the order they are shown."""
    return re.findall(r'^ +X\((\w+),', read('src/games.h'), re.MULTILINE)


def on_config(config):
    """Puts the rules into the navigation, those in other languages below the language's name."""
    play = next(entry['Play'] for entry in config['nav'] if 'Play' in entry)
    for tag, name in languages().items():
        pages = [page for page in (rules_of(tag, game) for game in games()) if page]
        if tag == 'en':
            play[1:1] = pages
        else:
            play.append({name: pages})
    return config


def on_files(files, config):
    texts = {file.src_uri: file.content_string for file in files.documentation_pages()}
    made = {page: read(path) for page, path in NEIGHBOURS.items()}
    made['index.md'] = '---\nhide: [navigation]\n---\n' + made['index.md']
    made['rules/index.md'] = rules_page()
    made['api/c.md'] = api_pages.c_page(read('include/parlor.h'))
    made['api/python.md'] = api_pages.python_page(
        read('python/parlor/__init__.pyi'), {f'parlor.{name}': read(f'python/parlor/{name}.py') for name in MODULES})
    for page, text in made.items():
        files.append(File.generated(config, page, content=text))
    wanted = [path for page, text in (texts | made).items() for path in named_by(origin_of(page), text)]
    while wanted:
        path = wanted.pop()
        page = page_of(path)
        if files.get_file_from_path(page) is None and is_shown(path):
            content = source_page(path)
            files.append(File.generated(config, page, content=content, inclusion=InclusionLevel.NOT_IN_NAV))
            wanted += inside(path) if (ROOT / path).is_dir() else []
    return files


# ---- what is in them ----

def on_page_markdown(markdown, page, config, files):
    uri = page.file.src_uri
    if uri.startswith('source/'):
        return markdown
    here, origin = posixpath.dirname(uri), origin_of(uri)
    edits = []
    taken = []
    for link in links.links(markdown):
        taken.append(link.span())
        if not links.is_outside(link['target']):
            path, anchor = links.resolve(origin, link['target'])
            target = uri if path == origin else page_of(path)
            if link.re is links.ATTRIBUTE:  # MkDocs leaves HTML as it is
                target = re.sub(r'\.md$', '.html', target)
            edits.append((*link.span('target'), posixpath.relpath(target, here or '.') + ('#' + anchor) * bool(anchor)))
    for code in links.paths_in_code(markdown):
        path = links.named(code[2])
        target = path and page_of(path)
        if path and target != uri and files.get_file_from_path(target) is not None \
                and not any(start <= code.start() < end for start, end in taken):
            edits.append((*code.span(), f'[{code[0]}]({posixpath.relpath(target, here or ".")})'))
    for start, end, text in sorted(edits, reverse=True):
        markdown = markdown[:start] + text + markdown[end:]
    markdown = re.sub(r'^\|.*$', lambda row: links.CODE.sub(lambda code: code[0].replace('\\|', '|'), row[0]), markdown,
                      flags=re.MULTILINE)  # a bar in the code of a table, which others want with a backslash
    return with_addresses(uri, markdown) if re.match(r'rules/(?!index)', uri) else markdown


def with_addresses(uri, markdown):
    """Returns a text of rules with an anchor for every rule, and the way to the same text in other languages."""
    markdown = re.sub(r'^(\*\*([A-Z]{2}-\d+)\b[^*\n]*\*\*)', lambda found: f'{found[1]}{{ #{found[2].lower()} }}',
                      markdown, flags=re.MULTILINE)
    game = posixpath.basename(uri)[:-len('.md')]
    others = [(name, rules_of(tag, game)) for tag, name in languages().items()]
    ways = ' · '.join(f'[{name}]({posixpath.relpath(other, posixpath.dirname(uri))})' if other != uri else name
                      for name, other in others if other)
    head, _, rest = markdown.partition('\n')
    return f'{head}\n\n{ways}\n{{ .parlor-languages }}\n{rest}'


def on_post_page(output, page, config):
    tag = re.match(r'rules/([\w-]+)/', page.file.src_uri)
    return output.replace('<html lang="en"', f'<html lang="{tag[1]}"', 1) if tag else output
