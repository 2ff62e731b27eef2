/* test-plan.c: the settings of a document, bound to a signature
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "plan-fixture.h"

#include "loom-cell-values.h"
#include "loom-error.h"
#include "loom-npy.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* One line in which each kernel gives each thread a cell of each array: of a plane, or of a volume if
 * it is called so. */
static char *
make_source (const char *signatures)
{
  g_auto (GStrv) lines = g_strsplit (signatures, "\n", -1);
  GString *text = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      gboolean is_volume = g_str_has_prefix (lines[i], "volume");

      g_string_append_printf (text, "__global__ void %.*s () { "
                              "int x = blockIdx.x * blockDim.x + threadIdx.x; "
                              "int y = blockIdx.y * blockDim.y + threadIdx.y; %s"
                              "f[%sy * 64 + x] = g[%sy * 64 + x]++; } ",
                              (int) strcspn (lines[i], ":<"), lines[i],
                              is_volume ? "int z = blockIdx.z * blockDim.z + threadIdx.z; " : "",
                              is_volume ? "z * 4096 + " : "", is_volume ? "z * 4096 + " : "");
    }

  return g_string_free (text, FALSE);
}

static LoomPlan *
bind_in (const char           *signatures,
         const char           *settings,
         const LoomOverrides  *overrides,
         const char           *folder_path,
         GError              **error)
{
  g_autofree char *source = make_source (signatures);
  g_autofree char *text = g_strdup_printf ("%s\n/* gridloom\n%s\n*/\n", source, settings);
  g_autoptr (LoomCompiled) compiled = fixture_compile (signatures);
  g_autoptr (LoomDocument) document = loom_document_parse (text, -1);
  g_autoptr (GFile) folder = folder_path != NULL ? g_file_new_for_path (folder_path) : NULL;
  g_autoptr (LoomSourceScan) scan = loom_source_scan_new (source, strlen (source));

  loom_compiled_read_source (compiled, scan);
  return loom_plan_bind (document, compiled, overrides, loom_limits_get_simulator (), folder,
                         error);
}

static LoomPlan *
bind_plan (const char *signatures,
           const char *settings)
{
  g_autoptr (GError) error = NULL;
  LoomPlan *plan = bind_in (signatures, settings, NULL, NULL, &error);

  g_assert_no_error (error);
  return plan;
}

static LoomPlanArg *
get_arg (LoomPlan *plan,
         guint     index)
{
  g_assert_cmpuint (index, <, plan->args->len);
  return g_ptr_array_index (plan->args, index);
}

static char *
list_codes (LoomPlan *plan)
{
  GString *codes = g_string_new (NULL);

  for (guint i = 0; i < plan->findings->len; i++)
    {
      LoomFinding *finding = g_ptr_array_index (plan->findings, i);

      g_string_append_printf (codes, "%s%s", i > 0 ? " " : "", loom_error_get_name (finding->code));
    }

  return g_string_free (codes, FALSE);
}

#define FILL_2D "fill: float* f"
#define SCALE "scale: const double* f, double* g"
#define VOLUME "volume: const double* f, double* g"

static const struct
{
  const char *name, *signature, *settings;
  const char *range, *block, *grid, *codes;
} launch_rows[] = {
  { "bare-2-d", FILL_2D, "", "64,64", "16,16", "4,4", "" },
  { "triangle",
    FILL_2D, "[launch]\nblock=8,8\ngrid=2,2\n[arg f]\nshape=16,16", "16,16", "8,8", "2,2", "" },
  { "3-d-default", VOLUME, "[launch]\nshape=16,16,16", "16,16,16", "8,8,4", "2,2,4", "" },
  { "3-d-block",
    VOLUME, "[launch]\nshape=16,16,16\nblock=16,8,8", "16,16,16", "16,8,8", "1,2,2", "" },
  { "3-d-too-small", VOLUME, "[launch]\nshape=16,16,16\nblock=16,8,8\ngrid=1,1,2",
    "16,16,16", "16,8,8", "1,1,2", "grid-too-small" },
  { "3-d-too-large", VOLUME, "[launch]\nshape=16,16,16\nblock=16,8,8\ngrid=2,2,2",
    "16,16,16", "16,8,8", "2,2,2", "grid-too-large" },
  { "band", FILL_2D, "[launch]\nblock=4,4\ngrid=2,3\nrange=8,12\n[arg f]\nshape=12,20",
    "8,12", "4,4", "2,3", "not-warp-multiple" },
  { "1-d-ragged", "add: float* f", "[launch]\nshape=1000\nblock=128", "1000", "128", "8", "" },
  { "1-d-default", "add: float* f", "[launch]\nshape=1000", "1000", "256", "4", "" },
  { "range", FILL_2D, "[launch]\nrange=100,30\nblock=16,16", "100,30", "16,16", "7,2", "" },
  { "range-of-other-rank", FILL_2D, "[launch]\nrange=4096", "4096", "256", "16", "" },
  { "unknown", FILL_2D, "[launch]\nrange=unknown", "64,64", "16,16", "4,4", "range-unknown" },
  { "unknown-manual",
    FILL_2D, "[launch]\nrange=unknown\nmanual-grid=true\ngrid=9", "64,64", "16,16", "9", "" },
  { "manual", FILL_2D, "[launch]\nmanual-grid=true\ngrid=9", "64,64", "16,16", "9", "" },
  { "too-large-and-too-small", FILL_2D, "[launch]\ngrid=9", "64,64", "16,16", "9",
    "grid-too-small grid-too-large" },
  { "non-square", FILL_2D, "[arg f]\nshape=10,100", "100,10", "16,16", "7", "" },
  { "over", "k: float* f, float* g", "[launch]\nover=g\n[arg g]\nshape=32,32", "32,32", "16,16", "2,2", "" },
  { "not-const-first", SCALE, "[arg f]\nshape=8\n[arg g]\nshape=512", "512", "256", "2", "" },
  { "only-const", "sum: const float* f", "[arg f]\nshape=512", "512", "256", "2", "" },
  { "no-arrays", "hello: int n", "[arg n]\nvalue=3", "16,16", "16,16", "1", "" },
  { "no-arrays-block", "hello: int n", "[launch]\nblock=2,2\n[arg n]\nvalue=3", "2,2", "2,2", "1",
    "not-warp-multiple" },
  { "own-group",
    FILL_2D, "[launch]\nblock=8,8\n[launch fill]\nblock=32,8", "64,64", "32,8", "2,8", "" },
  { "own-group-of-a-template", "fill<float>: float* f", "[launch fill]\nblock=32,8", "64,64", "32,8", "2,8", "" },
  { "empty-values", FILL_2D, "[launch]\nblock=\ngrid=\nrange=", "64,64", "16,16", "4,4", "" },
};

static void
test_binds_the_launch (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autoptr (LoomPlan) plan = bind_plan (launch_rows[i].signature, launch_rows[i].settings);
  g_autofree char *range = loom_dim3_format (&plan->range);
  g_autofree char *block = loom_dim3_format (&plan->block);
  g_autofree char *grid = loom_dim3_format (&plan->grid);
  g_autofree char *codes = list_codes (plan);

  g_assert_cmpstr (range, ==, launch_rows[i].range);
  g_assert_cmpstr (block, ==, launch_rows[i].block);
  g_assert_cmpstr (grid, ==, launch_rows[i].grid);
  g_assert_cmpstr (codes, ==, launch_rows[i].codes);
  g_assert_cmpuint (plan->problems->len, ==, 0);
}

static const struct
{
  const char *name, *settings;
  LoomError   code;
  const char *word;             /* in the message */
} error_rows[] = {
  { "block-zero", "[launch]\nblock=0", LOOM_ERROR_LAUNCH, "0 is too small" },
  { "block-negative", "[launch]\nblock=-8,8", LOOM_ERROR_LAUNCH, "-8 is too small" },
  { "block-2-31", "[launch]\nblock=2147483648", LOOM_ERROR_LAUNCH, "2147482624 more" },
  { "block-2-32", "[launch]\nblock=4294967296", LOOM_ERROR_LAUNCH, "4294967296 is too large; the maximum is 1024" },
  { "block-y-2-32", "[launch]\nblock=1,4294967296", LOOM_ERROR_LAUNCH, "too large; the maximum is 1024" },
  { "block-z-2-32", "[launch]\nblock=1,1,4294967296", LOOM_ERROR_LAUNCH, "too large; the maximum is 64" },
  { "grid-y-2-32", "[launch]\ngrid=1,4294967296", LOOM_ERROR_LAUNCH, "too large; the maximum is 65535" },
  { "block-2-63", "[launch]\nblock=9223372036854775808", LOOM_ERROR_LAUNCH, "too large; the maximum is 1024" },
  { "block-beyond-2-64", "[launch]\nblock=99999999999999999999999",
    LOOM_ERROR_LAUNCH, "too large" },
  { "block-words", "[launch]\nblock=eight", LOOM_ERROR_LAUNCH, "the setting block: " },
  { "block-four-axes", "[launch]\nblock=1,1,1,1", LOOM_ERROR_LAUNCH, "one to three" },
  { "block-fraction", "[launch]\nblock=1.5", LOOM_ERROR_LAUNCH, "whole number" },
  { "block-hexadecimal", "[launch]\nblock=0x10", LOOM_ERROR_LAUNCH, "whole number" },
  { "block-empty-axis", "[launch]\nblock=8,,8", LOOM_ERROR_LAUNCH, "missing" },
  { "block-threads", "[launch]\nblock=64,32", LOOM_ERROR_LAUNCH, "64,16" },
  { "block-z", "[launch]\nblock=1,1,65", LOOM_ERROR_LAUNCH, "block.z" },
  { "grid-y", "[launch]\ngrid=1,65536", LOOM_ERROR_LAUNCH, "nearest legal value is 65535" },
  { "grid-2-31", "[launch]\ngrid=2147483648",
    LOOM_ERROR_LAUNCH, "1 more than the simulated device allows; the nearest legal value is 2147483647" },
  { "grid-2-32", "[launch]\ngrid=4294967296", LOOM_ERROR_LAUNCH, "the maximum is 2147483647" },
  { "grid-volume", "[launch]\nblock=1024\ngrid=2147483647,65535,65535", LOOM_ERROR_LAUNCH, "2⁶³" },
  { "range-zero", "[launch]\nrange=0", LOOM_ERROR_LAUNCH, "range" },
  { "shape-zero", "[launch]\nshape=0,4", LOOM_ERROR_LAUNCH, "shape" },
  { "shape-overflow", "[launch]\nshape=4294967296,4294967296", LOOM_ERROR_LAUNCH, "memory" },
  { "shape-bytes-overflow", "[launch]\nshape=4611686018427387904", LOOM_ERROR_LAUNCH, "memory" },
  { "shape-beyond-a-range", "[launch]\nshape=4294967296", LOOM_ERROR_LAUNCH, "axis" },
  { "shared-negative", "[launch]\nshared=-1", LOOM_ERROR_LAUNCH, "shared" },
  { "shared-large", "[launch]\nshared=49153", LOOM_ERROR_LAUNCH, "49152" },
  { "launches-zero", "[launch]\nlaunches=0", LOOM_ERROR_LAUNCH, "launches" },
  { "launches-many", "[launch]\nlaunches=1000001", LOOM_ERROR_LAUNCH, "1000000" },
  { "kernel-absent", "[launch]\nkernel=nope", LOOM_ERROR_DOCUMENT, "scale<T, N>" },
  { "kernel-is-a-template", "[launch]\nkernel=scale", LOOM_ERROR_TEMPLATE, "scale<float, 16>" },
  { "over-absent", "[launch]\nover=nope", LOOM_ERROR_DOCUMENT, "“nope”; it has these: f, g" },
  { "over-a-scalar", "[launch]\nover=n", LOOM_ERROR_DOCUMENT, "“n”" },
  { "swap-one", "[launch]\nswap=f", LOOM_ERROR_DOCUMENT, "pairs" },
  { "swap-scalar", "[launch]\nswap=f,n", LOOM_ERROR_DOCUMENT, "“n”" },
  { "swap-shapes", "[launch]\nswap=f,g\n[arg f]\nshape=3", LOOM_ERROR_DOCUMENT, "differ" },
  { "fill", "[arg f]\nfill=zeroes", LOOM_ERROR_DOCUMENT, "zeroes" },
  { "fill-random", "[arg f]\nfill=random(x)", LOOM_ERROR_DOCUMENT, "random(x)" },
  { "fill-file-unsaved", "[arg f]\nfill=file:a.npy", LOOM_ERROR_FILE, "not saved" },
  { "values-count", "[arg f]\nfill=values:1,2\nshape=3", LOOM_ERROR_DOCUMENT, "2 values" },
  { "type", "[arg f]\ntype=flaot", LOOM_ERROR_DOCUMENT, "flaot" },
  { "tolerance", "[expect]\nrtol=1,5", LOOM_ERROR_DOCUMENT, "1,5" },
  { "tolerance-nan", "[expect]\nrtol=nan", LOOM_ERROR_DOCUMENT, "nan" },
  { "reference", "[expect]\nreference=ones", LOOM_ERROR_DOCUMENT, "reference" },
  { "symbol-size", "[symbol coefficients]\nshape=17", LOOM_ERROR_DOCUMENT, "64 bytes" },
  { "broken-settings", "[launch]\nblock", LOOM_ERROR_DOCUMENT, "“block”" },
};

static void
test_names_what_is_wrong (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomPlan) plan =
    bind_in ("k: float* f, float* g, int n", error_rows[i].settings, NULL, NULL, &error);

  g_assert_null (plan);
  g_assert_error (error, LOOM_ERROR, error_rows[i].code);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, error_rows[i].word));
}

/* Every key that a value can be wrong for. It stands last, behind settings that are right, indented;
 * what else the document needs is before it. */
static const struct
{
  const char *name, *before, *group, *setting;
} place_rows[] = {
  { "kernel", "", "launch", "kernel=nope" },
  { "over", "", "launch", "over=nope" },
  { "shape", "", "launch", "shape=abc" },
  { "shape-behind-a-block", "[launch]\nblock=8,8\n", "launch", "shape=abc" },
  { "shape-of-memory", "", "launch", "shape=4611686018427387904" },
  { "shape-of-a-range", "", "launch", "shape=4294967296" },
  { "block", "", "launch", "block=abc" },
  { "block-of-a-limit", "[launch]\ngrid=1\n", "launch", "block=64,64" },
  { "block-of-an-axis", "", "launch", "block=1,1,65" },
  { "grid", "", "launch", "grid=abc" },
  { "grid-of-a-limit", "[launch]\nblock=8,8\n", "launch", "grid=1,65536" },
  { "grid-of-all-threads", "[launch]\nblock=1024\n", "launch", "grid=2147483647,65535,65535" },
  { "range", "", "launch", "range=abc" },
  { "range-of-a-limit", "[launch]\nblock=1\n", "launch", "range=1,65536" },
  { "shared", "", "launch", "shared=abc" },
  { "shared-of-a-limit", "[launch]\nblock=8,8\n", "launch", "shared=49153" },
  { "launches", "", "launch", "launches=0" },
  { "swap", "", "launch", "swap=f" },
  { "swap-of-shapes", "[arg f]\nshape=3\n", "launch", "swap=f,g" },
  { "arch", "", "launch", "arch=new" },
  { "options", "", "launch", "options=-pre-include=x" },
  { "options-open", "", "launch", "options=-D'x" },
  { "own-block", "[launch]\nblock=8,8\n", "launch k", "block=abc" },
  { "arg-type", "", "arg f", "type=flaot" },
  { "arg-shape", "", "arg f", "shape=abc" },
  { "arg-shape-of-memory", "[launch]\nshape=16\n", "arg g", "shape=4611686018427387904" },
  { "arg-fill", "", "arg f", "fill=zeroes" },
  { "arg-fill-values", "[arg f]\nshape=3\n", "arg f", "fill=values:1,2" },
  { "arg-fill-file", "", "arg g", "fill=file:a.npy" },
  { "own-arg", "", "arg k/g", "shape=abc" },
  { "symbol-type", "", "symbol coefficients", "type=flaot" },
  { "symbol-shape", "", "symbol coefficients", "shape=abc" },
  { "symbol-size", "", "symbol coefficients", "shape=17" },
  { "symbol-fill", "", "symbol coefficients", "fill=zeroes" },
  { "rtol", "", "expect", "rtol=1,5" },
  { "atol", "", "expect f", "atol=nan" },
  { "reference", "", "expect", "reference=ones" },
  { "no-setting", "", "launch", "block" },
};

static void
test_errors_know_their_setting (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autofree char *settings = g_strdup_printf ("[view]\nlens=writes\n%s[%s]\n   %s\n[view]\nplane=0",
                                               place_rows[i].before, place_rows[i].group,
                                               place_rows[i].setting);
  g_autofree char *above = g_strndup (settings, strstr (settings, place_rows[i].setting) - settings);
  g_auto (GStrv) lines = g_strsplit (above, "\n", -1);
  g_autoptr (GError) error = NULL, copy = NULL;
  g_autoptr (LoomPlan) plan = bind_in ("k: float* f, float* g, int n", settings, NULL, NULL, &error);
  guint line, column;

  g_assert_null (plan);
  copy = g_error_copy (error);
  g_test_message ("%s", error->message);
  g_assert_true (loom_error_get_place (copy, &line, &column));
  /* The source has a line, and so has the opening of the block. */
  g_assert_cmpuint (line, ==, g_strv_length (lines) + 2);
  g_assert_cmpuint (column, ==, 4);
}

/* What only another process finds begins with the setting. */
static void
test_a_message_leads_to_its_setting (void)
{
  g_autoptr (LoomDocument) document = loom_document_parse (
      "/* gridloom\n[arg f]\nfill=expr:x\n[arg k/f]\n  fill=expr:y\n[expect]\ndomain=z\n*/\n", -1);
  guint line, column;

  g_assert_true (loom_document_locate (document, "k", "[arg f] fill: wrong", &line, &column));
  g_assert_cmpuint (line, ==, 5);
  g_assert_cmpuint (column, ==, 3);
  g_assert_true (loom_document_locate (document, NULL, "[arg f] fill: wrong", &line, &column));
  g_assert_cmpuint (line, ==, 3);
  g_assert_true (loom_document_locate (document, "k", "[expect f] domain: wrong", &line, &column));
  g_assert_cmpuint (line, ==, 7);
  g_assert_false (loom_document_locate (document, "k", "[arg g] fill: wrong", &line, &column));
  g_assert_false (loom_document_locate (document, "k", "no setting at all", &line, &column));
  g_assert_false (loom_document_locate (document, "k", "[", &line, &column));
}

static const struct
{
  const char *name, *settings;
  guint       max_threads;
  const char *block, *range;    /* of what is bound, or … */
  const char *error;            /* … a word of the message */
} bound_rows[] = {
  { "none", "[launch]\nshape=64", 0, "256", "64", NULL },
  { "above-the-device", "[launch]\nshape=64", 4096, "256", "64", NULL },
  { "1-d", "[launch]\nshape=64", 128, "128", "64", NULL },
  { "1-d-between-powers", "[launch]\nshape=64", 100, "64", "64", NULL },
  { "1-d-below-a-warp", "[launch]\nshape=64", 31, "16", "64", NULL },
  { "1-d-one", "[launch]\nshape=64", 1, "1", "64", NULL },
  { "2-d", "[launch]\nshape=64,64", 255, "16,8", "64,64", NULL },
  { "2-d-a-warp", "[launch]\nshape=64,64", 32, "8,4", "64,64", NULL },
  { "3-d", "[launch]\nshape=8,8,8", 64, "4,4,4", "8,8,8", NULL },
  { "3-d-one", "[launch]\nshape=8,8,8", 1, "1", "8,8,8", NULL },
  { "given", "[launch]\nshape=64\nblock=100", 100, "100", "64", NULL },
  { "given-above", "[launch]\nshape=64\nblock=16,16", 100, NULL, NULL, "nearest legal block is 16,6" },
};

static void
test_keeps_to_launch_bounds (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autofree char *text = g_strdup_printf ("/* gridloom\n%s\n*/\n", bound_rows[i].settings);
  g_autoptr (LoomDocument) document = loom_document_parse (text, -1);
  g_autoptr (LoomCompiled) compiled = fixture_compile ("k: float* f");
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomPlan) plan = NULL;
  g_autofree char *block = NULL, *range = NULL;

  ((LoomKernel *) g_ptr_array_index (compiled->kernels, 0))->max_threads = bound_rows[i].max_threads;
  plan = loom_plan_bind (document, compiled, NULL, loom_limits_get_simulator (), NULL, &error);
  if (bound_rows[i].error != NULL)
    {
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_LAUNCH);
      g_assert_nonnull (strstr (error->message, "__launch_bounds__"));
      g_assert_nonnull (strstr (error->message, bound_rows[i].error));
      return;
    }

  g_assert_no_error (error);
  block = loom_dim3_format (&plan->block);
  range = loom_dim3_format (&plan->range);
  g_assert_cmpstr (block, ==, bound_rows[i].block);
  g_assert_cmpstr (range, ==, bound_rows[i].range);
}

static void
test_one_block_without_arrays_keeps_to_launch_bounds (void)
{
  g_autoptr (LoomDocument) document = loom_document_parse ("", 0);
  g_autoptr (LoomCompiled) compiled = fixture_compile ("k: int n");
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomPlan) plan = NULL;

  ((LoomKernel *) g_ptr_array_index (compiled->kernels, 0))->max_threads = 64;
  plan = loom_plan_bind (document, compiled, NULL, loom_limits_get_simulator (), NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (plan->block.x, ==, 64);
  g_assert_cmpuint (plan->range.x, ==, 64);
  g_assert_cmpuint (plan->grid.x, ==, 1);
}

static void
test_an_error_behind_many_warnings_counts (void)
{
  g_autoptr (GString) settings = g_string_new ("[launch]\n");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 200; i++)
    g_string_append_printf (settings, "unknown%u=1\n", i);
  g_string_append (settings, "block");
  g_assert_null (bind_in ("k: float* f", settings->str, NULL, NULL, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT);
}

static void
test_chooses_a_kernel (void)
{
  const char *two = "first: float* f\nsecond: float* g";
  LoomOverrides overrides = { .kernel = "second" };
  g_autoptr (LoomPlan) chosen = bind_plan (two, "[launch]\nkernel=first");
  g_autoptr (LoomPlan) overridden = bind_in (two, "[launch]\nkernel=first", &overrides, NULL, NULL);
  g_autoptr (LoomPlan) unchosen = bind_plan (two, "");
  g_autoptr (GError) error = NULL;

  g_assert_cmpstr (chosen->kernel, ==, "first");
  g_assert_cmpstr (chosen->entry, ==, "_Zfirst");
  g_assert_cmpstr (overridden->kernel, ==, "second");

  g_assert_cmpstr (unchosen->kernel, ==, "first");

  g_assert_null (bind_in ("", "", NULL, NULL, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT);
}

static void
test_binds_arguments (void)
{
  g_autoptr (LoomPlan) plan =
    bind_plan ("k: const float* f, float4* g, float a, byte[12] s, uint8_t* v",
               "[arg f]\nfill=random(7)\n[arg k/f]\nshape=8,4\n[arg #3]\nvalue=cols / 2.5\n"
               "[arg g]\nfill=values: 1,2,3,4, 5,6,7,8\n[expect]\ndomain=x <= y\nreference=expr: "
               "x * 2\nrtol=0.25\n"
               "[expect v]\nreference=expr: 1\n[symbol coefficients]\nfill=ones\n");

  g_assert_cmpint (plan->main_array, ==, 1);
  g_assert_cmpint (get_arg (plan, 0)->fill.kind, ==, LOOM_FILL_RANDOM);
  g_assert_cmpuint (get_arg (plan, 0)->fill.number, ==, 7);
  g_assert_cmpuint (get_arg (plan, 0)->shape.rows, ==, 8);
  g_assert_cmpuint (get_arg (plan, 0)->shape.cols, ==, 4);
  g_assert_cmpuint (get_arg (plan, 1)->shape.rank, ==, 1);
  g_assert_cmpuint (get_arg (plan, 1)->shape.cols, ==, 2);
  g_assert_cmpstr (get_arg (plan, 1)->expect.domain, ==, "x <= y");
  g_assert_cmpstr (get_arg (plan, 1)->expect.reference_expr, ==, "x * 2");
  g_assert_cmpfloat (get_arg (plan, 1)->expect.rtol, ==, 0.25);
  g_assert_cmpfloat (get_arg (plan, 1)->expect.atol, ==, 1e-8);
  g_assert_cmpstr (get_arg (plan, 2)->value, ==, "cols / 2.5");
  g_assert_cmpint (get_arg (plan, 3)->kind, ==, LOOM_PARAM_STRUCT);
  g_assert_cmpint (get_arg (plan, 4)->fill.kind, ==, LOOM_FILL_ZEROS);
  g_assert_cmpfloat (get_arg (plan, 4)->expect.rtol, ==, 0);
  g_assert_cmpuint (plan->symbols->len, ==, 1);
  g_assert_cmpstr (((LoomPlanArg *) plan->symbols->pdata[0])->symbol, ==, "_Zcoefficients");
}

static const struct
{
  const char *param, *shape, *value, *codes;
} bare_rows[] = {
  { "int n", "1000", "1000", "" },
  { "unsigned n", "8,100", "100", "" },
  { "size_t N", "8,100", "100", "" },
  { "int len", "7,8,9", "9", "" },
  { "int width", "8,100", "100", "" },
  { "int h", "8,100", "8", "" },
  { "long ny", "8,100", "8", "" },
  { "int depth", "7,8,9", "7", "" },
  { "int depth", "8,9", "1", "" },
  { "float n", "1000", "1", "settings" },
  { "float alpha", "1000", "1", "settings" },
  { "int radius", "1000", "1", "settings" },
};

static void
test_bare_names_have_values (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autofree char *signature = g_strconcat ("k: float* f, ", bare_rows[i].param, NULL);
  g_autofree char *settings = g_strconcat ("[launch]\nshape=", bare_rows[i].shape, NULL);
  g_autoptr (LoomPlan) plan = bind_plan (signature, settings);
  g_autofree char *codes = list_codes (plan);

  g_assert_cmpstr (get_arg (plan, 1)->value, ==, bare_rows[i].value);
  g_assert_cmpstr (codes, ==, bare_rows[i].codes);
}

static void
test_overrides_go_first (void)
{
  const char *set[] = { "n=5", "f=ones", "n=6", NULL };
  LoomOverrides overrides = { .block = "32", .grid = "3", .shape = "100", .set = (GStrv) set };
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomPlan) plan = bind_in ("k: const float* f, float* g, int n, float* h",
                                       "[launch]\nblock=8\ngrid=auto\nshape=7\n[arg "
                                       "n]\nvalue=1\n[arg g]\nshape=9\n"
                                       "[arg f]\nshape=3\n", &overrides, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (plan->block.x, ==, 32);
  g_assert_cmpuint (plan->grid.x, ==, 3);
  g_assert_false (plan->grid_auto);
  g_assert_cmpstr (get_arg (plan, 2)->value, ==, "6");
  g_assert_cmpint (get_arg (plan, 0)->fill.kind, ==, LOOM_FILL_ONES);
  g_assert_cmpuint (get_arg (plan, 0)->shape.cols, ==, 3);
  g_assert_cmpuint (get_arg (plan, 1)->shape.cols, ==, 100);
  g_assert_cmpuint (get_arg (plan, 3)->shape.cols, ==, 100);
}

static void
test_override_of_nothing_is_refused (void)
{
  static const char * const texts[] = { "m=5", "n", "n=", "=5", "#1=5", "\xff=1" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      const char *set[] = { texts[i], NULL };
      LoomOverrides overrides = { .set = (GStrv) set };
      g_autoptr (GError) error = NULL;

      g_assert_null (bind_in ("k: float* f, int n", "", &overrides, NULL, &error));
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_USAGE);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
    }
}

static void
test_group_without_match_has_a_fix (void)
{
  g_autoptr (LoomPlan) plan = bind_plan ("scale: float* yield, float* field, float* other",
                                         "[arg feild]\nfill=ones\n[launch scael]\nblock=8\n[arg "
                                         "scale/field]\n"
                                         "[symbol coeficients]\n[expect fild]\n[arg #4]\n[arg "
                                         "#2]\n[view]\n");
  static const struct { guint line; const char *replacement; } expected[] = {
    { 3, "arg field" }, { 5, "launch scale" }, { 8, "symbol coefficients" }, { 9, "expect field" },
    { 10, "arg yield" },
  };

  g_assert_cmpuint (plan->problems->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      LoomDiagnostic *problem = g_ptr_array_index (plan->problems, i);

      g_assert_cmpint (problem->severity, ==, LOOM_SEVERITY_WARNING);
      g_assert_cmpint (problem->fix, ==, LOOM_FIX_RENAME_GROUP);
      g_assert_cmpuint (problem->line, ==, expected[i].line);
      g_assert_cmpstr (problem->replacement, ==, expected[i].replacement);
    }
}

/* What stands in the kernel's own group is that of the kernel, and not of a template as well. */
static void
test_key_that_nothing_reads_is_told_once (void)
{
  static const char * const groups[] = { "arg k/n", "arg n", "arg #2", "arg k/#2" };

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    {
      g_autofree char *settings = g_strdup_printf ("[%s]\nfill=ones\nvalue=2\n", groups[i]);
      g_autoptr (LoomPlan) plan = bind_plan ("k: float* f, int n", settings);

      g_assert_cmpuint (plan->problems->len, ==, 1);
      g_assert_cmpuint (((LoomDiagnostic *) plan->problems->pdata[0])->line, ==, 4);
      g_assert_cmpstr (get_arg (plan, 1)->value, ==, "2");
    }
}

typedef struct
{
  char *folder;
} Fixture;

static void
save (Fixture    *fixture,
      const char *name,
      const char *shape_text,
      LoomScalar  scalar)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (LoomArray) array = NULL;
  LoomType type = loom_type_of (scalar, 1);
  LoomShape shape;
  guint64 cells;

  g_assert_true (loom_shape_parse (shape_text, &shape, NULL));
  loom_shape_cells (&shape, &cells);
  bytes = g_bytes_new_take (g_malloc0 (cells * type.size), cells * type.size);
  array = loom_array_new (&type, &shape, bytes, NULL);
  g_assert_true (loom_npy_save (array, path, NULL));
}

static void
set_up (Fixture      *fixture,
        gconstpointer data)
{
  g_autofree char *link = NULL, *inner = NULL, *truncated = NULL;

  fixture->folder = g_dir_make_tmp ("loom-plan-XXXXXX", NULL);
  link = g_build_filename (fixture->folder, "out.npy", NULL);
  inner = g_build_filename (fixture->folder, "inner", NULL);
  truncated = g_build_filename (fixture->folder, "cut.npy", NULL);
  g_mkdir (inner, 0700);
  save (fixture, "a.npy", "8,12", LOOM_SCALAR_F32);
  save (fixture, "inner/b.npy", "8,12", LOOM_SCALAR_F32);
  save (fixture, "int.npy", "8,12", LOOM_SCALAR_I32);
  save (fixture, "vectors.npy", "8,12,4", LOOM_SCALAR_F32);
  g_assert_true (g_file_set_contents (truncated, "\223NUMPY\1\0\377\377", 10, NULL));
  g_assert_cmpint (symlink ("/etc/passwd", link), ==, 0);
}

static void
remove_all (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_SYMLINK) || !g_file_test (child, G_FILE_TEST_IS_DIR))
        g_unlink (child);
      else
        remove_all (child);
    }
  g_rmdir (path);
}

static void
tear_down (Fixture      *fixture,
           gconstpointer data)
{
  remove_all (fixture->folder);
  g_free (fixture->folder);
}

static void
test_file_gives_the_shape (Fixture      *fixture,
                           gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomPlan) plan = bind_in ("k: float* f, float4* g", "[arg f]\nfill=file:inner/b.npy\n"
                                       "[arg g]\nfill=file:vectors.npy\n[expect]\n"
                                       "reference=file:a.npy",
                                       NULL, fixture->folder, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (get_arg (plan, 0)->shape.rows, ==, 8);
  g_assert_cmpuint (get_arg (plan, 0)->shape.cols, ==, 12);
  g_assert_cmpuint (get_arg (plan, 1)->shape.rank, ==, 2);
  g_assert_cmpuint (get_arg (plan, 1)->shape.cols, ==, 12);
  g_assert_cmpuint (plan->range.x, ==, 12);
}

/* As a file chooser names it, or who pastes a path; what lies outside is for the next test. */
static void
test_path_within_the_folder_is_made_relative (Fixture      *fixture,
                                              gconstpointer data)
{
  g_autofree char *link = g_strconcat (fixture->folder, "-link", NULL);
  const char *folders[] = { fixture->folder, link };

  g_assert_cmpint (symlink (fixture->folder, link), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *settings = g_strdup_printf (
          "[arg f]\nfill=file:%s/inner/b.npy\n[expect]\nreference=file:%s/./inner/../a.npy",
          folders[i], folders[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (LoomPlan) plan = bind_in ("k: float* f, byte[1280] s", settings, NULL,
                                           fixture->folder, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (get_arg (plan, 0)->fill.text, ==, "inner/b.npy");
      g_assert_cmpstr (get_arg (plan, 0)->expect.reference_file, ==, "a.npy");
    }
  g_unlink (link);
}

static gboolean
check_setting (const char  *settings,
               const char  *group,
               const char  *key,
               const char  *value,
               const char  *folder_path,
               GError     **error)
{
  g_autofree char *text = g_strdup_printf ("int a;\n/* gridloom\n%s\n*/\n", settings);
  g_autoptr (LoomCompiled) compiled = fixture_compile ("k: float* f, int n");
  g_autoptr (LoomDocument) document = loom_document_parse (text, -1);
  g_autoptr (GFile) folder = folder_path != NULL ? g_file_new_for_path (folder_path) : NULL;

  return loom_plan_check_setting (document, compiled, loom_limits_get_simulator (), folder, group,
                                  key, value, error);
}

/* why: how the message begins; NULL if the value is good */
static void
test_checks_a_setting_before_it_is_written (Fixture      *fixture,
                                            gconstpointer data)
{
  static const struct { const char *settings, *group, *key, *value, *why; } rows[] = {
    { "", "launch", "block", "16,16", NULL },
    { "", "launch", "block", "64,64", "a block of 64,64 has 4096 threads" },
    { "", "launch", "shared", "65536", "shared is 65536 bytes" },
    { "[arg f]\nshape=5", "arg f", "shape", "16,", "a number is missing" },
    { "", "arg f", "shape", "a", "“a” is not a whole number" },
    { "", "arg f", "fill", "values:1,2", NULL },
    { "", "arg f", "fill", "one", "“one” is not a fill" },
    { "", "arg f", "fill", "file:a.npy", NULL },
    { "", "arg f", "fill", "file:int.npy", "int.npy: " },
    { "", "arg f", "fill", "file:/etc/passwd",
      "cannot read /etc/passwd: it lies outside the document’s folder" },
    /* what is wrong already is another matter, and a limit is come back to step by step */
    { "[arg f]\nfill=one", "launch", "block", "8", NULL },
    { "[launch]\nblock=64,64", "launch", "block", "64,32", NULL },
    { "[launch]\nblock=64,64", "arg f", "fill", "one", "“one” is not a fill" },
    { "[arg f]\nfill=one", "arg f", "fill", "two", "“two” is not a fill" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      gboolean good = check_setting (rows[i].settings, rows[i].group, rows[i].key, rows[i].value,
                                     fixture->folder, &error);

      g_test_message ("%s=%s: %s", rows[i].key, rows[i].value, error != NULL ? error->message : "");
      g_assert_cmpint (good, ==, rows[i].why == NULL);
      if (rows[i].why != NULL)
        g_assert_true (g_str_has_prefix (error->message, rows[i].why));
    }
}

static void
test_file_of_an_untitled_document_is_refused (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (check_setting ("", "arg f", "fill", "file:/tmp/a.npy", NULL, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, "not saved in a folder"));
}

static void
test_file_is_refused (Fixture      *fixture,
                      gconstpointer data)
{
  static const struct { const char *name, *word; } rows[] = {
    { "missing.npy", "missing.npy" },
    { "/etc/passwd", "outside" },
    { "../../../../etc/passwd", "outside" },
    { "inner/../../x.npy", "outside" },
    { "out.npy", "outside" },
    { "inner", "folder" },
    { "int.npy", "int" },
    { "vectors.npy", "cells" },
    { "cut.npy", "cut off" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *settings =
        g_strdup_printf ("[arg f]\nshape=8,12\nfill=file:%s", rows[i].name);
      g_autoptr (GError) error = NULL;

      g_assert_null (bind_in ("k: float* f", settings, NULL, fixture->folder, &error));
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_FILE);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, rows[i].word));
    }
}

/* Those that no document can write: a recorded case is a plan without one. */
static void
test_fills_of_plans_cross (void)
{
  static const LoomFillKind kinds[] = { LOOM_FILL_BYTE, LOOM_FILL_KEEP };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (LoomPlan) plan = loom_plan_new ();
      g_autoptr (LoomPlan) copy = NULL;
      g_autoptr (GVariant) variant = NULL;
      g_autoptr (GError) error = NULL;
      LoomPlanArg *arg = loom_plan_arg_new ();

      arg->kind = LOOM_PARAM_ARRAY;
      arg->fill = (LoomFill) { kinds[i], NULL, 0xcd };
      g_ptr_array_add (plan->args, arg);
      variant = g_variant_ref_sink (loom_plan_to_variant (plan));
      copy = loom_plan_from_variant (variant, &error);
      g_assert_no_error (error);
      g_assert_cmpint (get_arg (copy, 0)->fill.kind, ==, kinds[i]);
      g_assert_cmpuint (get_arg (copy, 0)->fill.number, ==, 0xcd);
    }
}

/* What another process says of cells and pitches is what a document could have said. */
static void
test_hostile_cells_and_pitches (void)
{
  static const struct { const char *cells; guint64 pitch; guint32 rank; gboolean good; } rows[] = {
    { "1:2=5", 0, 2, TRUE }, { NULL, 16, 2, TRUE }, { "1:2=5 9:9=1", 32, 2, TRUE },
    { "1=5", 0, 2, FALSE }, { "1:2=x", 0, 2, FALSE }, { "1:2", 0, 2, FALSE },
    { "1:2=5", 0, 0, FALSE }, { "1:2=5", 0, 9, FALSE },
    { NULL, 8, 2, FALSE }, { NULL, 18, 2, FALSE }, { NULL, 16, 1, FALSE },
    { NULL, G_MAXUINT64 - 3, 2, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (LoomPlan) plan = loom_plan_new ();
      g_autoptr (LoomPlan) copy = NULL;
      g_autoptr (GVariant) variant = NULL;
      LoomPlanArg *arg = loom_plan_arg_new ();

      g_test_message ("%s, %" G_GUINT64_FORMAT, rows[i].cells, rows[i].pitch);
      arg->kind = LOOM_PARAM_ARRAY;
      arg->type = loom_type_of (LOOM_SCALAR_F32, 1);
      arg->shape = (LoomShape) { rows[i].rank, 3, 2, 1 };
      arg->cells = g_strdup (rows[i].cells);
      arg->pitch = rows[i].pitch;
      g_ptr_array_add (plan->args, arg);
      variant = g_variant_ref_sink (loom_plan_to_variant (plan));
      copy = loom_plan_from_variant (variant, NULL);
      g_assert_cmpint (copy != NULL, ==, rows[i].good);
      if (copy == NULL)
        continue;
      g_assert_cmpstr (get_arg (copy, 0)->cells, ==, rows[i].cells);
      g_assert_cmpuint (get_arg (copy, 0)->pitch, ==, rows[i].pitch);
    }
}

/* The smallest change of the text; a range behind a place would go before it. */
static void
test_cells_are_changed_one_by_one (void)
{
  static const struct { const char *text, *place, *value, *changed; } rows[] = {
    { NULL, "3", "1", "3=1" }, { "", "1:2", "-5", "1:2=-5" },
    { "0=1 3=2 5=3", "3", "7", "0=1 3=7 5=3" }, { "0=1 3=2 5=3", "3", NULL, "0=1 5=3" },
    { "3=1", "3", NULL, "" }, { "3=1 0-7=2", "3", "9", "0-7=2 3=9" },
    { "0-7=2 3=1", "3", "9", "0-7=2 3=9" }, { "3=1 3=2", "3", "4", "3=4" },
    { "13=1", "3", "4", "13=1 3=4" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *changed
          = loom_cell_values_set (rows[i].text, rows[i].place, rows[i].value);
      g_autofree char *value = loom_cell_values_dup_value (changed, rows[i].place);

      g_assert_cmpstr (changed, ==, rows[i].changed);
      g_assert_cmpstr (value, ==, rows[i].value);
    }
}

static void
test_as_many_cells_are_set_as_can_be (void)
{
  const LoomType type = loom_type_of (LOOM_SCALAR_I32, 1);
  const LoomShape shape = { 1, 4, 1, 1 };
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < LOOM_CELL_VALUES_MAX; i++)
    g_string_append (text, "3=1 ");
  g_assert_true (loom_cell_values_apply (text->str, &type, &shape, NULL, NULL, NULL));
  g_string_append (text, "3=1");
  g_assert_false (loom_cell_values_apply (text->str, &type, &shape, NULL, NULL, NULL));
}

static void
test_crosses_as_a_variant (void)
{
  g_autoptr (LoomPlan) plan = bind_plan ("k: const float* f, float* g, int m, byte[12] s",
                                         "[launch]\nlaunches=3\nswap=f,g\nblock=5\n[expect]\n"
                                         "domain=x\nrtol=0.5\n"
                                         "[symbol coefficients]\nfill=expr: x\n[arg nothing]\n");
  g_autoptr (GVariant) variant = g_variant_ref_sink (loom_plan_to_variant (plan));
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomPlan) copy = loom_plan_from_variant (variant, &error);
  g_autoptr (GVariant) again = NULL;

  g_assert_no_error (error);
  again = g_variant_ref_sink (loom_plan_to_variant (copy));
  g_assert_true (g_variant_equal (variant, again));
  g_assert_cmpuint (copy->swaps->len, ==, 2);
  g_assert_cmpuint (copy->problems->len, ==, 1);
}

/* Every number of a good plan, replaced by hostile ones: refused or harmless, never a crash. */
static void
test_hostile_variants (void)
{
  g_autoptr (LoomPlan) plan =
    bind_plan ("k: const float* f, float* g, int m", "[launch]\nswap=f,g\n");
  g_autoptr (GVariant) variant = g_variant_ref_sink (loom_plan_to_variant (plan));
  g_autoptr (GBytes) bytes = g_variant_get_data_as_bytes (variant);
  gsize size = g_bytes_get_size (bytes);
  guint accepted = 0;

  for (gsize at = 0; at < size; at++)
    {
      static const guint8 values[] = { 0x00, 0x7f, 0x80, 0xff };

      for (guint i = 0; i < G_N_ELEMENTS (values); i++)
        {
          guint8 *changed = g_memdup2 (g_bytes_get_data (bytes, NULL), size);
          g_autoptr (GBytes) changed_bytes = g_bytes_new_take (changed, size);
          g_autoptr (GVariant) hostile = NULL;
          g_autoptr (LoomPlan) read = NULL;

          changed[at] = values[i];
          hostile =
            g_variant_ref_sink (g_variant_new_from_bytes (g_variant_get_type (variant),
                                                          changed_bytes, FALSE));
          read = loom_plan_from_variant (hostile, NULL);
          accepted += read != NULL;
        }
    }

  g_assert_cmpuint (accepted, >, 0);
  g_assert_cmpuint (accepted, <, 4 * size);
}

#define ADD_ROWS(prefix, rows, label, function) \
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) \
    { \
      g_autofree char *path = g_strdup_printf (prefix "%s", rows[i].label); \
      g_test_add_data_func (path, GSIZE_TO_POINTER (i), function); \
    }

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD_ROWS ("/core/plan/binds-the-launch/", launch_rows, name, test_binds_the_launch);
  ADD_ROWS ("/core/plan/names-what-is-wrong/", error_rows, name, test_names_what_is_wrong);
  ADD_ROWS ("/core/plan/errors-know-their-setting/", place_rows, name,
            test_errors_know_their_setting);
  g_test_add_func ("/core/plan/a-message-leads-to-its-setting", test_a_message_leads_to_its_setting);
  for (gsize i = 0; i < G_N_ELEMENTS (bare_rows); i++)
    {
      g_autofree char *path =
        g_strdup_printf ("/core/plan/bare-names/%s of %s", bare_rows[i].param, bare_rows[i].shape);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_bare_names_have_values);
    }
  ADD_ROWS ("/core/plan/keeps-to-launch-bounds/", bound_rows, name, test_keeps_to_launch_bounds);
  g_test_add_func ("/core/plan/one-block-without-arrays-keeps-to-launch-bounds",
                   test_one_block_without_arrays_keeps_to_launch_bounds);
  g_test_add_func ("/core/plan/an-error-behind-many-warnings-counts",
                   test_an_error_behind_many_warnings_counts);
  g_test_add_func ("/core/plan/chooses-a-kernel", test_chooses_a_kernel);
  g_test_add_func ("/core/plan/binds-arguments", test_binds_arguments);
  g_test_add_func ("/core/plan/overrides-go-first", test_overrides_go_first);
  g_test_add_func ("/core/plan/override-of-nothing-is-refused",
                   test_override_of_nothing_is_refused);
  g_test_add_func ("/core/plan/group-without-match-has-a-fix", test_group_without_match_has_a_fix);
  g_test_add ("/core/plan/file-gives-the-shape", Fixture, NULL, set_up, test_file_gives_the_shape,
              tear_down);
  g_test_add ("/core/plan/path-within-the-folder-is-made-relative", Fixture, NULL, set_up,
              test_path_within_the_folder_is_made_relative, tear_down);
  g_test_add ("/core/plan/checks-a-setting-before-it-is-written", Fixture, NULL, set_up,
              test_checks_a_setting_before_it_is_written, tear_down);
  g_test_add_func ("/core/plan/file-of-an-untitled-document-is-refused",
                   test_file_of_an_untitled_document_is_refused);
  g_test_add ("/core/plan/file-is-refused", Fixture, NULL, set_up, test_file_is_refused, tear_down);
  g_test_add_func ("/core/plan/fills-of-plans-cross", test_fills_of_plans_cross);
  g_test_add_func ("/core/plan/key-that-nothing-reads-is-told-once",
                   test_key_that_nothing_reads_is_told_once);
  g_test_add_func ("/core/plan/crosses-as-a-variant", test_crosses_as_a_variant);
  g_test_add_func ("/core/plan/hostile-cells-and-pitches", test_hostile_cells_and_pitches);
  g_test_add_func ("/core/plan/cells-are-changed-one-by-one",
                   test_cells_are_changed_one_by_one);
  g_test_add_func ("/core/plan/as-many-cells-are-set-as-can-be",
                   test_as_many_cells_are_set_as_can_be);
  g_test_add_func ("/core/plan/hostile-variants", test_hostile_variants);

  return g_test_run ();
}
