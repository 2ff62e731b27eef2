/* test-window.c: the window, its keys and its rooms, with a mocked runner
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-action.h"
#include "loom-app-test.h"
#include "loom-application.h"
#include "loom-banner.h"
#include "loom-device-profile-view.h"
#include "loom-diagnostic.h"
#include "loom-drawer-panes.h"
#include "loom-drawer.h"
#include "loom-editor-pane.h"
#include "loom-field-row.h"
#include "loom-grid-view.h"
#include "loom-launch-panel.h"
#include "loom-launch.h"
#include "loom-launch-rows.h"
#include "loom-pages.h"
#include "loom-picture-pane.h"
#include "loom-stage.h"
#include "loom-text-row.h"
#include "loom-widget.h"
#include "loom-window.h"
#include "mocked-runner.h"
#include "window-fixture.h"

#include <gtksourceview/gtksource.h>

#define SOURCE "__global__ void fill (float *f, int n) { f[threadIdx.x] = n; }\n"
#define SETTINGS "/* gridloom\n[launch]\nblock=8,8\n[arg f]\nshape=100,100\n*/\n"

typedef LoomTestWindow Fixture;

static const char *
get (Fixture    *fixture,
     const char *group,
     const char *key)
{
  return loom_document_get_value (loom_session_get_document (fixture->session), group, key);
}

static void
test_colormap (Fixture       *fixture,
               gconstpointer  unused)
{
  g_settings_set_enum (fixture->settings, "colormap", LOOM_COLORMAP_CIVIDIS);
  loom_test_settle ();
  g_assert_cmpint (loom_session_get_view (fixture->session)->colormap, ==, LOOM_COLORMAP_CIVIDIS);
  g_assert_true (loom_session_get_view (fixture->session)->borders);
  g_settings_reset (fixture->settings, "colormap");
  loom_test_settle ();
  g_assert_cmpint (loom_session_get_view (fixture->session)->colormap, ==, LOOM_COLORMAP_VIRIDIS);
}

/* What the desktop's settings and the menu offer are the maps of the table. */
static void
test_colormaps_are_offered (Fixture       *fixture,
                            gconstpointer  unused)
{
  g_autoptr (GSettingsSchema) schema = NULL;
  g_autoptr (GSettingsSchemaKey) key = NULL;
  g_autoptr (GVariant) range = NULL, nicks = NULL;
  g_autofree const char **names = NULL;
  GtkWidget *pane = loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_PICTURE_PANE, NULL);
  GMenuModel *menu = G_MENU_MODEL (
    gtk_widget_get_template_child (pane, LOOM_TYPE_PICTURE_PANE, "colormap_section"));

  g_object_get (fixture->settings, "settings-schema", &schema, NULL);
  key = g_settings_schema_get_key (schema, "colormap");
  range = g_settings_schema_key_get_range (key);
  g_variant_get (range, "(sv)", NULL, &nicks);
  names = g_variant_get_strv (nicks, NULL);
  g_assert_cmpuint (g_strv_length ((GStrv) names), ==, LOOM_N_COLORMAPS);
  g_assert_cmpint (g_menu_model_get_n_items (menu), ==, LOOM_N_COLORMAPS);
  for (LoomColormap map = 0; map < LOOM_N_COLORMAPS; map++)
    {
      g_autofree char *target = NULL;

      g_settings_set_enum (fixture->settings, "colormap", map);
      g_assert_cmpstr (names[map], ==, loom_colormap_get_name (map));
      g_assert_true (g_menu_model_get_item_attribute (menu, map, G_MENU_ATTRIBUTE_TARGET, "s",
                                                      &target));
      g_assert_cmpstr (target, ==, loom_colormap_get_name (map));
    }
  g_settings_reset (fixture->settings, "colormap");
}

static gboolean
has_drawn (gpointer window)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (window);

  return clock != NULL && gdk_frame_clock_get_frame_counter (clock) >= 3;
}

/* kept: weak pointers, and its own address as the last one */
static gboolean
are_gone (gpointer kept)
{
  for (gpointer *weak = kept; *weak != kept; weak++)
    if (*weak != NULL)
      return FALSE;
  return TRUE;
}

/* What draws keeps more than what was never shown. */
static void
test_closed_window_leaves_nothing (Fixture       *fixture,
                                   gconstpointer  unused)
{
  GtkWidget *editor = loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_EDITOR_PANE, NULL);
  gpointer kept[] = { fixture->session, fixture->window, editor,
                      loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_STAGE, NULL),
                      loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_LAUNCH_PANEL, NULL),
                      loom_test_find (editor, GTK_SOURCE_TYPE_VIEW, NULL),
                      loom_editor_pane_get_buffer (LOOM_EDITOR_PANE (editor)), kept };

  for (guint i = 0; i + 1 < G_N_ELEMENTS (kept); i++)
    g_object_add_weak_pointer (kept[i], &kept[i]);
  gtk_window_present (GTK_WINDOW (fixture->window));
  loom_test_window_first_run (fixture, SOURCE SETTINGS);
  loom_editor_pane_focus (LOOM_EDITOR_PANE (editor));
  loom_test_wait_until (has_drawn, fixture->window, "frames");
  gtk_window_destroy (GTK_WINDOW (g_steal_pointer (&fixture->window)));
  /* transitions under way come to their end first */
  loom_test_wait_until (are_gone, kept, "all of the window to be freed");
}

static void
look_another_way (Fixture *fixture)
{
  GtkWidget *pane = loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_PICTURE_PANE, NULL);

  g_object_set (pane, "colormap", "cividis", "origin-lower", TRUE, NULL);
}

static void
test_view_is_written (Fixture       *fixture,
                      gconstpointer  unused)
{
  GtkWidget *editor = loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_EDITOR_PANE, NULL);
  GtkTextBuffer *buffer = loom_editor_pane_get_buffer (LOOM_EDITOR_PANE (editor));

  loom_test_window_first_run (fixture, SOURCE SETTINGS);
  g_assert_true (loom_session_edit (fixture->session, "launch", "block", "16,4", NULL));
  loom_test_window_finish_run (fixture);
  look_another_way (fixture);
  g_assert_null (get (fixture, "view", "colormap"));

  loom_session_write_view (fixture->session);
  loom_test_settle ();
  g_assert_cmpstr (get (fixture, "view", "colormap"), ==, "cividis");
  g_assert_cmpstr (get (fixture, "view", "origin"), ==, "lower");
  g_assert_null (get (fixture, "view", "lens"));
  g_assert_false (loom_session_get_stale (fixture->session));
  g_assert_false (loom_mocked_runner_is_running (fixture->fake));

  /* undo means the last edit */
  gtk_text_buffer_undo (buffer);
  loom_session_flush (fixture->session);
  g_assert_cmpstr (loom_session_get_text (fixture->session), ==, SOURCE SETTINGS);
  gtk_text_buffer_redo (buffer);
  loom_session_flush (fixture->session);
  g_assert_cmpstr (get (fixture, "launch", "block"), ==, "16,4");
}

static void
test_view_typed_wins (Fixture       *fixture,
                      gconstpointer  unused)
{
  loom_test_window_first_run (fixture, SOURCE SETTINGS);
  look_another_way (fixture);
  g_assert_true (loom_session_edit (fixture->session, "view", "colormap", "grey", NULL));
  loom_session_write_view (fixture->session);
  g_assert_cmpstr (get (fixture, "view", "colormap"), ==, "grey");
  g_assert_cmpstr (get (fixture, "view", "origin"), ==, "lower");
}

static void
test_bare_gains_no_block (Fixture       *fixture,
                          gconstpointer  unused)
{
  loom_test_window_first_run (fixture, SOURCE);
  look_another_way (fixture);
  loom_session_write_view (fixture->session);
  g_assert_cmpstr (loom_session_get_text (fixture->session), ==, SOURCE);
}

static void
test_view_ends_with_its_document (Fixture       *fixture,
                                  gconstpointer  unused)
{
  g_autoptr (LoomCompiled) compiled = loom_test_compiled_new ("fill", NULL);

  loom_test_window_first_run (fixture, SOURCE SETTINGS);
  look_another_way (fixture);
  loom_session_open_text (fixture->session, "// another\n" SOURCE SETTINGS, -1);
  loom_test_wait_until (loom_test_is_compiling, fixture->fake, "a compilation");
  loom_mocked_runner_answer_compile (fixture->fake, compiled);
  loom_test_window_finish_run (fixture);
  loom_test_settle ();
  g_assert_false (loom_session_get_view (fixture->session)->origin_lower);
  g_assert_cmpint (loom_session_get_view (fixture->session)->colormap, ==, LOOM_COLORMAP_VIRIDIS);
  loom_session_write_view (fixture->session);
  g_assert_null (get (fixture, "view", "origin"));
}

static void
test_lens_of_the_document_stays (Fixture       *fixture,
                                 gconstpointer  unused)
{
  g_autoptr (LoomCompiled) compiled = loom_test_compiled_new ("fill", NULL);

  loom_session_open_text (fixture->session,
                          SOURCE "/* gridloom\n[launch]\nblock=8,8\n[view]\nlens=value\n*/\n", -1);
  loom_test_wait_until (loom_test_is_compiling, fixture->fake, "a compilation");
  loom_mocked_runner_answer_compile (fixture->fake, compiled);
  loom_test_window_finish_run (fixture);
  g_assert_cmpint (loom_session_get_view (fixture->session)->lens, ==, LOOM_LENS_VALUE);
  g_assert_true (loom_session_edit (fixture->session, "launch", "block", "16,4", NULL));
  loom_test_window_finish_run (fixture);
  g_assert_cmpint (loom_session_get_view (fixture->session)->lens, ==, LOOM_LENS_VALUE);
}

static void
test_view_follows_the_text (Fixture       *fixture,
                            gconstpointer  unused)
{
  const LoomView *view = loom_session_get_view (fixture->session);
  LoomSession *session = fixture->session;

  loom_test_window_first_run (fixture, SOURCE SETTINGS);
  g_object_set (loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_PICTURE_PANE, NULL), "origin-lower",
                TRUE, NULL);
  g_assert_true (loom_session_edit (session, "view", "lens", "value", NULL));
  g_assert_cmpint (view->lens, ==, LOOM_LENS_VALUE);
  g_assert_true (loom_session_edit (session, "view", "colormap", "grey", NULL));
  g_assert_cmpint (view->colormap, ==, LOOM_COLORMAP_GREY);
  g_assert_true (view->origin_lower);

  /* half a word changes nothing */
  g_assert_true (loom_session_edit (session, "view", "lens", "writ", NULL));
  g_assert_cmpint (view->lens, ==, LOOM_LENS_VALUE);
  g_assert_true (loom_session_edit (session, "view", "lens", "writes", NULL));
  g_assert_cmpint (view->lens, ==, LOOM_LENS_WRITES);
  g_assert_true (loom_session_edit (session, "view", "style", "pystencils", NULL));
  g_assert_true (view->pystencils);
  g_assert_true (loom_session_edit (session, "view", "style", NULL, NULL));
  g_assert_false (view->pystencils);
  g_assert_false (loom_session_get_stale (session));

  /* what was chosen before the line was typed is not written over it */
  loom_session_write_view (fixture->session);
  g_assert_cmpstr (get (fixture, "view", "lens"), ==, "writes");
}

static void
test_keys (Fixture       *fixture,
           gconstpointer  unused)
{
  const struct { const char *accel, *action; } rows[] = {
    { "<Control>Return", "win.run" },
    { "F8", "win.next-problem" },
    { "<Shift>F8", "win.previous-problem" },
    { "F9", "win.show-editor" },
    { "<Shift>F9", "win.show-launch" },
    { "<Control>F9", "win.show-drawer" },
    { "<Control>l", "win.edit-launch" },
    { "<Control>k", "win.scale::block-x-double" },
    { "<Control><Shift>i", "win.scale::grid-y-half" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (GStrv) actions
          = gtk_application_get_actions_for_accel (fixture->application, rows[i].accel);

      g_assert_cmpstr (actions[0], ==, rows[i].action);
    }
}

static void
test_scale_keys (Fixture       *fixture,
                 gconstpointer  unused)
{
  loom_test_window_first_run (fixture, SOURCE SETTINGS);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.scale", "s",
                                             "block-x-double"));
  g_assert_cmpstr (get (fixture, "launch", "block"), ==, "16,8");
  loom_test_window_finish_run (fixture);
  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.scale", "s", "block-y-half"));
  g_assert_cmpstr (get (fixture, "launch", "block"), ==, "16,4");
  loom_test_window_finish_run (fixture);
  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.scale", "s", "grid-x-half"));
  g_assert_cmpstr (get (fixture, "launch", "grid"), ==, "3,25");
  loom_test_window_finish_run (fixture);
}

static void
test_panel_edits_text (Fixture       *fixture,
                       gconstpointer  unused)
{
  GtkWidget *panel, *row;

  loom_test_window_first_run (fixture, SOURCE SETTINGS);
  panel = loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_LAUNCH_PANEL, NULL);
  row = loom_test_find (panel, LOOM_TYPE_DIM3_ROW, "Block");
  g_assert_nonnull (row);
  g_assert_cmpuint (loom_dim3_row_get_value (LOOM_DIM3_ROW (row)).y, ==, 8);
  loom_field_type (LOOM_FIELD (loom_dim3_row_get_field (LOOM_DIM3_ROW (row), 0)), "16", TRUE);
  g_assert_cmpstr (get (fixture, "launch", "block"), ==, "16,8");
  loom_test_window_finish_run (fixture);
  row = loom_test_find (panel, LOOM_TYPE_DIM3_ROW, "Grid");
  g_assert_cmpuint (loom_dim3_row_get_value (LOOM_DIM3_ROW (row)).x, ==, 7);
  g_assert_cmpuint (loom_mocked_runner_get_compiles (fixture->fake), ==, 1);
}

static void
test_shared_memory (Fixture       *fixture,
                    gconstpointer  unused)
{
  LoomField *field;

  loom_test_window_first_run (fixture, SOURCE SETTINGS);
  loom_test_settle ();
  field = LOOM_FIELD (loom_test_find (loom_test_find (GTK_WIDGET (fixture->window), ADW_TYPE_EXPANDER_ROW,
                                  "Dynamic shared memory"), LOOM_TYPE_FIELD, NULL));
  g_assert_cmpstr (loom_field_get_text (field), ==, "0");
  loom_field_type (field, "32*32*2", TRUE);
  g_assert_cmpstr (get (fixture, "launch", "shared"), ==, "2048");
  g_assert_cmpstr (loom_field_get_text (field), ==, "2048");
  loom_field_type (field, "0", TRUE);
  g_assert_null (get (fixture, "launch", "shared"));
  g_assert_null (loom_field_get_reason (field));
}

static void
test_limit_has_a_button (Fixture       *fixture,
                         gconstpointer  unused)
{
  GtkWidget *panel, *advice;

  loom_test_window_first_run (fixture, SOURCE SETTINGS);
  panel = loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_LAUNCH_PANEL, NULL);
  g_assert_true (loom_session_edit (fixture->session, "launch", "block", "64,64", NULL));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.run", NULL);
  loom_test_settle ();
  advice = loom_test_find (panel, LOOM_TYPE_ADVICE_ROW, NULL);
  g_assert_nonnull (advice);
  g_signal_emit_by_name (advice, "fix", 0);
  g_assert_cmpstr (get (fixture, "launch", "block"), ==, "64,16");
  loom_test_window_finish_run (fixture);
  g_assert_null (loom_session_get_error (fixture->session));
}

/* The second of three buttons: each is the answer that it says. */
static void
test_unknown_rank_is_asked_for (Fixture       *fixture,
                                gconstpointer  unused)
{
  GtkWidget *panel, *advice, *button;

  loom_test_window_first_run (fixture, "__global__ void fill (float *f, int n) { f[at (threadIdx)] = n; }\n");
  loom_test_settle ();
  panel = loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_LAUNCH_PANEL, NULL);
  advice = loom_test_find (panel, LOOM_TYPE_ADVICE_ROW, NULL);
  g_assert_nonnull (advice);
  button = gtk_widget_get_next_sibling (loom_test_find (advice, GTK_TYPE_BUTTON, NULL));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (button)), ==, "2-D");
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpstr (get (fixture, "launch", "shape"), ==, "64,64");
  loom_test_window_finish_run (fixture);
  loom_test_settle ();
  g_assert_null (loom_test_find (panel, LOOM_TYPE_ADVICE_ROW, NULL));
}

static void
test_trap_banner (Fixture       *fixture,
                  gconstpointer  unused)
{
  g_autoptr (LoomRun) answer = NULL;
  GtkWidget *banner;

  loom_test_window_first_run (fixture, SOURCE SETTINGS);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.run", NULL);
  answer = loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));
  answer->trap = loom_finding_new (LOOM_ERROR_OOB, "%s", "writes behind f");
  answer->trap->has_site = TRUE;
  answer->trap->site.line = 1;
  answer->trap->site.thread.x = 3;
  loom_mocked_runner_answer_run (fixture->fake, answer);
  banner = loom_test_find (
      GTK_WIDGET (fixture->window), LOOM_TYPE_BANNER,
      "Writes behind f. Block (0, 0, 0), thread (3, 0, 0), line 1");
  g_assert_nonnull (banner);
  g_assert_cmpuint (g_list_model_get_n_items (loom_session_get_problems (fixture->session)), ==, 1);

  loom_session_set_text (fixture->session, "// other\n" SOURCE SETTINGS, -1);
  g_assert_null (loom_banner_get_title (LOOM_BANNER (banner)));
}

/* Who stops a run knows why: it is told, and neither counted among the problems nor shown there. */
static void
test_stop_is_no_problem (Fixture       *fixture,
                         gconstpointer  unused)
{
  GtkWidget *window = GTK_WIDGET (fixture->window);
  LoomRun *answer;
  GtkWidget *banner;

  loom_test_window_first_run (fixture, SOURCE SETTINGS);
  gtk_widget_activate_action (window, "win.run", NULL);
  answer = loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));
  answer->trap = loom_finding_new (LOOM_ERROR_STOPPED, "step 1: stopped");
  loom_mocked_runner_answer_run (fixture->fake, answer);
  loom_test_settle ();
  banner = loom_test_find (window, LOOM_TYPE_BANNER, "Step 1: stopped");
  g_assert_nonnull (banner);
  g_assert_true (gtk_widget_has_css_class (banner, "loom-neutral"));
  g_assert_true (loom_session_get_run (fixture->session) == answer);
  g_assert_cmpuint (g_list_model_get_n_items (loom_session_get_problems (fixture->session)), ==, 0);
  g_assert_false (gtk_widget_get_mapped (loom_test_find (window, LOOM_TYPE_PROBLEMS_PANE, NULL)));
  loom_run_unref (answer);
}

static GtkWidget *
find_button (GtkWidget  *widget,
             const char *label)
{
  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, label);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* The thread that was stopped is shown, not the cell nearest to where it went; another cell or
 * Escape lets it go. */
static void
test_show_thread (Fixture       *fixture,
                  gconstpointer  unused)
{
  LoomViewState *state = loom_session_get_view_state (fixture->session);
  g_autoptr (LoomRun) answer = NULL;
  const LoomCell cell = { 0, 0, 0 };
  GtkWidget *window = GTK_WIDGET (fixture->window), *grid;
  LoomView view;

  loom_test_window_first_run (fixture, SOURCE SETTINGS);
  gtk_widget_activate_action (window, "win.run", NULL);
  answer = loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));
  answer->trap = loom_finding_new (LOOM_ERROR_OOB, "%s", "writes behind f");
  answer->trap->has_site = TRUE;
  answer->trap->site.thread.x = 3;
  answer->trap->array = g_strdup ("f");
  answer->trap->offset = 1 << 20;
  loom_mocked_runner_answer_run (fixture->fake, answer);
  loom_view_state_set_pin (state, &cell);
  g_signal_emit_by_name (find_button (window, "Show Thread"), "clicked");
  g_assert_null (loom_view_state_get_pin (state));
  g_assert_cmpuint (loom_view_state_get_thread (state)->thread.x, ==, 3);
  g_assert_cmpuint (loom_view_state_get_thread (state)->block.x, ==, 0);

  grid = loom_test_find (window, LOOM_TYPE_GRID_VIEW, NULL);
  g_assert_cmpuint (loom_grid_view_get_thread (LOOM_GRID_VIEW (grid)), ==, 3);
  view = *loom_session_get_view (fixture->session);
  view.lens = LOOM_LENS_VALUE;
  loom_view_state_set_view (state, &view);
  g_assert_cmpuint (loom_grid_view_get_thread (LOOM_GRID_VIEW (grid)), ==, 3);
  loom_view_state_set_pin (state, &cell);
  g_assert_cmpuint (loom_grid_view_get_thread (LOOM_GRID_VIEW (grid)), !=, 3);
  g_signal_emit_by_name (find_button (window, "Show Thread"), "clicked");
  loom_grid_view_let_thread_go (LOOM_GRID_VIEW (grid));
  g_assert_null (loom_view_state_get_thread (state));
}

static const char *
get_page (Fixture *fixture)
{
  GtkWidget *drawer = loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_DRAWER, NULL);

  return gtk_stack_get_visible_child_name (GTK_STACK (loom_test_get_part (drawer, "stack")));
}

static void
run_with_output (Fixture    *fixture,
                 const char *output)
{
  g_autoptr (LoomRun) answer = NULL;

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.run", NULL);
  answer = loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));
  answer->output = g_strdup (output);
  loom_mocked_runner_answer_run (fixture->fake, answer);
}

static void
test_output_turns_once (Fixture       *fixture,
                        gconstpointer  unused)
{
  GtkWidget *drawer = loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_DRAWER, NULL);

  loom_test_window_first_run (fixture, SOURCE SETTINGS);
  g_assert_cmpstr (get_page (fixture), ==, "timings");
  run_with_output (fixture, "hello\n");
  g_assert_cmpstr (get_page (fixture), ==, "output");
  loom_drawer_show_page (LOOM_DRAWER (drawer), "timings");
  run_with_output (fixture, "hello again\n");
  g_assert_cmpstr (get_page (fixture), ==, "timings");
}

static void
test_output_is_copied (Fixture       *fixture,
                       gconstpointer  unused)
{
  g_autofree char *copied = NULL;
  GtkWidget *pane;

  loom_test_window_first_run (fixture, SOURCE SETTINGS);
  run_with_output (fixture, "hello\nworld\n");
  pane = loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_OUTPUT_PANE, NULL);
  g_signal_emit_by_name (loom_test_find (pane, GTK_TYPE_BUTTON, NULL), "clicked");
  copied = loom_test_dup_copied (pane);
  g_assert_cmpstr (copied, ==, "hello\nworld\n");
}

/* The buttons show the way that both runs are looked at, whoever chose it. */
static void
test_buttons_follow_the_comparison (Fixture       *fixture,
                                    gconstpointer  unused)
{
  LoomCompare *compare = loom_session_get_compare (fixture->session);
  GActionGroup *actions = G_ACTION_GROUP (fixture->window);
  static const struct { LoomCompareMode mode; const char *name; } rows[] = {
    { LOOM_COMPARE_SIDE, "side" }, { LOOM_COMPARE_DIFFERENCE, "difference" },
    { LOOM_COMPARE_OFF, "off" },
  };

  loom_test_window_first_run (fixture, SOURCE SETTINGS);
  g_assert_false (g_action_group_get_action_enabled (actions, "compare-as"));
  loom_compare_pin (compare, loom_session_find_job (fixture->session));
  g_assert_true (g_action_group_get_action_enabled (actions, "compare-as"));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GVariant) state = NULL;

      loom_compare_set_mode (compare, rows[i].mode);
      state = g_action_group_get_action_state (actions, "compare-as");
      g_assert_cmpstr (g_variant_get_string (state, NULL), ==, rows[i].name);
    }
}

static void
test_lost_banner (Fixture       *fixture,
                  gconstpointer  unused)
{
  GtkWidget *banner;

  loom_test_window_first_run (fixture, SOURCE SETTINGS);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.run", NULL);
  loom_mocked_runner_lose (fixture->fake, "the runner was killed");
  banner = loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_BANNER, "the runner was killed");
  g_assert_nonnull (banner);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.run", NULL);
  g_assert_null (loom_banner_get_title (LOOM_BANNER (banner)));
  loom_test_window_finish_run (fixture);
}

static void
test_minimum_width (Fixture       *fixture,
                    gconstpointer  unused)
{
  int minimum;

  loom_test_window_first_run (fixture, SOURCE SETTINGS);
  gtk_widget_measure (GTK_WIDGET (fixture->window), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL,
                      NULL, NULL);
  g_assert_cmpint (minimum, <=, 960);
  gtk_widget_measure (GTK_WIDGET (fixture->window), GTK_ORIENTATION_VERTICAL, 1280, &minimum, NULL,
                      NULL, NULL);
  g_assert_cmpint (minimum, <=, 720);
}

static GtkWindow *
open_page (Fixture    *fixture,
           const char *action)
{
  g_autoptr (GListModel) windows = g_object_ref (gtk_window_get_toplevels ());

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), action, NULL));
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (gtk_window_get_transient_for (window) == GTK_WINDOW (fixture->window))
        return window;
    }
  g_assert_not_reached ();
}

/* GTK finds the actions of the application from its windows only. */
static void
test_pages_belong_to_the_application (Fixture       *fixture,
                                      gconstpointer  unused)
{
  const char * const actions[]
      = { "win.gallery", "win.new-from-form", "win.preferences", "win.why", "win.devices" };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      GtkWindow *page = open_page (fixture, actions[i]);

      g_test_message ("%s", actions[i]);
      g_assert_true (gtk_window_get_application (page) == fixture->application);
      gtk_window_destroy (page);
      loom_test_settle ();
    }
}

static void
store_name_cb (GSimpleAction *action,
               GVariant      *parameter,
               char         **name)
{
  gboolean made;

  g_variant_get (parameter, "(ssb)", name, NULL, &made);
  g_assert_true (made);
}

static void
test_form_begins_a_document (Fixture       *fixture,
                             gconstpointer  unused)
{
  g_autoptr (GSimpleAction) begin = g_simple_action_new ("new-document", G_VARIANT_TYPE ("(ssb)"));
  g_autofree char *name = NULL;
  GtkWindow *form = open_page (fixture, "win.new-from-form");

  g_signal_connect (begin, "activate", G_CALLBACK (store_name_cb), &name);
  g_action_map_add_action (G_ACTION_MAP (fixture->application), G_ACTION (begin));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (form), "form.create", NULL));
  g_assert_cmpstr (name, ==, "kernel");
  g_action_map_remove_action (G_ACTION_MAP (fixture->application), "new-document");
  loom_test_settle ();
}

/* A row of the shown page by its title. */
static GtkWidget *
find_row (GtkWidget  *widget,
          const char *title)
{
  if (ADW_IS_PREFERENCES_ROW (widget) && gtk_widget_get_mapped (widget) &&
      g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), title) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_row (child, title);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static char *
dup_preview (GtkWindow *form)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (
    gtk_widget_get_template_child (GTK_WIDGET (form), LOOM_TYPE_FORM_WINDOW, "preview")));
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
}

static void
test_form_shows_what_it_would_write (Fixture       *fixture,
                                     gconstpointer  unused)
{
  GtkWindow *form = open_page (fixture, "win.new-from-form");
  GtkStack *pages = GTK_STACK (
    gtk_widget_get_template_child (GTK_WIDGET (form), LOOM_TYPE_FORM_WINDOW, "pages"));
  g_autofree char *elementwise = NULL, *reduction = NULL, *triangle = NULL;

  loom_text_row_set_text (LOOM_TEXT_ROW (find_row (GTK_WIDGET (form), "Body")), "z = x - y");
  elementwise = dup_preview (form);
  g_assert_nonnull (strstr (elementwise, "z[i] = x[i] - y[i];"));

  gtk_stack_set_visible_child_name (pages, "reduction");
  loom_test_settle ();
  adw_combo_row_set_selected (ADW_COMBO_ROW (find_row (GTK_WIDGET (form), "Reduce over")), 1);
  reduction = dup_preview (form);
  g_assert_nonnull (strstr (reduction, "Reduces each row"));

  gtk_stack_set_visible_child_name (pages, "stencil");
  loom_test_settle ();
  gtk_editable_set_text (GTK_EDITABLE (find_row (GTK_WIDGET (form), "Slice")), "[:, y:]");
  triangle = dup_preview (form);
  g_assert_nonnull (strstr (triangle, "manual-grid=true"));
  g_assert_nonnull (gtk_inscription_get_text (GTK_INSCRIPTION (
    gtk_widget_get_template_child (GTK_WIDGET (form), LOOM_TYPE_FORM_WINDOW, "message"))));
  gtk_window_close (form);
  loom_test_settle ();
}

/* The reason stands at the field, nothing is lost, and nothing can be created meanwhile. */
static void
test_form_says_what_is_wrong_at_its_field (Fixture       *fixture,
                                           gconstpointer  unused)
{
  GtkWindow *form = open_page (fixture, "win.new-from-form");
  g_autofree char *before = NULL, *after = NULL;
  GtkWidget *row;
  int place = 0;

  /* the window opens with the form that was shown last */
  gtk_stack_set_visible_child_name (
    GTK_STACK (gtk_widget_get_template_child (GTK_WIDGET (form), LOOM_TYPE_FORM_WINDOW, "pages")),
    "elementwise");
  loom_test_settle ();
  before = dup_preview (form);
  row = find_row (GTK_WIDGET (form), "Inputs");
  gtk_editable_insert_text (GTK_EDITABLE (row), "flot32 w, ", -1, &place);
  after = dup_preview (form);
  g_assert_cmpstr (before, ==, after);
  g_assert_true (gtk_widget_has_css_class (row, "error"));
  g_assert_false (gtk_widget_has_css_class (find_row (GTK_WIDGET (form), "Outputs"), "error"));
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_STATE_INVALID,
                                    GTK_ACCESSIBLE_INVALID_TRUE);
  gtk_widget_activate_action (GTK_WIDGET (form), "form.create", NULL);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (form)));

  gtk_editable_set_text (GTK_EDITABLE (row), "float32 x, float32 y");
  g_assert_false (gtk_widget_has_css_class (row, "error"));
  gtk_window_close (form);
  loom_test_settle ();
}

/* A text makes a line of Ctrl+Return, too: whoever is in one gets the button by it only on the way down. */
static void
test_form_is_done_from_a_text (Fixture       *fixture,
                               gconstpointer  unused)
{
  GtkWindow *form = open_page (fixture, "win.new-from-form");
  g_autoptr (GtkShortcutTrigger) wanted = gtk_keyval_trigger_new (GDK_KEY_Return, GDK_CONTROL_MASK);
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (form));
  GtkShortcut *key = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_SHORTCUT_CONTROLLER (controller)
          || gtk_event_controller_get_propagation_phase (controller) != GTK_PHASE_CAPTURE)
        continue;
      for (guint k = 0; k < g_list_model_get_n_items (G_LIST_MODEL (controller)); k++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), k);

          if (gtk_shortcut_trigger_equal (gtk_shortcut_get_trigger (shortcut), wanted))
            key = shortcut;
        }
    }
  g_assert_nonnull (key);
  g_assert_cmpstr (gtk_named_action_get_action_name (GTK_NAMED_ACTION (gtk_shortcut_get_action (key))), ==,
                   "form.create");
  gtk_window_close (form);
  loom_test_settle ();
}

static void
test_missing_action_is_told (Fixture       *fixture,
                             gconstpointer  unused)
{
  g_test_expect_message ("loom-app", G_LOG_LEVEL_CRITICAL,
                         "LoomWindow finds no action win.no-such-action");
  loom_action_activate (GTK_WIDGET (fixture->window), "win.no-such-action", NULL);
  g_test_assert_expected_messages ();
}

/* Its pointer still rests on the button, which would have its tooltip over the first lines. */
static void
test_open_menu_has_no_tooltip (Fixture       *fixture,
                               gconstpointer  unused)
{
  GtkWidget *button = loom_test_find (GTK_WIDGET (fixture->window), GTK_TYPE_MENU_BUTTON, NULL);
  GtkTooltip *tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  gboolean is_shown = FALSE;

  loom_test_window_first_run (fixture, SOURCE SETTINGS);
  g_signal_emit_by_name (button, "query-tooltip", 1, 1, FALSE, tooltip, &is_shown);
  g_assert_true (is_shown);
  /* A menu that closes by itself does so, too, when another program takes the pointer. */
  gtk_popover_set_autohide (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)), FALSE);
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  g_signal_emit_by_name (button, "query-tooltip", 1, 1, FALSE, tooltip, &is_shown);
  g_assert_false (is_shown);
  gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
  loom_test_settle ();
  g_object_unref (tooltip);
}

/* Along each axis by itself: a grid that is too long on one and too short on the other has threads outside, too. */
static void
test_threads_outside_are_counted (Fixture       *fixture,
                                  gconstpointer  unused)
{
  static const struct { const char *grid, *outside; } rows[] = {
    { "8,8", "0" }, { "1,8", "0" }, { "1,64", "3584 (88\302\240%)" }, { "9,8", "512 (11\302\240%)" },
  };
  GtkWidget *panel = loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_LAUNCH_PANEL, NULL);

  loom_test_window_first_run (fixture, SOURCE "/* gridloom\n[launch]\nblock=8,8\nrange=64,64\n[arg f]\nshape=64,64\n*/\n");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_assert_true (loom_launch_edit (fixture->session, NULL, "grid", rows[i].grid, NULL));
      loom_test_settle ();
      loom_test_assert_part (panel, "outside", rows[i].outside);
    }
}

/* The button before the fields takes the launch back: whoever comes by a key and goes on with Return must not be on it. */
static void
test_the_panel_is_entered_by_a_field (Fixture       *fixture,
                                      gconstpointer  unused)
{
  GtkWidget *panel = loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_LAUNCH_PANEL, NULL), *focus;

  loom_test_window_first_run (fixture, SOURCE SETTINGS);
  gtk_window_present (GTK_WINDOW (fixture->window));
  loom_test_wait_until (loom_test_is_mapped, panel, "the panel");
  loom_picture_pane_focus (
      LOOM_PICTURE_PANE (loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_PICTURE_PANE, NULL)));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.next-pane", NULL);
  focus = gtk_root_get_focus (GTK_ROOT (fixture->window));
  g_assert_true (gtk_widget_is_ancestor (focus, panel));
  g_assert_nonnull (gtk_widget_get_ancestor (focus, LOOM_TYPE_FIELD));
}

static gboolean
is_chosen (GtkWidget *row)
{
  return (gtk_widget_get_state_flags (row) & GTK_STATE_FLAG_SELECTED) != 0;
}

/* What is chosen may have been chosen by an undo, or by the document. */
static void
test_keys_of_a_list_begin_where_it_is (Fixture       *fixture,
                                       gconstpointer  unused)
{
  GtkWidget *pane = loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_PICTURE_PANE, NULL);
  GtkWidget *lens = loom_test_get_part (pane, "lens_drop"), *popover = gtk_widget_get_last_child (lens), *focus;

  loom_popovers_install ();
  loom_test_window_first_run (fixture, SOURCE SETTINGS);
  gtk_window_present (GTK_WINDOW (fixture->window));
  loom_test_wait_until (loom_test_is_mapped, lens, "the list of lenses");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (lens), 3);
  loom_test_settle ();
  g_assert_true (GTK_IS_POPOVER (popover));
  gtk_popover_set_autohide (GTK_POPOVER (popover), FALSE);
  gtk_popover_popup (GTK_POPOVER (popover));
  loom_test_settle ();
  gtk_widget_child_focus (popover, GTK_DIR_TAB_FORWARD);
  focus = gtk_root_get_focus (GTK_ROOT (fixture->window));
  g_assert_true (gtk_widget_is_ancestor (focus, popover));
  g_assert_true (is_chosen (focus));
  gtk_popover_popdown (GTK_POPOVER (popover));
  loom_test_settle ();

  loom_grid_view_pin (loom_test_get_part (pane, "grid"), 3, 0);
  loom_picture_pane_focus (LOOM_PICTURE_PANE (pane));
  g_assert_true (loom_test_press (pane, GDK_KEY_t, GDK_CONTROL_MASK));
  loom_test_settle ();
  focus = gtk_root_get_focus (GTK_ROOT (fixture->window));
  g_assert_true (gtk_widget_is_ancestor (focus, loom_test_get_part (pane, "table")));
  g_assert_true (is_chosen (focus));
}

/* Who has pressed a button of a banner goes on with the keys of what is below. */
static void
test_a_banner_that_goes_hands_the_focus_on (Fixture       *fixture,
                                            gconstpointer  unused)
{
  GtkWidget *pane = loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_PICTURE_PANE, NULL);
  LoomBanner *banner = loom_test_get_part (pane, "offer");

  loom_test_window_first_run (fixture, SOURCE SETTINGS);
  gtk_window_present (GTK_WINDOW (fixture->window));
  g_object_set (banner, "button-label", "Switch On", NULL);
  loom_banner_set_title (banner, "There is nothing to see");
  loom_test_settle ();
  gtk_widget_grab_focus (loom_test_find_button (GTK_WIDGET (banner), "Switch On"));
  loom_banner_set_title (banner, NULL);
  g_assert_true (gtk_root_get_focus (GTK_ROOT (fixture->window)) == loom_test_get_part (pane, "grid"));
}

/* A number is read at once, however long the source beside it. */
static void
assert_whole_words (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget)
      && gtk_widget_has_css_class (widget, "tabular"))
    {
      PangoLayout *layout = gtk_label_get_layout (GTK_LABEL (widget));

      for (int i = 1; i < pango_layout_get_line_count (layout); i++)
        {
          const int start = pango_layout_get_line_readonly (layout, i)->start_index;

          g_test_message ("%s: %d", pango_layout_get_text (layout), start);
          g_assert_cmpint (pango_layout_get_text (layout)[start - 1], ==, ' ');
        }
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    assert_whole_words (child);
}

static gboolean
has_room (gpointer widget)
{
  return gtk_widget_get_width (widget) > 0;
}

static void
test_figures_of_a_profile (Fixture       *fixture,
                           gconstpointer  unused)
{
  g_autoptr (GPtrArray) profiles = loom_device_profile_list (NULL, NULL);
  GtkWidget *page = gtk_window_new (), *view = g_object_new (LOOM_TYPE_DEVICE_PROFILE_VIEW, NULL);

  loom_device_profile_view_show (LOOM_DEVICE_PROFILE_VIEW (view),
                                 loom_device_profile_find (profiles, "8.6", NULL));
  gtk_window_set_child (GTK_WINDOW (page), view);
  gtk_window_set_default_size (GTK_WINDOW (page), 680, 640);
  gtk_window_present (GTK_WINDOW (page));
  loom_test_wait_until (has_room, view, "the figures");
  assert_whole_words (view);
  gtk_window_destroy (GTK_WINDOW (page));
}

/* What has no room is read by pointing at it. */
static void
test_cut_label_has_a_tooltip (Fixture       *fixture,
                              gconstpointer  unused)
{
  GtkTooltip *tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);

  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *page = gtk_window_new (), *scroller = gtk_scrolled_window_new ();
      GtkWidget *label = loom_label_new_cut ("cold: compiled for this run", "dim-label");
      gboolean is_shown = FALSE;

      gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), label);
      gtk_window_set_child (GTK_WINDOW (page), scroller);
      gtk_window_set_default_size (GTK_WINDOW (page), i == 0 ? 60 : 600, 60);
      gtk_window_present (GTK_WINDOW (page));
      loom_test_wait_until (has_room, label, "the label");
      g_signal_emit_by_name (label, "query-tooltip", 1, 1, FALSE, tooltip, &is_shown);
      g_assert_cmpint (is_shown, ==, i == 0);
      gtk_window_destroy (GTK_WINDOW (page));
    }
  g_object_unref (tooltip);
}

/* A barrier that not all threads come to stops no run, and its threads are shown as those of a
 * trap. */
static void
test_threads_of_a_warning (Fixture       *fixture,
                           gconstpointer  unused)
{
  GtkWidget *window = GTK_WIDGET (fixture->window);
  LoomFinding *finding = loom_finding_new (LOOM_ERROR_DIVERGENCE, "not all come");
  LoomThreadGroup *group = loom_thread_group_new (1);
  g_autoptr (LoomRun) answer = NULL;

  loom_test_window_first_run (fixture, SOURCE SETTINGS);
  gtk_widget_activate_action (window, "win.show-threads", NULL);
  g_assert_cmpstr (get_page (fixture), !=, "barriers");
  gtk_widget_activate_action (window, "win.run", NULL);
  answer = loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));
  loom_thread_group_add (group, 0);
  g_ptr_array_add (finding->threads, group);
  finding->block_size = LOOM_DIM3 (1, 1, 1);
  g_ptr_array_add (answer->findings, finding);
  loom_mocked_runner_answer_run (fixture->fake, answer);
  gtk_widget_activate_action (window, "win.show-threads", NULL);
  g_assert_cmpstr (get_page (fixture), ==, "barriers");
}

/* What a compiler warns of before an error may be but what follows from it. */
static void
test_first_error_comes_first (Fixture       *fixture,
                              gconstpointer  unused)
{
  g_autoptr (LoomCompiled) compiled = loom_test_compiled_new ("fill", NULL);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (
      GTK_TEXT_VIEW (loom_test_find (GTK_WIDGET (fixture->window), GTK_SOURCE_TYPE_VIEW, NULL)));
  const int lines[] = { 2, 3, 1, 2 };

  g_ptr_array_add (compiled->diagnostics, loom_diagnostic_new (LOOM_SEVERITY_WARNING, 2, 1, "unused"));
  g_ptr_array_add (compiled->diagnostics, loom_diagnostic_new (LOOM_SEVERITY_ERROR, 3, 1, "wrong"));
  g_ptr_array_add (compiled->diagnostics, loom_diagnostic_new (LOOM_SEVERITY_ERROR, 4, 1, "wrong, too"));
  loom_session_set_text (fixture->session, "//\n//\n//\n" SOURCE, -1);
  loom_test_wait_until (loom_test_is_compiling, fixture->fake, "a compilation");
  loom_mocked_runner_answer_compile (fixture->fake, compiled);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      GtkTextIter at;

      gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.next-problem", NULL);
      gtk_text_buffer_get_iter_at_mark (buffer, &at, gtk_text_buffer_get_insert (buffer));
      g_assert_cmpint (gtk_text_iter_get_line (&at), ==, lines[i]);
    }
}

/* Who looks at a map, closes the page to look at the picture, and opens it again, finds it there. */
static void
test_sweep_stays (Fixture       *fixture,
                  gconstpointer  unused)
{
  GtkWindow *page = open_page (fixture, "win.sweep");

  loom_test_window_first_run (fixture, SOURCE SETTINGS);
  gtk_window_close (page);
  loom_test_settle ();
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (page)));
  g_assert_true (open_page (fixture, "win.sweep") == page);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (page)));
}

/* Enter in a list of values is for the button that the page has for all of it. */
static void
test_sweep_starts_from_its_values (Fixture       *fixture,
                                   gconstpointer  unused)
{
  GtkWindow *page = open_page (fixture, "win.sweep");
  GtkWidget *start;

  loom_test_window_first_run (fixture, SOURCE SETTINGS);
  start = gtk_window_get_default_widget (page);
  g_assert_true (GTK_IS_BUTTON (start));
  g_assert_cmpstr (gtk_actionable_get_action_name (GTK_ACTIONABLE (start)), ==, "sweep.start");
  g_assert_true (gtk_entry_get_activates_default (
      GTK_ENTRY (loom_test_find (GTK_WIDGET (page), GTK_TYPE_ENTRY, NULL))));
}

static void
test_finalise (void)
{
  const GType types[] = {
    LOOM_TYPE_ARGUMENT_ROW,  LOOM_TYPE_BANNER,       LOOM_TYPE_DIM3_ROW,    LOOM_TYPE_DRAWER,
    LOOM_TYPE_EDITOR_PANE,   LOOM_TYPE_LAUNCH_PANEL, LOOM_TYPE_OUTPUT_PANE, LOOM_TYPE_PICTURE_PANE,
    LOOM_TYPE_PROBLEMS_PANE, LOOM_TYPE_SCALAR_ROW,   LOOM_TYPE_STAGE,       LOOM_TYPE_TIMINGS_PANE,
    LOOM_TYPE_ADVICE_ROW,    LOOM_TYPE_FIELD_ROW,
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autoptr (LoomSession) session = loom_session_new ();
      GtkWidget *widget = g_object_ref_sink (g_object_new (types[i], NULL));

      if (g_object_class_find_property (G_OBJECT_GET_CLASS (widget), "session") != NULL)
        g_object_set (widget, "session", session, NULL);
      loom_test_settle ();
      g_test_message ("%s", g_type_name (types[i]));
      g_assert_finalize_object (widget);
      g_assert_finalize_object (g_steal_pointer (&session));
    }
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GtkApplication) application = loom_test_application_new (&argc, &argv);

  loom_window_install_accels (application);

#define ADD(path, function)                                                                        \
  g_test_add ("/app/window/" path, Fixture, application, loom_test_window_set_up, function, \
              loom_test_window_tear_down)
  ADD ("keys-are-bound", test_keys);
  ADD ("closed-leaves-nothing", test_closed_window_leaves_nothing);
  ADD ("colours-follow-the-preferences", test_colormap);
  ADD ("menu-and-settings-offer-all-colour-maps", test_colormaps_are_offered);
  ADD ("view-is-written-as-no-step-of-undo", test_view_is_written);
  ADD ("view-that-was-typed-wins", test_view_typed_wins);
  ADD ("view-makes-no-block", test_bare_gains_no_block);
  ADD ("view-ends-with-its-document", test_view_ends_with_its_document);
  ADD ("view-follows-the-text", test_view_follows_the_text);
  ADD ("lens-of-the-document-stays", test_lens_of_the_document_stays);
  ADD ("keys-scale-block-and-grid", test_scale_keys);
  ADD ("panel-edits-the-text", test_panel_edits_text);
  ADD ("panel-sets-shared-memory", test_shared_memory);
  ADD ("limit-has-a-button-that-mends", test_limit_has_a_button);
  ADD ("unknown-rank-is-asked-for", test_unknown_rank_is_asked_for);
  ADD ("stop-is-no-problem", test_stop_is_no_problem);
  ADD ("shows-the-thread-that-was-stopped", test_show_thread);
  ADD ("trap-shows-until-the-text-changes", test_trap_banner);
  ADD ("first-output-turns-to-its-page", test_output_turns_once);
  ADD ("output-is-copied", test_output_is_copied);
  ADD ("buttons-follow-the-comparison", test_buttons_follow_the_comparison);
  ADD ("lost-runner-is-told", test_lost_banner);
  ADD ("fits-small-screens", test_minimum_width);
  ADD ("pages-belong-to-the-application", test_pages_belong_to_the_application);
  ADD ("form-begins-a-document", test_form_begins_a_document);
  ADD ("form-shows-what-it-would-write", test_form_shows_what_it_would_write);
  ADD ("form-says-what-is-wrong-at-its-field", test_form_says_what_is_wrong_at_its_field);
  ADD ("form-is-done-from-a-text", test_form_is_done_from_a_text);
  ADD ("missing-action-is-told", test_missing_action_is_told);
  ADD ("open-menu-has-no-tooltip", test_open_menu_has_no_tooltip);
  ADD ("threads-outside-are-counted", test_threads_outside_are_counted);
  ADD ("the-panel-is-entered-by-a-field", test_the_panel_is_entered_by_a_field);
  ADD ("keys-of-a-list-begin-where-it-is", test_keys_of_a_list_begin_where_it_is);
  ADD ("a-banner-that-goes-hands-the-focus-on", test_a_banner_that_goes_hands_the_focus_on);
  ADD ("figures-of-a-profile-are-not-broken", test_figures_of_a_profile);
  ADD ("cut-label-has-a-tooltip", test_cut_label_has_a_tooltip);
  ADD ("threads-of-a-warning-are-shown", test_threads_of_a_warning);
  ADD ("first-error-comes-first", test_first_error_comes_first);
  ADD ("sweep-stays-when-its-page-is-closed", test_sweep_stays);
  ADD ("sweep-starts-from-its-values", test_sweep_starts_from_its_values);
#undef ADD
  g_test_add_func ("/app/widgets/are-finalised", test_finalise);
  return g_test_run ();
}
