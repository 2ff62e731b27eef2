/* test-charts.c: what charts and figures draw: colours, places and words, compared with drawn/NAME.txt
 *
 * Each chart is drawn as usual; then on a dark ground, with large words and with something marked.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "drawn.h"
#include "loom-bank-chart.h"
#include "loom-block-map.h"
#include "loom-gantt.h"
#include "loom-histogram.h"
#include "loom-occupancy-chart.h"
#include "loom-roofline-chart.h"
#include "loom-strip.h"
#include "loom-sweep-chart.h"
#include "loom-thread-map.h"
#include "loom-timeline.h"
#include "loom-timing-strip.h"
#include "loom-warp-timeline.h"
#include "plot-fixture.h"

#include <math.h>

#define WIDTH 640
#define HEIGHT 320

/* How a chart is drawn. */
static const struct
{
  const char *title;
  gboolean    dark;
  double      text_scale;
} ways[] = {
  { "light", FALSE, 1 },
  { "dark, large words, marked", TRUE, 1.5 },
};

static void
test_gantt (void)
{
  static const LoomBlockSpan spans[] = {
    { 0, 1000, 0, 0 }, { 0, 1200, 1, 0 }, { 1000, 2000, 0, 0 }, { 1200, 4000, 1, 0 },
  };
  g_autoptr (GBytes) bytes = g_bytes_new_static (spans, sizeof spans);
  g_autoptr (LoomRun) run = fixture_triangle (16, FALSE);
  g_autoptr (LoomGantt) gantt = NULL;

  run->fidelity = LOOM_FIDELITY_MEASURED;
  run->schedule = loom_schedule_new (bytes, G_N_ELEMENTS (spans), 3);
  gantt = loom_gantt_new (run);
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      cairo_t *cr = drawn_begin_surface (ways[i].title, WIDTH, HEIGHT);
      cairo_rectangle_t area;

      loom_gantt_place (gantt, WIDTH, HEIGHT, ways[i].text_scale, &area);
      loom_gantt_draw (gantt, cr, &area, ways[i].dark, ways[i].text_scale, i > 0 ? 3 : LOOM_NO_BLOCK);
      drawn_end_surface (cr);
    }
  drawn_compare ("gantt");
}

/* So many blocks that a pixel has several. */
static void
test_gantt_of_many_blocks (void)
{
  enum { N = 900 };
  g_autofree LoomBlockSpan *spans = g_new0 (LoomBlockSpan, N);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (LoomRun) run = fixture_triangle (16, FALSE);
  g_autoptr (LoomGantt) gantt = NULL;
  const cairo_rectangle_t area = { 70, 10, 200, 60 };
  cairo_t *cr = drawn_begin_surface ("many", 300, 120);

  for (guint i = 0; i < N; i++)
    spans[i] = (LoomBlockSpan) { i / 600 * 1000, i / 600 * 1000 + 800, i % 2, 0 };
  run->grid = LOOM_DIM3 (N, 1, 1);
  bytes = g_bytes_new (spans, N * sizeof *spans);
  run->schedule = loom_schedule_new (bytes, N, 2);
  gantt = loom_gantt_new (run);
  loom_gantt_draw (gantt, cr, &area, FALSE, 1, LOOM_NO_BLOCK);
  drawn_end_surface (cr);
  drawn_compare ("gantt-many");
}

static void
test_timeline (void)
{
  static const struct { LoomStatementKind kind; const char *text; } steps[] = {
    { LOOM_STATEMENT_LAUNCH, "launch k on a" },
    { LOOM_STATEMENT_COPY, "copy f to g on b" },
    { LOOM_STATEMENT_COPY, "copy host to f on b" },
    { LOOM_STATEMENT_COPY, "copy f to host" },
    { LOOM_STATEMENT_FILL, "fill f with 0" },
    { LOOM_STATEMENT_RECORD, "record e on b" },
  };
  static const LoomRunSpan spans[] = {
    { 0, 1, 0, 4 }, { 1, 2, 1, 3 }, { 2, 2, 5, 7 }, { 3, 0, 4, 5 }, { 4, 0, 6, 6.5 }, { 5, 2, 3, 3 },
    { 0, 1, 6, 10 },
  };
  const LoomTimeRange all = { 0, 10 }, part = { 2, 7 };
  g_autoptr (LoomRun) run = fixture_triangle (16, FALSE);
  g_autoptr (LoomTimeline) timeline = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    g_ptr_array_add (run->steps, loom_run_step_new (steps[i].kind, steps[i].text, 20 + i, 0));
  g_ptr_array_add (run->streams, g_strdup (""));
  g_ptr_array_add (run->streams, g_strdup ("a"));
  g_ptr_array_add (run->streams, g_strdup ("b"));
  g_array_append_vals (run->spans, spans, G_N_ELEMENTS (spans));
  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    loom_run_step_add (run->steps->pdata[spans[i].step], spans[i].end_ms - spans[i].start_ms);
  run->timings.fidelity = LOOM_FIDELITY_MEASURED;
  timeline = loom_timeline_new (run);
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      cairo_t *cr = drawn_begin_surface (ways[i].title, WIDTH, HEIGHT);
      const LoomTimeRange *range = i > 0 ? &part : &all;
      cairo_rectangle_t area;

      loom_timeline_place (timeline, WIDTH, HEIGHT, ways[i].text_scale, &area);
      loom_timeline_draw (timeline, cr, &area, range, ways[i].dark, ways[i].text_scale);
      if (i > 0)
        loom_timeline_draw_mark (timeline, cr, &area, range, ways[i].dark, 1);
      drawn_end_surface (cr);
    }
  drawn_compare ("timeline");
}

/* The fourth sample is far out, the fifth was throttled, the sixth is too short to trust. */
static void
test_timing_strip (void)
{
  static const double samples[] = { 0.0200, 0.0201, 0.0202, 0.0900, 0.0203, 0.0199, 0.0204, 0.0205, 0.0206 };
  g_autoptr (LoomRun) run = loom_run_new ();
  g_autoptr (LoomTimingStrip) strip = NULL;

  run->timings.fidelity = LOOM_FIDELITY_MEASURED;
  g_array_append_vals (run->timings.kernel_ms, samples, G_N_ELEMENTS (samples));
  run->measurement = loom_measurement_new ();
  run->measurement->floor_ms = 0.00665;
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    loom_measurement_note_throttle (run->measurement, i == 4 ? LOOM_THROTTLE_POWER : LOOM_THROTTLE_NONE);
  strip = loom_timing_strip_new (run);
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      cairo_t *cr = drawn_begin_surface (ways[i].title, WIDTH, HEIGHT);

      loom_timing_strip_draw (strip, cr, WIDTH, HEIGHT, ways[i].dark, ways[i].text_scale, i > 0 ? 3 : G_MAXUINT);
      drawn_end_surface (cr);
    }
  drawn_compare ("timing-strip");
}

/* Two of 32 lanes ask for the same words, and every bank for two. */
static void
test_bank_chart (void)
{
  LoomBankMapRequest request = { .base = 0x1000, .request = { .n = LOOM_WARP_LANES, .size = 8 } };
  const LoomBankPlace place = { 4, 1 };
  g_autoptr (LoomBankChart) chart = NULL;

  for (guint i = 0; i < LOOM_WARP_LANES; i++)
    {
      request.request.lane[i] = (guint8) i;
      request.request.address[i] = 0x1000 + (guint64) 16 * (i / 2);
    }
  chart = loom_bank_chart_new (&request, "tile");
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      cairo_t *cr = drawn_begin_surface (ways[i].title, WIDTH, HEIGHT);

      loom_bank_chart_draw (chart, cr, WIDTH, ways[i].dark, ways[i].text_scale, i > 0 ? &place : NULL);
      drawn_end_surface (cr);
    }
  drawn_compare ("bank-chart");
}

/* A block of three warps, whose last has half its lanes, in three groups. */
static void
test_block_map (void)
{
  enum { THREADS = 80 };
  g_autoptr (LoomFinding) finding = loom_finding_new (LOOM_ERROR_DEADLOCK, "stuck");
  g_autoptr (LoomBlockMap) map = NULL;

  finding->block_size = LOOM_DIM3 (THREADS, 1, 1);
  for (guint g = 0; g < 3; g++)
    {
      LoomThreadGroup *group = loom_thread_group_new (THREADS);

      group->state = g == 2 ? LOOM_THREADS_GONE : LOOM_THREADS_AT_BARRIER;
      group->line = g + 10;
      for (guint i = g; i < THREADS; i += 3)
        loom_thread_group_add (group, i);
      g_ptr_array_add (finding->threads, group);
    }
  map = loom_block_map_new (finding);
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      cairo_t *cr = drawn_begin_surface (ways[i].title, WIDTH, HEIGHT);
      LoomBlockMapPlace place;

      loom_block_map_place (map, WIDTH, HEIGHT, ways[i].text_scale, &place);
      loom_block_map_draw (map, cr, &place, ways[i].dark, ways[i].text_scale, i > 0 ? 33 : LOOM_NO_THREAD);
      for (guint g = 0; g < 3; g++)
        loom_block_map_draw_swatch (map, cr, g, ways[i].dark, 16);
      drawn_end_surface (cr);
    }
  drawn_compare ("block-map");
}

static void
test_histogram (void)
{
  const LoomType type = loom_type_of (LOOM_SCALAR_F32, 1);
  const float cells[] = { -1, 0, 0, 0, 0.5f, 3, NAN };
  const gint64 n = G_N_ELEMENTS (cells);
  g_autoptr (GBytes) bytes = g_bytes_new (cells, sizeof cells);
  g_autoptr (LoomValue) value = loom_value_new (&type, 1, &n, bytes);
  LoomStatistics statistics;

  loom_statistics_init (&statistics, value, 0);
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      cairo_t *cr = drawn_begin_surface (ways[i].title, WIDTH, HEIGHT);

      loom_histogram_draw (&statistics, cr, WIDTH, HEIGHT, LOOM_COLORMAP_VIRIDIS, ways[i].dark, ways[i].text_scale);
      drawn_end_surface (cr);
    }
  drawn_compare ("histogram");
}

/* A configuration of each outcome. */
static void
test_sweep_chart (void)
{
  g_autoptr (LoomSweep) sweep
      = loom_sweep_new (loom_sweep_axes_parse ("block.x=8,16,32,64; block.y=1,2", NULL),
                        LOOM_BACKEND_ID_SIMULATOR, "k", NULL);
  g_autoptr (LoomSweepChart) chart = loom_sweep_chart_new (sweep, NULL);
  cairo_t *modelled;

  for (guint i = 0; i < sweep->tiles->len; i++)
    {
      LoomSweepOutcome *outcome = ((LoomSweepTile *) sweep->tiles->pdata[i])->outcome;

      loom_sweep_outcome_set (outcome, i < LOOM_N_OUTCOMES ? (LoomOutcomeState) i : LOOM_OUTCOME_DONE, NULL);
      outcome->warp_instructions = 1000 + 100 * i;
      outcome->tally.thumbnail.width = 4;
      outcome->tally.thumbnail.height = 2;
      for (guint8 code = 0; code < LOOM_N_THUMBNAIL_CODES; code++)
        outcome->tally.thumbnail.codes[code] = code;
    }
  loom_sweep_rank (sweep);
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      cairo_t *cr = drawn_begin_surface (ways[i].title, WIDTH, HEIGHT);
      double width, height;
      g_autofree char *size = NULL;

      loom_sweep_chart_draw (chart, cr, ways[i].dark, ways[i].text_scale, i > 0 ? 2 : -1);
      loom_sweep_chart_measure (chart, ways[i].text_scale, &width, &height);
      size = g_strdup_printf ("%.0f×%.0f", width, height);
      drawn_add ("size", size);
      drawn_end_surface (cr);
    }
  for (guint i = 0; i < sweep->tiles->len; i++)
    ((LoomSweepTile *) sweep->tiles->pdata[i])->outcome->modelled_ms = 0.01 * (i + 1);
  loom_sweep_rank (sweep);
  modelled = drawn_begin_surface ("modelled", WIDTH, HEIGHT);
  loom_sweep_chart_draw (chart, modelled, FALSE, 1, -1);
  drawn_end_surface (modelled);
  drawn_compare ("sweep-chart");
}

/* Lane i does not take step i, and is active in it without having executed it the step before. */
static void
test_warp_timeline (void)
{
  enum { STEPS = 40 };
  const LoomTraceTarget target = { .whom = LOOM_TRACE_WARP, .block = { 4, 5, 0 }, .warp = 3 };
  LoomTraceInstruction *instruction = loom_trace_instruction_new ();
  g_autoptr (LoomRun) run = loom_run_new ();
  g_autoptr (LoomWarpTimeline) timeline = NULL;

  run->trace = loom_trace_new (&target);
  instruction->line = 17;
  instruction->text = g_strdup ("add.s32 %r1, %r2, %r3");
  g_ptr_array_add (run->trace->instructions, instruction);
  for (guint i = 0; i < STEPS; i++)
    {
      const guint32 active = ~((guint32) 1 << i % 32);
      const LoomTraceStep step = { .sequence = i, .active = active, .executed = active & ~((guint32) 2 << i % 31) };

      loom_trace_add_step (run->trace, &step, NULL);
    }
  run->trace->total = STEPS;
  timeline = loom_warp_timeline_new (run);
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      cairo_t *cr = drawn_begin_surface (ways[i].title, WIDTH, HEIGHT);
      cairo_rectangle_t area;

      loom_warp_timeline_place (WIDTH, HEIGHT, ways[i].text_scale, &area);
      loom_warp_timeline_draw (timeline, cr, &area, ways[i].dark, ways[i].text_scale, i > 0 ? 7 : LOOM_NO_STEP);
      drawn_end_surface (cr);
    }
  drawn_compare ("warp-timeline");
}

static void
test_occupancy_chart (void)
{
  const LoomOccupancyUse use = { 256, 40, 8192, LOOM_CARVEOUT_DEFAULT };
  g_autoptr (GPtrArray) profiles = loom_device_profile_list (NULL, NULL);
  const LoomDeviceProfile *profile = loom_device_profile_find (profiles, "8.9", NULL);

  for (LoomOccupancyAxis axis = 0; axis < LOOM_N_OCCUPANCY_AXES; axis++)
    {
      g_autoptr (LoomOccupancyChart) chart = loom_occupancy_chart_new (profile, &use, axis);
      const guint now = loom_occupancy_chart_get_now (chart);

      for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
        {
          cairo_t *cr = drawn_begin_surface (ways[i].title, WIDTH, HEIGHT);
          const guint marked = loom_occupancy_chart_step (chart, now, 2);
          g_autofree char *found = g_strdup_printf (
              "%u", loom_occupancy_chart_find (chart, WIDTH, ways[i].text_scale, 400));
          g_autofree char *text = loom_occupancy_chart_dup_text (chart, marked);

          loom_occupancy_chart_draw (chart, cr, WIDTH, HEIGHT, ways[i].dark, ways[i].text_scale,
                                     i > 0 ? marked : G_MAXUINT);
          drawn_add ("found", found);
          drawn_add ("text", text);
          drawn_end_surface (cr);
        }
    }
  drawn_compare ("occupancy-chart");
}

/* With a measured point, without one, of instructions, where the peak is not known, and without memory. */
static void
test_roofline_chart (void)
{
  static const struct { LoomRoofline roofline; double measured_ms; } rows[] = {
    { { FALSE, 1e9, 2e13, 4e8, 1e12, FALSE, 0.5 }, 0.8 },
    { { FALSE, 1e9, 2e13, 4e8, 1e12, TRUE, 0.5 }, 0 },
    { { TRUE, 3e6, 4e11, 1e8, 1e12, FALSE, 0.25 }, 0 },
    { { FALSE, 1e9, 0, 4e8, 1e12, FALSE, 0.5 }, 0 },
    { { FALSE, 1e9, 2e13, 0, 1e12, FALSE, 0.5 }, 0.8 },
  };

  for (guint row = 0; row < G_N_ELEMENTS (rows); row++)
    {
      g_autoptr (LoomRooflineChart) chart
          = loom_roofline_chart_new (&rows[row].roofline, "saxpy", "A device", rows[row].measured_ms);

      for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
        {
          cairo_t *cr = drawn_begin_surface (ways[i].title, WIDTH, HEIGHT);
          const guint marked = loom_roofline_chart_step (chart, G_MAXUINT, 1);
          g_autofree char *text = loom_roofline_chart_dup_text (chart, marked);

          loom_roofline_chart_draw (chart, cr, WIDTH, HEIGHT, ways[i].dark, ways[i].text_scale,
                                    i > 0 ? marked : G_MAXUINT);
          drawn_add ("text", text != NULL ? text : "nothing");
          drawn_end_surface (cr);
        }
    }
  drawn_compare ("roofline-chart");
}

/* The cells of a run, as a figure of each lens that it has. */
static void
test_figures (void)
{
  g_autoptr (LoomRun) run = fixture_triangle (16, TRUE);

  for (LoomLens lens = 0; lens < LOOM_N_LENSES; lens++)
    {
      g_autoptr (LoomPicture) picture = NULL;
      cairo_t *cr;
      LoomView view;

      if (!loom_lens_is_available (lens, run, 0))
        continue;
      loom_view_init (&view, run);
      view.lens = lens;
      view.borders = TRUE;
      picture = loom_picture_new (run, &view);
      cr = drawn_begin_surface (loom_lens_get_title (lens), WIDTH, HEIGHT);
      loom_picture_draw_figure (picture, cr, WIDTH, HEIGHT);
      drawn_end_surface (cr);
    }
  drawn_compare ("figures");
}

/* Small blocks have thin borders, and the smallest none. */
static void
test_figures_of_small_blocks (void)
{
  static const guint sides[] = { 120, 400 };

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    {
      g_autoptr (LoomRun) run = fixture_triangle (sides[i], FALSE);
      g_autoptr (LoomPicture) picture = NULL;
      g_autofree char *title = g_strdup_printf ("%u", sides[i]);
      cairo_t *cr = drawn_begin_surface (title, WIDTH, HEIGHT);
      LoomView view;

      loom_view_init (&view, run);
      view.borders = TRUE;
      picture = loom_picture_new (run, &view);
      loom_picture_draw_figure (picture, cr, WIDTH, HEIGHT);
      drawn_end_surface (cr);
    }
  drawn_compare ("figures-of-small-blocks");
}

/* Numbers of both signs, one missing, in all maps; and their histogram, a row and a column. */
static void
test_figures_of_values (void)
{
  static const float values[24] = { -3, -2, -1, 0, 1, 2, 3, 4, 100, 0.5f, NAN, INFINITY };
  const LoomShape shape = SHAPE_2D (4, 6);
  g_autoptr (LoomRun) run = fixture_values (LOOM_SCALAR_F32, &shape, values);
  const cairo_rectangle_t area = { 60, 10, 400, 120 };
  const LoomStripCell cell = { TRUE, 2, 1 };

  for (LoomColormap map = 0; map < LOOM_N_COLORMAPS; map++)
    {
      g_autoptr (LoomPicture) picture = NULL;
      LoomView view;
      cairo_t *cr;

      loom_view_init (&view, run);
      view.lens = LOOM_LENS_VALUE;
      view.colormap = map;
      view.dark = map % 2;
      view.origin_lower = map % 2;
      view.pystencils = map == 2;
      picture = loom_picture_new (run, &view);
      cr = drawn_begin_surface (loom_colormap_get_title (map), WIDTH, HEIGHT);
      loom_picture_draw_figure (picture, cr, WIDTH, HEIGHT);
      for (LoomStrip strip = 0; strip < LOOM_N_STRIPS; strip++)
        loom_strip_draw (picture, strip, cr, &area, &cell);
      drawn_end_surface (cr);
    }
  drawn_compare ("figures-of-values");
}

static void
test_thread_map (void)
{
  g_autoptr (LoomRun) run = fixture_triangle (16, FALSE);
  const cairo_rectangle_t area = { 40, 40, 400, 200 };

  for (LoomThreadLens lens = 0; lens < LOOM_N_THREAD_LENSES; lens++)
    {
      g_autoptr (LoomThreadMap) map = loom_thread_map_new (run, lens, lens % 2);
      const LoomThreadLayout *layout = loom_thread_map_get_layout (map);
      const cairo_rectangle_t places = { 0, 0, layout->cols, layout->rows };
      cairo_t *cr = drawn_begin_surface (loom_thread_lens_get_title (lens), WIDTH, HEIGHT);

      g_autofree guint32 *pixels = g_new0 (guint32, 64 * 64);
      g_autofree char *sum = NULL, *text = loom_thread_map_dup_thread_text (map, 37);

      loom_thread_map_render (map, &places, 1, pixels, 64, 64);
      sum = drawn_sum_up ((const guchar *) pixels, 64 * 4, 64 * 4, 64);
      drawn_add ("pixels", sum);
      drawn_add ("text", text);
      loom_thread_map_draw_over (map, cr, &area, &places);
      loom_thread_map_draw_legend (map, cr, 460, 40, 1);
      drawn_end_surface (cr);
    }
  drawn_compare ("thread-map");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/plot/charts/gantt", test_gantt);
  g_test_add_func ("/plot/charts/gantt-of-many-blocks", test_gantt_of_many_blocks);
  g_test_add_func ("/plot/charts/timeline", test_timeline);
  g_test_add_func ("/plot/charts/timing-strip", test_timing_strip);
  g_test_add_func ("/plot/charts/bank-chart", test_bank_chart);
  g_test_add_func ("/plot/charts/block-map", test_block_map);
  g_test_add_func ("/plot/charts/histogram", test_histogram);
  g_test_add_func ("/plot/charts/sweep-chart", test_sweep_chart);
  g_test_add_func ("/plot/charts/warp-timeline", test_warp_timeline);
  g_test_add_func ("/plot/charts/occupancy-chart", test_occupancy_chart);
  g_test_add_func ("/plot/charts/roofline-chart", test_roofline_chart);
  g_test_add_func ("/plot/charts/figures", test_figures);
  g_test_add_func ("/plot/charts/figures-of-small-blocks", test_figures_of_small_blocks);
  g_test_add_func ("/plot/charts/figures-of-values", test_figures_of_values);
  g_test_add_func ("/plot/charts/thread-map", test_thread_map);

  return g_test_run ();
}
