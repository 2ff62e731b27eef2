/* test-disk-cache.c: what is kept comes back as it was, or not at all
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-disk-cache.h"

#include <glib/gstdio.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define KEY "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define OTHER "fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210"

typedef struct
{
  char          *folder;
  LoomDiskCache  cache;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autofree char *place = NULL;

  fixture->folder = g_dir_make_tmp ("gridloom-test-XXXXXX", NULL);
  g_assert_nonnull (fixture->folder);
  place = g_build_filename (fixture->folder, "made", "when", "needed", NULL);
  loom_disk_cache_init (&fixture->cache, place, NULL);
  fixture->cache.ending = ".kept";
  fixture->cache.most_entry = 4096;
  fixture->cache.most_bytes = 10000;
  fixture->cache.most_files = 5;
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *command = g_strdup_printf ("rm -rf '%s'", fixture->folder);

  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
  loom_disk_cache_clear (&fixture->cache);
  g_free (fixture->folder);
}

static void
save (Fixture    *fixture,
      const char *key,
      const char *text)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (loom_disk_cache_save (&fixture->cache, key, g_variant_new_string (text), &error));
  g_assert_no_error (error);
}

/* NULL: there is none. */
static char *
load (Fixture    *fixture,
      const char *key,
      int         wanted)
{
  int why = -1;
  g_autoptr (GVariant) result = loom_disk_cache_load (&fixture->cache, key, &why);

  if (result == NULL)
    g_assert_cmpint (why, ==, wanted);
  return result != NULL ? g_variant_dup_string (result, NULL) : NULL;
}

static char *
get_file (Fixture     *fixture,
          const char  *key,
          gsize       *length)
{
  g_autofree char *path = loom_disk_cache_dup_path (&fixture->cache, key);
  char *bytes;

  g_assert_true (g_file_get_contents (path, &bytes, length, NULL));
  return bytes;
}

static void
set_file (Fixture    *fixture,
          const char *key,
          const char *bytes,
          gsize       length)
{
  g_autofree char *path = loom_disk_cache_dup_path (&fixture->cache, key);

  g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
}

static void
test_results_come_back (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autofree char *none = load (fixture, KEY, ENOENT), *first = NULL, *second = NULL, *large = NULL;

  g_assert_null (none);
  save (fixture, KEY, "one");
  save (fixture, OTHER, "two");
  save (fixture, OTHER, "three");
  first = load (fixture, KEY, 0);
  second = load (fixture, OTHER, 0);
  g_assert_cmpstr (first, ==, "one");
  g_assert_cmpstr (second, ==, "three");
  large = g_strnfill (5000, 'x');
  save (fixture, KEY, large);
  g_free (first);
  first = load (fixture, KEY, 0);
  g_assert_cmpstr (first, ==, "one");
}

/* Each bit of each byte, each length, and the file of another key. */
static void
test_damage_is_no_result (Fixture       *fixture,
                          gconstpointer  data)
{
  g_autofree char *bytes = NULL;
  gsize length;

  save (fixture, KEY, "what it was");
  bytes = get_file (fixture, KEY, &length);
  for (gsize i = 0; i < 8 * length; i++)
    {
      g_autofree char *result = NULL;

      bytes[i / 8] ^= (char) (1 << i % 8);
      set_file (fixture, KEY, bytes, length);
      result = load (fixture, KEY, 0);
      g_assert_null (result);
      g_assert_null (load (fixture, KEY, ENOENT));
      bytes[i / 8] ^= (char) (1 << i % 8);
    }
  for (gsize i = 0; i < length; i++)
    {
      set_file (fixture, KEY, bytes, i);
      g_assert_null (load (fixture, KEY, 0));
    }
  set_file (fixture, OTHER, bytes, length);
  g_assert_null (load (fixture, OTHER, 0));
}

static void
set_age (Fixture    *fixture,
         const char *name,
         gint64      seconds)
{
  g_autofree char *path = g_build_filename (fixture->cache.folder, name, NULL);
  const struct timespec times[2] = { { .tv_sec = time (NULL) - seconds }, { .tv_sec = time (NULL) - seconds } };

  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
}

static char *
dup_key (guint i)
{
  return g_strdup_printf ("%064x", i);
}

/* What was used last stays. */
static void
test_bounds_are_kept (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autofree char *large = g_strnfill (3500, 'x'), *first = NULL, *last = NULL;

  for (guint i = 0; i < 8; i++)
    {
      g_autofree char *key = dup_key (i);
      g_autofree char *name = g_strconcat (key, ".kept", NULL);

      save (fixture, key, "small");
      set_age (fixture, name, 1000 - i);
    }
  first = load (fixture, "0000000000000000000000000000000000000000000000000000000000000000", 0);
  g_assert_cmpstr (first, ==, "small");
  loom_disk_cache_trim (&fixture->cache);
  for (guint i = 0; i < 8; i++)
    {
      g_autofree char *key = dup_key (i);
      g_autofree char *result = load (fixture, key, ENOENT);

      g_assert_true ((result != NULL) == (i == 0 || i >= 4));
    }
  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *key = dup_key (i);

      save (fixture, key, large);
    }
  g_assert_cmpuint (loom_disk_cache_trim (&fixture->cache), <=, 10000);
  last = load (fixture, "0000000000000000000000000000000000000000000000000000000000000003", 0);
  g_assert_cmpstr (last, ==, large);
  loom_disk_cache_empty (&fixture->cache);
  g_assert_cmpuint (loom_disk_cache_trim (&fixture->cache), ==, 0);
}

static void
test_files_of_others_stay (Fixture       *fixture,
                           gconstpointer  data)
{
  static const struct { const char *name; gint64 age; gboolean stays; } files[] = {
    { "notes.kept", 90000, TRUE }, { KEY ".kept.txt", 90000, TRUE }, { KEY ".other", 90000, TRUE },
    { "x" KEY ".kept", 90000, TRUE }, { KEY ".kept.AbCdEf", 30, TRUE },
    { OTHER ".kept.AbCdEf", 90000, FALSE },
  };

  save (fixture, KEY, "one");
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (fixture->cache.folder, files[i].name, NULL);

      g_assert_true (g_file_set_contents (path, "text", -1, NULL));
      set_age (fixture, files[i].name, files[i].age);
    }
  loom_disk_cache_trim (&fixture->cache);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (fixture->cache.folder, files[i].name, NULL);

      g_assert_cmpint (g_file_test (path, G_FILE_TEST_EXISTS), ==, files[i].stays);
    }
}

/* A limit on the size of files stands for a disk that is full in the middle of one. */
static void
test_full_disk_leaves_nothing (Fixture       *fixture,
                               gconstpointer  data)
{
  g_autofree char *text = g_strnfill (3000, 'x');
  g_autoptr (GError) error = NULL;
  struct rlimit before, small;
  g_autoptr (GDir) folder = NULL;

  save (fixture, KEY, "one");
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  small = (struct rlimit) { 1000, before.rlim_max };
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  g_assert_false (loom_disk_cache_save (&fixture->cache, OTHER, g_variant_new_string (text),
                                        &error));
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
  g_assert_nonnull (error);
  g_assert_null (load (fixture, OTHER, ENOENT));
  folder = g_dir_open (fixture->cache.folder, 0, NULL);
  g_assert_cmpstr (g_dir_read_name (folder), ==, KEY ".kept");
  g_assert_null (g_dir_read_name (folder));
}

static void
test_no_folder_is_an_error (Fixture       *fixture,
                            gconstpointer  data)
{
  LoomDiskCache cache = fixture->cache;
  g_autofree char *file = g_build_filename (fixture->folder, "file", NULL);
  g_autofree char *within = g_build_filename (file, "within", NULL);
  g_autoptr (GError) error = NULL;
  int why;

  g_assert_true (g_file_set_contents (file, "", -1, NULL));
  cache.folder = within;
  g_assert_null (loom_disk_cache_load (&cache, KEY, &why));
  g_assert_cmpint (why, ==, ENOTDIR);
  g_assert_false (loom_disk_cache_save (&cache, KEY, g_variant_new_string (""), &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOTDIR);
  g_assert_nonnull (strstr (error->message, within));
}

int
main (int    argc,
      char **argv)
{
  static const struct { const char *path; void (*run) (Fixture *, gconstpointer); } cases[] = {
    { "/core/disk-cache/results-come-back", test_results_come_back },
    { "/core/disk-cache/damage-is-no-result", test_damage_is_no_result },
    { "/core/disk-cache/bounds-are-kept", test_bounds_are_kept },
    { "/core/disk-cache/files-of-others-stay", test_files_of_others_stay },
    { "/core/disk-cache/full-disk-leaves-nothing", test_full_disk_leaves_nothing },
    { "/core/disk-cache/no-folder-is-an-error", test_no_folder_is_an_error },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_test_add (cases[i].path, Fixture, NULL, set_up, cases[i].run, tear_down);
  return g_test_run ();
}
