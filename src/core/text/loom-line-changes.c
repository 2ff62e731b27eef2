/* loom-line-changes.c: which lines of a text are others in a later one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The fewest lines that have to be removed and added, as E. W. Myers finds them (An O(ND)
 * Difference Algorithm and Its Variations, 1986): for each number of edits, how far one comes on
 * each diagonal, a diagonal being how many lines more were removed than added.
 */

#include "config.h"

#include "loom-line-changes.h"

#include <string.h>

/* The lines of a text, as numbers that are equal where lines are. */
typedef struct
{
  char   **lines;
  guint   *ids;
  guint8  *edited;              /* whether the other text lacks it */
  gint     n;
} Text;

/* What lies between the lines that both begin with and those that both end with. */
typedef struct
{
  const guint *a, *b;
  gint         n, m;
} Middle;

static void
change_free (gpointer data)
{
  LoomLineChange *self = data;

  g_free (self->was);
  g_free (self->is);
  g_free (self);
}

/* What stands behind the last end of a line is a line only if it is not empty. */
static void
text_init (Text       *self,
           const char *text,
           GHashTable *known)
{
  self->lines = g_strsplit (text, "\n", -1);
  self->n = (gint) g_strv_length (self->lines);
  if (self->n > 0 && *self->lines[self->n - 1] == '\0')
    self->n--;
  self->ids = g_new (guint, self->n + 1);
  self->edited = g_new0 (guint8, self->n + 1);
  for (gint i = 0; i < self->n; i++)
    {
      gpointer id = NULL;

      if (g_str_has_suffix (self->lines[i], "\r"))
        self->lines[i][strlen (self->lines[i]) - 1] = '\0';
      if (!g_hash_table_lookup_extended (known, self->lines[i], NULL, &id))
        {
          id = GUINT_TO_POINTER (g_hash_table_size (known));
          g_hash_table_insert (known, g_strdup (self->lines[i]), id);
        }
      self->ids[i] = GPOINTER_TO_UINT (id);
    }
}

static void
text_clear (Text *self)
{
  g_strfreev (self->lines);
  g_free (self->ids);
  g_free (self->edited);
}

/* Whether the last edit on the way to a diagonal adds a line, else it removes one. `reached` has
 * every other diagonal from -(edits - 1) to edits - 1. */
static gboolean
is_addition (const gint *reached,
             gint        edits,
             gint        diagonal)
{
  const gint at = (diagonal + edits) / 2;

  return diagonal == -edits || (diagonal != edits && reached[at - 1] < reached[at]);
}

/* How many lines of the first text are behind one after an edit, and those that follow and are
 * alike. */
static gint
reach (const Middle *middle,
       const gint   *reached,
       gint          edits,
       gint          diagonal)
{
  const gint at = (diagonal + edits) / 2;
  gint x = 0;

  if (edits > 0)
    x = is_addition (reached, edits, diagonal) ? reached[at] : reached[at - 1] + 1;
  while (x < middle->n && x - diagonal < middle->m && middle->a[x] == middle->b[x - diagonal])
    x++;
  return x;
}

/* Goes back from the end, edit by edit. */
static void
mark_edits (const Middle *middle,
            GPtrArray    *rows,
            guint8       *removed,
            guint8       *added)
{
  gint diagonal = middle->n - middle->m;

  for (gint edits = (gint) rows->len; edits > 0; edits--)
    {
      const gint *reached = g_ptr_array_index (rows, edits - 1);
      const gint at = (diagonal + edits) / 2;

      if (is_addition (reached, edits, diagonal))
        {
          diagonal++;
          added[reached[at] - diagonal] = TRUE;
        }
      else
        {
          diagonal--;
          removed[reached[at - 1]] = TRUE;
        }
    }
}

static void
find_edits (const Middle *middle,
            guint8       *removed,
            guint8       *added)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_free);

  for (gint edits = 0; edits <= LOOM_MAX_LINE_EDITS; edits++)
    {
      const gint *before = edits > 0 ? g_ptr_array_index (rows, edits - 1) : NULL;
      g_autofree gint *row = g_new (gint, edits + 1);

      for (gint diagonal = -edits; diagonal <= edits; diagonal += 2)
        {
          const gint x = reach (middle, before, edits, diagonal);

          row[(diagonal + edits) / 2] = x;
          if (x < middle->n || x - diagonal < middle->m)
            continue;
          mark_edits (middle, rows, removed, added);
          return;
        }
      g_ptr_array_add (rows, g_steal_pointer (&row));
    }
  memset (removed, TRUE, middle->n);
  memset (added, TRUE, middle->m);
}

static void
mark (Text *a,
      Text *b)
{
  gint first = 0, end_a = a->n, end_b = b->n;

  while (first < MIN (end_a, end_b) && a->ids[first] == b->ids[first])
    first++;
  while (MIN (end_a, end_b) > first && a->ids[end_a - 1] == b->ids[end_b - 1])
    {
      end_a--;
      end_b--;
    }
  find_edits (&(Middle) { a->ids + first, b->ids + first, end_a - first, end_b - first },
              a->edited + first, b->edited + first);
}

static LoomLineChange *
change_new (const Text *a,
            const Text *b,
            gint        i,
            gint        j)
{
  LoomLineChange *self = g_new0 (LoomLineChange, 1);
  const gboolean removed = i < a->n && a->edited[i], added = j < b->n && b->edited[j];

  *self = (LoomLineChange) {
    .kind = removed && added ? LOOM_LINE_CHANGED : added ? LOOM_LINE_ADDED : LOOM_LINE_REMOVED,
    .before = (guint) i + 1,
    .after = (guint) j + 1,
    .was = removed ? g_strdup (a->lines[i]) : NULL,
    .is = added ? g_strdup (b->lines[j]) : NULL,
  };
  return self;
}

/**
 * loom_line_changes_list:
 * @before: a text
 * @after: a later one
 *
 * Lists the lines by which two texts differ, as few as can be. Lines that stand in place of others
 * are changed ones; how a line ends makes no difference.
 *
 * Returns: (transfer full) (element-type LoomLineChange): the changes, in the order of the lines
 */
GPtrArray *
loom_line_changes_list (const char *before,
                        const char *after)
{
  GPtrArray *changes = g_ptr_array_new_with_free_func (change_free);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Text a, b;

  g_return_val_if_fail (before != NULL && after != NULL, changes);

  text_init (&a, before, known);
  text_init (&b, after, known);
  mark (&a, &b);
  for (gint i = 0, j = 0; i < a.n || j < b.n;)
    {
      const gboolean removed = i < a.n && a.edited[i], added = j < b.n && b.edited[j];

      if (removed || added)
        g_ptr_array_add (changes, change_new (&a, &b, i, j));
      i += removed || !added;
      j += added || !removed;
    }
  text_clear (&a);
  text_clear (&b);
  return changes;
}
