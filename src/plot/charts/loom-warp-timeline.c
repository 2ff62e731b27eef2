/* loom-warp-timeline.c: what the lanes of one warp did, step by step
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-warp-timeline.h"

#include "loom-class.h"
#include "loom-color-scale.h"
#include "loom-number.h"
#include "loom-text.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define WARP 32

/* These grow with the words. */
#define LEFT 40                 /* room for numbers of lanes */
#define ABOVE 22                /* for what colours mean */
#define BESIDE 14
#define BELOW 8
#define LABEL_SIZE 11
#define LABEL_GAP 6
#define SWATCH 10

/* What a lane does in a step: nothing, while others of its warp go on; come along with a guard that
 * does not hold; execute. */
typedef enum
{
  LANE_INACTIVE,
  LANE_GUARDED,
  LANE_EXECUTES,
  N_LANE_STATES
} LaneState;

/* In colours that are seen on light and on dark; inactive lanes step back. */
static const struct
{
  guint       category;
  const char *title;
} states[N_LANE_STATES] = {
  [LANE_INACTIVE] = { 0, N_("inactive") },
  [LANE_GUARDED] = { 5, N_("guard off") },
  [LANE_EXECUTES] = { 0, N_("executes") },
};

struct _LoomWarpTimeline
{
  LoomRun *run;                 /* whose trace it is of */
  guint64  active;              /* lanes, over all steps */
};

static void
loom_warp_timeline_clear (LoomWarpTimeline *self)
{
  loom_run_unref (self->run);
}

LOOM_DEFINE_SHARED (LoomWarpTimeline, loom_warp_timeline)

static const LoomTraceStep *
get_step (LoomWarpTimeline *self,
          guint             step)
{
  return &g_array_index (self->run->trace->steps, LoomTraceStep, step);
}

/**
 * loom_warp_timeline_new:
 * @run: that one of its warps was traced in
 *
 * Returns: (transfer full) (nullable): its timeline, or %NULL where no warp was traced, or it did
 *   nothing
 */
LoomWarpTimeline *
loom_warp_timeline_new (LoomRun *run)
{
  LoomWarpTimeline *self;

  g_return_val_if_fail (run != NULL, NULL);

  if (run->trace == NULL || run->trace->target.whom != LOOM_TRACE_WARP ||
      run->trace->steps->len == 0)
    return NULL;
  self = g_atomic_rc_box_new0 (LoomWarpTimeline);
  self->run = loom_run_ref (run);
  for (guint i = 0; i < run->trace->steps->len; i++)
    self->active += (guint) __builtin_popcount (get_step (self, i)->active);
  return self;
}

/**
 * loom_warp_timeline_get_steps:
 *
 * Returns: how many steps it has: those that the trace kept
 */
guint
loom_warp_timeline_get_steps (LoomWarpTimeline *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->run->trace->steps->len;
}

static const LoomTraceInstruction *
get_instruction (LoomWarpTimeline *self,
                 guint             step)
{
  return self->run->trace->instructions->pdata[get_step (self, step)->instruction];
}

static gboolean
has_step (LoomWarpTimeline *self,
          gint              step)
{
  return step >= 0 && (guint) step < self->run->trace->steps->len;
}

/**
 * loom_warp_timeline_get_line:
 * @file: (out) (nullable): that the line is of; %NULL: the document
 *
 * Returns: the line of the source that a step is of; 0: of none
 */
guint
loom_warp_timeline_get_line (LoomWarpTimeline  *self,
                             gint               step,
                             const char       **file)
{
  g_return_val_if_fail (self != NULL && file != NULL, 0);

  *file = NULL;
  if (!has_step (self, step))
    return 0;
  *file = get_instruction (self, (guint) step)->file;
  return get_instruction (self, (guint) step)->line;
}

/**
 * loom_warp_timeline_place:
 * @width: room in design pixels
 * @height: room in design pixels
 * @text_scale: how large words are
 * @area: (out): where the rows go so that the rest has room
 *
 * Leaves room for the numbers of lanes and for what colours mean.
 */
void
loom_warp_timeline_place (double             width,
                          double             height,
                          double             text_scale,
                          cairo_rectangle_t *area)
{
  *area = (cairo_rectangle_t) {
    round (LEFT * text_scale), round (ABOVE * text_scale),
    MAX (width - round ((LEFT + BESIDE) * text_scale), 1),
    MAX (height - round ((ABOVE + BELOW) * text_scale), 1)
  };
}

/* -- Drawing -- */

static LoomColor
get_color (LaneState state,
           gboolean  dark)
{
  if (state == LANE_INACTIVE)
    return dark ? 0x3a3a3a : 0xe4e4e4;
  return loom_color_scale_category (states[state].category, 0);
}

static LaneState
get_state (const LoomTraceStep *step,
           guint                lane)
{
  if ((step->executed >> lane & 1) != 0)
    return LANE_EXECUTES;
  return (step->active >> lane & 1) != 0 ? LANE_GUARDED : LANE_INACTIVE;
}

/* Where one column stands for several steps, their colours are mixed. */
static guint32
mix (LoomWarpTimeline *self,
     guint             first,
     guint             end,
     guint             lane,
     const LoomColor  *colors)
{
  guint64 sums[3] = { 0, };

  for (guint i = first; i < end; i++)
    {
      const LoomColor color = colors[get_state (get_step (self, i), lane)];

      for (guint channel = 0; channel < G_N_ELEMENTS (sums); channel++)
        sums[channel] += color >> (8 * channel) & 0xff;
    }
  for (guint channel = 0; channel < G_N_ELEMENTS (sums); channel++)
    sums[channel] /= end - first;
  return 0xff000000u | (guint32) (sums[2] << 16 | sums[1] << 8 | sums[0]);
}

/* A pixel for each lane and step, or as many columns of steps as there is room for. */
static cairo_surface_t *
make_pixels (LoomWarpTimeline *self,
             guint             room,
             gboolean          dark)
{
  const guint n = self->run->trace->steps->len, columns = CLAMP (room, 1, n);
  const LoomColor colors[N_LANE_STATES] = { get_color (LANE_INACTIVE, dark),
                                            get_color (LANE_GUARDED, dark),
                                            get_color (LANE_EXECUTES, dark) };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) columns, WARP);
  guint32 *pixels = (guint32 *) (gpointer) cairo_image_surface_get_data (surface);
  const guint stride = (guint) cairo_image_surface_get_stride (surface) / sizeof *pixels;

  cairo_surface_flush (surface);
  for (guint column = 0; column < columns; column++)
    {
      const guint first = (guint) ((guint64) column * n / columns),
                  end = (guint) ((guint64) (column + 1) * n / columns);

      for (guint lane = 0; lane < WARP; lane++)
        pixels[lane * stride + column] = mix (self, first, end, lane, colors);
    }
  cairo_surface_mark_dirty (surface);
  return surface;
}

static void
draw_lanes (LoomWarpTimeline        *self,
            cairo_t                 *cr,
            const cairo_rectangle_t *area,
            gboolean                 dark)
{
  cairo_surface_t *pixels = make_pixels (self, (guint) area->width, dark);

  cairo_save (cr);
  cairo_rectangle (cr, area->x, area->y, area->width, area->height);
  cairo_clip (cr);
  cairo_translate (cr, area->x, area->y);
  cairo_scale (cr, area->width / cairo_image_surface_get_width (pixels), area->height / WARP);
  cairo_set_source_surface (cr, pixels, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_restore (cr);
  cairo_surface_destroy (pixels);
}

/* Every eighth lane has its number. */
static void
draw_numbers (cairo_t                 *cr,
              const cairo_rectangle_t *area,
              gboolean                 dark,
              double                   text_scale)
{
  const LoomText text = { .size = LABEL_SIZE * text_scale, .x_align = 1, .y_align = 0.5,
                          .color = loom_text_ink (dark) };

  for (guint lane = 0; lane < WARP; lane += 8)
    {
      g_autofree char *number = g_strdup_printf ("%u", lane);

      loom_text_draw (cr, &text, area->x - LABEL_GAP * text_scale,
                      area->y + area->height * (lane + 0.5) / WARP, number);
    }
}

static void
draw_legend (cairo_t                 *cr,
             const cairo_rectangle_t *area,
             gboolean                 dark,
             double                   text_scale)
{
  const double size = SWATCH * text_scale, y = (ABOVE - SWATCH) / 2 * text_scale;
  const LoomText text = { .size = LABEL_SIZE * text_scale, .y_align = 0.5,
                          .color = loom_text_ink (dark) };
  double x = area->x;

  for (guint i = 0; i < N_LANE_STATES; i++)
    {
      const LaneState state = N_LANE_STATES - 1 - i;
      double width, height;

      loom_text_color (cr, get_color (state, dark), 1);
      cairo_rectangle (cr, x, y, size, size);
      cairo_fill (cr);
      x += size + LABEL_GAP * text_scale;
      loom_text_draw (cr, &text, x, y + size / 2, _(states[state].title));
      loom_text_measure (cr, &text, _(states[state].title), &width, &height);
      x += width + 3 * LABEL_GAP * text_scale;
    }
}

static void
draw_mark (LoomWarpTimeline        *self,
           cairo_t                 *cr,
           const cairo_rectangle_t *area,
           gboolean                 dark,
           gint                     step)
{
  const double width = area->width / loom_warp_timeline_get_steps (self);

  if (!has_step (self, step))
    return;
  loom_text_color (cr, loom_text_ink (dark), 1);
  cairo_set_line_width (cr, 2);
  cairo_rectangle (cr, area->x + step * width - 1, area->y - 2, MAX (width, 1) + 2,
                   area->height + 4);
  cairo_stroke (cr);
}

/**
 * loom_warp_timeline_draw:
 * @area: where its rows go
 * @text_scale: how large words are
 * @marked: a step that stands out, or %LOOM_NO_STEP
 *
 * Draws all lanes with their numbers and what colours mean.
 */
void
loom_warp_timeline_draw (LoomWarpTimeline        *self,
                         cairo_t                 *cr,
                         const cairo_rectangle_t *area,
                         gboolean                 dark,
                         double                   text_scale,
                         gint                     marked)
{
  g_return_if_fail (self != NULL && cr != NULL && area != NULL);

  draw_legend (cr, area, dark, text_scale);
  draw_numbers (cr, area, dark, text_scale);
  draw_lanes (self, cr, area, dark);
  draw_mark (self, cr, area, dark, marked);
}

/**
 * loom_warp_timeline_find:
 * @area: where its rows are drawn
 * @x: place in design pixels
 *
 * Returns: the step that is drawn at a place, or %LOOM_NO_STEP
 */
gint
loom_warp_timeline_find (LoomWarpTimeline        *self,
                         const cairo_rectangle_t *area,
                         double                   x)
{
  const guint n = loom_warp_timeline_get_steps (self);

  if (x < area->x || x >= area->x + area->width)
    return LOOM_NO_STEP;
  return (gint) MIN ((guint) ((x - area->x) / area->width * n), n - 1);
}

/**
 * loom_warp_timeline_find_other:
 * @step: where to begin
 * @direction: 1 or -1
 *
 * Returns: the next step where other lanes are active, or the last one in that direction
 */
gint
loom_warp_timeline_find_other (LoomWarpTimeline *self,
                               gint              step,
                               int               direction)
{
  g_return_val_if_fail (self != NULL && (direction == 1 || direction == -1), LOOM_NO_STEP);

  if (!has_step (self, step))
    return direction > 0 ? 0 : (gint) loom_warp_timeline_get_steps (self) - 1;
  for (gint next = step + direction; has_step (self, next); next += direction)
    if (get_step (self, (guint) next)->active != get_step (self, (guint) step)->active)
      return next;
  return direction > 0 ? (gint) loom_warp_timeline_get_steps (self) - 1 : 0;
}

/**
 * loom_warp_timeline_dup_text:
 * @step: a step
 *
 * Returns: (transfer full) (nullable): what the warp did in a step, in words
 */
char *
loom_warp_timeline_dup_text (LoomWarpTimeline *self,
                             gint              step)
{
  const LoomTraceInstruction *instruction;
  const LoomTraceStep *at;
  g_autofree char *number = NULL, *line = NULL;
  GString *text;
  guint active;

  g_return_val_if_fail (self != NULL, NULL);

  if (!has_step (self, step))
    return NULL;
  at = get_step (self, (guint) step);
  active = (guint) __builtin_popcount (at->active);
  instruction = get_instruction (self, (guint) step);
  number = loom_typeset_count (at->sequence + 1);
  text = g_string_new (NULL);
  /* Translators: 1 the number of a step of a warp, 2 how many of its lanes are active */
  g_string_append_printf (text, _("Step %1$s: %2$u of 32 lanes active"), number, active);
  if (at->executed != at->active)
    g_string_append_printf (text, _(", the guard off in %u of them"),
                            active - (guint) __builtin_popcount (at->executed));
  if (instruction->line > 0)
    line = g_strdup_printf (_("line %u"), instruction->line);
  g_string_append_printf (text, "; %s%s%s", line != NULL ? line : "", line != NULL ? ": " : "",
                          instruction->text);
  return g_string_free (text, FALSE);
}

/**
 * loom_warp_timeline_dup_sentence:
 *
 * Returns: (transfer full): the warp, and how much of it was active
 */
char *
loom_warp_timeline_dup_sentence (LoomWarpTimeline *self)
{
  const LoomTrace *trace;
  g_autofree char *steps = NULL, *kept = NULL, *lanes = NULL;
  guint n;

  g_return_val_if_fail (self != NULL, NULL);

  trace = self->run->trace;
  n = trace->steps->len;
  steps = loom_typeset_count (trace->total);
  kept = loom_typeset_count (n);
  lanes = loom_number_format ((double) self->active / n, 3);
  if (trace->total > n)
    return g_strdup_printf (_("Warp %1$u of block (%2$u, %3$u, %4$u): %5$s steps, the last %6$s "
                              "shown with %7$s of 32 lanes active on average"),
                            trace->target.warp, trace->target.block.x, trace->target.block.y,
                            trace->target.block.z, steps, kept, lanes);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "Warp %1$u of block (%2$u, %3$u, %4$u): %5$s step, with "
                                       "%6$s of 32 lanes active on average",
                                       "Warp %1$u of block (%2$u, %3$u, %4$u): %5$s steps, with "
                                       "%6$s of 32 lanes active on average", n),
                          trace->target.warp, trace->target.block.x, trace->target.block.y,
                          trace->target.block.z, steps, lanes);
}
