"""Random expressions of a known type, in C that the device and the host understand alike.

SPDX-License-Identifier: GPL-3.0-or-later
"""

BITS = {"i8": 8, "u8": 8, "i16": 16, "u16": 16, "i32": 32, "u32": 32, "i64": 64, "u64": 64}
INTEGERS = list(BITS)
FLOATS = ["f32", "f64"]
TYPES = INTEGERS + FLOATS
COMMON = ["i32", "u32", "i32", "u32", "i64", "u64", "f32", "f64", "i16", "u16", "i8", "u8"]
MODES = ["rn", "rz", "rd", "ru"]
EDGES_F32 = [0, 1 << 31, 1, 0x007fffff, 0x00800000, 0x3f800000, 0xbf800000, 0x3f7fffff, 0x4b000001, 0x4effffff, 0x4f000000,
             0xcf000000, 0x5f000000, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fffffff, 0x3eaaaaab, 0x42c80000]
EDGES_F64 = ["0.0", "-0.0", "1.0", "-1.0", "0.1", "1e-310", "2147483647.5", "-2147483649.0", "9.3e18", "1e300", "4503599627370497.5",
             "16777217.0", "3.5", "-2.5"]


class Scope:
    """What an expression can be made of: variables by type, values of the launch, arrays that are only read."""

    def __init__(self, rng, parent=None):
        self.rng = rng
        self.variables = {t: list(parent.variables[t]) if parent else [] for t in TYPES}
        self.fixed = {t: list(parent.fixed[t]) if parent else [] for t in TYPES}        # never assigned to
        self.divisors = list(parent.divisors) if parent else []         # from 1 to 100, for sure
        self.loads = list(parent.loads) if parent else []               # (type, text with {} for an index)
        self.calls = list(parent.calls) if parent else []               # (type, name, types of parameters)
        self.sums = list(parent.sums) if parent else []                 # (array, type, operation) of atomics

    def constant(self, kind):
        rng = self.rng
        if kind == "f32":
            if rng.random() < 0.5:
                return f"{rng.randint(-1000, 1000) / 8}f"
            return f"FLOAT_OF (0x{rng.choice(EDGES_F32):08x}u)"
        if kind == "f64":
            return rng.choice(EDGES_F64) if rng.random() < 0.4 else repr(rng.randint(-100000, 100000) / 16)
        bits = BITS[kind]
        value = rng.choice([0, 1, 2, 3, 7, 10, 31, 100, (1 << bits) - 1, 1 << (bits - 1), (1 << (bits - 1)) - 1,
                            rng.getrandbits(bits)]) & ((1 << bits) - 1)
        return f"(({kind}) 0x{value:x}ull)"

    def leaf(self, kind):
        rng = self.rng
        own = self.variables[kind] + self.fixed[kind]
        choice = rng.random()
        if own and choice < 0.6:
            return rng.choice(own)
        if choice < 0.75:
            return self.constant(kind)
        others = [t for t in TYPES if self.variables[t] + self.fixed[t]]
        if others and choice < 0.9:
            other = rng.choice(others)
            return self.convert(rng.choice(self.variables[other] + self.fixed[other]), other, kind)
        if self.loads:
            other, text = rng.choice(self.loads)
            return self.convert(text.format(self.leaf_of_index()), other, kind)
        return self.constant(kind)

    def leaf_of_index(self):
        names = self.variables["u32"] + self.fixed["u32"]
        return self.rng.choice(names) if names else self.constant("u32")

    def convert(self, text, of, to):
        rng = self.rng
        if of == to:
            return text
        if of in BITS and to in BITS:
            return f"({to}) ({text})"
        if of in FLOATS and to in FLOATS:
            return f"(f64) ({text})" if to == "f64" else f"f32_of_f64_{rng.choice(MODES)} ({text})"
        if to in FLOATS:
            if to == "f32":
                via = rng.choice(["i32", "u64"])
                return f"f32_of_{via}_{rng.choice(MODES)} (({via}) ({text}))"
            return f"f64_of_i64_{rng.choice(MODES)} ((i64) ({text}))"
        via = rng.choice(["i32", "u32", "i64"] if of == "f32" else ["i32", "u64"])
        return f"({to}) {via}_of_{of}_{rng.choice(MODES)} ({text})"

    def condition(self, depth):
        rng = self.rng
        if depth > 0 and rng.random() < 0.25:
            return f"({self.condition(depth - 1)}) {rng.choice(['&&', '||'])} ({self.condition(depth - 1)})"
        kind = rng.choice(COMMON)
        return f"{self.expression(kind, depth - 1)} {rng.choice(['<', '<=', '>', '>=', '==', '!='])} " \
               f"{self.expression(kind, depth - 1)}"

    def expression(self, kind, depth):
        rng = self.rng
        if depth <= 0 or rng.random() < 0.12:
            return self.leaf(kind)
        choice = rng.random()
        if choice < 0.12:
            other = rng.choice(COMMON)
            return self.convert(self.expression(other, depth - 1), other, kind)
        if choice < 0.2:
            return f"pick_{kind} ({self.condition(depth - 1)}, {self.expression(kind, depth - 1)}, " \
                   f"{self.expression(kind, depth - 1)})"
        fitting = [call for call in self.calls if call[0] == kind]
        if fitting and choice < 0.3:
            _, name, kinds = rng.choice(fitting)
            return f"{name} ({', '.join(self.expression(k, depth - 2) for k in kinds)})"
        return self.of_integers(kind, depth) if kind in BITS else self.of_floats(kind, depth)

    def of_integers(self, kind, depth):
        rng = self.rng
        a, b = self.expression(kind, depth - 1), self.expression(kind, depth - 1)
        ways = [lambda: f"{rng.choice(['add', 'sub', 'mul', 'min', 'max'])}_{kind} ({a}, {b})",
                lambda: f"{rng.choice(['div', 'rem'])}_{kind} ({a}, {b})",
                lambda: f"({kind}) ({a} {rng.choice('&|^')} {b})",
                lambda: f"{rng.choice(['shl', 'shr'])}_{kind} ({a}, {self.expression('u32', depth - 2)})",
                lambda: f"neg_{kind} ({a})" if rng.random() < 0.5 else f"({kind}) ~({a})"]
        if self.divisors:
            ways.append(lambda: f"({kind}) ({a} {rng.choice('/%')} ({kind}) {rng.choice(self.divisors)})")
        if kind in ("i32", "u32") and rng.random() < 0.35:
            return self.of_intrinsics(kind, depth)
        if kind == "u64" and rng.random() < 0.1:
            return f"high_u64 ({a}, {b})"
        return rng.choice(ways)()

    def of_intrinsics(self, kind, depth):
        rng = self.rng
        a, b, c = (self.expression("u32", depth - 1) for _ in range(3))
        wide = self.expression("u64", depth - 1)
        return f"({kind}) " + rng.choice([
            f"count_ones ({a})", f"count_ones_64 ({wide})", f"leading_zeros ({a})", f"leading_zeros_64 ({wide})",
            f"reverse ({a})", f"first_one ({a})", f"pick_bytes ({a}, {b}, {c} & 0x7777u)", f"high_i32 ((i32) ({a}), (i32) ({b}))",
            f"high_u32 ({a}, {b})", f"far_i32 ((i32) ({a}), (i32) ({b}), {c})", f"funnel_left ({a}, {b}, {c})",
            f"funnel_right ({a}, {b}, {c})"])

    def of_floats(self, kind, depth):
        rng = self.rng
        a, b, c = (self.expression(kind, depth - 1) for _ in range(3))
        mode = rng.choice(MODES)
        ways = [f"{rng.choice(['add', 'sub', 'mul', 'div', 'min', 'max'])}_{kind} ({a}, {b})", f"fma_{kind} ({a}, {b}, {c})",
                f"neg_{kind} ({a})", f"{rng.choice(['add', 'mul'])}_{kind}_{mode} ({a}, {b})", f"root_{kind}_{mode} ({a})"]
        if kind == "f32":
            ways.append(f"div_f32_{mode} ({a}, {b})")
        return rng.choice(ways)
