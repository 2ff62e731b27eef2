/* test-timeline-view.c: what is marked of what streams did, and the table of it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-app-test.h"
#include "loom-drawer-panes.h"
#include "loom-timeline-view.h"
#include "plot-fixture.h"
#include "window-fixture.h"

#include <adwaita.h>

/* Two launches and a copy between them, of one stream; each takes so long. */
static LoomRun *
make_run (double ms)
{
  LoomRun *run = fixture_triangle (16, FALSE);

  g_ptr_array_add (run->steps, loom_run_step_new (LOOM_STATEMENT_LAUNCH, "launch k on a", 20, 0));
  g_ptr_array_add (run->steps, loom_run_step_new (LOOM_STATEMENT_COPY, "copy f to g on a", 21, 0));
  g_ptr_array_add (run->streams, g_strdup (""));
  g_ptr_array_add (run->streams, g_strdup ("a"));
  for (guint i = 0; i < 3; i++)
    {
      const LoomRunSpan span = { i % 2, 1, i * ms, (i + 1) * ms };

      g_array_append_val (run->spans, span);
      loom_run_step_add (run->steps->pdata[i % 2], ms);
    }
  return run;
}

/* Whoever measures what lies between two of them sees it of the next run too. */
static void
test_both_marks_stay_where_they_are (void)
{
  g_autoptr (LoomRun) run = make_run (2), next = make_run (3);
  g_autoptr (LoomTimeline) first = loom_timeline_new (run), second = loom_timeline_new (next);
  GtkWidget *widget = g_object_ref_sink (g_object_new (LOOM_TYPE_TIMELINE_VIEW, NULL));
  LoomTimelineView *view = LOOM_TIMELINE_VIEW (widget);

  loom_timeline_view_set_timeline (view, first);
  g_assert_cmpint (loom_chart_view_get_marked (LOOM_CHART_VIEW (view)), ==, LOOM_NO_SPAN);
  g_assert_true (loom_test_press (widget, GDK_KEY_Right, 0));
  g_assert_true (loom_test_press (widget, GDK_KEY_Right, GDK_SHIFT_MASK));
  g_assert_true (loom_test_press (widget, GDK_KEY_Right, GDK_SHIFT_MASK));
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpint (loom_chart_view_get_marked (LOOM_CHART_VIEW (view)), ==, 0);
      g_assert_cmpint (loom_timeline_view_get_other (view), ==, 2);
      loom_timeline_view_set_timeline (view, second);
    }
  loom_timeline_view_set_timeline (view, NULL);
  g_assert_cmpint (loom_chart_view_get_marked (LOOM_CHART_VIEW (view)), ==, LOOM_NO_SPAN);
  g_assert_cmpint (loom_timeline_view_get_other (view), ==, LOOM_NO_SPAN);
  g_assert_finalize_object (widget);
}

static gboolean
has_rows (gpointer pane)
{
  return loom_test_says (pane, "launch k on a") && loom_test_says (pane, "copy f to g on a");
}

/* What was done twice has two thirds of the time. */
static void
test_each_step_has_its_share (void)
{
  g_autoptr (LoomSession) session = loom_session_new ();
  g_autoptr (LoomRun) run = make_run (2);
  GtkWidget *window = gtk_window_new ();
  GtkWidget *pane = g_object_new (LOOM_TYPE_STEPS_PANE, "session", session, NULL);

  loom_session_set_run (session, run);
  gtk_window_set_default_size (GTK_WINDOW (window), 1400, 400);
  gtk_window_set_child (GTK_WINDOW (window), pane);
  gtk_window_present (GTK_WINDOW (window));
  loom_test_wait_until (has_rows, pane, "the rows");
  g_assert_true (loom_test_says (pane, "67\302\240%"));
  g_assert_true (loom_test_says (pane, "33\302\240%"));
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_func ("/app/timeline-view/both-marks-stay-where-they-are",
                   test_both_marks_stay_where_they_are);
  g_test_add_func ("/app/timeline-view/each-step-has-its-share", test_each_step_has_its_share);
  return g_test_run ();
}
