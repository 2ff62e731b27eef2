#!/usr/bin/env python3
"""Every instruction case gives what the GPU gave.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile

HERE = pathlib.Path(__file__).parent


# What is looked for, and other orders of blocks and warps, change nothing.
WATCHED = [["--check", "all"], ["--schedule-seed", "1"], ["--check", "all", "--schedule-seed", "2"]]


def run_check(folder, *options):
    check = subprocess.run([os.environ["GRIDLOOM_CLI"], "check", folder, *options], capture_output=True, text=True,
                           check=False)
    lines = check.stdout.splitlines()
    return lines, {pathlib.Path(line.split(": ", 1)[0]).name: line for line in lines[:-1] if ": " in line}


def main():
    with tempfile.TemporaryDirectory(prefix="gridloom-recorded-") as folder:
        made = subprocess.run([sys.executable, HERE / "make-cases", folder], capture_output=True, text=True, check=True)
        for archive in sorted(HERE.glob("recorded*.tar.xz")):
            with tarfile.open(archive) as recorded:
                recorded.extractall(folder)
        lines, failures = run_check(folder)
        names = sorted(made.stdout.splitlines())
        print(f"1..{len(names) + 1 + len(WATCHED)}")
        for number, name in enumerate(names, 1):
            print(f"ok {number} - {name}" if name not in failures else f"not ok {number} - {name}\n# {failures[name]}")
        wanted = f"{len(names)} passed, 0 failed"
        print(f"{'ok' if lines[-1:] == [wanted] else 'not ok'} {len(names) + 1} - all cases were run\n# {lines[-1:]}")
        for number, options in enumerate(WATCHED, len(names) + 2):
            _, watched = run_check(folder, *options)
            alarms = {name: line for name, line in watched.items() if name not in failures}
            print(f"{'ok' if not alarms else 'not ok'} {number} - the same with {' '.join(options)}")
            for line in alarms.values():
                print(f"# {line}")


if __name__ == "__main__":
    main()
