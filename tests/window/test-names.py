#!/usr/bin/env python3
"""What a screen reader is told: every control of every window has a name, and nothing is named by its class.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import glob
import re

from desk import Widget, wait
from harness import FAKE, case, copy_kernel, kernel, main, source

CLASS = re.compile('^(Gtk|Adw|Loom)[A-Z]')
# What says no more than its own words.
SPOKEN = {'push button', 'toggle button', 'label'}
# What holds others is passed through; it is not used by itself.
HOLDERS = {'scroll pane', 'panel', 'filler', 'list', 'tree table', 'table row'}


def is_wrong(node):
    if CLASS.match(node.name) or node.role in SPOKEN and node.name != node.name.strip():
        return True
    return 'focusable' in node.states and node.role not in HOLDERS and not node.name.strip()


def expect_names(window, what):
    """Waits until what is seen is named; fails for a control without a name, and for a class as a name."""
    wrong = []

    def look():
        root = window.read()
        nodes = list(root.walk()) if root else []
        suspects = [Widget(window, node) for node in nodes if is_wrong(node)]
        surfaces = suspects[0].surfaces() if suspects else None
        wrong[:] = [suspect.node for suspect in suspects if suspect.is_seen(surfaces)]
        return len(nodes) > 10 and not wrong

    wait(look, lambda: '\n'.join(
        [f'{what}: names for', *(' in '.join(str(each) for each in list(node.ancestors())[:5]) for node in wrong)]))


@case
def names_in_the_window(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    window.find('label', 'Compile')
    expect_names(window, 'a run')
    for button in ('Main menu', 'How it is drawn, export, print', re.compile('What the kernel runs on'),
                   'Recent files and examples'):
        window.open_menu(button)
        item = window.find('menu item')
        expect_names(window, f'the menu of {button}')
        window.close_menu(item)
    window.key('ctrl+h')
    window.find('entry', 'Text to put in its place')
    expect_names(window, 'find and replace')
    window.key('Escape', 'ctrl+g')
    window.find('entry', 'Go to line')
    expect_names(window, 'go to line')
    window.key('Escape')
    for page in ('Problems', 'Output', 'Arguments', 'Runs', 'Roofline', 'Schedule', 'Steps'):
        window.find('page tab', re.compile(page)).click()
        expect_names(window, page)
    window.press_menu('How it is drawn, export, print', 'Cells as a Table')
    window.find('tree table')
    expect_names(window, 'the table')


@case
def names_on_the_first_page(desk):
    desk.start(kernel('01-triangle.cu')).key('ctrl+n')
    window = desk.window('Untitled')
    window.find('button', 'New from a Form…')
    expect_names(window, 'the first page')


@case
def names_when_it_goes_wrong(desk):
    window = desk.start(copy_kernel(desk, '06-missing-guard.cu'))
    window.find('button', 'Show Line')
    window.find('page tab', re.compile('Problems')).click()
    expect_names(window, 'a trap')


@case
def names_in_the_pages(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    window.find('label', 'Compile')
    pages = [('ctrl+shift+o', 'Examples'), ('ctrl+shift+n', 'New Kernel'), ('ctrl+comma', 'Preferences'),
             ('ctrl+d', 'Devices'), ('ctrl+question', 'Keyboard shortcuts')]
    for key, title in pages:
        window.key(key)
        page = desk.window(title)
        page.find('label')
        expect_names(page, title)
        page.key('Escape')
        if title != 'Keyboard shortcuts':
            page.wait_closed()


@case
def names_of_devices(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'), environment=FAKE)
    window.find('label', 'Compile')
    window.key('ctrl+d')
    devices = desk.window('Devices')
    devices.find('list item', 'Fake GPU 1').click()
    devices.find('list item', 'Compute capability')
    expect_names(devices, 'GPUs')


@case
def names_in_what_the_menus_open(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    window.find('label', 'Compile')
    for item, title in (('Why Can’t I Run?', 'Why Can’t I Run?'), ('About Gridloom', 'About')):
        window.press_menu('Main menu', item)
        page = desk.window(title)
        page.find('label')
        expect_names(page, title)
        page.key('Escape')
        page.wait_closed()
    window.press_menu(re.compile('What the kernel runs on'), 'What Differs on the Simulator?')
    page = desk.window('What Differs on the Simulator?')
    expect_names(page, 'what differs')
    page.key('Escape')
    page.wait_closed()


@case
def names_in_the_dialogs(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    window.find('image', re.compile('^f: ')).click()
    for key, title in (('ctrl+e', 'Export Picture'), ('ctrl+p', 'Print'), ('ctrl+o', 'Open a Kernel'),
                       ('ctrl+shift+s', 'Save the Kernel')):
        window.key(key)
        dialog = desk.window(title)
        dialog.find('button', re.compile('Cancel'))
        expect_names(dialog, title)
        dialog.key('Escape')
        dialog.wait_closed()


@case
def names_of_unsaved_work(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    source(window).click()
    window.type('//')
    wait(lambda: glob.glob(desk('home/**/drafts/*.cu'), recursive=True), 'the draft')
    window.key('ctrl+w')
    question = desk.window('Save Changes?')
    expect_names(question, 'the question')
    desk.kill()
    desk.start()
    drafts = desk.window('Unsaved Work')
    drafts.find('list item', '01-triangle.cu')
    expect_names(drafts, 'the drafts')


if __name__ == '__main__':
    main()
