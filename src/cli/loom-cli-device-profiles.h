#pragma once

#include "loom-cli-run-options.h"
#include "loom-device-profile.h"

/* What launches are modelled for, which need not be here. */
typedef struct
{
  char                    *id;          /* that --device names; NULL: what the simulator is like */
  GPtrArray               *profiles;    /* (element-type LoomDeviceProfile) */
  const LoomDeviceProfile *profile;     /* NULL: nothing is modelled */
  LoomLimits               limits;      /* of it, where those are wanted */
} LoomCliDevice;

typedef LoomLimits (* LoomCliLimitsFunc) (const LoomDeviceProfile *profile);

/* The option of verbs that model launches. */
#define LOOM_CLI_DEVICE_ENTRY(device) \
  { "device", 0, 0, G_OPTION_ARG_STRING, &(device)->id, \
    N_("The device, as “gridloom-cli devices --profiles” lists them"), "PROFILE" }

gboolean   loom_cli_device_choose         (LoomCliDevice  *self,
                                           GError        **error);
gboolean   loom_cli_device_compile_for    (LoomCliDevice      *self,
                                           LoomCliRunOptions  *options,
                                           LoomCliLimitsFunc   get_limits,
                                           GError            **error);
void       loom_cli_device_clear          (LoomCliDevice  *self);

gboolean   loom_cli_device_profiles_print (gboolean   json,
                                           GError   **error);
