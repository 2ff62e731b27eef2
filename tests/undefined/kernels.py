"""Kernels that copy structures with padding, members that nobody has set, and tails, by all kinds of loads and stores;
and what a model of one byte at a time says must be warned of: the loads whose undefined bytes somebody uses.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import random

THREADS = 32
MEMBERS = {"signed char": 1, "short": 2, "int": 4, "long long": 8, "float": 4, "double": 8}


class Structure:
    """A type of members, laid out as C does."""

    def __init__(self, name, types):
        self.name = name
        self.members = []       # (name, type, offset)
        at = 0
        for index, kind in enumerate(types):
            size = MEMBERS[kind]
            at = (at + size - 1) // size * size
            self.members.append((f"m{index}", kind, at))
            at += size
        self.align = max(MEMBERS[kind] for kind in types)
        self.size = (at + self.align - 1) // self.align * self.align

    def declare(self):
        return [f"struct {self.name}", "{"] + [f"  {kind} {name};" for name, kind, _ in self.members] + ["};", ""]


class Kernel:
    """The text, line by line, and for each byte of memory: None if it is defined, else its origin, (line, thread, array)
    of the load that brought it, () while nobody has loaded it."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.expected = {}      # (line, array) -> lowest thread
        self.n_results = 0
        kinds = list(MEMBERS)
        self.type = Structure("Record", [self.random.choice(kinds) for _ in range(self.random.randint(2, 5))])
        self.arrays = [f"tile{i}" for i in range(self.random.randint(2, 4))]
        self.memory = {name: [[()] * self.type.size for _ in range(THREADS)] for name in self.arrays}
        self.write()

    def add(self, *lines):
        self.lines += lines

    def here(self):
        """The line that is added next."""
        return len(self.lines) + 1

    def pick_lane(self):
        """An index by the thread: its text, and what it is for each thread."""
        by = self.random.randrange(THREADS)
        return self.random.choice([
            ("t", lambda t: t),
            (f"(t ^ {by})", lambda t: t ^ by),
            (f"((t + {by}) % {THREADS})", lambda t: (t + by) % THREADS),
            (f"({THREADS - 1} - t)", lambda t: THREADS - 1 - t),
        ])

    def pick_threads(self):
        """Who takes part: a condition, and the threads."""
        at = self.random.randrange(1, THREADS)
        text, holds = self.random.choice([
            ("", lambda t: True), ("", lambda t: True),
            (f"if (t < {at}) ", lambda t: t < at),
            (f"if (t >= {at}) ", lambda t: t >= at),
            ("if (t % 3 != 0) ", lambda t: t % 3 != 0),
        ])
        return text, [t for t in range(THREADS) if holds(t)]

    def set_member(self):
        array, (name, _kind, offset) = self.random.choice(self.arrays), self.random.choice(self.type.members)
        size = dict((m[0], MEMBERS[m[1]]) for m in self.type.members)[name]
        lane, find = self.pick_lane()
        condition, threads = self.pick_threads()
        self.add(f"  {condition}{array}[{lane}].{name} = a[t] + {self.random.randrange(100)};")
        for t in threads:
            self.memory[array][find(t)][offset:offset + size] = [None] * size

    def set_byte(self):
        array, (name, kind, offset) = self.random.choice(self.arrays), self.random.choice(self.type.members)
        byte = self.random.randrange(MEMBERS[kind])
        condition, threads = self.pick_threads()
        self.add(f"  {condition}((unsigned char *) &{array}[t].{name})[{byte}] = a[t];")
        for t in threads:
            self.memory[array][t][offset + byte] = None

    def load(self, array, index, line, thread):
        """What a thread gets: bytes that nobody has loaded have their origin here."""
        return [(line, thread, array) if byte == () else byte for byte in self.memory[array][index]]

    def copy(self):
        """A whole record, at once or by words, to another array, through a function or a local array."""
        source, target = self.random.sample(self.arrays, 2)
        lane, find = self.pick_lane()
        condition, threads = self.pick_threads()
        line = self.here()
        way = self.random.choice(["whole", "whole", "words", "call", "local", "bytes"])
        word = {8: "long long", 4: "int", 2: "short", 1: "char"}[self.type.align]
        if way in ("words", "bytes"):
            word = word if way == "words" else "unsigned char"
            n = self.type.size // (self.type.align if way == "words" else 1)
            self.add(f"  {condition}for (int i = 0; i < {n}; i++) (({word} *) &{target}[t])[i] = "
                     f"((const {word} *) &{source}[{lane}])[i];")
        elif way == "call":
            self.add(f"  {condition}{target}[t] = pass ({source}[{lane}]);")
        elif way == "local":
            self.add(f"  {condition}{{ Record own[4]; own[a[t] & 3] = {source}[{lane}]; {target}[t] = own[a[t] & 3]; }}")
        else:
            self.add(f"  {condition}{target}[t] = {source}[{lane}];")
        loaded = {t: self.load(source, find(t), line, t) for t in threads}
        for t, value in loaded.items():
            # Whether padding goes along is the compiler's choice, and nobody looks at it.
            self.memory[target][t] = value

    def tell(self, origins):
        for origin in origins:
            line, thread, array = origin
            self.expected[line, array] = min(thread, self.expected.get((line, array), thread))

    def use(self):
        """A member decides, or goes into the result; or it is loaded, and most threads drop it."""
        array, (name, kind, offset) = self.random.choice(self.arrays), self.random.choice(self.type.members)
        size = MEMBERS[kind]
        lane, find = self.pick_lane()
        condition, threads = self.pick_threads()
        line, result = self.here(), f"o[{self.n_results * THREADS} + t]"
        member = f"{array}[{lane}].{name}"
        used, as_int = range(offset, offset + size), range(offset, offset + (4 if kind == "long long" else size))
        way = self.random.choice(["reckon", "plain", "branch", "choice", "atomic", "address", "byte", "shuffle"])
        self.n_results += 1
        if way == "byte":
            byte = self.random.randrange(size)
            used = [offset + byte]
            self.add(f"  {condition}{result} = ((const unsigned char *) &{member})[{byte}];")
        elif way == "branch":
            self.add(f"  {condition}if ({member} > {self.random.randrange(50)}) {result} = 1;")
        elif way == "choice":
            used = as_int
            self.add(f"  {{ int x = {member}; int y = x * 3 + 1; {condition}{result} = y; }}")
        elif way == "atomic":
            used = as_int
            self.add(f"  {condition}atomicAdd (&{result}, (int) {member});")
        elif way == "address":
            used = used if kind in ("float", "double") else [offset]
            self.add(f"  {condition}{result} = a[(int) {member} & 31];")
        elif way == "shuffle" and kind in ("int", "float"):
            by = self.random.randrange(1, THREADS)
            self.add(f"  {{ {kind} x = __shfl_xor_sync (0xffffffff, {member}, {by}); {condition}{result} = (int) x; }}")
            self.tell(self.load(array, find(t ^ by), line, t ^ by)[i] for t in threads for i in used
                      if self.memory[array][find(t ^ by)][i] is not None)
            return
        elif way == "plain":
            used = as_int
            self.add(f"  {condition}{result} = (int) {member};")
        else:
            rest = " % 1000" if kind == "long long" else ""
            self.add(f"  {condition}{result} = (int) (({member} * 3 + a[t]){rest});")
        self.tell(self.load(array, find(t), line, t)[i] for t in threads for i in used
                  if self.memory[array][find(t)][i] is not None)

    def write(self):
        self.add(*self.type.declare())
        self.add("static __device__ __noinline__ Record pass (Record record)", "{", "  return record;", "}", "")
        self.add('extern "C" __global__ void copies (const int *a, int *o)', "{", "  int t = threadIdx.x;")
        self.add(f"  __shared__ Record {', '.join(f'{name}[{THREADS}]' for name in self.arrays)};")
        # What nobody ever stores to compilers know to be undefined, and load nothing.
        for array in self.arrays:
            self.add(f"  if (a[t] < 0) *(int *) ((char *) {array} + a[t] % 64) = a[t];")
        self.add("  __syncthreads ();")
        steps = [self.set_member, self.set_member, self.set_byte, self.copy, self.copy, self.use, self.use]
        for _ in range(self.random.randint(6, 24)):
            self.random.choice(steps)()
            self.add("  __syncthreads ();")
        self.use()
        self.add("}", "")

    def text(self):
        settings = ["/* gridloom", "[launch]", f"block={THREADS}", "grid=1", "manual-grid=true", "",
                    "[arg a]", f"shape={THREADS}", "fill=iota", "", "[arg o]", f"shape={self.n_results * THREADS}",
                    "fill=zeros", "*/", ""]
        return "\n".join(self.lines + settings)
