/* loom-source-guard.c: hides host code from NVRTC
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-scan.h"

#include <string.h>

/* The offset where a line starts, or the end of the text. */
static gsize
find_line (const char *text,
           gsize       length,
           guint       line)
{
  const char *at = text;

  for (; line > 1 && at != NULL; line--)
    {
      at = memchr (at, '\n', text + length - at);
      at = at != NULL ? at + 1 : NULL;
    }

  return at != NULL ? (gsize) (at - text) : length;
}

/**
 * loom_source_scan_guard_host_code:
 * @line: of a host function
 * @edit: (out): where to put the change
 *
 * Computes the change that hides a host function from NVRTC, and with it those that follow it
 * without another declaration between them.
 *
 * Returns: %FALSE if there is no host function at @line
 */
gboolean
loom_source_scan_guard_host_code (LoomSourceScan *self,
                                  const char     *text,
                                  gsize           length,
                                  guint           line,
                                  LoomTextEdit   *edit)
{
  guint first_line = 0, last_line = 0;
  gsize start, end;
  g_autofree char *code = NULL;

  g_return_val_if_fail (self != NULL && text != NULL && edit != NULL, FALSE);

  for (guint i = 0; i < self->host_functions->len; i++)
    {
      LoomScannedFunction *function = g_ptr_array_index (self->host_functions, i);

      if (first_line == 0 && function->line <= line && line <= function->end_line)
        {
          first_line = function->line;
          last_line = function->end_line;
        }
      else if (first_line > 0 && function->line <= last_line + 2)
        last_line = MAX (last_line, function->end_line);
    }
  if (first_line == 0)
    return FALSE;

  start = find_line (text, length, first_line);
  end = find_line (text, length, last_line + 1);
  code = g_strndup (text + start, end - start);
  *edit = (LoomTextEdit) {
    start, end - start,
    g_strdup_printf ("#ifndef __CUDACC_RTC__\n%s%s#endif\n", code, g_str_has_suffix (code, "\n")
                     ? "" : "\n"),
  };
  return TRUE;
}
