/* test-document-launch.c: a launch of host code becomes settings, and nothing else of the text
 * changes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-document-launch.h"
#include "loom-error.h"
#include "loom-source-launches.h"
#include "plan-fixture.h"

#include <string.h>

#define HOST "__global__ void rows (float (*a)[20]) {} __global__ void add (float *a, int n) {}\n__global__ void sub (float *a, float f) {}\n" \
             "__global__ void mix (float *a, float *b) {} template <class T> __global__ void scale (T *a) {} " \
             "__global__ void area (float *a, int width, int height, int rows) {} " \
             "int main () { float *d; cudaMalloc (&d, 4000); %s }\n"
#define SIGNATURES "add: float* a, int n\nsub: float* a, float f\nrows: float[20]* a\nmix: float* a, float* b\n" \
                   "area: float* a, int width, int height, int rows\n" \
                   "scale<int>: int* a\nscale<float>: float* a"

/* The text once launch number `index` of it was chosen; an error's message instead. */
static char *
choose (const char *text,
        const char *signatures,
        guint       index)
{
  g_autoptr (LoomDocument) document = loom_document_parse (text, -1);
  g_autoptr (LoomCompiled) compiled = fixture_compile (signatures);
  g_autoptr (GPtrArray) launches = NULL;
  g_autoptr (GError) error = NULL;
  LoomTextEdit edit = { 0 };
  gsize length;
  const char *source = loom_document_get_source (document, &length);
  char *result;

  launches = loom_source_launches_read (source, length);
  g_assert_cmpuint (index, <, launches->len);
  if (!loom_document_edit_launch (document, compiled, g_ptr_array_index (launches, index), &edit,
                                  &error))
    {
      const gboolean is_refused = strstr (error->message, "CUDA refuses it") != NULL;

      g_assert_error (error, LOOM_ERROR, (is_refused ? LOOM_ERROR_LAUNCH : LOOM_ERROR_DOCUMENT));
      return g_strdup (error->message);
    }

  result = loom_text_edit_apply (&edit, text);
  loom_text_edit_clear (&edit);
  return result;
}

static const struct
{
  const char *name, *launches, *before, *after;
  guint       index;
} rows[] = {
  { "all-is-certain", "add<<<4, 256, 64>>> (d, 1000);", "",
    "\n/* gridloom\n[launch]\nkernel=add\nblock=256\ngrid=4\nshared=64\n"
    "[arg a]\nshape=1000\n[arg n]\nvalue=1000\n*/\n", 0 },
  { "second", "add<<<4, 256>>> (d, 1000); sub<<<1, 32>>> (d, 0.5f);", "",
    "\n/* gridloom\n[launch]\nkernel=sub\nblock=32\ngrid=1\n[arg a]\nshape=1000\n"
    "[arg f]\nvalue=0.5\n*/\n", 1 },
  { "no-block", "add<<<1000 / 1024, 1024>>> (d, 1000);", "",
    "the launch in line 3 has a grid whose x is 0: CUDA refuses it, and nothing runs", 0 },
  { "no-thread", "add<<<1, dim3 (32, 0)>>> (d, 1000);", "",
    "the launch in line 3 has a block whose y is 0: CUDA refuses it, and nothing runs", 0 },
  { "what-is-not-certain-has-no-setting", "add<<<m, 64>>> (d, m);",
    "/* gridloom\n[launch]\nkernel=sub\nblock=2\ngrid=7\nshared=8\nrange=5\n[arg n]\nvalue=3\n*/\n",
    "/* gridloom\n[launch]\nkernel=add\nblock=64\n[arg n]\n[arg a]\nshape=1000\n*/\n", 0 },
  { "other-settings-stay", "add<<<1, 64>>> (d, 5);",
    "/* gridloom\n# mine\n[launch]\nkernel=add\nblock=2\n\n[arg a]\nfill=iota\nshape=3\n"
    "[view]\nlens=writes\n*/\n",
    "/* gridloom\n# mine\n[launch]\nkernel=add\nblock=64\ngrid=1\n\n[arg a]\nfill=iota\nshape=1000\n"
    "[view]\nlens=writes\n[arg n]\nvalue=5\n*/\n", 0 },
  { "where-the-value-counts", "add<<<1, 64>>> (d, 5);",
    "/* gridloom\n[launch add]\nblock=2\n[launch]\nblock=3\n[arg add/n]\nvalue=1\n*/\n",
    "/* gridloom\n[launch add]\nblock=64\n[launch]\nblock=3\nkernel=add\ngrid=1\n[arg add/n]\n"
    "value=5\n[arg a]\nshape=1000\n*/\n", 0 },
  { "names-of-another-kernel", "sub<<<1, 2>>> (d, 1);",
    "/* gridloom\n[launch]\nkernel=add\nover=b\nswap=a,b\n*/\n",
    "/* gridloom\n[launch]\nkernel=sub\nblock=2\ngrid=1\n[arg a]\nshape=1000\n[arg f]\nvalue=1\n*/\n",
    0 },
  { "plane", "add<<<dim3 (5, 10), dim3 (5, 4)>>> (d, 1);", "",
    "\n/* gridloom\n[launch]\nkernel=add\nblock=5,4\ngrid=5,10\n[arg a]\nshape=40,25\n[arg n]\n"
    "value=1\n*/\n", 0 },
  { "plane-that-ends-within-blocks", "add<<<dim3 (3, 2), dim3 (16, 16)>>> (d, 1);", "",
    "\n/* gridloom\n[launch]\nkernel=add\nblock=16,16\ngrid=3,2\n[arg a]\nshape=25,40\n[arg n]\nvalue=1\n*/\n", 0 },
  { "several-planes-that-end-within-blocks", "add<<<dim3 (1, 1), dim3 (50, 50)>>> (d, 1);", "",
    "\n/* gridloom\n[launch]\nkernel=add\nblock=50,50\ngrid=1\n[arg a]\nshape=1000\n[arg n]\nvalue=1\n*/\n", 0 },
  { "plane-whose-extents-are-passed", "area<<<dim3 (2, 2), dim3 (8, 8)>>> (d, 50, 20, 0);", "",
    "\n/* gridloom\n[launch]\nkernel=area\nblock=8,8\ngrid=2,2\n[arg a]\nshape=20,50\n[arg width]\nvalue=50\n"
    "[arg height]\nvalue=20\n[arg rows]\nvalue=0\n*/\n", 0 },
  { "extents-of-no-plane-with-as-many-cells", "area<<<dim3 (2, 2), dim3 (8, 8)>>> (d, 50, 21, 10);", "",
    "\n/* gridloom\n[launch]\nkernel=area\nblock=8,8\ngrid=2,2\n[arg a]\nshape=1000\n[arg width]\nvalue=50\n"
    "[arg height]\nvalue=21\n[arg rows]\nvalue=10\n*/\n", 0 },
  { "one-variable-for-two-arrays", "mix<<<1, 2>>> (d, d);",
    "/* gridloom\n[arg b]\nshape=3\n*/\n",
    "/* gridloom\n[arg b]\nsame=a\n[launch]\nkernel=mix\nblock=2\ngrid=1\n[arg a]\nshape=1000\n*/\n", 0 },
  { "one-variable-for-an-array-that-has-a-fill", "mix<<<1, 2>>> (d, d);",
    "/* gridloom\n[arg b]\nfill=ones\n*/\n",
    "/* gridloom\n[arg b]\nfill=ones\nshape=1000\n[launch]\nkernel=mix\nblock=2\ngrid=1\n"
    "[arg a]\nshape=1000\n*/\n", 0 },
  { "another-launch-has-two-arrays", "float *e; cudaMalloc (&e, 40); mix<<<1, 2>>> (d, e);",
    "/* gridloom\n[arg b]\nsame=a\n*/\n",
    "/* gridloom\n[arg b]\nshape=10\n[launch]\nkernel=mix\nblock=2\ngrid=1\n[arg a]\nshape=1000\n*/\n", 0 },
  { "rows", "rows<<<1, 50>>> (d);", "",
    "\n/* gridloom\n[launch]\nkernel=rows\nblock=50\ngrid=1\n[arg a]\nshape=50,20\n*/\n", 0 },
  { "instance-that-is-not-told", "scale<<<1, 50>>> (d);", "",
    "line 3 does not say which instance of scale it launches; run the program, or write the instance as kernel= into [launch]", 0 },
  { "instance-that-is-chosen", "scale<<<1, 50>>> (d);", "/* gridloom\n[launch]\nkernel=scale<float>\n*/\n",
    "/* gridloom\n[launch]\nkernel=scale<float>\nblock=50\ngrid=1\n[arg a]\nshape=1000\n*/\n", 0 },
  { "unclosed", "add<<<1, 2>>> (d, 1);", "/* gridloom\n[launch]\nblock=2\n",
    "the settings block in line 4 is not closed by “*/”; close it first", 0 },
};

static void
test_row (gconstpointer data)
{
  guint index = GPOINTER_TO_UINT (data);
  g_autofree char *source = g_strdup_printf (HOST, rows[index].launches);
  g_autofree char *text = g_strconcat (source, rows[index].before, NULL);
  g_autofree char *result = choose (text, SIGNATURES, rows[index].index);
  const gboolean is_text = g_str_has_prefix (result, source);

  g_assert_cmpint (is_text, ==, strstr (rows[index].after, "*/\n") != NULL);
  g_assert_cmpstr (is_text ? result + strlen (source) : result, ==, rows[index].after);
}

/* Once more changes nothing. */
static void
test_twice (void)
{
  g_autofree char *source = g_strdup_printf (HOST, "add<<<4, 256>>> (d, 1000);");
  g_autofree char *once = choose (source, SIGNATURES, 0);
  g_autofree char *twice = choose (once, SIGNATURES, 0);

  g_assert_cmpstr (once, ==, twice);
}

/* CR LF stays, and so do characters of several bytes on both sides of the change. */
static void
test_bytes (void)
{
  static const char before[] = "// ü\r\nint main () { k<<<2, 64>>> (); }\r\n/* gridloom\r\n# ä\r\n"
                               "[launch]\r\nblock=32\r\n# ö\r\n*/\r\n";
  g_autofree char *after = choose (before, "k: int n", 0);

  g_assert_cmpstr (after, ==, "// ü\r\nint main () { k<<<2, 64>>> (); }\r\n/* gridloom\r\n# ä\r\n"
                   "[launch]\r\nblock=64\r\nkernel=k\r\ngrid=2\r\n# ö\r\n*/\r\n");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/document-launch/", rows[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_row);
    }

  g_test_add_func ("/document-launch/twice", test_twice);
  g_test_add_func ("/document-launch/bytes", test_bytes);
  return g_test_run ();
}
