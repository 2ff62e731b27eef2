/* test-chart-keys.c: what keys and the pointer find in each kind of chart, in the words that are spoken then
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-bank-view.h"
#include "loom-chart-view.h"
#include "loom-gantt-view.h"
#include "loom-occupancy-view.h"
#include "loom-roofline-view.h"
#include "loom-sweep-view.h"
#include "loom-timing-view.h"
#include "plot-fixture.h"
#include "window-fixture.h"

#include <adwaita.h>

#define WIDTH 400
#define HEIGHT 200

static gpointer
make_sweep_chart (void)
{
  static LoomSweep *sweep;      /* outlives the chart */

  sweep = loom_sweep_new (loom_sweep_axes_parse ("block.x=8,16,32; block.y=1,2", NULL), LOOM_BACKEND_ID_SIMULATOR, "k",
                          NULL);
  for (guint i = 0; i < sweep->tiles->len; i++)
    {
      LoomSweepOutcome *outcome = ((LoomSweepTile *) sweep->tiles->pdata[i])->outcome;

      loom_sweep_outcome_set (outcome, LOOM_OUTCOME_DONE, NULL);
      outcome->warp_instructions = 1000 + 37 * i % 5;
    }
  loom_sweep_rank (sweep);
  return loom_sweep_chart_new (sweep, NULL);
}

static gpointer
make_gantt (void)
{
  static const LoomBlockSpan spans[] = {
    { 0, 1000, 0, 0 }, { 0, 1200, 1, 0 }, { 1000, 2000, 0, 0 }, { 1200, 4000, 1, 0 },
  };
  g_autoptr (GBytes) bytes = g_bytes_new_static (spans, sizeof spans);
  g_autoptr (LoomRun) run = fixture_triangle (16, FALSE);

  run->fidelity = LOOM_FIDELITY_MEASURED;
  run->schedule = loom_schedule_new (bytes, G_N_ELEMENTS (spans), 3);
  return loom_gantt_new (run);
}

static gpointer
make_timing_strip (void)
{
  static const double samples[] = { 0.0200, 0.0201, 0.0202, 0.0900, 0.0203, 0.0199, 0.0204, 0.0205, 0.0206 };
  g_autoptr (LoomRun) run = loom_run_new ();

  run->timings.fidelity = LOOM_FIDELITY_MEASURED;
  g_array_append_vals (run->timings.kernel_ms, samples, G_N_ELEMENTS (samples));
  run->measurement = loom_measurement_new ();
  return loom_timing_strip_new (run);
}

static gpointer
make_occupancy_chart (void)
{
  const LoomOccupancyUse use = { 256, 40, 8192, LOOM_CARVEOUT_DEFAULT };
  g_autoptr (GPtrArray) profiles = loom_device_profile_list (NULL, NULL);

  return loom_occupancy_chart_new (loom_device_profile_find (profiles, "8.9", NULL), &use, LOOM_OCCUPANCY_THREADS);
}

static gpointer
make_roofline_chart (void)
{
  const LoomRoofline roofline = { FALSE, 1e9, 2e13, 4e8, 1e12, FALSE, 0.5 };

  return loom_roofline_chart_new (&roofline, "saxpy", "A device", 0.8);
}

static gpointer
make_bank_chart (void)
{
  LoomBankMapRequest request = { .base = 0x1000, .request = { .n = LOOM_WARP_LANES, .size = 4 } };

  for (guint i = 0; i < LOOM_WARP_LANES; i++)
    {
      request.request.lane[i] = (guint8) i;
      request.request.address[i] = 0x1000 + (guint64) 64 * i;
    }
  return loom_bank_chart_new (&request, "tile");
}

static void
tell (GString       *text,
      LoomChartView *view,
      const char    *what,
      gint64         place)
{
  g_autofree char *words = place != LOOM_NO_MARK
                           ? LOOM_CHART_VIEW_GET_CLASS (view)->dup_text (loom_chart_view_get_chart (view), place)
                           : g_strdup ("nothing");

  g_string_append_printf (text, "%s: %s\n", what, words);
}

static void
tell_view (GString  *text,
           GType     type,
           gpointer  chart)
{
  static const struct { const char *name; guint key; } keys[] = {
    { "Home", GDK_KEY_Home }, { "Right", GDK_KEY_Right }, { "Right", GDK_KEY_Right }, { "Down", GDK_KEY_Down },
    { "Left", GDK_KEY_Left }, { "Up", GDK_KEY_Up }, { "End", GDK_KEY_End }, { "Page_Down", GDK_KEY_Page_Down },
    { "Page_Up", GDK_KEY_Page_Up },
  };
  GtkWidget *widget = g_object_ref_sink (g_object_new (type, NULL));
  LoomChartView *view = LOOM_CHART_VIEW (widget);
  const LoomChartRoom room = { WIDTH, HEIGHT, 1, FALSE };

  g_string_append_printf (text, "# %s\n", g_type_name (type));
  loom_chart_view_take_chart (view, chart, LOOM_NO_MARK);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (loom_test_press (widget, keys[i].key, 0))
      tell (text, view, keys[i].name, loom_chart_view_get_marked (view));
  for (guint i = 0; i < 12; i++)
    {
      const double x = WIDTH * (i % 4 + 0.5) / 4, y = HEIGHT * (i / 4 + 0.5) / 3;
      g_autofree char *what = g_strdup_printf ("at %.0f,%.0f", x, y);

      tell (text, view, what, LOOM_CHART_VIEW_GET_CLASS (view)->find (view, chart, &room, x, y));
    }
  if (LOOM_IS_SWEEP_VIEW (view))
    for (guint i = 0; i < 4; i++)
      {
        loom_sweep_view_mark_next_best (LOOM_SWEEP_VIEW (view));
        tell (text, view, "next best", loom_chart_view_get_marked (view));
      }
  g_assert_finalize_object (widget);
}

static void
test_keys_and_pointer_find_what_the_list_says (void)
{
  const struct { GType type; gpointer (*make) (void); } rows[] = {
    { LOOM_TYPE_SWEEP_VIEW, make_sweep_chart }, { LOOM_TYPE_GANTT_VIEW, make_gantt },
    { LOOM_TYPE_TIMING_VIEW, make_timing_strip }, { LOOM_TYPE_OCCUPANCY_VIEW, make_occupancy_chart },
    { LOOM_TYPE_ROOFLINE_VIEW, make_roofline_chart }, { LOOM_TYPE_BANK_VIEW, make_bank_chart },
  };
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "chart-keys.txt", NULL);
  g_autofree char *expected = NULL;
  g_auto (GStrv) is = NULL, should = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    tell_view (text, rows[i].type, rows[i].make ());
  if (g_strcmp0 (g_getenv ("GRIDLOOM_TRANSCRIPTS"), "write") == 0)
    g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  g_assert_true (g_file_get_contents (path, &expected, NULL, NULL));
  is = g_strsplit (text->str, "\n", -1);
  should = g_strsplit (expected, "\n", -1);
  for (guint i = 0; is[i] != NULL || should[i] != NULL; i++)
    g_assert_cmpstr (is[i], ==, should[i]);
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_func ("/app/chart-keys/find-what-the-list-says", test_keys_and_pointer_find_what_the_list_says);
  return g_test_run ();
}
