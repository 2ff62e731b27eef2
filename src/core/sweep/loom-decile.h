#pragma once

#include <glib.h>

/* What a tenth of samples do not exceed, and where that would lie 95 times of 100 if they were
 * taken again. */
typedef struct
{
  double value, low, high;
} LoomDecile;

/* Those closer than this share of each other are not told apart, whatever their samples say: clocks
 * and temperatures of a device move by as much while samples of both are taken in turns. */
#define LOOM_DECILE_RESOLUTION 0.0075

void      loom_decile_init    (LoomDecile       *self,
                               const double     *samples,
                               gsize             n);
gboolean  loom_decile_exceeds (const LoomDecile *self,
                               const LoomDecile *other);
