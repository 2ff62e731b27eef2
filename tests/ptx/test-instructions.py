#!/usr/bin/env python3
"""docs/instructions.md says what the table of instructions does: TAP.

    test-instructions.py SOURCE_ROOT            compares
    test-instructions.py SOURCE_ROOT --write    writes it anew

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import re
import sys

HEAD = """# Instructions

What the simulator executes of PTX, up to sm_80, and what it refuses by name before anything runs. Made from
`src/ptx/loom-ptx-opcodes.def` by `tests/ptx/test-instructions.py . --write`; a test fails when the two differ.

Types and modifiers are those of each form of the instruction, `!` before a kind of modifier that must be there.
Semantics are in Lua's notation; the instruction's own page of the PTX ISA is what counts.
"""
ROW = re.compile(r'^LOOM_PTX_(OPCODE|REFUSED|FORM) \((.*)\)$')
FIELD = re.compile(r'"((?:[^"\\]|\\.)*)"|([A-Z][A-Z0-9_]*)')
HEADINGS = {
    'INTEGER': 'Integer and float arithmetic', 'CARRY': 'Carry chains', 'FLOAT': 'Float', 'COMPARE': 'Compare and select',
    'LOGIC': 'Logic and shift', 'BITS': 'Bit fields', 'MOVE': 'Moves', 'CONVERT': 'Conversions', 'MEMORY': 'Memory',
    'ATOMIC': 'Atomics', 'ASYNC': 'Asynchronous copies and barriers in memory', 'CONTROL': 'Control',
    'BARRIER': 'Barriers and fences', 'WARP': 'Warps', 'VIDEO': 'Video', 'MATRIX': 'Matrices', 'STACK': 'Stack',
    'TEXTURE': 'Textures and surfaces', 'CLUSTER': 'Clusters and later',
}


def cell(text):
    return text.replace('|', '\\|')


def read(path):
    supported, refused, forms = {}, {}, {}
    for line in path.read_text(encoding='utf-8').splitlines():
        match = ROW.match(line)
        if match is None:
            continue
        fields = [a or b for a, b in FIELD.findall(match[2].replace('N_(', ''))]
        if match[1] == 'FORM':
            forms.setdefault(fields[0], []).append(fields[1:] + [''] * (4 - len(fields)))
        else:
            (supported if match[1] == 'OPCODE' else refused).setdefault(fields[2], []).append(fields)
    return supported, refused, forms


def forms_of(forms):
    """Each form's types with its modifiers; operands are the ISA's."""
    texts = []
    for types, _, modifiers in (form[:3] for form in forms):
        parts = [f'`{t}`' for t in types.split('/') if t] + ([f'*{modifiers}*'] if modifiers else [])
        text = ' × '.join(parts)
        if text and text not in texts:
            texts.append(text)
    return '<br>'.join(texts)


def make(path):
    supported, refused, forms = read(path)
    out = [HEAD]
    for key, heading in HEADINGS.items():
        out.append(f'\n## {heading}\n')
        if key in supported:
            out.append('| instruction | types × modifiers | does |\n|---|---|---|\n')
            for name, mnemonic, _, semantics in supported[key]:
                out.append(f'| `{mnemonic}` | {cell(forms_of(forms.get(name, [])))} | {cell(semantics)} |\n')
        if key in refused:
            out.append('\n| refused | why |\n|---|---|\n' if key in supported else '| refused | why |\n|---|---|\n')
            out += [f'| `{mnemonic}` | {cell(why)} |\n' for _, mnemonic, _, why in refused[key]]
    return ''.join(out)


def main():
    root = pathlib.Path(sys.argv[1])
    page = root / 'docs' / 'instructions.md'
    text = make(root / 'src' / 'ptx' / 'loom-ptx-opcodes.def')
    if '--write' in sys.argv:
        page.parent.mkdir(exist_ok=True)
        page.write_text(text, encoding='utf-8')
        return
    print('1..1')
    same = page.is_file() and page.read_text(encoding='utf-8') == text
    print('ok 1 - instructions.md is what the table says' if same else
          'not ok 1 - instructions.md is what the table says\n# run tests/ptx/test-instructions.py . --write')


if __name__ == '__main__':
    main()
