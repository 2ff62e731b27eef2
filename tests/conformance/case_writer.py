"""Writes cases of single PTX instructions in the format of the conformance corpus.

SPDX-License-Identifier: GPL-3.0-or-later

A case is one kernel in which each thread loads its inputs, executes a family of instructions one after the other and
stores what each gave. What it should give is recorded on a GPU (record-cases); this file decides only what is asked.
"""

import math
import random
import struct

N = 384                                     # 256 pairs of edge values, 128 random ones
LAUNCH = "block=64,1,1\ngrid=6,1,1\nshared=0\n"

# type: (register, load and store, bytes, dtype of .npy, trailing dimension, view)
TYPES = {
    "u8": ("b16", "u8", 1, "u1"), "s8": ("b16", "s8", 1, "i1"), "b8": ("b16", "b8", 1, "u1"),
    "u16": ("b16", "b16", 2, "u2"), "s16": ("b16", "b16", 2, "i2"), "b16": ("b16", "b16", 2, "u2"),
    "u32": ("b32", "b32", 4, "u4"), "s32": ("b32", "b32", 4, "i4"), "b32": ("b32", "b32", 4, "u4"),
    "u64": ("b64", "b64", 8, "u8"), "s64": ("b64", "b64", 8, "i8"), "b64": ("b64", "b64", 8, "u8"),
    "f32": ("f32", "f32", 4, "f4"), "f64": ("f64", "f64", 8, "f8"),
    "f16": ("b16", "b16", 2, "f2"), "bf16": ("b16", "b16", 2, "u2"),
    "f16x2": ("b32", "b32", 4, "f2"), "bf16x2": ("b32", "b32", 4, "u2"),
    "u16x2": ("b32", "b32", 4, "u2"), "s16x2": ("b32", "b32", 4, "i2"),
}


def mask(bits):
    return (1 << bits) - 1


def float_bits(kind, value):
    """The bits of a number rounded to a type; kind is f16, bf16, f32 or f64."""
    if kind == "f64":
        return struct.unpack("<Q", struct.pack("<d", value))[0]
    if kind == "bf16":
        return float_bits("f32", value) >> 16
    try:
        if kind == "f32":
            return struct.unpack("<I", struct.pack("<f", value))[0]
        return struct.unpack("<H", struct.pack("<e", value))[0]
    except (OverflowError, struct.error):
        infinity = {"f32": 0x7f800000, "f16": 0x7c00}[kind]
        return infinity | ((1 << (31 if kind == "f32" else 15)) if value < 0 else 0)


FLOAT_LAYOUT = {"f16": (5, 10), "bf16": (8, 7), "f32": (8, 23), "f64": (11, 52)}


def float_edges(kind):
    exponent, fraction = FLOAT_LAYOUT[kind]
    sign = 1 << (exponent + fraction)
    infinity = mask(exponent) << fraction
    one = float_bits(kind, 1.0)
    return [0, sign, one, sign | one, 1, sign | mask(fraction), 1 << fraction, infinity - 1, infinity,
            sign | infinity, infinity | 1 << (fraction - 1), float_bits(kind, 1.5), float_bits(kind, 0.1),
            sign | float_bits(kind, 3.0), one | 1, sign | (1 << fraction) | 1]


def int_edges(bits):
    top = 1 << (bits - 1)
    return [0, 1, mask(bits), 2, mask(bits) - 1, 7, bits - 1, bits, top, top - 1, top + 1, top - 2,
            int("01" * (bits // 2), 2), int("10" * (bits // 2), 2), 3 << (bits // 2 - 1), mask(bits // 2)]


def random_float(kind, rng):
    exponent, fraction = FLOAT_LAYOUT[kind]
    bias = mask(exponent - 1)
    spread = min(bias - 1, 12)
    return (rng.getrandbits(1) << (exponent + fraction) | (bias + rng.randint(-spread, spread)) << fraction |
            rng.getrandbits(fraction))


def scalar_values(kind, letter):
    """The N bit patterns of input `letter` of a type."""
    rng = random.Random(f"{kind} {letter}")
    is_float = kind in FLOAT_LAYOUT
    width = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}.get(kind) or int(kind[1:])
    edges = float_edges(kind) if is_float else int_edges(width)
    draw = (lambda: random_float(kind, rng)) if is_float else (lambda: rng.getrandbits(width))
    if letter == "k":                       # for conversions: around every border of an integer type
        return conversion_values(kind, rng, draw)
    if letter == "n":                       # counts, positions, lengths
        return [(i * 7 + i // 73) % 72 if i < 360 else rng.getrandbits(min(width, 8)) for i in range(N)]
    if letter == "z":                       # divisors
        return [v or 3 for v in scalar_values(kind, "b")]
    if letter == "t":                       # moderate arguments of transcendental functions
        return [float_bits(kind, (i - 192) * 0.0813) for i in range(N)]
    if letter == "m":                       # small enough that sums of products are exact in any order
        return [float_bits(kind, (i * 37 % 17 - 8) / 4) if is_float else i % 17 for i in range(N)]
    if letter == "e":                       # equal in groups of lanes
        return [edges[i // 5 % 4] for i in range(N)]
    if letter == "w":                       # no two alike
        return [rng.getrandbits(width) for _ in range(N)]
    if letter in "vulho" and is_float:      # products, quotients and sums around the least normal number
        exponent, fraction = FLOAT_LAYOUT[kind]
        fraction, least = (fraction, -(1 << exponent - 1) + 2) if kind != "f64" else (52, -126)
        step = 2.0 ** -fraction if kind != "f64" else 2.0 ** -26
        small = [(i % 24 - 12) * step for i in range(N)]
        other = [(i // 24 - 8) * step for i in range(N)]
        half = 2.0 ** (least // 2)
        return [float_bits(kind, {"v": half * (1 + small[i]), "u": (half if kind == "f16" else 2.0 ** (least - least // 2)) *
                                  (1 + other[i]), "l": 2.0 ** least * (1 + small[i] / 2), "h": 2.0 ** -least * (1 + small[i]),
                                  "o": 2.0 ** (least - 1) * other[i]}[letter]) for i in range(N)]
    if letter in "qr" and not is_float:     # NaNs, infinities and a few numbers
        special = {32: [0x7f800001, 0x7fc00000, 0xffc12345, 0x7fffffff, 0xffbfffff, 0xffffffff, 0x7f800000, 0xff800000,
                        0, 0x3f800000, 0xbf800000, 0x7f812345],
                   64: [0x7ff0000000000001, 0x7ff8000000000000, 0xfff8123456789abc, 0x7fffffffffffffff, 0xfff7ffffffffffff,
                        0xffffffffffffffff, 0x7ff0000000000000, 0xfff0000000000000, 0, 0x3ff0000000000000,
                        0xbff0000000000000, 0x7ff123456789abcd]}[width]
        return [special[i % 12 if letter == "q" else i // 12 % 12] for i in range(N)]
    if letter == "y":                       # which two of four a sparse matrix has
        return [sum(rng.choice((0x4, 0x8, 0xc, 0x9, 0xd, 0xe)) << 4 * n for n in range(8)) for _ in range(N)]
    if letter == "x":                       # which one of two it has
        return [sum(rng.choice((0x4, 0xe)) << 4 * n for n in range(8)) for _ in range(N)]
    if letter == "p":                       # positive
        return [v & mask(width - 1) for v in scalar_values(kind, "a")]
    place = {"a": lambda i: i // 16, "b": lambda i: i % 16, "c": lambda i: (i * 7 + i // 16 + 3) % 16}[letter]
    return [edges[place(i)] if i < 256 else draw() for i in range(N)]


def conversion_values(kind, rng, draw):
    if kind not in FLOAT_LAYOUT:
        borders = [s << b for b in (0, 7, 8, 15, 16, 23, 24, 31, 32, 52, 53, 62, 63) for s in (1, 3)]
        width = int(kind[1:])
        values = [(b + d) & mask(width) for b in borders for d in (-2, -1, 0, 1, 2)]
        values += [(-b + d) & mask(width) for b in borders for d in (-1, 0, 1)]
        return (values + [draw() >> rng.randrange(width) for _ in range(N)])[:N]
    values = list(float_edges(kind))
    for border in (0.5, 1, 1.5, 2, 2.5, 3.5, 126.5, 127, 127.5, 128, 128.5, 129, 254.5, 255, 255.5, 256, 2047, 2049,
                   32766.5, 32767, 32767.5, 32768, 32769, 65503, 65519, 65520, 65535, 65535.5, 65536, 2.0**24 + 2,
                   2.0**31 - 128, 2.0**31 - 0.5, 2.0**31, 2.0**31 + 256, 2.0**32 - 256, 2.0**32 - 0.5, 2.0**32,
                   2.0**53 + 2, 2.0**63 - 1024, 2.0**63, 2.0**64 - 2048, 2.0**64, 2.0**70, 2.0**127, 1e300, 1e-5,
                   6e-8, 3e-8, 2.98e-8, 6.1e-5, 1e-38, 1.2e-38, 1e-40, 7e-46, 9.2e-41, 1e-310, 0.49999999999999994):
        for value in (border, -border):
            bits = float_bits(kind, value)
            values += [bits] if len(values) > 250 else [bits, bits + 1]
    return (values + [draw() for _ in range(N)])[:N]


def element_values(kind, letter):
    """Bit patterns of the elements in memory: two halves for the packed types."""
    if not kind.endswith("x2"):
        return scalar_values(kind, letter)
    halves = scalar_values(kind[:-2], letter)
    return [halves[i] | halves[(i * 5 + 131) % N] << 16 for i in range(N)]


def npy(dtype, shape, data):
    shape_text = "(" + ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "") + ")"
    order = "|" if dtype[1:] == "1" else "<"
    header = f"{{'descr': '{order}{dtype}', 'fortran_order': False, 'shape': {shape_text}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data


def shape_of(kind):
    return (N, 2) if kind.endswith("x2") else (N,)


def input_file(kind, letter):
    size = TYPES[kind][2]
    data = b"".join(v.to_bytes(size, "little") for v in element_values(kind, letter))
    return npy(TYPES[kind][3], shape_of(kind), data)


class Case:
    """One kernel that executes a family of instructions."""

    def __init__(self, name, target="sm_75", tags=""):
        self.name, self.target, self.tags = name, target, tags
        self.inputs = {}                    # (type, letter) -> register
        self.inouts = []                    # (type, letter, register of the address)
        self.outputs = []                   # (type, tolerance)
        self.text = []
        self.version = "7.8"
        self.declarations = []

    def source(self, kind, letter):
        key = (kind, letter)
        if key not in self.inputs:
            self.inputs[key] = f"%{kind}_{letter}"
        return self.inputs[key]

    def result(self, kind, tolerance="bits"):
        self.outputs.append((kind, tolerance))
        return f"%d{len(self.outputs) - 1}"

    def base(self, kind, letter):
        """The parameter that holds the address of a whole input."""
        self.source(kind, letter)
        return f"in{list(self.inputs).index((kind, letter))}"

    def cell(self, kind, letter, tolerance="bits"):
        """A register with the address of a cell of its own for each thread, compared afterwards."""
        self.inouts.append((kind, letter, tolerance))
        return f"%q{len(self.inouts) - 1}"

    def op(self, name, results, sources, tolerance="bits", immediates="", pattern=None):
        """name d.., s.., immediates; results and sources are types, a source may be (type, letter) or literal text."""
        d = [self.result(kind, tolerance) for kind in results]
        s, letters = [], iter("abc")
        for source in sources:
            if isinstance(source, tuple):
                s.append(self.source(*source))
            elif source in TYPES:
                s.append(self.source(source, next(letters)))
            else:
                s.append(source)
        if pattern is not None:
            self.text.append(pattern.format(*d, *s))
        else:
            self.text.append(f"{name} {', '.join(d + s)}{immediates};")

    def compare(self, name, sources, quad=False, boolean=None):
        """A setp: predicates become numbers."""
        d = [self.result("u32") for _ in range(2 if quad else 1)]
        s = [self.source(kind, letter) for kind, letter in zip(sources, "abc")]
        extra = f", {boolean}" if boolean else ""
        targets = "p|q" if quad else "p"
        lines = ["{ .reg .pred p, q, r;"]
        if boolean:
            lines.append(f"and.b32 %tmp, {self.source('u32', 'c')}, 1; setp.ne.u32 r, %tmp, 0;")
        lines.append(f"{name} {targets}, {', '.join(s)}{extra};")
        lines.append(f"selp.u32 {d[0]}, 1, 0, p;")
        if quad:
            lines.append(f"selp.u32 {d[1]}, 1, 0, q;")
        self.text.append(" ".join(lines) + " }")

    def ptx(self):
        parameters, head, tail = [], [], []
        declare = [".reg .b32 %i, %t, %b, %n, %tmp;", ".reg .b64 %p;"]
        for index, ((kind, letter), register) in enumerate(self.inputs.items()):
            reg, mem, size, *_ = TYPES[kind]
            parameters.append(f".param .u64 in{index}")
            declare.append(f".reg .{reg} {register};")
            head += [f"ld.param.u64 %p, [in{index}];", f"mad.wide.u32 %p, %i, {size}, %p;",
                     f"ld.global.{mem} {register}, [%p];"]
        for index, (kind, _, _) in enumerate(self.inouts):
            size = TYPES[kind][2]
            parameters.append(f".param .u64 cell{index}")
            declare.append(f".reg .b64 %q{index};")
            head += [f"ld.param.u64 %q{index}, [cell{index}];", f"mad.wide.u32 %q{index}, %i, {size}, %q{index};"]
        for index, (kind, _) in enumerate(self.outputs):
            reg, mem, size, *_ = TYPES[kind]
            parameters.append(f".param .u64 out{index}")
            declare.append(f".reg .{reg} %d{index};")
            tail += [f"ld.param.u64 %p, [out{index}];", f"mad.wide.u32 %p, %i, {size}, %p;",
                     f"st.global.{mem} [%p], %d{index};"]
        prologue = ["mov.u32 %t, %tid.x;", "mov.u32 %b, %ctaid.x;", "mov.u32 %n, %ntid.x;",
                    "mad.lo.u32 %i, %b, %n, %t;"]
        body = declare + prologue + head + self.text + tail + ["ret;"]
        lines = "\n".join(f"    {line}" for line in body)
        extra = "".join(f"{line}\n" for line in self.declarations)
        return (f".version {self.version}\n.target {self.target}\n.address_size 64\n{extra}\n"
                f".visible .entry run({', '.join(parameters)})\n{{\n{lines}\n}}\n")

    def write(self, folder):
        path = folder / self.name
        path.mkdir(parents=True, exist_ok=True)
        inputs = folder / "_inputs"
        inputs.mkdir(exist_ok=True)
        arguments, expected = [], []

        def shared(kind, letter):
            file = inputs / f"{kind}_{letter}.npy"
            if not file.exists():
                file.write_bytes(input_file(kind, letter))
            return f"../_inputs/{file.name}"

        for kind, letter in self.inputs:
            arguments.append(f"array:{shared(kind, letter)}")
        compared = []
        for kind, letter, tolerance in self.inouts:
            compared.append((len(arguments), kind, tolerance))
            arguments.append(f"array-inout:{shared(kind, letter)}")
        for kind, tolerance in self.outputs:
            compared.append((len(arguments), kind, tolerance))
            shape = ",".join(map(str, shape_of(kind)))
            arguments.append(f"array-out:{numpy_name(kind)}:{shape}:fill=a5")
        for index, kind, tolerance in compared:
            view = ";view=bf16" if kind.startswith("bf16") else ""
            expected.append(f"arg{index}=expect_arg{index}.npy;{tolerance}{view}")
        lines = ["[kernel]", "ptx=kernel.ptx", "entry=run", f"arch={self.target}"]
        lines += [f"tags={self.tags}"] if self.tags else []
        lines += ["", "[launch]", LAUNCH, "[args]", f"count={len(arguments)}"]
        lines += [f"arg{i}={a}" for i, a in enumerate(arguments)]
        lines += ["", "[expect]"] + expected
        (path / "case.ini").write_text("\n".join(lines) + "\n")
        (path / "kernel.ptx").write_text(self.ptx())


def numpy_name(kind):
    return TYPES[kind][3]
