/* loom-source-branches.c: which lines of a source #if leaves to a compiler
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-branches-private.h"

#include <string.h>

typedef struct
{
  gboolean is_active;           /* this branch is looked at */
  gboolean was_taken;           /* this branch or an earlier one */
  gboolean parent_is_active;
  guint    uncertain;           /* how many levels there are up to the innermost unknown one */
} Level;

void
_loom_source_branches_init (LoomSourceBranches *self)
{
  *self = (LoomSourceBranches) {
    .levels = g_array_new (FALSE, FALSE, sizeof (Level)),
  };
}

void
_loom_source_branches_clear (LoomSourceBranches *self)
{
  g_clear_pointer (&self->levels, g_array_unref);
}

static Level *
get_level (const LoomSourceBranches *self)
{
  return self->levels->len > 0 ? &g_array_index (self->levels, Level, self->levels->len - 1) : NULL;
}

gboolean
_loom_source_branches_are_active (const LoomSourceBranches *self)
{
  const Level *level = get_level (self);

  return level == NULL || level->is_active;
}

/* Of the conditions around a place, counted from outside, the last whose outcome is not known; 0 if
 * the place is sure. */
guint
_loom_source_branches_get_uncertain (const LoomSourceBranches *self)
{
  const Level *level = get_level (self);

  return level != NULL ? level->uncertain : 0;
}

static LoomBranch
decide (gboolean taken)
{
  return taken ? LOOM_BRANCH_TAKEN : LOOM_BRANCH_DROPPED;
}

static LoomBranch
evaluate (LoomSourceBranches *self,
          const char         *condition)
{
  static const char * const always[] = {
    "__CUDACC__", "__cplusplus", "__CUDACC_RTC__", "__CUDA_ARCH__", NULL
  };
  gboolean negated = *condition == '!';

  condition += negated;
  if (strcmp (condition, "0") == 0 || strcmp (condition, "1") == 0)
    return decide ((*condition == '1') != negated);
  if (!g_str_has_prefix (condition, "defined"))
    return LOOM_BRANCH_UNKNOWN;

  condition += strlen ("defined");
  if (g_strv_contains (always, condition))
    return decide (!negated);
  if (self->defined != NULL && g_hash_table_contains (self->defined, condition))
    return decide (!negated);

  return LOOM_BRANCH_UNKNOWN;
}

static LoomBranch
evaluate_macro (LoomSourceBranches *self,
                const char         *name,
                gboolean            negated)
{
  g_autofree char *condition = g_strconcat (negated ? "!" : "", "defined", name, NULL);

  return evaluate (self, condition);
}

/* Whether it leaves nothing to the branches behind it. */
static gboolean
takes_all (const LoomSourceBranches *self,
           LoomBranch                branch)
{
  return branch == LOOM_BRANCH_TAKEN || (branch == LOOM_BRANCH_UNKNOWN && !self->all_branches);
}

static void
push (LoomSourceBranches *self,
      LoomBranch          branch)
{
  const gboolean parent_is_active = _loom_source_branches_are_active (self);
  const Level level = {
    .parent_is_active = parent_is_active,
    .is_active = parent_is_active && branch != LOOM_BRANCH_DROPPED,
    .was_taken = takes_all (self, branch),
    .uncertain = branch == LOOM_BRANCH_UNKNOWN ? self->levels->len + 1
                                               : _loom_source_branches_get_uncertain (self),
  };

  g_array_append_val (self->levels, level);
}

static void
read_else (LoomSourceBranches *self,
           LoomBranch          branch)
{
  Level *level = get_level (self);

  if (level == NULL)
    return;

  level->is_active = level->parent_is_active && !level->was_taken && branch != LOOM_BRANCH_DROPPED;
  level->was_taken |= takes_all (self, branch);
  if (branch == LOOM_BRANCH_UNKNOWN)
    level->uncertain = self->levels->len;
}

/* A directive as _loom_source_squeeze_directive() has it. FALSE: it is no condition. */
gboolean
_loom_source_branches_read (LoomSourceBranches *self,
                              const char         *line)
{
  if (g_str_has_prefix (line, "ifdef"))
    push (self, evaluate_macro (self, line + strlen ("ifdef"), FALSE));
  else if (g_str_has_prefix (line, "ifndef"))
    push (self, evaluate_macro (self, line + strlen ("ifndef"), TRUE));
  else if (g_str_has_prefix (line, "if"))
    push (self, evaluate (self, line + strlen ("if")));
  else if (g_str_has_prefix (line, "elif"))
    read_else (self, evaluate (self, line + strlen ("elif")));
  else if (g_str_has_prefix (line, "else"))
    read_else (self, LOOM_BRANCH_TAKEN);
  else if (g_str_has_prefix (line, "endif") && self->levels->len > 0)
    g_array_set_size (self->levels, self->levels->len - 1);
  else
    return g_str_has_prefix (line, "endif");

  return TRUE;
}

/* For whoever knows better about the #if that was just read. */
void
_loom_source_branches_assume (LoomSourceBranches *self,
                                LoomBranch          branch)
{
  g_array_set_size (self->levels, self->levels->len - 1);
  push (self, branch);
}

/* The line without spaces, parentheses and comments; "ifdef X" is "ifdefX". */
char *
_loom_source_squeeze_directive (const char *text,
                                gsize       length)
{
  GString *line = g_string_new (NULL);

  for (gsize i = 1; i < length; i++)
    {
      if (text[i] == '/' && i + 1 < length && (text[i + 1] == '/' || text[i + 1] == '*'))
        break;
      if (!g_ascii_isspace (text[i]) && strchr ("()\\", text[i]) == NULL)
        g_string_append_c (line, text[i]);
    }

  return g_string_free (line, FALSE);
}
