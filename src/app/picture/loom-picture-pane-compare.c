/* loom-picture-pane-compare.c: the pinned run beside the one that is shown, or in its place
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-pane-private.h"
#include "loom-typeset.h"

#include "loom-widget.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

/* Each of both is seen so long. */
#define BLINK_MS 500

static LoomCompareMode
get_mode (LoomPicturePane *self)
{
  return self->compare != NULL ? loom_compare_get_mode (self->compare) : LOOM_COMPARE_OFF;
}

/* The pinned run and how to look at it, if it is to be seen beside or in place of the other; else
 * NULL. */
LoomRun *
_loom_picture_pane_get_other (LoomPicturePane *self,
                              LoomView        *view)
{
  const LoomCompareMode mode = get_mode (self);
  LoomRun *run;

  if (mode != LOOM_COMPARE_SIDE && mode != LOOM_COMPARE_BLINK)
    return NULL;
  run = loom_compare_get_other (self->compare, view);
  view->dark = self->view.dark;
  view->text_scale = self->view.text_scale;
  return run;
}

/* Two pictures of other extents have no cells in common that could take turns. */
static gboolean
can_blink (LoomPicturePane *self)
{
  const LoomPicturePair *pictures = &self->pictures;

  return get_mode (self) == LOOM_COMPARE_BLINK && pictures->a != NULL && pictures->b != NULL &&
         loom_picture_get_cols (pictures->a) == loom_picture_get_cols (pictures->b) &&
         loom_picture_get_rows (pictures->a) == loom_picture_get_rows (pictures->b);
}

static void
stop_blinking (LoomPicturePane *self)
{
  g_clear_handle_id (&self->blinking, g_source_remove);
}

/* That of the two which is not told of otherwise; NULL: there is none. */
static LoomPicture *
get_hidden (LoomPicturePane *self)
{
  LoomPicture *shown = loom_grid_view_get_picture (self->grid);

  if (self->pictures.a == NULL || shown == NULL)
    return NULL;
  return shown == self->pictures.a ? self->pictures.b : self->pictures.a;
}

/* The value of a cell, and how often it was written, without the place; NULL: there is none. */
static char *
dup_short (LoomPicture *picture,
           guint64      col,
           guint64      row)
{
  g_autofree char *value
      = loom_typeset (loom_picture_dup_cell_field (picture, col, row, LOOM_CELL_FIELD_VALUE));
  g_autofree char *writes = NULL;

  if (value == NULL || !loom_picture_has_field (picture, LOOM_CELL_FIELD_WRITES))
    return g_steal_pointer (&value);
  writes = loom_picture_dup_cell_field (picture, col, row, LOOM_CELL_FIELD_WRITES);
  /* Translators: the value of a cell, and how often it was written */
  return g_strdup_printf (_("%1$s (writes: %2$s)"), value, writes);
}

/* What the same cell is in the other run is told first: the rest may have no room. */
char *
_loom_picture_pane_dup_with_other (LoomPicturePane *self,
                                   char            *text,
                                   guint64          col,
                                   guint64          row)
{
  LoomPicture *hidden = get_hidden (self);
  g_autofree char *here = text;
  g_autofree char *there = hidden != NULL ? dup_short (hidden, col, row) : NULL;

  if (here == NULL || there == NULL)
    return g_steal_pointer (&here);
  /* Translators: the value of a cell in one run, and what is known of it in the other */
  return hidden == self->pictures.a ? g_strdup_printf (_("A: %1$s; B: %2$s"), there, here)
                                    : g_strdup_printf (_("B: %1$s; A: %2$s"), there, here);
}

static void
draw_legend (GtkDrawingArea *area,
             cairo_t        *cr,
             int             width,
             int             height,
             gpointer        data)
{
  LoomPicturePane *self = data;
  LoomPicture *picture = self->pictures.a != NULL
                         ? loom_picture_pair_choose_legend (&self->pictures) : NULL;
  LoomMargins margins;
  cairo_rectangle_t place;

  if (picture == NULL)
    return;
  loom_picture_get_margins (picture, &margins);
  place = (cairo_rectangle_t) { 0, margins.top, width, MAX (height - margins.top, 0) };
  loom_picture_draw_legend (picture, cr, &place);
}

/* One for both, where one is true of both. */
static void
show_legend (LoomPicturePane *self,
             gboolean         beside)
{
  LoomPicture *picture = beside && self->pictures.a != NULL
                         ? loom_picture_pair_choose_legend (&self->pictures) : NULL;

  loom_grid_view_set_legend (self->grid, picture == NULL);
  if (self->pinned_grid != NULL)
    loom_grid_view_set_legend (self->pinned_grid, picture == NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->legend), picture != NULL);
  if (picture == NULL)
    return;
  gtk_drawing_area_set_content_width (self->legend,
                                      (int) loom_picture_get_legend_room (picture));
  gtk_widget_queue_draw (GTK_WIDGET (self->legend));
}

static void
show_beside (LoomPicturePane *self)
{
  g_autofree char *why = self->pictures.a == NULL ? loom_compare_dup_obstacle (self->compare)
                                                  : NULL;

  if (self->pinned_grid == NULL)
    {
      self->pinned_grid = g_object_new (LOOM_TYPE_GRID_VIEW, NULL);
      loom_grid_view_set_name (self->pinned_grid, _("A"));
      gtk_stack_add_named (self->pinned_stack, GTK_WIDGET (self->pinned_grid), "picture");
    }
  gtk_label_set_label (self->pinned_why, why != NULL ? why : "");
  gtk_stack_set_visible_child_name (self->pinned_stack,
                                    self->pictures.a != NULL ? "picture" : "why");
  loom_grid_view_set_picture_with (self->pinned_grid, self->pictures.a, self->pictures.b);
}

static const char *
get_name (LoomPicturePane *self,
          LoomPicture     *shown)
{
  if (get_mode (self) != LOOM_COMPARE_SIDE && !can_blink (self))
    return NULL;
  return shown == self->pictures.a ? _("A") : _("B");
}

/* Puts the pictures where they are to be seen. */
void
_loom_picture_pane_show_pictures (LoomPicturePane *self)
{
  const gboolean beside = get_mode (self) == LOOM_COMPARE_SIDE && self->pictures.b != NULL;
  LoomPicture *shown = self->shows_pinned && can_blink (self) ? self->pictures.a
                                                              : self->pictures.b;

  gtk_widget_set_visible (GTK_WIDGET (self->pinned_stack), beside);
  if (beside)
    show_beside (self);
  loom_grid_view_set_name (self->grid, get_name (self, shown));
  loom_grid_view_set_picture_with (self->grid, shown,
                                   shown == self->pictures.b ? self->pictures.a
                                                             : self->pictures.b);
  loom_grid_view_link (self->grid, beside && self->pictures.a != NULL ? self->pinned_grid : NULL);
  show_legend (self, beside);
}

static void
turn_over (LoomPicturePane *self)
{
  g_autofree char *sentence = NULL;

  if (!can_blink (self) || self->as_table)
    return;
  self->shows_pinned = !self->shows_pinned;
  _loom_picture_pane_show_pictures (self);
  sentence = loom_picture_dup_sentence (loom_grid_view_get_picture (self->grid));
  loom_caption_set_text (self->sentence, sentence);
  _loom_picture_pane_update_readout (self);
}

static gboolean
blink_cb (gpointer data)
{
  turn_over (data);
  return G_SOURCE_CONTINUE;
}

/* Shows the other of the two pictures, by hand from now on; whether they take turns at all. */
gboolean
_loom_picture_pane_turn_over (LoomPicturePane *self)
{
  if (get_mode (self) != LOOM_COMPARE_BLINK)
    return FALSE;
  stop_blinking (self);
  turn_over (self);
  return TRUE;
}

/* Another way to look at both, or another run is pinned. Who wants nothing to move by itself turns
 * over by hand. */
void
_loom_picture_pane_follow_compare (LoomPicturePane *self)
{
  stop_blinking (self);
  self->shows_pinned = FALSE;
  if (get_mode (self) == LOOM_COMPARE_BLINK && adw_get_enable_animations (GTK_WIDGET (self)))
    self->blinking = g_timeout_add (BLINK_MS, blink_cb, self);
  _loom_picture_pane_remake (self);
}

/* -- Both beside each other: of the same width to a pixel, for one place to be at one distance from
 *    the edge of each -- */

static guint
count_seen (GtkWidget *box)
{
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (box); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += gtk_widget_should_layout (child);
  return MAX (n, 1);
}

static void
measure_cb (GtkWidget      *box,
            GtkOrientation  orientation,
            int             for_size,
            int            *minimum,
            int            *natural,
            int            *minimum_baseline,
            int            *natural_baseline)
{
  const int n = orientation == GTK_ORIENTATION_HORIZONTAL ? (int) count_seen (box) : 1;

  for (GtkWidget *child = gtk_widget_get_first_child (box); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int least, best;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, orientation, -1, &least, &best, NULL, NULL);
      *minimum = MAX (*minimum, n * least);
      *natural = MAX (*natural, n * best);
    }
}

static void
allocate_cb (GtkWidget *box,
             int        width,
             int        height,
             int        baseline)
{
  const int each = width / (int) count_seen (box);
  const gboolean is_rtl = gtk_widget_get_direction (box) == GTK_TEXT_DIR_RTL;
  int x = is_rtl ? width - each : 0;

  for (GtkWidget *child = gtk_widget_get_first_child (box); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_should_layout (child))
      {
        gtk_widget_size_allocate (child, &(GtkAllocation) { x, 0, each, height }, -1);
        x += is_rtl ? -each : each;
      }
}

void
_loom_picture_pane_compare_init (LoomPicturePane *self)
{
  gtk_widget_set_layout_manager (gtk_widget_get_parent (GTK_WIDGET (self->grid)),
                                 gtk_custom_layout_new (NULL, measure_cb, allocate_cb));
  gtk_drawing_area_set_draw_func (self->legend, draw_legend, self, NULL);
}

void
_loom_picture_pane_compare_dispose (LoomPicturePane *self)
{
  stop_blinking (self);
  loom_picture_pair_clear (&self->pictures);
  g_clear_object (&self->compare);
}
