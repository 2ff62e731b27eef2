"""What the threads of random PTX programs do together: whole warps and whole blocks that come to the same place.

SPDX-License-Identifier: GPL-3.0-or-later
"""

from ptx_instructions import TOKEN
from ptx_memory import substitute

LAUNCH, THREAD, BLOCK, ANY = 0, 1, 2, 3
CLAMPS = (0x1f, 0x1f, 0, 0x181f, 0x101f, 0x1c1f, 0x1800, 0x1e01, 0x0f)


def make(body, text, taken=()):
    """Destinations for a text: the text, and what there is to settle."""
    made = []
    for kind in TOKEN.findall(text):
        made.append((kind, body.destination(kind, ANY, False, list(taken) + [r for _, r in made])))
    return substitute(text, [r for _, r in made]), made


def settle(body, made):
    for kind, register in made:
        body.settle(kind, register, ANY)


def vote(body, instruction):
    into, made = make(body, instruction.operands[0])
    predicate = body.source("p", body.rng.choice([LAUNCH, THREAD, ANY, ANY]))[0]
    body.emit(f"{instruction.name} {into}, {predicate}, %members;")
    settle(body, made)


def shuffle(body, instruction):
    rng = body.rng
    value = body.source("r", body.rng.choice([THREAD, ANY, ANY]))[0]
    lane = str(rng.below(32)) if rng.chance(50) else body.fixed("r", body.source("r", ANY)[0], "and", 31)
    into, made = make(body, instruction.operands[0], [value])
    body.emit(f"{instruction.name} {into}, {value}, {lane}, {rng.choice(CLAMPS)}, %members;")
    settle(body, made)


def match(body, instruction):
    kind = "rd" if instruction.type == "b64" else "r"
    value = body.fixed(kind, body.source(kind, ANY)[0], "and", body.rng.choice([0, 1, 3, 7]))
    into, made = make(body, instruction.operands[0])
    body.emit(f"{instruction.name} {into}, {value}, %members;")
    settle(body, made)


def reduce(body, instruction):
    value = body.source("r", ANY)[0]
    into, made = make(body, instruction.operands[0], [value])
    body.emit(f"{instruction.name} {into}, {value}, %members;")
    settle(body, made)


def active(body, instruction):
    into, made = make(body, instruction.operands[0])
    body.emit(f"{instruction.name} {into};")
    settle(body, made)


def barrier(body, instruction):
    """A barrier other than 0, of all threads; the count of them is a multiple of 32."""
    rng, name, program = body.rng, instruction.name, body.program
    if "warp" in name:
        body.emit(f"{name} %members;")
        return
    which, count = 1 + rng.below(15), program.threads_of_block
    if "arrive" in name:
        arrive(body, name, which, count)
        return
    operands = instruction.operands
    made, into = [], []
    if "red" in name:
        text, made = make(body, operands[0])
        into, operands = [text], operands[1:]
    registers = [text for text in operands if TOKEN.match(text)[1] == "r"]
    parts = [str(which)] + [str(count)] * (len(registers) - 1)
    if rng.chance(30):
        register = body.new("r")
        body.emit(f"mov.u32 {register}, {which};")
        parts[0] = register
    if "red" in name:
        parts.append(body.source("p", ANY)[0])
    body.emit(f"{name} {', '.join(into + parts)};")
    settle(body, made)


def exchange_place(body, scale, shift, size):
    """The address of the cell of another thread, or of one's own."""
    program = body.program
    program.regions["exchange"] = True
    index, place = body.new("r"), body.new("r")
    body.emit(f"mad.lo.u32 {index}, %linear, {scale}, {shift}; rem.u32 {index}, {index}, {program.threads_of_block};")
    body.emit(f"mov.u32 {place}, exchange; mad.lo.u32 {place}, {index}, {size}, {place};")
    return place


def arrive(body, name, which, count):
    """The first warp leaves something and goes on, the others wait for it and take it."""
    rng = body.rng
    first, value, taken = body.new("p"), body.source("r", ANY)[0], body.new("r")
    mine, other = exchange_place(body, 1, 0, 8), exchange_place(body, 0, rng.below(min(32, count)), 8)
    body.emit(f"bar.sync 0; setp.lt.u32 {first}, %linear, 32; mov.u32 {taken}, {value};")
    if count == 32:
        body.emit(f"st.shared.b32 [{mine}], {value}; bar.sync {which}; ld.shared.b32 {taken}, [{other}];")
    else:
        wait, go = body.program.label(), body.program.label()
        sync = name.replace("arrive", "sync")
        body.emit(f"@!{first} bra {wait};")
        body.emit(f"st.shared.b32 [{mine}], {value}; membar.cta; {name} {which}, {count}; bra {go};")
        body.emit(f"{wait}:")
        body.emit(f"{sync} {which}, {count}; ld.shared.b32 {taken}, [{other}];")
        body.emit(f"{go}:")
    body.emit("bar.sync 0;")
    body.settle("r", taken, ANY)


def phase(body):
    """What a thread stored in shared memory, another loads behind a barrier."""
    kind = body.rng.choice(["r", "rd"])
    size, name = (4, "b32") if kind == "r" else (8, "b64")
    value, taken = body.source(kind, ANY)[0], body.new(kind)
    mine = exchange_place(body, 1, 0, size)
    other = exchange_place(body, body.rng.choice([1, 3, 7]), body.rng.below(64), size)
    body.emit("bar.sync 0;")
    body.emit(f"st.shared.{name} [{mine}], {value};")
    body.emit("bar.sync 0;")
    body.emit(f"ld.shared.{name} {taken}, [{other}];")
    body.settle(kind, taken, ANY)


STATEMENTS = {"vote": vote, "shfl": shuffle, "match": match, "redux": reduce, "activemask": active, "bar": barrier,
              "barrier": barrier}
