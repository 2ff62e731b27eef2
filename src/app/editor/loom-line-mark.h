/* loom-line-mark.h: the shade on lines that are pointed at elsewhere
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkTextTag * loom_line_mark_new   (GtkTextBuffer *buffer);
void         loom_line_mark_add   (GtkTextBuffer *buffer,
                                   GtkTextTag    *mark,
                                   guint          line);
void         loom_line_mark_clear (GtkTextBuffer *buffer,
                                   GtkTextTag    *mark);

G_END_DECLS
