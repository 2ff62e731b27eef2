/* test-file-dialogs.c: what dialogs for files are called and offer, and what comes of what is chosen in them
 *
 * The linker has our own code call functions of this file where it shows a dialog and asks what was chosen: no dialog
 * is ever seen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-app-test.h"
#include "loom-array-chooser.h"
#include "loom-device-profile-files.h"
#include "loom-drawer-panes.h"
#include "loom-export-dialog.h"
#include "loom-file-copy.h"
#include "loom-pages.h"
#include "loom-window.h"
#include "mocked-runner.h"
#include "window-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

#define SOURCE \
  "__global__ void fill (float *f, int n) { f[threadIdx.x] = n; }\n" \
  "/* gridloom\n[launch]\nblock=8,8\n[arg f]\nshape=16,16\n*/\n"

void __wrap_gtk_native_dialog_show (GtkNativeDialog *dialog);
GFile *__wrap_gtk_file_chooser_get_file (GtkFileChooser *chooser);
gboolean __wrap_gtk_file_chooser_set_current_folder (GtkFileChooser *chooser, GFile *file, GError **error);

static GtkNativeDialog *shown;
static char *begun;             /* path of the folder that one begins in */
static char *picked;            /* path of what is chosen in it */

void
__wrap_gtk_native_dialog_show (GtkNativeDialog *dialog)
{
  shown = dialog;
}

gboolean
__wrap_gtk_file_chooser_set_current_folder (GtkFileChooser  *chooser,
                                            GFile           *file,
                                            GError         **error)
{
  g_free (begun);
  begun = g_file_get_path (file);
  return TRUE;
}

GFile *
__wrap_gtk_file_chooser_get_file (GtkFileChooser *chooser)
{
  return picked != NULL ? g_file_new_for_path (picked) : NULL;
}

static const char * const endings[] = {
  "cu", "cuh", "h", "hpp", "c", "py", "npy", "npz", "csv", "tsv", "txt", "png", "jpg", "raw", "bin", "svg", "pdf", "json",
  "ini",
};

/* Whether a file of that ending is one of those that are shown. */
static gboolean
shows (GtkFilter  *filter,
       const char *ending)
{
  g_autoptr (GFileInfo) info = g_file_info_new ();
  g_autofree char *name = g_strconcat ("a.", ending, NULL);

  g_file_info_set_name (info, name);
  g_file_info_set_display_name (info, name);
  g_file_info_set_content_type (info, "application/octet-stream");
  return gtk_filter_match (filter, info);
}

/* Its title, button and name, and the filters, each with the endings that it shows. */
static char *
describe (GtkNativeDialog *dialog)
{
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (dialog);
  static const char * const verbs[] = { "opens", "saves", "chooses a folder" };
  const char *label = gtk_file_chooser_native_get_accept_label (GTK_FILE_CHOOSER_NATIVE (dialog));
  const GtkFileChooserAction action = gtk_file_chooser_get_action (chooser);
  g_autofree char *name
      = action == GTK_FILE_CHOOSER_ACTION_SAVE ? gtk_file_chooser_get_current_name (chooser) : g_strdup ("");
  g_autoptr (GListModel) filters = gtk_file_chooser_get_filters (chooser);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s|%s|%s|%s%s", gtk_native_dialog_get_title (dialog),
                          verbs[action], label != NULL ? label : "", name,
                          gtk_native_dialog_get_modal (dialog) ? "" : "|not modal");
  for (guint i = 0; i < g_list_model_get_n_items (filters); i++)
    {
      g_autoptr (GtkFilter) filter = g_list_model_get_item (filters, i);

      g_string_append_printf (text, "\n%s:", gtk_file_filter_get_name (GTK_FILE_FILTER (filter)));
      for (guint k = 0; k < G_N_ELEMENTS (endings); k++)
        if (shows (filter, endings[k]))
          g_string_append_printf (text, " %s", endings[k]);
    }
  return g_string_free (text, FALSE);
}

static void
respond (int         response,
         const char *path)
{
  g_free (picked);
  picked = g_strdup (path);
  g_signal_emit_by_name (g_steal_pointer (&shown), "response", response);
  loom_test_settle ();
  g_clear_pointer (&picked, g_free);
}

static void
assert_shown (const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_nonnull (shown);
  text = describe (shown);
  g_assert_cmpstr (text, ==, expected);
}

/* The same, and it is closed. */
static void
assert_offers (const char *expected)
{
  assert_shown (expected);
  respond (GTK_RESPONSE_CANCEL, NULL);
}

typedef LoomTestWindow Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  application)
{
  loom_test_window_set_up (fixture, application);
  loom_test_window_first_run (fixture, SOURCE);
}

#define FIGURES "\nPixels (PNG): png\nVectors (SVG): svg\nDocument (PDF): pdf"
#define ARRAYS "\nNumPy array (.npy): npy\nNumPy archive (.npz): npz\nTable of numbers (.csv): csv" \
  "\nPicture, a pixel for each cell (.png): png\nBytes as they lie in memory (.raw): raw"
#define ALL_FILES \
  "\nAll files: cu cuh h hpp c py npy npz csv tsv txt png jpg raw bin svg pdf json ini"
#define KERNELS "\nCUDA sources: cu cuh h hpp"
#define SOURCES KERNELS ALL_FILES
#define TABLES "npy npz csv tsv txt png raw bin"

/* Whichever format is chosen, and back. */
static void
test_the_name_follows_the_format (Fixture       *fixture,
                                  gconstpointer  unused)
{
  static const struct { guint format; const char *name; } chosen[] = {
    { 2, "f.csv" }, { 4, "f.raw" }, { 0, "f.npy" },
  };

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.save-array", NULL);
  g_assert_nonnull (shown);
  for (guint i = 0; i < G_N_ELEMENTS (chosen); i++)
    {
      GtkFileChooser *chooser = GTK_FILE_CHOOSER (shown);
      g_autoptr (GListModel) filters = gtk_file_chooser_get_filters (chooser);
      g_autoptr (GtkFileFilter) filter = g_list_model_get_item (filters, chosen[i].format);
      g_autofree char *name = NULL;

      gtk_file_chooser_set_filter (chooser, filter);
      name = gtk_file_chooser_get_current_name (chooser);
      g_assert_cmpstr (name, ==, chosen[i].name);
    }
  respond (GTK_RESPONSE_CANCEL, NULL);
}

/* Each action of the window that asks for a file. */
static void
test_the_window_asks (Fixture       *fixture,
                      gconstpointer  unused)
{
  static const struct
  {
    const char *action, *expected;
  } rows[] = {
    { "win.open", "Open a Kernel|opens||" KERNELS "\nArrays, tables and pictures: " TABLES ALL_FILES },
    { "win.save-as", "Save the Kernel|saves||Untitled.cu" SOURCES },
    { "win.export", "Export Picture|saves|_Export|fill-writes.png" FIGURES },
    { "win.save-array", "Save Array|saves|_Save|f.npy" ARRAYS },
    { "win.export-code::cuda", "Export Host Code|saves|_Export|Untitled-launch.cu\nCUDA C++ (.cu): cu" },
    { "win.export-code::cupy", "Export Host Code|saves|_Export|Untitled-launch.py\nPython with CuPy (.py): py" },
    { "win.export-code::pycuda", "Export Host Code|saves|_Export|Untitled-launch.py\nPython with PyCUDA (.py): py" },
    { "win.export-code::numba", "Export Host Code|saves|_Export|Untitled-launch.py\nPython with Numba (.py): py" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *name = NULL;
      g_autoptr (GVariant) target = NULL;

      g_assert_true (g_action_parse_detailed_name (rows[i].action, &name, &target, NULL));
      g_assert_true (gtk_widget_activate_action_variant (GTK_WIDGET (fixture->window), name, target));
      assert_offers (rows[i].expected);
    }
}

static void
test_panes_ask (Fixture       *fixture,
                gconstpointer  unused)
{
  GtkWidget *timings = loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_TIMINGS_PANE, NULL);
  GtkWindow *preferences;

  g_assert_true (gtk_widget_activate_action (timings, "timings.export", NULL));
  assert_offers ("Export Timings|saves|_Export|fill-timings.csv\nTable of numbers (.csv): csv\nReport (.json): json");
  preferences = loom_preferences_window_new (GTK_WINDOW (fixture->window), fixture->settings, fixture->session);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (preferences), "preferences.choose-toolkit", NULL));
  assert_offers ("Folder of the CUDA Toolkit|chooses a folder||");
  gtk_window_destroy (preferences);
}

static GtkWindow *
find_page (GType type)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (G_TYPE_CHECK_INSTANCE_TYPE (window, type))
        return window;
    }
  g_assert_not_reached ();
}

static gboolean
has_ended (gpointer page)
{
  GtkWidget *buttons = loom_test_find (page, GTK_TYPE_STACK, NULL);

  return g_str_equal (gtk_stack_get_visible_child_name (GTK_STACK (buttons)), "start");
}

/* Wherever a figure is asked for, it goes beside the document, and has the name of its kernel. */
static void
test_figures_go_beside_the_document (Fixture       *fixture,
                                     gconstpointer  unused)
{
  GtkWidget *window = GTK_WIDGET (fixture->window), *page;
  g_autofree char *path = g_build_filename (fixture->folder, "k.cu", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  loom_session_set_file (fixture->session, file);
  g_assert_true (gtk_widget_activate_action (window, "win.export", NULL));
  g_assert_cmpstr (begun, ==, fixture->folder);
  assert_offers ("Export Picture|saves|_Export|fill-writes.png" FIGURES);
  g_clear_pointer (&begun, g_free);
  g_assert_true (gtk_widget_activate_action (window, "win.sweep", NULL));
  page = GTK_WIDGET (find_page (LOOM_TYPE_SWEEP_WINDOW));
  g_assert_true (gtk_widget_activate_action (page, "sweep.start", NULL));
  g_assert_true (gtk_widget_activate_action (page, "sweep.export", NULL));
  g_assert_cmpstr (begun, ==, fixture->folder);
  assert_offers ("Export Sweep|saves|_Export|fill-sweep.png" FIGURES
                 "\nTable of numbers (.csv): csv\nReport (.json): json");
  g_clear_pointer (&begun, g_free);
  g_assert_true (gtk_widget_activate_action (page, "sweep.stop", NULL));
  loom_test_wait_until (has_ended, page, "the end of the sweep");
  gtk_window_destroy (GTK_WINDOW (page));
}

static void
open_cb (GApplication  *application,
         GFile        **files,
         int            n_files,
         const char    *hint,
         guint         *opened)
{
  *opened += n_files;
}

/* It begins beside the document. Numbers are no source: they are for an array, as if they had been dropped. */
static void
test_an_array_is_not_opened_as_a_source (Fixture       *fixture,
                                         gconstpointer  unused)
{
  g_autofree char *document = loom_test_write (fixture->folder, "fill.cu", SOURCE);
  g_autofree char *numbers = loom_test_write (fixture->folder, "Numbers.CSV", "1,2\n3,4\n");
  g_autofree char *text = loom_test_write (fixture->folder, "kernel.txt", SOURCE);
  g_autoptr (GFile) file = g_file_new_for_path (document);
  guint opened = 0;
  const gulong id = g_signal_connect (fixture->application, "open", G_CALLBACK (open_cb), &opened);

  loom_session_set_file (fixture->session, file);
  g_clear_pointer (&begun, g_free);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.open", NULL);
  g_assert_cmpstr (begun, ==, fixture->folder);
  g_clear_pointer (&begun, g_free);
  respond (GTK_RESPONSE_ACCEPT, numbers);
  loom_test_answer ("Fill an Array From the File?", "The array starts with the values in “Numbers.CSV”.", "use");
  loom_test_settle ();
  g_assert_cmpstr (loom_document_get_value (loom_session_get_document (fixture->session), "arg f", "fill"), ==,
                   "file:Numbers.CSV");

  /* a source may be called anything */
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.open", NULL);
  g_clear_pointer (&begun, g_free);
  respond (GTK_RESPONSE_ACCEPT, text);
  g_assert_null (loom_test_find_question ());
  g_assert_cmpuint (opened, ==, 1);
  g_signal_handler_disconnect (fixture->application, id);
}

/* The arrays of an argument's fill, and of what is expected. */
static void
test_arrays_are_chosen (Fixture       *fixture,
                        gconstpointer  unused)
{
  g_autoptr (GtkFileChooserNative) dialog
      = loom_array_chooser_new (GTK_WIDGET (fixture->window), fixture->session);
  g_autofree char *text = describe (GTK_NATIVE_DIALOG (dialog));

  g_assert_cmpstr (text, ==, "Choose a File|opens|_Choose|\nArrays, tables and pictures: " TABLES
                             ALL_FILES);
}

static void
imported_cb (GtkWindow    *window,
             const char   *id,
             const GError *error)
{
  g_assert_not_reached ();
}

static void
test_profiles_of_devices_are_files (Fixture       *fixture,
                                    gconstpointer  unused)
{
  g_autofree char *path = loom_test_write (fixture->folder, "out.ini", "old");
  g_autofree char *written = NULL;
  LoomDeviceProfileFile file = { .id = (char *) "mine", .text = (char *) "[device]\n" };
  g_autoptr (LoomDeviceProfiles) profiles = loom_device_profiles_dup_shared ();

  loom_device_profile_files_import (GTK_WINDOW (fixture->window), profiles, imported_cb);
  assert_offers ("Import a Device Profile|opens|_Import|\nDevice profiles (.ini): ini");
  loom_device_profile_files_export (GTK_WINDOW (fixture->window), &file);
  assert_shown ("Export the Device Profile|saves|_Export|mine.ini\nDevice profiles (.ini): ini");
  respond (GTK_RESPONSE_ACCEPT, path);
  written = loom_test_read (path);
  g_assert_cmpstr (written, ==, "[device]\n");
}

/* Whose name ends like none of the formats gets the ending of the one that is chosen; whoever typed another one while the
 * first format was chosen gets that. What the dialog did not ask about is not replaced. */
static char *chosen_path;
static gboolean chosen_replace;

static void
chosen_cb (GtkWidget  *widget,
           const char *path,
           gboolean    replace)
{
  g_free (chosen_path);
  chosen_path = g_path_get_basename (path);
  chosen_replace = replace;
}

static void
test_names_end_as_the_format_has_it (Fixture       *fixture,
                                     gconstpointer  unused)
{
  static const struct
  {
    guint       filter;
    const char *typed, *path;
    gboolean    replace;
  } rows[] = {
    { 0, "a.png", "a.png", TRUE },   { 0, "a", "a.png", FALSE },         { 0, "a.svg", "a.svg", TRUE },
    { 0, "a.PDF", "a.PDF", TRUE },   { 1, "a.png", "a.svg", FALSE },     { 1, "a.svg", "a.svg", TRUE },
    { 2, "a.b.png", "a.b.pdf", FALSE }, { 2, "v1.5", "v1.5.pdf", FALSE }, { 0, "v1.5", "v1.5.png", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, rows[i].typed, NULL);
      g_autoptr (GListModel) filters = NULL;
      g_autoptr (GtkFileFilter) filter = NULL;

      loom_export_dialog_show (GTK_WIDGET (fixture->window), fixture->session, "Title", "a <b>/c:d*.png",
                               loom_export_figure_formats, chosen_cb);
      assert_shown ("Title|saves|_Export|a--b--c-d-.png" FIGURES);
      filters = gtk_file_chooser_get_filters (GTK_FILE_CHOOSER (shown));
      filter = g_list_model_get_item (filters, rows[i].filter);
      gtk_file_chooser_set_filter (GTK_FILE_CHOOSER (shown), filter);
      respond (GTK_RESPONSE_ACCEPT, path);
      g_assert_cmpstr (chosen_path, ==, rows[i].path);
      g_assert_cmpint (chosen_replace, ==, rows[i].replace);
      g_clear_pointer (&chosen_path, g_free);
    }
  loom_export_dialog_show (GTK_WIDGET (fixture->window), fixture->session, "Title", "a.png",
                           loom_export_figure_formats, chosen_cb);
  respond (GTK_RESPONSE_CANCEL, fixture->folder);
  g_assert_null (chosen_path);
}

/* Of a file that is copied beside a document where one of its name is already. */
typedef struct
{
  gboolean is_done;
  char    *name;
  GError  *error;
} Copied;

static void
copied_cb (gpointer      data,
           GFile        *copy,
           const GError *error)
{
  Copied *copied = data;

  g_assert_false (copied->is_done);
  copied->is_done = TRUE;
  copied->name = g_file_get_basename (copy);
  copied->error = error != NULL ? g_error_copy (error) : NULL;
}

static gboolean
is_copied (gpointer data)
{
  return ((Copied *) data)->is_done;
}

static AdwMessageDialog *
find_question (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (ADW_IS_MESSAGE_DIALOG (window) && gtk_widget_get_visible (window))
        return ADW_MESSAGE_DIALOG (window);
    }
  return NULL;
}

static gboolean
is_asked_or_copied (gpointer data)
{
  return find_question () != NULL || is_copied (data);
}

static void
test_nothing_is_replaced_unasked (Fixture       *fixture,
                                  gconstpointer  unused)
{
  static const struct { const char *response, *name, *old, *other; gboolean is_refused; } rows[] = {
    { NULL, "new.csv", "old", NULL, FALSE },    /* nobody is asked */
    { "cancel", "a.csv", "old", NULL, TRUE },
    { "keep", "a-2.csv", "old", "new", FALSE },
    { "keep", "a-3.csv", "old", "new", FALSE },
    { "replace", "a.csv", "new", "new", FALSE },
  };
  g_autofree char *old = loom_test_write (fixture->folder, "a.csv", "old");
  g_autofree char *elsewhere = g_build_filename (fixture->folder, "elsewhere", NULL);
  g_autoptr (GFile) folder = g_file_new_for_path (fixture->folder);

  g_assert_no_errno (g_mkdir (elsewhere, 0700));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const gboolean is_new = rows[i].response == NULL;
      g_autofree char *path = loom_test_write (elsewhere, is_new ? "new.csv" : "a.csv", "new");
      g_autofree char *other = g_build_filename (fixture->folder, "a-2.csv", NULL);
      g_autofree char *held = NULL, *held_other = NULL;
      g_autoptr (GFile) file = g_file_new_for_path (path);
      Copied copied = { FALSE };

      loom_file_copy_beside (GTK_WIDGET (fixture->window), file, folder, copied_cb, &copied);
      loom_test_wait_until (is_asked_or_copied, &copied, "a question or a copy");
      g_assert_cmpint (find_question () == NULL, ==, is_new);
      if (!is_new)
        {
          AdwMessageDialog *question = find_question ();

          adw_message_dialog_response (question, rows[i].response);
          gtk_window_destroy (GTK_WINDOW (question));
        }
      loom_test_wait_until (is_copied, &copied, "a copy");
      loom_test_settle ();
      g_assert_null (find_question ());
      if (rows[i].is_refused)
        g_assert_error (copied.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      else
        g_assert_no_error (copied.error);
      g_assert_cmpstr (copied.name, ==, rows[i].name);
      held = loom_test_read (old);
      g_assert_cmpstr (held, ==, rows[i].old);
      g_assert_cmpint (g_file_test (other, G_FILE_TEST_EXISTS), ==, rows[i].other != NULL);
      held_other = rows[i].other != NULL ? loom_test_read (other) : NULL;
      g_assert_cmpstr (held_other, ==, rows[i].other);
      g_clear_error (&copied.error);
      g_free (copied.name);
      g_assert_no_errno (g_unlink (path));
    }
  g_assert_no_errno (g_rmdir (elsewhere));
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GtkApplication) application = loom_test_application_new (&argc, &argv);

#define ADD(name, test) \
  g_test_add ("/app/file-dialogs/" name, Fixture, application, set_up, test, loom_test_window_tear_down)
  ADD ("the-window-asks", test_the_window_asks);
  ADD ("panes-ask", test_panes_ask);
  ADD ("the-name-follows-the-format", test_the_name_follows_the_format);
  ADD ("figures-go-beside-the-document", test_figures_go_beside_the_document);
  ADD ("an-array-is-not-opened-as-a-source", test_an_array_is_not_opened_as_a_source);
  ADD ("arrays-are-chosen", test_arrays_are_chosen);
  ADD ("profiles-of-devices-are-files", test_profiles_of_devices_are_files);
  ADD ("names-end-as-the-format-has-it", test_names_end_as_the_format_has_it);
  ADD ("nothing-is-replaced-unasked", test_nothing_is_replaced_unasked);
#undef ADD
  return g_test_run ();
}
