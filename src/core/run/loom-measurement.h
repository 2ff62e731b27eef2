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
  GArray      *throttles;               /* (element-type guint32) the same right after each of them,
                                           where that was asked */
} LoomMeasurement;

/* What samples come to; milliseconds. */
typedef struct
{
  guint     n;
  double    least, median, most;
  double    low, high;          /* quartiles */
  double    p95;                /* 95 of 100 are no more */
  double    spread;             /* (high - low) / median; 0 where the median is */
  double    low_fence, high_fence;      /* what lies beyond is an outlier */
  guint     outliers;
  LoomNoise noise;
} LoomSummary;

#define LOOM_NOISE_SPREAD 0.05  /* steady up to here */
#define LOOM_FLOORS_TO_TRUST 3  /* a sample is worth something from so many floors on */

/* How far the fences are outside of the quartiles, in distances of these: the inner fences of Tukey
 * (Exploratory Data Analysis, 1977, section 2D). */
#define LOOM_FENCE_SPREADS 1.5
/* They are no nearer than what events tell apart, "around 0.5 microseconds" (CUDA Runtime API,
 * cudaEventElapsedTime): where most samples are of one tick, the next one is no outlier. */
#define LOOM_EVENT_RESOLUTION_MS 0.0005

LoomMeasurement *loom_measurement_new          (void);
LoomMeasurement *loom_measurement_copy         (const LoomMeasurement  *self);
void             loom_measurement_free         (LoomMeasurement        *self);
void             loom_measurement_note_throttle (LoomMeasurement       *self,
                                                 LoomThrottle           throttle);
gboolean         loom_measurement_is_throttled (const LoomMeasurement  *self,
                                                guint                   sample);
gboolean         loom_measurement_is_marked    (const LoomMeasurement  *self,
                                                double                  sample_ms);
LOOM_DECLARE_WIRE (LoomMeasurement, loom_measurement)
extern const LoomWire _loom_measurement_wire;
double          *loom_samples_sort             (const double           *samples,
                                                gsize                   n);
void             loom_summary_init             (LoomSummary            *self,
                                                const double           *samples,
                                                gsize                   n,
                                                double                  floor_ms);
gboolean         loom_summary_is_outlier       (const LoomSummary      *self,
                                                double                  sample_ms);
const char      *loom_noise_get_name           (LoomNoise               noise);
const char      *loom_noise_get_title          (LoomNoise               noise);
const char      *loom_throttle_get_name        (LoomThrottle            reason);
const char      *loom_throttle_get_title       (LoomThrottle            throttle);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomMeasurement, loom_measurement_free)
