/* test-parser.c: PTX text to a tree, and what is said when it is none
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-error.h"
#include "ptx-test.h"

#include <string.h>

static LoomPtxModule *
parse (const char *text)
{
  g_autofree char *whole = g_strconcat (".version 8.7\n.target sm_75\n.address_size 64\n", text, NULL);
  g_autoptr (GError) error = NULL;
  LoomPtxModule *module = loom_ptx_module_parse (whole, -1, &error);

  g_assert_no_error (error);

  return module;
}

static const LoomPtxVariable *
get_variable (LoomPtxModule *module,
              guint          index)
{
  g_assert_cmpuint (index, <, module->variables->len);

  return g_ptr_array_index (module->variables, index);
}

static void
test_head (void)
{
  g_autoptr (LoomPtxModule) module = parse ("");

  g_assert_cmpuint (module->version_major, ==, 8);
  g_assert_cmpuint (module->version_minor, ==, 7);
  g_assert_cmpstr (module->target, ==, "sm_75");
}

static void
test_parameters_have_offsets (void)
{
  g_autoptr (LoomPtxModule) module = parse (
    ".visible .entry k(.param .u8 a, .param .u32 b, .param .align 8 .b8 c[12], .param .u64 .ptr .global .align 4 d,\n"
    "  .param .v4 .f32 e) .maxntid 128, 2 .minnctapersm 2 .reqntid 64 { ret; }");
  LoomPtxFunction *function = loom_ptx_module_find_entry (module, "k");
  static const struct
  {
    gint32 offset;
    guint  size, align;
  } rows[] = { { 0, 1, 1 }, { 4, 4, 4 }, { 8, 12, 8 }, { 24, 8, 8 }, { 32, 16, 16 } };

  g_assert_cmpuint (function->params->len, ==, G_N_ELEMENTS (rows));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const LoomPtxVariable *parameter = g_ptr_array_index (function->params, i);

      g_assert_cmpint (parameter->offset, ==, rows[i].offset);
      g_assert_cmpuint (parameter->size, ==, rows[i].size);
      g_assert_cmpuint (parameter->align, ==, rows[i].align);
    }
  g_assert_cmpuint (function->max_threads[0], ==, 128);
  g_assert_cmpuint (function->max_threads[1], ==, 2);
  g_assert_cmpuint (function->max_threads[2], ==, 1);
  g_assert_cmpuint (function->required_threads[0], ==, 64);
  g_assert_null (loom_ptx_module_find_entry (module, "l"));
}

static void
test_variables_have_data (void)
{
  g_autoptr (LoomPtxModule) module = parse (
    ".func g();\n"
    ".global .align 4 .b8 a[16] = {1, 2, -1, 0xff};\n"
    ".const .f32 b[2][3] = {{0f3F800000}, {1.5, -2.0}};\n"
    ".global .u64 c[3] = {generic(a)+4, b, g};\n"
    ".global .align 8 .b8 d[] = {0xFF(a), 0xFF00(a+1), 7};\n"
    ".extern .shared .align 16 .b8 e[];\n"
    ".global .s16 f = 5;\n"
    ".visible .global .attribute(.managed) .align 4 .u32 h;\n"
    ".func g() { ret; }");
  static const guint8 a[] = { 1, 2, 0xff, 0xff };
  static const guint32 b[] = { 0x3f800000, 0, 0, 0x3fc00000, 0xc0000000 };
  const LoomPtxRelocation *c, *d;
  gsize size;

  g_assert_cmpmem (g_bytes_get_data (get_variable (module, 0)->data, NULL), 4, a, 4);
  g_assert_cmpuint (get_variable (module, 0)->size, ==, 16);
  g_assert_cmpuint (get_variable (module, 1)->size, ==, 24);
  g_assert_cmpmem (g_bytes_get_data (get_variable (module, 1)->data, &size), 20, b, 20);
  g_assert_cmpuint (size, ==, 20);

  c = &g_array_index (get_variable (module, 2)->relocations, LoomPtxRelocation, 0);
  g_assert_true (c[0].generic && c[0].symbol == 0 && c[0].addend == 4 && c[0].at == 0 && c[0].size == 8);
  g_assert_true (!c[1].generic && c[1].symbol == 1 && c[1].at == 8 && c[1].function == -1);
  g_assert_true (c[2].symbol == -1 && c[2].function == 0 && c[2].at == 16);
  d = &g_array_index (get_variable (module, 3)->relocations, LoomPtxRelocation, 0);
  g_assert_true (d[0].size == 1 && d[0].shift == 0 && d[1].size == 1 && d[1].shift == 8 && d[1].addend == 1);
  g_assert_cmpuint (get_variable (module, 3)->size, ==, 3);

  g_assert_true (get_variable (module, 4)->is_extern && get_variable (module, 4)->size == 0);
  g_assert_cmpuint (get_variable (module, 6)->size, ==, 4);
}

static void
test_scopes_are_flattened (void)
{
  g_autoptr (LoomPtxModule) module = ptx_test_parse (
    "{ .reg .b32 t, %r<2>; mov.b32 t, %r1; bra X; X: }\n"
    "{ .reg .b32 t; mov.b32 t, %r1; bra X; X: }\n");
  LoomPtxFunction *function = loom_ptx_module_find_entry (module, "k");
  const LoomPtxInstruction *i = &g_array_index (function->instructions, LoomPtxInstruction, 0);
  const LoomPtxRegister *registers = &g_array_index (function->registers, LoomPtxRegister, 0);

  g_assert_cmpstr (registers[i[0].operands[0].reg].name, ==, "t");
  g_assert_cmpstr (registers[i[0].operands[1].reg].name, ==, "%r$1$1");
  g_assert_cmpstr (registers[i[2].operands[0].reg].name, ==, "t$1");
  g_assert_cmpstr (registers[i[2].operands[1].reg].name, ==, "%r1");
  g_assert_cmpint (i[1].operands[0].label, !=, i[3].operands[0].label);
  g_assert_cmpuint (g_array_index (function->labels, LoomPtxLabel, i[1].operands[0].label).target, ==, 2);
  g_assert_cmpuint (g_array_index (function->labels, LoomPtxLabel, i[3].operands[0].label).target, ==, 4);
}

static void
test_operands (void)
{
  g_autoptr (LoomPtxModule) module = ptx_test_parse (
    "@!%p1 ld.global.u32 %r1, [%rd1+-8];\n"
    "mov.u32 %r2, %ctaid.y;\n"
    "setp.lt.and.s32 %p1|%p2, %r1, -5, !%p3;\n"
    "mov.u64 %rd2, table+4;\n"
    "brx.idx %r1, T;\n"
    "vadd4.u32.u32.u32 %r1.b10, %r2.b7654, %r3, %r4;\n"
    "{ .reg .v4 .f32 v; ld.global.v4.f32 v, [%rd1]; mov.f32 %f1, v.z; }\n"
    "mov.u32 %r1, (1 + 2) * 3 << 1 | 0x40;\n"
    "bra L;");
  LoomPtxFunction *function = loom_ptx_module_find_entry (module, "k");
  const LoomPtxInstruction *i = &g_array_index (function->instructions, LoomPtxInstruction, 0);

  g_assert_true (i[0].guard_negated && i[0].operands[1].kind == LOOM_PTX_OPERAND_ADDRESS);
  g_assert_cmpint (i[0].operands[1].offset, ==, -8);
  g_assert_cmpint (i[0].line, ==, 13);
  g_assert_cmpint (i[1].operands[1].label, ==, LOOM_PTX_SPECIAL_CTAID_Y);
  g_assert_cmpint ((gint64) i[2].operands[2].bits, ==, -5);
  g_assert_true (i[2].operands[0].pair >= 0 && i[2].operands[3].negated);
  g_assert_cmpint (i[2].modifiers.combine, ==, LOOM_PTX_COMBINE_AND);
  g_assert_true (i[3].operands[1].symbol == 0 && i[3].operands[1].offset == 4);
  g_assert_cmpint (i[4].operands[1].kind, ==, LOOM_PTX_OPERAND_TABLE);
  g_assert_cmpint (i[5].operands[0].selector, ==, LOOM_PTX_SELECTOR_BYTES);
  g_assert_cmphex (i[5].operands[1].lanes, ==, 0x7654);
  g_assert_cmpint (i[6].operands[0].n_elements, ==, 4);
  g_assert_cmpint (i[7].operands[1].reg, ==, i[6].operands[0].elements[2].reg);
  g_assert_cmpuint (i[8].operands[1].bits, ==, 9 << 1 | 0x40);
  g_assert_cmpint (i[9].operands[0].kind, ==, LOOM_PTX_OPERAND_LABEL);
}

static void
test_calls (void)
{
  g_autoptr (LoomPtxModule) module = parse (
    ".func (.param .b32 r) f(.param .b32 a);\n"
    ".extern .func (.param .b32 r) v(.param .b64 f, .param .align 8 .b8 rest[]);\n"
    ".visible .entry k() { .reg .b64 %rd<2>;\n"
    " { .param .b32 a; .param .b32 r; call.uni (r), f, (a); }\n"
    " { .param .b32 a; .param .b32 r; P: .callprototype (.param .b32 _) _ (.param .b32 _) .noreturn;\n"
    "   call (r), %rd1, (a), P; }\n"
    " ret; }\n"
    ".func (.param .b32 r) f(.param .b32 a) { st.param.b32 [r+0], 3; ret; }");
  LoomPtxFunction *function = loom_ptx_module_find_entry (module, "k");
  const LoomPtxInstruction *i = &g_array_index (function->instructions, LoomPtxInstruction, 0);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (i[0].call->target.label, ==, 0);
  g_assert_cmpuint (i[0].call->n_returns, ==, 1);
  g_assert_cmpint (i[1].call->prototype, ==, 0);
  g_assert_cmpint (i[0].call->arguments[0].symbol, !=, i[1].call->arguments[0].symbol);
  g_assert_true (((LoomPtxFunction *) g_ptr_array_index (module->functions, 1))->is_variadic);
  g_assert_false (((LoomPtxFunction *) g_ptr_array_index (module->functions, 0))->is_declared_only);
  loom_ptx_module_verify (module, &error);
  g_assert_no_error (error);
}

static void
test_registers_are_passed_in_variables (void)
{
  g_autoptr (LoomPtxModule) module = parse (
    ".func (.reg .u32 r) f(.reg .u32 a, .reg .f32 b) { .reg .pred p; mov.u32 r, a; @p ret; add.u32 r, a, 1; }\n"
    ".visible .entry k() { .reg .b32 %r<2>; call (%r0), f, (%r1, 0f3F800000); ret; }\n");
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  static const char *const lines[] = {
    "  ld.param.b32 a, [a$1];\n  ld.param.b32 b, [b$1];\n  mov.u32 r, a;\n  @p st.param.b32 [r$1], r;\n  @p ret;\n",
    "  add.u32 r, a, 1;\n  st.param.b32 [r$1], r;\n  ret;\n",
    "  st.param.b32 [passed], %r1;\n  st.param.b32 [passed$1], 0f3F800000;\n"
    "  call (passed$2), f, (passed, passed$1);\n  ld.param.b32 %r0, [passed$2];\n  ret;\n",
  };

  loom_ptx_module_verify (module, &error);
  g_assert_no_error (error);
  text = loom_ptx_module_to_string (module);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    g_assert_nonnull (strstr (text, lines[i]));
}

/* What nobody here knows stays as it was written. */
static void
test_unknown_instructions_are_kept (void)
{
  static const char unknown[] = "frob.sync.b32 {%r1, %r2}, [%rd1 + 4], %tid.x, a.b .c, -1;";
  g_autoptr (LoomPtxModule) module = NULL;
  g_autofree char *source = g_strconcat (
    ".visible .entry k() { .reg .b32 %r<3>; .reg .b64 %rd<2>; ", unknown, " ret; }\n", NULL);
  g_autofree char *text = NULL;

  module = parse (source);
  text = loom_ptx_module_to_string (module);
  g_assert_nonnull (strstr (text, unknown));
}

/* The document, a header beside it, one of another folder, a stand-in and one of the toolkit. */
static void
test_headers_of_the_user_have_lines (void)
{
  g_autoptr (LoomPtxModule) module = parse (
    ".visible .entry k() {\n"
    "  .reg .b32 %r<3>;\n"
    "  .loc 1 7 0\n  mov.u32 %r1, 1;\n"
    "  .loc 2 12 5\n  mov.u32 %r1, 2;\n"
    "  .loc 3 30 1\n  mov.u32 %r1, 3;\n"
    "  .loc 4 40 1, function_name $L__info_string0, inlined_at 1 8 5\n  mov.u32 %r1, 4;\n"
    "  .loc 5 50 1, function_name $L__info_string0, inlined_at 2 9 5\n  mov.u32 %r1, 5;\n  ret; }\n"
    ".file 1 \"./kernels.h\"\n.file 2 \"kernel.cu\"\n.file 3 \"../common/book.h\"\n"
    ".file 4 \"<math.h>\"\n.file 5 \"/cuda/include/cuda_fp16.h\"\n"
    ".section .debug_str\n{\n$L__info_string0:\n.b8 95,90,51,105,110,108,102,0\n}\n");
  LoomPtxFunction *function = loom_ptx_module_find_entry (module, "k");
  const LoomPtxInstruction *i = &g_array_index (function->instructions, LoomPtxInstruction, 0);
  static const struct
  {
    const char *file;
    guint       line;
  } places[] = {
    { "kernels.h", 7 }, { NULL, 12 }, { "../common/book.h", 30 }, { "kernels.h", 8 }, { NULL, 9 },
  };

  for (guint n = 0; n < G_N_ELEMENTS (places); n++)
    {
      const char *file;

      g_assert_cmpuint (loom_ptx_module_get_place (module, &i[n], &file), ==, places[n].line);
      g_assert_cmpstr (file, ==, places[n].file);
    }
}

/* A file that the compiler stands in for may be numbered before the document, and is not it. */
static void
test_stand_in_is_no_document (void)
{
  g_autoptr (LoomPtxModule) module = parse (
    ".visible .entry k() {\n"
    "  .reg .b32 %r<3>;\n"
    "  .loc 1 40 1\n  mov.u32 %r1, 1;\n"
    "  .loc 2 7 0\n  mov.u32 %r1, 2;\n"
    "  .loc 3 12 5\n  mov.u32 %r1, 3;\n  ret; }\n"
    ".file 1 \"<math.h>\"\n.file 2 \"./kernels.h\"\n.file 3 \"kernel.cu\"\n");
  LoomPtxFunction *function = loom_ptx_module_find_entry (module, "k");
  const LoomPtxInstruction *i = &g_array_index (function->instructions, LoomPtxInstruction, 0);
  static const guint lines[] = { 0, 7, 12 };

  for (guint n = 0; n < G_N_ELEMENTS (lines); n++)
    {
      const char *file;

      g_assert_cmpuint (loom_ptx_module_get_place (module, &i[n], &file), ==, lines[n]);
    }
}

static void
test_lines_of_source (void)
{
  g_autoptr (LoomPtxModule) module = parse (
    ".visible .entry k() {\n"
    "  .reg .b32 %r<3>;\n"
    "  .loc 2 9 0\n  mov.u32 %r1, 1;\n"
    "  .loc 2 12 5\n  .loc 3 40 1, function_name $L__info_string0, inlined_at 2 12 5\n  mov.u32 %r1, 2;\n"
    "  .loc 3 50 1, function_name $L__info_string0+4, inlined_at 3 40 1\n  mov.u32 %r1, 3;\n"
    "  .loc 2 0 0\n  mov.u32 %r1, 4;\n  ret; }\n"
    ".file 2 \"kernel.cu\"\n.file 3 \"header.h\", 123, 456\n"
    ".section .debug_str\n{\n$L__info_string0:\n.b8 95,90,51,105,110,108,102,0\n}\n"
    ".section .debug_info { .b32 12 .b8 3 }\n");
  LoomPtxFunction *function = loom_ptx_module_find_entry (module, "k");
  const LoomPtxInstruction *i = &g_array_index (function->instructions, LoomPtxInstruction, 0);
  static const guint lines[] = { 9, 12, 12, 0 };

  for (guint n = 0; n < G_N_ELEMENTS (lines); n++)
    g_assert_cmpuint (loom_ptx_module_get_line (module, &i[n]), ==, lines[n]);
  g_assert_cmpuint (module->source_file, ==, 2);
  g_assert_cmpstr (g_ptr_array_index (module->files, 3), ==, "header.h");
  g_assert_cmpstr (g_array_index (module->locations, LoomPtxLocation, i[1].location).function, ==, "_Z3inlf");
  g_assert_cmpstr (g_array_index (module->locations, LoomPtxLocation, i[2].location).function, ==, "nlf");
}

/* What is written once is known by its place, whatever it was copied into. */
static void
test_places_of_source (void)
{
  g_autoptr (LoomPtxModule) module = parse (
    ".visible .entry k() {\n"
    "  bar.sync 0;\n"
    "  .loc 1 9 3\n  bar.sync 0;\n"
    "  .loc 1 12 3\n  bar.sync 0;\n"
    "  .loc 1 9 3, function_name $L__info_string0, inlined_at 1 12 3\n  bar.sync 0;\n"
    "  .loc 1 9 20\n  bar.sync 0;\n  ret; }\n"
    ".file 1 \"kernel.cu\"\n"
    ".section .debug_str\n{\n$L__info_string0:\n.b8 95,90,51,105,110,108,102,0\n}\n");
  LoomPtxFunction *function = loom_ptx_module_find_entry (module, "k");
  const LoomPtxInstruction *i = &g_array_index (function->instructions, LoomPtxInstruction, 0);

  g_assert_cmpint (loom_ptx_module_compare_places (module, &i[0], &i[1]), ==, 0);
  g_assert_cmpint (loom_ptx_module_compare_places (module, &i[1], &i[2]), <, 0);
  g_assert_cmpint (loom_ptx_module_compare_places (module, &i[2], &i[1]), >, 0);
  g_assert_cmpint (loom_ptx_module_compare_places (module, &i[1], &i[3]), ==, 0);
  g_assert_cmpint (loom_ptx_module_compare_places (module, &i[3], &i[4]), <, 0);
}

static void
test_inline_assembly (void)
{
  g_autoptr (LoomPtxModule) module = parse (
    ".visible .entry k() {\n"
    "  trap;\n  // begin inline asm\n  trap;\n  // end inline asm\n\n  trap; }\n");
  LoomPtxFunction *function = loom_ptx_module_find_entry (module, "k");
  const LoomPtxInstruction *i = &g_array_index (function->instructions, LoomPtxInstruction, 0);

  g_assert_false (i[0].in_assembly);
  g_assert_true (i[1].in_assembly);
  g_assert_false (i[2].in_assembly);
}

static void
test_bad_text (void)
{
  static const struct
  {
    const char *text, *says;
  } rows[] = {
    { "", "PTX line 1: expected “.version”, found the end of the text" },
    { ".version", "expected a version such as 9.0" },
    { ".version 9.0\n", "expected “.target”" },
    { ".version 9.0 .target sm_75 .address_size 32", "addresses of 32 bits; only 64 are supported" },
    { ".version 9.0 .target sm_75\n.frob 3", "PTX line 2: expected a directive, found “frob”" },
    { ".version 9.0 .target sm_75 .global .u32 a; .global .u32 a;", "“a” is declared twice" },
    { ".version 9.0 .target sm_75 .global .u32 a[2] = {1,2,3};", "more initial values than “a” has room for" },
    { ".version 9.0 .target sm_75 .global .u32 a[4294967296][4294967296];", "a variable of more than" },
    { ".version 9.0 .target sm_75 .global .u64 a = b;", "“b” is not a variable or function of the module" },
    { ".version 9.0 .target sm_75 .global .align 3 .u64 a;", "alignment of 3 bytes" },
    { ".version 9.0 .target sm_75 .global .u32 a = 1/0;", "divides by zero" },
    { ".version 9.0 .target sm_75 .func f() { ret; } .func f() { ret; }", "“f” is defined twice" },
    { ".version 9.0 .target sm_75 .func f() { .reg .b32 %r<4000000000>; ret; }", "more than 1048576 registers" },
    { ".version 9.0 .target sm_75 .func f() { add.u32 1,2", "found the end of the text" },
    { ".version 9.0 .target sm_75 .func f() { @q ret; }", "expected a predicate register, found “q”" },
    { ".version 9.0 .target sm_75 .func f() { a: a: ret; }", "“a” is declared twice" },
    { ".version 9.0 .target sm_75 .func f() { t: .branchtargets x; ret; }", "label “x” is not defined" },
    { ".version 9.0 .target sm_75 .func f() { { ret; }", "found the end of the text" },
    { ".version 9.0 .target sm_75 .func f() { mov.u32 [], 1; }", "expected a constant, found “]”" },
    { ".version 9.0 .target sm_75 .global .attribute .managed) .u32 a;", "expected “(”, found “managed”" },
    { ".version 9.0 .target sm_75 .global .attribute(.managed .u32 a;", "found the end of the text" },
    { ".version 9.0 .target sm_75 \001", "a character that PTX does not have" },
    { ".version 9.0 .target sm_75 .file 70000 \"a\"", "more than 65536 files" },
    { ".version 9.0 .target sm_75 .section .debug_x { 1 ", "found the end of the text" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (loom_ptx_module_parse (rows[i].text, -1, &error));
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_COMPILE);
      if (strstr (error->message, rows[i].says) == NULL)
        {
          g_test_message ("%s: %s", rows[i].text, error->message);
          g_test_fail ();
        }
    }
}

/* Depth, not length, is what a stack cannot bear. */
static void
test_nesting_is_bounded (void)
{
  static const struct
  {
    const char *head, *unit, *says;
  } rows[] = {
    { ".version 9.0 .target sm_75 .func f() ", "{", "braces are nested more than" },
    { ".version 9.0 .target sm_75 .global .u32 a = ", "(", "a constant is nested more than" },
    { ".version 9.0 .target sm_75 .global .u32 a = ", "-", "a constant is nested more than" },
    { ".version 9.0 .target sm_75 .global .u32 a[9] = ", "{", "more than 8 dimensions" },
    { ".version 9.0 .target sm_75 .global .u32 a", "[2]", "more than 8 dimensions" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GString) text = g_string_new (rows[i].head);
      g_autoptr (GError) error = NULL;

      for (guint j = 0; j < 100000; j++)
        g_string_append (text, rows[i].unit);
      g_assert_null (loom_ptx_module_parse (text->str, text->len, &error));
      g_assert_nonnull (strstr (error->message, rows[i].says));
    }
}

/* Every beginning of a good module is a bad one or a good one, and never more than that. */
static void
test_truncated_text (void)
{
  g_autofree char *text = ptx_test_wrap (
    "@%p1 add.f32 %f1, 0f3F800000, 1.5;\n{ .reg .b32 t; x: bra x; }\n.loc 1 2 3, inlined_at 1 2 3\n"
    "call (arg), vprintf, (far, away);\nmov.b64 {%r1, _}, %rd1;\ntex.2d.v4.f32.f32 {%f1}, [a, {%f2}];");

  for (gsize i = 0; i <= strlen (text); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *cut = g_strndup (text, i);
      g_autoptr (LoomPtxModule) module = loom_ptx_module_parse (cut, i, &error);

      g_assert_true ((module == NULL) == (error != NULL));
    }
}

/* As in C, with 64 bits; what the types of both sides make of it is the assembler's way. */
static void
test_constants (void)
{
  static const struct
  {
    const char *text;
    guint64     bits;
    guint       is_float;
  } rows[] = {
    { "1 ? 2 : 3", 2 }, { "0 ? 2 : 1 ? 3 : 4", 3 }, { "(5>3) + (3>5)", 1 }, { "5==5", 1 }, { "5 != 5", 0 },
    { "2 <= 2", 1 }, { "3 >= 4", 0 }, { "5 && 0", 0 }, { "0 || 7", 1 }, { "!5 == 0", 1 }, { "1 | 2 == 2", 1 },
    { "-1 < 0", 1 }, { "-1 < 0U", 0 }, { "-1 >> 1", G_MAXUINT64 }, { "(.u64) -1 >> 63", 1 }, { "(.s64) 0xffffffffffffffff >> 63", G_MAXUINT64 },
    { "-7 / 2", (guint64) -3 }, { "1 << 3 + 1", 16 }, { "WARP_SZ * 2", 64 }, { "1.5 > 1.0", 1 }, { "!1.5", 0 },
    { "1.5 + 2", G_GUINT64_CONSTANT (0x400c000000000000), 64 }, { "1.e2", G_GUINT64_CONSTANT (0x4059000000000000), 64 },
    { "0f3f800000", 0x3f800000, 32 }, { "-0f3f800000", 0xbf800000, 32 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *body = g_strdup_printf ("  mov.b64 %%rd1, %s;", rows[i].text);
      g_autoptr (LoomPtxModule) module = ptx_test_parse (body);
      const LoomPtxFunction *function = loom_ptx_module_find_entry (module, "k");
      const LoomPtxOperand *operand = &g_array_index (function->instructions, LoomPtxInstruction, 0).operands[1];

      g_test_message ("%s", rows[i].text);
      g_assert_cmphex (operand->bits, ==, rows[i].bits);
      g_assert_cmpuint (operand->is_float, ==, rows[i].is_float);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/ptx/parser/unknown-instructions-are-kept", test_unknown_instructions_are_kept);
  g_test_add_func ("/ptx/parser/head", test_head);
  g_test_add_func ("/ptx/parser/parameters-have-offsets", test_parameters_have_offsets);
  g_test_add_func ("/ptx/parser/variables-have-data", test_variables_have_data);
  g_test_add_func ("/ptx/parser/scopes-are-flattened", test_scopes_are_flattened);
  g_test_add_func ("/ptx/parser/operands", test_operands);
  g_test_add_func ("/ptx/parser/calls", test_calls);
  g_test_add_func ("/ptx/parser/registers-are-passed-in-variables", test_registers_are_passed_in_variables);
  g_test_add_func ("/ptx/parser/lines-of-source", test_lines_of_source);
  g_test_add_func ("/ptx/parser/headers-of-the-user-have-lines",
                   test_headers_of_the_user_have_lines);
  g_test_add_func ("/ptx/parser/a-stand-in-is-no-document", test_stand_in_is_no_document);
  g_test_add_func ("/ptx/parser/places-of-the-source", test_places_of_source);
  g_test_add_func ("/ptx/parser/inline-assembly-is-known", test_inline_assembly);
  g_test_add_func ("/ptx/parser/bad-text", test_bad_text);
  g_test_add_func ("/ptx/parser/nesting-is-bounded", test_nesting_is_bounded);
  g_test_add_func ("/ptx/parser/truncated-text", test_truncated_text);
  g_test_add_func ("/ptx/parser/constants", test_constants);

  return g_test_run ();
}
