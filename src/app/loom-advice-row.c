/* loom-advice-row.c: what is wrong with a launch, and the button that mends it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-advice-row.h"

#include "loom-application.h"

struct _LoomAdviceRow
{
  AdwPreferencesRow  parent_instance;

  LoomLaunchFix     *fix;
  GtkImage          *icon;
  GtkLabel          *label;
  GtkButton         *button;
};

G_DEFINE_FINAL_TYPE (LoomAdviceRow, loom_advice_row, ADW_TYPE_PREFERENCES_ROW)

static guint fix_signal;

static void
clicked_cb (LoomAdviceRow *self)
{
  g_signal_emit (self, fix_signal, 0);
}

static void
loom_advice_row_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), LOOM_TYPE_ADVICE_ROW);
  G_OBJECT_CLASS (loom_advice_row_parent_class)->dispose (object);
}

static void
loom_advice_row_finalize (GObject *object)
{
  g_clear_pointer (&LOOM_ADVICE_ROW (object)->fix, loom_launch_fix_free);
  G_OBJECT_CLASS (loom_advice_row_parent_class)->finalize (object);
}

static void
loom_advice_row_class_init (LoomAdviceRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_advice_row_dispose;
  G_OBJECT_CLASS (klass)->finalize = loom_advice_row_finalize;
  fix_signal = g_signal_new ("fix", LOOM_TYPE_ADVICE_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                             G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-advice-row.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomAdviceRow, icon);
  gtk_widget_class_bind_template_child (widget_class, LoomAdviceRow, label);
  gtk_widget_class_bind_template_child (widget_class, LoomAdviceRow, button);
  gtk_widget_class_bind_template_callback (widget_class, clicked_cb);
}

static void
loom_advice_row_init (LoomAdviceRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * loom_advice_row_new:
 * @severity: how bad it is
 * @text: what, how much and why it matters
 * @fix: (nullable) (transfer full): what the button does; %NULL for no button
 *
 * Makes a row.
 *
 * Returns: (transfer floating): a row
 */
GtkWidget *
loom_advice_row_new (LoomSeverity   severity,
                     const char    *text,
                     LoomLaunchFix *fix)
{
  LoomAdviceRow *self = g_object_new (LOOM_TYPE_ADVICE_ROW, NULL);

  self->fix = fix;
  gtk_label_set_label (self->label, text);
  gtk_widget_set_visible (GTK_WIDGET (self->button), fix != NULL);
  if (fix != NULL)
    gtk_button_set_label (self->button, fix->label);
  if (severity == LOOM_SEVERITY_ERROR)
    {
      gtk_image_set_from_icon_name (self->icon, "dialog-error-symbolic");
      gtk_widget_add_css_class (GTK_WIDGET (self->icon), "error");
    }
  return GTK_WIDGET (self);
}

/**
 * loom_advice_row_get_fix:
 * @self: a row
 *
 * Returns: (transfer none) (nullable): what its button does
 */
const LoomLaunchFix *
loom_advice_row_get_fix (LoomAdviceRow *self)
{
  g_return_val_if_fail (LOOM_IS_ADVICE_ROW (self), NULL);

  return self->fix;
}
