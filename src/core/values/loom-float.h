#pragma once

#include <glib.h>

/* Formats that arithmetic is counted in. */
typedef enum
{
  LOOM_FLOAT_HALF,              /* half and bfloat16, alone or in pairs */
  LOOM_FLOAT_SINGLE,
  LOOM_FLOAT_DOUBLE,
  LOOM_N_FLOATS
} LoomFloat;

const char *loom_float_get_name (LoomFloat format);
