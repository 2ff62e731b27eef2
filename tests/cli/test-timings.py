#!/usr/bin/env python3
"""How long each sample took, as JSON and as CSV; on the simulator, and on a GPU that the CUDA runtime of tests/fake plays,
whose driver holds the clock back for every third sample. SPDX-License-Identifier: GPL-3.0-or-later
"""

import csv
import json
import os
import statistics

from harness import Folder, case, cli, expect, expect_equal, main

TRIANGLE = os.path.join(os.environ['GRIDLOOM_KERNELS'], '01-triangle.cu')
FAKE = os.environ['GRIDLOOM_FAKE_CUDA']
GPU = {'GRIDLOOM_CUDA': FAKE, 'LD_LIBRARY_PATH': os.path.join(FAKE, 'throttled')}


def run(folder, name, *options, env=None):
    """What is in the file, and the report of the same run."""
    path = os.path.join(folder.path, name)
    result = cli('run', TRIANGLE, '--json', '--timings', path, *options, env=env)
    expect_equal(result.status, 0, result)
    with open(path, encoding='ascii', newline='') as file:
        return (json.load(file) if name.endswith('.json') else list(csv.DictReader(file))), result.report


def outliers(samples):
    """Tukey's inner fences, or what events tell apart."""
    low, _, high = statistics.quantiles(samples, n=4, method='inclusive')
    reach = max(1.5 * (high - low), 0.0005)
    return [not low - reach <= ms <= high + reach for ms in samples]


@case
def samples_of_a_gpu_are_lines():
    with Folder() as folder:
        rows, report = run(folder, 'times.csv', '--backend', 'cuda', '--repeat', '30', env=GPU)
    samples, measurement = report['timings']['kernel_ms'], report['measurement']
    expect_equal([int(row['sample']) for row in rows], list(range(1, 31)))
    expect_equal([float(row['kernel_ms']) for row in rows], samples)
    expect_equal({row['fidelity'] for row in rows}, {'measured'})
    expect_equal([row['throttled'] for row in rows], ['none', 'none', 'power'] * 10)
    expect_equal([row['outlier'] == '1' for row in rows], outliers(samples))
    expect_equal([row['marked'] == '1' for row in rows], [ms < 3 * measurement['floor_ms'] for ms in samples])
    expect_equal(measurement['outliers'], [i for i, is_one in enumerate(outliers(samples)) if is_one])
    expect_equal(measurement['throttled_samples'], list(range(2, 30, 3)))
    expect_equal(measurement['throttled'], ['power'])
    p95 = statistics.quantiles(samples, n=100, method='inclusive')[94]
    expect(abs(measurement['kernel_p95_ms'] - p95) <= 1e-6 * p95, measurement, p95)


@case
def json_is_what_the_report_says():
    with Folder() as folder:
        times, report = run(folder, 'times.json', '--backend', 'cuda', '--repeat', '5', env=GPU)
    expect_equal(list(times), ['backend', 'kernel', 'block', 'grid', 'shared', 'timings', 'measurement'])
    for key in 'timings', 'measurement':
        expect_equal(times[key], report[key])
    expect_equal((times['backend'], times['kernel'], times['block']), ('cuda:0', 'triangle', [8, 8, 1]))


@case
def times_of_the_simulator_are_those_of_this_computer():
    with Folder() as folder:
        rows, report = run(folder, 'times.csv', '--repeat', '6')
        times, _ = run(folder, 'times.json')
    expect_equal([float(row['kernel_ms']) for row in rows], report['timings']['kernel_ms'])
    expect_equal({(row['fidelity'], row['throttled'], row['marked']) for row in rows}, {('host', '', '0')})
    expect('measurement' not in times, times)


@case
def what_cannot_be_written_is_named():
    for name, words in ('times.txt', 'times.txt” ends neither in .csv nor in .json'), ('', 'ends neither'):
        result = cli('run', TRIANGLE, '--timings', name)
        expect_equal(result.status, 2, result)
        expect(words in result.err, result)
    with Folder() as folder:
        result = cli('run', TRIANGLE, '--timings', os.path.join(folder.path, 'missing', 'times.csv'))
        expect('missing' in result.err and result.status != 0, result)
        path = os.path.join(folder.path, 'folder.csv')
        os.mkdir(path)
        result = cli('run', TRIANGLE, '--timings', path)
        expect('folder.csv' in result.err and result.status != 0, result)


if __name__ == '__main__':
    main()
