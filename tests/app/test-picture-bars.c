/* test-picture-bars.c: the bar of a run's moments below the picture, and the keys that go from one conspicuous cell to
 * the next
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-app-test.h"
#include "loom-grid-view.h"
#include "loom-moment-bar.h"
#include "loom-picture-pane.h"
#include "quiet.h"
#include "window-fixture.h"

#define SOURCE \
  "__global__ void fill (float *f, int n) { f[threadIdx.x] = n; }\n" \
  "/* gridloom\n[launch]\nblock=64\n[arg f]\nshape=2,8,4\n*/\n"
#define CELLS 64u

typedef LoomTestWindow Fixture;

static gboolean
has_picture (gpointer grid)
{
  return loom_grid_view_get_picture (grid) != NULL;
}

static GtkWidget *
find (Fixture *fixture,
      GType    type)
{
  return loom_test_find (GTK_WIDGET (fixture->window), type, NULL);
}

static LoomViewState *
get_state (Fixture *fixture)
{
  return loom_session_get_view_state (fixture->session);
}

static LoomRun *
begin_run (Fixture *fixture)
{
  loom_test_window_compile (fixture, SOURCE);
  loom_test_wait_until (loom_test_is_running, fixture->fake, "a run");
  return loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));
}

static void
end_run (Fixture *fixture,
         LoomRun *run)
{
  /* wherever the pointer happens to rest, nothing is pointed at */
  gtk_widget_set_can_target (GTK_WIDGET (fixture->window), FALSE);
  gtk_window_present (GTK_WINDOW (fixture->window));
  loom_mocked_runner_answer_run (fixture->fake, run);
  loom_run_unref (run);
  loom_test_wait_until (has_picture, find (fixture, LOOM_TYPE_GRID_VIEW), "a picture");
  loom_test_settle ();
}

/* -- Moments -- */

/* Of five moments some were kept, three at most, and the end. */
static void
run_with_moments (Fixture *fixture,
                  guint    n)
{
  LoomRun *run = begin_run (fixture);
  LoomRunArray *array = run->arrays->pdata[0];
  LoomRunStep *loop = loom_run_step_new (LOOM_STATEMENT_REPEAT, "repeat 3", 6, 0);
  static const LoomRunFrame frames[] = { { .moment = 0 }, { .moment = 1, .step = 0, .slot = 1 },
                                         { .moment = 3, .round = 1, .step = 1, .slot = 2 } };

  loop->times = 3;
  g_ptr_array_add (run->steps, loom_run_step_new (LOOM_STATEMENT_LAUNCH, "fill (f, n)", 5, 0));
  g_ptr_array_add (run->steps, loop);
  run->moments = 4;
  g_array_append_vals (run->frames, frames, n);
  array->frames = g_bytes_new_take (g_new0 (float, CELLS * n), CELLS * n * sizeof (float));
  end_run (fixture, run);
}

static void
assert_moment (GtkWidget  *bar,
               const char *place,
               double      value)
{
  GtkRange *scale = loom_test_get_part (bar, "scale");

  loom_test_assert_part (bar, "place", place);
  g_assert_cmpfloat (gtk_range_get_value (scale), ==, value);
  g_assert_null (gtk_test_accessible_check_property (GTK_ACCESSIBLE (scale), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                                     place));
}

static void
step (GtkWidget *bar,
      int        steps)
{
  g_assert_true (gtk_widget_activate_action (bar, "moment.step", "i", steps));
  loom_test_settle ();
}

#define FIRST "Before the first step"
#define SECOND "After “fill (f, n)” (line 5)"
#define THIRD "After round 2 of 3 (line 6)"
#define LAST "At the end"

static void
test_moments (Fixture       *fixture,
              gconstpointer  unused)
{
  GtkWidget *bar = find (fixture, LOOM_TYPE_MOMENT_BAR);

  g_assert_false (gtk_widget_get_visible (bar));
  run_with_moments (fixture, 3);
  g_assert_true (gtk_widget_get_visible (bar));
  assert_moment (bar, LAST, 3);
  loom_test_assert_part (bar, "kept", "4 of 5 moments, 768 bytes");
  step (bar, -1);
  assert_moment (bar, THIRD, 2);
  step (bar, -1);
  assert_moment (bar, SECOND, 1);
  step (bar, -7);
  assert_moment (bar, FIRST, 0);
  step (bar, 2);
  assert_moment (bar, THIRD, 2);
  gtk_range_set_value (loom_test_get_part (bar, "scale"), 0.6);
  assert_moment (bar, SECOND, 1);
  g_assert_cmpuint (loom_view_state_get_moment (get_state (fixture)), ==, 1);

  /* a run without steps has none */
  g_assert_true (loom_session_edit (fixture->session, "launch", "block", "32", NULL));
  loom_test_window_finish_run (fixture);
  g_assert_false (gtk_widget_get_visible (bar));
}

static void
test_two_moments (Fixture       *fixture,
                  gconstpointer  unused)
{
  GtkWidget *bar = find (fixture, LOOM_TYPE_MOMENT_BAR);

  run_with_moments (fixture, 1);
  g_assert_true (gtk_widget_get_visible (bar));
  step (bar, -1);
  assert_moment (bar, FIRST, 0);
  loom_test_assert_part (bar, "kept", "2 of 5 moments, 256 bytes");
}

static void
assert_plays (GtkWidget  *bar,
              const char *spoken,
              const char *tooltip)
{
  GtkWidget *play = loom_test_get_part (bar, "play");
  g_autofree char *said = loom_test_dup_spoken (play, GTK_ACCESSIBLE_PROPERTY_LABEL);

  g_assert_cmpstr (said, ==, spoken);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (play), ==, tooltip);
}

static void
test_moments_are_played (Fixture       *fixture,
                         gconstpointer  unused)
{
  GtkWidget *bar = find (fixture, LOOM_TYPE_MOMENT_BAR);

  run_with_moments (fixture, 3);
  assert_plays (bar, "Play", "Play (Space)");
  loom_test_click (bar, "Play (Space)");
  assert_plays (bar, "Pause", "Pause (Space)");
  /* from the end it begins anew; a slow machine may have gone on meanwhile */
  g_assert_cmpfloat (gtk_range_get_value (loom_test_get_part (bar, "scale")), <, 3);
  loom_test_click (bar, "Pause (Space)");
  assert_plays (bar, "Play", "Play (Space)");
  step (bar, -3);
  step (bar, 1);
  g_assert_true (loom_test_press (bar, GDK_KEY_space, 0));
  assert_plays (bar, "Pause", "Pause (Space)");
  g_assert_cmpfloat (gtk_range_get_value (loom_test_get_part (bar, "scale")), >=, 1);
  step (bar, 1);
  assert_plays (bar, "Play", "Play (Space)");
}

static const char *
get_pinned (Fixture *fixture)
{
  return loom_document_get_value (loom_session_get_document (fixture->session), "launch", "pin");
}

#define PIN "Pin: keep it when others are left out (P)"
#define PINNED "Pinned: it is kept when others are left out (P)"

static void
test_moments_are_pinned (Fixture       *fixture,
                         gconstpointer  unused)
{
  GtkWidget *bar = find (fixture, LOOM_TYPE_MOMENT_BAR);
  GtkToggleButton *pin = loom_test_get_part (bar, "pin");

  run_with_moments (fixture, 3);
  g_object_set (loom_session_get_run_settings (fixture->session), "live", FALSE, NULL);
  step (bar, -1);
  loom_test_click (bar, PIN);
  g_assert_cmpstr (get_pinned (fixture), ==, "3");
  g_assert_true (gtk_toggle_button_get_active (pin));
  loom_test_assert_part (bar, "kept", "4 of 5 moments, 768 bytes; 1 pinned");
  step (bar, -2);
  g_assert_false (gtk_toggle_button_get_active (pin));
  g_assert_true (loom_test_press (bar, GDK_KEY_p, 0));
  loom_test_settle ();
  g_assert_cmpstr (get_pinned (fixture), ==, "0,3");
  loom_test_assert_part (bar, "kept", "4 of 5 moments, 768 bytes; 2 pinned");
  loom_test_click (bar, PINNED);
  step (bar, 2);
  loom_test_click (bar, PINNED);
  g_assert_cmpstr (get_pinned (fixture), ==, NULL);
  loom_test_assert_part (bar, "kept", "4 of 5 moments, 768 bytes");
}

/* -- Conspicuous cells -- */

/* Cells that were not written, or more than once. */
static void
run_with_cells (Fixture     *fixture,
                const guint *missed,
                const guint *rewritten)
{
  LoomRun *run = begin_run (fixture);
  LoomRunArray *array = run->arrays->pdata[0];
  guint32 *writes = g_new (guint32, CELLS);
  guint8 *domain = g_new (guint8, CELLS);

  for (guint i = 0; i < CELLS; i++)
    writes[i] = domain[i] = 1;
  for (; *missed != CELLS; missed++)
    writes[*missed] = 0;
  for (; *rewritten != CELLS; rewritten++)
    writes[*rewritten] = 2;
  g_bytes_unref (array->writes);
  array->writes = g_bytes_new_take (writes, CELLS * sizeof *writes);
  array->domain = g_bytes_new_take (domain, CELLS);
  end_run (fixture, run);
}

typedef struct
{
  LoomViewState *state;
  guint          cell;          /* in the order of the array */
} Pinned;

static void
tell (GString  *text,
      gpointer  data)
{
  const LoomCell *pin = loom_view_state_get_pin (((Pinned *) data)->state);

  if (pin != NULL)
    g_string_append_printf (text, "pinned: %u, %u, %u\n", (guint) pin->plane, (guint) pin->row, (guint) pin->col);
}

static gboolean
is_pinned (gpointer data)
{
  const Pinned *self = data;
  const LoomCell *pin = loom_view_state_get_pin (self->state);

  return pin != NULL && (pin->plane * 8 + pin->row) * 4 + pin->col == self->cell;
}

/* A key leads to a cell, in its plane. */
static void
go (Fixture         *fixture,
    guint            key,
    GdkModifierType  modifiers,
    guint            cell)
{
  Pinned pinned = { get_state (fixture), cell };

  g_assert_true (loom_test_press (find (fixture, LOOM_TYPE_GRID_VIEW), key, modifiers));
  loom_test_add_witness (tell, &pinned);
  loom_test_wait_until_quiet (fixture->window, is_pinned, &pinned);
  loom_test_remove_witness (&pinned);
  g_assert_cmpuint (loom_view_state_get_view (get_state (fixture))->plane, ==, cell / 32);
}

/* What the line below the picture comes to say. */
static void
fail_to_go (Fixture    *fixture,
            guint       key,
            const char *why)
{
  GtkWidget *pane = find (fixture, LOOM_TYPE_PICTURE_PANE);

  g_assert_true (loom_test_press (find (fixture, LOOM_TYPE_GRID_VIEW), key, 0));
  loom_test_wait_for_labels (loom_test_get_part (pane, "readout"), why);
}

static void
test_cells_are_found (Fixture       *fixture,
                      gconstpointer  unused)
{
  run_with_cells (fixture, (const guint[]) { 3, 20, 50, CELLS }, (const guint[]) { 0, 63, CELLS });
  go (fixture, GDK_KEY_r, 0, 0);
  go (fixture, GDK_KEY_m, 0, 3);
  go (fixture, GDK_KEY_m, 0, 20);
  go (fixture, GDK_KEY_m, 0, 50);
  /* the first one is the next of the last */
  go (fixture, GDK_KEY_m, 0, 3);
  go (fixture, GDK_KEY_m, GDK_SHIFT_MASK, 50);
  go (fixture, GDK_KEY_m, GDK_SHIFT_MASK, 20);
  go (fixture, GDK_KEY_r, 0, 63);
  go (fixture, GDK_KEY_r, 0, 0);
}

static void
test_planes_are_in_turn (Fixture       *fixture,
                         gconstpointer  unused)
{
  run_with_cells (fixture, (const guint[]) { 3, 20, 40, 50, CELLS }, (const guint[]) { CELLS });
  g_assert_true (gtk_widget_activate_action (find (fixture, LOOM_TYPE_GRID_VIEW), "picture.plane", "i", 1));
  loom_test_wait_until_quiet (fixture->window, NULL, NULL);
  go (fixture, GDK_KEY_m, GDK_SHIFT_MASK, 50);
  go (fixture, GDK_KEY_m, GDK_SHIFT_MASK, 40);
  go (fixture, GDK_KEY_m, GDK_SHIFT_MASK, 20);
}

static void
test_no_cell_is_found (Fixture       *fixture,
                       gconstpointer  unused)
{
  GtkWidget *pane = find (fixture, LOOM_TYPE_PICTURE_PANE);

  run_with_cells (fixture, (const guint[]) { CELLS }, (const guint[]) { CELLS });
  fail_to_go (fixture, GDK_KEY_m, "No cell of this array was missed.");
  fail_to_go (fixture, GDK_KEY_r, "No cell of this array was written more than once.");
  g_assert_null (loom_view_state_get_pin (get_state (fixture)));

  /* what was not looked for is offered */
  fail_to_go (fixture, GDK_KEY_x, "This run did not look for races.");
  loom_test_assert_part (pane, "offer", "Races: This run did not look for races. A run takes about ten times "
                         "as long, on one core. | Switch On and Run");
  fail_to_go (fixture, GDK_KEY_d, "The document does not say what this array should hold.");
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GtkApplication) application = loom_test_application_new (&argc, &argv);

#define ADD(path, function) \
  g_test_add ("/app/picture-bars/" path, Fixture, application, loom_test_window_set_up, function, \
              loom_test_window_tear_down)
  ADD ("moments/they-are-gone-through", test_moments);
  ADD ("moments/two-are-enough", test_two_moments);
  ADD ("moments/they-are-played", test_moments_are_played);
  ADD ("moments/they-are-pinned", test_moments_are_pinned);
  ADD ("find/from-cell-to-cell", test_cells_are_found);
  ADD ("find/the-plane-that-is-shown-is-the-first", test_planes_are_in_turn);
  ADD ("find/there-is-none", test_no_cell_is_found);
#undef ADD
  return g_test_run ();
}
