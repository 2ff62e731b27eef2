/* loom-cli-resources.c: what the machine code of kernels takes
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-resources.h"

#include "loom-cli.h"
#include "loom-json.h"

#include <glib/gi18n-lib.h>

/**
 * loom_cli_resources_check:
 * @compiled: a compilation that machine code was asked of
 * @error: return location; %LOOM_ERROR_COMPILE says why there is none
 *
 * Returns: whether there is machine code that tells what its kernels take
 */
gboolean
loom_cli_resources_check (const LoomCompiled  *compiled,
                          GError             **error)
{
  const LoomDiagnostic *why = loom_compiled_find_error (compiled);

  for (guint i = 0; i < compiled->kernels->len; i++)
    if (((LoomKernel *) compiled->kernels->pdata[i])->resources.is_told)
      return TRUE;
  return loom_fail (error, LOOM_ERROR_COMPILE, "%s",
                    why != NULL ? why->text : _("The compiler made no machine code"));
}

/**
 * loom_cli_resources_add:
 * @builder: within an object
 *
 * Adds what a kernel takes. What its machine code does not tell is null.
 */
void
loom_cli_resources_add (JsonBuilder               *builder,
                        const LoomKernelResources *self)
{
  const struct { const char *key; guint64 value; gboolean is_told; } rows[] = {
    { "registers", self->registers, self->is_told },
    { "shared_static", self->shared, self->is_told },
    { "frame", self->frame, self->is_told },
    { "stack", self->stack, self->is_told },
    { "barriers", self->barriers, self->is_told },
    { "spill_stores", self->spill_stores, self->has_spills },
    { "spill_loads", self->spill_loads, self->has_spills },
  };

  loom_json_begin_object (builder, "resources");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].is_told)
      loom_json_add_count (builder, rows[i].key, rows[i].value);
    else
      loom_json_add_null (builder, rows[i].key);
  json_builder_end_object (builder);
}

static char *
format_json (LoomCompiled *compiled)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  loom_json_add_text (builder, "compiler", compiled->compiler);
  loom_json_begin_array (builder, "kernels");
  for (guint i = 0; i < compiled->kernels->len; i++)
    {
      const LoomKernel *kernel = compiled->kernels->pdata[i];

      json_builder_begin_object (builder);
      loom_json_add_text (builder, "name", kernel->name);
      loom_json_add_text (builder, "entry", kernel->entry);
      loom_cli_resources_add (builder, &kernel->resources);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  return loom_json_finish (builder);
}

static void
append_kernel (GString          *text,
               const LoomKernel *kernel)
{
  const LoomKernelResources *self = &kernel->resources;
  const struct { const char *title; guint64 bytes; gboolean is_told; } sizes[] = {
    { _("Shared memory in the source"), self->shared, TRUE },
    { _("Local memory of a thread: arrays, and registers that are spilled"), self->frame, TRUE },
    { _("Local memory of a thread with the functions that it calls"), self->stack, TRUE },
    { _("Stored by a thread for registers that are spilled"), self->spill_stores,
      self->has_spills },
    { _("Loaded by a thread for registers that are spilled"), self->spill_loads,
      self->has_spills },
  };

  g_string_append_printf (text, "%s\n", kernel->name);
  if (!self->is_told)
    return;
  g_string_append_printf (text, "\t%s\t%u\n", _("Registers of a thread"), self->registers);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *size = g_format_size_full (sizes[i].bytes, G_FORMAT_SIZE_IEC_UNITS);

      if (sizes[i].is_told)
        g_string_append_printf (text, "\t%s\t%s\n", sizes[i].title, size);
    }
}

/**
 * loom_cli_resources_print:
 * @compiled: a compilation that machine code was asked of
 *
 * Prints what each kernel takes.
 */
gboolean
loom_cli_resources_print (LoomCompiled  *compiled,
                          gboolean       json,
                          GError       **error)
{
  g_autofree char *report = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (!loom_cli_resources_check (compiled, error))
    return FALSE;

  if (json)
    {
      report = format_json (compiled);
      return loom_cli_print (report, -1, error);
    }
  for (guint i = 0; i < compiled->kernels->len; i++)
    append_kernel (text, compiled->kernels->pdata[i]);
  return loom_cli_print (text->str, text->len, error);
}
