/* loom-scope.c: the arrays that an expression can name
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-evaluator.h"

typedef struct
{
  char      *name;
  LoomValue *value;
  gboolean   is_given;          /* by whoever made the scope, else x, y, cols and the like */
} Entry;

struct _LoomScope
{
  GPtrArray *entries;           /* (element-type Entry) */
  LoomShape  shape;             /* of the array whose indices are meant; rank 0: of none */
};

static void
entry_free (Entry *self)
{
  g_free (self->name);
  loom_value_unref (self->value);
  g_free (self);
}

static void
loom_scope_clear (LoomScope *self)
{
  g_ptr_array_unref (self->entries);
}

/**
 * loom_scope_new:
 *
 * Returns: (transfer full): a scope without a name
 */
LoomScope *
loom_scope_new (void)
{
  LoomScope *self = g_atomic_rc_box_new0 (LoomScope);

  self->entries = g_ptr_array_new_with_free_func ((GDestroyNotify) entry_free);
  return self;
}

void
loom_scope_unref (LoomScope *self)
{
  g_return_if_fail (self != NULL);

  g_atomic_rc_box_release_full (self, (GDestroyNotify) loom_scope_clear);
}

/**
 * loom_scope_find:
 *
 * Returns: (transfer none) (nullable): what was added last under that name
 */
LoomValue *
loom_scope_find (LoomScope  *self,
                 const char *name)
{
  g_return_val_if_fail (self != NULL && name != NULL, NULL);

  for (guint i = self->entries->len; i-- > 0;)
    {
      const Entry *entry = self->entries->pdata[i];

      if (g_str_equal (entry->name, name))
        return entry->value;
    }
  return NULL;
}

static void
add (LoomScope  *self,
     const char *name,
     LoomValue  *value,
     gboolean    is_given)
{
  Entry *entry = g_new0 (Entry, 1);

  entry->name = g_strdup (name);
  entry->value = loom_value_ref (value);
  entry->is_given = is_given;
  g_ptr_array_add (self->entries, entry);
}

/**
 * loom_scope_add:
 * @name: by which an expression knows it
 * @value: any; a reference is taken
 *
 * Adds a name, which hides the same one if that is there.
 */
void
loom_scope_add (LoomScope  *self,
                const char *name,
                LoomValue  *value)
{
  g_return_if_fail (self != NULL && name != NULL && value != NULL);

  add (self, name, value, TRUE);
}

static void
add_number (LoomScope  *self,
            const char *name,
            gint64      number,
            gboolean    is_given)
{
  const LoomType type = loom_type_of (LOOM_SCALAR_I32, 1);
  const gint32 narrow = MIN (number, G_MAXINT32);
  g_autoptr (GBytes) bytes = g_bytes_new (&narrow, sizeof narrow);
  g_autoptr (LoomValue) value = loom_value_new (&type, 0, NULL, bytes);

  add (self, name, value, is_given);
}

/**
 * loom_scope_add_number:
 * @name: by which an expression knows it
 * @number: an int; larger ones are the largest
 *
 * Adds a number, as a counter is.
 */
void
loom_scope_add_number (LoomScope  *self,
                       const char *name,
                       gint64      number)
{
  g_return_if_fail (self != NULL && name != NULL);

  add_number (self, name, number, TRUE);
}

/**
 * loom_scope_add_shape:
 * @shape: what `x`, `y`, `z`, `cols`, `rows`, `planes` and `size` are of
 *
 * Adds extents and indices, which arrays of the same names hide.
 */
void
loom_scope_add_shape (LoomScope       *self,
                      const LoomShape *shape)
{
  g_return_if_fail (self != NULL && shape != NULL);

  add_number (self, "cols", shape->cols, FALSE);
  add_number (self, "rows", shape->rows, FALSE);
  add_number (self, "planes", shape->planes, FALSE);
  add_number (self, "size", shape->cols * shape->rows * shape->planes, FALSE);
  self->shape = *shape;
}

/**
 * loom_scope_get_extent:
 * @name: `x`, `y` or `z`, or any other
 * @axis: (out): which axis that is an index along, counted from the last
 *
 * Returns: how many cells there are along it; 0 if the name is no index
 */
gint64
loom_scope_get_extent (LoomScope  *self,
                       const char *name,
                       guint      *axis)
{
  const gint64 extents[] = { self->shape.cols, self->shape.rows, self->shape.planes };

  g_return_val_if_fail (self != NULL && name != NULL && axis != NULL, 0);

  if (self->shape.rank == 0 || *name < 'x' || *name > 'z' || name[1] != '\0')
    return 0;
  *axis = *name - 'x';
  return extents[*axis];
}

/**
 * loom_scope_dup_names:
 *
 * Returns: (transfer full): all names for messages, those of arrays first
 */
char *
loom_scope_dup_names (LoomScope *self)
{
  g_autoptr (GString) names = g_string_new (NULL);

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < 2 * self->entries->len; i++)
    {
      const Entry *entry = self->entries->pdata[i % self->entries->len];

      if (entry->is_given == (i < self->entries->len) &&
          loom_scope_find (self, entry->name) == entry->value)
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", entry->name);
    }
  for (char axis = 'x'; axis <= 'z' && self->shape.rank > 0; axis++)
    {
      const char name[] = { axis, '\0' };

      if (loom_scope_find (self, name) == NULL)
        g_string_append_printf (names, ", %s", name);
    }
  return g_strdup (names->str);
}
