#pragma once

#include "loom-launch-model.h"
#include "loom-profile.h"

/* What a launch does for each byte of memory, against what a device can do at most. Rates are per
 * second. Plain value. */
typedef struct
{
  gboolean counts_instructions; /* warp instructions, of a kernel that has none of these:
                                   floating-point operations */
  double   operations;
  double   peak;                /* operations, of the mix of formats that the launch has; 0: the
                                   profile does not tell */
  double   bytes;               /* that caches leave for memory where they do well; 0: it needs
                                   none */
  double   bandwidth;           /* bytes of memory */
  gboolean is_cached;           /* the level-2 cache holds all of them */
  double   modelled_ms;
} LoomRoofline;

void    loom_roofline_compute       (LoomRoofline            *self,
                                     const LoomDeviceProfile *profile,
                                     const LoomLaunchModel   *model,
                                     const LoomBlockCosts    *costs,
                                     const LoomLineProfile   *counts);
double  loom_roofline_get_intensity (const LoomRoofline      *self);
double  loom_roofline_get_roof      (const LoomRoofline      *self,
                                     double                   intensity);
double  loom_roofline_get_rate      (const LoomRoofline      *self,
                                     double                   ms);
char   *loom_roofline_format_rate   (const LoomRoofline      *self,
                                     double                   rate);
char   *loom_roofline_dup_sentence  (const LoomRoofline      *self);
