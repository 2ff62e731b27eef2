#!/usr/bin/env python3
"""Files: opened, saved, changed by others, left and come back to.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import re

from desk import expect, expect_equal, wait
from harness import case, choose, copy_kernel, main, presses, source


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def change(path, old, new):
    """Another program writes the file."""
    text = read(path)
    expect(old in text)
    with open(path + '~', 'w', encoding='utf-8') as file:
        file.write(text.replace(old, new))
    os.replace(path + '~', path)


@case
@presses('win.open', 'win.save', 'win.save-as', 'win.undo', 'win.redo', 'app.open-uri', 'win.close', 'app.quit')
def a_document_is_opened_changed_and_saved(desk):
    first, second = copy_kernel(desk, '01-triangle.cu'), copy_kernel(desk, '10-fill-2d.cu')
    window = desk.start(first)
    window.find('button', 'Open').click()
    choose(desk.window('Open a Kernel'), second)
    window = desk.window('10-fill-2d.cu')
    text = source(window).text
    window.key('ctrl+Home')
    window.type('//mine')
    window = desk.window('• 10-fill-2d.cu')
    window.key('ctrl+z')
    wait(lambda: source(window).text == text, 'the text as it was')
    window.key('ctrl+shift+z')
    wait(lambda: source(window).text == '//mine' + text, 'the change again')
    window.key('ctrl+s')
    wait(lambda: read(second).startswith('//mine'), 'the file')
    third = desk('files/third.cu')
    window.key('ctrl+shift+s')
    choose(desk.window('Save the Kernel'), third)
    window = desk.window('third.cu')
    wait(lambda: os.path.exists(third), 'the copy')
    expect(read(third).startswith('//mine'))
    window.key('ctrl+w')
    window.wait_closed()
    window = desk.window('01-triangle.cu')
    window.find('button', 'Recent files and examples').click()
    window.find('menu item', 'third.cu').click()
    desk.window('third.cu')
    desk.window('third.cu').key('ctrl+q')
    desk.wait_ended()


@case
@presses('win.reload', 'win.keep')
def a_file_that_others_change_is_reloaded_or_kept(desk):
    path = copy_kernel(desk, '01-triangle.cu')
    window = desk.start(path)
    source(window)
    window.key('ctrl+Home')
    window.type('//mine')
    change(path, '= 1.0f', '= 2.0f')
    window.find('button', 'Keep Mine').click()
    wait(lambda: not window.has('button', 'Keep Mine'), 'the end of the strip')
    expect('= 1.0f' in source(window).text)
    change(path, '= 2.0f', '= 3.0f')
    window.find('button', 'Reload').click()
    wait(lambda: '= 3.0f' in source(window).text, 'what is in the file')
    expect('mine' not in source(window).text)


@case
@presses('app.new-window', 'win.close')
def a_new_document_asks_before_it_goes(desk):
    desk.start(copy_kernel(desk, '01-triangle.cu')).find('button', 'New document').click()
    window = desk.window('Untitled')
    source(window).click()
    window.type('int a;')
    wait(lambda: source(window).text == 'int a;', 'what was typed')
    window.key('ctrl+w')
    question = desk.window('Save Changes?')
    question.find('button', 'Cancel').click()
    question.wait_closed()
    expect_equal(source(window).text, 'int a;')
    window.key('ctrl+w')
    desk.window('Save Changes?').find('button', 'Discard').click()
    window.wait_closed()


def write_tree(desk):
    """A document whose kernel stands in a header beside it, which needs one of another folder."""
    for name, text in (('common/book.h', '#define STEP 2\n'),
                       ('app/kernels.h', '#include "../common/book.h"\n\n__global__ void k (int *a)\n{\n'
                        '  a[threadIdx.x * STEP] = 1;\n}\n'),
                       ('app/main.cu', '#include "kernels.h"\nint main () { return 0; }\n/* gridloom\n[launch]\n'
                        'block=32\ngrid=1\nshape=32\n*/\n')):
        path = desk('files/' + name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
    return desk('files/app/main.cu')


def line_of_caret(window):
    return source(window).text[:source(window).caret].count('\n') + 1


@case
@presses('win.allow-folder', 'win.show-problem', 'win.show-trap-line', 'app.open-place')
def headers_of_another_folder_are_read_once_that_is_allowed(desk):
    window = desk.start(write_tree(desk))
    window.find('label', re.compile('STEP'))
    window.find('button', 'Allow').click()
    window.find('button', 'Show Line').click()
    header = desk.window('kernels.h')
    wait(lambda: line_of_caret(header) == 5, 'the line of the header')
    header.key('ctrl+w')
    header.wait_closed()
    window.key('F8')
    window.find('label', 'kernels.h:5').click()
    header = desk.window('kernels.h')
    wait(lambda: line_of_caret(header) == 5, 'the line of the problem')


@case
@presses('win.decline-folder')
def headers_of_another_folder_are_asked_for_once(desk):
    window = desk.start(write_tree(desk))
    window.find('button', 'Not Now').click()
    wait(lambda: not window.has('button', 'Not Now'), 'the end of the question')
    window.find('button', 'Allow Reading')


@case
@presses('win.allow-folder')
def folders_that_options_name_are_asked_for_too(desk):
    path = write_tree(desk)
    with open(path, 'w', encoding='utf-8') as file:
        file.write('#include <book.h>\n__global__ void k (int *a) { a[threadIdx.x * STEP] = 1; }\n'
                   '/* gridloom\n[launch]\noptions=-I../common\nblock=16\ngrid=1\nshape=32\n*/\n')
    window = desk.start(path)
    window.find('label', re.compile('includes headers of other folders'))
    window.find('button', 'Allow').click()
    window.find(None, re.compile('16 of 32 cells written'))


@case
@presses('win.fix-problem', 'app.open-place')
def a_part_leads_to_the_file_that_includes_it(desk):
    for name, text in (('part.cu', '__global__ void k (int *a) { a[0] = WIDTH; }\n'),
                       ('whole.cu', '#define WIDTH 3\n#include "part.cu"\n')):
        with open(desk(name), 'w', encoding='utf-8') as file:
            file.write(text)
    window = desk.start(desk('part.cu'))
    window.find('button', 'Open File').click()
    whole = desk.window('whole.cu')
    wait(lambda: source(whole).text.startswith('#define WIDTH'), 'the whole file')


@case
def a_kernel_of_a_header_is_launched_by_its_indices(desk):
    path = desk('files/main.cu')
    for name, text in (('files/plane.h', '__global__ void k (float *a, int w, int h)\n{\n'
                        '  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n'
                        '  if (x < w && y < h)\n    a[y * w + x] = 1;\n}\n'),
                       ('files/main.cu', '#include "plane.h"\n')):
        with open(desk(name), 'w', encoding='utf-8') as file:
            file.write(text)
    window = desk.start(path)
    window.find(None, re.compile('All 4096 cells written'))
    window.find(None, re.compile('2-D, since the kernel reads y of its indices; 64 × 64 cells'))


@case
def a_header_that_changes_on_disk_is_read_again(desk):
    path = desk('files/main.cu')
    for name, text in (('files/step.h', '#define STEP 2\n'),
                       ('files/main.cu', '#include "step.h"\n__global__ void k (int *a) { a[threadIdx.x * STEP] = 1; }\n'
                        '/* gridloom\n[launch]\nblock=16\ngrid=1\nshape=32\n*/\n')):
        with open(desk(name), 'w', encoding='utf-8') as file:
            file.write(text)
    window = desk.start(path)
    window.find(None, re.compile('16 of 32 cells written'))
    change(desk('files/step.h'), '2', '1')
    window.find(None, re.compile('16 of 32 cells written once; cells 16–31 empty'))


if __name__ == '__main__':
    main()
