/* rewritten-cases.c: runs recorded cases as they are and as written again, and tells in which something differs
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "case-folder.h"

#include <stdio.h>

/* One line for each way in which it differs. */
static guint
check_folder (const char *folder)
{
  g_autoptr (GError) error = NULL;
  CaseFolder test;
  guint failed = 0;

  if (!case_folder_load (&test, folder, &error))
    {
      printf ("%s: %s\n", folder, error->message);
      failed = 1;
    }
  for (guint way = 0; way < REWRITTEN_N && error == NULL; way++)
    {
      gboolean trapped;
      g_autofree char *difference = rewritten_compare (&test.launch, way, &trapped);

      if (trapped)
        difference = g_strdup ("the kernel stops");
      if (difference == NULL)
        continue;
      printf ("%s: %s: %s\n", folder, rewritten_get_name (way), difference);
      failed = 1;
    }
  case_folder_clear (&test);
  return failed;
}

int
main (int   argc,
      char *argv[])
{
  guint failed = 0;

  if (argc < 2)
    {
      fprintf (stderr, "usage: rewritten-cases CASE-FOLDER...\n");
      return 2;
    }
  for (int i = 1; i < argc; i++)
    failed += check_folder (argv[i]);
  printf ("%u passed, %u failed\n", (guint) argc - 1 - failed, failed);
  return failed > 0;
}
