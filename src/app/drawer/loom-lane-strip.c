/* loom-lane-strip.c: the lanes of a warp side by side
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-lane-strip.h"

#include "loom-widget.h"

#include <glib/gi18n-lib.h>

#define CELL 12                 /* pixels of a lane, with the gap */
#define GAP 3
#define GROUP 4                 /* further pixels between eight and eight */

struct _LoomLaneStrip
{
  GtkWidget        parent_instance;

  LoomReplayPlace  place;
  guint            lane;
};

G_DEFINE_FINAL_TYPE (LoomLaneStrip, loom_lane_strip, GTK_TYPE_WIDGET)

static void
loom_lane_strip_measure (GtkWidget      *widget,
                         GtkOrientation  orientation,
                         int             for_size,
                         int            *minimum,
                         int            *natural,
                         int            *minimum_baseline,
                         int            *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL
                            ? LOOM_WARP_LANES * CELL + 3 * GROUP + 2 * GAP
                            : 2 * CELL;
}

static void
append_frame (GtkSnapshot           *snapshot,
              const graphene_rect_t *rect,
              float                  width,
              const GdkRGBA         *color)
{
  const GdkRGBA colors[4] = { *color, *color, *color, *color };
  const float widths[4] = { width, width, width, width };
  GskRoundedRect box;

  gsk_rounded_rect_init_from_rect (&box, rect, 0);
  gtk_snapshot_append_border (snapshot, &box, widths, colors);
}

/* Full: executes; half: its guard is false; a frame: elsewhere; a line: returned. Shapes tell as
 * much as shades do. */
static void
append_lane (LoomLaneStrip *self,
             GtkSnapshot   *snapshot,
             guint          lane,
             const GdkRGBA *color)
{
  const guint32 bit = 1u << lane;
  const float x = (float) (GAP + lane * CELL + lane / 8 * GROUP), size = CELL - GAP,
              y = (float) (gtk_widget_get_height (GTK_WIDGET (self)) - CELL) / 2;
  const graphene_rect_t whole = GRAPHENE_RECT_INIT (x, y, size, size),
                        half = GRAPHENE_RECT_INIT (x, y + size / 2, size, size / 2),
                        line = GRAPHENE_RECT_INIT (x, y + size - 1, size, 1),
                        own = GRAPHENE_RECT_INIT (x - 2, y - 4, size + 4, size + 8);

  if ((self->place.executed & bit) != 0)
    gtk_snapshot_append_color (snapshot, color, &whole);
  else if ((self->place.active & bit) != 0)
    {
      gtk_snapshot_append_color (snapshot, color, &half);
      append_frame (snapshot, &whole, 1, color);
    }
  else if ((self->place.live & bit) != 0)
    append_frame (snapshot, &whole, 1, color);
  else
    gtk_snapshot_append_color (snapshot, color, &line);
  if (lane == self->lane)
    append_frame (snapshot, &own, 2, color);
}

static void
loom_lane_strip_snapshot (GtkWidget   *widget,
                          GtkSnapshot *snapshot)
{
  LoomLaneStrip *self = LOOM_LANE_STRIP (widget);
  GdkRGBA color;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  for (guint lane = 0; lane < LOOM_WARP_LANES; lane++)
    append_lane (self, snapshot, lane, &color);
}

static void
loom_lane_strip_class_init (LoomLaneStripClass *klass)
{
  GTK_WIDGET_CLASS (klass)->measure = loom_lane_strip_measure;
  GTK_WIDGET_CLASS (klass)->snapshot = loom_lane_strip_snapshot;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "lanestrip");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_IMG);
}

static void
loom_lane_strip_init (LoomLaneStrip *self)
{
}

static char *
dup_text (const LoomReplayPlace *place)
{
  const int executed = __builtin_popcount (place->executed),
            guarded = __builtin_popcount (place->active & ~place->executed),
            elsewhere = __builtin_popcount (place->live & ~place->active);

  /* Translators: of the 32 lanes of a warp: how many execute an instruction, do not since their
   * guard is false, are at another place, and are no more */
  return g_strdup_printf (_("Lanes: %1$d execute, %2$d with a false guard, %3$d elsewhere, %4$d "
                            "returned"), executed, guarded, elsewhere,
                          LOOM_WARP_LANES - __builtin_popcount (place->live));
}

/**
 * loom_lane_strip_set_place:
 * @place: where the warp is
 * @lane: that it is about
 *
 * Shows what the lanes do.
 */
void
loom_lane_strip_set_place (LoomLaneStrip         *self,
                           const LoomReplayPlace *place,
                           guint                  lane)
{
  g_autofree char *text = NULL;

  g_return_if_fail (LOOM_IS_LANE_STRIP (self));

  self->place = *place;
  self->lane = lane;
  text = dup_text (place);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), text);
  loom_widget_set_spoken_name (GTK_WIDGET (self), text);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
