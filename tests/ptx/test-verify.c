/* test-verify.c: what passes the verifier, what does not, and what it says then
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-error.h"
#include "ptx-test.h"

#include <string.h>

static void
check_variants (const char *path,
                gboolean    accepted_only)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;
  guint n = 0;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) columns = g_strsplit (lines[i], "\t", -1);
      g_autofree char *message = NULL;

      if (columns[0] == NULL || *columns[0] == '\0' || *columns[0] == '#' || g_str_has_prefix (columns[0], "call"))
        continue;
      message = ptx_test_variant (columns[0], NULL);
      n++;
      if (message == NULL)
        continue;
      if (!accepted_only && strstr (message, "textures of six faces are not supported") != NULL)
        continue;
      g_test_message ("%s: %s", columns[0], message);
      g_test_fail ();
    }
  g_assert_cmpuint (n, >, 100);
}

static void
test_variants_of_ours (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "ptx", "cases", "variants.tsv", NULL);

  check_variants (path, TRUE);
}

static void
test_variants_in_the_wild (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "..", "shared", "ptx-in-the-wild.tsv", NULL);

  if (g_file_test (path, G_FILE_TEST_EXISTS))
    check_variants (path, FALSE);
  else
    g_test_skip ("the list of variants seen in other projects is not beside the source");
}

static void
test_wrong_instructions (void)
{
  static const struct
  {
    const char *body;
    LoomError   code;
    const char *says;
  } rows[] = {
    { "frobnicate.u32 %r1, %r2;", LOOM_ERROR_UNSUPPORTED, "instruction “frobnicate.u32 %r1, %r2” (PTX line 13) is not supported: there is no such instruction" },
    { "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [tx, {%f5, %f6}];", LOOM_ERROR_COMPILE, "operand 2 must be a texture or surface object with coordinates" },
    { "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f1}];", LOOM_ERROR_COMPILE, "operand 2 must have 2 coordinates" },
    { "tex.3d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f1, %f2, %f3}];", LOOM_ERROR_COMPILE, "operand 2 must have 4 coordinates" },
    { "tex.a2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f1, %f2, %f3, %f4}];", LOOM_ERROR_COMPILE, "operand 2 needs type .u32, but %f1 is .f32" },
    { "tex.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%r1, {%f1}];", LOOM_ERROR_COMPILE, "operand 2 needs type .u64, but %r1 is .b32" },
    { "tex.cube.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f1, %f2, %f3, %f4}];", LOOM_ERROR_UNSUPPORTED, "textures of six faces are not supported" },
    { "suld.b.1d.v4.b64.trap {%rd1, %rd2, %rd3, %rd4}, [%rd1, {%r1}];", LOOM_ERROR_UNSUPPORTED, "modifier .v4 is not supported here" },
    { "suld.b.1d.b32 %r1, [%rd1, {%r1}];", LOOM_ERROR_COMPILE, "it lacks a modifier of the kind “boundary”" },
    { "suq.width.b32 %r1, [%rd1];", LOOM_ERROR_UNSUPPORTED, "what a surface is like cannot be asked for" },
    { "@%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1], %r2, [%r3];", LOOM_ERROR_UNSUPPORTED, "needs the bulk copies of compute capability 9.0" },
    { "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1}, %rd1, %rd2, 1, 1, 1, 0, 0;", LOOM_ERROR_UNSUPPORTED, "needs compute capability 9.0" },
    { "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%f1}, {%r1}, {%r2}, {%f2};", LOOM_ERROR_COMPILE, "operand 1 has 1 parts, but takes 8" },
    { "ld.global.L2::evict_last.b32 %r1, [%rd1];", LOOM_ERROR_UNSUPPORTED, "modifier .L2::evict_last is not supported here" },
    { "barrier.cluster.arrive;", LOOM_ERROR_UNSUPPORTED, "clusters" },
    { "cvt.rn.satfinite.e4m3x2.f32 %h1, %f1, %f2;", LOOM_ERROR_UNSUPPORTED, "it needs sm_89" },
    { "abs.u32 %r1, %r2;", LOOM_ERROR_UNSUPPORTED, "no form of it has these types" },
    { "popc.u32 %r1, %r2;", LOOM_ERROR_UNSUPPORTED, "type .u32 is not supported here" },
    { "add.u32 %r1, %r2;", LOOM_ERROR_COMPILE, "it has 2 operands, but takes 3" },
    { "add.u32 %r1, %r2, %rd1;", LOOM_ERROR_COMPILE, "operand 3 needs type .u32, but %rd1 is .b64" },
    { "add.f32 %f1, %f2, 1;", LOOM_ERROR_COMPILE, "operand 3 is a constant that does not fit type .f32" },
    { "add.s32 %r1, %r2, 1.5;", LOOM_ERROR_COMPILE, "operand 3 is a constant that does not fit type .s32" },
    { "add.f32 %f1, %s1, %f2;", LOOM_ERROR_COMPILE, "operand 2 needs type .f32, but %s1 is .s32" },
    { "add.ftz.s32 %r1, %r2, %r3;", LOOM_ERROR_UNSUPPORTED, "ftz" },
    { "add.s32 %r1, %tid.x, 1;", LOOM_ERROR_COMPILE, "operand 2 must be a register or a constant" },
    { "fma.f32 %f1, %f2, %f3, %f4;", LOOM_ERROR_COMPILE, "it lacks a modifier of the kind “rounding”" },
    { "cvt.f32.f64 %f1, %fd1;", LOOM_ERROR_COMPILE, "it lacks a modifier of the kind “rounding”" },
    { "cvt.rn.f64.f32 %fd1, %f1;", LOOM_ERROR_UNSUPPORTED, "takes no modifier of the kind “rounding”" },
    { "setp.lt.b32 %p1, %r1, %r2;", LOOM_ERROR_COMPILE, "type .b32 is not compared in that way" },
    { "setp.num.s32 %p1, %r1, %r2;", LOOM_ERROR_COMPILE, "type .s32 is not compared in that way" },
    { "setp.hi.s32 %p1, %r1, %r2;", LOOM_ERROR_COMPILE, "type .s32 is not compared in that way" },
    { "bra nowhere;", LOOM_ERROR_COMPILE, "label “nowhere” is not defined" },
    { "mov.u64 %rd1, nothing;", LOOM_ERROR_COMPILE, "“nothing” is not defined" },
    { "ld.global.u32 %r1, [nothing+4];", LOOM_ERROR_COMPILE, "“nothing” is not defined" },
    { "ld.global.u32 %r1, [tile];", LOOM_ERROR_COMPILE, "“tile” lies in .shared" },
    { "ld.global.u32 %r1, [%r2];", LOOM_ERROR_COMPILE, "operand 2 is an address, but %r2 is .b32" },
    { "ld.global.v2.u32 {%r1, %r2, %r3}, [%rd1];", LOOM_ERROR_COMPILE, "operand 1 must be a vector of 2" },
    { "st.const.u32 [%rd1], %r1;", LOOM_ERROR_COMPILE, "space .const is not for this instruction" },
    { "mov.u32 %r1, %clock64;", LOOM_ERROR_COMPILE, "operand 2 does not fit type .u32" },
    { "mov.b32 %r1, {%h1, %h2, %h3};", LOOM_ERROR_COMPILE, "parts" },
    { "@%r1 ret;", LOOM_ERROR_COMPILE, "the guard %r1 is not a predicate" },
    { "selp.b32 %r1, !%r2, %r3, %p1;", LOOM_ERROR_COMPILE, "operand 2 cannot be negated" },
    { "mov.pred !%p1, %p2;", LOOM_ERROR_COMPILE, "operand 1 cannot be negated" },
    { "add.u32 %r1.b0, %r2, %r3;", LOOM_ERROR_COMPILE, "operand 1 cannot be this part of a register" },
    { "vadd.u32.u32.u32 %r1.b21, %r2, %r3, %r1;", LOOM_ERROR_COMPILE, "operand 1 cannot be this part" },
    { "vadd.u32.u32.u32 %r1.b2, %r2, %r3;", LOOM_ERROR_COMPILE, "operand 1 cannot be this part" },
    { "vadd.u32.u32.u32.add %r1, %r2, %r3, %r1.b0;", LOOM_ERROR_COMPILE, "operand 4 cannot be this part" },
    { "vadd2.u32.u32.u32 %r1.h1, %r2.b32, %r3, %r1;", LOOM_ERROR_COMPILE, "operand 2 cannot be this part" },
    { "vadd4.u32.u32.u32 %r1.b73, %r2, %r3, %r1;", LOOM_ERROR_COMPILE, "operand 1 cannot be this part" },
    { "vadd4.u32.u32.u32 %r1, %r2.b210, %r3, %r1;", LOOM_ERROR_COMPILE, "operand 2 cannot be this part" },
    { "add.u32 %r1|%p1, %r2, %r3;", LOOM_ERROR_COMPILE, "operand 1 cannot be a pair" },
    { "shfl.down.b32 %r1, %r2, 1, 31;", LOOM_ERROR_COMPILE, "it lacks a modifier of the kind “sync”" },
    { "vote.sync.ballot.pred %p1, %p2, -1;", LOOM_ERROR_COMPILE, "only .ballot gives .b32" },
    { "cp.async.cg.shared.global [%r1], [%rd1], 8;", LOOM_ERROR_COMPILE, "8 bytes cannot be copied so" },
    { "cp.async.ca.shared.global [%r1], [%rd1], 16, %rd2;", LOOM_ERROR_COMPILE, "operand 4" },
    { "mbarrier.try_wait.shared.b64 %p1, [%r1], %rd1;", LOOM_ERROR_UNSUPPORTED, "needs compute capability 9.0" },
    { "ld.global.L2::cache_hint.u32 %r1, [%rd1];", LOOM_ERROR_COMPILE, "it has 2 operands, but takes 3" },
    { "call (arg), vprintf, (far);", LOOM_ERROR_COMPILE, "1 values are passed where 2 are declared" },
    { "call (arg), vprintf, (arg, far);", LOOM_ERROR_COMPILE, "“arg” has 4 bytes where 8 are declared" },
    { "call %rd1, (far);", LOOM_ERROR_COMPILE, "a call through a register needs a prototype" },
    { "call nobody;", LOOM_ERROR_COMPILE, "there is no function of that name" },
    { "vset.u32.u32.lo %r1, %r2, %r3;", LOOM_ERROR_COMPILE, "type .u32 is not compared in that way" },
    { "vset4.s32.u32.hs.add %r1, %r2, %r3, %r4;", LOOM_ERROR_COMPILE, "type .u32 is not compared in that way" },
    { "brx.idx %r1, L;", LOOM_ERROR_COMPILE, "operand 2 must be the name of branch targets" },
    { "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r1,%r2,%r3}, {%r1,%r2,%r3,%r4}, {%r1,%r2}, {%r1,%r2,%r3,%r4};", LOOM_ERROR_COMPILE, "operand 1 has 3 parts, but takes 4" },
    { "mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%fd1,%fd2,%fd3,%fd4}, {%fd1,%fd2}, {%fd1}, {%fd1,%fd2,%fd3,%fd4};", LOOM_ERROR_UNSUPPORTED, "this shape of matrices" },
    { "mma.sync.aligned.m16n8k8.col.col.f32.tf32.tf32.f32 {%r1,%r2,%r3,%r4}, {%r1,%r2,%r3,%r4}, {%r1,%r2}, {%r1,%r2,%r3,%r4};", LOOM_ERROR_UNSUPPORTED, "only .row.col" },
    { "mma.sync.aligned.m16n8k8.row.f32.tf32.tf32.f32 {%r1,%r2,%r3,%r4}, {%r1,%r2,%r3,%r4}, {%r1,%r2}, {%r1,%r2,%r3,%r4};", LOOM_ERROR_COMPILE, "it takes 2 layouts" },
    { "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r1,%r2,%r3,%r4}, [%rd1];", LOOM_ERROR_COMPILE, "operand 1 has 4 parts, but takes 8" },
    { "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r1}, [%r2];", LOOM_ERROR_COMPILE, "operand 1 has 1 parts, but takes 2" },
    { "ldmatrix.sync.aligned.m8n8.x1.global.b16 {%r1}, [%rd2];", LOOM_ERROR_COMPILE, "space .global is not for this instruction" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (LoomPtxModule) module = ptx_test_parse (rows[i].body);
      g_autoptr (GError) error = NULL;

      if (loom_ptx_module_verify (module, &error))
        {
          g_test_message ("%s: passes", rows[i].body);
          g_test_fail ();
          continue;
        }
      if (!g_error_matches (error, LOOM_ERROR, rows[i].code) || strstr (error->message, rows[i].says) == NULL)
        {
          g_test_message ("%s: code %d: %s", rows[i].body, error->code, error->message);
          g_test_fail ();
        }
    }
}

static void
test_right_instructions (void)
{
  static const char *const rows[] = {
    "mov.b32 %r1, 0f3F800000;", "mov.f64 %fd1, 0f3F800000;", "add.f32 %f1, %f1, 1.5;", "and.pred %p1, %p2, 1;",
    "mov.b64 %rd1, {%r1, %r2};", "mov.b64 {%r1, _}, %rd1;", "mov.b32 {%h1, %h2}, %r1;", "setp.eq.s32 %p1|_, %r1, 2;",
    "setp.lt.and.f32 %p1|%p2, %f1, %f2, !%p3;", "vote.sync.any.pred %p1, !%p2, 0xffffffff;", "mov.u64 %rd1, table+4;",
    "ld.u32 %r1, [tile+4];", "ld.shared.u32 %r1, [%r2];", "ld.global.v4.f32 {%f1, _, %f2, %f3}, [%rd1+-16];",
    "st.shared.v2.f32 [tile], {%f1, 0f00000000};", "ld.param.u64 %rd1, [p];", "ld.u8 %rd1, [256];",
    "shfl.sync.down.b32 %r1|%p1, %r2, 1, 31, -1;", "atom.global.cas.b32 %r1, [%rd1], %r2, %r3;",
    "atom.add.noftz.f16x2 %r1, [%rd1], %r2;", "bar.sync 0;", "bar.cta.sync 1, 64;", "barrier.cta.red.aligned.popc.u32 %r1, 0, %p1;",
    "lop3.b32 %r1, %r2, %r3, %r4, 0xE8;", "lop3.or.b32 %r1|%p1, %r2, %r3, %r4, 0x3F, %p2;",
    "vadd.s32.u32.s32.sat %r1, %r2.b0, %r3.h1;", "vadd4.u32.u32.u32 %r1.b3210, %r2, %r3.b7654, %r4;",
    "call (arg), vprintf, (far, away);", "@!%p1 bra.uni L;", "brx.idx %r1, T;", "cp.async.ca.shared::cta.global [%r1], [%rd1], 4;",
    "cp.async.cg.shared.global.L2::128B [%r1], [%rd1], 16;", "isspacep.shared %p1, %rd1;", "cvta.to.global.u64 %rd1, %rd2;",
    "ld.relaxed.gpu.global.u32 %r1, [%rd1];", "fence.acq_rel.gpu;", "membar.gl;", "nanosleep.u32 100;", "mov.u32 %r1, WARP_SZ;",
    "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%r1, %r2}, {%r1, %r2}, {%r3}, {%r1, %r2};", "fns.b32 %r1, %r2, 3, -1;",
    "{ .reg .b32 t; mov.b32 t, %r1; { .reg .b32 t; mov.b32 t, 1; bra X; X: } add.s32 %r1, t, 1; }",
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (LoomPtxModule) module = ptx_test_parse (rows[i]);
      g_autoptr (GError) error = NULL;

      loom_ptx_module_verify (module, &error);
      if (error != NULL)
        {
          g_test_message ("%s", error->message);
          g_test_fail ();
        }
    }
}

static void
test_constants_get_their_width (void)
{
  g_autoptr (LoomPtxModule) module = ptx_test_parse ("mov.f64 %fd1, 0f3F800000;\nadd.f32 %f1, %f1, 0.5;\nld.u32 %r1, [tile];");
  LoomPtxFunction *function = loom_ptx_module_find_entry (module, "k");
  const LoomPtxInstruction *instructions = &g_array_index (function->instructions, LoomPtxInstruction, 0);
  g_autoptr (GError) error = NULL;

  g_assert_true (loom_ptx_module_verify (module, &error));
  g_assert_cmphex (instructions[0].operands[1].bits, ==, G_GUINT64_CONSTANT (0x3ff0000000000000));
  g_assert_cmpint (instructions[0].operands[1].is_float, ==, 64);
  g_assert_cmphex (instructions[1].operands[2].bits, ==, 0x3f000000);
  g_assert_cmpint (instructions[2].modifiers.space, ==, LOOM_PTX_SPACE_SHARED);
  g_assert_cmpint (instructions[0].form->opcode, ==, LOOM_PTX_OP_MOV);
}

static void
test_the_cuda_line_is_named (void)
{
  g_autoptr (LoomPtxModule) module = ptx_test_parse (".loc 1 77 3\n  tanh.approx.f64 %fd1, %fd2;");
  g_autoptr (GError) error = NULL;

  g_assert_false (loom_ptx_module_verify (module, &error));
  g_assert_cmpstr (error->message, ==,
                   "line 77: instruction “tanh.approx.f64 %fd1, %fd2” (PTX line 14) is not supported: "
                   "type .f64 is not supported here");
}

/* Kernels of one module, and what is said of each; NULL: it can run. */
static void
test_a_refusal_is_of_who_comes_there (void)
{
  static const char text[] =
    ".version 8.0\n.target sm_75\n.address_size 64\n"
    ".global .texref picture;\n.extern .global .align 4 .u32 elsewhere;\n"
    ".func refused () { .loc 1 7 0\n frobnicate; ret; }\n"
    ".func middle () { call refused, (); ret; }\n"
    ".func other () { exterminate; ret; }\n"
    ".global .align 8 .u64 table[1] = {other};\n.global .align 8 .u64 tables[1] = {table};\n"
    ".file 1 \"k.cu\"\n"
    ".entry plain () { .loc 1 1 0\n ret; }\n"
    ".entry own () { .loc 1 9 0\n obliterate; ret; }\n"
    ".entry calls () { call middle, (); ret; }\n"
    ".entry names () { .reg .b64 %a; mov.u64 %a, refused; ret; }\n"
    ".entry points () { .reg .b64 %a; mov.u64 %a, tables; ret; }\n"
    ".entry reads () { .reg .b64 %a; mov.u64 %a, picture; ret; }\n"
    ".entry needs () { .reg .b32 %r; ld.global.u32 %r, [elsewhere]; ret; }\n"
    ".entry directs () { .loc 1 11 0\n .detonate 3, 4; ret; }\n"
    ".entry takes (.param .samplerref s) { ret; }\n";
  static const struct
  {
    const char *entry;
    gint        code;
    const char *says;
  } rows[] = {
    { "plain", 0, NULL },
    { "own", LOOM_ERROR_UNSUPPORTED, "line 9: instruction “obliterate” " },
    { "calls", LOOM_ERROR_UNSUPPORTED, "line 7: instruction “frobnicate” " },
    { "names", LOOM_ERROR_UNSUPPORTED, "line 7: instruction “frobnicate” " },
    { "points", LOOM_ERROR_UNSUPPORTED, "instruction “exterminate” " },
    { "reads", LOOM_ERROR_UNSUPPORTED, "variable “picture” " },
    { "needs", LOOM_ERROR_COMPILE, "variable “elsewhere” " },
    { "directs", LOOM_ERROR_UNSUPPORTED, "line 11: instruction “.detonate 3, 4” " },
    { "takes", LOOM_ERROR_UNSUPPORTED, "parameter “s” " },
  };
  g_autoptr (GError) unread = NULL;
  g_autoptr (LoomPtxModule) module = loom_ptx_module_parse (text, -1, &unread);

  g_assert_no_error (unread);
  g_assert_false (loom_ptx_module_verify (module, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", rows[i].entry);
      g_assert_cmpint (loom_ptx_module_check_entry (module, rows[i].entry, &error), ==,
                       rows[i].says == NULL);
      if (rows[i].says == NULL)
        continue;
      g_assert_error (error, LOOM_ERROR, rows[i].code);
      g_assert_true (g_str_has_prefix (error->message, rows[i].says));
    }
}

static GHashTable *
read_lines (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "ptx", "cases", name, NULL);
  GHashTable *set = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (GStrv) lines = NULL;
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0' && *lines[i] != '#')
      g_hash_table_add (set, g_strdup (lines[i]));

  return set;
}

/* What the assembler refuses for sm_75 is refused, and nothing else is. */
static void
test_least_targets (void)
{
  g_autoptr (GHashTable) all = read_lines ("assembler.txt");
  g_autoptr (GHashTable) newer = read_lines ("newer-than-sm_75.txt");
  GHashTableIter iter;
  gpointer line;

  g_hash_table_iter_init (&iter, all);
  while (g_hash_table_iter_next (&iter, &line, NULL))
    {
      g_autofree char *text = ptx_test_wrap (line);
      g_autoptr (LoomPtxModule) module = NULL;
      g_autoptr (GError) error = NULL;
      gboolean ok;

      memcpy (strstr (text, "sm_90"), "sm_75", strlen ("sm_75"));
      module = loom_ptx_module_parse (text, -1, &error);
      g_assert_no_error (error);
      ok = loom_ptx_module_verify (module, &error);
      if (ok != g_hash_table_contains (newer, line))
        continue;
      g_test_message ("%s: %s", (const char *) line, ok ? "taken for sm_75" : error->message);
      g_test_fail ();
    }
  g_assert_cmpuint (g_hash_table_size (newer), >, 1000);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/ptx/verify/variants-of-ours", test_variants_of_ours);
  g_test_add_func ("/ptx/verify/variants-in-the-wild", test_variants_in_the_wild);
  g_test_add_func ("/ptx/verify/wrong-instructions", test_wrong_instructions);
  g_test_add_func ("/ptx/verify/right-instructions", test_right_instructions);
  g_test_add_func ("/ptx/verify/constants-get-their-width", test_constants_get_their_width);
  g_test_add_func ("/ptx/verify/the-cuda-line-is-named", test_the_cuda_line_is_named);
  g_test_add_func ("/ptx/verify/a-refusal-is-of-who-comes-there",
                   test_a_refusal_is_of_who_comes_there);
  g_test_add_func ("/ptx/verify/least-targets", test_least_targets);
  return g_test_run ();
}
