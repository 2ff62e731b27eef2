/* loom-launch-panel-focus.c: the row that is typed into is seen whole, with what is said below it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-panel-private.h"

#include "loom-connect.h"

/* The field that is typed into, or NULL. A button that is pressed must not go away below the
 * pointer because more of its row can be seen. */
LoomField *
_loom_launch_panel_find_field (LoomLaunchPanel *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *field = focus != NULL ? gtk_widget_get_ancestor (focus, LOOM_TYPE_FIELD) : NULL;

  return field != NULL && gtk_widget_is_ancestor (field, self->content) ? LOOM_FIELD (field) : NULL;
}

/* Not gtk_adjustment_clamp_page(), which a scrolling under way would go on over. */
static void
scroll_to (LoomLaunchPanel *self,
           double           top,
           double           height)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  const double value = gtk_adjustment_get_value (adjustment);
  const double lowest = top + height - gtk_adjustment_get_page_size (adjustment);

  if (value < lowest || value > top)
    gtk_adjustment_set_value (adjustment, MIN (MAX (value, lowest), top));
}

static gboolean
show_row_cb (gpointer data)
{
  LoomLaunchPanel *self = data;
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  LoomField *field = _loom_launch_panel_find_field (self);
  GtkWidget *row = NULL;
  graphene_rect_t bounds;

  self->show_row_id = 0;
  if (field != NULL)
    row = gtk_widget_get_ancestor (GTK_WIDGET (field), ADW_TYPE_PREFERENCES_ROW);
  if (row != NULL && gtk_widget_compute_bounds (row, GTK_WIDGET (self->scroller), &bounds))
    scroll_to (self, gtk_adjustment_get_value (adjustment) + bounds.origin.y, bounds.size.height);
  _loom_launch_panel_update_reason (self);
  return G_SOURCE_REMOVE;
}

/* A scrolled window shows what has the focus, which is the entry alone; after it has done so. */
static void
queue_show_row (LoomLaunchPanel *self)
{
  if (self->show_row_id == 0)
    self->show_row_id = g_idle_add_full (G_PRIORITY_LOW, show_row_cb, self, NULL);
}

/* A row that is unfolded to show what is wrong in it gets its place only now, and advice that comes
 * leaves less of the page. */
static void
resized_cb (LoomLaunchPanel *self)
{
  LoomField *field = _loom_launch_panel_find_field (self);

  if (field != NULL && loom_field_get_reason (field) != NULL)
    queue_show_row (self);
}

static void
root_cb (LoomLaunchPanel *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (root != NULL)
    g_signal_connect_object (root, "notify::focus-widget", G_CALLBACK (queue_show_row), self,
                             G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

void
_loom_launch_panel_init_focus (LoomLaunchPanel *self)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);

  g_signal_connect (self, "notify::root", G_CALLBACK (root_cb), NULL);
  loom_connect (adjustment, "notify::upper", resized_cb, self);
  loom_connect (adjustment, "notify::page-size", resized_cb, self);
}

/* Also one that is folded away; one that is hidden belongs to nothing that holds. */
static LoomField *
find_refused (GtkWidget *widget)
{
  LoomField *found = NULL;

  if (!gtk_widget_get_visible (widget))
    return NULL;
  if (LOOM_IS_FIELD (widget))
    return loom_field_is_refused (LOOM_FIELD (widget)) ? LOOM_FIELD (widget) : NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_refused (child);
  return found;
}

/**
 * loom_launch_panel_has_refused:
 * @self: a panel
 *
 * Returns: whether something else stands in a field than what would run, because it is wrong
 */
gboolean
loom_launch_panel_has_refused (LoomLaunchPanel *self)
{
  g_return_val_if_fail (LOOM_IS_LAUNCH_PANEL (self), FALSE);

  return find_refused (self->content) != NULL;
}

/**
 * loom_launch_panel_focus_refused:
 * @self: a panel that has such a field
 *
 * Puts the keyboard into it, where what is wrong with it is seen and read out; it stays where it is
 * if that is such a field.
 */
void
loom_launch_panel_focus_refused (LoomLaunchPanel *self)
{
  LoomField *field;
  GtkWidget *folded;

  g_return_if_fail (LOOM_IS_LAUNCH_PANEL (self));

  field = _loom_launch_panel_find_field (self);
  if (field == NULL || !loom_field_is_refused (field))
    field = find_refused (self->content);
  g_return_if_fail (field != NULL);
  folded = gtk_widget_get_ancestor (GTK_WIDGET (field), ADW_TYPE_EXPANDER_ROW);
  if (folded != NULL)
    adw_expander_row_set_expanded (ADW_EXPANDER_ROW (folded), TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (field));
}
