#!/usr/bin/env python3
"""Profiles of devices: figures with their sources, copies that are changed, kept, used at once, and deleted.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import json
import os
import re
import subprocess

from desk import expect, expect_equal, wait
from harness import case, choose, main, presses, source, write

MENU = re.compile('What the kernel runs on')
KERNEL = '''__global__ void k (float *f)
{
  f[threadIdx.x] = 1;
}

/* gridloom
[launch]
block=1024
grid=1
manual-grid=true
[arg f]
shape=1024
*/
'''
REFUSED = re.compile('512 that Our board allows')


def start(desk, text=KERNEL):
    window = desk.start(write(desk, 'kernel.cu', text))
    wait(lambda: window.has('button', MENU), 'the devices')
    return window


def folder(desk):
    return desk('home/config/gridloom/devices')


def content(desk, name):
    with open(os.path.join(folder(desk), name), encoding='utf-8') as file:
        return file.read()


def put(desk, name, text):
    os.makedirs(folder(desk), exist_ok=True)
    with open(os.path.join(folder(desk), name), 'w', encoding='utf-8') as file:
        file.write(text)


def show_profiles(window):
    window.press_menu(MENU, 'Device Profiles')
    return window.desk.window('Device Profiles')


def open_profile(profiles, name):
    profiles.find('list item', name).click()
    return profiles.find('button', 'Make a Copy')


def fill(profiles, label, text):
    """Types into a field, and applies it."""
    field = profiles.find('entry', label)
    field.write(text)
    profiles.key('Return')
    return field


def told(desk, *args):
    """What the command line says, which reads the same folder."""
    return subprocess.run([os.environ['GRIDLOOM_CLI'], *args], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False,
                          env={**os.environ, **desk.environ, 'LC_ALL': 'C.UTF-8'}).stdout.decode()


def copy_4090(window):
    """A copy that allows a block fewer threads."""
    profiles = show_profiles(window)
    open_profile(profiles, 'GeForce RTX 4090').click()
    profiles.find('label', re.compile('^Your own, not saved yet'))
    fill(profiles, 'Name', 'Our board')
    fill(profiles, 'Id', 'our-board')
    fill(profiles, 'Threads of a block, at most', '512')
    fill(profiles, 'Source of “Threads of a block, at most”', 'tried on our board')
    return profiles


@case
@presses('win.device-profiles', 'profiles.open', 'profiles.back')
def a_profile_that_is_built_in_shows_its_sources_and_says_that_it_stays(desk):
    profiles = show_profiles(start(desk))
    profiles.find('label', re.compile('^None yet: open a profile below'))
    open_profile(profiles, 'NVIDIA T4')
    profiles.find('label', re.compile('^NVIDIA T4 is built in and can’t be changed. Make a copy'))
    profiles.find('label', 'Warps on a multiprocessor')
    profiles.find('label', re.compile('Device and Streaming Multiprocessor Information'))
    expect(not profiles.has('entry', 'Warps on a multiprocessor'), 'a field')
    expect('sensitive' not in profiles.find('button', 'Delete').states, 'it can be deleted')
    profiles.find('button', 'All device profiles').click()
    profiles.find('list item', 'GeForce RTX 4090')


@case
@presses('profiles.copy', 'profiles.save', 'profiles.use')
def a_figure_of_a_copy_changes_what_a_launch_may_be(desk):
    window = start(desk)
    profiles = copy_4090(window)
    expect(not os.path.exists(os.path.join(folder(desk), 'our-board.ini')), 'written before it is saved')
    profiles.find('button', 'Save').click()
    wait(lambda: os.path.exists(os.path.join(folder(desk), 'our-board.ini')), 'the file')
    expect_equal(content(desk, 'our-board.ini').replace('\n\n', '\n'),
                 '[device]\nname=Our board\nbased-on=rtx-4090\nthreads-per-block=512\n[sources]\nthreads-per-block=tried on our board\n')
    profiles.find('button', 'Use').click()
    profiles.find('button', 'In Use')
    window.find('label', REFUSED)
    # what is saved is used at once
    fill(profiles, 'Threads of a block, at most', '1024')
    profiles.key('ctrl+s')
    wait(lambda: not window.has('label', REFUSED), 'a launch that may be')
    fill(profiles, 'Threads of a block, at most', '512')
    profiles.key('ctrl+s')
    window.find('label', REFUSED)
    profile = next(profile for profile in json.loads(told(desk, 'devices', '--profiles', '--json'))['profiles'] if profile['id'] == 'our-board')
    expect_equal(profile['figures']['threads-per-block'],
                 {'value': 512, 'source': f'tried on our board ({folder(desk)}/our-board.ini)'})
    said = told(desk, 'occupancy', desk('files/kernel.cu'), '--device', 'our-board')
    expect(REFUSED.search(said), said)
    # and so it is the next time
    desk.kill()
    window = start(desk)
    window.find('label', REFUSED)
    profiles = show_profiles(window)
    open_profile(profiles, 'Our board')
    expect_equal(profiles.find('entry', 'Threads of a block, at most').text, '512')
    expect_equal(profiles.find('entry', 'Source of “Threads of a block, at most”').text, 'tried on our board')


@case
def what_is_saved_is_used_by_each_window(desk):
    put(desk, 'our-board.ini', '[device]\nname=Our board\nbased-on=rtx-4090\nthreads-per-block=512\n')
    other = write(desk, 'other.cu', KERNEL)
    windows = [start(desk)]
    windows[0].key('ctrl+o')
    choose(desk.window('Open a Kernel'), other)
    windows.append(desk.window('other.cu'))
    profiles = show_profiles(windows[1])
    open_profile(profiles, 'Our board')
    profiles.find('button', 'Use').click()
    for window in windows:
        window.activate()
        window.find('label', REFUSED)
    profiles.activate()
    fill(profiles, 'Threads of a block, at most', '1024')
    profiles.key('ctrl+s')
    for window in windows:
        window.activate()
        wait(lambda window=window: not window.has('label', REFUSED), 'a launch that may be')


@case
def what_others_are_based_on_is_not_deleted(desk):
    put(desk, 'our-board.ini', '[device]\nname=Our board\nbased-on=rtx-4090\n')
    put(desk, 'another.ini', '[device]\nname=Another\nbased-on=our-board\n')
    profiles = show_profiles(start(desk))
    open_profile(profiles, 'Our board')
    profiles.find('button', 'Delete').click()
    dialog = desk.window('The profile was not deleted')
    dialog.find('label', re.compile('^“Another” is based on “our-board”'))
    dialog.find('button', 'Close').click()
    expect_equal(sorted(os.listdir(folder(desk))), ['another.ini', 'our-board.ini'])


@case
def a_mistake_is_named_at_its_field(desk):
    profiles = copy_4090(start(desk))
    field = profiles.find('entry', 'Warps on a multiprocessor')
    field.write('many')
    profiles.find('label', re.compile('^warps is “many”; it takes a whole number from 1 to 256$'))
    profiles.find('button', 'Save').click()
    dialog = desk.window('The profile was not saved')
    dialog.find('label', re.compile('warps is “many”'))
    dialog.find('button', 'Close').click()
    dialog.wait_closed()
    expect(not os.path.exists(os.path.join(folder(desk), 'our-board.ini')), 'written with a mistake')
    # what contradicts something else is said at both
    fill(profiles, 'Warps on a multiprocessor', '8')
    wait(lambda: sum(bool(re.search('512, which is more than 32 × warps, 256', text)) for text in profiles.texts()) >= 2, 'both fields')
    profiles.key('ctrl+z')
    wait(lambda: profiles.find('entry', 'Warps on a multiprocessor').text == '48', 'what was before')
    profiles.key('ctrl+shift+z')
    wait(lambda: profiles.find('entry', 'Warps on a multiprocessor').text == '8', 'what was undone')
    profiles.find('button', 'Take back “Warps on a multiprocessor”').click()
    wait(lambda: profiles.find('entry', 'Warps on a multiprocessor').text == '48', 'what it is based on')
    fill(profiles, 'Id', 'rtx-4090')
    profiles.find('label', re.compile('there is a profile “rtx-4090” already'))


@case
@presses('profiles.delete', 'profiles.restore')
def a_profile_is_renamed_deleted_and_brought_back(desk):
    put(desk, 'our-board.ini', '# by hand\n[device]\nname=Our board\nbased-on=rtx-4090\nthreads-per-block=512\n')
    window = start(desk)
    profiles = show_profiles(window)
    open_profile(profiles, 'Our board')
    profiles.find('button', 'Use').click()
    window.find('label', REFUSED)
    fill(profiles, 'Id', 'our-other')
    profiles.find('button', 'Save').click()
    wait(lambda: os.listdir(folder(desk)) == ['our-other.ini'], 'the other name')
    expect('# by hand' in content(desk, 'our-other.ini'), 'the comment')
    window.find('label', REFUSED)
    fill(profiles, 'Clock', '1234')
    profiles.find('button', 'Delete').click()
    wait(lambda: os.listdir(folder(desk)) == [], 'no file')
    profiles.find('label', '“Our board” is deleted')
    window.find('label', re.compile('^There is no device profile “Our board” any more. The simulator stands in for GeForce RTX 3060 instead.'))
    wait(lambda: not window.has('label', REFUSED), 'a launch that may be')
    profiles.find('button', 'Undo').click()
    wait(lambda: os.listdir(folder(desk)) == ['our-other.ini'], 'the file again')
    window.find('label', REFUSED)
    wait(lambda: not window.has('label', re.compile('There is no device profile')), 'no banner')
    # what was not saved is there, and is not saved now
    profiles.find('label', 'Your own, changed')
    expect_equal(profiles.find('entry', 'Clock').text, '1234')
    expect('clock' not in content(desk, 'our-other.ini'), 'saved by itself')


@case
@presses('profiles.export', 'profiles.import')
def a_profile_goes_to_a_file_and_comes_from_one(desk):
    put(desk, 'our-board.ini', '[device]\nname=Our board\nbased-on=rtx-4090\nthreads-per-block=512\n')
    profiles = show_profiles(start(desk))
    open_profile(profiles, 'Our board')
    profiles.find('button', 'Export…').click()
    path = desk('files/exported.ini')
    choose(desk.window('Export the Device Profile'), path)
    wait(lambda: os.path.exists(path), path)
    profiles.find('button', 'All device profiles').click()
    profiles.find('button', 'Import…').click()
    choose(desk.window('Import a Device Profile'), path)
    wait(lambda: sorted(os.listdir(folder(desk))) == ['exported.ini', 'our-board.ini'], 'the file')
    expect_equal(profiles.find('entry', 'Id').text, 'exported')
    # one that is wrong is not taken
    bad = write(desk, 'bad.ini', '[device]\nbased-on=rtx-4090\nwarps=9999\n')
    profiles.find('button', 'All device profiles').click()
    profiles.find('button', 'Import…').click()
    choose(desk.window('Import a Device Profile'), bad)
    dialog = desk.window('The file was not taken')
    dialog.find('label', re.compile('warps is “9999”'))
    dialog.find('button', 'Close').click()
    expect_equal(sorted(os.listdir(folder(desk))), ['exported.ini', 'our-board.ini'])


@case
def what_is_not_saved_is_asked_about(desk):
    window = start(desk)
    profiles = copy_4090(window)
    profiles.find('button', 'All device profiles').click()
    dialog = desk.window('Save Changes?')
    dialog.find('label', re.compile('“Our board” has changes'))
    dialog.find('button', 'Cancel').click()
    dialog.wait_closed()
    # what is typed and not applied yet counts as well
    profiles.find('button', 'Save').click()
    wait(lambda: profiles.has('label', 'Your own'), 'nothing left to save')
    profiles.find('entry', 'Clock').write('1234')
    profiles.key('ctrl+w')
    dialog = desk.window('Save Changes?')
    dialog.find('button', 'Save').click()
    profiles.wait_closed()
    wait(lambda: 'clock=1234' in content(desk, 'our-board.ini'), 'the clock')


@case
def a_broken_file_is_named_and_left_as_it_is(desk):
    broken = '[device]\nname=Small board\nbased-on=rtx-4090\nwarps=many\n'
    put(desk, 'small.ini', broken)
    window = start(desk)
    profiles = show_profiles(window)
    profiles.find('label', re.compile('small.ini is left out: warps is “many”'))
    open_profile(profiles, 'GeForce RTX 4090').click()
    fill(profiles, 'Id', 'small')
    profiles.find('label', re.compile('there is a file “small.ini” already'))
    expect_equal(content(desk, 'small.ini'), broken)
    # mended by another program it is there at once, broken again its user is told
    put(desk, 'small.ini', broken.replace('many', '32'))
    window.open_menu(MENU)
    # the menu stays, and another one takes its place
    desk.screen.click(*window.find('menu item', 'Simulate and Model as').place())
    window.find('menu item', 'Small board').click()
    put(desk, 'small.ini', broken)
    window.find('label', re.compile('small.ini is left out: warps is “many”.*The simulator stands in for GeForce RTX 3060 instead'))


if __name__ == '__main__':
    main()
