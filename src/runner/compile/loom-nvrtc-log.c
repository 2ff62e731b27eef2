/* loom-nvrtc-log.c: the compiler's log as messages with file, line and column
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-nvrtc-log.h"

#include <string.h>

/* NVRTC 13 quotes the source line under a message, two spaces in, and marks the place below it with
 * a caret; NVRTC 11 does neither. */
#define QUOTE_INDENT 2

/* A log may be as long as a hostile source likes. */
#define MAX_MESSAGES 1000

static const struct
{
  const char   *word;
  LoomSeverity  severity;
} kinds[] = {
  { "catastrophic error", LOOM_SEVERITY_ERROR },
  { "internal error", LOOM_SEVERITY_ERROR },
  { "error", LOOM_SEVERITY_ERROR },
  { "warning", LOOM_SEVERITY_WARNING },
  { "remark", LOOM_SEVERITY_NOTE },
  { "note", LOOM_SEVERITY_NOTE },
};

static void
free_message (gpointer data)
{
  LoomNvrtcMessage *self = data;

  g_free (self->file);
  g_free (self->text);
  g_free (self);
}

/* After the place: "error: text", or "warning #177-D: text". */
static const char *
parse_kind (const char   *at,
            LoomSeverity *severity)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const char *rest;

      if (!g_str_has_prefix (at, kinds[i].word))
        continue;

      rest = at + strlen (kinds[i].word);
      if (g_str_has_prefix (rest, " #"))
        rest += strcspn (rest, ":");
      if (!g_str_has_prefix (rest, ": "))
        continue;

      *severity = kinds[i].severity;
      return rest + 2;
    }

  return NULL;
}

/* "name(12): ", where the name may itself hold parentheses. */
static const char *
parse_place (const char  *line,
             char       **file,
             guint       *number)
{
  for (const char *open = strchr (line, '('); open != NULL; open = strchr (open + 1, '('))
    {
      char *end;
      guint64 value;

      if (!g_ascii_isdigit (open[1]))
        continue;

      value = g_ascii_strtoull (open + 1, &end, 10);
      if (!g_str_has_prefix (end, "): "))
        continue;

      *file = g_strndup (line, open - line);
      *number = (guint) MIN (value, G_MAXUINT);
      return end + 3;
    }

  return NULL;
}

static LoomNvrtcMessage *
parse_head (const char *line)
{
  g_autofree char *file = NULL;
  LoomNvrtcMessage *self;
  LoomSeverity severity;
  guint number = 0;
  const char *rest;

  if (g_str_has_prefix (line, "At end of source: "))
    {
      rest = line + strlen ("At end of source: ");
      number = G_MAXUINT;
    }
  else
    rest = parse_place (line, &file, &number);

  if (rest == NULL || (rest = parse_kind (rest, &severity)) == NULL)
    return NULL;

  self = g_new0 (LoomNvrtcMessage, 1);
  self->file = g_steal_pointer (&file);
  self->line = number;
  self->severity = severity;
  self->text = g_strdup (rest);
  return self;
}

/* Whether a line only points: spaces and tabs, then one caret. */
static gboolean
is_caret (const char *line)
{
  const char *at = line + strspn (line, " \t");

  return g_str_has_prefix (line, "  ") && at[0] == '^' && at[1] == '\0';
}

/* The caret stands below the byte; people count characters. */
static guint
find_column (const char *quote,
             const char *caret)
{
  gsize offset = strcspn (caret, "^");

  if (offset < QUOTE_INDENT || strlen (quote) < offset)
    return 0;

  return (guint) g_utf8_strlen (quote + QUOTE_INDENT, offset - QUOTE_INDENT) + 1;
}

static void
add_text (LoomNvrtcMessage *self,
          const char       *line)
{
  g_autofree char *text = g_strdup (line);
  char *old = self->text;

  g_strstrip (text);
  self->text = g_strconcat (old, "\n", text, NULL);
  g_free (old);
}

/**
 * loom_nvrtc_log_parse:
 * @log: what the compiler said
 *
 * Splits a log into its messages. A message at the end of the source has the line %G_MAXUINT.
 *
 * Returns: (transfer full) (element-type LoomNvrtcMessage): the messages, in order
 */
GPtrArray *
loom_nvrtc_log_parse (const char *log)
{
  GPtrArray *messages = g_ptr_array_new_with_free_func (free_message);
  g_auto (GStrv) lines = g_strsplit (log, "\n", -1);
  LoomNvrtcMessage *current = NULL;

  for (guint i = 0; lines[i] != NULL && messages->len < MAX_MESSAGES; i++)
    {
      LoomNvrtcMessage *head = parse_head (lines[i]);

      if (head != NULL)
        {
          g_ptr_array_add (messages, head);
          current = head;
        }
      else if (lines[i][0] == '\0')
        current = NULL;
      else if (current != NULL && lines[i + 1] != NULL && is_caret (lines[i + 1]))
        {
          current->column = find_column (lines[i], lines[i + 1]);
          i++;
        }
      else if (current != NULL)
        add_text (current, lines[i]);
    }

  return messages;
}
