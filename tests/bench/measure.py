"""What compare and report share: building the hosts, running them in turn, and reading the lines they print."""
import json
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PEERS = HERE.parents[2] / 'shared' / 'bench'
PROCESS_SECONDS = 300
BUSY = 0.1              # share of the processors that others may use while figures are taken


class Bench:
    """The programs and files of one set of kernels; temporary files go with it."""

    def __init__(self, name, build, side):
        self.name, self.side = name, side
        self.build = pathlib.Path(build).resolve()
        self.folder = tempfile.TemporaryDirectory(prefix='gridloom-bench-')
        self.work = pathlib.Path(self.folder.name)
        stem = PEERS / 'kernels' if name == 'peers' else HERE / 'more'
        self.cuda, self.opencl = stem.with_suffix('.cu'), stem.with_suffix('.cl')
        if not self.cuda.is_file():
            sys.exit(f'{self.cuda}: not here; the set "peers" stands beside the project')
        self.bench = self.build / 'tests/bench/gridloom-bench'
        self.cli = self.build / 'src/cli/gridloom-cli'
        for program in (self.bench, self.cli):
            if not program.is_file():
                sys.exit(f'{program}: not built; ninja -C {build} tests/bench/gridloom-bench src/cli/gridloom-cli '
                         'src/runner/gridloom-runner')
        self.ptx = self.work / 'kernels.ptx'
        self.ptx.write_text(output([self.cli, 'compile', '--ptx', self.cuda]))

    def compile(self, name, source, *options):
        """A host in C, which is no part of the project's own build: its libraries are only needed here."""
        program = self.work / name
        peers = ['-DHAVE_PEERS', f'-I{PEERS}'] if PEERS.is_dir() else []
        output(['gcc', '-w', *peers, source, '-o', program, *options, '-lm'])
        return program

    def simulator(self, *options, env=None):
        return rows(output([self.bench, '--set', self.name, '--side', self.side, *options, self.ptx], env=env))

    def price(self, what, runs, *options):
        """Kernel -> (milliseconds without, with, the median of the ratios of neighbours), or None where refused."""
        text = output([self.bench, '--set', self.name, '--side', self.side, '--runs', runs, '--price', what, *options,
                       self.ptx], may_fail=True)
        found = {}
        for words in map(str.split, text.splitlines()):
            found[words[0]] = tuple(map(float, words[1:4])) if words[4] == 'ok' else None
        return found

    def runner(self, runs, workers):
        """Each kernel as a document, through the command line, the protocol and the runner: kernel_ms as it reports."""
        found = {}
        for name, document in self.documents():
            path = self.work / f'{name}.cu'
            path.write_text(document)
            report = json.loads(output([self.cli, 'run', '--json', '--repeat', runs, '--workers', workers,
                                        '--coverage', 'writes', '--kernel', name, path]))
            if report['trap'] is None:
                found[name] = statistics.median(report['timings']['kernel_ms'])
        return found

    def documents(self):
        source = self.cuda.read_text()
        settings = output([self.bench, '--set', self.name, '--side', self.side, '--settings'])
        for part in settings.split('kernel ')[1:]:
            name, block, grid, *arguments = part.splitlines()
            parameters = re.search(r'\b%s\s*\(([^)]*)\)' % name, source)[1].split(',')
            lines = ['[launch]', block.replace(' ', '='), grid.replace(' ', '=')]
            for parameter, argument in zip(parameters, arguments):
                kind, *words = argument.split()
                lines.append('\n[arg %s]' % re.search(r'\w+\s*$', parameter)[0].strip())
                lines += [f'value={words[0]}'] if kind == 'value' else [f'shape={words[0]}', f'fill={words[1]}']
            yield name, source + '\n/* gridloom\n' + '\n'.join(lines) + '\n*/\n'


class Neighbours:
    """How busy everybody else kept the processors in its `with` blocks: what the figures can be believed by.

    A runner is no child that this process waits for and would count as somebody else: it stays outside the blocks."""

    def __init__(self):
        self.others = self.all = 0

    def __enter__(self):
        self.begin = self.look()

    def __exit__(self, *_):
        idle, ticks, own = (now - then for now, then in zip(self.look(), self.begin))
        self.others += ticks - idle - own
        self.all += ticks

    @staticmethod
    def look():
        ticks = [int(word) for word in pathlib.Path('/proc/stat').read_text().splitlines()[0].split()[1:9]]
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return ticks[3] + ticks[4], sum(ticks), (used.ru_utime + used.ru_stime) * os.sysconf('SC_CLK_TCK')

    def tell(self):
        share = max(0.0, self.others / max(1, self.all))
        print(f'Meanwhile others used {share:.0%} of the processors' +
              ('; believe no figure above' if share > BUSY else ''), flush=True)


def output(command, env=None, may_fail=False):
    done = subprocess.run([str(word) for word in command], env={**os.environ, **(env or {})}, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PROCESS_SECONDS)
    if done.returncode != 0 and not may_fail:
        sys.exit(f'{" ".join(map(str, command))}: exit {done.returncode}\n{done.stderr}')
    return done.stdout


def rows(text):
    """Kernel -> milliseconds; a wrong result ends everything, for its time says nothing."""
    found = {}
    for words in map(str.split, text.splitlines()):
        if len(words) < 4 or words[3] != 'ok':
            sys.exit('Wrong result: ' + ' '.join(words))
        found[words[0]] = float(words[1])
    return found


def fold(processes, how):
    """Several processes' rows into one: how is min or median."""
    return {name: how([each[name] for each in processes]) for name in processes[0]}


def mean(values):
    return statistics.geometric_mean(values)


def table(head, body):
    """Columns as wide as their cells; the first to the left."""
    texts = [head] + [[cell if isinstance(cell, str) else number(cell) for cell in line] for line in body]
    widths = [max(len(line[i]) for line in texts) for i in range(len(head))]
    for line in texts:
        print('  '.join(cell.rjust(width) if i else cell.ljust(width)
                        for i, (cell, width) in enumerate(zip(line, widths))))


def number(value):
    return '-' if value is None else f'{value:.0f}' if value >= 1000 else f'{value:.4g}'
