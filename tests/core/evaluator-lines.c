/* evaluator-lines.c: what an expression comes to, or the reason why it comes to nothing, for each
 * line of standard input; its arrays are lines of the first argument's file: name, type, extents,
 * cells in hexadecimal
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-evaluator.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
read_array (LoomScope  *scope,
            const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", 4);
  g_auto (GStrv) extents = g_strsplit (words[2], ",", -1);
  g_autoptr (GByteArray) cells = g_byte_array_new ();
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (LoomValue) value = NULL;
  gint64 numbers[LOOM_VALUE_MAX_RANK] = { 0, };
  LoomType type;

  g_assert_true (loom_type_parse (words[1], &type, NULL));
  for (guint i = 0; extents[i] != NULL; i++)
    numbers[i] = g_ascii_strtoll (extents[i], NULL, 10);
  for (const char *c = words[3]; g_ascii_isxdigit (c[0]); c += 2)
    {
      const guint8 byte = 16 * g_ascii_xdigit_value (c[0]) + g_ascii_xdigit_value (c[1]);

      g_byte_array_append (cells, &byte, 1);
    }
  bytes = g_byte_array_free_to_bytes (g_steal_pointer (&cells));
  value = loom_value_new (&type, g_strv_length (extents), numbers, bytes);
  loom_scope_add (scope, words[0], value);
}

static void
print_value (const LoomValue *value)
{
  printf ("%s |", loom_scalar_get_name (value->type.scalar));
  for (guint axis = 0; axis < value->rank; axis++)
    printf (" %" G_GINT64_FORMAT, value->extents[axis]);
  printf (" |");
  for (guint64 i = 0; i < loom_value_count (value); i++)
    {
      const guint8 *cell = loom_value_get_cell (value, i);

      printf (" ");
      for (guint byte = 0; byte < value->type.size; byte++)
        printf ("%02x", cell[byte]);
    }
  printf ("\n");
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (LoomScope) scope = loom_scope_new ();
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  char line[8192];

  setlocale (LC_ALL, "");
  g_assert_true (argc == 2 && g_file_get_contents (argv[1], &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    read_array (scope, lines[i]);
  while (fgets (line, sizeof line, stdin) != NULL)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LoomValue) value = loom_evaluate (g_strchomp (line), scope, NULL, &error);

      if (value != NULL)
        print_value (value);
      else
        printf ("! %s\n", error->message);
    }
  return 0;
}
