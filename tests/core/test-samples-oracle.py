#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Quartiles, the 95th percentile and outliers of random samples, held against Python's statistics and Tukey's rule.

Quantiles are those of Hyndman and Fan's type 7, which Python calls "inclusive". An outlier lies beyond the inner fences:
more than one and a half times the distance of the quartiles outside of them (Tukey, Exploratory Data Analysis, 1977), and
more than the half microsecond that events tell apart.
"""
import random
import statistics
import subprocess
import sys

CASES = 3000


def draw(rng):
    """Times of a kernel: most of them close, some late ones, often on a clock's ticks."""
    usual = rng.choice((0.002, 0.02, 1.5, 40.0))
    samples = [usual * rng.uniform(1, rng.choice((1.001, 1.05, 1.5))) for _ in range(rng.choice((2, 3, 4, 5, 9, 10, 50, 400)))]
    for i in range(len(samples)):
        if rng.random() < 0.08:
            samples[i] *= rng.choice((0.3, 1.1, 2, 30))
        if usual < 0.1 and rng.random() < 0.5:
            samples[i] = round(samples[i] / 0.000032) * 0.000032
    return samples


def close(got, wanted):
    return abs(got - wanted) <= 1e-12 * max(abs(got), abs(wanted), 1e-3)


def check(samples, line):
    *numbers, outliers, marks = line.split()
    low, median, high, p95, low_fence, high_fence = map(float, numbers)
    quartiles = statistics.quantiles(samples, n=4, method='inclusive')
    assert close(low, quartiles[0]) and close(high, quartiles[2]), (samples, line)
    assert close(median, statistics.median(samples)), (samples, line)
    assert close(p95, statistics.quantiles(samples, n=100, method='inclusive')[94]), (samples, line)
    distance = max(1.5 * (quartiles[2] - quartiles[0]), 0.0005)
    fences = quartiles[0] - distance, quartiles[2] + distance
    assert close(low_fence, fences[0]) and close(high_fence, fences[1]), (samples, line)
    for sample, mark in zip(samples, marks, strict=True):
        # one that lies on a fence may be on either side of its last digit
        if not close(sample, fences[0]) and not close(sample, fences[1]):
            assert (mark == 'o') == (sample < fences[0] or sample > fences[1]), (sample, fences, line)
    assert int(outliers) == marks.count('o'), line
    return marks.count('o') > 0


def main():
    rng = random.Random(17)
    cases = [draw(rng) for _ in range(CASES)]
    text = '\n'.join(f'{len(samples)} {" ".join(map(repr, samples))}' for samples in cases)
    lines = subprocess.run([sys.argv[1]], input=text, capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(lines) == len(cases), len(lines)
    some = sum(check(samples, line) for samples, line in zip(cases, lines))
    assert CASES // 5 < some < CASES, some
    print(f'1..1\nok 1 - {CASES} lists of samples, {some} of them with outliers')


if __name__ == '__main__':
    main()
