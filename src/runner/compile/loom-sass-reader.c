/* loom-sass-reader.c: reads what nvdisasm prints
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * As NVIDIA's "CUDA Binary Utilities" show it (nvdisasm -c -gi): a section for each kernel,
 *
 *     .text.NAME:
 *         //## File "PATH", line N inlined at "PATH", line N
 *         //## File "PATH", line N
 *         ADDRESS INSTRUCTION ;
 *     .L_x_1:
 *
 * An address is hexadecimal and stands in a comment of C. Lines of places stand before the
 * instructions that they are of, the innermost first, and hold until others stand there. What fits
 * none of this is left out.
 */

#include "config.h"

#include "loom-sass-reader.h"

#include <string.h>

#define SECTION ".text."
#define PLACE "//## File \""
#define LINE "\", line "

typedef struct
{
  const char       *document;
  LoomSass         *sass;
  LoomSassFunction *function;   /* that is being read, or NULL */
  guint             line;       /* of the document */
  gboolean          in_place;   /* the last line was one of a place */
} Reader;

/* FALSE: it is of another file. */
static gboolean
read_place (const Reader *self,
            const char   *text,
            guint        *line)
{
  const char *path = text + strlen (PLACE);
  const char *end = strstr (path, LINE);
  g_autofree char *file = end != NULL ? g_strndup (path, end - path) : NULL;
  g_autofree char *name = file != NULL ? g_path_get_basename (file) : NULL;

  if (g_strcmp0 (name, self->document) != 0)
    return FALSE;

  *line = (guint) MIN (g_ascii_strtoull (end + strlen (LINE), NULL, 10), G_MAXINT);
  return TRUE;
}

/* What was inlined from elsewhere counts for the line of the document that called it. */
static void
take_place (Reader     *self,
            const char *text)
{
  if (!self->in_place)
    self->line = 0;
  self->in_place = TRUE;
  if (self->line == 0)
    read_place (self, text, &self->line);
}

static void
take_instruction (Reader     *self,
                  const char *text)
{
  char *end;
  LoomSassLine line = { .address = g_ascii_strtoull (text + strlen ("/*"), &end, 16) };
  const char *last = strrchr (text, ';');
  g_autofree char *instruction = NULL;

  self->in_place = FALSE;
  if (self->function == NULL || !g_str_has_prefix (end, "*/") || last == NULL || last < end)
    return;

  instruction = g_strndup (end + strlen ("*/"), last - end - strlen ("*/"));
  line.text = g_strstrip (instruction);
  line.line = self->line;
  if (*line.text != '\0')
    loom_sass_function_add (self->function, &line);
}

static void
begin_function (Reader     *self,
                const char *text)
{
  g_autofree char *name = g_strndup (text + strlen (SECTION), strlen (text + strlen (SECTION)) - 1);

  self->function = *name != '\0' ? loom_sass_add_function (self->sass, name) : NULL;
  self->line = 0;
  self->in_place = FALSE;
}

static void
take_label (Reader     *self,
            const char *text)
{
  g_autofree char *name = g_strndup (text, strlen (text) - 1);
  const LoomSassLine line = { .is_label = TRUE, .text = name };

  if (self->function != NULL && *name != '\0' && strpbrk (name, " \t") == NULL)
    loom_sass_function_add (self->function, &line);
}

static void
take (Reader     *self,
      const char *text)
{
  const gboolean is_label = g_str_has_suffix (text, ":");

  if (g_str_has_prefix (text, PLACE))
    take_place (self, text);
  else if (g_str_has_prefix (text, "/*"))
    take_instruction (self, text);
  else if (is_label && g_str_has_prefix (text, SECTION))
    begin_function (self, text);
  else if (g_str_has_prefix (text, ".section"))
    self->function = NULL;
  else if (is_label)
    take_label (self, text);
}

/* One line of text, whatever it was. */
static char *
dup_plain (const char *line)
{
  char *plain = g_utf8_make_valid (line, -1);

  for (char *at = plain; *at != '\0'; at++)
    if (g_ascii_iscntrl (*at))
      *at = ' ';
  return g_strstrip (plain);
}

/**
 * loom_sass_read:
 * @text: what nvdisasm printed, or anything else
 * @document: the name that the source was compiled by, without folders
 *
 * Returns: (transfer full): its functions, none where @text is something else
 */
LoomSass *
loom_sass_read (const char *text,
                const char *document)
{
  Reader self = { .document = document, .sass = loom_sass_new () };

  for (const char *at = text; *at != '\0';)
    {
      const gsize length = strcspn (at, "\n");
      g_autofree char *line = g_strndup (at, length), *plain = dup_plain (line);

      take (&self, plain);
      at += length + (at[length] == '\n');
    }
  return self.sass;
}
