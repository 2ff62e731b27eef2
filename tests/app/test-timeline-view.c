/* test-timeline-view.c: what is marked of what streams did
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-timeline-view.h"
#include "plot-fixture.h"
#include "window-fixture.h"

#include <adwaita.h>

/* Two launches and a copy between them, of one stream; each takes so long. */
static LoomTimeline *
make_timeline (double ms)
{
  g_autoptr (LoomRun) run = fixture_triangle (16, FALSE);

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
  return loom_timeline_new (run);
}

/* Whoever measures what lies between two of them sees it of the next run too. */
static void
test_both_marks_stay_where_they_are (void)
{
  g_autoptr (LoomTimeline) first = make_timeline (2), second = make_timeline (3);
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

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_func ("/app/timeline-view/both-marks-stay-where-they-are",
                   test_both_marks_stay_where_they_are);
  return g_test_run ();
}
