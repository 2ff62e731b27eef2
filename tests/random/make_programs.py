#!/usr/bin/env python3
"""Writes kernels of a seed for both sides: FOLDER/device.cu, and FOLDER/host.c with their launches.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import argparse
import pathlib
import random

from kernels import Kernel

HERE = pathlib.Path(__file__).parent


def random_bytes(rng, kind, n):
    if "f32" in kind:
        edges = [0, 1 << 31, 0x7f800000, 0x7fffffff, 1, 0x3f800000]
        numbers = [rng.choice(edges) if rng.random() < 0.1 else rng.getrandbits(32) if rng.random() < 0.2 else
                   0x3f000000 + rng.getrandbits(25) for _ in range(n)]
        return "u32", [0x7fffffff if (number & 0x7fffffff) > 0x7f800000 else number for number in numbers]
    bits = 16 if "16" in kind else 32
    return f"u{bits}", [rng.getrandbits(rng.choice([3, 8, bits])) for _ in range(n)]


def array_lines(kernel, rng, kind, name, cells):
    """Declares an array and its cells' notes; returns the entry of the table."""
    base = kind.replace("const ", "").replace(" *", "")
    whole = f"{kernel.name}_{name}"
    if kind.startswith("const"):
        of, numbers = random_bytes(rng, kind, cells)
        yield f"static {of} {whole}[{cells}] = {{ {', '.join(map(str, numbers))} }};"
    else:
        begin = ""
        if name in ("sums", "totals"):
            begin = f" = {{ {', '.join(str(rng.getrandbits(31)) for _ in range(cells))} }}"
        yield f"static {base} {whole}[{cells}]{begin};"
    yield f"static RandomCell {whole}_cells[{cells}];"
    return f'{{ "{name}", {whole}, sizeof {whole}, sizeof (*{whole}), {whole}_cells }}'


def program_lines(kernel, rng):
    entries, passed = [], []
    for i, (kind, name, cells) in enumerate(kernel.parameters()):
        if cells is not None:
            entries.append((yield from array_lines(kernel, rng, kind, name, cells)))
            passed.append(f"args[{i}]")
            continue
        whole, kind = f"{kernel.name}_{name}", kind.strip()
        if kind == "Record":
            yield f"static Record {whole} = {{ -5, 200, -300, 2.5, {{ 7, 0xffffffffu, 12345 }} }};"
        elif kind == "f32":
            yield f"static f32 {whole} = {rng.choice(['0.1f', '-3.75f', '1e10f', '16777217.0f', '-1e-40f'])};"
        else:
            yield f"static {kind} {whole} = {kernel.value_text(name)};"
        entries.append(f'{{ "{name}", &{whole}, sizeof {whole}, 0, NULL }}')
        passed.append(f"*({kind} *) args[{i}]")
    yield f"static RandomArg {kernel.name}_args[] = {{ {', '.join(entries)} }};"
    yield f"static void run_{kernel.name} (void *const *args) {{ {kernel.name} ({', '.join(passed)}); }}"


def host_text(kernels, rng):
    lines = ['#include "host.h"', (HERE / "helpers.h").read_text()]
    lines += [kernel.text() for kernel in kernels]
    for kernel in kernels:
        lines += program_lines(kernel, rng)
    lines.append("const RandomProgram random_programs[] = {")
    for kernel in kernels:
        block, grid = (", ".join(map(str, extent)) for extent in (kernel.block, kernel.grid))
        lines.append(f'  {{ "{kernel.name}", {{ {block} }}, {{ {grid} }}, {int(kernel.waits)}, run_{kernel.name}, '
                     f"{kernel.name}_args, {len(kernel.parameters())} }},")
    lines += ["};", f"const unsigned random_n_programs = {len(kernels)};", ""]
    return "\n".join(lines)


def make(seed, n, folder):
    kernels = [Kernel(f"{seed}/{i}", f"k{i}") for i in range(n)]
    device = (HERE / "device.h").read_text() + (HERE / "helpers.h").read_text()
    (folder / "device.cu").write_text(device +
                                      "\n".join(kernel.text() for kernel in kernels))
    (folder / "host.c").write_text(host_text(kernels, random.Random(f"{seed}/inputs")))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("seed")
    parser.add_argument("n", type=int, help="kernels")
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    make(options.seed, options.n, options.folder)


if __name__ == "__main__":
    main()
