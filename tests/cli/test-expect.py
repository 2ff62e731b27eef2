#!/usr/bin/env python3
"""What documents expect of arrays: which cells are to be written, what they should hold, and how near is near enough.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import struct

from harness import Folder, add, case, cli, expect, expect_equal, main, npy, run_json, settings

# Writes the square of a column but in row 2, and one more in column 1 of row 1.
SQUARES = '''__global__ void squares (float *f, int w, int h)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h && y != 2)
    f[y * w + x] = x * x + (x == 1 && y == 1);
}
'''
LAUNCH = '[launch]\nshape=4,6\n'


def report(expected, status=0, files=None, launch=LAUNCH):
    with Folder() as folder:
        for name, data in (files or {}).items():
            folder.write(name, data)
        return run_json(folder.write('a.cu', SQUARES + settings(launch + f'[expect]\n{expected}')), status=status)


def refused(expected, *words, files=None):
    with Folder() as folder:
        for name, data in (files or {}).items():
            folder.write(name, data)
        result = cli('run', folder.write('a.cu', SQUARES + settings(LAUNCH + f'[expect]\n{expected}')))
        expect(result.status in (1, 2), result)
        for word in words:
            expect(word in result.err, word, result)


def coverage(domain, files=None):
    counts = report(f'domain={domain}\n', files=files)['coverage']['arrays']['f']
    return counts['missed'], counts['extra']


@case
def domains_are_conditions_masks_and_painted_cells():
    expect_equal(coverage('y != 2'), (0, 0))
    expect_equal(coverage('cells:0-1:0-5 3:0-5'), (0, 0))
    expect_equal(coverage('cells:0-2:0-5'), (6, 6))
    expect_equal(coverage('cells:'), (0, 18))
    expect_equal(coverage('cells:2-99:4-99'), (2, 16))
    mask = bytes(6 * [1] + 6 * [0] + 6 * [7] + 6 * [1])
    for name, data in (('m.npy', npy('|b1', (4, 6), bytes(map(bool, mask)))), ('m.bin', mask),
                       ('m.npy', npy('<f8', (4, 6), struct.pack('<24d', *mask))),
                       ('m.csv', '\n'.join(','.join(map(str, mask[i:i + 6])) for i in range(0, 24, 6)))):
        expect_equal(coverage(f'file:{name}', {name: data}), (6, 6), name)


@case
def a_domain_that_says_nothing_is_refused():
    refused('domain=file:m.npy\n', 'the setting domain: ', 'm.npy', 'no such file')
    refused('domain=file:m.bin\n', 'm.bin', '23', '4,6', files={'m.bin': bytes(23)})
    refused('domain=cells:0-3\n', '“0-3”', '2 dimensions', '0-3:0-7')
    refused('domain=cells:0:1,2\n', '“0:1,2”')


@case
def the_first_and_the_worst_cell_are_told():
    check = report('reference=expr:y == 3 && x == 4 ? 100 : x * x\n', status=1)['check']
    expect_equal((check['compared'], check['mismatches']), (24, 7))
    expect_equal(check['first'], {'array': 'f', 'cell': 7, 'got': '2', 'expected': '1'})
    expect_equal(check['worst'], {'array': 'f', 'cell': 22, 'got': '16', 'expected': '100'})
    expect_equal((check['deviation']['absolute'], check['deviation']['absolute_cell']), (84, 22))
    expect_equal((check['deviation']['relative'], check['deviation']['relative_cell']), (1, 7))


@case
def what_is_within_the_tolerance_is_measured_too():
    check = report('reference=expr:y == 2 ? 0 : x * x + (x == 1 && y == 1) + (x == 5) * 0.5f\natol=0.5\n')['check']
    expect_equal((check['mismatches'], check['first'], check['worst']), (0, None, None))
    expect_equal((check['deviation']['absolute'], check['deviation']['absolute_cell']), (0.5, 5))
    expect_equal(check['deviation']['ulps'], 1 << 18)


@case
def units_in_the_last_place_alone_are_all_that_counts():
    near = 'reference=expr:y == 2 ? 0 : (x * x + (x == 1 && y == 1)) * (x == 5 ? 1.0000005f : 1)\n'
    expect_equal(report(near)['check']['mismatches'], 0)
    expect_equal(report(near + 'ulps=0\n', status=1)['check']['mismatches'], 3)
    ulps = report(near + 'ulps=0\n', status=1)['check']['deviation']['ulps']
    expect(0 < ulps < 10, ulps)
    expect_equal(report(near + f'ulps={ulps}\n')['check']['mismatches'], 0)
    expect_equal(report(near + f'ulps={ulps - 1}\n', status=1)['check']['mismatches'], 3)
    expect_equal(report(near + f'ulps={ulps - 1}\nrtol=1e-5\n')['check']['mismatches'], 0)
    refused(near + 'ulps=-1\n', 'the setting ulps: ')


# A quotient and a sine are what fast math makes approximate; the last cell is a denormal, which it makes zero.
FAST = '''__global__ void fast (float *f, const float *g)
{
  int x = threadIdx.x;
  f[x] = x == 63 ? g[x] * 0.5f : sinf (g[x]) / (g[x] + 3);
}
''' + settings('[launch]\nblock=64\ngrid=1\n[arg f]\nshape=64\n[arg g]\nshape=64\n'
               'fill=expr:x == 63 ? 2e-38f : 0.37f * x\n')


def fast_math(text, *args, status=1):
    with Folder() as folder:
        result = cli('compare', folder.write('fast.cu', text), '--fast-math', '--json', *args)
        expect_equal(result.status, status, result)
        return result.report


@case
def fast_math_is_held_against_exact():
    report = fast_math(FAST)
    expect_equal((report['backend'], report['with'], report['fast_math'], report['same']), ('sim', 'sim', True, False))
    values = report['arrays']['f']['values']
    expect(0 < values['deviation']['absolute'] < 1e-5, values)
    expect_equal((values['deviation']['relative'], values['deviation']['relative_cell']), (1, 63), values)
    expect_equal((values['deviation']['ulps'], values['deviation']['ulps_cell']), (0x6ce3ee, 63), values)
    last = values['first'][-1]
    expect(float(last['backend']) != float(last['with']), values)
    expect_equal(report['arrays']['g']['values']['differ'], 0)


@case
def fast_math_of_a_document_does_not_matter():
    for options in ('-use_fast_math', '-ftz=true -prec-div=false', '--use_fast_math -DUNUSED=1'):
        report = fast_math(FAST.replace('block=64', f'options={options}\nblock=64'))
        expect_equal(report['arrays'], fast_math(FAST)['arrays'], options)


@case
def whole_numbers_know_no_fast_math():
    report = fast_math(FAST.replace('f[x] = x == 63 ? g[x] * 0.5f : sinf (g[x]) / (g[x] + 3)', 'f[x] = 3 * x'), status=0)
    expect(report['same'], report)
    with Folder() as folder:
        result = cli('compare', folder.write('fast.cu', FAST), '--fast-math', '--with', 'sim')
        expect_equal(result.status, 2, result)
        expect('--with sim' in result.err, result)


# The second kernel is what the first should do.
TWO = '''__global__ void quick (float *f, const float *g, int n)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < n)
    f[x] = g[x] * g[x] + (x == 77 || x == 80) * x;
}
__global__ void plain (const float *g, int n, float *f)
{
  for (int x = threadIdx.x; x < n; x += blockDim.x)
    f[x] = g[x] * g[x];
}
__global__ void other (double *f) { f[threadIdx.x] = 1; }
__global__ void none (const float *g) { }
__global__ void bad (float *f) { f[1000] = 1; }
'''
TWO_LAUNCH = ('[launch]\nkernel=quick\nshape=100\nblock=32\n[launch plain]\nblock=16\ngrid=1\n'
              '[arg f]\nshape=100\n[arg g]\nshape=100\nfill=expr:x * 0.5f\n[arg n]\nvalue=100\n')


@case
def a_second_kernel_leaves_what_is_expected():
    with Folder() as folder:
        text = TWO + settings(TWO_LAUNCH + '[expect]\nreference=kernel:plain\n')
        report = run_json(folder.write('two.cu', text), status=1)
        check = report['check']
        expect_equal((report['kernel'], report['launch']['block'], check['compared'], check['mismatches']),
                     ('quick', [32, 1, 1], 100, 2))
        expect_equal((check['first']['cell'], check['worst']['cell'], check['deviation']['absolute']), (77, 80, 80))
        right = run_json(folder.write('right.cu', text.replace('(x == 77 || x == 80)', '0')))
        expect_equal((right['check']['mismatches'], right['check']['deviation']['absolute']), (0, 0))
        # what the other kernel does is no access of the one that is run
        expect_equal(right['coverage']['arrays']['g']['reads'], 100)


@case
def a_kernel_that_is_no_reference_is_named():
    for name, words in (('quick', ('its own reference',)), ('missing', ('“missing”', 'plain')), ('none', ('no array f',)),
                        ('other', ('type float', 'type double')), ('bad', ('kernel bad', 'stopped')), ('', ('kernel:NAME',))):
        with Folder() as folder:
            result = cli('run', folder.write('two.cu', TWO + settings(TWO_LAUNCH + f'[expect]\nreference=kernel:{name}\n')))
            expect(result.status in (1, 2), name, result)
            for word in words:
                expect(word in result.err, name, word, result)


def expectation_of_a_long_axis(shape):
    """A grid has at most 65535 blocks along y and z, a block 64 threads along z; expressions are of arrays of any shape."""
    planes, rows, cols = shape
    source = '''__global__ void k (unsigned char *f, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i != n / 3)
    f[i] = i % 250;
}
'''
    cells = planes * rows * cols
    expected = f'''[launch]
block=256
grid={-(-cells // 256)}
[arg f]
shape={planes},{rows},{cols}
fill=expr:(x + cols * (y + rows * z)) % 250
[expect]
domain=true
reference=expr:(x + cols * (y + rows * z)) % 250
[arg n]
value={cells}
'''
    with Folder() as folder:
        found = run_json(folder.write('a.cu', source + settings(expected)))
    counts = found['coverage']['arrays']['f']
    expect_equal((found['check']['compared'], found['check']['mismatches']), (cells, 0))
    expect_equal((counts['missed'], counts['written']), (1, cells - 1))


for shape in (1, 65540, 129), (65537, 2, 129), (65537 * 64, 1, 1), (200, 1, 1), (1, 1, 4):
    add('expectation-of-' + '-'.join(map(str, shape)), expectation_of_a_long_axis, shape)


@case
def what_differs_far_apart_is_added_up_in_order():
    # the comparison has many parts; of cells that are as far off, the first counts
    source = '''__global__ void k (float *f, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i % 100000 != 99999)
    f[i] = i + 2 * (i % 300000 == 70000) + (i == 5) + (i >= 900000 && i < 900010 ? 0.25f : 0);
}
'''
    expected = '[launch]\nblock=256\ngrid=3907\n[arg f]\nshape=1000,1000\nfill=iota\n[expect]\ndomain=true\n' \
               'reference=expr:x + 1000 * y\nrtol=0\natol=0.5\n[arg n]\nvalue=1000000\n'
    with Folder() as folder:
        found = run_json(folder.write('a.cu', source + settings(expected)), status=1)
    check, counts = found['check'], found['coverage']['arrays']['f']
    expect_equal((check['compared'], check['mismatches']), (1000000, 5))
    expect_equal((check['first']['cell'], check['worst']['cell']), (5, 70000), check)
    expect_equal((check['deviation']['absolute'], check['deviation']['absolute_cell']), (2, 70000))
    expect_equal((counts['missed'], counts['extra'], counts['written']), (10, 0, 999990))


main()
