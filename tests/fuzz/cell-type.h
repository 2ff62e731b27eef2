/* cell-type.h: the type of cells that a byte of a fuzzed file stands for
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "loom-type.h"

/* Not all of them are valid. */
static inline LoomType
choose_type (guint8 byte)
{
  const LoomScalar scalar = LOOM_SCALAR_BOOL + byte % (LOOM_N_SCALARS - LOOM_SCALAR_BOOL);

  return loom_type_of (scalar, 1 + byte / 16 % LOOM_MAX_LANES);
}
