/* loom-cli-arguments.c: what a kernel got of each argument, as JSON
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-arguments.h"

#include "loom-cli-json.h"

/* As a text: numbers of JSON lose digits of addresses. */
static void
add_hex (JsonBuilder *builder,
         const char  *key,
         guint64      number,
         int          digits)
{
  g_autofree char *text = g_strdup_printf ("0x%0*" G_GINT64_MODIFIER "x", digits, number);

  loom_cli_json_add_text (builder, key, text);
}

static void
add_address (JsonBuilder *builder,
             const char  *key,
             guint64      address)
{
  if (address != 0)
    add_hex (builder, key, address, 1);
  else
    loom_cli_json_add_null (builder, key);
}

/* With all its digits; JSON has no numbers that are none. */
static void
add_sum (JsonBuilder     *builder,
         const LoomArray *array)
{
  double sum;
  g_autofree char *text
      = loom_array_get_sum (array, &sum) ? loom_scalar_format (LOOM_SCALAR_F64, &sum) : NULL;

  loom_cli_json_add_text (builder, "sum", text);
}

static void
add_cells (JsonBuilder           *builder,
           LoomRun               *run,
           const LoomRunArgument *argument)
{
  const LoomRunArray *array = g_ptr_array_index (run->arrays, argument->array);
  g_autofree char *shape = loom_shape_format (loom_array_get_shape (array->array));

  loom_cli_json_add_text (builder, "shape", shape);
  loom_cli_json_add_text (builder, "place", loom_backend_id_get_name (run->backend));
  loom_cli_json_add_count (builder, "bytes",
                           g_bytes_get_size (loom_array_get_bytes (array->array)));
  add_address (builder, "base", argument->base);
  if (argument->pitch != 0)
    loom_cli_json_add_count (builder, "pitch", argument->pitch);
  else
    loom_cli_json_add_null (builder, "pitch");
  add_address (builder, "pointer", argument->pointer);
  add_hex (builder, "checksum", loom_array_get_checksum (array->array), 8);
  add_sum (builder, array->array);
}

static void
add_values (JsonBuilder           *builder,
            const LoomRunArgument *argument)
{
  loom_cli_json_add_text (builder, "place", "host");
  loom_cli_json_add_count (builder, "bytes", argument->type.size);
  if (argument->kind == LOOM_PARAM_SCALAR && argument->values->len == 1)
    {
      loom_cli_json_add_text (builder, "value", g_ptr_array_index (argument->values, 0));
      return;
    }
  loom_cli_json_begin_object (builder, "members");
  for (guint i = 0; i < argument->values->len; i++)
    loom_cli_json_add_text (builder, loom_type_get_component (&argument->type, i).name,
                            g_ptr_array_index (argument->values, i));
  json_builder_end_object (builder);
}

/**
 * loom_cli_arguments_add:
 * @builder: within an object
 * @run: a run
 *
 * Adds the member `arguments`: for each parameter and module variable its type, where its bytes
 * were at the first launch, and what they come to after the last one; or its value.
 */
void
loom_cli_arguments_add (JsonBuilder *builder,
                        LoomRun     *run)
{
  static const char * const kinds[] = { "scalar", "array", "struct" };

  loom_cli_json_begin_array (builder, "arguments");
  for (guint i = 0; i < run->arguments->len; i++)
    {
      const LoomRunArgument *argument = g_ptr_array_index (run->arguments, i);
      g_autofree char *type = loom_type_format (&argument->type);

      json_builder_begin_object (builder);
      loom_cli_json_add_text (builder, "name", argument->name);
      loom_cli_json_add_text (builder, "kind",
                              argument->is_symbol ? "variable" : kinds[argument->kind]);
      loom_cli_json_add_text (builder, "type", type);
      if (argument->array >= 0)
        add_cells (builder, run, argument);
      else
        add_values (builder, argument);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}
