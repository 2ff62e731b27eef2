#!/usr/bin/env python3
"""Random PTX programs give the same however they are run, and what a GPU recorded: a fixed quarter of them.

RANDOM_PTX=all runs all; RANDOM_PTX=FIRST-LAST those. What differs stays in the folder that is named.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

import ptx_instructions
import ptx_matrix
import ptx_programs
import ptx_random
from ptx_recording import PATH, Recording

PROGRAMS, TOGETHER = 12000, 40
ROWS = pathlib.Path(__file__).resolve().parents[2] / "src" / "ptx" / "loom-ptx-opcodes.def"
LOOKED_AT = 300         # programs, for instructions that do not stand in the table


def choose_modules():
    wish = os.environ.get("RANDOM_PTX", "")
    if wish == "all":
        return range(0, PROGRAMS, TOGETHER)
    if wish:
        first, last = map(int, wish.split("-"))
        return range(first // TOGETHER * TOGETHER, last + 1, TOGETHER)
    return range(0, PROGRAMS, 4 * TOGETHER)


def compare(first, table, recording):
    """What differs among the programs of a module, in lines."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="gridloom-ptx-"))
    text, launches = ptx_programs.module(table, first, TOGETHER)
    files = {"module.ptx": text.encode(), "input": ptx_random.make_input(), "launches": b"".join(launches),
             "recorded": recording.slice(first, TOGETHER) if recording else b""}
    for name, data in files.items():
        (folder / name).write_bytes(data)
    changed = [f"p{i} is another program than was recorded" for i in range(first, first + TOGETHER)
               if recording and not recording.is_text(i, ptx_programs.text_of(table, i))]
    done = subprocess.run([os.environ["PTX_RUN"], *(folder / name for name in files)], capture_output=True, text=True, check=False,
                          timeout=300)
    if done.returncode == 0 and not changed:
        shutil.rmtree(folder)
        return []
    return changed[:3] + (done.stdout + done.stderr).splitlines()[:20] + [f"kept in {folder}"]


def instruction_names(table):
    """The names of all instructions that programs are made of."""
    names = {i.name for part in table for i in part} | {p[1][0] for p in ptx_matrix.STATEMENTS if isinstance(p[1], tuple)}
    for index in range(LOOKED_AT):
        for part in re.split(r"[;{\n]", ptx_programs.text_of(table, index)):
            words = [word for word in part.split() if word[0] != "@"]
            names.update(words[:1])
    return names


def find_uncovered(table):
    """Rows of the table of opcodes of which no program is made, but for those that are named with a reason."""
    names = [name.split(".") for name in instruction_names(table)]

    def covers(words, row):
        rest = iter(words)
        return words[0] == row[0] and all(part in rest for part in row)

    rows = re.findall(r'^LOOM_PTX_OPCODE \(\w+, "([^"]+)"', ROWS.read_text(), re.M)
    return [row for row in rows if row not in ptx_instructions.NO_PROGRAM and
            not any(covers(words, row.split(".")) for words in names)]


def tell(number, name, lines):
    print(f"{'not ok' if lines else 'ok'} {number} - {name}", flush=True)
    for line in lines:
        print(f"# {line}", flush=True)


def main():
    recording = Recording() if PATH.exists() else None
    table = ptx_instructions.read(recording.table if recording else ptx_instructions.TABLE.read_text())
    modules = choose_modules()
    print(f"1..{len(modules) + 1}")
    print(f"# {recording.counted() if recording else 0} programs were recorded on a GPU")
    tell(1, "/random/ptx/covers-the-table", find_uncovered(table))
    with concurrent.futures.ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
        for number, lines in enumerate(pool.map(lambda first: compare(first, table, recording), modules), 2):
            tell(number, f"/random/ptx/{modules[number - 2]}", lines)


if __name__ == "__main__":
    main()
