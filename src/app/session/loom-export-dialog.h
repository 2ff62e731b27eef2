#pragma once

#include "loom-session.h"

#include <adwaita.h>

/* path: where it goes, with an ending that says which format; replace: the user was asked
 * about a file that is there. */
typedef void (*LoomExportChosen) (GtkWidget  *widget,
                                  const char *path,
                                  gboolean    replace);

/* A way to write something, and how names of such files end. */
typedef struct
{
  const char *name;             /* to be translated */
  const char *ending;           /* with the dot */
} LoomExportFormat;

/* Both end with a format without a name; the first is what a name without an ending gets. */
extern const LoomExportFormat loom_export_figure_formats[], loom_export_array_formats[];

void loom_export_dialog_show (GtkWidget              *widget,
                              LoomSession            *session,
                              const char             *title,
                              const char             *name,
                              const LoomExportFormat *formats,
                              LoomExportChosen        chosen);
void loom_export_dialog_tell (GtkWidget        *widget,
                              const char       *heading,
                              const GError     *error);
void loom_export_dialog_told (GtkWidget        *widget,
                              const char       *path,
                              const char       *failure,
                              const GError     *error);
void loom_export_dialog_finish (GtkWidget       *widget,
                                GAsyncResult    *result,
                                const char      *failure);
