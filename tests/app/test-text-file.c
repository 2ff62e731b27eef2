/* test-text-file.c: text files are written back as they were read
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-text-file.h"

#include "loom-app-test.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct
{
  char *folder;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->folder = loom_test_make_folder ();
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  loom_test_remove (fixture->folder);
  g_free (fixture->folder);
}

static LoomTextFile *
load (const char  *path,
      GError     **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GAsyncResult) result = NULL;

  loom_text_file_load_async (file, NULL, loom_test_store_result, &result);
  loom_test_await (&result);
  return loom_text_file_finish (file, result, error);
}

static LoomTextFile *
save (const char          *path,
      const LoomTextFile  *contents,
      GError             **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GAsyncResult) result = NULL;

  loom_text_file_save_async (file, contents, NULL, loom_test_store_result, &result);
  loom_test_await (&result);
  return loom_text_file_finish (file, result, error);
}

/* Reads, changes one word, writes, and gives back the bytes in the file. */
static char *
replace_word (const char *path,
              const char *old,
              const char *new)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomTextFile) contents = load (path, &error);
  g_autoptr (LoomTextFile) written = NULL;
  GString *text;

  g_assert_no_error (error);
  text = g_string_new (contents->text);
  g_assert_cmpuint (g_string_replace (text, old, new, 0), ==, 1);
  g_free (contents->text);
  contents->length = text->len;
  contents->text = g_string_free (text, FALSE);
  written = save (path, contents, &error);
  g_assert_no_error (error);
  return loom_test_read (path);
}

static const struct
{
  const char *name;
  const char *before;
  const char *after;
} kept[] = {
  { "unix", "int a;\nint b;\n", "int c;\nint b;\n" },
  { "windows", "int a;\r\nint b;\r\n", "int c;\r\nint b;\r\n" },
  { "mixed", "int a;\r\nint b;\n\rint d;", "int c;\r\nint b;\n\rint d;" },
  { "byte-order-mark", "\xef\xbb\xbfint a;\r\n", "\xef\xbb\xbfint c;\r\n" },
  { "no-line-end", "int a;", "int c;" },
  { "latin-1", "// gr\xfc\xdf \x93\x94\xff\r\nint a;\r\n", "// gr\xfc\xdf \x93\x94\xff\r\nint c;\r\n" },
  { "umlauts", "// \xc3\xbc\nint a;\n", "// \xc3\xbc\nint c;\n" },
};

static void
test_form_is_kept (Fixture       *fixture,
                   gconstpointer  data)
{
  for (gsize i = 0; i < G_N_ELEMENTS (kept); i++)
    {
      g_autofree char *path = loom_test_write (fixture->folder, kept[i].name, kept[i].before);
      g_autofree char *bytes = replace_word (path, "int a;", "int c;");

      g_assert_cmpstr (bytes, ==, kept[i].after);
    }
}

static void
test_utf16_is_kept (Fixture       *fixture,
                    gconstpointer  data)
{
  static const char before[] = "\xff\xfe" "/\0/\0\xb1\x03\r\0\n\0a\0\r\0\n";
  static const char after[] = "\xff\xfe" "/\0/\0\xb1\x03\r\0\n\0b\0\r\0\n";
  g_autofree char *path = g_build_filename (fixture->folder, "k.cu", NULL);
  g_autofree char *first = NULL;
  g_autofree char *bytes = NULL;
  gsize length;

  g_assert_true (g_file_set_contents (path, before, sizeof before, NULL));
  first = replace_word (path, "a", "b");
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  g_assert_cmpmem (bytes, length, after, sizeof after);
}

/* Nothing is written in place of a letter that the file's encoding lacks. */
static void
test_a_letter_too_many_is_named (Fixture       *fixture,
                                 gconstpointer  data)
{
  g_autofree char *path = loom_test_write (fixture->folder, "k.cu", "// \xfc\nint a;\n");
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomTextFile) contents = load (path, &error);
  g_autofree char *bytes = NULL;

  g_assert_no_error (error);
  g_free (contents->text);
  contents->text = g_strdup ("// ü\nint a; // α\n");
  contents->length = strlen (contents->text);
  g_assert_null (save (path, contents, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, "k.cu is a file in Latin-1, which has no “α” (line 2)"));
  bytes = loom_test_read (path);
  g_assert_cmpstr (bytes, ==, "// \xfc\nint a;\n");
}

static void
test_new_lines_take_the_form (Fixture       *fixture,
                              gconstpointer  data)
{
  g_autofree char *path = loom_test_write (fixture->folder, "k.cu", "int a;\r\nint b;\r\n");
  g_autofree char *bytes = replace_word (path, "int a;", "int a;\nint c;");

  g_assert_cmpstr (bytes, ==, "int a;\r\nint c;\r\nint b;\r\n");
}

static void
test_mode_is_kept (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autofree char *path = loom_test_write (fixture->folder, "k.cu", "int a;\n");
  g_autofree char *bytes = NULL;
  GStatBuf status;

  g_assert_cmpint (g_chmod (path, 0640), ==, 0);
  bytes = replace_word (path, "a", "b");
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 07777, ==, 0640);
}

/* Atomic means that whoever holds the old file open still reads all of it. */
static void
test_old_file_stays_whole (Fixture       *fixture,
                           gconstpointer  data)
{
  g_autofree char *path = loom_test_write (fixture->folder, "k.cu", "int a;\n");
  g_autofree char *bytes = NULL;
  FILE *old = g_fopen (path, "r");
  char read[16] = "";

  bytes = replace_word (path, "int a;", "double a;");
  g_assert_cmpuint (fread (read, 1, sizeof read - 1, old), ==, 7);
  g_assert_cmpstr (read, ==, "int a;\n");
  fclose (old);
}

static void
test_links_are_written_through (Fixture       *fixture,
                                gconstpointer  data)
{
  g_autofree char *deep = g_build_filename (fixture->folder, "deep", NULL);
  g_autofree char *target = NULL;
  g_autofree char *middle = g_build_filename (fixture->folder, "middle.cu", NULL);
  g_autofree char *path = g_build_filename (fixture->folder, "k.cu", NULL);
  g_autofree char *bytes = NULL;
  g_autofree char *behind = NULL;

  g_assert_cmpint (g_mkdir (deep, 0700), ==, 0);
  target = loom_test_write (deep, "real.cu", "int a;\n");
  g_assert_cmpint (symlink ("deep/real.cu", middle), ==, 0);
  g_assert_cmpint (symlink ("middle.cu", path), ==, 0);
  bytes = replace_word (path, "a", "b");
  behind = loom_test_read (target);
  g_assert_cmpstr (behind, ==, "int b;\n");
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_SYMLINK));
  g_assert_true (g_file_test (middle, G_FILE_TEST_IS_SYMLINK));
}

static void
test_link_to_nothing_makes_its_target (Fixture       *fixture,
                                       gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "k.cu", NULL);
  g_autofree char *target = g_build_filename (fixture->folder, "new.cu", NULL);
  g_autofree char *bytes = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomTextFile) written = NULL;
  LoomTextFile contents = { .text = (char *) "int a;\n", .length = 7 };

  g_assert_cmpint (symlink ("new.cu", path), ==, 0);
  written = save (path, &contents, &error);
  g_assert_no_error (error);
  bytes = loom_test_read (target);
  g_assert_cmpstr (bytes, ==, "int a;\n");
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_SYMLINK));
}

static void
test_hard_links_stay (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autofree char *path = loom_test_write (fixture->folder, "k.cu", "int a;\n");
  g_autofree char *other = g_build_filename (fixture->folder, "other.cu", NULL);
  g_autofree char *bytes = NULL;
  g_autofree char *behind = NULL;

  g_assert_cmpint (link (path, other), ==, 0);
  bytes = replace_word (path, "a", "b");
  behind = loom_test_read (other);
  g_assert_cmpstr (behind, ==, "int b;\n");
}

static void
test_foreign_change_is_not_overwritten (Fixture       *fixture,
                                        gconstpointer  data)
{
  g_autofree char *path = loom_test_write (fixture->folder, "k.cu", "int a;\n");
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomTextFile) contents = load (path, &error);
  g_autoptr (LoomTextFile) written = NULL;
  g_autofree char *bytes = NULL;

  g_assert_no_error (error);
  g_free (loom_test_write (fixture->folder, "k.cu", "int theirs;\n"));
  written = save (path, contents, &error);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG);
  g_assert_null (written);
  bytes = loom_test_read (path);
  g_assert_cmpstr (bytes, ==, "int theirs;\n");
}

static void
test_failed_save_leaves_nothing (Fixture       *fixture,
                                 gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "missing", "k.cu", NULL);
  g_autoptr (GError) error = NULL;
  LoomTextFile contents = { .text = (char *) "int a;\n", .length = 7 };

  g_assert_null (save (path, &contents, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_FILE);
  g_assert_cmpstr (error->message, ==,
                   "k.cu was not saved: its folder is not there any more. Choose another place with "
                   "Save As");
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_mkdir (fixture->folder, 0700);
}

/* File, reason and way out; the names and reasons of the library below are nobody's business. */
static void
test_failed_save_is_explained (Fixture       *fixture,
                               gconstpointer  data)
{
  g_autofree char *folder = g_build_filename (fixture->folder, "k.cu", NULL);
  g_autofree char *long_name = g_strnfill (300, 'k');
  g_autofree char *too_long = g_build_filename (fixture->folder, long_name, NULL);
  g_autoptr (GError) error = NULL;
  LoomTextFile contents = { .text = (char *) "int a;\n", .length = 7 };

  g_mkdir (folder, 0700);
  g_assert_null (save (folder, &contents, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_FILE);
  g_assert_cmpstr (error->message, ==,
                   "k.cu was not saved: a folder has that name. Choose another place with Save As");
  g_rmdir (folder);

  g_clear_error (&error);
  g_assert_null (save (too_long, &contents, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, "kkk was not saved: its name is too long."));
}

static void
assert_refused (const char *path,
                const char *why)
{
  g_autoptr (GError) error = NULL;
  LoomTextFile *contents = load (path, &error);

  g_assert_null (contents);
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_FILE);
  if (strstr (error->message, why) == NULL)
    g_error ("“%s” does not say “%s”", error->message, why);
}

static void
test_a_program_in_python_is_refused_with_what_takes_it (Fixture       *fixture,
                                                        gconstpointer  data)
{
  g_autofree char *script = loom_test_write (fixture->folder, "wave.py", "import numba\n");

  assert_refused (script, "gridloom-cli record wave.py");
}

static void
test_what_is_no_text_is_refused (Fixture       *fixture,
                                 gconstpointer  data)
{
  g_autofree char *binary = g_build_filename (fixture->folder, "binary.cu", NULL);
  g_autofree char *huge = loom_test_write (fixture->folder, "huge.cu", "");

  g_assert_true (g_file_set_contents (binary, "\177ELF\0\1", 6, NULL));
  g_assert_cmpint (truncate (huge, LOOM_TEXT_FILE_MAX_BYTES + 1), ==, 0);
  assert_refused (binary, "binary.cu is not text");
  assert_refused (huge, "huge.cu has 16.8");
  assert_refused (fixture->folder, "not a file");
  assert_refused ("/dev/zero", "zero is not a file");
}

static void
test_two_megabytes_are_read (Fixture       *fixture,
                             gconstpointer  data)
{
  g_autofree char *text = g_strnfill (2 * 1024 * 1024, 'a');
  g_autofree char *path = NULL;
  g_autoptr (LoomTextFile) contents = NULL;

  for (gsize i = 79; i < 2 * 1024 * 1024; i += 80)
    text[i] = '\n';
  path = loom_test_write (fixture->folder, "k.cu", text);
  contents = load (path, NULL);
  g_assert_nonnull (contents);
  g_assert_cmpuint (contents->length, ==, 2 * 1024 * 1024);
  g_assert_cmpstr (contents->text, ==, text);
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
    { "/app/text-file/form-is-kept", test_form_is_kept },
    { "/app/text-file/utf-16-is-kept", test_utf16_is_kept },
    { "/app/text-file/a-letter-too-many-is-named", test_a_letter_too_many_is_named },
    { "/app/text-file/new-lines-take-the-form", test_new_lines_take_the_form },
    { "/app/text-file/mode-is-kept", test_mode_is_kept },
    { "/app/text-file/old-file-stays-whole", test_old_file_stays_whole },
    { "/app/text-file/links-are-written-through", test_links_are_written_through },
    { "/app/text-file/link-to-nothing-makes-its-target", test_link_to_nothing_makes_its_target },
    { "/app/text-file/hard-links-stay", test_hard_links_stay },
    { "/app/text-file/foreign-change-is-not-overwritten", test_foreign_change_is_not_overwritten },
    { "/app/text-file/failed-save-leaves-nothing", test_failed_save_leaves_nothing },
    { "/app/text-file/failed-save-is-explained", test_failed_save_is_explained },
    { "/app/text-file/what-is-no-text-is-refused", test_what_is_no_text_is_refused },
    { "/app/text-file/a-program-in-python-is-refused-with-what-takes-it",
      test_a_program_in_python_is_refused_with_what_takes_it },
    { "/app/text-file/two-megabytes-are-read", test_two_megabytes_are_read },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
