/* loom-form-window.c: a new kernel from a few questions
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-pages.h"

#include "loom-action.h"
#include "loom-kernel-form.h"
#include "loom-page.h"
#include "loom-template.h"
#include "loom-widget.h"

struct _LoomFormWindow
{
  AdwWindow      parent_instance;

  GtkEditable   *name;
  AdwComboRow   *rank;
  AdwComboRow   *type;
  GtkSpinButton *arrays;
};

G_DEFINE_FINAL_TYPE (LoomFormWindow, loom_form_window, ADW_TYPE_WINDOW)

static void
create_action (LoomFormWindow *self)
{
  GtkStringList *types = GTK_STRING_LIST (adw_combo_row_get_model (self->type));
  const LoomKernelForm form = {
    .name = gtk_editable_get_text (self->name),
    .type = gtk_string_list_get_string (types, adw_combo_row_get_selected (self->type)),
    .rank = adw_combo_row_get_selected (self->rank) + 1,
    .arrays = (guint) gtk_spin_button_get_value_as_int (self->arrays),
  };
  g_autofree char *text = loom_kernel_form_write (&form);

  loom_action_activate (GTK_WIDGET (self), "app.new-document", "(ss)", form.name, text);
  gtk_window_close (GTK_WINDOW (self));
}

static void
name_changed_cb (LoomFormWindow *self)
{
  gboolean good = loom_kernel_form_is_name (gtk_editable_get_text (self->name));

  loom_widget_set_css_class (self->name, "error", !good);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "form.create", good);
}

static void
name_activated_cb (LoomFormWindow *self)
{
  loom_action_activate (GTK_WIDGET (self), "form.create", NULL);
}

static void
loom_form_window_class_init (LoomFormWindowClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "form.create", NULL, G_CALLBACK (create_action) },
  };

  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  loom_page_class_init (klass, "loom-form-window.ui");
  LOOM_TEMPLATE_CHILDREN (klass, LoomFormWindow, name, rank, type, arrays);
  LOOM_TEMPLATE_CALLBACKS (klass, name_changed_cb, name_activated_cb);
}

static void
loom_form_window_init (LoomFormWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_spin_button_set_range (self->arrays, 1, LOOM_KERNEL_FORM_MAX_ARRAYS);
}

GtkWindow *
loom_form_window_new (GtkWindow *parent)
{
  LoomFormWindow *self = LOOM_FORM_WINDOW (loom_page_new (LOOM_TYPE_FORM_WINDOW, parent));

  gtk_widget_grab_focus (GTK_WIDGET (self->name));
  return GTK_WINDOW (self);
}
