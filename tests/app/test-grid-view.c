/* test-grid-view.c: the picture's widget and the pane around it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cell-table.h"
#include "loom-content.h"
#include "loom-grid-view-private.h"
#include "loom-picture-pane.h"
#include "plot-fixture.h"
#include "window-fixture.h"

#include <adwaita.h>
#include <glib/gstdio.h>
#include <string.h>
#include <time.h>

static LoomPicture *
take_picture (LoomRun *run)
{
  LoomView view;

  loom_view_init (&view, run);
  return loom_picture_new (run, &view);
}

/* Gives a widget the size it would have in a window. */
static void
allocate (GtkWidget *widget,
          int        width,
          int        height)
{
  int minimum;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <=, width);
  gtk_widget_allocate (widget, width, height, -1, NULL);
}

typedef struct
{
  GtkWidget   *widget;
  LoomGridView *view;
  LoomRun     *run;
  LoomPicture *picture;
} Shown;

static Shown
show (void)
{
  Shown shown = { .widget = g_object_ref_sink (g_object_new (LOOM_TYPE_GRID_VIEW, NULL)),
                  .run = fixture_triangle (16, TRUE) };

  shown.view = LOOM_GRID_VIEW (shown.widget);
  shown.picture = take_picture (shown.run);
  loom_grid_view_set_picture (shown.view, shown.picture);
  allocate (shown.widget, 640, 560);
  return shown;
}

static void
hide (Shown *shown)
{
  loom_picture_unref (shown->picture);
  loom_run_unref (shown->run);
  g_assert_finalize_object (shown->widget);
}

/* Runs what a key of the class is bound to. */
static gboolean
press (GtkWidget       *widget,
       guint            key,
       GdkModifierType  modifiers)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  g_autoptr (GtkShortcutTrigger) wanted = gtk_keyval_trigger_new (key, modifiers);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      GListModel *shortcuts = (GListModel *) controller;

      if (!GTK_IS_SHORTCUT_CONTROLLER (controller))
        continue;
      g_assert_cmpint (gtk_event_controller_get_propagation_phase (controller), ==,
                       GTK_PHASE_BUBBLE);
      for (guint j = 0; j < g_list_model_get_n_items (shortcuts); j++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (shortcuts, j);

          if (gtk_shortcut_trigger_equal (gtk_shortcut_get_trigger (shortcut), wanted))
            return gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, widget,
                                                 gtk_shortcut_get_arguments (shortcut));
        }
    }
  g_test_message ("no shortcut for key %s", gdk_keyval_name (key));
  g_test_fail ();
  return FALSE;
}

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
test_hover_and_tooltip (void)
{
  Shown shown = show ();
  GtkEventController *motion = loom_test_find_controller (shown.widget, GTK_TYPE_EVENT_CONTROLLER_MOTION);
  guint64 col, row;
  guint hovered = 0;

  g_signal_connect_swapped (shown.view, "hovered", G_CALLBACK (count_cb), &hovered);
  g_signal_emit_by_name (motion, "motion", 1.0, 1.0);
  g_assert_false (loom_grid_view_get_hover (shown.view, &col, &row));
  g_assert_cmpuint (hovered, ==, 0);
  g_signal_emit_by_name (motion, "motion", 250.0, 250.0);
  g_assert_true (loom_grid_view_get_hover (shown.view, &col, &row));
  g_assert_cmpuint (hovered, ==, 1);
  g_signal_emit_by_name (motion, "motion", 250.5, 250.5);
  g_assert_cmpuint (hovered, ==, 1);
  g_signal_emit_by_name (motion, "leave");
  g_assert_false (loom_grid_view_get_hover (shown.view, &col, &row));
  g_assert_cmpuint (hovered, ==, 2);
  hide (&shown);
}

static gboolean
query_tooltip (GtkWidget *widget,
               int        x,
               int        y)
{
  g_autoptr (GtkTooltip) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  gboolean result;

  g_signal_emit_by_name (widget, "query-tooltip", x, y, FALSE, tooltip, &result);
  return result;
}

/* GTK asks with whole numbers, which may lie in another cell than the pointer. */
static void
test_tooltip_is_of_the_hovered_cell (void)
{
  Shown shown = show ();
  GtkEventController *motion = loom_test_find_controller (shown.widget, GTK_TYPE_EVENT_CONTROLLER_MOTION);
  const double edge = shown.view->left;
  guint64 col, row;

  g_signal_emit_by_name (motion, "motion", edge - 0.4, 250.0);
  g_assert_false (loom_grid_view_get_hover (shown.view, &col, &row));
  g_assert_false (query_tooltip (shown.widget, (int) edge, 250));
  g_signal_emit_by_name (motion, "motion", edge + 0.4, 250.0);
  g_assert_true (loom_grid_view_get_hover (shown.view, &col, &row));
  g_assert_true (query_tooltip (shown.widget, (int) edge - 1, 250));
  hide (&shown);
}

static void
test_click_pins (void)
{
  Shown shown = show ();
  GtkEventController *motion = loom_test_find_controller (shown.widget, GTK_TYPE_EVENT_CONTROLLER_MOTION);
  GtkEventController *click = loom_test_find_controller (shown.widget, GTK_TYPE_GESTURE_CLICK);
  guint64 col, row, pin_col, pin_row;
  guint pinned = 0;

  g_signal_connect_swapped (shown.view, "pinned", G_CALLBACK (count_cb), &pinned);
  g_signal_emit_by_name (motion, "motion", 250.0, 250.0);
  g_signal_emit_by_name (click, "released", 1, 250.0, 250.0);
  g_assert_true (loom_grid_view_get_hover (shown.view, &col, &row));
  g_assert_true (loom_grid_view_get_pin (shown.view, &pin_col, &pin_row));
  g_assert_cmpuint (col, ==, pin_col);
  g_assert_cmpuint (row, ==, pin_row);
  g_assert_cmpuint (pinned, ==, 1);
  g_assert_true (press (shown.widget, GDK_KEY_Escape, 0));
  g_assert_false (loom_grid_view_get_pin (shown.view, &pin_col, &pin_row));
  g_assert_false (press (shown.widget, GDK_KEY_Escape, 0));
  g_assert_cmpuint (pinned, ==, 2);
  hide (&shown);
}

static void
test_cursor_keys (void)
{
  static const struct
  {
    guint   key;
    guint64 col, row;
  } rows[] = {
    { GDK_KEY_Right, 0, 0 },            /* the first key shows the cursor */
    { GDK_KEY_Right, 1, 0 },
    { GDK_KEY_Down, 1, 1 },
    { GDK_KEY_Left, 0, 1 },
    { GDK_KEY_Left, 0, 1 },
    { GDK_KEY_End, 15, 1 },
    { GDK_KEY_Right, 15, 1 },
    { GDK_KEY_Up, 15, 0 },
    { GDK_KEY_Home, 0, 0 },
  };
  Shown shown = show ();
  guint64 col, row;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_assert_true (press (shown.widget, rows[i].key, 0));
      g_assert_true (loom_grid_view_get_hover (shown.view, &col, &row));
      g_assert_cmpuint (col, ==, rows[i].col);
      g_assert_cmpuint (row, ==, rows[i].row);
    }
  g_assert_true (press (shown.widget, GDK_KEY_Return, 0));
  g_assert_true (loom_grid_view_get_pin (shown.view, &col, &row));
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (shown.widget), GTK_ACCESSIBLE_ROLE_IMG);
  gtk_test_accessible_assert_property (
      GTK_ACCESSIBLE (shown.widget), GTK_ACCESSIBLE_PROPERTY_LABEL,
      "f: Expected and covered. row 0, column 0: 1, written once by "
      "thread (0, 0) of block (0, 0)");
  gtk_test_accessible_assert_property (
      GTK_ACCESSIBLE (shown.widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      "136 of 256 cells written once; 120 threads without a store (47\u00a0%); nothing missed. "
      "Counted on the executed PTX.");
  hide (&shown);
}

static void
test_zoom_keys (void)
{
  Shown shown = show ();

  g_assert_cmpfloat (loom_grid_view_get_zoom (shown.view), ==, 1);
  press (shown.widget, GDK_KEY_plus, GDK_CONTROL_MASK);
  press (shown.widget, GDK_KEY_plus, GDK_CONTROL_MASK);
  g_assert_cmpfloat_with_epsilon (loom_grid_view_get_zoom (shown.view), 1.5625, 1e-9);
  press (shown.widget, GDK_KEY_minus, GDK_CONTROL_MASK);
  g_assert_cmpfloat_with_epsilon (loom_grid_view_get_zoom (shown.view), 1.25, 1e-9);
  press (shown.widget, GDK_KEY_0, GDK_CONTROL_MASK);
  g_assert_cmpfloat (loom_grid_view_get_zoom (shown.view), ==, 1);
  hide (&shown);
}

/* Whoever comes to the picture by keys is at a cell, and hears which. */
static void
test_focus_is_at_a_cell (void)
{
  Shown shown = show ();
  GtkEventController *focus = loom_test_find_controller (shown.widget, GTK_TYPE_EVENT_CONTROLLER_FOCUS);
  guint64 col, row;

  g_assert_false (loom_grid_view_get_hover (shown.view, &col, &row));
  g_signal_emit_by_name (focus, "enter");
  g_assert_true (loom_grid_view_get_hover (shown.view, &col, &row));
  gtk_test_accessible_assert_property (
      GTK_ACCESSIBLE (shown.widget), GTK_ACCESSIBLE_PROPERTY_LABEL,
      "f: Expected and covered. row 0, column 0: 1, written once by "
      "thread (0, 0) of block (0, 0)");
  press (shown.widget, GDK_KEY_Right, 0);
  g_signal_emit_by_name (focus, "enter");
  g_assert_true (loom_grid_view_get_hover (shown.view, &col, &row));
  g_assert_cmpuint (col, ==, 1);
  hide (&shown);
}

/* A thread is told of while it is shown, and a key that moves on lets it go. */
static void
test_thread_is_spoken (void)
{
  Shown shown = show ();
  GtkEventController *focus = loom_test_find_controller (shown.widget, GTK_TYPE_EVENT_CONTROLLER_FOCUS);
  guint told = 0;

  g_signal_connect_swapped (shown.view, "pinned", G_CALLBACK (count_cb), &told);
  loom_grid_view_set_thread (shown.view, 1);
  g_signal_emit_by_name (focus, "enter");
  gtk_test_accessible_assert_property (
      GTK_ACCESSIBLE (shown.widget), GTK_ACCESSIBLE_PROPERTY_LABEL,
      "f: Expected and covered. thread (1, 0) of block (0, 0); it wrote 1 cell of f");
  g_assert_cmpuint (told, ==, 0);
  g_assert_true (press (shown.widget, GDK_KEY_Escape, 0));
  g_assert_false (press (shown.widget, GDK_KEY_Escape, 0));
  g_assert_cmpuint (told, ==, 1);
  loom_grid_view_set_thread (shown.view, 1);
  press (shown.widget, GDK_KEY_Right, 0);
  g_assert_cmpuint (told, ==, 2);
  g_assert_true (loom_grid_view_get_thread (shown.view) != 1);
  hide (&shown);
}

/* A new picture of the same size keeps what the user points at; one of another size does not. */
static void
test_new_picture (void)
{
  Shown shown = show ();
  g_autoptr (LoomRun) same = fixture_triangle (16, FALSE), smaller = fixture_triangle (8, FALSE);
  g_autoptr (LoomPicture) second = take_picture (same), third = take_picture (smaller);
  guint64 col, row;
  guint notified = 0;

  g_signal_connect_swapped (shown.view, "picture-changed", G_CALLBACK (count_cb), &notified);
  loom_grid_view_pin (shown.view, 12, 3);
  loom_grid_view_set_picture (shown.view, second);
  loom_grid_view_set_picture (shown.view, second);
  g_assert_cmpuint (notified, ==, 1);
  g_assert_true (loom_grid_view_get_pin (shown.view, &col, &row));
  loom_grid_view_set_picture (shown.view, third);
  g_assert_false (loom_grid_view_get_pin (shown.view, &col, &row));
  loom_grid_view_set_picture (shown.view, NULL);
  g_assert_cmpuint (notified, ==, 3);
  hide (&shown);
}

/* Draws what the widget would show into pixels. */
static cairo_surface_t *
draw (GtkWidget *widget,
      int        width,
      int        height)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cr = cairo_create (surface);
  GskRenderNode *node;

  GTK_WIDGET_GET_CLASS (widget)->snapshot (widget, snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  if (node != NULL)
    {
      gsk_render_node_draw (node, cr);
      gsk_render_node_unref (node);
    }
  cairo_destroy (cr);
  return surface;
}

static gboolean
has_pixel (cairo_surface_t *surface,
           guint32          color)
{
  const guint8 *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);

  for (int y = 0; y < cairo_image_surface_get_height (surface); y++)
    for (int x = 0; x < cairo_image_surface_get_width (surface); x++)
      if (((const guint32 *) (gconstpointer) (data + y * stride))[x] == color)
        return TRUE;
  return FALSE;
}

static void
test_draws_cells_unblended (void)
{
  Shown shown = show ();
  cairo_surface_t *surface = draw (shown.widget, 640, 560);

  g_assert_true (has_pixel (surface, loom_color_scale_meaning (LOOM_MEANING_COVERED, FALSE).color));
  g_assert_true (has_pixel (surface,
                            loom_color_scale_meaning (LOOM_MEANING_UNWRITTEN, FALSE).color));
  cairo_surface_destroy (surface);
  loom_grid_view_set_picture (shown.view, NULL);
  surface = draw (shown.widget, 640, 560);
  g_assert_false (has_pixel (surface,
                             loom_color_scale_meaning (LOOM_MEANING_COVERED, FALSE).color));
  cairo_surface_destroy (surface);
  hide (&shown);
}

static const LoomView *
get_view (LoomPicturePane *pane)
{
  return loom_view_state_get_view (loom_picture_pane_get_view_state (pane));
}

static void
show_run (LoomPicturePane *pane,
          LoomRun         *run)
{
  loom_view_state_take_run (loom_picture_pane_get_view_state (pane), run, FALSE);
}

static LoomPicturePane *
new_pane (LoomRun *run)
{
  LoomPicturePane *pane = LOOM_PICTURE_PANE (g_object_ref_sink (g_object_new (LOOM_TYPE_PICTURE_PANE, NULL)));

  show_run (pane, run);
  return pane;
}

static void
test_pane_lens_action (void)
{
  g_autoptr (LoomRun) run = fixture_triangle (16, FALSE);
  LoomPicturePane *pane = new_pane (run);

  g_assert_cmpint (get_view (pane)->lens, ==, LOOM_LENS_WRITES);
  gtk_widget_activate_action (GTK_WIDGET (pane), "picture.lens", "s", "block");
  g_assert_cmpint (get_view (pane)->lens, ==, LOOM_LENS_BLOCK);
  /* without a domain there is nothing to expect */
  gtk_widget_activate_action (GTK_WIDGET (pane), "picture.lens", "s", "expected");
  g_assert_cmpint (get_view (pane)->lens, ==, LOOM_LENS_BLOCK);
  gtk_widget_activate_action (GTK_WIDGET (pane), "picture.lens", "s", "no such lens");
  g_assert_cmpint (get_view (pane)->lens, ==, LOOM_LENS_BLOCK);
  g_assert_finalize_object (pane);
}

static void
test_pane_keeps_a_chosen_lens (void)
{
  g_autoptr (LoomRun) first = fixture_triangle (16, TRUE), second = fixture_triangle (16, FALSE);
  LoomPicturePane *pane = new_pane (first);

  g_assert_cmpint (get_view (pane)->lens, ==, LOOM_LENS_EXPECTED);
  show_run (pane, second);
  g_assert_cmpint (get_view (pane)->lens, ==, LOOM_LENS_WRITES);
  gtk_widget_activate_action (GTK_WIDGET (pane), "picture.lens", "s", "warp");
  show_run (pane, first);
  g_assert_cmpint (get_view (pane)->lens, ==, LOOM_LENS_WARP);
  g_assert_finalize_object (pane);
}

static void
test_pane_view_actions (void)
{
  g_autoptr (LoomRun) run = fixture_triangle (16, TRUE);
  LoomPicturePane *pane = new_pane (run);
  guint notified = 0;

  g_signal_connect_swapped (pane, "notify::origin-lower", G_CALLBACK (count_cb), &notified);
  gtk_widget_activate_action (GTK_WIDGET (pane), "picture.origin-lower", NULL);
  g_assert_true (get_view (pane)->origin_lower);
  g_assert_cmpuint (notified, ==, 1);
  gtk_widget_activate_action (GTK_WIDGET (pane), "picture.colormap", "s", "cividis");
  g_assert_cmpint (get_view (pane)->colormap, ==, LOOM_COLORMAP_CIVIDIS);
  gtk_widget_activate_action (GTK_WIDGET (pane), "picture.pystencils", NULL);
  g_assert_true (get_view (pane)->pystencils);
  gtk_widget_activate_action (GTK_WIDGET (pane), "picture.borders", NULL);
  g_assert_false (get_view (pane)->borders);
  g_assert_finalize_object (pane);
}

/* The table lists the cells of what is shown, and no gap of a wrapped array. */
static void
test_pane_table (void)
{
  LoomShape shape = SHAPE_1D (1000);
  g_autoptr (LoomRun) square = fixture_triangle (16, TRUE);
  g_autoptr (LoomRun) strip = fixture_values (LOOM_SCALAR_U8, &shape, NULL);
  LoomPicturePane *pane = new_pane (square);
  LoomCellTable *table = LOOM_CELL_TABLE (loom_test_find (GTK_WIDGET (pane), LOOM_TYPE_CELL_TABLE, NULL));
  LoomGridView *grid = LOOM_GRID_VIEW (loom_test_find (GTK_WIDGET (pane), LOOM_TYPE_GRID_VIEW, NULL));
  guint64 col, row;

  g_assert_cmpuint (loom_cell_table_get_n_rows (table), ==, 0);
  gtk_widget_activate_action (GTK_WIDGET (pane), "picture.table", NULL);
  g_assert_cmpuint (loom_cell_table_get_n_rows (table), ==, 256);
  show_run (pane, strip);
  g_assert_cmpuint (loom_cell_table_get_n_rows (table), ==, 1000);
  g_signal_emit_by_name (loom_test_find (GTK_WIDGET (table), GTK_TYPE_COLUMN_VIEW, NULL), "activate", 999);
  g_assert_true (loom_grid_view_get_pin (grid, &col, &row));
  g_assert_cmpuint (col, ==, 7);
  g_assert_cmpuint (row, ==, 31);
  gtk_widget_activate_action (GTK_WIDGET (pane), "picture.table", NULL);
  g_assert_cmpuint (loom_cell_table_get_n_rows (table), ==, 0);
  g_assert_finalize_object (pane);
}

/* What is copied next. */
static char *
wait_for_copy (GtkWidget *pane)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (pane);
  g_autoptr (GdkContentProvider) last = gdk_clipboard_get_content (clipboard);

  if (last != NULL)
    g_object_ref (last);
  while (gdk_clipboard_get_content (clipboard) == last ||
         gdk_clipboard_get_content (clipboard) == NULL)
    g_main_context_iteration (NULL, TRUE);
  return loom_test_dup_copied (pane);
}

static void
result_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  GAsyncResult **written = user_data;

  *written = g_object_ref (result);
}

/* What another program is given. GTK 4.8 hangs where the stream is still open after it. */
static GBytes *
write_copied (GdkClipboard *clipboard,
              const char   *mime_type)
{
  GdkContentProvider *content = gdk_clipboard_get_content (clipboard);
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (GAsyncResult) written = NULL;
  g_autoptr (GError) error = NULL;

  gdk_content_provider_write_mime_type_async (content, mime_type, stream, G_PRIORITY_DEFAULT, NULL,
                                              result_cb, &written);
  while (written == NULL)
    g_main_context_iteration (NULL, TRUE);
  gdk_content_provider_write_mime_type_finish (content, written, &error);
  g_assert_no_error (error);
  g_assert_true (g_output_stream_is_closed (stream));
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
}

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (const char *c = text; *c != '\0'; c++)
    n += *c == '\n';
  return n;
}

#define HEADINGS "Cell\tValue\tWrites\tReads\tLowest writer\tHighest writer\tExpected and covered\n"

/* Text is written as a whole to whatever program asks, and as often as it asks. */
static void
test_copied_text_is_written_and_its_stream_closed (void)
{
  GtkWidget *label = g_object_ref_sink (gtk_label_new (NULL));
  GdkClipboard *clipboard = gtk_widget_get_clipboard (label);
  g_autofree char *text = g_strnfill (1 << 20, 'x');

  loom_content_copy_text (label, text);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GBytes) bytes = write_copied (clipboard, "text/plain;charset=utf-8");

      g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), text, 1 << 20);
    }
  g_assert_finalize_object (label);
}

/* Ctrl+C copies the rows that are selected, or all; the menu copies all, of a picture too. */
static void
test_pane_copies_the_table (void)
{
  g_autoptr (LoomRun) run = fixture_triangle (16, TRUE);
  LoomPicturePane *pane = new_pane (run);
  GtkWidget *table = loom_test_find (GTK_WIDGET (pane), LOOM_TYPE_CELL_TABLE, NULL);
  GtkSelectionModel *rows;
  g_autofree char *from_picture = NULL, *all = NULL, *some = NULL;

  gtk_widget_activate_action (GTK_WIDGET (pane), "picture.copy-table", NULL);
  from_picture = wait_for_copy (GTK_WIDGET (pane));
  g_assert_true (press (GTK_WIDGET (pane), GDK_KEY_t, GDK_CONTROL_MASK));
  g_assert_cmpuint (loom_cell_table_get_n_rows (LOOM_CELL_TABLE (table)), ==, 256);
  g_assert_true (press (GTK_WIDGET (pane), GDK_KEY_c, GDK_CONTROL_MASK));
  all = wait_for_copy (GTK_WIDGET (pane));
  g_assert_cmpstr (all, ==, from_picture);
  g_assert_cmpuint (count_lines (all), ==, 257);
  g_assert_true (g_str_has_prefix (all, HEADINGS
                                   "row 0, column 0\t1\t1\t0\tthread (0, 0) of block (0, 0)\t"
                                   "thread (0, 0) of block (0, 0)\tcovered\n"));
  rows = gtk_column_view_get_model (GTK_COLUMN_VIEW (loom_test_find (table, GTK_TYPE_COLUMN_VIEW, NULL)));
  gtk_selection_model_select_item (rows, 16, TRUE);
  gtk_selection_model_select_item (rows, 18, FALSE);
  g_assert_true (press (GTK_WIDGET (pane), GDK_KEY_c, GDK_CONTROL_MASK));
  some = wait_for_copy (GTK_WIDGET (pane));
  g_assert_cmpstr (some, ==, HEADINGS "row 1, column 0\t0\t0\t0\t\t\tnot expected\n"
                             "row 1, column 2\t1\t1\t0\tthread (2, 1) of block (0, 0)\t"
                             "thread (2, 1) of block (0, 0)\tcovered\n");
  g_assert_finalize_object (pane);
}

/* The picture goes to the clipboard as a figure has it, at twice its size, on white paper. */
static void
test_pane_copies_the_picture (void)
{
  g_autoptr (LoomRun) run = fixture_triangle (16, TRUE);
  LoomPicturePane *pane = new_pane (run);
  LoomView view = *get_view (pane);
  g_autoptr (LoomPicture) picture = loom_picture_new (run, &view);
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (pane));
  g_autoptr (GdkContentProvider) last = gdk_clipboard_get_content (clipboard);
  g_autoptr (GBytes) png = NULL;
  g_autofree guint32 *pixels = NULL;
  double width, height;
  g_autoptr (GdkTexture) texture = NULL;

  if (last != NULL)
    g_object_ref (last);
  g_assert_true (press (GTK_WIDGET (pane), GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK));
  while (gdk_clipboard_get_content (clipboard) == last ||
         gdk_clipboard_get_content (clipboard) == NULL)
    g_main_context_iteration (NULL, TRUE);
  png = write_copied (clipboard, "image/png");
  texture = gdk_texture_new_from_bytes (png, NULL);
  g_assert_nonnull (texture);
  loom_picture_get_figure_size (picture, &width, &height);
  g_assert_cmpint (gdk_texture_get_width (texture), ==, (int) width * 2);
  g_assert_cmpint (gdk_texture_get_height (texture), ==, (int) height * 2);
  pixels = g_new (guint32, (gsize) gdk_texture_get_width (texture)
                             * gdk_texture_get_height (texture));
  gdk_texture_download (texture, (guchar *) pixels, 4 * gdk_texture_get_width (texture));
  g_assert_cmphex (pixels[0], ==, 0xffffffff);
  g_assert_finalize_object (pane);
}

static void
test_pane_without_a_run (void)
{
  LoomPicturePane *pane = new_pane (NULL);

  loom_picture_pane_export (pane);
  loom_picture_pane_print (pane);
  gtk_widget_activate_action (GTK_WIDGET (pane), "picture.lens", "s", "value");
  g_assert_null (loom_view_state_get_run (loom_picture_pane_get_view_state (pane)));
  g_assert_finalize_object (pane);
}

static void
test_pane_planes (void)
{
  static const struct { int step; guint64 plane; } rows[] = {
    { 0, 1 }, { 1, 2 }, { 1, 2 }, { -1, 1 }, { -1, 0 }, { -1, 0 },
  };
  LoomShape shape = SHAPE_3D (3, 4, 5);
  g_autoptr (LoomRun) run = fixture_values (LOOM_SCALAR_U8, &shape, NULL);
  LoomPicturePane *pane = new_pane (run);
  LoomView view = *get_view (pane);

  view.plane = 1;
  loom_view_state_set_view (loom_picture_pane_get_view_state (pane), &view);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (pane), "picture.plane", "i", rows[i].step);
      g_assert_cmpuint (get_view (pane)->plane, ==, rows[i].plane);
    }
  g_assert_finalize_object (pane);
}

static void
count_page_cb (guint *pages)
{
  (*pages)++;
}

static void
test_pane_prints_a_page (void)
{
  g_autoptr (LoomRun) run = fixture_triangle (16, TRUE);
  LoomPicturePane *pane = new_pane (run);
  g_autoptr (GtkPrintOperation) print = loom_picture_pane_create_print (pane);
  g_autofree char *folder = g_dir_make_tmp ("gridloom-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "page.pdf", NULL);
  g_autofree char *data = NULL;
  g_autoptr (GError) error = NULL;
  gsize size = 0;
  guint pages = 0;

  g_signal_connect_swapped (print, "draw-page", G_CALLBACK (count_page_cb), &pages);
  gtk_print_operation_set_export_filename (print, path);
  g_assert_cmpint (gtk_print_operation_run (print, GTK_PRINT_OPERATION_ACTION_EXPORT, NULL, &error),
                   ==, GTK_PRINT_OPERATION_RESULT_APPLY);
  g_assert_no_error (error);
  g_assert_cmpuint (pages, ==, 1);
  g_assert_true (g_file_get_contents (path, &data, &size, &error));
  g_assert_true (g_str_has_prefix (data, "%PDF-"));
  /* an empty page takes less than a thousand bytes */
  g_assert_cmpuint (size, >, 4096);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_assert_finalize_object (pane);
}

static gboolean
is_ready (gpointer data)
{
  GtkWidget *grid = data;

  return loom_grid_view_get_picture (LOOM_GRID_VIEW (grid)) != NULL;
}

/* A large picture is made in a thread; the one asked for last is shown. */
static void
test_pane_large_runs (void)
{
  LoomShape shape = SHAPE_2D (1024, 1024);
  g_autoptr (LoomRun) first = fixture_values (LOOM_SCALAR_U8, &shape, NULL);
  g_autoptr (LoomRun) second = fixture_values (LOOM_SCALAR_U8, &shape, NULL);
  LoomPicturePane *pane = new_pane (first);
  GtkWidget *grid = loom_test_find (GTK_WIDGET (pane), LOOM_TYPE_GRID_VIEW, NULL);
  gpointer alive = pane;

  show_run (pane, second);
  g_assert_false (is_ready (grid));
  while (!is_ready (grid))
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (loom_picture_get_run (loom_grid_view_get_picture (LOOM_GRID_VIEW (grid))) ==
                 second);
  /* The thread that was overtaken may still be at work, and holds the pane until it is done. */
  g_object_add_weak_pointer (G_OBJECT (pane), &alive);
  g_object_unref (pane);
  while (alive != NULL)
    g_main_context_iteration (NULL, TRUE);
}

/* Of very many cells some are shown at first, and all of them without anybody's asking. */
static void
test_pane_sketch_becomes_the_picture (void)
{
  LoomShape shape = SHAPE_2D (4096, 4096);
  g_autoptr (LoomRun) run = fixture_values (LOOM_SCALAR_U8, &shape, NULL);
  LoomPicturePane *pane = new_pane (run);
  GtkWidget *grid = loom_test_find (GTK_WIDGET (pane), LOOM_TYPE_GRID_VIEW, NULL);
  guint sketches = 0;
  LoomPicture *picture;

  do
    {
      g_main_context_iteration (NULL, TRUE);
      picture = loom_grid_view_get_picture (LOOM_GRID_VIEW (grid));
      sketches += picture != NULL && loom_picture_is_sketch (picture);
    }
  while (picture == NULL || loom_picture_is_sketch (picture));
  g_assert_cmpuint (sketches, >, 0);
  g_object_unref (pane);
}

/* What this thread worked, in milliseconds, however busy the computer is. */
static double
get_work (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

/* Draws the widget as a frame does, on the processor. Returns: milliseconds */
static double
draw_frame (GtkWidget *widget,
            cairo_t   *cr)
{
  const double start = get_work ();
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;

  GTK_WIDGET_GET_CLASS (widget)->snapshot (widget, snapshot);
  node = gtk_snapshot_to_node (snapshot);
  g_assert_nonnull (node);
  gsk_render_node_draw (node, cr);
  return get_work () - start;
}

/* Run with -m perf: how long a frame takes while a big array is panned, by zoom. */
static void
test_frame_time (void)
{
  const double frames_to_look_at = 32;
  g_autoptr (GtkWidget) widget = g_object_ref_sink (g_object_new (LOOM_TYPE_GRID_VIEW, NULL));
  g_autoptr (LoomRun) run = fixture_triangle (4096, TRUE);
  g_autoptr (LoomPicture) picture = take_picture (run);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 1280, 720);
  cairo_t *cr = cairo_create (surface);
  GtkEventController *drag = loom_test_find_controller (widget, GTK_TYPE_GESTURE_DRAG);

  loom_grid_view_set_picture (LOOM_GRID_VIEW (widget), picture);
  allocate (widget, 1280, 720);
  for (guint step = 0; step < 32; step += 8)
    {
      double sum = 0, most = 0;

      for (guint i = 0; step > 0 && i < 8; i++)
        press (widget, GDK_KEY_plus, GDK_CONTROL_MASK);
      g_signal_emit_by_name (drag, "drag-begin", 600.0, 300.0);
      for (double i = 1; i <= frames_to_look_at; i++)
        {
          double ms;

          g_signal_emit_by_name (drag, "drag-update", i * 3, i * 2);
          ms = draw_frame (widget, cr);
          sum += ms;
          most = MAX (most, ms);
        }
      g_test_message ("zoom %.0f: %.1f ms a frame, at most %.1f ms",
                      loom_grid_view_get_zoom (LOOM_GRID_VIEW (widget)), sum / frames_to_look_at,
                      most);
      g_test_minimized_result (most, "the slowest frame");
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_func ("/app/grid-view/hover-and-tooltip", test_hover_and_tooltip);
  g_test_add_func ("/app/grid-view/tooltip-is-of-the-hovered-cell",
                   test_tooltip_is_of_the_hovered_cell);
  g_test_add_func ("/app/grid-view/click-pins", test_click_pins);
  g_test_add_func ("/app/grid-view/cursor-keys", test_cursor_keys);
  g_test_add_func ("/app/grid-view/focus-is-at-a-cell", test_focus_is_at_a_cell);
  g_test_add_func ("/app/grid-view/thread-is-spoken", test_thread_is_spoken);
  g_test_add_func ("/app/grid-view/zoom-keys", test_zoom_keys);
  g_test_add_func ("/app/grid-view/new-picture", test_new_picture);
  g_test_add_func ("/app/grid-view/draws-cells-unblended", test_draws_cells_unblended);
  if (g_test_perf ())
    g_test_add_func ("/app/grid-view/frame-time", test_frame_time);
  g_test_add_func ("/app/picture-pane/lens-action", test_pane_lens_action);
  g_test_add_func ("/app/picture-pane/keeps-a-chosen-lens", test_pane_keeps_a_chosen_lens);
  g_test_add_func ("/app/picture-pane/view-actions", test_pane_view_actions);
  g_test_add_func ("/app/picture-pane/table", test_pane_table);
  g_test_add_func ("/app/content/is-written-and-its-stream-closed",
                   test_copied_text_is_written_and_its_stream_closed);
  g_test_add_func ("/app/picture-pane/copies-the-table", test_pane_copies_the_table);
  g_test_add_func ("/app/picture-pane/copies-the-picture", test_pane_copies_the_picture);
  g_test_add_func ("/app/picture-pane/without-a-run", test_pane_without_a_run);
  g_test_add_func ("/app/picture-pane/goes-from-plane-to-plane", test_pane_planes);
  g_test_add_func ("/app/picture-pane/prints-a-page", test_pane_prints_a_page);
  g_test_add_func ("/app/picture-pane/large-runs", test_pane_large_runs);
  g_test_add_func ("/app/picture-pane/a-sketch-becomes-the-picture", test_pane_sketch_becomes_the_picture);
  return g_test_run ();
}
