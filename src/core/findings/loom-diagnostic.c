/* loom-diagnostic.c: one line in Problems, about the text of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-diagnostic.h"
#include "loom-wire-private.h"

#include <glib/gi18n-lib.h>

/**
 * loom_diagnostic_new:
 * @line: from 1; 0: no place
 * @column: from 1, in characters; 0: the whole line
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

static const LoomWireMember wire_members[] = {
  LOOM_WIRE_UP_TO (LoomDiagnostic, severity, LOOM_SEVERITY_ERROR),
  LOOM_WIRE (UINT32, LoomDiagnostic, line),
  LOOM_WIRE (UINT32, LoomDiagnostic, column),
  LOOM_WIRE (STRING, LoomDiagnostic, text),
  LOOM_WIRE_UP_TO (LoomDiagnostic, fix, LOOM_FIX_INCLUDE),
  LOOM_WIRE (NULLABLE, LoomDiagnostic, replacement),
  LOOM_WIRE (NULLABLE, LoomDiagnostic, file),
};

const LoomWire _loom_diagnostic_wire = {
  LOOM_WIRE_MEMBERS (wire_members, LoomDiagnostic),
  .destroy = (GDestroyNotify) loom_diagnostic_free,
};

LOOM_DEFINE_WIRE (LoomDiagnostic, loom_diagnostic, &_loom_diagnostic_wire)

/**
 * loom_severity_get_name:
 * @severity: of a message
 *
 * Returns: its word in reports; translated, people read it
 */
const char *
loom_severity_get_name (LoomSeverity severity)
{
  static const char * const names[] = {
    [LOOM_SEVERITY_NOTE] = N_("note"),
    [LOOM_SEVERITY_WARNING] = N_("warning"),
    [LOOM_SEVERITY_ERROR] = N_("error"),
  };

  return names[severity];
}
