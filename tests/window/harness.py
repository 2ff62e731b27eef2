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
# The environment of a program that finds two GPUs, both of them played by the CUDA runtime of tests/fake.
FAKE = {'GRIDLOOM_CUDA': os.environ['GRIDLOOM_FAKE_CUDA']}
# What GTK 4.8 says of itself: of an entry that goes while its text is selected; and what GtkSourceView says of a
# computer that stood still while it looked at a line.
KNOWN = re.compile('GtkText - unexpected blinking selection|Highlighting a single line took too much time')
WARNING = re.compile(r'^.*-(?:WARNING|CRITICAL|ERROR) \*\*:.*$', re.M)

_cases = []


def case(function):
    """Marks a function of a desk as a test; its name, with dashes, is the case's name."""
    _cases.append((function.__name__.replace('_', '-'), function))
    return function


def warns(pattern):
    """Says what GTK warns of while a case runs that is no fault of the program."""
    def mark(function):
        function.warns = re.compile(pattern)
        return function
    return mark


def presses(*actions):
    """Says which actions a case presses and looks at the effect of. `test-actions.py` reads this where it stands, and
    fails when an action of the program stands nowhere."""
    return lambda function: function


def kernel(name):
    """The path of a kernel of the gallery, to be looked at."""
    return os.path.join(KERNELS, name)


def copy_kernel(place, name):
    """A copy of a kernel of the gallery that may be written to."""
    return shutil.copy(kernel(name), place(f'files/{name}'))


def write(place, name, text):
    """A file with a text on the desk."""
    path = place(f'files/{name}')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return path


def source(window):
    """The editor."""
    return window.find('entry', 'Source of the kernel and its settings')


def paste(window):
    """What is on the clipboard, once it is pasted over the text."""
    before = source(window).text
    source(window).click()
    window.key('ctrl+a', 'ctrl+v')
    desk.wait(lambda: source(window).text != before, 'what was copied')
    return source(window).text


def choose(chooser, path):
    """Names a file in GTK's dialog that asks for one."""
    chooser.key('ctrl+l')
    entry = desk.wait(lambda: next((entry for entry in chooser.all('entry') if entry.has('focused')), None),
                      'the entry for a path')
    chooser.key('ctrl+a')
    chooser.type(path)
    desk.wait(lambda: entry.text == path, lambda: f'{path} instead of {entry.text}')
    while chooser.is_open():
        # GTK passes over the key as long as it reads the folder; a dialog that has just closed gets no key
        try:
            chooser.key('Return')
            desk.wait(lambda: not chooser.is_open(), 'the end of the dialog', 3)
        except desk.Failed:
            desk.expect(not chooser.is_open() or entry.text == path)


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
                # what a test says in the way of TAP is not in the log of CI; what stands on its standard error is
                traceback.print_exc()
                print(f'not ok {number} {name}', flush=True)
            place.clear()
    sys.exit(1 if failed else 0)


def run(place, name, function):
    try:
        function(place)
        known = getattr(function, 'warns', KNOWN)
        warnings = [line for line in WARNING.findall(place.said()) if not KNOWN.search(line) and not known.search(line)]
        desk.expect(not warnings, 'the program warned:', *warnings)
    except Exception:
        place.save(name)
        raise
