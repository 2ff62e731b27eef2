#!/usr/bin/env python3
"""Of undefined bytes the loads are told of whose bytes somebody uses, and no others: kernels.py makes kernels, and says
which. UNDEFINED_SEED=N begins with another seed, UNDEFINED_KERNELS=N makes so many.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

import kernels

FIRST = int(os.environ.get("UNDEFINED_SEED", "1"))
KERNELS = int(os.environ.get("UNDEFINED_KERNELS", "60"))


def find_warnings(path):
    """(line, array) -> lowest thread."""
    ran = subprocess.run([os.environ["GRIDLOOM_CLI"], "run", path, "--check", "uninitialised", "--json"],
                         capture_output=True, text=True, check=False, timeout=120)
    if ran.returncode != 0:
        raise RuntimeError(ran.stderr or ran.stdout)
    warnings = [w for w in json.loads(ran.stdout)["warnings"] if w["code"] == "uninitialised"]
    found = {(w["line"], w["array"]): w["thread"][0] for w in warnings}
    if len(found) != len(warnings):
        raise RuntimeError(f"told of twice: {warnings}")
    return found


def compare(seed, folder):
    """What differs, in words; nothing: all is as it must be."""
    kernel = kernels.Kernel(seed)
    path = pathlib.Path(folder, f"copies-{seed}.cu")
    path.write_text(kernel.text(), encoding="utf-8")
    try:
        found = find_warnings(path)
    except RuntimeError as error:
        return str(error)
    return "" if found == kernel.expected else f"found {found}, expected {kernel.expected}"


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        print(f"1..{KERNELS}")
        for number in range(KERNELS):
            seed = FIRST + number
            different = compare(seed, folder)
            failed += different != ""
            for line in different.splitlines():
                print(f"# {line}")
            print(f"{'not ok' if different else 'ok'} {number + 1} /undefined/seed-{seed}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
