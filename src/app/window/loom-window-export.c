/* loom-window-export.c: the document as a program of its own
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-action.h"
#include "loom-export-dialog.h"
#include "loom-export.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const LoomExportFormat formats[LOOM_N_HOST_TARGETS][2] = {
  [LOOM_HOST_CUDA] = { { N_("CUDA C++ (.cu)"), ".cu" }, { NULL, NULL } },
  [LOOM_HOST_CUPY] = { { N_("Python with CuPy (.py)"), ".py" }, { NULL, NULL } },
  [LOOM_HOST_PYCUDA] = { { N_("Python with PyCUDA (.py)"), ".py" }, { NULL, NULL } },
  [LOOM_HOST_NUMBA] = { { N_("Python with Numba (.py)"), ".py" }, { NULL, NULL } },
};

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (LoomWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = loom_export_finish (result, &error);

  if (path != NULL)
    _loom_window_tell_exported (self, path);
  else
    loom_export_dialog_tell (GTK_WIDGET (self), _("The program was not written"), error);
}

/* What holds now is written, not what was there when the dialog opened. */
static void
chosen_cb (GtkWidget  *widget,
           const char *path,
           gboolean    replace)
{
  LoomWindow *self = LOOM_WINDOW (widget);
  g_autoptr (GFile) folder = loom_session_dup_folder (self->session);
  g_autoptr (GError) error = NULL;
  const LoomHostSource source = {
    loom_session_get_document (self->session), loom_session_get_compiled (self->session),
    loom_session_get_plan (self->session), loom_session_get_name (self->session),
    folder != NULL ? g_file_peek_path (folder) : NULL,
  };
  GFile *document = loom_session_get_file (self->session);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  if (document != NULL && g_file_equal (document, file))
    g_set_error (&error, LOOM_ERROR, LOOM_ERROR_FILE,
                 _("The program would replace the document “%s”; choose another name"), path);
  else if (source.compiled == NULL || source.plan == NULL)
    g_set_error_literal (&error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                         _("The document has no launch now; its problems say why"));
  if (error != NULL)
    loom_export_dialog_tell (GTK_WIDGET (self), _("The program was not written"), error);
  else
    loom_export_code_async (self->export_target, &source, path, replace, written_cb,
                            g_object_ref (self));
}

/* "triangle.cu" gives "triangle-launch.py". */
static char *
dup_name (LoomWindow *self)
{
  g_autofree char *stem = g_strdup (loom_session_get_name (self->session));
  char *dot = strrchr (stem, '.');

  if (dot != NULL && dot != stem)
    *dot = '\0';
  return g_strconcat (stem, "-launch", loom_host_target_get_ending (self->export_target), NULL);
}

static void
export_code_action (LoomWindow *self,
                    GVariant   *target)
{
  g_autofree char *name = NULL;

  if (!loom_host_target_from_word (g_variant_get_string (target, NULL), &self->export_target) ||
      !_loom_window_may_run (self))
    return;
  name = dup_name (self);
  loom_export_dialog_show (GTK_WIDGET (self), self->session, _("Export Host Code"), name,
                           formats[self->export_target], chosen_cb);
}

void
_loom_window_class_export_init (LoomWindowClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "win.export-code", "s", G_CALLBACK (export_code_action) },
  };

  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
}
