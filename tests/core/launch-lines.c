/* launch-lines.c: the launches of sources, as lines that a test can compare
 *
 * Each argument is a file. A launch is a line of fields apart by tabs: file, line, function, kernel,
 * instance, grid, block, shared memory, then each argument. What is not certain is a question mark,
 * followed by the text that stands there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-source-launches.h"

static void
print_number (const LoomReadNumber *number,
              const char           *text)
{
  if (number->is_certain)
    g_print ("\t%" G_GINT64_FORMAT, number->value);
  else
    g_print ("\t?%s", text != NULL ? text : "");
}

static void
print_extent (const LoomReadExtent *extent)
{
  g_print ("\t");
  for (guint axis = 0; axis < 3; axis++)
    {
      g_print ("%s", axis > 0 ? "," : "");
      if (extent->rank > 0 && extent->axes[axis].is_certain)
        g_print ("%" G_GINT64_FORMAT, extent->axes[axis].value);
      else
        g_print ("?");
    }
  g_print ("|%s", extent->text != NULL ? extent->text : "");
}

static void
print_launch (const char             *name,
              const LoomSourceLaunch *launch)
{
  g_print ("%s\t%u\t%s\t%s\t%s", name, launch->line,
           launch->function != NULL ? launch->function : "?", launch->kernel,
           launch->instance != NULL ? launch->instance : "?");
  print_extent (&launch->grid);
  print_extent (&launch->block);
  print_number (&launch->shared, launch->shared_text);
  for (guint i = 0; i < launch->arguments->len; i++)
    {
      const LoomReadArgument *argument = &g_array_index (launch->arguments, LoomReadArgument, i);
      char digits[G_ASCII_DTOSTR_BUF_SIZE];

      if (argument->is_real)
        g_print ("\t=%s", g_ascii_dtostr (digits, sizeof digits, argument->real));
      else if (argument->bytes.is_certain)
        g_print ("\t%" G_GINT64_FORMAT "b", argument->bytes.value);
      else
        print_number (&argument->value, argument->text);
    }
  g_print ("\n");
}

int
main (int    argc,
      char **argv)
{
  for (int i = 1; i < argc; i++)
    {
      g_autoptr (GPtrArray) launches = NULL;
      g_autofree char *text = NULL;
      gsize length;

      if (!g_file_get_contents (argv[i], &text, &length, NULL))
        return 1;
      launches = loom_source_launches_read (text, length);
      for (guint k = 0; k < launches->len; k++)
        print_launch (argv[i], g_ptr_array_index (launches, k));
    }

  return 0;
}
