#!/usr/bin/env python3
"""What summary.py makes of the lines and ends of programs. It prints TAP.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import os
import subprocess
import sys
import tempfile

SUMMARY = sys.argv[1]

# what holds, a program's lines and its result as Meson tells it, whether --may-skip is given, and the summary
CASES = [
    ('lines are counted', 'ok 1 a\nok 2 b\n', 'OK', False, '2 passed, 0 failed, 0 skipped'),
    ('a failure is one', 'ok 1 a\nnot ok 2 b\n', 'FAIL', False, '1 passed, 1 failed, 0 skipped'),
    ('a skip is one', 'ok 1 a # SKIP no compiler\n', 'SKIP', False, '0 passed, 0 failed, 1 skipped'),
    ('a skip that is not allowed is a failure', 'ok 1 a # SKIP no compiler\n', 'SKIP', True,
     '0 passed, 1 failed, 0 skipped'),
    ('a skip that is allowed is one', 'ok 1 allowed # SKIP no compiler\n', 'SKIP', True, '0 passed, 0 failed, 1 skipped'),
    ('an expected failure is a skip', 'ok 1 a\nnot ok 2 b # TODO not there yet\n', 'OK', False,
     '1 passed, 0 failed, 1 skipped'),
    ('an expected failure is allowed everywhere', 'not ok 1 a # TODO not there yet\n', 'OK', True,
     '0 passed, 0 failed, 1 skipped'),
    ('what was expected to fail and passes is a failure', 'ok 1 a # TODO not there yet\n', 'UNEXPECTEDPASS', False,
     '0 passed, 1 failed, 0 skipped'),
    ('a program that dies fails beside its lines', 'ok 1 a\n', 'ERROR', False, '1 passed, 1 failed, 0 skipped'),
    ('a program that dies fails beside an expected failure', 'not ok 1 a # TODO not there yet\n', 'TIMEOUT', False,
     '0 passed, 1 failed, 1 skipped'),
    ('a program without lines counts as one', '', 'OK', False, '1 passed, 0 failed, 0 skipped'),
    ('no program at all is a failure', None, None, False, '0 passed, 1 failed, 0 skipped'),
]


def summarise(folder, lines, result, may_skip):
    log, allowed = os.path.join(folder, 'log.json'), os.path.join(folder, 'may-skip.txt')
    with open(log, 'w', encoding='utf-8') as file:
        if result is not None:
            json.dump({'name': 'suite / program', 'stdout': lines, 'result': result}, file)
    with open(allowed, 'w', encoding='utf-8') as file:
        file.write('allowed    a reason\n')
    return subprocess.run([sys.executable, SUMMARY, *(['--may-skip', allowed] if may_skip else []), log],
                          capture_output=True, text=True, check=False)


# what holds, a program's lines and its result, and what stands in the log
TOLD = [
    ('a failure is told with its comments', '# of a\nok 1 a\n# got 3\n#   wanted 4\nnot ok 2 b\n', 'FAIL',
     'failed: program: b: \n   got 3\n     wanted 4\n'),
    ('a failure is told behind all skips', 'not ok 1 a\nok 2 b # SKIP no compiler\n', 'FAIL',
     'skipped: b: no compiler\nfailed: program: a: \n'),
    ('a program that dies is told with what it said last', 'ok 1 a\n# at the edge\n', 'ERROR',
     'failed: program: program: ERROR\n  ok 1 a\n  # at the edge\n'),
    ('a skip is told with its reason alone', '# of a\nok 1 a # SKIP no compiler\n', 'SKIP', 'skipped: a: no compiler\n'),
]


def main():
    print(f'1..{len(CASES) + len(TOLD)}')
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, lines, result, may_skip, wanted) in enumerate(CASES, 1):
            done = summarise(folder, lines, result, may_skip)
            good = done.stdout.splitlines()[-1:] == [wanted] and done.returncode == (0 if ' 0 failed' in wanted else 1)
            if not good:
                bad += 1
                print(f'{name}: {done.stdout}{done.stderr}', file=sys.stderr)
            print(f'{"ok" if good else "not ok"} {number} {name}')
        for number, (name, lines, result, wanted) in enumerate(TOLD, len(CASES) + 1):
            done = summarise(folder, lines, result, False)
            if done.stderr != wanted:
                bad += 1
                print(f'{name}: {done.stderr}', file=sys.stderr)
            print(f'{"ok" if done.stderr == wanted else "not ok"} {number} {name}')
    sys.exit(1 if bad else 0)


main()
