#pragma once

#include "loom-device-profile.h"
#include "loom-ipc-request.h"
#include "loom-limits.h"

#include <gio/gio.h>

/* How kernels are compiled and run, as it was chosen. Read only; valid until it changes. */
typedef struct
{
  const char        *backend;           /* what runs the kernels, "sim" or "cuda:0" */
  GVariant          *backends;          /* what there is to choose from, as
                                           loom_runner_client_describe_finish() gives it, or NULL */
  const LoomDeviceProfile *device;      /* that the simulator stands for */
  const LoomDeviceProfile *gpu;         /* that runs the kernels; NULL: none does, or nothing is
                                           known of its compute capability */
  const char        *lost_device;       /* what was chosen for that, and is no more; or NULL */
  const GPtrArray   *devices;           /* (element-type LoomDeviceProfile) to choose that from */
  const GPtrArray   *device_problems;   /* (element-type utf8) why files of the user's are none of
                                           them */
  LoomLimits         limits;            /* of a launch: those of the backend, as far as it is known
                                           by now, else those of the simulator */
  LoomCompileLimits  compile_limits;
  gboolean           live;              /* every edit runs */
  gboolean           as_written;        /* accesses are counted as the source has them */
  gboolean           profile;           /* what each line, cell and thread costs is counted */
  guint              samples;           /* of a kernel on a GPU */
  gboolean           cold;              /* a GPU's L2 cache is emptied before each sample */
  gboolean           check_races;       /* on the simulator */
  gboolean           check_uninitialised;
  gboolean           permute;           /* the order of blocks and warps, by a number: */
  guint              seed;
  gboolean           seeds;             /* other orders are tried, to see what hangs on them */
} LoomRunChoices;

/* The greatest seed that can be chosen; more would be no more use. */
#define LOOM_RUN_SETTINGS_MAX_SEED 999999

/* Enough for a median and its spread, where more take longer than one waits after an edit; and the
 * most that can be chosen. */
#define LOOM_RUN_SETTINGS_SAMPLES 9
#define LOOM_RUN_SETTINGS_MAX_SAMPLES 1000

/* How the runs of a session are made. It is chosen in the header bar and in the preferences, by
 * actions and bindings: each choice is a property, written and notified under its name.
 *
 * Properties: "backend", "device-profile" (string), "backends" (variant), "live", "as-written",
 * "profile", "cold", "check-races", "check-uninitialised", "permute", "seeds", "no-cache"
 * (boolean), "samples", "seed", "compile-seconds", "compile-memory" (uint). Signal
 * "devices-changed": there are other devices to choose from. */
#define LOOM_TYPE_RUN_SETTINGS (loom_run_settings_get_type ())
G_DECLARE_FINAL_TYPE (LoomRunSettings, loom_run_settings, LOOM, RUN_SETTINGS, GObject)

const LoomRunChoices *loom_run_settings_get_choices (LoomRunSettings *self);
