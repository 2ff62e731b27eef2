/* loom-marks.c: frames in pictures
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-marks.h"

#define LEAST_FRAMED 6          /* pixels; what is smaller is filled */

const GdkRGBA loom_mark_alarm = { 0.75f, 0.11f, 0.16f, 1 };

static void
append_border (GtkSnapshot          *snapshot,
               const GskRoundedRect *box,
               float                 width,
               const GdkRGBA        *color)
{
  gtk_snapshot_append_border (snapshot, box, (float[4]) { width, width, width, width },
                              (GdkRGBA[4]) { *color, *color, *color, *color });
}

/**
 * loom_mark_append_outline:
 * @rect: what is outlined, within the outline
 * @width: of the dark line, within which there is a light one
 *
 * Outlines what is pointed at, what keys are at, or what is pinned.
 */
void
loom_mark_append_outline (GtkSnapshot           *snapshot,
                          const graphene_rect_t *rect,
                          float                  width)
{
  static const GdkRGBA dark = { 0, 0, 0, 0.9 }, light = { 1, 1, 1, 1 };
  const graphene_rect_t outer = GRAPHENE_RECT_INIT (rect->origin.x - width,
                                                    rect->origin.y - width,
                                                    rect->size.width + 2 * width,
                                                    rect->size.height + 2 * width);
  GskRoundedRect box;

  gsk_rounded_rect_init_from_rect (&box, &outer, 2);
  append_border (snapshot, &box, width, &dark);
  gsk_rounded_rect_shrink (&box, width, width, width, width);
  append_border (snapshot, &box, 1, &light);
}

/**
 * loom_mark_append_frame:
 * @rect: what is framed
 *
 * Frames what led to something else, in amber within black: neither outlines nor a trap look like
 * that, and one of both is seen on every colour.
 */
void
loom_mark_append_frame (GtkSnapshot           *snapshot,
                        const graphene_rect_t *rect)
{
  static const GdkRGBA dark = { 0, 0, 0, 0.9 }, amber = { 1, 0.72, 0.2, 1 };
  GskRoundedRect box;

  if (MIN (rect->size.width, rect->size.height) < LEAST_FRAMED)
    {
      gtk_snapshot_append_color (snapshot, &amber, rect);
      return;
    }
  gsk_rounded_rect_init_from_rect (&box, rect, 0);
  append_border (snapshot, &box, 1, &dark);
  gsk_rounded_rect_shrink (&box, 1, 1, 1, 1);
  append_border (snapshot, &box, 2, &amber);
}

/**
 * loom_mark_append_thread:
 * @rect: where it is
 *
 * Frames the thread that is selected.
 */
void
loom_mark_append_thread (GtkSnapshot           *snapshot,
                         const graphene_rect_t *rect)
{
  static const GdkRGBA light = { 1, 1, 1, 1 };
  GskRoundedRect box;

  gsk_rounded_rect_init_from_rect (&box, rect, 3);
  append_border (snapshot, &box, 4, &light);
  append_border (snapshot, &box, 3, &loom_mark_alarm);
}
