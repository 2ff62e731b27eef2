/* loom-wire.c: structs to and from GVariant, by tables of their members, checked on the way in
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-wire-private.h"

#include <string.h>

/* Type strings of the kinds that have one of their own. */
static const char *const types[] = { "b", "i", "u", "x", "t", "d", "s", "s", "s", "ad", "au" };

static void append_type (GString        *text,
                         const LoomWire *self);

static void
append_member_type (GString              *text,
                    const LoomWireMember *member)
{
  if (member->kind == LOOM_WIRE_STRINGS)
    g_string_append (text, "as");
  else if (member->kind == LOOM_WIRE_VARIANTS || member->kind == LOOM_WIRE_OPTIONAL)
    g_string_append (text, "av");
  else if (member->kind == LOOM_WIRE_VALUES)
    g_string_append (text, "ay");
  else if (member->kind < LOOM_WIRE_STRUCT)
    g_string_append (text, types[member->kind]);
  else
    {
      if (member->kind == LOOM_WIRE_ARRAY || member->kind == LOOM_WIRE_POINTERS)
        g_string_append_c (text, 'a');
      append_type (text, member->of);
    }
}

static void
append_type (GString        *text,
             const LoomWire *self)
{
  if (self->type != NULL)
    {
      g_string_append (text, self->type);
      return;
    }
  g_string_append_c (text, '(');
  for (gsize i = 0; i < self->n_members; i++)
    append_member_type (text, &self->members[i]);
  g_string_append_c (text, ')');
}

/* The type of a struct on the wire, which the caller frees. */
char *
_loom_wire_dup_type (const LoomWire *self)
{
  GString *text = g_string_new (NULL);

  append_type (text, self);
  return g_string_free (text, FALSE);
}

static void
begin_list (GVariantBuilder *builder,
            const LoomWire  *of)
{
  g_autofree char *element = _loom_wire_dup_type (of);
  g_autofree char *type = g_strconcat ("a", element, NULL);

  g_variant_builder_init (builder, G_VARIANT_TYPE (type));
}

static GVariant *
pack_array (const LoomWire *of,
            const GArray   *array)
{
  GVariantBuilder builder;

  begin_list (&builder, of);
  for (guint i = 0; i < array->len; i++)
    g_variant_builder_add_value (&builder, _loom_wire_pack (of, array->data + i * of->size));
  return g_variant_builder_end (&builder);
}

static GVariant *
pack_pointers (const LoomWire  *of,
               const GPtrArray *list)
{
  GVariantBuilder builder;

  begin_list (&builder, of);
  for (guint i = 0; list != NULL && i < list->len; i++)
    g_variant_builder_add_value (&builder, _loom_wire_pack (of, list->pdata[i]));
  return g_variant_builder_end (&builder);
}

static GVariant *
pack_variants (const LoomWire *of,
               const gpointer *structs,
               guint           n)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("av"));
  for (guint i = 0; i < n; i++)
    g_variant_builder_add (&builder, "v", _loom_wire_pack (of, structs[i]));
  return g_variant_builder_end (&builder);
}

/* Packs plain values without holes, as a floating variant. */
static GVariant *
pack_values (const GArray *values)
{
  return g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, values->data,
                                    values->len * g_array_get_element_size ((GArray *) values), 1);
}

/* Adds plain values; FALSE if there are more than may be, or not whole ones. */
static gboolean
unpack_values (GVariant *variant,
               GArray   *values,
               guint     most)
{
  const guint size = g_array_get_element_size (values);
  gsize n;
  gconstpointer bytes = g_variant_get_fixed_array (variant, &n, 1);

  if (n % size != 0 || n / size > most)
    return FALSE;
  g_array_append_vals (values, bytes, (guint) (n / size));
  return TRUE;
}

static GVariant *
pack_numbers (const GArray       *numbers,
              const GVariantType *type)
{
  return g_variant_new_fixed_array (type, numbers->data, numbers->len,
                                    g_array_get_element_size ((GArray *) numbers));
}

static GVariant *
pack_member (const LoomWireMember *member,
             gconstpointer         data)
{
  const void *at = (const char *) data + member->offset;
  const char *text;

  switch (member->kind)
    {
    case LOOM_WIRE_BOOLEAN:
      return g_variant_new_boolean (*(const gboolean *) at);
    case LOOM_WIRE_INT32:
      return g_variant_new_int32 (*(const gint32 *) at);
    case LOOM_WIRE_UINT32:
      return g_variant_new_uint32 (*(const guint32 *) at);
    case LOOM_WIRE_INT64:
      return g_variant_new_int64 (*(const gint64 *) at);
    case LOOM_WIRE_UINT64:
      return g_variant_new_uint64 (*(const guint64 *) at);
    case LOOM_WIRE_DOUBLE:
      return g_variant_new_double (*(const double *) at);
    case LOOM_WIRE_STRING:
    case LOOM_WIRE_NULLABLE:
    case LOOM_WIRE_INTERNED:
      text = *(const char *const *) at;
      return g_variant_new_string (text != NULL ? text : "");
    case LOOM_WIRE_DOUBLES:
      return pack_numbers (*(GArray *const *) at, G_VARIANT_TYPE_DOUBLE);
    case LOOM_WIRE_UINT32S:
      return pack_numbers (*(GArray *const *) at, G_VARIANT_TYPE_UINT32);
    case LOOM_WIRE_STRUCT:
      return _loom_wire_pack (member->of, at);
    case LOOM_WIRE_OBJECT:
      return _loom_wire_pack (member->of, *(const void *const *) at);
    case LOOM_WIRE_ARRAY:
      return pack_array (member->of, *(GArray *const *) at);
    case LOOM_WIRE_POINTERS:
      return pack_pointers (member->of, *(GPtrArray *const *) at);
    case LOOM_WIRE_VARIANTS:
      return pack_variants (member->of, (*(GPtrArray *const *) at)->pdata,
                            (*(GPtrArray *const *) at)->len);
    case LOOM_WIRE_OPTIONAL:
      return pack_variants (member->of, at, *(const gpointer *) at != NULL);
    case LOOM_WIRE_STRINGS:
      return g_variant_new_strv ((const char *const *) (*(GPtrArray *const *) at)->pdata,
                                 (*(GPtrArray *const *) at)->len);
    case LOOM_WIRE_VALUES:
      return pack_values (*(GArray *const *) at);
    default:
      g_return_val_if_reached (NULL);
    }
}

/* Packs a struct for another process, as a floating variant. */
GVariant *
_loom_wire_pack (const LoomWire *self,
                 gconstpointer   data)
{
  g_autofree GVariant **children = NULL;

  g_return_val_if_fail (data != NULL, NULL);

  if (self->pack != NULL)
    return self->pack (data);
  children = g_new (GVariant *, self->n_members);
  for (gsize i = 0; i < self->n_members; i++)
    children[i] = pack_member (&self->members[i], data);
  return g_variant_new_tuple (children, self->n_members);
}

/* Elements of an array are zeros before they are read, so that it can be freed at any time. */
static gboolean
unpack_array (const LoomWire *of,
              GVariant       *variant,
              GArray         *array)
{
  for (gsize i = 0; i < g_variant_n_children (variant); i++)
    {
      g_autoptr (GVariant) child = g_variant_get_child_value (variant, i);
      char *element;

      g_array_set_size (array, array->len + 1);
      element = array->data + (array->len - 1) * of->size;
      memset (element, 0, of->size);
      if (!_loom_wire_unpack (of, child, element))
        return FALSE;
    }
  return TRUE;
}

static gpointer
create (const LoomWire *self,
        GVariant       *variant)
{
  gpointer data = self->create != NULL ? self->create () : g_malloc0 (self->size);

  if (!_loom_wire_unpack (self, variant, data))
    g_clear_pointer (&data, self->destroy);
  return data;
}

static gboolean
unpack_pointers (const LoomWire  *of,
                 GVariant        *variant,
                 GPtrArray      **list)
{
  const gsize n = g_variant_n_children (variant);

  if (*list == NULL && n > 0)
    *list = g_ptr_array_new_with_free_func (of->destroy);
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GVariant) child = g_variant_get_child_value (variant, i);
      gpointer element = create (of, child);

      if (element == NULL)
        return FALSE;
      g_ptr_array_add (*list, element);
    }
  return TRUE;
}

static gpointer
create_from_variants (const LoomWire *of,
                      GVariant       *variants,
                      gsize           i)
{
  g_autoptr (GVariant) child = g_variant_get_child_value (variants, i);
  g_autoptr (GVariant) inner = g_variant_get_variant (child);

  return _loom_wire_create (of, inner);
}

static gboolean
unpack_variants (const LoomWire *of,
                 GVariant       *variant,
                 GPtrArray      *list)
{
  for (gsize i = 0; i < g_variant_n_children (variant); i++)
    {
      gpointer element = create_from_variants (of, variant, i);

      if (element == NULL)
        return FALSE;
      g_ptr_array_add (list, element);
    }
  return TRUE;
}

static void
unpack_text (LoomWireKind  kind,
             GVariant     *variant,
             gpointer      at)
{
  const char *text = g_variant_get_string (variant, NULL);

  if (kind == LOOM_WIRE_INTERNED)
    *(const char **) at = *text != '\0' ? g_intern_string (text) : NULL;
  else
    *(char **) at = *text != '\0' || kind == LOOM_WIRE_STRING ? g_strdup (text) : NULL;
}

static void
unpack_numbers (GVariant *variant,
                GArray   *numbers)
{
  gsize n;
  gconstpointer values
      = g_variant_get_fixed_array (variant, &n, g_array_get_element_size (numbers));

  g_array_append_vals (numbers, values, (guint) n);
}

static gboolean
unpack_member (const LoomWireMember *member,
               GVariant             *variant,
               gpointer              data)
{
  void *at = (char *) data + member->offset;

  switch (member->kind)
    {
    case LOOM_WIRE_BOOLEAN:
      *(gboolean *) at = g_variant_get_boolean (variant);
      return TRUE;
    case LOOM_WIRE_INT32:
      *(gint32 *) at = g_variant_get_int32 (variant);
      return TRUE;
    case LOOM_WIRE_UINT32:
      *(guint32 *) at = g_variant_get_uint32 (variant);
      return member->most == 0 || *(guint32 *) at <= member->most;
    case LOOM_WIRE_INT64:
      *(gint64 *) at = g_variant_get_int64 (variant);
      return TRUE;
    case LOOM_WIRE_UINT64:
      *(guint64 *) at = g_variant_get_uint64 (variant);
      return TRUE;
    case LOOM_WIRE_DOUBLE:
      *(double *) at = g_variant_get_double (variant);
      return TRUE;
    case LOOM_WIRE_STRING:
    case LOOM_WIRE_NULLABLE:
    case LOOM_WIRE_INTERNED:
      unpack_text (member->kind, variant, at);
      return TRUE;
    case LOOM_WIRE_DOUBLES:
    case LOOM_WIRE_UINT32S:
      unpack_numbers (variant, *(GArray **) at);
      return TRUE;
    case LOOM_WIRE_STRUCT:
      return _loom_wire_unpack (member->of, variant, at);
    case LOOM_WIRE_OBJECT:
      return (*(gpointer *) at = create (member->of, variant)) != NULL;
    case LOOM_WIRE_ARRAY:
      return unpack_array (member->of, variant, *(GArray **) at);
    case LOOM_WIRE_POINTERS:
      return unpack_pointers (member->of, variant, at);
    case LOOM_WIRE_VARIANTS:
      return unpack_variants (member->of, variant, *(GPtrArray **) at);
    case LOOM_WIRE_OPTIONAL:
      return g_variant_n_children (variant) == 0
             || (*(gpointer *) at = create_from_variants (member->of, variant, 0)) != NULL;
    case LOOM_WIRE_STRINGS:
      for (gsize i = 0; i < g_variant_n_children (variant); i++)
        {
          char *text;

          g_variant_get_child (variant, i, "s", &text);
          g_ptr_array_add (*(GPtrArray **) at, text);
        }
      return TRUE;
    case LOOM_WIRE_VALUES:
      return unpack_values (variant, *(GArray **) at, member->most);
    default:
      g_return_val_if_reached (FALSE);
    }
}

/* Reads a variant of the table's type into a struct without contents; FALSE if a value cannot be,
 * and then the struct may be filled in part. */
gboolean
_loom_wire_unpack (const LoomWire *self,
                   GVariant       *variant,
                   gpointer        data)
{
  if (self->unpack != NULL)
    return self->unpack (variant, data);
  for (gsize i = 0; i < self->n_members; i++)
    {
      g_autoptr (GVariant) child = g_variant_get_child_value (variant, i);

      if (!unpack_member (&self->members[i], child, data))
        return FALSE;
    }
  return self->check == NULL || self->check (data);
}

/* A new struct of what a variant holds, or NULL where it has another type or a value that cannot
 * be. */
gpointer
_loom_wire_create (const LoomWire *self,
                   GVariant       *variant)
{
  g_autofree char *type = _loom_wire_dup_type (self);

  g_return_val_if_fail (variant != NULL, NULL);

  return g_variant_is_of_type (variant, G_VARIANT_TYPE (type)) ? create (self, variant) : NULL;
}

/* Adds the members of a struct to an a{sv}, each under its key. */
void
_loom_wire_pack_entries (const LoomWireEntry *entries,
                         gsize                n,
                         gconstpointer        data,
                         GVariantBuilder     *builder)
{
  for (gsize i = 0; i < n; i++)
    {
      const LoomWireMember *member = &entries[i].member;

      if (member->kind != LOOM_WIRE_OBJECT
          || G_STRUCT_MEMBER (gpointer, data, member->offset) != NULL)
        g_variant_builder_add (builder, "{sv}", entries[i].key, pack_member (member, data));
    }
}

/* Reads the members of a struct from an a{sv}. NULL, or the key of the first one that is missing,
 * has another type or a value that cannot be; the struct may then be filled in part. */
const char *
_loom_wire_unpack_entries (const LoomWireEntry *entries,
                           gsize                n,
                           GVariant            *variant,
                           gpointer             data)
{
  for (gsize i = 0; i < n; i++)
    {
      const LoomWireMember *member = &entries[i].member;
      g_autoptr (GString) type = g_string_new (NULL);
      g_autoptr (GVariant) value = g_variant_lookup_value (variant, entries[i].key, NULL);

      if (value == NULL && member->kind == LOOM_WIRE_OBJECT)
        continue;
      append_member_type (type, member);
      if (value == NULL || !g_variant_is_of_type (value, G_VARIANT_TYPE (type->str))
          || !unpack_member (member, value, data))
        return entries[i].key;
    }
  return NULL;
}
