#!/usr/bin/env python3
"""What was compiled is kept on disk, and given again only as an answer to the same question.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import ctypes
import os
import random
import shutil
import signal
import subprocess
import threading

from harness import CLI, KERNELS, Folder, add, case, cli, expect, expect_equal, main, settings, skip

TRIANGLE = os.path.join(KERNELS, '01-triangle.cu')
LAUNCH = '[launch]\nblock=32\ngrid=1\n[arg f]\nshape=32\n'
MOST_FILES, MOST_BYTES = 4000, 256 << 20


def fill(value, before=''):
    return f'{before}\n__global__ void fill (int *f) {{ f[threadIdx.x] = {value}; }}\n' + settings(LAUNCH)


class Cache(Folder):
    """A cache of its own, and documents."""

    def __enter__(self):
        super().__enter__()
        os.mkdir(self('documents'))
        return self

    @property
    def kept(self):
        """The files of what was compiled."""
        folder = self('cache/gridloom/compiled')
        return sorted(os.path.join(folder, name) for name in os.listdir(folder)) if os.path.isdir(folder) else []

    def cli(self, *args, env=None, **more):
        return cli(*args, env={'XDG_CACHE_HOME': self('cache'), **(env or {})}, **more)

    def run(self, path, *args, env=None):
        """Whether it was compiled anew, and the report without times."""
        result = self.cli('run', path, '--json', *args, env=env)
        expect(result.status in (0, 1), result)
        report = result.report
        compilation = report.pop('timings')['compilation']
        report.pop('timeline', None)
        for step in report.get('steps', []):
            for name in 'total_ms', 'least_ms', 'most_ms':
                step.pop(name)
        expect(compilation in ('cold', 'cached'), compilation)
        return compilation == 'cold', report

    def is_anew(self, path, *args, env=None):
        return self.run(path, *args, env=env)[0]

    def document(self, text, name='k.cu'):
        return self.write(f'documents/{name}', text)

    def sum(self, path, *args):
        """What a document of fill() filled its array with."""
        result = self.cli('eval', path, 'sum(f)', *args)
        expect_equal(result.status, 0, result)
        return int(result.out.split()[-1]) // 32


@case
def another_process_finds_what_was_compiled():
    with Cache() as cache:
        anew, report = cache.run(TRIANGLE)
        expect(anew)
        expect_equal(cache.run(TRIANGLE), (False, report))
        expect_equal(cache.run(TRIANGLE, '--block', '4,4')[0], False)
        expect_equal(len(cache.kept), 2)        # its expressions, too


@case
def words_say_where_code_comes_from():
    with Cache() as cache:
        for verb, first, then in (('run', 'compiled in', 'from the cache'), ('compile', 'Compiled in', 'From the cache')):
            shutil.rmtree(cache('cache'), ignore_errors=True)
            expect(first in cache.cli(verb, TRIANGLE).err)
            result = cache.cli(verb, TRIANGLE)
            expect(then in result.err and first not in result.err, result)
        expect_equal(cache.cli('compile', TRIANGLE, '--json').report['compilation'], 'cached')


@case
def the_gallery_is_compiled_once():
    with Cache() as cache:
        for name in sorted(os.listdir(KERNELS)):
            if name.endswith('.cu') and not name.startswith(('27', '28', '29')):
                path = os.path.join(KERNELS, name)
                first = cache.run(path)
                expect_equal(cache.run(path), (False, first[1]), name)


@case
def what_the_compiler_is_asked_tells_answers_apart():
    with Cache() as cache:
        path = cache.document(fill('N', '#ifndef N\n#define N 1\n#endif'))
        expect(cache.is_anew(path))
        for options in ('options=-DN=2\n', 'options=-DN=3\n', 'arch=compute_90\n', 'options=--use_fast_math\n'):
            text = fill('N', '#ifndef N\n#define N 1\n#endif').replace('[launch]\n', '[launch]\n' + options)
            other = cache.document(text, 'other.cu')
            expect(cache.is_anew(other), options)
            expect(not cache.is_anew(other), options)
        expect(not cache.is_anew(path))
        expect(cache.is_anew(cache.document(fill('N', '#define N 4'))))
        expect_equal(cache.sum(path), 4)
        expect(cache.is_anew(cache.document(fill('N', '#define N 5'))))
        expect_equal(cache.sum(path), 5)
        expect(not cache.is_anew(cache.document(fill('N', '#define N 4'))))
        expect_equal(cache.sum(path), 4)


@case
def a_folder_has_its_own_answers():
    with Cache() as cache:
        os.mkdir(cache('documents/a'))
        os.mkdir(cache('documents/b'))
        expect(cache.is_anew(cache.document(fill(1), 'a/k.cu')))
        expect(cache.is_anew(cache.document(fill(1), 'b/k.cu')))


@case
def messages_are_in_the_language_of_who_asks():
    with Cache() as cache:
        path = cache.document('#include "none.h"\n' + fill(1))
        expect(cache.is_anew(path))
        expect(cache.is_anew(path, env={'LANGUAGE': 'de'}))
        expect(not cache.is_anew(path, env={'LANGUAGE': 'de'}))
        expect(not cache.is_anew(path))


@case
def headers_that_change_are_seen():
    with Cache() as cache:
        path = cache.document('#include "n.h"\n' + fill('N').replace('[launch]\n', '[launch]\noptions=-Ifirst -Ilast\n'))
        for folder in 'first', 'last':
            os.mkdir(cache(f'documents/{folder}'))
        header = cache.document('#define N 1\n', 'last/n.h')
        expect(cache.is_anew(path))
        expect(not cache.is_anew(path))
        for number, name in ((2, 'last/n.h'), (3, 'first/n.h'), (4, 'n.h')):
            header = cache.document(f'#define N {number}\n', name)
            expect(cache.is_anew(path), name)
            expect(not cache.is_anew(path), name)
            expect_equal(cache.sum(path), number)
        os.unlink(header)
        expect(cache.is_anew(path))
        expect_equal(cache.sum(path), 3)
        cache.document('#include "m.h"\n', 'first/n.h')
        cache.document('#define N 5\n', 'first/m.h')
        expect(cache.is_anew(path))
        cache.document('#define N 6\n', 'first/m.h')
        expect_equal(cache.sum(path), 6)


@case
def a_header_that_comes_before_one_of_the_toolkit_is_seen():
    with Cache() as cache:
        path = cache.document('#include <cooperative_groups.h>\n#ifndef N\n#define N 1\n#endif\n' + fill('N'))
        expect(cache.is_anew(path))
        expect(not cache.is_anew(path))
        cache.document('#define N 2\n', 'cooperative_groups.h')
        expect(cache.is_anew(path))
        os.unlink(cache('documents/cooperative_groups.h'))
        expect_equal(cache.sum(path), 1)


@case
def what_hangs_on_more_is_not_kept():
    with Cache() as cache:
        for text in ('f[0] = __TIME__[0];', 'f[0] = __DATE__[0];', 'f[0] = 1;\n#if __has_include ("x.h")\nf[1] = 2;\n#endif\n'):
            path = cache.document(f'__global__ void fill (int *f) {{ {text} }}\n' + settings(LAUNCH))
            expect(cache.is_anew(path), text)
            expect(cache.is_anew(path), text)
        expect_equal(cache.kept, [])


@case
def mistakes_are_told_each_time():
    with Cache() as cache:
        path = cache.document(fill('unknown'))
        told = [cache.cli('run', path) for _ in range(2)]
        expect_equal([result.status for result in told], [1, 1])
        expect_equal(told[0].err, told[1].err)
        expect_equal(cache.kept, [])
        warned = [cache.cli('compile', cache.document(fill(1, '#warning "so it is"'))) for _ in range(2)]
        expect('so it is' in warned[1].err and 'From the cache' in warned[1].err, warned[1])


@case
def without_the_cache_nothing_is_read_or_kept():
    with Cache() as cache:
        for args in (('run', TRIANGLE, '--json'), ('compile', TRIANGLE, '--json'), ('eval', TRIANGLE, 'sum(f)')):
            expect_equal(cache.cli(*args, '--no-cache').status, 0)
        expect(not os.path.exists(cache('cache')))
        expect(cache.is_anew(TRIANGLE))
        before = {name: os.stat(name).st_mtime_ns for name in cache.kept}
        expect(cache.is_anew(TRIANGLE, '--no-cache'))
        expect_equal({name: os.stat(name).st_mtime_ns for name in cache.kept}, before)


def find_nvrtc():
    """The real library, what lies beside it and its headers, as where a toolkit is installed."""
    for library in cli('devices', '--json').report['libraries']:
        if library['name'] == 'NVRTC' and library['found']:
            return os.path.realpath(library['path'])
    skip('no NVRTC was found')


@case
def the_compiler_is_not_even_opened_and_another_one_is_asked():
    """A library that tells on standard error that it was opened stands before the real one."""
    compiler = shutil.which('cc') or skip('there is no C compiler')
    real = find_nvrtc()
    with Cache() as cache:
        os.makedirs(cache('toolkit/lib64'))
        os.mkdir(cache('toolkit/include'))
        source = cache.write('shim.c', '#include <unistd.h>\n__attribute__ ((constructor)) static void tell (void)\n'
                             '{ if (write (2, "OPENED\\n", 7) < 0) _exit (1); }\n')
        name = 'libnvrtc.so.12' if real.rpartition('.so.')[2].startswith('13') else 'libnvrtc.so.13'
        shim = cache(f'toolkit/lib64/{name}')
        subprocess.run([compiler, '-shared', '-fPIC', '-o', shim, source, '-Wl,--no-as-needed', real,
                        '-Wl,-rpath,' + os.path.dirname(real)], check=True)
        for beside in os.listdir(os.path.dirname(real)):
            if beside.startswith('libnvrtc-builtins.so'):
                os.symlink(os.path.join(os.path.dirname(real), beside), cache(f'toolkit/lib64/{beside}'))
        include = os.path.join(os.path.dirname(os.path.dirname(real)), 'include')
        include = include if os.path.isdir(include) else os.path.join(real.partition('/targets/')[0], 'include')
        for header in os.listdir(include):
            os.symlink(os.path.join(include, header), cache(f'toolkit/include/{header}'))
        env = {'GRIDLOOM_CUDA': cache('toolkit')}

        def opened():
            result = cache.cli('run', TRIANGLE, env=env)
            expect_equal(result.status, 0, result)
            expect('from the cache' in result.err or 'compiled in' in result.err, result)
            expect_equal('OPENED' in result.err, 'compiled in' in result.err, result)
            return 'OPENED' in result.err

        expect(cache.is_anew(TRIANGLE))
        expect(opened())
        expect(not opened())
        os.utime(shim)
        expect(opened())
        expect(not opened())
        os.symlink(os.path.join(include, 'cuda.h'), cache('toolkit/include/added.h'))
        expect(opened())
        expect(not opened())
        expect(not cache.is_anew(TRIANGLE))


def damages(whole, other):
    numbers = random.Random(20261129)
    yield from (b'', b'x', whole[:32], whole[:-1], whole + b'\0', other, b'\0' * 5000, b'\xff' * len(whole))
    for _ in range(5):
        at = numbers.randrange(len(whole))
        yield whole[:at] + bytes([whole[at] ^ 1 << numbers.randrange(8)]) + whole[at + 1:]
        yield whole[:numbers.randrange(len(whole))]
        yield numbers.randbytes(numbers.randrange(10000))


@case
def what_is_damaged_is_compiled_anew():
    with Cache() as cache:
        path = cache.document(fill(1))
        report = cache.run(path)[1]
        file = cache.kept[0]
        cache.run(cache.document(fill(2), 'other.cu'))
        with open(file, 'rb') as stream:
            whole = stream.read()
        with open(next(other for other in cache.kept if other != file), 'rb') as stream:
            other = stream.read()
        for damage in damages(whole, other):
            with open(file, 'wb') as stream:
                stream.write(damage)
            expect_equal(cache.run(path), (True, report), len(damage))
            expect_equal(cache.run(path), (False, report), len(damage))


@case
def what_is_no_file_is_passed_over():
    with Cache() as cache:
        path = cache.document(fill(1))
        report = cache.run(path)[1]
        file = cache.kept[0]
        for make in (os.mkfifo, os.mkdir, lambda name: os.symlink('/dev/zero', name), lambda name: os.symlink(path, name)):
            os.unlink(file)
            make(file)
            expect_equal(cache.run(path), (True, report))
            expect_equal(cache.run(path)[1], report)
            if os.path.isdir(file) and not os.path.islink(file):
                os.rmdir(file)
                cache.run(path)
        with open(path, 'rb') as stream:
            expect(b'fill' in stream.read())


@case
def a_folder_that_cannot_be_written_is_no_error():
    with Cache() as cache:
        path = cache.document(fill(1))
        for place in cache.document('', 'file'), '/proc/self', '/dev/null':
            result = cli('run', path, env={'XDG_CACHE_HOME': place})
            expect_equal(result.status, 0, result)
            expect('compiled in' in result.err and 'cache' not in result.err, result)


def mount_small(folder, size):
    """Mounts a disk of so many bytes, which only this process and its children see. FALSE: nobody may."""
    libc = ctypes.CDLL(None)
    new_namespace, private = 0x20000, 0x4000 | 0x40000
    return libc.unshare(new_namespace) == 0 and libc.mount(b'none', b'/', None, private, None) == 0 and \
        libc.mount(b'tmpfs', folder.encode(), b'tmpfs', 0, f'size={size}'.encode()) == 0


@case
def a_full_disk_leaves_nothing_unfinished():
    with Cache() as cache:
        os.mkdir(cache('cache'))
        if not mount_small(cache('cache'), 16384):
            skip('nothing may be mounted here')
        try:
            for number in range(6):
                path = cache.document(fill(number))
                expect_equal(cache.sum(path), number)
                expect_equal(cache.sum(path), number)
            with open(cache('cache/filler'), 'wb') as filler:
                try:
                    filler.write(bytes(1 << 16))
                    filler.flush()
                except OSError:
                    pass
            for number in range(10, 14):
                expect_equal(cache.sum(cache.document(fill(number))), number)
            expect(all(file.endswith('.kernels') and os.path.getsize(file) > 0 for file in cache.kept), cache.kept)
        finally:
            subprocess.run(['umount', cache('cache')], check=True)


@case
def the_cache_keeps_its_bounds():
    with Cache() as cache:
        path = cache.document(fill(1))
        cache.run(path)
        folder = os.path.dirname(cache.kept[0])

        def put(name, size, age):
            file = os.path.join(folder, name)
            with open(file, 'wb') as stream:
                stream.truncate(size)
            os.utime(file, (0, os.stat(folder).st_mtime - age))
            return file

        oldest = put(f'{0:064x}.kernels', 10, 5000)
        strange = [put(name, 10, 90000) for name in ('notes.kernels', 'notes.kernels.abcdef', f'{1:064x}.other')]
        abandoned = put(f'{2:064x}.kernels.ABCDEF', 10, 700)
        written = put(f'{3:064x}.kernels.ABCDEF', 10, 0)
        for number in range(10, MOST_FILES + 15):
            put(f'{number:064x}.kernels', 100, 3000)
        cache.run(cache.document(fill(2)))
        for file, is_left in [(oldest, False), (abandoned, False), (written, True), *((name, True) for name in strange)]:
            expect_equal(os.path.exists(file), is_left, file)
        expect(MOST_FILES - 2 <= len(cache.kept) - len(strange) <= MOST_FILES, len(cache.kept))
        for number in range(10, 50):
            put(f'{number:064x}.kernels', 10 << 20, 3000)
        cache.run(cache.document(fill(3)))
        expect(sum(os.path.getsize(file) for file in cache.kept) <= MOST_BYTES)
        expect(not cache.is_anew(path) and not cache.is_anew(cache.document(fill(2))))


def share(processes, runs):
    """So many processes at a time, half of which are killed, on a disk with room for less than they keep."""
    with Cache() as cache:
        os.mkdir(cache('cache'))
        is_small = mount_small(cache('cache'), 32768)
        paths = [cache.document(fill(number), f'{number}.cu') for number in range(6)]
        wrong = []

        def work(seed):
            numbers = random.Random(seed)
            for _ in range(runs):
                number = numbers.randrange(len(paths))
                process = subprocess.Popen([CLI, 'eval', paths[number], 'sum(f)'], stdin=subprocess.DEVNULL,
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                           env={**os.environ, 'XDG_CACHE_HOME': cache('cache')})
                if numbers.random() < 0.5:
                    try:
                        process.wait(numbers.random() * 0.4)
                    except subprocess.TimeoutExpired:
                        process.kill()
                out, err = process.communicate()
                if process.returncode != -signal.SIGKILL and \
                        (process.returncode != 0 or int(out.split()[-1]) != 32 * number):
                    wrong.append((process.returncode, number, out, err))

        workers = [threading.Thread(target=work, args=(seed,)) for seed in range(processes)]
        try:
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()
            expect_equal(wrong, [])
            for number, path in enumerate(paths):
                expect_equal(cache.sum(path), number)
        finally:
            if is_small:
                subprocess.run(['umount', '-l', cache('cache')], check=True)


add('eight-processes-that-are-killed-leave-no-wrong-answer', share, 8, 6)
add('fifty-processes-that-are-killed-leave-no-wrong-answer', share, 50, 8)

if __name__ == '__main__':
    main()
