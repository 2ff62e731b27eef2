/* loom-advice-row.c: what is wrong with a launch, and the buttons that mend it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-rows.h"

#include "loom-class.h"
#include "loom-connect.h"
#include "loom-template.h"

struct _LoomAdviceRow
{
  AdwPreferencesRow  parent_instance;

  GPtrArray         *fixes;       /* (element-type LoomLaunchFix) */
  GtkImage          *icon;
  GtkLabel          *label;
  GtkBox            *buttons;
};

LOOM_DEFINE_TEMPLATE (LoomAdviceRow, loom_advice_row, ADW_TYPE_PREFERENCES_ROW)

static void
clicked_cb (LoomAdviceRow *self,
            GtkWidget     *button)
{
  guint index = 0;

  while ((button = gtk_widget_get_prev_sibling (button)) != NULL)
    index++;
  g_signal_emit_by_name (self, "fix", index);
}

LOOM_DEFINE_FINALIZE (LoomAdviceRow, loom_advice_row)
{
  g_clear_pointer (&self->fixes, g_ptr_array_unref);
}

static void
loom_advice_row_class_init (LoomAdviceRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = loom_template_dispose;
  G_OBJECT_CLASS (klass)->finalize = loom_advice_row_finalize;
  LOOM_SIGNAL_NEW (klass, "fix", 1, G_TYPE_UINT);

  LOOM_TEMPLATE (klass, LoomAdviceRow, "loom-advice-row.ui", icon, label, buttons);
}

/**
 * loom_advice_row_new:
 * @severity: how bad it is
 * @text: what, how much and why it matters
 * @fixes: (transfer full) (element-type LoomLaunchFix): what the buttons do
 *
 * Makes a row, with a button for each fix.
 *
 * Returns: (transfer floating): a row
 */
GtkWidget *
loom_advice_row_new (LoomSeverity  severity,
                     const char   *text,
                     GPtrArray    *fixes)
{
  LoomAdviceRow *self = g_object_new (LOOM_TYPE_ADVICE_ROW, NULL);

  self->fixes = fixes;
  gtk_label_set_label (self->label, text);
  gtk_widget_set_visible (GTK_WIDGET (self->buttons), fixes->len > 0);
  for (guint i = 0; i < fixes->len; i++)
    {
      const LoomLaunchFix *fix = g_ptr_array_index (fixes, i);
      GtkWidget *button = gtk_button_new_with_label (fix->label);

      loom_connect (button, "clicked", clicked_cb, self);
      gtk_box_append (self->buttons, button);
    }
  if (severity == LOOM_SEVERITY_ERROR)
    {
      gtk_image_set_from_icon_name (self->icon, "dialog-error-symbolic");
      gtk_widget_add_css_class (GTK_WIDGET (self->icon), "error");
    }
  return GTK_WIDGET (self);
}

const LoomLaunchFix *
loom_advice_row_get_fix (LoomAdviceRow *self,
                         guint          index)
{
  g_return_val_if_fail (LOOM_IS_ADVICE_ROW (self), NULL);

  return index < self->fixes->len ? g_ptr_array_index (self->fixes, index) : NULL;
}
