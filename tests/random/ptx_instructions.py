"""The instructions that random PTX programs are made of, taken apart, and those that they leave out.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import pathlib
import re

TABLE = pathlib.Path(__file__).resolve().parents[1] / "ptx" / "cases" / "assembler.txt"
TOKEN = re.compile(r"%(rd|fd|h|r|f|p|q)\d+")
BITS = {"h": 16, "r": 32, "rd": 64, "f": 32, "fd": 64, "q": 128}

# What a program does with each instruction is not fixed by PTX, or there is nothing to be seen of it.
LEFT_OUT = (
    (r"\.approx|\.full", "an approximation: only its error is documented"),
    (r"^discard", "leaves memory undefined"),
    (r"param::func", "reads the parameters of a function by an address in a register, which no compiler writes"),
    (r"^st\S*\.param", "stores the arguments of a call by an address in a register; calls store them by name"),
    (r"^createpolicy\.cvt", "takes a word that only the runtime can make"),
    (r"^vset[24]?\S*\.(lo|ls|hi|hs)\b", "no assembler takes such a comparison with vset; the table that was recorded has them"),
)
# Rows of the opcode table of which no program is made, and why.
NO_PROGRAM = {
    "discard": "leaves memory undefined",
    "sin": "an approximation", "cos": "an approximation", "lg2": "an approximation", "ex2": "an approximation",
    "tanh": "an approximation", "rsqrt": "an approximation",
    "trap": "ends the launch", "brkpt": "ends the launch",
    "createpolicy.cvt.L2": "takes a word that only the runtime can make",
    **{name: "takes an object that only the runtime can make: tests/textures"
       for name in ("tex", "tex.level", "tex.grad", "tld4", "suld.b", "sust.b")},
}
MEMORY = {"ld", "ldu", "st", "atom", "red", "cp", "createpolicy", "mbarrier", "fence", "membar", "prefetch", "prefetchu",
          "applypriority", "isspacep", "cvta"}
TOGETHER = {"bar", "barrier", "vote", "shfl", "match", "redux", "activemask"}


def why_left_out(line):
    return next((why for pattern, why in LEFT_OUT if re.search(pattern, line)), None)


class Instruction:
    """A line of the table; `operands` are texts in which `%r1` and the like stand for registers."""

    def __init__(self, line):
        self.line = line
        self.name, rest = (line.rstrip(";").split(None, 1) + [""])[:2]
        self.words = self.name.split(".")
        self.mnemonic = self.words[0]
        self.operands = [part.strip() for part in re.findall(r"(?:\{[^}]*\}|\[[^]]*\]|[^,{\[])+", rest) if part.strip()]
        self.reads_carry = self.mnemonic in ("addc", "subc", "madc")
        self.writes_carry = "cc" in self.words
        self.type = self.words[-1]

    @property
    def of_registers(self):
        return self.mnemonic not in MEMORY | TOGETHER

    def takes_constant(self):
        """Whether the last source may be a literal."""
        sources = TOKEN.findall(" ".join(self.operands[1:]))
        return len(sources) > 1 and sources[-1] in ("r", "rd", "h") and not self.name.startswith(("v", "mov", "cvt")) and \
            re.fullmatch(r"[bus](16|32|64)", self.type) is not None


def floats(instruction):
    """For each destination the kind of float whose NaN it may hold, or None."""
    words, mnemonic = instruction.words[1:], instruction.mnemonic
    types = [w for w in words if re.fullmatch(r"(b?f16(x2)?|f32|f64|tf32|[busf]\d+|pred)", w)]
    if mnemonic in ("setp", "testp") or not types:
        return None
    return types[0] if types[0] in ("f16", "f16x2", "bf16", "bf16x2", "f32", "f64", "tf32") else None


def read(text):
    """(of registers, others): what programs are made of."""
    lines = sorted({line.strip() for line in text.splitlines() if line.strip() and line[0] != "#"})
    instructions = [Instruction(line) for line in lines if not why_left_out(line)]
    return [i for i in instructions if i.of_registers], [i for i in instructions if not i.of_registers]
