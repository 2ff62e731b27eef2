#pragma once

#include <gtk/gtk.h>

/* What a class of widgets does for one of its actions. */
typedef struct
{
  const char *name;             /* with its group: "win.run" */
  const char *type;             /* of its parameter; NULL: it has none */
  GCallback   activate;         /* called with the object and the parameter, or else the number */
  int         number;
  gsize       object;           /* offset of a pointer to it in the widget; 0: the widget itself */
} LoomActionEntry;

void loom_action_install  (gpointer               klass,
                           const LoomActionEntry *entries,
                           guint                  n_entries);
void loom_action_bind     (gpointer               klass,
                           const char            *keys,
                           const char            *action);
void loom_action_activate (GtkWidget             *widget,
                           const char            *name,
                           const char            *format,
                           ...);
