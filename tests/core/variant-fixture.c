/* variant-fixture.c: what a peer that lies could send
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "variant-fixture.h"

#include <math.h>

#define PICK(rand, values) ((values)[g_rand_int_range (rand, 0, G_N_ELEMENTS (values))])

/* Indices that are just in range and just beyond it, and all that overflows. */
static guint64
pick_number (GRand   *rand,
             guint64  old)
{
  static const guint64 values[] = {
    G_MAXUINT64, G_MAXINT64, (guint64) G_MAXINT64 + 1, G_MAXUINT32, G_MAXINT32,
    (guint64) G_MAXINT32 + 1, (guint64) G_MAXUINT32 + 1, G_MAXUINT16, 1 << 20,
  };

  switch (g_rand_int_range (rand, 0, 4))
    {
    case 0:
      return old + 1;
    case 1:
      return old - 1;
    case 2:
      return (guint64) g_rand_int_range (rand, -2, 24);
    default:
      return PICK (rand, values);
    }
}

static GVariant *
mutate_leaf (GVariant *variant,
             GRand    *rand)
{
  static const double doubles[] = { NAN, INFINITY, -INFINITY, -1, 0, 1e308, 0.5 };
  static const char * const texts[] = { "", "f", "g", "0", "x y", "[", "-1", "\xc3\xa9", "1=1" };

  switch (g_variant_classify (variant))
    {
    case G_VARIANT_CLASS_BOOLEAN:
      return g_variant_new_boolean (!g_variant_get_boolean (variant));
    case G_VARIANT_CLASS_INT32:
      return g_variant_new_int32 (
          (gint32) pick_number (rand, (guint64) g_variant_get_int32 (variant)));
    case G_VARIANT_CLASS_UINT32:
      return g_variant_new_uint32 ((guint32) pick_number (rand, g_variant_get_uint32 (variant)));
    case G_VARIANT_CLASS_INT64:
      return g_variant_new_int64 (
          (gint64) pick_number (rand, (guint64) g_variant_get_int64 (variant)));
    case G_VARIANT_CLASS_UINT64:
      return g_variant_new_uint64 (pick_number (rand, g_variant_get_uint64 (variant)));
    case G_VARIANT_CLASS_DOUBLE:
      return g_variant_new_double (PICK (rand, doubles));
    case G_VARIANT_CLASS_STRING:
      return g_variant_new_string (PICK (rand, texts));
    default:
      return g_variant_ref (variant);
    }
}

/* Larger ones more often, so that what lies deep is not left alone. */
static gsize
pick_child (GVariant *variant,
            GRand    *rand)
{
  const gsize n = g_variant_n_children (variant);
  gint32 left = g_rand_int_range (rand, 0, (gint32) (g_variant_get_size (variant) + n));

  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GVariant) child = g_variant_get_child_value (variant, i);

      left -= (gint32) g_variant_get_size (child) + 1;
      if (left < 0)
        return i;
    }
  return g_rand_int_range (rand, 0, (gint32) n);
}

static GVariant *
build (GVariant  *like,
       GPtrArray *children)
{
  GVariant **items = (GVariant **) children->pdata;

  if (g_variant_is_of_type (like, G_VARIANT_TYPE_VARIANT))
    return g_variant_new_variant (items[0]);
  if (g_variant_is_of_type (like, G_VARIANT_TYPE_TUPLE))
    return g_variant_new_tuple (items, children->len);
  if (g_variant_is_of_type (like, G_VARIANT_TYPE_DICT_ENTRY))
    return g_variant_new_dict_entry (items[0], items[1]);
  return g_variant_new_array (g_variant_type_element (g_variant_get_type (like)), items,
                              children->len);
}

/* One element less, or more, or two of them in the other order. */
static void
mutate_array (GPtrArray *children,
              GRand     *rand)
{
  const gint32 n = (gint32) children->len;
  gpointer first = children->pdata[g_rand_int_range (rand, 0, n)];
  const gint32 at = g_rand_int_range (rand, 0, n);

  if (g_rand_boolean (rand))
    g_ptr_array_remove_index (children, (guint) at);
  else if (g_rand_boolean (rand))
    g_ptr_array_insert (children, at, g_variant_ref (first));
  else
    {
      /* which may be one and the same */
      g_variant_ref (first);
      g_variant_unref (children->pdata[at]);
      children->pdata[at] = first;
    }
}

GVariant *
fixture_mutate (GVariant *variant,
                GRand    *rand)
{
  const gsize n = g_variant_is_container (variant) ? g_variant_n_children (variant) : 0;
  g_autoptr (GPtrArray) children = NULL;
  gsize at;

  if (n == 0)
    return g_variant_take_ref (mutate_leaf (variant, rand));

  at = pick_child (variant, rand);
  children = g_ptr_array_new_with_free_func ((GDestroyNotify) g_variant_unref);
  for (gsize i = 0; i < n; i++)
    g_ptr_array_add (children, g_variant_get_child_value (variant, i));
  if (g_variant_is_of_type (variant, G_VARIANT_TYPE_ARRAY) && g_rand_int_range (rand, 0, 6) == 0)
    mutate_array (children, rand);
  else
    {
      GVariant *child = fixture_mutate (children->pdata[at], rand);

      g_variant_unref (children->pdata[at]);
      children->pdata[at] = child;
    }
  return g_variant_take_ref (build (variant, children));
}
