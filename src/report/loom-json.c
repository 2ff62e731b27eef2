/* loom-json.c: JSON that people can read as well: short lists in one line (the generator of
 * json-glib gives every number a line), times without noise
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-json.h"

#include "loom-scalar-text.h"

#include <math.h>

static void append_node (GString  *text,
                         JsonNode *node,
                         guint     depth);

static void
append_break (GString *text,
              guint    depth)
{
  g_string_append_printf (text, "\n%*s", (int) (2 * depth), "");
}

static void
append_scalar (GString  *text,
               JsonNode *node)
{
  g_autoptr (JsonGenerator) generator = NULL;
  g_autofree char *data = NULL;

  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_DOUBLE)
    {
      data = loom_scalar_text_shorten (LOOM_SCALAR_F64, json_node_get_double (node));
      g_string_append (text, data);
      return;
    }

  generator = json_generator_new ();
  json_generator_set_root (generator, node);
  data = json_generator_to_data (generator, NULL);
  g_string_append (text, data);
}

static gboolean
is_nested (JsonNode *node)
{
  return JSON_NODE_HOLDS_OBJECT (node) || JSON_NODE_HOLDS_ARRAY (node);
}

static void
append_array (GString   *text,
              JsonArray *array,
              guint      depth)
{
  const guint length = json_array_get_length (array);
  const gboolean nested = length > 0 && is_nested (json_array_get_element (array, 0));

  g_string_append_c (text, '[');

  for (guint i = 0; i < length; i++)
    {
      if (i > 0)
        g_string_append (text, nested ? "," : ", ");

      if (nested)
        append_break (text, depth + 1);

      append_node (text, json_array_get_element (array, i), depth + 1);
    }

  if (nested)
    append_break (text, depth);

  g_string_append_c (text, ']');
}

static void
append_object (GString    *text,
               JsonObject *object,
               guint       depth)
{
  g_autoptr (GList) members = json_object_get_members (object);

  g_string_append_c (text, '{');

  for (GList *l = members; l != NULL; l = l->next)
    {
      append_break (text, depth + 1);
      g_string_append_printf (text, "\"%s\": ", (char *) l->data);
      append_node (text, json_object_get_member (object, l->data), depth + 1);

      if (l->next != NULL)
        g_string_append_c (text, ',');
    }

  if (members != NULL)
    append_break (text, depth);

  g_string_append_c (text, '}');
}

static void
append_node (GString  *text,
             JsonNode *node,
             guint     depth)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    append_object (text, json_node_get_object (node), depth);
  else if (JSON_NODE_HOLDS_ARRAY (node))
    append_array (text, json_node_get_array (node), depth);
  else
    append_scalar (text, node);
}

/**
 * loom_json_format:
 * @root: a tree whose keys are plain words
 *
 * Writes a tree in the C number format, its members in the order in which they were added.
 *
 * Returns: (transfer full): the text, ended by a newline
 */
char *
loom_json_format (JsonNode *root)
{
  GString *text = g_string_new (NULL);

  append_node (text, root, 0);
  g_string_append_c (text, '\n');

  return g_string_free (text, FALSE);
}

/**
 * loom_json_finish:
 * @builder: a builder within its outermost object
 *
 * Ends a report.
 *
 * Returns: (transfer full): its text, as loom_json_format() gives it
 */
char *
loom_json_finish (JsonBuilder *builder)
{
  g_autoptr (JsonNode) root = NULL;

  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  return loom_json_format (root);
}

void
loom_json_begin_object (JsonBuilder *builder,
                        const char  *key)
{
  json_builder_set_member_name (builder, key);
  json_builder_begin_object (builder);
}

void
loom_json_begin_array (JsonBuilder *builder,
                       const char  *key)
{
  json_builder_set_member_name (builder, key);
  json_builder_begin_array (builder);
}

void
loom_json_add_null (JsonBuilder *builder,
                    const char  *key)
{
  json_builder_set_member_name (builder, key);
  json_builder_add_null_value (builder);
}

void
loom_json_add_text (JsonBuilder *builder,
                    const char  *key,
                    const char  *value)
{
  json_builder_set_member_name (builder, key);
  if (value == NULL)
    json_builder_add_null_value (builder);
  else
    json_builder_add_string_value (builder, value);
}

void
loom_json_add_truth (JsonBuilder *builder,
                     const char  *key,
                     gboolean     value)
{
  json_builder_set_member_name (builder, key);
  json_builder_add_boolean_value (builder, value);
}

void
loom_json_add_int (JsonBuilder *builder,
                   const char  *key,
                   gint64       value)
{
  json_builder_set_member_name (builder, key);
  json_builder_add_int_value (builder, value);
}

void
loom_json_add_count (JsonBuilder *builder,
                     const char  *key,
                     guint64      value)
{
  loom_json_add_int (builder, key, MIN (value, G_MAXINT64));
}

void
loom_json_add_optional (JsonBuilder *builder,
                        const char  *key,
                        gint64       value)
{
  if (value < 0)
    loom_json_add_null (builder, key);
  else
    loom_json_add_int (builder, key, value);
}

void
loom_json_add_measure (JsonBuilder *builder,
                       const char  *key,
                       double       value)
{
  json_builder_set_member_name (builder, key);
  if (value < 0)
    json_builder_add_null_value (builder);
  else
    loom_json_add_rounded (builder, value);
}

/* Into an array: a measure without the noise of its last digits. */
/* The generator of json-glib would write 0.348 as 0.34799999999999998. */
void
loom_json_add_rounded (JsonBuilder *builder,
                       double       value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (number, sizeof number, "%.9g", value);
  json_builder_add_double_value (builder, g_ascii_strtod (number, NULL));
}

void
loom_json_add_dim3 (JsonBuilder    *builder,
                    const char     *key,
                    const LoomDim3 *value)
{
  const guint32 extents[] = { value->x, value->y, value->z };

  loom_json_begin_array (builder, key);
  for (guint i = 0; i < G_N_ELEMENTS (extents); i++)
    json_builder_add_int_value (builder, extents[i]);
  json_builder_end_array (builder);
}

void
loom_json_add_deviation (JsonBuilder         *builder,
                         const char          *key,
                         const LoomDeviation *value)
{
  const double absolute = isfinite (value->absolute) ? value->absolute : -1;
  const double relative = isfinite (value->relative) ? value->relative : -1;

  loom_json_begin_object (builder, key);
  loom_json_add_measure (builder, "absolute", absolute);
  loom_json_add_count (builder, "absolute_cell", value->absolute_cell);
  loom_json_add_measure (builder, "relative", relative);
  loom_json_add_count (builder, "relative_cell", value->relative_cell);
  if (value->ulps == LOOM_NO_DISTANCE)
    loom_json_add_null (builder, "ulps");
  else
    loom_json_add_count (builder, "ulps", value->ulps);
  loom_json_add_count (builder, "ulps_cell", value->ulps_cell);
  json_builder_end_object (builder);
}
