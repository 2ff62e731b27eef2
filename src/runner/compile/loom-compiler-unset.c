/* loom-compiler-unset.c: keeps what the compiler knows to be undefined from being computed ahead
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-compiler-private.h"

#include "loom-nvrtc-log.h"

#include <string.h>

/* The compiler takes what it likes for a variable that nothing was assigned to, also without
 * optimisation. It warns of such a variable, and it can't where a function is given its address:
 * then the variable lies in local memory, and is read at that place. */
#define OPAQUE "([] (decltype (%1$s) &variable) -> decltype (%1$s) & { return variable; }) (%1$s)"

#define BEFORE "variable \""
#define BEHIND "\" is used before its value is set"

/* The name that a warning is about, or NULL. */
static char *
dup_unset_name (const char *text)
{
  const char *name = g_str_has_prefix (text, BEFORE) ? text + strlen (BEFORE) : NULL;
  const char *end = name != NULL ? strstr (name, BEHIND) : NULL;

  return end != NULL ? g_strndup (name, end - name) : NULL;
}

static gboolean
is_part_of_name (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (guchar) c >= 0x80;
}

static gboolean
is_name (const char *line,
         const char *at,
         const char *name)
{
  return g_str_has_prefix (at, name) && !is_part_of_name (at[strlen (name)]) &&
         (at == line || !is_part_of_name (at[-1]));
}

/* A name in a line: at a column, counted in characters from 1, else the first one; or NULL. */
static const char *
find_name (const char *line,
           guint       column,
           const char *name)
{
  const gsize length = strcspn (line, "\n");
  const char *at = column > 0 && column <= g_utf8_strlen (line, (gssize) length)
                       ? g_utf8_offset_to_pointer (line, column - 1) : NULL;

  if (at != NULL && is_name (line, at, name))
    return at;
  for (at = line; (at = g_strstr_len (at, line + length - at, name)) != NULL; at++)
    if (is_name (line, at, name))
      return at;
  return NULL;
}

/* The line of a text, from 1, or NULL. */
static const char *
find_line (const char *text,
           guint       line)
{
  for (; line > 1 && text != NULL; line--)
    {
      text = strchr (text, '\n');
      text = text != NULL ? text + 1 : NULL;
    }
  return line > 0 ? text : NULL;
}

/**
 * _loom_compiler_dup_opaque:
 * @source: what was compiled, with the lines of the unit
 * @log: what the compiler said of it
 *
 * Writes a source without what @log warns of: that a variable is used before its value is set.
 *
 * Returns: (transfer full) (nullable): the source; %NULL where nothing is to be changed
 */
char *
_loom_compiler_dup_opaque (LoomCompilerJob *job,
                           const char      *source,
                           const char      *log)
{
  g_autoptr (GPtrArray) messages = loom_nvrtc_log_parse (log != NULL ? log : "");
  g_autoptr (GHashTable) names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GString) text = g_string_new (source);

  for (guint i = 0; i < messages->len; i++)
    {
      const LoomNvrtcMessage *message = messages->pdata[i];
      g_autofree char *name = dup_unset_name (message->text);
      const gboolean is_document = message->file == NULL
                                   || g_str_equal (message->file, job->name);
      const char *line = find_line (source, loom_source_unit_find_line (
                                                job->unit, is_document ? NULL : message->file,
                                                message->line));
      const char *at = name != NULL && line != NULL ? find_name (line, message->column, name)
                                                    : NULL;

      if (at != NULL)
        g_hash_table_insert (names, (gpointer) at, g_steal_pointer (&name));
    }
  if (g_hash_table_size (names) == 0)
    return NULL;

  /* The last comes first, so that the places of the others stay. */
  for (gsize at = text->len; at-- > 0; )
    {
      const char *name = g_hash_table_lookup (names, source + at);
      g_autofree char *opaque = name != NULL ? g_strdup_printf (OPAQUE, name) : NULL;

      if (opaque == NULL)
        continue;
      g_string_erase (text, (gssize) at, (gssize) strlen (name));
      g_string_insert (text, (gssize) at, opaque);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
