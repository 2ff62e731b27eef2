#pragma once

#include "loom-ipc-request.h"
#include "loom-limits.h"

#include <gio/gio.h>

/* How kernels are compiled and run, as it was chosen. Read only; valid until it changes. */
typedef struct
{
  const char        *backend;           /* what runs the kernels, "sim" or "cuda:0" */
  GVariant          *backends;          /* what there is to choose from, as
                                           loom_runner_client_describe_finish() gives it, or NULL */
  LoomLimits         limits;            /* of a launch: those of the backend, as far as it is known
                                           by now, else those of the simulator */
  LoomCompileLimits  compile_limits;
  gboolean           live;              /* every edit runs */
  gboolean           as_written;        /* accesses are counted as the source has them */
  gboolean           profile;           /* what each line, cell and thread costs is counted */
  gboolean           cold;              /* a GPU's L2 cache is emptied before each sample */
  gboolean           check_races;       /* on the simulator */
  gboolean           check_uninitialised;
} LoomRunChoices;

/* How the runs of a session are made. It is chosen in the header bar and in the preferences, by
 * actions and bindings: each choice is a property, written and notified under its name.
 *
 * Properties: "backend" (string), "backends" (variant), "live", "as-written", "profile", "cold",
 * "check-races", "check-uninitialised" (boolean), "compile-seconds", "compile-memory" (uint). */
#define LOOM_TYPE_RUN_SETTINGS (loom_run_settings_get_type ())
G_DECLARE_FINAL_TYPE (LoomRunSettings, loom_run_settings, LOOM, RUN_SETTINGS, GObject)

const LoomRunChoices *loom_run_settings_get_choices (LoomRunSettings *self);
