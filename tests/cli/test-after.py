#!/usr/bin/env python3
"""What is done after a run: the chain of [after], its order, what stops it, and which files it may write.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import json
import os
import struct
import zipfile

from harness import Folder, add, case, cli, expect, expect_equal, line_of, main, read_npy

KERNEL = '''__global__ void twice (float *f, const float *g)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  f[i] = 2 * g[i];
}
'''
CELLS = 96
SETTINGS = f'[launch]\nshape={CELLS}\nblock=32\n\n[expect f]\nreference=expr: %s\n\n[after]\n'


class Document(Folder):
    """A document whose chain is given, and a state of its own."""

    def __init__(self, chain, reference='2.0f * x'):
        self.chain, self.reference = chain, reference

    def __enter__(self):
        super().__enter__()
        self.rewrite(self.chain)
        return self

    def rewrite(self, chain):
        self.file = self.write('work/t.cu', KERNEL + '\n/* gridloom\n' + SETTINGS % self.reference + chain + '*/\n')

    def run(self, *args, status=0):
        result = cli('run', self.file, '--json', *args, env={'XDG_STATE_HOME': self('state')})
        expect_equal(result.status, status, result)
        return result

    def states(self, *args, status=0):
        return [link['state'] for link in self.run(*args, status=status).report['after']]

    def files(self):
        return sorted(name for name in os.listdir(self('work')) if name != 't.cu')


@case
def each_link_is_done_in_the_order_of_the_text():
    with Document('check\nsave f to f.npy\nsave g to two words.csv\nsave f to f.npz\nsave f to f.raw\n'
                  'save f to f.png\npicture f as value to f.svg\npicture to f.pdf\nreport to r.json\n') as document:
        after = document.run().report['after']
        expect_equal([link['state'] for link in after], ['done'] * 9)
        expect_equal([link['line'] for link in after],
                     list(range(line_of(document.file, 'check'), line_of(document.file, 'check') + 9)))
        wanted = [float(2 * i) for i in range(CELLS)]
        expect_equal(list(read_npy(document('work/f.npy'))[-1]), wanted)
        with open(document('work/f.raw'), 'rb') as file:
            expect_equal(list(struct.unpack(f'<{CELLS}f', file.read())), wanted)
        with open(document('work/two words.csv'), encoding='ascii') as file:
            expect_equal([float(word) for word in file.read().replace('\n', ',').split(',') if word],
                         [float(i) for i in range(CELLS)])
        expect_equal(zipfile.ZipFile(document('work/f.npz')).namelist(), ['f.npy'])
        for name, head in ('f.png', b'\x89PNG'), ('f.svg', b'<?xml'), ('f.pdf', b'%PDF'):
            with open(document('work/' + name), 'rb') as file:
                expect_equal(file.read(len(head)), head)
        for link in after[1:]:
            expect_equal(link['bytes'], os.path.getsize(document('work/' + link['file'])), link)
        with open(document('work/r.json'), encoding='utf-8') as file:
            report = json.load(file)
        expect_equal(report['after'], after[:-1])
        expect_equal(report['check']['mismatches'], 0)


@case
def a_check_that_fails_stops_what_follows_by_its_line():
    with Document('save f to before.npy\ncheck\nsave f to behind.npy\nreport to r.json\n', '3.0f * x') as document:
        result = document.run(status=1)
        expect_equal([link['state'] for link in result.report['after']], ['done', 'failed', 'skipped', 'skipped'])
        expect_equal(document.files(), ['before.npy'])
        line = line_of(document.file, 'check')
        failed, skipped = result.report['after'][1:3]
        expect_equal(failed['code'], 'mismatch')
        expect(f'{CELLS - 1} of {CELLS}' in failed['message'], failed)
        expect(f'line {line}' in skipped['message'], skipped)
        expect(f't.cu:{line}: failed: check' in result.err, result)


@case
def a_check_of_nothing_fails():
    with Document('check\n') as document:
        document.write('work/t.cu', KERNEL + '\n/* gridloom\n[launch]\nshape=32\nblock=32\n[after]\ncheck\n*/\n')
        expect_equal(document.states(status=1), ['failed'])


@case
def cells_that_were_missed_or_should_not_be_written_fail_a_check():
    for domain, status in ('x >= 0', 0), ('x > 0', 1):
        with Document('check\n') as document:
            document.write('work/t.cu', KERNEL + '\n/* gridloom\n[launch]\nshape=32\nblock=32\n[expect f]\ndomain=' + domain
                           + '\n[after]\ncheck\n*/\n')
            document.run(status=status)
            result = document.run('--coverage', 'none', status=1)
            expect('not counted' in result.report['after'][0]['message'], result)


@case
def nothing_is_done_with_a_run_that_trapped():
    with Document('save f to f.npy\n') as document:
        with open(document.file, encoding='utf-8') as file:
            text = file.read()
        document.write('work/t.cu', text.replace('f[i] =', 'f[i + 4096] ='))
        result = document.run(status=1)
        expect_equal(result.report['after'][0]['state'], 'skipped')
        expect_equal(document.files(), [])


@case
def a_chain_can_be_left_out():
    with Document('save f to f.npy\n') as document:
        expect('after' not in document.run('--no-after').report)
        expect_equal(document.files(), [])


@case
def only_files_of_this_document_as_it_left_them_are_replaced():
    with Document('save f to f.npy\nsave g to g.npy\n') as document:
        document.write('work/g.npy', 'precious')
        result = document.run(status=2)
        expect_equal([link['state'] for link in result.report['after']], ['done', 'failed'])
        expect_equal(result.report['after'][1]['code'], 'file')
        expect('--replace' in result.err, result)
        with open(document('work/g.npy'), encoding='ascii') as file:
            expect_equal(file.read(), 'precious')

        expect_equal(document.states('--replace'), ['done', 'done'])
        expect_equal(document.states(), ['done', 'done'])

        document.write('work/f.npy', 'somebody wrote here since')
        expect_equal(document.states(status=2), ['failed', 'skipped'])


@case
def what_another_document_wrote_is_not_replaced():
    with Document('save f to f.npy\n') as document:
        document.run()
        os.rename(document.file, document('work/other.cu'))
        document.file = document('work/other.cu')
        expect_equal(document.states(status=2), ['failed'])


@case
def a_folder_that_is_a_link_to_elsewhere_is_refused():
    with Document('save f to out/f.npy\n') as document:
        os.mkdir(document('elsewhere'))
        os.symlink(document('elsewhere'), document('work/out'))
        expect_equal(document.states('--replace', status=2), ['failed'])
        expect_equal(os.listdir(document('elsewhere')), [])
        os.remove(document('work/out'))
        expect_equal(document.states(status=2), ['failed'])
        os.mkdir(document('work/out'))
        expect_equal(document.states(), ['done'])


@case
def a_link_in_place_of_a_file_is_never_followed():
    with Document('save f to f.npy\n') as document:
        document.write('elsewhere.npy', 'precious')
        os.symlink(document('elsewhere.npy'), document('work/f.npy'))
        expect_equal(document.states('--replace', status=2), ['failed'])
        with open(document('elsewhere.npy'), encoding='ascii') as file:
            expect_equal(file.read(), 'precious')


def refuse(line, word):
    """Before anything runs, with the place."""
    with Document(line + '\n') as document:
        result = cli('run', document.file, env={'XDG_STATE_HOME': document('state')})
        expect_equal(result.status, 2, result)
        expect(f't.cu:{line_of(document.file, line)}:1' in result.err and word in result.err, result)
        expect_equal(document.files(), [])


for _line, _word in (
        ('save f to ../f.npy', 'outside'), ('save f to /tmp/f.npy', 'outside'), ('save f to a/../../f.npy', 'outside'),
        ('save f to .f.npy', 'hidden'), ('save f to .git/f.npy', 'hidden'), ('save f to t.cu', '.npy'),
        ('save f to Makefile', '.npy'), ('save f to', 'save ARRAY to FILE'), ('save to f.npy', 'save ARRAY to FILE'),
        ('save f g to f.npy', 'save ARRAY to FILE'), ('save h to f.npy', 'f, g'), ('picture f to f.gif', '.svg'),
        ('picture f as nothing to f.svg', 'lens'), ('report f to r.json', 'report to FILE'), ('report to r.txt', '.json'),
        ('check f', 'check'), ('run again', 'save')):
    add('refused-' + _line.replace(' ', '-'), refuse, _line, _word)


@case
def two_links_of_one_file_are_refused():
    with Document('save f to f.npy\nsave g to ./f.npy\n') as document:
        result = document.run(status=2)
        expect(f'line {line_of(document.file, "save f")}' in result.err, result)


main()
