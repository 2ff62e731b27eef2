"""What CUDA says a texture fetch gives: by the programming guide's chapter on texture fetching, and where that is silent
by what an H200 gave: normalized coordinates have 21 bits of fraction, the index that a mirror shows is mirrored rather than
the coordinate, layers are counted without a sign, and what is gathered of numbers that cells don't have is 0.

Exact numbers (fractions) throughout; only what a format stores is rounded.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import math
import struct
from fractions import Fraction

WRAP, CLAMP, MIRROR, BORDER = 'wrap', 'clamp', 'mirror', 'border'
WIDTHS = {'i1': 8, 'u1': 8, 'i2': 16, 'u2': 16, 'i4': 32, 'u4': 32, 'f2': 16, 'f4': 32}


def to_float(value):
    """The nearest float, as a number."""
    return struct.unpack('<f', struct.pack('<f', float(value)))[0]


class Texture:
    """cells: numbers of each cell, x fastest, then y, z or the layer. extents: x first, without layers."""

    def __init__(self, dtype, lanes, extents, layers, cells, modes, linear, normalized, normalized_float):
        self.dtype, self.lanes, self.extents, self.layers, self.cells = dtype, lanes, extents, layers, cells
        self.linear, self.normalized, self.normalized_float = linear, normalized, normalized_float
        # "wrap and mirror are only supported for normalized coordinates": else as clamp.
        self.modes = [CLAMP if mode in (WRAP, MIRROR) and not normalized else mode for mode in modes]

    def value(self, cell, lane):
        number = self.cells[cell * self.lanes + lane]
        if not self.normalized_float:
            return Fraction(number)
        bits = WIDTHS[self.dtype]
        most = (1 << bits) - 1 if self.dtype[0] == 'u' else (1 << (bits - 1)) - 1
        return max(Fraction(number, most), Fraction(-1))

    def place(self, axis, coordinate):
        """The coordinate in cells."""
        at, n = Fraction(coordinate), self.extents[axis]
        if not self.normalized:
            return at
        at = Fraction(math.floor(at * (1 << 21)), 1 << 21)
        if self.modes[axis] == WRAP:
            at -= math.floor(at)
        return at * n

    def index(self, axis, i):
        """Which cell index i means; None: the border."""
        n = self.extents[axis]
        if 0 <= i < n:
            return i
        if self.modes[axis] == BORDER:
            return None
        if self.modes[axis] == WRAP:
            return i % n
        if self.modes[axis] == MIRROR:
            i %= 2 * n
            return i if i < n else 2 * n - 1 - i
        return 0 if i < 0 else n - 1

    def cell(self, indices, layer):
        if None in indices:
            return None
        # PTX: an unsigned number, clamped.
        at = min(layer & 0xffffffff, self.layers - 1)
        for axis in reversed(range(len(indices))):
            at = at * self.extents[axis] + indices[axis]
        return at

    def pair(self, axis, coordinate):
        """Both cells of a linear filter, and the weight of the second: 1.8 fixed point."""
        fixed = math.floor((self.place(axis, coordinate) - Fraction(1, 2)) * 256 + Fraction(1, 2))
        return [self.index(axis, fixed // 256 + i) for i in (0, 1)], Fraction(fixed % 256, 256)

    def fetch(self, coordinates, layer=0):
        """A number for each lane."""
        if not self.linear:
            indices = [self.index(axis, math.floor(self.place(axis, at))) for axis, at in enumerate(coordinates)]
            cell = self.cell(indices, layer)
            return [self.value(cell, lane) if cell is not None else Fraction(0) for lane in range(self.lanes)]
        pairs = [self.pair(axis, at) for axis, at in enumerate(coordinates)]
        sums = [Fraction(0)] * self.lanes
        for corner in range(1 << len(pairs)):
            weight = Fraction(1)
            for axis, (_, second) in enumerate(pairs):
                weight *= second if corner >> axis & 1 else 1 - second
            cell = self.cell([pairs[axis][0][corner >> axis & 1] for axis in range(len(pairs))], layer)
            for lane in range(self.lanes):
                if weight and cell is not None:
                    sums[lane] += weight * self.value(cell, lane)
        return sums

    def gather(self, coordinates, component):
        """That component of four cells, against the clock from the lower left."""
        pairs = [self.pair(axis, at)[0] for axis, at in enumerate(coordinates)]
        values = []
        for x, y in ((0, 1), (1, 1), (1, 0), (0, 0)):
            cell = self.cell([pairs[0][x], pairs[1][y]], 0)
            if component >= self.lanes:
                values.append(Fraction(0))
            else:
                values.append(self.value(cell, component) if cell is not None else Fraction(0))
        return values

    def texel(self, index):
        """tex1Dfetch: nothing outside."""
        inside = 0 <= index < self.extents[0]
        return [self.value(index, lane) if inside else Fraction(0) for lane in range(self.lanes)]
