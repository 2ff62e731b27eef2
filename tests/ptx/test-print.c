/* test-print.c: a printed module reads back as the same tree
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-error.h"
#include "ptx-test.h"

#include <string.h>

/* What the corpus has and the simulator refuses: formats that came with compute capability 8.9. */
static const char *const refused[] = { "e4m3x2", "e5m2x2" };

static gboolean
is_refused (const char *path)
{
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    if (strstr (path, refused[i]) != NULL)
      return TRUE;

  return FALSE;
}

static void
check_text (const char *name,
            const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomPtxModule) module = loom_ptx_module_parse (text, -1, &error), again = NULL;
  g_autofree char *printed = NULL, *reprinted = NULL;

  g_assert_no_error (error);
  if (is_refused (name))
    {
      g_assert_false (loom_ptx_module_verify (module, &error));
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_UNSUPPORTED);
      return;
    }
  if (!loom_ptx_module_verify (module, &error))
    g_error ("%s: %s", name, error->message);

  printed = loom_ptx_module_to_string (module);
  again = loom_ptx_module_parse (printed, -1, &error);
  if (again == NULL || !loom_ptx_module_verify (again, &error))
    g_error ("%s, printed: %s", name, error->message);
  reprinted = loom_ptx_module_to_string (again);
  g_assert_cmpstr (printed, ==, reprinted);
  g_assert_cmpuint (module->functions->len, ==, again->functions->len);
  for (guint i = 0; i < module->functions->len; i++)
    {
      const LoomPtxFunction *a = g_ptr_array_index (module->functions, i), *b = g_ptr_array_index (again->functions, i);

      g_assert_cmpuint (a->registers->len, ==, b->registers->len);
      g_assert_cmpuint (a->instructions->len, ==, b->instructions->len);
      g_assert_cmpuint (a->labels->len, ==, b->labels->len);
      g_assert_cmpstr (a->name, ==, b->name);
    }
}

static void
check_file (const char *path)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  check_text (path, text);
}

static void
test_cases (void)
{
  static const char *const names[] = { "lineinfo.ptx", "debug.ptx" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "ptx", "cases", names[i], NULL);

      check_file (path);
    }
}

static guint
check_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, "kernel.ptx", NULL);

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        continue;
      check_file (path);
      n++;
    }

  return n;
}

static void
test_corpus (void)
{
  g_autofree char *root = g_test_build_filename (G_TEST_DIST, "..", "..", "shared", "conformance", NULL);
  g_autofree char *kernels = g_build_filename (root, "kernels", NULL), *ptx = g_build_filename (root, "ptx", NULL);

  if (!g_file_test (root, G_FILE_TEST_IS_DIR))
    {
      g_test_skip ("the conformance cases are not beside the source");
      return;
    }
  g_assert_cmpuint (check_folder (kernels) + check_folder (ptx), >, 1000);
}

/* What assemblers are strict about. */
static void
test_as_assemblers_want_it (void)
{
  static const char *const wanted[] = {
    ".visible .global .align 4 .u32 seen = 5;", ".weak .global .align 4 .b32 shared_out[2] = {1, 2};",
    "\n.global .align 4 .u32 own;", ".extern .func (.param .align 4 .b32 r) vprintf(", ".weak .func twice()", "\n.func once()",
    "\n.entry hidden()", ".visible .entry k()", "ld.global.u32 %r1, [%rd1+-4];",
  };
  static const char text[] =
    ".version 9.0\n.target sm_75\n.address_size 64\n"
    ".visible .global .align 4 .u32 seen = 5;\n.weak .global .align 4 .b32 shared_out[2] = {1, 2};\n"
    ".global .align 4 .u32 own;\n.extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);\n"
    ".visible .entry k() { .reg .b32 %r<2>; .reg .b64 %rd<2>; ld.global.u32 %r1, [%rd1-4]; ret; }\n"
    ".weak .func twice() { ret; }\n.func once() { ret; }\n.entry hidden() { ret; }\n";
  g_autoptr (LoomPtxModule) module = loom_ptx_module_parse (text, -1, NULL);
  g_autofree char *printed = loom_ptx_module_to_string (module);

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    if (strstr (printed, wanted[i]) == NULL)
      g_error ("%s is not in:\n%s", wanted[i], printed);
  /* No kernel is declared. */
  g_assert_null (strstr (printed, ".entry k();"));
}

static void
test_an_instruction (void)
{
  static const char *const rows[] = {
    "@!%p1 ld.global.v2.f32 {%f1, _}, [%rd1+-8]", "mov.b64 %rd1, 0d3FF0000000000000", "mov.f32 %f1, 0f3F800000",
    "setp.lt.and.s32 %p1|%p2, %r1, -5, !%p3", "mov.u64 %rd2, table+4", "ld.shared.u32 %r1, [tile+4]", "ld.u8 %r1, [256]",
    "call.uni (arg), vprintf, (far, away)", "vadd4.u32.u32.u32 %r1.b10, %r2.b7654, %r3.b3210, %r4",
    "vadd.u32.u32.u32 %r1, %r2.h1, %r3.b0", "brx.idx %r1, T", "bra.uni L", "bar.sync 0", "ret",
    "tex.2d.v4.f32.f32 {%f1, %f2}, [a, {%f3}]", "mov.u32 %r1, %tid.x",
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *body = g_strconcat ("  ", rows[i], ";", NULL), *printed = NULL;
      g_autoptr (LoomPtxModule) module = ptx_test_parse (body);
      LoomPtxFunction *function = loom_ptx_module_find_entry (module, "k");

      printed = loom_ptx_instruction_to_string (module, function,
                                                &g_array_index (function->instructions, LoomPtxInstruction, 0));
      g_assert_cmpstr (printed, ==, rows[i]);
    }
}

/* Which bytes of a load are of use is said of that load alone. */
static void
test_used_bytes (void)
{
  g_autoptr (LoomPtxModule) module = ptx_test_parse (
      ".pragma \"used_bytes_mask 61695\"; ld.global.v2.u32 {%r1, %r2}, [%rd1]; ld.global.u32 %r3, [%rd1];");
  g_autofree char *text = loom_ptx_module_to_string (module);

  g_assert_nonnull (strstr (text, "  .pragma \"used_bytes_mask 0xf0ff\";\n  ld.global.v2.u32 "));
  g_assert_null (strstr (strstr (text, "v2.u32"), ".pragma"));
}

/* What a scope hides is the module's again behind it. */
static void
test_hidden_names (void)
{
  static const char text[] =
      ".version 7.8\n.target sm_75\n.address_size 64\n.global .u32 p;\n\n"
      ".entry k() { .reg .b32 %r<2>; { .reg .pred p; setp.eq.u32 p, 1, 2; @p exit; } ld.global.u32 %r1, [p]; ret; }\n";
  g_autoptr (LoomPtxModule) module = loom_ptx_module_parse (text, -1, NULL);
  g_autofree char *printed = loom_ptx_module_to_string (module);

  g_assert_nonnull (strstr (printed, "@p$1 exit;"));
  g_assert_nonnull (strstr (printed, "[p];"));
  check_text ("hidden names", text);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/ptx/print/cases-read-back", test_cases);
  g_test_add_func ("/ptx/print/corpus-reads-back", test_corpus);
  g_test_add_func ("/ptx/print/as-assemblers-want-it", test_as_assemblers_want_it);
  g_test_add_func ("/ptx/print/an-instruction", test_an_instruction);
  g_test_add_func ("/ptx/print/used-bytes", test_used_bytes);
  g_test_add_func ("/ptx/print/hidden-names", test_hidden_names);

  return g_test_run ();
}
