/* loom-source-shared.c: the dynamic shared memory of a launch whose block is not known before the
 * program runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-launches-private.h"

#define WARP 32
#define MOST (1 << 28)          /* of bytes, so that their differences are numbers */

/* Threads of the block, where one variable is taken to hold `number`, and the bytes of shared
 * memory. */
static gboolean
take_sample (LoomSourceNames         *self,
             const LoomWrittenLaunch *written,
             guint                    variable,
             gint64                   number,
             gint64                  *bytes)
{
  LoomReadExtent block;
  gboolean is_read;

  self->supposed = variable;
  self->supposed_value = number;
  g_hash_table_remove_all (self->values);
  block = _loom_source_names_read_extent (self, written->block.first, written->block.end);
  is_read = loom_read_extent_is_certain (&block) && block.axes[0].value == number &&
            block.axes[1].value == 1 && block.axes[2].value == 1 &&
            _loom_source_names_evaluate (self, written->shared.first, written->shared.end, bytes) &&
            ABS (*bytes) <= MOST;
  self->supposed = LOOM_NOWHERE;
  g_hash_table_remove_all (self->values);
  g_free (block.text);
  return is_read;
}

/* Of a launch whose block is one variable that nobody knows: its shared memory may be so many bytes
 * for each thread, and some besides. */
void
_loom_source_names_follow_block (LoomSourceNames         *self,
                                 const LoomWrittenLaunch *written,
                                 LoomSourceLaunch        *launch)
{
  gint64 bytes[3];
  LoomReadExtent block;
  guint variable;

  g_hash_table_remove_all (self->values);
  self->open = LOOM_NOWHERE;
  block = _loom_source_names_read_extent (self, written->block.first, written->block.end);
  g_free (block.text);
  variable = self->open;
  for (guint i = 0; i < G_N_ELEMENTS (bytes); i++)
    if (variable == LOOM_NOWHERE ||
        !take_sample (self, written, variable, WARP << i, &bytes[i]))
      return;

  if (bytes[1] <= bytes[0] || bytes[2] - bytes[1] != 2 * (bytes[1] - bytes[0]))
    return;
  launch->shared_per_warp = bytes[1] - bytes[0];
  launch->shared_besides = 2 * bytes[0] - bytes[1];
}
