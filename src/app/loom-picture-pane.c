/* loom-picture-pane.c: the picture of a run, with what chooses and explains it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-pane-private.h"

#include "loom-class.h"
#include "loom-connect.h"
#include "loom-template.h"
#include "loom-widget.h"
#include "loom-wrap-box.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

/* Pictures of more cells are made in a thread; fewer take less than 5 ms. */
#define MOST_CELLS_AT_ONCE (G_GUINT64_CONSTANT (1) << 18)

enum {
  PROP_0,
  PROP_ORIGIN_LOWER,
  PROP_BORDERS,
  PROP_PYSTENCILS,
  PROP_COLORMAP,
  PROP_TABLE,
  N_PROPS
};

/* What a picture is made from in a thread. */
typedef struct
{
  LoomRun  *run;
  LoomView  view;
} PictureSource;

G_DEFINE_FINAL_TYPE (LoomPicturePane, loom_picture_pane, LOOM_TYPE_PANE)

static GParamSpec *properties[N_PROPS];

/* In a wrapped picture a cell's place says nothing: the selection that others share is by index. */
static LoomCell
to_shared (LoomPicture *picture,
           guint64      col,
           guint64      row)
{
  LoomCell cell = { col, row, loom_picture_get_view (picture)->plane };

  if (loom_picture_is_wrapped (picture) && loom_picture_index_of (picture, col, row, &cell.col))
    cell.row = 0;
  return cell;
}

static gboolean
from_shared (LoomPicture    *picture,
             const LoomCell *cell,
             guint64        *col,
             guint64        *row)
{
  if (loom_picture_is_wrapped (picture))
    return loom_picture_find_index (picture, cell->col, col, row);
  *col = cell->col;
  *row = cell->row;
  return cell->plane == loom_picture_get_view (picture)->plane;
}

static void
update_readout (LoomPicturePane *self)
{
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);
  g_autofree char *text = NULL;
  guint64 col, row;

  text = loom_grid_view_dup_marked_text (self->grid);
  if (text == NULL && picture != NULL && loom_grid_view_get_hover (self->grid, &col, &row))
    text = loom_picture_dup_cell_text (picture, col, row);
  else if (text == NULL && picture != NULL
           && loom_grid_view_get_thread (self->grid) != LOOM_NO_WRITER)
    text = loom_picture_dup_thread_text (picture, loom_grid_view_get_thread (self->grid));
  else if (text == NULL && picture != NULL && loom_grid_view_get_pin (self->grid, &col, &row))
    text = loom_picture_dup_cell_text (picture, col, row);
  gtk_label_set_label (self->readout,
                       text != NULL ? text : _("Point at a cell to read it; click to pin it."));
  /* the line may be too short for all of it */
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->readout), text);
}

static void
hovered_cb (LoomPicturePane *self)
{
  update_readout (self);
}

static void
pinned_cb (LoomPicturePane *self)
{
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);
  guint64 col, row;

  update_readout (self);
  if (picture != NULL && loom_grid_view_get_pin (self->grid, &col, &row))
    {
      const LoomCell cell = to_shared (picture, col, row);

      loom_view_state_set_pin (self->state, &cell);
    }
  else
    loom_view_state_set_pin (self->state, NULL);
  if (loom_grid_view_get_thread (self->grid) == LOOM_NO_WRITER)
    loom_view_state_set_thread (self->state, NULL);
}

static void
painted_cb (LoomPicturePane *self)
{
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);
  guint64 cols[2], rows[2];

  if (picture != NULL && loom_grid_view_get_painted (self->grid, cols, rows))
    {
      const LoomCell from = to_shared (picture, cols[0], rows[0]);
      const LoomCell to = to_shared (picture, cols[1], rows[1]);

      loom_view_state_paint (self->state, &from, &to);
    }
}

static void
follow_painting (LoomPicturePane *self)
{
  loom_grid_view_set_painting (self->grid, loom_view_state_get_painting (self->state));
}

/* The thread may have been chosen elsewhere, or the picture have changed under it. */
static void
follow_thread (LoomPicturePane *self)
{
  const LoomSite *thread = loom_view_state_get_thread (self->state);
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);

  loom_grid_view_set_thread (self->grid, thread != NULL && picture != NULL
                                             ? loom_picture_number_thread (picture, thread)
                                             : LOOM_NO_WRITER);
  update_readout (self);
}

/* Somebody asked for a thread: it is read where it is seen. */
static void
show_thread (LoomPicturePane *self)
{
  follow_thread (self);
  if (loom_view_state_get_thread (self->state) != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (self->grid));
}

/* The pin may have been set elsewhere, or the picture have changed under it. */
static void
follow_pin (LoomPicturePane *self)
{
  const LoomCell *cell = loom_view_state_get_pin (self->state);
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);
  guint64 col, row;

  if (cell != NULL && picture != NULL && from_shared (picture, cell, &col, &row))
    loom_grid_view_pin (self->grid, col, row);
  else
    loom_grid_view_unpin (self->grid);
}

static void
chosen_cb (LoomPicturePane *self,
           guint64          col,
           guint64          row)
{
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);

  if (picture != NULL && loom_view_state_get_painting (self->state))
    {
      const LoomCell cell = to_shared (picture, col, row);

      loom_view_state_paint (self->state, &cell, &cell);
    }
  else
    loom_grid_view_pin (self->grid, col, row);
}

static const char *
fidelity_badge (LoomFidelity fidelity)
{
  switch (fidelity)
    {
    case LOOM_FIDELITY_MEASURED:
      return _("● measured");
    case LOOM_FIDELITY_SIMULATED:
      return _("◆ simulated");
    case LOOM_FIDELITY_MODELLED:
      return _("○ modelled");
    case LOOM_FIDELITY_HOST:
    default:
      return "";
    }
}

/* The table has a picture only while it is seen. */
static void
update_table (LoomPicturePane *self)
{
  loom_cell_table_set_picture (self->table,
                               self->as_table ? loom_grid_view_get_picture (self->grid) : NULL);
  gtk_stack_set_visible_child_name (self->stack, self->as_table ? "table" : "picture");
}

static void
take_picture (LoomPicturePane *self,
              LoomPicture     *picture)
{
  loom_grid_view_set_picture (self->grid, picture);
  update_table (self);
  loom_caption_set_picture (self->sentence, picture);
  gtk_label_set_label (self->badge, fidelity_badge (self->run->fidelity));
  follow_pin (self);
  follow_thread (self);
  update_readout (self);
}

static void
picture_source_free (gpointer data)
{
  PictureSource *source = data;

  loom_run_unref (source->run);
  g_free (source);
}

static void
make_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  const PictureSource *from = task_data;

  g_task_return_pointer (task, loom_picture_new (from->run, &from->view),
                         (GDestroyNotify) loom_picture_unref);
}

/* A newer picture was asked for meanwhile if this one was cancelled. The pane is not the task's
 * source: the thread may be the last to let go of a task, and a widget must not end there. */
static void
made_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (LoomPicturePane) self = user_data;
  g_autoptr (LoomPicture) picture = g_task_propagate_pointer (G_TASK (result), NULL);

  if (picture == NULL || self->run == NULL ||
      g_task_get_cancellable (G_TASK (result)) != self->making)
    return;
  g_clear_object (&self->making);
  take_picture (self, picture);
}

static void
make_in_thread (LoomPicturePane *self)
{
  g_autoptr (GTask) task = NULL;
  PictureSource *from = g_new (PictureSource, 1);

  self->making = g_cancellable_new ();
  *from = (PictureSource) { loom_run_ref (self->run), self->view };
  task = g_task_new (NULL, self->making, made_cb, g_object_ref (self));
  g_task_set_source_tag (task, make_in_thread);
  g_task_set_task_data (task, from, picture_source_free);
  g_task_run_in_thread (task, make_thread);
}

/* The view or the run has changed. */
static void
remake (LoomPicturePane *self)
{
  guint64 cells = 0;

  loom_cancel (&self->making);
  _loom_picture_pane_update_controls (self);
  if (self->run == NULL)
    {
      loom_grid_view_set_picture (self->grid, NULL);
      update_table (self);
      loom_caption_set_picture (self->sentence, NULL);
      loom_caption_set_text (self->sentence, _("Nothing has run yet."));
      gtk_label_set_label (self->badge, "");
      update_readout (self);
      return;
    }
  if (self->view.array < self->run->arrays->len)
    loom_shape_cells (loom_array_get_shape (((LoomRunArray *) g_ptr_array_index (self->run->arrays,
                                                                                 self->view.array))
                                                ->array),
                      &cells);
  if (cells > MOST_CELLS_AT_ONCE)
    make_in_thread (self);
  else
    {
      g_autoptr (LoomPicture) picture = loom_picture_new (self->run, &self->view);
      take_picture (self, picture);
    }
}

static void
notify_view (LoomPicturePane *self,
             const LoomView  *before)
{
  if (!before->origin_lower != !self->view.origin_lower)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ORIGIN_LOWER]);
  if (!before->borders != !self->view.borders)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BORDERS]);
  if (!before->pystencils != !self->view.pystencils)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PYSTENCILS]);
  if (before->colormap != self->view.colormap)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_COLORMAP]);
}

/* The run, the view, or what the desktop decides about how a picture looks has changed. */
static void
update_view (LoomPicturePane *self)
{
  const LoomView before = self->view;
  LoomRun *run = loom_view_state_get_run (self->state);
  LoomView view = *loom_view_state_get_view (self->state);

  view.dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  view.text_scale = loom_text_scale_get (GTK_WIDGET (self));
  if (loom_view_state_is_behind (self->state))
    gtk_widget_add_css_class (GTK_WIDGET (self->grid), "stale");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->grid), "stale");
  if (run == self->run && loom_view_equal (&view, &before))
    return;
  self->view = view;
  if (run != self->run)
    {
      g_clear_pointer (&self->run, loom_run_unref);
      self->run = run != NULL ? loom_run_ref (run) : NULL;
    }
  remake (self);
  notify_view (self, &before);
}

static void
set_state (LoomPicturePane *self,
           LoomViewState   *state)
{
  if (self->state != NULL)
    g_signal_handlers_disconnect_by_data (self->state, self);
  g_set_object (&self->state, state);
  loom_connect (state, "notify::view", update_view, self);
  loom_connect (state, "notify::pin", follow_pin, self);
  loom_connect (state, "notify::thread", show_thread, self);
  loom_connect (state, "notify::painting", follow_painting, self);
  follow_painting (self);
  loom_moment_bar_set_state (self->moments, state);
}

static void
loom_picture_pane_set_session (LoomPane    *pane,
                               LoomSession *session)
{
  set_state (LOOM_PICTURE_PANE (pane), loom_session_get_view_state (session));
  update_view (LOOM_PICTURE_PANE (pane));
}

/* Whoever was in the one goes on in the other. */
static void
set_as_table (LoomPicturePane *self,
              gboolean         as_table)
{
  const gboolean had_focus = gtk_widget_get_focus_child (GTK_WIDGET (self->stack)) != NULL;

  if (self->as_table == as_table)
    return;
  self->as_table = as_table;
  update_table (self);
  if (had_focus)
    loom_picture_pane_focus (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TABLE]);
}

static void
loom_picture_pane_get_property (GObject    *object,
                                guint       prop_id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  LoomPicturePane *self = LOOM_PICTURE_PANE (object);

  if (prop_id == PROP_ORIGIN_LOWER)
    g_value_set_boolean (value, self->view.origin_lower);
  else if (prop_id == PROP_BORDERS)
    g_value_set_boolean (value, self->view.borders);
  else if (prop_id == PROP_PYSTENCILS)
    g_value_set_boolean (value, self->view.pystencils);
  else if (prop_id == PROP_TABLE)
    g_value_set_boolean (value, self->as_table);
  else
    g_value_set_string (value, loom_colormap_get_name (self->view.colormap));
}

static void
loom_picture_pane_set_property (GObject      *object,
                                guint         prop_id,
                                const GValue *value,
                                GParamSpec   *pspec)
{
  LoomPicturePane *self = LOOM_PICTURE_PANE (object);
  LoomView view = *loom_view_state_get_view (self->state);

  if (prop_id == PROP_TABLE)
    {
      set_as_table (self, g_value_get_boolean (value));
      return;
    }
  if (prop_id == PROP_ORIGIN_LOWER)
    view.origin_lower = g_value_get_boolean (value);
  else if (prop_id == PROP_BORDERS)
    view.borders = g_value_get_boolean (value);
  else if (prop_id == PROP_PYSTENCILS)
    view.origin_lower = view.pystencils = g_value_get_boolean (value);
  else
    loom_colormap_from_name (g_value_get_string (value), &view.colormap);
  loom_view_state_choose (self->state, &view);
}

LOOM_DEFINE_DISPOSE (LoomPicturePane, loom_picture_pane)
{
  loom_cancel (&self->making);
  g_clear_pointer (&self->run, loom_run_unref);
  g_clear_object (&self->state);
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  properties[PROP_ORIGIN_LOWER] = g_param_spec_boolean ("origin-lower", NULL, NULL, FALSE, flags);
  properties[PROP_BORDERS] = g_param_spec_boolean ("borders", NULL, NULL, TRUE, flags);
  properties[PROP_PYSTENCILS] = g_param_spec_boolean ("pystencils", NULL, NULL, FALSE, flags);
  properties[PROP_COLORMAP] = g_param_spec_string ("colormap", NULL, NULL, NULL, flags);
  properties[PROP_TABLE] = g_param_spec_boolean ("table", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  g_type_ensure (LOOM_TYPE_CAPTION);
  g_type_ensure (LOOM_TYPE_GRID_VIEW);
  g_type_ensure (LOOM_TYPE_CELL_TABLE);
  g_type_ensure (LOOM_TYPE_MOMENT_BAR);
  g_type_ensure (LOOM_TYPE_WRAP_BOX);
  LOOM_TEMPLATE (widget_class, LoomPicturePane, "loom-picture-pane.ui", box, array_drop,
                 member_drop, lens_drop, plane_box, plane_adjustment, zoom_label, stack, grid,
                 table, moments, sentence, readout, badge, colormap_section);
  LOOM_TEMPLATE_CALLBACKS (widget_class, hovered_cb, pinned_cb, painted_cb,
                           chosen_cb);
  _loom_picture_pane_class_controls_init (widget_class);
}

static void
loom_picture_pane_class_init (LoomPicturePaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = loom_picture_pane_dispose;
  object_class->get_property = loom_picture_pane_get_property;
  object_class->set_property = loom_picture_pane_set_property;
  LOOM_PANE_CLASS (klass)->set_session = loom_picture_pane_set_session;
  install_properties (object_class);
  gtk_widget_class_install_property_action (widget_class, "picture.origin-lower", "origin-lower");
  gtk_widget_class_install_property_action (widget_class, "picture.borders", "borders");
  gtk_widget_class_install_property_action (widget_class, "picture.pystencils", "pystencils");
  gtk_widget_class_install_property_action (widget_class, "picture.colormap", "colormap");
  gtk_widget_class_install_property_action (widget_class, "picture.table", "table");
  /* whether the picture has the focus or the table in its place */
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_t, GDK_CONTROL_MASK, "picture.table",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK,
                                       "picture.copy-rows", NULL);
  _loom_picture_pane_class_copy_init (widget_class);
  _loom_picture_pane_class_output_init (widget_class);
  gtk_widget_class_set_css_name (widget_class, "picturepane");
  bind_template (widget_class);
}

static void
loom_picture_pane_init (LoomPicturePane *self)
{
  g_autoptr (LoomViewState) state = g_object_new (LOOM_TYPE_VIEW_STATE, NULL);

  gtk_widget_init_template (GTK_WIDGET (self));
  set_state (self, state);
  _loom_picture_pane_fill_controls (self);
  loom_connect (adw_style_manager_get_default (), "notify::dark", update_view, self);
  loom_text_scale_watch (GTK_WIDGET (self), G_CALLBACK (update_view));
  update_view (self);
}

/**
 * loom_picture_pane_get_view_state:
 *
 * Returns: (transfer none): what it renders: the state of its session or, without one, its own
 */
LoomViewState *
loom_picture_pane_get_view_state (LoomPicturePane *self)
{
  g_return_val_if_fail (LOOM_IS_PICTURE_PANE (self), NULL);

  return self->state;
}

/**
 * loom_picture_pane_focus:
 *
 * Gives the focus to the picture, or to the table in its place.
 *
 * Returns: whether one of them took it
 */
gboolean
loom_picture_pane_focus (LoomPicturePane *self)
{
  g_return_val_if_fail (LOOM_IS_PICTURE_PANE (self), FALSE);

  return self->as_table ? gtk_widget_child_focus (GTK_WIDGET (self->table), GTK_DIR_TAB_FORWARD)
                        : gtk_widget_grab_focus (GTK_WIDGET (self->grid));
}
