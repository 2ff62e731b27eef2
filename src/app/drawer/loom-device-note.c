/* loom-device-note.c: that there is no GPU
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer-panes.h"

#include "loom-connect.h"
#include "loom-device-menu.h"
#include "loom-resources.h"

struct _LoomDeviceNote
{
  LoomPane      parent_instance;

  LoomSession  *session;
  GtkWidget    *root;
};

G_DEFINE_FINAL_TYPE (LoomDeviceNote, loom_device_note, LOOM_TYPE_PANE)

static void
backends_cb (LoomDeviceNote *self)
{
  GVariant *backends = loom_session_get_choices (self->session)->backends;

  gtk_widget_set_visible (GTK_WIDGET (self),
                          backends != NULL && !loom_device_list_has_gpu (backends));
}

static void
loom_device_note_set_session (LoomPane    *pane,
                              LoomSession *session)
{
  LoomDeviceNote *self = LOOM_DEVICE_NOTE (pane);

  self->session = session;
  loom_connect (loom_session_get_run_settings (session), "notify::backends", backends_cb, self);
  backends_cb (self);
}

static void
loom_device_note_class_init (LoomDeviceNoteClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  LOOM_PANE_CLASS (klass)->set_session = loom_device_note_set_session;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-device-note.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomDeviceNote, root);
}

static void
loom_device_note_init (LoomDeviceNote *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
