#!/usr/bin/env python3
"""Each instruction that makes registers of registers gives the same in every form, and what the oracle says.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import pathlib
import random
import subprocess
import sys
import tempfile

import make_forms

HERE = pathlib.Path(__file__).parent
CASES = HERE.parent / "ptx" / "cases" / "assembler.txt"
MODULE = 60             # instructions of a module
SHOWN = 40              # differences


def write_modules(folder, only):
    """Stems by mnemonic."""
    lines = sorted({line.strip() for line in CASES.read_text().splitlines(True) if line[0] not in "#\n" and " %" in line})
    by_mnemonic, stems = {}, {}
    for line in lines:
        by_mnemonic.setdefault(line.split(".")[0].split()[0], []).append(line)
    for mnemonic, group in sorted(by_mnemonic.items()):
        if only and mnemonic not in only:
            continue
        made = [pair for n, line in enumerate(group) if (pair := make_forms.make(random.Random(line), line, n))]
        for i in range(0, len(made), MODULE):
            stem = folder / f"{mnemonic}-{i}"
            part = made[i:i + MODULE]
            stem.with_suffix(".ptx").write_text(".version 7.8\n.target sm_80\n.address_size 64\n\n" +
                                                "".join(text for text, _, _ in part))
            stem.with_suffix(".bin").write_bytes(b"".join(record for _, records, _ in part for record in records))
            stems.setdefault(mnemonic, []).append(stem)
        if made:
            print(f"# {mnemonic}: {len(made)} instructions, {sum(known for _, _, known in made)} of them by the oracle")
    return stems


def main():
    with tempfile.TemporaryDirectory(prefix="gridloom-forms-") as folder:
        stems = write_modules(pathlib.Path(folder), sys.argv[1:])
        print(f"1..{len(stems)}")
        for number, (mnemonic, found) in enumerate(stems.items(), 1):
            done = subprocess.run([os.environ["FORM_RUN"], *found], capture_output=True, text=True, check=False)
            print(f"{'ok' if done.returncode == 0 else 'not ok'} {number} - /forms/{mnemonic}", flush=True)
            if done.returncode != 0:
                for line in (done.stdout + done.stderr).splitlines()[:SHOWN]:
                    print(f"# {line}")


if __name__ == "__main__":
    main()
