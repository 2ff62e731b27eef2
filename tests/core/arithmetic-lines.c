/* arithmetic-lines.c: a number, or the reason for none, for each line of standard input
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-arithmetic.h"

#include <locale.h>
#include <stdio.h>

int
main (void)
{
  char line[4096];

  setlocale (LC_ALL, "");
  while (fgets (line, sizeof line, stdin) != NULL)
    {
      g_autoptr (GError) error = NULL;
      guint64 value;

      if (loom_arithmetic_evaluate (line, 0, G_MAXUINT64, &value, &error))
        printf ("%" G_GUINT64_FORMAT "\n", value);
      else
        printf ("! %s\n", error->message);
    }
  return 0;
}
