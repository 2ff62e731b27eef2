#!/usr/bin/env python3
"""Random profiles of devices: what is written is what a reader of key files finds here, by the rules of the Desktop Entry
Specification, and what the program's own reader finds: TAP.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import random
import subprocess
import sys
import tempfile

PROGRAM = sys.argv[1]
FILES = 50                      # of a folder, which has 64 at most
FOLDERS = 10
BASES = ['7.5', '8.9', '12.1', 't4', 'h200', 'rtx-5090', 'b200']
SIGNS = 'abcXYZ 089 äß€漢 \\ \t ;=#[]"\' %s'
ESCAPES = {'s': ' ', 'n': '\n', 't': '\t', 'r': '\r', '\\': '\\'}


def run(*args, text=''):
    result = subprocess.run([PROGRAM, *args], input=text.encode(), stdout=subprocess.PIPE, timeout=120, check=True)
    return [line.split('\t') for line in result.stdout.decode().splitlines()]


def escape(text):
    """As C does, for the program's lines."""
    return ''.join(f'\\{byte:03o}' if byte < 32 or byte > 126 or byte in b'\\"' else chr(byte) for byte in text.encode())


def unescape(text):
    return text.encode().decode('unicode_escape').encode('latin-1').decode()


def read(path):
    """A key file: groups of keys."""
    groups, group = {}, None
    with open(path, encoding='utf-8', newline='\n') as file:
        for line in file.read().split('\n'):
            if line.startswith('['):
                group = groups.setdefault(line[1:line.index(']')], {})
            elif line.strip() and not line.startswith('#'):
                key, _, value = line.partition('=')
                text, signs = '', iter(value.lstrip(' '))
                for sign in signs:
                    text += ESCAPES[next(signs)] if sign == '\\' else sign
                group[key.strip()] = text
    return groups


def between(least, most):
    """Small numbers as often as large ones."""
    if random.random() < 0.1:
        return random.choice((least, most))
    return min(most, max(least, int(2 ** random.uniform(0, max(1, most).bit_length()))))


def some_text(most):
    return ''.join(random.choice(SIGNS) for _ in range(random.randint(1, most)))


def make(kinds):
    """All figures of a profile, none of which contradicts another."""
    made = {key: between(least, most) for key, (least, most) in kinds.items()}
    made['threads-per-block'] = min(made['threads-per-block'], 32 * made['warps'])
    made['registers-per-block'] = min(made['registers-per-block'], made['registers'])
    made['partitions'] = max(1, min(made['partitions'], made['registers'] // 32))
    made['register-unit'] = min(made['register-unit'], made['registers'] // made['partitions'])
    made['shared'] = max(made['shared'], 4096)
    made['shared-reserved'] = min(made['shared-reserved'], made['shared'] - 2048)
    made['shared-per-block-most'] = min(made['shared-per-block-most'], made['shared'] - made['shared-reserved'])
    made['shared-per-block'] = min(made['shared-per-block'], made['shared-per-block-most'])
    sizes = sorted(random.sample(range(made['shared']), random.randint(0, 15))) + [made['shared']]
    made['shared-capacities'] = ';'.join(map(str, sizes))
    return {key: str(value) for key, value in made.items()}


def check_folder(folder, kinds):
    meant = {}
    lines = []
    for number in range(FILES):
        name = f'd{number:02}.x-{number}'
        figures = make(kinds)
        sources = {key: some_text(30) for key in figures if random.random() < 0.5}
        title = 'n' + some_text(40)
        meant[name] = title, figures, sources
        lines += [(name, 'based-on', random.choice(BASES), ''), (name, 'name', escape(title), '')]
        lines += [(name, key, value, escape(sources.get(key, ''))) for key, value in figures.items()]
    found = {}
    for name, key, value, source in run(folder, text=''.join('\t'.join(line) + '\n' for line in lines)):
        found[name, key] = value, unescape(source)
    wrong = []
    for name, (title, figures, sources) in meant.items():
        path = os.path.join(folder, f'{name}.ini')
        groups = read(path)
        based = groups['device'].pop('based-on')
        if based not in BASES or groups['device'] != {'name': title, **figures}:
            wrong.append(f'{path}: {groups["device"]} instead of {figures}')
        if groups.get('sources', {}) != sources:
            wrong.append(f'{path}: {groups.get("sources")} instead of {sources}')
        if unescape(found[name, 'name'][0]) != title:
            wrong.append(f'{path}: {found[name, "name"]} instead of {title!r}')
        for key, value in figures.items():
            said = f'{sources[key]} ({path})' if key in sources else path
            if found[name, key][0] != value or (key in kinds and found[name, key][1] != said):
                wrong.append(f'{path}: {key} is {found[name, key]} instead of {value}, {said!r}')
    return wrong


def main():
    random.seed(20261126)
    kinds = {key: (int(least), int(most)) for key, least, most in run()}
    wrong = []
    for _ in range(FOLDERS):
        with tempfile.TemporaryDirectory() as folder:
            wrong += check_folder(folder, kinds)
    print('1..1')
    print(f'{"not ok" if wrong else "ok"} 1 - /core/device-profile/{FOLDERS * FILES}-files-say-what-was-meant')
    for line in wrong[:20]:
        print('#', line)
    return len(wrong) > 0


if __name__ == '__main__':
    sys.exit(main())
