"""Kernels in which one variable is read before it is set, where a compiler drops what is done with it, and their twins, which
set it. The line of the read is known, since it is written here.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import random

THREADS = 32
TYPES = ["int", "unsigned", "float", "short", "long long", "double"]


class Kernel:
    """The text of a kernel, and the line that reads what nothing has set; None in a twin."""

    def __init__(self, seed, is_twin):
        self.random = random.Random(seed)
        self.is_twin = is_twin
        self.lines = []
        self.expected = None
        self.n_fillers = 0
        kinds = [self.scalar, self.index, self.branch, self.one_path, self.some_cases, self.sum, self.array, self.array_by_index,
                 self.member, self.shared, self.counter, self.reference, self.argument, self.flag, self.template]
        self.write(kinds[seed % len(kinds)])

    def add(self, *lines):
        self.lines += lines

    def set_if_twin(self, text):
        """What only the twin does; elsewhere an empty line stands there."""
        self.add(f"  {text}" if self.is_twin else "")

    def read(self, line):
        self.add(f"  {line}")
        if not self.is_twin:
            self.expected = len(self.lines)

    def pick_type(self):
        return self.random.choice(TYPES)

    def fill(self):
        """Statements that are right."""
        for _ in range(self.random.randrange(4)):
            name = f"f{self.n_fillers}"
            self.n_fillers += 1
            self.add(self.random.choice([
                f"  int {name} = a[(t + {self.random.randrange(9)}) % {THREADS}]; o[{THREADS} + t] = {name} * 3;",
                f"  int {name}; if (a[t] > {self.random.randrange(40)}) {name} = 1; else {name} = t; o[{THREADS} + t] += {name};",
                f"  int {name}[3] = {{ t, 2, a[t] }}; o[{THREADS} + t] += {name}[a[t] % 3];",
                f"  int {name}; {name} = halve (a[t]); for (int i = 0; i < {name} % 5; i++) o[{THREADS} + t] += i;",
                f"  int {name}; for (int i = 0; i < 4; i++) {{ if (i > 0) o[{THREADS} + t] += {name}; {name} = i; }}",
                f"  int {name}; give ({name}, a[t]); o[{THREADS} + t] -= {name};",
            ]))

    def scalar(self):
        self.add(f"  {self.pick_type()} x;")
        self.set_if_twin("x = 4;")
        self.fill()
        self.read(self.random.choice(["o[t] = x;", "o[t] = (int) (x * 2) + 1;", "o[t] = a[t] + (int) x;"]))

    def index(self):
        self.add(f"  {self.random.choice(['int', 'unsigned', 'long long'])} i;")
        self.set_if_twin("i = t;")
        self.fill()
        self.read(self.random.choice([f"o[i & {THREADS - 1}] = 1;", f"o[t] = a[i & {THREADS - 1}];"]))

    def branch(self):
        self.add(f"  {self.pick_type()} x;")
        self.set_if_twin("x = t;")
        self.fill()
        self.read(f"if (x > {self.random.randrange(9)})")
        self.add("    o[t] = 1;")

    def one_path(self):
        self.add(f"  {self.pick_type()} x;")
        self.set_if_twin("x = 0;")
        self.add(f"  if (a[t] < {self.random.randrange(1, THREADS - 1)})", "    x = a[t];")
        self.fill()
        self.read(self.random.choice(["o[t] = x + 1;", "if (x > 3) o[t] = 1;", f"o[(int) x & {THREADS - 1}] = 2;"]))

    def some_cases(self):
        self.add(f"  {self.pick_type()} x;", "  switch (a[t] % 4)", "    {", "    case 0: x = 3; break;", "    case 2: x = t; break;")
        self.set_if_twin("  default: x = 7;")
        self.add("    }")
        self.fill()
        self.read("o[t] = x - 1;")

    def sum(self):
        self.add(f"  {self.random.choice(['int', 'unsigned', 'float'])} sum;")
        self.set_if_twin("sum = 0;")
        self.fill()
        self.add(f"  for (int i = 0; i < {self.random.randrange(1, 9)}; i++)")
        self.read("  sum += a[(t + i) % 32];")
        self.add("  o[t] = sum;")

    def array(self):
        self.add(f"  {self.pick_type()} own[4];", "  own[0] = a[t]; own[1] = 2;")
        self.set_if_twin("own[2] = 5;")
        self.fill()
        self.read("o[t] = own[0] + own[2];")

    def array_by_index(self):
        self.add(f"  {self.pick_type()} own[4];", "  for (int i = 0; i < 3; i++) own[i] = a[t] + i;")
        self.set_if_twin("own[3] = 5;")
        self.fill()
        self.read("o[t] = own[a[t] % 4];")

    def member(self):
        self.add("  Pair pair;", "  pair.first = a[t];")
        self.set_if_twin("pair.second = 1;")
        self.fill()
        self.read(self.random.choice(["o[t] = pair.first + pair.second;", "o[t] = pair.second;"]))

    def shared(self):
        self.add(f"  __shared__ {self.pick_type()} tile[{THREADS}];")
        self.set_if_twin("tile[t] = t;")
        self.add("  __syncthreads ();")
        self.fill()
        self.read(f"o[t] = tile[(t + {self.random.randrange(9)}) % {THREADS}];")

    def counter(self):
        self.add(f"  __shared__ {self.random.choice(['int', 'unsigned', 'float'])} seen[4];")
        self.set_if_twin("if (t == 0) seen[0] = 0;")
        self.add("  __syncthreads ();", f"  for (int i = 0; i < {THREADS}; i++)", "    {", "      if (t == i)")
        self.read("      seen[0]++;")
        self.add("      __syncthreads ();", "    }", "  if (t == 0)", "    o[0] = seen[0];")

    def reference(self):
        self.add("  int x;")
        self.set_if_twin("x = 0;")
        self.add(f"  if (t > {self.random.randrange(1, THREADS)}) give (x, a[t]);")
        self.fill()
        self.read("o[t] = x;")

    def argument(self):
        self.add("  int x;")
        self.set_if_twin("x = 9;")
        self.fill()
        self.read("o[t] = halve (x);")

    def flag(self):
        self.add("  bool found;")
        self.set_if_twin("found = false;")
        self.add("  for (int i = 0; i < 3; i++)", f"    if (a[(t + i) % {THREADS}] == {self.random.randrange(THREADS)}) found = true;")
        self.fill()
        self.read("if (found)")
        self.add("    o[t] = 1;")

    def template(self):
        self.add("  Grown<int> grown;")
        self.set_if_twin("grown.value = 1;")
        self.fill()
        self.read("grown.grow (); o[t] = 3;" if self.is_twin else "o[t] = grown.value + 3;")

    def write(self, kind):
        self.add("struct Pair { int first, second; };", "template <typename T>",
                 "struct Grown { T value; __device__ void grow () { value += 1; } };", "",
                 "static __device__ int halve (int x)", "{", "  return x / 2;", "}", "",
                 "static __device__ void give (int &x, int value)", "{", "  x = value;", "}", "",
                 'extern "C" __global__ void reads (const int *a, int *o)', "{", "  int t = threadIdx.x;")
        self.fill()
        kind()
        self.fill()
        self.add("}", "")

    def text(self):
        settings = ["/* gridloom", "[launch]", f"block={THREADS}", "grid=1", "manual-grid=true", "",
                    "[arg a]", f"shape={THREADS}", "fill=iota", "", "[arg o]", f"shape={2 * THREADS}", "fill=zeros", "*/", ""]
        return "\n".join(self.lines + settings)
