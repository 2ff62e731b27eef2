"""Random PTX programs: module(table, first, count) is the text of some programs, and their launches.

SPDX-License-Identifier: GPL-3.0-or-later

A program is a function of its number and of the table of instructions, of no library's generator, so what a GPU gave for a number
stays its answer. It takes a few instructions of the table in turn and executes each at least once, under random control flow, with
operands that are the same in every launch, block or thread, or are not. Whatever a thread holds at the end is stored as it is, so
that what differs points to who made it. NaNs become one of a kind as soon as they are made, since PTX leaves open what is in them.
"""

import struct

import ptx_matrix
import ptx_memory
import ptx_together
from ptx_instructions import TOKEN, floats, read
from ptx_random import AREA, BEYOND, BITS, CELL, CELLS, EDGES, Generator, number, scattered

TYPE = {"h": "b16", "r": "b32", "rd": "b64", "f": "f32", "fd": "f64", "p": "pred", "q": "b128"}
# Who differs in a value: nobody, the threads of a block, blocks, or anybody.
LAUNCH, THREAD, BLOCK, ANY = 0, 1, 2, 3
HEAD = 64                                   # bytes in front of the records, which all threads add to
OF_REGISTERS, OTHERS = 4, 1                 # instructions of the table for a program
SPECIALS = {"tid.x": THREAD, "tid.y": THREAD, "tid.z": THREAD, "ntid.x": LAUNCH, "ntid.y": LAUNCH, "ntid.z": LAUNCH,
            "ctaid.x": BLOCK, "ctaid.y": BLOCK, "ctaid.z": BLOCK, "nctaid.x": LAUNCH, "nctaid.y": LAUNCH, "nctaid.z": LAUNCH,
            "laneid": THREAD, "lanemask_eq": THREAD, "lanemask_le": THREAD, "lanemask_lt": THREAD, "lanemask_ge": THREAD,
            "lanemask_gt": THREAD}
BASES = {LAUNCH: "in", THREAD: "of_thread", BLOCK: "of_block", ANY: "of_both"}
BLOCKS = ((32, 1, 1), (64, 1, 1), (32, 1, 1), (64, 1, 1), (128, 1, 1), (16, 4, 1), (8, 8, 2), (96, 1, 1), (32, 2, 1), (4, 4, 4))
GRIDS = ((1, 1, 1), (1, 1, 1), (1, 1, 1), (2, 1, 1), (2, 1, 1), (3, 1, 1), (2, 2, 1), (1, 2, 1), (1, 1, 2))
LITERAL_SHIFTS = (("shl", 2), ("shr", 2), ("shf", 3), ("bfe", 2), ("bfe", 3), ("bfi", 3), ("bfi", 4), ("bmsk", 1), ("bmsk", 2),
                  ("szext", 2))
DECKS = {}


def deal(cards, position, name):
    """The card at a position of one deck after another, each shuffled anew."""
    turn, place = divmod(position, len(cards))
    key = (name, id(cards), turn)
    if key not in DECKS:
        DECKS[key] = Generator(scattered(~turn ^ len(name))).shuffled(cards)
    return DECKS[key][place]


class Body:
    """The registers and lines of a kernel or of a function that it calls."""

    def __init__(self, program, depth):
        self.program, self.rng = program, program.rng
        self.lines, self.scopes = [], [[]]
        self.declared = dict.fromkeys(TYPE, 0)
        self.depth = depth
        self.uniform = True                 # whole warps and blocks come here
        self.mutables = {kind: [] for kind in TYPE}

    def emit(self, line):
        self.lines.append("  " + line)

    def new(self, kind):
        self.declared[kind] += 1
        return f"%{kind}{self.declared[kind] - 1}"

    def keep(self, kind, register, who):
        self.scopes[-1].append((kind, register, who))

    def declarations(self):
        return "".join(f"  .reg .{TYPE[kind]} %{kind}<{n}>;\n" for kind, n in self.declared.items() if n > 0)

    # Operands

    def constant(self, kind):
        bits = number(self.rng, kind)
        if kind in ("f", "fd"):
            return f"0{'f' if kind == 'f' else 'd'}{bits:0{BITS[kind] // 4}x}"
        return str(bits if bits < 1 << (BITS[kind] - 1) or kind == "rd" else bits - (1 << BITS[kind]))

    def known(self, kind, differs):
        """The registers of a kind that are written once and in which at most those differ."""
        return [(r, who) for scope in self.scopes for k, r, who in scope if k == kind and who | differs == differs]

    def load(self, kind, differs):
        """A number that all programs read: `ld` of a place that the launch, the thread or the block knows."""
        if kind == "r" and self.rng.chance(20):
            names = [name for name, who in SPECIALS.items() if who | differs == differs]
            register, name = self.new("r"), self.rng.choice(names)
            self.emit(f"mov.u32 {register}, %{name};")
            self.keep("r", register, SPECIALS[name])
            return register, SPECIALS[name]
        if kind in ("r", "rd", "f") and not self.program.in_function and self.rng.chance(10):
            name, register = {"r": "n", "rd": "w", "f": "x"}[kind], self.new(kind)
            self.emit(f"ld.param.{TYPE[kind]} {register}, [{name}];")
            self.keep(kind, register, LAUNCH)
            return register, LAUNCH
        if kind == "p":
            value, who = self.source("r", differs)
            register = self.new("p")
            self.emit(f"setp.{self.rng.choice(['lt', 'gt', 'ne', 'le'])}.s32 {register}, {value}, {self.rng.choice([0, 1, 5, 31])};")
        else:
            base, who = self.program.base(differs, self)
            register = self.new(kind)
            place = AREA[kind] + CELL * self.rng.below(BEYOND) + BITS[kind] // 8 * self.rng.below(128 // BITS[kind])
            self.emit(f"ld.global.{TYPE[kind]} {register}, [{base}+{place}];")
        self.keep(kind, register, who)
        return register, who

    def source(self, kind, differs):
        """A register, and who differs in it."""
        if kind == "q":
            low, high, register = self.source("rd", differs), self.source("rd", differs), self.new("q")
            self.emit(f"mov.b128 {register}, {{{low[0]}, {high[0]}}};")
            return register, low[1] | high[1]
        found = self.known(kind, differs)
        if differs == ANY and self.mutables[kind] and self.rng.chance(35):
            return self.rng.choice(self.mutables[kind]), ANY
        if found and self.rng.chance(70):
            return self.rng.choice(found[-6:] if self.rng.chance(70) else found)
        return self.load(kind, differs)

    def fixed(self, kind, value, operation, constant):
        register = self.new(kind)
        self.emit(f"{operation}.b{BITS[kind]} {register}, {value}, {constant};")
        return register

    def variable(self, kind):
        """One of the registers that are written again and again; it begins with something."""
        if len(self.mutables[kind]) < (2 if self.depth == 0 else 1):
            if self.depth > 0 and self.mutables[kind]:
                return self.rng.choice(self.mutables[kind])
            register = self.new(kind)
            self.program.begin(self, kind, register)
            self.mutables[kind].append(register)
            return register
        return self.rng.choice(self.mutables[kind])

    # Instructions of registers

    def is_zero_bad(self, instruction, place):
        return instruction.mnemonic in ("div", "rem") and place == 2 and instruction.type[0] in "us"

    def mend(self, instruction, place, kind, value):
        """An operand within what PTX fixes."""
        mnemonic = instruction.mnemonic
        if self.is_zero_bad(instruction, place):
            return self.fixed(kind, value, "or", 1)
        if mnemonic == "fns" and place == 2:
            return self.fixed(kind, value, "and", 31)
        if mnemonic == "fns" and place == 3 and self.rng.chance(80):
            return self.fixed(kind, self.fixed(kind, value, "and", 15), "xor", self.rng.choice([0, 0, -1]))
        if mnemonic in ("mul24", "mad24") and place < 3:
            if instruction.type == "u32":
                return self.fixed(kind, value, "and", 0xffffff)
            shifted, register = self.fixed(kind, value, "shl", 8), self.new(kind)
            self.emit(f"shr.s32 {register}, {shifted}, 8;")
            return register
        if (mnemonic, place) in LITERAL_SHIFTS and self.rng.chance(65):
            return self.fixed("r", value, "and", self.rng.choice([15, 31, 63]))
        return value

    def operand(self, instruction, place, text, differs):
        """The text of a source, and who differs in it."""
        if instruction.mnemonic == "lop3" and text.isdigit():
            return str(self.rng.below(256)), LAUNCH
        who, parts = LAUNCH, []
        last = place == len(instruction.operands) - 1
        if last and instruction.takes_constant() and self.rng.chance(12):
            kind = TOKEN.match(text)[1]
            bits = str(self.rng.below(256)) if instruction.mnemonic in ("bfe", "bfi") else self.constant(kind)
            return ("3" if self.is_zero_bad(instruction, place) and int(bits) == 0 else bits), LAUNCH
        for match in TOKEN.finditer(text):
            value, its = self.source(match[1], differs)
            parts.append(self.mend(instruction, place, match[1], value))
            who |= its
        pieces = TOKEN.split(text)[::2]
        return "".join(piece + part for piece, part in zip(pieces, parts + [""])), who

    def canonical(self, kind, register, nan):
        """A NaN becomes the one that PTX names, or one of ours."""
        if nan in ("f32", "f64"):
            test = self.new("p")
            value = "0f7fffffff" if nan == "f32" else "0d7fffffffffffffff"
            self.emit(f"setp.nan.{nan} {test}, {register}, {register};")
            self.emit(f"@{test} mov.{nan} {register}, {value};")
        elif nan == "f16":
            test = self.new("p")
            self.emit(f"setp.nan.f16 {test}, {register}, {register};")
            self.emit(f"@{test} mov.b16 {register}, 0x7fff;")
        elif nan == "bf16":
            test, size = self.new("p"), self.fixed("h", register, "and", 0x7fff)
            self.emit(f"setp.gt.u16 {test}, {size}, 0x7f80;")
            self.emit(f"@{test} mov.b16 {register}, 0x7fff;")
        elif nan == "tf32":
            test, size = self.new("p"), self.fixed("r", register, "and", 0x7fffffff)
            self.emit(f"setp.gt.u32 {test}, {size}, 0x7f800000;")
            self.emit(f"@{test} mov.b32 {register}, 0x7fffffff;")
            self.emit(f"and.b32 {register}, {register}, 0xffffe000;")
        elif nan in ("f16x2", "bf16x2"):
            low, high = self.new("p"), self.new("p")
            if nan == "f16x2":
                self.emit(f"setp.nan.f16x2 {low}|{high}, {register}, {register};")
            else:
                top, bottom = self.fixed("r", register, "and", 0x7fff0000), self.fixed("r", register, "and", 0x7fff)
                self.emit(f"setp.gt.u32 {low}, {bottom}, 0x7f80;")
                self.emit(f"setp.gt.u32 {high}, {top}, 0x7f800000;")
            for test, mask, value in ((low, 0xffff0000, 0x7fff), (high, 0xffff, 0x7fff0000)):
                self.emit(f"@{test} lop3.b32 {register}, {register}, {mask}, {value}, 0xea;")

    def destination(self, kind, who, guarded, taken):
        """A register to be written, which is none of those taken."""
        if kind != "q" and (guarded or (self.depth > 0 and self.rng.chance(50))):
            register = self.variable(kind)
            if register not in taken:
                return register
            if guarded:
                register = self.new(kind)
                self.program.begin(self, kind, register)
                return register
        return self.new(kind)

    def calculate(self, instruction):
        """An instruction that makes registers of registers."""
        rng = self.rng
        differs = rng.choice([LAUNCH, LAUNCH, THREAD, THREAD, BLOCK, ANY, ANY, ANY, ANY])
        sources, who = [], LAUNCH
        for place, text in enumerate(instruction.operands[1:], 1):
            operand, its = self.operand(instruction, place, text, differs)
            sources.append(operand)
            who |= its
        carries = instruction.reads_carry or instruction.writes_carry
        guard, negated = "", rng.chance(40)
        if rng.chance(12) and not carries and "%q" not in instruction.operands[0]:
            guard = f"@{'!' if negated else ''}{self.source('p', ANY)[0]} "
        made, text = [], instruction.operands[0]
        for match in TOKEN.finditer(text):
            register = self.destination(match[1], who, guard != "", [r for _, r in made])
            made.append((match[1], register))
        pieces = TOKEN.split(text)[::2]
        into = "".join(piece + part for piece, part in zip(pieces, [r for _, r in made] + [""]))
        if instruction.reads_carry:
            before = self.new(made[0][0])
            self.emit(f"add.cc.u{BITS[made[0][0]]} {before}, {sources[0]}, {sources[1]};")
        self.emit(f"{guard}{instruction.name} {into}, {', '.join(sources)};")
        if instruction.writes_carry:
            carry = self.new("r")
            self.emit(f"addc.u32 {carry}, 0, 0;")
            made.append(("r", carry))
        nan = floats(instruction)
        for kind, register in made:
            self.settle(kind, register, ANY if guard else who, nan)

    def settle(self, kind, register, who, nan=None):
        """What is made is there for others."""
        if nan and kind != "p":
            self.canonical(kind, register, nan)
        if kind == "q":
            low, high = self.new("rd"), self.new("rd")
            self.emit(f"mov.b128 {{{low}, {high}}}, {register};")
            self.keep("rd", low, who)
            self.keep("rd", high, who)
        elif register not in self.mutables[kind]:
            self.keep(kind, register, who)

    def execute(self, instruction):
        if instruction.of_registers:
            self.calculate(instruction)
        elif instruction.mnemonic in ptx_together.STATEMENTS:
            ptx_together.STATEMENTS[instruction.mnemonic](self, instruction)
        else:
            ptx_memory.STATEMENTS[instruction.mnemonic](self, instruction)

    # Statements

    def fold(self, kind, register):
        """What is made in a scope goes on into a register that is there behind it."""
        if kind == "f":
            bits = self.new("r")
            self.emit(f"mov.b32 {bits}, {register};")
            kind, register = "r", bits
        elif kind == "fd":
            bits = self.new("rd")
            self.emit(f"mov.b64 {bits}, {register};")
            kind, register = "rd", bits
        target = self.variable(kind)
        self.emit(f"xor.{TYPE[kind]} {target}, {target}, {register};")

    def nested(self, count, uniform):
        was = self.uniform
        self.uniform = was and uniform
        self.depth += 1
        self.scopes.append([])
        for _ in range(count):
            self.statement()
        made = self.scopes[-1]
        for kind, register, _ in made[-3:]:
            self.fold(kind, register)
        self.scopes.pop()
        self.depth -= 1
        self.uniform = was

    def statement(self):
        rng = self.rng
        draw = rng.below(100)
        if draw < 70 or self.depth >= 3:
            self.execute(self.program.choose(self))
        elif draw < 80:
            self.branch()
        elif draw < 87:
            self.loop()
        elif draw < 91:
            self.switch()
        elif draw < 94 and self.depth == 0:
            self.program.call(self)
        elif draw < 96 and self.program.exits and not self.program.in_function:
            self.emit(f"@{self.source('p', ANY)[0]} {rng.choice(['bra END', 'bra END', 'exit'])};")
        elif draw < 98 and self.uniform and self.program.synchronises and not self.program.in_function:
            ptx_together.phase(self)
        elif self.program.in_function:
            return
        elif self.depth == 0 and rng.chance(20):
            ptx_memory.stack(self)
        elif rng.chance(10):
            self.emit(rng.choice(["nanosleep.u32 20;", "pmevent 3;", "pmevent.mask 5;"]))
        else:
            ptx_memory.add_to_all(self)

    def condition(self):
        differs = self.rng.choice([LAUNCH, THREAD, BLOCK, ANY, ANY])
        return self.source("p", differs)

    def branch(self):
        label = self.program.label
        other, after = label(), label()
        predicate, who = self.condition()
        uniform = who in (LAUNCH, BLOCK)
        self.emit(f"@{'!' if self.rng.chance(50) else ''}{predicate} bra{'.uni' if uniform and self.rng.chance(40) else ''} {other};")
        self.nested(1 + self.rng.below(3), uniform)
        if self.rng.chance(60):
            self.emit(f"bra{'.uni' if uniform and self.rng.chance(40) else ''} {after};")
            self.emit(f"{other}:")
            self.nested(1 + self.rng.below(3), uniform)
            self.emit(f"{after}:")
        else:
            self.emit(f"{other}:")

    def loop(self):
        label = self.program.label
        head, end = label(), label()
        counter, limit, done = self.new("r"), self.new("r"), self.new("p")
        bound, who = self.source("r", self.rng.choice([LAUNCH, THREAD, ANY]))
        uniform = who in (LAUNCH, BLOCK)
        self.emit(f"and.b32 {limit}, {bound}, {self.rng.choice([1, 3, 3, 7])};")
        self.emit(f"mov.u32 {counter}, 0;")
        self.emit(f"{head}:")
        self.emit(f"setp.ge.u32 {done}, {counter}, {limit};")
        self.emit(f"@{done} bra {end};")
        self.emit(f"add.u32 {counter}, {counter}, 1;")
        breaks = self.rng.chance(35)
        self.nested(1 + self.rng.below(3), uniform and not breaks)
        if breaks:
            self.emit(f"@{self.variable('p')} bra {self.rng.choice([end, end, head])};")
            self.nested(1, False)
        self.emit(f"bra {head};")
        self.emit(f"{end}:")

    def switch(self):
        label = self.program.label
        cases, end, table = [label() for _ in range(2 + self.rng.below(3))], label(), label()
        value, who = self.source("r", self.rng.choice([LAUNCH, THREAD, ANY]))
        index = self.new("r")
        self.emit(f"rem.u32 {index}, {value}, {len(cases)};")
        self.emit(f"{table}: .branchtargets {', '.join(cases)};")
        self.emit(f"brx.idx{'.uni' if who == LAUNCH and self.rng.chance(50) else ''} {index}, {table};")
        for case in cases:
            self.emit(f"{case}:")
            self.nested(1 + self.rng.below(2), who in (LAUNCH, BLOCK))
            if self.rng.chance(75):
                self.emit(f"bra {end};")
        self.emit(f"{end}:")


class Program:
    """One kernel, and the functions that it calls."""

    def __init__(self, table, index):
        self.rng = rng = Generator(scattered(index))
        self.index, self.name = index, f"p{index}"
        of_registers, others = table
        self.focus = [deal(of_registers, index * OF_REGISTERS + i, "registers") for i in range(OF_REGISTERS)] + \
            [deal(others, index * OTHERS + i, "others") for i in range(OTHERS)]
        contracts = any(i.mnemonic == "mul" and not set(i.words) & {"rn", "rz", "rm", "rp"} and floats(i) for i in self.focus)
        if contracts:                       # what has no rounding may be fused
            self.focus = [i for i in self.focus if not (i.mnemonic in ("add", "sub") and floats(i) and
                                                        not set(i.words) & {"rn", "rz", "rm", "rp"})]
        self.unused = list(self.focus)
        together = any(i.mnemonic in ptx_together.STATEMENTS for i in self.focus)
        self.matrix = deal(ptx_matrix.STATEMENTS, index // 8, "matrix") if index % 8 == 0 else None
        self.synchronises = together or self.matrix is not None or rng.chance(30)
        self.exits = not self.synchronises and rng.chance(40)
        self.whole = any(i.mnemonic in ("shfl", "bar", "barrier") for i in self.focus) or self.matrix is not None
        self.block, self.grid = self.choose_block(), rng.choice(GRIDS)
        self.scale = rng.word() & 0xffff | 1
        self.labels, self.in_function = 0, False
        self.functions, self.regions, self.bases, self.beginnings = [], {}, {}, []
        self.sums = []
        self.main = Body(self, 0)

    def choose_block(self):
        rng = self.rng
        if rng.chance(45) or self.whole:
            return rng.choice(BLOCKS)
        if rng.chance(2):
            return rng.choice([(512, 1, 1), (32, 16, 1), (257, 1, 1), (384, 1, 1)])
        if rng.chance(30):
            return (1 + rng.below(17), 1 + rng.below(5), 1 + rng.below(3))
        return (1 + rng.below(110), 1, 1)

    @property
    def threads_of_block(self):
        return self.block[0] * self.block[1] * self.block[2]

    @property
    def threads(self):
        return self.threads_of_block * self.grid[0] * self.grid[1] * self.grid[2]

    def label(self):
        self.labels += 1
        return f"L{self.labels}"

    def choose(self, body):
        """An instruction that has not had its turn yet, or one that had."""
        rng = self.rng
        fitting = [i for i in self.unused if self.may_stand(i, body)] or [i for i in self.focus if self.may_stand(i, body)] or \
            [i for i in self.focus if i.of_registers]
        instruction = rng.choice(fitting)
        if instruction in self.unused:
            self.unused.remove(instruction)
        return instruction

    def may_stand(self, instruction, body):
        if instruction.of_registers:
            return True
        if self.in_function:
            return False
        if instruction.mnemonic not in ptx_together.STATEMENTS:
            return True
        return body.uniform and instruction.mnemonic != "activemask"

    # What stands in front

    def base(self, differs, body):
        """A register with where to read, and who differs in it."""
        if self.in_function:
            return body.argument, ANY
        self.bases[differs] = f"%{BASES[differs]}"
        return self.bases[differs], differs

    def begin(self, body, kind, register):
        """A register that is written again begins with a number."""
        if kind == "p":
            line = f"setp.{self.rng.choice(['lt', 'gt', 'ne'])}.u32 {register}, %global, {self.rng.below(80)};"
            if self.in_function:
                line = f"setp.ne.s32 {register}, {self.rng.below(2)}, 0;"
        else:
            base, _ = self.base(ANY, body)
            line = f"ld.global.{TYPE[kind]} {register}, [{base}+{AREA[kind] + CELL * self.rng.below(BEYOND)}];"
        body.beginnings.append(line) if self.in_function else self.beginnings.append(line)

    def region(self, space):
        """A thread's own 64 bytes in a space; `in` is what all read."""
        self.regions[space] = True
        return {"global": "%own", "shared": "%sown", "local": "%lown", "generic_shared": "%sgen", "generic_local": "%lgen",
                "const": "%cown", "generic_const": "%cgen"}[space]

    # Functions

    def call(self, body):
        if self.in_function:
            return
        if not self.functions or self.rng.chance(60):
            self.functions.append(self.make_function(len(self.functions)))
        which = self.rng.below(len(self.functions))
        word, wide = body.source("r", ANY)[0], body.source("rd", ANY)[0]
        back = body.new("r")
        base, _ = self.base(ANY, body)
        body.emit("{ .param .b32 c0; .param .b64 c1; .param .b64 c2; .param .b32 back;")
        body.emit(f"st.param.b32 [c0], {word}; st.param.b64 [c1], {wide}; st.param.b64 [c2], {base};")
        body.emit(f"call (back), {self.name}_f{which}, (c0, c1, c2);")
        body.emit(f"ld.param.b32 {back}, [back]; }}")
        body.keep("r", back, ANY)

    def make_function(self, index):
        body = Body(self, 1)
        body.beginnings, body.argument, self.in_function = [], "%place", True
        body.uniform = False
        body.mutables["r"].append("%word")
        body.mutables["rd"].append("%wide")
        body.nested(2 + self.rng.below(3), False)
        self.in_function = False
        return (f".func (.param .b32 back) {self.name}_f{index} (.param .b32 a0, .param .b64 a1, .param .b64 a2)\n{{\n"
                "  .reg .b32 %word, %fold; .reg .b64 %wide, %place;\n" + body.declarations() +
                "  ld.param.b32 %word, [a0]; ld.param.b64 %wide, [a1]; ld.param.b64 %place, [a2];\n" +
                "".join(f"  {line}\n" for line in body.beginnings) + "\n".join(body.lines) +
                "\n  cvt.u32.u64 %fold, %wide;\n  xor.b32 %word, %word, %fold;\n" +
                "".join(self.return_more(body, kind, register) for kind in ("h", "f", "fd", "p") for register in body.mutables[kind]) +
                "  st.param.b32 [back], %word;\n  ret;\n}\n")

    @staticmethod
    def return_more(body, kind, register):
        """Lines that let what a function returns hang on one more register."""
        return {"h": f"  cvt.u32.u16 %fold, {register};\n", "f": f"  mov.b32 %fold, {register};\n",
                "fd": f"  mov.b64 %wide, {register};\n  cvt.u32.u64 %fold, %wide;\n  xor.b32 %word, %word, %fold;\n"
                      "  shr.b64 %wide, %wide, 32;\n  cvt.u32.u64 %fold, %wide;\n",
                "p": f"  selp.b32 %fold, 1, 0, {register};\n"}[kind] + \
            "  mad.lo.u32 %word, %word, 0x9e3779b1, %fold;\n"

    # The whole

    def results(self):
        """(kind, register, bytes) of what is stored at the end, wide ones first."""
        found = [(kind, register) for kind, registers in self.main.mutables.items() for register in registers]
        if not self.exits:
            found += [(kind, register) for kind, register, _ in self.main.scopes[0]]
        size = {"rd": 8, "fd": 8, "r": 4, "f": 4, "h": 2, "p": 1}
        return sorted(((k, r, size[k]) for k, r in dict.fromkeys(found)), key=lambda row: -row[2])

    def store(self):
        """Lines that store a thread's record, and its size."""
        lines, at = [], 64 if "global" in self.regions else 0
        for space, base in (("shared", "%sown"), ("local", "%lown")):
            if space in self.regions or f"generic_{space}" in self.regions:
                for i in range(4):
                    lines.append(f"{{ .reg .b64 a, b; ld.{space}.v2.b64 {{a, b}}, [{base}+{16 * i}]; "
                                 f"st.global.v2.b64 [%own+{at + 16 * i}], {{a, b}}; }}")
                at += 64
        for kind, register, size in self.results():
            if kind == "p":
                lines.append(f"{{ .reg .b16 t; selp.b16 t, 1, 0, {register}; st.global.b8 [%own+{at}], t; }}")
            else:
                lines.append(f"st.global.{TYPE[kind]} [%own+{at}], {register};")
            at += size
        return lines, -(-max(at, 16) // 16) * 16

    def prologue(self, record):
        x, y, z = self.block
        lines = [".reg .b32 %linear, %global, %blk, %left, %members, %sown, %t<6>;",
                 ".reg .b64 %out, %in, %own, %of_thread, %of_block, %of_both, %sgen, %lown, %lgen, %cown, %cgen, %policy, %w<4>;",
                 "ld.param.u64 %out, [out]; ld.param.u64 %in, [in];",
                 "mov.u32 %t0, %tid.x; mov.u32 %t1, %tid.y; mov.u32 %t2, %tid.z;",
                 f"mad.lo.u32 %linear, %t2, {y}, %t1; mad.lo.u32 %linear, %linear, {x}, %t0;",
                 "mov.u32 %t3, %ctaid.x; mov.u32 %t4, %ctaid.y; mov.u32 %t5, %ctaid.z;",
                 f"mad.lo.u32 %t4, %t5, {self.grid[1]}, %t4; mad.lo.u32 %blk, %t4, {self.grid[0]}, %t3;",
                 f"mad.lo.u32 %global, %blk, {x * y * z}, %linear;",
                 f"mul.wide.u32 %w0, %global, {record}; add.u64 %own, %out, %w0; add.u64 %own, %own, {HEAD};"]
        for who, index, scale in ((THREAD, "%linear", 1), (BLOCK, "%blk", 1), (ANY, "%global", self.scale)):
            if who in self.bases:
                lines.append(f"mul.lo.u32 %t0, {index}, {scale * CELL}; and.b32 %t0, %t0, {(CELLS - 1) * CELL}; "
                             f"cvt.u64.u32 %w0, %t0; add.u64 {self.bases[who]}, %in, %w0;")
        if self.synchronises:
            lines.append(f"and.b32 %left, %linear, -32; sub.u32 %left, {x * y * z}, %left; bmsk.clamp.b32 %members, 0, %left;")
        return lines + ptx_memory.prologue(self) + self.beginnings

    def text(self):
        body = self.main
        if any(i.mnemonic == "activemask" for i in self.unused):        # only here every lane is sure to be there
            body.execute(self.unused.pop())
        for _ in range(5 + self.rng.below(5)):
            body.statement()
        if self.matrix:
            self.matrix[0](body, self.matrix[1])
        while self.unused:
            body.execute(self.choose(body))
        stored, record = self.store()
        self.record = record
        x, y, z = self.block
        head = (f".visible .entry {self.name} (.param .u64 out, .param .u64 in, .param .u32 n, .param .u64 w, .param .f32 x,\n"
                f"  .param .align 16 .b8 bytes[32])\n.maxntid {x}, {y}, {z}\n{{\n" + body.declarations())
        lines = ["  " + line for line in ptx_memory.variables(self) + self.prologue(record)] + body.lines
        if self.exits:
            lines.append("END:")
        last = self.rng.choice(["ret;", "exit;", "ret.uni;"])
        return "".join(self.functions) + head + "\n".join(lines + ["  " + line for line in stored + [last]]) + "\n}\n"

    def launch(self):
        """What run-ptx and the recorder read: name, grid, block, size of a record, parameters without addresses."""
        rng = Generator(~scattered(self.index))
        params = struct.pack("<QQI4xQI4x8x", 0, 0, number(rng, "r"), number(rng, "rd"), number(rng, "f")) + \
            struct.pack("<4Q", *(number(rng, kind) for kind in ("rd", "fd", "rd", "rd")))
        return struct.pack("<16s7I", self.name.encode(), *self.grid, *self.block, self.record) + params


def module(table, first, count):
    """The text of some programs, and a launch for each."""
    programs = [Program(table, index) for index in range(first, first + count)]
    texts = [program.text() for program in programs]
    return ptx_memory.HEADER + "".join(texts), [program.launch() for program in programs]


def text_of(table, index):
    return Program(table, index).text()


def read_table(path):
    return read(path.read_text())
