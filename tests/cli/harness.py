"""What the end-to-end tests share: running gridloom-cli with a deadline, and TAP output.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import ast
import ctypes
import fnmatch
import json
import math
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import traceback

CLI = os.environ['GRIDLOOM_CLI']
KERNELS = os.environ['GRIDLOOM_KERNELS']
DEADLINE = float(os.environ.get('GRIDLOOM_TEST_DEADLINE', '60'))

_cases = []


def case(function):
    """Marks a function as a test; its name, with dashes, is the case's name."""
    _cases.append((function.__name__.replace('_', '-'), function))
    return function


def add(name, function, *args):
    """Adds one row of a table as a test of its own."""
    _cases.append((name, lambda: function(*args)))


class Skipped(Exception):
    """Why a case cannot be tried here."""


def skip(why):
    """Ends a case that needs what is not here."""
    raise Skipped(why)


def why_no_programs():
    """Why no program with host code can be built and confined here, or None."""
    if not any(shutil.which(f'clang++{version}') for version in ('', '-14', '-15', '-16', '-17', '-18', '-19')):
        return 'there is no clang++'
    with Folder() as empty:
        said = cli('record', empty.write('none.cu', 'int main () { }\n')).err
    if 'ASan runtime does not come first' in said:
        return 'a program of somebody else cannot start with a CUDA runtime that has AddressSanitizer'
    if 'Landlock' not in said:
        return None
    # landlock_create_ruleset(), asked which version there is
    expect(ctypes.CDLL(None).syscall(444, None, 0, 1) < 0, 'the kernel has Landlock, and the runner finds none')
    return 'this kernel has no Landlock'


def leave_without_programs():
    """Skips the whole test where there is nothing to test."""
    why = why_no_programs()
    if why:
        print(f'1..0 # SKIP {why}')
        sys.exit(0)


def choose(patterns):
    """The cases that patterns name, as the shell names files, without those that one behind a `!` names. Each has to name
    one."""
    for pattern in patterns:
        if not fnmatch.filter([name for name, _ in _cases], pattern.removeprefix('!')):
            sys.exit(f'no such case: {pattern}')
    left_out = [pattern[1:] for pattern in patterns if pattern.startswith('!')]
    return [(name, function) for name, function in _cases if any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)
            and not any(fnmatch.fnmatchcase(name, pattern) for pattern in left_out)]


def main():
    """Runs every case, or those that the arguments name, and prints TAP. A case fails by raising."""
    cases = choose(sys.argv[1:] or ['*'])
    print(f'1..{len(cases)}', flush=True)
    failed = 0
    for number, (name, function) in enumerate(cases, 1):
        try:
            function()
            print(f'ok {number} {name}', flush=True)
        except Skipped as why:
            print(f'ok {number} {name} # SKIP {why}', flush=True)
        except Exception:
            failed += 1
            for line in traceback.format_exc().splitlines():
                print(f'# {line}')
            print(f'not ok {number} {name}', flush=True)
    sys.exit(1 if failed else 0)


class Result:
    """What one run of gridloom-cli said."""

    def __init__(self, status, out, err, seconds):
        self.status, self.out, self.err, self.seconds = status, out, err, seconds

    def __str__(self):
        return f'status {self.status} after {self.seconds:.1f} s\nstdout: {self.out[:2000]}\nstderr: {self.err[:2000]}'

    @property
    def report(self):
        return json.loads(self.out)


def cli(*args, env=None, cwd=None, deadline=DEADLINE):
    """Runs gridloom-cli. Dying of a signal or missing the deadline is a failure whatever was expected."""
    command = [CLI, *map(str, args)]
    begin = time.monotonic()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               cwd=cwd, env={**os.environ, **(env or {})})
    try:
        out, err = process.communicate(timeout=deadline)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        raise AssertionError(f'no end after {deadline} s: {command}\n{err.decode(errors="replace")}')
    result = Result(process.returncode, out.decode(errors='replace'), err.decode(errors='replace'),
                    time.monotonic() - begin)
    assert result.status >= 0, f'died of signal {-result.status}: {command}\n{result}'
    return result


def read_npy(path):
    """The shape of an array of numbers, and its cells in C order."""
    with open(path, 'rb') as file:
        data = file.read()
    end = 10 + int.from_bytes(data[8:10], 'little')
    header = ast.literal_eval(data[10:end].decode())
    kind = {'<f4': 'f', '<i4': 'i', '<u4': 'I', '<i8': 'q', '<u8': 'Q', '|u1': 'B'}[header['descr']]
    return header['shape'], list(struct.unpack(f'<{len(data[end:]) // struct.calcsize(kind)}{kind}', data[end:]))


def percent(part, whole):
    """A share as Gridloom writes it: only none is 0 %, and only all is 100 %."""
    rounded = math.floor(100 * part / whole + 0.5)
    return '<1\u00a0%' if rounded < 1 and part > 0 else '>99\u00a0%' if rounded == 100 and part < whole else f'{rounded}\u00a0%'


def expect(condition, *what):
    """An assertion that says what it saw."""
    if not condition:
        raise AssertionError('\n'.join(map(str, what)))


def expect_equal(got, wanted, *what):
    expect(got == wanted, f'expected {wanted!r}, got {got!r}', *what)


def run_json(file, *args, status=0, **more):
    """`run --json` with the status that it must have; returns the report."""
    result = cli('run', file, '--json', *args, **more)
    expect_equal(result.status, status, result)
    return result.report


def checked(report):
    """How many cells of a report were compared, and how many differ; None if none were."""
    check = report['check']
    return check and {key: check[key] for key in ('compared', 'mismatches')}


def codes(report):
    """The codes of a report's warnings."""
    return [warning['code'] for warning in report['warnings']]


class Folder:
    """A folder that is gone afterwards, with files written into it."""

    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix='gridloom-test-')
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)

    def __call__(self, name):
        return os.path.join(self.path, name)

    def write(self, name, content):
        path = self(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'wb') as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return path


def settings(text):
    return '\n/* gridloom\n' + text + '*/\n'


def line_of(path, text):
    """The number of the only line that holds `text`, from 1."""
    with open(path, encoding='utf-8') as file:
        found = [number for number, line in enumerate(file, 1) if text in line]
    expect_equal(len(found), 1, f'lines with {text!r} in {path}')
    return found[0]


def npy(descr, shape, data):
    """The bytes of a .npy file."""
    dims = ''.join(f'{extent},' if len(shape) == 1 else f'{extent}, ' for extent in shape).rstrip()
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': ({dims}), }}"
    header += ' ' * (-(len(header) + 11) % 64) + '\n'
    return b'\x93NUMPY\x01\x00' + len(header).to_bytes(2, 'little') + header.encode() + data


def children_of(pid):
    """The processes that `pid` started."""
    children = []
    for entry in os.listdir('/proc'):
        if entry.isdigit():
            try:
                with open(f'/proc/{entry}/stat', encoding='utf-8') as file:
                    if int(file.read().rsplit(')', 1)[1].split()[1]) == pid:
                        children.append(int(entry))
            except OSError:
                pass
    return children


def start(*args, env=None):
    """Starts gridloom-cli without waiting for it."""
    return subprocess.Popen([CLI, *map(str, args)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, env={**os.environ, **(env or {})})


def german(folder):
    """The environment of somebody who speaks German, with a locale that is made for it."""
    locale = folder('locale')
    os.mkdir(locale)
    done = subprocess.run(['localedef', '-i', 'de_DE', '-f', 'UTF-8', os.path.join(locale, 'de_DE.UTF-8')],
                          capture_output=True, check=False)
    expect(os.path.isdir(os.path.join(locale, 'de_DE.UTF-8')), done.stderr)
    return {'LOCPATH': locale, 'LC_ALL': 'de_DE.UTF-8', 'LANGUAGE': 'de'}


def finish(process, deadline=DEADLINE):
    """Waits for what start() gave."""
    begin = time.monotonic()
    try:
        out, err = process.communicate(timeout=deadline)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise AssertionError(f'no end after {deadline} s')
    return Result(process.returncode, out.decode(errors='replace'), err.decode(errors='replace'),
                  time.monotonic() - begin)


def wait_until(predicate, deadline=DEADLINE):
    """Polls, since another process is asked; fails at the deadline."""
    end = time.monotonic() + deadline
    while not predicate():
        expect(time.monotonic() < end, 'it never came')
        time.sleep(0.01)


def send(pid, number=signal.SIGKILL):
    os.kill(pid, number)
