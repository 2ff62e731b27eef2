/* loom-picture-pane-controls.c: the row of controls above the picture, and their actions
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-pane-private.h"

#include "loom-action.h"
#include "loom-resources.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

static void
update_arrays (LoomPicturePane *self)
{
  GtkStringList *names = GTK_STRING_LIST (gtk_drop_down_get_model (self->array_drop));
  guint n = self->run != NULL ? self->run->arrays->len : 0;
  gboolean same = g_list_model_get_n_items (G_LIST_MODEL (names)) == n;

  for (guint i = 0; same && i < n; i++)
    same = g_strcmp0 (gtk_string_list_get_string (names, i),
                      ((LoomRunArray *) g_ptr_array_index (self->run->arrays, i))->name) == 0;
  if (same)
    return;
  gtk_string_list_splice (names, 0, g_list_model_get_n_items (G_LIST_MODEL (names)), NULL);
  for (guint i = 0; i < n; i++)
    gtk_string_list_append (names,
                            ((LoomRunArray *) g_ptr_array_index (self->run->arrays, i))->name);
}

/* A lens with nothing to see stays in the list, with the reason. It can be chosen where a run could
 * be asked for what it needs. */
static void
bind_lens_cb (GtkSignalListItemFactory *factory,
              GtkListItem              *item,
              LoomPicturePane          *self)
{
  LoomLens lens = gtk_list_item_get_position (item);
  const char *obstacle = loom_lens_get_obstacle (lens, self->run, self->view.array);
  GtkWidget *row = gtk_list_item_get_child (item), *label = gtk_widget_get_first_child (row);
  const gboolean can_offer = _loom_picture_pane_can_offer (self, lens);
  g_autofree char *name = loom_key_dup_label (loom_lens_get_key (lens));

  gtk_label_set_label (GTK_LABEL (label), loom_lens_get_title (lens));
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (row)), name);
  gtk_widget_set_sensitive (label, obstacle == NULL || can_offer);
  loom_widget_set_css_class (label, "dim-label", can_offer);
  gtk_widget_set_tooltip_text (row, obstacle != NULL ? obstacle : loom_lens_get_help (lens));
  /* a row that can be neither takes no focus, and the arrow keys would not get past it */
  gtk_list_item_set_activatable (item, obstacle == NULL || can_offer);
}

/* Its title, and the key that chooses it. */
static void
setup_lens_cb (GtkSignalListItemFactory *factory,
               GtkListItem              *item)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 24);

  gtk_box_append (GTK_BOX (row),
                  g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "hexpand", TRUE, NULL));
  gtk_box_append (GTK_BOX (row), loom_label_new (NULL, "dim-label", 1));
  gtk_list_item_set_child (item, row);
}

/* A list binds its rows once: other lenses that have something to see need other rows. */
static void
update_lenses (LoomPicturePane *self)
{
  g_autoptr (GtkListItemFactory) factory = NULL;
  guint available = 1u << LOOM_N_LENSES;        /* so that no set is 0 */

  for (LoomLens lens = 0; lens < LOOM_N_LENSES; lens++)
    if (loom_lens_is_available (lens, self->run, self->view.array))
      available |= 1u << lens;
  if (available == self->available)
    return;
  self->available = available;
  factory = gtk_signal_list_item_factory_new ();
  g_signal_connect (factory, "setup", G_CALLBACK (setup_lens_cb), NULL);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_lens_cb), self, 0);
  gtk_drop_down_set_list_factory (self->lens_drop, factory);
}

/* The list is only made anew for cells of another type. */
static void
update_members (LoomPicturePane *self)
{
  const LoomType *type = loom_view_state_get_struct_type (self->state);
  g_autoptr (GtkStringList) names = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->member_drop), type != NULL);
  if (type == NULL)
    return;
  if (!loom_type_equal (type, &self->member_type))
    {
      self->member_type = *type;
      names = gtk_string_list_new (NULL);
      for (guint i = 0; i < loom_type_count_components (type); i++)
        {
          g_autofree char *name = g_strconcat (".", loom_type_get_component (type, i).name, NULL);

          gtk_string_list_append (names, name);
        }
      gtk_drop_down_set_model (self->member_drop, G_LIST_MODEL (names));
    }
  gtk_drop_down_set_selected (self->member_drop,
                              self->view.member < loom_type_count_components (type)
                                ? self->view.member : 0);
}

/* Everything but the picture follows the view. */
void
_loom_picture_pane_update_controls (LoomPicturePane *self)
{
  self->updating = TRUE;
  update_arrays (self);
  update_lenses (self);
  update_members (self);
  gtk_drop_down_set_selected (self->array_drop, self->view.array);
  gtk_drop_down_set_selected (self->lens_drop, self->view.lens);
  gtk_widget_set_sensitive (GTK_WIDGET (self->array_drop),
                            self->run != NULL && self->run->arrays->len > 0);
  gtk_widget_set_sensitive (GTK_WIDGET (self->lens_drop),
                            self->run != NULL && self->run->arrays->len > 0);
  loom_widget_set_tooltip (self->lens_drop, loom_lens_get_help (self->view.lens));
  _loom_picture_pane_update_planes (self);
  _loom_picture_pane_update_colors (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "picture.export", self->run != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "picture.save-array",
                                 self->run != NULL && self->run->arrays->len > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "picture.print", self->run != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "picture.copy-rows", self->run != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "picture.copy-table", self->run != NULL);
  self->updating = FALSE;
}

/* What a closed drop-down shows: a long name gives way to the rest of the row. */
static void
setup_chosen_cb (GtkSignalListItemFactory *factory,
                 GtkListItem              *item)
{
  gtk_list_item_set_child (item, g_object_new (GTK_TYPE_LABEL,
                                               "xalign", 0.0,
                                               "ellipsize", PANGO_ELLIPSIZE_END,
                                               "width-chars", 2,
                                               "max-width-chars", 24,
                                               NULL));
}

static void
bind_chosen_cb (GtkSignalListItemFactory *factory,
                GtkListItem              *item)
{
  GtkStringObject *string = gtk_list_item_get_item (item);

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)),
                       gtk_string_object_get_string (string));
}

static void
setup_name_cb (GtkSignalListItemFactory *factory,
               GtkListItem              *item)
{
  gtk_list_item_set_child (item, g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, NULL));
}

static void
let_shrink (GtkDropDown *drop)
{
  g_autoptr (GtkListItemFactory) list = NULL;
  g_autoptr (GtkListItemFactory) chosen = gtk_signal_list_item_factory_new ();

  /* Without one of its own the list would take the factory of the button. */
  list = gtk_signal_list_item_factory_new ();
  g_signal_connect (list, "setup", G_CALLBACK (setup_name_cb), NULL);
  g_signal_connect (list, "bind", G_CALLBACK (bind_chosen_cb), NULL);
  g_signal_connect (chosen, "setup", G_CALLBACK (setup_chosen_cb), NULL);
  g_signal_connect (chosen, "bind", G_CALLBACK (bind_chosen_cb), NULL);
  gtk_drop_down_set_factory (drop, chosen);
  gtk_drop_down_set_list_factory (drop, list);
}

static void
array_selected_cb (LoomPicturePane *self)
{
  LoomView view = *loom_view_state_get_view (self->state);

  if (self->updating || gtk_drop_down_get_selected (self->array_drop) == GTK_INVALID_LIST_POSITION)
    return;
  view.array = gtk_drop_down_get_selected (self->array_drop);
  view.member = 0;
  view.limits = (LoomColorLimits) { 0 };
  loom_view_state_choose (self->state, &view);
}

static void
choose_lens (LoomPicturePane *self,
             LoomLens         lens)
{
  const char *obstacle = loom_lens_get_obstacle (lens, self->run, self->view.array);

  if (loom_lens_is_available (lens, self->run, self->view.array))
    {
      loom_view_state_choose_lens (self->state, lens);
      return;
    }
  _loom_picture_pane_update_controls (self);
  gtk_label_set_label (self->readout, obstacle);
  _loom_picture_pane_offer (self, lens);
}

static void
lens_selected_cb (LoomPicturePane *self)
{
  if (!self->updating && gtk_drop_down_get_selected (self->lens_drop) < LOOM_N_LENSES)
    choose_lens (self, gtk_drop_down_get_selected (self->lens_drop));
}

static void
member_selected_cb (LoomPicturePane *self)
{
  const guint selected = gtk_drop_down_get_selected (self->member_drop);

  if (!self->updating && selected != GTK_INVALID_LIST_POSITION)
    loom_view_state_choose_member (self->state, selected);
}

/* The grid view has the keys of the bar beside it. What has no moments may have planes; while two
 * runs take turns, the key is theirs. */
static void
play_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  LoomPicturePane *self = LOOM_PICTURE_PANE (widget);

  if (_loom_picture_pane_turn_over (self))
    return;
  if (gtk_widget_get_visible (GTK_WIDGET (self->moments)))
    loom_moment_bar_play (self->moments);
  else
    loom_action_activate (widget, "picture.play-planes", NULL);
}

static void
pin_moment_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  loom_moment_bar_pin (LOOM_PICTURE_PANE (widget)->moments);
}

static void
moment_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  loom_moment_bar_step (LOOM_PICTURE_PANE (widget)->moments, g_variant_get_int32 (parameter));
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

/* Round and round, over those that have nothing to see. */
static void
next_lens_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  LoomPicturePane *self = LOOM_PICTURE_PANE (widget);
  const gint step = g_variant_get_int32 (parameter);
  gint lens = (gint) self->view.lens;

  for (guint i = 0; i < LOOM_N_LENSES; i++)
    {
      lens = (lens + step + LOOM_N_LENSES) % LOOM_N_LENSES;
      if (!loom_lens_is_available (lens, self->run, self->view.array))
        continue;
      choose_lens (self, lens);
      return;
    }
}

/* The buttons stand beside the grid view, not in it. */
static void
zoom_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  loom_action_activate (GTK_WIDGET (LOOM_PICTURE_PANE (widget)->grid), name, NULL);
}

static void
zoom_changed_cb (LoomPicturePane *self)
{
  /* Translators: how large the picture is; the number is a percentage */
  g_autofree char *text = g_strdup_printf (_("%.0f %%"),
                                           loom_grid_view_get_zoom (self->grid) * 100);

  gtk_label_set_label (self->zoom_label, text);
}

void
_loom_picture_pane_fill_controls (LoomPicturePane *self)
{
  g_autoptr (GtkStringList) arrays = gtk_string_list_new (NULL);
  g_autoptr (GtkStringList) lenses = gtk_string_list_new (NULL);

  self->updating = TRUE;
  for (LoomLens lens = 0; lens < LOOM_N_LENSES; lens++)
    gtk_string_list_append (lenses, loom_lens_get_title (lens));
  gtk_drop_down_set_model (self->array_drop, G_LIST_MODEL (arrays));
  gtk_drop_down_set_model (self->lens_drop, G_LIST_MODEL (lenses));
  let_shrink (self->array_drop);
  let_shrink (self->lens_drop);
  let_shrink (self->member_drop);
  /* The first letter of each is its key in the menu. */
  for (LoomColormap map = 0; map < LOOM_N_COLORMAPS; map++)
    {
      g_autofree char *label = g_strconcat ("_", loom_colormap_get_title (map), NULL);
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      g_menu_item_set_action_and_target (item, "picture.colormap", "s",
                                         loom_colormap_get_name (map));
      g_menu_append_item (self->colormap_section, item);
    }
  update_lenses (self);
  self->updating = FALSE;
  zoom_changed_cb (self);
}

void
_loom_picture_pane_class_controls_init (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "picture.lens", "s", lens_action);
  gtk_widget_class_install_action (widget_class, "picture.next-lens", "i", next_lens_action);
  gtk_widget_class_install_action (widget_class, "picture.play", NULL, play_action);
  gtk_widget_class_install_action (widget_class, "picture.moment", "i", moment_action);
  gtk_widget_class_install_action (widget_class, "picture.pin-moment", NULL, pin_moment_action);
  gtk_widget_class_install_action (widget_class, "picture.zoom-in", NULL, zoom_action);
  gtk_widget_class_install_action (widget_class, "picture.zoom-out", NULL, zoom_action);
  gtk_widget_class_install_action (widget_class, "picture.zoom-fit", NULL, zoom_action);
  gtk_widget_class_bind_template_callback (widget_class, array_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, lens_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, member_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, zoom_changed_cb);
}
