"""Cases of matrix fragments: what each lane holds of them, small types, sparse products.

SPDX-License-Identifier: GPL-3.0-or-later
"""

from case_writer import Case
from families_memory import fragments, vector

TALL = {"m16n16k16": (16, 16, 16), "m32n8k16": (32, 8, 16), "m8n32k16": (8, 32, 16), "m16n16k8": (16, 16, 8),
        "m8n8k4": (8, 8, 4), "m8n8k32": (8, 8, 32), "m8n8k128": (8, 8, 128)}
# shape: for each type the registers of a, b
INPUTS = (
    ("m16n16k16", "f16", 8, 8, "sm_75"), ("m32n8k16", "f16", 8, 8, "sm_75"), ("m8n32k16", "f16", 8, 8, "sm_75"),
    ("m16n16k16", "s8", 2, 2, "sm_75"), ("m32n8k16", "s8", 4, 1, "sm_75"), ("m8n32k16", "u8", 1, 4, "sm_75"),
    ("m16n16k16", "bf16", 4, 4, "sm_80"), ("m32n8k16", "bf16", 8, 2, "sm_80"), ("m8n32k16", "bf16", 2, 8, "sm_80"),
    ("m16n16k8", "tf32", 4, 4, "sm_80"), ("m8n8k4", "f64", 1, 1, "sm_80"),
    ("m8n8k32", "s4", 1, 1, "sm_75"), ("m8n8k32", "u4", 1, 1, "sm_75"), ("m8n8k128", "b1", 1, 1, "sm_75"),
)
SUMS = (
    ("m16n16k16", "f16", 4, "sm_75"), ("m32n8k16", "f16", 4, "sm_75"), ("m8n32k16", "f16", 4, "sm_75"),
    ("m16n16k16", "f32", 8, "sm_75"), ("m32n8k16", "f32", 8, "sm_75"), ("m8n32k16", "f32", 8, "sm_75"),
    ("m16n16k16", "s32", 8, "sm_75"), ("m32n8k16", "s32", 8, "sm_75"), ("m8n32k16", "s32", 8, "sm_75"),
    ("m16n16k8", "f32", 8, "sm_80"), ("m8n8k4", "f64", 2, "sm_80"), ("m8n8k32", "s32", 2, "sm_75"),
    ("m8n8k128", "s32", 2, "sm_75"),
)


def load_fragment(case, which, layout, shape, kind, registers, stride):
    """What each lane gets; the registers are stored as they are."""
    result = "u64" if kind == "f64" else "u32"
    parameter = case.base("u64", "w")
    names = vector([f"{{{i}}}" for i in range(registers)])
    case.op("", [result] * registers, [],
            pattern=f"ld.param.u64 %p, [{parameter}]; "
                    f"wmma.load.{which}.sync.aligned.{layout}.{shape}.global.{kind} {names}, [%p], {stride};")


def wmma_fragments():
    for shape, kind, n_a, n_b, target in INPUTS:
        m, n, k = TALL[shape]
        case = Case(f"wmma_load_{shape}_{kind}", target)
        for which, rows, columns, registers in (("a", m, k, n_a), ("b", k, n, n_b)):
            for layout in ("row", "col"):
                if kind in ("s4", "u4", "b1") and layout != ("row" if which == "a" else "col"):
                    continue
                load_fragment(case, which, layout, shape, kind, registers, columns if layout == "row" else rows)
        yield case
    for shape, kind, registers, target in SUMS:
        m, n, _ = TALL[shape]
        case = Case(f"wmma_load_{shape}_c_{kind}", target)
        for layout in ("row", "col"):
            load_fragment(case, "c", layout, shape, kind, registers, n if layout == "row" else m)
        yield case


def wmma_small_types():
    case = Case("wmma_m8n8k32_int4")
    for kind in ("s4", "u4"):
        for satfinite in ("", ".satfinite"):
            small_product(case, "m8n8k32", kind, satfinite, "wmma.mma", 32)
    yield case
    for name, target in (("xor", "sm_75"), ("and", "sm_80")):
        case = Case(f"wmma_m8n8k128_b1_{name}", target)
        small_product(case, "m8n8k128", "b1", "", f"wmma.mma.{name}.popc", 128)
        yield case


def small_product(case, shape, kind, satfinite, name, stride):
    parameter = case.base("u64", "w")
    case.op("", ["s32", "s32"], [],
            pattern=f"{{{{ .reg .b32 a, b, c<2>, d<2>; ld.param.u64 %p, [{parameter}]; "
                    f"wmma.load.a.sync.aligned.row.{shape}.global.{kind} {{{{a}}}}, [%p], {stride}; "
                    f"wmma.load.b.sync.aligned.col.{shape}.global.{kind} {{{{b}}}}, [%p + 512], {stride}; "
                    f"wmma.load.c.sync.aligned.row.{shape}.global.s32 {{{{c0, c1}}}}, [%p + 1024], 8; "
                    f"{name}.sync.aligned.row.col.{shape}.s32.{kind}.{kind}.s32{satfinite} {{{{{{0}}, {{1}}}}}}, {{{{a}}}}, "
                    f"{{{{b}}}}, {{{{c0, c1}}}}; }}}}")


def rounded_products():
    for rounding in ("rn", "rz", "rm", "rp"):
        case = Case(f"mma_m8n8k4_f64_{rounding}", "sm_80")
        fragments(case, f"mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64.{rounding}", "f64", 2, "f64", 1, "f64", 1, "f64",
                  "mm")
        yield case
    case = Case("mma_m8n8k4_f32_f16")
    for rows in ("row", "col"):
        fragments(case, f"mma.sync.aligned.m8n8k4.{rows}.col.f32.f16.f16.f16", "f32", 8, "f16x2", 2, "f16x2", 2, "f16x2", "mm",
                  n_c=4)
    yield case


# shape, registers of a, b, d; type; selectors; letter of the metadata
SPARSE = (
    ("m16n8k16", 2, 2, "f16", (0, 1, 2, 3), "y"), ("m16n8k32", 4, 4, "f16", (0, 1), "y"),
    ("m16n8k16", 2, 2, "bf16", (0, 1, 2, 3), "y"), ("m16n8k32", 4, 4, "bf16", (0, 1), "y"),
    ("m16n8k8", 2, 2, "tf32", (0, 1, 2, 3), "x"), ("m16n8k16", 4, 4, "tf32", (0, 1), "x"),
    ("m16n8k32", 2, 2, "s8", (0, 1), "y"), ("m16n8k64", 4, 4, "s8", (0,), "y"),
    ("m16n8k64", 2, 2, "s4", (0, 1), "y"), ("m16n8k128", 4, 4, "s4", (0,), "y"),
)


def sparse_products():
    for shape, n_a, n_b, kind, selectors, letter in SPARSE:
        case = Case(f"mma_sp_{shape}_{kind}", "sm_80")
        is_integer = kind in ("s8", "s4")
        register = "u32" if is_integer else "f32" if kind == "tf32" else f"{kind}x2"
        metadata = case.source("u32", letter)
        for selector in selectors:
            for name, d_kind, n_d, tail in (
                    [("s32", "s32", 4, ""), ("s32", "s32", 4, ".satfinite")] if is_integer else
                    [("f32", "f32", 4, ""), ("f16", "f16x2", 2, "")] if kind == "f16" else [("f32", "f32", 4, "")]):
                fragments(case, f"mma.sp.sync.aligned.{shape}.row.col{tail}.{name}.{kind}.{kind}.{name}", d_kind, n_d,
                          register, n_a, register, n_b, d_kind, "ab" if is_integer else "mm",
                          tail=f", {metadata}, {selector}")
        yield case


FAMILIES = (wmma_fragments, wmma_small_types, rounded_products, sparse_products)
