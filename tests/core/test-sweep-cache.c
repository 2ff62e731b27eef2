/* test-sweep-cache.c: what is kept of sweeps comes back, and only where all is as it was
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-sweep-cache.h"
#include "loom-error.h"
#include "plan-fixture.h"

#include <string.h>

#define SIGNATURE "k: const float* f, float* g, int n"
#define SETTINGS "[launch]\nblock=8\nshape=4\nover=g\n"

typedef struct
{
  char           *folder;
  LoomSweepCache *cache;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->folder = g_dir_make_tmp ("gridloom-test-XXXXXX", NULL);
  g_assert_nonnull (fixture->folder);
  fixture->cache = loom_sweep_cache_new (fixture->folder);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *command = g_strdup_printf ("rm -rf '%s'", fixture->folder);

  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
  loom_sweep_cache_free (fixture->cache);
  g_free (fixture->folder);
}

static void
write_file (Fixture    *fixture,
            const char *name,
            const char *text)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* The key of settings beside the usual ones. */
static char *
dup_key (Fixture           *fixture,
         const char        *settings,
         LoomSweepCacheKey *key)
{
  g_autofree char *text = g_strdup_printf ("\n/* gridloom\n" SETTINGS "%s\n*/\n", settings);
  g_autoptr (LoomCompiled) compiled = fixture_compile (SIGNATURE);
  g_autoptr (LoomDocument) document = loom_document_parse (text, -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) folder = g_file_new_for_path (fixture->folder);
  g_autoptr (LoomPlan) plan
      = loom_plan_bind (document, compiled, NULL, loom_limits_get_simulator (), folder, &error);
  LoomRunOptions options;

  g_assert_no_error (error);
  loom_run_options_init (&options);
  key->compiled = key->compiled != NULL ? key->compiled : compiled;
  key->plan = plan;
  key->options = key->options != NULL ? key->options : &options;
  key->folder = fixture->folder;
  return loom_sweep_cache_dup_key (key);
}

/* Each part of what an outcome follows from changes the key, and nothing else does. */
static void
test_each_part_has_another_key (Fixture       *fixture,
                                gconstpointer  data)
{
  static const char * const settings[] = {
    "", "[arg n]\nvalue=7", "[arg f]\nfill=ones", "[expect g]\nreference=expr: x", "[expect g]\natol=1", "[launch k]\nblock=4",
  };
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (LoomCompiled) other = fixture_compile (SIGNATURE);
  LoomRunOptions options;
  LoomSweepCacheKey changed[5];
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      LoomSweepCacheKey first = { .rounds = 1, .device = "d" }, again = first;
      g_autofree char *same = dup_key (fixture, settings[i], &again);
      char *key = dup_key (fixture, settings[i], &first);

      g_assert_cmpstr (key, ==, same);
      g_hash_table_add (keys, key);
      n++;
    }
  loom_run_options_init (&options);
  options.repeat = 9;
  other->ptx = g_strdup (".version 8.0");
  for (guint i = 0; i < G_N_ELEMENTS (changed); i++)
    changed[i] = (LoomSweepCacheKey) { .rounds = 1, .device = "d" };
  changed[0].rounds = 2;
  changed[1].round_ms = 5;
  changed[2].device = "e";
  changed[3].options = &options;
  changed[4].compiled = other;
  for (guint i = 0; i < G_N_ELEMENTS (changed); i++, n++)
    g_hash_table_add (keys, dup_key (fixture, "", &changed[i]));
  g_assert_cmpuint (g_hash_table_size (keys), ==, n);
}

/* Files that are filled from, that say which cells are expected, and what they should hold. */
static void
test_each_file_counts (Fixture       *fixture,
                       gconstpointer  data)
{
  static const struct { const char *settings, *text; } rows[] = {
    { "[arg f]\nfill=file:a.csv", "1,0,1,0" },
    { "[expect g]\ndomain=file:a.csv", "1,0,1,0" },
    { "[expect g]\nreference=file:a.csv", "1,0,1,0" },
    { "[symbol coefficients]\nfill=file:a.csv", "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *longer = g_strconcat (rows[i].text, " \n", NULL);
      LoomSweepCacheKey first = { .rounds = 1 }, second = first, third = first;
      g_autofree char *before = NULL, *still = NULL, *after = NULL;

      write_file (fixture, "a.csv", rows[i].text);
      before = dup_key (fixture, rows[i].settings, &first);
      write_file (fixture, "b.csv", rows[i].text);
      still = dup_key (fixture, rows[i].settings, &second);
      write_file (fixture, "a.csv", longer);
      after = dup_key (fixture, rows[i].settings, &third);
      g_assert_cmpstr (before, ==, still);
      g_assert_cmpstr (before, !=, after);
    }
}

/* The largest outcome is kept, and one that has not run is never given. */
static void
test_outcomes_come_back (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autofree char *key = g_strnfill (64, 'a'), *other = g_strnfill (64, 'b'), *path = NULL;
  g_autoptr (LoomSweepOutcome) outcome = loom_sweep_outcome_new (), back = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (loom_sweep_cache_load (fixture->cache, key, &error));
  g_assert_no_error (error);
  loom_sweep_outcome_set (outcome, LOOM_OUTCOME_DONE, "fine");
  for (guint i = 0; i < LOOM_SWEEP_MAX_SAMPLES; i++)
    {
      const double sample = 1 + i;

      g_array_append_val (outcome->samples, sample);
    }
  g_assert_true (loom_sweep_cache_save (fixture->cache, key, loom_sweep_outcome_to_variant (outcome), &error));
  back = loom_sweep_cache_load (fixture->cache, key, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (back->text, ==, "fine");
  g_assert_cmpuint (back->samples->len, ==, LOOM_SWEEP_MAX_SAMPLES);

  loom_sweep_outcome_set (outcome, LOOM_OUTCOME_FAILED, NULL);
  g_assert_true (loom_sweep_cache_save (fixture->cache, other, loom_sweep_outcome_to_variant (outcome), &error));
  g_assert_null (loom_sweep_cache_load (fixture->cache, other, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_FILE);
  path = loom_disk_cache_dup_path (fixture->cache, other);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_true (g_str_has_suffix (path, ".outcome"));
}

/* 64 MiB and 20000 files, and no file above 1 MiB. */
static void
test_bounds (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *key = g_strnfill (64, 'c'), *path = loom_disk_cache_dup_path (fixture->cache, key);
  static const guint8 zeros[1 << 20];
  GVariant *large = g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, zeros, sizeof zeros, 1);

  g_assert_cmpuint (fixture->cache->most_bytes, ==, 67108864);
  g_assert_cmpuint (fixture->cache->most_files, ==, 20000);
  g_assert_true (loom_sweep_cache_save (fixture->cache, key, large, NULL));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  large = g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, zeros, sizeof zeros / 2, 1);
  g_assert_true (loom_sweep_cache_save (fixture->cache, key, large, NULL));
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) g_test_add ("/core/sweep-cache/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("each-part-has-another-key", test_each_part_has_another_key);
  ADD ("each-file-counts", test_each_file_counts);
  ADD ("outcomes-come-back", test_outcomes_come_back);
  ADD ("bounds", test_bounds);
#undef ADD
  return g_test_run ();
}
