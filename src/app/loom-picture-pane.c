/* loom-picture-pane.c: the picture of a run, with what chooses and explains it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-pane-private.h"

#include "loom-resources.h"
#include "loom-text-scale.h"
#include "loom-view-settings.h"
#include "loom-wrap-box.h"

#include <adwaita.h>

enum {
  PROP_0,
  PROP_RUN,
  PROP_ORIGIN_LOWER,
  PROP_BORDERS,
  PROP_PYSTENCILS,
  PROP_COLORMAP,
  PROP_TABLE,
  N_PROPS
};

G_DEFINE_FINAL_TYPE (LoomPicturePane, loom_picture_pane, LOOM_TYPE_PANE)

static GParamSpec *properties[N_PROPS];

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
  LoomRun *run = loom_session_get_run (self->session);
  const gboolean keeps = run != NULL && run->trap != NULL && run->arrays->len == 0 &&
                         self->run != NULL && self->run->arrays->len > 0;

  /* A fault may take all that was on a GPU with it; the last good picture stays, as an old one. */
  if (keeps)
    gtk_widget_add_css_class (GTK_WIDGET (self->grid), "stale");
  else
    {
      gtk_widget_remove_css_class (GTK_WIDGET (self->grid), "stale");
      loom_picture_pane_set_run (self, run);
    }
}

/* What the desktop decides about how a picture looks. */
static void
take_look (LoomPicturePane *self,
           LoomView        *view)
{
  view->dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  view->text_scale = loom_text_scale_get (GTK_WIDGET (self));
}

static void
look_cb (LoomPicturePane *self)
{
  LoomView view = self->view;

  take_look (self, &view);
  loom_picture_pane_set_view (self, &view);
}

static void
loom_picture_pane_set_session (LoomPane    *pane,
                               LoomSession *session)
{
  LoomPicturePane *self = LOOM_PICTURE_PANE (pane);

  self->session = session;
  loom_session_set_view (session, &self->view);
  g_signal_connect_object (session, "notify::run", G_CALLBACK (session_run_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::view", G_CALLBACK (session_view_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::pin", G_CALLBACK (_loom_picture_pane_follow_pin), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::thread", G_CALLBACK (_loom_picture_pane_show_thread),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::document",
                           G_CALLBACK (_loom_picture_pane_follow_settings), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "opened", G_CALLBACK (opened_cb), self, G_CONNECT_SWAPPED);
  session_run_cb (self);
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
  _loom_picture_pane_update_table (self);
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

  switch (prop_id)
    {
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
  _loom_picture_pane_stop_captions (self);
  for (guint i = 0; i < LOOM_N_VIEW_KEYS; i++)
    {
      g_clear_pointer (&self->noted[i], g_free);
      g_clear_pointer (&self->said[i], g_free);
    }
  G_OBJECT_CLASS (loom_picture_pane_parent_class)->dispose (object);
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  properties[PROP_RUN] = g_param_spec_boxed ("run", NULL, NULL, LOOM_TYPE_RUN, flags);
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
  g_type_ensure (LOOM_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-picture-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, box);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, array_drop);
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, member_drop);
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
  gtk_widget_class_bind_template_child (widget_class, LoomPicturePane, colormap_section);
  _loom_picture_pane_class_cells_init (widget_class);
  _loom_picture_pane_class_controls_init (widget_class);
  _loom_picture_pane_class_members_init (widget_class);
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
  loom_view_init (&self->view, NULL);
  gtk_widget_init_template (GTK_WIDGET (self));
  _loom_picture_pane_fill_controls (self);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (look_cb),
                           self, G_CONNECT_SWAPPED);
  loom_text_scale_watch (GTK_WIDGET (self), G_CALLBACK (look_cb));
  take_look (self, &self->view);
  _loom_picture_pane_remake (self);
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
  fresh.text_scale = view.text_scale;
  fresh.borders = view.borders;
  fresh.colormap = view.colormap;
  if (!opened)
    {
      fresh.origin_lower = view.origin_lower;
      fresh.pystencils = view.pystencils;
    }
  if (opened || last_array == NULL || g_strcmp0 (last_array, array_name (run, view.array)) != 0)
    {
      LoomDocument *document
          = self->session != NULL ? loom_session_get_document (self->session) : NULL;

      /* a lens that the document names stays like one that was chosen by hand */
      self->chosen
          = document != NULL && loom_document_get_value (document, "view", "lens") != NULL;
      if (document != NULL)
        loom_view_apply_settings (&fresh, run, document);
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
  _loom_picture_pane_remake (self);
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
  _loom_picture_pane_remake (self);
  if (self->session != NULL)
    loom_session_set_view (self->session, &self->view);
  notify_view (self, &before);
}

/**
 * loom_picture_pane_focus:
 * @self: a picture pane
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
