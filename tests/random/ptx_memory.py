"""What random PTX programs do with memory. Each thread has bytes of its own in every space, so nothing hangs on an order; all
threads add to the head of the output, by what comes to the same in any order.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import re

from ptx_instructions import TOKEN
from ptx_random import AREA, BEYOND, CELL, Generator, number

OWN = 64                                    # bytes of a thread in a space
CONSTANTS = 32                              # of 64 bits in .const
LAUNCH, THREAD, BLOCK, ANY = 0, 1, 2, 3
SUMS = ("add.u32", "add.u64", "min.s32", "min.u32", "max.s32", "max.u32", "and.b32", "or.b32", "xor.b32", "min.s64", "min.u64",
        "max.s64", "max.u64", "and.b64", "or.b64", "xor.b64", "inc.u32", "dec.u32")


def header():
    rng = Generator(2)
    numbers = ", ".join(str(number(rng, rng.choice(["rd", "fd", "rd"]))) for _ in range(CONSTANTS))
    return f".version 9.0\n.target sm_80\n.address_size 64\n.const .align 16 .b64 constants[{CONSTANTS}] = {{{numbers}}};\n"


HEADER = header()


def is_used(program, space):
    return space in program.regions or f"generic_{space}" in program.regions


def variables(program):
    lines = []
    if is_used(program, "shared"):
        lines.append(f".shared .align 16 .b8 common[{OWN * program.threads_of_block}];")
    if "exchange" in program.regions:
        lines.append(f".shared .align 16 .b8 exchange[{8 * program.threads_of_block}];")
    if is_used(program, "local"):
        lines.append(f".local .align 16 .b8 mine[{OWN}];")
    return lines


def prologue(program):
    """Lines that say where a thread's own bytes are, and fill them."""
    lines, filled = [], []
    if is_used(program, "shared"):
        lines.append(f"mov.u32 %sown, common; mad.lo.u32 %sown, %linear, {OWN}, %sown;")
        filled.append(("shared", "%sown"))
        if "generic_shared" in program.regions:
            lines.append("cvt.u64.u32 %w0, %sown; cvta.shared.u64 %sgen, %w0;")
    if is_used(program, "local"):
        lines.append("mov.u64 %lown, mine;")
        filled.append(("local", "%lown"))
        if "generic_local" in program.regions:
            lines.append("cvta.local.u64 %lgen, %lown;")
    if is_used(program, "const"):
        lines.append("mov.u64 %cown, constants; and.b32 %t0, %linear, 11; mul.wide.u32 %w0, %t0, 16; add.u64 %cown, %cown, %w0;")
        if "generic_const" in program.regions:
            lines.append("cvta.const.u64 %cgen, %cown;")
    if "policy" in program.regions:
        lines.append("createpolicy.fractional.L2::evict_first.b64 %policy, 0f3f800000;")
    if filled:
        lines.append("and.b32 %t0, %linear, 1023; mul.wide.u32 %w0, %t0, 16; add.u64 %w0, %in, %w0;")
        for i in range(OWN // 16):
            lines.append(f"ld.global.v2.b64 {{%w1, %w2}}, [%w0+{16 * i}];")
            lines += [f"st.{space}.v2.b64 [{base}+{16 * i}], {{%w1, %w2}};" for space, base in filled]
    return lines


def size_of(instruction):
    """Bytes of an element, and elements."""
    words = instruction.words
    count = next((int(w[1]) for w in words if w in ("v2", "v4")), 1)
    kind = next(w for w in reversed(words) if re.fullmatch(r"[busf]\d+(x2)?|bf16(x2)?", w))
    return int(re.search(r"(128|64|32|16|8)", kind)[1]) // 8 * (2 if kind.endswith("x2") else 1), count


def space_of(instruction):
    return next((w.split("::")[0] for w in instruction.words if w.split("::")[0] in ("global", "shared", "local", "const", "param")),
                None)


def is_plain(instruction):
    """Whether a generic address may be of any space."""
    return all(w in ("ld", "st", "weak", "v2", "v4") or re.fullmatch(r"[busf]\d+", w) for w in instruction.words)


def own_place(body, space, size):
    """An address in a thread's own bytes, aligned."""
    return f"{body.program.region(space)}+{size * body.rng.below(OWN // size)}"


def read_place(body, kind, size, differs):
    """An address in what all read, aligned, and who differs in it."""
    base, who = body.program.base(differs, body)
    kind = "rd" if kind == "q" else kind
    inside = size * body.rng.below(CELL // size)
    return f"{base}+{AREA[kind] + CELL * body.rng.below(BEYOND) + inside}", who


def guard_of(body):
    rng = body.rng
    if not rng.chance(12):
        return ""
    return f"@{'!' if rng.chance(40) else ''}{body.source('p', ANY)[0]} "


def policy(body, instruction):
    if not any("cache_hint" in w for w in instruction.words):
        return ""
    body.program.regions["policy"] = True
    return ", %policy"


def substitute(text, registers):
    pieces = TOKEN.split(text)[::2]
    return "".join(piece + part for piece, part in zip(pieces, registers + [""]))


def load(body, instruction):
    rng, words = body.rng, instruction.words
    element, count = size_of(instruction)
    size, kinds = element * count, TOKEN.findall(instruction.operands[0])
    space = space_of(instruction)
    differs = rng.choice([LAUNCH, THREAD, BLOCK, ANY, ANY])
    reads = ["global", "in"]
    if space is None and is_plain(instruction):
        reads += ["generic_shared", "generic_local", "generic_const"]
    elif space is None and any(w in ("volatile", "relaxed", "acquire") for w in words):
        reads += ["generic_shared"]
    elif space == "global" and "nc" in words:
        reads = ["in"]
    elif space not in (None, "global"):
        reads = [space]
    if instruction.mnemonic == "ldu":
        reads, differs = ["in"], LAUNCH
    where = rng.choice(reads)
    if where == "in":
        place, who = read_place(body, kinds[0], size, differs)
    elif where == "param":
        place, who = f"bytes+{size * rng.below(32 // size)}", LAUNCH
    else:
        place, who = own_place(body, where, size), ANY
    guard = "" if "q" in kinds else guard_of(body)
    made = []
    for kind in kinds:
        made.append(body.destination(kind, who, guard != "", made))
    body.emit(f"{guard}{instruction.name} {substitute(instruction.operands[0], made)}, [{place}]{policy(body, instruction)};")
    for kind, register in zip(kinds, made):
        body.settle(kind, register, ANY if guard else who, words[-1] if words[-1] in ("f32", "f64") else None)


def store(body, instruction):
    rng, words = body.rng, instruction.words
    element, count = size_of(instruction)
    space = space_of(instruction)
    writes = ["global"]
    if space is None and is_plain(instruction):
        writes += ["generic_shared", "generic_local"]
    elif space is None and any(w in ("volatile", "relaxed", "release") for w in words):
        writes += ["generic_shared"]
    elif space is not None:
        writes = [space]
    place = own_place(body, rng.choice(writes), element * count)
    sources = [body.source(kind, rng.choice([LAUNCH, THREAD, ANY, ANY]))[0] for kind in TOKEN.findall(instruction.operands[1])]
    body.emit(f"{guard_of(body)}{instruction.name} [{place}], {substitute(instruction.operands[1], sources)}"
              f"{policy(body, instruction)};")


def atomic(body, instruction):
    rng, words = body.rng, instruction.words
    size, _ = size_of(instruction)
    returns = instruction.mnemonic == "atom"
    space = space_of(instruction)
    place = own_place(body, "shared" if space == "shared" else "generic_shared" if space is None and rng.chance(20) and
                      not any("cache_hint" in w for w in words) else "global", size)
    operands = instruction.operands[1 + returns:]
    if policy(body, instruction):
        operands = operands[:-1]
    kinds = [TOKEN.match(text)[1] for text in operands]
    sources = [body.source(kind, ANY)[0] for kind in kinds]
    address_space = ".shared" if place.startswith("%sown") else ""
    if "cas" in words and rng.chance(60):
        sources[0] = body.new(kinds[0])
        body.emit(f"ld{address_space}.b{size * 8} {sources[0]}, [{place}];")
    guard = guard_of(body)
    texts = [f"[{place}]"] + sources
    if returns:
        kind = TOKEN.match(instruction.operands[0])[1]
        made = body.destination(kind, ANY, guard != "", sources)
        while made in sources:
            made = body.new(kind)
            body.program.begin(body, kind, made)
        texts.insert(0, made)
    body.emit(f"{guard}{instruction.name} {', '.join(texts)}{policy(body, instruction)};")
    nan = words[-1] if words[-1] in ("f16", "f16x2", "bf16", "bf16x2", "f32", "f64") else None
    if nan:
        left = body.new(kinds[-1])
        kind_of_memory = {"h": "b16", "r": "b32", "f": "f32", "fd": "f64"}[kinds[-1]]
        body.emit(f"ld{address_space}.{kind_of_memory} {left}, [{place}];")
        body.canonical(kinds[-1], left, nan)
        body.emit(f"st{address_space}.{kind_of_memory} [{place}], {left};")
    if returns:
        body.settle(kind, made, ANY, nan)


def add_to_all(body):
    """What comes in any order gives the same sum, and nobody reads it back. A cell of the head knows one operation."""
    rng, sums = body.rng, body.program.sums
    if len(sums) < 8 and (not sums or rng.chance(60)):
        sums.append((rng.choice(SUMS), rng.below(1 << 31)))
    cell = rng.below(len(sums))
    operation, bound = sums[cell]
    kind = "rd" if operation.endswith("64") else "r"
    value = str(bound) if operation[:3] in ("inc", "dec") else body.source(kind, ANY)[0]
    body.emit(f"{guard_of(body)}red{rng.choice(['', '.relaxed.gpu'])}.global.{operation} [%out+{8 * cell}], {value};")


def copy(body, instruction):
    """An asynchronous copy to a thread's own bytes, and the wait for it."""
    rng, name = body.rng, instruction.name
    place, size = own_place(body, "shared", 16), 16
    other, _ = read_place(body, "rd", 16, rng.choice([LAUNCH, ANY]))
    if "mbarrier" in name:
        wait_by_barrier(body, instruction)
        return
    if ".async.c" not in name or "commit" in name:
        body.emit(f"cp.async.cg.shared.global [{place}], [{other}], 16;")
        body.emit("cp.async.commit_group;" if "wait_all" in name else f"{name}{' 1' if 'wait_group' in name else ''};")
    else:
        size = int(instruction.operands[2])
        rest = [str(size)]
        for text in instruction.operands[3:]:
            kind = TOKEN.match(text)[1]
            if kind == "p":
                rest.append(body.source("p", ANY)[0])
            elif kind == "r":
                length, value = body.new("r"), body.source("r", ANY)[0]
                body.emit(f"min.u32 {length}, {value}, {size};")
                rest.append(length)
            else:
                rest.append(policy(body, instruction)[2:])
        body.emit(f"{name} [{place}], [{other}], {', '.join(rest)};")
    body.emit("cp.async.commit_group; cp.async.wait_group 0;" if rng.chance(50) and "wait_all" not in name else "cp.async.wait_all;")
    value = body.new("r")
    body.emit(f"ld.shared.b32 {value}, [{place}];")
    body.settle("r", value, ANY)


def wait_by_barrier(body, instruction):
    """A thread's own barrier in memory: its copies, or itself, arrive."""
    place, generic = own_place(body, "shared", 16), space_of(instruction) is None
    offset = place.split("+")[1]
    at = f"{body.program.region('generic_shared')}+{offset}" if generic else place
    name = instruction.name
    inc = "noinc" not in name and name.startswith("cp")
    state, over, again, missing = body.new("rd"), body.new("p"), body.new("p"), body.new("r")
    arrivals = 2 + body.rng.below(3)
    shared = "" if generic else ".shared"
    body.emit(f"{name if '.init' in name else f'mbarrier.init{shared}.b64'} [{at}], {arrivals};")
    if name.startswith("cp"):
        other, _ = read_place(body, "rd", 16, ANY)
        to = f"{body.program.region('shared')}+{int(offset) ^ 16}"
        body.emit(f"cp.async.cg.shared.global [{to}], [{other}], 16; {name} [{at}]; cp.async.wait_all;")
        arrivals -= 0 if inc else 1
    drops = "drop" in name
    for i in range(arrivals):
        plain = f"mbarrier.arrive{shared}.b64 {state}, [{at}];"
        if i == 0 and name.startswith("mbarrier.arrive"):
            body.emit(f"{name} {state}, [{at}]{', 1' if 'noComplete' in name else ''};")
        else:
            body.emit(plain)
        if i == 0:
            count, early = body.new("r"), body.new("p")
            body.emit(f"mbarrier.pending_count.b64 {count}, {state};")
            body.emit(f"mbarrier.test_wait{shared}.b64 {early}, [{at}], {state};")
            body.settle("r", count, ANY)
            body.settle("p", early, ANY)
    waits = name if "test_wait" in name and "parity" not in name else f"mbarrier.test_wait{shared}.b64"
    parity = name if "parity" in name else f"mbarrier.test_wait.parity{shared}.b64"
    body.emit(f"{waits} {over}, [{at}], {state};")
    body.emit(f"{parity} {again}, [{at}], 0;")
    body.emit(f"mbarrier.arrive{shared}.b64 {state}, [{at}]; mbarrier.pending_count.b64 {missing}, {state};" if drops else
              f"mov.u32 {missing}, {arrivals};")
    body.emit(f"{name if '.inval' in name else f'mbarrier.inval{shared}.b64'} [{at}];")
    body.emit(f"st.shared.b64 [{place}], 0;")
    for kind, register in (("p", over), ("p", again), ("r", missing)):
        body.settle(kind, register, ANY)


def make_policy(body, instruction):
    chosen, place = body.new("rd"), read_place(body, "r", 4, ANY)[0]
    name, rest = instruction.name, []
    for text in instruction.operands[1:]:
        kind = TOKEN.search(text)[1]
        if text.startswith("["):
            rest.append("[%in]")
        elif kind == "f":
            rest.append(body.new("f"))
            body.emit(f"mov.f32 {rest[-1]}, 0f3f000000;")
        else:
            rest.append(body.new("r"))
            body.emit(f"mov.u32 {rest[-1]}, {1024 * len(rest)};")
    body.emit(f"{name} {', '.join([chosen] + rest)};")
    value = body.new("r")
    body.emit(f"ld.global.L2::cache_hint.b32 {value}, [{place}], {chosen};")
    body.settle("r", value, ANY)


def fence(body, instruction):
    body.emit(f"{instruction.name};")


def hint(body, instruction):
    """What tells the caches something."""
    if instruction.mnemonic == "applypriority":
        body.emit(f"{instruction.name} [{body.program.base(LAUNCH, body)[0]}+{128 * body.rng.below(64)}], 128;")
    elif space_of(instruction) == "local":
        body.emit(f"{instruction.name} [{own_place(body, 'local', 16)}];")
    else:
        body.emit(f"{instruction.name} [{read_place(body, 'rd', 16, ANY)[0]}];")


def is_in_space(body, instruction):
    where = body.rng.choice(["global", "generic_shared", "generic_local", "generic_const"])
    wanted = space_of(instruction)
    if body.rng.chance(50) and wanted in ("shared", "local", "const"):
        where = f"generic_{wanted}"
    made = body.new("p")
    body.emit(f"{instruction.name} {made}, {body.program.region(where)};")
    body.settle("p", made, ANY)


def convert_address(body, instruction):
    space = space_of(instruction)
    made, value, wide = body.new("rd"), body.new("r"), body.new("rd")
    if space == "param":
        body.emit(f"mov.b64 {wide}, bytes;")
    elif space == "shared":
        body.emit(f"cvt.u64.u32 {wide}, {body.program.region('shared')};")
    else:
        body.emit(f"mov.b64 {wide}, {body.program.region(space)};")
    body.emit(f"{instruction.name} {made}, {wide};")
    body.emit(f"ld.b32 {value}, [{made}+{4 * body.rng.below(8)}];")
    body.settle("r", value, ANY)


def stack(body):
    """More bytes of a thread's own, and back."""
    rng = body.rng
    saved, place, value = body.new("rd"), body.new("rd"), body.new("rd")
    body.emit(f"stacksave.u64 {saved};")
    body.emit(f"alloca.u64 {place}, {rng.choice([16, 32, 64])}, 16;")
    body.emit(f"st.local.b64 [{place}+8], {body.source('rd', ANY)[0]};")
    body.emit(f"ld.local.b64 {value}, [{place}+8];")
    body.emit(f"stackrestore.u64 {saved};")
    body.settle("rd", value, ANY)


STATEMENTS = {"ld": load, "ldu": load, "st": store, "atom": atomic, "red": atomic, "cp": copy, "createpolicy": make_policy,
              "mbarrier": wait_by_barrier, "fence": fence, "membar": fence, "prefetch": hint, "prefetchu": hint,
              "applypriority": hint, "isspacep": is_in_space, "cvta": convert_address}
