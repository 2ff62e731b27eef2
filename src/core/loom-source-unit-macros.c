/* loom-source-unit-macros.c: which macros are surely defined at a place of a unit
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-unit-private.h"

/* A macro that is defined only where an uncertain condition holds. */
typedef struct
{
  guint  level;                 /* of the condition */
  char  *macro;
} Scoped;

static void
scoped_clear (gpointer data)
{
  g_free (((Scoped *) data)->macro);
}

void
_loom_source_builder_define (LoomSourceBuilder *self,
                             const char        *macro)
{
  const guint level = _loom_source_branches_get_uncertain (&self->branches);

  if (g_hash_table_contains (self->defined, macro))
    return;

  g_hash_table_insert (self->defined, g_strdup (macro), GUINT_TO_POINTER (level));
  if (level > 0)
    {
      const Scoped scoped = { level, g_strdup (macro) };

      g_array_append_val (self->scoped, scoped);
    }
}

/* Behind #endif, or a branch that has ended. Levels only grow until they are left. */
void
_loom_source_builder_leave_branch (LoomSourceBuilder *self,
                                   gboolean           is_end)
{
  const guint n_levels = self->branches.levels->len;

  while (self->scoped->len > 0)
    {
      const Scoped *last = &g_array_index (self->scoped, Scoped, self->scoped->len - 1);

      if (last->level < n_levels || (last->level == n_levels && is_end))
        return;
      if (GPOINTER_TO_UINT (g_hash_table_lookup (self->defined, last->macro)) == last->level)
        g_hash_table_remove (self->defined, last->macro);
      g_array_set_size (self->scoped, self->scoped->len - 1);
    }
}

/* The word behind #define or #undef. */
static char *
dup_macro (const char *directive,
           gsize       length,
           const char *keyword)
{
  const char *at = g_strstr_len (directive, (gssize) length, keyword);
  const char *end = directive + length;
  const char *word;

  at = at != NULL ? at + strlen (keyword) : end;
  while (at < end && !g_ascii_isalpha (*at) && *at != '_')
    at++;
  for (word = at; at < end && (g_ascii_isalnum (*at) || *at == '_');)
    at++;
  return g_strndup (word, at - word);
}

/* At #define or #undef. */
void
_loom_source_builder_read_macro (LoomSourceBuilder *self,
                                 const char        *directive,
                                 gsize              length,
                                 gboolean           is_defined)
{
  g_autofree char *macro = dup_macro (directive, length, is_defined ? "define" : "undef");

  if (is_defined)
    _loom_source_builder_define (self, macro);
  else
    g_hash_table_remove (self->defined, macro);
}

void
_loom_source_builder_init_macros (LoomSourceBuilder *self)
{
  self->defined = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->scoped = g_array_new (FALSE, FALSE, sizeof (Scoped));
  g_array_set_clear_func (self->scoped, scoped_clear);
  _loom_source_branches_init (&self->branches);
  self->branches.all_branches = TRUE;
  self->branches.defined = self->defined;
}

void
_loom_source_builder_clear_macros (LoomSourceBuilder *self)
{
  _loom_source_branches_clear (&self->branches);
  g_array_unref (self->scoped);
  g_hash_table_unref (self->defined);
}
