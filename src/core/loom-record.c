/* loom-record.c: what structs are made of: members, and the numbers in them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-record-private.h"

#include <string.h>

#define MOST_ELEMENTS 16        /* of an array, that are written out */

void
_loom_record_free (LoomRecord *self)
{
  for (guint i = 0; i < self->n_members; i++)
    g_free (self->members[i].name);
  for (guint i = 0; i < self->n_components; i++)
    g_free ((char *) self->components[i].name);
  g_free (self->members);
  g_free (self->components);
  g_free (self->name);
  g_free (self->text);
  g_free (self);
}

/**
 * loom_member_count:
 * @self: a member
 *
 * Returns: the elements of an array, 1 of all else
 */
guint
loom_member_count (const LoomMember *self)
{
  guint count = 1;

  g_return_val_if_fail (self != NULL, 1);

  for (guint i = 0; i < self->rank; i++)
    count *= self->extents[i];
  return count;
}

/* "m.1.2": as C has it, the last index is the fast one. */
static char *
name_element (const LoomMember *member,
              guint             element)
{
  g_autoptr (GString) indices = g_string_new (NULL);

  for (guint i = member->rank; i > 0; i--)
    {
      g_autofree char *index = g_strdup_printf (".%u", element % member->extents[i - 1]);

      g_string_prepend (indices, index);
      element /= member->extents[i - 1];
    }

  return g_strconcat (member->name, indices->str, NULL);
}

static void
add_element (GArray           *components,
             const LoomMember *member,
             guint             element)
{
  g_autofree char *name = name_element (member, element);
  const LoomType *type = &member->type;

  for (guint i = 0; i < loom_type_count_components (type); i++)
    {
      LoomComponent component = loom_type_get_component (type, i);

      component.name = *component.name != '\0' ? g_strconcat (name, ".", component.name, NULL)
                                               : g_strdup (name);
      component.offset += member->offset + element * type->size;
      if (member->kind == LOOM_MEMBER_ADDRESS)
        component.pointer = member;
      g_array_append_val (components, component);
    }
}

static void
list_components (LoomRecord *self)
{
  GArray *components = g_array_new (FALSE, FALSE, sizeof (LoomComponent));

  for (guint i = 0; i < self->n_members; i++)
    {
      const LoomMember *member = &self->members[i];

      if (member->kind != LOOM_MEMBER_OPAQUE && member->kind != LOOM_MEMBER_BITS)
        for (guint j = 0; j < loom_member_count (member); j++)
          add_element (components, member, j);
    }

  self->n_components = components->len;
  self->components = (LoomComponent *) g_array_free (components, FALSE);
}

const LoomRecord *
_loom_record_intern (LoomRecord *self)
{
  static GMutex mutex;
  static GHashTable *records;
  LoomRecord *known;

  g_mutex_lock (&mutex);
  if (records == NULL)
    records = g_hash_table_new (g_str_hash, g_str_equal);
  known = g_hash_table_lookup (records, self->text);
  if (known == NULL)
    {
      list_components (self);
      g_hash_table_insert (records, self->text, self);
    }
  g_mutex_unlock (&mutex);

  if (known == NULL)
    return self;
  _loom_record_free (self);
  return known;
}

static void
append_value (GString          *text,
              const LoomMember *member,
              const guint8     *data,
              char           *(*format) (const LoomType *type,
                                         gconstpointer   data))
{
  g_autofree char *value = NULL;
  guint64 address;

  if (member->kind == LOOM_MEMBER_ADDRESS)
    {
      memcpy (&address, data, sizeof address);
      g_string_append_printf (text, "0x%" G_GINT64_MODIFIER "x", address);
      return;
    }

  value = format (&member->type, data);
  g_string_append (text, value);
}

/* The elements of an array of `rank` dimensions from `depth` on. */
static void
append_elements (GString          *text,
                 const LoomMember *member,
                 guint             depth,
                 const guint8     *data,
                 char           *(*format) (const LoomType *type,
                                            gconstpointer   data))
{
  gsize step = member->type.size;

  if (depth == member->rank)
    {
      append_value (text, member, data, format);
      return;
    }

  for (guint i = depth + 1; i < member->rank; i++)
    step *= member->extents[i];
  g_string_append_c (text, '[');
  for (guint i = 0; i < MIN (member->extents[depth], MOST_ELEMENTS); i++)
    {
      if (i > 0)
        g_string_append (text, ", ");
      append_elements (text, member, depth + 1, data + i * step, format);
    }
  g_string_append (text, member->extents[depth] > MOST_ELEMENTS ? ", …]" : "]");
}

/**
 * loom_record_format_cell:
 * @self: what a struct is made of
 * @cell: its bytes
 * @format: writes the value of a member, or of an element of one that is an array
 *
 * Writes a struct with the names of its members: `{x: 1, y: 2}`. Bit-fields have no place that
 * anybody knows, so their value is a question mark.
 *
 * Returns: (transfer full): the text
 */
char *
loom_record_format_cell (const LoomRecord *self,
                         gconstpointer     cell,
                         char           *(*format) (const LoomType *type,
                                                    gconstpointer   data))
{
  GString *text = g_string_new ("{");

  g_return_val_if_fail (self != NULL && cell != NULL, NULL);

  for (guint i = 0; i < self->n_members; i++)
    {
      const LoomMember *member = &self->members[i];

      g_string_append_printf (text, "%s%s: ", i > 0 ? ", " : "", member->name);
      if (member->kind == LOOM_MEMBER_BITS)
        g_string_append_c (text, '?');
      else
        append_elements (text, member, 0, (const guint8 *) cell + member->offset, format);
    }

  return g_string_free (g_string_append_c (text, '}'), FALSE);
}
