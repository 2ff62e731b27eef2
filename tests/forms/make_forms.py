"""Writes each instruction that makes registers of registers in all its forms: modules, and records of what they give.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import re
import struct

import oracle

KINDS = {"h": (".b16", 16), "r": (".b32", 32), "rd": (".b64", 64), "f": (".f32", 32), "fd": (".f64", 64), "p": (".pred", 1)}
NOT_HERE = {        # what touches memory, other lanes or the flow, or hangs on where memory lies
    "ld", "ldu", "st", "atom", "red", "cp", "createpolicy", "mbarrier", "barrier", "bar", "fence", "membar", "prefetch",
    "prefetchu", "discard", "applypriority", "activemask", "vote", "shfl", "match", "redux", "bra", "brx", "call", "ret", "exit",
    "trap", "brkpt", "nanosleep", "isspacep", "cvta", "mma", "wmma", "ldmatrix", "movmatrix", "alloca", "stacksave",
    "stackrestore", "pmevent", "griddepcontrol"}
STEPS = [0x9e3779b97f4a7c15, 0x0101010101010101, 0x00000003_00000005, 1]        # of what is the thread's alone
EDGES = [0, 1, 2, 3, 7, 31, 32, 33, 63, 64, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x3c00, 0x7c00, 0xfc00, 0x7e00, 0x0001,
         0x7fffffff, 0x80000000, 0xffffffff, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x00800000, 0x007fffff,
         0x4b7fffff, 0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff, 0x3ff0000000000000, 0xbff8000000000000,
         0x7ff0000000000000, 0x7ff8000000000000, 0x000fffffffffffff, 0x41dfffffffc00000, 0x43e0000000000000]
# (operands from, mask, destination is source, guarded, preset); as `forms` in form-run.c
FORMS = [("V", None, None, False, False), ("U", None, None, False, False), ("P", None, None, False, False),
         ("H", None, None, False, False), ("I", None, None, False, False), ("V", None, 0, False, False),
         ("V", None, 1, False, False), ("V", "one", None, False, True), ("V", "odd", None, False, True),
         ("V", "warp", None, False, True), ("V", "odd", None, True, True), ("U", "odd", None, False, True),
         ("P", "odd", None, False, True), ("P", "warp", None, False, False), ("H", "odd", None, False, False),
         ("V", "odd", 0, False, True)]
VARYING, OF_THREAD = 37, 32
PRESET = {"h": 0x5a5a, "r": 0x5a5a5a5a, "f": 0x5a5a5a5a, "rd": 0x5a5a5a5a5a5a5a5a, "fd": 0x5a5a5a5a5a5a5a5a, "p": 0}
OPERAND = re.compile(r"^(!?)%(h|rd|r|fd|f|p)\d+$")

# Quiet and signalling, of both signs, with something in them.
NANS = {"f16": [0x7e00, 0xfe55, 0x7c01, 0xfd23], "bf16": [0x7fc0, 0xffd5, 0x7f81, 0xffa3],
        "f32": [0x7fc00000, 0xffc12345, 0x7f800001, 0xffa54321],
        "f64": [0x7ff8000000000000, 0xfff8123456789abc, 0x7ff0000000000001, 0xfff4fedcba987654]}
NANS |= {kind + "x2": [low | high << 16 for low, high in ((NANS[kind][0], 0x4000), (0x3f80, NANS[kind][1]),
                                                          (NANS[kind][2], NANS[kind][3]), (NANS[kind][3], NANS[kind][0]))]
         for kind in ("f16", "bf16")}


class Instruction:
    """A line of PTX, taken apart; `sources` are kinds of registers, or literals."""

    def __init__(self, line):
        self.name, operands = line.rstrip(";").split(None, 1)
        words = self.name.split(".")
        self.mnemonic, self.words = words[0], words[1:]
        parts = [part.strip() for part in operands.split(",")]
        self.destinations = [OPERAND.match(part) for part in parts[0].split("|")]
        self.sources = [OPERAND.match(part) or part for part in parts[1:]]
        self.fits = self.mnemonic not in NOT_HERE and all(self.destinations) and not any(c in line for c in "{}[]_") and \
            all(not isinstance(s, str) or re.match(r"^-?\d+$", s) for s in self.sources) and 0 < len(self.registers()) <= 4
        self.reads_carry = self.mnemonic in ("addc", "subc", "madc")
        self.writes_carry = "cc" in self.words

    def registers(self):
        return [s for s in self.sources if not isinstance(s, str)]

    def kinds(self):
        return [s.group(2) for s in self.registers()]

    def takes_immediate(self):
        """The place of the last source, if a literal may stand there."""
        last = self.sources[-1]
        return not isinstance(last, str) and last.group(2) in ("r", "rd", "h") and len(self.registers()) > 1 and \
            self.words and self.words[-1] in ("u16", "s16", "u32", "s32", "u64", "s64", "b16", "b32", "b64")


class Text:
    """A kernel of some forms of an instruction."""

    def __init__(self, instruction, entry, immediate):
        self.instruction, self.entry, self.immediate = instruction, entry, immediate
        self.registers, self.lines = [], []

    def new(self, kind, name):
        self.registers.append(f"  .reg {kind} {name};")
        return name

    def source(self, form, j, of):
        """64 bits that a source is cut from."""
        x = self.new(".b64", f"x{form}_{j}")
        if of in "VI":
            self.lines.append(f"  ld.global.u64 {x}, [mine+{8 * j}];")
        elif of == "U":
            self.lines.append(f"  ld.global.u64 {x}, [uniform+{8 * j}];")
        else:
            self.lines.append(f"  ld.param.u64 {x}, [u{j}];")
        if of == "H":
            y, step = self.new(".b64", f"y{form}_{j}"), self.new(".b64", f"z{form}_{j}")
            self.lines += [f"  mul.lo.u64 {step}, tid31, {STEPS[j]:#x};", f"  xor.b64 {y}, {x}, {step};"]
            x = y
        return x

    def cut(self, form, j, kind, x):
        s = self.new(KINDS[kind][0], f"s{form}_{j}")
        if kind == "h":
            self.lines.append(f"  cvt.u16.u64 {s}, {x};")
        elif kind == "r":
            self.lines.append(f"  cvt.u32.u64 {s}, {x};")
        elif kind == "f":
            t = self.new(".b32", f"c{form}_{j}")
            self.lines += [f"  cvt.u32.u64 {t}, {x};", f"  mov.b32 {s}, {t};"]
        elif kind == "p":
            t = self.new(".b64", f"c{form}_{j}")
            self.lines += [f"  and.b64 {t}, {x}, 1;", f"  setp.ne.u64 {s}, {t}, 0;"]
        else:
            self.lines.append(f"  mov.b64 {s}, {x};")
        return s

    def preset(self, kind, d):
        if kind == "p":
            self.lines.append(f"  setp.ne.u32 {d}, tid, tid;")
        else:
            prefix = {"f": "0f", "fd": "0d"}.get(kind, "0x")
            self.lines.append(f"  mov.{'b' if kind in ('h', 'r', 'rd') else 'f'}{KINDS[kind][1]} {d}, {prefix}"
                              f"{PRESET[kind]:0{KINDS[kind][1] // 4}x};")

    def store(self, form, k, kind, d):
        v = self.new(".b64", f"v{form}_{k}")
        if kind == "f":
            t = self.new(".b32", f"w{form}_{k}")
            self.lines += [f"  mov.b32 {t}, {d};", f"  cvt.u64.u32 {v}, {t};"]
        else:
            self.lines.append({"h": f"  cvt.u64.u16 {v}, {d};", "r": f"  cvt.u64.u32 {v}, {d};", "rd": f"  mov.b64 {v}, {d};",
                               "fd": f"  mov.b64 {v}, {d};", "p": f"  selp.b64 {v}, 1, 0, {d};"}[kind])
        self.lines.append(f"  st.global.u64 [place+{(form * 2 + k) * 500 * 8}], {v};")

    def destinations(self):
        kinds = [d.group(2) for d in self.instruction.destinations]
        return kinds + ["r"] if self.instruction.writes_carry else kinds

    def add(self, form):
        of, mask, alias, guarded, preset = FORMS[form]
        instruction, names, j = self.instruction, [], 0
        for s in instruction.sources:
            if isinstance(s, str):
                names.append(s)
                continue
            if of == "I" and j == len(instruction.registers()) - 1:
                names.append(str(self.immediate))
            else:
                names.append(s.group(1) + self.cut(form, j, s.group(2), self.source(form, j, of)))
            j += 1
        kinds = self.destinations()
        made = [self.new(KINDS[kind][0], f"d{form}_{k}") for k, kind in enumerate(kinds)]
        if alias is not None:
            made[0] = f"s{form}_{alias}"
            for kind, d in list(zip(kinds, made))[1:]:
                self.preset(kind, d)
        elif preset:
            for kind, d in zip(kinds, made):
                self.preset(kind, d)
        main = "|".join(made[:len(instruction.destinations)])
        body = [f"  {instruction.name} {main}, {', '.join(names)};"]
        if instruction.reads_carry:
            width = "u64" if kinds[0] == "rd" else "u32"
            flag = self.new(".b64" if width == "u64" else ".b32", f"f{form}")
            body.insert(0, f"  add.cc.{width} {flag}, {names[0]}, {names[1]};")
        if instruction.writes_carry:
            body.append(f"  addc.u32 {made[-1]}, 0, 0;")
        if guarded:
            body = [f"  @{mask}{line[1:]}" for line in body]
        elif mask:
            self.lines.append(f"  @!{mask} bra skip{form};")
        self.lines += body
        if mask and not guarded and preset:
            self.lines.append(f"skip{form}:")
        for k, (kind, d) in enumerate(zip(kinds, made)):
            self.store(form, k, kind, d)
        if mask and not guarded and not preset:
            self.lines.append(f"skip{form}:")

    def text(self):
        head = f""".visible .entry {self.entry} (.param .u64 in, .param .u64 out, .param .u64 u0, .param .u64 u1, .param .u64 u2,
  .param .u64 u3)
{{
  .reg .b32 tid, block, id, part, rest;
  .reg .b64 base, to, mine, uniform, place, wide, tid31, big;
  .reg .pred one, odd, warp;
""" + "\n".join(self.registers) + """
  ld.param.u64 base, [in];
  ld.param.u64 to, [out];
  mov.u32 tid, %tid.x;
  mov.u32 block, %ctaid.x;
  mul.wide.u32 wide, tid, 32;
  add.u64 mine, base, wide;
  add.u64 uniform, base, {uniform};
  mad.lo.u32 id, block, 250, tid;
  mul.wide.u32 big, id, 8;
  add.u64 place, to, big;
  and.b32 part, tid, 31;
  cvt.u64.u32 tid31, part;
  setp.eq.u32 one, tid, 37;
  and.b32 rest, tid, 1;
  setp.eq.u32 odd, rest, 1;
  shr.u32 rest, tid, 5;
  setp.eq.u32 warp, rest, 3;
""".replace("{uniform}", str(32 * 249))
        return head + "\n".join(self.lines) + "\n  ret;\n}\n"


def choose_tuples(rng, instruction, immediate):
    """Operands: varying, of the thread alone, with the immediate, uniform."""
    def number():
        return rng.choice(EDGES) if rng.random() < 0.6 else rng.getrandbits(rng.choice([5, 8, 16, 32, 64]))

    def both():
        low, high = number(), number()
        return (high << 32 | low & 0xffffffff) & (2 ** 64 - 1) if rng.random() < 0.2 else low

    varying = [[both() for _ in range(4)] for _ in range(VARYING)]
    mix_in_nans(rng, instruction, varying)
    uniform = varying[249 % VARYING]    # form-run.c loads it from the last thread's place
    of_thread = [[uniform[j] ^ t * STEPS[j] & (2 ** 64 - 1) for j in range(4)] for t in range(OF_THREAD)]
    last = len(instruction.registers()) - 1
    immediates = [[immediate if j == last else x for j, x in enumerate(row)] for row in varying]
    return varying + of_thread + immediates + [uniform]


def mix_in_nans(rng, instruction, rows):
    """Some rows' operands are NaNs, in each way to choose which of them; the number of a way says which NaNs."""
    floats = [w for w in instruction.words if w in NANS]
    ways = range(1, 16) if floats else []
    for way, row in zip(ways, rng.sample(rows, len(ways))):
        for j in range(4):
            if way >> j & 1:
                row[j] = NANS[floats[-1]][((way >> 2) + j) % 4]


def make(rng, line, n):
    """(text, records, whether the oracle knows it) of an instruction, or None."""
    instruction = Instruction(line)
    if not instruction.fits:
        return None
    immediate = rng.choice([0, 1, 3, 7, 10, 31, 100])
    tuples = choose_tuples(rng, instruction, immediate)
    kinds, made = instruction.kinds(), [d.group(2) for d in instruction.destinations]
    fitting = [f for f, form in enumerate(FORMS)
               if (form[0] != "I" or instruction.takes_immediate()) and
               (form[2] is None or (form[2] < len(kinds) and kinds[form[2]] == made[0])) and
               not (form[2] is not None and form[1] and len(Text(instruction, "", 0).destinations()) > 2)]
    carries = instruction.reads_carry or instruction.writes_carry
    texts, records = [], []
    for group in [[f] for f in fitting] if carries else [fitting]:
        text = Text(instruction, f"k{n}_{group[0]}", immediate)
        for form in group:
            text.add(form)
        texts.append(text.text())
        records.append(pack(instruction, text, group, tuples, not records))
    known = any(oracle.evaluate(instruction, cut(row, instruction)) is not None for row in tuples)
    return "".join(texts), records, known


def cut(row, instruction):
    """Operands as wide as their registers."""
    return [x & ((1 << KINDS[kind][1]) - 1) for x, kind in zip(row, instruction.kinds())]


def pack(instruction, text, group, tuples, begins):
    kinds = text.destinations()
    known, results = [], []
    for row in tuples:
        found = oracle.evaluate(instruction, cut(row, instruction))
        known.append(int(found is not None))
        found = (list(found or []) + [0xeeeeeeeeeeeeeeee] * 2)[:2] if found is None or len(kinds) > 1 else \
            [found[0], 0xeeeeeeeeeeeeeeee]
        results.append(found)
    preset = [PRESET[k] for k in kinds] + [0xeeeeeeeeeeeeeeee] * (2 - len(kinds))
    return struct.pack("<64s16sII3Q", instruction.name.encode()[:63], text.entry.encode(), sum(1 << f for f in group), begins,
                       *preset, (1 << KINDS[instruction.kinds()[0]][1]) - 1) + \
        struct.pack(f"<{4 * len(tuples)}Q", *(x for row in tuples for x in row)) + \
        struct.pack(f"<{len(known)}Q", *known) + struct.pack(f"<{2 * len(known)}Q", *(x for pair in results for x in pair))
