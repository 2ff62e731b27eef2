#!/usr/bin/env python3
"""What a GPU gave for the random PTX programs, kept compactly.

    ptx_recording.py TABLE FOLDER       makes ptx-recorded.xz of what record-ptx left in FOLDER

SPDX-License-Identifier: GPL-3.0-or-later
"""

import hashlib
import lzma
import pathlib
import struct
import sys

PATH = pathlib.Path(__file__).with_name("ptx-recorded.xz")
HEAD = struct.Struct("<II")                 # bytes of the table of instructions, programs
OF_OUTPUT, OF_TEXT = 6, 2                   # bytes of a program's digests; an output's are zeros where PTX leaves it open
ROW = struct.Struct("<I8s8s8s")             # as record-ptx writes it
# Programs whose answer PTX leaves open though the two levels of optimisation agreed, and why.
OPEN = {}


class Recording:
    """The table that the programs were made of, and what they gave."""

    def __init__(self, path=PATH):
        data = lzma.decompress(path.read_bytes())
        size, self.count = HEAD.unpack_from(data)
        self.table = data[HEAD.size:HEAD.size + size].decode()
        rows = data[HEAD.size + size:]
        self.outputs, self.texts = rows[:self.count * OF_OUTPUT], rows[self.count * OF_OUTPUT:]

    def slice(self, first, count):
        """What ptx-run compares with."""
        return self.outputs[first * OF_OUTPUT:(first + count) * OF_OUTPUT]

    def is_text(self, number, text):
        """Whether this is the program that was run; unknown ones are."""
        kept = self.texts[number * OF_TEXT:(number + 1) * OF_TEXT]
        return kept in (bytes(OF_TEXT), b"") or kept == hashlib.sha256(text.encode()).digest()[:OF_TEXT]

    def counted(self):
        """How many answers there are."""
        return sum(any(self.slice(i, 1)) for i in range(self.count))


def main():
    table, folder = pathlib.Path(sys.argv[1]).read_bytes(), pathlib.Path(sys.argv[2])
    rows = {row[0]: row[1:] for row in ROW.iter_unpack((folder / "digests").read_bytes())}
    count = max(rows) + 1
    outputs, texts = bytearray(count * OF_OUTPUT), bytearray(count * OF_TEXT)
    for number, (optimised, plain, text) in rows.items():
        texts[number * OF_TEXT:(number + 1) * OF_TEXT] = text[:OF_TEXT]
        if optimised == plain and number not in OPEN:
            outputs[number * OF_OUTPUT:(number + 1) * OF_OUTPUT] = optimised[:OF_OUTPUT]
    PATH.write_bytes(lzma.compress(HEAD.pack(len(table), count) + table + bytes(outputs) + bytes(texts), preset=9))
    print(f"{Recording().counted()} of {count} programs have an answer, {PATH.stat().st_size} bytes")


if __name__ == "__main__":
    main()
