/* test-device.c: what kernels can run on, as a runner describes it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-device.h"

static GVariant *
describe (const char *backends)
{
  g_autofree char *text = g_strdup_printf ("(@aa{sv} [%s], @aa{sv} [])", backends);

  return g_variant_ref_sink (g_variant_new_parsed (text));
}

static const char *
find_fact (GPtrArray  *facts,
           const char *title)
{
  for (guint i = 0; i < facts->len; i++)
    if (g_str_equal (((LoomFact *) facts->pdata[i])->title, title))
      return ((LoomFact *) facts->pdata[i])->value;

  return NULL;
}

static void
test_facts (void)
{
  g_autoptr (GVariant) description = describe (
      "{'id': <'sim'>, 'name': <'Simulator'>, 'available': <true>},"
      "{'id': <'cuda:0'>, 'name': <'H200'>, 'available': <true>, 'compute': <'9.0'>, 'memory': <uint64 1073741824>,"
      " 'multiprocessors': <uint64 132>, 'peers': <[uint32 1]>, 'driver': <'13.0'>,"
      " 'context-opened': <uint64 1000000000>, 'context-runs': <uint64 3>, 'context-held': <uint64 4194304>},"
      "{'id': <'cuda:1'>, 'name': <'H200'>, 'available': <true>, 'context-opened': <uint64 18446744073709551615>}");
  g_autoptr (GPtrArray) devices = loom_device_list (description);
  g_autoptr (GPtrArray) none = NULL, facts = NULL, other = NULL;

  g_assert_cmpuint (devices->len, ==, 3);
  none = loom_device_list_facts (devices->pdata[0]);
  g_assert_cmpuint (none->len, ==, 0);
  facts = loom_device_list_facts (devices->pdata[1]);
  g_assert_cmpstr (find_fact (facts, "Compute capability"), ==, "9.0");
  g_assert_cmpstr (find_fact (facts, "Multiprocessors (SMs)"), ==, "132");
  g_assert_true (g_str_has_suffix (find_fact (facts, "Memory"), "\302\240GiB"));
  g_assert_cmpstr (find_fact (facts, "Reaches the memory of"), ==, "GPU 1");
  g_assert_null (find_fact (facts, "CUDA runtime"));
  g_assert_true (g_str_has_prefix (find_fact (facts, "Primary context"), "open since "));
  g_assert_true (g_str_has_suffix (find_fact (facts, "Primary context"), ", for 3 runs"));
  g_assert_true (g_str_has_suffix (find_fact (facts, "Held in it for the next run"),
                                   "\302\240MiB"));
  other = loom_device_list_facts (devices->pdata[2]);
  g_assert_cmpstr (find_fact (other, "Primary context"), ==, "not open: it opens when the GPU is first used");
  g_assert_true (loom_device_reaches (devices->pdata[1], devices->pdata[2]));
  g_assert_false (loom_device_reaches (devices->pdata[2], devices->pdata[1]));
  g_assert_false (loom_device_reaches (devices->pdata[1], devices->pdata[0]));
}

/* A peer may send anything under any key. */
static void
test_limits (void)
{
  g_autoptr (GVariant) description = describe (
      "{'id': <'sim'>, 'name': <'Simulator'>, 'available': <true>},"
      "{'id': <'cuda:0'>, 'name': <'Small'>, 'available': <true>, 'threads-per-block': <uint64 512>,"
      " 'shared-per-block': <uint64 49152>, 'shared-per-block-most': <uint64 101376>,"
      " 'block': <(uint32 512, uint32 256, uint32 64)>, 'grid': <(uint32 9, uint32 8, uint32 7)>},"
      "{'id': <'cuda:1'>, 'name': <'Silent'>, 'available': <true>}");
  g_autoptr (GPtrArray) devices = loom_device_list (description);
  const LoomLimits *simulator = loom_limits_get_simulator ();
  LoomLimits limits;

  limits = loom_device_get_limits (loom_device_find (devices, "cuda:0"));
  g_assert_cmpstr (limits.device, ==, "Small");
  g_assert_cmpuint (limits.threads_per_block, ==, 512);
  g_assert_cmpuint (limits.shared_per_block, ==, 101376);
  g_assert_cmpuint (limits.block.y, ==, 256);
  g_assert_cmpuint (limits.grid.z, ==, 7);
  g_assert_cmpuint (limits.warp_size, ==, simulator->warp_size);

  limits = loom_device_get_limits (loom_device_find (devices, "cuda:1"));
  g_assert_cmpuint (limits.threads_per_block, ==, simulator->threads_per_block);
  limits = loom_device_get_limits (loom_device_find (devices, "sim"));
  g_assert_cmpstr (limits.device, ==, simulator->device);
  g_assert_null (loom_device_find (devices, "cuda:2"));
}

static void
test_wrong_types (void)
{
  g_autoptr (GVariant) description = describe (
      "{'id': <uint32 1>, 'name': <true>, 'available': <'yes'>, 'memory': <'much'>, 'peers': <'all'>}");
  g_autoptr (GVariant) other = g_variant_ref_sink (g_variant_new_string ("devices"));
  g_autoptr (GPtrArray) devices = loom_device_list (description), none = loom_device_list (other);
  g_autoptr (GPtrArray) nothing = loom_device_list (NULL);
  const LoomDevice *device = devices->pdata[0];

  g_assert_cmpstr (device->id, ==, "");
  g_assert_cmpstr (device->name, ==, "");
  g_assert_false (device->available);
  g_assert_cmpuint (device->memory, ==, 0);
  g_assert_cmpuint (device->peers->len, ==, 0);
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpuint (nothing->len, ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/device/facts", test_facts);
  g_test_add_func ("/core/device/limits", test_limits);
  g_test_add_func ("/core/device/wrong-types", test_wrong_types);

  return g_test_run ();
}
