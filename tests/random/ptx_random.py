"""Numbers that are a function of a program's number alone, and what all programs read.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import struct

MASK = (1 << 64) - 1
CELLS = 1024            # that an index may be taken modulo
BEYOND = 64             # cells behind them
CELL = 16               # bytes
KINDS = ("h", "r", "rd", "f", "fd")
AREA = {kind: (CELLS + BEYOND) * CELL * i for i, kind in enumerate(KINDS)}

EDGES = {
    "h": (0, 1, 2, 7, 15, 16, 31, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x0400, 0x03ff, 0x7e00,
          0x3f80, 0x7f80, 0x7bff, 0x4200),
    "r": (0, 1, 2, 3, 5, 8, 31, 32, 33, 63, 255, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 0x0000ffff,
          0xffff0000, 0x3c003c00, 0x00010001, 0x80008000, 0x7f7f8080),
    "rd": (0, 1, 2, 3, 63, 64, 65, 0xffffffff, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 63) + 1, MASK - 1, MASK),
    "f": (0, 0x80000000, 1, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fffffff, 0x00800000, 0x007fffff, 0x7f7fffff,
          0x3eaaaaab, 0x4b800000, 0x4f000000, 0xcf000000, 0x5f000000, 0x40490fdb, 0xc2f6e979, 0x3f000000),
    "fd": (0, 1 << 63, 1, 0x3ff0000000000000, 0xbff0000000000000, 0x7ff0000000000000, 0xfff0000000000000, 0x7fffffffffffffff,
           0x0010000000000000, 0x000fffffffffffff, 0x7fefffffffffffff, 0x3fd5555555555555, 0x41e0000000000000,
           0x43e0000000000000, 0x47efffffe0000000, 0x3810000000000000, 0x36a0000000000000),
}
BITS = {"h": 16, "r": 32, "rd": 64, "f": 32, "fd": 64}


class Generator:
    """splitmix64, as published by Sebastiano Vigna."""

    def __init__(self, seed):
        self.state = seed & MASK

    def word(self):
        self.state = (self.state + 0x9e3779b97f4a7c15) & MASK
        z = self.state
        z = ((z ^ z >> 30) * 0xbf58476d1ce4e5b9) & MASK
        z = ((z ^ z >> 27) * 0x94d049bb133111eb) & MASK
        return z ^ z >> 31

    def below(self, n):
        return self.word() % n

    def choice(self, items):
        return items[self.below(len(items))]

    def chance(self, percent):
        return self.below(100) < percent

    def shuffled(self, items):
        items = list(items)
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


def scattered(number):
    """The seed of a program. Numbers next to each other would be the same sequence, shifted by one."""
    return Generator(Generator(number).word() ^ MASK).word()


def number(rng, kind):
    """Bits of a value: an edge, a small or moderate one, or anything."""
    draw = rng.below(100)
    if draw < 40:
        return rng.choice(EDGES[kind])
    if kind == "f":
        if draw < 90:
            return rng.below(1 << 23) | (rng.below(40) + 107) << 23 | rng.below(2) << 31
        bits = rng.word() & 0xffffffff
        return bits if bits & 0x7fffffff <= 0x7f800000 else 0x7fffffff
    if kind == "fd":
        if draw < 90:
            return rng.word() & (1 << 52) - 1 | (rng.below(80) + 983) << 52 | rng.below(2) << 63
        bits = rng.word()
        return bits if bits & MASK >> 1 <= 0x7ff << 52 else MASK >> 1
    if draw < 60:
        return rng.below(70)
    return rng.word() & (1 << BITS[kind]) - 1


def make_input():
    """The bytes that every program reads, and that what it writes to begins with."""
    rng, parts = Generator(1), []
    for kind in KINDS:
        per_cell, code = CELL * 8 // BITS[kind], {16: "H", 32: "I", 64: "Q"}[BITS[kind]]
        n = (CELLS + BEYOND) * per_cell
        parts.append(struct.pack(f"<{n}{code}", *(number(rng, kind) for _ in range(n))))
    return b"".join(parts)
