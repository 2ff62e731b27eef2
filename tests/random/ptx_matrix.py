"""What whole warps of random PTX programs do with matrices. Cells are integers, also where they are floats, small enough that every
sum is exact: PTX leaves open in which order it adds.

SPDX-License-Identifier: GPL-3.0-or-later
"""

ANY = 3
SMALL = ((("m8n8k16", 1, 1, 2), ("m16n8k16", 2, 1, 4), ("m16n8k32", 4, 2, 4)), ("s8", "u8")), \
    ((("m8n8k32", 1, 1, 2), ("m16n8k32", 2, 1, 4), ("m16n8k64", 4, 2, 4)), ("s4", "u4"))
BITS = ("m8n8k128", 1, 1, 2), ("m16n8k128", 2, 1, 4), ("m16n8k256", 4, 2, 4)
HALVES = ("m16n8k8", 2, 1), ("m16n8k16", 4, 2)
TENSOR = ("m16n8k4", 2, 1), ("m16n8k8", 4, 2)
# cells a lane has of a matrix in memory: of a, b, and a sum
FRAGMENTS = (("m16n16k16", 16, 16, 2, 2), ("m32n8k16", 32, 8, 4, 1), ("m8n32k16", 8, 32, 1, 4))


def products():
    """(instruction, kind and count of registers of d, a, b, c, how cells are made)."""
    for shapes, types in SMALL:
        for shape, a, b, d in shapes:
            for first in types:
                for second in types:
                    for satfinite in ("", ".satfinite"):
                        yield (f"mma.sync.aligned.{shape}.row.col{satfinite}.s32.{first}.{second}.s32", ("r", d), ("r", a, "any"),
                               ("r", b, "any"), ("r", d, "any"), "")
    for shape, a, b, d in BITS:
        for operation in ("xor", "and"):
            yield (f"mma.sync.aligned.{shape}.row.col.s32.b1.b1.s32.{operation}.popc", ("r", d), ("r", a, "any"), ("r", b, "any"),
                   ("r", d, "any"), "")
    for shape, a, b in HALVES:
        yield f"mma.sync.aligned.{shape}.row.col.f16.f16.f16.f16", ("r", 2), ("r", a, "f16"), ("r", b, "f16"), ("r", 2, "f16"), ""
        for kind in ("f16", "bf16"):
            yield (f"mma.sync.aligned.{shape}.row.col.f32.{kind}.{kind}.f32", ("f", 4), ("r", a, kind), ("r", b, kind),
                   ("f", 4, "f32"), "")
    for shape, a, b in TENSOR:
        yield f"mma.sync.aligned.{shape}.row.col.f32.tf32.tf32.f32", ("f", 4), ("r", a, "tf32"), ("r", b, "tf32"), ("f", 4, "f32"), ""
    yield "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64", ("fd", 2), ("fd", 1, "f64"), ("fd", 1, "f64"), ("fd", 2, "f64"), ""
    for ordered in ("sp", "sp::ordered_metadata"):
        for first in ("s8", "u8"):
            yield (f"mma.{ordered}.sync.aligned.m16n8k32.row.col.s32.{first}.s8.s32", ("r", 4), ("r", 2, "any"), ("r", 2, "any"),
                   ("r", 4, "any"), "sparse")
            yield (f"mma.{ordered}.sync.aligned.m16n8k64.row.col.s32.s8.{first}.s32", ("r", 4), ("r", 4, "any"), ("r", 4, "any"),
                   ("r", 4, "any"), "sparse64")
        yield (f"mma.{ordered}.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", ("f", 4), ("r", 2, "f16"), ("r", 2, "f16"),
               ("f", 4, "f32"), "sparse")


def cells(body, kind, count, how):
    """Registers of small cells, or of any bits."""
    made = []
    for _ in range(count):
        value = body.source("r", ANY)[0]
        if how == "any":
            made.append(value)
            continue
        small, register = body.fixed("r", value, "and", 7), body.new(kind)
        if how in ("f16", "bf16"):
            other, low, high = body.fixed("r", body.source("r", ANY)[0], "and", 3), body.new("h"), body.new("h")
            body.emit(f"sub.s32 {small}, {small}, 4; {{ .reg .f32 a, b; cvt.rn.f32.s32 a, {small}; cvt.rn.f32.s32 b, {other};")
            body.emit(f"cvt.rn.{how}.f32 {low}, a; cvt.rn.{how}.f32 {high}, b; }} mov.b32 {register}, {{{low}, {high}}};")
        elif how == "tf32":
            body.emit(f"sub.s32 {small}, {small}, 3; {{ .reg .f32 a; cvt.rn.f32.s32 a, {small}; mov.b32 {register}, a; }}")
        else:
            body.emit(f"sub.s32 {small}, {small}, 5; cvt.rn.{how}.s32 {register}, {small};")
        made.append(register)
    return made


def vector(registers):
    return "{" + ", ".join(registers) + "}"


def multiply(body, product):
    name, d, a, b, c, sparse = product
    made = [body.new(d[0]) for _ in range(d[1])]
    parts = [made] + [cells(body, *fragment) for fragment in (a, b, c)]
    texts = [vector(part) for part in parts]
    if sparse:
        chosen = body.rng.choice([0x44444444, 0x9e4d8c4d, 0xeeeeeeee, 0xd8e49c4e, 0x9c9c8e4d])
        lane = "0" if sparse == "sparse64" else str(body.rng.below(2))
        metadata = body.new("r")
        body.emit(f"mov.b32 {metadata}, {chosen};")
        texts += [metadata, "0x0" if sparse == "sparse64" else f"0x{lane}"]
    body.emit(f"{name} {', '.join(texts)};")
    for register in made:
        body.settle(d[0], register, ANY)


def multiply_in_memory(body, shape):
    """wmma: of what all read, to the shared bytes of a warp."""
    name, m, n, of_a, of_b = shape
    rng, program = body.rng, body.program
    base, _ = program.base(0, body)
    program.region("shared")
    a, b = [body.new("r") for _ in range(of_a)], [body.new("r") for _ in range(of_b)]
    c, d = [body.new("r") for _ in range(8)], [body.new("r") for _ in range(8)]
    kind, layouts = rng.choice(["s8", "u8"]), [rng.choice(["row", "col"]) for _ in range(4)]
    strides = [16 if layouts[0] == "row" else m, n if layouts[1] == "row" else 16, n if layouts[2] == "row" else m,
               n if layouts[3] == "row" else m]
    place = body.new("r")
    for which, registers, layout, stride in (("a", a, layouts[0], strides[0]), ("b", b, layouts[1], strides[1])):
        body.emit(f"wmma.load.{which}.sync.aligned.{layout}.{name}.global.{kind} {vector(registers)}, "
                  f"[{base}+{32 * rng.below(500)}], {max(stride, 16)};")
    body.emit(f"wmma.load.c.sync.aligned.{layouts[2]}.{name}.global.s32 {vector(c)}, [{base}+{32 * rng.below(500)}], {strides[2]};")
    satfinite = rng.choice(["", ".satfinite"])
    body.emit(f"wmma.mma.sync.aligned.{layouts[0]}.{layouts[1]}.{name}.s32.{kind}.{kind}.s32{satfinite} {vector(d)}, {vector(a)}, "
              f"{vector(b)}, {vector(c)};")
    body.emit(f"and.b32 {place}, %linear, -32; mul.lo.u32 {place}, {place}, 64; {{ .reg .b32 t; mov.u32 t, common; "
              f"add.u32 {place}, {place}, t; }}")
    body.emit("bar.warp.sync -1;")
    body.emit(f"wmma.store.d.sync.aligned.{layouts[3]}.{name}.shared.s32 [{place}+{32 * rng.below(32)}], {vector(d)}, {strides[3]};")
    body.emit("bar.warp.sync -1;")
    for register in a + b + c:
        body.settle("r", register, ANY)


def load_matrices(body, _):
    """ldmatrix of rows in shared memory, and movmatrix."""
    rng = body.rng
    count = rng.choice([1, 2, 4])
    made, turned = [body.new("r") for _ in range(count)], body.new("r")
    place = f"{body.program.region('shared')}+{16 * rng.below(4)}"
    body.emit("bar.warp.sync -1;")
    body.emit(f"ldmatrix.sync.aligned.m8n8.x{count}{rng.choice(['', '.trans'])}.shared.b16 {vector(made)}, [{place}];")
    body.emit("bar.warp.sync -1;")
    body.emit(f"movmatrix.sync.aligned.m8n8.trans.b16 {turned}, {rng.choice(made)};")
    for register in made + [turned]:
        body.settle("r", register, ANY)


STATEMENTS = [(multiply, product) for product in products()] + [(multiply_in_memory, shape) for shape in FRAGMENTS] * 5 + \
    [(load_matrices, None)] * 12
