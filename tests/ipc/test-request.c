/* test-request.c: requests and options over the wire
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-ipc-request.h"

#include <string.h>

/* As a message does: what arrives is other memory than what was sent. */
static GVariant *
send (GVariant *variant)
{
  g_autoptr (GVariant) sent = g_variant_ref_sink (variant);
  g_autoptr (GBytes) bytes = g_bytes_new (g_variant_get_data (sent), g_variant_get_size (sent));

  return g_variant_ref_sink (g_variant_new_from_bytes (g_variant_get_type (sent), bytes, FALSE));
}

static void
test_a_request_arrives_whole (void)
{
  static const char * const options[] = { "-DX=1", "-use_fast_math", NULL };
  static const char text[] = "a\0b\xff";
  LoomCompileRequest sent = {
    .source = text, .length = 4, .name = "na\xffme.cu", .folder = "/f", .arch = "compute_80"
  };
  LoomCompileRequest got;
  g_autoptr (GVariant) variant = NULL;
  g_autoptr (GError) error = NULL;

  sent.options = options;
  sent.kernel = "scale<float>";
  sent.as_written = TRUE;
  sent.in_haste = TRUE;
  sent.limits.seconds = 7;
  variant = send (loom_compile_request_to_variant (&sent));
  g_assert_true (loom_compile_request_from_variant (variant, &got, &error));
  g_assert_no_error (error);
  g_assert_cmpmem (got.source, got.length, text, 4);
  g_assert_cmpstr (got.name, ==, sent.name);
  g_assert_cmpstr (got.folder, ==, "/f");
  g_assert_cmpstr (got.arch, ==, "compute_80");
  g_assert_cmpstr (got.options[1], ==, "-use_fast_math");
  g_assert_null (got.options[2]);
  g_assert_cmpstr (got.kernel, ==, "scale<float>");
  g_assert_true (got.as_written);
  g_assert_true (got.in_haste);
  g_assert_cmpuint (got.limits.seconds, ==, 7);
  g_assert_cmpuint (got.limits.memory_mib, ==, LOOM_COMPILE_MEMORY_MIB);
  loom_compile_request_clear (&got);
}

static void
test_what_is_missing_stays_null (void)
{
  LoomCompileRequest sent = { .source = "", .length = 0 };
  LoomCompileRequest got;
  g_autoptr (GVariant) variant = send (loom_compile_request_to_variant (&sent));

  g_assert_true (loom_compile_request_from_variant (variant, &got, NULL));
  g_assert_cmpstr (got.source, ==, "");
  g_assert_null (got.name);
  g_assert_null (got.folder);
  g_assert_null (got.options);
  loom_compile_request_clear (&got);
}

static void
test_a_request_without_source_is_refused (void)
{
  g_autoptr (GVariant) variant
      = g_variant_ref_sink (g_variant_new_parsed ("{'name': <b'x'>, 'source': <5>}"));
  g_autoptr (GError) error = NULL;
  LoomCompileRequest got;

  g_assert_false (loom_compile_request_from_variant (variant, &got, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_PROTOCOL);
}

static void
test_options_arrive (void)
{
  LoomRunOptions sent, got;
  g_autoptr (GVariant) variant = NULL;

  loom_run_options_init (&sent);
  sent.repeat = 7;
  sent.checks = LOOM_CHECK_RACES;
  sent.coverage = LOOM_COVERAGE_READS;
  sent.as_written = TRUE;
  sent.profile = TRUE;
  sent.workers = 3;
  sent.schedule_seed = 11;
  sent.budget = G_MAXUINT64;
  sent.wall_ms = 5;
  variant = send (loom_run_options_to_variant (&sent));
  g_assert_true (loom_run_options_from_variant (variant, &got, NULL));
  g_assert_cmpint (got.backend.kind, ==, sent.backend.kind);
  g_assert_cmpuint (got.backend.device, ==, sent.backend.device);
  g_assert_cmpuint (got.repeat, ==, 7);
  g_assert_cmpuint (got.checks, ==, LOOM_CHECK_RACES);
  g_assert_cmpuint (got.coverage, ==, LOOM_COVERAGE_READS);
  g_assert_true (got.as_written);
  g_assert_true (got.profile);
  g_assert_cmpuint (got.workers, ==, 3);
  g_assert_cmpint (got.schedule_seed, ==, 11);
  g_assert_cmpuint (got.budget, ==, G_MAXUINT64);
  g_assert_cmpuint (got.wall_ms, ==, 5);
}

static void
test_senseless_options_are_refused (gconstpointer text)
{
  g_autoptr (GVariant) variant = g_variant_parse (G_VARIANT_TYPE_VARDICT, text, NULL, NULL, NULL);
  g_autoptr (GError) error = NULL;
  LoomRunOptions got;

  g_assert_false (loom_run_options_from_variant (variant, &got, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_USAGE);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/ipc/request/arrives-whole", test_a_request_arrives_whole);
  g_test_add_func ("/ipc/request/what-is-missing-stays-null", test_what_is_missing_stays_null);
  g_test_add_func ("/ipc/request/without-source-is-refused",
                   test_a_request_without_source_is_refused);
  g_test_add_func ("/ipc/options/arrive", test_options_arrive);
  g_test_add_data_func ("/ipc/options/no-sample-is-refused", "{'repeat': <uint32 0>}",
                        test_senseless_options_are_refused);
  g_test_add_data_func ("/ipc/options/endless-samples-are-refused",
                        "{'repeat': <uint32 4294967295>}", test_senseless_options_are_refused);
  g_test_add_data_func ("/ipc/options/endless-workers-are-refused",
                        "{'workers': <uint32 4294967295>}", test_senseless_options_are_refused);

  return g_test_run ();
}
