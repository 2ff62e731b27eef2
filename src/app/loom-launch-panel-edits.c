/* loom-launch-panel-edits.c: what is done in the form becomes a line of the text
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-panel-private.h"

#include <glib/gi18n-lib.h>

static void
edited_cb (LoomLaunchPanel *self,
           LoomDim3Row     *row)
{
  LoomDim3 value = loom_dim3_row_get_value (row);
  const char *key = row == self->range ? "range" : row == self->block ? "block" : "grid";
  g_autoptr (GError) error = NULL;

  if (!loom_launch_edit_dim3 (self->session, key, &value, &error))
    loom_session_take_error (self->session, g_steal_pointer (&error));
}

static void
drag_begin_cb (LoomLaunchPanel *self)
{
  self->dragging = TRUE;
  loom_session_begin_edits (self->session);
}

static void
drag_end_cb (LoomLaunchPanel *self)
{
  self->dragging = FALSE;
  loom_session_end_edits (self->session);
  _loom_launch_panel_queue_update (self);
}

static void
scale_block (LoomLaunchPanel *self,
             gboolean         up)
{
  const LoomLimits *limits = loom_limits_get_simulator ();
  guint axis = self->launch.rank >= 2 && self->launch.block.y < self->launch.block.x ? 1 : 0;
  LoomDim3 block;

  if (!up)
    axis = self->launch.block.y >= self->launch.block.x && self->launch.block.y > 1 ? 1 : 0;
  block = loom_launch_scale (&self->launch.block, axis, up, &limits->block);
  loom_launch_edit_dim3 (self->session, "block", &block, NULL);
}

static void
halve_cb (LoomLaunchPanel *self)
{
  scale_block (self, FALSE);
}

static void
double_cb (LoomLaunchPanel *self)
{
  scale_block (self, TRUE);
}

static void
auto_cb (LoomLaunchPanel *self)
{
  if (self->updating)
    return;
  if (gtk_toggle_button_get_active (self->auto_button))
    loom_launch_edit (self->session, "grid", "auto", NULL);
  else
    loom_launch_edit_dim3 (self->session, "grid", &self->launch.grid, NULL);
}

static void
reset_cb (LoomLaunchPanel *self)
{
  loom_launch_reset (self->session);
}

static void
unset_manual_cb (LoomLaunchPanel *self)
{
  loom_launch_edit (self->session, "manual-grid", NULL, NULL);
}

static void
shared_cb (LoomLaunchPanel *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->shared));
  g_autofree char *value = NULL;
  g_autoptr (GError) error = NULL;
  guint64 bytes = 0;

  if (*text == '\0' || g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, &bytes, NULL))
    {
      value = bytes > 0 ? g_strdup_printf ("%" G_GUINT64_FORMAT, bytes) : NULL;
      loom_launch_edit (self->session, "shared", value, &error);
    }
  else
    g_set_error_literal (&error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                         _("Shared memory is a whole number of bytes, such as 4096"));

  if (error == NULL)
    gtk_widget_remove_css_class (GTK_WIDGET (self->shared), "error");
  else
    gtk_widget_add_css_class (GTK_WIDGET (self->shared), "error");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->shared), error != NULL ? error->message : NULL);
}

static void
kernel_cb (LoomLaunchPanel *self)
{
  guint selected = adw_combo_row_get_selected (self->kernel);
  GListModel *names = adw_combo_row_get_model (self->kernel);

  if (self->updating || names == NULL || selected >= g_list_model_get_n_items (names))
    return;
  loom_launch_edit (self->session, "kernel",
                    gtk_string_list_get_string (GTK_STRING_LIST (names), selected), NULL);
}

/* The callbacks that loom-launch-panel.ui names. */
void
_loom_launch_panel_bind_edits (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, edited_cb);
  gtk_widget_class_bind_template_callback (widget_class, drag_begin_cb);
  gtk_widget_class_bind_template_callback (widget_class, drag_end_cb);
  gtk_widget_class_bind_template_callback (widget_class, halve_cb);
  gtk_widget_class_bind_template_callback (widget_class, double_cb);
  gtk_widget_class_bind_template_callback (widget_class, auto_cb);
  gtk_widget_class_bind_template_callback (widget_class, reset_cb);
  gtk_widget_class_bind_template_callback (widget_class, unset_manual_cb);
  gtk_widget_class_bind_template_callback (widget_class, shared_cb);
  gtk_widget_class_bind_template_callback (widget_class, kernel_cb);
}
