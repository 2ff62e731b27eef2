/* device-code.c: prints what of a translation unit is device code, and what was left out
 *
 *     build/tests/manual/device-code FILE         the text with spaces in place of host code
 *     build/tests/manual/device-code -l FILE      what was left out: line, why, name
 *     build/tests/manual/device-code -k NAME -d LINE FILE     which the compiler misses, refuses
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-source-device.h"

#include <stdio.h>
#include <string.h>

static void
print_left_out (LoomSourceDevice *device)
{
  static const char * const reasons[] = { "function", "variable", "unused", "refused" };
  GPtrArray *left_out = loom_source_device_left_out (device);
  const char *text = loom_source_device_text (device, NULL);
  gsize at = 0;
  guint line = 1;

  for (guint i = 0; i < left_out->len; i++)
    {
      const LoomLeftOut *one = g_ptr_array_index (left_out, i);

      for (; at < one->offset; at++)
        line += text[at] == '\n';
      printf ("%u\t%s\t%s\n", line, reasons[one->why], one->name != NULL ? one->name : "");
    }
}

static gsize
find_line (const char *text,
           gsize       length,
           guint64     line)
{
  gsize at = 0;

  for (; at < length && line > 1; at++)
    line -= text[at] == '\n';
  while (at < length && g_ascii_isspace (text[at]))
    at++;
  return at;
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (LoomSourceDevice) device = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gboolean lists = FALSE;
  gsize length;

  if (argc < 2)
    return fprintf (stderr, "usage: device-code [-l] [-k NAME] [-d LINE] FILE\n"), 2;
  if (!g_file_get_contents (argv[argc - 1], &text, &length, &error))
    return fprintf (stderr, "%s\n", error->message), 1;

  device = loom_source_device_new (text, length);
  for (int i = 1; i < argc - 1; i++)
    {
      if (g_str_equal (argv[i], "-l"))
        lists = TRUE;
      else if (g_str_equal (argv[i], "-k"))
        loom_source_device_keep (device, argv[++i]);
      else if (g_str_equal (argv[i], "-d"))
        loom_source_device_drop (device, find_line (text, length,
                                                    g_ascii_strtoull (argv[++i], NULL, 10)));
    }

  if (lists)
    print_left_out (device);
  else
    fwrite (loom_source_device_text (device, NULL), 1, length, stdout);
  return loom_source_device_has_plain_functions (device) ? 3 : 0;
}
