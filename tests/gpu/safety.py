"""What a GPU does not look after by itself: arrays overrun, launches that it cannot do, kernels without end.

Part of tests/gpu/run: each function adds rows to its table.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import signal
import subprocess
import time

OUTSIDE = """__global__ void k (int *f, const int *g)
{{ int i = blockIdx.x * blockDim.x + threadIdx.x; {body} }}
/* gridloom
[launch]
block=20
grid=2
[arg f]
shape=40
[arg g]
shape=64
fill=iota
*/
"""
# What is done, what is told of it: array, offset of the nearest byte; None: nothing. Then whether it is seen where nobody counts.
OVERRUNS = [
    ('one cell past the end written', 'f[i + 1] = 7;', ('f', 160), True),
    ('a cell before the start written', 'f[i] = 1; if (i == 3) f[-1] = 7;', ('f', -4), True),
    ('ten cells past the end written', 'f[i] = 1; if (i == 39) f[50] = 7;', ('f', 200), True),
    ('past the end read', 'f[i] = g[i + 30];', ('g', 256), False),
    ('all in its place', 'f[i] = g[i];', None, False),
]

LAUNCH = """__global__ void k (int *f) {{ f[0] = 1; }}
/* gridloom
[launch]
{settings}
[arg f]
shape=1
*/
"""

ENDLESS = """__global__ void k (int *f) { while (*(volatile int *) f == 0) f[1]++; }
/* gridloom
[launch]
block=32
grid=1
[arg f]
shape=2
*/
"""

SHORT = """__global__ void k (int *f) { f[threadIdx.x]++; }
/* gridloom
[launch]
block=32
grid=1
launches=1000
[arg f]
shape=32
*/
"""


def document(session, name, text):
    file = session.log / f'{name}.cu'
    file.write_text(text, encoding='utf-8')
    return file


def report(out):
    try:
        return json.loads(out)
    except ValueError:
        return {}


def guards(session):
    for number, (what, body, expected, uncounted) in enumerate(OVERRUNS):
        file = document(session, f'outside-{number}', OUTSIDE.format(body=body))
        for coverage in ('all', 'none'):
            status, out, err = session.call('guards', [session.cli, 'run', file, '--backend', 'cuda:0', '--coverage', coverage,
                                                       '--json'], 60)
            found = [(w.get('array'), w.get('offset')) for w in report(out).get('warnings', []) if w.get('code') == 'oob']
            wanted = [expected] if expected and (coverage == 'all' or uncounted) else []
            session.row(f'guard zones, coverage {coverage}: {what}',
                        f"{found or 'no warning'}" + (f', status {status} {err.strip()[-80:]}' if status != 0 else ''),
                        status == 0 and found == wanted)


def limits(session, found):
    device = found[0]
    most = device.get('shared-per-block-most') or 232448
    rows = [('block of 2048', 'block=2048\ngrid=1', ['1024']), ('block of 32 × 64', 'block=32,64\ngrid=1', ['1024', '32,32']),
            ('grid of 1 × 65536', 'block=1\ngrid=1,65536', ['65535']),
            (f'{most + 1} bytes of shared memory', f'block=1\ngrid=1\nshared={most + 1}', [str(most)]),
            (f'{most} bytes of shared memory', f'block=1\ngrid=1\nshared={most}', None)]
    for number, (what, settings, words) in enumerate(rows):
        file = document(session, f'limit-{number}', LAUNCH.format(settings=settings))
        status, out, err = session.call('limits', [session.cli, 'run', file, '--backend', 'cuda:0', '--json'], 60)
        said = next((line for line in err.splitlines() if line.startswith('gridloom-cli:')), err.strip()[-80:])
        if words is None:
            session.row(f'limits: {what}', f'status {status}' if status == 0 else said, status == 0)
        else:
            session.row(f'limits: {what}', said, status == 1 and all(word in err + out for word in words)
                        and device['name'] in err + out)


def interrupt(session, arguments, after):
    """Seconds from Ctrl+C to the end, and the status; None where it was over before."""
    with subprocess.Popen([str(a) for a in arguments], env=session.environment, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as process:
        try:
            process.wait(after)
            return None, process.returncode
        except subprocess.TimeoutExpired:
            start = time.monotonic()
            process.send_signal(signal.SIGINT)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
        return time.monotonic() - start, process.returncode


def parts(session):
    """More launches in a row than fit behind a gate."""
    file = document(session, 'many-launches', SHORT)
    status, out, err = session.call('parts', [session.cli, 'run', file, '--backend', 'cuda:0', '--repeat', '5', '--json'], 60)
    measured = report(out).get('measurement', {})
    session.row('1000 launches in a row, timed in parts', f"{measured.get('kernel_median_ms')} ms, gated: {measured.get('gated')}"
                if status == 0 else err.strip()[-80:], status == 0 and measured.get('gated') is True)


def stops(session):
    well = document(session, 'well', LAUNCH.format(settings='block=1\ngrid=1'))
    for name, text, extra in (('an endless kernel', ENDLESS, []),
                              ('a series of samples', SHORT, ['--repeat', '100000', '--coverage', 'none'])):
        file = document(session, name.replace(' ', '-'), text)
        seconds, status = interrupt(session, [session.cli, 'run', file, '--backend', 'cuda:0', *extra], 5)
        session.row(f'stop: {name}', f'status {status}, ' + ('it was over before' if seconds is None else
                                                             f'gone {seconds * 1000:.0f} ms after Ctrl+C'),
                    seconds is not None and seconds < 1 and status == 130)
        start = time.monotonic()
        status, _, err = session.call('stops', [session.cli, 'run', well, '--backend', 'cuda:0', '--json'], 60)
        session.row(f'stop: the run after {name}, a new process', f'status {status}, {time.monotonic() - start:.2f} s {err.strip()[-80:]}'
                    if status != 0 else f'{time.monotonic() - start:.2f} s', status == 0)
