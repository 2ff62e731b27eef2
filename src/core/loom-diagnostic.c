/* loom-diagnostic.c: one line in Problems, about the text of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-diagnostic.h"
#include "loom-variant-private.h"


G_DEFINE_BOXED_TYPE (LoomDiagnostic, loom_diagnostic, loom_diagnostic_copy, loom_diagnostic_free)

/**
 * loom_diagnostic_new:
 * @severity: how bad
 * @line: from 1; 0: no place
 * @column: from 1, in characters; 0: the whole line
 * @format: the text, as printf() has it
 * @...: what @format asks for
 *
 * Makes a diagnostic without a fix.
 *
 * Returns: (transfer full): a diagnostic
 */
LoomDiagnostic *
loom_diagnostic_new (LoomSeverity  severity,
                     guint         line,
                     guint         column,
                     const char   *format,
                     ...)
{
  LoomDiagnostic *self = g_new0 (LoomDiagnostic, 1);
  va_list args;

  self->severity = severity;
  self->line = line;
  self->column = column;
  va_start (args, format);
  self->text = g_strdup_vprintf (format, args);
  va_end (args);
  return self;
}

/**
 * loom_diagnostic_copy:
 * @self: a diagnostic
 *
 * Copies a diagnostic.
 *
 * Returns: (transfer full): the copy
 */
LoomDiagnostic *
loom_diagnostic_copy (const LoomDiagnostic *self)
{
  LoomDiagnostic *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_memdup2 (self, sizeof *self);
  copy->file = g_strdup (self->file);
  copy->text = g_strdup (self->text);
  copy->replacement = g_strdup (self->replacement);
  return copy;
}

/**
 * loom_diagnostic_free:
 * @self: (transfer full) (nullable): a diagnostic
 *
 * Frees a diagnostic.
 */
void
loom_diagnostic_free (LoomDiagnostic *self)
{
  if (self == NULL)
    return;

  g_free (self->file);
  g_free (self->text);
  g_free (self->replacement);
  g_free (self);
}

/**
 * loom_diagnostic_to_variant:
 * @self: a diagnostic
 *
 * Packs a diagnostic for another process, as `(uuususs)`.
 *
 * Returns: (transfer floating): the variant
 */
GVariant *
loom_diagnostic_to_variant (const LoomDiagnostic *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_variant_new (LOOM_DIAGNOSTIC_VARIANT, (guint32) self->severity, self->line, self->column,
                        self->text, (guint32) self->fix, _loom_or_empty (self->replacement),
                        _loom_or_empty (self->file));
}

/**
 * loom_diagnostic_from_variant:
 * @variant: from loom_diagnostic_to_variant(), perhaps in a hostile process
 *
 * Unpacks and checks a diagnostic.
 *
 * Returns: (transfer full) (nullable): a diagnostic, or %NULL if @variant is none
 */
LoomDiagnostic *
loom_diagnostic_from_variant (GVariant *variant)
{
  LoomDiagnostic *self;
  const char *text, *replacement, *file;
  guint32 severity, line, column, fix;

  g_return_val_if_fail (variant != NULL, NULL);

  if (!g_variant_is_of_type (variant, G_VARIANT_TYPE (LOOM_DIAGNOSTIC_VARIANT)))
    return NULL;

  g_variant_get (variant, "(uuu&su&s&s)", &severity, &line, &column, &text, &fix, &replacement,
                 &file);
  if (severity > LOOM_SEVERITY_ERROR || fix > LOOM_FIX_OPEN_FILE)
    return NULL;

  self = loom_diagnostic_new (severity, line, column, "%s", text);
  self->fix = fix;
  self->replacement = _loom_dup_or_null (replacement);
  self->file = _loom_dup_or_null (file);
  return self;
}
