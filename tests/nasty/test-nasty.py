#!/usr/bin/env python3
"""Files that are hard to take apart are launched, or refused with words that name why; never is a wrong part of one compiled.

Each file's first comment says which: `nasty: launches KERNEL out=FIRST,CELLS`, or `nasty: refused WORDS`. What no text file can
be (bytes, size, line ends) is made here.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import pathlib
import re
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / 'cli'))

from harness import Folder, add, cli, expect, expect_equal, main  # noqa: E402

KERNEL = '__global__ void k (int *out) { out[threadIdx.x] = 1; }\n'
ONES = 'launches k out=1,1,1'

# name, what comes of it, bytes
MADE = [
    ('empty', 'refused empty', b''),
    ('only-blanks', 'refused kernel', b' \t\n\f\n'),
    ('five-megabytes', 'refused may have', (KERNEL + '// ' + 'x' * 96 + '\n') .encode() + b'// much\n' * 650_000),
    ('a-megabyte', ONES, (KERNEL + 'int host (int x) { return x; }\n' * 30_000).encode()),
    ('a-huge-line', ONES, (KERNEL + 'static int many[] = { ' + '1, ' * 120_000 + '}; int main () { }').encode()),
    ('deep-parentheses', ONES, (KERNEL + 'int host () { return ' + '(' * 50_000 + '1' + ')' * 50_000 + '; }\n').encode()),
    ('deep-braces', ONES, (KERNEL + 'int main () ' + '{' * 100_000 + '}' * 100_000 + '\n').encode()),
    ('nul-bytes', 'refused zero bytes', KERNEL.encode() + b'// \0\n'),
    ('byte-order-mark', ONES, b'\xef\xbb\xbf' + KERNEL.encode()),
    ('crlf', 'launches k out=3,3,3',
     b'#define THREE \\\r\n 3\r\n#include <cstdio>\r\n__global__ void \\\r\nk (int *out)\r\n{\r\n  // not more \\\r\n  here\r\n'
     b'  out[threadIdx.x] = THREE;\r\n}\r\nint main () { puts ("}"); }\r\n'),
    ('latin-1', ONES, b'// caf\xe9 {\n#include <cstdio>\n' + KERNEL.encode() + b'int main () { puts ("gr\xfc\xdf }"); }\n'),
    ('only-a-directive', 'refused kernel', b'#define k __global__ void k (int *out) { }'),
    ('an-open-condition', 'refused #endif', b'#if 1\n' + KERNEL.encode()),
    ('an-open-raw-string-of-the-host', ONES, KERNEL.encode() + b'const char *s = R"x(\n)y";\n'),
]

def read_cells(path, number):
    data = pathlib.Path(path).read_bytes()
    begin = 10 + struct.unpack('<H', data[8:10])[0]
    return list(struct.unpack(f'<{number}i', data[begin:begin + 4 * number]))


def check(path, expected):
    refused = re.fullmatch(r'refused (.+)', expected)
    launches = re.fullmatch(r'launches (\S+) out=([-\d,]+)', expected)
    with Folder() as folder:
        output = folder('output')
        kernel = launches[1] if launches else None
        result = cli('run', path, '--block', '32', '--grid', '1', '--shape', '32', '--output', output,
                     *(['--kernel', kernel] if kernel else []))
        if refused:
            expect(result.status != 0, 'it is launched', result)
            expect(refused[1] in result.err, f'“{refused[1]}” is not said', result)
        else:
            expect_equal(result.status, 0, result)
            cells = [int(cell) for cell in launches[2].split(',')]
            expect(os.path.exists(os.path.join(output, 'out.npy')), 'no array is called out', result)
            expect_equal(read_cells(os.path.join(output, 'out.npy'), len(cells)), cells, result)


def check_made(name, expected, content):
    with Folder() as folder:
        check(folder.write(f'{name}.cu', content), expected)


def expectation_of(path):
    return re.match(r'\s*/\* nasty: (.*?) \*/', path.read_text(encoding='utf-8'))[1]


for file in sorted(HERE.glob('*.cu')):
    add(file.stem, check, file, expectation_of(file))
for row in MADE:
    add(row[0], check_made, *row)

main()
