/* test-chart-view.c: the mark of a chart, by keys, in words and in signals
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-chart-view.h"
#include "window-fixture.h"

#include <adwaita.h>

#define NOBODY (-2)             /* nothing was activated, not even "no place" */

/* A chart of so many places in a row. */
typedef LoomChartView Row;
typedef LoomChartViewClass RowClass;

GType row_get_type (void);
G_DEFINE_TYPE (Row, row, LOOM_TYPE_CHART_VIEW)

static gint64
row_step (LoomChartView *self,
          gpointer       chart,
          gint64         from,
          int            along,
          int            across)
{
  return CLAMP (from + along, 0, *(gint64 *) chart - 1);
}

static char *
row_dup_text (gpointer chart,
              gint64   place)
{
  return g_strdup_printf ("%d of %d", (int) place + 1, (int) *(gint64 *) chart);
}

static char *
row_dup_sentence (gpointer chart)
{
  return g_strdup_printf ("%d places", (int) *(gint64 *) chart);
}

static void
row_class_init (RowClass *klass)
{
  static const LoomChartKey keys[] = {
    { GDK_KEY_Right, 1 }, { GDK_KEY_Left, -1 }, { GDK_KEY_Right, 10, 0, GDK_CONTROL_MASK },
    { GDK_KEY_Return },
  };

  klass->name = "Row";
  klass->free_chart = g_free;
  klass->dup_text = row_dup_text;
  klass->dup_sentence = row_dup_sentence;
  klass->step = row_step;
  loom_chart_view_class_add_keys (klass, keys, G_N_ELEMENTS (keys));
}

static void
row_init (Row *self)
{
}

typedef struct
{
  GtkWidget     *widget;
  LoomChartView *view;
  guint          changes;       /* how often "mark-changed" was told */
  gint64         activated;
} Shown;

static void
changed_cb (Shown *shown)
{
  shown->changes++;
}

static void
activated_cb (Shown *shown,
              gint64 place)
{
  shown->activated = place;
}

static void
setup (Shown         *shown,
       gconstpointer  data)
{
  shown->widget = g_object_ref_sink (g_object_new (row_get_type (), NULL));
  shown->view = LOOM_CHART_VIEW (shown->widget);
  shown->activated = NOBODY;
  g_signal_connect_swapped (shown->view, "mark-changed", G_CALLBACK (changed_cb), shown);
  g_signal_connect_swapped (shown->view, "place-activated", G_CALLBACK (activated_cb), shown);
}

static void
teardown (Shown         *shown,
          gconstpointer  data)
{
  g_assert_finalize_object (shown->widget);
}

static void
take (Shown  *shown,
      gint64  places,
      gint64  marked)
{
  loom_chart_view_take_chart (shown->view, g_memdup2 (&places, sizeof places), marked);
}

static void
assert_spoken (Shown      *shown,
               const char *name,
               const char *description)
{
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (shown->widget),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, name);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (shown->widget),
                                       GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description);
}

static void
test_keys_go_from_place_to_place (Shown         *shown,
                                  gconstpointer  data)
{
  static const struct
  {
    guint           key;
    GdkModifierType modifiers;
    gint64          to;
    const char     *name;
  } rows[] = {
    { GDK_KEY_Right, 0, 0, "1 of 3" }, { GDK_KEY_Right, 0, 1, "2 of 3" },
    { GDK_KEY_Right, GDK_CONTROL_MASK, 2, "3 of 3" }, { GDK_KEY_Left, 0, 1, "2 of 3" },
  };

  assert_spoken (shown, "Row", "");
  g_assert_false (loom_test_press (shown->widget, GDK_KEY_Right, 0));
  take (shown, 3, LOOM_NO_MARK);
  assert_spoken (shown, "Row", "3 places");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_assert_true (loom_test_press (shown->widget, rows[i].key, rows[i].modifiers));
      g_assert_cmpint (loom_chart_view_get_marked (shown->view), ==, rows[i].to);
      g_assert_cmpuint (shown->changes, ==, i + 1);
      assert_spoken (shown, rows[i].name, "3 places");
    }
}

static void
test_only_a_marked_place_is_activated (Shown         *shown,
                                       gconstpointer  data)
{
  take (shown, 3, LOOM_NO_MARK);
  g_assert_false (loom_test_press (shown->widget, GDK_KEY_Return, 0));
  g_assert_cmpint (shown->activated, ==, NOBODY);
  loom_chart_view_set_marked (shown->view, 2);
  g_assert_cmpint (shown->activated, ==, NOBODY);
  g_assert_true (loom_test_press (shown->widget, GDK_KEY_Return, 0));
  g_assert_cmpint (shown->activated, ==, 2);
}

/* Whoever shows the place in words has to say others where the chart is another; who shows none is
 * left alone. */
static void
test_the_place_of_another_chart_is_told (Shown         *shown,
                                         gconstpointer  data)
{
  take (shown, 3, LOOM_NO_MARK);
  g_assert_cmpuint (shown->changes, ==, 0);
  take (shown, 3, 1);
  g_assert_cmpuint (shown->changes, ==, 1);
  take (shown, 4, 1);
  g_assert_cmpuint (shown->changes, ==, 2);
  assert_spoken (shown, "2 of 4", "4 places");
  take (shown, 4, LOOM_NO_MARK);
  g_assert_cmpuint (shown->changes, ==, 3);
  assert_spoken (shown, "Row", "4 places");
}

#define ADD(name, function) \
  g_test_add ("/app/chart-view/" name, Shown, NULL, setup, function, teardown)

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  ADD ("keys-go-from-place-to-place", test_keys_go_from_place_to_place);
  ADD ("only-a-marked-place-is-activated", test_only_a_marked_place_is_activated);
  ADD ("the-place-of-another-chart-is-told", test_the_place_of_another_chart_is_told);
  return g_test_run ();
}
