/* loom-content.h: text and pictures for the clipboard
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void loom_content_copy_text (GtkWidget  *widget,
                             const char *text);
void loom_content_copy_png  (GtkWidget  *widget,
                             GBytes     *png);

G_END_DECLS
