/* loom-host-source.c: the document's own text in a program
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-host-code-private.h"

#include "loom-source-device.h"

/* Whether code of the source, not a comment, has a name. */
gboolean
_loom_host_has_name (const LoomHostWriter *self,
                     const char           *name)
{
  const char *source = loom_document_get_source (self->source->document, NULL);
  g_autoptr (GRegex) comment = g_regex_new ("/\\*.*?\\*/|//[^\n]*", G_REGEX_DOTALL, 0, NULL);
  g_autofree char *code = g_regex_replace_literal (comment, source, -1, 0, " ", 0, NULL);
  g_autofree char *pattern = g_strdup_printf ("\\b%s\\b", name);

  return g_regex_match_simple (pattern, code, 0, 0);
}

/* The text of the document. Where it has a main function, that and what else is of the host cannot
 * stand beside another one, and is left out. */
char *
_loom_host_dup_source (const LoomHostWriter *self)
{
  const LoomTextEdit nothing = { 0, 0, (char *) "" };
  g_autofree char *text = loom_document_apply_edit (self->source->document, &nothing);
  g_autofree char *kept = NULL;
  g_autoptr (GRegex) blank
      = g_regex_new ("[ \\t]+$|\\n(?:[ \\t]*\\n){2,}", G_REGEX_MULTILINE, 0, NULL);
  LoomSourceDevice *device;
  gsize length;
  const char *source = loom_document_get_source (self->source->document, &length);

  if (!_loom_host_has_name (self, "main"))
    return g_steal_pointer (&text);
  device = loom_source_device_new (source, length);
  kept = g_regex_replace_literal (blank, loom_source_device_text (device, NULL), -1, 0, "\n", 0,
                                  NULL);
  loom_source_device_free (device);
  return g_strdup_printf ("/* Its own host code is left out. */\n%s\n%s", kept, text + length);
}
