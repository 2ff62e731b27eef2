/* test-variants.c: what the verifier lets through, the simulator lowers and executes
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-sim-program-private.h"
#include "ptx-test.h"
#include "variant-run.h"

static void
check_lowers (const char *variant,
              const char *body)
{
  g_autoptr (LoomPtxModule) module = ptx_test_parse (body);
  g_autoptr (LoomSimProgram) program = NULL;
  g_autoptr (GError) error = NULL;
  static const LoomSimWatched all[] = {
    LOOM_SIM_WATCHED_NOT, LOOM_SIM_WATCHED_NOT, LOOM_SIM_WATCHED_ACCESSES, LOOM_SIM_WATCHED_STEPS
  };
  const guint64 addresses[] = { 1 << 20, 1 << 21, 1 << 22 };

  g_assert_true (loom_ptx_module_verify (module, NULL));
  for (guint watched = 0; watched < G_N_ELEMENTS (all); watched++)
    {
      g_clear_pointer (&program, loom_sim_program_free);
      program = loom_sim_program_new (module, loom_ptx_module_find_entry (module, "k"), addresses, 256,
                                      all[watched], watched == 0, &error);
      if (program == NULL)
        {
          g_test_message ("%s: %s", variant, error->message);
          g_test_fail ();
          return;
        }
    }
}

static void
check_runs (const char *variant,
            const char *body)
{
  const LoomChecks checks[] = { LOOM_CHECK_NONE, LOOM_CHECK_ALL };

  for (guint i = 0; i < G_N_ELEMENTS (checks); i++)
    {
      g_autofree char *why = variant_run (body, checks[i]);

      if (why == NULL)
        continue;
      g_test_message ("%s%s: %s", variant, i > 0 ? ", watched" : "", why);
      g_test_fail ();
    }
}

static void
check_file (const char *path)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) columns = g_strsplit (lines[i], "\t", -1);
      g_autofree char *body = NULL, *message = NULL;

      if (columns[0] == NULL || *columns[0] == '\0' || *columns[0] == '#' || g_str_has_prefix (columns[0], "call"))
        continue;
      message = ptx_test_variant (columns[0], &body);
      if (message != NULL)
        continue;
      check_lowers (columns[0], body);
      check_runs (columns[0], body);
    }
}

static void
test_variants_of_ours (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "ptx", "cases", "variants.tsv", NULL);

  check_file (path);
}

static void
test_variants_in_the_wild (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "..", "shared", "ptx-in-the-wild.tsv", NULL);

  if (g_file_test (path, G_FILE_TEST_EXISTS))
    check_file (path);
  else
    g_test_skip ("the list of variants seen in other projects is not beside the source");
}

/* Whole instructions, not completed by us. */
static void
test_what_the_assembler_takes (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "ptx", "cases", "assembler.txt", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (LoomPtxModule) module = NULL;
      g_autoptr (GError) refusal = NULL;

      if (*lines[i] == '\0' || *lines[i] == '#')
        continue;
      module = ptx_test_parse (lines[i]);
      if (loom_ptx_module_verify (module, &refusal))
        {
          check_lowers (lines[i], lines[i]);
          check_runs (lines[i], lines[i]);
          continue;
        }
      g_test_message ("%s: %s", lines[i], refusal->message);
      g_test_fail ();
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/sim/variants/of-ours", test_variants_of_ours);
  g_test_add_func ("/sim/variants/in-the-wild", test_variants_in_the_wild);
  g_test_add_func ("/sim/variants/what-the-assembler-takes", test_what_the_assembler_takes);

  return g_test_run ();
}
