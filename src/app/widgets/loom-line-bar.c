/* loom-line-bar.c: go to a line
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-line-bar.h"

#include "loom-action.h"
#include "loom-class.h"
#include "loom-resources.h"
#include "loom-template.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

struct _LoomLineBar
{
  GtkWidget    parent_instance;

  GtkRevealer *revealer;
  GtkEntry    *entry;
  GtkLabel    *range;

  guint        n_lines;
};

G_DEFINE_FINAL_TYPE (LoomLineBar, loom_line_bar, GTK_TYPE_WIDGET)

/* 0 where the text is no number; one that is too large means the last line. */
static guint
get_line (LoomLineBar *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  guint64 line;

  if (!g_ascii_string_to_unsigned (text, 10, 1, G_MAXUINT64, &line, NULL))
    return 0;
  return (guint) MIN (line, self->n_lines);
}

static void
text_changed_cb (LoomLineBar *self)
{
  guint line = get_line (self);
  gboolean bad = line == 0 && *gtk_editable_get_text (GTK_EDITABLE (self->entry)) != '\0';

  loom_widget_set_css_class (self->entry, "error", bad);
  if (line > 0)
    g_signal_emit_by_name (self, "chosen", line);
}

static void
close_bar (LoomLineBar *self)
{
  gtk_revealer_set_reveal_child (self->revealer, FALSE);
  g_signal_emit_by_name (self, "closed");
}

static void
activate_cb (LoomLineBar *self)
{
  if (get_line (self) > 0)
    close_bar (self);
}

static void
close_action (LoomLineBar *self)
{
  close_bar (self);
}

static void
loom_line_bar_class_init (LoomLineBarClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "line.close", NULL, G_CALLBACK (close_action) },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_template_dispose;
  LOOM_SIGNAL_NEW (klass, "chosen", 1, G_TYPE_UINT);
  LOOM_SIGNAL_NEW (klass, "closed", 0);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-line-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomLineBar, revealer);
  gtk_widget_class_bind_template_child (widget_class, LoomLineBar, entry);
  gtk_widget_class_bind_template_child (widget_class, LoomLineBar, range);
  gtk_widget_class_bind_template_callback (widget_class, text_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_set_css_name (widget_class, "loomlinebar");
  loom_action_install (widget_class, actions, G_N_ELEMENTS (actions));
  loom_action_bind (widget_class, "Escape", "line.close");
}

static void
loom_line_bar_init (LoomLineBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
loom_line_bar_open (LoomLineBar *self,
                    guint        line,
                    guint        n_lines)
{
  g_autofree char *text = g_strdup_printf ("%u", line);
  g_autofree char *range
      = g_strdup_printf (ngettext ("of %u line", "of %u lines", n_lines), n_lines);

  g_return_if_fail (LOOM_IS_LINE_BAR (self));

  self->n_lines = n_lines;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  gtk_label_set_label (self->range, range);
  gtk_revealer_set_reveal_child (self->revealer, TRUE);
  /* before it has the focus: an entry that is not on screen yet does not see that the selection
   * which comes with the focus takes the place of the blinking cursor */
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}
