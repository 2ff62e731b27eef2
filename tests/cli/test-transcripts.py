#!/usr/bin/env python3
"""Whole answers of gridloom-cli, held against transcripts/: documents, each behind `== NAME`, and commands, each behind `$ `
with all that it prints and, where it is not 0, its status; `$ settings NAME` shows those of a document that one wrote, and
`$ show NAME` a file, or the names and sizes of those in a folder.
What differs is told as a patch of the transcript; with GRIDLOOM_TRANSCRIPTS=write they are written anew.

Left out of them is what hangs on the computer and the compiler: times, and how many instructions a line became; and of
programs that are exported what all of them have, before their main function.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import difflib
import json
import os
import pathlib
import re
import shlex

from harness import Folder, add, cli, expect, main, skip, why_no_programs

TRANSCRIPTS = pathlib.Path(__file__).resolve().parent / 'transcripts'
ENVIRONMENT = {'GRIDLOOM_CUDA': os.environ['GRIDLOOM_FAKE_CUDA'], 'COLUMNS': '80'}
# How long something took, how fast it was, what of the compiler's is counted.
VARIES = [(re.compile(r' *\d[\d.e-]*(?= (?:ms|µs)\b)'), ' …'), (re.compile(r'(?:,| at) [\d.e-]+\s\w+/s\b'), ''),
          (re.compile(r'(?<=NVRTC )[\d.]+'), '…'), (re.compile(r'[\d.]+ warp instructions .*'), '… warp instructions')]
MAIN = re.compile(r'\A.*?(?=^(?:int\nmain|def main) ?\()', re.DOTALL | re.MULTILINE)
KEYS = {'compiler', 'instructions', 'executed', 'active_lanes', 'warp_instructions', 'thread_instructions', 'sampled_instructions',
        'lines', 'ptx_line', 'registers', 'resources', 'costs', 'curves', 'block_cycles', 'tail', 'ms', 'per_second', 'timings',
        'measurement', 'schedule', 'spans', 'stream', 'libraries', 'checksum', 'thumbnail'}


def without_keys(value):
    """A report without what varies."""
    if isinstance(value, dict):
        return {key: without_keys(each) for key, each in value.items() if key not in KEYS and not key.endswith('_ms')}
    return [without_keys(each) for each in value] if isinstance(value, list) else value


def lay_out(value, margin=''):
    """JSON in as few lines as fit."""
    text = json.dumps(value, ensure_ascii=False)
    if len(margin + text) < 120 or not isinstance(value, (dict, list)):
        return text
    deeper = margin + '  '
    parts = [f'"{key}": {lay_out(each, deeper)}' for key, each in value.items()] if isinstance(value, dict) else \
        [lay_out(each, deeper) for each in value]
    return text[0] + ''.join(f'\n{deeper}{part},' for part in parts)[:-1] + f'\n{margin}{text[-1]}'


def show(path):
    """A text, or the files of a folder, without those that hold times."""
    if path.is_dir():
        return ''.join(f'{file.relative_to(path)}{"" if file.suffix == ".json" else f", {file.stat().st_size} bytes"}\n'
                       for file in sorted(path.rglob('*')) if file.is_file())
    if not path.exists():
        return '[no such file]\n'
    text = path.read_text(encoding='utf-8')
    if path.suffix == '.json':
        return lay_out(without_keys(json.loads(text))) + '\n'
    return text if text.endswith('\n') else text + '\n'


def answer(folder, command):
    """What a command prints; with JSON, that alone."""
    if command.startswith('settings '):
        with open(folder(command.split()[1]), encoding='utf-8') as file:
            return ''.join(file.read().partition('/* gridloom')[1:])
    if command.startswith('show '):
        return show(pathlib.Path(folder(command.split()[1])))
    result = cli(*shlex.split(command), cwd=folder.path, env=ENVIRONMENT)
    if '--json' in command and result.out:
        said = lay_out(without_keys(json.loads(result.out))) + '\n'
    else:
        said = result.err + result.out
        for pattern, text in VARIES:
            said = pattern.sub(text, said)
        if command.startswith('export '):
            said = MAIN.sub('…\n', said)
    return said.replace(folder.path, 'FOLDER') + (f'[status {result.status}]\n' if result.status else '')


def check(path):
    wanted, got = path.read_text(encoding='utf-8'), ''
    why = '\n$ record ' in wanted and why_no_programs()
    if why:
        skip(why)
    with Folder() as folder:
        for part in re.split(r'^(?=== |\$ )', wanted, flags=re.M):
            head, _, rest = part.partition('\n')
            if head.startswith('== '):
                folder.write(head[3:], rest)
            got += f'{head}\n{answer(folder, head[2:])}' if head.startswith('$ ') else part
    if os.environ.get('GRIDLOOM_TRANSCRIPTS') == 'write':
        path.write_text(got, encoding='utf-8')
        return
    expect(got == wanted, '\n' + ''.join(difflib.unified_diff(wanted.splitlines(True), got.splitlines(True),
                                                              f'tests/cli/transcripts/{path.name}',
                                                              f'tests/cli/transcripts/{path.name}', n=2)))


for _path in sorted(TRANSCRIPTS.glob('*.txt')):
    add(_path.stem, check, _path)

main()
