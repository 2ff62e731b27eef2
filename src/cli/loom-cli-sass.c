/* loom-cli-sass.c: machine code as JSON
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-sass.h"

#include "loom-json.h"

/* A label has a name and no address; a line of no source is null. */
static void
add_line (JsonBuilder        *builder,
          const LoomSassLine *line)
{
  json_builder_begin_object (builder);
  if (line->is_label)
    loom_json_add_text (builder, "label", line->text);
  else
    {
      loom_json_add_count (builder, "address", line->address);
      loom_json_add_optional (builder, "line", line->line > 0 ? (gint64) line->line : -1);
      loom_json_add_text (builder, "text", line->text);
    }
  json_builder_end_object (builder);
}

static void
add_function (JsonBuilder            *builder,
              const LoomSassFunction *function)
{
  json_builder_begin_object (builder);
  loom_json_add_text (builder, "name", function->name);
  loom_json_add_int (builder, "instructions", loom_sass_function_count (function));
  loom_json_begin_array (builder, "lines");
  for (guint i = 0; i < function->lines->len; i++)
    add_line (builder, function->lines->pdata[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

/**
 * loom_cli_format_sass:
 *
 * Returns: (transfer full): the machine code as JSON
 */
char *
loom_cli_format_sass (const LoomSass *sass)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  loom_json_add_text (builder, "architecture", sass->architecture);
  loom_json_add_text (builder, "compiler", sass->compiler);
  loom_json_add_text (builder, "disassembler", sass->disassembler);
  loom_json_begin_array (builder, "functions");
  for (guint i = 0; i < sass->functions->len; i++)
    add_function (builder, sass->functions->pdata[i]);
  json_builder_end_array (builder);
  return loom_json_finish (builder);
}
