/* test-copies.c: how fast memory is copied: measuring it, and the tables made of it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "mocked-runner.h"
#include "loom-app-test.h"
#include "loom-copy-table.h"
#include "loom-run-controller.h"

/* GPU 0 reaches GPU 1, which does not reach it; the third can't be used. */
#define BACKENDS \
  "([{'id': <'sim'>, 'name': <'Simulator'>, 'available': <true>}," \
  "  {'id': <'cuda:0'>, 'name': <'H200'>, 'available': <true>, 'peers': <[uint32 1]>}," \
  "  {'id': <'cuda:1'>, 'name': <'H200'>, 'available': <true>}," \
  "  {'id': <'cuda:2'>, 'name': <'K80'>, 'available': <false>, 'why': <'too old'>}], @aa{sv} [])"

#define RATE(from, to, pinned, rate) \
  "{'from': <'" from "'>, 'to': <'" to "'>, 'pinned': <" pinned ">, 'bytes': <uint64 1048576>," \
  " 'bytes-per-second': <" rate ">, 'why': <''>}"

typedef LoomTestController Fixture;

static GVariant *
parse (const char *text)
{
  return g_variant_ref_sink (g_variant_new_parsed (text));
}

static GVariant *
rates_new (void)
{
  return parse ("[" RATE ("host", "cuda:0", "true", "5.5e10")
                "," RATE ("host", "cuda:0", "false", "7.25e9")
                "," RATE ("cuda:0", "host", "true", "1.2e7")
                "," RATE ("cuda:0", "cuda:0", "true", "4.2e12")
                "," RATE ("cuda:0", "cuda:1", "true", "3.9e11")
                "," RATE ("cuda:1", "cuda:0", "true", "2.1e10")
                ", {'from': <'cuda:1'>, 'to': <'host'>, 'pinned': <false>,"
                "   'why': <'out of memory'>}]");
}

static void
test_measure (Fixture       *fixture,
              gconstpointer  unused)
{
  g_autoptr (GVariant) rates = rates_new ();

  loom_run_controller_measure_copies (fixture->controller);
  loom_run_controller_measure_copies (fixture->controller);
  g_assert_true (loom_session_get_copies (fixture->session)->is_running);
  g_assert_null (loom_session_get_copies (fixture->session)->rates);
  loom_mocked_runner_answer_copies (fixture->fake, rates);
  g_assert_false (loom_session_get_copies (fixture->session)->is_running);
  g_assert_true (g_variant_equal (loom_session_get_copies (fixture->session)->rates, rates));
  g_assert_null (loom_session_get_copies (fixture->session)->why);
}

/* What was measured before stays, and the measurement after it is a new one. */
static void
test_stop (Fixture       *fixture,
           gconstpointer  unused)
{
  g_autoptr (GVariant) rates = rates_new ();

  loom_run_controller_measure_copies (fixture->controller);
  loom_mocked_runner_answer_copies (fixture->fake, rates);
  loom_run_controller_measure_copies (fixture->controller);
  loom_run_controller_stop_measuring (fixture->controller);
  g_assert_false (loom_session_get_copies (fixture->session)->is_running);
  loom_test_settle ();
  g_assert_false (loom_mocked_runner_is_measuring (fixture->fake));
  g_assert_nonnull (loom_session_get_copies (fixture->session)->rates);
  g_assert_null (loom_session_get_copies (fixture->session)->why);
  loom_run_controller_measure_copies (fixture->controller);
  g_assert_true (loom_mocked_runner_is_measuring (fixture->fake));
}

static void
test_lost (Fixture       *fixture,
           gconstpointer  unused)
{
  loom_run_controller_measure_copies (fixture->controller);
  loom_mocked_runner_lose (fixture->fake, "the GPU has gone");
  g_assert_false (loom_session_get_copies (fixture->session)->is_running);
  g_assert_cmpstr (loom_session_get_copies (fixture->session)->why, ==, "the GPU has gone");
}

static void
test_no_gpu (void)
{
  g_autoptr (GVariant) backends
      = parse ("([{'id': <'sim'>, 'name': <'Simulator'>, 'available': <true>}], @aa{sv} [])");

  g_assert_null (loom_copy_table_new_host (backends, NULL));
  g_assert_null (loom_copy_table_new_peers (backends, NULL));
  g_assert_null (loom_copy_table_new_peers (NULL, NULL));
}

static void
test_topology_is_known_before (void)
{
  g_autoptr (GVariant) backends = parse (BACKENDS);
  g_autoptr (LoomCopyTable) peers = loom_copy_table_new_peers (backends, NULL);
  g_autoptr (LoomCopyTable) host = loom_copy_table_new_host (backends, NULL);

  g_assert_cmpuint (peers->rows->len, ==, 2);
  g_assert_cmpuint (peers->columns->len, ==, 2);
  g_assert_cmpstr (peers->rows->pdata[1], ==, "GPU 1");
  g_assert_cmpstr (loom_copy_table_get (peers, 0, 0)->text, ==, "itself");
  g_assert_cmpstr (loom_copy_table_get (peers, 0, 1)->text, ==, "peer access");
  g_assert_cmpstr (loom_copy_table_get (peers, 1, 0)->text, ==, "no peer access");
  g_assert_cmpstr (loom_copy_table_get (peers, 1, 0)->spoken, ==,
                   "From GPU 1 to GPU 0: no peer access");
  g_assert_cmpstr (loom_copy_table_get (host, 0, 0)->text, ==, "–");
  g_assert_cmpuint (loom_copy_table_get_bytes (NULL), ==, 0);
}

static void
test_rates (void)
{
  g_autoptr (GVariant) backends = parse (BACKENDS);
  g_autoptr (GVariant) rates = rates_new ();
  g_autoptr (LoomCopyTable) peers = loom_copy_table_new_peers (backends, rates);
  g_autoptr (LoomCopyTable) host = loom_copy_table_new_host (backends, rates);
  g_autofree char *text = loom_copy_table_dup_text (peers);

  g_assert_cmpuint (host->columns->len, ==, 4);
  g_assert_cmpstr (loom_copy_table_get (host, 0, 0)->text, ==, "55.0 GB/s");
  g_assert_cmpstr (loom_copy_table_get (host, 0, 1)->text, ==, "7.25 GB/s");
  g_assert_cmpstr (loom_copy_table_get (host, 0, 2)->text, ==, "12.0 MB/s");
  g_assert_cmpstr (loom_copy_table_get (host, 0, 3)->text, ==, "–");
  g_assert_cmpstr (loom_copy_table_get (host, 1, 3)->text, ==, "not measured");
  g_assert_cmpstr (loom_copy_table_get (host, 1, 3)->why, ==, "Out of memory");
  g_assert_cmpstr (loom_copy_table_get (peers, 0, 0)->text, ==, "4200 GB/s");
  g_assert_cmpstr (loom_copy_table_get (peers, 0, 1)->note, ==, "peer access");
  g_assert_cmpstr (loom_copy_table_get (peers, 1, 0)->spoken, ==,
                   "From GPU 1 to GPU 0: 21.0 GB/s, no peer access: through this computer");
  g_assert_nonnull (strstr (text, "From GPU 0 to GPU 1: 390 GB/s, peer access\n"));
  g_assert_cmpuint (loom_copy_table_get_bytes (rates), ==, 1048576);
}

/* A peer that says anything makes no table of anything. */
static void
test_hostile_rates (void)
{
  g_autoptr (GVariant) backends = parse (BACKENDS);
  g_autoptr (GVariant) rates
      = parse ("[{'from': <1>, 'to': <'cuda:0'>}, {'bytes-per-second': <-1.0>}]");
  g_autoptr (LoomCopyTable) host = loom_copy_table_new_host (backends, rates);
  g_autoptr (LoomCopyTable) other = loom_copy_table_new_host (backends, backends);

  g_assert_cmpstr (loom_copy_table_get (host, 0, 0)->text, ==, "–");
  g_assert_cmpstr (loom_copy_table_get (other, 0, 0)->text, ==, "–");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) \
  g_test_add ("/app/copies/" path, Fixture, NULL, loom_test_controller_set_up, function, \
              loom_test_controller_tear_down)
  ADD ("measure", test_measure);
  ADD ("stop", test_stop);
  ADD ("lost", test_lost);
#undef ADD
  g_test_add_func ("/app/copies/no-gpu", test_no_gpu);
  g_test_add_func ("/app/copies/topology-is-known-before", test_topology_is_known_before);
  g_test_add_func ("/app/copies/rates", test_rates);
  g_test_add_func ("/app/copies/hostile-rates", test_hostile_rates);

  return g_test_run ();
}
