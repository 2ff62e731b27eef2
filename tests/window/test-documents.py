#!/usr/bin/env python3
"""Documents as a person begins, opens, keeps and gets them back, in the real window.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import glob
import re

from desk import expect, expect_equal, wait
from harness import case, copy_kernel, kernel, main, presses, source


@case
@presses('win.gallery', 'app.new-document')
def an_example_opens_by_its_row(desk):
    window = desk.start(kernel('01-triangle.cu'))
    window.key('ctrl+shift+o')
    gallery = desk.window('Examples')
    gallery.find('list item', 'Tiled matrix product').click()
    gallery.wait_closed()
    example = desk.window('Tiled matrix product')
    expect('__shared__' in source(example).text)


@case
def an_example_opens_by_search_and_return(desk):
    window = desk.start(kernel('01-triangle.cu'))
    window.find('button', 'Main menu').click()
    window.find('menu item', 'Examples').click()
    gallery = desk.window('Examples')
    gallery.type('diagonal band')
    wait(lambda: len(gallery.all('list item')) == 1, 'only one example')
    gallery.key('Return')
    desk.window('Triangle as a diagonal band')


@case
@presses('win.new-from-form', 'form.create', 'window.close')
def a_form_begins_a_kernel(desk):
    desk.start(kernel('01-triangle.cu')).key('ctrl+n')
    window = desk.window('Untitled')
    source(window).click()
    window.key('Tab', 'Return')
    wait(lambda: source(window).text.strip() == '' and len(source(window).text) > 1, 'blanks, which are no beginning')
    window.find('button', 'New from a Form…').click()
    form = desk.window('New Kernel')
    form.find('button', 'Cancel').click()
    form.wait_closed()
    window.key('ctrl+shift+n')
    form = desk.window('New Kernel')
    form.find('image', re.compile('^z: '))
    form.find('entry', 'Name').write('scale')
    form.find('button', 'Create').click()
    expect('scale (' in source(desk.window('• scale')).text)


def begin_from_form(desk, name):
    """A kernel of the form, in a window of its own."""
    desk.start(kernel('01-triangle.cu')).key('ctrl+shift+n')
    form = desk.window('New Kernel')
    form.find('image', re.compile('^z: '))
    form.find('entry', 'Name').write(name)
    form.find('button', 'Create').click()
    return desk.window(f'• {name}')


@case
def what_a_form_created_is_not_lost(desk):
    """It stands nowhere else: closing asks, and what a crash leaves behind is offered again."""
    window = begin_from_form(desk, 'scale')
    window.key('ctrl+w')
    question = desk.window('Save Changes?')
    question.find('button', 'Cancel').click()
    question.wait_closed()
    wait(lambda: glob.glob(desk('home/state/gridloom/drafts/*')), 'a draft')
    desk.kill()
    desk.start()
    expect_equal([row.name for row in desk.window('Unsaved Work').all('list item')], ['scale'])


@case
@presses('app.quit')
def no_window_closes_before_the_last_question_is_answered(desk):
    window = begin_from_form(desk, 'scale')
    window.key('ctrl+n')
    other = desk.window('Untitled')
    source(other).click()
    other.type('int a;')
    wait(lambda: other.title == '• Untitled', 'a change')
    other.key('ctrl+q')
    desk.window('Save Changes?').find('button', 'Discard').click()
    question = wait(lambda: next((each for title, each in desk.windows().items() if title == 'Save Changes?'
                                  and each.has('label', re.compile('“scale”'))), None), 'the second question')
    question.find('button', 'Cancel').click()
    question.wait_closed()
    expect_equal(sorted(desk.windows()), ['01-triangle.cu', '• Untitled', '• scale'])
    other.key('ctrl+w')
    desk.window('Save Changes?').find('button', 'Discard').click()
    other.wait_closed()
    window.key('ctrl+q')
    desk.window('Save Changes?').find('button', 'Discard').click()
    desk.wait_ended()


@case
@presses('gallery.first-row')
def keys_alone_go_through_the_examples(desk):
    desk.start(kernel('01-triangle.cu')).key('ctrl+shift+o')
    gallery = desk.window('Examples')
    gallery.type('vector')
    rows = wait(lambda: len(rows := gallery.all('list item')) == 2 and rows, 'two examples')
    gallery.key('Down')
    wait(lambda: gallery.focus().path == rows[0].path, 'the first')
    gallery.key('Down', 'Return')
    gallery.wait_closed()
    desk.window(rows[1].name.split('\n')[0])


@case
def a_wheel_over_lines_of_code_scrolls_the_form(desk):
    desk.start(kernel('01-triangle.cu')).key('ctrl+shift+n')
    form = desk.window('New Kernel')
    body = form.find('entry', 'Body')
    before = body.extents()[1]
    desk.screen.click(*body.place(), 5)
    wait(lambda: form.find('entry', 'Body').extents()[1] < before, 'the rest of the form')


@case
def what_is_said_of_a_part_of_a_form_is_seen_with_it(desk):
    window = desk.start(kernel('01-triangle.cu'))
    window.key('ctrl+shift+n')
    form = desk.window('New Kernel')
    form.find('image', re.compile('^z: '))
    expect(not form.has('label', 'Of scalars, and fills of arrays: s=2.5; x=random(1)'))
    form.find('entry', 'Name').click()
    # past the body and the preamble, each of several lines
    form.key(*['Tab'] * 8)
    form.find('entry', 'Values')
    wait(lambda: form.has('label', 'Of scalars, and fills of arrays: s=2.5; x=random(1)'), 'the note below the field')
    form.find('page tab', 'Stencil').click()
    form.find('entry', 'Fields').write('f: float64[2D]')
    wait(lambda: len(form.all(None, '“g” is not a field: add it to the fields')) == 2, 'the reason, at the field and below')
    form.find('entry', 'Fields').write('f, g: float64[2D]')
    wait(lambda: not form.has(None, '“g” is not a field: add it to the fields'), 'no reason any more')
    form.find('entry', 'Slice').write('[:, y:]')
    form.find(None, re.compile('^The range of threads can.t be derived'))


@case
def what_the_compiler_says_of_code_is_at_its_field(desk):
    desk.start(kernel('01-triangle.cu')).key('ctrl+shift+n')
    form = desk.window('New Kernel')
    form.find('image', re.compile('^z: '))
    form.find('entry', 'Body').write('z = x y')
    # below the picture and at the field
    wait(lambda: len(form.all(None, re.compile('[Ee]xpected a ";"'))) == 2, 'the error, at the field and below')
    form.find('entry', 'Body').write('z = x * y')
    wait(lambda: not form.has(None, re.compile('[Ee]xpected a "')), 'no error any more')


@case
@presses('form.start-over')
def what_is_typed_in_a_form_is_there_the_next_time(desk):
    window = desk.start(kernel('01-triangle.cu'))
    window.key('ctrl+shift+n')
    form = desk.window('New Kernel')
    form.find('entry', 'Inputs').write('float32 x, float32 y, float32 q')
    form.find('page tab', 'Stencil').click()
    form.find('entry', 'Fields').write('f: float64[2D]')
    form.find(None, '“g” is not a field: add it to the fields')
    form.key('Escape')
    form.wait_closed()

    # the same form, be it good or not, in the next window and in the next session
    window.key('ctrl+shift+n')
    form = desk.window('New Kernel')
    expect_equal(form.find('entry', 'Fields').text, 'f: float64[2D]')
    form.find('page tab', 'Elementwise').click()
    expect_equal(form.find('entry', 'Inputs').text, 'float32 x, float32 y, float32 q')
    form.key('Escape')
    form.wait_closed()
    desk.kill()
    window = desk.start(kernel('01-triangle.cu'))
    window.key('ctrl+shift+n')
    form = desk.window('New Kernel')
    expect_equal(form.find('entry', 'Inputs').text, 'float32 x, float32 y, float32 q')

    # a form that starts over can be brought back, and no other starts over with it
    form.find('button', 'Start Over').click()
    wait(lambda: form.find('entry', 'Inputs').text == 'float32 x, float32 y', 'what the form begins with')
    form.find('button', 'Bring Back').click()
    wait(lambda: form.find('entry', 'Inputs').text == 'float32 x, float32 y, float32 q', 'what was typed')
    form.key('alt+o')
    wait(lambda: form.find('entry', 'Inputs').text == 'float32 x, float32 y', 'what the form begins with')
    form.find('page tab', 'Stencil').click()
    expect_equal(form.find('entry', 'Fields').text, 'f: float64[2D]')
    form.find('page tab', 'Raw').click()
    wait(lambda: 'sensitive' not in form.find('button', 'Start Over').states, 'nothing to start over')


DRAFTS = ['01-triangle.cu', '10-fill-2d.cu', '12-checkerboard.cu']


def leave_drafts(desk):
    """Types into several documents and kills the program once their texts were kept."""
    desk.start(*(copy_kernel(desk, name) for name in DRAFTS))
    for name in DRAFTS:
        window = desk.window(name)
        window.activate()
        source(window).click()
        window.key('ctrl+Home')
        window.type(f'// unsaved in {name}')
    wait(lambda: len(glob.glob(desk('home/**/drafts/*.cu'), recursive=True)) == len(DRAFTS), 'the drafts')
    desk.kill()


def restore(desk, drafts, name):
    row = drafts.find('list item', name)
    drafts.find('button', 'Restore', within=row).click()
    window = desk.window(f'• {name}')
    # the window is not under anything modal: it has the keys, and takes them
    wait(lambda: source(window).has('focused'), 'the focus in the document')
    window.key('ctrl+Home')
    desk.screen.type('/**/')
    wait(lambda: source(window).text.startswith(f'/**/// unsaved in {name}'), 'what was typed')
    return window


@case
@presses('drafts.restore', 'drafts.discard')
def each_draft_is_restored_while_others_wait(desk):
    leave_drafts(desk)
    desk.start()
    drafts = desk.window('Unsaved Work')
    expect_equal(sorted(row.name for row in drafts.all('list item')), DRAFTS)
    restore(desk, drafts, DRAFTS[0])
    restore(desk, drafts, DRAFTS[1])
    expect_equal([row.name for row in drafts.all('list item')], DRAFTS[2:])
    drafts.find('button', 'Discard').click()
    drafts.wait_closed()


@case
@presses('drafts.restore-all')
def all_drafts_are_restored_at_once(desk):
    leave_drafts(desk)
    desk.start()
    drafts = desk.window('Unsaved Work')
    drafts.find('button', 'Restore All').click()
    drafts.wait_closed()
    for name in DRAFTS:
        expect(source(desk.window(f'• {name}')).text.startswith(f'// unsaved in {name}'))


if __name__ == '__main__':
    main()
