/* loom-ipc-request.c: what Compile is asked for, to and from the wire
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-ipc-request.h"

#include <glib/gi18n-lib.h>

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
  if (self->instances != NULL)
    g_variant_builder_add (&builder, "{sv}", "instances",
                           g_variant_new_bytestring_array (self->instances, -1));
  g_variant_builder_add (&builder, "{sv}", "as-written", g_variant_new_boolean (self->as_written));
  g_variant_builder_add (&builder, "{sv}", "machine-code",
                         g_variant_new_boolean (self->machine_code));
  g_variant_builder_add (&builder, "{sv}", "in-haste", g_variant_new_boolean (self->in_haste));
  if (self->backend != NULL)
    g_variant_builder_add (&builder, "{sv}", "backend", g_variant_new_string (self->backend));
  if (self->limits.seconds > 0)
    g_variant_builder_add (&builder, "{sv}", "seconds",
                           g_variant_new_uint32 (self->limits.seconds));
  if (self->limits.memory_mib > 0)
    g_variant_builder_add (&builder, "{sv}", "memory-mib",
                           g_variant_new_uint32 (self->limits.memory_mib));
  if (self->limits.no_cache)
    g_variant_builder_add (&builder, "{sv}", "no-cache", g_variant_new_boolean (TRUE));
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
  *limits = (LoomCompileLimits) { LOOM_COMPILE_SECONDS, LOOM_COMPILE_MEMORY_MIB, FALSE };
  g_variant_lookup (variant, "seconds", "u", &limits->seconds);
  g_variant_lookup (variant, "memory-mib", "u", &limits->memory_mib);
  g_variant_lookup (variant, "no-cache", "b", &limits->no_cache);
  limits->seconds = CLAMP (limits->seconds, 1, LOOM_COMPILE_MOST_SECONDS);
  limits->memory_mib = CLAMP (limits->memory_mib, LOOM_COMPILE_LEAST_MEMORY_MIB,
                              LOOM_COMPILE_MOST_MEMORY_MIB);
}

/**
 * loom_compile_request_from_variant:
 * @variant: an a{sv}, which must outlive @request
 * @request: (out caller-allocates): free with loom_compile_request_clear()
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
    return loom_fail (error, LOOM_ERROR_PROTOCOL, _("A request to compile came without a source"));

  request->source = g_variant_get_fixed_array (source, &request->length, 1);
  if (request->source == NULL)
    request->source = "";
  g_variant_lookup (variant, "name", "^&ay", &request->name);
  g_variant_lookup (variant, "folder", "^&ay", &request->folder);
  g_variant_lookup (variant, "root", "^&ay", &request->root);
  g_variant_lookup (variant, "arch", "&s", &request->arch);
  g_variant_lookup (variant, "options", "^a&ay", &request->options);
  g_variant_lookup (variant, "kernel", "^&ay", &request->kernel);
  g_variant_lookup (variant, "instances", "^a&ay", &request->instances);
  g_variant_lookup (variant, "as-written", "b", &request->as_written);
  g_variant_lookup (variant, "machine-code", "b", &request->machine_code);
  g_variant_lookup (variant, "in-haste", "b", &request->in_haste);
  g_variant_lookup (variant, "backend", "&s", &request->backend);
  loom_compile_limits_from_variant (variant, &request->limits);
  return TRUE;
}

/**
 * loom_compile_request_clear:
 * @self: a request that loom_compile_request_from_variant() filled
 *
 * Frees the lists of options and instances; all else is borrowed.
 */
void
loom_compile_request_clear (LoomCompileRequest *self)
{
  g_free ((gpointer) self->options);
  g_free ((gpointer) self->instances);
  self->options = self->instances = NULL;
}
