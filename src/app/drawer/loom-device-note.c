/* loom-device-note.c: that there is no GPU
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer-panes.h"

#include "loom-connect.h"
#include "loom-device-menu.h"
#include "loom-template.h"

struct _LoomDeviceNote
{
  LoomPane      parent_instance;

  LoomSession  *session;
  GtkWidget    *root;
};

LOOM_DEFINE_TEMPLATE (LoomDeviceNote, loom_device_note, LOOM_TYPE_PANE)

static void
backends_cb (LoomDeviceNote *self)
{
  GVariant *backends = loom_session_get_choices (self->session)->backends;

  gtk_widget_set_visible (GTK_WIDGET (self),
                          backends != NULL && !loom_device_list_has_gpu (backends));
}

LOOM_DEFINE_SET_SESSION (LoomDeviceNote, loom_device_note)
{
  self->session = session;
  loom_connect (loom_session_get_run_settings (session), "notify::backends", backends_cb, self);
  backends_cb (self);
}

static void
loom_device_note_class_init (LoomDeviceNoteClass *klass)
{
  LOOM_PANE_CLASS (klass)->set_session = loom_device_note_set_session;

  LOOM_TEMPLATE (klass, LoomDeviceNote, "loom-device-note.ui", root);
}
