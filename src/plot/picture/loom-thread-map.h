#pragma once

#include "loom-run.h"
#include "loom-thread-layout.h"

#include <cairo.h>

/* How the threads of a launch are coloured. */
typedef enum
{
  LOOM_THREAD_LENS_STATE,       /* what became of it */
  LOOM_THREAD_LENS_BLOCK,
  LOOM_THREAD_LENS_WARP,
  LOOM_THREAD_LENS_LANE,
  LOOM_N_THREAD_LENSES
} LoomThreadLens;

/* The grid that a run launched as a picture: each thread a cell, with borders of warps and blocks.
 * Nothing is kept for each thread. Built once, then not changed. Places are those of
 * LoomThreadLayout, areas are in design pixels. */
typedef struct _LoomThreadMap LoomThreadMap;

const char    *loom_thread_lens_get_title      (LoomThreadLens           lens);
const char    *loom_thread_state_get_title     (LoomThreadState          state);

LoomThreadMap *loom_thread_map_new             (LoomRun                 *run,
                                                LoomThreadLens           lens,
                                                gboolean                 dark);
void           loom_thread_map_free            (LoomThreadMap           *self);
const LoomThreadLayout *
               loom_thread_map_get_layout      (const LoomThreadMap     *self);
const char    *loom_thread_map_get_obstacle    (const LoomThreadMap     *self);
guint64        loom_thread_map_count           (const LoomThreadMap     *self,
                                                LoomThreadState          state);
void           loom_thread_map_get_site        (const LoomThreadMap     *self,
                                                guint64                  thread,
                                                LoomSite                *site);
char          *loom_thread_map_dup_thread_text (const LoomThreadMap     *self,
                                                guint64                  thread);
char          *loom_thread_map_dup_sentence    (const LoomThreadMap     *self);
/* The part of the picture at place (x, y), width × height places, as pixels_x × pixels_y pixels of
 * CAIRO_FORMAT_ARGB32; where nobody is they are transparent. unit: pixels of a design pixel. */
void           loom_thread_map_render          (const LoomThreadMap     *self,
                                                const cairo_rectangle_t *places,
                                                guint                    unit,
                                                guint32                 *pixels,
                                                guint                    pixels_x,
                                                guint                    pixels_y);
void           loom_thread_map_draw_over       (const LoomThreadMap     *self,
                                                cairo_t                 *cr,
                                                const cairo_rectangle_t *area,
                                                const cairo_rectangle_t *places);
double         loom_thread_map_get_legend_room (const LoomThreadMap     *self,
                                                double                   text_scale);
void           loom_thread_map_draw_legend     (const LoomThreadMap     *self,
                                                cairo_t                 *cr,
                                                double                   x,
                                                double                   y,
                                                double                   text_scale);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomThreadMap, loom_thread_map_free)
