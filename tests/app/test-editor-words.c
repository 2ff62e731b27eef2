/* test-editor-words.c: the words that complete one in the editor: which there are where, what is told of them, and what
 * comes of one that is taken
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-app-test.h"
#include "loom-editor-pane.h"
#include "window-fixture.h"

#include <gtksourceview/gtksource.h>
#include <string.h>

#define KERNEL \
  "#define TWICE(x) (2 * (x))\n" \
  "__global__ void thrice (float *f, int thresh)\n" \
  "{\n" \
  "  |\n" \
  "}\n"

typedef LoomTestWindow Fixture;

static GtkWidget *
get_view (Fixture *fixture)
{
  return loom_test_find (loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_EDITOR_PANE, NULL),
                         GTK_SOURCE_TYPE_VIEW, NULL);
}

static GtkTextBuffer *
get_buffer (Fixture *fixture)
{
  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (get_view (fixture)));
}

static void
set_up (Fixture       *fixture,
        gconstpointer  application)
{
  loom_test_window_set_up (fixture, application);
  gtk_window_present (GTK_WINDOW (fixture->window));
  loom_test_wait_until (loom_test_is_mapped, get_view (fixture), "the editor");
  gtk_widget_grab_focus (get_view (fixture));
  loom_test_settle ();
}

/* A document in which a text stands in place of the bar, with the cursor behind it. */
static void
write_text (Fixture    *fixture,
            const char *document,
            const char *text)
{
  const char *bar = strchr (document, '|');
  g_autofree char *before = g_strndup (document, (gsize) (bar - document));
  g_autofree char *all = g_strconcat (before, text, bar + 1, NULL);
  GtkTextIter iter;

  gtk_text_buffer_set_text (get_buffer (fixture), all, -1);
  gtk_text_buffer_get_iter_at_offset (get_buffer (fixture), &iter,
                                      (int) (g_utf8_strlen (before, -1) + g_utf8_strlen (text, -1)));
  gtk_text_buffer_place_cursor (get_buffer (fixture), &iter);
  loom_test_settle ();
}

static void
assert_text (Fixture    *fixture,
             const char *document,
             const char *text)
{
  g_auto (GStrv) parts = g_strsplit (document, "|", 2);
  g_autofree char *expected = g_strjoinv (text, parts);

  loom_test_assert_text (get_view (fixture), expected);
}

/* What a screen reader is told of the words. */
static char *
dup_told (Fixture *fixture)
{
  return loom_test_dup_spoken (get_view (fixture), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}

typedef struct
{
  Fixture    *fixture;
  const char *expected;
} Told;

static gboolean
is_told (gpointer data)
{
  const Told *told = data;
  g_autofree char *text = dup_told (told->fixture);

  return g_strcmp0 (text, told->expected) == 0;
}

static void
tell (GString  *text,
      gpointer  data)
{
  g_autofree char *told = dup_told (((Told *) data)->fixture);

  g_string_append_printf (text, "what is told: “%s”\n", told);
}

static void
wait_for (Fixture    *fixture,
          const char *expected)
{
  Told told = { fixture, expected };

  loom_test_add_witness (tell, &told);
  loom_test_wait_until (is_told, &told, expected);
  loom_test_remove_witness (&told);
}

/* The key for help with a word, Ctrl+Space. */
static void
ask (Fixture    *fixture,
     const char *document,
     const char *text,
     const char *told)
{
  write_text (fixture, document, text);
  g_signal_emit_by_name (get_view (fixture), "show-completion");
  wait_for (fixture, told);
}

static void
press (Fixture *fixture,
       guint    key)
{
  GtkWidget *list = loom_test_find (get_view (fixture), g_type_from_name ("GtkSourceCompletionListBox"), NULL);

  g_assert_nonnull (list);
  g_assert_true (loom_test_press (list, key, 0));
}

/* Of words that were asked for the first one is chosen; the one that is chosen last is taken. */
static void
take (Fixture           *fixture,
      const char        *document,
      const char * const words[],
      const char        *taken)
{
  for (guint i = 0; words[i] != NULL; i++)
    {
      if (i > 0)
        press (fixture, GDK_KEY_Down);
      wait_for (fixture, words[i]);
    }
  press (fixture, GDK_KEY_Return);
  loom_test_settle ();
  assert_text (fixture, document, taken);
}

static void
test_words_of_the_source (Fixture       *fixture,
                          gconstpointer  unused)
{
  static const char * const all[]
      = { "thrice, function", "thresh, variable",
          "threadIdx, CUDA: Where a thread is in its block: .x .y .z", NULL };
  static const char * const first[] = { "TWICE, macro", NULL };

  ask (fixture, KERNEL, "thr", all[0]);
  take (fixture, KERNEL, all, "threadIdx");
  ask (fixture, KERNEL, "tw", first[0]);
  take (fixture, KERNEL, first, "TWICE");
}

static void
test_a_snippet_is_written_out (Fixture       *fixture,
                               gconstpointer  unused)
{
  static const char * const words[] = { "index, snippet: The number of a thread in the grid", NULL };

  /* all of its name is typed, and it is to come yet */
  ask (fixture, KERNEL, "index", words[0]);
  take (fixture, KERNEL, words, "int i = blockIdx.x * blockDim.x + threadIdx.x;\n  ");
}

static void
type (Fixture    *fixture,
      const char *document,
      const char *text)
{
  write_text (fixture, document, "");
  for (const char *letter = text; *letter != '\0'; letter++)
    {
      const char typed[] = { *letter, '\0' };

      g_signal_emit_by_name (get_view (fixture), "insert-at-cursor", typed);
    }
}

/* Three letters are enough where nobody asks; in a comment somebody has to. */
static void
test_words_come_unasked (Fixture       *fixture,
                         gconstpointer  unused)
{
  type (fixture, KERNEL, "thr");
  wait_for (fixture, "3 words complete this; Tab takes the first one, Down chooses");
  ask (fixture, "// |\n__global__ void thrice (float *f) { }\n", "thr", "thrice, function");
}

/* Of what came unasked none is chosen: a tabulator takes the first one all the same, and says so beside it. */
static void
test_a_tabulator_takes_the_first (Fixture       *fixture,
                                  gconstpointer  unused)
{
  GtkWidget *pane = loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_EDITOR_PANE, NULL);

  type (fixture, KERNEL, "thre");
  wait_for (fixture, "2 words complete this; Tab takes the first one, Down chooses");
  loom_test_wait_for_labels (get_view (fixture), "thresh | variable · Tab | threadIdx | CUDA");
  g_assert_true (loom_test_press_in (pane, GDK_KEY_Tab, 0));
  assert_text (fixture, KERNEL, "thresh");
  /* where there is no list it is the text's */
  g_assert_false (loom_test_press_in (pane, GDK_KEY_Tab, 0));
}

/* A call in a line that is being typed looks like a declaration of a variable. */
static void
test_words_of_cuda_are_listed_once (Fixture       *fixture,
                                    gconstpointer  unused)
{
  ask (fixture, "__global__ void thrice (float *f)\n{\n  and writes\n  __syncthreads ();\n  |\n}\n", "__syncthr",
       "__syncthreads, CUDA: Waits until all threads of the block have arrived; what they wrote before is visible afterwards");
}

#define SETTINGS "__global__ void fill (float *f) { }\n/* gridloom\n%s*/\n"

static void
test_words_of_settings (Fixture       *fixture,
                        gconstpointer  unused)
{
  static const struct { const char *settings, *typed, *word, *taken; } rows[] = {
    { "[|\n", "la", "launch, group: How the kernel is launched, or the one that is named", "launch" },
    { "[launch]\n|\n", "gr", "grid, setting: Blocks of the grid: x, x,y or x,y,z; auto: as many as cover the range", "grid" },
    { "[view]\ncolormap=|\n", "ci", "cividis, value", "cividis" },
    { "[launch]\nkernel=|\n", "fi", "fill, function", "fill" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *document = g_strdup_printf (SETTINGS, rows[i].settings);
      const char * const words[] = { rows[i].word, NULL };

      ask (fixture, document, rows[i].typed, rows[i].word);
      take (fixture, document, words, rows[i].taken);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GtkApplication) application = loom_test_application_new (&argc, &argv);

#define ADD(path, function) \
  g_test_add ("/app/editor-words/" path, Fixture, application, set_up, function, loom_test_window_tear_down)
  ADD ("of-the-source", test_words_of_the_source);
  ADD ("a-snippet-is-written-out", test_a_snippet_is_written_out);
  ADD ("unasked", test_words_come_unasked);
  ADD ("a-tabulator-takes-the-first", test_a_tabulator_takes_the_first);
  ADD ("of-cuda-are-listed-once", test_words_of_cuda_are_listed_once);
  ADD ("of-settings", test_words_of_settings);
#undef ADD
  return g_test_run ();
}
