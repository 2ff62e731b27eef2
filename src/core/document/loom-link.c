/* loom-link.c: one line of [after]: what of a run is checked, or written into which file
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-link.h"

#include "loom-array-file.h"
#include "loom-error.h"
#include "loom-extents-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const char * const picture_patterns[] = { "*.svg", "*.pdf", "*.png", NULL };
static const char * const report_patterns[] = { "*.json", NULL };

/* Its line in the order of LoomLinkKind: the word that it begins with, how it is written, what it
 * does, and what the names of its files look like. */
static const struct
{
  const char *word, *form, *meaning;
  const char * const *patterns;
} kinds[LOOM_N_LINKS] = {
  { "check", "check", N_("Goes on only if the arrays are what [expect] says"), NULL },
  { "save", "save ARRAY to FILE", N_("Writes an array: .npy, .npz, .csv, .tsv, .txt, .png, or its "
                                     "bytes as .raw or .bin"), loom_array_file_patterns },
  { "picture", "picture [ARRAY] [as LENS] to FILE", N_("Draws an array as [view] says, or through "
                                                       "the lens: .svg, .pdf or .png"),
    picture_patterns },
  { "report", "report to FILE", N_("Writes all that is known of the run, as .json"),
    report_patterns },
};

void
loom_link_free (LoomLink *self)
{
  if (self == NULL)
    return;

  g_free (self->text);
  g_free (self->array);
  g_free (self->lens);
  g_free (self->file);
  g_free (self);
}

/**
 * loom_link_kind_get_word:
 *
 * Returns: (transfer none): the word that a link begins with
 */
const char *
loom_link_kind_get_word (LoomLinkKind kind)
{
  g_return_val_if_fail (kind < LOOM_N_LINKS, "");

  return kinds[kind].word;
}

/**
 * loom_link_kind_get_meaning:
 *
 * Returns: (transfer none): what it does, a sentence for people
 */
const char *
loom_link_kind_get_meaning (LoomLinkKind kind)
{
  g_return_val_if_fail (kind < LOOM_N_LINKS, "");

  return _(kinds[kind].meaning);
}

/* What is the same file by any name; nothing is asked of the file system. */
static char *
dup_place (const char *file)
{
  return g_canonicalize_filename (file, "/");
}

/**
 * loom_link_has_file_of:
 *
 * Returns: whether both write the same file
 */
gboolean
loom_link_has_file_of (const LoomLink *self,
                       const LoomLink *other)
{
  g_autofree char *a = NULL, *b = NULL;

  g_return_val_if_fail (self != NULL && other != NULL, FALSE);

  if (self->file == NULL || other->file == NULL)
    return FALSE;
  a = dup_place (self->file);
  b = dup_place (other->file);
  return strcmp (a, b) == 0;
}

static gboolean
fail_form (LoomLink  *self,
           GError   **error)
{
  g_autofree char *shown = _loom_abbreviate (self->text);

  return loom_fail (error, LOOM_ERROR_DOCUMENT, _("“%1$s” is not complete; it is written as %2$s"),
                    shown, kinds[self->kind].form);
}

static gboolean
has_known_end (LoomLink *self)
{
  g_autofree char *lower = g_ascii_strdown (self->file, -1);

  for (guint i = 0; kinds[self->kind].patterns[i] != NULL; i++)
    if (g_str_has_suffix (lower, kinds[self->kind].patterns[i] + 1))
      return TRUE;
  return FALSE;
}

/* A document may come from anywhere: what it names is a result, in its own folder, that nobody
 * takes for a setting or a program. */
static gboolean
check_file (LoomLink  *self,
            GError   **error)
{
  g_autofree char *shown = _loom_abbreviate (self->file);
  g_auto (GStrv) parts = g_strsplit (self->file, "/", -1);

  if (g_path_is_absolute (self->file) || g_strv_contains ((const char * const *) parts, ".."))
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("“%s” may lie outside of the document’s folder; name a file in that "
                        "folder, without “..”"), shown);
  for (guint i = 0; parts[i] != NULL; i++)
    if (*parts[i] == '.' && parts[i][1] != '\0')
      return loom_fail (error, LOOM_ERROR_DOCUMENT,
                        _("“%s” would be hidden; choose a name that begins with no “.”"), shown);
  if (!has_known_end (self))
    {
      g_autofree char *known = g_strjoinv (", ", (char **) kinds[self->kind].patterns);

      return loom_fail (error, LOOM_ERROR_DOCUMENT,
                        _("“%1$s” does not say what kind of file it is; %2$s writes %3$s"), shown,
                        kinds[self->kind].word, known);
    }
  return TRUE;
}

/* What stands between the word and `to`. */
static gboolean
parse_head (LoomLink  *self,
            char     **words,
            GError   **error)
{
  guint at = 0;

  if (self->kind != LOOM_LINK_REPORT && words[at] != NULL && strcmp (words[at], "as") != 0)
    self->array = g_strdup (words[at++]);
  if (self->kind == LOOM_LINK_PICTURE && words[at] != NULL && words[at + 1] != NULL &&
      strcmp (words[at], "as") == 0)
    {
      self->lens = g_strdup (words[at + 1]);
      at += 2;
    }
  if (words[at] != NULL || (self->kind == LOOM_LINK_SAVE && self->array == NULL))
    return fail_form (self, error);
  return TRUE;
}

/* Words up to `to`, then the name of a file to the end of the line, which may have blanks. */
static gboolean
parse_export (LoomLink    *self,
              const char  *rest,
              GError     **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) words = NULL;

  while (*rest != '\0')
    {
      const gsize length = strcspn (rest, " \t");
      g_autofree char *word = g_strndup (rest, length);

      rest += length;
      while (g_ascii_isspace (*rest))
        rest++;
      if (strcmp (word, "to") == 0)
        {
          self->file = *rest != '\0' ? g_strdup (rest) : NULL;
          break;
        }
      g_strv_builder_add (builder, word);
    }
  if (self->file == NULL)
    return fail_form (self, error);
  words = g_strv_builder_end (builder);
  return parse_head (self, words, error) && check_file (self, error);
}

static gboolean
fail_word (const char  *text,
           GError     **error)
{
  g_autofree char *shown = _loom_abbreviate (text);
  g_autoptr (GString) words = g_string_new (NULL);

  for (guint i = 0; i < LOOM_N_LINKS; i++)
    g_string_append_printf (words, "%s%s", i > 0 ? ", " : "", kinds[i].word);
  return loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("“%1$s” is nothing that is done after a run; there are %2$s"), shown,
                    words->str);
}

/**
 * loom_link_parse:
 * @text: a line of [after], without the blanks around it
 * @error: return location; %LOOM_ERROR_DOCUMENT
 *
 * Reads one link. Whether there is such an array or lens is found when a launch is bound.
 *
 * Returns: (transfer full): a link without a place, or %NULL
 */
LoomLink *
loom_link_parse (const char  *text,
                 GError     **error)
{
  g_autoptr (LoomLink) self = g_new0 (LoomLink, 1);
  g_autofree char *word = NULL;
  const char *rest;

  g_return_val_if_fail (text != NULL, NULL);

  self->text = g_strdup (text);
  word = g_strndup (text, strcspn (text, " \t"));
  rest = text + strlen (word) + strspn (text + strlen (word), " \t");
  while (self->kind < LOOM_N_LINKS && strcmp (kinds[self->kind].word, word) != 0)
    self->kind++;
  if (self->kind == LOOM_N_LINKS)
    return fail_word (text, error), NULL;

  if (self->kind == LOOM_LINK_CHECK
          ? *rest == '\0' || fail_form (self, error)
          : parse_export (self, rest, error))
    return g_steal_pointer (&self);
  return NULL;
}
