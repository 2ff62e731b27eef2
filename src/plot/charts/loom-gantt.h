#pragma once

#include "loom-run.h"

#include <cairo.h>

/* The blocks of a run over time, a row for each multiprocessor: which ran where, in which wave, and
 * the tail. Immutable, reference counted; any thread may draw it. Areas are in design pixels and
 * hold the rows alone, without the axes around them. */
typedef struct _LoomGantt LoomGantt;

#define LOOM_TYPE_GANTT (loom_gantt_get_type ())

#define LOOM_NO_BLOCK (-1)

GType       loom_gantt_get_type       (void) G_GNUC_CONST;
LoomGantt  *loom_gantt_new            (LoomRun                  *run);
LoomGantt  *loom_gantt_ref            (LoomGantt                *self);
void        loom_gantt_unref          (LoomGantt                *self);
guint64     loom_gantt_count_blocks   (LoomGantt                *self);
void        loom_gantt_place          (LoomGantt                *self,
                                       double                    width,
                                       double                    height,
                                       double                    text_scale,
                                       cairo_rectangle_t        *area);
void        loom_gantt_draw           (LoomGantt                *self,
                                       cairo_t                  *cr,
                                       const cairo_rectangle_t  *area,
                                       gboolean                  dark,
                                       double                    text_scale,
                                       gint64                    marked);
void        loom_gantt_draw_mark      (LoomGantt                *self,
                                       cairo_t                  *cr,
                                       const cairo_rectangle_t  *area,
                                       gboolean                  dark,
                                       gint64                    marked);
gint64      loom_gantt_find_block     (LoomGantt                *self,
                                       const cairo_rectangle_t  *area,
                                       double                    x,
                                       double                    y);
gint64      loom_gantt_step           (LoomGantt                *self,
                                       gint64                    block,
                                       int                       along,
                                       int                       across);
char       *loom_gantt_dup_block_text (LoomGantt                *self,
                                       gint64                    block);
char       *loom_gantt_dup_sentence   (LoomGantt                *self);
gboolean    loom_gantt_export         (LoomGantt                *self,
                                       const char               *path,
                                       GError                  **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomGantt, loom_gantt_unref)
