"""Runs an exported program of CUDA C++ on the host, and reads what its arrays hold then.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
LAUNCH = re.compile(r'^(\s*)([\w:<>, ]+?)<<<(.+)>>> \((.*)\);$', re.M)
SHARED = re.compile(r'extern\s+__shared__\s+([\w ]+?)\s+(\w+)\s*\[\s*\]\s*;')
# After this line, all cells are back on the host.
BACK = '  bool ok = true;\n'


def to_host(text):
    """A program that a C++ compiler of the host takes."""
    barriers = 'true' if '__syncthreads' in text else 'false'
    arrays = re.findall(r'^  host(?:_code)?::(?:Array|Cells)<.*> (\w+) \("([^"]+)"', text, re.M)
    arrays = [row for row in arrays if '.' not in row[1]]       # members are no arrays of a run
    text = SHARED.sub(r'\1 *\2 = (\1 *) stub_shared;', text)
    text = LAUNCH.sub(lambda m: f'{m[1]}stub_configure ({m[3]}); stub_run (stub_grid, stub_block, {barriers}, '
                                f'[&] {{ {m[2]} ({m[4]}); }});', text)
    dumps = ''.join(f'  if (std::FILE *file = std::fopen ("{name}.raw", "wb")) {{ std::fwrite ({variable}.after.get (), 1, '
                    f'{variable}.bytes (), file); std::fclose (file); }}\n' for variable, name in arrays)
    assert BACK in text, text[-500:]
    return text.replace(BACK, dumps + BACK)


def build_and_run(path, folder):
    """Status, output and the arrays' bytes by name."""
    source = pathlib.Path(folder) / 'on-host.cpp'
    program = pathlib.Path(folder) / 'on-host'
    source.write_text(to_host(pathlib.Path(path).read_text()))
    built = subprocess.run(['c++', '-std=c++20', '-O0', '-ffp-contract=off', '-Wall', '-Werror', '-Wno-sign-compare', '-Wno-parentheses', '-I', HERE,
                    '-pthread', '-o', program, source], check=False, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr[:3000]
    done = subprocess.run([program], cwd=folder, capture_output=True, text=True, check=False)
    cells = {file.stem: file.read_bytes() for file in pathlib.Path(folder).glob('*.raw')}
    return done, cells


def find_python():
    """A Python that has NumPy, or None."""
    for python in (sys.executable, '/usr/bin/python3'):
        if subprocess.run([python, '-c', 'import numpy'], capture_output=True, check=False).returncode == 0:
            return python
    return None


def run_python(python, path, folder):
    """The same of a program in Python, whose package is one of those in packages/."""
    text = pathlib.Path(path).read_text()
    back = re.compile(r'^    (ok_*) = True$', re.M)
    assert len(back.findall(text)) == 1, text[-500:]
    dump = ('    __import__(\'dump\').dump([each for each in locals().values() if isinstance(each, Cells)])\n')
    program = pathlib.Path(folder) / 'on-host.py'
    program.write_text(back.sub(lambda match: dump + match[0], text))
    done = subprocess.run([python, program], cwd=folder, capture_output=True, text=True, check=False,
                          env={**os.environ, 'PYTHONPATH': str(HERE / 'packages'), 'DUMP_TO': str(folder)})
    return done, {file.stem: file.read_bytes() for file in pathlib.Path(folder).glob('*.raw')}
