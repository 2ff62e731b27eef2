/* loom-dismissed.c: which advice a document does not want to hear
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-dismissed.h"

#include <glib/gi18n-lib.h>

static const LoomError advice[] = {
#define LOOM_CODE(ID, name) LOOM_ERROR_##ID,
  LOOM_CODES_OF_ADVICE (LOOM_CODE)
#undef LOOM_CODE
};

/**
 * loom_dismissed_get_word:
 * @index: from 0
 *
 * Returns: (transfer none) (nullable): the name of some advice; %NULL: there is no more
 */
const char *
loom_dismissed_get_word (guint index)
{
  return index < G_N_ELEMENTS (advice) ? loom_error_get_name (advice[index]) : NULL;
}

static gboolean
is_advice (LoomError code)
{
  for (guint i = 0; i < G_N_ELEMENTS (advice); i++)
    if (advice[i] == code)
      return TRUE;
  return FALSE;
}

static GStrv
split (const char *dismissed)
{
  g_auto (GStrv) words = g_strsplit_set (dismissed != NULL ? dismissed : "", ", \t", -1);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      g_strv_builder_add (builder, words[i]);
  return g_strv_builder_end (builder);
}

/**
 * loom_dismissed_has:
 * @document: (nullable): whose settings say so
 * @kernel: of the launch
 * @code: of advice, or any other
 *
 * Returns: whether nobody wants to hear of it
 */
gboolean
loom_dismissed_has (LoomDocument *document,
                    const char   *kernel,
                    LoomError     code)
{
  g_autofree char *group = NULL;
  g_auto (GStrv) words = NULL;

  if (document == NULL || !is_advice (code))
    return FALSE;
  group = loom_document_dup_group (document, kernel, NULL, "dismissed");
  words = split (loom_document_get_value (document, group, "dismissed"));
  return g_strv_contains ((const char * const *) words, loom_error_get_name (code));
}

/**
 * loom_dismissed_add:
 * @dismissed: (nullable): what is dismissed so far, as in `dismissed` of `[launch]`
 * @code: of advice that is dismissed, too
 *
 * Returns: (transfer full): what the setting is then
 */
char *
loom_dismissed_add (const char *dismissed,
                    LoomError   code)
{
  g_auto (GStrv) words = split (dismissed);
  const char *name = loom_error_get_name (code);

  if (words[0] == NULL || g_strv_contains ((const char * const *) words, name))
    return words[0] == NULL ? g_strdup (name) : g_strdup (dismissed);
  return g_strconcat (dismissed, ",", name, NULL);
}

/**
 * loom_dismissed_check:
 * @dismissed: (nullable): as in `dismissed` of `[launch]`
 * @error: return location; %LOOM_ERROR_DOCUMENT names what is no advice, and what there is
 *
 * Returns: whether each word is the name of advice
 */
gboolean
loom_dismissed_check (const char  *dismissed,
                      GError     **error)
{
  g_auto (GStrv) words = split (dismissed);
  g_autoptr (GString) known = g_string_new (NULL);
  LoomError code;

  for (guint i = 0; i < G_N_ELEMENTS (advice); i++)
    g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", loom_error_get_name (advice[i]));
  for (guint i = 0; words[i] != NULL; i++)
    if (!loom_error_from_name (words[i], &code) || !is_advice (code))
      return loom_fail (error, LOOM_ERROR_DOCUMENT,
                        _("“%1$s” is not advice that could be dismissed; there is %2$s"), words[i],
                        known->str);
  return TRUE;
}
