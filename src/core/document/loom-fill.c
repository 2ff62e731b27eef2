/* loom-fill.c: what an array holds before a launch, as settings say it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-fill.h"

#include "loom-extents-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Plain words first; those with a colon take the rest of the line. */
static const char * const words[] = {
  [LOOM_FILL_ZEROS] = "zeros",
  [LOOM_FILL_ONES] = "ones",
  [LOOM_FILL_IOTA] = "iota",
  [LOOM_FILL_POISON] = "poison",
  [LOOM_FILL_RANDOM] = "random",
  [LOOM_FILL_VALUES] = "values:",
  [LOOM_FILL_FILE] = "file:",
  [LOOM_FILL_EXPR] = "expr:",
};

/**
 * loom_fill_get_word:
 * @index: from 0
 *
 * Returns: (transfer none) (nullable): the word that a fill begins with; %NULL: there are no more
 */
const char *
loom_fill_get_word (guint index)
{
  return index < G_N_ELEMENTS (words) ? words[index] : NULL;
}

static gboolean
parse_random (const char *text,
              guint64    *seed)
{
  g_autofree char *digits = NULL;
  gsize length = strlen (text);

  *seed = 0;
  if (length == 0)
    return TRUE;
  if (length < 3 || text[0] != '(' || text[length - 1] != ')')
    return FALSE;

  digits = g_strstrip (g_strndup (text + 1, length - 2));
  return g_ascii_string_to_unsigned (digits, 10, 0, G_MAXUINT64, seed, NULL);
}

static gboolean
parse_kind (const char   *text,
            LoomFillKind  kind,
            LoomFill     *fill)
{
  const char *rest = text + strlen (words[kind]);

  *fill = (LoomFill) { .kind = kind };
  if (kind == LOOM_FILL_RANDOM)
    return parse_random (rest, &fill->number);
  if (kind < LOOM_FILL_VALUES)
    return *rest == '\0';

  while (g_ascii_isspace (*rest))
    rest++;
  if (*rest == '\0')
    return FALSE;

  fill->text = g_strchomp (g_strdup (rest));
  return TRUE;
}

/**
 * loom_fill_parse:
 * @text: `zeros`, `ones`, `iota`, `poison`, `random(SEED)`, `values:…`, `file:NAME.npy` or `expr:…`
 * @fill: (out): where to put the fill; clear it with loom_fill_clear()
 * @error: return location; %LOOM_ERROR_DOCUMENT says what was found and what is allowed
 *
 * Reads a fill. Values and expressions are not looked into.
 */
gboolean
loom_fill_parse (const char  *text,
                 LoomFill    *fill,
                 GError     **error)
{
  g_autofree char *shown = NULL;

  g_return_val_if_fail (text != NULL && fill != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      if (g_str_has_prefix (text, words[i]) && parse_kind (text, i, fill))
        return TRUE;
    }

  if (g_str_equal (text, "null"))
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("“null” is not a fill; a pointer that has no array is written as "
                        "value=null"));
  shown = _loom_abbreviate (text);
  return loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("“%s” is not a fill; write zeros, ones, iota, poison, random(SEED), "
                      "values:1,2,…, file:NAME.npy or expr: and CUDA C in x y z cols rows planes"),
                    shown);
}

/**
 * loom_fill_format:
 *
 * Writes a fill so that loom_fill_parse() reads it.
 *
 * Returns: (transfer full) (nullable): the text, %NULL for those that documents have no words for
 */
char *
loom_fill_format (const LoomFill *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if ((guint) self->kind >= G_N_ELEMENTS (words))
    return NULL;
  if (self->kind == LOOM_FILL_RANDOM)
    return g_strdup_printf ("%s(%" G_GUINT64_FORMAT ")", words[self->kind], self->number);
  return g_strconcat (words[self->kind], self->text, NULL);
}

void
loom_fill_clear (LoomFill *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->text, g_free);
}
