#pragma once

#include <adwaita.h>

/* A page is a window beside a document's window: the examples, the form, the preferences and their
 * like. What they have in common stands here; it is no class, since the preferences derive from
 * another one than the rest. */
GtkWindow *loom_page_new        (GType            type,
                                 GtkWindow       *parent);
void       loom_page_class_init (gpointer         klass,
                                 const char      *file);
GtkWidget *loom_page_row_new    (const char      *title,
                                 const char      *state,
                                 gboolean         good,
                                 const char      *spoken,
                                 GPtrArray       *details);
