/* test-compile-cache.c: only what a compiler could have answered is given again, whoever wrote it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../core/variant-fixture.h"

#include "loom-compile-cache.h"
#include "loom-compiler.h"

#include <string.h>

#define SEED 20261129
#define N_MUTATIONS 200

static const char source[]
    = "struct S { int first; float all[2]; };\n__constant__ int table[4];\n"
      "template <typename T> __global__ void t (T *a) { a[0] = 1; }\n"
      "__global__ void k (int *f, S s, int n) { if (threadIdx.x < n) f[threadIdx.x] = s.first + table[0]; }\n"
      "int main () { int *f = 0; k<<<1, 32>>> (f, S (), 32); }\n";

static LoomNvrtc *nvrtc;

static GVariant *
make_request (void)
{
  const LoomCompileRequest request = { .source = source, .length = strlen (source), .name = "k.cu" };

  return g_variant_ref_sink (loom_compile_request_to_variant (&request));
}

static LoomCompiled *
compile (gboolean no_cache)
{
  const LoomCompileRequest request = {
    .source = source, .length = strlen (source), .name = "k.cu", .limits.no_cache = no_cache
  };
  g_autoptr (GError) error = NULL;
  LoomCompiled *compiled = loom_compiler_compile (nvrtc, &request, TRUE, &error);

  g_assert_no_error (error);
  g_assert_nonnull (compiled->ptx);
  return compiled;
}

/* A cache that is empty. */
static void
open_cache (LoomCompileCache *cache)
{
  loom_compile_cache_init (cache);
  loom_disk_cache_empty (&cache->files);
}

/* What is given after somebody has written it under the key of the request. */
static LoomCompiled *
give (LoomCompileCache *cache,
      GVariant         *written)
{
  g_autoptr (GVariant) request = make_request ();
  g_autofree char *key = NULL, *again = NULL;
  g_autoptr (GVariant) none = loom_compile_cache_load (cache, request, &key);
  g_autoptr (GVariant) box = NULL, variant = NULL;
  LoomCompiled *compiled;

  g_assert_nonnull (key);
  g_assert_true (loom_disk_cache_save (&cache->files, key, written, NULL));
  box = loom_compile_cache_load (cache, request, &again);
  g_assert_cmpstr (again, ==, key);
  if (box == NULL)
    return NULL;
  variant = g_variant_get_variant (box);
  compiled = loom_compiled_from_variant (variant, NULL);
  g_assert_nonnull (compiled);
  return compiled;
}

static void
test_answer_is_given_again (void)
{
  g_autoptr (LoomCompiled) compiled = compile (FALSE), given = NULL;
  LoomCompileCache cache;

  open_cache (&cache);
  given = give (&cache, loom_compiled_to_variant (compiled));
  g_assert_nonnull (given);
  g_assert_cmpstr (given->ptx, ==, compiled->ptx);
  g_assert_true (given->is_cached);
  loom_compile_cache_clear (&cache);
}

/* How many files there are after an answer came. */
static gboolean
is_kept (LoomCompiled *compiled)
{
  g_autoptr (GVariant) request = make_request ();
  g_autoptr (GVariant) answer
      = g_variant_ref_sink (g_variant_new_variant (loom_compiled_to_variant (compiled)));
  g_autofree char *key = NULL, *path = NULL;
  LoomCompileCache cache;
  gboolean kept;

  open_cache (&cache);
  g_assert_null (loom_compile_cache_load (&cache, request, &key));
  loom_compile_cache_save (&cache, key, answer);
  path = loom_disk_cache_dup_path (&cache.files, key);
  kept = g_file_test (path, G_FILE_TEST_EXISTS);
  loom_compile_cache_clear (&cache);
  return kept;
}

static void
test_only_what_may_be_given_is_kept (void)
{
  g_autoptr (LoomCompiled) compiled = compile (FALSE), fleeting = compile (TRUE);

  g_assert_true (is_kept (compiled));
  g_assert_false (is_kept (fleeting));
  g_clear_pointer (&compiled->ptx, g_free);
  g_assert_false (is_kept (compiled));
}

static void
test_what_does_not_hold_is_not_given (void)
{
  for (guint i = 0; i < 5; i++)
    {
      g_autoptr (LoomCompiled) compiled = compile (FALSE), given = NULL;
      LoomCompileCache cache;

      if (i == 0)
        compiled->toolkit[0] ^= 1;
      else if (i == 1)
        g_clear_pointer (&compiled->toolkit, g_free);
      else if (i == 2)
        g_ptr_array_add (compiled->lookups, g_strdup ("odd"));
      else if (i == 3)
        g_clear_pointer (&compiled->ptx, g_free);
      else
        for (guint j = 0; j < 2; j++)
          g_ptr_array_add (compiled->lookups, g_strdup ("/etc/passwd"));
      open_cache (&cache);
      given = give (&cache, loom_compiled_to_variant (compiled));
      g_assert_null (given);
      loom_compile_cache_clear (&cache);
    }
}

/* Of files with a right checksum; what is given passes for an answer of the compiler. */
static void
test_lies_are_refused_or_harmless (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);
  g_autoptr (LoomCompiled) compiled = compile (FALSE);
  g_autoptr (GVariant) honest = g_variant_ref_sink (loom_compiled_to_variant (compiled));
  LoomCompileCache cache;
  guint n_refused = 0;

  open_cache (&cache);
  g_assert_null (give (&cache, g_variant_new_string ("no answer")));
  for (guint i = 0; i < N_MUTATIONS; i++)
    {
      g_autoptr (GVariant) lie = fixture_mutate (honest, rand);
      g_autoptr (LoomCompiled) given = give (&cache, lie);

      n_refused += given == NULL;
    }
  g_test_message ("%u of %u refused", n_refused, N_MUTATIONS);
  g_assert_cmpuint (n_refused, >, 0);
  loom_compile_cache_clear (&cache);
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("gridloom-test-XXXXXX", NULL);
  g_autofree char *command = g_strdup_printf ("rm -rf '%s'", folder);
  int status;

  g_setenv ("XDG_CACHE_HOME", folder, TRUE);
  g_test_init (&argc, &argv, NULL);
  nvrtc = loom_nvrtc_open ();
  g_assert_null (loom_nvrtc_get_facts (nvrtc)->why);
  g_test_add_func ("/runner/compile-cache/answer-is-given-again", test_answer_is_given_again);
  g_test_add_func ("/runner/compile-cache/only-what-may-be-given-is-kept",
                   test_only_what_may_be_given_is_kept);
  g_test_add_func ("/runner/compile-cache/what-does-not-hold-is-not-given",
                   test_what_does_not_hold_is_not_given);
  g_test_add_func ("/runner/compile-cache/lies-are-refused-or-harmless",
                   test_lies_are_refused_or_harmless);
  status = g_test_run ();
  loom_nvrtc_free (nvrtc);
  g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL);
  return status;
}
