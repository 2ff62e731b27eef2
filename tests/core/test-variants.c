/* test-variants.c: codes, diagnostics, findings and compiled results cross to another process and
 * back
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-compiled.h"
#include "loom-finding.h"

#include <math.h>

#include <string.h>

static void
test_codes_have_names (void)
{
  for (guint i = 0; i < LOOM_N_ERRORS; i++)
    {
      LoomError code;

      g_assert_true (loom_error_from_name (loom_error_get_name (i), &code));
      g_assert_cmpuint (code, ==, i);
    }

  g_assert_false (loom_error_from_name ("nonsense", &(LoomError) { 0 }));
  g_assert_false (loom_error_from_name (NULL, &(LoomError) { 0 }));
  g_assert_cmpstr (loom_error_get_name (LOOM_N_ERRORS), ==, "failed");
}

static void
test_errors_cross_typed (void)
{
  g_autoptr (GError) error = g_error_new_literal (LOOM_ERROR, LOOM_ERROR_MEMORY, "no room");
  g_autofree char *name = g_dbus_error_encode_gerror (error);
  g_autoptr (GError) back = g_dbus_error_new_for_dbus_error (name, error->message);

  g_assert_cmpstr (name, ==, "org.gridloom.Error.MEMORY");
  g_assert_error (back, LOOM_ERROR, LOOM_ERROR_MEMORY);
  g_assert_true (g_dbus_error_strip_remote_error (back));
  g_assert_cmpstr (back->message, ==, "no room");
}

static LoomFinding *
make_finding (void)
{
  LoomFinding *finding = loom_finding_new (LOOM_ERROR_OOB, "wrote %d bytes past %s", 4, "f");

  finding->has_site = TRUE;
  finding->site = (LoomSite) { "kernels.h", 12, { 1, 2, 3 }, { 4, 5, 6 } };
  finding->space = LOOM_SPACE_GLOBAL;
  finding->address = G_MAXUINT64;
  finding->array = g_strdup ("f");
  finding->offset = -4;
  finding->array_size = 400;
  finding->access_size = 4;
  finding->count = 7;
  finding->shared_needed = 1024;
  loom_finding_add_frame (finding, "kernels.h", 20, "both");
  loom_finding_add_frame (finding, NULL, 30, NULL);
  return finding;
}

static void
test_finding (void)
{
  g_autoptr (LoomFinding) finding = make_finding ();
  g_autoptr (LoomFinding) copy = loom_finding_copy (finding);
  g_autoptr (GVariant) variant = g_variant_ref_sink (loom_finding_to_variant (copy));
  g_autoptr (LoomFinding) back = loom_finding_from_variant (variant);
  g_autoptr (GVariant) again = g_variant_ref_sink (loom_finding_to_variant (back));

  g_assert_true (g_variant_equal (variant, again));
  g_assert_cmpstr (back->text, ==, "wrote 4 bytes past f");
  g_assert_cmpint (back->offset, ==, -4);
  g_assert_cmpuint (back->shared_needed, ==, 1024);
  g_assert_cmpuint (back->site.thread.z, ==, 6);
  g_assert_cmpstr (back->site.file, ==, "kernels.h");
  g_assert_cmpuint (back->inlined_from->len, ==, 2);
  g_assert_cmpstr (((LoomFrame *) g_ptr_array_index (back->inlined_from, 0))->file, ==,
                   "kernels.h");
  g_assert_cmpuint (((LoomFrame *) g_ptr_array_index (back->inlined_from, 1))->line, ==, 30);
  g_assert_null (((LoomFrame *) g_ptr_array_index (back->inlined_from, 1))->function);
}

static void
test_finding_refuses (void)
{
  static const char * const texts[] = {
    "('oob', 'x', false, (0, '', (0, 0, 0), (0, 0, 0)), false, (0, '', (0, 0, 0), (0, 0, 0)), 5, 0, '', "
    "0, 0, 0, 1, 0, [])",
    "('nonsense', 'x', false, (0, '', (0, 0, 0), (0, 0, 0)), false, (0, '', (0, 0, 0), (0, 0, 0)), 1, 0, "
    "'', 0, 0, 0, 1, 0, [])",
    "('oob', 'x', false, (0, '', (0, 0, 0), (0, 0, 0)), false, (0, '', (0, 0, 0), (0, 0, 0)), 1, 0, '', "
    "0, 0, 0, 0, 0, [])",
  };
  g_autoptr (GVariant) other = g_variant_ref_sink (g_variant_new ("(s)", "x"));

  g_assert_null (loom_finding_from_variant (other));
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GVariant) variant =
        g_variant_parse (G_VARIANT_TYPE ("(ssb(us(uuu)(uuu))b(us(uuu)(uuu))utsxtutta(uss))"),
                                                      texts[i], NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_null (loom_finding_from_variant (variant));
    }
}

static void
test_diagnostic (void)
{
  g_autoptr (LoomDiagnostic) diagnostic =
    loom_diagnostic_new (LOOM_SEVERITY_WARNING, 3, 4, "%s?", "what");
  g_autoptr (LoomDiagnostic) back = NULL;
  g_autoptr (GVariant) variant = NULL;
  g_autoptr (GVariant) severity =
    g_variant_ref_sink (g_variant_new ("(uuususs)", 3, 1, 1, "x", 0, "", ""));
  g_autoptr (GVariant) fix =
    g_variant_ref_sink (g_variant_new ("(uuususs)", 0, 1, 1, "x", 99, "", ""));

  diagnostic->fix = LOOM_FIX_RENAME_GROUP;
  diagnostic->replacement = g_strdup ("arg f");
  diagnostic->file = g_strdup ("kernels.h");
  variant = g_variant_ref_sink (loom_diagnostic_to_variant (diagnostic));
  back = loom_diagnostic_from_variant (variant);
  g_assert_cmpstr (back->text, ==, "what?");
  g_assert_cmpstr (back->replacement, ==, "arg f");
  g_assert_cmpstr (back->file, ==, "kernels.h");
  g_assert_cmpuint (back->column, ==, 4);

  g_assert_null (loom_diagnostic_from_variant (severity));
  g_assert_null (loom_diagnostic_from_variant (fix));
}

static LoomSourceLaunch *
make_launch (void)
{
  LoomSourceLaunch *launch = loom_source_launch_new ();
  LoomReadArgument argument = { g_strdup ("d_a"), { FALSE, 0 }, { TRUE, 4000 }, TRUE, 0.5 };

  launch->kernel = g_strdup ("scale");
  launch->instance = g_strdup ("scale<float, 2>");
  launch->function = g_strdup ("main");
  launch->file = g_strdup ("scale.h");
  launch->line = 12;
  launch->grid = (LoomReadExtent) { 1, { { FALSE, 0 }, { TRUE, 1 }, { TRUE, 1 } },
                                    g_strdup ("n / 256") };
  launch->block = (LoomReadExtent) { 2, { { TRUE, 16 }, { TRUE, 8 }, { TRUE, 1 } }, NULL };
  launch->shared = (LoomReadNumber) { TRUE, 512 };
  launch->shared_text = g_strdup ("512");
  g_array_append_val (launch->arguments, argument);
  return launch;
}

static void
test_launch (void)
{
  g_autoptr (LoomSourceLaunch) launch = make_launch ();
  g_autoptr (LoomSourceLaunch) copy = loom_source_launch_copy (launch);
  g_autoptr (GVariant) variant = g_variant_ref_sink (loom_source_launch_to_variant (copy));
  g_autoptr (LoomSourceLaunch) back = loom_source_launch_from_variant (variant);
  g_autoptr (GVariant) again = g_variant_ref_sink (loom_source_launch_to_variant (back));

  g_assert_true (g_variant_equal (variant, again));
  g_assert_cmpstr (back->instance, ==, "scale<float, 2>");
  g_assert_cmpstr (back->grid.text, ==, "n / 256");
  g_assert_false (loom_read_extent_is_certain (&back->grid));
  g_assert_true (loom_read_extent_is_certain (&back->block));
  g_assert_cmpint (g_array_index (back->arguments, LoomReadArgument, 0).bytes.value, ==, 4000);
}

/* Texts that are no words of a line, counts that cannot be. */
static void
test_launch_refuses (void)
{
  for (guint i = 0; i < 7; i++)
    {
      g_autoptr (LoomSourceLaunch) launch = make_launch ();
      LoomReadArgument *argument = &g_array_index (launch->arguments, LoomReadArgument, 0);
      g_autoptr (GVariant) variant = NULL;

      if (i == 0)
        launch->line = 0;
      else if (i == 1)
        launch->grid.rank = 4;
      else if (i == 2)
        launch->instance[0] = '\n';
      else if (i == 3)
        argument->bytes.value = -1;
      else if (i == 4)
        argument->real = NAN;
      else if (i == 5)
        launch->shared.value = -4;
      else
        launch->kernel[0] = '\0';

      variant = g_variant_ref_sink (loom_source_launch_to_variant (launch));
      g_assert_null (loom_source_launch_from_variant (variant));
    }
}

static LoomCompiled *
make_compiled (void)
{
  LoomCompiled *compiled = loom_compiled_new ();
  LoomKernel *kernel = loom_kernel_new ();
  LoomParam *param = loom_param_new ();
  LoomSymbol *symbol = loom_symbol_new ();
  const LoomSourceBound bound = { g_strdup ("N"), TRUE, 100 };

  compiled->ptx = g_strdup (".version 7.8");
  compiled->compiler = g_strdup ("NVRTC 11.8");
  compiled->compile_ms = 1.5;
  kernel->name = g_strdup ("scale<float, 2>");
  kernel->entry = g_strdup ("_Z5scaleIfEvPT_");
  kernel->file = g_strdup ("kernels.h");
  kernel->line = 4;
  kernel->max_threads = 128;
  param->name = g_strdup ("f");
  param->type_name = g_strdup ("const float*");
  param->kind = LOOM_PARAM_ARRAY;
  param->type = loom_type_of (LOOM_SCALAR_F32, 1);
  param->is_const = TRUE;
  g_ptr_array_add (kernel->params, param);
  param->direct = 1;
  kernel->indices = (LoomSourceIndices) { TRUE, 3, 1, 0 };
  g_ptr_array_add (kernel->bounds, g_memdup2 (&bound, sizeof bound));
  g_ptr_array_add (compiled->kernels, kernel);
  symbol->name = g_strdup ("c");
  symbol->lowered = g_strdup ("c");
  symbol->type = loom_type_of (LOOM_SCALAR_F32, 4);
  symbol->shape = (LoomShape) { 1, 16, 1, 1 };
  g_ptr_array_add (compiled->symbols, symbol);
  g_ptr_array_add (compiled->diagnostics, loom_diagnostic_new (LOOM_SEVERITY_NOTE, 1, 1, "note"));
  g_ptr_array_add (compiled->launches, make_launch ());
  g_ptr_array_add (compiled->templates, loom_kernel_template_new ("scale", 4, "class T, int N"));
  g_ptr_array_add (compiled->types, g_strdup ("ns::Cell"));
  g_ptr_array_add (compiled->files, g_strdup ("../kernels.h"));
  compiled->toolkit = g_strdup ("13.0");
  g_ptr_array_add (compiled->lookups, g_strdup ("../kernels.h"));
  g_ptr_array_add (compiled->lookups, g_strdup (""));
  g_ptr_array_add (compiled->included, g_strdup ("mma.h"));
  return compiled;
}

static void
test_compiled (void)
{
  g_autoptr (LoomCompiled) compiled = make_compiled ();
  g_autoptr (GVariant) variant = g_variant_ref_sink (loom_compiled_to_variant (compiled));
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomCompiled) back = loom_compiled_from_variant (variant, &error);
  g_autoptr (GVariant) again = NULL;

  g_assert_no_error (error);
  again = g_variant_ref_sink (loom_compiled_to_variant (back));
  g_assert_true (g_variant_equal (variant, again));
  g_assert_nonnull (loom_compiled_find_kernel (back, "scale< float,2 >"));
  g_assert_nonnull (loom_compiled_find_kernel (back, "_Z5scaleIfEvPT_"));
  g_assert_nonnull (loom_compiled_find_kernel (back, NULL));
  g_assert_null (loom_compiled_find_kernel (back, "scale"));
  g_assert_nonnull (loom_kernel_template_find (back->templates, "scale"));
  g_assert_cmpstr (back->types->pdata[0], ==, "ns::Cell");
  g_assert_cmpstr (back->files->pdata[0], ==, "../kernels.h");
  g_assert_cmpstr (back->toolkit, ==, "13.0");
  g_assert_cmpuint (back->lookups->len, ==, 2);
  g_assert_cmpstr (back->included->pdata[0], ==, "mma.h");
}

/* A type, a shape or a kind that cannot be is refused, wherever it stands. */
static void
test_compiled_refuses (void)
{
  for (guint i = 0; i < 8; i++)
    {
      g_autoptr (LoomCompiled) compiled = make_compiled ();
      LoomKernel *kernel = compiled->kernels->pdata[0];
      LoomParam *param = kernel->params->pdata[0];
      LoomSymbol *symbol = compiled->symbols->pdata[0];
      g_autoptr (GVariant) variant = NULL;
      g_autoptr (GError) error = NULL;

      if (i == 0)
        param->kind = 3;
      else if (i == 1)
        param->type.scalar = LOOM_N_SCALARS;
      else if (i == 2)
        param->type.size = 0;
      else if (i == 3)
        symbol->shape.cols = G_MAXUINT64;
      else if (i == 4)
        ((LoomDiagnostic *) compiled->diagnostics->pdata[0])->severity = 9;
      else if (i == 5)
        ((LoomSourceLaunch *) compiled->launches->pdata[0])->line = 0;
      else if (i == 6)
        kernel->indices.blocks = 8;
      else
        param->direct = 8;

      variant = g_variant_ref_sink (loom_compiled_to_variant (compiled));
      g_assert_null (loom_compiled_from_variant (variant, &error));
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_PROTOCOL);
    }
}

static void
test_another_type_is_refused (void)
{
  g_autoptr (GVariant) variant = g_variant_ref_sink (g_variant_new ("(s)", "x"));
  g_autoptr (GError) error = NULL;

  g_assert_null (loom_compiled_from_variant (variant, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_PROTOCOL);
  g_assert_null (loom_diagnostic_from_variant (variant));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/error/codes-have-names", test_codes_have_names);
  g_test_add_func ("/core/error/cross-typed", test_errors_cross_typed);
  g_test_add_func ("/core/finding/round-trip", test_finding);
  g_test_add_func ("/core/finding/refuses", test_finding_refuses);
  g_test_add_func ("/core/diagnostic/round-trip", test_diagnostic);
  g_test_add_func ("/core/launch/round-trip", test_launch);
  g_test_add_func ("/core/launch/refuses", test_launch_refuses);
  g_test_add_func ("/core/compiled/round-trip", test_compiled);
  g_test_add_func ("/core/compiled/refuses", test_compiled_refuses);
  g_test_add_func ("/core/compiled/another-type-is-refused", test_another_type_is_refused);

  return g_test_run ();
}
