/* fuzz-statement.c: any text as lines of [steps]
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-document.h"

#include <string.h>

int LLVMFuzzerTestOneInput (const guint8 *data,
                            gsize         size);

/* All of its parts, whether there or not. */
static char *
dump (const LoomStatement *self)
{
  GString *text = g_string_new (NULL);

  g_string_printf (text, "%u|%s|%s|%s|%s|%s", self->kind, self->subject, self->object, self->stream,
                   self->counter, self->until);
  for (guint i = 0; self->items != NULL && i < self->items->len; i++)
    {
      const LoomStatementItem *item = self->items->pdata[i];

      g_string_append_printf (text, "|%s=%s", item->name, item->value);
      g_assert_true (loom_statement_get (self, item->name) == item->value);
    }
  return g_string_free (text, FALSE);
}

/* A line is a statement or has a message; blanks around a statement's parts mean nothing. */
static void
check_line (char *line)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomStatement) statement = loom_statement_parse (g_strstrip (line), &error);
  g_autoptr (LoomStatement) wide = NULL;
  g_autofree char *spread = NULL, *parts = NULL, *wide_parts = NULL;
  const gsize word = strcspn (line, " \t");

  g_assert_true ((statement == NULL) == (error != NULL));
  if (statement == NULL)
    {
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return;
    }

  g_assert_cmpstr (statement->text, ==, line);
  spread = g_strdup_printf ("%.*s \t %s \t ", (int) word, line, line + word);
  wide = loom_statement_parse (spread, NULL);
  g_assert_nonnull (wide);
  parts = dump (statement);
  wide_parts = dump (wide);
  g_assert_cmpstr (parts, ==, wide_parts);
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autofree char *settings = g_strconcat ("/* gridloom\n[steps]\n", text, "\n*/\n", NULL);
  g_autoptr (LoomDocument) document = loom_document_parse (settings, -1);
  GPtrArray *statements = loom_document_get_statements (document);

  for (guint i = 0; i < statements->len; i++)
    {
      const LoomStatement *statement = statements->pdata[i];

      g_assert_cmpuint (statement->line, >=, 3);
      g_assert_cmpuint (statement->column, >=, 1);
    }
  for (guint i = 0; lines[i] != NULL; i++)
    check_line (lines[i]);
  return 0;
}
