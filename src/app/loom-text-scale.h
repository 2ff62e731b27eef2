#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

double loom_text_scale_get   (GtkWidget *widget);
void   loom_text_scale_watch (GtkWidget *widget,
                              GCallback  callback);

G_END_DECLS
