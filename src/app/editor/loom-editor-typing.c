/* loom-editor-typing.c: what a key types is one step of undo, and Tab takes a word that is listed
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-editor-pane-private.h"

#include "loom-connect.h"

static gboolean
types (guint           keyval,
       GdkModifierType modifiers)
{
  if (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK))
    return FALSE;
  return gdk_keyval_to_unicode (keyval) >= ' ' || keyval == GDK_KEY_Return ||
         keyval == GDK_KEY_KP_Enter || keyval == GDK_KEY_ISO_Enter;
}

/* With GTK 4.8 what is selected is deleted in a step before the one that types in its place, and
 * GtkSourceView 5.6 indents a line in a step after the one that begins it. */
static gboolean
pressed_cb (LoomEditorPane        *self,
            guint                  keyval,
            guint                  keycode,
            GdkModifierType        modifiers,
            GtkEventControllerKey *controller)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  gboolean is_handled;

  if (!gtk_widget_is_focus (GTK_WIDGET (self->view)))
    return FALSE;
  if (keyval == GDK_KEY_Tab && !(modifiers & gtk_accelerator_get_default_mod_mask ()))
    return _loom_editor_names_take_first (self);
  if (!types (keyval, modifiers))
    return FALSE;
  gtk_text_buffer_begin_user_action (buffer);
  is_handled = gtk_event_controller_key_forward (controller, GTK_WIDGET (self->view));
  gtk_text_buffer_end_user_action (buffer);
  return is_handled;
}

void
_loom_editor_typing_init (LoomEditorPane *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  loom_connect (keys, "key-pressed", pressed_cb, self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}
