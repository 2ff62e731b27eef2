#!/usr/bin/env python3
"""Random kernels do on the simulator what they do on the host: those that once did not, then new ones for a minute.

RANDOM_SEED=N begins with another seed, RANDOM_SECONDS=N goes on for as long. What differs stays in the folder that is
named; `make_programs.py SEED 20 FOLDER` makes the same kernels again.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent
KERNELS = 20            # of one seed
COMPILE = ["-O0", "-w", "-fwrapv", "-ffp-contract=off", "-fPIC", "-shared"]


def run(*command, **options):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, timeout=600, **options)


def compare(folder, ptx):
    """What differs, in lines; nothing: all is the same."""
    library = pathlib.Path(folder, "host.so")
    compiled = run(os.environ["CC"], *COMPILE, f"-I{HERE}", pathlib.Path(folder, "host.c"), "-o", library, "-lm")
    if compiled.returncode != 0:
        return f"the host's compiler: {compiled.stderr[:1000]}"
    compared = run(os.environ["RANDOM_RUN"], ptx, library)
    return "" if compared.returncode == 0 else compared.stdout + compared.stderr


def compare_seed(seed, folder):
    made = run(sys.executable, HERE / "make_programs.py", seed, KERNELS, folder)
    if made.returncode != 0:
        return f"the generator: {made.stderr[-1000:]}"
    # the compiler has as long as it may be given: with sanitizers it is several times slower
    compiled = run(os.environ["GRIDLOOM_CLI"], "compile", "--ptx", "--compile-seconds", "600", pathlib.Path(folder, "device.cu"))
    if compiled.returncode != 0:
        return f"NVRTC: {compiled.stderr[-1000:]}"
    pathlib.Path(folder, "device.ptx").write_text(compiled.stdout)
    return compare(folder, pathlib.Path(folder, "device.ptx"))


def tell(number, name, difference):
    print(f"{'not ok' if difference else 'ok'} {number} - {name}", flush=True)
    for line in difference.splitlines()[:30]:
        print(f"# {line}", flush=True)


def main():
    number = 0
    for found in sorted(HERE.glob("found/*/device.ptx")):
        with tempfile.TemporaryDirectory(prefix="gridloom-random-") as folder:
            shutil.copy(found.parent / "host.c", folder)
            number += 1
            tell(number, f"/random/found/{found.parent.name}", compare(folder, found))
    seed = int(os.environ.get("RANDOM_SEED", "1"))
    end = time.monotonic() + float(os.environ.get("RANDOM_SECONDS", "60"))
    while number == 0 or time.monotonic() < end:
        folder = tempfile.mkdtemp(prefix="gridloom-random-")
        difference = compare_seed(seed, folder)
        number += 1
        tell(number, f"/random/seed-{seed}", difference + f"\nkept in {folder}" if difference else "")
        if not difference:
            shutil.rmtree(folder)
        seed += 1
    print(f"1..{number}")


if __name__ == "__main__":
    main()
