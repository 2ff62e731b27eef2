/* loom-source-arrays.c: the arrays of the device that host code makes, and their names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-walk-private.h"

#include <string.h>

/* More of them than steps can name. */
#define MAX_ARRAYS 1024

static gboolean
is_taken (LoomSourceWalk *self,
          const char     *name)
{
  static const char * const words[] = { "host", "cols", "rows", "planes", "size", NULL };
  const GPtrArray *kernels = self->names->scan->kernels;

  for (guint i = 0; i < self->arrays->len; i++)
    if (g_strcmp0 (g_array_index (self->arrays, LoomWalkArray, i).name, name) == 0)
      return TRUE;
  /* the numbers of a kernel have groups of settings that are called alike */
  for (guint i = 0; i < kernels->len; i++)
    {
      const LoomScannedKernel *kernel = kernels->pdata[i];
      const LoomSourceBody *body
        = &g_array_index (self->names->scan->bodies, LoomSourceBody, kernel->body);

      for (guint k = 0; kernel->params[k] != NULL; k++)
        {
          guint first, end;
          gboolean is_pointer = FALSE;

          if (strcmp (kernel->params[k], name) != 0 ||
              !_loom_source_names_get_argument (self->names, body->paren, k, &first, &end))
            continue;
          for (guint t = first; t < end; t++)
            is_pointer |= has_punctuation (self->names, t, "*[");
          if (!is_pointer)
            return TRUE;
        }
    }
  return g_strv_contains (words, name);
}

/* Of `#12.sim.d_a` the d_a, of `#7.buffer[1]` the buffer1; of an array another one if
 * that is taken. */
const char *
_loom_walk_find_name (LoomSourceWalk *self,
                      const char     *key,
                      gboolean        is_array)
{
  g_autoptr (GString) name = g_string_new (NULL);
  const char *last = strrchr (key, '.');
  gsize length;

  last = last != NULL ? last + 1 : key;
  for (const char *c = last; *c != '\0'; c++)
    if (g_ascii_isalnum (*c) || *c == '_')
      g_string_append_c (name, *c);
  if (name->len == 0 || g_ascii_isdigit (name->str[0]))
    g_string_prepend (name, "array");
  length = name->len;
  for (guint i = 2; is_array && is_taken (self, name->str); i++)
    {
      g_string_truncate (name, length);
      g_string_append_printf (name, "_%u", i);
    }
  return _loom_walk_intern (self, "%s", name->str);
}

static gboolean
is_held_elsewhere (LoomSourceWalk *self,
                   guint           array,
                   const char     *key)
{
  GHashTableIter iter;
  gpointer other, value;

  g_hash_table_iter_init (&iter, self->held);
  while (g_hash_table_iter_next (&iter, &other, &value))
    {
      const LoomHeld *held = value;

      if ((held->kind == LOOM_HELD_ARRAY || held->kind == LOOM_HELD_PART) &&
          held->array == array && other != (gconstpointer) key)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_same_size (const LoomReadNumber *a,
              const LoomReadNumber *b)
{
  return a->is_certain == b->is_certain && a->value == b->value;
}

/* The array that is made here for a place: what was made here before, for this very place and as
 * large, if nothing else points to it. bytes: empty: not known. */
guint
_loom_walk_make_array (LoomSourceWalk  *self,
                       const char      *key,
                       guint            token,
                       LoomSourceRange  bytes)
{
  LoomWalkArray array = { .place = key, .token = token };

  array.bytes.is_certain = bytes.first < bytes.end &&
                           _loom_source_names_evaluate (self->names, bytes.first, bytes.end,
                                                        &array.bytes.value) &&
                           array.bytes.value > 0;
  if (!array.bytes.is_certain)
    array.bytes.value = 0;
  for (guint i = 0; i < self->arrays->len; i++)
    {
      const LoomWalkArray *known = &g_array_index (self->arrays, LoomWalkArray, i);

      if (known->place == key && known->token == token &&
          is_same_size (&known->bytes, &array.bytes) && !is_held_elsewhere (self, i, key))
        return i;
    }

  array.bytes_text = bytes.first < bytes.end
                     ? _loom_source_names_dup_text (self->names, bytes.first, bytes.end) : NULL;
  array.name = _loom_walk_find_name (self, key, TRUE);
  if (self->arrays->len >= MAX_ARRAYS)
    return self->arrays->len - 1;
  g_array_append_val (self->arrays, array);
  return self->arrays->len - 1;
}

/* What somebody else put into a variable has the name of that. */
static LoomHeld
name_opaque (LoomSourceWalk *self,
             const char     *key,
             guint           token)
{
  const LoomSourceRange nothing = { 0, 0 };
  const LoomPlace place = { .key = key };
  const LoomHeld held = {
    LOOM_HELD_ARRAY, .array = _loom_walk_make_array (self, key, token, nothing),
  };

  _loom_walk_put (self, &place, held);
  return held;
}

/* A pointer at namespace scope, or of an object, that nobody has been seen to set. */
static gboolean
is_foreign_pointer (LoomSourceWalk  *self,
                    const LoomPlace *place)
{
  return !place->is_own && place->is_pointer &&
         !g_hash_table_contains (self->held, place->key);
}

/* The array that an expression is a pointer to the first cell of. */
gboolean
_loom_walk_find_array (LoomSourceWalk  *self,
                       LoomSourceRange  range,
                       guint           *array)
{
  LoomHeld held = _loom_walk_read (self, range);
  LoomPlace place;

  range = _loom_walk_strip (self, range);
  if ((held.kind == LOOM_HELD_OPAQUE || held.kind == LOOM_HELD_UNKNOWN) &&
      _loom_walk_find_whole (self, range, &place) &&
      (held.kind == LOOM_HELD_OPAQUE || is_foreign_pointer (self, &place)))
    held = name_opaque (self, place.key, held.array);
  *array = held.array;
  return held.kind == LOOM_HELD_ARRAY;
}

/* An array that a function has made and handed back has the name of the variable that gets it. */
void
_loom_walk_rename_array (LoomSourceWalk *self,
                         guint           array,
                         const char     *key)
{
  LoomWalkArray *made = &g_array_index (self->arrays, LoomWalkArray, array);

  if (made->is_touched || g_hash_table_contains (self->held, made->place))
    return;
  made->name = NULL;
  made->name = _loom_walk_find_name (self, key, TRUE);
}

/* A step does something with it. */
LoomWalkArray *
_loom_walk_use_array (LoomSourceWalk *self,
                      guint           array)
{
  LoomWalkArray *used = &g_array_index (self->arrays, LoomWalkArray, array);

  used->is_touched = TRUE;
  return used;
}
