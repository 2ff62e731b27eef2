#pragma once

#include "loom-wire.h"

#include <gio/gio.h>

/* Why a device ran slower than it could, as its driver says. */
typedef enum
{
  LOOM_THROTTLE_NONE    = 0,
  LOOM_THROTTLE_POWER   = 1 << 0,
  LOOM_THROTTLE_THERMAL = 1 << 1,
  LOOM_THROTTLE_OTHER   = 1 << 2,
  LOOM_THROTTLE_UNKNOWN = 1 << 3,       /* nobody here can say */
  LOOM_THROTTLE_ALL     = (1 << 4) - 1,
} LoomThrottle;

typedef enum
{
  LOOM_NOISE_UNKNOWN,           /* too few samples to tell */
  LOOM_NOISE_STEADY,
  LOOM_NOISE_NOISY,
  LOOM_NOISE_BELOW_FLOOR,       /* the median is less than three floors: mostly overhead */
} LoomNoise;

/* How samples were taken on a GPU, apart from the samples. Times are negative where not done. */
typedef struct
{
  double       context_ms;              /* start of the context, perhaps long before the run */
  double       module_ms;
  double       restore_ms;              /* arrays and variables, before each launch: the median */
  double       floor_ms;                /* an empty kernel, measured the same way: the median */
  double       callback_median_us;      /* host callbacks of this context: latency, once measured */
  double       callback_p95_us;
  guint        warm_ups;                /* launches before the first sample */
  gboolean     gated;                   /* every sample was queued whole before it could start */
  gboolean     cold;                    /* L2 was emptied before each sample */
  LoomThrottle throttle;                /* while samples were taken */
} LoomMeasurement;

/* What samples come to; milliseconds. */
typedef struct
{
  guint     n;
  double    least, median, most;
  double    low, high;          /* quartiles */
  double    p95;                /* 95 of 100 are no more */
  double    spread;             /* (high - low) / median; 0 where the median is */
  LoomNoise noise;
} LoomSummary;

#define LOOM_NOISE_SPREAD 0.05  /* steady up to here */
#define LOOM_FLOORS_TO_TRUST 3  /* a sample is worth something from so many floors on */

LoomMeasurement *loom_measurement_new          (void);
void             loom_measurement_free         (LoomMeasurement        *self);
gboolean         loom_measurement_is_marked    (const LoomMeasurement  *self,
                                                double                  sample_ms);
LOOM_DECLARE_WIRE (LoomMeasurement, loom_measurement)
void             loom_summary_init             (LoomSummary            *self,
                                                const double           *samples,
                                                gsize                   n,
                                                double                  floor_ms);
const char      *loom_noise_get_name           (LoomNoise               noise);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomMeasurement, loom_measurement_free)
