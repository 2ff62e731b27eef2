/* test-editor.c: the editor holds the text, and every edit of it can be undone
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "mocked-runner.h"
#include "loom-app-test.h"
#include "loom-editor-pane.h"
#include "loom-find-bar.h"
#include "loom-line-bar.h"
#include "window-fixture.h"

#include <adwaita.h>
#include <gtksourceview/gtksource.h>
#include <string.h>

#define SOURCE "// gr\xc3\xbc\xc3\x9f""e\n__global__ void k (float *f) { f[0] = 1; }\n"
#define BLOCK "/* gridloom\n[launch]\nblock=8,8\n*/\n"

typedef struct
{
  GtkWidget      *window;
  LoomSession    *session;
  LoomEditorPane *editor;
  GtkTextBuffer  *buffer;
  LoomFindBar    *find;
  LoomLineBar    *line;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->session = loom_session_new ();
  fixture->editor = g_object_new (LOOM_TYPE_EDITOR_PANE, NULL);
  fixture->window = gtk_window_new ();
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->editor));
  g_object_set (fixture->editor, "session", fixture->session, NULL);
  fixture->buffer = loom_editor_pane_get_buffer (fixture->editor);
  fixture->find = LOOM_FIND_BAR (loom_test_find (GTK_WIDGET (fixture->editor), LOOM_TYPE_FIND_BAR, NULL));
  fixture->line = LOOM_LINE_BAR (loom_test_find (GTK_WIDGET (fixture->editor), LOOM_TYPE_LINE_BAR, NULL));
  loom_session_set_text (fixture->session, SOURCE BLOCK, -1);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  gpointer editor = fixture->editor;

  g_object_add_weak_pointer (editor, &editor);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  loom_test_settle ();
  g_assert_null (editor);
  g_assert_finalize_object (fixture->session);
}

/* What the gutter has for the counts of lines is seen while there are some. */
static void
test_counters (Fixture       *fixture,
               gconstpointer  unused)
{
  g_autoptr (LoomRun) plain = loom_run_new (), profiled = loom_run_new ();
  GtkSourceView *view = GTK_SOURCE_VIEW (loom_test_find (GTK_WIDGET (fixture->editor),
                                                     GTK_SOURCE_TYPE_VIEW, NULL));
  GtkWidget *gutter = GTK_WIDGET (gtk_source_view_get_gutter (view, GTK_TEXT_WINDOW_LEFT));
  GtkWidget *counters = gtk_widget_get_last_child (gutter);

  profiled->profile = loom_profile_new ();
  loom_profile_take_line (profiled->profile, NULL, 2)->executed = 12345;
  g_assert_true (GTK_SOURCE_IS_GUTTER_RENDERER_TEXT (counters));
  g_assert_false (gtk_widget_get_visible (counters));
  loom_session_set_run (fixture->session, profiled);
  g_assert_true (gtk_widget_get_visible (counters));
  loom_session_set_run (fixture->session, plain);
  g_assert_false (gtk_widget_get_visible (counters));
}

static void
assert_text (Fixture    *fixture,
             const char *expected)
{
  g_autofree char *text = NULL;

  g_object_get (fixture->buffer, "text", &text, NULL);
  g_assert_cmpstr (text, ==, expected);
  loom_session_flush (fixture->session);
  g_assert_cmpstr (loom_session_get_text (fixture->session), ==, expected);
}

static void
test_text_goes_both_ways (Fixture       *fixture,
                          gconstpointer  data)
{
  assert_text (fixture, SOURCE BLOCK);
  g_assert_false (gtk_text_buffer_get_can_undo (fixture->buffer));
  gtk_text_buffer_set_text (fixture->buffer, "int a;\n", -1);
  loom_test_settle ();
  g_assert_cmpstr (loom_session_get_text (fixture->session), ==, "int a;\n");
}

static void
test_setting_is_one_undo_step (Fixture       *fixture,
                               gconstpointer  data)
{
  g_assert_true (loom_session_edit (fixture->session, "launch", "block", "16,4", NULL));
  assert_text (fixture, SOURCE "/* gridloom\n[launch]\nblock=16,4\n*/\n");
  g_assert_true (loom_session_edit (fixture->session, "arg f", "fill", "ones", NULL));
  gtk_text_buffer_undo (fixture->buffer);
  assert_text (fixture, SOURCE "/* gridloom\n[launch]\nblock=16,4\n*/\n");
  gtk_text_buffer_undo (fixture->buffer);
  assert_text (fixture, SOURCE BLOCK);
  gtk_text_buffer_redo (fixture->buffer);
  assert_text (fixture, SOURCE "/* gridloom\n[launch]\nblock=16,4\n*/\n");
}

static void
test_drag_is_one_undo_step (Fixture       *fixture,
                            gconstpointer  data)
{
  loom_session_begin_edits (fixture->session);
  for (guint i = 1; i <= 32; i *= 2)
    {
      g_autofree char *value = g_strdup_printf ("%u,8", i);

      g_assert_true (loom_session_edit (fixture->session, "launch", "block", value, NULL));
      g_assert_cmpstr (
          loom_document_get_value (loom_session_get_document (fixture->session), "launch", "block"),
          ==, value);
    }
  loom_session_end_edits (fixture->session);
  gtk_text_buffer_undo (fixture->buffer);
  assert_text (fixture, SOURCE BLOCK);
}

static void
test_typing_is_seen_by_the_next_setting (Fixture       *fixture,
                                         gconstpointer  data)
{
  GtkTextIter start;

  gtk_text_buffer_get_start_iter (fixture->buffer, &start);
  gtk_text_buffer_insert (fixture->buffer, &start, "// \xe2\x82\xac\n", -1);
  g_assert_true (loom_session_edit (fixture->session, "launch", "block", "4,4", NULL));
  assert_text (fixture, "// \xe2\x82\xac\n" SOURCE "/* gridloom\n[launch]\nblock=4,4\n*/\n");
}

static void
type_find (Fixture    *fixture,
           const char *text)
{
  GtkWidget *entry = loom_test_find (GTK_WIDGET (fixture->find), GTK_TYPE_ENTRY, NULL);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
}

static gboolean
is_counted (gpointer data)
{
  const char *summary = loom_find_bar_get_summary (data);

  return strstr (summary, " of ") != NULL || strcmp (summary, "None") == 0;
}

static void
assert_match (Fixture    *fixture,
              const char *summary,
              int         offset)
{
  GtkTextIter start;

  loom_test_wait_until (is_counted, fixture->find, "the matches to be counted");
  g_assert_cmpstr (loom_find_bar_get_summary (fixture->find), ==, summary);
  gtk_text_buffer_get_selection_bounds (fixture->buffer, &start, NULL);
  g_assert_cmpint (gtk_text_iter_get_offset (&start), ==, offset);
}

static void
test_find_counts_and_goes_round (Fixture       *fixture,
                                 gconstpointer  data)
{
  loom_session_set_text (fixture->session, "aB ab x AB\n", -1);
  loom_editor_pane_find (fixture->editor, FALSE);
  type_find (fixture, "ab");
  assert_match (fixture, "1 of 3", 0);
  gtk_widget_activate_action (GTK_WIDGET (fixture->find), "find.next", NULL);
  assert_match (fixture, "2 of 3", 3);
  gtk_widget_activate_action (GTK_WIDGET (fixture->find), "find.previous", NULL);
  gtk_widget_activate_action (GTK_WIDGET (fixture->find), "find.previous", NULL);
  assert_match (fixture, "3 of 3", 8);

  gtk_widget_activate_action (GTK_WIDGET (fixture->find), "find.case-sensitive", NULL);
  gtk_widget_activate_action (GTK_WIDGET (fixture->find), "find.next", NULL);
  assert_match (fixture, "1 of 1", 3);
}

/* Where the colour of the match begins that is gone to, above that of all others; -1: nowhere. */
static int
find_coloured (Fixture *fixture)
{
  GtkTextTagTable *tags = gtk_text_buffer_get_tag_table (fixture->buffer);
  GtkTextTag *tag = gtk_text_tag_table_lookup (tags, "loom-present-match");
  GtkTextIter iter;

  g_assert_nonnull (tag);
  gtk_text_buffer_get_start_iter (fixture->buffer, &iter);
  if (!gtk_text_iter_starts_tag (&iter, tag)
      && !(gtk_text_iter_forward_to_tag_toggle (&iter, tag) && gtk_text_iter_starts_tag (&iter, tag)))
    return -1;
  g_assert_cmpint (gtk_text_tag_get_priority (tag), ==, gtk_text_tag_table_get_size (tags) - 1);
  return gtk_text_iter_get_offset (&iter);
}

static void
test_the_match_gone_to_has_a_colour (Fixture       *fixture,
                                     gconstpointer  data)
{
  loom_session_set_text (fixture->session, "aB ab x AB\n", -1);
  loom_editor_pane_find (fixture->editor, FALSE);
  type_find (fixture, "ab");
  assert_match (fixture, "1 of 3", 0);
  g_assert_cmpint (find_coloured (fixture), ==, 0);
  gtk_widget_activate_action (GTK_WIDGET (fixture->find), "find.next", NULL);
  assert_match (fixture, "2 of 3", 3);
  g_assert_cmpint (find_coloured (fixture), ==, 3);
  loom_find_bar_close (fixture->find);
  g_assert_cmpint (find_coloured (fixture), ==, -1);
}

/* Of the buttons of an action. */
static void
assert_pressable (GtkWidget  *parent,
                  const char *action,
                  gboolean    expected)
{
  for (GtkWidget *child = gtk_widget_get_first_child (parent); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_BUTTON (child)
        && g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (child)), action) == 0)
      g_assert_cmpint (gtk_widget_is_sensitive (child), ==, expected);
    else
      assert_pressable (child, action, expected);
}

static void
test_what_is_not_there_is_neither_gone_to_nor_replaced (Fixture       *fixture,
                                                        gconstpointer  data)
{
  static const struct
  {
    const char *text, *summary;
    int         offset;
  } rows[] = { { "ab", "1 of 2", 0 }, { "abc", "None", 0 }, { "x", "1 of 1", 6 } };
  static const char * const actions[]
      = { "find.next", "find.previous", "find.replace", "find.replace-all" };

  loom_session_set_text (fixture->session, "ab ab x\n", -1);
  loom_editor_pane_find (fixture->editor, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      type_find (fixture, rows[i].text);
      assert_match (fixture, rows[i].summary, rows[i].offset);
      for (guint k = 0; k < G_N_ELEMENTS (actions); k++)
        assert_pressable (GTK_WIDGET (fixture->find), actions[k],
                          strcmp (rows[i].summary, "None") != 0);
    }
}

static void
test_find_takes_expressions (Fixture       *fixture,
                             gconstpointer  data)
{
  GtkWidget *entry = loom_test_find (GTK_WIDGET (fixture->find), GTK_TYPE_ENTRY, NULL);

  loom_session_set_text (fixture->session, "a1 b22 c\n", -1);
  loom_editor_pane_find (fixture->editor, FALSE);
  gtk_widget_activate_action (GTK_WIDGET (fixture->find), "find.regex", NULL);
  type_find (fixture, "[a-z]\\d+");
  assert_match (fixture, "1 of 2", 0);
  type_find (fixture, "[a-z");
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  g_assert_nonnull (gtk_widget_get_tooltip_text (entry));
}

static void
test_replace (Fixture       *fixture,
              gconstpointer  data)
{
  GtkWidget *entry, *replacement;

  loom_session_set_text (fixture->session, "ab ab ab\n", -1);
  loom_editor_pane_find (fixture->editor, TRUE);
  entry = loom_test_find (GTK_WIDGET (fixture->find), GTK_TYPE_ENTRY, NULL);
  for (replacement = gtk_widget_get_next_sibling (entry); !GTK_IS_ENTRY (replacement);
       replacement = gtk_widget_get_next_sibling (replacement))
    ;
  g_assert_true (gtk_widget_get_visible (replacement));
  gtk_editable_set_text (GTK_EDITABLE (replacement), "x");
  type_find (fixture, "ab");
  assert_match (fixture, "1 of 3", 0);
  gtk_widget_activate_action (GTK_WIDGET (fixture->find), "find.replace", NULL);
  assert_text (fixture, "x ab ab\n");
  gtk_widget_activate_action (GTK_WIDGET (fixture->find), "find.replace-all", NULL);
  assert_text (fixture, "x x x\n");
  g_assert_true (gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (fixture->editor))) ==
                 GTK_WIDGET (loom_test_find (GTK_WIDGET (fixture->editor), GTK_SOURCE_TYPE_VIEW, NULL)));
  gtk_text_buffer_undo (fixture->buffer);
  assert_text (fixture, "x ab ab\n");
}

static int
get_line (Fixture *fixture)
{
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_mark (fixture->buffer, &iter,
                                    gtk_text_buffer_get_insert (fixture->buffer));
  return gtk_text_iter_get_line (&iter) + 1;
}

static void
test_go_to_line (Fixture       *fixture,
                 gconstpointer  data)
{
  GtkWidget *entry = loom_test_find (GTK_WIDGET (fixture->line), GTK_TYPE_ENTRY, NULL);

  loom_editor_pane_go_to_line (fixture->editor);
  gtk_editable_set_text (GTK_EDITABLE (entry), "3");
  g_assert_cmpint (get_line (fixture), ==, 3);
  gtk_editable_set_text (GTK_EDITABLE (entry), "x");
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  g_assert_cmpint (get_line (fixture), ==, 3);
  gtk_editable_set_text (GTK_EDITABLE (entry), "99999999999999999999");
  gtk_editable_set_text (GTK_EDITABLE (entry), "9999");
  g_assert_cmpint (get_line (fixture), ==, gtk_text_buffer_get_line_count (fixture->buffer));

  loom_session_show_line (fixture->session, 2, 12);
  g_assert_cmpint (get_line (fixture), ==, 2);
  loom_session_show_line (fixture->session, 4000, 4000);
}

static guint
count_marks (Fixture *fixture,
             int      line)
{
  GSList *marks = gtk_source_buffer_get_source_marks_at_line (GTK_SOURCE_BUFFER (fixture->buffer),
                                                              line - 1, NULL);
  guint n = g_slist_length (marks);

  g_slist_free (marks);
  return n;
}

static void
test_problems_are_marked (Fixture       *fixture,
                          gconstpointer  data)
{
  loom_session_set_text (fixture->session, SOURCE "/* gridloom\n[launch]\nblok=8,8\n*/\n", -1);
  loom_test_settle ();
  g_assert_cmpuint (g_list_model_get_n_items (loom_session_get_problems (fixture->session)), >, 0);
  g_assert_cmpuint (count_marks (fixture, 5), ==, 1);
  g_assert_cmpuint (count_marks (fixture, 1), ==, 0);
  loom_session_set_text (fixture->session, SOURCE BLOCK, -1);
  loom_test_settle ();
  g_assert_cmpuint (count_marks (fixture, 5), ==, 0);
}

/* What is told where the pointer is over the mark of a line; NULL: it has none. */
static char *
dup_told (Fixture *fixture,
          int      line)
{
  GtkSourceView *view = GTK_SOURCE_VIEW (loom_test_find (GTK_WIDGET (fixture->editor), GTK_SOURCE_TYPE_VIEW, NULL));
  g_autoptr (GSList) marks
      = gtk_source_buffer_get_source_marks_at_line (GTK_SOURCE_BUFFER (fixture->buffer), line - 1, NULL);
  int priority;

  return marks != NULL ? gtk_source_mark_attributes_get_tooltip_text (
                             gtk_source_view_get_mark_attributes (
                                 view, gtk_source_mark_get_category (marks->data), &priority), marks->data)
                       : NULL;
}

static void
test_a_mark_tells_the_problems_of_its_line (Fixture       *fixture,
                                            gconstpointer  data)
{
  g_autofree char *none = NULL, *first = NULL, *second = NULL;

  loom_session_set_text (fixture->session, SOURCE "/* gridloom\n[launch]\nblok=8,8\ngird=4\n*/\n", -1);
  loom_test_settle ();
  none = dup_told (fixture, 4);
  first = dup_told (fixture, 5);
  second = dup_told (fixture, 6);
  g_assert_null (none);
  g_assert_nonnull (strstr (first, "blok"));
  g_assert_null (strstr (first, "gird"));
  g_assert_nonnull (strstr (second, "gird"));
  g_assert_null (strstr (second, "blok"));
}

/* Types as the view does: a line end or a brace, and what the indenter makes of it. */
static void
type (Fixture    *fixture,
      const char *text)
{
  GtkSourceView *view = GTK_SOURCE_VIEW (loom_test_find (GTK_WIDGET (fixture->editor),
                                                     GTK_SOURCE_TYPE_VIEW, NULL));
  GtkSourceIndenter *indenter = gtk_source_view_get_indenter (view);

  g_assert_true (gtk_source_view_get_auto_indent (view));
  for (const char *c = text; *c != '\0'; c++)
    {
      const guint key = *c == '\n' ? GDK_KEY_Return : gdk_unicode_to_keyval ((guint) *c);
      GtkTextIter iter;
      gboolean triggers;

      gtk_text_buffer_insert_at_cursor (fixture->buffer, c, 1);
      gtk_text_buffer_get_iter_at_mark (fixture->buffer, &iter,
                                        gtk_text_buffer_get_insert (fixture->buffer));
      triggers = gtk_source_indenter_is_trigger (indenter, view, &iter, 0, key);
      g_assert_true (triggers == (*c == '\n' || *c == '}'));
      if (triggers)
        gtk_source_indenter_indent (indenter, view, &iter);
    }
}

static void
test_lines_are_indented (Fixture       *fixture,
                         gconstpointer  data)
{
  gtk_text_buffer_set_text (fixture->buffer, "", -1);
  type (fixture, "void f ()\n{\nif (a)\n  {  // {\nb (\"{\");\n}\n");
  assert_text (fixture, "void f ()\n{\n  if (a)\n    {  // {\n      b (\"{\");\n    }\n    ");
  type (fixture, "}\nint c; // {\nint d;");
  assert_text (fixture, "void f ()\n{\n  if (a)\n    {  // {\n      b (\"{\");\n    }\n}\n"
                        "int c; // {\nint d;");
}

/* A line that is put before an indented one takes nothing from it. */
static void
test_blanks_behind_the_cursor_stay (Fixture       *fixture,
                                    gconstpointer  data)
{
  GtkTextIter start;

  gtk_text_buffer_set_text (fixture->buffer, "    int a;\n", -1);
  gtk_text_buffer_get_start_iter (fixture->buffer, &start);
  gtk_text_buffer_place_cursor (fixture->buffer, &start);
  type (fixture, "\n");
  assert_text (fixture, "\n    int a;\n");
}

static void
put_cursor (Fixture *fixture,
            int      offset)
{
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_offset (fixture->buffer, &iter, offset);
  gtk_text_buffer_place_cursor (fixture->buffer, &iter);
}

static void
test_comparisons_are_no_brackets (Fixture       *fixture,
                                  gconstpointer  data)
{
  GtkSourceBuffer *buffer = GTK_SOURCE_BUFFER (fixture->buffer);

  gtk_text_buffer_set_text (fixture->buffer, "if (a < b && c > d)", -1);
  put_cursor (fixture, 3);
  g_assert_true (gtk_source_buffer_get_highlight_matching_brackets (buffer));
  put_cursor (fixture, 6);
  g_assert_false (gtk_source_buffer_get_highlight_matching_brackets (buffer));
  put_cursor (fixture, 7);
  g_assert_false (gtk_source_buffer_get_highlight_matching_brackets (buffer));
  put_cursor (fixture, 8);
  g_assert_true (gtk_source_buffer_get_highlight_matching_brackets (buffer));
  put_cursor (fixture, 16);
  g_assert_false (gtk_source_buffer_get_highlight_matching_brackets (buffer));
  put_cursor (fixture, 19);
  g_assert_true (gtk_source_buffer_get_highlight_matching_brackets (buffer));
}

/* What is said of the name at a place: "" where nothing is known of it. */
static void
assert_meaning (Fixture    *fixture,
                const char *at,
                const char *expected)
{
  GtkLabel *label = GTK_LABEL (gtk_widget_get_template_child (GTK_WIDGET (fixture->editor), LOOM_TYPE_EDITOR_PANE,
                                                              "meaning"));
  g_autofree char *text = NULL;
  const char *found;
  GtkTextIter place;

  g_object_get (fixture->buffer, "text", &text, NULL);
  found = strstr (text, at);
  g_assert_nonnull (found);
  gtk_text_buffer_get_iter_at_offset (GTK_TEXT_BUFFER (fixture->buffer), &place, (int) (found - text));
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (fixture->buffer), &place);
  gtk_label_set_label (label, "");
  g_assert_cmpint (loom_editor_pane_explain (fixture->editor), ==, *expected != '\0');
  g_assert_cmpstr (gtk_label_get_label (label), ==, expected);
}

static void
assert_cursor (Fixture *fixture,
               int      line,
               int      column)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (fixture->buffer);
  GtkTextIter place;

  gtk_text_buffer_get_iter_at_mark (buffer, &place, gtk_text_buffer_get_insert (buffer));
  g_assert_cmpint (gtk_text_iter_get_line (&place) + 1, ==, line);
  g_assert_cmpint (gtk_text_iter_get_line_offset (&place) + 1, ==, column);
}

static void
test_names (Fixture       *fixture,
            gconstpointer  unused)
{
  gtk_window_present (GTK_WINDOW (fixture->window));
  loom_session_set_text (fixture->session,
                         "#define EDGE 4\n"
                         "  __device__ int twice (int a) { return 2 * a; }\n"
                         "__global__ void k (int *f) { f[threadIdx.x] = twice (EDGE) + other; }\n"
                         "/* gridloom\n[launch]\nblock=4\nmanual-grid=true\n[arg f]\n shape = 4\n*/\n", -1);
  assert_meaning (fixture, "threadIdx", "Where a thread is in its block: .x .y .z");
  assert_meaning (fixture, "Idx.x", "Where a thread is in its block: .x .y .z");
  assert_meaning (fixture, ".x]", "Where a thread is in its block: .x .y .z");
  assert_meaning (fixture, "EDGE) +", "Line 1: #define EDGE 4");
  assert_meaning (fixture, "twice (EDGE", "Line 2: __device__ int twice (int a) { return 2 * a; }");
  assert_meaning (fixture, "twice (int", "");
  assert_meaning (fixture, "other", "");
  assert_meaning (fixture, " = twice", "");
  assert_meaning (fixture, "block=", "Threads of a block: x, x,y or x,y,z");
  assert_meaning (fixture, "grid=true", "true: the grid is meant as it is, and nobody warns that it covers less");
  assert_meaning (fixture, "launch]", "How the kernel is launched, or the one that is named");
  assert_meaning (fixture, "shape = 4", "Shape of the array: cells, or rows,columns, or planes,rows,columns; rows, cols, "
                                       "planes and size are the main array’s");
  assert_meaning (fixture, "true", "");

  /* to where it is defined, and back, as often as one went */
  assert_meaning (fixture, "EDGE) +", "Line 1: #define EDGE 4");
  g_assert_false (loom_editor_pane_go_back (fixture->editor));
  g_assert_true (loom_editor_pane_go_to_definition (fixture->editor));
  assert_cursor (fixture, 1, 9);
  assert_meaning (fixture, "ice (EDGE", "Line 2: __device__ int twice (int a) { return 2 * a; }");
  g_assert_true (loom_editor_pane_go_to_definition (fixture->editor));
  assert_cursor (fixture, 2, 18);
  g_assert_true (loom_editor_pane_go_back (fixture->editor));
  assert_cursor (fixture, 3, 49);
  g_assert_true (loom_editor_pane_go_back (fixture->editor));
  assert_cursor (fixture, 3, 54);
  g_assert_false (loom_editor_pane_go_back (fixture->editor));
  assert_meaning (fixture, "other", "");
  g_assert_false (loom_editor_pane_go_to_definition (fixture->editor));
}

int
main (int   argc,
      char *argv[])
{
  static const struct
  {
    const char *path;
    void (* test) (Fixture *fixture, gconstpointer data);
  } tests[] = {
    { "/app/editor/counters-of-a-profile", test_counters },
    { "/app/editor/text-goes-both-ways", test_text_goes_both_ways },
    { "/app/editor/setting-is-one-undo-step", test_setting_is_one_undo_step },
    { "/app/editor/drag-is-one-undo-step", test_drag_is_one_undo_step },
    { "/app/editor/typing-is-seen-by-the-next-setting", test_typing_is_seen_by_the_next_setting },
    { "/app/editor/find-counts-and-goes-round", test_find_counts_and_goes_round },
    { "/app/editor/the-match-gone-to-has-a-colour", test_the_match_gone_to_has_a_colour },
    { "/app/editor/find-takes-expressions", test_find_takes_expressions },
    { "/app/editor/what-is-not-there-is-neither-gone-to-nor-replaced",
      test_what_is_not_there_is_neither_gone_to_nor_replaced },
    { "/app/editor/replace", test_replace },
    { "/app/editor/names-are-explained-and-gone-to", test_names },
    { "/app/editor/go-to-line", test_go_to_line },
    { "/app/editor/problems-are-marked", test_problems_are_marked },
    { "/app/editor/a-mark-tells-the-problems-of-its-line", test_a_mark_tells_the_problems_of_its_line },
    { "/app/editor/lines-are-indented", test_lines_are_indented },
    { "/app/editor/blanks-behind-the-cursor-stay", test_blanks_behind_the_cursor_stay },
    { "/app/editor/comparisons-are-no-brackets", test_comparisons_are_no_brackets },
  };

  gtk_test_init (&argc, &argv);
  adw_init ();
  gtk_source_init ();
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
