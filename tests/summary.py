#!/usr/bin/env python3
"""Adds up Meson test logs by TAP line and closes with 'N passed, M failed, K skipped'.

A program counts as its TAP lines do; one that prints none, or dies, counts as one test. Of one that fails the comments
in front of its line are told, or the last lines that a program printed which died; failures come last, where a log
that is cut still has them. A test that is expected to fail (TODO) counts as skipped, and as failed when it passes. With
--may-skip FILE a skip whose name stands neither in FILE nor under a prefix there (NAME*) is a failure, so that what CI
lacks does not pass silently; a TODO may be skipped.
"""
import argparse
import json
import re
import sys

# so many lines of what is told of a failure
COMMENTS = 30

LINE = re.compile(r'^(not )?ok\b\s*\d*\s*-?\s*([^#]*?)\s*(?:#\s*(SKIP|TODO)\b\s*(.*))?$', re.IGNORECASE)


def kind_of(bad, directive):
    """What a line counts as. A TODO is expected to fail, as something that is not there yet; one that passes is no TODO
    any more, and has to say so."""
    if directive == 'SKIP':
        return 'skipped'
    if directive == 'TODO':
        return 'todo' if bad else 'failed'
    return 'failed' if bad else 'passed'


def tap_lines(text):
    """Yields (match of a line that counts, the last comments in front of it)."""
    comments = []
    for line in text.splitlines():
        match = LINE.match(line)
        if match:
            yield match, ''.join(f'\n  {comment}' for comment in comments[-COMMENTS:])
            comments = []
        elif line.startswith('#') and line.strip('# '):
            comments.append(line[1:].rstrip())


def last_lines(test):
    """What a program said before it died."""
    lines = f"{test.get('stdout') or ''}\n{test.get('stderr') or ''}".splitlines()
    return ''.join(f'\n  {line}' for line in [line for line in lines if line.strip()][-COMMENTS:])


def results(test):
    """Yields (name, 'passed' | 'failed' | 'skipped' | 'todo', reason) for one program of the log."""
    program = test['name'].split(' / ')[-1]
    lines = list(tap_lines(test.get('stdout') or ''))
    failed = False
    for match, comments in lines:
        bad, name, directive, reason = match.groups()
        kind = kind_of(bool(bad), (directive or '').upper())
        failed |= kind == 'failed'
        yield name or program, kind, (reason or '') + (comments if kind == 'failed' else '')
    if test['result'] not in ('OK', 'SKIP', 'EXPECTEDFAIL') and not failed:
        yield program, 'failed', test['result'] + last_lines(test)
    elif not lines:
        yield program, 'skipped' if test['result'] == 'SKIP' else 'passed', (test.get('stderr') or '').strip()


def allowed(name, patterns):
    return any(name == p or (p.endswith('*') and name.startswith(p[:-1])) for p in patterns)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--may-skip', metavar='FILE')
    parser.add_argument('logs', nargs='+')
    options = parser.parse_args()
    patterns = None
    if options.may_skip:
        with open(options.may_skip, encoding='utf-8') as file:
            patterns = [line.split()[0] for line in file if line.strip() and not line.startswith('#')]
    count = {'passed': 0, 'failed': 0, 'skipped': 0}
    failures = []
    for log in options.logs:
        with open(log, encoding='utf-8') as file:
            for test in (json.loads(line) for line in file if line.strip()):
                for name, kind, reason in results(test):
                    if kind == 'skipped' and patterns is not None and not allowed(name, patterns):
                        kind, reason = 'failed', f'may not skip here: {reason}'
                    count['skipped' if kind == 'todo' else kind] += 1
                    if kind == 'failed':
                        failures.append(f"failed: {test['name'].split(' / ')[-1]}: {name}: {reason}")
                    elif kind != 'passed':
                        print(f'{kind}: {name}: {reason}', file=sys.stderr)
    for failure in failures:
        print(failure, file=sys.stderr)
    if sum(count.values()) == 0:
        count['failed'] = 1
    print('{passed} passed, {failed} failed, {skipped} skipped'.format(**count))
    return 1 if count['failed'] else 0


if __name__ == '__main__':
    sys.exit(main())
