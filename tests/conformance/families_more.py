"""Cases of what is rare: results that are just flushed, odd spellings, barriers in memory, cache policies, the stack.

SPDX-License-Identifier: GPL-3.0-or-later
"""

from case_writer import Case
from families_memory import SCOPES, in_shared

ROUNDINGS = ("rn", "rz", "rm", "rp")


def flushing():
    """Results around the least normal number, where .ftz decides before or after rounding."""
    for rounding in ROUNDINGS:
        case = Case(f"f32_flush_{rounding}")
        case.op(f"mul.{rounding}.ftz.f32", ["f32"], [("f32", "v"), ("f32", "u")])
        case.op(f"div.{rounding}.ftz.f32", ["f32"], [("f32", "l"), ("f32", "u")])
        case.op(f"rcp.{rounding}.ftz.f32", ["f32"], [("f32", "h")])
        case.op(f"fma.{rounding}.ftz.f32", ["f32"], [("f32", "v"), ("f32", "u"), ("f32", "o")])
        case.op(f"add.{rounding}.ftz.f32", ["f32"], [("f32", "l"), ("f32", "o")])
        case.op(f"cvt.{rounding}.ftz.f32.f64", ["f32"], [("f64", "l")])
        yield case
    case = Case("f16_flush")
    case.op("mul.ftz.f16", ["f16"], [("f16", "v"), ("f16", "u")])
    case.op("fma.rn.ftz.f16", ["f16"], [("f16", "v"), ("f16", "u"), ("f16", "o")])
    case.op("add.ftz.f16", ["f16"], [("f16", "l"), ("f16", "o")])
    yield case


def not_numbers():
    """What conversions make of NaNs, as bits."""
    case = Case("cvt_nan_bits", "sm_80")
    for name, kind in (("rna.tf32", "u32"), ("rn.f16", "u16"), ("rn.bf16", "u16"), ("rzi.s32", "u32"), ("rzi.u64", "u64")):
        case.op("", [kind], [("u32", "q")], pattern=f"cvt.{name}.f32 {{0}}, {{1}};")
    case.op("", ["u64"], [("u32", "q")], pattern="cvt.f64.f32 {0}, {1};")
    case.op("", ["u32"], [("u64", "q")], pattern="cvt.rn.f32.f64 {0}, {1};")
    case.op("", ["u32"], [("u16", "a")], pattern="cvt.f32.f16 {0}, {1};")
    yield case


def saturating_conversions():
    case = Case("cvt_satfinite")
    case.version = "8.6"
    case.op("cvt.rn.satfinite.f16.f32", ["f16"], [("f32", "k")])
    case.op("cvt.rz.satfinite.f16.f32", ["f16"], [("f32", "k")])
    yield case
    case = Case("cvt_satfinite_sm_80", "sm_80")
    case.version = "8.6"
    for relu in ("", ".relu"):
        for rounding in ("rn", "rz"):
            if relu or rounding == "rz":
                case.op(f"cvt.{rounding}{relu}.satfinite.f16.f32", ["f16"], [("f32", "k")])
            case.op(f"cvt.{rounding}{relu}.satfinite.bf16.f32", ["bf16"], [("f32", "k")])
            for pair in ("f16x2", "bf16x2"):
                case.op(f"cvt.{rounding}{relu}.satfinite.{pair}.f32", [pair], [("f32", "k"), ("f32", "b")])
    case.op("cvt.rna.satfinite.tf32.f32", ["u32"], [("f32", "k")])
    case.op("cvt.rm.bf16.f32", ["bf16"], [("f32", "k")])
    case.op("cvt.rp.bf16.f32", ["bf16"], [("f32", "k")])
    yield case


def more_atomics():
    case = Case("atom_more")
    for kind in ("f16", "f16x2"):
        register = {"f16": "16", "f16x2": "32"}[kind]
        for name in ("atom", "red"):
            move = f"mov.b{register} {{0}}, {{3}};" if name == "red" else ""
            target = "" if name == "red" else "{0}, "
            for scope in SCOPES[1:]:
                if name == "red" and "acq" in scope:
                    continue
                cell = case.cell(kind, "a")
                case.op("", [kind], [(kind, "b")],
                        pattern=f"{name}{scope}.global.add.noftz.{kind} {target}[{cell}], {{1}}; "
                                + move.replace("{3}", "{1}"))
            case.op("", [kind, kind], [(kind, "a"), (kind, "b")],
                    pattern=in_shared(kind, f"{name}.shared.add.noftz.{kind} {target}[q], {{3}}; {move}"))
    case.op("", ["u16", "u16"], [("u16", "a"), ("u16", "e"), ("u16", "b")],
            pattern=in_shared("u16", "atom.shared.cas.b16 {0}, [q], {3}, {4};"))
    for kind in ("f32", "f64"):
        for name in ("atom", "red"):
            move = f"mov.{kind} {{0}}, {{3}};" if name == "red" else ""
            target = "" if name == "red" else "{0}, "
            case.op("", [kind, kind], [(kind, "a"), (kind, "b")],
                    pattern=in_shared(kind, f"{name}.shared.add.{kind} {target}[q], {{3}}; {move}"))
    yield case


def memory_barriers():
    """mbarrier: what a program sees of it: the counts that are pending and whether a phase is over."""
    case = Case("mbarrier", "sm_80")
    case.version = "8.0"
    case.declarations.append(".shared .align 8 .b64 bar[2];")
    init = ("{{{{ .reg .pred z, w; .reg .b64 s; .reg .b32 c; setp.eq.u32 z, %t, 0; bar.sync 0; "
            "@z mbarrier.init.shared.b64 [bar], {}; bar.sync 0; ")
    end = " bar.sync 0; @z mbarrier.inval.shared.b64 [bar]; bar.sync 0; }}"
    wait = "L{0}: mbarrier.test_wait.shared.b64 w, [bar], s; @!w bra L{0}; "
    for index, arrive in enumerate(("mbarrier.arrive.shared.b64 s, [bar];", "mbarrier.arrive.release.cta.shared::cta.b64 s, [bar];")):
        case.op("", ["u32"], [("u32", "a")],
                pattern=init.format(64) + f"{{{{ .shared .b32 x{index}[64]; .reg .b32 q; mov.u32 q, x{index}; mad.lo.u32 q, %t, 4, q; "
                f"st.shared.b32 [q], {{1}}; {arrive} " + wait.format(index) +
                f"xor.b32 q, %t, 33; mov.u32 c, x{index}; mad.lo.u32 q, q, 4, c; ld.shared.b32 {{0}}, [q]; }}}}" + end)
    case.op("", ["u32", "u32"], [],
            pattern=init.format(70) + "mbarrier.arrive_drop.shared.b64 s, [bar]; bar.sync 0; selp.u32 {0}, 0, 7, z; "
            "@z mbarrier.arrive.noComplete.shared.b64 s, [bar], 3; @z mbarrier.pending_count.b64 {0}, s; bar.sync 0; "
            "@z mbarrier.arrive.noComplete.shared.b64 _, [bar], 2; @z mbarrier.arrive.shared.b64 s, [bar]; @z mbarrier.test_wait.shared.b64 w, [bar], s; "
            "selp.u32 {1}, 1, 0, w; @!z mov.u32 {1}, 5; " + end)
    case.op("", ["u32"], [],
            pattern=init.format(64) + "mbarrier.arrive.shared.b64 s, [bar]; "
            "L3: mbarrier.test_wait.parity.shared.b64 w, [bar], 0; @!w bra L3; mbarrier.arrive.shared.b64 s, [bar]; "
            "L4: mbarrier.test_wait.parity.shared.b64 w, [bar], 1; @!w bra L4; bar.sync 0; "
            "mbarrier.test_wait.parity.shared.b64 w, [bar], 0; selp.u32 {0}, 1, 2, w; " + end)
    yield case
    case = Case("cp_async_mbarrier", "sm_80")
    case.declarations.append(".shared .align 8 .b64 bar;")
    for index, tail in enumerate(("", ".noinc")):
        parameter = case.base("u32", "a")
        count = 64 if tail else 64
        case.op("", ["u32"], [],
                pattern=init.format(count) + f"{{{{ .shared .align 16 .b8 m{index}[256]; .reg .b32 q; mov.u32 q, m{index}; "
                f"mad.lo.u32 q, %t, 4, q; ld.param.u64 %p, [{parameter}]; mad.wide.u32 %p, %t, 4, %p; "
                f"cp.async.ca.shared.global [q], [%p], 4; cp.async.mbarrier.arrive{tail}.shared.b64 [bar]; "
                + ("mbarrier.arrive.shared.b64 s, [bar]; " if not tail else "") +
                f"M{index}: mbarrier.test_wait.parity.shared.b64 w, [bar], 0; @!w bra M{index}; "
                "ld.shared.u32 {0}, [q]; }}" + end)
    yield case


def cache_hints():
    case = Case("cache_hints", "sm_80")
    policies = ("createpolicy.fractional.L2::evict_last.b64 o, 0.5;", "createpolicy.fractional.L2::evict_first.b64 o;",
                "createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 o, 0.25;",
                "createpolicy.range.global.L2::evict_last.L2::evict_unchanged.b64 o, [%p], 64, 128;",
                "createpolicy.cvt.L2.b64 o, 0x10f0000000000000;")
    for policy in policies:
        parameter = case.base("u32", "a")
        case.op("", ["u32"], [],
                pattern=f"{{{{ .reg .b64 o; ld.param.u64 %p, [{parameter}]; {policy} mad.wide.u32 %p, %i, 4, %p; "
                        "ld.global.L1::evict_last.L2::cache_hint.L2::128B.b32 {0}, [%p], o; }}")
        cell = case.cell("u32", "a")
        case.op("", ["u32"], [("u32", "b")],
                pattern=f"{{{{ .reg .b64 o; ld.param.u64 %p, [{parameter}]; {policy} "
                        f"atom.global.add.L2::cache_hint.u32 {{0}}, [{cell}], {{1}}, o; "
                        f"st.global.L1::no_allocate.L2::cache_hint.b32 [{cell}], {{1}}, o; "
                        f"red.global.add.L2::cache_hint.u32 [{cell}], {{1}}, o; }}}}")
    parameter = case.base("u32", "a")
    case.op("", ["u32"], [],
            pattern=f"ld.param.u64 %p, [{parameter}]; prefetch.global.L1 [%p]; prefetch.global.L2 [%p]; prefetch.L2 [%p]; "
                    "prefetchu.L1 [%p]; prefetch.global.L2::evict_last [%p]; prefetch.global.L2::evict_normal [%p]; "
                    "applypriority.global.L2::evict_normal [%p], 128; mad.wide.u32 %p, %i, 4, %p; ldu.global.u32 {0}, [%p];")
    yield case


def stack_arrays():
    case = Case("alloca")
    case.op("", ["u32", "u32"], [("u32", "a"), ("u32", "b")],
            pattern="{{ .reg .b32 n, v; .reg .b64 s, o, w; stacksave.u64 s; and.b32 n, %t, 3; mad.lo.u32 n, n, 16, 16; "
                    "cvt.u64.u32 w, n; alloca.u64 o, w, 16; cvta.local.u64 o, o; st.u32 [o], {2}; alloca.u64 w, 8; "
                    "st.local.u32 [w + 4], {3}; ld.u32 {0}, [o]; ld.local.u32 {1}, [w + 4]; stackrestore.u64 s; }}")
    yield case


def moves():
    case = Case("ld_st_b128")
    case.version = "8.3"
    parameter = case.base("u64", "w")
    case.op("", ["u64", "u64"], [],
            pattern=f"{{{{ .shared .align 16 .b8 m[1024]; .reg .b32 q; .reg .b128 x; mov.u32 q, m; mad.lo.u32 q, %t, 16, q; "
                    f"ld.param.u64 %p, [{parameter}]; ld.global.b128 x, [%p + 16]; st.shared.b128 [q], x; "
                    "ld.shared.b128 x, [q]; mov.b128 {{{0}, {1}}}, x; }}")
    yield case
    case = Case("local_memory_kinds")
    case.op("", ["u32", "u32", "u32", "u32"], [("u32", "a")],
            pattern="{{ .local .align 8 .b8 l[16]; .reg .pred p; .reg .b64 a, g; mov.u64 a, l; cvta.local.u64 g, a; "
                    "isspacep.local p, g; selp.u32 {0}, 1, 0, p; isspacep.global p, g; selp.u32 {1}, 1, 0, p; "
                    "isspacep.shared p, g; selp.u32 {2}, 1, 0, p; st.u32 [g + 4], {4}; cvta.to.local.u64 a, g; "
                    "ld.local.u32 {3}, [a + 4]; }}")
    yield case


def rare_halves():
    """Spellings that nothing but an assembler's rules would suggest."""
    case = Case("cvt_bf16_ftz", "sm_80")
    for rounding in ROUNDINGS:
        case.op(f"cvt.{rounding}.ftz.bf16.f32", ["bf16"], [("f32", "k")])
    case.op("cvt.rz.f32.bf16", ["f32"], [("bf16", "k")])
    yield case
    case = Case("set_masks")
    predicate = "{{{{ .reg .pred r; .reg .b32 m; and.b32 m, {{3}}, 1; setp.ne.u32 r, m, 0; {} }}}}"
    for name in ("eq", "ne", "lt", "geu", "num", "nan"):
        for ftz in ("", ".ftz"):
            for dest, result in (("u32", "u32"), ("s32", "s32")):
                case.op(f"set.{name}{ftz}.{dest}.f16x2", [result], ["f16x2", "f16x2"])
    for boolean in ("and", "or", "xor"):
        for dest, result in (("u32", "u32"), ("f16x2", "f16x2")):
            case.op("", [result], ["f16x2", "f16x2", ("u32", "n")],
                    pattern=predicate.format(f"set.lt.{boolean}.{dest}.f16x2 {{0}}, {{1}}, {{2}}, r;"))
        case.op("", ["f16"], ["f16", "f16", ("u32", "n")],
                pattern=predicate.format(f"set.lt.{boolean}.f16.f16 {{0}}, {{1}}, {{2}}, !r;"))
        case.op("", ["f16"], ["s32", "s32", ("u32", "n")],
                pattern=predicate.format(f"set.lt.{boolean}.f16.s32 {{0}}, {{1}}, {{2}}, r;"))
    yield case


FAMILIES = (flushing, not_numbers, saturating_conversions, more_atomics, memory_barriers, cache_hints, stack_arrays, moves,
            rare_halves)
