/* loom-document-vocabulary.c: the groups and keys that settings may have; warnings about all others
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-compile-options.h"
#include "loom-document-private.h"
#include "loom-extents-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define VERSION "1"

static const char * const launch_keys[] = {
  "version", "kernel", "over", "shape", "block", "grid", "range", "shared", "manual-grid",
  "launches", "swap", "arch", "options", NULL
};
static const char * const arg_keys[] = {
  "type", "shape", "fill", "value", "same", "texture", "surface", NULL
};
static const char * const symbol_keys[] = { "type", "shape", "fill", NULL };
static const char * const expect_keys[] = { "domain", "reference", "rtol", "atol", NULL };
static const char * const view_keys[] = {
  "array", "lens", "colormap", "origin", "plane", "style", "member", NULL
};

static const struct
{
  const char         *word;
  gboolean            alone, named;     /* [word], [word NAME] */
  const char * const *keys;
} groups[] = {
  { "launch", TRUE, TRUE, launch_keys },
  { "arg", FALSE, TRUE, arg_keys },
  { "symbol", FALSE, TRUE, symbol_keys },
  { "expect", TRUE, TRUE, expect_keys },
  { "view", TRUE, FALSE, view_keys },
};

/* NULL: no such group. */
static const char * const *
find_keys (const char *group)
{
  gsize length = strcspn (group, " ");
  gboolean is_named = group[length] != '\0';

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    {
      if (strlen (groups[i].word) == length && strncmp (groups[i].word, group, length) == 0 &&
          (is_named ? groups[i].named : groups[i].alone))
        return groups[i].keys;
    }

  return NULL;
}

/* A member may follow what can be said of one: `fill.pos.x`. */
static gboolean
is_key (const char * const *keys,
        const char         *key)
{
  static const char * const of_members[] = { "fill", "value", "reference", NULL };
  const char *dot = strchr (key, '.');
  g_autofree char *word = dot != NULL ? g_strndup (key, dot - key) : g_strdup (key);

  return g_strv_contains (keys, word) && (dot == NULL || g_strv_contains (of_members, word));
}

/* What is wrong with a setting of the launch. */
static void
report (LoomDocument *self,
        LoomSeverity  severity,
        const char   *key,
        const char   *text)
{
  const guint line = loom_document_get_value_line (self, "launch", key);
  const guint column = loom_document_get_value_column (self, "launch", key);

  _loom_document_report (self, loom_diagnostic_new (severity, line, column, "%s", text));
}

static void
check_version (LoomDocument *self)
{
  const char *version = loom_document_get_value (self, "launch", "version");
  g_autofree char *shown = NULL, *text = NULL;

  if (version == NULL || strcmp (version, VERSION) == 0)
    return;

  shown = _loom_abbreviate (version);
  text = g_strdup_printf (_("these settings have version %1$s; this Gridloom knows version %2$s"),
                          shown, VERSION);
  report (self, LOOM_SEVERITY_WARNING, "version", text);
}

static void
check_arch (LoomDocument *self)
{
  g_autoptr (GError) error = NULL;

  if (!loom_compile_arch_check (loom_document_get_value (self, "launch", "arch"), &error))
    report (self, LOOM_SEVERITY_ERROR, "arch", error->message);
}

static void
check_options (LoomDocument *self)
{
  const char *options = loom_document_get_value (self, "launch", "options");
  g_auto (GStrv) words = NULL;
  g_autoptr (GError) error = NULL;

  if (options == NULL || *options == '\0')
    return;
  if (!g_shell_parse_argv (options, NULL, &words, &error) ||
      !loom_compile_options_check ((const char * const *) words, &error))
    report (self, LOOM_SEVERITY_ERROR, "options",
            error->domain == G_SHELL_ERROR ? _("a quotation mark is not closed") : error->message);
}

/* Warns of each group and key that nothing reads; they are kept all the same. */
void
_loom_document_check_words (LoomDocument *self)
{
  for (guint i = 0; i < self->groups->len; i++)
    {
      LoomGroup *group = g_ptr_array_index (self->groups, i);

      if (find_keys (group->name) == NULL)
        {
          g_autofree char *shown = _loom_abbreviate (group->name);

          _loom_document_report (self, loom_diagnostic_new (LOOM_SEVERITY_WARNING, group->line, 0,
                                 _("nothing reads the group [%s]; there are launch, arg NAME, "
                                   "symbol NAME, expect and view"),
                                 shown));
        }
    }

  for (guint i = 0; i < self->entries->len; i++)
    {
      LoomEntry *entry = g_ptr_array_index (self->entries, i);
      const char * const *keys = find_keys (entry->group);

      if (keys != NULL && !is_key (keys, entry->key))
        {
          g_autofree char *shown = _loom_abbreviate (entry->key);
          g_autofree char *known = g_strjoinv (", ", (char **) keys);

          _loom_document_report (self, loom_diagnostic_new (LOOM_SEVERITY_WARNING, entry->line,
                                 entry->column,
                                 _("nothing reads the key “%1$s” in [%2$s]; there are %3$s"),
                                 shown, entry->group, known));
        }
    }

  check_version (self);
  check_arch (self);
  check_options (self);
}
