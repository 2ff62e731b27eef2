/* loom-extents.c: one to three positive whole numbers with commas, as blocks, grids, ranges and
 * shapes are written
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-extents-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A user's text made fit for a message: valid UTF-8, one line, not endless. */
char *
_loom_abbreviate (const char *text)
{
  g_autofree char *head = g_strndup (text, LOOM_MAX_QUOTED + 1);
  g_autofree char *valid = NULL;
  gboolean cut = strlen (head) > LOOM_MAX_QUOTED;

  if (cut)
    head[LOOM_MAX_QUOTED] = '\0';
  valid = g_utf8_make_valid (head, -1);
  g_strdelimit (valid, "\n\r\t", ' ');

  return cut ? g_strconcat (valid, "…", NULL) : g_steal_pointer (&valid);
}

gboolean
_loom_fail_missing (GError **error)
{
  return loom_fail (error, LOOM_ERROR_LAUNCH, _("a number is missing"));
}

gboolean
_loom_fail_too_small (const char  *shown,
                      gint64       least,
                      GError     **error)
{
  return loom_fail (error, LOOM_ERROR_LAUNCH,
                    _("%1$s is too small; the minimum is %2$lld"), shown, (long long) least);
}

gboolean
_loom_fail_too_large (const char  *shown,
                      guint64      most,
                      GError     **error)
{
  return loom_fail (error, LOOM_ERROR_LAUNCH,
                    _("%1$s is too large; the maximum is %2$llu"), shown,
                    (unsigned long long) most);
}

/* C reads 010 as 8, and who types it may mean 10: nobody guesses, in no place where a number can
 * stand. */
gboolean
_loom_check_base (const char  *text,
                  GError     **error)
{
  g_autofree char *word = g_strstrip (g_strdup (text));
  const char *digits = *word == '-' || *word == '+' ? word + 1 : word;
  g_autofree char *shown = NULL;

  if (digits[0] != '0' || digits[1] == '\0' || digits[strspn (digits, "0123456789")] != '\0')
    return TRUE;

  shown = _loom_abbreviate (word);
  return loom_fail (error, LOOM_ERROR_LAUNCH,
                    _("“%s” has a number that begins with 0, which C reads with base 8; leave "
                      "the 0 out"), shown);
}

static gboolean
parse_extent (const char  *text,
              guint64      most,
              guint64      told,
              guint64     *value,
              GError     **error)
{
  g_autofree char *shown = _loom_abbreviate (text);
  const char *digits = *text == '-' || *text == '+' ? text + 1 : text;
  gsize n_digits = strspn (digits, "0123456789");
  guint64 number = 0;
  gboolean overflow = FALSE;

  if (*text == '\0')
    return _loom_fail_missing (error);

  if (n_digits == 0 || digits[n_digits] != '\0')
    return loom_fail (error, LOOM_ERROR_LAUNCH,
                      _("“%s” is not a whole number"), shown);

  for (gsize i = 0; i < n_digits && !overflow; i++)
    overflow = !g_uint64_checked_mul (&number, number, 10) ||
               !g_uint64_checked_add (&number, number, digits[i] - '0');

  if (*text == '-' || (!overflow && number == 0))
    return _loom_fail_too_small (shown, 1, error);
  if (!_loom_check_base (text, error))
    return FALSE;
  if (overflow || number > most)
    return _loom_fail_too_large (shown, told, error);

  *value = number;
  return TRUE;
}

/* told: the maximum that a message tells of each axis, where others check that; NULL: most. values
 * beyond those written are left alone. */
gboolean
_loom_parse_extents (const char    *text,
                     guint64        most,
                     const guint64  told[3],
                     guint64        values[3],
                     guint         *n_values,
                     GError       **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", 4);
  guint n = g_strv_length (parts);

  if (n == 0 || n > 3)
    {
      g_autofree char *shown = _loom_abbreviate (text);

      return loom_fail (error, LOOM_ERROR_LAUNCH,
                        _("“%s” is not one to three numbers with commas between them"), shown);
    }

  for (guint i = 0; i < n; i++)
    {
      if (!parse_extent (g_strstrip (parts[i]), most, told != NULL ? told[i] : most, &values[i],
                         error))
        return FALSE;
    }

  *n_values = n;
  return TRUE;
}
