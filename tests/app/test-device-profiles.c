/* test-device-profiles.c: the window of device profiles: what it lists, and a copy through all of its life
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-action.h"
#include "loom-app-test.h"
#include "loom-device-profiles-window.h"
#include "loom-field-row.h"
#include "mocked-runner.h"
#include "window-fixture.h"

#include <glib/gstdio.h>

#define THREADS "Threads of a block, at most"
#define SHARED "Shared memory of a block that asks for more"
#define NONE_YET "None yet: open a profile below and make a copy of it."
#define SIZES "Sizes that its shared memory can have"
#define GUIDE "CUDA Programming Guide 13, “Compute Capabilities”, table “"
#define TABLE GUIDE "Device and Streaming Multiprocessor Information”"

/* Of a copy of a profile: its window, and what is said of its threads. */
#define COPY "GeForce RTX 4090 (copy)/Your own, changed: back _Save Use- Make a _Copy- _Export…- _Delete-;"
#define RANGE "threads-per-block: 32 to 1024\n"
#define AS_BASE "1024, ; " RANGE "1024, as in GeForce RTX 4090: " TABLE
#define OWN RANGE "Your own; 1024 in GeForce RTX 4090: " TABLE
#define CONTRADICTION \
  "shared-per-block-most + shared-reserved is 201024, which is more than shared, 102400: lower the one, or " \
  "raise the other"
#define SAVED \
  "[device]\nname=Our board\nbased-on=rtx-4090\nthreads-per-block=512\n" \
  "[sources]\nthreads-per-block=tried on our board\n"

typedef struct
{
  LoomSession *session;
  GtkWidget   *window;          /* NULL once it is closed */
  char        *folder;          /* of the user's profiles */
} Fixture;

static char *
get_folder (void)
{
  return g_build_filename (g_get_user_config_dir (), "gridloom", "devices", NULL);
}

/* The folder is read as it is then. */
static void
open_window (Fixture *fixture)
{
  fixture->session = loom_session_new ();
  fixture->window = GTK_WIDGET (loom_device_profiles_window_new (NULL, fixture->session));
  g_object_add_weak_pointer (G_OBJECT (fixture->window), (gpointer *) &fixture->window);
  gtk_window_present (GTK_WINDOW (fixture->window));
  loom_test_settle ();
}

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  fixture->folder = get_folder ();
  g_assert_cmpint (g_mkdir_with_parents (fixture->folder, 0700), ==, 0);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  if (fixture->window != NULL)
    gtk_window_destroy (GTK_WINDOW (fixture->window));
  loom_test_settle ();
  g_assert_null (fixture->window);
  g_assert_finalize_object (fixture->session);
  loom_test_remove (fixture->folder);
  g_free (fixture->folder);
}

/* -- What is seen -- */

/* All labels that are seen below a widget. */
static void
add_texts (GtkWidget *widget,
           GString   *text)
{
  const char *words = NULL;

  if (!gtk_widget_get_mapped (widget))
    return;
  if (GTK_IS_LABEL (widget))
    words = gtk_label_get_text (GTK_LABEL (widget));
  else if (GTK_IS_INSCRIPTION (widget))
    words = gtk_inscription_get_text (GTK_INSCRIPTION (widget));
  if (words != NULL && *words != '\0')
    g_string_append_printf (text, "%s%s", text->len > 0 ? " | " : "", words);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    add_texts (child, text);
}

static void
add_buttons (GtkWidget *widget,
             GString   *text)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if (GTK_IS_BUTTON (widget))
    {
      const char *action = gtk_actionable_get_action_name (GTK_ACTIONABLE (widget));
      const char *label = gtk_button_get_label (GTK_BUTTON (widget));

      if (action != NULL && g_str_has_prefix (action, "profiles."))
        g_string_append_printf (text, "%s%s%s", text->len > 0 ? " " : "",
                                label != NULL ? label : action + strlen ("profiles."),
                                gtk_widget_is_sensitive (widget) ? "" : "-");
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    add_buttons (child, text);
}

static GtkWidget *
get_part (Fixture    *fixture,
          const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (fixture->window, LOOM_TYPE_DEVICE_PROFILES_WINDOW,
                                                    name));
}

/* Title, subtitle, buttons (- those that do nothing) and what can't be saved. */
static void
assert_window (Fixture    *fixture,
               const char *expected)
{
  AdwWindowTitle *heading = ADW_WINDOW_TITLE (get_part (fixture, "heading"));
  GtkLabel *message = GTK_LABEL (get_part (fixture, "message"));
  g_autoptr (GString) buttons = g_string_new (NULL);
  g_autofree char *text = NULL;

  loom_test_settle ();
  add_buttons (fixture->window, buttons);
  text = g_strdup_printf ("%s/%s: %s; %s", adw_window_title_get_title (heading),
                          adw_window_title_get_subtitle (heading), buttons->str,
                          gtk_label_get_label (message));
  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpint (gtk_widget_has_css_class (GTK_WIDGET (message), "error"), ==,
                   *gtk_label_get_label (message) != '\0');
  g_assert_cmpstr (gtk_widget_get_tooltip_text (GTK_WIDGET (message)), ==,
                   *gtk_label_get_label (message) != '\0' ? gtk_label_get_label (message) : NULL);
}

static char *
dup_texts (GtkWidget *widget)
{
  GString *text = g_string_new (NULL);

  loom_test_settle ();
  add_texts (widget, text);
  return g_string_free (text, FALSE);
}

static void
assert_texts (GtkWidget  *widget,
              const char *expected)
{
  g_autofree char *text = dup_texts (widget);

  g_assert_cmpstr (text, ==, expected);
}

static GtkWidget *
find_row (Fixture    *fixture,
          const char *title)
{
  GtkWidget *row = loom_test_find (fixture->window, ADW_TYPE_PREFERENCES_ROW, title);

  g_assert_nonnull (row);
  return row;
}

static LoomField *
get_field (Fixture    *fixture,
           const char *title)
{
  return loom_field_row_get_field (LOOM_FIELD_ROW (find_row (fixture, title)));
}

static void
find_field (GtkWidget  *widget,
            LoomField  *other,
            LoomField **found)
{
  if (LOOM_IS_FIELD (widget) && widget != GTK_WIDGET (other))
    *found = LOOM_FIELD (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    find_field (child, other, found);
}

/* Of a figure: where it is from. */
static LoomField *
get_source (Fixture    *fixture,
            const char *title)
{
  LoomField *source = NULL;

  find_field (find_row (fixture, title), get_field (fixture, title), &source);
  g_assert_nonnull (source);
  return source;
}

static GtkWidget *
get_reset (Fixture    *fixture,
           const char *title)
{
  return loom_test_find (find_row (fixture, title), GTK_TYPE_BUTTON, NULL);
}

/* A figure: its number, its source, whether that can be typed and the figure be taken back, and the row's note. */
static void
assert_figure (Fixture    *fixture,
               const char *title,
               const char *expected)
{
  LoomField *source = get_source (fixture, title);
  g_autofree char *words = dup_texts (loom_test_find (find_row (fixture, title),
                                                      g_type_from_name ("LoomFieldNote"), NULL));
  g_autofree char *text
      = g_strdup_printf ("%s, %s%s%s; %s", loom_field_get_text (get_field (fixture, title)),
                         loom_field_get_text (source),
                         gtk_widget_get_sensitive (GTK_WIDGET (source)) ? " typed" : "",
                         gtk_widget_get_sensitive (get_reset (fixture, title)) ? " reset" : "",
                         words);

  g_assert_cmpstr (text, ==, expected);
}

static void
assert_about (Fixture    *fixture,
              const char *expected)
{
  GtkWidget *view = get_part (fixture, "view");

  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (gtk_widget_get_template_child (
                       view, G_OBJECT_TYPE (view), "about"))), ==, expected);
}

/* A file of the user's without empty lines; NULL: it is not there. */
static void
assert_file (Fixture    *fixture,
             const char *name,
             const char *expected)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) parts = NULL;
  g_autofree char *dense = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  parts = text != NULL ? g_strsplit (text, "\n\n", -1) : NULL;
  dense = parts != NULL ? g_strjoinv ("\n", parts) : NULL;
  g_assert_cmpstr (dense, ==, expected);
}

/* -- What is done -- */

static void
act (Fixture    *fixture,
     const char *action)
{
  g_assert_true (gtk_widget_activate_action (fixture->window, action, NULL));
  loom_test_settle ();
}

static void
open_row (Fixture    *fixture,
          const char *title)
{
  GtkWidget *row = find_row (fixture, title);

  g_signal_emit_by_name (row, "activate");
  loom_test_settle ();
}

static void
type (LoomField  *field,
      const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (field), text);
  loom_test_settle ();
}

/* The same, and Enter. */
static void
enter (LoomField  *field,
       const char *text)
{
  type (field, text);
  g_signal_emit_by_name (field, "activate");
  loom_test_settle ();
}

static void
close_window (Fixture *fixture)
{
  gtk_window_close (GTK_WINDOW (fixture->window));
  loom_test_settle ();
}

static void
assert_used (Fixture    *fixture,
             const char *expected)
{
  g_autofree char *id = NULL;

  g_object_get (loom_session_get_run_settings (fixture->session), "device-profile", &id, NULL);
  g_assert_cmpstr (id, ==, expected);
}

/* -- Tests -- */

static void
test_list (Fixture       *fixture,
           gconstpointer  unused)
{
  GtkWidget *rows;

  open_window (fixture);
  rows = get_part (fixture, "rows");
  assert_window (fixture, "Device Profiles/: _Import…; ");
  assert_texts (find_row (fixture, "NVIDIA T4"), "NVIDIA T4 | t4, compute capability 7.5");
  g_assert_true (loom_test_says (rows, NONE_YET));
  g_assert_false (loom_test_says (rows, "Can’t be read"));

  /* what is built in is only looked at */
  open_row (fixture, "NVIDIA T4");
  assert_window (fixture, "NVIDIA T4/Built in: back Use Make a _Copy _Export…- _Delete-; ");
  assert_about (fixture, "NVIDIA T4 is built in and can’t be changed. Make a copy: its figures are "
                         "yours to change.");
  assert_texts (find_row (fixture, THREADS), THREADS " | " TABLE " | 1024");
  assert_texts (find_row (fixture, SIZES), SIZES " | " GUIDE "Shared Memory Capacity” | 32.0 KiB, 64.0 KiB");
  g_assert_null (loom_test_find (fixture->window, g_type_from_name ("LoomFigureRow"), NULL));
  assert_used (fixture, "rtx-3060");
  act (fixture, "profiles.use");
  assert_used (fixture, "t4");
  assert_window (fixture, "NVIDIA T4/Built in: back In Use- Make a _Copy _Export…- _Delete-; ");
  act (fixture, "win.undo");
  act (fixture, "profiles.back");
  assert_window (fixture, "Device Profiles/: _Import…; ");

  open_row (fixture, "NVIDIA B200");
  assert_window (fixture, "NVIDIA B200/Built in: back Use Make a _Copy _Export…- _Delete-; ");
  assert_texts (find_row (fixture, "Clock"), "Clock | not told");
  close_window (fixture);
  g_assert_null (fixture->window);
}

/* Files that were there before: those that are none say why, and a name that is taken gets a number. */
static void
test_own_files (Fixture       *fixture,
                gconstpointer  unused)
{
  g_autofree char *good = loom_test_write (fixture->folder, "mine.ini",
                                           "[device]\nname=Mine <1>\nbased-on=t4\n");
  g_autofree char *bad = loom_test_write (fixture->folder, "bad.ini", "[device]\nname=Bad\n");
  g_autofree char *words = NULL, *about = NULL;
  GtkWidget *rows;

  open_window (fixture);
  rows = get_part (fixture, "rows");
  g_assert_false (loom_test_says (rows, NONE_YET));
  assert_texts (find_row (fixture, "Mine <1>"), "Mine <1> | mine, compute capability 7.5");
  words = g_strdup_printf ("Can’t be read | The device in %s is left out: it has no based-on in its group [device]: "
                           "the "
                           "profile that it is like, as 8.9 or rtx-4090", bad);
  assert_texts (find_row (fixture, "Can’t be read"), words);
  g_assert_false (gtk_list_box_row_get_activatable (GTK_LIST_BOX_ROW (find_row (fixture, "Can’t be read"))));

  open_row (fixture, "Mine <1>");
  assert_window (fixture, "Mine <1>/Your own: back _Save Use Make a _Copy _Export… _Delete; ");
  about = g_strdup_printf ("Your own, in %s. What you leave as it is follows NVIDIA T4.", good);
  assert_about (fixture, about);
  act (fixture, "profiles.copy");
  assert_window (fixture, "Mine <1> (copy)/Your own, changed: back _Save Use- Make a _Copy- _Export…- _Delete-; ");
  g_assert_cmpstr (loom_field_get_text (get_field (fixture, "Id")), ==, "mine-1-copy");
  enter (get_field (fixture, "Id"), "mine");
  g_assert_cmpstr (loom_field_get_reason (get_field (fixture, "Id")), ==,
                   "there is a profile “mine” already; call this one something else");
  act (fixture, "profiles.save");
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (fixture->window)),
                                         GTK_WIDGET (get_field (fixture, "Id"))));
  loom_test_answer ("The profile was not saved", "there is a profile “mine” already; call this one something else", "close");
  assert_file (fixture, "mine-1-copy.ini", NULL);
}

/* A copy: wrong and mended, undone and done again, saved, renamed, used. */
static void
test_copy (Fixture       *fixture,
           gconstpointer  unused)
{
  g_autofree char *long_source = g_strnfill (1000, 'x');
  LoomField *threads, *source;

  open_window (fixture);
  open_row (fixture, "GeForce RTX 4090");
  act (fixture, "profiles.copy");
  assert_window (fixture, COPY " ");
  assert_about (fixture, "Your own, not saved yet. What you leave as it is follows GeForce RTX 4090.");
  g_assert_cmpstr (loom_field_get_text (get_field (fixture, "Id")), ==, "geforce-rtx-4090-copy");
  assert_figure (fixture, THREADS, AS_BASE);

  /* one that is wrong by itself */
  threads = get_field (fixture, THREADS);
  source = get_source (fixture, THREADS);
  type (threads, "many");
  assert_figure (fixture, THREADS, "many, ; threads-per-block is “many”; it takes a whole number from 32 to 1024");
  enter (threads, "512");
  assert_figure (fixture, THREADS, "512,  typed reset; " OWN);
  enter (source, "tried on our board");
  assert_figure (fixture, THREADS, "512, tried on our board typed reset; " OWN);

  /* one that another contradicts */
  enter (get_field (fixture, SHARED), "200000");
  assert_window (fixture, COPY " Can’t be saved yet: " CONTRADICTION);
  assert_figure (fixture, SHARED, "200000,  typed reset; " CONTRADICTION);
  act (fixture, "profiles.save");
  loom_test_answer ("The profile was not saved", CONTRADICTION, "close");
  act (fixture, "win.undo");
  assert_window (fixture, COPY " ");
  act (fixture, "win.redo");
  assert_window (fixture, COPY " Can’t be saved yet: " CONTRADICTION);
  act (fixture, "win.undo");
  assert_figure (fixture, SHARED, "101376, ; shared-per-block-most: 1024 to 16777216\n99.0 KiB, as in GeForce RTX "
                 "4090: CUDA Programming Guide 13, “Compute Capabilities”, table “Memory Information”");

  /* steps back to the first and forth to the last; one more does nothing */
  act (fixture, "win.undo");
  assert_figure (fixture, THREADS, "512,  typed reset; " OWN);
  act (fixture, "win.undo");
  assert_figure (fixture, THREADS, AS_BASE);
  act (fixture, "win.undo");
  act (fixture, "win.redo");
  act (fixture, "win.redo");
  assert_figure (fixture, THREADS, "512, tried on our board typed reset; " OWN);
  act (fixture, "win.redo");
  act (fixture, "win.redo");

  /* a change ends what can be done again */
  act (fixture, "win.undo");
  enter (source, "another");
  act (fixture, "win.redo");
  assert_figure (fixture, THREADS, "512, another typed reset; " OWN);
  assert_figure (fixture, SHARED, "101376, ; shared-per-block-most: 1024 to 16777216\n"
                 "99.0 KiB, as in GeForce RTX 4090: CUDA Programming Guide 13, “Compute Capabilities”, table “Memory "
    "Information”");
  enter (source, "tried on our board");
  type (source, long_source);
  g_assert_cmpstr (loom_field_get_reason (source), ==, "a source is one line of at most 400 characters");
  assert_texts (loom_test_find (find_row (fixture, THREADS), g_type_from_name ("LoomFieldNote"), NULL),
                "a source is one line of at most 400 characters");
  enter (source, "tried on our board");

  /* the button of the row takes both back, and what is only typed */
  type (threads, "77");
  g_signal_emit_by_name (get_reset (fixture, THREADS), "clicked");
  assert_figure (fixture, THREADS, AS_BASE);
  act (fixture, "win.undo");
  assert_figure (fixture, THREADS, "512, tried on our board typed reset; " OWN);

  enter (source, "");
  type (source, "not yet");
  enter (threads, "1024");
  type (threads, "77");
  g_signal_emit_by_name (get_reset (fixture, THREADS), "clicked");
  assert_figure (fixture, THREADS, AS_BASE);
  enter (threads, "512");
  enter (source, "tried on our board");

  enter (get_field (fixture, "Name"), "");
  g_assert_cmpstr (loom_field_get_reason (get_field (fixture, "Name")), ==, "its name has no character, or more than "
                                                     "100");
  enter (get_field (fixture, "Name"), "Our board");
  enter (get_field (fixture, "Id"), "our-board");
  assert_file (fixture, "our-board.ini", NULL);
  act (fixture, "profiles.save");
  assert_window (fixture, "Our board/Your own: back _Save Use Make a _Copy _Export… _Delete; ");
  g_assert_true (loom_test_says (fixture->window, "Saved"));
  assert_file (fixture, "our-board.ini", SAVED);
  act (fixture, "profiles.use");
  assert_used (fixture, "our-board");

  /* what is used stays used under another id */
  enter (get_field (fixture, "Id"), "board-2");
  assert_window (fixture, "Our board/Your own, changed: back _Save In Use- Make a _Copy _Export… _Delete; ");
  assert_used (fixture, "our-board");
  g_assert_true (loom_test_press (GTK_WIDGET (threads), GDK_KEY_s, GDK_CONTROL_MASK));
  loom_test_settle ();
  assert_used (fixture, "board-2");
  assert_window (fixture, "Our board/Your own: back _Save In Use- Make a _Copy _Export… _Delete; ");
  assert_file (fixture, "our-board.ini", NULL);
  assert_file (fixture, "board-2.ini", SAVED);

  /* an empty field is as the button */
  enter (threads, " ");
  assert_figure (fixture, THREADS, AS_BASE);
  assert_window (fixture, "Our board/Your own, changed: back _Save In Use- Make a _Copy _Export… _Delete; ");
  act (fixture, "win.undo");
  assert_window (fixture, "Our board/Your own: back _Save In Use- Make a _Copy _Export… _Delete; ");
  act (fixture, "profiles.back");
  assert_window (fixture, "Device Profiles/: _Import…; ");
  assert_texts (find_row (fixture, "Our board"), "Our board | board-2, compute capability 8.9");
}

/* What is typed is not lost without a question. */
static void
test_leaving (Fixture       *fixture,
              gconstpointer  unused)
{
  static const char heading[] = "Save Changes?";
  static const char body[] = "“Mine” has changes that are not saved. They will be lost if you discard them.";
  g_autofree char *path = loom_test_write (fixture->folder, "mine.ini", "[device]\nname=Mine\nbased-on=t4\n");

  open_window (fixture);
  g_assert_false (loom_test_says (get_part (fixture, "rows"), NONE_YET));
  open_row (fixture, "Mine");
  type (get_field (fixture, THREADS), "256");
  act (fixture, "profiles.back");
  loom_test_answer (heading, body, "cancel");
  g_assert_null (loom_test_find_question ());
  assert_window (fixture, "Mine/Your own, changed: back _Save Use Make a _Copy _Export… _Delete; ");
  act (fixture, "profiles.back");
  loom_test_answer (heading, body, "discard");
  assert_window (fixture, "Device Profiles/: _Import…; ");
  assert_file (fixture, "mine.ini", "[device]\nname=Mine\nbased-on=t4\n");

  /* it begins as its file says */
  open_row (fixture, "Mine");
  assert_window (fixture, "Mine/Your own: back _Save Use Make a _Copy _Export… _Delete; ");
  type (get_field (fixture, THREADS), "256");
  act (fixture, "profiles.back");
  loom_test_answer (heading, body, "save");
  assert_window (fixture, "Device Profiles/: _Import…; ");
  assert_file (fixture, "mine.ini", "[device]\nname=Mine\nbased-on=t4\nthreads-per-block=256\n");

  /* what is refused is not saved, and the window stays as it is */
  open_row (fixture, "Mine");
  enter (get_field (fixture, SHARED), "200000");
  close_window (fixture);
  loom_test_answer (heading, body, "save");
  loom_test_answer ("The profile was not saved", "shared-per-block-most + shared-reserved is 200000, which is more than "
          "shared, 65536: lower the one, or raise the other", "close");
  assert_window (fixture, "Mine/Your own, changed: back _Save Use Make a _Copy _Export… _Delete; Can’t be saved yet: "
                 "shared-per-block-most + shared-reserved is 200000, which is more than shared, 65536: lower the "
    "one, or raise the other");
  act (fixture, "win.undo");

  /* the window closes once it is answered */
  type (get_source (fixture, THREADS), "our own board");
  close_window (fixture);
  loom_test_answer (heading, body, "cancel");
  g_assert_null (loom_test_find_question ());
  g_assert_nonnull (fixture->window);
  close_window (fixture);
  loom_test_answer (heading, body, "save");
  g_assert_null (fixture->window);
  assert_file (fixture, "mine.ini", "[device]\nname=Mine\nbased-on=t4\nthreads-per-block=256\n[sources]\n"
               "threads-per-block=our own board\n");
  g_clear_object (&fixture->session);
  open_window (fixture);
  open_row (fixture, "Mine");
  enter (get_field (fixture, THREADS), "64");
  close_window (fixture);
  loom_test_answer (heading, body, "discard");
  g_assert_null (fixture->window);
  assert_file (fixture, "mine.ini", "[device]\nname=Mine\nbased-on=t4\nthreads-per-block=256\n[sources]\n"
               "threads-per-block=our own board\n");
}

/* Deleted with what was not saved of it, and had back so. */
static void
test_delete (Fixture       *fixture,
             gconstpointer  unused)
{
  g_autofree char *path = loom_test_write (fixture->folder, "mine.ini", "[device]\nname=Mine\nbased-on=t4\n");
  g_autofree char *other = loom_test_write (fixture->folder, "other.ini", "[device]\nname=Other\nbased-on=mine\n");

  open_window (fixture);
  open_row (fixture, "Mine");
  act (fixture, "profiles.delete");
  loom_test_answer ("The profile was not deleted", "“Other” is based on “mine”: base it on another profile in its file, or "
          "delete it first", "close");
  assert_window (fixture, "Mine/Your own: back _Save Use Make a _Copy _Export… _Delete; ");
  act (fixture, "profiles.back");
  open_row (fixture, "Other");
  enter (get_field (fixture, "Name"), "Another");
  act (fixture, "profiles.delete");
  assert_window (fixture, "Device Profiles/: _Import… _Undo; ");
  assert_file (fixture, "other.ini", NULL);
  g_assert_true (loom_test_says (fixture->window, "“Another” is deleted"));
  g_assert_null (loom_test_find (fixture->window, ADW_TYPE_PREFERENCES_ROW, "Other"));
  act (fixture, "profiles.restore");
  assert_file (fixture, "other.ini", "[device]\nname=Other\nbased-on=mine\n");
  assert_window (fixture, "Another/Your own, changed: back _Save Use Make a _Copy _Export… _Delete _Undo; ");
  act (fixture, "win.undo");
  assert_window (fixture, "Other/Your own: back _Save Use Make a _Copy _Export… _Delete _Undo; ");
  act (fixture, "profiles.restore");
  assert_window (fixture, "Other/Your own: back _Save Use Make a _Copy _Export… _Delete _Undo; ");
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *home = loom_test_make_folder ();
  g_autoptr (GtkApplication) application = NULL;
  int status;

  g_setenv ("XDG_CONFIG_HOME", home, TRUE);
  application = loom_test_application_new (&argc, &argv);
#define ADD(path, function) \
  g_test_add ("/app/device-profiles/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("what-is-built-in-is-looked-at-and-used", test_list);
  ADD ("own-files-are-listed-or-say-what-is-wrong", test_own_files);
  ADD ("copy-is-mended-undone-saved-renamed-and-used", test_copy);
  ADD ("changes-are-not-lost-without-a-question", test_leaving);
  ADD ("what-is-deleted-comes-back-as-it-was", test_delete);
#undef ADD
  status = g_test_run ();
  loom_test_remove (home);
  return status;
}
