/* loom-picture-pane.c: the picture of a run, with what chooses and explains it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-pane-private.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-resources.h"
#include "loom-widget.h"
#include "loom-wrap-box.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

enum {
  PROP_0,
  PROP_ORIGIN_LOWER,
  PROP_BORDERS,
  PROP_PYSTENCILS,
  PROP_COLORMAP,
  PROP_LIMITS,
  PROP_LOGARITHMIC,
  PROP_TABLE,
  PROP_STRIP,
  N_PROPS
};

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

/* What is known of what is pointed at; NULL if nothing is. */
static char *
dup_pointed (LoomPicturePane *self)
{
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);
  guint64 col, row;

  if (picture != NULL && loom_grid_view_get_hover (self->grid, &col, &row))
    return _loom_picture_pane_dup_with_other (
        self, loom_picture_dup_cell_text (picture, col, row), col, row);
  return loom_grid_view_dup_ghost_text (self->grid);
}

/* What is known of the thread that is selected, else of the cell that is pinned; NULL if there is
 * neither. */
static char *
dup_chosen (LoomPicturePane *self)
{
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);
  guint64 col, row;

  if (picture != NULL && loom_grid_view_get_thread (self->grid) != LOOM_NO_WRITER)
    return loom_picture_dup_thread_text (picture, loom_grid_view_get_thread (self->grid));
  if (picture != NULL && loom_grid_view_get_pin (self->grid, &col, &row))
    return _loom_picture_pane_dup_with_other (
        self, loom_picture_dup_cell_text (picture, col, row), col, row);
  return NULL;
}

/* What is known of what is marked, pointed at, selected or pinned; NULL if nothing is. What is to
 * be copied is rather what was chosen than what the pointer happens to rest on. */
char *
_loom_picture_pane_dup_readout (LoomPicturePane *self,
                                gboolean         to_copy)
{
  char *text = loom_grid_view_dup_marked_text (self->grid);

  if (text == NULL)
    text = to_copy ? dup_chosen (self) : dup_pointed (self);
  if (text == NULL)
    text = to_copy ? dup_pointed (self) : dup_chosen (self);
  return text;
}

void
_loom_picture_pane_update_readout (LoomPicturePane *self)
{
  g_autofree char *text = _loom_picture_pane_dup_readout (self, FALSE);

  gtk_label_set_label (self->readout,
                       text != NULL ? text : _("Point at a cell to read it; click to pin it."));
  /* the line may be too short for all of it */
  loom_widget_set_tooltip (self->readout, text);
  _loom_picture_pane_update_strip (self);
}

static void
hovered_cb (LoomPicturePane *self)
{
  _loom_picture_pane_update_readout (self);
}

static void
pinned_cb (LoomPicturePane *self)
{
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);
  guint64 col, row;

  _loom_picture_pane_update_readout (self);
  if (picture != NULL && loom_grid_view_get_pin (self->grid, &col, &row))
    {
      const LoomCell cell = to_shared (picture, col, row);

      loom_view_state_set_pin (self->state, &cell);
    }
  else
    loom_view_state_set_pin (self->state, NULL);
  if (loom_grid_view_get_thread (self->grid) == LOOM_NO_WRITER)
    loom_view_state_set_thread (self->state, NULL);
  _loom_picture_pane_update_menu (self);
}

/* A thread beside the array. */
static void
thread_chosen_cb (LoomPicturePane *self,
                  guint64          thread)
{
  const LoomRun *run = loom_picture_get_run (loom_grid_view_get_picture (self->grid));
  LoomSite site;

  loom_site_unpack (&site, &run->grid, &run->block, thread);
  loom_view_state_set_thread (self->state, &site);
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
  _loom_picture_pane_follow_footprint (self);
  _loom_picture_pane_update_readout (self);
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
                               self->as_table ? self->pictures.b : NULL);
  gtk_stack_set_visible_child_name (self->stack, self->as_table ? "table" : "picture");
}

/* Takes the pictures. */
void
_loom_picture_pane_take (LoomPicturePane *self,
                         LoomPicturePair *pictures)
{
  loom_picture_pair_clear (&self->pictures);
  self->pictures = *pictures;
  *pictures = (LoomPicturePair) { NULL, NULL };
  _loom_picture_pane_show_pictures (self);
  update_table (self);
  loom_caption_set_picture (self->sentence, self->pictures.b);
  gtk_label_set_label (self->badge, fidelity_badge (self->run->fidelity));
  follow_pin (self);
  follow_thread (self);
  _loom_picture_pane_update_readout (self);
  _loom_picture_pane_update_menu (self);
}

/* There is no run. */
void
_loom_picture_pane_take_nothing (LoomPicturePane *self)
{
  loom_picture_pair_clear (&self->pictures);
  _loom_picture_pane_show_pictures (self);
  update_table (self);
  loom_caption_set_picture (self->sentence, NULL);
  loom_caption_set_text (self->sentence, _("Nothing has run yet."));
  gtk_label_set_label (self->badge, "");
  _loom_picture_pane_update_readout (self);
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
  if (!loom_color_limits_equal (&before->limits, &self->view.limits))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LIMITS]);
  if (!before->logarithmic != !self->view.logarithmic)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOGARITHMIC]);
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
  loom_widget_set_css_class (self->grid, "stale", loom_view_state_is_behind (self->state));
  /* what differs from the pinned run comes in a moment; the picture stays until then */
  if ((run == self->run && loom_view_equal (&view, &before)) ||
      (self->compare != NULL && loom_compare_is_pending (self->compare)))
    return;
  self->view = view;
  if (run != self->run)
    {
      g_clear_pointer (&self->run, loom_run_unref);
      self->run = run != NULL ? loom_run_ref (run) : NULL;
    }
  _loom_picture_pane_remake (self);
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
  loom_connect (state, "notify::thread", follow_thread, self);
  loom_connect (state, "notify::painting", follow_painting, self);
  follow_painting (self);
}

static void
loom_picture_pane_set_session (LoomPane    *pane,
                               LoomSession *session)
{
  LoomPicturePane *self = LOOM_PICTURE_PANE (pane);

  self->session = session;
  set_state (self, loom_session_get_view_state (session));
  g_set_object (&self->query, loom_session_get_run_query (session, LOOM_RUN_QUERY_CELL));
  loom_connect (self->query, "changed", _loom_picture_pane_follow_footprint, self);
  loom_connect (loom_session_get_run_query (session, LOOM_RUN_QUERY_THREAD), "changed",
                _loom_picture_pane_follow_footprint, self);
  g_set_object (&self->replayer, loom_session_get_replayer (session));
  loom_connect_each (self->replayer, G_CALLBACK (_loom_picture_pane_follow_footprint), self,
                     "changed", "watched", NULL);
  loom_moment_bar_set_session (self->moments, session);
  g_object_set (self->compare_bar, "session", session, NULL);
  g_set_object (&self->compare, loom_session_get_compare (session));
  loom_connect_each (self->compare, G_CALLBACK (_loom_picture_pane_follow_compare), self,
                     "notify::job", "notify::mode", NULL);
  update_view (self);
}

/* Whoever was in the one goes on in the other, at the cell that is pinned. */
static void
set_as_table (LoomPicturePane *self,
              gboolean         as_table)
{
  const gboolean had_focus = gtk_widget_get_focus_child (GTK_WIDGET (self->stack)) != NULL;
  guint64 col, row;

  if (self->as_table == as_table)
    return;
  self->as_table = as_table;
  update_table (self);
  if (had_focus)
    loom_picture_pane_focus (self);
  if (as_table && loom_cell_table_get_n_rows (self->table) > 0
      && loom_grid_view_get_pin (self->grid, &col, &row))
    loom_cell_table_show_cell (self->table, col, row);
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
  else if (prop_id == PROP_STRIP)
    g_value_set_boolean (value, gtk_widget_get_visible (GTK_WIDGET (self->strip)));
  else if (prop_id == PROP_LOGARITHMIC)
    g_value_set_boolean (value, self->view.logarithmic);
  else if (prop_id == PROP_LIMITS)
    g_value_take_string (value, loom_color_limits_format (&self->view.limits));
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
  if (prop_id == PROP_STRIP)
    {
      gtk_widget_set_visible (GTK_WIDGET (self->strip), g_value_get_boolean (value));
      _loom_picture_pane_update_strip (self);
      g_object_notify_by_pspec (object, pspec);
      return;
    }
  if (prop_id == PROP_ORIGIN_LOWER)
    view.origin_lower = g_value_get_boolean (value);
  else if (prop_id == PROP_BORDERS)
    view.borders = g_value_get_boolean (value);
  else if (prop_id == PROP_PYSTENCILS)
    view.origin_lower = view.pystencils = g_value_get_boolean (value);
  else if (prop_id == PROP_LOGARITHMIC)
    view.logarithmic = g_value_get_boolean (value);
  else if (prop_id == PROP_COLORMAP)
    loom_colormap_from_name (g_value_get_string (value), &view.colormap);
  else if (!loom_color_limits_parse (g_value_get_string (value), &view.limits))
    view.limits = (LoomColorLimits) { 0 };
  loom_view_state_choose (self->state, &view);
}

static void
loom_picture_pane_dispose (GObject *object)
{
  LoomPicturePane *self = LOOM_PICTURE_PANE (object);

  loom_cancel (&self->making);
  loom_cancel (&self->searching);
  _loom_picture_pane_planes_dispose (self);
  _loom_picture_pane_menu_dispose (self);
  _loom_picture_pane_compare_dispose (self);
  g_clear_pointer (&self->run, loom_run_unref);
  g_clear_object (&self->state);
  g_clear_object (&self->query);
  g_clear_object (&self->replayer);

  G_OBJECT_CLASS (loom_picture_pane_parent_class)->dispose (object);
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  properties[PROP_ORIGIN_LOWER] = g_param_spec_boolean ("origin-lower", NULL, NULL, FALSE, flags);
  properties[PROP_BORDERS] = g_param_spec_boolean ("borders", NULL, NULL, TRUE, flags);
  properties[PROP_PYSTENCILS] = g_param_spec_boolean ("pystencils", NULL, NULL, FALSE, flags);
  properties[PROP_COLORMAP] = g_param_spec_string ("colormap", NULL, NULL, NULL, flags);
  properties[PROP_LIMITS] = g_param_spec_string ("limits", NULL, NULL, NULL, flags);
  properties[PROP_LOGARITHMIC] = g_param_spec_boolean ("logarithmic", NULL, NULL, FALSE, flags);
  properties[PROP_TABLE] = g_param_spec_boolean ("table", NULL, NULL, FALSE, flags);
  properties[PROP_STRIP] = g_param_spec_boolean ("strip", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  g_type_ensure (LOOM_TYPE_BANNER);
  g_type_ensure (LOOM_TYPE_CAPTION);
  g_type_ensure (LOOM_TYPE_GRID_VIEW);
  g_type_ensure (LOOM_TYPE_CELL_TABLE);
  g_type_ensure (LOOM_TYPE_COMPARE_BAR);
  g_type_ensure (LOOM_TYPE_MOMENT_BAR);
  g_type_ensure (LOOM_TYPE_STRIP_VIEW);
  g_type_ensure (LOOM_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-picture-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, box);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, array_drop);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, member_drop);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, lens_drop);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, plane_box);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, plane_adjustment);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, plane_play);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, zoom_label);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, grid);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, table);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, moments);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, sentence);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, readout);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, badge);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, colormap_section);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, offer);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, cell_model);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, compare_bar);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, pinned_stack);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, pinned_why);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, legend);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, strip);
  gtk_widget_class_bind_template_callback (widget_class, loom_menu_query_tooltip);
  gtk_widget_class_bind_template_callback (widget_class, hovered_cb);
  gtk_widget_class_bind_template_callback (widget_class, pinned_cb);
  gtk_widget_class_bind_template_callback (widget_class, painted_cb);
  gtk_widget_class_bind_template_callback (widget_class, thread_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
  _loom_picture_pane_class_controls_init (widget_class);
  _loom_picture_pane_class_planes_init (widget_class);
  _loom_picture_pane_class_strip_init (widget_class);
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
  gtk_widget_class_install_property_action (widget_class, "picture.limits", "limits");
  gtk_widget_class_install_property_action (widget_class, "picture.logarithmic", "logarithmic");
  gtk_widget_class_install_property_action (widget_class, "picture.table", "table");
  gtk_widget_class_install_property_action (widget_class, "picture.strip", "strip");
  /* whether the picture has the focus or the table in its place */
  loom_action_bind (widget_class, "<Control>t", "picture.table");
  loom_action_bind (widget_class, "<Control>c", "picture.copy-rows");
  _loom_picture_pane_class_offer_init (widget_class);
  loom_action_bind (widget_class, "<Control><Shift>c", "picture.copy-picture");
  _loom_picture_pane_class_colors_init (widget_class);
  _loom_picture_pane_class_find_init (widget_class);
  _loom_picture_pane_class_menu_init (widget_class);
  _loom_picture_pane_class_clipboard_init (widget_class);
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
  _loom_picture_pane_menu_init (self);
  _loom_picture_pane_compare_init (self);
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
