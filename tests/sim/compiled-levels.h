/* compiled-levels.h: tests that take an instruction set by its name
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "loom-sim-levels-config.h"

#include <glib.h>

/* Makes the next simulator take an instruction set ("v4", "v3", "base"); the best that there is for
 * NULL, or where a build for one processor lacks it. Returns whether it has that one. */
static inline gboolean
use_level (const char *name)
{
#define COMPILED_NAME(level) #level,
  static const char *const compiled[] = { LOOM_SIM_LEVELS (COMPILED_NAME) NULL };
#undef COMPILED_NAME

  if (name != NULL && g_strv_contains (compiled, name))
    return g_setenv ("GRIDLOOM_ISA", name, TRUE);
  g_unsetenv ("GRIDLOOM_ISA");
  return name == NULL;
}
