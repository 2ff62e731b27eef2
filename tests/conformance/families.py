"""The families of PTX instructions that cases are written for: every type, rounding and modifier that sm_80 has.

SPDX-License-Identifier: GPL-3.0-or-later
"""

from case_writer import Case

INTS = ("s16", "u16", "s32", "u32", "s64", "u64")
FLOATS = ("f32", "f64")
ROUNDINGS = ("rn", "rz", "rm", "rp")


def integer_arithmetic():
    for kind in INTS:
        case = Case(f"int_arithmetic_{kind}")
        for name in ("add", "sub", "mul.lo", "mul.hi", "min", "max"):
            case.op(f"{name}.{kind}", [kind], [kind, kind])
        for name in ("div", "rem"):
            case.op(f"{name}.{kind}", [kind], [kind, (kind, "z")])
        for name in ("mad.lo", "mad.hi"):
            case.op(f"{name}.{kind}", [kind], [kind, kind, kind])
        unsigned = kind.replace("s", "u")
        case.op(f"sad.{kind}", [unsigned], [kind, kind, (unsigned, "c")])
        if kind[0] == "s":
            case.op(f"abs.{kind}", [kind], [kind])
            case.op(f"neg.{kind}", [kind], [kind])
        if kind[1:] != "64":
            wide = f"{kind[0]}{int(kind[1:]) * 2}"
            case.op(f"mul.wide.{kind}", [wide], [kind, kind])
            case.op(f"mad.wide.{kind}", [wide], [kind, kind, (wide, "c")])
        if kind == "s32":
            for name in ("add.sat", "sub.sat"):
                case.op(f"{name}.s32", ["s32"], ["s32", "s32"])
            case.op("mad.hi.sat.s32", ["s32"], ["s32", "s32", "s32"])
        if kind[1:] == "32":
            for part in ("lo", "hi"):
                case.op(f"mul24.{part}.{kind}", [kind], [kind, kind])
                case.op(f"mad24.{part}.{kind}", [kind], [kind, kind, kind])
        yield case
    case = Case("int_mad24_sat")
    case.op("mad24.hi.sat.s32", ["s32"], ["s32", "s32", "s32"])
    yield case


def carries():
    for kind in ("s32", "u32", "s64", "u64"):
        case = Case(f"carry_{kind}")
        for first, then in (("add.cc", "addc"), ("sub.cc", "subc")):
            case.op("", [kind, kind, "u32"], [kind, kind, (kind, "c")],
                    pattern=f"{first}.{kind} {{0}}, {{3}}, {{4}}; {then}.cc.{kind} {{1}}, {{4}}, {{5}}; {then}.u32 {{2}}, 0, 0;")
        for first, then in (("mad.lo.cc", "madc.hi"), ("mad.hi.cc", "madc.lo")):
            case.op("", [kind, kind, "u32"], [kind, kind, (kind, "c")],
                    pattern=f"{first}.{kind} {{0}}, {{3}}, {{4}}, {{5}}; {then}.cc.{kind} {{1}}, {{4}}, {{5}}, {{3}}; "
                            "addc.u32 {2}, 0, 0;")
        yield case


def logic():
    for width in (16, 32, 64):
        kind = f"b{width}"
        case = Case(f"logic_{kind}")
        for name in ("and", "or", "xor"):
            case.op(f"{name}.{kind}", [f"u{width}"], [f"u{width}", f"u{width}"])
        for name in ("not", "cnot"):
            case.op(f"{name}.{kind}", [f"u{width}"], [f"u{width}"])
        case.op(f"shl.{kind}", [f"u{width}"], [f"u{width}", ("u32", "n")])
        for sign in "usb":
            case.op(f"shr.{sign}{width}", [f"u{width}"], [f"u{width}", ("u32", "n")])
        yield case
    case = Case("logic_lop3")
    for table in (0x01, 0x17, 0x2d, 0x40, 0x5a, 0x78, 0x80, 0xa5, 0xca, 0xd8, 0xe2, 0xf8):
        case.op("lop3.b32", ["u32"], ["u32", "u32", "u32"], immediates=f", {table:#04x}")
    yield case
    case = Case("logic_shf")
    for side in "lr":
        for mode in ("clamp", "wrap"):
            case.op(f"shf.{side}.{mode}.b32", ["u32"], ["u32", "u32", ("u32", "n")])
    yield case
    case = Case("logic_prmt")
    for mode in ("", ".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"):
        case.op(f"prmt.b32{mode}", ["u32"], ["u32", "u32", "u32"])
    yield case


def bit_fields():
    case = Case("bits_counting")
    for width in (32, 64):
        for name in ("popc", "clz"):
            case.op(f"{name}.b{width}", ["u32"], [f"u{width}"])
        case.op(f"brev.b{width}", [f"u{width}"], [f"u{width}"])
        for sign in "su":
            case.op(f"bfind.{sign}{width}", ["u32"], [f"u{width}"])
            case.op(f"bfind.shiftamt.{sign}{width}", ["u32"], [f"u{width}"])
    yield case
    case = Case("bits_fields")
    for width in (32, 64):
        for sign in "su":
            case.op(f"bfe.{sign}{width}", [f"u{width}"], [f"{sign}{width}", ("u32", "n"), ("u8", "n")],
                    pattern=f"{{{{ .reg .b32 l; cvt.u32.u16 l, {{3}}; bfe.{sign}{width} {{0}}, {{1}}, {{2}}, l; }}}}")
        case.op(f"bfi.b{width}", [f"u{width}"], [f"u{width}", f"u{width}", ("u32", "n")],
                pattern=f"bfi.b{width} {{0}}, {{1}}, {{2}}, {{3}}, 9;")
    yield case
    case = Case("bits_masks")
    for mode in ("clamp", "wrap"):
        case.op(f"bmsk.{mode}.b32", ["u32"], [("u32", "n"), ("u32", "b")])
        for kind in ("u32", "s32"):
            case.op(f"szext.{mode}.{kind}", [kind], [kind, ("u32", "n")])
    yield case


def float_arithmetic():
    for ftz in ("", ".ftz"):
        for rounding in ROUNDINGS:
            case = Case(f"f32_{rounding}{ftz.replace('.', '_')}")
            for name, count in (("add", 2), ("sub", 2), ("mul", 2), ("fma", 3), ("mad", 3)):
                for sat in ("", ".sat"):
                    case.op(f"{name}.{rounding}{ftz}{sat}.f32", ["f32"], ["f32"] * count)
            case.op(f"div.{rounding}{ftz}.f32", ["f32"], ["f32", "f32"])
            for name in ("rcp", "sqrt"):
                case.op(f"{name}.{rounding}{ftz}.f32", ["f32"], ["f32"])
            yield case
    for rounding in ROUNDINGS:
        case = Case(f"f64_{rounding}")
        for name, count in (("add", 2), ("sub", 2), ("mul", 2), ("fma", 3), ("mad", 3), ("div", 2), ("rcp", 1), ("sqrt", 1)):
            case.op(f"{name}.{rounding}.f64", ["f64"], ["f64"] * count)
        yield case
    case = Case("f32_plain")
    for ftz in ("", ".ftz"):
        for name in ("add", "sub", "mul"):
            case.op(f"{name}{ftz}.f32", ["f32"], ["f32", "f32"])
            case.op(f"{name}{ftz}.sat.f32", ["f32"], ["f32", "f32"])
        for name in ("abs", "neg"):
            case.op(f"{name}{ftz}.f32", ["f32"], ["f32"])
        for name in ("min", "max"):
            case.op(f"{name}{ftz}.f32", ["f32"], ["f32", "f32"])
    case.op("copysign.f32", ["f32"], ["f32", "f32"])
    yield case
    case = Case("f64_plain")
    for name in ("add", "sub", "mul", "min", "max", "copysign"):
        case.op(f"{name}.f64", ["f64"], ["f64", "f64"])
    for name in ("abs", "neg"):
        case.op(f"{name}.f64", ["f64"], ["f64"])
    yield case
    case = Case("f32_minmax", "sm_80")
    for ftz in ("", ".ftz"):
        for name in ("min", "max"):
            case.op(f"{name}{ftz}.NaN.f32", ["f32"], ["f32", "f32"])
    yield case
    case = Case("float_testp")
    for kind in FLOATS:
        for what in ("finite", "infinite", "number", "notanumber", "normal", "subnormal"):
            case.compare(f"testp.{what}.{kind}", [kind])
    yield case


def float_approximations():
    case = Case("f32_approximate")
    for ftz in ("", ".ftz"):
        case.op(f"div.approx{ftz}.f32", ["f32"], ["f32", "f32"], "ulp:3")
        case.op(f"div.full{ftz}.f32", ["f32"], ["f32", "f32"], "ulp:3")
        for name, ulp in (("rcp", 2), ("sqrt", 2), ("rsqrt", 2)):
            case.op(f"{name}.approx{ftz}.f32", ["f32"], [("f32", "p")], f"ulp:{ulp}")
        case.op(f"ex2.approx{ftz}.f32", ["f32"], [("f32", "t")], "ulp:3")
        case.op(f"lg2.approx{ftz}.f32", ["f32"], [("f32", "p")], "abs:3e-7,rel:3e-7")
        case.op(f"sin.approx{ftz}.f32", ["f32"], [("f32", "t")], "abs:1e-5,rel:0")
        case.op(f"cos.approx{ftz}.f32", ["f32"], [("f32", "t")], "abs:1e-5,rel:0")
    case.op("tanh.approx.f32", ["f32"], [("f32", "t")], "abs:0,rel:5e-4")
    yield case
    case = Case("f64_approximate")
    for name in ("rcp", "rsqrt"):
        case.op(f"{name}.approx.ftz.f64", ["f64"], [("f64", "a")], "abs:0,rel:2e-6")
    case.op("rsqrt.approx.f64", ["f64"], [("f64", "a")], "ulp:2")
    yield case


def halves():
    for kind in ("f16", "f16x2"):
        case = Case(f"{kind}_arithmetic")
        for ftz in ("", ".ftz"):
            for name in ("add", "sub", "mul"):
                for rn in ("", ".rn"):
                    for sat in ("", ".sat"):
                        if rn or not sat:
                            case.op(f"{name}{rn}{ftz}{sat}.{kind}", [kind], [kind, kind])
            for sat in ("", ".sat"):
                case.op(f"fma.rn{ftz}{sat}.{kind}", [kind], [kind] * 3)
            for name in ("abs", "neg"):
                case.op(f"{name}{ftz}.{kind}", [kind], [kind])
        yield case
        case = Case(f"{kind}_sm_80", "sm_80")
        for ftz in ("", ".ftz"):
            case.op(f"fma.rn{ftz}.relu.{kind}", [kind], [kind] * 3)
            for name in ("min", "max"):
                for nan in ("", ".NaN"):
                    case.op(f"{name}{ftz}{nan}.{kind}", [kind], [kind, kind])
        case.op(f"ex2.approx.{kind}", [kind], [(kind, "t")], "ulp:2")
        case.op(f"tanh.approx.{kind}", [kind], [(kind, "t")], "abs:6e-4,rel:1e-3")
        yield case
    for kind in ("bf16", "bf16x2"):
        case = Case(f"{kind}_sm_80", "sm_80")
        case.op(f"fma.rn.{kind}", [kind], [kind] * 3)
        case.op(f"fma.rn.relu.{kind}", [kind], [kind] * 3)
        for name in ("abs", "neg"):
            case.op(f"{name}.{kind}", [kind], [kind])
        for name in ("min", "max"):
            for nan in ("", ".NaN"):
                case.op(f"{name}{nan}.{kind}", [kind], [kind, kind])
        yield case


FLOAT_COMPARES = ("eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan")


def comparisons():
    for kind in INTS + ("b16", "b32", "b64"):
        case = Case(f"setp_{kind}")
        unsigned = ("lo", "ls", "hi", "hs") if kind[0] == "u" else ()
        names = ("eq", "ne") if kind[0] == "b" else ("eq", "ne", "lt", "le", "gt", "ge") + unsigned
        for name in names:
            case.compare(f"setp.{name}.{kind}", [kind, kind])
        for boolean in ("and", "or", "xor"):
            case.compare(f"setp.ne.{boolean}.{kind}", [kind, kind], quad=True, boolean="r")
            case.compare(f"setp.eq.{boolean}.{kind}", [kind, kind], boolean="!r")
        yield case
    for kind in FLOATS + ("f16",):
        case = Case(f"setp_{kind}")
        for ftz in ("", ".ftz") if kind != "f64" else ("",):
            for name in FLOAT_COMPARES:
                case.compare(f"setp.{name}{ftz}.{kind}", [kind, kind])
        case.compare(f"setp.lt.xor.{kind}", [kind, kind], quad=kind != "f16", boolean="r")
        yield case
    case = Case("setp_f16x2")
    for ftz in ("", ".ftz"):
        for name in FLOAT_COMPARES:
            case.compare(f"setp.{name}{ftz}.f16x2", ["f16x2", "f16x2"], quad=True)
    yield case
    for source in INTS + FLOATS:
        case = Case(f"set_{source}")
        names = ("eq", "lt", "ge") if source[0] != "f" else ("eq", "neu", "lt", "geu", "num", "nan")
        for dest in ("u32", "s32", "f32"):
            for name in names:
                case.op(f"set.{name}.{dest}.{source}", [dest], [source, source])
                case.op("", [dest], [source, source, ("u32", "n")],
                        pattern=f"{{{{ .reg .pred r; .reg .b32 m; and.b32 m, {{3}}, 1; setp.ne.u32 r, m, 0; "
                                f"set.{name}.xor.{dest}.{source} {{0}}, {{1}}, {{2}}, r; }}}}")
        if source == "f32":
            case.op("set.lt.ftz.u32.f32", ["u32"], ["f32", "f32"])
        yield case
    case = Case("set_halves")
    for name in ("eq", "ne", "lt", "geu", "num", "nan"):
        for ftz in ("", ".ftz"):
            case.op(f"set.{name}{ftz}.f16.f16", ["f16"], ["f16", "f16"])
            case.op(f"set.{name}{ftz}.u32.f16", ["u32"], ["f16", "f16"])
            case.op(f"set.{name}{ftz}.s16.f16", ["s16"], ["f16", "f16"])
            case.op(f"set.{name}{ftz}.f16x2.f16x2", ["f16x2"], ["f16x2", "f16x2"])
    yield case


def holds(dest, source):
    """Whether an integer type has all values of another: then cvt knows no .sat."""
    bits = int(dest[1:]) - int(source[1:])
    return bits >= 0 if dest[0] == source[0] else dest[0] == "s" and bits > 0


def conversions():
    narrow = ("s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64")
    for source in narrow:
        case = Case(f"cvt_from_{source}")
        for dest in narrow:
            for sat in ("",) if holds(dest, source) else ("", ".sat"):
                case.op(f"cvt{sat}.{dest}.{source}", [dest], [(source, "k")])
        yield case
        case = Case(f"cvt_float_from_{source}")
        for dest in ("f16", "f32", "f64"):
            for rounding in ROUNDINGS:
                for sat in ("", ".sat"):
                    case.op(f"cvt.{rounding}{sat}.{dest}.{source}", [dest], [(source, "k")])
        yield case
    for source in ("f16", "f32", "f64"):
        for dest in narrow:
            case = Case(f"cvt_{dest}_from_{source}")
            for rounding in ("rni", "rzi", "rmi", "rpi"):
                for ftz in ("", ".ftz") if source == "f32" else ("",):
                    for sat in ("", ".sat"):
                        case.op(f"cvt.{rounding}{ftz}{sat}.{dest}.{source}", [dest], [(source, "k")])
            yield case
    for kind in ("f16", "f32", "f64"):
        case = Case(f"cvt_round_{kind}")
        for rounding in ("rni", "rzi", "rmi", "rpi"):
            for ftz in ("", ".ftz") if kind == "f32" else ("",):
                for sat in ("", ".sat"):
                    case.op(f"cvt.{rounding}{ftz}{sat}.{kind}.{kind}", [kind], [(kind, "k")])
        case.op(f"cvt.sat.{kind}.{kind}", [kind], [(kind, "k")])
        yield case
    case = Case("cvt_widen")
    for dest, source in (("f32", "f16"), ("f64", "f16"), ("f64", "f32")):
        for ftz in ("", ".ftz") if "f32" in (dest, source) else ("",):
            for sat in ("", ".sat"):
                case.op(f"cvt{ftz}{sat}.{dest}.{source}", [dest], [(source, "k")])
    yield case
    for dest, source in (("f16", "f32"), ("f16", "f64"), ("f32", "f64")):
        case = Case(f"cvt_{dest}_from_{source}")
        for rounding in ROUNDINGS:
            for ftz in ("", ".ftz") if "f32" in (dest, source) else ("",):
                for sat in ("", ".sat"):
                    case.op(f"cvt.{rounding}{ftz}{sat}.{dest}.{source}", [dest], [(source, "k")])
        yield case
    case = Case("cvt_bf16_sm_80", "sm_80")
    for rounding in ("rn", "rz"):
        for relu in ("", ".relu"):
            case.op(f"cvt.{rounding}{relu}.bf16.f32", ["bf16"], [("f32", "k")])
            case.op(f"cvt.{rounding}{relu}.f16.f32", ["f16"], [("f32", "k")])
            for pair in ("bf16x2", "f16x2"):
                case.op(f"cvt.{rounding}{relu}.{pair}.f32", [pair], [("f32", "k"), ("f32", "b")])
    case.op("cvt.f32.bf16", ["f32"], [("bf16", "k")])
    case.op("cvt.rna.tf32.f32", ["u32"], [("f32", "k")])
    yield case
    case = Case("cvt_pack")
    for dest in ("s16", "u16"):
        case.op(f"cvt.pack.sat.{dest}.s32", ["u32"], [("s32", "k"), ("s32", "a")])
    for dest in ("s8", "u8", "s4", "u4", "s2", "u2"):
        case.op(f"cvt.pack.sat.{dest}.s32.b32", ["u32"], [("s32", "k"), ("s32", "a"), ("u32", "c")])
    yield case


def selections():
    case = Case("select")
    for kind in ("b16", "b32", "b64", "u16", "s16", "u32", "s32", "u64", "s64", "f32", "f64"):
        case.op("", [kind], [kind, kind, ("u32", "n")],
                pattern=f"{{{{ .reg .pred r; .reg .b32 m; and.b32 m, {{3}}, 1; setp.ne.u32 r, m, 0; "
                        f"selp.{kind} {{0}}, {{1}}, {{2}}, r; }}}}")
        case.op(f"slct.{kind}.s32", [kind], [kind, kind, ("s32", "c")])
        for ftz in ("", ".ftz"):
            case.op(f"slct{ftz}.{kind}.f32", [kind], [kind, kind, ("f32", "c")])
    yield case
    case = Case("move_packs")
    case.op("", ["u32"], [("u16", "a"), ("u16", "b")], pattern="mov.b32 {0}, {{{1}, {2}}};")
    case.op("", ["u64"], [("u32", "a"), ("u32", "b")], pattern="mov.b64 {0}, {{{1}, {2}}};")
    case.op("", ["u64"], [("u16", "a"), ("u16", "b"), ("u16", "c")], pattern="mov.b64 {0}, {{{1}, {2}, {3}, {1}}};")
    case.op("", ["u16", "u16"], [("u32", "a")], pattern="mov.b32 {{{0}, {1}}}, {2};")
    case.op("", ["u32", "u32"], [("u64", "a")], pattern="mov.b64 {{{0}, {1}}}, {2};")
    case.op("", ["u16"] * 4, [("u64", "a")], pattern="mov.b64 {{{0}, {1}, {2}, {3}}}, {4};")
    yield case


def dot_products():
    case = Case("dot_products")
    for a in ("s32", "u32"):
        for b in ("s32", "u32"):
            accumulator = "u32" if a == b == "u32" else "s32"
            case.op(f"dp4a.{a}.{b}", [accumulator], [(a, "a"), (b, "b"), (accumulator, "c")])
            for half in ("lo", "hi"):
                case.op(f"dp2a.{half}.{a}.{b}", [accumulator], [(a, "a"), (b, "b"), (accumulator, "c")])
    yield case


SELECTORS = ("", ".b0", ".b1", ".b2", ".b3", ".h0", ".h1")


def video():
    for name in ("vadd", "vsub", "vabsdiff", "vmin", "vmax"):
        for a in ("s32", "u32"):
            for b in ("s32", "u32"):
                case = Case(f"video_{name}_{a}_{b}")
                for dest in ("s32", "u32"):
                    for index, selector in enumerate(SELECTORS):
                        other = SELECTORS[(index * 3 + 2) % 7]
                        case.op("", [dest], [(a, "a"), (b, "b")],
                                pattern=f"{name}.{dest}.{a}.{b} {{0}}, {{1}}{selector}, {{2}}{other};")
                    for sat in ("", ".sat"):
                        for second in ("add", "min", "max"):
                            case.op("", [dest], [(a, "a"), (b, "b"), (dest, "c")],
                                    pattern=f"{name}.{dest}.{a}.{b}{sat}.{second} {{0}}, {{1}}, {{2}}.h1, {{3}};")
                        for part in ("b0", "b2", "h0", "h1"):
                            case.op("", [dest], [(a, "a"), (b, "b"), (dest, "c")],
                                    pattern=f"{name}.{dest}.{a}.{b}{sat} {{0}}.{part}, {{1}}.b3, {{2}}, {{3}};")
                yield case
    case = Case("video_shift")
    for name in ("vshl", "vshr"):
        for dest in ("s32", "u32"):
            for a in ("s32", "u32"):
                for mode in ("clamp", "wrap"):
                    for sat in ("", ".sat"):
                        case.op("", [dest], [(a, "a"), ("u32", "n")],
                                pattern=f"{name}.{dest}.{a}.u32{sat}.{mode} {{0}}, {{1}}.h1, {{2}}.b0;")
                    case.op("", [dest], [(a, "a"), ("u32", "n"), (dest, "c")],
                            pattern=f"{name}.{dest}.{a}.u32.{mode}.add {{0}}, {{1}}, {{2}}, {{3}};")
    yield case
    case = Case("video_mad")
    for a in ("s32", "u32"):
        for b in ("s32", "u32"):
            dest = "u32" if a == b == "u32" else "s32"
            for tail in ("", ".sat", ".shr7", ".sat.shr15"):
                case.op("", [dest], [(a, "a"), (b, "b"), (dest, "c")],
                        pattern=f"vmad.{dest}.{a}.{b}{tail} {{0}}, {{1}}.b1, {{2}}.h1, {{3}};")
            case.op("", [dest], [(a, "a"), (b, "b"), (dest, "c")],
                    pattern=f"vmad.{dest}.{a}.{b}.shr7 {{0}}, {{1}}, {{2}}, {{3}};")
        case.op("", ["u32"], [("u32", "a"), ("u32", "b"), ("u32", "c")],
                pattern="vmad.u32.u32.u32.po {0}, {1}.h0, {2}.h1, {3};") if a == "u32" else None
    case.op("", ["s32"], [("s32", "a"), ("s32", "b"), ("s32", "c")],
            pattern="vmad.s32.s32.s32 {0}, -{1}.h0, {2}.h1, {3};")
    case.op("", ["s32"], [("s32", "a"), ("s32", "b"), ("s32", "c")],
            pattern="vmad.s32.s32.s32 {0}, {1}.h0, {2}.h1, -{3};")
    yield case
    case = Case("video_set")
    for a in ("s32", "u32"):
        for b in ("s32", "u32"):
            for compare in ("eq", "ne", "lt", "le", "gt", "ge"):
                case.op("", ["u32"], [(a, "a"), (b, "b")], pattern=f"vset.{a}.{b}.{compare} {{0}}, {{1}}.h1, {{2}}.b2;")
            case.op("", ["u32"], [(a, "a"), (b, "b"), ("u32", "c")],
                    pattern=f"vset.{a}.{b}.lt.add {{0}}, {{1}}, {{2}}, {{3}};")
    yield case
    for lanes in (2, 4):
        masks = ((".h0", ".h1", ".h10") if lanes == 2 else (".b0", ".b2", ".b30", ".b321"))
        for name in ("vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax"):
            case = Case(f"video_{name}{lanes}")
            for a in ("s32", "u32"):
                for b in ("s32", "u32"):
                    for dest in ("s32", "u32"):
                        case.op("", [dest], [(a, "a"), (b, "b"), (dest, "c")],
                                pattern=f"{name}{lanes}.{dest}.{a}.{b} {{0}}, {{1}}, {{2}}, {{3}};")
                        if name != "vavrg":
                            case.op("", [dest], [(a, "a"), (b, "b"), (dest, "c")],
                                    pattern=f"{name}{lanes}.{dest}.{a}.{b}.sat {{0}}, {{1}}, {{2}}, {{3}};")
                        case.op("", [dest], [(a, "a"), (b, "b"), (dest, "c")],
                                pattern=f"{name}{lanes}.{dest}.{a}.{b}.add {{0}}, {{1}}, {{2}}, {{3}};")
            for mask in masks:
                case.op("", ["u32"], [("u32", "a"), ("u32", "b"), ("u32", "c")],
                        pattern=f"{name}{lanes}.u32.u32.u32 {{0}}{mask}, {{1}}, {{2}}, {{3}};")
            yield case
        case = Case(f"video_vset{lanes}")
        for a in ("s32", "u32"):
            for compare in ("eq", "ne", "lt", "le", "gt", "ge"):
                case.op("", ["u32"], [(a, "a"), (a, "b"), ("u32", "c")],
                        pattern=f"vset{lanes}.{a}.{a}.{compare} {{0}}, {{1}}, {{2}}, {{3}};")
                case.op("", ["u32"], [(a, "a"), (a, "b"), ("u32", "c")],
                        pattern=f"vset{lanes}.{a}.{a}.{compare}.add {{0}}, {{1}}, {{2}}, {{3}};")
        yield case


FAMILIES = (integer_arithmetic, carries, logic, bit_fields, float_arithmetic, float_approximations, halves, comparisons,
            conversions, selections, dot_products, video)
