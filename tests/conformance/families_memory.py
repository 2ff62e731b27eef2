"""Cases of memory, atomics, warp operations and matrices.

SPDX-License-Identifier: GPL-3.0-or-later
"""

from case_writer import Case, TYPES

ATOMS = (
    ("add", ("u32", "s32", "u64", "f32", "f64")),
    ("min", ("u32", "s32", "u64", "s64")), ("max", ("u32", "s32", "u64", "s64")),
    ("and", ("b32", "b64")), ("or", ("b32", "b64")), ("xor", ("b32", "b64")), ("exch", ("b32", "b64")),
    ("inc", ("u32",)), ("dec", ("u32",)),
)
SCOPES = ("", ".relaxed.cta", ".acquire.gpu", ".release.sys", ".acq_rel.gpu")


def value_type(kind):
    return kind.replace("b", "u") if kind[0] == "b" else kind


def in_shared(kind, text):
    """A statement about [q] in shared memory, where each thread has eight bytes; the cell's last value goes to {1}."""
    memory = TYPES[value_type(kind)][1]
    return (f"{{{{ .shared .align 8 .b64 sm[64]; .reg .b32 q; mov.u32 q, sm; mad.lo.u32 q, %t, 8, q; "
            f"st.shared.{memory} [q], {{2}}; {text} ld.shared.{memory} {{1}}, [q]; }}}}")


def atomics():
    for name, kinds in ATOMS:
        case = Case(f"atom_{name}")
        for kind in kinds:
            value = value_type(kind)
            for scope in SCOPES:
                cell = case.cell(value, "a")
                case.op("", [value], [(value, "b")], pattern=f"atom{scope}.global.{name}.{kind} {{0}}, [{cell}], {{1}};")
            cell = case.cell(value, "a")
            case.op("", [value], [(value, "b")], pattern=f"atom.{name}.{kind} {{0}}, [{cell}], {{1}};")
            case.op("", [value, value], [(value, "a"), (value, "b")],
                    pattern=in_shared(kind, f"atom.shared.{name}.{kind} {{0}}, [q], {{3}};"))
            if name != "exch":
                for scope in SCOPES[:2]:
                    cell = case.cell(value, "a")
                    case.op("", [value], [(value, "b")],
                            pattern=f"red{scope}.global.{name}.{kind} [{cell}], {{1}}; mov.b{value[1:]} {{0}}, {{1}};")
                case.op("", [value, value], [(value, "a"), (value, "b")],
                        pattern=in_shared(kind, f"red.shared.{name}.{kind} [q], {{3}}; mov.b{value[1:]} {{0}}, {{3}};"))
        yield case
    case = Case("atom_cas")
    for width in (16, 32, 64):
        value = f"u{width}"
        for scope in SCOPES:
            cell = case.cell(value, "a")
            case.op("", [value], [(value, "e"), (value, "b")],
                    pattern=f"atom{scope}.global.cas.b{width} {{0}}, [{cell}], {{1}}, {{2}};")
        if width > 16:
            case.op("", [value, value], [(value, "a"), (value, "e"), (value, "b")],
                    pattern=in_shared(value, f"atom.shared.cas.b{width} {{0}}, [q], {{3}}, {{4}};"))
    yield case
    case = Case("atom_halves", "sm_80")
    for kind in ("f16", "f16x2"):
        cell = case.cell(kind, "a")
        case.op("", [kind], [(kind, "b")], pattern=f"atom.global.add.noftz.{kind} {{0}}, [{cell}], {{1}};")
        cell = case.cell(kind, "a")
        case.op("", [kind], [(kind, "b")],
                pattern=f"red.global.add.noftz.{kind} [{cell}], {{1}}; mov.b{16 if kind == 'f16' else 32} {{0}}, {{1}};")
    yield case


def loads_and_stores():
    for kind in ("u8", "s8", "u16", "s16", "u32", "u64", "f32", "f64"):
        case = Case(f"ld_st_{kind}")
        size, memory = TYPES[kind][2], kind
        for cache in ("", ".ca", ".cg", ".cs", ".lu", ".cv", ".volatile", ".relaxed.gpu", ".acquire.sys", ".nc", ".L1::evict_last",
                      ".L1::no_allocate", ".L2::128B"):
            parameter = case.base(kind, "a")
            name = {".volatile": "ld.volatile.global", ".nc": "ld.global.nc", ".relaxed.gpu": "ld.relaxed.gpu.global",
                    ".acquire.sys": "ld.acquire.sys.global"}.get(cache, f"ld.global{cache}")
            case.op("", [kind], [], pattern=f"ld.param.u64 %p, [{parameter}]; mad.wide.u32 %p, %i, {size}, %p; "
                                            f"{name}.{memory} {{0}}, [%p];")
        for cache in (".wb", ".cg", ".cs", ".wt", ".volatile", ".relaxed.cta", ".release.gpu"):
            cell = case.cell(kind, "a")
            name = {".volatile": "st.volatile.global", ".relaxed.cta": "st.relaxed.cta.global",
                    ".release.gpu": "st.release.gpu.global"}.get(cache, f"st.global{cache}")
            case.op("", [kind], [(kind, "b")],
                    pattern=f"{name}.{memory} [{cell}], {{1}}; ld.global.{memory} {{0}}, [{cell}];")
        for space, declare in (("shared", ".shared .align 16 .b8 m[4096];"), ("local", ".local .align 16 .b8 m[256];")):
            move = ("mov.u32 i, %t;" if space == "shared" else "and.b32 i, %t, 3;")
            case.op("", [kind], [(kind, "a")],
                    pattern=f"{{{{ {declare} .reg .b32 i, q; {move} mov.u32 q, m; mad.lo.u32 q, i, {size}, q; "
                            f"st.{space}.{memory} [q], {{1}}; ld.{space}.{memory} {{0}}, [q]; }}}}")
            case.op("", [kind], [(kind, "a")],
                    pattern=f"{{{{ {declare} .reg .b32 i; .reg .b64 q, o; {move} mov.u64 o, m; cvta.{space}.u64 q, o; "
                            f"mad.wide.u32 q, i, {size}, q; st.{memory} [q], {{1}}; ld.{memory} {{0}}, [q]; }}}}")
        yield case
    case = Case("ld_st_vectors")
    for kind, counts in (("u8", (2, 4)), ("u16", (2, 4)), ("u32", (2, 4)), ("f32", (2, 4)), ("u64", (2,)), ("f64", (2,))):
        for count in counts:
            size = TYPES[kind][2]
            parameter = case.base(kind, "a")
            registers = ", ".join(f"{{{i}}}" for i in range(count))
            case.op("", [kind] * count, [],
                    pattern=f"ld.param.u64 %p, [{parameter}]; {{{{ .reg .b32 j; shr.u32 j, %i, 2; "
                            f"mad.wide.u32 %p, j, {size * count}, %p; }}}} ld.global.v{count}.{kind} {{{{{registers}}}}}, [%p];")
            case.op("", [kind] * count, [],
                    pattern=f"{{{{ .shared .align 16 .b8 m[2048]; .reg .b32 q; mov.u32 q, m; mad.lo.u32 q, %t, 32, q; "
                            f"ld.param.u64 %p, [{parameter}]; ld.global.v{count}.{kind} {{{{{registers}}}}}, [%p]; "
                            f"st.shared.v{count}.{kind} [q + 16], {{{{{registers}}}}}; "
                            f"ld.shared.v{count}.{kind} {{{{{registers}}}}}, [q + 16]; }}}}")
    yield case
    case = Case("ld_extend")
    for source in ("u8", "s8", "u16", "s16", "u32", "s32"):
        for dest in ("u32", "u64"):
            if int(source[1:]) <= int(dest[1:]):
                parameter = case.base(source, "a")
                case.op("", [dest], [], pattern=f"ld.param.u64 %p, [{parameter}]; mad.wide.u32 %p, %i, {int(source[1:]) // 8}, "
                                                f"%p; ld.global.{source} {{0}}, [%p];")
    yield case
    case = Case("cp_async", "sm_80")
    for size, modes in ((4, ("ca",)), (8, ("ca",)), (16, ("ca", "cg"))):
        for mode in modes:
            for tail in ("", ", 4", ", 0", ", r"):
                parameter = case.base("u32", "a")
                count = size // 4
                registers = ", ".join(f"{{{i}}}" for i in range(count))
                vector = f".v{count}" if count > 1 else ""
                braces = f"{{{{{registers}}}}}" if count > 1 else registers
                case.op("", ["u32"] * count, [],
                        pattern=f"{{{{ .shared .align 16 .b8 m[1024]; .reg .b32 q, r; mov.u32 q, m; mad.lo.u32 q, %t, 16, q; "
                                f"and.b32 r, %t, 3; min.u32 r, r, {size}; ld.param.u64 %p, [{parameter}]; "
                                f"mad.wide.u32 %p, %t, {size}, %p; cp.async.{mode}.shared.global [q], [%p], {size}{tail}; "
                                f"cp.async.commit_group; cp.async.wait_group 0; ld.shared{vector}.u32 {braces}, [q]; }}}}")
    yield case


def warps():
    case = Case("warp_shuffle")
    for mode in ("up", "down", "bfly", "idx"):
        for clamp in (("0x0", "0x1800", "0x1c00") if mode == "up" else ("0x1f", "0x181f", "0x1c1f")):
            for lane in ("1", "5", "17"):
                case.op("", ["u32", "u32"], [("u32", "a")],
                        pattern=f"{{{{ .reg .pred p; shfl.sync.{mode}.b32 {{0}}|p, {{2}}, {lane}, {clamp}, -1; "
                                "selp.u32 {1}, 1, 0, p; }}")
            case.op("", ["u32", "u32"], [("u32", "a"), ("u32", "n")],
                    pattern=f"{{{{ .reg .pred p; shfl.sync.{mode}.b32 {{0}}|p, {{2}}, {{3}}, {clamp}, -1; "
                            "selp.u32 {1}, 1, 0, p; }}")
    yield case
    case = Case("warp_votes")
    half = "{{ .reg .pred p, h; .reg .b32 l; and.b32 l, %t, 16; setp.ne.u32 h, l, 0; and.b32 l, {1}, 1; setp.ne.u32 p, l, 0; "
    for mode in ("all", "any", "uni"):
        case.op("", ["u32"], [("u32", "e")], pattern=half + f"vote.sync.{mode}.pred p, p, -1; selp.u32 {{0}}, 1, 0, p; }}}}")
        case.op("", ["u32"], [("u32", "n")], pattern=half + f"mov.u32 {{0}}, 7; @h vote.sync.{mode}.pred p, !p, 0xffff0000; "
                                                            "@h selp.u32 {0}, 1, 0, p; }}")
    case.op("", ["u32"], [("u32", "a")], pattern=half + "vote.sync.ballot.b32 {0}, p, -1; }}")
    case.op("", ["u32"], [("u32", "n")], pattern=half + "mov.u32 {0}, 7; @h vote.sync.ballot.b32 {0}, !p, 0xffff0000; }}")
    for width in (32, 64):
        case.op("", ["u32"], [(f"u{width}", "e")], pattern=f"match.any.sync.b{width} {{0}}, {{1}}, -1;")
        case.op("", ["u32", "u32"], [(f"u{width}", "e")],
                pattern=f"{{{{ .reg .pred p; match.all.sync.b{width} {{0}}|p, {{2}}, -1; selp.u32 {{1}}, 1, 0, p; }}}}")
    yield case
    case = Case("warp_redux", "sm_80")
    for name, kinds in (("add", ("u32", "s32")), ("min", ("u32", "s32")), ("max", ("u32", "s32")), ("and", ("b32",)),
                        ("or", ("b32",)), ("xor", ("b32",))):
        for kind in kinds:
            value = value_type(kind)
            case.op("", [value], [(value, "a")], pattern=f"redux.sync.{name}.{kind} {{0}}, {{1}}, -1;")
            case.op("", [value], [(value, "b")],
                    pattern=f"{{{{ .reg .pred h; .reg .b32 l; and.b32 l, %t, 1; setp.ne.u32 h, l, 0; mov.b32 {{0}}, {{1}}; "
                            f"@h redux.sync.{name}.{kind} {{0}}, {{1}}, 0xaaaaaaaa; }}}}")
    yield case
    case = Case("barrier_red")
    for name in ("bar.red", "barrier.cta.red"):
        for mode in ("and", "or"):
            case.op("", ["u32"], [("u32", "a")],
                    pattern=f"{{{{ .reg .pred p; .reg .b32 l; and.b32 l, {{1}}, 1; setp.ne.u32 p, l, 0; "
                            f"{name}.{mode}.pred p, 1, p; selp.u32 {{0}}, 1, 0, p; }}}}")
        case.op("", ["u32"], [("u32", "a")],
                pattern=f"{{{{ .reg .pred p; .reg .b32 l; and.b32 l, {{1}}, 1; setp.ne.u32 p, l, 0; "
                        f"{name}.popc.u32 {{0}}, 2, !p; }}}}")
    yield case


# shape, a's registers, b's registers, accumulator's registers, types of a, b; accumulators; target
FLOAT_MMAS = (
    ("m16n8k8", 2, 1, "f16x2", "f16", ("f16", "f32"), "sm_75"),
    ("m16n8k16", 4, 2, "f16x2", "f16", ("f16", "f32"), "sm_80"),
    ("m16n8k8", 2, 1, "bf16x2", "bf16", ("f32",), "sm_80"),
    ("m16n8k16", 4, 2, "bf16x2", "bf16", ("f32",), "sm_80"),
    ("m16n8k4", 2, 1, "f32", "tf32", ("f32",), "sm_80"),
    ("m16n8k8", 4, 2, "f32", "tf32", ("f32",), "sm_80"),
)
INT_MMAS = (
    ("m8n8k16", 1, 1, 2, ("s8", "u8"), "sm_75"), ("m8n8k32", 1, 1, 2, ("s4", "u4"), "sm_75"),
    ("m16n8k16", 2, 1, 4, ("s8", "u8"), "sm_80"), ("m16n8k32", 4, 2, 4, ("s8", "u8"), "sm_80"),
    ("m16n8k32", 2, 1, 4, ("s4", "u4"), "sm_80"), ("m16n8k64", 4, 2, 4, ("s4", "u4"), "sm_80"),
)


def vector(names):
    return "{{" + ", ".join(names) + "}}"


def fragments(case, name, d_kind, n_d, a_kind, n_a, b_kind, n_b, c_kind, letters="ab", n_c=None, tail=""):
    """One mma: d.. from a.., b.., c..; the registers of a fragment are the same input moved round."""
    sources = [(a_kind, letters[0]), (b_kind, letters[1]), (c_kind, "m" if c_kind[0] == "f" else "c")]
    first = n_d
    a, b, c = (f"{{{first + i}}}" for i in range(3))
    moves = []

    def rotated(register, kind, count, step):
        for i in range(count):
            width = "b32" if step != "c" and kind == "f32" else TYPES[kind][0]
            name_i = f"{step}{i}"
            moves.append(f".reg .{width} {name_i};")
            bits = TYPES[kind][2] * 8
            if bits == 32 and i:
                moves.append(f"{{{{ .reg .b32 x, y; mov.b32 x, {register}; "
                             f"shfl.sync.bfly.b32 y, x, {i * 3 + 1}, 0x1f, -1; mov.b32 {name_i}, y; }}}}")
            else:
                moves.append(f"mov.b{bits} {name_i}, {register};")
        return vector([f"{step}{i}" for i in range(count)])

    va, vb, vc = rotated(a, a_kind, n_a, "a"), rotated(b, b_kind, n_b, "b"), rotated(c, c_kind, n_c or n_d, "c")
    d = vector([f"{{{i}}}" for i in range(n_d)])
    case.op("", [d_kind] * n_d, sources, pattern="{{ " + " ".join(moves) + f" {name} {d}, {va}, {vb}, {vc}{tail}; }}}}")


def matrices():
    for shape, n_a, n_b, register, kind, accumulators, target in FLOAT_MMAS:
        case = Case(f"mma_{shape}_{kind}", target)
        for accumulator in accumulators:
            n_d, d_kind = (4, "f32") if accumulator == "f32" else (2, "f16x2")
            fragments(case, f"mma.sync.aligned.{shape}.row.col.{accumulator}.{kind}.{kind}.{accumulator}",
                      d_kind, n_d, register, n_a, register, n_b, d_kind, "mm")
        yield case
    case = Case("mma_m8n8k4_f64", "sm_80")
    fragments(case, "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64", "f64", 2, "f64", 1, "f64", 1, "f64", "mm")
    yield case
    case = Case("mma_m8n8k4_f16")
    for rows in ("row", "col"):
        for columns in ("row", "col"):
            fragments(case, f"mma.sync.aligned.m8n8k4.{rows}.{columns}.f32.f16.f16.f32", "f32", 8, "f16x2", 2, "f16x2", 2,
                      "f32", "mm")
            fragments(case, f"mma.sync.aligned.m8n8k4.{rows}.{columns}.f16.f16.f16.f16", "f16x2", 4, "f16x2", 2, "f16x2", 2,
                      "f16x2", "mm")
    yield case
    for shape, n_a, n_b, n_d, kinds, target in INT_MMAS:
        case = Case(f"mma_{shape}_{kinds[0]}", target)
        for a in kinds:
            for b in kinds:
                for satfinite in ("", ".satfinite"):
                    fragments(case, f"mma.sync.aligned.{shape}.row.col{satfinite}.s32.{a}.{b}.s32", "s32", n_d, "u32", n_a,
                              "u32", n_b, "s32")
        yield case
    case = Case("mma_b1", "sm_80")
    for shape, n_a, n_b, n_d in (("m8n8k128", 1, 1, 2), ("m16n8k128", 2, 1, 4), ("m16n8k256", 4, 2, 4)):
        for name in ("xor", "and"):
            fragments(case, f"mma.sync.aligned.{shape}.row.col.s32.b1.b1.s32.{name}.popc", "s32", n_d, "u32", n_a, "u32", n_b,
                      "s32")
    yield case
    case = Case("ldmatrix")
    for count in (1, 2, 4):
        for trans in ("", ".trans"):
            d = vector([f"{{{i}}}" for i in range(count)])
            case.op("", ["u32"] * count, [("u32", "a"), ("u32", "b")],
                    pattern=f"{{{{ .shared .align 16 .b8 m[2048]; .reg .b32 q, r; mov.u32 q, m; mad.lo.u32 q, %t, 16, q; "
                            f"st.shared.v4.u32 [q], {{{{{{{count}}}, {{{count + 1}}}, %i, %t}}}}; bar.sync 0; "
                            f"mov.u32 r, m; xor.b32 q, %t, 5; mad.lo.u32 q, q, 16, r; "
                            f"ldmatrix.sync.aligned.m8n8.x{count}{trans}.shared.b16 {d}, [q]; bar.sync 0; }}}}")
    yield case
    case = Case("movmatrix")
    case.op("movmatrix.sync.aligned.m8n8.trans.b16", ["u32"], [("u32", "a")])
    case.op("movmatrix.sync.aligned.m8n8.trans.b16", ["u32"], [("u32", "b")])
    yield case


# shape: elements of a and b in a fragment of f16, of s8
WMMA_SHAPES = (("m16n16k16", 16, 16, 16), ("m32n8k16", 32, 8, 16), ("m8n32k16", 8, 32, 16))


def wmma_case(case, shape, m, n, k, kind, accumulator, layouts, registers, strides, satfinite=""):
    """Loads a, b, c from whole inputs, multiplies, stores into shared memory and reads eight cells back."""
    n_a, n_b, n_c = registers
    a_layout, b_layout, c_layout = layouts
    source = {"f16": "f16", "bf16": "bf16", "s8": "s8", "u8": "u8", "tf32": "f32", "f64": "f64"}[kind]
    if source[1:] == "8":
        source = "u32"                      # more bytes: rows are 16 apart
    letter = "m" if source[0] in "fb" else "a"
    register_kind = {"f16": "b32", "bf16": "b32", "s8": "b32", "u8": "b32", "tf32": "b32", "f64": "f64"}[kind]
    c_register = "b32" if accumulator == "f16" else accumulator if accumulator[0] == "f" else "b32"
    size = {"f16": 2, "f32": 4, "s32": 4, "f64": 8}[accumulator]
    input_parameter = case.base(source, letter)
    c_parameter = case.base(accumulator, "m" if accumulator[0] == "f" else "c")
    d = ", ".join(f"d{i}" for i in range(n_c))
    a, b, c = (", ".join(f"{x}{i}" for i in range(count)) for x, count in (("a", n_a), ("b", n_b), ("c", n_c)))
    types = f"{accumulator}.{accumulator}" if kind == "f16" else f"{accumulator}.{kind}.{kind}.{accumulator}"
    text = (f"{{{{ .shared .align 32 .b8 m[4096]; .reg .b32 q, w; .reg .{register_kind} a<{n_a}>, b<{n_b}>; "
            f".reg .{c_register} c<{n_c}>, d<{n_c}>; ld.param.u64 %p, [{input_parameter}]; "
            f"wmma.load.a.sync.aligned.{a_layout}.{shape}.global.{kind} {{{{{a}}}}}, [%p], {strides[0]}; "
            f"add.u64 %p, %p, 32; "
            f"wmma.load.b.sync.aligned.{b_layout}.{shape}.global.{kind} {{{{{b}}}}}, [%p], {strides[1]}; "
            f"ld.param.u64 %p, [{c_parameter}]; "
            f"wmma.load.c.sync.aligned.{c_layout}.{shape}.global.{accumulator} {{{{{c}}}}}, [%p], {strides[2]}; "
            f"wmma.mma.sync.aligned.{a_layout}.{b_layout}.{shape}.{types}{satfinite} {{{{{d}}}}}, {{{{{a}}}}}, {{{{{b}}}}}, {{{{{c}}}}}; "
            f"shr.u32 w, %t, 5; mov.u32 q, m; mad.lo.u32 q, w, 2048, q; "
            f"wmma.store.d.sync.aligned.{c_layout}.{shape}.shared.{accumulator} [q], {{{{{d}}}}}, {n if c_layout == 'row' else m}; "
            f"bar.sync 0; and.b32 w, %t, 31; mad.lo.u32 q, w, {size}, q; ")
    count = min(8, m * n // 32)
    result = {"f16": "f16", "f32": "f32", "s32": "s32", "f64": "f64"}[accumulator]
    for i in range(count):
        text += f"ld.shared.{TYPES[result][1]} {{{i}}}, [q + {i * 32 * size}]; "
    case.op("", [result] * count, [], pattern=text + "bar.sync 0; }}")


def wmmas():
    for shape, m, n, k in WMMA_SHAPES:
        for accumulator in ("f16", "f32"):
            case = Case(f"wmma_{shape}_f16_{accumulator}")
            for layouts in (("row", "col", "row"), ("col", "row", "col"), ("row", "row", "row"), ("col", "col", "col")):
                wmma_case(case, shape, m, n, k, "f16", accumulator, layouts, (8, 8, 4 if accumulator == "f16" else 8),
                          ([8, 8, 8]))
            yield case
        n_a, n_b = {"m16n16k16": (2, 2), "m32n8k16": (4, 1), "m8n32k16": (1, 4)}[shape]
        case = Case(f"wmma_{shape}_int8")
        for kind in ("s8", "u8"):
            for satfinite in ("", ".satfinite"):
                wmma_case(case, shape, m, n, k, kind, "s32", ("row", "col", "row"), (n_a, n_b, 8), (16, 16, 8), satfinite)
        yield case
        n_a, n_b = {"m16n16k16": (4, 4), "m32n8k16": (8, 2), "m8n32k16": (2, 8)}[shape]
        case = Case(f"wmma_{shape}_bf16", "sm_80")
        wmma_case(case, shape, m, n, k, "bf16", "f32", ("row", "col", "row"), (n_a, n_b, 8), (8, 8, 8))
        wmma_case(case, shape, m, n, k, "bf16", "f32", ("col", "row", "row"), (n_a, n_b, 8), (8, 8, 8))
        yield case
    case = Case("wmma_m16n16k8_tf32", "sm_80")
    wmma_case(case, "m16n16k8", 16, 16, 8, "tf32", "f32", ("row", "col", "row"), (4, 4, 8), (8, 8, 8))
    wmma_case(case, "m16n16k8", 16, 16, 8, "tf32", "f32", ("col", "row", "col"), (4, 4, 8), (8, 8, 8))
    yield case
    case = Case("wmma_m8n8k4_f64", "sm_80")
    wmma_case(case, "m8n8k4", 8, 8, 4, "f64", "f64", ("row", "col", "row"), (1, 1, 2), (4, 4, 8), ".rn")
    yield case


FAMILIES = (atomics, loads_and_stores, warps, matrices, wmmas)
