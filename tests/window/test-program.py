#!/usr/bin/env python3
"""The document as a program: run with its own host code, its launches listed, one chosen as settings.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import re
import shutil
import subprocess
import sys

from desk import expect, expect_equal, wait
from harness import case, main, presses, source, write

PROGRAM = '''#include <cstdio>
#include <cstdlib>
#include <utility>

__global__ void step (int *next, const int *now, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    next[i] = now[i] + i;
}

int main (int argc, char **argv)
{
  const int n = argc > 1 ? atoi (argv[1]) : 96;
  int *a, *b, last;
  cudaMalloc (&a, n * sizeof (int));
  cudaMalloc (&b, n * sizeof (int));
  cudaMemset (a, 0, n * sizeof (int));
  for (int round = 0; round < 3; round++)
    {
      step<<<(n + 31) / 32, 32>>> (b, a, n);
      std::swap (a, b);
    }
  step<<<1, 64>>> (b, a, 10);
  cudaMemcpy (&last, a + n - 1, sizeof last, cudaMemcpyDeviceToHost);
  printf ("the last is %d\\n", last);
}
'''
# A software manager as PackageKit describes it, which installs by making a link, or is told not to.
MANAGER = '''import os, sys
from gi.repository import Gio, GLib
compiler, link, answer = sys.argv[1:]
def called_cb(bus, sender, path, interface, method, parameters, call):
    print(parameters.unpack()[0], flush=True)
    if answer == 'cancel':
        call.return_dbus_error('org.freedesktop.PackageKit.Modify.Cancelled', 'the user let it be')
    else:
        os.symlink(compiler, link)
        call.return_value(None)
node = Gio.DBusNodeInfo.new_for_xml("""<node><interface name='org.freedesktop.PackageKit.Modify2'>
  <method name='InstallPackageNames'><arg type='as' direction='in'/><arg type='s' direction='in'/>
  <arg type='s' direction='in'/><arg type='a{sv}' direction='in'/></method></interface></node>""")
Gio.bus_own_name(Gio.BusType.SESSION, 'org.freedesktop.PackageKit', Gio.BusNameOwnerFlags.NONE,
                 lambda bus, name: bus.register_object('/org/freedesktop/PackageKit', node.interfaces[0], called_cb),
                 lambda bus, name: print('ready', flush=True), None)
GLib.MainLoop().run()
'''
ENDLESS = PROGRAM.replace('printf', 'while (argc) {} printf')


def setting(window, key):
    found = re.search(rf'^{key}=(.*)$', source(window).text, re.M)
    return found and found[1]


def run(desk, window, name):
    """Runs it for the first time, which is asked about."""
    window.key('ctrl+shift+Return')
    dialog = desk.window(f'Run “{name}” as a Program?')
    dialog.find('button', 'Run').click()
    dialog.wait_closed()


@case
@presses('win.run-program', 'win.use-recorded')
def a_program_runs_and_a_launch_of_it_becomes_the_settings(desk):
    window = desk.start(write(desk, 'p.cu', PROGRAM))
    run(desk, window, 'p.cu')
    window.find('label', '4 launches · ended')
    expect('the last is 285' in window.find('text', 'Output of the program').text)
    window.find('label', 'p.cu:24').click()
    wait(lambda: setting(window, 'block') == '64', 'the settings of the launch')
    window.find(None, re.compile('10 of 96 cells written once'))
    expect_equal(setting(window, 'grid'), '1')
    source(window).click()
    window.key('ctrl+z')
    wait(lambda: source(window).text == PROGRAM, 'the text as it was, in one step')


@case
@presses('win.run-program', 'win.use-recorded', 'win.undo', 'win.redo', 'win.save')
def files_of_arrays_go_with_the_document_unless_what_was_saved_names_them(desk):
    for is_saved in (False, True):
        window = desk.start(write(desk, 'p.cu', PROGRAM))
        if not is_saved:
            run(desk, window, 'p.cu')
        else:
            window.key('ctrl+shift+Return')
        window.find('label', '4 launches · ended')
        window.find('label', 'p.cu:24').click()
        wait(lambda: setting(window, 'block') == '64', 'the settings of the launch')
        made = set(os.listdir(desk('files/p-arrays')))
        expect(made)
        source(window).click()
        window.key('ctrl+z')
        wait(lambda: source(window).text == PROGRAM, 'the text as it was')
        window.key('ctrl+shift+z')
        wait(lambda: setting(window, 'block') == '64', 'the settings again')
        window.find(None, re.compile('10 of 96 cells written once'))
        if is_saved:
            window.key('ctrl+s')
            wait(lambda: 'p-arrays' in open(desk('files/p.cu'), encoding='utf-8').read(), 'the text on the disk')
        window.key('ctrl+z')
        wait(lambda: source(window).text == PROGRAM, 'the text as it was')
        window.key('ctrl+q')
        if is_saved:
            desk.window('Save Changes?').find('button', 'Discard').click()
        desk.wait_ended()
        expect_equal(os.path.exists(desk('files/p-arrays')), is_saved)
    expect_equal(set(os.listdir(desk('files/p-arrays'))), made)


@case
@presses('win.run-program', 'win.source-launches', 'win.use-recorded')
def what_was_recorded_stands_above_what_was_read(desk):
    window = desk.start(write(desk, 'p.cu', PROGRAM))
    run(desk, window, 'p.cu')
    window.find('label', '4 launches · ended')
    window.find(None, '4 recorded when the program ran')
    window.key('F4')
    window.find('label', 'As the program launched them')
    window.find('list item', re.compile('^One After the Other, 4 launches'))
    names = [item.name for item in window.all('list item', re.compile('p.cu:'))]
    expect_equal(names, ['step, grid 3, block 32, p.cu:21, 3 launches from 1 to 3',
                         'step, grid 1, block 64, p.cu:24, launch 4'])
    window.find('list item', re.compile('launch 4')).click()
    wait(lambda: setting(window, 'block') == '64', 'the settings of the launch')


@case
@presses('win.run-program', 'win.use-recorded')
def all_launches_become_steps_with_moments(desk):
    window = desk.start(write(desk, 'p.cu', PROGRAM))
    run(desk, window, 'p.cu')
    window.find('label', '4 launches · ended')
    window.find('button', 'Take as Steps').click()
    wait(lambda: 'launch step grid=3 block=32 n=96\n' in source(window).text, 'the steps')
    window.find('label', 'At the end')
    window.find('label', 'p.cu:24').click()
    wait(lambda: '[steps]' not in source(window).text, 'a single launch instead')
    expect_equal(setting(window, 'block'), '64')


@case
@presses('win.run-program')
def it_is_asked_once_and_can_be_declined(desk):
    window = desk.start(write(desk, 'p.cu', PROGRAM))
    window.key('ctrl+shift+Return')
    dialog = desk.window('Run “p.cu” as a Program?')
    dialog.key('Escape')
    dialog.wait_closed()
    run(desk, window, 'p.cu')
    window.find('label', '4 launches · ended')
    arguments = window.find('entry', 'Arguments')
    arguments.write('40')
    window.key('Return')
    window.find('label', re.compile('launches · ended'))
    wait(lambda: 'the last is 117' in window.find('text', 'Output of the program').text, 'the other output')
    expect_equal(setting(window, 'arguments'), '40')


@case
@presses('win.run-program', 'win.stop')
def what_was_launched_stays_where_a_program_is_stopped(desk):
    window = desk.start(write(desk, 'p.cu', ENDLESS))
    run(desk, window, 'p.cu')
    window.find('label', 'Running; 4 launches so far')
    window.find('button', 'Stop the Program').click()
    window.find('label', '4 launches · stopped')
    window.find('label', 'p.cu:24')


@case
@presses('win.run-program')
def what_the_compiler_of_host_code_says_is_shown(desk):
    window = desk.start(write(desk, 'p.cu', PROGRAM.replace('int *a, *b, last;', 'int *a, *b;')))
    run(desk, window, 'p.cu')
    window.find('label', 'The host code does not compile:')
    said = window.find('text', 'Output of the program').text
    expect("use of undeclared identifier 'last'" in said, said)


@case
@presses('win.run-program', 'win.use-recorded')
def a_document_without_a_file_runs_and_is_saved_for_the_arrays_of_a_launch(desk):
    window = desk.start()
    source(window).click()
    window.key('ctrl+a')
    window.type('__global__ void k (int *p) { *p = 1; } int main () { int *p; cudaMalloc (&p, 4); k<<<1, 1>>> (p); }')
    run(desk, window, window.title.removeprefix('• '))
    window.find('label', '1 launch · ended')
    window.find('label', re.compile(':1$')).click()
    window.find('label', re.compile('kept in files beside the document: save it first'))


@case
@presses('win.keep-recording', 'win.use-recorded')
def a_recording_that_is_kept_is_there_when_the_file_is_opened_again(desk):
    window = desk.start(write(desk, 'p.cu', PROGRAM))
    run(desk, window, 'p.cu')
    window.find('label', '4 launches · ended')
    window.find('button', 'Keep').click()
    window.find('label', 'Kept in p-recording, beside the document')
    window.key('ctrl+q')
    desk.wait_ended()
    # On a computer that cannot build it.
    window = desk.start(desk('files/p.cu'), environment={'PATH': desk('home')})
    window.find(None, '4 recorded when the program ran')
    window.key('F4')
    window.find('label', 'As the program launched them')
    window.find('list item', re.compile('launch 4')).click()
    wait(lambda: setting(window, 'block') == '64', 'the settings of the launch')
    window.find(None, re.compile('10 of 96 cells written once'))


def start_without_clang(desk):
    """The program where no clang is in the folders of programs, and that folder."""
    folder = desk('files/programs')
    os.mkdir(folder)
    for name in os.listdir('/usr/bin'):
        if not name.startswith('clang'):
            os.symlink('/usr/bin/' + name, f'{folder}/{name}')
    return desk.start(write(desk, 'p.cu', PROGRAM), environment={'PATH': folder}), folder


def ask_manager(desk, answer):
    """Runs it without clang, and asks the software manager for it, which answers so. Returns the window."""
    window, folder = start_without_clang(desk)
    manager = subprocess.Popen([sys.executable, '-c', MANAGER, shutil.which('clang++'), f'{folder}/clang++', answer],
                               env=desk.environ, stdout=subprocess.PIPE, text=True)
    try:
        expect_equal(manager.stdout.readline(), 'ready\n')
        run(desk, window, 'p.cu')
        window.find('button', 'Install clang…').click()
        expect_equal(manager.stdout.readline(), "['clang']\n")
        window.find('label', '4 launches · ended' if answer == 'install' else re.compile('is compiled by clang, which is not here'))
    finally:
        manager.kill()
        manager.wait()
    return window


@case
@presses('win.install-clang')
def a_missing_compiler_is_installed_and_the_program_runs(desk):
    ask_manager(desk, 'install')


@case
@presses('win.install-clang')
def a_software_manager_that_is_declined_leaves_all_as_it_is(desk):
    ask_manager(desk, 'cancel').find('button', 'Install clang…')


main()
