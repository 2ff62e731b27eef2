/* loom-ipc-request.c: what Compile and Run are asked for, to and from the wire
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-ipc-request.h"

#include <glib/gi18n-lib.h>

/* Far above what a run means, far below what would overflow or take for ever to count. */
#define MAX_REPEAT 100000
#define MAX_WORKERS 4096

static void
add_path (GVariantBuilder *builder,
          const char      *key,
          const char      *path)
{
  if (path != NULL)
    g_variant_builder_add (builder, "{sv}", key, g_variant_new_bytestring (path));
}

/**
 * loom_compile_request_to_variant:
 * @self: a request
 *
 * Writes a request as the dictionary that Compile takes.
 *
 * Returns: (transfer floating): an a{sv}
 */
GVariant *
loom_compile_request_to_variant (const LoomCompileRequest *self)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (
      &builder, "{sv}", "source",
      g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, self->source, self->length, 1));
  add_path (&builder, "name", self->name);
  add_path (&builder, "folder", self->folder);
  add_path (&builder, "root", self->root);
  if (self->arch != NULL)
    g_variant_builder_add (&builder, "{sv}", "arch", g_variant_new_string (self->arch));
  if (self->options != NULL)
    g_variant_builder_add (&builder, "{sv}", "options",
                           g_variant_new_bytestring_array (self->options, -1));
  add_path (&builder, "kernel", self->kernel);
  g_variant_builder_add (&builder, "{sv}", "as-written", g_variant_new_boolean (self->as_written));
  g_variant_builder_add (&builder, "{sv}", "in-haste", g_variant_new_boolean (self->in_haste));
  if (self->backend != NULL)
    g_variant_builder_add (&builder, "{sv}", "backend", g_variant_new_string (self->backend));
  if (self->limits.seconds > 0)
    g_variant_builder_add (&builder, "{sv}", "seconds",
                           g_variant_new_uint32 (self->limits.seconds));
  if (self->limits.memory_mib > 0)
    g_variant_builder_add (&builder, "{sv}", "memory-mib",
                           g_variant_new_uint32 (self->limits.memory_mib));
  return g_variant_builder_end (&builder);
}

/**
 * loom_compile_limits_from_variant:
 * @variant: an a{sv}, the dictionary of Compile
 * @limits: (out caller-allocates): what it may take
 *
 * Reads the limits of a compilation: defaults for what is not asked for, and never more or less
 * than there may be.
 */
void
loom_compile_limits_from_variant (GVariant          *variant,
                                  LoomCompileLimits *limits)
{
  *limits = (LoomCompileLimits) { LOOM_COMPILE_SECONDS, LOOM_COMPILE_MEMORY_MIB };
  g_variant_lookup (variant, "seconds", "u", &limits->seconds);
  g_variant_lookup (variant, "memory-mib", "u", &limits->memory_mib);
  limits->seconds = CLAMP (limits->seconds, 1, LOOM_COMPILE_MOST_SECONDS);
  limits->memory_mib = CLAMP (limits->memory_mib, LOOM_COMPILE_LEAST_MEMORY_MIB,
                              LOOM_COMPILE_MOST_MEMORY_MIB);
}

/**
 * loom_compile_request_from_variant:
 * @variant: an a{sv}, which must outlive @request
 * @request: (out caller-allocates): free with loom_compile_request_clear()
 * @error: return location for an error
 *
 * Reads the dictionary of Compile. Texts are borrowed from @variant.
 *
 * Errors: %LOOM_ERROR_PROTOCOL.
 *
 * Returns: whether there was a source
 */
gboolean
loom_compile_request_from_variant (GVariant            *variant,
                                   LoomCompileRequest  *request,
                                   GError             **error)
{
  g_autoptr (GVariant) source = NULL;

  /* Once it is one run of bytes, its children lie inside it; before that they may come and go. */
  (void) g_variant_get_data (variant);
  source = g_variant_lookup_value (variant, "source", G_VARIANT_TYPE_BYTESTRING);
  *request = (LoomCompileRequest) { NULL };
  if (source == NULL)
    {
      g_set_error_literal (error, LOOM_ERROR, LOOM_ERROR_PROTOCOL,
                           _("A request to compile came without a source"));
      return FALSE;
    }

  request->source = g_variant_get_fixed_array (source, &request->length, 1);
  if (request->source == NULL)
    request->source = "";
  g_variant_lookup (variant, "name", "^&ay", &request->name);
  g_variant_lookup (variant, "folder", "^&ay", &request->folder);
  g_variant_lookup (variant, "root", "^&ay", &request->root);
  g_variant_lookup (variant, "arch", "&s", &request->arch);
  g_variant_lookup (variant, "options", "^a&ay", &request->options);
  g_variant_lookup (variant, "kernel", "^&ay", &request->kernel);
  g_variant_lookup (variant, "as-written", "b", &request->as_written);
  g_variant_lookup (variant, "in-haste", "b", &request->in_haste);
  g_variant_lookup (variant, "backend", "&s", &request->backend);
  loom_compile_limits_from_variant (variant, &request->limits);
  return TRUE;
}

/**
 * loom_compile_request_clear:
 * @self: a request that loom_compile_request_from_variant() filled
 *
 * Frees the list of options, the only thing that is not borrowed.
 */
void
loom_compile_request_clear (LoomCompileRequest *self)
{
  g_free ((gpointer) self->options);
  self->options = NULL;
}

/**
 * loom_run_options_to_variant:
 * @self: options
 *
 * Writes options as the dictionary that Run takes.
 *
 * Returns: (transfer floating): an a{sv}
 */
GVariant *
loom_run_options_to_variant (const LoomRunOptions *self)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE_VARDICT);
  if (self->backend != NULL)
    g_variant_builder_add (&builder, "{sv}", "backend", g_variant_new_string (self->backend));
  g_variant_builder_add (&builder, "{sv}", "repeat", g_variant_new_uint32 (self->repeat));
  g_variant_builder_add (&builder, "{sv}", "checks", g_variant_new_uint32 (self->checks));
  g_variant_builder_add (&builder, "{sv}", "coverage", g_variant_new_uint32 (self->coverage));
  g_variant_builder_add (&builder, "{sv}", "as-written", g_variant_new_boolean (self->as_written));
  g_variant_builder_add (&builder, "{sv}", "profile", g_variant_new_boolean (self->profile));
  if (self->trace.whom != LOOM_TRACE_NOBODY)
    g_variant_builder_add (&builder, "{sv}", "trace", loom_trace_target_to_variant (&self->trace));
  g_variant_builder_add (&builder, "{sv}", "cold", g_variant_new_boolean (self->cold));
  if (self->copy_to != NULL)
    g_variant_builder_add (&builder, "{sv}", "copy-to", g_variant_new_string (self->copy_to));
  g_variant_builder_add (&builder, "{sv}", "workers", g_variant_new_uint32 (self->workers));
  g_variant_builder_add (&builder, "{sv}", "schedule-seed",
                         g_variant_new_int64 (self->schedule_seed));
  g_variant_builder_add (&builder, "{sv}", "budget", g_variant_new_uint64 (self->budget));
  g_variant_builder_add (&builder, "{sv}", "wall-ms", g_variant_new_uint32 (self->wall_ms));
  return g_variant_builder_end (&builder);
}

/**
 * loom_run_options_from_variant:
 * @variant: an a{sv}
 * @options: (out caller-allocates): free with loom_run_options_clear()
 * @error: return location for an error
 *
 * Reads the dictionary of Run; what is missing keeps its default.
 *
 * Errors: %LOOM_ERROR_USAGE for a number outside what a run allows.
 *
 * Returns: whether the options make sense
 */
gboolean
loom_run_options_from_variant (GVariant        *variant,
                               LoomRunOptions  *options,
                               GError         **error)
{
  g_autoptr (GVariant) trace = g_variant_lookup_value (variant, "trace", NULL);
  g_autofree char *backend = NULL;

  loom_run_options_init (options);
  if (trace != NULL)
    loom_trace_target_from_variant (trace, &options->trace);
  if (g_variant_lookup (variant, "backend", "s", &backend))
    {
      g_free (options->backend);
      options->backend = g_steal_pointer (&backend);
    }

  g_variant_lookup (variant, "repeat", "u", &options->repeat);
  g_variant_lookup (variant, "checks", "u", &options->checks);
  g_variant_lookup (variant, "coverage", "u", &options->coverage);
  g_variant_lookup (variant, "as-written", "b", &options->as_written);
  g_variant_lookup (variant, "profile", "b", &options->profile);
  g_variant_lookup (variant, "cold", "b", &options->cold);
  g_variant_lookup (variant, "copy-to", "s", &options->copy_to);
  g_variant_lookup (variant, "workers", "u", &options->workers);
  g_variant_lookup (variant, "schedule-seed", "x", &options->schedule_seed);
  g_variant_lookup (variant, "budget", "t", &options->budget);
  g_variant_lookup (variant, "wall-ms", "u", &options->wall_ms);
  options->checks &= LOOM_CHECK_ALL;
  options->coverage &= LOOM_COVERAGE_ALL;

  if (options->repeat >= 1 && options->repeat <= MAX_REPEAT && options->workers <= MAX_WORKERS)
    return TRUE;

  g_set_error (
      error, LOOM_ERROR, LOOM_ERROR_USAGE,
      _("A run repeats 1 to %d times on at most %d workers; %u times on %u were asked for"),
      MAX_REPEAT, MAX_WORKERS, options->repeat, options->workers);
  loom_run_options_clear (options);
  return FALSE;
}
