/* loom-picture-pane.c: the picture of a run, with what chooses and explains it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-pane-private.h"

#include "loom-application.h"
#include "loom-view-settings.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <math.h>

/* Pictures of more cells are made in a thread; fewer take less than 5 ms. */
#define MOST_CELLS_AT_ONCE (G_GUINT64_CONSTANT (1) << 18)

enum {
  PROP_0,
  PROP_SESSION,
  PROP_RUN,
  PROP_ORIGIN_LOWER,
  PROP_BORDERS,
  PROP_PYSTENCILS,
  PROP_COLORMAP,
  PROP_TABLE,
  N_PROPS
};

G_DEFINE_FINAL_TYPE (LoomPicturePane, loom_picture_pane, GTK_TYPE_WIDGET)

static GParamSpec *properties[N_PROPS];

static void remake (LoomPicturePane *self);

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

  if (picture != NULL && (loom_grid_view_get_hover (self->grid, &col, &row) ||
                          loom_grid_view_get_pin (self->grid, &col, &row)))
    text = loom_picture_dup_cell_text (picture, col, row);
  gtk_label_set_label (self->readout,
                       text != NULL ? text : _("Point at a cell to read it; click to pin it."));
}

static void
hovered_cb (LoomPicturePane *self)
{
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);
  guint64 col, row;
  LoomCell cell;

  update_readout (self);
  if (self->session == NULL)
    return;
  if (picture == NULL || !loom_grid_view_get_hover (self->grid, &col, &row))
    {
      loom_session_set_hover (self->session, NULL);
      return;
    }
  cell = to_shared (picture, col, row);
  loom_session_set_hover (self->session, &cell);
}

static void
pinned_cb (LoomPicturePane *self)
{
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);
  guint64 col, row;
  LoomCell cell;

  update_readout (self);
  if (self->session == NULL)
    return;
  if (picture == NULL || !loom_grid_view_get_pin (self->grid, &col, &row))
    {
      loom_session_set_pin (self->session, NULL);
      return;
    }
  cell = to_shared (picture, col, row);
  loom_session_set_pin (self->session, &cell);
}

static void
session_pin_cb (LoomPicturePane *self)
{
  const LoomCell *cell = loom_session_get_pin (self->session);
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
  loom_grid_view_pin (self->grid, col, row);
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
zoom_changed_cb (LoomPicturePane *self)
{
  /* Translators: how large the picture is; the number is a percentage */
  g_autofree char *text = g_strdup_printf (_("%.0f %%"),
                                           loom_grid_view_get_zoom (self->grid) * 100);

  gtk_label_set_label (self->zoom_label, text);
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

void
_loom_picture_pane_take_picture (LoomPicturePane *self,
                                 LoomPicture     *picture)
{
  g_autofree char *sentence = loom_picture_dup_sentence (picture);

  loom_grid_view_set_picture (self->grid, picture);
  update_table (self);
  gtk_label_set_label (self->sentence, sentence);
  gtk_label_set_label (self->badge, fidelity_badge (self->run->fidelity));
  if (self->session != NULL)
    session_pin_cb (self);
  update_readout (self);
}

/* The view or the run has changed. */
static void
remake (LoomPicturePane *self)
{
  guint64 cells = 0;

  g_cancellable_cancel (self->making);
  g_clear_object (&self->making);
  _loom_picture_pane_update_controls (self);
  if (self->run == NULL)
    {
      loom_grid_view_set_picture (self->grid, NULL);
      update_table (self);
      gtk_label_set_label (self->sentence, _("Nothing has run yet."));
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
    _loom_picture_pane_make_in_thread (self);
  else
    {
      g_autoptr (LoomPicture) picture = loom_picture_new (self->run, &self->view);
      _loom_picture_pane_take_picture (self, picture);
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

static void
session_view_cb (LoomPicturePane *self)
{
  loom_picture_pane_set_view (self, loom_session_get_view (self->session));
}

/* The run that is shown is still the last document's. */
static void
opened_cb (LoomPicturePane *self)
{
  self->opened = TRUE;
  self->unwritten = 0;
}

static void
session_run_cb (LoomPicturePane *self)
{
  loom_picture_pane_set_run (self, loom_session_get_run (self->session));
}

static void
dark_cb (LoomPicturePane *self)
{
  LoomView view = self->view;

  view.dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  loom_picture_pane_set_view (self, &view);
}

static void
array_selected_cb (LoomPicturePane *self)
{
  LoomView view = self->view;

  if (self->updating || gtk_drop_down_get_selected (self->array_drop) == GTK_INVALID_LIST_POSITION)
    return;
  view.array = gtk_drop_down_get_selected (self->array_drop);
  _loom_picture_pane_choose (self, &view);
}

static void
choose_lens (LoomPicturePane *self,
             LoomLens         lens)
{
  LoomView view = self->view;

  if (!loom_lens_is_available (lens, self->run, view.array))
    {
      _loom_picture_pane_update_controls (self);
      gtk_label_set_label (self->readout, loom_lens_get_obstacle (lens, self->run, view.array));
      return;
    }
  self->chosen = TRUE;
  view.lens = lens;
  _loom_picture_pane_choose (self, &view);
}

static void
lens_selected_cb (LoomPicturePane *self)
{
  if (!self->updating && gtk_drop_down_get_selected (self->lens_drop) < LOOM_N_LENSES)
    choose_lens (self, gtk_drop_down_get_selected (self->lens_drop));
}

static void
plane_changed_cb (LoomPicturePane *self)
{
  LoomView view = self->view;

  if (self->updating)
    return;
  view.plane = (guint64) gtk_adjustment_get_value (self->plane_adjustment);
  _loom_picture_pane_choose (self, &view);
}

static void
lens_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  LoomLens lens;

  if (loom_lens_from_name (g_variant_get_string (parameter, NULL), &lens))
    choose_lens (LOOM_PICTURE_PANE (widget), lens);
}

/* The buttons stand beside the grid view, not in it. */
static void
zoom_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  gtk_widget_activate_action (GTK_WIDGET (LOOM_PICTURE_PANE (widget)->grid), name, NULL);
}

static void
set_session (LoomPicturePane *self,
             LoomSession     *session)
{
  if (session == NULL || self->session != NULL)
    return;
  self->session = g_object_ref (session);
  loom_session_set_view (session, &self->view);
  g_signal_connect_object (session, "notify::run", G_CALLBACK (session_run_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::view", G_CALLBACK (session_view_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::pin", G_CALLBACK (session_pin_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "opened", G_CALLBACK (opened_cb), self, G_CONNECT_SWAPPED);
  session_run_cb (self);
}

static void
set_as_table (LoomPicturePane *self,
              gboolean         as_table)
{
  if (self->as_table == as_table)
    return;
  self->as_table = as_table;
  update_table (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TABLE]);
}

static void
loom_picture_pane_get_property (GObject    *object,
                                guint       prop_id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  LoomPicturePane *self = LOOM_PICTURE_PANE (object);

  switch (prop_id)
    {
    case PROP_SESSION:
      g_value_set_object (value, self->session);
      break;
    case PROP_RUN:
      g_value_set_boxed (value, self->run);
      break;
    case PROP_ORIGIN_LOWER:
      g_value_set_boolean (value, self->view.origin_lower);
      break;
    case PROP_BORDERS:
      g_value_set_boolean (value, self->view.borders);
      break;
    case PROP_PYSTENCILS:
      g_value_set_boolean (value, self->view.pystencils);
      break;
    case PROP_TABLE:
      g_value_set_boolean (value, self->as_table);
      break;
    case PROP_COLORMAP:
      g_value_set_string (value, loom_colormap_get_name (self->view.colormap));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
loom_picture_pane_set_property (GObject      *object,
                                guint         prop_id,
                                const GValue *value,
                                GParamSpec   *pspec)
{
  LoomPicturePane *self = LOOM_PICTURE_PANE (object);
  LoomView view = self->view;

  switch (prop_id)
    {
    case PROP_SESSION:
      set_session (self, g_value_get_object (value));
      return;
    case PROP_RUN:
      loom_picture_pane_set_run (self, g_value_get_boxed (value));
      return;
    case PROP_TABLE:
      set_as_table (self, g_value_get_boolean (value));
      return;
    case PROP_ORIGIN_LOWER:
      view.origin_lower = g_value_get_boolean (value);
      break;
    case PROP_BORDERS:
      view.borders = g_value_get_boolean (value);
      break;
    case PROP_PYSTENCILS:
      view.pystencils = g_value_get_boolean (value);
      view.origin_lower = view.pystencils;
      break;
    case PROP_COLORMAP:
      loom_colormap_from_name (g_value_get_string (value), &view.colormap);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
      return;
    }
  _loom_picture_pane_choose (self, &view);
}

static void
loom_picture_pane_dispose (GObject *object)
{
  LoomPicturePane *self = LOOM_PICTURE_PANE (object);

  g_cancellable_cancel (self->making);
  g_clear_object (&self->making);
  g_clear_pointer (&self->run, loom_run_unref);
  for (guint i = 0; i < LOOM_N_VIEW_KEYS; i++)
    g_clear_pointer (&self->noted[i], g_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), LOOM_TYPE_PICTURE_PANE);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (loom_picture_pane_parent_class)->dispose (object);
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  properties[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, LOOM_TYPE_SESSION, flags);
  properties[PROP_RUN] = g_param_spec_boxed ("run", NULL, NULL, LOOM_TYPE_RUN, flags);
  properties[PROP_ORIGIN_LOWER] = g_param_spec_boolean ("origin-lower", NULL, NULL, FALSE, flags);
  properties[PROP_BORDERS] = g_param_spec_boolean ("borders", NULL, NULL, TRUE, flags);
  properties[PROP_PYSTENCILS] = g_param_spec_boolean ("pystencils", NULL, NULL, FALSE, flags);
  properties[PROP_COLORMAP] = g_param_spec_string ("colormap", NULL, NULL, "viridis", flags);
  properties[PROP_TABLE] = g_param_spec_boolean ("table", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  g_type_ensure (LOOM_TYPE_GRID_VIEW);
  g_type_ensure (LOOM_TYPE_CELL_TABLE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-picture-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, box);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, array_drop);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, lens_drop);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, plane_box);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, plane_adjustment);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, zoom_label);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, grid);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, table);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, sentence);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, readout);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, badge);
  gtk_widget_class_bind_template_callback (widget_class, array_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, lens_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, plane_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, hovered_cb);
  gtk_widget_class_bind_template_callback (widget_class, pinned_cb);
  gtk_widget_class_bind_template_callback (widget_class, zoom_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
}

static void
loom_picture_pane_class_init (LoomPicturePaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = loom_picture_pane_dispose;
  object_class->get_property = loom_picture_pane_get_property;
  object_class->set_property = loom_picture_pane_set_property;
  install_properties (object_class);
  gtk_widget_class_install_action (widget_class, "picture.lens", "s", lens_action);
  gtk_widget_class_install_action (widget_class, "picture.zoom-in", NULL, zoom_action);
  gtk_widget_class_install_action (widget_class, "picture.zoom-out", NULL, zoom_action);
  gtk_widget_class_install_action (widget_class, "picture.zoom-fit", NULL, zoom_action);
  gtk_widget_class_install_property_action (widget_class, "picture.origin-lower", "origin-lower");
  gtk_widget_class_install_property_action (widget_class, "picture.borders", "borders");
  gtk_widget_class_install_property_action (widget_class, "picture.pystencils", "pystencils");
  gtk_widget_class_install_property_action (widget_class, "picture.colormap", "colormap");
  gtk_widget_class_install_property_action (widget_class, "picture.table", "table");
  _loom_picture_pane_output_init (widget_class);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "picturepane");
  bind_template (widget_class);
}

static void
loom_picture_pane_init (LoomPicturePane *self)
{
  loom_view_init (&self->view, NULL);
  gtk_widget_init_template (GTK_WIDGET (self));
  _loom_picture_pane_fill_controls (self);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (dark_cb),
                           self, G_CONNECT_SWAPPED);
  self->view.dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  zoom_changed_cb (self);
  remake (self);
}

/**
 * loom_picture_pane_new:
 *
 * Makes a pane without a run.
 */
GtkWidget *
loom_picture_pane_new (void)
{
  return g_object_new (LOOM_TYPE_PICTURE_PANE, NULL);
}

/**
 * loom_picture_pane_get_run:
 * @self: a pane
 *
 * Returns: (transfer none) (nullable): the run that is shown
 */
LoomRun *
loom_picture_pane_get_run (LoomPicturePane *self)
{
  g_return_val_if_fail (LOOM_IS_PICTURE_PANE (self), NULL);

  return self->run;
}

static const char *
array_name (LoomRun *run,
            guint    array)
{
  return run != NULL && array < run->arrays->len
             ? ((LoomRunArray *) g_ptr_array_index (run->arrays, array))->name
             : NULL;
}

/* The view that a run begins with: what the document says, else the lens that tells most; what was
 * chosen by hand stays as long as the run has it. */
static LoomView
view_of_run (LoomPicturePane *self,
             LoomRun         *run,
             const char      *last_array)
{
  LoomView view = self->view, fresh;
  gboolean opened = self->opened;

  /* a late result of the last document is stale, and not what was waited for */
  if (self->session == NULL || !loom_session_get_stale (self->session))
    self->opened = FALSE;
  loom_view_init (&fresh, run);
  fresh.dark = view.dark;
  fresh.borders = view.borders;
  fresh.colormap = view.colormap;
  if (!opened)
    {
      fresh.origin_lower = view.origin_lower;
      fresh.pystencils = view.pystencils;
    }
  if (opened || last_array == NULL || g_strcmp0 (last_array, array_name (run, view.array)) != 0)
    {
      self->chosen = FALSE;
      if (self->session != NULL && loom_session_get_document (self->session) != NULL)
        loom_view_apply_settings (&fresh, run, loom_session_get_document (self->session));
      return fresh;
    }
  if (self->chosen && loom_lens_is_available (view.lens, run, view.array))
    return view;
  if (fresh.array == view.array || !loom_lens_is_available (view.lens, run, view.array))
    view.lens = fresh.lens;
  return view;
}

/**
 * loom_picture_pane_set_run:
 * @self: a pane
 * @run: (nullable): what to show
 *
 * Shows another run, the same way as the last one where that is possible.
 */
void
loom_picture_pane_set_run (LoomPicturePane *self,
                           LoomRun         *run)
{
  g_autofree char *last_array = NULL;
  LoomView before = self->view;

  g_return_if_fail (LOOM_IS_PICTURE_PANE (self));

  if (self->run == run)
    return;
  last_array = g_strdup (array_name (self->run, self->view.array));
  g_clear_pointer (&self->run, loom_run_unref);
  if (run != NULL)
    {
      self->run = loom_run_ref (run);
      self->view = view_of_run (self, run, last_array);
    }
  remake (self);
  if (self->session != NULL)
    loom_session_set_view (self->session, &self->view);
  notify_view (self, &before);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUN]);
}

/**
 * loom_picture_pane_get_view:
 * @self: a pane
 *
 * Returns: (transfer none): how the run is shown
 */
const LoomView *
loom_picture_pane_get_view (LoomPicturePane *self)
{
  g_return_val_if_fail (LOOM_IS_PICTURE_PANE (self), NULL);

  return &self->view;
}

/**
 * loom_picture_pane_set_view:
 * @self: a pane
 * @view: how to show the run
 *
 * Shows the run another way.
 */
void
loom_picture_pane_set_view (LoomPicturePane *self,
                            const LoomView  *view)
{
  LoomView before = self->view;

  g_return_if_fail (LOOM_IS_PICTURE_PANE (self));
  g_return_if_fail (view != NULL);

  if (loom_view_equal (view, &before))
    return;
  self->view = *view;
  remake (self);
  if (self->session != NULL)
    loom_session_set_view (self->session, &self->view);
  notify_view (self, &before);
}
