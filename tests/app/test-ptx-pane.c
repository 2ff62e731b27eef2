/* test-ptx-pane.c: the PTX page of a window: what the compiler made of the source, and the disassembler of that, linked
 * with the editor
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-app-test.h"
#include "loom-drawer-panes.h"
#include "loom-editor-pane.h"
#include "window-fixture.h"

#define SOURCE \
  "__global__ void fill (float *f, int n)\n" \
  "{ f[threadIdx.x] = n; }\n" \
  "__global__ void other (float *f, int n) { }\n" \
  "/* gridloom\n[launch]\nkernel=fill\nblock=64\n[arg f]\nshape=8,16\n*/\n"
#define PTX \
  ".visible .entry other(\n)\n{\n\t.loc\t1 3 3\n\tret;\n}\n" \
  ".visible .entry fill(\n)\n{\n\t.loc\t1 2 10\n\tmov.u32 %r1, %tid.x;\n\tst.global.u32 [%rd1], %r1;\n\t.loc\t1 1 5\n" \
  "\tret;\n}\n"
#define LISTED \
  ".visible .entry other(\n)\n{\n\tret;\n}\n" \
  ".visible .entry fill(\n)\n{\n\tmov.u32 %r1, %tid.x;\n\tst.global.u32 [%rd1], %r1;\n\tret;\n}\n\n"

typedef LoomTestWindow Fixture;

static void
compile (Fixture    *fixture,
         const char *source,
         const char *ptx)
{
  g_autoptr (LoomCompiled) compiled = loom_test_compiled_new ("other", "fill", NULL);

  g_free (compiled->ptx);
  compiled->ptx = g_strdup (ptx);
  loom_session_set_text (fixture->session, source, -1);
  loom_test_wait_until (loom_test_is_compiling, fixture->fake, "a compilation");
  loom_mocked_runner_answer_compile (fixture->fake, compiled);
}

static GtkWidget *
open (Fixture *fixture)
{
  return loom_test_window_open_page (fixture, "ptx", LOOM_TYPE_PTX_PANE);
}

static GtkTextView *
get_view (GtkWidget  *pane,
          const char *name)
{
  return loom_test_get_part (loom_test_get_part (pane, name), "view");
}

/* The lines that are shaded, from 1. */
static void
assert_shaded (GtkWidget  *pane,
               const char *name,
               const char *expected)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (get_view (pane, name));
  g_autoptr (GString) text = g_string_new (NULL);

  for (int line = 0; line < gtk_text_buffer_get_line_count (buffer); line++)
    {
      g_autoptr (GSList) tags = NULL;
      GtkTextIter iter;

      gtk_text_buffer_get_iter_at_line (buffer, &iter, line);
      tags = gtk_text_iter_get_tags (&iter);
      if (tags != NULL)
        g_string_append_printf (text, "%s%d", text->len > 0 ? " " : "", line + 1);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

/* The pointer is over a line. */
static void
point_at (GtkTextView *view,
          int          line)
{
  GtkEventController *motion = loom_test_find_controller (GTK_WIDGET (view), GTK_TYPE_EVENT_CONTROLLER_MOTION);
  GdkRectangle place;
  GtkTextIter iter;
  int x, y;

  gtk_text_buffer_get_iter_at_line (gtk_text_view_get_buffer (view), &iter, line - 1);
  gtk_text_view_get_iter_location (view, &iter, &place);
  gtk_text_view_buffer_to_window_coords (view, GTK_TEXT_WINDOW_WIDGET, place.x, place.y + place.height / 2, &x, &y);
  g_signal_emit_by_name (motion, "motion", (double) x, (double) y);
}

static int
get_cursor_line (GtkTextView *view)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  return gtk_text_iter_get_line (&iter) + 1;
}

static void
place_cursor (GtkTextBuffer *buffer,
              int            line)
{
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_line (buffer, &iter, line - 1);
  gtk_text_buffer_place_cursor (buffer, &iter);
  loom_test_settle ();
}

static void
edit_line (Fixture *fixture,
           int      line)
{
  GtkWidget *editor = loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_EDITOR_PANE, NULL);

  loom_editor_pane_focus (LOOM_EDITOR_PANE (editor));
  place_cursor (loom_editor_pane_get_buffer (LOOM_EDITOR_PANE (editor)), line);
}

static void
test_what_there_is (Fixture       *fixture,
                    gconstpointer  unused)
{
  GtkWidget *pane = open (fixture);
  g_autofree char *copied = NULL;

  loom_test_assert_part (pane, "stack", "The compiler has not made anything yet.");
  compile (fixture, SOURCE, PTX);
  loom_test_assert_text (get_view (pane, "ptx"), LISTED);
  loom_test_click (pane, "Copy the PTX");
  copied = loom_test_dup_copied (pane);
  g_assert_cmpstr (copied, ==, LISTED);

  compile (fixture, "// more\n" SOURCE, NULL);
  loom_test_assert_part (pane, "stack", "This source does not compile: Problems has the reasons.");
}

/* What was made of the line of the editor is shaded, and the other way round. */
static void
test_lines_are_linked (Fixture       *fixture,
                       gconstpointer  unused)
{
  GtkTextView *view;
  GtkWidget *pane;

  compile (fixture, SOURCE, PTX);
  loom_test_window_finish_run (fixture);
  pane = open (fixture);
  view = get_view (pane, "ptx");
  /* it begins at the kernel that is launched */
  g_assert_cmpint (get_cursor_line (view), ==, 6);
  edit_line (fixture, 2);
  assert_shaded (pane, "ptx", "9 10");
  edit_line (fixture, 3);
  assert_shaded (pane, "ptx", "4");
  edit_line (fixture, 4);
  assert_shaded (pane, "ptx", "");
  /* the pointer counts more than the cursor */
  loom_line_link_set_hovered (loom_session_get_line_link (fixture->session), 1);
  assert_shaded (pane, "ptx", "11");
  loom_line_link_set_hovered (loom_session_get_line_link (fixture->session), 0);
  assert_shaded (pane, "ptx", "");

  gtk_widget_grab_focus (pane);
  place_cursor (gtk_text_view_get_buffer (view), 10);
  assert_shaded (pane, "ptx", "9 10");
  loom_test_window_assert_marked (fixture, 2);
  loom_test_window_assert_line (fixture, 4);
  g_assert_true (loom_test_press (GTK_WIDGET (view), GDK_KEY_Return, 0));
  loom_test_window_assert_line (fixture, 2);

  /* whoever points at a line marks it, until the page is gone */
  point_at (view, 4);
  loom_test_window_assert_marked (fixture, 3);
  point_at (view, 7);
  loom_test_window_assert_marked (fixture, 0);
  point_at (view, 11);
  loom_test_window_assert_marked (fixture, 1);
  gtk_widget_activate_action (pane, "win.show-page", "s", "run");
  loom_test_settle ();
  loom_test_window_assert_marked (fixture, 0);
}

static LoomSass *
make_sass (void)
{
  LoomSass *sass = loom_sass_new ();
  LoomSassFunction *function;

  sass->architecture = g_strdup ("sm_75");
  sass->compiler = g_strdup ("NVRTC 13.0");
  sass->disassembler = g_strdup ("/usr/bin/nvdisasm");
  function = loom_sass_add_function (sass, "fill");
  loom_sass_function_add (function, &(LoomSassLine) { .address = 0, .line = 2, .text = (char *) "S2R R0, SR_TID.X" });
  loom_sass_function_add (function, &(LoomSassLine) { .address = 16, .line = 1, .text = (char *) "EXIT" });
  return sass;
}

static void
test_machine_code (Fixture       *fixture,
                   gconstpointer  unused)
{
  g_autofree char *copied = NULL, *text = NULL;
  GtkWidget *pane;

  compile (fixture, SOURCE, PTX);
  loom_test_window_finish_run (fixture);
  pane = open (fixture);
  g_assert_null (loom_test_find_button (pane, "Copy the SASS"));
  g_assert_false (loom_mocked_runner_is_disassembling (fixture->fake));
  gtk_toggle_button_set_active (loom_test_get_part (pane, "beside"), TRUE);
  g_assert_true (loom_mocked_runner_is_disassembling (fixture->fake));
  loom_test_assert_part (pane, "machine", "Asking the disassembler…");
  g_assert_null (loom_test_find_button (pane, "Copy the SASS"));
  loom_mocked_runner_answer_sass (fixture->fake, make_sass ());
  g_object_get (gtk_text_view_get_buffer (get_view (pane, "sass")), "text", &text, NULL);
  g_assert_cmpstr (text, ==, "// sm_75, NVRTC 13.0\n\nfill:\n\t/*0000*/\tS2R R0, SR_TID.X;\n\t/*0010*/\tEXIT;\n\n");
  edit_line (fixture, 2);
  assert_shaded (pane, "sass", "4");
  assert_shaded (pane, "ptx", "9 10");
  loom_test_click (pane, "Copy the SASS");
  copied = loom_test_dup_copied (pane);
  g_assert_cmpstr (copied, ==, text);

  /* what is there stays until there is something else; without an answer nothing does */
  compile (fixture, "// more\n" SOURCE, PTX);
  g_assert_true (loom_mocked_runner_is_disassembling (fixture->fake));
  loom_test_assert_text (get_view (pane, "sass"), text);
  loom_mocked_runner_lose (fixture->fake, "the runner is gone");
  loom_test_assert_part (pane, "machine", "the runner is gone");
  g_assert_null (loom_test_find_button (pane, "Copy the SASS"));
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GtkApplication) application = loom_test_application_new (&argc, &argv);

#define ADD(path, function) \
  g_test_add ("/app/ptx-pane/" path, Fixture, application, loom_test_window_set_up, function, \
              loom_test_window_tear_down)
  ADD ("what-the-compiler-made-is-shown-and-copied", test_what_there_is);
  ADD ("lines-are-linked-with-the-editor", test_lines_are_linked);
  ADD ("machine-code-stands-beside-it", test_machine_code);
#undef ADD
  return g_test_run ();
}
