/* fuzz-profile.c: any bytes as the file of a device profile; of what passes occupancy and times are modelled
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-device-profile-file.h"
#include "loom-launch-model.h"

#define N_BLOCKS 3000

int LLVMFuzzerTestOneInput (const guint8 *data,
                            gsize         size);

static void
model (const LoomDeviceProfile *profile)
{
  const LoomOccupancyUse use = { .threads = 128, .registers = 40, .carveout = LOOM_CARVEOUT_DEFAULT };
  g_autoptr (LoomBlockCosts) costs = loom_block_costs_new ();
  g_autoptr (GError) error = NULL;
  LoomOccupancy occupancy;
  LoomLaunchModel estimate;

  loom_block_costs_begin (costs, N_BLOCKS);
  for (guint64 i = 0; i < N_BLOCKS; i++)
    loom_block_costs_add (costs, i, 100 + i % 7);
  costs->sampled = costs->sampled_instructions = costs->requests = costs->sectors = 8;
  loom_occupancy_compute (profile, &use, &occupancy);
  g_assert_cmpuint (occupancy.warps, <=, profile->warps.value);
  g_assert_true (loom_launch_model_compute (&estimate, profile, &use, costs, &error) == (error == NULL));
  if (error == NULL)
    g_assert_true (estimate.ms > 0 && estimate.tail >= 0 && estimate.tail <= 1);
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  static GPtrArray *known;
  g_autoptr (GPtrArray) faults
      = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_device_profile_fault_free);
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  char id[] = "fuzzed";
  const LoomDeviceProfileFile file = { .id = id, .keys = keys };
  g_autoptr (LoomDeviceProfile) profile = NULL;

  if (!g_key_file_load_from_data (keys, (const char *) data, size, G_KEY_FILE_KEEP_COMMENTS, NULL))
    return 0;
  if (known == NULL)
    known = loom_device_profile_list (NULL, NULL);
  profile = loom_device_profile_file_parse (&file, known, faults);
  g_assert_true ((profile != NULL) == (faults->len == 0));
  if (profile != NULL)
    model (profile);
  return 0;
}
