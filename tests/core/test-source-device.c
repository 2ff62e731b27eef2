/* test-source-device.c: what of a translation unit is device code
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-source-device.h"

#include <string.h>

/* The text with runs of space and newlines as one space. */
static char *
squeeze (const char *text)
{
  g_auto (GStrv) words = g_strsplit_set (text, " \n\r\t", -1);
  GString *line = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      g_string_append_printf (line, "%s%s", line->len > 0 ? " " : "", words[i]);

  return g_string_free (line, FALSE);
}

static void
assert_device_is (LoomSourceDevice *device,
                  const char       *expected)
{
  g_autofree char *left = squeeze (loom_source_device_text (device, NULL));
  g_autofree char *wanted = squeeze (expected);

  g_assert_cmpstr (left, ==, wanted);
}

static void
assert_sliced (const char *source,
               const char *expected)
{
  g_autoptr (LoomSourceDevice) device = loom_source_device_new (source, strlen (source));

  assert_device_is (device, expected);
}

static void
test_leaves_host_functions_out (void)
{
  assert_sliced ("__global__ void k (int *a) { a[0] = 1; }\n"
                 "static void show (int a);\n"
                 "int main () { k<<<1, 2>>> (0); auto f = [&] (int x) { return x; }; }\n",
                 "__global__ void k (int *a) { a[0] = 1; }");
}

static void
test_keeps_lines_and_directives (void)
{
  const char *source = "int main ()\n{\n#ifdef FAST\n  go (\"}\");\n#endif\n}\r\n__device__ int d;\n";
  g_autoptr (LoomSourceDevice) device = loom_source_device_new (source, strlen (source));
  gsize length;

  g_assert_cmpstr (loom_source_device_text (device, &length), ==,
                   "           \n \n#ifdef FAST\n           \n#endif\n \r\n__device__ int d;\n");
  g_assert_cmpuint (length, ==, strlen (source));
}

static void
test_changes_nothing_without_host_code (void)
{
  const char *source = "struct unused { int a; };\n__global__ void k () { }\n";

  assert_sliced (source, source);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/source-device/leaves-host-functions-out", test_leaves_host_functions_out);
  g_test_add_func ("/core/source-device/keeps-lines-and-directives",
                   test_keeps_lines_and_directives);
  g_test_add_func ("/core/source-device/changes-nothing-without-host-code",
                   test_changes_nothing_without_host_code);

  return g_test_run ();
}
