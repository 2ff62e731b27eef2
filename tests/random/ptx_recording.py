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
# Programs whose answer is not held against the simulator's though the two levels of optimisation agreed, and why.
OPEN = dict.fromkeys((
    2, 7, 8, 18, 107, 152, 169, 241, 326, 343, 345, 362, 367, 372, 392, 411, 429, 458, 514, 528, 542, 567, 592, 600, 609,
    634, 637, 713, 749, 763, 840, 873, 941, 998, 1004, 1046, 1086, 1093, 1096, 1101, 1109, 1211, 1326, 1353, 1372, 1376,
    1377, 1387, 1398, 1421, 1471, 1548, 1556, 1622, 1640, 1721, 1799, 1814, 1864, 1879, 1887, 1929, 1956, 1987, 2005,
    2050, 2083, 2097, 2118, 2158, 2210, 2280, 2305, 2389, 2419, 2442, 2542, 2569, 2594, 2609, 2610, 2625, 2676, 2696,
    2700, 2730, 2759, 2870, 2890, 2904, 2944, 2968, 3015, 3052, 3112, 3133, 3142, 3158, 3178, 3250, 3306, 3436, 3461,
    3547, 3581, 3601, 3629, 3730, 3735, 3752, 3792, 3893, 3989, 4023, 4041, 4058, 4086, 4154, 4219, 4364, 4373, 4413,
    4415, 4449, 4464, 4492, 4503, 4507, 4617, 4624, 4766, 4774, 4860, 4868, 4943, 4967, 5022, 5094, 5143, 5159, 5175,
    5198, 5232, 5252, 5276, 5340, 5400, 5415, 5549, 5591, 5706, 5709, 5775, 5869, 5896, 5963, 6094, 6123, 6145, 6176,
    6208, 6306, 6343, 6369, 6516, 6619, 6652, 6719, 6829, 6927, 7099, 7163, 7187, 7268, 7288, 7320, 7326, 7341, 7373,
    7494, 7503, 7528, 7560, 7585, 7609, 7630, 7634, 7790, 7889, 7891, 7997, 8008, 8095, 8173, 8304, 8315, 8317, 8325,
    8338, 8372, 8401, 8407, 8459, 8486, 8537, 8562, 8622, 8643, 8678, 8690, 8747, 8826, 8837, 8918, 8926, 9029, 9040,
    9090, 9091, 9105, 9175, 9257, 9340, 9371, 9377, 9460, 9493, 9561, 9650, 9679, 9694, 9720, 9751, 9779, 9835, 9910,
    9959, 9975, 10045, 10089, 10156, 10221, 10268, 10271, 10291, 10368, 10379, 10420, 10448, 10460, 10498, 10677, 10752,
    10766, 10769, 10789, 10816, 10838, 10874, 10925, 10954, 10973, 10974, 11004, 11014, 11077, 11082, 11266, 11335, 11399,
    11402, 11459, 11465, 11613, 11644, 11715, 11740, 11794, 11829, 11888, 11921, 11950
), "ptxas 13.0 lets a set, testp, vadd4 or vsub4 that it takes apart change its destination although its guard forbids it")
OPEN |= dict.fromkeys((7231, 9586, 10467), "no output was kept, only a digest, so the cause is not known")


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
