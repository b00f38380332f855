"""How the program, the C library and the Python module are hardened, read off their binaries.

    tests/packages/hardening_test.py FILE…    say what other binaries lack; exit 1 if they lack anything

BUILD is the build folder. Needs Python 3.9, readelf, objdump and, to show that nothing passes unseen, gcc."""
import glob
import os
import re
import subprocess
import sys
import tempfile
import unittest

PAGE = 4096
# Every call of them is a checked one, whatever is printed: a plain one betrays a part without _FORTIFY_SOURCE.
ALWAYS_CHECKED = {'printf', 'fprintf', 'vprintf', 'vfprintf', 'dprintf', 'vdprintf'}


def told(*command):
    return subprocess.run(command, check=True, capture_output=True, encoding='utf-8', errors='replace',
                          env={**os.environ, 'LC_ALL': 'C'}).stdout


class Binary:
    """What binutils say about a file of machine code: program, shared library or object."""

    def __init__(self, path):
        self.headers = told('readelf', '--wide', '--file-header', '--program-headers', '--section-headers',
                            '--dynamic', '--notes', '--relocs', path)
        self.code = told('objdump', '--disassemble', '--no-show-raw-insn', path)
        names = told('readelf', '--wide', '--dyn-syms', '--symbols', path)
        self.imported = set(re.findall(r' UND (\w+)', names))
        self.kind = re.search(r'^  Type: +(\w+)', self.headers, re.MULTILINE)[1]
        self.intel = 'X86-64' in self.headers

    @property
    def is_object(self):
        return self.kind == 'REL'

    @property
    def is_program(self):
        return 'INTERP' in self.headers

    def has(self, pattern):
        return re.search(pattern, self.headers, re.MULTILINE) is not None


def faults_of_layout(it):
    """Yields what the file as a whole lacks."""
    if it.is_object:
        if it.has(r'\bR_X86_64_32S?\b'):
            yield 'is not position-independent'
        if not it.has(r' \.note\.GNU-stack +PROGBITS +\w+ \w+ \w+ \w+ +0 '):
            yield 'asks for an executable stack'
        return
    if it.kind != 'DYN' or (it.is_program and not it.has(r'\(FLAGS_1\).*\bPIE\b')):
        yield 'is not position-independent'
    if not it.has(r'^  GNU_RELRO '):
        yield 'has no RELRO segment'
    if not it.has(r'\(FLAGS(_1)?\).*\b(BIND_)?NOW\b'):
        yield 'binds lazily, so that the table of functions stays writable'
    if not it.has(r'^  GNU_STACK .* RW +0x'):
        yield 'has an executable stack'


def long_steps(code):
    """Returns how many steps longer than a page the stack pointer takes."""
    steps = [int(size, 16) for size in re.findall(r'\tsub +\$0x([0-9a-f]+),%rsp', code)]
    return sum(PAGE < size < 1 << 31 for size in steps)


def faults_of_code(it):
    """Yields what the functions in it lack."""
    if '__stack_chk_fail' not in it.imported:
        yield 'has no stack protector'
    if not any(name.endswith('_chk') for name in it.imported):
        yield 'has no checked calls of the C library (_FORTIFY_SOURCE)'
    unchecked = sorted(it.imported & ALWAYS_CHECKED)
    if unchecked:
        yield f'calls {", ".join(unchecked)} unchecked (_FORTIFY_SOURCE)'
    if not it.intel:
        return
    if not re.search(r'\tsub +\$0x1000,%rsp\n.*\t(or|mov)q +\$0x0,(0x\w+)?\(%rsp\)', it.code):
        yield 'has no stack probes'
    if long_steps(it.code):
        yield f'could step over the guard page in {long_steps(it.code)} places'
    # A linked file has the note only if the C library's start files have it.
    marked = it.has(r'x86 feature: IBT, SHSTK') if it.is_object else it.code.count('endbr64') >= 50
    if not marked:
        yield 'has no control-flow protection'


def faults(path):
    """Returns what a binary lacks, as a list of sentences without their subject."""
    it = Binary(path)
    return [*faults_of_layout(it), *faults_of_code(it)]


class Hardening(unittest.TestCase):
    build = os.environ.get('BUILD', '')

    def assert_hardened(self, pattern):
        (path,) = glob.glob(os.path.join(self.build, pattern))
        self.assertEqual(faults(path), [], path)

    def test_the_program(self):
        self.assert_hardened('parlor')

    def test_the_shared_library(self):
        self.assert_hardened('packaging/libparlor.so.*.*.*[0-9]')

    def test_the_static_library(self):
        with tempfile.TemporaryDirectory() as folder:
            told('ar', 'x', '--output', folder, os.path.join(self.build, 'packaging/libparlor.a'))
            (name,) = os.listdir(folder)
            self.assertEqual(faults(os.path.join(folder, name)), [])

    def test_the_python_module(self):
        module = 'tests/python_package/parlor/_core.abi3.so'
        if not os.path.exists(os.path.join(self.build, module)):
            self.skipTest('it was not built')
        self.assert_hardened(module)


SOFT = r'''
#include <stdio.h>
#include <string.h>
void fill(char *room);
__attribute__((weak)) void fill(char *room) { strcpy(room, "large"); }
int main(void) { char room[20000]; fill(room); return printf("%s %d\n", room, 1) < 0; }
'''


class Failing(unittest.TestCase):
    """What is not hardened is found out, each lack by itself."""

    hard = ('-O2', '-fstack-protector-strong', '-fstack-clash-protection', '-U_FORTIFY_SOURCE', '-D_FORTIFY_SOURCE=2',
            '-fPIE')
    link = ('-pie', '-Wl,-z,relro,-z,now,-z,noexecstack')

    def faults_with(self, *flags):
        with tempfile.TemporaryDirectory() as folder:
            source, program = os.path.join(folder, 'soft.c'), os.path.join(folder, 'soft')
            with open(source, 'w', encoding='utf-8') as file:
                file.write(SOFT)
            told('gcc', *self.hard, *self.link, *flags, '-o', program, source)
            # So small a program does not have fifty functions to mark.
            return [fault for fault in faults(program) if 'control-flow' not in fault]

    def test_nothing_is_found_where_nothing_is(self):
        self.assertEqual(self.faults_with(), [])

    def test_each_lack_is_found(self):
        for flag, fault in (('-no-pie', 'is not position-independent'),
                            ('-Wl,-z,norelro', 'has no RELRO segment'),
                            ('-Wl,-z,lazy', 'binds lazily, so that the table of functions stays writable'),
                            ('-Wl,-z,execstack', 'has an executable stack'),
                            ('-fno-stack-protector', 'has no stack protector')):
            self.assertEqual(self.faults_with(flag), [fault], flag)
        self.assertEqual(self.faults_with('-U_FORTIFY_SOURCE'),
                         ['has no checked calls of the C library (_FORTIFY_SOURCE)',
                          'calls printf unchecked (_FORTIFY_SOURCE)'])

    @unittest.skipUnless(os.uname().machine == 'x86_64', 'the code of other machines is not read')
    def test_a_frame_without_probes_is_found(self):
        self.assertEqual(self.faults_with('-fno-stack-clash-protection'),
                         ['has no stack probes', 'could step over the guard page in 1 places'])


def main(paths):
    lacking = [f'{path}: {fault}' for path in paths for fault in faults(path)]
    print('\n'.join(lacking) or 'nothing is missing')
    return bool(lacking)


if __name__ == '__main__':
    if sys.argv[1:]:
        sys.exit(main(sys.argv[1:]))
    unittest.main()
