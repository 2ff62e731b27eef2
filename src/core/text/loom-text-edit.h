#pragma once

#include <glib.h>

/* Replace `length` bytes at byte `offset` by `text`. */
typedef struct
{
  gsize  offset;
  gsize  length;
  char  *text;
} LoomTextEdit;

char *loom_text_edit_apply (const LoomTextEdit *self,
                            const char         *text);
void  loom_text_edit_clear (LoomTextEdit       *self);
gsize loom_text_find_line  (const char         *text,
                            gsize               length,
                            guint               line);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LoomTextEdit, loom_text_edit_clear)
