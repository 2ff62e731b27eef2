#pragma once

#include <adwaita.h>

/* path: where a figure goes, with an ending that says which format; replace: the user was asked
 * about a file that is there. */
typedef void (*LoomExportChosen) (GtkWidget  *widget,
                                  const char *path,
                                  gboolean    replace);

void loom_export_dialog_show (GtkWidget        *widget,
                              const char       *title,
                              const char       *name,
                              LoomExportChosen  chosen);
void loom_export_dialog_tell (GtkWidget        *widget,
                              const char       *heading,
                              const GError     *error);
