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
# What GTK 4.8 says of itself: of an entry that goes while its text is selected, and of a part of one of its scrollbars that
# comes or goes while a frame is laid out, so that whether it says so is a matter of luck; and what GtkSourceView says of
# a computer that stood still while it looked at a line.
KNOWN = re.compile('GtkText - unexpected blinking selection|'
                   'Trying to snapshot GtkGizmo .* without a current allocation|'
                   'Highlighting a single line took too much time')
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


def change(window, old, new):
    """Replaces a text of the source by hand, in the line where it stands first."""
    lines = source(window).text.split('\n')
    number, line = next((number, line) for number, line in enumerate(lines, 1) if old in line)
    window.key('ctrl+g')
    window.find('entry', 'Go to line')
    window.type(str(number))
    window.key('Return', 'shift+End')
    window.type(line.replace(old, new).strip())
    desk.wait(lambda: new in source(window).text, 'the change')


def paste(window):
    """What is on the clipboard, once it is pasted over the text."""
    before = source(window).text
    source(window).click()
    window.key('ctrl+a', 'ctrl+v')
    desk.wait(lambda: source(window).text != before, 'what was copied')
    return source(window).text


def count_marked(view):
    """Pixels of a text with the colour of what is pointed at elsewhere. GTK 4.8 warns when it is asked for a colour."""
    marked = (205, 224, 248)
    return sum(all(abs(row[n + i] - marked[i]) <= 6 for i in range(3)) for row in view.look() for n in range(0, len(row), 3))


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


def pick(window, combo, row):
    """Opens a list and chooses a row of it, by the keys. Row is a name, or a pattern that is looked for in names."""
    pattern = re.compile(f'^{re.escape(row)}$') if isinstance(row, str) else row
    window.find('combo box', combo).click()
    # what the list opens below the pointer would be chosen with it
    window.desk.screen.move_pointer(2, 2)
    desk.wait(lambda: (focus := window.focus()) and focus.role == 'list item', f'the rows of {combo}')
    window.key('Home')
    for _ in range(60):
        if pattern.search(window.focus().name):
            break
        window.key('Down')
    focus = window.focus()
    desk.expect(pattern.search(focus.name), f'the list {combo} does not come to {row}, but to {focus.name}')
    _, popups = window.surfaces()
    window.key('Return')
    # as long as it is shown, a click on what opened it would only close it
    for popup in popups:
        window.desk.wait_popup_closed(popup)


def choose_lens(window, lens):
    pick(window, 'Lens', re.compile(f'^{re.escape(lens)} (Ctrl\\+)?(Alt\\+)?[0-9]$'))          # its title and its key


def choose_device(window, name):
    """On the page Occupancy."""
    pick(window, 'Device that is modelled', name)


def close_by(dialog, button):
    """Presses a button until its dialog is closed: GTK passes over a click while it reads a folder."""
    while dialog.is_open():
        try:
            dialog.find('button', button).click()
            desk.wait(lambda: not dialog.is_open(), 'the end of the dialog', 3)
        except desk.Failed:
            pass


def main(**more):
    """Runs every case on one desk, each with a home of its own, and prints TAP. With arguments, only the cases that are
    named, all of which must be there."""
    cases = [(name, function) for name, function in _cases if not sys.argv[1:] or name in sys.argv[1:]]
    unknown = set(sys.argv[1:]) - {name for name, _ in cases}
    if unknown:
        sys.exit(f'no such case: {", ".join(sorted(unknown))}')
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
        known = getattr(function, 'warns', KNOWN)
        warnings = [line for line in WARNING.findall(place.said()) if not KNOWN.search(line) and not known.search(line)]
        desk.expect(not warnings, 'the program warned:', *warnings)
    except Exception:
        place.save(name)
        raise
