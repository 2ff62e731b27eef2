/* loom-source-device-marks.c: which declarations are marked for the device, here or elsewhere
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-device-private.h"

/* The class that a function is a member of, wherever it stands. */
static guint
get_class (DeviceItems      *self,
           const DeviceItem *item)
{
  if (item->parent == NOWHERE)
    return item->qualifier;
  return device_token (&self->tokens, device_item (self, item->parent)->name)->word;
}

static gint64
make_key (DeviceItems      *self,
          const DeviceItem *item,
          guint64           signature)
{
  const guint64 name = device_token (&self->tokens, item->name)->word;
  const gboolean is_destructor = device_token (&self->tokens, item->name - 1)->c == '~';
  const guint64 class_word = get_class (self, item);
  const guint64 scope = class_word == WORD_NONE ? item->scope : 0;
  const guint64 key = ((name << 32 | class_word) ^ scope) * 11400714819323198485u;

  return (gint64) ((key ^ signature) * 1099511628211u + (guint64) is_destructor);
}

static DeviceMarks *
get_marks (DeviceItems      *self,
           const DeviceItem *item,
           guint64           signature)
{
  gint64 key = make_key (self, item, signature);
  DeviceMarks *marks = g_hash_table_lookup (self->marks, &key);

  if (marks == NULL)
    {
      marks = g_new0 (DeviceMarks, 1);
      g_hash_table_insert (self->marks, g_memdup2 (&key, sizeof key), marks);
    }

  return marks;
}

static void
count_marks (DeviceItems *self)
{
  for (guint i = 0; i < self->items->len; i++)
    {
      const DeviceItem *item = device_item (self, i);
      DeviceMarks *same, *named;

      if (item->kind != ITEM_FUNCTION || item->name == NOWHERE)
        continue;

      same = get_marks (self, item, item->signature);
      same->n_declared++;
      same->n_marked += item->is_marked;
      same->n_bodies += item->is_marked && item->body != NOWHERE;
      if (item->parent == NOWHERE)
        continue;
      named = get_marks (self, item, 0);
      named->n_declared++;
      named->n_marked += item->is_marked;
    }
}

/* Whether a declaration, or another one of the same function, is marked. */
gboolean
_loom_device_is_marked (DeviceItems *self,
                        DeviceItem  *item)
{
  const DeviceMarks *same, *named;

  if (item->is_marked || item->kind != ITEM_FUNCTION || item->name == NOWHERE)
    return item->is_marked;

  /* Where both have a body, an #if or its namespace tells them apart. */
  same = get_marks (self, item, item->signature);
  if (same->n_marked > 0 && (item->body == NOWHERE || same->n_bodies == 0))
    return TRUE;
  if (item->parent != NOWHERE || item->qualifier == WORD_NONE)
    return FALSE;

  /* Its parameters' types may be written in another way than within the class. */
  named = get_marks (self, item, 0);
  return named->n_marked > 0 && named->n_marked == named->n_declared;
}

/* Which declarations are marked, and which classes have members that are. */
void
_loom_device_find_marks (DeviceItems *self)
{
  count_marks (self);
  for (guint i = 0; i < self->items->len; i++)
    {
      DeviceItem *item = device_item (self, i);

      if (item->parent == NOWHERE || !_loom_device_is_marked (self, item))
        continue;
      for (guint j = item->parent; j != NOWHERE && !device_item (self, j)->has_marks; )
        {
          device_item (self, j)->has_marks = TRUE;
          j = device_item (self, j)->parent;
        }
    }
}
