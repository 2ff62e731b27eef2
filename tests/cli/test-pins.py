#!/usr/bin/env python3
"""Pinned moments: which moments of random numbers of rounds are kept in random memory, against a closed form.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import random

from harness import Folder, add, case, cli, expect, expect_equal, line_of, main, read_npy, run_json

SEEDS = [int(seed) for seed in os.environ.get('GRIDLOOM_PINS_SEEDS', '').split()] or range(40)
MIB = 1 << 20

KERNEL = '''__global__ void count (unsigned *f, unsigned k)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 32)
    f[i] = k + 1;
}
'''


def write(folder, cells, rounds, pins):
    """After moment k, the first cells of f are k."""
    return folder.write('t.cu', KERNEL + f'''
/* gridloom
[launch]
shape={cells}
range=32
block=32
pin={pins}

[steps]
repeat {rounds} as k
  launch count k=k
end
*/
''')


def predict(rounds, slots, pins):
    """Multiples of the least power of two that leaves no more than there is room for, beside all pins that are reached."""
    stride = 1
    while len(set(range(0, rounds + 1, stride)) - set(pins)) > slots - len(pins):
        stride *= 2
    return sorted(set(range(0, rounds + 1, stride)) | {pin for pin in pins if pin <= rounds})


def compare(seed):
    dice = random.Random(seed)
    mib = dice.choice([1, 1, 2, 3])
    slots = dice.randint(2, 24)
    cells = mib * MIB // slots // 4
    slots = mib * MIB // (cells * 4)
    rounds = dice.choice([1, 2, slots - 1, slots, slots + 1, dice.randint(1, 150), dice.randint(1, 150)])
    pins = sorted(dice.sample(range(rounds + 5), min(dice.randint(0, slots - 1), rounds + 5)))
    shuffled = dice.sample(pins, len(pins))
    with Folder() as folder:
        path = write(folder, cells, rounds, ', '.join(map(str, shuffled)))
        report = run_json(path, '--history', mib, '--coverage', 'none', '--output', folder('out'))
        expect_equal(report['history']['moments'], rounds)
        kept = report['history']['kept']
        expect_equal(kept, predict(rounds, slots, pins), f'{rounds} rounds, {slots} slots, pins {pins}')
        expect(len(kept) <= slots)
        history = list(read_npy(folder('out/f.history.npy'))[-1])
        expect_equal([history[i * cells] for i in range(len(kept))], kept)
        expect_equal(read_npy(folder('out/f.npy'))[-1][0], rounds, 'the last is what the array holds')
        for moment in kept[:1] + pins[-1:] + [rounds]:
            if moment <= rounds:
                result = run_json(path, '--history', mib, '--moment', moment, '--coverage', 'none', '--output',
                                  folder('out'))
                expect_equal(read_npy(folder('out/f.npy'))[-1][0], moment, result['history'])


for _seed in SEEDS:
    add(f'kept-moments-{_seed}', compare, _seed)


@case
def more_pins_than_there_is_room_for_are_refused_with_the_numbers():
    with Folder() as folder:
        path = write(folder, MIB // 16, 20, '1,2,3,4')
        result = cli('run', path, '--history', 1)
        expect_equal(result.status, 1, result)
        expect(f't.cu:{line_of(path, "pin=")}:1' in result.err, result)
        for word in '4 pinned', '256.0\u00a0KiB', '1.0\u00a0MiB', 'room for 4':
            expect(word in result.err, word, result)
        expect_equal(cli('run', path, '--history', 1, '--pin', '1,2,3').status, 0)
        expect_equal(cli('run', path).status, 0, 'nothing is kept, so nothing is pinned')


@case
def an_option_takes_the_place_of_the_setting():
    with Folder() as folder:
        path = write(folder, MIB // 64, 100, '1,2,3')
        expect(77 in run_json(path, '--pin', '77,5')['history']['kept'])
        kept = run_json(path, '--pin', '77,5', '--history', 1)['history']['kept']
        expect_equal(kept, predict(100, 16, [5, 77]))


def refuse(pins, word):
    with Folder() as folder:
        path = write(folder, 64, 4, pins)
        result = cli('run', path)
        expect_equal(result.status, 2, result)
        expect(f't.cu:{line_of(path, "pin=")}:1' in result.err and word in result.err, result)
        result = cli('run', write(folder, 64, 4, ''), '--pin', pins)
        expect_equal(result.status, 2, result)
        expect('--pin' in result.err and word in result.err, result)


for _pins, _word in (('-1', '-1'), ('1,,2', '“”'), ('1.5', '1.5'), ('first', 'first'), ('1 2', '1 2'),
                     ('9223372036854775808', '9223372036854775808'), (','.join(map(str, range(65))), '64')):
    add('refused-' + _pins[:20].replace(' ', '-'), refuse, _pins, _word)


main()
