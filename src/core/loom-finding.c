/* loom-finding.c: a trap, or the warning of an observer, a launch or a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-finding.h"

#define SITE_TYPE "(u(uuu)(uuu))"
#define VARIANT_TYPE "(ssb" SITE_TYPE "b" SITE_TYPE "utsxtut)"

G_DEFINE_BOXED_TYPE (LoomFinding, loom_finding, loom_finding_copy, loom_finding_free)

/**
 * loom_finding_new:
 * @code: what kind of finding
 * @format: the text, as printf() has it
 * @...: what @format asks for
 *
 * Makes a finding that has neither site nor address, seen once.
 *
 * Returns: (transfer full): a finding
 */
LoomFinding *
loom_finding_new (LoomError   code,
                  const char *format,
                  ...)
{
  LoomFinding *self = g_new0 (LoomFinding, 1);
  va_list args;

  self->code = code;
  self->count = 1;
  va_start (args, format);
  self->text = g_strdup_vprintf (format, args);
  va_end (args);
  return self;
}

/**
 * loom_finding_copy:
 * @self: a finding
 *
 * Copies a finding.
 *
 * Returns: (transfer full): the copy
 */
LoomFinding *
loom_finding_copy (const LoomFinding *self)
{
  LoomFinding *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_memdup2 (self, sizeof *self);
  copy->text = g_strdup (self->text);
  copy->array = g_strdup (self->array);
  return copy;
}

/**
 * loom_finding_free:
 * @self: (transfer full) (nullable): a finding
 *
 * Frees a finding.
 */
void
loom_finding_free (LoomFinding *self)
{
  if (self == NULL)
    return;

  g_free (self->text);
  g_free (self->array);
  g_free (self);
}

static GVariant *
site_to_variant (const LoomSite *site)
{
  return g_variant_new (SITE_TYPE, site->line,
                        site->block.x, site->block.y, site->block.z,
                        site->thread.x, site->thread.y, site->thread.z);
}

static void
site_from_variant (GVariant *variant,
                   LoomSite *site)
{
  g_variant_get (variant, SITE_TYPE, &site->line,
                 &site->block.x, &site->block.y, &site->block.z,
                 &site->thread.x, &site->thread.y, &site->thread.z);
}

/**
 * loom_finding_to_variant:
 * @self: a finding
 *
 * Packs a finding for another process.
 *
 * Returns: (transfer floating): the variant
 */
GVariant *
loom_finding_to_variant (const LoomFinding *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_variant_new ("(ssb@" SITE_TYPE "b@" SITE_TYPE "utsxtut)",
                        loom_error_get_name (self->code), self->text,
                        self->has_site, site_to_variant (&self->site),
                        self->has_other, site_to_variant (&self->other),
                        (guint32) self->space, self->address,
                        self->array != NULL ? self->array : "", self->offset,
                        self->array_size, (guint32) self->access_size, self->count);
}

/**
 * loom_finding_from_variant:
 * @variant: from loom_finding_to_variant(), perhaps in a hostile process
 *
 * Unpacks and checks a finding.
 *
 * Returns: (transfer full) (nullable): a finding, or %NULL if @variant is none
 */
LoomFinding *
loom_finding_from_variant (GVariant *variant)
{
  g_autoptr (LoomFinding) self = NULL;
  g_autoptr (GVariant) site = NULL, other = NULL;
  const char *code_name, *text, *array;
  LoomError code;
  guint32 space, access_size;

  g_return_val_if_fail (variant != NULL, NULL);

  if (!g_variant_is_of_type (variant, G_VARIANT_TYPE (VARIANT_TYPE)))
    return NULL;

  g_variant_get_child (variant, 0, "&s", &code_name);
  g_variant_get_child (variant, 1, "&s", &text);
  if (!loom_error_from_name (code_name, &code))
    return NULL;

  self = loom_finding_new (code, "%s", text);
  g_variant_get (variant, "(&s&sb@" SITE_TYPE "b@" SITE_TYPE "ut&sxtut)",
                 NULL, NULL, &self->has_site, &site, &self->has_other, &other,
                 &space, &self->address, &array, &self->offset,
                 &self->array_size, &access_size, &self->count);
  if (space > LOOM_SPACE_CONSTANT || self->count == 0)
    return NULL;

  site_from_variant (site, &self->site);
  site_from_variant (other, &self->other);
  self->space = space;
  self->access_size = access_size;
  if (*array != '\0')
    self->array = g_strdup (array);
  return g_steal_pointer (&self);
}

/**
 * loom_space_get_name:
 * @space: where an access went
 *
 * Gets the stable name of an address space.
 *
 * Returns: a static string, "none" if there is no space
 */
const char *
loom_space_get_name (LoomSpace space)
{
  static const char * const names[] = { "none", "global", "shared", "local", "constant" };

  return (guint) space < G_N_ELEMENTS (names) ? names[space] : names[0];
}
