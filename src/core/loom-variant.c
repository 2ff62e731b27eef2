/* loom-variant.c: plain values to and from GVariant, checked on the way in
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-record.h"
#include "loom-variant-private.h"

GVariant *
_loom_type_to_variant (const LoomType *type)
{
  return g_variant_new (LOOM_TYPE_VARIANT, (guint32) type->scalar, type->lanes, type->size,
                        type->record != NULL ? type->record->text : "");
}

gboolean
_loom_type_from_variant (GVariant *variant,
                         LoomType *type)
{
  const char *record;
  guint32 scalar;

  g_variant_get (variant, "(uuu&s)", &scalar, &type->lanes, &type->size, &record);
  type->scalar = scalar;
  type->record = *record != '\0' ? loom_record_parse (record) : NULL;
  return (*record == '\0' || type->record != NULL) && loom_type_is_valid (type);
}

GVariant *
_loom_shape_to_variant (const LoomShape *shape)
{
  return g_variant_new (LOOM_SHAPE_VARIANT, shape->rank, shape->cols, shape->rows, shape->planes);
}

gboolean
_loom_shape_from_variant (GVariant  *variant,
                          LoomShape *shape)
{
  guint64 cells;

  g_variant_get (variant, LOOM_SHAPE_VARIANT,
                 &shape->rank, &shape->cols, &shape->rows, &shape->planes);
  return loom_shape_cells (shape, &cells);
}

GVariant *
_loom_dim3_to_variant (const LoomDim3 *dim3)
{
  return g_variant_new (LOOM_DIM3_VARIANT, dim3->x, dim3->y, dim3->z);
}

void
_loom_dim3_from_variant (GVariant *variant,
                         LoomDim3 *dim3)
{
  g_variant_get (variant, LOOM_DIM3_VARIANT, &dim3->x, &dim3->y, &dim3->z);
}

GVariant *
_loom_list_to_variant (GPtrArray  *list,
                       const char *type,
                       LoomPack    pack)
{
  g_autoptr (GVariantType) array_type = g_variant_type_new_array (G_VARIANT_TYPE (type));
  GVariantBuilder builder;

  g_variant_builder_init (&builder, array_type);
  for (guint i = 0; i < list->len; i++)
    g_variant_builder_add_value (&builder, pack (g_ptr_array_index (list, i)));

  return g_variant_builder_end (&builder);
}

gboolean
_loom_list_from_variant (GVariant   *variant,
                         GPtrArray  *list,
                         LoomUnpack  unpack)
{
  GVariantIter iter;
  GVariant *child;

  g_variant_iter_init (&iter, variant);
  while ((child = g_variant_iter_next_value (&iter)) != NULL)
    {
      gpointer element = unpack (child);

      g_variant_unref (child);
      if (element == NULL)
        return FALSE;
      g_ptr_array_add (list, element);
    }

  return TRUE;
}

/* D-Bus has no null strings: the empty one stands for it where an empty one has no meaning of
 * its own. */
const char *
_loom_or_empty (const char *text)
{
  return text != NULL ? text : "";
}

char *
_loom_dup_or_null (const char *text)
{
  return *text != '\0' ? g_strdup (text) : NULL;
}
