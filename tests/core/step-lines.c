/* step-lines.c: the steps of sources as text, so that a test can compare them
 *
 * Each argument is a file. Before the steps of a function stands "== FILE FUNCTION".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-source-steps.h"

int
main (int    argc,
      char **argv)
{
  for (int i = 1; i < argc; i++)
    {
      g_autoptr (GPtrArray) all = NULL;
      g_autofree char *text = NULL;
      gsize length;

      if (!g_file_get_contents (argv[i], &text, &length, NULL))
        return 1;
      all = loom_source_steps_read (text, length);
      for (guint k = 0; k < all->len; k++)
        {
          const LoomSourceSteps *steps = all->pdata[k];
          g_autofree char *lines = loom_source_steps_dup_text (steps);

          g_print ("== %s %s\n%s", argv[i], steps->function, lines);
        }
    }
  return 0;
}
