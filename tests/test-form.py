#!/usr/bin/env python3
"""The measured rules of form, held against every source: TAP.

Each rule is first tried on a text that breaks it and on one that just keeps it, so that a rule that
catches nothing fails too. Files that include each other in a circle are listed; that list may not
grow.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1]).resolve()

COLUMNS = 100
MACRO_LINES = 30

# Files that include each other in a circle, without their endings; any part of a set may.
CYCLES = [
    {'loom-record', 'loom-type'},                       # a record has members of types, a type a record
    {'loom-ptx-arena', 'loom-ptx-instrument'},
    {'loom-ptx-module', 'loom-ptx-opcode', 'loom-ptx-store'},   # the table names fields of the tree
    {'loom-cuda-backend', 'loom-cuda-run'},             # the private parts of the backend
    {'loom-nvrtc', 'loom-nvrtc-memo'},                  # a compiler, and what it remembers
    {'loom-axes', 'loom-figure', 'loom-legend', 'loom-overlay', 'loom-picture', 'loom-sentence'},
    {'loom-sim-coverage', 'loom-sim-coverage-exec'},    # a class, and its part for each level
]
# Headers for kernels, not for us.
STUBS = 'headers'

TEXT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'', re.S)
DIRECTIVE = re.compile(r'^[ \t]*#(?:[^\n]*\\\n)*[^\n]*', re.M)
DEFINE = re.compile(r'\s*#\s*define\s+(\w+)')
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.M)


def line_of(text, offset):
    return text.count('\n', 0, offset) + 1


def blank(text, pattern):
    """What a pattern finds, taken out; lines stay where they are."""
    return pattern.sub(lambda match: ' ' + '\n' * match[0].count('\n'), text)


def find_macros(text):
    """Name, line and lines of each macro."""
    code = blank(text, TEXT)
    for match in DIRECTIVE.finditer(code):
        define = DEFINE.match(match[0])
        if define:
            yield define[1], line_of(code, match.start()), match[0].count('\n') + 1


def check_columns(sources):
    for (layer, name), text in sources.items():
        for number, line in enumerate(text.split('\n'), 1):
            if len(line) > COLUMNS:
                yield f'{layer}/{name}:{number}: {len(line)} columns'


def check_macros(sources):
    for (layer, name), text in sources.items():
        for macro, line, lines in find_macros(text):
            if lines > MACRO_LINES:
                yield f'{layer}/{name}:{line}: {macro} has {lines} lines'


def unit_of(name):
    """A file, its header and its private header are one."""
    return name.rsplit('.', 1)[0].removesuffix('-private')


def list_includes(sources, layer):
    names = {name for owner, name in sources if owner == layer}
    includes = {}
    for (owner, name), text in sources.items():
        if owner == layer:
            wanted = {unit_of(other) for other in INCLUDE.findall(text) if other in names}
            includes.setdefault(unit_of(name), set()).update(wanted - {unit_of(name)})
    return includes


def reach(includes, start):
    """All that a file leads to, itself only if it does."""
    reached, todo = set(), list(includes[start])
    while todo:
        unit = todo.pop()
        if unit not in reached:
            reached.add(unit)
            todo += includes[unit]
    return reached


def check_cycles(sources):
    for layer in sorted({layer for layer, _ in sources}):
        includes = list_includes(sources, layer)
        reached = {unit: reach(includes, unit) for unit in includes}
        circles = {frozenset(other for other in units if unit in reached[other])
                   for unit, units in reached.items() if unit in units}
        for circle in sorted(circles, key=sorted):
            if not any(circle <= allowed for allowed in CYCLES):
                yield f'{layer}: {", ".join(sorted(circle))} include each other'


def macro(name, lines):
    return f'#define {name}(x) ' + '\\\n' * (lines - 1) + 'x\n'


# The rule, what breaks it, and what just keeps it.
RULES = [
    (f'no line has more than {COLUMNS} columns', check_columns,
     {('cli', 'a.c'): 'x' * 101}, {('cli', 'a.c'): 'é' * 100}),
    (f'no macro has more than {MACRO_LINES} lines', check_macros,
     {('app', 'a.c'): macro('LOAD', 31)}, {('app', 'a.c'): macro('M', 30)}),
    ('no files include each other', check_cycles,
     {('app', 'a.h'): '#include "b.h"', ('app', 'b.c'): '#include "c.h"', ('app', 'b.h'): '',
      ('app', 'c.c'): '#include "a.h"', ('app', 'c.h'): ''},
     {('app', 'a.h'): '', ('app', 'a.c'): '#include "a-private.h"\n#include "b.h"',
      ('app', 'a-private.h'): '#include "a.h"', ('app', 'b.h'): ''}),
]


def main():
    sources = {(path.relative_to(ROOT / 'src').parts[0], path.name): path.read_text(encoding='utf-8')
               for path in sorted((ROOT / 'src').rglob('*.[ch]')) if STUBS not in path.parts}
    print(f'1..{len(RULES) + 1}')
    failed = len(sources) < 50
    print(f'{"not ok" if failed else "ok"} 1 - there are sources')
    for number, (name, check, bad, good) in enumerate(RULES, 2):
        found = list(check(sources))
        can_fail = any(check(bad)) and not any(check(good))
        failed |= bool(found) or not can_fail
        print(f'{"ok" if can_fail and not found else "not ok"} {number} - {name}')
        if not can_fail:
            print('# the rule does not tell what breaks it from what keeps it')
        for line in found:
            print(f'# {line}')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
