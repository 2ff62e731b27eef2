/* test-files.c: our own files are found wherever they lie; a document's only beneath its folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-error.h"
#include "loom-folder.h"
#include "loom-input.h"
#include "loom-npy.h"
#include "loom-paths.h"
#include "loom-plan.h"

#include <glib/gstdio.h>

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct
{
  char *top;                    /* of everything */
  char *folder;                 /* the document's */
} Fixture;

static void
write_file (const char *folder,
            const char *name,
            const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_mkdir_with_parents (parent, 0700);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
link_file (Fixture    *fixture,
           const char *target,
           const char *name)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

  g_assert_cmpint (symlink (target, path), ==, 0);
}

static void
set_up (Fixture      *fixture,
        gconstpointer data)
{
  g_autofree char *fifo = NULL;

  fixture->top = g_dir_make_tmp ("loom-files-XXXXXX", NULL);
  fixture->folder = g_build_filename (fixture->top, "document", NULL);
  write_file (fixture->top, "secret", "secret");
  write_file (fixture->folder, "deep/inner", "inner");
  link_file (fixture, "deep/inner", "good-link");
  link_file (fixture, "../secret", "bad-link");
  link_file (fixture, "..", "bad-folder");
  link_file (fixture, "loop", "loop");
  fifo = g_build_filename (fixture->folder, "fifo", NULL);
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
}

static void
remove_all (const char *path)
{
  g_autoptr (GDir) dir = g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? NULL
  : g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_all (child);
    }
  g_remove (path);
}

static void
tear_down (Fixture      *fixture,
           gconstpointer data)
{
  remove_all (fixture->top);
  g_free (fixture->top);
  g_free (fixture->folder);
}

static void
test_opens_beneath_only (Fixture      *fixture,
                         gconstpointer data)
{
  static const char * const readable[] =
    { "deep/inner", "./deep/inner", "good-link", "deep/../deep/inner" };
  static const char * const refused[] = {
    "../secret", "bad-link", "bad-folder/secret", "deep/../../secret", "/etc/passwd", "loop", "fifo", "deep", "", ".", "absent",
    "/proc/self/environ",
  };

  for (guint i = 0; i < G_N_ELEMENTS (readable); i++)
    {
      g_autoptr (GError) error = NULL;
      gsize size = 0;
      g_autoptr (GBytes) bytes = loom_folder_read (fixture->folder, readable[i], 3, &size, &error);

      g_assert_no_error (error);
      g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), "inn", 3);
      g_assert_cmpuint (size, ==, 5);
    }

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_cmpint (loom_folder_open (fixture->folder, refused[i], &error), ==, -1);
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_FILE);
      g_assert_nonnull (strstr (error->message, refused[i]));
    }
}

/* What lies outside looks the same whether it is there or not. */
static void
test_tells_nothing_of_outside (Fixture      *fixture,
                               gconstpointer data)
{
  g_autoptr (GError) present = NULL, absent = NULL;
  g_autofree char *present_text = NULL;

  g_assert_cmpint (loom_folder_open (fixture->folder, "../secret", &present), ==, -1);
  g_assert_cmpint (loom_folder_open (fixture->folder, "../sacred", &absent), ==, -1);
  present_text = g_strdup (present->message);
  g_assert_nonnull (strstr (present_text, "secret"));
  memcpy (strstr (present_text, "secret"), "sacred", 6);
  g_assert_cmpstr (present_text, ==, absent->message);
}

typedef struct
{
  char *one, *other;
  gint  is_over;
} Renaming;

static gpointer
rename_on_and_on (gpointer data)
{
  Renaming *renaming = data;

  while (!g_atomic_int_get (&renaming->is_over))
    {
      g_assert_cmpint (g_rename (renaming->one, renaming->other), ==, 0);
      g_assert_cmpint (g_rename (renaming->other, renaming->one), ==, 0);
    }
  return NULL;
}

/* The kernel gives up on "..", so that one of hundreds of such files was missing where another
 * program, a compiler as a rule, renamed its own. */
static void
test_renaming_elsewhere_hides_nothing (Fixture      *fixture,
                                       gconstpointer data)
{
  Renaming renaming = { g_build_filename (fixture->top, "one", NULL),
                        g_build_filename (fixture->top, "other", NULL), FALSE };
  GThread *thread;

  write_file (fixture->top, "one", "");
  thread = g_thread_new ("renaming", rename_on_and_on, &renaming);
  for (guint i = 0; i < 20000; i++)
    {
      g_autoptr (GError) error = NULL;
      const int fd = loom_folder_open (fixture->folder, "deep/../deep/inner", &error);

      g_assert_no_error (error);
      close (fd);
    }
  g_atomic_int_set (&renaming.is_over, TRUE);
  g_thread_join (thread);
  g_free (renaming.one);
  g_free (renaming.other);
}

static void
test_reads_a_struct (Fixture      *fixture,
                     gconstpointer data)
{
  LoomType five = loom_type_of (LOOM_SCALAR_BYTES, 5), six = loom_type_of (LOOM_SCALAR_BYTES, 6);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = loom_input_read (fixture->folder, "deep/inner", &five, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), "inner", 5);
  g_assert_null (loom_input_read (fixture->folder, "deep/inner", &six, NULL, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_FILE);
  g_clear_error (&error);
  g_assert_false (loom_input_check (fixture->folder, "deep/inner", &six, NULL, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_FILE);
}

static void
test_reads_an_array (Fixture      *fixture,
                     gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "a.npy", NULL);
  LoomType type = loom_type_of (LOOM_SCALAR_U16, 1), bfloat = loom_type_of (LOOM_SCALAR_BF16, 2),
           pair = loom_type_of (LOOM_SCALAR_BYTES, 2);
  LoomShape shape = { 2, 2, 3, 1 }, other = { 1, 3, 1, 1 }, wrong = { 1, 4, 1, 1 };
  g_autoptr (GBytes) cells = g_bytes_new_static ("abcdefghijkl", 12);
  g_autoptr (LoomArray) array = loom_array_new (&type, &shape, cells, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;

  g_assert_true (loom_npy_save (array, path, NULL));
  bytes = loom_input_read (fixture->folder, "a.npy", &bfloat, &other, &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (bytes, cells));
  g_assert_null (loom_input_read (fixture->folder, "a.npy", &bfloat, &wrong, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, "a.npy"));
  /* no structs, be they of as many bytes */
  g_assert_null (loom_input_read (fixture->folder, "a.npy", &pair, &shape, NULL));
}

static void
test_paths_of_an_installation (Fixture      *fixture,
                               gconstpointer data)
{
  g_autofree char *program = g_build_filename (fixture->top, "bin", "gridloom", NULL);
  g_auto (GStrv) data_places = NULL, runner_places = NULL, catalogues = NULL;

  g_unsetenv ("GRIDLOOM_DATA");
  g_unsetenv ("GRIDLOOM_RUNNER");
  data_places = loom_paths_list_data (program, "kernels");
  runner_places = loom_paths_list_runner (program);
  catalogues = loom_paths_list_catalogues (program);
  g_assert_cmpuint (g_strv_length (data_places), ==, 2);
  g_assert_true (g_str_has_suffix (data_places[0], "/bin/../share/gridloom/kernels"));
  g_assert_true (g_str_has_suffix (runner_places[0], "/bin/../libexec/gridloom-runner"));
  g_assert_true (g_str_has_suffix (catalogues[0], "/bin/../share/locale"));
}

static void
test_paths_of_a_build_tree (Fixture      *fixture,
                            gconstpointer data)
{
  g_autofree char *program =
    g_build_filename (fixture->top, "build", "src", "app", "gridloom", NULL);
  g_auto (GStrv) data_places = NULL, runner_places = NULL, catalogues = NULL;

  g_unsetenv ("GRIDLOOM_DATA");
  g_setenv ("GRIDLOOM_RUNNER", "/given", TRUE);
  write_file (fixture->top, "build/src/app/gridloom", "");
  write_file (fixture->top, "build/source-root", "/the/sources\n");
  data_places = loom_paths_list_data (program, "kernels");
  runner_places = loom_paths_list_runner (program);
  catalogues = loom_paths_list_catalogues (program);
  g_assert_cmpstr (data_places[0], ==, "/the/sources/kernels");
  g_assert_cmpstr (runner_places[0], ==, "/given");
  g_assert_true (g_str_has_suffix (runner_places[1], "/build/src/app/../../src/runner/gridloom-runner"));
  g_assert_true (g_str_has_suffix (catalogues[0], "/build/src/app/../../po"));
}

static void
test_paths_name_what_is_missing (Fixture      *fixture,
                                 gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *found = NULL;

  g_setenv ("GRIDLOOM_DATA", fixture->folder, TRUE);
  g_assert_null (loom_paths_find_data ("no-such-thing", &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, fixture->folder));
  found = loom_paths_find_data ("deep", NULL);
  g_assert_true (g_str_has_suffix (found, "/document/deep"));
}

static void
test_fills (void)
{
  static const struct { const char *text; LoomFillKind kind; const char *rest; guint64 number; } good[] = {
    { "zeros", LOOM_FILL_ZEROS, NULL, 0 },
    { "ones", LOOM_FILL_ONES, NULL, 0 },
    { "iota", LOOM_FILL_IOTA, NULL, 0 },
    { "poison", LOOM_FILL_POISON, NULL, 0 },
    { "random", LOOM_FILL_RANDOM, NULL, 0 },
    { "random(18446744073709551615)", LOOM_FILL_RANDOM, NULL, G_MAXUINT64 },
    { "values:1,2", LOOM_FILL_VALUES, "1,2", 0 },
    { "file: a b.npy ", LOOM_FILL_FILE, "a b.npy", 0 },
    { "expr:x + y", LOOM_FILL_EXPR, "x + y", 0 },
  };
  static const char * const bad[] = {
    "", "zero", "zerosx", "random(", "random()", "random(-1)", "random(18446744073709551616)", "random 3", "values:", "file:  ",
    "expr:", "Ones", "\xff", "null",
  };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      LoomFill fill;

      g_assert_true (loom_fill_parse (good[i].text, &fill, NULL));
      g_assert_cmpint (fill.kind, ==, good[i].kind);
      g_assert_cmpstr (fill.text, ==, good[i].rest);
      g_assert_cmpuint (fill.number, ==, good[i].number);
      loom_fill_clear (&fill);
    }

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      LoomFill fill;

      g_test_message ("%u", i);
      g_assert_false (loom_fill_parse (bad[i], &fill, &error));
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT);
      /* a pointer without an array has no fill, but a value */
      g_assert_cmpint (strstr (error->message, "value=null") != NULL, ==,
                       g_str_equal (bad[i], "null"));
    }
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

/* Of bytes that nothing tells the shape of. */
static void
test_shape_is_guessed (void)
{
  static const struct { guint64 cells; const char *array, *shape; } rows[] = {
    { 256, "16,16", "16,16" }, { 320, "16,16", "20,16" }, { 289, "16,16", "17,17" },
    { 17, "16,16", "17" }, { 289, "16", "289" }, { 24, "2,3,4", "2,3,4" }, { 1, "64,64", "1,1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      LoomShape array, shape;
      g_autofree char *text = NULL;

      g_assert_true (loom_shape_parse (rows[i].array, &array, NULL));
      shape = loom_input_guess_shape (rows[i].cells, &array);
      text = loom_shape_format (&shape);
      g_assert_cmpstr (text, ==, rows[i].shape);
    }
}

static void
test_numbers_in_either_order (void)
{
  static const guint8 bytes[] = { 0x01, 0x02, 0x03, 0x04 };
  g_autofree char *little = loom_input_name_raw ("a.raw", FALSE);
  g_autofree char *big = loom_input_name_raw ("a.raw", TRUE);
  LoomScalarBits number;

  loom_input_get_number (bytes, LOOM_SCALAR_I32, TRUE, &number);
  g_assert_cmphex (number.u32, ==, 0x01020304);
  loom_input_get_number (bytes, LOOM_SCALAR_I32, FALSE, &number);
  g_assert_cmphex (number.u32, ==, 0x04030201);
  loom_input_get_number (bytes, LOOM_SCALAR_U16, TRUE, &number);
  g_assert_cmphex (number.u64, ==, 0x0102);
  g_assert_cmpstr (little, ==, "a.raw");
  g_assert_cmpstr (big, ==, "a.raw,big-endian");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/core/folder/opens-beneath-only", test_opens_beneath_only);
  ADD ("/core/folder/tells-nothing-of-outside", test_tells_nothing_of_outside);
  ADD ("/core/folder/renaming-elsewhere-hides-nothing", test_renaming_elsewhere_hides_nothing);
  ADD ("/core/input/reads-a-struct", test_reads_a_struct);
  ADD ("/core/input/reads-an-array", test_reads_an_array);
  ADD ("/core/paths/of-an-installation", test_paths_of_an_installation);
  ADD ("/core/paths/of-a-build-tree", test_paths_of_a_build_tree);
  ADD ("/core/paths/name-what-is-missing", test_paths_name_what_is_missing);
  g_test_add_func ("/core/fill/parse", test_fills);
  g_test_add_func ("/core/input/shape-is-guessed", test_shape_is_guessed);
  g_test_add_func ("/core/input/numbers-in-either-order", test_numbers_in_either_order);

  return g_test_run ();
}
