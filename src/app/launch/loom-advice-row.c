/* loom-advice-row.c: what is wrong with a launch, and the buttons that mend it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * It is one line, as there may be several of them and the fields above need the room: the words as
 * far as they go, and what mends it. All of the words, where more is to be seen and the end of it
 * are behind its last button.
 */

#include "config.h"

#include "loom-launch-rows.h"

#include "loom-class.h"
#include "loom-connect.h"
#include "loom-resources.h"
#include "loom-template.h"

/* Which of the fixes a button is. */
#define KEY "loom-fix"

struct _LoomAdviceRow
{
  AdwPreferencesRow  parent_instance;

  GPtrArray         *fixes;       /* (element-type LoomLaunchFix) */
  LoomLaunchFix     *dismissal;   /* or NULL */
  GtkImage          *icon;
  GtkLabel          *label;
  GtkBox            *buttons;
  GtkMenuButton     *more;
  GtkLabel          *whole;
  GtkBox            *others;      /* the buttons behind it */
};

G_DEFINE_FINAL_TYPE (LoomAdviceRow, loom_advice_row, ADW_TYPE_PREFERENCES_ROW)

static void
clicked_cb (LoomAdviceRow *self,
            GtkWidget     *button)
{
  const guint index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), KEY));

  gtk_menu_button_popdown (self->more);
  g_signal_emit_by_name (self, "fix", index);
}

static void
loom_advice_row_finalize (GObject *object)
{
  LoomAdviceRow *self = LOOM_ADVICE_ROW (object);

  g_clear_pointer (&self->fixes, g_ptr_array_unref);
  g_clear_pointer (&self->dismissal, loom_launch_fix_free);

  G_OBJECT_CLASS (loom_advice_row_parent_class)->finalize (object);
}

static void
loom_advice_row_class_init (LoomAdviceRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_template_dispose;
  G_OBJECT_CLASS (klass)->finalize = loom_advice_row_finalize;
  LOOM_SIGNAL_NEW (klass, "fix", 1, G_TYPE_UINT);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-advice-row.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomAdviceRow, icon);
  gtk_widget_class_bind_template_child (widget_class, LoomAdviceRow, label);
  gtk_widget_class_bind_template_child (widget_class, LoomAdviceRow, buttons);
  gtk_widget_class_bind_template_child (widget_class, LoomAdviceRow, more);
  gtk_widget_class_bind_template_child (widget_class, LoomAdviceRow, whole);
  gtk_widget_class_bind_template_child (widget_class, LoomAdviceRow, others);
}

static void
loom_advice_row_init (LoomAdviceRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* What would be better is no warning, and what is wrong is more than one. */
static void
show_severity (LoomAdviceRow *self,
               LoomSeverity   severity)
{
  static const char * const icons[][2] = {
    [LOOM_SEVERITY_NOTE] = { "dialog-information-symbolic", "dim-label" },
    [LOOM_SEVERITY_WARNING] = { "dialog-warning-symbolic", "warning" },
    [LOOM_SEVERITY_ERROR] = { "dialog-error-symbolic", "error" },
  };

  gtk_image_set_from_icon_name (self->icon, icons[severity][0]);
  gtk_widget_add_css_class (GTK_WIDGET (self->icon), icons[severity][1]);
}

static void
add_button (LoomAdviceRow       *self,
            GtkBox              *box,
            const LoomLaunchFix *fix,
            guint                index)
{
  GtkWidget *button = gtk_button_new_with_label (fix->label);

  /* in a narrow panel some of the words beside it are seen, too */
  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))),
                           PANGO_ELLIPSIZE_END);
  g_object_set_data (G_OBJECT (button), KEY, GUINT_TO_POINTER (index));
  loom_connect (button, "clicked", clicked_cb, self);
  gtk_box_append (box, button);
}

/* All answers that there are to choose from stand in the line, else what is most of use. */
static void
add_buttons (LoomAdviceRow *self)
{
  for (guint i = 0; i < self->fixes->len; i++)
    {
      const LoomLaunchFix *fix = g_ptr_array_index (self->fixes, i);

      add_button (self, i == 0 || fix->key != NULL ? self->buttons : self->others, fix, i);
    }
  if (self->dismissal != NULL)
    add_button (self, self->others, self->dismissal, self->fixes->len);
}

/**
 * loom_advice_row_new:
 * @severity: how bad it is
 * @text: what, how much and why it matters
 * @fixes: (transfer full) (element-type LoomLaunchFix): what the buttons do
 * @dismissal: (transfer full) (nullable): what the button does that says that nobody wants to hear
 *   of it
 *
 * Makes a row, with a button for each fix.
 *
 * Returns: (transfer floating): a row
 */
GtkWidget *
loom_advice_row_new (LoomSeverity   severity,
                     const char    *text,
                     GPtrArray     *fixes,
                     LoomLaunchFix *dismissal)
{
  LoomAdviceRow *self = g_object_new (LOOM_TYPE_ADVICE_ROW, NULL);

  self->fixes = fixes;
  self->dismissal = dismissal;
  show_severity (self, severity);
  add_buttons (self);
  gtk_label_set_label (self->label, text);
  gtk_label_set_label (self->whole, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
  return GTK_WIDGET (self);
}

const LoomLaunchFix *
loom_advice_row_get_fix (LoomAdviceRow *self,
                         guint          index)
{
  g_return_val_if_fail (LOOM_IS_ADVICE_ROW (self), NULL);

  return index < self->fixes->len ? g_ptr_array_index (self->fixes, index) : self->dismissal;
}
