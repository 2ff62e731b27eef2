#pragma once

#include "loom-device-profile.h"
#include "loom-device.h"

/* What there is to run on, out of the runner's description, (aa{sv}aa{sv}). */
void     loom_device_menu_fill    (GMenu       *menu,
                                   GVariant    *description,
                                   const char  *backend,
                                   const GPtrArray *profiles);
char    *loom_device_dup_name     (GVariant    *description,
                                   const char  *id);
char    *loom_device_dup_why      (GVariant    *description,
                                   const char  *id);
char    *loom_device_find_other   (GVariant    *description,
                                   const char  *id);
gboolean loom_device_list_has     (GVariant    *description,
                                   const char  *id);
gboolean loom_device_list_has_gpu (GVariant    *description);
