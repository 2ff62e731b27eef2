"""Random kernels and their launches.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import random

from expressions import COMMON, TYPES, Scope

INPUT = 256             # cells of an array that is only read
SUMS = 32               # cells that atomics change
SLOTS = 3               # results of each thread
MAX_THREADS = 6000      # of a launch
ATOMICS = ["Add", "Min", "Max", "And", "Or", "Xor"]


def pick_extents(rng):
    """A block of 1 to 1024 threads and a grid, in one to three dimensions."""
    size = rng.choice([1, 7, 31, 32, 33, 37, 63, 64, 96, 100, 128, 192, 256, 257, 300, 512, 777, 1000, 1024])
    shape = rng.random()
    if shape < 0.5:
        block = (size, 1, 1)
    elif shape < 0.8:
        y = rng.choice([1, 2, 3, 4, 5, 8, 16])
        block = (max(1, size // y), y, 1)
    else:
        y, z = rng.choice([2, 3, 4]), rng.choice([2, 3, 5])
        block = (max(1, size // y // z), y, z)
    threads = block[0] * block[1] * block[2]
    blocks = rng.randint(1, max(1, min(40, MAX_THREADS // threads)))
    if rng.random() < 0.6:
        grid = (blocks, 1, 1)
    else:
        y = rng.choice([1, 2, 3])
        z = rng.choice([1, 2])
        grid = (max(1, blocks // y // z), y, z)
    return block, grid


class Kernel:
    """One kernel's text, and what it is launched with."""

    def __init__(self, seed, name):
        self.rng = random.Random(seed)
        self.name = name
        self.block, self.grid = pick_extents(self.rng)
        self.threads = self.block[0] * self.block[1] * self.block[2]
        self.total = self.threads * self.grid[0] * self.grid[1] * self.grid[2]
        self.names = 0
        self.lines = []
        self.functions = []
        self.indent = 1
        self.loops = 0
        self.budget = self.rng.randint(6, 40)
        self.together = self.rng.random() < 0.55        # threads meet, so none may return before the others
        self.waits = False
        self.n = self.total if self.together or self.rng.random() < 0.5 else self.rng.randint(1, self.total)
        self.values = {"w": ("i32", self.rng.randint(1, 100)), "n": ("u32", self.n)}
        for kind in self.rng.sample(TYPES, 3):
            self.values[f"p_{kind}"] = (kind, None)
        self.table = [self.rng.getrandbits(32) for _ in range(16)]
        self.build()

    def new_name(self, prefix="v"):
        self.names += 1
        return f"{prefix}{self.names}"

    def say(self, text):
        self.lines.append("  " * self.indent + text)

    # Functions that are called.

    def build_function(self, calls):
        rng = self.rng
        kind, kinds = rng.choice(COMMON), [rng.choice(COMMON) for _ in range(rng.randint(1, 3))]
        name = self.new_name(f"{self.name}_f")
        lines, kept = [], self.lines
        scope = Scope(rng)
        scope.calls = list(calls)
        for i, of in enumerate(kinds):
            scope.variables[of].append(f"a{i}")
        parameters = ", ".join(f"{of} a{i}" for i, of in enumerate(kinds))
        self.lines = lines
        head, tail, call = f"CALLED {kind} {name} ({parameters})", "", (kind, name, kinds)
        if rng.random() < 0.3:
            head, call = f"CALLED {kind} {name} (int depth, {parameters})", (kind, f"{name}_from", kinds)
            passed = ", ".join(f"a{i}" for i in range(len(kinds)))
            tail = f"CALLED {kind} {name}_from ({parameters}) {{ return {name} ((int) (bits_{kinds[0]} (a0) & 7), {passed}); }}"
            self.say("if (depth <= 0)")
            self.say(f"  return {scope.expression(kind, 2)};")
            self.say(f"{kind} below = {name} (depth - 1, {', '.join(scope.expression(of, 1) for of in kinds)});")
            scope.variables[kind].append("below")
        else:
            self.statements(scope, 2, rng.randint(1, 3))
        self.say(f"return {scope.expression(kind, 3)};")
        self.lines = kept
        self.functions.append(f"{head}\n{{\n" + "\n".join(lines) + "\n}\n" + tail)
        calls.append(call)

    # Statements.

    def statements(self, scope, depth, n):
        for _ in range(n):
            if self.budget <= 0:
                return
            self.budget -= 1
            self.statement(scope, depth)

    def statement(self, scope, depth):
        rng = self.rng
        simple = [self.declare, self.declare, self.assign, self.assign]
        nested = [self.branch, self.branch, self.loop, self.switch, self.local_array, self.record, self.loop_until]
        if scope.sums:
            simple.append(self.atomic)
        rng.choice(simple + nested if depth > 0 else simple)(scope, depth)

    def declare(self, scope, depth):
        kind, name = self.rng.choice(COMMON), self.new_name()
        self.say(f"{kind} {name} = {scope.expression(kind, 3)};")
        scope.variables[kind].append(name)

    def assign(self, scope, depth):
        kinds = [t for t in TYPES if scope.variables[t]]
        if not kinds:
            return self.declare(scope, depth)
        kind = self.rng.choice(kinds)
        self.say(f"{self.rng.choice(scope.variables[kind])} = {scope.expression(kind, 3)};")

    def body(self, scope, depth, n=None, last=None):
        self.say("{")
        self.indent += 1
        inner = Scope(self.rng, scope)
        self.statements(inner, depth, n or self.rng.randint(1, 3))
        if last:
            self.say(last(inner))
        self.indent -= 1
        self.say("}")

    def branch(self, scope, depth):
        self.say(f"if ({scope.condition(2)})")
        self.body(scope, depth - 1)
        if self.rng.random() < 0.5:
            self.say("else")
            self.body(scope, depth - 1)

    def loop(self, scope, depth):
        rng = self.rng
        if self.loops >= 2:
            return self.assign(scope, depth)
        i, times = self.new_name("at"), 3 if self.loops else 7
        bound = rng.choice([str(rng.randint(1, times)), f"({scope.expression('u32', 2)} & {times}u)"])
        self.loops += 1
        self.say(f"for (u32 {i} = 0; {i} < {bound}; {i}++)")
        inner = Scope(self.rng, scope)
        inner.fixed["u32"].append(i)
        leave = rng.choice([None, "break", "continue"])
        self.body(inner, depth - 1,
                  last=(lambda s: f"if ({s.condition(1)}) {leave};" + f" {self.assignment(s)}") if leave else None)
        self.loops -= 1

    def assignment(self, scope):
        kinds = [t for t in TYPES if scope.variables[t]]
        if not kinds:
            return ""
        kind = self.rng.choice(kinds)
        return f"{self.rng.choice(scope.variables[kind])} = {scope.expression(kind, 2)};"

    def loop_until(self, scope, depth):
        if self.loops >= 2:
            return self.assign(scope, depth)
        left = self.new_name("left")
        self.loops += 1
        self.say("{")
        self.indent += 1
        self.say(f"u32 {left} = {self.rng.randint(1, 5)};")
        self.say("do")
        self.body(scope, depth - 1)
        self.say(f"while (--{left} != 0 && ({scope.condition(1)}));")
        self.indent -= 1
        self.say("}")
        self.loops -= 1

    def switch(self, scope, depth):
        rng = self.rng
        n = rng.randint(2, 6)
        self.say(f"switch ({scope.expression('u32', 2)} % {n}u)")
        self.say("  {")
        for case in range(rng.randint(1, n)):
            self.say(f"  case {case}:")
            self.indent += 1
            self.body(scope, depth - 1, 1)
            if rng.random() < 0.7:
                self.say("break;")
            self.indent -= 1
        self.say("  default:")
        self.say(f"    {self.assignment(scope) or ';'}")
        self.say("  }")

    def local_array(self, scope, depth):
        rng = self.rng
        kind, name, i = rng.choice(COMMON), self.new_name("local"), self.new_name("at")
        size = rng.choice([2, 4, 8, 16])
        inner = Scope(self.rng, scope)
        inner.fixed["u32"].append(i)
        self.say(f"{kind} {name}[{size}];")
        self.say(f"for (u32 {i} = 0; {i} < {size}; {i}++)")
        self.say(f"  {name}[{i}] = {inner.expression(kind, 2)};")
        for _ in range(rng.randint(0, 3)):
            self.say(f"{name}[({scope.expression('u32', 2)}) & {size - 1}] = {scope.expression(kind, 2)};")
        scope.loads.append((kind, f"{name}[({{}}) & {size - 1}]"))

    def record(self, scope, depth):
        rng = self.rng
        name, copy, sum_name = self.new_name("r"), self.new_name("r"), self.new_name()
        arguments = ", ".join(scope.expression(t, 2) for t in ("i32", "u8", "i16", "f64", "u32"))
        self.say(f"Record {name} = make_record ({arguments});")
        self.say(f"Record {copy} = {name};")
        self.say(f"if ({scope.condition(1)})")
        self.say(f"  {copy}.e[({scope.expression('u32', 1)}) % 3u] = {scope.expression('u32', 2)};")
        self.say(f"{name}.c = {scope.expression('i16', 1)};")
        self.say(f"u64 {sum_name} = sum_record ({scope.condition(1)} ? {name} : {copy});")
        scope.variables["u64"].append(sum_name)

    def atomic(self, scope, depth):
        array, kind, what = self.rng.choice(scope.sums)
        self.say(f"ATOMIC ({what}, {array}, ({scope.expression('u32', 2)}) % {SUMS}u, {scope.expression(kind, 2)});")

    # What all threads do together.

    def phase(self, scope):
        rng = self.rng
        self.waits = True
        kind, name, result = rng.choice(COMMON), self.new_name("shared"), self.new_name()
        self.say(f"SHARED {kind} {name}[{self.threads}];")
        self.say(f"{name}[t] = {scope.expression(kind, 2)};")
        self.say("BARRIER ();")
        by, plus = rng.randint(1, 9), rng.randint(0, self.threads)
        self.say(f"{kind} {result} = {name}[(t * {by}u + {plus}u) % {self.threads}u];")
        scope.variables[kind].append(result)
        if rng.random() < 0.4:
            self.say(f"if ({scope.condition(1)})")
            self.say(f"  {result} = {name}[({scope.expression('u32', 2)}) % {self.threads}u];")
        if rng.random() < 0.5:
            self.say("BARRIER ();")
            self.say(f"{name}[(t + 1u) % {self.threads}u] = {scope.expression(kind, 2)};")
            self.say("BARRIER ();")
            self.say(f"{result} = {name}[t];")

    def shared_sum(self, scope):
        rng = self.rng
        self.waits = True
        name, result = self.new_name("shared"), self.new_name()
        what = rng.choice(ATOMICS)
        kind = rng.choice(["u32", "i32"])
        self.say(f"SHARED {kind} {name}[8];")
        self.say(f"for (u32 i = t; i < 8u; i += {self.threads}u)")
        self.say(f"  {name}[i] = {scope.constant(kind)};")
        self.say("BARRIER ();")
        self.say(f"if ({scope.condition(1)})")
        self.say(f"  SHARED_ATOMIC ({what}, {name}, ({scope.expression('u32', 2)}) & 7u, {scope.expression(kind, 2)});")
        self.say("BARRIER ();")
        self.say(f"{kind} {result} = {name}[t & 7u];")
        scope.variables[kind].append(result)

    def exchange(self, scope):
        rng = self.rng
        self.waits = True
        result = self.new_name()
        value = scope.expression("u32", 2)
        ways = [f"FROM_BELOW ({value}, {rng.randint(1, 31)})", f"BALLOT ({scope.condition(2)})",
                f"(u32) ANY ({scope.condition(2)})"]
        if self.threads % 32 == 0:      # what a lane that is not there gives is undefined
            ways += [f"EXCHANGE ({value}, {rng.choice([1, 2, 4, 5, 8, 16, 31])})",
                     f"FROM_ABOVE ({value}, {rng.randint(0, 15)}, {rng.choice([2, 4, 8, 16, 32])})"]
        self.say(f"u32 {result} = {rng.choice(ways)};")
        scope.variables["u32"].append(result)

    # The whole.

    def results(self, scope):
        """One number of all that is known, so that nothing of it is for nothing."""
        terms = [f"bits_{t} ({name})" for t in TYPES for name in scope.variables[t]]
        self.rng.shuffle(terms)
        sums = ["0ull"] * SLOTS
        for i, term in enumerate(terms):
            sums[i % SLOTS] = f"({sums[i % SLOTS]}) * 31ull ^ {term}"
        return sums

    def store(self, scope):
        sums = self.results(scope)
        for i, text in enumerate(sums):
            at = f"id * {SLOTS}u + {i}u" if self.interleaved else f"id + {i}u * n"
            self.say(f"STORE (out, {at}, {text});")
        if self.has_vectors:
            four = ", ".join(scope.expression("u32", 1) for _ in range(4))
            self.say(f"STORE4 (vectors, id, {four});")

    def build(self):
        rng = self.rng
        self.interleaved = rng.random() < 0.5
        self.has_vectors = rng.random() < 0.4
        self.reads_record = rng.random() < 0.3
        calls = []
        for _ in range(rng.choice([0, 0, 1, 2])):
            self.build_function(calls)
        scope = Scope(rng)
        scope.calls = calls
        if rng.random() < 0.5:
            scope.sums = [("sums", "u32", rng.choice(ATOMICS)), ("totals", "i32", rng.choice(ATOMICS))]
        self.say("const u32 t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;")
        self.say("const u32 b = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;")
        if self.grid[1] == self.grid[2] == self.block[1] == self.block[2] == 1 and rng.random() < 0.7:
            self.say("const u32 id = blockIdx.x * blockDim.x + threadIdx.x;")
        else:
            self.say("const u32 id = b * (blockDim.x * blockDim.y * blockDim.z) + t;")
        for name in ("t", "id", "b", "blockDim.x", "gridDim.x", "threadIdx.x", "threadIdx.y", "blockIdx.x", "blockDim.x * gridDim.x"):
            scope.fixed["u32"].append(f"({name})" if "*" in name else name)
        for name, (kind, _) in self.values.items():
            scope.fixed[kind].append(name)
        scope.divisors = ["w", "(w + 1)", "7", "10", "(b % 5u + 1u)", "(threadIdx.x % 9u + 1u)"]
        if self.block[0] <= 100:
            scope.divisors.append("blockDim.x")
        scope.divisors.append("gridDim.x")
        scope.loads = [("u32", f"numbers[({{}}) % {INPUT}u]"), ("f32", f"reals[({{}}) % {INPUT}u]"),
                       ("u32", f"{self.name}_table[({{}}) & 15u]"), ("i16", f"shorts[({{}}) % {INPUT}u]")]
        if self.reads_record:
            scope.fixed["i32"].append("given.a")
            scope.fixed["i16"].append("given.c")
            scope.fixed["f64"].append("given.d")
            scope.loads.append(("u32", "given.e[({}) % 3u]"))
        if not self.together:
            self.say("if (id >= n)")
            self.say("  return;")
        for _ in range(rng.randint(1, 5)):
            self.statements(scope, 3, rng.randint(1, 4))
            if self.together:
                rng.choice([self.phase, self.shared_sum, self.exchange, self.exchange])(scope)
            elif rng.random() < 0.3:
                self.say(f"if ({scope.condition(2)})")
                self.say("  {")
                self.indent += 2
                self.store(scope)
                self.say("return;")
                self.indent -= 2
                self.say("  }")
        self.store(scope)

    def parameters(self):
        """(type, name, what) of each; what: an array's cells, or a value's."""
        found = [("u64 *", "out", self.n * SLOTS), ("const u32 *", "numbers", INPUT), ("const f32 *", "reals", INPUT),
                 ("const i16 *", "shorts", INPUT), ("u32 *", "sums", SUMS), ("i32 *", "totals", SUMS)]
        if self.has_vectors:
            found.append(("uint4 *", "vectors", self.n))
        found += [(f"{kind} ", name, None) for name, (kind, _) in self.values.items()]
        if self.reads_record:
            found.append(("Record ", "given", None))
        return found

    def text(self):
        table = ", ".join(f"0x{number:08x}u" for number in self.table)
        parameters = ", ".join(kind + name for kind, name, _ in self.parameters())
        return f"TABLE u32 {self.name}_table[16] = {{ {table} }};\n" + "\n".join(self.functions) + \
            f"\nKERNEL {self.name} ({parameters})\n{{\n" + "\n".join(self.lines) + "\n}\n"

    def value_text(self, name):
        kind, value = self.values[name]
        return str(value) if value is not None else Scope(random.Random(f"{self.name}{name}{self.threads}")).constant(kind)

