/* loom-widget.c: what is done with many widgets
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-widget.h"

#include "loom-action.h"
#include "loom-connect.h"

#include <adwaita.h>

/* In the unit of the setting for the size of words. */
#define USUAL_DPI (96 * 1024)

GtkWidget *
loom_label_new (const char *text,
                const char *css_class,
                float       xalign)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

/**
 * loom_key_dup_label:
 * @accelerator: a key, as accelerators are written
 *
 * Returns: (transfer full): as menus show it
 */
char *
loom_key_dup_label (const char *accelerator)
{
  GdkModifierType modifiers;
  guint key;

  gtk_accelerator_parse (accelerator, &key, &modifiers);
  return gtk_accelerator_get_label (key, modifiers);
}

/**
 * loom_label_new_wrapping:
 * @text: (nullable): what it says
 * @max_chars: the width that it asks for, in characters; -1: that of the text
 *
 * Makes a label that cuts nothing, not even a long word.
 */
GtkWidget *
loom_label_new_wrapping (const char *text,
                         int         max_chars)
{
  GtkWidget *label = loom_label_new (text, NULL, 0);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), max_chars);
  return label;
}

/**
 * loom_label_new_value:
 * @text: a figure, perhaps with words
 * @max_chars: the width that it asks for, in characters; -1: that of the text
 *
 * Makes the label of a value behind its title, in as few lines as there is room for, and never
 * broken within a number: a row gives a label that breaks words no more than their letters need.
 */
GtkWidget *
loom_label_new_value (const char *text,
                      int         max_chars)
{
  GtkWidget *label = loom_label_new (text, "tabular", 0);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_natural_wrap_mode (GTK_LABEL (label), GTK_NATURAL_WRAP_NONE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), max_chars);
  return label;
}

static gboolean
query_cut_cb (GtkLabel   *label,
              int         x,
              int         y,
              gboolean    by_keyboard,
              GtkTooltip *tooltip)
{
  gtk_tooltip_set_text (tooltip, gtk_label_get_label (label));
  return pango_layout_is_ellipsized (gtk_label_get_layout (label));
}

/**
 * loom_label_new_cut:
 * @text: what it says
 * @css_class: how it looks
 *
 * Makes a label that is cut where there is no room for all of it, and has a tooltip then.
 */
GtkWidget *
loom_label_new_cut (const char *text,
                    const char *css_class)
{
  GtkWidget *label = loom_label_new (text, css_class, 0);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_has_tooltip (label, TRUE);
  g_signal_connect (label, "query-tooltip", G_CALLBACK (query_cut_cb), NULL);
  return label;
}

void
loom_list_box_clear (GtkListBox *list)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (list))) != NULL)
    gtk_list_box_remove (list, row);
}

void
loom_widget_set_css_class (gpointer    widget,
                           const char *css_class,
                           gboolean    has)
{
  if (has)
    gtk_widget_add_css_class (widget, css_class);
  else
    gtk_widget_remove_css_class (widget, css_class);
}

/**
 * loom_widget_set_tooltip:
 * @widget: (type Gtk.Widget): a widget
 * @text: (nullable): what its tooltip says
 *
 * Sets a tooltip that may say so already: GTK asks the display where the pointer is each time that
 * one is set, and waits for the answer.
 */
void
loom_widget_set_tooltip (gpointer    widget,
                         const char *text)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));

  if (g_strcmp0 (gtk_widget_get_tooltip_text (widget), text) != 0)
    gtk_widget_set_tooltip_text (widget, text);
}

/**
 * loom_menu_query_tooltip:
 * @widget: a button with a menu, or a drop-down
 *
 * A handler of #GtkWidget::query-tooltip that keeps the tooltip away while the menu is open, whose
 * first lines it would cover.
 *
 * Returns: %FALSE; where the menu is shut, the tooltip is shown by who comes next
 */
gboolean
loom_menu_query_tooltip (GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_POPOVER (child) && gtk_widget_get_mapped (child))
      g_signal_stop_emission_by_name (widget, "query-tooltip");
  return FALSE;
}

/* A focus that was left in a popover goes to the button that had opened it, or whatever else the
 * popover belongs to. */
static gboolean
closed_hook (GSignalInvocationHint *hint,
             guint                  n_values,
             const GValue          *values,
             gpointer               unused)
{
  GtkWidget *popover = g_value_get_object (&values[0]);
  GtkRoot *root = gtk_widget_get_root (popover);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *parent = gtk_widget_get_parent (popover);

  if (focus != NULL && gtk_widget_is_ancestor (focus, popover) &&
      !gtk_widget_grab_focus (parent) && !gtk_widget_child_focus (parent, GTK_DIR_TAB_FORWARD))
    gtk_root_set_focus (root, NULL);
  return TRUE;
}

static GtkWidget *
find_selected_row (GtkWidget *list)
{
  GtkWidget *row = gtk_widget_get_first_child (list);

  while (row != NULL && !(gtk_widget_get_state_flags (row) & GTK_STATE_FLAG_SELECTED))
    row = gtk_widget_get_next_sibling (row);
  return row;
}

/**
 * loom_list_view_go_to:
 * @list: a list, or the one that a table is made of
 * @position: the one row of it that is selected
 *
 * Scrolls to a row, which the keys go on from, whether the list has the focus or gets it later. GTK
 * 4.8 lets them go on from where they were, and has no function for either.
 */
void
loom_list_view_go_to (GtkListView *list,
                      guint        position)
{
  GtkWidget *widget = GTK_WIDGET (list);
  const gboolean has_focus = gtk_widget_get_focus_child (widget) != NULL;
  GtkWidget *row;

  loom_action_activate (widget, "list.scroll-to-item", "u", position);
  row = find_selected_row (widget);
  if (row != NULL && has_focus)
    gtk_widget_grab_focus (row);
  else if (row != NULL)
    gtk_widget_set_focus_child (widget, row);
}

static GtkListView *
find_list_view (GtkWidget *widget)
{
  GtkListView *found = NULL;

  if (GTK_IS_LIST_VIEW (widget))
    return GTK_LIST_VIEW (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_list_view (child);
  return found;
}

/* The keys go through the words of a drop-down from the one that is chosen. */
static gboolean
mapped_hook (GSignalInvocationHint *hint,
             guint                  n_values,
             const GValue          *values,
             gpointer               unused)
{
  GtkWidget *widget = g_value_get_object (&values[0]);
  GtkListView *list = GTK_IS_POPOVER (widget) ? find_list_view (widget) : NULL;
  GtkSelectionModel *words = list != NULL ? gtk_list_view_get_model (list) : NULL;

  if (words != NULL && GTK_IS_SINGLE_SELECTION (words))
    loom_list_view_go_to (list, gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (words)));
  return TRUE;
}

/**
 * loom_popovers_install:
 *
 * From now on the keys of a drop-down begin at the word that is chosen, and the focus is taken out
 * of every popover that is closed. A menu of GTK 4.8 turns to its first page while it is closed,
 * and with it turns the focus of one whose submenu was shown: it stays in what nobody sees, and no
 * key of the window does anything any more.
 */
void
loom_popovers_install (void)
{
  g_type_class_unref (g_type_class_ref (GTK_TYPE_POPOVER));
  g_signal_add_emission_hook (g_signal_lookup ("closed", GTK_TYPE_POPOVER), 0, closed_hook, NULL,
                              NULL);
  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, mapped_hook, NULL,
                              NULL);
}

/**
 * loom_widget_set_spoken_name:
 * @name: what a screen reader calls it
 *
 * Names a widget that does not say itself what it is.
 */
void
loom_widget_set_spoken_name (gpointer    widget,
                             const char *name)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/**
 * loom_text_scale_get:
 *
 * How much larger than usual the user wants words, 1 for as usual. Labels follow by themselves;
 * what is drawn or counted in pixels has to ask.
 */
double
loom_text_scale_get (GtkWidget *widget)
{
  int dpi = 0;

  g_object_get (gtk_widget_get_settings (widget), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? dpi / (double) USUAL_DPI : 1;
}

/**
 * loom_text_scale_watch:
 * @callback: called with @widget alone
 *
 * Calls back whenever the user wants words of another size, as long as @widget lives.
 */
void
loom_text_scale_watch (GtkWidget *widget,
                       GCallback  callback)
{
  g_signal_connect_object (gtk_widget_get_settings (widget), "notify::gtk-xft-dpi", callback,
                           widget, G_CONNECT_SWAPPED);
}

/* Nobody is pressed where a handle was last, though one of the children has gone since. */
static void
update_handle (GtkPaned *paned)
{
  GtkWidget *start = gtk_paned_get_start_child (paned), *end = gtk_paned_get_end_child (paned);
  const gboolean has_handle = start != NULL && gtk_widget_get_visible (start) &&
                              end != NULL && gtk_widget_get_visible (end);
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (paned));
  const guint n = g_list_model_get_n_items (controllers);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_DRAG (controller))
        gtk_event_controller_set_propagation_phase (controller, has_handle ? GTK_PHASE_CAPTURE
                                                                           : GTK_PHASE_NONE);
    }
}

/**
 * loom_widget_scroll_to:
 * @widget: what a scrolled window scrolls, perhaps
 * @place: of the widget
 *
 * Scrolls to a place, if it is not in sight.
 */
void
loom_widget_scroll_to (GtkWidget               *widget,
                       const cairo_rectangle_t *place)
{
  GtkWidget *ancestor = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);
  GtkScrolledWindow *scroller;

  if (ancestor == NULL)
    return;
  scroller = GTK_SCROLLED_WINDOW (ancestor);
  gtk_adjustment_clamp_page (gtk_scrolled_window_get_hadjustment (scroller), place->x,
                             place->x + place->width);
  gtk_adjustment_clamp_page (gtk_scrolled_window_get_vadjustment (scroller), place->y,
                             place->y + place->height);
}

/**
 * loom_widget_tell:
 * @widget: in a window that has toasts; in others nothing is told
 * @text: what passed, in plain words
 */
void
loom_widget_tell (GtkWidget  *widget,
                  const char *text)
{
  GtkWidget *toasts = gtk_widget_get_ancestor (widget, ADW_TYPE_TOAST_OVERLAY);

  if (toasts != NULL)
    adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (toasts), adw_toast_new (text));
}

/**
 * loom_paned_let_go:
 * @paned: whose children are there for good, and hidden and shown
 *
 * Lets what lies where the handle was be pressed while one of the children is hidden. GTK 4.8 takes
 * each press there for the handle, all across the other child.
 */
void
loom_paned_let_go (GtkPaned *paned)
{
  g_signal_connect_object (gtk_paned_get_start_child (paned), "notify::visible",
                           G_CALLBACK (update_handle), paned, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_paned_get_end_child (paned), "notify::visible",
                           G_CALLBACK (update_handle), paned, G_CONNECT_SWAPPED);
  update_handle (paned);
}
