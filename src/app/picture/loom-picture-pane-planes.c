/* loom-picture-pane-planes.c: from plane to plane of an array of three axes, by hand or by itself
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-pane-private.h"

#include "loom-action.h"
#include "loom-resources.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

/* How long a plane is seen while they play: long enough to look at, and no longer in all than this.
 */
#define PLANE_MS 250
#define ALL_MS 20000

static void
stop (LoomPicturePane *self)
{
  g_clear_handle_id (&self->playing, g_source_remove);
  gtk_button_set_icon_name (self->plane_play, "media-playback-start-symbolic");
  loom_widget_set_spoken_name (self->plane_play, _("Play the planes"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->plane_play), _("Play the planes (Space)"));
}

static void
show_plane (LoomPicturePane *self,
            guint64          plane)
{
  LoomView view = *loom_view_state_get_view (self->state);

  view.plane = plane;
  loom_view_state_choose (self->state, &view);
}

static void
plane_changed_cb (LoomPicturePane *self)
{
  if (self->updating)
    return;
  stop (self);
  show_plane (self, (guint64) gtk_adjustment_get_value (self->plane_adjustment));
}

/* What lies beyond the first or the last plane is no plane. */
static void
plane_action (LoomPicturePane *self,
              GVariant        *parameter)
{
  gtk_adjustment_set_value (self->plane_adjustment,
                            gtk_adjustment_get_value (self->plane_adjustment)
                              + g_variant_get_int32 (parameter));
}

static guint64
count_planes (LoomPicturePane *self)
{
  return (guint64) gtk_adjustment_get_upper (self->plane_adjustment) + 1;
}

/* Large arrays have more planes than are looked at one by one. */
static gboolean
play_cb (gpointer data)
{
  LoomPicturePane *self = data;
  const guint64 n = count_planes (self), step = n * PLANE_MS / ALL_MS + 1;
  const guint64 plane = MIN (self->view.plane + step, n - 1);

  show_plane (self, plane);
  if (plane + 1 < n)
    return G_SOURCE_CONTINUE;
  self->playing = 0;
  stop (self);
  return G_SOURCE_REMOVE;
}

/* From the plane that is shown; from the first one if that is the last. */
static void
play_action (LoomPicturePane *self)
{
  if (count_planes (self) < 2)
    return;
  if (self->playing != 0)
    {
      stop (self);
      return;
    }
  if (self->view.plane + 1 >= count_planes (self))
    show_plane (self, 0);
  self->playing = g_timeout_add (PLANE_MS, play_cb, self);
  gtk_button_set_icon_name (self->plane_play, "media-playback-pause-symbolic");
  loom_widget_set_spoken_name (self->plane_play, _("Pause"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->plane_play), _("Pause (Space)"));
}

/* Of the array that is shown. */
void
_loom_picture_pane_update_planes (LoomPicturePane *self)
{
  const LoomRunArray *array = self->run != NULL && self->view.array < self->run->arrays->len
                              ? g_ptr_array_index (self->run->arrays, self->view.array) : NULL;
  const LoomShape *shape = array != NULL ? loom_array_get_shape (array->array) : NULL;
  const guint64 planes = shape != NULL && shape->rank >= 3 ? shape->planes : 1;

  gtk_adjustment_set_upper (self->plane_adjustment, planes - 1);
  gtk_adjustment_set_value (self->plane_adjustment, self->view.plane);
  gtk_widget_set_visible (self->plane_box, planes > 1);
  if (planes < 2)
    stop (self);
}

void
_loom_picture_pane_planes_dispose (LoomPicturePane *self)
{
  g_clear_handle_id (&self->playing, g_source_remove);
}

void
_loom_picture_pane_class_planes_init (GtkWidgetClass *widget_class)
{
  static const LoomActionEntry actions[] = {
    { "picture.plane", "i", G_CALLBACK (plane_action) },
    { "picture.play-planes", NULL, G_CALLBACK (play_action) },
  };

  loom_action_install (widget_class, actions, G_N_ELEMENTS (actions));
  gtk_widget_class_bind_template_callback (widget_class, plane_changed_cb);
}
