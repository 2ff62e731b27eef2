/* test-window-rooms.c: which rooms a window has, and that they fit into it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "mocked-runner.h"
#include "loom-app-test.h"
#include "loom-application.h"
#include "loom-banner.h"
#include "loom-layout.h"
#include "loom-resources.h"
#include "loom-wrap-box.h"
#include "window-fixture.h"

#define G_SETTINGS_ENABLE_BACKEND
#include <gio/gsettingsbackend.h>

#define SOURCE "__global__ void fill (float *f, int n) { f[threadIdx.x] = n; }\n"
#define SETTINGS "/* gridloom\n[launch]\nblock=8,8\n[arg f]\nshape=100,100\n*/\n"

static GSettings *
open_settings (void)
{
  static const char * const keys[] = {
    "show-editor", "show-launch", "show-drawer", "narrow-room", "editor-share", "window-size",
  };
  GSettings *settings = loom_application_open_settings (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_settings_reset (settings, keys[i]);
  return settings;
}

static gboolean
shows (LoomLayout *layout,
       const char *room)
{
  gboolean shown;

  g_object_get (layout, room, &shown, NULL);
  return shown;
}

static void
test_one_side_bar (void)
{
  g_autoptr (GSettings) settings = open_settings ();
  g_autoptr (LoomLayout) layout = loom_layout_new (settings);

  loom_layout_set_size (layout, 1280, 800, 1);
  g_assert_false (loom_layout_get_folded (layout));
  g_assert_true (shows (layout, "show-editor"));
  g_assert_true (shows (layout, "show-launch"));

  loom_layout_set_size (layout, 990, 800, 1);
  g_assert_true (loom_layout_get_folded (layout));
  g_assert_true (shows (layout, "show-editor"));
  g_assert_false (shows (layout, "show-launch"));

  /* to open one closes the other */
  g_object_set (layout, "show-launch", TRUE, NULL);
  g_assert_false (shows (layout, "show-editor"));
  g_assert_true (shows (layout, "show-launch"));

  /* a wide window is as it was, and the next narrow one as this one */
  loom_layout_set_size (layout, 1280, 800, 1);
  g_assert_true (shows (layout, "show-editor"));
  g_assert_true (shows (layout, "show-launch"));
  loom_layout_set_size (layout, 600, 800, 1);
  g_assert_false (shows (layout, "show-editor"));
  g_assert_true (shows (layout, "show-launch"));

  /* the picture alone is a choice, too */
  g_object_set (layout, "show-launch", FALSE, NULL);
  loom_layout_set_size (layout, 1280, 800, 1);
  loom_layout_set_size (layout, 600, 800, 1);
  g_assert_false (shows (layout, "show-editor"));
  g_assert_false (shows (layout, "show-launch"));
  g_assert_true (g_settings_get_boolean (settings, "show-launch"));
}

static void
test_large_text (void)
{
  g_autoptr (GSettings) settings = open_settings ();
  g_autoptr (LoomLayout) layout = loom_layout_new (settings);

  loom_layout_set_size (layout, 1280, 720, 2);
  g_assert_true (loom_layout_get_folded (layout));
  g_assert_true (loom_layout_get_compact (layout));
  g_assert_true (shows (layout, "show-editor") || shows (layout, "show-launch"));
  loom_layout_set_size (layout, 1280, 720, 1);
  g_assert_false (loom_layout_get_compact (layout));
  loom_layout_set_size (layout, 900, 600, 2);
  g_assert_true (shows (layout, "show-editor") || shows (layout, "show-launch"));
}

static void
test_drawer_opens_for_something_to_read (void)
{
  g_autoptr (GSettings) settings = open_settings ();
  g_autoptr (LoomLayout) layout = loom_layout_new (settings);

  loom_layout_set_size (layout, 1280, 900, 1);
  g_assert_false (shows (layout, "show-drawer"));
  g_assert_true (loom_layout_offer_drawer (layout));
  g_assert_true (shows (layout, "show-drawer"));
  g_assert_false (loom_layout_offer_drawer (layout));

  /* where there is height for it */
  loom_layout_set_size (layout, 1280, 720, 1);
  g_assert_false (shows (layout, "show-drawer"));
  g_assert_true (loom_layout_offer_drawer (layout));
  g_assert_false (shows (layout, "show-drawer"));
  loom_layout_set_size (layout, 1280, 900, 1);
  g_assert_true (shows (layout, "show-drawer"));
  loom_layout_set_size (layout, 1280, 900, 1.5);
  g_assert_false (shows (layout, "show-drawer"));

  /* who has chosen has it so at any height, and is offered nothing */
  g_object_set (layout, "show-drawer", TRUE, NULL);
  loom_layout_set_size (layout, 1280, 720, 1);
  g_assert_true (shows (layout, "show-drawer"));
  g_object_set (layout, "show-drawer", FALSE, NULL);
  loom_layout_set_size (layout, 1280, 1200, 1);
  g_assert_true (loom_layout_offer_drawer (layout));
  g_assert_false (shows (layout, "show-drawer"));
}

/* Where nothing keeps settings, as without a session bus, the drawer opens and stays all the same. */
static void
test_drawer_stays_as_chosen (void)
{
  g_autoptr (GSettings) kept = open_settings ();
  g_autoptr (GSettingsSchema) schema = NULL;
  g_autoptr (GSettingsBackend) backend = g_null_settings_backend_new ();
  g_autoptr (GSettings) settings = NULL;
  g_autoptr (LoomLayout) layout = NULL;

  g_object_get (kept, "settings-schema", &schema, NULL);
  settings = g_settings_new_full (schema, backend, NULL);
  layout = loom_layout_new (settings);
  loom_layout_set_size (layout, 1280, 720, 1);
  g_assert_false (shows (layout, "show-drawer"));
  g_object_set (layout, "show-drawer", TRUE, NULL);
  loom_layout_set_size (layout, 1280, 720, 1);
  g_assert_true (shows (layout, "show-drawer"));
}

static void
test_editor_has_a_share (void)
{
  g_autoptr (GSettings) settings = open_settings ();
  g_autoptr (LoomLayout) layout = loom_layout_new (settings);

  loom_layout_set_size (layout, 1280, 800, 1);
  g_assert_cmpint (loom_layout_get_editor_width (layout), ==, 435);
  loom_layout_set_size (layout, 2560, 1440, 1);
  g_assert_cmpint (loom_layout_get_editor_width (layout), ==, 870);

  loom_layout_set_editor_width (layout, 1600);
  g_assert_cmpint (loom_layout_get_editor_width (layout), ==, 1600);
  loom_layout_set_size (layout, 1280, 800, 1);
  g_assert_cmpint (loom_layout_get_editor_width (layout), ==, 800);
  /* not more than half of what is narrow */
  loom_layout_set_size (layout, 700, 800, 1);
  g_assert_cmpint (loom_layout_get_editor_width (layout), ==, 350);
}

static int
measure (GtkWidget      *widget,
         GtkOrientation  orientation,
         int             for_size)
{
  int minimum;

  gtk_widget_measure (widget, orientation, for_size, &minimum, NULL, NULL, NULL);
  return minimum;
}

static void
test_controls_wrap (void)
{
  GtkWidget *box = g_object_ref_sink (g_object_new (LOOM_TYPE_WRAP_BOX, "spacing", 10, NULL));
  GtkWidget *children[3];
  graphene_rect_t place;

  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    {
      children[i] = gtk_drawing_area_new ();
      gtk_widget_set_size_request (children[i], 100, 30);
      gtk_widget_set_parent (children[i], box);
    }
  gtk_widget_set_hexpand (children[1], TRUE);
  g_assert_cmpint (measure (box, GTK_ORIENTATION_HORIZONTAL, -1), ==, 100);
  g_assert_cmpint (measure (box, GTK_ORIENTATION_VERTICAL, 320), ==, 30);
  g_assert_cmpint (measure (box, GTK_ORIENTATION_VERTICAL, 319), ==, 70);
  g_assert_cmpint (measure (box, GTK_ORIENTATION_VERTICAL, 100), ==, 110);

  /* the middle one has the room that is left */
  gtk_widget_size_allocate (box, &(GtkAllocation) { 0, 0, 250, 70 }, -1);
  g_assert_true (gtk_widget_compute_bounds (children[1], box, &place));
  g_assert_cmpfloat (place.origin.x, ==, 110);
  g_assert_cmpfloat (place.size.width, ==, 140);
  g_assert_true (gtk_widget_compute_bounds (children[2], box, &place));
  g_assert_cmpfloat (place.origin.x, ==, 0);
  g_assert_cmpfloat (place.origin.y, ==, 40);

  gtk_widget_set_direction (box, GTK_TEXT_DIR_RTL);
  gtk_widget_size_allocate (box, &(GtkAllocation) { 0, 0, 251, 70 }, -1);
  g_assert_true (gtk_widget_compute_bounds (children[0], box, &place));
  g_assert_cmpfloat (place.origin.x, ==, 151);
  g_assert_finalize_object (box);
}

/* However long the sentence beside them. */
static void
test_buttons_of_a_banner_stay_together (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *banner = g_object_new (LOOM_TYPE_BANNER, "button-label", "Allow", "second-label",
                                    "Not Now", NULL);
  GtkWidget *label, *first, *second;
  int natural;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  gtk_window_set_child (GTK_WINDOW (window), banner);
  loom_banner_set_title (LOOM_BANNER (banner), "This document includes headers of other folders.");
  gtk_window_present (GTK_WINDOW (window));
  loom_test_settle ();
  label = loom_test_find (banner, GTK_TYPE_LABEL, NULL);
  second = loom_test_find (banner, GTK_TYPE_BUTTON, NULL);
  first = gtk_widget_get_next_sibling (second);
  g_assert_true (GTK_IS_BUTTON (first));
  gtk_widget_measure (label, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);

  for (int width = natural; width < natural + 300; width += 10)
    {
      const int height = measure (banner, GTK_ORIENTATION_VERTICAL, width);
      graphene_rect_t a, b;

      gtk_widget_size_allocate (banner, &(GtkAllocation) { 0, 0, width, height }, -1);
      g_assert_true (gtk_widget_compute_bounds (first, banner, &a));
      g_assert_true (gtk_widget_compute_bounds (second, banner, &b));
      g_assert_cmpfloat (a.origin.y, ==, b.origin.y);
      g_assert_cmpfloat (a.origin.x, >, b.origin.x);
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
first_run (LoomWindow       *window,
           LoomRunnerClient *fake)
{
  g_autoptr (LoomCompiled) compiled = loom_test_compiled_new ("fill", NULL);
  g_autoptr (LoomRun) answer = NULL;

  loom_session_set_text (loom_window_get_session (window), SOURCE SETTINGS, -1);
  loom_test_wait_until (loom_test_is_compiling, fake, "a compilation");
  loom_mocked_runner_answer_compile (fake, compiled);
  loom_test_wait_until (loom_test_is_running, fake, "a run");
  answer = loom_test_run_new (loom_mocked_runner_get_plan (fake));
  loom_mocked_runner_answer_run (fake, answer);
  loom_test_settle ();
}

/* Whichever room is open, a window that begins with a size needs no larger one. */
static void
assert_fits (GtkApplication *application,
             int             width,
             int             height,
             double          text_scale)
{
  static const char * const rooms[] = { "show-editor", "show-launch" };
  g_autoptr (GSettings) settings = open_settings ();
  LoomRunnerClient *fake = loom_mocked_runner_new ();
  LoomWindow *window;

  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", (int) (96 * 1024 * text_scale), NULL);
  g_settings_set (settings, "window-size", "(ii)", width, height);
  window = loom_window_new (application, settings, fake);
  first_run (window, fake);
  for (guint i = 0; i < G_N_ELEMENTS (rooms); i++)
    {
      g_action_group_change_action_state (G_ACTION_GROUP (window), rooms[i],
                                          g_variant_new_boolean (TRUE));
      g_action_group_change_action_state (G_ACTION_GROUP (window), "show-drawer",
                                          g_variant_new_boolean (i == 1));
      g_test_message ("%d x %d, text %g, %s", width, height, text_scale, rooms[i]);
      g_assert_cmpint (measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1), <=, width);
      g_assert_cmpint (measure (GTK_WIDGET (window), GTK_ORIENTATION_VERTICAL, width), <=, height);
    }
  loom_test_close_window (window);
  g_assert_finalize_object (fake);
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 96 * 1024, NULL);
}

static void
test_small_windows (gconstpointer application)
{
  assert_fits ((gpointer) application, 1280, 720, 1);
  assert_fits ((gpointer) application, 900, 600, 1);
  assert_fits ((gpointer) application, 640, 480, 1);
  assert_fits ((gpointer) application, 900, 600, 1.5);
  assert_fits ((gpointer) application, 900, 600, 2);
  assert_fits ((gpointer) application, 1280, 720, 2);
}

/* An AdwApplication does this by itself. */
static void
load_style (void)
{
  g_autoptr (GtkCssProvider) style = gtk_css_provider_new ();

  gtk_css_provider_load_from_resource (style, LOOM_RESOURCE_PATH "/style.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (style),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GtkApplication) application = loom_test_application_new (&argc, &argv);

  load_style ();

  g_test_add_func ("/app/layout/narrow-has-one-side-bar", test_one_side_bar);
  g_test_add_func ("/app/layout/large-text-keeps-one-side-bar", test_large_text);
  g_test_add_func ("/app/layout/drawer-opens-for-something-to-read",
                   test_drawer_opens_for_something_to_read);
  g_test_add_func ("/app/layout/drawer-stays-as-chosen", test_drawer_stays_as_chosen);
  g_test_add_func ("/app/layout/editor-has-its-share", test_editor_has_a_share);
  g_test_add_func ("/app/wrap-box/goes-on-in-another-line", test_controls_wrap);
  g_test_add_func ("/app/banner/its-buttons-stay-together", test_buttons_of_a_banner_stay_together);
  g_test_add_data_func ("/app/window-rooms/fit-small-windows", application, test_small_windows);
  return g_test_run ();
}
