/* device-code.c: prints what of a translation unit is device code, and what was left out
 *
 *     build/tests/manual/device-code FILE         the text with spaces in place of host code
 *     build/tests/manual/device-code -l FILE      what was left out: line, why, name
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-source-device.h"

#include <stdio.h>
#include <string.h>

static void
print_left_out (LoomSourceDevice *device)
{
  static const char * const reasons[] = { "host", "unused", "refused" };
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

int
main (int    argc,
      char **argv)
{
  g_autoptr (LoomSourceDevice) device = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  const gboolean lists = argc == 3 && g_str_equal (argv[1], "-l");
  gsize length;

  if (argc != 2 && !lists)
    return fprintf (stderr, "usage: device-code [-l] FILE\n"), 2;
  if (!g_file_get_contents (argv[argc - 1], &text, &length, &error))
    return fprintf (stderr, "%s\n", error->message), 1;

  device = loom_source_device_new (text, length);
  if (lists)
    print_left_out (device);
  else
    fwrite (loom_source_device_text (device, NULL), 1, length, stdout);
  return 0;
}
