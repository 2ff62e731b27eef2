#!/usr/bin/env python3
"""Recorded cases, printed again and instrumented, do and count what they do as they are; what is printed assembles: TAP.

Programs by environment: REWRITTEN_CASES, PTX_REWRITE.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import glob
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

TESTS = pathlib.Path(__file__).resolve().parents[1]
CORPUS = TESTS.parent.parent / 'shared' / 'conformance'
# Formats that came with compute capability 8.9, which the simulator refuses.
REFUSED = re.compile('e4m3x2|e5m2x2')
# What of each is assembled for which architecture.
ARCHITECTURES = {'sm_75': ['printed', 'window', 'coverage'], 'sm_90': ['wide', 'schedule']}


def find_assembler():
    roots = [os.environ.get(name) for name in ('GRIDLOOM_CUDA', 'CUDA_PATH', 'CUDA_HOME')]
    for root in [root for root in roots if root] + sorted(glob.glob('/usr/local/cuda*')):
        if os.access(f'{root}/bin/ptxas', os.X_OK):
            return f'{root}/bin/ptxas'
    return None


def compare(folders):
    """The differences, one a line."""
    wanted = [str(folder) for folder in folders if not REFUSED.search(folder.name)]
    run = subprocess.run([os.environ['REWRITTEN_CASES'], *wanted], capture_output=True, text=True, check=False)
    lines = run.stdout.splitlines()
    return [] if lines[-1:] == [f'{len(wanted)} passed, 0 failed'] and len(wanted) > 100 else lines + run.stderr.splitlines()


def cases_of(folder):
    return sorted(path.parent for path in pathlib.Path(folder).glob('*/case.ini'))


def make_recorded(folder):
    subprocess.run([sys.executable, TESTS / 'conformance' / 'make-cases', folder], stdout=subprocess.DEVNULL, check=True)
    for archive in sorted((TESTS / 'conformance').glob('recorded*.tar.xz')):
        with tarfile.open(archive) as recorded:
            recorded.extractall(folder)


def assemble(assembler, architecture, folder):
    """What does not assemble. A module for a newer architecture is assembled for that."""
    failures = []
    for path in sorted(pathlib.Path(folder).glob('*.ptx')):
        if path.name.split('.')[-2] not in ARCHITECTURES[architecture]:
            continue
        own = re.search(r'^\.target (sm_(\d+)a?)', path.read_text(), re.M)
        wanted = architecture if int(own[2]) <= int(architecture[3:]) else own[1]
        run = subprocess.run([assembler, f'-arch={wanted}', path, '-o', os.devnull], capture_output=True, text=True, check=False)
        if run.returncode != 0:
            failures.append(f'{path.name}: {run.stderr.strip()}')
    return failures


def report(number, name, failures, skip=None):
    print(f"{'not ok' if failures else 'ok'} {number} - /sim/rewritten/{name}{f' # SKIP {skip}' if skip else ''}")
    for line in failures:
        print(f'# {line}')


def main():
    assembler = find_assembler()
    print(f'1..{2 + len(ARCHITECTURES)}')
    with tempfile.TemporaryDirectory(prefix='gridloom-rewritten-') as folder:
        recorded, written = pathlib.Path(folder) / 'cases', pathlib.Path(folder) / 'written'
        recorded.mkdir()
        written.mkdir()
        make_recorded(recorded)
        report(1, 'recorded-cases', compare(cases_of(recorded)))
        beside = cases_of(CORPUS / 'kernels') + cases_of(CORPUS / 'ptx')
        report(2, 'corpus', compare(beside) if beside else [],
               None if beside else 'recorded cases of other kernels do not stand beside the project')
        texts = [*TESTS.glob('kernels/ptx/13.0/*.ptx'), *TESTS.glob('sim/*.ptx'), *recorded.glob('wmma_tiles/*.ptx'),
                 *recorded.glob('async_copy/*.ptx'), *recorded.glob('cp_async/*.ptx')]
        subprocess.run([os.environ['PTX_REWRITE'], written, *texts], stderr=subprocess.DEVNULL, check=True)
        for number, architecture in enumerate(ARCHITECTURES, 3):
            report(number, f'assembles-for-{architecture}', assemble(assembler, architecture, written) if assembler else [],
                   None if assembler else 'there is no ptxas in a CUDA Toolkit')


if __name__ == '__main__':
    main()
