"""What an instruction gives, by the PTX ISA's words; None where nothing exact is said, or it is not told here.

It shares no code with the simulator: integers are Python's, floats are fractions that are rounded once.
SPDX-License-Identifier: GPL-3.0-or-later
"""

import math
from fractions import Fraction

FORMATS = {"f16": (5, 10), "bf16": (8, 7), "f32": (8, 23), "f64": (11, 52)}
WIDTH = {f"{letter}{bits}": bits for letter in "usb" for bits in (8, 16, 32, 64)}
MODES = {"rn": "n", "rz": "z", "rm": "d", "rp": "u", "rni": "n", "rzi": "z", "rmi": "d", "rpi": "u"}


def mask(bits):
    return (1 << bits) - 1


def signed(x, bits):
    x &= mask(bits)
    return x - (1 << bits) if x >> (bits - 1) else x


def read(x, kind):
    """An integer of a type, from its bits."""
    return signed(x, WIDTH[kind]) if kind[0] == "s" else x & mask(WIDTH[kind])


ONE_NAN = {"f16": 0x7fff, "bf16": 0x7fff, "f32": 0x7fffffff}
INVALID_F64 = 0xfff8000000000000


class Float:
    """A number of a binary format: a fraction with a sign, for zeros have one; or "inf", "nan", whose bits are kept."""

    def __init__(self, value, negative, bits=None):
        self.value, self.negative, self.bits = value, negative, bits

    @staticmethod
    def of(bits, kind, ftz=False):
        e, m = FORMATS[kind]
        negative, exponent, fraction = bool(bits >> (e + m) & 1), bits >> m & mask(e), bits & mask(m)
        if exponent == mask(e):
            return Float("nan" if fraction else "inf", negative, bits)
        if exponent == 0:
            value = Fraction(0) if ftz else Fraction(fraction) / 2 ** ((1 << (e - 1)) - 2 + m)
        else:
            value = Fraction(fraction | 1 << m) * Fraction(2) ** (exponent - ((1 << (e - 1)) - 1) - m)
        return Float(-value if negative else value, negative)

    def is_nan(self):
        return self.value == "nan"

    def is_inf(self):
        return self.value == "inf"

    def is_finite(self):
        return not isinstance(self.value, str)

    def order(self):
        """What compares as the number does."""
        return (-math.inf if self.negative else math.inf) if self.is_inf() else self.value


def whole(value, mode):
    """A fraction as a whole number."""
    low = value.numerator // value.denominator
    rest = value - low
    if rest == 0 or mode == "d" or (mode == "z" and value > 0):
        return low
    if mode in "uz":
        return low + 1
    return low + (rest > Fraction(1, 2) or (rest == Fraction(1, 2) and low % 2 == 1))


def encode(number, kind, mode="n", ftz=False, sat=False):
    """The bits of a number in a format, rounded once."""
    e, m = FORMATS[kind]
    if sat:
        if number.is_nan() or number.order() < 0 or number.order() == 0:
            number = Float(Fraction(0), False)
        elif number.order() > 1:
            number = Float(Fraction(1), False)
    sign = int(number.negative) << (e + m)
    if number.is_nan():
        return ONE_NAN.get(kind, INVALID_F64)
    if number.is_inf():
        return sign | mask(e) << m
    value = abs(number.value)
    if value == 0:
        return sign
    if number.negative:
        mode = {"d": "u", "u": "d"}.get(mode, mode)
    low = 2 - (1 << (e - 1))
    exponent = max(value.numerator.bit_length() - value.denominator.bit_length() - 1, low)
    while exponent < 1 << (e + 1) and Fraction(2) ** (exponent + 1) <= value:
        exponent += 1
    units = whole(value / Fraction(2) ** (exponent - m), mode)
    if units >= 1 << (m + 1):
        units, exponent = units >> 1, exponent + 1
    if exponent > (1 << (e - 1)) - 1:
        return sign | (mask(e) << m if mode in "nu" else (mask(e) << m) - 1)
    if units < 1 << m:
        return sign if ftz else sign | units
    return sign | (exponent - low + 1) << m | units & mask(m)


# Floats.

def add(a, b, mode):
    if a.is_nan() or b.is_nan() or (a.is_inf() and b.is_inf() and a.negative != b.negative):
        return Float("nan", False)
    if a.is_inf() or b.is_inf():
        return a if a.is_inf() else b
    value = a.value + b.value
    negative = a.negative if a.value == b.value == 0 and a.negative == b.negative else mode == "d" if value == 0 else value < 0
    return Float(value, negative)


def multiply(a, b):
    negative = a.negative != b.negative
    if a.is_nan() or b.is_nan() or (a.is_inf() and b.value == 0) or (b.is_inf() and a.value == 0):
        return Float("nan", False)
    return Float("inf", negative) if a.is_inf() or b.is_inf() else Float(a.value * b.value, negative)


def divide(a, b):
    negative = a.negative != b.negative
    if a.is_nan() or b.is_nan() or (a.is_inf() and b.is_inf()) or (a.value == 0 and b.value == 0):
        return Float("nan", False)
    if a.is_inf() or b.value == 0:
        return Float("inf", negative)
    return Float(Fraction(0), negative) if b.is_inf() else Float(a.value / b.value, negative)


def root(a):
    """With more digits than any format has, and one that tells that more follow."""
    if a.is_nan() or (a.negative and a.value != 0):
        return Float("nan", False)
    if a.is_inf() or a.value == 0:
        return a
    scale = 4 ** 1200
    n = a.value * scale * 4 ** 64
    floor = math.isqrt(n.numerator // n.denominator)
    exact = Fraction(floor * floor) == n
    return Float(Fraction(2 * floor + (0 if exact else 1), 2 ** 1201 * 2 ** 64), False)


def extreme(a, b, least, propagate):
    if a.is_nan() or b.is_nan():
        return Float("nan", False) if propagate or (a.is_nan() and b.is_nan()) else b if a.is_nan() else a
    if a.order() == b.order():
        return a if a.negative == least else b
    return a if (a.order() < b.order()) == least else b


def quiet(bits, kind="f64"):
    return bits | 1 << FORMATS[kind][1] - 1


def passed_on(name, args):
    """The NaN of several that an operation of double precision passes on, quiet, as an H200 does; None: it has none."""
    order = {"add": (1, 0), "sub": (1, 0), "mul": (1, 0), "fma": (1, 2, 0), "mad": (1, 2, 0), "min": (1, 0), "max": (1, 0)}
    numbers = [Float.of(args[i], "f64") for i in order.get(name, range(len(args)))]
    return next((quiet(number.bits) for number in numbers if number.is_nan()), None)


def approximate(name, words, kind, args):
    """Only what becomes of NaNs."""
    if kind == "f64" and "ftz" in words:        # which does not look at the lower half
        return 0x7fffffff00000000 if Float.of(args[0] >> 32 << 32, kind).is_nan() else None
    if not any(Float.of(x, kind).is_nan() for x in args):
        return None
    return passed_on(name, args) if kind == "f64" else ONE_NAN[kind]


def change_sign(name, words, kind, a):
    number = Float.of(a, kind, "ftz" in words)
    if number.is_nan():
        return quiet(a) if kind == "f64" else ONE_NAN[kind]
    negative = name == "neg" and not number.negative
    return encode(Float(number.value if number.is_inf() else abs(number.value) * (-1 if negative else 1), negative), kind)


def extreme_by_magnitude(name, words, kind, a, b):
    magnitudes = [change_sign("abs", words, kind, x) for x in (a, b)]
    made = encode(extreme(*(Float.of(x, kind) for x in magnitudes), name == "min", "NaN" in words), kind)
    top = 1 << sum(FORMATS[kind])
    return made if made == ONE_NAN[kind] else made | (a ^ b) & top


def of_floats(name, words, kind, args):
    ftz, sat = "ftz" in words, "sat" in words
    mode = next((MODES[w] for w in words if w in MODES), "n")
    if "approx" in words or "full" in words:
        return approximate(name, words, kind, args)
    if name in ("abs", "neg"):
        return change_sign(name, words, kind, args[0])
    if "xorsign" in words:
        return extreme_by_magnitude(name, words, kind, *args)
    if name == "copysign":
        top = 1 << sum(FORMATS[kind])
        return args[0] & top | args[1] & top - 1
    a, b, c = ([Float.of(x, kind, ftz) for x in args] + [None] * 3)[:3]
    if name in ("add", "sub", "mul", "fma", "mad") and kind == "bf16":
        return approximate(name, words, kind, args)
    if name == "add":
        made = add(a, b, mode)
    elif name == "sub":
        made = add(a, Float(b.value if isinstance(b.value, str) else -b.value, not b.negative), mode)
    elif name == "mul":
        made = multiply(a, b)
    elif name in ("fma", "mad"):
        made = add(multiply(a, b), c, mode)
    elif name == "div":
        made = divide(a, b)
    elif name == "rcp":
        made = divide(Float(Fraction(1), False), a)
    elif name == "sqrt":
        made = root(a)
    elif name in ("min", "max") and c is None:
        made = extreme(a, b, name == "min", "NaN" in words)
    else:
        return None
    if "relu" in words and not made.is_nan() and made.negative:
        made = Float(Fraction(0), False)
    if made.is_nan() and kind == "f64" and passed_on(name, args) is not None:
        return passed_on(name, args)
    return encode(made, kind, mode, ftz, sat)


def of_pairs(name, words, kind, args):
    """Both halves of packed registers."""
    halves = [of_floats(name, words, kind[:-2], [x >> at & mask(16) for x in args]) for at in (0, 16)]
    return None if None in halves else halves[0] | halves[1] << 16


# Integers.

def prmt(words, a, b, c):
    both = b << 32 | a
    mode = next((w for w in words if w in ("f4e", "b4e", "rc8", "ecl", "ecr", "rc16")), None)
    low = c & 3
    picks = {None: [c >> 4 * i & 15 for i in range(4)], "f4e": [low + i for i in range(4)],
             "b4e": [(low - i) % 8 for i in range(4)], "rc8": [low] * 4, "ecl": [max(i, low) for i in range(4)],
             "ecr": [min(i, low) for i in range(4)], "rc16": [(low & 1) * 2 + i % 2 for i in range(4)]}[mode]
    made = 0
    for i, pick in enumerate(picks):
        byte = both >> (pick & 7) * 8 & 255
        made |= (255 if byte & 128 else 0) << 8 * i if pick & 8 else byte << 8 * i
    return made


def fns(word, base, offset):
    base, offset = base & mask(32), signed(offset, 32)
    if base > 31:
        return None
    step, left, at = 1 if offset >= 0 else -1, abs(offset), base
    if offset == 0:
        return base if word >> base & 1 else mask(32)
    while 0 <= at < 32:
        if word >> at & 1:
            left -= 1
            if left == 0:
                return at
        at += step
    return mask(32)


def lop3(words, args):
    a, b, c, table = args[:4]
    made = 0
    for i in range(32):
        made |= (table >> ((a >> i & 1) << 2 | (b >> i & 1) << 1 | c >> i & 1) & 1) << i
    if "and" in words or "or" in words:
        holds = made != 0
        return [made, int(holds and args[4]) if "and" in words else int(holds or args[4])]
    return [made]


def dot(name, words, kinds, args):
    a, b, c = args
    made = c
    for i in range(4 if name == "dp4a" else 2):
        if name == "dp4a":
            x = read(a >> 8 * i, kinds[0][0] + "8")
        else:
            x = read(a >> 16 * i, kinds[0][0] + "16")
        at = i + (2 if name == "dp2a" and "hi" in words else 0)
        made += x * read(b >> 8 * at, kinds[1][0] + "8")
    return made & mask(32)


def shift(name, words, kind, args):
    bits, by = WIDTH[kind], args[1] & mask(32)
    if name == "shl":
        return args[0] << by & mask(bits) if by < bits else 0
    return read(args[0], kind) >> min(by, bits - 1 if kind[0] == "s" else bits) & mask(bits)


def funnel(words, args):
    low, high, by = args
    by = by & 31 if "wrap" in words else min(by, 32)
    both = high << 32 | low
    return both >> (32 - by) & mask(32) if words[0] == "l" else both >> by & mask(32)


def bit_field(name, kind, args):
    bits = WIDTH[kind]
    if name == "bfi":
        a, b, at, n = args
        at, n = at & 255, n & 255
        field = mask(n) << at & mask(bits)
        return b & ~field & mask(bits) | a << at & field
    a, at, n = args
    # Of 64 bits an H200 takes position and length whole, of 32 bits the lowest byte, as the ISA has it.
    at, n = (min(at, bits), min(n, bits)) if bits == 64 else (at & 255, n & 255)
    made = a >> at & mask(n) if at < bits else 0
    made &= mask(bits)
    if kind[0] == "u" or n == 0:
        return made
    top = a >> min(at + n - 1, bits - 1) & 1
    if at + n > bits:
        made &= mask(max(bits - at, 0))
        n = max(bits - at, 0)
    return (made | (mask(bits) & ~mask(n) if top else 0)) & mask(bits)


def find_top(words, kind, a):
    bits = WIDTH[kind]
    if kind[0] == "s" and a >> (bits - 1):
        a = ~a & mask(bits)
    if a == 0:
        return mask(32)
    at = a.bit_length() - 1
    return bits - 1 - at if "shiftamt" in words else at


def product(name, words, kind, args, carry):
    bits = WIDTH[kind]
    whole_product = read(args[0], kind) * read(args[1], kind)
    if "wide" in words:
        return [(whole_product + (args[2] if name == "mad" else 0)) & mask(2 * bits)]
    part = whole_product >> bits if "hi" in words else whole_product
    if name == "mul":
        return [part & mask(bits)]
    if "sat" in words:
        made = signed(part, bits) + signed(args[2], bits)
        return [max(-(1 << (bits - 1)), min(mask(bits - 1), made)) & mask(bits)]
    made = (part & mask(bits)) + args[2] + carry
    return [made & mask(bits), made >> bits] if "cc" in words else [made & mask(bits)]


def product24(name, words, kind, args):
    a, b = (signed(x, 24) if kind[0] == "s" else x & mask(24) for x in args[:2])
    part = signed(a * b >> 16, 32) if "hi" in words else signed(a * b, 32)
    if name == "mad24":
        part = part + signed(args[2], 32)
        if "sat" in words:
            part = max(-(1 << 31), min(mask(31), part))
    return part & mask(32)


def of_integers(name, words, kind, args):
    bits = WIDTH[kind]
    a, b, c = ([read(x, kind) for x in args] + [None] * 3)[:3]
    carry = 0
    if name in ("addc", "subc", "madc"):
        carry = (args[0] + args[1]) >> bits     # what the add.cc before it leaves
    if name in ("mul", "mad", "madc"):
        return product("mul" if name == "mul" else "mad", words, kind, args, carry)
    if name in ("mul24", "mad24"):
        return [product24(name, words, kind, args)]
    if name in ("add", "addc", "sub", "subc"):
        if "sat" in words:
            made = a + b if name == "add" else a - b
            return [max(-(1 << 31), min(mask(31), made)) & mask(32)]
        if name in ("sub", "subc"):
            made = args[0] + (~args[1] & mask(bits)) + (1 if name == "sub" else carry)
        else:
            made = args[0] + args[1] + carry
        return [made & mask(bits), made >> bits] if "cc" in words else [made & mask(bits)]
    if name == "div":
        return [mask(bits) if b == 0 else (abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)) & mask(bits)] if b != 0 else None
    if name == "rem":
        return [(abs(a) % abs(b) * (-1 if a < 0 else 1)) & mask(bits)] if b != 0 else None
    made = {"sad": lambda: args[2] + abs(a - b), "min": lambda: min(a, b), "max": lambda: max(a, b), "abs": lambda: abs(a),
            "neg": lambda: -a, "and": lambda: a & b, "or": lambda: a | b, "xor": lambda: a ^ b, "not": lambda: ~a,
            "cnot": lambda: int(a == 0), "popc": lambda: bin(args[0]).count("1"), "clz": lambda: bits - args[0].bit_length(),
            "brev": lambda: int(f"{args[0]:0{bits}b}"[::-1], 2), "bfind": lambda: find_top(words, kind, args[0]),
            "mov": lambda: a}.get(name)
    if made is None or (name in ("min", "max") and "relu" in words):
        return None
    return [made() & mask(32 if name in ("popc", "clz", "bfind") else bits)]


# Comparisons.

def compare(words, kind, a, b):
    word = next((w for w in words if w in ("eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "equ", "neu", "ltu", "leu",
                                           "gtu", "geu", "num", "nan")), None)
    if kind in FORMATS:
        a, b = Float.of(a, kind, "ftz" in words), Float.of(b, kind, "ftz" in words)
        unordered = a.is_nan() or b.is_nan()
        if word in ("num", "nan"):
            return (word == "nan") == unordered
        if unordered:
            return word.endswith("u")
        a, b, word = a.order(), b.order(), word[:2]
    else:
        a, b = read(a, kind), read(b, kind)
        word = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}.get(word, word)
    return {"eq": a == b, "ne": a != b, "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}[word]


def combine(words, t, args):
    if len(args) < 3:
        return t, not t
    c = bool(args[2])
    word = next(w for w in words if w in ("and", "or", "xor"))
    how = {"and": lambda x: x and c, "or": lambda x: x or c, "xor": lambda x: x != c}[word]
    return how(t), how(not t)


def convert_nan(words, to, of, bits):
    """As an H200 does: in part it keeps what is in a NaN."""
    ftz, integral = "ftz" in words, any(w in words for w in ("rni", "rzi", "rmi", "rpi"))
    if to in WIDTH:
        return 1 << WIDTH[to] - 1 if of == "f64" or WIDTH[to] == 64 else 0
    if of == to:
        return bits if not ftz and not integral else quiet(bits) if of == "f64" else ONE_NAN[to]
    if of == "bf16" and to == "f32":
        return bits << 16
    if "f64" not in (of, to):
        return ONE_NAN[to]
    if ftz and of == "f32":
        bits = ONE_NAN["f32"]
    (_, m), (e, n) = FORMATS[of], FORMATS[to]
    fraction, sign = quiet(bits, of) & mask(m), bits >> sum(FORMATS[of])
    return sign << (e + n) | mask(e) << n | (fraction << n - m if n > m else fraction >> m - n)


def convert(words, to, of, args):
    ftz, sat = "ftz" in words, "sat" in words
    mode = next((MODES[w] for w in words if w in MODES), "n")
    if any(w in words for w in ("relu", "satfinite", "pack")) or not {to, of} <= set(FORMATS) | set(WIDTH):
        return None
    if of in WIDTH:
        number = read(args[0], of)
        if to in FORMATS:
            return encode(Float(Fraction(number), number < 0), to, mode, False, sat) if to != "bf16" else None
        if sat:
            low, high = (-(1 << (WIDTH[to] - 1)), mask(WIDTH[to] - 1)) if to[0] == "s" else (0, mask(WIDTH[to]))
            number = max(low, min(high, number))
        return number & mask(WIDTH[to])
    number = Float.of(args[0], of, ftz and of == "f32" and to != "f16")     # to f16 an H200 flushes nothing
    if number.is_nan() and not (sat and to in FORMATS):
        return convert_nan(words, to, of, args[0])
    if to in WIDTH:
        low, high = (-(1 << (WIDTH[to] - 1)), mask(WIDTH[to] - 1)) if to[0] == "s" else (0, mask(WIDTH[to]))
        value = (low if number.negative else high) if number.is_inf() else max(low, min(high, whole(number.value, mode)))
        return value & mask(WIDTH[to])
    if any(w in words for w in ("rni", "rzi", "rmi", "rpi")) and number.is_finite():
        number = Float(Fraction(whole(number.value, mode)), number.negative)
    return encode(number, to, mode, ftz and to == "f32", sat)


def register_bits(kind, register):
    """An integer narrower than its register is widened by its sign, or not, over all of it."""
    return {"h": 16, "r": 32, "rd": 64}.get(register, WIDTH.get(kind, 0))


def evaluate(instruction, operands):
    name, words, left, args = instruction.mnemonic, instruction.words, list(operands), []
    for s in instruction.sources:
        if isinstance(s, str):
            args.append(int(s))
            continue
        x = left.pop(0)
        args.append(1 - x if s.group(1) else x)
    kinds = [w for w in words if w in WIDTH or w in FORMATS or w in ("pred", "f16x2", "bf16x2", "b128", "u16x2", "s16x2")]
    if kinds in (["f16x2"], ["bf16x2"]):
        made = of_pairs(name, words, kinds[0], args)
        return None if made is None else [made]
    if any(k not in WIDTH and k not in FORMATS and k != "pred" for k in kinds) or not kinds:
        return None
    kind = kinds[0]
    if kind == "pred":
        a, b = (args + [0])[:2]
        made = {"and": a & b, "or": a | b, "xor": a ^ b, "not": 1 - a, "mov": a}.get(name)
        return None if made is None else [made]
    if name == "setp":
        return [int(x) for x in combine(words, compare(words, kind, args[0], args[1]), args)]
    if name == "set":
        holds = combine(words, compare(words, kinds[1], args[0], args[1]), args)[0]
        return [(encode(Float(Fraction(1), False), kind) if kind in FORMATS else mask(WIDTH[kind])) if holds else 0]
    if name == "selp":
        return [args[0] if args[2] else args[1]]
    if name == "slct":
        if kinds[1] == "s32":
            holds = signed(args[2], 32) >= 0
        else:
            number = Float.of(args[2], "f32", "ftz" in words)
            holds = not number.is_nan() and number.order() >= 0
        return [args[0] if holds else args[1]]
    if name == "cvt" and len(kinds) < 2:
        return None
    if name == "cvt":
        made = convert(words, kind, kinds[1], args)
        register = instruction.destinations[0].group(2)
        if made is not None and kind in WIDTH:
            made = read(made, kind) & mask(register_bits(kind, register))
        return None if made is None else [made]
    special = {"prmt": lambda: [prmt(words, *args)], "lop3": lambda: lop3(words, args), "shf": lambda: [funnel(words, args)],
               "dp4a": lambda: [dot(name, words, kinds, args)], "dp2a": lambda: [dot(name, words, kinds, args)],
               "shl": lambda: [shift(name, words, kind, args)], "shr": lambda: [shift(name, words, kind, args)],
               "bfe": lambda: [bit_field(name, kind, args)], "bfi": lambda: [bit_field(name, kind, args)]}.get(name)
    if special is not None:
        return special()
    if name == "fns":
        made = fns(*args)
        return None if made is None else [made]
    if kind in FORMATS:
        made = of_floats(name, words, kind, args)
        return None if made is None else [made]
    return of_integers(name, words, kind, args) if not name.startswith("v") and name not in ("bmsk", "szext") else None
