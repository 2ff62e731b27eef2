/* loom-finding.c: a trap, or the warning of an observer, a launch or a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-finding.h"
#include "loom-variant-private.h"

#include <glib/gi18n-lib.h>

#define MAX_FRAMES 1000

G_DEFINE_BOXED_TYPE (LoomFinding, loom_finding, loom_finding_copy, loom_finding_free)

static void
free_frame (gpointer data)
{
  LoomFrame *frame = data;

  g_free (frame->function);
  g_free (frame);
}

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
  self->inlined_from = g_ptr_array_new_with_free_func (free_frame);
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
  copy->inlined_from = g_ptr_array_new_with_free_func (free_frame);
  for (guint i = 0; i < self->inlined_from->len; i++)
    {
      const LoomFrame *frame = g_ptr_array_index (self->inlined_from, i);

      loom_finding_add_frame (copy, frame->file, frame->line, frame->function);
    }
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
  g_ptr_array_unref (self->inlined_from);
  g_free (self);
}

/**
 * loom_finding_add_frame:
 * @self: a finding, while it is made
 * @file: (nullable): of the line; %NULL: the document
 * @line: of a call that the compiler put in place of itself, around what is known already
 * @function: (nullable): whose line it is
 *
 * Adds to the chain of inlining.
 */
void
loom_finding_add_frame (LoomFinding *self,
                        const char  *file,
                        guint        line,
                        const char  *function)
{
  LoomFrame *frame;

  g_return_if_fail (self != NULL);

  frame = g_new0 (LoomFrame, 1);
  frame->file = g_intern_string (file);
  frame->line = line;
  frame->function = g_strdup (function);
  g_ptr_array_add (self->inlined_from, frame);
}

static GVariant *
frames_to_variant (const LoomFinding *self)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE (LOOM_FRAMES_VARIANT));
  for (guint i = 0; i < self->inlined_from->len; i++)
    {
      const LoomFrame *frame = g_ptr_array_index (self->inlined_from, i);

      g_variant_builder_add (&builder, "(uss)", frame->line, _loom_or_empty (frame->file),
                             _loom_or_empty (frame->function));
    }
  return g_variant_builder_end (&builder);
}

static const char *
intern_file (const char *file)
{
  return *file != '\0' ? g_intern_string (file) : NULL;
}

static gboolean
frames_from_variant (GVariant    *variant,
                     LoomFinding *self)
{
  GVariantIter iter;
  const char *function, *file;
  guint32 line;

  if (g_variant_n_children (variant) > MAX_FRAMES)
    return FALSE;
  g_variant_iter_init (&iter, variant);
  while (g_variant_iter_next (&iter, "(u&s&s)", &line, &file, &function))
    loom_finding_add_frame (self, intern_file (file), line, *function != '\0' ? function : NULL);
  return TRUE;
}

static GVariant *
site_to_variant (const LoomSite *site)
{
  return g_variant_new (LOOM_SITE_VARIANT, site->line, _loom_or_empty (site->file),
                        site->block.x, site->block.y, site->block.z,
                        site->thread.x, site->thread.y, site->thread.z);
}

static void
site_from_variant (GVariant *variant,
                   LoomSite *site)
{
  const char *file;

  g_variant_get (variant, "(u&s(uuu)(uuu))", &site->line, &file,
                 &site->block.x, &site->block.y, &site->block.z,
                 &site->thread.x, &site->thread.y, &site->thread.z);
  site->file = intern_file (file);
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

  return g_variant_new ("(ssb@" LOOM_SITE_VARIANT "b@" LOOM_SITE_VARIANT
                        "utsxtutt@" LOOM_FRAMES_VARIANT ")",
                        loom_error_get_name (self->code), self->text, self->has_site,
                        site_to_variant (&self->site), self->has_other,
                        site_to_variant (&self->other), (guint32) self->space, self->address,
                        self->array != NULL ? self->array : "", self->offset, self->array_size,
                        (guint32) self->access_size, self->count, self->shared_needed,
                        frames_to_variant (self));
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
  g_autoptr (GVariant) site = NULL, other = NULL, frames = NULL;
  const char *code_name, *text, *array;
  LoomError code;
  guint32 space, access_size;

  g_return_val_if_fail (variant != NULL, NULL);

  if (!g_variant_is_of_type (variant, G_VARIANT_TYPE (LOOM_FINDING_VARIANT)))
    return NULL;

  g_variant_get_child (variant, 0, "&s", &code_name);
  g_variant_get_child (variant, 1, "&s", &text);
  if (!loom_error_from_name (code_name, &code))
    return NULL;

  self = loom_finding_new (code, "%s", text);
  g_variant_get (variant,
                 "(&s&sb@" LOOM_SITE_VARIANT "b@" LOOM_SITE_VARIANT
                 "ut&sxtutt@" LOOM_FRAMES_VARIANT ")",
                 NULL, NULL, &self->has_site, &site, &self->has_other, &other, &space,
                 &self->address, &array, &self->offset, &self->array_size, &access_size,
                 &self->count, &self->shared_needed, &frames);
  if (space > LOOM_SPACE_CONSTANT || self->count == 0 || !frames_from_variant (frames, self))
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
 * loom_place_format:
 * @file: (nullable): of the line; %NULL: the document
 * @line: a line of it
 *
 * Writes a line as sentences about the document have it: the number alone, unless it is another
 * file's.
 *
 * Returns: (transfer full): a text
 */
char *
loom_place_format (const char *file,
                   guint       line)
{
  if (file == NULL)
    return g_strdup_printf ("%u", line);

  /* Translators: goes behind the word “line”: 1 its number, 2 the name of a file */
  return g_strdup_printf (_("%1$u of %2$s"), line, file);
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
