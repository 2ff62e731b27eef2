#!/usr/bin/env python3
"""A variable that is read before it is set is told of, at its line, also where a compiler drops what is done with it; its twin,
which sets it, has no warning: unset.py makes both. UNSET_SEED=N begins with another seed, UNSET_KERNELS=N makes so many.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

import unset

FIRST = int(os.environ.get("UNSET_SEED", "0"))
KERNELS = int(os.environ.get("UNSET_KERNELS", "15"))


def find_lines(path):
    """Of the warnings that tell of uninitialised reads, or that some are not found."""
    ran = subprocess.run([os.environ["GRIDLOOM_CLI"], "run", path, "--check", "all", "--json"],
                         capture_output=True, text=True, check=False, timeout=120)
    if ran.returncode != 0:
        raise RuntimeError(ran.stderr or ran.stdout)
    return {w["line"] if w["code"] == "uninitialised" else w["text"]
            for w in json.loads(ran.stdout)["warnings"] if w["code"] in ("uninitialised", "unseen")}


def compare(seed, is_twin, folder):
    """What differs, in words; nothing: all is as it must be."""
    kernel = unset.Kernel(seed, is_twin)
    path = pathlib.Path(folder, f"unset-{seed}.cu")
    path.write_text(kernel.text(), encoding="utf-8")
    expected = {kernel.expected} - {None}
    try:
        found = find_lines(path)
    except RuntimeError as error:
        return str(error)
    return "" if found == expected else f"found {found}, expected {expected} in\n{kernel.text()}"


def main():
    failed = number = 0
    with tempfile.TemporaryDirectory() as folder:
        print(f"1..{2 * KERNELS}")
        for seed in range(FIRST, FIRST + KERNELS):
            for is_twin in False, True:
                different = compare(seed, is_twin, folder)
                failed += different != ""
                number += 1
                for line in different.splitlines():
                    print(f"# {line}")
                print(f"{'not ok' if different else 'ok'} {number} /unset/seed-{seed}{'/twin' * is_twin}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
