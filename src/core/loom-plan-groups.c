/* loom-plan-groups.c: groups of settings that match no kernel, parameter or variable, and the name
 * that was meant
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-extents-private.h"
#include "loom-plan-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Names beyond this are not compared letter by letter. */
#define MAX_NAME 64

/* As many as anybody reads. */
#define MAX_PROBLEMS 100

static gboolean
is_kernel (LoomKernel *kernel,
           const char *name,
           gsize       length)
{
  g_autofree char *base = _loom_kernel_get_base (kernel);
  g_autofree char *wanted = g_strndup (name, length);

  return strcmp (wanted, kernel->name) == 0 || strcmp (wanted, base) == 0;
}

/* `NAME` of any kernel, or `KERNEL/NAME`. only_arrays: `[expect NAME]`. */
static gboolean
matches_param (LoomBinder *self,
               const char *name,
               gboolean    only_arrays)
{
  const char *slash = strrchr (name, '/');
  const char *param_name = slash != NULL ? slash + 1 : name;

  for (guint i = 0; i < self->compiled->kernels->len; i++)
    {
      LoomKernel *kernel = g_ptr_array_index (self->compiled->kernels, i);
      gint index;

      if (slash != NULL && !is_kernel (kernel, name, slash - name))
        continue;
      index = _loom_kernel_find_param (kernel, param_name);
      if (index >= 0 &&
          (!only_arrays ||
           _loom_kernel_get_param (kernel, index)->kind == LOOM_PARAM_ARRAY))
        return TRUE;
    }

  return FALSE;
}

static gboolean
matches_kernel (LoomBinder *self,
                const char *name)
{
  for (guint i = 0; i < self->compiled->kernels->len; i++)
    {
      if (is_kernel (g_ptr_array_index (self->compiled->kernels, i), name, strlen (name)))
        return TRUE;
    }

  return FALSE;
}

static gboolean
matches_symbol (LoomBinder *self,
                const char *name)
{
  for (guint i = 0; i < self->compiled->symbols->len; i++)
    {
      if (strcmp (((LoomSymbol *) g_ptr_array_index (self->compiled->symbols, i))->name, name) == 0)
        return TRUE;
    }

  return FALSE;
}

/* Groups without a name and unknown ones match: others judge those. */
static gboolean
matches (LoomBinder *self,
         const char *group)
{
  const char *name = strchr (group, ' ');

  if (name == NULL)
    return TRUE;

  name++;
  if (g_str_has_prefix (group, "launch "))
    return matches_kernel (self, name);
  if (g_str_has_prefix (group, "arg "))
    return matches_param (self, name, FALSE);
  if (g_str_has_prefix (group, "expect "))
    return matches_param (self, name, TRUE) || matches_symbol (self, name);
  if (g_str_has_prefix (group, "symbol "))
    return matches_symbol (self, name);
  return TRUE;
}

/* How many letters must change: Levenshtein's distance, by his dynamic programme over one row. */
static guint
get_distance (const char *a,
              const char *b)
{
  guint row[MAX_NAME + 1];
  gsize n = strlen (b);

  if (n > MAX_NAME || strlen (a) > MAX_NAME)
    return G_MAXUINT;

  for (guint j = 0; j <= n; j++)
    row[j] = j;
  for (guint i = 0; a[i] != '\0'; i++)
    {
      guint diagonal = row[0];

      row[0] = i + 1;
      for (guint j = 0; j < n; j++)
        {
          guint above = row[j + 1];

          row[j + 1] = MIN (MIN (above, row[j]) + 1, diagonal + (a[i] != b[j]));
          diagonal = above;
        }
    }

  return row[n];
}

/* Keeps the candidate if it is nearer than the best so far and no group has its name. Takes
 * nothing. */
static void
consider (LoomBinder  *self,
          const char  *group,
          const char  *word,
          const char  *name,
          char       **best,
          guint       *best_distance)
{
  g_autofree char *candidate = g_strconcat (word, " ", name, NULL);
  guint distance = get_distance (group + strlen (word) + 1, name);

  if (distance >= *best_distance || loom_document_get_group_line (self->document, candidate) > 0)
    return;

  g_free (*best);
  *best = g_steal_pointer (&candidate);
  *best_distance = distance;
}

/* The nearest name that would match, or NULL. */
static char *
find_replacement (LoomBinder *self,
                  const char *group)
{
  g_autofree char *word = g_strndup (group, strcspn (group, " "));
  guint distance = G_MAXUINT;
  char *best = NULL;

  if (strcmp (word, "launch") == 0)
    {
      for (guint i = 0; i < self->compiled->kernels->len; i++)
        consider (self, group, word,
                  ((LoomKernel *) g_ptr_array_index (self->compiled->kernels, i))->name,
                  &best, &distance);
    }
  else if (strcmp (word, "symbol") == 0)
    {
      for (guint i = 0; i < self->compiled->symbols->len; i++)
        consider (self, group, word,
                  ((LoomSymbol *) g_ptr_array_index (self->compiled->symbols, i))->name,
                  &best, &distance);
    }
  else
    {
      for (guint i = 0; i < self->plan->args->len; i++)
        consider (self, group, word, _loom_kernel_get_param (self->kernel, i)->name, &best,
                  &distance);
    }

  return best;
}

/* Warns of each group that nothing answers to. */
void
_loom_binder_check_groups (LoomBinder *self)
{
  g_auto (GStrv) groups = loom_document_list_groups (self->document);

  for (guint i = 0; groups[i] != NULL && self->plan->problems->len < MAX_PROBLEMS; i++)
    {
      g_autofree char *shown = _loom_abbreviate (groups[i]);
      guint line = loom_document_get_group_line (self->document, groups[i]);
      LoomDiagnostic *problem;
      char *replacement;

      if (matches (self, groups[i]))
        continue;

      replacement = find_replacement (self, groups[i]);
      problem = loom_diagnostic_new (LOOM_SEVERITY_WARNING, line, 0,
                                     replacement != NULL
                                     ? _("[%1$s] matches nothing in the source; perhaps [%2$s] is "
                                         "meant")
                                     : _("[%1$s] matches nothing in the source"),
                                     shown, replacement);
      problem->fix = replacement != NULL ? LOOM_FIX_RENAME_GROUP : LOOM_FIX_NONE;
      problem->replacement = replacement;
      g_ptr_array_add (self->plan->problems, problem);
    }
}
