/* loom-picture-pane-colors.c: which values the colours of a picture reach from and to
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-pane-private.h"

#include "loom-action.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

/* The dialog that asks for two numbers; it owns this. */
typedef struct
{
  LoomPicturePane  *pane;       /* a reference */
  AdwMessageDialog *dialog;
  GtkEditable      *low, *high;
} Asking;

static void
asking_free (gpointer  data,
             GClosure *closure)
{
  Asking *asking = data;

  g_object_unref (asking->pane);
  g_free (asking);
}

/* FALSE: they are no numbers, or the first is not the lower one. */
static gboolean
read_limits (const Asking    *asking,
             LoomColorLimits *limits)
{
  g_autofree char *text = g_strdup_printf ("%s,%s", gtk_editable_get_text (asking->low),
                                           gtk_editable_get_text (asking->high));

  return loom_color_limits_parse (text, limits);
}

static void
changed_cb (Asking *asking)
{
  LoomColorLimits limits;

  adw_message_dialog_set_response_enabled (asking->dialog, "apply", read_limits (asking, &limits));
}

static void
response_cb (Asking     *asking,
             const char *response)
{
  LoomView view = *loom_view_state_get_view (asking->pane->state);

  if (g_str_equal (response, "apply") && read_limits (asking, &view.limits))
    loom_view_state_choose (asking->pane->state, &view);
}

static GtkEditable *
add_row (GtkListBox *list,
         const char *title,
         double      number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  GtkWidget *row = g_object_new (ADW_TYPE_ENTRY_ROW, "title", title, "activates-default", TRUE,
                                 NULL);

  gtk_editable_set_text (GTK_EDITABLE (row), g_ascii_formatd (text, sizeof text, "%.9g", number));
  gtk_list_box_append (list, row);
  return GTK_EDITABLE (row);
}

/* From what the colours show now. */
static void
choose_limits_action (LoomPicturePane *self)
{
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);
  GtkListBox *list = g_object_new (GTK_TYPE_LIST_BOX, "selection-mode", GTK_SELECTION_NONE, NULL);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  Asking *asking = g_new0 (Asking, 1);
  double low = 0, high = 1;

  if (picture != NULL)
    loom_picture_get_scale (picture, &low, &high);
  gtk_widget_add_css_class (GTK_WIDGET (list), "boxed-list");
  *asking = (Asking) {
    .pane = g_object_ref (self),
    .dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (
        GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, _("Limits of the Colours"),
        _("Values beyond have the colours of the ends."))),
    .low = add_row (list, _("From"), low),
    .high = add_row (list, _("To"), high),
  };
  adw_message_dialog_set_extra_child (asking->dialog, GTK_WIDGET (list));
  adw_message_dialog_add_responses (asking->dialog, "cancel", _("_Cancel"), "apply", _("_Apply"),
                                    NULL);
  adw_message_dialog_set_default_response (asking->dialog, "apply");
  adw_message_dialog_set_response_appearance (asking->dialog, "apply", ADW_RESPONSE_SUGGESTED);
  g_signal_connect_swapped (asking->low, "changed", G_CALLBACK (changed_cb), asking);
  g_signal_connect_swapped (asking->high, "changed", G_CALLBACK (changed_cb), asking);
  g_signal_connect_data (asking->dialog, "response", G_CALLBACK (response_cb), asking, asking_free,
                         G_CONNECT_SWAPPED);
  changed_cb (asking);
  gtk_window_present (GTK_WINDOW (asking->dialog));
}

/* Only of values: what else is counted or numbered has a scale of its own. */
void
_loom_picture_pane_update_colors (LoomPicturePane *self)
{
  static const char * const actions[]
      = { "picture.logarithmic", "picture.limits", "picture.choose-limits" };
  const gboolean has_values = self->run != NULL && self->view.lens == LOOM_LENS_VALUE;

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), actions[i], has_values);
}

void
_loom_picture_pane_class_colors_init (GtkWidgetClass *widget_class)
{
  static const LoomActionEntry actions[] = {
    { "picture.choose-limits", NULL, G_CALLBACK (choose_limits_action) },
  };

  loom_action_install (widget_class, actions, G_N_ELEMENTS (actions));
}
