/* test-reuse.c: what the compiler has compiled already it does not compile again, and nobody can
 * tell by what comes out
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-compiler.h"
#include "loom-source-device.h"
#include "loom-source-plain.h"

#include <glib/gstdio.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SEED 20260612
#define N_EDITS 40

static const char base[] =
  "#include <cassert>\n#include <vector>\n#include \"twice.h\"\n"
  "// A comment.\n"
  "#define SIDE 8\n"
  "static int count (const std::vector<int> &v) { return (int) v.size (); }\n"
  "/* One\n   more. */\n"
  "__device__ int f (int x) { /* here */ return TWICE (x); } // f\n"
  "__global__ void k (int *a, int n)\n{\n"
  "  int i = threadIdx.x; int unused_by_all = __LINE__;  // of a block\n"
  "  assert (i < n);\n"
  "  a[i] = f (i) + __LINE__;\n"
  "}\n"
  "template <int N> __global__ void t (int *a) { a[0] = N; }\n"
  "int main ()\n{\n  std::vector<int> v (SIDE);\n  int *a;\n"
  "  k<<<1, SIDE>>> (a, count (v));\n  t<4><<<1, 1>>> (a);\n  return 0;\n}\n";

static LoomNvrtc *nvrtc;
static char *folder;

static void
write_file (const char *name,
            const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
remove_file (const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_cmpint (g_remove (path), ==, 0);
}

/* NVRTC 11.8 numbers the calls of all that its process ever compiled. */
static char *
dup_without_numbers (const char *ptx)
{
  g_autoptr (GRegex) numbers = g_regex_new ("// callseq [0-9]+", 0, 0, NULL);

  return ptx != NULL ? g_regex_replace_literal (numbers, ptx, -1, 0, "// callseq", 0, NULL) : NULL;
}

static LoomCompiled *
compile_with (LoomNvrtc          *compiler,
              const char         *source,
              const char * const *options)
{
  const LoomCompileRequest request = {
    .source = source, .length = strlen (source), .name = "doc.cu", .folder = folder,
    .options = options,
  };
  const guint n_before = loom_nvrtc_get_n_compiled (compiler);
  g_autoptr (GError) error = NULL;
  LoomCompiled *compiled = loom_compiler_compile (compiler, &request, TRUE, &error);
  g_autofree char *ptx = NULL;

  g_assert_no_error (error);
  ptx = g_steal_pointer (&compiled->ptx);
  compiled->ptx = dup_without_numbers (ptx);
  compiled->compile_ms = 0;
  g_assert_cmpint (compiled->is_cached, ==, loom_nvrtc_get_n_compiled (compiler) == n_before);
  compiled->is_cached = FALSE;
  return compiled;
}

/* Whether the compiler had to be asked. */
static gboolean
compiles (const char         *source,
          const char * const *options)
{
  const guint n_before = loom_nvrtc_get_n_compiled (nvrtc);
  g_autoptr (LoomCompiled) compiled = compile_with (nvrtc, source, options);

  g_assert_nonnull (compiled->ptx);
  return loom_nvrtc_get_n_compiled (nvrtc) > n_before;
}

static char *
replace (const char *source,
         const char *from,
         const char *to)
{
  GString *text = g_string_new (source);

  g_assert_cmpuint (g_string_replace (text, from, to, 1), ==, 1);
  return g_string_free (text, FALSE);
}

static gboolean
compiles_with (const char *from,
               const char *to)
{
  g_autofree char *edited = replace (base, from, to);

  compiles (base, NULL);
  return compiles (edited, NULL);
}

static void
test_comment (void)
{
  g_assert_false (compiles_with ("A comment", "Another, longer comment"));
  g_assert_false (compiles_with ("more. */\n", "more */ \t\n"));
  g_assert_false (compiles_with ("  // of a block", ""));
  g_assert_false (compiles_with ("/* here */", "/* \xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9 */"));
}

static void
test_host (void)
{
  g_assert_false (compiles_with ("(int) v.size ()", "(int) v.size () + 1"));
  g_assert_false (compiles_with ("count (v));", "count (v) / 2);"));
  g_assert_false (compiles_with ("return 0;", ""));
}

static void
test_device (void)
{
  g_assert_true (compiles_with ("f (i) +", "f (i) -"));
  g_assert_true (compiles_with ("/* here */", "/* there */"));
  g_assert_true (compiles_with ("SIDE 8", "SIDE 9"));
  g_assert_true (compiles_with ("t<4>", "t<5>"));
}

/* Lines of errors, __LINE__ and what an assertion says move with the text. */
static void
test_lines (void)
{
  g_autofree char *lower = replace (base, "// A comment.\n", "// A comment.\n\n");
  g_autoptr (LoomCompiled) before = compile_with (nvrtc, base, NULL);
  g_autoptr (LoomCompiled) after = compile_with (nvrtc, lower, NULL);

  g_assert_cmpstr (before->ptx, !=, after->ptx);
  g_assert_cmpuint (((LoomKernel *) before->kernels->pdata[0])->line + 1, ==,
                    ((LoomKernel *) after->kernels->pdata[0])->line);
}

static void
test_error (void)
{
  static const char wrong[] = "// Note.\n__global__ void k (int *a) { a[0] = b; }\n";
  g_autofree char *commented = replace (wrong, "Note", "Another note");
  g_autofree char *lower = replace (wrong, "Note.", "Another\n// note.");
  g_autoptr (LoomCompiled) before = compile_with (nvrtc, wrong, NULL);
  const guint n_before = loom_nvrtc_get_n_compiled (nvrtc);
  g_autoptr (LoomCompiled) same = compile_with (nvrtc, commented, NULL);
  const guint n_after = loom_nvrtc_get_n_compiled (nvrtc);
  g_autoptr (LoomCompiled) below = compile_with (nvrtc, lower, NULL);
  const LoomDiagnostic *diagnostics[] = {
    before->diagnostics->pdata[0], same->diagnostics->pdata[0], below->diagnostics->pdata[0],
  };

  g_assert_cmpuint (n_before, ==, n_after);
  for (guint i = 0; i < G_N_ELEMENTS (diagnostics); i++)
    {
      g_assert_cmpuint (diagnostics[i]->line, ==, i < 2 ? 2 : 3);
      /* Old compilers don't tell columns. */
      g_assert_cmpuint (diagnostics[i]->column, ==, diagnostics[0]->column > 0 ? 37 : 0);
    }
}

static void
test_options (void)
{
  static const char * const options[] = { "-DSIDE_TOO=1", NULL };

  compiles (base, NULL);
  g_assert_true (compiles (base, options));
  g_assert_false (compiles (base, NULL));
  g_assert_false (compiles (base, options));
}

static void
test_header (void)
{
  compiles (base, NULL);
  write_file ("twice.h", "#define TWICE(x) ((x) + (x)) // or 2 * x\n");
  g_assert_true (compiles (base, NULL));
  write_file ("twice.h", "#define TWICE(x) (2 * (x))\n");
  g_assert_false (compiles (base, NULL));
}

/* Files that only the compiler reads. */
static void
test_files_of_the_compiler (void)
{
  static const char by_macro[]
      = "#define H \"by-macro.h\"\n#include H\n__global__ void k (int *a) { a[0] = VALUE; }\n";
  static const char shadow[]
      = "#include <cuda_fp16.h>\n__global__ void k (int *a) { a[0] = 1; }\n";

  write_file ("by-macro.h", "#define VALUE 1\n");
  g_assert_true (compiles (by_macro, NULL));
  g_assert_true (compiles (by_macro, NULL));
  remove_file ("by-macro.h");

  compiles (shadow, NULL);
  g_assert_false (compiles (shadow, NULL));
  write_file ("cuda_fp16.h", "#define SHADOWED\n");
  g_assert_true (compiles (shadow, NULL));
  g_assert_true (compiles (shadow, NULL));
  remove_file ("cuda_fp16.h");
}

static void
test_time (void)
{
  static const char source[] = "__constant__ char when[] = __TIME__;\n"
                               "__global__ void k (char *a) { a[0] = when[threadIdx.x]; }\n";

  g_assert_true (compiles (source, NULL));
  g_assert_true (compiles (source, NULL));
}

/* The compiler keeps the answers that were of use last, and no more than it has room for. */
static void
test_many (void)
{
  compiles (base, NULL);
  for (guint i = 0; i < 60; i++)
    {
      g_autofree char *source
          = g_strdup_printf ("__global__ void k (int *a) { a[0] = %u; }\n", i);

      g_assert_true (compiles (source, NULL));
      if (i % 4 == 0)
        g_assert_false (compiles (base, NULL));
    }
  g_assert_true (compiles ("__global__ void k (int *a) { a[0] = 0; }\n", NULL));
}

/* Blanks in place of comments change nothing of what the compiler makes of a text. */
static void
test_plain (void)
{
  static const char * const options[] = { "-lineinfo", "-default-device", "-std=c++17", NULL };
  static const char * const expressions[] = { "k", NULL };
  g_autofree char *whole = replace (base, "#include \"twice.h\"", "#define TWICE(x) /**/ (x)");
  LoomSourceDevice *device = loom_source_device_new (whole, strlen (whole));
  gsize length;
  const char *text = loom_source_device_text (device, &length);
  g_autofree char *plain = loom_source_dup_plain (text, length);
  g_auto (LoomNvrtcResult) before = { FALSE }, after = { FALSE };
  g_autofree char *ptx = NULL, *plain_ptx = NULL;

  g_assert_null (strstr (plain, "here"));
  g_assert_true (loom_nvrtc_compile (nvrtc, text, "doc.cu", options, expressions, &before, NULL));
  g_assert_true (loom_nvrtc_compile (nvrtc, plain, "doc.cu", options, expressions, &after, NULL));
  if (!before.compiled)
    g_error ("%s", before.log);
  ptx = dup_without_numbers (before.ptx);
  plain_ptx = dup_without_numbers (after.ptx);
  g_assert_cmpstr (ptx, ==, plain_ptx);
  loom_source_device_free (device);
}

static void
edit (GRand   *rand,
      GString *text)
{
  static const char * const words[] = {
    "\n", " ", "// b\n", "/* c */", "/* d\n */", "1", ";", "}", "x", "\"", "TWICE (2)", "\t", "\\\n",
    "\n#line 7\n", "\n#if 0\n", "\n#endif\n", "k<<<2, 3>>> (a, 1);",
  };
  const gsize at = g_rand_int_range (rand, 0, (gint) text->len);

  if (g_rand_boolean (rand))
    g_string_insert (text, at, words[g_rand_int_range (rand, 0, G_N_ELEMENTS (words))]);
  else
    g_string_erase (text, at, MIN (g_rand_int_range (rand, 1, 4), text->len - at));
}

/* An edit, the text without it, and the edit again: as a compiler says that knows neither. */
static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);
  guint n_known = 0;

  for (guint i = 0; i < N_EDITS; i++)
    {
      g_autoptr (GString) text = g_string_new (base);
      g_autoptr (LoomNvrtc) fresh = loom_nvrtc_open ();
      g_autoptr (LoomCompiled) compiled = NULL, expected = NULL;
      g_autoptr (GVariant) variant = NULL, expected_variant = NULL;
      guint n_before;

      edit (rand, text);
      n_before = loom_nvrtc_get_n_compiled (nvrtc);
      compiled = compile_with (nvrtc, text->str, NULL);
      n_known += loom_nvrtc_get_n_compiled (nvrtc) == n_before;
      expected = compile_with (fresh, text->str, NULL);
      variant = g_variant_ref_sink (loom_compiled_to_variant (compiled));
      expected_variant = g_variant_ref_sink (loom_compiled_to_variant (expected));
      if (!g_variant_equal (variant, expected_variant))
        g_error ("not as a fresh compiler has it: %s", text->str);
    }
  g_assert_cmpuint (n_known, >, N_EDITS / 10);
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  nvrtc = loom_nvrtc_open ();
  if (loom_nvrtc_get_facts (nvrtc)->why != NULL)
    {
      g_print ("1..0 # SKIP %s\n", loom_nvrtc_get_facts (nvrtc)->why);
      return 0;
    }
  folder = g_dir_make_tmp ("gridloom-reuse-XXXXXX", NULL);
  g_assert_cmpint (chdir (folder), ==, 0);
  write_file ("twice.h", "#define TWICE(x) (2 * (x))\n");

  g_test_add_func ("/runner/reuse/a-comment-does-not-compile-again", test_comment);
  g_test_add_func ("/runner/reuse/host-code-does-not-compile-again", test_host);
  g_test_add_func ("/runner/reuse/device-code-does", test_device);
  g_test_add_func ("/runner/reuse/lines-move-with-the-text", test_lines);
  g_test_add_func ("/runner/reuse/errors-move-with-the-text", test_error);
  g_test_add_func ("/runner/reuse/options-compile-again", test_options);
  g_test_add_func ("/runner/reuse/a-header-that-changes-compiles-again", test_header);
  g_test_add_func ("/runner/reuse/files-that-only-the-compiler-reads-are-read",
                   test_files_of_the_compiler);
  g_test_add_func ("/runner/reuse/the-time-is-now", test_time);
  g_test_add_func ("/runner/reuse/only-the-last-answers-are-kept", test_many);
  g_test_add_func ("/runner/reuse/blanks-for-comments-change-nothing", test_plain);
  g_test_add_func ("/runner/reuse/as-a-fresh-compiler-has-it", test_random);
  status = g_test_run ();

  remove_file ("twice.h");
  g_rmdir (folder);
  g_free (folder);
  loom_nvrtc_free (nvrtc);
  return status;
}
