"""Cases that use the real window, and TAP output. A case is a function of a desk; it fails by raising, and when the
program has warned. What failed leaves a picture of the screen, the accessible tree and what the program said.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import re
import shutil
import sys
import traceback

import desk

KERNELS = os.environ['GRIDLOOM_KERNELS']
WARNING = re.compile(r'^.*-(?:WARNING|CRITICAL|ERROR) \*\*:.*$', re.M)

_cases = []


def case(function):
    """Marks a function of a desk as a test; its name, with dashes, is the case's name."""
    _cases.append((function.__name__.replace('_', '-'), function))
    return function


def presses(*actions):
    """Says which actions a case presses and looks at the effect of. `test-actions.py` reads this where it stands, and
    fails when an action of the program stands nowhere."""
    return lambda function: function


def kernel(name):
    """The path of a kernel of the gallery, to be looked at."""
    return os.path.join(KERNELS, name)


def copy_kernel(place, name):
    """A copy of a kernel of the gallery that may be written to."""
    os.makedirs(place('files'), exist_ok=True)
    return shutil.copy(kernel(name), place(f'files/{name}'))


def write(place, name, text):
    """A file with a text on the desk."""
    os.makedirs(place('files'), exist_ok=True)
    path = place(f'files/{name}')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return path


def main(**more):
    """Runs every case on one desk, each with a home of its own, and prints TAP. With arguments, only the cases that are
    named."""
    cases = [(name, function) for name, function in _cases if not sys.argv[1:] or name in sys.argv[1:]]
    print(f'1..{len(cases)}', flush=True)
    failed = 0
    with desk.Desk(**more) as place:
        for number, (name, function) in enumerate(cases, 1):
            try:
                run(place, name, function)
                print(f'ok {number} {name}', flush=True)
            except Exception:
                failed += 1
                for line in traceback.format_exc().splitlines():
                    print(f'# {line}')
                print(f'not ok {number} {name}', flush=True)
            place.clear()
    sys.exit(1 if failed else 0)


def run(place, name, function):
    try:
        function(place)
        warnings = WARNING.findall(place.said())
        desk.expect(not warnings, 'the program warned:', *warnings)
    except Exception:
        place.save(name)
        raise
