#!/usr/bin/env python3
"""The windows beside the window: each opens, does what it offers, and closes by its key.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import re

from desk import expect, wait
from harness import case, choose, kernel, main, paste, presses, source


def kept(desk, key):
    """What the settings say of a key; None as long as nobody has chosen."""
    with open(desk('home/config/glib-2.0/settings/keyfile'), encoding='utf-8') as file:
        return dict(line.strip().split('=', 1) for line in file if '=' in line).get(key)


@case
@presses('win.preferences', 'preferences.reset-font', 'preferences.choose-toolkit', 'preferences.reset-toolkit',
         'preferences.clear-kept')
def preferences_are_chosen_and_reset(desk):
    os.makedirs(desk('home/config/glib-2.0/settings'), exist_ok=True)
    with open(desk('home/config/glib-2.0/settings/keyfile'), 'a', encoding='utf-8') as file:
        file.write("\n[org/gridloom/Gridloom]\neditor-font='Monospace 15'\n")
    os.makedirs(desk('files/toolkit'))
    window = desk.start(kernel('01-triangle.cu'))
    window.find('label', re.compile('simulated'))
    expect(os.listdir(desk('home/cache/gridloom/compiled')))
    window.press_menu('Main menu', 'Preferences')
    preferences = desk.window('Preferences')
    live = preferences.find('check box', 'Live')
    live.click()
    wait(lambda: kept(desk, 'live') == 'false', 'the choice')
    for row, key, default in [('Time to compile', 'compile-seconds', 'uint32 20'),
                              ('Memory to compile', 'compile-memory', 'uint32 3072')]:
        preferences.find('spin button', row).click()
        preferences.key('Up')
        wait(lambda: kept(desk, key) not in (None, default), row)
    preferences.find('button', 'Clear').click()
    wait(lambda: not os.listdir(desk('home/cache/gridloom/compiled')), 'the empty cache')
    preferences.find('label', '0 bytes')
    preferences.find('check box', 'Keep compiled kernels on disk').click()
    wait(lambda: kept(desk, 'keep-compiled') == 'false', 'the choice')
    preferences.find('button', 'Use the desktop’s monospace font').click()
    wait(lambda: kept(desk, 'editor-font') in (None, "''"), 'the font of the desktop')
    preferences.find('button', 'Folder…').click()
    choose(desk.window('Folder of the CUDA Toolkit'), desk('files/toolkit'))
    wait(lambda: desk('files/toolkit') in (kept(desk, 'toolkit') or ''), 'the folder')
    preferences.find('button', 'Search in the usual places').click()
    wait(lambda: kept(desk, 'toolkit') in (None, "''"), 'the usual places')
    preferences.key('Escape')
    preferences.wait_closed()


@case
@presses('win.why', 'why.copy')
def why_it_cannot_run_is_told_and_copied(desk):
    window = desk.start(kernel('01-triangle.cu'))
    window.press_menu('Main menu', 'Why Can’t I Run?')
    why = desk.window('Why Can’t I Run?')
    why.find('list item', re.compile('NVRTC'))
    why.find('button', 'Copy').click()
    why.key('ctrl+w')
    why.wait_closed()
    expect('NVRTC' in paste(window))


@case
@presses('win.devices', 'devices.copy')
def devices_are_listed_and_copied(desk):
    window = desk.start(kernel('01-triangle.cu'))
    window.key('ctrl+d')
    devices = desk.window('Devices')
    devices.find('list item', 'Simulator')
    devices.find('button', 'Copy').click()
    devices.key('Escape')
    devices.wait_closed()
    expect(paste(window).startswith('sim\t'))


@case
@presses('win.show-help-overlay', 'app.about')
def shortcuts_and_about_are_shown(desk):
    window = desk.start(kernel('01-triangle.cu'))
    window.press_menu('Main menu', 'Keyboard Shortcuts')
    shortcuts = desk.window('Keyboard shortcuts')
    # what leads to the other pages is on the smallest screen
    top, tabs = shortcuts.find('label', 'Next and previous missed cell').extents()[1], shortcuts.all('page tab', re.compile('^_'))
    expect(all(tab.extents()[1] - top < 560 for tab in tabs), [tab.extents() for tab in tabs], top)
    left = {'Show the editor', 'New kernel from a form', 'Who wrote and read the pinned cell', 'Menu of the cell'}
    for tab in tabs:
        tab.click()
        wait(lambda tab=tab: tab.has('selected'), 'the page')
        left -= {text for text in left if shortcuts.has('label', text)}
    expect(not left, 'on no page:', left)
    desk.screen.key('Escape')
    wait(lambda: not shortcuts.has('page tab', re.compile('^_')), 'the end of the shortcuts')
    window.press_menu('Main menu', 'About Gridloom')
    about = wait(lambda: next((each for each in desk.windows().values()
                               if each.path not in (window.path, shortcuts.path)), None), 'the window about Gridloom')
    about.find('label', 'Gridloom')


@case
def the_tab_of_a_page_that_a_key_shows_is_seen(desk):
    window = desk.start(kernel('01-triangle.cu'))
    desk.screen.resize(desk.screen.active(), 760, 640)
    source(window).click()
    window.key('ctrl+shift+F5')
    wait(lambda: window.has('page tab', 'Occupancy'), 'its tab')
    expect(not window.has('page tab', 'Timings'), 'there is room for all tabs')


if __name__ == '__main__':
    main()
